"""How many taps a turn takes: recorded games played through the pages of a phone-size Chromium, by the shortest way.

    python benchmarks/taps.py [--game G ...] [--turns 12] [--seed 1] [--camera] [--whole] [--show] [--quick]

First a game is recorded: sensible players report what people would, at a table whose steps nobody decides pass by
themselves. Then it is played again on a real server, each person with a phone of their own, by touching the pages: a
thing of the board and its target where that is offered, else the answers of the sheet, else its buttons. Every event
must come out as it was recorded. A tap is one activation; a scroll is counted where what is to be touched is not in
sight. ``decisions`` are what no program could have known: one for what is done, one for each answer with several
possibilities that was not filled in. What could only be reported without the pages is listed as ``unreached``, what
the log holds otherwise than it was recorded (a touch that was lost or counted twice) as ``otherwise``.

With ``--camera`` a camera stands over the table (``tablewright watch``): a card that is laid and can mean only what was
recorded takes no tap, as the game's own reading of its code says, and one that can mean several things is picked up on
the phone; that codes are read is measured elsewhere. With ``--whole`` games are played to their end, and ``seconds``
says how long that took, pages and all.

Prints a table, and one JSON line last: ``games.<id>`` with ``taps_per_turn`` (the median over turns, of the phone
whose turn it is; where all play at once, of one phone), ``answers_per_turn`` (of the other phones together),
``scrolls_per_turn``, ``loads_per_turn`` and ``taps_per_decision`` (over the whole game).
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median
from typing import Any

from server_process import free_port, start

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "support"))

from dice_scene import LaidDie, View, photograph
from headless_browser import PHONE, chromium_path
from memory_store import MemoryStore
from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright
from table_scene import Shot

from companion.table.tables import Tables
from rules import games, wire
from rules.choice import Choice, in_place
from rules.game_protocol import Refusal, event_type
from rules.testing.random_choices import filled
from rules.values.code import CardCode

NAMES = ("Ana", "Ben", "Cleo")
WAIT_MS = 20_000
CLICK_MS = 5_000
GUARD_S = 2.0
GRIP = "[data-grip]"
"""Lowers the sheet where it lies over the table."""
STEPS_MAX = 900

HABITS: Mapping[str, Mapping[str, int]] = {
    "dragoborne": {
        "use_deck": 9, "place_banners": 4, "mulligan": 0, "lay_barriers": 9, "choose_starter": 1,
        "fort_burst": 9, "card_goes": 9, "make_room": 9, "effect": 9, "effect_at_fort": 9, "tick": 9,
        "choose_shield": 9, "block": 9, "no_block": 9, "deal_damage": 9, "roll": 9, "draw": 9, "add_resource": 1,
        "skip_resource": 1, "discard": 9, "summon": 1, "assign_shield": 1, "attack": 1, "end_turn": 1,
    },
    "tower": {
        "choose_starter": 1, "assign_damage": 9, "fight": 9, "confirm_step": 9, "palace_assault": 9, "discard": 9,
        "next_game": 9, "recruit": 9, "renew": 1, "draw": 9, "place_base": 2, "declare_attack": 1, "done": 9,
        "end_turn": 1,
    },
    "breeds": {
        "choose_legendary": 9, "choose_starter": 9, "choose_summoner": 9, "block": 1, "choose_damage": 9,
        "confirm_damage": 9, "discard_top": 9, "tick": 9, "quest": 9, "gain_token": 1, "play_dragon": 1,
        "buy": 1, "done": 9, "draw_phase": 9,
    },
    "gilfate": {
        "add_secret": 9, "start_round": 9, "note_hand": 2, "draw_blanks": 9, "happens": 9, "act": 9, "declare": 9,
        "respond": 0, "pick_attack": 9, "play": 1, "end_turn": 1, "show_hand": 9, "score_round": 9,
    },
    "fairytale": {
        "log_pick": 9, "name_card": 9, "choose": 9, "turn_over": 9, "select": 9, "reveal": 9, "discard_rest": 9,
        "next_pick": 9, "next_stage": 9, "score": 9,
    },
}  # fmt: skip
"""What people report in a usual turn, the most urgent first, and how often at most."""
UNDER_A_CAMERA: Mapping[str, Mapping[str, int]] = {
    "fairytale": {"next_stage": 1, "log_pick": 0, "name_card": 9, "choose": 9, "turn_over": 9, "select": 9, "score": 9}
}
"""What they report instead where a camera sees the cards that are turned up: nobody has to note a hand first."""
PRINTED: Mapping[str, Mapping[str, Sequence[str]]] = {"breeds": {"faction": ("black", "teal")}}
"""Arguments recorded with these values alone: the factions whose cards the companion knows."""
SET_UP = ("use_deck", "place_banners", "lay_barriers")
TOGETHER = ("fairytale",)
"""Games in which everybody plays at once: a turn is a draft with its play stage, counted for one phone."""
HAND_PHOTOS = ("note_hand", "log_pick")
"""A hand noted whole, by one photo that only the own phone sees: one tap."""
HAND_LEAST = 5
SELDOM = ("block",)
"""Done now and then alone, where games are played to their end: people who always block never end."""


@dataclass(frozen=True)
class Step:
    """One thing somebody reported: by which seat, the event as it is sent, the rev after it, the turn it belongs to."""

    seat: int
    event: Mapping[str, Any]
    rev: int
    turn: str
    active: bool
    decisions: int
    camera: bool
    """Whether a camera over the table would have reported it by itself."""
    picked_up: str
    """The card a camera tells the phone of, because it can mean this and other things."""


# --- recording


def recorded(game: str, turns: int, seed: int, *, whole: bool = False, camera: bool = False) -> list[Step]:
    """A game as sensible people would report it, so many turns or ``whole``; ``camera``: one is over the table."""
    rng = random.Random(seed)
    tables = Tables(MemoryStore())
    opened = tables.open(game)
    tokens = [tables.join(opened.code, name=name).token for name in NAMES[:2]]
    tables.begin(opened.code, [opened.host_token])
    live = tables.live(opened.code)
    steps: list[Step] = []
    done: Counter[str] = Counter()
    seen: list[str] = []
    while len(steps) < STEPS_MAX and not live.game.over(live.table.state):
        turn = _turn(live)
        if not seen or seen[-1] != turn:
            seen.append(turn)
            done.clear()
        if len(seen) > turns:
            break
        habits = UNDER_A_CAMERA.get(game, HABITS[game]) if camera else HABITS[game]
        found = _habit(live, game, habits, done, rng, SELDOM if whole else ())
        if found is None:
            break
        seat, choice, event = found
        kind = event_type(type(event))
        done[kind] += 1
        done[f"{kind} {seat}"] += 1
        active, decisions = choice.event.seat == _whose(live), _decisions(choice, event)
        laid, picked_up = _by_camera(live, seat, event) if camera else (None, "")
        event = event if laid is None else laid
        tables.submit(opened.code, [tokens[seat]], id=str(uuid.uuid4()), event=event)
        sent = wire.event_to_json(event)
        steps.append(Step(seat, sent, live.log.rev, turn, active, decisions, laid is not None, picked_up))
    return steps


def _by_camera(live: Any, seat: int, event: Any) -> tuple[Any, str]:
    """What is reported where the card that is laid, under a camera for that seat, can mean nothing but this event.

    Where it can mean several things of this kind, only the card's id. A card told by its colour alone is read with its
    name.
    """
    card = getattr(event, "card", None) or getattr(event, "base", None)
    deck = games.deck(live.game.info.id)
    picked_up = ""
    # A colour is brought by any card of it; which one is chance, and no copy is laid twice.
    any_card = random.Random(live.log.rev).sample(deck.cards, len(deck.cards))
    for one in [deck.by_id[card]] if card in deck.by_id else any_card if getattr(event, "color", "") else ():
        for reading in _readings(live, seat, one):
            if reading.submit is not None and _named(reading.submit) == _named(event):
                return reading.submit, ""
            # Whoever lays it touches what is still open; the pages show whether that is enough.
            if card and reading.submit is None and any(type(choice.event) is type(event) for choice in reading.choices):
                picked_up = one.id
    return None, picked_up


def _readings(live: Any, seat: int, card: Any) -> Iterator[Any]:
    """What the game makes of each printed copy of the card: who lays a second one lays another copy than the first."""
    deck = games.deck(live.game.info.id)
    for copy in range(1, max(1, card.copies) + 1):
        with suppress(Refusal):
            yield live.game.scan(live.table.state, seat, (CardCode(deck.letters_of(card), card.code, copy),))


def _named(event: Any) -> Any:
    """An event without the printed copy's code, and without its name where its colour is said."""
    sent = wire.event_to_json(event)
    less = ("code", "card") if "color" in sent["args"] else ("code",)
    return {**sent, "args": {name: value for name, value in sent["args"].items() if name not in less}}


def _turn(live: Any) -> str:
    told = str(getattr(live.game, "turn", lambda _: "")(live.table.state))
    # A round has its draft and its plays under headings of their own.
    return re.split(r"[,·]", told)[0].strip() if live.game.info.id in TOGETHER else told


def _whose(live: Any) -> int | None:
    return getattr(live.table.state, "active", None)


def _habit(
    live: Any,
    game: str,
    habits: Mapping[str, int],
    done: Counter[str],
    rng: random.Random,
    seldom: Sequence[str],
) -> tuple[int, Choice, Any] | None:
    state = live.table.state
    offered = [
        (seat, choice)
        for seat in range(state.players)
        for choice in live.game.choices(state, seat)
        if not choice.correction and choice.event.seat in (None, seat)
    ]
    for name, most in habits.items():
        fitting = [one for one in offered if event_type(type(one[1].event)) == name]
        if name in SET_UP:  # said once, though it may be changed
            fitting = [
                one for one in fitting if not done[f"{name} {one[0]}"] and (name != "use_deck" or not one[1].fields)
            ]
        if name in HAND_PHOTOS:
            fitting = [one for one in fitting if one[1].fields and one[1].fields[0].high >= HAND_LEAST]
        if name == "select":
            fitting = [one for one in fitting if state.placed[one[0]] is None]
            # Who has noted a hand touches the card; who has not places one unseen, or lays it under the camera.
            named = [one for one in fitting if getattr(one[1].event, "card", None)]
            unseen = [one for one in fitting if bool(one[1].fields) == (habits is not HABITS[game])]
            fitting = named or unseen
        if not fitting or done[name] >= most or (name in seldom and rng.random() < 0.7):
            continue
        for _ in range(8):
            seat, choice = rng.choice(fitting)
            try:
                event = _whole_hand(choice, rng) if name in HAND_PHOTOS else filled(choice, rng)
                if any(getattr(event, key, some[0]) not in some for key, some in PRINTED.get(game, {}).items()):
                    continue
                live.game.apply(state, event)
            except Refusal:
                continue
            return seat, choice, event
    return None


def _whole_hand(choice: Choice, rng: random.Random) -> Any:
    """As many cards as the hand has."""
    (spec,) = choice.fields
    return choice.fill(**{spec.name: tuple(pick.value for pick in rng.sample(spec.picks, spec.high))})


def _decisions(choice: Choice, event: Any) -> int:
    """One for what is done, and one for each answer with several possibilities that was not filled in already."""
    args = wire.event_to_json(event)["args"]
    open_ = 0
    for spec in choice.fields:
        many = len(spec.picks) > 1 if spec.kind == "pick" else spec.high > spec.low
        given = _at(args, spec.name)
        preset = list(spec.preset) if spec.many else (spec.preset[0] if spec.preset else None)
        open_ += many and given != preset
    return max(1, open_ + (1 if choice.spot or not choice.fields else 0))


def _at(args: Any, name: str) -> Any:
    outer, _, inner = name.partition(".")
    value = args.get(outer)
    if not inner:
        return value
    return value[int(inner)] if isinstance(value, list) else (value or {}).get(inner)


# --- playing it again through the pages

FORMS = """() => [...document.querySelectorAll('#sheet form')].filter((form) => form.elements.event).map((form) => ({
  id: form.getAttribute('id'), board: form.hasAttribute('data-board'), begins: form.dataset.begins || '',
  event: form.elements.event.value,
  holes: [...form.querySelectorAll('input[name^="is."]')].map((hole) => {
    const name = hole.name.slice(3);
    return {name, shape: hole.value, inputs: [...form.querySelectorAll(`[name="f.${CSS.escape(name)}"]`)].map(
      (input, at) => ({at, type: input.type, value: input.value, checked: input.checked,
        spot: input.dataset.spot || ''}))};
  }),
}))"""
TOUCHES = """
window.touches = {clicks: 0, wanted: null, missed: '', sent: []};
addEventListener('submit', (event) => touches.sent.push(event.target.getAttribute('id')), true);
addEventListener('click', (event) => {
  const {wanted} = touches, label = wanted?.closest('label');
  touches.clicks++;
  const same = wanted?.contains(event.target) || (label && event.target.closest('label') === label);
  if (wanted && !same) touches.missed ||= event.target.outerHTML.slice(0, 120);
  touches.wanted = null;
}, true);
"""
"""Counts the clicks that arrive, notes where one fell on something else than what was touched, and which forms were
sent: an answer may be there, and the form ready again, before the page has changed under the finger."""
SOUGHT = """async ([css, at]) => {
  const place = (node) => {
    const box = node.getBoundingClientRect(), label = node.closest('label');
    if (!box.width || !box.height || !node.checkVisibility()) return null;
    const points = [[2, 2], [2, 4], [2, 8], [8, 2]].map(([x, y]) => [box.x + box.width / x, box.y + box.height / y]);
    const found = points.find(([x, y]) => {
      const top = document.elementFromPoint(x, y);
      return top && (node.contains(top) || (label && top.closest('label') === label));
    });
    return {node, found, middle: points[0]};
  };
  const sought = () => {
    let all = [...document.querySelectorAll(css)];
    all = at === null ? all.slice(0, 6) : all.slice(at, at + 1).map((node) => node.closest('label') ?? node);
    const places = all.map(place).filter(Boolean);
    return places.find((one) => one.found) ?? places[0];
  };
  let one = sought(), scrolled = false, before = '', still = 0;
  for (let frames = 0; frames < 90 && one && still < 2; frames++) {
    if (!one.found && still) { one.node.scrollIntoView({block: 'center', behavior: 'instant'}); scrolled = true; }
    await new Promise((done) => requestAnimationFrame(done));
    one = sought();
    const edge = document.getElementById('sheet')?.getBoundingClientRect().top;
    const now = one && [one.node.outerHTML.length, ...one.middle, edge, scrolled].join(' ');
    still = now === before ? still + 1 : 0;
    before = now;
  }
  if (!one) return null;
  const [x, y] = one.found ?? one.middle;
  const over = !one.found && document.elementFromPoint(x, y);
  touches.wanted = one.node;
  return {x, y, scrolled, covered: Boolean(over && document.getElementById('sheet').contains(over)),
    resting: one.node.getAttribute('aria-disabled') === 'true', clicks: touches.clicks};
}"""
"""The first such thing in sight, else the first that can be scrolled to: where it can be touched once it has come to
rest, in its middle or beside what lies there. Null where there is none."""
THERE = """(css) => [...document.querySelectorAll(css)].slice(0, 6).some((node) => {
  const box = node.getBoundingClientRect();
  return box.width && box.height && node.checkVisibility();
})"""
CAMERA_SAW = "(card) => { dispatchEvent(new CustomEvent('card', {detail: JSON.stringify(card)})); }"
"""As the table's stream tells the phones of the seat."""
TAKEN = "(clicks) => touches.clicks > clicks && new Promise((done) => setTimeout(() => setTimeout(() => done(true))))"
"""A click has arrived, and what the page puts off to the end of it is done."""


class UnreachedError(Exception):
    """The pages offer no way to report this."""


@dataclass
class Phone:
    """One person's phone, and what was done on it."""

    page: Page
    taps: int = 0
    scrolls: int = 0
    loads: int = 0

    def tap(self, css: str, *, at: int | None = None) -> None:
        """Touch the first such thing in sight, after scrolling to it where it is not; with ``at``, that one's label."""
        deadline = time.monotonic() + GUARD_S
        while (found := self.page.evaluate(SOUGHT, [css, at])) and found["resting"] and time.monotonic() < deadline:
            time.sleep(0.05)  # somebody else's act has just put another button there
        if not found:
            raise UnreachedError(f"{css} is not on the page")
        if found["covered"] and css != GRIP:
            self.tap(GRIP)
            self.tap(css, at=at)
            return
        self.taps += 1
        self.scrolls += found["scrolled"]
        self.page.touchscreen.tap(found["x"], found["y"])
        # The click comes after the finger has left; what the page makes of it can be seen only then.
        try:
            self.page.wait_for_function(TAKEN, arg=found["clicks"], timeout=CLICK_MS)
        except TimeoutError as error:
            raise UnreachedError(f"a touch of {css} never became a click") from error
        if missed := self.page.evaluate("[touches.missed, touches.missed = ''][0]"):
            raise UnreachedError(f"a touch of {css} fell on {missed}")

    def has(self, css: str) -> bool:
        """Whether such a thing can be touched, in sight or after scrolling."""
        return bool(self.page.evaluate(THERE, css))

    def ended(self) -> bool:
        """Whether the page says that the game is over."""
        return self.has('#sheet-act a[href$="/scores"]')

    def log(self) -> list[dict[str, Any]]:
        """Every entry of the table."""
        return list(self.page.request.get(f"{self.page.url.replace('/t/', '/api/tables/')}/export").json()["entries"])

    def rev(self) -> int:
        """The newest entry the page shows."""
        return int(self.page.evaluate("Number(document.body?.dataset.rev || 0)"))

    def at(self, rev: int, *, least: bool = False) -> bool:
        """Whether the page has come to that rev, waiting for it."""
        try:
            self.page.wait_for_function(
                "(rev) => Number(document.body?.dataset.rev || 0) >= rev", arg=rev, timeout=WAIT_MS
            )
        except TimeoutError:
            return False
        return least or self.rev() == rev


@dataclass
class Played:
    """What a game took."""

    turns: dict[str, Counter[str]] = field(default_factory=dict)
    taps: int = 0
    decisions: int = 0
    unreached: Counter[str] = field(default_factory=Counter)
    otherwise: Counter[str] = field(default_factory=Counter)
    """What the log holds otherwise than it was recorded."""
    kinds: dict[str, list[int]] = field(default_factory=dict)


def played(steps: Sequence[Step], game: str, phones: Sequence[Phone], api: Any, *, show: bool, camera: bool) -> Played:
    """The recorded game, touched on the phones; with ``camera``, what a camera over the table reports is not."""
    found = Played()
    for step in steps:
        phone = phones[step.seat]
        turn = found.turns.setdefault(step.turn, Counter())
        before = (phone.taps, phone.scrolls, phone.loads)
        kind = str(step.event["type"])
        try:
            if camera and step.camera:
                api(step)
            elif kind in HAND_PHOTOS:
                api(step)
                phone.taps += 1
            else:
                if camera and step.picked_up:
                    phone.page.evaluate(CAMERA_SAW, step.picked_up)
                report(phone, step)
            if not phone.at(step.rev):
                said = phone.page.evaluate("document.body.dataset.said")
                raise UnreachedError(f"the page is at {phone.rev()} instead of {step.rev}: {said}")
        except UnreachedError as why:
            found.unreached[kind] += 1
            if show:
                print(f"  {step.turn}: {kind} by seat {step.seat} was not reached: {why}", flush=True)
            phone.page.keyboard.press("Escape")
            api(step)
        taps, scrolls, loads = (
            now - then for now, then in zip((phone.taps, phone.scrolls, phone.loads), before, strict=True)
        )
        mine = step.active or (game in TOGETHER and step.seat == 0)
        turn["taps" if mine else "answers"] += taps
        turn["scrolls"] += scrolls
        turn["loads"] += loads
        found.taps += taps
        found.decisions += step.decisions
        found.kinds.setdefault(kind, []).append(taps)
        if show:
            print(
                f"  {step.turn}: {kind} {json.dumps(step.event['args'])[:70]}: {taps} taps, {scrolls} scrolls",
                flush=True,
            )
        for other in phones:
            other.at(step.rev, least=True)
    found.otherwise = _otherwise(steps, [phone.log() for phone in phones])
    return found


def _otherwise(steps: Sequence[Step], logs: Sequence[Sequence[Mapping[str, Any]]]) -> Counter[str]:
    """The kinds of events that are not in the log of their own seat as they were recorded: others' hide its secrets."""
    found, before = Counter[str](), 0
    for step in steps:
        here = [_said(entry) for entry in logs[step.seat] if before < entry["rev"] <= step.rev]
        before = step.rev
        if _said(step.event) not in here:
            found[str(step.event["type"])] += 1
    return found


def _said(event: Mapping[str, Any]) -> tuple[Any, Any]:
    """What an event says. Cards ticked together go out as they lie on the page, not as they were recorded."""
    args = event["args"]
    return event["type"], {**args, "uids": sorted(args["uids"])} if "uids" in args else args


DICE_PHOTO = '#sheet-act form[action$="/dice"] input[type=file]'


def by_photo(phone: Phone, event: Mapping[str, Any]) -> bool:
    """Dice by one photo of them, where the page takes one and each is read; same-coloured ones as they lie."""
    if event["type"] != "roll" or not phone.page.locator(DICE_PHOTO).count():
        return False
    colours = phone.page.evaluate(
        """() => [...document.querySelectorAll('#sheet form fieldset[data-field^="values."]')].map((field) =>
            [...field.querySelector('.pick').classList].find((one) => one.startsWith('s-')).slice(2))"""
    )
    laid = [
        LaidDie(colour, pips, x_mm=45.0 * (at - 1), y_mm=(-10.0, 25.0, -15.0)[at % 3], turn_deg=25.0 * at, quarter=at)
        for at, (colour, pips) in enumerate(zip(colours, event["args"]["values"], strict=True))
    ]
    view = View(px_per_mm=3.4, tilt_deg=22, size_px=(800, 600), shot=Shot(table="plain", noise=2.5, shadow=0.1))
    rev = int(phone.page.evaluate("document.body.dataset.rev"))
    photo = {"name": "dice.jpg", "mimeType": "image/jpeg", "buffer": photograph(laid, seed=4, view=view).photo}
    phone.page.locator(DICE_PHOTO).set_input_files(photo)
    phone.taps += 1
    deadline = time.monotonic() + WAIT_MS / 1000
    while time.monotonic() < deadline and not phone.page.locator("figure.shot").count():
        if int(phone.page.evaluate("document.body.dataset.rev || 0")) > rev:
            return True
        time.sleep(0.05)
    # Some die was not read: back to the table, and by hand.
    phone.page.reload()
    return False


def report(phone: Phone, step: Step) -> None:
    """One event by the shortest way the page offers."""
    if by_photo(phone, step.event):
        return
    best: list[tuple[int, Mapping[str, Any], list[tuple[Mapping[str, Any], Any]]]] = []
    for form in phone.page.evaluate(FORMS):
        answers = answers_of(form, step.event)
        if answers is not None:
            best.append((len(answers) + (not form["board"]), form, answers))
    if not best:
        raise UnreachedError("no form means it")
    _, form, answers = min(best, key=lambda one: one[0])
    fill(phone, form, answers)


def answers_of(form: Mapping[str, Any], event: Mapping[str, Any]) -> list[tuple[Mapping[str, Any], Any]] | None:
    """What has to be answered in the form so that it means the event; None where it cannot mean it."""
    sent = json.loads(form["event"])
    if (sent["type"], sent.get("seat")) != (event["type"], event.get("seat")):
        return None
    wanted = {hole["name"]: _at(event["args"], hole["name"]) for hole in form["holes"]}
    if json.dumps(in_place(sent.get("args", {}), wanted), sort_keys=True) != json.dumps(event["args"], sort_keys=True):
        return None
    answers = []
    for hole in form["holes"]:
        value = wanted[hole["name"]]
        offered = [input_ for input_ in hole["inputs"] if input_["type"] in ("radio", "checkbox")]
        if offered:
            chosen = [json.dumps(one) for one in (value if isinstance(value, list) else [value])]
            there = [json.dumps(json.loads(input_["value"])) for input_ in offered]
            if any(one not in there for one in chosen):
                return None
            answers += [
                (hole, input_)
                for input_, known in zip(offered, there, strict=True)
                if (known in chosen) != input_["checked"] and (known in chosen or input_["type"] == "checkbox")
            ]
        elif str(value) != str(hole["inputs"][0]["value"]):
            answers.append((hole, {**hole["inputs"][0], "wanted": value}))
    return answers


def fill(phone: Phone, form: Mapping[str, Any], answers: Sequence[tuple[Mapping[str, Any], Any]]) -> None:
    """Touch what answers the form, and what sends it."""
    page, css = phone.page, f'[id="{form["id"]}"]'
    rev = page.evaluate("(touches.sent = [], document.body.dataset.rev)")

    def gone() -> bool:
        return bool(page.evaluate(
            "([rev, id]) => document.body.dataset.rev !== rev || touches.sent.includes(id)"
            " || !document.getElementById(id)", [rev, form["id"]]))  # fmt: skip

    board = form["board"] and (
        not form["begins"]
        or phone.has(f'#main [data-spot="{form["begins"]}"], .sheet .thing[data-spot="{form["begins"]}"]')
    )
    own = f"{css} button:not([type=button])"
    if board and not answers and phone.has(own):
        # What is asked has its button in the sheet, which may lie over half of its spot on the board.
        phone.tap(own)
        return
    if board and form["begins"]:
        phone.tap(f'#main [data-spot="{form["begins"]}"], .sheet .thing[data-spot="{form["begins"]}"]')
        if gone():
            return
    way = f'#aim [data-way="{form["id"]}"]'
    # Of numbers that share a pool, what one has less is there for the others only then.
    for hole, input_ in sorted(answers, key=lambda answer: _steps(answer[1]) > 0):
        spot = f'#main [data-spot="{input_["spot"]}"], .sheet .thing[data-spot="{input_["spot"]}"]'
        if input_["spot"] and board and phone.has(spot):
            phone.tap(spot)
        else:
            if page.locator(way).count():
                phone.tap(way)
            _answer(phone, css, hole, input_)
        if gone():
            return
    for last in (
        way,
        f'#aim [data-confirm="{form["id"]}"]',
        f'#sheet-act [form="{form["id"]}"]',
        own,
    ):
        if not gone() and phone.has(last):
            phone.tap(last)
            return
    if not gone():
        _unfolded(phone, css)
        phone.tap(own)


def _steps(input_: Mapping[str, Any]) -> int:
    """By how much a number is to be changed; 0 for what is no number."""
    return int(input_["wanted"]) - int(input_["value"] or 0) if "wanted" in input_ else 0


def _unfolded(phone: Phone, css: str) -> None:
    # What lies in several folds is unfolded from the outside.
    while (fold := phone.page.locator(f"details:not([open]):has({css}) > summary")).count():
        before = fold.count()
        phone.tap(f"details:not([open]):has({css}) > summary")
        if fold.count() == before:
            return


def _answer(phone: Phone, css: str, hole: Mapping[str, Any], input_: Mapping[str, Any]) -> None:
    _unfolded(phone, css)
    if input_["type"] in ("radio", "checkbox"):
        phone.tap(f'{css} [name="f.{hole["name"]}"]', at=input_["at"])
        return
    steps = _steps(input_)
    for _ in range(abs(steps)):
        phone.tap(f'{css} .field:has([name="f.{hole["name"]}"]) [data-step="{1 if steps > 0 else -1}"]')


# --- a table with phones


def phones_at(browser: Browser, url: str, game: str) -> Iterator[tuple[list[Phone], Any]]:
    """Two phones at a new table whose game has begun, and a way to report what the pages do not offer."""
    api = browser.new_context().request
    opened = api.post(f"{url}/api/tables", data={"game": game}, headers={"Origin": url}).json()
    code = opened["code"]
    phones, tokens = [], []
    for name in NAMES[:2]:
        context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=1)
        joined = context.request.post(
            f"{url}/api/tables/{code}/join", data={"name": name}, headers={"Origin": url}
        ).json()
        tokens.append(joined["token"])
        context.add_cookies([{"name": f"tw_{code}", "value": joined["token"], "url": url}])
        context.add_init_script(TOUCHES)
        phones.append(Phone(context.new_page()))
    host = {"Authorization": f"Bearer {opened['host_token']}", "Origin": url}
    api.post(f"{url}/api/tables/{code}/begin", data={}, headers=host)
    for phone in phones:
        phone.page.goto(f"{url}/t/{code}")
        phone.page.on("framenavigated", lambda _, phone=phone: setattr(phone, "loads", phone.loads + 1))

    def send(step: Step) -> None:
        head = {"Authorization": f"Bearer {tokens[step.seat]}", "Origin": url}
        answer = api.post(f"{url}/api/tables/{code}/events", data={"id": str(uuid.uuid4()), **step.event}, headers=head)
        if not answer.ok:
            raise SystemExit(f"{game}: {step.event} was refused: {answer.text()[:300]}")

    yield phones, send
    for phone in phones:
        phone.page.context.close()


def summary(found: Played, game: str) -> dict[str, Any]:
    """A game's figures."""
    whole = [turn for turn in list(found.turns.values())[1:-1] if turn] or list(found.turns.values())
    return {
        "taps_per_turn": median(turn["taps"] for turn in whole),
        "answers_per_turn": median(turn["answers"] for turn in whole),
        "scrolls_per_turn": round(mean(turn["scrolls"] for turn in whole), 2),
        "loads_per_turn": round(mean(turn["loads"] for turn in whole), 2),
        "taps_per_decision": round(found.taps / max(1, found.decisions), 2),
        "turns": len(whole),
        "unreached": dict(found.unreached),
        "otherwise": dict(found.otherwise),
    }


def main() -> None:
    """Play every game and print what it took."""
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--game", action="append", choices=list(HABITS))
    read.add_argument("--turns", type=int, default=12)
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--camera", action="store_true", help="a camera over the table reads what is laid")
    read.add_argument("--whole", action="store_true", help="whole games, with the seconds they took")
    read.add_argument("--show", action="store_true", help="every step with its taps")
    read.add_argument("--quick", action="store_true", help="three turns of each game")
    asked = read.parse_args()
    turns = 3 if asked.quick else STEPS_MAX if asked.whole else asked.turns
    rows: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as engine:
        port = free_port()
        server = start(folder, port)
        browser = engine.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox", "--disable-gpu"])
        try:
            for game in asked.game or HABITS:
                steps = recorded(game, turns, asked.seed, whole=asked.whole, camera=asked.camera)
                for phones, send in phones_at(browser, f"http://127.0.0.1:{port}", game):
                    began_s = time.monotonic()
                    found = played(steps, game, phones, send, show=asked.show, camera=asked.camera)
                    seconds = round(time.monotonic() - began_s)
                    over = all(phone.ended() for phone in phones)
                rows[game] = summary(found, game)
                if asked.whole:
                    rows[game] |= {"events": len(steps), "seconds": seconds, "ended_on_both_phones": over}
                print(f"{games.load(game).info.title:24} {json.dumps(rows[game])}", flush=True)
                for kind, taps in sorted(found.kinds.items()):
                    print(f"    {kind:20} {len(taps):4} times, {mean(taps):.1f} taps", flush=True)
        finally:
            browser.close()
            server.terminate()
    print(json.dumps({"games": rows, "camera": asked.camera}))


if __name__ == "__main__":
    main()
