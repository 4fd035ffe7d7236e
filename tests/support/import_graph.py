"""Who imports whom inside our packages, read from the sources without running them.

A module is a ``.py`` file; an ``__init__.py`` is one only where it holds more than its docstring and imports. Imports
inside functions count; those only a type checker reads (``if TYPE_CHECKING:``) do not. ``from a.b import c`` means the
module ``a.b.c`` where there is one, else ``a.b``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

PACKAGES = ("companion", "printkit", "vision", "rules", "templates")


@dataclass(frozen=True)
class Module:
    """One file: its dotted name, its lines, whether it counts as a module, and the modules of ours it imports."""

    name: str
    path: Path
    lines: int
    counts: bool
    imports: frozenset[str]

    @property
    def is_package(self) -> bool:
        return self.path.name == "__init__.py"

    @property
    def package(self) -> str:
        """The package it stands in, itself where it is one."""
        return self.name if self.is_package else self.name.rpartition(".")[0]


def modules(root: Path) -> dict[str, Module]:
    """Every file of our packages below ``root`` by its dotted name."""
    found = {name_of(root, path): path for package in PACKAGES for path in sorted((root / package).rglob("*.py"))}
    return {name: _read(name, path, found) for name, path in found.items()}


def name_of(root: Path, path: Path) -> str:
    """The dotted name of a file."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _read(name: str, path: Path, known: Mapping[str, Path]) -> Module:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    imports = frozenset(target for target in _imported(tree, package, known) if target != name)
    counts = path.name != "__init__.py" or any(_is_code(node) for node in tree.body)
    return Module(name, path, len(text.splitlines()), counts, imports)


def _is_code(node: ast.stmt) -> bool:
    docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return not (docstring or isinstance(node, (ast.Import, ast.ImportFrom)))


def _imported(tree: ast.AST, package: str, known: Mapping[str, Path]) -> Iterator[str]:
    for node in _read_when_run(tree):
        if isinstance(node, ast.Import):
            yield from (name for alias in node.names if (name := _nearest(alias.name, known)))
        elif isinstance(node, ast.ImportFrom):
            up = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*up, *(node.module or "").split(".")]).strip(".")
            for alias in node.names:
                name = _nearest(f"{base}.{alias.name}", known)
                if name:
                    yield name


def _read_when_run(node: ast.AST) -> Iterator[ast.AST]:
    """Every node but those a type checker alone reads."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test).rpartition(".")[2] == "TYPE_CHECKING":
            continue
        yield child
        yield from _read_when_run(child)


def _nearest(name: str, known: Mapping[str, Path]) -> str:
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name


def arrows(found: Mapping[str, Module], inside: str = "") -> dict[str, set[str]]:
    """Module -> the modules it imports, of those that lie inside a package, it included."""
    names = {name for name in found if lies_in(name, inside)}
    return {name: set(found[name].imports & names) for name in sorted(names)}


def lies_in(name: str, package: str) -> bool:
    """Whether a module lies in a package or is it; everything lies in ""."""
    return not package or name == package or name.startswith(f"{package}.")


def circles(graph: Mapping[str, Iterable[str]]) -> list[tuple[str, ...]]:
    """The sets of modules that import each other, directly or around corners (strongly connected, two or more)."""
    return [tuple(sorted(one)) for one in _components(graph) if len(one) > 1]


def floors(graph: Mapping[str, Iterable[str]]) -> int:
    """The modules of the longest chain in which each imports the next; a circle counts as one floor."""
    where = {name: number for number, one in enumerate(_components(graph)) for name in one}
    height: dict[int, int] = {}
    for number, one in enumerate(_components(graph)):
        below = {where[target] for name in one for target in graph[name]} - {number}
        height[number] = 1 + max((height[other] for other in below), default=0)
    return max(height.values(), default=0)


def _components(graph: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Tarjan's strongly connected components, each after all those it imports."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    waiting: set[str] = set()
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        waiting.add(name)
        for target in sorted(graph[name]):
            if target not in index:
                visit(target)
                low[name] = min(low[name], low[target])
            elif target in waiting:
                low[name] = min(low[name], index[target])
        if low[name] == index[name]:
            one = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            waiting.difference_update(one)
            found.append(one)

    for name in graph:
        if name not in index:
            visit(name)
    return found
