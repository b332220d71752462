"""Prizes where something happens to who won them, and where they are not all money."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tournament.books import gains
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    DEALER,
    HOLDEM,
    OPERATOR,
    Held,
    opened,
    playing,
)

from croupier.money import dollars
from croupier.table.facts import Notified
from croupier.table.tournament_law import Ties
from croupier.tournament import law_of
from croupier.tournament.acts.buy_backs import BuyBack
from croupier.tournament.acts.conduct import (
    Disqualify,
)
from croupier.tournament.acts.entries import CloseEntries, Substitute, Withdraw
from croupier.tournament.acts.prizes import AwardPlaces, CancelTournament
from croupier.tournament.acts.ties import DrawCards, PlayOffRound
from croupier.tournament.facts import Cancelled, Finished, PlaceAwarded, TieFound
from croupier.tournament.state import Ground, TournamentPhase

ONE_ROUND: dict[str, Any] = {"sessions": [{"name": "final", "rounds": 1}]}
CAR = {"what": "a car", "value": 30_000_00, "place": 1}


# --- prizes of sessions


def after_a_session_with_a_prize(instrument: str, ties: str) -> Held:
    """A fifth of the pool is for the first of the session, and two of three go on."""
    sessions = [
        {"name": "one", "rounds": 1, "prizes": ["20"], "advance_in_all": 2},
        {"name": "two", "rounds": 1},
    ]
    held = playing(
        instrument, "A B C", sessions=sessions, progression="two go on", session_ties=ties
    )
    held.round({"A": 900, "B": 800, "C": 700})
    held.end()
    return held


@pytest.mark.clause("06:20.20", "18:19.19", "bac:15.21", "uth:16.21(b)", "nsw:19.3.2")
@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, BACCARAT, HOLDEM, CHALLENGE])
def test_a_prize_of_a_session_is_told_with_its_place_and_comes_out_of_the_pool(
    instrument: str,
) -> None:
    """Of 300, a fifth is A's when the session ends; the places share the other 240."""
    held = after_a_session_with_a_prize(instrument, ties="play-off")
    (told,) = [f for f in held.tournament.facts if isinstance(f, PlaceAwarded)]
    assert (told.player, told.session, told.place, told.prize) == ("A", 1, 1, 60_00)
    assert set(law_of(instrument).all_returned) <= set(told.clauses)
    assert held.tournament.won_in_sessions == 60_00


@pytest.mark.clause("18:19.19", "bac:15.21", "uth:16.21(b)")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT, HOLDEM])
def test_19_19_a_sessions_prize_is_its_winners_though_another_plays_on_for_them(
    instrument: str,
) -> None:
    """Of 300, a fifth goes to A for the session; the other 240 are 120, 72 and 48."""
    held = after_a_session_with_a_prize(instrument, ties="share")
    held.do(Substitute(player="S", instead_of="A"))
    if not held.tournament.session.drawn:
        held.draw()
    held.start()
    held.round({"S": 1600, "B": 100})
    held.end()
    held.do(AwardPlaces())
    assert held.places() == {"S": (1, 120), "B": (2, 72), "C": (3, 48)}
    assert gains(held) == {"A": -100 + 60, "S": 120, "B": -100 + 72, "C": -100 + 48, "cage": 0}


# --- goods


def goods_of(held: Any) -> dict[str, tuple[str, ...]]:
    facts = held.tournament.facts
    return {f.player: f.goods for f in facts if isinstance(f, PlaceAwarded)}


@pytest.mark.clause("nsw:19.10.3", "nsw:19.3.1")
def test_19_10_3_equals_play_off_for_a_car_though_the_money_is_the_same() -> None:
    held = playing(CHALLENGE, **ONE_ROUND, prizes=[{"percent": ["50", "50"]}], added_value=[CAR])
    held.round({"A": 900, "B": 900, "C": 100, "D": 50})
    held.end()
    assert held.tournament.phase is TournamentPhase.TIES
    (tie,) = [f for f in held.tournament.facts if isinstance(f, TieFound)]
    assert (set(tie.players), tie.how) == ({"A", "B"}, Ties.PLAY_OFF)
    held.do(PlayOffRound(chips={"A": 850_00, "B": 950_00}), DEALER)
    held.do(AwardPlaces())
    assert goods_of(held) == {"B": ("a car",), "A": (), "C": (), "D": ()}
    assert held.places()["A"] == (2, 200)


@pytest.mark.clause("uth:16.22")
def test_16_22_the_operator_adds_cash_to_the_pool_and_goods_to_places() -> None:
    """Four fees of 100 and 200 in cash make 600, in halves; the car is the first player's."""
    cash = {"what": "cash", "value": 200_00}
    held = playing(
        HOLDEM, **ONE_ROUND, prizes=[{"percent": ["50", "50"]}], added_value=[cash, CAR]
    )  # fmt: skip
    held.round({"A": 900, "B": 800, "C": 100, "D": 50})
    held.end()
    held.do(AwardPlaces())
    assert held.places() == {"A": (1, 300), "B": (2, 300), "C": (3, 0), "D": (4, 0)}
    assert goods_of(held) == {"A": ("a car",), "B": (), "C": (), "D": ()}
    assert gains(held)["cage"] == -200


@pytest.mark.clause("uth:16.22", "uth:16.3(a)(x)")
def test_16_22_equals_draw_cards_for_goods_where_the_conditions_have_them_draw() -> None:
    held = playing(
        HOLDEM, **ONE_ROUND, prizes=[{"percent": ["50", "50"]}], added_value=[CAR],
        prize_ties="draw of cards",
    )  # fmt: skip
    held.round({"A": 900, "B": 900, "C": 100, "D": 50})
    held.end()
    assert [tie.how for tie in held.tournament.ties] == [Ties.DRAW]
    while held.tournament.phase is TournamentPhase.TIES:
        held.do(DrawCards(secret=held.commit()))
    held.do(AwardPlaces())
    first = next(name for name, (place, _) in held.places().items() if place == 1)
    assert goods_of(held)[first] == ("a car",)
    assert sum("a car" in goods for goods in goods_of(held).values()) == 1


def test_a_tie_for_goods_below_the_last_prize_of_money_is_told_apart() -> None:
    dinner = {"what": "a dinner", "value": 100_00, "place": 3}
    held = playing(CHALLENGE, **ONE_ROUND, prizes=[{"percent": ["100"]}], added_value=[dinner])
    held.round({"A": 900, "B": 800, "C": 100, "D": 100})
    held.end()
    assert [set(tie.players) for tie in held.tournament.ties] == [{"C", "D"}]


@pytest.mark.clause("uth:16.21(b)", "nsw:19.3.2")
@pytest.mark.parametrize("instrument", [HOLDEM, CHALLENGE])
def test_goods_of_places_that_nobody_took_go_to_the_others_from_the_top(instrument: str) -> None:
    added = [
        {"what": what, "value": 1_00, "place": place}
        for place, what in enumerate(("a cruise", "a dinner", "a clock", "a pen", "a hat"), 1)
    ]
    held = playing(instrument, "A B", **ONE_ROUND, added_value=added)
    held.round({"A": 900, "B": 800})
    held.end()
    held.do(AwardPlaces())
    assert goods_of(held) == {"A": ("a cruise", "a clock", "a hat"), "B": ("a dinner", "a pen")}


# --- a guarantee

GUARANTEED: dict[str, Any] = {"guarantee": {"pool": 1000_00, "from_entries": 3}}


@pytest.mark.clause("nsw:19.3.3")
def test_19_3_3_a_guarantee_stands_for_the_entries_that_were_received() -> None:
    """Three entries make it 1,000; with one fee back, 200 of it are fees and 800 the house's."""
    held = playing(CHALLENGE, "A B C", **ONE_ROUND, **GUARANTEED)
    assert held.tournament.pool.total == 1000_00
    held.do(Disqualify(player="C", ground=Ground.ABSENT, reason="in hospital", refund=True))
    pool = held.tournament.pool
    assert (pool.fees, pool.guaranteed, pool.total) == (200_00, 800_00, 1000_00)
    held.round({"A": 900, "B": 800})
    held.end()
    held.do(AwardPlaces())
    assert held.places() == {"A": (1, 625), "B": (2, 375)}  # 50 and 30 parts of 80
    assert gains(held) == {"A": 525, "B": 275, "C": 0, "cage": -800}


@pytest.mark.clause("nsw:19.3.3")
def test_19_3_3_an_entry_withdrawn_before_they_are_closed_was_none() -> None:
    held = opened(CHALLENGE, **GUARANTEED)
    held.enter("A", "B", "C")
    held.do(Withdraw(player="C"))
    held.close()
    assert held.tournament.pool.total == 200_00


@pytest.mark.clause("uth:16.22")
def test_uth_16_22_the_operator_adds_the_cash_that_a_guaranteed_pool_lacks() -> None:
    """Three fees of 100 and 700 of the operator's make 1,000, in parts of 50, 30 and 20."""
    held = playing(HOLDEM, "A B C", **ONE_ROUND, **GUARANTEED)
    (told,) = [f for f in held.tournament.facts if isinstance(f, Notified) and "pool" in f.about]
    assert (told.to, told.detail, told.clauses) == ("players", "1,000", ("16.22",))
    held.round({"A": 900, "B": 800, "C": 700})
    held.end()
    facts = held.do(AwardPlaces())
    assert held.places() == {"A": (1, 500), "B": (2, 300), "C": (3, 200)}
    assert gains(held) == {"A": 400, "B": 200, "C": 100, "cage": -700}
    (finished,) = [fact for fact in facts if isinstance(fact, Finished)]
    assert (finished.pool, "16.22" in finished.clauses) == (1000_00, True)


@pytest.mark.clause("uth:16.22")
@pytest.mark.parametrize(
    ("guarantee", "total"),
    [
        ({"pool": 1000_00, "from_entries": 4}, 300_00),
        ({"pool": 1000_00, "from_entries": 3}, 1000_00),
        ({"pool": 300_01}, 300_01),
        ({"pool": 250_00}, 300_00),
    ],
)
def test_uth_16_22_a_guarantee_adds_what_it_promises_and_takes_nothing(
    guarantee: dict[str, int], total: int
) -> None:
    """Three fees of 100 are the pool: the operator's cash comes on top of them or not at all."""
    held = opened(HOLDEM, **ONE_ROUND, guarantee=guarantee)
    held.enter("A", "B", "C")
    assert held.tournament.pool.total == total
    facts = held.do(CloseEntries())
    (told,) = [fact for fact in facts if isinstance(fact, Notified)]
    assert (told.detail, told.clauses) == (dollars(total), ("16.22",))


@pytest.mark.clause("uth:16.22", "uth:16.24")
def test_uth_16_22_what_the_operator_adds_is_not_refunded_to_players() -> None:
    for changes, clauses in ((GUARANTEED, ("16.24", "16.22")), ({}, ("16.24",))):
        held = playing(HOLDEM, "A B C", **ONE_ROUND, **changes)
        facts = held.do(CancelTournament(reason="a flood"), OPERATOR)
        (cancelled,) = [fact for fact in facts if isinstance(fact, Cancelled)]
        assert cancelled.clauses == clauses
        assert gains(held) == {"A": 0, "B": 0, "C": 0, "cage": 0}


# --- commission


@pytest.mark.clause("18:19.20")
def test_19_20_no_more_is_kept_of_a_fee_than_it_is() -> None:
    """Thirty of each of four fees of 100; of a buy-back of 20 there are no thirty to keep."""
    rebuy = {"offered": True, "method": "at once", "cost": 20_00, "chips": 800_00}
    held = playing(
        ACT_2018, sessions=[{"name": "final", "rounds": 2}], buy_back=rebuy,
        commission={"each": 30_00, "approval": "CR 7"},
    )  # fmt: skip
    assert held.tournament.pool.total == 280_00
    held.round({"A": 0, "B": 1000, "C": 1000, "D": 1000})
    held.do(BuyBack(player="A", paid=20_00))
    pool = held.tournament.pool
    assert (pool.fees, pool.buy_backs, pool.commission) == (400_00, 20_00, 140_00)
    assert pool.total == 280_00
    held.round({"A": 100, "B": 900, "C": 800, "D": 700})
    held.end()
    held.do(AwardPlaces())
    assert gains(held) == {"A": -120, "B": 40, "C": -16, "D": -44, "cage": 140}
