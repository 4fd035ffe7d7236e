"""Where codes may be in a picture: candidate squares, and how large codes are where on the table. None is read here.

May import ``picture`` and ``sighting``.
"""
