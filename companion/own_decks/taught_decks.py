"""Decks without codes that were taught: their faces, cut out of photos, in ``taught/`` of the companion's folder.

A folder a deck, with ``deck.json`` and a picture a face. Photos are not kept. The pictures are of somebody's published
cards: they stay on this computer, are in no export, and in a backup only where it is not made ``--without-faces``.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from threading import Lock

import numpy as np

from companion.errors import NoTable, Trouble
from companion.storage.data_folder import TAUGHT
from printkit.safe_files import write_whole
from vision.picture.opencv_setup import cv2
from vision.taught.face_deck import KEPT, Face, FaceDeck
from vision.taught.straight_card import Picture

FILE = "deck.json"
MOST_DECKS, MOST_FACES, MOST_NAME = 40, 500, 60
QUALITY = 88


@dataclass(frozen=True, slots=True)
class KeptFace:
    """A face on disk: ``file`` beside ``deck.json``, and the digest it must have."""

    id: str
    name: str
    file: str
    digest: str
    is_back: bool = False


@dataclass(frozen=True, slots=True)
class TaughtDeck:
    """A deck of which some or all faces are taught. ``of`` is how many different faces it has, backs not counted."""

    id: str
    title: str
    of: int
    faces: tuple[KeptFace, ...] = ()

    @property
    def known(self) -> int:
        """How many faces are taught, backs not counted."""
        return sum(not face.is_back for face in self.faces)

    @property
    def is_whole(self) -> bool:
        """Whether a photo may be compared with it: a deck taught in part would give wrong names."""
        return 0 < self.of <= self.known

    def refuse_unless_whole(self) -> None:
        """Raise Trouble where faces are missing."""
        if not self.is_whole:
            raise Trouble(
                "half_taught",
                f"Of {self.title}, {self.known} of {self.of} faces are taught. Teach the others first: a deck that is "
                "not known whole would give wrong names.",
            )


class TaughtDecks:
    """All of them."""

    def __init__(self, data: Path) -> None:
        self.folder = data / TAUGHT
        self._lock = Lock()
        self._loaded: dict[str, tuple[TaughtDeck, FaceDeck]] = {}

    def all(self) -> tuple[TaughtDeck, ...]:
        """Every deck that can be read, by title."""
        found = []
        for file in self.folder.glob(f"*/{FILE}"):
            with suppress(Trouble):
                found.append(self.find(file.parent.name))
        return tuple(sorted(found, key=lambda deck: deck.title.casefold()))

    def find(self, title: str) -> TaughtDeck:
        """The deck of that title or id. Raises NoTable where there is none, Trouble where its file is damaged."""
        id = id_of(title)
        try:
            found = json.loads((self.folder / id / FILE).read_text(encoding="utf-8"))
            faces = tuple(KeptFace(**face) for face in found["faces"])
            return TaughtDeck(id, str(found["title"]), int(found["of"]), faces)
        except FileNotFoundError:
            raise NoTable("no_taught_deck", _unknown(title)) from None
        except (OSError, ValueError, KeyError, TypeError):
            raise _damaged(title, FILE) from None

    def put(self, deck: TaughtDeck, pictures: Sequence[Picture] = (), names: Sequence[str] = ()) -> TaughtDeck:
        """Keep a deck, with further faces ``pictures`` called ``names``; a back has none, "".

        Raises Trouble for more than is taken, or where the folder cannot be written; then nothing is changed.
        """
        with self._lock:
            new, contents = _encoded(deck, pictures, names)
            deck = replace(deck, faces=(*deck.faces, *new))
            if len(deck.faces) > MOST_FACES:
                raise Trouble("too_many_faces", f"A deck has at most {MOST_FACES} faces; teach it as two decks.")
            if not (self.folder / deck.id / FILE).exists() and len(self.all()) >= MOST_DECKS:
                raise Trouble("too_many_decks", f"{MOST_DECKS} decks are taught already; remove one first.")
            about = {"title": deck.title, "of": deck.of, "faces": [asdict(face) for face in deck.faces]}
            contents[FILE] = json.dumps(about, ensure_ascii=False, indent=1).encode()
            place = self.folder / deck.id
            try:
                write_whole({place / name: data for name, data in contents.items()}, folders=True)
            except OSError as error:
                raise Trouble("cannot_keep", f"{self.folder} cannot be written ({error.strerror}).") from None
            # What was taken away is nowhere any more.
            for file in set(place.glob("*.webp")) - {place / face.file for face in deck.faces}:
                file.unlink(missing_ok=True)
            return deck

    def pictures(self, deck: TaughtDeck) -> FaceDeck:
        """A deck with its pictures, as photos are compared with it. Raises Trouble where one is damaged."""
        known = self._loaded.get(deck.id)
        if known and known[0] == deck:
            return known[1]
        loaded = FaceDeck(deck.title, tuple(self._face(deck, face) for face in deck.faces))
        self._loaded[deck.id] = deck, loaded
        return loaded

    def remove(self, title: str) -> None:
        """Delete a deck and all its pictures. Raises NoTable where there is none."""
        with self._lock:
            place = self.folder / id_of(title)
            if not place.is_dir():
                raise NoTable("no_taught_deck", _unknown(title))
            shutil.rmtree(place)
            self._loaded.pop(place.name, None)

    def _face(self, deck: TaughtDeck, face: KeptFace) -> Face:
        try:
            data = (self.folder / deck.id / Path(face.file).name).read_bytes()
        except OSError:
            raise _damaged(deck.title, face.file) from None
        if hashlib.sha256(data).hexdigest() != face.digest:
            raise _damaged(deck.title, face.file)
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        if picture is None or picture.shape[1::-1] != KEPT:
            raise _damaged(deck.title, face.file)
        return Face(face.id, face.name, np.asarray(picture, np.uint8), face.is_back)


def id_of(title: str) -> str:
    """The folder a deck of that title is kept in. Raises Trouble for a title without a letter or figure."""
    plain = re.sub(r"[^\w]+", "-", title.casefold()).strip("-_")[:MOST_NAME]
    if not plain:
        raise Trouble("no_title", "A deck needs a name with a letter or a figure in it.")
    return plain


def _encoded(
    deck: TaughtDeck, pictures: Sequence[Picture], names: Sequence[str]
) -> tuple[list[KeptFace], dict[str, bytes]]:
    """New faces of a deck with the ids that follow, and their files."""
    first = 1 + max((int(face.id) for face in deck.faces), default=0)
    faces, files = [], {}
    for number, (picture, name) in enumerate(zip(pictures, names, strict=True), start=first):
        data = cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])[1].tobytes()
        digest = hashlib.sha256(data).hexdigest()
        files[f"{digest[:20]}.webp"] = data
        faces.append(KeptFace(str(number), name, f"{digest[:20]}.webp", digest, is_back=not name))
    return faces, files


def _damaged(title: str, file: str) -> Trouble:
    return Trouble(
        "taught_damaged",
        f"The taught deck {title[:MOST_NAME]} is damaged ({file[:40]}); remove it, and teach it again or restore it "
        "from a backup.",
    )


def _unknown(title: str) -> str:
    return f"no deck called {title[:MOST_NAME]} has been taught here; `tablewright teach` lists those that have"
