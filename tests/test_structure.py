"""The plan of the house: no circles of imports, packages that say what belongs there, names that say what is inside."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from import_graph import PACKAGES, Module, arrows, circles, floors, lies_in, modules

ROOT = Path(__file__).parent.parent
FOUND = modules(ROOT)
METAPHORS = {
    "asked",
    "book",
    "byhand",
    "corners",
    "desk",
    "eye",
    "eyes",
    "garbage",
    "isle",
    "kept",
    "kitchen",
    "lair",
    "leaves",
    "machine",
    "mending",
    "news",
    "outlet",
    "pen",
    "pile",
    "pressed",
    "rafters",
    "saving",
    "seen",
    "tale",
    "tongue",
}
"""Names modules once had that told a stranger nothing, or something else."""


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_imports_itself_around_corners(package: str) -> None:
    assert circles(arrows(FOUND, package)) == []


@pytest.mark.parametrize("package", sorted({one.package for one in FOUND.values()}))
def test_a_package_says_what_belongs_there(package: str) -> None:
    init = ROOT.joinpath(*package.split("."), "__init__.py")
    assert init.exists(), "a folder of modules is a package, and its __init__.py says of what"
    said = ast.get_docstring(ast.parse(init.read_text(encoding="utf-8"))) or ""
    assert len(said.split()) > 3
    assert "TODO" not in said


def test_module_names_are_no_metaphors() -> None:
    support = {path.stem for path in (ROOT / "tests" / "support").glob("*.py")}
    named = {name for name in FOUND if name.rpartition(".")[2] in METAPHORS and not lies_in(name, "printkit.art")}
    assert named == set()
    assert support & METAPHORS == set()


# --- the reader of imports itself ----------------------------------------------------------------------------------

SOURCES = {
    "rules/__init__.py": '"""Rules."""\n',
    "rules/cards.py": "from __future__ import annotations\nimport json\n\nDECK = 1\n",
    "rules/log.py": "from rules import cards\nfrom rules.cards import DECK\n",
    "rules/late.py": "def load():\n    import rules.round\n",
    "rules/round.py": "from rules.late import load\n",
    "rules/typed.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from rules.untyped import x\n",
    "rules/untyped.py": "from . import typed\n",
}


@pytest.fixture
def small(tmp_path: Path) -> dict[str, Module]:
    for name, text in SOURCES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return modules(tmp_path)


def test_imports_inside_functions_are_arrows_and_those_of_type_checkers_are_not(small: dict[str, Module]) -> None:
    graph = arrows(small, "rules")
    assert graph["rules.log"] == {"rules.cards"}
    assert graph["rules.late"] == {"rules.round"}
    assert graph["rules.typed"] == set()
    assert graph["rules.untyped"] == {"rules.typed"}
    assert circles(graph) == [("rules.late", "rules.round")]
    assert floors(graph) == 2


def test_a_package_with_a_docstring_alone_is_no_module(small: dict[str, Module]) -> None:
    assert [name for name, one in small.items() if not one.counts] == ["rules"]
    assert small["rules.cards"].lines == 4
