"""Places at their edges: disqualified leaders, ties that tie again, prizes of sessions."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    DEALER,
    HEATS,
    HOLDEM,
    INSTRUMENTS,
    SEVEN,
    TWO_ROUNDS,
    Held,
    disqualify,
    opened,
    order,
    playing,
)

from croupier.tournament.acts.conduct import Disqualify
from croupier.tournament.acts.entries import Substitute
from croupier.tournament.acts.prizes import AwardPlaces
from croupier.tournament.acts.seating import TakeSeat
from croupier.tournament.acts.sessions import PayBuyIn, StartSession
from croupier.tournament.acts.ties import PlayOffRound
from croupier.tournament.facts import (
    Advanced,
    MoneyRefunded,
    PlaceAwarded,
    PointsAwarded,
    TieFound,
)
from croupier.tournament.state import Ground, TournamentPhase

POINTS: dict[str, Any] = {
    "sessions": [
        {"name": "one", "rounds": 1, "points": [8, 5, 2], "fresh_chips": True},
        {"name": "two", "rounds": 1, "points": [8, 5, 2], "fresh_chips": True},
    ],
    "progression": "everybody plays both",
    "points": {"elimination": "none", "ties": "play-off"},
}


# --- who is disqualified


def test_a_leader_who_is_disqualified_after_the_last_round_makes_room() -> None:
    held = playing(ACT_2006, sessions=[{"name": "final", "rounds": 1}])
    held.round({"A": 900, "B": 800, "C": 800, "D": 700})
    held.end()
    assert set(held.tournament.ties[0].players) == {"B", "C"}
    held.do(disqualify("A"))
    assert set(held.tournament.ties[0].players) == {"B", "C"}
    held.do(disqualify("C"))  # one of those who are tied
    assert held.tournament.phase is TournamentPhase.PLAYED
    held.do(disqualify("D"))
    held.do(AwardPlaces())
    assert held.places() == {"B": (1, 400)}


def test_who_is_out_can_still_be_disqualified_and_has_no_prize() -> None:
    held = playing(CHALLENGE, **TWO_ROUNDS)
    held.round({"A": 1000, "B": 1000, "C": 1000, "D": 0})
    held.do(disqualify("D"))
    held.round({"A": 900, "B": 800, "C": 700})
    held.end()
    held.do(AwardPlaces())
    assert "D" not in held.places()
    assert sum(prize for _, prize in held.places().values()) == 400


def test_a_place_that_a_disqualified_player_had_won_goes_to_who_was_tied_for_the_last() -> None:
    held = playing(CHALLENGE, **HEATS)
    for _ in range(2):
        held.round({"A": 900, "B": 600, "C": 600, "D": 200})
    held.end()
    held.do(disqualify("A"))
    assert held.tournament.phase is TournamentPhase.SEATING
    advanced = [f.player for f in held.tournament.facts if isinstance(f, Advanced)]
    assert sorted(advanced) == ["B", "C"]


MOVES_UP = HEATS | {"options": {"disqualified_qualifier": "next_moves_up"}}


def after_a_heat(instrument: str, chips: dict[str, float], **changes: Any) -> Held:
    """A and B go on from the only table of a heat; C and D do not."""
    held = playing(instrument, **changes)
    for _ in range(2):
        held.round(chips)
    held.end()
    assert held.tournament.session.players == ["A", "B"]
    return held


IN_ORDER = {"A": 900.0, "B": 800.0, "C": 600.0, "D": 200.0}


@pytest.mark.clause(
    "06:20.19", "18:19.18", "bac:15.20", "uth:16.20", "nsw:19.10.1", "nsw:19.10.2",
)  # fmt: skip
@pytest.mark.parametrize("instrument", INSTRUMENTS)
@pytest.mark.parametrize("drawn", [False, True])
def test_a_place_of_a_disqualified_qualifier_stays_empty_or_goes_to_the_next(
    instrument: str, drawn: bool
) -> None:
    """The text gives the place to nobody: so many went on."""
    for changes, players in ((HEATS, ["B"]), (MOVES_UP, ["B", "C"])):
        held = after_a_heat(instrument, IN_ORDER, **changes)
        if drawn and not held.tournament.session.drawn:
            held.draw()
        held.do(disqualify("A"))
        assert [each.name for each in held.tournament.still_in()] == players
        if not held.tournament.session.drawn:
            held.draw()
        seats = {each.seat for each in held.tournament.still_in()}
        assert len(seats) == len(players)
        assert None not in seats
        held.start()
        chips = {name: held.chips()[name] for name in players}
        for _ in range(2 if len(players) == 2 else 0):
            held.round(chips | {"B": chips["B"] + 5})
        if len(players) == 2:
            held.end()
            held.do(AwardPlaces())
            assert order(held)[:2] == ["B", "C"]
            assert "A" not in held.places()
            assert held.replayed().facts == held.tournament.facts


@pytest.mark.clause("18:19.18")
def test_equals_do_not_move_up_and_each_next_one_does_in_turn() -> None:
    equal = after_a_heat(ACT_2018, {"A": 900, "B": 800, "C": 500, "D": 500}, **MOVES_UP)
    equal.do(disqualify("A"))
    assert [each.name for each in equal.tournament.still_in()] == ["B"]
    held = after_a_heat(ACT_2018, IN_ORDER, **MOVES_UP)
    for gone, left in (("A", ["B", "C"]), ("C", ["B", "D"]), ("D", ["B"])):
        held.do(disqualify(gone))
        assert [each.name for each in held.tournament.still_in()] == left


def test_who_is_disqualified_does_not_go_on_by_points() -> None:
    held = playing(ACT_2018, **POINTS)
    held.do(disqualify("D"))
    held.round({"A": 900, "B": 800, "C": 700})
    held.end()
    advanced = {f.player for f in held.tournament.facts if isinstance(f, Advanced)}
    assert advanced == {"A", "B", "C"}
    assert held.tournament.session.players == ["A", "B", "C"]


@pytest.mark.clause("nsw:19.6.4", "nsw:19.6.12", "nsw:19.5.6")
def test_19_6_4_who_makes_no_wager_for_another_reason_is_not_disqualified_for_it() -> None:
    refuses = Disqualify(player="A", ground=Ground.NO_WAGER, reason="says nothing")
    timed: dict[str, Any] = {"wagering": {"allocation": "by ballot", "seconds": 30}}
    held = playing(CHALLENGE, **timed)
    assert held.refused(refuses).clauses == ("19.6.12",)
    held = playing(CHALLENGE, **timed, options={"no_wager_precedence": "disqualification"})
    held.do(refuses)
    held = opened(CHALLENGE)
    held.enter("A", "B", "C")
    held.close()
    held.draw()
    held.sit("B", "C")
    held.now = SEVEN
    held.do(StartSession())
    assert held.refused(refuses).clauses == ("19.5.6",)
    held.do(TakeSeat(player="A"), DEALER)
    held.do(refuses)


@pytest.mark.clause("nsw:19.5.6.2")
def test_19_5_6_2_only_the_entry_fee_is_refunded_and_to_whoever_paid_it() -> None:
    held = opened(CHALLENGE, buy_in=50_00)
    held.enter("A", "B", "C")
    held.close()
    held.draw()
    for name in "ABC":
        held.do(PayBuyIn(player=name, paid=50_00))
    held.start()
    held.do(Substitute(player="S", instead_of="A", copy_given=True, paid=100_00))
    held.do(Disqualify(player="S", ground=Ground.ABSENT, reason="in hospital", refund=True))
    refunds = [f for f in held.tournament.facts if isinstance(f, MoneyRefunded)]
    assert [(f.player, f.what, f.amount) for f in refunds] == [("S", "entry", 100_00)]


# --- ties


@pytest.mark.clause("06:20.21", "nsw:19.10.3")
@pytest.mark.parametrize("instrument", [ACT_2006, CHALLENGE])
def test_a_play_off_that_ties_again_goes_on_and_is_announced_once(instrument: str) -> None:
    held = playing(instrument, sessions=[{"name": "final", "rounds": 1}])
    held.round({"A": 900, "B": 900, "C": 100, "D": 50})
    held.end()
    for _ in range(3):
        held.do(PlayOffRound(chips={"A": 850_00, "B": 850_00}), DEALER)
    held.do(PlayOffRound(chips={"A": 800_00, "B": 850_00}), DEALER)
    assert len([f for f in held.tournament.facts if isinstance(f, TieFound)]) == 1
    held.do(AwardPlaces())
    assert order(held)[:2] == ["B", "A"]


@pytest.mark.clause("nsw:19.10.4")
def test_19_10_4_who_is_put_out_by_a_play_off_is_placed_as_in_any_other_round() -> None:
    held = playing(CHALLENGE, sessions=[{"name": "final", "rounds": 1}])
    held.round({"A": 500, "B": 500, "C": 100, "D": 50})
    held.end()
    held.do(
        PlayOffRound(
            chips={"A": 0, "B": 0}, wagered={"A": 500_00, "B": 500_00}, taken=("A", "B")
        ), DEALER,
    )  # fmt: skip
    held.do(AwardPlaces())
    assert order(held)[:2] == ["B", "A"]
    assert held.places()["B"][1] == 200


@pytest.mark.clause("06:20.22")
def test_20_22_a_play_off_that_leaves_nobody_a_chip_is_shared() -> None:
    held = playing(ACT_2006, sessions=[{"name": "final", "rounds": 1}])
    held.round({"A": 500, "B": 500, "C": 100, "D": 50})
    held.end()
    held.do(PlayOffRound(chips={"A": 0, "B": 0}), DEALER)
    assert held.tournament.phase is TournamentPhase.PLAYED
    held.do(AwardPlaces())
    assert held.places()["A"] == held.places()["B"] == (1, 160)


def test_a_tie_for_the_last_prize_is_told_apart_and_one_below_it_is_not() -> None:
    held = playing(ACT_2006, "A B C D E F", sessions=[{"name": "final", "rounds": 1}])
    held.round({"A": 900, "B": 800, "C": 700, "D": 700, "E": 100, "F": 100})
    held.end()
    assert [set(tie.players) for tie in held.tournament.ties] == [{"C", "D"}]
    held.do(PlayOffRound(chips={"C": 1, "D": 2}), DEALER)
    held.do(AwardPlaces())
    assert held.places()["D"] == (3, 120)
    assert held.places()["E"] == held.places()["F"] == (5, 0)


def test_odd_cents_of_a_shared_prize_are_paid_and_goods_go_by_entry() -> None:
    held = opened(
        HOLDEM, entry_fee=33_35, sessions=[{"name": "final", "rounds": 1}], prize_ties="share",
        added_value=[{"what": "a cruise", "value": 1, "place": 1},
                     {"what": "a dinner", "value": 1, "place": 2}],
    )  # fmt: skip
    held.seat("A", "B", "C")
    held.round({"A": 900, "B": 900, "C": 100})
    held.end()
    held.do(AwardPlaces())
    assert held.places() == {"A": (1, 40.02), "B": (1, 40.02), "C": (3, 20.01)}
    goods = {f.player: f.goods for f in held.tournament.facts if isinstance(f, PlaceAwarded)}
    assert goods == {"A": ("a cruise",), "B": ("a dinner",), "C": ()}


def test_the_breakdown_is_for_the_entries_though_some_are_disqualified() -> None:
    held = playing(
        ACT_2018, sessions=[{"name": "final", "rounds": 1}],
        prizes=[{"percent": ["100"], "entries": 3}, {"percent": ["60", "40"]}],
    )  # fmt: skip
    held.do(disqualify("D"))
    held.round({"A": 900, "B": 800, "C": 700})
    held.end()
    held.do(AwardPlaces())
    assert held.places() == {"A": (1, 240), "B": (2, 160), "C": (3, 0)}


# --- points and prizes of sessions


@pytest.mark.clause("18:19.3(a)(ix)(B)", "bac:15.3(a)(ix)(B)")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT])
def test_equal_chips_for_different_points_are_played_off_where_the_conditions_say_so(
    instrument: str,
) -> None:
    held = playing(instrument, **POINTS)
    held.round({"A": 900, "B": 900, "C": 500, "D": 500})
    held.end()
    assert [set(tie.players) for tie in held.tournament.ties] == [{"A", "B"}]
    held.do(PlayOffRound(chips={"A": 800_00, "B": 900_00}), DEALER)
    assert [set(tie.players) for tie in held.tournament.ties] == [{"C", "D"}]
    held.do(PlayOffRound(chips={"C": 1_00, "D": 0}), DEALER)
    points = {f.player: f.points for f in held.tournament.facts if isinstance(f, PointsAwarded)}
    assert points == {"B": "8", "A": "5", "C": "2", "D": "0"}
    held.draw()
    held.start()
    held.round({"A": 900, "B": 800, "C": 500, "D": 400})
    held.end()
    held.do(AwardPlaces())
    assert held.places()["A"][0] == held.places()["B"][0] == 1  # 13 points each, and shared


def in_sessions(*prizes: str, **changes: Any) -> dict[str, Any]:
    """Two sessions, of which the first has prizes of its own."""
    sessions = [
        {"name": "one", "rounds": 1, "prizes": list(prizes), "advance_in_all": 2},
        {"name": "two", "rounds": 1},
    ]
    return {"sessions": sessions, "progression": "two go on", "session_ties": "share"} | changes


@pytest.mark.clause("18:19.3(a)(ii)(D)", "bac:15.3(a)(ii)(d)", "uth:16.3(a)(iii)(E)")
@pytest.mark.clause("18:19.19", "bac:15.21", "uth:16.21(b)")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT, HOLDEM])
def test_prizes_are_awarded_when_a_session_ends_and_the_rest_of_the_pool_in_the_end(
    instrument: str,
) -> None:
    held = playing(instrument, **in_sessions("10", "5"))
    held.round({"A": 900, "B": 800, "C": 700, "D": 600})
    held.end()
    won = [f for f in held.tournament.facts if isinstance(f, PlaceAwarded)]
    assert [(f.player, f.session, f.place, f.prize) for f in won] == [
        ("A", 1, 1, 40_00), ("B", 1, 2, 20_00),
    ]  # fmt: skip
    if not held.tournament.session.drawn:
        held.draw()
    held.start()
    held.round({"A": 100, "B": 1600})
    held.end()
    held.do(AwardPlaces())
    assert held.places() == {"B": (1, 190), "A": (2, 142), "C": (3, 68), "D": (4, 0)}


@pytest.mark.clause("06:20.21")
def test_20_21_equal_chips_for_a_sessions_prize_play_on() -> None:
    held = playing(ACT_2006, **in_sessions("10", session_ties=None))
    held.round({"A": 900, "B": 900, "C": 700, "D": 600})
    held.end()
    assert [set(tie.players) for tie in held.tournament.ties] == [{"A", "B"}]
    held.do(PlayOffRound(chips={"A": 1, "B": 2}), DEALER)
    (won,) = [f for f in held.tournament.facts if isinstance(f, PlaceAwarded)]
    assert (won.player, won.prize) == ("B", 40_00)


def test_a_sessions_prizes_are_shared_to_the_cent_where_the_conditions_say_so() -> None:
    held = playing(ACT_2018, **in_sessions("10.0025"))
    held.round({"A": 900, "B": 900, "C": 900, "D": 600})
    held.end()
    won = [f for f in held.tournament.facts if isinstance(f, PlaceAwarded)]
    assert [(f.player, f.shared_by, f.prize) for f in won] == [
        ("A", 3, 13_34), ("B", 3, 13_34), ("C", 3, 13_33),
    ]  # fmt: skip
