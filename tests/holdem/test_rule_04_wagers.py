"""Rule 4: what may be bet before the first card."""

from __future__ import annotations

import pytest
from tests.holdem.cases import opened, rules, stakes

from croupier.games.holdem.wager_rules import (
    boxes_in_play,
    close_betting,
    why_not_alone,
    why_not_place,
    why_not_stake,
)
from croupier.rulebook.citations import Refused
from croupier.table.wagers import Admitted, Sign, Wager


def refused(lying: str, new: Wager, *, dealt: bool = False, **options: object) -> Refused | None:
    table = rules(**options)
    sign = Sign.from_options(table.options)
    return why_not_place(table, sign, stakes(lying) if lying else [], new, dealt=dealt)


def closed(wagers: str) -> list[Admitted]:
    return close_betting(rules(), Sign(), stakes(wagers))


@pytest.mark.clause("uth:4.1", "uth:A:Box")
def test_4_1_a_wager_is_made_with_chips() -> None:
    nothing = refused("", Wager(1, "P", "ante", 0))
    assert nothing is not None
    assert nothing.clauses == ("4.1", "A:Box")


@pytest.mark.clause("uth:4.2")
@pytest.mark.parametrize("wager", ["play", "main", "pairs"])
def test_4_2_before_the_first_card_there_are_ante_blind_and_trips(wager: str) -> None:
    other = refused("1 P 10", Wager(1, "P", wager, 1000))
    assert other is not None
    assert other.clauses == ("4.2",)
    assert refused("", Wager(1, "P", "ante", 1000)) is None


@pytest.mark.clause("uth:4.2(a)", "uth:A:Ante", "uth:A:Blind")
def test_4_2_a_ante_and_blind_go_together() -> None:
    assert [(ruled.stands, ruled.goes_back) for ruled in closed("1 P 10")] == [(1000, 0)] * 2


@pytest.mark.clause("uth:4.2(b)", "uth:A:Trips[2]")
def test_4_2_b_trips_may_be_any_amount_beside_them() -> None:
    *_, trips = closed("1 P 10 trips 45")
    assert (trips.stands, trips.clauses) == (4500, ("4.2", "4.2(b)", "A:Trips[2]"))


@pytest.mark.clause("uth:4.2(b)", "uth:4.3")
def test_4_3_at_the_call_trips_stands_beside_its_ante_and_goes_back_whole_without() -> None:
    (alone,) = closed("1 P trips 5")
    assert (alone.stands, alone.goes_back, alone.clauses) == (0, 500, ("4.3", "4.2(b)"))
    *_, beside = closed("1 P 10 trips 5")
    assert (beside.stands, beside.goes_back) == (500, 0)


@pytest.mark.clause("uth:A:Blind", "uth:4.2(a)")
def test_an_unequal_blind_is_refused_whichever_comes_second() -> None:
    for lying, new in (
        ("1 P ante 10", Wager(1, "P", "blind", 900)),
        ("1 P blind 10", Wager(1, "P", "ante", 1100)),
    ):
        unequal = refused(lying, new)
        assert unequal is not None
        assert unequal.clauses == ("A:Blind", "4.2(a)")
    assert refused("1 P ante 10", Wager(1, "P", "blind", 1000)) is None


@pytest.mark.clause("uth:A:Blind")
@pytest.mark.parametrize("wagers", ["1 P ante 10", "1 P blind 10", "1 P ante 10 blind 9"])
def test_without_an_equal_blind_nothing_stands_and_no_cards_are_dealt(wagers: str) -> None:
    ruled = closed(wagers)
    assert {(each.stands, each.clauses) for each in ruled} == {(0, ("A:Blind", "4.2(a)"))}
    assert boxes_in_play(rules(), Sign(), ruled) == []


@pytest.mark.clause("uth:A:Blind")
def test_an_ante_is_not_left_alone() -> None:
    law, wagers = rules().law, stakes("1 P ante 10; 2 Q 10")
    alone = why_not_alone(law, wagers, wagers[0])
    assert alone is not None
    assert "no blind beside the ante" in alone.reason
    assert [why_not_alone(law, wagers, wager) for wager in wagers[1:]] == [None, None]


@pytest.mark.clause("uth:4.3")
@pytest.mark.parametrize("lying", ["", "1 P ante 10", "1 P blind 10", "1 Q 10"])
def test_4_3_trips_needs_ones_own_ante_and_blind(lying: str) -> None:
    alone = refused(lying, Wager(1, "P", "trips", 500))
    assert alone is not None
    assert "4.3" in alone.clauses


@pytest.mark.clause("uth:4.3")
def test_4_3_trips_goes_back_with_its_ante() -> None:
    *_, trips = closed("1 P ante 10 trips 5")
    assert (trips.stands, trips.goes_back) == (0, 500)


@pytest.mark.clause("uth:4.4")
def test_4_4_nobody_bets_on_a_second_hand() -> None:
    for wager in ("ante", "blind"):
        second = refused("1 P 10", Wager(4, "P", wager, 1000))
        assert second is not None
        assert second.clauses == ("4.4",)


@pytest.mark.clause("uth:4.5")
def test_4_5_a_spot_takes_one_wager() -> None:
    for new in (Wager(1, "Q", "ante", 1000), Wager(1, "Q", "blind", 1000)):
        along = refused("1 P 10", new)
        assert along is not None
        assert along.clauses == ("4.5",)
    taken = refused("1 P ante 10", Wager(1, "Q", "blind", 1000))
    assert taken is not None
    assert taken.clauses == ("4.5",)


def test_a_wager_may_be_changed_while_betting_is_open() -> None:
    assert refused("1 P 10 trips 5", Wager(1, "P", "trips", 2000)) is None
    assert refused("1 P ante 10", Wager(1, "P", "ante", 2000)) is None


@pytest.mark.clause("uth:4.6")
def test_4_6_after_the_first_card_nothing_is_touched() -> None:
    raised = refused("1 P 10", Wager(1, "P", "ante", 2000), dealt=True)
    assert raised is not None
    assert raised.clauses == ("4.6",)


def test_boxes_are_in_order_and_hold_what_stands() -> None:
    case = opened("5 Q 20; 2 P 10 trips 5")
    assert [
        (box.number, box.player, box.ante, box.blind, box.trips) for box in case.round.boxes
    ] == [(2, "P", 1000, 1000, 500), (5, "Q", 2000, 2000, 0)]


@pytest.mark.clause("uth:10.1:T1:Blind:Flush")
def test_a_blind_must_be_payable_at_three_to_two() -> None:
    assert why_not_stake(rules(), "blind", 1000) is None
    assert why_not_stake(rules(), "trips", 15) is None
    for table, amount in ((rules(), 15), (rules(smallest_chip=500), 500)):
        unpayable = why_not_stake(table, "ante", amount)
        assert unpayable is not None
        assert "10.1:T1:Blind:Flush" in unpayable.clauses
