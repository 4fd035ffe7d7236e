"""``tablewright calc``: a line in, a line out, whatever the line holds."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import main
from companion.commands import calc
from rules import games


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: bytes, game: str = "fairytale"
) -> Any:
    """The answers to lines of standard input."""

    class Stdin:
        buffer = io.BytesIO(text)

    monkeypatch.setattr(sys, "stdin", Stdin)
    assert main(["calc", game]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "bad_json"),
        (b"   ", "bad_json"),
        (b"{", "bad_json"),
        (b"[1]", "bad_json"),
        (b'"stage"', "bad_json"),
        (b"\xff\xfe\x00", "bad_json"),
        (b"[" * 100_000, "bad_json"),
        (b'{"op": ' + b"9" * 5_000 + b"}", "bad_json"),
        (b"{}", "bad_op"),
        (b'{"op": "fly"}', "bad_op"),
        (b'{"op": 3}', "bad_op"),
        (b'{"op": ["stage"]}', "bad_op"),
        (b'{"op": "stage"}', "bad_input"),
        (b'{"op": "stage", "stage": "\\ud800"}', "bad_input"),
        (b'{"op": "stage", "stage": NaN}', "bad_input"),
    ],
)
def test_a_line_that_cannot_be_answered_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: bytes, code: str
) -> None:
    good = b'{"op": "stage", "stage": 1}'
    answers = run(monkeypatch, capsys, b"\n".join([good, line, good]) + b"\n")
    assert [answer.get("error") for answer in answers] == [None, code, None]
    assert answers[1]["text"]


def test_bad_input_names_the_field(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    line = b'{"op": "pass", "order": ["A", 7], "index": 0, "stage": 1}'
    (answer,) = run(monkeypatch, capsys, line)
    assert (answer["error"], answer["field"]) == ("bad_input", "order[1]")


def test_windows_line_ends_and_a_last_line_without_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = b'{"op": "stage", "stage": 2}\r\n{"op": "stage", "stage": 9}'
    assert [answer["kind"] for answer in run(monkeypatch, capsys, text)] == ["play", "score"]


def test_a_line_too_long_is_one_answer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(calc, "LINE_MAX_BYTES", 100)
    text = b'{"op": "stage", "stage": 1, "note": "' + b"x" * 1000 + b'"}\n{"op": "stage", "stage": 1}\n'
    answers = run(monkeypatch, capsys, text)
    assert [answer.get("error") for answer in answers] == ["bad_json", None]


def test_a_file_instead_of_standard_input(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text('{"op": "stage", "stage": 4}\n', encoding="utf-8")
    assert main(["calc", "fairytale", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["round"] == 2
    assert main(["calc", "fairytale", str(tmp_path / "none")]) == 1
    assert "cannot be read" in capsys.readouterr().err


def test_a_game_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["calc", "chess"])
    assert caught.value.code == 2
    assert '"chess" is not a game; expected one of' in capsys.readouterr().err


@pytest.mark.parametrize("game", games.playable())
def test_every_playable_game_answers(game: str) -> None:
    calculators = games.load(game).calculators
    assert calculators
    for op in calculators:
        # Some ask for fields, others answer for an empty table; none falls over.
        answer = calc.answer(calculators, json.dumps({"op": op}).encode())
        assert answer.get("error", "bad_input") == "bad_input", op


@given(st.binary(max_size=200))
def test_any_bytes_get_an_answer(line: bytes) -> None:
    answer = calc.answer(games.load("fairytale").calculators, line)
    assert answer["error"] in ("bad_json", "bad_op", "bad_input")


def test_a_fault_of_ours_is_said_and_the_next_line_answered() -> None:
    def broken(data: Any) -> Any:
        raise KeyError("oops")

    answers = [
        json.loads(a)
        for a in calc.answers({"x": broken, "y": lambda data: {"ok": True}}, [b'{"op":"x"}', b'{"op":"y"}'])
    ]
    assert [answers[0]["error"], answers[1]] == ["failed", {"ok": True}]


def test_the_installed_command_answers_line_by_line() -> None:
    """A program may ask, wait for the answer and ask again."""
    command = [sys.executable, "-m", "companion.cli", "calc", "fairytale"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number, kind in ((1, "draft"), (2, "play")):
            process.stdin.write(json.dumps({"op": "stage", "stage": number}) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["kind"] == kind
        process.stdin.close()
        assert process.wait(timeout=120) == 0
