"""The languages a game in Python brings: a folder with a file a language, ``de.toml``, each line a text of the game in
English and what it is in that language. They are looked up before the words of the pages, for that game alone, and
its cards and kit are printed in them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from companion.own_decks.folder_files import bounded
from printkit.type import language
from rules.values.columns import one_line

MOST_BYTES = 500_000
_CODE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{2,8})?")
_PLACE = re.compile(r"\{(\w+)\}")


class WordsError(ValueError):
    """A language file that cannot be used. One line: file, text, cure."""


@dataclass(frozen=True, eq=False)
class Words:
    """What a game says in one language, by its English text."""

    texts: Mapping[str, str] = field(default_factory=dict)


NONE = Words()
_brought: dict[str, Mapping[str, Words]] = {}


def of(game: str, code: str) -> Words:
    """What a game brought for the language of that code; nothing for most."""
    return _brought.get(game, {}).get(code, NONE)


def bring(game: str, folder: Path) -> None:
    """Have the languages in a folder known for a game. Raises WordsError, OSError."""
    found = {}
    for file in sorted(folder.glob("*.toml")):
        if not _CODE.fullmatch(file.stem):
            raise WordsError(f"{file}: is called after no language; expected such as de.toml")
        found[file.stem] = read(bounded(file, MOST_BYTES), str(file))
    if not found:
        raise WordsError(f"{folder}: has no language; expected a file such as de.toml")
    _brought[game] = found
    language.bring(game, {code: words.texts for code, words in found.items()})


def forget(game: str) -> None:
    """The game's words are not known any more."""
    _brought.pop(game, None)
    language.forget(game)


def read(data: bytes, file: str) -> Words:
    """The words in a file. Raises WordsError for what is no TOML, no text, or has other places in braces than the
    English: a page could not put it together."""
    try:
        table = tomllib.loads(data.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise WordsError(f"{file}: cannot be read as TOML ({one_line(str(error))[:120]})") from None
    for english, other in table.items():
        shown = one_line(english)[:60]
        if not isinstance(other, str) or not other.strip():
            raise WordsError(f'{file}: "{shown}": expected what it is in that language, in quotation marks')
        bare = _PLACE.sub("", other)
        if set(_PLACE.findall(other)) != set(_PLACE.findall(english)) or "{" in bare or "}" in bare:
            raise WordsError(f'{file}: "{shown}": has other places in braces than its translation')
    return Words(MappingProxyType(table))
