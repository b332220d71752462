"""W19 and W20: what insurance may be placed, and who comes first on another's wager."""

from __future__ import annotations

import pytest
from tests.act_blackjack.cases import allowed, facts, go_on, open_round, refusal, said
from tests.support import play_round

from croupier.games.blackjack.facts import InsuranceServed
from croupier.table.facts import Outcome

ACT_2006, ACT_2018 = "act-blackjack-2006", "act-blackjack-2018"


# W19: stake 15 and a smallest chip of 2.50, so a step of 1.25 and a cap of 7.50


@pytest.mark.clause("7.1")
@pytest.mark.parametrize("amount", ["1.25", "6.25", "7.50"])
def test_W19_insurance_in_halves_of_the_smallest_chip_is_taken(
    instrument: str, amount: str
) -> None:
    case = open_round(instrument, "1 P 15", "10S AC 9H", smallest_chip=250)
    assert allowed(case, f"P insures box 1 for {amount}")
    go_on(case, f"P insures box 1 for {amount}")
    (line,) = case.round.insurance
    assert line.amount == round(float(amount) * 100)


@pytest.mark.clause("06:7.3", "18:7.4")
@pytest.mark.parametrize("amount", ["7.00", "0"])
def test_W19_insurance_off_the_step_is_refused(instrument: str, amount: str) -> None:
    case = open_round(instrument, "1 P 15", "10S AC 9H", smallest_chip=250)
    step = "7.3" if instrument == ACT_2006 else "7.4"
    assert step in refusal(case, f"P insures box 1 for {amount}").clauses


@pytest.mark.clause("7.1")
def test_W19_insurance_over_half_the_wager_is_refused(instrument: str) -> None:
    case = open_round(instrument, "1 P 15", "10S AC 9H", smallest_chip=250)
    assert "7.1" in refusal(case, "P insures box 1 for 8.75").clauses


@pytest.mark.clause("7.1")
@pytest.mark.parametrize("amount", ["1.25", "7.50"])
def test_W19_nothing_is_insured_against_a_ten(instrument: str, amount: str) -> None:
    case = open_round(instrument, "1 P 15", "10S KC 9H", smallest_chip=250)
    assert "7.1" in refusal(case, f"P insures box 1 for {amount}").clauses


@pytest.mark.clause("06:7.1")
def test_W19_in_2006_nobody_insures_the_wager_of_another() -> None:
    case = open_round(ACT_2006, "1 A 100; 2 B 20", "10S 10H AC 9H 9S")
    assert refusal(case, "B insures A on box 1 for 10").clauses == ("7.1",)


@pytest.mark.clause("18:7.2")
def test_W19_in_2018_a_wager_insured_for_less_is_not_declined() -> None:
    case = open_round(ACT_2018, "1 A 100; 2 B 20", "10S 10H AC 9H 9S", "A insures box 1 for 10")
    assert allowed(case, "A insures box 1 for 40"), "the cap is 50"
    go_on(case, "the dealer moves on")
    assert refusal(case, "B insures A on box 1 for 10").clauses == ("7.2",)


@pytest.mark.clause("06:7.2", "18:7.3")
def test_W19_no_insurance_once_the_subsequent_deal_has_commenced(instrument: str) -> None:
    case = open_round(instrument, "1 P 15; 2 Q 10", "10S 10H AC 9H 9S", "the dealer moves on")
    if instrument == ACT_2018:
        go_on(case, "the dealer moves on")
    window = "7.2" if instrument == ACT_2006 else "7.3"
    assert window in refusal(case, "P insures box 1 for 5").clauses
    assert window in refusal(case, "Q insures box 2 for 5").clauses
    assert window in refusal(case, "Q insures P on box 1 for 5").clauses


# W20: E 20 on box 1, C 20 on box 2, A 100 before B 40 on box 3, D 60 on box 4

W20_WAGERS = "1 E 20; 2 C 20; 3 A 100; 3 B 40; 4 D 60"
W20_CARDS = "10C 10S 10D 9H AC 7S 10H 9S 9D"
W20_INSURED = (
    "B insures box 3 for 20; C insures E on box 1 for 10;"
    "B insures A on box 3 for 20; C insures A on box 3 for 50; D insures A on box 3 for 50"
)
W20_STOOD = "1 stand; 2 stand; 3 stand; 4 stand"


@pytest.mark.clause("18:7.2", "18:7.2(a)", "18:7.2(b)", "18:7.2(c)")
def test_W20_the_order_of_preference_on_declined_wagers() -> None:
    case = play_round(ACT_2018, W20_WAGERS, W20_CARDS, said(W20_INSURED))
    served = facts(case, InsuranceServed)
    assert [(fact.on, fact.player, fact.amount, fact.clauses[-1]) for fact in served] == [
        ("E", "C", 1000, "7.2(b)"),
        ("A", "B", 2000, "7.2(a)"),
        ("A", "D", 3000, "7.2(c)"),
    ]
    returned = [fact for fact in case.settled("insurance") if fact.outcome is Outcome.RETURNED]
    assert {fact.player: fact.stake for fact in returned} == {"C": 5000, "D": 2000}


@pytest.mark.clause("18:7.6")
@pytest.mark.parametrize(
    ("dealer", "net"),
    [
        pytest.param(
            "KH",
            {"A": -100, "B": 40, "C": 0, "D": 0, "E": -20},
            marks=pytest.mark.clause("18:7.5"),
            id="a",
        ),
        pytest.param("7H", {"A": 100, "B": 0, "C": 10, "D": -30, "E": -20}, id="b"),
    ],
)
def test_W20_what_everybody_wins_and_loses(dealer: str, net: dict[str, float]) -> None:
    decided = said(f"{W20_INSURED}; {W20_STOOD}")
    case = play_round(ACT_2018, W20_WAGERS, f"{W20_CARDS} {dealer}", decided)
    assert case.net() == net
    assert case.left == []
