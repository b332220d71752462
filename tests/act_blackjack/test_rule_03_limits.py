"""Rule 3: what the sign says, and what becomes of wagers outside it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.table_support import (
    ACT_2006,
    ACT_2018,
    DEALER,
    SUPERVISOR,
    At,
    open_table,
    permit_boxes,
    player,
)

from croupier.games.blackjack.asks_and_answers import Double, Insure, Stand
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import NoMoreBets, ReturnShortWager
from croupier.table.acts.closing import AnnounceClosure, CloseTable
from croupier.table.acts.dealing import Collect
from croupier.table.acts.limit_markers import LiftMarker, PlaceMarker
from croupier.table.acts.opening import CheckCards
from croupier.table.acts.patrons import Sit
from croupier.table.acts.sign import ChangeLimits
from croupier.table.facts import (
    BettingReopened,
    Controls,
    Exercised,
    Notified,
    Outcome,
    Settled,
    SignDisplayed,
    Warned,
)


def returned(at: At) -> list[tuple[str, str, int, tuple[str, ...]]]:
    """What went back when betting closed: player, wager, dollars, clauses."""
    return [
        (fact.player, fact.wager, fact.stake // 100, fact.clauses)
        for fact in at.facts_of(Settled)
        if fact.outcome in (Outcome.RETURNED, Outcome.VOID)
    ]


# --- 3.1: the sign


@pytest.mark.clause("3.1", "3.3")
def test_3_1_the_sign_shows_minimum_maximum_and_multiples(instrument: str) -> None:
    at = open_table(instrument)
    assert at.last(SignDisplayed).limits == {"main": (10_00, 500_00, 5_00)}


@pytest.mark.clause("3.1")
def test_3_1_no_sign_no_table(instrument: str) -> None:
    at = At(instrument, limits={}, multiples={})
    with pytest.raises(Refused, match="no sign") as refused:
        at.open()
    assert refused.value.clauses == ("3.1",)


@pytest.mark.clause("3.1")
def test_3_1_new_limits_hold_from_the_next_betting_window_after_the_notice(
    instrument: str,
) -> None:
    at = open_table(instrument)
    at.do(ChangeLimits(limits={"main": (25_00, 200_00)}), SUPERVISOR)
    assert at.last(Notified).about == "limits"
    at.bet("P", 1, 10)  # the window was open when notice was given
    at.deal("10S 7D 9H")
    assert not at.facts_of(Warned)
    at.stand(1)
    at.settle("10C")
    assert at.last(SignDisplayed).limits["main"] == (25_00, 200_00, 5_00)
    at.bet("P", 1, 10)
    at.no_more_bets()
    assert at.last(Warned).player == "P"


@pytest.mark.clause("3.1")
def test_3_1_a_second_notice_adds_to_the_first(instrument: str) -> None:
    at = open_table(instrument, side_bets=["perfect-pairs"])
    at.do(ChangeLimits(limits={"main": (25_00, 200_00)}), SUPERVISOR)
    at.do(ChangeLimits(limits={"perfect-pairs": (10_00, 50_00)}), SUPERVISOR)
    at.play()
    limits = at.last(SignDisplayed).limits
    assert limits["main"][:2] == (25_00, 200_00)
    assert limits["perfect-pairs"][:2] == (10_00, 50_00)


@pytest.mark.clause("3.1")
@pytest.mark.parametrize("pair", [(0, 100), (-5, 100), (200_00, 100_00)])
def test_3_1_limits_that_are_none_are_refused(instrument: str, pair: tuple[int, int]) -> None:
    at = open_table(instrument)
    change = ChangeLimits(limits={"main": pair})
    assert "3.1" in at.refused(change, SUPERVISOR).clauses
    unknown = ChangeLimits(limits={"roulette": (1_00, 2_00)})
    assert "3.1" in at.refused(unknown, SUPERVISOR).clauses


@pytest.mark.clause("3.1", "13.2(a)")
def test_3_1_the_sign_allows_no_stake_that_cannot_be_paid(instrument: str) -> None:
    """Three to two on an odd cent is no whole cent, and no rule rounds it."""
    at = open_table(instrument, multiples={})
    change = ChangeLimits(limits={"main": (10_00, 100_01)})
    assert at.refused(change, SUPERVISOR).clauses == ("13.2(a)",)
    assert at.no_bet("P", 1, 10.01).clauses == ("13.2(a)",)
    at.bet("P", 1, 10.02)


@pytest.mark.clause("3.1", "8.1(a)")
def test_3_1_a_payment_below_the_smallest_chip_is_exact_and_the_floor_is_told(
    instrument: str,
) -> None:
    at = open_table(instrument, multiples={"main": 2_50})
    at.bet("P", 1, 12.5)
    at.deal("AS 7D KH")
    assert at.settle() == {"P": 18.75}
    notice = at.last(Notified)
    assert (notice.to, notice.detail) == ("floor", "P: 18.75")


@pytest.mark.clause("3.1")
def test_3_1_a_notice_is_for_the_players_of_its_session(instrument: str) -> None:
    """The table closed before the new limits held: when it opens again its sign is its own."""
    at = open_table(instrument)
    at.play()
    at.do(AnnounceClosure(rounds=0), SUPERVISOR)
    at.do(ChangeLimits(limits={"main": (100_00, 500_00)}), SUPERVISOR)
    at.do(CloseTable(), SUPERVISOR)
    at.do(CheckCards(occasion="closing"), DEALER)
    at.open()
    at.do(CheckCards(), DEALER)
    at.load()
    at.play()
    assert at.table.sign.of("main").minimum == 10_00
    assert at.last(SignDisplayed).limits["main"][0] == 10_00


# --- 3.2: a marker beside the box


@pytest.mark.clause("3.2")
def test_3_2_a_marker_lets_its_player_exceed_the_maximum_at_its_box(instrument: str) -> None:
    at = open_table(instrument, limits={"main": [10_00, 100_00]})
    at.do(PlaceMarker(player="P", box=2, limit=300_00), SUPERVISOR)
    assert at.last(Exercised).subject == "P at box 2: 300"
    at.bet("P", 2, 400)
    at.no_more_bets()
    assert returned(at) == [("P", "main", 100, ("3.5",))]


@pytest.mark.clause("3.2", "3.5")
def test_3_2_it_is_that_players_alone(instrument: str) -> None:
    at = open_table(instrument, limits={"main": [10_00, 100_00]})
    at.do(PlaceMarker(player="P", box=2, limit=300_00), SUPERVISOR)
    at.bet("Q", 2, 200)
    at.no_more_bets()
    assert returned(at) == [("Q", "main", 100, ("3.5",))]


@pytest.mark.clause("3.2", "3.5")
def test_3_2_at_another_box_the_marker_must_lie_there_too(instrument: str) -> None:
    at = open_table(instrument, limits={"main": [10_00, 100_00]})
    permit_boxes(at, "P")
    at.do(PlaceMarker(player="P", box=2, limit=300_00), SUPERVISOR)
    at.bet("P", 2, 300)
    at.bet("P", 3, 300)
    at.no_more_bets()
    assert returned(at) == [("P", "main", 200, ("3.5",))]
    assert [w.amount for w in at.table.wagers] == [300_00, 100_00]


@pytest.mark.clause("3.2")
def test_3_2_a_marker_is_above_the_sign_and_at_a_box(instrument: str) -> None:
    at = open_table(instrument, limits={"main": [10_00, 100_00]})
    for limit in (100_00, 50_00, 0, -1):
        marker = PlaceMarker(player="P", box=2, limit=limit)
        assert at.refused(marker, SUPERVISOR).clauses == ("3.2",)
    nowhere = PlaceMarker(player="P", box=8, limit=200_00)
    assert at.refused(nowhere, SUPERVISOR).clauses == ("A:Box",)
    nobody = PlaceMarker(player="Z", box=2, limit=200_00)
    at.refused(nobody, SUPERVISOR)


@pytest.mark.clause("3.2", "4.3")
def test_3_2_markers_are_moved_between_rounds(instrument: str) -> None:
    at = open_table(instrument, limits={"main": [10_00, 100_00]})
    marker = PlaceMarker(player="P", box=2, limit=300_00)
    at.bet("P", 2, 100)
    at.deal("10S 7D 9H")
    assert at.refused(marker, SUPERVISOR).clauses == ("4.3",)
    at.stand(2)
    at.settle("10C")
    at.do(marker, SUPERVISOR)
    at.do(LiftMarker(player="P", box=2), SUPERVISOR)
    assert at.refused(LiftMarker(player="P", box=2), SUPERVISOR).clauses == ("3.2",)
    at.bet("P", 2, 300)
    at.no_more_bets()
    assert returned(at) == [("P", "main", 200, ("3.5",))]


@pytest.mark.clause("3.2")
def test_3_2_a_marker_goes_with_its_player(instrument: str) -> None:
    at = open_table(instrument, limits={"main": [10_00, 100_00]})
    at.do(PlaceMarker(player="P", box=2, limit=300_00), SUPERVISOR)
    at.leave("P")
    at.arrive("P")
    assert at.refused(LiftMarker(player="P", box=2), SUPERVISOR).clauses == ("3.2",)


# --- 3.3: multiples


@pytest.mark.clause("3.3")
@pytest.mark.parametrize(("dollars", "taken"), [(15, True), (12, False), (10.01, False)])
def test_3_3_a_stake_off_the_step_is_refused(instrument: str, dollars: float, taken: bool) -> None:
    at = open_table(instrument)
    if taken:
        at.bet("P", 1, dollars)
    else:
        assert at.no_bet("P", 1, dollars).clauses == ("3.3",)


@pytest.mark.clause("3.3")
def test_3_3_a_double_keeps_to_the_multiples_of_the_sign_as_it_is_now(instrument: str) -> None:
    at = open_table(instrument)
    at.do(ChangeLimits(limits={}, multiples={"main": 10_00}), SUPERVISOR)
    at.play()
    at.bet("P", 1, 20)
    at.deal("6S 7D 5H")
    double = Double(box=1, amount=15_00)
    assert at.refused(double, player("P")).clauses == ("3.3",)
    at.double(1, 10)


# --- 3.4: under the minimum


@pytest.mark.clause("3.4")
def test_3_4_the_first_short_wager_is_settled_and_its_owner_warned(instrument: str) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 5)
    at.deal("10S 10D 9H")
    warned = at.last(Warned)
    assert (warned.player, warned.box, warned.clauses) == ("P", 1, ("3.4",))
    at.stand(1)
    assert at.settle("KC") == {"P": -5}  # never topped up to the minimum


@pytest.mark.clause("3.4")
def test_3_4_the_next_goes_back_and_its_box_gets_no_cards(instrument: str) -> None:
    at = open_table(instrument)
    at.play(("P", 1, 5))
    at.bet("P", 1, 5)
    at.bet("Q", 2, 10)
    at.no_more_bets()
    assert returned(at) == [("P", "main", 5, ("3.4",))]
    at.deal("10S 7D 9H")
    assert at.cards(2) == "TS 9H"
    at.stand(2)
    assert at.settle("10C") == {"Q": 10}


@pytest.mark.clause("3.4", "6.2")
def test_3_4_if_nothing_else_stands_there_is_no_round(instrument: str) -> None:
    at = open_table(instrument)
    at.play(("P", 1, 5))
    at.bet("P", 1, 5)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("6.2",)


@pytest.mark.clause("3.4", "4.5(b)")
def test_3_4_if_it_was_the_deciders_the_next_decides(instrument: str) -> None:
    at = open_table(instrument)
    at.play(("P", 1, 5))
    at.bet("P", 1, 5)
    at.bet("Q", 1, 10)
    at.bet("R", 1, 10)
    at.no_more_bets(overlooked=(("P", 1),))
    at.deal("10S 7D 6H")
    assert at.decider == "P"
    at.do(ReturnShortWager(player="P", box=1), DEALER)
    assert at.decider == "Q"
    at.stand(1)
    assert at.settle("10C") == {"P": 0, "Q": -10, "R": -10}


@pytest.mark.clause("18:3.4", "18:7.6(b)")
def test_18_3_4_another_players_insurance_on_a_returned_wager_is_settled() -> None:
    """R insures P's 5 for 2 dollars 50, which win 5; R's 10 is lost to the Blackjack."""
    at = open_table(ACT_2018, "P R")
    at.play(("P", 1, 5))
    at.bet("P", 1, 5)
    at.bet("R", 2, 10)
    at.no_more_bets(overlooked=(("P", 1),))
    at.deal("10S 10H AS 9H 10C")
    at.move_on()
    at.insure("R", 1, 2.50, on="P")
    at.move_on()
    at.do(ReturnShortWager(player="P", box=1), DEALER)
    at.stand(2)
    assert at.settle("KD") == {"P": 0, "R": -5}


@pytest.mark.clause("3.4", "A:Round of play")
def test_3_4_noticed_between_the_call_and_the_first_card_its_box_gets_none(
    instrument: str,
) -> None:
    at = open_table(instrument)
    at.play(("P", 1, 5))
    at.bet("P", 1, 5)
    at.bet("Q", 2, 10)
    at.no_more_bets(overlooked=(("P", 1),))
    at.do(ReturnShortWager(player="P", box=1), DEALER)
    at.deal("10S 7D 9H")
    assert at.cards(2) == "TS 9H"
    at.stand(2)
    assert at.settle("10C") == {"Q": 10}


@pytest.mark.clause("3.4", "4.1")
def test_3_4_if_that_leaves_no_wager_betting_is_open_again(instrument: str) -> None:
    at = open_table(instrument)
    at.play(("P", 1, 5))
    at.bet("P", 1, 5)
    at.no_more_bets(overlooked=(("P", 1),))
    at.do(ReturnShortWager(player="P", box=1), DEALER)
    assert at.last(BettingReopened)
    assert not at.table.wagers
    at.play(("P", 1, 10))
    assert at.table.number == 2


@pytest.mark.clause("3.4")
def test_3_4_only_a_short_wager_of_one_who_was_told_before_goes_back(instrument: str) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 5)
    at.bet("Q", 2, 10)
    nobody = (("P", 1), ("Q", 2))
    with pytest.raises(Refused, match="overlooked"):
        at.no_more_bets(overlooked=nobody)
    at.deal("10S 10D 7D 9H 9D")
    for name, box in (("P", 1), ("Q", 2), ("R", 3)):
        command = ReturnShortWager(player=name, box=box)
        assert at.refused(command, DEALER).clauses == ("3.4",)


@pytest.mark.clause("3.4")
def test_3_4_a_short_side_bet_that_was_overlooked_goes_back_too(instrument: str) -> None:
    at = open_table(instrument, "P", side_bets=["perfect-pairs"])
    for _ in range(2):
        at.bet("P", 1, 10)
        at.bet("P", 1, 2.5, "perfect-pairs")
        at.no_more_bets(overlooked=(("P", 1),) if at.table.rounds else ())
        at.deal("QS 6D QS")
        side = ReturnShortWager(player="P", box=1, wager="perfect-pairs")
        if not at.table.rounds:
            assert at.refused(side, DEALER).clauses == ("3.4",), "P had not been told"
            at.stand(1)
            assert at.settle("10C 10H") == {"P": 10 + 62.5}
    assert at.refused(ReturnShortWager(player="P", box=1), DEALER).clauses == ("3.4",)
    at.do(side, DEALER)
    assert at.refused(side, DEALER).clauses == ("3.4",)
    at.stand(1)
    assert at.settle("10C 10H") == {"P": 10}


@pytest.mark.clause("3.4")
def test_3_4_it_goes_back_once_and_only_while_its_round_lasts(instrument: str) -> None:
    at = open_table(instrument)
    back = ReturnShortWager(player="P", box=1)
    at.play(("P", 1, 5))
    assert at.refused(back, DEALER).clauses == ("3.4",)  # settled, as the first one is
    at.bet("P", 1, 5)
    at.bet("Q", 2, 10)
    assert at.refused(back, DEALER).clauses == ("3.4",)  # betting is open
    at.no_more_bets(overlooked=(("P", 1),))
    at.deal("10S 10H 7D 9S 9H")
    at.do(back, DEALER)
    assert at.refused(back, DEALER).clauses == ("3.4",)
    at.stand(2)
    at.settle("10C")
    at.bet("P", 1, 10)
    at.deal("10S 7D 9S")
    assert at.refused(back, DEALER).clauses == ("3.4",)  # told, but not short


@pytest.mark.clause("3.4")
@pytest.mark.parametrize(
    ("scope", "happening", "told"),
    [
        (None, "leaves", False),
        (None, "new shoe", True),
        ("visit", "leaves", False),
        ("visit", "new shoe", True),
        ("visit", "closes", False),
        ("shoe", "leaves", True),
        ("shoe", "new shoe", False),
        ("gaming_day", "leaves", True),
        ("gaming_day", "new shoe", True),
        ("gaming_day", "closes", False),
        ("visit", "minimum changes", False),
    ],
)
def test_3_4_how_long_the_warning_lasts(
    instrument: str, scope: str | None, happening: str, told: bool
) -> None:
    """A visit, where the table does not say otherwise."""
    given: dict[str, Any] = {"under_min_warning_scope": scope} if scope else {}
    at = open_table(instrument, **given)
    at.play(("P", 1, 5), ("Q", 2, 15))
    if happening == "leaves":
        at.leave("P")
        at.arrive("P")
    elif happening == "new shoe":
        at.bet("Q", 2, 15)
        at.no_more_bets()
        at.cutting_card()
        at.load()
        at.bet("Q", 2, 0)
    elif happening == "minimum changes":
        at.do(ChangeLimits(limits={"main": (15_00, 500_00)}), SUPERVISOR)
        at.play(("Q", 2, 15))
    else:
        at.do(AnnounceClosure(rounds=0), SUPERVISOR)
        at.do(CloseTable(), SUPERVISOR)
        at.do(CheckCards(occasion="closing"), DEALER)
        at.open()
        at.do(CheckCards(), DEALER)
        at.load()
    at.bet("P", 1, 5)
    at.bet("Q", 2, 15)
    at.no_more_bets()
    assert returned(at) == ([("P", "main", 5, ("3.4",))] if told else [])


@pytest.mark.clause("3.4")
def test_3_4_it_is_asked_of_every_owner_and_not_of_the_box(instrument: str) -> None:
    """The minimum is for each owner's wager, whatever lies beside it."""
    at = open_table(instrument)
    at.bet("P", 1, 50)
    at.bet("Q", 1, 5)
    at.no_more_bets()
    assert [fact.player for fact in at.facts_of(Warned)] == ["Q"]


# --- 3.5: over the maximum


@pytest.mark.clause("3.5")
@pytest.mark.parametrize(("dealer", "net"), [("KC", -100), ("7C", 100), ("9C", 0)])
def test_3_5_a_wager_over_the_maximum_is_won_and_lost_up_to_it(
    instrument: str, dealer: str, net: float
) -> None:
    at = open_table(instrument, limits={"main": [10_00, 100_00]})
    at.bet("P", 1, 150)
    at.deal("10S 10D 9H")
    assert returned(at) == [("P", "main", 50, ("3.5",))]
    at.stand(1)
    assert at.settle(dealer) == {"P": net}


@pytest.mark.clause("3.5", "A:Double/double down", "7.1")
def test_3_5_doubling_and_insurance_are_measured_on_what_stands(instrument: str) -> None:
    at = open_table(instrument, limits={"main": [10_00, 100_00]})
    at.bet("P", 1, 150)
    at.deal("6S AD 5H")
    over = Insure(player="P", box=1, amount=52_50)
    assert at.refused(over, player("P")).clauses[0] == "7.1"
    at.move_on()
    double = Double(box=1, amount=105_00)
    assert at.refused(double, player("P")).clauses == ("A:Double/double down",)
    at.double(1, 100)


@pytest.mark.clause("3.5", "3.1")
def test_3_5_the_maximum_is_for_the_box_as_a_whole(instrument: str) -> None:
    at = open_table(instrument, limits={"main": [10_00, 100_00]})
    at.bet("P", 1, 70)
    at.bet("Q", 1, 70)
    at.bet("R", 1, 70)
    at.deal("10S 10D 9H")
    assert returned(at) == [("Q", "main", 40, ("3.5",)), ("R", "main", 70, ("3.5",))]
    at.stand(1)
    assert at.settle("KC") == {"P": -70, "Q": -30}


@pytest.mark.clause("3.5", "3.1")
def test_3_5_or_for_each_owner_where_the_table_reads_it_so(instrument: str) -> None:
    at = open_table(instrument, limits={"main": [10_00, 100_00]}, box_max_scope="each")
    at.bet("P", 1, 70)
    at.bet("Q", 1, 150)
    at.no_more_bets()
    assert returned(at) == [("Q", "main", 50, ("3.5",))]


@pytest.mark.clause("06:3.5", "06:18.9")
def test_3_5_side_bets_have_a_maximum_of_their_own() -> None:
    at = open_table(ACT_2006, side_bets=["perfect-pairs"])
    at.bet("P", 1, 10)
    at.bet("P", 1, 150, "perfect-pairs")
    at.no_more_bets()
    assert returned(at) == [("P", "perfect-pairs", 50, ("3.5",))]


@pytest.mark.clause("18:3.5", "18:4.5(a)")
def test_3_5_the_seated_player_decides_even_if_the_front_uses_up_the_maximum() -> None:
    """A stake that does not stand decides nothing: 3.5 first, then 4.5."""
    at = open_table(ACT_2018, limits={"main": [10_00, 100_00]})
    at.do(Sit(player="Q", box=1), player("Q"))
    at.bet("P", 1, 100)
    at.bet("Q", 1, 20)
    at.deal("10S 10D 6H")
    assert at.decider == "P"
    assert not at.facts_of(Controls)
    at.stand(1)
    assert at.settle("KC") == {"P": -100}
    at.bet("P", 1, 50)
    at.bet("Q", 1, 20)
    at.deal("10S 10D 6H")
    assert at.last(Controls).player == "Q"


# --- 3.4: what one warning covers

PAIRS = {"main": [10_00, 500_00], "perfect-pairs": [5_00, 100_00]}


def short_twice(
    instrument: str, first: tuple[str, float], second: tuple[str, float], **options: Any
) -> list[tuple[str, str, int, tuple[str, ...]]]:
    """Return what goes back of the second short wager, after a round with the first."""
    options |= {"limits": PAIRS, "side_bets": ["perfect-pairs"], "betting_seconds": 0}
    at = open_table(instrument, **options)
    for number, (kind, amount) in enumerate((first, second), 1):
        at.bet("P", 1, amount if kind == "main" else 10)
        if kind != "main":
            at.bet("P", 1, amount, kind)
        if number == 2:
            at.bet("Q", 2, 10)
        at.no_more_bets()
        if number == 1:
            at.deal("9S 6D 9H")
            at.do(Stand(box=1), DEALER)
            at.deal("KC KD")
            at.do(Collect(), DEALER)
    return returned(at)


SHORT_MAIN, SHORT_PAIR = ("main", 5.0), ("perfect-pairs", 2.0)


@pytest.mark.clause("3.4")
@pytest.mark.parametrize("covers", [None, "every_wager", "each_kind", "main_alone"])
@pytest.mark.parametrize("second", [SHORT_MAIN, SHORT_PAIR])
def test_3_4_what_a_warning_about_the_main_wager_covers(
    instrument: str, covers: str | None, second: tuple[str, float]
) -> None:
    """The text says "wagers" and "the minimum", of whatever kind: one warning is for all."""
    given = {"under_min_warning_covers": covers} if covers else {}
    back = short_twice(instrument, SHORT_MAIN, second, **given)
    if covers == "each_kind" and second is SHORT_PAIR:
        assert back == []
    else:
        assert back == [("P", second[0], int(second[1]), ("3.4",))]


@pytest.mark.clause("3.4")
@pytest.mark.parametrize(
    ("covers", "back"),
    [
        ("every_wager", ["main"]),
        ("each_kind", []),
        ("main_alone", ["perfect-pairs"]),  # in the first round, and nobody is warned by it
    ],
)
def test_3_4_what_a_warning_about_a_side_bet_covers(
    instrument: str, covers: str, back: list[str]
) -> None:
    went_back = short_twice(instrument, SHORT_PAIR, SHORT_MAIN, under_min_warning_covers=covers)
    assert [kind for _, kind, _, _ in went_back] == back


@pytest.mark.clause("3.4")
def test_3_4_a_side_bet_noticed_after_the_deal_goes_back_as_the_warning_covers(
    instrument: str,
) -> None:
    for covers, refused in (("every_wager", False), ("each_kind", True)):
        at = open_table(
            instrument, limits=PAIRS, side_bets=["perfect-pairs"], betting_seconds=0,
            under_min_warning_covers=covers,
        )  # fmt: skip
        at.play(("P", 1, 5))
        at.bet("P", 1, 10)
        at.bet("P", 1, 2, "perfect-pairs")
        at.do(NoMoreBets(overlooked=(("P", 1),)), DEALER)
        short = ReturnShortWager(player="P", box=1, wager="perfect-pairs")
        if refused:
            assert at.refused(short, DEALER).clauses == ("3.4",)
        else:
            at.do(short, DEALER)
