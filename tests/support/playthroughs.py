"""Golden playthroughs: whole games as readable text. Each file holds its events; the screens between are derived.

    python tests/support/playthroughs.py [GAME...]            compare the files with what the rules say now
    python tests/support/playthroughs.py [GAME...] --write    write the screens anew, then read the diff

A file begins with a title, the game and how the table was laid::

    # Two players and a basic deck
    game: fairytale
    mode: play
    people: Ana, Ben
    options: {"expert": true}

and goes on with one line an event, ``> Ana select {"card": "homesteader"}`` (``table`` where no seat said it, ``!``
after the type for an override), or ``> undo 12``. Under it stands the log's line as the table screen shows it, then
for the table and every seat the lines that are new on their screen, indented under the viewer's name.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules import games, terminal, wire
from rules.log import Begin, Entry, Join, Log, Undo
from rules.table import Event, event_type

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "playthroughs"


@dataclass(frozen=True)
class Playthrough:
    """A file: how the table was laid, and the event lines without the ``> ``."""

    title: str
    game: str
    mode: str
    people: tuple[str, ...]
    options: dict[str, Any]
    events: tuple[str, ...]


def files(game: str | None = None) -> list[Path]:
    """Every playthrough there is, or those of one game."""
    return sorted(FOLDER.glob(f"{game or '*'}/*.txt"))


def read(text: str) -> Playthrough:
    """A file's text as a playthrough."""
    lines = text.splitlines()
    head = dict(line.split(": ", 1) for line in lines[1:5])
    return Playthrough(
        lines[0].removeprefix("# "),
        head["game"],
        head["mode"],
        tuple(head["people"].split(", ")),
        json.loads(head["options"]),
        tuple(line[2:] for line in lines if line.startswith("> ")),
    )


def written(found: Playthrough) -> str:
    """The whole file, screens included."""
    return "\n".join(_lines(found)) + "\n"


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


def _lines(found: Playthrough) -> Iterator[str]:
    yield f"# {found.title}"
    yield f"game: {found.game}"
    yield f"mode: {found.mode}"
    yield f"people: {', '.join(found.people)}"
    yield f"options: {json.dumps(found.options)}"
    latecomers = sum(" add_player" in line for line in found.events)
    log = begin(found, len(found.people) - latecomers)
    first = log.rev
    shown: dict[int | None, tuple[str, ...]] = {}
    yield from _screens(found, log, shown)
    for line in found.events:
        event = event_of(line, found.people, log.game.events)
        if isinstance(event, Undo):
            event = Undo(event.target + first)
        log = push(log, event)
        yield ""
        yield f"> {line}"
        yield from _said(found, log, event)
        yield from _screens(found, log, shown)


def _said(found: Playthrough, log: Log[Any], event: Event) -> Iterator[str]:
    if isinstance(event, Undo):
        yield f"  Taken back: {event_type(type(log.entries[event.target - 1].event))}"
        return
    story = log.game.story(log.table.state, event, None)
    yield "  " + terminal.fill(story, lambda seat: found.people[seat])
    for notice in log.notices:
        to = f" (to {found.people[notice.to]} alone)" if notice.to is not None else ""
        text = terminal.fill(notice.text, lambda seat: found.people[seat])
        yield f"  {notice.level.value} {notice.code}{to}: {text}"


def _screens(found: Playthrough, log: Log[Any], shown: dict[int | None, tuple[str, ...]]) -> Iterator[str]:
    """The lines of each screen that were not on it before."""
    for viewer in (None, *range(log.table.state.players)):
        view = log.game.view(log.table.state, viewer)
        parts = terminal.sections(view, lambda seat: found.people[seat], width=92)
        lines = tuple(line for part in parts for line in part.splitlines())
        before = shown.get(viewer, ())
        shown[viewer] = lines
        fresh = [line for line in lines if line not in before]
        if fresh:
            yield f"  [{'table' if viewer is None else found.people[viewer]}]"
            yield from ("    " + line for line in fresh)


def main() -> int:
    write, wrong = "--write" in sys.argv[1:], 0
    named = [word for word in sys.argv[1:] if not word.startswith("--")]
    for path in [path for game in named or [None] for path in files(game)]:
        text = path.read_text(encoding="utf-8")
        now = written(read(text))
        if now == text:
            continue
        wrong += 1
        what = "written anew" if write else "differs; --write, then read the diff"
        sys.stdout.write(f"{path.relative_to(ROOT)}: {what}\n")
        if write:
            path.write_text(now, encoding="utf-8")
    return 0 if write else min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
