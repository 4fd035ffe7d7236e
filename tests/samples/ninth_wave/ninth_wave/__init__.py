"""Ninth Wave: turn up shells as long as you dare; a second wave takes them all. And everybody has a secret wish."""

from collections import Counter as Counted
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files

from rules import api
from rules.api import Choice, FieldSpec, Judge, Pick, Seat, Why, person, say

DECK = api.deck_from_csv(
    (files(__name__) / "cards.csv").read_bytes(), game="ninth_wave", letters="NW", title="Ninth Wave"
)
WAVE, WAVES_MOST = "004", 2
SHELLS = tuple(card.id for card in DECK.cards if card.id != WAVE)
TURN = Why("Turn up cards as long as you like; the second wave takes them", "Ninth Wave, Your turn")
END = Why("Once somebody has enough, the round is played to its end", "Ninth Wave, The end")
WISH = Why("Each shell of your wish is worth one more at the end", "Ninth Wave, Wishes")
PAPER = Why("The cards on the table are right", "Ninth Wave, The table")


def points_of(card: str) -> int:
    """What a shell is worth."""
    return int(str(DECK.by_id[card]["points"]))


@dataclass(frozen=True, slots=True)
class Player:
    """A person's shells, and the wish: None for whoever may not know it."""

    kept: tuple[str, ...] = ()
    wished: bool = False
    wish: str | None = None

    @property
    def points(self) -> int:
        return sum(map(points_of, self.kept))


@dataclass(frozen=True, slots=True)
class State:
    """The table."""

    seats: tuple[Player, ...]
    enough: int
    active: Seat = 0
    sand: tuple[str, ...] = ()
    over: bool = False
    notices: tuple[api.Notice, ...] = ()

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def wishing(self) -> bool:
        return not all(own.wished for own in self.seats)

    def with_seat(self, seat: Seat, own: Player) -> "State":
        return replace(self, seats=(*self.seats[:seat], own, *self.seats[seat + 1 :]))

    def passed_on(self) -> "State":
        """The next person's turn; after the last of a round, the end where somebody has enough."""
        last = self.active == self.players - 1
        enough = any(own.points >= self.enough for own in self.seats)
        return replace(self, sand=(), active=(self.active + 1) % self.players, over=last and enough)


@dataclass(frozen=True, slots=True)
class Wish(api.Event):
    """A shell wished for in secret; None is what others are told."""

    shell: str | None


@dataclass(frozen=True, slots=True)
class TurnUp(api.Event):
    """A card turned up."""

    card: str


@dataclass(frozen=True, slots=True)
class Stop(api.Event):
    """What lies on the sand is kept."""


@dataclass(frozen=True, slots=True)
class SetSand(api.Event):
    """What lies on the sand, by hand."""

    cards: tuple[str, ...]


def begins(setup: api.Setup) -> State:
    chosen = setup.chosen(INFO)
    low, high = INFO.players
    if not low <= setup.players <= high:
        raise api.Refusal(api.Level.STRUCT, "players", say("Ninth Wave is for {low} to {high}.", low=low, high=high))
    return State((Player(),) * setup.players, int(chosen["enough"]))


# --- wishes


def wish(state: State, event: Wish, judge: Judge) -> State:
    seat = judge.seat(state.players)
    judge.struct(event.shell in SHELLS, "no_shell", "That is not a shell of this game.")
    judge.rule(not state.seats[seat].wished, "wished", say("{who} has a wish already.", who=person(seat)), WISH)
    return state.with_seat(seat, replace(state.seats[seat], wished=True, wish=event.shell))


def offer_wish(state: State, seat: Seat) -> Iterator[Choice]:
    if not state.seats[seat].wished:
        hole = FieldSpec("shell", "Your secret wish", picks(SHELLS))
        yield Choice.asking(Wish, "Wish for a shell", (hole,), seat=seat, prompt="wish", primary=True, why=WISH)


def hide_wish(state: State, event: Wish, viewer: Seat | None) -> Wish:
    return event if state.over or event.seat == viewer else replace(event, shell=None)


def tell_wish(telling: api.Telling[State, Wish]) -> str:
    if telling.event.shell is None:
        return say("{who} has a wish", who=telling.who)
    return say("{who} wished for {shell}", who=telling.who, shell=DECK.by_id[telling.event.shell].name)


# --- a turn


def turn_up(state: State, event: TurnUp, judge: Judge) -> State:
    check_turn(state, judge)
    judge.struct(event.card in DECK.by_id, "no_card", "That is not a card of this game.")
    card = DECK.by_id[event.card]
    out = Counted((*state.sand, *(shell for own in state.seats for shell in own.kept)))[card.id]
    judge.warn(out < card.copies, "copies", say("There are {count} {card}.", count=card.copies, card=card.name), TURN)
    sand = (*state.sand, event.card)
    return state.passed_on() if sand.count(WAVE) >= WAVES_MOST else replace(state, sand=sand)


def stop(state: State, event: Stop, judge: Judge) -> State:
    seat = check_turn(state, judge)
    judge.rule(bool(state.sand), "nothing", "Nothing lies on the sand; turn up a card first.", TURN)
    own = state.seats[seat]
    shells = tuple(card for card in state.sand if card != WAVE)
    return state.with_seat(seat, replace(own, kept=(*own.kept, *shells))).passed_on()


def check_turn(state: State, judge: Judge) -> Seat:
    seat = judge.seat(state.players)
    judge.rule(not state.over, "over", "The game is over.", END)
    judge.rule(not state.wishing, "wishing", "Not everybody has a wish yet.", WISH)
    judge.rule(seat == state.active, "turn", say("It is the turn of {who}.", who=person(state.active)), TURN)
    return seat


def offer_turn(state: State, seat: Seat) -> Iterator[Choice]:
    if seat == state.active and not state.over and not state.wishing:
        hole = FieldSpec("card", "The card", picks(DECK.by_id))
        yield Choice.asking(TurnUp, "Turn up a card", (hole,), seat=seat, prompt="turn", why=TURN)
        if state.sand:
            yield Choice("Stop and keep them", Stop(seat=seat), primary=True, why=TURN)


def picks(cards: Iterable[str]) -> tuple[Pick, ...]:
    return tuple(Pick(card, DECK.by_id[card].name, card) for card in cards)


def set_sand(state: State, event: SetSand, judge: Judge) -> State:
    judge.struct(all(card in DECK.by_id for card in event.cards), "no_card", "That is not a card of this game.")
    return replace(state, sand=event.cards)


# --- what is seen


def veil(state: State, viewer: Seat | None) -> State:
    if state.over:
        return state
    seats = (own if seat == viewer else replace(own, wish=None) for seat, own in enumerate(state.seats))
    return replace(state, seats=tuple(seats))


def screen(state: State, viewer: Seat | None) -> api.View:
    known = veil(state, viewer)
    sand = tuple(api.CardView(f"sand{at}", DECK.by_id[card].name) for at, card in enumerate(state.sand))
    rows = tuple(
        api.PlayerRow(seat, points=own.points, ready=own.wished if state.wishing else None)
        for seat, own in enumerate(state.seats)
    )
    title = (
        "The game is over"
        if state.over
        else "Wishes"
        if state.wishing
        else say("{who} turns up cards", who=person(state.active))
    )
    blocks: list[api.Block] = [
        api.Banner(title),
        api.CardRow("On the sand", sand, empty="Nothing yet"),
        api.Players(rows),
    ]
    prompts: list[api.Prompt] = []
    if viewer is not None:
        own = known.seats[viewer]
        if own.wish is not None:
            blocks.append(api.Reminder(say("Your wish: {shell}", shell=DECK.by_id[own.wish].name), WISH))
        if not own.wished:
            prompts.append(api.Prompt("wish", "Wish for a shell", why=WISH))
        elif viewer == state.active and not state.wishing and not state.over:
            prompts.append(api.Prompt("turn", "Turn up a card, or stop", why=TURN))
    if state.over:
        blocks.append(api.Scores(sheet(state)))
    return api.View("Ninth Wave", tuple(blocks), tuple(prompts), over=state.over)


def sheet(state: State) -> api.ScoreSheet:
    lines = [tuple(lines_of(state, own)) for own in state.seats]
    totals = [sum(line.points for line in own) for own in lines]
    seats = tuple(
        api.SeatScore(seat, totals[seat], own, 1 + sum(other > totals[seat] for other in totals))
        for seat, own in enumerate(lines)
    )
    winners = tuple(one.seat for one in seats if one.place == 1) if state.over else ()
    return api.ScoreSheet(seats, winners, final=state.over)


def lines_of(state: State, own: Player) -> Iterator[api.ScoreLine]:
    for shell, count in sorted(Counted(own.kept).items()):
        yield api.ScoreLine(DECK.by_id[shell].name, count * points_of(shell), TURN, str(count), (shell,))
    if state.over and own.wish is not None:
        yield api.ScoreLine("The wish", own.kept.count(own.wish), WISH, DECK.by_id[own.wish].name)


def scan(
    state: State, seat: Seat, seen: Sequence[api.CardCode], apply: Callable[[State, api.Event], State]
) -> api.Reading:
    cards = [card for code in seen if (card := DECK.find(code)) is not None]
    if not cards:
        return api.Reading(problems=(api.ScanProblem("foreign", "None of these is a card of Ninth Wave."),))
    found = [c for choice in offer_turn(state, seat) for card in cards for c in api.named_by_scan([choice], card.id)]
    if not found:
        return api.Reading(problems=(api.ScanProblem("turn", "It is not your turn to turn up a card."),))
    return api.Reading(submit=found[0].event if len(found) == 1 else None, choices=tuple(found))


INFO = api.GameInfo(
    "ninth_wave",
    "Ninth Wave",
    "Turn up shells as long as you dare.",
    players=(2, 5),
    rulebook="Ninth Wave",
    options=(api.Option("enough", "Points that end it", (15, 25)),),
    minutes=(10, 20),
)
GAME = api.ActionGame(
    INFO,
    (
        api.Action(Wish, WISH, wish, tell_wish, offers=offer_wish, hides=hide_wish),
        api.Action(
            TurnUp,
            TURN,
            turn_up,
            lambda t: say("{who} turned up {card}", who=t.who, card=DECK.by_id[t.event.card].name),
            offers=offer_turn,
        ),
        api.Action(Stop, TURN, stop, "{who} stopped"),
        api.correction(
            SetSand,
            PAPER,
            set_sand,
            api.Offer("What lies on the sand", (api.cards("cards", "Cards", lambda state, seat: picks(DECK.by_id)),)),
            notice="the sand is as it lies",
            tells="{who} set the sand right",
        ),
    ),
    begins=begins,
    screen=screen,
    points=sheet,
    finished=lambda state: state.over,
    reads=scan,
    calculators={},
    veil=veil,
)
PLUGIN = api.Plugin(api=(1, 0), game=GAME, deck=DECK)
