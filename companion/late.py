"""Modules that take long to load (NumPy, OpenCV, ReportLab, fontTools and what needs them), each at its first use.

    late.print_job.plan(spec)

They take twice as long to load as everything else a server needs to answer, and nobody prints or photographs in its
first second; ``companion.server.warm_up`` has ready soon after what a table shows (``AT_TABLES``). The others would
hold 25 MB where nobody prints or photographs: their first use waits for them, about half a second. All are loaded
behind one lock: where two threads load modules of one package at the same time, each can wait for the other, and Python
gives one of them half a module.
"""

from __future__ import annotations

from importlib import import_module
from threading import RLock
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as numpy
    from fontTools import subset as subset
    from fontTools.pens import ttGlyphPen as ttGlyphPen
    from qrcode.image.svg import SvgPathImage as SvgPathImage

    from printkit import card_layout as card_layout
    from printkit.card_layout import box_reading as box_reading
    from printkit.check import lint as lint
    from printkit.components import kit_file as kit_file
    from printkit.draw import pdf as pdf
    from printkit.draw import pdf_preview as pdf_preview
    from printkit.draw import photos as photos
    from printkit.draw import svg as svg
    from printkit.face import art_tile as art_tile
    from printkit.face import faces as faces
    from printkit.face import own_faces as own_faces
    from printkit.input import pictures as pictures
    from printkit.job import estimate as estimate
    from printkit.job import export as export
    from printkit.job import kit as kit
    from printkit.job import options as options
    from printkit.job import print_job as print_job
    from printkit.sheet import calibration_sheet as calibration_sheet
    from printkit.sheet import fitting as fitting
    from printkit.sheet import imported_slots as imported_slots
    from printkit.type import fonts as fonts
    from printkit.type import hyphenation as hyphenation
    from printkit.type import typesetting as typesetting
    from rules.datagame import examples as examples
    from rules.datagame import game as game
    from rules.datagame import plan_reading as plan_reading
    from vision import far_cards as far_cards
    from vision import scan as scan
    from vision.dice import die_face as die_face
    from vision.dice import find_dice as find_dice
    from vision.picture import decoding as decoding
    from vision.picture import homography as homography
    from vision.picture.opencv_setup import cv2 as cv2
    from vision.printer import calibration as calibration
    from vision.read import two_code_cards as two_code_cards
    from vision.taught import face_deck as face_deck
    from vision.taught import find_faces as find_faces
    from vision.taught import look_alikes as look_alikes
    from vision.taught import straight_card as straight_card
    from vision.taught import teaching as teaching
    from vision.video import averaging as averaging
    from vision.video import camera_motion as camera_motion
    from vision.video import tracking as tracking

MODULES: Final = {
    "game": "rules.datagame.game",
    "SvgPathImage": "qrcode.image.svg:SvgPathImage",
    "card_layout": "printkit.card_layout",
    "box_reading": "printkit.card_layout.box_reading",
    "faces": "printkit.face.faces",
    "art_tile": "printkit.face.art_tile",
    "hyphenation": "printkit.type.hyphenation",
    "print_job": "printkit.job.print_job",
    "options": "printkit.job.options",
    "lint": "printkit.check.lint",
    "estimate": "printkit.job.estimate",
    "pdf": "printkit.draw.pdf",
    "pdf_preview": "printkit.draw.pdf_preview",
    "numpy": "numpy",
    "cv2": "vision.picture.opencv_setup:cv2",
    "decoding": "vision.picture.decoding",
    "scan": "vision.scan",
    "find_faces": "vision.taught.find_faces",
    "tracking": "vision.video.tracking",
    "averaging": "vision.video.averaging",
    "far_cards": "vision.far_cards",
    "camera_motion": "vision.video.camera_motion",
    "subset": "fontTools.subset",
    "ttGlyphPen": "fontTools.pens.ttGlyphPen",
    "kit_file": "printkit.components.kit_file",
    "photos": "printkit.draw.photos",
    "svg": "printkit.draw.svg",
    "own_faces": "printkit.face.own_faces",
    "pictures": "printkit.input.pictures",
    "export": "printkit.job.export",
    "kit": "printkit.job.kit",
    "calibration_sheet": "printkit.sheet.calibration_sheet",
    "fitting": "printkit.sheet.fitting",
    "imported_slots": "printkit.sheet.imported_slots",
    "fonts": "printkit.type.fonts",
    "typesetting": "printkit.type.typesetting",
    "examples": "rules.datagame.examples",
    "plan_reading": "rules.datagame.plan_reading",
    "die_face": "vision.dice.die_face",
    "find_dice": "vision.dice.find_dice",
    "homography": "vision.picture.homography",
    "calibration": "vision.printer.calibration",
    "two_code_cards": "vision.read.two_code_cards",
    "face_deck": "vision.taught.face_deck",
    "look_alikes": "vision.taught.look_alikes",
    "straight_card": "vision.taught.straight_card",
    "teaching": "vision.taught.teaching",
}
"""By what they are called here, as above; what the first table, print and photo need comes first."""

AT_TABLES: Final = (
    "game", "SvgPathImage", "card_layout", "box_reading", "faces", "art_tile", "hyphenation", "fonts", "subset",
    "ttGlyphPen",
)  # fmt: skip
"""What a table's pages and their pictures of cards need: no tap waits for it."""

_LOADING = RLock()

if not TYPE_CHECKING:  # types come from the imports above

    def __getattr__(name):
        if name not in MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        where, _, inside = MODULES[name].partition(":")
        with _LOADING:
            found = import_module(where)
        found = getattr(found, inside) if inside else found
        globals()[name] = found  # the next use finds it without asking
        return found
