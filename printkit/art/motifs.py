"""Words and the pictures they ask for. The first line that fits wins; a line may hold for one kind of art alone."""

from __future__ import annotations

from printkit.art import moods, sea, things, wild
from printkit.art import scenes as c
from printkit.art.plate import Plate
from printkit.art.scenes import Scene, emblem
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
    things.bow(p, at, 13.5)


def _banner(p: Plate, suit: Suit) -> None:
    moods.backdrop(p, suit.art, disc=False)
    things.banner(p, (p.light[0], p.light[1] - 0.4), 14.5, suit.glyph)


def _throne(p: Plate, suit: Suit) -> None:
    moods.backdrop(p, suit.art)
    things.throne(p, (p.light[0], p.light[1] + 1.4), 12.5, suit.glyph)


def _shield(p: Plate, suit: Suit) -> None:
    moods.backdrop(p, suit.art)
    things.shield(p, (p.light[0], p.light[1]), 14.5, suit.glyph)


def _hand(p: Plate, suit: Suit) -> None:
    moods.backdrop(p, suit.art)
    things.cards(p, (p.light[0], p.light[1]), 11.5, ("wave", "sun", "bomb", "star", "compass"))


def _regent(p: Plate, suit: Suit) -> None:
    c.bust(p, suit, crowned=True)


def _fire_bust(p: Plate, suit: Suit) -> None:
    c.bust(p, suit, fire=True)


def _hollow(p: Plate, suit: Suit) -> None:
    c.old_tree(p, suit, hollow=True)


def _orchard(p: Plate, suit: Suit) -> None:
    c.old_tree(p, suit, fruit=True)


def _treecity(p: Plate, suit: Suit) -> None:
    c.old_tree(p, suit, houses=True)


def _imp(p: Plate, suit: Suit) -> None:
    c.brambles(p, suit, eyes=True)


def _wall(p: Plate, suit: Suit) -> None:
    c.brambles(p, suit, wall=True)


def _over(p: Plate, suit: Suit) -> None:
    c.isle(p, suit, over=True)


def _eye(p: Plate, suit: Suit) -> None:
    del suit
    wild.eye(p)


def _torches(p: Plate, suit: Suit) -> None:
    moods.backdrop(p, suit.art)
    for angle in (0.5, -0.5):
        things.torch(p, (p.light[0], p.light[1] - 1), 11, angle)


def _key(p: Plate, at: Point) -> None:
    things.key(p, at, 14, 0.7)
    things.key(p, at, 14, -0.7)


def _axe_song(p: Plate, at: Point) -> None:
    things.axe(p, at, 14, -0.45)
    things.note(p, (at[0] - 9, at[1] + 3), 3.0)
    things.note(p, (at[0] - 13, at[1] - 4), 2.6)
    things.note(p, (at[0] + 11, at[1] - 5), 2.8)


def _sheaf(p: Plate, at: Point) -> None:
    from printkit.art import land
    from printkit.art import strokes as s

    k, (x, y) = p.inks, at
    for i in range(11):
        t = (i - 5) / 5
        land.wheat(
            p, (x - t * 4.4, y - 14), (x + t * 11, y + 12 - 6 * t * t), 2.1, (k.dark, k.light if i % 2 else k.tone)
        )
    p.fill(s.ribbon([(x - 4.4, y - 4.2), (x, y - 5), (x + 4.4, y - 4.2)], [1.5, 1.7, 1.5]), k.dark)
    p.fill(s.lens((x - 4, y - 4.2), (x + 4, y - 4.2), 0.5), k.light)


def _dice(p: Plate, at: Point) -> None:
    things.dice(p, (at[0] - 6.5, at[1] - 2), 9)
    things.dice(p, (at[0] + 7.5, at[1] + 1.5), 8)


def _sunken(p: Plate, suit: Suit) -> None:
    c.maelstrom(p, suit)
    things.bomb(p, p.at(0.36, 0.5), 7)
    things.bomb(p, p.at(0.66, 0.46), 6)


_egg, _sword = _size(wild.egg, 14.5), _size(things.sword, 16)
_bomb, _burst = _size(things.bomb, 13), _size(wild.burst, 11.5)

MOTIFS: tuple[tuple[str, tuple[str, ...], Scene], ...] = (
    # what a card is before what it is called after
    ("", ("banner",), _banner),
    ("", ("quest", "blood", "borrowed"), c.islands),
    ("", ("scalesmith", "smith", "forge", "anvil"), _size(things.anvil, 12)),
    ("", ("drum",), _size(things.drum, 12)),
    ("", ("crows",), c.ship),
    ("", ("warden", "ward", "shield"), _shield),
    ("", ("bow", "thornfoot", "scout", "leafblade"), emblem(_bow)),
    ("", ("nightvine",), _imp),
    ("", ("standing", "circle"), c.circle_of_stones),
    ("", ("mossback", "stone", "giant"), c.old_stone),
    ("", ("rare",), _rare_coin),
    ("", ("common", "epic"), _plain_coin),
    # dragons and what is theirs
    ("web", ("lair",), c.spider),
    ("", ("lair", "cave", "den"), c.lair),
    ("", ("hoard", "eldest", "treasure"), c.hoard),
    ("", ("hatch", "sootling", "tidekit", "egg"), _egg),
    ("", ("throne", "chair", "court"), _throne),
    ("", ("molting", "obsidian", "maldrath", "scales"), _eye),
    ("", ("regent", "king", "queen"), _regent),
    ("", ("wyrmbane", "wyrmslayer", "slayer"), c.slain),
    ("", ("nest",), _size(wild.nest, 13.5)),
    ("", ("leviathan", "geyser", "ondrathys", "hydra"), c.serpent),
    ("", ("tithe", "mirrorscale", "venomous", "gloamhunter"), c.coiled),
    ("", ("groom", "duskfang", "crusher", "vael"), c.bust),
    ("", ("pyreclaw", "destroyer", "nightborn", "rain"), _fire_bust),
    ("", ("sky", "daybreak", "whelp", "drake", "wyrm", "razortail", "sharpwing", "noctyrax", "tideborn"), c.flight),
    # fire and sky
    ("", ("fields",), c.burning_fields),
    ("", ("charcoal", "volcano", "kiln"), c.volcano),
    ("", ("embers", "meteor", "falling"), c.embers),
    ("", ("fireball",), _size(things.fire, 14.5)),
    ("", ("explosion", "blast"), _burst),
    ("", ("comet",), c.comet),
    ("", ("eclipse",), c.eclipse),
    ("", ("spark", "flint", "kindling"), _torches),
    ("", ("hedgeburner", "torch", "burner"), _torches),
    # the farm
    ("", ("homestead", "farm"), c.farm),
    ("", ("mill",), c.windmill),
    ("", ("barn",), c.barn),
    ("", ("harvest", "supper", "sheaf", "granary"), emblem(_sheaf)),
    ("", ("cart", "wheel", "wedding"), _size(things.wheel, 13.5)),
    ("", ("fiddle", "hearth", "bard", "singer"), _size(things.fiddle, 12.5)),
    ("", ("orchard", "apple"), _orchard),
    ("", ("lantern",), _size(things.lantern, 12.5)),
    ("", ("drover", "peddler", "road", "trail", "wander"), c.road),
    ("", ("woodcutter",), emblem(_axe_song)),
    # the woods
    ("", ("hollow",), _hollow),
    ("", ("treecity",), _treecity),
    ("", ("treant", "oakheart", "ironbark", "elder"), c.treant),
    ("", ("gift", "grove", "roots", "oak", "tree"), c.old_tree),
    ("", ("moss",), c.woods),
    ("", ("imp", "pixie", "goblin"), _imp),
    ("", ("wall", "thorns"), _wall),
    ("", ("bramble", "nightvine", "thornfoot", "thorn"), c.brambles),
    ("", ("dew",), _size(wild.dew, 12.5)),
    ("", ("reed",), c.reeds),
    ("", ("piper", "flute"), _size(things.pipes, 11)),
    ("", ("antler",), c.antler_crown),
    ("", ("stag", "deer"), c.stag),
    ("", ("chase", "horn", "hunt"), _size(things.horn, 13)),
    ("", ("owl",), c.owl),
    ("", ("fox",), _size(wild.fox, 14)),
    ("", ("boar",), c.boar),
    ("", ("wolf",), c.wolf),
    ("", ("hound",), c.hound),
    ("", ("adder", "asp", "snake", "serpent"), _size(wild.snake, 12.5)),
    ("", ("snare", "silk"), c.snared),
    ("", ("spider",), c.spider),
    ("", ("burrow",), c.burrows),
    # night and bargains
    ("", ("moth",), c.moth),
    ("", ("moonless",), c.castle),
    ("", ("heir", "crown"), _size(things.crown, 12)),
    ("", ("grudge", "toll", "fingers"), emblem(_key)),
    ("", ("ledger", "book", "chronicle"), _size(things.book, 12.5)),
    ("", ("bargain", "witch", "potion"), _size(things.potion, 12)),
    ("", ("village", "bell"), _size(things.bell, 13)),
    # arms and walls
    ("", ("quiet", "sword", "blade"), _sword),
    ("", ("corsair", "raider", "stalker"), c.duel),
    ("", ("axe",), c.axes),
    ("", ("ashmane", "champion", "sentry", "knight"), _size(things.helm, 13.5)),
    ("", ("gatehouse", "gate"), c.gate),
    ("", ("bastion", "castle", "muster", "fort", "guardian"), c.castle),
    # the sea and the island
    ("", ("upside",), _over),
    ("", ("favour", "island", "camp", "two", "three", "four", "five"), c.isle),
    ("", ("exchange", "cards", "dealt", "called"), _hand),
    ("", ("wave", "spray", "tidecaller"), c.wave),
    ("", ("tide", "undertow", "maelstrom", "turning"), c.maelstrom),
    ("", ("fogbank", "ship", "crows"), c.ship),
    ("", ("return", "deep"), _sunken),
    ("", ("pearl", "shell"), _size(sea.shell, 13)),
    ("", ("sands", "hourglass"), _size(things.hourglass, 12.5)),
    ("", ("wager", "dice"), emblem(_dice)),
    ("", ("coin",), _coin),
    ("", ("nerves", "anchor", "rope"), _size(sea.anchor, 12.5)),
    ("", ("driftwood", "bottle"), _size(sea.bottle, 12.5)),
    ("", ("spyglass",), _size(sea.spyglass, 10.5)),
    ("", ("cache", "chest"), _size(things.chest, 12.5)),
    ("", ("keeper", "powder", "barrel"), _size(sea.barrel, 12)),
    ("", ("monsoon", "storm"), c.storm),
    ("", ("bomb", "peril", "fuse"), _bomb),
    ("", ("blank", "mist"), c.calm),
    # what a kind of card is, where its name says nothing
    ("", ("dragon", "legendary"), c.flight),
    ("", ("summoner",), c.bust),
)

OWN: dict[str, tuple[Scene, ...]] = {
    "fire": (c.flight, c.bust, c.coiled, c.volcano, _eye, _egg),
    "fields": (c.farm, c.windmill, emblem(_sheaf), _size(things.wheel, 13.5), c.barn),
    "forest": (c.woods, c.old_tree, c.stag, c.brambles, c.boar, _size(wild.fox, 14)),
    "night": (c.ravens, c.moth, c.castle, c.wolf, c.eclipse, c.circle_of_stones),
    "waves": (c.isle, c.ship, c.wave, c.maelstrom, c.islands, _size(sea.anchor, 12.5)),
    "tide": (c.wave, c.ship, c.serpent, _size(sea.shell, 13), c.maelstrom),
    "dawn": (c.castle, _size(things.helm, 13.5), _shield, c.duel, c.gate),
    "web": (c.spider, c.snared, c.moth),
    "stone": (c.old_stone, c.burrows, c.circle_of_stones, _size(things.anvil, 12)),
    "gold": (_coin, _size(things.chest, 12.5), _size(things.crown, 12)),
}
"""What a kind of art draws where no word helps."""
