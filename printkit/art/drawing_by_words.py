"""Words and the drawings they ask for, for cards whose file names none: cards of one's own, and games from elsewhere.

The first line that fits wins; a line may hold for one kind of art alone.
"""

from __future__ import annotations

MOTIFS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    # what a card is before what it is called after
    ("", ("banner",), "banner"),
    ("", ("quest", "blood", "borrowed"), "islands"),
    ("", ("scalesmith", "smith", "forge", "anvil"), "anvil"),
    ("", ("drum",), "drum"),
    ("", ("crows",), "ship"),
    ("", ("warden", "ward", "shield"), "shield"),
    ("", ("bow", "thornfoot", "scout", "leafblade"), "bow"),
    ("", ("nightvine",), "imp"),
    ("", ("standing", "circle"), "circle_of_stones"),
    ("", ("mossback", "stone", "giant"), "old_stone"),
    ("", ("rare",), "rare_coin"),
    ("", ("common", "epic"), "plain_coin"),
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
    ("", ("tithe", "mirrorscale", "venomous", "gloamhunter"), "dragon_coiled"),
    ("", ("groom", "duskfang", "crusher", "vael"), "dragon_bust"),
    ("", ("pyreclaw", "destroyer", "nightborn", "rain"), "dragon_breathing_fire"),
    (
        "",
        ("sky", "daybreak", "whelp", "drake", "wyrm", "razortail", "sharpwing", "noctyrax", "tideborn"),
        "dragon_flight",
    ),
    # fire and sky
    ("", ("fields",), "burning_fields"),
    ("", ("charcoal", "volcano", "kiln"), "volcano"),
    ("", ("embers", "meteor", "falling"), "embers"),
    ("", ("fireball",), "fire"),
    ("", ("explosion", "blast"), "burst"),
    ("", ("comet",), "comet"),
    ("", ("eclipse",), "eclipse"),
    ("", ("spark", "flint", "kindling"), "torches"),
    ("", ("hedgeburner", "torch", "burner"), "torches"),
    # the farm
    ("", ("homestead", "farm"), "farm"),
    ("", ("mill",), "windmill"),
    ("", ("barn",), "barn"),
    ("", ("harvest", "supper", "sheaf", "granary"), "sheaf"),
    ("", ("cart", "wheel", "wedding"), "wheel"),
    ("", ("fiddle", "hearth", "bard", "singer"), "fiddle"),
    ("", ("orchard", "apple"), "orchard"),
    ("", ("lantern",), "lantern"),
    ("", ("drover", "peddler", "road", "trail", "wander"), "road"),
    ("", ("woodcutter",), "axe_song"),
    # the woods
    ("", ("hollow",), "hollow_tree"),
    ("", ("treecity",), "tree_city"),
    ("", ("treant", "oakheart", "ironbark", "elder"), "treant"),
    ("", ("gift", "grove", "roots", "oak", "tree"), "old_tree"),
    ("", ("moss",), "woods"),
    ("", ("imp", "pixie", "goblin"), "imp"),
    ("", ("wall", "thorns"), "wall_of_thorns"),
    ("", ("bramble", "nightvine", "thornfoot", "thorn"), "brambles"),
    ("", ("dew",), "dew"),
    ("", ("reed",), "reeds"),
    ("", ("piper", "flute"), "pipes"),
    ("", ("antler",), "antler_crown"),
    ("", ("stag", "deer"), "stag"),
    ("", ("chase", "horn", "hunt"), "horn"),
    ("", ("owl",), "owl"),
    ("", ("fox",), "fox"),
    ("", ("boar",), "boar"),
    ("", ("wolf",), "wolf"),
    ("", ("hound",), "hound"),
    ("", ("adder", "asp", "snake", "serpent"), "snake"),
    ("", ("snare", "silk"), "snare"),
    ("", ("spider",), "spider"),
    ("", ("burrow",), "burrows"),
    # night and bargains
    ("", ("moth",), "moth"),
    ("", ("moonless",), "castle"),
    ("", ("heir", "crown"), "crown"),
    ("", ("grudge", "toll", "fingers"), "key"),
    ("", ("ledger", "book", "chronicle"), "book"),
    ("", ("bargain", "witch", "potion"), "potion"),
    ("", ("village", "bell"), "bell"),
    # arms and walls
    ("", ("quiet", "sword", "blade"), "sword"),
    ("", ("corsair", "raider", "stalker"), "duel"),
    ("", ("axe",), "axes"),
    ("", ("ashmane", "champion", "sentry", "knight"), "helm"),
    ("", ("gatehouse", "gate"), "gate"),
    ("", ("bastion", "castle", "muster", "fort", "guardian"), "castle"),
    # the sea and the island
    ("", ("upside",), "island_upside_down"),
    ("", ("favour", "island", "camp", "two", "three", "four", "five"), "island"),
    ("", ("exchange", "cards", "dealt", "called"), "hand_of_cards"),
    ("", ("wave", "spray", "tidecaller"), "wave"),
    ("", ("tide", "undertow", "maelstrom", "turning"), "maelstrom"),
    ("", ("fogbank", "ship", "crows"), "ship"),
    ("", ("return", "deep"), "bombs_in_a_maelstrom"),
    ("", ("pearl", "shell"), "shell"),
    ("", ("sands", "hourglass"), "hourglass"),
    ("", ("wager", "dice"), "dice"),
    ("", ("coin",), "coin"),
    ("", ("nerves", "anchor", "rope"), "anchor"),
    ("", ("driftwood", "bottle"), "bottle"),
    ("", ("spyglass",), "spyglass"),
    ("", ("cache", "chest"), "chest"),
    ("", ("keeper", "powder", "barrel"), "barrel"),
    ("", ("monsoon", "storm"), "storm"),
    ("", ("bomb", "peril", "fuse"), "bomb"),
    ("", ("blank", "mist"), "calm"),
    # what a kind of card is, where its name says nothing
    ("", ("dragon", "legendary"), "dragon_flight"),
    ("", ("summoner",), "dragon_bust"),
)

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
