"""Whatever somebody types or names: one sentence, and no file that was not there before."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.command_line.output_files import save
from companion.errors import JobError
from printkit import safe_files
from printkit.draw.display_list import rounded
from printkit.job.spec import PrintError, read_picks
from printkit.sheet.imported_slots import find_slots, read_slots
from printkit.sheet.paper import SheetError

PRINT = ("print", "fairytale", "--cards", "homesteader:1", "--backs", "none", "--paper", "a4")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, and a home of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a refused command says: one line."""
    assert main(words) == 1
    said = capsys.readouterr().err
    assert said.startswith("tablewright: ")
    assert said.count("\n") == 1
    return said


@pytest.mark.parametrize("copy", ["9" * 5000, "0" * 5000, "1000000", "²", "٣"])
def test_a_number_of_a_copy_that_is_none_is_said(copy: str):
    with pytest.raises(PrintError, match="names no copy"):
        read_picks(f"homesteader:{copy}")


@pytest.mark.parametrize("name", ["a" * 300, "~nobody_is_called_that/office.toml"])
@pytest.mark.parametrize("option", ["--profile", "--slots", "--games", "-o", "--batch", "--changed-since"])
def test_names_no_file_can_have_are_refused(option: str, name: str, here: Path, capsys: pytest.CaptureFixture[str]):
    refused(capsys, *PRINT, option, name if option != "-o" else f"{name}/x.pdf")
    assert not list(here.iterdir())


def test_a_sprue_of_aliases_that_would_fill_any_memory_is_refused():
    lines = ['a: &a ["x","x","x","x","x","x","x","x","x"]']
    lines += [f"{new}: &{new} [{','.join(['*' + old] * 9)}]" for old, new in zip("abcdefgh", "bcdefghi", strict=True)]
    with pytest.raises(SheetError, match=r"line 2: uses an alias"):
        read_slots("\n".join([*lines, "cards: *i", "sheet_width: *i"]), "bomb.yml")


@pytest.mark.parametrize("tag", ["!!int ''", "!!timestamp x", "!!bool x", "!!float ''", "2020-99-99"])
def test_a_value_that_does_not_go_with_its_tag_is_refused(tag: str):
    with pytest.raises(SheetError, match="cannot be read as YAML"):
        read_slots(f"cards: {tag}\n", "odd.yml")


def test_a_file_without_end_is_refused():
    with pytest.raises(SheetError, match="too large"):
        find_slots("/dev/zero")


def test_what_is_read_is_never_written_over(here: Path, capsys: pytest.CaptureFixture[str]):
    table = here / "wolves.csv"
    table.write_text("name\nGrey\n", "utf-8")
    said = refused(capsys, "print", "wolves.csv", "-o", "wolves.csv", "--letters", "WF")
    assert "-o wolves.csv: is another file of this job" in said
    assert table.read_text("utf-8") == "name\nGrey\n"
    said = refused(capsys, *PRINT, "-o", "deck.pdf", "--batch", "./deck.pdf")
    assert "choose another name with -o" in said
    assert [file.name for file in here.iterdir()] == ["wolves.csv"]


def test_an_outline_that_cannot_be_written_leaves_the_pdf_as_it_was(here: Path, capsys: pytest.CaptureFixture[str]):
    (here / "deck.pdf").write_bytes(b"an earlier one")
    (here / "deck-cut.svg").mkdir()
    refused(capsys, *PRINT, "-o", "deck.pdf", "--cut", "svg")
    assert (here / "deck.pdf").read_bytes() == b"an earlier one"


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_files_are_all_there_or_none_and_nothing_beside_them(
    error: BaseException, here: Path, monkeypatch: pytest.MonkeyPatch
):
    (here / "one.pdf").write_bytes(b"old")
    seen: list[int] = []

    def full(descriptor: int) -> None:
        seen.append(descriptor)
        if len(seen) == 2:
            raise error

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises((OSError, KeyboardInterrupt)):
        safe_files.write_whole({here / "one.pdf": b"new", here / "two.pdf": b"new"}, sync=True)
    assert [(file.name, file.read_bytes()) for file in here.iterdir()] == [("one.pdf", b"old")]


def test_a_full_disk_is_said_with_the_file(here: Path, monkeypatch: pytest.MonkeyPatch):
    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(JobError, match=r"two.svg: cannot be written \(No space left on device\); choose another place"):
        save({here / "two.svg": b"new"})
    assert not list(here.iterdir())


def test_a_terminal_of_plain_letters_gets_plain_letters(monkeypatch: pytest.MonkeyPatch):
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="ascii") for _ in range(2))
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    assert main([*PRINT[:2], "--paper", "40x40"]) == 1
    print("2 × 3 – “Žižka” 龙 \udcff")  # noqa: T201 - what commands do
    sys.stdout.flush()
    err.seek(0)
    out.seek(0)
    assert "a card is 63 x 88 mm" in err.read()
    assert out.read() == '2 x 3 - "Zizka" ? ?\n'


def test_a_refusal_is_one_short_line_whatever_was_typed(capsys: pytest.CaptureFixture[str]):
    said = refused(capsys, *PRINT, "--paper", "\x1b[2J\na4" + "9" * 100_000)
    assert "\x1b" not in said
    assert len(said) < 1_100


@pytest.mark.parametrize(
    "words", [(), ("--plan",), ("--lint",), ("--pages", "1"), ("--backs", "separate", "--pages", "1")]
)
def test_a_deck_of_no_copies_is_no_print(words: tuple[str, ...], here: Path, capsys: pytest.CaptureFixture[str]):
    (here / "none.csv").write_text("name,copies\nOwl,0\nFox,0\n", "utf-8")
    assert "there are 0 copies" in refused(capsys, "print", "none.csv", *words)
    assert [file.name for file in here.iterdir()] == ["none.csv"]


def test_a_slip_in_the_copies_does_not_fill_the_memory(here: Path, capsys: pytest.CaptureFixture[str]):
    (here / "many.csv").write_text("id,name,copies\n" + "".join(f"c{i},Owl,1295\n" for i in range(300)), "utf-8")
    said = refused(capsys, "print", "many.csv")
    assert "388,500 cards are more than the 20,000 we print at once" in said
    assert "column copies" in said
    assert main(["print", "many.csv", "--cards", "c7:3", "-o", "one.pdf", "--letters", "WF"]) == 0


def test_somebody_without_a_home_can_print_and_is_told_what_cannot_be_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def nowhere(cls: type[Path]) -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "TABLEWRIGHT_CACHE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", classmethod(nowhere))
    assert main(PRINT) == 0
    capsys.readouterr()
    assert "set HOME to a folder of yours" in refused(capsys, *PRINT, "--batch")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--bleed", "5cm"), '--bleed: "5cm" is not a number; write one such as 2 or 2.5 (in mm)'),
        (("--start-at", "two"), '--start-at: "two" is not a whole number; write one such as 1'),
    ],
)
def test_a_number_that_is_none_is_said_in_one_line(words: tuple[str, ...], said: str, capsys):
    with pytest.raises(SystemExit, match="2"):
        main([*PRINT, *words])
    assert capsys.readouterr().err == f"tablewright print: {said}\n"


def test_a_length_is_read_as_people_write_it(here: Path):
    assert main([*PRINT, "-o", "plain.pdf", "--bleed", "2.5"]) == 0
    assert main([*PRINT, "-o", "people.pdf", "--bleed", "2,5mm"]) == 0
    assert (here / "plain.pdf").read_bytes() == (here / "people.pdf").read_bytes()


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (
            "--batch",
            "--batch b.json: cannot be read as JSON; print the whole deck with --batch to make a new one under",
        ),
        (
            "--changed-since",
            "--changed-since b.json: cannot be read as JSON; print the whole deck with --batch to make",
        ),
    ],
)
def test_a_broken_batch_is_said_with_its_option(option: str, said: str, here: Path, capsys: pytest.CaptureFixture[str]):
    (here / "b.json").write_text("{", "utf-8")
    assert refused(capsys, *PRINT, option, "b.json").startswith(f"tablewright: {said}")


def test_a_table_whose_name_nobody_can_read_is_printed(here: Path):
    (here / os.fsdecode(b"\xff.csv")).write_text("name\nOwl\n", "utf-8")
    assert main(["print", os.fsdecode(b"\xff.csv"), "-o", "owl.pdf", "--paper", "a4"]) == 0


def test_corners_rounder_than_the_card_are_refused(capsys: pytest.CaptureFixture[str]):
    assert "a card of 30 × 30 mm has no more than 15" in refused(
        capsys, *PRINT, "--card-size", "30x30", "--corners", "16"
    )


def test_an_outline_is_never_rounder_than_its_part():
    for radius in (1.0, 4.0, 5.0, 20.0):
        points = [value for op in rounded(0.0, 0.0, 10.0, 8.0, radius).ops for value in op[1:]]
        assert all(0 <= float(x) <= 10 for x in points[::2])
        assert all(0 <= float(y) <= 8 for y in points[1::2])
        assert float(points[0]) <= float(points[2])  # the bottom edge runs to the right, and does not turn back


def test_corners_that_cut_into_a_code_are_found(capsys: pytest.CaptureFixture[str]):
    assert main([*PRINT, "--corners", "3", "--lint"]) == 0
    assert main([*PRINT, "--corners", "20", "--lint"]) == 1
    assert (
        "homesteader: code: corners of 20 mm cut into the code; choose --corners 17 or less" in capsys.readouterr().out
    )
    assert main([*PRINT, "--corners", "17", "--lint"]) == 0
