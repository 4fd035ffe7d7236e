"""A face made for one size, laid out anew for cards of another: nothing is enlarged or padded.

The code and the line beside it keep their places from the upper left corner and their size, so every code is scanned
as before. What stands below goes with the lower edge, and the picture takes what is left. On a narrow card the name
has a line of its own under the code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from printkit.card_layout.records import Box, CardLayout, DrawnBox

LEAST_MM, MOST_MM = (40.0, 54.0), (200.0, 300.0)
"""Smaller cards are printed from the next larger face, reduced; larger ones are boards."""
NARROW_MM = 54.0
"""Below this a name does not fit beside the code and the value."""
CODE_ZONE_MM = (21.8, 20.6)
"""What the code needs from the left and from the top."""
EDGE_MM = 3.0
GAP_MM = 1.2


def can_be(size_mm: tuple[float, float]) -> bool:
    """Whether a face can be laid out on a card of this size."""
    return all(low <= side <= high for low, side, high in zip(LEAST_MM, size_mm, MOST_MM, strict=True))


@lru_cache(maxsize=64)
def resized(layout: CardLayout, size_mm: tuple[float, float]) -> CardLayout:
    """The face on a card of another size."""
    if size_mm == layout.size_mm:
        return layout
    across, up = _maps(layout.size_mm, size_mm)
    boxes = resized_boxes(layout.boxes, layout.size_mm, size_mm)
    second = {key: _moved(box, across, up) for key, box in layout.second.items()}
    bleed = layout.numbers["bleed_mm"]
    whole = Box(-bleed, -bleed, size_mm[0] + 2 * bleed, size_mm[1] + 2 * bleed)

    def own(box: DrawnBox) -> DrawnBox:
        return replace(box, at=whole if box.bleed else _moved(box.at, across, up))

    drawn = tuple(map(own, layout.drawn))
    boxes |= {box.name: box.at for box in drawn if box.name in boxes}
    variants = tuple((only, resized(one, size_mm)) for only, one in layout.variants)
    return replace(
        layout,
        size_mm=size_mm,
        boxes=MappingProxyType(boxes),
        second=MappingProxyType(second),
        drawn=drawn,
        variants=variants,
    )


def resized_boxes(boxes: Mapping[str, Box], old: tuple[float, float], new: tuple[float, float]) -> dict[str, Box]:
    """Our boxes on a card of another size."""
    if old == new:
        return dict(boxes)
    across, up = _maps(old, new)
    wider, taller = new[0] - old[0], new[1] - old[1]
    found = {key: _moved(box, across, up) for key, box in boxes.items()}
    for key in ("code", "index"):
        found[key] = _raised(boxes[key], taller)
    beside = _raised(boxes["code_text"], taller)
    found["code_text"] = replace(beside, width=beside.width + wider)
    for key in ("title", "kind"):
        found[key] = replace(_raised(boxes[key], taller), width=boxes[key].width + wider)
    value = boxes["value"]
    found["value"] = replace(value, x=value.x + wider, y=value.y + taller)
    for key in ("text", "note", "strip", "stats"):
        found[key] = replace(boxes[key], width=boxes[key].width + wider)
    found["frame"] = replace(boxes["frame"], width=boxes["frame"].width + wider, height=boxes["frame"].height + taller)
    head = found["code"].y
    if new[0] < NARROW_MM:
        head = _narrow(found, new)
    share = min(1.4, max(0.6, new[1] / old[1]))
    text = found["text"]
    foot = text.y + text.height * share
    found["text"] = replace(text, height=foot - text.y)
    art = boxes["art"]
    low = foot + (art.y - boxes["text"].top)
    found["art"] = Box(art.x, low, art.width + wider, max(4.0, head - (boxes["code"].y - art.top) - low))
    index = found["index"]
    room = found["art"].top - found["art"].y
    found["index"] = replace(index, y=max(index.y, found["art"].top - room), height=min(index.height, room))
    if new[0] < NARROW_MM:
        found["index"] = replace(found["index"], y=found["art"].top - found["index"].height)
    return found


def _narrow(found: dict[str, Box], new: tuple[float, float]) -> float:
    """Name and kind under the code, the value right of it; where the picture may begin."""
    code, left = found["code"], found["text"].x
    width = new[0] - 2 * left
    found["title"] = Box(left, code.y - 7.4, width, 7.4)
    found["kind"] = Box(found["code_text"].x, code.y + 3.2, new[0] - found["code_text"].x - 2.2, 2.6)
    found["code_text"] = replace(found["code_text"], width=new[0] - found["code_text"].x - 2.2)
    value = found["value"]
    found["value"] = replace(value, x=max(found["code_text"].x, new[0] - 4.0 - value.width))
    return found["title"].y - GAP_MM


Map = Callable[[float], float]


def _maps(old: tuple[float, float], new: tuple[float, float]) -> tuple[Map, Map]:
    """Where a place across and one up lie on the other card: edges and the code's zone stay, the rest stretches."""

    def across(x: float) -> float:
        start, end = CODE_ZONE_MM[0], old[0] - EDGE_MM
        if x <= start:
            return x
        if x >= end:
            return x + new[0] - old[0]
        return start + (x - start) * (new[0] - EDGE_MM - start) / (end - start)

    def up(y: float) -> float:
        start, end = EDGE_MM, old[1] - CODE_ZONE_MM[1]
        if y <= start:
            return y
        if y >= end:
            return y + new[1] - old[1]
        return start + (y - start) * (new[1] - CODE_ZONE_MM[1] - start) / (end - start)

    return across, up


def _moved(box: Box, across: Map, up: Map) -> Box:
    x, y = across(box.x), up(box.y)
    return Box(x, y, across(box.right) - x, up(box.top) - y)


def _raised(box: Box, by_mm: float) -> Box:
    return replace(box, y=box.y + by_mm)
