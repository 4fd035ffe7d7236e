"""A phone without JavaScript: loads pages, fills their forms and taps their buttons, as a browser would send them."""

from __future__ import annotations

from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from bs4 import BeautifulSoup, Tag
from memory_store import MemoryStore
from toy_game import ToyGames

from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.service import Service
from companion.table.tables import Tables

HOST = "localhost"


def toy_service() -> Service:
    """A server of the toy game, with nothing on disk and no limits."""
    return Service(Tables(MemoryStore(), games=ToyGames()), Network(), no_limits())


@dataclass
class PlainPhone:
    """One phone with its own cookies, and the page it shows."""

    service: Service
    path: str = ""
    status: int = 0
    page: BeautifulSoup = field(default_factory=lambda: BeautifulSoup("", "html.parser"))

    def __post_init__(self) -> None:
        self.client = create_app(self.service).test_client()

    def open(self, path: str, **more: Any) -> BeautifulSoup:
        """Load a page, following where it leads."""
        return self._take(self.client.get(path, follow_redirects=True, **more))

    def post(self, path: str, data: Any, **more: Any) -> BeautifulSoup:
        """Send a form as the page's own."""
        headers = {"Origin": f"http://{HOST}"}
        return self._take(self.client.post(path, data=data, headers=headers, follow_redirects=True, **more))

    def _take(self, answer: Any) -> BeautifulSoup:
        self.status, self.path = answer.status_code, answer.request.full_path.rstrip("?")
        picture = answer.mimetype.startswith("image/") and "svg" not in answer.mimetype
        self.page = BeautifulSoup("" if picture else answer.get_data(as_text=True), "html.parser")
        return self.page

    def tap(self, label: str, **typed: Any) -> BeautifulSoup:
        """Tap the button with these words, after filling the form it belongs to. A link is followed."""
        for link in self.page.select("a[href]"):
            if words(link) == label:
                return self.open(str(link["href"]))
        button = next((b for b in self.page.select("button") if label in (words(b), words(b)[2:])), None)
        assert button is not None, (
            f"no button says {label!r}; there is {[words(b) for b in self.page.select('button')]}"
        )
        form = self.page.find(id=button["form"]) if button.get("form") else button.find_parent("form")
        assert isinstance(form, Tag), f"{label!r} belongs to no form"
        sent = fields(form)
        for outside in self.page.select(f'input[form="{form.get("id")}"]'):
            sent[str(outside["name"])] = [str(outside.get("value", ""))]
        if button.get("name"):
            sent[str(button["name"])] = [str(button.get("value", ""))]
        for name, value in typed.items():
            sent[name.replace("__", ".")] = value if isinstance(value, list) else [value]
        if form.get("enctype"):
            flat = {k: (v[0] if isinstance(v[0], tuple) else v) for k, v in sent.items() if v}
            return self.post(str(form["action"]), flat, content_type="multipart/form-data")
        if str(form.get("method", "get")).lower() == "get":
            return self.open(str(form["action"]), query_string=sent)
        return self.post(str(form["action"]), sent)

    def shoot(self, data: bytes, name: str = "photo.jpg") -> BeautifulSoup:
        """Send a photo by the scan form of the page."""
        return self.tap("Read the photo", photo=[(BytesIO(data), name)])

    def said(self) -> str:
        """What the page says, in one line."""
        return " ".join(self.page.get_text(" ").split())

    def no(self) -> str:
        """Why something was not done; "" where all is well."""
        found = self.page.select_one('[role="alert"]')
        return words(found) if found else ""


def words(element: Tag) -> str:
    """An element's text in one line."""
    return " ".join(element.get_text(" ").split())


def fields(form: Tag) -> dict[str, list[Any]]:
    """What a browser would send of an untouched form."""
    sent: dict[str, list[Any]] = {}
    for element in form.select("input, select"):
        name, kind = str(element.get("name", "")), str(element.get("type", "text"))
        if not name or element.has_attr("disabled") or kind == "file":
            continue
        if element.name == "select":
            chosen = element.select_one("option[selected]") or element.select_one("option")
            sent.setdefault(name, []).append(str(chosen["value"]) if chosen else "")
        elif kind not in ("radio", "checkbox") or element.has_attr("checked"):
            untouched = "on" if kind in ("radio", "checkbox") else ""
            sent.setdefault(name, []).append(str(element.get("value", untouched)))
    return sent


def table_of(names: list[str], *, begun: bool = True) -> tuple[Service, list[PlainPhone]]:
    """A toy table with a phone for each name; the first opened it and is its host."""
    service = toy_service()
    host = PlainPhone(service)
    host.open("/new")
    host.tap("Open the table", name=names[0])
    path = host.path
    phones = [host]
    for name in names[1:]:
        phone = PlainPhone(service)
        phone.open(f"{path}/join")
        phone.tap("Sit down", name=name)
        phones.append(phone)
    if begun:
        host.open(path)
        host.tap(f"Begin with {len(names)} players")
    for phone in phones:
        phone.open(path)
    return service, phones
