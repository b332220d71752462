"""Rule 11: doubling."""

from __future__ import annotations

import pytest
from tests.act_blackjack.cases import (
    allowed,
    ended,
    facts,
    go_on,
    hand,
    open_round,
    refusal,
    said,
)
from tests.support import play_round

from croupier.cards import parse_cards
from croupier.game_rules import rules_for
from croupier.games.blackjack.asks_and_answers import Election
from croupier.games.blackjack.facts import Chose, Elected, Ended
from croupier.games.blackjack.hands import Hand
from croupier.games.blackjack.legal_answers import why_not_double, why_not_hit


@pytest.mark.clause("11.1")
@pytest.mark.parametrize("decided", ["", "1 hit", "1 stand"])
def test_11_1_nobody_doubles_where_the_controlling_player_does_not(
    instrument: str, decided: str
) -> None:
    case = open_round(instrument, "1 P 10; 1 Q 30; 2 R 10", "10S 9S 6D 2H 10C 2C", decided)
    assert "11.1" in refusal(case, "Q joins 1 with 30").clauses


@pytest.mark.clause("11.2")
def test_11_2_the_others_are_asked_before_the_card(instrument: str) -> None:
    case = open_round(instrument, "1 P 10; 1 Q 30; 1 R 20", "5S 6D 6H 10C", "1 double 10")
    due = case.round.due
    assert isinstance(due, Election)
    assert (due.action, due.waiting) == ("double", ["Q", "R"])
    assert hand(case, "1") == list(parse_cards("5S 6H"))
    go_on(case, "R joins 1 with 5")
    assert refusal(case, "R joins 1 with 5").clauses == ("11.2",)
    go_on(case, "Q stays out of 1")
    assert hand(case, "1") == list(parse_cards("5S 6H 10C"))


@pytest.mark.clause("11.2", "A:Double/double down")
@pytest.mark.parametrize(
    ("amount", "taken"),
    [("5", True), ("30", True), ("29.99", True), ("30.01", False), ("40", False)],
)
def test_11_2_another_owner_doubles_up_to_his_own_wager(
    instrument: str, amount: str, taken: bool
) -> None:
    """More or less than the controlling player put down, for 10 here."""
    case = open_round(instrument, "1 P 40; 1 Q 30", "5S 6D 6H 10C", "1 double 10")
    assert allowed(case, f"Q joins 1 with {amount}") is taken
    if not taken:
        assert "A:Double/double down" in refusal(case, f"Q joins 1 with {amount}").clauses
    go_on(case, f"Q joins 1 with {amount if taken else 30}")


@pytest.mark.clause("11.2")
def test_11_2_one_card_is_dealt_whether_the_others_double_or_not(instrument: str) -> None:
    """11.2 prevails over 9.2(b), which would have Q draw from a hard 7."""
    case = open_round(
        instrument,
        "1 P 10; 1 Q 30; 2 R 10",
        "2S 9S 6D 3H 10S 2C",
        "1 double 10; Q stays out of 1",
    )
    assert hand(case, "1") == list(parse_cards("2S 3H 2C"))
    assert ended(case, "1") is Ended.DOUBLED
    assert "11.2" in refusal(case, "1 hit").clauses


@pytest.mark.clause("11.2", "13.1(b)")
def test_11_2_every_owner_wins_or_loses_what_he_put_down(instrument: str) -> None:
    case = play_round(
        instrument,
        "1 P 40; 1 Q 30; 1 R 20",
        "5S 6D 6H 10C 10S 4D",
        said("1 double 10; Q joins 1 with 30; R stays out of 1"),
    )
    assert case.round.dealer.total == 20
    assert case.net() == {"P": 50, "Q": 60, "R": 20}
    assert {fact.player: fact.stake for fact in case.settled()} == {
        "P": 5000,
        "Q": 6000,
        "R": 2000,
    }


@pytest.mark.clause("11.2")
def test_11_2_silence_is_no_double(instrument: str) -> None:
    case = open_round(
        instrument, "1 P 10; 1 Q 30", "5S 6D 6H 10C", "1 double 10; the dealer moves on"
    )
    (elected,) = facts(case, Elected)
    assert (elected.player, elected.on, elected.amount) == ("Q", "double", 0)


@pytest.mark.clause("11.2")
def test_11_2_an_owner_without_a_wager_on_the_hand_has_nothing_to_elect(instrument: str) -> None:
    case = open_round(instrument, "1 P 10; 1 Q 30; 2 R 10", "5S 9S 6D 6H 10S 10C", "1 double 10")
    assert refusal(case, "R joins 1 with 10").clauses == ("11.2",)
    assert refusal(case, "Q joins 2 with 10").clauses == ("11.2",)


@pytest.mark.clause("11.2", "11.3")
def test_11_2_a_rider_doubles_on_the_first_hand_and_on_no_other(instrument: str) -> None:
    """The rider has no wager on the second hand, so there is nobody to ask."""
    case = open_round(
        instrument,
        "1 P 10; 1 Q 30",
        "8S 6D 8H 3C 10C 3D 9C",
        "1 split; Q stays out of 1; 1 double 10; Q joins 1 with 20; 1.2 double 10",
    )
    assert [[(bet.player, bet.double) for bet in h.bets] for h in case.round.boxes[0].hands] == [
        [("P", 1000), ("Q", 2000)],
        [("P", 1000)],
    ]


@pytest.mark.clause("11.3")
def test_11_3_a_split_hand_may_be_doubled(instrument: str) -> None:
    case = open_round(
        instrument, "1 P 10", "8S 6D 8H 3C 10C 2D 9C", "1 split; 1 double 10; 1.2 double 5"
    )
    assert hand(case, "1.1") == list(parse_cards("8S 3C 10C"))
    assert hand(case, "1.2") == list(parse_cards("8H 2D 9C"))
    doubles = [fact for fact in facts(case, Chose) if fact.action == "double"]
    assert [(fact.amount, fact.clauses) for fact in doubles] == [
        (1000, ("9.1(b)", "11.3")),
        (500, ("9.1(b)", "11.3")),
    ]


@pytest.mark.clause("A:Double/double down")
@pytest.mark.parametrize(
    ("amount", "taken"), [("0.01", True), ("3", True), ("10", True), ("10.01", False), ("0", False)]
)
def test_11_a_double_is_anything_up_to_the_initial_wager(
    instrument: str, amount: str, taken: bool
) -> None:
    """No floor but the multiples of 3.3; the table minimum is for initial wagers."""
    case = open_round(instrument, "1 P 10", "5S 6D 6H 10C")
    assert allowed(case, f"1 double {amount}") is taken
    if taken:
        go_on(case, f"1 double {amount}")
    else:
        assert "A:Double/double down" in refusal(case, f"1 double {amount}").clauses
        go_on(case, "1 double 10")


@pytest.mark.clause("3.3")
def test_11_a_double_goes_in_the_multiples_on_display(instrument: str) -> None:
    case = open_round(instrument, "1 P 10; 1 Q 20", "5S 6D 6H 10C", multiples={"main": 500})
    assert refusal(case, "1 double 7.50").clauses == ("3.3",)
    go_on(case, "1 double 5")
    assert refusal(case, "Q joins 1 with 12").clauses == ("3.3",)
    assert allowed(case, "Q joins 1 with 15")


@pytest.mark.clause("A:Double/double down")
def test_11_two_cards_or_any_number_as_the_table_says(instrument: str) -> None:
    """The text sets no number of cards; that only two may be doubled is the default."""
    cards = "2S 6D 3H 2C 10C"
    case = open_round(instrument, "1 P 10", cards, "1 hit")
    assert refusal(case, "1 double 10").clauses == ("A:Double/double down",)
    case = open_round(instrument, "1 P 10", cards, "1 hit; 1 double 10", double_on="any_cards")
    assert hand(case, "1") == list(parse_cards("2S 3H 2C 10C"))
    assert ended(case, "1") is Ended.DOUBLED


@pytest.mark.clause("11.2")
def test_11_a_hand_is_doubled_once(instrument: str) -> None:
    case = open_round(
        instrument,
        "1 P 10; 2 R 10",
        "2S 9S 6D 3H 10S 2C",
        "1 double 5",
        double_on="any_cards",
    )
    assert "11.2" in refusal(case, "1 double 5").clauses


@pytest.mark.clause("11.2")
def test_11_2_who_doubles_too_does_so_on_the_hand_that_is_doubled(instrument: str) -> None:
    wagers = "1 P 10; 1 Q 30; 2 P 10; 2 Q 30"
    case = open_round(instrument, wagers, "5S 5C 6D 6H 6C", "1 double 10")
    assert refusal(case, "Q joins 2 with 30").clauses == ("11.2",)
    assert refusal(case, "Q joins 1.2 with 30").clauses == ("11.2",)
    assert allowed(case, "Q joins 1 with 30")


@pytest.mark.clause("11.2", "9.2(a)")
def test_11_2_a_hand_that_is_doubled_or_has_21_takes_nothing_more_whoever_asks(
    instrument: str,
) -> None:
    """Asked of the hand itself, as those do who want to know what could be chosen."""
    rules = rules_for(instrument, {"double_on": "any_cards"})
    doubled, complete = Hand(), Hand()
    for card in parse_cards("2S 3H"):
        doubled.add(card)
    for card in parse_cards("7S 7H 7D"):
        complete.add(card)
    assert why_not_double(rules, doubled) is None
    doubled.doubled = True
    again = why_not_double(rules, doubled)
    assert again is not None
    assert again.clauses == ("11.2",)
    for refused in (why_not_hit(rules, complete), why_not_double(rules, complete)):
        assert refused is not None
        assert refused.clauses == ("9.2(a)",)


@pytest.mark.clause("9.2(a)", "13.1(d)")
def test_11_a_doubled_hand_ends_at_21_and_over_it_as_any_other(instrument: str) -> None:
    case = open_round(instrument, "1 P 10; 2 R 10", "5S 9S 6D 6H 10S KC", "1 double 10")
    assert ended(case, "1") is Ended.TWENTY_ONE
    case = open_round(instrument, "1 P 10; 2 R 10", "10S 9S 6D 6H 10S KC", "1 double 10")
    assert ended(case, "1") is Ended.BUST
    assert case.net() == {"P": -20}
