"""Colour profiles made for tests: one with red and green exchanged, one of inks that are not as they are called."""

from __future__ import annotations

import struct

from PIL import ImageCms

INK_LAB = {"C": (60, 80, 70), "M": (60, -70, 60), "Y": (40, 40, -90)}
"""What the inks of ``press`` look like in CIELAB: cyan is a red, magenta a green, yellow a blue."""


def swapped() -> bytes:
    """sRGB with the primaries of red and green exchanged, and not called sRGB: full red means full green."""
    data = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    (count,) = struct.unpack(">I", data[128:132])
    table = data[132 : 132 + 12 * count]
    for red, green in ((b"rXYZ", b"gXYZ"), (b"rTRC", b"gTRC")):
        table = table.replace(red, b"????").replace(green, red).replace(b"????", green)
    body = data[132 + 12 * count :].replace("sRGB".encode("utf-16-be"), "swap".encode("utf-16-be"))
    return data[:132] + table + body.replace(b"sRGB", b"swap")


def press() -> bytes:
    """A CMYK profile: a table of 16 corners, inks as in ``INK_LAB``, all of black is black."""
    corners = b""
    for inks in range(16):
        c, m, y, k = (bool(inks & bit) for bit in (8, 4, 2, 1))
        used = [INK_LAB[name] for name, on in zip("CMY", (c, m, y), strict=True) if on]
        lab = (
            (0, 0, 0)
            if k
            else (100, 0, 0)
            if not used
            else tuple(sum(part) // len(used) for part in zip(*used, strict=True))
        )
        corners += struct.pack("3B", round(lab[0] * 2.55), lab[1] + 128, lab[2] + 128)
    straight = bytes(range(256))
    matrix = struct.pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    table = b"mft1\0\0\0\0" + struct.pack("4B", 4, 3, 2, 0) + matrix + straight * 4 + corners + straight * 3
    white = b"XYZ \0\0\0\0" + struct.pack(">3i", 63190, 65536, 54061)
    tags, at = {b"A2B0": table, b"wtpt": white}, 132 + 12 * 2
    index, body = struct.pack(">I", len(tags)), b""
    for name, tag in tags.items():
        tag += b"\0" * (-len(tag) % 4)
        index += name + struct.pack(">2I", at + len(body), len(tag))
        body += tag
    head = bytearray(128)
    head[0:24] = struct.pack(">I4sI4s4s4s", at + len(body), b"test", 0x02400000, b"prtr", b"CMYK", b"Lab ")
    head[36:40] = b"acsp"
    head[68:80] = struct.pack(">3i", 63190, 65536, 54061)
    return bytes(head) + index + body
