"""Every symbol that may be on the table, as soft values ready to compare with.

    index = index_of([games.deck("fairytale")])

A deck's codes in print sets A and B are a few hundred, those of all five games a thousand. Each is there as both
symbols it may be printed as: the card's own, and the one in the opposite corner of a card printed with two.

A symbol's own coordinates run from -1 to 1 across its modules; the quiet zone lies outside.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from rules.values import code
from rules.values.cards import Deck
from rules.values.code import CardCode
from vision.picture.homography import Floats
from vision.picture.sampling import Soft
from vision.read.qr_symbol import (
    LEAST_CODEWORDS_APART,
    LEVEL_BITS,
    codeword_of_module,
    fixed_modules,
    modules,
    second_symbol,
)

PAD = 3
"""Modules of quiet zone that belong to a symbol as it is compared."""
MARGIN = 1
"""Modules of quiet zone that are looked at: more would reach into what a tight print has around the code."""
BLURS = (0.28, 0.38, 0.5, 0.65, 0.85, 1.1)
"""Standard deviations in modules a symbol is compared with."""


@dataclass(frozen=True, eq=False)
class SymbolIndex:
    """Symbols of one size. ``texts`` (n), ``symbols`` (n, m + 2 PAD, m + 2 PAD) with 1 for paper and -1 for ink.

    From number ``second_from`` on they are second codes of cards printed with two; their texts were there before.
    """

    texts: tuple[str, ...]
    symbols: Soft
    modules: int
    fixed: NDArray[np.bool_]
    """(m, m): what is alike in all symbols of this size: finder patterns, separators, timing, alignment."""
    second_from: int
    _rows: dict[int, Soft] = field(default_factory=dict, repr=False)

    @staticmethod
    def from_matrices(
        texts: Sequence[str], matrices: Sequence[NDArray[np.bool_]], second_from: int | None = None
    ) -> SymbolIndex:
        """An index of symbols given as they are: (m, m) each, True is dark, of versions 1 or 2 and all of one size.

        From number ``second_from`` on they are second codes; None has none.

        Raises ValueError for none, for symbols of several sizes, and for what is no such symbol.
        """
        shapes = {matrix.shape for matrix in matrices}
        if len(texts) != len(matrices) or len(shapes) != 1:
            raise ValueError("an index needs a text for each symbol, at least one, and all of one size")
        ((height, width),) = shapes
        if height != width or height not in LEAST_CODEWORDS_APART:
            raise ValueError(f"{height} x {width} modules are no symbol of version 1 or 2")
        dark = np.asarray(matrices, np.bool_)
        soft = np.where(dark, np.float32(-1), np.float32(1))
        padded = np.pad(soft, ((0, 0), (PAD, PAD), (PAD, PAD)), constant_values=1.0)
        return SymbolIndex(
            tuple(texts),
            padded,
            modules=height,
            fixed=fixed_modules(height),
            second_from=len(texts) if second_from is None else second_from,
        )

    def __len__(self) -> int:
        return len(self.texts)

    def matrix(self, text: str, *, second: bool = False) -> NDArray[np.bool_]:
        """(m, m) the symbol of a text, True is dark. Raises ValueError for a text the index does not hold."""
        number = self.texts.index(text, self.second_from if second else 0)
        return np.asarray(self.symbols[number, PAD:-PAD, PAD:-PAD] < 0, np.bool_)

    def fixed_symbol(self) -> Soft:
        """(m + 2 PAD, m + 2 PAD) what all symbols share, and 0 for modules that carry data."""
        shared = np.pad(self.fixed, PAD, constant_values=True)
        return np.where(shared, self.symbols[0], np.float32(0))

    @cached_property
    def fixed_numbers(self) -> NDArray[np.int64]:
        """Which of the (m + 2 MARGIN) ** 2 modules looked at all symbols share."""
        return np.flatnonzero(np.pad(self.fixed, MARGIN, constant_values=True))

    @cached_property
    def data_numbers(self) -> NDArray[np.int64]:
        """Which of them carry data."""
        return np.flatnonzero(~np.pad(self.fixed, MARGIN, constant_values=True))

    @cached_property
    def codewords(self) -> NDArray[np.int64]:
        """(t,) which codeword each module that carries data is a part of, -1 for what is left over."""
        return np.pad(codeword_of_module(self.modules), MARGIN, constant_values=-1).ravel()[self.data_numbers]

    @cached_property
    def halves(self) -> tuple[NDArray[np.int64], ...]:
        """Which of the modules that carry data lie left, right, above and below of the middle."""
        u, v = module_middles(self.modules, MARGIN)[self.data_numbers].T
        return tuple(np.flatnonzero(one) for one in (u < 0, u > 0, v < 0, v > 0))

    @cached_property
    def least_codewords_apart(self) -> int:
        """In how many codewords a symbol of the index differs from any other there may be, at the least."""
        levels = {LEVEL_BITS[(a < 0) ^ True, b < 0] for a, b in self.symbols[:, PAD + 8, PAD : PAD + 2]}
        return min(LEAST_CODEWORDS_APART[self.modules][level] for level in levels)

    @cached_property
    def light_basis(self) -> Soft:
        """(t, 6) an orthonormal basis of what uneven light adds to the modules that carry data."""
        u, v = module_middles(self.modules, MARGIN)[self.data_numbers].T
        basis, _ = np.linalg.qr(np.column_stack([np.ones_like(u), u, v, u * u, u * v, v * v]))
        return basis.astype(np.float32)

    def blurred(self, blur: int) -> Soft:
        """(n, t) the modules that carry data as they look blurred by ``BLURS[blur]``, without light, of norm 1."""
        if blur not in self._rows:
            weights = self.weights(blur)[0].astype(np.float32)
            paper = np.asarray(weights @ self.symbols @ weights.T, np.float32).reshape(len(self), -1)
            self._rows[blur] = self.without_light(paper[:, self.data_numbers])
        return self._rows[blur]

    def without_light(self, values: Soft) -> Soft:
        """(n, t) brightness of the modules that carry data, light taken out, of norm 1."""
        plain = values - (values @ self.light_basis) @ self.light_basis.T
        return np.asarray(plain / (np.linalg.norm(plain, axis=1, keepdims=True) + 1e-6), np.float32)

    def weights(self, blur: int) -> tuple[Floats, Floats]:
        """What ``blur_weights`` says for the middles of all modules looked at."""
        at = tuple(float(one) + 0.5 - MARGIN for one in range(self.modules + 2 * MARGIN))
        return blur_weights(self.modules, PAD, at, BLURS[blur])


# --- the symbols of decks -------------------------------------------------------------------------------------------


def index_of(decks: Sequence[Deck], print_sets: str = "AB") -> SymbolIndex:
    """Every code of the decks, in each of the print sets (letters). Made once for the same decks."""
    printed = tuple(tuple((deck.letters_of(card), card.code, card.copies) for card in deck.cards) for deck in decks)
    return _index(printed, print_sets)


@lru_cache(maxsize=16)
def _index(printed: tuple[tuple[tuple[str, str, int], ...], ...], print_sets: str) -> SymbolIndex:
    texts = dict.fromkeys(
        str(CardCode(letters, card, copy, letter))
        for cards in printed
        for letter in print_sets
        for letters, card, copies in cards
        for copy in range(1, copies + 1)
    )
    first = [modules(text, *code.symbol(text)) for text in texts]
    second = [second_symbol(one, text) for one, text in zip(first, texts, strict=True)]
    return SymbolIndex.from_matrices((*texts, *texts), (*first, *second), len(texts))


# --- modules in a picture -------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def module_middles(modules: int, margin: int) -> Floats:
    """(k, 2) the middles of the modules, row by row, ``margin`` modules of quiet zone around them included."""
    side = (np.arange(modules + 2 * margin) + 0.5 - margin - modules / 2) / (modules / 2)
    v, u = np.meshgrid(side, side, indexing="ij")
    return np.column_stack([u.ravel(), v.ravel()])


@lru_cache(maxsize=512)
def blur_weights(modules: int, pad: int, at: tuple[float, ...], blur: float) -> tuple[Floats, Floats]:
    """How much of each module of a padded row a blurred row shows at places, and how that changes with the place.

    Both (len(at), modules + 2 * pad). ``at`` counts modules from the symbol's left edge; ``blur`` is in modules.
    So a blurred symbol is ``weights @ symbol @ weights.T``, without an approximation.
    """
    edges = (np.arange(modules + 2 * pad + 1) - pad)[None, :] - np.array(at)[:, None]
    blur = max(blur, 0.05)
    step = np.array([[0.5 * math.erf(edge / (blur * math.sqrt(2))) for edge in row] for row in edges])
    bell = np.exp(-(edges**2) / (2 * blur**2)) / (blur * math.sqrt(2 * math.pi))
    # The picture beyond the padding goes on as the padding ends.
    step[:, 0], step[:, -1] = -0.5, 0.5
    bell[:, 0], bell[:, -1] = 0.0, 0.0
    return np.diff(step, axis=1), -np.diff(bell, axis=1)
