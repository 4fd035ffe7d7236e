"""What the texts of the printed cards do, reckoned by the table: imitating, shields, boosts, Teal's ability."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from breeds_states import attack, attackers, begun, blockers, codes, do, moves, passed, quiet, refused, seated, seen

from rules.games.breeds.combat import Attack, Block, Imitate, PlayDragon, Transmute
from rules.games.breeds.combat_rules import Health
from rules.games.breeds.corrections import SetHand, SetHealth
from rules.games.breeds.damage import ConfirmDamage, DiscardTop
from rules.games.breeds.fireballs import Ambush, Fireball
from rules.games.breeds.game import GAME
from rules.games.breeds.market import Buy, Trash, TurnUp
from rules.games.breeds.quests_and_tokens import GainToken, Quest
from rules.games.breeds.refracting import Refract
from rules.games.breeds.state import Cycle, State, Trashed
from rules.games.breeds.turn import Done, Tick

BLACK_DRAGONS = ("black_sootling", "black_razortail", "black_duskfang", "black_venomous", "black_obsidian")
TEAL_DRAGONS = ("teal_tidekit", "teal_mirrorscale", "teal_mirrorscale", "teal_crusher", "teal_destroyer", "teal_geyser")
ENRAGED = Health(stage=2, breakpoint=2)


def game(first: int = 0, colours: tuple[str, ...] = ("black", "teal"), **options: bool) -> State:
    """Black against Teal, both with dragons of their own and an awake legendary."""
    state = begun(len(colours), first, colours, **options)
    for seat, colour in enumerate(colours):
        own = {"black": BLACK_DRAGONS, "teal": TEAL_DRAGONS}.get(colour, ("dragon",) * 6)
        state = seated(state, seat, dragons=own, unlocked=True)
    return state


def raid(state: State, *cards: str, by: int = 0, on: int = 1) -> State:
    """An attack with these cards; the attack step is still open."""
    state = do(state, Attack(on, seat=by))
    for card in cards:
        state = do(state, PlayDragon(card, seat=by))
    return state


def defended(state: State, *pairs: tuple[str, int], by: int = 1, sv: int | None = None) -> State:
    """The attack is over, these cards block (with the number of the attacker), and the defence is over."""
    clash = state.clash
    assert clash is not None
    state = do(state, Done("attack", seat=clash.attacker))
    for card, at in pairs:
        state = do(state, Block(card, attackers(state)[at], sv, seat=by))
    return do(state, Done("defense", seat=by))


def landed(state: State) -> State:
    """No more fireballs, and the damage."""
    assert state.clash is not None
    seat = state.clash.attacker
    return do(quiet(state), ConfirmDamage(seat=seat))


def svs(state: State) -> list[int]:
    """The SVs of the blockers."""
    assert state.clash is not None
    return [one.sv for one in state.clash.blockers]


# ---- imitating ----


def test_vael_and_an_imitating_mirrorscale_deal_nine() -> None:
    """5 of Vael, 1 of Tidekit, 1 of Mirrorscale and the 2 Vael gives what imitates."""
    state = raid(game(1), "teal_vael", "teal_tidekit", "teal_mirrorscale", by=1, on=0)
    _, tidekit, mirror = attackers(state)
    state = do(state, Imitate(mirror, tidekit, seat=1))
    assert landed(defended(state, by=0)).seats[0].health.taken == 9


def test_vael_does_not_help_itself_nor_what_no_longer_stands_beside_it() -> None:
    state = raid(game(1), "teal_vael", "teal_mirrorscale", by=1, on=0)
    vael, mirror = attackers(state)
    imitated = do(state, Imitate(mirror, vael, seat=1))
    # The copy of Vael gives the real one nothing: it does not imitate. The copy itself gets 2.
    assert landed(defended(imitated, by=0)).seats[0].health.taken == 5 + 1 + 2
    shot = do(defended(imitated, by=0), Done("fireball_att", seat=1), Fireball(vael, 5, seat=0))
    assert landed_after_fire(shot).seats[0].health.taken == 1


def landed_after_fire(state: State) -> State:
    return do(state, Done("fireball_def", seat=0), ConfirmDamage(seat=1))


def test_an_imitation_takes_over_refract() -> None:
    """A Teal player's dragon that imitates one of a box with Refract refracts; without that nothing of Teal does."""
    state = raid(game(0, ("white", "teal")), on=1)
    state = do(state, PlayDragon("dragon", 3, seat=0), Done("attack", seat=0))
    (attacker,) = attackers(state)
    state = do(state, Block("teal_mirrorscale", attacker, seat=1))
    assert refused(state, Refract((attacker,), seat=1)) == ("RULE", "no_keyword")
    assert not [one for one in moves(state, 1) if isinstance(one.event, Refract)]
    state = do(state, Imitate(blockers(state)[0], attacker, seat=1))
    assert [one for one in moves(state, 1) if isinstance(one.event, Refract)]
    state = do(state, Refract((attacker,), seat=1))
    assert attackers(state) == ()
    assert len(state.refracted) == 1


def test_who_imitates_a_transmuted_dragon_has_all_its_names_and_abilities() -> None:
    state = raid(game(0, ("purple", "teal")))
    state = do(state, PlayDragon("black_venomous", seat=0, override=True))
    state = do(state, Transmute("black_obsidian", attackers(state)[0], seat=0, override=True), Done("attack", seat=0))
    state = do(state, Block("teal_mirrorscale", attackers(state)[0], seat=1))
    state = do(state, Imitate(blockers(state)[0], attackers(state)[0], seat=1))
    assert state.clash is not None
    (copy,) = state.clash.blockers
    assert copy.called == ("black_venomous", "black_obsidian")
    assert (copy.sv, copy.bonus, copy.hits) == (1, 1, True)


def test_a_copy_of_a_dragon_that_imitates_has_what_it_took_over() -> None:
    state = raid(game(1), "teal_geyser", "teal_mirrorscale", "teal_mirrorscale", by=1, on=0)
    geyser, one, two = attackers(state)
    state = do(state, Imitate(one, geyser, seat=1), Imitate(two, one, seat=1))
    assert state.clash is not None
    assert [fighter.bonus for fighter in state.clash.attackers] == [1, 1, 1]


def test_a_card_laid_on_a_dragon_that_imitates_adds_its_own() -> None:
    state = raid(game(1), "teal_geyser", "teal_mirrorscale", by=1, on=0)
    geyser, mirror = attackers(state)
    state = do(state, Imitate(mirror, geyser, seat=1), Transmute("teal_crusher", mirror, seat=1, override=True))
    assert state.clash is not None
    copy = state.clash.attackers[1]
    assert copy.called == ("teal_geyser", "teal_crusher")
    assert (copy.sv, copy.bonus) == (3, 1)


def test_an_ability_to_imitate_that_was_imitated_is_used_at_once() -> None:
    state = raid(game(1), "teal_geyser", "teal_mirrorscale", "teal_mirrorscale", by=1, on=0)
    geyser, one, two = attackers(state)
    state = do(state, Imitate(two, one, seat=1))
    (choice,) = [c for c in moves(state, 1) if isinstance(c.event, Imitate) and c.uid == two]
    assert [pick.value for pick in choice.fields[0].picks] == [geyser]
    state = do(state, Imitate(two, geyser, seat=1))
    assert not [c for c in moves(state, 1) if isinstance(c.event, Imitate) and c.uid == two]


def test_the_reminder_to_imitate_is_ticked_by_imitating() -> None:
    state = raid(game(1), "teal_geyser", "teal_mirrorscale", by=1, on=0)
    geyser, mirror = attackers(state)
    assert [one.done for one in state.todos if "Mirrorscale" in one.text] == [False]
    state = do(state, Imitate(mirror, geyser, seat=1))
    assert [one.done for one in state.todos if "Mirrorscale" in one.text] == [True]


def test_ondrathys_imitates_out_of_any_discard_and_nothing_on_the_battlefield() -> None:
    state = seated(game(1), 0, cycle=Cycle(5, 3, 4))
    state = raid(state, "teal_geyser", "teal_ondrathys", by=1, on=0)
    geyser, mirror = attackers(state)
    (choice,) = [one for one in moves(state, 1) if isinstance(one.event, Imitate)]
    offered = {str(pick.value) for pick in choice.fields[0].picks}
    assert offered >= {"black_venomous", "black_obsidian"}
    assert not offered & {geyser, mirror}
    assert refused(state, Imitate(mirror, geyser, seat=1)) == ("RULE", "bad_target")
    down = seated(state, 0, health=Health(status="ko"))
    assert codes(do(down, Imitate(mirror, "black_venomous", seat=1))) == ["not_there"]
    state = do(state, Imitate(mirror, "black_venomous", seat=1))
    assert codes(state) == []
    assert landed(defended(state, by=0)).seats[0].health.taken == 3 + 1 + 6 + 1


def test_mirrorscale_imitates_on_the_battlefield_only() -> None:
    state = raid(seated(game(1), 0, cycle=Cycle(5, 3, 4)), "teal_geyser", "teal_mirrorscale", by=1, on=0)
    assert refused(state, Imitate(attackers(state)[1], "black_venomous", seat=1)) == ("RULE", "bad_target")


def test_ondrathys_as_a_mirrorscale_imitates_on_the_battlefield() -> None:
    state = seated(game(1), 1, cycle=Cycle(8, 8, 4))
    state = raid(state, "teal_geyser", "teal_ondrathys", by=1, on=0)
    geyser, mirror = attackers(state)
    state = do(state, Imitate(mirror, "teal_mirrorscale", seat=1), Imitate(mirror, geyser, seat=1))
    assert state.clash is not None
    assert state.clash.attackers[1].bonus == 1


# ---- damage given and taken ----


def test_a_dragon_that_blocks_crusher_deals_one_less_to_it() -> None:
    """Crusher has SV 2, and so has Razortail: blocked by it alone Crusher lives."""
    state = defended(raid(game(1), "teal_crusher", by=1, on=0), ("black_razortail", 0), by=0)
    state = do(quiet(state), ConfirmDamage(seat=1))
    # Razortail died of 2 damage; Crusher took 1 and went home alive, without a reminder of a death.
    assert "black_razortail" in state.seats[0].discarded
    twice = defended(raid(game(1), "teal_crusher", by=1, on=0), ("black_razortail", 0), ("black_obsidian", 0), by=0)
    assert twice.clash is not None
    assert [one.damage for one in twice.clash.field.blockers] == [1, 1]


def test_crusher_only_weakens_what_blocks_it() -> None:
    state = raid(game(1), "teal_crusher", "teal_geyser", by=1, on=0)
    state = defended(state, ("black_venomous", 1), ("black_sootling", 0), by=0)
    assert state.clash is not None
    assert [one.damage for one in state.clash.field.blockers] == [5, 0]


def test_destroyer_takes_one_sv_off_each_blocker_once_the_defence_stands() -> None:
    state = raid(game(1), "teal_destroyer", by=1, on=0)
    state = defended(state, ("black_sootling", 0), ("black_obsidian", 0), by=0)
    assert svs(state) == [1]
    assert "black_sootling" in state.seats[0].discarded
    assert not [one for one in state.todos if "Destroyer" in one.text]


def test_vesper_adds_one_to_the_first_ambush_of_a_combat() -> None:
    state = seated(seated(game(), 0, health=ENRAGED), 0, dragons=(*BLACK_DRAGONS, "black_sootling"))
    state = defended(raid(state, "black_obsidian"), ("dragon", 0), sv=9)
    (target,) = blockers(state)
    state = do(state, Ambush("black_sootling", target, seat=0))
    assert svs(state) == [7]
    state = do(state, Ambush("black_sootling", target, seat=0))
    assert svs(state) == [6]


def test_razortail_in_the_hand_adds_to_an_ambush_where_its_player_shows_it() -> None:
    state = defended(raid(game(), "black_obsidian"), ("dragon", 0), sv=9)
    (target,) = blockers(state)
    choices = {one.label: one for one in moves(state, 0) if isinstance(one.event, Ambush)}
    (more,) = [spec for spec in choices["Duskfang ambushes"].fields if spec.name == "more"]
    assert (more.low, more.high) == (0, 1)
    assert svs(do(state, Ambush("black_duskfang", target, seat=0))) == [7]
    assert svs(do(state, Ambush("black_duskfang", target, more=1, seat=0))) == [6]
    assert codes(do(state, Ambush("black_duskfang", target, more=2, seat=0))) == ["not_bought"]


def test_a_token_dragon_ambushes_and_goes_back_to_its_source() -> None:
    state = replace(game(), trash=(Trashed("black_duskfang", 1),))
    state = do(state, GainToken("dragon", "trash", "black_duskfang", 1, seat=0))
    state = defended(raid(state, "black_obsidian"), ("dragon", 0), sv=9)
    (choice,) = [one for one in moves(state, 0) if isinstance(one.event, Ambush) and one.uid]
    state = do(state, choice.fill(target=blockers(state)[0], more=0))
    assert svs(state) == [7]
    assert landed(state).trash == (Trashed("black_duskfang", 1),)


def test_an_ambusher_that_is_scanned_asks_what_the_hand_adds() -> None:
    state = defended(raid(game(), "black_obsidian"), ("dragon", 0), sv=9)
    found = GAME.scan(state, 0, [seen("black_duskfang")])
    assert [one.event.more for one in found.choices if isinstance(one.event, Ambush)] == [0, 1]


# ---- no fireball at these ----


def test_no_fireball_is_aimed_beside_destroyer_but_at_it() -> None:
    state = defended(raid(game(1), "teal_destroyer", "teal_geyser", by=1, on=0), by=0)
    state = do(state, Done("fireball_att", seat=1))
    destroyer, geyser = attackers(state)
    (choice,) = [one for one in moves(state, 0) if isinstance(one.event, Fireball)]
    assert [pick.value for pick in choice.fields[0].picks] == [destroyer]
    assert refused(state, Fireball(geyser, seat=0)) == ("RULE", "no_fireball")
    state = do(state, Fireball(destroyer, 4, seat=0))
    assert refused(state, Fireball(geyser, seat=0)) == ("", "")


def test_an_ambush_is_no_fireball() -> None:
    state = defended(raid(game(), "black_obsidian"), ("teal_destroyer", 0), ("teal_geyser", 0))
    geyser = blockers(state)[1]
    assert refused(state, Fireball(geyser, seat=0)) == ("RULE", "no_fireball")
    assert refused(state, Ambush("black_duskfang", geyser, seat=0)) == ("", "")


def test_maldrath_forbids_fireballs_in_its_combat_even_when_it_has_fallen() -> None:
    state = do(defended(raid(game(), "black_maldrath", "black_venomous")), Done("fireball_att", seat=0))
    maldrath, venomous = attackers(state)
    assert not [one for one in moves(state, 1) if isinstance(one.event, Fireball)]
    assert refused(state, Fireball(maldrath, seat=1)) == ("RULE", "no_fireball")
    shot = do(state, Fireball(maldrath, 9, seat=1, override=True))
    assert refused(shot, Fireball(venomous, seat=1)) == ("RULE", "no_fireball")
    assert "no fireball can be aimed at" in str(GAME.view(state, 0)).lower()


def test_imitating_maldrath_on_defence_forbids_nothing() -> None:
    state = do(raid(game(), "black_maldrath"), Done("attack", seat=0))
    state = do(state, Block("teal_mirrorscale", attackers(state)[0], seat=1))
    state = do(state, Imitate(blockers(state)[0], attackers(state)[0], seat=1), Done("defense", seat=1))
    assert refused(state, Fireball(blockers(state)[0], seat=0)) == ("", "")


# ---- Teal must use its ability ----


def test_teal_moves_the_top_card_or_leaves_it() -> None:
    state = seated(landed(defended(raid(game(1), "teal_tidekit", by=1, on=0), by=0)), 0, cycle=Cycle(8, 12, 0))
    asked = [one.event for one in moves(state, 1) if one.prompt == "stage"]
    assert [type(one) for one in asked] == [DiscardTop, Tick]
    assert [prompt.key for prompt in GAME.view(state, 1).prompts if prompt.key == "stage"] == ["stage"]
    moved = do(state, DiscardTop(0, seat=1))
    assert moved.seats[0].cycle == Cycle(8, 11, 1)
    assert refused(moved, DiscardTop(0, seat=1)) == ("RULE", "no_text")
    assert do(state, asked[1]).seats[0].cycle == Cycle(8, 12, 0)


def test_with_an_empty_draw_pile_there_is_no_top_card_to_look_at() -> None:
    state = seated(game(1), 0, cycle=Cycle(8, 0, 9))
    state = landed(defended(raid(state, "teal_tidekit", by=1, on=0), by=0))
    assert not [one for one in moves(state, 1) if one.prompt == "stage"]


# ---- what can be in a hand ----


def test_more_fireballs_than_a_player_owns_are_said_and_not_offered() -> None:
    state = do(attack(begun(), 9), Done("defense", seat=1), Done("fireball_att", seat=0))
    (target,) = attackers(state)
    state = do(state, Fireball(target, seat=1), Fireball(target, seat=1))
    assert codes(state) == []
    assert not [one for one in moves(state, 1) if isinstance(one.event, Fireball)]
    assert codes(do(state, Fireball(target, seat=1))) == ["not_owned"]
    # Shuffled, they may be in the hand again.
    state = seated(do(state, Done("fireball_def", seat=1), ConfirmDamage(seat=0)), 1, cycle=Cycle(0, 0, 20))
    assert passed(state, hands=False).seats[1].discarded == ()


def market(*dragons: str, first: int = 0) -> State:
    state = seated(game(first), first, dragons=dragons)
    return do(state, TurnUp(SUPPLY, seat=0), Done("combat", seat=0))


SUPPLY = {"1": "black_sootling", "2": "black_razortail", "3": "black_faction_coin", "4": "black_duskfang"}


def ways(state: State, slot: int) -> set[str]:
    """How a card of the supply can be paid with coins that are named."""
    found: set[str] = set()
    for one in (one for one in GAME.choices(state, 0) if one.correction):
        if isinstance(one.event, Buy) and one.event.slot == slot:
            found |= {str(pick.value) for spec in one.fields for pick in spec.picks} or {str(one.event.coins)}
    return found


def test_more_rare_coins_than_a_player_owns_are_said_and_not_offered() -> None:
    state = market()
    assert "rare+rare" in ways(state, 2)
    assert codes(do(state, Buy(2, "rare+rare", seat=0))) == []
    state = do(state, Buy(1, "rare", seat=0))
    assert ways(state, 2)
    assert not any(way.count("rare") > 1 for way in ways(state, 2))
    assert codes(do(state, Buy(2, "rare+rare", seat=0))) == ["not_owned"]
    trashed = replace(market(), trash=(Trashed("black_rare_coin", 0),))
    assert not any(way.count("rare") > 1 for way in ways(trashed, 2))


def test_only_two_faction_coins_are_in_a_deck_until_one_is_bought() -> None:
    state = market()
    assert state.seats[0].faction_coins == 2
    assert codes(do(state, Buy(4, "faction+faction", seat=0, override=True)))[-1:] != ["not_owned"]
    bought = do(state, Buy(3, seat=0))
    assert bought.seats[0].faction_coins == 3
    # The bought one lies in the discard: still no more than two in the hand.
    assert bought.may_hold(0, "black_faction_coin") == 2


def test_piles_counted_by_hand_leave_open_how_many_faction_coins_are_in_them() -> None:
    state = do(market(), SetHand(5, 5, 5, seat=0, override=True))
    assert state.may_hold(0, "black_faction_coin") == 12
    bought = do(state, Buy(3, seat=0))
    assert "too_many_copies" not in codes(bought)
    assert "too_many_copies" not in codes(do(bought, TurnUp({"4": "black_faction_coin"}, seat=0)))


def test_a_player_knocked_out_by_hand_is_not_offered_a_fireball_in_the_combat_going_on() -> None:
    state = do(begun(), Attack(1, seat=0))
    state = do(state, PlayDragon("black_sootling", seat=0), Done("attack", seat=0), Done("defense", seat=1))
    state = do(state, Done("fireball_att", seat=0))
    assert [one for one in moves(state, 1) if isinstance(one.event, Fireball)]
    down = do(state, SetHealth(1, "ko", 0, seat=1, override=True))
    assert not [one for one in moves(down, 1) if isinstance(one.event, Fireball)]


def test_a_copy_more_than_the_box_has_is_said() -> None:
    state = market("black_sootling", "black_sootling")
    assert codes(state) == []
    bought = do(state, Buy(1, "common", seat=0))
    assert codes(bought) == []
    assert codes(do(bought, TurnUp({"2": "black_sootling"}, seat=0))) == ["too_many_copies"]
    more = market("black_sootling", "black_sootling", "black_sootling")
    assert codes(do(more, Buy(1, "common", seat=0))) == ["too_many_copies"]


def test_nobody_attacks_without_a_dragon() -> None:
    state = seated(seated(begun(), 0, dragons=()), 1, dragons=())
    assert not [one for one in moves(state, 0) if isinstance(one.event, Attack)]
    assert refused(state, Attack(1, seat=0)) == ("RULE", "no_dragons")
    (byhand,) = [one for one in GAME.choices(state, 0) if isinstance(one.event, Attack)]
    assert byhand.correction
    assert do(state, byhand.event).clash is not None
    # A dragon bought this turn lies in the discard; the one that lies in the deck can be drawn.
    state = seated(state, 0, dragons=("black_sootling",), discarded=("black_sootling",))
    assert refused(state, Attack(1, seat=0)) == ("RULE", "no_dragons")
    assert refused(seated(state, 0, discarded=()), Attack(1, seat=0)) == ("", "")


def test_trashing_does_not_offer_the_dragon_that_attacked() -> None:
    state = seated(game(), 0, dragons=("black_venomous", "black_sootling", "black_sootling"))
    state = landed(defended(raid(state, "black_venomous", "black_sootling")))
    (choice,) = [one for one in moves(state, 0) if isinstance(one.event, Trash)]
    offered = {str(pick.value) for pick in choice.fields[0].picks}
    assert "black_sootling" in offered
    assert "black_venomous" not in offered
    assert codes(do(state, Trash("black_venomous", seat=0))) == ["not_bought"]


def test_what_pays_which_symbol_is_said() -> None:
    offered = [one for one in GAME.choices(market(), 0) if isinstance(one.event, Buy) and one.event.slot == 2]
    (choice,) = [one for one in offered if one.correction]
    labels = {str(pick.value): pick.label for pick in choice.fields[0].picks}
    assert labels["rare+rare"] == "2 Rare for C C"
    assert labels["common+rare"] == "1 Common for C, 1 Rare for C"


def test_the_printed_aid_says_where_the_legendary_goes_as_the_table_does() -> None:
    aid = (Path(__file__).resolve().parents[3] / "templates/kits/breeds.toml").read_text("utf-8")
    state = do(seated(game(), 0, quests=(2, 3, 3), unlocked=False), Quest(0, seat=0))
    assert any("onto your discard pile" in one.text for one in state.todos)
    assert "your legendary goes onto your discard pile" in aid
