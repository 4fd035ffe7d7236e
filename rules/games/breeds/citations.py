"""The rules behind every prompt, refusal and score line: our words, and where the rulebook says it.

In the order of the rulebook; below, what the calculators' answers cite.
"""

from __future__ import annotations

from rules.score import Why

BOOK = "Dragon Breeds rulebook"


def _why(text: str, section: str, ruling: str = "") -> Why:
    return Why(text, f"{BOOK}, {section}", ruling)


SUMMONER = _why("Everybody plays one summoner with the cards of that faction.", "Sorting components")
LEGENDARY = _why("One of the two legendaries lies hidden under the quest card; the other leaves the game.", "Set up")
SETUP = _why(
    "Twelve starter cards are shuffled and five drawn; the other 28 make four piles of seven, top card up.", "Set up"
)
STARTER = _why("Who begins is drawn by lot.", "Set up", "BR-R14")
TURN = _why("A turn: combat, market, flush, draw; only the draw phase is a must.", "Turn phases")
OWN_TURN = _why("Only the player whose turn it is decides this.", "Turn phases")
ATTACK = _why("In a combat one other player is attacked, once a turn.", "Combat: Attack phase")
ARMED = _why("Without a dragon in the hand or as a token nobody is attacked.", "Combat", "BR-R37")
IMMUNE = _why(
    "A knocked-out player is out of play until their next turn: nothing attacks, hurts or affects them.",
    "Identity cards",
    "BR-R8",
)
PLAYING = _why("Attacking dragons are played one after the other, from the hand or as tokens.", "Combat: Attack phase")
BLOCKING = _why("Then the defender plays dragons, each to block one attacker.", "Combat: Defense phase")
FIREBALLS = _why(
    "First the attacker, then the defender; each Fireball takes 1 SV off an opposing dragon.",
    "Combat: Fireball phase",
    "BR-R25",
)
AMBUSH = _why("With Ambush a dragon is played among the attacker's fireballs instead.", "Keywords: Ambush", "BR-R7")
DAMAGE = _why(
    "All damage lands at once. Who is blocked is read now, not when blocks were declared.",
    "Combat: Combat damage phase",
    "BR-R10",
)
TRANSMUTE = _why("Laid on friendly dragons it makes one dragon: SV and abilities added.", "Keywords: Transmute")
IMITATE = _why("Name and ability change, SV and colour stay.", "Keywords: Imitate")
ATTACK_ONLY = _why("What is marked attack only does nothing on defence, imitated or not.", "Keywords: Imitate")
REFRACT = _why(
    "Refracted dragons lie face down and attack on their owner's next turn: anybody the owner says but the refractor.",
    "Keywords: Refract",
)
COME_BACK = _why("Refracted dragons that are due attack before the combat phase ends.", "Keywords: Refract", "BR-R32")
BREAKPOINT = _why(
    "Damage adds up within a turn: 4 knocks a player out, later 2 eliminates them. It is gone when the turn ends.",
    "Identity cards",
    "BR-R11",
)
ENRAGED = _why("Back from a K.O. on their own turn: identity turned over, breakpoint 2.", "Identity cards", "BR-R16")
OUT = _why("With the player all cards of the faction leave the game, wherever they are.", "Identity cards")
SUPPLY = _why("Four cards are face up; what is taken or flushed is replaced in the draw phase.", "Set up")
BUY = _why(
    "Every symbol of the price takes one coin that shows it; all purchases of a phase are one payment.",
    "Market: Purchasing",
    "BR-R12",
)
FREE = _why("A supply card without symbols of a price costs nothing.", "Market: Purchasing", "BR-R31")
NO_CHANGE = _why("One coin for each symbol: no overpaying, and no change.", "Market: Purchasing", "BR-R13")
TRASH = _why("Instead of buying, one hand card may be trashed; ten cards always stay.", "Market: Trashing", "BR-R4")
FLUSH = _why("For one coin a face-up supply card goes under its pile.", "Flush", "BR-R5")
DRAW = _why(
    "Hand and tokens are put away, then everybody draws up to five. The discard is shuffled only when cards run out.",
    "Draw",
)
QUESTS = _why("A cube moves up for each completion, to 3 at most; three threes wake the legendary.", "Quests", "BR-R18")
UNLOCKED = _why("An unlocked legendary goes to its owner's discard.", "Quests", "BR-R3")
TOKENS = _why("Tokens go back to their source when spent, or when their owner's turn ends.", "Token cards")
TEXT = _why("What a card says is done by its player; the table reminds.", "Dragons: Abilities")
HAND = _why("What is played is in the hand, or a token.", "Deck cycle")
LEFT = _why(
    "Whoever has left is skipped and answers nothing; they can still be attacked, and may come back.",
    "Turn phases",
    "BR-R42",
)
WON = _why("Whoever is left when all others are eliminated has won.", "Objective")
STARTERS = _why(
    "Everybody starts with 6 common and 2 rare coins, 2 Fireballs and 2 Faction coins; only Faction coins are gained.",
    "Sorting components",
)
COPIES = _why("A box has 18 dragons, three of each of six kinds, and 12 Faction coins.", "Sorting components")
STAGE_1 = _why(
    "Whoever hurts a player with dragons uses the stage 1 ability at once, where it can be used.",
    "Combat damage: Unblocked attacking dragons",
    "BR-R23",
)
WHEN_BLOCKED = _why(
    "When a dragon is blocked, its text works once for each blocker.", "Combat: Defense phase", "BR-R38"
)
BY_HAND = _why("The cards on the table are right; a correction is noted in the log.", "Turn phases")
PAPER = _why("There is only one of each printed card.", "Sorting components")

OPPOSING = _why("A Fireball is played on an opposing dragon that is still there.", "Combat: Fireball phase")
FORBIDDEN = _why("A Fireball may be played on any opposing dragon, unless a card says otherwise.", "Fireballs")
AMBUSHERS = _why("Dragons ambush while attacking, never on defence.", "Keywords: Ambush")
BLOCKS_ONE = _why("A dragon defends only by blocking one attacking dragon.", "Combat: Defense phase")
OWN_DRAGONS = _why("Nobody blocks or fireballs their own dragons.", "Keywords: Refract")
ONE_BLOCKER = _why(
    "A blocked dragon deals all its damage to one dragon that blocks it, its owner's choice.",
    "Combat damage: Blocked attacking dragons",
)
COINS = _why(
    "Every symbol of a price takes one coin that shows it; no coin pays twice, no change is given.",
    "Market: Purchasing",
    "BR-R13",
)
TEN_STAY = _why("With ten cards in the player deck none can be trashed.", "Market: Trashing", "BR-R4")
BUY_OR_TRASH = _why("A market phase is for purchases or for one trashed card.", "Market", "BR-R12")
FROM_HAND = _why("A card is trashed from the hand.", "Market: Trashing")
TOKENS_STAY = _why("Token cards cannot be trashed.", "Token cards: Immunities", "BR-R24")
IN_MARKET = _why("Trashing and purchasing belong to the market phase.", "Turn phases")
IN_FLUSH = _why("Flushing belongs to the flush phase.", "Turn phases")
FACE_UP = _why("Only face-up cards of one's own supply are bought or flushed.", "Flush")
ONE_COIN = _why("Each flush costs one coin of any kind.", "Flush")
NEVER_BOUGHT = _why("Legendary dragons are unlocked by quests, never bought.", "Dragons: Purchasing information")
