"""Questions about Gilfate Fantasy answered on a page: the hand, a cost, the bombs, the odds."""

from __future__ import annotations

from rules import games
from rules.games.gilfate.attack_cards import attack_cards
from rules.games.gilfate.calc import CALCULATORS
from rules.question import Counted, Number, OneOf, Question, Values, Yes, card_picks, picked, said_no
from rules.text import say
from rules.values.cards import Card
from rules.view import Banner, Block, CardRow, CardView, Checklist, Counter, Meter

DECK = games.deck("gilfate")


def _attack(card: Card) -> bool:
    return card.id in attack_cards()


def _stays(card: Card) -> bool:
    return _attack(card) and attack_cards()[card.id].stays


def _number(card: Card) -> str:
    one = attack_cards()[card.id]
    return say("{id} · costs {cost}", id=card.id, cost=one.cost)


HAND = card_picks(DECK, _attack, _number)
ACTIVE = card_picks(DECK, _stays, _number)


def _row(title: str, cards: list[str], group: str) -> CardRow:
    known = attack_cards()
    views: tuple[CardView, ...] = tuple(
        picked(DECK, f"{group}.{n}", card, value=str(known[card].number)) for n, card in enumerate(cards)
    )
    return CardRow(title, views)


def _hand(values: Values) -> tuple[Block, ...]:
    found = CALCULATORS["score"](
        {
            "hand": values["hand"],
            "active": values["active"],
            "others": values["others"],
            "bombs": values["bombs"],
            "explosions": values["explosions"],
        }
    )
    melds = [*(_row("A run", run, f"r{n}") for n, run in enumerate(found["runs"]))]
    melds += [_row("A set", one, f"s{n}") for n, one in enumerate(found["sets"])]
    parts = (
        Counter("Bombs", found["bombs"]),
        Counter("Explosions", found["explosions"]),
        Counter("Cards in front", found["permanents"]),
        Counter("Left in the hand", found["rest"]),
    )
    told = "The fewest points win. This is the cheapest way to lay the hand out." if values["hand"] else ""
    left = [_row("Left over: these cost", found["left"], "l")] if found["left"] else []
    return (Banner("Points of the round", told, "good", big=str(found["total"])), *parts, *melds, *left)


def _cost(values: Values) -> tuple[Block, ...]:
    found = CALCULATORS["cost"](
        {"card": values["card"], "mine": values["mine"], "others": values["others"], "use_10a": values["use_10a"]}
    )
    printed = attack_cards()[values["card"]].cost
    changed = [say("{name} ({card}) changes it", name=DECK.by_id[card].name, card=card) for card in found["changed_by"]]
    detail = say("{printed} is printed on it.", printed=printed) if found["cost"] != printed else "As printed on it."
    if found["least"] is not None and found["least"] < found["cost"]:
        detail += say(" From {found} on the effect works, the rest may follow later.", found=found["least"])
    blocks: list[Block] = [
        Banner(say("{name} costs", name=DECK.by_id[values["card"]].name), detail, "good", big=str(found["cost"]))
    ]
    if changed:
        blocks.append(Checklist("Counted in", tuple((text, True) for text in changed)))
    return tuple(blocks)


def _knockout(values: Values) -> tuple[Block, ...]:
    found = CALCULATORS["knockout"](
        {
            "bombs": values["bombs"],
            "active": values["active"],
            "explosion": values["explosion"],
            "explosion_shield": values["shield"],
        }
    )
    if found["out"]:
        banner = Banner("Knocked out", "Out of this round.", "alarm")
    else:
        more = found["bombs_to_go"]
        banner = Banner(
            "Still in",
            say("{more} more {word} and you are out.", more=more, word="bomb" if more == 1 else "bombs"),
            "good",
        )
    bombs, limit = min(values["bombs"], found["threshold"]), found["threshold"]
    return (banner, Meter("Bombs", bombs, limit, alarm=found["out"] or limit - bombs <= 1))


def _odds(values: Values) -> tuple[Block, ...]:
    cards, bombs = values["cards"], min(values["bombs"], values["cards"])
    asked = {"cards": cards, "bombs": bombs, "draw": min(values["draw"], cards), "wanted": values["wanted"]}
    found = CALCULATORS["odds"](asked)
    no = said_no(found)
    if no:
        return no
    chance = round(100 * found["at_least"])
    exactly = tuple(
        Meter(f"{n} {'bomb' if n == 1 else 'bombs'}", round(100 * share), 100, detail=f"{100 * share:.1f} %")
        for n, share in enumerate(found["exactly"])
    )
    wanted = values["wanted"]
    return (
        Banner(
            say("At least {wanted} {word}", wanted=wanted, word="bomb" if wanted == 1 else "bombs"),
            "of the next draw",
            "act",
            big=f"{chance} %",
        ),
        *exactly,
    )


QUESTIONS = (
    Question(
        "hand",
        "What is my hand worth?",
        about="Sets and runs cost nothing; the cheapest way to lay the hand out is found for you.",
        holes=(
            Counted("hand", "In the hand", HAND, most=3, total=48, find=True),
            Number("bombs", "Bombs in front of you", high=12),
            Number("explosions", "Explosions in front of you", high=3),
            Counted("active", "Active cards in front of you", ACTIVE, most=1),
            Counted("others", "Active cards of the others", ACTIVE, most=1, detail="Some make yours dearer."),
        ),
        answer=_hand,
    ),
    Question(
        "cost",
        "What does this card cost now?",
        about="Taxes first, then reductions.",
        holes=(
            OneOf("card", "The card", HAND, find=True),
            Counted("mine", "Active cards in front of you", ACTIVE, most=1),
            Counted("others", "Active cards of the others", ACTIVE, most=1),
            Yes("use_10a", "Use Hidden Cache (10a) for it"),
        ),
        answer=_cost,
    ),
    Question(
        "knockout",
        "Am I knocked out?",
        about="Three bombs, more with the cards that carry one, and any explosion.",
        holes=(
            Number("bombs", "Bombs in front of you", high=12),
            Counted("active", "Active cards in front of you", ACTIVE, most=1),
            Yes("explosion", "An explosion was drawn"),
            Yes("shield", "Powder Keeper (11b) was used this turn"),
        ),
        answer=_knockout,
    ),
    Question(
        "odds",
        "How likely is a bomb?",
        about="Count the blank deck and the bombs nobody has seen yet.",
        holes=(
            Number("cards", "Cards in the blank deck", low=1, high=75, preset=40),
            Number("bombs", "Bombs among them", low=0, high=12, preset=6),
            Number("draw", "How many are drawn", low=1, high=20, preset=1),
            Number("wanted", "At least so many bombs", low=1, high=12, preset=1),
        ),
        answer=_odds,
    ),
)
