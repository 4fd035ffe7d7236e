"""Pictures of one's own on cards: seen upright and cut as asked, embedded once, refused in one sentence."""

from __future__ import annotations

import io
import os
import zipfile
from dataclasses import replace
from pathlib import Path

import colour_profiles
import numpy as np
import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageCms, ImageOps
from sample_pictures import QUARTERS, bomb, quartered, saved, turned

from companion.cli import main
from companion.command_line import own_cards_file
from companion.own_decks.decks import OwnDeck, OwnDecks, OwnRefusal
from companion.own_decks.sent_pictures import Sent, unpacked
from printkit.card_layout import find_layout
from printkit.check import lint
from printkit.draw import photos
from printkit.face import faces
from printkit.input import pictures
from printkit.input.tables import read_table_file
from printkit.job import print_job
from printkit.sheet.backs import find_backs
from rules.values.rows import DeckError

NAMES = tuple(QUARTERS)
UNDO = {6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def art(cells: str = "owl.jpg,,", ink: str = "full") -> np.ndarray:
    """The art window of the one card a table has, as an (H, W, 3) picture."""
    Path("mine.csv").write_text(f"name,image,image_fit,image_focus\nOwl,{cells}\n")
    deck = own_cards_file.read(Path("mine.csv")).kept.deck
    spec = print_job.PrintSpec(
        "own", backs=find_backs("none"), ink="grey" if ink == "grey" else "low" if ink == "low" else "full"
    )
    made = print_job.make(spec, deck=deck)
    place, box = made.plan.pages[0].placed[0].place, find_layout("own").boxes["art"]
    with pypdfium2.PdfDocument(made.files[0].data) as document:
        page = document[0].render(scale=150 / 72).to_numpy()[:, :, 2::-1]
    left, low = place.on_page(box.x, box.y)
    dots = 150 / 25.4
    high = page.shape[0] / dots - low
    return page[
        round((high - box.height) * dots) : round(high * dots), round(left * dots) : round((left + box.width) * dots)
    ]


def quarters(seen: np.ndarray) -> list[str]:
    """Which colour each quarter of the window has, by its middle."""
    height, width = seen.shape[:2]
    found = []
    for y, x in ((0.3, 0.3), (0.3, 0.7), (0.7, 0.3), (0.7, 0.7)):
        colour = seen[round(y * height), round(x * width)].astype(int)
        found.append(min(NAMES, key=lambda name: float(np.abs(colour - np.array(QUARTERS[name])).sum())))
    return found


FORMATS = {
    "a photo": lambda: saved(quartered(1800, 1200), "JPEG", quality=92),
    "a photo as it is": lambda: saved(quartered(600, 400), "JPEG", quality=92),
    "turned": turned,
    "turned PNG": lambda: turned("PNG"),
    "CMYK": lambda: saved(quartered(900, 600, "CMYK"), "JPEG"),
    "progressive": lambda: saved(quartered(900, 600), "JPEG", progressive=True),
    "PNG": lambda: saved(quartered(900, 600), "PNG"),
    "palette": lambda: saved(quartered(900, 600, "P"), "PNG"),
    "interlaced and see-through": lambda: saved(quartered(900, 600, "RGBA"), "PNG", interlace=1),
    "WEBP": lambda: saved(quartered(900, 600), "WEBP", lossless=True),
}


@pytest.mark.parametrize("how", FORMATS)
def test_a_picture_is_seen_upright_and_in_its_colours(how: str):
    Path("owl.jpg").write_bytes(FORMATS[how]())
    assert quarters(art()) == list(NAMES)


def meant(width: int, height: int, mode: str = "RGB") -> Image.Image:
    """What a file with the swapped profile holds so that the four quarters are seen."""
    red, green, blue = quartered(width, height).split()
    return Image.merge("RGB", (green, red, blue)).convert(mode)


PROFILED = {
    "a photo": lambda profile: saved(meant(1800, 1200), "JPEG", quality=92, icc_profile=profile),
    "a photo as it is": lambda profile: saved(meant(600, 400), "JPEG", quality=92, icc_profile=profile),
    "PNG": lambda profile: saved(meant(900, 600), "PNG", icc_profile=profile),
    "palette": lambda profile: saved(meant(900, 600).quantize(8), "PNG", icc_profile=profile),
    "see-through": lambda profile: saved(meant(900, 600, "RGBA"), "PNG", icc_profile=profile),
    "WEBP": lambda profile: saved(meant(900, 600), "WEBP", lossless=True, icc_profile=profile),
}


@pytest.mark.parametrize("how", PROFILED)
def test_colours_are_what_the_pictures_own_profile_says(how: str):
    Path("owl.jpg").write_bytes(PROFILED[how](colour_profiles.swapped()))
    assert quarters(art()) == list(NAMES)


def test_inks_are_what_the_press_they_were_made_for_prints():
    image = Image.new("CMYK", (900, 600))
    for box, inks in (((0, 0), (255, 0, 0)), ((450, 0), (0, 255, 0)), ((0, 300), (0, 0, 255))):
        image.paste((*inks, 0), (*box, box[0] + 450, box[1] + 300))
    image.paste((0, 0, 0, 255), (450, 300, 900, 600))
    Path("owl.jpg").write_bytes(saved(image, "JPEG", quality=95, icc_profile=colour_profiles.press()))
    seen = art()
    assert quarters(seen)[:3] == ["top left", "top right", "bottom left"], "the test's cyan is red, its magenta green"
    assert seen[round(0.7 * seen.shape[0]), round(0.7 * seen.shape[1])].max() < 30
    Path("owl.jpg").write_bytes(saved(image, "JPEG", quality=95))
    assert quarters(art())[0] != "top left"


def test_a_profile_that_cannot_be_used_is_left_aside():
    press, swapped = colour_profiles.press(), colour_profiles.swapped()
    for profile in (b"x" * 500, press, swapped[:200], swapped[:-300], press[:300], b"\0" * 9_000_000):
        image = quartered(60, 40)
        image.info["icc_profile"] = profile
        assert np.array_equal(np.asarray(photos.in_srgb(image)), np.asarray(quartered(60, 40)))
    grey = quartered(60, 40, "L")
    grey.info["icc_profile"] = swapped
    assert photos.in_srgb(grey) is grey


def test_a_photo_in_srgb_is_passed_on_as_it_is():
    data = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    photo = saved(quartered(600, 400), "JPEG", quality=92, icc_profile=data)
    Path("owl.jpg").write_bytes(photo)
    (found,) = images(make("Owl,1,owl.jpg,"))
    assert found[3][-500:] == photo[-500:]
    Path("owl.jpg").write_bytes(saved(quartered(600, 400), "JPEG", quality=92, icc_profile=colour_profiles.swapped()))
    (other,) = images(make("Owl,1,owl.jpg,"))
    assert other[:2] == (600, 400)
    assert other[3][-500:] != photo[-500:]


def test_cover_cuts_where_the_focus_says_and_contain_shows_all():
    Path("owl.jpg").write_bytes(saved(quartered(400, 1600), "PNG"))
    assert quarters(art("owl.jpg,,top")) == ["top left", "top right"] * 2
    assert quarters(art("owl.jpg,,50% 100%")) == ["bottom left", "bottom right"] * 2
    assert quarters(art("owl.jpg,cover,")) == list(NAMES)
    whole = art("owl.jpg,contain,")
    middle = whole.shape[1] // 2
    assert np.abs(whole[20, middle - 10].astype(int) - QUARTERS["top left"]).max() < 12
    assert np.abs(whole[-20, middle + 10].astype(int) - QUARTERS["bottom right"]).max() < 12


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("held", range(1, 9))
def test_however_the_camera_was_held_the_picture_stands_upright(held: int, kind: str):
    image = quartered(600, 400)
    lying = image if photos.TURNS[held] is None else image.transpose(UNDO.get(held, photos.TURNS[held]))
    exif = Image.Exif()
    exif[274] = held
    Path("owl.jpg").write_bytes(saved(lying, kind, exif=exif))
    upright = np.asarray(ImageOps.exif_transpose(Image.open("owl.jpg")))
    assert quarters(upright) == list(NAMES), "the picture the test makes is right, as Pillow reads it"
    assert quarters(art()) == list(NAMES)


@pytest.mark.parametrize(("mode", "kind"), [("L", "PNG"), ("L", "JPEG"), ("1", "PNG"), ("I;16", "PNG"), ("LA", "PNG")])
def test_pictures_in_grey_stay_grey(mode: str, kind: str):
    ramp = np.linspace(0, 1, 600)[None].repeat(400, 0)
    image = {
        "I;16": lambda: Image.fromarray((ramp * 65535).astype("uint16")),
        "1": lambda: Image.fromarray((ramp > 0.5).astype("uint8") * 255).convert("1"),
    }.get(mode, lambda: Image.fromarray((ramp * 255).astype("uint8")).convert(mode))()
    Path("owl.jpg").write_bytes(saved(image, kind))
    seen = art().astype(int)
    row = seen[seen.shape[0] // 2]
    assert np.ptp(row[40:-40], axis=1).max() <= 2
    assert row[45, 0] < 60
    assert row[-45, 0] > 195


def test_grey_and_low_ink_reach_pictures():
    Path("owl.jpg").write_bytes(saved(quartered(900, 600), "JPEG"))
    grey, low = art(ink="grey").astype(int), art(ink="low").astype(int)
    inner = (slice(grey.shape[0] // 2, -30), slice(40, -40))  # above it hang the flags of value and suit
    assert np.ptp(grey[inner], axis=2).max() <= 2
    assert np.ptp(low[inner], axis=2).max() <= 2
    assert low[inner].min() > 170, "pale, to save ink"
    assert np.ptp(low[inner]) > 15, "and still to be made out"


def images(pdf: bytes) -> list[pikepdf.Object]:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        found = [one for one in document.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Image"]
        return [(one.Width, one.Height, str(one.Filter), one.read_raw_bytes()) for one in found]


def make(rows: str) -> bytes:
    Path("mine.csv").write_text("name,copies,image,image_fit\n" + rows)
    return (
        print_job.make(print_job.PrintSpec("own"), deck=own_cards_file.read(Path("mine.csv")).kept.deck).files[0].data
    )


def test_a_picture_of_many_cards_is_in_the_file_once_and_a_second_print_is_the_same():
    Path("owl.jpg").write_bytes(saved(quartered(1800, 1200), "JPEG"))
    rows = "".join(f"Owl {n},3,owl.jpg,\n" for n in range(20))
    first = make(rows)
    ((width, height, _, _),) = images(first)
    assert (width, height) == (674, 449), "300 dpi of a window of 57 by 38 mm"
    assert make(rows) == first
    Path("copy.jpg").write_bytes(Path("owl.jpg").read_bytes())
    assert len(images(make(rows + "Fox,1,copy.jpg,\n"))) == 1


def test_a_jpeg_no_finer_than_needed_is_passed_on_without_what_the_camera_noted():
    exif = Image.Exif()
    exif[0x010F] = "Camera maker"
    data = saved(quartered(600, 400), "JPEG", quality=60, exif=exif, comment=b"where it was taken")
    Path("owl.jpg").write_bytes(data)
    ((width, height, kind, embedded),) = images(make("Owl,1,owl.jpg,\n"))
    assert (width, height, kind) == (600, 400, "/DCTDecode")
    assert b"Camera maker" in data
    assert b"Camera maker" not in embedded
    assert b"where it was taken" not in embedded
    assert embedded[-2000:] == data[-2000:], "not compressed again"


@pytest.mark.parametrize(
    ("pixels", "level"),
    [
        ((300, 200), "problem"),
        ((500, 333), "advice"),
        ((700, 467), ""),
        ((2000, 300), "advice"),
        ((2000, 200), "problem"),
    ],
)
def test_the_lint_says_which_pictures_are_too_coarse(pixels: tuple[int, int], level: str):
    Path("owl.jpg").write_bytes(saved(quartered(*pixels), "JPEG"))
    Path("mine.csv").write_text("name,image\nOwl,owl.jpg\n")
    plan = print_job.plan(
        print_job.PrintSpec("own", backs=find_backs("none")), own_cards_file.read(Path("mine.csv")).kept.deck
    )
    found = [(one.card, one.level) for one in lint.check(plan) if one.place == "picture"]
    assert found == ([("owl", level)] if level else [])


def refused(capsys: pytest.CaptureFixture[str], cell: str, *more: str) -> str:
    Path("bad.csv").write_text(f"name,Bild\nElk,\nOwl,{cell}\n", "utf-8")
    before = sorted(Path().rglob("*"))
    assert main(["print", "bad.csv", "--paper", "a4", *more]) == 1
    assert sorted(Path().rglob("*")) == before, "nothing is written"
    err = capsys.readouterr().err
    assert err.startswith("tablewright: bad.csv line 3, column Bild: ")
    assert err.count("\n") == 1
    return err


def test_a_picture_that_cannot_be_is_refused_with_its_row_and_column(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    (home / "sub").mkdir()
    Path("secret.png").write_bytes(b"")
    outside = home.parent / "outside.png"
    outside.write_bytes(saved(quartered(90, 60), "PNG"))
    (home / "link.png").symlink_to(outside)
    whole = saved(quartered(900, 600), "JPEG")
    files = {
        "empty.png": b"", "text.png": b"no picture at all", "bomb.png": bomb(), "anim.gif": b"GIF89a" + b"\0" * 90,
        "photo.heic": b"\0\0\0\x18ftypheic" + b"\0" * 90, "line.svg": b"<?xml version='1.0'?><svg></svg>",
        "cut.png": saved(quartered(90, 60), "PNG")[:20], "cut.jpg": whole[: len(whole) // 2],
    }  # fmt: skip
    for name, data in files.items():
        Path(name).write_bytes(data)
    with Path("huge.png").open("wb") as huge:
        huge.truncate(200_000_000)
    os.mkfifo("pipe.png")
    said = {
        "empty.png": "is empty (0 bytes)", "huge.png": "has 200 MB", "bomb.png": "has 30,000 × 30,000 pixels",
        "text.png": "is no picture; save it as PNG, JPEG or WEBP", "anim.gif": "is a GIF", "photo.heic": "is a HEIC",
        "line.svg": "is an SVG", "cut.png": "is damaged", "cut.jpg": "is damaged or breaks off",
        "../outside.png": "leads out of the table's folder", "/etc/passwd": "leads out", "..\\outside.png": "leads out",
        "C:\\owl.png": "leads out", "link.png": "is a link out of the table's folder", "sub": "is a folder",
        "pipe.png": "is no file", "https://example.org/owl.png": "is an address, and pictures are never fetched",
        "emty.png": "did you mean empty.png?", "zzzzzzz": "check its name and folder", "x" * 300: "is no file name",
    }  # fmt: skip
    for cell, text in said.items():
        assert text in refused(capsys, cell), cell
    monkeypatch.setattr(pictures, "MOST_BYTES", 1000)
    assert "has 0 MB" in refused(capsys, "cut.jpg")


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ("owl.jpg,stretch,", 'column image_fit: "stretch" is not known; write cover'),
        ("owl.jpg,,nose", 'column image_focus: "nose" is no place in a picture'),
        ("owl.jpg,,130% 20%", "column image_focus"),
    ],
)
def test_a_fit_or_focus_that_is_none_is_refused(cells: str, said: str):
    Path("owl.jpg").write_bytes(saved(quartered(90, 60), "JPEG"))
    with pytest.raises(Exception, match="line 2") as problem:
        art(cells)
    assert said in str(problem.value)


def test_a_picture_changed_between_looking_and_drawing_is_said():
    Path("owl.jpg").write_bytes(saved(quartered(90, 60), "JPEG"))
    Path("mine.csv").write_text("name,image\nOwl,owl.jpg\n")
    deck = own_cards_file.read(Path("mine.csv")).kept.deck
    Path("owl.jpg").write_bytes(saved(quartered(60, 90), "JPEG"))
    with pytest.raises(photos.PictureError, match=r"mine\.csv line 2, column image: owl\.jpg was changed"):
        print_job.make(print_job.PrintSpec("own"), deck=deck)


def test_a_new_picture_is_a_changed_card(capsys: pytest.CaptureFixture[str]):
    Path("owl.jpg").write_bytes(saved(quartered(900, 600), "JPEG"))
    Path("mine.csv").write_text("name,image\nOwl,owl.jpg\nFox,\n")
    assert main(["print", "mine.csv", "--batch"]) == 0
    Path("owl.jpg").write_bytes(saved(quartered(600, 900), "JPEG"))
    capsys.readouterr()
    assert main(["print", "mine.csv", "--changed-since", "--batch"]) == 0
    said = capsys.readouterr().out
    assert "1 card on" in said
    assert "1 changed, 1 as before" in said


TABLE = b"name,image\nOwl,owl.png\nFox,Pics/fox.jpg\n"


def sent() -> dict[str, bytes]:
    return {"owl.png": saved(quartered(900, 600), "PNG"), "fox.jpg": saved(quartered(600, 400), "JPEG")}


def keep(decks: OwnDecks, files: Sent, *, table: bytes = TABLE, replacing: bool = False) -> OwnDeck:
    return decks.keep(read_table_file(table, "a.csv"), "a.csv", "Owls", "OW", replacing=replacing, sent=files)


def zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize("how", ["files", "a zip", "a zip of a Mac, with folders"])
def test_pictures_sent_along_are_kept_with_the_deck(how: str, tmp_path: Path):
    decks, files = OwnDecks(tmp_path), sent()
    if how != "files":
        inner = {f"deck/{name}": data for name, data in files.items()} if "Mac" in how else files
        files = {"all.zip": zipped(inner | {"__MACOSX/deck/._owl.png": b"x", "deck/.DS_Store": b"y"})}
    kept = keep(decks, unpacked(files.items()))
    again = OwnDecks(tmp_path).find("OW")
    for deck in (kept.deck, again.deck):
        seen = [deck.spec.face(card).picture for card in deck.cards]
        assert [one and one.kind for one in seen] == ["png", "jpeg"]
        assert len(images(print_job.make(print_job.PrintSpec("own"), deck=deck).files[0].data)) == 2


def test_a_corrected_table_needs_no_picture_twice_and_those_nobody_shows_go(tmp_path: Path):
    decks = OwnDecks(tmp_path)
    keep(decks, Sent(sent()))
    again = keep(decks, Sent(), replacing=True)
    assert again.changes == "2 as before"
    other = {"owl.png": saved(quartered(90, 60), "PNG")}
    changed = keep(decks, Sent(other), table=b"name,image\nOwl,owl.png\nFox,\n", replacing=True)
    assert changed.changes == "2 changed"
    assert len(list((tmp_path / "own" / "OW.pictures").iterdir())) == 1
    decks.remove("OW")
    assert len(list((tmp_path / "own" / "removed").glob("*.pictures/*"))) == 1


def test_a_picture_that_has_moved_is_drawn_from_where_it_lies_now(tmp_path: Path):
    decks, spec = OwnDecks(tmp_path), print_job.PrintSpec("own")
    first = print_job.make(spec, deck=keep(decks, Sent(sent())).deck).files[0].data
    decks.remove("OW")
    photos.forget()
    again = print_job.make(spec, deck=keep(decks, Sent(sent())).deck).files[0].data
    assert again == first
    (tmp_path / "own" / "OW.pictures").rename(tmp_path / "elsewhere")
    (tmp_path / "own" / "OW.json").rename(tmp_path / "elsewhere.json")
    photos.forget()
    other = decks.keep(read_table_file(TABLE, "a"), "a", "Owls", "OX", sent=Sent(sent())).deck
    assert len(images(print_job.make(spec, deck=other).files[0].data)) == 2


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "no pictures came along; choose them beside the table"),
        ({"owl2.png": b"x", "fox.jpg": b""}, "did you mean owl2.png?"),
        ({"owl.png": b"", "fox.jpg": b""}, "is empty (0 bytes)"),
        ({"owl.png": bomb(), "fox.jpg": b""}, "30,000 × 30,000"),
        ({"owl.png": saved(quartered(900, 600), "PNG")[:900], "fox.jpg": b""}, "is damaged or breaks off"),
    ],
)
def test_pictures_missing_or_broken_are_named_by_row_and_nothing_is_kept(
    files: dict[str, bytes], said: str, tmp_path: Path
):
    decks = OwnDecks(tmp_path)
    with pytest.raises(DeckError) as problem:
        keep(decks, Sent(files))
    assert said in problem.value.problems[0].text
    places = [(one.line, one.column) for one in problem.value.problems]
    assert places == ([(2, "image"), (3, "image")] if files else [(2, "image")])
    assert not (tmp_path / "own").exists()


def test_a_deck_printed_by_the_command_says_which_pictures_are_not_here(home: Path):
    Path("owl.jpg").write_bytes(saved(quartered(900, 600), "JPEG"))
    Path("mine.csv").write_text("name,image\nOwl,owl.jpg\n")
    assert main(["print", "mine.csv"]) == 0
    decks = OwnDecks(home.parent / "home" / "tablewright")
    kept = decks.find("MI")
    assert "Pictures that are not here: owl.jpg." in kept.own.notes[-1]
    (card,) = kept.deck.cards
    assert kept.deck.spec.face(card).picture is None
    files = Sent({"owl.jpg": Path("owl.jpg").read_bytes()})
    table = read_table_file(Path("mine.csv").read_bytes(), "mine.csv")
    again = decks.keep(table, "mine.csv", "mine", "MI", replacing=True, sent=files)
    assert again.changes == "1 as before"
    assert again.deck.spec.face(card).picture is not None
    assert not any("not here" in note for note in again.own.notes)


@pytest.mark.parametrize("cell", ["../../../etc/passwd", "/etc/passwd", "../AA.json", "AA.json", "file:///etc/passwd"])
def test_a_table_sent_here_reads_nobody_elses_files(cell: str, tmp_path: Path):
    decks = OwnDecks(tmp_path)
    keep(decks, Sent(sent()))
    with pytest.raises(DeckError):
        decks.keep(read_table_file(f"name,image\nOwl,{cell}\n".encode(), "a"), "a", "B", "BB", sent=Sent(sent()))
    tampered = (tmp_path / "own" / "OW.json").read_text()
    digest = tampered.partition('"digest": "')[2][:64]
    (tmp_path / "own" / "OW.json").write_text(tampered.replace(digest, "../../../../etc/passwd"))
    with pytest.raises(Exception, match="damaged"):
        decks.find("OW")


def test_too_much_is_refused_before_it_is_unpacked():
    with pytest.raises(OwnRefusal, match="broken or locked zip"):
        unpacked([("a.zip", b"PK\x03\x04 nothing")])
    with pytest.raises(OwnRefusal, match="too much"):
        unpacked((f"{n}.png", b"x") for n in range(600))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for n in range(4):
            archive.writestr(f"{n}.png", bytes(30_000_000))
    with pytest.raises(OwnRefusal, match="too much"):
        unpacked([("bomb.zip", out.getvalue())])


def test_the_face_of_a_card_without_a_picture_is_as_it_was():
    Path("mine.csv").write_text("name,image\nOwl,\n")
    deck = own_cards_file.read(Path("mine.csv")).kept.deck
    (card,) = deck.cards
    assert deck.spec.face(card).picture is None
    assert faces.front_of(card, deck.spec.face(card), None)


def test_a_large_picture_is_made_small_in_strips_and_looks_as_it_does_in_one(tmp_path: Path, monkeypatch):
    across, down = np.meshgrid(np.linspace(0, 255, 900), np.linspace(0, 255, 701))
    pixels = np.dstack([across, down, 255 - across, 255 * (across + down > 200)]).astype(np.uint8)
    file = tmp_path / "owl.png"
    Image.fromarray(pixels, "RGBA").save(file)
    picture = replace(pictures.examined(file.read_bytes(), "owl.png"), file=file)
    how = photos.Recipe(picture, (0.1, 0.0, 0.9, 1.0), (80, 77), "full", (1.0, 1.0, 1.0))
    whole = photos._image(file.read_bytes(), how, (80, 77))
    monkeypatch.setattr(photos, "STRIP_PX", 30_000)
    strips = photos._image(file.read_bytes(), how, (80, 77))
    assert strips.tobytes() == whole.tobytes()
    flat = Image.alpha_composite(Image.new("RGBA", (900, 701), (255, 255, 255, 255)), Image.fromarray(pixels, "RGBA"))
    plain = flat.convert("RGB").resize((80, 77), Image.Resampling.LANCZOS, (90, 0, 810, 701))
    assert np.abs(np.asarray(strips, int) - np.asarray(plain, int)).mean() < 1.0
