"""The house rules of Gilfate Fantasy: what the rulebook leaves open, as values the algorithms take."""

from __future__ import annotations

from dataclasses import dataclass, fields

from rules.table import Option

PLAY_OPTIONS = (
    Option(
        "version",
        "Version",
        ("no_knockout", "knockout", "all_cards"),
        "no_knockout: fewest points. knockout: the third bomb takes you out. all_cards: every attack card is dealt.",
    ),
    Option(
        "match",
        "Rounds",
        values=("by_version", 1, 3, 5),
        detail="by_version: one round; with knockouts until somebody has five survival points.",
        ruling="GF-R20",
    ),
    Option("secret_bombs", "Everybody adds a secret bomb or blank", values=(False, True), detail="", ruling="GF-R17"),
)
"""What is played, beside the house rules: chosen when a table opens; the calculators take them as fields."""

OPTIONS = (
    Option(
        "bomb_rule",
        "Points for bombs",
        values=("first3_then5", "3_each", "3_then_3x5"),
        detail="first3_then5: 3 each up to the slots, then 5 each. "
        "3_then_3x5: only the next three cost 5, further ones 3.",
        ruling="GF-R1",
    ),
    Option(
        "use_current_cost",
        "Cards left count what they cost now",
        values=(False, True),
        detail="Off: the printed cost.",
        ruling="GF-R5",
    ),
    Option(
        "partial",
        "A card paid in part counts",
        values=("paid", "rest", "full"),
        detail="What was paid, what was still missing, or its whole cost.",
        ruling="GF-R6",
    ),
    Option(
        "redeal",
        "Cards dealt in later rounds",
        values=("table", 3),
        detail="table: as many as in the first round.",
        ruling="GF-R7",
    ),
    Option(
        "attack_end",
        "The attack decks end a round when",
        values=("all", "any"),
        detail="All of them, or any one, ran out.",
        ruling="GF-R8",
    ),
    Option("reducible_6a", "Card 6a may cost less than 3", values=(False, True), detail="", ruling="GF-R11"),
    Option("end_draw", "Attack cards drawn when a turn ends, at most", values=(1, 0, 2), detail="", ruling="GF-R13"),
    Option(
        "bomb_return", "Bombs given back in the first round", values=("shuffle", "bottom"), detail="", ruling="GF-R14"
    ),
    Option(
        "only_12",
        "Only active cards 12 take 3 points off",
        values=(False, True),
        detail="Off: 10 and 11 as well.",
        ruling="GF-R15",
    ),
    Option(
        "best_of",
        "A match of several rounds goes to",
        values=("by_version", "lowest", "most"),
        detail="by_version: most survival points with knockouts, lowest sum without.",
        ruling="GF-R20",
    ),
    Option(
        "permanents",
        "Permanents for card 9a",
        values=("in_front", "12_only"),
        detail="in_front: 10 to 12 and 7a.",
        ruling="GF-R30",
    ),
    Option(
        "first_round",
        "The first lap's limits hold",
        values=("every", "match"),
        detail="In every round, or in the first.",
        ruling="GF-R31",
    ),
    Option("show_looks", "Looks at the deck are shown to everybody", values=(False, True), detail="", ruling="GF-R33"),
    Option(
        "explosions",
        "Explosions under the blank deck",
        values=("by_version", 0, 1, 2, 3),
        detail="by_version: one with knockouts, none without.",
        ruling="GF-R22",
    ),
)


@dataclass(frozen=True, slots=True)
class House:
    """One table's choice among ``OPTIONS``; the fields are their ids, the defaults their defaults."""

    bomb_rule: str = "first3_then5"
    use_current_cost: bool = False
    partial: str = "paid"
    redeal: int | str = "table"
    attack_end: str = "all"
    reducible_6a: bool = False
    end_draw: int = 1
    bomb_return: str = "shuffle"
    only_12: bool = False
    best_of: str = "by_version"
    permanents: str = "in_front"
    first_round: str = "every"
    show_looks: bool = False
    explosions: int | str = "by_version"


AS_WRITTEN = House()

_SAID = {
    ("version", "knockout"): "with knockouts",
    ("version", "all_cards"): "all cards dealt",
    ("match", 1): "one round",
    ("match", 3): "best of three",
    ("match", 5): "best of five",
    ("secret_bombs", True): "secret bombs",
    ("bomb_rule", "3_each"): "3 points for every bomb",
    ("bomb_rule", "3_then_3x5"): "5 points for three bombs at most",
    ("use_current_cost", True): "cards left count what they cost now",
    ("partial", "rest"): "a card paid in part counts what was missing",
    ("partial", "full"): "a card paid in part counts its whole cost",
    ("redeal", 3): "three cards dealt in later rounds",
    ("attack_end", "any"): "any empty attack deck ends a round",
    ("reducible_6a", True): "6a may cost less than 3",
    ("end_draw", 0): "no attack card when a turn ends",
    ("end_draw", 2): "two attack cards when a turn ends",
    ("bomb_return", "bottom"): "bombs given back go to the bottom",
    ("only_12", True): "only cards 12 take points off",
    ("best_of", "lowest"): "the lowest sum wins a match",
    ("best_of", "most"): "the highest sum wins a match",
    ("permanents", "12_only"): "9a: only cards 12 are permanents",
    ("first_round", "match"): "the first lap's limits hold in the first round only",
    ("show_looks", True): "looks at the deck are shown to everybody",
    ("explosions", 0): "no explosion",
    ("explosions", 1): "one explosion",
    ("explosions", 2): "two explosions",
    ("explosions", 3): "three explosions",
}


def said(chosen: dict[str, bool | int | str]) -> tuple[str, ...]:
    """The options off default, for the header and the score sheet."""
    off = ((key, value) for key, value in chosen.items() if not _is_default(key, value))
    return tuple(_SAID[pair] for pair in off)


def _is_default(key: str, value: bool | int | str) -> bool:
    default = next(option.default for option in (*PLAY_OPTIONS, *OPTIONS) if option.id == key)
    return type(default) is type(value) and default == value


def house_of(chosen: dict[str, bool | int | str]) -> House:
    """The house rules among the options chosen."""
    own = {field.name for field in fields(House)}
    return House(**{key: value for key, value in chosen.items() if key in own})  # type: ignore[arg-type] # own types
