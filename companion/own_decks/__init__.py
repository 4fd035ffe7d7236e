"""Cards and games of one's own: tables and pictures people send or name, kept as decks, and games out of folders.

Imports ``errors``, ``printkit`` and ``rules``.
"""
