"""What stays of finished games: the result of each, figures over many, charts of those, and files to take along.

May import ``storage``, ``rules`` and ``printkit``; it knows no table and no page.
"""
