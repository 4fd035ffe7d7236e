"""Card codes: the ten characters in a card's QR code, and the symbol they are printed as.

``V GG CCC NN S K``: format version, game letters, card number, printed copy, print set, check character.
All QR-alphanumeric and upper case, so the text fits a version 1 symbol at level H. See docs/card-code.md.
"""

from __future__ import annotations

from dataclasses import dataclass

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LENGTH = 10
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2212"
VERSION = "1"
COPIES_MAX = 36 * 36 - 1
# All coprime to 36, so every single wrong character changes the sum; neighbours differ by 2 or 4, so swapping two
# neighbouring characters does too unless their values differ by a multiple of 9.
WEIGHTS = (1, 5, 7, 11, 13, 17, 19, 23, 25)
# Found by measuring (docs/card-code.md): close codes rarely get the same mask. A plain sum would use four masks only,
# because the check character makes it even.
MASK_WEIGHTS = (0, 1, 3, 6, 2, 7, 5, 4, 4, 5)


class CodeError(ValueError):
    """The text is not a card code we can use. ``kind``: ``not_a_code``, ``version``, ``check``."""

    def __init__(self, kind: str, text: str) -> None:
        self.kind = kind
        super().__init__(text)


@dataclass(frozen=True, slots=True, order=True)
class CardCode:
    """One paper card: ``game`` (2 letters), ``card`` (3, base 36), ``copy`` (from 1), ``print_set`` (A, B, ...).

    Raises ValueError where a part does not fit its place, so that whatever exists can be printed and read back.
    """

    game: str
    card: str
    copy: int
    print_set: str = "A"

    def __post_init__(self) -> None:
        for what, part, length in (("game", self.game, 2), ("card", self.card, 3), ("print set", self.print_set, 1)):
            if len(part) != length or not all(character in ALPHABET for character in part):
                raise ValueError(f'"{part}" is not a {what} of a card code; expected {length} of 0-9 A-Z')
        if not 1 <= self.copy <= COPIES_MAX:
            raise ValueError(f"{self.copy} is not a copy of a card; expected 1 to {COPIES_MAX}")

    def __str__(self) -> str:
        body = f"{VERSION}{self.game}{self.card}{to_base36(self.copy, 2)}{self.print_set}"
        return body + check_character(body)


def parse(text: str) -> CardCode:
    """The card a code's text names.

    Spaces and dashes between the characters and lower case are accepted (people type it); O and I are not
    guessed. Raises CodeError: ``not_a_code`` (some other QR code), ``version`` (a newer print), ``check`` (a slip).
    """
    plain = "".join(character for character in text if not character.isspace() and character not in DASHES)
    # Upper-casing after the length is known: beyond ASCII it makes one character two, or an i of something else.
    plain = plain.upper() if len(plain) == LENGTH and plain.isascii() else ""
    if not plain or any(character not in ALPHABET for character in plain):
        raise CodeError(
            "not_a_code",
            "this is not a card code: it has ten letters and digits, as printed beside the square",
        )
    if plain[-1] != check_character(plain[:-1]):
        raise CodeError("check", f"{plain} has a slip in it: the last character does not fit; compare it with the card")
    if plain[0] != VERSION:
        raise CodeError("version", f"{plain} was printed by a newer Tablewright (format {plain[0]}); update to read it")
    copy = from_base36(plain[6:8]) or 0
    if copy < 1:
        raise CodeError("not_a_code", f"{plain} names copy 0, and copies count from 1")
    return CardCode(plain[1:3], plain[3:6], copy, plain[8])


def check_character(body: str) -> str:
    """The weighted mod-36 check character of the nine characters before it."""
    return ALPHABET[sum(weight * ALPHABET.index(c) for weight, c in zip(WEIGHTS, body, strict=True)) % 36]


SECOND_MASK = 4
"""What the mask of a card's second code differs in: of all there are, it keeps the symbols of a deck furthest apart."""
MIDDLE_MODULES = (98 / 3, 53.5)
"""From the middle of a code to the middle of its card, right and down as the code stands, in its modules. It is the
same from either of two codes, so a card seen by one or both lies at one place (docs/card-code.md)."""


def symbol(text: str) -> tuple[int, str, int]:
    """(version, error correction level, mask) of the QR symbol a code is printed as: a pure function of the text.

    Printing and reading both take it from here, so the closed-set reader knows every module of every card. The mask
    varies with the text because two codes of one deck differ in few characters: under one mask they would share
    most of their modules. Raises ValueError where ``text`` is not ten characters of the alphabet.
    """
    weighed = sum(weight * ALPHABET.index(c) for weight, c in zip(MASK_WEIGHTS, text, strict=True))
    return 1, "H", weighed % 8


def second_symbol(text: str) -> tuple[int, str, int]:
    """The same for the second code of a card printed with two, in the opposite corner and turned by 180 degrees.

    It says the same ten characters under another mask, so whoever sees one of the two knows which. Raises ValueError
    as ``symbol`` does.
    """
    version, level, mask = symbol(text)
    return version, level, mask ^ SECOND_MASK


def to_base36(number: int, width: int) -> str:
    """``number`` in ``width`` base-36 digits. Raises ValueError where it does not fit."""
    if not 0 <= number < 36**width:
        raise ValueError(f"{number} does not fit in {width} base-36 digits")
    digits = ""
    for _ in range(width):
        number, digit = divmod(number, 36)
        digits = ALPHABET[digit] + digits
    return digits


def from_base36(digits: str) -> int | None:
    """The number, or None where a character is not of the alphabet."""
    number = 0
    for character in digits:
        if character not in ALPHABET:
            return None
        number = number * 36 + ALPHABET.index(character)
    return number
