"""A photo of the dice that were just rolled: the roll itself where each was read, else a form partly filled in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion import late
from rules.choice import FieldSpec
from rules.game_protocol import Choice, Event, Level, Refusal
from vision.picture.file_header import FrameError

if TYPE_CHECKING:
    from vision.dice.find_dice import DieSeen


FACES = tuple(range(1, 7))
MOST_PIXELS = 3_200_000
"""Dice are large beside a code's modules: a photo is decoded small, which takes a part of the time."""
MOVE = "Move the dice apart, make more light without glare, and take another photo."


@dataclass(frozen=True, slots=True)
class DicePhoto:
    """What a photo of dice says: the choice with what was read filled in, the dice, and the size they are placed in.

    ``missing`` are the labels of the dice that were not read; their answers are left open.
    """

    choice: Choice
    dice: tuple[DieSeen, ...]
    missing: tuple[str, ...]
    width: int
    height: int

    @property
    def event(self) -> Event | None:
        """What is reported where each die was read for certain (``find_dice`` leaves out what is not)."""
        if self.missing:
            return None
        return self.choice.fill(**{spec.name: spec.preset[0] for spec in self.choice.fields})

    @property
    def problem(self) -> str:
        """One sentence with the cure where not every die was read."""
        if not self.missing:
            return ""
        if not self.dice:
            return f"None of the dice can be read on this photo. {MOVE}"
        return f"Tap what a die shows that was not read, or {MOVE[:1].lower()}{MOVE[1:]}"


def asks_dice(choice: Choice) -> bool:
    """Whether every hole of a choice is a die: six faces in a colour the reader knows."""
    return bool(choice.fields) and not choice.correction and all(_is_die(spec) for spec in choice.fields)


def _is_die(spec: FieldSpec) -> bool:
    colour = _colour(spec)
    return tuple(pick.value for pick in spec.picks) == FACES and colour in late.die_face.COLOURS and not spec.many


def _colour(spec: FieldSpec) -> str:
    suits = {pick.suit for pick in spec.picks}
    return suits.pop() if len(suits) == 1 else ""


def dice_choice(choices: Iterable[Choice]) -> Choice | None:
    """The choice that waits for dice to be told, or None."""
    return next((choice for choice in choices if asks_dice(choice)), None)


def read_dice(choice: Choice, data: bytes) -> DicePhoto:
    """Look for the dice ``choice`` asks for on a picture.

    Raises Refusal STRUCT where the bytes are no picture; its text says what to do.
    """
    try:
        frame = late.decoding.decode(data, most_pixels=MOST_PIXELS)
    except FrameError as error:
        raise Refusal(Level.STRUCT, error.kind, str(error)) from error
    height, width = frame.image.shape[:2]
    dice = late.find_dice.find_dice(frame.image, [_colour(spec) for spec in choice.fields])
    waiting = list(dice)
    fields, missing = [], []
    for spec in choice.fields:
        die = next((one for one in waiting if one.colour == _colour(spec)), None)
        if die is None:
            missing.append(spec.label.lower())
            fields.append(spec)
            continue
        waiting.remove(die)
        fields.append(replace(spec, preset=(die.pips,)))
    return DicePhoto(replace(choice, fields=tuple(fields)), dice, missing=tuple(missing), width=width, height=height)


def told(dice: Sequence[DieSeen]) -> str:
    """What was read, in words: "Red 3, blue 5"."""
    return ", ".join(f"{one.colour} {one.pips}" for one in dice).capitalize()
