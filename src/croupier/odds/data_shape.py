"""Answers as data for other programs: JSON and comma-separated lines, all in one shape.

Whatever the laboratory answers, its JSON begins with the version of the program, the instrument,
the options in force and what of them is not as usual; every comma-separated line begins with
`version`, `instrument` and `options`, the last as the command line would take them.
"""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.odds.formatting import choices
from croupier.odds.results import plain
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from croupier.odds.formatting import Answer
    from croupier.odds.question import Question
    from croupier.odds.results import Choices, Effect, GameOdds, Strategy
    from croupier.odds.risk import Risk, Takings
    from croupier.odds.simulation.report import SideBet, SimulationReport

    Row = dict[str, Any]


def as_data(answer: Answer) -> dict[str, Any]:
    """An answer about a table as plain data, as JSON has it."""
    told = _spread_out(plain(answer))
    named = ("instrument", "not_approved", "options")
    table = {name: told[name] for name in named if name in told}
    return {"version": __version__, **table, "chosen": {}, "removed": [], **told}


def _spread_out(told: dict[str, Any]) -> dict[str, Any]:
    """Put what lay on wagers beside the first under their own names, where it stands."""
    spread: dict[str, Any] = {}
    for name, value in told.items():
        spread |= value if name == "beside" else {name: value}
    return spread


def table_data(asked: Question) -> dict[str, Any]:
    """The table that was asked about, for answers that do not carry it themselves."""
    book = asked.rules.instrument
    approved = {} if book.not_approved is None else {"not_approved": book.not_approved}
    return {
        "version": __version__,
        "instrument": book.id,
        **approved,
        **plain({"options": asked.rules.options, "chosen": asked.named, "removed": asked.removed}),
    }


def table_columns(answer: Answer) -> Row:
    """The first columns of every line about a table."""
    removed = [f"remove={','.join(answer.removed)}"] if answer.removed else []
    words = [f"decks={answer.options['decks']}", *choices(answer), *removed]
    return {"version": __version__, "instrument": answer.instrument, "options": " ".join(words)}


def columns_of(asked: Question) -> Row:
    """The same of a table that was asked about."""
    return table_columns(_Asked(asked))


class _Asked:
    """A question as titles and lines see an answer."""

    def __init__(self, asked: Question) -> None:
        book = asked.rules.instrument
        self.instrument, self.not_approved = book.id, book.not_approved
        self.options, self.chosen = asked.rules.options, asked.named
        self.removed = asked.removed


def lines(first: Mapping[str, Any], rows: Iterable[Row]) -> str:
    """Comma-separated lines under their headings, the table in front of each."""
    all_rows = [{**first, **row} for row in rows]
    names = dict.fromkeys(name for row in all_rows for name in row)
    out = io.StringIO()
    writer = csv.DictWriter(out, [*names], lineterminator="\n")
    writer.writeheader()
    writer.writerows(all_rows)
    return out.getvalue()


# --- what each answer says, line by line


def odds_rows(answer: GameOdds) -> Iterator[Row]:
    for wager in answer.wagers:
        yield {
            "wager": wager.wager,
            "house_edge": wager.house_edge,
            "exact": None if wager.exact is None else str(wager.exact),
            "standard_deviation": wager.standard_deviation,
        }


def effect_rows(effects: Iterable[Effect]) -> Iterator[Row]:
    for each in effects:
        yield {name: getattr(each, name) for name in each.__struct_fields__}


def choice_rows(choices: Choices) -> Iterator[Row]:
    """The choices, then what may be wagered beside them."""
    for what, worth in (*choices.values.items(), *choices.beside.items()):
        exact = choices.exact[what]
        yield {
            "choice": what,
            "worth": worth,
            "exact": None if exact is None else str(Fraction(exact)),
            "best": what == choices.best,
        }


def strategy_rows(strategy: Strategy) -> Iterator[Row]:
    """A line for each situation: what to do, and what every choice is worth."""
    for chart in strategy.charts:
        for row, line in zip(chart.rows, chart.cells, strict=True):
            for column, cell in zip(chart.columns, line, strict=False):
                if cell is not None:
                    where = {"chart": chart.name, "row": row, "column": column}
                    yield {**where, "action": cell.action, **cell.values}


def report_rows(report: SimulationReport) -> Iterator[Row]:
    """A line for the main wager and for every side bet."""
    told = {"rounds": report.rounds, "seed": report.seed}
    wagers: tuple[SimulationReport | SideBet, ...] = (report, *report.side_bets)
    for each in wagers:
        yield {
            "wager": each.wager,
            **told,
            "mean": each.mean,
            "standard_error": each.standard_error,
            "standard_deviation": each.standard_deviation,
            "n0": getattr(each, "n0", None),
            **_counted(report, each),
        }


def _counted(report: SimulationReport, wager: object) -> Row:
    """What a player who counts won by the main wager, if somebody did."""
    if report.counting is None or wager is not report:
        return {}
    names = "average_stake", "win", "edge", "edge_error", "win_an_hour", "hour_error"
    return {name: getattr(report.counting, name) for name in names}


def takings_rows(takings: Takings) -> Iterator[Row]:
    names = (
        "wager", "stake", "rounds", "theoretical_win", "standard_deviation", "least", "most",
        "confidence", "loses", "drop", "hold",
    )  # fmt: skip
    yield {name: getattr(takings, name) for name in names}


def risk_rows(risk: Risk) -> Iterator[Row]:
    """A line for each point in time: ruined, at the target, and the quantiles of the result."""
    for moment in risk.moments:
        yield {
            "wager": risk.wager,
            "rounds": moment.rounds,
            "ruined": moment.ruined,
            "reached": moment.reached,
            **moment.quantiles,
        }
