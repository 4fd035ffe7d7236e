"""The house rules of Gilfate Fantasy: what the rulebook leaves open, as values the algorithms take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, TypeVar

from rules.house_rules import option, options

Version = Literal["no_knockout", "knockout", "all_cards", "all_cards_knockout"]
VERSIONS: tuple[Version, ...] = ("no_knockout", "knockout", "all_cards", "all_cards_knockout")
BOMBS_AT_TABLE, HANDS_AT_TABLE = tuple(range(1, 13)), tuple(range(3, 16))
"""How many bombs and how large a hand a table can choose; the rulebook's numbers are a recommendation."""
T = TypeVar("T", "Variant", "House")


# fmt: off
@dataclass(frozen=True, slots=True)
class Variant:
    """What is played, beside the house rules: chosen when a table opens; the calculators take it as fields."""

    version: str = option("Version", VERSIONS,
        names=("Fewest points", "With knockouts", "All cards dealt", "All cards dealt, with knockouts"),
        said={"knockout": "with knockouts", "all_cards": "all cards dealt",
              "all_cards_knockout": "all cards dealt, with knockouts"},
        detail="With knockouts the third bomb takes you out; without, the fewest points win.")
    match: int | str = option("Rounds", ("by_version", 1, 3, 5), ruling="GF-R20",
        names=("By the version", "One", "Best of three", "Best of five"),
        detail="By the version: one; with knockouts until somebody has five survival points.",
        said={1: "one round", 3: "best of three", 5: "best of five"})
    secret_bombs: bool = option("Everybody adds a secret bomb or blank", (False, True), ruling="GF-R17",
        said={True: "secret bombs"})
    bombs: int | str = option("Bombs in the blank deck", ("recommended", *BOMBS_AT_TABLE),
        names=("As recommended", *map(str, BOMBS_AT_TABLE)),
        detail="As recommended: 6 for two or three players, 9 for more.",
        said={1: "one bomb in the deck", **{n: f"{n} bombs in the deck" for n in BOMBS_AT_TABLE[1:]}})
    hand: int | str = option("Attack cards dealt to each", ("recommended", *HANDS_AT_TABLE),
        names=("As recommended", *map(str, HANDS_AT_TABLE)),
        detail="As recommended: 10 for two players, 9 for three, 8 for four, 6 for five."
        " Never more than go round evenly: 9 for five players.",
        said={n: f"{n} attack cards dealt to each" for n in HANDS_AT_TABLE})


@dataclass(frozen=True, slots=True)
class House:
    """One table's house rules."""

    bomb_rule: str = option("Points for bombs", ("first3_then5", "3_each", "3_then_3x5"), ruling="GF-R1",
        names=("3 each, then 5 each", "3 each", "3 each, the next three 5"),
        detail="The first three count 3, and one more for each active 7a and for 12b.",
        said={"3_each": "3 points for every bomb", "3_then_3x5": "5 points for three bombs at most"})
    use_current_cost: bool = option("Cards left count what they cost now", (False, True), ruling="GF-R5",
        detail="Off: the printed cost.", said={True: "cards left count what they cost now"})
    partial: str = option("A card paid in part counts", ("paid", "rest", "full"), ruling="GF-R6",
        names=("What was paid", "What was missing", "Its whole cost"),
        said={"rest": "a card paid in part counts what was missing",
              "full": "a card paid in part counts its whole cost"})
    redeal: int | str = option("Cards dealt in later rounds", ("table", 3), ruling="GF-R7",
        names=("As many as in the first", "Three each"), said={3: "three cards dealt in later rounds"})
    attack_end: str = option("The attack decks end a round when", ("all", "any"), ruling="GF-R8",
        names=("All are empty", "One is empty"), said={"any": "any empty attack deck ends a round"})
    reducible_6a: bool = option("Card 6a may cost less than 3", (False, True), ruling="GF-R11",
        said={True: "6a may cost less than 3"})
    end_draw: int = option("Attack cards drawn when a turn ends, at most", (1, 0, 2), ruling="GF-R13",
        said={0: "no attack card when a turn ends", 2: "two attack cards when a turn ends"})
    bomb_return: str = option("Bombs given back in the first round", ("shuffle", "bottom"), ruling="GF-R14",
        names=("Shuffled in", "To the bottom"),
        said={"bottom": "bombs given back go to the bottom"})
    only_12: bool = option("Only active cards 12 take 3 points off", (False, True), ruling="GF-R15",
        detail="Off: 10 and 11 as well.", said={True: "only cards 12 take points off"})
    best_of: str = option("A match of several rounds goes to", ("by_version", "lowest", "most"), ruling="GF-R20",
        names=("By the version", "The lowest sum", "The highest sum"),
        detail="By the version: most survival points with knockouts, lowest sum without.",
        said={"lowest": "the lowest sum wins a match", "most": "the highest sum wins a match"})
    permanents: str = option("Permanents for card 9a", ("in_front", "12_only"), ruling="GF-R30",
        names=("10 to 12 and 7a", "Only cards 12"), said={"12_only": "9a: only cards 12 are permanents"})
    first_round: str = option("The first lap's limits hold", ("every", "match"), ruling="GF-R31",
        names=("In every round", "In the first round"),
        said={"match": "the first lap's limits hold in the first round only"})
    first_lap_cards: str = option("Cards 3 and 8b in the first lap", ("search", "both", "neither"), ruling="GF-R46",
        names=("Only 8b brings one", "Both bring some", "Neither brings any"),
        detail="A 3 that brings none shuffles the blank deck.",
        said={"both": "cards 3 and 8b bring attack cards in the first lap too",
              "neither": "no attack cards in the first lap, by 8b neither"})
    show_looks: bool = option("Looks at the deck are shown to everybody", (False, True), ruling="GF-R33",
        said={True: "looks at the deck are shown to everybody"})
    explosions: int | str = option("Explosions under the blank deck", ("by_version", 0, 1, 2, 3), ruling="GF-R22",
        names=("By the version", "None", "One", "Two", "Three"),
        detail="By the version: one with knockouts, none without.",
        said={0: "no explosion", 1: "one explosion", 2: "two explosions", 3: "three explosions"})
# fmt: on


PLAY_OPTIONS = options(Variant)
OPTIONS = options(House)
AS_WRITTEN = House()


def with_knockouts(version: str) -> bool:
    """Whether bombs and explosions take players out of the round."""
    return version in ("knockout", "all_cards_knockout")


def all_dealt(version: str) -> bool:
    """Whether all attack cards are dealt: none is drawn, and an empty hand ends the round."""
    return version in ("all_cards", "all_cards_knockout")


def among(kind: type[T], chosen: Mapping[str, Any]) -> T:
    """A ``Variant`` or ``House`` out of all the options a table has chosen."""
    return kind(**{one.name: chosen[one.name] for one in fields(kind)})
