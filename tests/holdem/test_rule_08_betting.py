"""Rule 8: three betting rounds, and the dealer's hand."""

from __future__ import annotations

import pytest
from tests.holdem.cases import KING_HIGH, allowed, dealt, finish, go_on, refusal

from croupier.games.holdem.asks_and_answers import Betting, Check, Conceding, Fold, PlayWager
from croupier.games.holdem.facts import (
    COMMUNAL,
    DEALER,
    Announced,
    Decided,
    Declared,
    Qualified,
    Stage,
    TurnedUp,
)
from croupier.games.holdem.legal_answers import candidates
from croupier.table.facts import Outcome

ONE = ("1 P 10 trips 5", KING_HIGH, "KC QD", ["AH AD"])
TWO = ("1 P 10; 2 Q 20", KING_HIGH, "KC QD", ["AH AD", "TH TD"])


# --- 8.1: before the flop


@pytest.mark.clause("uth:8.1", "uth:8.1(a)", "uth:8.1(b)", "uth:8.1(c)", "uth:A:Before the Flop")
def test_8_1_before_the_flop_a_player_folds_checks_or_bets() -> None:
    for words in ("1 fold", "1 check", "1 play 30", "1 play 40"):
        case = dealt(*ONE)
        assert allowed(case, words)
        go_on(case, words)
    assert [*candidates(dealt(*ONE).round, "P")] == [
        Fold(box=1),
        Check(box=1),
        PlayWager(box=1, amount=3000),
        PlayWager(box=1, amount=4000),
    ]


@pytest.mark.clause("uth:8.1(a)", "uth:A:Fold", "uth:8.6")
def test_8_1_a_a_fold_before_the_flop_loses_every_wager() -> None:
    case = finish(dealt(*ONE, "1 fold"))
    assert case.results() == {"ante": -10, "blind": -10, "trips": -5}
    assert {f.outcome for f in case.settled()} == {Outcome.LOSE}


@pytest.mark.clause("uth:8.1(b)", "uth:A:Check")
def test_8_1_b_a_check_costs_nothing() -> None:
    case = dealt(*ONE, "1 check")
    (checked,) = case.facts(Decided)
    assert (checked.action, checked.amount) == ("check", 0)
    assert case.settled() == []


@pytest.mark.clause("uth:8.1(c)", "uth:8.1(c)(i)", "uth:8.1(c)(ii)", "uth:A:Play Wager")
@pytest.mark.parametrize("times", [3, 4])
def test_8_1_c_a_play_wager_is_three_or_four_antes(times: int) -> None:
    case = dealt(*ONE, f"1 play {10 * times}")
    (bet,) = case.facts(Decided)
    assert (bet.action, bet.amount) == ("play", 1000 * times)
    assert case.round.box(1).played is Stage.BEFORE_THE_FLOP


@pytest.mark.clause("uth:8.1(c)(ii)")
@pytest.mark.parametrize("amount", [1, 10, 20, 29.99, 30.01, 35, 40.01, 50])
def test_8_1_c_ii_and_nothing_else(amount: float) -> None:
    assert refusal(dealt(*ONE), f"1 play {amount}").clauses == ("8.1(c)(ii)",)


@pytest.mark.clause("uth:4.1")
def test_no_chips_are_no_play_wager() -> None:
    case = dealt(*ONE)
    assert refusal(case, "1 play 0").clauses[0] == "4.1"
    assert refusal(case, "1 overlooked 0").clauses[0] == "4.1"


# --- order within a betting round


@pytest.mark.parametrize(("order", "asked"), [("clockwise", [1]), ("free", [1, 2])])
def test_whom_the_dealer_asks_is_the_tables_choice(order: str, asked: list[int]) -> None:
    case = dealt(*TWO, action_order=order)
    assert [box.number for box in case.round.asked] == asked
    assert [box.number for box in case.round.owing] == [1, 2]


@pytest.mark.parametrize("order", ["clockwise", "free"])
def test_no_clause_refuses_an_answer_out_of_turn(order: str) -> None:
    case = dealt(*TWO, "2 check; 1 check", action_order=order)
    assert case.round.stage is Stage.AFTER_THE_FLOP


@pytest.mark.clause("uth:8.2", "uth:A:Flop")
def test_8_2_the_flop_waits_for_everybody() -> None:
    case = dealt(*TWO, "1 check")
    assert case.round.communal_up == set()
    assert refusal(case, "1 check").clauses == ("8.2", "A:Flop")
    go_on(case, "2 check")
    (flop,) = case.facts(TurnedUp)
    assert (flop.whose, " ".join(flop.cards)) == (COMMUNAL, "KS 7H 5C")


# --- 8.3: after the flop


@pytest.mark.clause("uth:8.3", "uth:8.3(a)", "uth:8.3(b)", "uth:8.3(c)", "uth:A:After the Flop")
def test_8_3_after_the_flop_those_who_checked_fold_check_or_bet() -> None:
    for words in ("1 fold", "1 check", "1 play 20"):
        go_on(dealt(*ONE, "1 check"), words)
    case = dealt(*ONE, "1 check")
    assert [*candidates(case.round, "P")] == [
        Fold(box=1),
        Check(box=1),
        PlayWager(box=1, amount=2000),
    ]


@pytest.mark.clause("uth:8.3(c)", "uth:8.3(c)(i)", "uth:8.3(c)(ii)")
def test_8_3_c_a_play_wager_is_twice_the_ante() -> None:
    case = dealt(*ONE, "1 check")
    for amount in (10, 30, 40):
        assert refusal(case, f"1 play {amount}").clauses == ("8.3(c)(ii)",)
    go_on(case, "1 play 20")
    assert case.round.box(1).played is Stage.AFTER_THE_FLOP


@pytest.mark.clause("uth:8.3")
def test_8_3_those_with_a_play_wager_bet_no_more() -> None:
    case = dealt(*TWO, "1 play 40; 2 check")
    assert [box.number for box in case.round.owing] == [2]
    for words in ("1 play 20", "1 check", "1 fold"):
        assert refusal(case, words).clauses[0] == "8.3"


@pytest.mark.clause("uth:A:Play Wager")
def test_there_is_one_play_wager_and_no_raise() -> None:
    case = dealt(*TWO, "1 play 30")
    assert refusal(case, "1 play 40").clauses == ("A:Play Wager", "4.5", "4.6")


@pytest.mark.clause("uth:8.4", "uth:A:Turn", "uth:A:River")
def test_8_4_turn_and_river_come_together() -> None:
    case = dealt(*TWO, "1 check; 2 check; 1 check")
    assert case.round.communal_up == {0, 1, 2}
    assert refusal(case, "1 play 10").clauses == ("8.4", "A:Turn", "A:River")
    go_on(case, "2 check")
    _, turned = case.facts(TurnedUp)
    assert (turned.whose, " ".join(turned.cards)) == (COMMUNAL, "3D 2S")


# --- 8.5: on the river


@pytest.mark.clause("uth:8.5", "uth:8.5(a)", "uth:8.5(b)", "uth:A:On the River")
def test_8_5_on_the_river_those_who_checked_twice_fold_or_bet() -> None:
    for words in ("1 fold", "1 play 10"):
        go_on(dealt(*ONE, "1 check; 1 check"), words)
    case = dealt(*ONE, "1 check; 1 check")
    assert [*candidates(case.round, "P")] == [Fold(box=1), PlayWager(box=1, amount=1000)]
    assert refusal(case, "1 check").clauses[0] == "8.5"


@pytest.mark.clause("uth:8.5(b)", "uth:8.5(b)(i)", "uth:8.5(b)(ii)")
def test_8_5_b_a_play_wager_is_as_large_as_the_ante() -> None:
    case = dealt(*ONE, "1 check; 1 check")
    for amount in (5, 20, 30, 40):
        assert refusal(case, f"1 play {amount}").clauses == ("8.5(b)(ii)",)
    go_on(case, "1 play 10")
    assert case.round.box(1).played is Stage.ON_THE_RIVER


@pytest.mark.clause("uth:8.5")
def test_8_5_those_with_a_play_wager_bet_no_more() -> None:
    case = dealt(*TWO, "1 play 40; 2 check; 2 check")
    for words in ("1 play 10", "1 fold"):
        assert refusal(case, words).clauses[0] == "8.5"


# --- 8.6: folded cards


@pytest.mark.clause("uth:8.6")
def test_8_6_folded_cards_never_come_back() -> None:
    case = dealt(*TWO, "1 fold; 2 check")
    for words in ("1 check", "1 play 20", "1 fold", "1 no answer", "1 concede"):
        assert refusal(case, words).clauses == ("8.6",)


def test_a_box_without_a_hand_decides_nothing() -> None:
    assert "7.3(c)" in refusal(dealt(*ONE), "2 check").clauses


# --- nobody left, or nobody to ask


def test_when_everybody_has_folded_no_more_cards_are_turned_up() -> None:
    case = dealt(*TWO, "1 fold; 2 fold")
    assert case.round.over
    assert case.facts(TurnedUp) == []
    assert case.stages() == [Stage.DEAL, Stage.BEFORE_THE_FLOP]


@pytest.mark.clause("uth:8.8")
def test_unless_the_table_runs_the_cards_out() -> None:
    case = dealt(*TWO, "1 fold; 2 fold", run_out_when_all_fold=True)
    assert case.round.over
    assert [len(fact.cards) for fact in case.facts(TurnedUp)] == [3, 2, 2]
    assert Stage.SETTLEMENT not in case.stages()


@pytest.mark.clause("uth:8.2", "uth:8.4")
def test_when_everybody_has_bet_the_cards_are_turned_up_without_asking() -> None:
    case = dealt(*TWO, "1 play 40; 2 play 80")
    assert isinstance(case.round.due, Conceding)
    assert [len(fact.cards) for fact in case.facts(TurnedUp)] == [3, 2, 2]
    assert case.stages() == [
        Stage.DEAL,
        Stage.BEFORE_THE_FLOP,
        Stage.AFTER_THE_FLOP,
        Stage.ON_THE_RIVER,
        Stage.DEALERS_HAND,
    ]


# --- 8.8: the dealer's hand


@pytest.mark.clause("uth:8.8", "uth:8.8(a)", "uth:8.8(b)", "uth:8.8(c)")
def test_8_8_the_dealer_announces_turns_up_and_declares() -> None:
    case = dealt(*TWO, "1 play 40; 2 check; 2 check")
    assert isinstance(case.round.due, Betting)
    assert case.round.dealer_up == set()
    go_on(case, "2 play 20")
    announced, turned, declared, qualified = case.round.facts[-4:]
    assert isinstance(announced, Announced)
    assert announced.words == "dealer's hand"
    assert isinstance(turned, TurnedUp)
    assert (turned.whose, " ".join(turned.cards)) == (DEALER, "KC QD")
    assert isinstance(declared, Declared)
    assert declared.words == "one pair, kings"
    assert " ".join(declared.five) == "KC KS QD 7H 5C"
    assert isinstance(qualified, Qualified)
    assert qualified.qualifies


@pytest.mark.clause("uth:8.8")
@pytest.mark.parametrize(
    "decisions",
    [
        pytest.param(("1 play 40", "2 check", "2 check", "2 play 20"), id="the last one bets"),
        pytest.param(("1 play 40", "2 check", "2 check", "2 fold"), id="the last one folds"),
        pytest.param(("1 fold", "2 check", "2 play 40"), id="after the flop"),
        pytest.param(("1 play 40", "2 play 80"), id="before the flop"),
    ],
)
def test_8_8_the_dealers_hand_comes_after_every_decision_and_five_cards(
    decisions: tuple[str, ...],
) -> None:
    case = dealt(*TWO)
    for decision in decisions:
        assert case.round.dealer_up == set()
        assert not [fact for fact in case.facts(TurnedUp) if fact.whose == DEALER]
        go_on(case, decision)
    turned = [(fact.whose == DEALER, len(fact.cards)) for fact in case.facts(TurnedUp)]
    assert turned == [(False, 3), (False, 2), (True, 2)]
    (announced,) = (f for f in case.facts(Announced) if f.words == "dealer's hand")
    facts = case.round.facts
    (dealers,) = (f for f in case.facts(TurnedUp) if f.whose == DEALER)
    (river,) = (f for f in case.facts(TurnedUp) if f.whose != DEALER and len(f.cards) == 2)
    (declared,) = (f for f in case.facts(Declared) if f.whose == DEALER)
    order = [facts.index(fact) for fact in (river, announced, dealers, declared)]
    assert order == sorted(order)


@pytest.mark.clause("uth:A:Qualify")
@pytest.mark.parametrize(
    ("board", "dealer", "qualifies"),
    [
        pytest.param("9S 7H 5C 3D 2S", "2C QD", True, id="the lowest pair"),
        pytest.param("9S 7H 5C 3D 2S", "AC KD", False, id="ace high"),
        pytest.param("9S 9H 5C 3D 2S", "4C 8D", True, id="a pair on the board"),
    ],
)
def test_the_dealer_qualifies_with_a_pair(board: str, dealer: str, qualifies: bool) -> None:
    case = dealt("1 P 10", board, dealer, ["JH TH"], "1 play 40")
    (found,) = case.facts(Qualified)
    assert found.qualifies is qualifies
