"""The print page on a phone without JavaScript, the files it makes, and decks of one's own from upload to paper."""

from __future__ import annotations

import io
import re
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pypdf
import pytest
from fake_system_fonts import machine_with
from headless_browser import PHONE, chromium, put_away
from memory_store import MemoryStore
from page_audit import CONTRAST, NAMELESS, TARGETS
from PIL import Image, ImageStat
from plain_phone import PlainPhone
from printed_decks import by_pdfium, decoded
from real_server import toy_server
from sample_pictures import QUARTERS, quartered, saved
from toy_game import ToyGames

from companion.errors import TooOften
from companion.network.addresses import Network
from companion.network.limits import Limits, no_limits
from companion.own_decks.decks import OwnDecks
from companion.printing.drawing_turns import Turnstile
from companion.printing.history import PrintHistory
from companion.printing.queue import Order, PrintQueue
from companion.service import Service
from companion.table.tables import Tables
from printkit.card_layout import find_layout
from printkit.job import print_job
from rules.values.code import parse

WOLVES = b"name,copies,text,suit\nWolf,3,Howls.,Forest\nRaven,1,Steals a coin.,Air\n"


@pytest.fixture
def phone(tmp_path: Path) -> PlainPhone:
    tables = Tables(MemoryStore(), games=ToyGames())
    own, prints = OwnDecks(tmp_path), PrintHistory(tmp_path)
    return PlainPhone(
        Service(tables, Network(), no_limits(), own=own, print_history=prints, printers=tmp_path / "printers"),
    )


def upload(
    phone: PlainPhone, data: bytes, letters: str = "WF", name: str = "wolves.csv", title: str = "Wolves"
) -> None:
    phone.open("/print/own")
    phone.tap("Show me the cards", file=[(io.BytesIO(data), name)], letters=letters, title=title)


def facts(phone: PlainPhone) -> dict[str, str]:
    names = [found.get_text() for found in phone.page.select("dl.facts dt")]
    return dict(zip(names, (found.get_text(" ") for found in phone.page.select("dl.facts dd")), strict=True))


def picture(phone: PlainPhone, address: str) -> Image.Image:
    answer = phone.client.get(address)
    assert answer.status_code == 200, address
    return Image.open(io.BytesIO(answer.data)).convert("RGB")


def pdf(phone: PlainPhone, address: str) -> pypdf.PdfReader:
    answer = phone.client.get(address, follow_redirects=True)
    if answer.mimetype != "application/pdf":
        job_id = answer.request.path.rpartition("/")[2]
        work = phone.service.print_queue.find(job_id)
        assert work is not None
        assert work.ended.wait(60)
        answer = phone.client.get(f"/print/file/{job_id}.pdf")
    assert answer.mimetype == "application/pdf"
    return pypdf.PdfReader(io.BytesIO(answer.data))


@pytest.mark.parametrize("game", ["fairytale", "tower"])
def test_only_what_the_game_has_is_offered_and_what_is_ticked_is_printed(phone: PlainPhone, game: str):
    from printkit.job import kit

    phone.open(f"/print?game={game}")
    offered = {str(box["value"]) for box in phone.page.select("#print-what input")}
    assert offered == {"all", "guide", "cards", *kit.kinds(game), "labels"}
    cards = int(facts(phone)["Pages"])
    phone.open(f"/print?game={game}&what=cards&what=tokens&what=boxes&what=mats")
    assert {str(box["value"]) for box in phone.page.select("#print-what input[checked]")} == {
        "cards",
        "tokens",
        "boxes",
    }
    assert int(facts(phone)["Pages"]) > cards


def test_labels_for_sleeves_are_seen_counted_and_come_as_a_file_of_their_own(phone: PlainPhone):
    phone.open("/print?game=tower&what=labels&labels=a4-65&start_at=3&backs=long")
    assert facts(phone)["Labels"] == "55"
    assert facts(phone)["Sheets"] == "1"
    assert phone.page.select_one("select[name=labels] option[selected]")["value"] == "a4-65"
    assert not phone.page.select("a[href^='/print/cuts.zip']")
    address = phone.page.select_one("a[data-download]")["href"]
    assert len(pdf(phone, address).pages) == 1
    assert 'filename="tower-labels-a4-65.pdf"' in phone.client.get(address).headers["Content-Disposition"]
    phone.open("/print?game=tower&what=labels&what=cards")
    assert "Labels are printed by themselves" in phone.said()


def test_pages_turn_and_the_pictures_are_of_those_pages(phone: PlainPhone):
    phone.open("/print?game=tower&paper=a4")
    seen = []
    for side in ("front", "back", "front"):
        shown = phone.page.select_one("[data-sheet]")
        assert shown is not None
        assert side in str(shown["alt"])
        seen.append(picture(phone, str(shown["src"])))
        assert seen[-1].size == (900, int(str(shown["height"])))
        phone.open(str(phone.page.select_one("a[rel=next]")["href"]))
    assert len({found.tobytes() for found in seen}) == 3
    assert decoded(seen[1].resize((1800, 2546))) == []
    assert phone.page.select_one(".leaves [aria-current]").get_text() == "4 back"
    small = picture(phone, str(phone.page.select_one(".leaves img")["src"]))
    assert small.width == 150


def test_another_game_begins_at_its_first_page(phone: PlainPhone):
    phone.open("/print?game=tower&page=5")
    phone.tap("Show the pages", ink="low")
    assert "Page 5 of" in phone.said()
    phone.tap("Show the pages", game="fairytale")
    assert "Page 1 of" in phone.said()


def test_the_check_says_cuts_ink_cost_and_what_to_know_of(phone: PlainPhone):
    phone.open("/print?game=tower&paper=a4&sheet_price=0.10&ink_price=0,05&cards=nobody:1")
    assert "no card" in phone.no()
    phone.open("/print?game=tower&paper=a4&cards=shadow:1,elf_base&sheet_price=0.10&ink_price=0,05")
    if phone.no():  # ids of the deck, whatever they are called
        phone.open("/print?game=tower&paper=a4&card=" + phone.page.select("input[name=card]")[0]["value"])
    phone.open(phone.path + "&sheet_price=0.10&ink_price=0,05")
    phone.tap("Check it and measure the ink")
    found = facts(phone)
    assert int(found["Cuts"]) >= 4
    assert 0 < float(found["Ink"].split()[0]) < 8
    assert re.match(r"\d+\.\d\d", found["Costs about"])
    assert phone.page.select("#print-check li, #print-check .fine")


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("start_at=99", "first free place"),
        ("start_at=x", "is no number"),
        ("paper=20x20", "Choose a larger paper"),
        ("size=letterr", "did you mean letter"),
        ("bleed=1&gap=1", "leaves no room for two bleeds"),
        ("bleed=-1", "is no number"),
        ("card_size=9x9", "is no card"),
        ("set=%2F", "is not a print set"),
        ("cards=wolff", "has no card"),
        ("registration=3&backs=fold", "choose other"),
        ("changed=on", "printed here yet"),
    ],
)
def test_what_cannot_be_is_said_in_the_pages_words(phone: PlainPhone, query: str, says: str):
    phone.open(f"/print?game=tower&{query}")
    assert phone.status == 422
    assert says.lower() in phone.no().lower()
    assert "--" not in phone.no()
    assert phone.client.get(f"/print/page.png?game=tower&{query}").status_code == 404
    assert phone.client.get(f"/print/cards.pdf?game=tower&{query}").status_code == 422


def test_the_outlines_for_a_cutter_are_one_file_and_the_pdf_has_them_as_a_spot_colour(phone: PlainPhone):
    phone.open("/print?game=tower&what=tokens&what=aids&registration=3&spot=on&corners=3")
    (link,) = phone.page.select('a[href^="/print/cuts.zip"]')
    assert "spot=on" in link["href"]
    answer = phone.client.get(link["href"])
    assert answer.data == phone.client.get(link["href"]).data
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        assert archive.namelist() == ["tower-a4-cut.svg", "tower-a4-cut.dxf"]
        assert archive.read("tower-a4-cut.svg").count(b"<path") == 24 + 2
    made = phone.client.get("/print/cuts.zip?game=tower&card_size=300x300")
    assert made.status_code == 422
    file = pdf(phone, "/print/cards.pdf?game=tower&what=tokens&spot=on")
    assert "/CutContour" in str(file.pages[0]["/Resources"].get_object())


SPRUE = b"""sheet_width: 8.5in
sheet_height: 11in
card_width: 2.5in
card_height: 3.5in
cards:
- {x: 0.5in, y: 0.25in}
- {x: 3.0in, y: 0.25in}
"""
LAYOUTS = b"""{"card_sizes": {"standard": {"width": "63mm", "height": "88mm"}},
 "paper_sizes": {"letter": {"width": "11in", "height": "8.5in"}},
 "layouts": {"letter": {"standard": {"default": {"orientation": "landscape", "num_rows": 2, "num_cols": 4}}}}}"""


def test_places_of_ones_own_come_up_and_are_chosen(phone: PlainPhone):
    def bring(data: bytes, name: str) -> str:
        sent = {"file": (io.BytesIO(data), name), "back": "game=tower&what=cards&paper=letter&page=3"}
        answer = phone.client.post("/print/places", data=sent)
        return answer.headers.get("Location", "") or answer.text

    there = bring(SPRUE, "../../two up.yml")
    assert there.endswith("slots=two-up.yml")
    phone.open(there)
    assert phone.status == 200
    assert facts(phone)["Sheets"] == "28", "55 cards, two a sheet"
    assert "slots=two-up.yml" in phone.page.select_one("[data-sheet]")["src"]
    eight = bring(LAYOUTS, "layouts.json")
    assert eight.endswith("slots=layouts.json%23letter%2Fstandard")
    phone.open(eight)
    assert facts(phone)["Sheets"] == "8", "sections of 30 and 25 cards, eight a sheet"
    assert [found["value"] for found in phone.page.select("select[name=slots] option")] == [
        "", "layouts.json#letter/standard", "two-up.yml",
    ]  # fmt: skip
    assert "is neither a Squib sprue" in bring(b"just: words", "x.yml")
    assert "is not text" in bring(b"\xff\xfe\x00", "x.yml")
    assert "larger than 300 kB" in bring(b"#" * 310_000, "x.yml")
    assert "at most 300 kB" in bring(b"#" * 500_000, "x.yml")
    assert "Choose a file first" in bring(b"", "")
    phone.open("/print?game=tower&slots=gone.yml")
    assert phone.status == 200


def test_the_printed_spelling_can_be_kept_where_there_is_one(phone: PlainPhone):
    phone.open("/print?game=tower&what=boards")
    assert phone.page.select("input[name=typos]")
    plain = picture(phone, phone.page.select_one("[data-sheet]")["src"].replace("page=1", "page=9"))
    phone.open("/print?game=tower&what=boards&typos=on&sleeved=on&page=9")
    (source,) = (found["src"] for found in phone.page.select("[data-sheet]"))
    assert "typos=on" in source
    assert "sleeved=on" in source
    assert picture(phone, source).tobytes() != plain.tobytes()
    phone.open("/print?game=gilfate&typos=on")
    assert not phone.page.select("input[name=typos]")
    assert phone.status == 200


def test_a_single_copy_is_printed_and_remembered(phone: PlainPhone):
    phone.open("/print?game=tower&paper=a4")
    card = str(phone.page.select_one("input[name=card]")["value"])
    phone.tap("Show the pages", cards=f"{card}:1", backs="none")
    assert facts(phone)["Cards"] == "1"
    file = pdf(phone, str(phone.page.select_one("[data-download]")["href"]))
    assert len(file.pages) == 1
    phone.open("/print?game=tower&paper=a4&backs=none&changed=on")
    assert int(facts(phone)["Cards"]) == 54, "all but the one that was printed"


def test_the_second_code_is_ticked_where_the_cards_printed_here_have_one(phone: PlainPhone):
    def ticked(address: str) -> bool:
        phone.open(address)
        return bool(phone.page.select("input[type=checkbox][name=second_code][checked]"))

    assert not ticked("/print?game=fairytale")
    pdf(phone, "/print/cards.pdf?game=fairytale&cards=homesteader:1&second_code=on")
    assert ticked("/print?game=fairytale")
    assert not ticked("/print?game=fairytale&second_code=off"), "whoever takes the tick away is heard"
    assert ticked("/print?game=fairytale&second_code=off&of=tower+cards"), "the tick taken away was another game's"
    assert not ticked("/print?game=tower&second_code=off&second_code=on&of=fairytale+cards")
    phone.open("/print?game=fairytale&second_code=off&changed=on")
    assert "printed before have two codes and these have one: ask for the second code" in phone.said()


def test_two_files_are_two_downloads(phone: PlainPhone):
    phone.open("/print?game=tower&paper=a4&backs=separate")
    fronts, backs = (str(link["href"]) for link in phone.page.select("[data-download]"))
    assert len(pdf(phone, fronts).pages) == len(pdf(phone, backs).pages)
    assert fronts != backs


def test_a_long_print_is_a_page_that_loads_itself_until_the_file_is_there(
    phone: PlainPhone, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("companion.web.print_page.PATIENCE_S", 0)
    press = phone.service.print_queue
    with press.turnstile.look():  # somebody is drawing, so the work has to wait
        plan_of = Order(print_job.PrintSpec("tower"))
        press._plans.put(plan_of, print_job.plan(plan_of.spec))
        press.begin(plan_of, "tower-a4")
        id = next(iter(press._works))
        phone.open(f"/print/job/{id}")
        assert phone.page.select_one("noscript meta[http-equiv=refresh]")
        assert phone.page.select_one("progress")
        state = phone.client.get(f"/print/job/{id}.json").json
        assert state["state"] in ("waiting", "drawing")
        assert phone.client.get(f"/print/file/{id}.pdf").status_code == 404
    assert press.find(id).ended.wait(60)
    phone.open(f"/print/job/{id}")
    assert not phone.page.select("noscript")
    link = next(str(link["href"]) for link in phone.page.select("#job a"))
    assert phone.client.get(link).data.startswith(b"%PDF")
    assert "gone" in phone.open("/print/job/nothing").get_text()
    assert phone.status == 404


def test_what_two_phones_ask_for_is_drawn_once(monkeypatch: pytest.MonkeyPatch):
    press, drawn = PrintQueue(), []
    real = print_job.draw
    monkeypatch.setattr("printkit.job.print_job.draw", lambda *args: drawn.append(1) or real(*args))
    order = Order(print_job.PrintSpec("tower"))
    threads = [threading.Thread(target=press.picture, args=(order, 1, 100)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(drawn) == 1


def test_only_so_many_prints_wait(monkeypatch: pytest.MonkeyPatch):
    press = PrintQueue()
    orders = [Order(print_job.PrintSpec("tower", print_set=letter)) for letter in "ABCDEFGH"]
    for order in orders:
        press.plan(order)
    with press.turnstile.look():
        works = [press.begin(order, "x") for order in orders[:6]]
        assert press.begin(orders[0], "x") is works[0]
        with pytest.raises(TooOften):
            press.begin(orders[7], "x")
    for work in list(press._works.values()):
        assert work.ended.wait(60)


def test_a_look_goes_before_work_and_does_not_wait_for_ever():
    pen, order = Turnstile(wait_s=0.05), []
    with pen.work(), pytest.raises(TooOften), pen.look():
        pass
    pen = Turnstile()
    started = threading.Event()

    def work() -> None:
        with pen.work():
            for step in range(3):
                order.append(f"work {step}")
                started.set()
                pen.let_others_draw()

    worker = threading.Thread(target=work)
    with pen.look():
        worker.start()
    assert started.wait(60)
    with pen.look():
        order.append("look")
    worker.join(60)
    assert sorted(order) == ["look", "work 0", "work 1", "work 2"]


def test_of_several_looks_the_newest_goes_first_and_phones_take_turns():
    pen, drawn = Turnstile(), list[str]()
    waiting: list[threading.Thread] = []

    def look(who: str, page: str) -> None:
        with pen.look(who):
            drawn.append(page)

    with pen.look("somebody"):
        for who, page in (("ann", "a1"), ("ann", "a2"), ("bob", "b1"), ("ann", "a3")):
            waiting.append(threading.Thread(target=look, args=(who, page)))
            waiting[-1].start()
            while sum(map(len, pen._looking.values())) < len(waiting):
                time.sleep(0.001)
    for thread in waiting:
        thread.join(60)
    assert drawn == ["a3", "b1", "a2", "a1"]


def test_a_work_gets_its_page_drawn_however_many_pages_are_looked_at():
    """Two phones ask again before the other is served, so that somebody waits to look at every moment."""
    pen, drawn, over = Turnstile(patience_s=0.02), list[str](), threading.Event()

    def look(who: str) -> None:
        while not over.is_set():
            with pen.look(who):
                drawn.append("a look")
                while not over.is_set() and sum(map(len, pen._looking.values())) < 1:
                    time.sleep(0.001)

    def work() -> None:
        with pen.work():
            for _ in range(3):
                drawn.append("work")
                pen.let_others_draw()
        over.set()

    threads = [threading.Thread(target=look, args=(who,), daemon=True) for who in ("ann", "bob")]
    for thread in threads:
        thread.start()
    while not drawn:
        time.sleep(0.001)
    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    worker.join(60)
    assert over.is_set(), "the work never had its turn"
    over.set()
    for thread in threads:
        thread.join(60)
    assert drawn.count("work") == 3


def test_a_large_page_does_not_wait_for_all_the_small_ones(monkeypatch: pytest.MonkeyPatch):
    press, order, drawn = PrintQueue(), Order(print_job.PrintSpec("tower")), list[int]()
    press.plan(order)
    monkeypatch.setattr(
        "printkit.draw.pdf_preview.page_png", lambda pdf, page, width: drawn.append(width) or b"a picture"
    )
    asking: list[threading.Thread] = []
    with press.turnstile.look("somebody"):
        for page, width in ((1, 900), (2, 150), (3, 150), (4, 150)):
            asking.append(threading.Thread(target=press.picture, args=(order, page, width, "ann")))
            asking[-1].start()
            while sum(map(len, press.turnstile._looking.values())) < len(asking):
                time.sleep(0.001)
    for thread in asking:
        thread.join(60)
    assert drawn == [900, 150, 150, 150]


def test_a_look_nobody_could_serve_leaves_the_row():
    pen = Turnstile(wait_s=0.05)
    with pen.look("ann"), pytest.raises(TooOften), pen.look("bob"):
        pass
    with pen.look("cid"):
        pass


def test_a_phone_that_asks_for_very_much_waits(phone: PlainPhone):
    phone.service.limits = Limits(clock=lambda: 0.0)  # on a slow machine the allowance would grow back meanwhile
    answers = [phone.client.get("/print/page.png?game=tower&small=1").status_code for _ in range(140)]
    assert answers[0] == 200
    assert answers[-1] == 429


def test_an_uploaded_table_is_seen_and_printed_with_codes_of_its_own(phone: PlainPhone):
    upload(phone, WOLVES)
    assert phone.path == "/print/own/WF"
    assert "4 cards of 2 kinds" in phone.said()
    nine = picture(phone, str(phone.page.select_one(".nine img")["src"]))
    assert sorted(decoded(nine.resize((nine.width * 2, nine.height * 2)))) == ["1WF00101AG", str(parse("1WF00201AX"))]
    phone.tap("Print these cards")
    assert facts(phone)["Cards"] == "4"
    phone.tap("Show the pages", backs="none", paper="a4")
    file = phone.client.get(str(phone.page.select_one("[data-download]")["href"])).data
    read = {parse(text) for text in decoded(by_pdfium(file, 1, 150))}
    assert {(code.game, code.card, code.copy) for code in read} == {
        ("WF", "001", 1), ("WF", "001", 2), ("WF", "001", 3), ("WF", "002", 1),
    }  # fmt: skip


def test_a_deck_is_seen_and_printed_on_the_look_that_was_chosen(phone: PlainPhone):
    def drawn() -> tuple[float, ...]:
        nine = picture(phone, str(phone.page.select_one(".nine img")["src"]))
        assert sorted(decoded(nine.resize((nine.width * 2, nine.height * 2)))) == ["1WF00101AG", "1WF00201AX"]
        phone.tap("Print these cards")
        phone.tap("Show the pages", backs="none", paper="a4")
        page = by_pdfium(phone.client.get(str(phone.page.select_one("[data-download]")["href"])).data, 1, 50)
        phone.open("/print/own/WF")
        return (*ImageStat.Stat(nine).mean[:3], float(page.mean()))

    upload(phone, WOLVES)
    ours = drawn()
    phone.tap("Show them like that", look="noir")
    noir = drawn()
    assert max(abs(a - b) for a, b in zip(ours[:3], noir[:3], strict=True)) > 5, "its picture"
    assert abs(ours[3] - noir[3]) > 1, "its file"
    phone.tap("Show them like that", look="no such look")
    assert drawn() == pytest.approx(ours, abs=0.01), "the same but for the revision: r3 after two changes of look"


def test_a_corrected_file_keeps_codes_and_only_what_changed_is_printed(phone: PlainPhone):
    upload(phone, WOLVES)
    phone.client.get("/print/cards.pdf?game=own-WF&paper=a4")
    phone.open("/print/own/WF")
    changed = WOLVES.replace(b"Steals a coin.", b"Steals two coins.") + b"Owl,1,Sees.,Air\n"
    phone.tap("Take this file instead", file=[(io.BytesIO(changed), "b.csv")])
    assert "1 changed, 1 new, 1 as before" in phone.said()
    phone.open("/print?game=own-WF&paper=a4&changed=on")
    assert facts(phone)["Cards"] == "2"
    codes = {card.name: card.code for card in phone.service.own.find("WF").deck.cards}
    assert codes == {"Wolf": "001", "Raven": "002", "Owl": "003"}


def test_faults_of_a_file_stand_in_a_table_and_what_was_typed_stays(phone: PlainPhone):
    upload(phone, b"name,copies\nWolf,many\n,2\n<b>x</b>,2000\n")
    assert phone.status == 422
    rows = [[cell.get_text() for cell in row.select("td")] for row in phone.page.select(".faults tbody tr")]
    assert [row[:2] for row in rows] == [["2", "copies"], ["3", "name"], ["4", "copies"]]
    assert "3 things in wolves.csv" in phone.no()
    assert phone.page.select_one("#letters")["value"] == "WF"
    assert phone.service.own.letters() == ()


@pytest.mark.parametrize(
    ("data", "letters", "says", "status"),
    [
        (b"", "WF", "empty", 422),
        (WOLVES, "TW", "Attack at the Tower", 422),
        (WOLVES, "..", "two letters", 422),
        (b"x" * 300_000, "WF", "at most 8 MB", 413),
        (b"PK\x03\x04 no zip", "WF", "broken archive", 422),
        (b"\xff\xd8\xff\xe0\x10 a photo", "WF", "not UTF-8", 422),
    ],
)
def test_an_upload_that_cannot_be_is_refused_kindly(
    phone: PlainPhone, data: bytes, letters: str, says: str, status: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("companion.web.own_decks.MOST_UPLOAD", 200_000)
    upload(phone, data, letters, "../../etc/<script>.csv")
    assert phone.status == status
    assert says in phone.said()
    assert not phone.page.select("main script")
    assert phone.service.own.letters() == ()
    phone.open("/print/own")
    assert phone.status == 200


def test_the_sample_table_comes_down_and_goes_up_as_it_is(phone: PlainPhone):
    phone.open("/print/own")
    sample = phone.client.get(str(phone.page.select_one("a[download]")["href"]))
    assert "example.csv" in sample.headers["Content-Disposition"]
    upload(phone, sample.data, title="Sample")
    assert "18 cards of 10 kinds" in phone.said()
    assert not phone.page.select(".lint")


def test_pictures_come_up_beside_their_table_and_are_seen_in_the_preview(phone: PlainPhone):
    table = b"name,image\nWolf,wolf.png\nRaven,\n"
    phone.open("/print/own")
    phone.tap("Show me the cards", file=[(io.BytesIO(table), "w.csv")], letters="WF", title="Wolves")
    assert phone.status == 422
    assert "o pictures came along" in phone.said()
    wolf = (io.BytesIO(saved(quartered(900, 600), "PNG")), "wolf.png")
    phone.open("/print/own")
    phone.tap("Show me the cards", file=[(io.BytesIO(table), "w.csv")], pictures=[wolf], letters="WF", title="Wolves")
    assert phone.path == "/print/own/WF"
    nine = np.asarray(picture(phone, str(phone.page.select_one(".nine img")["src"])).convert("RGB")).astype(int)
    for colour in QUARTERS.values():
        assert (np.abs(nine - colour).max(axis=2) < 16).mean() > 0.01
    phone.tap("Take this file instead", file=[(io.BytesIO(table + b"Owl,wolf.png\n"), "w.csv")])
    assert "1 new, 2 as before" in phone.said()
    for path in ("/print/own/WF.pictures", "/print/own/WF/wolf.png", "/static/../own/WF.json"):
        assert phone.client.get(path).status_code == 404


def test_a_form_without_a_file_and_decks_nobody_has(phone: PlainPhone):
    phone.post("/print/own", {"letters": "WF", "title": "x"})
    assert "There was no file" in phone.no()
    for path in ("/print/own/ZZ", "/print/own/..%2F", "/print/own/ab", "/print/own/WF/first.webp"):
        assert phone.client.get(path).status_code == 404
    upload(phone, WOLVES)
    phone.tap("Take WF away")
    assert phone.path == "/print/own"
    assert "Wolves" not in phone.said()


def test_names_no_font_has_are_told_by_name(phone: PlainPhone):
    with machine_with():
        upload(phone, "name\n龍王 🐉\nשלום\n".encode())
    said = phone.said()
    assert "龍王" in said
    assert "marked box" in said


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with toy_server(tmp_path_factory.mktemp("print")) as server:
        yield f"http://127.0.0.1:{server.port}"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture
def visit(address: str, browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens a page of a phone; what a page complains about fails the test."""
    complaints: list[str] = []

    def page(**how: Any) -> Any:
        context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, base_url=address, **how)
        context.set_default_timeout(60_000)
        made = context.new_page()
        made.on("pageerror", lambda error: complaints.append(str(error)))
        made.on("console", lambda m: complaints.append(m.text) if "Content Security" in m.text else None)
        return made

    yield page
    put_away(browser)
    assert not complaints


def audit(page: Any) -> list[str]:
    return [*page.evaluate(CONTRAST), *page.evaluate(TARGETS), *page.evaluate(NAMELESS)]


@pytest.mark.browser
def test_on_a_phone_every_change_shows_and_the_check_comes_by_itself(visit: Callable[..., Any]):
    page = visit(color_scheme="dark")
    page.goto("/print?game=tower&paper=a4")
    page.wait_for_selector("#print-check li, #print-check .fine")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.check("input[name=ink][value=low]", force=True)
    page.wait_for_selector("[data-sheet][src*='ink=low']")
    assert "ink=low" in page.url
    page.click("a[rel=next]")
    page.wait_for_selector(".flip p:has-text('Page 2')")
    page.check("input[name=what][value=all]", force=True)
    page.wait_for_selector(".flip p:has-text('of 30')")
    assert page.locator("input[name=what]:checked").count() == 1
    page.check("input[name=game][value=fairytale]", force=True)
    page.wait_for_selector("#print-what input[value=pads]")
    assert audit(page) == []
    for fold in page.locator("details.fold > summary").all():
        fold.click()
    assert audit(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_cards_of_ones_own_come_up_and_are_seen(visit: Callable[..., Any], scheme: str):
    page = visit(color_scheme=scheme)
    letters = "LI" if scheme == "light" else "DA"
    page.goto("/print/own")
    assert audit(page) == []
    page.set_input_files("#file", {"name": "bad.csv", "mimeType": "text/csv", "buffer": b"name,copies\nWolf,x\n"})
    page.fill("#letters", letters)
    page.click("text=Show me the cards")
    page.wait_for_selector(".faults")
    assert audit(page) == []
    page.set_input_files("#file", {"name": "wolves.csv", "mimeType": "text/csv", "buffer": WOLVES})
    page.click("text=Show me the cards")
    page.locator(".nine img").evaluate("(img) => img.decode()")

    assert audit(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    downloads: list[Any] = []
    # Playwright marks what it calls back, which a method of a list cannot be.
    page.on("download", lambda download: downloads.append(download))
    page.click("text=Print these cards")
    page.click("[data-download]")
    # What is not drawn at once is offered on a page of its own: one more tap.
    offered = page.locator("#job a.brass")
    deadline = time.monotonic() + 180
    while not downloads and time.monotonic() < deadline:
        if offered.count():
            offered.click()
        page.wait_for_timeout(500)
    assert downloads[0].suggested_filename == f"own-{letters}-letter.pdf".lower()


def test_a_deck_of_no_copies_is_said_on_the_page(phone: PlainPhone):
    upload(phone, b"name,copies\nOwl,0\n")
    for address in ("/print", "/print/cards.pdf"):
        answer = phone.client.get(f"{address}?game=own-WF")
        assert answer.status_code == 422
        assert "there are 0 copies" in answer.get_data(as_text=True)
    assert phone.client.get("/print/page.png?game=own-WF").status_code == 404


def test_a_face_of_ones_own_comes_up_beside_its_table_and_stays_with_the_next(phone: PlainPhone):
    def sent(button: str, face: bytes, **more: str) -> None:
        phone.tap(button, file=[(io.BytesIO(WOLVES), "w.csv")], face=[(io.BytesIO(face), "mine.face.toml")], **more)

    phone.open("/print/own")
    sent("Show me the cards", b'extends = "noirr"', letters="WF", title="Wolves")
    assert phone.status == 422
    assert 'face.toml line 1, extends: "noirr" is no look; did you mean noir?' in phone.said()
    assert phone.service.own.letters() == ()
    sent("Show me the cards", b'extends = "noir"\npaper = "#102030"', letters="WF", title="Wolves")
    assert phone.path == "/print/own/WF"
    kept = phone.service.own.find("WF")
    assert find_layout(kept.game).paper == (16 / 255, 32 / 255, 48 / 255)
    phone.tap("Take this file instead", file=[(io.BytesIO(WOLVES), "w.csv")])
    assert phone.service.own.find("WF").face == kept.face
    phone.tap("Take this file instead", file=[(io.BytesIO(WOLVES), "w.csv")], look="kids")
    assert (phone.service.own.find("WF").face, phone.service.own.find("WF").look) == ("", "kids")
