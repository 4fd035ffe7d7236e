"""Dice in a picture: their colours, and how many pips lie up.

May import ``picture`` and ``sighting``; it has nothing to do with codes.
"""
