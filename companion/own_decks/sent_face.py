"""A face of one's own sent along with a deck on the page: its file, or a zip of it with its pictures, icons and fonts.

It is read as one beside a table is. Its files are kept in a folder of their own beside the deck, called after a digest
of them, so that a print that has begun never sees half of another face.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from companion import late
from companion.own_decks.deck_file import OwnRefusal, OwnTrouble
from companion.own_decks.sent_pictures import ZIP, unpacked
from printkit.print_refusal import LayoutError
from printkit.safe_files import write_whole
from rules.values.cards import Deck
from rules.values.columns import shown
from rules.values.picture import PictureError

if TYPE_CHECKING:
    from printkit.card_layout import CardLayout

KINDS = (".toml", ".csv", ".png", ".jpg", ".jpeg", ".webp", ".svg", ".ttf", ".otf")
"""What a face can name; anything else in a zip is left in it."""
MOST_FACE = 30_000_000
PLACE = re.compile(r"[0-9a-f]{64}")
FIELD = "face"


@dataclass(frozen=True)
class SentFace:
    """The files of a face by their names; ``file`` is the name of the face's own."""

    file: str
    files: Mapping[str, bytes]

    @property
    def place(self) -> str:
        """Where it is kept in the folder of a deck's faces: the same place for the same files."""
        digest = hashlib.sha256()
        for name, data in sorted(self.files.items()):
            digest.update(f"{len(name)} {name} {len(data)} ".encode() + data)
        return f"{digest.hexdigest()}/{self.file}"


def sent_face(name: str, data: bytes) -> SentFace:
    """The face in what was sent. Raises OwnRefusal where there is none in it, or it is too much."""
    if not data.startswith(ZIP):
        if not name.lower().endswith(".toml"):
            text = f"{shown(name)} is no face; send its file, such as mine.face.toml, or a zip of it and what it names"
            raise OwnRefusal(f"{text}.", FIELD)
        return SentFace("face.toml", {"face.toml": data})
    try:
        sent = unpacked([(name, data)]).files
    except OwnRefusal as refusal:
        raise OwnRefusal(refusal.text, FIELD) from None
    files = {str(_inner(one)): content for one, content in sent.items() if one.lower().endswith(KINDS)}
    if sum(map(len, files.values())) > MOST_FACE:
        text = f"{shown(name)} holds more than {MOST_FACE // 1_000_000} MB, and no face needs that"
        raise OwnRefusal(f"{text}; save its pictures smaller, 1,500 pixels across will do.", FIELD)
    file = _face_in(name, [PurePosixPath(one) for one in files])
    top = "" if str(file.parent) == "." else f"{file.parent}/"
    return SentFace(file.name, {one.removeprefix(top): data for one, data in files.items() if one.startswith(top)})


def _inner(name: str) -> PurePosixPath:
    try:
        return late.pictures.inside(name)
    except ValueError as error:
        said = str(error).replace("the table's folder", "the zip").replace("beside the table ", "into the zip ")
        raise OwnRefusal(f"{said}.", FIELD) from None


def _face_in(name: str, files: list[PurePosixPath]) -> PurePosixPath:
    """The face among the files of a zip: the only one at the top, else the one called so."""
    found = [one for one in files if one.suffix.lower() == ".toml"]
    top = [one for one in found if len(one.parts) == min(len(other.parts) for other in found)]
    for wanted in (top, [one for one in top if one.name == "face.toml"], [one for one in top if _called(one)]):
        if len(wanted) == 1:
            return wanted[0]
    if not found:
        text = f"{shown(name)} holds no face; pack its file, such as mine.face.toml, with what it names"
        raise OwnRefusal(f"{text}.", FIELD)
    listed = ", ".join(sorted(one.name for one in top)[:5])
    raise OwnRefusal(f"{shown(name)} holds several faces ({listed}); call the one that is meant face.toml.", FIELD)


def _called(file: PurePosixPath) -> bool:
    return file.name.endswith(".face.toml")


def lay(folder: Path, face: SentFace) -> bool:
    """Put its files in their place below ``folder``. True where they were not there yet. Raises OwnTrouble."""
    target = (folder / face.place).parent
    if (target / face.file).is_file():
        return False
    try:
        others = {target / name: data for name, data in face.files.items() if name != face.file}
        write_whole({**others, target / face.file: face.files[face.file]}, folders=True, sync=True)
    except OSError as error:
        shutil.rmtree(target, ignore_errors=True)
        raise OwnTrouble(f"The face could not be kept ({error.strerror}); nothing was changed.") from None
    return True


def read(folder: Path, place: str, game: str, title: str) -> CardLayout:
    """The face at a ``place`` below ``folder``. Raises OwnRefusal with file, line, key and cure."""
    file = folder / place
    try:
        return late.own_faces.read_face(game, title, file=file)
    except LayoutError as error:
        raise _refusal(error, file) from None


def bound(folder: Path, place: str, layout: CardLayout, deck: Deck) -> CardLayout:
    """The face with the pictures a deck's cells name. Raises OwnRefusal for what the two do not share."""
    file = folder / place
    try:
        return late.own_faces.bound(layout, deck, file.parent)
    except (LayoutError, PictureError) as error:
        raise _refusal(error, file) from None


def _refusal(error: Exception, file: Path) -> OwnRefusal:
    """What is wrong, with names as they were sent and not as they are kept."""
    said = str(error).replace(f"{file.parent}/", "").replace(f"{file.parent}: ", "")
    return OwnRefusal(f"{said.replace('beside the table', 'in the zip').rstrip('.')}.", FIELD)


def keep_only(folder: Path, place: str) -> None:
    """Take away the faces a deck no longer has; all of them where ``place`` is ""."""
    wanted = place.partition("/")[0]
    for one in folder.iterdir() if folder.is_dir() else ():
        if one.name != wanted:
            shutil.rmtree(one, ignore_errors=True)


def is_place(place: str) -> bool:
    """Whether that is a place as ``SentFace.place`` gives one, and not something somebody wrote there."""
    digest, _, file = place.partition("/")
    return bool(PLACE.fullmatch(digest)) and bool(file) and "/" not in file and file not in (".", "..")
