"""A card's front and back: its frame, lettering, art window, suits and icons, for print and for screens.

May import ``art``, ``card_layout``, ``draw``, ``type`` and ``rules``.
"""
