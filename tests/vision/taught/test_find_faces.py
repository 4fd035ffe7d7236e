"""Cards without codes: taught from photos, found again on a table, never named wrongly."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from flat_photos import laid_out
from playing_cards import back_of_pack, pack_of_cards
from ray_cast_table import Faults, View, photograph
from uncoded_cards import back_of, card_view, plain_card, uncoded_cards

from vision.picture.decoding import decode
from vision.picture.opencv_setup import cv2
from vision.taught.card_features import cards_by_features
from vision.taught.face_deck import KEPT, Face, FaceDeck
from vision.taught.face_gate import confusable
from vision.taught.find_faces import find_faces
from vision.taught.look_alikes import look_alikes
from vision.taught.straight_card import LARGE, Picture
from vision.taught.teaching import cut_faces, double_of


@pytest.fixture(scope="module")
def deck() -> FaceDeck:
    faces = [Face(id, art.text, _kept(art.front)) for id, art in uncoded_cards("tower").items()]
    return FaceDeck("Tower", (*faces, Face("back", "back", _kept(back_of("tower").front), is_back=True)))


def _kept(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, KEPT, interpolation=cv2.INTER_AREA), np.uint8)


def _named(deck: FaceDeck, photo: bytes) -> list[list[str]]:
    return sorted([deck.faces[face].id for face in one.faces] for one in find_faces(decode(photo).image, deck))


def test_cards_on_a_table_are_named_and_copies_are_counted(deck: FaceDeck) -> None:
    arts = list(uncoded_cards("tower").values())
    laid = [arts[0], arts[5], arts[5], arts[9], back_of("tower")]
    scene = photograph(laid, seed=31, view=card_view(130, 15), faults=Faults(noise=1.5))
    assert _named(deck, scene.photo) == sorted([[art.text] for art in laid])


def test_cards_that_others_lie_on_are_named_by_what_is_in_sight(deck: FaceDeck) -> None:
    arts = list(uncoded_cards("tower").values())[:6]
    scene = photograph(arts, seed=3, view=card_view(170, 10, overlapping=True))
    covered = [code.text for code in scene.codes if not code.in_sight]
    named = _named(deck, scene.photo)
    assert len(covered) >= 2
    assert all(len(names) == 1 and names[0] in {art.text for art in arts} for names in named)
    assert sum([name] in named for name in covered) >= len(covered) - 1


def test_every_card_of_a_heap_is_proposed_though_no_outline_is_whole(deck: FaceDeck) -> None:
    arts = list(uncoded_cards("tower").values())[3:12]
    scene = photograph(arts, seed=9, view=card_view(150, 20, overlapping=True), faults=Faults(noise=1.5))
    places = cards_by_features(decode(scene.photo).image, deck.features, ())
    for corners in scene.cards_px:
        width = float(np.linalg.norm(corners[1] - corners[0]))
        assert min(
            float(np.abs(np.roll(quad, turns, axis=0) - corners).max()) for quad in places for turns in (0, 2)
        ) < (0.3 * width)
    assert len(places) < 5 * len(arts)


def test_a_face_cut_out_wider_than_its_like_is_brought_onto_it() -> None:
    """Two taught faces that differ in one corner: what the cut moved is moved back, whichever was cut wider."""
    art = _kept(list(uncoded_cards("tower").values())[3].front)
    other = art.copy()
    other[40:90, 30:80] = 255 - other[40:90, 30:80]
    for way in (0.96, 1.04):
        width, height = KEPT
        about = np.array([[way, 0, width * (1 - way) / 2], [0, way, height * (1 - way) / 2]])
        moved = np.asarray(cv2.warpAffine(other, about, KEPT, borderMode=cv2.BORDER_REPLICATE), np.uint8)
        deck = FaceDeck("two", (Face("a", "a", art), Face("b", "b", moved)))
        for turned, beneath in ((0, 1), (2, 3)):
            onto, there, loose = (
                deck.as_seen(turned, LARGE, 0),
                deck.beside(turned, beneath, LARGE, 0),
                deck.as_seen(beneath, LARGE, 0),
            )
            apart, unmoved = np.abs(there - onto).mean(axis=2), np.abs(loose - onto).mean(axis=2)
            assert np.median(apart) < 0.5 * np.median(unmoved)
            assert np.abs(there - deck.beside(turned, beneath, LARGE, 0)).max() == 0
            small = apart if turned == 0 else apart[::-1, ::-1]
            assert small[22:43, 17:38].mean() > 3 * small[100:].mean()


def test_corners_begin_at_the_cards_own_top_left(deck: FaceDeck) -> None:
    art = list(uncoded_cards("tower").values())[3]
    scene = photograph([art], seed=5, view=card_view(150, 10))
    (found,) = find_faces(decode(scene.photo).image, deck)
    size = float(np.ptp(scene.cards_px[0], axis=0).max())
    assert np.abs(found.corners_px - scene.cards_px[0]).max() < 0.05 * size


def test_a_deck_that_was_not_taught_is_not_named(deck: FaceDeck) -> None:
    strange = [
        plain_card(f"no {id}", np.ascontiguousarray(art.front[:, ::-1, ::-1]))
        for id, art in list(uncoded_cards("tower").items())[:8]
    ]
    assert _named(deck, photograph(strange, seed=8, view=card_view(130, 15)).photo) == []


def test_a_card_with_the_same_frame_and_another_figure_is_not_named(deck: FaceDeck) -> None:
    art = list(uncoded_cards("tower").values())[7]
    other = art.front.copy()
    height, width = other.shape[:2]
    figure = slice(int(0.3 * height), int(0.5 * height)), slice(int(0.35 * width), int(0.65 * width))
    other[figure] = other[figure][::-1, ::-1]
    scene = photograph([plain_card("another", other)], seed=6, view=card_view(130, 10))
    assert _named(deck, scene.photo) == []


def test_two_faces_that_show_the_same_are_named_as_one_or_the_other(deck: FaceDeck) -> None:
    art = list(uncoded_cards("tower").values())[2]
    noisy = _kept(art.front).astype(np.int16) + np.random.default_rng(4).integers(-6, 7, (*KEPT[::-1], 1))
    twin = Face("twin", "twin", np.clip(noisy, 0, 255).astype(np.uint8))
    both = FaceDeck("Tower", (*deck.faces, twin))
    (names,) = _named(both, photograph([art], seed=6, view=card_view(130, 10)).photo)
    assert set(names) == {art.text, "twin"}


@pytest.mark.parametrize("which", [2, 5, 7])
def test_a_smudge_on_one_photo_tells_no_two_faces_apart(deck: FaceDeck, which: int) -> None:
    art = list(uncoded_cards("tower").values())[which]
    face = _kept(art.front)
    width, height = KEPT
    smudge = slice(round(0.86 * height), round(0.86 * height + width / 8)), slice(width // 16, width // 4)
    smudged = face.copy()
    smudged[smudge] = cv2.GaussianBlur(face, (0, 0), 4)[smudge]
    both = FaceDeck("Tower", (*deck.faces[:2], Face("face", "face", face), Face("smudged", "smudged", smudged)))
    assert confusable(both, 120) == [(2, 3)]
    for seed in (6, 7):
        (names,) = _named(both, photograph([art], seed=seed, view=card_view(120, 10)).photo)
        assert set(names) == {"face", "smudged"}


@pytest.mark.parametrize(
    ("width_px", "blur_px", "turn_deg"),
    [
        pytest.param(130, 1.8, 2, id="the twin must lose where it lies itself too"),
        pytest.param(90, 3.5, 2, id="faces are told apart only where the likeliest lies itself"),
        pytest.param(90, 2.5, 1, id="both places together must tell them well apart"),
    ],
)
def test_a_twin_that_was_taught_badly_is_still_named_beside_the_face(
    deck: FaceDeck, width_px: float, blur_px: float, turn_deg: float
) -> None:
    """One taught out of focus and cut out crooked is unlike every card, and may be the card all the same."""
    art = list(uncoded_cards("tower").values())[7]
    soft = cv2.GaussianBlur(_kept(art.front), (0, 0), blur_px)
    crooked = cv2.getRotationMatrix2D((KEPT[0] / 2, KEPT[1] / 2), turn_deg, 1)
    bad = np.asarray(cv2.warpAffine(soft, crooked, KEPT, borderMode=cv2.BORDER_REPLICATE), np.uint8)
    both = FaceDeck("Tower", (*deck.faces[:6], Face(art.text, art.text, _kept(art.front)), Face("twin", "twin", bad)))
    photo = photograph([art], seed=6, view=card_view(width_px, 10), faults=Faults(noise=1.5)).photo
    assert [set(names) for names in _named(both, photo)] == [{art.text, "twin"}]


def test_a_twin_that_was_cut_out_within_its_frame_is_still_one_or_the_other() -> None:
    # A dark frame on a dark table: of one face the frame was taken for the table, and of its twin it was not.
    arts = uncoded_cards("gilfate")
    art = arts["blank"]
    height, width = art.front.shape[:2]
    rim = round(0.05 * width)
    tight, whole = _kept(art.front[rim : height - rim, rim : width - rim]), _kept(art.front)[::-1, ::-1].copy()
    others = [Face(id, id, _kept(one.front)) for id, one in arts.items() if id != "blank"]
    deck = FaceDeck("Gilfate", (*others, Face("tight", "tight", tight), Face("whole", "whole", whole)))
    for seed in (3, 4):
        scene = photograph([art, *list(arts.values())[:3]], seed=seed, view=card_view(120, 25))
        named = _named(deck, scene.photo)
        assert ["tight"] not in named
        assert ["whole"] not in named
        assert any(set(names) == {"tight", "whole"} for names in named)


@pytest.fixture(scope="module")
def pack() -> FaceDeck:
    faces = [Face(id, id, _kept(face)) for id, face in pack_of_cards().items()]
    return FaceDeck("Pack", (*faces, Face("back", "back", _kept(back_of_pack()), is_back=True)))


def test_a_card_that_only_lacks_what_another_face_shows_is_named(pack: FaceDeck) -> None:
    laid = ["2d", "4d", "6h", "7s", "9d", "4c"]
    arts = [plain_card(id, pack_of_cards()[id]) for id in laid]
    scene = photograph(arts, seed=17, view=card_view(130, 15), faults=Faults(noise=1.5))
    assert _named(pack, scene.photo) == sorted([id] for id in laid)


def test_of_many_look_alikes_every_pair_is_said() -> None:
    half = _kept(next(iter(uncoded_cards("tower").values())).front)[: KEPT[1] // 2]
    either_way_round = np.concatenate([half, half[::-1, ::-1]]).astype(np.int16)
    noise = np.random.default_rng(7)
    alike = [np.clip(either_way_round + noise.integers(-6, 7, (*KEPT[::-1], 1)), 0, 255) for _ in range(7)]
    pack = FaceDeck("Pack", tuple(Face(str(n), str(n), one.astype(np.uint8)) for n, one in enumerate(alike)))
    assert sorted((pair.one, pair.other) for pair in look_alikes(pack)) == list(combinations(range(7), 2))


def test_an_empty_table_has_no_cards(deck: FaceDeck) -> None:
    arts = list(uncoded_cards("tower").values())[:4]
    near = card_view(120)
    scene = photograph(arts, seed=2, view=View(near.px_per_module, 20, empty=True, table="paper"))
    assert _named(deck, scene.photo) == []


def test_faces_are_cut_out_and_doubles_and_blurred_ones_told(deck: FaceDeck) -> None:
    arts = list(uncoded_cards("tower").values())[:4]
    view = card_view(200, 6)
    scene = photograph(arts, seed=12, view=View(view.px_per_module, 6, 0.8, table="lino"))
    cut = cut_faces(decode(scene.photo).image)
    assert len(cut) == 4
    assert not any(one.fault for one in cut)
    doubles = [double_of(one.picture_bgr, deck) for one in cut]
    assert sorted(one.name for one in doubles if one) == sorted(art.text for art in arts)
    others = FaceDeck("Tower", tuple(face for face in deck.faces if face.name not in {art.text for art in arts}))
    assert not any(double_of(one.picture_bgr, others) for one in cut)
    soft = photograph(arts, seed=12, view=View(view.px_per_module, 6, 0.8, table="lino"), faults=Faults(blur_px=4))
    assert {one.fault for one in cut_faces(decode(soft.photo).image)} <= {"blurred"}


def test_an_ordinary_pack_on_an_evenly_lit_table_is_cut_card_by_card() -> None:
    # The whole layout has an outline there, and an ace next to no ink by which to see that it is sharp.
    faces = list(pack_of_cards().values())
    for some in (faces[:9], faces[:6]):
        cut = cut_faces(decode(laid_out(some)).image)
        assert [one.fault for one in cut] == [""] * len(some)
    assert {one.fault for one in cut_faces(decode(laid_out(faces[:9], blur_px=2.5)).image)} == {"blurred"}
