"""Words and the pictures they ask for. The first line that fits wins; a line may hold for one kind of art alone."""

from __future__ import annotations

from printkit.art import (
    arms,
    farm_scenes,
    harbour,
    household,
    lair_scenes,
    music,
    sea_scenes,
    things,
    variants,
    wild,
    wonders,
    wood_scenes,
    wyrm_scenes,
)
from printkit.art.staging import Scene, emblem
from printkit.art.variants import sized

MOTIFS: tuple[tuple[str, tuple[str, ...], Scene], ...] = (
    # what a card is before what it is called after
    ("", ("banner",), variants.banner),
    ("", ("quest", "blood", "borrowed"), sea_scenes.islands),
    ("", ("scalesmith", "smith", "forge", "anvil"), sized(arms.anvil, 12)),
    ("", ("drum",), sized(arms.drum, 12)),
    ("", ("crows",), sea_scenes.ship),
    ("", ("warden", "ward", "shield"), variants.shield),
    ("", ("bow", "thornfoot", "scout", "leafblade"), emblem(variants.bow)),
    ("", ("nightvine",), variants.imp),
    ("", ("standing", "circle"), wood_scenes.circle_of_stones),
    ("", ("mossback", "stone", "giant"), wood_scenes.old_stone),
    ("", ("rare",), variants.rare_coin),
    ("", ("common", "epic"), variants.plain_coin),
    # dragons and what is theirs
    ("web", ("lair",), lair_scenes.spider),
    ("", ("lair", "cave", "den"), wyrm_scenes.lair),
    ("", ("hoard", "eldest", "treasure"), wyrm_scenes.hoard),
    ("", ("hatch", "sootling", "tidekit", "egg"), variants.egg),
    ("", ("throne", "chair", "court"), variants.throne),
    ("", ("molting", "obsidian", "maldrath", "scales"), variants.eye),
    ("", ("regent", "king", "queen"), variants.regent),
    ("", ("wyrmbane", "wyrmslayer", "slayer"), wyrm_scenes.slain),
    ("", ("nest",), sized(wild.nest, 13.5)),
    ("", ("leviathan", "geyser", "ondrathys", "hydra"), sea_scenes.serpent),
    ("", ("tithe", "mirrorscale", "venomous", "gloamhunter"), wyrm_scenes.coiled),
    ("", ("groom", "duskfang", "crusher", "vael"), wyrm_scenes.bust),
    ("", ("pyreclaw", "destroyer", "nightborn", "rain"), variants.fire_bust),
    (
        "",
        ("sky", "daybreak", "whelp", "drake", "wyrm", "razortail", "sharpwing", "noctyrax", "tideborn"),
        wyrm_scenes.flight,
    ),
    # fire and sky
    ("", ("fields",), wyrm_scenes.burning_fields),
    ("", ("charcoal", "volcano", "kiln"), wyrm_scenes.volcano),
    ("", ("embers", "meteor", "falling"), wyrm_scenes.embers),
    ("", ("fireball",), sized(things.fire, 14.5)),
    ("", ("explosion", "blast"), variants.burst),
    ("", ("comet",), wyrm_scenes.comet),
    ("", ("eclipse",), wyrm_scenes.eclipse),
    ("", ("spark", "flint", "kindling"), variants.torches),
    ("", ("hedgeburner", "torch", "burner"), variants.torches),
    # the farm
    ("", ("homestead", "farm"), farm_scenes.farm),
    ("", ("mill",), farm_scenes.windmill),
    ("", ("barn",), farm_scenes.barn),
    ("", ("harvest", "supper", "sheaf", "granary"), emblem(variants.sheaf)),
    ("", ("cart", "wheel", "wedding"), sized(household.wheel, 13.5)),
    ("", ("fiddle", "hearth", "bard", "singer"), sized(music.fiddle, 12.5)),
    ("", ("orchard", "apple"), variants.orchard),
    ("", ("lantern",), sized(household.lantern, 12.5)),
    ("", ("drover", "peddler", "road", "trail", "wander"), farm_scenes.road),
    ("", ("woodcutter",), emblem(variants.axe_song)),
    # the woods
    ("", ("hollow",), variants.hollow),
    ("", ("treecity",), variants.treecity),
    ("", ("treant", "oakheart", "ironbark", "elder"), wood_scenes.treant),
    ("", ("gift", "grove", "roots", "oak", "tree"), wood_scenes.old_tree),
    ("", ("moss",), wood_scenes.woods),
    ("", ("imp", "pixie", "goblin"), variants.imp),
    ("", ("wall", "thorns"), variants.wall),
    ("", ("bramble", "nightvine", "thornfoot", "thorn"), wood_scenes.brambles),
    ("", ("dew",), sized(wonders.dew, 12.5)),
    ("", ("reed",), wood_scenes.reeds),
    ("", ("piper", "flute"), sized(music.pipes, 11)),
    ("", ("antler",), wood_scenes.antler_crown),
    ("", ("stag", "deer"), wood_scenes.stag),
    ("", ("chase", "horn", "hunt"), sized(arms.horn, 13)),
    ("", ("owl",), lair_scenes.owl),
    ("", ("fox",), sized(wild.fox, 14)),
    ("", ("boar",), lair_scenes.boar),
    ("", ("wolf",), lair_scenes.wolf),
    ("", ("hound",), lair_scenes.hound),
    ("", ("adder", "asp", "snake", "serpent"), sized(wild.snake, 12.5)),
    ("", ("snare", "silk"), lair_scenes.snared),
    ("", ("spider",), lair_scenes.spider),
    ("", ("burrow",), farm_scenes.burrows),
    # night and bargains
    ("", ("moth",), lair_scenes.moth),
    ("", ("moonless",), farm_scenes.castle),
    ("", ("heir", "crown"), sized(things.crown, 12)),
    ("", ("grudge", "toll", "fingers"), emblem(variants.key)),
    ("", ("ledger", "book", "chronicle"), sized(household.book, 12.5)),
    ("", ("bargain", "witch", "potion"), sized(household.potion, 12)),
    ("", ("village", "bell"), sized(music.bell, 13)),
    # arms and walls
    ("", ("quiet", "sword", "blade"), variants.sword),
    ("", ("corsair", "raider", "stalker"), farm_scenes.duel),
    ("", ("axe",), farm_scenes.axes),
    ("", ("ashmane", "champion", "sentry", "knight"), sized(arms.helm, 13.5)),
    ("", ("gatehouse", "gate"), farm_scenes.gate),
    ("", ("bastion", "castle", "muster", "fort", "guardian"), farm_scenes.castle),
    # the sea and the island
    ("", ("upside",), variants.over),
    ("", ("favour", "island", "camp", "two", "three", "four", "five"), sea_scenes.isle),
    ("", ("exchange", "cards", "dealt", "called"), variants.hand),
    ("", ("wave", "spray", "tidecaller"), sea_scenes.wave),
    ("", ("tide", "undertow", "maelstrom", "turning"), sea_scenes.maelstrom),
    ("", ("fogbank", "ship", "crows"), sea_scenes.ship),
    ("", ("return", "deep"), variants.sunken),
    ("", ("pearl", "shell"), sized(harbour.shell, 13)),
    ("", ("sands", "hourglass"), sized(household.hourglass, 12.5)),
    ("", ("wager", "dice"), emblem(variants.dice)),
    ("", ("coin",), variants.coin),
    ("", ("nerves", "anchor", "rope"), sized(harbour.anchor, 12.5)),
    ("", ("driftwood", "bottle"), sized(harbour.bottle, 12.5)),
    ("", ("spyglass",), sized(harbour.spyglass, 10.5)),
    ("", ("cache", "chest"), sized(household.chest, 12.5)),
    ("", ("keeper", "powder", "barrel"), sized(harbour.barrel, 12)),
    ("", ("monsoon", "storm"), sea_scenes.storm),
    ("", ("bomb", "peril", "fuse"), variants.bomb),
    ("", ("blank", "mist"), sea_scenes.calm),
    # what a kind of card is, where its name says nothing
    ("", ("dragon", "legendary"), wyrm_scenes.flight),
    ("", ("summoner",), wyrm_scenes.bust),
)

OWN: dict[str, tuple[Scene, ...]] = {
    "fire": (wyrm_scenes.flight, wyrm_scenes.bust, wyrm_scenes.coiled, wyrm_scenes.volcano, variants.eye, variants.egg),
    "fields": (
        farm_scenes.farm,
        farm_scenes.windmill,
        emblem(variants.sheaf),
        sized(household.wheel, 13.5),
        farm_scenes.barn,
    ),
    "forest": (
        wood_scenes.woods,
        wood_scenes.old_tree,
        wood_scenes.stag,
        wood_scenes.brambles,
        lair_scenes.boar,
        sized(wild.fox, 14),
    ),
    "night": (
        lair_scenes.ravens,
        lair_scenes.moth,
        farm_scenes.castle,
        lair_scenes.wolf,
        wyrm_scenes.eclipse,
        wood_scenes.circle_of_stones,
    ),
    "waves": (
        sea_scenes.isle,
        sea_scenes.ship,
        sea_scenes.wave,
        sea_scenes.maelstrom,
        sea_scenes.islands,
        sized(harbour.anchor, 12.5),
    ),
    "tide": (sea_scenes.wave, sea_scenes.ship, sea_scenes.serpent, sized(harbour.shell, 13), sea_scenes.maelstrom),
    "dawn": (farm_scenes.castle, sized(arms.helm, 13.5), variants.shield, farm_scenes.duel, farm_scenes.gate),
    "web": (lair_scenes.spider, lair_scenes.snared, lair_scenes.moth),
    "stone": (wood_scenes.old_stone, farm_scenes.burrows, wood_scenes.circle_of_stones, sized(arms.anvil, 12)),
    "gold": (variants.coin, sized(household.chest, 12.5), sized(things.crown, 12)),
}
"""What a kind of art draws where no word helps."""

MOST_OWN = max(map(len, OWN.values()))
ANYWHERE: tuple[Scene, ...] = (
    sized(household.lantern, 12.5),
    variants.shield,
    sized(household.book, 12.5),
    lair_scenes.owl,
    emblem(variants.key),
    sized(household.hourglass, 12.5),
    variants.banner,
    sized(music.bell, 13),
    variants.sword,
    sized(household.potion, 12),
    farm_scenes.road,
    sized(music.fiddle, 12.5),
    variants.throne,
    emblem(variants.dice),
    sized(wild.snake, 12.5),
    sized(harbour.spyglass, 10.5),
    sized(arms.helm, 13.5),
    wood_scenes.reeds,
    sized(harbour.bottle, 12.5),
    sized(arms.drum, 12),
    emblem(variants.bow),
    sized(wild.nest, 13.5),
    variants.torches,
    lair_scenes.hound,
)
"""What fits every world and is no suit's own: for cards from elsewhere, between the suit's own scenes."""
SPARE: tuple[Scene, ...] = (variants.hand, sized(music.pipes, 11), sized(arms.horn, 13))
"""For suits with fewer scenes of their own than others."""


def in_turn(art: str) -> tuple[Scene, ...]:
    """The scenes of a kind of art in the order numbers take them: a world's own, then four that fit any world.

    All kinds have equally many, so that cards of different suits do not meet at one scene either.
    """
    share = len(ANYWHERE) // MOST_OWN
    own = (*OWN[art], *SPARE)[:MOST_OWN]
    return tuple(
        scene for turn, first in enumerate(own) for scene in (first, *ANYWHERE[turn * share : (turn + 1) * share])
    )
