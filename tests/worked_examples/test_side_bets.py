"""W25 to W28: Super Sevens, Perfect Pairs and Pairs Play."""

from __future__ import annotations

import pytest
from tests.act_blackjack.cases import said, stage_of
from tests.support import Case, play_round, stakes

from croupier.game_rules import rules_for
from croupier.games.blackjack.facts import Stage
from croupier.table.wagers import BoxMaxScope, Markers, Sign, close_betting, why_not_place

ACT_2006, ACT_2018 = "act-blackjack-2006", "act-blackjack-2018"


def super_sevens(wagers: str, cards: str, decided: str) -> Case:
    return play_round(ACT_2006, wagers, cards, said(decided), side_bets=["super-sevens"])


# W25: stake 5. The dealer's ten comes after the first card and his nine, for 19, at the end.


@pytest.mark.clause("06:17.6")
@pytest.mark.parametrize(
    ("first", "then", "decided", "net", "when"),
    [
        pytest.param("9C", "7H", "1 stand", -5, Stage.SIDE_BETS, id="9C 7H"),
        pytest.param("7H", "9C 7D", "1 hit", 15, Stage.SIDE_BETS, id="7H 9C 7D"),
        pytest.param("7H", "7D", "1 stand", 250, Stage.SUBSEQUENT_DEAL, id="7H 7D stands"),
        pytest.param("7H", "7D 2C", "1 hit; 1 stand", 250, Stage.SUBSEQUENT_DEAL, id="7H 7D 2C"),
        pytest.param("7H", "7H", "1 stand", 500, Stage.SUBSEQUENT_DEAL, id="7H 7H stands"),
        pytest.param("7H", "7D 7H", "1 hit", 2500, Stage.SUBSEQUENT_DEAL, id="7H 7D 7H"),
        pytest.param("7H", "7H 7H", "1 hit", 25000, Stage.FINAL_SETTLEMENT, id="7H 7H 7H"),
    ],
)
def test_W25_super_sevens(first: str, then: str, decided: str, net: float, when: Stage) -> None:
    case = super_sevens("1 P 10 super-sevens 5", f"{first} 10S {then} 9D", decided)
    (paid,) = case.settled("super-sevens")
    assert paid.net == net * 100
    assert stage_of(case, paid) is when


@pytest.mark.clause("06:17.9")
def test_W25_three_suited_sevens_are_the_last_thing_that_is_paid() -> None:
    case = super_sevens("1 P 10 super-sevens 5; 2 R 10", "7H 9S 10S 7H 9C 7H 9D", "1 hit; 2 stand")
    assert [(fact.player, fact.wager) for fact in case.settled()] == [
        ("P", "main"),
        ("R", "main"),
        ("P", "super-sevens"),
    ]


@pytest.mark.clause("06:17.9")
def test_W25_three_sevens_of_two_suits_are_paid_at_the_third_card() -> None:
    case = super_sevens("1 P 10 super-sevens 5; 2 R 10", "7H 9S 10S 7D 9C 7H 9D", "1 hit; 2 stand")
    assert [(fact.player, fact.wager) for fact in case.settled()] == [
        ("P", "super-sevens"),
        ("P", "main"),
        ("R", "main"),
    ]


@pytest.mark.clause("06:17.5")
def test_W25_without_a_main_wager_of_its_owner_it_is_void() -> None:
    rules = rules_for(ACT_2006, {"side_bets": ["super-sevens"]})
    ruled = close_betting(
        rules.table_law,
        Sign(),
        stakes("1 M 10; 1 P super-sevens 5"),
        markers=Markers(),
        scope=BoxMaxScope.TOTAL,
        needs_own_main=rules.side_bet_needs_own_main,
    )
    sevens = ruled[1]
    assert (sevens.void, sevens.stands, sevens.goes_back) == (True, 0, 500)
    case = super_sevens("1 M 10; 1 P super-sevens 5", "7H 10S 7H 9D", "1 stand")
    assert case.settled("super-sevens") == []
    assert case.net() == {"M": -10}


@pytest.mark.clause("06:17.10", "10.2(b)", "10.4")
@pytest.mark.parametrize(
    ("instrument", "third", "fourth", "net"),
    [
        pytest.param(ACT_2006, "7C", "10C", 2480, id="a"),
        pytest.param(ACT_2006, "9C", "7H", 230, id="b"),
    ],
)
def test_W26_split_sevens_count_the_first_card_after_the_split(
    instrument: str, third: str, fourth: str, net: float
) -> None:
    case = super_sevens(
        "1 P 10 super-sevens 5; 1 Q 20 super-sevens 5",
        f"7H 10S 7D {third} {fourth} 9D",
        "1 split; Q stays out of 1; 1 stand; 1.2 stand",
    )
    assert case.net() == {"P": net, "Q": net}


# W27: stake 10

PAIRS = [
    pytest.param("QH", "QS", 60, 110, id="mixed"),
    pytest.param("QH", "QD", 120, 110, id="coloured red"),
    pytest.param("10S", "10C", 120, 110, id="coloured black"),
    pytest.param("QH", "QH", 250, 110, id="perfect"),
    pytest.param("10H", "KH", -10, -10, id="equal value, no pair"),
]


@pytest.mark.parametrize(("first", "second", "perfect_pairs", "pairs_play"), PAIRS)
def test_W27_perfect_pairs(
    instrument: str, first: str, second: str, perfect_pairs: float, pairs_play: float
) -> None:
    case = play_round(
        instrument,
        "1 P 10 perfect-pairs 10",
        f"{first} 6S {second}",
        side_bets=["perfect-pairs"],
    )
    (paid,) = case.settled()
    assert paid.net == perfect_pairs * 100
    assert stage_of(case, paid) is Stage.SIDE_BETS


@pytest.mark.parametrize(("first", "second", "perfect_pairs", "pairs_play"), PAIRS)
def test_W27_pairs_play(first: str, second: str, perfect_pairs: float, pairs_play: float) -> None:
    case = play_round(
        ACT_2018, "1 P 10 pairs-play 10", f"{first} 6S {second}", side_bets=["pairs-play"]
    )
    (paid,) = case.settled()
    assert paid.net == pairs_play * 100
    assert stage_of(case, paid) is Stage.SIDE_BETS


def placing(instrument: str, there: str, new: str, offered: str) -> tuple[str, ...] | None:
    """The clauses under which a wager is not taken beside those that lie there, if any."""
    rules = rules_for(instrument)
    (wager,) = stakes(new)
    refused = why_not_place(
        rules.table_law,
        Sign(),
        stakes(there) if there else [],
        wager,
        offered=[offered],
        markers=Markers(),
        needs_own_main=rules.side_bet_needs_own_main,
    )
    return None if refused is None else refused.clauses


@pytest.mark.parametrize(
    ("bet", "clause"),
    [
        pytest.param("perfect-pairs", "17.6", marks=pytest.mark.clause("18:17.6")),
        pytest.param("pairs-play", "17.18", marks=pytest.mark.clause("18:17.18")),
    ],
)
def test_W27_in_2018_a_fourth_side_wager_on_a_box_is_refused(bet: str, clause: str) -> None:
    there = f"1 A 10 {bet} 5; 1 B 10 {bet} 5; 1 C 10"
    assert placing(ACT_2018, there, f"1 D {bet} 5", bet) is None
    assert placing(ACT_2018, f"{there} {bet} 5", f"1 D {bet} 5", bet) == (clause,)


@pytest.mark.parametrize(
    ("bet", "clause"),
    [
        pytest.param("perfect-pairs", "17.8", marks=pytest.mark.clause("18:17.8")),
        pytest.param("pairs-play", "17.20", marks=pytest.mark.clause("18:17.20")),
    ],
)
def test_W27_in_2018_a_side_wager_goes_on_a_box_with_a_blackjack_wager(
    bet: str, clause: str
) -> None:
    assert placing(ACT_2018, "1 M 10", f"1 N {bet} 5", bet) is None
    assert placing(ACT_2018, "2 M 10", f"1 N {bet} 5", bet) == (clause,)
    assert placing(ACT_2018, "", f"1 N {bet} 5", bet) == (clause,)


@pytest.mark.clause("18:17.9(c)")
def test_W27_in_2018_a_side_wager_on_anothers_main_wager_is_settled() -> None:
    case = play_round(
        ACT_2018,
        "1 M 10; 1 N perfect-pairs 10",
        "QH 10S QH 9D",
        said("1 stand"),
        side_bets=["perfect-pairs"],
    )
    assert case.net() == {"M": 10, "N": 250}


@pytest.mark.clause("06:18.10")
def test_W27_in_2006_a_side_wager_on_anothers_main_wager_is_returned() -> None:
    assert placing(ACT_2006, "1 M 10", "1 N perfect-pairs 10", "perfect-pairs") is None
    case = play_round(
        ACT_2006,
        "1 M 10; 1 N perfect-pairs 10",
        "QH 10S QH 9D",
        said("1 stand"),
        side_bets=["perfect-pairs"],
    )
    assert case.net() == {"M": 10}


@pytest.mark.clause("18:17.1")
def test_W27_in_2018_there_is_no_super_sevens() -> None:
    refused = placing(ACT_2018, "1 P 10", "1 P super-sevens 5", "perfect-pairs")
    assert refused is not None
    assert "17.1" in refused


@pytest.mark.clause("06:18.13", "06:18.14", "18:17.11", "18:17.12", "13.1(f)")
def test_W28_the_side_bet_is_paid_and_the_main_wager_lost_to_a_blackjack(instrument: str) -> None:
    case = play_round(
        instrument,
        "1 P 20 perfect-pairs 5",
        "5C KD 5C 4H AC",
        said("1 double 20"),
        side_bets=["perfect-pairs"],
    )
    assert [(fact.wager, fact.net) for fact in case.settled()] == [
        ("perfect-pairs", 12500),
        ("main", -4000),
    ]
    assert case.net() == {"P": 85}
