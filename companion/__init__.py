"""The shell: Flask, the database, time and the network around the rules.

Imports run ``cli -> commands -> server -> app -> web -> service -> camera -> table | printing | own_decks | network ->
storage -> unexpected_errors -> errors``; ``command_line`` serves the commands alone.
"""
