"""Rule 16: disturbances, breaches, and what is void because of them."""

from __future__ import annotations

import pytest
from tests.act_blackjack.table_support import at_betting, blackjack_and_fifteen
from tests.table_support import ACT_2018, DEALER, SUPERVISOR, open_table, player, two_boxes

from croupier.games.blackjack.asks_and_answers import Insure, TakeEvenMoney
from croupier.table.acts.conduct import RaiseDispute, RecordBreach, RuleOnDispute
from croupier.table.acts.patrons import Arrive, ComeBack, Sit
from croupier.table.acts.shuffling import Cut, DeclineCut, Shuffle
from croupier.table.acts.voiding import Exclude, Invalidate, VoidRound, VoidWager
from croupier.table.facts import Exercised, Outcome, Reversed, RoundVoided, Settled
from croupier.table.table import Phase


def breach(by: str = "Q", clause: str = "4.3") -> RecordBreach:
    return RecordBreach(person=by, clause=clause, what="touched a wager")


# --- 16.1: disturbances


@pytest.mark.clause("16.1", "A:Void")
def test_16_1_a_fire_undoes_the_game_in_progress(instrument: str) -> None:
    """Invalid is read as void, so what was paid goes back with what was staked."""
    at = blackjack_and_fifteen(instrument)
    at.do(Invalidate(disturbance="fire in the kitchen"), SUPERVISOR)
    assert (at.chips("P"), at.chips("Q"), at.table.chips.layout) == (10_000, 10_000, 0)
    void = at.last(RoundVoided)
    assert (void.round, void.reason, void.clauses) == (1, "fire in the kitchen", ("16.1", "A:Void"))
    at.play(("P", 1, 10))
    assert at.chips("P") == 10_010, "and the next game counts"


@pytest.mark.clause("16.1")
def test_16_1_also_when_it_is_settled_but_not_collected(instrument: str) -> None:
    at = blackjack_and_fifteen(instrument)
    at.stand(2)
    at.deal("10D 9C")
    assert (at.table.phase, at.chips("Q")) == (Phase.SETTLED, 10_030)
    at.do(Invalidate(disturbance="brawl"), SUPERVISOR)
    assert (at.chips("P"), at.chips("Q")) == (10_000, 10_000)


@pytest.mark.clause("16.1")
def test_16_1_takes_a_game_and_a_disturbance(instrument: str) -> None:
    at = blackjack_and_fifteen(instrument)
    assert at.refused(Invalidate(disturbance=""), SUPERVISOR).clauses == ("16.1",)
    at.do(Invalidate(disturbance="robbery"), SUPERVISOR)
    assert "16.1" in at.refused(Invalidate(disturbance="robbery"), SUPERVISOR).clauses


@pytest.mark.clause("16.1", "A:Casino Supervisor")
def test_16_1_is_not_a_power_of_players_or_dealers(instrument: str) -> None:
    at = blackjack_and_fifteen(instrument)
    for person in (player("Q"), DEALER):
        refusal = at.refused(Invalidate(disturbance="riot"), person)
        assert refusal.clauses == ("A:Casino Supervisor",)
    at.do(Invalidate(disturbance="riot"), SUPERVISOR)


# --- 16.2: somebody has broken the rules


@pytest.mark.clause("16.2", "4.3")
def test_16_2_a_breach_is_recorded_with_the_rule_that_was_broken(instrument: str) -> None:
    at = blackjack_and_fifteen(instrument)
    at.do(breach("Q", "4.3"), DEALER)
    recorded = at.last(Exercised)
    assert (recorded.subject, recorded.reason) == ("Q", "touched a wager")
    assert recorded.clauses == ("16.2", "4.3")


@pytest.mark.clause("16.2")
@pytest.mark.parametrize(
    "empty",
    [
        RecordBreach(person="", clause="4.3", what="touched a wager"),
        RecordBreach(person="Q", clause="4.3", what=""),
        RecordBreach(person=" ", clause="4.3", what="touched a wager"),
        RecordBreach(person="Q", clause="4.3", what=" "),
        RecordBreach(person="Q", clause="4.33", what="touched a wager"),
        RecordBreach(person="Q", clause="", what="touched a wager"),
    ],
)
def test_16_2_a_breach_is_of_a_rule_by_somebody(instrument: str, empty: RecordBreach) -> None:
    assert at_betting(instrument).refused(empty, DEALER).clauses == ("16.2",)


@pytest.mark.clause("16.2")
def test_16_2_without_a_breach_there_is_no_power(instrument: str) -> None:
    at = blackjack_and_fifteen(instrument)
    at.do(breach("P"), DEALER)
    for command in (VoidWager(player="Q", box=2, reason="why"), Exclude(player="Q", reason="why")):
        assert at.refused(command, SUPERVISOR).clauses == ("16.2",)
    at.do(breach("Q"), DEALER)
    at.do(VoidWager(player="Q", box=2, reason="why"), SUPERVISOR)
    at.do(Exclude(player="Q", reason="why"), SUPERVISOR)


@pytest.mark.clause("16.2(a)", "A:Void")
def test_16_2_a_the_wager_is_void_and_the_stake_goes_back(instrument: str) -> None:
    """Void even for a cheat means returned; these rules confiscate nothing."""
    at = blackjack_and_fifteen(instrument)
    at.do(breach("Q"), DEALER)
    at.do(VoidWager(player="Q", box=2, reason="touched a wager"), SUPERVISOR)
    settled = at.last(Settled)
    assert (settled.player, settled.outcome, settled.net) == ("Q", Outcome.VOID, 0)
    assert settled.clauses == ("16.2(a)", "A:Void")
    assert at.table.phase is Phase.SETTLED, "nothing is left for the dealer to draw against"
    at.settle()
    assert (at.chips("P"), at.chips("Q")) == (10_030, 10_000)


@pytest.mark.clause("16.2(a)")
def test_16_2_a_what_the_wager_had_been_paid_is_taken_back(instrument: str) -> None:
    at = blackjack_and_fifteen(instrument)
    at.do(breach("P"), DEALER)
    at.do(VoidWager(player="P", box=1, reason="touched a wager"), SUPERVISOR)
    assert (at.last(Reversed).net, at.chips("P")) == (30_00, 10_000)
    at.stand(2)
    at.settle("10D 9C")
    assert at.chips("Q") == 10_030, "Q plays on"


@pytest.mark.clause("16.2(a)")
def test_16_2_a_reaches_the_wagers_of_who_broke_the_rule(instrument: str) -> None:
    """ "any wager made by a player" is read as any of that player's."""
    at = open_table(instrument)
    at.bet("P", 1, 20)
    at.bet("Q", 1, 30)
    at.deal("10S 6D 5H")
    at.do(breach("Q"), DEALER)
    assert at.refused(VoidWager(player="P", box=1, reason="why"), SUPERVISOR).clauses == ("16.2",)
    at.do(VoidWager(player="Q", box=1, reason="why"), SUPERVISOR)
    assert (at.chips("P"), at.chips("Q"), at.table.chips.layout) == (9_980, 10_000, 20_00)


@pytest.mark.clause("16.2(a)")
def test_16_2_a_a_wager_is_made_when_it_lies_in_the_box(instrument: str) -> None:
    at = at_betting(instrument)
    at.do(breach("Q"), DEALER)
    at.do(VoidWager(player="Q", box=2, reason="touched a wager"), SUPERVISOR)
    assert (at.chips("P"), at.chips("Q"), at.table.chips.layout) == (9_980, 10_000, 20_00)
    at.deal("10S 6D 5H")
    assert at.decider == "P", "only P is dealt to"


@pytest.mark.clause("16.2(a)")
def test_16_2_a_takes_a_wager_and_a_reason(instrument: str) -> None:
    at = blackjack_and_fifteen(instrument)
    at.do(breach("Q"), DEALER)
    for command in (
        VoidWager(player="Q", box=2, reason=""),
        VoidWager(player="Q", box=1, reason="why"),
        VoidWager(player="Q", box=2, reason="why", wager="perfect-pairs"),
    ):
        assert at.refused(command, SUPERVISOR).clauses == ("16.2(a)",)
    void = VoidWager(player="Q", box=2, reason="why")
    at.do(void, SUPERVISOR)
    assert at.refused(void, SUPERVISOR).clauses == ("16.2(a)",), "it is void already"


@pytest.mark.clause("16.2(a)", "6.2(a)", "6.2(c)")
def test_16_2_a_in_the_initial_deal_cards_go_to_boxes_with_wagers(instrument: str) -> None:
    at = at_betting(instrument)
    at.deal("10S")
    at.do(breach("P"), DEALER)
    at.do(VoidWager(player="P", box=1, reason="touched a wager"), SUPERVISOR)
    at.deal("9S 8S 9D")  # to box 2, to the dealer, to box 2
    at.stand(2)
    assert at.settle("9C") == {"P": 0, "Q": 30}


@pytest.mark.clause("16.2(a)")
def test_16_2_a_with_no_wager_left_nothing_more_is_dealt(instrument: str) -> None:
    at = at_betting(instrument)
    at.deal("10S")
    for name, box in (("P", 1), ("Q", 2)):
        at.do(breach(name), DEALER)
        at.do(VoidWager(player=name, box=box, reason="touched a wager"), SUPERVISOR)
    assert at.settle() == {"P": 0, "Q": 0}


@pytest.mark.clause("18:16.2(a)")
@pytest.mark.parametrize(
    ("card", "net"),
    [
        pytest.param("KD", 20 - 20, marks=pytest.mark.clause("18:7.6(b)")),
        pytest.param("9D", -10, marks=pytest.mark.clause("18:7.6(a)")),
    ],
)
@pytest.mark.parametrize("moved_on", [False, True])
def test_18_16_2_a_another_players_insurance_on_a_void_wager_is_settled(
    card: str, net: int, moved_on: bool
) -> None:
    """R's insurance of 10 is a wager of R's on the dealer's Blackjack; only P's wager is void.

    R's 20 is lost to the Blackjack, and R's 20 stands off against 20.
    """
    at = open_table(ACT_2018, "P R")
    at.bet("P", 1, 20)
    at.bet("R", 2, 20)
    at.deal("10S 10H AS 9H 10C")
    at.move_on()
    at.insure("R", 1, 10, on="P")
    if moved_on:
        at.move_on()
    at.do(breach("P"), DEALER)
    at.do(VoidWager(player="P", box=1, reason="touched a wager"), SUPERVISOR)
    at.stand(2)
    assert at.settle(card) == {"P": 0, "R": net}


@pytest.mark.clause("18:7.6(b)", "18:16.2(a)")
def test_18_16_2_a_insurance_is_settled_although_every_other_wager_is_void() -> None:
    at = open_table(ACT_2018, "P R")
    at.bet("P", 1, 20)
    at.bet("R", 2, 20)
    at.deal("10S 10H AS 9H 10C")
    at.move_on()
    at.insure("R", 1, 10, on="P")
    at.move_on()
    for name, box in (("P", 1), ("R", 2)):
        at.do(breach(name), DEALER)
        at.do(VoidWager(player=name, box=box, reason="touched a wager"), SUPERVISOR)
    assert at.settle("KD") == {"P": 0, "R": 20}


@pytest.mark.clause("16.2(a)", "7.1")
def test_16_2_a_a_players_own_insurance_goes_with_the_void_wager(instrument: str) -> None:
    at = open_table(instrument, "P R")
    at.bet("P", 1, 20)
    at.bet("R", 2, 20)
    at.deal("10S 10H AS 9H 10C")
    at.insure("P", 1, 10)
    at.do(breach("P"), DEALER)
    at.do(VoidWager(player="P", box=1, reason="touched a wager", wager="main"), SUPERVISOR)
    assert at.chips("P") == 10_000


@pytest.mark.clause("16.2(b)")
def test_16_2_b_who_is_excluded_bets_no_more(instrument: str) -> None:
    at = at_betting(instrument)
    at.do(breach("Q"), DEALER)
    at.do(Exclude(player="Q", reason="touched a wager"), SUPERVISOR)
    assert at.chips("Q") == 10_000, "a wager that is in no round yet goes back"
    assert at.refused(Arrive(player="Q"), player("Q")).clauses == ("16.2(b)",)
    assert [wager.player for wager in at.table.wagers] == ["P"]
    at.play(("P", 1, 20))


@pytest.mark.clause("16.2(b)", "14.7")
def test_16_2_b_a_wager_in_a_round_stands_and_is_played_as_for_the_absent(
    instrument: str,
) -> None:
    """(a) and (b) are two powers: to exclude a player voids nothing."""
    at = blackjack_and_fifteen(instrument)
    at.do(breach("Q"), DEALER)
    at.do(Exclude(player="Q", reason="touched a wager"), SUPERVISOR)
    assert at.refused(ComeBack(player="Q"), player("Q")).clauses == ("16.2(b)",)
    assert at.settle("10D 9C") == {"P": 30, "Q": 30}
    assert "Q" not in at.table.patrons.arrived
    assert at.refused(Arrive(player="Q"), player("Q")).clauses == ("16.2(b)",)


@pytest.mark.clause("16.2(b)")
def test_16_2_b_who_is_excluded_in_mid_round_places_no_further_wager_in_it(instrument: str) -> None:
    """Insurance is a new wager, and even money a request of somebody who plays on."""
    at = open_table(instrument)
    at.bet("P", 1, 20)
    at.bet("Q", 1, 20)
    at.deal("AS AD KS")
    at.do(breach("Q"), DEALER)
    at.do(Exclude(player="Q", reason="touched a wager"), SUPERVISOR)
    for asked in (Insure(player="Q", box=1, amount=10_00), TakeEvenMoney(player="Q", box=1)):
        assert at.refused(asked, player("Q")).clauses == ("16.2(b)",)
    at.even_money("P", 1)  # whoever else is on the box has all choices


@pytest.mark.clause("16.2(b)")
def test_16_2_b_a_wager_to_which_no_card_was_dealt_is_in_no_round(instrument: str) -> None:
    """Excluded between the call and the first card; then the round is not dealt after all."""
    at = at_betting(instrument)
    at.no_more_bets()
    at.do(breach("Q"), DEALER)
    at.do(Exclude(player="Q", reason="touched a wager"), SUPERVISOR)
    assert (at.chips("Q"), "Q" in at.table.patrons.arrived) == (10_000, False)
    at.do(VoidRound(ground="impractical", reason="the lights went out"), SUPERVISOR)
    assert [wager.player for wager in at.table.wagers] == ["P"]
    assert (at.chips("Q"), "Q" in at.table.patrons.arrived) == (10_000, False)


@pytest.mark.clause("16.2(b)", "5.2")
def test_16_2_b_who_is_excluded_does_not_cut(instrument: str) -> None:
    at = open_table(instrument, loaded=False)
    at.do(Sit(player="Q", box=2), player("Q"))
    at.do(Shuffle(), DEALER)
    assert at.table.shoe.offer.player == "P"
    at.do(breach("P"), DEALER)
    at.do(Exclude(player="P", reason="touched a wager"), SUPERVISOR)
    assert at.refused(Cut(player="P", at=100), player("P")).clauses == ("16.2(b)",)
    at.do(DeclineCut(player="P"), DEALER)
    at.do(Cut(player="Q", at=100), player("Q"))


@pytest.mark.clause("16.2(b)", "14.6")
def test_16_2_b_nor_while_a_wager_of_theirs_is_played(instrument: str) -> None:
    at = blackjack_and_fifteen(instrument)
    at.do(breach("P"), DEALER)
    at.do(Exclude(player="P", reason="touched a wager"), SUPERVISOR)
    at.hit(2)
    at.burn(at.table.shoe.remaining)
    at.do(Shuffle(), DEALER)
    assert [offer.player for offer in at.table.shoe.offers] == ["Q", None]


@pytest.mark.clause("16.2(a)", "16.2(b)")
def test_16_2_both_powers_may_be_used_together(instrument: str) -> None:
    at = blackjack_and_fifteen(instrument)
    at.do(breach("Q"), DEALER)
    at.do(Exclude(player="Q", reason="touched a wager"), SUPERVISOR)
    at.do(VoidWager(player="Q", box=2, reason="touched a wager"), SUPERVISOR)
    powers = [power.clauses for power in at.facts_of(Exercised) if power.subject.startswith("Q")]
    assert powers == [("16.2", "4.3"), ("16.2", "16.2(b)"), ("16.2", "16.2(a)")]
    assert at.chips("Q") == 10_000


@pytest.mark.clause("16.2(b)")
def test_16_2_b_takes_a_reason_and_happens_once(instrument: str) -> None:
    at = at_betting(instrument)
    at.do(breach("Q"), DEALER)
    assert at.refused(Exclude(player="Q", reason=""), SUPERVISOR).clauses == ("16.2(b)",)
    at.do(Exclude(player="Q", reason="why"), SUPERVISOR)
    assert at.refused(Exclude(player="Q", reason="why"), SUPERVISOR).clauses == ("16.2(b)",)


# --- 16.3: void rounds


@pytest.mark.clause("16.3", "A:Void")
@pytest.mark.parametrize("ground", ["impractical", "fraud"])
def test_16_3_a_round_is_void_with_all_that_was_paid_in_it(instrument: str, ground: str) -> None:
    at = blackjack_and_fifteen(instrument)
    at.do(VoidRound(ground=ground, reason="a drink over the layout"), SUPERVISOR)
    assert (at.chips("P"), at.chips("Q"), at.table.chips.layout) == (10_000, 10_000, 0)
    assert at.last(RoundVoided).clauses == ("16.3", "A:Void")


@pytest.mark.clause("A:Round of play")
def test_16_3_before_the_first_card_there_is_no_round_to_void(instrument: str) -> None:
    """It would count as a round. Betting opens again, and wagers may be taken back."""
    at = at_betting(instrument)
    at.no_more_bets()
    at.do(VoidRound(ground="impractical", reason="a drink over the layout"), SUPERVISOR)
    assert (at.table.phase, at.table.rounds) == (Phase.BETTING, [])
    assert at.last(Exercised).clauses == ("A:Round of play",)
    at.bet("Q", 2, 0)
    assert (at.chips("P"), at.chips("Q")) == (9_980, 10_000)
    at.deal("10S 6D 5H")
    assert at.table.number == 1


@pytest.mark.clause("16.3")
def test_16_3_there_are_two_grounds_and_one_of_them_is_given(instrument: str) -> None:
    at = blackjack_and_fifteen(instrument)
    for command in (
        VoidRound(ground="", reason="why"),
        VoidRound(ground="the house lost", reason="why"),
        VoidRound(ground="fraud", reason=""),
        VoidRound(ground="fraud", reason="  \n"),
    ):
        assert at.refused(command, SUPERVISOR).clauses == ("16.3",)
    at.do(VoidRound(ground="fraud", reason="a card up the sleeve"), SUPERVISOR)


@pytest.mark.clause("16.3")
def test_16_3_fraud_reaches_a_round_that_is_over_and_leaves_the_others(instrument: str) -> None:
    at = open_table(instrument)
    at.play(("P", 1, 20), ("Q", 2, 30))
    at.play(("P", 1, 50))
    assert (at.chips("P"), at.chips("Q")) == (10_070, 10_030)
    at.do(VoidRound(ground="fraud", reason="a marked card", round=1), SUPERVISOR)
    assert at.last(RoundVoided).round == 1
    assert (at.chips("P"), at.chips("Q")) == (10_050, 10_000)
    again = VoidRound(ground="fraud", reason="a marked card", round=1)
    assert at.refused(again, SUPERVISOR).clauses == ("16.3",), "it is void already"


@pytest.mark.clause("16.3")
def test_16_3_what_is_over_was_not_impractical_to_continue(instrument: str) -> None:
    at = open_table(instrument)
    at.play(("P", 1, 20))
    late = VoidRound(ground="impractical", reason="a drink over the layout", round=1)
    assert at.refused(late, SUPERVISOR).clauses == ("16.3",)
    never = VoidRound(ground="fraud", reason="a marked card", round=2)
    assert at.refused(never, SUPERVISOR).clauses == ("16.3",)
    now = VoidRound(ground="impractical", reason="a drink over the layout")
    assert "16.3" in at.refused(now, SUPERVISOR).clauses, "no round is in progress"


@pytest.mark.clause("16.3")
def test_16_3_nor_is_what_is_settled_and_not_collected(instrument: str) -> None:
    at = blackjack_and_fifteen(instrument)
    at.stand(2)
    at.deal("10D 9C")
    impractical = VoidRound(ground="impractical", reason="the house has lost")
    assert at.refused(impractical, SUPERVISOR).clauses == ("16.3",)
    assert at.allowed(VoidRound(ground="fraud", reason="a marked card"), SUPERVISOR)
    assert at.settle() == {"P": 30, "Q": 30}


@pytest.mark.clause("16.3", "16.4")
def test_16_3_unless_it_was_decided_that_it_is_put_right(instrument: str) -> None:
    at = blackjack_and_fifteen(instrument)
    at.stand(2)
    at.deal("10D 9C")
    impractical = VoidRound(ground="impractical", reason="the 9 was an 8, and Q would play on")
    at.do(RaiseDispute(player="Q", about="it was an 8", round=1), player("Q"))
    assert not at.allowed(impractical, SUPERVISOR)
    at.do(RuleOnDispute(number=1, decision="so it was", stands=False), SUPERVISOR)
    at.do(impractical, SUPERVISOR)
    assert (at.chips("P"), at.chips("Q")) == (10_000, 10_000)


@pytest.mark.clause("16.3")
def test_16_3_or_a_card_lies_on_the_wrong_hand(instrument: str) -> None:
    at = two_boxes(instrument)
    at.deal("10S 9H 7D 8C 5S")
    at.stand(1)
    at.hit(2)
    at.lay("7C", 0)
    at.stand(2)
    at.deal("10H")
    assert at.table.phase is Phase.SETTLED
    at.do(VoidRound(ground="impractical", reason="nobody knows what lay where"), SUPERVISOR)
    assert (at.chips("P"), at.chips("Q")) == (10_000, 10_000)
