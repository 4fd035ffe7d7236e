"""A whole kit: the guide, the deck and all components of a game's kit file, as sheets in the order they come out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from printkit.art.drawing_by_words import motif
from printkit.card_layout import CardLayout, find_layout
from printkit.components import boards, player_aids, rules_sheets, tokens_and_standees, tuck_boxes
from printkit.components.component_drawing import Painter, suit_of
from printkit.components.guide_pictures import Look
from printkit.components.kit_file import Kit, Table, read_kit
from printkit.components.part import KINDS, Kind, Part
from printkit.components.part_sheets import Laying, Spread, spreads, tiled
from printkit.components.print_guide import Entry, guide, has_room
from printkit.components.tuck_boxes import CardStock
from printkit.face import faces
from printkit.print_refusal import option
from printkit.sheet.backs import Backs
from printkit.sheet.card_size import card_size_mm
from printkit.sheet.fitting import PLAIN, Fit
from printkit.sheet.page import Page, Ready
from printkit.sheet.paper import Sheet
from printkit.type.language import Language
from rules import games
from rules.text import say
from rules.values.cards import Deck
from rules.values.columns import nearest, shown
from rules.values.own_deck import is_own

__all__ = ["KINDS", "Order", "has_room", "has_typos", "kinds", "parts", "sheets"]

Pair = tuple[Page, Page | None]
Draw = Callable[[Painter, Table], Part | Iterable[Part]]
DRAWERS: dict[str, tuple[Kind, Draw]] = {
    "rules": ("rules", rules_sheets.sheets),
    "board": ("boards", boards.board),
    "token": ("tokens", tokens_and_standees.token),
    "cube": ("tokens", tokens_and_standees.cube),
    "die": ("tokens", tokens_and_standees.die),
    "standee": ("tokens", tokens_and_standees.standee),
    "tile": ("tokens", tokens_and_standees.tiles),
    "aid": ("aids", player_aids.aid),
    "pad": ("pads", player_aids.pad),
    "box": ("boxes", tuck_boxes.box),
}
"""The tables of a kit file: what kind of component each is, and who draws it."""
MOST_PIECES, MOST_M2 = 5_000, 60
"""As much as a kit may hold: 60 m² are a thousand sheets."""
TOGETHER = (("rules",), ("boards",), ("tokens", "aids"), ("pads",), ("boxes",))
"""Kinds of component that share sheets of paper."""
SECTIONS = {
    "guide": "Guide",
    "rules": "Rules",
    "boards": "Boards and mats",
    "tokens": "Tokens",
    "tokens,aids": "Tokens and player aids",
    "aids": "Player aids",
    "pads": "Score pads",
    "boxes": "Boxes",
}
SIGNS = {
    "cards": "hand",
    "rules": "star",
    "boards": "compass",
    "tokens": "shield",
    "aids": "eye",
    "pads": "crown",
    "boxes": "deck",
}


@dataclass(frozen=True, slots=True)
class Order:
    """What a kit is made from: the deck, and how it is to be printed."""

    deck: Deck
    language: Language
    sheet: Sheet
    backs: Backs
    keep_typos: bool = False
    fit: Fit = PLAIN
    sleeved: bool = False

    @property
    def laying(self) -> Laying:
        """How its parts are laid on paper."""
        return Laying(self.sheet, self.backs, self.fit)

    @property
    def parts(self) -> tuple[Part, ...]:
        """All its components, boxes for cards of the size that is printed."""
        natural = find_layout(self.deck.game).size_mm
        deck = CardStock(card_size_mm(self.fit.card_size, natural), self.sleeved)
        return parts(self.deck.game, self.language, self.keep_typos, deck)


def kinds(game: str) -> tuple[str, ...]:
    """The kinds of component the game has, in printing order."""
    there = {DRAWERS[key][0] for key in read_kit(game).table.values if key in DRAWERS}
    return tuple(kind for kind in KINDS if kind in there)


def has_typos(game: str) -> bool:
    """Whether a label of the game's boards has a rulebook's spelling to keep."""
    return any(place.has("typo") for board in read_kit(game).table.tables("board") for place in board.tables("places"))


def parts(game: str, language: Language, keep_typos: bool = False, stock: CardStock | None = None) -> tuple[Part, ...]:
    """All components of a game, drawn. Raises LayoutError where its kit file cannot be used."""
    return made_from(read_kit(game), find_layout(game), language, keep_typos, stock)


@lru_cache(maxsize=16)
def made_from(
    kit: Kit, layout: CardLayout, language: Language, keep_typos: bool = False, stock: CardStock | None = None
) -> tuple[Part, ...]:
    """All components of a kit in the colours of a face, drawn. Raises LayoutError where the kit cannot be used."""
    kit.table.known("guide", *DRAWERS)
    painter = Painter(layout, language, kit.table.source.title or layout.title)
    made: list[Part] = []
    for key, (_, draw) in DRAWERS.items():
        for table in kit.table.tables(key):
            if key == "board":
                made.append(boards.board(painter, table, keep_typos=keep_typos))
            elif key == "box":
                made.append(tuck_boxes.box(painter, table, stock))
            else:
                drawn = draw(painter, table)
                made += [drawn] if isinstance(drawn, Part) else drawn
            _not_too_much(kit, key, made)
    _guide_look(kit, painter)
    return tuple(made)


def _not_too_much(kit: Kit, key: str, made: Sequence[Part]) -> None:
    """A slip in a column of copies is told before it fills the memory. Raises LayoutError."""
    pieces = sum(part.copies for part in made)
    area_m2 = sum(part.copies * part.width_mm * part.height_mm for part in made) / 1e6
    if pieces > MOST_PIECES or area_m2 > MOST_M2:
        said = f"{pieces:,} pieces of {area_m2:,.0f} m² in all are more than we print ({MOST_PIECES:,}, {MOST_M2} m²)"
        raise kit.table.wrong(key, f"{said}; look for a slip in its copies")


def unheeded(order: Order, what: Sequence[str], start_at: int = 1) -> Iterator[str]:
    """A sentence for every option that cannot mean something for a part that is printed."""
    if order.sleeved and "boxes" not in what:
        yield say(
            "{sleeved} makes boxes larger and nothing else: print them with {what} boxes.",
            sleeved=option("sleeved"),
            what=option("what"),
        )
    there = [part for part in order.parts if part.kind in what] if set(what) & set(KINDS) else []
    if not there:
        return
    fit = order.fit
    if start_at > 1:
        text = "{start_at} counts places of cards: boards, tokens and the like begin on sheets of their own."
        yield say(text, start_at=option("start-at"))
    if fit.slots:
        text = "{slots} has places for cards: boards, tokens and the like are laid out by themselves."
        yield say(text, slots=option("slots"))
    if fit.card_size and any(part.kind != "boxes" for part in there):
        text = "{card_size} is for cards, and boxes follow it: boards, tokens, aids and pads keep their size."
        yield say(text, card_size=option("card-size"))
    if fit.corners_mm and any(part.outline for part in there):
        text = "{corners} rounds what has straight edges: what has an outline of its own keeps it."
        yield say(text, corners=option("corners"))
    if order.laying.flat and any(part.back is not None for part in there):
        yield "What has two sides is printed unfolded, front beside back: fold and glue it."
    machine = fit.registration or fit.spot
    if (machine or fit.bleed_mm or fit.gap_mm or fit.corners_mm) and tiled(there, order.laying):
        yield (
            "A board over several sheets is glued first and cut by hand: bleed, gaps, corners and a cutter's marks "
            "are for what fits on one sheet."
        )


def sheets(order: Order, what: Sequence[str], cards: Iterable[Pair]) -> list[Pair]:
    """The sheets of paper of the kit, not numbered yet; ``cards`` are those of the deck."""
    made = order.parts if set(what) & set(KINDS) else ()
    groups: list[tuple[str, list[Pair]]] = []
    for word in what:
        if word == "cards":
            groups += _by_section(order, cards)
    for together in TOGETHER:
        asked = [kind for kind in together if kind in what]
        if asked:
            own = [part for part in made if part.kind in asked]
            pairs = [_pair(spread, asked) for spread in spreads(own, order.laying, order.language.say)]
            groups.append((",".join(asked), pairs))
    rest = [pair for _, pairs in groups for pair in pairs]
    if "guide" not in what:
        return rest
    return [_pair(_guide(order, _entries(order, groups, made)), ["guide"]), *rest]


def _by_section(order: Order, cards: Iterable[Pair]) -> list[tuple[str, list[Pair]]]:
    found: dict[str, list[Pair]] = {}
    for pair in cards:
        found.setdefault(f"cards:{pair[0].section}", []).append(pair)
    return list(found.items())


def _pair(spread: Spread, asked: Sequence[str]) -> Pair:
    section = SECTIONS[",".join(asked)]
    size = spread.width_mm, spread.height_mm
    ready = Ready(*size, spread.front, spread.trim_mm, spread.fronts, spread.by_hand)
    front = Page(0, 0, sheet=0, side="front", section=section, placed=(), ready=ready)
    if not (spread.back or spread.backs):
        return front, None
    ready = Ready(*size, spread.back, spread.trim_mm, spread.backs, spread.by_hand)
    return front, Page(0, 0, sheet=0, side="back", section=section, placed=(), ready=ready)


def _entries(order: Order, groups: list[tuple[str, list[Pair]]], made: Sequence[Part]) -> list[Entry]:
    """The contents: every section with its count and its pages, as the file numbers them."""
    say, game = order.language.say, order.deck.game
    both = order.backs.alternating
    entries: list[Entry] = []
    sheet = 2
    for key, pairs in groups:
        last = sheet + len(pairs) - 1
        pages = (2 * sheet - 1, 2 * last) if both else (sheet, last)
        kind, _, section = key.partition(":")
        if kind == "cards":
            count = sum(placed.side == "front" for front, _ in pairs for placed in front.placed)
            name = say(section, game) if section else say("Cards")
            entries.append(Entry(SIGNS[kind], name, say("{count} cards", count=count), pages))
        else:
            for one in kind.split(","):
                count = sum(part.copies for part in made if part.kind == one)
                entries.append(Entry(SIGNS[one], say(SECTIONS[one]), f"{count}", pages))
        sheet = last + 1
    return entries


def _guide(order: Order, entries: Sequence[Entry]) -> Spread:
    layout = find_layout(order.deck.game)
    painter = Painter(layout, order.language, order.deck.spec.title)
    look = _of_the_deck(_guide_look(read_kit(order.deck.game), painter), order)
    return guide(painter, order.sheet, order.backs, entries=entries, look=look)


def _of_the_deck(look: Look, order: Order) -> Look:
    """The guide of a game of one's own that says nothing of it shows what its first telling card does."""
    game, deck = order.deck.game, order.deck
    if not (is_own(game) or games.brought(game)) or read_kit(game).table.has("guide"):
        return look
    layout = find_layout(game)
    for card in deck.cards:
        face = deck.spec.face(card)
        suit = faces.suit_of(card, face, layout)
        if drawing := card.drawing or motif(f"{card.name} {face.kind}", suit.art):
            return replace(look, suit=suit, scene=drawing)
    return look


def _guide_look(kit: Kit, painter: Painter) -> Look:
    """What the guide is drawn with. Raises LayoutError where the kit cannot be used."""
    layout = painter.layout
    empty = Table("guide", {}, kit.table.source)
    table = kit.table.table("guide") or empty
    table.known("suit", "scene", "back")
    back = table.word("back", next(iter(layout.backs)))
    if back not in layout.backs:
        raise table.wrong("back", f"{shown(back)} is no back; {nearest(back, tuple(layout.backs))}")
    return Look(suit_of(painter, table, "suit"), table.word("scene", "dragon"), layout.backs[back])
