"""What is drawn, as a display list in millimetres, and what writes it down: PDF, SVG, QR symbols, photos, less ink.

May import ``type``, ``input`` (the files of pictures), ``units`` and ``rules``.
"""
