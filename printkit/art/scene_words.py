"""Words and the pictures they ask for. The first line that fits wins; a line may hold for one kind of art alone."""

from __future__ import annotations

from printkit.art import (
    composed_scenes,
    crafted_things,
    dragon_scenes,
    farm_scenes,
    harbour_things,
    household_things,
    musical_instruments,
    sea_scenes,
    skies,
    weapons,
    wild_animals,
    wood_scenes,
)
from printkit.art.backdrops import Scene, emblem
from printkit.art.composed_scenes import sized

MOTIFS: tuple[tuple[str, tuple[str, ...], Scene], ...] = (
    # what a card is before what it is called after
    ("", ("banner",), composed_scenes.banner),
    ("", ("quest", "blood", "borrowed"), sea_scenes.islands),
    ("", ("scalesmith", "smith", "forge", "anvil"), sized(weapons.anvil, 12)),
    ("", ("drum",), sized(weapons.drum, 12)),
    ("", ("crows",), sea_scenes.ship),
    ("", ("warden", "ward", "shield"), composed_scenes.shield),
    ("", ("bow", "thornfoot", "scout", "leafblade"), emblem(composed_scenes.bow)),
    ("", ("nightvine",), composed_scenes.imp),
    ("", ("standing", "circle"), wood_scenes.circle_of_stones),
    ("", ("mossback", "stone", "giant"), wood_scenes.old_stone),
    ("", ("rare",), composed_scenes.rare_coin),
    ("", ("common", "epic"), composed_scenes.plain_coin),
    # dragons and what is theirs
    ("web", ("lair",), wood_scenes.spider),
    ("", ("lair", "cave", "den"), dragon_scenes.lair),
    ("", ("hoard", "eldest", "treasure"), dragon_scenes.hoard),
    ("", ("hatch", "sootling", "tidekit", "egg"), composed_scenes.egg),
    ("", ("throne", "chair", "court"), composed_scenes.throne),
    ("", ("molting", "obsidian", "maldrath", "scales"), composed_scenes.eye),
    ("", ("regent", "king", "queen"), composed_scenes.regent),
    ("", ("wyrmbane", "wyrmslayer", "slayer"), dragon_scenes.slain),
    ("", ("nest",), sized(wild_animals.nest, 13.5)),
    ("", ("leviathan", "geyser", "ondrathys", "hydra"), sea_scenes.serpent),
    ("", ("tithe", "mirrorscale", "venomous", "gloamhunter"), dragon_scenes.coiled),
    ("", ("groom", "duskfang", "crusher", "vael"), dragon_scenes.bust),
    ("", ("pyreclaw", "destroyer", "nightborn", "rain"), composed_scenes.fire_bust),
    (
        "",
        ("sky", "daybreak", "whelp", "drake", "wyrm", "razortail", "sharpwing", "noctyrax", "tideborn"),
        dragon_scenes.flight,
    ),
    # fire and sky
    ("", ("fields",), dragon_scenes.burning_fields),
    ("", ("charcoal", "volcano", "kiln"), dragon_scenes.volcano),
    ("", ("embers", "meteor", "falling"), dragon_scenes.embers),
    ("", ("fireball",), sized(crafted_things.fire, 14.5)),
    ("", ("explosion", "blast"), composed_scenes.burst),
    ("", ("comet",), dragon_scenes.comet),
    ("", ("eclipse",), dragon_scenes.eclipse),
    ("", ("spark", "flint", "kindling"), composed_scenes.torches),
    ("", ("hedgeburner", "torch", "burner"), composed_scenes.torches),
    # the farm
    ("", ("homestead", "farm"), farm_scenes.farm),
    ("", ("mill",), farm_scenes.windmill),
    ("", ("barn",), farm_scenes.barn),
    ("", ("harvest", "supper", "sheaf", "granary"), emblem(composed_scenes.sheaf)),
    ("", ("cart", "wheel", "wedding"), sized(household_things.wheel, 13.5)),
    ("", ("fiddle", "hearth", "bard", "singer"), sized(musical_instruments.fiddle, 12.5)),
    ("", ("orchard", "apple"), composed_scenes.orchard),
    ("", ("lantern",), sized(household_things.lantern, 12.5)),
    ("", ("drover", "peddler", "road", "trail", "wander"), farm_scenes.road),
    ("", ("woodcutter",), emblem(composed_scenes.axe_song)),
    # the woods
    ("", ("hollow",), composed_scenes.hollow),
    ("", ("treecity",), composed_scenes.treecity),
    ("", ("treant", "oakheart", "ironbark", "elder"), wood_scenes.treant),
    ("", ("gift", "grove", "roots", "oak", "tree"), wood_scenes.old_tree),
    ("", ("moss",), wood_scenes.woods),
    ("", ("imp", "pixie", "goblin"), composed_scenes.imp),
    ("", ("wall", "thorns"), composed_scenes.wall),
    ("", ("bramble", "nightvine", "thornfoot", "thorn"), wood_scenes.brambles),
    ("", ("dew",), sized(skies.dew, 12.5)),
    ("", ("reed",), wood_scenes.reeds),
    ("", ("piper", "flute"), sized(musical_instruments.pipes, 11)),
    ("", ("antler",), wood_scenes.antler_crown),
    ("", ("stag", "deer"), wood_scenes.stag),
    ("", ("chase", "horn", "hunt"), sized(weapons.horn, 13)),
    ("", ("owl",), wood_scenes.owl),
    ("", ("fox",), sized(wild_animals.fox, 14)),
    ("", ("boar",), wood_scenes.boar),
    ("", ("wolf",), wood_scenes.wolf),
    ("", ("hound",), wood_scenes.hound),
    ("", ("adder", "asp", "snake", "serpent"), sized(wild_animals.snake, 12.5)),
    ("", ("snare", "silk"), wood_scenes.snared),
    ("", ("spider",), wood_scenes.spider),
    ("", ("burrow",), farm_scenes.burrows),
    # night and bargains
    ("", ("moth",), wood_scenes.moth),
    ("", ("moonless",), farm_scenes.castle),
    ("", ("heir", "crown"), sized(crafted_things.crown, 12)),
    ("", ("grudge", "toll", "fingers"), emblem(composed_scenes.key)),
    ("", ("ledger", "book", "chronicle"), sized(household_things.book, 12.5)),
    ("", ("bargain", "witch", "potion"), sized(household_things.potion, 12)),
    ("", ("village", "bell"), sized(musical_instruments.bell, 13)),
    # arms and walls
    ("", ("quiet", "sword", "blade"), composed_scenes.sword),
    ("", ("corsair", "raider", "stalker"), farm_scenes.duel),
    ("", ("axe",), farm_scenes.axes),
    ("", ("ashmane", "champion", "sentry", "knight"), sized(weapons.helm, 13.5)),
    ("", ("gatehouse", "gate"), farm_scenes.gate),
    ("", ("bastion", "castle", "muster", "fort", "guardian"), farm_scenes.castle),
    # the sea and the island
    ("", ("upside",), composed_scenes.over),
    ("", ("favour", "island", "camp", "two", "three", "four", "five"), sea_scenes.isle),
    ("", ("exchange", "cards", "dealt", "called"), composed_scenes.hand),
    ("", ("wave", "spray", "tidecaller"), sea_scenes.wave),
    ("", ("tide", "undertow", "maelstrom", "turning"), sea_scenes.maelstrom),
    ("", ("fogbank", "ship", "crows"), sea_scenes.ship),
    ("", ("return", "deep"), composed_scenes.sunken),
    ("", ("pearl", "shell"), sized(harbour_things.shell, 13)),
    ("", ("sands", "hourglass"), sized(household_things.hourglass, 12.5)),
    ("", ("wager", "dice"), emblem(composed_scenes.dice)),
    ("", ("coin",), composed_scenes.coin),
    ("", ("nerves", "anchor", "rope"), sized(harbour_things.anchor, 12.5)),
    ("", ("driftwood", "bottle"), sized(harbour_things.bottle, 12.5)),
    ("", ("spyglass",), sized(harbour_things.spyglass, 10.5)),
    ("", ("cache", "chest"), sized(household_things.chest, 12.5)),
    ("", ("keeper", "powder", "barrel"), sized(harbour_things.barrel, 12)),
    ("", ("monsoon", "storm"), sea_scenes.storm),
    ("", ("bomb", "peril", "fuse"), composed_scenes.bomb),
    ("", ("blank", "mist"), sea_scenes.calm),
    # what a kind of card is, where its name says nothing
    ("", ("dragon", "legendary"), dragon_scenes.flight),
    ("", ("summoner",), dragon_scenes.bust),
)

OWN: dict[str, tuple[Scene, ...]] = {
    "fire": (
        dragon_scenes.flight,
        dragon_scenes.bust,
        dragon_scenes.coiled,
        dragon_scenes.volcano,
        composed_scenes.eye,
        composed_scenes.egg,
    ),
    "fields": (
        farm_scenes.farm,
        farm_scenes.windmill,
        emblem(composed_scenes.sheaf),
        sized(household_things.wheel, 13.5),
        farm_scenes.barn,
    ),
    "forest": (
        wood_scenes.woods,
        wood_scenes.old_tree,
        wood_scenes.stag,
        wood_scenes.brambles,
        wood_scenes.boar,
        sized(wild_animals.fox, 14),
    ),
    "night": (
        wood_scenes.ravens,
        wood_scenes.moth,
        farm_scenes.castle,
        wood_scenes.wolf,
        dragon_scenes.eclipse,
        wood_scenes.circle_of_stones,
    ),
    "waves": (
        sea_scenes.isle,
        sea_scenes.ship,
        sea_scenes.wave,
        sea_scenes.maelstrom,
        sea_scenes.islands,
        sized(harbour_things.anchor, 12.5),
    ),
    "tide": (
        sea_scenes.wave,
        sea_scenes.ship,
        sea_scenes.serpent,
        sized(harbour_things.shell, 13),
        sea_scenes.maelstrom,
    ),
    "dawn": (farm_scenes.castle, sized(weapons.helm, 13.5), composed_scenes.shield, farm_scenes.duel, farm_scenes.gate),
    "web": (wood_scenes.spider, wood_scenes.snared, wood_scenes.moth),
    "stone": (wood_scenes.old_stone, farm_scenes.burrows, wood_scenes.circle_of_stones, sized(weapons.anvil, 12)),
    "gold": (composed_scenes.coin, sized(household_things.chest, 12.5), sized(crafted_things.crown, 12)),
}
"""What a kind of art draws where no word helps."""

MOST_OWN = max(map(len, OWN.values()))
ANYWHERE: tuple[Scene, ...] = (
    sized(household_things.lantern, 12.5),
    composed_scenes.shield,
    sized(household_things.book, 12.5),
    wood_scenes.owl,
    emblem(composed_scenes.key),
    sized(household_things.hourglass, 12.5),
    composed_scenes.banner,
    sized(musical_instruments.bell, 13),
    composed_scenes.sword,
    sized(household_things.potion, 12),
    farm_scenes.road,
    sized(musical_instruments.fiddle, 12.5),
    composed_scenes.throne,
    emblem(composed_scenes.dice),
    sized(wild_animals.snake, 12.5),
    sized(harbour_things.spyglass, 10.5),
    sized(weapons.helm, 13.5),
    wood_scenes.reeds,
    sized(harbour_things.bottle, 12.5),
    sized(weapons.drum, 12),
    emblem(composed_scenes.bow),
    sized(wild_animals.nest, 13.5),
    composed_scenes.torches,
    wood_scenes.hound,
)
"""What fits every world and is no suit's own: for cards from elsewhere, between the suit's own scenes."""
SPARE: tuple[Scene, ...] = (composed_scenes.hand, sized(musical_instruments.pipes, 11), sized(weapons.horn, 13))
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
