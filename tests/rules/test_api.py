"""The public module: documented name by name, and all a game outside the package uses."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from rules import api

ROOT = Path(__file__).resolve().parents[2]
PUBLIC = {"rules.api", "rules.testing"}


def test_every_public_name_is_documented_and_there() -> None:
    words = set(re.findall(r"`(\w+)`", (ROOT / "docs" / "python-games.md").read_text("utf-8")))
    assert set(api.__all__) <= words | {"API"}
    assert all(hasattr(api, name) for name in api.__all__)
    assert sorted(set(api.__all__)) == sorted(api.__all__)


def test_the_sample_in_python_uses_nothing_else_of_ours() -> None:
    sources = [*(ROOT / "tests" / "samples").rglob("*.py"), *(ROOT / "templates" / "new").rglob("*.py.txt")]
    assert sources
    for source in sources:
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            found = {node.module} if isinstance(node, ast.ImportFrom) else set()
            if isinstance(node, ast.ImportFrom) and node.module == "rules":
                found = {f"rules.{one.name}" for one in node.names}
            found |= {one.name for one in node.names} if isinstance(node, ast.Import) else set()
            ours = {
                name for name in found if name and name.split(".")[0] in ("rules", "companion", "printkit", "vision")
            }
            assert ours <= PUBLIC, source
