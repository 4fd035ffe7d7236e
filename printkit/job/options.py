"""The options of a print job that the command line and the print page share, each declared once.

An option that is not here is on one of the two alone (``--pages``, ``--cut``), or each reads it in a way of its own:
the paper follows the locale on the one and the browser on the other, a printer's profile is looked up.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

from printkit import print_refusal
from printkit.draw.ink_saving import INKS
from printkit.job.spec import MARKS, PrintSpec
from printkit.sheet.card_size import CARD_SIZES
from printkit.sheet.fitting import Fit, Guides, Registration
from printkit.sheet.label_sheet import names

Kind = Literal["text", "letter", "millimetres", "whole number", "choice", "flag"]
_DEFAULTS: dict[str, Any] = {one.name: one.default for one in (*fields(PrintSpec), *fields(Fit))}


@dataclass(frozen=True, slots=True)
class PrintOption:
    """One option. ``name`` is the command line's, without dashes; ``attribute`` is where the job keeps the value.

    A ``choice`` is one of ``choices``, or the default where none of them is wanted. A whole number is not below its
    default. ``metavar`` stands for the value in the command's ``help``. ``form_name`` is what the page's form and its
    addresses call the option where that is not its name.
    """

    name: str
    attribute: str
    kind: Kind
    help: str
    metavar: str | None = None
    choices: tuple[str | int, ...] = ()
    form_name: str = ""

    @property
    def default(self) -> Any:
        """What the job has where nobody says: the default of its ``PrintSpec`` or ``Fit``."""
        return _DEFAULTS[self.attribute]

    @property
    def field(self) -> str:
        """What the page's form and its addresses call it."""
        return self.form_name or self.name.replace("-", "_")

    @property
    def page_words(self) -> str:
        """What the page calls it in a sentence. Raises KeyError where no sentence names it."""
        return print_refusal.option(self.name).page


SPEC_OPTIONS = (
    PrintOption("ink", "ink", "choice", "low: outlines on white; grey: for a black printer", choices=INKS),
    PrintOption("eco-backs", "eco_backs", "flag", "backs in lines, dark only behind the codes: a quarter of the ink"),
    PrintOption("set", "print_set", kind="letter", help="print set: B for a second deck", metavar="A"),
    PrintOption("start-at", "start_at", kind="whole number", help="first free slot of a used sheet", metavar="N"),
    PrintOption("marks", "marks", "choice", "marks on both sides, fronts, backs, none", choices=MARKS),
    PrintOption(
        "keep-typos", "keep_typos", "flag", "spell labels as the rulebook does, slips and all", form_name="typos"
    ),
    PrintOption("sleeved", "sleeved", "flag", "boxes for cards in sleeves: wider, and twice as deep"),
    PrintOption("labels", "labels", "choice", "what labels are printed on; grid: cut by hand", choices=names()),
)
"""Those a ``PrintSpec`` keeps, in the order of the page's addresses."""
FIT_OPTIONS = (
    PrintOption(
        "card-size",
        "card_size",
        kind="text",
        help=f"{', '.join(CARD_SIZES)}, or WxH in mm (default: the game's)",
        metavar="SIZE",
    ),
    PrintOption("gap", "gap_mm", kind="millimetres", help="space between neighbouring cards", metavar="MM"),
    PrintOption("bleed", "bleed_mm", kind="millimetres", help="a bleed of its own for every card", metavar="MM"),
    PrintOption("corners", "corners_mm", kind="millimetres", help="radius of rounded corners", metavar="MM"),
    PrintOption("guides", "guides", "choice", "marks, or dashes across the waste", choices=get_args(Guides)),
    PrintOption(
        "registration",
        "registration",
        "choice",
        "marks for a Silhouette cutter (4: Cameo 5 Alpha)",
        choices=tuple(number for number in get_args(Registration) if number),
    ),
    PrintOption("proof", "proof", "flag", "show cut and safe zone on the cards, to check a design"),
)
"""Those a ``Fit`` keeps, in the order of the page's addresses."""
OPTIONS = {one.name: one for one in (*SPEC_OPTIONS, *FIT_OPTIONS)}
"""All of them by name."""
