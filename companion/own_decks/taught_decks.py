"""Decks without codes that were taught: their faces, cut out of photos, in ``taught/`` of the companion's folder.

A folder a deck, with ``deck.json`` and a picture a face. Photos are not kept. The pictures are of somebody's published
cards: they stay on this computer, are in no export, and in a backup only where it is not made ``--without-faces``.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

from companion import late
from companion.errors import NoTable, Trouble
from companion.storage.data_folder import TAUGHT, waiting_for
from printkit.safe_files import write_whole
from rules.text import Name, say

if TYPE_CHECKING:
    from vision.taught.face_deck import Face, FaceDeck
    from vision.taught.straight_card import Picture


FILE = "deck.json"
FORMAT = 1
"""What is written now. A file of a later Tablewright has a higher figure, one of the first has none."""
MOST_DECKS, MOST_FACES, MOST_BACKS, MOST_NAME, MOST_FACE_NAME = 40, 500, 20, 60, 80
QUALITY = 88
LOADED = 4
"""So many decks are kept in memory with their pictures: some 100 MB for 500 faces each."""


@dataclass(frozen=True, slots=True)
class KeptFace:
    """A face on disk: ``file`` beside ``deck.json``, and the digest it must have. ``numbered``: it has no name yet."""

    id: str
    name: str
    file: str
    digest: str
    is_back: bool = False
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class TaughtDeck:
    """A deck of which some or all faces are taught. ``of`` is how many different faces it has, backs not counted.

    ``names`` are offered for its faces; ``game`` is the game or deck of one's own they come from, "" for none.
    """

    id: str
    title: str
    of: int
    faces: tuple[KeptFace, ...] = ()
    names: tuple[str, ...] = ()
    game: str = ""

    @property
    def known(self) -> int:
        """How many faces are taught, backs not counted."""
        return sum(not face.is_back for face in self.faces)

    @property
    def is_whole(self) -> bool:
        """Whether a photo may be compared with it: a deck taught in part would give wrong names."""
        return 0 < self.of <= self.known

    @property
    def free_names(self) -> tuple[str, ...]:
        """The names that are offered and that no face has yet."""
        free = list(self.names)
        for face in self.faces:
            if face.name in free and not face.numbered:
                free.remove(face.name)
        return tuple(free)

    @property
    def unnamed(self) -> tuple[KeptFace, ...]:
        """The faces that only have a number."""
        return tuple(face for face in self.faces if face.numbered)

    def face(self, id: str) -> KeptFace:
        """The face of that number. Raises NoTable where it is not there any more."""
        found = next((face for face in self.faces if face.id == id), None)
        if found is None:
            raise NoTable(
                "no_face",
                say("{title} has no face {number} any more; look at the deck again.", title=Name(self.title),
                    number=Name(id[:8])),
            )  # fmt: skip
        return found

    def with_face(self, changed: KeptFace) -> TaughtDeck:
        """The deck with one face changed."""
        return replace(self, faces=tuple(changed if face.id == changed.id else face for face in self.faces))

    def without_face(self, id: str) -> TaughtDeck:
        """The deck with one face less."""
        return replace(self, faces=tuple(face for face in self.faces if face.id != id))

    def refuse_unless_whole(self) -> None:
        """Raise Trouble where faces are missing."""
        if not self.is_whole:
            raise Trouble(
                "half_taught",
                say(
                    "{known} of {of} faces of {title} are taught. Teach the others first: a deck that is only half "
                    "known gives wrong names.",
                    title=Name(self.title),
                    known=self.known,
                    of=self.of,
                ),
            )


class TaughtDecks:
    """All of them."""

    def __init__(self, data: Path) -> None:
        self.folder = data / TAUGHT
        self._lock, self._held = RLock(), 0
        self._loaded: dict[str, tuple[TaughtDeck, FaceDeck]] = {}

    def all(self) -> tuple[TaughtDeck, ...]:
        """Every deck that can be read, by title."""
        found = []
        for file in self.folder.glob(f"*/{FILE}"):
            with suppress(Trouble):
                found.append(self.find(file.parent.name))
        return tuple(sorted(found, key=lambda deck: deck.title.casefold()))

    def unreadable(self) -> tuple[tuple[str, Trouble], ...]:
        """The ids of those that cannot be read, each with what is in the way."""
        found: list[tuple[str, Trouble]] = []
        for file in self.folder.glob(f"*/{FILE}"):
            try:
                self.find(file.parent.name)
            except Trouble as trouble:
                found.append((file.parent.name, trouble))
        return tuple(sorted(found, key=lambda one: one[0]))

    @contextmanager
    def held(self) -> Iterator[None]:
        """Meanwhile nobody else changes a deck, in no process: two phones that teach the same deck both count.

        Raises Trouble where the folder cannot be written, or somebody else does not let go.
        """
        with self._lock:
            if self._held:
                yield
                return
            with waiting_for(self.folder.with_suffix(".lock")):
                self._held += 1
                try:
                    yield
                finally:
                    self._held -= 1

    def newest(self, deck: TaughtDeck) -> TaughtDeck:
        """A deck as it is kept now; itself where it is not yet."""
        try:
            return self.find(deck.id)
        except NoTable:
            return deck

    def find(self, title: str) -> TaughtDeck:
        """The deck of that title or id.

        Raises NoTable where there is none, Trouble where its file is damaged or of a later Tablewright.
        """
        id = id_of(title)
        try:
            found = json.loads((self.folder / id / FILE).read_text(encoding="utf-8"))
            if int(found.get("format", FORMAT)) > FORMAT:
                text = (
                    "{title} was taught with a newer Tablewright than this one; update this one, and it is read again."
                )
                raise Trouble("newer_deck", say(text, title=Name(str(found.get("title", title))[:MOST_NAME])))
            return _deck_of(id, found)
        except FileNotFoundError:
            raise NoTable("no_taught_deck", _unknown(title)) from None
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise _damaged(title) from None

    def put(self, deck: TaughtDeck, pictures: Sequence[Picture] = (), names: Sequence[str | None] = ()) -> TaughtDeck:
        """Keep a deck, with further faces ``pictures`` called ``names``; None has its number, "" is a back.

        Raises Trouble for more than is taken, or where the folder cannot be written; then nothing is changed.
        """
        with self.held():
            new, contents = _encoded(deck, pictures, names)
            deck = replace(deck, faces=(*deck.faces, *new))
            if deck.known > MOST_FACES:
                raise too_many_faces()
            if len(deck.faces) - deck.known > MOST_BACKS:
                text = "A deck has at most {most} different backs; delete those that are not of this deck."
                raise Trouble("too_many_backs", say(text, most=MOST_BACKS))
            if not (self.folder / deck.id / FILE).exists() and len(self.all()) >= MOST_DECKS:
                text = "{most} decks are taught already; remove one first."
                raise Trouble("too_many_decks", say(text, most=MOST_DECKS))
            about = {"format": FORMAT, **{key: value for key, value in asdict(deck).items() if key != "id"}}
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
        loaded = late.face_deck.FaceDeck(deck.title, tuple(self._face(deck, face) for face in deck.faces))
        self._loaded.pop(deck.id, None)
        for oldest in list(self._loaded)[: 1 - LOADED]:
            self._loaded.pop(oldest, None)
        self._loaded[deck.id] = deck, loaded
        return loaded

    def picture(self, deck: TaughtDeck, face: KeptFace) -> bytes:
        """The picture of a face, as WebP.

        Raises Trouble where it is damaged, NoTable where the deck or the face went while somebody looked.
        """
        try:
            data = (self.folder / deck.id / Path(face.file).name).read_bytes()
        except OSError:
            self.find(deck.id).face(face.id)
            raise _broken(deck, face) from None
        if hashlib.sha256(data).hexdigest() != face.digest:
            raise _broken(deck, face)
        return data

    def broken(self, deck: TaughtDeck) -> tuple[KeptFace, ...]:
        """The faces whose pictures are not there or damaged."""
        found = []
        for face in deck.faces:
            try:
                self.picture(deck, face)
            except Trouble:
                found.append(face)
        return tuple(found)

    def turn(self, deck: TaughtDeck, face: KeptFace) -> TaughtDeck:
        """Turn the picture of a face by half. Raises Trouble where it is damaged."""
        turned = late.numpy.ascontiguousarray(self._face(deck, face).picture_bgr[::-1, ::-1])
        with self.held():
            (new,), contents = _encoded(deck, [turned], [None])
            try:
                write_whole({self.folder / deck.id / new.file: contents[new.file]})
            except OSError as error:
                raise Trouble("cannot_keep", f"{self.folder} cannot be written ({error.strerror}).") from None
            return self.put(deck.with_face(replace(face, file=new.file, digest=new.digest)))

    def rename(self, deck: TaughtDeck, title: str) -> TaughtDeck:
        """Call a deck otherwise. Raises Trouble where another deck has that name."""
        renamed = replace(deck, id=id_of(title), title=title.strip()[:MOST_NAME])
        with self.held():
            if renamed.id != deck.id and (self.folder / renamed.id).exists():
                raise Trouble("title_taken", say("A deck called {title} is there already.", title=Name(renamed.title)))
            try:
                (self.folder / deck.id).rename(self.folder / renamed.id)
            except FileNotFoundError:
                raise NoTable("no_taught_deck", _unknown(deck.title)) from None
            except OSError as error:
                raise Trouble("cannot_keep", f"{self.folder} cannot be written ({error.strerror}).") from None
            self._loaded.pop(deck.id, None)
            return self.put(renamed)

    def remove(self, title: str) -> None:
        """Delete a deck and all its pictures. Raises NoTable where there is none."""
        with self.held():
            place = self.folder / id_of(title)
            if not place.is_dir():
                raise NoTable("no_taught_deck", _unknown(title))
            shutil.rmtree(place)
            self._loaded.pop(place.name, None)

    def _face(self, deck: TaughtDeck, face: KeptFace) -> Face:
        data = self.picture(deck, face)
        picture = late.cv2.imdecode(late.numpy.frombuffer(data, late.numpy.uint8), late.cv2.IMREAD_COLOR)
        if picture is None or picture.shape[1::-1] != late.face_deck.KEPT:
            raise _broken(deck, face)
        return late.face_deck.Face(face.id, face.name, late.numpy.asarray(picture, late.numpy.uint8), face.is_back)


def id_of(title: str) -> str:
    """The folder a deck of that title is kept in. Raises Trouble for a title without a letter or figure."""
    plain = re.sub(r"[^\w]+", "-", title.casefold()).strip("-_")[:MOST_NAME]
    if not plain:
        raise Trouble("no_title", "A deck needs a name with a letter or a figure in it.")
    return plain


def _encoded(
    deck: TaughtDeck, pictures: Sequence[Picture], names: Sequence[str | None]
) -> tuple[list[KeptFace], dict[str, bytes]]:
    """New faces of a deck with the ids that follow, and their files."""
    first = 1 + max((int(face.id) for face in deck.faces), default=0)
    faces, files = [], {}
    for number, (picture, name) in enumerate(zip(pictures, names, strict=True), start=first):
        data = late.cv2.imencode(".webp", picture, [late.cv2.IMWRITE_WEBP_QUALITY, QUALITY])[1].tobytes()
        digest = hashlib.sha256(data).hexdigest()
        files[f"{digest[:20]}.webp"] = data
        called = str(number) if name is None else name
        faces.append(KeptFace(str(number), called, f"{digest[:20]}.webp", digest, name == "", name is None))
    return faces, files


def too_many_faces() -> Trouble:
    """The answer to more faces than a deck may have."""
    text = "A deck has at most {most} faces; teach it as two decks."
    return Trouble("most_faces", say(text, most=MOST_FACES))


def _deck_of(id: str, found: Any) -> TaughtDeck:
    """A deck as its file tells it. Raises ValueError, KeyError or TypeError where that cannot be."""
    faces = tuple(KeptFace(**face) for face in found["faces"])
    ids = [face.id for face in faces]
    sound = all(isinstance(text, str) for face in faces for text in (face.id, face.name, face.file, face.digest))
    if not sound or not all(one.isascii() and one.isdigit() for one in ids) or len(set(ids)) < len(ids):
        raise ValueError("faces without numbers or names")
    names = tuple(str(name) for name in found.get("names", ()))
    deck = TaughtDeck(id, str(found["title"]), int(found["of"]), faces, names, str(found.get("game", "")))
    if not 1 <= deck.of <= MOST_FACES:
        raise ValueError("no number of faces")
    return deck


def _damaged(title: str) -> Trouble:
    return Trouble(
        "taught_damaged",
        say(
            "The taught deck {title} is damaged ({file}); remove it, and teach it again or restore it from a backup.",
            title=Name(title[:MOST_NAME]),
            file=Name(FILE),
        ),
    )


def _broken(deck: TaughtDeck, face: KeptFace) -> Trouble:
    if face.is_back:
        text = "The picture of the back of {title} is damaged; delete it, and photograph the back again."
        return Trouble("face_damaged", say(text, title=Name(deck.title)))
    called = say("face {number}", number=face.id) if face.numbered else Name(face.name)
    text = "The picture of {name} in {title} is damaged; delete that face, and photograph it again."
    return Trouble("face_damaged", say(text, name=called, title=Name(deck.title)))


def _unknown(title: str) -> str:
    return say(
        "No deck called {title} has been taught here; perhaps it was renamed or removed.", title=Name(title[:MOST_NAME])
    )
