"""Three tables of a TrueType file, read and written whole: characters, glyph names, advances.

fontTools makes an object of every glyph's name before it tells one character's glyph, a hundredth of a second a face.
That is right for whoever edits fonts; whoever prints a card wants the numbers. Sections are those of the OpenType
specification 1.9.
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Mapping

import numpy as np

_MAC_GLYPHS = 258
"""Names every system knows, which a ``post`` table of version 2 leaves out (OpenType, post)."""


def characters(cmap: bytes) -> dict[int, int]:
    """Glyphs by character code: the map for Windows, Unicode up to U+FFFF (cmap, format 4). Glyph 0 is the empty box.

    Raises ValueError where the table has no such map.
    """
    count = struct.unpack_from(">H", cmap, 2)[0]
    maps = {(platform, encoding): at for platform, encoding, at in struct.iter_unpack(">HHI", cmap[4 : 4 + 8 * count])}
    at = maps.get((3, 1))
    if at is None or cmap[at : at + 2] != b"\0\4":
        raise ValueError("the font has no character map for Windows of format 4")
    words = struct.unpack_from(f">{(len(cmap) - at) // 2}H", cmap, at)
    segments = words[3] // 2
    offsets_at = 8 + 3 * segments
    found: dict[int, int] = {}
    for n in range(segments):
        end, start, delta = words[7 + n], words[8 + segments + n], words[8 + 2 * segments + n]
        offset, codes = words[offsets_at + n], range(start, end + 1)
        if offset:
            first = offsets_at + n + offset // 2
            glyphs = [glyph and (glyph + delta) & 0xFFFF for glyph in words[first : first + len(codes)]]
        else:
            glyphs = [(code + delta) & 0xFFFF for code in codes]
        found.update(zip(codes, glyphs, strict=True))
    found.pop(0xFFFF, None)
    return found


def character_map(glyphs: Mapping[int, int]) -> bytes:
    """The ``cmap`` table ``characters`` reads: runs of characters whose glyphs follow each other too."""
    starts, ends, deltas = list[int](), list[int](), list[int]()
    for code, glyph in sorted(glyphs.items()):
        if ends and code == ends[-1] + 1 and (glyph - code) & 0xFFFF == deltas[-1]:
            ends[-1] = code
        else:
            starts.append(code)
            ends.append(code)
            deltas.append((glyph - code) & 0xFFFF)
    # the last segment is always U+FFFF, which is no character
    starts, ends, deltas = [*starts, 0xFFFF], [*ends, 0xFFFF], [*deltas, 1]
    count = len(ends)
    power = count.bit_length() - 1
    search = (2 * count, 2 << power, power, 2 * count - (2 << power))
    body = struct.pack(f">{4 * count + 1}H", *ends, 0, *starts, *deltas, *([0] * count))
    table = struct.pack(">7H", 4, 14 + len(body), 0, *search) + body
    return struct.pack(">4HI", 0, 1, 3, 1, 12) + table


def glyph_numbers(post: bytes, names: Collection[str]) -> dict[str, int]:
    """The glyphs of some names, none of them among the 258 every system knows (post, version 2).

    Raises KeyError for a name the face has not.
    """
    count = struct.unpack_from(">H", post, 32)[0]
    numbers = struct.unpack_from(f">{count}H", post, 34)
    wanted, found = {name.encode("ascii"): name for name in names}, dict[str, int]()
    at, number = 34 + 2 * count, _MAC_GLYPHS
    while at < len(post) and len(found) < len(wanted):
        end = at + 1 + post[at]
        name = wanted.get(post[at + 1 : end])
        if name is not None:
            found[name] = numbers.index(number)
        at, number = end, number + 1
    for name in names:
        if name not in found:
            raise KeyError(name)
    return found


def advances(hmtx: bytes, hhea: bytes, maxp: bytes) -> list[int]:
    """Advance widths by glyph number. Past the last of its entries every glyph is as wide as that one (hmtx)."""
    count, glyphs = int.from_bytes(hhea[34:36], "big"), int.from_bytes(maxp[4:6], "big")
    widths: list[int] = [width for width, _ in struct.iter_unpack(">Hh", hmtx[: 4 * count])]
    return widths + widths[-1:] * (glyphs - count)


def font_file(tables: Mapping[str, bytes]) -> bytes:
    """A whole file, tables in the order given, with the sums a reader may check (OpenType, font file)."""
    count = len(tables)
    power = count.bit_length() - 1
    search = (16 << power, power, 16 * count - (16 << power))
    head = bytearray(tables["head"])
    head[8:12] = bytes(4)  # the sum over all is made with nothing here
    at, entries, body = 12 + 16 * count, list[bytes](), list[bytes]()
    for tag, data in ({**tables} | {"head": bytes(head)}).items():
        padded = data + bytes(-len(data) % 4)
        entries.append(struct.pack(">4s3I", tag.encode("ascii"), _sum(padded), at, len(data)))
        body.append(padded)
        at += len(padded)
    whole = struct.pack(">I4H", 0x00010000, count, *search) + b"".join(sorted(entries)) + b"".join(body)
    start = 12 + 16 * count + sum(len(part) for part in body[: list(tables).index("head")])
    return whole[: start + 8] + struct.pack(">I", (0xB1B0AFBA - _sum(whole)) & 0xFFFFFFFF) + whole[start + 12 :]


def _sum(data: bytes) -> int:
    return int(np.frombuffer(data, ">u4").sum(dtype=np.uint64)) & 0xFFFFFFFF
