"""A batch: only what changed is printed again, each copy bears its revision, and a broken file is refused."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.camera.photo import PhotoReader, Turns
from companion.cli import main
from companion.printing.history import PrintHistory, record
from companion.table.tables import Scanned
from printkit import card_layout
from printkit.check import lint
from printkit.draw import stream_cache
from printkit.draw.display_list import Group, Text
from printkit.draw.pdf_preview import page_png
from printkit.face import faces, own_faces
from printkit.job import print_job
from printkit.job.batch import Batch, BatchError, read_batch
from printkit.job.page_drawing import face_of
from printkit.sheet.backs import find_backs
from rules import games
from rules.game_protocol import Reading
from rules.values.cards import Card, Deck, DeckSpec, Face
from rules.values.code import parse
from rules.values.own_deck import GAME, read_own

SPEC = DeckSpec("fairytale", "FT", "Mine", (), lambda card: Face(card.name, "gloam", text=card.text))
CARDS = tuple(Card("fairytale", f"owl_{n}", f"00{n}", f"Owl {n}", 2, "tale", f"Text {n}.") for n in range(4))
DECK = Deck(SPEC, CARDS)


def changed(*ids: str) -> Deck:
    return Deck(SPEC, tuple(replace(card, text="Other words.") if card.id in ids else card for card in CARDS))


def after(deck: Deck = DECK, batch: Batch | None = None, **asked: object) -> Batch:
    """The batch once the deck has been printed."""
    spec = print_job.PrintSpec("fairytale", batch=batch or Batch("fairytale"), **asked)  # type: ignore[arg-type]  # fields by name
    return print_job.plan(spec, deck).printed


def printed(plan: print_job.Plan) -> list[tuple[str, int]]:
    return [(p.piece.card.id, p.piece.revision) for page in plan.pages for p in page.placed if p.side == "front"]


def test_only_what_changed_is_printed_again_all_together():
    first = after()
    spec = print_job.PrintSpec("fairytale", since=first, batch=first)
    plan = print_job.plan(spec, changed("owl_1", "owl_3"))
    assert printed(plan) == [("owl_1", 2), ("owl_1", 2), ("owl_3", 2), ("owl_3", 2)]
    assert {page.section for page in plan.pages} == {"Changed cards"}
    second = plan.printed
    assert second.revision == 2
    with pytest.raises(print_job.PrintError, match="no card has changed"):
        print_job.plan(replace(spec, since=second), changed("owl_1", "owl_3"))


def test_new_cards_and_copies_count_as_changed_and_a_new_look_does_not():
    first = after()
    more = Deck(SPEC, (replace(CARDS[0], copies=3), *CARDS[1:], replace(CARDS[0], id="owl_9", code="009", copies=1)))
    plan = print_job.plan(print_job.PrintSpec("fairytale", since=first), more)
    assert [card for card, _ in printed(plan)] == ["owl_0", "owl_9"]
    for look in ({"ink": "low"}, {"paper": "a3"}, {"backs": find_backs("none")}):
        with pytest.raises(print_job.PrintError, match="no card has changed"):
            print_job.plan(print_job.PrintSpec("fairytale", since=first, **look), DECK)


OWN_TABLE = [["name", "suit", "text", "claws"], ["Owl", "red", "Hoots.", "1"], ["Fox", "blue", "Runs.", "2"]]
SHOWS_CLAWS = """[box.claws]
at = [40.0, 30.0, 18.0, 5.0]
column = "claws"
over = "art"
"""


def own_deck(*changes: tuple[str, str]) -> Deck:
    rows = [[dict(changes).get(cell, cell) for cell in row] for row in OWN_TABLE]
    return read_own(list(enumerate(rows, 1)), "mine.csv", "Mine", "MN", keep=("claws",)).deck


def test_a_new_face_and_what_its_own_boxes_show_count_as_changed(tmp_path: Path):
    def faced(text: str, deck: Deck) -> Deck:
        (tmp_path / "mine.face.toml").write_text(text)
        face = own_faces.read_face(GAME, "Mine", file=tmp_path / "mine.face.toml")
        card_layout.bring(GAME, own_faces.bound(face, deck, tmp_path))
        return deck

    def again(deck: Deck, since: Batch) -> list[str]:
        return [card for card, _ in printed(print_job.plan(print_job.PrintSpec(GAME, since=since), deck))]

    try:
        first = print_job.plan(print_job.PrintSpec(GAME), faced(SHOWS_CLAWS, own_deck())).printed
        first = read_batch(first.text().encode(), "mine.json", GAME)
        with pytest.raises(print_job.PrintError, match="no card has changed"):
            again(faced(SHOWS_CLAWS, own_deck()), first)
        assert again(own_deck(("2", "3")), first) == ["fox"]
        assert again(faced('paper = "#FFF0D0"\n' + SHOWS_CLAWS, own_deck()), first) == ["owl", "fox"]
        assert not list(first.stale(own_deck(), map(parse, first.copies)))
    finally:
        card_layout.forget(GAME)


def test_a_batch_of_before_looks_were_remembered_asks_for_no_new_print():
    first = after()
    old = re.sub(r', "[0-9a-f]{12}"\]', "]", first.text())
    assert old != first.text()
    with pytest.raises(print_job.PrintError, match="no card has changed"):
        print_job.plan(print_job.PrintSpec("fairytale", since=read_batch(old.encode(), "old.json", "fairytale")), DECK)


def test_a_card_printed_for_another_language_is_not_the_same_print_but_not_stale():
    first = after()
    batch = Batch(
        "fairytale", 1, {code: replace(one, digest=f"{one.digest}-de-0123") for code, one in first.copies.items()}
    )
    assert len(printed(print_job.plan(print_job.PrintSpec("fairytale", since=batch), DECK))) == 8
    assert not list(batch.stale(DECK, [code for _, code in DECK.codes()]))


def test_one_copy_printed_again_keeps_what_is_known_of_the_others():
    first = after(cards=(print_job.Pick("owl_0"), print_job.Pick("owl_1")))
    again = after(changed("owl_0"), first, cards=(print_job.Pick("owl_0", 2),))
    assert sorted(one.revision for one in again.copies.values()) == [1, 1, 1, 2]
    (stale,) = again.stale(changed("owl_0"), [code for _, code in DECK.codes()])
    assert (stale[0].copy, stale[1].revision) == (1, 1)


def test_the_revision_stands_on_the_card_and_needs_a_batch():
    def marks(spec: print_job.PrintSpec) -> set[str]:
        plan = print_job.plan(spec, DECK)
        page = plan.pages[0]
        items = [item for placed in page.placed for item in face_of(placed, plan, faces.Style())]
        return {part.text for item in items if isinstance(item, Group) for part in item.items if isinstance(part, Text)}

    assert marks(print_job.PrintSpec("fairytale")) == set()
    assert marks(print_job.PrintSpec("fairytale", batch=Batch("fairytale", 4))) == {"r5"}
    stream_cache.forget()
    files = [
        print_job.make(print_job.PrintSpec("fairytale", batch=batch), deck=DECK).files[0].data
        for batch in (None, Batch("fairytale"))
    ]
    assert files[0] != files[1], "what is kept of pages knows the revision"


def test_the_lint_tells_which_printed_copies_are_stale():
    first = after()
    told = lint.check(
        print_job.plan(print_job.PrintSpec("fairytale", batch=first), Deck(SPEC, changed("owl_2").cards[1:]))
    )
    found = {one.card: one for one in told if one.place == "printed copies"}
    assert set(found) == {"owl_0", "owl_2"}
    assert "2 copies were printed as revision 1 and say something older" in found["owl_2"].problem
    assert "no such card any more" in found["owl_0"].problem
    assert not [one for one in told if one.level == "problem"]


def test_two_sided_cards_are_remembered_by_both_their_codes():
    game = games.deck("breeds")
    batch = after(game, Batch("breeds"))
    assert set(batch.copies) == {str(code) for _, code in game.codes()}


NUMBERS = st.integers(0, 3)


@given(st.lists(st.sets(NUMBERS), max_size=5))
def test_after_printing_the_changes_nothing_is_stale(rounds: list[set[int]]):
    """However often cards change and are printed again, the batch ends where printing everything would."""
    deck, batch = DECK, after()
    for turn, numbers in enumerate(rounds):
        deck = Deck(
            SPEC, tuple(replace(c, text=f"Round {turn}") if n in numbers else c for n, c in enumerate(deck.cards))
        )
        try:
            batch = print_job.plan(print_job.PrintSpec("fairytale", since=batch, batch=batch), deck).printed
        except print_job.PrintError:
            assert not numbers
    codes = [code for _, code in deck.codes()]
    assert not list(batch.stale(deck, codes))
    assert batch.revision == 1 + sum(map(bool, rounds))
    assert read_batch(batch.text().encode(), "b.json", "fairytale").text() == batch.text()


GOOD = {"tablewright_batch": 1, "game": "fairytale", "revision": 1, "copies": {}}


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (b"", "cannot be read as JSON"),
        (b"\xff\xfe", "cannot be read as JSON"),
        (b"[" * 5000, "cannot be read as JSON"),
        ([], "no batch file of ours"),
        (GOOD | {"tablewright_batch": 9}, "no batch file of ours"),
        (GOOD | {"game": "tower"}, "is a batch of tower, not of fairytale"),
        (GOOD | {"revision": -1}, "revision"),
        (GOOD | {"revision": True}, "revision"),
        (GOOD | {"copies": []}, "copies"),
        (GOOD | {"copies": {"x": ["owl", "0", 1]}}, "is no card code"),
        (GOOD | {"copies": {"1FT10101A4": ["owl", "0", "1"]}}, "1FT10101A4: expected"),
        (GOOD | {"copies": {"1FT10101A4": "owl"}}, "1FT10101A4: expected"),
        (GOOD | {"copies": {"1FT10101A4": ["owl", "0", 1, 3]}}, "1FT10101A4: expected"),
        (GOOD | {"copies": {"1FT10101A4": ["owl", "0", 1, True]}}, "1FT10101A4: expected"),
        (GOOD | {"copies": {"1FT10101A4": ["owl", "0", 1, 2, 2]}}, "1FT10101A4: expected"),
    ],
)
def test_a_file_that_is_no_batch_is_refused(found: object, said: str):
    data = found if isinstance(found, bytes) else json.dumps(found).encode()
    with pytest.raises(BatchError, match=re.escape(said)) as told:
        read_batch(data, "mine.json", "fairytale")
    assert str(told.value).startswith("mine.json")
    assert "\n" not in str(told.value)


def test_the_command_remembers_and_reprints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.chdir(tmp_path)
    some = ["print", "fairytale", "--paper", "a4", "--cards", "homesteader", "-o", "a.pdf"]
    assert main([*some, "--batch", "b.json"]) == 0
    batch = json.loads(Path("b.json").read_text("utf-8"))
    code = next(iter(batch["copies"]))
    batch["copies"][code][1] = "0" * 12
    Path("b.json").write_text(json.dumps(batch), "utf-8")
    capsys.readouterr()
    assert main([*some, "--batch", "b.json", "--changed-since", "b.json"]) == 0
    assert "1 card on 2 pages" in capsys.readouterr().out
    assert json.loads(Path("b.json").read_text("utf-8"))["copies"][code][2] == 2
    assert main([*some, "--changed-since", "b.json"]) == 1
    assert "no card has changed" in capsys.readouterr().err
    assert main([*some, "--changed-since", "nowhere.json"]) == 1
    assert "nowhere.json: there is no such file" in capsys.readouterr().err


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("how", ["since", "batch"])
def test_a_reprint_has_a_second_code_where_the_cards_before_have_one(before: bool, how: str):
    kept = read_batch(after(second_code=before).text().encode(), "b.json", "fairytale")
    again = print_job.PrintSpec("fairytale", **{how: kept})  # type: ignore[arg-type]  # either field takes a batch
    plan = print_job.plan(again, changed("owl_1"))
    assert plan.style.second_code is before
    assert ("as on the cards printed before" in " ".join(plan.notes)) is before
    assert plan.printed.second_code is before
    told = print_job.plan(replace(again, second_code=not before), changed("owl_1"))
    assert told.style.second_code is not before
    assert "for cards alike" in " ".join(told.notes)
    same = print_job.plan(replace(again, second_code=before), changed("owl_1"))
    assert not any("printed before" in note for note in same.notes)


def test_one_card_printed_otherwise_does_not_turn_the_deck_and_old_files_say_nothing():
    whole = after(second_code=True)
    one = after(batch=whole, second_code=False, cards=(print_job.Pick("owl_1", 1),))
    assert (whole.second_code, one.second_code) == (True, True)
    old = {code: [copy.card, copy.digest, copy.revision] for code, copy in whole.copies.items()}
    data = json.dumps({"tablewright_batch": 1, "game": "fairytale", "revision": 1, "copies": old}).encode()
    unsaid = read_batch(data, "b.json", "fairytale")
    assert unsaid.second_code is None
    plan = print_job.plan(print_job.PrintSpec("fairytale", since=unsaid, second_code=True), changed("owl_1"))
    assert not any("printed before" in note for note in plan.notes)


def test_the_command_reprints_with_the_second_code_unless_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.chdir(tmp_path)
    some = ["print", "fairytale", "--paper", "a4", "--cards", "homesteader:1"]
    assert main([*some, "--second-code", "--batch", "b.json", "-o", "two.pdf"]) == 0
    assert main([*some, "--batch", "b.json", "-o", "again.pdf"]) == 0
    assert Path("again.pdf").read_bytes() == Path("two.pdf").read_bytes()
    capsys.readouterr()
    assert main([*some, "--batch", "b.json", "--plan"]) == 0
    assert "A second code as on the cards printed before" in capsys.readouterr().out
    main([*some, "--batch", "b.json", "--no-second-code", "--lint"])
    assert "printed before have two codes and these have one" in capsys.readouterr().out


def test_a_scan_of_an_old_copy_says_that_its_text_has_changed(tmp_path: Path):
    prints = PrintHistory(tmp_path)
    codes = [code for card, code in DECK.codes()]
    assert prints.stale(DECK, codes) == ()
    prints.keep(print_job.plan(print_job.PrintSpec("fairytale", batch=Batch("fairytale")), DECK))
    assert prints.stale(DECK, codes) == ()
    (one,) = prints.stale(changed("owl_2"), codes)
    assert (one.code, one.card) == ("reprinted", "owl_2")
    assert one.text == "Owl 2: its text has changed since this copy was printed (revision 1)."
    record("fairytale", tmp_path).write_text("{broken", "utf-8")
    assert prints.stale(changed("owl_2"), codes) == (), "a broken record never stops a scan"


class AnyTable:
    """A table that lets everybody scan and does nothing with it."""

    def deck(self, code: str) -> Deck:
        return changed("owl_2")

    def scanner(self, *_: object) -> int:
        return 0

    def scan(self, *_: object, **__: object) -> Scanned:
        return Scanned(Reading())


def test_a_photo_of_the_old_print_says_so_at_the_table(tmp_path: Path):
    prints = PrintHistory(tmp_path)
    done = print_job.make(print_job.PrintSpec("fairytale", batch=Batch("fairytale")), deck=DECK)
    prints.keep(done.plan)
    camera = PhotoReader(AnyTable(), Turns(), prints)  # type: ignore[arg-type]  # as much of the tables as a scan needs
    scan = camera.scan("TABLE1", (), page_png(done.files[0].data, 1, 1600), id="photo-1")
    assert len(scan.photo.cards) == 8
    assert [problem.card for problem in scan.problems if problem.code == "reprinted"] == ["owl_2"]
