"""``tablewright check``: a game of one's own, looked over before it is played."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.own_decks.game_folders import FolderRefusal, face_of, look_over
from printkit.card_layout import CardLayout, bring, find_layout, forget
from printkit.check import lint
from printkit.job import print_job
from rules.datagame import Plan
from rules.datagame.plan import OPEN, Phase
from rules.values.own_deck import GAME as OWN

HELP = "Look over a game of your own: a folder with game.toml."
EXAMPLE = "tablewright check rafters/"


def add(parser: argparse.ArgumentParser) -> None:
    """The folder."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder with game.toml")


def run(args: argparse.Namespace) -> int:
    """Say what the game is and what its examples come to, or everything that is wrong with it, one line each."""
    try:
        found = look_over(args.folder, examples=True)
        layout = face_of(found.plan, args.folder)
    except FolderRefusal as refusal:
        for problem in refusal.problems:
            print(f"tablewright: {problem}", file=sys.stderr)
        return 1
    lost = _lost(found.plan, layout)
    for line in lost:
        print(f"tablewright: {args.folder}: {line}", file=sys.stderr)
    if lost:
        return 1
    for line in (*_about(found.plan, args.folder), *(layout.notes if layout else ())):
        print(line)
    for note in (*found.notes, *found.plan.remarks):
        print(f"  Look at {note}")
    for difference in found.differences:
        print(f"tablewright: {difference}", file=sys.stderr)
    if found.differences:
        return 1
    if found.examples:
        what = "The worked example comes" if found.examples == 1 else f"All {found.examples} worked examples come"
        print(f"  {what} to what {'it says' if found.examples == 1 else 'they say'}.")
    return 0


def _lost(plan: Plan, layout: CardLayout | None) -> list[str]:
    """The texts that do not fit on their cards, a line each."""
    if not plan.deck.cards:
        return []
    bring(plan.id, layout or find_layout(OWN))
    try:
        laid = print_job.plan(print_job.PrintSpec(plan.id), plan.deck)
        return list(lint.lines(lint.overflowing(lint.check(laid))))
    finally:
        forget(plan.id)


def _about(plan: Plan, folder: Path) -> Iterator[str]:
    low, high = plan.players
    deck, many = plan.deck, f"{low} to {high} players" if low < high else "1 player" if high == 1 else f"{high} players"
    of = f"{deck.size} cards, {len(deck.cards)} of them different" if deck.cards else "no cards of its own"
    can = "can be played and printed" if deck.cards else "can be played"
    yield f"{plan.title} {can}: {many}, {of}."
    yield f"  It keeps {_listed([one.label for one in (*plan.counters, *plan.rows)])}."
    if plan.zones or deck.cards:
        yield f"  Cards lie in {_listed([one.label for one in plan.zones])}."
    if plan.phases:
        yield f"  It goes like this: {'; '.join(map(_step, plan.phases))}."
    if plan.rounds is not None:
        yield f"  It has {f'{plan.rounds.count} rounds' if plan.rounds.count else 'rounds until an end is reached'}."
    points = [one.label for one in plan.scores if not one.helper]
    points += [one.label for one in plan.rows if one.points]
    yield f"  Points come from {_listed(list(dict.fromkeys(points)))}."
    for one in plan.options:
        yield f"  The host chooses {one.label}: {' or '.join(map(str, one.values))}."
    yield f"  Play it: tablewright serve --games {folder}"
    if deck.cards:
        yield f"  Print it: tablewright print {plan.id} --games {folder}"


def _step(one: Phase) -> str:
    """A phase as its author wrote it, read back."""
    who = {"all": "everybody at once", "active": "one player", "each": "everybody in turn"}[one.who]
    often = "" if one.repeat == 1 else " again and again" if one.repeat == OPEN else f", {one.repeat} times"
    return f"{one.label} ({who}{often})"


def _listed(labels: list[str]) -> str:
    return ", ".join(labels) if labels else "nothing"
