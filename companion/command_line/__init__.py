"""What the commands share: the parser, where answers and files go, and options several of them have.

Imports ``storage``, ``own_decks``, ``printing``, ``errors`` and ``printkit``; never a command.
"""
