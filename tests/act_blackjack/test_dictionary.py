"""Part A: the terms that decide something within a round."""

from __future__ import annotations

import pytest
from tests.act_blackjack.cases import (
    allowed,
    ended,
    facts,
    hand,
    open_round,
    refusal,
    said,
    stages,
)
from tests.support import play_round

from croupier.cards import parse_cards
from croupier.game_rules import rules_for
from croupier.games.blackjack.facts import Dealt, Ended, Insured, Stage
from croupier.games.blackjack.hands import count
from croupier.table.facts import Outcome

ACT_2006, ACT_2018 = "act-blackjack-2006", "act-blackjack-2018"


@pytest.mark.clause("A:Blackjack")
@pytest.mark.parametrize("cards", ["AS 10H", "10S AH", "AS JH", "QS AH", "AS KH"])
def test_A_Blackjack_is_an_ace_and_a_ten_value_card(instrument: str, cards: str) -> None:
    first, second = cards.split()
    case = open_round(instrument, "1 P 10; 2 R 10", f"{first} 9S 6D {second} 9H")
    assert ended(case, "1") is Ended.BLACKJACK
    assert count(rules_for(instrument).law, parse_cards(cards)).blackjack


@pytest.mark.parametrize("cards", ["7S 7H 7D", "AS 5H 5D", "10S 10H AD", "AS 9H AD"])
def test_A_Blackjack_is_not_a_21_of_three_cards(instrument: str, cards: str) -> None:
    assert not count(rules_for(instrument).law, parse_cards(cards)).blackjack


@pytest.mark.clause("A:Blackjack", "13.1(g)")
def test_A_Blackjack_is_the_dealers_too(instrument: str) -> None:
    case = play_round(instrument, "1 P 10; 2 R 10", "AS 10S AD KH 9H KC", said("2 stand"))
    assert case.net() == {"P": 0, "R": -10}


@pytest.mark.clause("A:Double/double down")
def test_A_Double_is_up_to_the_initial_wager_for_one_card(instrument: str) -> None:
    case = open_round(instrument, "1 P 10; 2 R 10", "5S 9S 6D 6H 9H 2C 3C")
    assert refusal(case, "1 double 10.01").clauses == ("A:Double/double down",)
    case.round.answer(said("1 double 4")[0])
    case.round.deal(case.left.pop(0))
    assert hand(case, "1") == list(parse_cards("5S 6H 2C"))
    assert ended(case, "1") is Ended.DOUBLED


@pytest.mark.clause("A:Hard total")
@pytest.mark.parametrize(
    ("cards", "words"),
    [("10S 2H", "hard 12"), ("AS 5H 10D", "hard 16"), ("AS AH KD", "hard 12"), ("9S", "hard 9")],
)
def test_A_Hard_total_has_no_ace_or_aces_that_count_one(
    instrument: str, cards: str, words: str
) -> None:
    """Counted as one because eleven would pass 21, not because one is possible."""
    counted = count(rules_for(instrument).law, parse_cards(cards))
    assert counted.words == words
    assert "A:Soft total" not in counted.clauses


@pytest.mark.clause("A:Soft total")
@pytest.mark.parametrize(
    ("cards", "words"),
    [("AS 5H", "soft 16"), ("AS AH", "soft 12"), ("AS AH 9D", "soft 21"), ("AS", "soft 11")],
)
def test_A_Soft_total_has_one_ace_that_may_count_either(
    instrument: str, cards: str, words: str
) -> None:
    counted = count(rules_for(instrument).law, parse_cards(cards))
    assert counted.words == words
    assert "A:Hard total" not in counted.clauses


@pytest.mark.clause("A:Initial deal")
def test_A_Initial_deal_is_two_cards_to_each_player_and_one_to_the_dealer(
    instrument: str,
) -> None:
    case = open_round(instrument, "1 P 10; 3 Q 10; 7 R 10", "2S 3S 4S 5S 6S 7S 8S 9S")
    assert [len(box.hands[0].cards) for box in case.round.boxes] == [2, 2, 2]
    assert len(case.round.dealer.cards) == 1
    assert case.left == list(parse_cards("9S"))


@pytest.mark.clause("A:Subsequent deal")
def test_A_Subsequent_deal_follows_and_lets_players_draw(instrument: str) -> None:
    case = open_round(instrument, "1 P 10", "10S 6D 2H 3C", "1 hit")
    assert stages(case)[-1] is Stage.SUBSEQUENT_DEAL
    assert facts(case, Dealt)[-1].card == "3C"


@pytest.mark.clause("A:Split")
@pytest.mark.parametrize(
    ("cards", "may"),
    [
        ("8S 8H", True),
        ("10S KH", True),
        ("JS QH", True),
        ("AS AH", True),
        ("8S 9H", False),
        ("AS 9H", False),
    ],
)
def test_A_Split_asks_for_equal_value(instrument: str, cards: str, may: bool) -> None:
    """Value and not rank."""
    first, second = cards.split()
    case = open_round(instrument, "1 P 10; 2 R 10", f"{first} 9S 6D {second} 8D")
    assert allowed(case, "1 split") is may
    assert refusal(case, "1 split with 5").clauses
    if may:
        case.round.answer(said("1 split")[0])
        assert len(case.round.boxes[0].hands) == 2


@pytest.mark.clause("A:Split")
@pytest.mark.parametrize("amount", ["5", "9.99", "20"])
def test_A_Split_takes_a_wager_equal_to_the_initial_one(instrument: str, amount: str) -> None:
    case = open_round(instrument, "1 P 10", "8S 6D 8H")
    assert refusal(case, f"1 split with {amount}").clauses == ("A:Split",)
    assert allowed(case, "1 split with 10")


@pytest.mark.clause("A:Stand off")
def test_A_Stand_off_is_won_by_neither(instrument: str) -> None:
    case = play_round(instrument, "1 P 10", "10S 10D 8H 8C", said("1 stand"))
    (even,) = case.settled()
    assert (even.outcome, even.stake, even.net) == (Outcome.PUSH, 1000, 0)


@pytest.mark.clause("A:Insurance line")
def test_A_Insurance_line_is_where_insurance_is_placed(instrument: str) -> None:
    case = open_round(instrument, "1 P 10", "10S AD 9H", "P insures box 1 for 5")
    (placed,) = facts(case, Insured)
    assert (placed.player, placed.box, placed.amount) == ("P", 1, 500)


@pytest.mark.clause("18:A:Insurance wager")
def test_A_Insurance_wager_is_on_the_dealer_getting_a_blackjack() -> None:
    wins = play_round(ACT_2018, "1 P 10", "10S AD 9H KC", said("P insures box 1 for 5; 1 stand"))
    loses = play_round(ACT_2018, "1 P 10", "10S AD 9H 8C", said("P insures box 1 for 5; 1 stand"))
    assert [case.settled("insurance")[0].net for case in (wins, loses)] == [1000, -500]


@pytest.mark.clause("A:Float")
def test_A_Float_has_the_smallest_chip_that_insurance_is_halves_of(instrument: str) -> None:
    case = open_round(instrument, "1 P 10", "10S AD 9H", smallest_chip=500)
    assert "A:Float" in refusal(case, "P insures box 1 for 3").clauses
    assert allowed(case, "P insures box 1 for 2.50")


@pytest.mark.clause("06:A:Suit", "06:A:Suited")
@pytest.mark.parametrize("suit", ["S", "H", "D", "C"])
def test_A_Suited_cards_are_of_one_suit(suit: str) -> None:
    case = play_round(
        ACT_2006,
        "1 P 10 super-sevens 5",
        f"7{suit} 10S 7{suit}",
        said("1 stand"),
        side_bets=["super-sevens"],
    )
    assert case.settled("super-sevens")[0].net == 50000


@pytest.mark.clause("06:A:Suit", "06:A:Not suited")
@pytest.mark.parametrize("cards", ["7S 7H", "7S 7C", "7D 7H", "7C 7D"])
def test_A_Not_suited_cards_are_of_two_suits_even_of_one_colour(cards: str) -> None:
    first, second = cards.split()
    case = play_round(
        ACT_2006,
        "1 P 10 super-sevens 5",
        f"{first} 10S {second}",
        said("1 stand"),
        side_bets=["super-sevens"],
    )
    assert case.settled("super-sevens")[0].net == 25000


@pytest.mark.clause("A:Suited")
def test_A_Suited_decides_what_a_perfect_pair_is(instrument: str) -> None:
    paid = {}
    for second in ("9S", "9C"):
        case = play_round(
            instrument, "1 P 10 perfect-pairs 10", f"9S 10S {second}", side_bets=["perfect-pairs"]
        )
        paid[second] = case.settled("perfect-pairs")[0].net
    assert paid == {"9S": 25000, "9C": 12000}


@pytest.mark.clause("18:A:Perfect Pairs")
def test_A_Perfect_Pairs_is_an_optional_wager() -> None:
    case = open_round(
        ACT_2018,
        "1 P 10 perfect-pairs 10; 2 R 10",
        "9S 8S 10S 9S 8S",
        side_bets=["perfect-pairs"],
    )
    assert [(fact.player, fact.net) for fact in case.settled()] == [("P", 25000)]


@pytest.mark.clause("18:A:Pairs Play")
def test_A_Pairs_Play_is_an_optional_wager() -> None:
    case = open_round(
        ACT_2018, "1 P 10 pairs-play 10; 2 R 10", "9S 8S 10S 9S 8S", side_bets=["pairs-play"]
    )
    assert [(fact.player, fact.net) for fact in case.settled()] == [("P", 11000)]
