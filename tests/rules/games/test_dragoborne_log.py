"""What the log of Dragoborne says of an event: what was done with what, and what followed from it."""

from __future__ import annotations

from dataclasses import replace

from dragoborne_states import ambushed, begun, crossed, do, opened, shielded, side, table

from rules.event import Event
from rules.games.dragoborne import ambushes, card_texts, combat, conceding, corrections, main_phase, setup, turn
from rules.games.dragoborne.game import GAME
from rules.games.dragoborne.state import State
from rules.seat_away import SeatAway, SeatBack


def said(state: State, *events: Event, viewer: int | None = None) -> str:
    """The line of the last of these events, with its outcome."""
    *first, last = events
    before = do(state, *first)
    line = GAME.tell(before, do(before, last), GAME.redact(before, last, viewer), viewer)
    return "; ".join((line.text, *line.outcome))


def test_a_creature_that_fell_keeps_its_name() -> None:
    state = table(side("cinderclaw_raider"), side("pearl_oracle", "sunspine_asp", deck="tide"))
    attack = combat.Attack("0c1", "1", seat=0)
    assert said(state, attack) == "{p0} attacks fort 1 of {p1} with Cinderclaw Raider"
    assert said(state, attack, combat.Block("1c2", seat=1)) == (
        "{p1} blocks with Sunspine Asp; Cinderclaw Raider is destroyed; Sunspine Asp is destroyed"
    )
    assert said(state, attack, combat.Block("1c1", seat=1)) == (
        "{p1} blocks with Pearl Oracle; Cinderclaw Raider is destroyed; Pearl Oracle takes 2 damage, 2 of 5"
    )


def test_an_attack_says_what_it_did_to_the_fort() -> None:
    state = table(side("cinderclaw_raider"), side(barriers=(1, 2, 2), deck="tide"))
    assert said(state, combat.Attack("0c1", "1", seat=0)) == (
        "{p0} attacks fort 1 of {p1} with Cinderclaw Raider; fort 1 of {p1} is destroyed"
    )
    second = combat.Attack("0c1", "2", seat=0)
    assert said(state, second).endswith("; fort 2 of {p1} loses 1 barrier, 1 left")
    assert said(state, second, combat.FortBurst(False, seat=1)) == (
        "{p1} looks at the barrier; 1 barrier to {p1}'s hand"
    )
    assert said(shielded(state, 1, 0, "1"), combat.Attack("0c1", "1", seat=0)).endswith(
        "; the blue dragoshield at fort 1 of {p1} is down to 1"
    )
    weak = table(side("kindling_whelp", dice=(1, 1, 1)), side("~bastion_colossus", deck="tide"))
    assert said(weak, combat.Attack("0c1", "1", seat=0)).endswith("; no damage is dealt")


def test_who_does_not_block_is_not_said_to_have_blocked() -> None:
    state = ambushed(table(side("cinderclaw_raider")), 1, 1)
    attack = combat.Attack("0c1", "1", seat=0)
    assert said(state, attack, combat.DealDamage(seat=1)) == (
        "{p1} has no answer; fort 1 of {p1} loses 1 barrier, 1 left"
    )
    guarded = table(side("cinderclaw_raider"), side("pearl_oracle", deck="tide"))
    assert said(guarded, attack, combat.NoBlock(seat=1)).startswith("{p1} does not block; ")


def test_what_was_bought_is_named_with_what_paid_for_it() -> None:
    state = table(side(resources=4))
    assert said(state, main_phase.Summon("hedgeburner", "2", seat=0)) == (
        "{p0} summons Hedgeburner to fort 2; paid with 3 red"
    )
    assert said(state, main_phase.Summon("hedgeburner", "2", (0, 1, 2), seat=0)).endswith(
        "; paid with 2 red and 1 green"
    )
    set_there = main_phase.SetAmbush("1", (), "bramble_warden", seat=0)
    assert said(state, set_there) == "{p0} sets an ambush at fort 1; paid with 2 red"
    assert said(state, set_there, viewer=0) == "{p0} sets an ambush at fort 1: Bramble Warden; paid with 2 red"


def test_card_texts_say_what_they_did() -> None:
    state = table(side("kindling_whelp", resources=9), side("cinderclaw_raider", deck="tide"))
    spark = main_phase.Cast("flint_spark", seat=0)
    assert said(state, spark, card_texts.Effect("flint_spark", "1c1", damage=1, seat=0)) == (
        "{p0} follows Flint Spark on Cinderclaw Raider; Cinderclaw Raider takes 1 damage, 1 of 2"
    )
    drums = main_phase.Cast("war_drums", seat=0)
    assert said(state, drums, card_texts.Effect("war_drums", "0c1", atk=2, edr=2, seat=0)) == (
        "{p0} follows War Drums on Kindling Whelp; Kindling Whelp gets +2/+2 until the turn ends"
    )
    assert said(state, spark, card_texts.Tick(0, seat=0)) == "{p0} has followed Flint Spark"
    assert said(state, spark, turn.EndTurn(texts={"0": "left"}, seat=0)) == "{p0} ends the turn; left out: Flint Spark"
    shield = shielded(table(side("ashmane_champion")), 1, 0, "1")
    assert said(shield, combat.Attack("0c1", "1", seat=0)).endswith(
        "; Ashmane Champion triggers: Deal 1 damage to a dragoshield at the attacked fort."
    )


def test_ambushes_and_bursts_say_what_came_of_them() -> None:
    state = do(ambushed(table(side("cinderclaw_raider")), 1, 1), combat.Attack("0c1", "1", seat=0))
    assert said(state, ambushes.UseAmbush("1", "gatehouse_hound", seat=1)) == (
        "{p1} reveals the ambush of fort 1: Gatehouse Hound; Gatehouse Hound comes to fort 1"
    )
    back = card_texts.Effect("undertow", "0c1", leaves="hand", seat=1)
    assert said(state, ambushes.UseAmbush("1", "undertow", seat=1), back) == (
        "{p1} follows Undertow on Cinderclaw Raider; Cinderclaw Raider returns to {p0}'s hand"
    )
    used = do(state, ambushes.UseAmbush("1", "undertow", seat=1))
    _, returned = GAME.tell(used, do(used, back), back, 1).pictures
    assert (returned.name, returned.text, returned.fell) == ("Cinderclaw Raider", "leaves the field", False)
    burst = do(table(side("cinderclaw_raider")), combat.Attack("0c1", "1", seat=0))
    assert said(burst, combat.FortBurst(True, "lantern_keeper", seat=1)) == (
        "{p1} uses the fort burst of Lantern Keeper; Lantern Keeper joins the resources of {p1}"
    )


def test_a_third_creature_destroys_nobody() -> None:
    state = crossed(table(side("kindling_whelp", "ashmane_champion", resources=9)), 0, 0, "0c2")
    room = main_phase.Summon("hedgeburner", "1", seat=0), combat.MakeRoom("0c2", seat=0)
    assert said(state, *room) == (
        "{p0} makes room for Hedgeburner: Ashmane Champion leaves; Ashmane Champion goes to the discard pile; "
        "the red die on it goes to the discard pile; Hedgeburner comes to fort 1"
    )


def test_how_the_game_ended_is_said() -> None:
    lost = table(side(barriers=(0, 0, 0)))
    assert said(lost, turn.EndTurn(seat=0)) == "{p0} ends the turn; {p1} wins; {p0} has no fort left"
    both = table(side(barriers=(0, 0, 0)), side(barriers=(0, 0, 0), deck="tide"))
    assert "; the game is a draw; " in said(both, turn.EndTurn(seat=0))
    empty = replace(table(replace(side(), deck=0)), phase="draw")
    assert said(empty, turn.Draw(seat=0)) == (
        "{p0} must draw 1 card, and the deck has 0; {p1} wins; {p0} cannot draw what must be drawn"
    )
    assert said(table(), conceding.Concede(seat=1)) == "{p1} gives up the game; {p0} wins"
    assert said(table(), SeatAway(seat=1), SeatBack(seat=1)) == "{p1} is back in the game; the game goes on"


def test_corrections_say_what_was_and_what_is() -> None:
    state = table(side("cinderclaw_raider"))
    lines = {
        corrections.SetFort("1", 1, seat=0, override=True): "1 barrier at fort 1, not 2",
        corrections.SetHand(1, seat=0, override=True): "1 card in hand, not 5",
        corrections.SetDeck(9, seat=0, override=True): "9 cards in the deck, not 30",
        corrections.SetBanner("1", "blue", seat=0, override=True): "a blue banner at fort 1, not a red one",
        corrections.SetCreature("0c1", 1, True, seat=0, override=True): (
            "Cinderclaw Raider rests with 1 damage; before: stands with 0 damage"
        ),
        corrections.SetDie(0, 6, "shield", "1", seat=0, override=True): (
            "the red die shows 6 in front of fort 1; before: shows 3 in the dice zone"
        ),
        corrections.SetResources("red", 2, 1, seat=0, override=True): (
            "red resources: 2 standing and 1 at rest, not 4 standing and 0 at rest"
        ),
        corrections.TakeCreature("0c1", "discard", seat=0, override=True): (
            "Cinderclaw Raider is taken off the field; Cinderclaw Raider goes to the discard pile"
        ),
    }
    for event, line in lines.items():
        assert said(state, event) == f"{{p0}} by hand: {line}"
    assert said(state, corrections.SetTurn(1, 4, seat=0, override=True)) == (
        "By hand: it is turn 4 of {p1}, main phase; it was turn 3 of {p0}, main phase"
    )


def test_a_line_stands_under_the_turn_it_belongs_to() -> None:
    def heading(state: State, event: Event) -> str:
        return GAME.tell(state, do(state, event), event, None).turn

    assert heading(opened(), setup.UseDeck("ember", seat=0)) == "Setting up"
    assert heading(begun(), turn.Roll((1, 2, 3), seat=0)) == "Turn 1 · {p0}"
    assert heading(table(), turn.EndTurn(seat=0)) == "Turn 3 · {p0}"
    over = do(table(), SeatAway(seat=0))
    assert heading(over, SeatBack(seat=0)) == "The end of the game"
    assert said(begun(), turn.Roll((1, 2, 3), seat=0)) == "{p0} rolls red 1, red 2 and green 3"
