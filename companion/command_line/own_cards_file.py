"""A table given to a command: the same deck, with the same codes, as the companion's page makes of it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.command_line import output_files
from companion.errors import JobError, Trouble, every_one
from companion.own_decks import sample_table
from companion.own_decks.decks import OwnDeck, OwnDecks
from companion.own_decks.nearest_file import guess
from companion.own_decks.sent_pictures import MOST_TOGETHER, Sent
from companion.storage.data_folder import default_folder
from printkit.input.pictures import Beside
from printkit.input.tables import Table, read_table_file
from rules.values.own_deck import LETTERS, title_of
from rules.values.picture import Finder, Picture
from rules.values.rows import MAX_BYTES, DeckError


@dataclass(frozen=True)
class Given:
    """A deck read and not kept yet."""

    kept: OwnDeck
    decks: OwnDecks

    def keep(self, look: str = "") -> tuple[str, ...]:
        """Keep it among the companion's decks, so that corrected tables keep their codes; what there is to tell.

        With a ready ``look`` its cards have that one on the companion's pages, else the one they have there.
        """
        letters, title = self.kept.letters, self.kept.title
        try:
            dressed = replace(self.kept, look=look, face="") if look else self.kept
            self.decks.put(dressed)
        except Trouble as problem:
            return (*self.kept.own.notes, f"{problem.text} Its codes have {letters} and stay while its rows do.")
        changes = f" ({self.kept.changes})" if self.kept.changes else ""
        said = f'Codes with {letters}, kept as the deck "{title}"{changes}: a corrected table keeps every code.'
        return *self.kept.own.notes, said


def read(file: Path, letters: str = "", keep: Collection[str] | None = None) -> Given:
    """The deck of a table, with the columns to ``keep`` for a face of one's own.

    Raises JobError with file, row, column and cure, a line for each fault.
    """
    decks = OwnDecks(default_folder())
    if letters and not LETTERS.fullmatch(letters.strip().upper()):
        raise JobError(f"--letters {letters}: are not two letters; give two from A to Z, as --letters WF")
    try:
        table = read_table_file(bytes_of(file), str(file))
        return Given(decks.read(table, str(file), title_of(file.name), letters, _finder(table, file), keep), decks)
    except DeckError as error:
        raise every_one(error.problems) from None
    except Trouble as problem:
        raise JobError(problem.text.rstrip(".")) from None


def _finder(table: Table, file: Path) -> Finder:
    """Finds the pictures that lay on the sheet, and those beside the file.

    The former are laid in a folder of their own for as long as the program runs: each is read again when it is drawn.
    """
    beside = Beside(file.parent).find
    if not table.pictures:
        return beside
    folder = Path(_taken_out().name)
    sent = Sent(table.pictures).finder((), folder)

    def find(name: str) -> Picture:
        if name not in table.pictures:
            return beside(name)
        found = sent(name)
        found.file.parent.mkdir(parents=True, exist_ok=True)
        found.file.write_bytes(table.pictures[name])
        return found

    return find


@cache  # one folder a run of the program, gone when it ends
def _taken_out() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="tablewright-")


def bytes_of(file: Path) -> bytes:
    """The bytes of a table. Raises JobError where there is no such file, or it is too large to be one."""
    try:
        most = MAX_BYTES + MOST_TOGETHER if file.suffix.lower() in (".xlsx", ".xlsm") else MAX_BYTES
        if file.is_file() and file.stat().st_size > most:
            text = f"is larger than {most // 1_000_000} MB, and no table of cards is"
            raise JobError(f"{file}: {text}; take pictures out of it, or save it as CSV")
        with file.open("rb") as opened:
            return opened.read(most + 1)
    except FileNotFoundError:
        raise JobError(f"{file}: there is no such file; {guess(file, 'check its name and folder')}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise JobError(f"{file}: cannot be read ({reason}); choose another file") from None


def write_sample(file: Path) -> None:
    """Put the sample table where somebody wants it, never over a file. Raises JobError."""
    write_new(file, sample_table.table(), "--example")


def write_new(file: Path, data: bytes, option: str) -> None:
    """Put a new table where somebody wants it, never over a file. Raises JobError naming the ``option``."""
    try:
        file.open("xb").close()
    except FileExistsError:
        raise JobError(f"{option} {file}: is there already and may be yours; give another name") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise JobError(f"{option} {file}: cannot be written ({reason}); choose another place") from None
    written = False
    try:
        output_files.save({file: data}, option)
        written = True
    finally:
        if not written:
            file.unlink(missing_ok=True)
