"""Questions about Fairy Tale answered on a page: what a tableau is worth, and what a reveal turns over."""

from __future__ import annotations

from dataclasses import replace

from rules import games
from rules.games.fairytale import book, resolve, stages, tally
from rules.games.fairytale.house import House
from rules.games.fairytale.state import Laid, begun, face_of, facts_of
from rules.question import Counted, OneOf, Question, Values, card_picks, picked
from rules.table import Pick
from rules.text import say
from rules.view import Banner, Block, CardRow, Checklist, Reminder, Scores

DECK = games.deck("fairytale")
CARDS = card_picks(DECK, detail=lambda card: face_of(card.id).value)
NOBODY = (Pick("", "nobody else"),)
OTHERS = 4


def _tableau(values: Values) -> tuple[Block, ...]:
    mine = tuple(Laid(f"0.{n}", card) for n, card in enumerate(values["mine"], 1))
    theirs = tuple(Laid(f"1.{n}", card) for n, card in enumerate(values["theirs"], 1))
    if not mine:
        return (Banner("Count your cards", "Say how many of each lie face up in front of you."),)
    state = replace(begun(2, "score", House(expert=True)), tableaus=(mine, theirs))
    sheet = tally.sheet(replace(state, stage=stages.LAST))
    own = replace(sheet, seats=sheet.seats[:1], winners=(), house_rules=())
    too_many = [card for card in dict.fromkeys(values["mine"]) if values["mine"].count(card) > DECK.by_id[card].copies]
    odd = tuple(
        (say("{name}: the deck has {copies}", name=DECK.by_id[card].name, copies=DECK.by_id[card].copies), False)
        for card in too_many
    )
    total = sheet.seats[0].total
    return (
        Banner("Your tableau", say("{count} cards face up", count=len(mine)), "good", big=str(total)),
        *((Checklist("More than are printed", odd),) if odd else ()),
        Scores(own),
    )


def _reveal(values: Values) -> tuple[Block, ...]:
    revealed = [values["card"], *(card for card in (values[f"other{n}"] for n in range(1, OTHERS)) if card)]
    pieces = [
        *(_piece(f"u{n}", 0, card, up=True) for n, card in enumerate(values["up"])),
        *(_piece(f"d{n}", 0, card, up=False) for n, card in enumerate(values["down"])),
        *(_piece(f"new{seat}", seat, card, up=True) for seat, card in enumerate(revealed)),
    ]
    fired = [
        resolve.Fired(seat, f"new{seat}", effect)
        for seat, card in enumerate(revealed)
        for effect in facts_of(card).effects
        if effect.turns
    ]
    found = resolve.advance(fired, pieces, resolve.Progress(), len(revealed))
    names = {one.uid: card for one, card in zip(pieces, _cards(values, revealed), strict=True)}
    mine = [one for one in found.pieces if one.seat == 0]
    views = tuple(picked(DECK, one.uid, names[one.uid], up=one.up, marked=one.uid == "new0") for one in mine)
    return (
        *_told(found, names),
        CardRow("Your tableau afterwards" if not found.open else "Your tableau so far", views),
        Reminder(
            "Face up first, then face down; cards of one faction before any. What fires is fixed at the reveal.",
            book.ORDER,
        ),
    )


def _told(found: resolve.Outcome, names: dict[str, str]) -> tuple[Block, ...]:
    """What is turned by itself, and what is to be chosen; others choose among their own cards."""
    done = [one for one in found.met if one.need.seat == 0]
    waits = [one for one in found.open if one.need.seat == 0]
    asks = tuple(
        Banner(
            say(
                "You choose: turn {count} face {word}",
                count=_count(one.low, one.high),
                word="up" if one.need.verb == "unflip" else "down",
            ),
            "Among " + ", ".join(DECK.by_id[names[uid]].name for uid in one.candidates),
            "act",
        )
        for one in waits
    )
    told = tuple((_turned(one, names), bool(one.uids)) for one in done)
    if not asks:
        turned = sum(len(one.uids) for one in done)
        title = (
            say("{count} of yours turned, nothing to choose", count=_count(turned, turned))
            if turned
            else "Nothing of yours is turned"
        )
        asks = (Banner(title, tone="act" if turned else "good"),)
    return (*asks, *((Checklist("By itself", told),) if told else ()))


def _turned(one: resolve.Met, names: dict[str, str]) -> str:
    way = "face up" if one.need.verb == "unflip" else "face down"
    what = ", ".join(DECK.by_id[names[uid]].name for uid in one.uids) or "no card fits"
    return f"{one.need.faction or 'Any faction'} {way}: {what}"


def _count(low: int, high: int) -> str:
    number = str(high) if low == high else say("{low} to {high}", low=low, high=high)
    return f"{number} {'card' if high == 1 else 'cards'}"


def _piece(uid: str, seat: int, card: str, *, up: bool) -> resolve.Piece:
    return resolve.Piece(uid, seat, facts_of(card).faction, up)


def _cards(values: Values, revealed: list[str]) -> list[str]:
    return [*values["up"], *values["down"], *revealed]


QUESTIONS = (
    Question(
        "tableau",
        "What is this tableau worth?",
        about="Count the cards that lie face up. Others' cards matter only where a card asks who has the most.",
        holes=(
            Counted("mine", "Face up in front of you", CARDS, most=6, total=12, find=True),
            Counted("theirs", "Face up in front of the strongest other player", CARDS, most=6, total=12, find=True),
        ),
        answer=_tableau,
    ),
    Question(
        "reveal",
        "Who is turned over?",
        about="Everybody reveals at once. Say what lies there and what is revealed.",
        holes=(
            OneOf("card", "You reveal", CARDS, find=True),
            *(
                OneOf(f"other{n}", say("Another player reveals ({n})", n=n), (*NOBODY, *CARDS), find=True)
                for n in range(1, OTHERS)
            ),
            Counted("up", "Lies face up in front of you already", CARDS, most=6, total=12, find=True),
            Counted("down", "Lies face down in front of you already", CARDS, most=6, total=12, find=True),
        ),
        answer=_reveal,
    ),
)
