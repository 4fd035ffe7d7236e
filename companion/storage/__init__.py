"""Where tables are kept: the store and its SQL databases, and the folder of this installation.

Knows rows of JSON and hashed keys, no games. Imports ``errors`` and nothing else of ours.
"""
