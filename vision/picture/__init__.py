"""Pictures as such: bytes to an upright picture, size limits, homographies, sampling. Nothing here knows of QR codes.

May import nothing of ``vision`` but ``sighting``.
"""
