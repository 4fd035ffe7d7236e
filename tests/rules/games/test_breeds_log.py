"""The log of Dragon Breeds: what it says when something happens, and that it goes on saying so."""

from __future__ import annotations

from dataclasses import replace

from breeds_states import begun, do, seated

from rules.game_protocol import Event
from rules.games.breeds.combat import Attack, Block, PlayDragon
from rules.games.breeds.combat_rules import Health
from rules.games.breeds.corrections import SetHand, SetHealth, SetTurn
from rules.games.breeds.damage import ConfirmDamage, DiscardTop
from rules.games.breeds.fireballs import Fireball
from rules.games.breeds.game import GAME
from rules.games.breeds.market import Buy, Flush, TurnUp
from rules.games.breeds.quests_and_tokens import Quest
from rules.games.breeds.setup import ChooseLegendary
from rules.games.breeds.state import HUMAN, Cycle, State
from rules.games.breeds.turn import Done, DrawPhase
from rules.log_line import Line


def told(state: State, event: Event, viewer: int | None = None) -> tuple[State, Line]:
    """The table after the event, and what the viewer is told of it."""
    after = GAME.apply(state, event)
    return after, GAME.tell(state, after, GAME.redact(after, event, viewer), viewer)


def fight(health: Health = HUMAN) -> State:
    """Teal attacks Black with Geyser and Tidekit; Sootling blocks Tidekit."""
    state = begun(2, 1, ("black", "teal"))
    state = seated(state, 0, dragons=("black_sootling",), health=health)
    state = seated(state, 1, dragons=("teal_geyser", "teal_tidekit"))
    state = do(state, Attack(0, seat=1), PlayDragon("teal_geyser", seat=1), PlayDragon("teal_tidekit", seat=1))
    assert state.clash is not None
    state = do(state, Done("attack", seat=1), Block("black_sootling", state.clash.attackers[1].uid, seat=0))
    return do(state, Done("defense", seat=0), Done("fireball_att", seat=1))


def test_a_dragon_that_fell_is_named_and_so_are_the_hearts() -> None:
    state = fight()
    assert state.clash is not None
    tidekit = state.clash.attackers[1].uid
    state, line = told(state, Fireball(tidekit, seat=0))
    assert (line.text, line.outcome) == ("{p0} throws a Fireball at Tidekit", ("Tidekit is destroyed",))
    state, line = told(do(state, Done("fireball_def", seat=0)), ConfirmDamage(seat=1))
    assert line.outcome == (
        "Geyser hits {p0} for 4",
        "Sootling back to {p0}",
        "{p0} takes 4 damage, no heart left",
        "{p0} is knocked out, and immune until their next turn",
    )
    assert line.turn == "Turn 1 · {p1}"
    assert line.why is not None
    assert line.why.source == "Dragon Breeds rulebook, Combat: Combat damage phase"


def test_both_dragons_of_a_block_fall_and_the_last_blow_wins() -> None:
    state = do(fight(Health(2, breakpoint=2)), Done("fireball_def", seat=0))
    _, line = told(state, ConfirmDamage(seat=1))
    assert line.outcome[:3] == ("Geyser hits {p0} for 4", "Tidekit is destroyed", "Sootling is destroyed")
    assert line.outcome[-2:] == ("{p0} is eliminated: all cards of that box leave the game", "{p1} wins")


def test_who_does_not_block_is_not_said_to_have_blocked() -> None:
    state = do(begun(), Attack(1, seat=0), PlayDragon("dragon", 2, seat=0))
    state, line = told(state, Done("attack", seat=0))
    assert line.text == "{p0} has attacked with Dragon"
    assert told(state, Done("defense", seat=1))[1].text == "{p1} does not block"


def test_a_purchase_names_the_card_and_the_coins() -> None:
    state = do(begun(), TurnUp({"1": "black_razortail", "2": "black_faction_coin"}, seat=0), Done("combat", seat=0))
    state, line = told(state, Buy(1, "rare+common", seat=0))
    assert line.text == "{p0} buys Razortail with 1 rare coin and 1 common coin"
    state, line = told(state, Buy(2, seat=0))
    assert line.text == "{p0} takes Black Faction Coin, which costs nothing"
    assert line.outcome == ("{p0}'s Faction coins: 3 of 3",)
    state = do(state, TurnUp({"3": "black_sootling"}, seat=0), Done("market", seat=0))
    assert told(state, Flush(3, "common", seat=0))[1].text == "{p0} flushes Sootling with 1 common coin"


def test_the_draw_phase_says_who_drew_what_and_whose_turn_it_is() -> None:
    state = seated(seated(begun(), 0, cycle=Cycle(2, 3, 4)), 1, cycle=Cycle(4, 6, 0))
    state = do(state, Done("combat", seat=0), Done("market", seat=0), Done("flush", seat=0))
    _, line = told(state, DrawPhase(seat=0))
    assert line.outcome == ("{p0} draws 5 cards, the discard shuffled", "{p1} draws 1 card", "{p1}'s turn")


def test_quests_and_the_legendary_are_told() -> None:
    _, line = told(seated(begun(), 0, quests=(2, 3, 3)), Quest(0, seat=0))
    assert line.outcome == ("{p0}'s own quest: 3 of 3", "{p0}'s legendary wakes, onto the discard pile")


def test_what_teals_ability_did_is_told() -> None:
    state = fight()
    state = seated(do(state, Done("fireball_def", seat=0)), 0, health=Health(1, breakpoint=9))
    state = do(state, ConfirmDamage(seat=1))
    _, line = told(state, DiscardTop(0, seat=1))
    assert line.text == "{p1} puts the top card of {p0} on their discard"


def test_a_correction_says_what_it_was_and_what_it_is() -> None:
    _, line = told(begun(), SetHand(3, 4, 5, seat=0))
    assert line.text == "{p0} by hand: hand 8, draw pile 12, discard 0 → hand 3, draw pile 4, discard 5"
    _, line = told(begun(), SetHealth(2, "ko", 1, seat=1))
    assert line.text == "{p1} by hand: stage 1, in the game, 0 damage → stage 2, K.O., 1 damage"
    _, line = told(begun(), SetTurn(1, "market", 4, seat=0))
    assert line.text == "By hand: turn 1 of {p0}, combat phase → turn 4 of {p1}, market phase"


def test_an_override_says_which_rule_was_set_aside() -> None:
    state = seated(begun(), 0, dragons=())
    _, line = told(state, Attack(1, seat=0, override=True))
    assert [one.text for one in line.set_aside] == ["By our count {p0} can hold no dragon; nobody attacks without one."]


def test_a_legendary_laid_down_is_named_to_its_owner_alone() -> None:
    state = begun(2, 0, ("black", "teal"))
    laid = ChooseLegendary("black_noctyrax", seat=0)
    fresh = seated(state, 0, chosen=False, legendary="")
    before = replace(fresh, phase="setup")
    after, mine = told(before, laid, 0)
    assert mine.text == "{p0} laid Noctyrax, Last Eclipse under the quests"
    assert GAME.tell(before, after, GAME.redact(after, laid, 1), 1).text == "{p0} laid a legendary under the quests"


def test_a_knock_out_is_told_before_all_that_led_to_it() -> None:
    """The television has room for the first words alone."""
    for health, text in (
        (HUMAN, "{p1} knocks {p0} out: 4 damage"),
        (Health(2), "{p1} eliminates {p0}: 4 damage"),
    ):
        state = do(fight(health), Done("fireball_def", seat=0))
        assert told(state, ConfirmDamage(seat=1))[1].text == text
