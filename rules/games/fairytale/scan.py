"""What a scan means. One card: placed, chosen or named, as the moment has it. Several: a look at the tableau.

A look is held against what the table knows: what is new, what lies otherwise, what was not seen. Paper cards are told
by their printed codes; a card somebody tapped in has none yet, and a copy of the same card that is seen gives it one.
A problem speaks of other players' cards only where they lie face up for everybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec, Pick
from rules.event import Event, Judge, Seat
from rules.game_protocol import Lying, Reading, ScanProblem
from rules.games.fairytale import citations as cite
from rules.games.fairytale import naming_cards, settle, stage_plan
from rules.games.fairytale.corrections import SetFace, with_one_more
from rules.games.fairytale.deck import suit
from rules.games.fairytale.play import Choose, NameCard, Select, TurnOver, Unselect, duty_title, turn_choice
from rules.games.fairytale.stages_and_draft import LogPick, hand_known
from rules.games.fairytale.state import (
    Laid,
    State,
    card_called,
    card_of,
    deck_in_use,
    face_of,
    find,
    moment,
    next_uid,
    open_duties,
    resolving,
    shows_code,
    unnamed,
    whole_deck,
    with_tableau,
)  # fmt: skip
from rules.scan import Apply, nothing, ours, tried
from rules.text import listed, say
from rules.values.cards import Card
from rules.values.code import CardCode, CodeError, parse
from rules.view import person


def scan(state: State, seat: Seat, seen: Sequence[CardCode], apply: Apply[State]) -> Reading:
    """What these codes, seen in one look by that seat's phone, mean now. ``apply`` tells whether an event fits."""
    cards, problems = ours(seen, whole_deck(state.decks), partial(_not_in_use, state))
    codes = tuple(one.code for one in cards)
    if not codes:
        return _all_face_down(state, seat) if not problems else nothing(problems)
    if moment(state) == "over":
        found = Reading(
            problems=(ScanProblem("game_over", "The points stand. Take that back first, then scan again."),)
        )
    elif _bulk(state, seat, codes):
        found = look(state, seat, codes)
    else:
        found = _one(state, seat, codes, apply)
    return replace(found, problems=(*found.problems, *problems))


def _all_face_down(state: State, seat: Seat) -> Reading:
    """A look that showed no code: all there is to see at the end where every card of the tableau lies face down."""
    own = state.tableaus[seat]
    if not _for_the_points(state) or not own or any(laid.up for laid in own):
        return nothing(())
    return Reading(submit=ReadTableau((), seat=seat), summary="No card is face up, as known")


def _for_the_points(state: State) -> bool:
    """Whether all cards are played, and a look is the check before they count."""
    last_round = state.stage == stage_plan.LAST - 1 and moment(state) == "closed"
    return last_round or (state.stage == stage_plan.LAST and moment(state) != "over")


def _not_in_use(state: State, card: Card) -> ScanProblem | None:
    if card.id in deck_in_use(state).by_id:
        return None
    return ScanProblem(
        "not_in_deck", say("{name} is an expert card, and this table plays without them.", name=card.name), card.id
    )


def _bulk(state: State, seat: Seat, codes: tuple[str, ...]) -> bool:
    """Whether the look is of a whole tableau rather than of one card, or of the cards an effect asks for."""
    if _for_the_points(state):
        return not (len(codes) == 1 and unnamed(state, seat))
    return len(codes) > 1 and not _answering(state, seat, codes)


def _one(state: State, seat: Seat, codes: tuple[str, ...], apply: Apply[State]) -> Reading:
    code = codes[0]
    nameless = unnamed(state, seat)
    if len(codes) == 1 and len(nameless) == 1:
        return _tried(state, NameCard(nameless[0].uid, naming_cards.card_id(state, code), code, seat=seat), code, apply)
    if len(codes) == 1 and nameless:
        events = [NameCard(laid.uid, naming_cards.card_id(state, code), code, seat=seat) for laid in nameless]
        ready = tuple(Choice(say("It is card {n}", n=n), event, uid=event.uid) for n, event in enumerate(events, 1))
        return Reading(
            choices=ready,
            summary=say("{card_name}: which of your cards is it?", card_name=naming_cards.card_name(state, code)),
        )
    answers = _answering(state, seat, codes)
    if answers:
        return answers[0] if len(answers) == 1 else Reading(choices=tuple(c for a in answers for c in a.choices))
    known = _own_card(state, seat, code)
    if known is not None:
        return _lies_there(state, known, seat, code)
    other = shows_code(state, code)
    if other is not None:
        text = say(
            "{card_name} is face up in front of {other}. Scan your own card.",
            card_name=naming_cards.card_name(state, code),
            other=person(other),
        )
        return Reading(problems=(ScanProblem("elsewhere", text, naming_cards.card_id(state, code)),))
    match moment(state):
        case "draft":
            return _note(state, seat, code)
        case "select":
            return _place(state, seat, code, apply)
    return _idle(state, seat, code)


def _answering(state: State, seat: Seat, codes: tuple[str, ...]) -> tuple[Reading, ...]:
    """The seat's open questions that these cards answer, in whole or in part."""
    found: list[Reading] = []
    for duty in open_duties(state):
        if duty.need.seat != seat:
            continue
        uids = _candidates(state, seat, duty.candidates, codes)
        if uids is None:
            continue
        if duty.low <= len(uids) <= duty.high and (len(uids) == duty.high or duty.low < duty.high):
            names = listed(naming_cards.card_name(state, code) for code in codes)
            event = Choose(duty.need.step, uids, seat=seat)
            label = say("{what}: {names}", what=duty_title(duty), names=names)
            found.append(Reading(submit=event, choices=(Choice(label, event, why=cite.OWN),), summary=names))
        elif len(uids) < duty.high:
            choice = turn_choice(state, duty, preset=uids)
            found.append(
                Reading(choices=(choice,), summary=say("{count} of {high} chosen", count=len(uids), high=duty.high))
            )
    return tuple(found)


def _candidates(
    state: State, seat: Seat, candidates: tuple[str, ...], codes: tuple[str, ...]
) -> tuple[str, ...] | None:
    """The candidate each code stands for, or None where one stands for none."""
    uids: list[str] = []
    for code in dict.fromkeys(codes):
        laid = [one for one in (find(state, seat, uid) for uid in candidates) if one is not None]
        free = [one for one in laid if one.uid not in uids]
        exact = [one for one in free if one.code == code]
        same = [one for one in free if not one.code and one.card == naming_cards.card_id(state, code)]
        if not exact and not same:
            return None
        uids.append((exact or same)[0].uid)
    return tuple(uids)


def _own_card(state: State, seat: Seat, code: str) -> Laid | None:
    """The card of the seat's own tableau with that very code."""
    return next((laid for laid in state.tableaus[seat] if laid.code == code), None)


def _lies_there(state: State, laid: Laid, seat: Seat, code: str) -> Reading:
    side = "up" if laid.up else "down"
    problem = ScanProblem(
        "lies_there",
        say(
            "{card_name} is face {side} in front of you already.",
            card_name=naming_cards.card_name(state, code),
            side=side,
        ),
        laid.card or "",
    )
    turn = SetFace(laid.uid, not laid.up, seat=seat, override=True)
    label = say(
        "It is face {word}: {card_name}",
        word="down" if laid.up else "up",
        card_name=naming_cards.card_name(state, code),
    )
    return Reading(choices=(Choice(label, turn, correction=True, why=cite.BY_HAND),), problems=(problem,))


def _note(state: State, seat: Seat, code: str) -> Reading:
    if any(noted.code == code for noted in state.noted[seat]):
        return Reading(
            problems=(
                ScanProblem(
                    "noted",
                    say(
                        "{card_name} is noted already; nothing has changed.",
                        card_name=naming_cards.card_name(state, code),
                    ),
                ),
            )
        )
    if len(state.noted[seat]) >= stage_plan.HAND:
        return Reading(problems=(ScanProblem("hand_full", "Five cards are noted already; a hand has no more."),))
    card = card_called(naming_cards.card_id(state, code))
    event = LogPick((card.id,), (code,), seat=seat)
    detail = "Only you see this; it makes placing quicker."
    choice = Choice(
        say("Note {name} as kept", name=card.name),
        event,
        fields=(),
        detail=detail,
        card=card.id,
        suit=suit(card),
        primary=True,
    )
    return Reading(choices=(choice,), summary=card.name)


def _place(state: State, seat: Seat, code: str, apply: Apply[State]) -> Reading:
    placed = state.placed[seat]
    card = naming_cards.card_id(state, code)
    if placed is None:
        return _tried(state, Select(card, code, next_uid(state, seat), seat=seat), code, apply)
    if placed.code == code and seat in state.opening:
        return _tried(state, TurnOver(seat=seat), code, apply)
    if placed.code == code:
        text = say("{card_name} is placed already; nothing has changed.", card_name=naming_cards.card_name(state, code))
        return Reading(problems=(ScanProblem("scanned_twice", text, card),))
    if placed.card is None:
        text = "You have placed a card already, without telling which. Scan it when all are turned over."
    else:
        text = "You have placed a card already. Take it back first, then scan another."
    take_back = Choice("Take my card back", Unselect(seat=seat), why=cite.PLACE)
    return Reading(choices=(take_back,), problems=(ScanProblem("already_selected", text, card),))


def _idle(state: State, seat: Seat, code: str) -> Reading:
    if resolving(state) and any(duty.need.seat == seat for duty in open_duties(state)):
        text = say(
            "{card_name} is not one of the cards you can turn now.", card_name=naming_cards.card_name(state, code)
        )
    elif resolving(state):
        text = say("{card_name} has to wait until the effects are done.", card_name=naming_cards.card_name(state, code))
    else:
        text = say(
            "{card_name} cannot be placed now: three cards are played in this stage.",
            card_name=naming_cards.card_name(state, code),
        )
    return Reading(problems=(ScanProblem("not_now", text, naming_cards.card_id(state, code)),))


def _tried(state: State, event: Event, code: str, apply: Apply[State]) -> Reading:
    return tried(state, event, naming_cards.card_name(state, code), apply, card=naming_cards.card_id(state, code))


# --- a look at a whole tableau


def look(state: State, seat: Seat, codes: tuple[str, ...]) -> Reading:
    """A photo of a tableau: confirmed at once where it shows what is known, else one choice of differences."""
    match = compare(state, seat, codes)
    distinct = tuple(dict.fromkeys(codes))
    if len(distinct) == 1:
        match = replace(match, missed=())  # one card held up says nothing about the others
    event = ReadTableau(distinct, seat=seat)
    counted = "1 card" if len(distinct) == 1 else say("{count} cards", count=len(distinct))
    problems = tuple(_look_problems(state, seat, match))
    missed = _among(state, seat, match.missed)
    missing = tuple(Lying(laid.card or "", _laid_name(laid), laid.code) for laid in missed)
    whole = max(len(distinct) + len(missing), stage_plan.TABLEAU_MAX if state.mode == "score" else 0)
    if match.equal:
        return Reading(
            submit=event, problems=problems, summary=say("{cards} read, all as known", cards=counted), of=whole
        )
    if state.mode == "score" and len(codes) == 1 and match.new and len(state.tableaus[seat]) < stage_plan.TABLEAU_MAX:
        return Reading(submit=replace(event, add=match.new), summary=naming_cards.card_name(state, codes[0]))
    hand = _whole_hand(state, seat, match, distinct)
    if hand is not None:
        return hand
    fields = tuple(_differences(state, seat, match))
    new = say(", {count} new", count=len(match.new)) if match.new else ""
    secret = list(_among_others(state, seat, match))
    choices = [Choice(say("Accept {count}", count=len(distinct)), event, fields, primary=not secret, why=cite.POINTS)]
    choices = [*secret, *choices, *_hand(state, seat, match, distinct)]
    return Reading(
        choices=tuple(choices),
        problems=problems,
        summary=say("{cards} read{new}", cards=counted, new=new),
        missing=missing,
        of=whole,
    )


def _differences(state: State, seat: Seat, match: Match) -> Iterator[FieldSpec]:
    """One list to tick for each kind of difference, with the likely answer ticked. What was not seen stays."""
    scoring = state.mode == "score"
    if match.new:
        picks = tuple(_code_pick(state, code) for code in match.new)
        yield FieldSpec(
            "add", "New in front of you", picks, many=True, low=0, high=_room(state, seat, match), preset=match.new
        )
    if match.twice:
        picks = tuple(_code_pick(state, code) for code in match.twice)
        yield FieldSpec("again", "Seen twice: two paper cards?", picks, many=True, low=0, high=len(picks))
    turned = tuple(naming_cards.laid_pick(laid) for laid in _among(state, seat, [uid for uid, _ in match.turned]))
    if turned:
        preset = tuple(pick.value for pick in turned)
        yield FieldSpec("turn_up", "Lies face up now", turned, many=True, low=0, high=len(turned), preset=preset)
    missed = tuple(naming_cards.laid_pick(laid) for laid in _among(state, seat, match.missed))
    if missed and (not scoring or state.house.count_face_down):
        yield FieldSpec("turn_down", "Not seen: now face down", missed, many=True, low=0, high=len(missed))
    if missed and (scoring or match.new):
        yield FieldSpec("remove", "Not seen: is not here", missed, many=True, low=0, high=len(missed))


def _room(state: State, seat: Seat, match: Match) -> int:
    """How many of the new cards fit, if those not seen are taken away."""
    kept = len(state.tableaus[seat]) - len(match.missed)
    return max(0, min(len(match.new), stage_plan.TABLEAU_MAX - kept))


def _among(state: State, seat: Seat, uids: Sequence[str]) -> list[Laid]:
    return [laid for laid in state.tableaus[seat] if laid.uid in uids]


def _code_pick(state: State, code: str) -> Pick:
    card = card_called(naming_cards.card_id(state, code))
    about = face_of(card.id)
    return Pick(code, card.name, card.id, detail=f"{about.kind} · {about.value}", suit=suit(card), code=code)


def _look_problems(state: State, seat: Seat, match: Match) -> Iterator[ScanProblem]:
    for code, other in match.elsewhere:
        text = say(
            "{card_name} ({code}) is face up in front of {other}; it is left out here.",
            card_name=naming_cards.card_name(state, code),
            code=code,
            other=person(other),
        )
        yield ScanProblem("elsewhere", text, naming_cards.card_id(state, code))
    for code in match.twice:
        text = say(
            "{card_name} ({code}) was seen twice. One card, or was its sheet printed twice?",
            card_name=naming_cards.card_name(state, code),
            code=code,
        )
        yield ScanProblem("same_code", text, naming_cards.card_id(state, code))
    room = _room(state, seat, match)
    if len(match.new) > room:
        more = len(match.new) - room
        text = say(
            "A tableau holds twelve cards. Untick {more} that {word} not yours.",
            more=more,
            word="is" if more == 1 else "are",
        )
        yield ScanProblem("tableau_full", text)
    if match.missed:
        names = [_laid_name(laid) for laid in _among(state, seat, match.missed)]
        text = say("Not seen: {words}. What was not seen stays as it is unless you tick it.", words=", ".join(names))
        yield ScanProblem("not_seen", text)


def _laid_name(laid: Laid) -> str:
    card = card_of(laid)
    return card.name if card is not None else "a card without a name"


def _among_others(state: State, seat: Seat, match: Match) -> Iterator[Choice]:
    """One new card beside one's own on the table, while a card is to be placed: it may be that card, still secret."""
    if moment(state) == "select" and state.placed[seat] is None and len(match.new) == 1 and not match.turned:
        code = match.new[0]
        event = Select(naming_cards.card_id(state, code), code, next_uid(state, seat), seat=seat)
        detail = "The others in the photo stay as they are."
        yield Choice(
            say("Place {card_name} face down", card_name=naming_cards.card_name(state, code)),
            event,
            (),
            detail,
            primary=True,
            why=cite.PLACE,
        )


def _whole_hand(state: State, seat: Seat, match: Match, codes: tuple[str, ...]) -> Reading | None:
    """A look that shows the whole hand, but for what is noted and played of it already, is noted at once: nothing in it
    lies in front of anybody."""
    if len(codes) < 2 or match.twice or match.elsewhere:
        return None
    note = next(_hand(state, seat, match, codes), None)
    event = note.event if note is not None else None
    if not isinstance(event, LogPick) or hand_known(state, seat) + len(event.cards) != stage_plan.HAND:
        return None
    return Reading(submit=event, summary=say("{count} cards noted, for you alone", count=len(event.cards)))


def _hand(state: State, seat: Seat, match: Match, codes: tuple[str, ...]) -> Iterator[Choice]:
    """Before they are played, several new cards at once may as well be a hand to note."""
    if moment(state) not in ("draft", "select") or len(match.new) != len(codes):
        return
    noted = {one.code for one in state.noted[seat]}
    fresh = tuple(code for code in codes if code not in noted)
    held = hand_known(state, seat)
    if fresh and held + len(fresh) <= stage_plan.HAND:
        event = LogPick(tuple(naming_cards.card_id(state, code) for code in fresh), fresh, seat=seat)
        yield Choice(say("These {count} are in my hand: note them", count=len(fresh)), event, (), "Only you see this.")


# --- the tableau as it was seen and settled


@dataclass(frozen=True, slots=True)
class ReadTableau(Event):
    """A look at a whole tableau: the codes ``seen`` face up, and what was settled about each difference.

    ``add`` and ``again`` are codes newly found and codes found twice; the others are uids.
    """

    seen: tuple[str, ...]
    add: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    turn_up: tuple[str, ...] = ()
    turn_down: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """A look at one seat's tableau: which code lies where, and every difference.

    ``same`` are (uid, code) that lie face up as known, ``turned`` those known face down, ``new`` codes of nothing
    known here, ``twice`` codes seen more than once, ``elsewhere`` (code, seat) face up in front of somebody else,
    ``missed`` the face-up cards not seen.
    """

    same: tuple[tuple[str, str], ...]
    turned: tuple[tuple[str, str], ...]
    new: tuple[str, ...]
    twice: tuple[str, ...]
    elsewhere: tuple[tuple[str, Seat], ...]
    missed: tuple[str, ...]

    @property
    def equal(self) -> bool:
        """Whether the look only confirms what is known."""
        return not (self.turned or self.new or self.twice or self.elsewhere or self.missed)


def compare(state: State, seat: Seat, seen: Sequence[str]) -> Match:
    """The codes ``seen`` face up, against the seat's tableau. Codes are cards of this deck."""
    own = list(state.tableaus[seat])
    codes = list(dict.fromkeys(seen))
    twice = tuple(code for code in codes if seen.count(code) > 1)
    found: dict[str, str] = {laid.uid: laid.code for laid in own if laid.code in codes}
    rest = [code for code in codes if code not in found.values()]
    # Face up before face down: a face-down card is taken for the one seen only where nothing else fits.
    for fits in (_tapped_in, _nameless, _tapped_in_and_down):
        for code in list(rest):
            laid = next(
                (one for one in own if one.uid not in found and fits(one, naming_cards.card_id(state, code))), None
            )
            if laid is not None:
                found[laid.uid] = code
                rest.remove(code)
    others = [(code, shows_code(state, code)) for code in rest]
    pairs = [(laid, found[laid.uid]) for laid in own if laid.uid in found]
    return Match(
        same=tuple((laid.uid, code) for laid, code in pairs if laid.up),
        turned=tuple((laid.uid, code) for laid, code in pairs if not laid.up),
        new=tuple(code for code, where in others if where is None),
        twice=twice,
        elsewhere=tuple((code, where) for code, where in others if where is not None),
        missed=tuple(laid.uid for laid in own if laid.up and laid.uid not in found),
    )


def _tapped_in(laid: Laid, card: str) -> bool:
    return laid.up and not laid.code and laid.card == card


def _nameless(laid: Laid, card: str) -> bool:
    return laid.up and laid.card is None


def _tapped_in_and_down(laid: Laid, card: str) -> bool:
    return not laid.up and not laid.code and laid.card == card


def read_tableau(state: State, event: ReadTableau, judge: Judge) -> State:
    """The tableau as it was seen and settled."""
    seat = judge.seat(state.players, naming_cards.WHOSE)
    for code in (*event.seen, *event.add, *event.again):
        _known_code(judge, state, code)
    _answers_fit(judge, state, seat, event)
    match = compare(state, seat, event.seen)
    learned = dict([*match.same, *(pair for pair in match.turned if pair[0] in event.turn_up)])
    state = with_tableau(
        state, seat, tuple(_seen(state, laid, learned.get(laid.uid, ""), event) for laid in state.tableaus[seat])
    )
    state = with_tableau(state, seat, tuple(laid for laid in state.tableaus[seat] if laid.uid not in event.remove))
    here = {laid.code for laid in state.tableaus[seat]}
    fresh = [code for code in dict.fromkeys(event.add) if code not in here]
    for code in fresh:
        naming_cards.card_fits(judge, state, seat, card=naming_cards.card_id(state, code), code=code, public=True)
        state = with_one_more(state, seat, naming_cards.card_id(state, code), code)
    for code in event.again:
        # Two paper cards with one code: the sheet was printed twice, and somebody said so.
        state = with_one_more(state, seat, naming_cards.card_id(state, code), code)
    judge.rule(
        len(state.tableaus[seat]) <= stage_plan.TABLEAU_MAX,
        "tableau_full",
        say("That makes {count} cards, and a tableau holds twelve.", count=len(state.tableaus[seat])),
        cite.TWELVE,
    )
    by_hand = state.mode == "play" and (fresh or event.again or event.turn_up or event.turn_down or event.remove)
    text = say("Corrected by a photo: {who}'s cards were not as noted.", who=person(seat))
    judge.warn(not by_hand, "by_hand", text, cite.BY_HAND)
    return settle.settle(state)


def _known_code(judge: Judge, state: State, code: str) -> None:
    try:
        known = whole_deck(state.decks).find(parse(code)) is not None
    except CodeError:
        known = False
    judge.struct(known, "bad_code", say("{code} is not the code of a Fairy Tale card.", code=code[:12]))


def _answers_fit(judge: Judge, state: State, seat: Seat, event: ReadTableau) -> None:
    """Refuses answers about cards that were not part of the look."""
    for uid in (*event.turn_up, *event.turn_down, *event.remove):
        naming_cards.own_card(judge, state, seat, uid)
    both = set(event.turn_up) & set(event.turn_down) | set(event.remove) & {*event.turn_up, *event.turn_down}
    judge.struct(not both, "bad_input", "A card cannot be both turned over and gone; choose one.")
    strange = [code for code in (*event.add, *event.again) if code not in event.seen]
    judge.struct(not strange, "bad_input", "add: expected only codes that were seen")


def _seen(state: State, laid: Laid, code: str, event: ReadTableau) -> Laid:
    """A known card after the look: told by its code, turned as settled."""
    up = (laid.up or laid.uid in event.turn_up) and laid.uid not in event.turn_down
    if code:
        return replace(laid, card=naming_cards.card_id(state, code), code=code, up=up)
    return replace(laid, up=up)


@naming_cards.hidden_from_others
def hide_codes(state: State, event: ReadTableau) -> ReadTableau:
    seat = event.seat
    own = state.tableaus[seat] if seat is not None and 0 <= seat < state.players else ()
    shown = {laid.code for laid in own if laid.up}

    def kept(codes: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(code for code in codes if code in shown)

    return replace(event, seen=kept(event.seen), add=kept(event.add), again=kept(event.again))


def tell_tableau(telling: Telling[State, ReadTableau]) -> str:
    event = telling.event
    added, turned = (*event.add, *event.again), len(event.turn_up) + len(event.turn_down)
    found = (
        [say("new: {cards}", cards=", ".join(naming_cards.card_name(telling.after, code) for code in added))]
        if added
        else []
    )
    found += [say("{count} turned", count=turned)] if turned else []
    found += [say("{count} taken away", count=len(event.remove))] if event.remove else []
    if not found:
        return say("{who} photographed the tableau", who=telling.who)
    return say("{who} photographed the tableau ({found})", who=telling.who, found=", ".join(found))


READ_TABLEAU = Action(ReadTableau, cite.POINTS, read_tableau, tell_tableau, hides=hide_codes)
