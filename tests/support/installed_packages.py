"""Packages as an installer leaves them: a module and its metadata in a folder of the path."""

from __future__ import annotations

import shutil
from pathlib import Path

NINTH_WAVE = Path(__file__).resolve().parents[1] / "samples" / "ninth_wave" / "ninth_wave"


def ninth_wave(where: Path) -> Path:
    """The sample game in Python, installed into a folder."""
    shutil.copytree(NINTH_WAVE, where / "ninth_wave", ignore=shutil.ignore_patterns("__pycache__"))
    return metadata(where, "ninth-wave", "ninth_wave", "ninth_wave:PLUGIN")


def module(where: Path, name: str, text: str, *, game: str = "") -> Path:
    """A package of one module, which names ``game`` (its own name where left out)."""
    where.mkdir(parents=True, exist_ok=True)
    (where / f"{name}.py").write_text(text, "utf-8")
    return metadata(where, name, game or name, f"{name}:PLUGIN")


def metadata(where: Path, package: str, game: str, value: str) -> Path:
    """What an installer writes beside a package of version 1.0."""
    info = where / f"{package.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[tablewright.games]\n{game} = {value}\n", "utf-8")
    return where
