"""A game's folder while somebody writes at it: read again when a file was saved, with what changed since."""

from __future__ import annotations

import hashlib
from pathlib import Path
from threading import Condition, Event, Thread

from companion.own_decks.folder_watch import Stamp, stamp
from companion.own_decks.game_folders import FolderRefusal, bring_all, look_over, renew
from rules import games
from rules.datagame.plan import Plan
from rules.values.cards import Card

EVERY_S = 0.1
CONTENT = (".csv", ".xlsx", ".md")
"""Files that cards are compared by line by line; any other may change the look of all of them."""


class FolderPreview:
    """The newest edition of a folder that could be read. ``rev`` grows with every save; ``fault`` is what is wrong with
    the newest, "" where nothing is. ``keys`` say what is printed on each card; ``before`` are those of the edition
    before, of cards that changed."""

    def __init__(self, folder: Path) -> None:
        """Read it. Raises FolderRefusal where it cannot be played."""
        self.folder, self.rev, self.fault, self.notes = folder, 1, "", tuple[str, ...]()
        self._seen = stamp(folder)
        look_over(folder)
        (self.plan,) = bring_all(folder)
        self.keys = self._keys(self.plan)
        self.before: dict[str, str] = {}
        self._news = Condition()
        self._remark()

    @property
    def game(self) -> str:
        """Its id."""
        return self.plan.id

    def look(self) -> bool:
        """Read the folder again where it is another than it was. True where something was saved."""
        now = stamp(self.folder)
        if now == self._seen:
            return False
        self._seen = now
        try:
            plan = renew(self.game, self.folder)
        except (FolderRefusal, OSError) as refusal:
            self._told(str(refusal))
            return True
        keys = self._keys(plan)
        if keys != self.keys:
            self.before = {card: self.keys.get(card, "") for card, key in keys.items() if self.keys.get(card) != key}
        self.plan, self.keys = plan, keys
        self._remark()
        self._told("")
        return True

    def wait(self, rev: int, seconds: float) -> int:
        """The newest rev, once it is another than this, or after so long."""
        with self._news:
            self._news.wait_for(lambda: self.rev != rev, seconds)
            return self.rev

    def watch(self) -> Event:
        """Look again and again from a thread of its own, until the event this gives is set."""
        ending = Event()

        def run() -> None:
            while not ending.wait(EVERY_S):
                self.look()

        Thread(target=run, name="preview", daemon=True).start()
        return ending

    def _told(self, fault: str) -> None:
        with self._news:
            self.fault = fault
            self.rev += 1
            self._news.notify_all()

    def _remark(self) -> None:
        found = look_over(self.folder, examples=True, renewed=self.game)
        self.notes = (*found.notes, *found.plan.remarks, *found.differences)

    def _keys(self, plan: Plan) -> dict[str, str]:
        look = self._look(self._seen)
        return {card.id: _key(plan, card, look) for card in plan.deck.cards}

    def _look(self, seen: Stamp) -> str:
        """What all cards' looks depend on: pictures, fonts, faces."""
        toml = str(self.folder / "game.toml")
        return repr(
            [one for one in seen if one[0] != toml and not one[0].lower().endswith((*CONTENT, "examples.toml"))]
        )


def _key(plan: Plan, card: Card, look: str) -> str:
    parts = (games.spec(plan.id).title, plan.deck.spec.face(card), card.copies, card.back, look)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
