"""The language of a page: the one this phone chose, else the first its browser asks for that we have.

Templates say ``_("Done: {name} turns", name=...)`` for their own sentences and ``text|worded`` for texts made elsewhere
(``rules.text``). Both are looked up by the English text in ``templates/languages``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path

from flask import Flask, has_request_context, request
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape
from werkzeug.wrappers import Request

from companion.own_decks import game_words
from companion.web import cookies
from printkit.type import language as languages
from printkit.type.language import ENGLISH, Language, LanguageError, find_language
from rules import games
from rules import text as texts
from rules.text import Text, first_upper

SCRIPTS = Path(__file__).parent.parent / "static"
_SCRIPT_WORDS = re.compile(r"""\b_\("((?:[^"\\]|\\.)+)\"""")


_spoken: ContextVar[Language | None] = ContextVar("spoken", default=None)
"""Asked for some hundred times a page, where Flask's own places are slow to ask."""


def register(app: Flask) -> None:
    """Have each request answered in its own language."""
    app.before_request(_forget)
    app.teardown_request(_forget)


def _forget(_problem: BaseException | None = None) -> None:
    _spoken.set(None)


@contextmanager
def speaking(meanwhile: Language) -> Iterator[None]:
    """Whatever is drawn meanwhile is drawn in that language."""
    before = _spoken.set(meanwhile)
    try:
        yield
    finally:
        _spoken.reset(before)


def language() -> Language:
    """The language this request is answered in; English where there is no request."""
    found = _spoken.get()
    if found is not None:
        return found
    if not has_request_context():
        return find_language(ENGLISH)
    found = spoken(wanted(request))
    _spoken.set(found)
    return found


def spoken(code: str) -> Language:
    """The language of that code; English where its file cannot be read, because somebody is still working on it."""
    try:
        return find_language(code)
    except LanguageError:
        return find_language(ENGLISH)


def wanted(request: Request) -> str:
    """The code of the language a request is answered in."""
    known = languages.names()
    chosen = cookies.language(request)
    return chosen if chosen in known else request.accept_languages.best_match(known, ENGLISH)


def there_are() -> tuple[tuple[str, str], ...]:
    """Code and own name of every language that can be read, English first."""
    found = []
    for code in languages.names():
        try:
            found.append((code, find_language(code).name))
        except LanguageError:  # a file somebody is still working on
            continue
    return tuple(found)


def worded(text: str, game: str = "") -> str:
    """A text made with ``say`` (or one without arguments) in the language of this page."""
    spoken = language()
    return text if spoken.code == ENGLISH else texts.worded(text, look_up(spoken, game))


@pass_context  # else Jinja words a constant once for all pages, when the template is compiled
def worded_filter(_context: Context, text: str, game: str = "") -> str:
    """``worded`` as a filter of the templates."""
    return worded(text, game)


def look_up(spoken: Language, game: str) -> Callable[[str], str]:
    """What gives a text of a game's table in a language, the game's own words for it first."""
    return _look_up(spoken, game, game_words.of(game, spoken.code))


@cache
def _look_up(spoken: Language, game: str, brought: game_words.Words) -> Callable[[str], str]:
    table = {**spoken.at_the_table(game), **brought.texts}
    plain = games.plain_text(game)
    printed = spoken.games.get(game, {})
    # A card's text is printed with marks and paragraph by paragraph, and shown without marks and in one.
    for english, other in printed.items():
        table.setdefault(plain(english), plain(other))
        table.setdefault(plain(_without_head(english)), plain(_without_head(other)))
    for text in _card_texts(game):
        parts = text.split("\n")
        if len(parts) > 1 and all(part in printed for part in parts):
            table.setdefault(plain(text), plain("\n".join(printed[part] for part in parts)))

    def found(english: str) -> str:
        return table[english] if english in table else _by_parts(english, table, found)

    return found


_HEAD = re.compile(r"(?:\[\w+\] ?)*(?:\*\*[^*]+[:.]\*\* )?")


def _without_head(printed: str) -> str:
    """A printed paragraph without its signs and bold first words: a page has these in a place of their own."""
    return first_upper(_HEAD.sub("", printed, count=1))


def _card_texts(game: str) -> Iterable[str]:
    """What is printed on the game's own cards; nothing for a game out of a folder, which is in one language."""
    if game not in games.names() or games.brought(game):
        return ()
    spec = games.spec(game)
    return (spec.face(card).text for card in games.deck(game).cards)


_COUNTED = re.compile(r"(\d+) (\D.*)")
_NUMBERED = re.compile(r"(\d+(?:[a-z]| ×)?) (.+)")
_WITH_FIGURE = re.compile(r"(\D+) (\d+)")
_WITH_COST = re.compile(r"(.+) (\(\d+\))")
_PERSON = re.compile(r"\{p\d+\}")
_AND = "{front} and {end}"


def _by_parts(english: str, table: Mapping[str, str], found: Callable[[str], str]) -> str:
    """A text nobody wrote in one piece: paragraphs, what stands between dots, a count, a numbered card, a list.

    Logs of old hold many of them, so that a game which makes its texts better does not make this needless.
    """
    if "\n" in english:
        return "\n".join(map(found, english.split("\n")))
    if english.endswith(" "):
        return f"{found(english[:-1])} "
    if " · " in english:
        return " · ".join(found(part) for part in english.split(" · "))
    counted, numbered, figure, cost = (
        one.fullmatch(english) for one in (_COUNTED, _NUMBERED, _WITH_FIGURE, _WITH_COST)
    )
    if counted and (template := table.get(f"{{count}} {counted[2]}")):
        return template.replace("{count}", counted[1])
    if numbered and numbered[2] in table:
        return f"{numbered[1]} {table[numbered[2]]}"
    if figure and figure[1] in table:
        return f"{table[figure[1]]} {figure[2]}"
    if cost and (named := found(cost[1])) != cost[1]:
        return f"{named} {cost[2]}"
    return _in_a_row(english, table, found) or _other_first_letter(english, table) or english


def _in_a_row(english: str, table: Mapping[str, str], found: Callable[[str], str]) -> str:
    """A list, or what a card is called and says; empty where a part of it is not known."""

    def known(part: str) -> bool:
        return part in table or _PERSON.fullmatch(part) is not None or found(part) != part

    for between in ("; ", ", "):
        parts = english.split(between)
        if len(parts) > 1 and all(map(known, parts)):
            return between.join(map(found, parts))
    front, comma, end = english.rpartition(" and ")
    if comma and _AND in table and known(end) and known(front):
        return table[_AND].format(front=found(front), end=found(end))
    name, colon, text = english.partition(": ")
    return f"{found(name)}: {found(text)}" if colon and known(name) and known(text) else ""


def _other_first_letter(english: str, table: Mapping[str, str]) -> str:
    """A text at the beginning of a line that is known within one, and the other way round; empty where neither is."""
    first, rest = english[:1], english[1:]
    if first.isupper() and (within := table.get(first.lower() + rest)):
        return within[:1].upper() + within[1:]
    return table.get(first.upper() + rest, "") if first.islower() else ""


def sentence(template: str, /, **args: object) -> Markup:
    """A sentence of a template: ``{name}`` places take markup as it is and everything else escaped.

    The sentence itself may hold tags. It may be broken over lines; in a language file it stands on one.
    """
    if not args:
        return _plain_sentence(template, language())
    spoken = Markup(worded(" ".join(template.split())))
    return as_one(spoken.format_map({name: _argument(value) for name, value in args.items()}))


@lru_cache(maxsize=8192)
def _plain_sentence(template: str, spoken: Language) -> Markup:
    with speaking(spoken):
        return as_one(Markup(worded(" ".join(template.split()))))


def as_one(sentence: Markup) -> Markup:
    """A sentence as one piece where it holds tags.

    In a button or heading that lays out what is in it side by side, each name would else be a piece of its own, and
    the words around it others.
    """
    return Markup(f"<span>{sentence}</span>") if "<" in sentence and not sentence.startswith("<span>") else sentence


def _argument(value: object) -> object:
    return escape(worded(value)) if isinstance(value, Text) else value


def script_words() -> Mapping[str, str]:
    """What the scripts say, in the language of this page; empty in English, which stands in the scripts."""
    spoken = language()
    if spoken.code == ENGLISH:
        return {}
    other = look_up(spoken, "")
    return {english: other(english) for english in script_texts()}


@cache
def script_texts() -> tuple[str, ...]:
    """Every text the scripts look up, in English."""
    found = (_SCRIPT_WORDS.findall(path.read_text(encoding="utf-8")) for path in sorted(SCRIPTS.glob("*.js")))
    return tuple(dict.fromkeys(text for one in found for text in one))
