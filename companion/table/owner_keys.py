"""Who owns the installation: a link that is new at every start, and the devices that have opened it.

Only digests are kept, in the store's notes, so that every process over one database knows them.
"""

from __future__ import annotations

from threading import Lock

from companion.errors import NotYours
from companion.storage.store_protocol import Store
from companion.table.tokens import digest, new_token

LINK, DEVICES = "owner link", "owner devices"
"""The names of the notes: the digest of the newest link's key, and those of the devices' tokens."""
DEVICES_KEPT = 20

ONLY_OWNER = (
    "This is for the owner of the computer Tablewright runs on. Open the owner's link from the terminal it was "
    "started in, or use a browser on that computer itself."
)


class OwnersOnly(NotYours):
    """Asked by a guest, a seat or a host (403)."""

    title = "For the owner only"

    def __init__(self, text: str = ONLY_OWNER) -> None:
        super().__init__("owners_only", text)


class OwnerKeys:
    """The link and the devices of one installation."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = Lock()

    def new_link(self) -> str:
        """The key of a new link; the one before opens nothing from now on."""
        key = new_token()
        self._store.remember(LINK, digest(key))
        return key

    def open(self, key: str) -> str:
        """A token for the device that opened the link. Raises OwnersOnly for another key than the newest link's."""
        if digest(key) != self._store.remembered(LINK):
            raise OwnersOnly(
                "This owner's link is of an earlier start of Tablewright. The newest one is in its terminal; "
                "open that, or use a browser on the computer itself."
            )
        return self._new_device(self._devices())

    def holds(self, token: str) -> bool:
        """Whether this is the token of a device of the owner's."""
        return bool(token) and digest(token) in self._devices()

    def only_this(self) -> str:
        """A token for one device; all others are the owner's no more, and the link opens nothing."""
        self._store.remember(LINK, "")
        return self._new_device([])

    def _devices(self) -> list[str]:
        return self._store.remembered(DEVICES).split()

    def _new_device(self, others: list[str]) -> str:
        token = new_token()
        with self._lock:
            self._store.remember(DEVICES, " ".join([*others, digest(token)][-DEVICES_KEPT:]))
        return token
