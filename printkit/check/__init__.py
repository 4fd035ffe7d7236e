"""What will go wrong on paper, before any is wasted: a finished plan and its drawings looked through for it.

May import all of printkit; nothing in printkit imports it.
"""
