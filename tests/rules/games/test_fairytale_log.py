"""The log of Fairy Tale: what was turned over, what turned down by what, what a round came to; true at its moment."""

from __future__ import annotations

from collections.abc import Iterator

from fairytale_states import do, laid, place, table

from rules.event import Event
from rules.games.fairytale.corrections import RemoveCard, SetFace, SetStage
from rules.games.fairytale.game import GAME
from rules.games.fairytale.play import AskReveal, Choose, NameCard, Select
from rules.games.fairytale.stages_and_draft import LogPick, NextPick, NextStage, Score
from rules.games.fairytale.state import State
from rules.log import Begin, Entry, Log
from rules.log_line import Line


def line(state: State, event: Event, viewer: int | None = None) -> Line:
    """What one reader is told of one event."""
    after = GAME.apply(state, event)
    return GAME.tell(state, after, GAME.redact(after, event, viewer), viewer)


def test_a_reveal_says_what_was_turned_over_and_what_turned_down_by_what() -> None:
    state = laid("homesteader", "sky_dance_dragon", "")
    state = do(state, Select("moss_keeper", seat=0), Select("dragons_lair", seat=1))
    told = line(state, Select("night_drover", seat=2))
    assert told.outcome == (
        "turned over: Moss Keeper ({p0}), Dragon's Lair ({p1}) and Night Drover ({p2})",
        "Homesteader of {p0} turned face down by Night Drover of {p2}",
        "{p1} and {p2} have no face-up Homestead card to turn",
        "{p1} chooses: turn 1 Dragonvale card face down",
    )
    assert told.turn == "Round 1, play 1"


def test_a_card_that_turns_itself_down_is_named_as_it_was_turned_over() -> None:
    state = do(laid("", ""), Select("dragons_lair", seat=0))
    told = line(state, Select("moss_keeper", seat=1))
    assert told.outcome[:2] == (
        "turned over: Dragon's Lair ({p0}) and Moss Keeper ({p1})",
        "Dragon's Lair of {p0} turned face down by itself",
    )


def test_a_choice_names_the_card_as_it_lay_open() -> None:
    state = place(laid("sky_dance_dragon", ""), "dragons_lair", "moss_keeper")
    down = line(state, Choose("flip:Dragonvale", ("0.1",), seat=0), viewer=1)
    assert down.text == "{p0} turned Sky-Dance Dragon face down"
    up = place(laid("-homesteader -harvest_supper", ""), "village_bell", "moss_keeper")
    assert line(up, Choose("unflip:Homestead", ("0.2",), seat=0), 1).text == "{p0} turned Harvest Supper face up"


def test_a_round_and_the_game_end_with_the_points_of_what_lies_open() -> None:
    state = laid("homesteader homesteader", "-moss_keeper hearth_fiddler", stage=2, played=2)
    state = do(state, Select("moss_keeper", seat=0))
    told = line(state, Select("moss_keeper", seat=1))
    assert told.outcome[-1] == "round 1 is over; points so far: {p0} 7 points and {p1} 6 points"
    end = laid("homesteader homesteader", "moss_keeper", stage=9)
    assert line(end, Score(seat=1)).outcome == ("{p0} wins with 4 points", "{p1} 3 points")
    tie = laid("hearth_fiddler", "moss_keeper", stage=9)
    assert line(tie, Score(seat=1)).outcome == ("{p0} and {p1} share the win with 3 points",)


def test_a_look_at_the_points_stays_a_look() -> None:
    """Kept lines do not change when the points stand later."""
    events: list[Event] = [Begin(2), Score(seat=1), SetStage(9, override=True), Score(seat=0)]
    log = Log(GAME)
    for event in events:
        log = log.push(Entry(log.rev + 1, str(log.rev), 0.0, event.seat, event))
    assert [log.line(rev, None).text for rev in (2, 4)] == [
        "{p1} looked at the points so far",
        "{p0} says the points stand",
    ]


def test_what_is_hidden_is_told_to_its_owner_alone() -> None:
    state = do(table(3), NextStage(2))
    placed = Select("eclipse", uid="0.1", seat=0)
    assert (line(state, placed, 0).text, line(state, placed, 1).text) == ("{p0} placed Eclipse", "{p0} placed a card")
    note = LogPick(("eclipse",), seat=0)
    assert line(table(2), note, 1).text == "{p0} made a private note"
    early = do(state, placed)
    told = line(early, AskReveal(seat=1, override=True))
    assert told.outcome == ("{p0} turns over their own, without {p1} and {p2}",)
    assert [one.rule for one in told.set_aside] != []


def test_corrections_say_what_was_and_what_is() -> None:
    state = laid("homesteader -moss_keeper", "eclipse")
    assert line(state, NameCard("0.1", "hollow_oak", seat=0)).text == "{p0} by hand: it is Hollow Oak (was Homesteader)"
    assert line(state, SetFace("0.1", False, seat=0)).text == "{p0} by hand: Homesteader is face down"
    assert line(state, SetFace("0.2", True, seat=0)).text == "{p0} by hand: Moss Keeper is face up"
    assert line(state, RemoveCard("0.1", seat=0)).text == "{p0} by hand: Homesteader is not there"
    assert line(state, RemoveCard("0.2", seat=0), 1).text == "{p0} by hand: a card is not there"
    assert line(state, SetStage(4)).text == "By hand: the table is at stage 4, play (was stage 2, play)"


def test_flips_put_right_are_told() -> None:
    state = place(laid("homesteader sky_dance_dragon", ""), "moss_keeper", "night_drover")
    told = line(state, NameCard("1.1", "wyrmbane", again=True, seat=1, override=True))
    assert told.text == "{p1} by hand: it is Wyrmbane (was Night Drover)"
    assert told.outcome == (
        "Homesteader of {p0} is face up again",
        "Sky-Dance Dragon of {p0} is face down now",
    )


def test_what_goes_on_names_the_moment_it_went_on_to() -> None:
    assert line(table(2), NextPick(seat=0)).text == "Everybody has passed: pick 2 of 5"
    assert line(table(2), NextStage(seat=0)).text == "{p0} went on to stage 2, play"


def headings(state: State) -> Iterator[str]:
    for number in range(1, 10):
        yield GAME.turn(do(state, SetStage(number)))


def test_every_moment_has_its_heading() -> None:
    assert list(headings(table(2)))[:3] == ["Round 1 · Draft", "Round 1, play 1", "Round 2 · Draft"]
    assert list(headings(table(2)))[-1] == "Points"
