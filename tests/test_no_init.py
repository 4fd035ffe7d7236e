"""In importlib mode a ``tests/rules/__init__.py`` would make ``import rules`` mean the tests."""

from pathlib import Path


def test_there_is_no_init_file_under_tests() -> None:
    assert sorted(Path(__file__).parent.rglob("__init__.py")) == []
