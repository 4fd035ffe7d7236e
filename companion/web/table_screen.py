"""The screen in the middle of the table: one column a player, what they share below, what just happened at the foot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from flask import Blueprint

from companion.web.first_games import first_game
from companion.web.lobby import ways_in
from companion.web.request import look, page
from companion.web.score_page import end_of, next_table
from rules.game_protocol import Seat
from rules.view import Banner, Block, Board, CardRow, PhaseList, PlayerRow, Players, View

bp = Blueprint("table_screen", __name__)
B = TypeVar("B")


@dataclass(frozen=True, slots=True)
class Column:
    """What lies before one player: the player at a glance, and the boards and rows of cards of that seat."""

    row: PlayerRow
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class TableScreen:
    """A view laid out for a screen read from three metres. ``shared`` belongs to nobody alone."""

    banner: Banner | None
    phases: PhaseList | None
    columns: tuple[Column, ...]
    shared: tuple[Block, ...]


def table_screen(view: View, seats: int) -> TableScreen:
    """The columns of a view, in clockwise order from seat 0."""
    rows = {row.seat: row for block in view.blocks if isinstance(block, Players) for row in block.rows}
    owned: dict[Seat, list[Block]] = {seat: [] for seat in range(seats)}
    shared: list[Block] = []
    for block in view.blocks:
        if isinstance(block, (Board, CardRow)) and block.seat in owned:
            owned[block.seat].append(block)
        elif not isinstance(block, (Banner, PhaseList, Players)):
            shared.append(block)
    columns = tuple(Column(rows.get(seat, PlayerRow(seat)), tuple(blocks)) for seat, blocks in owned.items())
    return TableScreen(_first(view.blocks, Banner), _first(view.blocks, PhaseList), columns, tuple(shared))


def _first(blocks: Iterable[Block], kind: type[B]) -> B | None:
    return next((block for block in blocks if isinstance(block, kind)), None)


@bp.get("/t/<code>/table")
def table(code: str) -> str:
    """The table as everybody may see it; nobody's secrets, readable from three metres."""
    seen = look(code, as_table=True)
    laid = table_screen(seen.view, len(seen.people)) if seen.view else None
    known = first_game(seen.info.id)
    goal = known.pictures[-1].text if known else ""
    following = next_table(seen.code) if seen.over else ""
    way = ways_in(seen.code)[0]
    return page("table.html", seen, **end_of(seen), way=way, laid=laid, goal=goal, following=following)
