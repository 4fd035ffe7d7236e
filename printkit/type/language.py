"""The language of prints and pages: one file a language in ``templates/languages``, English in the code and the decks.

A translation is looked up by its English text, so that a language is one file and nothing else, a card of one's own
game prints in English until somebody translates it, and a changed text cannot keep a stale translation. ``[words]``
holds what all kits say, ``[game.<id>]`` what one game's kit says, its card names and texts among it; ``[pages]`` what
the companion's pages say, ``[play.<id>]`` what one game says while it is played.
"""

from __future__ import annotations

import difflib
import tomllib
from collections import ChainMap
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType

import templates
from printkit.print_refusal import PrintError, option
from rules.text import say
from rules.values import own_deck as own
from rules.values.cards import Face

ENGLISH = "en"
_brought: dict[str, Mapping[str, Mapping[str, str]]] = {}
"""What games from elsewhere say in other languages: by game, by language, by the English text."""


def bring(game: str, words: Mapping[str, Mapping[str, str]]) -> None:
    """Have what a game says in other languages printed too, by the language's code and the English text."""
    _brought[game] = words


def forget(game: str) -> None:
    """Print the game's own texts in English again."""
    _brought.pop(game, None)


class LanguageError(PrintError):
    """A language nobody has, or a language file that cannot be used. One line with the cure."""


@dataclass(frozen=True, eq=False)
class Language:
    """One language: its code, its own name, and what it has for an English text in each section."""

    code: str
    name: str
    words: Mapping[str, str] = field(default_factory=dict)
    games: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    pages: Mapping[str, str] = field(default_factory=dict)
    play: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def say(self, english: str, game: str = "", **values: object) -> str:
        """The text in this language, with ``{name}`` places filled; in English where it is not translated.

        What a game brought itself goes before the game's section, and that before the words all kits share.
        """
        brought = _brought.get(game, {}).get(self.code, {})
        own = brought.get(english) or self.games.get(game, {}).get(english)
        text = own if own is not None else self.words.get(english, english)
        return text.format(**values) if values else text

    def has(self, english: str, game: str = "") -> bool:
        """Whether there is a translation (or none is needed)."""
        brought = _brought.get(game, {}).get(self.code, {})
        return self.code == ENGLISH or any(english in one for one in (brought, self.games.get(game, {}), self.words))

    def at_the_table(self, game: str = "") -> Mapping[str, str]:
        """Everything a page may show, by its English text: a game's own words first, then the pages', then the rest.

        A refusal may name a card where nobody knows any more which game it came from, so the other games come last.
        """
        others = [one for section in (self.play, self.games) for key, one in section.items() if key != game]
        own = [self.play.get(game, {}), self.games.get(game, {})]
        return ChainMap(*(dict(one) for one in (*own, self.pages, self.words, *others)))

    def face(self, game: str, face: Face) -> Face:
        """A card's face in this language, text by paragraph; its first name stays as ``original``.

        A person looks a card up by the name the table and the rulebook use, so a translated card keeps it, small.
        Cards of one's own stay as they are.
        """
        if self.code == ENGLISH or own.is_own(game):
            return face
        title = self.say(face.title, game)
        return replace(
            face,
            title=title,
            kind=" · ".join(self.say(part, game) for part in face.kind.split(" · ")) if face.kind else "",
            text="\n".join(self.say(line, game) for line in face.text.split("\n")) if face.text else "",
            stats=tuple((self.say(label, game), value) for label, value in face.stats),
            note=self.say(face.note, game) if face.note else "",
            tracks=tuple((self.say(label, game), top, start) for label, top, start in face.tracks),
            original=face.title if title != face.title else "",
            original_kind=face.kind,
        )


@cache  # asked at every request, and the folder is our own
def names() -> tuple[str, ...]:
    """The codes of the languages there are, English first."""
    found = (name.removesuffix(".toml") for name in templates.names("languages") if name.endswith(".toml"))
    return (ENGLISH, *sorted(found))


@cache
def find_language(code: str) -> Language:
    """The language of a code (``de``). Raises LanguageError naming what there is."""
    wanted = code.strip().lower().replace("_", "-")
    if wanted == ENGLISH:
        return Language(ENGLISH, "English")
    if wanted not in names():
        close = difflib.get_close_matches(wanted, names(), n=1, cutoff=0.5)
        hint = f"did you mean {close[0]}?" if close else f"there is {', '.join(names())}"
        raise LanguageError(
            say('"{code}" is not a language we print; {hint}', code=code, hint=hint), option("language")
        )
    return read_language(templates.text("languages", f"{wanted}.toml"), wanted)


def read_language(text: str, code: str) -> Language:
    """Read one language file. Raises LanguageError naming the file, the key and what was expected."""
    file = f"templates/languages/{code}.toml"
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LanguageError(f"{file}: cannot be read as TOML: {error}") from None
    unknown = set(table) - {"name", "words", "game", "pages", "play"}
    if unknown:
        expected = "name, [words], [game.NAME], [pages] and [play.NAME]"
        raise LanguageError(f"{file}, {min(unknown)}: is not known; expected {expected}")
    return Language(
        code,
        str(table.get("name", code)),
        words=_section(file, "words", table.get("words", {})),
        games=_sections(file, "game", table.get("game", {})),
        pages=_section(file, "pages", table.get("pages", {})),
        play=_sections(file, "play", table.get("play", {})),
    )


def _sections(file: str, key: str, tables: object) -> Mapping[str, Mapping[str, str]]:
    if not isinstance(tables, dict):
        raise LanguageError(f"{file}, {key}: expected sections such as [{key}.fairytale]")
    return MappingProxyType({name: _section(file, f"{key}.{name}", section) for name, section in tables.items()})


def _section(file: str, key: str, table: object) -> Mapping[str, str]:
    if not isinstance(table, dict):
        raise LanguageError(f'{file}, {key}: expected lines such as "English" = "translated"')
    for english, translated in table.items():
        if not isinstance(translated, str) or not translated.strip():
            raise LanguageError(f'{file}, {key}, "{english}": expected the translated text in quotes')
    return MappingProxyType(table)
