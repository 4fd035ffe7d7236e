"""The engraver's hand: curves, swelling lines, hatching and repeating textures as path operators in mm.

Pure functions. Nothing is rounded here: whoever writes a drawing rounds all its numbers at once (``digits``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from printkit.draw.display_list import KAPPA, Op

Point = tuple[float, float]
TAU = 2 * math.pi
SAME_POINT_MM = 1e-9
"""Points nearer than this have no direction between them."""
GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))


def polygon(points: Iterable[Point], *, close: bool = True) -> list[Op]:
    """Straight lines through the points."""
    ops: list[Op] = [("l", x, y) for x, y in points]
    if not ops:
        return ops
    ops[0] = ("m", *ops[0][1:3])
    if close:
        ops.append(("h",))
    return ops


def smooth(points: Sequence[Point], *, close: bool = False) -> list[Op]:
    """A smooth curve through the points (centripetal enough for drawing: Catmull-Rom as cubics)."""
    count = len(points)
    if count < 3:
        return polygon(points, close=close)
    around = [points[-1], *points, points[0], points[1]] if close else [points[0], *points, points[-1]]
    ops: list[Op] = [("m", *points[0])]
    ops += [
        ("c", bx + (cx - ax) / 6, by + (cy - ay) / 6, cx - (dx - bx) / 6, cy - (dy - by) / 6, cx, cy)
        for (ax, ay), (bx, by), (cx, cy), (dx, dy) in zip(around, around[1:], around[2:], around[3:], strict=False)
    ]
    if close:
        ops.append(("h",))
    return ops


def disc(x: float, y: float, radius: float, squash: float = 1.0) -> list[Op]:
    """A circle; ``squash`` is its height over its width."""
    tall, k, j = radius * squash, radius * KAPPA, radius * squash * KAPPA
    return [
        ("m", x + radius, y),
        ("c", x + radius, y + j, x + k, y + tall, x, y + tall),
        ("c", x - k, y + tall, x - radius, y + j, x - radius, y),
        ("c", x - radius, y - j, x - k, y - tall, x, y - tall),
        ("c", x + k, y - tall, x + radius, y - j, x + radius, y),
        ("h",),
    ]


def arc(x: float, y: float, radius: float, span: tuple[float, float], squash: float = 1.0) -> list[Op]:
    """An open arc from ``span[0]`` to ``span[1]`` radians."""
    return smooth(arc_points(x, y, radius, span=span, squash=squash))


def arc_points(
    x: float, y: float, radius: float, span: tuple[float, float], squash: float = 1.0, steps: int = 0
) -> list[Point]:
    """Points on an arc, dense enough for ``smooth``."""
    start, end = span
    count = steps or max(3, math.ceil(abs(end - start) / 0.6))
    turns = (start + (end - start) * i / count for i in range(count + 1))
    return [(x + radius * math.cos(a), y + radius * squash * math.sin(a)) for a in turns]


def curve(points: Sequence[Point], steps: int = 6) -> list[Point]:
    """Many points on the smooth curve through a few."""
    around = [points[0], *points, points[-1]]
    out: list[Point] = []
    for a, b, c, d in zip(around, around[1:], around[2:], around[3:], strict=False):
        for i in range(steps):
            t = i / steps
            t2, t3 = t * t, t * t * t
            p, q, r, s = -t3 + 2 * t2 - t, 3 * t3 - 5 * t2 + 2, -3 * t3 + 4 * t2 + t, t3 - t2
            out.append(
                (
                    (p * a[0] + q * b[0] + r * c[0] + s * d[0]) / 2,
                    (p * a[1] + q * b[1] + r * c[1] + s * d[1]) / 2,
                )
            )
    out.append(points[-1])
    return out


def normals(points: Sequence[Point]) -> list[Point]:
    """Unit normals to the left of a line of points."""
    out: list[Point] = []
    last = len(points) - 1
    for i in range(last + 1):
        ax, ay = points[max(0, i - 1)]
        bx, by = points[min(last, i + 1)]
        dx, dy = bx - ax, by - ay
        length = math.hypot(dx, dy) or 1.0
        out.append((-dy / length, dx / length))
    return out


def offset(points: Sequence[Point], widths: Sequence[float]) -> list[Point]:
    """The points pushed to the left by each width (to the right where negative)."""
    return [(x + n * w, y + m * w) for (x, y), (n, m), w in zip(points, normals(points), widths, strict=True)]


def ribbon(points: Sequence[Point], widths: Sequence[float], *, soft: bool = True) -> list[Op]:
    """A stroke that swells: ``widths`` are half widths at each point; ends may be 0 (a point)."""
    left, right = list[Point](), list[Point]()
    before, after = [points[0], *points[:-1]], [*points[1:], points[-1]]
    for (x, y), (ax, ay), (bx, by), width in zip(points, before, after, widths, strict=True):
        dx, dy = bx - ax, by - ay
        length = math.hypot(dx, dy)
        share = width / length if length > SAME_POINT_MM else 0.0
        n, m = dy * share, dx * share
        left.append((x - n, y + m))
        right.append((x + n, y - m))
    # counter-clockwise like a disc, so that joined shapes of one fill never cut holes into each other
    if not soft:
        return polygon(right + left[::-1])
    there, back = smooth(right), smooth(left[::-1])
    return [*there, ("l", *left[-1]), *back[1:], ("h",)]


def taper(points: Sequence[Point], width: float, end: float = 0.0) -> list[Op]:
    """A ribbon from ``width`` (half) at the first point to ``end`` at the last."""
    last = max(1, len(points) - 1)
    return ribbon(points, [width + (end - width) * i / last for i in range(len(points))])


def swell(points: Sequence[Point], width: float) -> list[Op]:
    """A ribbon pointed at both ends and ``width`` (half) in the middle."""
    return ribbon(points, [width * share for share in swelling(max(2, len(points)))])


@cache
def swelling(count: int) -> tuple[float, ...]:
    """How wide a stroke pointed at both ends is at each of its points, as a share of its middle."""
    last = count - 1
    return tuple(math.sin(math.pi * i / last) ** 0.6 if 0 < i < last else 0.0 for i in range(count))


def lens(a: Point, b: Point, width: float) -> list[Op]:
    """A short stroke, pointed at both ends, ``width`` wide in the middle."""
    (ax, ay), (bx, by) = a, b
    length = math.hypot(bx - ax, by - ay) or 1.0
    nx, ny = -(by - ay) / length * width * 0.66, (bx - ax) / length * width * 0.66
    mx, my = (ax + bx) / 2, (ay + by) / 2
    return [("m", ax, ay), ("l", mx + nx, my + ny), ("l", bx, by), ("l", mx - nx, my - ny), ("h",)]


def cut(ends: Sequence[Point], width: float) -> list[Op]:
    """A ``lens`` between the two points of a sequence."""
    return lens(ends[0], ends[1], width)


def rays(x: float, y: float, radii: tuple[float, float], count: int, width: float, turn: float = 0.0) -> list[Op]:
    """Tapered rays around a light, alternately long and short; ``width`` is their half angle in radians."""
    near, far = radii
    ops: list[Op] = []
    for i in range(count):
        a = turn + TAU * i / count
        reach = far if i % 2 == 0 else near + (far - near) * 0.62
        ops += polygon(
            [
                (x + near * math.cos(a - width), y + near * math.sin(a - width)),
                (x + reach * math.cos(a), y + reach * math.sin(a)),
                (x + near * math.cos(a + width), y + near * math.sin(a + width)),
            ]
        )
    return ops


def leaf(x: float, y: float, angle: float, length: float, width: float) -> list[Op]:
    """A pointed leaf from its stalk; ``width`` is the full width."""
    c, s = math.cos(angle), math.sin(angle)

    def at(u: float, v: float) -> Point:
        return x + u * length * c - v * width * s, y + u * length * s + v * width * c

    return [
        ("m", *at(0, 0)),
        ("c", *at(0.25, 0.62), *at(0.7, 0.5), *at(1, 0)),
        ("c", *at(0.7, -0.5), *at(0.25, -0.62), *at(0, 0)),
        ("h",),
    ]


def star(x: float, y: float, radii: tuple[float, float], points: int, turn: float = math.pi / 2) -> list[Op]:
    """A star polygon between an inner and an outer radius."""
    inner, outer = radii
    return polygon(
        (
            x + (inner if i % 2 else outer) * math.cos(turn + math.pi * i / points),
            y + (inner if i % 2 else outer) * math.sin(turn + math.pi * i / points),
        )
        for i in range(2 * points)
    )


def moved(ops: Sequence[Op], dx: float, dy: float, scale: float = 1.0, angle: float = 0.0) -> list[Op]:
    """Path operators scaled, turned (radians) and moved. A negative scale is a half turn."""
    c, s = math.cos(angle) * scale, math.sin(angle) * scale
    out: list[Op] = []
    for op in ops:
        numbers = op[1:]
        pairs: list[float] = []
        for i in range(0, len(numbers), 2):
            x, y = float(numbers[i]), float(numbers[i + 1])
            pairs += (x * c - y * s + dx, x * s + y * c + dy)
        out.append((op[0], *pairs))  # type: ignore[arg-type]  # the same operator with as many numbers
    return out


def mirrored(ops: Sequence[Op], axis: float = 0.0) -> list[Op]:
    """Path operators reflected left to right about x = ``axis``."""
    out: list[Op] = []
    for op in ops:
        numbers = [2 * axis - float(n) if i % 2 == 0 else float(n) for i, n in enumerate(op[1:])]
        out.append((op[0], *numbers))  # type: ignore[arg-type]  # the same operator with as many numbers
    return out


Placer = Callable[[Sequence[Point]], list[Point]]


def onto(at: Point, size: float, angle: float = 0.0, *, flip: bool = False) -> Placer:
    """A function that sets points drawn around the origin at a place: scaled, mirrored where asked, turned."""
    x, y = at
    c, n, f = math.cos(angle) * size, math.sin(angle) * size, -1.0 if flip else 1.0
    return lambda points: [(x + f * u * c - v * n, y + f * u * n + v * c) for u, v in points]


def drawn(text: str) -> list[Op]:
    """Path data as in SVG, absolute M L C Z only, y upwards."""
    ops: list[Op] = []
    for part in text.replace("M", "|M").replace("L", "|L").replace("C", "|C").replace("Z", "|Z").split("|"):
        if not part:
            continue
        numbers = [float(n) for n in part[1:].replace(",", " ").split()]
        if part[0] == "Z":
            ops.append(("h",))
        elif part[0] == "C":
            for i in range(0, len(numbers), 6):
                ops.append(("c", *numbers[i : i + 6]))  # type: ignore[arg-type]  # six at a time
        else:
            kind = "m"
            for i in range(0, len(numbers), 2):
                ops.append(("l" if part[0] == "L" or kind == "l" else "m", numbers[i], numbers[i + 1]))
                kind = "l"
    return ops
