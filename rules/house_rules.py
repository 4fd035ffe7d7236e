"""House rules: what a rulebook leaves open, each said once as a field of a game's frozen ``House``.

    @dataclass(frozen=True, slots=True)
    class House:
        burn: bool = option("The opening hand may be drawn again", (False, True), ruling="TW-R22",
                            said={True: "the opening hand may be drawn again"})

The field's name is the option's id, its first value the default; ``options(House)`` are the options a table may
choose, ``said(house)`` the sentences about those off their default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from typing import Any

from rules.game_info import Option

Value = bool | int | str


def option(
    label: str,
    values: tuple[Value, ...],
    *,
    names: tuple[str, ...] = (),
    detail: str = "",
    ruling: str = "",
    said: Mapping[Any, str] | None = None,
) -> Any:
    """A field of a ``House``: what people read, the values, the default first, and what is said of each other value.

    ``names`` are what the values are called on the page of a new table, where they do not say it themselves.
    """
    about = {"label": label, "values": values, "names": names, "detail": detail, "ruling": ruling, "said": said or {}}
    return field(default=values[0], metadata=about)


def options(house: type) -> tuple[Option, ...]:
    """The options of a house class, in the order of its fields."""
    return tuple(
        Option(
            one.name,
            one.metadata["label"],
            values=one.metadata["values"],
            detail=one.metadata["detail"],
            ruling=one.metadata["ruling"],
            names=one.metadata["names"],
        )
        for one in fields(house)
        if "values" in one.metadata
    )


def said(house: Any) -> tuple[str, ...]:
    """What is said of the options off their default, for the header and the score sheet."""
    found = []
    for one in fields(house):
        value, default = getattr(house, one.name), one.default
        # Compared by type too: 1 and True are different answers.
        if (type(value), value) != (type(default), default):
            found += [
                text for key, text in one.metadata.get("said", {}).items() if (type(key), key) == (type(value), value)
            ]
    return tuple(found)
