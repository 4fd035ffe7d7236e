"""What the terminal says when the server is ready: where to go, what to scan, what to try."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import qrcode
from qrcode.constants import ERROR_CORRECT_L

from companion.network.addresses import Network

QUIET = 3
_ON_WHITE = "\x1b[30;107m"
_PLAIN = "\x1b[0m"
# Each character is two modules, one above the other; (upper dark, lower dark).
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def qr_lines(text: str, *, colours: bool) -> Iterator[str]:
    """A QR code for a terminal, two modules a character.

    With ``colours`` it is black on white whatever the terminal's theme; without, light modules are drawn, which
    scanners read on dark terminals and most phones on light ones too.
    """
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_L, border=QUIET)
    code.add_data(text)
    rows = [list(map(bool, row)) for row in code.get_matrix()]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        pairs = zip(upper, lower, strict=True)
        if colours:
            yield _ON_WHITE + "".join(_HALVES[pair] for pair in pairs) + _PLAIN
        else:
            yield "".join(_HALVES[not up, not low] for up, low in pairs)


def welcome(
    network: Network, kept_in: str, *, colours: bool, blocks: bool, fingerprint: str = "", owner_key: str = ""
) -> Iterator[str]:
    """The lines. ``blocks`` says whether the terminal can show block characters at all; ``fingerprint`` is of the
    certificate phones are asked to trust for the live camera; ``owner_key`` makes a device the owner's."""
    yield "Tablewright is ready."
    yield ""
    yield f"  On this computer   {network.local_url()}"
    found = network.addresses()
    for number, address in enumerate(found):
        label = "  On phones          " if number == 0 else "                  or "
        yield f"{label}{network.base_url(address)}" + (f"   ({address.interface})" if address.interface else "")
    yield ""
    if not found:
        yield "This computer is in no network, so phones cannot reach it: join a Wi-Fi, or open a hotspot on a phone."
        yield ""
    elif blocks:
        yield from (f"  {line}" for line in qr_lines(network.base_url(), colours=colours))
        yield ""
    yield from _advice(network, many=len(found) > 1)
    yield from _safely(network, fingerprint)
    if owner_key:
        yield "Owner's link, for your own devices (decks, printers, past tables of everybody):"
        yield f"  {network.base_url()}/owner?key={owner_key}"
        yield ""
    yield f"Tables are kept in {kept_in}"
    yield "Stop with Ctrl+C; every table is there again after the next start."


def _safely(network: Network, fingerprint: str) -> Sequence[str]:
    """Where the live camera is, or why it is not."""
    if not network.https_port:
        return [f"No HTTPS, so no live camera ({network.https_off}); photos work.", ""] if network.https_off else []
    groups = fingerprint.split()
    return [
        f"Live camera: {network.secure_url()}",
        f"  Phones ask once whether to trust this computer; {network.base_url()}/secure walks through it.",
        f"  The certificate to trust (SHA-256) begins {' '.join(groups[:8])}",
        "",
    ]


def _advice(network: Network, *, many: bool) -> Sequence[str]:
    lines = [
        "If a phone cannot open it:",
        "  - is it in the same Wi-Fi as this computer? Guest networks keep devices apart.",
        f"  - does this computer's firewall let port {network.port} in?",
        "  - is the phone on mobile data or a VPN? Switch that off for a moment.",
    ]
    if many:
        lines.append("  - this computer has several addresses; try the next one above.")
    return [*lines, ""]
