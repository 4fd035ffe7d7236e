"""Setting type: the typefaces, how wide a text is in them, scripts of any direction, lines broken into a box, and the
languages prints come in. Nothing is drawn here.

May import ``units``, ``rules`` and ``templates``.
"""
