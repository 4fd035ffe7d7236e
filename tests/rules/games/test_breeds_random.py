"""Random players of Dragon Breeds: to the end, and at every step the calculator says what the table does."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import breeds_states
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize
from invariants_breeds import keep
from random_table import RandomTable

from rules import wire
from rules.game_protocol import Event
from rules.games.breeds import calculators
from rules.games.breeds.damage import ChooseDamage, ConfirmDamage
from rules.games.breeds.fireballs import Fireball
from rules.games.breeds.game import GAME
from rules.games.breeds.market import Buy, Flush, Trash
from rules.games.breeds.state import Clash, State
from rules.games.breeds.turn import Done, DrawPhase
from rules.testing.random_choices import filled

CAP = 6_000
GAMES = 6
BASE = random.randrange(10**6)
"""Seeds vary from run to run; a failure shows its own."""


@pytest.mark.parametrize("game", range(GAMES))
def test_random_players_reach_the_end(game: int) -> None:
    seed = BASE + game
    rng = random.Random(seed)
    options: dict[str, Any] = {option.id: rng.choice(option.values) for option in GAME.info.options}
    state = breeds_states.table(2 + game % 4, **options)
    for _ in range(CAP):
        if GAME.over(state):
            break
        event = breeds_states.anything(state, rng)
        assert wire.event_from_json(GAME.events, wire.event_to_json(event)) == event
        agrees(state, event)
        state = GAME.apply(state, event)
        keep(state)
    else:
        pytest.fail(f"no end within {CAP} events, seed {seed}")
    assert wire.decode(State, wire.encode(state)) == state
    sheet = GAME.score(state)
    assert (sheet.final, len(sheet.winners)) == (True, 1), seed
    assert all(own.total == sum(line.points for line in own.lines) for own in sheet.seats), seed
    assert sorted(own.place for own in sheet.seats) == list(range(1, state.players + 1)), seed


# ---- the calculator answers what the table does ----


def options_of(state: State) -> dict[str, Any]:
    return {option.id: getattr(state.house, option.id) for option in GAME.info.options}


def agrees(state: State, event: Event) -> None:
    """What ``tablewright calc`` says of this position is what ``apply`` makes of it."""
    match event:
        case ConfirmDamage() if state.clash is not None:
            combat_agrees(state, state.clash, event)
        case DrawPhase():
            draw_agrees(state, event)
        case Buy() if event.card == "" and "hand" not in str(event.coins):
            buy_agrees(state, event)
        case Trash() if not event.by_ability:
            before, after = state.seats[state.active], GAME.apply(state, event).seats[state.active]
            cycle = before.cycle
            # A trash may be the last cube of the quests, and then the legendary comes into the deck as well.
            woken = after.unlocked and not before.unlocked
            asked = {"hand": cycle.hand, "draw": cycle.draw, "discard": cycle.discard}
            phase = "market" if state.phase == "combat" else state.phase
            answer = calculators.trash({**asked, "purchased": state.now.bought, "phase": phase})
            assert answer == {"ok": True, "deck_after": after.deck_size - woken}
        case Flush() if not event.free:
            supply = state.seats[state.active].supply
            up = sum(slot.shows for slot in supply)
            after = GAME.apply(state, event).seats[state.active].supply
            # A phase of the turn may be left behind by what belongs to a later one.
            answer = calculators.flush({"coins": 1, "face_up": up, "phase": "flush"})
            assert answer == {"ok": True, "coins": 0, "face_up": sum(slot.shows for slot in after)}


def combat_agrees(state: State, clash: Clash, event: Event) -> None:
    """The damage of a combat, who falls, and where the player stands afterwards."""

    def side(fighters: Any) -> dict[str, Any]:
        seen = map(clash.dragon, fighters)
        return {one.id: {"sv": one.sv, "bonus": one.bonus, "hits_player_when_blocked": one.always_hits} for one in seen}

    # A blocker whose attacker is gone deals and takes nothing; the calculator reads only dragons that block.
    there = {one.uid for one in clash.attackers}
    fighting = [one for one in clash.blockers if clash.blocks[one.uid] in there]
    answer = calculators.battle(
        {
            "attackers": side(clash.attackers),
            "blockers": side(fighting),
            "blocks": {one.uid: clash.blocks[one.uid] for one in fighting},
            "targets": dict(clash.targets),
            "options": {**options_of(state), "blocked_stays_blocked": False},
        }
    )
    if state.house.blocked_stays_blocked:
        return
    after = GAME.apply(state, event)
    health = state.seats[clash.defender].health
    told = calculators.damages(
        {
            "stage": health.stage,
            "status": health.status,
            "taken": health.taken,
            "events": [{"turn": state.turn, "amount": answer["player_damage"]}],
        }
    )
    own = after.seats[clash.defender].health
    assert (own.status, own.stage, own.taken) == (told["status"], told["stage"], told["taken"])
    if after.phase == "over" or own.status != health.status:
        return
    returned = len(fighting) - len([uid for uid in answer["combat_kills"] if uid not in there])
    stray = len(clash.blockers) - len(fighting)
    held = sum(part.token is None for one in clash.blockers for part in one.parts)
    if held == len(clash.blockers):
        before = state.seats[clash.defender].cycle.hand
        assert after.seats[clash.defender].cycle.hand == before + returned + stray


def draw_agrees(state: State, event: Event) -> None:
    """Hands and piles after the draw phase."""
    if any(own.tokens for own in state.seats) or state.seats[state.active].out:
        return
    inside = {str(seat): own for seat, own in enumerate(state.seats) if not own.out}
    answer = calculators.draws(
        {
            "hands": {key: own.cycle.hand for key, own in inside.items()},
            "draw_piles": {key: own.cycle.draw for key, own in inside.items()},
            "discards": {key: own.cycle.discard for key, own in inside.items()},
            "active": str(state.active),
            "hand_target": {key: own.refills_to for key, own in inside.items()},
        }
    )
    after = GAME.apply(state, event)
    for key in inside:
        cycle = after.seats[int(key)].cycle
        assert (cycle.hand, cycle.draw, cycle.discard) == (
            answer["hands"][key],
            answer["draw"][key],
            answer["discard"][key],
        )
    shuffled = sorted(str(one.seat) for one in after.todos if "huffle" in one.text)
    assert shuffled == answer["reshuffled"]


def buy_agrees(state: State, event: Buy) -> None:
    """Every way to pay that is offered is one the calculator finds, with all purchases of the phase together."""
    card = breeds_states.DECK.by_id.get(state.seats[state.active].supply[event.slot - 1].card)
    if card is None:
        return
    words = event.coins.split("+") if isinstance(event.coins, str) and event.coins else []
    pays = {"common": ["c"], "rare": ["c", "r"], "faction": ["c", "f"], "epic": ["c", "r", "e"]}
    answer = calculators.pay(
        {
            "costs": [list(price) for price in (*state.now.prices, card.words("cost_symbols"))],
            "coins": [list(coin) for coin in state.now.coins] + [pays.get(word, ["c", "f"]) for word in words],
            "trashed": state.now.trashed,
            "phase": "market" if state.phase == "combat" else state.phase,
        }
    )
    assert answer["ok"]


@pytest.mark.parametrize("seed", range(40))
def test_any_combat_ends_as_the_calculator_says(seed: int) -> None:
    """Random dragons, blocks, fireballs and targets, laid on the table and asked of the calculator from the start."""
    rng = random.Random(BASE + seed)
    house = {"blocked_stays_blocked": rng.random() < 0.5, "fireball_batch": rng.random() < 0.5}
    svs = [rng.randint(1, 5) for _ in range(rng.randint(1, 4))]
    state = breeds_states.attack(breeds_states.begun(2, colours=("other", "other"), **house), *svs)
    blocks = [(rng.randint(1, 5), rng.randrange(len(svs))) for _ in range(rng.randint(0, 4))]
    state = breeds_states.blocked(state, *blocks)
    assert state.clash is not None
    asked: dict[str, Any] = {
        "attackers": {one.uid: {"sv": one.sv} for one in state.clash.attackers},
        "blockers": {one.uid: {"sv": one.sv} for one in state.clash.blockers},
        "blocks": dict(state.clash.blocks),
        "fireballs": {"att": [], "def": []},
        "options": house,
    }
    state = shots(state, rng, asked)
    answer = calculators.battle(asked)
    for question in answer.get("choices", ()):
        target = rng.choice(question["candidates"])
        asked.setdefault("targets", {})[question["attacker"]] = target
        state = breeds_states.do(state, ChooseDamage(question["attacker"], target, seat=0))
    answer = calculators.battle(asked)
    hand = state.seats[1].cycle.hand
    after = breeds_states.do(state, ConfirmDamage(seat=0))
    assert after.seats[1].health.taken == answer["player_damage"]
    if after.seats[1].health.status == "alive":
        assert after.seats[1].cycle.hand == hand + len(answer["blockers_return_to_hand"])


def shots(state: State, rng: random.Random, asked: dict[str, Any]) -> State:
    """Some fireballs of both sides, on the table and in the question."""
    for seat, side, step in ((0, "att", "fireball_att"), (1, "def", "fireball_def")):
        for _ in range(rng.randint(0, 2)):
            there = breeds_states.blockers(state) if seat == 0 else breeds_states.attackers(state)
            if there:
                target = rng.choice(there)
                state = breeds_states.do(state, Fireball(target, seat=seat))
                asked["fireballs"][side].append(target)
        state = breeds_states.do(state, Done(step, seat=seat))  # type: ignore[arg-type] # one of the two
    return state


# ---- what is offered ----


def test_somebody_can_always_go_on_and_every_prompt_has_its_answers() -> None:
    rng = random.Random(BASE)
    state = breeds_states.table(3)
    while not GAME.over(state):
        offered = [breeds_states.moves(state, seat) for seat in range(3)]
        assert any(offered), BASE
        for seat, own in enumerate(offered):
            keys = [prompt.key for prompt in GAME.view(state, seat).prompts]
            assert set(keys) == {choice.prompt for choice in own if choice.prompt}, BASE
            assert len(keys) == len(set(keys)), BASE
        state = GAME.apply(state, breeds_states.anything(state, rng))


def test_every_offered_correction_is_accepted() -> None:
    kinds: Counter[str] = Counter()
    for players in (2, 4):
        # What comes up at a table is luck: at the second one it is always the same.
        rng = random.Random(BASE if players == 2 else 1)
        state = breeds_states.table(players)
        for step in range(160):
            if GAME.over(state):
                break
            if step % 5 == 0:
                for choice in GAME.choices(state, rng.randrange(players)):
                    if choice.correction:
                        GAME.apply(state, filled(choice, rng))
                        kinds[type(choice.event).__name__] += 1
            state = GAME.apply(state, breeds_states.anything(state, rng))
    assert set(kinds) >= {
        "Damage",
        "Ko",
        "SetHealth",
        "SetQuests",
        "SetUnlocked",
        "SetHand",
        "SetSupply",
        "SetDragons",
        "SetTrash",
        "SetRefracted",
        "SetTurn",
        "CallOff",
        "Adjust",
    }


class Table(RandomTable):
    """A table with a log: anything offered, anything senseless, undo in between."""

    game = GAME

    @initialize(players=st.integers(2, 5), batch=st.booleans())
    def open(self, players: int, *, batch: bool) -> None:
        self.begin(players, {"fireball_batch": batch})


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=12, stateful_step_count=20, deadline=None)
