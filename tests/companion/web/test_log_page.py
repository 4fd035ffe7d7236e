"""The log as a report of the game: by turn, results first, the rule behind each line; and its files."""

from __future__ import annotations

import json
import uuid
from dataclasses import replace
from typing import Any

import pytest
from memory_store import MemoryStore
from plain_phone import PlainPhone, table_of, words
from toy_game import WHY, Counted, State, Toy, ToyGames

from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.service import Service
from companion.table.log_lines import LogLine
from companion.table.log_report import by_turn
from companion.table.tables import Tables
from rules.game_protocol import Event, Line, Seat
from rules.log_line import set_aside_by


class Telling(Toy):
    """The toy with turns of two steps, outcomes, and rules set aside."""

    def tell(self, before: State, after: State, event: Event, viewer: Seat | None) -> Line:
        line = super().tell(before, after, event, viewer)
        outcome = (f"the count is {after.count}", "{p0} smiles") if isinstance(event, Counted) else ()
        against = set_aside_by(event, after.notices, viewer)
        return replace(line, outcome=outcome, set_aside=against, turn=f"Turn {before.count // 2 + 1}")


class TellingGames(ToyGames):
    game: Any = Telling()


@pytest.fixture
def phones() -> tuple[PlainPhone, PlainPhone]:
    """Ana, the host, and Ben, at a game that has begun."""
    service = Service(Tables(MemoryStore(), games=TellingGames()), Network(), no_limits())
    ana, ben = PlainPhone(service), PlainPhone(service)
    ana.open("/new")
    ana.tap("Open the table", name="Ana")
    ben.open(f"{ana.path}/join")
    ben.tap("Sit down", name="Ben")
    ana.open(ana.path)
    ana.tap("Begin with 2 players")
    for phone in (ana, ben):
        phone.open(f"/t/{ana.path.split('/')[2]}")
    return ana, ben


def count(phone: PlainPhone, times: int) -> None:
    for _ in range(times):
        phone.tap("Count one")


def headings(phone: PlainPhone) -> list[str]:
    return [words(found) for found in phone.page.select(".log-turn h2")]


def test_entries_stand_under_their_turn_the_newest_turn_first_and_each_in_order(phones):
    ana, _ = phones
    count(ana, 5)
    ana.open(f"{ana.path}/log")
    assert headings(ana) == ["Turn 3", "Turn 2", "Turn 1", "Before the game"]
    second = ana.page.select(".log-turn")[1]
    assert [words(found) for found in second.select(".log-rev")] == ["6", "7"]
    assert "The game begins" in words(ana.page.select(".log-turn")[-1])


def test_results_come_first_and_a_tap_shows_the_rule(phones):
    ana, _ = phones
    count(ana, 1)
    ana.open(f"{ana.path}/log")
    (line,) = ana.page.select(".log-turn")[0].select("li")
    says = words(line.select_one(".log-says"))
    assert says == "The count is 1 Ana smiles Counted 1"
    assert words(line.select_one("details > summary .log-came")) == "The count is 1"
    told = words(line.select_one("details > :not(summary)"))
    assert f"{WHY.text} {WHY.citation}" in told


def test_an_override_says_which_rule_was_set_aside(phones):
    ana, _ = phones
    form = next(button for button in ana.page.select("button") if words(button) == "Count one").find_parent("form")
    event = form.select_one("[name=event]")["value"].replace('"by":1', '"by":5')
    ana.post(form["action"], {"event": event, "id": "x1", "seat": "0"})
    ana.tap("Do it anyway; the log will say so")
    ana.open(f"{ana.path}/log")
    assert "By hand, against the rule" in ana.said()
    assert "Set aside: that is more than three" in ana.said()
    text = ana.client.get(f"{ana.path}.txt").get_data(as_text=True)
    assert f"Set aside: that is more than three [{WHY.citation}]" in text


def test_one_who_watches_reads_the_rules_and_takes_nothing_back(phones):
    ana, _ = phones
    count(ana, 1)
    watcher = PlainPhone(ana.service)
    watcher.open(f"{ana.path}/log")
    assert watcher.page.select(".log details .log-rule")
    assert not watcher.page.select("form[action$=undo]")


def test_what_was_taken_back_stays_to_be_seen_and_is_brought_back(phones):
    ana, _ = phones
    count(ana, 2)
    ana.open(f"{ana.path}/log")
    ana.tap("Take back the last step")
    gone = ana.page.select_one(".log .undone")
    assert "(taken back)" in words(gone)
    assert not gone.select("form")
    assert "Taken back: counted 1" in ana.said()


def test_a_secret_is_told_to_its_owner_alone_in_every_form(phones):
    ana, ben = phones
    ana.tap("Pick", f__card="7")
    code = ana.path.split("/")[2].split("?")[0]
    for phone, knows in ((ana, True), (ben, False), (PlainPhone(ana.service), False)):
        page = phone.client.get(f"/t/{code}/log").get_data(as_text=True)
        text = phone.client.get(f"/t/{code}/log.txt").get_data(as_text=True)
        data = phone.client.get(f"/t/{code}/log.json").get_data(as_text=True)
        for told in (page, text, data):
            assert ("picked 7 card" in told) is knows


def test_the_whole_game_is_one_tap_away(phones):
    ana, _ = phones
    for _ in range(50):
        count(ana, 1)
    ana.open(f"{ana.path}/log")
    assert 40 <= len(ana.page.select(".log li")) < 53
    (link,) = ana.page.select("a[href$='log?all=1']")
    assert words(link) == f"The whole game, {53 - len(ana.page.select('.log li'))} more entries"
    ana.open(str(link["href"]))
    assert len(ana.page.select(".log li")) == 53
    assert headings(ana)[-1] == "Before the game"


def test_a_game_without_turns_shows_its_newest_entries():
    _, (ana, _) = table_of(["Ana", "Ben"])
    count(ana, 60)
    ana.open(f"{ana.path}/log")
    assert headings(ana) == ["The game"]
    assert [words(found) for found in ana.page.select(".log-rev")] == [str(rev) for rev in range(24, 64)]
    ana.tap("The whole game, 23 more entries")
    assert len(ana.page.select(".log li")) == 63


def test_the_log_comes_as_text_and_as_json_on_the_page_and_in_the_api(phones):
    ana, _ = phones
    count(ana, 3)
    path = f"/t/{ana.path.split('/')[2]}"
    ana.open(f"{path}/log")
    links = [str(link["href"]) for link in ana.page.select(".log-files a")]
    assert links == [f"{path}/log.txt", f"{path}/log.json"]
    text, data = (ana.client.get(link) for link in links)
    assert text.headers["Content-Disposition"].endswith('-log.txt"')
    assert text.get_data(as_text=True).splitlines()[2:10] == [
        "",
        "Before the game",
        "---------------",
        "   1  Ana sits at seat 1",
        "   2  Ben sits at seat 2",
        "   3  The game begins with 2 players",
        "",
        "Turn 1",
    ]
    assert "   4  The count is 1; Ana smiles\n      counted 1 [Toy rules, Counting · TY-R1]\n" in text.get_data(
        as_text=True
    )
    turns = data.get_json()["turns"]
    assert [turn["turn"] for turn in turns] == ["Before the game", "Turn 1", "Turn 2"]
    assert [line["rev"] for turn in turns for line in turn["log"]] == [1, 2, 3, 4, 5, 6]
    assert turns[1]["log"][0]["outcome"] == ["the count is 1", "Ana smiles"]
    why = turns[1]["log"][0]["why"]
    assert (why["text"], why["source"], why["ruling"]) == (WHY.text, WHY.source, WHY.ruling)
    api = create_app(ana.service).test_client()
    code = data.get_json()["code"]
    assert api.get(f"/api/tables/{code}/log").get_json()["turns"] == turns
    plain = api.get(f"/api/tables/{code}/log?as=text")
    assert plain.mimetype == "text/plain"
    assert plain.get_data(as_text=True) == text.get_data(as_text=True)
    assert json.loads(data.get_data(as_text=True))["format"] == "tablewright-log"


def test_a_log_of_nobody_and_of_nothing_is_said(phones):
    ana, _ = phones
    assert ana.client.get("/t/NOSUCH/log.txt").status_code == 404
    assert ana.client.get("/api/tables/NOSUCH/log").status_code == 404


def test_what_was_put_right_says_both_and_what_was_forgotten_stands_in_its_place(phones):
    ana, _ = phones
    count(ana, 4)
    code = ana.path.split("/")[2]
    door, tokens = ana.service.tables, ana.client.get_cookie(f"tw_{code}").value.split(".")
    door.amend(code, tokens, id=str(uuid.uuid4()), target=5, event={"type": "counted", "args": {"by": 2}, "seat": 0})
    door.insert(code, tokens, id=str(uuid.uuid4()), target=6, event={"type": "counted", "args": {"by": 3}, "seat": 0})
    ana.open(f"/t/{code}/log")
    shown = {words(li.select_one(".log-rev")): words(li.select_one(".log-says")) for li in ana.page.select(".log li")}
    assert "Counted 2 Put right. It said: counted 1" in shown["5"]
    assert shown["8"].startswith("Entry 5 ")
    assert "counted 1" in shown["8"]
    assert "Counted 3 (added before entry 6)" in shown["9"]
    order = [rev for turn in reversed(ana.page.select(".log-turn")) for rev in map(words, turn.select(".log-rev"))]
    assert order == ["1", "2", "3", "4", "5", "9", "6", "7", "8"]
    assert ana.page.select_one("#log-5"), "where the pages of an amendment lead back to"
    ways = {str(link["href"]) for link in ana.page.select("#log-5 a")}
    assert ways == {f"/t/{code}/amend/5", f"/t/{code}/insert/5"}
    assert all(ana.client.get(way).status_code == 200 for way in ways)
    assert not ana.page.select("#log-8 a"), "a change of the past is taken back, not amended"
    text = ana.client.get(f"/t/{code}/log.txt").get_data(as_text=True)
    assert "      Put right; it said: counted 1\n" in text


def line(rev: int, turn: str = "", **more: Any) -> LogLine:
    return LogLine(rev, 0.0, None, None, text=f"e{rev}", undone=False, can_undo=True, override=False, turn=turn, **more)


def test_something_inserted_stands_where_it_happened():
    told = [
        line(1, place=1),
        line(2, "Turn 1", place=2),
        line(3, "Turn 2", place=3),
        line(4, "Turn 1", place=2),
        line(5),
    ]
    assert [(turn.heading, [one.rev for one in turn.lines]) for turn in by_turn(reversed(told))] == [
        ("Before the game", [1]),
        ("Turn 1", [4, 2]),
        ("Turn 2", [3, 5]),
    ]


def test_a_game_without_turns_has_two_headings():
    told = [line(1, place=1), line(2, place=2, can_amend=True), line(3, place=3, can_amend=True)]
    assert [turn.heading for turn in by_turn(told)] == ["Before the game", "The game"]
