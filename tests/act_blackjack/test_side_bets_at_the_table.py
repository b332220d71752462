"""Side bets before the first card: offered, approved, on the sign, placed, and with what beside.

How they come out is in `test_side_bets_2006.py` and `test_side_bets_2018.py`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from tests.act_blackjack.table_support import stays_shut
from tests.table_support import ACT_2006, ACT_2018, APPROVAL, DEALER, SUPERVISOR, At, open_table

from croupier.game_rules import table_for
from croupier.rulebook.options import OptionError
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.conduct import RecordBreach
from croupier.table.acts.opening import Approval
from croupier.table.acts.voiding import VoidWager
from croupier.table.facts import (
    Exercised,
    Outcome,
    Placed,
    Settled,
    SignDisplayed,
    Warned,
)

SEVENS, PERFECT, PLAY = "super-sevens", "perfect-pairs", "pairs-play"
MAIN_ONLY = {"main": [10_00, 500_00]}


class Bet(NamedTuple):
    """Which clauses offer a side bet, want its layout approved, and open its window."""

    name: str
    offered: tuple[str, ...]
    layout: str
    window: str


SIDE_BETS = {
    ACT_2006: (Bet(SEVENS, ("17.1",), "17.2", "17.3"), Bet(PERFECT, ("18.1",), "18.2", "18.8")),
    ACT_2018: (
        Bet(PERFECT, ("17.1", "17.1(a)"), "17.2", "17.5"),
        Bet(PLAY, ("17.1", "17.1(b)"), "17.14", "17.17"),
    ),
}


def table_with(instrument: str, *side_bets: str, players: str = "P Q R S", **options: Any) -> At:
    return open_table(instrument, players, side_bets=list(side_bets), **options)


def given_back(at: At, wager: str) -> list[tuple[str, Outcome, int, tuple[str, ...]]]:
    """Side wagers that moved no chips: whose, how, how many dollars, under which clauses."""
    return [
        (fact.player, fact.outcome, fact.stake // 100, fact.clauses)
        for fact in at.facts_of(Settled)
        if fact.wager == wager and fact.net == 0
    ]


# --- whether it is offered


@pytest.mark.clause("06:17.1", "06:18.1", "18:17.1", "18:17.1(a)", "18:17.1(b)")
def test_17_1_and_06_18_1_a_side_bet_is_played_where_the_operator_offers_it(
    instrument: str,
) -> None:
    plain = open_table(instrument)
    plain.bet("P", 1, 10)
    for bet in SIDE_BETS[instrument]:
        assert plain.no_bet("P", 1, 5, bet.name).clauses == bet.offered
        at = table_with(instrument, bet.name)
        offer = at.last(Exercised)
        assert (offer.power, offer.subject) == ("offer a side bet", bet.name)
        assert offer.clauses[: len(bet.offered)] == bet.offered
        at.bet("P", 1, 10)
        at.bet("P", 1, 5, bet.name)


@pytest.mark.clause("18:17.1", "18:17.1(a)", "18:17.1(b)")
def test_18_17_1_perfect_pairs_or_pairs_play_and_not_both() -> None:
    """The rule says "or", and each has a layout of its own."""
    with pytest.raises(OptionError, match=r"more than one of perfect-pairs, pairs-play \(17\.1,"):
        table_for(ACT_2018, {"side_bets": [PERFECT, PLAY]})
    for offered, other, clause in ((PERFECT, PLAY, "17.1(b)"), (PLAY, PERFECT, "17.1(a)")):
        at = table_with(ACT_2018, offered)
        at.bet("P", 1, 10)
        assert at.no_bet("P", 1, 5, other).clauses == ("17.1", clause)
        at.bet("P", 1, 5, offered)


@pytest.mark.clause("06:17.1", "06:18.1")
def test_06_17_1_and_18_1_either_may_be_elected_without_the_other_or_both() -> None:
    at = table_with(ACT_2006, SEVENS, PERFECT)
    at.bet("P", 1, 10)
    at.bet("P", 1, 5, SEVENS)
    at.bet("P", 1, 20, PERFECT)
    assert [power.subject for power in at.facts_of(Exercised)] == [SEVENS, PERFECT]


@pytest.mark.clause("18:17.1")
def test_18_17_1_super_sevens_is_gone() -> None:
    with pytest.raises(OptionError, match="super-sevens"):
        table_for(ACT_2018, {"side_bets": [SEVENS]})
    at = table_with(ACT_2018, PERFECT)
    at.bet("P", 1, 10)
    assert at.no_bet("P", 1, 5, SEVENS).clauses == ("17.1", "17.1(a)", "17.1(b)")


# --- its layout


@pytest.mark.clause("06:17.2", "06:18.2", "18:17.2", "18:17.14")
@pytest.mark.parametrize("approval", [None, Approval("", "2019-05-01"), Approval("CR 7", "soon")])
def test_17_2_18_2_and_18_17_14_each_has_a_layout_that_was_approved_before(
    instrument: str, approval: Approval | None
) -> None:
    for bet in SIDE_BETS[instrument]:
        at = At(instrument, side_bets=[bet.name])
        layouts = {} if approval is None else {bet.name: approval}
        assert stays_shut(at, side_bet_layouts=layouts).clauses == (bet.layout, "A:Approved")
        at.open(side_bet_layouts={bet.name: APPROVAL})
        assert bet.layout in at.last(Exercised).clauses


@pytest.mark.clause("06:17.2", "06:18.2", "18:17.2", "18:17.14")
def test_17_2_18_2_and_18_17_14_the_layout_of_the_other_is_not_enough(instrument: str) -> None:
    one, other = SIDE_BETS[instrument]
    for bet, not_this in ((one, other), (other, one)):
        at = At(instrument, side_bets=[bet.name])
        wrong = {not_this.name: APPROVAL}
        assert stays_shut(at, side_bet_layouts=wrong).clauses == (bet.layout, "A:Approved")


# --- its window and its chips


@pytest.mark.clause("06:17.3", "06:18.8", "18:17.5", "18:17.17", "4.3", "6.2")
def test_17_3_18_8_18_17_5_and_17_17_it_is_placed_before_the_first_card(instrument: str) -> None:
    for bet in SIDE_BETS[instrument]:
        at = table_with(instrument, bet.name)
        at.bet("P", 1, 10)
        at.bet("Q", 2, 10)
        at.bet("P", 1, 5, bet.name)
        placed = at.last(Placed)
        assert (placed.wager, placed.total, placed.clauses) == (bet.name, 5_00, (bet.window,))
        at.no_more_bets()
        assert at.no_bet("Q", 2, 5, bet.name).clauses == ("6.2",)
        at.deal("7S")
        assert at.no_bet("Q", 2, 5, bet.name).clauses == ("4.3",)
        assert at.no_bet("P", 1, 0, bet.name).clauses == ("4.3",), "nor is it taken back"


@pytest.mark.clause("06:17.3", "06:18.8", "18:17.5", "18:17.17", "4.2")
def test_17_3_18_8_18_17_5_and_17_17_with_gaming_chips_of_its_own(instrument: str) -> None:
    """The chips of the Blackjack wager lie in another box, and are not counted twice."""
    for bet in SIDE_BETS[instrument]:
        at = table_with(instrument, bet.name, chips=20)
        at.bet("P", 1, 20)
        assert at.no_bet("P", 1, 5, bet.name).clauses == ("4.2",)
        at.bet("P", 1, 15)
        at.bet("P", 1, 5, bet.name)
        assert at.chips("P") == 0


@pytest.mark.clause("06:17.3", "06:18.8", "18:17.5", "18:17.17")
def test_17_3_18_8_18_17_5_and_17_17_until_then_it_may_be_taken_back(instrument: str) -> None:
    for bet in SIDE_BETS[instrument]:
        at = table_with(instrument, bet.name)
        at.bet("P", 1, 10)
        at.bet("P", 1, 5, bet.name)
        at.bet("P", 1, 0, bet.name)
        assert (at.last(Placed).total, at.last(Placed).clauses) == (0, (bet.window,))
        assert at.chips("P") == 9_990


# --- its amount


@pytest.mark.clause("06:17.4")
def test_06_17_4_super_sevens_takes_an_approved_amount() -> None:
    at = table_with(ACT_2006, SEVENS, super_sevens_amounts=[5_00, 10_00])
    at.bet("P", 1, 20)
    for other in (1, 4.95, 7.5, 15, 100):
        assert at.no_bet("P", 1, other, SEVENS).clauses == ("17.4",)
    at.bet("P", 1, 10, SEVENS)
    at.bet("P", 1, 5, SEVENS)
    assert at.last(Placed).total == 5_00


@pytest.mark.clause("06:17.4")
def test_06_17_4_and_is_not_offered_before_one_is_approved() -> None:
    at = At(ACT_2006, side_bets=[SEVENS], super_sevens_amounts=[])
    assert stays_shut(at).clauses == ("17.4",)
    at = At(ACT_2006, side_bets=[SEVENS], super_sevens_amounts=[5_00])
    assert stays_shut(at, side_bet_amounts={}).clauses == ("17.4", "A:Approved")
    table_with(ACT_2006, SEVENS)


@pytest.mark.clause("06:18.9", "18:17.7", "18:17.19")
def test_06_18_9_18_17_7_and_17_19_a_sign_shows_the_least_and_the_most(instrument: str) -> None:
    signs = {ACT_2006: {PERFECT: "18.9"}, ACT_2018: {PERFECT: "17.7", PLAY: "17.19"}}
    for wager, clause in signs[instrument].items():
        blank = At(instrument, side_bets=[wager], limits=MAIN_ONLY)
        assert stays_shut(blank).clauses == (clause,)
        at = table_with(instrument, wager, limits={**MAIN_ONLY, wager: [5_00, 50_00]})
        assert clause in at.last(Exercised).clauses
        assert at.last(SignDisplayed).limits[wager] == (5_00, 50_00, 1)


@pytest.mark.clause("06:18.9", "18:17.7", "18:17.19", "3.5")
def test_06_18_9_18_17_7_and_17_19_what_is_over_the_most_goes_back(instrument: str) -> None:
    """3.5 with the limits of the side bet's own sign, W27's mixed pair of queens."""
    pays = {PERFECT: 6, PLAY: 11}
    for wager in {ACT_2006: (PERFECT,), ACT_2018: (PERFECT, PLAY)}[instrument]:
        at = table_with(instrument, wager, limits={**MAIN_ONLY, wager: [5_00, 50_00]})
        at.bet("P", 1, 10)
        at.bet("P", 1, 80, wager)
        at.deal("QH 6D QS")
        assert given_back(at, wager) == [("P", Outcome.RETURNED, 30, ("3.5",))]
        assert at.chips("P") == 10_000 - 10 + 50 * pays[wager]


@pytest.mark.clause("06:18.9", "18:17.7", "18:17.19", "3.4")
def test_06_18_9_18_17_7_and_17_19_what_is_under_the_least_stands_once(instrument: str) -> None:
    """3.4 with the limits of the side bet's own sign."""
    for wager in {ACT_2006: (PERFECT,), ACT_2018: (PERFECT, PLAY)}[instrument]:
        at = table_with(instrument, wager)
        at.bet("P", 1, 10)
        at.bet("P", 1, 2, wager)
        at.deal("10H 7D QS")
        assert (at.last(Warned).wager, at.last(Warned).clauses) == (wager, ("3.4",))
        at.stand(1)
        assert at.settle("10D") == {"P": 8}
        at.bet("P", 1, 10)
        at.bet("P", 1, 2, wager)
        at.no_more_bets()
        assert given_back(at, wager) == [("P", Outcome.RETURNED, 2, ("3.4",))]


# --- what lies beside it: 2006


@pytest.mark.clause("06:17.5", "06:18.10")
@pytest.mark.parametrize("elsewhere", [True, False])
def test_06_17_5_and_18_10_without_a_blackjack_wager_of_the_same_player_it_is_void(
    elsewhere: bool,
) -> None:
    """Q's wager brings the cards to the box, and they would have won."""
    at = table_with(ACT_2006, SEVENS, PERFECT)
    at.bet("Q", 1, 10)
    if elsewhere:
        at.bet("P", 2, 10)
    at.bet("P", 1, 5, SEVENS)
    at.bet("P", 1, 20, PERFECT)
    at.deal("7H 6D 7H" if not elsewhere else "7H 10S 6D 7H 9S")
    assert given_back(at, SEVENS) == [("P", Outcome.VOID, 5, ("17.5",))]
    assert given_back(at, PERFECT) == [("P", Outcome.VOID, 20, ("18.10",))]
    assert at.chips("P") == (9_990 if elsewhere else 10_000)


@pytest.mark.clause("06:17.5", "06:18.10")
def test_06_17_5_and_18_10_what_lies_beside_it_counts_when_betting_closes() -> None:
    """P's Blackjack wager comes last and Q takes his back: P's side wagers play, Q's are void."""
    at = table_with(ACT_2006, SEVENS, PERFECT)
    at.bet("Q", 2, 10)
    for name, box in (("P", 1), ("Q", 2)):
        at.bet(name, box, 5, SEVENS)
        at.bet(name, box, 20, PERFECT)
    at.bet("P", 1, 10)
    at.bet("Q", 2, 0)
    at.deal("7H 6D 9H")
    assert given_back(at, SEVENS) == [("Q", Outcome.VOID, 5, ("17.5",))]
    assert given_back(at, PERFECT) == [("Q", Outcome.VOID, 20, ("18.10",))]
    assert (at.chips("P"), at.chips("Q")) == (10_000 - 10 + 15 - 20, 10_000)


@pytest.mark.clause("06:17.5", "06:18.10", "06:6.2")
def test_06_17_5_and_18_10_no_round_is_dealt_for_side_bets_alone() -> None:
    at = table_with(ACT_2006, SEVENS, PERFECT)
    at.bet("P", 1, 5, SEVENS)
    at.bet("Q", 2, 20, PERFECT)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("6.2",)
    at.bet("R", 3, 10)
    at.no_more_bets()
    assert [fact.player for fact in at.facts_of(Settled)] == ["P", "Q"]


@pytest.mark.clause("06:17.5")
def test_06_17_5_who_loses_the_blackjack_wager_loses_what_lay_beside_it() -> None:
    """P's wagers are declared void in the round; Q's have a Blackjack wager of Q's beside them."""
    at = table_with(ACT_2006, SEVENS)
    for name, box in (("P", 1), ("Q", 2)):
        at.bet(name, box, 10)
        at.bet(name, box, 5, SEVENS)
    at.deal("7H 7S 6D 2C")
    at.do(RecordBreach(person="P", clause="4.3", what="past posting"), DEALER)
    at.do(VoidWager(player="P", box=1, reason="past posting", wager="main"), SUPERVISOR)
    assert given_back(at, SEVENS) == [("P", Outcome.VOID, 5, ("17.5",))]
    assert at.chips("P") == 10_000
    assert at.chips("Q") == 10_000 - 10 - 5


@pytest.mark.clause("06:18.8")
def test_06_18_10_the_option_reads_it_as_anybodys_wager_on_the_box() -> None:
    at = table_with(ACT_2006, PERFECT, side_bet_needs_own_main=False)
    at.bet("Q", 1, 10)
    at.bet("P", 1, 20, PERFECT)
    at.deal("QH 6D QH")
    assert at.chips("P") == 10_500


@pytest.mark.clause("06:A:Box", "06:4.5")
def test_06_three_side_wagers_are_the_most_for_a_box_of_2006_too() -> None:
    """No clause counts them, but the side bet's area is a box, and three may wager on one."""
    for wager in (SEVENS, PERFECT):
        at = table_with(ACT_2006, wager)
        for name in "PQR":
            at.bet(name, 1, 10)
            at.bet(name, 1, 5, wager)
        assert at.no_bet("S", 1, 5, wager).clauses == ("4.5", "A:Box")
        at.bet("S", 2, 5, wager)


# --- what lies beside it: 2018


@pytest.mark.clause("18:17.6", "18:17.18")
def test_18_17_6_and_17_18_three_wagers_are_the_most_for_a_box() -> None:
    for wager, clause in ((PERFECT, "17.6"), (PLAY, "17.18")):
        at = table_with(ACT_2018, wager)
        at.bet("P", 1, 10)
        for name in "PQR":
            at.bet(name, 1, 5, wager)
        assert at.no_bet("S", 1, 5, wager).clauses == (clause,)
        at.bet("R", 1, 10, wager)  # another amount is not another wager
        at.bet("R", 1, 0, wager)
        at.bet("S", 1, 5, wager)
        at.bet("R", 2, 10)
        at.bet("R", 2, 5, wager)  # and every box has three


@pytest.mark.clause("18:17.8", "18:17.20")
def test_18_17_8_and_17_20_it_is_placed_only_on_a_box_with_a_blackjack_wager() -> None:
    """Refused where 2006 takes it and gives it back."""
    for wager, clause in ((PERFECT, "17.8"), (PLAY, "17.20")):
        at = table_with(ACT_2018, wager)
        at.bet("Q", 2, 10)
        assert at.no_bet("P", 1, 5, wager).clauses == (clause,)
        assert at.no_bet("Q", 1, 5, wager).clauses == (clause,), "Q's lies on another box"
        at.bet("P", 1, 10)
        at.bet("P", 1, 5, wager)


@pytest.mark.clause("18:17.5", "18:17.17")
def test_18_17_8_and_17_20_anybodys_blackjack_wager_will_do() -> None:
    """The box must have one, and the rule does not say whose; W27's pair of queens."""
    for wager, pays in ((PERFECT, 25), (PLAY, 11)):
        at = table_with(ACT_2018, wager)
        at.bet("Q", 1, 10)
        at.bet("P", 1, 10, wager)
        at.deal("QH 6D QH")
        assert at.chips("P") == 10_000 + 10 * pays


@pytest.mark.clause("18:17.8", "18:17.20")
def test_18_17_8_and_17_20_the_option_wants_the_bettors_own() -> None:
    for wager, clause in ((PERFECT, "17.8"), (PLAY, "17.20")):
        at = table_with(ACT_2018, wager, side_bet_needs_own_main=True)
        at.bet("Q", 1, 10)
        assert at.no_bet("P", 1, 5, wager).clauses == (clause,)
        at.bet("P", 1, 10)
        at.bet("P", 1, 5, wager)


@pytest.mark.clause("18:17.8", "18:17.20")
def test_18_17_8_and_17_20_what_goes_back_for_the_minimum_goes_back_for_that() -> None:
    """Q and P were told: both wagers are returned by 3.4, though P's side bet lies alone then."""
    for wager, clause in ((PERFECT, "17.8"), (PLAY, "17.20")):
        limits = {"main": [10_00, 500_00], wager: [5_00, 100_00]}
        at = table_with(ACT_2018, wager, limits=limits)
        assert at.no_bet("P", 1, 5, wager).clauses == (clause,)
        at.table.patrons.warned.update("PQ")
        at.bet("Q", 1, 5)
        for dollars, why in ((2, "3.4"), (5, clause)):  # enough, it goes back for being alone
            at.bet("P", 1, dollars, wager)
            ruled = at.table.game.close_betting(at.table, ())
            assert [(each.stands, each.clauses) for each in ruled] == [(0, ("3.4",)), (0, (why,))]


@pytest.mark.clause("18:17.8", "18:17.20")
def test_18_17_8_and_17_20_it_goes_with_the_last_blackjack_wager_of_the_box() -> None:
    for wager, clause in ((PERFECT, "17.8"), (PLAY, "17.20")):
        at = table_with(ACT_2018, wager)
        at.bet("P", 1, 10)
        at.bet("Q", 1, 20)
        at.bet("P", 1, 5, wager)
        at.bet("P", 1, 0)
        assert at.chips("P") == 9_995, "Q's wager is still there"
        at.bet("Q", 1, 0)
        taken = at.last(Placed)
        assert (taken.player, taken.wager, taken.total, taken.clauses) == ("P", wager, 0, (clause,))
        assert (at.chips("P"), at.table.wagers) == (10_000, [])
