"""The calculators of Gilfate Fantasy: one question, one answer, no table (docs/calculators/gilfate.md).

They read JSON objects and call the functions the game itself uses; no rule stands here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.calculator import Asked, bad_input, error
from rules.games.gilfate import chain, cost, knockout, odds, points, rounds
from rules.games.gilfate.attack_cards import attack_cards
from rules.games.gilfate.calc_input import HAND_MOST, LOW, Answer, active_of, card_of, cards_of, house_of, partials_of
from rules.table import Calculator
from rules.text import say


def score(data: Mapping[str, Any]) -> Answer:
    """A player's points at the end of a round, with the cheapest layout of the hand."""
    asked = Asked(data)
    done = points.round_points(
        cards_of(asked, "hand"),
        cards_of(asked, "active"),
        bombs=asked.whole("bombs", 0, high=999),
        explosions=asked.whole("explosions", 0, high=999),
        partial=partials_of(asked),
        others=active_of(asked, "others"),
        house=house_of(asked),
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
    mine = active_of(asked, "mine")
    usable = cost.ONCE in mine or not asked.has("mine")
    wanted = asked.yes("use_10a")
    found = cost.activation_cost(
        card_of(asked, "card"), mine, active_of(asked, "others"), use_10a=wanted and usable, house=house_of(asked)
    )
    answer: Answer = {"cost": found.cost, "least": found.least, "changed_by": list(found.changed_by)}
    return answer if usable or not wanted else answer | {"note": "10a is not among the active cards"}


def knocked(data: Mapping[str, Any]) -> Answer:
    """How many bombs knock the player out, and whether they are."""
    asked = Asked(data)
    active = list(active_of(asked, "active"))
    shielded = asked.yes("explosion_shield")
    if shielded and not asked.has("active"):
        active.append(knockout.SHIELD)
    bombs = asked.whole("bombs", 0, high=999)
    threshold = knockout.slots(active)
    return {
        "threshold": threshold,
        "out": knockout.knocked_out(bombs, active, explosion=asked.yes("explosion"), shielded=shielded),
        "bombs_to_go": max(0, threshold - bombs),
    }


def _version(asked: Asked) -> rounds.Version:
    word = asked.word("version", "no_knockout", among=rounds.VERSIONS)
    return next(version for version in rounds.VERSIONS if version == word)


def setup(data: Mapping[str, Any]) -> Answer:
    """The piles for so many players, in each version of the game."""
    asked = Asked(data)
    players, house = asked.whole("players"), house_of(asked)
    refused = rounds.players_objection(players)
    if refused is not None:
        return error(refused)
    if asked.has("explosions"):
        house = replace(house, explosions=asked.whole("explosions", high=3))
    start = rounds.setup(players, _version(asked), secret_bombs=asked.yes("secret_bombs"), house=house)
    answer: Answer = {
        "hand": start.hand,
        "bombs": start.bombs,
        "blanks": start.blanks,
        "blank_deck": start.blank_deck,
        "attack_left": start.attack_left,
        "explosions": start.explosions,
        "aside": start.aside,
        "later_hand": rounds.later_hand(players, _version(asked), house),
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
    return order, named, asked.words("out", among=order), chain.direction_after(asked.whole("reverses", 0))


def next_player(data: Mapping[str, Any]) -> Answer:
    """Who is next, after so many reversals, passing over knocked-out players."""
    order, current, out, direction = _seats(Asked(data), "current")
    return {"next": chain.next_player(order, current, direction=direction, out=out), "direction": direction}


def redirect(data: Mapping[str, Any]) -> Answer:
    """Who draws how many after cards 0a passed a draw effect on."""
    asked = Asked(data)
    order, target, out, direction = _seats(asked, "target")
    done = chain.redirected(
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
        links.append(chain.Link(one.word("card", among=attack_cards() if i else ()), one.word("by", "")))
    if not links:
        raise bad_input("chain", "is empty; it begins with the effect")
    refused = chain.chain_objection(links, asked.word("turn_of", ""), asked.whole("negations_used", 0))
    if refused is not None:
        return error(refused)
    done = chain.resolved(links)
    return {"resolves": done[0].happens, "chain": [{"card": link.card, "happens": link.happens} for link in done]}


def turn_start(data: Mapping[str, Any]) -> Answer:
    """What is drawn at the start of a turn; ``players`` and ``turn`` bring in the first lap."""
    asked = Asked(data)
    draws = _version(asked) != "all_cards"
    if asked.has("turn"):
        draws = draws and rounds.first_lap(_players(asked), asked.whole("turn", low=1)).may_draw_attack
    start = rounds.turn_start(asked.whole("hand", high=999), attack_draws=draws)
    return {"draw_blank": start.draw_blank, "pick_attack": start.pick_attack}


def _players(asked: Asked) -> int:
    return asked.whole("players", low=2, high=5)


def first_round(data: Mapping[str, Any]) -> Answer:
    """What the first lap allows in this turn: a card's effect, an attack card, bombs."""
    asked = Asked(data)
    lap = rounds.first_lap(
        _players(asked),
        asked.whole("turn", low=1),
        card_of(asked, "card").number if asked.has("card") else 0,
        asked.whole("bombs", 0, high=999),
        round_number=asked.whole("round", 1, low=1),
        house=house_of(asked),
    )
    return {
        "first_round": lap.first_round,
        "may_use_effect": lap.may_use_effect,
        "may_draw_attack": lap.may_draw_attack,
        "return_bombs": lap.return_bombs,
    }


def round_end(data: Mapping[str, Any]) -> Answer:
    """Who wins a round by points (``scores``), and whether it is over at all (the piles)."""
    asked = Asked(data)
    answer: Answer = {}
    if asked.has("scores"):
        answer["winners"] = list(rounds.lowest(asked.part("scores").numbers(low=LOW)))
    fields = ("blank_deck", "attack_decks", "players_left", "hands")
    if any(asked.has(field) for field in fields):
        why = rounds.round_over(_piles(asked), _version(asked), house_of(asked))
        answer |= {"over": bool(why), "reason": why}
    if not answer:
        raise bad_input("scores", say("is missing, and so is any of {words}", words=", ".join(fields)))
    return answer


def _piles(asked: Asked) -> rounds.Piles:
    attack = None
    if asked.has("attack_decks"):
        several = isinstance(asked.raw("attack_decks"), list)
        attack = asked.wholes("attack_decks", most=6) if several else (asked.whole("attack_decks"),)
    hands = None
    if asked.has("hands"):
        hands = min(asked.part("hands").numbers().values(), default=None)
    return rounds.Piles(asked.whole_or_none("blank_deck"), attack, asked.whole_or_none("players_left"), hands)


def survival(data: Mapping[str, Any]) -> Answer:
    """Survival points after a round with knockouts, and who has won the game."""
    asked = Asked(data)
    before = asked.needed("points").numbers(low=LOW)
    done = rounds.survive(before, asked.words("survivors", among=before))
    return {"points": dict(done.points), "winners": list(done.winners)}


def best_of(data: Mapping[str, Any]) -> Answer:
    """The sums of several rounds and who leads; ``of`` says how many rounds the match has."""
    asked = Asked(data)
    played = [one.numbers(low=LOW) for one in asked.parts("rounds", most=50)]
    if not played:
        raise bad_input("rounds", "names no round")
    leaders = rounds.match_winners(played, _version(asked), house_of(asked))
    over = len(played) >= asked.whole("of", len(played), low=1)
    return {
        "totals": rounds.match_totals(played),
        "leaders": list(leaders),
        "over": over,
        "winners": list(leaders) if over else [],
    }


def bomb_odds(data: Mapping[str, Any]) -> Answer:
    """How likely the next ``draw`` of ``cards`` cards with ``bombs`` bombs hold at least ``wanted`` of them."""
    asked = Asked(data)
    cards = asked.whole("cards", high=200)
    bombs, drawn = asked.whole("bombs", high=cards), asked.whole("draw", 1, high=200)
    chances = odds.bombs_drawn(cards, bombs, drawn)
    wanted = odds.at_least(cards, bombs, drawn, asked.whole("wanted", 1, high=200))
    return {"at_least": round(float(wanted), 6), "exactly": [round(float(one), 6) for one in chances]}


CALCULATORS: Mapping[str, Calculator] = {
    "score": score,
    "cost": activation,
    "knockout": knocked,
    "setup": setup,
    "next_player": next_player,
    "redirect": redirect,
    "negate": negate,
    "turn_start": turn_start,
    "first_round": first_round,
    "round_end": round_end,
    "survival": survival,
    "best_of": best_of,
    "odds": bomb_odds,
}
