"""Where a command answers: a terminal of any age, a file, a pipe nobody reads to the end, or nothing at all."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata

MOST_SAID = 1_000
"""Characters of a refusal: somebody may have typed a novel where a name was wanted, and it is said back to them."""
PLAIN = "plain_letters"
_PLAINER = {
    "×": "x", "–": "-", "—": "-", "−": "-", "…": "...", "“": '"', "”": '"', "„": '"', "’": "'", "‘": "'",
    "°": " degrees", "·": "-", "→": "->", "ß": "ss",
}  # fmt: skip


class OutletError(Exception):
    """The answer cannot be written. ``told`` is a sentence, "" where nobody wants to hear one."""

    def __init__(self, told: str) -> None:
        super().__init__(told)
        self.told = told


def prepare() -> None:
    """Have every answer come out somehow: in plainer letters where the terminal has no others, else nowhere."""
    codecs.register_error(PLAIN, _plainer)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123 - open for as long as we run
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=PLAIN)


def flush() -> None:
    """Have the answer leave. Raises OutletError where it cannot."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise OutletError("") from None
    except OSError as error:
        reason = error.strerror or "it is not usable"
        told = f"the work is done, but its answer cannot be written ({reason}); send it somewhere else"
        raise OutletError(told) from None


def close() -> None:
    """Say nothing more: whoever read our output has seen enough, and Python is not to complain of it at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def refuse(text: str) -> None:
    """Say why not, on one line: what came out of somebody's file does not move the cursor about."""
    text = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")  # a name in letters this terminal has not
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if len(line) > MOST_SAID:
        line = f"{line[: MOST_SAID // 2]} … {line[-MOST_SAID // 2 :]}"
    print(f"tablewright: {line}", file=sys.stderr)  # noqa: T201 - this is the command's answer


def _plainer(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    said = "".join(_PLAINER.get(c) or _bare(c) for c in error.object[error.start : error.end])
    return said, error.end


def _bare(character: str) -> str:
    return unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode() or "?"
