"""The rules: what a card is, what happened, what it means. Pure, standard library only."""
