"""Rules 9 to 11: Perfect Pairs and Canberra Pairs on each hand's first two cards."""

from __future__ import annotations

from itertools import product

import pytest
from tests.baccarat.cases import CANBERRA, PERFECT, Case, coup, rules

from croupier.cards import DECK, RANKS
from croupier.games.baccarat.facts import Dealt, Stage, StageBegan
from croupier.rulebook.options import OptionError
from croupier.table.facts import Outcome, Settled

ON_BOTH = "X player-pair 10 banker-pair 10"


def pair(first: str, second: str, side_bets: list[str], hand: str = "player") -> Settled:
    """A wager of 10 on one hand that begins with these cards, the other with no pair."""
    cards = f"{first} 2S {second} 5H" if hand == "player" else f"2S {first} 5H {second}"
    return coup(f"X {hand}-pair 10", cards, side_bets=side_bets).settled(f"{hand}-pair")


def procedure(case: Case) -> tuple[str, ...]:
    (began,) = (fact for fact in case.facts(StageBegan) if fact.stage is Stage.PAIRS)
    return began.clauses


# --- 8.2, 9.1 and 9.8: each hand is judged by itself


def test_8_2_a_table_offers_one_of_the_two_or_neither() -> None:
    with pytest.raises(OptionError, match=r"8\.2"):
        rules(side_bets=[*PERFECT, *CANBERRA])
    assert rules().pairs is None


@pytest.mark.clause("bac:8.2", "bac:9.1", "bac:9.8", "bac:8.7", "bac:A:Suit")
@pytest.mark.parametrize("side_bets", [PERFECT, CANBERRA])
def test_9_1_the_rules_of_pairs_prevail_over_8_7(side_bets: list[str]) -> None:
    """By 8.7 alone a wager would win and lose at once when one of the hands is a pair."""
    case = coup(ON_BOTH, "9H 4C 9S 6D", side_bets=side_bets)
    assert case.settled("player-pair").outcome is Outcome.WIN
    assert case.settled("banker-pair").outcome is Outcome.LOSE
    assert {"8.2", "8.7", "9.1", "9.8"} <= set(procedure(case))


@pytest.mark.clause("bac:8.7")
@pytest.mark.parametrize("side_bets", [PERFECT, CANBERRA])
@pytest.mark.parametrize(
    ("cards", "player_pair", "banker_pair"),
    [
        pytest.param("9H 4C 9S 6D", True, False, id="player"),
        pytest.param("4C 9H 6D 9S", False, True, id="banker"),
        pytest.param("9H 4C 9S 4D", True, True, id="both"),
        pytest.param("9H 9C 4S 6D", False, False, id="across the hands"),
        pytest.param("KH 4C QS 6D", False, False, id="two court cards"),
        pytest.param("2H 6C 3S KD 2C", False, False, id="a third card"),
    ],
)
def test_8_7_a_pair_is_two_equal_faces_in_one_hand(
    cards: str, player_pair: bool, banker_pair: bool, side_bets: list[str]
) -> None:
    case = coup(ON_BOTH, cards, side_bets=side_bets)
    won = [case.settled(f"{hand}-pair").outcome is Outcome.WIN for hand in ("player", "banker")]
    assert won == [player_pair, banker_pair]
    assert "8.7" in procedure(case)


@pytest.mark.clause("bac:9.8(a)", "bac:9.8(c)", "bac:8.7(a)", "bac:8.7(b)")
def test_9_8_the_pair_of_the_banker() -> None:
    won, lost = pair("7S", "7H", PERFECT, "banker"), pair("7S", "8S", PERFECT, "banker")
    assert (won.outcome, won.clauses[:2]) == (Outcome.WIN, ("9.8(a)", "8.7(a)"))
    assert (lost.outcome, lost.clauses[:2]) == (Outcome.LOSE, ("9.8(c)", "8.7(b)"))
    assert lost.net == -1000


@pytest.mark.clause("bac:9.8(b)", "bac:9.8(d)", "bac:8.7(a)", "bac:8.7(b)")
def test_9_8_the_pair_of_the_player() -> None:
    won, lost = pair("7S", "7H", PERFECT), pair("7S", "8S", PERFECT)
    assert (won.outcome, won.clauses[:2]) == (Outcome.WIN, ("9.8(b)", "8.7(a)"))
    assert (lost.outcome, lost.clauses[:2]) == (Outcome.LOSE, ("9.8(d)", "8.7(b)"))
    assert lost.net == -1000


@pytest.mark.clause("bac:9.8(a)", "bac:9.8(b)")
def test_9_8_both_may_win() -> None:
    case = coup(ON_BOTH, "7S KH 7H KD", side_bets=PERFECT)
    assert case.net() == {"X player-pair": 50, "X banker-pair": 120}


# --- 9.4: pairs alone


@pytest.mark.clause("bac:9.4", "bac:9.4(a)")
@pytest.mark.parametrize(
    ("cards", "used"), [("2H 3S 3D 3C 4H", 5), ("2H 3S 3D 2C 4H 6C", 6), ("9H 3S KD 3C", 4)]
)
def test_9_4_a_a_coup_with_pairs_alone_is_dealt_to_its_end(cards: str, used: int) -> None:
    case = coup("X banker-pair 5", cards, side_bets=PERFECT)
    assert case.round.over
    assert not case.round.is_no_bet_coup
    assert len(case.facts(Dealt)) == used
    assert case.ended()
    assert "9.4(a)" in case.cited()
    assert Stage.SETTLEMENT not in [fact.stage for fact in case.facts(StageBegan)]


@pytest.mark.parametrize("beside", ["player", "banker", "tie"])
def test_9_4_a_is_not_needed_where_there_is_another_wager(beside: str) -> None:
    case = coup(f"X banker-pair 5; Y {beside} 5", "2H 3S 3D 3C 4H", side_bets=PERFECT)
    assert "9.4(a)" not in case.cited()


# --- 9.5 and 9.6: what makes a pair


@pytest.mark.clause("bac:9.5", "bac:9.5(a)")
@pytest.mark.parametrize("side_bets", [PERFECT, CANBERRA])
def test_9_5_a_number_cards_are_known_by_their_number(side_bets: list[str]) -> None:
    numbers = ["2", "3", "4", "5", "6", "7", "8", "9", "10"]
    for one, other in product(numbers, numbers):
        fact = pair(f"{one}S", f"{other}S", side_bets)
        assert (fact.outcome is Outcome.WIN) == (one == other)
        assert fact.clauses[2:4] == ("9.5", "9.5(a)")


@pytest.mark.clause("bac:9.5", "bac:9.5(b)")
@pytest.mark.parametrize("side_bets", [PERFECT, CANBERRA])
def test_9_5_b_court_cards_and_aces_by_their_kind(side_bets: list[str]) -> None:
    for one, other in product("JQKA", "JQKA"):
        fact = pair(f"{one}S", f"{other}S", side_bets)
        assert (fact.outcome is Outcome.WIN) == (one == other)
        assert fact.clauses[2:4] == ("9.5", "9.5(b)")


@pytest.mark.clause("bac:9.5(a)", "bac:9.5(b)", "bac:9.8(d)")
@pytest.mark.parametrize("court", "JQK")
def test_9_5_cards_that_both_count_nothing_are_no_pair(court: str) -> None:
    assert pair("10H", f"{court}H", PERFECT).net == -1000


@pytest.mark.clause("bac:9.6")
@pytest.mark.parametrize(
    "cards",
    [
        pytest.param("2H KC 3D 5S 3H 8C", id="a third card that would pair the second"),
        pytest.param("2H KC 3D 5S 2D 8C", id="a third card that would pair the first"),
        pytest.param("2H KC 3D AS 4C AH", id="the banker's third card"),
    ],
)
def test_9_6_a_third_card_makes_no_pair(cards: str) -> None:
    case = coup(ON_BOTH, cards, side_bets=CANBERRA)
    assert case.net() == {"X player-pair": -10, "X banker-pair": -10}
    assert "9.6" in procedure(case)


# --- 9.9 and 9.10: when


@pytest.mark.clause("bac:9.9", "bac:9.9(a)", "bac:9.9(b)", "bac:9.10", "bac:7.1")
def test_9_9_losers_are_taken_and_winners_paid_before_any_third_card() -> None:
    case = coup(
        "X player-pair 10; Y banker-pair 10; Z player-pair 5",
        "2H KC 2D 5S 9S 8C",
        side_bets=PERFECT,
    )
    facts = case.round.facts
    order = [(fact.player, fact.clauses) for fact in facts if isinstance(fact, Settled)]
    assert [player for player, _ in order] == ["Y", "X", "Z"]
    assert "9.9(a)" in order[0][1]
    assert "9.9(b)" in order[1][1]
    stages = [fact.stage for fact in facts if isinstance(fact, StageBegan)]
    assert stages == [Stage.INITIAL_DEAL, Stage.PAIRS, Stage.THIRD_CARDS]
    (began,) = (fact for fact in case.facts(StageBegan) if fact.stage is Stage.THIRD_CARDS)
    assert began.clauses == ("7.1", "A:Tableau", "9.10")
    last = max(place for place, fact in enumerate(facts) if isinstance(fact, Settled))
    assert all(isinstance(facts[place], Dealt) for place in (1, 2, 3, 4))
    assert [place for place, fact in enumerate(facts) if isinstance(fact, Dealt)][4] > last


def test_9_9_where_nobody_bets_on_pairs_there_is_nothing_to_settle() -> None:
    case = coup("X tie 10", "2H KC 2D 5S 9S 8C", side_bets=PERFECT)
    assert Stage.PAIRS not in [fact.stage for fact in case.facts(StageBegan)]


# --- 10: Perfect Pairs


@pytest.mark.clause("bac:10[intro]", "bac:10.1", "bac:10.6", "bac:10.5")
@pytest.mark.parametrize("rank", RANKS)
def test_10_1_a_pair_is_two_cards_of_one_rank(rank: str) -> None:
    case = coup("X player-pair 10", f"{rank}S 2S {rank}H 5H", side_bets=PERFECT)
    assert case.settled("player-pair").outcome is Outcome.WIN
    assert {"10[intro]", "10.1", "10.5", "10.6"} <= set(procedure(case))


@pytest.mark.clause("bac:10.2", "bac:10.6(a)", "bac:8.8(d)", "bac:8.8(d)[1]")
@pytest.mark.parametrize("suits", ["SH", "HS", "SD", "DS", "CH", "HC", "CD", "DC"])
def test_10_2_a_mixed_pair_is_a_red_and_a_black_card(suits: str) -> None:
    fact = pair(f"Q{suits[0]}", f"Q{suits[1]}", PERFECT)
    assert (fact.outcome, fact.net) == (Outcome.WIN, 5000)
    assert {"10.2", "10.6(a)", "8.8(d)", "8.8(d)[1]"} <= set(fact.clauses)


@pytest.mark.clause("bac:10.3", "bac:10.3(a)", "bac:10.6(b)", "bac:8.8(d)", "bac:8.8(d)[2]")
@pytest.mark.parametrize("suits", ["HD", "DH"])
def test_10_3_a_a_coloured_pair_of_two_red_suits(suits: str) -> None:
    fact = pair(f"Q{suits[0]}", f"Q{suits[1]}", PERFECT)
    assert (fact.outcome, fact.net) == (Outcome.WIN, 12000)
    assert {"10.3", "10.3(a)", "10.6(b)"} <= set(fact.clauses)


@pytest.mark.clause("bac:10.3", "bac:10.3(b)", "bac:10.6(b)", "bac:8.8(d)[2]")
@pytest.mark.parametrize("suits", ["SC", "CS"])
def test_10_3_b_a_coloured_pair_of_two_black_suits(suits: str) -> None:
    fact = pair(f"Q{suits[0]}", f"Q{suits[1]}", PERFECT)
    assert (fact.outcome, fact.net) == (Outcome.WIN, 12000)
    assert {"10.3", "10.3(b)", "10.6(b)"} <= set(fact.clauses)


@pytest.mark.clause("bac:10.4", "bac:10.6(c)", "bac:A:Suited", "bac:8.8(d)", "bac:8.8(d)[3]")
@pytest.mark.parametrize("suit", "SHDC")
def test_10_4_a_perfect_pair_is_the_same_card_twice(suit: str) -> None:
    fact = pair(f"Q{suit}", f"Q{suit}", PERFECT)
    assert (fact.outcome, fact.net) == (Outcome.WIN, 25000)
    assert {"10.4", "10.6(c)", "A:Suited"} <= set(fact.clauses)


@pytest.mark.clause(
    "bac:8.7", "bac:9.1", "bac:9.6", "bac:9.8", "bac:10[intro]", "bac:10.5", "bac:10.6",
    "bac:11[intro]", "bac:11.2",
)  # fmt: skip
def test_9_pairs_are_settled_where_somebody_has_bet_on_them() -> None:
    of_both = {"8.7", "9.1", "9.6", "9.8"}
    for side_bets, own in (
        (PERFECT, {"10[intro]", "10.5", "10.6"}),
        (CANBERRA, {"11[intro]", "11.2"}),
    ):
        some = coup(ON_BOTH, "9H 4C 9S 6D", side_bets=side_bets)
        assert own | of_both <= set(procedure(some))
        nobody = coup("X banker 10", "9H 4C 9S 6D", side_bets=side_bets)
        assert Stage.PAIRS not in {fact.stage for fact in nobody.facts(StageBegan)}


@pytest.mark.clause("bac:10.5")
def test_10_5_one_kind_is_paid_and_it_is_the_best() -> None:
    for first, second in product(DECK, DECK):
        if first.rank == second.rank:
            fact = pair(first, second, PERFECT)
            cited = [clause for clause in fact.clauses if clause.startswith("10.6(")]
            assert len(cited) == 1
            red = first.is_red == second.is_red
            assert fact.net == (25000 if first == second else 12000 if red else 5000)


@pytest.mark.clause(
    "bac:8.9(d)", "bac:8.9(d)[1]", "bac:8.9(d)[2]", "bac:8.9(d)[3]", "bac:8.9(e)", "bac:8.9(e)[1]"
)
def test_8_9_d_and_e_pairs_pay_the_same_under_method_B() -> None:
    for second, side_bets, odds, item in (
        ("QH", PERFECT, 5, "8.9(d)[1]"),
        ("QC", PERFECT, 12, "8.9(d)[2]"),
        ("QS", PERFECT, 25, "8.9(d)[3]"),
        ("QH", CANBERRA, 11, "8.9(e)[1]"),
    ):
        cards = f"QS 2S {second} 5H"
        b = coup("X player-pair 10", cards, side_bets=side_bets, settlement="B")
        a = coup("X player-pair 10", cards, side_bets=side_bets, settlement="A")
        assert a.net() == b.net() == {"X player-pair": odds * 10}
        assert b.settled("player-pair").outcome is Outcome.WIN
        limb = item.partition("[")[0]
        assert b.settled("player-pair").clauses[-2:] == (limb, item)
        of_a = tuple(each.replace("8.9", "8.8") for each in (limb, item))
        assert a.settled("player-pair").clauses[-2:] == of_a


@pytest.mark.parametrize("settlement", ["A", "B"])
@pytest.mark.parametrize(
    ("side_bets", "second", "pays"),
    [
        pytest.param(PERFECT, "QH", 50, marks=pytest.mark.clause("bac:10.6(a)")),
        pytest.param(PERFECT, "QC", 120, marks=pytest.mark.clause("bac:10.6(b)")),
        pytest.param(PERFECT, "QS", 250, marks=pytest.mark.clause("bac:10.6(c)")),
        pytest.param(CANBERRA, "QS", 110, marks=pytest.mark.clause("bac:11.2(a)")),
    ],
)
def test_10_6_and_11_2_pairs_are_paid_alike_whichever_way_the_banker_is(
    settlement: str, side_bets: list[str], second: str, pays: int
) -> None:
    case = coup(
        "X player-pair 10", f"QS 2S {second} 5H", side_bets=side_bets, settlement=settlement
    )
    assert case.net() == {"X player-pair": pays}


# --- 11: Canberra Pairs


@pytest.mark.clause("bac:11[intro]", "bac:11.1", "bac:11.2", "bac:11.2(a)")
@pytest.mark.clause("bac:8.8(e)", "bac:8.8(e)[1]")
@pytest.mark.parametrize("second", ["QS", "QC", "QH", "QD"])
def test_11_1_any_pair_is_a_canberra_pair(second: str) -> None:
    case = coup("X player-pair 10", f"QS 2S {second} 5H", side_bets=CANBERRA)
    fact = case.settled("player-pair")
    assert (fact.outcome, fact.net) == (Outcome.WIN, 11000)
    assert {"11.1", "11.2(a)", "8.8(e)", "8.8(e)[1]"} <= set(fact.clauses)
    assert {"11[intro]", "11.2"} <= set(procedure(case))
    assert not any(clause.startswith("10") for clause in case.cited())
