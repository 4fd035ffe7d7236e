"""The pages without JavaScript: everything a person can do goes through plain forms."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from bs4 import BeautifulSoup
from memory_store import MemoryStore
from plain_phone import PlainPhone, table_of, toy_service, words
from sample_views import everything, fairytale_view, flip_choices, sample_look, select_choices
from toy_game import Counted, Picked, Toy

from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.service import Service
from companion.table.tables import Tables
from companion.web.choice_forms import layout
from companion.web.request import page
from rules.game_protocol import Choice, Event, FieldSpec, Pick, Reading
from rules.view import View


@pytest.fixture
def render():
    """Renders the play page of a made-up look."""
    app = create_app(toy_service())

    def play(view: View | None = None, choices=None, **more: object) -> BeautifulSoup:
        look = sample_look(view, choices, **more)
        with app.test_request_context("/t/KR7TQ2"):
            html = page("play.html", look, layout=layout(look), calm="Nothing to do.", watching=False)
        return BeautifulSoup(html, "html.parser")

    return play


# --- a whole game by forms -----------------------------------------------------------------------------------------


def test_a_game_from_opening_the_table_to_the_end_by_forms_alone():
    _, (ana, ben) = table_of(["Ana", "Ben"])
    assert ana.page.select_one("#sheet h2").get_text() == "Pick a card, Ana"
    ana.tap("Pick", f__card="7")
    assert "Pick a card" not in ana.said()
    ben.open(ben.path)
    assert "picked a card" in ben.page.body["data-said"]
    ben.tap("Pick", f__card="9")
    assert words(ben.page.select_one(".top-now h1")) == "Shown"
    ana.open(ana.path)
    assert "Card 9" in ana.said()


def test_whoever_opens_a_table_without_a_name_hosts_and_can_sit_down_later():
    host = PlainPhone(toy_service())
    host.open("/new")
    host.tap("Open the table")
    host.tap("Sit down yourself")
    host.tap("Sit down", name="Ana")
    assert "Ana this phone" in host.said()


def test_the_lobby_shows_who_is_here_and_the_way_in():
    _, (ana, ben) = table_of(["Ana", "Ben"], begun=False)
    ana.open(ana.path)
    code = ana.path.rsplit("/", 1)[-1]
    assert [words(p) for p in ana.page.select(".people li")] == ["A Ana this phone", "B Ben"]
    assert words(ana.page.select_one(".big-code")) == code
    link = ana.page.select_one(".qr img")
    assert f"/j/{code}" in link["alt"]
    picture = ana.client.get(link["src"])
    assert picture.mimetype == "image/svg+xml"
    assert b"<path" in picture.data
    assert "The host begins" in ben.said()


def test_a_code_typed_in_lower_case_with_spaces_finds_the_table():
    service, (ana, _) = table_of(["Ana", "Ben"], begun=False)
    code = ana.path.rsplit("/", 1)[-1]
    chi = PlainPhone(service)
    chi.open("/")
    chi.tap("Join", code=f" {code[:3].lower()} {code[3:].lower()} ")
    chi.tap("Sit down", name="Chi")
    assert "Chi this phone" in chi.said()


def test_the_first_page_leads_back_to_the_table_of_this_phone():
    _, (ana, _) = table_of(["Ana", "Ben"])
    path = ana.path
    ana.open("/")
    assert words(ana.page.select_one("a.mine")).startswith("Toy")
    assert ana.page.select_one("a.mine")["href"] == path


def test_one_phone_plays_two_seats_and_changes_between_them():
    _, (ana,) = table_of(["Ana"], begun=False)
    ana.tap("Add a player without a phone here")
    ana.tap("Sit down", name="Oma")
    ana.tap("Begin with 2 players")
    assert "Pick a card, Ana" in ana.said()
    ana.tap("Oma")
    assert "Pick a card, Oma" in ana.said()
    ana.tap("Pick", f__card="3")
    ana.tap("Ana")
    assert "Pick a card, Ana" in ana.said()


# --- what is refused -----------------------------------------------------------------------------------------------


def test_nothing_chosen_says_so_and_loses_nothing():
    _, (ana, _) = table_of(["Ana", "Ben"])
    ana.tap("Pick")
    assert ana.status == 422
    assert ana.no() == "Nothing was chosen yet; tap one of the cards first."
    assert "Pick a card, Ana" in ana.said()


def test_a_rule_can_be_set_aside_with_one_more_tap_and_the_log_says_so():
    _, (ana, _) = table_of(["Ana", "Ben"])
    form = ana.page.find(string=re.compile("Count one")).find_parent("form")
    event = form.select_one("[name=event]")["value"].replace('"by":1', '"by":5')
    ana.post(form["action"], {"event": event, "id": "x1", "seat": "0"})
    assert ana.no().startswith("That is more than three. Toy rules, Counting · TY-R1")
    ana.tap("Do it anyway; the log will say so")
    assert words(ana.page.select_one(".counter .figure")) == "5"
    ana.open(f"{ana.path}/log")
    assert "against the rule" in ana.said()


def test_two_taps_on_the_same_button_count_once():
    _, (ana, _) = table_of(["Ana", "Ben"])
    form = ana.page.find(string=re.compile("Count one")).find_parent("form")
    sent = {one["name"]: one["value"] for one in form.select("input")}
    ana.post(form["action"], sent)
    ana.post(form["action"], sent)
    assert words(ana.page.select_one(".counter .figure")) == "1"


def test_a_button_of_a_page_that_has_aged_is_told_who_was_faster():
    _, (ana, ben) = table_of(["Ana", "Ben"])
    old = BeautifulSoup(str(ana.page), "html.parser")
    ana.tap("Pick", f__card="7")
    ana.page = old
    ana.tap("Pick", f__card="2")
    assert ana.status == 409
    assert ana.no() == "You have answered that already; this is how the table stands now."
    for field in old.select("[name=id]"):
        field["value"] = "another-tap"
    ana.page = old
    ana.tap("Pick", f__card="2")
    assert ana.status == 409
    assert "Ana's came first" in ana.no()
    ana.open(f"{ben.path}")
    assert "Card 7" in ana.said()


@pytest.mark.parametrize(
    ("path", "status", "title"),
    [
        ("/t/BCDFGH", 404, "No table has that code"),
        ("/t/nonsense/log", 404, "No table has that code"),
        ("/join?code=", 404, "No table has that code"),
        ("/nowhere", 404, "Nothing here"),
        ("/t/BCDFGH/do", 405, "Not that way"),
    ],
)
def test_what_cannot_be_found_is_said_kindly_with_a_way_on(path: str, status: int, title: str):
    phone = PlainPhone(toy_service())
    phone.open(path)
    assert phone.status == status
    assert words(phone.page.h1) == title
    assert phone.page.find("a", string="To the start page")
    assert bool(phone.page.select("form[action='/join'] [name=code]")) == ("code" in title), "it can be typed again"
    assert "Error" not in phone.said()


def test_a_link_to_somebody_elses_seat_opens_nothing():
    service, (ana, _) = table_of(["Ana", "Ben"])
    stranger = PlainPhone(service)
    form = ana.page.find(string=re.compile("Count one")).find_parent("form")
    sent = {one["name"]: one["value"] for one in form.select("input")}
    stranger.post(form["action"], sent)
    assert stranger.status == 403
    assert stranger.page.find("a", string="Sit down at the table")


# --- names as typed ------------------------------------------------------------------------------------------------

HOSTILE = ["<b>Bo</b>", "{{7*7}}", '"><script>x', "عمر", "Zoë 🦊", "{p1}", "&amp;"]


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_shown_as_typed_and_do_nothing(name: str):
    _, (ana, ben) = table_of([name, "Ben"])
    path = ana.path
    for phone, place in ((ana, path), (ben, path), (ben, f"{path}/seats"), (ben, f"{path}/log")):
        phone.open(place)
        assert name in phone.page.get_text()
        assert not phone.page.select("bdi b, bdi script")
    ben.open(f"{path}/table")
    assert name in ben.page.get_text()
    assert len(ben.page.select("script")) == 2


@pytest.mark.parametrize("name", ["", "   ", "x" * 500])
def test_a_name_nobody_could_read_is_asked_again(name: str):
    service, (ana, _) = table_of(["Ana", "Ben"], begun=False)
    chi = PlainPhone(service)
    chi.open(f"{ana.path}/join")
    chi.tap("Sit down", name=name)
    assert chi.status == 422
    assert chi.no()
    assert chi.page.select_one("#name")["value"] == name


# --- seats, log, undo ----------------------------------------------------------------------------------------------


def test_the_last_step_is_taken_back_and_brought_back():
    _, (ana, ben) = table_of(["Ana", "Ben"])
    ana.tap("Count one")
    path = ana.path
    ben.open(f"{path}/log")
    ben.tap("Take back the last step")
    assert words(ben.page.select_one(".log .undone .log-did")) == "Counted 1"
    ben.open(path)
    assert words(ben.page.select_one(".counter .figure")) == "0"
    ben.open(f"{path}/log")
    ben.tap("Take back the last step")
    ben.open(path)
    assert words(ben.page.select_one(".counter .figure")) == "1"


def test_an_entry_others_rest_on_offers_to_take_back_those_too():
    _, (ana, ben) = table_of(["Ana", "Ben"])
    ana.tap("Pick", f__card="7")
    ben.open(ben.path)
    path = ana.path
    ana.open(f"{path}/log")
    begin = next(li for li in ana.page.select(".log li") if "The game begins" in li.get_text())
    target = begin.select_one("[name=target]")["value"]
    ana.post(f"{path}/undo", {"id": "u1", "target": target})
    assert "later entr" in ana.no()
    ana.tap("Take back everything from here on")
    ana.open(path)
    assert "Begin with 2 players" in ana.said()


def test_the_host_swaps_frees_and_hands_over_seats():
    service, (ana, ben) = table_of(["Ana", "Ben"])
    path = ana.path
    ana.open(f"{path}/seats")
    ana.tap("Swap them", first="0", second="1")
    assert [words(n) for n in ana.page.select(".person summary bdi")] == ["Ben", "Ana"]
    assert "Pick a card, Ben" in ben.open(path).get_text()

    ana.open(f"{path}/seats")
    ana.tap("Give back with a link", seat="0")
    link = words(ana.page.select_one(".address bdi"))
    new = PlainPhone(service)
    new.open(link[link.index("/t/") :])
    new.tap("Take the seat")
    assert "Pick a card, Ben" in new.said()
    ben.open(path)
    assert "Pick a card" not in ben.said()

    ana.open(f"{path}/seats")
    ana.tap("Free this seat", seat="0")
    assert "nobody sits here" in ana.said()


def asking_for_bens_seat(service: Service, path: str) -> tuple[PlainPhone, str]:
    """A phone without a seat that asks for Ben's, and the number it shows."""
    lost = PlainPhone(service)
    lost.open(f"{path}/join")
    lost.tap("Ben")
    return lost, words(lost.page.select_one(".banner-big"))


def test_a_phone_that_lost_its_seat_gets_it_back_with_one_tap_of_the_host():
    service, (ana, ben) = table_of(["Ana", "Ben"])
    path = ana.path
    lost, number = asking_for_bens_seat(service, path)
    ana.open(f"{path}/seats")
    assert f"It shows the number {number}." in ana.said()
    ana.tap("Give it back")
    lost.open(f"{path}/join")
    lost.tap("Take my seat")
    assert "Pick a card, Ben" in lost.said()
    assert "Pick a card" not in ben.open(path).get_text()


def test_the_host_is_asked_for_a_seat_at_the_table_where_they_play():
    """Nobody looks at the list of seats during a game."""
    service, (ana, ben) = table_of(["Ana", "Ben"])
    path = ana.path
    lost, number = asking_for_bens_seat(service, path)
    assert "A phone asks" not in ben.open(path).get_text(), "it is the host's to give"
    ana.open(path)
    assert f"It shows the number {number}." in ana.said()
    ana.tap("Give it back")
    assert ana.path == path
    assert "A phone asks" not in ana.said()
    lost.open(f"{path}/join")
    lost.tap("Take my seat")
    assert "Pick a card, Ben" in lost.said()


def test_a_phone_the_host_refused_a_seat_is_told_and_can_ask_again():
    service, (ana, _) = table_of(["Ana", "Ben"])
    path = ana.path
    lost, _ = asking_for_bens_seat(service, path)
    ana.open(path)
    ana.tap("Not now")
    lost.open(f"{path}/join")
    assert "Ask the host to tap yes" not in lost.said(), "nobody's screen shows the number any more"
    assert "The seat was not given back." in lost.said()
    lost.tap("Ben")
    assert "Ask the host to tap yes" in lost.said()


def test_a_house_rule_is_chosen_among_words_not_ids():
    phone = PlainPhone(Service(Tables(MemoryStore()), Network(), no_limits()))
    phone.open("/new?game=gilfate")
    field = phone.page.select_one('fieldset:has([name="option.bomb_rule"])')
    assert [words(one) for one in field.select("label")] == [
        "3 each, then 5 each",
        "3 each",
        "3 each, the next three 5",
    ]
    assert [one["value"] for one in field.select("input")] == ["first3_then5", "3_each", "3_then_3x5"]
    assert "_" not in field.get_text()


def test_the_host_plays_for_somebody_whose_phone_has_died():
    _, (ana, _) = table_of(["Ana", "Ben"])
    ana.open(f"{ana.path}/seats")
    ana.tap("Play for them here", seat="1")
    assert "Pick a card, Ben" in ana.said()
    ana.open(f"{ana.path}/log")
    assert "another phone" in ana.said()


def test_the_table_screen_shows_nobodys_secret():
    service, (ana, _) = table_of(["Ana", "Ben"])
    ana.tap("Pick", f__card="7")
    screen = PlainPhone(service)
    screen.open(f"{ana.path}/table")
    assert "Card 7" not in str(screen.page)
    assert ana.path.rsplit("/", 1)[-1] in screen.said()


# --- codes and photos ----------------------------------------------------------------------------------------------


def test_the_ten_characters_do_what_a_photo_would():
    from rules.values.code import CardCode

    _, (ana, _) = table_of(["Ana", "Ben"])
    path = ana.path
    ana.open(f"{path}/scan")
    code = str(CardCode("TY", "007", 1))
    ana.tap("Read", code=f"{code[:5].lower()} {code[5:]}")
    assert ana.path == path
    assert "Card 7" in ana.said()


def test_of_several_readings_the_likely_one_stands_at_the_thumb(monkeypatch: pytest.MonkeyPatch):
    from rules.values.code import CardCode

    def scan(_: Toy, __: object, seat: int, ___: object) -> Reading:
        likely = Choice("Accept it", Picked(7, seat=seat), primary=True)
        return Reading(choices=(likely, Choice("Only note it", Counted(seat=seat))))

    monkeypatch.setattr(Toy, "scan", scan)
    _, (ana, _) = table_of(["Ana", "Ben"])
    ana.open(f"{ana.path}/scan")
    ana.tap("Read", code=str(CardCode("TY", "007", 1)))
    body, foot = ana.page.select_one("#sheet-body"), ana.page.select_one("#sheet-act")
    assert ([words(b) for b in body.select("button")], [words(b) for b in foot.select("button")]) == (
        ["Only note it"],
        ["Accept it"],
    )


@pytest.mark.parametrize(
    ("typed", "said"), [("", "ten characters"), ("1TY00701A", "ten letters"), ("ZZZZZZZZZZ", "slip in it")]
)
def test_a_mistyped_code_is_said_to_be_one(typed: str, said: str):
    _, (ana, _) = table_of(["Ana", "Ben"])
    ana.open(f"{ana.path}/scan")
    ana.tap("Read", code=typed)
    assert ana.status in (400, 422)
    assert said in ana.no()


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7 not a picture", b"\xff\xd8\xff\xe0 cut off"])
def test_a_photo_that_is_none_gets_one_sentence(data: bytes):
    _, (ana, _) = table_of(["Ana", "Ben"])
    ana.open(f"{ana.path}/scan")
    ana.shoot(data)
    assert ana.status in (400, 422)
    assert ana.no()
    assert ana.page.select_one("input[type=file]")


# --- the vocabulary ------------------------------------------------------------------------------------------------


def test_every_block_has_its_macro(render):
    soup = render(View("x", everything()), ())
    text = " ".join(soup.get_text(" ").split())
    for said in ("Chi attacks Ana", "cards left", "+1 of 4", "64 of 100", "Quests", "Moss Warden", "gone"):
        assert said in text
    assert {one["aria-label"] for one in soup.select(".die")} == {"red die: 4, shield", "blue die: 5, on the blue fort"}
    assert soup.select_one(".meter-bar")["aria-label"] == "2 of 4, 1 coming"
    assert [words(li) for li in soup.select(".checks li")] == ["Ana's tableau · done", "Ben's tableau · not yet"]
    assert words(soup.select_one(".winner > summary")) == "B Ben wins 27 points"
    assert "Its friend lies face up. Friends · FT-R8" in text


def test_state_is_drawn_with_words_for_those_who_do_not_see(render):
    soup = render()
    ana = soup.select_one('[data-key="seat-0"]')
    assert [words(li) for li in ana.select(".mini")].count("a face-down card") == 2
    assert words(ana.select_one(".lamp")) == "ready"
    assert soup.select_one(".phases")["aria-label"] == "Where we are: Stage 6"
    assert soup.select_one(".players h2").get_text() == "Players, cards go to the left"


def test_a_prompt_names_people_says_why_and_has_one_large_button(render):
    soup = render()
    sheet = soup.select_one("#sheet")
    assert words(sheet.select_one(".ask-detail")) == "Ana 's Wyrmbane says ALL flip 1."
    assert "FT-R13" in words(sheet.select_one(".why"))
    assert [words(b) for b in sheet.select("button.brass")] == ["Turn it down"]
    form = soup.find(id=sheet.select_one("button.brass")["form"])
    assert [words(label) for label in form.select(".pick")] == [
        "Dragon's Lair face up, worth 1",
        "Ember Heir face up, worth 6",
    ]


def test_the_names_of_forms_stay_while_their_choice_stays(render):
    first, second = render(), render()
    assert [f["id"] for f in first.select("form[id]")] == [f["id"] for f in second.select("form[id]")]
    assert first.select_one("[name=id]")["value"] != second.select_one("[name=id]")["value"]


def test_a_search_lists_every_card_for_phones_without_script(render):
    soup = render(fairytale_view(), select_choices())
    assert len(soup.select(".pick")) == 36


def test_corrections_stay_out_of_the_way_of_play(render):
    soup = render(choices=flip_choices())
    assert "Set the discards" not in soup.get_text()


@pytest.mark.parametrize("path", ["/", "/new", "/score", "/help", "/diag", "/print", "/scan", "/t/BCDFGH"])
def test_pages_hold_no_script_or_style_of_their_own(path: str):
    phone = PlainPhone(toy_service())
    soup = phone.open(path)
    assert not soup.select("[style], style, [onclick], [onload]")
    assert all(script.get("src") and not script.get_text(strip=True) for script in soup.select("script"))
    assert not [a for a in soup.select("[src], link[href]") if str(a.get("src") or a.get("href")).startswith("http")]


def test_the_print_page_prints_whole_kits_and_in_the_readers_language():
    phone = PlainPhone(toy_service())
    soup = phone.open("/print?game=fairytale&what=all&language=de")
    assert soup.select_one("input[name=what][value=all][checked]")
    assert soup.select_one("input[name=language][value=de][checked]")
    assert "what=all&language=de" in str(soup.select_one("#print-result a")["href"])
    pages = soup.select("dl.facts dd")[1].get_text()
    assert int(pages) > int(phone.open("/print?game=fairytale").select("dl.facts dd")[1].get_text())


def test_the_next_game_keeps_house_rules_and_leads_everybody_there_by_one_tap():
    _, (ana, ben) = table_of(["Ana", "Ben"])
    old = ana.path
    ana.tap("Pick", f__card="7")
    ben.tap("Pick", f__card="9")
    ben.tap("The final score")
    ben.tap("Play again")
    assert ben.path != old
    assert "Ben this phone" in ben.said()
    ana.open(old)
    assert "your seat is kept" in ana.open(f"{old}/scores").get_text()
    ana.tap("To the next game")
    assert ana.path == ben.path
    assert "Ana this phone" in ana.said()


def test_whoever_sits_the_next_game_out_gives_their_seat_to_somebody_else():
    _, (ana, ben) = table_of(["Ana", "Ben"])
    ana.tap("Pick", f__card="7")
    ben.tap("Pick", f__card="9")
    ben.tap("The final score")
    ben.tap("Play again")
    ana.open(f"{ana.path}/scores")
    ana.tap("Sit out")
    assert "Ana" not in ben.open(ben.path).select_one("main").get_text()
    ana.tap("To the next game")
    assert ana.page.select_one("#name")["value"] == "Ana", "coming back is asked like anybody else"


def test_the_camera_stands_by_wherever_a_photo_of_a_card_does_something():
    cards = (FieldSpec("card", "Which creature?", (Pick("whelp", "Kindling Whelp", "whelp"),)),)
    summon, over = Choice("Summon", Event(seat=0), cards), Choice("My turn is over", Event(seat=0), primary=True)
    assert layout(sample_look(View("Main phase"), (summon, over))).snap
    assert not layout(sample_look(View("Main phase"), (replace(summon, correction=True), over))).snap
