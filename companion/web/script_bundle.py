"""The scripts of a table's pages in one file: a phone asks once instead of fifteen times, and they compress together.

Scripts are written as modules that import each other by name. In the bundle each module is a function that gives back
what it exports, called in the order modules are run in. Beside the bundle every module still has its address: one that
is in it hands on what the bundle made, so a script that is loaded later shares its state.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

FOLDER = "in-table/"
BUNDLE = FOLDER + "all.js"
ENTRIES = ("table.js", "main.js")
_IMPORT = re.compile(r'^import \{ ([^}]+) \} from "\./([\w-]+\.js)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function|const|class) (\w+)", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)[ {*\"]", re.MULTILINE)
Read = Callable[[str], str]
"""From the name of a script to its text."""


def modules(read: Read) -> tuple[str, ...]:
    """What goes into the bundle, each after all it imports. Raises ValueError for modules that import in a circle."""
    found: list[str] = []

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise ValueError(f"scripts import each other in a circle: {' -> '.join((*above, name))}")
        if name not in found:
            for inner in imports(read(name)):
                visit(inner, (*above, name))
            found.append(name)

    for entry in ENTRIES:
        visit(entry, ())
    return tuple(found)


def imports(text: str) -> Iterator[str]:
    """The names of the scripts a script imports at once."""
    return (name for _, name in _IMPORT.findall(text))


def bundle(read: Read) -> str:
    """All of them as one module. Raises ValueError for a script written in another way than ours are."""
    names = modules(read)
    scopes = ", ".join(map(_scope, names))
    return "\n".join([*(_wrapped(name, read(name)) for name in names), f"export {{ {scopes} }};"])


def handing_on(name: str, read: Read) -> str:
    """A module that is in the bundle, as one that hands on what the bundle made of it."""
    exported = ", ".join(found for _, found in _EXPORT.findall(read(name)))
    scope = _scope(name)
    return f'import {{ {scope} }} from "./all.js";\nexport const {{ {exported} }} = {scope};\n'


def _scope(name: str) -> str:
    return f"made_{re.sub(r'[^a-z0-9]', '_', name.removesuffix('.js'))}"


def _wrapped(name: str, text: str) -> str:
    exported = ", ".join(found for _, found in _EXPORT.findall(text))
    body = _IMPORT.sub(lambda found: f"const {{ {found[1].replace(' as ', ': ')} }} = {_scope(found[2])};", text)
    body = _EXPORT.sub(r"\1 \2", body)
    if _LEFT.search(body):
        raise ValueError(f'{name}: write import {{ a, b }} from "./other.js"; and export before each function')
    return f"const {_scope(name)} = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();"
