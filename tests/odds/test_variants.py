"""Amended instruments that others have published figures for; the examples under docs/examples."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.game_rules import rules_asked_for
from croupier.odds.kernel_loader import load
from croupier.odds.shoe_composition import Composition
from croupier.rulebook.amendments import amended

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "amendments"
COUPS = 4_998_398_275_503_360
PLAYER, BANKER, TIES = 2_230_518_282_592_256, 2_292_252_566_437_888, 475_627_426_473_216
"""How coups of eight decks come out, as http://www.casinoexploit.com/baccarat.html has it."""
SIX_DECKS = {
    "player": 392_220_492_728_832,
    "banker": 403_095_751_234_560,
    "tie": 83_552_962_932_288,
}
"""The same of six decks, from the same page."""
HANDS = {
    "royal_flush": 4_324, "straight_flush": 37_260, "four_of_a_kind": 224_848,
    "full_house": 3_473_184, "flush": 4_047_644, "straight": 6_180_020,
    "three_of_a_kind": 6_461_620,
}  # fmt: skip
"""Hands of seven cards by kind, of all 133,784,560."""
TRIPS = {
    "trips-nine-for-a-full-house": ((50, 40, 30, 9, 7, 4, 3), 0.0090),
    "trips-eight-six-five": ((50, 40, 30, 8, 6, 5, 3), 0.0190),
    "trips-seven-six-five": ((50, 40, 20, 7, 6, 5, 3), 0.0618),
    None: ((50, 40, 30, 8, 7, 4, 3), 0.0350),
}
"""What trips pays from a royal flush down, and the edge that the examples and the pages name.

The last is the instrument's own; `docs/odds.md` names a page that has its 3.50 % too.
"""


def example(name: str) -> Any:
    return amended(EXAMPLES / f"{name}.toml")


def test_a_commission_of_four_per_cent_costs_what_the_counts_say() -> None:
    edge = Fraction(PLAYER, COUPS) - Fraction(96, 100) * Fraction(BANKER, COUPS)
    assert croupier.odds(example("baccarat-four-per-cent"))["banker"].exact == edge
    assert float(edge) == pytest.approx(0.0060, abs=5e-5)


def test_a_tie_at_nine_to_one_costs_what_the_counts_say() -> None:
    edge = 1 - 10 * Fraction(TIES, COUPS)
    assert croupier.odds(example("baccarat-tie-nine-to-one"))["tie"].exact == edge
    assert float(edge) == pytest.approx(0.0484, abs=5e-5)


def test_six_decks_of_baccarat_come_out_as_often_as_is_published() -> None:
    answer = croupier.odds(example("baccarat-six-decks"))
    coups = sum(SIX_DECKS.values())
    for side, times in SIX_DECKS.items():
        chances = [
            outcome.exact
            for outcome in answer["tie"].outcomes
            if outcome.exact is not None and outcome.outcome.split()[0] == side
        ]
        assert sum(chances) == Fraction(times, coups)
    for wager, edge in {"player": 0.0124, "banker": 0.0106, "tie": 0.1444}.items():
        assert answer[wager].house_edge == pytest.approx(edge, abs=5e-5)


def test_perfect_pairs_at_thirty_cost_what_the_closed_form_says() -> None:
    options = {"decks": 6, "side_bets": ["perfect-pairs"]}
    wager = croupier.odds(example("perfect-pairs-thirty"), options=options)["perfect-pairs"]
    assert wager.exact == 1 - Fraction(31 * 5 + 11 * 6 + 6 * 12, 311)
    assert wager.house_edge == pytest.approx(0.0579, abs=5e-5)


def test_trips_cost_what_is_published() -> None:
    load("croupier.games.holdem.odds.kernels")
    from croupier.games.holdem.odds import analysis

    usual: Any = rules_asked_for("act-ultimate-texas-holdem-2025", {})
    for name, (pays, edge) in TRIPS.items():
        rules: Any = usual if name is None else rules_asked_for(example(name), {})
        found = analysis.trips_alone(rules, Composition.full(1))
        returned = sum((1 + pay) * many for pay, many in zip(pays, HANDS.values(), strict=True))
        assert found.exact == 1 - Fraction(returned, comb(52, 7))
        assert found.house_edge == pytest.approx(edge, abs=5e-5)


def test_a_blind_that_pays_a_royal_flush_double_gives_what_royal_flushes_win() -> None:
    """No play changes for it: whoever may still make one is never better off with a fold."""
    made, on_the_board = Fraction(4 * comb(47, 2), comb(52, 7)), Fraction(4, comb(52, 5))
    given = 500 * (made - on_the_board)  # a royal flush of all is a stand-off
    usual, dear = (
        croupier.odds(book)["ante"].exact
        for book in ("act-ultimate-texas-holdem-2025", example("blind-royal-flush-thousand"))
    )
    assert usual is not None
    assert dear == usual - given
    assert float(dear) == pytest.approx(0.0065, abs=5e-5)


def main_edge(instrument: Any, **options: Any) -> float:
    return float(croupier.odds(instrument, options=options)["main"].house_edge)


def test_rules_of_blackjack_move_the_edge_as_is_published() -> None:
    """By a list for six decks and one for eight; `docs/odds.md` names the pages."""
    usual = main_edge("act-blackjack-2018", decks=6)
    assert main_edge("act-blackjack-2018", decks=4) - usual == pytest.approx(-0.0005, abs=1e-4)
    assert main_edge("act-blackjack-2018", decks=8) - usual == pytest.approx(0.0002, abs=1e-4)
    hits = main_edge("act-blackjack-2018", decks=6, soft_17="hit")
    assert hits - usual == pytest.approx(0.0020, abs=2e-4)
    once = main_edge(example("blackjack-two-hands"), decks=6)
    assert once - usual == pytest.approx(0.0004, abs=2e-4)
    eight = main_edge("act-blackjack-2018")
    assert main_edge(example("blackjack-two-to-one")) - eight == pytest.approx(-0.0227, abs=1e-4)


def test_six_to_five_costs_what_is_published_less_what_even_money_gives_back() -> None:
    usual = croupier.odds("act-blackjack-2018", decks=6)["main"]
    paid = sum(outcome.chance for outcome in usual.outcomes if outcome.net == 1.5)
    assert 0.3 * paid == pytest.approx(0.0136, abs=1e-4)
    dearer = main_edge(amended(EXAMPLES.parent / "six-to-five.toml"), decks=6) - usual.house_edge
    blackjack = 2 * Fraction(24, 312) * Fraction(96, 311)
    ace, ten = Fraction(23, 310), Fraction(95, 309)  # the dealer's cards, with a Blackjack gone
    given_back = blackjack * ace * (1 - Fraction(6, 5) * (1 - ten))
    assert dearer == pytest.approx(0.3 * paid - float(given_back), abs=1e-5)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_example_says_where_its_figure_comes_from(path: Path) -> None:
    figure, source, *_ = path.read_text("utf-8").splitlines()
    assert figure.startswith("# ")
    assert "%" in figure
    assert source.startswith(("# Source: http", "# Checked against "))
    assert amended(path).not_approved
