"""Sheets of cards: a deck in, a PDF out.

From the ground up: ``type`` and ``input``, ``draw``, ``card_layout``, then ``art`` and ``face`` (how a card looks)
beside ``sheet`` (where it lies), ``components``, ``job``, ``check``. May import ``rules`` and ``templates``.
"""
