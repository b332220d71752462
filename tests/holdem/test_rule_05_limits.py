"""Rule 5: limits, markers, steps, and what is over or under."""

from __future__ import annotations

import pytest
from tests.holdem.cases import KING_HIGH, dealt, finish, play, refusal, rules, stakes

from croupier.games.holdem import round_irregularities
from croupier.games.holdem.wager_rules import close_betting, why_not_place
from croupier.rulebook.citations import Refused
from croupier.rulebook.options import OptionError
from croupier.table.facts import Outcome, Warned
from croupier.table.wagers import Admitted, Markers, Sign, Wager

LIMITS = {"ante": [1000, 50000], "trips": [500, 10000]}
ACES = ("KC QD", ["AH AD"])


def closed(
    wagers: str,
    markers: dict[tuple[str, int], int] | None = None,
    warned: tuple[str, ...] = (),
    overlooked: tuple[tuple[str, int], ...] = (),
) -> list[Admitted]:
    table = rules(limits=LIMITS)
    return close_betting(
        table,
        Sign.from_options(table.options),
        stakes(wagers),
        markers=Markers(markers or {}),
        warned=warned,
        overlooked=overlooked,
    )


def amounts(ruled: list[Admitted]) -> dict[str, tuple[float, float]]:
    """What stands and what goes back of each wager, in dollars."""
    return {r.wager.wager: (r.stands / 100, r.goes_back / 100) for r in ruled}


def test_5_1_a_maximum_for_play_leaves_room_for_four_times_the_largest_ante() -> None:
    rules(limits={"ante": [1000, 50000], "play": [1000, 200000]})
    rules(limits={"play": [1000, 2000]})
    with pytest.raises(OptionError, match=r"options\.limits\.play: .* four times .*5\.1"):
        rules(limits={"ante": [1000, 50000], "play": [1000, 199999]})


@pytest.mark.clause("uth:5.2")
def test_5_2_a_marker_lifts_the_maximum_of_its_player_at_its_box() -> None:
    lifted = closed("1 P 700", markers={("P", 1): 100000})
    assert amounts(lifted) == {"ante": (700, 0), "blind": (700, 0)}
    assert {"5.2"} <= {*lifted[0].clauses}
    for markers in ({("Q", 1): 100000}, {("P", 2): 100000}):
        assert amounts(closed("1 P 700", markers))["ante"] == (500, 200)
    assert amounts(closed("1 P 1200", markers={("P", 1): 100000}))["ante"] == (1000, 200)


@pytest.mark.clause("uth:5.2", "uth:5.5")
def test_5_2_a_marker_lifts_the_maximum_of_trips_too() -> None:
    """The sign states a maximum for every box, and no rule gives trips another."""
    lifted = closed("1 P 10 trips 150", markers={("P", 1): 30000})
    assert amounts(lifted) == {"ante": (10, 0), "blind": (10, 0), "trips": (150, 0)}
    assert "5.2" in lifted[2].clauses
    over = closed("1 P 10 trips 400", markers={("P", 1): 30000})
    assert amounts(over)["trips"] == (300, 100)
    assert over[2].clauses == ("5.5",)
    assert "5.2" not in closed("1 P 10 trips 100", markers={("P", 1): 30000})[2].clauses
    for markers in ({("Q", 1): 30000}, {("P", 2): 30000}):
        assert amounts(closed("1 P 10 trips 150", markers))["trips"] == (100, 50)
    assert amounts(closed("1 P 600", markers={("P", 1): 30000}))["ante"] == (500, 100)


@pytest.mark.clause("uth:5.2")
def test_5_2_a_marker_lifts_what_is_measured_by_the_ante() -> None:
    case = play(
        "1 P 700", KING_HIGH, *ACES, "1 play 2800", markers={("P", 1): 100000},
        limits={"ante": [1000, 50000], "play": [1000, 200000]},
    )  # fmt: skip
    assert case.results() == {"ante": 700, "blind": 0, "play": 2800}


@pytest.mark.clause("uth:5.3")
@pytest.mark.parametrize(("wager", "amount"), [("ante", 1200), ("blind", 1200), ("trips", 250)])
def test_5_3_a_stake_off_the_step_is_refused(wager: str, amount: int) -> None:
    table = rules(multiples={"ante": 500, "trips": 100})
    sign = Sign.from_options(table.options)
    lying = stakes("1 P 12") if wager == "trips" else []
    refused = why_not_place(table, sign, lying, Wager(1, "P", wager, amount))
    assert refused is not None
    assert refused.clauses == ("5.3",)


@pytest.mark.clause("uth:5.4")
def test_5_4_ante_and_blind_short_together_are_one_warning() -> None:
    ruled = closed("1 P 5")
    assert amounts(ruled) == {"ante": (5, 0), "blind": (5, 0)}
    assert [each.warned for each in ruled] == [True, False]


@pytest.mark.clause("uth:5.4", "uth:4.3")
def test_5_4_from_a_player_who_was_told_they_go_back_and_trips_with_them() -> None:
    ruled = closed("1 P 5 trips 5", warned=("P",))
    assert amounts(ruled) == {"ante": (0, 5), "blind": (0, 5), "trips": (0, 5)}
    assert "4.3" in ruled[2].clauses


@pytest.mark.clause("uth:5.4")
def test_5_4_short_trips_go_back_alone() -> None:
    assert amounts(closed("1 P 10 trips 2")) == {"ante": (10, 0), "blind": (10, 0), "trips": (2, 0)}
    again = closed("1 P 10 trips 2", warned=("P",))
    assert amounts(again) == {"ante": (10, 0), "blind": (10, 0), "trips": (0, 2)}


@pytest.mark.clause("uth:5.4")
def test_5_4_a_repeat_that_was_overlooked_is_handed_back_when_it_is_noticed() -> None:
    ruled = closed("1 P 5", warned=("P",), overlooked=(("P", 1),))
    assert amounts(ruled) == {"ante": (5, 0), "blind": (5, 0)}
    case = dealt("1 P 5 trips 2; 2 Q 10", KING_HIGH, "KC QD", ["AH AD", "TH TD"], "1 play 20")
    round_irregularities.under_minimum_again(case.round, 1, "trips")
    assert (case.one("trips").outcome, case.one("trips").stake) == (Outcome.RETURNED, 200)
    round_irregularities.under_minimum_again(case.round, 1, "blind")
    void = {f.wager for f in case.settled() if f.outcome is Outcome.VOID}
    assert void == {"ante", "blind", "play"}
    assert [box.number for box in case.round.live] == [2]
    for wager in ("ante", "play", "trips"):
        with pytest.raises(Refused):
            round_irregularities.under_minimum_again(case.round, 1, wager)


@pytest.mark.clause("uth:5.5")
def test_5_5_trips_over_the_maximum_stand_up_to_it() -> None:
    assert amounts(closed("1 P 10 trips 150"))["trips"] == (100, 50)


@pytest.mark.clause("uth:5.5", "uth:8.1(c)(ii)")
def test_5_5_the_right_multiple_of_what_remains_is_taken_as_it_is() -> None:
    limits = {"ante": [1000, 50000]}
    case = play("1 P 700", KING_HIGH, *ACES, "1 play 1500", limits=limits)
    assert case.results()["play"] == 1500
    assert case.returned() == {"ante": 200, "blind": 200}
    three_placed = play("1 P 700", KING_HIGH, *ACES, "1 play 2100", limits=limits)
    assert three_placed.results()["play"] == 1500
    assert three_placed.returned()["play"] == 600
    assert refusal(dealt("1 P 700", KING_HIGH, *ACES, limits=limits), "1 play 2500").clauses == (
        "8.1(c)(ii)",
    )


@pytest.mark.clause("uth:5.5")
def test_5_5_three_times_one_ante_may_be_four_times_the_other() -> None:
    """1,200 is three times the 400 that were placed and four times the 300 that stand."""
    case = play("1 P 400", KING_HIGH, *ACES, "1 play 1200", limits={"ante": [1000, 30000]})
    assert case.results()["play"] == 1200
    assert "play" not in case.returned()


@pytest.mark.clause("uth:5.5")
def test_5_5_a_play_wager_over_a_limit_of_its_own_stands_up_to_it() -> None:
    case = play("1 P 100", KING_HIGH, *ACES, "1 play 400", limits={"play": [1000, 35000]})
    assert case.results()["play"] == 350
    assert case.returned() == {"play": 50}


@pytest.mark.clause("uth:5.4")
def test_5_4_a_play_wager_under_a_limit_of_its_own_is_settled_with_a_warning() -> None:
    case = dealt("1 P 10", KING_HIGH, *ACES, "1 play 30", limits={"play": [5000, 100000]})
    (warned,) = case.facts(Warned)
    assert (warned.player, warned.wager) == ("P", "play")
    assert finish(case).results()["play"] == 30


@pytest.mark.clause("uth:5.5")
def test_5_5_a_lone_ante_stands_up_to_the_maximum_if_it_was_overlooked() -> None:
    (seen,) = closed("1 P ante 600")
    assert (seen.stands, seen.goes_back, seen.clauses) == (0, 600_00, ("A:Blind", "4.2(a)"))
    for dollars, clauses in ((600, ("5.5",)), (500, ("A:Blind", "4.2(a)"))):
        (unseen,) = closed(f"1 P ante {dollars}", overlooked=(("P", 1),))
        assert (unseen.stands, unseen.clauses) == (500_00, clauses)
