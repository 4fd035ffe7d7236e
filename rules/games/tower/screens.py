"""The screens of Attack at the Tower in the shared vocabulary: a seat's phone, or (viewer None) the table screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules import view
from rules.event import Seat
from rules.games.tower import (
    attack,
    battle,
    combat_rules,
    deck,
    forecast,
    score,
    settle,
    setup_and_renewing,
    spots,
    turn,
    turn_rules,
)
from rules.games.tower import citations as cite
from rules.games.tower.combat_rules import BASE_POWER, PALACE, Fighter, added
from rules.games.tower.state import (
    ATTACKER,
    DEFENDER,
    PLACES,
    TERRITORIES,
    Clash,
    Space,
    State,
    several,
    source_name,
    troops,
)
from rules.games.tower.turn_rules import TROOPS_MAX, WINS_NEEDED, Pile
from rules.house_rules import said
from rules.text import first_upper, listed, plural, say
from rules.view import Counter, Prompt, Reminder, Slot, Track, person

STEPS = ("Setting up", "Renew or not", "Attacks and abilities", "End of turn")
STEP_AT = {"setup": 0, "decide": 1, "renew": 1, "action": 2, "end": 3}
COMBAT_STEPS = {"initiative": "Initiative step", "regular": "Regular step"}
COLUMNS = 3
"""Places beside each other on a board."""
TROOP = "troop"
SUITS = {"elf": "light", "druid": "shooter", "troll": "heavy", "spiderrider": "cavalry", "dragon": "siege"}


def screen(state: State, viewer: Seat | None) -> view.View:
    """One viewer's whole screen."""
    if viewer is not None and not 0 <= viewer < state.players:
        viewer = None
    near = viewer if viewer is not None else 0
    # Somebody without damage to hand out sees the battle on the boards.
    shares = viewer is None or battle.share_of(state, viewer) is not None
    blocks: list[view.Block] = [
        banner(state, viewer),
        phases(state),
        *(battle_boards(state) if shares else ()),
        board(state, 1 - near, far=True),
        board(state, near, far=False),
    ]
    blocks += hand(state, viewer) if viewer is not None else ()
    blocks += [Reminder(one.text) for one in state.todo if not one.done]
    blocks += effects(state)
    blocks.append(view.Players(tuple(player(state, seat, viewer) for seat in range(state.players))))
    if state.results:
        blocks.append(view.Scores(score.sheet(state), "The match"))
    asked = tuple(prompts(state, viewer)) if viewer is not None else ()
    over, rules = state.phase == "over", said(state.house)
    return view.View("Attack at the Tower", tuple(blocks), prompts=asked, house_rules=rules, over=over)


# --- what the table does next


def match_score(state: State) -> str:
    first, second = state.wins
    return f"{first} : {second}"


def banner(state: State, viewer: Seat | None) -> view.Banner:
    """The largest thing on the screen: what the table does next."""
    if state.clash is not None:
        return battle_banner(state, state.clash, viewer)
    who = person(state.active) if state.active is not None else "Nobody"
    tone: view.Tone = "act" if viewer is not None and viewer == state.active else "calm"
    waiting = [person(seat) for seat in range(state.players) if settle.owes(state, seat)]
    waits = say("Waiting for {people}.", people=listed(waiting))
    match state.phase:
        case "setup":
            title, tone = say("Game {number}: setting up", number=len(state.results) + 1), "act"
            text = waits if waiting else "Who takes the first turn?"
            if viewer is not None and settle.laying(state, viewer):
                text = "Lay bases: tap a place, or photograph the card."
            if all(side.due_draw for side in state.sides):
                text = "Shuffle abilities and bases apart. Draw five cards each, from either pile."
        case "decide":
            title, text = say("{who}: renew or not?", who=who), say("Turn {number}.", number=state.turn)
        case "renew":
            title, tone = "Renewing", "act"
            text = say("One more troop on every base. {waits}", waits=waits)
            if viewer is not None and settle.laying(state, viewer):
                text = "Lay bases: tap a place, or photograph the card."
        case "action":
            title = "Your turn" if viewer == state.active else say("{who}'s turn", who=who)
            text = "Tap a territory of yours, then one of theirs." if viewer == state.active else ""
        case "end":
            title, text, tone = "The turn ends", waits, "act"
        case "won":
            template = "The palace falls: {who} wins the game"
            if len(state.results) in state.given_up:
                template = "{who} wins the game"
            winner = person(state.results[-1]) if state.results else "Somebody"
            title, text, tone = say(template, who=winner), "Best of three.", "good"
        case "over":
            names = [person(seat) for seat in score.winners(state)]
            template = "{people} wins the match" if len(names) == 1 else "{people} share the match"
            title, text, tone = say(template, people=listed(names)) if names else "The end", "", "good"
    return view.Banner(title, text, tone, big=match_score(state))


def battle_banner(state: State, clash: Clash, viewer: Seat | None) -> view.Banner:
    who = person(clash.attacker)
    title = (
        say("{who} attacks the palace", who=who)
        if clash.palace
        else say("{who} attacks {place}", who=who, place=source_name(clash.target))
    )
    if clash.moment in ("declared", "between"):
        text = "Abilities now, or fight." if clash.moment == "declared" else "Abilities, then the second step."
        return view.Banner(title, text, "alarm", big=totals(state, clash))
    if clash.moment == "cleared":
        tone: view.Tone = "act" if viewer == clash.attacker else "alarm"
        text = say("{who} may go on to the palace.", who=person(clash.attacker))
        if viewer == clash.attacker:
            text = "Tap the palace to go on, or do something else."
        title = say("Territory {number} holds nobody", number=clash.target)
        return view.Banner(title, text, tone, big=match_score(state))
    step = COMBAT_STEPS[clash.moment]
    share = battle.share_of(state, viewer) if viewer is not None else None
    if share is not None:
        big = f"{share.pool}+{share.heavy}" if share.heavy else str(share.pool)
        return view.Banner(step, title, "act", big=big)
    roles = ((clash.attacker, ATTACKER), (clash.defender, DEFENDER))
    waiting = [person(seat) for seat, role in roles if battle.asked(state, clash, role)]
    template = "{people} assigns damage." if len(waiting) == 1 else "{people} assign damage."
    text = say(template, people=listed(waiting))
    return view.Banner(step, text, "calm", big=totals(state, clash))


def totals(state: State, clash: Clash) -> str:
    """Both pools, attackers first; before the fight those of the regular step if nobody fell before it."""
    if clash.moment in ("initiative", "regular"):
        return f"{clash.pools.att + clash.pools.siege} : {clash.pools.deff}"
    fought = battle.mustered(state, clash)
    struck = sum(one.strike for one in fought.defenders if not one.artillery) + sum(fought.structures.values())
    return f"{sum(one.strike for one in fought.attackers)} : {struck}"


def phases(state: State) -> view.PhaseList:
    at = STEP_AT.get(state.phase, len(STEPS))
    steps = []
    for n, label in enumerate(STEPS):
        progress: view.Progress = "done" if n < at else "now" if n == at else "todo"
        steps.append(view.Step(label, progress))
    return view.PhaseList(tuple(steps))


# --- the players, and the abilities in effect


def player(state: State, seat: Seat, viewer: Seat | None) -> view.PlayerRow:
    owes = settle.owes(state, seat)
    meters = (Track("Games won", state.wins[seat], WINS_NEEDED, "crown", spot=spots.wins(seat)),)
    status = due(state, seat) if owes else ""
    if not status and state.active == seat and state.phase not in ("won", "over"):
        status = "has the turn"
    ready = not owes if state.phase in setup_and_renewing.HANDS_MOVE else None
    tone: view.Tone = "act" if owes and seat == viewer else "calm"
    return view.PlayerRow(seat, (), points=None, ready=ready, status=status, tone=tone, meters=meters)


def due(state: State, seat: Seat) -> str:
    """What the table waits for, after the player's name."""
    side, over = state.sides[seat], settle.due_discard(state, seat)
    if side.due_draw:
        return say("draws {cards}", cards=plural(side.due_draw, "card"))
    if over:
        return say("discards {cards}", cards=plural(over, "card"))
    if side.due_recruit:
        return say("brings {trolls} back", trolls=troops(side.due_recruit, "troll"))
    return "may lay bases"


def effects(state: State) -> Iterator[view.Block]:
    """The abilities of this turn, and what they will do when people least think of it."""
    for seat, side in enumerate(state.sides):
        if not side.active:
            continue
        cards = tuple(in_effect(f"{seat}.{n}", one.card) for n, one in enumerate(side.active))
        who, suits, ending = person(seat), side.in_effect, state.phase == "end"
        yield view.CardRow(say("In effect for {who}", who=who), cards, seat)
        if "shooter" in suits and side.alive("druid") and not ending:
            text = "When the turn ends {who} draws {cards} for the druids alive."
            yield Reminder(say(text, who=who, cards=plural(turn.druid_cards(state, side), "card")), cite.DRUIDS)
        if "heavy" in suits and side.lost and not ending:
            text = "When the turn ends trolls of {who} come back; {trolls} lost so far."
            yield Reminder(say(text, who=who, trolls=troops(side.lost, "troll")), cite.TROLLS)
        if "common" in suits and state.active != seat:
            yield Reminder(say("{who} may declare no more attacks this turn.", who=person(1 - seat)), cite.THORNS)


def in_effect(uid: str, name: str) -> view.CardView:
    spot = spots.effect(int(uid.partition(".")[0]), name)
    return view.CardView(uid, deck.card(name).name, deck.suit(name), detail=deck.plain(deck.card(name).text), spot=spot)


# --- what the viewer is asked


def prompts(state: State, viewer: Seat) -> Iterator[Prompt]:
    side = state.sides[viewer]
    if state.phase in setup_and_renewing.HANDS_MOVE:
        yield from hand_prompts(state, viewer)
    # Whoever still lays bases does that first: the question would lie over the board they are laid on.
    if state.phase == "setup" and state.active is None and not settle.laying(state, viewer):
        yield Prompt(setup_and_renewing.STARTER_PROMPT, "Who takes the first turn?", "Agree on it.", cite.STARTER)
    if state.phase == "decide" and state.active == viewer:
        draws = plural(turn_rules.can_draw(turn_rules.DRAWN, (side.abilities, side.bases), state.house), "card")
        detail = say("Everybody recruits, draws {cards} and may lay bases: your opponent too.", cards=draws)
        yield Prompt(setup_and_renewing.RENEW_PROMPT, "Renew the game?", detail, cite.RENEW)
    if state.clash is not None:
        yield from battle_prompts(state, state.clash, viewer)
    if state.phase == "won":
        title = say("The match stands {score}", score=match_score(state))
        yield Prompt(turn.WON_PROMPT, title, "It goes to two games of three.", cite.MATCH)


def hand_prompts(state: State, seat: Seat) -> Iterator[Prompt]:
    side, over = state.sides[seat], settle.due_discard(state, seat)
    if side.due_draw:
        title = say("Draw {cards}", cards=plural(side.due_draw, "card"))
        why = {"setup": cite.SETUP, "end": cite.DRUIDS}.get(state.phase, cite.DRAW)
        yield Prompt(setup_and_renewing.DRAW_PROMPT, title, "From either pile. What did you draw?", why)
    elif over:
        detail = say("You hold {count}, and five is the limit.", count=side.hand.size)
        yield Prompt(
            setup_and_renewing.DISCARD_PROMPT, say("Discard {cards}", cards=plural(over, "card")), detail, cite.LIMIT
        )
    if side.due_recruit:
        title = say("{trolls} come back", trolls=troops(side.due_recruit, "troll"))
        yield Prompt(turn.RECRUIT_PROMPT, title, "Where?", cite.TROLLS)


def battle_prompts(state: State, clash: Clash, viewer: Seat) -> Iterator[Prompt]:
    if clash.moment in ("declared", "between"):
        why = cite.POWERS_AGAIN if state.house.abilities_mid_combat else cite.POWERS
        told = forecast.in_words(state, forecast.of_battle(state, clash), viewer)
        yield Prompt(attack.FIGHT_PROMPT, told, "As the table stands; an ability may change it.", why)
    share = battle.share_of(state, viewer)
    if share is not None:
        parts = [say("{count} damage", count=share.pool)] if share.pool else []
        parts += [say("{count} artillery", count=share.heavy)] if share.heavy else []
        hint = "Artillery goes to bases and the palace alone." if share.heavy else ""
        detail = battle.obstacle(state, share) or hint
        yield Prompt(attack.DAMAGE_PROMPT, say("Assign {damage}", damage=listed(parts)), detail, cite.SPLIT)


# --- the boards


def board(state: State, seat: Seat, *, far: bool) -> view.Board:
    """One player's half; on the ``far`` side of the table the palace lies at the top."""
    lanes = tuple(lane(state, seat, territory) for territory in TERRITORIES)
    home = home_slots(state, seat)
    return view.Board((*home, *lanes) if far else (*lanes, *home), COLUMNS, seat)


def fights(state: State, seat: Seat, source: str) -> bool:
    """Whether that territory, or the palace, of the seat is in the battle going on."""
    clash = state.clash
    if clash is None:
        return False
    target = PALACE if clash.palace else clash.target
    return (seat, source) in ((clash.attacker, clash.source), (clash.defender, target))


def lane(state: State, seat: Seat, territory: str) -> Slot:
    """A territory: what it strikes for, and its three places."""
    places = tuple(place_card(seat, place, there) for place, there in state.sides[seat].in_territory(territory))
    label, spot = say("Territory {number}", number=territory), spots.group(seat, territory)
    return Slot(label, places, (power(state, seat, territory),), marked=fights(state, seat, territory), spot=spot)


def power(state: State, seat: Seat, territory: str) -> Counter:
    """What a territory strikes for: attacking where the seat has the turn, defending with its bases where it has not.
    Abilities in effect count that need no opponent."""
    crew = state.troops_at(seat, territory)
    own = combat_rules.muster(crew, (), (state.sides[seat].in_effect, ()), state.house).attackers
    attack = sum(one.strike for one in own)
    if state.active in (None, seat):
        return Counter("Attack", attack)
    defence = sum(one.strike for one in own if not one.artillery)
    return Counter("Defence", defence + BASE_POWER * len(state.bases_at(seat, territory)))


def place_card(seat: Seat, place: str, there: Space) -> view.CardView:
    """A base with the troops on it, or an empty place."""
    uid, spot = f"{seat}-{place}", spots.place(seat, place, laid=bool(there.base))
    if not there.base:
        return view.CardView(uid, place, spot=spot)
    name, suit = deck.card(there.base).name, deck.suit(there.base)
    label = first_upper(several(deck.kind(there.base)))
    crew = Track(label, there.troops, TROOPS_MAX, TROOP, suit=suit, spot=spots.crew(seat, place))
    return view.CardView(
        uid, name, suit, place, detail=deck.plain(deck.card(there.base).text), spot=spot, tokens=(crew,)
    )


def home_slots(state: State, seat: Seat) -> tuple[Slot, Slot, Slot]:
    """The palace, and the abilities and bases in hand and to draw from."""
    side = state.sides[seat]
    limit = max(turn_rules.special_limit(side.bases_held), len(side.specials))
    over = state.phase in ("won", "over") and bool(state.results)
    lost = over and state.results[-1] != seat and len(state.results) not in state.given_up
    stands = Track("Falls at 10", int(not lost), 1, "tower")
    treants = Track("Treants", len(side.specials), limit, TROOP, suit="special", spot=spots.treants(seat))
    palace = Slot(
        "Palace", tokens=(stands, treants) if limit else (stands,), suit="special",
        marked=fights(state, seat, PALACE), gone=lost, spot=spots.group(seat, PALACE),
    )  # fmt: skip
    abilities = cards_slot(seat, "abilities", side.hand.abilities, side.abilities)
    return palace, abilities, cards_slot(seat, "bases", side.hand.bases, side.bases)


def hand(state: State, seat: Seat) -> Iterator[view.CardRow]:
    """What the seat may hold, to be read at any time: nobody says what is in a hand, so it is what may be."""
    side = state.sides[seat]
    if state.phase in ("setup", "won", "over"):
        return
    lying = [one.card for one in (*side.active, *side.specials)]
    words = deck.still_held(deck.abilities(), lying) if side.hand.abilities else ()
    words += deck.still_held(deck.bases(), (space.base for space in side.spaces)) if side.hand.bases else ()
    if words:
        yield view.CardRow("Maybe in your hand", tuple(_held(seat, word) for word in words))


def _held(seat: Seat, word: str) -> view.CardView:
    found = deck.card(word)
    power = str(found["power"]) if found["power"] is not None else ""
    return view.CardView(
        f"hand.{word}", found.name, deck.suit(word), power, deck.plain(found.text), spot=spots.hand_card(seat, word)
    )


def cards_slot(seat: Seat, kind: str, held: int, pile: Pile) -> Slot:
    """The cards of one back: in hand, left to draw, discarded."""
    gone = say("{count} discarded", count=pile.discard) if pile.discard else ""
    hand = Counter("Hand", held, spot=spots.hand(seat, kind))
    draw = Counter("Pile", pile.draw, gone)
    return Slot(first_upper(kind), tokens=(draw, hand), spot=spots.cards(seat, kind))


# --- a battle: each fighter with what it strikes for, what it bears and what is about to land on it


def battle_boards(state: State) -> Iterator[view.Board]:
    """Both sides of the battle going on, the defender's first."""
    clash = state.clash
    if clash is None or clash.moment == "cleared":
        return
    fought, (att, deff) = clash.battle or battle.mustered(state, clash), clash.splits
    coming = added(att.hits, att.siege, clash.siege)
    slots = [fighter_slot(state, clash, one, coming) for one in fought.defenders]
    slots += [
        wall_slot(state, clash, key, power=power, coming=coming.get(key, 0)) for key, power in fought.structures.items()
    ]
    who, place = person(clash.defender), "the palace" if clash.palace else source_name(clash.target)
    if slots:
        yield view.Board(tuple(slots), COLUMNS, clash.defender, say("{who} defends {place}", who=who, place=place))
    coming = added(deff.hits, clash.siege)
    slots = [fighter_slot(state, clash, one, coming) for one in fought.attackers]
    who, place = person(clash.attacker), source_name(clash.source)
    if slots:
        yield view.Board(tuple(slots), COLUMNS, clash.attacker, say("{who} attacks from {place}", who=who, place=place))


def fighter_slot(state: State, clash: Clash, one: Fighter, coming: Mapping[str, int]) -> Slot:
    template = "initiative, strikes {count}" if one.initiative else "strikes {count}"
    if one.artillery and not one.initiative:
        template = "artillery, strikes {count}"
    taken = min(one.toughness, clash.damage.get(one.id, 0))
    lands = min(coming.get(one.id, 0), one.toughness - taken)
    falls = one.toughness - taken <= lands
    label, most = say(template, count=one.strike), max(1, one.toughness)
    meter = view.Meter(label, value=taken, limit=most, coming=lands, alarm=falls)
    label, gone = first_upper(state.fighter_name(one.id)), taken >= one.toughness > 0
    suit, spot = SUITS.get(one.kind, "special"), spots.fighter(one.id)
    return Slot(label, tokens=(meter,), suit=suit, gone=gone, spot=spot)


def wall_slot(state: State, clash: Clash, key: str, power: int, coming: int) -> Slot:
    taken = min(power, clash.damage.get(key, 0))
    lands, place = min(coming, power - taken), key.partition("-")[2]
    label = say("strikes {count}", count=power)
    meter = view.Meter(label, value=taken, limit=power, coming=lands, alarm=power - taken <= lands)
    base = state.sides[clash.defender].space(place).base if place in PLACES else ""
    suit = deck.suit(base) if base else "special"
    name, spot = first_upper(state.fighter_name(key)), spots.fighter(key)
    return Slot(name, tokens=(meter,), suit=suit, gone=taken >= power, spot=spot)
