"""Rule 13: what every wager comes to when all hands are complete."""

from __future__ import annotations

from typing import Any

import pytest
from tests.act_blackjack.cases import open_round, said, stage_of
from tests.support import play_round

from croupier.game_rules import rules_for
from croupier.games.blackjack.cases import Showing, case_of
from croupier.games.blackjack.facts import Stage
from croupier.games.blackjack.settlement import rule_on
from croupier.money import Odds
from croupier.rulebook.citations import Conflict, NoRuling
from croupier.rulebook.settlement_tables import holding, prevailing
from croupier.table.facts import Outcome, Settled


def settled(instrument: str, cards: str, decided: str, **options: Any) -> Settled:
    """How the main wager of 10 on box 1 came out."""
    case = play_round(instrument, "1 P 10", cards, said(decided), **options)
    (main,) = case.settled("main")
    assert case.left == []
    return main


# --- 13.1, limb by limb


@pytest.mark.clause("13.1", "13.1(a)")
@pytest.mark.parametrize(
    ("cards", "decided"),
    [
        pytest.param("10S 6D 2H 10C 6C", "1 stand", id="12 against 22"),
        pytest.param("10S 6D 10H 10C KC", "1 stand", id="20 against 26"),
        pytest.param("10S 6D 5H 6S 10C 9C", "1 hit", id="21 against 25"),
    ],
)
def test_13_1_a_wins_when_the_dealer_passes_21(instrument: str, cards: str, decided: str) -> None:
    won = settled(instrument, cards, decided)
    assert (won.outcome, won.net, won.clauses[0]) == (Outcome.WIN, 1000, "13.1(a)")


@pytest.mark.clause("13.1", "13.1(b)")
@pytest.mark.parametrize(
    ("cards", "decided"),
    [
        pytest.param("10S 10D 8H 7C", "1 stand", id="18 against 17"),
        pytest.param("AS 10D 7H 7C", "1 stand", id="soft 18 against 17"),
        pytest.param("10S 10D 5H 6C KC", "1 hit", id="21 against 20"),
    ],
)
def test_13_1_b_wins_with_the_higher_total(instrument: str, cards: str, decided: str) -> None:
    won = settled(instrument, cards, decided)
    assert (won.outcome, won.net, won.clauses[0]) == (Outcome.WIN, 1000, "13.1(b)")


@pytest.mark.clause("13.1", "13.1(c)")
@pytest.mark.parametrize(
    "cards",
    [
        pytest.param("AS 9H 10D KH 8S 6C 5D", id="a drawn 21, over (g)"),
        pytest.param("AS 9H 10D KH 8S 6C 9D", id="a bust, over (a)"),
        pytest.param("AS 9H 10D KH 8S 9C", id="19, over (b)"),
    ],
)
def test_13_1_c_a_blackjack_wins_over_anything_but_a_blackjack(instrument: str, cards: str) -> None:
    """(c) is special. Against a drawn 21 the words of (g) fit as well; (c) prevails."""
    case = play_round(instrument, "1 P 10; 2 R 10", cards, said("2 stand"))
    won = case.settled()[0]
    assert (won.player, won.outcome, won.net) == ("P", Outcome.WIN, 1500)
    assert won.clauses == ("13.1(c)", "13.2(a)")


@pytest.mark.clause("13.1", "13.1(d)")
@pytest.mark.parametrize("collect_busts", ["at_bust", "at_end"])
@pytest.mark.parametrize(
    "cards",
    [
        pytest.param("10S 9H 6D 6H 9S KC 10C 9C", id="the dealer is bust"),
        pytest.param("10S 9H 10D 6H 9S KC AC", id="the dealer has a Blackjack"),
        pytest.param("10S 9H 10D 6H 9S KC 7C", id="the dealer has 17"),
    ],
)
def test_13_1_d_a_hand_over_21_loses_whatever_the_dealer_has(
    instrument: str, cards: str, collect_busts: str
) -> None:
    """(d) prevails over (e) and (f), and the words of (a) ask for 21 or less."""
    case = play_round(
        instrument,
        "1 P 10; 2 R 10",
        cards,
        said("1 hit; 2 stand"),
        collect_busts=collect_busts,
    )
    lost = next(fact for fact in case.settled() if fact.player == "P")
    assert (lost.outcome, lost.net, lost.clauses) == (Outcome.LOSE, -1000, ("13.1(d)",))


@pytest.mark.clause("13.1", "13.1(e)")
@pytest.mark.parametrize(
    ("cards", "decided"),
    [
        pytest.param("10S 10D 7H 8C", "1 stand", id="17 against 18"),
        pytest.param("10S 6D 10H 5C KC", "1 stand", id="20 against a drawn 21"),
        pytest.param("10S 10D 2H 7C", "1 stand", id="12 against 17"),
    ],
)
def test_13_1_e_loses_with_the_lower_total(instrument: str, cards: str, decided: str) -> None:
    lost = settled(instrument, cards, decided)
    assert (lost.outcome, lost.net, lost.clauses) == (Outcome.LOSE, -1000, ("13.1(e)",))


@pytest.mark.clause("13.1", "13.1(f)")
@pytest.mark.parametrize(
    ("cards", "decided"),
    [
        pytest.param("10S 10D 8H AC", "1 stand", id="over (e)"),
        pytest.param("10S 10D 5H 6S AC", "1 hit", id="over (g)"),
    ],
)
def test_13_1_f_a_dealer_blackjack_beats_anything_but_a_blackjack(
    instrument: str, cards: str, decided: str
) -> None:
    """A drawn 21 and a dealer's Blackjack are the same total, yet (f) prevails over (g)."""
    lost = settled(instrument, cards, decided)
    assert (lost.outcome, lost.net, lost.clauses) == (Outcome.LOSE, -1000, ("13.1(f)",))


@pytest.mark.clause("13.1(f)")
def test_13_1_f_takes_doubles_and_every_split_hand(instrument: str) -> None:
    """No clause limits the loss to the original wager."""
    case = play_round(
        instrument,
        "1 P 10",
        "8S 10D 8H 3C 10C 8D 2C KC 10H AC",
        said("1 split; 1 double 10; 1.2 split; 1.2 double 5; 1.3 stand"),
    )
    assert [fact.net for fact in case.settled()] == [-2000, -1500, -1000]


@pytest.mark.clause("13.1", "13.1(g)")
@pytest.mark.parametrize(
    ("cards", "decided"),
    [
        pytest.param("10S 10D 8H 8C", "1 stand", id="18 and 18"),
        pytest.param("10S 10D 5H 6C 3C 8S", "1 hit", id="drawn 21 and drawn 21"),
        pytest.param("AS 10D 7H 8C", "1 stand", id="soft 18 and hard 18"),
    ],
)
def test_13_1_g_equal_totals_stand_off(instrument: str, cards: str, decided: str) -> None:
    even = settled(instrument, cards, decided)
    assert (even.outcome, even.net, even.clauses[0]) == (Outcome.PUSH, 0, "13.1(g)")


@pytest.mark.clause("13.1", "13.1(g)")
@pytest.mark.parametrize("cards", ["AS 10D KH AC", "KS AD AH QC"])
def test_13_1_g_two_blackjacks_stand_off(instrument: str, cards: str) -> None:
    even = settled(instrument, cards, "")
    assert (even.outcome, even.net, even.clauses[0]) == (Outcome.PUSH, 0, "13.1(g)")


@pytest.mark.clause("13.1")
def test_13_1_is_not_for_insurance(instrument: str) -> None:
    case = play_round(instrument, "1 P 10", "10S AD 9H 9C", said("P insures box 1 for 5; 1 stand"))
    (insured,) = case.settled("insurance")
    assert not [clause for clause in insured.clauses if clause.startswith("13.")]


@pytest.mark.clause("13.1")
def test_13_1_every_owner_on_the_hand_comes_out_alike(instrument: str) -> None:
    case = play_round(instrument, "1 P 10; 1 Q 20; 1 R 5", "10S 10D 8H 7C", said("1 stand"))
    assert case.net() == {"P": 10, "Q": 20, "R": 5}


# --- 13.2: the odds


@pytest.mark.clause("13.2", "13.2(a)")
@pytest.mark.parametrize(("stake", "won"), [(10, 15), (15, 22.50), (2.50, 3.75), (5, 7.50)])
def test_13_2_a_winning_blackjack_pays_three_to_two(
    instrument: str, stake: float, won: float
) -> None:
    case = play_round(instrument, f"1 P {stake}", "AS 10D KH 9C")
    assert case.net() == {"P": won}


@pytest.mark.clause("13.2", "13.2(b)")
def test_13_2_b_any_other_winning_hand_pays_one_to_one(instrument: str) -> None:
    case = play_round(
        instrument, "1 P 12.50; 2 R 10", "10S 7H 10D 9H 7S 7C 7D", said("1 stand; 2 hit")
    )
    assert case.round.boxes[1].hands[0].total == 21
    assert case.net() == {"P": 12.50, "R": 10}


@pytest.mark.clause("13.2(b)")
def test_13_2_b_a_doubled_hand_is_paid_on_all_that_was_put_down(instrument: str) -> None:
    case = play_round(instrument, "1 P 10", "6S 10D 5H 9C 9D", said("1 double 7"))
    assert case.net() == {"P": 17}


# --- the limbs together


def in_the_order_of_the_guide(player: Showing, dealer: Showing) -> tuple[Outcome, str]:
    """Who wins and by which limb, in the order that the guide derives for the overlaps."""
    if player.total > 21:
        return Outcome.LOSE, "13.1(d)"
    if player.blackjack and dealer.blackjack:
        return Outcome.PUSH, "13.1(g)"
    if player.blackjack:
        return Outcome.WIN, "13.1(c)"
    if dealer.blackjack:
        return Outcome.LOSE, "13.1(f)"
    if dealer.total > 21:
        return Outcome.WIN, "13.1(a)"
    if player.total != dealer.total:
        better = player.total > dealer.total
        return (Outcome.WIN, "13.1(b)") if better else (Outcome.LOSE, "13.1(e)")
    return Outcome.PUSH, "13.1(g)"


@pytest.mark.clause(
    "13.1(a)", "13.1(b)", "13.1(c)", "13.1(d)", "13.1(e)", "13.1(f)", "13.1(g)", "13.2(a)",
    "13.2(b)",
)  # fmt: skip
def test_13_1_one_limb_decides_every_case(instrument: str) -> None:
    law = rules_for(instrument).law
    players = [Showing(total, blackjack=False) for total in range(4, 31)]
    dealers = [Showing(total, blackjack=False) for total in range(2, 27)]
    blackjack = Showing(21, blackjack=True)
    for player in (*players, blackjack):
        for dealer in (*dealers, blackjack):
            ruling = rule_on(law, player, dealer)
            expected = in_the_order_of_the_guide(player, dealer)
            assert (ruling.outcome, ruling.clauses[0]) == expected, (player, dealer)
            paid = {"13.2(a)": Odds(3, 2), "13.2(b)": Odds(1, 1)}.get(ruling.clauses[-1])
            assert ruling.odds == paid, (player, dealer)
            assert (paid == Odds(3, 2)) == (expected[1] == "13.1(c)")
            assert (paid is not None) == (expected[0] is Outcome.WIN)


def test_13_1_a_case_that_no_limb_or_two_limbs_decide_is_an_error(instrument: str) -> None:
    with pytest.raises(NoRuling):
        prevailing([])
    by_name = rules_for(instrument).law.limbs["main"]
    with pytest.raises(Conflict, match="higher_total and lower_total"):
        prevailing([by_name["higher_total"], by_name["lower_total"]])


def test_13_1_the_words_of_two_limbs_fit_where_a_blackjack_meets_a_21(instrument: str) -> None:
    limbs = rules_for(instrument).law.limbs["main"]
    blackjack, drawn = Showing(21, blackjack=True), Showing(21, blackjack=False)
    fit = [limb.name for limb in holding(limbs, case_of(blackjack, drawn))]
    assert fit == ["player_blackjack", "stand_off"]
    fit = [limb.name for limb in holding(limbs, case_of(drawn, blackjack))]
    assert fit == ["dealer_blackjack", "stand_off"]


# --- when, and what is left alone


@pytest.mark.clause("13.1(d)")
@pytest.mark.parametrize(
    ("collect_busts", "when"),
    [("at_bust", Stage.SUBSEQUENT_DEAL), ("at_end", Stage.FINAL_SETTLEMENT)],
)
def test_13_1_d_busts_are_collected_at_once_or_at_the_end(
    instrument: str, collect_busts: str, when: Stage
) -> None:
    """The loss is certain from the bust; no clause says when the chips go."""
    case = open_round(
        instrument,
        "1 P 10; 1 Q 20; 2 R 10",
        "10S 10H 6D 6H 9S KC 10C 5C",
        "1 hit; 2 stand",
        collect_busts=collect_busts,
    )
    bust = [fact for fact in case.settled() if fact.box == 1]
    assert [(fact.player, fact.net) for fact in bust] == [("P", -1000), ("Q", -2000)]
    assert {stage_of(case, fact) for fact in bust} == {when}


@pytest.mark.clause("13.1(g)", "06:18.14(a)", "18:17.12(a)")
def test_13_1_g_a_stand_off_leaves_a_side_bet_paid(instrument: str) -> None:
    """A stand off is no void; what was won before stays won."""
    case = play_round(
        instrument,
        "1 P 10 perfect-pairs 5",
        "9H 10D 9S 8C",
        said("1 stand"),
        side_bets=["perfect-pairs"],
    )
    assert {fact.wager: (fact.outcome, fact.net) for fact in case.settled()} == {
        "perfect-pairs": (Outcome.WIN, 3000),
        "main": (Outcome.PUSH, 0),
    }
