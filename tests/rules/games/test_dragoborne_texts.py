"""Card texts at a table of Dragoborne: offers and refusals obey them, triggers wait for them, none is forgotten."""

from __future__ import annotations

from dataclasses import replace

import pytest
from dragoborne_states import ambushed, creature, crossed, do, offered, refused, said, shielded, side, table

from rules.choice import Choice
from rules.games.dragoborne import ambushes, card_texts, combat, corrections, deck, main_phase, turn
from rules.games.dragoborne.game import GAME
from rules.games.dragoborne.state import State

Fixture = pytest.MonkeyPatch


def effects(state: State, seat: int) -> dict[str, set[object]]:
    """What the seat is offered to do with its texts: the kind of event, and what it may choose."""
    found: dict[str, set[object]] = {}
    for choice in GAME.choices(state, seat):
        kind = type(choice.event).__name__
        if kind in ("Effect", "EffectAtFort", "DamageFort", "DamageShield", "TurnDie", "Draw", "Discard"):
            picks = {pick.value for spec in choice.fields for pick in spec.picks}
            found.setdefault(kind, set()).update(picks or {getattr(choice.event, "value", None)})
    return found


def cast(state: State, card: str) -> State:
    return do(state, main_phase.Cast(card, seat=0))


def waiting(state: State) -> list[str]:
    """The cards whose texts wait to be followed."""
    return [one.card for _, one in state.open_texts]


def rich(*creatures: str, deck: str = "ember") -> State:
    """The first seat's main phase with enough to pay for anything, against a half of the other deck."""
    other = "tide" if deck == "ember" else "ember"
    return table(side(*creatures, deck=deck, resources=9), side("kindling_whelp", "~pearl_oracle@2", deck=other))


# Offers and refusals obey the text


def test_ashmane_damages_a_dragoshield_of_the_attacked_fort_and_nothing_else() -> None:
    start = table(side("ashmane_champion"), side("kindling_whelp@2", deck="tide"))
    state = shielded(shielded(shielded(start, 1, 0, "1"), 1, 1, "2"), 0, 0, "1")
    state = do(state, combat.Attack("0c1", "1", seat=0))
    assert effects(state, 0) == {"DamageShield": {0}}
    for event in (
        card_texts.DamageShield(1, 1, 1, source="ashmane_champion", seat=0),
        card_texts.DamageShield(0, 0, 1, source="ashmane_champion", seat=0),
        card_texts.DamageShield(1, 0, 2, source="ashmane_champion", seat=0),
        card_texts.Effect("ashmane_champion", "1c1", damage=1, seat=0),
        card_texts.DamageFort(1, "1", 1, source="ashmane_champion", seat=0),
    ):
        assert refused(state, event) == ("RULE", "not_in_text"), event
    after = do(state, card_texts.DamageShield(1, 0, 1, source="ashmane_champion", seat=0))
    assert (after.sides[1].dice[0].value, waiting(after)) == (2, [])


def test_ashmane_has_nothing_to_do_where_no_dragoshield_stands() -> None:
    state = do(table(side("ashmane_champion")), combat.Attack("0c1", "1", seat=0))
    assert (state.clash, waiting(state), state.sides[1].barriers) == (None, [], (1, 2, 2))


def test_cold_spray_rests_a_creature_with_cost_2_or_less() -> None:
    halves = side(deck="tide"), side("cinderclaw_raider", "hedgeburner", "gatehouse_hound@2")
    state = cast(table(*halves), "cold_spray")
    # A dash is no number (DB-R35).
    assert effects(state, 0) == {"Effect": {"1c1"}}
    assert refused(state, card_texts.Effect("cold_spray", "1c2", turn="rest", seat=0)) == ("RULE", "not_in_text")
    assert refused(state, card_texts.Effect("cold_spray", "1c3", turn="rest", seat=0)) == ("RULE", "not_in_text")
    assert refused(state, card_texts.Effect("cold_spray", "1c1", damage=1, seat=0)) == ("RULE", "not_in_text")
    state = do(state, card_texts.Effect("cold_spray", "1c1", turn="rest", seat=0))
    rested = creature(state, "1c1")
    assert rested is not None
    assert rested.rested
    assert refused(state, card_texts.Effect("cold_spray", "1c1", turn="rest", seat=0)) == ("RULE", "text_done")


def test_an_effect_is_of_a_card_that_was_played() -> None:
    state = rich("hedgeburner")
    for event in (
        card_texts.Effect("war_drums", "0c1", atk=2, edr=2, seat=0),
        card_texts.Effect("hedgeburner", "1c1", damage=3, seat=0),
        card_texts.DamageFort(1, "1", 2, seat=0),
        card_texts.DamageFort(1, "1", 2, source="hedgeburner", seat=0),
        card_texts.TurnDie(0, 0, 6, seat=0),
        turn.Draw(2, seat=0),
        turn.Discard(1, seat=0),
    ):
        assert refused(state, event) == ("RULE", "no_text"), event
        assert said(do(state, replace(event, override=True))) == ["no_text"]
    state = cast(state, "war_drums")
    assert refused(state, card_texts.Effect("war_drums", "0c1", atk=2, edr=2, seat=1)) == ("RULE", "no_text")
    assert waiting(do(state, card_texts.Effect("war_drums", "0c1", atk=2, edr=2, seat=0))) == []


def test_what_a_text_does_to_several_is_done_when_all_of_it_is() -> None:
    state = cast(rich("brine_whelp", "dawn_sentry", deck="tide"), "rallying_horn")
    once = do(state, card_texts.Effect("rallying_horn", "0c1", atk=1, edr=1, seat=0))
    assert (waiting(once), effects(once, 0)) == (["rallying_horn"], {"Effect": {"0c2", "1c1", "1c2"}})
    assert waiting(do(once, card_texts.Effect("rallying_horn", "0c2", atk=1, edr=1, seat=0))) == []


def test_each_creature_at_one_fort_is_one_tap() -> None:
    state = cast(rich("oakheart_guardian"), "falling_embers")
    # The oracle at fort 2 is immune to red.
    assert effects(state, 0) == {"EffectAtFort": {"1"}}
    state = do(state, card_texts.EffectAtFort("falling_embers", 0, "1", damage=2, seat=0))
    guardian = creature(state, "0c1")
    assert guardian is not None
    assert (guardian.damage, waiting(state)) == (2, [])


def test_the_other_forms_of_our_texts() -> None:
    grove = cast(rich(), "gift_of_the_grove")
    # A green die shows 5, so one more is drawn.
    assert [one.text for _, one in grove.open_texts] == ["Draw two cards. Draw one more."]
    drawn = do(grove, turn.Draw(2, source="gift_of_the_grove", seat=0), turn.Draw(1, seat=0))
    assert (drawn.sides[0].hand, waiting(drawn)) == (7, [])
    roots = cast(rich(), "grasping_roots")
    held = creature(do(roots, card_texts.Effect("grasping_roots", "1c1", turn="hold", seat=0)), "1c1")
    assert held is not None
    assert held.held
    smith = do(rich("scalesmith", "hedgeburner"), main_phase.Activate("0c1", seat=0))
    assert effects(smith, 0) == {"Effect": {"0c2"}}
    adept = do(rich("tidecaller_adept", deck="tide"), main_phase.Activate("0c1", seat=0))
    assert effects(adept, 0) == {"TurnDie": {4, 5, 6}}
    wave = cast(shielded(rich(deck="tide"), 1, 0, "1"), "breaking_wave")
    wave = do(wave, card_texts.DamageShield(1, 0, 6, source="breaking_wave", seat=0))
    assert (wave.sides[1].dice[0].where, waiting(wave)) == ("discard", ["breaking_wave"])
    assert waiting(do(wave, turn.Draw(source="breaking_wave", seat=0))) == []


def test_a_text_of_unknown_form_is_for_people_to_judge() -> None:
    state = do(rich(), main_phase.Summon("thornfoot_scout", "1", seat=0))
    assert (waiting(state), effects(state, 0)) == (["thornfoot_scout"], {})
    assert waiting(do(state, card_texts.Tick(0, seat=0))) == []


def test_the_attacker_a_burst_speaks_of_is_the_one_that_attacked() -> None:
    state = table(side("hedgeburner", "ashmane_champion", deck="tide"), side())
    state = do(state, combat.Attack("0c1", "1", seat=0), combat.FortBurst(True, "falling_embers", seat=1))
    assert effects(do(state, combat.CardGoes("hand", seat=1)), 1) == {"Effect": {"0c1"}}


# What triggers on an attack comes before what follows


def of_a_trigger(monkeypatch: Fixture, name: str, moment: str, text: str = "draw a card.") -> None:
    """For this test the card has an automatic ability; no card of ours triggers at these moments."""
    real = deck.ability
    made = deck.Ability("auto", text, trigger=moment)
    monkeypatch.setattr(deck, "ability", lambda one: made if one == name else real(one))


def test_a_creature_that_attacks_is_followed_before_anybody_blocks() -> None:
    """Rulebook, Combat phase: Attacking comes before Defending."""
    start = crossed(table(side("abyssal_leviathan", deck="tide"), side("kindling_whelp", "hedgeburner")), 0, 0, "0c1")
    state = do(start, combat.Attack("0c1", "1", seat=0))
    assert refused(state, combat.Block("1c1", seat=1)) == ("RULE", "texts_open")
    assert not offered(state, 1, combat.Block)
    assert not offered(state, 1, combat.NoBlock)
    state = do(state, card_texts.Effect("abyssal_leviathan", "1c1", turn="rest", seat=0))
    assert [choice.uid for choice in offered(state, 1, combat.Block)] == ["1c2"]


@pytest.mark.parametrize("shields", [1, 2])
def test_an_attack_a_dragoshield_blocks_is_blocked(monkeypatch: Fixture, shields: int) -> None:
    """Rulebook, Defending: "when this creature is blocked" resolves if the attack is blocked, by whatever."""
    of_a_trigger(monkeypatch, "hedgeburner", "blocked")
    state = table(side("hedgeburner"), side(deck="tide", dice=(5, 5, 5)))
    for die in range(shields):
        state = shielded(state, 1, die, "1")
    state = do(state, combat.Attack("0c1", "1", seat=0))
    if shields == 2:
        state = do(state, combat.ChooseShield(1, seat=1))
    assert (waiting(state), state.sides[1].dice[shields - 1].value) == (["hedgeburner"], 5)
    assert refused(state, combat.DealDamage(seat=0)) == ("RULE", "texts_open")
    state = do(state, turn.Draw(source="hedgeburner", seat=0), combat.DealDamage(seat=0))
    assert (state.clash, [die.value for die in state.sides[1].dice[:shields]][-1]) == (None, 3)


@pytest.mark.parametrize(
    ("name", "moment", "seat"), [("nightvine_stalker", "blocked", 0), ("sunspine_asp", "blocks", 1)]
)
def test_the_target_of_assassin_blocks(monkeypatch: Fixture, name: str, moment: str, seat: int) -> None:
    """Rulebook, Assassin: the attacked creature is considered to be blocking."""
    of_a_trigger(monkeypatch, name, moment)
    state = table(side("nightvine_stalker"), side("~sunspine_asp", deck="tide"))
    state = do(state, combat.AttackAssassin("0c1", "1c1", seat=0))
    assert [(one.card, one.seat) for _, one in state.open_texts] == [(name, seat)]
    state = do(state, turn.Draw(source=name, seat=seat), combat.DealDamage(seat=0))
    assert (creature(state, "0c1"), creature(state, "1c1")) == (None, None)


def test_a_creature_at_the_attacked_fort_triggers(monkeypatch: Fixture) -> None:
    """Rulebook, Attacking: "when this fort is attacked" resolves here; at that fort, not at another."""
    of_a_trigger(monkeypatch, "pearl_oracle", "fort_attacked")
    state = table(side("hedgeburner"), side("~pearl_oracle", deck="tide"))
    assert waiting(do(state, combat.Attack("0c1", "2", seat=0))) == []
    state = do(state, combat.Attack("0c1", "1", seat=0))
    assert [(one.card, one.seat) for _, one in state.open_texts] == [("pearl_oracle", 1)]
    assert not offered(state, 0, combat.DealDamage)
    assert [prompt.key for prompt in GAME.view(state, 1).prompts] == ["text"]
    state = do(state, turn.Draw(source="pearl_oracle", seat=1), combat.DealDamage(seat=0))
    assert state.sides[1].barriers == (1, 2, 2)


# Who may answer an attack decides when it goes on


def test_only_whoever_may_answer_lets_an_attack_pass() -> None:
    start = table(side("kindling_whelp"))
    # An ambush at another fort cannot answer (DB-R31), so nothing waits.
    assert do(ambushed(start, 1, 2, "undertow"), combat.Attack("0c1", "1", seat=0)).clash is None
    for noted in ("undertow", ""):
        state = do(ambushed(start, 1, 1, noted), combat.Attack("0c1", "1", seat=0))
        assert not offered(state, 0, combat.DealDamage)
        assert refused(state, combat.DealDamage(seat=0)) == ("RULE", "not_defender")
        assert [prompt.key for prompt in GAME.view(state, 1).prompts] == ["damage"]
        assert GAME.view(state, 0).prompts == ()
        assert do(state, combat.DealDamage(seat=1)).sides[1].barriers == (1, 2, 2)


def test_an_ambush_its_owner_cannot_use_still_waits_so_that_nobody_learns_which_it_is() -> None:
    start = table(side("kindling_whelp"))
    waits = [
        do(ambushed(start, 1, 1, noted), combat.Attack("0c1", "1", seat=0)).clash is not None
        for noted in ("undertow", "bramble_warden", "")
    ]
    assert waits == [True, True, True]


def test_a_used_ambush_is_carried_out_before_the_damage() -> None:
    start = ambushed(table(side("hedgeburner", deck="tide"), side("kindling_whelp@2")), 1, 3, "grasping_roots")
    state = do(start, combat.Attack("0c1", "3", seat=0), ambushes.UseAmbush("3", "grasping_roots", seat=1))
    state = do(state, combat.CardGoes("discard", seat=1))
    assert refused(state, combat.DealDamage(seat=1)) == ("RULE", "texts_open")
    assert effects(state, 1) == {"Effect": {"0c1"}}
    state = do(state, card_texts.Effect("grasping_roots", "0c1", atk=-2, seat=1), combat.DealDamage(seat=1))
    assert state.sides[1].barriers == (2, 2, 2)


# No text is forgotten


def test_a_text_that_waits_is_asked_for_before_the_turn_ends() -> None:
    state = cast(rich("hedgeburner"), "flint_spark")
    assert refused(state, turn.EndTurn(seat=0)) == ("RULE", "texts_open")
    (end,) = [choice for choice in GAME.choices(state, 0) if choice.label == "End turn"]
    assert [spec.label for spec in end.fields] == ["{p0}, Flint Spark: Deal 1 damage to a creature or a dragoshield."]
    assert do(state, end.fill(**{"texts.0": "left"})).active == 1
    assert do(state, turn.EndTurn(seat=0, override=True)).active == 1
    done = do(state, card_texts.Effect("flint_spark", "1c1", damage=1, seat=0))
    assert do(done, turn.EndTurn(seat=0)).active == 1


def test_nothing_is_asked_of_a_turn_without_texts() -> None:
    (end,) = [choice for choice in GAME.choices(rich(), 0) if choice.label == "End turn"]
    assert end.fields == ()


def by_hand(state: State, seat: int) -> list[Choice]:
    return [choice for choice in GAME.choices(state, seat) if choice.correction]


def test_the_turn_can_still_be_ended_as_it_is() -> None:
    state = cast(rich(), "flint_spark")
    (end,) = [one for one in by_hand(state, 0) if isinstance(one.event, turn.EndTurn)]
    assert do(state, end.fill()).active == 1
    assert corrections.CallOff in {
        type(one.event) for one in by_hand(do(table(side("hedgeburner")), combat.Attack("0c1", "1", seat=0)), 0)
    }


def test_what_the_rules_stand_against_is_one_tap_among_the_corrections() -> None:
    state = ambushed(table(side("ashmane_champion")), 1, 2, "undertow")
    wanted = {ambushes.UseAmbush: {"fort": "2", "card": "undertow"}}
    wanted[ambushes.AmbushLeaves] = wanted[ambushes.UseAmbush] | {"where": "hand"}
    for kind, values in wanted.items():
        (choice,) = [one for one in by_hand(state, 1) if isinstance(one.event, kind)]
        assert do(state, choice.fill(**values)).sides[1].forts[1].ambush is None


def test_an_attack_nobody_answers_can_be_made_to_go_on() -> None:
    """Whose phone has no power must not stop the game; what triggered can still be followed."""
    waits = ambushed(table(side("cinderclaw_raider")), 1, 1)
    triggers = shielded(table(side("ashmane_champion")), 1, 0, "1")
    blocks = table(side("cinderclaw_raider"), side("pearl_oracle", deck="tide"))
    for start, code in ((waits, "not_defender"), (triggers, "texts_open"), (blocks, "block_open")):
        state = do(start, combat.Attack("0c1", "1", seat=0))
        assert refused(state, combat.DealDamage(seat=0))[1] == code
        (choice,) = [one for one in by_hand(state, 0) if isinstance(one.event, combat.DealDamage)]
        after = do(state, choice.fill())
        assert (after.clash, said(after)) == (None, [code])
    assert waiting(after) == []
