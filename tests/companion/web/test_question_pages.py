"""The pages that answer one question: by plain forms, and alive in a browser at phone size."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from browser_phones import companion
from bs4 import BeautifulSoup
from headless_browser import PHONE, chromium
from page_audit import CONTRAST, NAMELESS, TARGETS
from plain_phone import PlainPhone, toy_service

from rules import games

EVERY = [(game, one.id) for game in games.names() for one in games.questions(game)]
FILLED = {
    ("gilfate", "hand"): {"hand.9a": 1, "hand.9b": 1, "hand.12a": 1, "bombs": 2},
    ("tower", "battle"): {"attackers.dragon": 1, "attackers.elf": 2, "defenders.troll": 1, "bases": 1},
    ("dragoborne", "attack"): {"shield": 5},
    ("breeds", "combat"): {"attackers.0.sv": 3, "blockers.0.sv": 2},
    ("fairytale", "tableau"): {"mine.cinder_hatchling": 3, "mine.dragons_lair": 1},
}


@pytest.fixture
def phone() -> PlainPhone:
    return PlainPhone(toy_service())


def answer(phone: PlainPhone) -> str:
    found = phone.page.select_one("#answer")
    assert found is not None
    return re.sub(r"\s+", " ", found.get_text(" ")).strip()


def test_every_question_is_one_tap_from_the_list(phone: PlainPhone) -> None:
    phone.open("/calc")
    links = {link["href"] for link in phone.page.select("main a.game")}
    assert links == {f"/calc/{game}/{id}" for game, id in EVERY}


@pytest.mark.parametrize(("game", "id"), EVERY)
def test_a_question_nobody_filled_in_invites_to_do_so(phone: PlainPhone, game: str, id: str) -> None:
    phone.open(f"/calc/{game}/{id}")
    assert "the answer stands here" in answer(phone)


def test_an_answer_stands_in_the_address(phone: PlainPhone) -> None:
    phone.open(f"/calc/gilfate/hand?{urlencode(FILLED['gilfate', 'hand'])}")
    assert "12" in answer(phone)
    filled = phone.page.select_one('input[name="hand.9a"]')
    assert filled is not None
    assert filled["value"] == "1"


def test_the_damage_of_a_battle_can_be_handed_out_otherwise(phone: PlainPhone) -> None:
    battle = FILLED["tower", "battle"]
    phone.open(f"/calc/tower/battle?{urlencode(battle)}")
    assert "Attacker's damage" in phone.page.get_text()
    phone.open(f"/calc/tower/battle?{urlencode(battle | {'regular.siege.b1': 9})}")
    assert answer(phone).startswith("No")


def test_what_is_there_once_or_not_at_all_is_ticked(phone: PlainPhone) -> None:
    phone.open("/calc/gilfate/knockout?bombs=3&active.11b=1")
    ticked = {box["name"] for box in phone.page.select("input[type=checkbox][checked]")}
    assert ticked == {"active.11b"}
    assert all(box["value"] == "1" for box in phone.page.select('input[name^="active."]'))


def test_one_more_row_keeps_what_was_filled_in(phone: PlainPhone) -> None:
    phone.open("/calc/breeds/combat?attackers.0.sv=3&rows.attackers=2&more=attackers")
    rows = phone.page.select('input[name^="attackers."][name$=".sv"]')
    assert [row["value"] for row in rows] == ["3", "", ""]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("dragoborne/pay?cost=12", "Das kostet 12; keine steht."),
        ("dragoborne/pay?cost=many", "Kosten der Karte: erwartet wird eine ganze Zahl."),
        ("breeds/coins?first.r=2&first.e=1", "Für 2 seltene Symbole und 1 episches Symbol ist keine Münze übrig."),
        ("breeds/combat?attackers.0.sv=3&blockers.0.sv=2&blockers.0.blocks=A5", "muss einen der angreifenden"),
        ("tower/battle?attackers.elf=1&defenders.troll=2", "Übrige Angreifer: 0 von 1."),
        ("fairytale/tableau?mine.dragons_lair=1", "Du Platz 1"),
        ("fairytale/reveal?card=dragons_lair&up.sky_dance_dragon=1", "Zur Wahl: "),
    ],
)
def test_a_no_and_its_reason_are_said_in_the_language_of_the_page(phone: PlainPhone, asked: str, said: str) -> None:
    phone.open(f"/calc/{asked}", headers={"Accept-Language": "de"})
    assert said in answer(phone)


def test_nonsense_in_the_address_is_answered_kindly(phone: PlainPhone) -> None:
    phone.open("/calc/gilfate/hand?bombs=%3Cscript%3E&hand.9a=99")
    assert "That does not work out" in answer(phone)
    assert "<script>" not in str(BeautifulSoup(str(phone.page.select_one("#answer")), "html.parser"))


@pytest.mark.parametrize("path", ["/calc/chess/hand", "/calc/gilfate/nothing", "/calc/../hand"])
def test_a_question_there_is_not_is_said_so(path: str) -> None:
    answer = toy_service_client().get(path)
    assert answer.status_code == 404


def toy_service_client() -> Any:
    from companion.app import create_app

    return create_app(toy_service()).test_client()


# --- in a browser -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with companion(Path(tmp_path_factory.mktemp("data"))) as url:
        yield url


@pytest.mark.browser
def test_pages_fit_a_phone_and_answer_as_one_taps(address: str) -> None:
    shots = os.environ.get("TABLEWRIGHT_SHOTS")
    with chromium() as browser:
        for scheme in ("dark", "light"):
            context = browser.new_context(viewport=PHONE, color_scheme=scheme, has_touch=True, is_mobile=True)
            page = context.new_page()
            for (game, id), filled in FILLED.items():
                page.goto(f"{address}/calc/{game}/{id}?{urlencode(filled)}")
                page.wait_for_load_state("networkidle")
                assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], (game, id)
                for audit in (CONTRAST, NAMELESS, TARGETS):
                    assert page.evaluate(audit) == [], (game, id, scheme)
                if shots:
                    page.screenshot(path=f"{shots}/{game}-{id}-{scheme}.png", full_page=True)
            page.goto(f"{address}/calc/gilfate/knockout?bombs=2")
            page.locator('.stepper:has(input[name="bombs"]) [data-step="1"]').click()
            page.locator("#answer", has_text="Knocked out").wait_for()
            assert "bombs=3" in page.url
            context.close()


@pytest.mark.browser
def test_what_was_filled_in_before_the_script_came_is_answered_too(address: str) -> None:
    with chromium() as browser:
        page, on_its_way = browser.new_page(), []
        page.route("**/small.js", lambda route: on_its_way.append(route))
        page.goto(f"{address}/calc/gilfate/knockout?bombs=2", wait_until="commit")
        page.locator('input[name="bombs"]').fill("3")
        for route in on_its_way:
            route.continue_()
        page.unroute("**/small.js")
        page.wait_for_url("**bombs=3**")
