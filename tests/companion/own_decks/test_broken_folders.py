"""A hundred broken folders and more: the ten games changed at random are refused, each fault in one sentence with its
file and line, or they can be played; never a fault of ours, and nothing is known of a game that was refused.

Then faces, pictures, fonts, icons, suits and kits: refused with a sentence, or printed. The script
``benchmarks/broken_folders.py`` makes any number of them.
"""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from broken_folders import NAMES, broken, broken_face, faults_of

from companion.own_decks.game_folders import FolderRefusal, Looked, bring_all, look_over
from rules import games
from rules.datagame.game import game_of
from rules.game_protocol import Setup
from rules.testing.random_choices import filled

EACH, FACES = 12, 50
PLACE = re.compile(r"/[^\n]+ line [1-9]\d*(, (column|key) [^:]+)?: \S.{6,}")


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_changed_at_random_is_refused_in_sentences_or_played(name: str, tmp_path: Path) -> None:
    for seed in range(EACH):
        rng = random.Random(f"{name} {seed}")
        where = tmp_path / str(seed)
        broken(name, where, rng)
        found = looked_over(where)
        said = found.problems if isinstance(found, FolderRefusal) else found.differences
        for problem in said:
            assert PLACE.fullmatch(problem), (name, seed, problem)
            assert problem.isprintable(), (name, seed, problem)
        if isinstance(found, Looked):
            _played(found.plan, rng)
            continue
        assert said
        with pytest.raises(FolderRefusal):
            bring_all(where)
        assert name not in games.names()


def looked_over(where: Path) -> Looked | FolderRefusal:
    """What a folder is, or why it is refused."""
    try:
        return look_over(where, examples=True)
    except FolderRefusal as refusal:
        return refusal


def _played(plan: Any, rng: random.Random) -> None:
    """A few steps at a table of a game that was let through."""
    of = game_of(plan)
    options = tuple((one.id, rng.choice(one.values)) for one in of.info.options)
    state = of.start(Setup(rng.randint(*of.info.players), options))
    for _ in range(12):
        offered = [one for seat in range(state.players) for one in of.choices(state, seat)]
        if of.over(state) or not offered:
            return
        state = of.apply(state, filled(rng.choice(offered), rng))
        assert of.view(state, 0).title == plan.title


def test_a_face_with_something_broken_is_refused_in_a_sentence_or_printed(tmp_path: Path) -> None:
    refused, faults = 0, list[str]()
    for seed in range(FACES):
        where = tmp_path / str(seed)
        kind = broken_face(where, random.Random(f"face {seed}"))
        found = faults_of(where, printed=True)
        faults += [f"{seed} ({kind}): {one}" for one in found.faults]
        refused += found.refused
    assert faults == []
    assert FACES / 3 < refused < FACES, "some are broken in a way that does no harm"
