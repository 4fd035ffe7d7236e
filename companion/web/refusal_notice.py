"""Why something was not done, as a page says it, and perhaps a button to do it anyway."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from flask import has_app_context

from companion.errors import Trouble
from companion.web.page_language import worded
from companion.web.request import service
from rules.game_protocol import Refusal


@dataclass(frozen=True, slots=True)
class Again:
    """A second button for a posted form: the same fields, sent once more."""

    action: str
    fields: tuple[tuple[str, str], ...]
    label: str


@dataclass(frozen=True, slots=True)
class No:
    """One sentence, the rule behind it, and a way on."""

    text: str
    rule: str = ""
    again: Again | None = None
    status: int = field(default=422, kw_only=True)


def why_not(problem: Refusal | Trouble, again: Again | None = None) -> No:
    """A refusal in the words of a page."""
    status = 422 if isinstance(problem, Refusal) else problem.status
    return No(sentence(problem.text), getattr(problem, "rule", ""), again, status=status)


def sentence(text: str) -> str:
    """In the language of the page, with a capital at its beginning and a full stop at its end, and without this
    computer's folders."""
    text = capital(nearby(worded(text)))
    return text + ("" if text.endswith((".", "!", "?")) else ".")


def capital(text: str) -> str:
    """With a capital at its beginning, unless it begins with the name of a file."""
    return text if "." in text.split(" ", 1)[0].rstrip(".,:") else text[:1].upper() + text[1:]


def nearby(text: str) -> str:
    """Files of the data folder by their names alone: on a phone its path helps nobody, and is nobody's business."""
    for folder in service().folders if has_app_context() else ():
        text = text.replace(f"{folder}{os.sep}", "").replace(str(folder), "the data folder")
    return text
