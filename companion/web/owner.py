"""Who owns the computer the tables are kept on: whoever sits at it.

The one place that decides it. A request that came through a proxy may come from anywhere, whatever its address says.
"""

from __future__ import annotations

from ipaddress import ip_address

from flask import request

_FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via")


def is_owner() -> bool:
    """Whether this request was made at this very computer."""
    if any(header in request.headers for header in _FORWARDED):
        return False
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback
