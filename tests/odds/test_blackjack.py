"""What blackjack costs: the published figure, charts, options, insurance and bad shoes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest

from croupier.cards import Card
from croupier.game_rules import rules_for
from croupier.games.blackjack.odds import analyse, strategy
from croupier.games.blackjack.odds.hand_terms import (
    BLACKJACK,
    DEALER_BLACKJACK,
    ladder_chances,
    terms_of,
)
from croupier.games.blackjack.odds.play_by_cards import worth_of
from croupier.games.blackjack.odds.play_by_totals import cells
from croupier.games.blackjack.odds.solver import solve
from croupier.odds import effects_for, odds, strategy_for
from croupier.odds.shoe_composition import Composition

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.games.blackjack.odds.play_by_totals import Column
    from croupier.odds.results import WagerOdds

ACT_2006, ACT_2018 = "act-blackjack-2006", "act-blackjack-2018"
NSW = "nsw-blackjack-challenge"
TABLES: tuple[tuple[str, tuple[tuple[str, object], ...]], ...] = (
    (ACT_2006, ()),
    (ACT_2006, (("decks", 4), ("double_on", "any_cards"))),
    (ACT_2018, (("soft_17", "hit"),)),
    (NSW, (("decks", 6),)),
    (NSW, (("dealer_blackjack_collects", "OBBO"),)),
)


@cache
def main(instrument: str, options: tuple[tuple[str, object], ...] = ()) -> WagerOdds:
    return odds(instrument, options=dict(options))["main"]


def test_the_published_edge_of_eight_decks_with_soft_17_hit() -> None:
    """No hole card, doubling after splits, four hands, aces once with one card; all is lost to a
    dealer's Blackjack; the best play by the cards of each hand."""
    assert round(100 * main(ACT_2018, (("soft_17", "hit"),)).house_edge, 3) == 0.756


@pytest.mark.parametrize(("instrument", "options"), TABLES)
def test_the_chart_costs_a_little_more_than_the_best_play(
    instrument: str, options: tuple[tuple[str, object], ...]
) -> None:
    found = main(instrument, options)
    assert found.chart_house_edge is not None
    assert found.house_edge < found.chart_house_edge < found.house_edge + 0.0001


@pytest.mark.parametrize(("instrument", "options"), TABLES)
def test_outcomes_have_the_edge_as_their_mean(
    instrument: str, options: tuple[tuple[str, object], ...]
) -> None:
    found = main(instrument, options)
    assert sum(each.chance for each in found.outcomes) == pytest.approx(1, abs=1e-12)
    mean = sum(each.net * each.chance for each in found.outcomes)
    assert mean == pytest.approx(-found.house_edge, abs=1e-12)
    square = sum(each.net**2 * each.chance for each in found.outcomes)
    assert (square - mean**2) ** 0.5 == pytest.approx(found.standard_deviation, rel=1e-9)
    assert all(each.chance >= 0 for each in found.outcomes)


@pytest.mark.parametrize(("instrument", "options"), TABLES)
def test_the_dealers_cards_make_up_the_edge(
    instrument: str, options: tuple[tuple[str, object], ...]
) -> None:
    found = main(instrument, options)
    assert found.by_up_card is not None
    chances = {card: (16 if card == "10" else 4) / 52 for card in found.by_up_card}
    whole = sum(chances[card] * value for card, value in found.by_up_card.items())
    assert whole == pytest.approx(-found.house_edge, abs=1e-12)
    assert found.average_wager is not None
    assert found.element_of_risk == pytest.approx(found.house_edge / found.average_wager)


@pytest.mark.parametrize("instrument", [ACT_2006, NSW])
@pytest.mark.parametrize("up_card", [5, 8])
def test_no_cell_of_the_chart_can_be_changed_for_the_better(instrument: str, up_card: int) -> None:
    solution = solve(rules_for(instrument), Composition.full(8))
    up = solution.up_cards[up_card]
    best = worth_of(up.against, up.chart.play).value
    for changed in one_cell_otherwise(up.chart):
        assert worth_of(up.against, changed.play).value < best + 1e-12


def one_cell_otherwise(column: Column) -> Iterator[Column]:
    hands = column.against.hands
    decided = set(cells(hands)[~hands.ended & (hands.size >= 2)])
    drawing = set(cells(hands)[hands.must_draw])
    doubling = set(cells(hands)[hands.may_double])
    for cell in sorted(decided - drawing):
        plays = column.plays.copy()
        plays[cell] = 1 - plays[cell]
        yield replace(column, plays=plays)
    for cell in sorted(doubling):
        doubles = column.doubles.copy()
        doubles[cell] = not doubles[cell]
        yield replace(column, doubles=doubles)
    for card in range(10):
        splits = tuple(each ^ (at == card) for at, each in enumerate(column.splits))
        yield replace(column, splits=splits)


def test_insurance_is_counted_exactly_and_is_not_known_in_challenge() -> None:
    insurance = odds(ACT_2018)["insurance"]
    assert insurance.exact == Fraction(31, 415)
    with pytest.raises(LookupError, match="insurance"):
        odds(NSW)["insurance"]


def test_many_tens_make_even_money_and_insurance_worth_taking() -> None:
    small = [Card(f"{rank}{suit}") for rank in "23456" for suit in "SHDC" for _ in range(6)]
    usual, rich = (strategy_for(ACT_2006, remove=removed) for removed in ((), small))
    for found, told in ((usual, ("W", "N")), (rich, ("E", "I"))):
        (chart,) = (chart for chart in found.charts if chart.name == "against an ace")
        assert tuple(row[0].action for row in chart.cells if row[0]) == told
    waiting = usual.charts[-1]["a Blackjack", "A"]
    assert waiting is not None
    assert waiting.values["wait"] == pytest.approx(1.5 * (1 - 127 / 413), abs=1e-12)
    for removed, taken in (((), False), (small, True)):
        even = odds(ACT_2006, remove=removed)["main"].even_money
        assert even is not None
        assert (even["even money"] > even["waiting"]) == taken
    assert odds(NSW)["main"].even_money is None


def test_the_ladder_of_challenge_means_four_to_one_for_any_shoe() -> None:
    shoe = Composition.full(6).without([Card("KS")] * 6 + [Card("TD")] * 2)
    terms = terms_of(rules_for(NSW), shoe)
    assert terms.pays[0][BLACKJACK][DEALER_BLACKJACK] == 4
    higher, same, lower = ladder_chances(shoe)
    assert higher == lower
    assert higher + same + lower == 1
    assert same == Fraction(18 * 17 + 24 * 23 * 2 + 22 * 21, 88 * 87)


def test_what_each_choice_of_the_table_does_to_the_edge() -> None:
    changes = {
        instrument: {
            (effect.option, effect.reading): round(100 * effect.change, 4)
            for effect in effects_for(instrument)
            if effect.wager == "main"
        }
        for instrument in (ACT_2018, NSW)
    }
    assert changes[ACT_2018]["soft_17", "hit"] == 0.2136
    assert changes[ACT_2018]["double_on", "any_cards"] == -0.2103
    assert changes[ACT_2018]["decks", "4"] == -0.0851
    assert changes[ACT_2018]["collect_busts", "at_end"] == 0
    assert changes[NSW]["dealer_blackjack_collects", "OBBO"] > 0
    assert changes[NSW]["dealer_blackjack_collects", "OBO_total_cap"] < 0


def test_the_charts_of_challenge_are_by_number_of_cards() -> None:
    charts = {chart.name: chart for chart in strategy_for(NSW).charts}
    four = charts["soft totals, four cards"]
    assert {cell.action for row in four.cells for cell in row if cell} == {"H"}
    two = charts["soft totals, two cards"]["20", "10"]
    assert two is not None
    assert two.action == "S"
    assert charts["hard totals, three cards"].rows[-1] == "6"


def test_removed_cards_move_the_edge_the_way_they_should() -> None:
    whole = main(ACT_2006).house_edge
    fives = odds(ACT_2006, remove=[Card("5S")] * 8)["main"].house_edge
    aces = odds(ACT_2006, remove=[Card("AS")] * 8)["main"].house_edge
    assert fives < whole < aces


def test_a_shoe_that_might_run_out_is_refused() -> None:
    short = Composition.of([Card("TS")] * 51)
    for ask in (analyse, strategy):
        with pytest.raises(ValueError, match="51 cards are left in the shoe"):
            ask(rules_for(ACT_2006), short)


def test_a_shoe_without_some_values_is_analysed() -> None:
    shoe = Composition.full(4).without([Card(f"A{suit}") for suit in "SHDC" for _ in range(4)])
    found = solve(rules_for(NSW), shoe)
    assert len(found.up_cards) == 9
    assert np.isfinite(found.worth.value)
    assert found.worth.value <= 0
