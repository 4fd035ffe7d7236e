"""How quick the rules are: events, replays, screens and offers of every game, and Fairy Tale beside boardgame.io.

    python benchmarks/rules_speed.py [--quick] [--events N] [--seed0 N]

For each game a log of a thousand entries is made by random players who also correct and take back; then: events a
second through ``apply`` alone and through the log, how long the whole log takes to fold again, and what one phone's
view and choices cost at the end of it (medians over the seats, and the slowest).

Beside it Fairy Tale's select, reveal, flip and score, written for boardgame.io (benchmarks/boardgame_io), its reducer
called directly in Node over the same games in the same run; the ends are compared. Needs node and npm, which fetches
boardgame.io once; without them that part is left out and says so. Prints tables and one JSON line last.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

from boardgame_io_peer import as_action, card_facts, fairytale_games, install
from random_players import any_move, invariants

from rules import games
from rules.game_protocol import Event, Game, Refusal, Setup
from rules.log import Begin, Entry, Log, Undo
from rules.testing.random_choices import filled

RUNS = 5
PEER_RUNS = 20
"""Both sides show their best: a just-in-time compiler has to warm up."""


def entry(log: Log[Any], event: Event) -> Entry:
    return Entry(log.rev + 1, f"e{log.rev + 1}", 0.0, event.seat, event)


def long_log(name: str, events: int, seed: int) -> Log[Any]:
    """A log of so many entries: random moves, now and then a correction, and an undo wherever the game would end."""
    game, rng, own = games.load(name), random.Random(seed), invariants(name)
    players = max(game.info.players)
    log: Log[Any] = Log(game)
    log = log.push(entry(log, Begin(players)))
    while log.rev < events:
        state = log.table.state
        target = log.last_undoable()
        if game.over(state) and target is not None:
            log = log.push(entry(log, Undo(target)))
            continue
        event = any_move(game, state, rng, own)
        if event is None or rng.random() < 0.1:
            fixes = [one for one in game.choices(state, rng.randrange(players)) if one.correction]
            event = filled(rng.choice(fixes), rng) if fixes else event
        assert event is not None
        try:
            log = log.push(entry(log, event))
        except Refusal:
            continue  # a correction may be refused by what other corrections left; the log does without it
    return log


def measure(name: str, events: int, seed: int) -> dict[str, Any]:
    """One game's row."""
    game = games.load(name)
    log = long_log(name, events, seed)
    live = [one.event for one in log.entries if one.rev not in log.dead and not isinstance(one.event, Undo)][1:]
    applied = best(lambda: fold(game, log, live))
    replayed = best(lambda: replay(game, log))
    state = log.table.state
    views = [timed(lambda seat=seat: game.view(state, seat)) for seat in range(state.players)]
    offers = [timed(lambda seat=seat: game.choices(state, seat)) for seat in range(state.players)]
    return {
        "game": name,
        "events": log.rev,
        "applied_per_s": round(len(live) / applied),
        "logged_per_s": round(log.rev / replayed),
        "replay_ms": round(replayed * 1e3, 1),
        "view_ms": round(statistics.median(views) * 1e3, 2),
        "view_max_ms": round(max(views) * 1e3, 2),
        "choices_ms": round(statistics.median(offers) * 1e3, 2),
        "choices_max_ms": round(max(offers) * 1e3, 2),
    }


def fold(game: Game[Any], log: Log[Any], live: list[Event]) -> None:
    assert log.table.setup is not None
    state = game.start(log.table.setup)
    for event in live:
        state = game.apply(state, event)
    assert state == log.table.state


def replay(game: Game[Any], log: Log[Any]) -> None:
    again: Log[Any] = Log(game)
    for one in log.entries:
        again = again.push(one)
    assert again.table == log.table


def best(work: Any, runs: int = RUNS) -> float:
    return min(timed(work, 1) for _ in range(runs))


def timed(work: Any, times: int = 20) -> float:
    """Seconds a call, the median of so many."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return statistics.median(taken)


# --- beside boardgame.io ------------------------------------------------------------------------------------------


def ours(played: list[tuple[int, list[Event]]]) -> list[dict[str, Any]]:
    """The same games through our ``apply``, and what each came to."""
    game = games.load("fairytale")
    finals = []
    for players, events in played:
        state = game.start(Setup(players))
        for event in events:
            state = game.apply(state, event)
        finals.append((state, game.score(state)))
    return [
        {
            "rev": len(events) + 1,
            "totals": [own.total for own in sheet.seats],
            "discarded": state.discarded,
            "tableaus": [[("" if one.up else "-") + one.card for one in own] for own in state.tableaus],
        }
        for (state, sheet), (_, events) in zip(finals, played, strict=True)
    ]


def beside_boardgame_io(count: int, seed: int) -> dict[str, Any]:
    """The comparison's row, or why there is none."""
    with tempfile.TemporaryDirectory() as folder:
        if why_not := install(folder):
            return {"skipped": why_not}
        played = fairytale_games(count, seed)
        score = {"type": "score", "seat": 0, "args": []}
        question = {
            "cards": card_facts(),
            "runs": PEER_RUNS,
            "games": [{"players": n, "events": [*map(as_action, events), score]} for n, events in played],
        }
        run = ["node", "fairytale.js"]
        answer = subprocess.run(run, cwd=folder, input=json.dumps(question).encode(), capture_output=True, check=True)
        theirs = json.loads(answer.stdout)
    events = sum(len(events) + 1 for _, events in played)
    seconds = best(lambda: ours(played), PEER_RUNS)
    same = theirs["finals"] == ours(played)
    if not same:
        sys.exit(
            "the ends differ: "
            + json.dumps([a for a, b in zip(theirs["finals"], ours(played), strict=True) if a != b][:1])
        )
    return {
        "games": count,
        "events": events,
        "ours_per_s": round(events / seconds),
        "boardgame_io_per_s": round(events / theirs["s"]),
        "ratio": round(theirs["s"] / seconds, 2),
        "ends_equal": same,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=1_000, help="entries of each log (default: 1000)")
    parser.add_argument("--seed0", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="logs of 100 entries, 4 games beside boardgame.io")
    args = parser.parse_args()
    rows = []
    columns = ("game", "events", "applied_per_s", "logged_per_s", "replay_ms", "view_ms", "view_max_ms", "choices_ms")
    print("".join(f"{name:>15}" for name in columns))
    for name in games.playable():
        row = measure(name, 100 if args.quick else args.events, args.seed0)
        rows.append(row)
        print("".join(f"{row[name]:>15}" for name in columns), flush=True)
    peer = beside_boardgame_io(4 if args.quick else 60, args.seed0)
    print("\nFairy Tale, select - reveal - flip - score, in the same run:")
    for key, value in peer.items():
        print(f"  {key}: {value}")
    print(json.dumps({"rows": rows, "boardgame_io": peer}))


if __name__ == "__main__":
    main()
