"""A view as plain text: what ``tablewright replay`` prints and what the golden playthroughs hold.

Pure, one function a block of ``rules.view``; no colour, no cursor, nothing wider than asked for unless a single
word is.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from rules.score import ScoreSheet, SeatScore
from rules.view import (
    Banner,
    Block,
    Board,
    CardRow,
    CardView,
    Checklist,
    Counter,
    Die,
    Meter,
    Pad,
    PhaseList,
    PlayerRow,
    Players,
    Prompt,
    Reminder,
    Scores,
    Slot,
    Track,
    View,
    fill,
)

Name = Callable[[int], str]
WIDTH = 78
ARROWS = {"left": "← pass left", "right": "pass right →", "": ""}
PROGRESS = {"done": "●", "now": "◐", "todo": "○"}
SIGNS = {"ko": "[K.O.]", "enraged": "[enraged]", "out": "[out]", "": ""}
BACK = "▒▒"
"""A face-down card nobody here may know."""
_LOOSE = (Counter, Meter, Track, Die)


def render(view: View, name: Name, *, width: int = WIDTH) -> str:
    """The whole screen. ``name`` says who sits at a seat; the text ends without a line break."""
    head = f"━━ {view.title} "
    parts = [head + "━" * max(0, width - len(head)), *sections(view, name, width=width)]
    return "\n".join(parts)


def sections(view: View, name: Name, *, width: int = WIDTH) -> tuple[str, ...]:
    """The screen in its parts, in order: prompts, then blocks (loose figures share lines), then house rules."""
    parts = [_prompt(prompt, name, width) for prompt in view.prompts if prompt.title or prompt.detail]
    for loose, group in groupby(view.blocks, key=lambda block: isinstance(block, _LOOSE)):
        blocks = list(group)
        if loose:
            parts.append(_wrapped("   ".join(_figure(block, name) for block in blocks), width, "  "))
        else:
            parts += [block_text(block, name, width=width) for block in blocks]
    if view.house_rules:
        parts.append(_wrapped("House rules: " + "; ".join(view.house_rules), width, "  "))
    return tuple(part for part in parts if part)


def block_text(block: Block, name: Name, *, width: int = WIDTH) -> str:
    """One block in one or more lines."""
    match block:
        case Banner():
            return _banner(block, name, width)
        case PhaseList():
            return _phases(block, width)
        case CardRow():
            title = f"{fill(block.title, name)} ({len(block.cards)}): "
            return _wrapped(title + (_cards(block.cards) or fill(block.empty, name) or "–"), width, "  ")
        case Board():
            return "\n".join(_board(block, name, width))
        case Players():
            return "\n".join(_row(row, name, width) for row in block.rows)
        case Checklist():
            items = [
                _wrapped(f"[{'x' if done else ' '}] {fill(text, name)}", width - 2, "      ")
                for text, done in block.items
            ]
            title = _wrapped(f"{fill(block.title, name)}:", width, "  ")
            return "\n".join([title, *(f"  {item}" for item in items)])
        case Reminder():
            return _wrapped(f"! {fill(block.text, name)}", width, "  ")
        case Scores():
            return "\n".join(_scores(block, name, width))
        case Pad():
            return "\n".join(_pad(block, name, width))
    return _figure(block, name)


def _figure(block: Block, name: Name) -> str:
    """A number, bar, track or die, short enough to stand beside others."""
    match block:
        case Counter():
            whose = f"{name(block.seat)}: " if block.seat is not None else ""
            detail = f" ({fill(block.detail, name)})" if block.detail else ""
            return f"{whose}{fill(block.label, name)} {block.value}{detail}"
        case Meter():
            after = min(block.limit, block.value + block.coming)
            if block.kind == "life":
                hearts = "♥" * (block.limit - after) + "▒" * (after - block.value) + "♡" * block.value
                return f"{fill(block.label, name)} {hearts}{' !' if block.alarm else ''}"
            if block.kind == "percent":
                return f"{fill(block.label, name)} {block.value}%{' !' if block.alarm else ''}"
            bar = "█" * block.value + "▓" * (after - block.value) + "░" * (block.limit - after)
            coming = f" +{block.coming}" if block.coming else ""
            figure = f"{block.value}/{block.limit}{coming}{' !' if block.alarm else ''}"
            return f"{fill(block.label, name)} {bar if block.limit <= 20 else ''}{figure}"
        case Track():
            return f"{fill(block.label, name)} {'●' * block.filled}{'○' * (block.places - block.filled)}"
        case Die():
            return f"[{block.colour} {block.value}]" + (f" {fill(block.where, name)}" if block.where else "")
    return ""


def _prompt(prompt: Prompt, name: Name, width: int) -> str:
    detail = f" {fill(prompt.detail, name)}" if prompt.detail else ""
    return _wrapped(f"? {fill(prompt.title, name)}.{detail}", width, "  ")


def _banner(banner: Banner, name: Name, width: int) -> str:
    mark = {"calm": "│", "act": "┃", "alarm": "‼", "good": "★"}[banner.tone]
    right = "  ".join(part for part in (ARROWS[banner.arrow], banner.big) if part)
    title = f"{mark} {fill(banner.title, name)}"
    head = title + (" " * max(2, width - len(title) - len(right)) + right if right else "")
    detail = textwrap.wrap(fill(banner.detail, name), width - 2) if banner.detail else []
    return "\n".join([head, *(f"{mark} {line}" for line in detail)])


def _phases(phases: PhaseList, width: int) -> str:
    now = next((step for step in phases.steps if step.progress == "now"), None)
    dots = " ".join(PROGRESS[step.progress] for step in phases.steps)
    share = f", {now.share:.0%}" if now is not None and now.share else ""
    return _wrapped(dots + (f"   {now.label}{share}" if now is not None else ""), width, "  ")


def card_text(card: CardView) -> str:
    """A card: ``Miller 4``; face down ``(Miller 4)``, or a bare back; ``*`` marks, ``~`` is rested."""
    badges = " ".join(f"{label} {value}" for label, value in card.badges)
    text = " ".join(part for part in (card.name, card.value, badges) if part)
    if not card.up:
        text = f"({text})" if text else BACK
    return f"{text or '?'}{'~' if card.rested else ''}{'*' if card.marked else ''}"


def _cards(cards: Iterable[CardView]) -> str:
    return " · ".join(card_text(card) for card in cards)


def _row(row: PlayerRow, name: Name, width: int) -> str:
    lamp = {None: " ", True: "✓", False: "…"}[row.ready]
    points = f"{row.points:>4}" if row.points is not None else "    "
    head = f"{lamp} {name(row.seat):<10.10}{points}  "
    body = "   ".join(part for part in (SIGNS[row.sign], _cards(row.cards)) if part)
    if row.meters:
        body = "   ".join([*([body] if body else []), *(_figure(meter, name) for meter in row.meters)])
    if row.status:
        body += (" — " if body else "") + fill(row.status, name)
    return _wrapped(head + body, width, " " * len(head)).rstrip()


def _board(board: Board, name: Name, width: int) -> Iterator[str]:
    whose = name(board.seat) if board.seat is not None else ""
    title = " · ".join(part for part in (whose, fill(board.title, name)) if part)
    if title:
        yield title
    wide = max(12, (width - 2) // max(1, board.columns))
    for start in range(0, len(board.slots), max(1, board.columns)):
        cells = [_slot(slot, name, wide - 2) for slot in board.slots[start : start + max(1, board.columns)]]
        for line in range(max(map(len, cells))):
            yield ("  " + "".join(f"{cell[line] if line < len(cell) else '':<{wide}}" for cell in cells)).rstrip()


def _slot(slot: Slot, name: Name, width: int) -> list[str]:
    mark = "*" if slot.marked else ""
    lines = [f"[{fill(slot.label, name)}{mark}]"]
    # What is gone holds nothing any more, but cards may go on lying there.
    parts = ["gone"] if slot.gone else [_figure(token, name) for token in slot.tokens]
    for card in slot.cards:
        parts += [card_text(card), *(_figure(token, name) for token in card.tokens)]
    for part in parts:
        lines += textwrap.wrap(part, width) or [part]
    return lines


def _scores(block: Scores, name: Name, width: int) -> Iterator[str]:
    sheet = block.sheet
    yield f"{fill(block.title, name) or 'Points'}:"
    for own in sorted(sheet.seats, key=lambda one: (one.place, one.seat)):
        yield _score_head(own, sheet, name)
        for line in own.lines:
            detail = f" — {fill(line.detail, name)}" if line.detail else ""
            ruling = f" [{line.why.ruling}]" if line.why.ruling else ""
            text = f"{line.points:>6}  {fill(line.label, name)}{detail}{ruling}"
            yield _wrapped(text, width, " " * 8)


def _score_head(own: SeatScore, sheet: ScoreSheet, name: Name) -> str:
    won = ""
    if own.seat in sheet.winners:
        won = "  shares the win" if len(sheet.winners) > 1 else "  wins" if sheet.final else "  leads"
    return f"{own.total:>4}  {name(own.seat)}{won}"


def _pad(pad: Pad, name: Name, width: int) -> Iterator[str]:
    """A line a row, the columns as wide as their longest entry."""
    heads = [fill(one.label, name)[:10] for one in pad.columns]
    wide = [max(6, len(head) + 2) for head in heads]
    left = max(16, width - sum(wide))
    yield f"{fill(pad.title, name)[:left]:<{left}}" + "".join(
        f"{head:>{w}}" for head, w in zip(heads, wide, strict=True)
    )
    group = ""
    for row in pad.rows:
        if row.group != group:
            group = row.group
            yield f"  {group}" if group else ""
        cells = ("" if one.value is None else str(one.value) for one in row.cells)
        yield f"{fill(row.label, name)[: left - 1]:<{left}}" + "".join(
            f"{one:>{w}}" for one, w in zip(cells, wide, strict=True)
        )
    if any(one.total is not None for one in pad.columns):
        yield f"{'Total':<{left}}" + "".join(
            f"{'' if one.total is None else one.total:>{w}}" for one, w in zip(pad.columns, wide, strict=True)
        )


def _wrapped(text: str, width: int, indent: str) -> str:
    return "\n".join(
        textwrap.wrap(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False) or [""]
    )
