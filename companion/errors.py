"""Answers that are not yes. Each carries one kind sentence for the person and a status for the wire.

``rules.game_protocol.Refusal`` is the game's own no (400 or 422); the rest of what can be in the way of a
request is here.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.event import Level, Refusal

SCOPE_TROUBLE = "tablewright.trouble"
"""Where an ASGI scope holds the Trouble a request met before the application was reached."""


class JobError(Exception):
    """A command's job cannot be done. The text says the file, the place and the cure; several faults have a line
    each."""


MOST_TOLD = 40


def every_one(faults: Sequence[object]) -> JobError:
    """The error that tells all of several faults, a line each, and how many are left of very many."""
    lines = [str(fault) for fault in faults[:MOST_TOLD]]
    if len(faults) > MOST_TOLD:
        lines.append(f"and {len(faults) - MOST_TOLD} more; mend these and try again")
    return JobError("\n".join(lines))


class Trouble(Exception):  # noqa: N818 - an answer to a person, as Refusal is
    """A request was not carried out and nothing changed. ``code`` is for programs, ``text`` for people."""

    status = 400
    level = "STRUCT"
    title = ""
    """What stands over it on a page; "" for what its status has."""

    def __init__(self, code: str, text: str) -> None:
        self.code, self.text = code, text
        super().__init__(text)


class NoTable(Trouble):
    """There is no such table, card, page or entry (404)."""

    status = 404


class NotYours(Trouble):
    """These tokens may not do that (403)."""

    status = 403


class SeatTaken(Trouble):
    """Somebody else has it already; the text says what to do instead (409)."""

    status = 409


class TooLarge(Trouble):
    """More bytes than we take (413)."""

    status = 413


class TooOften(Trouble):
    """Slow down; ``after_s`` says for how long (429)."""

    status = 429
    level = "WAIT"

    def __init__(self, text: str, after_s: int) -> None:
        self.after_s = after_s
        super().__init__("too_often", text)


class StoreBusy(Trouble):
    """The database cannot be written just now; trying again helps (503)."""

    status = 503
    level = "STORE"

    def __init__(self, text: str = "The table's memory is busy; nothing was changed. Try again in a moment.") -> None:
        super().__init__("store_busy", text)


class Overtaken(StoreBusy):
    """Another process has changed the table since it was looked at; done once more, it works."""


class StoreFull(Trouble):
    """The database cannot be written until somebody makes room or makes it writable (507)."""

    status = 507
    level = "STORE"

    def __init__(
        self,
        text: str = "The disk of the computer that keeps the table is full; nothing was changed. "
        "Free some space there, then try again.",
        code: str = "store_full",
    ) -> None:
        super().__init__(code, text)


class SetAside(Trouble):
    """The disk has lost or changed some of the table's entries; it waits for whoever keeps it (503)."""

    status = 503
    level = "STORE"
    title = "This table is set aside"

    def __init__(self, text: str) -> None:
        super().__init__("set_aside", text)


class CounterDamaged(SetAside):
    """The disk has lost or changed a part of a shared counter (503)."""

    title = "This counter is damaged"


class GameGone(Trouble):
    """The table's game is not installed here; the table is kept until it is again (503)."""

    status = 503
    level = "STORE"
    title = "This table waits for its game"

    def __init__(self, text: str) -> None:
        super().__init__("no_game", text)


def status_of(problem: Trouble | Refusal) -> int:
    """The HTTP status of an answer that is not yes."""
    if isinstance(problem, Trouble):
        return problem.status
    return 422 if problem.level is Level.RULE else 400
