"""What is allowed in a game.toml and can hardly be meant: looked for once a plan can be read.

What would spoil every game is a fault (in format 2; files of format 1 go on as they were), the rest is worth a look.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.datagame.flow import first_turn, settle
from rules.datagame.plan import Named, Plan, ScoreRule
from rules.datagame.state import begun
from rules.text import say


@dataclass(frozen=True, slots=True)
class Remark:
    """Something about a key of the ``number``-th table of that name (from 0); ``spoils`` every game, or is odd."""

    section: str
    number: int
    key: str
    text: str
    spoils: bool = False


def remarks(plan: Plan) -> Iterator[Remark]:
    """Everything there is to say about a plan."""
    yield from _alarms(plan)
    yield from _ends(plan)
    yield from _scores(plan)
    yield from _never(plan)


def _alarms(plan: Plan) -> Iterator[Remark]:
    """Alarms that are on before anybody has done anything."""
    for number, rule in enumerate(plan.counters):
        for alarm in rule.alarms:
            if not alarm.holds(rule.start):
                continue
            side = "or less" if alarm.down else "or more"
            other = ""
            if not alarm.down and alarm.at <= rule.start and alarm.at == rule.low:
                other = say("; for an alarm when it goes down write down_to = {at}", at=alarm.at)
                other += " (format = 2)" if plan.format == 1 else ""
            text = "is on from the start: {label} begins at {start}, and that is {at} {side}{other}"
            said = say(text, label=rule.label, start=rule.start, at=alarm.at, side=side, other=other)
            yield Remark("counter", number, "alarm", said, spoils=alarm.out)


def _ends(plan: Plan) -> Iterator[Remark]:
    """Ends that hold at once, or never."""
    for number, end in enumerate(plan.ends):
        rule, zone = plan.counter(end.counter), plan.zone(end.zone)
        if rule is not None and end.holds(rule.start):
            text = say("holds from the start: {label} begins at {start}", label=rule.label, start=rule.start)
            yield Remark("end", number, "down_to" if end.down else "at", text, spoils=True)
        elif zone is not None and zone.counted and end.holds(zone.start) and not zone.refill:
            text = say("holds from the start: {label} begins with {start} cards", label=zone.label, start=zone.start)
            yield Remark("end", number, "down_to" if end.down else "at", text, spoils=True)
        if rule is not None and rule.reset == end.finish == "round":
            text = "nobody can reach it: the counter is cleared before this end is looked at; leave finish out"
            yield Remark("end", number, "finish", text, spoils=True)
        if zone is not None and zone.most and not end.down and end.at > zone.most:
            text = say("nobody can reach it: {label} holds at most {most} cards", label=zone.label, most=zone.most)
            yield Remark("end", number, "at", text, spoils=True)
        if zone is not None and zone.reset == end.finish == "round" and not end.down:
            text = "nobody can reach it: the zone is cleared before this end is looked at; leave finish out"
            yield Remark("end", number, "finish", text, spoils=True)
    if plan.win.kind == "first_to" and (won := plan.counter(plan.win.counter)) is not None:
        if plan.win.goal > won.high:
            text = say(
                "nobody can reach {goal}: {label} goes to {high}", goal=plan.win.goal, label=won.label, high=won.high
            )
            yield Remark("game", 0, "win", text, spoils=True)
        elif plan.win.goal <= won.start:
            text = say("is reached at once: {label} begins at {start}", label=won.label, start=won.start)
            yield Remark("game", 0, "win", text, spoils=True)


def over_at_once(plan: Plan, players: int) -> bool:
    """Whether a table of so many people would be over before anybody has done anything."""
    return settle(plan, first_turn(plan, begun(plan, players, "play"))).over


def _scores(plan: Plan) -> Iterator[Remark]:
    used = {id_ for rule in plan.scores for id_ in rule.scores}
    used |= {id_ for id_, _ in plan.win.ties} | {end.score for end in plan.ends}
    for number, rule in enumerate(plan.scores):
        zone = plan.zone(rule.amount.zone)
        if rule.end and plan.rounds is not None and zone is not None and zone.reset in ("round", "turn", "phase"):
            text = "counts nothing: at the end of the game {label} is empty; leave when out to count it every round"
            yield Remark("score", number, "when", say(text, label=zone.label))
        if rule.helper and rule.id not in used:
            yield Remark(
                "score", number, "helper", "no rule, tiebreak or end uses it; leave helper out to give its points"
            )
        if blank := [card.name for card in plan.deck.cards if rule.amount.field and not str(card[rule.amount.field])]:
            text = _blank(blank, len(plan.deck.cards), rule.amount.field)
            yield from (Remark("score", number, "field", text) for _ in range(bool(text)))
        most = _most(plan, rule)
        if rule.kind == "reach" and most is not None and rule.at > most:
            text = say("nobody can reach {at}: {most} is the most there can be", at=rule.at, most=most)
            yield Remark("score", number, "at", text, spoils=True)


def _blank(names: list[str], cards: int, column: str) -> str:
    """What to say of cards with nothing in a column that is added up; nothing where many have none: that is meant."""
    if len(names) == cards:
        return say("gives nothing: no card has anything in column {column}", column=column)
    if len(names) * 4 > cards:
        return ""
    who = names[0] if len(names) == 1 else say("{name} and {count} more", name=names[0], count=len(names) - 1)
    return say("{who} with nothing in column {column} counts as 0 there", who=who, column=column)


def _most(plan: Plan, rule: ScoreRule) -> int | None:
    """The most a rule's amount can be, where the file says so."""
    if (counter := plan.counter(rule.amount.counter)) is not None:
        return counter.high if counter.owner == "player" else None
    rows = [row for id_ in rule.amount.rows if (row := plan.row(id_)) is not None]
    return sum(row.high for row in rows) if rows and not any(row.by_round for row in rows) else None


def _never(plan: Plan) -> Iterator[Remark]:
    """Parts of a round that does not come."""
    count = plan.rounds.count if plan.rounds is not None else 0
    families: tuple[tuple[str, tuple[Named, ...]], ...] = (
        ("counter", plan.counters), ("row", plan.rows), ("phase", plan.phases), ("score", plan.scores),
    )  # fmt: skip
    for section, things in families:
        for number, one in enumerate(things):
            if count and one.rounds and min(one.rounds) > count:
                text = say("is never there: there are {count} rounds", count=count)
                yield Remark(section, number, "needs", text, spoils=True)
