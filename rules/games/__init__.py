"""The games. A game is a folder here; ``names()`` finds them, no list is edited.

Every folder has ``deck.py`` (a ``SPEC``) and ``cards.csv``; a game that answers single questions has ``calculators.py``
(``CALCULATORS``, and ``QUESTIONS`` for the pages people ask them on); a game that can be played has ``info.py`` (an
``INFO``: title, players, house rules) and ``game.py`` (a ``GAME``); a game whose cards people may type in from a box
of their own has ``deck_table.py`` (a ``TABLE``). Games from elsewhere come beside them with ``bring``, once, when a
program starts; decks somebody typed in with ``bring_deck``, each version under its key, before a table that plays with
it is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from types import ModuleType
from typing import TYPE_CHECKING, Any

from rules.text import say
from rules.values.added_deck import AddedDeck, CardTable, from_plain
from rules.values.cards import Card, Deck, DeckSpec, read_deck
from rules.values.columns import nearest

if TYPE_CHECKING:  # a list of games shows what they are, and need not load what their tables are made of
    from rules.game_info import GameInfo
    from rules.game_protocol import Calculator, Game
    from rules.question_pages import Question

_brought: dict[str, tuple[Deck, Game[Any]]] = {}
_brought_questions: dict[str, tuple[Question, ...]] = {}
_added: dict[str, AddedDeck] = {}
_added_cards: dict[tuple[str, str], Card] = {}


def bring(deck: Deck, game: Game[Any], questions: tuple[Question, ...] = ()) -> None:
    """Have a game from elsewhere known in this process. Raises ValueError where its id or letters are another's.

    ``questions`` are what people can ask of its calculators on a page.
    """
    name, letters = deck.game, deck.spec.letters
    if name in names():
        raise ValueError(say("{name} is the id of {title} already; choose another", name=name, title=spec(name).title))
    other = by_letters(letters) if deck.cards else None
    if other is not None:
        raise ValueError(
            say("{letters} are the letters of {title} already; choose others", letters=letters, title=spec(other).title)
        )
    _brought[name] = (deck, game)
    _brought_questions[name] = questions


def renew(deck: Deck, game: Game[Any]) -> None:
    """Have a game that was brought known in another edition from now on."""
    _brought[deck.game] = (deck, game)


def send_away(name: str) -> None:
    """Forget a game that was brought."""
    _brought.pop(name, None)
    _brought_questions.pop(name, None)


def brought(name: str) -> bool:
    """Whether the game came from elsewhere, out of a folder or a package: it has no kit, and no face of ours."""
    return name in _brought


@cache
def _here() -> tuple[str, ...]:
    folder = files(__name__)
    return tuple(sorted(item.name for item in folder.iterdir() if item.is_dir() and (item / "deck.py").is_file()))


def names() -> tuple[str, ...]:
    """The ids of all games, alphabetically, those brought from elsewhere last."""
    return (*_here(), *sorted(_brought))


def with_cards() -> tuple[str, ...]:
    """The ids of the games that have cards of their own; one that only keeps points has none."""
    return tuple(name for name in names() if name not in _brought or _brought[name][0].cards)


def guess(word: str, among: tuple[str, ...] = (), ids: tuple[str, ...] = ()) -> str:
    """What to say about a name that is not a game: the one that was meant, by its id or its title, or all of them.

    ``among`` are the games to choose from (all of them where it is empty), ``ids`` names of others besides.
    """
    known = among or names()
    meant = called(word)
    return (
        say("did you mean {meant}?", meant=meant) if meant in known else nearest(word.strip().lower(), (*known, *ids))
    )


def called(title: str) -> str | None:
    """The game somebody means who calls it by its id or its title, however they space it and set its capitals."""
    plain = _letters(title)
    return next((name for name in names() if plain in (name, _letters(spec(name).title))), None)


def _letters(title: str) -> str:
    return "".join(filter(str.isalnum, title.casefold()))


def playable() -> tuple[str, ...]:
    """The games a table can be opened for."""
    folder = files(__name__)
    return tuple(name for name in names() if name in _brought or (folder / name / "game.py").is_file())


def spec(name: str) -> DeckSpec:
    """How the game's cards look. Raises KeyError for a name that is not a game."""
    if name not in names():
        raise KeyError(name)
    if name in _brought:
        return _brought[name][0].spec
    found: DeckSpec = import_module(f"{__name__}.{name}.deck").SPEC
    return found


def deck(name: str) -> Deck:
    """The game's whole deck. Raises KeyError for a name that is not a game."""
    return _brought[name][0] if name in _brought else _deck(name)


@cache
def _deck(name: str) -> Deck:
    own = spec(name)
    data = (files(f"{__name__}.{name}") / "cards.csv").read_bytes()
    return read_deck(data, own, f"{name}/cards.csv", drawings=True)


def card_table(name: str) -> CardTable | None:
    """What tables of the game's cards look like that people type in; None where it takes none."""
    found: CardTable | None = getattr(_part(name, "deck_table"), "TABLE", None) if name not in _brought else None
    return found


def bring_deck(added: AddedDeck) -> None:
    """Have a version of a deck somebody typed in known in this process. It is never forgotten: a version stays as it
    is, and tables play with it."""
    if added.key not in _added:
        _added_cards.update({(added.game, card.id): card for card in added.deck.cards})
        _added[added.key] = added


def deck_from_plain(plain: Mapping[str, object]) -> AddedDeck:
    """A deck from ``AddedDeck.plain``.

    Raises ValueError where it was tampered with, or is of a game that takes none.
    """
    game = str(plain.get("game", ""))
    table = card_table(game) if game in names() else None
    if table is None:
        raise ValueError("game")
    return from_plain(plain, table)


def added_deck(name: str, key: str) -> AddedDeck:
    """The version of a deck of that game with that key. Raises KeyError where it was not brought."""
    found = _added[key]
    if found.game != name:
        raise KeyError(key)
    return found


def added_decks(name: str, keys: tuple[str, ...]) -> tuple[AddedDeck, ...]:
    """The same for several, those that are known here."""
    return tuple(found for key in keys if (found := _added.get(key)) is not None and found.game == name)


def played_with(name: str, keys: tuple[str, ...]) -> tuple[str, ...]:
    """What is said of a table's decks beside its house rules."""
    return tuple(say("played with the cards of {title}", title=one.title) for one in added_decks(name, keys))


def plain_text(name: str) -> Callable[[str], str]:
    """How the game shows a card's printed text on a screen: without its marks. Unchanged where it has no such way."""
    if name not in names() or name in _brought:
        return str
    found: Callable[[str], str] = getattr(import_module(f"{__name__}.{name}.deck"), "plain", str)
    return found


def deck_with(name: str, keys: tuple[str, ...] = ()) -> Deck:
    """The cards a table of the game plays with: its own, or those of the decks that take their place or lie beside.

    Raises KeyError for a game or a deck that is not known here.
    """
    return _deck_with(name, keys) if keys else deck(name)


@cache
def _deck_with(name: str, keys: tuple[str, ...]) -> Deck:
    added, table = tuple(added_deck(name, key).deck for key in keys), card_table(name)
    own = deck(name).cards if table is not None and table.beside else ()
    first = deck(name) if own else added[0]
    return Deck(first.spec, (*own, *(card for one in added for card in one.cards)))


def card(name: str, card_id: str) -> Card | None:
    """The card with that id: one of the game's own, or one of a deck that was brought. None for a word nobody knows."""
    return deck(name).by_id.get(card_id) or _added_cards.get((name, card_id))


def card_named(name: str, called: str) -> Card | None:
    """The card with that name: of the game itself, else of a deck that was brought. None where no card has it."""
    if name not in names():
        return None
    brought = (one for (game, _), one in _added_cards.items() if game == name)
    return next((one for one in (*reversed(deck(name).cards), *brought) if one.name == called), None)


def info(name: str) -> GameInfo:
    """What a game is, without loading the game. Raises KeyError for a name that cannot be played."""
    if name not in playable():
        raise KeyError(name)
    if name in _brought:
        return _brought[name][1].info
    found: GameInfo = import_module(f"{__name__}.{name}.info").INFO
    return found


def load(name: str) -> Game[Any]:
    """The game itself. Raises KeyError for a name that cannot be played."""
    if name not in playable():
        raise KeyError(name)
    if name in _brought:
        return _brought[name][1]
    found: Game[Any] = import_module(f"{__name__}.{name}.game").GAME
    return found


def calculators(name: str) -> Mapping[str, Calculator]:
    """The game's calculators, op by op, also where it cannot be played yet. Raises KeyError for a foreign name."""
    if name in _brought:
        return _brought[name][1].calculators
    found: Mapping[str, Calculator] = getattr(_part(name, "calculators"), "CALCULATORS", {})
    return found


def questions(name: str) -> tuple[Question, ...]:
    """What people can ask of the game on a page, no table needed. Raises KeyError for a foreign name."""
    if name in _brought:
        return _brought_questions.get(name, ())
    found: tuple[Question, ...] = getattr(_part(name, "calculators"), "QUESTIONS", ())
    return found


def _part(name: str, module: str) -> ModuleType | None:
    """A module of the game's folder, or None where it has none. Raises KeyError for a foreign name."""
    if name not in names():
        raise KeyError(name)
    there = (files(__name__) / name / f"{module}.py").is_file()
    return import_module(f"{__name__}.{name}.{module}") if there else None


def by_letters(letters: str) -> str | None:
    """The game whose cards carry these two letters."""
    return next((name for name in with_cards() if spec(name).letters == letters), None)
