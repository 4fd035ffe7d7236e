"""Folders of games broken at random: the ten games, and one with a face, pictures, fonts, icons, suits and a kit."""

from __future__ import annotations

import contextlib
import csv
import io
import os
import random
import re
import struct
import tomllib
import traceback
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from PIL import Image

from companion.cli import main
from printkit import card_layout
from printkit.components import kit_file
from printkit.type import fonts
from rules import games

GAMES = files("templates") / "games"
NAMES = sorted(one.name for one in GAMES.iterdir() if one.is_dir())
WITH_CARDS = [name for name in NAMES if (GAMES / name / "cards.csv").is_file()]
ODD: tuple[Any, ...] = (
    -1, 0, 1, 10**6, 2**70, 1.5, True, "", "x", "Ä" * 300, "{p0}", "\x1b[2J", [], [[]], {}, {"x": 1}, {"players": [1]},
    {"players": ["a", 2]}, ["a"] * 300, {"at": "x"}, "open", "total", [0, "x"], float("inf"),
)  # fmt: skip


def toml_of(value: Any, *, top: bool = False) -> str:
    """A value as TOML, tables in braces but those at the top."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + "".join(c if c.isprintable() and c not in '"\\' else f"\\u{ord(c):04x}" for c in value) + '"'
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_of, value)) + "]"
    return "{ " + ", ".join(f"{toml_of(key)} = {toml_of(one)}" for key, one in value.items()) + " }"


def file_of(data: dict[str, Any]) -> str:
    """A whole game.toml."""
    lines = [f"{toml_of(key)} = {toml_of(one)}" for key, one in data.items() if not is_table(one)]
    for key, one in data.items():
        for table in one if isinstance(one, list) and is_table(one) else [one] if is_table(one) else ():
            lines += ["", f"[[{key}]]" if isinstance(one, list) else f"[{key}]"]
            lines += [f"{toml_of(name)} = {toml_of(value)}" for name, value in table.items()]
    return "\n".join(lines) + "\n"


def is_table(one: Any) -> bool:
    return isinstance(one, dict) or (isinstance(one, list) and bool(one) and all(isinstance(x, dict) for x in one))


def tables(data: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """One of the tables of a file."""
    found = [
        one for value in data.values() if is_table(value) for one in (value if isinstance(value, list) else [value])
    ]
    table: dict[str, Any] = rng.choice(found)
    inner = [one for one in table.values() if isinstance(one, dict) and one]
    return rng.choice(inner) if inner and rng.random() < 0.3 else table


def change_toml(text: str, rng: random.Random) -> str:
    """A game.toml with one to three things otherwise."""
    data = tomllib.loads(text)
    for _ in range(rng.randint(1, 3)):
        table = tables(data, rng)
        if not table:
            continue
        key = rng.choice(list(table))
        other = tables(data, rng)
        match rng.randrange(6):
            case 0:
                table[key[:-1] + rng.choice("aex_")] = table.pop(key)
            case 1:
                del table[key]
            case 2:
                table[key] = rng.choice(ODD)
            case 3:
                table[key] = rng.choice(list(other.values())) if other else 3
            case 4:
                table[rng.choice(list(other)) if other else "x"] = rng.choice(ODD)
            case 5:
                several = [value for value in data.values() if isinstance(value, list) and is_table(value)]
                if several:
                    found = rng.choice(several)
                    found.insert(rng.randrange(len(found) + 1), dict(rng.choice(found)))
    return file_of(data)


def damage(text: str, rng: random.Random) -> str:
    """A file with a few characters lost or put in."""
    at = rng.randrange(len(text))
    put = rng.choice(("", '"', "[", "]", "=", "\n", ",", "'", "[[", "}"))
    return text[:at] + put + text[at + rng.randint(0, 9) :]


def change_cards(text: str, rng: random.Random) -> str:
    """A table of cards with a column or a cell otherwise."""
    rows = list(csv.reader(io.StringIO(text)))
    at = rng.randrange(len(rows[0]))
    match rng.randrange(5):
        case 0:
            rows[0][at] = rng.choice(("", "x", rows[0][0], rows[0][at] + "s", "code"))
        case 1:
            rows = [row[:at] + row[at + 1 :] for row in rows]
        case 2:
            rng.choice(rows)[at] = rng.choice(("-1", "x" * 3000, "", "9999999999", "=1/0", '"', "none", "\u202e"))
        case 3:
            rows = rows[: rng.randrange(len(rows))]
        case 4:
            rows.append(rng.choice(rows))
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue()


def broken(name: str, where: Path, rng: random.Random) -> None:
    """A folder of that game, changed."""
    where.mkdir(parents=True)
    inside = {one.name: one.read_bytes() for one in (GAMES / name).iterdir() if one.is_file()}
    changes: list[tuple[str, Callable[[str, random.Random], str]]] = [("game.toml", change_toml), ("game.toml", damage)]
    changes += [("examples.toml", change_toml), ("examples.toml", damage)] if rng.random() < 0.3 else []
    changes += [("cards.csv", change_cards), ("cards.csv", damage)] if "cards.csv" in inside else []
    file, change = rng.choice(changes)
    text = change(inside[file].decode(), rng)
    codings = ("utf-8", "utf-16", "cp1252") if file == "cards.csv" else ("utf-8", "utf-8", "utf-16")
    inside[file] = text.encode(rng.choice(codings) if rng.random() < 0.2 else "utf-8", "replace")
    for inner, data in inside.items():
        (where / inner).write_bytes(data)


# --- a folder with a face of its own

FACE = """title = "Own"
extends = "base.face.toml"
suits = "suits.csv"
suit_column = "SUITS"
[font.heading]
regular = "fonts/Own.ttf"
[colour]
foam = "#FDFBF4"
[icons]
folder = "icons"
colour = "suit"
[style.name]
size_pt = [6.0, 14.0]
[style.small]
like = "rules"
italic = true
size_pt = [5.0, 9.0]
[box.sea]
at = "bleed"
picture = { column = "image" }
[box.frame]
at = "bleed"
picture = "frame.png"
over = "sea"
[box.text]
at = [5.6, 9.4, 51.8, 22.0]
column = "text"
over = "frame"
ground = "foam"
style = "small"
grow = { up_mm = 11.0 }
[box.claws]
at = [5.6, 34.0, 24.0, 7.0]
icons = { sign = "claw", column = "claws" }
over = "frame"
[variant.first]
only = { SUITS = ["WORD"] }
[variant.first.box.text]
style = "rules"
[back.deck]
picture = "back.png"
word = "Own"
"""
KIT = """[[token]]
name = "Begins"
size_mm = 24
sign = "claw"
[[board]]
name = "Field"
size_mm = [120, 90]
pictures = [{ box = [0, 0, 120, 90], picture = "sea.png" }]
places = [{ shape = "stack", box = [8, 5, 50, 76], sign = "deck", label = "Deck" }]
[[die]]
name = "Die"
edge_mm = 16
faces = ["1", "2", "3", "claw", "", "6"]
"""
CLAW = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1 L9 1 L5 9 Z"/></svg>'
PATHS = (
    "../../etc/passwd",
    "/etc/passwd",
    "..",
    ".",
    "",
    "icons",
    "http://127.0.0.1/x.png",
    "file:///etc/passwd",
    "sea.png\x00",
    "C:\\x.png",
    "~/x.png",
    "nul",
    "a" * 5000,
    "missing.png",
    "sea.png/",
    "outside.png",
    "pipe.png",
    "loop.png",
)
SIZES = (
    "[1, 1]",
    "[1e9, 88]",
    "[nan, 88]",
    "[inf, inf]",
    "[-63, -88]",
    "[63]",
    "[]",
    '"big"',
    "[200, 301]",
    "[40, 54]",
)
PLACES = (
    "[-90, 0, 5, 5]",
    "[0, 0, 0, 0]",
    "[0, 0, 1e12, 5]",
    "[nan, 1, 2, 3]",
    "[60, 80, 30, 30]",
    '"blood"',
    "[1, 2]",
    "3",
)


def dressed(name: str, where: Path) -> None:
    """The game in a folder of its own, one of each card, with all a face can have."""
    where.mkdir(parents=True)
    for one in (GAMES / name).iterdir():
        (where / one.name).write_bytes(one.read_bytes())
    head, *rows = csv.reader(io.StringIO((where / "cards.csv").read_text("utf-8")))
    copies, suit = head.index("copies"), head.index("kind" if "kind" in head else head[3])
    words = list(dict.fromkeys(row[suit] for row in rows if row[suit]))
    rows = [[*row[:copies], "1", *row[copies + 1 :]] for row in rows]
    more = [column for column in ("text", "claws", "image") if column not in head]
    rows = [[*row, *({"text": "Pay [claw].", "claws": "2", "image": "sea.png"}[one] for one in more)] for row in rows]
    with (where / "cards.csv").open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows([[*head, *more], *rows])
    with (where / "game.toml").open("a", encoding="utf-8") as toml:
        toml.write('\n[face]\nlook = "flat"\nfile = "own.face.toml"\n')
    said = FACE.replace("SUITS", head[suit]).replace("WORD", words[0])
    (where / "own.face.toml").write_text(said, "utf-8")
    (where / "base.face.toml").write_text('extends = "flat"\n[colour]\ndeep = "#123047"\n', "utf-8")
    (where / "suits.csv").write_text(
        "suit,colour,sign\n"
        + "".join(f"{word},#2F6B{at * 16 + 32:02X},icons/claw.svg\n" for at, word in enumerate(words[:9])),
        "utf-8",
    )
    (where / "kit.toml").write_text(KIT, "utf-8")
    for inner in ("icons", "fonts"):
        (where / inner).mkdir()
    (where / "icons" / "claw.svg").write_text(CLAW, "utf-8")
    (where / "fonts" / "Own.ttf").write_bytes(fonts.data(fonts.keys()[0]))
    for picture, colour in (
        ("frame.png", (20, 60, 90, 0)),
        ("back.png", (200, 120, 40, 255)),
        ("sea.png", (30, 140, 160, 255)),
    ):
        Image.new("RGBA", (69, 94), colour).save(where / picture)


def bomb_png(width_px: int, height_px: int) -> bytes:
    """A PNG of a few bytes that says it is that large."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width_px, height_px, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(9))) + chunk(b"IEND", b"")


def odd_svg(rng: random.Random) -> str:
    """An SVG that is none, or wants something it must not have."""
    inner = rng.choice(
        (
            "<script>1</script>",
            '<image href="http://127.0.0.1/x.png"/>',
            '<use href="#a" id="a"/>',
            "<foreignObject/>",
            '<path d="M1 1 L"/>',
            '<path d="M1e999 1 L9 9"/>',
            '<path d="Mnan 1"/>',
            "<style>@import 'x'</style>",
            "<g>" * 2000,
            '<path onload="x()" d="M0 0L9 9"/>',
            "<text>Ä</text>",
            '<rect width="-5" height="3"/>',
            "",
            "&x;",
            "\x01",
            '<path fill="url(#nowhere)" d="M0 0L9 9Z"/>',
            '<g transform="scale(1e300)"><path d="M0 0L9 9V0Z"/></g>',
        )
    )
    box = rng.choice(("0 0 10 10", "0 0 10 10", "0 0 0 0", "0 0 -1 5", "0 0 1e400 1", "x", "", "0 0 1e-300 1e-300"))
    laughs = '<!ENTITY a "ha">' + "".join(
        f'<!ENTITY {to} "{f"&{of};" * 10}">' for of, to in zip("abcdefgh", "bcdefghx", strict=True)
    )
    head = rng.choice(
        ("", "", f"<!DOCTYPE svg [{laughs}]>", '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>')
    )
    return f'{head}<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{inner}</svg>'


def odd_bytes(rng: random.Random, data: bytes) -> bytes:
    """What stands in a font or a picture that is none."""
    at = rng.randrange(1, len(data))
    flipped = bytearray(data)
    for _ in range(rng.randint(1, 40)):
        flipped[rng.randrange(len(flipped))] = rng.randrange(256)
    return rng.choice(
        (b"", b"\x00" * 64, b"<!DOCTYPE html>", b"wOFF" + data[4:], data[:at], data[at:], bytes(flipped), b"GIF89a")
    )


def _rename(where: Path, rng: random.Random) -> None:
    """Something else under the name of a file: a folder, a link out of the folder or to itself, a pipe."""
    file = where / rng.choice(
        (
            "frame.png",
            "back.png",
            "sea.png",
            "fonts/Own.ttf",
            "icons/claw.svg",
            "suits.csv",
            "base.face.toml",
            "kit.toml",
        )
    )
    file.unlink()
    match rng.randrange(5):
        case 0:
            file.mkdir()
        case 1:
            file.symlink_to("/etc/passwd")
        case 2:
            file.symlink_to(file.name)
        case 3:
            os.mkfifo(file)


def _in_face(where: Path, rng: random.Random) -> None:
    """A value of the face that cannot be."""
    file, path = where / "own.face.toml", rng.choice(PATHS)
    text = file.read_text("utf-8")
    old, new = rng.choice(
        (
            ('"fonts/Own.ttf"', toml_of(path)),
            ('"frame.png"', toml_of(path)),
            ('"back.png"', toml_of(path)),
            ('"suits.csv"', toml_of(path)),
            ('folder = "icons"', f"folder = {toml_of(path)}"),
            ('sign = "claw"', f"sign = {toml_of(path)}"),
            ('"base.face.toml"', toml_of(rng.choice(("own.face.toml", path)))),
            ('title = "Own"', f"size_mm = {rng.choice(SIZES)}"),
            ('title = "Own"', f"bleed_mm = {rng.choice(('1e9', '-1', 'nan'))}"),
            ("[5.6, 9.4, 51.8, 22.0]", rng.choice(PLACES)),
            ('at = "bleed"', f"at = {rng.choice(PLACES)}"),
            ('like = "rules"', rng.choice(('like = "small"', 'like = "nobody"', "like = 3"))),
            ('over = "sea"', 'over = "frame"'),
            ('over = "sea"', 'over = "text"'),
            ("[5.0, 9.0]", rng.choice(("[9, 5]", "[0, 0]", "[nan, 3]", "[1e9, 2e9]"))),
            (
                'foam = "#FDFBF4"',
                rng.choice(('foam = "foam"', 'foam = "#FD"', 'ink = "foam"\nfoam = "ink"', 'foam = "url(x)"')),
            ),
            ("up_mm = 11.0", rng.choice(("up_mm = 1e9", "up_mm = nan", "up_mm = -4", "sideways = 3"))),
        )
    )
    file.write_text(text.replace(old, new, 1), "utf-8")


def _in_circle(where: Path, rng: random.Random) -> None:
    """Faces that begin with one another, in a circle or without end."""
    count = rng.choice((1, 2, 40))
    for at in range(count):
        after = f"f{at + 1}.toml" if at + 1 < count else rng.choice(("base.face.toml", "own.face.toml", "nowhere"))
        (where / f"f{at}.toml").write_text(f'extends = "{after}"\n', "utf-8")
    (where / "base.face.toml").write_text('extends = "f0.toml"\n', "utf-8")


def _in_cells(where: Path, rng: random.Random) -> None:
    """Cells that name pictures and signs which are none."""
    rows = list(csv.reader(io.StringIO((where / "cards.csv").read_text("utf-8"))))
    row = rng.choice(rows[1:])
    row[rows[0].index("text")] = rng.choice(
        ("[../../claw]", "[claw*99999]", "[claw", "[foam: [claw]", "**", "[nobody]", "W" * 400, "\x1b[2J")
    )
    row[rows[0].index("image")] = rng.choice(PATHS).replace("\x00", "")
    row[rows[0].index("claws")] = rng.choice(("-1", "9999999999", "1e9", "x", "999"))
    with (where / "cards.csv").open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows(rows)


def _in_bytes(where: Path, rng: random.Random) -> None:
    """A font or a picture that is none."""
    file = where / rng.choice(("fonts/Own.ttf", "frame.png", "back.png", "sea.png"))
    large = rng.choice(((60_000, 60_000), (2**31 - 1, 1), (0, 0), (1, 30_000)))
    file.write_bytes(bomb_png(*large) if rng.random() < 0.3 else odd_bytes(rng, file.read_bytes()))


def _in_text(where: Path, rng: random.Random) -> None:
    """A file of text with a key, a value, a column or a few characters otherwise."""
    file = where / rng.choice(("own.face.toml", "kit.toml", "suits.csv", "base.face.toml"))
    text = file.read_text("utf-8")
    change = damage if rng.random() < 0.3 else change_cards if file.suffix == ".csv" else change_toml
    file.write_bytes(change(text, rng).encode(rng.choice(("utf-8", "utf-8", "utf-8", "utf-16", "cp1252")), "replace"))


def _svg(where: Path, rng: random.Random) -> None:
    (where / "icons" / "claw.svg").write_text(odd_svg(rng), "utf-8")


FACE_CHANGES: tuple[Callable[[Path, random.Random], None], ...] = (
    _rename,
    _in_face,
    _in_face,
    _in_circle,
    _in_cells,
    _in_bytes,
    _in_text,
    _in_text,
    _svg,
)


def broken_face(where: Path, rng: random.Random) -> str:
    """A folder with a face, in which one thing is broken; which kind of thing."""
    dressed(rng.choice(WITH_CARDS), where)
    change = rng.choice(FACE_CHANGES)
    change(where, rng)
    return change.__name__.strip("_")


# --- what is said of them


@dataclass(frozen=True, slots=True)
class Found:
    """What the commands made of a folder: whether it was refused, what they said, and what is wrong with that."""

    refused: bool
    said: tuple[str, ...]
    faults: tuple[str, ...]


OURS = re.compile(
    r"Traceback|Error\b|Exception|NoneType|object has no|\bNone\b|<[a-z_]+ object|\{\w+\}|Errno|/printkit/|\.py\b"
)
"""Words of the program, not for people; what is quoted from a folder may have any."""
QUOTED = re.compile(r'"[^"]*"')
LINE = re.compile(r"tablewright: (?P<place>\S[^:]*(?:: [^:]{1,60})?): (?P<said>\S.{6,})")


def faults_of(where: Path, *, printed: bool) -> Found:
    """Have the folder looked over by ``check``, and where ``printed`` also by ``print``."""
    faults, said = list[str](), list[str]()
    before = sorted(where.rglob("*"))
    status = _run(["check", str(where)], said, faults)
    if printed:
        out = where.with_name(f"{where.name}-out")
        out.mkdir()
        made = _run(["print", str(where), "-o", str(out / "own.pdf"), "--what", "all", "--pages", "1"], said, faults)
        left = [one.name for one in out.iterdir()]
        if left != ([] if made else ["own.pdf"]):
            faults.append(f"print ended with {made} and left {left}")
        if status == 0 and made:
            faults.append(f"check found nothing wrong, print refused: {said[-1]}")
    if sorted(where.rglob("*")) != before:
        faults.append("something was written into the folder")
    return Found(bool(status), tuple(said), tuple(faults))


def _run(words: list[str], said: list[str], faults: list[str]) -> int:
    """One command; its lines on the way of errors are added to ``said``, what is wrong with them to ``faults``."""
    err = io.StringIO()
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err):
            status = main(words)
    except Exception:
        faults.append(f"{words[0]}: {traceback.format_exc(limit=-4)}")
        return 1
    finally:
        for name in [name for name in games.names() if games.brought(name)]:
            games.send_away(name)
            card_layout.forget(name)
            kit_file.forget(name)
    lines = err.getvalue().splitlines()
    said += lines
    if status not in (0, 1):
        faults.append(f"{words[0]} ended with {status}")
    if status and not lines:
        faults.append(f"{words[0]} ended with {status} and said nothing")
    for line in lines if status else ():
        shape = LINE.fullmatch(line)
        if (
            shape is None
            or words[1].split("/")[-1] not in shape["place"]
            or OURS.search(QUOTED.sub("", shape["said"]))
            or not line.isprintable()
        ):
            faults.append(f"{words[0]}: no sentence with its place: {line[:300]}")
    return status
