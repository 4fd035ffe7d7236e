"""Questions about Gilfate Fantasy that need no table: the calculators, and the pages people ask some of them on.

A calculator reads a JSON object and calls the functions the game itself uses; no rule stands here. What each takes and
answers is told in docs/calculators/gilfate.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from rules import games
from rules.calculator import Asked, bad_input, error
from rules.games.gilfate import answers, deck, piles, score, settle
from rules.games.gilfate.deck import AttackCard, attack_cards
from rules.games.gilfate.house import AS_WRITTEN, OPTIONS, VERSIONS, House, Version
from rules.games.gilfate.state import first_lap, next_player
from rules.question import Counted, Number, OneOf, Question, Values, Yes, card_picks, picked, said_no
from rules.table import Calculator
from rules.text import say
from rules.values.cards import Card
from rules.view import Banner, Block, CardRow, Checklist, Counter, Meter

DECK = games.deck("gilfate")
Answer = dict[str, Any]
HAND_MOST = 200
LOW = -100_000
TAKEN = ("partial", "explosions")
"""Options whose names are fields of their own beside them; they are named inside ``options`` only."""


def _house(asked: Asked) -> House:
    return replace(AS_WRITTEN, **asked.options(OPTIONS, taken=TAKEN))


def _cards(asked: Asked, key: str) -> tuple[AttackCard, ...]:
    return tuple(deck.attack(word) for word in asked.words(key, among=attack_cards(), most=HAND_MOST))


def _card(asked: Asked, key: str) -> AttackCard:
    return deck.attack(asked.word(key, among=attack_cards()))


def _active(asked: Asked, key: str) -> tuple[str, ...]:
    """Ids of active cards; for several players also an object of player -> ids."""
    if isinstance(asked.raw(key), Mapping):
        inner = asked.part(key)
        return tuple(card.id for player in inner.data for card in _cards(inner, player))
    return tuple(card.id for card in _cards(asked, key))


def _partials(asked: Asked) -> tuple[score.Partial, ...]:
    """Each is what was paid, or an object with ``paid`` and the ``card`` (or its ``cost``)."""
    found = []
    for i, item in enumerate(asked.items("partial", most=HAND_MOST)):
        if not isinstance(item, Mapping):
            place = f"partial[{i}]"
            found.append(score.Partial(Asked({place: item}).whole(place, high=99)))
            continue
        one = asked.part_of("partial", i, item)
        whole = _card(one, "card").cost if one.has("card") else one.whole_or_none("cost", high=99)
        found.append(score.Partial(one.whole("paid", high=99), whole))
    return tuple(found)


# --- the calculators


def round_score(data: Mapping[str, Any]) -> Answer:
    """A player's points at the end of a round, with the cheapest layout of the hand."""
    asked = Asked(data)
    done = score.round_points(
        _cards(asked, "hand"),
        _cards(asked, "active"),
        bombs=asked.whole("bombs", 0, high=999),
        explosions=asked.whole("explosions", 0, high=999),
        partial=_partials(asked),
        others=_active(asked, "others"),
        house=_house(asked),
    )
    melds = done.melds
    return {
        "bombs": done.bombs,
        "explosions": done.explosions,
        "permanents": done.permanents,
        "rest": done.rest,
        "total": done.total,
        "runs": [[card.id for card in run] for run in melds.runs],
        "sets": [[card.id for card in one] for one in melds.sets],
        "left": [card.id for card in melds.left],
    }


def activation(data: Mapping[str, Any]) -> Answer:
    """What a card costs now. ``use_10a`` counts where 10a is among ``mine``, or nothing was said about ``mine``."""
    asked = Asked(data)
    mine = _active(asked, "mine")
    usable = deck.ONCE in mine or not asked.has("mine")
    wanted = asked.yes("use_10a")
    found = deck.activation_cost(
        _card(asked, "card"), mine, _active(asked, "others"), use_10a=wanted and usable, house=_house(asked)
    )
    answer: Answer = {"cost": found.cost, "least": found.least, "changed_by": list(found.changed_by)}
    return answer if usable or not wanted else answer | {"note": "10a is not among the active cards"}


def knocked(data: Mapping[str, Any]) -> Answer:
    """How many bombs knock the player out, and whether they are."""
    asked = Asked(data)
    active = list(_active(asked, "active"))
    shielded = asked.yes("explosion_shield")
    if shielded and not asked.has("active"):
        active.append(deck.SHIELD)
    bombs = asked.whole("bombs", 0, high=999)
    threshold = deck.slots(active)
    return {
        "threshold": threshold,
        "out": deck.knocked_out(bombs, active, explosion=asked.yes("explosion"), shielded=shielded),
        "bombs_to_go": max(0, threshold - bombs),
    }


def _version(asked: Asked) -> Version:
    word = asked.word("version", "no_knockout", among=VERSIONS)
    return next(version for version in VERSIONS if version == word)


def setup(data: Mapping[str, Any]) -> Answer:
    """The piles for so many players, in each version of the game."""
    asked = Asked(data)
    players, house = asked.whole("players"), _house(asked)
    refused = piles.players_objection(players)
    if refused is not None:
        return error(refused)
    if asked.has("explosions"):
        house = replace(house, explosions=asked.whole("explosions", high=3))
    start = piles.setup(players, _version(asked), secret_bombs=asked.yes("secret_bombs"), house=house)
    answer: Answer = {
        "hand": start.hand,
        "bombs": start.bombs,
        "blanks": start.blanks,
        "blank_deck": start.blank_deck,
        "attack_left": start.attack_left,
        "explosions": start.explosions,
        "aside": start.aside,
        "later_hand": piles.later_hand(players, _version(asked), house),
    }
    if start.hidden:
        answer |= {"bombs_least": start.bombs_least, "bombs_most": start.bombs_most, "hidden": start.hidden}
    return answer


def _seats(asked: Asked, one: str) -> tuple[tuple[str, ...], str, tuple[str, ...], int]:
    """The order of seats, the player named by field ``one``, who is out, the direction."""
    order = asked.words("order", most=20)
    if not order:
        raise bad_input("order", "names no player")
    if len(set(order)) != len(order):
        raise bad_input("order", "names a player twice")
    named = asked.word(one, among=order)
    return order, named, asked.words("out", among=order), -1 if asked.whole("reverses", 0) % 2 else 1


def following(data: Mapping[str, Any]) -> Answer:
    """Who is next, after so many reversals, passing over knocked-out players."""
    order, current, out, direction = _seats(Asked(data), "current")
    return {"next": next_player(order, current, direction=direction, out=out), "direction": direction}


def redirect(data: Mapping[str, Any]) -> Answer:
    """Who draws how many after cards 0a passed a draw effect on."""
    asked = Asked(data)
    order, target, out, direction = _seats(asked, "target")
    done = answers.redirected(
        order,
        target,
        asked.whole("amount"),
        asked.whole("redirects", 0, high=999),
        direction=direction,
        out=out,
        reduced_by_10a=asked.yes("use_10a"),
    )
    return {"draws": {done.player: done.amount} if done else {}}


def negate(data: Mapping[str, Any]) -> Answer:
    """Whether the first card of a chain happens, and which of the others do.

    A link is a card's id, or an object with ``card`` and ``by``; the effect itself may be anything.
    """
    asked = Asked(data)
    links = []
    for i, item in enumerate(asked.items("chain", most=HAND_MOST)):
        one = asked.part_of("chain", i, item) if isinstance(item, Mapping) else Asked({"card": item}, f"chain[{i}]")
        links.append(answers.Link(one.word("card", among=attack_cards() if i else ()), one.word("by", "")))
    if not links:
        raise bad_input("chain", "is empty; it begins with the effect")
    refused = answers.chain_objection(links, asked.word("turn_of", ""), asked.whole("negations_used", 0))
    if refused is not None:
        return error(refused)
    done = answers.resolved(links)
    return {"resolves": done[0].happens, "chain": [{"card": link.card, "happens": link.happens} for link in done]}


def turn_start(data: Mapping[str, Any]) -> Answer:
    """What is drawn at the start of a turn; ``players`` and ``turn`` bring in the first lap."""
    asked = Asked(data)
    draws = _version(asked) != "all_cards"
    if asked.has("turn"):
        draws = draws and first_lap(_players(asked), asked.whole("turn", low=1)).may_draw_attack
    start = settle.turn_start(asked.whole("hand", high=999), attack_draws=draws)
    return asdict(start)


def _players(asked: Asked) -> int:
    return asked.whole("players", low=2, high=5)


def first_round(data: Mapping[str, Any]) -> Answer:
    """What the first lap allows in this turn: a card's effect, an attack card, bombs."""
    asked = Asked(data)
    lap = first_lap(
        _players(asked),
        asked.whole("turn", low=1),
        _card(asked, "card").number if asked.has("card") else 0,
        asked.whole("bombs", 0, high=999),
        round_number=asked.whole("round", 1, low=1),
        house=_house(asked),
    )
    return asdict(lap)


def round_end(data: Mapping[str, Any]) -> Answer:
    """Who wins a round by points (``scores``), and whether it is over at all (the piles)."""
    asked = Asked(data)
    answer: Answer = {}
    if asked.has("scores"):
        answer["winners"] = list(score.lowest(asked.part("scores").numbers(low=LOW)))
    fields = ("blank_deck", "attack_decks", "players_left", "hands")
    if any(asked.has(field) for field in fields):
        why = settle.round_over(_piles(asked), _version(asked), _house(asked))
        answer |= {"over": bool(why), "reason": why}
    if not answer:
        raise bad_input("scores", say("is missing, and so is any of {words}", words=", ".join(fields)))
    return answer


def _piles(asked: Asked) -> settle.Piles:
    attack = None
    if asked.has("attack_decks"):
        several = isinstance(asked.raw("attack_decks"), list)
        attack = asked.wholes("attack_decks", most=6) if several else (asked.whole("attack_decks"),)
    hands = None
    if asked.has("hands"):
        hands = min(asked.part("hands").numbers().values(), default=None)
    return settle.Piles(asked.whole_or_none("blank_deck"), attack, asked.whole_or_none("players_left"), hands)


def survival(data: Mapping[str, Any]) -> Answer:
    """Survival points after a round with knockouts, and who has won the game."""
    asked = Asked(data)
    before = asked.needed("points").numbers(low=LOW)
    done = score.survive(before, asked.words("survivors", among=before))
    return {"points": dict(done.points), "winners": list(done.winners)}


def best_of(data: Mapping[str, Any]) -> Answer:
    """The sums of several rounds and who leads; ``of`` says how many rounds the match has."""
    asked = Asked(data)
    played = [one.numbers(low=LOW) for one in asked.parts("rounds", most=50)]
    if not played:
        raise bad_input("rounds", "names no round")
    leaders = score.match_winners(played, _version(asked), _house(asked))
    over = len(played) >= asked.whole("of", len(played), low=1)
    return {
        "totals": score.match_totals(played),
        "leaders": list(leaders),
        "over": over,
        "winners": list(leaders) if over else [],
    }


def bomb_odds(data: Mapping[str, Any]) -> Answer:
    """How likely the next ``draw`` of ``cards`` cards with ``bombs`` bombs hold at least ``wanted`` of them."""
    asked = Asked(data)
    cards = asked.whole("cards", high=200)
    bombs, drawn = asked.whole("bombs", high=cards), asked.whole("draw", 1, high=200)
    chances = piles.bombs_drawn(cards, bombs, drawn)
    wanted = piles.at_least(cards, bombs, drawn, asked.whole("wanted", 1, high=200))
    return {"at_least": round(float(wanted), 6), "exactly": [round(float(one), 6) for one in chances]}


CALCULATORS: Mapping[str, Calculator] = {
    "score": round_score,
    "cost": activation,
    "knockout": knocked,
    "setup": setup,
    "next_player": following,
    "redirect": redirect,
    "negate": negate,
    "turn_start": turn_start,
    "first_round": first_round,
    "round_end": round_end,
    "survival": survival,
    "best_of": best_of,
    "odds": bomb_odds,
}


# --- the pages


def _is_attack(card: Card) -> bool:
    return card.id in attack_cards()


def _stays(card: Card) -> bool:
    return _is_attack(card) and deck.attack(card.id).stays


def _number(card: Card) -> str:
    one = deck.attack(card.id)
    return say("{id} · costs {cost}", id=card.id, cost=one.cost)


HAND = card_picks(DECK, _is_attack, _number)
ACTIVE = card_picks(DECK, _stays, _number)


def _row(title: str, cards: list[str], group: str) -> CardRow:
    values = ((f"{group}.{n}", card, str(deck.attack(card).number)) for n, card in enumerate(cards))
    return CardRow(title, tuple(picked(DECK, uid, card, value=number) for uid, card, number in values))


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
