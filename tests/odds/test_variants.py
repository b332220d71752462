"""Amended instruments that others have published figures for; the examples under docs/examples."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.games import rules_asked_for
from croupier.odds.kernel_loader import load
from croupier.odds.shoe_composition import Composition
from croupier.rulebook.amendments import amended

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "amendments"
PUBLISHED = {
    "baccarat-four-per-cent": ("banker", {}, 0.0060),
    "baccarat-tie-nine-to-one": ("tie", {}, 0.0484),
    "perfect-pairs-thirty": ("perfect-pairs", {"decks": 6, "side_bets": ["perfect-pairs"]}, 0.0579),
}
"""House edges to a hundredth of a per cent, as commonly published."""
TRIPS = {
    "trips-nine-for-a-full-house": 0.0090,
    "trips-eight-six-five": 0.0190,
    "trips-seven-six-five": 0.0618,
    None: 0.0350,
}
"""Pay tables 1, 2, 4 and, as the instrument has it, 3 of trips, as commonly published."""


def example(name: str) -> Any:
    return amended(EXAMPLES / f"{name}.toml")


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_variant_costs_what_is_published(name: str) -> None:
    wager, options, edge = PUBLISHED[name]
    assert croupier.odds(example(name), options=options)[wager].house_edge == pytest.approx(
        edge, abs=5e-5
    )


def test_trips_cost_what_is_published() -> None:
    """The deals are the same for all of them, and so they are solved once."""
    load("croupier.odds.holdem.kernels")
    from croupier.odds.holdem import analysis
    from croupier.odds.holdem.solver import solve

    usual: Any = rules_asked_for("act-ultimate-texas-holdem-2025", {})
    solution = solve(usual, Composition.full(1))
    for name, edge in TRIPS.items():
        rules: Any = usual if name is None else rules_asked_for(example(name), {})
        assert analysis.trips_alone(rules, solution).house_edge == pytest.approx(edge, abs=5e-5)


def test_rules_of_blackjack_move_the_edge_as_is_published() -> None:
    """What each costs, roughly, with eight decks, as commonly published."""
    usual = croupier.odds("act-blackjack-2018")["main"].house_edge
    hits = croupier.odds("act-blackjack-2018", options={"soft_17": "hit"})["main"].house_edge
    assert hits - usual == pytest.approx(0.0022, abs=0.0002)
    once = croupier.odds(example("blackjack-two-hands"))["main"].house_edge
    assert 0.0003 < once - usual < 0.0006


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_example_says_where_its_figure_comes_from(path: Path) -> None:
    assert path.read_text("utf-8").startswith("# ")
    assert "as commonly published" in path.read_text("utf-8").splitlines()[0]
    assert amended(path).not_approved
