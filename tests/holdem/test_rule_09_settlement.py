"""Rules 9 and 10: concessions, settlement and odds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

import pytest
from tests.holdem.cases import (
    KING_HIGH,
    NINE_HIGH,
    Case,
    dealt,
    finish,
    go_on,
    play,
    refusal,
    rules,
)

from croupier.cards import parse_cards
from croupier.games.holdem.asks_and_answers import Conceding, HandDue
from croupier.games.holdem.facts import (
    Announced,
    Declared,
    Discarded,
    Ended,
    PlayNoticed,
    Stage,
    TurnedUp,
)
from croupier.games.holdem.legal_answers import candidates
from croupier.games.holdem.ranking import PokerHand, rank
from croupier.games.holdem.settlement import rule_on, shares
from croupier.rulebook.citations import NOTHING, Conflict, NoRuling
from croupier.rulebook.settlement_tables import Limb, Result, prevailing
from croupier.table.facts import Outcome, Settled

if TYPE_CHECKING:
    from tests.conftest import Witness

TWO = ("1 P 10; 2 Q 10", KING_HIGH, "KC QD", ["AH AD", "TH TD"])
STRAIGHT = "6S 5S 4H JS KD"


def clauses(case: Case, wager: str) -> set[str]:
    return {*case.one(wager).clauses}


# --- 9.1: conceding


@pytest.mark.clause("uth:9.1", "uth:A:Fold")
def test_9_1_a_hand_may_be_given_up_after_the_dealers_declaration() -> None:
    case = dealt(*TWO, "1 play 40; 2 play 40; 1 concede")
    announced = case.facts(Announced)[-1]
    assert (announced.words, announced.box) == ("conceding hand", 1)
    assert case.round.box(1).ended is Ended.CONCEDED
    finish(case)
    assert case.net() == {"P": -60, "Q": -60}
    assert all(fact.whose != 1 for fact in case.facts(TurnedUp))


@pytest.mark.clause("uth:9.1")
def test_9_1_nobody_concedes_before_it_or_once_hands_are_being_settled() -> None:
    case = dealt(*TWO, "1 play 40")
    assert refusal(case, "1 concede").clauses[0] == "9.1"
    go_on(case, "2 play 40; take and pay")
    assert isinstance(case.round.due, HandDue)
    assert {"9.1", "9.3"} <= {*refusal(case, "1 concede").clauses}
    assert refusal(case, "2 concede").clauses == ("9.3", "9.4")


@pytest.mark.clause("uth:9.1")
def test_9_1_betting_is_over_and_nobody_folds_any_more() -> None:
    case = dealt(*TWO, "1 play 40; 2 play 40")
    for words in ("1 fold", "1 play 40", "1 check", "1 no answer"):
        assert refusal(case, words).clauses[0] == "9.1"


@pytest.mark.clause("uth:9.1")
def test_9_1_when_all_concede_nothing_is_left_to_settle() -> None:
    case = dealt(*TWO, "1 play 40; 2 play 40; 2 concede; 1 concede")
    assert case.round.over
    assert Stage.SETTLEMENT not in case.stages()


@pytest.mark.clause("uth:9.1")
def test_9_1_a_concession_that_is_not_offered_is_still_taken() -> None:
    case = dealt(*TWO, "1 play 40; 2 play 40", offer_concession=False)
    assert [*candidates(case.round, "P")] == []
    go_on(case, "1 concede")
    shown = dealt(*TWO, "1 play 40; 2 play 40")
    assert [answer.box for answer in candidates(shown.round, "P") if hasattr(answer, "box")] == [1]


def test_silence_concedes_nothing() -> None:
    case = dealt(*TWO, "1 play 40; 2 play 40")
    assert isinstance(case.round.due, Conceding)
    finish(case)
    assert case.net() == {"P": 50, "Q": -60}


def test_there_is_nothing_to_take_before_the_dealers_hand() -> None:
    case = dealt(*TWO)
    assert refusal(case, "take and pay").clauses == ("9.3", "9.4")


# --- 9.2 and 9.3: the order of settlement


@pytest.mark.clause("uth:9.2", "uth:9.5", "uth:9.5(c)", "uth:9.5(c)(ii)", "uth:A:Qualify")
def test_9_2_antes_go_back_first_once_and_only_to_hands_still_in() -> None:
    case = dealt(
        "1 P 10; 2 Q 10; 3 R 10; 4 S 10",
        NINE_HIGH,
        "QC JD",
        ["AH KD", "TH 8D", "KH TC", "8H 6D"],
        "2 fold; 1 play 40; 3 play 40; 4 play 40; 4 concede; take and pay",
    )
    antes = [(fact.box, fact.outcome) for fact in case.settled("ante")]
    assert antes[:2] == [(2, Outcome.LOSE), (4, Outcome.LOSE)]
    assert antes[2:] == [(3, Outcome.PUSH), (1, Outcome.PUSH)]
    assert [fact.whose for fact in case.facts(TurnedUp)][-1] == 3
    finish(case)
    assert len(case.settled("ante")) == 4


@pytest.mark.clause("uth:9.3", "uth:9.3(a)", "uth:9.3(b)", "uth:9.3(c)", "uth:9.3(d)", "uth:9.4")
def test_9_3_hands_are_settled_one_at_a_time_from_the_dealers_right() -> None:
    case = dealt(*TWO, "1 play 40; 2 play 40; take and pay")
    turned, declared, *settled, discarded = case.round.facts[-6:]
    assert isinstance(turned, TurnedUp)
    assert (turned.whose, " ".join(turned.cards)) == (2, "TH TD")
    assert isinstance(declared, Declared)
    assert declared.words == "one pair, tens"
    assert [fact.wager for fact in settled if isinstance(fact, Settled)] == [
        "ante",
        "blind",
        "play",
    ]
    assert isinstance(discarded, Discarded)
    due = case.round.due
    assert isinstance(due, HandDue)
    assert due.box.number == 1
    go_on(case, "take and pay")
    assert case.round.over


# --- 9.5: the ante


@pytest.mark.clause("uth:9.5", "uth:9.5(a)", "uth:9.9", "uth:10.1", "uth:10.1:T1:Ante")
def test_9_5_a_an_ante_wins_even_money_over_a_qualified_dealer() -> None:
    case = play("1 P 10", KING_HIGH, "KC QD", ["AH AD"], "1 play 40")
    assert (case.one("ante").outcome, case.one("ante").net) == (Outcome.WIN, 1000)
    assert case.net() == {"P": 50}  # the play is paid as much, the blind pushes


@pytest.mark.clause("uth:9.5(b)", "uth:9.10")
def test_9_5_b_an_ante_loses_to_a_better_qualified_dealer() -> None:
    case = play("1 P 10", KING_HIGH, "KC QD", ["TH TD"], "1 play 40")
    assert (case.one("ante").outcome, case.one("ante").net) == (Outcome.LOSE, -1000)


@pytest.mark.clause("uth:9.5(c)", "uth:9.5(c)(i)", "uth:A:Push")
def test_9_5_c_i_an_ante_pushes_when_the_hands_are_equal() -> None:
    case = play("1 P 10", KING_HIGH, "KC QD", ["KH QC"], "1 play 40")
    assert (case.one("ante").outcome, case.one("ante").net) == (Outcome.PUSH, 0)


@pytest.mark.clause("uth:9.5(c)(ii)")
@pytest.mark.parametrize(
    "hand",
    [
        pytest.param("AH KD", id="ahead"),
        pytest.param("QH TD", id="behind"),
        pytest.param("QH JS", id="level"),
    ],
)
def test_9_5_c_ii_an_ante_pushes_against_an_unqualified_dealer(hand: str) -> None:
    case = play("1 P 10", NINE_HIGH, "QC JD", [hand], "1 play 40")
    ante = case.one("ante")
    assert (ante.outcome, ante.net) == (Outcome.PUSH, 0)
    assert "9.5(c)(i)" not in ante.clauses


# --- every wager against every hand

HANDS = {
    name: rank(parse_cards(cards))
    for name, cards in {
        "jack high": "JS 9H 7D 5C 3S", "ace high": "AS 9H 7D 5C 3S", "twos": "2S 2H 9D 7C 5S",
        "aces": "AS AH 9D 7C 5S", "trips": "5S 5H 5D 9C 7S", "six high straight": "2S 3H 4D 5C 6S",
        "ace high straight": "TS JH QD KC AS", "flush": "2S 9S 7S 5S 3S",
    }.items()
}  # fmt: skip
UNQUALIFIED = ("jack high", "ace high")
BELOW_TRIPS = (*UNQUALIFIED, "twos", "aces")
BELOW_A_STRAIGHT = (*BELOW_TRIPS, "trips")
SAME_KIND = ({*UNQUALIFIED}, {"twos", "aces"}, {"six high straight", "ace high straight"})


def by_the_law(wager: str, player: str, dealer: str) -> str:
    """The limb of 9.5 to 9.8 that decides about a hand against the dealer's."""
    ahead, level = HANDS[player] > HANDS[dealer], player == dealer
    if wager == "trips":
        return "9.7(b)" if player in BELOW_TRIPS else "9.7(a)"
    if wager == "ante" and dealer in UNQUALIFIED:
        return "9.5(c)(ii)"
    if wager == "play":
        return "9.8(c)" if level else "9.8(a)" if ahead else "9.8(b)"
    rule = {"ante": "9.5", "blind": "9.6"}[wager]
    if level:
        return f"{rule}(c)(i)"
    if ahead and wager == "blind" and player in BELOW_A_STRAIGHT:
        return "9.6(c)(ii)"
    return f"{rule}(a)" if ahead else f"{rule}(b)"


@pytest.mark.clause(
    "uth:9.2", "uth:9.5", "uth:9.5(a)", "uth:9.5(b)", "uth:9.5(c)", "uth:9.5(c)(i)",
    "uth:9.5(c)(ii)", "uth:9.6", "uth:9.6(a)", "uth:9.6(b)", "uth:9.6(c)", "uth:9.6(c)(i)",
    "uth:9.6(c)(ii)", "uth:9.7", "uth:9.7(a)", "uth:9.7(b)", "uth:9.8", "uth:9.8(a)", "uth:9.8(b)",
    "uth:9.8(c)", "uth:2.3", "uth:3.2", "uth:10.1:T1:Blind:below Straight",
)  # fmt: skip
def test_9_5_to_9_8_one_limb_decides_whatever_the_hands(witness: Witness) -> None:
    outcomes = {"a": Outcome.WIN, "b": Outcome.LOSE, "c": Outcome.PUSH}
    for wager in rules().law.limbs:
        for player, dealer in product(HANDS, repeat=2):
            ruling = rule_on(rules().law, wager, HANDS[player], HANDS[dealer])
            limb = by_the_law(wager, player, dealer)
            told = (wager, player, dealer, ruling)
            assert ruling.outcome is outcomes[limb[4]], told
            assert {limb[:3], limb[:6], limb} <= set(ruling.clauses), told
            assert ("9.2" in ruling.clauses) == (limb == "9.5(c)(ii)"), told
            # hands of one kind are told apart, or not, by the cards in them
            alike = player == dealer or any({player, dealer} == kind for kind in SAME_KIND)
            compared = wager != "trips" and limb != "9.5(c)(ii)"
            assert ({"2.3", "3.2"} <= set(ruling.clauses)) == (alike and compared), told
            witness.others.update(ruling.clauses)


# --- 9.6: the blind


@pytest.mark.clause("uth:9.6", "uth:9.6(a)", "uth:10.1:T1:Blind:Straight")
@pytest.mark.parametrize(
    "dealer", [pytest.param("KC 3H", id="qualified"), pytest.param("AH QC", id="not qualified")]
)
def test_9_6_a_a_blind_wins_with_a_straight_whether_the_dealer_qualifies_or_not(
    dealer: str,
) -> None:
    case = play("1 P 10", STRAIGHT, dealer, ["8C 7D"], "1 play 40")
    assert case.one("blind").net == 1000


@pytest.mark.clause("uth:9.6(b)")
@pytest.mark.parametrize(
    ("board", "dealer", "hand"),
    [
        pytest.param(STRAIGHT, "AS 3S", "8C 7D", id="a straight against a flush"),
        pytest.param(KING_HIGH, "QC QD", "JH JD", id="a pair against a pair"),
        pytest.param(NINE_HIGH, "AC QD", "JH TD", id="against an unqualified dealer"),
    ],
)
def test_9_6_b_a_blind_loses_to_a_better_hand(board: str, dealer: str, hand: str) -> None:
    case = play("1 P 10", board, dealer, [hand], "1 play 40")
    assert (case.one("blind").outcome, case.one("blind").net) == (Outcome.LOSE, -1000)


@pytest.mark.clause("uth:9.6(c)", "uth:9.6(c)(i)")
def test_9_6_c_i_a_blind_pushes_on_equal_hands_however_high() -> None:
    case = play("1 P 10", "AS KS QS JS TS", "9C 9D", ["2H 2D"], "1 play 40")
    assert (case.one("blind").outcome, case.one("blind").net) == (Outcome.PUSH, 0)


@pytest.mark.clause("uth:9.6(c)(ii)", "uth:10.1:T1:Blind:below Straight")
def test_9_6_c_ii_a_blind_pushes_with_the_better_hand_below_a_straight() -> None:
    case = play("1 P 10", "QS QH 8D 5C 2H", "AC KD", ["QD 3S"], "1 play 40")
    assert (case.one("blind").outcome, case.one("blind").net) == (Outcome.PUSH, 0)


# --- 9.7: trips


@pytest.mark.clause("uth:9.7", "uth:9.7(a)", "uth:A:Trips[2]")
def test_9_7_a_trips_wins_with_three_of_a_kind_though_the_hand_loses() -> None:
    case = play("1 P 10 trips 5", "QS QH QD 7C 2H", "AD KD", ["4C 3S"], "1 play 40")
    assert case.results() == {"ante": -10, "blind": -10, "play": -40, "trips": 15}


@pytest.mark.clause("uth:9.7(b)", "uth:9.10")
def test_9_7_b_trips_loses_with_less_though_the_hand_wins() -> None:
    case = play("1 P 10 trips 5", KING_HIGH, "QC QD", ["KH 7D"], "1 play 40")
    assert case.results() == {"ante": 10, "blind": 0, "play": 40, "trips": -5}


# --- 9.8: play


@pytest.mark.clause("uth:9.8", "uth:9.8(a)", "uth:10.1:T1:Play")
def test_9_8_a_a_play_wager_wins_even_money_whether_the_dealer_qualifies_or_not() -> None:
    for board, dealer, hand in ((KING_HIGH, "KC QD", "AH AD"), (NINE_HIGH, "QC JD", "AH KD")):
        case = play("1 P 10", board, dealer, [hand], "1 play 40")
        assert case.one("play").net == 4000


@pytest.mark.clause("uth:9.8(b)")
def test_9_8_b_a_play_wager_loses_whether_the_dealer_qualifies_or_not() -> None:
    for board, dealer, hand in ((KING_HIGH, "KC QD", "TH TD"), (NINE_HIGH, "AC JD", "KH QD")):
        case = play("1 P 10", board, dealer, [hand], "1 play 40")
        assert case.one("play").net == -4000


@pytest.mark.clause("uth:9.8(c)")
def test_9_8_c_a_play_wager_pushes_when_the_hands_are_equal() -> None:
    case = play("1 P 10", KING_HIGH, "KC QD", ["KH QC"], "1 play 40")
    assert case.one("play").net == 0


# --- each wager has one ruling


def test_every_pair_of_hands_has_one_ruling_on_every_wager() -> None:
    """9.5 to 9.8 leave no gap, and where two limbs fit one of them prevails."""
    ladder = [rank(parse_cards(cards)) for cards in (
        "KS QH JD TC 8S", "AS 5H 4D 3C 7S", "2S 2H 3D 4C 5S", "3S 3H 2D 2C 4S", "2S 2H 2D 3C 4S",
        "AS 2H 3D 4C 5S", "2S 3S 4S 5S 7S", "2S 2H 2D 3C 3S", "2S 2H 2D 2C 3S", "AS 2S 3S 4S 5S",
        "TS JS QS KS AS",
    )]  # fmt: skip
    law = rules().law
    for player in ladder:
        for dealer in ladder:
            for wager in law.limbs:
                assert rule_on(law, wager, player, dealer).clauses


def test_a_case_that_no_limb_decides_or_two_decide_is_an_error() -> None:
    one, two = (
        Limb(name=name, when={}, clauses=NOTHING, outcome=Result.PUSH) for name in ("one", "two")
    )
    with pytest.raises(NoRuling):
        prevailing([])
    with pytest.raises(Conflict, match="one and two"):
        prevailing([one, two])


# --- 10.1: the odds

MADE = {
    PokerHand.ROYAL_FLUSH: ("QH JH TH 2C 7D", "AH KH"),
    PokerHand.STRAIGHT_FLUSH: ("4H 3H 2H KS 9D", "AH 5H"),
    PokerHand.FOUR_OF_A_KIND: ("8S 8H 8D 9C JH", "8C 3D"),
    PokerHand.FULL_HOUSE: ("KS KH KD 9C 2S", "5H 5D"),
    PokerHand.FLUSH: ("KH 9H 4H 2C 2D", "AH 8H"),
    PokerHand.STRAIGHT: (STRAIGHT, "8C 7D"),
    PokerHand.THREE_OF_A_KIND: ("QS QH 8D 7C 2H", "QD 3S"),
}


def paid(wager: str, hand: PokerHand) -> float:
    """What 10 on a wager wins with a hand that beats the dealer's."""
    board, hole = MADE[hand]
    case = play("1 P 10 trips 10", board, "JC 6D", [hole], "1 play 40")
    declared = {fact.whose: fact.poker_hand for fact in case.facts(Declared)}
    assert declared[1] == hand.words
    return case.results()[wager]


@pytest.mark.clause(
    "uth:10.1", "uth:9.9", "uth:10.1:T1:Blind:*", "uth:10.1:T1:Blind:Royal Flush",
    "uth:10.1:T1:Blind:Straight Flush", "uth:10.1:T1:Blind:Four of a Kind",
    "uth:10.1:T1:Blind:Full House", "uth:10.1:T1:Blind:Flush", "uth:10.1:T1:Blind:Straight",
)  # fmt: skip
def test_10_1_what_a_winning_blind_is_paid() -> None:
    assert {hand.words: paid("blind", hand) for hand in MADE} == {
        "royal flush": 5000,
        "straight flush": 500,
        "four of a kind": 100,
        "full house": 30,
        "flush": 15,
        "straight": 10,
        "three of a kind": 0,
    }


@pytest.mark.clause(
    "uth:10.1:T1[2]:Royal Flush", "uth:10.1:T1[2]:Straight Flush",
    "uth:10.1:T1[2]:Four of a Kind", "uth:10.1:T1[2]:Full House", "uth:10.1:T1[2]:Flush",
    "uth:10.1:T1[2]:Straight", "uth:10.1:T1[2]:Three of a Kind",
)  # fmt: skip
def test_10_1_what_a_winning_trips_is_paid() -> None:
    assert {hand.words: paid("trips", hand) for hand in MADE} == {
        "royal flush": 500,
        "straight flush": 400,
        "four of a kind": 300,
        "full house": 80,
        "flush": 70,
        "straight": 40,
        "three of a kind": 30,
    }


def test_10_1_the_odds_are_listed_from_the_best_hand_down() -> None:
    law = rules().law
    for table in (law.blind_pays, law.trips_pays, law.hands):
        assert [*table] == sorted(table, reverse=True)


# --- 10.1: the maximum payout


@pytest.mark.clause("uth:10.1:T1:**")
def test_the_maximum_payout_leaves_the_stake_out_and_smaller_wins_alone() -> None:
    board, hole = MADE[PokerHand.FOUR_OF_A_KIND]
    for cap, win in ((9_999, 99.99), (10_000, 100), (10_001, 100)):
        case = play("1 P 10", board, "JC 6D", [hole], "1 play 40", blind_payout_cap=cap)
        assert case.results()["blind"] == win
        assert ("10.1:T1:**" in clauses(case, "blind")) == (win < 100)


@pytest.mark.clause("uth:5.5")
def test_the_maximum_payout_comes_after_the_limit_of_the_stake() -> None:
    board, hole = MADE[PokerHand.FOUR_OF_A_KIND]
    case = play(
        "1 P 200", board, "JC 6D", [hole], "1 play 400", blind_payout_cap=150_000,
        limits={"ante": [100, 10_000]},
    )  # fmt: skip
    assert case.one("ante").stake == 10_000
    assert case.results()["blind"] == 1000


def test_a_shared_maximum_is_paid_when_every_hand_is_open() -> None:
    """Paid at its turn, a blind would tell what the hands still face down are worth."""
    case = dealt(
        "1 P 100; 2 Q 100", "8S 8C 5H 5D 2D", "AS KD", ["8H 8D", "5S KC"],
        "1 play 400; 2 play 400; take and pay",
        blind_payout_cap=60_000, blind_cap_scope="table_pro_rata",
    )  # fmt: skip
    assert [fact.box for fact in case.settled("blind")] == []
    finish(case)
    assert [fact.box for fact in case.settled("blind")] == [2, 1]


def test_a_shared_maximum_that_is_not_reached_cuts_nothing() -> None:
    case = play(
        "1 P 100; 2 Q 100", "8S 8C 5H 5D 2D", "AS KD", ["8H 8D", "5S KC"],
        "1 play 400; 2 play 400", blind_payout_cap=130_000, blind_cap_scope="table_pro_rata",
    )  # fmt: skip
    assert (case.results("P")["blind"], case.results("Q")["blind"]) == (1000, 300)


@pytest.mark.parametrize(
    ("payouts", "total", "shared"),
    [
        ([100_000, 30_000], 60_000, [46_154, 13_846]),
        ([1, 1], 1, [1, 0]),
        ([1, 1, 1], 100, [34, 33, 33]),
        ([2, 1, 1], 3, [1, 1, 1]),
        ([5], 3, [3]),
    ],
)
def test_odd_cents_go_to_the_largest_remainders(
    payouts: list[int], total: int, shared: list[int]
) -> None:
    assert shares([Fraction(payout) for payout in payouts], total) == shared


# --- 13.8, where it meets settlement


@pytest.mark.clause("uth:13.8", "uth:13.8(b)")
def test_13_8_a_conceded_play_wager_is_taken_up_to_the_most_allowed() -> None:
    case = play("1 P 10", KING_HIGH, "KC QD", ["AH AD"], "1 overlooked 50; 1 concede")
    assert case.net() == {"P": -60}
    assert case.returned() == {"play": 10}


@pytest.mark.clause("uth:13.8(b)")
@pytest.mark.parametrize("reference", ["rule8", "displayed"])
def test_13_8_b_a_limit_of_play_on_the_sign_holds_too(reference: str) -> None:
    case = play(
        "1 P 10", KING_HIGH, "KC QD", ["AH AD"], "1 check; 1 overlooked 50",
        limits={"play": [100, 1500]}, noncompliant_play_reference=reference,
    )  # fmt: skip
    assert case.results()["play"] == 15
    assert case.returned() == {"play": 35}


@pytest.mark.clause("uth:13.8", "uth:13.8(a)", "uth:13.8(b)", "uth:5.4", "uth:5.5")
def test_13_8_a_b_held_against_the_sign_a_play_is_too_small_or_too_large_past_its_bounds() -> None:
    """Where the sign has no limit for play, nothing is too large."""

    def noticed(staked: int, limits: dict[str, list[int]]) -> tuple[int, tuple[str, ...]]:
        case = play(
            "1 P 10", KING_HIGH, "KC QD", ["AH AD"], f"1 overlooked {staked}",
            limits=limits, noncompliant_play_reference="displayed",
        )  # fmt: skip
        (fact,) = case.facts(PlayNoticed)
        return fact.stands, fact.clauses

    shown = {"play": [20_00, 50_00]}
    assert noticed(19, shown) == (19_00, ("13.8", "13.8(a)", "5.4"))
    assert noticed(20, shown) == (20_00, ("13.8",))
    assert noticed(50, shown) == (50_00, ("13.8",))
    assert noticed(51, shown) == (50_00, ("13.8", "13.8(b)", "5.5"))
    assert noticed(51, {}) == (51_00, ("13.8",))


@pytest.mark.clause("uth:8.1(c)(ii)", "uth:8.3(c)(ii)", "uth:8.5(b)(ii)")
def test_8_1_8_3_8_5_what_a_stage_allows_was_not_overlooked_at_it() -> None:
    for before, times, limb in (
        ("", 4, "8.1(c)(ii)"),
        ("1 check", 2, "8.3(c)(ii)"),
        ("1 check; 1 check", 1, "8.5(b)(ii)"),
    ):
        case = dealt("1 P 10", KING_HIGH, "KC QD", ["AH AD"], before)
        assert refusal(case, f"1 overlooked {10 * times}").clauses == (limb,)
        go_on(case, f"1 overlooked {10 * times + 5}")


@pytest.mark.clause("uth:13.8")
def test_13_8_what_rule_8_allows_was_not_overlooked() -> None:
    case = dealt("1 P 10", KING_HIGH, "KC QD", ["AH AD"])
    assert refusal(case, "1 overlooked 30").clauses == ("8.1(c)(ii)",)
    go_on(case, "1 overlooked 35")
    finish(case)
    (noticed,) = case.facts(PlayNoticed)
    assert (noticed.staked, noticed.stands) == (3500, 3500)
