"""The shell: Flask, the database, time and the network around the rules.

Imports run ``cli -> commands -> server -> app -> web -> camera | printing ... -> table -> storage -> errors``.
"""
