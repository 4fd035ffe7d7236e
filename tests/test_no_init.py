"""In importlib mode a ``tests/rules/__init__.py`` would make ``import rules`` mean the tests.

A sample that is a project of its own (it has a ``pyproject.toml``) is a package as any other.
"""

from pathlib import Path

TESTS = Path(__file__).parent
PROJECTS = {file.parent for file in TESTS.rglob("pyproject.toml")}


def test_there_is_no_init_file_under_tests() -> None:
    found = [file for file in TESTS.rglob("__init__.py") if not PROJECTS.intersection(file.parents)]
    assert sorted(found) == []
    assert TESTS not in PROJECTS
