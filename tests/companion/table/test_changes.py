"""The past of a table put right by its people: amended and inserted entries, their preview, and asking before a secret
that was seen is given back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from memory_store import MemoryStore
from toy_game import ToyGames
from toy_tables import Clock, Seated, fresh_id, seated, texts

from companion.errors import NotYours
from companion.table import export
from companion.table.snapshot import Stale
from companion.table.tables import Tables
from rules.game_protocol import Refusal


def picked(card: int, seat: int | None = None) -> dict[str, Any]:
    return {"type": "picked", "args": {"card": card}, "seat": seat}


def counted(by: int) -> dict[str, Any]:
    return {"type": "counted", "args": {"by": by}}


def amend(table: Seated, seat: int, target: int, event: dict[str, Any], **more: Any) -> int:
    more.setdefault("id", fresh_id())
    return table.tables.amend(table.code, [table.tokens[seat]], target=target, event=event, **more)


def insert(table: Seated, seat: int, target: int, event: dict[str, Any], **more: Any) -> int:
    more.setdefault("id", fresh_id())
    return table.tables.insert(table.code, [table.tokens[seat]], target=target, event=event, **more)


def count_now(table: Seated) -> int:
    look = table.look()
    assert look.view is not None
    return next(block.value for block in look.view.blocks if hasattr(block, "value"))


@pytest.fixture
def table() -> Seated:
    """Ada and Ben; entry 4 is Ada's count of 1, entry 5 Ben's of 2."""
    table = seated("Ada", "Ben")
    table.count(0, 1)
    table.count(1, 2)
    return table


class TestAmend:
    def test_another_number_and_the_old_one_stays_to_be_seen(self, table: Seated) -> None:
        rev = amend(table, 0, 4, counted(3))
        assert count_now(table) == 5
        log = {line.rev: line for line in table.look(0).log}
        assert (log[4].text, log[4].was, log[4].amended_by) == ("counted 3", "counted 1", rev)
        assert log[rev].text == "Entry 4 was different. It said: counted 1. Now: counted 3"
        table.undo(1, target=rev)
        assert count_now(table) == 3
        assert {line.rev: line.text for line in table.look(0).log}[4] == "counted 1"

    def test_it_is_there_after_a_restart_and_in_the_export(self, table: Seated) -> None:
        amend(table, 0, 4, counted(3))
        insert(table, 1, 5, counted(2))
        again = Tables(table.tables.store, games=ToyGames())
        assert again.look(table.code, [table.tokens[0]]).log == table.look(0).log
        saved = export.read(json.dumps(table.tables.export(table.code, table.tokens)), ToyGames().load)
        assert saved.log.table.state == table.tables.live(table.code).table.state

    def test_of_somebody_else_only_by_the_host(self, table: Seated) -> None:
        with pytest.raises(NotYours):
            amend(table, 1, 4, counted(3))
        table.tables.amend(table.code, [table.host], id="h", target=4, event=counted(3))
        assert count_now(table) == 5

    def test_a_spectator_amends_nothing(self, table: Seated) -> None:
        with pytest.raises(NotYours):
            table.tables.amend(table.code, [], id="s", target=4, event=counted(3))

    def test_sent_twice_it_counts_once(self, table: Seated) -> None:
        assert amend(table, 0, 4, counted(3), id="once") == amend(table, 0, 4, counted(3), id="once")
        assert count_now(table) == 5

    def test_two_phones_at_once_the_second_is_told(self, table: Seated) -> None:
        seen = table.look(0).rev
        amend(table, 0, 4, counted(2), expect=seen)
        with pytest.raises(Stale) as caught:
            table.tables.amend(table.code, [table.host], id="h", target=4, event=counted(3), expect=seen)
        assert "entry 4 was changed meanwhile" in caught.value.text.lower()
        assert count_now(table) == 4

    @pytest.mark.parametrize(
        ("target", "event", "more", "code"),
        [
            (4, {"type": "counted", "args": {"by": 9}}, {}, "too_much"),
            (4, {"type": "nonsense"}, {}, "unknown_event"),
            (4, {"type": "undo", "args": {"target": 3}}, {}, "unknown_event"),
            (3, counted(1), {}, "not_amendable"),
            (77, counted(1), {}, "no_such_entry"),
            ("4", counted(1), {}, "bad_input"),
            (4, counted(1), {"fixes": 7}, "bad_input"),
            (4, counted(1), {"fixes": {"5": "burn"}}, "bad_input"),
            (4, counted(1), {"fixes": [5]}, "bad_input"),
            (4, counted(1), {"fixes": {"70": "ask"}}, "no_such_entry"),
        ],
    )
    def test_what_cannot_be_is_refused_and_nothing_is_lost(
        self, table: Seated, target: Any, event: dict[str, Any], more: dict[str, Any], code: str
    ) -> None:
        before = texts(table.look(0))
        with pytest.raises(Refusal) as caught:
            amend(table, 0, target, event, **more)
        assert caught.value.code == code
        assert texts(table.look(0)) == before


class TestInsert:
    def test_a_forgotten_one_stands_where_it_belongs(self, table: Seated) -> None:
        rev = insert(table, 0, 5, counted(3))
        assert count_now(table) == 6
        line = next(line for line in table.look(0).log if line.rev == rev)
        assert (line.text, line.place) == ("counted 3 (added before entry 5)", 5)

    def test_before_the_start_there_is_nothing(self, table: Seated) -> None:
        with pytest.raises(Refusal, match="before the game began"):
            insert(table, 0, 2, counted(3))


class TestPreview:
    def test_it_says_what_would_read_otherwise_and_changes_nothing(self, table: Seated) -> None:
        rev = table.look(0).rev
        found = table.tables.preview(table.code, [table.tokens[0]], how="amend", target=4, event=counted(3))
        assert [(one.label, one.old, one.new) for one in found.differences] == [("Count", "3", "5")]
        assert (found.misfits, table.look(0).rev) == ((), rev)

    def test_a_later_entry_that_would_not_fit_is_named_and_fixed(self) -> None:
        table = seated("Ada", "Ben", "Cy")
        table.count(0)
        table.pick(1, 4)
        sent: dict[str, Any] = {"how": "insert", "target": 5, "event": picked(7, 1)}
        found = table.tables.preview(table.code, [table.tokens[1]], **sent)
        (misfit,) = found.misfits
        assert (misfit.rev, misfit.seat, misfit.text) == (6, 1, "Ben picked 4 card")
        assert (misfit.because, misfit.can_override) == ("Ben has picked already", True)
        with pytest.raises(Refusal) as caught:
            insert(table, 1, 5, picked(7, 1))
        assert caught.value.code == "undo_dependent"
        insert(table, 1, 5, picked(7, 1), fixes={"6": "take_back"})
        assert "Card 7" in str(table.look(1).view)

    def test_others_read_no_secret_in_it(self) -> None:
        table = seated("Ada", "Ben", "Cy")
        table.count(0)
        table.pick(1, 4)
        sent: dict[str, Any] = {"how": "insert", "target": 5, "event": picked(7, 1)}
        found = table.tables.preview(table.code, [table.host], **sent)
        assert [(one.text, one.because) for one in found.misfits] == [("Ben picked a card", "")]

    def test_it_shows_no_secret_that_the_change_would_bring_to_light(self) -> None:
        table = seated("Ada", "Ben")
        table.count(0)
        table.pick(1, 4)
        tables, ada = table.tables, [table.tokens[0]]
        found = tables.preview(table.code, ada, how="insert", target=5, event=picked(7, 0))
        assert (found.reveals, found.differences, found.over) == (True, (), False)

    def test_its_owner_is_asked_and_says_what_it_was(self) -> None:
        table = seated("Ada", "Ben", "Cy")
        table.count(0)
        table.pick(1, 4)
        insert(table, 1, 5, picked(7, 1), fixes={"6": "ask"})
        line = next(line for line in table.look(1).log if line.rev == 6)
        assert line.asked
        amend(table, 1, 6, {**counted(2), "seat": 1})
        assert not any(line.asked for line in table.look(1).log)


class TestMoment:
    def test_what_could_be_done_then_the_same_kind_first(self, table: Seated) -> None:
        table.pick(0, 3)
        found = table.tables.moment(table.code, [table.tokens[0]], 4, how="amend")
        assert [type(choice.event).__name__ for choice in found.choices] == ["Counted", "Picked"]
        assert (found.text, found.seat) == ("counted 1", 0)

    def test_the_form_shows_what_was_said(self) -> None:
        table = seated("Ada", "Ben")
        table.pick(0, 3)
        found = table.tables.moment(table.code, [table.tokens[0]], 4, how="amend")
        (spec,) = found.choices[0].fields
        assert spec.preset == (3,)

    def test_what_somebody_was_offered_is_for_their_phone_alone(self, table: Seated) -> None:
        with pytest.raises(NotYours, match="Ada's phone"):
            table.tables.moment(table.code, [table.host], 4, how="amend")
        with pytest.raises(NotYours):
            table.tables.moment(table.code, [table.tokens[1]], 4, how="insert", seat=0)

    def test_a_secret_is_put_right_by_its_owner(self) -> None:
        table = seated("Ada", "Ben", "Cy")
        table.pick(1, 4)
        with pytest.raises(NotYours, match="Ben's phone"):
            table.tables.moment(table.code, [table.host], 5, how="amend")
        with pytest.raises(NotYours, match="secret"):
            table.tables.amend(table.code, [table.host], id="h", target=5, event=picked(9, 1))
        assert amend(table, 1, 5, picked(9, 1))

    def test_an_amended_secret_stays_one(self) -> None:
        table = seated("Ada", "Ben", "Cy")
        table.pick(1, 4)
        amend(table, 1, 5, picked(9, 1))
        sent = json.dumps(table.tables.export(table.code, [table.tokens[0]]))
        assert '"card": 9' not in sent
        assert '"card": 4' not in sent
        log = " ".join(texts(table.look(0)))
        assert "4" not in log.replace("entry 4", "")
        assert "9" not in log


class TestGivingBackWhatWasSeen:
    """Ada and Ben have picked, both cards lie open; Ada would take hers back."""

    @pytest.fixture
    def clock(self) -> Clock:
        return Clock()

    @pytest.fixture
    def table(self, clock: Clock) -> Seated:
        table = seated("Ada", "Ben", clock=clock)
        table.pick(0, 3)
        table.pick(1, 5)
        return table

    def test_the_others_are_asked_and_agree(self, table: Seated) -> None:
        rev = table.undo(0, target=4)
        waits = table.look(1).pending
        assert waits is not None
        assert (waits.rev, waits.by, waits.target, waits.waiting) == (rev, 0, 4, (1,))
        assert table.look(0).over, "nothing is given back yet"
        table.tables.answer_undo(table.code, [table.tokens[1]], id="yes", ask=rev)
        look = table.look(0)
        assert not look.over
        assert look.pending is None
        assert look.log[0].text == "Taken back: Ada picked 3 card"
        assert look.log[0].outcome == ("Already seen: Ada picked 3 card", "Already seen: Ben picked 5 card")

    def test_a_no_leaves_all_as_it_is(self, table: Seated) -> None:
        rev = table.undo(0, target=4)
        table.tables.answer_undo(table.code, [table.tokens[1]], id="no", ask=rev, agree=False)
        assert table.look(0).pending is None
        assert table.look(0).over

    def test_after_a_minute_the_host_decides(self, table: Seated, clock: Clock) -> None:
        rev = table.undo(0, target=4)
        with pytest.raises(NotYours):
            table.tables.answer_undo(table.code, [table.host], id="early", ask=rev)
        clock.now += 61
        table.tables.answer_undo(table.code, [table.host], id="host", ask=rev)
        assert not table.look(0).over
        assert "The host agrees" in texts(table.look(0))

    def test_who_asks_cannot_agree(self, table: Seated) -> None:
        rev = table.undo(0, target=4)
        with pytest.raises(NotYours):
            table.tables.answer_undo(table.code, [table.tokens[0]], id="own", ask=rev)

    def test_it_lapses_when_the_game_goes_on(self, table: Seated) -> None:
        rev = table.undo(0, target=4)
        table.count(1)
        assert table.look(1).pending is None
        with pytest.raises(Refusal, match="gone on"):
            table.tables.answer_undo(table.code, [table.tokens[1]], id="late", ask=rev)

    def test_what_nobody_else_has_seen_is_one_tap(self) -> None:
        table = seated("Ada", "Ben", "Cy")
        table.pick(0, 3)
        table.undo(0)
        assert table.look(0).pending is None
        assert table.look(0).log[0].text == "Taken back: Ada picked 3 card"

    def test_one_phone_with_all_seats_asks_nobody(self, table: Seated) -> None:
        table.tables.undo(table.code, table.tokens, id="both", target=4)
        assert not table.look(0).over

    def test_who_has_what_to_do_again_is_said(self, table: Seated) -> None:
        table.tables.undo(table.code, table.tokens, id="both", target=4, through=True)
        assert table.look(0).log[0].outcome == (
            "Already seen: Ada picked 3 card",
            "Already seen: Ben picked 5 card",
            "Ada goes back over: Ada picked 3 card",
            "Ben goes back over: Ben picked 5 card",
        )


def test_a_table_kept_without_lines_is_told_again_and_marked() -> None:
    store = MemoryStore()
    table = seated("Ada", "Ben", store=store)
    table.count(0, 2)
    kept = store.kept[table.code]
    bare = tuple(type(row)(row.rev, row.id, row.at, row.by, row.body) for row in kept.entries)
    store.kept[table.code] = type(kept)(kept.row, bare, kept.keys, kept.asks)
    line = Tables(store, games=ToyGames()).look(table.code, [table.tokens[0]]).log[0]
    assert (line.text, line.again) == ("counted 2", True)
    assert not table.look(0).log[0].again


def test_every_line_of_a_game_cites_its_rule() -> None:
    tables = Tables(MemoryStore(), clock=Clock())
    opened = tables.open("tower")
    seats = [tables.join(opened.code, name=name).token for name in ("Ada", "Ben")]
    tables.begin(opened.code, [opened.host_token], id="begin")
    choice = next(one for one in tables.look(opened.code, [seats[0]]).choices if not one.fields)
    tables.submit(opened.code, [seats[0]], id="first", event=choice.event)
    line = tables.look(opened.code, [seats[1]]).log[0]
    assert line.why is not None
    assert line.why.source
    assert line.why.text


def test_a_table_is_asked_once_about_a_seat_that_is_empty() -> None:
    tables = Tables(MemoryStore(), clock=Clock())
    opened = tables.open("fairytale")
    ana, ben, cleo = (tables.join(opened.code, name=name).token for name in ("Ana", "Ben", "Cleo"))
    tables.begin(opened.code, [opened.host_token], id="begin")
    assert not tables.look(opened.code, [ana]).absent
    tables.leave(opened.code, [cleo], seat=2)
    (choice,) = tables.look(opened.code, [ana]).absent
    tables.submit(opened.code, [ana], id="gone", event=choice.event)
    assert not tables.look(opened.code, [ana]).absent
    assert not tables.look(opened.code, [ben]).absent
    tables.join(opened.code, name="Cleo", seat=2)
    (back,) = tables.look(opened.code, [ben]).absent
    assert type(back.event).__name__ == "SeatBack"


def test_a_choice_is_not_made_again_knowing_what_the_others_chose() -> None:
    """Ana has not told which card she placed: nothing of hers was revealed, but Ben's card was."""
    tables = Tables(MemoryStore(), clock=Clock())
    opened = tables.open("fairytale")
    ana, ben = (tables.join(opened.code, name=name).token for name in ("Ana", "Ben"))
    tables.begin(opened.code, [opened.host_token], id="begin")
    tables.submit(opened.code, [ana], id="draft", event={"type": "next_stage", "args": {"to": 2}})
    offered = [one for one in tables.look(opened.code, [ben]).choices if type(one.event).__name__ == "Select"]
    telling = next(one for one in offered if one.fields)
    tables.submit(opened.code, [ben], id="b", event=telling.fill(card="moss_keeper"))
    rev = tables.submit(opened.code, [ana], id="a", event={"type": "select"}).rev
    tables.undo(opened.code, [ana], id="u", target=rev)
    waits = tables.look(opened.code, [ana]).pending
    assert waits is not None
    assert waits.waiting == (1,)


def test_an_end_by_hand_exports_nobody_elses_cards() -> None:
    """Ana sets the last stage by hand and lets the points stand: the card Ben placed is still his secret."""
    tables = Tables(MemoryStore(), clock=Clock())
    opened = tables.open("fairytale")
    ana, ben = (tables.join(opened.code, name=name).token for name in ("Ana", "Ben"))
    tables.begin(opened.code, [opened.host_token], id="begin")
    tables.submit(opened.code, [ana], id="draft", event={"type": "next_stage", "args": {"to": 2}})
    offered = [one for one in tables.look(opened.code, [ben]).choices if type(one.event).__name__ == "Select"]
    telling = next(one for one in offered if one.fields)
    tables.submit(opened.code, [ben], id="b", event=telling.fill(card="moss_keeper"))
    by_hand: dict[str, Any] = {"type": "set_stage", "args": {"stage": 9}, "override": True}
    tables.submit(opened.code, [ana], id="to", event=by_hand)
    tables.submit(opened.code, [ana], id="end", event={"type": "score"})
    assert tables.look(opened.code, [ana]).over
    assert "moss_keeper" not in json.dumps(tables.export(opened.code, [ana])["entries"])
    assert "moss_keeper" in json.dumps(tables.export(opened.code, [ben])["entries"])
