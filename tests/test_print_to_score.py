"""The loop that must always close: a deck is printed, cut, played, photographed, and the score is right.

Everything here is the real thing but the paper: the PDF is rasterised and cut, a made-up camera takes the photos,
phone-size Chromiums send them to the server process. What the sheet must say is reckoned by the rules alone.
Seeds differ from run to run; a failure prints its own.
"""

from __future__ import annotations

import random
import uuid
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from browser_phones import Phone, browser, companion, needs_chromium, photo_of_one, photo_of_tableau
from cut_cards import cut_cards
from playwright.sync_api import Browser, expect

from rules import games
from rules.games.fairytale.deck import facts
from rules.values.cards import Card

pytestmark = [pytest.mark.browser, needs_chromium]
SEATS = "ABCDE"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with companion(tmp_path_factory.mktemp("data")) as url:
        yield url


@pytest.fixture
def seed() -> int:
    chosen = random.SystemRandom().randrange(10**6)
    print(f"seed {chosen}")  # noqa: T201 - shown when the test fails
    return chosen


class Paper:
    """What lies on the real table: who has which cards, and how they lie. Ids as the companion gives them."""

    def __init__(self, seed: int, players: int, expert: bool, *, second_code: bool = False) -> None:
        rnd = random.Random(seed)
        deck = games.deck("fairytale")
        pool = [(card, str(code)) for card, code in deck.codes() if expert or not card["expert"]]
        dealt = rnd.sample(pool, players * 12)
        self.hands = [dealt[seat * 12 : seat * 12 + 12] for seat in range(players)]
        self.arts = cut_cards("fairytale", frozenset(code for _, code in dealt), second_code=second_code)
        self.tableaus: list[list[dict[str, str]]] = [[] for _ in range(players)]

    def defs(self) -> dict[str, Any]:
        return {card.name: definition(card) for hand in self.hands for card, _ in hand}

    def ask(self, op: str, **more: Any) -> Any:
        tableaus = {SEATS[seat]: cards for seat, cards in enumerate(self.tableaus)}
        question = {"op": op, "cards": self.defs(), "tableaus": tableaus, **more}
        return games.load("fairytale").calculators[op](question)

    def lay(self, seat: int, index: int) -> str:
        uid = f"{seat}.{index + 1}"
        self.tableaus[seat].append({"id": uid, "card": self.hands[seat][index][0].name, "face": "up"})
        return uid

    def photo(self, seat: int) -> bytes:
        arts = [self.arts[code] for _, code in self.hands[seat]]
        down = [i for i, card in enumerate(self.tableaus[seat]) if card["face"] == "down"]
        # The deal is new in every run; how a photo turns out is no part of it.
        return photo_of_tableau(arts, 41 + seat, down)


def definition(card: Card) -> dict[str, Any]:
    """The card as the calculators are asked about it, from its printed facts."""
    fact = facts(card)
    value: dict[str, Any] = {"kind": fact.value.kind, "points": fact.value.points}
    match fact.value.kind:
        case "count":
            of = {"name": fact.value.name} if fact.value.name else {"faction": fact.value.faction}
            value = {"kind": "count", "per": fact.value.points, "of": of}
        case "friend_if" | "friend_per":
            value["friend"] = fact.value.name
        case "most":
            value["faction"] = fact.value.faction
    effects = [{"who": e.who, "what": e.verb, "amount": e.amount, "faction": e.faction} for e in fact.effects]
    return {"faction": fact.faction, "value": value, "effects": effects}


def resolve_on_phones(paper: Paper, phones: list[Phone], revealed: dict[str, str]) -> None:
    """Answer every question on the phone it is asked on, always the first candidates; the paper follows."""
    choices: dict[str, dict[str, list[str]]] = {}
    while True:
        answer = paper.ask("resolve", revealed=revealed, choices=choices)
        open_ones = [
            one for one in answer["requests"] if one["step"] not in choices.get(one["player"], {}) and one["candidates"]
        ]
        if not answer["pending"]:
            break
        for request in open_ones:
            seat = SEATS.index(request["player"])
            picked = request["candidates"][: request["amount"]]
            tick_and_send(phones[seat], picked)
            choices.setdefault(request["player"], {})[request["step"]] = picked
    for tableau in paper.tableaus:
        for card in tableau:
            card["face"] = answer["faces"][card["id"]]


def tick_and_send(phone: Phone, uids: list[str]) -> None:
    phone.go()
    rev = phone.look()["rev"]
    only = phone.page.locator(f"form[data-picks-only] input[type=radio][value='\"{uids[0]}\"']")
    if only.count():
        # One card to turn is touched where it lies.
        phone.page.locator(f'#main [data-spot="card:{uids[0]}"]').first.click()
        phone.page.wait_for_function(f"() => Number(document.body.dataset.rev) > {rev}")
        return
    form = phone.page.locator("form", has=phone.page.locator(f"input[value='\"{uids[0]}\"']")).first
    for uid in uids:
        box = form.locator(f"input[value='\"{uid}\"']")
        box.locator("xpath=..").click()
        expect(box).to_be_checked()
    form_id = form.get_attribute("id")
    phone.page.locator(f'button[form="{form_id}"], form#{form_id} button').first.click()
    phone.page.wait_for_function(f"() => Number(document.body.dataset.rev) > {rev}")


def score_of(phone: Phone, seat: int) -> int:
    """The total the score sheet gives a seat."""
    sheet = next(b for b in phone.look()["view"]["blocks"] if b["is"] == "scores")["sheet"]
    return int(next(s["total"] for s in sheet["seats"] if s["seat"] == seat))


def test_two_people_print_play_photograph_and_score(server: str, chromium: Browser, seed: int) -> None:
    paper = Paper(seed, players=2, expert=False)
    ana, ben = phones = [Phone.new(chromium, server) for _ in range(2)]
    code = ana.open_table("Ana")
    ben.join(code, "Ben")
    ana.sees("2 are here")
    ana.tap("Begin with 2 players")
    expect(ana.page.locator("body")).to_contain_text("Stage 1")
    for play_round in range(4):
        phones[play_round % 2].go()
        phones[play_round % 2].tap("The draft is over")
        for turn in range(3):
            index = play_round * 3 + turn
            for seat, phone in enumerate(phones):
                phone.send_photo(photo_of_one(paper.arts[paper.hands[seat][index][1]], index * 2 + seat))
                phone.sees("Done")
            revealed = {SEATS[seat]: paper.lay(seat, index) for seat in range(2)}
            resolve_on_phones(paper, phones, revealed)
        # With the third card the rest of the hand is discarded, and the next stage begins by itself.
        ana.go()
        expect(ana.page.locator("body")).to_contain_text(f"Stage {play_round * 2 + 3}")
    expected = paper.ask("score")["totals"]
    for seat, phone in enumerate(phones):
        phone.send_photo(paper.photo(seat))
        phone.sees("Done")
    for seat in range(2):
        assert score_of(ana, seat) == expected[SEATS[seat]]
        ana.go("/scores")
        ana.sees(str(expected[SEATS[seat]]))


def test_five_people_only_score(server: str, chromium: Browser, seed: int) -> None:
    paper = Paper(seed, players=5, expert=True)
    rnd = random.Random(seed)
    for seat in range(5):
        for index in range(12):
            paper.lay(seat, index)
            paper.tableaus[seat][index]["face"] = rnd.choice(["up", "up", "up", "down"])
    phone = Phone.new(chromium, server)
    phone.page.goto(f"{server}/score")
    phone.page.get_by_text("5", exact=True).click()
    phone.tap("To the first photo")
    phone.page.wait_for_url("**/t/*")
    phone.code = phone.page.url.split("/t/")[1][:6]
    for seat in range(5):
        phone.go()
        phone.tap(f"Seat {seat + 1}")
        phone.sees(f"Seat {seat + 1} · you")
        phone.send_photo(paper.photo(seat))
        up = sum(card["face"] == "up" for card in paper.tableaus[seat])
        phone.tap(f"Accept {up}" if up > 1 else "Accept")
        phone.page.wait_for_function(f"() => document.documentElement.innerText.includes('saved {seat + 2}')")
    expected = paper.ask("score")["totals"]
    assert {SEATS[seat]: score_of(phone, seat) for seat in range(5)} == expected
    phone.go("/scores")
    for total in expected.values():
        phone.sees(str(total))


class Wire:
    """One of five phones at a tracked table, talking to the server as a program would."""

    def __init__(self, server: str, code: str, name: str) -> None:
        self.url = f"{server}/api/tables/{code}"
        joined = httpx.post(f"{self.url}/join", json={"name": name}, timeout=60).json()
        self.seat, self.headers = joined["seat"], {"Authorization": f"Bearer {joined['token']}"}

    def look(self) -> Any:
        return httpx.get(self.url, headers=self.headers, timeout=60).json()

    def send(self, event: Any, **args: Any) -> None:
        body = {**event, "args": {**event["args"], **args}, "id": str(uuid.uuid4())}
        answer = httpx.post(f"{self.url}/events", json=body, headers=self.headers, timeout=60)
        assert answer.status_code == 200, answer.text

    def choice(self, kind: str) -> Any:
        """The button of that kind, or None."""
        offered = [c for c in self.look()["choices"] if c["event"]["type"] == kind and not c["correction"]]
        return offered[0] if offered else None

    def photograph(self, photo: bytes) -> Any:
        files = {"image": ("photo.jpg", photo, "image/jpeg")}
        data = {"id": str(uuid.uuid4()), "mode": "auto"}
        answer = httpx.post(f"{self.url}/scan", files=files, data=data, headers=self.headers, timeout=120)
        assert answer.status_code == 200, answer.text
        return answer.json()


def answer_all(phones: list[Wire]) -> dict[str, dict[str, list[str]]]:
    """Answer every question about flips, on the phone it is asked on, with the last candidates."""
    given: dict[str, dict[str, list[str]]] = {}
    while open_ones := [(phone, choice) for phone in phones if (choice := phone.choice("choose"))]:
        for phone, choice in open_ones:
            (field,) = choice["fields"]
            picked = [pick["value"] for pick in field["picks"]][-field["low"] :]
            phone.send(choice["event"], uids=picked)
            given.setdefault(SEATS[phone.seat], {})[choice["event"]["args"]["step"]] = picked
    return given


@pytest.mark.parametrize("second_code", [False, True], ids=["one code", "two codes"])
def test_five_people_play_a_tracked_game_and_photograph_the_end(server: str, seed: int, second_code: bool) -> None:
    paper = Paper(seed, players=5, expert=True, second_code=second_code)
    opened = httpx.post(f"{server}/api/tables", json={"game": "fairytale"}, timeout=60).json()
    phones = [Wire(server, opened["code"], name) for name in ("Ana", "Ben", "Chi", "Dov", "Eva")]
    host = {"Authorization": f"Bearer {opened['host_token']}"}
    httpx.post(f"{phones[0].url}/begin", json={"id": str(uuid.uuid4())}, headers=host, timeout=60).raise_for_status()
    for index in range(12):
        if index % 3 == 0:
            phones[index % 5].send(phones[index % 5].choice("next_stage")["event"])
        for phone in phones:
            card, code = paper.hands[phone.seat][index]
            phone.send({"type": "select", "args": {}}, card=card.id, code=code)
        revealed = {SEATS[phone.seat]: paper.lay(phone.seat, index) for phone in phones}
        answer = paper.ask("resolve", revealed=revealed, choices=answer_all(phones))
        assert not answer["pending"]
        for card in (card for tableau in paper.tableaus for card in tableau):
            card["face"] = answer["faces"][card["id"]]
    for phone in phones:
        done = phone.photograph(paper.photo(phone.seat))
        assert done["submitted"], f"seat {phone.seat}: {done['summary']} {done['problems']}"
    # The points wait to be asked for where the last reveal leaves something to do by hand.
    if to_the_points := phones[0].choice("next_stage"):
        phones[0].send(to_the_points["event"])
    sheet = next(block for block in phones[0].look()["view"]["blocks"] if block["is"] == "scores")["sheet"]
    assert {SEATS[one["seat"]]: one["total"] for one in sheet["seats"]} == paper.ask("score")["totals"]
