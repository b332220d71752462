"""Rules 8 and 9: the cards of a hand that is settled early go to the discard rack at once."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.challenge.table_support import ChallengeAt, open_table
from tests.table_support import DEALER, SUPERVISOR

from croupier.cards import Card
from croupier.dealer import Dealer
from croupier.games.blackjack.asks_and_answers import Hit, Stand
from croupier.table.acts.misplaced_cards import Reconstruct
from croupier.table.acts.shuffling import Shuffle
from croupier.table.acts.shuffling_machine import FeedMachine
from croupier.table.facts import InTheRack, Notified, Shuffled
from croupier.table.shuffle_verification import check_shoes
from croupier.table.table import Phase

SETTLED_EARLY = {
    "8.1.1": ("AH 9C 6D KC 7S", ""),
    "9.5": ("10H 9C 6D 6C 7S", "KC"),
    "9.6": ("10H 9C 6D 6C 7S", "5C"),
    "9.7": ("2H 9C 6D 2C 7S", "3C 4C 5D"),
}
"""How box 1 is settled before the others: the initial deal to boxes 1 and 2, and what is drawn."""


def box_1_is_settled(at: ChallengeAt, clause: str, *, left: int = 0) -> tuple[Card, ...]:
    """P's hand on box 1 is settled, Q's on box 2 is not; so many cards are left in the shoe."""
    initial, drawn = SETTLED_EARLY[clause]
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal(initial)
    at.burn(at.table.shoe.remaining - left - len(drawn.split()))
    for card in drawn.split():
        at.hit(1)
        at.deal(card)
    return tuple(Card(card) for card in (initial.split()[0], initial.split()[3], *drawn.split()))


@pytest.mark.clause("nsw:8.1.1", "nsw:9.5", "nsw:9.6", "nsw:9.7", "nsw:16.9")
@pytest.mark.parametrize("clause", SETTLED_EARLY)
def test_16_9_cards_of_a_hand_settled_early_are_shuffled_with_the_discards(clause: str) -> None:
    at = open_table("P Q")
    cards = box_1_is_settled(at, clause)
    burnt = 312 - 5 - len(SETTLED_EARLY[clause][1].split())
    assert at.table.view(None).shoe.discards == burnt + len(cards)
    at.hit(2)
    at.load()
    assert at.last(InTheRack).cards == cards
    assert at.last(Shuffled).cards == burnt + len(cards)
    assert not any(at.table.shoe.out[card] for card in cards)
    at.deal("2S")
    at.stand(2)
    at.settle("KS KD")
    shoe = at.table.shoe
    assert shoe.remaining + len(shoe.rack) == 312


@pytest.mark.clause("nsw:8.1.2", "nsw:16.9")
def test_8_1_2_a_blackjack_that_waits_for_the_dealer_stays_on_the_layout() -> None:
    at = open_table("P Q")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal("AH 9C AD KC 7S")
    at.burn(at.table.shoe.remaining)
    at.hit(2)
    at.do(Shuffle(), DEALER)
    assert at.last(Shuffled).cards == 312 - 5
    assert not at.facts_of(InTheRack)


@pytest.mark.clause("nsw:7.2", "nsw:8.1.1")
def test_7_2_the_device_takes_what_lay_in_the_rack_and_no_card_of_the_round() -> None:
    at = open_table("P Q", device="shuffler")
    at.play(("P", 1, 10))
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal("AH 9C 6D KC 7S")
    in_the_rack = len(at.table.shoe.rack)
    assert at.table.view(None).shoe.discards == in_the_rack + 2
    at.do(FeedMachine(), DEALER)
    assert at.last(Notified).detail == f"cards: {in_the_rack}"
    assert at.table.view(None).shoe.discards == 2


@pytest.mark.clause("nsw:9.5", "nsw:16.9")
def test_16_9_a_device_that_is_empty_takes_the_cards_of_hands_settled_early_too() -> None:
    at = open_table("P Q", device="shuffler")
    cards = box_1_is_settled(at, "9.5")
    at.hit(2)
    at.do(FeedMachine(), DEALER)
    assert at.last(InTheRack).cards == cards
    assert at.table.shoe.remaining == 312 - 3
    at.deal("2S")
    at.stand(2)
    at.settle("KS KD")
    assert at.table.shoe.remaining + len(at.table.shoe.rack) == 312


@pytest.mark.clause("nsw:9.5", "nsw:16.8", "nsw:16.9")
def test_16_8_a_round_is_not_rebuilt_from_cards_that_are_mixed_with_the_others() -> None:
    at = open_table("P Q")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal("10H 9C 6D")
    at.lay("6C", 2)  # which was P's
    at.lay("7S", 1)  # which was Q's
    at.burn(at.table.shoe.remaining - 1)
    at.hit(1)
    at.deal("KC")  # 27, with a card that was not P's
    at.hit(2)
    rebuild = Reconstruct(reason="the second cards changed places")
    assert at.allowed(rebuild, SUPERVISOR)
    at.load()
    assert at.refused(rebuild, SUPERVISOR).clauses == ("16.8", "16.9")


@pytest.mark.clause("nsw:9.5", "nsw:16.8", "nsw:16.9")
def test_16_8_what_was_dealt_rightly_and_is_mixed_does_not_stand_in_the_way() -> None:
    at = open_table("P Q R")
    for name, box in (("P", 1), ("Q", 2), ("R", 3)):
        at.bet(name, box, 10)
    at.deal("10H 9C 9D 6D 6C 4S 7D")
    at.burn(at.table.shoe.remaining - 1)
    at.hit(1)
    at.deal("KC")
    at.hit(2)
    at.load()
    at.lay("3S", 3)  # which was Q's
    at.do(Reconstruct(reason="the three is Q's"), SUPERVISOR)
    assert (at.cards(2), at.cards(3)) == ("9C 4S 3S", "9D 7D")
    at.stand(2)
    at.stand(3)
    at.settle("10S 5D")
    assert at.table.shoe.remaining + len(at.table.shoe.rack) == 312


@pytest.mark.clause("nsw:9.5", "nsw:16.8")
def test_16_8_a_round_is_rebuilt_around_a_hand_that_is_in_the_rack() -> None:
    at = open_table("P Q R")
    for name, box in (("P", 1), ("Q", 2), ("R", 3)):
        at.bet(name, box, 10)
    at.deal("10H 9C 9D 6D 6C 7S 7D")
    at.hit(1)
    at.deal("KC")  # 26: it goes to the rack
    at.hit(2)
    at.lay("2S", 3)  # which was Q's
    before = at.table.view(None).shoe.discards
    at.do(Reconstruct(reason="the two is Q's"), SUPERVISOR)
    assert (at.cards(2), at.cards(3)) == ("9C 7S 2S", "9D 7D")
    assert at.table.cleared == [Card("TH"), Card("6C"), Card("KC")]
    assert at.table.view(None).shoe.discards == before


DEVICES = ("shoe", "shuffler")


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), left=st.integers(1, 12), device=st.sampled_from(DEVICES))
def test_16_9_a_virtual_shoe_that_runs_out_is_proved_and_loses_no_card(
    seed: int, left: int, device: str
) -> None:
    at, chance = open_table("P Q R", loaded=False, device=device), Random(seed)
    dealer = Dealer(at.table, lambda: chance.randbytes(32), clock=lambda: at.now)
    for _ in range(3):
        dealer.prepare()
        for name, box in (("P", 1), ("Q", 2), ("R", 3)):
            at.bet(name, box, 10)
        at.no_more_bets()
        dealer.deal()
        while at.table.shoe.remaining > left and not dealer.cutting_card_next:
            dealer.burn_in_error(seen=False)
        play_out(at, dealer)
        if at.table.phase is Phase.SETTLED:  # the cutting card may have come before any other
            dealer.collect()
    assert all(check.fair for check in check_shoes(at.table.record))


def play_out(at: ChallengeAt, dealer: Dealer) -> None:
    """Everybody draws while they may, so that hands leave the layout before the others."""
    while at.table.phase is Phase.DEALING:
        dealer.deal()
        every_card_is_somewhere(at)
        due = at.due
        if due is not None and due.what == "choice":
            hit = Hit(box=due.box, hand=due.hand)
            at.do(hit if at.allowed(hit, DEALER) else Stand(box=due.box, hand=due.hand), DEALER)


def every_card_is_somewhere(at: ChallengeAt) -> None:
    shoe = at.table.shoe
    lying = [card for card in (*shoe.rack, *shoe.layout, *shoe.pending) if card is not None]
    assert shoe.remaining + len(shoe.rack) + len(shoe.layout) + len(shoe.pending) == 312
    assert +shoe.out == Counter(lying)
    assert not Counter(at.table.cleared) - Counter(shoe.layout)
