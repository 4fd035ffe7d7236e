"""The rules behind every prompt and refusal that no algorithm of this folder states: our words, and the section."""

from __future__ import annotations

from rules.games.dragoborne.turn import BOOK
from rules.score import Why


def _why(text: str, section: str, ruling: str = "") -> Why:
    return Why(text, f"{BOOK}, {section}", ruling)


DECK = _why("A deck has 50 cards or more, four of a name at most, three dice and three banners.", "Deck regulations")
STARTER = _why("Who goes first is decided by chance, such as the higher die.", "Setup, step 1")
BANNERS = _why("Banners lie face down behind the forts and stay where they are all game.", "Setup, step 2")
MULLIGAN = _why("Once, any number of cards is shuffled back and as many are drawn.", "Setup, step 3")
BARRIERS = _why("Two cards from the top of the deck lie face down at each fort, unseen.", "Setup, step 4")
STAND = _why("All your cards stand, then all three dice are rolled, wherever they are.", "Start phase", "DB-R17")
DICE = _why("Dice stay where they are until their owner's next dice step.", "Start phase: Dice step", "DB-R6")
DRAW = _why("One card is drawn every turn.", "Start phase: Draw step")
DECK_OUT = _why("Whoever must draw more cards than the deck holds loses at once.", "Objective of the game", "DB-R26")
RESOURCE = _why(
    "The top card of the deck may become a resource; whoever starts the game skips this on turn 1.",
    "Start phase: Resource step",
)
OWN_TURN = _why("Only the player whose turn it is does this.", "Turn flow")
MAIN = _why("Cards, dice, abilities and moves belong to the main phase, before the first attack.", "Main phase")
COMBAT = _why("Creatures attack one at a time, after the main phase.", "Combat phase: Attacking")
HAND = _why("A card is played from the hand.", "Main phase: Play cards from hand")
AMBUSH = _why("An ambush is set for two resources of any colour, one before each fort.", "Keywords: Ambush")
AMBUSH_USE = _why("An ambush is used when its condition is met, and revealed.", "Keywords: Ambush")
AMBUSH_GOES = _why(
    "A used ambush goes where its text says, otherwise to the discard pile.", "Keywords: Ambush", "DB-R24"
)
AUDIT = _why("Ambushes that were never used are shown when the game ends.", "Keywords: Ambush", "DB-R27")
ABILITY = _why("The turn player may use activated abilities of their creatures, for their cost.", "Abilities")
TEXT = _why("Follow the card; the numbers here can be changed beside it.", "Icons and abilities: Abilities")
MOVE = _why("Creatures move to forts with room, or change places.", "Main phase: Moving your creatures")
DEFEND = _why("One standing creature at the attacked fort may block.", "Combat phase: Defending")
SEVERAL = _why("Of several dragoshields at a fort the defender says which one blocks.", "Playmat: Dragoshield", "DB-R4")
DAMAGE = _why("Damage adds up until the turn ends; an unblocked attack takes one barrier.", "Combat phase: Damage")
TRIGGERS = _why("What triggers on an attack or a block happens before the damage.", "Combat phase")
BURST = _why("Look at the barrier: use its fort burst, or take it to your hand.", "Combat phase: Damage", "DB-R2")
BURST_GOES = _why("Where a barrier goes whose fort burst was used is not said.", "Icons: Fort burst", "DB-R2")
LIMIT = _why("At the end of your turn you discard down to seven cards.", "End phase")
LOSS = _why("Whoever has no barrier left when a turn ends has lost; both, and it is a draw.", "End phase", "DB-R16")
ATK_ZERO = _why("With ATK 0 an attack deals no damage.", "Combat phase: Damage")
COPIES = _why("A deck has at most four cards of one name.", "Deck regulations", "DB-R20")
PAPER = _why("There is only one of each printed card; two decks alike are printed as set A and B.", "Deck regulations")
ONE_THING = _why("What is open is answered before something else begins.", "Combat phase")
BY_HAND = _why("The cards on the table are right; a correction is noted in the log.", "Turn flow")
