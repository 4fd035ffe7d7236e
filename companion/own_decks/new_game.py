"""A new game to begin with: a folder that checks and plays, or a package in Python whose tests are green.

It is made from the files in templates/new, or from one of the ten games in templates/games.
"""

from __future__ import annotations

import json
import keyword
import re
import sys
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

from companion.errors import JobError
from rules import games
from rules.datagame.plan_reading import NO_WORDS, read_game
from rules.datagame.toml_reading import FILE
from rules.values.cards import DeckError
from rules.values.columns import nearest, one_line

KINDS = ("cards", "pad", "coop")
TITLE_MOST, ID_MOST = 40, 30
PLACES = {
    "game.py.txt": "{id}/__init__.py",
    "cards.csv": "{id}/cards.csv",
    "test_contract.py.txt": "tests/test_contract.py",
}
"""Where the files of a package in Python go; the others lie at its top."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game that was made: its id, and its files by their places in its folder."""

    id: str
    files: Mapping[str, bytes]


def like_names() -> tuple[str, ...]:
    """The ready games a new one can be made like."""
    return tuple(sorted(one.name for one in (files("templates") / "games").iterdir() if one.is_dir()))


def id_of(title: str, *, python: bool = False) -> str:
    """The id of a game of that title, in plain small letters; ``python``: one that can be the name of a module."""
    plain = unicodedata.normalize("NFKD", title.replace("ß", "ss").replace("ø", "o").replace("Ø", "O"))
    words = re.findall(r"[a-z0-9]+", plain.encode("ascii", "ignore").decode().lower().replace("'", ""))
    found = "_".join(words)[:ID_MOST].strip("_")
    if not found or found[0].isdigit():
        found = f"game_{found}".rstrip("_")
    taken = found in NO_WORDS or (python and (keyword.iskeyword(found) or found in sys.stdlib_module_names))
    return f"{found}_game" if taken else found


def title_of(folder: str) -> str:
    """The title of a game by its folder's name: "lantern-walk" is Lantern Walk; what has capitals stays as it is."""
    words = re.split(r"[\s_-]+", folder.strip("_- "))
    return folder if folder != folder.lower() else " ".join(word[:1].upper() + word[1:] for word in words)


def folder(title: str, *, kind: str = "cards", like: str = "", letters: str = "") -> NewGame:
    """A new game out of a folder. Raises JobError for a title nobody could play by, or one that another game has."""
    title = _checked(title)
    if like and like not in like_names():
        raise JobError(f"--like {like[:40]}: is none of the ready games; {nearest(like, like_names())}")
    source = files("templates") / "games" / like if like else files("templates") / "new" / kind
    found = {one.name: one.read_bytes() for one in source.iterdir() if one.is_file()}
    said = {"id": id_of(title), "title": title, "letters": letters}
    found[FILE] = _named(found[FILE].decode(), said).encode()
    _free(said["id"], title)
    try:
        read_game(found[FILE], {name: data for name, data in found.items() if not name.endswith(".toml")})
    except DeckError as error:
        raise JobError(f"{title}: {error.problems[0]}") from None
    return NewGame(said["id"], found)


def package(title: str, letters: str) -> NewGame:
    """A new game in Python. Raises JobError as ``folder`` does."""
    title = _checked(title)
    name = id_of(title, python=True)
    _free(name, title)
    words = {
        '"New Game"': _quoted(title),
        '"NG"': _quoted(letters),
        "new_game": name,
        "new-game": name.replace("_", "-"),
    }
    found = {}
    for one in (files("templates") / "new" / "python").iterdir():
        if one.is_file():
            place = PLACES.get(one.name, one.name).format(id=name)
            found[place] = _replaced(one, words).encode()
    return NewGame(name, found)


def _replaced(file: Traversable, words: Mapping[str, str]) -> str:
    # In one go, so that what is put in is not searched again: a game may be called "new_game".
    return re.sub("|".join(map(re.escape, words)), lambda match: words[match.group()], file.read_text("utf-8"))


def _checked(title: str) -> str:
    title = one_line(title)
    bare = "".join(c for c in title if c.isprintable() and c not in "{}")
    if bare != title or not any(map(str.isalnum, title)) or len(title) > TITLE_MOST:
        raise JobError(
            f"{title[:40]!r} is no name for a game; give one with letters, at most {TITLE_MOST} and no braces"
        )
    return title


def _free(name: str, title: str) -> None:
    other = name if name in games.names() else games.called(title)
    if other is not None:
        raise JobError(f"{title} is a game that is here already ({games.spec(other).title}); choose another name")


def _named(toml: str, said: Mapping[str, str]) -> str:
    """A game.toml under another name: the first line of each key is that of ``[game]``, which comes first."""
    for key, value in said.items():
        line = re.search(rf'^{key} = "[^"\n]*"$', toml, re.MULTILINE)
        if line is not None:
            toml = f"{toml[: line.start()]}{key} = {_quoted(value)}{toml[line.end() :]}"
    return toml


def _quoted(text: str) -> str:
    """A text in quotes, as TOML and Python both read it."""
    return json.dumps(text, ensure_ascii=False)
