from __future__ import annotations

import io
import json
import math
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import picture_files
import pytest
import table_scene
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from vision.picture.decoding import FrameError, decode


def quarters(width: int = 96, height: int = 64) -> np.ndarray:
    """Red top left, green top right, blue bottom left, white bottom right: no turn or mirroring leaves it as it is."""
    picture = np.zeros((height, width, 3), np.uint8)
    picture[: height // 2, : width // 2] = (255, 0, 0)
    picture[: height // 2, width // 2 :] = (0, 255, 0)
    picture[height // 2 :, : width // 2] = (0, 0, 255)
    picture[height // 2 :, width // 2 :] = 255
    return picture


@pytest.mark.parametrize("kind", picture_files.FORMATS)
@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_comes_out_upright_whichever_way_it_is_stored(kind: str, orientation: int) -> None:
    upright = quarters()
    frame = decode(picture_files.stored(upright, kind, orientation))
    assert (frame.width, frame.height, frame.exif_orientation) == (96, 64, orientation)
    assert frame.image.shape == (64, 96, 3)
    for y, x in ((16, 24), (16, 72), (48, 24), (48, 72)):
        np.testing.assert_allclose(frame.image[y, x, ::-1], upright[y, x], atol=40)


@pytest.mark.parametrize("kind", picture_files.FORMATS)
def test_grey_is_the_same_picture_without_colour(kind: str) -> None:
    frame = decode(picture_files.stored(quarters(), kind, 6), colour=False)
    assert frame.image.shape == (64, 96)
    assert frame.image[48, 72] > 220
    assert frame.image[48, 24] < frame.image[16, 24] < frame.image[16, 72], "blue is darkest, then red, then green"


@pytest.mark.parametrize("kind", picture_files.FORMATS)
@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("size", [(640, 480), (641, 479), (643, 477)])
def test_places_in_a_reduced_picture_go_back_to_the_full_one(
    kind: str, orientation: int, size: tuple[int, int]
) -> None:
    width, height = size
    upright = np.full((height, width, 3), 255, np.uint8)
    upright[150:310, 290:470] = 0  # a black block, its edges at 290, 150, 470, 310
    data = picture_files.stored(upright, kind, orientation)
    frame = decode(data, colour=False, most_pixels=width * height // 9)
    assert (frame.width, frame.height) == size
    assert frame.image.size <= width * height / 9
    dark = frame.image < 128
    small = np.array([[np.argmax(dark.any(0)), np.argmax(dark.any(1))]], float)
    last = np.array([[dark.shape[1] - np.argmax(dark.any(0)[::-1]), dark.shape[0] - np.argmax(dark.any(1)[::-1])]])
    step = max(frame.scale)
    np.testing.assert_allclose(frame.to_full(small), [[290, 150]], atol=step / 2 + 0.5)
    np.testing.assert_allclose(frame.to_full(last.astype(float)), [[470, 310]], atol=step / 2 + 0.5)
    np.testing.assert_allclose(frame.from_full(frame.to_full(last.astype(float))), last)


def test_transparent_parts_are_white_paper() -> None:
    picture = Image.new("RGBA", (64, 64), (0, 0, 0, 0))
    picture.paste((0, 0, 0, 255), (16, 16, 48, 48))
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    image = decode(buffer.getvalue(), colour=False).image
    assert image[4, 4] == 255
    assert image[32, 32] == 0


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "CMYK", "I;16"])
def test_every_way_of_storing_colour_is_read(mode: str) -> None:
    picture = Image.new("L", (64, 48), 255)
    picture.paste(0, (0, 0, 32, 48))
    kind = "JPEG" if mode == "CMYK" else "PNG"
    buffer = io.BytesIO()
    wide = Image.fromarray(np.asarray(picture).astype(np.uint16) * 257)
    picture = wide if mode == "I;16" else picture.convert(mode)
    picture.save(buffer, kind)
    for colour in (True, False):
        image = decode(buffer.getvalue(), colour=colour).image
        assert image[24, 8].max() < 40
        assert image[24, 56].min() > 215


@pytest.mark.parametrize("kind", picture_files.FORMATS)
def test_the_smallest_pictures_are_pictures_too(kind: str) -> None:
    options = {"lossless": True} if kind == "webp" else {}
    buffer = io.BytesIO()
    if kind == "heic":
        buffer.write(picture_files.stored(np.full((1, 1, 3), 255, np.uint8), kind))
    else:
        Image.new("RGB", (1, 1), "white").save(buffer, kind, **options)
    frame = decode(buffer.getvalue())
    assert (frame.width, frame.height, frame.image.shape) == (1, 1, (1, 1, 3))


def test_an_orientation_nobody_knows_is_taken_as_upright() -> None:
    exif = Image.Exif()
    exif[picture_files.ORIENTATION_TAG] = 77
    buffer = io.BytesIO()
    Image.fromarray(quarters()).save(buffer, "JPEG", exif=exif)
    frame = decode(buffer.getvalue())
    assert (frame.width, frame.height, frame.exif_orientation) == (96, 64, 1)


def png_chunk(name: bytes, body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + name + body + zlib.crc32(name + body).to_bytes(4, "big")


def with_chunk(data: bytes, chunk: bytes) -> bytes:
    """A PNG with one more chunk behind its pixels."""
    end = data.index(b"IEND") - 4
    return data[:end] + chunk + data[end:]


def test_the_orientation_of_a_png_may_stand_behind_its_pixels() -> None:
    exif = Image.Exif()
    exif[picture_files.ORIENTATION_TAG] = 6
    stored = picture_files.stored(quarters(), "png")
    frame = decode(with_chunk(stored, png_chunk(b"eXIf", exif.tobytes().removeprefix(b"Exif\0\0"))))
    assert (frame.width, frame.height, frame.exif_orientation) == (64, 96, 6)


def test_a_png_may_carry_a_long_text() -> None:
    text = b"notes\0\0" + zlib.compress(bytes(3_000_000))
    stored = picture_files.stored(quarters(), "png")
    assert decode(with_chunk(stored, png_chunk(b"zTXt", text))).width == 96
    head = stored[: stored.index(b"IDAT") - 4]
    assert decode(head + png_chunk(b"zTXt", text) + stored[len(head) :]).width == 96


def test_what_a_phone_appends_to_a_jpeg_does_no_harm() -> None:
    data = picture_files.stored(quarters(), "jpeg") + b"\0\0\0\x18ftypmp42" + bytes(5000)
    assert decode(data).width == 96


# --- what is refused ----------------------------------------------------------------------------------------------


def noisy(kind: str) -> bytes:
    pixels = np.random.default_rng(5).integers(0, 255, (120, 160, 3)).astype(np.uint8)
    return picture_files.stored(pixels, kind)


def jpeg_claiming(width: int, height: int) -> bytes:
    data = bytearray(noisy("jpeg"))
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = height.to_bytes(2, "big") + width.to_bytes(2, "big")
    return bytes(data)


def webp_claiming(side: int) -> bytes:
    """A lossless WebP of one colour that says it is so large."""
    body = b"\x2f" + ((side - 1) | (side - 1) << 14).to_bytes(4, "little") + bytes(8)
    chunk = b"VP8L" + len(body).to_bytes(4, "little") + body + b"\0" * (len(body) % 2)
    return b"RIFF" + (4 + len(chunk)).to_bytes(4, "little") + b"WEBP" + chunk


REFUSED = [
    pytest.param(b"", "empty", "0 bytes", id="0 bytes"),
    pytest.param(b"%PDF-1.7\n1 0 obj", "not_an_image", "PDF", id="a PDF renamed .jpg"),
    pytest.param(b"\xef\xbb\xbf  %PDF-1.4", "not_an_image", "PDF", id="a PDF after a byte-order mark"),
    pytest.param(b"hello, table", "not_an_image", "not a picture", id="text"),
    pytest.param(b"<!doctype html><html>", "not_an_image", "web page", id="a web page"),
    pytest.param(b"PK\x03\x04abc", "not_an_image", "zip", id="a zip"),
    pytest.param(b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom", "not_an_image", "video", id="a video"),
    pytest.param(b"\0\0\0\x1cftypavif\0\0\0\0avifmif1", "unsupported", "AVIF", id="an AVIF"),
    pytest.param(picture_files.animation("GIF"), "unsupported", "GIF", id="an animated GIF"),
    pytest.param(picture_files.animation("WEBP"), "unsupported", "moves", id="an animated WebP"),
    pytest.param(picture_files.animation("PNG"), "unsupported", "moves", id="an animated PNG"),
    pytest.param(b"BM" + bytes(60), "unsupported", "BMP", id="a BMP"),
    pytest.param(b"II*\0" + bytes(60), "unsupported", "TIFF", id="a TIFF or raw photo"),
    pytest.param(b"\xff\xd8", "truncated", "part", id="the first two bytes of a JPEG"),
    pytest.param(picture_files.bomb_png(), "bomb", "20000 x 20000", id="a bomb of 47 KB"),
    pytest.param(jpeg_claiming(65_000, 65_000), "bomb", "65000 x 65000", id="a JPEG that claims 4 gigapixels"),
    pytest.param(noisy("jpeg").replace(b"\xff\xc0", b"\xff\xc9", 1), "unsupported", "unusual", id="an arithmetic JPEG"),
    pytest.param(noisy("jpeg").replace(b"\xff\xc0", b"\xff\xc3", 1), "unsupported", "unusual", id="a lossless JPEG"),
    pytest.param(webp_claiming(16_000), "bomb", "16000 x 16000", id="a WebP of 256 megapixels"),
    pytest.param(jpeg_claiming(0, 480), "not_an_image", "0 x 480", id="a JPEG without width"),
    pytest.param(bytes(64_000_001), "too_large_file", "64", id="a file of 64 MB and one byte"),
    *(
        pytest.param(noisy(kind)[: int(len(noisy(kind)) * part)], "truncated", "part", id=f"{part:.0%} of a {kind}")
        for kind in picture_files.FORMATS
        for part in (0.1, 0.5, 0.9, 0.99)
    ),
    pytest.param(noisy("jpeg")[:9000] + bytes(9000), "truncated", "part", id="a JPEG whose rest never came"),
]


@pytest.mark.parametrize(("data", "kind", "words"), REFUSED)
def test_what_cannot_be_looked_at_is_refused_in_one_sentence(data: bytes, kind: str, words: str) -> None:
    with pytest.raises(FrameError) as refused:
        decode(data)
    text = str(refused.value)
    assert (refused.value.kind, words in text) == (kind, True), text
    assert text.endswith(".")
    assert "\n" not in text
    assert ": " in text, "the cure follows the fault"


SMALL = {kind: picture_files.stored(quarters(), kind) for kind in picture_files.FORMATS}


def test_a_heic_that_does_not_say_its_size_is_refused_before_it_is_decoded() -> None:
    sized = SMALL["heic"]
    for at in range(len(sized)):
        if sized.startswith(b"ispe", at):
            sized = sized[:at] + b"free" + sized[at + 4 :]
    assert sized != SMALL["heic"]
    with pytest.raises(FrameError, match="damaged") as refused:
        decode(sized)
    assert refused.value.kind == "truncated"


def test_a_damaged_picture_leaves_no_words_of_a_library_on_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    for kind in picture_files.FORMATS:
        data = bytearray(noisy(kind))
        data[len(data) // 2 : len(data) // 2 + 40] = bytes(40)
        try:
            decode(bytes(data))
        except FrameError:
            continue
    assert capfd.readouterr() == ("", "")


@given(
    st.sampled_from(picture_files.FORMATS),
    st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), min_size=1, max_size=6),
    st.floats(0, 1),
)
@settings(max_examples=150, deadline=None)
def test_a_damaged_picture_is_shown_or_refused_never_anything_else(
    kind: str, changes: list[tuple[float, int]], kept: float
) -> None:
    data = bytearray(SMALL[kind])
    for place, value in changes:
        data[int(place * len(data))] = value
    try:
        frame = decode(bytes(data[: math.ceil(kept * len(data))]), colour=False)
    except FrameError:
        return
    assert frame.image.ndim == 2
    assert frame.image.size > 0


@given(
    st.binary(max_size=200), st.sampled_from([b"", b"\xff\xd8", b"\x89PNG\r\n\x1a\n", b"RIFF1234WEBP", b"0000ftypheic"])
)
@settings(max_examples=300, deadline=None)
def test_bytes_of_any_kind_are_refused_not_crashed_on(data: bytes, start: bytes) -> None:
    with pytest.raises(FrameError):
        decode(start + data)


# --- memory -------------------------------------------------------------------------------------------------------

MEASURE = """
import json, sys
from pathlib import Path
from vision.picture.decoding import FrameError
from vision.scan import read_cards
def peak_mb():
    # Not resource.getrusage: its peak is inherited from the process that started this one.
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024
def look(path):
    try:
        photo = read_cards(Path(path).read_bytes(), [], any_codes=True)
        return [photo.width, photo.height, [[one.text, one.corners_px] for one in photo.other]]
    except FrameError as error:
        return error.kind
look(sys.argv[1])
idle = peak_mb()
print(json.dumps({"found": look(sys.argv[2]), "mb": peak_mb() - idle}))
"""


def measured(tmp_path: Path, data: bytes) -> dict[str, object]:
    """What a fresh process finds, and how much its memory grew beyond what reading a small picture took."""
    for name, content in (("small", SMALL["jpeg"]), ("large", data)):
        (tmp_path / name).write_bytes(content)
    command = [sys.executable, "-c", MEASURE, str(tmp_path / "small"), str(tmp_path / "large")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


linux = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc")


@linux
def test_a_bomb_costs_no_memory(tmp_path: Path) -> None:
    answer = measured(tmp_path, picture_files.bomb_png())
    assert answer["found"] == "bomb"
    assert answer["mb"] < 30


@linux
@pytest.mark.parametrize(("kind", "orientation"), [("jpeg", 1), ("jpeg", 6), ("png", 1)])
def test_a_photo_of_48_megapixels_is_read_within_150_mb(tmp_path: Path, kind: str, orientation: int) -> None:
    arts = [table_scene.placeholder_card(text) for text in ("1LN00101AK", "1LN00201AA")]
    laid = table_scene.rows(arts, seed=1)
    scene = table_scene.render(laid, seed=1, px_per_module=4, size_px=(1008, 756), roll_deg=0, towards_deg=90)
    small = Image.fromarray(picture_files.rgb(scene.photo))
    large = np.asarray(small.resize((8064, 6048), Image.Resampling.BILINEAR))
    photo = picture_files.stored(large, kind, orientation, compress_level=1)
    answer = measured(tmp_path, photo)
    width, height, found = answer["found"]
    assert (width, height) == (8064, 6048)
    assert len(found) == 2
    for text, corners in found:
        truth = next(one for one in scene.truth if one.text == text)
        np.testing.assert_allclose(corners, truth.corners_px * 8, atol=4)  # half a pixel of the photo enlarged
    assert answer["mb"] < 150


def of_48_megapixels(kind: str) -> bytes:
    """A picture without anything on it; of a HEIC only its boxes say so, because it takes long to pack."""
    if kind == "heic":
        return SMALL["heic"].replace(struct.pack(">II", 96, 64), struct.pack(">II", 8064, 6048))
    options = {"progressive": True, "subsampling": "4:2:0"} if kind == "progressive" else {"method": 0}
    pixels = np.zeros((6048, 8064, 3), np.uint8)
    return picture_files.stored(pixels, "jpeg" if kind == "progressive" else kind, **options)


@linux
@pytest.mark.parametrize("kind", ["progressive", "webp", "heic"])
def test_what_needs_more_memory_is_refused_with_the_cure_before_it_costs_any(tmp_path: Path, kind: str) -> None:
    photo = of_48_megapixels(kind)
    with pytest.raises(FrameError, match=r"8064 x 6048 .* send it as an ordinary JPEG"):
        decode(photo)
    answer = measured(tmp_path, photo)
    assert answer["found"] == "bomb"
    assert answer["mb"] < 30


@linux
def test_the_largest_progressive_jpeg_that_is_read_stays_within_150_mb(tmp_path: Path) -> None:
    pixels = np.full((5760, 7680, 3), 200, np.uint8)
    answer = measured(tmp_path, picture_files.stored(pixels, "jpeg", progressive=True, subsampling="4:2:0"))
    assert answer["found"] == [7680, 5760, []]
    assert answer["mb"] < 150
