"""The chain of a table's entries: each holds a digest of itself and of the one before, so that none can go unnoticed.

What a disk loses or changes breaks the chain at that place; what it loses at the end is known from the head, the newest
entry's rev and digest, which is noted beside the entries and, for a file, in a second file too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from companion.storage.store_protocol import CheckpointRow, Damage, EntryRow, Head, TableRow


def origin(row: TableRow) -> str:
    """What a table's first entry hangs on: what the table plays, and how."""
    return _digest(row.code, row.game, row.mode, row.options)


def link(before: str, code: str, entry: EntryRow) -> str:
    """The digest of an entry that follows the one with the digest ``before``."""
    told = "-" if entry.told is None else f"+{entry.told}"
    return _digest(before, code, str(entry.rev), entry.id, repr(float(entry.at)), str(entry.by), entry.body, told)


def seal(chain: str, checkpoint: CheckpointRow) -> str:
    """The digest of a checkpoint and of the entry it stands on, whose own is ``chain``."""
    body = hashlib.sha256(checkpoint.body).hexdigest()
    return _digest(chain, str(checkpoint.rev), checkpoint.edition, body)


def _digest(*parts: str) -> str:
    # Each with its length: no two lists of parts read the same.
    text = "".join(f"{len(part)}:{part}" for part in parts)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def linked(before: str, code: str, entries: Sequence[EntryRow]) -> list[str]:
    """The digests of entries that follow one another."""
    digests = []
    for entry in entries:
        before = link(before, code, entry)
        digests.append(before)
    return digests


def checked(
    code: str, before: Head, rows: Sequence[tuple[EntryRow, str]], heads: Sequence[Head]
) -> tuple[Head, Damage | None]:
    """The newest entry up to which everything is whole, and what is wrong after it, if anything.

    ``rows`` are the entries after ``before`` with the digests they were kept with, in order; ``heads`` what was noted
    of the newest entry. A table of which no head is known has lost it.
    """
    last = Head(before.rev, before.chain, before.version)
    kept = {before.rev: before.chain}
    known = max((head.rev for head in heads), default=0)
    known = max(known, rows[-1][0].rev if rows and type(rows[-1][0].rev) is int else 0)
    for entry, digest in rows:
        try:
            right = entry.rev == last.rev + 1 and link(last.chain, code, entry) == digest
        except (TypeError, ValueError):  # not even the kinds of values are those that were written
            right = False
        if not right:
            there = type(entry.rev) is int and entry.rev == last.rev + 1
            return last, Damage(last.rev, max(known, last.rev + 1), "changed" if there else "missing")
        last = Head(entry.rev, digest, last.version)
        kept[entry.rev] = digest
    if known > last.rev:
        return last, Damage(last.rev, known, "missing")
    if not heads or any(kept.get(head.rev, head.chain) != head.chain for head in heads):
        return last, Damage(last.rev, known, "changed")
    return last, None
