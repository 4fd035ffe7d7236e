"""The pieces of a kit that are no cards: rules, boards, tokens, aids, pads, boxes, the guide, drawn and laid on sheets.

May import ``face``, ``sheet``, ``art``, ``card_layout``, ``draw``, ``type`` and ``templates``.
"""
