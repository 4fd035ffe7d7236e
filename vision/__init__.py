"""A picture in, the cards, dice or calibration sheets on it out.

``scan`` reads the cards of a picture and ``video.tracking`` follows them; ``sighting`` has the values they report.
May import ``rules`` and ``templates``, never ``printkit`` or ``companion``; OpenCV only by ``picture.opencv_setup``.
"""
