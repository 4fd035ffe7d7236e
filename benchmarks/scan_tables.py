"""How many of a table's printed cards are read, by us and by the general readers, from near to far.

    python benchmarks/scan_tables.py [--seed0 N] [--count N] [--game GAME | --game all] [--only READER] [--quick]

Without ``--game`` tables of every game are read, each with its own game's deck, and a row is over all of them: some
260 codes at ``--count 6``. That takes some twenty minutes; ``--only ours`` takes half of it, the others left out.

A game's own PDF is rasterised at 600 dpi, its cards are cut out and laid on made-up tables
(tests/support/table_scene.py), twelve a table, turned any way, two of them face down; every other photo is framed so
tightly that cards are cut by its edge (a code wholly inside with its white rim counts). *plain*: tilt 5 degrees, noise
2.5, JPEG 90; *hard*: tilt 30, noise 5, JPEG 80, defocus 0.7 px. ``px/module`` is meant at the middle of the frame; in a
hard photo the far cards have a good third less. Prints a table for each game and one over all, and one JSON line last.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

import numpy as np
import scan_readers
import table_scene
from cut_cards import cut_cards
from printed_decks import printed
from scan_readers import Found, Grey, Picture, Reader, Readers, Row, as_quad

from rules import games
from vision.picture.decoding import Frame, decode
from vision.scan import read_frame
from vision.sighting import Quad

CARDS, FACE_DOWN, POOL = 12, (4, 9), 36
SCALES = (4.0, 3.0, 2.5, 2.0, 1.6, 1.2, 1.0, 0.8)
QUICK = (2.5, 1.0)
TIGHT = 0.86
"""Of the space twelve cards take: what every other photo shows of it."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed0", type=int, default=1)
    parser.add_argument("--count", type=int, default=6, help="tables a row of each game, ten codes face up on each")
    parser.add_argument("--game", choices=[*games.names(), "all"], default="all")
    parser.add_argument(
        "--quick", action="store_true", help="two tables at two distances, of one game if none is named"
    )
    parser.add_argument("--only", metavar="READER", action="append", help='just these readers, such as "ours"')
    args = parser.parse_args()
    unknown = sorted(set(args.only or ()) - {"ours", *scan_readers.peers()})
    if unknown:
        parser.error(f'no reader is called "{unknown[0]}"; there are: {", ".join(["ours", *scan_readers.peers()])}')
    chosen = list(games.names()) if args.game == "all" else [args.game]
    chosen = chosen[:1] if args.quick else chosen
    every = [list(of_game(game, args)) for game in chosen]
    done = [scan_readers.added(same) for same in zip(*every, strict=True)]
    if len(chosen) > 1:
        scan_readers.head("all games")
        for row in done:
            scan_readers.show(row)
    scan_readers.last(done)


def of_game(game: str, args: argparse.Namespace) -> Iterator[Row]:
    """The rows of one game's tables, shown as they come."""
    readers: Readers = {"ours": ours(game)} | scan_readers.peers()
    readers = {name: read for name, read in readers.items() if not args.only or name in args.only}
    texts = {str(code) for letter in "AB" for _, code in games.deck(game).codes(letter)}
    count, scales = (2, QUICK) if args.quick else (args.count, SCALES)
    arts = pool(game, args.seed0, CARDS if args.quick else POOL)
    scan_readers.head(game)
    for hard in (False, True):
        for scale in scales:
            pictures = (photograph(arts, scale, seed, hard=hard) for seed in range(args.seed0, args.seed0 + count))
            for row in scan_readers.rows(scale, hard, pictures, readers, texts.__contains__):
                scan_readers.show(row)
                yield row
    cut_cards.cache_clear()  # most of a gigabyte a game


def ours(game: str) -> Reader:
    deck = games.deck(game)

    def read(grey: Grey) -> Found:
        frame = Frame(grey, grey.shape[1], grey.shape[0], 1, (1.0, 1.0), (0.0, 0.0))
        return [(seen.text, seen.corners_px) for seen in read_frame(frame, [deck]).cards]

    return read


def pool(game: str, seed: int, most: int) -> list[table_scene.CardArt]:
    """The printed cards the tables are laid from, cut out of the PDF: of those the game is printed with unasked."""
    unasked = {str(placed.piece.code) for page in printed(game).plan.pages for placed in page.placed}
    codes = [str(code) for _, code in games.deck(game).codes() if str(code) in unasked]
    drawn = np.random.default_rng([seed, 11]).permutation(codes)[:most]
    return list(cut_cards(game, frozenset(str(code) for code in drawn), dpi=600).values())


def photograph(arts: Sequence[table_scene.CardArt], scale: float, seed: int, *, hard: bool) -> Picture:
    """Twelve cards the seed draws, scattered over a table; the same table at every distance."""
    rng = np.random.default_rng([seed, 5])
    drawn = [arts[index] for index in rng.permutation(len(arts))[:CARDS]]
    laid = table_scene.scatter(drawn, seed=seed, face_down=FACE_DOWN)
    shot = table_scene.HARD if hard else table_scene.EASY
    across = (float(np.hypot(*table_scene.CARD_MM)) + 6) * scale / drawn[0].module_mm * TIGHT
    size_px = (int(4 * across), int(3 * across)) if seed % 2 else None
    scene = table_scene.render(laid, seed=seed, shot=shot, px_per_module=scale, size_px=size_px)
    frame = decode(scene.photo, colour=False)
    return Picture(frame.image, tuple(codes_of(scene.readable)), tuple(codes_of(scene.truth)))


def codes_of(cards: Sequence[table_scene.Truth]) -> Iterator[tuple[str, Quad]]:
    """Texts and places of the cards that lie face up."""
    for one in cards:
        if not one.face_down:
            yield one.text, as_quad(one.corners_px)


if __name__ == "__main__":
    main()
