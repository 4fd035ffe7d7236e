"""Golden playthroughs: whole games as readable text. Each file holds its events; what stands between is derived.

    python tests/support/playthroughs.py [GAME[/FILE]...]             compare the files with what the rules say now
    python tests/support/playthroughs.py [GAME[/FILE]...] --write     write them anew, then read the diff
    python tests/support/playthroughs.py GAME/FILE --show STEP        all that the digests of a step stand for

A file begins with a title, the game and how the table was laid::

    # Two players and a basic deck
    game: fairytale
    mode: play
    people: Ana, Ben
    options: {"expert": true}

and goes on with the events, each with the log's line as everybody reads it, and under it what came of it::

    > Ben draw {"count": 2, "abilities": 0}  # Ben draws 2 bases
      [11 | 3a68 cd3e cb63 5094 fc71] sides[Ben]: hand.bases 0 -> 2; bases.draw 22 -> 20; due_draw 2 -> 0

``table`` stands where no seat said it, ``!`` after the type for an override, ``> undo 10`` for step 10 taken back; a
long event goes on after ``>>``. In brackets stands the number of the step, and five digests: of the state, of
everybody's screens, of everybody's choices, of what each is told and may know (of this event and of some before it),
and of the score sheet. Then the state's changes, without its notices, which stand in lines of their own.

A line ``? screen`` or ``? screen Ana`` asks for the whole screen of the table or of that seat at this moment
(``? screens``: of everybody); put it under an event and ``--write``, it is kept.

To read a difference: log lines, changes, notices and screens say themselves what differs. Where only a digest does,
write ``--show STEP`` to a file with the rules as they were and as they are, and compare the two files.
"""

from __future__ import annotations

import hashlib
import json
import sys
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Any

from state_changes import changes, plain, told, unusual

from rules import games, terminal_view, wire
from rules.game_protocol import Choice, Event, event_type
from rules.log import Begin, Entry, Join, Log, Undo

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "playthroughs"
WIDTH = 150
SCREEN_WIDTH = 92
EXPLAINED = "What the lines mean and how to read a difference: tests/support/playthroughs.py"
"""The line between how the table was laid and the game."""
STORY = "  # "
"""Between an event and the log's line."""
RETOLD = (0, 1, 5, 25)
"""Which entries are told after each event, counted back from the newest: an old secret may come to light later."""


@dataclass(frozen=True)
class Playthrough:
    """A file: how the table was laid, the event lines without the ``> ``, and whose screens stand after which step."""

    title: str
    game: str
    mode: str
    people: tuple[str, ...]
    options: dict[str, Any]
    events: tuple[str, ...]
    screens: Mapping[int, tuple[str, ...]]


def files(game: str | None = None) -> list[Path]:
    """Every playthrough there is, or those of one game, or ``GAME/FILE``."""
    folder, _, name = (game or "*").partition("/")
    return sorted(FOLDER.glob(f"{folder}/{name or '*'}.txt"))


def read(text: str) -> Playthrough:
    """A file's text as a playthrough."""
    lines = text.splitlines()
    top = "\n".join(lines[1 : lines.index(EXPLAINED)]).replace("\n  ", " ")
    head = dict(line.split(": ", 1) for line in top.splitlines())
    events: list[str] = []
    screens: dict[int, tuple[str, ...]] = {}
    for line in lines:
        if line.startswith("> "):
            events.append(line[2:].partition(STORY)[0])
        elif line.startswith(">>"):
            events[-1] += line[2:]
        elif line.startswith("? screen"):
            screens[len(events)] = (*screens.get(len(events), ()), line)
    return Playthrough(
        lines[0].removeprefix("# "),
        head["game"],
        head["mode"],
        tuple(head["people"].split(", ")),
        json.loads(head["options"]),
        tuple(events),
        screens,
    )


def written(found: Playthrough) -> str:
    """The whole file, with what is derived."""
    return "\n".join(_lines(found)) + "\n"


def difference(path: Path) -> str:
    """The file against what the rules say now, as a diff; "" where nothing differs."""
    text = path.read_text(encoding="utf-8")
    return difference_of(text, written(read(text)))


def difference_of(text: str, now: str) -> str:
    """Two texts as a diff, its beginning where it is long; "" where they are equal."""
    lines = list(unified_diff(text.splitlines(), now.splitlines(), "as written", "as it is now", lineterm="", n=1))
    return "\n".join(lines[:60])


def line_of(event: Event, people: tuple[str, ...]) -> str:
    """An event as its line."""
    data = wire.event_to_json(event)
    who = people[event.seat] if event.seat is not None else "table"
    args = json.dumps(data["args"], ensure_ascii=False)
    return f"{who} {data['type']}{'!' if event.override else ''} {args}"


def event_of(line: str, people: tuple[str, ...], kinds: Any) -> Event:
    """The event in a line."""
    who, word, *rest = line.split(" ", 2)
    if who == "undo":
        return Undo(int(word))
    data = {
        "type": word.rstrip("!"),
        "seat": None if who == "table" else people.index(who),
        "override": word.endswith("!"),
        "args": json.loads(rest[0]) if rest else {},
    }
    return wire.event_from_json(kinds, data)


def begin(found: Playthrough, seats: int) -> Log[Any]:
    """The log when the game begins with the first ``seats`` people."""
    game = games.load(found.game)
    log: Log[Any] = Log(game)
    events: list[Event] = [Join(name, seat=seat) for seat, name in enumerate(found.people)]
    events.append(Begin(seats, tuple(found.options.items()), "score" if found.mode == "score" else "play"))
    for event in events:
        log = push(log, event)
    return log


def push(log: Log[Any], event: Event) -> Log[Any]:
    """The log with one more event."""
    return log.push(Entry(log.rev + 1, f"e{log.rev + 1}", float(log.rev), event.seat, event))


def _begun(found: Playthrough) -> Log[Any]:
    latecomers = sum(" add_player" in line for line in found.events)
    return begin(found, len(found.people) - latecomers)


def logs(found: Playthrough) -> Iterator[tuple[str, Event, Log[Any]]]:
    """Every event as its line and itself, and the log after it."""
    log = _begun(found)
    first = log.rev
    for line in found.events:
        event = event_of(line, found.people, log.game.events)
        if isinstance(event, Undo):
            event = Undo(event.target + first)
        log = push(log, event)
        yield line, event, log


def _lines(found: Playthrough) -> Iterator[str]:
    yield f"# {found.title}"
    yield f"game: {found.game}"
    yield f"mode: {found.mode}"
    yield f"people: {', '.join(found.people)}"
    yield from _wrapped(f"options: {json.dumps(found.options)}", "  ")
    yield EXPLAINED
    log = _begun(found)
    yield f"  {_digests(0, log)}"
    yield from _screens(found, 0, log)
    before = log.table.state
    for step, (line, event, log) in enumerate(logs(found), 1):
        yield from _event_and_story(line, _story(found, log, event))
        changed = told(_named(found, before, log.table.state))
        yield from _wrapped(f"  {_digests(step, log)} {changed}".rstrip(), "    ")
        yield from _notices(found, log)
        yield from _screens(found, step, log)
        before = log.table.state


def _event_and_story(line: str, story: str) -> Iterator[str]:
    one = f"> {line}{STORY}{story}"
    if len(one) <= WIDTH:
        yield one
        return
    pieces = textwrap.wrap(line, WIDTH - 2, drop_whitespace=False, break_on_hyphens=False)
    yield from (f"{'>>' if number else '> '}{piece}" for number, piece in enumerate(pieces))
    yield from _wrapped(f"  {STORY.strip()} {story}", "    ")


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def _story(found: Playthrough, log: Log[Any], event: Event) -> str:
    if isinstance(event, Undo):
        return f"Taken back: {event_type(type(log.entries[event.target - 1].event))}"
    line = log.line(log.rev, None)
    assert line is not None
    said = "; ".join((line.text, *line.outcome))
    return terminal_view.fill(said, lambda seat: found.people[seat])


def _notices(found: Playthrough, log: Log[Any]) -> Iterator[str]:
    for notice in log.notices:
        to = f" (to {found.people[notice.to]} alone)" if notice.to is not None else ""
        text = terminal_view.fill(notice.text, lambda seat: found.people[seat])
        yield from _wrapped(f"  {notice.level.value} {notice.code}{to}: {text}", "    ")


def _digests(step: int, log: Log[Any]) -> str:
    return f"[{step} | {' '.join(map(digest, stands_for(log).values()))}]"


def digest(value: Any) -> str:
    """Four hex digits of anything that is plain JSON."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:4]


def stands_for(log: Log[Any]) -> dict[str, Any]:
    """What the digests of a step stand for, as plain JSON."""
    game, state = log.game, log.table.state
    seats = range(state.players)
    viewers = (None, *seats)
    live = [one for one in log.played if isinstance(one.event, game.events)]
    told = [live[-1 - back] for back in RETOLD if back < len(live)]
    return {
        "state": plain(state),
        "screens": [plain(game.view(state, viewer)) for viewer in viewers],
        "choices": [[_offer(choice) for choice in game.choices(state, seat)] for seat in seats],
        "told": [
            [(plain(game.redact(state, one.event, viewer)), plain(log.line(one.place, viewer))) for viewer in viewers]
            for one in told
        ],
        "score": plain(game.score(state)),
    }


def _offer(choice: Choice) -> Any:
    """A choice as it is sent: what its event holds where the player fills in something is of no account."""
    holes = {spec.name.partition(".")[0] for spec in choice.fields}
    event = {name: plain(item) for name, item in unusual(choice.event).items() if name not in holes}
    rest = {name: plain(item) for name, item in unusual(choice).items() if name != "event"}
    return [event_type(type(choice.event)), event, rest]


def _named(found: Playthrough, before: Any, after: Any) -> list[tuple[tuple[str, ...], str]]:
    """The changes of the state but for its notices, which were told already, with names for seats."""
    named = []
    for where, how in changes(before, after):
        if where[0] == ".notices":
            continue
        values = getattr(after, where[0].removeprefix("."))
        if (
            where[1:]
            and where[1][1:-1].isdigit()
            and isinstance(values, tuple)
            and len(values) == after.players
            and all(map(_of_a_seat, values))
        ):
            where = (where[0], f"[{found.people[int(where[1][1:-1])]}]", *where[2:])
        named.append((where, how))
    return named


def _of_a_seat(value: Any) -> bool:
    """Whether a value is everything of one seat: one of as many as there are people, and it names no seat itself."""
    return is_dataclass(value) and not hasattr(value, "seat")


def _screens(found: Playthrough, step: int, log: Log[Any]) -> Iterator[str]:
    """The screens that stand after a step."""
    for mark in found.screens.get(step, ()):
        yield mark
        name = mark.removeprefix("? screen").strip()
        everybody = (None, *range(log.table.state.players))
        for viewer in everybody if name == "s" else (found.people.index(name) if name else None,):
            if name == "s":
                yield f"  [{'table' if viewer is None else found.people[viewer]}]"
            yield from (f"    {line}" for line in _screen(found, log, viewer))


def _screen(found: Playthrough, log: Log[Any], viewer: int | None) -> list[str]:
    view = log.game.view(log.table.state, viewer)
    parts = terminal_view.sections(view, lambda seat: found.people[seat], width=SCREEN_WIDTH)
    return [line for part in parts for line in part.splitlines()]


def show(path: Path, step: int) -> Iterator[str]:
    """Everything the digests of a step stand for, and the screens."""
    found = read(path.read_text(encoding="utf-8"))
    log = _begun(found)
    for number, (_, _, after) in enumerate(logs(found), 1):
        if number <= step:
            log = after
    for viewer in (None, *range(log.table.state.players)):
        yield f"== the screen of {'the table' if viewer is None else found.people[viewer]}"
        yield from _screen(found, log, viewer)
    for name, value in stands_for(log).items():
        yield f"== {name} {digest(value)}"
        yield json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False)


def main() -> int:
    words = sys.argv[1:]
    write, wrong = "--write" in words, 0
    step = int(words.pop(words.index("--show") + 1)) if "--show" in words else None
    named = [word for word in words if not word.startswith("--")]
    for path in [path for game in named or [None] for path in files(game)]:
        if step is not None:
            sys.stdout.writelines(f"{line}\n" for line in show(path, step))
            continue
        differs = difference(path)
        if not differs:
            continue
        wrong += 1
        name = path.relative_to(ROOT)
        sys.stdout.write(
            f"{name}: written anew\n" if write else f"{name}: differs; --write, then read the diff\n{differs}\n"
        )
        if write:
            path.write_text(written(read(path.read_text(encoding="utf-8"))), encoding="utf-8")
    return 0 if write else min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
