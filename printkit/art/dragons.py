"""Dragons, built on a spine: body, scales, spikes, wings, legs, head."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from printkit.art import strokes as s
from printkit.art.engraving_plate import Plate
from printkit.art.strokes import Point
from printkit.draw.display_list import Colour, Op


@dataclass(frozen=True, slots=True)
class Hide:
    """A dragon's colours."""

    body: Colour
    line: Colour
    belly: Colour
    wing: Colour
    far: Colour
    eye: Colour


def girth(count: int, thick: float, shoulder: float = 0.34) -> list[float]:
    """Half widths along a spine of so many points, from the neck to the tail's tip."""
    out = []
    for i in range(count):
        t = i / (count - 1)
        swell = math.exp(-(((t - shoulder) / 0.2) ** 2))
        out.append(thick * ((0.42 + 0.58 * swell) * (1 - t) ** 0.55 + 0.02))
    return out


def body(p: Plate, spine: Sequence[Point], thick: float, hide: Hide, side: int = 1) -> list[Point]:
    """Neck, trunk and tail along a spine from the head; spikes on its ``side`` (1: left of the way along).

    Returns the many points of the spine.
    """
    line = s.curve(spine, 6)
    widths = girth(len(line), thick)
    spikes: list[Op] = []
    normal = s.normals(line)
    for i in range(2, len(line) - 3, 2):
        (x, y), (n, m), w = line[i], normal[i], widths[i]
        dx, dy = line[i + 1][0] - x, line[i + 1][1] - y
        length = math.hypot(dx, dy) or 1.0
        dx, dy = dx / length, dy / length
        tall = w * 0.75 + 0.35
        root = w * 0.8 * side
        spikes += s.polygon(
            [
                (x + n * root - dx * tall * 0.5, y + m * root - dy * tall * 0.5),
                (x + n * (root + tall * side) + dx * tall * 0.7, y + m * (root + tall * side) + dy * tall * 0.7),
                (x + n * root + dx * tall * 0.5, y + m * root + dy * tall * 0.5),
            ]
        )
    p.fill(spikes, hide.body)
    shape = s.ribbon(line, widths)
    under = s.offset(line, [-side * w * 0.62 for w in widths])
    plates: list[Op] = []
    for i in range(1, int(len(line) * 0.8)):
        (x, y), (n, m), w = line[i], normal[i], widths[i]
        plates += s.lens((x - side * n * w * 0.28, y - side * m * w * 0.28), (x - side * n * w, y - side * m * w), 0.14)
    p.solid(shape, hide.body, [(s.ribbon(under, [w * 0.4 for w in widths]), hide.belly), (plates, hide.body)])
    p.fill(scale_rows(line, widths, side), hide.line)
    return line


def scale_rows(line: Sequence[Point], widths: Sequence[float], side: int) -> list[Op]:
    """Rows of small curved cuts over the back."""
    normal = s.normals(line)
    ops: list[Op] = []
    for i in range(1, len(line) - 4):
        (x, y), (n, m), w = line[i], normal[i], widths[i]
        if w < 0.35:
            continue
        dx, dy = m, -n
        rows = max(1, int(w / 0.62))
        for k in range(rows):
            at = side * w * (0.8 - 1.05 * (k + (0.5 if i % 2 else 0)) / rows)
            size = min(0.5, w * 0.3)
            cx, cy = x + n * at, y + m * at
            ops += s.polygon(
                [
                    (cx - n * size, cy - m * size),
                    (cx + dx * size * 1.1, cy + dy * size * 1.1),
                    (cx + n * size, cy + m * size),
                    (cx + dx * size * 0.62, cy + dy * size * 0.62),
                ]
            )
    return ops


HEAD_TOP: tuple[Point, ...] = (
    (-0.55, 0.34), (-0.1, 0.44), (0.22, 0.5), (0.42, 0.36), (0.8, 0.24), (1.1, 0.3), (1.3, 0.2), (1.4, 0.02),
    (1.3, -0.06),
)  # fmt: skip
HEAD_MOUTH: tuple[Point, ...] = ((1.3, -0.06), (0.95, -0.04), (0.6, -0.08), (0.34, -0.16), (0.3, -0.24))
HEAD_JAW: tuple[Point, ...] = (
    (0.3, -0.24),
    (0.66, -0.3),
    (1.0, -0.38),
    (1.12, -0.34),
    (1.04, -0.5),
    (0.7, -0.52),
    (0.3, -0.46),
    (-0.1, -0.42),
    (-0.6, -0.36),
)


def head(p: Plate, at: Point, angle: float, size: float, hide: Hide, *, left: bool = False, fire: bool = False) -> None:
    """A head with open jaws looking along ``angle``; ``left`` keeps the jaw below when it looks left."""
    c, sn, f = math.cos(angle) * size, math.sin(angle) * size, -1 if left else 1

    def on(points: Sequence[Point]) -> list[Point]:
        return [(at[0] + u * c - v * f * sn, at[1] + u * sn + v * f * c) for u, v in points]

    if fire:
        p.fill(flame(on([(1.2, -0.2)])[0], angle, size * 3.4), hide.eye)
        p.fill(flame(on([(1.3, -0.2)])[0], angle, size * 2.2), p.inks.paper)
    horns: list[Op] = []
    for u, v, reach, lift in ((0.02, 0.36, 1.3, 0.62), (-0.22, 0.3, 1.1, 0.3)):
        horns += s.ribbon(
            on(
                [
                    (u, v),
                    (u - reach * 0.4, v + lift * 0.5),
                    (u - reach * 0.75, v + lift * 0.62),
                    (u - reach, v + lift * 1.15),
                ]
            ),
            [size * 0.12, size * 0.1, size * 0.06, 0.0],
        )
    for u, v, du, dv in ((-0.3, -0.2, -0.5, -0.12), (-0.36, -0.36, -0.42, -0.3), (0.3, -0.46, -0.3, -0.3)):
        horns += s.polygon(on([(u + 0.12, v + 0.08), (u + du, v + dv), (u + 0.1, v - 0.12)]))
    p.fill(horns, hide.body)
    outline = s.smooth(on(HEAD_TOP))
    rest = s.smooth(on(HEAD_MOUTH))[1:] + s.smooth(on(HEAD_JAW))[1:]
    p.fill([*outline, *rest, ("h",)], hide.body)
    teeth: list[Op] = []
    for u in (1.2, 1.02, 0.84, 0.66):
        teeth += s.polygon(on([(u + 0.07, -0.06), (u, -0.2), (u - 0.05, -0.05)]))
    for u in (1.0, 0.82):
        teeth += s.polygon(on([(u + 0.05, -0.36), (u, -0.22), (u - 0.06, -0.35)]))
    p.fill(teeth, p.inks.paper)
    marks: list[Op] = []
    marks += s.ribbon(on([(-0.2, 0.1), (0.2, 0.12), (0.5, 0.06), (0.9, 0.1)]), [0, size * 0.035, size * 0.03, 0])
    marks += s.ribbon(on([(0.12, 0.4), (0.4, 0.27), (0.62, 0.2)]), [0, size * 0.035, 0])
    marks += s.lens(on([(1.12, 0.16)])[0], on([(1.26, 0.1)])[0], size * 0.06)
    for k in range(4):
        u = -0.45 + 0.16 * k
        marks += s.lens(on([(u, 0.3)])[0], on([(u + 0.1, 0.08)])[0], size * 0.05)
        marks += s.lens(on([(u + 0.3, -0.3)])[0], on([(u + 0.2, -0.42)])[0], size * 0.05)
    p.fill(marks, hide.line)
    p.fill(s.lens(on([(0.24, 0.24)])[0], on([(0.56, 0.2)])[0], size * 0.17), hide.eye)
    p.fill(s.lens(on([(0.41, 0.3)])[0], on([(0.41, 0.14)])[0], size * 0.055), hide.body)


def flame(at: Point, angle: float, size: float) -> list[Op]:
    """A tongue of fire from a mouth."""
    c, sn = math.cos(angle) * size, math.sin(angle) * size
    flat = [
        (0.0, 0.03), (0.3, 0.1), (0.55, 0.22), (0.72, 0.14), (1.0, 0.34), (0.92, 0.12), (1.16, 0.08), (0.96, -0.04),
        (1.08, -0.24), (0.78, -0.12), (0.6, -0.26), (0.34, -0.1), (0.0, -0.03),
    ]  # fmt: skip
    return s.smooth([(at[0] + u * c - v * sn, at[1] + u * sn + v * c) for u, v in flat], close=True)


def wing(
    p: Plate, root: Point, elbow: Point, wrist: Point, tips: Sequence[Point], colours: tuple[Colour, Colour, Colour]
) -> None:
    """A bat's wing: arm from root over elbow to wrist, fingers to the tips. Colours: membrane, bone, line."""
    membrane, bone, line = colours
    edge: list[Op] = [("m", *_r(root)), ("l", *_r(elbow)), ("l", *_r(wrist)), ("l", *_r(tips[0]))]
    stops = [*tips, root]
    for a, b in itertools.pairwise(stops):
        mx, my = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        pull = 0.36
        qx, qy = mx + (wrist[0] - mx) * pull, my + (wrist[1] - my) * pull
        edge.append(
            (
                "c",
                *_r((a[0] + (qx - a[0]) * 0.7, a[1] + (qy - a[1]) * 0.7)),
                *_r((b[0] + (qx - b[0]) * 0.7, b[1] + (qy - b[1]) * 0.7)),
                *_r(b),
            )
        )
    edge.append(("h",))
    shade: list[Op] = []
    for a, b in zip(tips, [*tips[1:], root], strict=True):
        for k in range(1, 7):
            t = k / 7
            ex, ey = a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
            sx, sy = (
                wrist[0] + (ex - wrist[0]) * (0.22 + 0.07 * (k % 3)),
                wrist[1] + (ey - wrist[1]) * (0.22 + 0.07 * (k % 3)),
            )
            shade += s.lens((sx, sy), (ex, ey), 0.16)
    p.solid(edge, membrane, [(shade, line)])
    span = math.hypot(tips[0][0] - wrist[0], tips[0][1] - wrist[1])
    bones: list[Op] = []
    for x, y in tips:
        mid = ((wrist[0] + x) / 2 + (y - wrist[1]) * 0.05, (wrist[1] + y) / 2 - (x - wrist[0]) * 0.05)
        bones += s.ribbon([wrist, mid, (x, y)], [span * 0.026, span * 0.018, 0.02])
    bones += s.ribbon([root, elbow, wrist], [span * 0.075, span * 0.055, span * 0.035], soft=False)
    claw = (wrist[0] + (wrist[0] - elbow[0]) * 0.16, wrist[1] + (wrist[1] - elbow[1]) * 0.16 + span * 0.06)
    bones += s.taper([wrist, claw], span * 0.04) + s.disc(*elbow, span * 0.05)
    p.fill(bones, bone)


def spread(
    root: Point, reach: float, angle: float, sweep: float, bend: int, fingers: int = 4
) -> tuple[Point, Point, list[Point]]:
    """Elbow, wrist and finger tips of a wing from its root.

    ``angle`` is where the arm points, ``sweep`` how far the fingers fan out (radians), ``bend`` the side they fan to.
    """
    elbow = (
        root[0] + reach * 0.3 * math.cos(angle - bend * 0.25),
        root[1] + reach * 0.3 * math.sin(angle - bend * 0.25),
    )
    wrist = (
        elbow[0] + reach * 0.3 * math.cos(angle + bend * 0.12),
        elbow[1] + reach * 0.3 * math.sin(angle + bend * 0.12),
    )
    tips = []
    for i in range(fingers):
        a = angle + bend * (0.02 + sweep * i / (fingers - 1))
        length = reach * (0.66 - 0.05 * i if i else 0.6)
        tips.append((wrist[0] + length * math.cos(a), wrist[1] + length * math.sin(a)))
    return elbow, wrist, tips


def leg(p: Plate, hip: Point, knee: Point, foot: Point, thick: float, colour: Colour) -> None:
    """A leg with three claws."""
    ops = s.ribbon([hip, ((hip[0] + knee[0]) / 2, (hip[1] + knee[1]) / 2), knee], [thick, thick * 0.8, thick * 0.5])
    ops += s.disc(*knee, thick * 0.5) + s.ribbon([knee, foot], [thick * 0.46, thick * 0.3], soft=False)
    a = math.atan2(foot[1] - knee[1], foot[0] - knee[0])
    for turn in (-0.7, 0.0, 0.7):
        tip = (foot[0] + thick * 1.1 * math.cos(a + turn), foot[1] + thick * 1.1 * math.sin(a + turn))
        ops += s.taper([foot, tip], thick * 0.26)
    p.fill(ops, colour)


def _r(point: Point) -> tuple[float, float]:
    return round(point[0], 2), round(point[1], 2)


def flying(p: Plate, centre: Point, size: float, hide: Hide, *, left: bool, fire: bool = False) -> None:
    """A dragon on the wing, wings up, tail in a curl. ``size`` is about half its length."""
    f = -1 if left else 1
    wob = p.rnd.uniform

    def at(u: float, v: float) -> Point:
        return centre[0] + f * u * size, centre[1] + v * size

    neck = wob(-0.06, 0.1)
    spine = [
        at(0.82, 0.3 + neck), at(0.62, 0.3 + neck), at(0.44, 0.1), at(0.16, 0.0), at(-0.2, -0.06), at(-0.52, -0.2),
        at(-0.86, -0.16), at(-1.06, 0.06), at(-0.98, 0.26 + wob(0, 0.1)), at(-0.78, 0.22),
    ]  # fmt: skip
    root = at(0.2, 0.06)
    far = spread(at(0.3, 0.08), size * wob(0.95, 1.1), math.pi / 2 - f * wob(0.05, 0.25), sweep=1.35, bend=f)
    wing(p, at(0.3, 0.08), *far, (hide.far, hide.line, hide.line))
    leg(p, at(-0.16, -0.1), at(-0.06, -0.32), foot=at(-0.3, -0.44), thick=size * 0.085, colour=hide.body)
    line = body(p, spine, size * 0.17, hide, side=-f)
    tail = line[-1]
    p.fill(
        s.leaf(
            tail[0],
            tail[1],
            math.atan2(line[-1][1] - line[-3][1], line[-1][0] - line[-3][0]),
            length=size * 0.24,
            width=size * 0.16,
        ),
        hide.body,
    )
    leg(p, at(0.3, -0.06), at(0.42, -0.28), foot=at(0.26, -0.4), thick=size * 0.075, colour=hide.body)
    near = spread(root, size * wob(1.1, 1.25), math.pi / 2 + f * wob(0.3, 0.55), sweep=1.5, bend=f)
    wing(p, root, *near, (hide.wing, hide.body, hide.line))
    a, b = spine[0], spine[1]
    head(p, a, math.atan2(a[1] - b[1], a[0] - b[0]) - f * 0.25, size=size * 0.2, hide=hide, left=left, fire=fire)
