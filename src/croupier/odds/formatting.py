"""Answers as text to print and as HTML for a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.odds.results import Chart, Decision, Effect, GameOdds, Strategy, WagerOdds

COLUMNS = ("wager", "house edge", "exact", "standard deviation")
OUTCOMES = ("outcome", "net", "chance")
EFFECTS = ("option", "wager", "house edge", "change")
UNMOVED = 5e-9
"""A change of the edge that is smaller than this is what rounding leaves."""


def per_cent(value: float) -> str:
    """`1.0579 %`."""
    return f"{100 * value:.4f} %"


def chance(value: float) -> str:
    """The same for a chance, which is more than nothing however small."""
    return per_cent(value) if value > 5e-7 or not value else "< 0.0001 %"


def signed(net: float) -> str:
    """`+0.95`, `-1`, and `0` for a stand-off."""
    return f"{net:+g}" if net else "0"


def exactly(wager: WagerOdds, longest: int = 40) -> str:
    """The edge as a ratio where it is short enough to read."""
    text = "" if wager.exact is None else str(wager.exact)
    return text if len(text) <= longest else "a longer ratio"


def name(wager: WagerOdds) -> str:
    """`banker (A)`, `player-pair (perfect-pairs)`, `super-sevens (drawing to two sevens)`."""
    side_bets = wager.side_bets or ()
    kinds = () if wager.wager in side_bets else side_bets
    chosen = [*filter(None, (wager.settlement, wager.played)), *kinds]
    return f"{wager.wager} ({', '.join(chosen)})" if chosen else wager.wager


def figures(wager: WagerOdds) -> Iterator[tuple[str, str]]:
    """What some games have beside the edge, in words and numbers."""
    if wager.chart_house_edge is not None:
        yield "house edge playing by the chart", per_cent(wager.chart_house_edge)
    if wager.element_of_risk is not None:
        yield "element of risk", per_cent(wager.element_of_risk)
    if wager.average_wager is not None:
        yield "average wager", f"{wager.average_wager:.6f}"
    for action, often in (wager.actions or {}).items():
        yield action, chance(often)
    for card, value in (wager.by_up_card or {}).items():
        yield f"expectation against {card}", f"{value:+.6f}"
    for choice, value in (wager.even_money or {}).items():
        yield f"a Blackjack against A, {choice}", f"{value:+.6f}"


class Answer(Protocol):
    """Whatever answers about a table."""

    @property
    def instrument(self) -> str: ...
    @property
    def not_approved(self) -> str | None: ...
    @property
    def options(self) -> dict[str, Any]: ...
    @property
    def chosen(self) -> dict[str, str]: ...
    @property
    def removed(self) -> tuple[str, ...]: ...


def title(answer: Answer) -> str:
    """The instrument and what was chosen for it."""
    decks = answer.options.get("decks")
    parts = [answer.instrument, f"{decks} deck{'' if decks == 1 else 's'}", *choices(answer)]
    if answer.removed:
        parts.append(f"without {' '.join(answer.removed)}")
    named = ", ".join(parts)
    return f"{named} ({answer.not_approved})" if answer.not_approved else named


def choices(answer: Answer) -> list[str]:
    """`soft_17=hit`, and whatever else makes the table another one than the usual."""
    return [f"{option}={value}" for option, value in answer.chosen.items()]


def odds_text(odds: GameOdds) -> str:
    rows = [_row(wager) for wager in odds.wagers]
    lines = [title(odds), "", *aligned([COLUMNS, *rows])]
    for wager in odds.wagers:
        more = list(figures(wager))
        if more:
            lines += ["", f"{name(wager)}:", *aligned([(f"  {a}", b) for a, b in more])]
    notes = [f"{wagers}: {each}" for wagers, said in assumptions(odds).items() for each in said]
    return "\n".join([*lines, *([""] if notes else []), *notes])


def assumptions(odds: GameOdds) -> dict[str, list[str]]:
    """What was taken for granted, each said once under the wagers that it is said of."""
    wagers: dict[str, list[str]] = {}
    for wager in odds.wagers:
        for assumption in wager.assumptions:
            wagers.setdefault(assumption, []).append(wager.wager)
    said: dict[str, list[str]] = {}
    for assumption, names in wagers.items():
        said.setdefault(", ".join(names), []).append(assumption)
    return said


def odds_html(odds: GameOdds) -> str:
    """The edges as a table, with what there is to know of each wager folded away under it."""
    rows = [_row(wager) for wager in odds.wagers]
    notes = [f"{wagers}: {each}" for wagers, said in assumptions(odds).items() for each in said]
    return "".join(
        (
            html_table(COLUMNS, rows, caption=title(odds)),
            *(_html_details(wager) for wager in odds.wagers),
            html_notes(notes),
        )
    )


def _html_details(wager: WagerOdds) -> str:
    return f"<details><summary>{escape(name(wager))}</summary>{_html_known(wager)}</details>"


def _html_known(wager: WagerOdds) -> str:
    more = list(figures(wager))
    known = html_table((), more) if more else ""
    return known + html_table(OUTCOMES, list(outcome_rows(wager)))


def outcome_rows(wager: WagerOdds) -> Iterator[tuple[str, str, str]]:
    """How a wager comes out, the most that it brings first."""
    for each in sorted(wager.outcomes, key=lambda it: -it.net):
        yield each.outcome, signed(each.net), chance(each.chance)


def wager_text(wager: WagerOdds) -> str:
    more = aligned(list(figures(wager)))
    outcomes = aligned([OUTCOMES, *outcome_rows(wager)])
    parts = (aligned([COLUMNS, _row(wager)]), more, outcomes, wager.assumptions)
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def wager_html(wager: WagerOdds) -> str:
    edge = html_table(COLUMNS, [_row(wager)])
    return edge + _html_known(wager) + html_notes(wager.assumptions)


# --- what options do


def effect_rows(effects: Iterable[Effect]) -> Iterator[tuple[str, str, str, str]]:
    """What moves each wager, the dearest first."""
    tried = list(effects)
    wagers = list(dict.fromkeys(effect.wager for effect in tried))
    for each in sorted(tried, key=lambda it: (wagers.index(it.wager), -it.change)):
        if abs(each.change) > UNMOVED:
            edge, change = per_cent(each.house_edge), f"{100 * each.change:+.4f} %"
            yield f"{each.option}={each.reading}", each.wager, edge, change


def without_effect(effects: Iterable[Effect]) -> str:
    """The options that move no wager, named."""
    tried = list(effects)
    moving = {each.option for each in tried if abs(each.change) > UNMOVED}
    still = dict.fromkeys(each.option for each in tried if each.option not in moving)
    return f"No effect on any wager: {', '.join(still)}"


def effects_text(effects: Iterable[Effect]) -> str:
    tried = list(effects)
    rows = aligned([EFFECTS, *effect_rows(tried)])
    return "\n".join([*rows, "", without_effect(tried)])


def effects_html(effects: Iterable[Effect]) -> str:
    tried = list(effects)
    return html_table(EFFECTS, list(effect_rows(tried))) + html_notes([without_effect(tried)])


# --- decisions and strategies


def _row(wager: WagerOdds) -> tuple[str, ...]:
    edge, deviation = per_cent(wager.house_edge), f"{wager.standard_deviation:.6f}"
    return name(wager), edge, exactly(wager), deviation


def decision_rows(decision: Decision) -> Iterator[tuple[str, str]]:
    """The choices, the best one first, then what may be wagered beside them."""
    by_worth = sorted(decision.values.items(), key=lambda it: -it[1])
    first = decision.best, decision.values[decision.best]
    for choice, value in (first, *(each for each in by_worth if each != first)):
        yield choice, f"{float(value):+.9f}"
    for wager, value in decision.beside.items():
        yield f"{wager}, a unit", f"{float(value):+.9f}"


def decision_text(decision: Decision) -> str:
    rows = aligned([("choice", "worth"), *decision_rows(decision)])
    return "\n".join([*rows, *([""] if decision.notes else []), *decision.notes])


def decision_html(decision: Decision) -> str:
    table = html_table(("choice", "worth"), list(decision_rows(decision)))
    return table + html_notes(decision.notes)


def strategy_text(strategy: Strategy) -> str:
    lines = [title(strategy)]
    for chart in strategy.charts:
        rows = [("", *chart.columns), *_chart_rows(chart)]
        lines += ["", f"{chart.name} (across: {chart.across})", *aligned(rows)]
    lines += ["", *(f"{short}  {words}" for short, words in strategy.in_use.items())]
    return "\n".join([*lines, *([""] if strategy.notes else []), *strategy.notes])


def _chart_rows(chart: Chart) -> Iterator[tuple[str, ...]]:
    for label, cells in zip(chart.rows, chart.cells, strict=True):
        yield label, *(cell.action if cell else "" for cell in cells)


def html_table(
    columns: Sequence[str], rows: Sequence[Sequence[str]], caption: str | None = None
) -> str:
    head = f"<thead>{_html_row('th', columns)}</thead>" if columns else ""
    body = "".join(_html_row("td", row) for row in rows)
    named = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{named}{head}<tbody>{body}</tbody></table>"


def _html_row(tag: str, cells: Sequence[str]) -> str:
    """The first cell says what the others are of; a notebook would put it to the right."""
    first, *others = cells
    return (
        f'<tr><{tag} style="text-align:left">{escape(first)}</{tag}>'
        f"{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in others)}</tr>"
    )


def html_notes(notes: Sequence[str]) -> str:
    """What was taken for granted, as a list."""
    return f"<ul>{''.join(f'<li>{escape(note)}</li>' for note in notes)}</ul>" if notes else ""


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines, the first column to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
