"""Charts as small SVG: lines of points over time, columns, bars, two people's share. Drawn here, without a script.

A chart is a picture beside a table that says the same, so it is hidden from readers. Colours are classes of the page's
style sheet, since a page may carry no style of its own; people differ by colour, by the mark on their line and by its
dashes. Texts in a chart are figures only: names stand in the page, where they may be as long as they like.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 320.0, 170.0
LEFT, RIGHT, TOP, BOTTOM = 30.0, 10.0, 10.0, 20.0
_DASHES = ("", "7 4", "2 4", "10 3 2 3", "4 3", "1 3")
_MARKS = {
    "square": "M-4-4h8v8h-8z",
    "triangle": "M0-5 5 4H-5z",
    "diamond": "M0-5.500 5.500 0 0 5.500-5.500 0z",
    "hexagon": "M-2.500-4.500h5L5 0 2.500 4.500h-5L-5 0z",
    "star": "M0-6 1.700-1.900 6-1.600 2.700 1.200 3.700 5.500 0 3.200-3.700 5.500-2.700 1.200-6-1.600-1.700-1.900z",
    "circle": "M-4.500 0a4.500 4.500 0 1 0 9 0a4.500 4.500 0 1 0-9 0z",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a chart: the look of whose it is, and its points from left to right as (x, y)."""

    colour: str
    shape: str
    points: Sequence[tuple[float, float]]


def lines_chart(lines: Sequence[Line]) -> str:
    """Lines over a common scale, with the values of the scale at the left."""
    xs = [x for line in lines for x, _ in line.points]
    ys = [y for line in lines for _, y in line.points]
    if not xs:
        return ""
    low, high, step = scale(min(ys), max(ys))
    first, last = min(xs), max(xs)
    room = WIDTH - LEFT - RIGHT

    def x_of(x: float) -> float:
        return LEFT + room * ((x - first) / (last - first) if last > first else 0.5)

    def y_of(y: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (y - low) / (high - low)

    parts = [_rules(low, high, step)]
    for at, line in enumerate(lines):
        placed = [(x_of(x), y_of(y)) for x, y in line.points]
        path = " ".join(f"{'M' if i == 0 else 'L'}{x:.1f} {y:.1f}" for i, (x, y) in enumerate(placed))
        dash = _DASHES[at % len(_DASHES)]
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        mark = _MARKS.get(line.shape, _MARKS["circle"])
        marks = "".join(f'<path transform="translate({x:.1f} {y:.1f})" d="{mark}"/>' for x, y in _sparse(placed))
        parts.append(f'<g class="c-{line.colour}"><path class="chart-line" d="{path}"{dashes}/>{marks}</g>')
    return _svg(parts)


def _sparse(placed: list[tuple[float, float]], most: int = 14) -> list[tuple[float, float]]:
    """As many marks as can be told apart, the last one among them."""
    every = max(1, -(-len(placed) // most))
    return placed[::-every]


def columns_chart(values: Sequence[tuple[str, int]]) -> str:
    """Columns with a short figure under each."""
    if not values:
        return ""
    low, high, step = scale(0, max(value for _, value in values) or 1, whole=True)
    width = (WIDTH - LEFT - RIGHT) / len(values)
    parts = [_rules(low, high, step)]
    for at, (label, value) in enumerate(values):
        height = (HEIGHT - TOP - BOTTOM) * value / high
        x = LEFT + at * width
        if value:
            bar = f'x="{x + width * 0.14:.1f}" y="{HEIGHT - BOTTOM - height:.1f}" width="{width * 0.72:.1f}"'
            parts.append(f'<rect class="chart-column" {bar} height="{height:.1f}" rx="3"/>')
        parts.append(f'<text class="chart-figure" x="{x + width / 2:.1f}" y="{HEIGHT - 5}">{label}</text>')
    return _svg(parts)


def bar(share: float, colour: str) -> str:
    """A bar filled to ``share`` (0 to 1) in somebody's colour."""
    width = max(0.0, min(1.0, share)) * 100
    filled = f'<rect class="c-{colour} chart-bar" width="{width:.1f}" height="10" rx="5"/>' if width else ""
    return (
        '<svg class="chart-track" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        f'<rect class="chart-ground" width="100" height="10" rx="5"/>{filled}</svg>'
    )


def span(start: float, end: float, mark: float | None = None) -> str:
    """A bar from ``start`` to ``end`` of its track, with a mark to compare it to; all from 0 to 1."""
    drawn = f'<rect class="chart-column" x="{start * 100:.1f}" width="{(end - start) * 100:.1f}" height="10"/>'
    if mark is not None:
        drawn += f'<rect class="chart-mark" x="{min(mark * 100, 99):.1f}" width="1" height="10"/>'
    return (
        '<svg class="chart-track" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        f'<rect class="chart-ground" width="100" height="10"/>{drawn}</svg>'
    )


def shares(parts: Iterable[tuple[float, str]]) -> str:
    """One bar shared between people: (how much, whose colour), "" for nobody's."""
    known = [(value, colour) for value, colour in parts if value > 0]
    whole = sum(value for value, _ in known)
    x, drawn = 0.0, []
    for value, colour in known:
        width = 100 * value / whole
        drawn.append(f'<rect class="{f"c-{colour} chart-bar" if colour else "chart-ground"}" x="{x:.2f}" ')
        drawn.append(f'width="{width:.2f}" height="10"/>')
        x += width
    return (
        '<svg class="chart-track" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        f"{''.join(drawn)}</svg>"
    )


def scale(low: float, high: float, *, whole: bool = False) -> tuple[float, float, float]:
    """A scale around the values in steps people count in: (lowest, highest, step)."""
    low = min(low, 0.0)
    span = max(high - low, 1.0)
    steps = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
    step = next((float(step) for step in steps if span / step <= 5), span / 4)
    step = max(1.0, step) if whole else step
    bottom = step * int(low // step)
    top = bottom
    while top < high or top <= bottom:
        top += step
    return bottom, top, step


def _rules(low: float, high: float, step: float) -> str:
    found, value = [], low
    while value <= high + step / 2:
        y = HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - low) / (high - low)
        said = f"{value:g}".replace("-", "−")
        found.append(f'<path class="chart-rule" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>')
        found.append(f'<text class="chart-scale" x="{LEFT - 5}" y="{y + 4:.1f}">{said}</text>')
        value += step
    return "".join(found)


def _svg(parts: Iterable[str]) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" aria-hidden="true" focusable="false">'
        f"{''.join(parts)}</svg>"
    )
