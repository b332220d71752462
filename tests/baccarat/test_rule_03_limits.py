"""Rule 3: limits of each patron, wagers under and over them, and the table differential."""

from __future__ import annotations

from typing import Any

import pytest
from tests.baccarat.cases import closed, coup, rules, stakes, standing

from croupier.games.baccarat.wager_rules import differential, why_not_place
from croupier.rulebook.citations import Refused
from croupier.rulebook.options import OptionError
from croupier.table.wagers import Sign

LIMITS = {name: [2500, 50000] for name in ("banker", "player", "tie")}
PAIRS = {name: [500, 10000] for name in ("banker-pair", "player-pair")}


def placing(there: str, new: str, **options: object) -> Refused | None:
    table = rules(**options)
    lying = stakes(there) if there else []
    (wager,) = stakes(new)
    return why_not_place(table, Sign.from_options(table.options), lying, wager)


# --- 3.2: a marker beside a patron


@pytest.mark.clause("bac:3.2")
def test_3_2_a_marker_raises_the_maximum_of_one_patron() -> None:
    ruled = closed("X player 700; Y player 700", limits=LIMITS, markers={"X": 100000})
    assert standing(ruled) == {"X player": 700, "Y player": 500}
    assert ruled[0].clauses == ("4.1", "4.3", "4.3(b)", "4.4", "3.2")
    assert ruled[1].clauses == ("3.5",)


@pytest.mark.clause("bac:3.2", "bac:3.5")
def test_3_2_the_marker_has_a_limit_of_its_own() -> None:
    ruled = closed("X tie 1200", limits=LIMITS, markers={"X": 100000})
    assert standing(ruled) == {"X tie": 1000}
    assert closed("X tie 700", limits=LIMITS, markers={"X": 100000})[0].clauses[-1] == "3.2"


def test_3_2_a_marker_under_the_sign_takes_nothing_away() -> None:
    ruled = closed("X player 500", limits=LIMITS, markers={"X": 10000})
    assert standing(ruled) == {"X player": 500}
    assert ruled[0].clauses == ("4.1", "4.3", "4.3(b)")


def test_3_2_pairs_keep_the_limits_on_their_own_sign() -> None:
    limits = {**LIMITS, **PAIRS}
    ruled = closed(
        "X player-pair 700", limits=limits, markers={"X": 100000}, side_bets=["perfect-pairs"]
    )
    assert standing(ruled) == {"X player-pair": 100}


# --- 3.3: multiples


@pytest.mark.clause("bac:3.3")
@pytest.mark.parametrize("kind", ["banker", "player", "tie", "banker-pair", "player-pair"])
def test_3_3_a_wager_off_the_step_is_refused(kind: str) -> None:
    options = {"multiples": {kind: 2000}, "side_bets": ["canberra-pairs"]}
    assert placing("", f"X {kind} 40", **options) is None
    refused = placing("", f"X {kind} 50", **options)
    assert refused is not None
    assert refused.clauses == ("3.3",)


# --- 3.4 and 3.5: under and over


@pytest.mark.clause("bac:3.4")
def test_3_4_a_wager_under_the_minimum_stands_once_with_a_warning() -> None:
    (ruled,) = closed("X banker 10", limits=LIMITS)
    assert (ruled.stands, ruled.goes_back, ruled.warned) == (1000, 0, True)
    assert ruled.clauses == ("3.4",)


@pytest.mark.clause("bac:3.4")
def test_3_4_the_next_one_goes_back() -> None:
    first, second = closed("X banker 10; Y banker 10", limits=LIMITS, warned=("X",))
    assert (first.stands, first.goes_back, first.warned) == (0, 1000, False)
    assert first.clauses == ("3.4",)
    assert (second.stands, second.warned) == (1000, True)


def test_3_4_the_minimum_itself_is_enough() -> None:
    (ruled,) = closed("X banker 25", limits=LIMITS, warned=("X",))
    assert (ruled.stands, ruled.warned) == (2500, False)


@pytest.mark.clause("bac:3.5")
@pytest.mark.parametrize(("amount", "stands"), [(500, 500), (501, 500), (5000, 500)])
def test_3_5_a_wager_over_the_maximum_stands_up_to_it(amount: int, stands: int) -> None:
    ruled = closed(f"X tie {amount}; Y banker 501", limits=LIMITS)
    assert standing(ruled) == {"X tie": stands, "Y banker": 500}
    assert ruled[0].goes_back == (amount - stands) * 100


@pytest.mark.parametrize("cards", ["9C 5D KD 3H", "5D 9C 3H KD", "7H 7D KS QC"])
@pytest.mark.clause("bac:3.5")
def test_3_5_what_is_over_is_neither_won_nor_lost(cards: str) -> None:
    case = coup("X player 700", cards, limits=LIMITS)
    assert case.settled("player").stake == 50000
    assert abs(case.net()["X player"]) in (0, 500)


def test_3_1_limits_are_a_patrons_own_and_a_shared_box_has_none() -> None:
    ruled = closed("X banker 500; Y banker 500; Z banker 500", limits=LIMITS)
    assert standing(ruled) == {"X banker": 500, "Y banker": 500, "Z banker": 500}


def test_3_1_by_default_each_wager_is_measured_by_itself() -> None:
    ruled = closed("X banker 500 player 500 tie 10", limits=LIMITS)
    assert standing(ruled) == {"X banker": 500, "X player": 500, "X tie": 10}
    assert [each.warned for each in ruled] == [False, False, True]


@pytest.mark.clause("bac:3.5")
def test_3_1_or_all_of_a_patrons_wagers_on_the_coup_together() -> None:
    ruled = closed(
        "X banker 400 player 300; Y player 500; X tie 50", limits=LIMITS, limit_basis="aggregate"
    )
    assert standing(ruled) == {"X banker": 400, "X player": 100, "Y player": 500, "X tie": 0}
    assert [each.clauses for each in ruled][3] == ("3.5",)


def test_3_1_together_they_may_reach_a_minimum_that_none_reaches_alone() -> None:
    ruled = closed("X banker 10 player 10 tie 5", limits=LIMITS, limit_basis="aggregate")
    assert [each.warned for each in ruled] == [False, False, False]
    ruled = closed("X banker 10 player 10", limits=LIMITS, limit_basis="aggregate")
    assert [each.warned for each in ruled] == [True, True]


def test_3_1_pairs_are_never_among_them() -> None:
    ruled = closed(
        "X banker 500 banker-pair 100 player-pair 100",
        limits={**LIMITS, **PAIRS},
        limit_basis="aggregate",
        side_bets=["canberra-pairs"],
    )
    assert [each.goes_back for each in ruled] == [0, 0, 0]


# --- 3.6: the table differential


@pytest.mark.clause("bac:3.6", "bac:A:Table Differential")
def test_3_6_the_latest_wager_on_the_heavier_side_is_cut() -> None:
    ruled = closed("X banker 300; Y banker 400; Z player 100; W banker 100", differential=50000)
    assert standing(ruled) == {"X banker": 300, "Y banker": 300, "Z player": 100, "W banker": 0}
    assert ruled[1].clauses == ruled[3].clauses == ("3.6", "A:Table Differential")


@pytest.mark.parametrize(
    ("wagers", "apart"),
    [
        ("X banker 300; Y player 100", 200),
        ("X player 300; Y banker 100", -200),
        ("X player 300; Y banker 300", 0),
        ("X tie 900; Y banker-pair 100; Z player-pair 500", 0),
    ],
)
def test_A_Table_Differential_counts_banker_and_player_alone(wagers: str, apart: int) -> None:
    assert differential(closed(wagers, side_bets=["perfect-pairs"])) == apart * 100


@pytest.mark.clause("bac:A:Table Differential", "bac:3.6")
@pytest.mark.parametrize(
    "wagers", ["X banker 300; Y player 100; W tie 900", "X player 300; Y banker 100; W tie 900"]
)
def test_3_6_to_lie_as_far_apart_as_the_bound_is_allowed(wagers: str) -> None:
    assert sum(each.goes_back for each in closed(wagers, differential=20000)) == 0
    over = closed(wagers, differential=19999)
    assert [each.goes_back for each in over] == [1, 0, 0]
    assert over[0].clauses == ("3.6", "A:Table Differential")


def test_3_6_is_measured_on_what_the_limits_leave() -> None:
    ruled = closed("X banker 900; Y player 100", limits=LIMITS, differential=40000)
    assert standing(ruled) == {"X banker": 500, "Y player": 100}
    assert ruled[0].clauses == ("3.5",)


@pytest.mark.clause("bac:3.6", "bac:3.5")
def test_3_6_what_a_limit_and_the_differential_hand_back_is_one_amount() -> None:
    (ruled,) = closed("X banker 900", limits=LIMITS, differential=40000)
    assert (ruled.stands, ruled.goes_back) == (40000, 50000)
    assert ruled.clauses == ("3.5", "3.6", "A:Table Differential")


@pytest.mark.clause("bac:3.6")
def test_3_6_a_wager_that_would_fall_under_the_minimum_goes_back_whole() -> None:
    ruled = closed("X banker 100; Y banker 90", limits=LIMITS, differential=12000)
    assert standing(ruled) == {"X banker": 100, "Y banker": 0}
    ruled = closed("X banker 100; Y banker 90", limits=LIMITS, differential=12500)
    assert standing(ruled) == {"X banker": 100, "Y banker": 25}


@pytest.mark.clause("bac:3.6")
def test_3_6_a_wager_that_went_back_whole_may_make_the_other_side_the_heavier() -> None:
    ruled = closed("X player 50; Y banker 100", limits={"banker": [9000, 90000]}, differential=2000)
    assert standing(ruled) == {"X player": 20, "Y banker": 0}


@pytest.mark.clause("bac:3.6")
def test_3_6_what_is_left_is_on_the_step_of_3_3() -> None:
    ruled = closed("X banker 100", multiples={"banker": 2500}, differential=8000)
    assert standing(ruled) == {"X banker": 75}


def test_3_6_under_the_aggregate_the_minimum_is_measured_on_the_sum() -> None:
    options: dict[str, Any] = {
        "limits": LIMITS, "limit_basis": "aggregate", "differential": 2000,
    }  # fmt: skip
    assert standing(closed("X tie 20 banker 30", **options)) == {"X tie": 20, "X banker": 20}
    assert standing(closed("X tie 4 banker 30", **options)) == {"X tie": 4, "X banker": 0}


def test_3_6_without_a_bound_the_sides_may_lie_as_far_apart_as_they_like() -> None:
    assert standing(closed("X banker 99999")) == {"X banker": 99999}


@pytest.mark.clause("bac:3.6", "bac:A:Table Differential")
def test_3_6_or_a_wager_that_would_exceed_it_is_not_taken() -> None:
    options: dict[str, Any] = {"differential": 50000, "differential_policy": "at_placement"}
    assert placing("", "X banker 500", **options) is None
    refused = placing("X banker 500", "Y banker 1", **options)
    assert refused is not None
    assert refused.clauses == ("3.6", "A:Table Differential")
    assert placing("X banker 500", "Y player 1000", **options) is None
    assert placing("X banker 500", "Y player 1001", **options) is not None
    assert placing("X banker 500", "Y tie 1", **options) is None
    assert standing(closed("X banker 500; Y player 1000", **options))["Y player"] == 1000


def test_3_6_a_bound_is_at_least_a_cent() -> None:
    with pytest.raises(OptionError, match="differential"):
        rules(differential=0)
