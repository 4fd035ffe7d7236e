"""Boards and splits on a page: the glyphs on the counters, and one form that hands out a pool among targets."""

from __future__ import annotations

import json

import pytest
import tower_states
from bs4 import BeautifulSoup
from flask.testing import FlaskClient
from memory_store import MemoryStore
from mid_game import laid
from werkzeug.datastructures import MultiDict

from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.service import Service
from companion.table.tables import Tables
from companion.web.board_things import things
from companion.web.choice_forms import event_of
from companion.web.template_helpers import Viewer, event_json, told
from printkit.type.hyphenation import SOFT
from rules.game_protocol import Choice, FieldSpec, Pick, Refusal
from rules.games.dragoborne.main_phase import AssignShield
from rules.games.tower.attack import AssignDamage
from rules.log_line import Pictured
from rules.text import say
from rules.view import Board, CardRow, CardView, Checklist, Slot, fill, person


@pytest.fixture
def client() -> FlaskClient:
    return create_app(Service(Tables(MemoryStore()), Network(80), no_limits())).test_client()


def test_a_counter_carries_the_glyph_of_its_suit(client: FlaskClient) -> None:
    assert ".g-tower .s-cavalry" in client.get("/static/suits.css").text
    assert "--suit-glyph: url(/static/glyphs/spider.svg)" in client.get("/static/suits.css").text
    drawn = client.get("/static/glyphs/spider.svg")
    assert (drawn.status_code, drawn.mimetype) == (200, "image/svg+xml")
    assert "<path" in drawn.text
    assert client.get("/static/glyphs/unicorn.svg").status_code == 404


def split() -> Choice:
    """Six damage among two trolls."""
    state = tower_states.attack(tower_states.table("lair2 . . / . . . / . . .", "burrows2 . . / . . . / . . ."))
    return next(choice for choice in tower_states.moves(state, 0) if choice.pools)


def posted(choice: Choice, **amounts: str) -> MultiDict[str, str]:
    """The form as a browser sends it."""
    form = MultiDict({"event": event_json(choice.event)})
    for spec in choice.fields:
        form.add(f"is.{spec.name}", spec.kind)
        form.add(f"f.{spec.name}", amounts[spec.name[-1]])
    return form


def test_each_number_goes_to_its_target() -> None:
    choice = split()
    event = event_of(posted(choice, **{"1": "2", "2": "1"}), [choice])
    assert event == AssignDamage("regular", {"1-1a1": 2, "1-1a2": 1}, seat=0)


def test_the_form_is_understood_when_the_choice_is_gone() -> None:
    event = event_of(posted(split(), **{"1": "2", "2": "1"}), [])
    assert isinstance(event, dict)
    assert event["args"]["hits"] == {"1-1a1": 2, "1-1a2": 1}


def test_no_target_takes_more_than_destroys_it() -> None:
    choice = split()
    with pytest.raises(Refusal, match="falls at 2: expected 0 to 2"):
        event_of(posted(choice, **{"1": "5", "2": "1"}), [choice])


def test_two_forms_of_one_event_are_told_apart_by_their_answers() -> None:
    def of(dice: tuple[int, ...], fort: str) -> Choice:
        asks = (FieldSpec("die", "Which die?", tuple(Pick(die, str(die)) for die in dice)),)
        asks += (FieldSpec("fort", "Which fort?", (Pick(fort, fort),)),)
        return Choice.asking(AssignShield, "Dragoshield", asks, seat=0)

    offered = [of((0, 1), "1"), of((2,), "3")]
    assert len({event_json(choice.event) for choice in offered}) < len(offered)
    for choice in offered:
        answers = {spec.name: spec.picks[0].value for spec in choice.fields}
        form = MultiDict({"event": event_json(choice.event)})
        for spec in choice.fields:
            form.add(f"is.{spec.name}", spec.kind)
            form.add(f"f.{spec.name}", json.dumps(answers[spec.name]))
        assert event_of(form, offered) == choice.fill(**answers)


def test_a_card_on_each_side_opens_its_own_words(client: FlaskClient) -> None:
    def side(seat: int, name: str) -> Board:
        return Board((Slot("Fort 2", cards=(CardView(f"{seat}-1", name, detail=f"about {name}"),)),), 3, seat=seat)

    at = Viewer("BCDFGH", "dragoborne", None, (None, None))
    with client.application.test_request_context():
        blocks = client.application.jinja_env.get_template("_blocks.html").module
        drawn = str(
            blocks.show_all((side(0, "Moss Warden"), side(1, "Tide Caller"), CardRow("Ἄ", ()), CardRow("Β", ())), at)
        )
    page = BeautifulSoup(drawn, "html.parser")
    for button in page.select("button.card-face"):
        words = page.find(id=button["popovertarget"])
        assert button.select_one(".card-name").text in words.text
    named = [node[name] for name in ("id", "data-key") for node in page.select(f"[{name}]")]
    assert len(named) == len(set(named)) == 8


def test_a_card_that_cannot_be_played_says_why_when_it_is_touched() -> None:
    service = Service(Tables(MemoryStore()), Network(80), no_limits())
    client, table = create_app(service).test_client(), laid(service.tables, "dragoborne", 0.3)
    look = service.tables.look(table.code, list(table.seats), seat=0)
    assert look.view is not None
    reasons = {one.spot: one.why_not for one in things(look.view) if isinstance(one, CardView) and one.why_not}
    assert reasons
    client.set_cookie(f"tw_{table.code}", table.seats[0])
    for spot, reason in reasons.items():
        page = client.get(f"/t/{table.code}/thing/{spot}").text
        assert reason in page
        assert "Nothing can be done" not in page


def test_names_in_a_result_turn_no_figure_around_them(client: FlaskClient) -> None:
    at = Viewer("BCDFGH", "fairytale", None, (None, None))
    scored = fill(say("{who} {points}", who=person(0), points="+4"), lambda _: "אבישג <הגדולה>")
    with client.application.test_request_context():
        drawn = client.application.jinja_env.get_template("_result.html").module
        shown = str(drawn.pictured(Pictured("", "Moss Keeper", scored, down=True), at))
        begun = told(fill(say("{who} draws", who=person(0)), lambda _: "\u2068ana\u2069"))
    assert "<bdi>אבישג &lt;הגדולה&gt;</bdi> +4" in shown
    assert "face down" in shown
    assert "gone" not in shown
    assert begun == "<span><bdi>ana</bdi> draws</span>"


def test_only_what_a_touch_ticks_has_a_circle_to_tick(client: FlaskClient) -> None:
    at = Viewer("BCDFGH", "fairytale", 0, (None, None), touch=True)
    with client.application.test_request_context():
        blocks = client.application.jinja_env.get_template("_blocks.html").module
        page = BeautifulSoup(
            str(blocks.show_all((Checklist("Effects", (("Ana chooses", False),)),), at)), "html.parser"
        )
    assert page.select(".todo .tick.told")
    assert not page.select(".tick:not(.told)")


@pytest.mark.parametrize("language", ["en", "de"])
def test_long_names_are_divided_for_eyes_alone(language: str) -> None:
    """Never in what is read out, sent, or looked for: attributes of the page, and what clients of the API get."""
    service = Service(Tables(MemoryStore()), Network(80), no_limits())
    client, table = create_app(service).test_client(), laid(service.tables, "breeds", 0.4)
    client.set_cookie(f"tw_{table.code}", table.seats[0])
    spoken = {"Accept-Language": language}
    page = BeautifulSoup(client.get(f"/t/{table.code}", headers=spoken).text, "html.parser")
    assert any(SOFT in name.text for name in page.select(".card-name, .pick span"))
    told = [str(value) for element in page.find_all(True) for value in element.attrs.values()]
    assert len(told) > 100
    assert [value for value in told if SOFT in value] == []
    bearer = {**spoken, "Authorization": f"Bearer {table.seats[0]}"}
    for path in ("", "/log", "/export"):
        answer = client.get(f"/api/tables/{table.code}{path}", headers=bearer)
        assert answer.status_code == 200, (path, answer.text)
        assert SOFT not in json.dumps(answer.json, ensure_ascii=False)
