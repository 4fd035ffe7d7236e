"""How the house is built: modules, arrows, floors and circles of every package, lines of every game, golden lines.

    python benchmarks/structure.py [ROOT] [--quick]

ROOT is the folder of a checkout, this one unless given; nothing of it is run. What is counted:

- *modules*: ``.py`` files of the package and below it (an ``__init__.py`` that holds only its docstring and imports is
  none); *beside* those that lie in its own folder, side by side;
- *arrows*: pairs of modules of the package one of which imports the other, inside functions too, not for type checkers;
- *floors*: the modules of the longest chain of arrows, a circle counted as one;
- *circles*: sets of modules that import each other, and how many are in the largest;
- *< 60* and *> 300*: modules of fewer and of more lines; *one importer*: modules a single other module of ours imports.

``--quick`` leaves out the packages inside the five. Then the lines of each game, and the golden lines: everything under
tests/playthroughs and tests/golden.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HERE / "tests" / "support"))

from import_graph import PACKAGES, Module, arrows, circles, floors, lies_in, modules  # noqa: E402

SHORT, LONG = 60, 300
HEAD = ("package", "modules", "beside", "arrows", "floors", "circles", "< 60", "> 300", "one importer")


def row(package: str, found: Mapping[str, Module]) -> tuple[str | int, ...]:
    """The figures of a package, "" for the whole house."""
    inside = [one for one in found.values() if one.counts and lies_in(one.name, package)]
    beside = [one for one in inside if one.package == package]
    graph = arrows(found, package)
    rings = circles(graph)
    importers = Counter(target for one in found.values() for target in one.imports)
    return (
        package or "all",
        len(inside),
        len(beside),
        sum(map(len, graph.values())),
        floors(graph),
        f"{len(rings)} ({max(map(len, rings))})" if rings else 0,
        sum(one.lines < SHORT for one in inside),
        sum(one.lines > LONG for one in inside),
        sum(importers[one.name] == 1 for one in inside),
    )


def lines_under(folder: Path, ending: str = "*") -> int:
    """The lines of all files of a folder and below it."""
    files = (path for path in folder.rglob(ending) if path.is_file())
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)


def packages(found: Mapping[str, Module], *, whole: bool) -> list[str]:
    """The packages to show: the five, and with ``whole`` those inside them."""
    every = sorted({one.package for one in found.values()} | {one.name for one in found.values() if one.is_package})
    inner = [name for name in every if any(one.counts and one.package == name for one in found.values())]
    return [name for name in inner if name in PACKAGES or (whole and name.rpartition(".")[0] != "")]


def main() -> None:
    parser = argparse.ArgumentParser(description="How the house is built.")
    parser.add_argument("root", type=Path, nargs="?", default=HERE)
    parser.add_argument("--quick", action="store_true")
    asked = parser.parse_args()
    found = modules(asked.root)
    rows = [HEAD, *(row(name, found) for name in packages(found, whole=not asked.quick)), row("", found)]
    wide = max(len(str(one[0])) for one in rows)
    for name, *figures in rows:
        print(f"{name:<{wide}}", *(f"{figure!s:>8}" for figure in figures[:-1]), f"{figures[-1]!s:>13}")
    rings = circles(arrows(found))
    print(f"\n{len(rings)} circles", *(f"{len(ring)}: {' '.join(ring)}" for ring in rings), sep="\n  ")
    print("\nlines of Python a game")
    games = [path for path in sorted((asked.root / "rules" / "games").iterdir()) if (path / "__init__.py").exists()]
    counts = {path.name: (lines_under(path, "*.py"), len(list(path.rglob("*.py")))) for path in games}
    for name, (lines, files) in counts.items():
        print(f"  {name:<12}{lines:>7}  {files:>3} files")
    print(f"  {'all':<12}{sum(lines for lines, _ in counts.values()):>7}")
    golden = [asked.root / "tests" / name for name in ("playthroughs", "golden")]
    print(f"\ngolden lines {sum(lines_under(folder) for folder in golden if folder.exists())}")


if __name__ == "__main__":
    main()
