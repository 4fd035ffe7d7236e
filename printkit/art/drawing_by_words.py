"""Words and the drawings they ask for, for cards whose file names none: cards of one's own, and games from elsewhere.

The first line that fits wins; a line may hold for one kind of art alone.
"""

from __future__ import annotations

import itertools

MOTIFS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    # what a card is before what it is called after
    ("", ("banner", "flag"), "banner"),
    ("", ("quest", "blood", "borrowed", "compass", "map", "voyage"), "islands"),
    ("", ("drum",), "drum"),
    ("", ("faction",), "faction_coin"),
    ("", ("rare",), "rare_coin"),
    ("", ("epic",), "epic_coin"),
    ("", ("common coin",), "plain_coin"),
    # animals before kings and colours: a king crab is a crab
    ("", ("crab", "lobster", "krebs", "krabbe"), "crab"),
    ("", ("urchin", "seeigel", "hedgehog", "igel"), "urchin"),
    (
        "",
        (
            "fish",
            "goby",
            "wrasse",
            "lumpfish",
            "minnow",
            "roach",
            "perch",
            "bream",
            "pike",
            "eel",
            "trout",
            "salmon",
            "carp",
            "cod",
            "tuna",
            "shark",
            "herring",
            "whale",
            "dolphin",
            "otter",
            "fisch",
            "forelle",
            "hecht",
        ),
        "fish",
    ),
    ("", ("hare", "rabbit", "bunny", "warren", "hase", "kaninchen"), "hare"),
    ("", ("bear", "badger", "fur", "pelt", "bär"), "bear"),
    ("", ("heron", "stork", "crane", "swan", "goose", "duck", "reiher", "bird", "vogel"), "heron"),
    ("", ("kelp", "seaweed", "alga", "algae", "tang"), "kelp"),
    ("", ("berry", "berries", "cherry", "cherries", "grape", "wine", "beere", "beeren"), "berries"),
    ("", ("log", "timber", "lumber", "wood pile", "holz"), "logs"),
    ("", ("press", "cider press"), "barrel"),
    # people
    ("", ("scalesmith", "smith", "blacksmith", "dwarf", "miner", "schmied", "zwerg"), "smith"),
    ("", ("forge", "anvil"), "anvil"),
    ("", ("archer", "ranger", "hunter", "scout", "thornfoot", "elf", "bogenschütze"), "archer"),
    ("", ("goblin", "orc", "ork", "kobold"), "goblin"),
    ("", ("warden", "protector", "paladin"), "warden"),
    (
        "",
        (
            "hedgeburner",
            "torchbearer",
            "watchman",
            "watch",
            "militia",
            "peasant",
            "villager",
            "neighbour",
            "neighbours",
        ),
        "torchbearer",
    ),
    ("", ("ashmane", "champion", "knight", "ritter", "cavalier", "captain"), "knight"),
    ("", ("sentry", "sentinel", "soldier", "guard", "guards", "recruit", "soldat", "wache"), "sentry"),
    ("", ("assassin", "rogue", "thief", "spy", "ninja", "stalker", "dieb"), "assassin"),
    ("", ("corsair", "pirate", "buccaneer", "sailor", "pirat"), "corsair"),
    ("", ("infiltrator", "ghost", "spirit", "wraith", "phantom", "reaper", "geist"), "spirit"),
    ("", ("keeper", "monk", "priest", "cleric", "hermit", "mönch"), "keeper"),
    ("", ("wizard", "mage", "sorcerer", "merlin", "druid", "sage", "tidecaller", "zauberer"), "wizard"),
    ("", ("oracle", "seer", "priestess", "witch", "sorceress", "enchantress", "maris", "hexe"), "oracle"),
    ("", ("golem", "colossus", "titan", "bastion"), "living_bastion"),
    ("", ("crows",), "ship"),
    ("", ("ward", "shield"), "shield"),
    ("", ("bow", "leafblade", "arrow", "arrows"), "bow"),
    ("", ("nightvine",), "imp"),
    ("", ("standing", "circle"), "circle_of_stones"),
    ("", ("mossback", "stone", "giant", "rock"), "old_stone"),
    ("", ("duel", "raider", "fight", "attack", "battle"), "duel"),
    # dragons and what is theirs
    ("web", ("lair",), "spider"),
    ("", ("lair", "cave", "den"), "dragon_lair"),
    ("", ("hoard", "eldest", "treasure"), "hoard"),
    ("", ("hatch", "sootling", "tidekit", "egg"), "dragon_egg"),
    ("", ("throne", "chair", "court"), "throne"),
    ("", ("molting", "obsidian", "maldrath", "scales"), "dragon_eye"),
    ("", ("regent", "king", "queen"), "dragon_crowned"),
    ("", ("wyrmbane", "wyrmslayer", "slayer"), "dragon_slain"),
    ("", ("nest",), "nest"),
    ("", ("leviathan", "geyser", "ondrathys", "hydra"), "sea_serpent"),
    ("", ("tithe wyrm", "mirrorscale", "venomous", "gloamhunter"), "dragon_coiled"),
    ("", ("groom", "duskfang", "crusher", "vael"), "dragon_bust"),
    ("", ("pyreclaw", "destroyer", "nightborn"), "dragon_breathing_fire"),
    (
        "",
        ("daybreak", "whelp", "drake", "wyrm", "razortail", "sharpwing", "noctyrax", "tideborn", "dragon"),
        "dragon_flight",
    ),
    # fire and sky
    ("", ("fields",), "burning_fields"),
    ("", ("charcoal", "volcano", "kiln", "lava"), "volcano"),
    ("", ("embers", "meteor", "falling"), "embers"),
    ("", ("fireball", "fire", "flame", "feuer"), "fire"),
    ("", ("explosion", "blast"), "burst"),
    ("", ("comet",), "comet"),
    ("", ("eclipse",), "eclipse"),
    ("", ("spark", "flint", "kindling", "torch", "torches", "burner"), "torches"),
    # the farm
    ("", ("homestead", "farm", "field", "meadow", "acre", "pasture", "glebe", "green"), "farm"),
    ("", ("mill", "windmill"), "windmill"),
    ("", ("barn", "shed", "house", "stable", "cottage", "scheune"), "barn"),
    ("", ("harvest", "supper", "sheaf", "granary", "wheat", "corn", "grain", "bread"), "sheaf"),
    ("", ("cart", "wheel", "wedding", "wagon"), "wheel"),
    ("", ("fiddle", "hearth", "bard", "singer", "music", "song"), "fiddle"),
    ("", ("orchard", "apple", "apples"), "orchard"),
    ("", ("lantern", "lamp", "light"), "lantern"),
    (
        "",
        ("drover", "drove", "peddler", "road", "trail", "wander", "lane", "path", "journey", "market", "fair"),
        "road",
    ),
    ("", ("woodcutter",), "axe_song"),
    # the woods
    ("", ("hollow",), "hollow_tree"),
    ("", ("treecity",), "tree_city"),
    ("", ("treant", "oakheart", "ironbark", "elder"), "treant"),
    (
        "",
        (
            "gift",
            "grove",
            "roots",
            "oak",
            "tree",
            "trees",
            "elm",
            "ash",
            "birch",
            "beech",
            "willow",
            "linden",
            "park",
            "baum",
        ),
        "old_tree",
    ),
    ("", ("moss", "forest", "woods", "pine", "fir", "spruce", "wald"), "woods"),
    ("", ("imp", "pixie", "fairy", "demon", "devil"), "imp"),
    ("", ("wall", "thorns"), "wall_of_thorns"),
    ("", ("bramble", "thorn", "hedge", "bush"), "brambles"),
    ("", ("dew", "leaf", "herb", "flower"), "dew"),
    ("", ("reed", "reeds"), "reeds"),
    ("", ("ford", "withy", "marsh", "swamp", "bog", "pond", "moor"), "marsh"),
    ("", ("piper", "flute"), "pipes"),
    ("", ("antler",), "antler_crown"),
    ("", ("stag", "deer", "elk", "moose", "hirsch"), "stag"),
    ("", ("chase", "horn", "hunt"), "horn"),
    ("", ("owl", "eule"), "owl"),
    ("", ("fox", "fuchs"), "fox"),
    ("", ("boar", "pig", "wildschwein"), "boar"),
    ("", ("wolf",), "wolf"),
    ("", ("hound", "dog", "hund"), "hound"),
    ("", ("raven", "crow", "rabe"), "ravens"),
    ("", ("adder", "asp", "snake", "serpent", "viper", "schlange"), "snake"),
    ("", ("snare", "silk", "trap"), "snare"),
    ("", ("spider", "spinne"), "spider"),
    ("", ("burrow", "mole"), "burrows"),
    # night and bargains
    ("", ("moth", "butterfly"), "moth"),
    ("", ("moonless",), "castle"),
    ("", ("heir", "crown"), "crown"),
    ("", ("grudge", "toll", "fingers", "key", "lock"), "key"),
    ("", ("ledger", "book", "chronicle", "tome", "scroll", "library", "spell", "buch"), "book"),
    ("", ("bargain", "potion", "poison", "elixir"), "potion"),
    ("", ("village", "bell", "glocke"), "bell"),
    # arms and walls
    ("", ("quiet", "sword", "blade", "dagger", "schwert"), "sword"),
    ("", ("axe",), "axes"),
    ("", ("helm", "helmet", "armour", "armor"), "helm"),
    ("", ("gatehouse", "gate", "door", "sluice"), "gate"),
    ("", ("castle", "muster", "fort", "fortress", "guardian", "tower", "city", "guild", "burg"), "castle"),
    # the sea and the island
    ("", ("upside",), "island_upside_down"),
    ("", ("favour", "island", "beach", "insel"), "island"),
    ("", ("exchange", "cards", "dealt", "called"), "hand_of_cards"),
    ("", ("wave", "spray", "water", "flood", "welle"), "wave"),
    ("", ("tide", "undertow", "maelstrom", "turning", "current", "whirlpool"), "maelstrom"),
    ("", ("fogbank", "ship", "boat", "harbour", "port", "schiff"), "ship"),
    ("", ("pearl", "shell", "shells", "clam", "muschel"), "shell"),
    ("", ("sands", "hourglass", "time"), "hourglass"),
    ("", ("wager", "dice", "luck", "chance"), "dice"),
    ("", ("coin", "gold", "money", "silver"), "coin"),
    ("", ("nerves", "anchor", "rope"), "anchor"),
    ("", ("driftwood", "bottle", "message"), "bottle"),
    ("", ("spyglass", "telescope"), "spyglass"),
    ("", ("cache", "chest"), "chest"),
    ("", ("powder", "barrel", "cider", "beer"), "barrel"),
    ("", ("monsoon", "storm", "rain", "thunder", "lightning", "cloud", "cloudburst", "setback", "trouble"), "storm"),
    ("", ("bomb", "peril", "fuse"), "bomb"),
    ("", ("sunken",), "bombs_in_a_maelstrom"),
    ("", ("blank", "mist", "calm", "quiet", "fog", "night"), "calm"),
    # what a kind of card is, where its name says nothing
    ("", ("legendary",), "dragon_flight"),
    ("", ("summoner",), "dragon_bust"),
)
PREFIX = 6
"""A word this long may also begin a longer one; a shorter one is meant whole, or with an s."""


def asks(word: str, asked: str) -> bool:
    """Whether a word of a name asks for a drawing: "owls" for "owl", but "bowl" or "important" for nothing."""
    return word == asked or word in (f"{asked}s", f"{asked}es") or (len(asked) >= PREFIX and word.startswith(asked))


def motif(text: str, art: str) -> str:
    """The drawing the words of a text ask for, in a kind of art; empty where they say nothing."""
    words = "".join(c if c.isalnum() else " " for c in text.casefold().replace("'", "")).split()
    pairs = [f"{one} {other}" for one, other in itertools.pairwise(words)]
    for only, asked, drawing in MOTIFS:
        if (not only or only == art) and any(asks(word, one) for word in (*words, *pairs) for one in asked):
            return drawing
    return ""


OWN: dict[str, tuple[str, ...]] = {
    "fire": (
        "dragon_flight",
        "dragon_bust",
        "dragon_coiled",
        "volcano",
        "dragon_eye",
        "dragon_egg",
    ),
    "fields": (
        "farm",
        "windmill",
        "sheaf",
        "wheel",
        "barn",
    ),
    "forest": (
        "woods",
        "old_tree",
        "stag",
        "brambles",
        "boar",
        "fox",
    ),
    "night": (
        "ravens",
        "moth",
        "castle",
        "wolf",
        "eclipse",
        "circle_of_stones",
    ),
    "waves": (
        "island",
        "ship",
        "wave",
        "maelstrom",
        "islands",
        "anchor",
    ),
    "tide": (
        "wave",
        "ship",
        "sea_serpent",
        "shell",
        "maelstrom",
    ),
    "dawn": ("castle", "helm", "shield", "duel", "gate"),
    "web": ("spider", "snare", "moth"),
    "stone": ("old_stone", "burrows", "circle_of_stones", "anvil"),
    "gold": ("coin", "chest", "crown"),
}
"""What a kind of art draws where no word helps."""

MOST_OWN = max(map(len, OWN.values()))
ANYWHERE: tuple[str, ...] = (
    "lantern",
    "shield",
    "book",
    "owl",
    "key",
    "hourglass",
    "banner",
    "bell",
    "sword",
    "potion",
    "road",
    "fiddle",
    "throne",
    "dice",
    "snake",
    "spyglass",
    "helm",
    "reeds",
    "bottle",
    "drum",
    "bow",
    "nest",
    "torches",
    "hound",
)
"""What fits every world and is no suit's own: for cards from elsewhere, between the suit's own scenes."""
SPARE: tuple[str, ...] = ("hand_of_cards", "pipes", "horn")
"""For suits with fewer scenes of their own than others."""


def in_turn(art: str) -> tuple[str, ...]:
    """The scenes of a kind of art in the order numbers take them: a world's own, then four that fit any world.

    All kinds have equally many, so that cards of different suits do not meet at one scene either.
    """
    share = len(ANYWHERE) // MOST_OWN
    own = (*OWN[art], *SPARE)[:MOST_OWN]
    return tuple(
        scene for turn, first in enumerate(own) for scene in (first, *ANYWHERE[turn * share : (turn + 1) * share])
    )
