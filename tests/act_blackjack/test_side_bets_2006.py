"""2006, rules 17 and 18: Super Sevens and Perfect Pairs. Stakes of 5 on Super Sevens, 10 on pairs.

The dealer shows a ten unless a case says otherwise.
"""

from __future__ import annotations

import pytest
from tests.act_blackjack.cases import open_round, said, stage_of, stages
from tests.support import Case, play_round, stakes

from croupier.game_rules import rules_for
from croupier.games.blackjack.facts import Stage
from croupier.table.facts import Outcome, Settled
from croupier.table.wagers import (
    Admitted,
    BoxMaxScope,
    Markers,
    Sign,
    close_betting,
    why_not_place,
)

ACT_2006 = "act-blackjack-2006"


def sevens(cards: str, decided: str = "1 stand", wagers: str = "1 P 10 super-sevens 5") -> Case:
    return play_round(ACT_2006, wagers, cards, said(decided), side_bets=["super-sevens"])


def pairs(first: str, second: str) -> Settled:
    case = play_round(
        ACT_2006,
        "1 P 10 perfect-pairs 10",
        f"{first} 10S {second}",
        side_bets=["perfect-pairs"],
    )
    (paid,) = case.settled("perfect-pairs")
    return paid


def closed(wagers: str, **options: object) -> list[Admitted]:
    rules = rules_for(ACT_2006, options)
    return close_betting(
        rules.table_law,
        Sign(),
        stakes(wagers),
        markers=Markers(),
        scope=BoxMaxScope.TOTAL,
        needs_own_main=rules.side_bet_needs_own_main,
    )


@pytest.mark.parametrize(
    ("bet", "clause"),
    [
        pytest.param("super-sevens", "17.1", marks=pytest.mark.clause("06:17.1")),
        pytest.param("perfect-pairs", "18.1", marks=pytest.mark.clause("06:18.1")),
    ],
)
def test_06_17_1_18_1_a_table_that_has_not_elected_it_takes_no_such_wager(
    bet: str, clause: str
) -> None:
    refused = why_not_place(
        rules_for(ACT_2006).table_law,
        Sign(),
        stakes("1 P 10"),
        stakes(f"1 P {bet} 5")[0],
        offered=[],
        markers=Markers(),
    )
    assert refused is not None
    assert refused.clauses == (clause,)


# --- Super Sevens


@pytest.mark.clause("06:17.5")
@pytest.mark.parametrize(
    "wagers",
    [
        pytest.param("1 P super-sevens 5", id="nobody's main wager"),
        pytest.param("1 M 10; 1 P super-sevens 5", id="another's main wager"),
        pytest.param("2 P 10; 1 P super-sevens 5", id="own main wager on another box"),
    ],
)
def test_06_17_5_without_its_own_blackjack_wager_it_is_void(wagers: str) -> None:
    """Accompanied means by its owner's wager on the same box; taken, and then returned."""
    side = closed(wagers)[-1]
    assert (side.void, side.stands, side.goes_back) == (True, 0, 500)


@pytest.mark.clause("06:17.5")
def test_06_17_5_void_even_if_it_would_have_won() -> None:
    case = sevens("7H 10S 7H 9D", wagers="1 M 10; 1 P super-sevens 5")
    assert case.net() == {"M": -10}


def test_06_17_5_a_table_may_count_anybodys_wager_on_the_box() -> None:
    side = closed("1 M 10; 1 P super-sevens 5", side_bet_needs_own_main=False)[-1]
    assert (side.void, side.stands) == (False, 500)


@pytest.mark.clause("06:17.6", "06:17.6(a)", "06:17.7")
@pytest.mark.parametrize("second", ["6S", "8D", "10H", "AS"])
def test_06_17_6_a_a_seven_first_wins_three_to_one(second: str) -> None:
    case = open_round(
        ACT_2006, "1 P 10 super-sevens 5", f"7H 10S {second}", side_bets=["super-sevens"]
    )
    (paid,) = case.settled()
    assert (paid.outcome, paid.net) == (Outcome.WIN, 1500)


@pytest.mark.clause("06:17.6", "06:17.6(a)")
def test_06_17_6_a_a_third_seven_does_not_make_up_for_the_second() -> None:
    """Seven, nine, seven is one seven."""
    case = sevens("7H 10S 6C 7D 9D", "1 hit; 1 stand")
    assert [fact.net for fact in case.settled("super-sevens")] == [1500]


@pytest.mark.clause("06:17.6", "06:17.6(b)", "06:17.7", "06:A:Not suited")
@pytest.mark.parametrize("second", ["7D", "7S", "7C"])
def test_06_17_6_b_two_sevens_win_fifty_to_one(second: str) -> None:
    (paid,) = sevens(f"7H 10S {second} 9D").settled("super-sevens")
    assert paid.net == 25000


@pytest.mark.clause("06:17.6(b)", "06:17.7", "06:A:Suited")
def test_06_17_6_b_two_suited_sevens_win_a_hundred_to_one() -> None:
    (paid,) = sevens("7H 10S 7H 9D").settled("super-sevens")
    assert paid.net == 50000


@pytest.mark.clause("06:17.6", "06:17.6(c)", "06:17.7", "06:A:Not suited")
@pytest.mark.parametrize("cards", ["7H 7H 7D", "7H 7D 7H", "7D 7H 7H", "7S 7H 7D"])
def test_06_17_6_c_three_sevens_win_five_hundred_to_one(cards: str) -> None:
    """Suited is all three of one suit; two of them will not do."""
    first, second, third = cards.split()
    (paid,) = sevens(f"{first} 10S {second} {third} 9D", "1 hit").settled("super-sevens")
    assert paid.net == 250000


@pytest.mark.clause("06:17.6", "06:17.6(c)", "06:17.7", "06:A:Suited")
@pytest.mark.parametrize("suit", ["S", "H", "D", "C"])
def test_06_17_6_c_three_suited_sevens_win_five_thousand_to_one(suit: str) -> None:
    (paid,) = sevens(f"7{suit} 10S 7{suit} 7{suit} 9D", "1 hit").settled("super-sevens")
    assert paid.net == 2500000


@pytest.mark.clause("06:17.6", "06:17.6(d)")
@pytest.mark.parametrize(
    ("cards", "decided"), [("6S 10S 7H 7D", "1 hit"), ("8S 10S 7H", ""), ("AS 9S 7H", "")]
)
def test_06_17_6_d_loses_if_the_first_card_is_no_seven(cards: str, decided: str) -> None:
    case = open_round(ACT_2006, "1 P 10 super-sevens 5", cards, decided, side_bets=["super-sevens"])
    (lost,) = case.settled("super-sevens")
    assert (lost.outcome, lost.net) == (Outcome.LOSE, -500)


@pytest.mark.clause("06:17.7")
@pytest.mark.parametrize(
    ("cards", "decided"),
    [("7H 10S 7D 9D", "1 stand"), ("7H 10S 7D 7S 9D", "1 hit"), ("7H 10S 7H 7H 9D", "1 hit")],
)
def test_06_17_7_one_tier_is_paid_and_never_two(cards: str, decided: str) -> None:
    """With two sevens the three to one is not paid first."""
    assert len(sevens(cards, decided).settled("super-sevens")) == 1


@pytest.mark.clause("06:17.7")
def test_06_17_7_two_sevens_that_stand_are_no_loss_for_want_of_a_third() -> None:
    """The pair is the highest tier that is relevant."""
    (paid,) = sevens("7H 10S 7D 9D").settled("super-sevens")
    assert paid.outcome is Outcome.WIN


@pytest.mark.clause("06:17.8", "06:17.8(a)", "06:17.6(d)")
def test_06_17_8_a_losing_wagers_go_after_the_initial_deal() -> None:
    case = open_round(
        ACT_2006,
        "1 P 10 super-sevens 5; 2 R 10 super-sevens 5",
        "9S 10H 10S 7H 7D",
        side_bets=["super-sevens"],
    )
    assert [(fact.player, fact.net, stage_of(case, fact)) for fact in case.settled()] == [
        ("P", -500, Stage.SIDE_BETS),
        ("R", -500, Stage.SIDE_BETS),
    ]


@pytest.mark.clause("06:17.6(d)", "06:17.8(a)")
def test_06_17_6_d_two_sevens_wait_while_a_first_card_that_is_none_has_lost() -> None:
    case = open_round(
        ACT_2006,
        "1 P 10 super-sevens 5; 2 R 10 super-sevens 5",
        "7H 9H 10S 7D 9D",
        side_bets=["super-sevens"],
    )
    assert [(fact.player, fact.net) for fact in case.settled()] == [("R", -500)]


@pytest.mark.clause("06:17.8", "06:17.8(b)", "06:17.6(a)")
def test_06_17_8_b_and_players_with_only_a_first_seven_are_paid_then() -> None:
    case = open_round(
        ACT_2006,
        "1 P 10 super-sevens 5; 2 R 10 super-sevens 5",
        "7S 7H 10S 7H 8D",
        side_bets=["super-sevens"],
    )
    assert [(fact.player, fact.net) for fact in case.settled()] == [("R", 1500)]
    assert stages(case)[:2] == [Stage.INITIAL_DEAL, Stage.SIDE_BETS]


@pytest.mark.clause("06:17.9")
@pytest.mark.parametrize("decided", ["1 hit", "1 double 10"])
def test_06_17_9_two_sevens_are_paid_at_the_third_card(decided: str) -> None:
    """The third card may be the card of a double."""
    case = open_round(
        ACT_2006,
        "1 P 10 super-sevens 5; 2 R 10",
        "7H 9S 10S 7D 10D 2C",
        decided,
        side_bets=["super-sevens"],
    )
    assert [(fact.wager, fact.net) for fact in case.settled()] == [("super-sevens", 25000)]


@pytest.mark.clause("06:17.9")
def test_06_17_9_or_when_the_hand_stands_on_two() -> None:
    case = open_round(
        ACT_2006,
        "1 P 10 super-sevens 5; 2 R 10",
        "7H 9S 10S 7D 10D",
        side_bets=["super-sevens"],
    )
    assert case.settled() == []
    case.round.answer(said("1 stand")[0])
    assert [(fact.wager, fact.net) for fact in case.settled()] == [("super-sevens", 25000)]


@pytest.mark.clause("06:17.9")
@pytest.mark.parametrize(
    ("third", "last"), [("7D", "main"), ("7H", "super-sevens")], ids=["not suited", "suited"]
)
def test_06_17_9_only_three_suited_sevens_wait_for_the_end_of_the_round(
    third: str, last: str
) -> None:
    case = sevens(f"7H 10S 7H {third} 9D", "1 hit")
    assert case.settled()[-1].wager == last
    assert case.round.facts[-1] is case.settled()[-1]


@pytest.mark.clause("06:17.10")
@pytest.mark.parametrize(
    ("third", "net"),
    [
        pytest.param("7C", 250000, id="a seven to the first hand"),
        pytest.param("9C", 25000, id="a nine to the first hand, a seven to the second"),
    ],
)
def test_06_17_10_split_sevens_use_the_first_card_after_the_split(third: str, net: int) -> None:
    """10.4 deals it to the first hand; sevens that come later are of no account."""
    case = sevens(f"7H 10S 7D {third} 7S 9D", "1 split; 1 stand; 1.2 stand")
    (paid,) = case.settled("super-sevens")
    assert paid.net == net


@pytest.mark.clause("06:17.10")
def test_06_17_10_is_cited_of_a_split_and_changes_nothing_about_when_suited_sevens_are_paid() -> (
    None
):
    (unsplit,) = sevens("7H 10S 7D 7C 9D", "1 hit").settled("super-sevens")
    assert "17.10" not in unsplit.clauses
    case = sevens("7H 10S 7H 7H KS 9D", "1 split; 1 stand; 1.2 stand")
    (paid,) = case.settled("super-sevens")
    assert "17.10" in paid.clauses
    assert case.settled()[-1] is paid  # 17.9: when the round is over


@pytest.mark.clause("06:17.10")
def test_06_17_10_a_resplit_adds_no_result() -> None:
    case = sevens(
        "7H 10S 7H 7H 7H KD KS KC 9D 9S",
        "1 split; 1 split; 1 split; 1 stand; 1.2 stand; 1.3 stand; 1.4 stand",
    )
    assert [fact.net for fact in case.settled("super-sevens")] == [2500000]


@pytest.mark.clause("06:17.10")
def test_06_17_10_a_rider_has_the_result_of_the_first_hand() -> None:
    """The clause speaks of a player who splits; the cards of the box are the same."""
    case = sevens(
        "7H 10S 7D 7C 10C 9D",
        "1 split; Q stays out of 1; 1 stand; 1.2 stand",
        wagers="1 P 10 super-sevens 5; 1 Q 20 super-sevens 5",
    )
    assert [(fact.player, fact.net) for fact in case.settled("super-sevens")] == [
        ("P", 250000),
        ("Q", 250000),
    ]


@pytest.mark.clause("06:17.4")
def test_06_17_4_only_an_approved_amount_is_taken() -> None:
    rules = rules_for(ACT_2006)
    for cents, taken in ((500, True), (1000, False), (250, False)):
        refused = why_not_place(
            rules.table_law,
            Sign(),
            stakes("1 P 10"),
            stakes(f"1 P super-sevens {cents / 100}")[0],
            offered=["super-sevens"],
            markers=Markers(),
            approved_amounts=[500],
        )
        assert (refused is None) is taken


# --- Perfect Pairs


@pytest.mark.clause("06:18.3", "06:18.3(a)", "06:18.11(d)")
@pytest.mark.parametrize(("first", "second"), [("2S", "3S"), ("9H", "8H"), ("10D", "9D")])
def test_06_18_3_a_the_number_on_the_card_is_its_face_value(first: str, second: str) -> None:
    assert pairs(first, first).net > 0
    assert pairs(first, second).net == -1000


@pytest.mark.clause("06:18.3(b)", "06:18.11(d)")
@pytest.mark.parametrize(("first", "second"), [("10H", "KH"), ("QS", "JS"), ("JD", "KD")])
def test_06_18_3_b_a_court_card_is_its_type_and_not_a_ten(first: str, second: str) -> None:
    """Equal in value, so they may be split; no pair, so the side bet loses."""
    assert pairs(first, second).net == -1000


@pytest.mark.clause("06:18.4")
@pytest.mark.parametrize("rank", ["A", "2", "7", "10", "J", "Q", "K"])
def test_06_18_4_a_pair_is_two_cards_of_one_face_value(rank: str) -> None:
    assert pairs(f"{rank}S", f"{rank}H").outcome is Outcome.WIN


@pytest.mark.clause("06:18.5", "06:18.11(a)", "06:18.14(a)")
@pytest.mark.parametrize("second", ["QS", "QC"])
def test_06_18_5_a_mixed_pair_is_one_red_and_one_black(second: str) -> None:
    assert pairs("QH", second).net == 6000
    assert pairs("QD", second).net == 6000


@pytest.mark.clause("06:18.6", "06:18.6(a)", "06:18.11(b)", "06:18.14(b)")
def test_06_18_6_a_a_coloured_pair_is_two_red_suits() -> None:
    assert pairs("QH", "QD").net == pairs("QD", "QH").net == 12000


@pytest.mark.clause("06:18.6", "06:18.6(b)", "06:18.11(b)", "06:18.14(b)")
def test_06_18_6_b_or_two_black_suits() -> None:
    assert pairs("QS", "QC").net == pairs("QC", "QS").net == 12000


@pytest.mark.clause("06:18.6(a)", "06:18.6(b)", "06:18.11")
def test_06_18_6_red_and_black_pairs_are_told_apart() -> None:
    red, black = pairs("QH", "QD"), pairs("QS", "QC")
    assert ("18.6(a)" in red.clauses, "18.6(b)" in red.clauses) == (True, False)
    assert ("18.6(a)" in black.clauses, "18.6(b)" in black.clauses) == (False, True)
    assert "18.11" in red.clauses


@pytest.mark.clause("06:18.7", "06:18.11(c)", "06:18.14(c)", "06:A:Suited")
@pytest.mark.parametrize("card", ["QS", "10H", "AD", "2C"])
def test_06_18_7_a_perfect_pair_is_suited(card: str) -> None:
    assert pairs(card, card).net == 25000


@pytest.mark.clause("06:18.10")
@pytest.mark.parametrize(
    "wagers",
    [
        pytest.param("1 P perfect-pairs 5", id="nobody's main wager"),
        pytest.param("1 M 10; 1 P perfect-pairs 5", id="another's main wager"),
    ],
)
def test_06_18_10_without_its_own_blackjack_wager_it_is_void(wagers: str) -> None:
    side = closed(wagers)[-1]
    assert (side.void, side.stands, side.goes_back) == (True, 0, 500)


@pytest.mark.clause("06:18.11", "06:18.11(a)")
def test_06_18_11_a_a_mixed_pair_wins() -> None:
    assert (pairs("9S", "9D").outcome, pairs("9D", "9S").outcome) == (Outcome.WIN, Outcome.WIN)


@pytest.mark.clause("06:18.11", "06:18.11(b)")
def test_06_18_11_b_a_coloured_pair_wins() -> None:
    assert (pairs("9S", "9C").outcome, pairs("9D", "9H").outcome) == (Outcome.WIN, Outcome.WIN)


@pytest.mark.clause("06:18.11", "06:18.11(c)")
def test_06_18_11_c_a_perfect_pair_wins() -> None:
    assert pairs("9S", "9S").outcome is Outcome.WIN


@pytest.mark.clause("06:18.11", "06:18.11(d)")
def test_06_18_11_d_no_pair_loses() -> None:
    assert pairs("9S", "8S").outcome is Outcome.LOSE


@pytest.mark.clause("06:18.12")
def test_06_18_12_one_payment_for_each_winner() -> None:
    """The three kinds are disjoint, so no pair is paid twice."""
    case = play_round(
        ACT_2006,
        "1 P 10 perfect-pairs 10; 1 Q 10 perfect-pairs 5",
        "9S 10S 9S",
        side_bets=["perfect-pairs"],
    )
    assert [(fact.player, fact.net) for fact in case.settled()] == [("P", 25000), ("Q", 12500)]


@pytest.mark.clause("06:18.13", "06:18.13(a)", "06:18.11(d)")
def test_06_18_13_a_losing_wagers_go_before_the_subsequent_deal() -> None:
    case = open_round(ACT_2006, "1 P 10 perfect-pairs 10", "9S 10S 8S", side_bets=["perfect-pairs"])
    (lost,) = case.settled()
    assert (lost.net, stage_of(case, lost)) == (-1000, Stage.SIDE_BETS)


@pytest.mark.clause("06:18.13", "06:18.13(b)")
def test_06_18_13_b_and_winners_are_paid_before_it() -> None:
    case = open_round(
        ACT_2006,
        "1 P 10 perfect-pairs 10; 2 R 10 perfect-pairs 10",
        "9S 8S 10S 9H 7S",
        side_bets=["perfect-pairs"],
    )
    assert [(fact.player, fact.net, stage_of(case, fact)) for fact in case.settled()] == [
        ("P", 6000, Stage.SIDE_BETS),
        ("R", -1000, Stage.SIDE_BETS),
    ]


@pytest.mark.clause("06:18.14", "06:18.14(a)")
def test_06_18_14_a_a_mixed_pair_pays_six_to_one() -> None:
    assert pairs("4S", "4H").net == 6000


@pytest.mark.clause("06:18.14", "06:18.14(b)")
def test_06_18_14_b_a_coloured_pair_pays_twelve_to_one() -> None:
    assert pairs("4S", "4C").net == 12000


@pytest.mark.clause("06:18.14", "06:18.14(c)")
def test_06_18_14_c_a_perfect_pair_pays_twenty_five_to_one() -> None:
    assert pairs("4S", "4S").net == 25000


@pytest.mark.clause("06:18.15")
def test_06_18_15_play_goes_on_with_the_subsequent_deal() -> None:
    case = open_round(ACT_2006, "1 P 10 perfect-pairs 10", "9S 6S 9H", side_bets=["perfect-pairs"])
    assert stages(case) == [
        Stage.INITIAL_DEAL,
        Stage.SIDE_BETS,
        Stage.INTERIM_SETTLEMENT,
        Stage.SUBSEQUENT_DEAL,
    ]


@pytest.mark.clause("06:18.14(c)", "06:17.6(b)")
def test_06_17_and_18_one_box_may_carry_both_and_neither_touches_the_other() -> None:
    """Settled by the first cards alone, whatever becomes of the hand."""
    case = play_round(
        ACT_2006,
        "1 P 10 perfect-pairs 10 super-sevens 5",
        "7H 10S 7H 8C 9D",
        said("1 hit"),
        side_bets=["perfect-pairs", "super-sevens"],
    )
    assert {fact.wager: fact.net for fact in case.settled()} == {
        "perfect-pairs": 25000,
        "super-sevens": 50000,
        "main": -1000,
    }
