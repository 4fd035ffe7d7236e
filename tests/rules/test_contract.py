"""The contract kit's first users are our games, the folders and the samples; and it finds what is broken."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from ninth_wave import GAME, INFO, PLUGIN, TURN, State, Stop, Wish, stop
from random_players import invariants

from rules import games
from rules.datagame.game import game_of
from rules.datagame.plan_reading import read_game
from rules.game_protocol import Choice
from rules.plugin import API, Plugin
from rules.testing import Broken, GameContract
from rules.view import View

OURS = ("breeds", "dragoborne", "fairytale", "gilfate", "tower")
TEMPLATES = files("templates") / "games"
SAMPLES = Path(__file__).parents[1] / "samples"
FOLDERS: dict[str, Any] = {one.name: one for one in TEMPLATES.iterdir() if one.is_dir()}
FOLDERS |= {one.parent.name: one.parent for one in SAMPLES.glob("*/game.toml")}
PROMISES = tuple(name for name in vars(GameContract) if name.startswith("test_"))


def ours(name: str) -> type[GameContract]:
    """The contract of one of the five, with what its random players know of it."""
    own = invariants(name)

    class Ours(GameContract):
        plugin = Plugin(API, games.load(name), games.deck(name))
        seeds = (1,)
        cap = own.patience or own.cap

        def keep(self, state: Any) -> None:
            own.keep(state)

        def weights(self, state: Any, choices: Sequence[Choice]) -> Sequence[float] | None:
            return own.weights(state, choices) if own.weights is not None else None

    return Ours


def folder(name: str) -> type[GameContract]:
    """The contract of one of the ten, or of a sample in TOML alone."""
    inside = {one.name: one.read_bytes() for one in FOLDERS[name].iterdir() if one.is_file()}
    plan = read_game(inside["game.toml"], {file: data for file, data in inside.items() if not file.endswith(".toml")})

    class Folder(GameContract):
        plugin = Plugin(API, game_of(plan), plan.deck)
        seeds = (1, 2)

    return Folder


CONTRACTS = {**{name: ours(name) for name in OURS}, **{name: folder(name) for name in FOLDERS}}


@pytest.fixture(params=CONTRACTS)
def contract(request: pytest.FixtureRequest) -> Iterator[GameContract]:
    """A contract of each game there is; one out of a folder is known to this process, as its table wants it."""
    name: str = request.param
    found = CONTRACTS[name]()
    if name in FOLDERS:
        games.bring(found.deck, found.game)
    yield found
    games.send_away(name)


@pytest.mark.parametrize("promise", PROMISES)
def test_every_game_keeps_every_promise(contract: GameContract, promise: str) -> None:
    getattr(contract, promise)()


# --- the kit can fail


def broken(**changes: Any) -> GameContract:
    """The contract of the sample game in Python, with something about it wrong."""

    class Wrong(GameContract):
        plugin = replace(PLUGIN, game=replace(GAME, **changes))
        seeds = (1, 2)
        cap = 300

        def secrets(self, state: State, seat: int) -> tuple[object, ...]:
            return (state.seats[seat].wish,)

    return Wrong()


def with_action(event: type[Any], **changes: Any) -> dict[str, Any]:
    """The game's actions with one of them changed."""
    return {"actions": tuple(replace(one, **changes) if one.event is event else one for one in GAME.actions)}


def not_accepted(state: State, event: Stop, judge: Any) -> State:
    judge.rule(False, "no", "Nobody ever stops.", TURN)
    return state


def by_the_clock(state: State, event: Stop, judge: Any) -> State:
    return stop(replace(state, enough=15 + next(CLOCK) % 7), event, judge)


def loses_a_point(state: State) -> Any:
    sheet = GAME.points(state)
    return replace(sheet, seats=tuple(replace(one, total=one.total - 1) for one in sheet.seats))


CLOCK = itertools.count(1)
FAULTS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("test_random_players_reach_the_end", {"finished": lambda state: False}, "nobody can go on after"),
    ("test_what_is_offered_is_accepted", with_action(Stop, does=not_accepted), "was refused: Nobody ever stops."),
    ("test_the_same_events_make_the_same_game", with_action(Stop, does=by_the_clock), "led to another table"),
    ("test_the_veil_hides_every_secret", with_action(Wish, hides=lambda _, event, viewer: event), "is hidden from it"),
    ("test_the_veil_hides_every_secret", {"veil": lambda state, viewer: state}, "in the veiled table"),
    ("test_points_add_up", {"points": loses_a_point}, "and lines that come to"),
    (
        "test_every_screen_can_be_drawn",
        {"screen": lambda state, viewer: View("{nobody}")},
        "a brace that names no seat",
    ),
    ("test_the_log_tells_every_event", with_action(Stop, tells=""), "the log says nothing of Stop"),
    ("test_prompts_can_be_answered", with_action(Wish, offers=None), "nobody can go on"),
    ("test_it_says_what_it_is", {"info": replace(INFO, title=" ")}, "the title is empty"),
)


@pytest.mark.parametrize(("promise", "changes", "said"), FAULTS)
def test_a_broken_promise_is_told_in_a_sentence_with_its_seed(promise: str, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(Broken) as caught:
        getattr(broken(**changes), promise)()
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_newer_promises_are_left_out_of_an_older_contract() -> None:
    older = broken(points=loses_a_point)
    type(older).contract = (0, 9)
    older.test_points_add_up()
