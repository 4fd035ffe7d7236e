"""Words and the pictures they ask for. The first line that fits wins; a line may hold for one kind of art alone."""

from __future__ import annotations

from printkit.art import (
    arms,
    farm_scenes,
    harbour,
    household,
    moods,
    music,
    plants,
    sea_scenes,
    things,
    wild,
    wood_scenes,
    wyrm_scenes,
    wyrms,
)
from printkit.art import strokes as s
from printkit.art.plate import Plate
from printkit.art.staging import Scene, emblem
from printkit.art.strokes import Point
from printkit.layout import Suit


def _size(draw: object, size: float) -> Scene:
    """An emblem of a thing that takes a place and a size."""

    def put(p: Plate, at: Point) -> None:
        draw(p, at, size)  # type: ignore[operator]  # things share this signature

    return emblem(put)


def _coin(p: Plate, suit: Suit, glyph: str = "") -> None:
    moods.backdrop(p, suit.art, disc=False)
    things.coin(p, (p.light[0], p.light[1] - 0.6), 16.0, glyph or suit.glyph)


def _rare_coin(p: Plate, suit: Suit) -> None:
    _coin(p, suit, "diamond")


def _plain_coin(p: Plate, suit: Suit) -> None:
    _coin(p, suit, "crown" if suit.art == "gold" else "sun")


def _bow(p: Plate, at: Point) -> None:
    arms.bow(p, at, 13.5)


def _banner(p: Plate, suit: Suit) -> None:
    moods.backdrop(p, suit.art, disc=False)
    arms.banner(p, (p.light[0], p.light[1] - 0.4), 14.5, suit.glyph)


def _throne(p: Plate, suit: Suit) -> None:
    moods.backdrop(p, suit.art)
    household.throne(p, (p.light[0], p.light[1] + 1.4), 12.5, suit.glyph)


def _shield(p: Plate, suit: Suit) -> None:
    moods.backdrop(p, suit.art)
    arms.shield(p, (p.light[0], p.light[1]), 14.5, suit.glyph)


def _hand(p: Plate, suit: Suit) -> None:
    moods.backdrop(p, suit.art)
    things.cards(p, (p.light[0], p.light[1]), 11.5, ("wave", "sun", "bomb", "star", "compass"))


def _regent(p: Plate, suit: Suit) -> None:
    wyrm_scenes.bust(p, suit, crowned=True)


def _fire_bust(p: Plate, suit: Suit) -> None:
    wyrm_scenes.bust(p, suit, fire=True)


def _hollow(p: Plate, suit: Suit) -> None:
    wood_scenes.old_tree(p, suit, hollow=True)


def _orchard(p: Plate, suit: Suit) -> None:
    wood_scenes.old_tree(p, suit, fruit=True)


def _treecity(p: Plate, suit: Suit) -> None:
    wood_scenes.old_tree(p, suit, houses=True)


def _imp(p: Plate, suit: Suit) -> None:
    wood_scenes.brambles(p, suit, eyes=True)


def _wall(p: Plate, suit: Suit) -> None:
    wood_scenes.brambles(p, suit, wall=True)


def _over(p: Plate, suit: Suit) -> None:
    sea_scenes.isle(p, suit, over=True)


def _eye(p: Plate, suit: Suit) -> None:
    del suit
    wyrms.eye(p)


def _torches(p: Plate, suit: Suit) -> None:
    moods.backdrop(p, suit.art)
    for angle in (0.5, -0.5):
        arms.torch(p, (p.light[0], p.light[1] - 1), 11, angle)


def _key(p: Plate, at: Point) -> None:
    household.key(p, at, 14, 0.7)
    household.key(p, at, 14, -0.7)


def _axe_song(p: Plate, at: Point) -> None:
    arms.axe(p, at, 14, -0.45)
    music.note(p, (at[0] - 9, at[1] + 3), 3.0)
    music.note(p, (at[0] - 13, at[1] - 4), 2.6)
    music.note(p, (at[0] + 11, at[1] - 5), 2.8)


def _sheaf(p: Plate, at: Point) -> None:
    k, (x, y) = p.inks, at
    for i in range(11):
        t = (i - 5) / 5
        plants.wheat(
            p, (x - t * 4.4, y - 14), (x + t * 11, y + 12 - 6 * t * t), 2.1, (k.dark, k.light if i % 2 else k.tone)
        )
    p.fill(s.ribbon([(x - 4.4, y - 4.2), (x, y - 5), (x + 4.4, y - 4.2)], [1.5, 1.7, 1.5]), k.dark)
    p.fill(s.lens((x - 4, y - 4.2), (x + 4, y - 4.2), 0.5), k.light)


def _dice(p: Plate, at: Point) -> None:
    things.dice(p, (at[0] - 6.5, at[1] - 2), 9)
    things.dice(p, (at[0] + 7.5, at[1] + 1.5), 8)


def _sunken(p: Plate, suit: Suit) -> None:
    sea_scenes.maelstrom(p, suit)
    things.bomb(p, p.at(0.36, 0.5), 7)
    things.bomb(p, p.at(0.66, 0.46), 6)


_egg, _sword = _size(wyrms.egg, 14.5), _size(arms.sword, 16)
_bomb, _burst = _size(things.bomb, 13), _size(wild.burst, 11.5)

MOTIFS: tuple[tuple[str, tuple[str, ...], Scene], ...] = (
    # what a card is before what it is called after
    ("", ("banner",), _banner),
    ("", ("quest", "blood", "borrowed"), sea_scenes.islands),
    ("", ("scalesmith", "smith", "forge", "anvil"), _size(arms.anvil, 12)),
    ("", ("drum",), _size(arms.drum, 12)),
    ("", ("crows",), sea_scenes.ship),
    ("", ("warden", "ward", "shield"), _shield),
    ("", ("bow", "thornfoot", "scout", "leafblade"), emblem(_bow)),
    ("", ("nightvine",), _imp),
    ("", ("standing", "circle"), wood_scenes.circle_of_stones),
    ("", ("mossback", "stone", "giant"), wood_scenes.old_stone),
    ("", ("rare",), _rare_coin),
    ("", ("common", "epic"), _plain_coin),
    # dragons and what is theirs
    ("web", ("lair",), wood_scenes.spider),
    ("", ("lair", "cave", "den"), wyrm_scenes.lair),
    ("", ("hoard", "eldest", "treasure"), wyrm_scenes.hoard),
    ("", ("hatch", "sootling", "tidekit", "egg"), _egg),
    ("", ("throne", "chair", "court"), _throne),
    ("", ("molting", "obsidian", "maldrath", "scales"), _eye),
    ("", ("regent", "king", "queen"), _regent),
    ("", ("wyrmbane", "wyrmslayer", "slayer"), wyrm_scenes.slain),
    ("", ("nest",), _size(wild.nest, 13.5)),
    ("", ("leviathan", "geyser", "ondrathys", "hydra"), sea_scenes.serpent),
    ("", ("tithe", "mirrorscale", "venomous", "gloamhunter"), wyrm_scenes.coiled),
    ("", ("groom", "duskfang", "crusher", "vael"), wyrm_scenes.bust),
    ("", ("pyreclaw", "destroyer", "nightborn", "rain"), _fire_bust),
    (
        "",
        ("sky", "daybreak", "whelp", "drake", "wyrm", "razortail", "sharpwing", "noctyrax", "tideborn"),
        wyrm_scenes.flight,
    ),
    # fire and sky
    ("", ("fields",), wyrm_scenes.burning_fields),
    ("", ("charcoal", "volcano", "kiln"), wyrm_scenes.volcano),
    ("", ("embers", "meteor", "falling"), wyrm_scenes.embers),
    ("", ("fireball",), _size(things.fire, 14.5)),
    ("", ("explosion", "blast"), _burst),
    ("", ("comet",), wyrm_scenes.comet),
    ("", ("eclipse",), wyrm_scenes.eclipse),
    ("", ("spark", "flint", "kindling"), _torches),
    ("", ("hedgeburner", "torch", "burner"), _torches),
    # the farm
    ("", ("homestead", "farm"), farm_scenes.farm),
    ("", ("mill",), farm_scenes.windmill),
    ("", ("barn",), farm_scenes.barn),
    ("", ("harvest", "supper", "sheaf", "granary"), emblem(_sheaf)),
    ("", ("cart", "wheel", "wedding"), _size(household.wheel, 13.5)),
    ("", ("fiddle", "hearth", "bard", "singer"), _size(music.fiddle, 12.5)),
    ("", ("orchard", "apple"), _orchard),
    ("", ("lantern",), _size(household.lantern, 12.5)),
    ("", ("drover", "peddler", "road", "trail", "wander"), farm_scenes.road),
    ("", ("woodcutter",), emblem(_axe_song)),
    # the woods
    ("", ("hollow",), _hollow),
    ("", ("treecity",), _treecity),
    ("", ("treant", "oakheart", "ironbark", "elder"), wood_scenes.treant),
    ("", ("gift", "grove", "roots", "oak", "tree"), wood_scenes.old_tree),
    ("", ("moss",), wood_scenes.woods),
    ("", ("imp", "pixie", "goblin"), _imp),
    ("", ("wall", "thorns"), _wall),
    ("", ("bramble", "nightvine", "thornfoot", "thorn"), wood_scenes.brambles),
    ("", ("dew",), _size(wild.dew, 12.5)),
    ("", ("reed",), wood_scenes.reeds),
    ("", ("piper", "flute"), _size(music.pipes, 11)),
    ("", ("antler",), wood_scenes.antler_crown),
    ("", ("stag", "deer"), wood_scenes.stag),
    ("", ("chase", "horn", "hunt"), _size(arms.horn, 13)),
    ("", ("owl",), wood_scenes.owl),
    ("", ("fox",), _size(wild.fox, 14)),
    ("", ("boar",), wood_scenes.boar),
    ("", ("wolf",), wood_scenes.wolf),
    ("", ("hound",), wood_scenes.hound),
    ("", ("adder", "asp", "snake", "serpent"), _size(wild.snake, 12.5)),
    ("", ("snare", "silk"), wood_scenes.snared),
    ("", ("spider",), wood_scenes.spider),
    ("", ("burrow",), farm_scenes.burrows),
    # night and bargains
    ("", ("moth",), wood_scenes.moth),
    ("", ("moonless",), farm_scenes.castle),
    ("", ("heir", "crown"), _size(things.crown, 12)),
    ("", ("grudge", "toll", "fingers"), emblem(_key)),
    ("", ("ledger", "book", "chronicle"), _size(household.book, 12.5)),
    ("", ("bargain", "witch", "potion"), _size(household.potion, 12)),
    ("", ("village", "bell"), _size(music.bell, 13)),
    # arms and walls
    ("", ("quiet", "sword", "blade"), _sword),
    ("", ("corsair", "raider", "stalker"), farm_scenes.duel),
    ("", ("axe",), farm_scenes.axes),
    ("", ("ashmane", "champion", "sentry", "knight"), _size(arms.helm, 13.5)),
    ("", ("gatehouse", "gate"), farm_scenes.gate),
    ("", ("bastion", "castle", "muster", "fort", "guardian"), farm_scenes.castle),
    # the sea and the island
    ("", ("upside",), _over),
    ("", ("favour", "island", "camp", "two", "three", "four", "five"), sea_scenes.isle),
    ("", ("exchange", "cards", "dealt", "called"), _hand),
    ("", ("wave", "spray", "tidecaller"), sea_scenes.wave),
    ("", ("tide", "undertow", "maelstrom", "turning"), sea_scenes.maelstrom),
    ("", ("fogbank", "ship", "crows"), sea_scenes.ship),
    ("", ("return", "deep"), _sunken),
    ("", ("pearl", "shell"), _size(harbour.shell, 13)),
    ("", ("sands", "hourglass"), _size(household.hourglass, 12.5)),
    ("", ("wager", "dice"), emblem(_dice)),
    ("", ("coin",), _coin),
    ("", ("nerves", "anchor", "rope"), _size(harbour.anchor, 12.5)),
    ("", ("driftwood", "bottle"), _size(harbour.bottle, 12.5)),
    ("", ("spyglass",), _size(harbour.spyglass, 10.5)),
    ("", ("cache", "chest"), _size(household.chest, 12.5)),
    ("", ("keeper", "powder", "barrel"), _size(harbour.barrel, 12)),
    ("", ("monsoon", "storm"), sea_scenes.storm),
    ("", ("bomb", "peril", "fuse"), _bomb),
    ("", ("blank", "mist"), sea_scenes.calm),
    # what a kind of card is, where its name says nothing
    ("", ("dragon", "legendary"), wyrm_scenes.flight),
    ("", ("summoner",), wyrm_scenes.bust),
)

OWN: dict[str, tuple[Scene, ...]] = {
    "fire": (wyrm_scenes.flight, wyrm_scenes.bust, wyrm_scenes.coiled, wyrm_scenes.volcano, _eye, _egg),
    "fields": (farm_scenes.farm, farm_scenes.windmill, emblem(_sheaf), _size(household.wheel, 13.5), farm_scenes.barn),
    "forest": (
        wood_scenes.woods,
        wood_scenes.old_tree,
        wood_scenes.stag,
        wood_scenes.brambles,
        wood_scenes.boar,
        _size(wild.fox, 14),
    ),
    "night": (
        wood_scenes.ravens,
        wood_scenes.moth,
        farm_scenes.castle,
        wood_scenes.wolf,
        wyrm_scenes.eclipse,
        wood_scenes.circle_of_stones,
    ),
    "waves": (
        sea_scenes.isle,
        sea_scenes.ship,
        sea_scenes.wave,
        sea_scenes.maelstrom,
        sea_scenes.islands,
        _size(harbour.anchor, 12.5),
    ),
    "tide": (sea_scenes.wave, sea_scenes.ship, sea_scenes.serpent, _size(harbour.shell, 13), sea_scenes.maelstrom),
    "dawn": (farm_scenes.castle, _size(arms.helm, 13.5), _shield, farm_scenes.duel, farm_scenes.gate),
    "web": (wood_scenes.spider, wood_scenes.snared, wood_scenes.moth),
    "stone": (wood_scenes.old_stone, farm_scenes.burrows, wood_scenes.circle_of_stones, _size(arms.anvil, 12)),
    "gold": (_coin, _size(household.chest, 12.5), _size(things.crown, 12)),
}
"""What a kind of art draws where no word helps."""
