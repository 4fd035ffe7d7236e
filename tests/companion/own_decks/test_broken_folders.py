"""A hundred broken folders: the ten games changed at random are refused, each fault in one sentence with its file and
line, or they can be played; never a fault of ours, and nothing is known of a game that was refused."""

from __future__ import annotations

import csv
import io
import random
import re
import tomllib
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from companion.own_decks.game_folders import FolderRefusal, Looked, bring_all, look_over
from rules import games
from rules.datagame import game_of
from rules.game_protocol import Setup
from rules.testing.random_choices import filled

GAMES = files("templates") / "games"
NAMES = sorted(one.name for one in GAMES.iterdir() if one.is_dir())
EACH = 12
PLACE = re.compile(r"/[^\n]+ line [1-9]\d*(, column [^:]+)?: \S.{6,}")
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


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_changed_at_random_is_refused_in_sentences_or_played(name: str, tmp_path: Path) -> None:
    for seed in range(EACH):
        rng = random.Random(f"{name} {seed}")
        where = tmp_path / str(seed)
        broken(name, where, rng)
        found = looked_over(where)
        said = found.problems if isinstance(found, FolderRefusal) else found.differences
        for problem in said:
            assert PLACE.fullmatch(problem), (name, seed, problem)
            assert problem.isprintable(), (name, seed, problem)
        if isinstance(found, Looked):
            _played(found.plan, rng)
            continue
        assert said
        with pytest.raises(FolderRefusal):
            bring_all(where)
        assert name not in games.names()


def looked_over(where: Path) -> Looked | FolderRefusal:
    """What a folder is, or why it is refused."""
    try:
        return look_over(where, examples=True)
    except FolderRefusal as refusal:
        return refusal


def _played(plan: Any, rng: random.Random) -> None:
    """A few steps at a table of a game that was let through."""
    of = game_of(plan)
    options = tuple((one.id, rng.choice(one.values)) for one in of.info.options)
    state = of.start(Setup(rng.randint(*of.info.players), options))
    for _ in range(12):
        offered = [one for seat in range(state.players) for one in of.choices(state, seat)]
        if of.over(state) or not offered:
            return
        state = of.apply(state, filled(rng.choice(offered), rng))
        assert of.view(state, 0).title == plan.title
