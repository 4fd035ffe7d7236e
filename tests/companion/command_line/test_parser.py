"""A command line with a slip in it: one sentence, with a guess at what was meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import main
from companion.command_line.guessing_parser import Parser
from companion.own_decks.decks import OwnDecks, OwnRefusal
from companion.own_decks.game_folders import FolderRefusal, bring_all
from companion.storage.data_folder import default_folder
from printkit.input.tables import read_table_file
from rules import games


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "print fairytale --secondcode",
            'print: "--secondcode" is not an option of print. Did you mean --second-code?',
        ),
        ("print fairytale --second_code=1", 'print: "--second_code" is not an option of print. Did you mean --second-'),
        ("print fairytale -paper a4", 'print: "-paper" is not an option of print. Did you mean --paper?'),
        ("print fairytale –backs long", 'print: "–backs" is not an option of print. Did you mean --backs?'),
        ("print fairytale --zzz", 'print: "--zzz" is not an option of print. tablewright print --help lists them.'),
        ("calc --gaems x", 'calc: "--gaems" is not an option of calc. Did you mean --games?'),
        ("calibrate photo --nmae x", 'calibrate photo: "--nmae" is not an option of photo. Did you mean --name?'),
        ("print fairytale --backs loong", 'print: --backs: "loong" is not known; did you mean long?'),
        ("export tower --to tss", 'export: --to: "tss" is not known; did you mean tts?'),
        ("games fairytale", 'games: "fairytale" is one word too many. tablewright games --help says what there may be'),
        ("prnt fairytale", ': "prnt" is not a command; did you mean print?'),
        ("calibrate shwo", 'calibrate: "shwo" is not a step; did you mean show?'),
        ("--verson", ': "--verson" is not an option of tablewright. Did you mean --version?'),
        ("--games x print", "lists them; options of a command come after its name."),
        ("calc fairytal", '"fairytal" is not a game; did you mean fairytale?'),
        ("scan a.jpg --game gilfat", '--game: "gilfat" is not a game; did you mean gilfate?'),
    ],
)
def test_a_slip_gets_a_guess(words: str, said: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as left:
        main(words.split())
    assert left.value.code == 2
    assert said in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize("command", [["print"], ["export", "--to", "png"]])
@pytest.mark.parametrize(
    ("word", "meant"), [("Fairytale", "fairytale"), ("Fairy Tale", "fairytale"), ("attack at the tower", "tower")]
)
def test_a_game_by_its_title_is_guessed(command: list[str], word: str, meant: str, capsys: pytest.CaptureFixture[str]):
    assert main([*command, word]) == 1
    assert capsys.readouterr().err == f'tablewright: "{word}" is not a game; did you mean {meant}?\n'


def test_what_is_no_slip_is_left_alone():
    parser = Parser()
    parser.add_argument("-o", "--output")
    parser.add_argument("--second-code", action="store_true")
    parser.add_argument("--gap", type=float)
    parser.add_argument("files", nargs="*")
    read = parser.parse_args(["-oout.pdf", "--sec", "--gap", "-2", "-", "—my own— cards.csv", "--", "--odd.csv"])
    assert (read.output, read.second_code, read.gap) == ("out.pdf", True, -2)
    assert read.files == ["-", "—my own— cards.csv", "--odd.csv"]


@given(st.lists(st.text(alphabet="-—=o2 agx\x1b\n%{", max_size=6), max_size=4))
def test_no_words_break_the_parser(words: list[str]):
    parser = Parser(prog="tablewright")
    one = parser.add_subparsers(dest="command", metavar="COMMAND").add_parser("ag")
    one.add_argument("-o", "--gap", choices=("a", "g"))
    for start in ([], ["ag"]):
        try:
            parser.parse_args([*start, *words])
        except SystemExit as left:
            assert left.code in (0, 2)  # noqa: PT017 - most of these words are refused


def test_a_folder_that_is_not_there_is_guessed_by_its_neighbour(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "rafters").mkdir()
    (tmp_path / "rafters.txt").write_text("no folder")
    meant = f"{tmp_path / 'raftrs'}: there is no such folder; did you mean {tmp_path / 'rafters'}?"
    assert main(["check", str(tmp_path / "raftrs")]) == 1
    assert meant in capsys.readouterr().err
    assert main(["games", "--games", str(tmp_path / "raftrs")]) == 1
    assert meant in capsys.readouterr().err
    for command in (["check"], ["games", "--games"]):
        assert main([*command, str(tmp_path / "rafters.txt")]) == 1
        assert "rafters.txt: is a file; name the folder it lies in" in capsys.readouterr().err
        assert main([*command, "tower"]) == 1
        assert "tower: there is no such folder; tower is a game that is here already" in capsys.readouterr().err


def test_a_table_that_is_not_there_is_guessed_by_its_neighbour(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "wolves.csv").write_text("name\nWolf\n")
    assert main(["print", str(tmp_path / "wolfs.csv")]) == 1
    assert f"there is no such file; did you mean {tmp_path / 'wolves.csv'}?" in capsys.readouterr().err


@pytest.mark.parametrize("title", ["Fairy Tale", "fairytale", "FAIRY-TALE"])
def test_a_deck_of_ones_own_is_not_called_like_a_game(title: str, tmp_path: Path):
    decks = OwnDecks(tmp_path)
    table = read_table_file(b"name\nWolf\n", "a.csv")
    with pytest.raises(OwnRefusal, match="Fairy Tale is a game that is here already") as refused:
        decks.keep(table, "a.csv", title, "WF")
    assert refused.value.field == "title"
    kept = decks.keep(table, "a.csv", "Wolves", "WF")
    with pytest.raises(OwnRefusal, match="give it another name"):
        decks.keep(table, "a.csv", title, "WF", replacing=True)
    assert decks.find("WF").title == kept.title == "Wolves"


def test_a_table_named_like_a_game_is_refused_with_the_cure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    file = tmp_path / "fairytale.csv"
    file.write_text("name\nWolf\n")
    assert main(["print", str(file)]) == 1
    assert "Fairy Tale is a game that is here already" in (said := capsys.readouterr().err)
    assert "call the file otherwise, for instance my-fairytale" in said
    assert not OwnDecks(default_folder()).letters()


def test_a_folder_game_is_not_called_like_another(tmp_path: Path):
    from example_folder_game import TOML, folder

    with pytest.raises(FolderRefusal, match=r"title: Fairy Tale is what the game fairytale is called.*choose another"):
        bring_all(folder(tmp_path / "one", TOML.replace('title = "Rafters"', 'title = "Fairy-tale"')))
    assert "rafters" not in games.names()
