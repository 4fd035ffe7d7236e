"""The plate a picture is cut into: its inks, and the grounds every picture starts from."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

import numpy as np

from printkit.art import engraving
from printkit.art import strokes as s
from printkit.art.engraving import Grid
from printkit.art.strokes import Point
from printkit.card_layout import Box
from printkit.draw.display_list import Colour, Fill, Group, Item, Op, Path, Shared, Stroke, mix, rectangle


@dataclass(frozen=True, slots=True)
class Inks:
    """The few inks of one picture, from darkest to lightest, and the light."""

    dark: Colour
    deep: Colour
    tone: Colour
    soft: Colour
    sky: Colour
    paper: Colour
    light: Colour

    @classmethod
    def of(cls, tone: Colour, accent: Colour, sky: Colour, *, ink: Colour, paper: Colour) -> Inks:
        """Mixed from a suit's three colours and the layout's two."""
        return cls(
            mix(tone, ink, 0.72), mix(tone, ink, 0.4), tone, mix(tone, sky, 0.55), sky, mix(paper, sky, 0.15), accent
        )

    def night(self) -> Inks:
        """The same inks turned over: light drawing on a dark ground."""
        return Inks(
            mix(self.dark, (0.0, 0.0, 0.0), 0.35),
            mix(self.dark, self.tone, 0.12),
            tone=mix(self.dark, self.tone, 0.45),
            soft=mix(self.dark, self.tone, 0.75),
            sky=mix(self.dark, self.tone, 0.3),
            paper=self.paper,
            light=self.light,
        )


@dataclass(slots=True)
class Plate:
    """Items in drawing order over a box; ``light`` is where the light of the picture stands."""

    box: Box
    inks: Inks
    rnd: Random
    items: list[Item] = field(default_factory=list)
    light: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """Left, bottom, right, top."""
        return self.box.x, self.box.y, self.box.right, self.box.top

    def at(self, u: float, v: float) -> Point:
        """A place given as shares of the box."""
        return self.box.x + u * self.box.width, self.box.y + v * self.box.height

    def fill(self, ops: Sequence[Op], colour: Colour, *, even_odd: bool = False) -> None:
        """A filled shape. Many shapes of one colour are best one call."""
        if ops:
            self.items.append(Fill(Path.of(ops), colour, even_odd))

    def line(self, ops: Sequence[Op], colour: Colour, width: float) -> None:
        """A drawn line."""
        if ops:
            self.items.append(Stroke(Path.of(ops), colour, width))

    def inside(self, shape: Sequence[Op], marks: Sequence[tuple[Sequence[Op], Colour]]) -> None:
        """Marks cut off at a shape's edge: its shading."""
        kept = tuple(Fill(Path.of(ops), colour) for ops, colour in marks if ops)
        if kept:
            self.items.append(Group(kept, clip=Path.of(shape)))

    def solid(self, shape: Sequence[Op], colour: Colour, marks: Sequence[tuple[Sequence[Op], Colour]] = ()) -> None:
        """A filled shape and the shading inside it."""
        self.fill(shape, colour)
        self.inside(shape, marks)

    def ground(self, colour: Colour) -> None:
        """The whole picture in one ink."""
        x, y, right, top = self.edges
        self.items.append(Fill(rectangle(x, y, right - x, top - y), colour))


def ridge_line(p: Plate, base: float, height: float, rough: float, steps: int = 38) -> list[Point]:
    """A skyline of hills across the picture, in mm; ``rough`` 0 is rolling, 1 is crags."""
    left, _, right, _ = p.edges
    roll, crag = engraving.noise(p.rnd, 3, 0.13), engraving.noise(p.rnd, 4, 0.5)
    out: list[Point] = []
    for i in range(steps + 1):
        x = left - 1 + (right - left + 2) * i / steps
        out.append((x, base + height * (0.5 + 0.5 * roll(x, 0)) + rough * height * 0.42 * crag(x, 3)))
    return out


def hills(p: Plate, line: Sequence[Point], colour: Colour, furrow: Colour | None = None, gap: float = 1.1) -> None:
    """The ground under a skyline, with contour lines following it down."""
    left, bottom, right, _ = p.edges
    shape = [*s.smooth(line), ("l", right + 1, bottom - 1), ("l", left - 1, bottom - 1), ("h",)]
    p.fill(shape, colour)
    if furrow is None:
        return
    ops: list[Op] = []
    low = min(y for _, y in line)
    for k in range(1, 40):
        drop = gap * k + 0.03 * k * k
        if max(y for _, y in line) - drop < bottom:
            break
        phase = p.rnd.uniform(0, 6)
        points = [(x, y - drop + (low - y) * min(0.6, 0.02 * k)) for x, y in line]
        widths = [max(0.02, 0.13 + 0.12 * math.sin(x * 0.31 + phase)) for x, _ in points]
        ops += s.ribbon(points[::2], widths[::2])
    p.inside(shape, [(ops, furrow)])


def mountain(p: Plate, peak: Point, half: float, base: float, colours: tuple[Colour, Colour, Colour]) -> None:
    """One crag: lit on one side, hatched on the other, snow or glow at the top. Colours: body, shade, cap."""
    body, shade, cap = colours
    x, y = peak
    tall = y - base
    rnd = p.rnd

    def flank(side: int) -> list[Point]:
        out: list[Point] = []
        for i in range(1, 8):
            t = i / 7
            jag = 0.0 if i == 7 else rnd.uniform(-0.06, 0.06) * tall
            out.append((x + side * half * t**0.9 + jag * 0.6, y - tall * t + jag))
        return out

    left, right = flank(-1), flank(1)
    shape = s.polygon([*left[::-1], peak, *right])
    p.fill(shape, body)
    spine = [peak]
    for i in range(1, 7):
        t = i / 6
        spine.append((x + half * 0.16 * t + rnd.uniform(-0.09, 0.09) * half, y - tall * t))
    p.fill(s.polygon([*spine, *right[::-1]]), shade)
    ops: list[Op] = []
    for i in range(16):
        t = 0.05 + 0.92 * i / 16
        sx, sy = x - half * 0.1 * t, y - tall * t
        reach = half * t * rnd.uniform(0.35, 0.75)
        ops += s.lens((sx, sy), (sx - reach, sy - reach * tall / half * 0.8), 0.34)
    p.inside(shape, [(ops, shade)])
    snow = [peak]
    for i, t in enumerate((0.24, 0.15, 0.3, 0.17, 0.27, 0.2)):
        snow.append((x + half * (0.3 - 0.11 * i) * (t * 3.2), y - tall * t))
    p.inside(shape, [(s.polygon(snow), cap)])


def cloud(p: Plate, x: float, y: float, width: float, colours: tuple[Colour, Colour]) -> None:
    """A curled cloud, as woodcuts have them. Colours: body, line."""
    body, line = colours
    lobes = []
    n = 5
    for i in range(n):
        t = i / (n - 1)
        lobes.append(
            (
                x + width * (t - 0.5),
                y + width * 0.1 * math.sin(math.pi * t),
                width * (0.1 + 0.09 * math.sin(math.pi * t)) * p.rnd.uniform(0.85, 1.15),
            )
        )
    for cx, cy, r in lobes:
        p.fill(s.disc(cx, cy, r), body)
    p.fill(
        s.polygon(
            [
                (x - width * 0.58, y - width * 0.02),
                (x + width * 0.58, y - width * 0.02),
                (x + width * 0.44, y - width * 0.1),
                (x - width * 0.44, y - width * 0.1),
            ]
        ),
        body,
    )
    ops: list[Op] = []
    for cx, cy, r in lobes:
        spiral = [
            (cx + r * (1 - 0.14 * k) * math.cos(2.9 - 0.62 * k), cy + r * (1 - 0.14 * k) * math.sin(2.9 - 0.62 * k))
            for k in range(7)
        ]
        ops += s.taper(spiral, 0.14, 0.04)
    p.fill(ops, line)


def water(p: Plate, top: float, colours: tuple[Colour, Colour], size: float = 4.6) -> None:
    """A sea of wave scales from ``top`` down. Colours: dark, light."""
    dark, light = colours
    scales(p, (p.box.y, top - size * 0.5), size, lambda _: (light, dark, dark))


def scales(
    p: Plate, span: tuple[float, float], size: float, inks: Callable[[float], tuple[Colour, Colour, Colour]]
) -> None:
    """Rows of wave scales down a ``span``; ``inks`` gives fill, outline and inner lines at a height (0 to 1).

    Rows of the same inks are one shared drawing, set many times.
    """
    left, _, right, _ = p.edges
    low, high = span
    count = max(1, int((high - low) / (size * 0.25)) + 2)
    for row in range(count, -1, -1):
        fill, outline, inner = inks(row / count)
        x = left - (size / 2 if row % 2 else 0)
        p.items.append(
            Group(
                (_scale_row(right - left, size, (fill, outline, inner)),),
                round(x, 2),
                round(low + (row - 1) * size * 0.25, 2),
            )
        )


@lru_cache(maxsize=128)
def _scale_row(width: float, size: float, inks: tuple[Colour, Colour, Colour]) -> Shared:
    discs, lines = list[Op](), list[Op]()
    for i in range(int(width / size) + 3):
        x = i * size
        discs += s.disc(x, 0, size * 0.5)
        lines += s.swell(s.arc_points(x, 0, size * 0.36, (0.4, 2.74)), size * 0.045)
        lines += s.swell(s.arc_points(x, 0, size * 0.22, (0.5, 2.64)), size * 0.038)
    whole = Path(tuple(discs))
    name = hashlib.sha256(repr((width, size, inks)).encode()).hexdigest()[:12]
    return Shared(
        f"waves-{name}",
        (Fill(whole, inks[0]), Stroke(whole, inks[1], round(size * 0.042, 3)), Fill(Path(tuple(lines)), inks[2])),
    )


def volume(p: Plate, shape: Sequence[Op], colours: tuple[Colour, Colour], gap: float = 0.6, turn: float = 0.1) -> None:
    """A filled shape shaded as something round: level lines that swell towards its right. Colours: body, cut."""
    xs = [float(n) for op in shape for n in op[1::2]]
    ys = [float(n) for op in shape for n in op[2::2]]
    left, right, low, high = min(xs), max(xs), min(ys), max(ys)
    middle, half = (left + right) / 2, max(0.1, (right - left) / 2)

    def tone(x: Grid, _: Grid) -> Grid:
        return np.minimum(0.82, (x - middle) / half * 0.8 + turn)

    p.solid(
        shape,
        colours[0],
        [(engraving.engrave((left, low, right, high), gap, tone, step=max(0.5, half / 4)), colours[1])],
    )
