"""The rules behind every choice, prompt and refusal of Dragoborne: our words, and the section of the rulebook."""

from __future__ import annotations

from rules.score import Why

BOOK = "Dragoborne rulebook"


def _why(text: str, section: str, ruling: str = "") -> Why:
    return Why(text, f"{BOOK}, {section}", ruling)


# Setting up
DECK = _why("A deck has 50 cards or more, four of a name at most, three dice and three banners.", "Deck regulations")
DECK_SIZE = _why("A deck has 50 cards or more; banners are not counted.", "Deck regulations", "DB-R20")
COPIES = _why("A deck has at most four cards of one name.", "Deck regulations", "DB-R20")
THREE_DICE = _why("A player brings three dice.", "Deck regulations")
SAME_BANNERS = _why("The three banners have the colours of the three dice.", "Deck regulations")
PAPER = _why("There is only one of each printed card; two decks alike are printed as set A and B.", "Deck regulations")
STARTER = _why("Who goes first is decided by chance, such as the higher die.", "Setup, step 1")
BANNERS = _why("Banners lie face down behind the forts and stay where they are all game.", "Setup, step 2")
MULLIGAN = _why("Once, any number of cards is shuffled back and as many are drawn.", "Setup, step 3")
BARRIERS = _why("Two cards from the top of the deck lie face down at each fort, unseen.", "Setup, step 4")

# The turn
OWN_TURN = _why("Only the player whose turn it is does this.", "Turn flow")
BY_HAND = _why("The cards on the table are right; a correction is noted in the log.", "Turn flow")
STAND = _why("All your cards stand, then all three dice are rolled, wherever they are.", "Start phase", "DB-R17")
DICE = _why("Dice stay where they are until their owner's next dice step.", "Start phase: Dice step", "DB-R6")
DRAW = _why("One card is drawn every turn.", "Start phase: Draw step")
DECK_OUT = _why("Whoever has to draw more cards than the deck holds loses at once.", "Objective of the game", "DB-R26")
RESOURCE = _why(
    "The top card of the deck may become a resource; whoever starts the game skips this on turn 1.",
    "Start phase: Resource step",
)
LIMIT = _why("At the end of your turn you discard down to seven cards.", "End phase")
CONCEDED = _why("A player may give the game up; the other one has won.", "Objective of the game", "DB-R34")
GONE = _why("A duel is given up by whoever leaves it, until they are back.", "Objective of the game", "DB-R34")
LOSS = _why(
    "Whoever has no barrier left when a turn ends has lost; if both have none, it is a draw.", "End phase", "DB-R16"
)

# The main phase
MAIN = _why("Cards, dice, abilities and moves belong to the main phase, before the first attack.", "Main phase")
HAND = _why("A card is played from the hand.", "Main phase: Play cards from hand")
NOT_PLAYABLE = _why("A card whose cost is a dash is not played from the hand.", "Parts of a card: Cost")
COST = _why("Rest as many standing resources as the cost says.", "Main phase: Play cards from hand")
COST_COLOR = _why(
    "At least one of the resources rested has the card's colour.", "Main phase: Play cards from hand", "DB-R11"
)
CROWDED = _why(
    "A fort holds two creatures; a third sends one to the discard pile, without counting as destroyed.",
    "Main phase: Summon creatures",
    "DB-R10",
)
ABILITY = _why("The turn player may use activated abilities of their creatures, for their cost.", "Abilities")
TEXT = _why("Follow the card; the numbers here can be changed beside it.", "Icons and abilities: Abilities")
TEXT_FOLLOWED = _why("What a card says is done before the turn ends.", "Icons and abilities: Abilities", "DB-R33")
MOVE = _why("Creatures move to forts with room, or change places.", "Main phase: Moving your creatures")
ASSIGN_ONCE = _why("Each die is assigned once in a turn.", "Main phase: Assigning your dice")
FROM_ZONE = _why("Dice are assigned from the dice zone.", "Playmat: Dice zone")
DICE_USED = _why(
    "A die shields a fort of its own colour, or lies on a creature, which gets +1/+1.",
    "Main phase: Assigning your dice",
)
SAME_COLOR = _why("A dragoshield stands in front of a fort of its own colour.", "Using your dice: Dragoshield")
NO_SHIELD = _why("A destroyed fort needs no shield.", "Playmat: Dragoshield", "DB-R7")
ONE_SHIELD = _why("At this table a fort has one dragoshield.", "Playmat: Dragoshield", "DB-R4")
ONE_BOOST = _why("However many dice lie on a creature, it gets +1/+1 once.", "Using your dice", "DB-R5")

# Ambushes
AMBUSH = _why("An ambush is set for two resources of any colour, one at each fort.", "Keywords: Ambush")
AMBUSH_USE = _why("An ambush is used when its condition is met, and revealed.", "Keywords: Ambush")
AMBUSH_BANNER = _why("An ambush needs a banner of its colour.", "Keywords: Ambush")
AMBUSH_STANDS = _why("At this table an ambush must stand to be used.", "Keywords: Ambush", "DB-R15")
AMBUSH_GOES = _why(
    "A used ambush goes where its text says, otherwise to the discard pile.", "Keywords: Ambush", "DB-R24"
)
AUDIT = _why("Ambushes that were never used are shown when the game ends.", "Keywords: Ambush", "DB-R27")

# Combat
COMBAT = _why("Creatures attack one at a time, after the main phase.", "Combat phase: Attacking")
FIRST_TURN = _why("The turn that opens the game has no combat phase.", "Turn flow: Combat phase, Attacking", "DB-R1")
RESTED = _why("Attacking puts the creature to rest, so it must be standing.", "Combat phase: Attacking")
NO_FORT = _why("A fort without barriers is destroyed; there is nothing to damage.", "Playmat: Fort", "DB-R3")
TRIGGERS = _why("What triggers on an attack or a block happens before the damage.", "Combat phase")
ANSWER = _why("Whoever may answer an attack says when it goes on.", "Combat phase: Attacking", "DB-R30")
ONE_THING = _why("What is open is answered before something else begins.", "Combat phase")
DEFEND = _why("One standing creature at the attacked fort may block.", "Combat phase: Defending")
SHIELD_FIRST = _why("A dragoshield blocks by itself; no creature blocks there.", "Combat phase: Defending")
AT_FORT = _why("Only a creature at the attacked fort may block.", "Combat phase: Defending")
STANDING_BLOCK = _why("Blocking puts the creature to rest, so it must be standing.", "Combat phase: Defending")
SEVERAL = _why("Of several dragoshields at a fort the defender says which one blocks.", "Playmat: Dragoshield", "DB-R4")
DAMAGE = _why("Damage adds up until the turn ends; an unblocked attack takes one barrier.", "Combat phase: Damage")
ATK_ZERO = _why("With ATK 0 an attack deals no damage.", "Combat phase: Damage")
BURST = _why("Look at the barrier: use its fort burst, or take it to your hand.", "Combat phase: Damage", "DB-R2")
BURST_GOES = _why("Nobody has said where the barrier goes whose fort burst was used.", "Icons: Fort burst", "DB-R2")
INVADE = _why("Creatures cannot block Invade at a fort of its colour; a dragoshield still does.", "Invade")
ASSASSIN = _why("Assassin attacks a creature at rest of the named colour or trait.", "Keywords: Assassin")
IMMUNE = _why("Spells and abilities of that colour or trait cannot choose or damage this creature.", "Keywords: Immune")
IMMUNE_ASSASSIN = _why("At this table Immune also stops Assassin.", "Keywords: Immune", "DB-R23")
