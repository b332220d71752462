"""Every cell of every chart says what is best by its own values, whatever a table has chosen."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from croupier.cards import Card
from croupier.game_rules import rules_for
from croupier.games.blackjack.odds.hand_terms import terms_of
from croupier.games.blackjack.odds.kernels.playing import HIT, STAND
from croupier.games.blackjack.odds.play_by_cards import worth_of
from croupier.games.blackjack.odds.solver import solve
from croupier.odds import strategy_for
from croupier.odds.shoe_composition import Composition
from croupier.rulebook.instruments import load
from croupier.rulebook.options import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.odds.results import Strategy

ACT_2006, ACT_2018 = "act-blackjack-2006", "act-blackjack-2018"
NSW, UTH = "nsw-blackjack-challenge", "act-ultimate-texas-holdem-2025"
CHOICES = {
    "S": "stand", "H": "hit", "D": "double", "Ds": "double", "P": "split", "W": "wait",
    "E": "even money", "I": "insure", "N": "do not insure", ".": "check",
}  # fmt: skip
DECKS = {ACT_2006: range(4, 9), ACT_2018: range(4, 9), NSW: (6, 8)}
BEARING: dict[str, dict[str, tuple[str, ...]]] = {
    ACT_2006: {"double_on": ("two_cards", "any_cards")},
    ACT_2018: {"soft_17": ("stand", "hit"), "double_on": ("two_cards", "any_cards")},
    NSW: {"dealer_blackjack_collects": ("BB+1", "OBO_total_cap", "OBBO")},
}
"""The options that bear on the value of a hand, with all their readings."""


def tables(instrument: str) -> Iterator[dict[str, Any]]:
    """Every choice of the options that bear on the value of a hand."""
    names = BEARING[instrument]
    for chosen in product(*names.values()):
        yield dict(zip(names, chosen, strict=True))


def not_the_best(
    strategy: Strategy, *, second: bool = True
) -> list[tuple[str, str, str, str, dict[str, float]]]:
    """The cells that say one thing while their values say another.

    That may be about the second choice too, which is for hands that cannot be doubled.
    """
    found = []
    for chart in strategy.charts:
        for row, line in zip(chart.rows, chart.cells, strict=True):
            for column, cell in zip(chart.columns, line, strict=True):
                if cell is None or not cell.values:
                    continue
                values, told = cell.values, CHOICES.get(cell.action, cell.action)
                hit, stand = values.get("hit", -9.0), values.get("stand", -9.0)
                right = values[told] == max(values.values())
                if second and chart.name != "pairs":
                    right &= cell.action != "D" or hit >= stand
                    right &= cell.action != "Ds" or stand >= hit
                if not right:
                    found.append((chart.name, row, column, cell.action, values))
    return found


@pytest.mark.parametrize(
    ("instrument", "decks"), [(each, decks) for each in DECKS for decks in DECKS[each]]
)
def test_every_cell_of_blackjack_is_the_best_of_its_values(instrument: str, decks: int) -> None:
    for options in tables(instrument):
        strategy = strategy_for(instrument, decks=decks, options=options)
        assert not_the_best(strategy) == []
        cells = [cell for chart in strategy.charts for row in chart.cells for cell in row]
        assert all(cell is not None and cell.values for cell in cells)


@pytest.mark.parametrize("instrument", BEARING)
def test_no_other_option_bears_on_the_value_of_a_hand(instrument: str) -> None:
    shoe = Composition.full(8)
    covered = {terms_of(rules_for(instrument, options), shoe) for options in tables(instrument)}
    for option in load(instrument).options:
        for reading in option.readings if option.type in ("choice", "flag") else ():
            value = {"true": True, "false": False}.get(reading, reading)
            try:
                rules = rules_for(instrument, {option.name: value})
            except OptionError:  # it needs others, which are among these
                continue
            assert terms_of(rules, shoe) in covered, (option.name, reading)


@pytest.mark.parametrize("seed", range(6))
def test_every_cell_is_the_best_of_its_values_with_cards_removed_too(seed: int) -> None:
    source = Random(seed)
    instrument = (ACT_2018, NSW)[seed % 2]
    options = source.choice(list(tables(instrument)))
    ranks = source.sample("A23456789TJQK", source.choice([1, 3, 13]))
    cards = [Card(rank + suit) for rank in ranks for suit in "SHDC"] * 6
    removed = source.sample(cards, source.randrange(min(len(cards), 200)))
    strategy = strategy_for(instrument, decks=6, options=options, remove=removed)
    assert not_the_best(strategy, second=False) == []


@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018])
@pytest.mark.parametrize("decks", DECKS[ACT_2006])
def test_soft_12_is_hit_where_that_is_worth_more_than_doubling(instrument: str, decks: int) -> None:
    """Where aces are split it never arises; whoever does not split them is told the best."""
    charts = {chart.name: chart for chart in strategy_for(instrument, decks=decks).charts}
    for up_card in ("2", "3", "4", "5", "7", "8", "9", "10", "A"):
        soft_12 = charts["soft totals"]["12", up_card]
        assert soft_12 is not None
        assert soft_12.action == "H"
        assert soft_12.values["hit"] > soft_12.values["double"]


@pytest.mark.parametrize("options", [{}, {"double_on": "any_cards"}])
@pytest.mark.parametrize("up_card", [0, 3, 5, 9])
def test_a_cell_played_otherwise_costs_the_difference_of_its_values(
    options: dict[str, Any], up_card: int
) -> None:
    """Counted over whole rounds, split hands too: by so much, as often as the cell arises."""
    up = solve(rules_for(ACT_2018, options), Composition.full(6)).up_cards[up_card]
    column, worths = up.chart, up.chart.worths
    best = worth_of(up.against, column.play).value
    played = worths.double * column.doubles
    played += ~column.doubles * (column.plays == HIT) * worths.hit
    played += ~column.doubles * (column.plays == STAND) * worths.stand
    looked_at = 0
    for cell in range(len(column.plays)):
        if (
            worths.stand[cell] < -1 or not worths.often[cell] > 0
        ):  # it must be drawn to, or cannot be
            continue
        for draws in (STAND, HIT):
            plays, doubles = column.plays.copy(), column.doubles.copy()
            plays[cell], doubles[cell] = draws, False
            otherwise = replace(column, plays=plays, doubles=doubles)
            worth = worths.hit[cell] if draws else worths.stand[cell]
            found = worth_of(up.against, otherwise.play).value
            if found != best:  # the cell arises
                assert found - best == pytest.approx(worth - played[cell], abs=1e-12)
                looked_at += 1
    assert looked_at > 12


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"trips": "1"},
        {"options": {"blind_payout_cap": 1_000_00}, "ante": 100_00},
        {
            "options": {"blind_payout_cap": 500_00, "blind_cap_scope": "table_pro_rata"},
            "ante": 50_00,
        },
    ],
)
def test_every_cell_of_holdem_is_the_best_of_its_values(asked: dict[str, Any]) -> None:
    strategy = strategy_for(UTH, **asked)
    assert not_the_best(strategy) == []
    assert {cell.action for row in strategy.charts[0].cells for cell in row if cell} == {"4x", "."}
