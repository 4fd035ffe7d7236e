"""The screens of Dragoborne in the shared vocabulary: a seat's phone, or (viewer None) the table screen.

Everything is drawn from the veiled table, so a screen cannot show what its viewer may not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce

from rules import games
from rules.event import Seat
from rules.games.dragoborne import card_texts, combat, deck, main_phase, setup, spots, turn, turn_rules
from rules.games.dragoborne import citations as cite
from rules.games.dragoborne.combat_rules import atk_now, edr_now
from rules.games.dragoborne.deck import COLORS, card, color, has_word, kind
from rules.games.dragoborne.score import sheet, winners
from rules.games.dragoborne.settle import due_discard, has_ambush
from rules.games.dragoborne.state import BANNERS, BARRIERS_START, FORTS, Ask, Clash, Creature, Player, State, veil
from rules.house_rules import said
from rules.text import listed, plural, say
from rules.view import (
    Banner,
    Block,
    Board,
    CardRow,
    CardView,
    Checklist,
    Counter,
    Die,
    PhaseList,
    PlayerRow,
    Players,
    Progress,
    Prompt,
    Reminder,
    Scores,
    Slot,
    Step,
    Tone,
    Track,
    View,
    person,
)

_STEPS = ("Stand and roll", "Draw", "Resource", "Main", "Combat", "End")
_AT = {"dice": 0, "draw": 1, "resource": 2, "main": 3, "combat": 4, "end": 5}
LAST_CARDS = 3
"""From here on a deck about to run out is an alarm."""
BARRIER, RESOURCE = "barrier", "resource"
"""Kinds of tracks."""


def view(state: State, viewer: Seat | None) -> View:
    """One viewer's whole screen."""
    if viewer is not None and not 0 <= viewer < state.players:
        viewer = None
    seen = veil(state, viewer)
    blocks: list[Block] = [_banner(seen, viewer)]
    if seen.phase in _AT:
        blocks.append(_phases(seen))
    blocks += _alarms(seen)
    blocks += _table(seen) if viewer is None else _phone(seen, viewer)
    blocks += _texts_in_force(seen)
    if viewer is None or seen.phase not in _AT:
        blocks.append(Players(tuple(_row(seen, seat) for seat in range(seen.players))))
    if seen.losers:
        blocks.append(Scores(sheet(seen), "The result"))
    asked, over = tuple(_prompts(seen, viewer)), seen.phase == "over"
    rules = (*games.played_with("dragoborne", seen.sides[0].sets), *said(seen.house))
    return View("Dragoborne", tuple(blocks), prompts=asked, house_rules=rules, over=over)


def _table(state: State) -> Iterator[Block]:
    """Both halves side by side, the first seat on the left, as in the figures."""
    yield from (_forts(state, seat, None, far=seat == 1) for seat in range(state.players))
    yield from (_half(state, seat) for seat in range(state.players))


def _phone(state: State, viewer: Seat) -> Iterator[Block]:
    """The table as it lies before the viewer: the other's half above, one's own below, the cards to play at the thumb.

    Everything stays in its place, whatever happens.
    """
    yield _half(state, 1 - viewer)
    yield _forts(state, 1 - viewer, viewer, far=True)
    yield _forts(state, viewer, viewer, far=False)
    yield _half(state, viewer)
    yield from _hand(state, viewer)


def _half(state: State, seat: Seat) -> Board:
    """What lies behind the forts of a seat, under its name."""
    return Board(tuple(_home(state.sides[seat], seat)), 3, seat)


def _hand(state: State, viewer: Seat) -> Iterator[CardRow]:
    """The cards that may be in the viewer's hand: those to be played now, then those to be read while waiting."""
    if not main_phase.drawn_by_hand(state, viewer):
        return
    side, found = state.sides[viewer], main_phase.playable(state, viewer)
    cards = [_hand_card(viewer, one) for one in found]
    if cards and any(main_phase.offer_ambush(state, viewer)):
        hidden = "An ambush whose card you keep to yourself."
        cards.append(CardView("", "Ambush", detail=hidden, up=False, spot=spots.hand_card(viewer, "")))
    if cards:
        yield CardRow("Play a card", tuple(cards), secret=True)
    if side.hand and side.laid and state.phase in _AT:
        rest = sorted({*side.hidden_cards} - {*found}, key=lambda one: (color(one), card(one).name))
        if rest:
            title = "Also maybe in your hand" if cards else "Maybe in your hand"
            yield CardRow(title, tuple(_unplayable(state, viewer, one) for one in rest), secret=True)


def _unplayable(state: State, viewer: Seat, card_id: str) -> CardView:
    objection = main_phase.payment_missing(state, viewer, card_id)
    return replace(_hand_card(viewer, card_id), why_not=objection.text if objection is not None else "")


def _hand_card(viewer: Seat, card_id: str) -> CardView:
    about = card(card_id)
    creature = kind(card_id) == "creature"
    badges = (("ATK", str(about["atk"])), ("EDR", str(about["edr"]))) if creature else ()
    cost = "" if about["cost"] == "-" else str(about["cost"])
    return CardView(
        "",
        about.name,
        suit=color(card_id),
        value=cost,
        detail=_about(card_id),
        badges=badges,
        spot=spots.hand_card(viewer, card_id),
    )


# --- the banner: what the table does next


def _banner(state: State, viewer: Seat | None) -> Banner:
    match state.phase:
        case "setup":
            waiting = listed(person(seat) for seat, side in enumerate(state.sides) if not side.laid)
            text = say("Waiting for {people}.", people=waiting) if waiting else "Who takes the first turn?"
            return Banner("Setting up", text, "act")
        case "audit" | "over":
            return _end(state, viewer)
    ask = state.ask
    if ask is not None:
        return _question(state, ask, viewer)
    if state.clash is not None:
        return _attack(state, state.clash, viewer)
    active = state.active or 0
    mine = viewer == active
    title = "Your turn" if mine else say("{who}'s turn", who=person(active))
    text = (_TO_DO if mine else _DONE_BY_OTHERS)[state.phase]
    if state.phase == "end":
        text = say(text, limit=turn_rules.HAND_MAX)
    if state.phase == "main" and state.turn <= state.house.no_combat_turns:
        text = "Cards, dice and moves. No combat yet."
    text = say("Turn {turn}. {text}", turn=state.turn, text=text)
    # On a phone the barriers themselves are in sight.
    return Banner(title, text, "act" if mine else "calm", big=_score(state, viewer) if viewer is None else "")


_TO_DO = {
    "dice": "Stand your cards and roll.",
    "draw": "Draw a card.",
    "resource": "Turn up a resource?",
    "main": "Cards, dice and moves.",
    "combat": "Attack, or end the turn.",
    "end": "Discard down to {limit} cards.",
}
_DONE_BY_OTHERS = _TO_DO | {
    "dice": "Standing cards and rolling dice.",
    "draw": "Drawing a card.",
    "resource": "Turning up a resource, or not.",
    "combat": "Attacking, or ending the turn.",
    "end": "Discarding down to {limit} cards.",
}
"""What the table and the other phone read: it is nothing for them to do."""


def _score(state: State, viewer: Seat | None) -> str:
    """Barriers of both: the viewer's own first, at the table the first seat's."""
    first, second = (sum(side.barriers) for side in state.sides)
    return f"{second} : {first}" if viewer == 1 else f"{first} : {second}"


def _end(state: State, viewer: Seat | None) -> Banner:
    won = winners(state)
    title = say("{who} wins", who=person(won[0])) if len(won) == 1 else "A draw"
    template = _ENDINGS.get(state.ending, "{who} had no fort left when the turn ended.")
    if state.phase == "audit":
        template += " Show the ambushes that are left."
    text = say(template, who=listed(person(seat) for seat in state.losers))
    return Banner(title, text, "good", big=_score(state, viewer))


_ENDINGS = {
    "deck": "{who} had to draw from an empty deck.",
    "conceded": "{who} gave up the game.",
    "left": "{who} left the game; it goes on when they are back.",
}


def _question(state: State, ask: Ask, viewer: Seat | None) -> Banner:
    tone: Tone = "act" if ask.seat == viewer else "alarm"
    who = person(ask.seat)
    match ask.kind:
        case "burst":
            title = say("Fort {fort} of {who} loses a barrier", fort=ask.fort, who=who)
            return Banner(title, say("{who} looks at it.", who=who), tone)
        case "goes":
            title = say("{card} is used", card=_card_name(ask.card))
            return Banner(title, say("{who} says where it goes.", who=who), tone)
    text = say("{who} says who leaves for {card}.", who=who, card=_card_name(ask.card))
    return Banner(say("Fort {fort} is full", fort=ask.fort), text, tone)


def _card_name(card_id: str) -> str:
    """The card's name; some card where nobody knows which."""
    return card(card_id).name if card_id else "A card"


def _attack(state: State, clash: Clash, viewer: Seat | None) -> Banner:
    """The attack, and the ATK against what stands in its way."""
    one = state.sides[clash.attacker].creature(clash.creature)
    strikes = atk_now(state, clash.attacker, one) if one is not None else 0
    side, standing = state.sides[clash.defender], combat.standing_shields(state, clash)
    target = side.creature(clash.blocker) if clash.blocker else None
    big = f"{strikes} : {side.dice[standing[0]].value}" if standing else str(strikes)
    if target is not None:
        big = f"{strikes} : {atk_now(state, clash.defender, target)}"
    tone: Tone = "act" if clash.defender == viewer else "alarm"
    return Banner(_attack_title(state, clash), _attack_text(state, clash, viewer), tone, big=big)


def _attack_title(state: State, clash: Clash) -> str:
    """Who attacks what."""
    one = state.sides[clash.attacker].creature(clash.creature)
    attacker = one.name if one is not None else "A creature"
    if not clash.assassin:
        template = "{attacker} attacks fort {fort} of {who}"
        return say(template, attacker=attacker, fort=clash.fort, who=person(clash.defender))
    target = state.sides[clash.defender].creature(clash.blocker)
    return say("{attacker} attacks {target}", attacker=attacker, target=target.name if target else "a creature")


def _attack_text(state: State, clash: Clash, viewer: Seat | None) -> str:
    """How far the attack has come, and who is asked: the defender's own phone says "you"."""
    for _, one in state.open_in_battle:
        return say("{who} follows {card} first.", who=person(one.seat), card=_card_name(one.card))
    if clash.assassin or clash.stage == "blocked":
        return "Every text is followed; next comes the damage."
    may_answer, standing = combat.answers(state, clash), combat.standing_shields(state, clash)
    who, mine = person(clash.defender), viewer == clash.defender
    if len(standing) == 1:
        if not may_answer:
            return "The dragoshield blocks."
        template = "The dragoshield blocks, unless {who} uses an ambush first."
        return "Your dragoshield blocks, unless you use an ambush first." if mine else say(template, who=who)
    if standing:
        return "Which dragoshield blocks?" if mine else say("{who} chooses which dragoshield blocks.", who=who)
    if combat.blockers(state, clash):
        return "Do you block?" if mine else say("Does {who} block?", who=who)
    if may_answer:
        template = "No creature can block. Does {who} use an ambush?"
        return "No creature can block. Do you use an ambush?" if mine else say(template, who=who)
    return "No creature can block."


def _phases(state: State) -> PhaseList:
    now = _AT[state.phase]
    words: tuple[Progress, ...] = tuple(
        "done" if n < now else "now" if n == now else "todo" for n in range(len(_STEPS))
    )
    return PhaseList(tuple(Step(label, word) for label, word in zip(_STEPS, words, strict=True)))


# --- reminders, and a row for each player


def _texts_in_force(state: State) -> Iterator[Block]:
    """Card texts as they are followed, and those that hold all the time."""
    if state.todo:
        template = "{who}, {card}: {text}"
        items = tuple(
            (say(template, who=person(one.seat), card=_card_name(one.card), text=one.text), one.done)
            for one in state.todo
        )
        yield Checklist("Follow the cards", items)
    for seat, side in enumerate(state.sides):
        who = person(seat)
        for one in side.creatures:
            found = deck.ability(one.card)
            if found is not None and found.kind == "continuous" and deck.standing_change(one.card) is None:
                text = say("{card} of {who}: {text}", card=one.name, who=who, text=deck.said(found.text))
                yield Reminder(text, cite.TEXT)


def _alarms(state: State) -> Iterator[Block]:
    """Who is about to lose."""
    for seat, side in enumerate(state.sides):
        who = person(seat)
        if state.phase in _AT and sum(side.barriers) == 0:
            yield Reminder(say("{who} has no barrier left and loses when this turn ends.", who=who), cite.LOSS)
        if state.phase in _AT and side.deck == 0:
            text = say("The deck of {who} is empty: the next card to draw loses the game.", who=who)
            yield Reminder(text, cite.DECK_OUT)


def _row(state: State, seat: Seat) -> PlayerRow:
    side = state.sides[seat]
    total = sum(side.barriers)
    barriers = Track("Barriers", total, max(len(FORTS) * BARRIERS_START, total), BARRIER)
    hand, deck_left = (
        Counter("Hand", side.hand, spot=spots.hand(seat)),
        Counter("Deck", side.deck, spot=spots.deck(seat)),
    )
    meters = (barriers, hand, deck_left)
    status, tone = _status(state, seat)
    waiting = _waits_for(state)
    ready = seat not in waiting if waiting else None
    return PlayerRow(seat, (), points=None, ready=ready, status=status, tone=tone, meters=meters)


def _waits_for(state: State) -> tuple[Seat, ...]:
    """Whose word the table waits for."""
    ask = state.ask
    if ask is not None:
        return (ask.seat,)
    if state.phase == "setup":
        return tuple(seat for seat, side in enumerate(state.sides) if not side.laid)
    if state.phase == "audit":
        return tuple(seat for seat in range(state.players) if has_ambush(state, seat))
    if state.clash is not None and state.open_in_battle:
        return tuple(sorted({one.seat for _, one in state.open_in_battle}))
    if state.clash is not None:
        return (state.clash.defender if combat.answers(state, state.clash) else state.clash.attacker,)
    return (state.active,) if state.phase in _AT and state.active is not None else ()


def _status(state: State, seat: Seat) -> tuple[str, Tone]:
    side = state.sides[seat]
    if state.phase == "setup":
        if not side.deck_name:
            return "chooses a deck", "calm"
        if len(side.banners) < BANNERS:
            return "places banners", "calm"
        return ("ready" if side.laid else "lays barriers"), "calm"
    if state.losers:
        return ("lost", "alarm") if seat in state.losers else ("won", "good")
    if not sum(side.barriers):
        return "no barrier left", "alarm"
    if side.deck <= LAST_CARDS:
        return say("{cards} left to draw", cards=plural(side.deck, "card")), "alarm"
    standing = sum(count > 0 for count in side.barriers)
    return say("{forts} standing", forts=plural(standing, "fort")), "act" if seat == state.active else "calm"


# --- the halves: three forts with barriers, dragoshields and creatures; dice, resources and cards


def _forts(state: State, seat: Seat, viewer: Seat | None, *, far: bool) -> Board:
    """The line of forts with what stands there. Across the table left is right."""
    slots = tuple(_fort(state, seat, viewer, number) for number in FORTS)
    return Board(tuple(reversed(slots)) if far else slots, len(FORTS), seat, say("Forts of {who}", who=person(seat)))


def _fort(state: State, seat: Seat, viewer: Seat | None, number: str) -> Slot:
    side, clash = state.sides[seat], state.clash
    there, creatures = side.fort(number), side.at_fort(number)
    most, spot = max(BARRIERS_START, there.barriers), spots.barriers(seat, number)
    barriers = Track("Barriers", there.barriers, most, BARRIER, spot=spot)
    tokens: list[Die | Track] = [barriers] if side.laid else []
    tokens += [_die(side, seat, n, "shield") for n in side.shields(number)]
    cards = [_creature(state, seat, one) for one in creatures]
    if there.ambush is not None:
        ambush = _ambush(there.ambush.card, rested=there.ambush.rested, own=seat == viewer)
        cards.append(replace(ambush, spot=spots.ambush(seat, number)))
    title, suit = say("Fort {fort}", fort=number), there.color if there.color in COLORS else ""
    attacked = clash is not None and seat == clash.defender and clash.fort == number
    gone = side.laid and state.phase != "setup" and there.barriers == 0
    place = spots.fort(seat, number)
    return Slot(title, tuple(cards), tokens=tuple(tokens), suit=suit, marked=attacked, gone=gone, spot=place)


def _die(side: Player, seat: Seat, index: int, where: str = "") -> Die:
    die = side.dice[index]
    return Die(die.color, die.value, where, spot=spots.die(seat, index))


def _ambush(card_id: str, *, rested: bool, own: bool) -> CardView:
    """An ambush: a back, or for its owner the card as noted."""
    if not card_id or not own:
        return CardView("", detail="An ambush, face down.", up=False, rested=rested)
    found, about = deck.ambush_ability(card_id), ""
    if found is not None:
        template = "Only you see this. {condition}: {text}"
        about = say(template, condition=found.condition, text=deck.plain(found.text))
    return CardView("", card(card_id).name, color(card_id), detail=about, up=False, rested=rested)


def _creature(state: State, seat: Seat, one: Creature) -> CardView:
    """A creature with its figures as they are now and the damage it has taken."""
    clash = state.clash
    fights = clash is not None and one.uid in (clash.creature, clash.blocker)
    badges = [("ATK", str(atk_now(state, seat, one))), ("EDR", str(edr_now(state, seat, one)))]
    badges += [("HIT", str(one.damage))] if one.damage else []
    value = "" if card(one.card)["cost"] == "-" else str(card(one.card)["cost"])
    return CardView(
        one.uid,
        one.name,
        suit=color(one.card),
        value=value,
        detail=_about(one.card),
        up=True,
        rested=one.rested,
        badges=tuple(badges),
        marked=fights,
        spot=spots.creature(one.uid),
        tokens=tuple(_die(state.sides[seat], seat, n) for n in state.sides[seat].crosses(one.uid)),
    )


def _about(card_id: str) -> str:
    """What the card says, in a few words for a screen."""
    found = card(card_id)
    parts = [deck.said(str(found.text))] if found.text else []
    for word in ("deadly", "invade", "assassin", "immune"):
        if has_word(card_id, word):
            of = listed(deck.words_of(card_id, word), "or")
            parts.append(say("{word} ({of})." if of else "{word}.", word=word.capitalize(), of=of))
    ability, cross, dice = deck.ability(card_id), deck.dragocross(card_id), deck.dice_ability(card_id)
    if ability is not None:
        parts.append(deck.said(ability.text))
    if cross is not None:
        parts.append(say("Dragocross, {color}: {text}", color=cross.color, text=deck.said(cross.text)))
    if dice is not None:
        template, text = "Dice, {color} {low} to {high}: {text}", deck.said(dice.text)
        parts.append(say(template, color=dice.color, low=dice.low, high=dice.high, text=text))
    return reduce(lambda about, part: say("{about} {part}", about=about, part=part), parts) if parts else ""


def _home(side: Player, seat: Seat) -> Iterator[Slot]:
    """What lies behind the forts of a seat: dice, resources, cards."""
    zone = tuple(_die(side, seat, n) for n, die in enumerate(side.dice) if die.where == "zone" and die.value)
    gone = tuple(_die(side, seat, n, "destroyed") for n, die in enumerate(side.dice) if die.where == "discard")
    yield Slot("Dice", tokens=(*zone, *gone))
    yield Slot("Resources", tokens=tuple(_resources(side, seat)))
    counts = (
        Counter("Hand", side.hand, spot=spots.hand(seat)),
        Counter("Deck", side.deck, spot=spots.deck(seat)),
        Counter("Discard", len(side.discard) + side.unnamed, spot=spots.discard(seat)),
    )
    yield Slot("Cards", tokens=counts)


def _resources(side: Player, seat: Seat) -> Iterator[Track]:
    for word in COLORS:
        same = [one for one in side.resources if one.color == word]
        if same:
            standing = sum(not one.rested for one in same)
            spot = spots.resources(seat, word)
            yield Track(word.capitalize(), standing, places=len(same), kind=RESOURCE, suit=word, spot=spot)


# --- what the viewer is asked


def _prompts(state: State, viewer: Seat | None) -> Iterator[Prompt]:
    if viewer is None:
        return
    if state.phase == "setup":
        yield from _setup_prompts(state, viewer)
    if state.phase == "audit" and any(one.ambush for one in state.sides[viewer].forts):
        detail = "Turn them up; nothing can change the result now."
        yield Prompt(turn.AUDIT_KEY, "Show your ambushes", detail, cite.AUDIT)
    if state.phase in ("main", "combat"):
        yield from _combat_prompts(state, viewer)
    if state.active == viewer:
        yield from _turn_prompts(state, viewer)


def _setup_prompts(state: State, viewer: Seat) -> Iterator[Prompt]:
    side = state.sides[viewer]
    if not side.deck_name:
        yield Prompt(setup.DECK_KEY, "Which deck do you play?", _scanned(side), cite.DECK)
    elif not side.laid and not side.banners:
        detail = "Face down, from your left. They stay there all game, and only you see this."
        yield Prompt(setup.BANNERS_KEY, "Place your banners", detail, cite.BANNERS)
    elif not side.laid:
        detail = "Five cards in hand; exchange any of them once. Then two cards at each fort, unseen."
        yield Prompt(setup.LAY_KEY, "Your hand and your barriers", detail, cite.BARRIERS)
    if state.active is None:
        yield Prompt(
            setup.STARTER_KEY, "Who takes the first turn?", "Roll for it; the higher die starts.", cite.STARTER
        )


def _scanned(side: Player) -> str:
    """What is known of a deck being scanned, for its owner alone."""
    if not side.listed:
        return "Choose one, or photograph the cards of your own; many in one picture."
    cards = sum(kind(one.card) != "banner" for one in side.listed)
    flags = plural(len(side.listed) - cards, "banner")
    read = say("{cards} and {banners} read.", cards=plural(cards, "card"), banners=flags)
    return " ".join([read, *([one.text for one in setup.scanned_problems(side)] or ["This deck may be played."])])


def _combat_prompts(state: State, viewer: Seat) -> Iterator[Prompt]:
    ask, clash = state.ask, state.clash
    if ask is not None:
        if ask.seat == viewer:
            yield _asked(ask)
    elif clash is not None and state.open_in_battle:
        for _, one in [found for found in state.open_in_battle if found[1].seat == viewer][:1]:
            title = say("Follow {card}", card=_card_name(one.card))
            yield Prompt(card_texts.TEXT_KEY, title, one.text, cite.TRIGGERS)
    elif clash is not None and combat.lets_pass(state, viewer):
        why = cite.ANSWER if combat.answers(state, clash) else cite.TRIGGERS
        yield Prompt(combat.DAMAGE_KEY, _attack_title(state, clash), _attack_text(state, clash, viewer), why)
    elif clash is not None and viewer == clash.defender:
        several = bool(combat.standing_shields(state, clash))
        detail = "Which dragoshield blocks?" if several else "Tap a creature to block; it then rests."
        why = cite.SEVERAL if several else cite.DEFEND
        yield Prompt(combat.BLOCK_KEY, _attack_title(state, clash), detail, why)


def _asked(ask: Ask) -> Prompt:
    match ask.kind:
        case "burst":
            detail = "Look at the top barrier. You may use its fort burst."
            return Prompt(combat.BURST_KEY, say("Fort {fort} loses a barrier", fort=ask.fort), detail, cite.BURST)
        case "goes":
            title = say("Where does {card} go?", card=_card_name(ask.card))
            return Prompt(combat.GOES_KEY, title, "The card may say where.", combat.why_asked(ask))
    title = say("Who leaves fort {fort} for {card}?", fort=ask.fort, card=_card_name(ask.card))
    return Prompt(combat.ROOM_KEY, title, "It is not destroyed.", cite.CROWDED)


def _turn_prompts(state: State, viewer: Seat) -> Iterator[Prompt]:
    side = state.sides[viewer]
    match state.phase:
        case "dice":
            detail = "All three, wherever they lie."
            yield Prompt(turn.ROLL_KEY, "Stand your cards and roll", detail, cite.STAND)
        case "draw":
            detail = say("{count} in the deck.", count=side.deck)
            yield Prompt(turn.DRAW_KEY, "Draw a card", detail, cite.DRAW)
        case "resource":
            detail = "Turn up your top card and tap its colour."
            yield Prompt(turn.RESOURCE_KEY, "A resource?", detail, cite.RESOURCE)
        case "end" if due_discard(state):
            title = say("Discard {cards}", cards=plural(due_discard(state), "card"))
            detail = say("You hold {count}, and seven is the limit.", count=side.hand)
            yield Prompt(turn.DISCARD_KEY, title, detail, cite.LIMIT)
