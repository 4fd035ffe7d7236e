"""Questions about Gilfate Fantasy that need no table: the calculators, and the pages people ask some of them on.

A calculator reads a JSON object and calls the functions the game itself uses; no rule stands here. What each takes and
answers is told in docs/calculators/gilfate.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from rules import games
from rules.calculator_input import Asked, bad_input, error
from rules.game_protocol import Calculator
from rules.games.gilfate import answers, chain, deck, piles, score, settle
from rules.games.gilfate.deck import AttackCard, attack_cards
from rules.games.gilfate.house_rules import AS_WRITTEN, OPTIONS, VERSIONS, House, Version, all_dealt
from rules.games.gilfate.state import first_lap, next_player
from rules.question_pages import Counted, Number, OneOf, Question, Values, Yes, card_picks, picked
from rules.text import plural, say
from rules.values.cards import Card
from rules.view import Banner, Block, CardRow, Checklist, Counter, Meter

DECK = games.deck("gilfate")
Answer = dict[str, Any]
HAND_MOST = 200
LOW = -100_000
ALSO = {"6a_reducible": "reducible_6a", "return": "bomb_return"}
"""Other names of house rules."""
TAKEN = ("partial", "explosions")
"""Options whose names are fields of their own beside them; they are named inside ``options`` only."""


def _house(asked: Asked) -> House:
    return replace(AS_WRITTEN, **asked.options(OPTIONS, taken=TAKEN, also=ALSO))


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


def _partials(asked: Asked, house: House) -> tuple[score.Partial, ...]:
    """Each is what was paid, or an object with ``paid`` and the ``card`` (or its ``cost``)."""
    found: list[score.Partial] = []
    for i, item in enumerate(asked.items("partial", most=HAND_MOST)):
        if not isinstance(item, Mapping):
            place = f"partial[{i}]"
            found.append(score.Partial(Asked({place: item}).whole(place, high=99)))
            continue
        one = asked.part_of("partial", i, item)
        whole = _card(one, "card").cost if one.has("card") else one.whole_or_none("cost", high=99)
        found.append(score.Partial(one.whole("paid", high=99), whole))
    # GF-R6: as another table counts it, what was paid does not tell the points.
    unknown = [i for i, one in enumerate(found) if one.cost is None]
    if unknown and house.partial != AS_WRITTEN.partial:
        raise bad_input(f"partial[{unknown[0]}]", "this house rule needs the card too, such as {card, paid}")
    return tuple(found)


# --- the calculators


def points(asked: Asked) -> Answer:
    """A player's points at the end of a round, with the cheapest layout of the hand."""
    hand, active = _cards(asked, "hand"), _cards(asked, "active")
    bombs, explosions = asked.whole("bombs", 0, high=999), asked.whole("explosions", 0, high=999)
    others, house = _active(asked, "others"), _house(asked)
    partial = _partials(asked, house)
    done = score.round_points(
        hand, active, bombs=bombs, explosions=explosions, partial=partial, others=others, house=house
    )
    parts = {name: getattr(done, name) for name in ("bombs", "explosions", "permanents", "rest", "total")}
    melds = {"runs": [_ids(run) for run in done.melds.runs], "sets": [_ids(one) for one in done.melds.sets]}
    return {**parts, **melds, "left": _ids(done.melds.left)}


def _ids(cards: Iterable[AttackCard]) -> list[str]:
    return [card.id for card in cards]


def cost(asked: Asked) -> Answer:
    """What a card costs now. ``use_10a`` counts where 10a is among ``mine``, or nothing was said about ``mine``."""
    mine, wanted, card = _active(asked, "mine"), asked.yes("use_10a"), _card(asked, "card")
    usable = deck.ONCE in mine or not asked.has("mine")
    others, house = _active(asked, "others"), _house(asked)
    found = deck.activation_cost(card, mine, others, use_10a=wanted and usable, house=house)
    answer: Answer = {"cost": found.cost, "least": found.least, "changed_by": list(found.changed_by)}
    return answer if usable or not wanted else answer | {"note": "10a is not among the active cards"}


def knockout(asked: Asked) -> Answer:
    """How many bombs knock the player out, and whether they are."""
    active, shielded = list(_active(asked, "active")), asked.yes("explosion_shield")
    if shielded and not asked.has("active"):
        active.append(deck.SHIELD)
    bombs, threshold = asked.whole("bombs", 0, high=999), deck.slots(active)
    out = deck.knocked_out(bombs, active, explosion=asked.yes("explosion"), shielded=shielded)
    return {"threshold": threshold, "out": out, "bombs_to_go": max(0, threshold - bombs)}


def setup(asked: Asked) -> Answer:
    """The piles for so many players, in each version of the game."""
    players, house = asked.whole("players"), _house(asked)
    refused = piles.players_objection(players)
    if refused is not None:
        return error(refused)
    if asked.has("explosions"):
        house = replace(house, explosions=asked.whole("explosions", high=3))
    version = _version(asked)
    bombs, hand = asked.whole_or_none("bombs", high=piles.BOMB_CARDS), asked.whole_or_none("hand", low=1, high=48)
    bombs_at_table, hand_at_table = ("recommended" if given is None else given for given in (bombs, hand))
    start = piles.setup(
        players,
        version,
        secret_bombs=asked.yes("secret_bombs"),
        bombs=bombs_at_table,
        hand=hand_at_table,
        house=house,
    )
    names = ("hand", "bombs", "blanks", "blank_deck", "attack_left", "explosions", "aside")
    answer = {name: getattr(start, name) for name in names}
    answer["later_hand"] = piles.later_hand(players, version, house, hand_at_table)
    unsure = ("bombs_least", "bombs_most", "hidden") if start.hidden else ()
    return answer | {name: getattr(start, name) for name in unsure}


def _version(asked: Asked) -> Version:
    word = asked.word("version", "no_knockout", among=VERSIONS)
    return next(version for version in VERSIONS if version == word)


def _seats(asked: Asked, one: str) -> tuple[tuple[str, ...], str, tuple[str, ...], int]:
    """The order of seats, the player named by field ``one``, who is out, the direction."""
    order = asked.words("order", most=20)
    if not order:
        raise bad_input("order", "names no player")
    if len(set(order)) != len(order):
        raise bad_input("order", "names a player twice")
    named = asked.word(one, among=order)
    begins = asked.whole("direction", 1, low=-1, high=1)
    if begins == 0:
        raise bad_input("direction", "expected 1 (clockwise) or -1")
    return order, named, asked.words("out", among=order), -begins if asked.whole("reverses", 0) % 2 else begins


def following(asked: Asked) -> Answer:
    """Who is next, after so many reversals, passing over knocked-out players."""
    order, current, out, direction = _seats(asked, "current")
    return {"next": next_player(order, current, direction=direction, out=out), "direction": direction}


def redirect(asked: Asked) -> Answer:
    """Who draws how many after cards 0a passed a draw effect on, or after a ``chain`` of answers, 0a among them."""
    order, target, out, direction = _seats(asked, "target")
    amount, redirects = asked.whole("amount"), asked.whole("redirects", 0, high=999)
    if asked.has("chain"):
        links = [chain.Link("draw"), *(chain.Link(word) for word in asked.words("chain", among=attack_cards()))]
        refused = chain.chain_objection(links)
        if refused is not None:
            return error(refused)
        cards = [link.card for link in links]
        if not chain.standing(cards)[0]:
            return {"draws": {}}
        redirects = chain.passed_on(cards)
    reduced = asked.yes("use_10a")
    done = answers.redirected(order, target, amount, redirects, direction=direction, out=out, reduced_by_10a=reduced)
    return {"draws": dict([done]) if done else {}}


def negate(asked: Asked) -> Answer:
    """Whether the first card of a chain happens, and which of the others do.

    A link is a card's id, or an object with ``card`` and ``by``; the effect itself may be anything.
    """
    links = []
    for i, item in enumerate(asked.items("chain", most=HAND_MOST)):
        one = asked.part_of("chain", i, item) if isinstance(item, Mapping) else Asked({"card": item}, f"chain[{i}]")
        effect_in_words = i == 0 and isinstance(one.raw("card"), str)
        links.append(chain.Link(one.word("card", among=() if effect_in_words else attack_cards()), one.word("by", "")))
    if not links:
        raise bad_input("chain", "is empty; it begins with the effect")
    refused = chain.chain_objection(links, asked.word("turn_of", ""), asked.whole("negations_used", 0))
    if refused is not None:
        return error(refused)
    done = chain.resolved(links)
    return {"resolves": done[0].happens, "chain": [{"card": link.card, "happens": link.happens} for link in done]}


def turn_start(asked: Asked) -> Answer:
    """What is drawn at the start of a turn; ``players`` and ``turn`` bring in the first lap."""
    draws = not all_dealt(_version(asked))
    if asked.has("turn"):
        draws = draws and first_lap(_players(asked), asked.whole("turn", low=1)).may_draw_attack
    blanks, picks = settle.turn_start(asked.whole("hand", high=999), attack_draws=draws)
    return {"draw_blank": blanks, "pick_attack": picks}


def _players(asked: Asked) -> int:
    return asked.whole("players", low=2, high=5)


def first_round(asked: Asked) -> Answer:
    """What the first lap allows in this turn: a card's effect, an attack card, bombs."""
    players, turn = _players(asked), asked.whole("turn", low=1)
    number = _card(asked, "card").number if asked.has("card") else 0
    bombs, now = asked.whole("bombs", 0, high=999), asked.whole("round", 1, low=1)
    return asdict(first_lap(players, turn, number, bombs, round_number=now, house=_house(asked)))


def round_end(asked: Asked) -> Answer:
    """Who wins a round by points (``scores``), and whether it is over at all (the piles)."""
    answer: Answer = {}
    if asked.has("scores"):
        answer["winners"] = list(score.lowest(asked.part("scores").numbers(low=LOW)))
    fields = ("blank_deck", "attack_decks", "players_left", "hands")
    if any(asked.has(field) for field in fields):
        why = _round_over(asked)
        answer |= {"over": bool(why), "reason": why}
    if not answer:
        raise bad_input("scores", say("is missing, and so is any of {fields}", fields=", ".join(fields)))
    return answer


def _round_over(asked: Asked) -> str:
    attack = None
    if asked.has("attack_decks"):
        several = isinstance(asked.raw("attack_decks"), list)
        attack = asked.wholes("attack_decks", most=6) if several else (asked.whole("attack_decks"),)
    hand = min(asked.part("hands").numbers().values(), default=None) if asked.has("hands") else None
    blank, left = asked.whole_or_none("blank_deck"), asked.whole_or_none("players_left")
    version, house = _version(asked), _house(asked)
    return settle.round_over(version, house, blank=blank, attack=attack, players_left=left, smallest_hand=hand)


def survival(asked: Asked) -> Answer:
    """Survival points after a round with knockouts, and who has won the game."""
    before = asked.needed("points").numbers(low=LOW)
    points, winners = score.survive(before, asked.words("survivors", among=before))
    return {"points": points, "winners": list(winners)}


def best_of(asked: Asked) -> Answer:
    """The sums of several rounds and who leads; ``of`` says how many rounds the match has."""
    played = [one.numbers(low=LOW) for one in asked.parts("rounds", most=50)]
    if not played:
        raise bad_input("rounds", "names no round")
    leaders = list(score.match_winners(played, _version(asked), _house(asked)))
    over = len(played) >= asked.whole("of", len(played), low=1)
    totals = score.match_totals(played)
    return {"totals": totals, "leaders": leaders, "over": over, "winners": leaders if over else []}


def odds(asked: Asked) -> Answer:
    """How likely the next ``draw`` of ``cards`` cards with ``bombs`` bombs hold at least ``wanted`` of them."""
    cards = asked.whole("cards", high=200)
    bombs, drawn = asked.whole("bombs", high=cards), asked.whole("draw", 1, high=200)
    chances = piles.bombs_drawn(cards, bombs, drawn)
    wanted = piles.at_least(cards, bombs, drawn, asked.whole("wanted", 1, high=200))
    return {"at_least": round(float(wanted), 6), "exactly": [round(float(one), 6) for one in chances]}


def _calculator(answer: Callable[[Asked], Answer]) -> Calculator:
    return lambda data: answer(Asked(data))


OPERATIONS = {
    "score": points, "cost": cost, "knockout": knockout, "setup": setup, "next_player": following,
    "redirect": redirect, "negate": negate, "turn_start": turn_start, "first_round": first_round,
    "round_end": round_end, "survival": survival, "best_of": best_of, "odds": odds,
}  # fmt: skip
CALCULATORS: Mapping[str, Calculator] = {name: _calculator(answer) for name, answer in OPERATIONS.items()}


# --- the pages


def _attack_card(card: Card) -> bool:
    return card.id in attack_cards()


def _stays(card: Card) -> bool:
    return _attack_card(card) and deck.attack(card.id).stays


def _id_and_cost(card: Card) -> str:
    return say("{id} · costs {cost}", id=card.id, cost=deck.attack(card.id).cost)


HAND = card_picks(DECK, _attack_card, _id_and_cost)
ACTIVE = card_picks(DECK, _stays, _id_and_cost)


def _row(title: str, cards: Sequence[str], group: str) -> CardRow:
    values = ((f"{group}.{n}", card, str(deck.attack(card).number)) for n, card in enumerate(cards))
    return CardRow(title, tuple(picked(DECK, uid, card, value=number) for uid, card, number in values))


def _hand_page(values: Values) -> tuple[Block, ...]:
    found = points(Asked(values))
    rows = [_row("A run", run, f"r{n}") for n, run in enumerate(found["runs"])]
    rows += [_row("A set", one, f"s{n}") for n, one in enumerate(found["sets"])]
    rows += [_row("Left over: these cost", found["left"], "l")] if found["left"] else []
    told = "The fewest points win. This is the cheapest way to lay the hand out." if values["hand"] else ""
    counted = {"Bombs": "bombs", "Explosions": "explosions", "Cards in front": "permanents", "Left in the hand": "rest"}
    counters = (Counter(label, found[part]) for label, part in counted.items())
    return (Banner("Points of the round", told, "good", big=str(found["total"])), *counters, *rows)


def _cost_page(values: Values) -> tuple[Block, ...]:
    found, card = cost(Asked(values)), DECK.by_id[values["card"]]
    printed, now, least = deck.attack(card.id).cost, found["cost"], found["least"]
    detail = say("{printed} is printed on it.", printed=printed) if now != printed else "As printed on it."
    if least < now:
        template = "{detail} From {least} on the effect works, the rest may follow later."
        detail = say(template, detail=detail, least=least)
    banner = Banner(say("{name} costs", name=card.name), detail, "good", big=str(now))
    changed = [say("{name} ({card}) changes it", name=DECK.by_id[one].name, card=one) for one in found["changed_by"]]
    return (banner, Checklist("Counted in", tuple((text, True) for text in changed))) if changed else (banner,)


def _knockout_page(values: Values) -> tuple[Block, ...]:
    found = knockout(Asked({**values, "explosion_shield": values["shield"]}))
    out, limit = found["out"], found["threshold"]
    if out:
        banner = Banner("Knocked out", "Out of this round.", "alarm")
    else:
        more = plural(found["bombs_to_go"], "more bomb")
        banner = Banner("Still in", say("{more} and you are out.", more=more), "good")
    bombs = min(values["bombs"], limit)
    return (banner, Meter("Bombs", bombs, limit, alarm=out or limit - bombs <= 1))


def _odds_page(values: Values) -> tuple[Block, ...]:
    cards, wanted = values["cards"], values["wanted"]
    found = odds(Asked({**values, "bombs": min(values["bombs"], cards), "draw": min(values["draw"], cards)}))
    chances = enumerate(found["exactly"])
    exactly = (Meter(plural(n, "bomb"), round(100 * one), 100, detail=f"{100 * one:.1f} %") for n, one in chances)
    title, big = say("At least {bombs}", bombs=plural(wanted, "bomb")), f"{round(100 * found['at_least'])} %"
    return (Banner(title, "of the next draw", "act", big=big), *exactly)


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
            Counted("others", "Active cards of the others", ACTIVE, most=1, detail="Some make yours cost more."),
        ),
        answer=_hand_page,
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
        answer=_cost_page,
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
        answer=_knockout_page,
    ),
    Question(
        "odds",
        "How likely is a bomb?",
        about="Count the blank deck and the bombs nobody has seen yet.",
        holes=(
            Number("cards", "Cards in the blank deck", low=1, high=75, preset=40),
            Number("bombs", "Bombs among them", low=0, high=12, preset=6),
            Number("draw", "How many are drawn", low=1, high=20, preset=1),
            Number("wanted", "At least this many bombs", low=1, high=12, preset=1),
        ),
        answer=_odds_page,
    ),
)
