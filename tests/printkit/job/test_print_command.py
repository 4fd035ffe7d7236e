"""``tablewright print`` as people type it: what it writes, what it says, what it refuses and how."""

from __future__ import annotations

import argparse
import os
import re
import stat
from pathlib import Path

import pytest
from pypdf import PdfReader

from companion import cli
from companion.commands import print_
from printkit.sheet.backs import WORDS


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("LC_ALL", "LC_PAPER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "de_DE.UTF-8")


def run(*words: str) -> int:
    return cli.main(["print", *words])


def test_a_deck_is_written_beside_one_where_no_name_is_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run("fairytale") == 0
    file = tmp_path / "fairytale-a4.pdf"
    assert len(PdfReader(file).pages) == 26
    assert [item.name for item in tmp_path.iterdir()] == ["fairytale-a4.pdf"]
    said = capsys.readouterr().out
    assert "fairytale-a4.pdf: 110 cards on 26 pages, 13 sheets of A4." in said
    assert "100 %" in said
    assert "flip on the long edge" in said


def test_the_name_the_paper_and_the_backs_are_the_persons_choice(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run("gilfate", "-o", "deck.pdf", "--paper", "Letter", "--backs", "none", "--pages", "1") == 0
    assert len(PdfReader(tmp_path / "deck.pdf").pages) == 1
    assert "deck.pdf: 9 cards on 1 page, 1 sheet of Letter." in capsys.readouterr().out


def test_paper_follows_the_locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    assert run("fairytale", "--cards", "homesteader:1") == 0
    assert [item.name for item in tmp_path.iterdir()] == ["fairytale-letter.pdf"]
    monkeypatch.setenv("LC_PAPER", "de_DE.UTF-8")
    assert run("fairytale", "--cards", "homesteader:1") == 0
    assert (tmp_path / "fairytale-a4.pdf").exists()


def test_backs_in_a_file_of_their_own_are_named_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run("fairytale", "-o", "deck.pdf", "--backs", "manual") == 0
    assert sorted(item.name for item in tmp_path.iterdir()) == ["deck-backs.pdf", "deck-fronts.pdf"]
    said = capsys.readouterr().out
    assert "deck-fronts.pdf and deck-backs.pdf: 110 cards on 26 pages, 13 sheets of A4." in said
    assert "turn the stack over" in said


def test_a_pdf_is_as_readable_as_other_files(tmp_path: Path):
    assert run("fairytale", "--cards", "homesteader:1") == 0
    (tmp_path / "plain").write_bytes(b"")
    modes = {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("plain", "fairytale-a4.pdf")}
    assert len(modes) == 1


def test_an_old_file_is_replaced_whole(tmp_path: Path):
    file = tmp_path / "deck.pdf"
    file.write_bytes(b"yesterday's")
    assert run("fairytale", "-o", "deck.pdf", "--cards", "homesteader:1") == 0
    assert file.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["fairytail"], '"fairytail" is not a game; did you mean fairytale?'),
        (["fairytale", "--paper", "60x60"], "choose a larger paper"),
        (["fairytale", "--paper", "leter"], "did you mean letter?"),
        (["fairytale", "--cards", "homestead"], "did you mean homesteader?"),
        (["fairytale", "--cards", "homesteader:99"], "--cards homesteader:99"),
        (["fairytale", "--cards", ""], "--cards"),
        (["fairytale", "--pages", "two"], "--pages"),
        (["fairytale", "--pages", "27"], "1 to 26"),
        (["fairytale", "--start-at", "10"], "1 to 9"),
        (["fairytale", "--set", "?"], "--set"),
        (["fairytale", "--what", "boards"], "has none; it has guide, cards"),
        (["fairytale", "-o", "no/such/deck.pdf"], "there is no folder"),
        (["fairytale", "-o", "."], "is a folder"),
        (["fairytale", "--batch", "no/such/mine.json"], "--batch no/such/mine.json: there is no folder"),
    ],
)
def test_a_refusal_is_one_line_and_leaves_no_file(
    words: list[str], answer: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert run(*words) == 1
    said = capsys.readouterr()
    assert answer in said.err
    assert said.err.startswith("tablewright: ")
    assert said.err.count("\n") == 1
    assert said.out == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        ["fairytale", "--backs", "lnog"],
        ["fairytale", "--start-at", "one"],
        ["fairytale", "--papper", "a4"],
        [],
    ],
)
def test_a_wrong_command_line_is_told_apart_from_a_failed_job(words: list[str]):
    with pytest.raises(SystemExit) as left:
        run(*words)
    assert left.value.code == 2


def test_a_folder_that_cannot_be_written_to_is_said_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    # The tests may run as somebody who can write everywhere, so the question is answered for them.
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert run("fairytale", "-o", str(tmp_path / "deck.pdf")) == 1
    assert "cannot be written to; choose another place with -o" in capsys.readouterr().err


def test_a_pipe_or_device_is_refused_and_never_replaced_by_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    pipe = tmp_path / "deck.pdf"
    os.mkfifo(pipe)
    assert run("fairytale", "-o", "deck.pdf", "--pages", "1") == 1
    assert "is a device or a pipe, not a file; choose another place with -o" in capsys.readouterr().err
    assert pipe.is_fifo()


def test_a_disk_that_fills_up_leaves_no_half_file_and_keeps_the_old_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    file = tmp_path / "deck-fronts.pdf"
    file.write_bytes(b"yesterday's")

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert run("fairytale", "-o", "deck.pdf", "--backs", "separate", "--pages", "1") == 1
    assert "No space left on device" in capsys.readouterr().err
    assert [item.name for item in tmp_path.iterdir()] == ["deck-fronts.pdf"]
    assert file.read_bytes() == b"yesterday's"


def test_progress_goes_to_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert run("fairytale", "--pages", "1-4") == 0
    assert capsys.readouterr().err == "\rpage 1 of 4\rpage 2 of 4\rpage 3 of 4\rpage 4 of 4\n"


def test_help_explains_every_way_of_making_backs(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as left:
        run("--help")
    assert left.value.code == 0
    shown = re.sub(r"\s+", " ", capsys.readouterr().out)
    for name in WORDS:
        assert f"{name}: " in shown
    assert print_.EXAMPLE in shown


def test_every_option_is_in_the_documentation():
    page = (Path(__file__).parents[3] / "docs" / "printing.md").read_text("utf-8")
    parser = argparse.ArgumentParser()
    print_.add(parser)
    options = {option for action in parser._actions for option in action.option_strings} - {"-h", "--help"}
    assert options
    for option in options:
        assert f"`{option}" in page
    for way in WORDS:
        assert f"| `{way}` |" in page


@pytest.mark.parametrize(
    ("set_to", "options", "told"),
    [
        ({"LANG": "de_DE.UTF-8"}, [], True),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "de_CH"}, [], True),
        ({"LC_ALL": "de"}, [], True),
        ({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, [], False),
        ({"LANG": "en_GB.UTF-8"}, [], False),
        ({"LANG": "tlh"}, [], False),
        ({"LANG": "de_DE.UTF-8"}, ["--language", "de"], False),
        ({"LANG": "de_DE.UTF-8"}, ["--language", "en"], False),
    ],
)
def test_english_is_printed_unless_asked_and_a_reader_of_another_language_is_told(
    set_to: dict[str, str], options: list[str], told: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in set_to.items():
        monkeypatch.setenv(name, value)
    file = tmp_path / "one.pdf"
    assert run("tower", "--cards", "treant:1", "-o", str(file), *options) == 0
    assert ("Printed in English. Deutsch: --language de" in capsys.readouterr().out) == told
