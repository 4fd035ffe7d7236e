"""Gilfate Fantasy: cast away on an island full of traps, pay with blanks, mind the bombs."""
