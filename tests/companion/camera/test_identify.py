"""Cards of one's own from the table in a spreadsheet to a photo that names them: on the page, by the command."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
import table_scene
from cut_cards import cut_job
from example_folder_game import folder
from memory_store import MemoryStore
from plain_phone import PlainPhone, words
from table_scene import CardArt

from companion.camera import identify
from companion.cli import main
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.own_decks.decks import OwnDeck, OwnDecks
from companion.printing.history import PrintHistory
from companion.service import Service
from companion.table.tables import Tables
from printkit.input.tables import read_table_file
from printkit.job import print_job
from printkit.sheet.backs import find_backs
from rules import games
from rules.values.code import CardCode
from vision.scan import read_cards
from vision.sighting import CardSeen, Foreign, Photo

CSV = "name,copies,suit\nWolf,3,wood\nOwl,2,air\nBear,1,wood\nŽižka,1,\n"
QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


@pytest.fixture
def decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OwnDecks:
    """Where the commands and the companion of these tests keep decks."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return OwnDecks(tmp_path / "tablewright")


@pytest.fixture
def phone(decks: OwnDecks) -> PlainPhone:
    data = decks.folder.parent
    shared = Service(Tables(MemoryStore()), Network(), no_limits(), own=decks, print_history=PrintHistory(data))
    return PlainPhone(shared)


def kept(decks: OwnDecks, csv: str = CSV, letters: str = "WF", title: str = "wolves") -> OwnDeck:
    return decks.keep(read_table_file(csv.encode(), "wolves.csv"), "wolves.csv", title, letters)


def arts(deck: OwnDeck, count: int) -> list[CardArt]:
    """The first cards of a deck as they come out of the printer."""
    wanted = [str(code) for _, code in deck.deck.codes()][:count]
    return cut_job(
        print_job.make(print_job.PrintSpec(deck.game, backs=find_backs("none")), deck=deck.deck), wanted, dpi=200
    )


def photo(cards: Sequence[CardArt], seed: int = 3) -> bytes:
    return table_scene.render(table_scene.rows(cards, seed=seed), seed=seed, px_per_module=3).photo


def sent(phone: PlainPhone, data: bytes, deck: str = "") -> int:
    """The photo sent on the page. Gives the status."""
    fields = {"id": "0" * 32, "deck": deck, "photo": (io.BytesIO(data), "photo.jpg")}
    phone.post("/scan", fields, content_type="multipart/form-data")
    return phone.status


def listed(phone: PlainPhone, label: str) -> list[str]:
    return [words(one) for one in phone.page.select(f"ul[aria-label='{label}'] li")]


def test_an_uploaded_deck_is_printed_photographed_and_every_card_named_and_counted(phone: PlainPhone, decks: OwnDecks):
    phone.open("/print/own")
    fields = {"file": (io.BytesIO(CSV.encode()), "wolves.csv"), "title": "wolves", "letters": "WF"}
    phone.client.post("/print/own", data=fields, content_type="multipart/form-data")
    cards = arts(decks.find("WF"), 4)
    phone.open("/print/own/WF")
    phone.open(phone.page.select_one("a[href^='/scan']")["href"])
    assert phone.page.select_one("option[selected]")["value"] == "own-WF"
    for deck in ("own-WF", ""):
        assert sent(phone, photo(cards), deck) == 200
        assert sorted(words(one) for one in phone.page.select(".shot text")) == ["Owl", "Wolf", "Wolf", "Wolf"]
        assert words(phone.page.h1) == "4 cards read"
        assert "4 of 7 cards" in phone.said()
        assert listed(phone, "Lying there") == ["3 Wolf", "Owl"]
        assert listed(phone, "Missing") == ["Owl", "Bear", "Žižka"]


def test_cards_of_a_game_and_of_ones_own_lie_in_one_photo(phone: PlainPhone, decks: OwnDecks):
    game = [table_scene.placeholder_card(str(code)) for _, code in list(games.deck("fairytale").codes())[:2]]
    assert sent(phone, photo([*game, *arts(kept(decks), 3)])) == 200
    assert [words(one) for one in phone.page.select("section.panel h2")] == ["wolves", "Fairy Tale"]
    assert "3 of 7 cards" in phone.said()


def test_a_table_of_another_game_says_whose_a_card_of_ones_own_is_and_logs_nothing(phone: PlainPhone, decks: OwnDecks):
    cards = arts(kept(decks), 2)
    opened = phone.service.tables.open("fairytale", players=3)
    seat = phone.service.tables.join(opened.code, name="Ana")
    rev = phone.service.tables.look(opened.code).rev
    found = phone.service.photo_reader.scan(opened.code, [seat.token], photo(cards), id="1" * 32)
    assert [one.text for one in found.problems] == ["This card is of your deck wolves, not of Fairy Tale."]
    assert found.accepted is None
    sight = phone.service.live_cameras.frame(
        opened.code, [seat.token], photo(cards), session="2" * 32, auto=True, still=True
    )
    assert [one.text for one in sight.problems] == ["This card is of your deck wolves, not of Fairy Tale."]
    assert (sight.tracks, sight.accepted) == ((), None)
    assert phone.service.tables.look(opened.code).rev == rev


def test_a_typed_code_of_ones_own_is_told_at_a_table_too(phone: PlainPhone, decks: OwnDecks):
    code = next(code for _, code in kept(decks).deck.codes())
    phone.open("/new?game=fairytale")
    phone.tap("Open the table", name="Ana")
    phone.post(f"/t/{phone.path.split('/')[2][:6]}/typed", {"code": str(code), "id": "3" * 32})
    assert (phone.status, phone.no()) == (422, "This card is of your deck wolves, not of Fairy Tale.")


def test_the_command_names_cards_of_ones_own(decks: OwnDecks, capsys: pytest.CaptureFixture[str]):
    Path("wolves.csv").write_text(CSV, "utf-8")
    assert main(["print", "wolves.csv", "--letters", "WF", "-o", "deck.pdf", "--backs", "none", "--paper", "a4"]) == 0
    cards = arts(decks.find("WF"), 4)
    Path("photo.jpg").write_bytes(photo(cards))
    capsys.readouterr()
    assert main(["scan", "photo.jpg", "--json"]) == 0
    seen = json.loads(capsys.readouterr().out)["cards"]
    assert [(one["game"], one["name"]) for one in seen] == [("own-WF", "Wolf")] * 3 + [("own-WF", "Owl")]
    assert main(["scan", "photo.jpg", "--game", "own-WF"]) == 0
    said = capsys.readouterr().out
    assert "4 of 7 cards of wolves: 3 Wolf, Owl\n  not in sight: Owl, Bear, Žižka\n" in said
    assert "all photos together" not in said
    Path("rest.jpg").write_bytes(photo(arts(decks.find("WF"), 7)[3:]))
    assert main(["scan", "photo.jpg", "rest.jpg", "--game", "own-WF"]) == 0
    said = capsys.readouterr().out
    assert said.endswith("all photos together:\n  7 of 7 cards of wolves: 3 Wolf, 2 Owl, Bear, Žižka\n")
    assert main(["scan", "photo.jpg", "--game", "fairytale"]) == 0
    assert capsys.readouterr().out.count("This card is of your deck wolves, not of Fairy Tale.") == 4
    with pytest.raises(SystemExit):
        main(["scan", "photo.jpg", "--game", "own-XX"])
    assert '"own-XX" is not a game; did you mean own-WF?' in capsys.readouterr().err


def test_decks_too_large_to_compare_with_are_read_all_the_same(
    phone: PlainPhone, decks: OwnDecks, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(identify, "MOST_COMPARED", 3)
    deck = kept(decks)
    assert [one.game for one in identify.to_look_for([deck], "own-WF").beyond] == ["own-WF"]
    assert sent(phone, photo(arts(deck, 4)), "own-WF") == 200
    assert listed(phone, "Lying there") == ["3 Wolf", "Owl"]


def test_a_deck_that_was_only_met_is_compared_in_a_second_look(decks: OwnDecks, monkeypatch: pytest.MonkeyPatch):
    csv = "name,copies\n" + "".join(f"Card {n},3\n" for n in range(8))
    old, new = kept(decks, csv), kept(decks, csv, "XQ", "newer")
    monkeypatch.setattr(identify, "MOST_COMPARED", 24)
    known = identify.to_look_for(decks.all())
    assert [deck.game for deck in known.beyond] == [old.game]
    far = table_scene.render(table_scene.rows(arts(old, 24), seed=3, columns=6), seed=3, px_per_module=1.25).photo
    first = read_cards(far, known.compared, beyond=known.beyond)
    assert 0 < len(first.cards) < 24, "a general reader reads some of them"
    assert [card.game for card in identify.read_photo(far, known).cards] == [old.game] * 24
    assert new.game not in {card.game for card in first.cards}


def test_the_hidden_face_of_a_two_sided_card_is_not_missing():
    deck = games.deck("breeds")
    papers = sum(card.copies for card in deck.cards if card["side"] != "back")
    for face in ("black_identity", "black_dragonform"):
        card = deck.by_id[face]
        code = CardCode(deck.spec.letters, card.code, 1)
        seen = CardSeen(str(code), code, "breeds", card.id, card.name, QUAD, 1.0)
        (one,) = identify.decks_seen(Photo(1, 1, 1, (seen,), (), (), 0.0), [deck])
        assert [heap.name for heap in one.lying] == [card.name]
        assert (one.seen, one.of, sum(heap.count for heap in one.missing)) == (1, papers, papers - 1)
        assert not any("Vesper" in heap.name for heap in one.missing)


def test_a_copy_the_deck_has_no_more_and_another_set_are_told_apart(phone: PlainPhone, decks: OwnDecks):
    cards = arts(kept(decks), 3)
    csv = read_table_file(b"name,copies\nWolf,2\nOwl,2\n", "wolves.csv")
    decks.keep(csv, "wolves.csv", "wolves", "WF", replacing=True)
    other = table_scene.placeholder_card(str(CardCode("WF", "001", 1, "B")))
    assert sent(phone, photo([*cards, other])) == 200
    assert [words(one) for one in phone.page.select("section.panel h2")] == ["wolves", "wolves , print set B"]
    assert "2 of 4 cards" in phone.said()
    assert listed(phone, "Copies no longer in the deck") == ["Wolf"]


def test_photo_after_photo_adds_up_and_a_failed_one_loses_nothing(phone: PlainPhone, decks: OwnDecks):
    cards = arts(kept(decks), 7)
    assert sent(phone, photo(cards[:3]), "own-WF") == 200
    assert "3 of 7 cards" in phone.said()

    def another(data: bytes) -> int:
        before = phone.page.select_one("form[data-photo] input[name=before]")["value"]
        fields = {"id": "0" * 32, "deck": "own-WF", "before": before, "photo": (io.BytesIO(data), "photo.jpg")}
        phone.post("/scan", fields, content_type="multipart/form-data")
        return phone.status

    assert another(photo(cards[2:5])) == 200
    assert words(phone.page.h1) == "5 cards read"
    assert "All photos together; the last one added 2 cards." in phone.said()
    assert listed(phone, "Lying there") == ["3 Wolf", "2 Owl"]
    assert listed(phone, "Missing") == ["Bear", "Žižka"]
    for broken, says in ((b"%PDF-1.7\n", "This is a PDF"), (b"", "There was no photo")):
        assert another(broken) in (400, 422)
        assert says in phone.said()
        assert "5 of 7 cards" in phone.said()
    assert another(photo(cards[2:5])) == 200
    assert "These cards have already been read; nothing has changed." in phone.said()
    assert another(photo(cards[5:])) == 200
    assert "7 of 7 cards: none missing" in phone.said()
    phone.open(phone.page.find("a", string="Begin anew")["href"])
    assert phone.page.select_one("input[name=before]") is None


def test_what_a_page_says_of_photos_before_is_not_believed_beyond_codes(phone: PlainPhone, decks: OwnDecks):
    cards = arts(kept(decks), 1)
    nobody = CardCode("WF", "0ZZ", 1, "A")
    before = f"<b>x</b> 1FT 1WF001 {nobody} {CardCode('QQ', '001', 1, 'A')} " + "y " * 5000
    fields = {"deck": "own-WF", "before": before, "photo": (io.BytesIO(photo(cards)), "photo.jpg")}
    phone.post("/scan", fields, content_type="multipart/form-data")
    assert phone.status == 200
    assert "1 of 7 cards" in phone.said()


def test_a_two_sided_card_turned_between_two_photos_is_one_card():
    deck = games.deck("breeds")
    front = next(card for card in deck.cards if card.fields.get("other_face") and card.fields.get("side") != "back")
    back = deck.by_id[str(front.fields["other_face"])]
    sides = [next(code for card, code in deck.codes() if card is one) for one in (front, back)]
    (one,) = identify.decks_seen(None, [deck], [sides[0]])
    (both,) = identify.decks_seen(None, [deck], sides)
    assert (both.seen, both.of, both.lying) == (one.seen, one.of, one.lying)


@pytest.mark.parametrize(
    ("data", "deck", "status", "says"),
    [
        (b"", "", 400, "There was no photo"),
        (b"%PDF-1.7\n", "", 422, "This is a PDF, not a photo"),
        (b"x", "own-ZZ", 422, "not here any more"),
        (b"x", "../own", 422, "not here any more"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(phone: PlainPhone, data: bytes, deck: str, status: int, says: str):
    assert sent(phone, data, deck) == status
    assert says in phone.said()


def test_a_photo_without_cards_says_what_to_do(phone: PlainPhone):
    back = table_scene.LaidCard(table_scene.placeholder_card("1FT00101A7"), 0, 0, face_down=True)
    assert sent(phone, table_scene.render([back], seed=1).photo) == 422
    assert "Hold a little closer" in phone.said()


def test_games_letters_are_the_games_also_where_a_deck_has_them(decks: OwnDecks):
    from companion.camera.identify import strangers

    deck = kept(decks)
    text = str(next(code for _, code in games.deck("tower").codes()))
    tower = Foreign(text, "other_game", "tower", "This card is of Attack at the Tower.", QUAD)
    nobody = Foreign("link", "check", "", "A slip.", QUAD)
    wolf = Foreign(str(next(code for _, code in deck.deck.codes())), "other_game", "", "Not known.", QUAD)
    told = strangers([tower, nobody, wolf], games.deck("fairytale"), decks)
    assert told[:2] == (tower, nobody)
    assert (told[2].game, "your deck wolves" in told[2].why) == ("own-WF", True)
    assert strangers([wolf], games.deck("fairytale"), None) == (wolf,)


# --- games out of folders, for every command --------------------------------------------------------------------------


@pytest.fixture
def rafters(tmp_path: Path) -> Iterator[Path]:
    yield folder(tmp_path / "rafters")
    games.send_away("rafters")


def test_a_game_out_of_a_folder_is_listed(rafters: Path, decks: OwnDecks, capsys: pytest.CaptureFixture[str]):
    assert main(["games", "--games", str(rafters)]) == 0
    assert "rafters     Rafters" in capsys.readouterr().out


def test_a_game_out_of_a_folder_is_printed_and_read(rafters: Path, decks: OwnDecks, capsys: pytest.CaptureFixture[str]):
    assert main(["print", "rafters", "--games", str(rafters), "-o", "r.pdf", "--paper", "a4", "--pages", "1"]) == 0
    assert Path("r.pdf").read_bytes().startswith(b"%PDF")
    code = next(code for card, code in games.deck("rafters").codes() if card.id == "roof_cat")
    Path("cat.jpg").write_bytes(photo([table_scene.placeholder_card(str(code))]))
    games.send_away("rafters")
    capsys.readouterr()
    assert main(["scan", "cat.jpg", "--json", "--game", "rafters", "--games", str(rafters)]) == 0
    assert [one["name"] for one in json.loads(capsys.readouterr().out)["cards"]] == ["Roof Cat"]


def test_a_game_out_of_a_folder_is_exported(rafters: Path, decks: OwnDecks):
    assert main(["export", "rafters", "--to", "manifest", "--games", str(rafters), "-o", "out"]) == 0
    assert any("Roof Cat" in file.read_text("utf-8") for file in Path("out").iterdir())


def test_a_game_out_of_a_folder_has_no_calculators_and_says_so(
    rafters: Path, decks: OwnDecks, capsys: pytest.CaptureFixture[str]
):
    with pytest.raises(SystemExit) as left:
        main(["calc", "rafters", "--games", str(rafters)])
    assert left.value.code == 2
    assert "counted at its table" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command", [["games"], ["print", "x"], ["export", "x", "--to", "png"], ["scan", "x.jpg"], ["calc", "tower"]]
)
def test_a_folder_without_a_game_is_refused_by_every_command_alike(
    command: list[str], decks: OwnDecks, capsys: pytest.CaptureFixture[str]
):
    assert main([*command, "--games", "nowhere"]) == 1
    assert (
        capsys.readouterr().err
        == "tablewright: nowhere: there is no such folder; a game is a folder with game.toml and cards.csv\n"
    )


def test_a_refusal_is_one_sentence_where_the_command_is_run_as_a_module_too():
    asked = [sys.executable, "-m", "companion.cli", "games", "--games", "nowhere"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith("tablewright: nowhere: there is no such folder")
