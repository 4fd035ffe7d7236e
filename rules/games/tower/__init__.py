"""Attack at the Tower: three territories, two armies, one palace to bring down."""
