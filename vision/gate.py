"""Whether a closed-set reading is believed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was measured at a place: see ``read.Reading``."""

    score: float
    margin: float
    fixed: float
    px_per_module: float


def strength(evidence: Evidence) -> float:
    """Above 0 the reading is believed."""
    return min(evidence.score - 0.70, evidence.margin - 0.20, evidence.fixed - 0.45)
