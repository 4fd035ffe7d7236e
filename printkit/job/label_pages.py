"""Labels for sleeves as pages: one for each paper card, in the places of a sheet of labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from printkit.card_layout import find_layout
from printkit.components import sleeve_labels
from printkit.draw.display_list import Colour, Drawing, Stroke, polygon, rounded
from printkit.job.spec import LABELS, PrintSpec
from printkit.print_refusal import option
from printkit.sheet import fitting
from printkit.sheet.backs import FRONTS_ONLY
from printkit.sheet.imposition import Grid
from printkit.sheet.label_sheet import LabelSheet
from printkit.sheet.page import Cutout, Page, Piece, Place, Ready, bind
from printkit.sheet.paper import Sheet, find_sheet
from printkit.sheet.printer_profile import ProfileError
from printkit.type.language import Language
from rules.text import say
from rules.values.cards import Deck

SECTION = "Labels for sleeves"
HAIR_MM = 0.1
LINE: Colour = (0.7, 0.7, 0.7)
"""Between labels to be cut by hand: white beside white shows no edge."""


def settled(spec: PrintSpec, labels: LabelSheet) -> PrintSpec:
    """The job as labels can be printed: on their own paper, one side, one code on each, and marks only to cut by."""
    return replace(
        spec,
        paper=labels.paper or spec.paper,
        backs=FRONTS_ONLY,
        second_code=False,
        marks=spec.marks if labels.by_hand else "none",
    )


def sheet_of(spec: PrintSpec, labels: LabelSheet) -> Sheet:
    """The paper of a settled job, upright, as the printer leaves it. Raises SheetError, ProfileError."""
    paper, profile = find_sheet(spec.paper), spec.fit.profile
    if profile and find_sheet(profile.paper) != paper:
        text = "was measured on {measured} and these labels are on {paper}; leave it out, or choose other {labels}"
        said = say(text, measured=profile.paper, paper=paper.title, labels=option("labels"))
        raise ProfileError(said, option("profile"), profile.name)
    sheet = fitting.part_sheet(replace(spec.fit, registration=0), paper)
    if labels.by_hand:
        return sheet
    return replace(sheet, title=f"{sheet.title} with {labels.columns * labels.rows} labels")


def notes(asked: PrintSpec, labels: LabelSheet) -> Iterator[str]:
    """A sentence for every option that cannot mean something for labels."""
    others = [word for word in asked.what if word != LABELS]
    if others:
        text = "Labels are printed by themselves, on sheets of their own: print {others} without them."
        yield say(text, others=", ".join(others))
    if labels.paper and find_sheet(asked.paper) != find_sheet(labels.paper):
        text = "These labels come on {paper}, whatever {option} says."
        yield say(text, paper=find_sheet(labels.paper).title, option=option("paper"))
    fit = asked.fit
    for name, given in (
        ("card-size", fit.card_size),
        ("bleed", fit.bleed_mm is not None),
        ("gap", fit.gap_mm is not None),
        ("corners", fit.corners_mm),
        ("slots", fit.slots),
        ("registration", fit.registration),
        ("cut", fit.spot),
        ("second-code", asked.second_code),
        ("sleeved", asked.sleeved),
        ("keep-typos", asked.keep_typos),
    ):
        if given:
            text = "{option} is not for labels: they have a size, a place and one code each."
            yield say(text, option=option(name))


def grid(labels: LabelSheet, sheet: Sheet, places: Sequence[Place]) -> Grid:
    """The block of labels on its page."""
    columns = len({place.x_mm for place in places})
    last = places[-1]
    return Grid(
        sheet.width_mm, sheet.height_mm, labels.width_mm, labels.height_mm, columns, len(places) // columns,
        min(place.x_mm for place in places), last.y_mm,
    )  # fmt: skip


def pages(
    pieces: Iterable[Piece],
    deck: Deck,
    spec: PrintSpec,
    *,
    labels: LabelSheet,
    sheet: Sheet,
    places: Sequence[Place],
    language: Language,
) -> tuple[Page, ...]:
    """The labels of these paper cards on as many sheets as they need, the first one from the slot asked for."""
    layout = find_layout(deck.game)
    room = _room(labels, sheet, places)
    outline = rounded(0, 0, labels.width_mm, height_mm=labels.height_mm, radius_mm=max(labels.corner_mm, 0.01))
    trim = (
        min(place.x_mm for place in places),
        min(place.y_mm for place in places),
        max(place.x_mm + place.width_mm for place in places),
        max(place.y_mm + place.height_mm for place in places),
    )
    lined = labels.by_hand and spec.marks in ("both", "fronts")
    sheets: list[list[Cutout]] = []
    for index, piece in enumerate(pieces, spec.start_at - 1):
        face = language.face(deck.game, deck.spec.face(piece.card))
        drawn = sleeve_labels.label(face, piece.code, layout, room, language.code)
        slot = index % len(places)
        if slot == 0 or not sheets:
            sheets.append([])
        sheets[-1].append(
            Cutout(f"label {piece.card.id}", places[slot], drawn, outline=None if labels.by_hand else outline)
        )
    size = sheet.width_mm, sheet.height_mm
    ready = (Ready(*size, _lines(cutouts) if lined else (), trim, tuple(cutouts), by_hand=True) for cutouts in sheets)
    return bind(
        ((Page(0, 0, sheet=0, side="front", section=SECTION, placed=(), ready=one), None) for one in ready),
        spec.backs,
    )


def _room(labels: LabelSheet, sheet: Sheet, places: Sequence[Place]) -> sleeve_labels.Room:
    """A label's size, and what the printer cannot reach of those at the edge of the sheet: all are drawn alike."""
    margin_x, margin_y = sheet.margins_mm
    return sleeve_labels.Room(
        labels.width_mm,
        labels.height_mm,
        margin_x - min(min(place.x_mm, sheet.width_mm - place.x_mm - place.width_mm) for place in places),
        margin_y - min(min(place.y_mm, sheet.height_mm - place.y_mm - place.height_mm) for place in places),
    )


def _lines(labels: Sequence[Cutout]) -> Drawing:
    """Hair lines along all cuts between labels that are cut by hand."""
    boxes = [label.place.box() for label in labels]
    left, right = min(box[0] for box in boxes), max(box[2] for box in boxes)
    bottom, top = min(box[1] for box in boxes), max(box[3] for box in boxes)
    xs = sorted({round(x, 3) for box in boxes for x in (box[0], box[2])})
    ys = sorted({round(y, 3) for box in boxes for y in (box[1], box[3])})
    ends = [((x, bottom), (x, top)) for x in xs] + [((left, y), (right, y)) for y in ys]
    return tuple(Stroke(polygon(line, close=False), LINE, HAIR_MM) for line in ends)
