"""What a seat can do while a combat goes on, step by step."""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.breeds import book, combat
from rules.games.breeds.battlefield import at_hand, face_card, field_of, find_fighter, on_table
from rules.games.breeds.cardbook import identity, known, plain
from rules.games.breeds.combat_events import (
    Ambush,
    Block,
    ChooseDamage,
    ConfirmDamage,
    Fireball,
    Imitate,
    PlayDragon,
    Refract,
    Transmute,
)
from rules.games.breeds.events import Done
from rules.games.breeds.keys import BLOCK_KEY, DAMAGE_KEY, FIRE_KEY, PLAY_KEY, TARGET_KEY, one_of
from rules.games.breeds.opening import legendaries
from rules.games.breeds.state import Clash, Fighter, State
from rules.games.breeds.wording import fighter_name
from rules.table import Choice, Event, FieldSpec, Pick, Seat
from rules.text import say

SV_OFFERED = 12
AMBUSH_OFFERED = 9


def fighting(state: State, seat: Seat) -> Iterator[Choice]:
    """Every move of the combat that is the seat's."""
    clash = state.clash
    if clash is None or seat not in (clash.attacker, clash.defender):
        return
    if seat == clash.attacker:
        steps = {"attack": _attacking, "fireball_att": _attackers_fire, "damage": _damage}
    else:
        steps = {"defense": _defending, "fireball_def": _defenders_fire, "damage": _damage}
        yield from _refracting(state, seat, clash)
    offer = steps.get(clash.step)
    if offer is not None:
        yield from offer(state, seat, clash)


def playable(state: State, seat: Seat) -> tuple[str, ...]:
    """The dragons the seat may play out of the hand, each once; an awake legendary among them."""
    player = state.seats[seat]
    if not player.cycle.hand:
        return ()
    cards = list(dict.fromkeys(at_hand(state, seat)))
    if player.unlocked:
        own = (player.legendary,) if player.legendary else legendaries(player.faction)
        out = set(on_table(state, seat)) | {one.card for one in state.trash if one.owner == seat}
        if not out & set(own):
            cards += own
    return tuple(cards)


def dragon_pick(card: str) -> Pick:
    """A dragon card as an answer."""
    found = known(card)
    detail = " · ".join(
        part for part in (say("SV {sv}", sv=found.sv) if found.sv is not None else "", plain(found.text)) if part
    )
    return Pick(card, found.name, card, detail=detail, suit=found.faction)


def fighter_pick(state: State, one: Fighter) -> Pick:
    """A dragon on the battlefield as an answer."""
    shown = face_card(one)
    suit = shown.faction if shown is not None else ""
    code = one.parts[-1].code if one.parts else ""
    card = one.parts[-1].card if one.parts else ""
    return Pick(
        one.uid,
        fighter_name(state, one),
        card=card,
        uid=one.uid,
        detail=say("SV {sv}", sv=one.sv),
        suit=suit,
        code=code,
    )


def _sv_field() -> FieldSpec:
    return FieldSpec("sv", "Its SV", low=0, high=SV_OFFERED, kind="number", preset=(2,))


def _split(cards: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Cards whose SV we know, and words for those we do not."""
    return (
        tuple(card for card in cards if known(card).sv is not None),
        tuple(card for card in cards if known(card).sv is None),
    )


def _tokens(state: State, seat: Seat) -> Iterator[tuple[str, str, str]]:
    """Token dragons: name of the token, its card, what to call it."""
    for token in state.seats[seat].tokens:
        if token.kind == "dragon":
            yield token.uid, token.card, known(token.card).name


def _attacking(state: State, seat: Seat, clash: Clash) -> Iterator[Choice]:
    printed, words = _split(playable(state, seat))
    if printed:
        spec = one_of("card", "Which dragon?", tuple(map(dragon_pick, printed)))
        yield Choice("Play a dragon", PlayDragon("", seat=seat), (spec,), prompt=PLAY_KEY, why=book.PLAYING)
    for word in words:
        event: Event = PlayDragon(word, seat=seat)
        yield Choice(
            say("Play a {name} of mine", name=known(word).name.lower()), event, (_sv_field(),), prompt=PLAY_KEY
        )
    for uid, card, name in _tokens(state, seat):
        event = PlayDragon(card, token=uid, seat=seat)
        yield Choice(say("Play the token {name}", name=name), event, uid=uid, prompt=PLAY_KEY, why=book.PLAYING)
    yield from _changing(state, seat, clash.attackers, PLAY_KEY)
    label = "That is my attack" if clash.attackers else "No dragon after all"
    event = Done("attack", seat=seat)
    yield Choice(label, event, prompt=PLAY_KEY, primary=bool(clash.attackers), why=book.PLAYING)


def _changing(state: State, seat: Seat, own: tuple[Fighter, ...], key: str) -> Iterator[Choice]:
    """Transmuting and imitating with what lies there."""
    if not own or state.clash is None:
        return
    onto = one_of("onto", "Onto which dragon?", tuple(fighter_pick(state, one) for one in own))
    able = tuple(card for card in playable(state, seat) if known(card).has("transmute"))
    for card in able:
        fields = (onto,) if known(card).sv is not None else (onto, _sv_field())
        event: Event = Transmute(card, "", seat=seat)
        yield Choice(
            say("Transmute a {name}", name=known(card).name.lower()), event, fields, prompt=key, why=book.TRANSMUTE
        )
    others = (*state.clash.attackers, *state.clash.blockers)
    for one in own:
        targets = tuple(fighter_pick(state, other) for other in others if other.uid != one.uid)
        if targets and not one.like and known(one.parts[-1].card).has("imitate"):
            spec = one_of("like", "Which dragon?", targets)
            event = Imitate(one.uid, "", seat=seat)
            yield Choice(
                say("{fighter_name} imitates", fighter_name=fighter_name(state, one)),
                event,
                (spec,),
                uid=one.uid,
                prompt=key,
                why=book.IMITATE,
            )


def _defending(state: State, seat: Seat, clash: Clash) -> Iterator[Choice]:
    targets = tuple(fighter_pick(state, one) for one in clash.attackers)
    attacker = one_of("attacker", "Which attacker does it block?", targets)
    able = tuple(card for card in playable(state, seat) if "attack_only" not in known(card).words)
    printed, words = _split(able)
    if targets and not state.seats[seat].health.immune:
        if printed:
            spec = one_of("card", "With which dragon?", tuple(map(dragon_pick, printed)))
            event: Event = Block("", "", seat=seat)
            yield Choice("Block", event, (spec, attacker), prompt=BLOCK_KEY, why=book.BLOCKING)
        for word in words:
            event = Block(word, "", seat=seat)
            label = say("Block with a {name} of mine", name=known(word).name.lower())
            yield Choice(label, event, (_sv_field(), attacker), prompt=BLOCK_KEY, why=book.BLOCKING)
        for uid, card, name in _tokens(state, seat):
            if "attack_only" not in known(card).words:
                event = Block(card, "", token=uid, seat=seat)
                yield Choice(
                    say("Block with the token {name}", name=name), event, (attacker,), uid=uid, prompt=BLOCK_KEY
                )
        yield from _changing(state, seat, clash.blockers, BLOCK_KEY)
    label = "That is my defence" if clash.blockers else "I do not block"
    yield Choice(label, Done("defense", seat=seat), prompt=BLOCK_KEY, primary=True, why=book.BLOCKING)


def _refracting(state: State, seat: Seat, clash: Clash) -> Iterator[Choice]:
    player = state.seats[seat]
    if player.health.immune or identity(player.faction, 1) is not None or not clash.attackers:
        return
    picks = tuple(fighter_pick(state, one) for one in clash.attackers)
    spec = FieldSpec("dragons", "Which of them?", picks, many=True, low=1, high=len(picks))
    yield Choice("A dragon of mine refracts attackers", Refract((), seat=seat), (spec,), why=book.REFRACT)


def _fireballs(state: State, seat: Seat, targets: tuple[Fighter, ...]) -> Iterator[Choice]:
    if not targets:
        return
    player = state.seats[seat]
    spec = one_of("target", "At which dragon?", tuple(fighter_pick(state, one) for one in targets))
    if player.cycle.hand:
        yield Choice("Fireball", Fireball("", seat=seat), (spec,), prompt=FIRE_KEY, why=book.FIREBALLS)
    token = next((one for one in player.tokens if one.kind == "fireball"), None)
    if token is not None:
        event = Fireball("", token=token.uid, seat=seat)
        yield Choice("Fireball token", event, (spec,), uid=token.uid, prompt=FIRE_KEY, why=book.FIREBALLS)


def _attackers_fire(state: State, seat: Seat, clash: Clash) -> Iterator[Choice]:
    yield from _fireballs(state, seat, clash.blockers)
    if clash.blockers:
        target = one_of("target", "Which dragon?", tuple(fighter_pick(state, one) for one in clash.blockers))
        for card in playable(state, seat):
            found = known(card)
            if found.has("ambush"):
                yield _ambush(state, seat, card, target)
    label = "My fireballs are done" if clash.blockers else "No fireballs"
    yield Choice(label, Done("fireball_att", seat=seat), prompt=FIRE_KEY, primary=True, why=book.FIREBALLS)


def _ambush(state: State, seat: Seat, card: str, target: FieldSpec) -> Choice:
    found = known(card)
    value = found.words.get("ambush", 1)
    fields = [
        target,
        FieldSpec("value", "SV it takes", low=0, high=max(value, AMBUSH_OFFERED), kind="number", preset=(value,)),
    ]
    fields += [] if found.sv is not None else [_sv_field()]
    label = say("{name} ambushes", name=found.name) if found.printed else "A dragon of mine ambushes"
    return Choice(
        label,
        Ambush(card, "", seat=seat),
        tuple(fields),
        card=card,
        suit=found.faction,
        prompt=FIRE_KEY,
        why=book.AMBUSH,
    )


def _defenders_fire(state: State, seat: Seat, clash: Clash) -> Iterator[Choice]:
    yield from _fireballs(state, seat, clash.attackers)
    label = "My fireballs are done" if clash.attackers else "No fireballs"
    yield Choice(label, Done("fireball_def", seat=seat), prompt=FIRE_KEY, primary=True, why=book.FIREBALLS)


def _damage(state: State, seat: Seat, clash: Clash) -> Iterator[Choice]:
    asked = combat.questions(field_of(clash), clash.targets)
    if seat == clash.attacker:
        for question in asked:
            one = find_fighter(clash, question.attacker)
            blockers = [found for uid in question.candidates if (found := find_fighter(clash, uid)) is not None]
            if one is not None:
                spec = one_of("blocker", "Which blocker?", tuple(fighter_pick(state, b) for b in blockers))
                event = ChooseDamage(question.attacker, "", seat=seat)
                label = say("{fighter_name} hits", fighter_name=fighter_name(state, one))
                yield Choice(label, event, (spec,), uid=one.uid, prompt=TARGET_KEY, why=combat.ONE_BLOCKER)
    if not asked:
        yield Choice("Damage lands", ConfirmDamage(seat=seat), prompt=DAMAGE_KEY, primary=True, why=book.DAMAGE)
