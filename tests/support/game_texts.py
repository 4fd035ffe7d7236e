"""The texts a game says, read out of its modules: what ``say`` and ``plural`` are given, and plain texts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
_WORDS = re.compile(r"[A-Za-z]{2}")


@cache
def texts(folder: str, *, plain: bool = False, but: tuple[str, ...] = ()) -> frozenset[str]:
    """The templates said in the modules under ``folder`` (``but`` some); with ``plain`` also what only looks like a
    text."""
    found: set[str] = set()
    for path in sorted((ROOT / folder).rglob("*.py")):
        if path.stem in but:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found.update(_said(tree))
        if plain:
            found.update(_plain(tree))
    return frozenset(one for one in found if _WORDS.search(re.sub(r"\{\w*\}", "", one)))


def _said(tree: ast.AST) -> Iterator[str]:
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not call.args:
            continue
        name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        if name == "say":
            yield from _constants(call.args[0])
        elif name == "plural" and len(call.args) > 1:
            one = list(_constants(call.args[1]))
            several = list(_constants(call.args[2])) if len(call.args) > 2 else [f"{word}s" for word in one]
            yield from (f"{{count}} {word}" for word in (*one, *several))


def _constants(value: ast.AST) -> Iterator[str]:
    """The texts an expression may give: a literal, either side of a condition, the values of a table."""
    match value:
        case ast.Constant(value=str() as text):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from _constants(body)
            yield from _constants(orelse)
        case ast.Subscript(value=ast.Dict(values=values)):
            for one in values:
                yield from _constants(one)


def _plain(tree: ast.AST) -> Iterator[str]:
    told = {id(one) for one in _docstrings(tree)}
    for one in ast.walk(tree):
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in told and _reads(one.value):
            yield one.value


def _reads(text: str) -> bool:
    return bool(re.match(r"[A-Z{0-9(]", text) or " " in text) and not re.fullmatch(r"[A-Z0-9_-]+|\W*", text)


def _docstrings(tree: ast.AST) -> Iterator[ast.Constant]:
    for node in ast.walk(tree):
        for line in getattr(node, "body", []) if isinstance(getattr(node, "body", []), list) else []:
            if isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant):
                yield line.value
