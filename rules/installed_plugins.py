"""Games that were installed as packages, found by their entry points and brought beside those that are here.

Only what somebody has installed is loaded: a program lying in a folder of games never is. A package that fails, clashes
or is too new is left out, with one line that says why, and everything else goes on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.metadata import EntryPoint
from typing import Any

from rules import games, plugin_entry_points
from rules.game_protocol import GameInfo
from rules.log import SEATS_MAX
from rules.plugin import API, Plugin, too_new, too_old

ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
LETTERS = re.compile(r"[0-9A-Z]{2}")
_brought: dict[str, tuple[Plugin, str]] = {}


class LeftOut(Exception):  # noqa: N818 - an answer to whoever installed it
    """A game cannot be brought; the text says why, and the cure."""


def bring_installed(found: Iterable[EntryPoint] | None = None) -> tuple[str, ...]:
    """Have every installed game known. Gives a line for each that is left out.

    ``found`` are the entry points to look at; those of this Python where it is left out. What is here already stays as
    it is, so that it can be asked for again.
    """
    said = []
    known = plugin_entry_points.found() if found is None else found
    for one in sorted(known, key=lambda point: (point.name, _package(point))):
        if one.name in _brought and games.brought(one.name) and _brought[one.name][1] == one.value:
            continue
        try:
            plugin = _loaded(one)
            _bring(plugin, one)
        except LeftOut as why:
            said.append(f"{one.name} ({_package(one)}) is left out: {why}")
    return tuple(said)


def installed() -> dict[str, Plugin]:
    """The games that were installed and are known, by their ids."""
    return {name: plugin for name, (plugin, _) in _brought.items() if games.brought(name)}


def _package(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist is not None else point.value


def _loaded(point: EntryPoint) -> Plugin:
    """What the package hands over. Raises LeftOut where it cannot be used here."""
    cure = f"update it, or take it away with pip uninstall {point.dist.name if point.dist else point.value}"
    try:
        plugin = point.load()
    except (Exception, SystemExit) as error:  # whatever somebody else's program does while it loads
        raise LeftOut(f"it cannot be loaded ({_said(error)}); {cure}") from error
    if not isinstance(plugin, Plugin):
        raise LeftOut(f"{point.value} is a {type(plugin).__name__}, not a rules.api.Plugin; {cure}")
    _check_version(plugin.api, cure)
    try:
        _check(plugin, point.name)
    except LeftOut as why:
        raise LeftOut(f"{why}; {cure}") from None
    except Exception as error:  # the same, while it is looked at
        raise LeftOut(f"it cannot be looked over ({_said(error)}); {cure}") from error
    return plugin


def _check_version(api: Any, cure: str) -> None:
    if not (isinstance(api, tuple) and len(api) == 2 and all(type(part) is int for part in api)):
        raise LeftOut(f"its api is {api!r}, and two numbers such as {API} are expected; {cure}")
    ours, theirs = (".".join(map(str, one)) for one in (API, api))
    if too_new(api):
        raise LeftOut(f"it is made for rules.api {theirs}, and this Tablewright has {ours}; update Tablewright")
    if too_old(api):
        raise LeftOut(f"it is made for rules.api {theirs}, which this Tablewright ({ours}) is too new for; {cure}")


def _check(plugin: Plugin, name: str) -> None:
    """Raise LeftOut for what every page would stumble over."""
    info, deck = plugin.game.info, plugin.cards
    if not isinstance(info, GameInfo):
        raise LeftOut(f"its info is a {type(info).__name__}, not a GameInfo")
    if info.id != name or not ID.fullmatch(info.id):
        raise LeftOut(
            f"its game's id is {info.id!r} and its entry point's name {name!r}; small letters, the same twice"
        )
    if deck.game != info.id:
        raise LeftOut(f"its deck is of {deck.game!r}, not of {info.id!r}")
    if deck.cards and not LETTERS.fullmatch(deck.spec.letters):
        raise LeftOut(f"its cards have the letters {deck.spec.letters!r}; two of 0-9 A-Z are expected")
    low, high = info.players
    if not 1 <= low <= high <= SEATS_MAX:
        raise LeftOut(f"it is for {low} to {high} players; 1 to {SEATS_MAX} is what a table has")
    other = None if info.id in games.names() else games.called(info.title)
    if other is not None:
        raise LeftOut(f"{info.title} is what the game {other} is called, and nobody could tell them apart")


def _bring(plugin: Plugin, point: EntryPoint) -> None:
    try:
        games.bring(plugin.cards, plugin.game, plugin.questions)
    except ValueError as clash:
        raise LeftOut(f"{clash}, or take one of the two away with pip uninstall") from None
    _brought[point.name] = (plugin, point.value)


def _said(error: BaseException) -> str:
    """An error of somebody else's program on one line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text[:120]}" if text else type(error).__name__
