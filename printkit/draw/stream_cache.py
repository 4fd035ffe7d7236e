"""Finished streams of drawings, kept so that what did not change is not drawn again.

In memory always, up to ``MOST_BYTES``; on disk where whoever runs us names a folder (``keep_in``). What is kept is
compressed PDF operators together with what made them right: the font codes they rely on and the forms they refer to.
Only art, which names no font, goes to disk. A file that cannot be read, or holds something else, is drawn anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
import threading
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from printkit.safe_files import write_whole

if TYPE_CHECKING:  # whoever only names the folder need not wait for Pillow
    from printkit.draw.photos import Recipe

MOST_BYTES = 48_000_000
_HEAD = b"tablewright pressed 1\n"


Run = tuple[str, str, float]
"""Part of a line: font resource, string operand, size as a share of the text's."""
Runs = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Shows:
    """A line of text and the runs it became in the file it was first drawn for."""

    text: str
    font: str
    runs: Runs
    plain: bool = False
    """Whether it is printable ASCII under its own numbers, as in any file that has the same resource for it."""


@dataclass(frozen=True, slots=True)
class Refers:
    """A form the stream refers to, by its name in the file."""

    form: str
    stream: FinishedStream


@dataclass(frozen=True, slots=True)
class Embeds:
    """A picture the stream shows, by its name in the file."""

    form: str
    recipe: Recipe


@dataclass(frozen=True, slots=True)
class FinishedStream:
    """A form's compressed stream, and in the order of drawing what it shows and refers to."""

    data: bytes
    uses: tuple[Shows | Refers | Embeds, ...]

    @property
    def size(self) -> int:
        """About how many bytes are kept for it, forms it refers to left out: those are kept on their own account."""
        return len(self.data) + 200 * len(self.uses) + 200


class _Key:
    """A key that is hashed once: a page's has every field of every card on it."""

    __slots__ = ("hash", "key")

    def __init__(self, key: Hashable) -> None:
        self.key, self.hash = key, hash(key)

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.hash == other.hash and self.key == other.key


class _Shelf:
    """What is in memory, the longest unused leaving first."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.held: OrderedDict[_Key, tuple[_Key, FinishedStream]] = OrderedDict()
        """Each with its key once more: found again by that very object, it need not be compared."""
        self.bytes = 0
        self.folder: Path | None = None


_shelf = _Shelf()


def keep_in(folder: Path | None) -> None:
    """Keep art in a folder between runs; None keeps it in memory alone. A folder that cannot be used is no error."""
    _shelf.folder = folder


def forget() -> None:
    """Empty the memory (not the folder)."""
    with _shelf.lock:
        _shelf.held.clear()
        _shelf.bytes = 0


def find(key: Hashable) -> FinishedStream | None:
    """What is kept under a key."""
    with _shelf.lock:
        held = _shelf.held.get(_Key(key))
        if held is not None:
            same, found = held
            _shelf.held.move_to_end(same)
            return found
    read = _read(key)
    if read is not None:
        _remember(key, read)
    return read


def keep(key: Hashable, stream: FinishedStream) -> None:
    """Keep a stream under a key that says everything it depends on."""
    _remember(key, stream)
    file = _file(key)
    packed = _pack(stream) if file else None
    if file is None or packed is None:
        return
    with contextlib.suppress(OSError):  # a full disk or a read-only home: then it is drawn again next time
        if not file.parent.is_dir():
            _make_folder(file.parent)
        write_whole({file: packed})


def _remember(key: Hashable, stream: FinishedStream) -> None:
    own = _Key(key)
    with _shelf.lock:
        old = _shelf.held.pop(own, None)
        _shelf.bytes += stream.size - (old[1].size if old else 0)
        _shelf.held[own] = (own, stream)
        while _shelf.bytes > MOST_BYTES and len(_shelf.held) > 1:
            _, (_, gone) = _shelf.held.popitem(last=False)
            _shelf.bytes -= gone.size


def _make_folder(folder: Path) -> None:
    """The folder of this version of the art; those of older versions are cleared away."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.parent.glob("art-*"):
        if old != folder:
            shutil.rmtree(old, ignore_errors=True)


def _file(key: Hashable) -> Path | None:
    if _shelf.folder is None or not isinstance(key, tuple) or not isinstance(key[0], str):
        return None
    name, places = key
    return _shelf.folder / f"art-{edition()}" / f"{name}-{places}"


@cache
def edition() -> str:
    """A digest of the programs that draw: other programs, other drawings."""
    here = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for folder in ("art", "draw", "face"):
        for file in sorted((here / folder).glob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _read(key: Hashable) -> FinishedStream | None:
    file = _file(key)
    if file is None:
        return None
    try:
        return _unpack(file.read_bytes())
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _pack(stream: FinishedStream) -> bytes | None:
    """A stream and those it refers to as one file; None where it shows text, whose codes mean nothing elsewhere."""
    streams: list[bytes] = []

    def entry(one: FinishedStream) -> dict[str, object] | None:
        streams.append(one.data)
        forms: list[object] = []
        for use in one.uses:
            inner = entry(use.stream) if isinstance(use, Refers) else None
            if inner is None or not isinstance(use, Refers):
                return None
            forms.append([use.form, inner])
        return {"bytes": len(one.data), "forms": forms}

    whole = entry(stream)
    if whole is None:
        return None
    body = json.dumps(whole, separators=(",", ":")).encode() + b"\n" + b"".join(streams)
    return _HEAD + hashlib.sha256(body).hexdigest().encode() + b"\n" + body


def _unpack(data: bytes) -> FinishedStream:
    """Raises ValueError where the file is not one of ours, or not whole."""
    head, digest, body = data[: len(_HEAD)], data[len(_HEAD) : len(_HEAD) + 64], data[len(_HEAD) + 65 :]
    if head != _HEAD or hashlib.sha256(body).hexdigest().encode() != digest:
        raise ValueError("not a kept stream")
    table, _, rest = body.partition(b"\n")
    at = 0

    def unpacked(entry: dict[str, object]) -> FinishedStream:
        nonlocal at
        size = int(str(entry["bytes"]))
        stream = rest[at : at + size]
        at += size
        forms = entry["forms"]
        assert isinstance(forms, list)
        return FinishedStream(stream, tuple(Refers(str(name), unpacked(inner)) for name, inner in forms))

    return unpacked(json.loads(table))
