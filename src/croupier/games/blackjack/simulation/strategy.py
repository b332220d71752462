"""A strategy for blackjack as a player follows it: what to do with a hand against a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.odds.simulation.strategy_files import Unplayable

if TYPE_CHECKING:
    from croupier.games.blackjack.odds.hand_terms import HandTerms
    from croupier.odds.results import Chart, Strategy

_IN_WORDS = {2: "two", 3: "three", 4: "four"}


class Charts:
    """The charts of one strategy, asked by what a player sees."""

    def __init__(self, strategy: Strategy, terms: HandTerms) -> None:
        self._charts = {chart.name: chart for chart in strategy.charts}
        self._counts_cards = terms.most_cards < 21

    def of_total(self, cards: int, total: int, soft: bool, against: str) -> str:
        """What to do with a total."""
        name = f"{'soft' if soft else 'hard'} totals"
        if self._counts_cards:
            name += f", {_IN_WORDS[cards]} cards"
        return self._told(name, str(total), against, ("S", "H", "D", "Ds"))

    def splits(self, card: str, against: str) -> bool:
        """Whether a pair is split. A chart that has no such row splits none."""
        chart = self._charts.get("pairs")
        row = f"{card}-{card}"
        if chart is None or row not in chart.rows:
            return False
        return self._told("pairs", row, against, ("S", "H", "D", "Ds", "P")) == "P"

    def against_an_ace(self, row: str, takes: str) -> bool:
        """Whether even money or insurance is taken; not where no chart says so."""
        chart = self._charts.get("against an ace")
        return chart is not None and row in chart.rows and self._at(chart, row, "A") == takes

    def _told(self, name: str, row: str, against: str, known: tuple[str, ...]) -> str:
        chart = self._charts.get(name)
        action = None
        if chart is not None and row in chart.rows and against in chart.columns:
            action = self._at(chart, row, against)
        if action not in known:
            said = "nothing" if action is None else repr(action)
            raise Unplayable(
                f"strategy: {name}, {row} against {against} says {said}, not one of "
                f"{', '.join(known)}"
            )
        return action

    @staticmethod
    def _at(chart: Chart, row: str, column: str) -> str | None:
        cell = chart[row, column]
        return cell.action if cell else None
