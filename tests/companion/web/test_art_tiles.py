"""The small pictures of cards' art on pages: every game's, of folders and typed decks too, and nothing else."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from example_folder_game import folder
from flask.testing import FlaskClient
from memory_store import MemoryStore
from PIL import Image
from typed_tables import FAIRYTALE, added, dragoborne_deck

from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.own_decks.game_folders import bring_all
from companion.service import Service
from companion.table.tables import Tables
from companion.web import art_tiles
from companion.web.art_tiles import tile
from rules import games


@pytest.fixture
def client() -> FlaskClient:
    return create_app(Service(Tables(MemoryStore()), Network(80), no_limits())).test_client()


@pytest.fixture
def rafters(tmp_path: Path) -> Iterator[str]:
    """A game out of a folder."""
    bring_all(folder(tmp_path / "rafters"))
    yield "rafters"
    games.send_away("rafters")


def picture(client: FlaskClient, address: str) -> Image.Image:
    answer = client.get(address)
    assert answer.status_code == 200, address
    assert answer.mimetype == "image/webp"
    shown = Image.open(io.BytesIO(answer.data))
    assert shown.format == "WEBP"
    assert len(shown.convert("L").getcolors(256) or ()) > 3, f"{address} is blank"
    return shown


@pytest.mark.parametrize("game", games.names())
def test_every_tenth_card_has_a_light_tile_in_two_sizes_by_its_name_and_its_id(client: FlaskClient, game: str):
    for card in games.deck(game).cards[::10]:
        small, large = tile(game, card.id), tile(game, card.id, large=True)
        assert small.startswith(f"/tile/{game}/{card.id}.webp?v=")
        assert large.startswith(f"/tile/{game}/{card.id}@2x.webp?v=")
        assert games.card_named(game, card.name).name == card.name  # type: ignore[union-attr]
        assert tile(game, card.name), card.name
        assert picture(client, small).size == (228, 152)
        assert picture(client, large).size == (456, 304)
        assert len(client.get(small).data) < 12_000, "a phone on old Wi-Fi loads forty of them"


def test_a_phone_asks_for_a_tile_once_and_for_a_changed_one_again(client: FlaskClient):
    versioned = client.get(tile("tower", "stone_remembers"))
    assert versioned.cache_control.max_age == 365 * 24 * 3600
    plain = client.get("/tile/tower/stone_remembers.webp")
    assert 0 < (plain.cache_control.max_age or 0) <= 600
    assert (
        client.get("/tile/tower/stone_remembers.webp?v=00000000").cache_control.max_age == plain.cache_control.max_age
    )
    again = client.get("/tile/tower/stone_remembers.webp", headers={"If-None-Match": plain.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_cards_of_folders_and_typed_decks_have_tiles(client: FlaskClient, rafters: str, tmp_path: Path):
    assert picture(client, tile(rafters, "Lute Maker")).size == (228, 152)
    typed = added(tmp_path, FAIRYTALE, game="fairytale", title="Fen Tales")
    duel = added(tmp_path, dragoborne_deck("red", "blue", "Fen"), game="dragoborne", title="Fen Deck")
    for card in (*typed.deck.cards, *duel.deck.cards):
        assert picture(client, tile(card.game, card.id)).size == (228, 152)
        assert tile(card.game, card.name), card.name


@pytest.mark.parametrize(
    "address",
    [
        "/tile/nogame/x.webp",
        "/tile/tower/nobody.webp",
        "/tile/tower/.webp",
        "/tile/tower/@2x.webp",
        "/tile/tower/stone_remembers@3x.webp",
        "/tile/../static/style.css.webp",
        "/tile/tower/..%2F..%2Fcards.csv.webp",
        "/tile/tower/%00.webp",
        "/tile/tower/" + "x" * 5000 + ".webp",
    ],
)
def test_there_is_no_way_to_anything_else(client: FlaskClient, address: str):
    assert client.get(address).status_code == 404


def test_no_name_no_address():
    assert tile("tower", "Nobody Ever") == tile("nogame", "x") == tile("tower", "") == tile("", "") == ""


def test_the_memory_tiles_take_has_a_limit(client: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    shelf = art_tiles._Shelf()
    monkeypatch.setattr(art_tiles, "_shelf", shelf)
    monkeypatch.setattr(art_tiles, "MOST_BYTES", 30_000)
    for card in games.deck("gilfate").cards:
        client.get(tile("gilfate", card.id))
    assert 10_000 < sum(map(len, shelf.held.values())) == shelf.bytes <= 30_000
