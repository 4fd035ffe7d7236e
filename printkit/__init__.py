"""Sheets of cards: a deck in, a PDF out."""
