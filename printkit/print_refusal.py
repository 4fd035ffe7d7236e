"""What a print job refuses and remarks on, so that a terminal and a page can each say it in its own words.

An ``Option`` reads as the command line writes it and knows what a page calls it. A text that names options is made with
``rules.text.say`` and ``Option`` arguments: as it stands it is the terminal's, and ``for_page`` words it for a page.
"""

from __future__ import annotations

import re

from rules.text import Text

__all__ = ["OPTIONS", "Aside", "FontError", "LayoutError", "Option", "PrintError", "for_page", "option", "page_words"]


class Option(str):
    """An option of ``tablewright print``, as the command line writes it; ``page`` is what a page calls it."""

    __slots__ = ("page",)

    page: str

    def __new__(cls, name: str, page: str) -> Option:
        made = super().__new__(cls, f"--{name}")
        made.page = page
        return made


class Aside(str):
    """Words about the command line alone, with the space or bracket before them: a page leaves them out."""

    __slots__ = ()


_PAGE_WORDS = {
    "start-at": "the first free place", "card-size": "the card size", "bleed": "the bleed", "gap": "the gap",
    "corners": "the corners", "paper": "the paper", "cards": "single cards", "set": "the set", "backs": "the backs",
    "what": "what to print", "profile": "the printer", "registration": "the cutter’s marks", "ink": "the ink",
    "changed-since": "only what changed", "language": "the language", "marks": "the marks", "guides": "the guides",
    "slots": "your own places", "cut": "the cutter’s outlines", "keep-typos": "the printed spelling",
    "second-code": "the second code", "no-second-code": "the second code", "sleeved": "the choice for sleeves",
    "eco-backs": "the backs in lines",
    "labels": "the label sheet", "batch": "batch", "pages": "pages", "prices": "prices",
}  # fmt: skip
OPTIONS = {name: Option(name, page) for name, page in _PAGE_WORDS.items()}
"""The options a refusal or note can name, by their names without dashes."""
_SIMPLE = re.compile(r"[\w.:×x-]+")


def option(name: str) -> Option:
    """The option of that name, such as ``card-size``. Raises KeyError."""
    return OPTIONS[name]


class PrintError(ValueError):
    """A job cannot be done as asked. ``text`` is one line with the cure, ``option`` what it is about (None: a file),
    ``value`` what was given for it. As a string it is what a terminal says."""

    def __init__(self, text: str, option: Option | None = None, value: object = "") -> None:
        self.text, self.option, self.value = text, option, str(value)
        given = f" {self.value}" if self.value else ""
        super().__init__(f"{option}{given}: {text}" if option is not None else text)

    @property
    def page(self) -> str:
        """The same as a page says it."""
        if self.option is None:
            return for_page(self.text)
        # A value such as 3 or a4 stands in the form beside it; a file or a place in one has to be named.
        given = f" {self.value}" if self.value and not _SIMPLE.fullmatch(self.value) else ""
        return f"{self.option.page}{given}: {for_page(self.text)}"


class LayoutError(ValueError):
    """A card face cannot be used. ``file`` and ``key`` say where; the text is one line with the ``cure``.

    ``folder`` is the one of ``templates`` it lies in, "" for a file named as somebody gave it.
    """

    def __init__(self, file: str, key: str, cure: str, folder: str = "cards", line: int = 0) -> None:
        self.file, self.key, self.cure = file, key, cure
        at = f" line {line}" if line else ""
        place = f"templates/{folder}/{file}{at}" if folder else f"{file}{at}"
        super().__init__(f"{', '.join(filter(None, (place, key)))}: {cure}")


class FontError(ValueError):
    """A font key nobody knows, or a font file that is not there. One line with the cure."""


def page_words(problem: Exception) -> str:
    """Any refusal of a print job as a page says it."""
    return problem.page if isinstance(problem, PrintError) else str(problem)


def for_page(text: str) -> str:
    """A refusal or note in a page's words: options by what the page calls them, asides for the terminal left out."""
    if isinstance(text, Option):
        return text.page
    if isinstance(text, Aside):
        return ""
    if not isinstance(text, Text):
        return text
    args = {name: for_page(value) if isinstance(value, str) else value for name, value in text.args.items()}
    return text.template.format_map(args)
