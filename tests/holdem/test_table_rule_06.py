"""Rule 6 at a live table: the shuffle and the cut."""

from __future__ import annotations

import pytest
from tests.holdem.cases import KING_HIGH
from tests.holdem.table_support import ACES, HoldemAt, open_table
from tests.table_support import DEALER, SUPERVISOR, player

from croupier.games.holdem.acts.preparation import LoadSecondDeck, OrderShuffle
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.shuffling import Cut, InsertCuttingCard, Shuffle
from croupier.table.facts import (
    Attested,
    CutMade,
    Notified,
    ShoeLoaded,
    Shuffled,
    ShuffleDue,
)
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

P, Q = player("P"), player("Q")


def lying(at: HoldemAt, box: int = 1) -> dict[str, int]:
    """What lies on a box, in dollars."""
    return {w.wager: w.amount // 100 for w in at.table.wagers if w.box == box}


# --- rule 6


@pytest.mark.clause("uth:6.1", "uth:6.1(a)", "uth:A:Round of Play")
@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_6_1_a_the_cards_are_shuffled_for_every_round(device: str) -> None:
    at = open_table(device=device, loaded=False)
    at.bet("P", 1, 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("6.1", "6.1(a)")
    at.load()
    assert at.refused(Shuffle(), DEALER).clauses == ("6.1", "6.1(a)")
    at.deal(KING_HIGH, *ACES)
    assert at.refused(Shuffle(), DEALER).clauses == ("6.1", "6.1(a)")
    at.say("1 play 40")
    at.settle()
    assert at.last(ShuffleDue).clauses == ("6.1", "6.1(a)")
    at.bet("P", 1, 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("6.1", "6.1(a)")
    at.load()
    assert [fact.cards for fact in at.facts_of(Shuffled)] == [52, 52]
    assert at.table.shoe.out.total() == 0


@pytest.mark.clause("uth:6.1(c)")
def test_6_1_c_a_supervisor_may_have_them_shuffled_again() -> None:
    at = open_table()
    order = OrderShuffle(reason="a card was turned over in the shoe")
    assert at.refused(order, DEALER).clauses == ("A:Casino Supervisor",)
    assert at.refused(OrderShuffle(reason=""), SUPERVISOR).clauses == ("6.1", "6.1(c)")
    at.do(order, SUPERVISOR)
    assert at.table.shoe.preparation is Preparation.NEEDS_SHUFFLE
    assert at.refused(order, SUPERVISOR).clauses == ("6.1", "6.1(c)")  # it is due already
    at.load()
    at.bet("P", 1, 10)
    at.no_more_bets()
    at.do(order, SUPERVISOR)  # no card is out: betting is open again
    assert at.table.phase is Phase.BETTING
    at.load()
    at.deal(KING_HIGH, *ACES, only=1)
    assert at.refused(order, SUPERVISOR).clauses == ("6.1", "6.1(c)")


@pytest.mark.clause("uth:6.2", "uth:6.2(a)", "uth:6.2(b)")
def test_6_2_two_decks_of_two_colours_take_turns_in_the_machine() -> None:
    at = open_table(device="shuffler", loaded=False)
    same = LoadSecondDeck(in_play="red", other=" Red ")
    assert at.refused(same, DEALER).clauses == ("6.2", "6.2(b)")
    assert at.refused(LoadSecondDeck(in_play="red", other=""), DEALER).clauses == ("6.2", "6.2(b)")
    at.do(LoadSecondDeck(in_play="red", other="blue"), DEALER)
    assert at.last(Attested).clauses == ("6.2", "6.2(a)", "6.2", "6.2(b)")
    in_play = []
    for _ in range(3):
        at.load()
        in_play.append(at.last(Notified).detail)
        at.bet("P", 1, 10)
        at.deal(KING_HIGH, *ACES)
        at.say("1 fold")
        at.settle()
    assert in_play == ["blue backs", "red backs", "blue backs"]


@pytest.mark.clause("uth:6.2(a)")
def test_6_2_a_a_card_shoe_holds_one_deck() -> None:
    at = open_table()
    second = LoadSecondDeck(in_play="red", other="blue")
    assert at.refused(second, DEALER).clauses == ("6.2", "6.2(a)")


@pytest.mark.clause("uth:6.3", "uth:6.3(a)", "uth:6.3(b)")
def test_6_3_the_dealer_cuts_and_all_cards_lie_on_the_cutting_card() -> None:
    at = open_table(loaded=False)
    at.do(Shuffle(), DEALER)
    assert at.refused(Shuffle(), DEALER).clauses == ("6.1", "6.1(a)")
    assert at.refused(Cut(player="P", at=20), P).clauses == ("6.3",)
    assert at.refused(Cut(player="P", at=20), DEALER).clauses == ("6.3",)
    for nowhere in (0, 52):
        assert "6.3" in at.refused(Cut(player="dan", at=nowhere), DEALER).clauses
    at.do(Cut(player="dan", at=20), DEALER)
    assert at.last(CutMade).at == 20
    assert "6.3" in at.refused(InsertCuttingCard(from_back=1), DEALER).clauses
    at.do(InsertCuttingCard(from_back=0), DEALER)
    loaded = at.last(ShoeLoaded)
    assert (loaded.cards, loaded.until_cutting_card) == (52, 52)
    assert loaded.clauses == ("6.3", "6.3(a)", "6.3(b)")


@pytest.mark.clause("uth:6.1")
def test_6_1_a_machine_needs_no_cut() -> None:
    at = open_table(device="shuffler")
    assert at.table.shoe.ready
    assert at.last(ShoeLoaded).until_cutting_card is None
    assert "6.3" in at.refused(Cut(player="dan", at=26), DEALER).clauses
    assert PlaceWager(player="Q", box=2, amount=10_00, wager="ante") in at.table.legal(Q)
