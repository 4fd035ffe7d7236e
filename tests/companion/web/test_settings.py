"""How a phone likes its pages: its language, light, sound and dragging, kept for the phone and nobody else."""

from __future__ import annotations

import json

import pytest
from page_texts import script_texts
from plain_phone import PlainPhone, toy_service, words

GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}


def test_a_phone_set_to_german_is_spoken_to_in_german_and_others_are_not():
    phone = PlainPhone(toy_service())
    assert phone.open("/help", headers=GERMAN).html["lang"] == "de"
    assert "Hilfe" in words(phone.page.select_one("footer"))
    assert phone.open("/help", headers={"Accept-Language": "fr"}).html["lang"] == "en"
    assert phone.open("/help").html["lang"] == "en"


def test_a_chosen_language_goes_before_what_the_browser_asks_for():
    phone = PlainPhone(toy_service())
    phone.open("/", headers=GERMAN)
    phone.tap("English")
    assert phone.open("/help", headers=GERMAN).html["lang"] == "en"
    phone.open("/settings?back=/help")
    phone.tap("Keep these", language="de", theme="dark", sound="on", drag="off", flat="on")
    assert phone.path == "/help"
    html = phone.page.html
    assert [html["lang"], html["data-theme"], html["data-sound"], html["data-drag"]] == ["de", "dark", "on", "off"]
    assert html["data-flat"] == "on"
    phone.open("/settings")
    checked = {one["name"]: one["value"] for one in phone.page.select("input[checked]")}
    assert checked == {"language": "de", "theme": "dark", "sound": "on", "drag": "off", "flat": "on"}


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", ""])
def test_settings_lead_to_no_foreign_page(back: str):
    phone = PlainPhone(toy_service())
    phone.post("/settings", {"back": back})
    assert phone.path == "/"
    assert phone.page.html["lang"] == "en"


@pytest.mark.parametrize("code", ["xx", "../de", "", "de" * 40, "\x00"])
def test_a_language_nobody_has_leaves_the_one_the_browser_asks_for(code: str):
    phone = PlainPhone(toy_service())
    phone.post("/language", {"language": code, "back": "/help"})
    assert phone.status == 200
    assert phone.open("/help", headers=GERMAN).html["lang"] == "de"
    phone.client.set_cookie("tw_language", code or "no")
    assert phone.open("/help", headers=GERMAN).html["lang"] == "de"


def test_the_scripts_get_their_words_with_the_page():
    phone = PlainPhone(toy_service())
    assert not phone.open("/help").select("#words")
    table = json.loads(phone.open("/help", headers=GERMAN).select_one("#words").string)
    assert set(table) == script_texts()
    assert table["The link is copied."] == "Der Link ist kopiert."
