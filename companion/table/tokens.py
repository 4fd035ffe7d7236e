"""Secrets and codes: what proves a seat, and what people type to find a table."""

from __future__ import annotations

import base64
import hashlib
import secrets

CODE_ALPHABET = "BCDFGHJKMNPQRSTVWXYZ23456789"
"""No 0 O 1 I L, which look alike, and no vowels, so that a code is never a word."""
CODE_LENGTH = 6


def new_token() -> str:
    """128 random bits, as text that fits a link and a cookie."""
    return secrets.token_urlsafe(16)


def token_from(*secret: str) -> str:
    """The token that goes with a secret of the phone's own: asked again, it is the same, and nothing needs to be kept.

    Whoever knows the secret knows the token.
    """
    found = hashlib.sha256("\n".join(("token", *secret)).encode("utf-8", "surrogatepass")).digest()
    return base64.urlsafe_b64encode(found[:16]).rstrip(b"=").decode()


def digest(token: str) -> str:
    """What is stored of a token: a copy of the database opens no seat. 128 random bits need no salt."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_code() -> str:
    """A table code nobody can guess from another."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def tidy_code(typed: str) -> str:
    """A code as people type it (lower case, spaces, dashes) as it is kept; "" where it cannot be one."""
    code = "".join(typed[:40].split()).replace("-", "").upper()
    return code if len(code) == CODE_LENGTH and all(c in CODE_ALPHABET for c in code) else ""
