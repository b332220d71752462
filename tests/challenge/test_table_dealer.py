"""A dealer with virtual cards at a table of Blackjack Challenge: evenings, slips and proofs."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.challenge.table_support import ChallengeAt, open_table
from tests.table_support import (
    DEALER,
    SUPERVISOR,
    player,
)

from croupier.aggregate.hash_chain import verify
from croupier.dealer import Dealer
from croupier.games.blackjack.asks_and_answers import Hit, MoveOn
from croupier.games.challenge.acts.shuffling_device import BringDevice, DeviceFailed
from croupier.rulebook.citations import Refused
from croupier.table.facts import Burnt, Notified, TakenFromRack
from croupier.table.shuffle_verification import Verdict, check_shoes
from croupier.table.table import Phase
from croupier.table_replay import replay
from croupier.testing.table_state import replayed_as


def seated(seed: int = 1, **options: Any) -> tuple[ChallengeAt, Dealer, Random]:
    chance = Random(seed)
    at = open_table("P Q", loaded=False, **options)
    dealer = Dealer(at.table, lambda: chance.randbytes(32), clock=lambda: at.now)
    dealer.prepare()
    return at, dealer, chance


def play(at: ChallengeAt, dealer: Dealer, chance: Random) -> None:
    """One round in which everybody does something that may be done."""
    at.bet("P", 1, 10)
    at.bet("Q", 3, 20)
    at.no_more_bets()
    go_on(at, dealer, chance)
    if at.table.phase is Phase.BETTING:  # the cutting card came first
        dealer.prepare()
        at.no_more_bets()
        go_on(at, dealer, chance)
    dealer.collect()
    dealer.prepare()


def go_on(at: ChallengeAt, dealer: Dealer, chance: Random) -> None:
    while at.table.phase is Phase.DEALING:
        dealer.deal()
        if at.table.phase is Phase.DEALING:
            name = player(at.due.players[0])
            assert at.table.round is not None
            answers = [c for c in at.table.round.candidates(name.name) if at.allowed(c, name)]
            at.do(chance.choice(answers), name)


def is_proved(at: ChallengeAt, dealer: Dealer) -> None:
    """With the last secret told, every shuffle is proved, and the record gives the table again."""
    at.table.shoe.preparation = type(at.table.shoe.preparation).NEEDS_SHUFFLE
    dealer.reveal()
    assert {check.verdict for check in check_shoes(at.table.record)} == {Verdict.PROVED}
    lines = at.table.record.lines
    assert verify(lines).unbroken
    assert at.table.chips.balances


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_an_evening_is_dealt_proved_and_played_again(device: str) -> None:
    at, dealer, chance = seated(device=device)
    for _ in range(60):
        play(at, dealer, chance)
    again = replay(at.table.record.lines)
    assert again.same
    assert replayed_as(again.table, at.table)
    is_proved(at, dealer)


@pytest.mark.clause("nsw:7.2", "nsw:4.9.1")
def test_7_2_the_dealer_feeds_the_device_after_every_initial_deal() -> None:
    at, dealer, chance = seated(device="shuffler")
    for _ in range(5):
        play(at, dealer, chance)
    fed = [fact.clauses for fact in at.facts_of(Notified) if fact.about == "device fed"]
    assert fed == [("7.2",)] * 5
    assert len(at.facts_of(Burnt)) == 1
    assert not [fact for fact in at.facts_of(Notified) if "16.14" in fact.clauses]


@pytest.mark.clause("nsw:16.6")
@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_16_6_the_dealer_keeps_an_unseen_card_for_the_next_round(device: str) -> None:
    at, dealer, chance = seated(device=device)
    at.bet("P", 1, 10)
    at.no_more_bets()
    dealer.deal()
    dealer.overdraw(seen=False)
    dealer.draw_in_error(seen=False)
    go_on(at, dealer, chance)
    dealer.collect()
    assert at.table.shoe.pending
    for _ in range(3):
        play(at, dealer, chance)
    is_proved(at, dealer)


@pytest.mark.clause("nsw:16.2", "nsw:16.16")
@pytest.mark.parametrize("seen", [True, False])
def test_16_2_the_dealer_takes_a_burnt_card_out_again(seen: bool) -> None:
    at, dealer, chance = seated()
    at.bet("P", 1, 10)
    at.no_more_bets()
    dealer.deal()
    dealer.burn_in_error(seen=seen)
    dealer.take_from_rack()
    assert (at.last(TakenFromRack).card is not None) is seen
    with pytest.raises(Refused):
        dealer.take_from_rack()
    go_on(at, dealer, chance)
    dealer.collect()
    play(at, dealer, chance)
    is_proved(at, dealer)


@pytest.mark.clause("nsw:16.2")
@pytest.mark.parametrize("seen", [True, False])
@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_16_2_the_dealer_takes_a_burnt_card_from_under_those_of_its_round(
    seen: bool, device: str
) -> None:
    at, dealer, chance = seated(device=device)
    play(at, dealer, chance)
    at.bet("P", 1, 10)
    at.no_more_bets()
    go_on(at, dealer, chance)
    dealer.burn_in_error(seen=seen)
    burnt = at.last(Burnt).card
    dealer.collect()
    dealer.take_from_rack()
    assert at.last(TakenFromRack).card == burnt
    for _ in range(3):
        play(at, dealer, chance)
    is_proved(at, dealer)


@pytest.mark.clause("nsw:17.5.4", "nsw:17.5.5")
def test_17_5_the_dealer_finishes_the_round_from_a_shoe_and_goes_back_to_a_device() -> None:
    at, dealer, chance = seated(device="shuffler")
    play(at, dealer, chance)
    at.bet("P", 1, 10)
    at.no_more_bets()
    dealer.deal()
    at.do(DeviceFailed(fault="jam", spare_at_hand=False), SUPERVISOR)
    assert dealer.deal() == []
    at.do(MoveOn(), DEALER)
    go_on(at, dealer, chance)
    dealer.collect()
    dealer.prepare()
    for _ in range(3):
        play(at, dealer, chance)
    at.do(BringDevice(), SUPERVISOR)
    dealer.prepare()
    for _ in range(3):
        play(at, dealer, chance)
    is_proved(at, dealer)


def burn_the_shoe_down(at: ChallengeAt, dealer: Dealer) -> None:
    """Card after card goes to the rack, the cutting card too if it comes, until none is left."""
    while at.table.shoe.remaining and not dealer.cutting_card_next:
        dealer.burn_in_error(seen=False)


@pytest.mark.clause("nsw:16.9")
@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_16_9_the_dealer_deals_on_when_no_card_is_left(device: str) -> None:
    at, dealer, chance = seated(device=device)
    at.bet("P", 1, 10)
    at.bet("Q", 3, 20)
    at.no_more_bets()
    dealer.deal()
    while at.table.phase is Phase.DEALING:
        burn_the_shoe_down(at, dealer)  # at a shoe, one card lies behind the cutting card
        hit = Hit(box=at.due.box)
        at.do(hit if at.allowed(hit, DEALER) else MoveOn(), DEALER)
        dealer.deal()
    filled = [fact for fact in at.table.facts if fact.clauses == ("16.9",)]
    assert len(filled) >= 1
    dealer.collect()
    dealer.prepare()
    play(at, dealer, chance)
    is_proved(at, dealer)
