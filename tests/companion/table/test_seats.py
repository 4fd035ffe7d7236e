"""People come late, leave, swap, lose their phone and get their seat back."""

from __future__ import annotations

import uuid

import pytest
from memory_store import MemoryStore
from toy_game import Counted, ToyGames
from toy_tables import Clock, Seated, fresh_id, seated, texts

from companion.errors import NotYours, SeatTaken, TooOften
from companion.table import registry
from companion.table.live_table import Joined
from companion.table.seat_keys import ASKS_MAX, LINK_LIVES_S
from companion.table.tables import Tables
from rules.game_protocol import Refusal

TAPPED = "0f3c1d52-6a0b-4b3e-9a77-1d2f0c9e8b11"
"""What a phone makes up before it sits down."""


@pytest.fixture
def table() -> Seated:
    return seated("Ada", "Ben")


def names(table: Seated) -> list[str | None]:
    return [person.name if person else None for person in table.look().people]


def test_colours_and_shapes_tell_people_apart(table: Seated):
    table.join("Cy", colour="amber", shape="star")
    people = [person for person in table.look().people if person]
    assert len({person.colour for person in people}) == len({person.shape for person in people}) == 3
    assert people[2].shape == "star"


def test_two_of_one_name_could_not_be_told_apart(table: Seated):
    with pytest.raises(Refusal, match="Ada sits here already"):
        table.join("ada")
    with pytest.raises(Refusal, match="Add a letter"):
        table.tables.rename(table.code, [table.host], seat=1, name="Ada")
    table.tables.rename(table.code, [table.host], seat=0, name="ADA")
    table.join("Ada L")
    assert names(table) == ["ADA", "Ben", "Ada L"]


def test_somebody_comes_late_and_the_game_makes_room(table: Seated):
    table.join("Cy")
    assert names(table) == ["Ada", "Ben", "Cy"]
    assert table.look(2).viewer == 2
    table.pick(2, 9)


def test_a_phone_that_taps_join_twice_sits_down_once(table: Seated):
    first = table.tables.join(table.code, name="Cy", id=TAPPED)
    assert table.tables.join(table.code, name="Cy", id=TAPPED) == first == table.tables.joined(table.code, TAPPED)
    assert names(table) == ["Ada", "Ben", "Cy"]
    assert TAPPED not in str(table.tables.export(table.code, table.tokens))


def test_the_seat_is_the_same_one_after_a_restart_until_it_is_left(table: Seated):
    first = table.tables.join(table.code, name="Cy", id=TAPPED)
    after = Tables(table.tables.store, games=ToyGames())
    assert after.join(table.code, name="Cy", id=TAPPED) == first
    after.swap_seats(table.code, [table.host], 0, 2)
    assert after.join(table.code, name="Cy", id=TAPPED) == Joined(0, first.token)
    after.leave(table.code, [first.token], seat=0)
    assert after.joined(table.code, TAPPED) is None


def test_an_id_that_opens_a_seat_is_hard_to_guess(table: Seated):
    with pytest.raises(Refusal, match="a fresh UUID"):
        table.tables.join(table.code, name="Cy", id="tapped")


def test_a_link_works_once_but_for_the_phone_that_heard_no_answer(table: Seated):
    secret = table.tables.hand_over(table.code, [table.tokens[0]], 0)
    first = table.tables.claim(table.code, secret, TAPPED)
    again = Tables(table.tables.store, games=ToyGames())
    assert again.claimable(table.code, secret, TAPPED)
    assert again.claim(table.code, secret, TAPPED) == first
    for other in (None, TAPPED[::-1]):
        assert not again.claimable(table.code, secret, other)
        with pytest.raises(NotYours):
            again.claim(table.code, secret, other)


def test_a_full_log_still_takes_back_and_lets_go(table: Seated, monkeypatch: pytest.MonkeyPatch):
    for _ in range(3):
        table.count(0)
    monkeypatch.setattr(registry, "ENTRIES_MAX", table.look().rev)
    for _ in range(2):
        with pytest.raises(Refusal, match="log is full"):
            table.count(0)
        table.tables.undo(table.code, [table.tokens[0]], id=str(uuid.uuid4()))
    secret = table.tables.hand_over(table.code, [table.tokens[0]], 0)
    token = table.tables.claim(table.code, secret).token
    table.tables.leave(table.code, [token], seat=0)
    assert names(table) == [None, "Ben"]
    monkeypatch.setattr(registry, "UNDOS_MORE", 0)
    with pytest.raises(Refusal, match="log is full"):
        table.tables.undo(table.code, [table.tokens[1]], id=str(uuid.uuid4()))
    table.tables.leave(table.code, [table.tokens[1]], seat=1)
    assert names(table) == [None, None]


def test_who_comes_too_late_may_watch():
    table = seated("Ada", "Ben", "Cy", "Di")
    with pytest.raises(SeatTaken, match="You can watch"):
        table.join("Eve")
    assert table.look().view is not None


def test_a_seat_that_was_left_is_there_for_the_next(table: Seated):
    table.tables.leave(table.code, [table.tokens[0]], seat=0)
    assert names(table) == [None, "Ben"]
    with pytest.raises(NotYours):
        table.count(0)
    table.tokens[0] = table.tables.join(table.code, name="Cy").token
    assert names(table) == ["Cy", "Ben"]
    table.count(0)


def test_people_who_leave_before_the_beginning_leave_no_gap():
    table = seated("Ada", "Ben", "Cy", begin=False)
    table.tables.leave(table.code, [table.tokens[0]], seat=0)
    table.tables.begin(table.code, [table.host])
    assert [texts(table.look())[-1], len(table.look().people)] == ["The game begins with 2 players", 2]
    assert set(names(table)) == {"Ben", "Cy"}
    for token in table.tokens[1:]:
        seat = table.tables.look(table.code, [token]).viewer
        assert seat is not None
        table.tables.submit(table.code, [token], id=fresh_id(), event=Counted(1, seat=seat))


def test_a_score_sheet_has_no_seats_to_join_and_one_phone_keeps_it():
    tables = Tables(MemoryStore(), games=ToyGames())
    opened = tables.open("toy", players=2, mode="score")
    with pytest.raises(Refusal, match="nothing to join"):
        tables.join(opened.code, name="Ada")
    look = tables.look(opened.code, [opened.host_token], seat=1)
    assert (look.held, look.viewer, look.mode) == ((0, 1), 1, "score")
    tables.rename(opened.code, [opened.host_token], seat=1, name="Ben")
    tables.submit(opened.code, [opened.host_token], id="1", event=Counted(1, seat=1))
    assert tables.look(opened.code).log[0].for_seat is None
    assert tables.look(opened.code).people[1].name == "Ben"


def test_taken_and_unknown_seats_are_refused_with_what_to_do(table: Seated):
    with pytest.raises(SeatTaken, match="Ada sits at seat 1"):
        table.join("Cy", seat=0)
    for seat in (-1, 2, 99):
        with pytest.raises(Refusal, match="seats 1 to 2"):
            table.join("Cy", seat=seat)


def test_two_people_swap_and_keep_their_phones(table: Seated):
    table.pick(0, 5)
    table.tables.swap_seats(table.code, [table.host], 0, 1)
    assert names(table) == ["Ben", "Ada"]
    assert table.look(0).viewer == 1
    assert table.look(1).viewer == 0
    with pytest.raises(NotYours):
        table.tables.swap_seats(table.code, [table.tokens[0]], 0, 1)
    table.tables.swap_seats(table.code, table.tokens, 0, 1)
    assert names(table) == ["Ada", "Ben"]


def test_a_person_renames_themselves_and_the_host_anybody(table: Seated):
    table.tables.rename(table.code, [table.tokens[0]], seat=0, name="Ada L", colour="rose")
    table.tables.rename(table.code, [table.host], seat=1, name="Benjamin")
    assert names(table) == ["Ada L", "Benjamin"]
    assert table.look().people[0].colour == "rose"
    assert table.look().people[0].shape == "circle"
    with pytest.raises(NotYours):
        table.tables.rename(table.code, [table.tokens[0]], seat=1, name="Bob")


def test_somebody_plays_without_a_phone(table: Seated):
    table.tables.leave(table.code, [table.tokens[1]], seat=1)
    table.tables.rename(table.code, [table.host], seat=1, name="Grandma")
    event = {"type": "counted", "args": {"by": 2}}
    table.tables.submit(table.code, [table.host], id="g", event=event, for_seat=1)
    assert names(table) == ["Ada", "Grandma"]
    with pytest.raises(SeatTaken, match="Grandma"):
        table.join("Cy", seat=1)


def test_the_host_frees_a_seat_and_its_token_is_dead(table: Seated):
    table.tables.revoke(table.code, table.host, 1)
    assert table.look(1).held == ()
    assert names(table) == ["Ada", None]
    with pytest.raises(NotYours):
        table.tables.revoke(table.code, table.tokens[0], 0)
    with pytest.raises(Refusal, match="free already"):
        table.tables.revoke(table.code, table.host, 1)


def test_a_seat_moves_to_another_phone_once_and_everybody_sees_it(table: Seated):
    secret = table.tables.hand_over(table.code, [table.tokens[1]], 1)
    moved = table.tables.claim(table.code, secret)
    assert moved.seat == 1
    assert table.look(1).held == ()
    assert table.tables.look(table.code, [moved.token]).held == (1,)
    assert texts(table.look())[-1] == "Ben goes on with another phone"
    assert (table.look().log[0].by, table.look().log[0].can_undo) == (1, False)
    with pytest.raises(NotYours, match="used already or is too old"):
        table.tables.claim(table.code, secret)


def test_the_host_moves_any_seat_and_the_log_says_who_did(table: Seated):
    table.tables.claim(table.code, table.tables.hand_over(table.code, [table.host], 1))
    assert table.look().log[0].by is None
    with pytest.raises(NotYours):
        table.tables.hand_over(table.code, [table.tokens[0]], 1)
    with pytest.raises(NotYours):
        table.tables.hand_over(table.code, [table.tokens[0]], None)


def test_a_link_grows_old():
    clock = Clock()
    table = seated("Ada", "Ben", clock=clock)
    secret = table.tables.hand_over(table.code, [table.tokens[0]], 0)
    clock.now += LINK_LIVES_S + 1
    with pytest.raises(NotYours):
        table.tables.claim(table.code, secret)
    assert table.look(0).viewer == 0


def test_a_seat_freed_meanwhile_takes_its_links_with_it(table: Seated):
    secret = table.tables.hand_over(table.code, [table.tokens[1]], 1)
    table.tables.revoke(table.code, table.host, 1)
    with pytest.raises(NotYours):
        table.tables.claim(table.code, secret)


@pytest.mark.parametrize("secret", ["", "made up", "x" * 5000, "\ud800"])
def test_a_made_up_secret_opens_nothing(table: Seated, secret: str):
    with pytest.raises(NotYours):
        table.tables.claim(table.code, secret)
    for token in (table.tokens[0], table.host):
        with pytest.raises(NotYours):
            table.tables.claim(table.code, token)


def test_a_phone_asks_for_its_seat_back_and_the_host_gives_it_with_one_tap(table: Seated):
    asked = table.tables.ask(table.code, 1)
    assert not table.tables.claimable(table.code, asked.secret)
    with pytest.raises(NotYours):
        table.tables.claim(table.code, asked.secret)
    assert table.look(0).asks == ()
    (ask,) = table.as_host().asks
    assert (ask.seat, ask.number) == (1, asked.number)
    with pytest.raises(NotYours):
        table.tables.grant(table.code, [table.tokens[0]], ask.id)
    table.tables.grant(table.code, [table.host], ask.id)
    assert table.tables.claimable(table.code, asked.secret)
    assert table.tables.claim(table.code, asked.secret).seat == 1
    assert table.as_host().asks == ()
    assert table.look(1).held == ()


def test_the_host_says_no(table: Seated):
    asked = table.tables.ask(table.code, 1)
    table.tables.grant(table.code, [table.host], table.as_host().asks[0].id, give=False)
    with pytest.raises(NotYours):
        table.tables.claim(table.code, asked.secret)
    assert table.as_host().asks == ()
    with pytest.raises(Refusal, match="no longer asks"):
        table.tables.grant(table.code, [table.host], "gone")


def test_asking_does_not_fill_the_hosts_screen(table: Seated):
    for _ in range(ASKS_MAX):
        table.tables.ask(table.code, 0)
    with pytest.raises(TooOften):
        table.tables.ask(table.code, 0)
    assert len(table.as_host().asks) == ASKS_MAX


def test_nobody_asks_for_a_seat_that_is_free_or_is_not_there(table: Seated):
    table.tables.leave(table.code, [table.tokens[1]], seat=1)
    with pytest.raises(Refusal, match="simply join"):
        table.tables.ask(table.code, 1)
    with pytest.raises(Refusal, match="simply join"):
        table.tables.hand_over(table.code, [table.host], 1)
    with pytest.raises(Refusal):
        table.tables.ask(table.code, 7)


def test_the_host_takes_over_a_dead_phones_seat_and_everybody_sees_it(table: Seated):
    taken = table.tables.take_over(table.code, table.host, 1)
    assert table.tables.look(table.code, [table.host, taken.token]).held == (1,)
    assert (table.look(0).log[0].by, texts(table.look(0))[-1]) == (None, "Ben goes on with another phone")
    with pytest.raises(NotYours):
        table.tables.take_over(table.code, table.tokens[0], 1)


def test_the_hosts_place_moves_with_a_link_and_the_old_one_is_dead(table: Seated):
    moved = table.tables.claim(table.code, table.tables.hand_over(table.code, [table.host], None))
    assert moved.seat is None
    assert table.tables.look(table.code, [moved.token]).host
    assert not table.as_host().host


def test_whoever_sits_at_the_server_becomes_the_host_again(table: Seated):
    secret = table.tables.host_link(table.code, lives_s=60)
    assert table.tables.look(table.code, [table.tables.claim(table.code, secret).token]).host


def test_a_late_comer_whose_arrival_is_taken_back_watches(table: Seated):
    table.join("Cy")
    arrival = next(line.rev for line in table.look().log if line.text == "one more player")
    table.undo(0, target=arrival)
    look = table.look(2)
    assert len(look.people) == 2
    assert look.viewer is None
    with pytest.raises(Refusal):
        table.count(2)


def test_the_beginning_counts_who_is_here_and_may_add_seats_without_a_phone():
    table = seated("Ada", begin=False)
    with pytest.raises(NotYours):
        table.tables.begin(table.code, table.tokens)
    for players in (1, 5, 0, True, "3"):
        with pytest.raises(Refusal):
            table.tables.begin(table.code, [table.host], players=players)
    rev = table.tables.begin(table.code, [table.host], id="start", players=3)
    assert table.tables.begin(table.code, [table.host], id="start", players=3) == rev
    assert names(table) == ["Ada", None, None]
    with pytest.raises(Refusal, match="already begun"):
        table.tables.begin(table.code, [table.host])
