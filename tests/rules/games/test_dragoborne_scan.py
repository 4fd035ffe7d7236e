"""What a scan means at a table of Dragoborne: one meaning is done, several are buttons, none is explained."""

from __future__ import annotations

from dataclasses import replace

from dragoborne_states import ambushed, begun, do, in_main_phase, opened, seen, side, table

from rules.game_protocol import Reading
from rules.games.dragoborne import ambushes, card_texts, combat, main_phase, setup, turn
from rules.games.dragoborne.game import GAME
from rules.games.dragoborne.state import State
from rules.values.code import CardCode


def scan(state: State, seat: int, *cards: str, copy: int = 1) -> Reading:
    return GAME.scan(state, seat, [seen(card, copy) for card in cards])


def code(card: str, copy: int = 1) -> str:
    return str(seen(card, copy))


def kinds(reading: Reading) -> list[str]:
    return [type(choice.event).__name__ for choice in reading.choices]


def problems(reading: Reading) -> list[str]:
    return [problem.code for problem in reading.problems]


def test_a_spell_is_cast_at_once() -> None:
    assert scan(table(), 0, "war_drums").submit == main_phase.Cast("war_drums", code=code("war_drums"), seat=0)


def test_a_creature_asks_for_its_fort_and_may_be_an_ambush() -> None:
    assert kinds(scan(table(), 0, "hedgeburner")) == ["Summon"] * 3
    assert kinds(scan(table(), 0, "bramble_warden")) == ["Summon"] * 3 + ["SetAmbush"] * 3


def test_what_cannot_be_paid_is_said_and_may_be_done_all_the_same() -> None:
    reading = scan(table(replace(side(), resources=())), 0, "hedgeburner")
    assert problems(reading) == ["not_enough"]
    assert [choice.event.override for choice in reading.choices] == [True]


def test_in_the_resource_step_a_card_is_a_resource() -> None:
    state = do(in_main_phase(begun(), 0), turn.EndTurn(seat=0), turn.Roll((1, 2, 3), seat=1), turn.Draw(seat=1))
    assert scan(state, 1, "cold_spray").submit == turn.AddResource("blue", "cold_spray", code("cold_spray"), seat=1)


def on_field(card: str, seat: int = 0) -> State:
    state = table(side(card), side("pearl_oracle", deck="tide"))
    own = state.sides[seat]
    known = replace(own, creatures=tuple(replace(one, code=code(one.card)) for one in own.creatures))
    return replace(state, sides=(known, state.sides[1]) if seat == 0 else (state.sides[0], known))


def test_a_creature_on_the_field_attacks_or_moves() -> None:
    reading = scan(on_field("hedgeburner"), 0, "hedgeburner")
    assert {"Attack", "Move", "AssignCross"} <= set(kinds(reading))
    attack = next(choice for choice in reading.choices if isinstance(choice.event, combat.Attack))
    assert [spec.name for spec in attack.fields] == ["fort"]
    assert attack.fill(fort="2") == combat.Attack("0c1", "2", seat=0)


def test_the_scanned_blocker_blocks() -> None:
    state = on_field("ashmane_champion", 1)
    state = do(state, combat.Attack("0c1", "1", seat=0))
    assert scan(state, 1, "pearl_oracle").submit == combat.Block("1c1", seat=1)


def test_a_barrier_that_left_is_read_for_its_fort_burst() -> None:
    state = do(table(side("hedgeburner")), combat.Attack("0c1", "1", seat=0))
    assert scan(state, 1, "brine_whelp").submit == combat.FortBurst(False, seat=1)
    burst = scan(state, 1, "breaking_wave")
    assert [choice.event for choice in burst.choices] == [
        combat.FortBurst(True, "breaking_wave", code("breaking_wave"), seat=1),
        combat.FortBurst(False, seat=1),
    ]


def test_an_effect_finds_its_target_by_scan() -> None:
    state = do(on_field("hedgeburner"), main_phase.Cast("flint_spark", seat=0))
    reading = scan(state, 0, "hedgeburner")
    hurt = next(choice for choice in reading.choices if isinstance(choice.event, card_texts.Effect))
    assert hurt.fill(damage=1) == card_texts.Effect("flint_spark", "0c1", damage=1, seat=0)


def test_an_ambush_is_used_by_scan_and_shown_in_the_audit() -> None:
    state = do(ambushed(table(side("hedgeburner")), 1, 3), combat.Attack("0c1", "3", seat=0))
    ready = scan(state, 1, "undertow").choices[0].event
    assert ready == ambushes.UseAmbush("3", "undertow", code("undertow"), seat=1)
    over = do(ambushed(table(side(barriers=(0, 0, 0))), 1, 3), turn.EndTurn(seat=0))
    assert scan(over, 1, "undertow").submit == turn.RevealAmbush("3", "undertow", code("undertow"), seat=1)


def test_a_deck_is_registered_photo_by_photo() -> None:
    photo = [seen("flint_spark", n) for n in (1, 2, 3)] + [seen("banner_of_the_forge")]
    reading = GAME.scan(opened(), 0, photo)
    assert isinstance(reading.submit, setup.ScanDeck)
    state = do(opened(), reading.submit)
    assert len(state.sides[0].listed) == 4
    assert GAME.scan(opened(), 0, photo).of == 50, "a deck has fifty cards at least"
    more = GAME.scan(state, 0, [*photo, seen("war_drums")]).submit
    assert isinstance(more, setup.ScanDeck)
    assert more.cards == ("war_drums",)
    assert problems(GAME.scan(state, 0, photo)) == ["noted"]
    detail = next(one.detail for one in GAME.view(state, 0).prompts if one.key == "deck")
    assert "3 cards and 1 banner read" in detail
    assert "at least 50" in detail


def test_what_leads_to_nothing_is_explained() -> None:
    foreign, unknown = CardCode("TW", "001", 1, "A"), CardCode("DB", "ZZZ", 1, "A")
    assert problems(GAME.scan(table(), 0, [foreign])) == ["other_game"]
    assert problems(GAME.scan(table(), 0, [unknown])) == ["unknown_card"]
    assert problems(GAME.scan(table(), 0, [])) == ["no_card"]
    assert problems(scan(table(), 1, "brine_whelp")) == ["not_now"]
    assert problems(scan(table(), 0, "banner_of_the_forge")) == ["banner"]
    lying = do(table(), main_phase.Cast("flint_spark", code=code("flint_spark"), seat=0))
    assert problems(scan(lying, 0, "flint_spark")) == ["lies_there"]


def test_that_a_card_lies_face_down_is_said_to_nobody_but_its_owner() -> None:
    for lying in ("", code("bramble_warden")):
        state = ambushed(table(), 1, 1, "bramble_warden")
        side_ = state.sides[1]
        ambush = side_.forts[0].ambush
        assert ambush is not None
        forts = (replace(side_.forts[0], ambush=replace(ambush, code=lying)), *side_.forts[1:])
        told = scan(replace(state, sides=(state.sides[0], replace(side_, forts=forts))), 0, "bramble_warden")
        assert told == scan(ambushed(table(), 1, 1), 0, "bramble_warden"), "as if anything lay there"


def test_several_cards_are_buttons() -> None:
    reading = scan(table(), 0, "flint_spark", "war_drums")
    assert (reading.submit, kinds(reading)) == (None, ["Cast", "Cast"])


def test_a_look_at_the_field_names_what_of_it_is_not_in_the_picture_and_no_ambush() -> None:
    state = ambushed(
        table(side("hedgeburner", "flint_spark"), side("pearl_oracle", deck="tide")), 0, 1, "bramble_warden"
    )
    own = state.sides[0]
    known = replace(own, creatures=tuple(replace(one, code=code(one.card)) for one in own.creatures))
    state = replace(state, sides=(known, state.sides[1]))
    for seat in (0, 1):
        found = scan(state, seat, "hedgeburner", "war_drums")
        assert (tuple(one.name for one in found.missing), found.of) == (("Flint Spark",), 3)
    assert scan(state, 0, "hedgeburner").of == 0


def test_an_ambush_scanned_at_another_time_is_used_by_the_tables_leave() -> None:
    """The paper is the truth: whoever turns it up all the same has two taps to it, and the log says so."""
    state = ambushed(table(side("hedgeburner")), 1, 3)
    reading = scan(state, 1, "undertow")
    assert (problems(reading), kinds(reading)) == (["not_met"], ["UseAmbush"])
    used = do(state, reading.choices[0].event)
    assert [notice.code for notice in used.notices] == ["not_met"]
    assert problems(scan(ambushed(table(), 1, 3, "gatehouse_hound"), 1, "undertow")) == ["not_now"]
