"""Bell, fiddle and pipes. Each is drawn around a place, ``size`` about half its height."""

from __future__ import annotations

import math

from printkit.art import strokes as s
from printkit.art.engraving_plate import Plate, volume
from printkit.art.strokes import Point


def bell(p: Plate, at: Point, size: float) -> None:
    """A bell, swinging."""
    k, on = p.inks, s.onto(at, size, p.rnd.choice((-0.22, 0.22)))
    p.fill(s.disc(*on([(0.05, -0.82)])[0], size * 0.16), k.dark)
    body = s.smooth(
        on(
            [
                (-0.82, -0.72),
                (-0.56, -0.46),
                (-0.46, 0.1),
                (-0.3, 0.6),
                (0, 0.74),
                (0.3, 0.6),
                (0.46, 0.1),
                (0.56, -0.46),
                (0.82, -0.72),
                (0.0, -0.84),
            ]
        ),
        close=True,
    )
    volume(p, body, (k.light, k.dark))
    p.line(body, k.dark, 0.35)
    for v, w in ((-0.42, 0.55), (-0.52, 0.6), (0.4, 0.38)):
        p.fill(s.cut(on([(-w, v), (w, v)]), size * 0.05), k.dark)
    p.line(s.disc(*on([(0, 0.86)])[0], size * 0.13), k.dark, 0.7)
    for i in (1, 2, 3):
        for a in (0.0, math.pi):
            p.fill(
                s.swell(s.arc_points(at[0], at[1] - size * 0.3, size * (0.9 + 0.22 * i), (a - 0.3, a + 0.3)), 0.22),
                k.deep,
            )


def fiddle(p: Plate, at: Point, size: float, angle: float = 0.5) -> None:
    """A fiddle and its bow."""
    k, on = p.inks, s.onto(at, size, angle)
    p.fill(s.ribbon(on([(0.7, -0.9), (0.5, 0.1), (0.74, 1.1)]), [0.16, 0.2, 0.16]), k.dark)
    p.line(s.smooth(on([(0.72, -0.9), (0.66, 0.1), (0.74, 1.1)])), k.paper, 0.2)
    p.fill(s.polygon(on([(-0.07, 0.1), (0.07, 0.1), (0.055, 1.1), (-0.055, 1.1)])), k.dark)
    p.fill(s.disc(*on([(0, 1.16)])[0], size * 0.12), k.dark)
    half = [
        (0.0, 0.36),
        (0.24, 0.34),
        (0.38, 0.18),
        (0.24, -0.1),
        (0.28, -0.28),
        (0.5, -0.54),
        (0.4, -0.9),
        (0.0, -1.02),
    ]
    body = s.smooth(on([*half, *[(-u, v) for u, v in reversed(half[1:-1])]]), close=True)
    volume(p, body, (k.light, k.deep), gap=0.6, turn=0.05)
    p.line(body, k.dark, 0.5)
    for u in (-1, 1):
        p.fill(
            s.swell(on([(u * 0.16, -0.16), (u * 0.22, -0.34), (u * 0.14, -0.5), (u * 0.2, -0.62)]), size * 0.035),
            k.dark,
        )
    for x in (-0.045, -0.015, 0.015, 0.045):
        p.line(s.polygon(on([(x, 1.1), (x * 1.4, -0.66)]), close=False), k.paper, 0.09)
    p.fill(s.polygon(on([(-0.14, -0.42), (0.14, -0.42), (0.12, -0.48), (-0.12, -0.48)])), k.dark)
    p.fill(s.polygon(on([(-0.06, -0.62), (0.06, -0.62), (0.09, -0.92), (-0.09, -0.92)])), k.dark)
    for pipe in (-1.25, 1.5):
        note(p, on([(pipe, 0.5 if pipe < 0 else -0.2)])[0], size * 0.22)


def note(p: Plate, at: Point, size: float) -> None:
    """A note of music."""
    on = s.onto(at, size)
    p.fill(s.disc(*at, size * 0.5, 0.74), p.inks.dark)
    p.fill(s.polygon(on([(0.36, 0), (0.5, 0), (0.5, 2.2), (0.36, 2.2)])), p.inks.dark)
    p.fill(s.swell(on([(0.45, 2.2), (0.9, 1.7), (1.0, 1.1)]), size * 0.16), p.inks.dark)


def pipes(p: Plate, at: Point, size: float) -> None:
    """Reed pipes of falling length, bound together."""
    k, on = p.inks, s.onto(at, size, -0.25)
    for i in range(7):
        u = -0.72 + 0.24 * i
        low = -1.0 + 0.2 * i
        reed = s.polygon(on([(u - 0.11, 0.78), (u + 0.11, 0.78), (u + 0.11, low), (u - 0.11, low)]))
        volume(p, reed, (k.light if i % 2 else k.paper, k.deep), gap=0.6, turn=0.1)
        p.line(reed, k.dark, 0.28)
        p.fill(s.disc(*on([(u, 0.78)])[0], size * 0.1, 0.4), k.dark)
    for v in (0.34, 0.08):
        p.fill(s.polygon(on([(-0.9, v), (0.9, v), (0.9, v - 0.12), (-0.9, v - 0.12)])), k.dark)
        p.fill(s.cut(on([(-0.86, v - 0.06), (0.86, v - 0.06)]), size * 0.03), k.light)
    note(p, on([(1.1, 0.5)])[0], size * 0.24)
    note(p, on([(1.5, 1.1)])[0], size * 0.2)
    note(p, on([(-1.5, 0.2)])[0], size * 0.22)
