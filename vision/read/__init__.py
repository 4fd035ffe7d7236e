"""Which codes are in a picture: the general reader's word, and candidates compared with every symbol of the decks.

May import ``search``, ``picture``, ``backends`` and ``sighting``.
"""
