"""Card art as engraving: vectors computed from a card's id and suit, the same on every run.

May import ``layout``, ``draw`` and ``rules``.
"""
