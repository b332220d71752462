"""A report in words and numbers."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from croupier.odds.formatting import aligned, html_table, per_cent, signed, title
from croupier.odds.simulation.report import CONFIDENCE
from croupier.odds.simulation.tally import FEWEST_SHOES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.odds.simulation.count_report import CountReport
    from croupier.odds.simulation.report import ResultCount, Ruin, SimulationReport

BAR = 24
_EIGHTHS = " ▏▎▍▌▋▊▉"
TOO_FEW = f"not known: that takes {FEWEST_SHOES} shoes or more, and results that differ"


def interval(mean: float, error: float | None) -> str:
    """A mean with what holds its true value nineteen times in twenty, if that can be told."""
    about = "an unknown error" if error is None else f"{100 * CONFIDENCE * error:.4f} %"
    return f"{100 * mean:+.4f} % ± {about}"


def heading(report: SimulationReport) -> str:
    """The table, and how much of it was played."""
    decks = report.options.get("decks")
    boxes = f", {report.boxes} boxes" if report.boxes > 1 else ""
    shoe = f"a fresh {'deck' if decks == 1 else 'shoe'} each round"
    if report.penetration is not None:
        shoe = f"dealt to {100 * report.penetration:.4g} % of the shoe"
    rounds = "1 round" if report.rounds == 1 else f"{report.rounds:,} rounds"
    return f"{title(report)}: {rounds}{boxes}, {shoe}{_counted(report)}"


def _counted(report: SimulationReport) -> str:
    """How somebody counted, if somebody did: stakes from each true count on."""
    if report.counting is None:
        return ""
    ramp = ",".join(f"{true}={stake}" for true, stake in report.counting.ramp.items())
    plays = "" if report.counting.deviations else ", by the chart"
    return f", {report.counting.count} {ramp}{plays}"


def figures(report: SimulationReport) -> Iterator[tuple[str, str]]:
    """Everything but the distribution, one line each."""
    yield f"mean of {report.wager}", interval(report.mean, report.standard_error)
    if report.standard_error is None:
        yield "how sure that is", TOO_FEW
    else:
        yield "standard error", f"{100 * report.standard_error:.6f} %"
    if report.standard_deviation is not None:
        yield "standard deviation", f"{report.standard_deviation:.6f}"
    for side in report.side_bets:
        yield f"mean of {side.wager}", interval(side.mean, side.standard_error)
    if report.cut_card_effect is not None:
        effect = report.cut_card_effect
        yield "cut-card effect", interval(effect.mean, effect.standard_error)
    if report.n0 is not None:
        yield "N0", f"{report.n0:,.0f} rounds"
    if report.risk_of_ruin is not None:
        yield "risk of ruin", _ruin(report.risk_of_ruin)
    if report.counting is not None:
        yield from count_figures(report.counting)
    rate = report.rounds / report.seconds if report.seconds else 0.0
    yield "time", f"{report.seconds:.2f} s, {rate:,.0f} rounds a second, workers: {report.workers}"


def count_figures(counting: CountReport) -> Iterator[tuple[str, str]]:
    """What a player who counts won, one line each."""
    stakes = ", ".join(f"{true} {stake}" for true, stake in counting.ramp.items())
    yield f"{counting.count}, stakes from a true count", stakes
    yield "average stake", f"{counting.average_stake:.4f}"
    yield "won of all stakes", interval(counting.edge, counting.edge_error)
    yield "won in 100 rounds", _units(100, counting.win, counting.standard_error)
    hour = counting.rounds_an_hour
    yield f"won in an hour of {hour:g} rounds", _units(hour, counting.win, counting.standard_error)
    yield "standard deviation of an hour", f"{counting.hour_deviation:.2f}"
    yield "standard deviation of a round", f"{counting.standard_deviation:.4f}"
    if counting.n0 is not None:
        sure = counting.n0_error
        about = "" if sure is None else f" ± {CONFIDENCE * sure:,.0f}"
        yield "N0 of the count", f"{counting.n0:,.0f}{about} rounds"
    yield "SCORE", f"{counting.score:.2f}"
    if counting.ruin is not None:
        yield f"{counting.bankroll:g} units lost some day", per_cent(counting.ruin)


def _units(times: float, win: float, error: float | None) -> str:
    about = "an unknown error" if error is None else f"{times * CONFIDENCE * error:.4f}"
    return f"{times * win:+.4f} ± {about}"


COUNTED = ("true count", "share", "stake", "mean of a wager of one")


def count_rows(counting: CountReport) -> Iterator[tuple[str, str, str, str]]:
    """A row for each true count; the first and the last stand for all beyond them."""
    first, last = counting.by_true_count[0], counting.by_true_count[-1]
    beyond = {first.true_count: " or less", last.true_count: " or more"}
    for each in counting.by_true_count:
        yield (
            f"{each.true_count:+d}{beyond.get(each.true_count, '')}",
            per_cent(each.share),
            str(each.stake),
            interval(each.mean, each.standard_error),
        )


def _ruin(ruin: Ruin) -> str:
    soon = f"{per_cent(ruin.within)} in {ruin.rounds:,} rounds"
    return f"{soon}, {per_cent(ruin.ever)} in the end, of {ruin.bankroll:g} wagers"


def distributions(report: SimulationReport) -> Iterator[tuple[str, Sequence[ResultCount]]]:
    """How often each wager brought what, by its name."""
    yield report.wager, report.distribution
    for side in report.side_bets:
        yield side.wager, side.distribution


def bars(results: Sequence[ResultCount]) -> Iterator[str]:
    """A bar for each result, the longest for the likeliest."""
    most = max(result.share for result in results)
    for result in results:
        eighths = round(8 * BAR * result.share / most)
        yield ("█" * (eighths // 8) + _EIGHTHS[eighths % 8]).rstrip()


def report_text(report: SimulationReport) -> str:
    lines = [heading(report), ""]
    told = list(figures(report))
    wide = max(len(what) for what, _ in told)
    lines += [f"{what:{wide}}  {value}" for what, value in told]
    for wager, results in distributions(report):
        lines += ["", f"{f'{wager} brought':>20}  {'times':>14}  {'share':>9}"]
        lines += [
            f"{signed(result.net):>20}  {result.count:14,}  {per_cent(result.share):>9}  {bar}"
            for result, bar in zip(results, bars(results), strict=True)
        ]
    if report.counting is not None:
        lines += ["", *aligned([COUNTED, *count_rows(report.counting)])]
    lines += ["", *report.assumptions]
    return "\n".join(line.rstrip() for line in lines)


def report_html(report: SimulationReport) -> str:
    from croupier.odds.pictures import report_picture, svg

    rows = "".join(
        f"<tr><td>{escape(what)}</td><td>{escape(value)}</td></tr>"
        for what, value in figures(report)
    )
    notes = "".join(f"<li>{escape(each)}</li>" for each in report.assumptions)
    counted = ""
    if report.counting is not None:
        counted = html_table(COUNTED, list(count_rows(report.counting)))
    return (
        f"<table><caption>{escape(heading(report))}</caption><tbody>{rows}</tbody></table>"
        f"{counted}{svg(report_picture(report))}" + (f"<ul>{notes}</ul>" if notes else "")
    )
