"""The contract kit: what must hold of every game, as a class to inherit from (docs/python-games.md).

Standard library only; pytest collects a class whose name begins with ``Test``, and anything else may call its methods.
"""

from rules.testing.contract import Broken, GameContract

__all__ = ["Broken", "GameContract"]
