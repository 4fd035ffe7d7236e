"""What pages are made of: sent small, kept for good, and after minifying still what was written."""

from __future__ import annotations

import gzip
import io
import re
import threading

import brotli
import pytest
from flask.testing import FlaskClient
from fontTools.ttLib import TTFont
from headless_browser import chromium
from memory_store import MemoryStore
from mid_game import laid
from werkzeug.serving import make_server

from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.service import Service
from companion.table.tables import Tables
from companion.web import page_fonts, script_bundle, static_files
from rules import games

YEAR_S = 365 * 24 * 3600


@pytest.fixture
def client() -> FlaskClient:
    return create_app(Service(Tables(MemoryStore()), Network(80), no_limits())).test_client()


def addresses(page: str) -> list[str]:
    return re.findall(r'(?:href|src)="(/static/[^"]+)"', page)


def test_everything_a_page_is_made_of_is_kept_for_good_under_its_edition(client: FlaskClient):
    found = [one for one in addresses(client.get("/print").text) if "suits" not in one]
    assert len(found) > 8
    for address in found:
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert (answer.cache_control.max_age, address.startswith("/static/v-")) == (YEAR_S, True)


def test_without_an_edition_or_with_an_older_one_a_file_is_asked_for_again_soon(client: FlaskClient):
    for address in ("/static/main.js", "/static/v-00000000/main.js"):
        answer = client.get(address)
        assert answer.status_code == 200
        assert 0 < (answer.cache_control.max_age or 0) < 3600
        again = client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


def test_each_encoding_unpacks_to_the_same(client: FlaskClient):
    plain = client.get("/static/page.css")
    assert "Content-Encoding" not in plain.headers
    assert "Accept-Encoding" in plain.headers["Vary"]
    for how, unpack in (("gzip", gzip.decompress), ("br", brotli.decompress)):
        packed = client.get("/static/page.css", headers={"Accept-Encoding": how})
        assert packed.headers["Content-Encoding"] == how
        assert unpack(packed.data) == plain.data
        assert packed.headers["ETag"] != plain.headers["ETag"]
    for nothing in ("identity", "gzip;q=0", "zstd", "*;q=0"):
        assert "Content-Encoding" not in client.get("/static/page.css", headers={"Accept-Encoding": nothing}).headers


def test_pages_are_compressed_but_not_for_other_sites_and_not_after_a_post(client: FlaskClient):
    asks = {"Accept-Encoding": "gzip"}
    page = client.get("/help", headers=asks)
    assert page.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(page.data).decode() == client.get("/help").text
    foreign = client.get("/help", headers={**asks, "Sec-Fetch-Site": "cross-site"})
    assert "Content-Encoding" not in foreign.headers
    assert "Content-Encoding" not in client.post("/api/tables", json={"game": "tower"}, headers=asks).headers


@pytest.mark.parametrize("game", ["", *games.playable()])
def test_style_and_script_of_a_first_look_are_30_kb_over_the_wire(game: str):
    """Of the first page, and of a table where somebody plays; their headers are counted by the benchmark."""
    service = Service(Tables(MemoryStore()), Network(80), no_limits())
    client, path = create_app(service).test_client(), "/"
    if game:
        table = laid(service.tables, game, 0.4)
        client.set_cookie(f"tw_{table.code}", table.seats[0])
        path = f"/t/{table.code}"
    page = client.get(path).text
    asked = {one for one in addresses(page) if ".css" in one or ".js" in one}
    assert len(asked) > 4
    sent = {one: len(client.get(one, headers={"Accept-Encoding": "gzip"}).data) for one in asked}
    assert sum(sent.values()) < 30_000, sent


@pytest.mark.parametrize(
    "address",
    ["/static/../app.py", "/static/%2e%2e/app.py", "/static/v-x/../../app.py", "/static/", "/static/nobody.css",
     "/static/__init__.py", "/static/fonts/nobody.woff2", "/static/fonts/Marcellus-Regular-italic.woff2"],
)  # fmt: skip
def test_nothing_else_is_sent(client: FlaskClient, address: str):
    assert client.get(address).status_code in (404, 308)


def test_a_script_is_run_after_those_it_imports_and_circles_are_refused():
    written = {
        "table.js": 'import { b } from "./b.js";\n',
        "b.js": 'import { c as d } from "./c.js";\nexport const b = d;\n',
        "c.js": "export async function c() {}\n",
        "main.js": 'import { c } from "./c.js";\nc();\n',
    }
    assert script_bundle.modules(written.__getitem__) == ("c.js", "b.js", "table.js", "main.js")
    written["c.js"] += 'import { b } from "./b.js";\n'
    with pytest.raises(ValueError, match=r"b\.js -> c\.js -> b\.js"):
        script_bundle.modules(written.__getitem__)
    written["c.js"] = "export default 3;\n"
    with pytest.raises(ValueError, match=r"c\.js: write import"):
        script_bundle.bundle(written.__getitem__)


@pytest.mark.browser
def test_what_a_script_exports_is_the_same_one_in_the_bundle_and_beside_it():
    """A script that is loaded later, such as the page about this phone, sees the state of the one that runs."""
    server = make_server("127.0.0.1", 0, create_app(Service(Tables(MemoryStore()), Network(), no_limits())))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with chromium() as browser:
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/help")
        same = page.evaluate(
            """async () => {
              const all = await import("/static/in-table/all.js"), send = await import("/static/in-table/send.js");
              const free = send.hold();
              return [send.hold === all.made_send.hold, all.made_send.busy(), (free(), all.made_send.busy())];
            }"""
        )
    server.shutdown()
    assert same == [True, True, False]


def test_modules_are_named_ahead_with_what_they_import():
    assert "live.js" in static_files._bundled(), "the scripts as they are written now go into one file"
    found = static_files.page_modules("send.js")
    assert {"request.js"} <= set(found)
    assert len(found) == len(set(found))
    assert "live.js" not in found, "a page without a table does without"
    assert not {"camera.js", "diag.js"} & set(found), "what is loaded only where it is needed is not named"


def test_the_small_fonts_write_english_and_german_and_the_zero_is_no_o():
    for name in page_fonts.FACES:
        letters = TTFont(io.BytesIO(page_fonts.woff2(name, ""))).getBestCmap()
        figures = set("0123456789") if name != "Marcellus-Regular" else set()
        wanted = set("The quick brown fox, JUMPED over: Äpfel, Öl, Übung, Maß! äöüß “yes” ’tis „ja“ − × · …") | figures
        assert not {letter for letter in wanted if ord(letter) not in letters}, name
    for name in ("AlegreyaSans-Medium", "AlegreyaSans-Black", page_fonts.HEADING_FIGURES):
        face = TTFont(io.BytesIO(page_fonts.woff2(name, "")))
        rings = {figure: face["glyf"][face.getBestCmap()[ord(figure)]].numberOfContours for figure in "08"}
        assert rings["0"] == 3, "the outline, the hole and the dot in it"
        assert len({face["hmtx"][face.getBestCmap()[ord(figure)]][0] for figure in "0123456789"}) == 1, "one width"


def test_headings_take_no_figures_from_marcellus():
    letters = TTFont(io.BytesIO(page_fonts.woff2("Marcellus-Regular", ""))).getBestCmap()
    assert not set(map(ord, "0123456789")) & set(letters)
    assert page_fonts.css().count("U+30-39") == 1


def test_a_name_in_other_latin_letters_finds_all_of_them_in_the_further_fonts():
    both = set()
    for part in page_fonts.PARTS:
        both |= set(TTFont(io.BytesIO(page_fonts.woff2("AlegreyaSans-Medium", part))).getBestCmap())
    assert set(map(ord, "Žofie Łukasz Øystein İpek Ștefan Ærø Zoë")) <= both


def test_a_brace_left_open_does_not_hide_what_follows_it():
    for name in static_files._names():
        if name.endswith(".css"):
            written = re.sub(r"/\*.*?\*/", "", (static_files.FOLDER / name).read_text("utf-8"), flags=re.DOTALL)
            assert written.count("{") == written.count("}"), name


RULES = """(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map((rule) => rule.cssText.replace(/, +/g, ","));
}"""
READS = """async (text) => {
  // What it imports is not there, so that nothing of it runs; what is no script is told before that.
  const blob = new Blob([text.replaceAll('from"./', 'from"http://nowhere.invalid/')], {type: "text/javascript"});
  try { await import(URL.createObjectURL(blob)); }
  catch (error) { return error instanceof SyntaxError ? String(error) : ""; }
  return "";
}"""


@pytest.mark.browser
def test_minified_style_sheets_and_scripts_say_what_the_written_ones_say():
    """A browser reads both; every rule must be the same, and every script must still be one."""
    sheets = [name for name in static_files._names() if name.endswith(".css")]
    scripts = [name for name in static_files._names() if name.endswith(".js")]
    with chromium() as browser:
        page = browser.new_page()
        for name in sheets:
            written = (static_files.FOLDER / name).read_text("utf-8")
            assert page.evaluate(RULES, static_files._shortened(name).decode()) == page.evaluate(RULES, written), name
        for name in (*scripts, script_bundle.BUNDLE):
            assert page.evaluate(READS, static_files._shortened(name).decode()) == "", name
