"""The end of a game: who won, the picture of it, and looking through it again."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from plain_phone import PlainPhone, table_of, toy_service
from toy_game import Picked

from companion.results.share_picture import EndPicture, Stand, Told, share_png
from companion.web.score_page import podium_of
from rules import games
from rules.score import ScoreSheet, SeatScore


def sheet(*totals: int, winners: tuple[int, ...] = ()) -> ScoreSheet:
    return ScoreSheet(tuple(SeatScore(seat, total, ()) for seat, total in enumerate(totals)), winners, final=True)


def test_equals_share_a_place_and_the_next_one_is_skipped():
    found = podium_of(sheet(3, 9, 9, 1, winners=(1, 2)), points_count=True)
    assert [(step.seat, step.place) for step in found.steps] == [(1, 1), (2, 1), (0, 3)]
    assert [(step.seat, step.place) for step in found.rest] == [(3, 4)]
    assert not found.draw


def test_nobody_stands_first_where_everybody_does():
    assert podium_of(sheet(0, 0, winners=(0, 1)), points_count=False).draw
    assert podium_of(sheet(4, 4, winners=()), points_count=True).draw
    assert not podium_of(sheet(7, winners=(0,)), points_count=True).draw


def test_points_that_only_say_who_won_are_not_shown():
    assert [step.points for step in podium_of(sheet(1, 0, winners=(0,)), points_count=False).steps] == [None, None]
    assert [step.points for step in podium_of(sheet(1, 2, winners=(1,)), points_count=False).steps] == [2, 1]


def test_everybody_sees_who_won_in_words():
    _, (ana, ben) = table_of(["Ana", "Ben"])
    ana.tap("Pick", f__card="7")
    ben.tap("Pick", f__card="9")
    # The toy game names no winner; whoever has the most stands first all the same.
    assert "The game is over" in ben.open(f"{ben.path}/scores").select_one("h1").get_text()
    steps = [" ".join(step.get_text(" ").split()) for step in ben.page.select(".podium li")]
    assert steps == ["B Ben 9 points 1st", "A Ana 7 points 2nd"]


HOSTILE = ["W" * 30, "אבישג הגדולה מכולן", "🐉 Emil 👩‍👩‍👧 🇩🇪", "\u202eevil", "", "ก็็็็็็็็็็"]


def picture(names: list[str]) -> Image.Image:
    stands = [
        Stand(name, name[:1] or "1", "amber", shape, place, f"{place}th", "1" * 9)
        for place, (name, shape) in enumerate(zip(names, ("star", "triangle", "hexagon", "circle"), strict=False), 1)
    ]
    told = [
        Told(f"{name} did something very long indeed " * 3, name, "−21", card)
        for name, card in zip(names, games.deck("fairytale").cards, strict=False)
    ]
    heading = " and ".join(names) + " share the win"
    return Image.open(io.BytesIO(share_png(EndPicture("Fairy Tale", heading, "2026", stands, told, " · ".join(names)))))


@pytest.mark.parametrize("at", range(len(HOSTILE)))
def test_no_name_leaves_the_picture(at: int):
    names = [*HOSTILE[at:], *HOSTILE[:at]]
    shown = picture(names).convert("RGB")
    assert shown.size == (1080, 1350)
    plain = picture(["A", "B", "C", "D", "E", "F"]).convert("RGB")
    for margin in ((0, 0, 24, 1350), (1056, 0, 1080, 1350), (0, 1325, 1080, 1350), (0, 0, 1080, 24)):
        assert shown.crop(margin).tobytes() == plain.crop(margin).tobytes(), "nothing but the ground is drawn there"


def test_the_picture_is_of_ended_games_only_and_can_leave_names_out():
    _, (ana, ben) = table_of(["Ana", "Ben"])
    assert ana.client.get(f"{ana.path}/end.png").status_code == 404
    ana.tap("Pick", f__card="7")
    ben.tap("Pick", f__card="9")
    named, nameless = (ana.client.get(f"{ben.path}/end.png{more}") for more in ("", "?nameless"))
    assert (named.status_code, named.mimetype) == (200, "image/png")
    assert named.data != nameless.data


def test_a_replay_shows_every_step_and_never_a_seats_own():
    _, (ana, ben) = table_of(["Ana", "Ben"])
    path = ana.path
    ana.tap("Pick", f__card="7")
    page = ana.open(f"{path}/replay")
    assert "Card 7" not in page.get_text(), "Ana's own phone looks at what everybody could see"
    assert "step 1 of 1" in page.get_text()
    ben.tap("Pick", f__card="9")
    assert "Card 7" in ben.open(f"{path}/replay").get_text()
    ben.open(f"{path}/replay?step=1")
    assert "Card 7" not in ben.page.select_one("main").get_text()
    ben.tap("One step on")
    assert "Card 9" in ben.page.get_text()
    for odd in ("step=99999", "step=x", "at=0", "at=9999999", "at=-1"):
        ben.open(f"{path}/replay?{odd}")
        assert ben.status == 200


def test_before_the_game_there_is_nothing_to_replay():
    _, (ana, _) = table_of(["Ana", "Ben"], begun=False)
    assert ana.open(f"{ana.path}/replay").select_one("h1").get_text()
    assert not ana.path.endswith("/replay")


def test_only_score_asks_for_names_and_remembers_them_for_the_next_sheet():
    phone = PlainPhone(toy_service())
    phone.open("/score")
    phone.tap("To the first photo", players="2", who=["Ana", "  "])
    sheet = phone.path
    assert "Ana" in phone.open(f"{sheet}/scores").select_one("main").get_text()
    assert "Seat 2" in phone.page.select_one("main").get_text()
    phone.open("/score")
    assert [field["value"] for field in phone.page.select("[name=who]")][:2] == ["Ana", ""]


def test_a_name_that_cannot_be_opens_no_sheet_and_keeps_what_was_typed():
    phone = PlainPhone(toy_service())
    phone.open("/score")
    phone.tap("To the first photo", players="2", who=["Ana", "W" * 70])
    assert phone.status == 400
    assert "24 characters" in phone.page.get_text()
    assert phone.page.select_one("[name=who]")["value"] == "Ana"
    assert phone.service.tables.store.without_result(9) == ()


def test_a_score_sheet_ends_on_the_podium_and_the_next_one_has_the_same_names():
    phone = PlainPhone(toy_service())
    phone.open("/score")
    phone.tap("To the first photo", players="2", who=["Ana", "Ben"])
    code = phone.path.split("/t/")[1]
    tables, tokens = phone.service.tables, phone.client.get_cookie(f"tw_{code}").value.split(".")
    for seat, card in enumerate((7, 9)):
        tables.submit(code, tokens, id=f"id{seat}", event=Picked(card, seat=seat), for_seat=seat)
    phone.open(f"/t/{code}/scores")
    assert phone.page.select_one(".podium li").get_text(" ").split()[:2] == ["B", "Ben"]
    phone.tap("Score another game")
    assert phone.path != f"/t/{code}"
    assert {"Ana", "Ben"} <= set(phone.open(f"{phone.path}/scores").select_one("main").get_text(" ").split())
