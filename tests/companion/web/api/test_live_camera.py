"""The live camera's addresses: frames in, cards and their meaning out, one tap to accept; and whoever overdoes it."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
import table_scene
from memory_store import MemoryStore
from toy_game import Picked, Toy, ToyGames

from companion.app import create_app
from companion.camera import running_cameras as session
from companion.network.limits import Limits, no_limits
from companion.service import Service
from companion.table.tables import Tables
from companion.unexpected_errors import ONCE
from rules import games
from rules.choice import Choice
from rules.game_protocol import Lying, Reading
from rules.values.code import CardCode
from vision import scan
from vision.picture.opencv_setup import cv2
from vision.sighting import CardSeen, Photo, Quad
from vision.video import tracking

Seen = list[tuple[int, float, float]]


def toy_card(number: int, x: float, y: float, confidence: float = 0.95) -> CardSeen:
    code = CardCode("TY", f"{number:03}", 1)
    quad: Quad = (x, y), (x + 60, y), (x + 60, y + 60), (x, y + 60)
    return CardSeen(str(code), code, "toy", f"c{number}", f"Card {number}", quad, confidence)


def frame_bytes() -> bytes:
    """A picture with enough on it to tell that the camera stands still."""
    arts = [table_scene.placeholder_card(str(CardCode("TY", "001", 1)))]
    return table_scene.render(table_scene.rows(arts, seed=2), seed=2, px_per_module=3, table="wood").photo


FRAME = frame_bytes()


@dataclass
class Camera:
    """A phone at a toy table whose eye sees what the test says. Time stands until it is moved."""

    monkeypatch: pytest.MonkeyPatch
    cards: Seen = field(default_factory=list)
    now: float = 100.0
    service: Service = field(init=False)
    code: str = ""
    tokens: list[str] = field(default_factory=list)
    number: int = 0
    far: bool = False

    def __post_init__(self) -> None:
        self.service = Service(Tables(MemoryStore(), games=ToyGames()), limits=no_limits())
        self.service.live_cameras.clock = lambda: self.now
        self.client = create_app(self.service).test_client()
        opened = self.client.post("/api/tables", json={"game": "toy"}).get_json()
        self.code, self.host = opened["code"], opened["host_token"]
        for name in ("Ada", "Ben"):
            self.tokens.append(self.post("join", name=name)["token"])
        self.post("begin", token=self.host)
        self.monkeypatch.setattr(
            scan, "read_frame", lambda frame, decks, near=(), thorough=True: self.photo(frame.width, frame.height)
        )

    def photo(self, width: int, height: int) -> Photo:
        return Photo(
            width, height, 1, tuple(toy_card(n, x, y, 0.6 if self.far else 0.95) for n, x, y in self.cards), (), (), 1.0
        )

    def headers(self, token: str = "") -> dict[str, str]:
        return {"Authorization": f"Bearer {token}"} if token else {}

    def post(self, what: str, *, token: str = "", **body: Any) -> Any:
        return self.client.post(f"/api/tables/{self.code}/{what}", json=body, headers=self.headers(token)).get_json()

    def send(self, *, seat: int = 0, session: str = "s", data: bytes = FRAME, after_s: float = 0.3, **more: Any) -> Any:
        self.now += after_s
        self.number += 1
        query = {"session": session, "n": self.number, **more}
        return self.client.post(
            f"/api/tables/{self.code}/frames", query_string=query, data=data, headers=self.headers(self.tokens[seat])
        )

    def see(self, *cards: tuple[int, float, float], times: int = 1, **more: Any) -> Any:
        self.cards = list(cards)
        for _ in range(times):
            answer = self.send(**more)
            assert answer.status_code == 200, answer.get_json()
        return answer.get_json()

    def log(self) -> list[str]:
        entries = self.client.get(f"/api/tables/{self.code}/export", headers=self.headers(self.host)).get_json()
        return [entry["type"] for entry in entries["entries"] if entry["type"] in ("picked", "counted", "undo")]


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> Camera:
    return Camera(monkeypatch)


A, B = (7, 60.0, 60.0), (4, 200.0, 60.0)


def test_a_card_in_sight_is_named_outlined_and_says_what_it_means(camera: Camera):
    told = camera.see(A)
    (card,) = told["cards"]
    assert (card["name"], card["in_view"], card["gathered"], card["logged"]) == ("Card 7", True, True, False)
    assert card["corners"][0] == [60.0, 60.0]
    assert (told["ready"], told["submitted"], told["codes"]) == (True, False, [card["code"]])
    assert camera.log() == [], "nothing is logged without a tap"


def test_one_tap_accepts_and_what_is_logged_is_no_longer_new(camera: Camera):
    told = camera.see(A, times=2)
    done = camera.post("seen", token=camera.tokens[0], id="tap", codes=told["codes"], session="s", seat=0)
    assert done["accepted"]
    assert done["submitted"]["args"] == {"card": 7}
    after = camera.see(A)
    assert after["codes"] == []
    assert after["cards"][0]["logged"]
    assert camera.log() == ["picked"]


def test_a_tap_sent_twice_counts_once(camera: Camera):
    codes = camera.see(A)["codes"]
    for _ in range(2):
        assert camera.post("seen", token=camera.tokens[0], id="tap", codes=codes, session="s", seat=0)["accepted"]
    assert camera.log() == ["picked"]


def test_two_phones_of_one_seat_that_tap_at_once_make_one_play(camera: Camera):
    codes = camera.see(A)["codes"]
    assert camera.see(A, session="other")["codes"] == codes
    revs = [
        camera.post("seen", token=camera.tokens[0], id=id_, codes=codes, session=id_, seat=0)["rev"] for id_ in "ab"
    ]
    assert revs[0] == revs[1]
    assert camera.log() == ["picked"]


def test_by_itself_a_card_is_logged_once_two_looks_agree_and_never_again(camera: Camera):
    first = camera.see(A, mode="auto")
    assert not first["submitted"]
    assert camera.see(A, mode="auto", times=1)["submitted"]
    for _ in range(200):  # a minute
        assert not camera.see(A, mode="auto")["submitted"]
    assert camera.log() == ["picked"]


def test_by_itself_on_a_busy_computer_a_card_seen_once_before_the_next_covers_it_is_logged(camera: Camera):
    assert not camera.see((7, 60.0, 60.0), mode="auto", after_s=1.1)["submitted"]
    assert camera.see((4, 60.0, 60.0), mode="auto", after_s=1.1)["submitted"]
    assert camera.log() == ["picked"]


def test_a_far_card_is_believed_on_the_very_next_frame(camera: Camera):
    camera.far = True
    assert not camera.see(A)["cards"][0]["believed"]
    told = camera.see(A, after_s=0.03)
    assert told["full"]
    assert told["cards"][0]["believed"]
    assert not camera.see(A, after_s=0.03)["full"]


def test_where_all_readers_are_busy_a_new_card_is_looked_for_all_the_same(camera: Camera):
    camera.see(A, times=2)
    with camera.service.live_cameras.turns, camera.service.live_cameras.turns:
        assert not camera.see(A, B, after_s=0.5)["full"], "followed for a while"
        camera.service.live_cameras.turns._wait_s = 0.01
        assert camera.send(after_s=0.6).status_code == 429, "then it waits for its turn, and says so"
    told = camera.see(A, B, after_s=0.1)
    assert [card["name"] for card in told["cards"]] == ["Card 7", "Card 4"]
    assert all(card["in_view"] for card in told["cards"])


def test_by_itself_two_cameras_over_one_table_make_one_play(camera: Camera):
    for _ in range(10):
        camera.see(A, mode="auto", session="one")
        camera.see(A, mode="auto", session="two")
    assert camera.log() == ["picked"]


def test_two_phones_whose_frames_are_read_at_the_same_moment_make_one_play(camera: Camera):
    """Both have found the card new before either has logged it."""
    both, scans = threading.Barrier(2, timeout=120), list[int]()
    eye_, scan = camera.service.live_cameras, camera.service.tables.scan
    read, ledger = eye_._understand, eye_.logged_cards

    def at_once(*args: Any, **more: Any) -> bool:
        full = read(*args, **more)
        both.wait()
        return full

    def slowly(*args: Any, **more: Any) -> Any:
        scans.append(1)
        time.sleep(0.05)
        return scan(*args, **more)

    camera.cards = [A]
    for session_ in ("one", "two"):
        camera.send(session=session_, mode="auto")
    camera.monkeypatch.setattr(eye_, "_understand", at_once)
    camera.monkeypatch.setattr(camera.service.tables, "scan", slowly)
    phones = [threading.Thread(target=camera.send, kwargs={"session": one, "mode": "auto"}) for one in ("one", "two")]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert len(scans) == 1, "the second phone does not even try"
    assert ledger.has(camera.code, 0, str(toy_card(*A).code))
    assert camera.log() == ["picked"]


def test_two_seats_over_one_score_sheet_log_a_card_for_one_of_them(monkeypatch: pytest.MonkeyPatch):
    """The card lies in front of Ada; Ben's phone, which sees it too, says so."""
    service = Service(Tables(MemoryStore()), limits=no_limits())
    now = [100.0]
    service.live_cameras.clock = lambda: now[0]
    client = create_app(service).test_client()
    body = {"game": "fairytale", "players": 2, "mode": "score"}
    opened = client.post("/api/tables", json=body).get_json()
    card = next(iter(games.deck("fairytale").codes()))
    quad: Quad = (60, 60), (120, 60), (120, 120), (60, 120)
    seen = CardSeen(str(card[1]), card[1], "fairytale", card[0].id, card[0].name, quad, 0.95)
    monkeypatch.setattr(
        scan,
        "read_frame",
        lambda frame, decks, near=(), thorough=True: Photo(frame.width, frame.height, 1, (seen,), (), (), 1.0),
    )
    told: dict[int, Any] = {}
    for number in range(1, 9):
        for seat in (0, 1):
            now[0] += 0.2
            query = {"session": f"phone{seat}", "n": number, "seat": seat, "mode": "auto"}
            headers = {"Authorization": f"Bearer {opened['host_token']}"}
            path = f"/api/tables/{opened['code']}/frames"
            told[seat] = client.post(path, query_string=query, data=FRAME, headers=headers).get_json()
    export = client.get(f"/api/tables/{opened['code']}/export", headers=headers).get_json()
    added = [entry["args"]["add"] for entry in export["entries"] if entry["type"] == "read_tableau"]
    assert added == [[seen.text]]
    assert [problem["code"] for problem in told[1]["problems"]] == ["elsewhere"]


A_CODE = toy_card(*A).code


@pytest.mark.parametrize(
    ("missing", "left"),
    [
        ((Lying("c7", "7a Card", str(A_CODE)), Lying("c9", "Card 9")), ["Card 9"]),  # whatever it is called
        ((Lying("c7", "Card 7", str(replace(A_CODE, copy=2))),), ["Card 7"]),  # another copy of its kind
        ((Lying("c7", "7a Card"), Lying("c7", "7b Card")), ["7b Card"]),  # without a code: any of its kind, once
        ((Lying("c7", "7a Card"), Lying("c7", "7b Card", str(A_CODE))), ["7a Card"]),
        ((Lying("", "Card 7"),), ["Card 7"]),
    ],
)
def test_what_this_camera_has_logged_is_not_missing(camera: Camera, missing: tuple[Lying, ...], left: list[str]):
    camera.see(A, mode="auto", times=2)
    reading = Reading(missing=missing, of=1 + len(missing))
    camera.monkeypatch.setattr(camera.service.tables, "read", lambda *args, **more: reading)
    told = camera.see(A, B)
    assert (told["missing"], told["of"]) == (left, 1 + len(left))


def test_what_was_taken_back_is_not_logged_again_by_itself(camera: Camera):
    camera.see(A, mode="auto", times=3)
    camera.post("undo", token=camera.tokens[0], id="u")
    camera.see(A, mode="auto", times=30)
    assert camera.log() == ["picked", "undo"]


def test_several_new_cards_at_once_are_offered_never_logged_by_themselves(camera: Camera):
    told = camera.see(A, B, mode="auto", times=8)
    assert not told["submitted"]
    assert [choice["label"] for choice in told["choices"]] == ["Card 7", "Card 4"]
    assert not told["ready"], "which of them is for a person to say"
    assert camera.log() == []


def test_the_tap_on_what_has_several_meanings_does_nothing_but_ask(camera: Camera):
    codes = camera.see(A, B, times=2)["codes"]
    told = camera.post("seen", token=camera.tokens[0], id="tap", codes=codes, session="s", seat=0)
    assert not told["accepted"]
    assert len(told["choices"]) == 2


def test_looking_again_makes_everything_in_sight_new(camera: Camera):
    camera.see(A, mode="auto", times=3)
    camera.post("undo", token=camera.tokens[0], id="u")
    camera.post("look-again", token=camera.tokens[0], session="s", seat=0)
    assert camera.see(A)["codes"] != []


def test_between_full_looks_the_outlines_are_followed(camera: Camera):
    assert camera.see(A)["full"]
    told = camera.see(A, after_s=0.03)
    assert not told["full"]
    assert told["cards"][0]["in_view"]
    assert camera.see(A, after_s=0.3)["full"]


def test_what_was_laid_down_or_turned_up_is_looked_at_sooner(camera: Camera):
    assert camera.see(A)["full"]
    assert not camera.see(A, after_s=0.12)["full"]
    assert camera.see(A, after_s=0.3)["full"]
    camera.monkeypatch.setattr("vision.video.camera_motion.scene_changed", lambda before, after, move: True)
    assert not camera.see(A, after_s=0.03)["full"]
    camera.monkeypatch.setattr("vision.video.camera_motion.scene_changed", lambda before, after, move: False)
    assert camera.see(A, after_s=0.09)["full"], "it is remembered until the next full look"
    assert not camera.see(A, after_s=0.12)["full"]


def test_a_frame_that_was_overtaken_is_left_out(camera: Camera):
    camera.see(A, times=3)
    camera.number -= 2
    told = camera.see(B)
    assert [card["name"] for card in told["cards"]] == ["Card 7"]


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"data": b""}, 400, "bad_input"),
        ({"data": b"no picture at all"}, 400, "not_an_image"),
        ({"data": FRAME[: len(FRAME) // 2]}, 400, "truncated"),
        ({"session": ""}, 400, "bad_id"),
        ({"mode": "always"}, 400, "bad_input"),
        ({"n": "x"}, 400, "bad_input"),
        ({"data": b"\xff\xd8" + b"0" * 9_000_000}, 413, "too_large"),
    ],
)
def test_what_is_no_frame_is_refused_in_words(camera: Camera, change: Any, status: int, code: str):
    answer = camera.send(**change)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (status, code)
    assert camera.see(A)["codes"], "and the next frame is read as ever"


def test_a_seat_that_is_not_held_and_a_spectator_are_refused(camera: Camera):
    assert camera.send(**{"seat": 0}).status_code == 200
    path = f"/api/tables/{camera.code}/frames?session=s&seat=1"
    assert camera.client.post(path, data=FRAME, headers=camera.headers(camera.tokens[0])).status_code == 403
    assert camera.client.post(path, data=FRAME).status_code == 403


def test_a_phone_that_sends_a_hundred_frames_a_second_is_slowed_down_and_nobody_else(camera: Camera):
    camera.service.limits = Limits(clock=lambda: camera.now)
    camera.cards = [A]
    answers = [camera.send(after_s=0.01).status_code for _ in range(300)]
    assert set(answers) == {200, 429}
    assert answers.count(200) < 160
    assert camera.send(after_s=0.01, seat=1, session="ben").status_code == 200
    assert camera.send(after_s=2.0).status_code == 200


def test_frames_that_come_while_two_are_in_work_are_refused_at_once(camera: Camera, monkeypatch: pytest.MonkeyPatch):
    begun, go_on = threading.Semaphore(0), threading.Event()

    def slow(frame: Any, decks: Any, near: Any = (), thorough: bool = True) -> Photo:
        begun.release()
        go_on.wait(120)
        return camera.photo(frame.width, frame.height)

    monkeypatch.setattr(scan, "read_frame", slow)
    first = threading.Thread(target=camera.send)
    first.start()
    assert begun.acquire(timeout=120)
    second = threading.Thread(target=camera.send)
    second.start()
    # The second waits at the session's lock; when it does, a third is too many.
    one = next(iter(camera.service.live_cameras.sessions._all.values()))
    for _ in range(12_000):
        if one.slots._value == 0:
            break
        time.sleep(0.01)
    answer = camera.send()
    go_on.set()
    first.join()
    second.join()
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "1"


def test_a_video_that_stopped_is_forgotten(camera: Camera):
    camera.see(A, session="old")
    camera.see(A, session="new", after_s=session.IDLE_S + 1)
    assert camera.service.live_cameras.sessions.names() == ["new"]


def test_very_many_cameras_at_one_table_are_too_many(camera: Camera):
    for number in range(session.PER_TABLE_MAX):
        camera.see(A, session=f"s{number}", after_s=0)
    assert camera.send(session="one more", after_s=0).status_code == 429


def test_codes_that_are_none_are_refused(camera: Camera):
    for codes in ([], ["nonsense"], [7], ["1TY00101AQ"] * 300):
        told = camera.post("seen", token=camera.tokens[0], id="x", codes=codes, session="s", seat=0)
        assert told["error"]["level"] == "STRUCT"


# --- the reader itself breaks ------------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", [ZeroDivisionError("x"), MemoryError(), cv2.error("x")])
def test_where_the_reader_breaks_the_camera_goes_on_and_says_so(
    camera: Camera, fault: Exception, caplog: pytest.LogCaptureFixture
):
    camera.see(A, times=2)
    works = scan.read_frame

    def breaks(*args: Any, **more: Any) -> Any:
        raise fault

    camera.monkeypatch.setattr(ONCE, "_told", OrderedDict())
    camera.monkeypatch.setattr(scan, "read_frame", breaks)
    for _ in range(5):
        told = camera.see(A)
        assert [problem["code"] for problem in told["problems"]] == ["reader_failed"]
        assert "Move the phone a little" in told["problems"][0]["text"]
        assert [card["name"] for card in told["cards"]] == ["Card 7"]  # the outline is followed meanwhile
    camera.monkeypatch.setattr(scan, "read_frame", works)
    assert camera.see(A)["problems"] == []
    assert caplog.text.count("Traceback") == 1


def test_what_breaks_beside_the_reader_costs_one_frame_and_logs_nothing_twice(camera: Camera):
    camera.see(A, times=3, mode="auto")
    assert camera.log() == ["picked"]
    works = tracking.follow
    camera.monkeypatch.setattr(tracking, "follow", lambda *_: 1 // 0)
    assert camera.see(A, mode="auto")["problems"][0]["code"] == "reader_failed"
    camera.monkeypatch.setattr(tracking, "follow", works)
    told = camera.see(A, mode="auto", times=4)
    assert (told["problems"], [card["logged"] for card in told["cards"]]) == ([], [True])
    assert camera.log() == ["picked"]


def test_a_card_that_can_mean_several_things_is_told_once_to_its_seat(camera: Camera):
    heard: list[list[str]] = [[], []]
    for seat, token in enumerate(camera.tokens):
        camera.service.tables.subscribe(camera.code, [token], lambda signal, seat=seat: heard[seat].append(signal.card))
    choices = tuple(Choice(f"To place {n}", Picked(n, seat=0)) for n in (1, 2))
    camera.monkeypatch.setattr(Toy, "scan", lambda *_: Reading(choices=choices))
    camera.see(A, mode="auto", times=6)
    assert [[card for card in one if card] for one in heard] == [["c7"], []]
    camera.see(times=4, after_s=2.0)
    camera.see(A, mode="auto", times=6)
    assert [[card for card in one if card] for one in heard] == [["c7", "c7"], []], "it was taken away and laid again"
