"""A live camera's hint: said when two looks agree, changed with them, gone at once."""

from __future__ import annotations

from companion.camera.photo import NO_CARD, unread_card
from companion.camera.running_cameras import Session
from companion.web.api.json_answers import hint_json
from vision.sighting import Hint

PLACE = ((1.0, 2.0), (3.0, 2.0), (3.0, 4.0), (1.0, 4.0))


def test_a_hint_is_said_when_two_looks_agree_and_goes_at_once() -> None:
    one = Session("GAME", 0.0)
    one.noted_hint(Hint("blurred"))
    assert one.hint is None
    one.noted_hint(Hint("blurred"))
    assert one.hint == Hint("blurred")
    one.noted_hint(Hint("far", PLACE))
    assert one.hint == Hint("blurred")
    one.noted_hint(Hint("far", PLACE))
    assert one.hint == Hint("far", PLACE)
    one.noted_hint(None)
    assert one.hint is None


def test_a_hint_is_sent_with_its_sentence_and_its_place() -> None:
    assert hint_json(None, str) is None
    assert hint_json(Hint("far", PLACE), str.upper) == {
        "cause": "far",
        "text": "THE CARDS ARE TOO FAR AWAY: GO NEARER.",
        "corners": [[1.0, 2.0], [3.0, 2.0], [3.0, 4.0], [1.0, 4.0]],
    }


def test_a_photo_says_the_cause_as_a_problem() -> None:
    assert unread_card(Hint("no_card")) == NO_CARD
    assert unread_card(Hint("dark")).text == Hint("dark").text
