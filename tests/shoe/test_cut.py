"""Where a stack may be cut, what the cut does to it, and where the cutting card then lies."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, DECK_SIZE
from croupier.shoe import (
    CardShoe,
    CutOutOfRange,
    cut,
    cutting_card_range,
    front_cut_range,
    place_cutting_card,
    shuffle,
)


def bounds(allowed: range) -> tuple[int, int]:
    return allowed[0], allowed[-1]


@pytest.mark.parametrize(
    ("decks", "front", "from_back", "dealt_before"),
    [
        (4, (52, 156), (52, 104), (104, 156)),
        (5, (52, 208), (52, 130), (130, 208)),
        (6, (52, 260), (52, 156), (156, 260)),
        (7, (52, 312), (52, 182), (182, 312)),
        (8, (52, 364), (52, 208), (208, 364)),
    ],
)
def test_the_bounds_of_four_to_eight_decks(
    decks: int,
    front: tuple[int, int],
    from_back: tuple[int, int],
    dealt_before: tuple[int, int],
) -> None:
    cards = decks * DECK_SIZE
    assert bounds(front_cut_range(cards)) == front
    allowed = cutting_card_range(cards)
    assert bounds(allowed) == from_back
    places = [place_cutting_card(cards, depth) for depth in allowed]
    assert (min(places), max(places)) == dealt_before


def test_W34_a_cut_of_six_decks_is_at_least_a_deck_from_either_end() -> None:
    stack = range(312)
    for refused in (51, 261, 0, 312, -52):
        with pytest.raises(CutOutOfRange) as refusal:
            cut(stack, refused)
        assert refusal.value.asked == refused
        assert bounds(refusal.value.allowed) == (52, 260)
    for accepted in (52, 260):
        assert cut(stack, accepted)[0] == accepted


def test_W34_the_cutting_card_goes_in_between_a_deck_and_half_from_the_back() -> None:
    for refused in (51, 157, 0):
        with pytest.raises(CutOutOfRange, match=f"52 to 156 cards, not at {refused}"):
            place_cutting_card(312, refused)
    assert place_cutting_card(312, 52) == 260
    assert place_cutting_card(312, 156) == 156


def test_W34_a_tolerance_softens_the_half_and_not_the_deck() -> None:
    physical = cutting_card_range(312, 5)
    assert bounds(physical) == (52, 161)
    assert place_cutting_card(312, 157, physical) == 155
    with pytest.raises(CutOutOfRange):
        place_cutting_card(312, 51, physical)


def test_W34_the_front_goes_to_the_back_and_the_cutting_card_lies_after_234_cards() -> None:
    stack = cut(range(1, 313), 100)
    assert stack == (*range(101, 313), *range(1, 101))
    place = place_cutting_card(len(stack), 78)
    assert place == 234
    assert stack[place - 1] == 22


def test_W34_an_exhausted_shoe_of_four_decks_is_cut_within_the_cards_of_the_rack() -> None:
    rack = 4 * DECK_SIZE - 38
    assert rack == 170
    assert bounds(front_cut_range(rack)) == (52, 118)
    assert bounds(cutting_card_range(rack)) == (52, 85)


def test_W36_the_cards_left_in_a_broken_machine_are_cut_between_52_and_206() -> None:
    left = 6 * DECK_SIZE - 24 - 30
    assert left == 258
    assert bounds(front_cut_range(left)) == (52, 206)


@pytest.mark.parametrize(
    ("cards", "middle"), [(1, 0), (2, 1), (51, 25), (52, 26), (90, 45), (102, 51), (103, 51)]
)
def test_under_two_decks_both_cuts_are_in_the_middle(cards: int, middle: int) -> None:
    assert list(front_cut_range(cards)) == [middle]
    assert list(cutting_card_range(cards)) == [middle]
    with pytest.raises(CutOutOfRange, match=f"at {middle} cards, not at {middle + 1}"):
        cut(range(cards), middle + 1)


def test_two_decks_can_be_cut_in_one_place_only() -> None:
    assert list(front_cut_range(104)) == [52]
    assert list(front_cut_range(105)) == [52, 53]
    assert list(cutting_card_range(104)) == [52]


def test_a_tolerance_may_make_room_for_the_least_and_never_leaves_the_stack() -> None:
    assert list(cutting_card_range(100, 1)) == [50, 51]
    assert list(cutting_card_range(100, 3)) == [52, 53]
    assert bounds(cutting_card_range(104, 1_000)) == (52, 104)


def test_another_least_may_be_asked_for() -> None:
    assert bounds(cutting_card_range(312, least=1)) == (1, 156)
    assert place_cutting_card(416, 12, range(12, 417)) == 404
    assert cut(range(52), 10, range(1, 52))[0] == 10


def test_nothing_cannot_be_cut() -> None:
    for bound in (front_cut_range, cutting_card_range):
        with pytest.raises(ValueError, match="no cards"):
            bound(0)
    with pytest.raises(ValueError, match="no cards"):
        cut((), 0)
    with pytest.raises(ValueError, match="tolerance"):
        cutting_card_range(312, -1)


@st.composite
def stacks_and_cuts(draw: st.DrawFn) -> tuple[int, int]:
    cards = draw(st.integers(1, 8 * DECK_SIZE))
    return cards, draw(st.sampled_from(front_cut_range(cards)))


@given(stacks_and_cuts())
def test_a_cut_is_a_rotation(stack_and_cut: tuple[int, int]) -> None:
    cards, front = stack_and_cut
    stack = cut(range(cards), front)
    assert stack == tuple((place + front) % cards for place in range(cards))


@given(stacks_and_cuts())
def test_cutting_again_where_the_packets_meet_undoes_the_cut(
    stack_and_cut: tuple[int, int],
) -> None:
    cards, front = stack_and_cut
    anywhere = range(cards + 1)
    assert cut(cut(range(cards), front), cards - front, anywhere) == tuple(range(cards))


@given(st.integers(104, 8 * DECK_SIZE), st.data())
def test_a_deck_lies_on_either_side_of_the_cut_and_behind_the_cutting_card(
    cards: int, data: st.DataObject
) -> None:
    front = data.draw(st.integers(0, cards))
    assert (front in front_cut_range(cards)) == (min(front, cards - front) >= DECK_SIZE)
    from_back = data.draw(st.integers(0, cards))
    allowed = from_back >= DECK_SIZE and 2 * from_back <= cards
    assert (from_back in cutting_card_range(cards)) == allowed


def test_a_cut_stack_goes_into_the_shoe_with_its_cutting_card() -> None:
    stack = cut(shuffle(DECK * 6, bytes(32)), 100)
    shoe = CardShoe(stack, cutting_card=place_cutting_card(len(stack), 78))
    drawn = 0
    while not shoe.cutting_card_next:
        assert shoe.draw() is stack[drawn]
        drawn += 1
    assert drawn == 234
    assert shoe.remaining == 78
