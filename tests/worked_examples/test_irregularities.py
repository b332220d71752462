"""W29 to W33: what goes wrong in dealing, and what it comes to."""

from __future__ import annotations

import pytest
from tests.table_support import ACT_2006, DEALER, SUPERVISOR, At, open_table

from croupier.cards import Card
from croupier.table.acts.dealing import Deal
from croupier.table.acts.misplaced_cards import Reconstruct, VoidEarlierRound
from croupier.table.acts.stray_cards import BurntInError, DealerOverdrew, DrawnInError, FaceUpCard
from croupier.table.facts import Burnt, Reconstructed, Reversed, SetAside


def rack(at: At) -> list[Card | None]:
    return at.table.shoe.rack


# --- W29: a card found face up


@pytest.mark.clause("14.1", "A:Burn")
def test_W29_a_face_up_card_is_burnt_and_the_next_is_dealt_instead(instrument: str) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 20)
    at.deal("9S")
    at.do(FaceUpCard(card=Card("4H")), DEALER)
    at.deal("KC 9D")
    assert (at.cards(0), at.cards(1)) == ("KC", "9S 9D")
    at.stand(1)
    assert at.settle("7D") == {"P": 20}
    assert rack(at)[0] == "4H"


# --- W30: a card drawn or burnt in error


def seventeen_and_sixteen(instrument: str) -> At:
    """P has stood on 17; R has 16 and the turn."""
    at = open_table(instrument)
    at.bet("P", 1, 10)
    at.bet("R", 2, 10)
    at.deal("10S 10H 10D 7C 6C")
    at.stand(1)
    return at


@pytest.mark.clause("14.2")
def test_W30_a_the_next_who_draws_gets_the_card_drawn_in_error(instrument: str) -> None:
    at = seventeen_and_sixteen(instrument)
    at.do(DrawnInError(card=Card("4C")), DEALER)
    assert at.last(SetAside).card == "4C"
    at.hit(2)
    assert at.refused(Deal(card=Card("9C")), DEALER).clauses == ("14.2",)
    at.deal("4C")
    at.stand(2)
    assert at.settle("9C") == {"P": -10, "R": 10}


@pytest.mark.clause("14.2")
def test_W30_b_if_nobody_draws_the_dealer_gets_it(instrument: str) -> None:
    at = seventeen_and_sixteen(instrument)
    at.do(DrawnInError(card=Card("4C")), DEALER)
    at.stand(2)
    assert at.settle("4C 9C") == {"P": 10, "R": 10}


@pytest.mark.clause("14.2", "A:Burn")
def test_W30_c_a_card_burnt_in_error_stays_in_the_rack(instrument: str) -> None:
    at = seventeen_and_sixteen(instrument)
    at.do(BurntInError(card=Card("4C")), DEALER)
    at.hit(2)
    at.deal("9C")
    assert at.settle("5H 6S") == {"P": -10, "R": -10}
    assert rack(at)[0] == "4C"


# --- W31: a card to the dealer's hand outside rule 12


@pytest.mark.clause("14.3", "A:Burn")
def test_W31_a_a_card_past_the_stopping_total_is_burnt(instrument: str) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 20)
    at.bet("R", 2, 20)
    at.deal("10S 10H 10D 6C 8C")
    at.stand(1)
    at.stand(2)
    at.deal("7C")
    at.do(DealerOverdrew(card=Card("5H")), DEALER)
    assert at.cards(0) == "TD 7C"
    assert at.settle() == {"P": -20, "R": 20}


@pytest.mark.clause("14.3", "06:7.5(a)", "18:7.6(a)")
def test_W31_b_a_burnt_ten_is_no_second_card(instrument: str) -> None:
    """14.3 over 14.2: a card drawn to the dealer's hand is burnt and not kept as the next."""
    at = open_table(instrument, "P")
    at.bet("P", 1, 20)
    at.deal("10S AC 8H")
    at.insure("P", 1, 10)
    at.move_on()
    at.do(DealerOverdrew(card=Card("KD")), DEALER)
    assert not at.table.shoe.pending
    assert at.last(Burnt).card == "KD"
    at.stand(1)
    assert at.settle("7C") == {"P": -10}


# --- W32: a misplaced card, found in the round


@pytest.mark.clause("14.4")
def test_W32_the_draws_are_followed_again_each_to_its_place(instrument: str) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 10)
    at.bet("R", 2, 10)
    at.deal("10S")
    at.lay("9H", 0)
    at.lay("6D", 2)
    at.deal("8C 5S")
    assert (at.cards(1), at.cards(2), at.cards(0)) == ("TS 8C", "6D 5S", "9H")
    at.do(Reconstruct(reason="box 2 and the dealer were exchanged"), SUPERVISOR)
    assert (at.cards(1), at.cards(2), at.cards(0)) == ("TS 8C", "9H 5S", "6D")
    assert at.last(Reconstructed).decisions_kept == 0
    at.stand(1)
    at.stand(2)
    assert at.settle("10H 7C") == {"P": 10, "R": 10}


# --- W33: found after the next round began


@pytest.mark.clause("14.5", "A:Void")
def test_W33_everybodys_round_is_as_if_it_had_never_been_and_the_next_stands(
    instrument: str,
) -> None:
    at = open_table(instrument, "A B C D", side_bets=["perfect-pairs"])
    for _ in range(6):
        at.play(("A", 1, 10))
    at.bet("A", 1, 50)
    at.bet("B", 2, 20)
    at.bet("C", 3, 40)
    at.bet("D", 4, 10)
    at.bet("D", 4, 10, "perfect-pairs")
    # The dealer's ace lets C insure; A and D lose to 20, C stands off with it.
    at.deal("10S AS 10H 5H AC")
    at.deal("8S KH QC 5S")
    at.insure("C", 3, 20)
    at.move_on()
    if at.due.what.startswith("insurance"):
        at.move_on()
    at.stand(1)
    at.stand(3)
    at.hit(4)
    at.deal("9C")
    at.stand(4)
    round_7 = at.settle("9D")
    assert round_7 == {"A": -50, "B": 30, "C": -20, "D": 50}

    before = {name: at.chips(name) for name in "ABCD"}
    at.bet("A", 1, 10)
    at.deal("10D 7C 9H")
    at.do(VoidEarlierRound(round=7, reason="the camera shows it"), SUPERVISOR)
    corrections = {
        name: at.chips(name) - before[name] + (10 if name == "A" else 0) for name in "ABCD"
    }
    assert corrections == {"A": 50, "B": -30, "C": 20, "D": -50}
    assert len(at.facts_of(Reversed)) == 5  # three mains, the insurance, the pair
    at.stand(1)
    at.settle("10C")
    assert at.chips("A") == before["A"] + 50 + 10
    again = VoidEarlierRound(round=7, reason="once more")
    assert "A:Void" in at.refused(again, SUPERVISOR).clauses


@pytest.mark.clause("06:14.5", "06:A:Void")
def test_W33_one_who_has_left_is_owed_or_owes() -> None:
    at = open_table(ACT_2006, "A B")
    at.bet("A", 1, 50)
    at.bet("B", 2, 20)
    at.deal("10S AS 6D 8H KH")
    at.stand(1)
    assert at.settle("10C 3D") == {"A": -50, "B": 30}
    at.leave("B")
    at.leave("A")
    at.arrive("C")
    at.bet("C", 1, 10)
    at.deal("10D 7C 9H")
    at.do(VoidEarlierRound(round=1, reason="the camera shows it"), SUPERVISOR)
    assert (at.chips("A"), at.chips("B")) == (50, -30)
    notices = [(notice.about, notice.detail) for notice in at.table.notices[-2:]]
    assert notices == [("owed to a player", "A: 50"), ("owed to the house", "B: 30")]
    assert at.table.chips.balances
