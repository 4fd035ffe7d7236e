"""Data the other packages read: web pages, card faces, sheets. Imports nothing of ours."""

from __future__ import annotations

from importlib.resources import files


def text(kind: str, name: str) -> str:
    """The text of ``templates/<kind>/<name>``. Raises FileNotFoundError naming what there is."""
    folder = files(__name__) / kind
    try:
        return (folder / name).read_text("utf-8")
    except FileNotFoundError:
        known = ", ".join(sorted(names(kind))) or "nothing"
        raise FileNotFoundError(f"templates/{kind} has no {name}; there is {known}") from None


def names(kind: str) -> tuple[str, ...]:
    """The file names under ``templates/<kind>``, alphabetically; none where there is no such folder."""
    folder = files(__name__) / kind
    return tuple(sorted(item.name for item in folder.iterdir() if item.is_file())) if folder.is_dir() else ()
