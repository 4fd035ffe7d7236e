"""The tables of a game.toml that say what is kept and what comes when: counters, lines of the pad, zones, phases, lists
to tick, ends. Each function notes what is wrong with its table and answers with something usable.
"""

from __future__ import annotations

from typing import Any, Literal

from rules.datagame.plan import (
    OPEN,
    Alarm,
    CounterRule,
    Deal,
    End,
    Grow,
    Phase,
    RowRule,
    TickList,
    Whose,
    Zone,
)
from rules.datagame.toml_reading import Table
from rules.text import say

MOST = 9999
MOST_REPEATS = 99
MOST_ALLOWED = 200
RESETS = ("", "turn", "round")


def read_counter(table: Table, *, teams: bool) -> CounterRule:
    """A [[counter]]; the ids it names are looked at by ``check_counter``."""
    table.only(
        ("id", "label", "scope", "min", "max", "default", "reset", "alarm"),
        ("needs", "step", "names", "secret", "single", "bank", "grow"),
    )
    id_ = table.id()
    low = table.whole("min", -MOST, MOST, 0)
    high = table.whole("max", low, MOST, max(low, 99), varies=True)
    start = table.whole("default", low, high, min(max(0, low), high), varies=True)
    owner = _scope(table, "scope", teams=teams, pair=True)
    names = table.texts("names", 40)
    if len(names) > high - low + 1:
        text = "names {count} values, but there are only {there} from {low} to {high}"
        table.fault("names", say(text, count=len(names), there=high - low + 1, low=low, high=high))
    single = table.yes("single")
    if single and owner != "player":
        table.fault("single", "only a player's counter is held by one of several")
    grow = None
    if "grow" in table.values:
        own = table.inner("grow", ("each", "add"))
        each: Any = own.choice("each", ("turn", "round"), None)
        grow = Grow(each, _count(own, "add", -MOST, MOST))
    secret, bank = table.text("secret", 24, ""), table.text("bank", 24, "")
    if secret and (owner != "player" or any(one.out for one in _alarms(table, low, high))):
        table.fault("secret", "only a player's counter can be secret, and it puts nobody out")
    reset: Any = table.choice("reset", RESETS, "")
    if bank and (owner != "player" or reset != "turn"):
        table.fault("bank", 'what is kept at the end of a turn is a player\'s, and begins anew: add reset = "turn"')
    return CounterRule(
        id_,
        table.label(id_),
        owner,
        low=low,
        high=high,
        start=start,
        reset=reset,
        alarms=_checked_alarms(table, low, high, owner),
        step=table.whole("step", 1, MOST, 1),
        names=names,
        secret=secret,
        single=single,
        bank=bank,
        grow=grow,
        rounds=table.needs(),
    )


def _count(table: Table, key: str, low: int, high: int) -> int | str:
    """A number, or the id of a counter that is looked at later."""
    found = table.values.get(key)
    return found if isinstance(found, str) and table.page.format > 1 else table.whole(key, low, high, varies=True)


def _scope(table: Table, key: str, *, teams: bool, pair: bool = False) -> Whose:
    newer = table.page.format > 1
    words = ("player", "table", *(("team",) if newer else ()), *(("pair",) if pair and newer else ()))
    found: Any = table.choice(key, words, "player")
    if found == "team" and not teams:
        table.fault(key, "there are no teams; add [teams] with count = 2")
    return found  # type: ignore[no-any-return] # one of the words


def _alarms(table: Table, low: int, high: int) -> tuple[Alarm, ...]:
    """The alarms of a counter, with nothing noted."""
    found = table.values.get("alarm", [])
    several = found if isinstance(found, list) else [found]
    return tuple(Alarm(0, "", one.get("status") == "out") for one in several if isinstance(one, dict))


def _checked_alarms(table: Table, low: int, high: int, owner: Whose) -> tuple[Alarm, ...]:
    if "alarm" not in table.values:
        return ()
    found = []
    for own in table.listed("alarm", ("at", "status", "text"), ("down_to",)):
        down, out = "down_to" in own.values, own.choice("status", ("", "out"), "") == "out"
        if down and "at" in own.values:
            own.fault("at", "stands beside down_to; keep one of the two (at: from there up, down_to: from there down)")
        at = own.whole("down_to" if down else "at", low, high, varies=True)
        found.append(Alarm(at, own.text("text", 60, "Out of the game" if out else "Look here"), out, down))
    if any(one.out for one in found) and owner == "table":
        table.fault("alarm", 'a counter of the table puts nobody out; leave status away, or say scope = "player"')
    return tuple(found)


def check_counter(table: Table, own: CounterRule, counters: tuple[CounterRule, ...], phases: tuple[str, ...]) -> None:
    """Note where a counter names a phase or a counter that is not there."""
    others = tuple(one.id for one in counters if one.id != own.id)
    if own.secret:
        table.choice("secret", phases, "", "phase")
    if own.bank:
        table.choice(
            "bank", tuple(one.id for one in counters if one.owner == "player" and one.id != own.id), "", "counter"
        )
    if own.grow is not None and isinstance(own.grow.add, str):
        table.inner("grow", ("each", "add")).whole_or("add", -MOST, MOST, others)


def read_row(table: Table, *, teams: bool) -> RowRule:
    """A [[row]] of the pad."""
    table.only(("id", "label", "group", "scope", "each", "min", "max", "step", "allow", "points", "needs"))
    id_ = table.id()
    low = table.whole("min", -MOST, MOST, 0)
    high = table.whole("max", low, MOST, max(low, 999), varies=True)
    step = table.whole("step", 1, MOST, 1)
    allowed: tuple[int, ...] = ()
    if "allow" in table.values:
        allowed = tuple(sorted(set(table.wholes("allow", MOST))))
        low, high = allowed[0], allowed[-1]
        for key in ("min", "max", "step"):
            if key in table.values:
                table.fault(key, "stands beside allow, which lists every number there is; leave one of them out")
    elif step > 1:
        allowed = tuple(number for number in range(low, high + 1) if number % step == 0)
        if not 0 < len(allowed) <= MOST_ALLOWED:
            text = "expected a step that leaves 1 to {most} numbers from {low} to {high}"
            table.fault("step", say(text, most=MOST_ALLOWED, low=low, high=high))
    return RowRule(
        id_,
        table.label(id_),
        _scope(table, "scope", teams=teams),
        by_round=table.choice("each", ("game", "round"), "game") == "round",
        low=low,
        high=high,
        allowed=allowed,
        points=table.whole("points", -MOST, MOST, 1),
        group=table.text("group", 40, ""),
        rounds=table.needs(),
    )


def read_zone(table: Table, deck_size: int, *, teams: bool) -> Zone:
    """A [[zone]]; the ids it names are looked at by ``check_zone``."""
    table.only(
        ("id", "label", "owner", "visibility", "max"), ("reset", "to", "start", "feeds", "refill", "bank", "needs")
    )
    id_ = table.id()
    owner = _scope(table, "owner", teams=teams)
    counted = table.choice("visibility", ("public", "count"), "public") == "count"
    start = 0
    if table.values.get("start") == "all":
        start = deck_size
        if owner != "table":
            table.fault("start", 'all cards are in one place: add owner = "table"')
    elif "start" in table.values:
        start = table.whole("start", 0, MOST, varies=True)
    for key in ("start", "feeds", "refill"):
        if key in table.values and not counted:
            table.fault(key, 'is for zones of which only the number is kept: add visibility = "count"')
    reset: Any = table.choice("reset", ("", "phase", "turn", "round"), "")
    to = table.text("to", 24, "")
    if to and not reset:
        table.fault("to", 'says where its cards go, but not when: add reset = "round"')
    bank = table.text("bank", 24, "")
    if bank and (owner != "player" or reset != "turn"):
        table.fault("bank", 'what is kept at the end of a turn is a player\'s, and begins anew: add reset = "turn"')
    return Zone(
        id_,
        table.label(id_),
        owner,
        most=table.whole("max", 0, MOST, 0, varies=table.page.format > 1),
        counted=counted,
        reset=reset,
        to=to,
        start=start,
        feeds=table.text("feeds", 24, ""),
        refill=table.text("refill", 24, ""),
        bank=bank,
        rounds=table.needs(by_round=False),
    )


def check_zone(table: Table, own: Zone, zones: tuple[Zone, ...]) -> None:
    """Note where a zone names another that is not there, or that cannot be meant."""
    others = {one.id: one for one in zones if one.id != own.id}
    for key, id_ in (("to", own.to), ("refill", own.refill), ("bank", own.bank)):
        if id_:
            fits = tuple(one.id for one in others.values() if one.owner in ("table", own.owner))
            table.choice(key, fits, "", "zone")
    if own.feeds:
        fits = tuple(one.id for one in others.values() if not one.counted and own.owner in ("table", one.owner))
        table.choice("feeds", fits, "", "zone")


def read_phase(table: Table, *, newer: bool) -> Phase:
    """A [[phase]]; the ids it names are looked at by ``check_phase``."""
    table.only(("id", "label", "who", "steps", "repeat"), ("needs", "first", "winner", "pass", "deal"))
    id_ = table.id()
    who: Any = table.choice("who", ("all", "active", *(("each",) if newer else ())), "all")
    first: Any = table.choice("first", ("", "start", "winner"), "start" if who == "each" else "")
    if first and who != "each":
        table.fault("first", 'says who begins where everybody has a turn: add who = "each"')
    passing: Any = table.choice("pass", ("", "left", "right", "alternate", "across"), "")
    deal = None
    if "deal" in table.values:
        own = table.inner("deal", ("from", "to", "count"))
        deal = Deal(own.text("from", 24), own.text("to", 24), _count(own, "count", 1, MOST))
    repeat = table.values.get("repeat", 1)
    if not isinstance(repeat, str) or not newer:
        repeat = table.whole("repeat", 1, MOST_REPEATS, 1, varies=True)
    return Phase(
        id_,
        table.label(id_),
        who=who,
        steps=table.texts("steps", 100),
        repeat=repeat,
        first=first,
        winner=table.text("winner", 24, ""),
        passing=passing,
        deal=deal,
        rounds=table.needs(),
    )


def check_phase(table: Table, own: Phase, counters: tuple[CounterRule, ...], zones: tuple[Zone, ...]) -> None:
    """Note where a phase names a counter or a zone that is not there."""
    shared = tuple(one.id for one in counters if one.owner == "table")
    if isinstance(own.repeat, str):
        table.whole_or("repeat", 1, MOST_REPEATS, (*shared, OPEN))
    if own.winner:
        table.choice("winner", tuple(one.id for one in counters if one.owner == "player"), "", "counter")
    if own.deal is not None:
        inner = table.inner("deal", ("from", "to", "count"))
        counted = tuple(one.id for one in zones if one.counted)
        inner.choice("from", tuple(one.id for one in zones if one.counted and one.owner == "table"), None, "zone")
        inner.choice("to", tuple(one for one in counted if one != own.deal.from_), None, "zone")
        if isinstance(own.deal.count, str):
            inner.whole_or("count", 1, MOST, shared)


def read_list(table: Table) -> TickList:
    """A [[checklist]]."""
    table.only(("id", "label", "items", "reset", "needs"))
    id_ = table.id()
    items = table.texts("items", 100)
    if not items:
        table.fault("items", 'is missing; expected texts in brackets: ["Shutters closed", "Fire lit"]')
    reset: Any = table.choice("reset", RESETS, "")
    return TickList(id_, table.label(id_), items=items, reset=reset, rounds=table.needs())


def read_end(table: Table, counters: tuple[CounterRule, ...], zones: tuple[Zone, ...], scores: tuple[str, ...]) -> End:
    """An [[end]]."""
    table.only(("counter", "zone", "score", "at", "down_to", "who", "result", "finish", "text", "needs"))
    table.needs(by_round=False)
    named = tuple(key for key in ("counter", "zone", "score") if key in table.values)
    if len(named) != 1:
        table.fault(named[1] if named else "end", 'expected one of counter, zone or score, such as counter = "water"')
    counter = zone = score = ""
    low, high = -MOST * 10, MOST * 10
    if named[:1] == ("counter",):
        rule = next((one for one in counters if one.id == table.values["counter"]), None)
        counter = table.choice("counter", tuple(one.id for one in counters), None, "counter")
        if rule is not None:
            low, high = rule.low, rule.high
            if rule.secret:
                table.fault("counter", "is secret for a while, so it cannot end the game")
    elif named[:1] == ("zone",):
        zone, low, high = table.choice("zone", tuple(one.id for one in zones), None, "zone"), 0, MOST
    elif named:
        score = table.choice("score", ("total", *scores), None, "score")
    down = "down_to" in table.values
    if down == ("at" in table.values):
        table.fault("at", "expected either at (from there up) or down_to (from there down)")
    at = table.whole("down_to" if down else "at", low, high, low, varies=True)
    result: Literal["count", "win", "lose"] = table.choice("result", ("count", "win", "lose"), "count")  # type: ignore[assignment] # one of the words
    finish: Literal["now", "turn", "round"] = table.choice("finish", ("now", "turn", "round"), "now")  # type: ignore[assignment] # one of the words
    return End(
        counter,
        zone,
        score,
        at=at,
        down=down,
        everybody=table.choice("who", ("any", "all"), "any") == "all",
        result=result,
        finish=finish,
        text=table.text("text", 60, ""),
    )
