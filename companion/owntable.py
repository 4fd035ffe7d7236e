"""A table given to a command: the same deck, with the same codes, as the companion's page makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.cli import JobError
from companion.datadir import default_folder
from companion.errors import Trouble
from companion.nearby import guess
from companion.owndecks import OwnDeck, OwnDecks
from printkit.pictures import Beside
from printkit.tables import read_table_file
from rules.own import LETTERS, title_of
from rules.rows import MAX_BYTES, DeckError


@dataclass(frozen=True)
class Given:
    """A deck read and not kept yet."""

    kept: OwnDeck
    decks: OwnDecks

    def keep(self) -> tuple[str, ...]:
        """Keep it among the companion's decks, so that corrected tables keep their codes; what there is to tell."""
        letters, title = self.kept.letters, self.kept.title
        try:
            self.decks.put(self.kept)
        except Trouble as problem:
            return (*self.kept.own.notes, f"{problem.text} Its codes have {letters} and stay while its rows do.")
        changes = f" ({self.kept.changes})" if self.kept.changes else ""
        said = f'Codes with {letters}, kept as the deck "{title}"{changes}: a corrected table keeps every code.'
        return *self.kept.own.notes, said


def read(file: Path, letters: str = "") -> Given:
    """The deck of a table. Raises JobError with file, row, column and cure; of several faults the first is said."""
    decks = OwnDecks(default_folder())
    if letters and not LETTERS.fullmatch(letters.strip().upper()):
        raise JobError(f"--letters {letters}: are not two letters; give two from A to Z, as --letters WF")
    try:
        table = read_table_file(_bytes(file), str(file))
        return Given(decks.read(table, str(file), title_of(file.name), letters, Beside(file.parent).find), decks)
    except DeckError as error:
        raise JobError(error) from None
    except Trouble as problem:
        raise JobError(problem.text.rstrip(".")) from None


def _bytes(file: Path) -> bytes:
    try:
        if file.is_file() and file.stat().st_size > MAX_BYTES:
            text = f"is larger than {MAX_BYTES // 1_000_000} MB, and no table of cards is"
            raise JobError(f"{file}: {text}; take pictures out of it, or save it as CSV")
        with file.open("rb") as opened:
            return opened.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise JobError(f"{file}: there is no such file; {guess(file, 'check its name and folder')}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise JobError(f"{file}: cannot be read ({reason}); choose another file") from None
