"""What to say about a line that is no TOML: what is wrong in it and how it is written, not what the parser expected."""

from __future__ import annotations

import re

from rules.text import say
from rules.values.columns import one_line, shown

NEVER_CLOSED = "a closing quotation mark is missing in this line"
_CURLY = re.compile("[\u201c\u201d\u201e\u2018\u2019\u201a\u00ab\u00bb]")
_ASSIGNED = re.compile(r"\s*([^=\s]+)\s*=\s*(.*?)\s*(?:#.*)?$")
_KEY = re.compile(r"\s*[\"']?([\w-]+)[\"']?\s*=")
_TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'')
_WORD = re.compile(r"[^\W\d][\w ]*")


def fault(said: str, lines: list[str], line: int) -> tuple[int, str]:
    """The line to look at (from 1) and what to say of it. ``said`` is the parser's message, given up at ``line``."""
    here = lines[line - 1] if 0 < line <= len(lines) else ""
    if "Unclosed" in said or "unclosed" in said:
        opened, mark = _opened(lines, line), "]" if "array" in said else "}"
        if mark == "}":
            return opened, "a closing } is missing; what stands in braces stands in one line: { min = 2, max = 4 }"
        return opened, say("a [ is opened here and never closed; add ], or a comma where one is missing")
    return line, _in_line(said, here)


def _in_line(said: str, line: str) -> str:
    if _CURLY.search(_TEXT.sub("", line)):
        return 'has curly quotation marks; write straight ones, as in title = "Rafters"'
    if said.startswith(("Illegal character '\\n'", "Unterminated string", 'Expected "\'"')):
        return NEVER_CLOSED
    if "Cannot" in said or "twice" in said or "Duplicate" in said:
        return _said_again(line)
    if "Unescaped '\\'" in said or "escape" in said.lower():
        return "a backslash in a text is written twice (\\\\); in the name of a file write /"
    if said.startswith("Invalid value"):
        return _no_value(line)
    if said.startswith(("Expected '=' after a key", "Invalid initial character for a key", "Invalid statement")):
        return _no_key(line)
    if said.startswith("Expected newline"):
        return _something_after(line)
    if said.startswith("Expected ']"):
        return "the name of a table stands in brackets that are closed, and alone: [game], [[counter]]"
    return say(
        "cannot be read as TOML ({said}); compare the line with the example in docs/own-games.md", said=one_line(said)
    )


def _opened(lines: list[str], line: int) -> int:
    """The last key up to a line whose brackets are not closed in its own line; else that line."""
    for at in range(min(line, len(lines)), 0, -1):
        bare = _TEXT.sub("", lines[at - 1]).partition("#")[0]
        if _KEY.match(lines[at - 1]) and sum(map(bare.count, "[{")) > sum(map(bare.count, "]}")):
            return at
    return line


def _said_again(line: str) -> str:
    heading = re.match(r"\s*\[\s*([\w.-]+)\s*\]", line)
    if heading:
        text = "[{name}] stands here a second time; where there can be several, each is written [[{name}]]"
        return say(text, name=heading[1])
    if line.lstrip().startswith("[["):
        return "this table was written with one pair of brackets above; write two each time, or leave one of them out"
    key = _KEY.match(line)
    if key:
        return say("{key} stands twice in this table; leave one of the two out", key=key[1])
    return "says again what was said above; leave one of the two out"


def _no_value(line: str) -> str:
    found = _ASSIGNED.match(line)
    key, value = (found[1], found[2]) if found else ("", "")
    if found and not value:
        return say("nothing stands after {key} =; write its value, or leave the line out", key=shown(key)[1:-1])
    if _WORD.fullmatch(value):
        return say('a word stands in quotation marks: {key} = "{value}"', key=one_line(key)[:40], value=value[:40])
    return "what stands after = is neither a number, nor a text in quotation marks, nor something in brackets or braces"


def _no_key(line: str) -> str:
    bare = _TEXT.sub("", line)
    if re.match(r"\s*[\w-]+\s*:", bare):
        return "write = in place of the colon, as in max = 5"
    if "=" not in bare:
        return "is no line of a game.toml: a key, = and its value, as in max = 5; a remark begins with #"
    return "in front of = stands one word of letters, digits and _, as in max = 5"


def _something_after(line: str) -> str:
    bare = _TEXT.sub("", line)
    if line.count('"') > 2 and re.search(r"\w", bare.partition("=")[2]):
        return 'a quotation mark inside a text is written \\", or the text stands between three of them'
    if found := re.search(r"=\s*0+(\d+)\s*$", bare.partition("#")[0]):
        return say("a number is written without zeros before it: {number}", number=found[1])
    if re.search(r"=\s*[\d.]*\d,\d", bare):
        return "a number is a whole number, without a comma"
    return "something stands behind the value; every key has a line of its own, and a remark begins with #"
