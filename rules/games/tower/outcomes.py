"""What followed from an event, in short phrases of the log: made by comparing the table before and after it."""

from __future__ import annotations

from collections.abc import Iterator

from rules.event import Seat
from rules.games.tower import deck
from rules.games.tower.combat_rules import PALACE, alive
from rules.games.tower.state import PLACES, Clash, Side, State, source_name, troops
from rules.log_line import Pictured
from rules.text import listed, plural, say
from rules.view import person


def heading(state: State) -> str:
    """The heading of the turn a state is in."""
    if state.phase == "over":
        return "The match"
    game = len(state.results) + (state.phase != "won")
    if state.phase == "won":
        return say("Game {game} is over", game=game)
    if state.active is None or state.phase == "setup":
        return say("Game {game} · Setting up", game=game)
    return say("Game {game}, turn {turn} · {who}", game=game, turn=state.turn, who=person(state.active))


def follows(before: State, after: State, viewer: Seat | None) -> Iterator[str]:
    """What followed, results first: who fell and what was destroyed, then what comes next. Nothing here is secret."""
    yield from fighting(before, after)
    yield from games_won(before, after)
    yield from coming(before, after)
    yield from turns(before, after)


# --- a battle


def fighting(before: State, after: State) -> Iterator[str]:
    """What a step of a battle came to, and the battle itself."""
    clash, now = before.clash, after.clash
    if clash is not None and clash.moment != "cleared" and clash.battle is not None:
        if now is None or now.moment == "cleared":
            yield from fought_out(before, after, clash)
        elif now.battle is not None and now.damage != clash.damage:
            yield from fell_in_between(before, clash, now)
    if now is not None and now.battle is not None and now.moment in ("initiative", "regular"):
        new_step = clash is None or clash.moment != now.moment
        if new_step:
            yield to_hand_out(now)
    cleared = now is not None and now.moment == "cleared" and (clash is None or clash.moment != "cleared")
    if now is not None and cleared:
        yield say("territory {number} is cleared, the way to the palace is free", number=now.target)


def fell_in_between(before: State, clash: Clash, now: Clash) -> Iterator[str]:
    """The troops that are out after the initiative step; they are taken off when the battle is over."""
    for side in (clash.fought.attackers, clash.fought.defenders):
        fresh = [one.id for one in alive(side, clash.damage) if one not in alive(side, now.damage)]
        if fresh:
            names = listed(before.fighter_name(one) for one in fresh)
            yield say("{names} of {who} falls" if len(fresh) == 1 else "{names} of {who} fall", names=names,
                      who=person(int(fresh[0][0])))  # fmt: skip


def to_hand_out(clash: Clash) -> str:
    """What both sides have to hand out in a step that begins."""
    limits, step = clash.pools, clash.moment
    attack = str(limits.att) if not limits.siege else say("{count} and {heavy} artillery", count=limits.att,
                                                          heavy=limits.siege)  # fmt: skip
    return say(
        "in the {step} step {attacker} deals {attack}, {defender} {defence}",
        step=step, attacker=person(clash.attacker), attack=attack, defender=person(clash.defender),
        defence=limits.deff,
    )  # fmt: skip


def fought_out(before: State, after: State, clash: Clash) -> Iterator[str]:
    """What the battle cost each side, and who holds the place."""
    costs = [cost for seat in (clash.defender, clash.attacker) for cost in losses(before, after, seat)]
    yield from costs or ("nobody falls",)
    if after.clash is not None or len(after.results) > len(before.results):
        return
    if clash.palace:
        yield say("the palace of {who} stands", who=person(clash.defender))
    elif after.troops_at(clash.defender, clash.target) or after.bases_at(clash.defender, clash.target):
        yield say("{who} holds {place}", who=person(clash.defender), place=source_name(clash.target))


def losses(before: State, after: State, seat: Seat) -> Iterator[str]:
    """What a seat has lost: troops by place, bases, special troops."""
    old, new = before.sides[seat], after.sides[seat]
    gone = [*lost_troops(old, new), *lost_bases(old, new)]
    specials = len(old.specials) - len(new.specials)
    if specials > 0:
        gone.append(troops(specials, deck.kind(old.specials[-1].card)))
    if gone:
        yield say("{who} loses {what}", who=person(seat), what=listed(gone))


def lost_troops(old: Side, new: Side) -> Iterator[str]:
    for place, was, now in zip(PLACES, old.spaces, new.spaces, strict=True):
        left = now.troops if now.base == was.base else 0
        if was.base and was.troops > left:
            yield say("{troops} on {place}", troops=troops(was.troops - left, deck.kind(was.base)), place=place)


def lost_bases(old: Side, new: Side) -> Iterator[str]:
    for place, was, now in zip(PLACES, old.spaces, new.spaces, strict=True):
        if was.base and was.base != now.base:
            yield say("{base} on {place}", base=deck.card(was.base).name, place=place)


def pictured(old: Side, new: Side, group: str) -> Iterator[Pictured]:
    """The bases of a territory, or the special troops of the palace, each with what a battle cost it."""
    if group == PALACE:
        left = len(new.specials)
        for n, one in enumerate(old.specials):
            yield Pictured(one.card, deck.card_name(one.card), "stands" if n < left else "falls", n >= left)
        return
    for place, was in old.in_territory(group):
        if not was.base:
            continue
        now = new.space(place)
        stands = now.base == was.base
        lost = was.troops - (now.troops if stands else 0)
        crew = troops(lost or was.troops, deck.kind(was.base))
        text: str = "no troop" if not was.troops else crew
        if lost:
            text = say("{troops} lost" if stands else "destroyed with {troops}", troops=crew)
        elif not stands:
            text = "destroyed"
        yield Pictured(was.base, deck.card_name(was.base), text, not stands or (lost > 0 and not now.troops))


# --- games and the match


def games_won(before: State, after: State) -> Iterator[str]:
    """A game that is won, and the match."""
    if len(after.results) != len(before.results) + 1 or after.results[:-1] != before.results:
        return
    winner, number = after.results[-1], len(after.results)
    if number not in after.given_up:
        yield say("the palace of {who} falls", who=person(1 - winner))
    yield say("{who} wins game {number}", who=person(winner), number=number)
    first, second = after.wins
    if after.match_winner is not None:
        yield say(
            "{who} wins the match {most} : {least}", who=person(winner), most=max(after.wins), least=min(after.wins)
        )
    else:
        yield say("the match stands {first} : {second}", first=first, second=second)


# --- what comes by itself: troops, cards to draw


def coming(before: State, after: State) -> Iterator[str]:
    """Troops that come as a renewing or the end of a turn begins, or trolls are placed; cards to be drawn then."""
    if (after.phase, after.turn) == (before.phase, before.turn):
        return
    for seat in range(after.players):
        old, new = before.sides[seat], after.sides[seat]
        grown = [
            say("{troops} on {place}", troops=troops(now.troops - was.troops, deck.kind(now.base)), place=place)
            for place, was, now in zip(PLACES, old.spaces, new.spaces, strict=True)
            if was.base and now.base == was.base and now.troops > was.troops
        ]
        if grown:
            yield say("{who} gets {what}", who=person(seat), what=listed(grown))
        if not old.due_draw and new.due_draw:
            yield say("{who} draws {cards}", who=person(seat), cards=plural(new.due_draw, "card"))
        if not old.due_recruit and new.due_recruit:
            crew = troops(new.due_recruit, "troll")
            yield say("{who} chooses where {crew} come back", who=person(seat), crew=crew)


# --- turns


def turns(before: State, after: State) -> Iterator[str]:
    """A turn that is over, and whose begins; a setup or a renewing that is done."""
    if after.active is None or (after.phase, after.active, after.turn) == (before.phase, before.active, before.turn):
        return
    if before.phase == "setup" and after.phase == "decide":
        yield say("everybody is set up, {who} has the first turn", who=person(after.active))
    elif after.turn == before.turn + 1:
        for seat, side in enumerate(before.sides):
            if side.active and not after.sides[seat].active:
                cards = plural(len(side.active), "ability", "abilities")
                yield say("{who} discards {cards}", who=person(seat), cards=cards)
        yield say("{who} is next", who=person(after.active))
    elif before.phase == "renew" and after.phase == "action":
        yield "the renewing is done"
