"""A person may name what can still come, and nothing else."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, Card
from croupier.shoe import AllCopiesOut, NamedCards, NamedCardsState, NotOut


def restarted(shoe: NamedCards) -> NamedCards:
    """The shoe after a journey through JSON."""
    return NamedCards.resume(NamedCardsState(**json.loads(json.dumps(asdict(shoe.state())))))


def test_every_copy_may_be_named_once() -> None:
    shoe = NamedCards(4)
    for copy in range(4):
        assert shoe.may_come[Card.AS] == 4 - copy
        assert shoe.name(Card.AS) is Card.AS
    assert shoe.may_come[Card.AS] == 0
    assert shoe.may_come[Card.AH] == 4
    with pytest.raises(AllCopiesOut, match="every ace of spades is already out") as refusal:
        shoe.name(Card.AS)
    assert refusal.value.card is Card.AS
    assert shoe.remaining == 4 * 52 - 4
    assert shoe.out == (Card.AS,) * 4


def test_all_the_cards_of_the_decks_may_come_and_no_more() -> None:
    shoe = NamedCards(6)
    for card in DECK * 6:
        shoe.name(card)
    assert shoe.remaining == 0
    assert set(shoe.may_come.values()) == {0}
    for card in DECK:
        with pytest.raises(AllCopiesOut):
            shoe.name(card)


def test_what_may_come_lists_all_fifty_two_in_their_order() -> None:
    assert tuple(NamedCards(8).may_come) == DECK
    shoe = NamedCards(8)
    shoe.may_come[Card.AS] = 0
    assert shoe.may_come[Card.AS] == 8


def test_cards_that_were_shuffled_back_may_come_again() -> None:
    shoe = NamedCards(1)
    for card in (Card.AS, Card.KD, Card.TH):
        shoe.name(card)
    shoe.returned([Card.AS, Card.TH])
    assert shoe.out == (Card.KD,)
    assert shoe.name(Card.AS) is Card.AS
    shoe.returned(shoe.out)
    assert shoe.remaining == 52


def test_a_card_that_is_not_out_cannot_return_and_takes_the_others_with_it() -> None:
    shoe = NamedCards(2)
    shoe.name(Card.AS)
    with pytest.raises(NotOut, match="no king of diamonds is out") as refusal:
        shoe.returned([Card.AS, Card.KD])
    assert refusal.value.card is Card.KD
    with pytest.raises(NotOut):
        shoe.returned([Card.AS, Card.AS])
    assert shoe.out == (Card.AS,)


@given(st.integers(1, 8), st.lists(st.sampled_from(DECK[:5]), max_size=60))
def test_a_naming_is_refused_exactly_when_the_decks_have_no_more(
    decks: int, cards: list[Card]
) -> None:
    shoe = NamedCards(decks)
    named: list[Card] = []
    for card in cards:
        if named.count(card) == decks:
            with pytest.raises(AllCopiesOut):
                shoe.name(card)
        else:
            named.append(shoe.name(card))
        assert Counter(shoe.out) == Counter(named)
        assert shoe.remaining == decks * 52 - len(named) == sum(shoe.may_come.values())
    again = restarted(shoe)
    assert (again.decks, again.may_come) == (shoe.decks, shoe.may_come)


def test_a_state_with_too_many_copies_is_refused() -> None:
    with pytest.raises(AllCopiesOut):
        NamedCards.resume(NamedCardsState(decks=1, out="AS AS"))


def test_a_shoe_has_a_deck_at_least() -> None:
    with pytest.raises(ValueError, match="at least one deck"):
        NamedCards(0)


def test_its_text_says_how_much_may_come() -> None:
    assert repr(NamedCards(6, [Card.AS])) == "<NamedCards: 311 of 312 cards may still come>"
