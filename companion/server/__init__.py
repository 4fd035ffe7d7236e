"""The process that serves: the sockets, bodies and event streams around the Flask application, and its first words.

Imports ``app``, ``service`` and what they share; only ``commands`` imports this.
"""
