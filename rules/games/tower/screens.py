"""The screens of Attack at the Tower in the shared vocabulary: a seat's phone, or (viewer None) the table screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.event import Seat
from rules.games.tower import attack, combat_rules, deck, score, settle, setup, turn, turn_rules
from rules.games.tower import citations as cite
from rules.games.tower.combat_rules import PALACE
from rules.games.tower.deck import ICONS
from rules.games.tower.state import PLACES, TERRITORIES, Clash, Side, State, first_up, source_name, troops
from rules.games.tower.turn_rules import TROOPS_MAX, WINS_NEEDED, Pile
from rules.house import said
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
    Slot,
    Step,
    Track,
    View,
    person,
)

TITLE = "Attack at the Tower"
_STEPS = ("Setting up", "Renew or not", "Attacks and abilities", "End of turn")
_STEP_NAMES = {"initiative": "Initiative step", "regular": "Regular step"}


def view(state: State, viewer: Seat | None) -> View:
    """One viewer's whole screen."""
    if viewer is not None and not 0 <= viewer < state.players:
        viewer = None
    blocks: list[Block] = [_banner(state, viewer), _phases(state)]
    blocks += battle(state)
    near = viewer if viewer is not None else 0
    blocks += [board(state, 1 - near, far=True), board(state, near, far=False)]
    blocks += _todo(state)
    blocks += _effects(state)
    blocks.append(Players(tuple(_row(state, seat, viewer) for seat in range(state.players))))
    if state.results:
        blocks.append(Scores(score.sheet(state), "The match"))
    return View(
        TITLE,
        tuple(blocks),
        prompts=tuple(_prompts(state, viewer)),
        house_rules=said(state.house),
        over=state.phase == "over",
    )


def _score(state: State) -> str:
    first, second = state.wins
    return f"{first} : {second}"


def _banner(state: State, viewer: Seat | None) -> Banner:
    """The largest thing on the screen: what the table does next."""
    active = state.active
    mine = viewer is not None and viewer == active
    who = person(active) if active is not None else "Nobody"
    match state.phase:
        case "setup":
            waiting = [person(seat) for seat in range(state.players) if settle.owes(state, seat)]
            text = say("Waiting for {listed}.", listed=listed(waiting)) if waiting else "Who takes the first turn?"
            if all(side.due_draw for side in state.sides):
                text = "Shuffle abilities and bases apart. Draw five cards each, from either pile."
            return Banner(
                say("Game {number}: setting up", number=len(state.results) + 1), text, "act", big=_score(state)
            )
        case "decide":
            return Banner(
                say("{who}: renew or not?", who=who),
                say("Turn {turn}.", turn=state.turn),
                "act" if mine else "calm",
                big=_score(state),
            )
        case "renew":
            waiting = [person(seat) for seat in range(state.players) if settle.owes(state, seat)]
            text = say("One more troop on every base. Waiting for {listed}.", listed=listed(waiting))
            return Banner("Renewing", text, "act", big=_score(state))
        case "action" if state.clash is not None:
            return _battle_banner(state, state.clash, viewer)
        case "action":
            text = "Attack, play abilities, or end the turn."
            return Banner(say("Turn of {who}", who=who), text, "act" if mine else "calm", big=_score(state))
        case "end":
            waiting = [person(seat) for seat in range(state.players) if settle.owes(state, seat)]
            return Banner(
                "The turn ends", say("Waiting for {listed}.", listed=listed(waiting)), "act", big=_score(state)
            )
        case "won":
            winner = person(state.results[-1]) if state.results else "Somebody"
            how = "" if len(state.results) in state.given_up else "The palace falls: "
            return Banner(
                say("{how}{winner} wins the game", how=how, winner=winner), "Best of three.", "good", big=_score(state)
            )
    names = [person(seat) for seat in score.winners(state)]
    verb = "wins" if len(names) == 1 else "share"
    return Banner(
        say("{listed} {verb} the match", listed=listed(names), verb=verb) if names else "The end",
        "",
        "good",
        big=_score(state),
    )


def _battle_banner(state: State, now: Clash, viewer: Seat | None) -> Banner:
    where = "the palace" if now.palace else source_name(now.target)
    title = say("{attacker} attacks {where}", attacker=person(now.attacker), where=where)
    match now.moment:
        case "declared" | "between":
            text = "Abilities now, or fight." if now.moment == "declared" else "Abilities, then the second step."
            return Banner(title, text, "alarm", big=_totals(state, now))
        case "cleared":
            mine = viewer == now.attacker
            text = say("The way is free. {attacker} may go on to the palace.", attacker=person(now.attacker))
            return Banner(
                say("Territory {target} holds nobody", target=now.target),
                text,
                "act" if mine else "alarm",
                big=_score(state),
            )
    share = attack.share_of(state, viewer) if viewer is not None else None
    waiting = [
        person(seat)
        for seat, role in ((now.attacker, 0), (now.defender, 1))
        if attack.asked(state, now, role) and not now.splits[role].stands
    ]
    step = _STEP_NAMES[now.moment]
    if share is not None:
        big = f"{share.pool}+{share.heavy}" if share.heavy else str(share.pool)
        return Banner(say("{step}: hand out {big}", step=step, big=big), f"{title}.", "act", big=big)
    text = say("{listed} {word} out damage.", listed=listed(waiting), word="hands" if len(waiting) == 1 else "hand")
    return Banner(f"{step} · {title}", text, "calm", big=_totals(state, now))


def _totals(state: State, now: Clash) -> str:
    """Both pools, attackers first; before the fight those of the regular step if nobody fell before it."""
    if now.battle is not None and now.moment in ("initiative", "regular"):
        limits = attack.pools(now)
        return f"{limits.att + limits.siege} : {limits.deff}"
    fought = attack.mustered(state, now)
    walls = sum(fought.structures.values())
    return f"{sum(one.strike for one in fought.attackers)} : {_normal(fought.defenders) + walls}"


def _normal(side: tuple[combat_rules.Fighter, ...]) -> int:
    return sum(one.strike for one in side if not one.artillery)


def _phases(state: State) -> PhaseList:
    at = {"setup": 0, "decide": 1, "renew": 1, "action": 2, "end": 3}.get(state.phase, len(_STEPS))
    steps = []
    for n, label in enumerate(_STEPS):
        progress: Progress = "done" if n < at else "now" if n == at else "todo"
        steps.append(Step(label, progress))
    return PhaseList(tuple(steps))


def _row(state: State, seat: Seat, viewer: Seat | None) -> PlayerRow:
    side = state.sides[seat]
    hand = Counter("Hand", side.hand.size, f"{_abilities(side.hand.abilities)}, {plural(side.hand.bases, 'base')}")
    meters = (
        Track("Games won", state.wins[seat], WINS_NEEDED, "crown"),
        hand,
        Counter("Troops", strength(side)),
    )
    owes = settle.owes(state, seat)
    ready: bool | None = None
    if state.phase in ("setup", "renew", "end"):
        ready = not owes
    status = _status(state, seat) if owes else ""
    if not status and state.active == seat and state.phase not in ("won", "over"):
        status = "has the turn"
    return PlayerRow(
        seat,
        (),
        points=None,
        ready=ready,
        status=status,
        tone="act" if owes and seat == viewer else "calm",
        meters=meters,
    )


def _abilities(count: int) -> str:
    return plural(count, "ability", "abilities")


def _status(state: State, seat: Seat) -> str:
    side = state.sides[seat]
    if side.due_draw:
        return say("draws {cards}", cards=plural(side.due_draw, "card"))
    over = settle.due_discard(state, seat)
    if over:
        return say("discards {cards}", cards=plural(over, "card"))
    return (
        say("brings {troops} back", troops=troops(side.due_recruit, "troll")) if side.due_recruit else "may lay bases"
    )


def _todo(state: State) -> Iterator[Block]:
    if state.todo:
        yield Checklist("On the table", tuple((one.text, one.done) for one in state.todo))


def _effects(state: State) -> Iterator[Block]:
    """The abilities of this turn, and what they will do when people least think of it."""
    for seat, side in enumerate(state.sides):
        if not side.active:
            continue
        cards = tuple(_active(f"{seat}.{n}", one.card) for n, one in enumerate(side.active))
        yield CardRow(say("In effect for {who}", who=person(seat)), cards, seat)
        effects = side.in_effect
        wanted = turn_rules.druid_draws(side.alive("druid"), effects.count("shooter"), state.house)
        if wanted and state.phase != "end":
            there = turn_rules.can_draw(wanted, (side.abilities, side.bases), state.house)
            text = say(
                "When the turn ends {who} draws {cards} for the druids alive.",
                who=person(seat),
                cards=plural(there, "card"),
            )
            yield Reminder(text, cite.DRUIDS)
        if "heavy" in effects and side.lost and state.phase != "end":
            text = say(
                "When the turn ends trolls of {who} come back; {troops} lost so far.",
                who=person(seat),
                troops=troops(side.lost, "troll"),
            )
            yield Reminder(text, cite.TROLLS)
        if "common" in effects and state.active != seat:
            yield Reminder(say("{who} may declare no more attacks this turn.", who=person(1 - seat)), cite.THORNS)


def _active(uid: str, name: str) -> CardView:
    text = deck.card(name).text.replace("**", "")
    for word in ICONS:
        text = text.replace(f"[{word}] ", "")
    return CardView(uid, deck.card(name).name, deck.suit(name), detail=text)


def _prompts(state: State, viewer: Seat | None) -> Iterator[Prompt]:
    """What the viewer is asked."""
    if viewer is None:
        return
    side = state.sides[viewer]
    if state.phase in ("setup", "renew", "end"):
        yield from _hand_prompts(state, viewer)
    if state.phase == "setup" and state.active is None:
        yield Prompt(setup.STARTER_PROMPT, "Who takes the first turn?", "Agree on it.", cite.STARTER)
    if state.phase == "decide" and state.active == viewer:
        draws = turn_rules.can_draw(turn_rules.DRAWN, (side.abilities, side.bases), state.house)
        detail = say(
            "Everybody recruits, draws {cards} and may lay bases: your opponent too.", cards=plural(draws, "card")
        )
        yield Prompt(setup.RENEW_PROMPT, "Renew the game?", detail, cite.RENEW)
    if state.clash is not None:
        yield from _battle_prompts(state, state.clash, viewer)
    if state.phase == "won":
        yield Prompt(
            turn.WON_PROMPT,
            say("The match stands {score}", score=_score(state)),
            "It goes to two games of three.",
            cite.MATCH,
        )


def _hand_prompts(state: State, seat: Seat) -> Iterator[Prompt]:
    side = state.sides[seat]
    over = settle.due_discard(state, seat)
    if side.due_draw:
        detail = "Each from either pile. How many are abilities?"
        why = cite.SETUP if state.phase == "setup" else cite.DRUIDS if state.phase == "end" else cite.DRAW
        yield Prompt(setup.DRAW_PROMPT, say("Draw {cards}", cards=plural(side.due_draw, "card")), detail, why)
    elif over:
        detail = say("You hold {size}, and five is the limit.", size=side.hand.size)
        yield Prompt(setup.DISCARD_PROMPT, say("Discard {cards}", cards=plural(over, "card")), detail, cite.LIMIT)
    if side.due_recruit:
        title = say("{troops} come back", troops=troops(side.due_recruit, "troll").capitalize())
        yield Prompt(turn.RECRUIT_PROMPT, title, "Where?", cite.TROLLS)
    if settle.laying(state, seat):
        detail = say("You hold {bases}. Scan one, or choose it here.", bases=plural(side.hand.bases, "base"))
        yield Prompt(setup.LAY_PROMPT, "Lay bases, or say that you are done", detail, cite.BASES)


def _battle_prompts(state: State, now: Clash, viewer: Seat) -> Iterator[Prompt]:
    if now.moment in ("declared", "between"):
        why = cite.POWERS_AGAIN if state.house.abilities_mid_combat else cite.POWERS
        yield Prompt(attack.FIGHT_PROMPT, "Does anybody play an ability first?", "If not: fight.", why)
    if now.moment == "cleared" and viewer == now.attacker:
        yield Prompt(attack.PALACE_PROMPT, "On to the palace?", "It strikes for 10 and falls at 10.", cite.PALACE)
    share = attack.share_of(state, viewer)
    if share is None:
        return
    parts = [say("{pool} damage", pool=share.pool)] if share.pool else []
    parts += [say("{heavy} artillery", heavy=share.heavy)] if share.heavy else []
    detail = attack.obstacle(state, share)
    if share.heavy and not detail:
        detail = "Artillery goes to bases and the palace alone."
    yield Prompt(attack.DAMAGE_PROMPT, say("Hand out {listed}", listed=listed(parts)), detail, cite.SPLIT)


# --- the boards

COLUMNS = 3
"""Places beside each other on a board."""
TROOP = "troop"
_SUITS = {"elf": "light", "druid": "shooter", "troll": "heavy", "spiderrider": "cavalry", "dragon": "siege"}


def board(state: State, seat: Seat, *, far: bool) -> Board:
    """One player's half; on the ``far`` side of the table the palace lies at the top."""
    rows = [_territory(state, seat, territory) for territory in TERRITORIES]
    home = _home(state, seat)
    slots = (*home, *(slot for row in rows for slot in row)) if far else (*(s for row in rows for s in row), *home)
    return Board(slots, COLUMNS, seat)


def _territory(state: State, seat: Seat, territory: str) -> Iterator[Slot]:
    now = state.clash
    fights = now is not None and (
        (seat == now.attacker and territory == now.source)
        or (seat == now.defender and territory == now.target and not now.palace)
    )
    for place, there in state.sides[seat].in_territory(territory):
        if not there.base:
            yield Slot(place, marked=fights)
            continue
        crew = Track(first_up(troops(2, deck.kind(there.base))[2:]), there.troops, TROOPS_MAX, TROOP)
        label = f"{place} · {deck.card(there.base).name}"
        yield Slot(label, tokens=(crew,), suit=deck.suit(there.base), marked=fights)


def _home(state: State, seat: Seat) -> tuple[Slot, Slot, Slot]:
    """The palace and the two piles."""
    side = state.sides[seat]
    limit = max(turn_rules.special_limit(side.bases_held), len(side.specials))
    over = state.phase in ("won", "over") and bool(state.results)
    lost = over and state.results[-1] != seat and len(state.results) not in state.given_up
    now = state.clash
    fights = now is not None and (
        (seat == now.attacker and now.source == PALACE) or (seat == now.defender and now.palace)
    )
    stands = Track("Falls at 10", int(not lost), 1, "tower")
    tokens = (stands, Track("Treants", len(side.specials), limit, TROOP)) if limit else (stands,)
    palace = Slot("Palace", tokens=tokens, suit="special", marked=fights, gone=lost)
    return palace, _pile("Abilities", side.abilities), _pile("Bases", side.bases)


def _pile(label: str, pile: Pile) -> Slot:
    return Slot(label, tokens=(Counter("Draw", pile.draw), Counter("Gone", pile.discard)))


def battle(state: State) -> Iterator[Board]:
    """Both sides of the battle going on: each fighter with what it strikes for, what it bears and what is coming."""
    now = state.clash
    if now is None or now.moment == "cleared":
        return
    fought = now.battle or attack.mustered(state, now)
    coming = _coming(now)
    seats = ((now.defender, fought.defenders), (now.attacker, fought.attackers))
    for seat, side in seats:
        slots = [_fighter(state, now, one, coming[seat == now.attacker]) for one in side]
        if seat == now.defender:
            slots += [_wall(state, now, key, power=power, coming=coming[0]) for key, power in fought.structures.items()]
        if slots:
            yield Board(tuple(slots), COLUMNS, seat, title_of(now, seat))


def title_of(now: Clash, seat: Seat) -> str:
    """What a side of the battle is called."""
    if seat == now.attacker:
        return say("{who} attacks from {source_name}", who=person(seat), source_name=source_name(now.source))
    return say("{who} defends {word}", who=person(seat), word="the palace" if now.palace else source_name(now.target))


def _coming(now: Clash) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """What is about to land on the (defender's, attacker's) side."""
    att, deff = now.splits
    extra = attack.siege(now)
    return combat_rules.added(att.hits, att.siege, extra), combat_rules.added(deff.hits, extra)


def _fighter(state: State, now: Clash, one: combat_rules.Fighter, coming: Mapping[str, int]) -> Slot:
    taken = min(one.toughness, now.damage.get(one.id, 0))
    lands = min(coming.get(one.id, 0), one.toughness - taken)
    falls = one.toughness - taken <= lands
    word = "initiative, " if one.initiative else "artillery, " if one.artillery else ""
    meter = Meter(
        say("{word}strikes {strike}", word=word, strike=one.strike), taken, max(1, one.toughness), lands, alarm=falls
    )
    label = first_up(state.fighter_name(one.id))
    return Slot(label, tokens=(meter,), suit=_SUITS.get(one.kind, "special"), gone=taken >= one.toughness > 0)


def _wall(state: State, now: Clash, key: str, power: int, coming: Mapping[str, int]) -> Slot:
    taken = min(power, now.damage.get(key, 0))
    lands = min(coming.get(key, 0), power - taken)
    meter = Meter(say("strikes {power}", power=power), taken, power, lands, alarm=power - taken <= lands)
    base = "" if key == PALACE else key.partition("-")[2]
    there = state.sides[now.defender].spaces[PLACES.index(base)] if base in PLACES else None
    found = deck.suit(there.base) if there is not None and there.base else "special"
    return Slot(first_up(state.fighter_name(key)), tokens=(meter,), suit=found, gone=taken >= power)


def strength(side: Side) -> int:
    """How many troops a side has on the board, special ones included."""
    return sum(one.troops for one in side.spaces) + len(side.specials)
