"""What a card is: its code, its row in a table of cards, the deck it belongs to, the picture on it.

May import: the standard library. Everything else in ``rules`` builds on it.
"""
