"""Rules 11 and 13: what becomes of a round in which something went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.holdem.cases import (
    KING_HIGH,
    Case,
    deal,
    dealt,
    finish,
    go_on,
    opened,
    refusal,
    rules,
    shoe,
)

from croupier.games.holdem import round_irregularities
from croupier.games.holdem.facts import (
    COMMUNAL,
    DEALER,
    Abort,
    Aborted,
    Ended,
    Exposed,
    Handled,
    HandVoided,
    Stage,
)
from croupier.games.holdem.hands import Box
from croupier.games.holdem.round import Round
from croupier.rulebook.citations import NoRuling, Refused
from croupier.table.facts import Outcome, Reversed

if TYPE_CHECKING:
    from croupier.games.holdem.facts import Place

TWO = ("1 P 10 trips 5; 2 Q 10", KING_HIGH, "KC QD", ["AH AD", "TH TD"])
PLAYED = "1 play 40; 2 play 40"
STAGES = [
    pytest.param("", id="before the flop"),
    pytest.param("1 fold; 2 check", id="after the flop"),
    pytest.param("1 play 40; 2 check; 2 check", id="on the river"),
    pytest.param(PLAYED, id="dealer's hand"),
    pytest.param(f"{PLAYED}; 1 concede", id="conceded"),
    pytest.param(f"{PLAYED}; take and pay", id="settlement"),
]


def aborted(case: Case) -> Aborted:
    (fact,) = case.facts(Aborted)
    assert case.round.over
    assert case.round.stage is Stage.OVER
    assert all(net == 0 for net in case.net().values())
    assert all(box.stakes == {} and box.ended is Ended.VOID for box in case.round.boxes)
    return fact


# --- the whole round, whenever it is noticed


@pytest.mark.clause("uth:13.1", "uth:13.3", "uth:A:Void")
@pytest.mark.parametrize("decisions", STAGES)
def test_13_1_a_wrong_number_of_cards_is_a_misdeal_until_the_last_wager(decisions: str) -> None:
    case = dealt(*TWO, decisions)
    round_irregularities.wrong_number_of_cards(case.round)
    assert aborted(case).how is Abort.MISDEAL


@pytest.mark.clause("uth:13.7", "uth:13.7(b)")
@pytest.mark.parametrize("decisions", STAGES)
def test_13_7_b_a_wrong_deck_voids_the_round_it_is_found_in(decisions: str) -> None:
    case = dealt(*TWO, decisions)
    round_irregularities.wrong_deck(case.round)
    assert aborted(case).how is Abort.VOID


@pytest.mark.clause("uth:11.1", "uth:11.3")
@pytest.mark.parametrize("decisions", STAGES)
def test_11_1_a_breakdown_of_the_machine_voids_the_round(decisions: str) -> None:
    case = dealt(*TWO, decisions, device="shuffler")
    round_irregularities.malfunction(case.round)
    assert aborted(case).how is Abort.VOID


@pytest.mark.clause("uth:11.1")
def test_11_1_is_about_the_machine_and_no_card_shoe() -> None:
    case = dealt(*TWO)
    with pytest.raises(Refused, match="card shoe"):
        round_irregularities.malfunction(case.round)
    assert not case.round.over


@pytest.mark.clause("uth:13.1")
def test_13_1_holds_during_the_deal_too() -> None:
    case = opened("1 P 10")
    deal(case.round, shoe(KING_HIGH, "KC QD", ["AH AD"])[:6])
    round_irregularities.wrong_number_of_cards(case.round)
    assert aborted(case).how is Abort.MISDEAL


@pytest.mark.clause("uth:A:Round of Play")
def test_a_round_whose_last_wager_is_settled_is_over() -> None:
    case = finish(dealt(*TWO, PLAYED))
    for report in (round_irregularities.wrong_number_of_cards, round_irregularities.wrong_deck):
        with pytest.raises(Refused) as refused:
            report(case.round)
        assert refused.value.clauses == ("A:Round of Play",)


def test_what_was_taken_and_paid_is_undone_and_the_rest_goes_back() -> None:
    case = dealt(*TWO, f"{PLAYED}; take and pay")
    round_irregularities.wrong_number_of_cards(case.round)
    undone = {(f.box, f.wager): f.net / 100 for f in case.facts(Reversed)}
    assert undone == {(2, "ante"): -10, (2, "blind"): -10, (2, "play"): -40}
    void = {(f.box, f.wager): f.stake / 100 for f in case.settled() if f.outcome is Outcome.VOID}
    assert void == {(1, "ante"): 10, (1, "blind"): 10, (1, "trips"): 5, (1, "play"): 40}


# --- 13.2, 13.4, 13.5: cards that were shown


@pytest.mark.clause("uth:13.2", "uth:13.3")
@pytest.mark.parametrize(
    ("cards", "whose", "place"),
    [(1, COMMUNAL, 1), (6, COMMUNAL, 5), (6, 1, 1), (8, DEALER, 1), (10, 2, 2)],
)
def test_13_2_any_card_that_is_seen_during_the_deal_is_a_misdeal(
    cards: int, whose: Place, place: int
) -> None:
    case = opened("1 P 10; 2 Q 10")
    deal(case.round, shoe(*TWO[1:])[:cards])
    round_irregularities.card_shown(case.round, whose, place)
    assert aborted(case).how is Abort.MISDEAL
    (shown,) = case.facts(Exposed)
    assert (shown.whose, shown.place) == (whose, place)


@pytest.mark.clause("uth:13.4", "uth:13.4(a)", "uth:13.3")
@pytest.mark.parametrize("decisions", ["", "1 check", "1 check; 2 check; 1 play 20", "1 fold"])
def test_13_4_a_the_dealers_card_is_a_misdeal_without_a_play_wager_before_the_flop(
    decisions: str,
) -> None:
    case = dealt(*TWO, decisions)
    round_irregularities.card_shown(case.round, DEALER, 2)
    assert aborted(case).how is Abort.MISDEAL


@pytest.mark.clause("uth:13.4", "uth:13.4(b)")
@pytest.mark.parametrize("decisions", ["1 play 40", "1 play 30; 2 check", "1 overlooked 35"])
def test_13_4_b_otherwise_the_round_goes_on_and_everybody_has_seen_it(decisions: str) -> None:
    case = dealt(*TWO, decisions)
    round_irregularities.card_shown(case.round, DEALER, 2)
    assert not case.round.over
    assert case.round.dealer_up == {1}
    (shown,) = case.facts(Exposed)
    assert (shown.place, shown.card) == (2, "QD")


@pytest.mark.clause("uth:13.4(a)")
def test_13_4_a_play_wager_that_was_voided_need_not_count() -> None:
    case = dealt(*TWO, "1 play 40", voided_play="does_not_count")
    round_irregularities.void_hand(case.round, 1, "a ruling", case.round.law.void)
    round_irregularities.card_shown(case.round, DEALER, 1)
    assert aborted(case).how is Abort.MISDEAL


@pytest.mark.clause("uth:13.5")
def test_13_5_a_communal_card_that_is_shown_early_stays_open_and_stages_go_on_in_turn() -> None:
    case = dealt(*TWO)
    with pytest.raises(NoRuling):  # which a player's card is not
        round_irregularities.card_shown(case.round, 1, 2)
    assert not case.facts(Exposed)
    round_irregularities.card_shown(case.round, COMMUNAL, 4)
    assert case.round.communal_up == {3}
    with pytest.raises(LookupError, match="lies open already"):
        round_irregularities.card_shown(case.round, COMMUNAL, 4)
    go_on(case, "1 play 30; 2 check")
    assert case.round.communal_up == {0, 1, 2, 3}
    assert case.round.stage is Stage.AFTER_THE_FLOP
    go_on(case, "2 check")
    assert case.round.communal_up == {0, 1, 2, 3, 4}


def test_a_card_is_shown_once_and_only_where_it_lies() -> None:
    case = dealt(*TWO, "1 check; 2 check")
    with pytest.raises(LookupError, match="lies open already"):
        round_irregularities.card_shown(case.round, COMMUNAL, 1)
    for place in (0, 6):
        with pytest.raises(LookupError, match="no card"):
            round_irregularities.card_shown(case.round, COMMUNAL, place)


def test_no_clause_speaks_of_a_players_card_that_is_shown_after_the_deal() -> None:
    case = dealt(*TWO)
    with pytest.raises(NoRuling):
        round_irregularities.card_shown(case.round, 1, 1)
    assert not case.facts(Exposed)


# --- 13.6: a missing wager


def dealt_by_mistake(*, ante: int, blind: int, trips: int = 0) -> Case:
    boxes = [Box(1, "P", ante=1000, blind=1000), Box(3, "R", ante=ante, blind=blind, trips=trips)]
    case = Case(Round(rules(), boxes))
    deal(case.round, shoe(KING_HIGH, "KC QD", ["AH AD", "TH TD"]))
    return case


@pytest.mark.clause("uth:13.6", "uth:13.6(a)")
@pytest.mark.parametrize(("ante", "blind"), [(1000, 0), (0, 1000), (0, 0)])
def test_13_6_a_while_nobody_has_handled_cards_the_round_is_void(ante: int, blind: int) -> None:
    case = dealt_by_mistake(ante=ante, blind=blind)
    round_irregularities.wager_missing(case.round, 3)
    assert aborted(case).how is Abort.VOID


@pytest.mark.clause("uth:13.6", "uth:13.6(b)")
@pytest.mark.parametrize("handled", ["looked", "1 fold", "1 play 40"])
def test_13_6_b_after_that_only_the_hand_is_void(handled: str) -> None:
    case = dealt_by_mistake(ante=1000, blind=0, trips=500)
    if handled == "looked":
        case.round.handle(1)
        assert [fact.box for fact in case.facts(Handled)] == [1]
    else:
        go_on(case, handled)
    round_irregularities.wager_missing(case.round, 3)
    assert [fact.box for fact in case.facts(HandVoided)] == [3]
    assert case.round.box(3).ended is Ended.VOID
    void = {f.wager: f.stake / 100 for f in case.settled() if f.outcome is Outcome.VOID}
    assert void == {"ante": 10, "trips": 5}
    assert case.facts(Aborted) == []


@pytest.mark.clause("uth:13.6(b)")
def test_13_6_a_check_does_not_touch_the_cards() -> None:
    case = go_on(dealt_by_mistake(ante=1000, blind=0), "1 check")
    round_irregularities.wager_missing(case.round, 3)
    assert case.round.over
    whole = dealt(*TWO)
    with pytest.raises(Refused) as refused:
        round_irregularities.wager_missing(whole.round, 1)
    assert refused.value.clauses == ("13.6", "13.6(b)")


# --- a hand that is void


@pytest.mark.parametrize("decisions", STAGES)
def test_a_void_hand_leaves_the_others_in_the_round(decisions: str) -> None:
    case = dealt(*TWO, decisions)
    live = case.round.box(1).live
    round_irregularities.void_hand(case.round, 1, "a ruling", case.round.law.void)
    assert case.net().get("P", 0) == 0
    assert case.round.box(1).stakes == {}
    if live and not case.round.over:
        assert refusal(case, "1 concede").clauses == ("A:Void",)
        with pytest.raises(Refused, match="void already"):
            round_irregularities.void_hand(case.round, 1, "again", case.round.law.void)


def test_a_betting_round_does_not_wait_for_a_void_hand() -> None:
    case = dealt(*TWO, "1 check")
    round_irregularities.void_hand(case.round, 2, "a ruling", case.round.law.void)
    assert case.round.stage is Stage.AFTER_THE_FLOP
    assert [box.number for box in case.round.owing] == [1]


def test_with_the_only_hand_void_the_round_is_over() -> None:
    case = dealt("1 P 10", KING_HIGH, "KC QD", ["AH AD"])
    round_irregularities.void_hand(case.round, 1, "a ruling", case.round.law.void)
    assert case.round.over


def test_a_hand_that_waits_to_be_settled_may_still_become_void() -> None:
    case = dealt(*TWO, f"{PLAYED}; take and pay")
    round_irregularities.void_hand(case.round, 1, "a ruling", case.round.law.void)
    assert case.round.over
    assert case.net() == {"P": 0, "Q": -60}


# --- 13.8[2]: no answer


@pytest.mark.clause("uth:13.8[2]", "uth:A:Fold")
@pytest.mark.parametrize("checks", ["", "1 check; ", "1 check; 1 check; "])
def test_13_8_2_no_answer_is_a_fold_at_every_stage(checks: str) -> None:
    case = dealt("1 P 10 trips 5", KING_HIGH, "KC QD", ["AH AD"], f"{checks}1 no answer")
    assert case.round.over
    assert case.results() == {"ante": -10, "blind": -10, "trips": -5}
    assert case.round.box(1).ended is Ended.FOLDED


@pytest.mark.clause("uth:13.8[2]")
def test_13_8_2_a_hand_with_a_play_wager_owes_no_answer() -> None:
    case = dealt(*TWO, "1 play 40")
    assert refusal(case, "1 no answer").clauses == ("13.8[2]",)
