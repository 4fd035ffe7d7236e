"""What the games refuse, as readable text: every kind of refusal along the golden playthroughs, with its rule.

    python tests/support/refusals.py [GAME...]             compare tests/golden/refusals/ with what is refused now
    python tests/support/refusals.py [GAME...] --write     write the files anew, then read the diff

After every step of every playthrough some of its events are tried once more: the one just done, later and earlier ones,
and all also as said by the next seat. A line is one way to be refused: the event's type, level and code, what was said
the first time, and the rule that is cited.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from game_questions import refused
from playthroughs import ROOT, WIDTH, difference_of, files, logs, read

from rules import games, terminal_view
from rules.game_protocol import Event, event_type
from rules.log import Undo

FOLDER = ROOT / "tests" / "golden" / "refusals"
TRIED = (-9, -1, 0, 2, 3, 5, 11)
"""Which events are tried after each step, counted from the one just done."""
Kind = tuple[str, str, str, str]


def path_of(game: str) -> Path:
    """Where the refusals of a game are written."""
    return FOLDER / f"{game}.txt"


def written(game: str) -> str:
    """The refusals of a game as text."""
    first: dict[Kind, str] = {}
    for path in files(game):
        for kind, text in _along(path):
            first.setdefault(kind, text)
    return "\n".join(line for kind in sorted(first) for line in _lines(kind, first[kind])) + "\n"


def _lines(kind: Kind, text: str) -> list[str]:
    event, level, code, rule = kind
    return textwrap.wrap(f"{event} {level} {code}: {text} [{rule}]", WIDTH, subsequent_indent="    ")


def _along(path: Path) -> Iterator[tuple[Kind, str]]:
    found = read(path.read_text(encoding="utf-8"))
    moments = [(event, log.table.state) for _, event, log in logs(found)]
    game = games.load(found.game)
    for step, (_, state) in enumerate(moments):
        tried = [moments[step + by][0] for by in TRIED if 0 <= step + by < len(moments)]
        for event in tried:
            for said in () if isinstance(event, Undo) else _said_by(event, state.players):
                refusal = refused(game, state, said)
                if refusal is not None:
                    kind = (event_type(type(said)), refusal.level.value, refusal.code, str(refusal.rule))
                    yield kind, terminal_view.fill(str(refusal.text), lambda seat: found.people[seat])


def _said_by(event: Event, players: int) -> Iterator[Event]:
    """The event as its seat says it and as the next seat would."""
    yield replace(event, override=False)
    if event.seat is not None:
        yield replace(event, override=False, seat=(event.seat + 1) % players)


def difference(game: str) -> str:
    """The file of a game against what is refused now, as a diff; "" where nothing differs."""
    path = path_of(game)
    return difference_of(path.read_text(encoding="utf-8") if path.exists() else "", written(game))


def main() -> int:
    write, wrong = "--write" in sys.argv[1:], 0
    for game in [word for word in sys.argv[1:] if not word.startswith("--")] or games.playable():
        differs = difference(game)
        if differs:
            wrong += 1
            sys.stdout.write(f"{path_of(game).relative_to(ROOT)}: {'written anew' if write else differs}\n")
        if differs and write:
            FOLDER.mkdir(parents=True, exist_ok=True)
            path_of(game).write_text(written(game), encoding="utf-8")
    return 0 if write else min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
