"""How large a picture may be."""

from __future__ import annotations

MAX_FILE_BYTES = 64_000_000
"""Phones save 48 megapixels in 10 to 25 MB; raw-like HEIC and PNG screenshots of large displays stay under this."""

MAX_PIXELS = 210_000_000
"""The largest phone sensors give 200 megapixels, as JPEG, which can be decoded small."""

MAX_WHOLE_PIXELS = 51_000_000
"""The same for pictures that must be decoded whole before they can be made smaller: PNG, WebP, HEIC, and JPEGs
stored progressively ..."""

WHOLE_BYTES = 140_000_000
"""... as far as what their decoders need for it stays below this."""

ALPHA_PIXELS = 15_000_000
"""Pictures with transparent parts are laid on white up to this size; that takes nine bytes a pixel."""

WORK_PIXELS = 27_500_000
"""What is looked at, at most: 24-megapixel photos pixel by pixel, larger ones halved until they fit."""
