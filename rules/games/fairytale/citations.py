"""The rules behind every prompt, refusal and score line: our words, and where the rulebook says it."""

from __future__ import annotations

from rules.score import Why

BOOK = "Fairy Tale rulebook"


def _why(text: str, section: str, ruling: str = "") -> Why:
    return Why(text, f"{BOOK}, {section}", ruling)


SETUP = _why("The expert cards stay in the box unless everybody wants them in.", "Setup")
PLAYERS = _why("Every player needs twenty cards: five in each of four drafts.", "Drafting", "FT-R9")
DRAFT = _why("Keep one card of your hand and pass the others on, until all are kept.", "Drafting")
PASS = _why("Left in the first and third draft, right in the second and fourth.", "Drafting", "FT-R10")
STAGES = _why("Four times a draft and then play; after that the points are counted.", "Game Play")
PLACE = _why("Everybody places one card face down, then all are turned over together.", "Game Play", "FT-R1")
OPENING = _why("A card placed face down is turned over by whoever placed it.", "Game Play", "FT-R23")
AWAY = _why("Nobody waits for a player who has gone; their cards stay and score.", "Game Play", "FT-R21")
AGAIN = _why(
    "A different card had different effects: what it turned since then is worked out again.",
    "Applying Effects",
    "FT-R22",
)
THREE = _why("Of the five drafted cards you play exactly three.", "Game Play", "FT-R17")
DISCARD = _why("The two cards nobody played are discarded face down, unseen.", "Game Play")
TWELVE = _why("Three cards a round, four rounds: twelve in front of each player.", "Game Play")
FIXED = _why("A card has its effect when it is first turned over; turning it later has none.", "Applying Effects")
FIRST_TIME = _why("A card that is turned face up again has no second effect.", "Applying Effects", "FT-R4")
STILL = _why(
    "An effect holds although its card was turned face down before its turn came.", "Applying Effects", "FT-R3"
)
ORDER = _why(
    "First cards are turned face up, then face down; what names a faction comes before what does not.",
    "Applying Effects",
    "FT-R15",
)
POOLED = _why("Equal effects from one reveal add up.", "Applying Effects", "FT-R5")
MANDATORY = _why(
    "As many as there are must be turned; only with none at all nothing happens.", "Applying Effects", "FT-R6"
)
VOLUNTARY = _why("At this table nobody has to turn a card face up.", "Applying Effects", "FT-R6")
OWN = _why(
    "Everybody affected chooses among their own cards; the card itself is one of them.", "Applying Effects", "FT-R13"
)
PROOF = _why("Turning the card face up shows that it was of the faction.", "Applying Effects", "FT-R14")
SECRET = _why("Face-down cards are their owner's to look at, and nobody else's.", "Applying Effects")
REMINDER = _why("What the expert icon adds is done by hand; the table is only reminded.", "Setup", "FT-R12")
POINTS = _why("Every face-up card scores; face-down cards score nothing.", "End of the game")
COUNTED = _why("A variable value is the number of such cards you show.", "End of the game", "FT-R2")
COUNTED_ALL = _why("At this table cards lying face down are counted as well.", "End of the game", "FT-R2")
FRIENDS = _why("A card with friends scores for the cards it names in its owner's area.", "End of the game", "FT-R8")
MOST = _why("It scores if nobody else shows more cards of the faction.", "End of the game", "FT-R20")
TIE = _why("Equal totals share the win, unless the table agreed on a tiebreak.", "End of the game", "FT-R7")
BY_HAND = _why("The cards on the table are right; a correction is noted in the log.", "Game Play")
PAPER = _why("There is only one of each printed card.", "Setup")
NEEDS_EXPERT = f"{BOOK}, Setup · FT-R9"
