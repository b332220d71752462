"""W34 and W36: the cut, the cutting card, an empty shoe and a broken machine."""

from __future__ import annotations

import pytest
from tests.table_support import (
    DEALER,
    NOW,
    SUPERVISOR,
    At,
    open_table,
    permit_boxes,
    player,
)

from croupier.cards import DECK
from croupier.dealer import Dealer
from croupier.games.blackjack.facts import Dealt
from croupier.shoe import cut, shuffle
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.burn_and_reveal import NewCards
from croupier.table.acts.closing import AnnounceClosure
from croupier.table.acts.cutting_card import DealtPastCuttingCard
from croupier.table.acts.dealing import Deal
from croupier.table.acts.player_restrictions import RequireMinimum
from croupier.table.acts.shuffling import Cut, DeclineCut, InsertCuttingCard, Shuffle
from croupier.table.acts.shuffling_machine import MachineFailed
from croupier.table.facts import (
    BettingReopened,
    CutOffered,
    CuttingCardCame,
    ShoeLoaded,
    Shuffled,
    ShuffleDue,
)
from croupier.table.table import Phase

# --- W34: where the cards may be cut


@pytest.mark.clause("5.3")
@pytest.mark.parametrize(("at", "taken"), [(51, False), (52, True), (260, True), (261, False)])
def test_W34_six_decks_are_cut_a_deck_from_either_end(
    instrument: str, at: int, taken: bool
) -> None:
    table = open_table(instrument, "P", loaded=False)
    table.do(Shuffle(), DEALER)
    if taken:
        table.do(Cut(player="P", at=at), player("P"))
        return
    assert table.refused(Cut(player="P", at=at), player("P")).clauses == ("5.3",)
    table.do(Cut(player="P", at=52), player("P"))
    assert table.refused(InsertCuttingCard(from_back=51), DEALER).clauses == ("5.3",)


@pytest.mark.clause("5.3")
@pytest.mark.parametrize(
    ("from_back", "taken"), [(51, False), (52, True), (156, True), (157, False)]
)
def test_W34_the_cutting_card_goes_in_a_deck_to_half_the_decks_from_the_back(
    instrument: str, from_back: int, taken: bool
) -> None:
    table = open_table(instrument, "P", loaded=False)
    table.do(Shuffle(), DEALER)
    table.do(Cut(player="P", at=100), player("P"))
    insert = InsertCuttingCard(from_back=from_back)
    if taken:
        table.do(insert, DEALER)
        assert table.last(ShoeLoaded).until_cutting_card == 312 - from_back
    else:
        assert table.refused(insert, DEALER).clauses == ("5.3",)


@pytest.mark.clause("5.3")
def test_W34_a_real_shoe_may_be_cut_approximately_at_the_half(instrument: str) -> None:
    table = open_table(instrument, "P", loaded=False, cut_depth_tolerance_cards=10)
    table.do(Shuffle(), DEALER)
    table.do(Cut(player="P", at=100), player("P"))
    assert table.refused(InsertCuttingCard(from_back=167), DEALER).clauses == ("5.3",)
    assert table.refused(InsertCuttingCard(from_back=51), DEALER).clauses == ("5.3",)
    table.do(InsertCuttingCard(from_back=166), DEALER)


@pytest.mark.clause("5.3")
def test_W34_what_lay_in_front_of_the_cut_is_dealt_last(instrument: str) -> None:
    """Cards 1 to 312, cut at 100: 101 to 312, then 1 to 100; 78 from the back is after 234."""
    assert cut(range(1, 313), 100) == (*range(101, 313), *range(1, 101))
    table = open_table(instrument, "P", loaded=False)
    secret = bytes(32)
    dealer = Dealer(
        table.table, lambda: secret, ask_cut=lambda _who, _where: 100, clock=lambda: NOW,
        penetration=0.75,
    )  # fmt: skip
    dealer.prepare()
    loaded = table.last(ShoeLoaded)
    assert loaded.until_cutting_card == 312 - 78 == 234
    order = shuffle(DECK * 6, secret)
    table.bet("P", 1, 10)
    table.no_more_bets()
    dealer.deal()
    assert [fact.card for fact in table.facts_of(Dealt)] == list(order[100:103])


# --- W34: when it comes out


def at_the_cutting_card(instrument: str, players: str = "P Q R") -> At:
    at = open_table(instrument, players)
    at.bet("P", 1, 10)
    at.bet("Q", 2, 25)
    return at


@pytest.mark.clause("5.4", "5.4(a)", "4.1", "A:Round of play")
def test_W34_as_the_first_card_it_means_a_shuffle_before_the_deal_and_bets_reopen(
    instrument: str,
) -> None:
    at = at_the_cutting_card(instrument)
    at.no_more_bets()
    at.cutting_card()
    assert at.last(CuttingCardCame).box is None
    assert at.last(ShuffleDue).at_once
    assert at.last(BettingReopened)
    assert at.table.phase is Phase.BETTING
    at.bet("Q", 2, 50)  # no wager is frozen
    assert at.refused(NoMoreBets(), DEALER).clauses == ("5.1",)
    at.load()
    at.deal("10S 9H 7D 10D 9D")
    assert at.table.number == 1


@pytest.mark.clause("5.4", "5.4(b)")
def test_W34_in_a_round_it_means_a_shuffle_after_it(instrument: str) -> None:
    at = at_the_cutting_card(instrument)
    at.deal("10S")
    at.cutting_card()
    assert at.last(CuttingCardCame).box == 2
    at.deal("9H 7D 10D 9D")
    assert at.refused(Shuffle(), DEALER).clauses == ("5.4",)
    at.stand(1)
    at.stand(2)
    at.settle("10C")
    assert at.last(ShuffleDue).at_once
    at.bet("P", 1, 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("5.1",)


@pytest.mark.clause("5.5")
@pytest.mark.parametrize("first", [True, False])
def test_W34_in_the_last_three_rounds_it_is_discarded(instrument: str, first: bool) -> None:
    at = at_the_cutting_card(instrument)
    at.do(AnnounceClosure(rounds=3), SUPERVISOR)
    at.no_more_bets()
    if not first:
        at.deal("10S")
    at.cutting_card()
    assert not at.facts_of(ShuffleDue)
    assert at.table.phase is Phase.DEALING
    at.deal("9H 7D 10D 9D" if not first else "10S 9H 7D 10D 9D")
    at.stand(1)
    at.stand(2)
    at.settle("10C")
    at.play()
    at.play()


@pytest.mark.clause("5.4(b)", "5.5")
def test_W34_four_rounds_from_the_end_it_still_counts(instrument: str) -> None:
    at = at_the_cutting_card(instrument)
    at.do(AnnounceClosure(rounds=4), SUPERVISOR)
    at.deal("10S")
    at.cutting_card()
    at.deal("9H 7D 10D 9D")
    at.stand(1)
    at.stand(2)
    at.settle("10C")
    assert at.table.rounds_left == 3
    at.load()
    at.bet("P", 1, 10)
    at.no_more_bets()
    at.cutting_card()
    assert at.table.phase is Phase.DEALING


@pytest.mark.clause("14.8")
@pytest.mark.parametrize("in_play", [True, False])
def test_W34_rounds_dealt_past_it_stand(instrument: str, in_play: bool) -> None:
    at = open_table(instrument)
    at.play()
    at.play()
    won = at.chips("P")
    if in_play:
        at.bet("P", 1, 10)
        at.deal("10S 7D 9H")
    at.do(DealtPastCuttingCard(), DEALER)
    if in_play:
        at.stand(1)
        assert at.settle("10C") == {"P": 10}
        won += 10
    assert at.chips("P") == won
    assert at.last(ShuffleDue).at_once
    at.load()
    assert at.last(Shuffled).cards == 312


# --- W34: an empty shoe


def empty_in_mid_round(instrument: str, **changes: int) -> At:
    """Four decks, 38 cards on the layout, 170 in the rack, and a card due to box 12."""
    at = open_table(instrument, "P", boxes=12, decks=4)
    permit_boxes(at, "P")
    at.burn(170)
    for box in range(1, 13):
        at.bet("P", box, 10)
    at.no_more_bets()
    if changes:
        at.do(AnnounceClosure(rounds=changes["rounds"]), SUPERVISOR)
    at.deal("2S 2H 2D 2C 3S 3H 3D 3C 4S 4H 4D 4C 7D 2S 2H 2D 2C 3S 3H 3D 3C 4S 4H 4D 4C")
    for box in range(1, 12):
        at.hit(box)
        at.deal(at.spare("9"))
        at.stand(box)
    at.hit(12)
    at.deal("AS")  # 4 4 A is nine or nineteen
    at.hit(12)
    at.deal("5H")
    return at


@pytest.mark.clause("14.6", "5.2(d)", "5.3")
def test_W34_an_empty_shoe_is_filled_from_the_whole_rack_and_the_round_goes_on(
    instrument: str,
) -> None:
    at = empty_in_mid_round(instrument)
    shoe = at.table.shoe
    assert (shoe.remaining, len(shoe.layout), len(shoe.rack)) == (0, 38, 170)
    assert at.refused(Shuffle(), DEALER).clauses == ("5.4",)  # no card is due yet
    at.hit(12)
    assert at.refused(Deal(card=DECK[0]), DEALER).clauses == ("14.6",)
    at.do(Shuffle(), DEALER)
    assert at.last(Shuffled).cards == 170
    assert at.last(CutOffered).clauses == ("5.2", "5.2(d)")
    for out_of_range in (51, 119):
        assert at.refused(Cut(player="P", at=out_of_range), player("P")).clauses == ("5.3",)
    at.cut(118)
    at.do(InsertCuttingCard(from_back=52), DEALER)
    at.deal("5S")
    at.stand(12)
    at.settle("10C")
    assert at.last(ShuffleDue).at_once
    at.load()
    assert at.last(Shuffled).cards == 208


@pytest.mark.clause("14.6", "5.5")
def test_W34_within_the_last_three_rounds_the_rest_is_dealt_on(instrument: str) -> None:
    """5.5 over the shuffle that would follow: nothing is shuffled any more but for 14.6."""
    at = empty_in_mid_round(instrument, rounds=2)
    at.hit(12)
    at.load()
    at.deal("5S")
    at.stand(12)
    at.settle("10C")
    at.bet("P", 1, 10)
    at.no_more_bets()
    assert at.table.shoe.remaining == 168


# --- W36: the machine breaks down


def broken_down(instrument: str) -> At:
    """Six decks, 24 cards on the layout, 30 in the rack, 258 in the machine, box 12 in turn."""
    at = open_table(instrument, "P Q", boxes=12, device="shuffler")
    permit_boxes(at, "P")
    at.burn(30)
    for box in range(1, 12):
        at.bet("P", box, 10)
    at.bet("Q", 12, 10)
    at.deal("10S 10H 10D 10C 10S 10H 10D 10C 10S 10H 10D 9C")
    at.deal("7D 8S 8H 8D 8C 8S 8H 8D 8C 8S 8H 8D")
    assert len(at.table.shoe.layout) == 24
    at.do(MachineFailed(fault="the drum is stuck"), SUPERVISOR)
    return at


@pytest.mark.clause(
    "06:19.3", "06:19.3(a)", "06:19.3(a)(i)", "06:19.3(a)(ii)", "06:19.3(a)(iii)", "06:19.4",
    "18:18.3", "18:18.3(a)", "18:18.3(a)(i)", "18:18.3(a)(ii)", "18:18.3(a)(iii)", "18:18.4",
    "5.2(d)", "5.3",
)  # fmt: skip
def test_W36_the_cards_left_in_the_machine_finish_the_round(instrument: str) -> None:
    at = broken_down(instrument)
    assert at.refused(Deal(card=DECK[0]), DEALER).clauses == ("5.1",)
    at.do(Shuffle(), DEALER)
    assert at.last(Shuffled).cards == 258
    assert at.last(CutOffered).player == "Q"  # the last box, at the far right
    at.do(DeclineCut(player="Q"), player("Q"))
    assert at.last(CutOffered).player == "P"
    for out_of_range in (51, 207):
        assert "5.3" in at.refused(Cut(player="P", at=out_of_range), player("P")).clauses
    at.cut(206)
    at.do(InsertCuttingCard(from_back=100), DEALER)
    at.deal("8C")
    for box in range(1, 13):
        at.stand(box)
    at.settle("10C")


@pytest.mark.clause("06:19.3(b)", "18:18.3(b)", "2.4")
def test_W36_after_the_round_new_cards_must_come_in(instrument: str) -> None:
    at = broken_down(instrument)
    at.load()
    at.deal("8C")
    for box in range(1, 13):
        at.stand(box)
    at.settle("10C")
    refused = at.refused(Shuffle(), DEALER)
    assert refused.clauses[0].endswith(".3(b)")
    new = NewCards(checked_by_supervisor="sue", checked_by_dealer="dan")
    at.do(new, SUPERVISOR)
    assert at.table.shoe.machine  # the machine is repaired or replaced by another
    at.load()
    at.play()


@pytest.mark.clause("06:19.3(b)", "18:18.3(b)", "4.7", "5.4(b)", "14.6", "14.8")
def test_W36_with_a_shoe_in_its_place_what_the_machine_switched_off_returns(
    instrument: str,
) -> None:
    """18:18.3(b) says that rule 19 lapses; read as rule 18, so tournaments are not touched."""
    at = broken_down(instrument)
    at.load()
    at.deal("8C")
    for box in range(1, 13):
        at.stand(box)
    at.settle("10C")
    at.do(
        NewCards(checked_by_supervisor="sue", checked_by_dealer="dan", device="shoe"),
        SUPERVISOR,
    )
    at.load()
    at.play(("P", 1, 10))
    at.arrive("Z")
    at.do(RequireMinimum(player="Z", reason="joined late"), SUPERVISOR)
    at.bet("P", 1, 10)
    at.deal("10S 7D")
    at.cutting_card()
    at.deal("9H")
    at.stand(1)
    at.settle("10C")
    assert at.last(ShuffleDue).clauses == ("5.4",)
    at.load()
    at.play(("P", 1, 10))
    at.do(DealtPastCuttingCard(), DEALER)
    at.load()
    at.burn(309)
    at.bet("P", 1, 10)
    at.deal("10S 7D 9H")
    at.stand(1)
    assert at.refused(Deal(card=DECK[0]), DEALER).clauses == ("14.6",)
    at.load()
    at.settle("10C")
