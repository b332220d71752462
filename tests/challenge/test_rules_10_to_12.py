"""Rules 10 to 12: doubling, splitting, the dealer's hand."""

from __future__ import annotations

import pytest
from tests.act_blackjack.cases import allowed, ended, facts, go_on, hand, refusal
from tests.challenge.cases import NSW, challenge, nets
from tests.support import Case

from croupier.cards import parse_cards
from croupier.game_rules import game_of
from croupier.games.blackjack.asks_and_answers import Double, Election, Split
from croupier.games.blackjack.facts import DealerEnded, Elected, Ended
from croupier.table.acts.dealing import Deal
from croupier.table.facts import Outcome
from croupier.wording.commands import clauses_of


def on_hands(case: Case) -> list[list[tuple[str, int]]]:
    """Who has how many dollars on each hand of box 1, from the left."""
    return [
        [(bet.player, bet.at_risk // 100) for bet in hand.bets]
        for hand in case.round.boxes[0].hands
    ]


# --- rule 10


@pytest.mark.clause("nsw:10.1")
def test_10_1_two_or_three_cards_of_any_total_may_be_doubled() -> None:
    for cards in ("10S 9D 9S", "AS 9D 8S", "2S 9D 3S", "AS 9D AD"):
        assert allowed(challenge("1 P 10", cards), "1 double 10")
    three = challenge("1 P 10", "2S 9D 3S 4D", "1 hit")
    assert allowed(three, "1 double 10")
    four = challenge("1 P 10", "2S 9D 3S 4D 3C", "1 hit; 1 hit")
    assert refusal(four, "1 double 10").clauses == ("10.1",)


@pytest.mark.clause("nsw:10.1")
def test_10_1_by_anything_up_to_the_first_wager() -> None:
    case = challenge("1 P 10", "6S 9D 5S")
    assert allowed(case, "1 double 0.01")
    assert refusal(case, "1 double 10.01").clauses == ("10.1",)
    chips = challenge("1 P 10", "6S 9D 5S", smallest_chip=250)
    assert refusal(chips, "1 double 2.49").clauses == ("10.1",)
    assert allowed(chips, "1 double 2.50")
    minimum = challenge(
        "1 P 10", "6S 9D 5S", min_double="table_minimum", limits={"main": [500, 50000]}
    )
    assert refusal(minimum, "1 double 4.99").clauses == ("10.1",)
    assert allowed(minimum, "1 double 5")
    short = challenge(
        "1 P 4", "6S 9D 5S", min_double="table_minimum", limits={"main": [500, 50000]}
    )
    assert allowed(short, "1 double 4"), "the first wager, if that is less"


@pytest.mark.clause("nsw:10.1", "nsw:11.3")
def test_10_1_a_split_hand_may_be_doubled_and_split_aces_too() -> None:
    case = challenge("1 P 10", "AS 9D AD 5S 7D", "1 split; 1 double 10")
    assert hand(case, "1.1") == list(parse_cards("AS 5S 7D"))
    assert ended(case, "1.1") is Ended.DOUBLED


@pytest.mark.clause("nsw:10.2")
def test_10_2_a_doubled_hand_gets_one_card_and_is_over() -> None:
    case = challenge("1 P 10; 2 Q 10", "2S 9S 9D 3S 9H 4D", "1 double 10")
    assert ended(case, "1") is Ended.DOUBLED
    assert "10.2" in refusal(case, "1 hit").clauses


@pytest.mark.clause("nsw:10.3")
def test_10_3_the_others_may_double_if_the_controlling_player_does() -> None:
    case = challenge("1 P* 10; 1 Q 30; 1 R 20; 2 S 10", "6S 9S 9D 5S 9H")
    assert "10.3" in refusal(case, "Q joins 1 with 30").clauses
    case.round.answer(Double(box=1, amount=1000))
    assert isinstance(case.round.due, Election)
    assert refusal(case, "Q joins 2 with 30").clauses == ("10.3",)
    go_on(case, "Q joins 1 with 25; R stays out of 1")
    assert on_hands(case) == [[("P", 20), ("Q", 55), ("R", 20)]]


@pytest.mark.clause("nsw:10.4")
@pytest.mark.parametrize(("added", "back"), [("50", 50), ("20", 20)])
def test_10_4_the_dealers_blackjack_takes_the_original_wager(added: str, back: float) -> None:
    case = challenge("1 P 50", "5H KD 6D 8C AC", f"1 double {added}")
    (lost,) = case.settled()
    assert (lost.outcome, lost.net, lost.stake) == (Outcome.LOSE, -5000, 5000 + back * 100)
    assert lost.clauses == ("15.1.4", "10.4")


# --- rule 11


@pytest.mark.clause("nsw:11.1")
def test_11_1_equal_value_splits_with_the_whole_wager() -> None:
    assert allowed(challenge("1 P 10", "10S 9D KS"), "1 split")
    assert refusal(challenge("1 P 10", "KS 9D 9S"), "1 split").clauses == ("11.1",)
    assert "11.1" in refusal(challenge("1 P 10", "9C 9D 9S"), "1 split with 5").clauses


@pytest.mark.clause("nsw:11.2", "nsw:11.3")
def test_11_2_the_first_hand_is_played_out_before_the_second_gets_a_card() -> None:
    case = challenge("1 P 10", "8S 9D 8H 2S 5S", "1 split; 1 hit")
    assert hand(case, "1.1") == list(parse_cards("8S 2S 5S"))
    assert hand(case, "1.2") == list(parse_cards("8H"))
    case.left += parse_cards("8C 3S")
    go_on(case, "1 stand; 1.2 split")
    assert hand(case, "1.2") == list(parse_cards("8H 3S"))
    assert hand(case, "1.3") == list(parse_cards("8C"))


@pytest.mark.clause("nsw:11.3", "nsw:11.4")
def test_11_3_split_aces_draw_and_split_again() -> None:
    case = challenge("1 P 10", "AS 9D AH 5S", "1 split")
    assert all(allowed(case, words) for words in ("1 hit", "1 stand", "1 double 10"))
    again = challenge("1 P 10", "AS 9D AH AC 3C", "1 split; 1 split")
    assert [len(one.cards) for one in again.round.boxes[0].hands] == [2, 1, 1]


@pytest.mark.clause("nsw:11.3.1", "nsw:1.1:blackjack", "nsw:8.1.1")
@pytest.mark.parametrize("cards", ["AS 9D AH KS", "KS 9D 10H AS"])
def test_11_3_1_split_aces_and_tens_can_make_a_blackjack(cards: str) -> None:
    case = challenge("1 P 10", cards, "1 split")
    assert ended(case, "1.1") is Ended.BLACKJACK
    (paid,) = case.settled()
    assert (paid.net, paid.clauses) == (2000, ("8.1", "8.1.1"))


@pytest.mark.clause("nsw:11.4", "nsw:11.4.1", "nsw:11.4.2")
def test_11_4_two_splits_and_three_hands_for_a_box() -> None:
    case = challenge("1 P 10", "KS 9D KH JS QC", "1 split; 1 split")
    assert on_hands(case) == [[("P", 10)], [("P", 10)], [("P", 10)]]
    assert "11.4.2" in refusal(case, "1 split").clauses
    assert (
        "11.4.1" in refusal(challenge("1 P 10", "8S 9D 8H 8C", "1 split"), "1 split with 5").clauses
    )


@pytest.mark.clause("nsw:11.4.3")
def test_11_4_3_no_split_after_a_third_card() -> None:
    case = challenge("1 P 10", "4S 9D 4H 4C")
    assert allowed(case, "1 split")
    go_on(case, "1 hit")
    assert refusal(case, "1 split").clauses == ("11.4.3",)


@pytest.mark.clause("nsw:11.5", "nsw:11.5.1", "nsw:11.5.2")
def test_11_5_the_others_match_or_ride_on_the_first_hand() -> None:
    case = challenge("1 P* 10; 1 Q 30; 1 R 20", "8S 9D 8H 2S")
    early = refusal(case, "Q joins 1 with 30")
    assert early.reason == "the controlling player has neither split nor doubled"
    assert "11.5" in early.clauses
    case.round.answer(Split(box=1))
    assert refusal(case, "Q joins 1.2 with 30").clauses == ("11.5", "11.5.1")
    go_on(case, "Q joins 1 with 30; R stays out of 1")
    assert on_hands(case) == [[("P", 10), ("Q", 30), ("R", 20)], [("P", 10), ("Q", 30)]]
    matched, rides = facts(case, Elected)
    assert (matched.player, matched.clauses) == ("Q", ("11.5", "11.5.1"))
    assert (rides.player, rides.clauses) == ("R", ("11.5", "11.5.2"))


@pytest.mark.clause("nsw:11.5")
def test_11_5_who_is_not_on_the_hand_has_no_say_when_it_is_split_again() -> None:
    begun = "8S 9D 8H 2S 9S 8C"
    said = "1 split; R stays out of 1; 1 hit; 1 stand; 1.2 split"
    case = challenge("1 P* 10; 1 R 20", begun, said.rpartition(";")[0])
    case.round.answer(Split(box=1, hand=2))
    assert not isinstance(case.round.due, Election)
    assert on_hands(case) == [[("P", 10), ("R", 20)], [("P", 10)], [("P", 10)]]
    rejoined = challenge(
        "1 P* 10; 1 R 20", begun, f"{said}; R joins 1.2 with 20", rejoin_on_resplit=True
    )
    assert on_hands(rejoined) == [[("P", 10), ("R", 20)], [("P", 10)], [("P", 10), ("R", 20)]]


@pytest.mark.clause("nsw:6.3")
def test_stakes_of_the_round_count_towards_the_maximum_only_where_the_table_says_so() -> None:
    limits = {"main": [1000, 3000]}
    assert allowed(challenge("1 P 20", "8S 9D 8H", limits=limits), "1 split")
    case = challenge("1 P 20", "8S 9D 8H", limits=limits, limits_apply_to_additional=True)
    assert "6.3" in refusal(case, "1 split").clauses
    assert "6.3" in refusal(case, "1 double 20").clauses
    assert allowed(case, "1 double 10")


@pytest.mark.clause("nsw:11.6")
def test_11_6_after_a_split_the_leftmost_hand_loses_and_the_others_go_back() -> None:
    case = challenge("1 P 20", "8H AS 8D 3C 9H QC KD", "1 split; 1 double 20; 1.2 stand")
    first, second = case.settled()
    assert (first.hand, first.outcome, first.stake, first.net) == (1, Outcome.LOSE, 4000, -2000)
    assert first.clauses == ("15.1.4", "10.4", "11.6")
    assert (second.hand, second.outcome, second.net) == (2, Outcome.RETURNED, 0)
    assert second.clauses == ("11.6",)


def test_11_6_a_hand_already_paid_does_not_use_up_the_original_wager() -> None:
    """It is an amount that is collected, from whatever hands are left."""
    case = challenge("1 P 20", "8H KS 8D 3C 10H 9C AD", "1 split; 1 hit; 1.2 stand")
    assert [(fact.hand, fact.net) for fact in case.settled()] == [(1, 2000), (2, -2000)]


ALL = ("BB+1", "OBO_total_cap", "OBBO")


@pytest.mark.clause("nsw:9.5")
@pytest.mark.parametrize(
    ("cards", "decided", "lost"),
    [
        ("5H AS 6D 8C KD", "1 double 20", (20, 20, 20)),
        ("8H AS 8D 9C 9H KD", "1 split; 1 stand; 1.2 stand", (20, 20, 40)),
        ("8H AS 8D 3C 9H QC KD", "1 split; 1 double 20; 1.2 stand", (20, 20, 40)),
        ("8H AS 8D 6C KH QC KD", "1 split; 1 hit; 1.2 stand", (40, 20, 40)),
        ("8H AS 8D 6C KH QC KD", "1 split; 1 double 20; 1.2 stand", (60, 40, 60)),
        ("10H AS 6D KC", "1 double 20", (40, 40, 40)),
    ],
)
def test_10_4_and_11_6_what_the_dealers_blackjack_takes(
    cards: str, decided: str, lost: tuple[int, int, int]
) -> None:
    """Doubled; split; split and doubled; one bust; one doubled and bust; doubled and bust."""
    for reading, amount in zip(ALL, lost, strict=True):
        case = challenge("1 P 20", cards, decided, dealer_blackjack_collects=reading)
        assert nets(case) == {"P": -amount}
    assert nets(challenge("1 P 20", cards, decided)) == {"P": -lost[ALL.index("BB+1")]}
    bust = challenge("1 P 20", "10H AS 6D KC", "1 hit")
    assert bust.settled()[0].clauses == ("9.5",)


def test_10_4_and_11_6_each_player_and_each_box_has_an_original_wager() -> None:
    case = challenge(
        "1 P* 20; 1 Q 10; 2 P 30",
        "8H 5H AS 8D 6D 9C 9H 8C KD",
        "1 split; Q joins 1 with 10; 1 stand; 1.2 stand; 2 double 30",
    )
    assert nets(case) == {"P": -50, "Q": -10}


# --- rule 12


@pytest.mark.clause("nsw:12.1", "nsw:12.2")
@pytest.mark.parametrize(
    ("cards", "ends"),
    [("KD 6S 5S", "KD 6S 5S"), ("KD 7S", "KD 7S"), ("AD 6S", "AD 6S"), ("AD 5S AC", "AD 5S AC")],
)
def test_12_2_the_dealer_draws_to_16_and_stands_on_every_17(cards: str, ends: str) -> None:
    first, *then = cards.split()
    case = challenge("1 P 10", f"10S {first} 8S {' '.join(then)} 9S", "1 stand")
    assert hand(case, "0") == list(parse_cards(ends))
    assert "12.2" in clauses_of(game_of(NSW).acts[Deal], case.round.rules, NSW)


@pytest.mark.clause("nsw:12.3")
def test_12_3_no_card_that_can_change_nothing() -> None:
    bust = challenge("1 P 10", "10S AD 6S KS 9S", "1 hit")
    (stopped,) = facts(bust, DealerEnded)
    assert (len(hand(bust, "0")), stopped.clauses) == (1, ("12.3",))
    waiting = challenge("1 P 10", "AS KD QS 2S 9S")
    (stopped,) = facts(waiting, DealerEnded)
    assert (hand(waiting, "0"), stopped.clauses) == (list(parse_cards("KD 2S")), ("12.3",))
    assert nets(waiting) == {"P": 20}
