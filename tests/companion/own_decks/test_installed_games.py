"""Games installed as packages: brought, or left out with one line; their tables, kept without them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import Iterator
from importlib.resources import as_file, files
from pathlib import Path

import installed_packages
import pytest
from memory_store import MemoryStore
from plain_phone import PlainPhone

from companion.network.limits import no_limits
from companion.own_decks import installed_games
from companion.own_decks.game_folders import bring_all
from companion.service import Service
from companion.table.tables import Tables
from companion.web.page_language import look_up
from printkit.components import kit_file
from printkit.job import kit, print_job
from printkit.type.language import find_language
from rules import games

OTHER = "from dataclasses import replace\nfrom ninth_wave import GAME, DECK, INFO\nfrom rules.api import Plugin\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of the path that packages are installed into."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(games.names())
    modules = set(sys.modules)
    yield tmp_path
    for name in set(games.names()) - before:
        games.send_away(name)
    for name in set(sys.modules) - modules:
        if (getattr(sys.modules[name], "__file__", None) or "").startswith(str(tmp_path)):
            del sys.modules[name]


def test_an_installed_game_is_played_on_phones(place: Path) -> None:
    installed_packages.ninth_wave(place)
    assert installed_games.bring() == ()
    assert installed_games.bring() == ()  # asked for again, it is there already
    tables = Tables(MemoryStore())
    service = Service(tables, limits=no_limits())
    assert "Ninth Wave" in PlainPhone(service).open("/new").get_text()
    opened = tables.open("ninth_wave")
    tokens = [tables.join(opened.code, name=name).token for name in ("Ana", "Ben")]
    tables.begin(opened.code, [opened.host_token])
    ana = PlainPhone(service)
    ana.client.set_cookie(f"tw_{opened.code}", tokens[0])
    assert "Wish for a shell" in ana.open(f"/t/{opened.code}").get_text()
    wish = {"type": "wish", "seat": 0, "override": False, "args": {"shell": "003"}}
    tables.submit(opened.code, [tokens[0]], id=str(uuid.uuid4()), event=wish)
    assert "Your wish: Scallop" in ana.open(f"/t/{opened.code}").get_text()
    assert "Scallop" not in PlainPhone(service).open(f"/t/{opened.code}/table").get_text()


def test_a_table_whose_game_is_gone_is_kept_and_says_so(place: Path) -> None:
    installed_packages.ninth_wave(place)
    installed_games.bring()
    store = MemoryStore()
    tables = Tables(store)
    opened = tables.open("ninth_wave", players=2)
    games.send_away("ninth_wave")
    later = Service(Tables(store))
    phone = PlainPhone(later)
    for _ in range(40):  # the code is right, so asking for it is no guessing
        answer = phone.client.get(f"/t/{opened.code}/table")
        assert answer.status_code == 503
    assert "plays ninth_wave, which is not installed here now. Nothing of it is lost" in answer.get_data(as_text=True)
    assert phone.client.get("/").status_code == phone.client.get("/games").status_code == 200
    installed_games.bring()
    assert "Wishes" in PlainPhone(later).open(f"/t/{opened.code}/table").get_text()


def test_the_last_screen_of_a_table_whose_game_is_gone_can_be_looked_at(place: Path) -> None:
    """As everybody saw it, with names and what happened last; what one seat alone knew is not on it."""
    installed_packages.ninth_wave(place)
    installed_games.bring()
    store = MemoryStore()
    tables = Tables(store)
    opened = tables.open("ninth_wave")
    tokens = [tables.join(opened.code, name=name).token for name in ("Ana <b>", "Ben")]
    tables.begin(opened.code, [opened.host_token])
    wish = {"type": "wish", "seat": 0, "override": False, "args": {"shell": "003"}}
    tables.submit(opened.code, [tokens[0]], id=str(uuid.uuid4()), event=wish)
    before = PlainPhone(Service(tables)).open(f"/t/{opened.code}/table").get_text(" ", strip=True)
    assert "Wishes" in before
    games.send_away("ninth_wave")
    phone = PlainPhone(Service(Tables(store)))
    phone.client.set_cookie(f"tw_{opened.code}", tokens[0])
    phone.open(f"/t/{opened.code}")
    assert phone.status == 503
    phone.tap("Look at it as it stood")
    said = phone.page.get_text(" ", strip=True)
    assert phone.status == 200
    for shown in ("This table waits for its game", "Wishes", "Ana <b>", "Ben"):
        assert shown in said
    assert "Scallop" not in said, "a wish is nobody else's to know"
    assert not phone.page.select("form[action$='/go-on']")
    store.notes[f"screen {opened.code}"] = '{"rev": 1'
    assert "waits for its game" in phone.open(f"/t/{opened.code}/last-good").get_text()
    installed_games.bring()
    assert "Wishes" in PlainPhone(Service(Tables(store))).open(f"/t/{opened.code}/table").get_text()


@pytest.mark.parametrize("name", ["tidepool", "embers"])
def test_so_can_that_of_a_game_whose_folder_is_gone(name: str) -> None:
    with as_file(files("templates") / "games" / name) as folder:
        bring_all(folder)
    store = MemoryStore()
    tables = Tables(store)
    opened = tables.open(name)
    for who in ("Ana", "Ben"):
        tables.join(opened.code, name=who)
    tables.begin(opened.code, [opened.host_token])
    games.send_away(name)
    phone = PlainPhone(Service(Tables(store)))
    said = phone.open(f"/t/{opened.code}/last-good").get_text(" ", strip=True)
    assert phone.status == 200
    assert ("Reef of Ana" if name == "tidepool" else "Twos") in said
    styles = [one["href"] for one in phone.page.select("link[rel=stylesheet]")]
    assert {phone.client.get(one).status_code for one in styles} == {200}


@pytest.mark.parametrize(
    ("text", "game", "said"),
    [
        ("raise RuntimeError('no\\nluck')", "", "it cannot be loaded (RuntimeError: no luck); update it, or take it"),
        ("import sys; sys.exit(3)", "", "it cannot be loaded (SystemExit: 3)"),
        ("import nothing_like_it", "", "it cannot be loaded (ModuleNotFoundError: No module named 'nothing_like_it')"),
        ("PLUGIN = 7", "", "other:PLUGIN is a int, not a rules.api.Plugin"),
        (f"{OTHER}PLUGIN = Plugin((1, 99), GAME, DECK)", "", "this Tablewright has 1.2; update Tablewright"),
        (f"{OTHER}PLUGIN = Plugin((2, 0), GAME, DECK)", "", "it is made for rules.api 2.0"),
        (f"{OTHER}PLUGIN = Plugin((0, 3), GAME, DECK)", "", "which this Tablewright (1.2) is too new for"),
        (f"{OTHER}PLUGIN = Plugin('1', GAME, DECK)", "", "its api is '1', and two numbers such as (1, 2)"),
        (f"{OTHER}PLUGIN = Plugin((1, 0), None, DECK)", "", "it cannot be looked over (AttributeError"),
        (f"{OTHER}PLUGIN = Plugin((1, 0), GAME, DECK)", "", "its game's id is 'ninth_wave' and its entry point's name"),
        (
            f"{OTHER}PLUGIN = Plugin((1, 0), replace(GAME, info=replace(INFO, id='tower', title='T')))",
            "tower",
            "tower is the id of Attack at the Tower already",
        ),
        (
            f"{OTHER}PLUGIN = Plugin((1, 0), replace(GAME, info=replace(INFO, id='other', title='Fairytale')))",
            "",
            "Fairytale is what the game fairytale is called",
        ),
        (
            f"{OTHER}from rules import games\nPLUGIN = Plugin((1, 0), GAME, games.deck('tower'))",
            "ninth_wave",
            "its deck is of 'tower'",
        ),
    ],
)  # fmt: skip
def test_what_fails_clashes_or_is_too_new_is_left_out_with_one_line(
    place: Path, monkeypatch: pytest.MonkeyPatch, text: str, game: str, said: str
) -> None:
    monkeypatch.syspath_prepend(str(installed_packages.NINTH_WAVE.parent))
    installed_packages.module(place, "other", text, game=game)
    (line,) = installed_games.bring()
    assert said in line
    assert line.startswith(f"{game or 'other'} (other 1.0) is left out: ")
    assert "\n" not in line
    assert "fairytale" in games.names()


WORDS = "from pathlib import Path\nWORDS = Path(__file__).with_name('languages')\n"


def test_a_package_brings_its_own_words_in_other_languages(place: Path) -> None:
    """They go before ours, for its tables alone; a file nobody could use leaves the game out with its place."""
    made = f"{OTHER}{WORDS}GAME = replace(GAME, info=replace(INFO, id='other', title='Other'))\n"
    installed_packages.ninth_wave(place)
    installed_packages.module(place, "other", f"{made}PLUGIN = Plugin((1, 2), GAME, languages=WORDS)")
    (line,) = installed_games.bring()
    assert "other is left out: its languages cannot be used (" in line
    assert "has no language; expected a file such as de.toml" in line
    (place / "languages").mkdir()
    file = place / "languages" / "de.toml"
    for text, said in (
        ('"Wishes" = 3', '"Wishes": expected what it is in that language, in quotation marks'),
        ('"{who} wishes" = "{wer} hofft"', "has other places in braces than its translation"),
        ('"a" = "{"', "has other places in braces"),
        ('"a" = ', "cannot be read as TOML"),
    ):
        file.write_text(text, "utf-8")
        (line,) = installed_games.bring()
        assert f"{file}: " in line
        assert said in line
    file.write_text('"Wishes" = "Muschelwünsche"\n"Your turn" = "Du bist dran"\n', "utf-8")
    assert installed_games.bring() == ()
    found = find_language("de")
    assert look_up(found, "other")("Wishes") == "Muschelwünsche"
    assert look_up(found, "other")("Take back") == look_up(found, "")("Take back")
    assert look_up(found, "ninth_wave")("Wishes") != "Muschelwünsche"
    assert look_up(found, "tower")("Your turn") == "Dein Zug"
    tables = Tables(MemoryStore())
    opened = tables.open("other", players=2)
    phone = PlainPhone(Service(tables, limits=no_limits()))
    said = phone.open(f"/t/{opened.code}/table", headers={"Accept-Language": "de"}).get_text()
    assert "Muschelwünsche" in said


def test_a_package_prints_its_cards_in_its_languages(place: Path) -> None:
    made = f"{OTHER}{WORDS}GAME = replace(GAME, info=replace(INFO, id='other', title='Other'))\n"
    made += "DECK = replace(DECK, spec=replace(DECK.spec, game='other', letters='OT'))\n"
    made += "DECK = replace(DECK, cards=tuple(replace(card, game='other') for card in DECK.cards))\n"
    installed_packages.ninth_wave(place)
    installed_packages.module(place, "other", f"{made}PLUGIN = Plugin((1, 2), GAME, DECK, languages=WORDS)")
    (place / "languages").mkdir()
    from ninth_wave import DECK

    card = DECK.cards[0]
    (place / "languages" / "de.toml").write_text(f'"{card.name}" = "Die Neunte"\n', "utf-8")
    assert installed_games.bring() == ()
    face, german = games.spec("other").face(games.deck("other").cards[0]), find_language("de")
    assert german.face("other", face).title == "Die Neunte"
    assert german.face("other", face).original == card.name
    assert german.face("ninth_wave", face).title == card.name


KIT = "from pathlib import Path\nKIT = Path(__file__).with_name('kit.toml')\n"


def test_a_package_brings_its_kit_or_is_left_out_with_the_line_of_its_fault(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = "other"
    monkeypatch.syspath_prepend(str(installed_packages.NINTH_WAVE.parent))
    made = f"{OTHER}{KIT}GAME = replace(GAME, info=replace(INFO, id='other', title='Other'))\n"
    installed_packages.module(place, game, f"{made}PLUGIN = Plugin((1, 1), GAME, kit=KIT)")
    (place / "kit.toml").write_text('[[token]]\nname = "Wave"\nsize_mm = 32\nsign = "wafe"\n')
    (line,) = installed_games.bring()
    assert "other is left out: its kit cannot be used (" in line
    assert 'kit.toml line 4, token[0].sign: "wafe" is no sign; did you mean wave?' in line
    assert game not in games.names()
    (place / "kit.toml").write_text('[[token]]\nname = "Wave"\nsize_mm = 32\nsign = "wave"\n')
    assert installed_games.bring() == ()
    assert kit.kinds(game) == ("tokens",)
    assert print_job.plan(print_job.PrintSpec(game, what=("tokens",))).pages
    kit_file.forget(game)


def test_two_packages_with_the_same_letters(place: Path) -> None:
    installed_packages.ninth_wave(place)
    of = "replace(GAME, info=replace(INFO, id='other', title='Other'))"
    deck = "Deck(replace(DECK.spec, game='other'), DECK.cards)"
    installed_packages.module(
        place, "other", f"{OTHER}from rules.api import Deck\nPLUGIN = Plugin((1, 0), {of}, {deck})"
    )
    (line,) = installed_games.bring()
    assert "NW are the letters of Ninth Wave already" in line


def test_a_command_says_the_line_and_goes_on(tmp_path: Path) -> None:
    installed_packages.ninth_wave(tmp_path)
    installed_packages.module(tmp_path, "other", "raise RuntimeError('no luck')")
    folder = tmp_path / "games" / "sneaky"  # a program in a folder of games is never run
    installed_packages.module(folder, "sneaky", "open('ran', 'w')")
    with as_file(files("templates") / "games" / "harvestpad" / "game.toml") as toml:
        shutil.copy(toml, folder)
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", "games", "--games", str(tmp_path / "games")],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"},
    )
    assert done.stdout.count("play, score, print") == 6
    assert "ninth_wave" in done.stdout
    assert done.stderr.splitlines() == [
        "tablewright: other (other 1.0) is left out: it cannot be loaded (RuntimeError: no luck); update it, or take "
        "it away with pip uninstall other"
    ]
    assert not (tmp_path / "ran").exists()
