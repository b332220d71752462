"""Rule 8: Blackjacks paid after the initial deal and before the subsequent deal."""

from __future__ import annotations

import pytest
from tests.act_blackjack.cases import allowed, go_on, open_round, refusal, said, stage_of, stages
from tests.support import play_round

from croupier.games.blackjack.asks_and_answers import Choice
from croupier.games.blackjack.facts import Stage
from croupier.table.facts import Outcome

ACT_2006, ACT_2018 = "act-blackjack-2006", "act-blackjack-2018"


@pytest.mark.clause("8.1")
def test_8_1_interim_settlement_stands_between_the_two_deals(instrument: str) -> None:
    case = play_round(instrument, "1 P 10", "10S 6D 9H 10C 5S", said("1 stand"))
    assert stages(case) == [
        Stage.INITIAL_DEAL,
        Stage.INTERIM_SETTLEMENT,
        Stage.SUBSEQUENT_DEAL,
        Stage.DEALERS_HAND,
        Stage.FINAL_SETTLEMENT,
    ]


@pytest.mark.clause("8.1", "06:18.13", "18:17.11")
def test_8_1_side_bets_and_insurance_come_before_it(instrument: str) -> None:
    """The side-bet rules go on with the subsequent deal, and skip neither rule 7 nor 8."""
    case = play_round(
        instrument,
        "1 P 10 perfect-pairs 5",
        "AS AD KH 9C",
        said("P insures box 1 for 5"),
        side_bets=["perfect-pairs"],
    )
    assert stages(case) == [
        Stage.INITIAL_DEAL,
        Stage.SIDE_BETS,
        Stage.INSURANCE,
        Stage.INTERIM_SETTLEMENT,
        Stage.SUBSEQUENT_DEAL,
        Stage.DEALERS_HAND,
        Stage.FINAL_SETTLEMENT,
    ]


@pytest.mark.clause("8.1(a)")
@pytest.mark.parametrize("upcard", ["2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D"])
def test_8_1_a_a_blackjack_against_two_to_nine_is_paid_at_once(
    instrument: str, upcard: str
) -> None:
    case = play_round(instrument, "1 P 10", f"KS {upcard} AH")
    (paid,) = case.settled()
    assert (paid.outcome, paid.net) == (Outcome.WIN, 1500)
    assert stage_of(case, paid) is Stage.INTERIM_SETTLEMENT
    assert case.round.over, "nobody is left, so the dealer draws nothing"


@pytest.mark.clause("8.1")
@pytest.mark.parametrize("upcard", ["10D", "JD", "QD", "KD"])
def test_8_1_a_a_blackjack_against_any_ten_value_card_waits(instrument: str, upcard: str) -> None:
    """ "a 10" is a card worth ten, or 13.1(g) could never stand two Blackjacks off."""
    case = play_round(instrument, "1 P 10", f"KS {upcard} AH AC")
    (stood_off,) = case.settled()
    assert (stood_off.outcome, stood_off.net) == (Outcome.PUSH, 0)
    assert stage_of(case, stood_off) is Stage.FINAL_SETTLEMENT


@pytest.mark.clause("8.1")
def test_8_1_a_a_blackjack_against_an_ace_waits_unless_its_owner_asks(instrument: str) -> None:
    case = play_round(instrument, "1 P 10", "KS AD AH 9C")
    (paid,) = case.settled()
    assert paid.net == 1500
    assert stage_of(case, paid) is Stage.FINAL_SETTLEMENT


@pytest.mark.clause("8.1(a)")
def test_8_1_a_every_wager_on_the_hand_is_paid(instrument: str) -> None:
    """The wager or wagers, not only that of the controlling player."""
    case = play_round(instrument, "1 P 10; 1 Q 25; 1 R 5", "KS 6D AH")
    assert case.net() == {"P": 15, "Q": 37.50, "R": 7.50}
    assert {stage_of(case, fact) for fact in case.settled()} == {Stage.INTERIM_SETTLEMENT}


@pytest.mark.clause("8.1(a)", "13.1(e)")
def test_8_1_a_what_the_dealer_draws_later_does_not_touch_it(instrument: str) -> None:
    """8.1(a) settles before 13.1 can: the dealer's 21 meets only the other box."""
    case = play_round(instrument, "1 P 10; 2 R 10", "KS 10H 5D AH 9S 6C 10C", said("2 stand"))
    assert case.round.dealer.total == 21
    assert case.net() == {"P": 15, "R": -10}


def test_8_1_a_hand_that_is_no_blackjack_is_not_paid_before_its_time(instrument: str) -> None:
    case = open_round(instrument, "1 P 10", "KS 6D QH")
    assert case.settled() == []
    assert isinstance(case.round.due, Choice)


@pytest.mark.clause("8.1(b)")
def test_8_1_b_even_money_is_paid_one_to_one_at_the_owners_request(instrument: str) -> None:
    case = play_round(instrument, "1 P 15", "KS AD AH", said("P takes even money on box 1"))
    (paid,) = case.settled()
    assert (paid.outcome, paid.net) == (Outcome.WIN, 1500)
    assert stage_of(case, paid) is Stage.INTERIM_SETTLEMENT


@pytest.mark.clause("8.1(b)")
@pytest.mark.parametrize("upcard", ["10D", "KD", "9D"])
def test_8_1_b_even_money_is_only_for_an_ace(instrument: str, upcard: str) -> None:
    """A Blackjack against a ten waits, and nothing can be asked for."""
    case = open_round(instrument, "1 P 10; 2 R 10", f"KS 9H {upcard} AH 9C")
    assert "8.1(b)" in refusal(case, "P takes even money on box 1").clauses


@pytest.mark.clause("8.1(b)")
@pytest.mark.parametrize("cards", ["10S AD 9H", "AS AD AH", "7S AD 7H"])
def test_8_1_b_even_money_is_only_for_a_blackjack(instrument: str, cards: str) -> None:
    case = open_round(instrument, "1 P 10", cards)
    assert refusal(case, "P takes even money on box 1").clauses == ("8.1(b)",)


@pytest.mark.clause("8.1(b)")
def test_8_1_b_even_money_is_asked_for_once(instrument: str) -> None:
    case = open_round(instrument, "1 P 10", "KS AD AH", "P takes even money on box 1")
    assert refusal(case, "P takes even money on box 1").clauses == ("8.1(b)",)


@pytest.mark.clause("8.1(b)", "13.1(g)")
def test_8_1_b_each_owner_asks_for_his_own_wager(instrument: str) -> None:
    """4.5 gives the controlling player decisions about the cards, and this is money."""
    case = play_round(
        instrument, "1 P 10; 1 Q 20", "KS AD AH 10C", said("Q takes even money on box 1")
    )
    assert case.net() == {"P": 0, "Q": 20}


@pytest.mark.clause("8.1(b)")
def test_8_1_b_where_the_table_says_so_one_request_settles_the_whole_hand(
    instrument: str,
) -> None:
    case = open_round(instrument, "1 P 10; 1 Q 20", "KS AD AH", even_money_scope="box")
    assert refusal(case, "Q takes even money on box 1").clauses == ("8.1(b)",)
    go_on(case, "P takes even money on box 1; the dealer moves on")
    assert case.net() == {"P": 10, "Q": 20}
    assert case.round.over


@pytest.mark.clause("8.1(b)", "7.1")
def test_8_1_b_even_money_or_insurance_and_not_both(instrument: str) -> None:
    """Once even money is paid there is no initial wager left to insure."""
    case = open_round(instrument, "1 P 10", "KS AD AH", "P takes even money on box 1")
    assert refusal(case, "P insures box 1 for 5").clauses == ("8.1(b)",)
    case = open_round(instrument, "1 P 10", "KS AD AH", "P insures box 1 for 2")
    assert refusal(case, "P takes even money on box 1").clauses == ("8.1(b)",)


@pytest.mark.clause("8.1(b)", "06:7.5(a)", "18:7.6(a)")
def test_8_1_b_a_table_may_allow_both(instrument: str) -> None:
    case = open_round(
        instrument,
        "1 P 10",
        "KS AD AH 9C",
        "P takes even money on box 1; P insures box 1 for 5; the dealer moves on",
        allow_insurance_with_even_money=True,
    )
    assert {fact.wager: fact.net for fact in case.settled()} == {"main": 1000, "insurance": -500}


@pytest.mark.clause("8.1(b)", "06:7.2", "18:7.3")
def test_8_1_b_even_money_is_not_asked_for_after_the_subsequent_deal_began(
    instrument: str,
) -> None:
    case = open_round(
        instrument,
        "1 P 10; 2 R 10",
        "KS 9H AD AH 9C",
        "P takes even money on box 1; the dealer moves on",
    )
    if instrument == ACT_2018:
        go_on(case, "the dealer moves on")
    assert isinstance(case.round.due, Choice)
    window = "7.2" if instrument == ACT_2006 else "7.3"
    assert window in refusal(case, "P takes even money on box 1").clauses
    assert not allowed(case, "R takes even money on box 2")


@pytest.mark.clause("18:8.1(b)", "18:7.2")
def test_18_8_1_b_even_money_may_be_asked_for_until_the_subsequent_deal() -> None:
    """Others insure first; 8.1 names the subsequent deal as the end of the interim settlement."""
    case = open_round(
        ACT_2018, "1 P 10; 2 R 20", "KS 9H AD AH 9C 9S",
        "the dealer moves on; R insures P on box 1 for 5",
    )  # fmt: skip
    go_on(case, "P takes even money on box 1; the dealer moves on; 2 stand")
    assert {(fact.player, fact.wager): fact.net for fact in case.settled()} == {
        ("P", "main"): 1000, ("R", "insurance"): -500, ("R", "main"): -2000,
    }  # fmt: skip


@pytest.mark.clause("18:8.1(b)", "18:7.2")
def test_18_8_1_b_a_wager_with_even_money_is_not_open_to_others_any_more() -> None:
    case = open_round(ACT_2018, "1 P 10; 2 R 20", "KS 9H AD AH 9C", "the dealer moves on")
    assert allowed(case, "R insures P on box 1 for 5")
    go_on(case, "P takes even money on box 1")
    assert refusal(case, "R insures P on box 1 for 5").clauses == ("7.2",)
    assert refusal(case, "P takes even money on box 1").clauses == ("8.1(b)",)


@pytest.mark.clause("18:7.2")
def test_18_8_1_b_a_table_may_take_even_money_from_owners_first_and_no_later() -> None:
    case = open_round(
        ACT_2018, "1 P 10; 2 R 20", "KS 9H AD AH 9C", "the dealer moves on",
        even_money_until="owners_answer",
    )  # fmt: skip
    assert refusal(case, "P takes even money on box 1").clauses == ("7.2",)
