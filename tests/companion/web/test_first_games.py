"""A game's first game in six pictures, and the facts on the shelf."""

import re
from pathlib import Path

import pytest
from memory_store import MemoryStore
from plain_phone import PlainPhone, toy_service, words

import templates
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.own_decks.game_folders import bring_all
from companion.service import Service
from companion.table.tables import Tables
from companion.web.first_games import first_game, sheets_to_print
from printkit.job import sheet_counts
from rules import games

GAMES = games.playable()


@pytest.fixture
def phone() -> PlainPhone:
    return PlainPhone(Service(Tables(MemoryStore()), Network(), no_limits()))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_six_pictures_of_cards_it_has(game):
    found = first_game(game)
    assert found is not None
    assert len(found.pictures) == 6
    deck = games.deck(game)
    shown = [thing["card"] for one in found.pictures for thing in one.things if "card" in thing]
    assert shown
    assert [card for card in [found.cover, *shown] if card not in deck.by_id] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_picture_names_its_section_and_is_read_aloud(phone, game):
    page = phone.open(f"/first/{game}")
    assert phone.status == 200
    pictures = page.select(".first-one")
    assert len(pictures) == 6
    for one in pictures:
        assert words(one.cite)
        assert words(one.select_one("p span")).startswith(one.svg["aria-label"])
        assert one.svg.select("image, text, path, rect")


def test_a_game_nobody_has_drawn_has_no_first_game(phone):
    phone.open("/first/chess")
    assert phone.status == 404


def test_sheets_to_print_are_what_the_print_page_says_and_two_armies_take_twice_as_many(phone):
    for game in GAMES:
        said = phone.open(f"/print?game={game}").get_text(" ")
        sheets = sheets_to_print(game) // (2 if game == "tower" else 1)
        assert re.search(rf"\b{sheets} sheets", " ".join(said.split())), game


def test_another_game_is_a_button_not_a_word_of_a_sentence(phone):
    other = phone.open("/new?game=tower").find("a", string="Another game")
    assert other is not None
    assert "btn" in other["class"]


def test_the_first_page_shows_every_game_with_what_people_choose_by(phone):
    page = phone.open("/")
    boxes = {str(box.select_one(".box-open")["href"]): words(box) for box in page.select(".box")}
    assert set(boxes) == {f"/new?game={game}" for game in GAMES}
    fairytale = boxes["/new?game=fairytale"]
    assert "2 to 5 players" in fairytale
    assert "30 to 40 minutes" in fairytale
    assert f"{sheets_to_print('fairytale')} sheets to print" in fairytale


def test_a_game_out_of_a_folder_says_its_sheets_too_and_a_score_pad_says_none(phone):
    folder = Path(templates.__file__).parent / "games"
    try:
        for name in ("ninebells", "harvestpad"):
            bring_all(folder / name)
        boxes = {str(box.select_one(".box-open")["href"]): words(box) for box in phone.open("/").select(".box")}
        assert sheet_counts.laid_out("ninebells") == 6
        assert "6 sheets to print" in boxes["/new?game=ninebells"]
        assert "to print" not in boxes["/new?game=harvestpad"]
    finally:
        for name in ("ninebells", "harvestpad"):
            games.send_away(name)


def test_a_game_without_a_cover_stands_on_the_shelf_all_the_same():
    page = PlainPhone(toy_service()).open("/")
    box = page.select_one(".box")
    assert box is not None
    assert "Your first game" not in words(box)
    assert box.select_one("img") is None
