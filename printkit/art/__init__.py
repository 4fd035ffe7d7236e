"""Card art as engraving: vectors computed from a card's id and suit, the same on every run.

May import ``card_layout``, ``draw`` and ``rules``.
"""
