"""One frame of a live camera, understood: what is in sight, what it means, and what was logged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.table.tables import Accepted
from rules.table import Lying, Reading, ScanProblem
from rules.values.code import CardCode
from vision.sighting import CardSeen, Foreign
from vision.video.tracking import Track


@dataclass(frozen=True, slots=True)
class Sight:
    """One frame understood: what is in sight, what the gathered cards mean, and what was logged.

    ``gathered`` are the cards an accepting tap would take: those in sight and those the camera has just passed over,
    without what is logged already. ``full`` is False where the outlines were only followed.
    """

    width: int
    height: int
    full: bool
    tracks: tuple[Track, ...]
    done: frozenset[int]
    gathered: tuple[Track, ...]
    foreign: tuple[Foreign, ...]
    reading: Reading
    accepted: Accepted | None
    ms: float
    broken: str = ""
    """What to say where the reader broke on the last full look, "" where it did not."""

    @property
    def problems(self) -> tuple[ScanProblem, ...]:
        """One sentence each, with the cure: our own fault first, then strangers, then the game's."""
        ours = (ScanProblem("reader_failed", self.broken),) if self.broken else ()
        strange = tuple(dict.fromkeys(ScanProblem(one.reason, one.why) for one in self.foreign))
        return (*ours, *strange, *self.reading.problems)


def besides(reading: Reading, logged: Iterable[Track]) -> Reading:
    """What is missing of a whole look, less what this camera has read and logged: that is not missing."""
    read = {track.card.text: track.card.card for track in logged}
    # A card whose code nobody has read is any of its kind that is none of the others.
    spare = Counter(read[text] for text in read.keys() - {one.code for one in reading.missing})
    missing: list[Lying] = []
    for one in reading.missing:
        if one.code in read:
            continue
        if not one.code and spare[one.card]:
            spare[one.card] -= 1
            continue
        missing.append(one)
    less = len(reading.missing) - len(missing)
    return replace(reading, missing=tuple(missing), of=reading.of - less) if less else reading


def codes_of(tracks: Iterable[Track]) -> tuple[CardCode, ...]:
    """The codes of these cards, each once."""
    seen: dict[str, CardSeen] = {track.card.text: track.card for track in tracks}
    return tuple(card.code for card in seen.values())
