"""The card shoe deals its stack from the front, shows its cutting card and survives a restart."""

from __future__ import annotations

import json
from dataclasses import asdict
from itertools import islice

import pytest

from croupier.cards import DECK
from croupier.shoe import (
    CardShoe,
    CardShoeState,
    CardSource,
    CuttingCardInFront,
    ShoeEmpty,
    ShufflingMachine,
    shuffle,
)

ORDER = shuffle(DECK, bytes(32))


def restarted(shoe: CardShoe) -> CardShoe:
    """The shoe after a journey through JSON."""
    return CardShoe.resume(CardShoeState(**json.loads(json.dumps(asdict(shoe.state())))))


def test_cards_come_from_the_front_until_none_is_left() -> None:
    shoe = CardShoe(ORDER)
    for dealt, card in enumerate(ORDER):
        assert (shoe.dealt, shoe.remaining) == (dealt, len(ORDER) - dealt)
        assert shoe.draw() is card
    for _ in range(2):
        with pytest.raises(ShoeEmpty):
            shoe.draw()
    assert shoe.remaining == 0


def test_cards_that_are_looked_at_together_are_drawn_up_to_the_cutting_card() -> None:
    shoe = CardShoe(ORDER, cutting_card=5)
    assert shoe.draw_run(lambda cards: list(islice(cards, 3))) == [*ORDER[:3]]
    assert (shoe.dealt, shoe.draw_run(list)) == (3, [*ORDER[3:5]])
    assert shoe.cutting_card_next
    assert shoe.draw_run(list) == []
    shoe.take_cutting_card()
    assert shoe.draw_run(lambda cards: list(islice(cards, len(ORDER) - 6))) == [*ORDER[5:-1]]
    assert shoe.draw() is ORDER[-1]
    assert shoe.draw_run(list) == []


def test_the_cutting_card_is_seen_and_taken_before_the_next_card() -> None:
    shoe = CardShoe(ORDER, cutting_card=3)
    for card in ORDER[:3]:
        assert not shoe.cutting_card_next
        assert shoe.draw() is card
    assert shoe.cutting_card_next
    with pytest.raises(CuttingCardInFront):
        shoe.draw()
    assert shoe.remaining == len(ORDER) - 3
    shoe.take_cutting_card()
    assert not shoe.cutting_card_next
    assert [shoe.draw() for _ in ORDER[3:]] == list(ORDER[3:])


def test_the_cutting_card_is_taken_only_when_it_is_next() -> None:
    shoe = CardShoe(ORDER, cutting_card=1)
    with pytest.raises(ValueError, match="not next"):
        shoe.take_cutting_card()
    shoe.draw()
    shoe.take_cutting_card()
    with pytest.raises(ValueError, match="not next"):
        shoe.take_cutting_card()


def test_a_cutting_card_may_lie_in_front_of_or_behind_everything() -> None:
    assert CardShoe(ORDER, cutting_card=0).cutting_card_next
    behind = CardShoe(ORDER[:1], cutting_card=1)
    behind.draw()
    assert behind.cutting_card_next
    behind.take_cutting_card()
    with pytest.raises(ShoeEmpty):
        behind.draw()


@pytest.mark.parametrize(
    ("cutting_card", "dealt"), [(53, 0), (-1, 0), (4, 5), (None, 53), (None, -1)]
)
def test_an_impossible_shoe_is_refused(cutting_card: int | None, dealt: int) -> None:
    with pytest.raises(ValueError, match="cannot"):
        CardShoe(ORDER, cutting_card=cutting_card, dealt=dealt)


def test_a_shoe_goes_on_after_a_restart_at_any_point() -> None:
    shoe = CardShoe(ORDER, cutting_card=30)
    for dealt in range(len(ORDER)):
        copy = restarted(shoe)
        assert copy.state() == shoe.state()
        assert copy.cutting_card_next == shoe.cutting_card_next == (dealt == 30)
        if copy.cutting_card_next:
            copy.take_cutting_card()
            shoe.take_cutting_card()
            assert not restarted(shoe).cutting_card_next
        assert copy.draw() is shoe.draw() is ORDER[dealt]
    with pytest.raises(ShoeEmpty):
        restarted(shoe).draw()


def test_the_cards_left_come_out_to_be_shuffled() -> None:
    shoe = CardShoe(ORDER, cutting_card=30)
    for _ in range(20):
        shoe.draw()
    assert shoe.remove_all() == ORDER[20:]
    assert shoe.state().cutting_card is None
    for empty in (shoe, restarted(shoe)):
        with pytest.raises(ShoeEmpty):
            empty.draw()


def test_no_text_of_a_shoe_shows_a_card() -> None:
    shoe = CardShoe(ORDER, cutting_card=30)
    for text in (repr(shoe), str(shoe), f"{shoe}", repr(shoe.state()), repr([shoe])):
        assert not any(card in text for card in DECK)
    other = CardShoe(tuple(reversed(ORDER)), cutting_card=30)
    assert repr(other) == repr(shoe) == "<CardShoe: 52 of 52 cards remain>"


def test_the_shoe_and_the_machine_are_sources_of_cards() -> None:
    sources: list[CardSource] = [CardShoe(ORDER), ShufflingMachine(ORDER, bytes(32))]
    for source in sources:
        drawn = source.draw()
        assert source.remaining == 51
        assert sorted((drawn, *source.remove_all())) == sorted(DECK)
        assert source.remaining == 0
