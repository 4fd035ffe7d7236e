"""Sheets of paper: their sizes, where cards lie on them and what lies behind, marks, labels, cutters and printers.

May import ``draw``, ``type``, ``input`` and ``rules``: how a card looks is not known here.
"""
