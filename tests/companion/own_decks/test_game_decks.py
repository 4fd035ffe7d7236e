"""Decks people type in for the games: read, refused by row and column, kept with their codes, played and printed."""

from __future__ import annotations

import csv
import io
import json
import random
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from memory_store import MemoryStore
from plain_phone import PlainPhone
from table_scene import CardArt
from typed_tables import (
    FAIRYTALE,
    ApiTable,
    added,
    cards_in_sleeves,
    dragoborne_deck,
    paper_cards,
    photo,
    read,
    service_at,
)

from companion.cli import main
from companion.own_decks.game_decks import GameDecks
from companion.service import Service
from companion.table.export import read as read_export
from companion.table.tables import Tables
from rules import games, wire
from rules.event import Refusal
from rules.games.dragoborne.deck import Change, has_word, own_change, standing_change, words_of
from rules.testing.random_choices import filled
from rules.values.added_deck import AddedDeck
from rules.values.code import parse
from rules.values.rows import DeckError

TAKERS = tuple(name for name in games.names() if games.card_table(name) is not None)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in; the command keeps its decks in another, which is returned."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "home" / "tablewright"


def faults(text: str, game: str = "fairytale", folder: str = "/nonexistent") -> list[str]:
    """What is said about a table; nothing where it is read."""
    try:
        read(GameDecks(Path(folder)), text, game=game, title="My Box")
    except DeckError as error:
        return [str(problem) for problem in error.problems]
    return []


# --- from the first table to the kept deck


@pytest.mark.parametrize("game", TAKERS)
def test_a_new_table_checks_clean_is_kept_listed_and_taken_away(
    game: str, home: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(["deck", "new", game, "-o", "box.csv"]) == 0
    assert main(["deck", "check", "box.csv"]) == 0
    assert main(["deck", "add", "box.csv", "--letters", "wf", "--name", "Our box"]) == 0
    capsys.readouterr()
    assert main(["deck", "list"]) == 0
    assert capsys.readouterr().out.startswith(f"WF  Our box: {games.spec(game).title}, ")
    assert main(["deck", "remove", "WF"]) == 0
    assert main(["deck", "list"]) == 0
    assert capsys.readouterr().out.endswith("writes a table to fill in.\n")


@pytest.mark.parametrize("game", TAKERS)
def test_a_new_table_has_two_cards_and_explains_each_of_its_columns(game: str, home: Path):
    main(["deck", "new", game, "-o", "box.csv"])
    rows = list(csv.reader(io.StringIO(Path("box.csv").read_text("utf-8-sig"))))
    comments = [row[0] for row in rows if row[0].startswith("# ")]
    header, *cards = [row for row in rows if not row[0].startswith("#")]
    assert len(cards) == 2
    assert all(any(said.startswith(f"# {column}: ") for said in comments) for column in header)


def test_a_new_table_takes_no_files_place(home: Path, capsys: pytest.CaptureFixture[str]):
    Path("box.csv").write_text("mine")
    assert main(["deck", "new", "fairytale", "-o", "box.csv"]) == 1
    assert Path("box.csv").read_text() == "mine"
    assert "is there already and may be yours" in capsys.readouterr().err


@pytest.mark.parametrize("game", ["tower", "gilfate"])
def test_games_that_need_no_table_say_how_a_box_is_played(game: str, home: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["deck", "new", game]) == 1
    said = capsys.readouterr().err
    assert "needs no table" in said
    assert said.count("\n") == 1


def test_a_workbook_is_read_like_the_same_rows_as_text(home: Path):
    book = openpyxl.Workbook()
    for row in csv.reader(io.StringIO(FAIRYTALE)):
        book.worksheets[0].append([int(cell) if cell.lstrip("-").isdigit() else cell or None for cell in row])
    book.save("box.xlsx")
    text = io.StringIO()
    csv.writer(text, delimiter=";").writerows(csv.reader(io.StringIO(FAIRYTALE)))
    Path("box.csv").write_text(text.getvalue())
    assert main(["deck", "add", "box.xlsx", "--letters", "XL"]) == 0
    assert main(["deck", "add", "box.csv", "--letters", "CS"]) == 0
    first, second = (GameDecks(home).find(letters).deck.cards for letters in ("XL", "CS"))
    assert [(c.name, c.copies, c.fields) for c in first] == [(c.name, c.copies, c.fields) for c in second]


# --- the codes stay


def test_every_printed_code_stays_when_rows_are_moved_added_and_taken_out(tmp_path: Path):
    def codes() -> dict[str, str]:
        return {card.name: card.code for card in GameDecks(tmp_path).find("WF").deck.cards}

    added(tmp_path, FAIRYTALE, game="fairytale", title="My Box", letters="WF")
    before = codes()
    header, *rows = FAIRYTALE.strip().splitlines()
    later = [row for row in reversed(rows) if not row.startswith("Night Gate")] + ["New One,2,Shadow,fixed,4,,,,,"]
    added(tmp_path, "\n".join([header, *later]), game="fairytale", title="My Box")
    after = codes()
    assert all(after[name] == before[name] for name in after if name != "New One")
    assert after["New One"] not in before.values()
    added(tmp_path, FAIRYTALE, game="fairytale", title="My Box")
    assert codes() == before


def test_a_corrected_table_under_the_same_letters_keeps_the_decks_name(home: Path):
    Path("box.csv").write_text(FAIRYTALE)
    Path("corrected.csv").write_text(FAIRYTALE.replace("Old Sword,4", "Old Sword,3"))
    assert main(["deck", "add", "box.csv", "--letters", "WF", "--name", "Our box"]) == 0
    assert main(["deck", "add", "corrected.csv", "--letters", "wf"]) == 0
    kept = GameDecks(home).find("WF")
    assert kept.title == "Our box"
    assert kept.deck.size == 42


def test_letters_that_are_somebodys_are_refused_with_free_ones(tmp_path: Path, home: Path):
    with pytest.raises(Exception, match="FT are the letters of Fairy Tale") as refused:
        added(tmp_path, FAIRYTALE, game="fairytale", title="My Box", letters="FT")
    assert "for one" in str(refused.value)


def test_decks_of_ones_own_and_decks_of_games_never_share_letters(home: Path, capsys: pytest.CaptureFixture[str]):
    Path("box.csv").write_text(FAIRYTALE)
    Path("wolves.csv").write_text("name\nWolf\n")
    assert main(["deck", "add", "box.csv", "--letters", "WF"]) == 0
    assert main(["print", "wolves.csv", "--letters", "WF"]) == 1
    assert "WF are the letters of box" in capsys.readouterr().err
    assert main(["print", "wolves.csv", "--letters", "WO"]) == 0
    assert main(["deck", "add", "box.csv", "--letters", "WO", "--name", "Other"]) == 1
    assert "WO are the letters of wolves" in capsys.readouterr().err


# --- what is wrong in a table


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "you flip 1 Shadow",
            "you flpi 1 Shadow",
            'line 10, column effects: "flpi" in "you flpi 1 Shadow": did you mean',
        ),
        (
            "you flip 1 Shadow",
            "you flip 1 Shadw",
            'line 10, column effects: "Shadw" is not known; did you mean Shadow?',
        ),
        ("you flip 1 Shadow", "me flip 1", 'line 10, column effects: "me" in "me flip 1" is neither you nor all'),
        ("fixed,-2", "fxied,-2", 'line 12, column value_kind: "fxied" is not known; did you mean fixed?'),
        ("fixed,-2", "fixed,-200", "line 12, column points: -200 is outside -20 to 20"),
        ("Grey Debt,2", "Grey Debt,-2", "line 12, column copies: -2 is outside 0 to 1295"),
        ("Grey Debt,2", "Grey Debt,two", 'line 12, column copies: "two" is not a whole number'),
        (
            "friend_per,3,,Old Sword",
            "friend_per,3,,Old Swrod",
            'line 4, column friend: no card is called "Old Swrod"; did',
        ),
        ("friend_if,9,,Lost Seal", "friend_if,9,,", "line 5, column friend: is empty; a card of this kind needs it"),
        ("most,6,faction:Shadow", "most,6,", "line 13, column count_of: is empty"),
        ("Grey Debt,2,Shadow", "Grey Debt,2,", "line 12, column faction: is empty; expected the card's faction"),
        ("Grey Debt,2,Shadow", "Grey Debt,#REF!,Shadow", "line 12, column copies: is #REF!, what a spreadsheet has"),
        ("Grey Debt", "", "line 12, column name: is empty; expected a text"),
        (
            "value_kind",
            "value_knid",
            "line 1, column value_knid: is not a column of this game; did you mean value_kind?",
        ),
        ("count_of,friend", "friend,friend", "line 1, column friend: stands twice in the header"),
        (",Look at a card of somebody else.", ",", "line 14, column text: is empty, and one of the effects is only"),
        ("Barn Folk,,,,", "Barn Folk,,,,,and,more", "line 2: has 12 cells and the header 10"),
    ],
)
def test_each_fault_is_one_sentence_with_row_column_and_cure(old: str, new: str, said: str):
    assert old in FAIRYTALE
    found = faults(FAIRYTALE.replace(old, new, 1))
    assert any(f"my.csv {said}" in one for one in found), found


def test_all_faults_are_said_at_once(home: Path, capsys: pytest.CaptureFixture[str]):
    Path("box.csv").write_text(FAIRYTALE.replace("fixed", "fxied"))
    assert main(["deck", "check", "box.csv"]) == 1
    assert capsys.readouterr().err.count("did you mean fixed?") == FAIRYTALE.count("fixed")
    assert main(["deck", "add", "box.csv"]) == 1
    assert GameDecks(home).all() == ()


def test_cards_that_name_each_other_in_a_circle_only_count_each_other(tmp_path: Path):
    circle = "name,copies,faction,value_kind,points,friend\nHen,1,Farm,friend_per,2,Egg\nEgg,2,Farm,friend_per,3,Hen\n"
    deck = added(tmp_path, circle, game="fairytale", title="Circle")
    hen, egg = (card.id for card in deck.deck.cards)
    table = Tables(MemoryStore(), decks=GameDecks(tmp_path))
    opened = table.open("fairytale", players=1, options={"decks": deck.letters}, mode="score")
    for card in (hen, egg, egg):
        shown = table.look(opened.code, opened.host_token)
        asked = next(c for c in shown.choices if any(f.name == "card" for f in c.fields))
        table.submit(opened.code, opened.host_token, id=f"add-{shown.rev}", event=asked.fill(card=card, up=True))
    state = table.live(opened.code).table.state
    assert table.live(opened.code).game.score(state).seats[0].total == 2 * 2 + 3 + 3


def test_thousands_of_rows_are_one_sentence(home: Path, capsys: pytest.CaptureFixture[str]):
    rows = [f"Card {n},1,Shadow,fixed,1,,,,," for n in range(5000)]
    Path("box.csv").write_text("\n".join([FAIRYTALE.splitlines()[0], *rows]))
    assert main(["deck", "check", "box.csv"]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "has 5000 cards, and a deck has at most 1000 rows" in said


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "the file is empty"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\0", "box.csv"),
        (b"a,b,c\n1,2,3\n", "its header does not say which game it is of"),
        (b"PK\x03\x04 and no more", "box.csv"),
        (b"# Cards of Fairy Tale: nothing else\n", "there is no header"),
        (b"name,faction,value_kind,points,effects\n", "there is a header and no card"),
        (b"faction,value_kind,points,effects\nShadow,fixed,1,\n", "no column is called name"),
    ],
)
def test_files_that_are_no_tables_are_one_sentence(
    data: bytes, said: str, home: Path, capsys: pytest.CaptureFixture[str]
):
    Path("box.csv").write_bytes(data)
    assert main(["deck", "check", "box.csv"]) == 1
    found = capsys.readouterr().err
    assert said in found
    assert found.count("\n") == 1


def test_words_of_the_game_may_stand_in_capitals_and_headers_be_called_otherwise():
    text = FAIRYTALE.replace("fixed", "Fixed").replace("name,copies,faction", "Card Name,Qty,FACTION")
    assert faults(text) == []


# --- at the table


def worth(mine: list[list[str]], shadows: list[int], seat: int) -> int:
    """What face-up cards score, reckoned from the rows of the table as a person would."""
    names = Counter(row[0] for row in mine)
    points = 0
    for row in mine:
        value = int(row[4] or 0)
        match row[3]:
            case "fixed":
                points += value
            case "count":
                points += value * names[row[5].removeprefix("name:")]
            case "friend_per":
                points += value * names[row[6]]
            case "friend_if":
                points += value if names[row[6]] else 0
            case "most":
                points += value if shadows[seat] == max(shadows) else 0
    return points


@pytest.mark.parametrize("cards", [paper_cards, cards_in_sleeves], ids=["printed", "labels"])
def test_a_fairy_tale_of_typed_cards_is_played_with_photos_to_the_right_score(
    cards: Callable[[AddedDeck], dict[str, CardArt]], tmp_path: Path
):
    deck = added(tmp_path, FAIRYTALE, game="fairytale", title="My Box", letters="WF")
    row_of = {row[0]: row for row in csv.reader(io.StringIO(FAIRYTALE))}
    arts = cards(deck)
    name_of = {str(code): card.name for card, code in deck.deck.codes()}
    rng = random.Random(11)
    options = {"decks": "WF", "expert": True}
    table = ApiTable(service := service_at(tmp_path), "fairytale", ["Ana", "Ben"], options=options)
    table.begin()
    assert "played with the cards of My Box" in table.look(0)["view"]["house_rules"]
    dealt = rng.sample(sorted(arts), 24)
    hands = [dealt[:12], dealt[12:]]
    live = service.tables.live(table.code)
    for _ in range(400):
        state = live.table.state
        if state.stage == 9:
            break
        placing = [seat for seat in (0, 1) if state.placed[seat] is None]
        look = next((found for seat in (0, 1) if (found := _asked(table.look(seat), seat)) is not None), None)
        if look is not None:
            seat, step, uids = look
            table.send(seat, "choose", step=step, uids=uids)
        elif state.stage % 2 == 0 and not state.closed and placing:
            seat = placing[0]
            done = table.scan(seat, photo([arts[hands[seat].pop()]], seed=rng.randrange(1000)))
            assert done["submitted"] is not None, done
        else:
            table.send(0, "next_stage")
    state = live.table.state
    lying = [[row_of[name_of[laid.code]] for laid in own if laid.up] for own in state.tableaus]
    assert all(len(own) == 12 for own in state.tableaus)
    shadows = [sum(row[2] == "Shadow" for row in own) for own in lying]
    sheet = live.game.score(state)
    assert [seat.total for seat in sheet.seats] == [worth(own, shadows, seat) for seat, own in enumerate(lying)]
    assert len({laid.up for own in state.tableaus for laid in own}) == 2, "no effect turned a card"


def _asked(look: dict, seat: int) -> tuple[int, str, list[str]] | None:
    """The question of an effect that waits for that seat, and an answer."""
    for choice in look["choices"]:
        event = choice["event"]
        if event.get("type") == "choose":
            # One card alone is asked for as the first of the list, several as the list.
            asked = next(one for one in choice["fields"] if one["name"] in ("uids", "uids.0"))
            return seat, event["args"]["step"], [pick["value"] for pick in asked["picks"]][: asked["low"]]
    return None


def test_the_games_own_cards_are_strangers_where_a_typed_deck_takes_their_place(tmp_path: Path):
    added(tmp_path, FAIRYTALE, game="fairytale", title="My Box", letters="WF")
    service = service_at(tmp_path)
    opened = service.tables.open("fairytale", options={"decks": ["My Box"]})
    deck = service.tables.deck(opened.code)
    assert deck.letters == ("WF",)
    assert deck.spec.title == "My Box"
    assert games.deck("fairytale").letters == ("FT",)


def test_a_table_keeps_the_version_it_was_begun_with(tmp_path: Path):
    first = added(tmp_path, FAIRYTALE, game="fairytale", title="My Box", letters="WF")
    store = MemoryStore()
    tables = Tables(store, decks=GameDecks(tmp_path))
    opened = tables.open("fairytale", players=2, options={"decks": "WF"})
    second = added(tmp_path, FAIRYTALE.replace("Old Sword,4,Holy Empire,fixed,3", "Old Sword,4,Holy Empire,fixed,5"),
                   game="fairytale", title="My Box")  # fmt: skip
    assert first.key != second.key
    GameDecks(tmp_path).remove("WF")
    again = Tables(store, decks=GameDecks(tmp_path))
    assert again.deck(opened.code).cards == first.deck.cards
    # Whoever opens another table has to choose among those that are left.
    with pytest.raises(Exception, match="is not a deck of Fairy Tale"):
        again.open("fairytale", options={"decks": "WF"})


def test_an_export_brings_its_deck_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    deck = added(tmp_path, FAIRYTALE, game="fairytale", title="My Box", letters="WF")
    tables = Tables(MemoryStore(), decks=GameDecks(tmp_path))
    opened = tables.open("fairytale", players=2, options={"decks": "WF"})
    text = json.dumps(tables.export(opened.code, opened.host_token))
    # Somebody else's computer has never seen the deck.
    monkeypatch.setattr(games, "_added", {})
    monkeypatch.setattr(games, "_added_cards", {})
    games._deck_with.cache_clear()
    saved = read_export(text, games.load)
    assert saved.log.table.setup is not None
    assert saved.log.table.setup.decks == (deck.key,)
    broken = json.loads(text)
    broken["decks"][deck.key]["rows"] = [["x"]]
    with pytest.raises(Exception, match=r"the deck .* that came along cannot be read"):
        read_export(json.dumps(broken), games.load)


def test_too_few_cards_are_said_when_the_game_begins_and_count_in_a_score(tmp_path: Path):
    small = "\n".join(FAIRYTALE.splitlines()[:4])
    added(tmp_path, small, game="fairytale", title="Small", letters="SM")
    tables = Tables(MemoryStore(), decks=GameDecks(tmp_path))
    with pytest.raises(Exception, match="a deck of 14 serves"):
        tables.open("fairytale", players=2, options={"decks": "SM"})
    assert tables.open("fairytale", players=2, options={"decks": "SM"}, mode="score").code


@pytest.mark.parametrize("decks", ["XX", "WF-00000000", "../../x", "WF WF2", 7, True, ["", "x" * 500], {"a": 1}])
def test_decks_nobody_has_are_refused_in_one_sentence(decks: object, tmp_path: Path):
    added(tmp_path, FAIRYTALE, game="fairytale", title="My Box", letters="WF")
    client = ApiTable(service_at(tmp_path), "fairytale", ["Ana"]).client
    answer = client.post("/api/tables", json={"game": "fairytale", "options": {"decks": decks}})
    assert answer.status_code == 400, answer.get_json()


def test_a_deck_is_chosen_on_the_page(tmp_path: Path):
    added(tmp_path, FAIRYTALE, game="fairytale", title="My Box", letters="WF")
    phone = PlainPhone(service := service_at(tmp_path))
    phone.open("/new?game=fairytale")
    assert "My Box" in phone.said()
    phone.tap("Open the table", name="Ana", option__decks="WF")
    assert "Played with My Box" in phone.said()
    code = phone.path.split("/")[2].partition("?")[0]
    assert service.tables.deck(code).letters == ("WF",)
    phone.open("/score?game=fairytale")
    phone.tap("To the first photo", option__decks="WF", players="2")
    assert phone.status == 200
    assert "played with the cards of My Box" in phone.said()


# --- on paper


def test_a_typed_deck_is_printed_with_the_games_faces(home: Path, capsys: pytest.CaptureFixture[str]):
    Path("box.csv").write_text(FAIRYTALE)
    main(["deck", "add", "box.csv", "--letters", "WF"])
    capsys.readouterr()
    assert main(["print", "fairytale", "--deck", "box", "-o", "box.pdf"]) == 0
    assert "43 cards" in capsys.readouterr().out
    assert main(["print", "fairytale", "--deck", "bxo", "-o", "box.pdf"]) == 1
    assert "is not a deck of Fairy Tale; did you mean box" in capsys.readouterr().err
    assert main(["print", "gilfate", "--deck", "box"]) == 1


def test_no_deck_command_needs_more_than_a_sentence(home: Path, capsys: pytest.CaptureFixture[str]):
    for words in (["check", "nothing.csv"], ["remove", "QQ"], ["remove", "../x"], ["new", "dragonborn"]):
        assert main(["deck", *words]) == 1
        said = capsys.readouterr().err
        assert said.startswith("tablewright: "), said
        assert said.count("\n") == 1, said


# --- Dragoborne: each player's own deck


@pytest.fixture
def duel(tmp_path: Path) -> tuple[Service, str, str, list[AddedDeck]]:
    """A table of two typed decks, both chosen, and the code and token of its host, who plays both seats."""
    texts = {"ND": dragoborne_deck("black", "red", "Night"), "SD": dragoborne_deck("blue", "black", "Sea")}
    decks = [
        added(tmp_path, text, game="dragoborne", title=letters, letters=letters) for letters, text in texts.items()
    ]
    service = service_at(tmp_path)
    opened = service.tables.open("dragoborne", options={"decks": "ND SD"})
    tokens = [service.tables.join(opened.code, name=name).token for name in ("Ana", "Ben")]
    service.tables.begin(opened.code, [opened.host_token])
    return service, opened.code, ",".join(tokens), decks


def test_each_player_chooses_a_typed_deck_and_plays_a_duel_with_photos(
    duel: tuple[Service, str, str, list[AddedDeck]],
):
    service, code, held, decks = duel
    tables, tokens = service.tables, held.split(",")
    arts = [paper_cards(deck) for deck in decks]
    rng, photos, sent = random.Random(5), 0, 0
    used: set[str] = set()

    def do(seat: int, event: object) -> None:
        nonlocal sent
        sent += 1
        tables.submit(code, [tokens[seat]], id=f"e{sent}", event=event)

    for seat, deck in enumerate(decks):
        choices = tables.look(code, [tokens[seat]]).choices
        mine = next(choice for choice in choices if choice.label == deck.title)
        assert mine.detail == "50 cards, " + ("black and red" if seat == 0 else "blue and black") + " banners"
        do(seat, mine.event)
    live = tables.live(code)
    for _ in range(1500):
        state = live.table.state
        if state.phase == "over":
            break
        seat = state.active if state.active is not None else 0
        hand = [text for text in arts[seat] if text not in used and _payable(state, seat, decks[seat], text)]
        if state.phase == "main" and not state.asks and hand and state.sides[seat].hand and photos < 12:
            text = rng.choice(hand)
            used.add(text)
            photos += 1
            found = service.photo_reader.scan(code, [tokens[seat]], photo([arts[seat][text]], photos), id=f"p{photos}")
            assert found.accepted or found.reading.choices, found.problems
            if found.accepted is None:
                do(seat, filled(found.reading.choices[0], rng))
            continue
        offered = [
            (who, choice)
            for who in (0, 1)
            for choice in tables.look(code, [tokens[who]], seat=who).choices
            if not choice.correction and "concede" not in choice.label.lower()
        ]
        attacks = [one for one in offered if one[1].label.startswith("Attack")]
        who, choice = rng.choice(attacks or [one for one in offered if one[1].primary] or offered)
        do(who, filled(choice, rng))
    state = live.table.state
    assert photos == 12
    assert state.phase == "over", (state.turn, state.phase)
    named = {one.card for side in state.sides for one in (*side.creatures, *side.discard)}
    assert named & set(decks[0].deck.by_id)
    assert named & set(decks[1].deck.by_id)


def _payable(state: Any, seat: int, deck: AddedDeck, text: str) -> bool:
    card = deck.deck.find(parse(text))
    assert card is not None
    standing = [one.color for one in state.sides[seat].resources if not one.rested]
    cost = card["cost"]
    return isinstance(cost, int) and cost <= len(standing) and card["color"] in standing


def test_the_forms_people_type_are_reckoned_as_printed(tmp_path: Path):
    text = dragoborne_deck("black", "red", "Night")
    deck = added(tmp_path, text, game="dragoborne", title="Night", letters="NI")
    card = {one.name: one for one in deck.deck.cards}
    assert own_change(card["Night Brute"]["dragocross"].text) == Change("itself", 2, 0)
    assert own_change(card["Night Warden"]["dice"].text) == Change("itself", 1, 1)
    assert standing_change(card["Night Captain"].id) == Change("neighbour", 1, 0)
    assert has_word(card["Night Snare"].id, "ambush")
    assert has_word(card["Night Snare"].id, "fort_burst")
    assert words_of(card["Night Warden"].id, "immune") == ("wolf",)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("black,1,2,1", "blakc,1,2,1", 'line 2, column color: "blakc" is not known; did you mean black?'),
        ("creature,black,1,2,1", "spell,black,1,2,1", "line 2, column atk: is for creatures, and a creature needs one"),
        ("deadly", "deadyl", 'line 10, column keywords: "deadyl" is not known; did you mean deadly?'),
        ("immune:wolf", "immune:wofl", 'line 11, column keywords: "wofl" is not known; did you mean wolf?'),
        ("black: It gets", "balck: It gets", 'line 10, column dragocross: "balck" is not known; did you mean black?'),
        ("red 4-6", "red 6-4", "line 11, column dice: "),
        ("continuous:", "continous:", 'line 13, column ability: "continous" is not known; did you mean continuous?'),
        ("fort|draw", "fort draw", "line 14, column ambush: "),
        ("Night Brute,4", "Night Brute,5", "line 10, column copies: a deck has at most 4 of one name"),
        ("creature,black,3,4,3", "creature,black,,4,3", "line 10, column cost: is for creatures and spells"),
        ("creature,black,3,4,3", "creature,black,3,-4,3", "line 10, column atk: -4 is outside 0 to 99"),
    ],
)
def test_faults_of_a_dragoborne_table_name_row_column_and_cure(old: str, new: str, said: str):
    text = dragoborne_deck("black", "red", "Night")
    assert old in text
    found = faults(text.replace(old, new, 1), "dragoborne")
    assert any(f"my.csv {said}" in one for one in found), found


def test_a_set_that_is_no_deck_is_scanned_and_named_but_not_offered_whole(tmp_path: Path):
    small = "\n".join(dragoborne_deck("black", "red", "Night").splitlines()[:5])
    deck = added(tmp_path, small, game="dragoborne", title="Some Night", letters="SN")
    service = service_at(tmp_path)
    opened = service.tables.open("dragoborne", players=2, options={"decks": "SN"})
    live = service.tables.live(opened.code)
    labels = [choice.label for choice in live.game.choices(live.table.state, 0)]
    assert "Some Night" not in labels
    cards = tuple(card.id for card in deck.deck.cards[:2])
    codes = tuple(str(code) for card, code in deck.deck.codes() if card.id in cards)[:1]
    found = live.game.scan(live.table.state, 0, [parse(text) for text in codes])
    assert found.submit is not None
    assert found.submit.cards == cards[:1]


def test_a_spell_told_by_its_figures_offers_whatever_a_text_may_do(tmp_path: Path):
    table = Tables(MemoryStore())
    opened = table.open("dragoborne", players=2)
    game, state = table.live(opened.code).game, table.live(opened.code).table.state
    told = [
        {"type": "set_turn", "args": {"active": 0, "turn": 3, "phase": "main"}, "seat": 0, "override": True},
        {"type": "put_creature", "args": {"card": "creature:black:2:2/2", "fort": "1"}, "seat": 1, "override": True},
        {"type": "cast_by_figures", "args": {"color": "red", "cost": 1}, "seat": 0},
    ]
    for event in told:
        state = game.apply(state, wire.event_from_json(game.events, {"override": False, **event}))
    labels = " | ".join(choice.label for choice in game.choices(state, 0) if not choice.correction)
    for words in (
        "damage to a creature",
        "a creature leaves",
        "rest or stand a creature",
        "draw",
        "damage the other's fort",
    ):
        assert f"Red spell, cost 1: {words}" in labels, labels


@pytest.mark.parametrize(
    "word",
    [
        "creature:pink:1:1/1",
        "creature:red:100:1/1",
        "creature:red:1:1",
        "spell:red:1:dedly",
        "creature:red:-1:1/1",
        "spell:red",
    ],
)
def test_figures_no_card_has_are_no_card(word: str, tmp_path: Path):
    table = Tables(MemoryStore())
    opened = table.open("dragoborne", players=2)
    game, state = table.live(opened.code).game, table.live(opened.code).table.state
    event = {"type": "put_creature", "args": {"card": word, "fort": "1"}, "seat": 0, "override": True}
    with pytest.raises(Refusal, match="is not a card of Dragoborne"):
        game.apply(state, wire.event_from_json(game.events, event))


# --- Dragon Breeds: a summoner's box

WHITE = """\
name,copies,faction,kind,rarity,sv,cost_symbols,keywords,abilities,breakpoint,side,other_face,id,text
Frostling,3,White,,common,1,c,ambush:1,,,,,,
Hailwing,3,White,,rare,2,c r,,,,,,,
Icefang,3,White,,epic,4,r f f,,activated:kills,,,,,Draw a card.
"Aurigan, First Snow",1,White,legendary,,6,,,,,,,,Enemy dragons have 1 SV less.
Ysolde,1,White,identity,,,,,,4,front,ysolde_storm,ysolde,
Ysolde of the Storm,1,White,identity,,,,,,2,back,ysolde,ysolde_storm,
"""


def test_a_faction_somebody_typed_in_is_chosen_bought_and_fights_like_ours(tmp_path: Path):
    deck = added(tmp_path, WHITE, game="breeds", title="White Box", letters="WH")
    tables = Tables(MemoryStore(), decks=GameDecks(tmp_path))
    bought = 0
    for seed in range(4):
        opened = tables.open("breeds", players=2, options={"decks": "WH"})
        game, state, rng = tables.live(opened.code).game, tables.live(opened.code).table.state, random.Random(seed)
        assert game.choices(state, 0)[0].fields[0].picks[0].label == "White Box"
        for seat, faction in enumerate((deck.key, rng.choice((deck.key, "teal", "other")))):
            event = {"type": "choose_summoner", "args": {"faction": faction}, "seat": seat, "override": False}
            state = game.apply(state, wire.event_from_json(game.events, event))
        for _ in range(250):
            offered = [
                choice
                for seat in (0, 1)
                for choice in game.choices(state, seat)
                if not choice.correction
                and type(choice.event).__name__ not in ("Concede", "SeatAway", "ChooseSummoner")
            ]
            if game.over(state) or not offered:
                break
            state = game.apply(state, filled(rng.choice(offered), rng))
            game.view(state, 0)
        bought += sum(card in deck.deck.by_id for own in state.seats for card in (*own.dragons, *own.discarded))
        assert state.seats[0].faction == deck.key
    assert bought


def test_coins_and_fireballs_are_added_to_a_box_where_nobody_typed_them(tmp_path: Path):
    deck = added(tmp_path, WHITE, game="breeds", title="White Box", letters="WH").deck
    assert [(card.name, card.copies) for card in deck.cards[-4:]] == [
        ("Faction Coin", 12), ("Rare Coin", 2), ("Common Coin", 6), ("Fireball", 2),
    ]  # fmt: skip
    assert len({card.code for card in deck.cards}) == len(deck.cards)
    assert {card["other_face"] for card in deck.cards if card["kind"] == "identity"} <= deck.by_id.keys()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("ambush:1", "ambsh:1", 'line 2, column keywords: "ambsh" is not known; did you mean ambush?'),
        ("front,ysolde_storm", "front,ysolde", 'line 6, column other_face: "ysolde" is not a row whose other side'),
        ("back,ysolde,", "back,frostling,", "line 7, column other_face: "),
        ("c r,", "c x,", 'line 3, column cost_symbols: "x" is not known'),
        ("Hailwing,3,White", "Hailwing,3,Whtie", 'line 3, column faction: "Whtie" is not known; did you mean White?'),
        ("activated:kills", "activated:kils", 'line 4, column abilities: "kils" is not known; did you mean kills?'),
        ("rare,2,c r", "rare,-2,c r", "line 3, column sv: -2 is outside 0 to 99"),
    ],
)
def test_faults_of_a_breeds_table_name_row_column_and_cure(old: str, new: str, said: str):
    assert old in WHITE
    found = faults(WHITE.replace(old, new, 1), "breeds")
    assert any(f"my.csv {said}" in one for one in found), found


def test_a_workbook_that_unpacks_to_gigabytes_is_one_sentence(home: Path, capsys: pytest.CaptureFixture[str]):
    with zipfile.ZipFile("box.xlsx", "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("[Content_Types].xml", "<Types/>")
        bomb.writestr("xl/workbook.xml", "<workbook/>")
        bomb.writestr("xl/worksheets/sheet1.xml", "0" * 300_000_000)
    assert main(["deck", "check", "box.xlsx"]) == 1
    said = capsys.readouterr().err
    assert "unpacks to far more than a card file" in said
    assert said.count("\n") == 1


def test_the_next_sheet_is_counted_with_the_same_version_of_the_deck(tmp_path: Path):
    first = added(tmp_path, FAIRYTALE, game="fairytale", title="My Box", letters="WF")
    tables = Tables(MemoryStore(), decks=GameDecks(tmp_path))
    opened = tables.open("fairytale", players=2, options={"decks": "WF"}, mode="score")
    GameDecks(tmp_path).remove("WF")
    again = tables.open(
        "fairytale", players=2, options=tables.look(opened.code, opened.host_token).options, mode="score"
    )
    assert tables.deck(again.code).cards == first.deck.cards


def test_the_games_are_listed_with_the_decks_people_typed_in(tmp_path: Path):
    added(tmp_path, FAIRYTALE, game="fairytale", title="My Box", letters="WF")
    client = ApiTable(service_at(tmp_path), "fairytale", ["Ana"]).client
    listed = {one["id"]: one for one in client.get("/api/games").get_json()["games"]}
    assert listed["fairytale"]["takes_decks"] == "one"
    assert listed["fairytale"]["decks"] == [{"letters": "WF", "title": "My Box", "cards": 43}]
    assert listed["tower"]["takes_decks"] == ""
    assert listed["dragoborne"]["decks"] == []


def test_options_given_at_the_beginning_leave_the_deck_of_the_table(tmp_path: Path):
    deck = added(tmp_path, FAIRYTALE, game="fairytale", title="My Box", letters="WF")
    tables = Tables(MemoryStore(), decks=GameDecks(tmp_path))
    opened = tables.open("fairytale", options={"decks": "WF"})
    for name in ("Ana", "Ben"):
        tables.join(opened.code, name=name)
    tables.begin(opened.code, [opened.host_token], options={"expert": True})
    setup = tables.live(opened.code).table.setup
    assert setup is not None
    assert setup.decks == (deck.key,)
