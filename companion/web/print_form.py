"""What the print page's form says: addresses into orders and back, in words people without a terminal know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from flask import request
from werkzeug.datastructures import MultiDict

from companion import late
from companion.errors import Trouble
from companion.own_decks.decks import OURS, OwnDeck
from companion.printing.queue import Order
from companion.web.owner import only_owner
from companion.web.refusal_notice import capital, nearby
from companion.web.request import service
from printkit.job.batch import Batch
from printkit.print_refusal import PrintError, page_words
from printkit.sheet import label_sheet
from printkit.sheet import paper as sheet
from printkit.sheet.backs import BACKS, LONG_EDGE
from printkit.sheet.paper import SheetError
from printkit.sheet.printer_profile import Profile, ProfileError, find_profile, names
from printkit.type import language
from rules import games
from rules.values.cards import Deck

if TYPE_CHECKING:
    from printkit.job.options import PrintOption
    from printkit.sheet.fitting import Fit
    from printkit.sheet.imported_slots import Slots


Pairs = tuple[tuple[str, str], ...]
MOST_LISTED = 400


@dataclass(frozen=True)
class Prices:
    """What a sheet of paper and the ink of a page at 5 % cost, as typed."""

    sheet: float = 0.0
    ink: float = 0.0


@dataclass(frozen=True)
class Asked:
    """A form read. ``no`` is why it cannot be printed as typed, "" where nothing is in the way."""

    order: Order
    game: str
    title: str
    letters: str
    there: tuple[str, ...]
    deck: Deck
    page: int = 1
    prices: Prices = Prices()
    no: str = ""
    pairs: Pairs = field(default=())

    @property
    def spec(self) -> late.print_job.PrintSpec:
        """The job that was asked for."""
        return self.order.spec

    @property
    def fit(self) -> Fit:
        """How it is fitted to the sheet."""
        return self.order.spec.fit

    def picked(self, card: str) -> bool:
        """Whether this card is among the single ones, all its copies."""
        return any(pick.card == card and pick.copy is None for pick in self.spec.cards)

    @property
    def has_typos(self) -> bool:
        """Whether a label of the game has a rulebook's spelling to keep."""
        return "boards" in self.there and late.kit.has_typos(self.game)

    @property
    def typed(self) -> str:
        """Single copies, and cards the page does not list, as typed."""
        listed = len(self.deck.cards) <= MOST_LISTED
        rest = [pick for pick in self.spec.cards if pick.copy is not None or not listed]
        return ", ".join(f"{pick.card}:{pick.copy}" if pick.copy else pick.card for pick in rest)


def in_words(problem: Exception) -> str:
    """Why something cannot be printed, as the page says it, without a full stop."""
    return capital(nearby(page_words(problem)))


def read() -> Asked:
    """The form of this request. What cannot be read is left out and said in ``no``."""
    args = request.args
    own = _own(args.get("game", ""))
    game = own.game if own else _game(args.get("game", ""))
    deck = own.deck if own else games.deck(game)
    there = late.print_job.there(deck)
    asked = args.getlist("what")
    what = ("all",) if "all" in asked else tuple(word for word in there if word in asked) or there[1:2]
    said: list[str] = []
    profile = _profile(args.get("profile", ""), said)
    spec = late.print_job.PrintSpec(
        game,
        profile.paper if profile else _paper(args),
        next((way for way in BACKS if way.word == args.get("backs")), LONG_EDGE),
        what=what,
        cards=_cards(args, deck, said),
        **_values(late.options.SPEC_OPTIONS, args, said),
        language=_language(args.get("language", "")),
        second_code=_second_code(args, game),
        fit=_fit(args, profile, said),
        since=_since(args, game, said),
    )
    if spec.keep_typos and not ("boards" in there and late.kit.has_typos(game)):
        spec = replace(spec, keep_typos=False)
    order = Order(spec, own.stamp if own else "", own.deck if own else None)
    page = _whole(args.get("page", ""), 1, "", [])
    if args.get("of") not in (None, f"{game} {' '.join(what)}"):
        page = 1
    sheet_price = _number(args.get("sheet_price", ""), "sheet price", said) or 0.0
    prices = Prices(sheet_price, _number(args.get("ink_price", ""), "the ink price", said) or 0.0)
    title = own.title if own else deck.spec.title
    made = Asked(
        order,
        game,
        title=title,
        letters=own.letters if own else "",
        there=there,
        deck=deck,
        page=page,
        prices=prices,
        no=" ".join(said),
    )
    return replace(made, pairs=_pairs(made, args))


def _own(game: str) -> OwnDeck | None:
    decks = service().own
    if decks is None or not game.startswith(OURS):
        return None
    only_owner()
    with suppress(Trouble):
        return decks.find(game.removeprefix(OURS))
    return None


def printable() -> list[Deck]:
    """The games of which there is something to print."""
    return [deck for deck in map(games.deck, games.names()) if late.print_job.there(deck)]


def _game(word: str) -> str:
    known = [deck.game for deck in printable()]
    return word if word in known else "fairytale" if "fairytale" in known else known[0]


def _paper(args: MultiDict[str, str]) -> str:
    other = args.get("size", "").strip()
    return other or args.get("paper", "").strip()[:40] or ("letter" if _letter_country() else "a4")


def _language(code: str) -> str:
    """The language asked for; else the one of the browser's that we print, else English."""
    known = language.names()
    return code if code in known else request.accept_languages.best_match(known) or language.ENGLISH


def _letter_country() -> bool:
    """Whether the browser's languages are of the countries that use Letter."""
    best = (request.accept_languages.best or "").lower()
    return best in ("en-us", "en-ca", "es-mx", "fr-ca", "en-ph")


def profiles() -> tuple[str, ...]:
    """The printer profiles kept here."""
    return names(service().printers)


def _profile(name: str, said: list[str]) -> Profile | None:
    if not name or name not in profiles():
        return None
    try:
        return find_profile(name, service().printers)
    except ProfileError as problem:
        said.append(f"{in_words(problem)}.")
        return None


def _fit(args: MultiDict[str, str], profile: Profile | None, said: list[str]) -> Fit:
    return late.fitting.Fit(
        **_values(late.options.FIT_OPTIONS, args, said),
        spot=args.get("spot") == "on",
        slots=_slots(args.get("slots", ""), said),
        profile=profile,
    )


def _slots(name: str, said: list[str]) -> Slots | None:
    """Places of one's own, where they are still here."""
    try:
        return service().places.find(name) if name else None
    except (SheetError, OSError) as problem:
        said.append(f"{in_words(problem)}.")
        return None


def _since(args: MultiDict[str, str], game: str, said: list[str]) -> Batch | None:
    prints = service().print_history
    if args.get("changed") != "on" or prints is None:
        return None
    found = prints.batch(game)
    if found is None:
        said.append("Nothing of this deck has been printed here yet, so all of it is new.")
    return found


def _second_code(args: MultiDict[str, str], game: str) -> bool:
    """As ticked; where the box was not in sight for this game yet, as on the cards of it that were printed here."""
    told = args.getlist("second_code")
    if told and args.get("of", f"{game} ").startswith(f"{game} "):
        return "on" in told
    prints = service().print_history
    printed = prints.batch(game) if prints else None
    return bool(printed and printed.second_code)


def _cards(args: MultiDict[str, str], deck: Deck, said: list[str]) -> tuple[late.print_job.Pick, ...]:
    ticked = tuple(late.print_job.Pick(card) for card in args.getlist("card")[:MOST_LISTED] if card in deck.by_id)
    typed = args.get("cards", "").strip()[:4000]
    if not typed:
        return ticked
    try:
        return (*ticked, *late.print_job.read_picks(typed))
    except PrintError as problem:
        said.append(f"{in_words(problem)}.")
        return ticked


def _values(options: tuple[PrintOption, ...], args: MultiDict[str, str], said: list[str]) -> dict[str, Any]:
    """What the form says of these options, else their defaults, by the attributes of the job that keep them."""
    return {one.attribute: _value(one, args.get(one.field, ""), said) for one in options}


def _value(one: PrintOption, typed: str, said: list[str]) -> Any:
    match one.kind:
        case "flag":
            return typed == "on"
        case "choice":
            return next((choice for choice in one.choices if str(choice) == typed), one.default)
        case "millimetres":
            number = _number(typed, one.page_words, said)
            return one.default if number is None else number
        case "whole number":
            return _whole(typed, one.default, one.page_words, said)
        case "letter":
            return typed[:1].upper() or one.default
        case "text":
            return typed.strip()[:30] or one.default


def _whole(typed: str, least: int, called: str, said: list[str]) -> int:
    word = typed.strip()
    if word.isascii() and word.isdigit() and len(word) < 7 and int(word) >= least:
        return int(word)
    if word:
        said.append(f"{capital(called)}: “{word[:20]}” is no number; write one from {least}.")
    return least


def _number(typed: str, called: str, said: list[str]) -> float | None:
    word = typed.strip().replace(",", ".")
    if re.fullmatch(r"\d{1,4}(\.\d{1,4})?", word, re.ASCII):
        return float(word)
    if word:
        said.append(f"{capital(called)}: “{word[:20]}” is no number; write one such as 2 or 1.5.")
    return None


def _pairs(asked: Asked, args: MultiDict[str, str]) -> Pairs:
    """The form as an address, without what everybody has."""
    spec, fit = asked.spec, asked.fit
    found: list[tuple[str, object]] = [("game", asked.game)]
    found += [("what", word) for word in spec.what] + [("language", spec.language), ("paper", spec.paper)]
    found.append(("backs", spec.backs.word))
    found += [*_unusual(spec, late.options.SPEC_OPTIONS), *_unusual(fit, late.options.FIT_OPTIONS)]
    prices = {"sheet_price": asked.prices.sheet, "ink_price": asked.prices.ink}
    found += [(name, price) for name, price in prices.items() if price]
    ticked = [
        *_ticked(fit, late.options.FIT_OPTIONS),
        *(["spot"] if fit.spot else []),
        *_ticked(spec, late.options.SPEC_OPTIONS),
    ]
    found += [(name, "on") for name in ticked]
    found += [("second_code", "on" if spec.second_code else "off")] if spec.second_code or "second_code" in args else []
    found += [("profile", fit.profile.name)] if fit.profile else []
    found += [("slots", fit.slots.file)] if fit.slots else []
    found += [("changed", "on")] if spec.since else []
    found += [("card", card.id) for card in asked.deck.cards if asked.picked(card.id)] if not asked.typed else []
    if asked.typed:
        found.append(("cards", ",".join(f"{p.card}:{p.copy}" if p.copy else p.card for p in spec.cards)))
    return tuple((name, f"{value:g}" if isinstance(value, float) else str(value)) for name, value in found)


def _unusual(kept: late.print_job.PrintSpec | Fit, options: tuple[PrintOption, ...]) -> Iterator[tuple[str, object]]:
    """Fields and values of the options that have another value than usual; flags are ``_ticked``."""
    for one in options:
        value = getattr(kept, one.attribute)
        if one.kind != "flag" and value != one.default:
            yield one.field, value


def _ticked(kept: late.print_job.PrintSpec | Fit, options: tuple[PrintOption, ...]) -> list[str]:
    """The fields of the flags that are set."""
    return [one.field for one in options if one.kind == "flag" and getattr(kept, one.attribute)]


def label_sheets() -> list[tuple[str, str]]:
    """The kinds of sheet labels come on, by name and title, those to cut by hand first."""
    kinds = sorted(map(label_sheet.find_labels, label_sheet.names()), key=lambda kind: not kind.by_hand)
    return [
        (kind.name, f"{sheet.find_sheet(kind.paper).title}: {kind.title}" if kind.paper else kind.title)
        for kind in kinds
    ]


def papers() -> list[tuple[str, str]]:
    """The papers that come along, by name and title."""
    return [(name, sheet.find_sheet(name).title) for name in sheet.names()]
