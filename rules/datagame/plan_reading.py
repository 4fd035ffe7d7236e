"""A game's folder as a ``Plan``: every fault found, each with its file, line, key and cure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rules.datagame.deck import read_cards
from rules.datagame.plan import Alarm, CounterRule, Phase, Plan, ScoreRule, Win, Zone
from rules.datagame.toml_reading import Page, Table
from rules.text import say
from rules.values.cards import Deck, DeckError, Problem
from rules.values.columns import nearest, shown

FILE = "game.toml"
CARDS = "cards.csv"
MOST_PLAYERS = 10
MOST_OF_A_KIND = 24
MOST = 9999
NO_WORDS = ("tablewright", "own")
WINS = ("highest", "lowest", "last_alive", "first_to:COUNTER:NUMBER")
KINDS: Mapping[str, tuple[str, ...]] = {
    "sum": ("field", "zone"),
    "count": ("tag", "value", "zone"),
    "most": ("tag", "value", "zone"),
    "table": ("counter", "values"),
    "counter": ("counter",),
}


def read_game(toml: bytes, files: Mapping[str, bytes], folder: str = "") -> Plan:
    """The game of a folder. ``files`` are the other files in it; ``folder`` is how messages call it.

    Raises DeckError with every fault.
    """
    place = f"{folder}/" if folder else ""
    page = Page(toml, f"{place}{FILE}")
    page.only("", ("game", "counter", "zone", "phase", "cards", "score", "scan"))
    about = page.table("game", ("id", "title", "letters", "about", "players", "win"))
    id_ = about.word("id", re.compile(r"[a-z][a-z0-9_]{1,19}"), "small letters, digits and _, such as rafters")
    if id_ in NO_WORDS:
        about.fault("id", say("{id_} means something else here; choose another", id_=id_))
    title, letters = about.text("title", 40), about.word("letters", re.compile("[A-Z]{2}"), "two of A to Z, such as RF")
    counters = tuple(_counter(one) for one in page.tables("counter", MOST_OF_A_KIND))
    zones = tuple(_zone(one) for one in page.tables("zone", MOST_OF_A_KIND))
    phases = tuple(_phase(one) for one in page.tables("phase", MOST_OF_A_KIND))
    for kind, found in (("counter", counters), ("zone", zones), ("phase", phases)):
        _once(page, kind, found)
    cards = page.table("cards", ("file",), needed=False).text("file", 60, CARDS)
    deck, faults = _deck(files, cards, place, (id_, letters, title))
    scores = tuple(_score(one, counters, zones, deck) for one in page.tables("score", MOST_OF_A_KIND))
    win = _win(about, counters)
    if win.kind in ("highest", "lowest") and not scores:
        about.fault("win", say('"{kind}" needs points; add a [[score]], or say last_alive', kind=win.kind))
    if win.kind == "last_alive" and not any(one.alarm and one.alarm.out for one in counters):
        about.fault("win", 'last_alive needs a counter that puts people out: alarm = { at = 5, status = "out" }')
    open_zones = tuple(one.id for one in zones if not one.counted)
    scan = page.table("scan", ("play",), needed=False)
    play = scan.choice("play", open_zones, open_zones[0] if open_zones else "")
    players = _players(about)
    said = about.text("about", 160, "")
    problems = (*page.problems, *faults)
    if problems or deck is None:
        raise DeckError(problems)
    return Plan(
        id_,
        title,
        about=said,
        players=players,
        win=win,
        deck=deck,
        counters=counters,
        zones=zones,
        phases=phases,
        scores=scores,
        scan=play,
    )


def _deck(
    files: Mapping[str, bytes], name: str, place: str, whose: tuple[str, str, str]
) -> tuple[Deck | None, tuple[Problem, ...]]:
    if name not in files:
        text = "there is no such file in the folder; add it, or name the right one under [cards]"
        return None, (Problem(f"{place}{name}", 1, "", text),)
    try:
        return read_cards(files[name], f"{place}{name}", *whose), ()
    except DeckError as error:
        return None, error.problems


def _once(page: Page, kind: str, found: Sequence[CounterRule | Zone | Phase]) -> None:
    seen: set[str] = set()
    for number, one in enumerate(found):
        if one.id and one.id in seen:
            page.fault(
                kind,
                number,
                "id",
                say("{shown} is the id of another {kind} already; choose another", shown=shown(one.id), kind=kind),
            )
        seen.add(one.id)


def _players(about: Table) -> tuple[int, int]:
    range_ = about.inner("players", ("min", "max"))
    low = range_.whole("min", 1, MOST_PLAYERS)
    return low, range_.whole("max", low, MOST_PLAYERS)


def _win(about: Table, counters: tuple[CounterRule, ...]) -> Win:
    said = about.text("win", 60, "highest")
    if said in ("highest", "lowest", "last_alive"):
        return Win(said)  # type: ignore[arg-type] # one of the words just named
    first, counter, goal = [*said.split(":"), "", ""][:3]
    if first != "first_to" or not goal.isdecimal():
        about.fault(
            "win", say("{shown} is not known; expected one of {words}", shown=shown(said), words=", ".join(WINS))
        )
    elif counter not in (own := tuple(one.id for one in counters if one.owner == "player")):
        about.fault(
            "win", say("{shown} is no player's counter; {nearest}", shown=shown(counter), nearest=nearest(counter, own))
        )
    return Win("first_to", counter, int(goal) if goal.isdecimal() else 0)


def _counter(table: Table) -> CounterRule:
    table.only(("id", "label", "scope", "min", "max", "default", "reset", "alarm"))
    id_ = table.id()
    low = table.whole("min", -MOST, MOST, 0)
    high = table.whole("max", low, MOST, max(low, 99))
    start = table.whole("default", low, high, min(max(0, low), high))
    alarm = None
    if "alarm" in table.values:
        own = table.inner("alarm", ("at", "status", "text"))
        out = own.choice("status", ("", "out"), "") == "out"
        alarm = Alarm(own.whole("at", low, high), own.text("text", 60, "Out of the game" if out else "Look here"), out)
    owner = table.choice("scope", ("player", "table"), "player")
    if alarm is not None and alarm.out and owner == "table":
        table.fault("alarm", 'a counter of the table puts nobody out; leave status away, or say scope = "player"')
    reset = table.choice("reset", ("", "turn", "round"), "")
    return CounterRule(id_, table.label(id_), owner=owner, low=low, high=high, start=start, reset=reset, alarm=alarm)  # type: ignore[arg-type] # choices


def _zone(table: Table) -> Zone:
    table.only(("id", "label", "owner", "visibility", "max"))
    id_ = table.id()
    owner = table.choice("owner", ("player", "table"), "player")
    counted = table.choice("visibility", ("public", "count"), "public") == "count"
    return Zone(id_, table.label(id_), owner=owner, most=table.whole("max", 0, MOST, 0), counted=counted)  # type: ignore[arg-type] # choice


def _phase(table: Table) -> Phase:
    table.only(("id", "label", "who", "steps", "repeat"))
    id_ = table.id()
    active = table.choice("who", ("all", "active"), "all") == "active"
    return Phase(
        id_, table.label(id_), active=active, steps=table.texts("steps", 100), repeat=table.whole("repeat", 1, 99, 1)
    )


def _score(table: Table, counters: tuple[CounterRule, ...], zones: tuple[Zone, ...], deck: Deck | None) -> ScoreRule:
    kind = table.choice("rule", tuple(KINDS), None)
    if kind not in KINDS:
        return ScoreRule("sum", "", "")
    needs = KINDS[kind]
    table.only(("rule", "label", *needs, *(() if kind in ("sum", "table") else ("points",))))
    points = table.whole("points", -MOST, MOST, 1)
    if "counter" in needs:
        key = table.choice("counter", tuple(one.id for one in counters if one.owner == "player"), None)
        values = table.wholes("values", MOST) if "values" in needs else ()
        return ScoreRule(kind, table.label(key), key, points=points, values=values)  # type: ignore[arg-type] # a kind
    known = tuple(column.name for column in deck.spec.columns) if deck else ()
    word = needs[0]
    key = table.choice(word, known, None) if deck else str(table.values.get(word, ""))
    if kind == "sum" and deck is not None and key in known:
        for card in deck.cards:
            if str(card[key]) and not re.fullmatch(r"[+-]?[0-9]{1,4}", str(card[key])):
                table.fault(
                    word,
                    say(
                        "{name} has {shown} in this column, which is no whole number",
                        name=card.name,
                        shown=shown(str(card[key])),
                    ),
                )
                break
    value = table.text("value", 60) if "value" in needs else ""
    if value and deck is not None and key in known and all(str(card[key]) != value for card in deck.cards):
        there = tuple(dict.fromkeys(str(card[key]) for card in deck.cards if str(card[key])))
        table.fault(
            "value",
            say(
                "no card has {shown} in column {key}; {nearest}",
                shown=shown(value),
                key=key,
                nearest=nearest(value, there[:12] or ("nothing",)),
            ),
        )
    own = tuple(one.id for one in zones if one.owner == "player" and not one.counted)
    zone = table.choice("zone", own, own[0] if own else None)
    label = table.label(value or key)
    return ScoreRule(kind, label, key=key, value=value, zone=zone, points=points)  # type: ignore[arg-type] # one of KINDS
