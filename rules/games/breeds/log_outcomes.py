"""What followed from an event of Dragon Breeds, found by comparing the table before and after it.

Both are veiled for the reader, so that nothing is told that they may not know. What only an action knows, such as who
hit whom, it adds itself (``Action.follows``).
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.event import Seat
from rules.games.breeds import score
from rules.games.breeds.state import Clash, Player, State
from rules.text import plural, say
from rules.view import person


def heading(state: State) -> str:
    """The turn a table is in, as the log is grouped."""
    if state.phase == "setup":
        return "Setting up"
    return say("Turn {turn} · {who}", turn=state.turn, who=person(state.active))


def follows(before: State, after: State, viewer: Seat | None) -> Iterator[str]:
    """What changed between the two tables, results first: dragons, hearts, quests, hands, whose turn it is."""
    if before.phase == "setup":
        return
    if before.clash is not None and after.clash is not None:
        yield from _dragons(before, before.clash, after, after.clash)
    for seat, (was, now) in enumerate(zip(before.seats, after.seats, strict=True)):
        yield from _health(person(seat), was, now)
    yield from _refracted(before, after)
    for seat, (was, now) in enumerate(zip(before.seats, after.seats, strict=True)):
        yield from _quests(person(seat), was, now, to_hand=after.house.legendary_to == "hand")
    acted = after.now.bought or after.now.trashed or after.now.flushed
    if before.phase == "combat" and after.phase in ("market", "flush") and acted and not after.now.attacked:
        yield "no attack this turn"
    if after.turn == before.turn + 1 and after.phase == "combat":
        yield from _new_turn(before, after)
    elif before.phase in ("combat", "market") and after.phase == "draw" and after.turn == before.turn:
        yield say("only the draw phase of {who}'s turn is left", who=person(after.active))
    if after.phase == "over" and before.phase != "over":
        won = score.winner(after)
        yield say("{won} wins", won=person(won)) if won is not None else "the game is over"
    elif before.phase == "over" and after.phase != "over":
        yield "the game goes on"


def _dragons(before: State, was: Clash, after: State, now: Clash) -> Iterator[str]:
    """SVs, and dragons that are gone from a combat that goes on."""
    sent_away = {one.fighter.uid for one in after.refracted}
    for one in was.fighters:
        name, left = before.fighter_name(one), now.fighter(one.uid)
        if left is None:
            side = was.attacker if was.attacks(one) else was.defender
            if one.uid not in sent_away and _held(after.seats[side]) <= _held(before.seats[side]):
                yield say("{dragon} is destroyed", dragon=name)
        elif left.sv < one.sv:
            yield say("{dragon} loses {lost} SV, {left} left", dragon=name, lost=one.sv - left.sv, left=left.sv)
        elif left.sv > one.sv:
            yield say("{dragon} gains {more} SV, {now} now", dragon=name, more=left.sv - one.sv, now=left.sv)
    if now.shielded and not was.shielded:
        yield say("no fireball can be aimed at {who}'s dragons in this combat", who=person(now.attacker))


def _held(player: Player) -> int:
    """How many cards lie ready for a player; a dragon that was taken back is among them again."""
    return player.cycle.hand + len(player.tokens)


def _health(who: str, was: Player, now: Player) -> Iterator[str]:
    """Hearts lost, and what a breakpoint did."""
    before, after = was.health, now.health
    if after.taken > before.taken:
        left = max(0, after.breakpoint - after.taken)
        hearts = plural(left, "heart") if left else "no heart"
        yield say(
            "{who} takes {damage} damage, {hearts} left", who=who, damage=after.taken - before.taken, hearts=hearts
        )
    if before.status == after.status:
        return
    if after.status == "eliminated":
        yield say("{who} is eliminated: all cards of that box leave the game", who=who)
    elif after.status == "ko":
        yield say("{who} is knocked out, and immune until their next turn", who=who)
    elif before.status == "ko" and after.stage == 2:
        yield say("{who} is back, enraged: breakpoint {breakpoint}", who=who, breakpoint=after.breakpoint)
    else:
        yield say("{who} is in the game again", who=who)
    if after.status == "ko" and now.cycle.hand < was.cycle.hand:
        yield say("{who}'s hand goes on the discard", who=who)


def _refracted(before: State, after: State) -> Iterator[str]:
    """Refracted dragons that came home without attacking, and those that hit their own player."""
    back = after.clash.attackers if after.clash is not None else ()
    kept = {one.fighter.uid for one in after.refracted} | {one.uid for one in back}
    gone = [one for one in before.refracted if one.fighter.uid not in kept]
    own = after.now.self_hits[len(before.now.self_hits) :]
    for hit in own:
        text = "{damage} damage for {who} when the combat ends, unless {refractor} is knocked out by then"
        yield say(text, damage=hit.amount, who=person(after.active), refractor=person(hit.refractor))
    for seat in () if own else dict.fromkeys(one.seat for one in gone):
        yield _go_back(sum(one.seat == seat for one in gone), "refracted dragon", seat)


def _go_back(count: int, what: str, seat: Seat) -> str:
    """That so many things of a seat are at their sources again."""
    text = "{things} of {who} goes back" if count == 1 else "{things} of {who} go back"
    return say(text, things=plural(count, what), who=person(seat))


def _quests(who: str, was: Player, now: Player, *, to_hand: bool) -> Iterator[str]:
    """Cubes that moved, and the legendary they wake."""
    labels = ("own quest", "Faction coins", "trashed cards")
    for label, old, new in zip(labels, was.quests, now.quests, strict=True):
        if new == old + 1:
            yield say("{who}'s {quest}: {new} of 3", who=who, quest=label, new=new)
    if now.unlocked and not was.unlocked and now.deck_size > was.deck_size:
        text = "{who}'s legendary wakes, into the hand" if to_hand else "{who}'s legendary wakes, onto the discard pile"
        yield say(text, who=who)


def _new_turn(before: State, after: State) -> Iterator[str]:
    """What hands and tokens did at the end of a turn, and whose turn it is."""
    for seat in after.present:
        was, now = before.seats[seat].cycle, after.seats[seat].cycle
        drawn = now.hand if seat == before.active else now.hand - was.hand
        text = "{who} draws {count}, the discard shuffled" if now.draw > was.draw else "{who} draws {count}"
        if drawn > 0:
            yield say(text, who=person(seat), count=plural(drawn, "card"))
    back = len(before.seats[before.active].tokens) - len(after.seats[before.active].tokens)
    if back > 0:
        yield _go_back(back, "token", before.active)
    yield say("{who}'s turn", who=person(after.active))
