"""Every page of a table opens on a phone that plays two seats, in every game, from the lobby to the last score."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from bs4 import BeautifulSoup, Tag
from memory_store import MemoryStore
from PIL import Image
from plain_phone import PlainPhone, fields, table_of, words

from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.service import Service
from companion.table.tables import Tables
from companion.web.kept_fragments import fresh_id
from rules import games, wire
from rules.games.dragoborne import corrections, main_phase
from rules.testing.random_choices import filled

QUERIES = {
    "/t/<code>/join": ("", "?more=1", "?from=<code>", "?more=1&from=<code>"),
    "/t/<code>/claim": ("", "?key=none", "?key=<key>"),
    "/t/<code>/arrive": ("", "?key=none"),
    "/t/<code>/replay": ("", "?step=1", "?at=2"),
    "/t/<code>/picture": ("", "?nameless"),
    "/t/<code>/end.png": ("", "?nameless"),
    "/api/tables/<code>": ("", "?seat=0", "?seat=1", "?as=table"),
}
"""Every query a page of a table takes; ``<key>`` is a key that moves a seat to another phone."""
BESIDE = ("/", "/scan", "/join?code=<code>", "/diag?code=<code>", "/secure?code=<code>", "/help", "/calc", "/score")
"""Pages of no table that name the tables of this phone, or lead to one."""
PARTING = ("free", "again", "swap", "play-for", "sit-out")
"""Forms after which the phone does not hold the same two seats."""


def addresses(service: Service, code: str, key: str = "none") -> Iterator[str]:
    """Every page and every answer that is got by a table's code, with every query it takes, and those beside them."""
    for rule in create_app(service).url_map.iter_rules():
        if rule.methods and "GET" in rule.methods and rule.arguments == {"code"}:
            for query in QUERIES.get(rule.rule, ("",)):
                yield f"{rule.rule}{query}".replace("<code>", code).replace("<key>", key)
    yield from (page.replace("<code>", code) for page in BESIDE)


def two_seats(service: Service, game: str) -> PlainPhone:
    """A phone that opened a table of the game and sat down there twice."""
    phone = PlainPhone(service)
    phone.open(f"/new?game={game}")
    phone.tap("Open the table", name="Ana")
    phone.tap("Add a player without a phone here")
    phone.tap("Sit down", name="Oma")
    return phone


def code_of(phone: PlainPhone) -> str:
    return urlsplit(phone.path).path.split("/")[2]


def walk(phone: PlainPhone, code: str, key: str = "none") -> list[BeautifulSoup]:
    """Open every page as each of the two seats; no page may break."""
    pages = []
    for seat in ("0", "1"):
        phone.post(f"/t/{code}/sit", {"seat": seat})
        for address in addresses(phone.service, code, key):
            page = phone.open(address)
            assert phone.status < 500, (address, seat, phone.said()[:500])
            pages.append(page)
    return pages


def post_all(phone: PlainPhone, code: str, pages: list[BeautifulSoup]) -> None:
    """Send every form of these pages as it stands, and photos and codes that are none; nothing may break.

    Of the game's own buttons the first of each event; what parts the phone from its seats comes last.
    """
    found: dict[tuple[str, ...], Tag] = {}
    for form in (form for page in pages for form in page.select("form") if form.get("method") == "post"):
        event = form.select_one("[name=event]")
        what = str(event["value"]).partition('"type":')[2] if event else ""
        names = sorted({str(one["name"]) for one in form.select("[name]")})
        found.setdefault((str(form["action"]), what, *names), form)
    here = {key: form for key, form in found.items() if key[0].startswith((f"/t/{code}", "/settings", "/language"))}
    for key in sorted(here, key=lambda key: (key[0].rsplit("/", 1)[-1] in PARTING, key)):
        sent = fields(here[key])
        sent.pop("expect", None)  # or all but the first would only be told who was faster
        for button in here[key].select("button[name]")[:1]:
            sent[str(button["name"])] = [str(button.get("value", ""))]
        if here[key].get("enctype"):
            for photo in (b"no photo", white_photo()):
                phone.post(key[0], {**sent, "photo": (io.BytesIO(photo), "p.jpg")}, content_type="multipart/form-data")
                assert phone.status < 500, (key, phone.said()[:500])
        else:
            phone.post(key[0], sent)
            assert phone.status < 500, (key, phone.said()[:500])


def white_photo() -> bytes:
    """A photo that shows nothing."""
    out = io.BytesIO()
    Image.new("RGB", (320, 240), "white").save(out, "JPEG")
    return out.getvalue()


def play_on(service: Service, code: str, tokens: tuple[str, ...], rng: random.Random, events: int) -> None:
    """So many random events of both seats, fewer where the game ends before."""
    for _ in range(events):
        seats = rng.sample((0, 1), 2)
        looks = (service.tables.look(code, tokens, seat=seat) for seat in seats)
        offered = next((usual for look in looks if (usual := [c for c in look.choices if not c.correction])), None)
        if offered is None:
            return
        event = wire.event_to_json(filled(rng.choice(offered), rng))
        service.tables.submit(code, tokens, id=fresh_id(), event=event)


def held(phone: PlainPhone, code: str) -> tuple[str, ...]:
    cookie = phone.client.get_cookie(f"tw_{code}")
    assert cookie is not None
    return tuple(cookie.value.split("."))


def test_corrections_are_offered_to_a_phone_with_two_seats():
    _, (ana,) = table_of(["Ana"], begun=False)
    ana.tap("Add a player without a phone here")
    ana.tap("Sit down", name="Oma")
    ana.tap("Begin with 2 players")
    ana.tap("Correct")
    assert ana.status == 200
    ana.tap("Oma")
    assert words(ana.page.select_one("h1")) == "Correct something"
    assert words(ana.page.select_one(".tab[aria-current]")).endswith("Oma")


@pytest.mark.parametrize("game", games.names())
def test_every_page_of_a_table_opens_on_a_phone_with_two_seats(game: str):
    service, rng = Service(Tables(MemoryStore()), Network(), no_limits()), random.Random(f"two seats {game}")
    phone = two_seats(service, game)
    code = code_of(phone)
    walk(phone, code)
    phone.open(f"/t/{code}")
    phone.tap("Begin with 2 players")
    assert service.tables.look(code, held(phone, code)).held == (0, 1)
    pages = []
    for events in (0, 20, 60):
        play_on(service, code, held(phone, code), rng, events)
        pages += walk(phone, code, service.tables.hand_over(code, held(phone, code), 1))
    post_all(phone, code, pages)


@pytest.mark.parametrize("game", [name for name in games.names() if "score" in games.load(name).info.modes])
def test_every_page_of_a_score_sheet_opens_as_well(game: str):
    phone = PlainPhone(Service(Tables(MemoryStore()), Network(), no_limits()))
    phone.open(f"/score?game={game}")
    phone.post("/score", {"game": game, "players": "2"})
    code = code_of(phone)
    assert phone.status == 200
    post_all(phone, code, walk(phone, code))


def test_what_a_large_button_asks_for_stands_above_it():
    """Dragoborne's *End turn* asks for card texts that wait; it answers no prompt, so its form stands alone."""
    service = Service(Tables(MemoryStore()), Network(), no_limits())
    phone = two_seats(service, "dragoborne")
    code = code_of(phone)
    phone.open(f"/t/{code}")
    phone.tap("Begin with 2 players")
    for event in (
        corrections.SetTurn(0, 5, seat=0, override=True),
        corrections.SetResources("red", 3, 0, seat=0, override=True),
        main_phase.Cast("war_drums", seat=0),
    ):
        service.tables.submit(code, held(phone, code), id=fresh_id(), event=event)
    phone.open(f"/t/{code}")
    assert "War Drums: A creature gets +2/+2 until the turn ends." in phone.said()
    phone.tap("End turn cards still possible", f__texts__0='"left"')
    assert not phone.no()
    assert "Turn of" in phone.said() or "Turn 6" in phone.said()
