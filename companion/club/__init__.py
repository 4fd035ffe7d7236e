"""An evening of many tables: who is seated where, what every table is at, standings, and cards to print.

``night`` and what is reckoned from it (``pairing``, ``standings``) are pure; ``nights`` opens the tables through the
one door and keeps the night; ``night_view`` is what its pages show; ``join_cards`` and ``exports`` are files to take
along.
"""
