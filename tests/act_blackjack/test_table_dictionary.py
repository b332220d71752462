"""Part A: the terms that decide something at a table, outside its rounds."""

from __future__ import annotations

import pytest
from tests.act_blackjack.table_support import stays_shut
from tests.table_support import (
    ACT_2018,
    DEALER,
    DIRECTOR,
    MANAGER,
    OPERATOR,
    SUPERVISOR,
    At,
    open_table,
    player,
)

from croupier.cards import Card
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.burn_and_reveal import Burn
from croupier.table.acts.chips_and_float import BringChips, FillFloat
from croupier.table.acts.closing import CloseTable, SetHours
from croupier.table.acts.conduct import AskForRules
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.opening import Approval, CheckCards
from croupier.table.acts.patrons import Sit
from croupier.table.acts.player_restrictions import RequireMinimum
from croupier.table.acts.shuffling import InsertCuttingCard, Shuffle
from croupier.table.acts.stray_cards import FaceUpCard
from croupier.table.acts.tournament import PlaceStartingMarker, SetSession, TakeCommission
from croupier.table.acts.voiding import VoidRound
from croupier.table.facts import (
    BettingReopened,
    Burnt,
    ChipsMoved,
    CuttingCardCame,
    Exercised,
    Notified,
    Opened,
    Outcome,
    Reversed,
    RoundEnded,
    Settled,
    ShoeLoaded,
)


@pytest.mark.clause("A:Approved")
@pytest.mark.parametrize("what", ["layout", "shoe"])
def test_A_Approved_means_in_writing_with_its_document_and_date(instrument: str, what: str) -> None:
    at = At(instrument)
    for said_only in (None, Approval("", "2019-05-01"), Approval("CR 7", "yes")):
        assert "A:Approved" in stays_shut(at, **{what: said_only}).clauses
    at.open(**{what: Approval("CR 8", "2019-05-02")})
    assert getattr(at.last(Opened), what) == "CR 8 of 2019-05-02"


@pytest.mark.clause("A:Box")
def test_A_Box_is_an_area_marked_on_the_layout(instrument: str) -> None:
    at = open_table(instrument, boxes=5)
    for nowhere in (0, 6, -1):
        assert at.no_bet("P", nowhere, 10).clauses == ("A:Box",)
        assert at.refused(Sit(player="P", box=nowhere), player("P")).clauses == ("A:Box",)
    at.bet("P", 5, 10)
    at.deal("10S")
    off = Deal(card=Card("9D"), laid_on=(4, 1))
    assert at.refused(off, DEALER).clauses == ("A:Box",), "no hand lies there"


# --- A:Burn


@pytest.mark.clause("A:Burn")
def test_A_Burn_puts_a_card_into_the_discard_rack(instrument: str) -> None:
    at = open_table(instrument, burn_on_new_shoe=1)
    at.bet("P", 1, 10)
    at.no_more_bets()
    assert at.refused(Deal(card=Card("10S")), DEALER).clauses == ("A:Burn",)
    at.do(Burn(card=Card("4H")), DEALER)
    assert at.last(Burnt).card == "4H"
    assert at.table.shoe.rack == ["4H"]
    at.deal("10S 7D 9H")
    assert at.cards(1) == "TS 9H"


@pytest.mark.clause("A:Burn")
def test_A_Burn_happens_where_a_procedure_wants_it(instrument: str) -> None:
    """No clause orders a burn, so a table without the option has none."""
    at = open_table(instrument)
    assert at.refused(Burn(), DEALER).clauses == ("A:Burn",)
    other = open_table(instrument, burn_on_new_shoe=2)
    other.do(Burn(), DEALER)
    other.do(Burn(), DEALER)
    assert other.refused(Burn(), DEALER).clauses == ("A:Burn",)


@pytest.mark.clause("A:Burn", "2.1")
def test_A_Burn_takes_the_card_from_play_until_all_are_shuffled(instrument: str) -> None:
    at = open_table(instrument, decks=4)
    for _ in range(4):
        at.do(FaceUpCard(card=Card("AS")), DEALER)
    at.bet("P", 1, 10)
    at.no_more_bets()
    assert at.refused(Deal(card=Card("AS")), DEALER).clauses == ("2.1",)
    at.cutting_card()
    at.load()
    at.deal("AS")


# --- the people


@pytest.mark.clause("A:Casino Operator")
def test_A_Casino_Operator_conducts_the_gaming_of_the_house(instrument: str) -> None:
    at = At(instrument)
    hours = SetHours(opens=at.now, closes=at.now + 1)
    for person in (player("P"), DEALER, SUPERVISOR, MANAGER):
        assert at.refused(hours, person).clauses == ("A:Casino Operator",)
    at.do(hours, OPERATOR)


@pytest.mark.clause("A:Casino Supervisor")
def test_A_Casino_Supervisor_supervises_the_game(instrument: str) -> None:
    for above in (SUPERVISOR, MANAGER, OPERATOR):
        at = At(instrument)
        for person in (player("P"), DEALER):
            assert at.refused(at.papers(), person).clauses == ("A:Casino Supervisor",)
        at.do(at.papers(), above)


@pytest.mark.clause("A:Dealer")
def test_A_Dealer_operates_the_game(instrument: str) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 10)
    for work in (CheckCards(), NoMoreBets(), Shuffle(), Deal(card=Card("10S")), Collect()):
        assert at.refused(work, player("P")).clauses == ("A:Dealer",)
    at.no_more_bets()
    at.do(Deal(card=Card("10S")), DEALER)


@pytest.mark.clause("A:Tournament Director/Assistant")
def test_A_Tournament_Director_has_no_part_in_an_ordinary_table(instrument: str) -> None:
    at = At(instrument)
    assert at.refused(at.papers(), DIRECTOR).clauses == (
        "A:Casino Supervisor",
        "A:Tournament Director/Assistant",
    )
    at.open()
    for work in (CheckCards(), CloseTable(), FillFloat(amount=100)):
        assert "A:Tournament Director/Assistant" in at.refused(work, DIRECTOR).clauses
    at.do(CheckCards(), DEALER)


# --- A:Float


@pytest.mark.clause("A:Float")
def test_A_Float_is_the_chips_issued_to_the_table(instrument: str) -> None:
    at = At(instrument)
    assert stays_shut(at, float=-1).clauses == ("A:Float",)
    at.open(float=500_00)
    assert (at.last(ChipsMoved).player, at.last(ChipsMoved).amount) == (None, 500_00)
    at.do(FillFloat(amount=250_00), SUPERVISOR)
    at.do(FillFloat(amount=-100_00), SUPERVISOR)
    assert at.table.chips.float == 650_00
    for moved in (0, -650_01):
        assert at.refused(FillFloat(amount=moved), SUPERVISOR).clauses == ("A:Float",)


@pytest.mark.clause("A:Float")
def test_A_Float_pays_what_players_win_and_takes_what_they_lose(instrument: str) -> None:
    at = open_table(instrument)
    before = at.table.chips.float
    assert at.last(ChipsMoved).player == "R", "players bring chips of their own"
    at.play(("P", 1, 20), ("Q", 2, 30))
    assert at.table.chips.float == before - 50_00
    assert at.table.chips.balances


# --- the shoe


@pytest.mark.clause("A:Shoe", "A:Approved")
def test_A_Shoe_is_an_approved_container(instrument: str) -> None:
    at = At(instrument)
    assert stays_shut(at, shoe=None).clauses == ("A:Shoe", "A:Approved")
    at.open(shoe=Approval("CR 8", "2019-05-02"))
    assert "A:Shoe" in at.last(Opened).clauses


@pytest.mark.clause("A:New shoe")
def test_A_New_shoe_is_all_the_cards_shuffled_then_cut_and_put_in(instrument: str) -> None:
    at = open_table(instrument, loaded=False)
    at.do(Shuffle(), DEALER)
    assert at.facts_of(ShoeLoaded) == []
    at.cut(100)
    assert at.facts_of(ShoeLoaded) == []
    at.do(InsertCuttingCard(from_back=60), DEALER)
    (new,) = at.facts_of(ShoeLoaded)
    assert (new.cards, new.until_cutting_card) == (312, 252)
    assert "A:New shoe" in new.clauses


@pytest.mark.clause("A:New shoe", "14.6")
def test_A_New_shoe_is_not_the_discards_that_finish_a_round(instrument: str) -> None:
    """They are not all the cards: those on the layout stay out."""
    at = open_table(instrument, decks=4)
    at.bet("P", 1, 10)
    at.no_more_bets()
    at.burn(206)
    at.deal("10S 7D")
    at.load()
    assert at.last(ShoeLoaded).cards == 206
    assert "A:New shoe" not in at.last(ShoeLoaded).clauses
    at.deal("9H")
    at.stand(1)
    at.settle("10D")
    at.load()
    assert (at.last(ShoeLoaded).cards, at.last(ShoeLoaded).clauses[-1]) == (208, "A:New shoe")


@pytest.mark.clause("06:19.2", "18:18.2")
def test_A_New_shoe_never_occurs_in_a_machine(instrument: str) -> None:
    """Without a cut there is none."""
    at = open_table(instrument, device="shuffler")
    assert "A:New shoe" not in at.last(ShoeLoaded).clauses


@pytest.mark.clause("A:New shoe", "4.7")
def test_A_New_shoe_ends_what_held_a_player_to_the_minimum(instrument: str) -> None:
    at = open_table(instrument)
    at.play(("P", 1, 10))
    at.do(RequireMinimum(player="Q", reason="came in mid-shoe"), SUPERVISOR)
    assert "4.7" in at.no_bet("Q", 2, 25).clauses
    at.bet("P", 1, 10)
    at.deal("10S 7D")
    at.cutting_card()
    at.deal("9H")
    at.stand(1)
    at.settle("10D")
    assert "4.7" in at.no_bet("Q", 2, 25).clauses
    at.load()
    at.bet("Q", 2, 25)


# --- A:Round of play


@pytest.mark.clause("A:Round of play")
def test_A_Round_of_play_ends_when_the_cards_are_in_the_discard_rack(instrument: str) -> None:
    at = open_table(instrument)
    assert at.refused(Collect(), DEALER).clauses == ("A:Round of play",)
    at.bet("P", 1, 10)
    at.deal("10S 7D 9H")
    assert at.refused(Collect(), DEALER).clauses == ("A:Round of play",)
    at.stand(1)
    at.deal("10D")
    assert at.facts_of(RoundEnded) == []
    at.do(Collect(), DEALER)
    assert (at.last(RoundEnded).round, at.last(RoundEnded).clauses) == (1, ("A:Round of play",))
    assert at.table.shoe.rack == ["TS", "7D", "9H", "TD"]


@pytest.mark.clause("A:Round of play", "4.3")
def test_A_Round_of_play_begins_with_the_first_card_and_not_with_the_cutting_card(
    instrument: str,
) -> None:
    """The cutting card is none of the 52, so nothing has begun when it comes first."""
    at = open_table(instrument)
    at.bet("P", 1, 10)
    at.no_more_bets()
    at.cutting_card()
    assert (at.last(CuttingCardCame).box, at.last(BettingReopened).round) == (None, 1)
    assert "A:Round of play" in at.last(CuttingCardCame).clauses
    at.bet("P", 1, 25)
    at.load()
    at.deal("10S")
    assert at.no_bet("P", 1, 50).clauses == ("4.3",)
    at.deal("7D 9H")
    at.stand(1)
    assert at.settle("10D") == {"P": 25}
    assert at.last(RoundEnded).round == 1, "the first round of the table"


# --- A:Void


@pytest.mark.clause("A:Void")
def test_A_Void_is_as_if_the_round_had_never_occurred(instrument: str) -> None:
    """Paid, lost, insured, doubled or still open: everybody has again what they came with."""
    at = open_table(instrument, side_bets=["perfect-pairs"])
    at.bet("P", 1, 20)
    at.bet("P", 1, 5, "perfect-pairs")
    at.bet("Q", 2, 30)
    at.bet("R", 3, 40)
    at.deal("5S 6H 10S AD 5C 5H 9C")  # P a coloured pair, Q eleven, R nineteen
    at.insure("R", 3, 20)
    at.move_on()
    if at.due.what.startswith("insurance"):
        at.move_on()
    at.hit(1)
    at.deal("10C")
    at.stand(1)
    at.double(2, 30)
    at.deal("2C")
    assert (at.chips("P"), at.chips("Q"), at.chips("R")) == (10_040, 9_940, 9_940)
    at.do(VoidRound(ground="impractical", reason="the lights went out"), SUPERVISOR)
    assert [at.chips(name) for name in "PQR"] == [10_000, 10_000, 10_000]
    assert at.table.chips.layout == 0
    void = [fact for fact in at.facts_of(Settled) if fact.outcome is Outcome.VOID]
    assert [(fact.player, fact.wager, fact.stake // 100) for fact in void] == [
        ("P", "main", 20),
        ("Q", "main", 60),
        ("R", "main", 40),
        ("R", "insurance", 20),
    ]
    assert [(fact.player, fact.net // 100) for fact in at.facts_of(Reversed)] == [("P", 60)]
    assert all("A:Void" in fact.clauses for fact in (*void, at.last(Reversed)))


# --- words of tournaments


@pytest.mark.clause("A:Session")
def test_A_Session_is_of_a_tournament(instrument: str) -> None:
    """An ordinary table has no session, so nobody can say there which rounds are its last."""
    at = open_table(instrument)
    tournament = "20.1" if instrument == "act-blackjack-2006" else "19.1"
    assert at.refused(SetSession(rounds=2), SUPERVISOR).clauses == ("A:Session", tournament)


@pytest.mark.clause("A:Starting Marker")
def test_A_Starting_Marker_has_no_place_where_players_bet_in_any_order(instrument: str) -> None:
    """It orders the wagers of a tournament of 2006, and none at an ordinary table."""
    at = open_table(instrument)
    assert "A:Starting Marker" in at.refused(PlaceStartingMarker(box=1), DEALER).clauses
    for name, box in (("R", 3), ("P", 1), ("Q", 2)):
        at.bet(name, box, 10)
    at.no_more_bets()


@pytest.mark.clause("A:Tournament Chips")
def test_A_Tournament_Chips_are_used_for_tournaments_only(instrument: str) -> None:
    at = open_table(instrument, chips=0)
    chips = BringChips(player="P", amount=100_00, chips="tournament")
    assert at.refused(chips, player("P")).clauses == ("A:Tournament Chips", "4.2")
    assert at.no_bet("P", 1, 10).clauses == ("4.2",)
    at.do(BringChips(player="P", amount=100_00), player("P"))
    at.bet("P", 1, 10)


@pytest.mark.clause("A:Tournament Commission")
def test_A_Tournament_Commission_is_not_taken_for_an_ordinary_game(instrument: str) -> None:
    at = open_table(instrument)
    for person in (SUPERVISOR, OPERATOR):
        refusal = at.refused(TakeCommission(amount=5_00), person)
        assert refusal.clauses == ("A:Tournament Commission", "16.5(b)")
    at.play()
    assert at.table.chips.balances


# --- words that only name things


@pytest.mark.clause("A:Suit", "A:Not suited", "16.9")
def test_A_Suit_and_not_suited_are_in_the_copy_that_is_handed_out(instrument: str) -> None:
    at = open_table(instrument)
    at.do(AskForRules(player="P"), player("P"))
    assert {"A:Suit", "A:Suited", "A:Not suited"} <= set(at.last(Notified).clauses)


def test_18_A_Not_suited_is_a_leftover_that_decides_nothing() -> None:
    """With Super Sevens gone, no wager of 2018 asks whether cards are not suited."""
    at = open_table(ACT_2018, side_bets=["perfect-pairs"])
    at.bet("P", 1, 10)
    at.bet("P", 1, 5, "perfect-pairs")
    at.deal("7H 6D 7S")
    cited = {clause for fact in at.table.facts for clause in fact.clauses}
    assert at.last(Exercised).subject == "perfect-pairs"
    assert "17.4(b)" in cited
    assert "A:Not suited" not in cited
