"""Counters for any game that several screens share.

A counter is kept as a table's rows are, under a code like a table's; its entries are changes, not events of a game.
"""
