"""The decks that come along: counts of the rulebooks, everything a rule needs, and words that fit a card."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from importlib import import_module
from importlib.resources import files
from types import ModuleType

import pytest

from rules import games
from rules.games.breeds import deck as breeds
from rules.games.dragoborne import deck as dragoborne
from rules.values.cards import Card, Deck, DeckError, read_deck

TITLE_MAX = 26
TEXT_MAX = 190
KIND_MAX = 40
NOTE_MAX = 64
OURS = ("breeds", "dragoborne", "gilfate", "tower")


def module(name: str) -> ModuleType:
    return import_module(f"rules.games.{name}.deck")


def plain(text: str) -> str:
    """The text as long as it is read: an icon counts as two characters."""
    return re.sub(r"\[\w+\]", "xx", text.replace("**", ""))


def paper(deck: Deck) -> list[Card]:
    """The rows that are a piece of paper of their own: of a two-sided card only the side that is up first."""
    return [card for card in deck.cards if card.fields.get("side") != "back"]


def count(cards: list[Card] | tuple[Card, ...], **wanted: object) -> int:
    return sum(card.copies for card in cards if all(card[key] == value for key, value in wanted.items()))


@pytest.mark.parametrize("name", games.names())
class TestEveryDeck:
    def test_titles_texts_and_small_print_fit_a_card(self, name: str) -> None:
        deck = games.deck(name)
        for card in deck.cards:
            face = deck.spec.face(card)
            assert 1 <= len(face.title) <= TITLE_MAX, card.id
            assert len(plain(face.text)) <= TEXT_MAX, card.id
            assert len(plain(face.kind)) <= KIND_MAX, card.id
            assert len(plain(face.note)) <= NOTE_MAX, card.id
            assert len(face.value) <= 3, card.id
            assert len(face.stats) <= 3, card.id

    def test_every_card_says_something(self, name: str) -> None:
        deck = games.deck(name)
        for card in deck.cards:
            face = deck.spec.face(card)
            assert face.kind, card.id
            assert face.text or face.value, card.id

    def test_bold_is_closed_and_icons_stand_alone(self, name: str) -> None:
        deck = games.deck(name)
        for card in deck.cards:
            for line in deck.spec.face(card).text.split("\n"):
                assert line.count("**") % 2 == 0, card.id
                assert line == " ".join(line.split()), card.id
                assert "[" not in re.sub(r"\[[a-z_]+\]", "", line), card.id

    def test_cards_of_one_section_share_their_back(self, name: str) -> None:
        deck = games.deck(name)
        backs: dict[str, set[str]] = {}
        for card in deck.cards:
            backs.setdefault(deck.spec.section(card), set()).add(card.back)
        assert all(len(found) == 1 for found in backs.values()), backs

    def test_every_code_names_one_paper_card(self, name: str) -> None:
        texts = [str(code) for _, code in games.deck(name).codes()]
        assert len(set(texts)) == len(texts) == games.deck(name).size

    def test_the_file_is_saved_as_everybody_saves_it(self, name: str) -> None:
        data = (files(f"rules.games.{name}") / "cards.csv").read_bytes()
        assert b"\r" not in data
        assert data.endswith(b"\n")
        assert not data.startswith(b"\xef\xbb\xbf")


def test_no_two_games_share_their_letters() -> None:
    letters = Counter(games.spec(name).letters for name in games.names())
    assert set(letters.values()) == {1}
    assert all(games.by_letters(games.spec(name).letters) == name for name in games.names())
    assert games.by_letters("ZZ") is None


@pytest.mark.parametrize("name", OURS)
def test_suits_and_icons_are_the_ones_declared(name: str) -> None:
    deck, own = games.deck(name), module(name)
    faces = [deck.spec.face(card) for card in deck.cards]
    assert {face.suit for face in faces} <= set(own.SUITS)
    used = {icon for face in faces for icon in re.findall(r"\[(\w+)\]", face.text + face.kind + face.note)}
    assert used <= set(own.ICONS)


def broken(name: str, card: str, **cells: str) -> DeckError:
    """What is said of the game's own file with a few cells changed."""
    text = (files(f"rules.games.{name}") / "cards.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(text)))
    next(row for row in rows if row["id"] == card).update(cells)
    out = io.StringIO()
    writer = csv.DictWriter(out, rows[0].keys())
    writer.writeheader()
    writer.writerows(rows)
    with pytest.raises(DeckError) as caught:
        read_deck(out.getvalue().encode(), games.spec(name), drawings=True)
    return caught.value


@pytest.mark.parametrize(
    ("name", "card", "cells", "column"),
    [
        ("tower", "treecity", {"back": "ability"}, "back"),
        ("tower", "treecity", {"ability_class": "troop"}, "ability_class"),
        ("tower", "treecity", {"base_power": ""}, "base_power"),
        ("tower", "treecity", {"recruits": "", "power": ""}, "recruits"),
        ("tower", "treant", {"power": ""}, "power"),
        ("tower", "treecity", {"keywords": "initiativ"}, "keywords"),
        ("gilfate", "8b", {"cost": ""}, "cost"),
        ("gilfate", "8b", {"number": "13"}, "number"),
        ("gilfate", "8b", {"back": "blank"}, "back"),
        ("gilfate", "bomb", {"number": "1"}, "number"),
        ("gilfate", "bomb", {"back": "hand"}, "back"),
        ("gilfate", "6b", {"traits": "efect_first"}, "traits"),
        ("dragoborne", "flint_spark", {"atk": "1"}, "atk"),
        ("dragoborne", "kindling_whelp", {"edr": ""}, "edr"),
        ("dragoborne", "kindling_whelp", {"copies": "5"}, "copies"),
        ("dragoborne", "kindling_whelp", {"cost": ""}, "cost"),
        ("dragoborne", "kindling_whelp", {"dice": "red 6-4: never"}, "dice"),
        ("dragoborne", "kindling_whelp", {"dice": "red 0-7: always"}, "dice"),
        ("dragoborne", "kindling_whelp", {"keywords": "deadly:red"}, "keywords"),
        ("dragoborne", "kindling_whelp", {"keywords": "invade:elf"}, "keywords"),
        ("dragoborne", "kindling_whelp", {"keywords": "fort_burst"}, "burst"),
        ("dragoborne", "bramble_warden", {"ambush": "A creature attacks"}, "ambush"),
        ("dragoborne", "bramble_warden", {"ambush": ""}, "ambush"),
        ("dragoborne", "scalesmith", {"ability": "activated x: text"}, "ability"),
        ("dragoborne", "scalesmith", {"ability": "auto dances: text"}, "ability"),
        ("dragoborne", "scalesmith", {"ability": "continuous 2: text"}, "ability"),
        ("dragoborne", "scalesmith", {"ability": "continuous"}, "ability"),
        ("dragoborne", "pyreclaw_dragon", {"dragocross": "pink: text"}, "dragocross"),
        ("dragoborne", "pyreclaw_dragon", {"dragocross": "white"}, "dragocross"),
        ("dragoborne", "banner_of_the_deep", {"back": "deck"}, "back"),
        ("breeds", "black_sootling", {"sv": ""}, "sv"),
        ("breeds", "black_sootling", {"cost_symbols": ""}, "cost_symbols"),
        ("breeds", "black_sootling", {"cost_symbols": "c x"}, "cost_symbols"),
        ("breeds", "black_sootling", {"back": "teal"}, "back"),
        ("breeds", "black_sootling", {"keywords": "ambush"}, "keywords"),
        ("breeds", "black_sootling", {"keywords": "imitate:2"}, "keywords"),
        ("breeds", "teal_tidekit", {"abilities": "activated:sneezes"}, "abilities"),
        ("breeds", "teal_tidekit", {"abilities": "passive:attic"}, "abilities"),
        ("breeds", "teal_rare_coin", {"pays": ""}, "pays"),
        ("breeds", "teal_identity", {"breakpoint": ""}, "breakpoint"),
        ("breeds", "teal_identity", {"other_face": "teal_quests"}, "other_face"),
        ("breeds", "teal_identity", {"side": ""}, "side"),
        ("breeds", "teal_identity", {"back": "teal"}, "back"),
        ("breeds", "token_epic_coin", {"copies": "9"}, "copies"),
    ],
)
def test_what_a_card_lacks_is_named(name: str, card: str, cells: dict[str, str], column: str) -> None:
    error = broken(name, card, **cells)
    assert column in {problem.column for problem in error.problems}
    line = (files(f"rules.games.{name}") / "cards.csv").read_text(encoding="utf-8").splitlines()
    own = next(number for number, text in enumerate(line, 1) if text.startswith(f"{card},"))
    assert any(problem.line >= own for problem in error.problems)


class TestTower:
    """Counts of rulebook 002, card sheets."""

    cards = games.deck("tower").cards

    def test_thirty_abilities_of_seven_kinds(self) -> None:
        kinds = {card["troop_type"]: card.copies for card in self.cards if card["kind"] == "ability"}
        assert kinds == {
            "light": 7, "shooter": 6, "heavy": 5, "cavalry": 3, "siege": 3, "common": 3, "special": 3,
        }  # fmt: skip
        assert count(self.cards, kind="ability") == 30

    def test_twenty_five_bases_and_what_they_recruit(self) -> None:
        bases = {card["recruits"]: (card.copies, card["power"]) for card in self.cards if card["kind"] == "base"}
        assert bases == {"elf": (7, 1), "druid": (6, 1), "troll": (5, 2), "spiderrider": (4, 3), "dragon": (3, 4)}
        assert count(self.cards, kind="base") == 25
        assert {card["base_power"] for card in self.cards if card["kind"] == "base"} == {4}

    def test_druids_have_initiative_dragons_artillery_and_nobody_else_anything(self) -> None:
        assert {card["recruits"]: card.words("keywords") for card in self.cards if card.words("keywords")} == {
            "druid": ("initiative",),
            "dragon": ("artillery",),
        }

    def test_the_names_the_rulebook_gives_are_kept(self) -> None:
        names = {card.name for card in self.cards}
        assert names >= {"Treecity", "Standing Stones", "Burrows", "Lair", "Nest", "Wall of Thorns", "Treant"}
        assert games.deck("tower").by_id["treant"]["power"] == 7


class TestGilfate:
    """Counts of rulebook 004, Contents and Cards effect."""

    cards = games.deck("gilfate").cards
    attack = tuple(card for card in cards if card["kind"] == "attack")

    def test_the_box_holds_what_the_rulebook_lists(self) -> None:
        kinds = Counter(
            {kind: count(self.cards, kind=kind) for kind in ("attack", "blank", "bomb", "explosion", "setup")}
        )
        assert kinds == {"attack": 48, "blank": 60, "bomb": 12, "explosion": 3, "setup": 5}

    def test_twenty_seven_attack_cards_by_number(self) -> None:
        assert Counter(card["number"] for card in self.attack) == {
            0: 2, 1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 2, 8: 3, 9: 2, 10: 3, 11: 3, 12: 3,
        }  # fmt: skip

    def test_costs_vary_within_a_number(self) -> None:
        costs = {card.id: card["cost"] for card in self.attack}
        assert [costs[card] for card in ("0a", "0b", "1", "2", "3", "4a", "4b", "5a", "5b", "6a", "6b")] == [
            0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3,
        ]  # fmt: skip
        assert [costs[card] for card in ("7a", "7b", "8a", "8b", "8c", "9a", "9b")] == [4, 4, 4, 1, 4, 3, 5]
        assert {costs[f"{number}{letter}"] for number, letter in (("10", "a"), ("10", "b"), ("10", "c"))} == {5}
        assert {costs[f"{number}{letter}"] for number in ("11", "12") for letter in "abc"} == {6}

    def test_each_symbol_has_sixteen_cards_of_low_and_high_numbers(self) -> None:
        assert Counter(
            {back: sum(c.copies for c in self.attack if c.back == back) for back in ("hand", "deck", "bombs")}
        ) == {
            "hand": 16,
            "deck": 16,
            "bombs": 16,
        }
        for back in ("hand", "deck", "bombs"):
            numbers = [int(str(card["number"])) for card in self.attack if card.back == back]
            assert min(numbers) <= 6 < max(numbers)

    def test_everything_shuffled_into_the_blank_deck_has_one_back(self) -> None:
        assert {card.back for card in self.cards if card["kind"] in ("blank", "bomb", "explosion")} == {"blank"}

    def test_what_the_rules_ask_of_a_card(self) -> None:
        def having(trait: str) -> set[str]:
            return {card.id for card in self.attack if trait in card.words("traits")}

        assert having("quick") == {"0a", "0b", "4a"}
        assert having("effect_first") == {"6b"}
        assert having("full_price") == {"6a"}
        assert having("once") == {"10a", "10b", "10c", "11a", "11b", "11c"}
        assert {c.id for c in self.attack if c["stays"] == "permanent"} == {"12a", "12b", "12c"}
        assert {c.id for c in self.attack if c["stays"] == "stays"} == having("once") | {"7a"}
        assert {c.id for c in self.attack if c["min_payment"] == 1} == {"6b", "10c"}
        assert {c.id for c in self.attack if c["bomb_slots"] == 1} == {"7a", "12b"}


class TestDragoborne:
    """Rulebook 001, Deck regulations and Building a deck."""

    cards = games.deck("dragoborne").cards
    decks = ("ember", "tide")

    @pytest.mark.parametrize("deck", decks)
    def test_fifty_cards_on_the_advised_curve(self, deck: str) -> None:
        curve: Counter[int] = Counter()
        for card in self.cards:
            if card["deck"] == deck and card["type"] != "banner":
                cost = 2 if card["cost"] == "-" else int(str(card["cost"]))
                curve[min(cost, 5)] += card.copies
        assert curve == {1: 10, 2: 12, 3: 10, 4: 10, 5: 8}

    @pytest.mark.parametrize("deck", decks)
    def test_creatures_spells_and_banners_as_advised(self, deck: str) -> None:
        assert 30 <= count(self.cards, deck=deck, type="creature") <= 40
        assert 10 <= count(self.cards, deck=deck, type="spell") <= 20
        assert count(self.cards, deck=deck, type="banner") == 3

    @pytest.mark.parametrize("deck", decks)
    def test_banners_have_the_colours_of_the_deck(self, deck: str) -> None:
        mine = [card for card in self.cards if card["deck"] == deck]
        assert {card["color"] for card in mine if card["type"] == "banner"} == {card["color"] for card in mine}

    def test_at_most_four_of_a_name(self) -> None:
        names: Counter[str] = Counter()
        for card in self.cards:
            names[card.name] += card.copies
        assert max(names.values()) <= 4

    def test_every_keyword_is_in_print(self) -> None:
        words = {keyword.word for card in self.cards for keyword in dragoborne.keywords(card)}
        assert words == {"ambush", "deadly", "immune", "invade", "assassin", "fort_burst"}

    def test_keywords_bite_in_a_game_of_one_deck_against_the_other(self) -> None:
        for deck, other in (self.decks, self.decks[::-1]):
            theirs = [card for card in self.cards if card["deck"] == other]
            seen = {str(card["color"]) for card in theirs} | {t for card in theirs for t in card.words("traits")}
            aimed = [k for card in self.cards if card["deck"] == deck for k in dragoborne.keywords(card) if k.of]
            assert aimed
            assert all(keyword.of in seen for keyword in aimed), (deck, aimed)

    def test_every_kind_of_ability_and_dice(self) -> None:
        abilities = [card["ability"] for card in self.cards]
        kinds = {ability.kind for ability in abilities if isinstance(ability, dragoborne.Ability)}
        assert kinds == {"activated", "auto", "continuous"}
        crosses = {c["dragocross"].color for c in self.cards if isinstance(c["dragocross"], dragoborne.Dragocross)}
        assert "white" in crosses
        assert len(crosses) >= 3
        dice = {c["dice"].color for c in self.cards if isinstance(c["dice"], dragoborne.DiceAbility)}
        assert "white" in dice
        assert len(dice) >= 3
        assert any(card["cost"] == "-" for card in self.cards)

    def test_the_face_says_what_the_columns_hold(self) -> None:
        deck = games.deck("dragoborne")
        face = {card.id: deck.spec.face(card) for card in deck.cards}
        assert face["kindling_whelp"].text == "[dice][red] **4–6:** This creature has **+1/+0**."
        assert face["morning_muster"].text.splitlines()[1].startswith("[dice][white] **6:**")
        assert face["hedgeburner"].text == "**Invade:** no creature can block it at a [blue] fort."
        assert "a dragon creature" in face["sunblade_wyrmslayer"].text
        assert face["scalesmith"].text.startswith("[act] **Rest 1 resource:**")
        assert face["gatehouse_hound"].value == "–"
        assert face["pyreclaw_dragon"].stats == (("ATK", "5"), ("EDR", "5"))
        assert face["pyreclaw_dragon"].kind == "Creature · Red · Dragon"


class TestBreeds:
    """Rulebook 003, Sorting components."""

    deck = games.deck("breeds")
    sheets = paper(deck)

    @pytest.mark.parametrize("faction", breeds.FACTIONS)
    def test_forty_four_paper_cards_a_player(self, faction: str) -> None:
        mine = [card for card in self.sheets if card["faction"] == faction]
        assert count(mine) == 44
        kinds = Counter({str(card["kind"]): 0 for card in mine})
        for card in mine:
            kinds[str(card["kind"])] += card.copies
        assert kinds == {"identity": 1, "quest": 1, "legendary": 2, "dragon": 18, "coin": 20, "fireball": 2}
        coins = {card["rarity"]: card.copies for card in mine if card["kind"] == "coin"}
        assert coins == {"faction": 12, "rare": 2, "common": 6}
        assert [card.copies for card in mine if card["kind"] == "dragon"] == [3] * 6

    def test_ten_tokens_with_a_coin_and_a_fireball(self) -> None:
        token = self.deck.by_id["token_epic_coin"]
        assert (token.copies, token["other_face"]) == (10, "token_fireball")

    def test_two_sided_cards_have_no_back_and_a_code_on_either_side(self) -> None:
        sides = [card for card in self.deck.cards if card["other_face"]]
        assert {card["kind"] for card in sides} == {"identity", "quest", "coin", "fireball"}
        for card in sides:
            other = self.deck.by_id[str(card["other_face"])]
            assert other["other_face"] == card.id
            assert other.code != card.code
            assert card.back == other.back == ""

    @pytest.mark.parametrize("faction", breeds.FACTIONS)
    def test_what_is_shuffled_together_has_one_back(self, faction: str) -> None:
        backs = {card.back for card in self.deck.cards if card["faction"] == faction and not card["other_face"]}
        assert backs == {faction}

    def test_breakpoints_are_four_and_two(self) -> None:
        sides = {(c["side"], c["breakpoint"]) for c in self.deck.cards if c["kind"] == "identity"}
        assert sides == {("front", 4), ("back", 2)}

    def test_each_faction_has_its_own_keyword(self) -> None:
        for faction, word in (("black", "ambush"), ("teal", "imitate")):
            words = [k.word for c in self.deck.cards if c["faction"] == faction for k in breeds.keywords(c)]
            assert words.count(word) >= 2
            other = {"ambush", "imitate"} - {word}
            assert not other & set(words)

    def test_every_dragon_that_can_be_bought_can_be_paid_with_the_player_s_coins(self) -> None:
        for faction in breeds.FACTIONS:
            mine = [card for card in self.deck.cards if card["faction"] == faction]
            payable = {symbol for card in mine for symbol in card.words("pays")}
            assert all(set(card.words("cost_symbols")) <= payable for card in mine)

    def test_named_dragons_do_what_the_rulebook_names_them_for(self) -> None:
        by_id = self.deck.by_id

        def abilities(card: str) -> set[str]:
            found = by_id[card]["abilities"]
            assert isinstance(found, tuple)
            return {f"{ability.kind}:{ability.when}" for ability in found}

        assert breeds.Keyword("hits_player_when_blocked") in breeds.keywords(by_id["black_obsidian"])
        assert by_id["black_venomous"]["damage_bonus"] == by_id["teal_geyser"]["damage_bonus"] == 1
        assert abilities("teal_crusher") == {"passive:battlefield"}
        assert abilities("black_razortail") == abilities("teal_sharpwing") == {"passive:hand"}
        assert abilities("teal_destroyer") == {"activated:blocked", "passive:battlefield"}
