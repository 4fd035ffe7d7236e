"""``tablewright check``: a game of one's own, looked over before it is played."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.own_decks.game_folders import FolderRefusal, face_of, read_folder
from printkit.card_layout import CardLayout, bring, find_layout, forget
from printkit.check import lint
from printkit.job import print_job
from rules.datagame import Plan
from rules.values.own_deck import GAME as OWN

HELP = "Look over a game of your own: a folder with game.toml and cards.csv."
EXAMPLE = "tablewright check rafters/"


def add(parser: argparse.ArgumentParser) -> None:
    """The folder."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder with game.toml and cards.csv")


def run(args: argparse.Namespace) -> int:
    """Say what the game is, or everything that is wrong with it, one line each."""
    try:
        plan = read_folder(args.folder)
        layout = face_of(plan, args.folder)
    except FolderRefusal as refusal:
        for problem in refusal.problems:
            print(f"tablewright: {problem}", file=sys.stderr)
        return 1
    lost = _lost(plan, layout)
    for line in lost:
        print(f"tablewright: {args.folder}: {line}", file=sys.stderr)
    if lost:
        return 1
    for line in (*_about(plan, args.folder), *(layout.notes if layout else ())):
        print(line)
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


def _about(plan: Plan, folder: Path) -> list[str]:
    low, high = plan.players
    deck = plan.deck
    of = f"{deck.size} cards, {len(deck.cards)} of them different"
    return [
        f"{plan.title} can be played and printed: {low} to {high} players, {of}.",
        f"  It keeps {_listed([one.label for one in plan.counters])}.",
        f"  Cards lie in {_listed([one.label for one in plan.zones])}.",
        f"  Points come from {_listed([one.label for one in plan.scores])}.",
        f"  Play it: tablewright serve --games {folder}",
        f"  Print it: tablewright print {plan.id} --games {folder}",
    ]


def _listed(labels: list[str]) -> str:
    return ", ".join(labels) if labels else "nothing"
