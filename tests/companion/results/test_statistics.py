"""Figures over results, people and their names, charts, and what is taken along."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET
from datetime import UTC, date, datetime

import pytest

from companion.results import charts, statistics
from companion.results.exports import as_bg_stats, as_csv
from companion.results.people import People, known, read_people, written
from companion.results.result import Result, Scored, SeatResult

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC).astimezone().replace(hour=20).timestamp()
DAY = 86400


def seat(name: str, points: int = 0, place: int = 1, *, lines: tuple[Scored, ...] = ()) -> SeatResult:
    cards = tuple(line.label for line in lines)
    return SeatResult(name, "amber", "circle", points, place, place == 1, lines, cards)


def ended(
    code: str, *seats: SeatResult, days: float = 0, game: str = "fairytale", minutes: float | None = 40
) -> Result:
    return Result(code, game, game.title(), NOON + days * DAY, seats, minutes, scored=game == "fairytale")


THREE = (
    ended("C", seat("Anna", 52), seat("Ben", 30, 2), days=2),
    ended("B", seat("Anna", 20, 2), seat("Ben", 41), days=1),
    ended("A", seat("Anna", 33), seat("Ben", 33), seat("Clara", 12, 3)),
)


def test_two_people_are_compared_by_who_came_in_first():
    found = statistics.head_to_head(THREE, "Anna", "Ben")
    assert found is not None
    assert (found.ahead, found.behind, found.level, found.together) == (1, 1, 1, 3)
    assert statistics.day_of(found.since) == date(2026, 11, 20)
    assert statistics.head_to_head(THREE, "Anna", "Dora") is None
    assert statistics.closest_pair(THREE) == ("Anna", "Ben")


def test_wins_and_rows_of_wins_are_counted():
    anna, ben, clara = statistics.people(THREE)
    assert (anna.name, anna.played, anna.won, anna.streak, anna.running) == ("Anna", 3, 2, 1, 1)
    assert (ben.won, ben.streak, ben.running) == (2, 2, 0)
    assert (clara.played, clara.won) == (1, 0)
    assert len({(one.colour, one.shape) for one in (anna, ben, clara)}) == 3, "though all three sat as amber circles"


def test_the_same_people_have_a_record_of_their_own():
    found = statistics.among(THREE, ["ben", "Anna"])
    assert found is not None
    assert (found.games, dict(found.wins), found.best) == (
        2,
        {"Anna": 1, "ben": 1},
        statistics.BestScore("Anna", 52, "C"),
    )
    assert statistics.among(THREE, ["Anna", "Ben", "Clara"]) is None, "a first game has nothing to compare"
    assert statistics.among(THREE, ["Anna", ""]) is None


def test_a_game_has_its_record_its_mean_and_its_usual_length():
    (found,) = statistics.each_game(THREE)
    assert found.best is not None
    assert (found.best.name, found.best.points, found.best.code) == ("Anna", 52, "C")
    assert found.mean_points == pytest.approx((52 + 30 + 20 + 41 + 33 + 33 + 12) / 7)
    assert found.usual_minutes == 40


def test_where_the_fewest_win_the_fewest_are_the_record():
    low = Result("L", "gilfate", "Gilfate", NOON, (seat("Anna", 14, 2), seat("Ben", 2)), 30, scored=True, low_wins=True)
    assert statistics.each_game([low])[0].best == statistics.BestScore("Ben", 2, "L")


def test_a_card_is_as_good_as_its_points_a_time_and_one_seen_once_says_nothing():
    twice = seat("Anna", 12, lines=(Scored("Homesteader", 8, 2), Scored("Eclipse", 4)))
    once = seat("Ben", 3, 2, lines=(Scored("Homesteader", 1),))
    (card,) = statistics.best_cards([ended("A", twice, once)])
    assert (card.name, card.times, card.won, card.points) == ("Homesteader", 3, 1, pytest.approx(3))


def test_after_midnight_it_is_still_the_same_evening():
    late = ended("D", seat("Anna"), days=2 + 5 / 24)
    found = statistics.evenings([late, *THREE])
    assert [(one.day, len(one.results)) for one in found] == [
        (date(2026, 11, 22), 2), (date(2026, 11, 21), 1), (date(2026, 11, 20), 1)]  # fmt: skip


def test_results_are_narrowed_by_game_person_and_day():
    day = date(2026, 11, 21)
    assert [one.code for one in statistics.Wanted(since=day).of(THREE)] == ["C", "B"]
    assert [one.code for one in statistics.Wanted(until=day).of(THREE)] == ["B", "A"]
    assert [one.code for one in statistics.Wanted(who="cLaRa").of(THREE)] == ["A"]
    assert statistics.Wanted(game="tower").of(THREE) == ()


def test_lengths_are_put_in_steps_that_hold_every_game():
    took = statistics.lengths([3, 12, 14.9, 15, 61])
    assert sum(count for _, count in took) == 5
    assert [most for most, _ in took] == [10, 20, 30, 40, 50, 60, 70]
    assert statistics.lengths([]) == ()


# --- people


def test_two_spellings_are_one_person_and_the_same_person_sits_once():
    people = People().with_alias("anna m.", "Anna")
    results = known([ended("A", seat("Anna M.", 3), seat("ANNA", 2, 2)), *THREE], people)
    assert {one.name for one in statistics.people(results)} == {"Anna", "Ben", "Clara"}
    assert People().with_alias("Anna", "Anna").aliases == {}
    assert people.with_alias("Anna M.", "").aliases == {}


def test_names_for_names_never_run_in_a_circle():
    people = People().with_alias("Annie", "Anna").with_alias("Anna", "Anna Maria")
    assert people.shown("Annie") == people.shown("anna") == "Anna Maria"
    assert people.with_alias("Anna Maria", "Annie").shown("Annie") == "Anna Maria"


def test_whoever_is_forgotten_is_in_no_figure_and_can_be_brought_back():
    people = People().with_alias("Annie", "Anna").without("Anna")
    assert people.shown("Anna") == people.shown("Annie") == ""
    assert "nna" not in written(people), "what is kept cannot be read"
    results = known(THREE, read_people(written(people)))
    assert [one.name for one in statistics.people(results)] == ["Ben", "Clara"]
    assert statistics.each_game(results)[0].plays == 3
    for gone in people.forgotten:
        people = people.with_back(gone)
    assert people.shown("Anna") == "Anna"


@pytest.mark.parametrize("text", ["", "nonsense", "[]", '{"aliases": 3}', '{"forgotten": 7}', "null"])
def test_a_line_that_cannot_be_read_is_nobody(text: str):
    assert read_people(text) == People()


# --- charts


def test_charts_are_well_formed_and_stay_inside_their_box():
    wild = [charts.Line("amber", "star", [(0, -40), (1, 1_000)]), charts.Line("sky", "none", [(5, 0)])]
    drawn = [
        charts.lines_chart(wild),
        charts.lines_chart([charts.Line("sky", "circle", [(3, 0)])]),
        charts.columns_chart([("≤5", 0), ("≤10", 12)]),
        charts.bar(1.7, "teal"),
        charts.shares([(2, "amber"), (0, ""), (3, "sky")]),
        charts.shares([]),
    ]
    for text in drawn:
        tree = ET.fromstring(text)
        assert "style" not in {name for one in tree.iter() for name in one.attrib}, "a page carries no style of its own"
        box = [float(value) for value in tree.attrib["viewBox"].split()]
        for one in tree.iter("rect"):
            assert float(one.get("x", "0")) + float(one.attrib["width"]) <= box[2] + 0.1
    assert charts.lines_chart([]) == charts.columns_chart([]) == ""


@pytest.mark.parametrize(("low", "high"), [(0, 0), (0, 1), (-7, 3), (12, 52), (0, 4_000), (-3, -1)])
def test_a_scale_holds_its_values_in_few_steps(low: float, high: float):
    bottom, top, step = charts.scale(low, high)
    assert bottom <= low
    assert top >= high
    assert 1 <= (top - bottom) / step <= 8


# --- to take along


def test_a_table_has_a_row_for_every_seat_and_no_formulas():
    rows = list(csv.DictReader(io.StringIO(as_csv([ended("A", seat('=cmd|" "!A1', 3), seat("Ben, the \n2nd", 2, 2))]))))
    assert [(row["table"], row["place"], row["points"], row["won"]) for row in rows] == [
        ("A", "1", "3", "yes"), ("A", "2", "2", "no")]  # fmt: skip
    assert rows[0]["name"].startswith("'=")
    assert rows[1]["name"] == "Ben, the \n2nd"


def test_a_file_for_bg_stats_names_games_and_players_once_and_the_same_play_twice_alike():
    data = json.loads(as_bg_stats([*THREE, ended("T", seat("Anna"), seat("", 0, 2), game="tower")]))
    assert [game["name"] for game in data["games"]] == ["Tower", "Fairytale"]
    assert sorted(player["name"] for player in data["players"]) == ["Anna", "Ben", "Clara", "Somebody"]
    by_id = {player["id"]: player["name"] for player in data["players"]}
    play = next(one for one in data["plays"] if "table C" in one["comments"])
    scores = [(by_id[s["playerRefId"]], s["score"], s["winner"], s["rank"]) for s in play["playerScores"]]
    assert scores == [("Anna", "52", True, 1), ("Ben", "30", False, 2)]
    assert play["durationMin"] == 40
    assert datetime.strptime(play["playDate"], "%Y-%m-%d %H:%M:%S")  # noqa: DTZ007 - the format has no zone
    again = json.loads(as_bg_stats(THREE[:1]))
    assert again["plays"][0]["uuid"] == play["uuid"]
