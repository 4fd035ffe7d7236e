"""A face of one's own sent along with a deck: on its cards, kept with it, refused in one sentence by its own names."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sample_pictures import quartered, saved

from companion.own_decks.decks import OwnDeck, OwnDecks, OwnRefusal
from companion.own_decks.sent_face import SentFace, sent_face
from companion.own_decks.sent_pictures import Sent
from printkit.card_layout import find_layout, forget
from printkit.input.tables import read_table_file
from printkit.job import print_job
from printkit.sheet.backs import find_backs
from rules.values.own_deck import no_pictures

CLAW = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1 L9 1 L5 9 Z"/></svg>'
FACE = """
extends = "kids"
[box.sea]
at = "bleed"
picture = { column = "image" }
[box.value]
at = [48.6, 74.0, 10.4, 10.4]
words = "{worth}!"
style = "figures"
over = "sea"
[box.claws]
at = [5.6, 30.0, 24.0, 7.0]
icons = { sign = "claw", column = "claws" }
over = "sea"
[back.deck]
picture = "back.png"
"""
TABLE = b"name,worth,claws,image\nCrab,7,2,sea.png\nEel,4,,\n"


def packed(**more: bytes) -> bytes:
    files = {"deep/mine.face.toml": FACE.encode(), "deep/icons/claw.svg": CLAW.encode(), "deep/notes.docx": b"?"}
    files["deep/back.png"] = saved(quartered(690, 940), "PNG")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in (files | more).items():
            if data:
                archive.writestr(name, data)
    return out.getvalue()


@pytest.fixture
def decks(tmp_path: Path) -> Iterator[OwnDecks]:
    yield OwnDecks(tmp_path)
    forget("own-SE")


def keep(decks: OwnDecks, face: SentFace | str, table: bytes = TABLE, look: str = "") -> OwnDeck:
    replacing = "SE" in decks.letters()
    sent = Sent({"sea.png": saved(quartered(690, 940), "PNG")})
    rows = read_table_file(table, "sea.csv")
    return decks.keep(rows, "sea.csv", "Sea", "SE", replacing=replacing, sent=sent, look=look, face=face)


def test_cards_are_drawn_on_the_face_that_came_along_and_keep_it(decks: OwnDecks, tmp_path: Path):
    kept = keep(decks, sent_face("mine.zip", packed()))
    spec = print_job.PrintSpec(kept.game, backs=find_backs("none"))
    drawn = print_job.make(spec, deck=kept.deck).files[0].data
    assert drawn.count(b"/Subtype /Image") == 1, "the picture of the card"
    assert kept.deck.cards[0].fields["claws"] == "2"
    forget(kept.game)
    again = OwnDecks(tmp_path).find("SE")
    assert print_job.make(spec, deck=again.deck).files[0].data == drawn


def test_the_next_table_keeps_the_face_unless_another_look_is_chosen(decks: OwnDecks, tmp_path: Path):
    first = keep(decks, sent_face("mine.zip", packed()))
    second = keep(decks, first.face, TABLE + b"Ray,9,1,\n")
    assert (second.face, second.deck.size) == (first.face, 3)
    plain = read_table_file(TABLE.replace(b"sea.png", b""), "sea.csv")
    read = decks.read(plain, "sea.csv", "Sea", "SE", no_pictures)
    assert read.deck.cards[0].fields["worth"] == "7", "as the command reads it"
    other = keep(decks, sent_face("mine.zip", packed(**{"deep/icons/eel.svg": CLAW.encode()})))
    assert [one.name for one in (tmp_path / "own" / "SE.face").iterdir()] == [other.face.partition("/")[0]]
    with pytest.raises(OwnRefusal, match="have a face of their own"):
        decks.put_on("SE", "noir")
    dressed = keep(decks, "", look="noir")
    assert (dressed.look, dressed.face) == ("noir", "")
    assert list((tmp_path / "own" / "SE.face").iterdir()) == []


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("mine.png", b"\x89PNG", '"mine.png" is no face; send its file, such as mine.face.toml'),
        ("mine.zip", b"PK\x03\x04 no zip", '"mine.zip" is a broken or locked zip'),
        ("mine.zip", packed(**{"deep/mine.face.toml": b""}), '"mine.zip" holds no face'),
        ("mine.zip", packed(**{"deep/b.face.toml": b"title = 'x'"}), "several faces (b.face.toml, mine.face.toml)"),
        ("mine.zip", packed(**{"../evil.toml": b"title = 'x'"}), "leads out of the zip"),
        ("mine.zip", packed(**{"/evil.toml": b"title = 'x'"}), "leads out of the zip"),
        ("mine.toml", FACE.replace("kids", "kidz").encode(), 'face.toml line 2, extends: "kidz" is no look; did you'),
        ("mine.toml", FACE.encode(), 'back.deck.picture: there is no picture "back.png" beside this file'),
        ("mine.zip", packed(**{"deep/icons/claw.svg": b""}), 'box.claws.icons: there is no icon "claw"'),
        ("mine.zip", packed(**{"deep/back.png": b""}), "mine.face.toml line"),
        ("mine.zip", packed(**{"deep/icons/claw.svg": CLAW.replace("<path", "<script/><path").encode()}), "script"),
        ("mine.toml", FACE[: FACE.index("[box.claws]")].replace("{worth", "{wurth").encode(), 'no column "wurth"; did'),
        ("mine.toml", b"[font.body]\nregular = '/etc/passwd'\n", "face.toml line"),
        ("mine.toml", b"extends = '../../other.toml'\n", "face.toml line 1, extends: leads out of the folder"),
        ("mine.toml", b"\xff\xfe", "is not UTF-8"),
    ],
)
def test_what_cannot_be_a_face_is_refused_by_the_names_it_was_sent_under(
    name: str, data: bytes, said: str, decks: OwnDecks, tmp_path: Path
):
    with pytest.raises(OwnRefusal) as refusal:
        keep(decks, sent_face(name, data))
    assert said in refusal.value.text
    assert str(tmp_path) not in refusal.value.text
    assert refusal.value.field == "face"
    assert decks.letters() == ()
    assert not list(tmp_path.rglob("*face*")), "nothing is left of it"


def test_a_face_that_was_lost_leaves_the_deck_on_ours_and_says_so(decks: OwnDecks, tmp_path: Path):
    kept = keep(decks, sent_face("mine.zip", packed()))
    (tmp_path / "own" / "SE.face" / kept.face).unlink()
    lost = OwnDecks(tmp_path).find("SE")
    assert "Its own face is not on these cards" in lost.own.notes[-1]
    assert find_layout(lost.game) is find_layout("own")
    file = tmp_path / "own" / "SE.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"face": "../../../etc/passwd"}))
    assert "Its own face is not on these cards" in OwnDecks(tmp_path).find("SE").own.notes[-1]
    decks.remove("SE")
    assert not (tmp_path / "own" / "SE.face").exists()
