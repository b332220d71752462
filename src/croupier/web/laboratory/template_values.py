"""What the templates of the laboratory show of an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from croupier.odds import risk_formatting
from croupier.odds.counting import formatting as counting
from croupier.odds.covariance import sections
from croupier.odds.formatting import assumptions, exactly, figures, name, per_cent, signed, title
from croupier.odds.grids import UNITS, section_of
from croupier.odds.pictures import svg
from croupier.odds.simulation import formatting as simulated
from croupier.odds.simulation.formatting import COUNTED, interval
from croupier.web.felt.game_pages import cloth
from croupier.web.laboratory import files, plots
from croupier.web.laboratory.files import files_of
from croupier.web.laboratory.forms import longest
from croupier.web.laboratory.links import address, file_address
from croupier.web.laboratory.worker_orders import (
    CountOrder,
    CovarianceOrder,
    EffectsOrder,
    GridOrder,
    RiskOrder,
    SimulationOrder,
    StrategyOrder,
    TakingsOrder,
)
from croupier.web.rulebook.links import clause_url, instrument_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.odds.pictures import Picture
    from croupier.odds.results import Cell, Chart, Effect, Strategy, WagerOutcome
    from croupier.odds.simulation.report import ResultCount
    from croupier.web.laboratory.job_queue import Job
    from croupier.web.laboratory.worker_orders import Frequency

TOOLS = {
    "odds": "House edges",
    "strategy": "Best play",
    "decision": "One decision",
    "effects": "What options do",
    "grid": "Grids",
    "simulation": "Simulation",
    "risk": "Risk and takings",
    "count": "Counting",
    "covariance": "Wagers together",
    "dossier": "Dossier",
}
UNMOVED = 5e-9
"""A change of the edge that is smaller than this is what rounding leaves."""

BUSY = "too much is being worked out already; ask again in a minute"


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """A line of a table of outcomes."""

    outcome: str
    net_text: str
    chance: float
    chance_text: str
    sign: str


def outcome_rows(outcomes: Iterable[WagerOutcome]) -> list[OutcomeRow]:
    """The best outcome first."""
    best_first = sorted(outcomes, key=lambda outcome: -outcome.net)
    return [_row(each.outcome, each.net, each.chance) for each in best_first]


def frequency_rows(frequencies: Iterable[Frequency | ResultCount]) -> list[OutcomeRow]:
    """The same of what a simulation brought; a result has no other name than what it is."""
    best_first = sorted(frequencies, key=lambda each: -each.net)
    return [_row(_result(each.net), each.net, each.share) for each in best_first]


def _row(outcome: str, net: float, chance: float) -> OutcomeRow:
    return OutcomeRow(outcome, signed(net), chance, per_cent(chance), plots.sign(net))


def _result(net: float) -> str:
    return {"gain": "won", "loss": "lost", "level": "nothing won or lost"}[plots.sign(net)]


BEGUN = ("simulation", "grid", "dossier")
"""Tools whose work is begun by whoever asks for it."""
FILE_NAMES = {
    files.CSV: "lines (CSV)", files.JSON: "data (JSON)", files.SVG: "picture (SVG)",
    files.DARK_SVG: "on dark paper (SVG)", files.PNG: "picture (PNG)",
    files.DARK_PNG: "on dark paper (PNG)", files.HTML: "as a page (HTML)",
    files.PDF: "as a PDF",
}  # fmt: skip

WORDS: dict[str, Any] = {
    "begun": BEGUN,
    "file_names": FILE_NAMES,
    "address": address,
    "assumptions": assumptions,
    "busy": BUSY,
    "clause_url": clause_url,
    "cloth": cloth,
    "exactly": exactly,
    "file_address": file_address,
    "files_of": files_of,
    "figures": figures,
    "frequency_rows": frequency_rows,
    "longest": longest,
    "instrument_url": instrument_url,
    "interval": interval,
    "name_of": name,
    "outcome_rows": outcome_rows,
    "per_cent": per_cent,
    "plots": plots,
    "tool_names": TOOLS,
    "unmoved": UNMOVED,
}
"""What the templates call by name."""


NOTHING: dict[str, Any] = {
    "job": None, "filled": None, "last": None, "mean_plot": None, "bar_plot": None,
}  # fmt: skip
"""What a page has that shows no work and no form."""


def shown(job: Job | None) -> dict[str, Any]:
    """What a template needs beside the job itself."""
    if job is None:
        return {}
    match job.order:
        case StrategyOrder() if job.answer is not None:
            return {"grids": grids(job.answer), "colours": colours_of(job.answer)}
        case EffectsOrder() if job.answer is not None:
            return _effects(job.answer)
        case GridOrder() if job.answer is not None:
            return {"sections": [section_of(job.answer)], "units": UNITS[job.order.of]}
        case SimulationOrder(rounds=rounds):
            return _simulation(job, rounds)
        case RiskOrder() if job.answer is not None:
            return {
                "heading": risk_formatting.risk_heading(job.answer),
                "told": list(risk_formatting.risk_figures(job.answer)),
                "drawn": _drawn(risk_formatting.risk_picture(job.answer)),
            }
        case TakingsOrder() if job.answer is not None:
            return {
                "heading": risk_formatting.takings_heading(job.answer),
                "told": list(risk_formatting.takings_figures(job.answer)),
            }
        case CountOrder() if job.answer is not None:
            return {
                "heading": counting.heading(job.answer),
                "sections": list(counting.sections(job.answer)),
                "drawn": _drawn(counting.counting_picture(job.answer)),
            }
        case CovarianceOrder() if job.answer is not None:
            return {"heading": title(job.answer), "sections": list(sections(job.answer))}
        case _:
            return {}


def _drawn(picture: Picture) -> dict[str, Markup]:
    """A picture for a page in the light and for one in the dark; the page shows one of them."""
    return {
        "light": Markup(svg(picture)),
        "dark": Markup(svg(picture, dark=True)),
    }


def _effects(effects: Iterable[Effect]) -> dict[str, Any]:
    """What moves each wager, the dearest first, and what moves none."""
    tried = list(effects)
    moving: dict[str, list[Effect]] = {}
    for effect in sorted(tried, key=lambda it: -it.change):
        if abs(effect.change) > UNMOVED:
            moving.setdefault(effect.wager, []).append(effect)
    moved = {effect.option for each in moving.values() for effect in each}
    still = dict.fromkeys(effect.option for effect in tried if effect.option not in moved)
    in_order = dict.fromkeys(effect.wager for effect in tried if effect.wager in moving)
    return {"moving": {wager: moving[wager] for wager in in_order}, "still": list(still)}


def _simulation(job: Job, rounds: int) -> dict[str, Any]:
    """The plots of a simulation, from what it has come to so far."""
    last = job.steps[-1] if job.steps else None
    expected = None if job.answer is None else job.answer.expected
    frequencies: Sequence[Frequency | ResultCount] = last.frequencies if last else ()
    told: dict[str, Any] = {}
    if job.answer is not None:
        report = job.answer.report
        frequencies = report.distribution
        told = {
            "heading": simulated.heading(report),
            "told": list(simulated.figures(report)),
            "counted": report.counting and [COUNTED, *simulated.count_rows(report.counting)],
        }
    return {
        **told,
        "last": last,
        "mean_plot": plots.mean_plot(job.steps, rounds, expected),
        "bar_plot": plots.bar_plot(frequencies) if frequencies else None,
    }


# --- charts as tables: the colour of every cell, its name, and what each choice in it is worth


COLOURS = 8
"""How many the style sheet has; a mere dot has the first, which is none."""


@dataclass(frozen=True, slots=True)
class Square:
    """One cell of a chart."""

    name: str
    """The situation in words: `16 against 10`, `AKs`."""
    text: str
    action: str
    colour: int
    values: tuple[tuple[str, float], ...]
    """What each choice is worth, the best first."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A chart to be drawn as a table."""

    name: str
    across: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Square | None, ...]], ...]
    hands: bool
    """Whether every cell is a starting hand and bears its name."""

    def squares(self) -> Iterator[Square]:
        for _, row in self.rows:
            yield from (square for square in row if square is not None)


def grids(strategy: Strategy) -> list[Grid]:
    """The charts of a strategy."""
    colours = colours_of(strategy)
    return [_grid(chart, strategy.actions, colours) for chart in strategy.charts]


def colours_of(strategy: Strategy) -> dict[str, int]:
    """A colour by number for each action in use, in the order in which the strategy has them."""
    lettered = [action for action in strategy.in_use if action.isalnum()]
    numbered = {action: 1 + place % COLOURS for place, action in enumerate(lettered)}
    return {action: numbered.get(action, 0) for action in strategy.in_use}


def _grid(chart: Chart, actions: dict[str, str], colours: dict[str, int]) -> Grid:
    hands = chart.rows == chart.columns
    rows = []
    for across, (row, cells) in enumerate(zip(chart.rows, chart.cells, strict=True)):
        squares: list[Square | None] = []
        for down, cell in enumerate(cells):
            column = chart.columns[down]
            name = _hand(row, column, down - across) if hands else f"{row} against {column}"
            squares.append(None if cell is None else _square(cell, name, hands, actions, colours))
        rows.append((row, tuple(squares)))
    return Grid(chart.name, chart.across, chart.columns, tuple(rows), hands)


def _square(
    cell: Cell, name: str, hands: bool, actions: dict[str, str], colours: dict[str, int]
) -> Square:
    values = tuple(sorted(cell.values.items(), key=lambda it: -it[1]))
    text = name if hands else cell.action
    action = actions.get(cell.action, cell.action)
    return Square(name, text, action, colours.get(cell.action, 0), values)


def _hand(row: str, column: str, above: int) -> str:
    """`AKs` above the diagonal, `AKo` below it, `AA` on it; the higher card comes first."""
    if above == 0:
        return f"{row}{column}"
    return f"{row}{column}s" if above > 0 else f"{column}{row}o"
