"""How phones reach this computer and how often they may: addresses, the certificate for HTTPS, limits.

Serves nothing itself. Imports ``errors`` and nothing else of ours.
"""
