"""E19 to E29: limits, the maximum payout, irregularities and refusals."""

from __future__ import annotations

import pytest
from tests.holdem.cases import (
    KING_HIGH,
    allowed,
    deal,
    dealt,
    finish,
    go_on,
    opened,
    play,
    refusal,
    rules,
    shoe,
    stakes,
)

from croupier.games.holdem import round_irregularities
from croupier.games.holdem.asks_and_answers import Check, Fold, PlayWager
from croupier.games.holdem.facts import COMMUNAL, DEALER, Abort, Aborted, PlayNoticed
from croupier.games.holdem.hands import Box
from croupier.games.holdem.legal_answers import candidates
from croupier.games.holdem.round import Round
from croupier.games.holdem.wager_rules import boxes_in_play, close_betting, why_not_place
from croupier.table.facts import Outcome
from croupier.table.wagers import Sign, Wager

ACES, JACKS = ("KC QD", ["AH AD"]), ("QC QD", ["JH JD"])
"""The dealer's cards and the player's: aces that win over kings, jacks that lose to queens."""


@pytest.mark.clause("uth:5.5")
def test_E19_an_ante_over_the_limit_takes_play_along() -> None:
    limits = {"ante": [1000, 50000]}
    won = play("1 P 700", KING_HIGH, *ACES, "1 play 2800", limits=limits)
    assert won.results() == {"ante": 500, "blind": 0, "play": 2000}
    assert won.returned() == {"ante": 200, "blind": 200, "play": 800}
    lost = play("1 P 700", KING_HIGH, *JACKS, "1 play 2800", limits=limits)
    assert lost.net() == {"P": -3000}
    assert lost.returned() == won.returned()


@pytest.mark.clause("uth:5.5")
def test_E19_play_may_be_measured_by_the_ante_as_it_was_placed() -> None:
    limits = {"ante": [1000, 50000]}
    won = play("1 P 700", KING_HIGH, *ACES, "1 play 2800", limits=limits, play_base="placed")
    assert won.results()["play"] == 2800
    assert won.returned() == {"ante": 200, "blind": 200}


@pytest.mark.clause("uth:5.4")
def test_E20_the_first_wager_under_the_minimum_is_settled_and_the_next_handed_back() -> None:
    limits = {"ante": [1000, 50000]}
    first = play("1 P 5", KING_HIGH, *ACES, "1 play 20", limits=limits)
    assert first.results() == {"ante": 5, "blind": 0, "play": 20}
    assert [ruled.warned for ruled in first.admitted] == [True, False]
    table = rules(limits=limits)
    sign = Sign.from_options(table.options)
    again = close_betting(table, sign, stakes("1 P 5; 2 Q 10"), warned=["P"])
    assert [(ruled.stands, ruled.goes_back) for ruled in again[:2]] == [(0, 500)] * 2
    assert [box.number for box in boxes_in_play(table, sign, again)] == [2]


@pytest.mark.clause("uth:13.8", "uth:13.8(a)", "uth:13.8(b)")
def test_E21_a_play_wager_of_the_wrong_multiple_is_put_right_at_settlement() -> None:
    def settled(amount: int) -> tuple[float, dict[str, float], tuple[str, ...]]:
        case = play("1 P 10", KING_HIGH, *ACES, f"1 overlooked {amount}")
        (noticed,) = case.facts(PlayNoticed)
        return case.net()["P"], case.returned(), noticed.clauses

    assert settled(20) == (30, {}, ("13.8", "13.8(a)", "5.4"))
    assert settled(50) == (50, {"play": 10}, ("13.8", "13.8(b)", "5.5"))
    assert settled(35) == (45, {}, ("13.8",))


@pytest.mark.clause("uth:13.8")
@pytest.mark.parametrize(("amount", "net"), [(20, 30), (50, 60), (35, 45)])
def test_E21_held_against_the_sign_it_is_settled_as_it_lies(amount: int, net: float) -> None:
    case = play(
        "1 P 10", KING_HIGH, *ACES, f"1 overlooked {amount}",
        noncompliant_play_reference="displayed",
    )  # fmt: skip
    assert case.net() == {"P": net}


@pytest.mark.clause("uth:8.1(c)(ii)")
@pytest.mark.parametrize("amount", [20, 50, 35])
def test_E21_none_of_them_is_taken_knowingly(amount: int) -> None:
    case = dealt("1 P 10", KING_HIGH, *ACES)
    assert refusal(case, f"1 play {amount}").clauses == ("8.1(c)(ii)",)


TWO_BLINDS = ("P1", "8S 8C 5H 5D 2D", "AS KD", ["8H 8D", "5S KC"])


@pytest.mark.clause("uth:10.1:T1:**", "uth:10.1:T1:Blind:Four of a Kind")
def test_E22_the_maximum_payout_holds_for_each_hand() -> None:
    _, board, dealer, hands = TWO_BLINDS
    case = play(
        "1 P1 100; 2 P2 100", board, dealer, hands, "1 play 400; 2 play 400",
        blind_payout_cap=60_000,
    )  # fmt: skip
    assert case.results("P1") == {"ante": 100, "blind": 600, "play": 400}
    assert case.results("P2") == {"ante": 100, "blind": 300, "play": 400}


@pytest.mark.clause("uth:10.1:T1:**")
def test_E22_the_maximum_payout_is_shared_by_the_table() -> None:
    _, board, dealer, hands = TWO_BLINDS
    case = play(
        "1 P1 100; 2 P2 100", board, dealer, hands, "1 play 400; 2 play 400",
        blind_payout_cap=60_000, blind_cap_scope="table_pro_rata",
    )  # fmt: skip
    assert case.net() == {"P1": 961.54, "P2": 638.46}


@pytest.mark.clause("uth:13.1", "uth:13.3", "uth:A:Void")
def test_E23_a_misdeal_gives_everything_back_to_those_who_folded_too() -> None:
    case = dealt(
        "1 P1 10 trips 5; 2 P2 10", KING_HIGH, "KC QD", ["9H 8D", "AH AD"], "1 fold; 2 play 40"
    )
    round_irregularities.wrong_number_of_cards(case.round)
    assert case.round.over
    assert [fact.how for fact in case.facts(Aborted)] == [Abort.MISDEAL]
    assert case.net() == {"P1": 0, "P2": 0}
    void = {f.wager: f.stake / 100 for f in case.settled() if f.outcome is Outcome.VOID}
    assert void == {"ante": 10, "blind": 10, "play": 40}


@pytest.mark.clause("uth:13.7", "uth:13.7(b)")
def test_E23_a_joker_voids_the_round() -> None:
    case = dealt(
        "1 P1 10 trips 5; 2 P2 10", KING_HIGH, "KC QD", ["9H 8D", "AH AD"], "1 fold; 2 play 40"
    )
    round_irregularities.wrong_deck(case.round)
    assert [fact.how for fact in case.facts(Aborted)] == [Abort.VOID]
    assert case.net() == {"P1": 0, "P2": 0}


@pytest.mark.clause("uth:11.1", "uth:11.3")
def test_E23_a_breakdown_while_hands_are_settled_undoes_what_was_paid() -> None:
    case = dealt(
        "1 P1 10; 2 P2 10; 3 P3 10", KING_HIGH, "KC QD", ["9H 8D", "AH AD", "AS AC"],
        "1 fold; 2 play 40; 3 play 40; take and pay", device="shuffler",
    )  # fmt: skip
    assert case.net() == {"P1": -20, "P3": 50}
    round_irregularities.malfunction(case.round)
    assert case.round.over
    assert case.net() == {"P1": 0, "P2": 0, "P3": 0}


@pytest.mark.clause("uth:13.2", "uth:13.3")
def test_E24a_a_card_seen_during_the_deal_is_a_misdeal() -> None:
    case = opened("1 P1 10; 2 P2 10")
    deal(case.round, shoe(KING_HIGH, "KC QD", ["AH AD", "TH TD"])[:7])
    round_irregularities.card_shown(case.round, COMMUNAL, 3)
    assert case.round.over
    assert case.net() == {"P1": 0, "P2": 0}


@pytest.mark.clause("uth:13.5")
def test_E24b_a_communal_card_shown_after_the_deal_leaves_the_undecided_their_choice() -> None:
    case = dealt("1 P1 10; 2 P2 10", KING_HIGH, "KC QD", ["AH AD", "TH TD"], "1 play 40")
    round_irregularities.card_shown(case.round, COMMUNAL, 3)
    assert [*candidates(case.round, "P2")] == [
        Fold(box=2),
        Check(box=2),
        PlayWager(box=2, amount=3000),
        PlayWager(box=2, amount=4000),
    ]
    assert refusal(case, "1 check").clauses == ("A:Play Wager", "4.5", "4.6")


@pytest.mark.clause("uth:13.5", "uth:8.3(c)(ii)")
def test_E24c_a_river_card_shown_early_keeps_the_amounts_of_the_flop() -> None:
    case = dealt("1 P1 10", KING_HIGH, "KC QD", ["AH AD"], "1 check")
    round_irregularities.card_shown(case.round, COMMUNAL, 5)
    assert [*candidates(case.round, "P1")] == [
        Fold(box=1),
        Check(box=1),
        PlayWager(box=1, amount=2000),
    ]
    assert refusal(case, "1 play 10").clauses == ("8.3(c)(ii)",)


EIGHT_HIGH = "8S 7H 5C 3D 2S"


@pytest.mark.clause("uth:13.4", "uth:13.4(a)")
def test_E25a_a_card_of_the_dealers_shown_with_nobody_in_play_is_a_misdeal() -> None:
    case = dealt("1 P1 10; 2 P2 10", EIGHT_HIGH, "AC AD", ["TS TD", "KH QD"])
    round_irregularities.card_shown(case.round, DEALER, 1)
    assert [fact.how for fact in case.facts(Aborted)] == [Abort.MISDEAL]


@pytest.mark.clause("uth:13.4", "uth:13.4(b)")
def test_E25b_with_a_play_wager_made_before_the_flop_the_round_goes_on() -> None:
    case = dealt("1 P1 10; 2 P2 10", EIGHT_HIGH, "AC AD", ["TS TD", "KH QD"], "1 play 40")
    round_irregularities.card_shown(case.round, DEALER, 1)
    finish(go_on(case, "2 check; 2 check; 2 fold"))
    assert case.net() == {"P1": -60, "P2": -20}


@pytest.mark.clause("uth:13.4(a)")
def test_E25c_a_play_wager_made_after_the_flop_does_not_help() -> None:
    case = dealt(
        "1 P1 10; 2 P2 10", EIGHT_HIGH, "AC AD", ["TS TD", "KH QD"],
        "1 check; 2 check; 2 play 20",
    )  # fmt: skip
    round_irregularities.card_shown(case.round, DEALER, 1)
    assert case.round.over


@pytest.mark.clause("uth:13.4(b)")
def test_E25c_unless_any_play_wager_counts() -> None:
    case = dealt(
        "1 P1 10; 2 P2 10", EIGHT_HIGH, "AC AD", ["TS TD", "KH QD"],
        "1 check; 2 check; 2 play 20", dealer_exposure_test="any_play",
    )  # fmt: skip
    round_irregularities.card_shown(case.round, DEALER, 1)
    assert not case.round.over


@pytest.mark.clause("uth:13.4(a)")
def test_E25d_on_the_river_with_everybody_checking_it_is_a_misdeal() -> None:
    case = dealt(
        "1 P1 10; 2 P2 10", EIGHT_HIGH, "AC AD", ["TS TD", "KH QD"],
        "1 check; 2 check; 1 check; 2 check",
    )  # fmt: skip
    round_irregularities.card_shown(case.round, DEALER, 2)
    assert case.round.over
    assert case.net() == {"P1": 0, "P2": 0}


def box_3_without_a_blind() -> Round:
    game = Round(
        rules(),
        [
            Box(1, "P1", ante=1000, blind=1000),
            Box(3, "P3", ante=1000, blind=0, trips=500),
        ],
    )
    deal(game, shoe(KING_HIGH, "KC QD", ["AH AD", "TH TD"]))
    return game


@pytest.mark.clause("uth:13.6", "uth:13.6(a)")
def test_E26a_cards_for_a_box_without_a_blind_void_the_round_while_nobody_has_handled_any() -> None:
    game = box_3_without_a_blind()
    round_irregularities.wager_missing(game, 3)
    assert game.over


@pytest.mark.clause("uth:13.6", "uth:13.6(b)")
def test_E26b_and_that_hand_alone_once_somebody_has() -> None:
    game = box_3_without_a_blind()
    game.handle(1)
    round_irregularities.wager_missing(game, 3)
    assert not game.over
    box = game.box(3)
    back = [fact for fact in game.facts if getattr(fact, "outcome", None) is Outcome.VOID]
    assert {getattr(fact, "wager", ""): getattr(fact, "stake", 0) for fact in back} == {
        "ante": 1000,
        "trips": 500,
    }
    assert box.stakes == {}
    game.answer(PlayWager(box=1, amount=4000))
    assert [live.number for live in game.live] == [1]


def offered(wagers: str, chips: int, decisions: str = "") -> list[int]:
    """The play wagers that are offered to somebody with so many dollars left."""
    case = dealt(wagers, "JS 9S 4D 4C 2H", "AC JD", ["9H 9D"], decisions)
    answers = candidates(case.round, "P", chips * 100)
    return [answer.amount // 100 for answer in answers if isinstance(answer, PlayWager)]


@pytest.mark.clause("uth:9.6(a)", "uth:10.1:T1:Blind:Full House")
def test_E27_only_what_can_be_paid_for_is_offered() -> None:
    assert offered("1 P 10", chips=25) == []
    assert offered("1 P 10", chips=25, decisions="1 check") == [20]
    board, dealer, hand = "JS 9S 4D 4C 2H", "AC JD", ["9H 9D"]
    flop = play("1 P 10", board, dealer, hand, "1 check; 1 play 20")
    assert flop.results() == {"ante": 10, "blind": 30, "play": 20}
    assert play("1 P 10", board, dealer, hand, "1 check; 1 check; 1 play 10").net() == {"P": 50}


@pytest.mark.clause("uth:8.5(a)")
def test_E27_a_player_who_cannot_pay_for_any_checks_and_folds() -> None:
    for decisions in ("", "1 check", "1 check; 1 check"):
        assert offered("1 P 10", chips=5, decisions=decisions) == []
    case = play("1 P 10", "JS 9S 4D 4C 2H", "AC JD", ["9H 9D"], "1 check; 1 check; 1 fold")
    assert case.net() == {"P": -20}


@pytest.mark.clause("uth:A:Blind", "uth:4.3", "uth:4.4", "uth:4.5", "uth:4.6")
def test_E29_wagers_that_are_refused_before_and_after_the_first_card() -> None:
    table, sign = rules(), Sign()

    def why(wagers: str, new: Wager, *, dealt: bool = False) -> tuple[str, ...]:
        lying = stakes(wagers) if wagers else []
        refused = why_not_place(table, sign, lying, new, dealt=dealt)
        assert refused is not None
        return refused.clauses

    assert why("1 P ante 10", Wager(1, "P", "blind", 900)) == ("A:Blind", "4.2(a)")
    assert why("1 P ante 10", Wager(1, "P", "trips", 500)) == ("4.3", "4.2(b)")
    assert why("1 P 10", Wager(4, "P", "ante", 1000)) == ("4.4",)
    assert why("1 P 10", Wager(1, "Q", "ante", 1000)) == ("4.5",)
    assert why("1 P 10", Wager(1, "P", "ante", 2000), dealt=True) == ("4.6",)


@pytest.mark.clause("uth:8.1(c)(ii)", "uth:8.3", "uth:8.3(c)(ii)", "uth:8.5")
def test_E29_decisions_that_are_refused() -> None:
    case = dealt("1 P 10; 2 Q 10", KING_HIGH, "KC QD", ["AH AD", "TH TD"])
    assert refusal(case, "1 play 25").clauses == ("8.1(c)(ii)",)
    assert refusal(case, "1 play 35").clauses == ("8.1(c)(ii)",)
    go_on(case, "1 check; 2 play 30")
    assert refusal(case, "1 play 30").clauses == ("8.3(c)(ii)",)
    assert refusal(case, "2 play 20").clauses == ("8.3", "A:After the Flop")
    go_on(case, "1 check")
    assert refusal(case, "1 check").clauses == ("8.5", "A:On the River")
    assert refusal(case, "2 play 10").clauses == ("8.5", "A:On the River")
    assert allowed(case, "1 play 10")
