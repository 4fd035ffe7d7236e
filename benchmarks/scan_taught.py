"""Cards without codes: how many of a taught deck are named, and whether any is named wrongly.

    python benchmarks/scan_taught.py [--seed0 N] [--count N] [--games GAME ...] [--only ROW] [--quick] [--pictures DIR]
    python benchmarks/scan_taught.py --many 20000 --state DIR [--seed0 N]

Our games' faces with the code painted over are one closed deck. They are taught from photos of nine, 330 pixels a
card, in other light; where a card's outline is not found its corners are given with an error of 0.6 %, as a person
drags them. Then twelve lie on a table, one of them face down, photographed by tests/support/ray_cast_table.py at so
many pixels a card's width. Only cards whole and in sight count, "third covered" those that are not; ``or`` are cards
called "A or B". ``fan`` are cards that show one corner and a strip each, six in a fan, all face up; the two whole ones
are not counted. ``wrong`` is every name that is not the card's, and every name where none is. ``pair`` has cards that
differ in a part of one figure from a face of the deck, taught with the others for this row alone. ``other`` is a deck
that was not taught (the faces mirrored, red for blue), ``empty`` a table.
``12 MP`` is measured twice: *warm* is CPU with faces that were compared before, *cold* with a deck just loaded.
``--many`` counts wrong names over so many taught cards, 24 on a table: small ones, covered ones, ones with a like one
in the deck; and between them tables of another deck and empty ones. It may be stopped and begun again: DIR keeps the
taught deck and what was counted. Without ``--many`` only the deck is kept there.
Tuned on seeds below 5000. Prints a table and one JSON line last.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

import numpy as np
from playing_cards import back_of_pack, pack_of_cards
from ray_cast_table import CodeSeen, Faults, TablePhoto, View, photograph
from table_scene import CardArt
from uncoded_cards import back_of, card_view, plain_card, uncoded_cards

from rules import games
from vision.picture.decoding import decode
from vision.picture.opencv_setup import cv2
from vision.taught.face_deck import Face, FaceDeck
from vision.taught.find_faces import FaceFound, find_faces
from vision.taught.teaching import cut_at, cut_faces

TEACHING_PX, QUICK_PX, NINE = 330, 180, 9


@dataclass(frozen=True)
class Kind:
    """A row of the table. ``least`` is the share to be named."""

    name: str
    card_px: float
    least: float | None = None
    covered: bool = False
    of: str = "taught"
    cards: int = 12
    fan: int = 0


KINDS = (
    Kind("200 px", 200),
    Kind("120 px", 120, 0.95),
    Kind("80 px", 80, 0.90),
    Kind("50 px", 50, 0.75),
    Kind("third covered, 200 px", 200, 0.70, covered=True),
    Kind("fan, 200 px", 200, covered=True, fan=6),
    Kind("pair, 120 px", 120, of="pair"),
    Kind("12 MP", 480),
    Kind("other deck, 120 px", 120, of="other"),
    Kind("empty table", 120, of="empty"),
)
MANY = (
    Kind("many, 120 px", 120, cards=24),
    Kind("many, 80 px", 80, cards=24),
    Kind("many, 50 px", 50, cards=24),
    Kind("many, third covered", 120, covered=True, cards=24),
    Kind("many, one figure apart", 120, of="pair", cards=24),
    Kind("many, other deck", 120, of="other", cards=24),
    Kind("many, empty table", 120, of="empty", cards=24),
)


@dataclass
class Row:
    """One line, counted in cards; ``seen`` are all taught cards that lie there, ``strange`` those of another deck.

    ``cpu_s`` is the finding's own with the faces compared before, ``cold_s`` with a deck just loaded.
    """

    kind: str
    least: float | None
    of: int = 0
    seen: int = 0
    strange: int = 0
    named: int = 0
    either: int = 0
    wrong: int = 0
    cpu_s: float = 0.0
    cold_s: float = 0.0
    pictures: int = 0

    def line(self) -> str:
        share = f"{100 * self.named / self.of:>6.1f}" if self.of else f"{'':6}"
        least = f"{100 * self.least:.0f}" if self.least else ""
        warm, cold = (one / max(1, self.pictures) for one in (self.cpu_s, self.cold_s))
        counts = f"{self.of:>5}  {share}  {self.either:>4}  {self.wrong:>5}  {least:>5}"
        return f"{self.kind:24}  {counts}  {warm:>6.2f}  {f'{cold:.2f}' if cold else '':>6}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed0", type=int, default=1)
    parser.add_argument("--count", type=int, default=8, help="tables a row, twelve cards on each")
    parser.add_argument("--games", nargs="+", choices=games.with_cards(), default=games.with_cards())
    parser.add_argument("--only", metavar="ROW", default="", help="only rows whose name begins so")
    parser.add_argument("--playing", action="store_true", help="an ordinary pack of 52 instead of our games")
    parser.add_argument("--quick", action="store_true", help="one game, one table of two rows")
    parser.add_argument("--pictures", metavar="DIR", type=Path, help="write the pictures with what was named drawn on")
    parser.add_argument("--many", metavar="N", type=int, help="count wrong names over so many cards")
    parser.add_argument("--state", metavar="DIR", type=Path, help="with --many: goes on with what is kept there")
    args = parser.parse_args()
    if args.many and not args.state:
        parser.error("--many needs --state DIR, where what was counted is kept.")
    cards = playing_cards() if args.playing else printed_cards(["tower"] if args.quick else args.games, args.quick)
    given, deck = deck_of(cards, args)
    without = FaceDeck("bench", tuple(face for face in deck.faces if face.id not in cards.pairs))
    if args.many:
        count_many(args.many, args.state / f"counts-{args.seed0}.json", args.seed0, cards, (without, deck))
        return
    print(f"{len(without.faces)} faces and {len(cards.pairs)} like one of them, {given} of them by given corners")
    print(f"{'':24}  {'cards':>5}  {'named':>6}  {'or':>4}  {'wrong':>5}  {'least':>5}  {'CPU s':>6}  {'cold':>6}")
    rows = []
    for kind in [one for one in KINDS if one.name.startswith(args.only)][: 2 if args.quick else None]:
        if kind.of == "pair" and not cards.pairs:
            continue
        row = Row(kind.name, kind.least)
        for number in range(1 if args.quick else args.count):
            used = deck if kind.of == "pair" else without
            scene = table(kind, cards, seed=args.seed0 + number)
            if kind.name == "12 MP":
                cold = FaceDeck("bench", used.faces)
                row.cold_s += cpu_of(scene, cold)
            look(scene, used, kind, row, args.pictures and args.pictures / f"{kind.name}-{number}.png")
        rows.append(row)
        print(row.line(), flush=True)
    print(json.dumps({"seed0": args.seed0, "faces": len(deck.faces), "rows": [asdict(row) for row in rows]}))


@dataclass(frozen=True, eq=False)
class Cards:
    """A deck as it lies on the table: face id -> card; ``pairs`` differ in a part of one figure from another card."""

    arts: dict[str, CardArt]
    pairs: dict[str, CardArt]
    back: CardArt


def printed_cards(chosen: Sequence[str], quick: bool) -> Cards:
    """Our games' faces with the code painted over."""
    arts = {
        f"{game}/{id}": plain_card(f"{game}/{id}", art.front)
        for game in chosen
        for id, art in uncoded_cards(game).items()
    }
    some = () if quick else list(arts.items())[::20]
    return Cards(arts, {f"{id}~": plain_card(f"{id}~", _one_figure_less(art)) for id, art in some}, back_of(chosen[0]))


def playing_cards() -> Cards:
    """An ordinary pack of 52."""
    return Cards(
        {id: plain_card(id, face) for id, face in pack_of_cards().items()}, {}, plain_card("back", back_of_pack())
    )


def count_many(least: int, file: Path, seed0: int, cards: Cards, decks: tuple[FaceDeck, FaceDeck]) -> None:
    """Tables until so many cards were seen, or until it is stopped; ``decks`` without the pairs and with them."""
    kinds = [kind for kind in MANY if cards.pairs or kind.of != "pair"]
    rows = (
        [Row(**row) for row in json.loads(file.read_text())]
        if file.exists()
        else [Row(one.name, None) for one in kinds]
    )
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        while sum(row.seen for row in rows) < least:
            number = sum(row.pictures for row in rows)
            kind, row = kinds[number % len(kinds)], replace(rows[number % len(kinds)])
            wrong = row.wrong
            look(table(kind, cards, seed=seed0 + number), decks[kind.of == "pair"], kind, row, None)
            if row.wrong > wrong:
                print(f"wrong: {kind.name}, table {seed0 + number}", flush=True)
            rows[number % len(kinds)] = row
            file.write_text(json.dumps([asdict(row) for row in rows]))
    except KeyboardInterrupt:
        print("stopped")
    for row in rows:
        print(row.line(), flush=True)
    seen, strange, wrong = (sum(getattr(row, name) for row in rows) for name in ("seen", "strange", "wrong"))
    counts = {"seed0": seed0, "seen": seen, "strange": strange, "wrong": wrong}
    print(json.dumps({**counts, "rows": [asdict(row) for row in rows]}))


def deck_of(cards: Cards, args: argparse.Namespace) -> tuple[int, FaceDeck]:
    """The deck as taught and for how many faces the corners were given; --state keeps it, for it takes minutes."""
    every = [*cards.arts.values(), *cards.pairs.values()]
    near_px = QUICK_PX if args.quick else TEACHING_PX
    if not args.state:
        return taught(every, cards.back, args.seed0, near_px)
    args.state.mkdir(parents=True, exist_ok=True)
    file = args.state / f"deck-{args.seed0}.npz"
    if not file.exists():
        given, deck = taught(every, cards.back, args.seed0, near_px)
        np.savez(file, given=given, **{face.id.replace("/", "|"): face.picture_bgr for face in deck.faces})
    kept = dict(np.load(file))
    given = int(kept.pop("given"))
    faces = ((id.replace("|", "/"), picture) for id, picture in kept.items())
    return given, FaceDeck("bench", tuple(Face(id, id, picture, is_back=id == "back") for id, picture in faces))


def taught(arts: Sequence[CardArt], back: CardArt, seed: int, near_px: float) -> tuple[int, FaceDeck]:
    """The deck as it is taught from photos, and for how many faces the corners had to be given."""
    faces, given = [], 0
    every = [*arts, back]
    for first in range(0, len(every), NINE):
        some = every[first : first + NINE]
        light = np.random.default_rng([seed, first])
        faults = Faults(shadows=1, shadow_depth=0.2, noise=1.0, overexposed=float(light.uniform(0.8, 1.2)))
        table = str(light.choice(["black", "lino", "marble"]))
        near = card_view(near_px, 8.0, bend_mm=0.8)
        scene = photograph(
            some, seed=seed * 1000 + first, view=View(near.px_per_module, 8.0, 0.8, table=table), faults=faults
        )
        image = decode(scene.photo).image
        cut = cut_faces(image)
        for art, corners in zip(some, scene.cards_px, strict=True):
            size = float(np.sqrt(cv2.contourArea(corners.astype(np.float32))))
            near_by = [one for one in cut if _off(one.corners_px, corners) < 0.05 * size]
            if not near_by:
                given += 1
                near_by = [cut_at(image, corners + light.normal(0, 0.004 * size, (4, 2)))]
            faces.append(Face(art.text, art.text, near_by[0].picture_bgr, is_back=art is back))
    return given, FaceDeck("bench", tuple(faces))


def _off(quad: np.ndarray, corners: np.ndarray) -> float:
    return min(float(np.abs(np.roll(quad, turns, axis=0) - corners).max()) for turns in range(4))


def _one_figure_less(art: CardArt) -> np.ndarray:
    """The card with another figure in its corner: a part of the badge painted over."""
    face = art.front.copy()
    px = face.shape[1] / art.size_mm[0]
    rows, columns = slice(int(7.5 * px), int(10 * px)), slice(int(52.2 * px), int(55.2 * px))
    face[rows, columns] = np.median(face[rows, columns].reshape(-1, 3), axis=0)
    return face


def table(kind: Kind, cards: Cards, *, seed: int) -> TablePhoto:
    """A kind's cards, one face down, at a tilt, in a light and before a camera that the seed chooses."""
    rng = np.random.default_rng([seed, int(kind.card_px), len(kind.name)])
    arts, pairs = cards.arts, cards.pairs
    pool = list(arts.values())
    if kind.of == "pair":
        pool = [*pairs.values(), *(arts[id.removesuffix("~")] for id in pairs)]
    drawn = [pool[index] for index in rng.permutation(len(pool))[: kind.cards - 1]]
    drawn.insert(int(rng.integers(len(drawn) + 1)), plain_card("back", cards.back.front))
    if kind.fan:
        drawn = [art for art in drawn if art.text != "back"] + [pool[int(rng.integers(len(pool)))]]
    if kind.of == "other":
        drawn = [plain_card("", np.ascontiguousarray(art.front[:, ::-1, ::-1])) for art in drawn if art.text != "back"]
    faults = Faults(
        shadows=int(rng.integers(1, 3)),
        shadow_depth=0.3,
        noise=float(rng.uniform(0.8, 2)),
        jpeg=int(rng.integers(80, 92)),
        overexposed=float(rng.uniform(0.8, 1.3)),
        motion_px=float(rng.uniform(0, 0.6)),
    )
    view = card_view(kind.card_px, float(rng.uniform(5, 40)))
    view = View(view.px_per_module, view.tilt_deg, 2.0, kind.covered, kind.fan, kind.of == "empty")
    return photograph(drawn, seed=seed, view=view, faults=faults)


def cpu_of(scene: TablePhoto, deck: FaceDeck) -> float:
    """Seconds that finding a deck's faces takes."""
    image = decode(scene.photo).image
    began = time.process_time()
    find_faces(image, deck)
    return time.process_time() - began


def look(scene: TablePhoto, deck: FaceDeck, kind: Kind, row: Row, picture: Path | None) -> None:
    """Add what is found on one table to its row."""
    image = decode(scene.photo).image
    began = time.process_time()
    found = find_faces(image, deck)
    row.cpu_s += time.process_time() - began
    row.pictures += 1
    cards = [] if kind.of == "empty" else list(zip(scene.codes, scene.cards_px, strict=True))
    row.seen += sum(bool(code.text) for code, _ in cards)
    row.strange += sum(not code.text for code, _ in cards)
    row.of += sum(code.in_sight != kind.covered for code, _ in cards if code.text)
    for one in found:
        names = [deck.faces[face].id for face in one.faces]
        near = _nearest(one, cards) if kind.fan else cards
        there = [code for code, corners in near if _over(one, corners) and code.text in names]
        if not there:
            row.wrong += 1
        elif len(names) > 1:
            row.either += 1
        elif there[0].in_sight != kind.covered:
            row.named += 1
    if picture:
        for one in found:
            cv2.polylines(image, [one.corners_px.astype(np.int32)], True, (0, 200, 0), 3)
        picture.parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(picture), image)


def _nearest(one: FaceFound, cards: Sequence[tuple[CodeSeen, np.ndarray]]) -> list[tuple[CodeSeen, np.ndarray]]:
    """The card whose middle is nearest: those of a fan hold one another's."""
    middle = one.corners_px.mean(axis=0)
    return sorted(cards, key=lambda card: float(np.linalg.norm(card[1].mean(axis=0) - middle)))[:1]


def _over(one: FaceFound, corners: np.ndarray) -> bool:
    x, y = (float(value) for value in one.corners_px.mean(axis=0))
    return bool(cv2.pointPolygonTest(corners.astype(np.float32), (x, y), False) >= 0)


if __name__ == "__main__":
    main()
