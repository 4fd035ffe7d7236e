"""Fairy Tale at the table: every action and every ruling, through ``apply`` as a phone's event would go."""

from __future__ import annotations

import fairytale_states
import pytest
from fairytale_states import do, faces, laid, place, table

from rules.game_protocol import Event, Level, Refusal, Setup
from rules.games.fairytale.corrections import AddCard, RemoveCard, SetFace, SetStage
from rules.games.fairytale.game import GAME
from rules.games.fairytale.play import (
    AskReveal,
    Choose,
    DiscardRest,
    NameCard,
    Select,
    TickReminder,
    TurnOver,
    Unselect,
)
from rules.games.fairytale.scan import ReadTableau
from rules.games.fairytale.stages_and_draft import AddPlayer, LogPick, NextPick, NextStage, Score
from rules.games.fairytale.state import State, deck_left, moment
from rules.log import Begin, Entry, Log, Undo


def refused(state: State, event: Event, code: str, level: Level = Level.RULE) -> Refusal:
    """The refusal of an event that must not be accepted."""
    with pytest.raises(Refusal) as caught:
        GAME.apply(state, event)
    assert (caught.value.code, caught.value.level) == (code, level)
    if code != "bad_input":  # which names the field instead
        first = caught.value.text[0]
        assert first.isupper() or first.isdigit() or first in '{"'
        assert caught.value.text.endswith((".", "?"))
    if level is Level.RULE:
        assert caught.value.rule.startswith("Fairy Tale rulebook, ")
    return caught.value


def codes(state: State) -> list[str]:
    return [notice.code for notice in state.notices]


# Setup


def test_two_to_four_play_the_basic_deck_and_five_need_the_experts() -> None:
    """FT-R9."""
    assert [deck_left(table(n)) for n in (2, 3, 4)] == [80 - 5 * n for n in (2, 3, 4)]
    five = table(5)
    assert five.house.expert
    assert deck_left(five) == 110 - 25
    assert codes(five) == ["expert_on"]
    assert "expert cards are in (five players need them)" in GAME.view(five, None).house_rules


@pytest.mark.parametrize(("players", "mode"), [(1, "play"), (6, "play"), (0, "score"), (6, "score")])
def test_a_number_of_players_there_are_no_cards_for(players: int, mode: str) -> None:
    with pytest.raises(Refusal) as caught:
        table(players, mode)
    assert (caught.value.level, caught.value.code) == (Level.STRUCT, "players")


def test_options_are_checked_and_shown() -> None:
    state = table(2, count_face_down=True, tiebreak="most_face_up", most_ties="none", unflip_optional=True)
    assert len(GAME.view(state, 0).house_rules) == 4
    assert GAME.score(state).house_rules == GAME.view(state, 0).house_rules
    with pytest.raises(Refusal):
        GAME.start(Setup(2, (("tiebreak", "coin"),)))


# Stages and drafts


def test_passing_alternates() -> None:
    """FT-R10: the arrow, and who gets the cards."""
    state = table(3)
    seen = []
    for number in range(1, 10):
        state = fairytale_states.to_stage(state, number)
        banner = GAME.view(state, 1).blocks[0]
        seen.append((banner.arrow, "{p2}" in banner.detail, "{p0}" in banner.detail))  # type: ignore[union-attr]
    drafts = [seen[n - 1] for n in (1, 3, 5, 7)]
    assert drafts == [("left", True, False), ("right", False, True)] * 2
    assert [arrow for arrow, *_ in seen[1::2]] == [""] * 4


def test_the_walk_through_a_draft_is_one_tap_a_pick() -> None:
    state = table(2)
    for pick in range(2, 6):
        state = do(state, NextPick(pick, seat=pick % 2))
    assert state.pick == 5
    refused(state, NextPick(6), "last_pick", Level.STRUCT)
    assert do(state, NextStage(2)).notices == ()


def test_two_taps_at_once_count_once() -> None:
    state = do(table(2), NextPick(2, seat=0))
    refused(state, NextPick(2, seat=1), "already_there", Level.STRUCT)
    state = do(state, NextStage(2, seat=0))
    refused(state, NextStage(2, seat=1), "already_there", Level.STRUCT)
    refused(state, NextStage(5), "not_next", Level.STRUCT)
    refused(state, NextPick(0), "phase", Level.STRUCT)


def test_leaving_a_draft_early_is_only_remarked() -> None:
    """Where the picks are counted; else there is nothing to be short of."""
    assert codes(do(table(2), NextPick(2), NextStage(2))) == ["draft_short"]
    assert codes(do(table(2), NextStage(2))) == []


def test_a_play_stage_ends_after_three_cards() -> None:
    """FT-R1, FT-R17: placing, revealing and resolving three times; exactly three; then the hands are discarded."""
    state = do(table(3), NextStage(2))
    for played in range(3):
        refused(state, NextStage(3), "stage_incomplete")
        assert (state.played, state.closed, state.discarded) == (played, False, 0)
        state = fairytale_states.play_any(state)
    assert (moment(state), state.discarded) == ("closed", 6)
    refused(state, Select("homesteader", seat=0), "three_cards")
    refused(state, DiscardRest(), "already_discarded", Level.STRUCT)
    fourth = do(state, Select("homesteader", seat=0, override=True))
    assert codes(fourth) == ["three_cards"]
    assert do(state, NextStage(3)).stage == 3


def test_an_override_leaves_a_stage_and_counts_what_was_in_hand() -> None:
    state = fairytale_states.play_any(do(table(2), NextStage(2)))
    early = do(state, NextStage(3, override=True))
    assert (early.stage, early.discarded, codes(early)) == (3, 2 * 4, ["stage_incomplete"])
    stopped = do(state, DiscardRest(override=True))
    assert (stopped.closed, stopped.discarded) == (True, 8)
    assert do(stopped, NextStage(3)).discarded == 8


def test_unused_cards_stay_in_the_deck() -> None:
    """FT-R11: two players leave forty cards behind."""
    state = fairytale_states.to_stage(table(2), 8)
    assert deck_left(state) == 80 - 40


def test_private_notes_are_counted_and_forgotten_with_the_hand() -> None:
    state = do(table(2), LogPick(("homesteader",), (fairytale_states.code("homesteader"),), seat=0))
    refused(
        state, LogPick(("homesteader",), (fairytale_states.code("homesteader"),), seat=0), "not_own_pick", Level.STRUCT
    )
    refused(state, LogPick(("nobody",), seat=0), "unknown_card", Level.STRUCT)
    refused(state, LogPick(("homesteader",), (fairytale_states.code("hollow_oak"),), seat=0), "bad_code", Level.STRUCT)
    refused(state, LogPick(("homesteader",), ("1FTXXXXXXX",), seat=0), "bad_code", Level.STRUCT)
    refused(state, LogPick(("homesteader", "hollow_oak"), ("a",), seat=0), "bad_input", Level.STRUCT)
    many = ("hollow_oak", "dragons_lair", "harvest_supper", "eclipse")
    full = do(state, LogPick(many, seat=0))
    refused(full, LogPick(("wyrmbane",), seat=0), "not_own_pick", Level.STRUCT)
    play = do(full, NextStage(2))
    assert [c.label for c in fairytale_states.moves(play, 0) if c.spot][:5] == [
        "Homesteader",
        "Hollow Oak",
        "Dragon's Lair",
        "Harvest Supper",
        "Eclipse",
    ]
    strange = do(play, Select("stag_knight", seat=0))
    assert [(n.code, n.to) for n in strange.notices] == [("not_noted", 0)]
    taken = do(play, Select("eclipse", seat=0), Unselect(seat=0))
    assert {n.card for n in taken.noted[0]} == {n.card for n in play.noted[0]}
    assert do(fairytale_states.to_stage(play, 3)).noted == ((), ())


def test_a_noted_card_leaves_the_notes_when_it_is_named_on_the_table() -> None:
    state = do(table(2), LogPick(("homesteader", "hollow_oak"), seat=0), NextStage(2))
    shown = do(place(state, None, "moss_keeper"), NameCard("0.1", "homesteader", seat=0))
    assert [one.card for one in shown.noted[0]] == ["hollow_oak"]
    wrong = do(place(state, None, None), NameCard("0.1", "night_drover", seat=0))
    assert [one.card for one in do(wrong, NameCard("0.1", "homesteader", seat=0)).noted[0]] == ["hollow_oak"]


def test_a_card_is_not_offered_for_noting_once_all_its_copies_are_noted() -> None:
    state = do(table(2), LogPick(("village_bell",), seat=0))
    assert "village_bell" in noting(state)
    assert "village_bell" not in noting(do(state, LogPick(("village_bell",), seat=0)))


def noting(state: State) -> list[str | int]:
    """The cards the first seat may note."""
    (choice,) = [one for one in GAME.choices(state, 0) if isinstance(one.event, LogPick)]
    return [pick.value for pick in choice.fields[0].picks]


def test_a_noted_code_that_lies_open_elsewhere_is_offered_without_it() -> None:
    code = fairytale_states.code("stag_knight")
    state = do(table(2), LogPick(("stag_knight",), (code,), seat=0), NextStage(2), AddCard("stag_knight", code, seat=1))
    (choice,) = [c for c in fairytale_states.moves(state, 0) if c.card == "stag_knight"]
    placed = do(state, choice.event).placed[0]
    assert placed is not None
    assert (placed.card, placed.code, placed.noted) == ("stag_knight", "", True)


# Placing and revealing


def test_the_last_card_placed_reveals_all() -> None:
    state = do(table(3), NextStage(2), Select("homesteader", seat=0), Select("hearth_fiddler", seat=2))
    assert (moment(state), [len(t) for t in state.tableaus]) == ("select", [0, 0, 0])
    state = do(state, Select("moss_keeper", seat=1))
    assert [faces(state, seat) for seat in range(3)] == ["homesteader", "moss_keeper", "hearth_fiddler"]
    assert state.played == 1


def test_a_placed_card_is_changed_by_placing_another() -> None:
    noted = do(table(2), LogPick(("homesteader", "hollow_oak"), seat=0), NextStage(2), Select("homesteader", seat=0))
    for again in (
        do(noted, Select("hollow_oak", seat=0)),
        do(noted, Unselect(seat=0), Select("hollow_oak", seat=0)),
    ):
        assert again.placed[0] is not None
        assert again.placed[0].card == "hollow_oak"
        assert [one.card for one in again.noted[0]] == ["homesteader"]
    both = do(noted, Select("moss_keeper", seat=1))
    assert faces(both, 0) == "homesteader"


def test_a_card_there_is_none_of_is_not_placed() -> None:
    state = do(table(2), NextStage(2), Select("homesteader", seat=0))
    refused(state, Unselect(seat=1), "nothing_placed", Level.STRUCT)
    refused(state, Select("ember_whale", seat=1), "unknown_card", Level.STRUCT)
    refused(state, Select("homesteader", seat=None), "no_such_seat", Level.STRUCT)
    refused(state, Select("throne_of_scales", seat=1), "not_in_deck")
    refused(fairytale_states.to_stage(table(2), 9), Select("homesteader", seat=0), "phase", Level.STRUCT)


def test_a_table_ahead_of_us_catches_up_with_an_override() -> None:
    state = do(table(2), Select("homesteader", seat=0))
    assert (state.stage, moment(state), codes(state)) == (2, "select", [])
    waiting = place(laid("hearth_fiddler sky_dance_dragon", "moss_keeper"), "dragons_lair", "moss_keeper")
    refused(waiting, Select("homesteader", seat=0), "effects_pending")
    on = do(waiting, Select("homesteader", seat=0, override=True))
    assert (on.played, moment(on), faces(on, 0)) == (1, "select", "hearth_fiddler sky_dance_dragon dragons_lair")


def test_more_copies_than_exist_counts_only_what_the_seat_may_know() -> None:
    state = laid("dragons_lair -dragons_lair", "-dragons_lair dragons_lair", stage=2)
    refused(state, Select("dragons_lair", seat=0), "too_many_copies")
    other = laid("dragons_lair", "-dragons_lair -dragons_lair -dragons_lair", stage=2)
    assert do(other, Select("dragons_lair", seat=0)).placed[0] is not None
    overridden = do(state, Select("dragons_lair", seat=0, override=True))
    assert [(n.level, n.code, n.to) for n in overridden.notices] == [(Level.RULE, "too_many_copies", 0)]


def test_what_only_shows_at_the_reveal_is_said_then() -> None:
    same = fairytale_states.code("stag_knight")
    state = do(table(2), NextStage(2), Select("stag_knight", same, seat=0), Select("stag_knight", same, seat=1))
    assert set(codes(state)) == {"same_code"}
    each_sees_two = laid("dragons_lair", "dragons_lair", stage=4)
    assert set(codes(place(each_sees_two, "dragons_lair", "dragons_lair"))) == {"too_many_copies"}


def test_a_printed_card_lies_in_one_place() -> None:
    code = fairytale_states.code("stag_knight")
    state = do(laid("", "", stage=2), AddCard("stag_knight", code, seat=1))
    refused(state, Select("stag_knight", code, seat=0), "same_code")
    assert do(state, Select("stag_knight", fairytale_states.code("stag_knight", 2), seat=0)).placed[0] is not None
    assert do(state, Select("stag_knight", fairytale_states.code("stag_knight", 1, "B"), seat=0)).placed[0] is not None


def test_a_copy_the_deck_has_not_is_remarked_to_its_owner() -> None:
    state = do(table(2), NextStage(2), Select("stag_knight", fairytale_states.code("stag_knight", 9), seat=0))
    assert [(n.level, n.code, n.to) for n in state.notices] == [(Level.WARN, "copy_number", 0)]


def test_a_card_nobody_told_is_named_before_its_effects() -> None:
    """Hidden information is never required: the reveal waits for the name, and then goes on."""
    state = place(laid("sky_dance_dragon moss_keeper", "hearth_fiddler", stage=2), None, "homesteader")
    assert moment(state) == "resolve"
    assert [p.key for p in GAME.view(state, 0).prompts] == ["name-0.3"]
    assert GAME.view(state, 1).prompts == ()
    named = do(state, NameCard("0.3", "dragons_lair", seat=0))
    assert fairytale_states.asked(named, 0) == ["choose-flip:Dragonvale"]
    refused(state, NameCard("0.9", "dragons_lair", seat=0), "no_such_card", Level.STRUCT)
    plain = do(state, NameCard("0.3", "moss_keeper", seat=0))
    assert (plain.played, moment(plain)) == (1, "select")


def test_revealing_without_somebody() -> None:
    state = do(table(3), NextStage(2))
    refused(state, AskReveal(), "nothing_placed", Level.STRUCT)
    state = do(state, Select("homesteader", seat=0), Select("moss_keeper", seat=1))
    assert "{p2}" in refused(state, AskReveal(), "missing_player").text
    state = do(state, AskReveal(seat=0, override=True))
    assert ([len(t) for t in state.tableaus], state.opening, codes(state)) == ([0, 0, 0], (1,), ["missing_player"])
    state = do(state, TurnOver(seat=1))
    assert ([len(t) for t in state.tableaus], state.played, moment(state)) == ([1, 1, 0], 1, "select")


# Effects


def test_the_rulebook_example() -> None:
    state = place(laid("sky_dance_dragon", "moss_keeper"), "dragons_lair", "hearth_fiddler")
    prompt = GAME.view(state, 0).prompts[0]
    assert (prompt.key, prompt.title) == ("choose-flip:Dragonvale", "Turn 1 Dragonvale card face down")
    assert "Dragon's Lair" in prompt.detail
    (choice,) = [c for c in fairytale_states.moves(state, 0) if c.prompt == prompt.key]
    assert {pick.card for pick in choice.fields[0].picks} == {"sky_dance_dragon", "dragons_lair"}
    assert faces(fairytale_states.choose(state, 0, "flip:Dragonvale", "0.1"), 0) == "-sky_dance_dragon dragons_lair"
    assert faces(fairytale_states.choose(state, 0, "flip:Dragonvale", "0.2"), 0) == "sky_dance_dragon -dragons_lair"


def test_a_lair_alone_turns_itself() -> None:
    assert faces(place(laid("", ""), "dragons_lair", "moss_keeper"), 0) == "-dragons_lair"


def test_unflip_before_flip_and_named_before_any() -> None:
    """FT-R15."""
    state = place(laid("-homesteader", "moss_keeper"), "village_bell", "night_drover")
    assert fairytale_states.asked(state, 0) == ["choose-flip:Homestead"]
    assert faces(state, 0) == "homesteader village_bell"
    order = place(laid("sky_dance_dragon", ""), "eclipse", "wyrmbane")
    assert [faces(order, seat) for seat in (0, 1)] == ["-sky_dance_dragon -eclipse", "-wyrmbane"]


def test_effects_are_fixed_at_the_reveal() -> None:
    """FT-R3: a Lair turned down by Wyrmbane still flips; FT-R4: a card turned up again does nothing."""
    state = place(laid("", "sky_dance_dragon"), "dragons_lair", "wyrmbane")
    assert [faces(state, seat) for seat in (0, 1)] == ["-dragons_lair", "-sky_dance_dragon wyrmbane"]
    again = place(laid("-wyrmbane sky_dance_dragon", "moss_keeper"), "daybreak_drake", "moss_keeper")
    assert faces(again, 0) == "wyrmbane sky_dance_dragon daybreak_drake"


def test_equal_effects_add_up_and_all_concerns_everybody() -> None:
    """FT-R5, FT-R13."""
    state = place(laid("homesteader homesteader homesteader", "harvest_supper"), "night_drover", "night_drover")
    (choice,) = [c for c in fairytale_states.moves(state, 0) if c.prompt == "choose-flip:Homestead"]
    assert (choice.fields[0].low, choice.fields[0].high) == (2, 2)
    assert faces(state, 1) == "-harvest_supper night_drover"
    done = fairytale_states.choose(state, 0, "flip:Homestead", "0.1", "0.3")
    assert faces(done, 0) == "-homesteader homesteader -homesteader night_drover"


def test_ignored_only_without_a_card() -> None:
    """FT-R6."""
    state = place(laid("moss_keeper", "moss_keeper"), "night_drover", "moss_keeper")
    assert state.played == 1
    assert [met.uids for met in state.turning.met] == [(), ()]  # type: ignore[union-attr]


def test_unflip_optional_lets_one_decline() -> None:
    """FT-R6, both readings."""
    assert faces(place(laid("-moss_keeper", ""), "daybreak_drake", "moss_keeper"), 0) == "moss_keeper daybreak_drake"
    state = place(laid("-moss_keeper", "", unflip_optional=True), "daybreak_drake", "moss_keeper")
    assert fairytale_states.asked(state, 0) == ["choose-unflip:*"]
    assert faces(fairytale_states.choose(state, 0, "unflip:*"), 0) == "-moss_keeper daybreak_drake"
    assert faces(fairytale_states.choose(state, 0, "unflip:*", "0.1"), 0) == "moss_keeper daybreak_drake"


def test_an_unknown_face_down_card_is_asked_for_and_proved() -> None:
    """FT-R14: the owner may have none; what comes up must be of the faction."""
    state = place(laid("-? -?", "moss_keeper"), "village_bell", "moss_keeper")
    assert fairytale_states.asked(state, 0) == ["choose-unflip:Homestead"]
    assert fairytale_states.choose(state, 0, "unflip:Homestead").played == 1
    shown = fairytale_states.choose(state, 0, "unflip:Homestead", "0.2")
    assert moment(shown) == "resolve"
    refused(shown, NameCard("0.2", "moss_keeper", seat=0), "wrong_faction")
    picks = next(c for c in fairytale_states.moves(shown, 0) if c.prompt == "name-0.2").fields[0].picks
    assert {fairytale_states.DECK.by_id[str(p.value)]["faction"] for p in picks} == {"Homestead"}
    named = do(shown, NameCard("0.2", "homesteader", seat=0))
    assert (named.played, faces(named, 0)) == (1, "-? homesteader village_bell")


def test_wrong_answers_and_answers_nobody_asked_for() -> None:
    state = place(laid("sky_dance_dragon homesteader", "moss_keeper"), "dragons_lair", "moss_keeper")
    refused(state, Choose("flip:Dragonvale", (), seat=0), "wrong_count")
    refused(state, Choose("flip:Dragonvale", ("0.1", "0.3"), seat=0), "wrong_count")
    refused(state, Choose("flip:Dragonvale", ("0.2",), seat=0), "not_a_candidate")
    refused(state, Choose("flip:Dragonvale", ("0.1", "0.1"), seat=0), "not_a_candidate")
    refused(state, Choose("flip:Dragonvale", ("1.1",), seat=0), "no_such_card", Level.STRUCT)
    refused(state, Choose("flip:Dragonvale", ("1.1",), seat=1), "not_asked", Level.STRUCT)
    refused(state, Choose("flip:*", ("0.1",), seat=0), "not_asked", Level.STRUCT)
    both = do(state, Choose("flip:Dragonvale", ("0.1", "0.3"), seat=0, override=True))
    assert faces(both, 0) == "-sky_dance_dragon homesteader -dragons_lair"
    assert [(n.code, n.to) for n in both.notices] == [("wrong_count", 0)]


def test_a_card_that_only_reminds_is_ticked_off() -> None:
    """FT-R12."""
    state = place(laid("", "", expert=True), "wandering_peddler", "moss_keeper")
    assert (state.played, moment(state)) == (1, "select")
    assert any("Wandering Peddler" in str(block) for block in GAME.view(state, 1).blocks)
    refused(state, TickReminder("1.1", seat=1), "no_reminder", Level.STRUCT)
    ticked = do(state, next(c.event for c in fairytale_states.moves(state, 0) if isinstance(c.event, TickReminder)))
    assert [one.done for one in ticked.reminders] == [True]
    refused(ticked, TickReminder("0.1", seat=0), "no_reminder", Level.STRUCT)


# Corrections


def test_corrections_are_accepted_and_always_said() -> None:
    state = laid("homesteader -moss_keeper", "eclipse")
    turned = do(state, SetFace("0.1", False, seat=0))
    assert (faces(turned, 0), codes(turned)) == ("-homesteader -moss_keeper", ["by_hand"])
    assert codes(do(state, SetFace("0.1", True, seat=0))) == ["as_it_lies"]
    added = do(state, AddCard("hollow_oak", up=False, seat=1))
    assert (faces(added, 1), codes(added)) == ("eclipse -hollow_oak", ["by_hand"])
    assert faces(do(state, RemoveCard("0.1", seat=0)), 0) == "-moss_keeper"
    renamed = do(state, NameCard("0.1", "hollow_oak", seat=0))
    assert (faces(renamed, 0), codes(renamed)) == ("hollow_oak -moss_keeper", ["by_hand"])
    refused(state, SetFace("0.7", True, seat=0), "no_such_card", Level.STRUCT)
    refused(state, RemoveCard("1.1", seat=0), "no_such_card", Level.STRUCT)
    refused(state, AddCard(None, seat=0), "needs_name", Level.STRUCT)
    assert faces(do(state, AddCard(None, up=False, seat=0)), 0).endswith("-?")


def test_a_correction_during_a_question_changes_the_question() -> None:
    state = place(laid("sky_dance_dragon", "moss_keeper"), "dragons_lair", "moss_keeper")
    down = do(state, SetFace("0.1", False, seat=0))
    assert (faces(down, 0), down.played) == ("-sky_dance_dragon -dragons_lair", 1)
    gone = do(state, RemoveCard("0.2", seat=0))
    assert (faces(gone, 0), gone.played) == ("-sky_dance_dragon", 1)


def test_a_table_can_begin_in_the_middle() -> None:
    state = do(table(4), SetStage(6, 2))
    assert (state.stage, state.played, state.discarded, deck_left(state)) == (6, 2, 16, 20)
    assert (do(table(2), SetStage(3, 4)).pick, do(table(2), SetStage(4, 3)).closed) == (5, True)
    for stage, step in ((0, 0), (10, 0), (3, 5), (4, 4), (9, 1)):
        refused(table(2), SetStage(stage, step), "bad_input", Level.STRUCT)


def test_a_tableau_holds_twelve() -> None:
    state = laid(" ".join(["-?"] * 12), "", stage=8)
    refused(state, Select("homesteader", seat=0), "tableau_full")
    refused(state, AddCard("homesteader", seat=0), "tableau_full")
    refused(
        state,
        ReadTableau((fairytale_states.code("homesteader"),), (fairytale_states.code("homesteader"),), seat=0),
        "tableau_full",
    )


def test_somebody_comes_late() -> None:
    state = do(table(2), NextPick(2), AddPlayer())
    assert (state.players, deck_left(state), GAME.add_player(state)) == (3, 65, AddPlayer())
    five = do(table(4), AddPlayer())
    assert (five.players, five.house.expert, codes(five)) == (5, True, ["expert_on"])
    refused(five, AddPlayer(), "players", Level.STRUCT)
    assert GAME.add_player(five) is None
    waiting = do(table(2), NextStage(2), Select("homesteader", seat=0))
    assert do(waiting, AddPlayer()).players == 3
    later = fairytale_states.play_any(waiting)
    refused(later, AddPlayer(), "too_late", Level.STRUCT)
    assert GAME.add_player(later) is None


# The end


def test_the_points_stand_once_somebody_says_so() -> None:
    state = laid("homesteader homesteader -homesteader", "moss_keeper", stage=9)
    sheet = GAME.score(state)
    assert ([s.total for s in sheet.seats], sheet.winners, sheet.final) == ([4, 3], (0,), False)
    over = do(state, Score(seat=1))
    assert (GAME.over(over), GAME.score(over).final, GAME.view(over, None).over) == (True, True, True)
    refused(over, Score(seat=1), "game_over", Level.STRUCT)
    refused(over, NextStage(), "game_over", Level.STRUCT)
    assert GAME.score(do(over, SetFace("1.1", False, seat=1))).seats[1].total == 0


def test_points_before_the_end_are_an_interim_for_ones_own_eyes() -> None:
    state = laid("homesteader", "moss_keeper")
    looked = do(state, Score(seat=1))
    assert [(n.level, n.code, n.to) for n in looked.notices] == [(Level.WARN, "interim_score", 1)]
    assert "3 points" in looked.notices[0].text
    assert not GAME.over(looked)
    assert (GAME.score(state).winners, GAME.score(state).final) == ((), False)


def test_a_face_up_card_without_a_name_is_asked_for() -> None:
    state = do(laid("-?", "moss_keeper", stage=9), SetFace("0.1", True, seat=0))
    refused(state, Score(seat=0), "unnamed")
    assert [p.key for p in GAME.view(state, 0).prompts] == ["name-0.1"]
    assert do(state, NameCard("0.1", "homesteader", seat=0), Score(seat=0)).over


def test_every_line_says_why() -> None:
    tableau = "homesteader homesteader drake_groom sky_dance_dragon wyrm_regent dragons_lair -moss_keeper"
    state = laid(tableau, "throne_of_scales", stage=9, expert=True)
    lines = {line.label: line for line in GAME.score(state).seats[0].lines}
    assert lines["2 × Homesteader"].points == 4
    assert lines["2 × Homesteader"].detail == "2 points each: 2 Homesteaders face up"
    assert lines["2 × Homesteader"].why.ruling == "FT-R2"
    assert lines["Drake Groom"].detail == "3 × 1 Sky-Dance Dragon face up"
    assert (lines["Wyrm Regent"].points, lines["Wyrm Regent"].detail) == (0, "no Village Bell face up")
    assert lines["1 face-down card"].points == 0
    assert lines["1 face-down card"].cards == ("0.7",)
    other = GAME.score(state).seats[1].lines[0]
    assert (other.points, other.detail) == (0, "1 Dragonvale card; somebody has 3")
    assert all(line.why.source.startswith("Fairy Tale rulebook, ") for s in GAME.score(state).seats for line in s.lines)


@pytest.mark.parametrize(("option", "total"), [(False, 4), (True, 6)])
def test_count_face_down_on_the_sheet(*, option: bool, total: int) -> None:
    """FT-R2, both readings, from the state to the sheet."""
    state = laid("homesteader homesteader -homesteader", "", stage=9, count_face_down=option)
    assert GAME.score(state).seats[0].total == total


def test_tiebreak_and_most_ties_on_the_sheet() -> None:
    """FT-R7 and FT-R20, both readings."""
    tie = ("moss_keeper", "cinder_hatchling dew_gatherer")
    assert GAME.score(laid(*tie, stage=9)).winners == (0, 1)
    assert GAME.score(laid(*tie, stage=9, tiebreak="most_face_up")).winners == (1,)
    most = ("throne_of_scales", "sky_dance_dragon")
    assert GAME.score(laid(*most, stage=9)).seats[0].total == 7
    assert GAME.score(laid(*most, stage=9, most_ties="none")).seats[0].total == 0


def test_unknown_face_down_cards_are_asked_for_where_they_count() -> None:
    plain, counted = (laid("homesteader -?", "", stage=9, count_face_down=option) for option in (False, True))
    assert [p.key for p in GAME.view(plain, 0).prompts] == []
    assert [p.key for p in GAME.view(counted, 0).prompts] == ["name-0.2"]
    assert GAME.score(do(counted, NameCard("0.2", "homesteader", seat=0))).seats[0].total == 2


# Only scoring


def test_only_scoring_begins_at_the_end_with_any_card() -> None:
    state = table(1, "score")
    assert (state.stage, moment(state)) == (9, "score")
    state = do(state, AddCard("throne_of_scales", seat=0), AddPlayer(), AddCard("moss_keeper", seat=1))
    assert [s.total for s in GAME.score(state).seats] == [7, 3]
    assert codes(state) == []
    for event in (NextStage(), NextPick(), Select("homesteader", seat=0), LogPick(seat=0), SetStage(2)):
        refused(state, event, "score_only", Level.STRUCT)
    assert do(state, Score(seat=0)).over


def test_only_scoring_serves_one_to_five() -> None:
    state = table(1, "score")
    for players in range(2, 6):
        state = do(state, AddPlayer())
        assert state.players == players
    refused(state, AddPlayer(), "players", Level.STRUCT)


# Undo


def test_undo_takes_back_a_reveal() -> None:
    log = Log(GAME)
    events: list[Event] = [Begin(2), NextStage(2), Select("dragons_lair", seat=0), Select("moss_keeper", seat=1)]
    for event in events:
        log = log.push(Entry(log.rev + 1, str(log.rev), 0.0, event.seat, event))
    assert log.table.state is not None
    assert faces(log.table.state, 0) == "-dragons_lair"
    before = log.played[2].after.state
    log = log.push(Entry(log.rev + 1, "u", 0.0, 1, Undo(4)))
    assert log.table.state == before
    log = log.push(Entry(log.rev + 1, "r", 0.0, 1, Undo(5)))
    assert faces(log.table.state, 1) == "moss_keeper"  # type: ignore[arg-type]


def test_a_card_taken_back_leaves_the_others_waiting() -> None:
    log = Log(GAME)
    events: list[Event] = [Begin(2), NextStage(2), Select("dragons_lair", seat=0), Select("moss_keeper", seat=1)]
    for event in (*events, Undo(3)):
        log = log.push(Entry(log.rev + 1, str(log.rev), 0.0, event.seat, event))
    state = log.table.state
    assert state is not None
    assert [placed is not None for placed in state.placed] == [False, True]


def test_an_event_of_another_game_is_not_known() -> None:
    refused(table(2), Begin(2), "unknown_event", Level.STRUCT)


def test_a_whole_game_keeps_the_counts_of_the_rulebook() -> None:
    state = table(4)
    for number in range(2, 10):
        state = fairytale_states.to_stage(state, number)
        ended = number - 1
        assert {len(own) for own in state.tableaus} == {3 * (ended // 2)}
        assert state.discarded == 2 * 4 * (ended // 2)
    assert deck_left(state) == 0
