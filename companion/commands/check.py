"""``tablewright check``: a game of one's own, looked over before it is played."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from companion.command_line import games_option
from companion.own_decks.game_folders import FolderRefusal, face_of, kit_of, look_over
from printkit.card_layout import CardLayout, bring, find_layout, forget
from printkit.check import lint
from printkit.components import kit_file
from printkit.components.kit_file import Kit
from printkit.components.part_sheets import SINGULAR
from printkit.job import kit, print_job
from printkit.type.language import ENGLISH, find_language
from rules.datagame.plan import OPEN, Phase, Plan
from rules.values.own_deck import GAME as OWN

HELP = "Look over a game of your own: a folder with game.toml."
EXAMPLE = "tablewright check rafters/"


def add(parser: argparse.ArgumentParser) -> None:
    """The folder."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder with game.toml")


def run(args: argparse.Namespace) -> int:
    """Say what the game is and what its examples come to, or everything that is wrong with it, one line each."""
    games_option.bring_installed()
    try:
        found = look_over(args.folder, examples=True)
        layout = face_of(found.plan, args.folder)
        parts = kit_of(found.plan, args.folder, layout)
    except FolderRefusal as refusal:
        for problem in refusal.problems:
            print(f"tablewright: {problem}", file=sys.stderr)
        return 1
    lost = _lost(found.plan, layout, parts)
    for line in lost:
        print(f"tablewright: {args.folder}: {line}", file=sys.stderr)
    if lost:
        return 1
    for line in (*_about(found.plan, args.folder, _parts_of(parts, layout)), *(layout.notes if layout else ())):
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


def _lost(plan: Plan, layout: CardLayout | None, parts: Kit | None) -> list[str]:
    """The texts that do not fit on their cards and parts, a line each."""
    if not plan.deck.cards and parts is None:
        return []
    bring(plan.id, layout or find_layout(OWN))
    if parts is not None:
        kit_file.bring(plan.id, parts)
    try:
        laid = print_job.plan(print_job.PrintSpec(plan.id, what=("all",)), plan.deck)
        return list(lint.lines(lint.overflowing(lint.check(laid))))
    finally:
        forget(plan.id)
        kit_file.forget(plan.id)


def _about(plan: Plan, folder: Path, parts: list[str]) -> Iterator[str]:
    low, high = plan.players
    deck, many = plan.deck, f"{low} to {high} players" if low < high else "1 player" if high == 1 else f"{high} players"
    of = f"{deck.size} cards, {len(deck.cards)} of them different" if deck.cards else "no cards of its own"
    can = "can be played and printed" if deck.cards or parts else "can be played"
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
    if points:
        yield f"  Points come from {_listed(list(dict.fromkeys(points)))}."
    if plan.win.kind == "together":
        last = ", and when its rounds are over" if plan.rounds is not None and plan.rounds.count else ""
        yield f"  Everybody wins together, or nobody. It is lost where an end says so{last}."
    for one in plan.options:
        yield f"  The host chooses {one.label}: {' or '.join(map(str, one.values))}."
    yield f"  Play it: tablewright serve --games {folder}"
    if parts:
        yield f"  Its kit has {_listed(parts)}."
    if deck.cards or parts:
        yield f"  Print it: tablewright print {folder}{' --what all' if parts else ''}"


def _parts_of(parts: Kit | None, layout: CardLayout | None) -> list[str]:
    """How many boards, tokens and so on a kit has."""
    counts = Counter[str]()
    for part in kit.made_from(parts, layout or find_layout(OWN), find_language(ENGLISH)) if parts else ():
        counts[part.kind] += part.copies
    several = {kind: kind for kind in counts} | {"rules": "rules sheets"}
    return [f"{count} {several[kind] if count != 1 else SINGULAR[kind]}" for kind, count in counts.items()]


def _step(one: Phase) -> str:
    """A phase as its author wrote it, read back."""
    who = {"all": "everybody at once", "active": "one player", "each": "everybody in turn"}[one.who]
    often = "" if one.repeat == 1 else " again and again" if one.repeat == OPEN else f", {one.repeat} times"
    return f"{one.label} ({who}{often})"


def _listed(labels: list[str]) -> str:
    return ", ".join(labels) if labels else "nothing"
