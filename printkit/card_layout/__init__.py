"""A card's face as data: boxes, suits, styles and backs in millimetres, from our files and people's own.

``records`` is what a face is, ``reading`` how a file becomes one, ``box_reading`` its named boxes, ``files`` what lies
beside a file (pictures, fonts, icons), ``suit_table`` a table of suits, ``resizing`` the face on cards of other sizes.
"""

from printkit.card_layout.reading import bring, find_layout, forget, looks, names, read_layout
from printkit.card_layout.records import BackLook, Box, CardLayout, Suit
from printkit.print_refusal import LayoutError

__all__ = [
    "BackLook", "Box", "CardLayout", "LayoutError", "Suit",
    "bring", "find_layout", "forget", "looks", "names", "read_layout",
]  # fmt: skip
