"""Dragoborne: three forts, three dice, two players; whoever has no barrier left at the end of a turn loses."""
