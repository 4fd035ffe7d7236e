"""The screens of Attack at the Tower in the shared vocabulary: a seat's phone, or (viewer None) the table screen."""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.tower import assigning, battlefield, boards, book, combat, endturn, offers, renew, settle, tally, turn
from rules.games.tower.deck import SUITS
from rules.games.tower.house import said
from rules.games.tower.state import Clash, State, alive, card, in_effect, suit, wins
from rules.games.tower.turn import WINS_NEEDED
from rules.games.tower.wording import listed, plural, source_name, troops
from rules.table import Seat
from rules.text import say
from rules.view import (
    Banner,
    Block,
    CardRow,
    CardView,
    Checklist,
    Counter,
    PhaseList,
    PlayerRow,
    Players,
    Progress,
    Prompt,
    Reminder,
    Scores,
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
    blocks += boards.battle(state)
    near = viewer if viewer is not None else 0
    blocks += [boards.board(state, 1 - near, far=True), boards.board(state, near, far=False)]
    blocks += _todo(state)
    blocks += _effects(state)
    blocks.append(Players(tuple(_row(state, seat, viewer) for seat in range(state.players))))
    if state.results:
        blocks.append(Scores(tally.sheet(state), "The match"))
    return View(
        TITLE,
        tuple(blocks),
        prompts=tuple(_prompts(state, viewer)),
        house_rules=said(state.house),
        over=state.phase == "over",
    )


def _score(state: State) -> str:
    first, second = wins(state)
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
    names = [person(seat) for seat in tally.winners(state)]
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
    own = assigning.desk(state, viewer) if viewer is not None else None
    waiting = [
        person(seat)
        for seat, role in ((now.attacker, 0), (now.defender, 1))
        if battlefield.asked(state, now, role) and not now.splits[role].stands
    ]
    step = _STEP_NAMES[now.moment]
    if own is not None:
        big = f"{own.pool}+{own.heavy}" if own.heavy else str(own.pool)
        return Banner(say("{step}: hand out {big}", step=step, big=big), f"{title}.", "act", big=big)
    text = say("{listed} {word} out damage.", listed=listed(waiting), word="hands" if len(waiting) == 1 else "hand")
    return Banner(f"{step} · {title}", text, "calm", big=_totals(state, now))


def _totals(state: State, now: Clash) -> str:
    """Both pools, attackers first; before the fight those of the regular step if nobody fell before it."""
    if now.battle is not None and now.moment in ("initiative", "regular"):
        limits = battlefield.pools(now)
        return f"{limits.att + limits.siege} : {limits.deff}"
    fought = battlefield.mustered(state, now)
    walls = sum(fought.structures.values())
    return f"{sum(one.strike for one in fought.attackers)} : {_normal(fought.defenders) + walls}"


def _normal(side: tuple[combat.Fighter, ...]) -> int:
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
        Track("Games won", wins(state)[seat], WINS_NEEDED, "crown"),
        hand,
        Counter("Troops", boards.strength(side)),
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
        effects = in_effect(side)
        wanted = endturn.druid_draws(alive(side, "druid"), effects.count("shooter"), state.house)
        if wanted and state.phase != "end":
            there = renew.can_draw(wanted, (side.abilities, side.bases), state.house)
            text = say(
                "When the turn ends {who} draws {cards} for the druids alive.",
                who=person(seat),
                cards=plural(there, "card"),
            )
            yield Reminder(text, book.DRUIDS)
        if "heavy" in effects and side.lost and state.phase != "end":
            text = say(
                "When the turn ends trolls of {who} come back; {troops} lost so far.",
                who=person(seat),
                troops=troops(side.lost, "troll"),
            )
            yield Reminder(text, book.TROLLS)
        if "common" in effects and state.active != seat:
            yield Reminder(say("{who} may declare no more attacks this turn.", who=person(1 - seat)), turn.THORNS)


def _active(uid: str, name: str) -> CardView:
    text = card(name).text.replace("**", "")
    for word in (*SUITS, "initiative", "artillery"):
        text = text.replace(f"[{word}] ", "")
    return CardView(uid, card(name).name, suit(name), detail=text)


def _prompts(state: State, viewer: Seat | None) -> Iterator[Prompt]:
    """What the viewer is asked."""
    if viewer is None:
        return
    side = state.sides[viewer]
    if state.phase in ("setup", "renew", "end"):
        yield from _hand_prompts(state, viewer)
    if state.phase == "setup" and state.active is None:
        yield Prompt(offers.STARTER_KEY, "Who takes the first turn?", "Agree on it.", book.STARTER)
    if state.phase == "decide" and state.active == viewer:
        draws = renew.can_draw(renew.DRAWN, (side.abilities, side.bases), state.house)
        detail = say(
            "Everybody recruits, draws {cards} and may lay bases: your opponent too.", cards=plural(draws, "card")
        )
        yield Prompt(offers.RENEW_KEY, "Renew the game?", detail, book.RENEW)
    if state.clash is not None:
        yield from _battle_prompts(state, state.clash, viewer)
    if state.phase == "won":
        yield Prompt(
            offers.WON_KEY,
            say("The match stands {score}", score=_score(state)),
            "It goes to two games of three.",
            book.MATCH,
        )


def _hand_prompts(state: State, seat: Seat) -> Iterator[Prompt]:
    side = state.sides[seat]
    over = settle.due_discard(state, seat)
    if side.due_draw:
        detail = "Each from either pile. How many are abilities?"
        why = book.SETUP if state.phase == "setup" else book.DRUIDS if state.phase == "end" else book.DRAW
        yield Prompt(offers.DRAW_KEY, say("Draw {cards}", cards=plural(side.due_draw, "card")), detail, why)
    elif over:
        detail = say("You hold {size}, and five is the limit.", size=side.hand.size)
        yield Prompt(offers.DISCARD_KEY, say("Discard {cards}", cards=plural(over, "card")), detail, book.LIMIT)
    if side.due_recruit:
        title = say("{troops} come back", troops=troops(side.due_recruit, "troll").capitalize())
        yield Prompt(offers.RECRUIT_KEY, title, "Where?", book.TROLLS)
    if settle.laying(state, seat):
        detail = say("You hold {bases}. Scan one, or choose it here.", bases=plural(side.hand.bases, "base"))
        yield Prompt(offers.LAY_KEY, "Lay bases, or say that you are done", detail, book.BASES)


def _battle_prompts(state: State, now: Clash, viewer: Seat) -> Iterator[Prompt]:
    if now.moment in ("declared", "between"):
        why = book.POWERS_AGAIN if state.house.abilities_mid_combat else book.POWERS
        yield Prompt(offers.FIGHT_KEY, "Does anybody play an ability first?", "If not: fight.", why)
    if now.moment == "cleared" and viewer == now.attacker:
        yield Prompt(offers.PALACE_KEY, "On to the palace?", "It strikes for 10 and falls at 10.", book.PALACE)
    own = assigning.desk(state, viewer)
    if own is None:
        return
    parts = [say("{pool} damage", pool=own.pool)] if own.pool else []
    parts += [say("{heavy} artillery", heavy=own.heavy)] if own.heavy else []
    detail = assigning.obstacle(state, viewer)
    if own.heavy and not detail:
        detail = "Artillery goes to bases and the palace alone."
    yield Prompt(assigning.KEY, say("Hand out {listed}", listed=listed(parts)), detail, book.SPLIT)
