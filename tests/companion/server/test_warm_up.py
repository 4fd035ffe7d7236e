"""What takes long to load is not loaded before the server answers, and whoever needs it then gets it at once."""

from __future__ import annotations

import ast
import io
import itertools
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from PIL import Image
from real_server import WAIT_S, Server, free_pair, running

from companion import late
from companion.server import warm_up

SLOW = {"numpy", "cv2", "zxingcpp", "pillow_heif", "pypdfium2", "reportlab", "fontTools", "uharfbuzz", "pyphen", "yaml",
        "openpyxl", "ezdxf", "defusedxml", "lxml", "networkx", "rules.datagame.game", "printkit.job.print_job",
        "printkit.card_layout", "vision.scan", "vision.picture.decoding"}  # fmt: skip
UNTIL_READY = """
import os, signal, sys
from companion.cli import main
from companion.server.warm_up import WarmUp

def begin(self, further):
    print(*sys.modules, flush=True)
    os.kill(os.getpid(), signal.SIGTERM)

WarmUp.begin = begin
raise SystemExit(main(sys.argv[1:]))
"""

AT_TABLES = """
import sys
from companion import late
from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.server.warm_up import WarmUp
from companion.service import Service
from companion.table.tables import Tables
from memory_store import MemoryStore
from rules import games

warming = WarmUp()
warming.begin()
warming._thread.join()
warmed = {*sys.modules}
app = create_app(Service(Tables(MemoryStore()), Network(), no_limits()))
for game in games.names():
    client = app.test_client()
    code = client.post("/api/tables", json={"game": game, "players": 2}).json["code"]
    for name in ("Ana", "Ben"):
        client.post(f"/t/{code}/join", data={"name": name}, headers={"Origin": "http://localhost"})
    card = games.deck(game).cards[0].id
    pictures = (f"/tile/{game}/{card}.webp", f"/card/{game}/{card}.svg")
    for path in (f"/t/{code}/join", f"/t/{code}", f"/t/{code}/table", *pictures):
        assert client.get(path, follow_redirects=True).status_code == 200, path
late_ones = {where.partition(":")[0] for where in late.MODULES.values()}
print(*warmed)
print(*late_ones & ({*sys.modules} - warmed))
"""


def arguments(data: Path) -> list[str]:
    return ["serve", "--host", "127.0.0.1", "--port", str(free_pair()), "--data", str(data)]


def plain_photo() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (1600, 1200), "white").save(out, "JPEG")
    return out.getvalue()


def test_until_it_answers_nothing_is_loaded_that_only_a_print_or_a_photo_needs(tmp_path: Path):
    command = [sys.executable, "-c", UNTIL_READY, *arguments(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "companion.app" in loaded
    assert not loaded & SLOW


def test_the_first_photo_print_and_table_work_while_the_rest_is_loaded(tmp_path: Path):
    photo = {"photo": ("a.jpg", plain_photo(), "image/jpeg")}
    with running([sys.executable, "-m", "companion.cli", *(words := arguments(tmp_path))]) as process:
        assert process.stdout
        assert any("Stop with Ctrl+C" in line for line in process.stdout)
        server = Server(process, int(words[words.index("--port") + 1]))
        with httpx.Client(base_url=server.url, timeout=WAIT_S) as client, ThreadPoolExecutor() as at_once:
            asked = [
                at_once.submit(client.post, "/scan", files=photo),
                at_once.submit(client.get, "/print/page.png?game=tower&page=2"),
                at_once.submit(client.get, "/static/suits.css"),
                at_once.submit(client.get, "/card/tower/circle_of_counsel.svg"),
                *(at_once.submit(client.post, "/api/tables", json={"game": game}) for game in ("tower", "breeds")),
                at_once.submit(client.get, "/"),
            ]
            seen = [one.result().status_code for one in asked]
        assert seen == [422, *[200] * (len(asked) - 1)]  # nothing lies on the photo, and that is said
        assert server.stop() == 0
        assert server.errors() == ""


def test_what_tables_show_is_loaded_ahead_and_what_only_prints_and_photos_need_at_their_first_use():
    here = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", AT_TABLES], env=here, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    warmed, first_at_a_table = (set(line.split()) for line in done.stdout.splitlines()[-2:])
    assert "printkit.face.art_tile" in warmed
    assert not warmed & {"cv2", "zxingcpp", "vision.scan", "printkit.job.print_job", "openpyxl"}
    assert not first_at_a_table


def test_told_to_end_it_loads_no_further(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(warm_up, "_steps", lambda _: itertools.repeat(lambda: None))
    loading = warm_up.WarmUp()
    loading.begin()
    loading.end()  # comes back
    assert "warm-up" not in {thread.name for thread in threading.enumerate()}


def test_two_who_need_modules_of_one_package_at_once_both_get_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    package = tmp_path / "slow_package"
    package.mkdir()
    (package / "__init__.py").write_text(
        "import sys\nsys.slow.inside.set()\nsys.slow.go_on.wait()\nVALUE = 1\nfrom slow_package.part import THING\n"
    )
    (package / "part.py").write_text("from slow_package import VALUE\nTHING = 2\n")
    monkeypatch.syspath_prepend(tmp_path)
    slow = SimpleNamespace(inside=threading.Event(), go_on=threading.Event())
    monkeypatch.setattr(sys, "slow", slow, raising=False)
    monkeypatch.setitem(late.MODULES, "whole", "slow_package")
    monkeypatch.setitem(late.MODULES, "part", "slow_package.part")
    with ThreadPoolExecutor() as at_once:
        whole = at_once.submit(getattr, late, "whole")
        slow.inside.wait(WAIT_S)
        part = at_once.submit(getattr, late, "part")
        wait([part], 0.2)  # it comes as far as it can
        slow.go_on.set()
        assert (whole.result(WAIT_S).__name__, part.result(WAIT_S).__name__) == ("slow_package", "slow_package.part")
    for name in ("whole", "part"):
        monkeypatch.delattr(late, name)


def test_a_module_that_cannot_be_loaded_is_no_matter_before_somebody_needs_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(late, "MODULES", {"missing": "printkit.no_such_module"})
    monkeypatch.setattr(warm_up.games, "playable", tuple)
    warm_up.load_now()
    with pytest.raises(ModuleNotFoundError):
        late.missing  # type: ignore[attr-defined]  # noqa: B018 - what is asked for is what is tested
    with pytest.raises(AttributeError):
        late.unknown  # type: ignore[attr-defined]  # noqa: B018 - as above


def test_every_module_named_for_type_checkers_is_found_by_those_who_run():
    tree = ast.parse(Path(late.__file__).read_text(encoding="utf-8"))
    checked = next(node for node in tree.body if isinstance(node, ast.If))
    named = {
        alias.asname: f"{node.module}.{alias.name}" if isinstance(node, ast.ImportFrom) else alias.name
        for node in ast.walk(checked)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert named.keys() == late.MODULES.keys()
    for name, where in late.MODULES.items():
        assert where in (named[name], ":".join(named[name].rsplit(".", 1)), "vision.picture.opencv_setup:cv2")
