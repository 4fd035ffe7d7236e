"""Folders of games read again while the server runs: what was changed is there for the next table within seconds."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

from companion.own_decks.game_editions import GameEditions
from companion.own_decks.game_folders import FolderRefusal, brought_from, renew

EVERY_S = 2.0
MOST_FILES = 4000
Stamp = tuple[tuple[str, int, int], ...]
log = logging.getLogger(__name__)


def stamp(folder: Path) -> Stamp:
    """Name, size and time of every file in a folder and in those inside it: another one where something changed."""
    return tuple(sorted(_files(folder)))[:MOST_FILES]


def _files(folder: Path) -> Iterator[tuple[str, int, int]]:
    try:
        for file in folder.rglob("*"):
            about = file.stat()
            yield str(file), about.st_size, about.st_mtime_ns
    except OSError:
        return  # being written just now; the next look tells


def look_again(seen: dict[str, Stamp], kept: GameEditions) -> tuple[str, ...]:
    """Read every folder again that is another than it was, and say what came of it. ``seen`` is kept up to date, and
    each newer edition in ``kept``: a table may go on with it."""
    said = []
    for game, folder in brought_from().items():
        now = stamp(folder)
        before = seen.setdefault(game, now)
        if now == before:
            continue
        seen[game] = now
        try:
            plan = renew(game, folder)
            kept.keep(game)
            said.append(f"{plan.title} was changed; tables laid from now on play it so.")
        except FolderRefusal as refusal:
            said.append(f"{refusal} {game} stays as it was.")
        except OSError as error:
            said.append(f"{game} was changed and could not be kept ({error.strerror}); look at the data folder.")
    return tuple(said)


def watch(kept: GameEditions) -> Event:
    """Look every few seconds from a thread of its own, until the event this gives is set."""
    ending = Event()

    def run() -> None:
        seen: dict[str, Stamp] = {}
        look_again(seen, kept)
        while not ending.wait(EVERY_S):
            for line in look_again(seen, kept):
                log.warning(line)

    if brought_from():
        Thread(target=run, name="game folders", daemon=True).start()
    return ending
