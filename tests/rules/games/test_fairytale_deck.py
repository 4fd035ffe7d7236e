"""The Fairy Tale deck: what the rulebook gives, what a card of it can say, and that none makes another pointless."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import games
from rules.games.fairytale.deck import (
    FACTIONS,
    FLIP,
    SPEC,
    UNFLIP,
    Effect,
    Facts,
    Value,
    face,
    facts,
    is_expert,
    parse_effects,
)
from rules.games.fairytale.score import Shown, score, totals
from rules.values.cards import DeckError, read_deck

DECK = games.deck("fairytale")
HEADER = "id,code,name,copies,back,faction,expert,value_kind,points,count_of,friend,effects,text\n"


def test_the_rulebook_counts_and_names() -> None:
    experts = sum(card.copies for card in DECK.cards if is_expert(card))
    assert (DECK.size, experts) == (110, 30)
    lair, dragon, settler = (DECK.by_id[name] for name in ("dragons_lair", "sky_dance_dragon", "homesteader"))
    assert facts(lair).effects == (Effect("you", FLIP, 1, "Dragonvale"),)
    assert facts(lair).faction == facts(dragon).faction == "Dragonvale"
    assert facts(settler).value == Value("count", 1, name="Homesteader")
    assert {str(card["faction"]) for card in DECK.cards} == set(FACTIONS)
    assert len({card.back for card in DECK.cards}) == 1


def test_every_kind_of_value_and_effect_occurs() -> None:
    basic = [facts(card) for card in DECK.cards if not is_expert(card)]
    every = [facts(card) for card in DECK.cards]
    assert {one.value.kind for one in basic} == {"fixed", "count", "friend_per", "friend_if"}
    assert {one.value.kind for one in every} == {"fixed", "count", "friend_per", "friend_if", "most"}
    assert {bool(one.value.name) for one in basic if one.value.kind == "count"} == {True, False}
    shapes = {(e.who, e.verb, e.faction is not None) for one in every for e in one.effects if e.turns}
    assert shapes >= {(w, v, s) for w, v, s in [("you", FLIP, True), ("you", FLIP, False), ("all", FLIP, True)]}
    assert shapes >= {("all", FLIP, False), ("you", UNFLIP, True), ("you", UNFLIP, False), ("all", UNFLIP, True)}
    assert any(len(one.effects) > 1 for one in every)
    assert any(not effect.turns for one in every for effect in one.effects)
    assert min(one.value.points for one in every) < 0


def test_one_faction_mostly_interferes() -> None:
    def interferes(one: Facts) -> bool:
        return any(effect.who == "all" and effect.verb == FLIP for effect in one.effects)

    share = {
        faction: Counter(interferes(facts(c)) for c in DECK.cards if c["faction"] == faction for _ in range(c.copies))
        for faction in FACTIONS
    }
    assert share["Gloam"][True] > share["Gloam"][False]
    assert all(share[faction][True] * 4 < share[faction][False] for faction in FACTIONS if faction != "Gloam")


def no_worse(a: Facts, b: Facts) -> bool:
    """Whether a's effects are at least as good for their owner as b's: gifts (you unflip) more, burdens fewer.

    An effect on everybody, or one done by hand, is neither good nor bad: both must have the same.
    """

    def split(one: Facts) -> tuple[Counter[object], Counter[object], Counter[object]]:
        gifts, burdens, others = Counter[object](), Counter[object](), Counter[object]()
        for effect in one.effects:
            if effect.who == "you" and effect.verb == UNFLIP:
                gifts[effect.faction] += effect.amount
            elif effect.who == "you" and effect.verb == FLIP:
                burdens[effect.faction] += effect.amount
            else:
                others[effect] += 1
        return gifts, burdens, others

    (gifts_a, burdens_a, others_a), (gifts_b, burdens_b, others_b) = split(a), split(b)
    return others_a == others_b and not (gifts_b - gifts_a) and not (burdens_a - burdens_b)


def worth_at_least(a: Facts, b: Facts) -> bool:
    """Whether a scores at least what b does wherever either lies: sampled over small tableaus of every card."""
    pool = [facts(card) for card in DECK.cards]
    company = [[]] + [[one] * n for one in pool for n in (1, 2, 5)]
    rivals = [[]] + [[one] * n for one in pool for n in (1, 6)]
    for others in company:
        for rival in rivals if "most" in (a.value.kind, b.value.kind) else [[]]:
            points = []
            for card in (a, b):
                tableau = [Shown("x", card, up=True), *(Shown(str(n), one, up=True) for n, one in enumerate(others))]
                against = [Shown(f"r{n}", one, up=True) for n, one in enumerate(rival)]
                points.append(score([tableau, against])[0][0].points)
            if points[0] < points[1]:
                return False
    return True


@pytest.mark.parametrize("faction", FACTIONS)
def test_no_card_is_dominated(faction: str) -> None:
    """No card has another of its faction that is worth at least as much in every company and has no worse effects."""
    own = [facts(card) for card in DECK.cards if card["faction"] == faction]
    dominated = [(a.name, b.name) for a, b in permutations(own, 2) if no_worse(a, b) and worth_at_least(a, b)]
    assert dominated == []


def test_dominance_is_noticed_where_it_is() -> None:
    plain, better = Facts("A", "Gloam", Value("fixed", 3)), Facts("B", "Gloam", Value("fixed", 4))
    gift = Facts("C", "Gloam", Value("fixed", 3), (Effect("you", UNFLIP, 1),))
    burden = Facts("D", "Gloam", Value("fixed", 6), (Effect("you", FLIP, 1, "Gloam"),))
    assert no_worse(better, plain)
    assert worth_at_least(better, plain)
    assert no_worse(gift, plain)
    assert not no_worse(plain, gift)
    assert not no_worse(burden, plain)
    by_name, by_faction = Value("count", 1, name="Homesteader"), Value("count", 1, faction="Homestead")
    assert worth_at_least(Facts("E", "Homestead", by_faction), Facts("Homesteader", "Homestead", by_name))


def test_faces_are_short_and_say_what_the_card_does() -> None:
    for card in DECK.cards:
        shown, own = face(card), facts(card)
        assert shown.suit == own.faction.lower()
        assert 1 <= len(shown.value) <= 3
        assert len(shown.text) <= 160
        assert shown.text.count("**") % 2 == 0
        assert shown.kind.startswith(own.faction)
        assert ("Expert" in shown.kind) == is_expert(card) == (SPEC.section(card) == "Expert")
        for effect in own.effects:
            if effect.turns:
                assert f"[{effect.who}] [{effect.verb}]" in shown.text
                assert str(effect.amount) in shown.text
                assert effect.faction is None or effect.faction in shown.text
        if own.value.name:
            assert own.value.name in shown.text


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("all flip 1", "is fine"),
        ("all flip one Homestead", '"one" is not a whole number'),
        ("every flip 1", '"every" in "every flip 1" is neither you nor all'),
        ("you flop 1", "did you mean flip?"),
        ("you unflips 1", "did you mean unflip?"),
        ("you flip", "is not an effect"),
        ("you flip 1 Homested", "did you mean Homestead?"),
        ("you flip 0", "0 is outside 1 to 12"),
        ("you Flip 1", "not a verb in lower-case"),
        ("you flip 1 Homestead all flip 1", "is not an effect"),
        ("you swap 1", "is fine"),
    ],
)
def test_effects_are_read_strictly(cell: str, words: str) -> None:
    try:
        parse_effects(cell)
        said = "is fine"
    except ValueError as error:
        said = str(error)
    assert words in said


@given(
    st.lists(
        st.builds(
            Effect,
            st.sampled_from(["you", "all"]),
            st.sampled_from([FLIP, UNFLIP, "swap"]),
            st.integers(1, 12),
            st.one_of(st.none(), st.sampled_from(FACTIONS)),
        ),
        max_size=4,
    )
)
def test_effects_read_back_as_written(effects: list[Effect]) -> None:
    assert parse_effects("; ".join(map(str, effects))) == tuple(effects)


@pytest.mark.parametrize(
    ("row", "column", "words"),
    [
        ("a,1,A,1,x,Homestead,0,count,1,,,,", "count_of", "is empty; a card of this kind needs it"),
        ("a,1,A,1,x,Homestead,0,fixed,1,name:A,,,", "count_of", "is not used"),
        ("a,1,A,1,x,Homestead,0,friend_if,9,,Aa,,", "friend", 'no card is called "Aa"; did you mean A?'),
        ("a,1,A,1,x,Homestead,0,most,5,name:A,,,", "count_of", "needs a faction"),
        ("a,1,A,1,x,Homestead,0,fixed,1,,,you swap 1,", "text", "only a reminder"),
        ("a,1,A,1,x,Homesteads,0,fixed,1,,,,", "faction", "did you mean Homestead?"),
        ("a,1,A,1,x,Homestead,0,count,1,faction:Bogs,,,", "count_of", "Bogs"),
        ("a,1,A,1,x,Homestead,0,count,1,A,,,", "count_of", "neither name:CARD NAME nor faction:FACTION"),
        ("a,1,A,1,x,Homestead,0,fixed,99,,,,", "points", "outside -20 to 20"),
    ],
)
def test_a_bad_row_names_its_column(row: str, column: str, words: str) -> None:
    with pytest.raises(DeckError) as caught:
        read_deck((HEADER + row + "\n").encode(), SPEC)
    assert column in [problem.column for problem in caught.value.problems]
    assert words in str(caught.value.problems)


def test_homesteaders_are_square() -> None:
    settler = facts(DECK.by_id["homesteader"])
    for n in range(8):
        assert totals(score([[Shown(str(i), settler, up=True) for i in range(n)]])) == (n * n,)
