"""A table while people sit at it: its log, its seats and keys, what each may see, and the one door ``tables``.

Knows games, not pictures, pages or addresses. Imports ``storage``, ``errors`` and ``rules``.
"""
