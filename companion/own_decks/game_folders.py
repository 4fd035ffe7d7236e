"""Games out of folders: found on disk, read by the rules, and known to this process from then on."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion import late
from companion.errors import Trouble
from companion.own_decks import game_editions
from companion.own_decks.decks import OwnDecks
from companion.own_decks.folder_files import FolderFiles, bounded
from companion.own_decks.nearest_file import guess
from printkit.input.tables import read_table_file
from printkit.print_refusal import LayoutError
from printkit.safe_files import is_folder, is_there
from printkit.type.language import ENGLISH, find_language
from rules import games
from rules.datagame.toml_reading import FILE, MOST_BYTES
from rules.values.cards import Card, DeckError, Problem
from rules.values.columns import one_line
from rules.values.own_deck import GAME as OWN
from rules.values.picture import PictureError
from rules.values.rows import MAX_BYTES

if TYPE_CHECKING:
    from printkit.card_layout import CardLayout
    from printkit.components.kit_file import Kit
    from rules.datagame.plan import Plan


MOST_GAMES = 60
_folders: dict[str, Path] = {}
A_GAME = f"a game is a folder with {FILE} and cards.csv"
NO_FOLDER = f"is a file; name the folder it lies in ({A_GAME})"


class FolderRefusal(Exception):  # noqa: N818 - an answer to whoever made the folder
    """A folder cannot be played. ``problems`` are lines of their own: file, line, key or column, cure."""

    def __init__(self, *problems: str) -> None:
        self.problems = problems
        more = f" (and {len(problems) - 1} more; tablewright check lists them)" if len(problems) > 1 else ""
        super().__init__(problems[0] + more)


def read_folder(folder: Path) -> Plan:
    """The game in a folder. Raises FolderRefusal naming everything that is wrong with it."""
    return look_over(folder).plan


@dataclass(frozen=True, slots=True)
class Looked:
    """A folder that can be played: its game, what had to be guessed to read its files, and its worked examples: how
    many there are, and what they come to otherwise than they say."""

    plan: Plan
    notes: tuple[str, ...] = ()
    examples: int = 0
    differences: tuple[str, ...] = ()
    learnt: Callable[[], str] = str
    """Has this edition of the game known as its newest, and gives its digest."""


def look_over(folder: Path, *, examples: bool = False, renewed: str = "") -> Looked:
    """The game in a folder, with ``examples`` those of its examples.toml reckoned. ``renewed`` is the id of a game that
    is known already and whose folder was changed.

    Raises FolderRefusal naming everything that is wrong with it.
    """
    try:
        toml = bounded(folder / FILE, MOST_BYTES)
        tables = FolderFiles(folder)
    except FileNotFoundError:
        raise FolderRefusal(f"{folder}: {_no_game(folder)}") from None
    except NotADirectoryError:
        raise FolderRefusal(f"{folder}: {NO_FOLDER}") from None
    except OSError as error:
        raise FolderRefusal(f"{error.filename}: cannot be read ({error.strerror}); choose another folder") from None
    try:
        plan = late.plan_reading.read_game(toml, tables, str(folder))
        count, found = _examples(plan, folder) if examples else (0, ())
    except DeckError as error:
        raise FolderRefusal(*map(str, error.problems)) from None
    _free(plan, folder, renewed, late.plan_reading.lines_of_game(toml))
    learnt = partial(game_editions.learn, plan, toml, tables)
    return Looked(plan, tuple(dict.fromkeys(tables.notes)), count, tuple(map(str, found)), learnt)


def _examples(plan: Plan, folder: Path) -> tuple[int, tuple[Problem, ...]]:
    """How many worked examples a folder has, and what is wrong with them or comes to something else."""
    file = folder / late.examples.FILE
    if not is_there(file):
        return 0, ()
    try:
        return late.examples.reckoned(plan, bounded(file, MOST_BYTES), str(file))
    except DeckError as error:
        return 0, error.problems
    except OSError as error:
        return 0, (Problem(str(file), 1, "", f"cannot be read ({error.strerror}); look at who may read it"),)


def face_of(plan: Plan, folder: Path) -> CardLayout | None:
    """The face the folder's cards are drawn on, where ``[face]`` names one. Raises FolderRefusal."""
    said = _said_face(folder)
    if not said or not plan.deck.cards:
        return None
    look, name = said.get("look", ""), said.get("file", "")
    try:
        file = folder / late.pictures.inside(name) if name else None
        layout = late.own_faces.read_face(plan.id, plan.title, look=look, file=file, said_in=str(folder / FILE))
        return late.own_faces.bound(layout, plan.deck, folder, lambda card: _row_of(card, folder))
    except (LayoutError, PictureError) as error:
        raise FolderRefusal(str(error)) from None
    except ValueError as error:
        raise FolderRefusal(f"{folder / FILE}: [face]: file: {error}") from None


def kit_of(plan: Plan, folder: Path, layout: CardLayout | None) -> Kit | None:
    """The boards, tokens and other parts kit.toml in the folder describes, and the game's rules as sheets; None where
    there is neither.

    Raises FolderRefusal where one of them cannot be drawn.
    """
    return kit_beside(folder, plan.title, plan.deck.size, layout, plan.rules)


def kit_beside(folder: Path, title: str, cards: int, layout: CardLayout | None, rules: str = "") -> Kit | None:
    """The kit in kit.toml of a folder, for a deck with this title, so many cards and these rules. As ``kit_of``."""
    file = folder / late.kit_file.FILE
    try:
        found = late.kit_file.own_kit(file, title, cards) if is_there(file) else None
        found = late.kit_file.with_rules(found, rules, folder, title, cards)
        if found is None:
            return None
        late.kit.made_from(found, layout or late.card_layout.find_layout(OWN), find_language(ENGLISH))
    except (LayoutError, PictureError) as error:
        raise FolderRefusal(str(error)) from None
    return found


def _row_of(card: Card, folder: Path) -> str:
    """Where a card of a folder that has been read stands: the file of its cards and the line."""
    try:
        whole = tomllib.loads(bounded(folder / FILE, MOST_BYTES).decode("utf-8-sig").replace("\r\n", "\n"))
        file = folder / whole["cards"].get("file", "cards.csv")
        (_, header), *rows = read_table_file(bounded(file, MAX_BYTES), str(file)).rows
        column = [one_line(cell).casefold() for cell in header].index("code")
        line = next(line for line, cells in rows if cells[column].strip().upper() == card.code)
    except (OSError, ValueError, KeyError, IndexError, StopIteration):  # changed since it was read
        return f"{folder}: {card.name}"
    return f"{file} line {line}"


def _said_face(folder: Path) -> dict[str, str]:
    """What ``[face]`` of a game that has been read says."""
    whole = tomllib.loads(bounded(folder / FILE, MOST_BYTES).decode("utf-8-sig").replace("\r\n", "\n"))
    return {key: value for key, value in whole.get("face", {}).items() if isinstance(value, str)}


def _no_game(folder: Path) -> str:
    """Why a folder that was named cannot be one, and what to do."""
    if is_folder(folder):
        meant = next((name for name in _names_in(folder) if name.lower() in (FILE, f"{FILE}.txt", f"{FILE}.toml")), "")
        return f"has {meant} and no {FILE}; give it that name" if meant else f"has no {FILE}; {A_GAME}"
    if str(folder) in games.names():
        return f"there is no such folder; {folder} is a game that is here already, and this is for folders of your own"
    return f"there is no such folder; {guess(folder, A_GAME, folder=True)}"


def _names_in(folder: Path) -> list[str]:
    """The names of the files in a folder, as far as it can be read."""
    try:
        return sorted(one.name for one in folder.iterdir() if one.is_file())
    except OSError:
        return []


def _free(plan: Plan, folder: Path, renewed: str, line_of: Callable[[str], int]) -> None:
    """Raise FolderRefusal where the game's id or letters are another's; ``line_of`` says where a key of [game] is."""
    letters = plan.deck.spec.letters

    def refuse(key: str, text: str) -> FolderRefusal:
        return FolderRefusal(str(Problem(f"{folder / FILE}", line_of(key), key, text)))

    if renewed:
        if (plan.id, letters) != (renewed, games.spec(renewed).letters):
            raise refuse("id", "the id or the letters are others now; start the server again for that")
        return
    if plan.id in games.names():
        raise refuse("id", f"{plan.id} is the id of {games.spec(plan.id).title}; choose another")
    called = games.called(plan.title)
    if called:
        text = f"{games.spec(called).title} is what the game {called} is called, and nobody could tell them apart"
        raise refuse("title", f"{text}; choose another")
    game = games.by_letters(letters)
    if game is not None:
        text = f"{letters} are the letters of {games.spec(game).title}, so its cards would be taken for these"
        raise refuse("letters", f"{text}; choose others")


def bring_all(folder: Path) -> tuple[Plan, ...]:
    """Have every game in a folder known: the folder itself, or those in it. Raises FolderRefusal."""
    if is_there(folder / FILE):
        found = [folder]
    else:
        try:
            found = sorted(inner for inner in folder.iterdir() if (inner / FILE).is_file())
        except FileNotFoundError:
            raise FolderRefusal(f"{folder}: {_no_game(folder)}") from None
        except NotADirectoryError:
            raise FolderRefusal(f"{folder}: {NO_FOLDER}") from None
        except OSError as error:
            raise FolderRefusal(f"{folder}: cannot be read ({error.strerror}); choose another folder") from None
    if not found:
        raise FolderRefusal(f"{folder}: holds no game; {A_GAME}")
    if len(found) > MOST_GAMES:
        raise FolderRefusal(f"{folder}: holds {len(found)} games; {MOST_GAMES} are the most")
    plans = []
    for inner in found:
        looked = look_over(inner)
        layout = face_of(looked.plan, inner)
        parts = kit_of(looked.plan, inner, layout)
        games.bring(looked.plan.deck, late.game.game_of(looked.plan))
        _known_as(looked, layout, parts)
        _folders[looked.plan.id] = inner
        plans.append(looked.plan)
    return tuple(plans)


def brought_from() -> dict[str, Path]:
    """The folders of the games that are known here, by their ids."""
    return {game: folder for game, folder in _folders.items() if games.brought(game)}


def renew(game: str, folder: Path) -> Plan:
    """Have a game whose folder was changed known as it is now: tables that are on go on with what they began with.

    Raises FolderRefusal, and leaves the game as it was.
    """
    looked = look_over(folder, renewed=game)
    layout = face_of(looked.plan, folder)
    parts = kit_of(looked.plan, folder, layout)
    games.renew(looked.plan.deck, late.game.game_of(looked.plan))
    _known_as(looked, layout, parts)
    return looked.plan


def _known_as(looked: Looked, layout: CardLayout | None, parts: Kit | None) -> None:
    looked.learnt()
    if layout is None:
        late.card_layout.forget(looked.plan.id)
    else:
        late.card_layout.bring(looked.plan.id, layout)
    if parts is None:
        late.kit_file.forget(looked.plan.id)
    else:
        late.kit_file.bring(looked.plan.id, parts)


def clashes(decks: OwnDecks) -> tuple[str, ...]:
    """A sentence for each deck of one's own whose letters a game has too: a newer one, or one out of a folder."""
    said = []
    for letters in decks.letters():
        game = games.by_letters(letters)
        if game is None:
            continue
        try:
            title = decks.find(letters).title
        except Trouble:
            title = "a deck that cannot be read"
        said.append(
            f"{title}, a deck of your own, has the letters {letters} of {games.spec(game).title}, so its cards may be "
            "taken for those. Upload it again under other letters, and take this one away."
        )
    return tuple(said)
