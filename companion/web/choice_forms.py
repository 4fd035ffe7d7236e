"""From the choices of a look to the buttons of a page, and from a posted form back to an event."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.camera.dice_photo import dice_choice
from companion.table.snapshot import Snapshot
from companion.web.template_helpers import event_json
from rules.game_protocol import Choice, Event, Level, Refusal, Seat, in_place
from rules.score import Why
from rules.view import Tone


@dataclass(frozen=True, slots=True)
class Button:
    """One choice on a page. ``is_card``: drawn as a card to tap."""

    choice: Choice
    is_card: bool

    @property
    def on_board(self) -> bool:
        """Whether it can be begun by touching the board."""
        return bool(self.choice.begins_at)

    @property
    def is_tile(self) -> bool:
        """Whether what it begins at is drawn beside the large button, and nowhere on the board."""
        return self.choice.spot.startswith("tile:")


@dataclass(frozen=True, slots=True)
class Ask:
    """One prompt with its answers."""

    key: str
    title: str
    detail: str
    why: Why | None
    tone: Tone
    choices: tuple[Button, ...]

    @property
    def who_begins(self) -> bool:
        """Whether it asks which seat takes the first turn: drawing lots can answer it."""
        return sum(isinstance(getattr(one.choice.event, "first", None), int) for one in self.choices) > 1


@dataclass(frozen=True, slots=True)
class Layout:
    """What stands where in the sheet at the thumb. ``foot`` is the one large button that never moves."""

    asks: tuple[Ask, ...]
    loose: tuple[Button, ...]
    foot: Button | None
    snap: bool
    """Whether a photo can do something now: the camera then stands beside the large button."""
    corrections: tuple[Button, ...]
    dice: bool = False
    """Whether dice are asked for that a photo can tell."""

    @property
    def beside(self) -> tuple[Button, ...]:
        """The other ways to do what the large button does, each in one touch: nobody looks for them in a fold."""
        if self.foot is None or self.foot.choice.fields:
            return ()
        kind = type(self.foot.choice.event)
        same = (one for one in self.loose if type(one.choice.event) is kind and one is not self.foot)
        return tuple(one for one in same if not (one.choice.fields or one.on_board))


def layout(look: Snapshot) -> Layout:
    """The sheet of the phone that looks."""
    prompts = look.view.prompts if look.view else ()
    keys = {prompt.key for prompt in prompts}
    usual = [choice for choice in look.choices if not choice.correction]
    asks = tuple(
        Ask(
            p.key,
            p.title,
            detail=p.detail,
            why=p.why,
            tone=p.tone,
            choices=buttons(c for c in usual if c.prompt == p.key),
        )
        for p in prompts
    )
    loose = buttons(choice for choice in usual if choice.prompt not in keys and not choice.event.in_place)
    corrections = buttons(choice for choice in look.choices if choice.correction)
    # Also where nothing is asked: in a main phase a photo of a card plays it.
    snap = any(_of_cards(choice) for choice in usual)
    dice = not snap and dice_choice(usual) is not None
    return Layout(asks, loose, foot=_foot(asks, loose), snap=snap, corrections=corrections, dice=dice)


def _of_cards(choice: Choice) -> bool:
    return bool(choice.card) or any(pick.card for spec in choice.fields for pick in spec.picks)


def buttons(choices: Iterable[Choice]) -> tuple[Button, ...]:
    """Choices as buttons, in their order."""
    return tuple(Button(c, not c.fields and bool(c.card or c.suit)) for c in choices)


def _foot(asks: Sequence[Ask], loose: Sequence[Button]) -> Button | None:
    first = asks[0].choices if asks else loose
    plain = [button for button in first if not button.is_card]
    marked = [button for button in plain if button.choice.primary]
    forms = [button for button in plain if button.choice.fields] if asks else []
    found = marked or forms or (plain if asks and len(plain) == 1 else [])
    return found[0] if found else None


@dataclass(frozen=True, slots=True)
class Corrections:
    """The corrections about one person, or about the table (``seat`` None)."""

    seat: Seat | None
    buttons: tuple[Button, ...]


def by_person(corrections: Iterable[Button], viewer: Seat | None) -> tuple[Corrections, ...]:
    """Corrections by whom their labels name first: the viewer's own, then those of the others, then the table's."""
    groups: dict[Seat | None, list[Button]] = {}
    for one in corrections:
        named = _SEAT_NAMED.search(one.choice.label)
        groups.setdefault(int(named.group(1)) if named else None, []).append(one)
    order = sorted(groups, key=lambda seat: (seat is None, seat != viewer, seat if seat is not None else 0))
    return tuple(Corrections(seat, tuple(groups[seat])) for seat in order)


_SEAT_NAMED = re.compile(r"\{p(\d+)\}")


def event_of(form: MultiDict[str, str], choices: Iterable[Choice]) -> Event | dict[str, Any]:
    """The event a posted form means.

    The choice it came from fills the holes while it is still offered; otherwise (somebody else was faster) the event
    is put together from the form alone, and the table decides whether it still makes sense. Raises Refusal STRUCT.
    """
    override = form.get("override") == "true"
    sent = _json(form.get("event", ""), "event")
    if not isinstance(sent, dict) or not isinstance(sent.get("args", {}), dict):
        raise _garbled("event")
    names = [key[3:] for key in form if key.startswith("is.")]
    values = {name: _value(form, name) for name in names}
    same = json.dumps(sent, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    refused: Refusal | None = None
    for choice in choices:
        if event_json(choice.event) == same and {spec.name for spec in choice.fields} == set(names) and not override:
            try:
                return choice.fill(**{name: tuple(v) if isinstance(v, list) else v for name, v in values.items()})
            except Refusal as found:
                # Two choices may hold the same event and offer different answers: one more dragoshield, another die.
                refused = refused or found
    if refused is not None:
        raise refused
    return {**sent, "args": in_place(sent.get("args", {}), values), "override": override}


def resend(form: MultiDict[str, str], **changes: str) -> tuple[tuple[str, str], ...]:
    """The same form once more, with changes: what a second button ("do it anyway") carries."""
    kept = [(key, value) for key, value in form.items(multi=True) if key not in changes]
    return (*kept, *changes.items())


def _value(form: MultiDict[str, str], name: str) -> Any:
    shape, raw = form.get(f"is.{name}", ""), form.getlist(f"f.{name}")
    if shape == "many":
        return [_json(item, name) for item in raw]
    if shape == "cards":
        return [word for item in raw for word in item.replace(",", "\n").split("\n") if word.strip()]
    if not raw:
        raise Refusal(Level.STRUCT, "bad_input", "Nothing was chosen yet; tap one of the cards first.")
    return _json(raw[0], name)


def _json(text: str, name: str) -> Any:
    try:
        return json.loads(text[:200_000])
    except (ValueError, RecursionError):
        raise _garbled(name) from None


def _garbled(name: str) -> Refusal:
    return Refusal(Level.STRUCT, "bad_input", f"{name}: that did not arrive as it was sent; load the page again")
