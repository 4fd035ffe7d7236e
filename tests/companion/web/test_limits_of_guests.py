"""What one device may do in a minute: counted by the seat it proves, else by its address, and never to others' harm."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from plain_phone import PlainPhone, toy_service
from toy_tables import Seated, seated

from companion.app import create_app
from companion.errors import TooOften
from companion.network.limits import Limits
from companion.service import Service
from companion.table.subscriptions import OF_A_SEAT, WATCHERS, WATCHERS_OF_ADDRESS, Signal, Subscriptions

GUEST, HONEST = {"REMOTE_ADDR": "192.168.1.66"}, {"REMOTE_ADDR": "192.168.1.7"}


class Evening:
    """A table with Ana and Ben, and a clock that stands: nothing of an allowance comes back."""

    def __init__(self) -> None:
        self.table: Seated = seated("Ana", "Ben")
        self.limits = Limits(clock=lambda: 0.0)
        self.app = create_app(Service(self.table.tables, limits=self.limits))

    def burst(self, what: str) -> int:
        return self.limits.allowances[what].burst

    def client(self, *tokens: str) -> FlaskClient:
        made = self.app.test_client()
        if tokens:
            made.set_cookie(f"tw_{self.table.code}", ".".join(tokens))
        return made

    def count(self, *tokens: str, at: dict[str, str] = GUEST) -> int:
        """One event by the API."""
        event = {"id": f"e{id(object())}-{self.table.look().rev}", "type": "counted", "args": {"by": 1}}
        headers = {"Authorization": f"Bearer {','.join(tokens)}"}
        path = f"/api/tables/{self.table.code}/events"
        return self.client().post(path, json=event, headers=headers, environ_base=at).status_code

    def undo(self, *tokens: str, at: dict[str, str] = GUEST) -> int:
        """One tap on a page."""
        headers = {"Origin": "http://localhost"}
        path = f"/t/{self.table.code}/undo"
        return self.client(*tokens).post(path, data={"id": "x"}, headers=headers, environ_base=at).status_code


@pytest.fixture
def evening() -> Evening:
    return Evening()


@pytest.mark.parametrize("how", ["count", "undo"])
def test_made_up_tokens_beside_a_real_one_bring_nothing_more(evening: Evening, how: str):
    tap, ben = getattr(evening, how), evening.table.tokens[1]
    answers = [tap(f"made-up-{n}", ben) for n in range(evening.burst("change") + 3)]
    assert 429 not in answers[: evening.burst("change")]
    assert answers[-3:] == [429] * 3
    assert tap(evening.table.tokens[0]) != 429, "another seat at the same address"


@pytest.mark.parametrize("how", ["count", "undo"])
def test_without_a_real_one_the_address_counts(evening: Evening, how: str):
    tap = getattr(evening, how)
    answers = [tap(f"made-up-{n}") for n in range(evening.burst("change") + 1)]
    assert answers[-1] == 429
    assert tap("made-up", at=HONEST) != 429


def test_wrong_codes_never_keep_a_right_one_out(evening: Evening):
    guest = evening.client()
    wrong = [
        guest.get(f"/t/{code}", environ_base=GUEST).status_code for code in ["BBBBB2"] * (evening.burst("guess") + 1)
    ]
    assert wrong[-1] == 429
    code = evening.table.code
    for path in (f"/t/{code}", f"/j/{code}", f"/join?code={code}", f"/api/tables/{code}", f"/t/{code}/join"):
        assert guest.get(path, environ_base=GUEST).status_code in (200, 303), path
    assert guest.get("/t/BBBBB2", environ_base=GUEST).status_code == 429
    assert evening.client().get("/t/BBBBB2", environ_base=HONEST).status_code == 404


def test_one_device_asks_for_two_seats_at_most_and_others_still_can(evening: Evening):
    def ask(at: dict[str, str]) -> int:
        path = f"/api/tables/{evening.table.code}/ask"
        return evening.client().post(path, json={"seat": 1}, environ_base=at).status_code

    assert [ask(GUEST) for _ in range(8)] == [200, 200] + [429] * 6
    assert ask(HONEST) == 200
    asks = evening.table.tables.live(evening.table.code).asks
    for one in list(asks):
        evening.table.tables.grant(evening.table.code, [evening.table.host], one, give=False)
    assert ask(GUEST) == 200, "once they were answered"


# --- streams


def watch(streams: Subscriptions, seats: tuple[int, ...] = (), address: str = "") -> list[Signal]:
    heard: list[Signal] = []
    streams.listen("CODE22", seats, heard.append, address)
    return heard


def test_watchers_never_take_the_places_of_seats():
    streams = Subscriptions()
    for n in range(WATCHERS):
        watch(streams, address=f"10.0.{n}.1")
    with pytest.raises(TooOften):
        watch(streams, address="10.1.0.1")
    heard = [watch(streams, (seat,)) for seat in range(5) for _ in range(OF_A_SEAT)]
    streams.tell("CODE22", Signal(7))
    assert all(Signal(7) in one for one in heard)


def test_one_address_that_watches_often_ends_its_own_oldest_and_nobody_elses():
    streams = Subscriptions()
    honest = watch(streams, address="10.0.0.7")
    many = [watch(streams, address="10.0.0.66") for _ in range(100)]
    ended = [any(signal.end for signal in heard) for heard in many]
    assert ended == [True] * (100 - WATCHERS_OF_ADDRESS) + [False] * WATCHERS_OF_ADDRESS
    assert not any(signal.end for signal in honest)
    watch(streams, address="10.0.0.8")


def test_a_phone_that_comes_back_again_and_again_always_hears():
    streams = Subscriptions()
    heard = [watch(streams, (1,)) for _ in range(50)]
    streams.tell("CODE22", Signal(7))
    assert Signal(7) in heard[-1]
    assert sum(len(there) for there in streams.streams.values()) == OF_A_SEAT
    assert streams.online("CODE22") == {1}


# --- small ones


@pytest.mark.parametrize(
    "back", ["/\t/elsewhere.example", "/\n/elsewhere.example", "/\\elsewhere.example", "//x.example"]
)
def test_settings_lead_to_no_foreign_page(back: str):
    phone = PlainPhone(toy_service())
    answer = phone.client.post("/settings", data={"back": back}, headers={"Origin": "http://localhost"})
    assert answer.location == "/"
    phone.open("/settings", query_string={"back": back})
    assert phone.page.select_one("[name=back]")["value"] == "/"


BROWSER = {"User-Agent": "Mozilla/5.0"}


@pytest.mark.parametrize("path", ["/print/cards.pdf", "/print/cuts.zip"])
@pytest.mark.parametrize(
    ("headers", "starts"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "none"}, True),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Referer": "http://localhost/print"}, True),
        ({"Referer": "http://elsewhere.example/"}, False),
        ({}, False),
    ],
)
def test_a_foreign_page_starts_no_print(path: str, headers: dict[str, str], starts: bool):
    client = create_app(toy_service()).test_client()
    answer = client.get(f"{path}?game=tower&cards=none", headers={**BROWSER, **headers})
    if starts:
        assert answer.status_code == 422, "it got as far as finding no such card"
    else:
        assert (answer.status_code, answer.location) == (303, "/print?game=tower&cards=none")


def test_a_program_prints_as_before():
    client = create_app(toy_service()).test_client()
    assert client.get("/print/cards.pdf?game=tower&cards=none", headers={"User-Agent": "curl/8"}).status_code == 422
