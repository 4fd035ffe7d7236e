"""A club night as its people see it: laid by the host, found by everybody, paired from the games' own results."""

from __future__ import annotations

import csv
import io
import json
import re

import numpy
import pypdfium2
import pytest
import zxingcpp
from plain_phone import PlainPhone, toy_service, words

from companion.club.night import Night
from companion.club.nights import ClubNights
from companion.storage.sql_store import SqlStore
from companion.table.tables import Tables

AWAY = {"REMOTE_ADDR": "192.168.1.20"}


@pytest.fixture
def host():
    return PlainPhone(toy_service())


def test_lines_of_the_form_are_the_people(host):
    host.post("/club", {"title": "Cup", "kind": "swiss", "game": "toy", "names": "Ana\r\n\r\n Ben \n"})
    assert "2 people are on the list" in host.said()


def test_a_name_that_cannot_be_is_told_with_its_line(host):
    names = "Ana\n\nDorothea von und zu Hohenfels\nBen"
    host.post("/club", {"title": "Cup", "kind": "swiss", "game": "toy", "names": names})
    assert "Line 3, Dorothea von und zu Hohenfels: That name is long" in host.no()
    assert host.page.select_one("#names").text.strip() == names, "the list is there to be mended"
    assert (host.page.select_one("#title")["value"], host.page.select_one("#title-open")["value"]) == ("Cup", "")


def begin(host: PlainPhone, names: str, **more: str) -> str:
    data = {"title": "Cup", "kind": "swiss", "game": "toy", "names": "\n".join(names.split()), **more}
    host.post("/club", data)
    assert host.status == 200, host.no()
    return host.path.split("/club/")[1][:6]


def sit(host: PlainPhone, night: str, name: str) -> PlainPhone:
    """A phone that opens the board and taps its person's name."""
    phone = PlainPhone(host.service)
    phone.open(f"/b/{night}", environ_base=AWAY)
    button = next(b for b in phone.page.select(".ct-me") if name in words(b))
    phone.post(f"/b/{night}/sit", {"person": button["value"]}, environ_base=AWAY)
    assert phone.path.startswith("/t/"), phone.no()
    return phone


def play(host: PlainPhone, night: str, picks: dict[str, int]) -> None:
    """Everybody of the round sits down, whoever is first at a table begins, and each picks a card; the highest wins."""
    found = host.service.club.find(night)
    for table in found.now:
        names = found.names(table)
        phones = [sit(host, night, name) for name in names]
        phones[0].open(f"/t/{table.code}")
        phones[0].tap(f"Begin with {len(names)} players")
        for name, phone in zip(names, phones, strict=True):
            phone.open(f"/t/{table.code}")
            phone.tap("Pick", f__card=str(picks[name]))


def standings(host: PlainPhone, night: str) -> list[list[str]]:
    host.open(f"/club/{night}")
    return [[words(cell) for cell in row.select("td, th")][:3] for row in host.page.select(".standings tbody tr")]


def test_a_tournament_is_paired_played_and_scored_from_the_games_own_results(host):
    night = begin(host, "Ana Ben Cleo Dora")
    host.tap("Pair round 1")
    assert len(host.page.select(".ct")) == 2
    play(host, night, {"Ana": 9, "Ben": 7, "Cleo": 5, "Dora": 3})
    table = standings(host, night)
    assert [row[2] for row in table] == ["1", "1", "0", "0"]
    first = {frozenset(table.people) for table in host.service.club.find(night).now}
    host.tap("Pair round 2")
    found = host.service.club.find(night)
    assert not first & {frozenset(table.people) for table in found.now}, "nobody meets anybody twice"
    winners = {row[1] for row in table[:2]}
    assert winners in [set(found.names(one)) for one in found.now], "winners meet winners"
    play(host, night, {"Ana": 9, "Ben": 7, "Cleo": 5, "Dora": 3})
    assert standings(host, night)[0] == ["1", "Ana", "2"]


def test_a_round_waits_for_every_table(host):
    night = begin(host, "Ana Ben")
    host.tap("Pair round 1")
    assert not host.page.find(string=re.compile("Pair round 2"))
    host.post(f"/club/{night}/round", {})
    assert host.status == 400
    assert "No result yet from table 1" in host.no()


def test_the_host_enters_a_result_and_takes_it_back(host):
    night = begin(host, "Ana Ben")
    host.tap("Pair round 1")
    code = host.service.club.find(night).now[0].code
    names = host.service.club.find(night).names(host.service.club.find(night).now[0])
    host.post(f"/club/{night}/tables/{code}/result", {"place": ["2", "1"]})
    assert standings(host, night)[0][1] == names[1]
    host.post(f"/club/{night}/tables/{code}/result", {"place": ["1", "2"], "own": "1"})
    assert {row[2] for row in standings(host, night)} == {"0"}
    host.post(f"/club/{night}/tables/{code}/result", {"place": ["2", "2"]})
    assert "somebody the first" in host.no()


def test_an_odd_one_sits_out_once_and_has_a_point_for_it(host):
    night = begin(host, "Ana Ben Cleo")
    out = []
    for round_ in (1, 2, 3):
        host.open(f"/club/{night}")
        host.tap(f"Pair round {round_}")
        found = host.service.club.find(night)
        out += [found.people[one].name for one in found.byes[-1]]
        host.post(f"/club/{night}/tables/{found.now[0].code}/result", {"place": ["1", "1"]})
    assert sorted(out) == ["Ana", "Ben", "Cleo"]
    assert {row[2] for row in standings(host, night)} == {"2"}


def test_who_left_is_paired_no_more_and_who_comes_late_is(host):
    night = begin(host, "Ana Ben Cleo Dora")
    host.post(f"/club/{night}/people/3/drop", {})
    host.post(f"/club/{night}/people", {"name": "Emil"})
    host.tap("Pair round 1")
    found = host.service.club.find(night)
    here = {found.people[one].name for table in found.now for one in table.people}
    assert here == {"Ana", "Ben", "Cleo", "Emil"}
    host.post(f"/club/{night}/people", {"name": "ana"})
    assert "on the list already" in host.no()


def test_a_round_paired_too_early_is_taken_back(host):
    night = begin(host, "Ana Ben")
    host.tap("Pair round 1")
    host.tap("Take round 1 back")
    assert host.service.club.find(night).round == 0
    host.tap("Pair round 1")
    play(host, night, {"Ana": 9, "Ben": 1})
    host.post(f"/club/{night}/round/back", {})
    assert "the round stands" in host.no()


def test_larger_tables_are_mixed_anew(host):
    night = begin(host, "A B C D E F", kind="groups", seats="3")
    host.tap("Pair round 1")
    assert [len(table.people) for table in host.service.club.find(night).now] == [3, 3]
    for table in host.service.club.find(night).now:
        host.post(f"/club/{night}/tables/{table.code}/result", {"place": ["1", "2", "3"]})
    first = {frozenset(table.people) for table in host.service.club.find(night).now}
    host.tap("Pair round 2")
    assert not first & {frozenset(table.people) for table in host.service.club.find(night).now}


def test_a_round_robin_ends_when_everybody_has_met_everybody(host):
    night = begin(host, "Ana Ben", kind="round_robin")
    host.tap("Pair round 1")
    host.post(f"/club/{night}/tables/{host.service.club.find(night).now[0].code}/result", {"place": ["1", "2"]})
    host.post(f"/club/{night}/round", {})
    assert "Everybody has met everybody" in host.no()


def test_an_open_night_lays_tables_people_sit_down_at(host):
    host.post("/club", {"title": "Thursday <b>", "kind": "open"})
    night = host.path.split("/club/")[1][:6]
    host.tap("Lay them", count="30")
    assert len(host.page.select(".ct")) == 30
    host.tap("Lay them", count="31")
    assert "up to 60 tables" in host.no()
    phone = PlainPhone(host.service)
    phone.open(f"/b/{night}", environ_base=AWAY)
    assert "Thursday <b>" in phone.page.h1.find_parent("body").get_text()
    phone.open(phone.page.select_one("a.ct-join")["href"], environ_base=AWAY)
    phone.tap("Sit down", name="Ana")
    code = phone.path.split("/t/")[1][:6]
    second = PlainPhone(host.service)
    second.open(f"/t/{code}/join", environ_base=AWAY)
    second.tap("Sit down", name="Ben")
    assert not second.page.find("button", string=re.compile("Begin"))
    phone.open(f"/t/{code}", environ_base=AWAY)
    phone.tap("Begin with 2 players")
    assert host.service.tables.look(code).begun, "whoever sat down first may begin"
    host.open(f"/club/{night}")
    assert "Ana" in words(host.page.select_one(".ct"))


def test_of_two_who_sit_down_at_once_one_is_the_host(host):
    night = begin(host, "Ana Ben")
    host.tap("Pair round 1")
    code = host.service.club.find(night).now[0].code
    for name in ("Ana", "Ben"):
        host.service.tables.join(code, name=name)
    assert sorted(map(bool, (host.service.club.first_host(code) for _ in range(2)))) == [False, True]


def test_the_first_host_who_heard_no_answer_gets_the_same_place_again(host):
    begin(host, "Ana Ben")
    host.tap("Pair round 1")
    club, secret = host.service.club, "S" * 22
    code = club.all()[0].now[0].code
    token = club.first_host(code, secret)
    assert token
    assert club.first_host(code, secret) == token
    assert club.first_host(code, "T" * 22) == "", "somebody else is not the first"
    assert host.service.tables.live(code).who([token]).host


def test_two_hosts_on_two_processes_change_a_night_in_the_same_instant_and_both_count(tmp_path, monkeypatch):
    stores = [SqlStore.at(tmp_path) for _ in range(2)]
    one, two = (ClubNights(Tables(store)) for store in stores)
    night = one.open("Friday", kind="swiss", game="tower", names=["Ana", "Ben"]).id
    read = one.find

    def overtaken(id_: str) -> Night:
        found = read(id_)
        monkeypatch.undo()
        two.add_player(night, "Cem")
        return found

    monkeypatch.setattr(one, "find", overtaken)
    one.add_player(night, "Dora")
    assert [person.name for person in one.find(night).people] == ["Ana", "Ben", "Cem", "Dora"]
    assert two.find(night) == one.find(night)
    for store in stores:
        store.close()


def test_a_table_calls_and_the_host_comes(host):
    night = begin(host, "Ana Ben")
    host.tap("Pair round 1")
    code = host.service.club.find(night).now[0].code
    phone = sit(host, night, "Ana")
    phone.open(f"/t/{code}/seats", environ_base=AWAY)
    phone.tap("Call the host of the night")
    host.open(f"/club/{night}")
    assert "Table 1 needs you" in host.said()
    host.tap("I was there")
    assert "needs you" not in host.said()
    stranger = PlainPhone(host.service)
    stranger.post(f"/t/{code}/call", {}, environ_base=AWAY)
    assert stranger.status == 403


def test_the_news_change_whenever_the_board_would(host):
    night = begin(host, "Ana Ben")

    def news():
        return host.client.get(f"/b/{night}/news").get_data(as_text=True)

    seen = [news(), news()]
    assert seen[0] == seen[1]
    host.open(f"/club/{night}")
    host.tap("Pair round 1")
    seen.append(news())
    sit(host, night, "Ana")
    seen.append(news())
    assert len(set(seen)) == 3


def test_somebody_else_cannot_take_a_seat_that_is_taken(host):
    night = begin(host, "Ana Ben")
    host.tap("Pair round 1")
    sit(host, night, "Ana")
    other = PlainPhone(host.service)
    person = [one.name for one in host.service.club.find(night).people].index("Ana")
    other.post(f"/b/{night}/sit", {"person": str(person)}, environ_base=AWAY)
    assert other.status == 409
    assert "Ana" in other.no()


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"title": " ", "names": "Ana\nBen"}, "Give the night a name"),
        ({"names": "Ana"}, "at least two people"),
        ({"names": "Ana\nANA"}, "twice"),
        ({"names": "Ana\n" + "x" * 90}, "long"),
        ({"kind": "groups", "seats": "9", "names": "A\nB\nC"}, "can have 3 to 4 people"),
        ({"kind": "knockout", "names": "A\nB"}, "expected one of"),
        ({"minutes": "9000", "names": "A\nB"}, "up to 600 minutes"),
        ({"game": "chess", "names": "A\nB"}, "no such game"),
        ({"names": "\n".join(f"P{n}" for n in range(300))}, "up to 240 people"),
    ],
)
def test_a_night_that_cannot_be_is_refused_with_a_sentence_and_what_was_typed(host, sent, why):
    host.post("/club", {"title": "Cup", "kind": "swiss", "game": "toy", **sent})
    assert host.status == 400
    assert why in host.no()
    assert host.service.club.all() == ()
    assert host.page.find("textarea").get_text().split() == sent["names"].split()


def test_cards_and_poster_carry_codes_that_lead_there(host):
    night = begin(host, "Ana Ben Cleo Dora Emil Fritz Gesa Hugo Ida Jan")
    host.tap("Pair round 1")
    pdf = host.client.get(f"/club/{night}/cards.pdf").data
    codes = {text for page in pages(pdf) for text in codes_on(page)}
    found = host.service.club.find(night)
    assert {code.rsplit("/j/", 1)[1] for code in codes} == {table.code for table in found.now}
    poster = host.client.get(f"/club/{night}/poster.pdf?paper=letter").data
    assert [text.rsplit("/b/", 1)[1] for page in pages(poster) for text in codes_on(page)] == [night]


def pages(pdf: bytes):
    return [page.render(scale=2).to_pil() for page in pypdfium2.PdfDocument(pdf)]


def codes_on(picture):
    return [one.text for one in zxingcpp.read_barcodes(numpy.asarray(picture.convert("L")))]


def test_the_night_goes_along_as_csv_and_json(host):
    night = begin(host, "=Ana Ben")
    host.tap("Pair round 1")
    code = host.service.club.find(night).now[0].code
    host.post(f"/club/{night}/tables/{code}/result", {"place": ["1", "1"]})
    rows = list(csv.reader(io.StringIO(host.client.get(f"/club/{night}/standings.csv").data.decode("utf-8-sig"))))
    assert sorted(row[1] for row in rows[1:3]) == ["'=Ana", "Ben"]
    assert {row[2] for row in rows[1:3]} == {"0.5"}
    data = json.loads(host.client.get(f"/club/{night}/night.json").data)
    assert [len(one["tables"]) for one in data["rounds"]] == [1]
    assert {one["place"] for one in data["rounds"][0]["tables"][0]["people"]} == {1}


def test_a_guest_sees_the_board_and_nothing_of_the_hosts(host):
    night = begin(host, "Ana Ben")
    guest = PlainPhone(host.service)
    guest.open(f"/b/{night}", environ_base=AWAY)
    assert guest.status == 200
    assert not guest.page.select('a[href^="/club"]')
    guest.open(f"/club/{night}", environ_base=AWAY)
    assert guest.status == 403
    guest.open("/b/BBBBBB", environ_base=AWAY)
    assert guest.status == 404
