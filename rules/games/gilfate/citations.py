"""The rules behind every prompt, refusal and score line: our words, and where the rulebook says it."""

from __future__ import annotations

from rules.score import Why

BOOK = "Gilfate Fantasy rulebook"


def _why(text: str, section: str, ruling: str = "") -> Why:
    return Why(text, f"{BOOK}, {section}", ruling)


PLAYERS = _why("Two to five can play.", "Overview")
SETUP = _why("Blanks and bombs make one deck, the attack cards three; every player draws a hand.", "Setup")
STARTER = _why("Who saw an explosion last begins, or who first draws a bomb.", "Setup")
WINNER_STARTS = _why("Whoever won the last round begins the next.", "Starting the next round")
SECRET = _why(
    "Everybody adds a bomb or a blank unseen; as many cards as recommended go back into the deck.",
    "Recommended bomb cards",
    "GF-R17",
)
PLAY = _why("In your turn you play one of your cards.", "Player turn")
EMPTY_HAND = _why("A turn that begins without cards draws three blanks and picks two attack cards.", "Player turn")
END_DRAW = _why("Attack cards are drawn when a turn ends, one at most.", "Player turn", "GF-R13")
FIRST_LAP = _why(
    "In the first lap nobody draws attack cards or uses a 10 to 12; only its last player may.",
    "The first round",
    "GF-R27",
)
FIRST_LAP_CARDS = _why(
    "In the first lap no attack card is drawn; what a search finds is not drawn.", "The first round", "GF-R46"
)
FIRST_BOMBS = _why("In the first lap nobody keeps a second bomb.", "The first round", "GF-R14")
PAY = _why("A card is paid for by drawing that many cards from the blank deck.", "Card effects", "GF-R12")
SHORT = _why("A card the deck ran out for counts what was paid for it.", "Points", "GF-R6")
REQUIRED = _why(
    "An effect needs what it names; without it the card is paid for and does nothing.", "Rule mistakes, ruling 2"
)
ANSWER = _why("Quick cards answer an effect; the last one played counts first.", "Icon and characteristics", "GF-R23")
NEGATE = _why("Only cards that negate an effect answer one.", "Card effects 0, 4 and 11", "GF-R23")
OWN_TURN = _why("Card 11 negates in its owner's own turn, once.", "Card effects: number 11", "GF-R23")
ON_YOU = _why("Card 0b cancels only what is used on its own player.", "Card effects: number 0")
OTHERS_EFFECT = _why("Card 4a cancels an effect of another player, and takes one more card.", "Card effects: number 4")
REDIRECT = _why(
    "Card 0a passes on a draw another player causes, with one card more.", "Card effects: number 0", "GF-R25"
)
ONCE = _why("Such a card is used once in each turn of its owner.", "Card effects: numbers 10 and 11")
EFFECT = _why("The card says what happens.", "Card effects")
NUMBER = _why("Only a card of the number named will do.", "Card effects: numbers 7 and 8")
WAGER = _why("Guess the top card first; cancelled, the card goes back to the hand.", "Card effects: number 6", "GF-R32")
KNOCKOUT = _why("The third bomb, or an explosion, takes a player out of the round.", "Out of the round", "GF-R2")
OUT = _why("Whoever is out of the round plays no more cards in it.", "Out of the round")
AWAY = _why("Nobody waits for players who have left: their turns are skipped.", "Player turn", "GF-R47")
ROUND_END = _why("A round ends after a turn in which a deck ran out.", "End of a round", "GF-R8")
BOMBS = _why("3 points a bomb up to the slots, 5 for each one more.", "Points", "GF-R1")
EXPLOSIONS = _why("Every explosion counts 5.", "Points", "GF-R28")
PERMANENTS = _why("An activated 10 to 12 takes 3 points off.", "Points", "GF-R15")
HAND = _why("Sets of a number and runs of three cost nothing; any other card its cost.", "Points", "GF-R3")
SURVIVAL = _why("Everybody still in when a round ends gets a survival point; five win.", "Winning the game", "GF-R20")
MATCH = _why("The sum of all rounds decides.", "Winning the game", "GF-R20")
VISIBLE = _why("What was played is open; what is in a hand is its owner's.", "Played and discarded cards")
LOOKS = _why("Looks at the deck are the looker's own, unless the table shows them.", "Tabletopia", "GF-R33")
BY_HAND = _why("The cards on the table are right; a correction is noted in the log.", "Played and discarded cards")
PAPER = _why("There is only one of each printed card.", "Contents")
