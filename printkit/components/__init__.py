"""The pieces of a kit that are no cards: boards, tokens, aids, pads, boxes and the guide, drawn and laid on sheets.

May import ``face``, ``sheet``, ``art``, ``card_layout``, ``draw``, ``type`` and ``templates``.
"""
