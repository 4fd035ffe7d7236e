"""Fairy Tale for boardgame.io, to stand beside ours: what it is asked to play, and how it is fetched.

The game, a server and clients for it are in ``boardgame_io``; ``rules_speed.py`` drives the reducer alone,
``live_phones.py`` the framework's own server with its own clients.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

from random_players import any_move, invariants

from rules import games, wire
from rules.game_protocol import Event, Setup
from rules.games.fairytale import stage_plan
from rules.games.fairytale.play import Choose, Select
from rules.games.fairytale.stages_and_draft import NextStage, Score
from rules.games.fairytale.state import facts_of

PEER = Path(__file__).resolve().parent / "boardgame_io"


def install(folder: str) -> str:
    """Bring the programs and boardgame.io into ``folder``; says why that cannot be, or nothing."""
    npm = shutil.which("npm")
    if not npm or not shutil.which("node"):
        return "node and npm are needed to run boardgame.io"
    for file in PEER.iterdir():
        shutil.copy(file, folder)
    got = subprocess.run([npm, "install", "--silent", "--no-audit", "--no-fund"], cwd=folder, capture_output=True)
    return f"npm could not install boardgame.io: {got.stderr.decode()[-200:].strip()}" if got.returncode else ""


def fairytale_games(count: int, seed: int) -> list[tuple[int, list[Event]]]:
    """Whole games as the events both sides know: stages, placed cards, answers."""
    game, rng = games.load("fairytale"), random.Random(seed)
    found: list[tuple[int, list[Event]]] = []
    for number in range(count):
        players = 2 + number % 4
        state, events = game.start(Setup(players)), list[Event]()
        while not game.over(state):
            event = any_move(game, state, rng, invariants("fairytale"))
            assert event is not None
            if isinstance(event, Score) and state.stage == stage_plan.LAST:
                break
            # A card nobody names and an early look at the score are ours alone.
            if not isinstance(event, (NextStage, Select, Choose)) or (isinstance(event, Select) and event.card is None):
                continue
            state = game.apply(state, event)
            events.append(event)
        found.append((players, events))
    return found


def as_action(event: Event) -> dict[str, Any]:
    """An event as a move of boardgame.io."""
    match event:
        case NextStage():
            return {"type": "next_stage", "seat": 0, "args": [event.to]}
        case Select():
            return {"type": "select", "seat": event.seat, "args": [event.card]}
        case Choose():
            return {"type": "choose", "seat": event.seat, "args": [event.step, list(event.uids)]}
    raise AssertionError(event)


def card_facts() -> dict[str, Any]:
    """What the other side has to know of the cards, by id."""
    found = {}
    for card in games.deck("fairytale").cards:
        facts = facts_of(card.id)
        found[card.id] = {
            "name": facts.name,
            "faction": facts.faction,
            "value": wire.encode(facts.value),
            "effects": [
                {
                    "who": one.who,
                    "verb": one.verb if one.turns else "remind",
                    "amount": one.amount,
                    "faction": one.faction,
                }
                for one in facts.effects
            ],
        }
    return found
