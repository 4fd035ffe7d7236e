"""Texts of Gilfate Fantasy's cards as a screen says them."""

from __future__ import annotations


def plain(text: str) -> str:
    """A card's text for a screen."""
    for mark in ("**", "[blank] ", "[bomb] ", "[explosion] "):
        text = text.replace(mark, "")
    return text.replace("\n", " ")
