"""What somebody's own chart is worth, exactly."""

from __future__ import annotations

import msgspec
import pytest

from croupier.game_rules import rules_for
from croupier.games.blackjack.odds.given_chart import edge_of
from croupier.odds import odds, strategy_for
from croupier.odds.results import Cell, Strategy
from croupier.odds.shoe_composition import Composition
from croupier.odds.simulation import simulate
from croupier.odds.simulation.strategy_files import Unplayable

ACT, NSW = "act-blackjack-2018", "nsw-blackjack-challenge"


def changed(strategy: Strategy, name: str, row: str, column: str, action: str) -> Strategy:
    """The same charts with another action in one cell."""
    charts = []
    for chart in strategy.charts:
        if chart.name == name:
            at, across = chart.rows.index(row), chart.columns.index(column)
            lines = [list(line) for line in chart.cells]
            lines[at][across] = Cell(action=action)
            chart = msgspec.structs.replace(chart, cells=tuple(tuple(line) for line in lines))
        charts.append(chart)
    return msgspec.structs.replace(strategy, charts=tuple(charts))


@pytest.mark.parametrize(
    ("instrument", "options"), [(ACT, {"soft_17": "hit"}), (ACT, {"decks": 4}), (NSW, {})]
)
def test_the_best_chart_costs_what_the_analysis_says(
    instrument: str, options: dict[str, object]
) -> None:
    rules = rules_for(instrument, options)
    shoe, best = Composition.full(rules.decks), strategy_for(instrument, options=options)
    exact = odds(instrument, options=options)["main"].chart_house_edge
    assert edge_of(rules, shoe, best) == pytest.approx(exact, abs=1e-12)


@pytest.mark.parametrize(
    ("name", "row", "column", "action"),
    [
        ("hard totals", "16", "6", "H"),
        ("hard totals", "11", "5", "H"),
        ("soft totals", "18", "9", "S"),
        ("pairs", "8-8", "6", "S"),
        ("pairs", "10-10", "6", "P"),
        ("against an ace", "insurance", "A", "I"),
        ("against an ace", "a Blackjack", "A", "E"),
    ],
)
def test_another_cell_costs_more_and_as_much_as_it_does_in_play(
    name: str, row: str, column: str, action: str
) -> None:
    rules = rules_for(ACT)
    shoe, best = Composition.full(rules.decks), strategy_for(ACT)
    worse = changed(best, name, row, column, action)
    cost = edge_of(rules, shoe, worse) - edge_of(rules, shoe, best)
    assert cost > 1e-6
    played = simulate(ACT, 1_500_000, strategy=worse, seed=4)
    assert played.standard_error is not None
    assert abs(played.mean + edge_of(rules, shoe, worse)) < 3.5 * played.standard_error


def test_a_chart_that_stands_where_it_must_draw_is_refused() -> None:
    rules = rules_for(ACT)
    bad = changed(strategy_for(ACT), "hard totals", "8", "6", "S")
    with pytest.raises(Unplayable, match="stands on 8 against 6"):
        edge_of(rules, Composition.full(rules.decks), bad)
