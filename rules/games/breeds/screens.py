"""The screens of Dragon Breeds in the shared vocabulary: a seat's phone, or (viewer None) the middle of the table.

Everything is drawn from the veiled table, so a screen cannot show what its viewer may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from rules.choice import Choice
from rules.event import Seat
from rules.games.breeds import checks, combat, damage, fireballs, market, refracting, score, setup, spots
from rules.games.breeds import citations as cite
from rules.games.breeds import combat_rules as arithmetic
from rules.games.breeds.deck import (
    HAND_COINS,
    coin_card,
    facts,
    fireball_card,
    identity,
    known,
    name_of,
    own_quest,
    plain,
    price,
    summoner_name,
)
from rules.games.breeds.market import DECK_FLOOR
from rules.games.breeds.quests_and_tokens import DONE, token_name, unlocked
from rules.games.breeds.state import Clash, Fighter, Player, State, Token, veil
from rules.games.breeds.turn import IDENTITY_OVER
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
    Meter,
    PhaseList,
    PlayerRow,
    Players,
    Progress,
    Prompt,
    Reminder,
    Scores,
    Sign,
    Slot,
    Step,
    Tone,
    Track,
    View,
    person,
)

Offered = Callable[[State, Seat], tuple[Choice, ...]]
LANES = 3
QUESTS = ("Own quest", "Coins", "Trashed")
TITLE = "Dragon Breeds"
PHASES = {"combat": "Combat", "market": "Market", "flush": "Flush", "draw": "Draw"}
STEPS = {
    "attack": "Dragons attack",
    "defense": "Dragons block",
    "fireball_att": "Attacker's fireballs",
    "fireball_def": "Defender's fireballs",
    "damage": "Damage",
}


def view(state: State, viewer: Seat | None, offered: Offered) -> View:
    """One viewer's whole screen: what is asked, breakpoints, the combat, the own supply.

    ``offered`` gives what a seat can do, so that only prompts with an answer stand there.
    """
    if viewer is not None and not 0 <= viewer < state.players:
        viewer = None
    seen = veil(state, viewer)
    blocks: list[Block] = [_banner(seen, viewer)]
    if seen.phase in PHASES and (viewer is None or seen.clash is not None):
        blocks.append(_steps(seen))
    rows = tuple(player_row(seen, seat) for seat in range(seen.players))
    if viewer is None:
        rows = tuple(_before_the_cards(seen, row) for row in rows)
    blocks += [Players(rows), *battle(seen)]
    blocks += hand(seen, viewer) if viewer is not None else ()
    blocks += _passives(seen, viewer)
    if seen.phase == "setup":
        blocks.append(Reminder(f"{cite.SETUP.text} {cite.STARTER.text}", cite.SETUP))
    elif seen.phase != "over":
        blocks += _cards(seen, viewer)
        blocks += waiting_hand(seen, viewer) if viewer is not None else ()
        blocks += _todos(seen, viewer)
    if viewer is not None and seen.seats[viewer].faction and seen.phase != "over":
        blocks += _summoner(seen, viewer)
    if seen.phase == "over":
        blocks.append(Scores(score.sheet(seen), "The end"))
    prompts = () if viewer is None else tuple(_prompts(seen, viewer, offered))
    return View(TITLE, tuple(blocks), prompts=prompts, house_rules=said(seen.house), over=seen.phase == "over")


def _banner(state: State, viewer: Seat | None) -> Banner:
    """The largest thing on the screen: what the table does next."""
    if state.phase == "over":
        won = score.winner(state)
        title = say("{won} wins", won=person(won)) if won is not None else "The end"
        return Banner(title, "Everybody else has left." if state.left_at else "Everybody else is eliminated.", "good")
    if state.phase == "setup":
        missing = [person(seat) for seat in state.present if not state.seats[seat].chosen]
        if not missing:
            return Banner("Who begins?", "Draw lots, shuffle, draw five, turn four supply cards up.", "act")
        mine = viewer is not None and not state.seats[viewer].chosen
        one, several = "{people} chooses a summoner and a legendary.", "{people} choose a summoner and a legendary."
        text = say(one if len(missing) == 1 else several, people=listed(missing))
        return Banner("Setting up", text, "act" if mine else "calm")
    if state.clash is not None:
        return _clash_banner(state, state.clash, viewer)
    return _turn_banner(state, viewer)


def _turn_banner(state: State, viewer: Seat | None) -> Banner:
    mine = viewer == state.active
    title = "Your turn" if mine else say("{active}'s turn", active=person(state.active))
    text = TURN_NOW[state.phase][mine]
    if state.phase == "combat" and state.waiting:
        text = "Refracted dragons come back and attack."
    if (
        mine
        and state.phase == "combat"
        and any(one.seat == viewer and one.text == IDENTITY_OVER for one in state.todos)
    ):
        text = say("Turn your identity card over. {then}", then=text)
    return Banner(title, text, "act" if mine else "calm")


TURN_NOW = {
    "combat": ("An attack, or straight to the market.", "Tap a dragon to attack, or buy a card."),
    "market": ("In the market.", "Tap a supply card to buy it."),
    "flush": ("A coin sends a supply card under its pile.", "A coin sends a supply card under its pile."),
    "draw": ("The turn is about to end.", "Put your hand and tokens away; everybody draws up."),
}
"""What happens in a phase of a turn, as others and as its player read it."""


ACTS_NOW = {
    "attack": ("{who} is choosing dragons.", "Tap more dragons, or attack."),
    "defense": ("{who} may block.", "Tap a dragon to block with it."),
    "fireball_att": ("{who} may throw fireballs.", "Tap a Fireball or a dragon that ambushes, then its target."),
    "fireball_def": ("{who} may throw fireballs.", "Tap a Fireball, then an attacker."),
    "damage": ("{lands} damage for {defender}.", "{lands} damage for {defender}."),
}
"""What happens in a step of a combat, as others and as the player who acts in it read it."""


def _clash_banner(state: State, clash: Clash, viewer: Seat | None) -> Banner:
    acts = acting_seat(state)
    lands = damage.forecast(state, clash).player_damage
    health = state.seats[clash.defender].health
    falls = health.taken + lands >= health.breakpoint
    text = say(ACTS_NOW[clash.step][viewer == acts], who=person(acts), lands=lands, defender=person(clash.defender))
    if clash.step == "damage" and viewer == clash.attacker and arithmetic.questions(clash.field, clash.targets):
        text = "Tap the blocker that is hit."
    if falls and not health.immune:
        then = "{text} As it stands, {defender} is knocked out."
        then = then if health.stage == 1 else "{text} As it stands, {defender} is out of the game."
        text = say(then, text=text, defender=person(clash.defender))
    title = say("{attacker} attacks {defender}", attacker=person(clash.attacker), defender=person(clash.defender))
    tone: Tone = "alarm" if falls and viewer == clash.defender else "act" if viewer == acts else "calm"
    return Banner(title, text, tone, big=str(lands))


def _steps(state: State) -> PhaseList:
    labels, at = (PHASES, state.phase) if state.clash is None else (STEPS, state.clash.step)
    now = list(labels).index(at)
    words: list[Progress] = ["done" if n < now else "now" if n == now else "todo" for n in range(len(labels))]
    return PhaseList(tuple(Step(label, word) for label, word in zip(labels.values(), words, strict=True)))


def _todos(state: State, viewer: Seat | None) -> Iterator[Block]:
    """What texts still ask for, the viewer's own first; what the rules move in any case is only said, newest first."""
    ordered = sorted(state.todos, key=lambda one: (one.seat != viewer, one.key))
    items = tuple((say("{who}: {text}", who=person(one.seat), text=one.text), False) for one in ordered if one.open)
    if items:
        yield Checklist("What the cards ask for", items)
    for one in reversed(ordered):
        if one.routine and one.seat == viewer:
            yield Reminder(one.text, cite.DRAW)


def _passives(state: State, viewer: Seat | None) -> Iterator[Block]:
    """What counts all through a combat: of dragons that fight, and what else changes the ambushes of the attacker."""
    clash = state.clash
    if clash is None:
        return
    if clash.shielded:
        text = "No Fireball can be aimed at {attacker}'s dragons in this combat."
        yield Reminder(say(text, attacker=person(clash.attacker)), cite.FORBIDDEN)
    cards = [(card, "battlefield") for one in clash.fighters for card in one.cards]
    if clash.step in ("attack", "defense", "fireball_att"):
        attacker = state.seats[clash.attacker]
        up = identity(attacker.faction, attacker.health.stage)
        others = [(up, "anywhere")] if up is not None else []
        # What somebody may hold is counted openly; only its owner is told to look for it in the hand.
        mine = viewer is not None and viewer == clash.attacker
        others += [(known(card), "hand") for card in state.at_hand(clash.attacker)] if mine else []
        cards += [(card, place) for card, place in others if "ambush" in card.text]
    texts = (
        f"{card.name}: {plain(card.text)}"
        for card, place in cards
        if any(one.kind == "passive" and one.when == place for one in card.abilities)
    )
    for text in dict.fromkeys(texts):
        yield Reminder(text, cite.TEXT)


def _cards(state: State, viewer: Seat | None) -> Iterator[Block]:
    """Supplies, tokens, refracted dragons, the trash: the viewer's own first."""
    order = range(state.players) if viewer is None else (viewer, *(n for n in range(state.players) if n != viewer))
    rows: list[CardRow | None] = []
    for seat in order:
        if state.seats[seat].out:
            continue
        shows = any(one.card or not one.up for one in state.seats[seat].supply)
        if seat == viewer or (viewer is None and shows and state.clash is None):
            rows.append(supply(state, seat, viewer))
        rows.append(tokens(state, seat, viewer))
    rows += [refracted(state, viewer), trash_pile(state)]
    yield from (row for row in rows if row is not None)


def _summoner(state: State, seat: Seat) -> Iterator[Block]:
    """The own identity and quest, and what only this phone knows: the legendary."""
    player = state.seats[seat]
    if player.out:
        yield Reminder("You are out of the game. All cards of your box go back into it, wherever they lie.", cite.OUT)
        return
    if state.phase in PHASES:
        yield from piles(player, seat)
    cards: list[CardView] = []
    if player.legendary:
        found = known(player.legendary)
        value = str(found.sv) if found.sv is not None else ""
        badges = () if player.unlocked else (("", "asleep"),)
        text = plain(found.text)
        cards.append(
            CardView(
                "legendary", found.name, suit=found.faction, value=value, detail=text, up=player.unlocked,
                badges=badges, spot=spots.legendary(seat),
            )
        )  # fmt: skip
    stage = identity(player.faction, player.health.stage)
    quest = own_quest(player.faction)
    cards += [
        CardView(word, found.name, suit=found.faction, value="", detail=plain(found.text), spot=spot)
        for word, found, spot in (("identity", stage, spots.identity(seat)), ("quest", quest, ""))
        if found is not None
    ]
    if cards:
        yield CardRow("Your summoner · only you see this", tuple(cards), seat, secret=True)
    if unlocked(player.quests) and player.unlocked and state.phase != "over":
        name = name_of(player.legendary) if player.legendary else "Your legendary"
        yield Reminder(say("{name} is awake.", name=name), cite.UNLOCKED)
    elif sum(player.quests) >= 3 * DONE - 1 and state.phase != "over":
        yield Reminder("One more quest, and your legendary wakes.", cite.QUESTS)


_ASKED = {
    refracting.AIM: ("Your dragons were refracted", "Who will they attack on your next turn?", cite.REFRACT),
    setup.SUMMONER: ("Choose your summoner", "Scan the identity card, or pick the colour.", cite.SUMMONER),
    setup.LEGENDARY: (
        "Choose a legendary",
        "Lay it face down under your quest card. Only you see this.",
        cite.LEGENDARY,
    ),
    setup.STARTER: ("First player", "Say who drew it, or let this phone draw.", cite.STARTER),
    combat.BLOCK: ("You are attacked", "Tap a dragon to block, then the attacker.", cite.BLOCKING),
    fireballs.FIRE: ("Any fireballs?", "Tap a Fireball, then an attacker: it loses 1 SV.", cite.FIREBALLS),
    damage.STAGE: ("Your summoner's ability", "You hurt a player, so it is used now.", cite.STAGE_1),
}
"""What somebody is asked out of turn, or has to settle before anything else: title, detail, rule."""


def _prompts(state: State, viewer: Seat, offered: Offered) -> Iterator[Prompt]:
    """What the viewer is asked, each with its answers among the choices."""
    there = {choice.prompt for choice in offered(state, viewer)}
    for key, (title, detail, why) in _ASKED.items():
        if key in there:
            yield Prompt(key, title, detail, why)


# --- the pictures


def coming(state: State, seat: Seat) -> int:
    """The damage on its way to a player."""
    parked = sum(
        arithmetic.self_attack_damage(one.amount, refractor_ko_this_turn=one.refractor in state.now.knocked_out)
        for one in state.now.self_hits
    )
    found = parked if seat == state.active else 0
    if state.clash is not None and state.clash.defender == seat:
        found += damage.forecast(state, state.clash).player_damage
    return found


def hearts(state: State, seat: Seat, label: str) -> Meter:
    """A breakpoint as hearts: lost this turn, about to break, whole."""
    health = state.seats[seat].health
    lands = coming(state, seat) if not health.immune else 0
    taken = min(health.taken, health.breakpoint)
    falls = health.immune or taken + lands >= health.breakpoint
    lands = min(lands, health.breakpoint - taken)
    spot = spots.hearts(seat)
    return Meter(label, taken, health.breakpoint, lands, alarm=falls, kind="life", spot=spot)


def player_row(state: State, seat: Seat) -> PlayerRow:
    """One player: the breakpoint first, then quests and cards."""
    player = state.seats[seat]
    health = player.health
    if player.out:
        return PlayerRow(seat, status="eliminated", tone="calm", sign="out", spot=spots.player(seat))
    heart = hearts(state, seat, "Damage")
    tracks: tuple[Meter | Track | Counter, ...] = tuple(
        Track(name, count, DONE, "quest", spot=spots.quest(seat, n))
        for n, (name, count) in enumerate(zip(QUESTS, player.quests, strict=True))
    )
    if state.phase in PHASES:
        tracks = (Counter("Hand", player.cycle.hand, spot=spots.pile(seat, "hand")), *tracks)
    status, tone = _status(state, seat)
    sign: Sign = "ko" if health.status == "ko" else "enraged" if health.stage == 2 else ""
    ready: bool | None = player.chosen if state.phase == "setup" else seat != acting_seat(state)
    if state.phase == "over" or health.status == "ko" or seat in state.away:
        ready = None
    meters, spot = (heart, *tracks), spots.player(seat)
    return PlayerRow(seat, (), points=None, ready=ready, status=status, tone=tone, meters=meters, sign=sign, spot=spot)


def _before_the_cards(state: State, row: PlayerRow) -> PlayerRow:
    """The row on the table screen: the summoner stands for a player before whom no cards lie yet."""
    player = state.seats[row.seat]
    up = identity(player.faction, player.health.stage)
    if up is None or state.clash is not None or player.out or any(one.card or not one.up for one in player.supply):
        return row
    return replace(row, cards=(CardView("", up.name, suit=up.faction, detail=plain(up.text)),))


def acting_seat(state: State) -> Seat:
    """Whom the table waits for."""
    clash = state.clash
    if clash is None:
        return state.active
    return clash.defender if clash.step in ("defense", "fireball_def") else clash.attacker


def piles(player: Player, seat: Seat) -> Iterator[Counter]:
    """The piles of a player deck, and the watch on its last ten cards."""
    few = "ten cards always stay" if player.deck_size <= DECK_FLOOR else ""
    yield Counter("Draw pile", player.cycle.draw, few, spot=spots.pile(seat, "draw"))
    yield Counter("Discard", player.cycle.discard, spot=spots.pile(seat, "discard"))


def _status(state: State, seat: Seat) -> tuple[str, Tone]:
    player = state.seats[seat]
    faction = summoner_name(player.faction) if player.faction else ""
    if state.phase == "setup":
        done = "legendary chosen" if player.chosen else "chooses a legendary" if faction else "chooses a summoner"
        return _dotted(faction, done), "calm"
    if seat in state.away:
        return _dotted(faction, "has left, turns are skipped"), "calm"
    awake = "legendary awake" if player.unlocked else ""
    if player.health.status == "ko":
        return _dotted(faction, "K.O., immune until their turn"), "alarm"
    rage = "enraged" if player.health.stage == 2 else ""
    count = sum(one.seat == seat for one in state.refracted)
    away = say("{dragons} refracted", dragons=plural(count, "dragon")) if count else ""
    return _dotted(faction, rage, awake, away), "act" if seat == state.active else "calm"


def _dotted(*parts: str) -> str:
    """Short facts in a row."""
    first, *more = (part for part in parts if part) if any(parts) else ("",)
    for part in more:
        first = say("{first} · {then}", first=first, then=part)
    return first


def battle(state: State) -> Iterator[Board]:
    """Attackers side by side, each with what blocks it and what it is about to do."""
    clash = state.clash
    if clash is None:
        return
    done = damage.forecast(state, clash)
    lanes = [_lane(state, clash, one, done) for one in clash.attackers]
    stray = [one for one in clash.blockers if clash.blocks.get(one.uid) not in {a.uid for a in clash.attackers}]
    if stray:
        cards = tuple(fighter_card(state, clash, one, dies=one.uid in done.killed) for one in stray)
        lanes.append(Slot("Nothing left to block", cards))
    if lanes:
        yield Board(tuple(lanes), min(LANES, max(1, len(lanes))))


def _lane(state: State, clash: Clash, one: Fighter, done: arithmetic.Harvest) -> Slot:
    blockers = tuple(other for other in clash.blockers if clash.blocks.get(other.uid) == one.uid)
    through = one.uid in done.unblocked or one.hits
    target = clash.targets.get(one.uid, "")
    cards = [fighter_card(state, clash, one, dies=one.uid in done.killed)]
    cards += [
        fighter_card(state, clash, other, dies=other.uid in done.killed, marked=other.uid == target)
        for other in blockers
    ]
    text = "hits {defender} for {damage}" if through else "blocked by {count}"
    label = say(text, count=len(blockers), defender=person(clash.defender), damage=clash.dragon(one).damage)
    shown = one.face
    return Slot(label, tuple(cards), (), shown.faction if shown is not None else "", marked=through)


def fighter_card(state: State, clash: Clash, one: Fighter, *, dies: bool = False, marked: bool = False) -> CardView:
    """A dragon with its SV now; badges for damage that differs and for its fate."""
    shown = one.face
    badges: list[tuple[str, str]] = []
    dragon = clash.dragon(one)
    if dragon.damage != one.sv:
        badges.append(("deals", str(dragon.damage)))
    if dragon.safe:
        badges.append(("", "no fireballs"))
    if one.hits:
        badges.append(("always", "hits"))
    if dies:
        badges.append(("", "falls"))
    suit, detail = (shown.faction, plain(shown.text)) if shown is not None else ("", "")
    strength = Counter("SV", one.sv, spot=spots.strength(one.uid))
    return CardView(
        one.uid, state.fighter_name(one), suit=suit, detail=detail, rested=dies, badges=tuple(badges), marked=marked,
        spot=spots.fighter(one.uid), tokens=(strength,), card=one.parts[-1].card if one.parts else "",
    )  # fmt: skip


def hand(state: State, seat: Seat) -> Iterator[CardRow]:
    """What the seat may hold and play now, to be touched: nobody says what is in a hand, so it is what may be."""
    clash, player = state.clash, state.seats[seat]
    if not _plays_now(state, seat):
        return
    firing = _fires_now(state, seat)
    words = [word for word in checks.playable(state, seat) if not firing or known(word).has("ambush")]
    if firing:
        words = [] if clash is not None and seat == clash.defender else words
        fireball = fireball_card(player.faction)
        words += [fireball] if player.cycle.hand and state.may_hold(seat, fireball) else []
    if words:
        yield CardRow("Maybe in your hand", tuple(_held(word) for word in dict.fromkeys(words)), seat)


def _fires_now(state: State, seat: Seat) -> bool:
    return any(state.acting(seat, step) is not None for step in ("fireball_att", "fireball_def"))


def _plays_now(state: State, seat: Seat) -> bool:
    """Whether the seat may lay dragons or throw fireballs now."""
    laying = any(state.acting(seat, step) is not None for step in ("attack", "defense"))
    may = laying or _fires_now(state, seat) or bool(combat.targets(state, seat))
    return may and not state.seats[seat].health.immune


def waiting_hand(state: State, seat: Seat) -> Iterator[CardRow]:
    """What the seat may hold, to be read while nothing of it can be laid: its dragons, then fireballs and coins."""
    player = state.seats[seat]
    if _plays_now(state, seat) or player.out or not player.cycle.hand:
        return
    others = (fireball_card(player.faction), *(coin_card(player.faction, word) for word in HAND_COINS))
    words = [*checks.playable(state, seat), *(one for one in others if state.may_hold(seat, one))]
    if words:  # an awake legendary, whose name is nobody else's business, may be among them
        cards = tuple(replace(_held(word), spot=spots.maybe(word)) for word in dict.fromkeys(words))
        yield CardRow("Maybe in your hand", cards, secret=True)


def _held(card: str) -> CardView:
    found = known(card)
    value = str(found.sv) if found.sv is not None else ""
    uid, spot = f"hand.{card}", spots.in_hand(card)
    return CardView(uid, found.name, suit=found.faction, value=value, detail=plain(found.text), spot=spot)


def supply(state: State, seat: Seat, viewer: Seat | None) -> CardRow:
    """The four slots of a supply."""
    cards: list[CardView] = []
    for n, slot in enumerate(state.seats[seat].supply, 1):
        uid, spot = f"supply{seat}.{n}", spots.slot(seat, n)
        if not slot.pile:
            cards.append(CardView(uid, say("Pile {n} is empty", n=n), up=True, rested=True, spot=spot))
        elif not slot.up:
            detail = say("slot {n}, {cards} in the pile", n=n, cards=plural(slot.pile, "card"))
            cards.append(CardView(uid, "", up=False, detail=detail, badges=(("", "turns up later"),), spot=spot))
        elif not slot.card:
            detail = say("Slot {n}: nobody has named this card yet.", n=n)
            badges = (("", "buy it" if market.touch_buys(state, seat) else "name it"),) if seat == viewer else ()
            name = "New card" if viewer is not None else ""  # the table screen shows cards and has nobody to name them
            cards.append(CardView(uid, name, up=False, detail=detail, badges=badges, spot=spot))
        else:
            why_not = market.why_not_bought(state, seat, slot.card) if seat == viewer else ""
            cards.append(replace(_for_sale(uid, slot.card, slot.pile, spot), why_not=why_not))
    title = "Your supply" if seat == viewer else say("Supply of {who}", who=person(seat))
    return CardRow(title, tuple(cards), seat)


def _for_sale(uid: str, card: str, pile: int, spot: str) -> CardView:
    found = known(card)
    badges = (("costs", price(found.cost) or "–"),)
    value = str(found.sv) if found.sv is not None else ""
    left = say("{cards} in the pile", cards=plural(pile, "card"))
    detail = " · ".join(part for part in (plain(found.text), left) if part)
    return CardView(uid, found.name, suit=found.faction, value=value, detail=detail, badges=badges, spot=spot)


def tokens(state: State, seat: Seat, viewer: Seat | None) -> CardRow | None:
    """What lies in a token area."""
    there = state.seats[seat].tokens
    if not there:
        return None
    title = "Your tokens" if seat == viewer else say("Tokens of {who}", who=person(seat))
    return CardRow(title, tuple(_token(one) for one in there), seat)


def _token(one: Token) -> CardView:
    word = "token_fireball" if one.kind == "fireball" else "token_epic_coin"
    found = facts(one.card or word)
    badges = (("", "kept"),) if one.keep else ()
    detail = plain(found.text) if found is not None else ""
    value, suit = str(one.sv) if one.sv is not None else "", found.faction if found else ""
    spot = spots.token(one.uid)
    return CardView(one.uid, token_name(one), suit=suit, value=value, detail=detail, badges=badges, spot=spot)


def refracted(state: State, viewer: Seat | None) -> CardRow | None:
    """Dragons on their way into a later turn; only their player sees which."""
    if not state.refracted:
        return None
    cards: list[CardView] = []
    now = state.waiting
    for one in state.refracted:
        whom = "not said yet" if one.target is None else say("against {target}", target=person(one.target))
        when = "now" if one in now else say("turn {turn}", turn=state.due_turn(one))
        own = one.seat == viewer or state.phase == "over"
        name = " + ".join(name_of(part.card) for part in one.fighter.parts) if own else ""
        sv = str(sum(part.sv for part in one.fighter.parts)) if own else ""
        text = "{who}'s, {whom}, refracted by {refractor}"
        detail = say(text, who=person(one.seat), whom=whom, refractor=person(one.refractor))
        uid = f"r{one.fighter.uid}"
        cards.append(CardView(uid, name, value=sv, detail=detail, up=False, badges=(("due", when),), marked=one in now))
    owners = listed(list(dict.fromkeys(person(one.seat) for one in state.refracted)))
    return CardRow(say("Refracted dragons of {owners}", owners=owners), tuple(cards))


def trash_pile(state: State) -> CardRow | None:
    """The one trash pile."""
    if not state.trash:
        return None
    cards = []
    for n, one in enumerate(state.trash):
        detail = say("from {owner}'s box", owner=person(one.owner))
        cards.append(CardView(f"t{n}", name_of(one.card), known(one.card).faction, detail=detail))
    return CardRow("Trash pile", tuple(cards))
