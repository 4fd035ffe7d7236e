"""Fairy Tale: draft five cards, play three, four times over, and add up what lies face up (rulebook 000)."""
