"""What a card text of a fixed form does: to whom, how much, how often; and when an ambush may be used.

A text is read piece by piece. What has a form we know becomes a ``Clause``, with which the table offers and checks what
is done; what has not stays for the people who read the card (``Reading.rest``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

Verb = Literal["damage", "change", "turn", "leaves", "draw", "discard", "die"]
Only = Literal["", "attacker", "another", "itself", "it"]
AmbushMoment = Literal["", "this_fort", "any_fort"]


@dataclass(frozen=True, slots=True)
class Reach:
    """What a clause may choose. ``whose`` is said from the side of the text's owner.

    ``here`` means the attacked fort. ``only`` narrows it to one creature: ``it`` is the creature the text stands on,
    and for an ambush the one that attacks.
    """

    kind: Literal["creature", "shield", "fort"] = "creature"
    whose: Literal["", "own", "other"] = ""
    only: Only = ""
    here: bool = False
    cost_most: int | None = None


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing a text does, to one of what it ``reaches``, up to ``times`` times.

    ``amount`` is damage, cards, or how far a die is turned; ``way`` how a creature turns (rest, stand, hold) or where
    it goes. ``whole_fort`` does it to every creature at one fort.
    """

    verb: Verb
    reaches: tuple[Reach, ...] = ()
    times: int = 1
    amount: int = 0
    atk: int = 0
    edr: int = 0
    way: str = ""
    whole_fort: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as it was read: what it does, and what of it people have to judge."""

    clauses: tuple[Clause, ...]
    rest: str = ""


@cache
def read(text: str) -> Reading:
    """A plain text (``deck.plain``), read as far as its forms are known."""
    clauses: list[Clause] = []
    rest: list[str] = []
    for piece in _pieces(text):
        if piece == "it does not stand in its next stand step" and clauses and clauses[-1].way == "rest":
            clauses[-1] = replace(clauses[-1], way="hold")
        elif piece not in _FOLLOWS_BY_ITSELF:
            found = _clause(piece)
            if found is not None:
                clauses.append(found)
            else:
                rest.append(piece)
    return Reading(tuple(clauses), ". ".join(rest))


_FOLLOWS_BY_ITSELF = ("the attack is over",)
"""What needs nobody: an attack whose attacker has left is over (DB-R28)."""
_OPENINGS = re.compile(r"^(?:when [^,]+, |you may |then |and )+")


def _pieces(text: str) -> Iterator[str]:
    for sentence in re.split(r"[.;](?:\s+|$)", text.casefold().replace("−", "-")):
        for piece in re.split(r",? then ", sentence):
            bare = _OPENINGS.sub("", piece.strip()).removesuffix(", too").strip()
            if bare:
                yield bare


_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4}
_COUNT = r"(?:\d+|an?|one|two|three|four)"
_UNTIL = r"until (?:the turn ends|the end of (?:the|this) turn)"


def _count(word: str) -> int:
    return _NUMBERS[word] if word in _NUMBERS else int(word)


def _clause(piece: str) -> Clause | None:
    """A piece of a text as what it does, or None where its form is not known."""
    if match := re.fullmatch(r"deals? (\d+) damage to (.+)", piece):
        return _on("damage", match[2], Clause("damage", amount=int(match[1])))
    if match := re.fullmatch(rf"(.+?) (?:gets?|has|have) ([+-]\d+)/([+-]\d+) {_UNTIL}", piece):
        return _on("change", match[1], Clause("change", atk=int(match[2]), edr=int(match[3])))
    if match := re.fullmatch(r"(rest|stand) (.+)", piece):
        return _on("turn", match[2], Clause("turn", way=match[1]))
    if match := re.fullmatch(r"return (.+) to (?:its|their) owner's (hand|deck)", piece):
        return _on("leaves", match[1], Clause("leaves", way=match[2]))
    if match := re.fullmatch(r"destroy (.+)", piece):
        return _on("leaves", match[1], Clause("leaves", way="destroyed"))
    if match := re.fullmatch(rf"(draw|discard) ({_COUNT}) (?:more|(?:more )?cards?)", piece):
        return Clause("draw" if match[1] == "draw" else "discard", amount=_count(match[2]))
    if match := re.fullmatch(r"turn one of your dice (up|down) by (\d)(?:, to [16] at (?:most|least))?", piece):
        step = int(match[2])
        return Clause("die", amount=step if match[1] == "up" else -step)
    return None


def _on(verb: Verb, words: str, clause: Clause) -> Clause | None:
    """The clause with what it reaches, or None where the words do not say it in a form we know."""
    if re.fullmatch(r"(?:each|every) creature at (?:one|a) fort", words):
        return replace(clause, reaches=(Reach(),), whole_fort=True)
    times = 1
    if match := re.fullmatch(r"(?:up to )?(two|three|four|\d+) (creatures.*)", words):
        times, words = _count(match[1]), match[2].replace("creatures", "a creature", 1)
    reaches = [_reach(word.strip()) for word in words.split(" or ")] if " or less" not in words else [_reach(words)]
    known = tuple(one for one in reaches if one is not None)
    creatures_only = verb in ("change", "turn")
    if len(known) != len(reaches) or (creatures_only and any(one.kind != "creature" for one in known)):
        return None
    return replace(clause, reaches=known, times=times)


_HERE = r"(?: at (?P<here>that|this|the attacked) fort)?"
_CREATURE = re.compile(
    r"(?P<who>another creature of yours|a creature of yours|one of your creatures|"
    r"an opposing creature|a creature of (?:the other player|your opponent)|an?(?:other)? creature|one creature|"
    rf"the attacker|the attacking creature|this creature|it)(?: with cost (?P<cost>\d+) or less)?{_HERE}"
)
_SHIELD = re.compile(rf"(?:a|one|the)(?: \w+)? dragoshield{_HERE}(?P<other> of the other player)?")
_FORT = re.compile(r"(?:a|one|the attacked) fort(?P<other> of the other player)?")


def _reach(words: str) -> Reach | None:
    if match := _CREATURE.fullmatch(words):
        who = match["who"]
        mine = who.endswith("of yours") or "of your creatures" in who
        other = "opposing" in who or "other player" in who or "opponent" in who
        only: Only = "another" if who.startswith("another") else ""
        if who in ("the attacker", "the attacking creature"):
            only = "attacker"
        elif who in ("this creature", "it"):
            only = "itself" if who == "this creature" else "it"
        cost = int(match["cost"]) if match["cost"] else None
        return Reach("creature", "own" if mine else "other" if other else "", only, bool(match["here"]), cost)
    if match := _SHIELD.fullmatch(words):
        return Reach("shield", "other" if match["other"] else "", here=bool(match["here"]))
    if match := _FORT.fullmatch(words):
        return Reach("fort", "other" if match["other"] else "", here=words.startswith("the attacked"))
    return None


# --- ambushes

_ATTACKED = re.compile(
    r"(?:when |if )?(?:(?:a|an opposing) creature attacks (?P<fort>this fort|one of your forts|a fort of yours)|"
    r"(?P<passive>this fort|one of your forts|a fort of yours) is attacked)"
)


@cache
def ambush_moment(condition: str) -> AmbushMoment:
    """When an ambush with this condition may be used: an attack on its fort, or on any fort of its owner.

    Empty for a condition of another form, which people judge.
    """
    match = _ATTACKED.fullmatch(condition.casefold().strip(" .:"))
    if match is None:
        return ""
    return "this_fort" if "this fort" in (match["fort"], match["passive"]) else "any_fort"
