"""What the screens of Dragoborne show without a tap: forts with barriers, dice, creatures, and who is about to lose."""

from __future__ import annotations

from dataclasses import replace

from dragoborne_states import ambushed, crossed, do, opened, shielded, side, table

from rules.games.dragoborne import card_texts, combat, main_phase, setup, turn
from rules.games.dragoborne.game import GAME
from rules.games.dragoborne.state import State
from rules.terminal_view import render
from rules.view import Banner, Board, CardRow, CardView, Checklist, Die, Reminder, Scores, Slot, Track, View


def boards(view: View) -> list[Board]:
    return [block for block in view.blocks if isinstance(block, Board)]


def banner(state: State, viewer: int | None) -> Banner:
    found = GAME.view(state, viewer).blocks[0]
    assert isinstance(found, Banner)
    return found


def slot(view: View, seat: int, label: str) -> Slot:
    return next(one for board in boards(view) if board.seat == seat for one in board.slots if one.label == label)


def test_forts_face_each_other() -> None:
    # At the table screen each player has a column: the forts, and what lies behind them.
    assert [one.seat for one in boards(GAME.view(table(), None))] == [0, 1, 0, 1]
    for viewer, near in ((0, 0), (1, 1)):
        far_half, far_forts, near_forts, near_half = boards(GAME.view(table(), viewer))
        assert [one.seat for one in (far_half, far_forts, near_forts, near_half)] == [1 - near, 1 - near, near, near]
        assert [one.label for one in far_forts.slots] == ["Fort 3", "Fort 2", "Fort 1"]
        assert [one.label for one in near_forts.slots] == ["Fort 1", "Fort 2", "Fort 3"]
        assert [one.label for one in near_half.slots] == ["Dice", "Resources", "Cards"]


def test_a_fort_shows_its_barriers_shields_creatures_and_ambush() -> None:
    state = table(side("~cinderclaw_raider", barriers=(1, 2, 2)))
    state = ambushed(crossed(shielded(state, 0, 1, "1"), 0, 0, "0c1"), 0, 1, "bramble_warden")
    shown = slot(GAME.view(state, 1), 0, "Fort 1")
    assert shown.suit == "red"
    assert shown.tokens == (
        Track("Barriers", 1, 2, "barrier", spot="barriers:0:1"),
        Die("red", 4, "shield", spot="die:0:1"),
    )
    raider, hidden = shown.cards
    assert raider.tokens == (Die("red", 3, spot="die:0:0"),)
    assert (raider.name, raider.rested, raider.badges) == ("Cinderclaw Raider", True, (("ATK", "5"), ("EDR", "3")))
    assert hidden == CardView("", detail="An ambush, face down.", up=False, rested=True, spot="ambush:0:1")
    assert slot(GAME.view(state, 0), 0, "Fort 1").cards[1].name == "Bramble Warden"


def test_whoever_waits_is_told_to_do_nothing() -> None:
    """A phone says what its owner does now; the other phone and the table say what somebody else does."""
    state, told = table(), {}
    for phase in ("dice", "draw", "resource", "combat", "end"):
        at = replace(state, phase=phase)
        told[phase] = [banner(at, viewer).detail for viewer in (at.active, 1 - (at.active or 0), None)]
    assert all(own != others == shared for own, others, shared in told.values())
    assert told["dice"][1].endswith("Standing cards and rolling dice.")
    assert told["end"][1].endswith("Discarding down to 7 cards.")


def test_damage_is_on_the_creature_and_a_lost_fort_is_gone() -> None:
    half = side("pearl_oracle", deck="tide", barriers=(0, 2, 2))
    hurt = replace(half, creatures=(replace(half.creatures[0], damage=3),))
    shown = slot(GAME.view(table(None, hurt), None), 1, "Fort 1")
    assert shown.gone
    assert shown.cards[0].badges[-1] == ("HIT", "3")
    assert "Pearl Oracle" in render(GAME.view(table(None, hurt), None), lambda seat: f"P{seat}")


def test_the_table_screen_counts_barriers_and_an_attack_shows_its_forces() -> None:
    state = table(side("ashmane_champion"), side("pearl_oracle", deck="tide", barriers=(2, 1, 0)))
    assert banner(state, None).big == "6 : 3"
    assert (banner(state, 0).tone, banner(state, 1).tone) == ("act", "calm")
    state = do(state, combat.Attack("0c1", "1", seat=0))
    assert (banner(state, 1).title, banner(state, 1).big) == ("Ashmane Champion attacks fort 1 of {p1}", "4")
    # Nothing moves because of it: the other's forts stay above one's own.
    assert [boards(GAME.view(state, viewer))[0].seat for viewer in (0, 1)] == [1, 0]
    assert [prompt.key for prompt in GAME.view(state, 1).prompts] == ["block"]


def test_what_people_forget_is_said() -> None:
    state = table(side(barriers=(0, 0, 0)), replace(side(deck="tide"), deck=0))
    said = [block.text for block in GAME.view(state, None).blocks if isinstance(block, Reminder)]
    assert said == [
        "{p0} has no barrier left and loses when this turn ends.",
        "The deck of {p1} is empty: the next card to draw loses the game.",
    ]


def test_a_card_too_dear_says_why_it_cannot_be_played() -> None:
    def reasons(state: State, viewer: int) -> dict[str, str]:
        rows = [block for block in GAME.view(state, viewer).blocks if isinstance(block, CardRow)]
        return {one.name: str(one.why_not) for row in rows for one in row.cards}

    half = side(resources=0)
    poor = reasons(table(half), 0)
    assert poor["Ashmane Champion"] == "That costs 4; only 3 are standing."
    assert poor["Flint Spark"] == ""
    # While somebody else plays it is not the price that stands in the way.
    assert set(reasons(replace(table(half), active=1), 0).values()) == {""}


def test_card_texts_stay_until_they_are_ticked() -> None:
    state = do(table(), main_phase.Cast("flint_spark", seat=0))
    (checks,) = [block for block in GAME.view(state, 1).blocks if isinstance(block, Checklist)]
    assert checks.items == (("{p0}, Flint Spark: Deal 1 damage to a creature or a dragoshield.", False),)
    (checks,) = [
        block for block in GAME.view(do(state, card_texts.Tick(0, seat=0)), 1).blocks if isinstance(block, Checklist)
    ]
    assert checks.items[0][1]


def test_the_result_says_why() -> None:
    over = do(table(side(barriers=(0, 0, 0))), turn.EndTurn(seat=0))
    assert banner(over, None).title == "{p1} wins"
    (sheet,) = [block.sheet for block in GAME.view(over, 0).blocks if isinstance(block, Scores)]
    assert (sheet.winners, [own.total for own in sheet.seats]) == ((1,), [0, 1])


def test_the_setup_asks_one_thing_after_the_other() -> None:
    state = opened()
    asked = []
    for event in (
        setup.UseDeck("ember", seat=0),
        setup.PlaceBanners("red", "red", "green", seat=0),
        setup.LayBarriers(seat=0),
        setup.ChooseStarter(1, seat=0),
    ):
        asked.append([prompt.key for prompt in GAME.view(state, 0).prompts])
        state = do(state, event)
    assert asked == [["deck", "starter"], ["banners", "starter"], ["barriers", "starter"], ["starter"]]
    assert GAME.view(state, 7) == GAME.view(state, None)
    assert GAME.choices(state, 7) == ()


def test_the_defender_is_asked_on_their_own_phone_and_the_others_read_who_is() -> None:
    attack = combat.Attack("0c1", "1", seat=0)
    guarded = do(table(side("cinderclaw_raider"), side("pearl_oracle", deck="tide")), attack)
    hidden = do(ambushed(table(side("cinderclaw_raider")), 1, 1), attack)
    both = shielded(shielded(table(side("cinderclaw_raider")), 1, 0, "1"), 1, 1, "1")
    for state, own, others in (
        (guarded, "Do you block?", "Does {p1} block?"),
        (hidden, "No creature can block. Do you use an ambush?", "No creature can block. Does {p1} use an ambush?"),
        (do(both, attack), "Which dragoshield blocks?", "{p1} chooses which dragoshield blocks."),
        (
            do(ambushed(shielded(table(side("cinderclaw_raider")), 1, 0, "1"), 1, 1), attack),
            "Your dragoshield blocks, unless you use an ambush first.",
            "The dragoshield blocks, unless {p1} uses an ambush first.",
        ),
    ):
        assert [banner(state, viewer).detail for viewer in (1, 0, None)] == [own, others, others]
    (asked,) = GAME.view(hidden, 1).prompts
    assert asked.detail == "No creature can block. Do you use an ambush?"


def test_an_ambush_is_no_shield() -> None:
    (offer,) = main_phase.offer_ambush(table(), 0)
    assert [one.label for one in offer.fields if one.name == "fort"] == ["At which fort?"]
