"""``tablewright stats``: what the cards of a game did at the tables of this computer, for whoever tests it."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from statistics import median

from companion.command_line import games_option, kept_tables, output_files
from companion.errors import JobError, Trouble
from companion.own_decks.game_decks import GameDecks
from companion.results.card_figures import CardRecord, GameRecord, as_csv, as_json, record
from companion.results.people import KEPT_AS, known, read_people
from companion.results.result import Result, kept_result
from companion.results.statistics import Wanted
from companion.storage.store_protocol import Store
from companion.table.card_course import copies_in_deck, looked_into
from companion.table.registry import Registry
from rules import games

HELP = "Show what each card of a game did at the tables played here: held, played, won with, points."
EXAMPLE = "tablewright stats rafters/ --csv rafters.csv"
NAME_MOST = 34


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f'"{text}" is not a day; write one such as 2026-11-01') from None


def add(parser: argparse.ArgumentParser) -> None:
    """GAME, where the tables are, and the forms."""
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help="a game's id, or the folder of one of your own (default: list the games)",
    )
    parser.add_argument("--since", type=_day, metavar="DATE", help="only games from this day on: 2026-11-01")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write a row for each card, for a spreadsheet")
    parser.add_argument("--json", action="store_true", help="answer in JSON, for programs")
    games_option.add(parser)
    kept_tables.add(parser)
    parser.set_defaults(wrong=parser.error)


def run(args: argparse.Namespace) -> int:
    """Print the figures of a game, or which games there are figures of."""
    if not args.game and (args.csv or args.json):
        args.wrong("name a game for --csv and --json; tablewright stats alone lists them")
    games_option.bring(args)
    if args.game and args.game not in games.names() and Path(args.game).is_dir():
        args.game = games_option.bring_folder(Path(args.game))
    if args.csv:
        output_files.check([args.csv], option="--csv")
    try:
        with kept_tables.opened(args) as store:
            results = Wanted(since=args.since).of(_results(store))
            if not args.game:
                print("\n".join(_listed(results)))
                return 0
            found = _record(store, kept_tables.folder(args), _of(args, results))
    except Trouble as trouble:
        raise JobError(trouble.text) from trouble
    if args.csv:
        # Spreadsheets take a file without this mark for another alphabet's.
        output_files.save({args.csv: b"\xef\xbb\xbf" + as_csv(found).encode("utf-8", "replace")}, option="--csv")
    if args.json:
        print(as_json(found))
    elif args.csv:
        print(f"{args.csv}: {_counted(len(found.cards), 'card')} from {_counted(found.games, 'game')}.")
    else:
        print("\n".join(report(found)))
    return 0


def _results(store: Store) -> tuple[Result, ...]:
    return known(filter(None, map(kept_result, store.results())), read_people(store.remembered(KEPT_AS)))


def _of(args: argparse.Namespace, results: Sequence[Result]) -> tuple[Result, ...]:
    """The games wanted. Raises JobError where there are none, or their cards are not known here."""
    found = tuple(one for one in results if one.game == args.game)
    if args.game in games.playable():
        if not found:
            since = f" since {args.since}" if args.since else ""
            raise JobError(
                f"no game of {games.info(args.game).title} was played to its end here{since}; play one, "
                "or name the folder of another computer's tables with --data"
            )
        return found
    if found:
        raise JobError(f"the game {args.game} is not known here; name its folder: tablewright stats DIR")
    raise JobError(f"there is no game {args.game}; {games.guess(args.game)}")


def _record(store: Store, folder: Path, results: Sequence[Result]) -> GameRecord:
    """The figures of one game's results. Reads every table once more from its beginning, and says how far it is."""
    registry, told = Registry(store, decks=GameDecks(folder)), []
    shown = sys.stderr.isatty() and len(results) > 1
    for at, one in enumerate(results):
        if shown:
            print(f"\r{at + 1} of {len(results)} games", end="", file=sys.stderr, flush=True)
        told.append(looked_into(registry, one))
    if shown:
        print("\r" + " " * 40 + "\r", end="", file=sys.stderr, flush=True)
    return record(told, copies_in_deck(results[0].game))


def _listed(results: Sequence[Result]) -> Iterator[str]:
    if not results:
        yield "No game was played to its end here yet."
        return
    titles = {one.game: one.title for one in reversed(results)}
    counts = Counter(one.game for one in results)
    width = max(map(len, counts))
    for game, count in counts.most_common():
        yield f"{game:{width}}  {_shown(titles[game])}: {_counted(count, 'game')}"
    yield f"tablewright stats {counts.most_common(1)[0][0]} shows what its cards did."


# --- as a table


def report(found: GameRecord) -> Iterator[str]:
    """What the terminal shows."""
    counted = f"{_counted(found.games, 'game')}, {_counted(found.players, 'player')}"
    yield f"{_shown(found.title)}: {counted}.{_lengths(found)}"
    for seat in found.seats:
        points = f", {seat.points:.1f} points on average" if seat.points is not None else ""
        yield f"Seat {seat.seat}: won {seat.won} of {seat.games}{points}"
    if found.unread:
        yield f"{_counted(found.unread, 'game')} could not be read through; only the end of these counts."
    yield ""
    if not found.cards:
        yield f"{_shown(found.title)} is played without cards of its own here, so there is nothing to say about cards."
    elif not found.tracks_cards:
        yield "No card was laid or scanned in these games, so there is nothing to say about cards yet."
    else:
        yield from _table(found)


def _lengths(found: GameRecord) -> str:
    if not found.minutes:
        return ""
    low, high = round(min(found.minutes)), round(max(found.minutes))
    usual = f" A game takes {_counted(round(median(found.minutes)), 'minute')}"
    return f"{usual}." if low == high else f"{usual} ({low} to {high})."


def _table(found: GameRecord) -> Iterator[str]:
    seen = sorted((one for one in found.cards if one.seen), key=lambda one: (-one.played, -one.held, -one.middle))
    columns = _columns(seen)
    rows = [[_cut(one.name), *(cells[at] for _, cells in columns)] for at, one in enumerate(seen)]
    head = ["Card", *(title for title, _ in columns)]
    widths = [max(len(row[at]) for row in [head, *rows]) for at in range(len(head))]
    for row in [head, *rows]:
        name, *numbers = (text.rjust(width) if at else text.ljust(width) for at, (text, width) in
                          enumerate(zip(row, widths, strict=True)))  # fmt: skip
        yield "  ".join([name, *numbers]).rstrip()
    yield ""
    never = [_shown(one.name) for one in found.cards if not one.seen]
    if never:
        yield f"Never seen: {'; '.join(never)}."
    yield from _explained(found, [title for title, _ in columns])


def _columns(cards: Sequence[CardRecord]) -> list[tuple[str, list[str]]]:
    """The columns in which anything stands."""
    columns = [
        ("Copies", [str(one.copies or "-") for one in cards]),
        ("Held", [str(one.held or "-") for one in cards]),
        ("Played", [str(one.played or "-") for one in cards]),
        ("Won", [_share(one.played_and_won, one.played) for one in cards]),
        ("In the middle", [str(one.middle or "-") for one in cards]),
        ("At the end", [str(one.kept or "-") for one in cards]),
        ("Won with it", [_share(one.kept_and_won, one.kept) for one in cards]),
        ("Brought", [_mean(one.brought) for one in cards]),
        ("Points", [_mean(one.points) for one in cards]),
    ]
    return [(title, cells) for title, cells in columns if any(cell != "-" for cell in cells)]


_MEANT = {
    "Held": "players who had it in their hand, as far as hands were scanned",
    "Played": "players who played it",
    "Won": "how many of these won",
    "In the middle": "games in which it lay open in the middle",
    "At the end": "players before whom it lay when the game was over",
    "Won with it": "how many of these won",
    "Brought": "the points it made for them by itself, on average",
    "Points": "all the points of those before whom it lay, on average",
}


def _explained(found: GameRecord, titles: Sequence[str]) -> Iterator[str]:
    for title in titles:
        if title in _MEANT:
            yield f"{title}: {_MEANT[title]}."
    won = sum(one.won for one in found.seats) / found.players
    points = f", with {found.points:.1f} points on average" if found.points is not None else ""
    yield f"To compare: of all players {won:.0%} won{points}."


def _share(won: int, of: int) -> str:
    return f"{won / of:.0%}" if of else "-"


def _mean(points: float | None) -> str:
    return "-" if points is None else f"{points:.1f}"


def _cut(name: str) -> str:
    name = _shown(name)
    return name if len(name) <= NAME_MOST else f"{name[: NAME_MOST - 1]}…"


def _shown(name: str) -> str:
    """A name on one line, whatever is in it."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
