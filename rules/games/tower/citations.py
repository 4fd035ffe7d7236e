"""The rules behind every prompt, refusal and score line: our words, and where the rulebook says it."""

from __future__ import annotations

from rules.score import Why

RULEBOOK = "Attack at the Tower rulebook"


def _why(text: str, section: str, ruling: str = "") -> Why:
    return Why(text, f"{RULEBOOK}, {section}", ruling)


# --- setting up and renewing

SETUP = _why("Each player draws five cards, from either pile, and may lay bases at once.", "Instructions: setup")
BURN = _why(
    "At this table an opening hand may be shuffled back and drawn again, before a base is laid.",
    "Instructions: setup",
    "TW-R22",
)
STARTER = _why("One player is chosen to start; after that the turns alternate.", "Instructions: setup")
RENEW = _why(
    "Renewing is for both: one more troop on every base, at most two; then two cards each.",
    "Instructions: renewing",
    "TW-R19",
)
DRAW = _why(
    "Every card may come from either pile; with one empty the other serves.", "Instructions: renewing", "TW-R11"
)
LIMIT = _why("A hand holds five cards; what is more is discarded.", "Instructions: renewing", "TW-R10")
BASES = _why("Bases are laid while setting up and at the end of a renewing.", "Instructions: bases", "TW-R12")
BASES_WHEN = _why("Bases are laid when the game is set up and while renewing.", "Instructions: bases")
OCCUPIED = _why("At this table a base is only laid on an empty space.", "Instructions: bases", "TW-R12")
HAND = _why("A card is played from the hand; the backs tell how many of each kind it holds.", "Instructions: setup")
PAPER = _why("There is only one of each printed card; two armies are printed as set A and set B.", "Card sheets")
COPIES = _why("An army holds no more copies of a card than were printed.", "Card sheets", "TW-R16")

# --- the turn

TURN = _why("A turn: renew or not, then attacks and abilities, then end it.", "Instructions: turn")
OWN_TURN = _why("Only the player whose turn it is decides this.", "Instructions: turn")
AFTER_RENEWING = _why("Attacks and abilities come after the renewing.", "Instructions: turn")
ABILITIES = _why("Both players play abilities whenever they like, but not while renewing.", "Instructions: abilities")
SPECIALS = _why(
    "There are at most as many special troops as territories with three bases.",
    "Instructions: special abilities",
    "TW-R13",
)
THORNS = _why("While an opponent's wall of thorns is out, no attack may be declared.", "Common ability")
THORNS_IDLE = _why(
    "It stops the opponent of whoever plays it, but no attack already declared.", "Common ability", "TW-R8"
)
DRUIDS = _why("When the turn ends its owner draws a card for every druid alive, for each copy.", "Shooter", "TW-R6")
TROLLS = _why(
    "When the turn ends trolls lost this turn come back, on any Burrows with room.", "Heavy infantry", "TW-R9"
)

# --- battles

TROOPS = _why("An attack needs at least one troop to make it.", "Instructions: combat")
ONE_ATTACK = _why("At this table a territory attacks once in a turn.", "Instructions: combat", "TW-R2")
ONE_BATTLE = _why("A battle is finished before something else begins.", "Instructions: combat")
POWERS = _why(
    "Powers are fixed when the first step begins; abilities played later change the next battle.",
    "Instructions: combat",
    "TW-R7",
)
POWERS_AGAIN = _why("At this table powers are read again before the second step.", "Instructions: combat", "TW-R7")
STEPS = _why(
    "First those with initiative strike, then the others still alive, the bases and the palace.",
    "Instructions: shooters",
    "TW-R14",
)
POOL = _why("A side deals the sum of its powers, split as it likes.", "Instructions: combat")
SPLIT = _why(
    "Each side splits its damage as it likes; both sides' damage lands at the same moment.",
    "Instructions: combat",
    "TW-R25",
)
OPPOSING = _why("Damage goes to the other side of this battle.", "Instructions: combat")
UNDEFENDED = _why(
    "Bases and the palace are hurt only once every troop there is destroyed.", "Instructions: bases", "TW-R1"
)
ARTILLERY = _why(
    "Artillery damages bases and palaces alone, and those only once they are undefended.", "Instructions: siege weapons"
)
NOT_TROOPS = _why("Artillery damages bases and palaces, never troops.", "Instructions: siege weapons")
PALACE = _why(
    "Troops left over after a territory is cleared may attack the palace at once.", "Instructions: palace", "TW-R3"
)
EMPTY = _why("The palace is reached once the territory before it holds no troop and no base.", "Instructions: palace")

# --- the match, and corrections

WON = _why("Whoever destroys the palace has won the game.", "Palace")
GIVEN_UP = _why(
    "Neither pile is refilled, so a game can get stuck; whoever's turn it is may give it up.", "Instructions", "TW-R31"
)
AWAY = _why(
    "Whoever has to leave gives up the game in progress; the match waits for them.", "Instructions: match", "TW-R32"
)
MATCH = _why("The match goes to the first with two games of up to three.", "Instructions: match")
BY_HAND = _why("The cards on the table are right; a correction is noted in the log.", "Instructions")
