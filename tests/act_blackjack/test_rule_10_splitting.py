"""Rule 10: splitting."""

from __future__ import annotations

import pytest
from tests.act_blackjack.cases import (
    allowed,
    deal_on,
    ended,
    facts,
    go_on,
    hand,
    open_round,
    refusal,
    said,
)
from tests.support import Case, play_round

from croupier.cards import parse_cards
from croupier.games.blackjack.asks_and_answers import CardDue, Choice, Election
from croupier.games.blackjack.facts import Chose, Dealt, Elected, Ended, HandEnded
from croupier.table.facts import Outcome


def on_hands(case: Case) -> list[list[tuple[str, int]]]:
    """Who has how many dollars on each hand of box 1, from the left."""
    return [
        [(bet.player, bet.at_risk // 100) for bet in hand.bets]
        for hand in case.round.boxes[0].hands
    ]


# --- 10.1 and 10.2: the other wagers on the box


@pytest.mark.clause("10.1")
@pytest.mark.parametrize("decided", ["", "1 hit", "1 double 10; the dealer moves on", "1 stand"])
def test_10_1_nobody_splits_where_the_controlling_player_does_not(
    instrument: str, decided: str
) -> None:
    case = open_round(instrument, "1 P 10; 1 Q 30; 2 R 10", "8S 9S 6D 8H 10S 2C", decided)
    assert "10.1" in refusal(case, "Q joins 1 with 30").clauses


@pytest.mark.clause("10.2")
def test_10_2_the_others_are_asked_before_a_card_is_dealt(instrument: str) -> None:
    """What the next card is may not bear on whether to match the split."""
    case = open_round(instrument, "1 P 10; 1 Q 30; 1 R 20", "8S 6D 8H 2C 3C", "1 split")
    due = case.round.due
    assert isinstance(due, Election)
    assert (due.action, due.waiting) == ("split", ["Q", "R"])
    go_on(case, "R joins 1 with 20")
    assert hand(case, "1.1") == list(parse_cards("8S"))
    assert "10.2" in refusal(case, "R joins 1 with 20").clauses, "R has answered"
    assert "10.2" in refusal(case, "P joins 1 with 10").clauses, "P has split already"
    go_on(case, "Q stays out of 1")
    assert hand(case, "1.1") == list(parse_cards("8S 2C"))


@pytest.mark.clause("10.2(a)")
def test_10_2_a_another_owner_may_split_too(instrument: str) -> None:
    case = open_round(instrument, "1 P 10; 1 Q 30", "8S 6D 8H 2C", "1 split; Q joins 1 with 30")
    assert on_hands(case) == [[("P", 10), ("Q", 30)], [("P", 10), ("Q", 30)]]


@pytest.mark.clause("10.2", "10.2(a)")
@pytest.mark.parametrize("elsewhere", ["2", "1.2", "2.2"])
def test_10_2_a_who_splits_too_does_so_on_the_hand_that_is_split(
    instrument: str, elsewhere: str
) -> None:
    wagers = "1 P 10; 1 Q 30; 2 P 10; 2 Q 30"
    case = open_round(instrument, wagers, "8S 9S 6D 8H 9H", "1 split")
    refused = refusal(case, f"Q joins {elsewhere} with 30")
    assert (refused.reason, refused.clauses) == (
        "box 1, hand 1 is being played",
        ("10.2", "10.2(a)"),
    )
    assert allowed(case, "Q joins 1 with 30")


@pytest.mark.clause("10.2", "10.2(a)", "A:Split")
@pytest.mark.parametrize("amount", ["10", "15", "60"])
def test_10_2_a_and_only_with_the_whole_of_the_own_wager(instrument: str, amount: str) -> None:
    """A split is equal to the initial wager, for a back bettor to his own."""
    case = open_round(instrument, "1 P 10; 1 Q 30", "8S 6D 8H", "1 split")
    assert refusal(case, f"Q joins 1 with {amount}").clauses == ("10.2", "10.2(a)", "A:Split")
    go_on(case, "Q joins 1 with 30")


@pytest.mark.clause("10.2(b)")
def test_10_2_b_or_the_wager_is_placed_on_the_first_hand(instrument: str) -> None:
    case = open_round(instrument, "1 P 10; 1 Q 30", "8S 6D 8H 2C", "1 split; Q stays out of 1")
    assert on_hands(case) == [[("P", 10), ("Q", 30)], [("P", 10)]]


@pytest.mark.clause("10.2(b)")
def test_10_2_b_so_is_the_wager_of_one_who_says_nothing(instrument: str) -> None:
    case = open_round(instrument, "1 P 10; 1 Q 30", "8S 6D 8H 2C", "1 split; the dealer moves on")
    assert on_hands(case) == [[("P", 10), ("Q", 30)], [("P", 10)]]
    (rode,) = facts(case, Elected)
    assert (rode.player, rode.amount) == ("Q", 0)


@pytest.mark.clause("10.2(a)", "10.2(b)")
def test_10_2_a_rider_chooses_again_when_the_first_hand_is_split_again(instrument: str) -> None:
    """10.2 speaks of every split, so Q who rode on the first may match the second."""
    case = open_round(
        instrument,
        "1 P 10; 1 Q 30",
        "8S 6D 8H 8C 2C",
        "1 split; Q stays out of 1; 1 split; Q joins 1 with 30",
    )
    assert on_hands(case) == [[("P", 10), ("Q", 30)], [("P", 10), ("Q", 30)], [("P", 10)]]


@pytest.mark.clause("10.2(b)")
def test_10_2_b_on_a_later_hand_too_the_wager_stays_on_the_first_of_the_two(
    instrument: str,
) -> None:
    case = open_round(
        instrument,
        "1 P 10; 1 Q 30",
        "8S 6D 8H 10C 8C 2C",
        "1 split; Q joins 1 with 30; 1 stand; 1.2 split; Q stays out of 1.2",
    )
    assert on_hands(case) == [
        [("P", 10), ("Q", 30)],
        [("P", 10), ("Q", 30)],
        [("P", 10)],
    ]


@pytest.mark.clause("10.2")
def test_10_2_a_rider_is_not_asked_about_hands_without_his_wager(instrument: str) -> None:
    case = open_round(
        instrument,
        "1 P 10; 1 Q 30",
        "8S 6D 8H 10C 8C 2C",
        "1 split; Q stays out of 1; 1 stand; 1.2 split",
    )
    assert isinstance(case.round.due, Choice)
    assert on_hands(case) == [[("P", 10), ("Q", 30)], [("P", 10)], [("P", 10)]]


# --- 10.3: four hands, and aces once


@pytest.mark.clause("10.3")
def test_10_3_four_hands_are_the_most(instrument: str) -> None:
    case = open_round(instrument, "1 P 10", "8S 6D 8H 8C 8D 8S", "1 split; 1 split; 1 split")
    assert len(case.round.boxes[0].hands) == 4
    assert refusal(case, "1 split").clauses == ("10.3",)


@pytest.mark.clause("10.3")
def test_10_3_they_may_come_from_any_of_the_hands(instrument: str) -> None:
    case = open_round(
        instrument,
        "1 P 10",
        "8S 6D 8H 10C 8C 10D 8D 8S",
        "1 split; 1 stand; 1.2 split; 1.2 stand; 1.3 split",
    )
    assert [" ".join(h.cards) for h in case.round.boxes[0].hands] == [
        "8S TC",
        "8H TD",
        "8C 8S",
        "8D",
    ]
    assert refusal(case, "1.3 split").clauses == ("10.3",)


@pytest.mark.clause("9.1(a)", "A:Split")
def test_10_3_a_resplit_goes_by_value_as_the_first_split_did(instrument: str) -> None:
    """ "initial cards" cannot mean only the first two, or four hands could not arise."""
    case = open_round(instrument, "1 P 10", "10S 6D KH JC 2C", "1 split; 1 split")
    assert len(case.round.boxes[0].hands) == 3


@pytest.mark.clause("10.3")
def test_10_3_each_box_has_four_hands_of_its_own(instrument: str) -> None:
    """The four are counted for the hand that was dealt, not for its player."""
    case = open_round(
        instrument,
        "1 P 10; 2 P 10",
        "8S 9S 6D 8H 9H 8C 8D 8S 10C 10D 10H 9C 2C",
        "1 split; 1 split; 1 split",
    )
    assert refusal(case, "1 split").clauses == ("10.3",)
    go_on(case, "1 stand; 1.2 stand; 1.3 stand; 1.4 stand; 2 split; 2 split")
    assert [len(box.hands) for box in case.round.boxes] == [4, 3]


@pytest.mark.clause("10.3", "10.5")
def test_10_3_aces_are_split_only_once(instrument: str) -> None:
    case = open_round(instrument, "1 P 10; 2 R 10", "AS 9S 6D AH 10S AC AD", "1 split")
    assert hand(case, "1.1") == list(parse_cards("AS AC"))
    for words in ("1 split", "1.2 split"):
        assert "10.3" in refusal(case, words).clauses


# --- 10.4 to 10.6: hand by hand


@pytest.mark.clause("10.4")
def test_10_4_the_first_hand_is_completed_before_the_next_gets_a_card(instrument: str) -> None:
    """So it is the first hand that takes the next card of the shoe."""
    case = open_round(instrument, "1 P 10", "8S 6D 8H 2C 3C 10D 9C", "1 split; 1 hit")
    assert hand(case, "1.1") == list(parse_cards("8S 2C 3C"))
    assert hand(case, "1.2") == list(parse_cards("8H"))
    assert "9.1" in refusal(case, "1.2 stand").clauses
    go_on(case, "1 stand")
    assert hand(case, "1.2") == list(parse_cards("8H 10D"))


@pytest.mark.clause("10.4")
def test_10_4_a_hand_split_again_is_followed_by_its_sibling(instrument: str) -> None:
    case = open_round(instrument, "1 P 10", "8S 6D 8H 8C 2C 3C 4C", "1 split; 1 split; 1 hit")
    assert [" ".join(h.cards) for h in case.round.boxes[0].hands] == ["8S 2C 3C", "8C", "8H"]
    go_on(case, "1 stand")
    assert hand(case, "1.2") == list(parse_cards("8C 4C"))


@pytest.mark.clause("10.5")
def test_10_5_split_aces_get_one_card_each_and_are_over(instrument: str) -> None:
    case = open_round(instrument, "1 P 10; 2 R 10", "AS 9S 6D AH 10S 5C 6C", "1 split")
    assert [hand(case, "1.1"), hand(case, "1.2")] == [
        list(parse_cards("AS 5C")),
        list(parse_cards("AH 6C")),
    ]
    assert {ended(case, "1.1"), ended(case, "1.2")} == {Ended.SPLIT_ACE}
    for words in ("1 hit", "1.2 hit", "1 stand"):
        assert "10.5" in refusal(case, words).clauses


@pytest.mark.clause("10.5", "10.3")
def test_10_5_other_pairs_are_played_on(instrument: str) -> None:
    case = open_round(instrument, "1 P 10; 2 R 10", "8S AS 6D 8H AH 5C", "1 split")
    assert isinstance(case.round.due, Choice)
    assert allowed(case, "1 hit")
    case.left.extend(parse_cards("10C 9C 5D 6D"))
    go_on(case, "1 hit; 1.2 stand; 2 split")
    assert [fact.clauses for fact in facts(case, HandEnded) if fact.how is Ended.SPLIT_ACE] == [
        ("10.3", "10.5"),
        ("10.3", "10.5"),
    ]


@pytest.mark.clause("10.5")
def test_10_5_prevails_over_10_6_and_11_3(instrument: str) -> None:
    """Play under rule 9 and doubling are for split hands in general; aces are the special
    case, and neither may a player double before the one card arrives."""
    case = open_round(instrument, "1 P 10", "AS 6D AH", "1 split")
    assert isinstance(case.round.due, CardDue)
    assert not allowed(case, "1 double 10")
    case.left.extend(parse_cards("5C 6C"))
    deal_on(case)
    assert "10.5" in refusal(case, "1.2 double 10").clauses


@pytest.mark.clause("10.6", "9.2(b)")
def test_10_6_a_split_hand_is_played_under_rule_9(instrument: str) -> None:
    case = open_round(instrument, "1 P 10", "8S 6D 8H 2C", "1 split")
    assert refusal(case, "1 stand").clauses == ("9.2(b)",)
    for words in ("1 hit", "1 double 10"):
        assert allowed(case, words)


@pytest.mark.clause("10.6", "9.2(a)")
def test_10_6_and_ends_at_21_as_any_hand_does(instrument: str) -> None:
    case = open_round(instrument, "1 P 10", "8S 6D 8H 3C 10C 2D", "1 split; 1 hit")
    assert ended(case, "1.1") is Ended.TWENTY_ONE
    assert isinstance(case.round.due, Choice)
    assert case.round.due.hand.place == 2


# --- 10.7: no Blackjack


@pytest.mark.clause("10.7", "13.2(b)")
@pytest.mark.parametrize(
    "cards",
    [
        pytest.param("AS 6D AH KD 9C", id="ten to an ace"),
        pytest.param("KS 6D QH AD 9C", id="ace to a ten"),
    ],
)
def test_10_7_a_split_21_is_paid_one_to_one(instrument: str, cards: str) -> None:
    decided = said("1 split" if cards[0] == "A" else "1 split; 1.2 stand")
    case = play_round(instrument, "1 P 10", f"{cards} 10S 2D", decided)
    first = next(fact for fact in case.settled() if fact.hand == 1)
    assert case.round.boxes[0].hands[0].total == 21
    assert (first.net, first.clauses) == (1000, ("13.1(b)", "13.2(b)"))


@pytest.mark.clause("10.7", "13.2(b)")
@pytest.mark.parametrize(
    ("cards", "decided", "hands"),
    [
        pytest.param("AS 6D AH KD QC 10S 2D", "1 split", 2, id="tens to both aces"),
        pytest.param("KS 6D QH AD AC 10S 2D", "1 split", 2, id="aces to both tens"),
        pytest.param("KS 6D QH 5D AC 10S 2D", "1 split; 1.1 stand", 1, id="an ace to the second"),
        pytest.param(
            "KS 6D QH AD JC AC AH 10S 2D", "1 split; 1.2 split", 3, id="aces to all three tens"
        ),
    ],
)
def test_10_7_no_hand_of_a_split_is_a_blackjack(
    instrument: str, cards: str, decided: str, hands: int
) -> None:
    """The dealer has 18: each 21 wins its stake of 10, where a Blackjack would win 15."""
    case = play_round(instrument, "1 P 10", cards, said(decided))
    won = [fact for fact in case.settled() if fact.outcome is Outcome.WIN]
    assert [fact.net for fact in won] == [1000] * hands
    assert {fact.clauses for fact in won} == {("13.1(b)", "13.2(b)")}


@pytest.mark.clause("10.7", "13.1(f)")
def test_10_7_the_second_21_of_a_split_loses_to_a_dealer_blackjack_too(instrument: str) -> None:
    case = play_round(instrument, "1 P 10", "KS 10D QH AC AH AD", said("1 split"))
    assert [fact.net for fact in case.settled()] == [-1000, -1000]


@pytest.mark.clause("10.7", "13.1(f)")
def test_10_7_a_split_21_loses_to_a_dealer_blackjack(instrument: str) -> None:
    """13.1(f) and not (g): without a Blackjack of its own it cannot stand off."""
    case = play_round(instrument, "1 P 10", "KS 10D QH AC 9C AD", said("1 split; 1.2 stand"))
    assert case.net() == {"P": -20}


@pytest.mark.clause("10.7", "13.1(g)")
def test_10_7_a_split_21_stands_off_with_a_dealers_drawn_21(instrument: str) -> None:
    case = play_round(instrument, "1 P 10", "KS 6D QH AC JC 5D 10D", said("1 split; 1.2 stand"))
    assert case.round.dealer.total == 21
    assert [fact.net for fact in case.settled()] == [0, -1000]


@pytest.mark.clause("10.7")
def test_10_7_says_so_where_the_hand_ends(instrument: str) -> None:
    case = open_round(instrument, "1 P 10", "KS 6D QH AC", "1 split")
    (over,) = facts(case, HandEnded)
    assert (over.how, over.total) == (Ended.TWENTY_ONE, 21)
    assert "10.7" in over.clauses


@pytest.mark.clause("10.7", "9.2(a)")
def test_10_7_is_said_of_two_cards_alone(instrument: str) -> None:
    """An ace that gets a ten is no Blackjack; one that gets a nine could not be one anyhow."""
    aces = open_round(instrument, "1 P 10", "AS 6D AH KC 9C", "1 split")
    assert [fact.clauses for fact in facts(aces, HandEnded)] == [
        ("10.3", "10.5", "10.7", "9.2(a)"),
        ("10.3", "10.5"),
    ]
    drawn = open_round(instrument, "1 P 10", "8S 6D 8H 3C 10C", "1 split; 1 hit")
    assert [fact.clauses for fact in facts(drawn, HandEnded)] == [("9.2(a)",)]


@pytest.mark.clause("10.4", "10.6")
def test_10_a_split_costs_the_initial_wager_again(instrument: str) -> None:
    case = play_round(
        instrument, "1 P 10", "8S 6D 8H 10C 10D 10S 10H", said("1 split; 1 stand; 1.2 stand")
    )
    (chose, *_) = facts(case, Chose)
    assert (chose.action, chose.amount) == ("split", 1000)
    assert [fact.stake for fact in case.settled()] == [1000, 1000]
    assert len(facts(case, Dealt)) == 7
