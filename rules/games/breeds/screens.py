"""The screens of Dragon Breeds in the shared vocabulary: a seat's phone, or (viewer None) the middle of the table.

Everything is drawn from the veiled table, so a screen cannot show what its viewer may not know.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.breeds import boards, book, keys, offers, tally
from rules.games.breeds.battlefield import ability_cards, at_hand, on_field
from rules.games.breeds.cardbook import identity, known, name_of, own_quest, plain
from rules.games.breeds.clash import waiting
from rules.games.breeds.house import said
from rules.games.breeds.quests import DONE, unlocked
from rules.games.breeds.secrets import veil
from rules.games.breeds.state import Clash, State
from rules.games.breeds.wording import fighter_name, listed
from rules.table import Seat
from rules.text import say
from rules.view import (
    Banner,
    Block,
    CardRow,
    CardView,
    Checklist,
    PhaseList,
    Players,
    Progress,
    Prompt,
    Reminder,
    Scores,
    Step,
    Tone,
    View,
    person,
)

TITLE = "Dragon Breeds"
PHASES = ("combat", "market", "flush", "draw")
PHASE_LABELS = ("Combat", "Market", "Flush", "Draw")
STEPS = ("attack", "defense", "fireball_att", "fireball_def", "damage")
STEP_LABELS = ("Dragons attack", "Dragons block", "Attacker's fireballs", "Defender's fireballs", "Damage")


def view(state: State, viewer: Seat | None) -> View:
    """One viewer's whole screen: what is asked, breakpoints, the combat, the own supply."""
    if viewer is not None and not 0 <= viewer < state.players:
        viewer = None
    seen = veil(state, viewer)
    blocks: list[Block] = [_banner(seen, viewer)]
    if seen.phase in PHASES:
        blocks.append(_steps(seen))
    rows = tuple(boards.player_row(seen, seat, viewer) for seat in range(seen.players))
    if viewer is not None and seen.clash is not None:
        # A phone shows little at once: whose hearts are at stake and the lanes come before everybody's row.
        blocks += [boards.stake(seen, seen.clash), *boards.battle(seen), Players(rows)]
    else:
        blocks += [Players(rows), *boards.battle(seen)]
    if seen.phase != "over":
        blocks += _todos(seen, viewer)
    blocks += _passives(seen, viewer)
    if seen.phase == "setup":
        blocks.append(Reminder(f"{book.SETUP.text} {book.STARTER.text}", book.SETUP))
    elif seen.phase != "over":
        blocks += _cards(seen, viewer)
    if viewer is not None and seen.seats[viewer].faction and seen.phase != "over":
        blocks += _summoner(seen, viewer)
    if seen.phase == "over":
        blocks.append(Scores(tally.sheet(seen), "The end"))
    return View(
        TITLE,
        tuple(blocks),
        prompts=tuple(_prompts(seen, viewer)),
        house_rules=said(seen.house),
        over=seen.phase == "over",
    )


def _banner(state: State, viewer: Seat | None) -> Banner:
    """The largest thing on the screen: what the table does next."""
    if state.phase == "over":
        won = tally.winner(state)
        title = say("{won} wins", won=person(won)) if won is not None else "The end"
        return Banner(title, "Everybody else is eliminated.", "good")
    if state.phase == "setup":
        missing = [person(seat) for seat, own in enumerate(state.seats) if not own.chosen]
        if not missing:
            return Banner("Who begins?", "Draw lots, shuffle, draw five, turn four supply cards up.", "act")
        mine = viewer is not None and not state.seats[viewer].chosen
        verb = "chooses" if len(missing) == 1 else "choose"
        text = say("{listed} {verb} a summoner and a legendary.", listed=listed(missing), verb=verb)
        return Banner("Setting up", text, "act" if mine else "calm")
    if state.clash is not None:
        return _clash_banner(state, state.clash, viewer)
    return _turn_banner(state, viewer)


def _turn_banner(state: State, viewer: Seat | None) -> Banner:
    mine = viewer == state.active
    title = "Your turn" if mine else say("{active}'s turn", active=person(state.active))
    text = {
        "combat": "Attack one player with dragons, or go on.",
        "market": "Buy from the supply, or trash one card.",
        "flush": "A coin sends a supply card under its pile.",
        "draw": "Hand and tokens away. Everybody draws up; supplies turn up.",
    }[state.phase]
    if state.phase == "combat" and waiting(state):
        text = "Refracted dragons come back and attack."
    return Banner(title, text, "act" if mine else "calm", big=str(state.turn))


def _clash_banner(state: State, clash: Clash, viewer: Seat | None) -> Banner:
    acts = boards.acting(state)
    lands = boards.forecast(state, clash).player_damage
    health = state.seats[clash.defender].health
    falls = health.taken + lands >= health.breakpoint
    who = "You" if viewer == acts else person(acts)
    s = "" if viewer == acts else "s"
    text = {
        "attack": say("{who} play{s} dragons, one after the other.", who=who, s=s),
        "defense": say("{who} play{s} blockers, or none.", who=who, s=s),
        "fireball_att": say("{who} play{s} fireballs and ambushes first.", who=who, s=s),
        "fireball_def": say("{who} play{s} fireballs in answer.", who=who, s=s),
        "damage": say("{lands} damage for {defender}.", lands=lands, defender=person(clash.defender)),
    }[clash.step]
    if falls and not health.immune:
        text += (
            say(" That knocks {defender} out.", defender=person(clash.defender))
            if health.stage == 1
            else " That eliminates them."
        )
    title = say("{attacker} attacks {defender}", attacker=person(clash.attacker), defender=person(clash.defender))
    tone: Tone = "alarm" if falls and viewer == clash.defender else "act" if viewer == acts else "calm"
    return Banner(title, text, tone, big=str(lands))


def _steps(state: State) -> PhaseList:
    fighting = state.clash is not None
    labels = STEP_LABELS if fighting else PHASE_LABELS
    now = STEPS.index(state.clash.step) if state.clash is not None else PHASES.index(state.phase)
    words: list[Progress] = ["done" if n < now else "now" if n == now else "todo" for n in range(len(labels))]
    return PhaseList(tuple(Step(label, word) for label, word in zip(labels, words, strict=True)))


def _todos(state: State, viewer: Seat | None) -> Iterator[Block]:
    """Reminders with a tick: the viewer's own first."""
    ordered = sorted(state.todos, key=lambda one: (one.seat != viewer, one.key))
    items = tuple((f"{person(one.seat)}: {one.text}", one.done) for one in ordered)
    if items:
        yield Checklist("To do by hand", items)


def _passives(state: State, viewer: Seat | None) -> Iterator[Block]:
    """What counts all through a combat: of dragons that fight, and what else changes the ambushes of the attacker."""
    clash = state.clash
    if clash is None:
        return
    cards = [(card, "battlefield") for one in on_field(clash) for card in ability_cards(one)]
    if clash.step in ("attack", "defense", "fireball_att"):
        attacker = state.seats[clash.attacker]
        up = identity(attacker.faction, attacker.health.stage)
        others = [(up, "anywhere")] if up is not None else []
        # What somebody may hold is counted openly; only its owner is told to look for it in the hand.
        mine = viewer is not None and viewer == clash.attacker
        others += [(known(card), "hand") for card in at_hand(state, clash.attacker)] if mine else []
        cards += [(card, place) for card, place in others if "ambush" in card.text]
    texts = (
        f"{card.name}: {plain(card.text)}"
        for card, place in cards
        if any(one.kind == "passive" and one.when == place for one in card.abilities)
    )
    for text in dict.fromkeys(texts):
        yield Reminder(text, book.TEXT)


def _cards(state: State, viewer: Seat | None) -> Iterator[Block]:
    """Supplies, tokens, refracted dragons, the trash: the viewer's own first."""
    order = range(state.players) if viewer is None else (viewer, *(n for n in range(state.players) if n != viewer))
    rows: list[CardRow | None] = []
    for seat in order:
        if state.seats[seat].out:
            continue
        rows.append(boards.tokens(state, seat))
        shows = any(one.card or not one.up for one in state.seats[seat].supply)
        if seat == viewer or (viewer is None and shows and state.clash is None):
            rows.append(boards.supply(state, seat))
    rows += [boards.refracted(state, viewer), boards.trash_pile(state)]
    yield from (row for row in rows if row is not None)


def _summoner(state: State, seat: Seat) -> Iterator[Block]:
    """The own identity and quest, and what only this phone knows: the legendary."""
    player = state.seats[seat]
    if state.phase in PHASES and not player.out:
        yield boards.deck_counter(player)
    cards: list[CardView] = []
    if player.legendary:
        found = known(player.legendary)
        value = str(found.sv) if found.sv is not None else ""
        badges = () if player.unlocked else (("SLEEPS", ""),)
        text = plain(found.text)
        cards.append(
            CardView(
                "legendary", found.name, suit=found.faction, value=value, detail=text, up=player.unlocked, badges=badges
            )
        )
    stage = identity(player.faction, player.health.stage)
    quest = own_quest(player.faction)
    cards += [
        CardView(word, found.name, suit=found.faction, value="", detail=plain(found.text))
        for word, found in (("identity", stage), ("quest", quest))
        if found is not None
    ]
    if cards:
        yield CardRow("Your summoner · only you see this", tuple(cards), seat)
    if unlocked(player.quests) and player.unlocked and state.phase != "over":
        name = name_of(player.legendary) if player.legendary else "Your legendary"
        yield Reminder(say("{name} is awake.", name=name), book.UNLOCKED)
    elif sum(player.quests) >= 3 * DONE - 1 and state.phase != "over":
        yield Reminder("One more quest, and your legendary wakes.", book.QUESTS)


_ASKED = {
    keys.AIM_KEY: ("Your dragons were refracted", "Whom will they attack in your next turn?", book.REFRACT),
    keys.SUMMONER_KEY: ("Choose your summoner", "Scan the identity card, or pick the colour.", book.SUMMONER),
    keys.LEGENDARY_KEY: (
        "Choose a legendary",
        "It lies face down under your quest card. Only you see this.",
        book.LEGENDARY,
    ),
    keys.STARTER_KEY: ("Say who begins", "Drawn by lot.", book.STARTER),
    keys.TURN_KEY: ("Combat", "", book.ATTACK),
    keys.PLAY_KEY: ("Your attack", "Scan a dragon, or find it by name.", book.PLAYING),
    keys.BLOCK_KEY: ("Your defence", "Each dragon blocks one attacker.", book.BLOCKING),
    keys.FIRE_KEY: ("Fireballs", "Each takes 1 SV; a dragon at 0 is gone at once.", book.FIREBALLS),
    keys.TARGET_KEY: ("Which blocker is hit?", "All damage of a dragon goes to one.", book.DAMAGE),
    keys.DAMAGE_KEY: ("Combat damage", "", book.DAMAGE),
    keys.MARKET_KEY: ("Market", "Scan the coins you pay with, or choose.", book.BUY),
    keys.FLUSH_KEY: ("Flush", "", book.FLUSH),
    keys.DRAW_KEY: ("Draw phase", "Hand and tokens away; everybody draws up to five.", book.DRAW),
}


def _prompts(state: State, viewer: Seat | None) -> Iterator[Prompt]:
    """What the viewer is asked, each with its answers among the choices."""
    if viewer is None:
        return
    there = {choice.prompt for choice in offers.choices(state, viewer)} - {""}
    for key, (title, detail, why) in _ASKED.items():
        if key in there:
            yield Prompt(key, title, _detail(state, viewer, key) or detail, why)


def _detail(state: State, viewer: Seat, key: str) -> str:
    clash = state.clash
    if key == keys.DAMAGE_KEY and clash is not None:
        done = boards.forecast(state, clash)
        dead = [fighter_name(state, one) for one in on_field(clash) if one.uid in done.killed]
        falls = say(" {listed} fall{s}.", listed=listed(dead), s="s" if len(dead) == 1 else "") if dead else ""
        return say(
            "{player_damage} damage for {defender}.{falls}",
            player_damage=done.player_damage,
            defender=person(clash.defender),
            falls=falls,
        )
    if key == keys.MARKET_KEY and offers.unknown_slots(state, viewer):
        return "Scan your supply cards so that prices are known; scan coins to pay."
    return ""
