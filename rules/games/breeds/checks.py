"""What an event of Dragon Breeds names: what stands against it by whom, when and which card, and how it is asked for.

Most actions share these; the checks refuse through the judge. What stands against one action alone stands with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.choice import FieldSpec, Pick
from rules.event import Judge, Level, Refusal, Seat
from rules.games.breeds import citations as cite
from rules.games.breeds import spots
from rules.games.breeds.deck import SPEC, Facts, all_texts_known, facts, known, of_faction, printed_card
from rules.games.breeds.state import SLOTS, SV_MOST, Clash, Fighter, Part, Phase, Player, Slot, State, Step
from rules.score import Why
from rules.text import plural, say
from rules.values.code import CodeError, parse
from rules.view import person

DRAGONS = ("dragon", "legendary")
LEGENDARY = "legendary"
"""What an unlocked legendary is called on a discard before anybody has played it."""
SV_OFFERED = 12
COMBAT_ON = "A combat is going on; finish it first."
PHASES = {"combat": "combat phase", "market": "market phase", "flush": "flush phase", "draw": "draw phase"}
STEPS: dict[Step, str] = {
    "attack": "dragons are played to attack",
    "defense": "blockers are played",
    "fireball_att": "the attacker plays fireballs",
    "fireball_def": "the defender plays fireballs",
    "damage": "damage lands",
}


# --- when


def unfinished(judge: Judge, state: State) -> None:
    """Refuses what makes no sense after the end."""
    judge.struct(state.phase != "over", "game_over", "The game is over; take that back first.")


def playing(judge: Judge, state: State) -> None:
    """Refuses what only makes sense between the first turn and the end."""
    unfinished(judge, state)
    judge.struct(state.phase != "setup", "not_begun", "First everybody chooses a summoner, and somebody begins.")


def in_phase(judge: Judge, state: State, phase: Phase) -> None:
    """The rule that this belongs to another phase, or waits until a combat is over."""
    text = "This belongs to the {phase}; the turn is in its {now}."
    text = say(text, phase=PHASES[phase], now=PHASES.get(state.phase, state.phase))
    judge.rule(state.phase == phase, "phase", text, cite.TURN)
    judge.struct(state.clash is None, "combat_on", COMBAT_ON, cite.ATTACK.citation)


def clash_of(judge: Judge, state: State) -> Clash:
    """The combat going on. Refuses where there is none."""
    playing(judge, state)
    if state.clash is None:
        raise Refusal(Level.STRUCT, "no_combat", "No combat is going on; somebody was faster, or nobody attacks.")
    return state.clash


def seat_playing(judge: Judge, state: State) -> Seat:
    """The seat the event is about, between the first turn and the end."""
    playing(judge, state)
    return judge.seat(state.players)


def seat_in_combat(judge: Judge, state: State) -> tuple[Clash, Seat]:
    """The combat going on, and the seat the event is about."""
    return clash_of(judge, state), judge.seat(state.players)


def not_now(clash: Clash) -> str:
    """That a combat is at another step."""
    return say("Not now: {step}.", step=STEPS[clash.step])


def in_step(judge: Judge, clash: Clash, step: Step, why: Why) -> None:
    """The rule that this belongs to another step of the combat."""
    judge.rule(clash.step == step, "phase", not_now(clash), why)


# --- who


def player_named(judge: Judge, state: State, seat: Seat) -> Player:
    """The player an event names."""
    text = say("There is no seat {number} at this table.", number=seat + 1)
    judge.struct(0 <= seat < state.players, "no_such_seat", text)
    return state.seats[seat]


def own_turn(judge: Judge, state: State, seat: Seat) -> None:
    """The rule that only the active player may do this."""
    text = say("It is the turn of {active}.", active=person(state.active))
    judge.rule(seat == state.active, "not_your_turn", text, cite.OWN_TURN)


def in_game(judge: Judge, state: State, seat: Seat, rule: str = "") -> None:
    """Refuses what an eliminated player cannot do any more."""
    text = say("{who} is out of the game.", who=person(seat))
    judge.struct(not state.seats[seat].out, "eliminated", text, rule)


def alive(judge: Judge, state: State, seat: Seat) -> None:
    """The rule that a K.O.'d player does nothing and suffers nothing until the own next turn."""
    in_game(judge, state, seat, cite.OUT.citation)
    text = say("{who} is K.O. until their next turn.", who=person(seat))
    judge.rule(state.seats[seat].health.status == "alive", "target_immune", text, cite.IMMUNE)


# --- what


def slot_named(judge: Judge, player: Player, number: int) -> Slot:
    """The supply slot with that number; there are four."""
    judge.struct(1 <= number <= SLOTS, "bad_slot", say("A supply has the slots 1 to {slots}.", slots=SLOTS))
    return player.supply[number - 1]


def slot_showing(judge: Judge, player: Player, number: int, rule: str = "") -> Slot:
    """The same, where a card lies face up."""
    slot = slot_named(judge, player, number)
    judge.struct(slot.shows, "no_face_up", say("Slot {slot} is face down or empty.", slot=number), rule)
    return slot


def fighter_named(judge: Judge, clash: Clash, uid: str) -> Fighter:
    """A living dragon of the combat."""
    found = clash.fighter(uid)
    if found is None:
        text = say('No dragon on the battlefield goes by "{uid}".', uid=uid[:20])
        raise Refusal(Level.STRUCT, "no_such_dragon", text)
    return found


def a_card(judge: Judge, card: str, kinds: tuple[str, ...], code: str = "") -> Facts:
    """The card a word names. Refuses other kinds, and a code that is not that card's."""
    found = facts(card)
    if found is None:
        raise Refusal(Level.STRUCT, "unknown_card", say('"{card}" is not a card of Dragon Breeds.', card=card[:40]))
    wanted = " or ".join(dict.fromkeys("dragon" if kind == "legendary" else kind for kind in kinds))
    judge.struct(found.kind in kinds, "wrong_kind", say("{name} is no {wanted}.", name=found.name, wanted=wanted))
    if code:
        _fits_code(judge, found, code)
    return found


def _fits_code(judge: Judge, card: Facts, code: str) -> None:
    """Refuses a code that is not printed on that card."""
    try:
        read, printed_as = parse(code), printed_card(card.id)
    except CodeError as error:
        judge.struct(False, "bad_code", f"{str(error)[:1].upper()}{str(error)[1:]}.")
        return
    right = printed_as is not None and (read.game, read.card) == (printed_as.letters or SPEC.letters, printed_as.code)
    judge.struct(right, "bad_code", say("The code {code} is not printed on {name}.", code=code[:12], name=card.name))


def may_hold(judge: Judge, state: State, seat: Seat, *cards: str) -> None:
    """Says where more coins or Fireballs leave a hand than can be in it: of those owned, some are seen elsewhere."""
    for card in dict.fromkeys(cards):
        left, name = state.may_hold(seat, card), known(card).name
        text = (
            "By our count {who} can hold {left} {name} now: a player owns few, and others lie in the discard or trash."
        )
        text = say(text, who=person(seat), left=left or "no", name=name)
        judge.warn(cards.count(card) <= left, "not_owned", text, cite.STARTERS)


def copies(judge: Judge, state: State, seat: Seat, *cards: str) -> None:
    """Says where more copies of a card of the seat's faction deck have been seen than its box holds."""
    player = state.seats[seat]
    seen = [*player.dragons, *(slot.card for slot in player.supply if slot.shows)]
    seen += [one.card for one in state.trash if one.owner == seat]
    lent = (one for own in state.seats for one in own.tokens if one.owner == seat)
    seen += [one.card for one in lent if one.source in ("supply", "trash")]
    for card in dict.fromkeys(cards):
        found = printed_card(card)
        if found is not None:
            coins = (player.faction_coins or 0) if found["rarity"] == "faction" else 0
            count = seen.count(card) + coins
            text = say(
                "That makes {count} of {name}; the box has {copies}.", count=count, name=found.name, copies=found.copies
            )
            judge.warn(count <= found.copies, "too_many_copies", text, cite.COPIES)


def enough_in_hand(judge: Judge, state: State, seat: Seat, count: int = 1) -> None:
    """Refuses to take more cards out of a hand than it holds by our count."""
    have = state.seats[seat].cycle.hand
    held = "no card" if have == 0 else plural(have, "card")
    text = say("By our count {who} holds {held}. Is that wrong? Correct the count first.", who=person(seat), held=held)
    judge.struct(have >= count, "empty_hand", text, cite.HAND.citation)


# --- asked for


def one_of(name: str, label: str, picks: Iterable[Pick]) -> FieldSpec:
    """A hole that takes one of ``picks``; where there is only one it is ticked already."""
    there = tuple(picks)
    return FieldSpec(name, label, there, preset=(there[0].value,) if len(there) == 1 else ())


def fighter_pick(state: State, one: Fighter) -> Pick:
    """A dragon on the battlefield as an answer."""
    shown = one.face
    suit = shown.faction if shown is not None else ""
    card, code = (one.parts[-1].card, one.parts[-1].code) if one.parts else ("", "")
    name, detail = state.fighter_name(one), say("SV {sv}", sv=one.sv)
    return Pick(one.uid, name, card, uid=one.uid, detail=detail, suit=suit, code=code, spot=spots.fighter(one.uid))


def fighter_picks(state: State, fighters: Iterable[Fighter]) -> tuple[Pick, ...]:
    """Several of them."""
    return tuple(fighter_pick(state, one) for one in fighters)


# --- a dragon out of a hand


def take(
    judge: Judge, state: State, seat: Seat, card: str, sv: int | None, code: str, token: str
) -> tuple[State, Part]:
    """A dragon out of the seat's hand or token area, and the table without it there."""
    found = a_card(judge, card, DRAGONS, code)
    player = state.seats[seat]
    if token:
        lent = player.token(token)
        if lent is None or lent.kind != "dragon":
            raise Refusal(Level.STRUCT, "no_token", "That dragon is no longer in the token area; somebody was faster.")
        judge.struct(lent.card == card, "no_token", "That token is another dragon.")
        state = state.without_token(seat, token)
        strength = _strength(judge, lent.sv if sv is None else sv, found.sv)
        owner = lent.owner if lent.owner is not None else seat
        return state, Part(card, strength, owner, token=lent, code=code)
    enough_in_hand(judge, state, seat)
    if found.kind == "legendary":
        text = say("{name} sleeps until all three quests stand on 3.", name=found.name)
        judge.rule(player.unlocked, "legendary", text, cite.QUESTS)
        right = not player.legendary or player.legendary == card or not found.printed
        text = say("{name} is not the legendary you chose.", name=found.name)
        judge.warn(right, "other_legendary", text, cite.LEGENDARY, to=seat)
    else:
        text = "By our count no {name} can be in your hand: not bought, on the table already, or in the discard."
        text = say(text, name=found.name)
        judge.warn(card in state.at_hand(seat), "not_bought", text, cite.HAND, to=seat)
    strength = _strength(judge, sv, found.sv)
    text = say("{name} is printed with SV {sv}.", name=found.name, sv=found.sv)
    judge.warn(found.sv in (None, strength), "other_sv", text, cite.PAPER)
    return state.with_seat(seat, player.counted(hand=-1)), Part(card, strength, seat, code=code)


def _strength(judge: Judge, said: int | None, printed: int | None) -> int:
    strength = printed if said is None else said
    if strength is None:
        raise Refusal(Level.STRUCT, "no_sv", "Say the SV printed on the dragon.")
    judge.struct(0 <= strength <= SV_MOST, "no_sv", say("An SV is 0 to {sv_most}.", sv_most=SV_MOST))
    return strength


def playable(state: State, seat: Seat) -> tuple[str, ...]:
    """The dragons the seat may play out of the hand, each once; an awake legendary among them."""
    player = state.seats[seat]
    if not player.cycle.hand:
        return ()
    cards = list(dict.fromkeys(state.at_hand(seat)))
    if player.unlocked:
        own = (player.legendary,) if player.legendary else of_faction(player.faction, "legendary")
        out = set(state.on_table(seat)) | {one.card for one in state.trash if one.owner == seat}
        out |= set(player.discarded) if all_texts_known(player.faction) else set()
        if not out & {*own, LEGENDARY}:
            cards += own
    return tuple(cards)


def token_dragons(state: State, seat: Seat) -> Iterator[tuple[str, Facts]]:
    """The names of the seat's token dragons, and their cards."""
    return ((one.uid, known(one.card)) for one in state.seats[seat].tokens if one.kind == "dragon")


def sv_field() -> FieldSpec:
    """Asks for the SV of a dragon whose card we have not printed."""
    return FieldSpec("sv", "Its SV", low=0, high=SV_OFFERED, kind="number", preset=(2,))
