"""A game out of a folder, no Python in it: ``game.toml`` says what a table keeps, ``cards.csv`` what is printed.

    game = game_of(read_game(toml_bytes, {"cards.csv": csv_bytes}))

docs/own-games.md has every key. What such a game does by itself is keeping: counters with alarms, cards in zones, whose
turn it is, and the points. Everything else stands on its cards and in the heads of those who play it.
"""
