"""Photos and live cameras over a table: what lies there, what it means, and what is logged by itself.

Pictures are read in memory and never kept. Imports ``table``, ``own_decks``, ``printing.history`` and ``vision``.
"""
