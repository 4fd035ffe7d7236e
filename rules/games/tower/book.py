"""The rules behind every prompt, refusal and score line: our words, and where the rulebook says it."""

from __future__ import annotations

from rules.games.tower.turn import BOOK
from rules.score import Why


def _why(text: str, section: str, ruling: str = "") -> Why:
    return Why(text, f"{BOOK}, {section}", ruling)


SETUP = _why("Each player draws five cards, from either pile, and may lay bases at once.", "Instructions: setup")
BURN = _why(
    "At this table an opening hand may be shuffled back and drawn again, before a base is laid.",
    "Instructions: setup",
    "TW-R22",
)
STARTER = _why("One player is chosen to start; after that the turns alternate.", "Instructions: setup")
TURN = _why("A turn: renew or not, then attacks and abilities, then say you are done.", "Instructions: turn")
OWN_TURN = _why("Only the player whose turn it is decides this.", "Instructions: turn")
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
ABILITIES = _why("Both players play abilities whenever they like, but not while renewing.", "Instructions: abilities")
THORNS_IDLE = _why("It stops the opponent of who plays it, and no attack already declared.", "Common ability", "TW-R8")
HAND = _why("A card is played from the hand; the backs tell how many of each kind it holds.", "Instructions: setup")
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
SPLIT = _why(
    "Each side splits its damage as it likes; both sides' damage lands at the same moment.",
    "Instructions: combat",
    "TW-R25",
)
ARTILLERY = _why(
    "Artillery damages bases and palaces alone, and those only once they are undefended.", "Instructions: siege weapons"
)
PALACE = _why(
    "Troops left over after a territory is cleared may attack the palace at once.", "Instructions: palace", "TW-R3"
)
DRUIDS = _why("When the turn ends its owner draws a card for every druid alive, for each copy.", "Shooter", "TW-R6")
TROLLS = _why(
    "When the turn ends trolls lost this turn come back, on any Burrows with room.", "Heavy infantry", "TW-R9"
)
WON = _why("Whoever destroys the palace has won the game.", "Palace")
GIVEN_UP = _why(
    "Neither pile comes back, so a game can stand still; whoever is to move may give it up.", "Instructions", "TW-R31"
)
MATCH = _why("The match goes to the first with two games of up to three.", "Instructions: match")
BY_HAND = _why("The cards on the table are right; a correction is noted in the log.", "Instructions")
PAPER = _why("There is only one of each printed card; two armies are printed as set A and set B.", "Card sheets")
COPIES = _why("An army holds no more copies of a card than were printed.", "Card sheets", "TW-R16")
