"""The pictures of Dragon Breeds: the combat lane by lane, supplies, and everybody's breakpoint."""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.breeds import combat, damage
from rules.games.breeds.battlefield import face_card, field_of
from rules.games.breeds.cardbook import facts, known, name_of, plain, price
from rules.games.breeds.clash import waiting
from rules.games.breeds.market import DECK_FLOOR
from rules.games.breeds.state import Clash, Fighter, Player, State, Token, due_turn
from rules.games.breeds.tokens import lent_name
from rules.games.breeds.wording import fighter_name, listed, plural
from rules.table import Seat
from rules.text import say
from rules.view import Board, CardRow, CardView, Counter, Meter, PlayerRow, Sign, Slot, Tone, Track, person

LANES = 3
QUESTS = ("Own quest", "Coins", "Trashed")


def forecast(state: State, clash: Clash) -> combat.Harvest:
    """What combat damage would do as things lie now; open questions answered with the first blocker."""
    field = field_of(clash)
    for shot in clash.aimed:
        field = combat.shoot(field, shot)
    targets = dict(clash.targets)
    for question in combat.questions(field, targets):
        targets[question.attacker] = question.candidates[0]
    return combat.combat_damage(field, targets, state.house)


def coming(state: State, seat: Seat) -> int:
    """The damage on its way to a player."""
    parked = sum(
        damage.self_attack_damage(one.amount, refractor_ko_this_turn=one.refractor in state.now.knocked_out)
        for one in state.now.self_hits
    )
    found = parked if seat == state.active else 0
    if state.clash is not None and state.clash.defender == seat:
        found += forecast(state, state.clash).player_damage
    return found


def hearts(state: State, seat: Seat, label: str) -> Meter:
    """A breakpoint as hearts: lost this turn, about to break, whole."""
    health = state.seats[seat].health
    lands = coming(state, seat) if not health.immune else 0
    taken = min(health.taken, health.breakpoint)
    falls = health.immune or taken + lands >= health.breakpoint
    lands = min(lands, health.breakpoint - taken)
    return Meter(label, taken, health.breakpoint, lands, alarm=falls, kind="life")


def stake(state: State, clash: Clash) -> Meter:
    """The hearts a combat is about."""
    rage = ", enraged" if state.seats[clash.defender].health.stage == 2 else ""
    return hearts(state, clash.defender, f"{person(clash.defender)}{rage}")


def player_row(state: State, seat: Seat, viewer: Seat | None) -> PlayerRow:
    """One player: the breakpoint first, then quests and cards."""
    player = state.seats[seat]
    health = player.health
    if player.out:
        return PlayerRow(seat, status="eliminated", tone="calm", sign="out")
    lands = coming(state, seat) if not health.immune else 0
    falls = health.taken + lands >= health.breakpoint
    label = "Breakpoint" if health.stage == 1 else "Enraged: breakpoint"
    taken = min(health.taken, health.breakpoint)
    heart = Meter(
        label,
        taken,
        health.breakpoint,
        min(lands, health.breakpoint - taken),
        alarm=falls or health.immune,
        kind="life",
    )
    tracks = tuple(Track(name, count, 3, "quest") for name, count in zip(QUESTS, player.quests, strict=True))
    status, tone = _status(state, seat)
    sign: Sign = "ko" if health.status == "ko" else "enraged" if health.stage == 2 else ""
    ready: bool | None = player.chosen if state.phase == "setup" else seat != acting(state)
    if state.phase == "over" or health.status == "ko":
        ready = None
    return PlayerRow(seat, (), points=None, ready=ready, status=status, tone=tone, meters=(heart, *tracks), sign=sign)


def acting(state: State) -> Seat:
    """Whom the table waits for."""
    clash = state.clash
    if clash is None:
        return state.active
    return clash.defender if clash.step in ("defense", "fireball_def") else clash.attacker


def deck_counter(player: Player) -> Counter:
    """The player deck as counts, and the watch on its last ten cards."""
    cycle = player.cycle
    low = " · ten always stay" if player.deck_size <= DECK_FLOOR else ""
    detail = say(
        "hand {hand} · draw {draw} · discard {discard}{low}",
        hand=cycle.hand,
        draw=cycle.draw,
        discard=cycle.discard,
        low=low,
    )
    return Counter("My player deck", player.deck_size, detail)


def _status(state: State, seat: Seat) -> tuple[str, Tone]:
    player = state.seats[seat]
    faction = player.faction.capitalize() if player.faction else ""
    if state.phase == "setup":
        done = "legendary chosen" if player.chosen else "chooses a legendary" if faction else "chooses a summoner"
        return " · ".join(part for part in (faction, done) if part), "calm"
    awake = " · legendary awake" if player.unlocked else ""
    if player.health.status == "ko":
        return say("{faction} · K.O., immune until their turn{awake}", faction=faction, awake=awake), "alarm"
    rage = " · enraged" if player.health.stage == 2 else ""
    refracted = [one for one in state.refracted if one.seat == seat]
    away = say(" · {dragons} refracted", dragons=plural(len(refracted), "dragon")) if refracted else ""
    cards = say(" · hand {hand} of {deck_size}", hand=player.cycle.hand, deck_size=player.deck_size)
    return f"{faction}{rage}{awake}{away}{cards}", "act" if seat == state.active else "calm"


def battle(state: State) -> Iterator[Board]:
    """Attackers side by side, each with what blocks it and what it is about to do."""
    clash = state.clash
    if clash is None:
        return
    done = forecast(state, clash)
    lanes = [_lane(state, clash, one, done) for one in clash.attackers]
    stray = [one for one in clash.blockers if clash.blocks.get(one.uid) not in {a.uid for a in clash.attackers}]
    if stray:
        cards = tuple(fighter_card(state, one, dies=one.uid in done.killed) for one in stray)
        lanes.append(Slot("Nothing left to block", cards))
    title = say("{attacker} attacks {defender}", attacker=person(clash.attacker), defender=person(clash.defender))
    if lanes:
        yield Board(tuple(lanes), min(LANES, max(1, len(lanes))), clash.attacker, title)


def _lane(state: State, clash: Clash, one: Fighter, done: combat.Harvest) -> Slot:
    blockers = tuple(other for other in clash.blockers if clash.blocks.get(other.uid) == one.uid)
    through = one.uid in done.unblocked or one.hits
    target = clash.targets.get(one.uid, "")
    cards = [fighter_card(state, one, dies=one.uid in done.killed)]
    cards += [
        fighter_card(state, other, dies=other.uid in done.killed, marked=other.uid == target) for other in blockers
    ]
    if one.uid in done.unblocked:
        label = say("hits {defender} for {damage}", defender=person(clash.defender), damage=one.dragon.damage)
    else:
        also = (
            say(", and hits {defender} for {damage}", defender=person(clash.defender), damage=one.dragon.damage)
            if one.hits
            else ""
        )
        label = say("blocked by {count}{also}", count=len(blockers), also=also)
    shown = face_card(one)
    return Slot(label, tuple(cards), (), shown.faction if shown is not None else "", marked=through)


def fighter_card(state: State, one: Fighter, *, dies: bool = False, marked: bool = False) -> CardView:
    """A dragon with its SV now; badges for damage that differs and for its fate."""
    shown = face_card(one)
    badges: list[tuple[str, str]] = [("SV", str(one.sv))]
    if one.dragon.damage != one.sv:
        badges.append(("DEALS", str(one.dragon.damage)))
    if one.hits:
        badges.append(("ALWAYS", "HITS"))
    if dies:
        badges.append(("IT", "FALLS"))
    return CardView(
        one.uid,
        fighter_name(state, one),
        suit=shown.faction if shown is not None else "",
        value="",
        detail=plain(shown.text) if shown is not None else "",
        rested=dies,
        badges=tuple(badges),
        marked=marked,
    )


def supply(state: State, seat: Seat) -> CardRow:
    """The four slots of a supply."""
    cards: list[CardView] = []
    for n, slot in enumerate(state.seats[seat].supply, 1):
        uid = f"supply{seat}.{n}"
        if not slot.pile:
            cards.append(CardView(uid, say("Pile {n} is empty", n=n), up=True, rested=True))
        elif not slot.up:
            cards.append(
                CardView(
                    uid, "", up=False, detail=say("slot {n}, {cards} in the pile", n=n, cards=plural(slot.pile, "card"))
                )
            )
        elif not slot.card:
            cards.append(CardView(uid, say("Slot {n}", n=n), detail="Nobody said yet what lies here."))
        else:
            cards.append(_for_sale(uid, slot.card, slot.pile))
    return CardRow(say("Supply of {who}", who=person(seat)), tuple(cards), seat)


def _for_sale(uid: str, card: str, pile: int) -> CardView:
    found = known(card)
    badges = (("COST", price(found.cost) or "–"), ("PILE", str(pile)))
    value = str(found.sv) if found.sv is not None else ""
    return CardView(uid, found.name, suit=found.faction, value=value, detail=plain(found.text), badges=badges)


def tokens(state: State, seat: Seat) -> CardRow | None:
    """What lies in a token area."""
    there = state.seats[seat].tokens
    if not there:
        return None
    return CardRow(say("Tokens of {who}", who=person(seat)), tuple(_token(one) for one in there), seat)


def _token(one: Token) -> CardView:
    word = "token_fireball" if one.kind == "fireball" else "token_epic_coin"
    found = facts(one.card or word)
    badges = (("KEPT", ""),) if one.keep else ()
    detail = plain(found.text) if found is not None else ""
    value = str(one.sv) if one.sv is not None else ""
    return CardView(
        one.uid, lent_name(one), suit=found.faction if found else "", value=value, detail=detail, badges=badges
    )


def refracted(state: State, viewer: Seat | None) -> CardRow | None:
    """Dragons on their way into a later turn; only their player sees which."""
    if not state.refracted:
        return None
    cards: list[CardView] = []
    now = waiting(state)
    for one in state.refracted:
        whom = "not said yet" if one.target is None else say("against {target}", target=person(one.target))
        when = "now" if one in now else say("turn {due_turn}", due_turn=due_turn(state, one))
        own = one.seat == viewer or state.phase == "over"
        name = " + ".join(name_of(part.card) for part in one.fighter.parts) if own else ""
        sv = str(sum(part.sv for part in one.fighter.parts)) if own else ""
        badges = (("DUE", when),)
        detail = say(
            "{who}'s, {whom}, refracted by {refractor}",
            who=person(one.seat),
            whom=whom,
            refractor=person(one.refractor),
        )
        cards.append(
            CardView(
                f"r{one.fighter.uid}",
                name,
                suit="",
                value=sv,
                detail=detail,
                up=False,
                badges=badges,
                marked=one in now,
            )
        )
    owners = listed(list(dict.fromkeys(person(one.seat) for one in state.refracted)))
    return CardRow(say("Refracted dragons of {owners}", owners=owners), tuple(cards))


def trash_pile(state: State) -> CardRow | None:
    """The one trash pile."""
    if not state.trash:
        return None
    cards = tuple(
        CardView(
            f"t{n}",
            name_of(one.card),
            known(one.card).faction,
            detail=say("from {owner}'s box", owner=person(one.owner)),
        )
        for n, one in enumerate(state.trash)
    )
    return CardRow("Trash pile", cards)
