"""The same cards for other uses: a picture a card, Tabletop Simulator, printing services, a manifest.

Each export is (path, bytes) pairs, made one at a time so that a whole deck at 600 dpi is never in memory at once.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import pypdfium2
from PIL import Image

from printkit.card_layout import resizing
from printkit.draw.display_list import Drawing, Fill, Group, rectangle
from printkit.draw.pdf import About, Leaf, write_pdf
from printkit.draw.pdf_preview import pdfium
from printkit.face import faces
from printkit.job.job_records import Plan
from printkit.job.page_drawing import face_of_piece
from printkit.sheet.fitting import fitted
from printkit.sheet.page import Bleed, Piece, Place

File = tuple[str, bytes]
NO_BACK = (62, 62, 66)
"""What a table shows behind cards that have no back."""
SERVICE_CARD_MM = (63.5, 88.9)
"""The poker card of printing services: 2.5 by 3.5 inches."""
SERVICE_BLEED_MM = 25.4 / 8
TTS_COLUMNS, TTS_ROWS = 10, 7
"""A sheet of Tabletop Simulator has ten by seven places at most, and shows the last one for hidden cards."""
TTS_LARGEST_PX = 4096
FACES_AT_ONCE = 12


@dataclass(frozen=True, slots=True)
class Canvas:
    """How a face becomes a picture: the size it is fitted to, the bleed shown around it, and its resolution."""

    size_mm: tuple[float, float]
    bleed_mm: float = 0.0
    dpi: int = 300

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the picture."""
        width, height = (round((side + 2 * self.bleed_mm) / 25.4 * self.dpi) for side in self.size_mm)
        return width, height


@dataclass(frozen=True, slots=True)
class Shown:
    """One face to picture: a piece seen from the front or from behind."""

    piece: Piece
    side: str = "front"


def pieces(plan: Plan) -> list[Piece]:
    """The paper cards of a plan, in printing order."""
    return [placed.piece for page in plan.pages for placed in page.placed if placed.side == "front"]


def pngs(plan: Plan, dpi: int = 300) -> Iterator[File]:
    """A picture of every paper card, trimmed, and of every back: ``fronts/homesteader-1.png``, ``backs/tale.png``."""
    canvas = Canvas(faces.size_mm(plan.deck.game, plan.style), dpi=dpi)
    shown = {f"fronts/{_named(piece)}.png": Shown(piece) for piece in pieces(plan)}
    for piece in pieces(plan):
        if piece.behind:
            shown[f"backs/{_named(piece)}.png"] = Shown(piece, "back")
        elif piece.card.back:
            shown.setdefault(f"backs/{piece.card.back}.png", Shown(piece, "back"))
    for name, picture in zip(shown, pictures(plan, list(shown.values()), canvas), strict=True):
        yield name, png(picture, dpi)


def pod(plan: Plan, dpi: int = 300) -> Iterator[File]:
    """For printing services: one folder a back, poker size with an eighth of an inch of bleed, numbered for upload.

    Fronts and backs of one number are one card. Where all backs of a folder are the same there is one ``back.png``.
    """
    canvas = Canvas(SERVICE_CARD_MM, SERVICE_BLEED_MM, dpi)
    rows = ["folder,number,card,name,code,front,back"]
    for folder, group in _by_back(plan).items():
        fronts = {f"{folder}/fronts/{n:03}-{_named(piece)}.png": Shown(piece) for n, piece in enumerate(group, 1)}
        backs: dict[str, Shown] = {}
        if group[0].behind:
            backs = {f"{folder}/backs/{n:03}-{_named(p)}.png": Shown(p, "back") for n, p in enumerate(group, 1)}
        elif group[0].card.back:
            backs = {f"{folder}/back.png": Shown(group[0], "back")}
        both = fronts | backs
        for name, picture in zip(both, pictures(plan, list(both.values()), canvas), strict=True):
            yield name, png(picture, dpi)
        behind = list(backs) if group[0].behind else [next(iter(backs), "")] * len(group)
        for n, (piece, front, back) in enumerate(zip(group, fronts, behind, strict=True), 1):
            name = as_text(piece.card.name).replace('"', '""')
            rows.append(f'{folder},{n},{piece.card.id},"{name}",{piece.code},{front},{back}')
    yield "order.csv", ("\ufeff" + "\r\n".join(rows) + "\r\n").encode()


def drivethru(plan: Plan) -> Iterator[File]:
    """For DriveThruCards: one PDF of the deck, a page of 2.75 by 3.75 inches a side, each card's back before its front.

    Order and size are those of its publisher help ("Common Card Prep Issues & Solutions" and the specifications for
    printed cards): an eighth of an inch of bleed in the page, nothing that matters within an eighth of the cut.
    """
    canvas = Canvas(SERVICE_CARD_MM, SERVICE_BLEED_MM)

    def leaves() -> Iterator[Leaf]:
        for piece in pieces(plan):
            has_back = piece.behind is not None or bool(piece.card.back)
            yield _leaf(plan, Shown(piece, "back"), canvas) if has_back else _plain_leaf(piece, canvas)
            yield _leaf(plan, Shown(piece), canvas)

    title = plan.deck.spec.title
    yield f"{plan.deck.game}.pdf", write_pdf(leaves(), About(title, "Backs and fronts in turn", "Simplex"))


def _plain_leaf(piece: Piece, canvas: Canvas) -> Leaf:
    """A page in one colour, for a card without a back."""
    (width, height), out = canvas.size_mm, canvas.bleed_mm
    ground = Fill(
        rectangle(0, 0, width + 2 * out, height + 2 * out), (NO_BACK[0] / 255, NO_BACK[1] / 255, NO_BACK[2] / 255)
    )
    return Leaf(
        width + 2 * out, height + 2 * out, (ground,), label=piece.card.id, section="Faces",
        trim_mm=(out, out, out + width, out + height), bleed_mm=(out, out),
    )  # fmt: skip


def tts(plan: Plan, place: str) -> Iterator[File]:
    """Tabletop Simulator: sheets of cards and a saved object that holds every deck. ``place`` is the folder's URL."""
    width_mm, height_mm = faces.size_mm(plan.deck.game, plan.style)
    across = TTS_LARGEST_PX // TTS_COLUMNS
    dpi = int(min(across / width_mm, TTS_LARGEST_PX / TTS_ROWS / height_mm) * 25.4)
    canvas = Canvas((width_mm, height_mm), dpi=dpi)
    decks = []
    for number, (back, group) in enumerate(_by_back(plan).items()):
        deck, files = _tts_deck(plan, canvas, (back, number), group)
        yield from files
        decks.append(_placed(deck, number))
    text = json.dumps({"SaveName": "", "GameMode": "", "ObjectStates": decks}, ensure_ascii=False, indent=1)
    yield f"{plan.deck.game}.json", text.replace("{place}", place.rstrip("/")).encode()


def _tts_deck(
    plan: Plan, canvas: Canvas, whose: tuple[str, int], group: list[Piece]
) -> tuple[dict[str, object], list[File]]:
    """One deck of cards that share a back (or have each their own), and its sheets."""
    back, deck_number = whose
    unique: dict[str, Piece] = {}
    for piece in group:
        unique.setdefault(piece.card.id, piece)
    room = TTS_COLUMNS * TTS_ROWS - 1
    listed = list(unique.values())
    files: list[File] = []
    custom: dict[str, object] = {}
    ids: dict[str, int] = {}
    own_backs = group[0].behind is not None
    for start in range(0, len(listed), room):
        sheet = listed[start : start + room]
        key = 1 + 10 * deck_number + start // room
        rows = max(2, -(-len(sheet) // TTS_COLUMNS))
        names = [f"{back}-{key}-fronts.png", f"{back}-{key}-backs.png"]
        files.append((names[0], _sheet(plan, canvas, [Shown(piece) for piece in sheet], rows)))
        behind = [Shown(piece, "back") for piece in (sheet if own_backs else sheet[:1])]
        if not own_backs and not group[0].card.back:
            files.append((names[1], png(Image.new("RGB", canvas.pixels, NO_BACK), canvas.dpi)))
        elif own_backs:
            files.append((names[1], _sheet(plan, canvas, behind, rows)))
        else:
            files.append((names[1], png(next(pictures(plan, behind, canvas)), canvas.dpi)))
        custom[str(key)] = {
            "FaceURL": f"{{place}}/{names[0]}", "BackURL": f"{{place}}/{names[1]}",
            "NumWidth": TTS_COLUMNS, "NumHeight": rows, "BackIsHidden": True, "UniqueBack": own_backs,
        }  # fmt: skip
        ids |= {piece.card.id: 100 * key + slot for slot, piece in enumerate(sheet)}
    cards = [_tts_card(piece, ids[piece.card.id], plan) for piece in group]
    if len(cards) == 1:  # a deck of one card is refused; the card itself is not
        return cards[0] | {"CustomDeck": custom}, files
    deck = {"Name": "DeckCustom", "Nickname": f"{plan.deck.spec.title}: {back}", "CustomDeck": custom}
    return deck | {"DeckIDs": [card["CardID"] for card in cards], "ContainedObjects": cards}, files


def _tts_card(piece: Piece, number: int, plan: Plan) -> dict[str, object]:
    face = plan.language.face(piece.card.game, plan.deck.spec.face(piece.card))
    said = {
        "Name": "Card",
        "Nickname": face.title,
        "Description": face.text.replace("**", ""),
        "GMNotes": str(piece.code),
    }
    return said | {"CardID": number, "Transform": _transform(0)}


def _placed(thing: dict[str, object], number: int) -> dict[str, object]:
    return thing | {"Transform": _transform(3 * number)}


def _transform(x: float) -> dict[str, float]:
    place = {"posX": float(x), "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0}
    return place | {"scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}


def _sheet(plan: Plan, canvas: Canvas, shown: list[Shown], rows: int) -> bytes:
    width, height = canvas.pixels
    whole = Image.new("RGB", (width * TTS_COLUMNS, height * rows), (20, 20, 20))
    for slot, picture in enumerate(pictures(plan, shown, canvas)):
        whole.paste(picture, (slot % TTS_COLUMNS * width, slot // TTS_COLUMNS * height))
    return png(whole, canvas.dpi)


def manifest(plan: Plan) -> Iterator[File]:
    """Everything a program needs to know of the deck, as JSON: what each card says, its codes, its size."""
    cards: dict[str, dict[str, object]] = {}
    for piece in pieces(plan):
        for card, code in (
            (piece.card, piece.code),
            *(((piece.behind.card, piece.behind.code),) if piece.behind else ()),
        ):
            if card.id not in cards:
                face = plan.language.face(card.game, plan.deck.spec.face(card))
                cards[card.id] = {
                    "id": card.id, "number": card.code, "name": card.name, "back": card.back, "title": face.title,
                    "suit": face.suit, "kind": face.kind, "value": face.value, "text": face.text, "note": face.note,
                    "stats": [list(pair) for pair in face.stats],
                    "behind": piece.behind.card.id if piece.behind and card is piece.card else None, "codes": [],
                }  # fmt: skip
            codes = cards[card.id]["codes"]
            assert isinstance(codes, list)
            codes.append(str(code))
    width, height = faces.size_mm(plan.deck.game, plan.style)
    whole = {
        "format": "tablewright-deck/1", "game": plan.deck.game, "title": plan.deck.spec.title,
        "letters": plan.deck.spec.letters, "set": plan.spec.print_set, "language": plan.language.code,
        "card_mm": [width, height], "cards": list(cards.values()),
    }  # fmt: skip
    yield f"{plan.deck.game}.json", (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()


def as_text(cell: str) -> str:
    """A cell that a spreadsheet program shows and does not reckon: a card may be called =1+1."""
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell


def _by_back(plan: Plan) -> dict[str, list[Piece]]:
    """The pieces by what is behind them: cards of one back together, those with a face behind together."""
    groups: dict[str, list[Piece]] = {}
    for piece in pieces(plan):
        groups.setdefault("two-sided" if piece.behind else piece.card.back or "no-back", []).append(piece)
    return groups


def _named(piece: Piece) -> str:
    return f"{piece.card.id}-{piece.code.copy}"


def pictures(plan: Plan, shown: Iterable[Shown], canvas: Canvas) -> Iterator[Image.Image]:
    """The faces as RGB pictures of the canvas's size, in order."""
    listed = list(shown)
    for start in range(0, len(listed), FACES_AT_ONCE):
        pdf = write_pdf((_leaf(plan, one, canvas) for one in listed[start : start + FACES_AT_ONCE]), _ABOUT)
        for number in range(len(listed[start : start + FACES_AT_ONCE])):
            yield _raster(pdf, number, canvas)


_ABOUT = About("Faces", "One face a page", "Simplex")


def _leaf(plan: Plan, one: Shown, canvas: Canvas) -> Leaf:
    (width, height), out = canvas.size_mm, canvas.bleed_mm
    own = canvas.size_mm != faces.size_mm(plan.deck.game) and resizing.can_be(canvas.size_mm)
    style = replace(plan.style, size_mm=canvas.size_mm if own else None)
    natural = faces.size_mm(plan.deck.game, style)
    place = Place(out, out, width_mm=width, height_mm=height, bleed=Bleed(out, out, out, out))
    face: Drawing = fitted(face_of_piece(one.piece, one.side, plan, style), natural, place)
    trim = (out, out, out + width, out + height)
    return Leaf(
        width + 2 * out,
        height + 2 * out,
        drawing=(Group(face, out, out),),
        label=one.piece.card.id,
        section="Faces",
        trim_mm=trim,
        bleed_mm=(out, out),
    )


def _raster(pdf: bytes, number: int, canvas: Canvas) -> Image.Image:
    with pdfium, pypdfium2.PdfDocument(pdf) as document:
        page = document[number]
        picture: Image.Image = page.render(scale=canvas.dpi / 72).to_pil().convert("RGB")
        page.close()
    # PDFium rounds up; a service counts pixels.
    return picture if picture.size == canvas.pixels else picture.resize(canvas.pixels)


def png(picture: Image.Image, dpi: int) -> bytes:
    """A picture as a PNG that knows its size on paper."""
    file = io.BytesIO()
    picture.save(file, "PNG", dpi=(dpi, dpi), compress_level=6)
    return file.getvalue()
