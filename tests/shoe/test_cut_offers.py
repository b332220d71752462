"""Who is offered the cut, in which order and in what quality, on every occasion."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.shoe import FARTHEST_RIGHT_ON, CutClaim, CutOffer, Occasion, cut_offers

FOUR = {1: "Ann", 3: "Ben", 4: "Cid", 7: "Dot"}


def asked(offers: tuple[CutOffer[str], ...]) -> str:
    """The offers in short: `(b) Ben, (d) Cid, supervisor`."""
    letter = {
        CutClaim.FIRST_TO_THE_TABLE: "(a) ",
        CutClaim.BOX_OF_THE_CUTTING_CARD: "(b) ",
        CutClaim.FARTHEST_RIGHT: "(c) ",
        CutClaim.IN_TURN: "(d) ",
        CutClaim.SUPERVISOR: "",
    }
    return ", ".join(letter[offer.limb] + (offer.player or "supervisor") for offer in offers)


def test_a_game_just_beginning_offers_it_to_the_first_player_to_the_table() -> None:
    offers = cut_offers(FOUR, Occasion.GAME_BEGINNING, first_to_table="Cid")
    assert asked(offers) == "(a) Cid, (d) Dot, (d) Ann, (d) Ben, supervisor"
    assert [offer.box for offer in offers] == [4, 7, 1, 3, None]


def test_the_first_player_is_asked_before_having_a_box() -> None:
    offers = cut_offers(FOUR, Occasion.GAME_BEGINNING, first_to_table="Eve")
    assert asked(offers) == "(a) Eve, (d) Ann, (d) Ben, (d) Cid, (d) Dot, supervisor"
    assert offers[0].box is None


def test_a_game_beginning_without_a_first_player_asks_in_turn() -> None:
    offers = cut_offers(FOUR, Occasion.GAME_BEGINNING)
    assert asked(offers) == "(d) Ann, (d) Ben, (d) Cid, (d) Dot, supervisor"


def test_the_cutting_card_on_a_box_offers_it_to_the_player_of_that_box() -> None:
    offers = cut_offers(FOUR, Occasion.CUTTING_CARD_ON_BOX, cutting_card_box=3)
    assert asked(offers) == "(b) Ben, (d) Cid, (d) Dot, (d) Ann, supervisor"


def test_the_cutting_card_on_the_last_box_goes_on_at_the_first() -> None:
    offers = cut_offers(FOUR, Occasion.CUTTING_CARD_ON_BOX, cutting_card_box=7)
    assert asked(offers) == "(b) Dot, (d) Ann, (d) Ben, (d) Cid, supervisor"


def test_the_player_of_that_box_has_left() -> None:
    offers = cut_offers(FOUR, Occasion.CUTTING_CARD_ON_BOX, cutting_card_box=5)
    assert asked(offers) == "(d) Ann, (d) Ben, (d) Cid, (d) Dot, supervisor"


def test_the_box_of_the_cutting_card_must_be_named() -> None:
    with pytest.raises(ValueError, match="no box is named"):
        cut_offers(FOUR, Occasion.CUTTING_CARD_ON_BOX)


def test_the_cutting_card_on_the_dealers_hand_offers_it_to_the_farthest_right() -> None:
    offers = cut_offers(FOUR, Occasion.CUTTING_CARD_ON_DEALER)
    assert asked(offers) == "(c) Dot, (d) Ann, (d) Ben, (d) Cid, supervisor"


@pytest.mark.parametrize("occasion", [Occasion.CUTTING_CARD_FIRST, Occasion.OTHERWISE])
def test_where_nobody_has_a_claim_the_asking_starts_at_the_lowest_box(occasion: Occasion) -> None:
    # Who came first and where an earlier cutting card lay are known and do not matter.
    offers = cut_offers(FOUR, occasion, first_to_table="Dot", cutting_card_box=4)
    assert asked(offers) == "(d) Ann, (d) Ben, (d) Cid, (d) Dot, supervisor"


def test_W36_a_broken_machine_offers_it_to_the_last_box_and_then_clockwise() -> None:
    offers = cut_offers(FOUR, Occasion.MACHINE_BREAKDOWN)
    assert asked(offers) == "(c) Dot, (d) Ann, (d) Ben, (d) Cid, supervisor"


def test_a_rulebook_may_name_other_occasions_for_the_farthest_right() -> None:
    offers = cut_offers(
        FOUR,
        Occasion.CUTTING_CARD_FIRST,
        farthest_right_on=FARTHEST_RIGHT_ON | {Occasion.CUTTING_CARD_FIRST},
    )
    assert asked(offers) == "(c) Dot, (d) Ann, (d) Ben, (d) Cid, supervisor"


def test_a_player_on_several_boxes_is_asked_once() -> None:
    boxes = {5: "Ann", 1: "Ann", 3: "Ben", 2: "Cid", 4: "Ann", 6: "Dot"}
    in_turn = cut_offers(boxes, Occasion.OTHERWISE)
    assert asked(in_turn) == "(d) Ann, (d) Cid, (d) Ben, (d) Dot, supervisor"
    on_four = cut_offers(boxes, Occasion.CUTTING_CARD_ON_BOX, cutting_card_box=4)
    assert asked(on_four) == "(b) Ann, (d) Dot, (d) Cid, (d) Ben, supervisor"
    first = cut_offers(boxes, Occasion.GAME_BEGINNING, first_to_table="Ann")
    assert asked(first) == "(a) Ann, (d) Cid, (d) Ben, (d) Dot, supervisor"


def test_a_lone_player_and_an_empty_table() -> None:
    for occasion in Occasion:
        alone = cut_offers({2: "Ann"}, occasion, first_to_table="Ann", cutting_card_box=2)
        assert [offer.player for offer in alone] == ["Ann", None]
        nobody: tuple[CutOffer[str], ...] = cut_offers({}, occasion, cutting_card_box=2)
        assert nobody == (CutOffer(CutClaim.SUPERVISOR, None),)


@given(
    st.dictionaries(st.integers(1, 9), st.sampled_from("ABCDE"), max_size=9),
    st.sampled_from(Occasion),
    st.sampled_from("ABCDE"),
    st.integers(1, 9),
)
def test_everybody_is_asked_once_and_the_supervisor_last(
    players: dict[int, str], occasion: Occasion, first: str, box: int
) -> None:
    offers = cut_offers(players, occasion, first_to_table=first, cutting_card_box=box)
    *to_players, to_supervisor = offers
    assert to_supervisor == CutOffer(CutClaim.SUPERVISOR, None)
    everybody = set(players.values())
    if occasion is Occasion.GAME_BEGINNING:
        everybody.add(first)
    assert sorted(offer.player or "" for offer in to_players) == sorted(everybody)
    assert all(offer.limb is CutClaim.IN_TURN for offer in to_players[1:])
    for offer in to_players:
        assert offer.box is None or players[offer.box] == offer.player
