"""A game's folder as a ``Plan``: every fault found, each with its file, line, key and cure, the first fault first."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import TypeVar

from rules.datagame.deck import no_cards, read_cards
from rules.datagame.parts_reading import (
    check_counter,
    check_phase,
    check_zone,
    read_counter,
    read_end,
    read_list,
    read_phase,
    read_row,
    read_zone,
)
from rules.datagame.plan import OPEN, CounterRule, Named, Plan, Rounds, ScoreRule, Teams, Win
from rules.datagame.remarks import over_at_once, remarks
from rules.datagame.score_reading import Known, read_score
from rules.datagame.toml_reading import FILE, NEEDS_2, NEWEST, Answer, Given, Page, Table
from rules.game_protocol import Option
from rules.text import listed, say
from rules.values.cards import Deck, DeckError, Problem
from rules.values.columns import nearest, shown
from rules.values.rows import Row, read_rows

N = TypeVar("N", bound=Named)
CARDS = "cards.csv"
MOST_PLAYERS = 10
MOST_OF_A_KIND = 24
MOST_TABLES = 60
"""So many different tables (of people and options) a file is tried for."""
NO_WORDS = ("tablewright", "own")
NO_IDS = (OPEN, "players", "round", "total")
"""Words that mean something else where an id can stand."""
WINS = ("highest", "lowest", "last_alive", "first_to:COUNTER:NUMBER")
SECTIONS = ("game", "counter", "zone", "phase", "cards", "score", "scan")
NEWER = ("format", "option", "rounds", "teams", "campaign", "row", "checklist", "end", "face")
File = bytes | Sequence[Row]
"""A file of the folder: its bytes, or the rows of a table that was read already."""


def read_game(toml: bytes, files: Mapping[str, File], folder: str = "") -> Plan:
    """The game of a folder. ``files`` are the other files in it by name; ``folder`` is how messages call it.

    Raises DeckError with every fault, in the order of the file, without those that only follow from another.
    """
    place = f"{folder}/" if folder else ""
    page = Page(toml, f"{place}{FILE}")
    about, letters = _begin(page)
    deck, faults = _deck(
        page, files, place, (str(about.values.get("id", "")), letters, str(about.values.get("title", "")))
    )
    if deck is None:
        page.broken.add("cards")
    plan = _plan(page, about, deck, files, place)
    problems = [*_of_older_format(sorted(page.problems, key=lambda one: one.line)), *faults]
    if problems or plan is None or deck is None:
        raise DeckError(_each_once(problems))
    plan = _remarked(page, plan)
    if page.format == 1:
        return plan

    def at(players: int, options: Mapping[str, Answer]) -> Plan:
        own = Page(toml, page.file, Given(players, options))
        found = _plan(own, _begin(own)[0], deck, files, place)
        if own.problems or found is None:
            raise DeckError(_each_once(own.problems))
        return found

    for players, options in _tables(plan):
        try:
            at(players, options)
        except DeckError as error:
            chosen = ", ".join(f"{key} = {value}" for key, value in options.items())
            who = say("with {players} players{more}: ", players=players, more=f" and {chosen}" if chosen else "")
            raise DeckError(Problem(one.file, one.line, one.column, who + one.text) for one in error.problems) from None

    return replace(plan, tables=_remembered(at))


def lines_of_game(toml: bytes) -> Callable[[str], int]:
    """Where each key of [game] stands in a file that can be read."""
    page = Page(toml, FILE)
    return lambda key: page.line_of("game", 0, key)


def _of_older_format(problems: list[Problem]) -> list[Problem]:
    """One fault for all words of format 2 in a file that does not say it has any: what else is odd may come of that."""
    newer = [one for one in problems if one.text.endswith(NEEDS_2)]
    if not newer:
        return problems
    others = list(dict.fromkeys(one.column for one in newer))[1:]
    few = listed(others) if len(others) < 4 else say("{words} and others", words=", ".join(others[:3]))
    so = "" if not others else say(", and so is {few}" if len(others) == 1 else ", and so are {few}", few=few)
    return [replace(newer[0], text=say("is a word of format 2{so}; {cure}", so=so, cure=NEEDS_2))]


def _remarked(page: Page, plan: Plan) -> Plan:
    """The plan with what is worth a look. Raises DeckError for what would spoil every game of it, in format 2."""
    odd = []
    for one in remarks(plan):
        page.fault(one.section, one.number, one.key, one.text)
        if not one.spoils or plan.format == 1:
            odd.append(str(page.problems.pop()))
    if not page.problems and plan.format > 1 and over_at_once(plan, plan.players[0]):
        page.fault("game", 0, "win", "the game would be over before anybody has done anything; look at its ends")
    if page.problems:
        raise DeckError(sorted(page.problems, key=lambda one: one.line))
    return replace(plan, remarks=tuple(odd))


def _remembered(at: Callable[[int, Mapping[str, Answer]], Plan]) -> Callable[[int, Mapping[str, Answer]], Plan]:
    """The same, each table read once."""
    known: dict[tuple[object, ...], Plan] = {}

    def found(players: int, options: Mapping[str, Answer]) -> Plan:
        key = (players, *sorted((name, str(value)) for name, value in options.items()))
        if key not in known:
            known[key] = at(players, options)
        return known[key]

    return found


def _tables(plan: Plan) -> list[tuple[int, dict[str, Answer]]]:
    """The tables to try: every number of people, and every choice of options as long as there are not too many."""
    least, most = plan.players
    players = range(1 if plan.has_points else least, most + 1)
    values = [[(one.id, value) for value in one.values] for one in plan.options]
    every = [(count, dict(chosen)) for count in players for chosen in product(*values)]
    return every[:MOST_TABLES]


def _each_once(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    return tuple(dict.fromkeys(problems))


def _begin(page: Page) -> tuple[Table, str]:
    """The format, the players and the options, on which all else may depend; and [game] and the letters."""
    page.format = page.number("format", 1)
    if page.format > NEWEST or page.format < 1:
        text = "expected format = 2" if page.format < 1 else "needs a newer Tablewright; this one reads format 2"
        page.fault("format", 0, "", text)
        raise DeckError(page.problems)
    page.only(SECTIONS, NEWER)
    about = page.table("game", ("id", "title", "letters", "about", "players", "win"), ("tiebreak", "rules"))
    page.players = _players(about)
    before = len(page.problems)
    for table in page.tables("option", 8):
        option = _option(table)
        if option.id:
            page.options[option.id] = tuple(map(str, option.values))
    if len(page.problems) > before:
        page.broken.add("option")
    letters = ""
    if page.format == 1 or "cards" in page.values or "letters" in about.values:
        letters = about.word("letters", re.compile("[A-Z]{2}"), "two of A to Z, such as RF")
        if page.format > 1 and "cards" not in page.values:
            about.fault("letters", "stand in the codes of cards, and there are none; leave them out, or add [cards]")
    return about, letters


def _option(table: Table) -> Option:
    table.only(("id", "label", "values", "detail"))
    id_ = table.id()
    values = table.texts("values", 40)
    if not 2 <= len(values) <= 8 or len(set(values)) != len(values):
        table.fault("values", 'expected 2 to 8 different words, the usual one first: ["long", "short"]')
    return Option(id_, table.label(id_), values, table.text("detail", 160, ""))


def _plan(page: Page, about: Table, deck: Deck | None, files: Mapping[str, File], place: str) -> Plan | None:
    """The plan as far as it can be read; what is wrong is noted on the page."""
    newer = page.format > 1
    id_ = about.word("id", re.compile(r"[a-z][a-z0-9_]{1,19}"), "small letters, digits and _, such as rafters")
    if id_ in NO_WORDS:
        about.fault("id", say("{id_} means something else here; choose another", id_=id_))
    title = about.text("title", 40)
    teams = _teams(page)
    families = _Families(page, deck.size if deck else 0, teams=teams is not None)
    rounds = _rounds(page, families.counters)
    rows, counters, zones, phases = families.rows, families.counters, families.zones, families.phases
    scores = _scores(page, families, deck, rounds)
    named = tuple(one.id for one in scores if one.id)
    ends = tuple(read_end(one, counters, zones, named) for one in page.tables("end", MOST_OF_A_KIND))
    win = _win(about, families, named)
    own_phases = tuple(one.id for one in phases)
    for table, counter in families.counter_tables:
        check_counter(table, counter, counters, own_phases)
    if win.kind in ("highest", "lowest") and not scores and not any(one.points for one in rows):
        more = "add a [[score]] or a [[row]]" if newer else "add a [[score]]"
        about.fault("win", say('"{kind}" needs points; {more}, or say last_alive', kind=win.kind, more=more))
    if win.kind == "last_alive" and not any(alarm.out for one in counters for alarm in one.alarms):
        about.fault("win", 'last_alive needs a counter that puts people out: alarm = { at = 5, status = "out" }')
    if win.kind == "together" and {"win", "lose"} - {one.result for one in ends}:
        about.fault("win", 'together needs an [[end]] with result = "win" and one with result = "lose"')
    open_zones = tuple(one.id for one in zones if not one.counted)
    scan = page.table("scan", ("play",), needed=False)
    play = scan.choice("play", open_zones, open_zones[0] if open_zones else "", "zone")
    campaign = page.table("campaign", ("keep",), needed=False)
    own = tuple(one.id for one in counters if one.owner in ("player", "table"))
    keep = campaign.ids("keep", own, "counter", needed="campaign" in page.values)
    if newer:
        face = page.table("face", ("look", "file"), needed=False)  # read by whoever draws the cards
        for key in face.values:
            face.text(key, 60)
    options = tuple(_option(one) for one in page.tables("option", 8))
    if deck is None:
        return None
    return Plan(
        id_,
        title,
        about=about.text("about", 160, ""),
        players=page.players,
        win=win,
        deck=deck,
        counters=counters,
        rows=rows,
        zones=zones,
        phases=phases,
        lists=families.lists,
        scores=scores,
        ends=ends,
        options=options,
        rounds=rounds,
        teams=teams,
        keep=keep,
        rules=_rules(about, files),
        scan=play,
        format=page.format,
    )


class _Families:
    """The tables in double brackets that have ids, each family read with care and looked at together."""

    def __init__(self, page: Page, deck_size: int, *, teams: bool) -> None:
        newer = page.format > 1
        self.seen: dict[str, str] = dict.fromkeys(page.options, "option")
        counters = self._read(page, "counter", partial(read_counter, teams=teams))
        rows = self._read(page, "row", partial(read_row, teams=teams))
        zones = self._read(page, "zone", partial(read_zone, deck_size=deck_size, teams=teams))
        phases = self._read(page, "phase", partial(read_phase, newer=newer))
        lists = self._read(page, "checklist", read_list)
        self.counter_tables = counters
        self.counters = tuple(one for _, one in counters)
        self.rows = tuple(one for _, one in rows)
        self.zones = tuple(one for _, one in zones)
        self.phases = tuple(one for _, one in phases)
        self.lists = tuple(one for _, one in lists)
        for table, zone in zones:
            check_zone(table, zone, self.zones)
        for table, phase in phases:
            check_phase(table, phase, self.counters, self.zones)

    def _read(self, page: Page, kind: str, read: Callable[[Table], N]) -> list[tuple[Table, N]]:
        before = len(page.problems)
        found = [(table, read(table)) for table in page.tables(kind, MOST_OF_A_KIND)]
        for table, one in found:
            self.once(table, kind, one.id, newer=page.format > 1)
        if len(page.problems) > before:
            page.broken.add(kind)
        return found

    def once(self, table: Table, kind: str, id_: str, *, newer: bool) -> None:
        """Note an id that is another's; in format 1 counters, zones and phases may share one."""
        if not id_:
            return
        if newer and id_ in NO_IDS:
            table.fault("id", say("{id_} means something else here; choose another", id_=id_))
        key = id_ if newer else f"{kind} {id_}"
        if key in self.seen:
            text = "{shown} is the id of another {kind} already; choose another"
            table.fault("id", say(text, shown=shown(id_), kind=self.seen[key]))
        self.seen[key] = kind


def _scores(page: Page, families: _Families, deck: Deck | None, rounds: Rounds | None) -> tuple[ScoreRule, ...]:
    found: list[ScoreRule] = []
    before = len(page.problems)
    for table in page.tables("score", MOST_OF_A_KIND):
        named = tuple(one.id for one in found if one.id)
        known = Known(families.counters, families.rows, families.zones, deck, named, rounds is not None)
        found.append(read_score(table, known))
        families.once(table, "score", found[-1].id, newer=page.format > 1)
    if len(page.problems) > before:
        page.broken.add("score")
    return tuple(found)


def _deck(
    page: Page, files: Mapping[str, File], place: str, whose: tuple[str, str, str]
) -> tuple[Deck | None, tuple[Problem, ...]]:
    if page.format > 1 and "cards" not in page.values:
        return no_cards(whose[0], whose[2]), ()
    cards = page.table("cards", ("file",), ("link",), needed=False)
    cards.text("link", 500, "")  # fetched by a command of its own
    name = cards.text("file", 60, CARDS)
    if name not in files:
        near = nearest(name, tuple(sorted(files)))
        near = near if near.startswith("did you mean") else "add it, or name the right one"
        page.fault("cards", 0, "file", say("{name} is not in the folder; {near}", name=shown(name), near=near))
        return None, ()
    try:
        found_file = files[name]
        rows = read_rows(found_file, f"{place}{name}") if isinstance(found_file, bytes) else list(found_file)
        return read_cards(rows, f"{place}{name}", *whose, by_code=page.format > 1), ()
    except DeckError as error:
        return None, error.problems


def _rules(about: Table, files: Mapping[str, File]) -> str:
    """The text of the file that has the rules."""
    name = about.text("rules", 60, "")
    data = files.get(name)
    if not name or "/" in name or not isinstance(data, bytes):
        if name:
            there = tuple(one for one in files if one.endswith((".md", ".txt")))
            near = nearest(name, there) if there else "add it, such as rules.md"
            about.fault("rules", say("there is no text {shown} in the folder; {near}", shown=shown(name), near=near))
        return ""
    return data.decode("utf-8-sig", "replace")


def _players(about: Table) -> tuple[int, int]:
    range_ = about.inner("players", ("min", "max"))
    low = range_.whole("min", 1, MOST_PLAYERS)
    return low, range_.whole("max", low, MOST_PLAYERS)


def _teams(page: Page) -> Teams | None:
    if "teams" not in page.values:
        return None
    table = page.table("teams", ("count", "seating"))
    count = table.whole("count", 2, max(2, page.players[1]))
    if page.players[0] < count:
        table.fault("count", say("{count} teams need as many players; see players in [game]", count=count))
    return Teams(count, table.choice("seating", ("across", "choose"), "across") == "choose")


def _rounds(page: Page, counters: tuple[CounterRule, ...]) -> Rounds | None:
    if "rounds" not in page.values:
        return None
    table = page.table("rounds", ("count", "names", "start", "judge", "wins", "best", "turns"))
    names = table.texts("names", 40)
    if names and "count" in table.values:
        table.fault("count", "stands beside names, of which there is one a round; leave one of the two out")
    count = len(names) or (table.whole("count", 1, 99, varies=True) if "count" in table.values else 0)
    wins = ""
    judge = table.choice("judge", ("", "highest", "lowest", "ask"), "")
    if "wins" in table.values:
        wins = table.choice("wins", tuple(one.id for one in counters if one.owner == "player"), None, "counter")
        if not judge:
            table.fault("wins", 'nobody says who wins a round; add judge = "highest", "lowest" or "ask"')
    turns = 0 if table.values.get("turns") == OPEN else table.whole("turns", 1, 99, 1, varies=True)
    return Rounds(
        count,
        names,
        start=table.choice("start", ("left", "same", "winner", "last"), "left"),  # type: ignore[arg-type] # one of the words
        judge=judge,  # type: ignore[arg-type] # one of the words
        wins=wins,
        best=table.whole("best", 1, 99) if "best" in table.values else 0,
        turns=turns,
    )


def _win(about: Table, families: _Families, scores: tuple[str, ...]) -> Win:
    newer = about.page.format > 1
    ties: list[tuple[str, bool]] = []
    counters = families.counters
    known = (
        *(one.id for one in counters if one.owner in ("player", "team")),
        *(one.id for one in families.rows),
        *(one.id for one in families.zones if one.owner != "table"),
        *scores,
    )
    for one in about.listed("tiebreak", ("most", "least")) if "tiebreak" in about.values else ():
        key = "least" if "least" in one.values else "most"
        ties.append((one.choice(key, known, None, "counter"), key == "least"))
    said = about.text("win", 60, "highest")
    if said in ("highest", "lowest", "last_alive") or (newer and said == "together"):
        return Win(said, ties=tuple(ties))  # type: ignore[arg-type] # one of the words just named
    first, counter, goal = [*said.split(":"), "", ""][:3]
    if said == "together":
        about.fault("win", f"together is a word of format 2; {NEEDS_2}")
    elif first != "first_to" or not goal.isdecimal() or len(goal) > 6:
        words = ", ".join((*WINS, "together") if newer else WINS)
        about.fault("win", say("{shown} is not known; expected one of {words}", shown=shown(said), words=words))
        return Win("first_to")
    own = tuple(one.id for one in counters if one.owner == "player")
    if first == "first_to" and counter not in own and "counter" not in about.page.broken:
        near = nearest(counter, own) if own else "add one to the file first"
        about.fault("win", say("{shown} is no player's counter; {nearest}", shown=shown(counter), nearest=near))
    return Win("first_to", counter, int(goal) if goal.isdecimal() and len(goal) < 7 else 0, tuple(ties))
