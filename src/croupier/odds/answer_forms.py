"""Every answer of the laboratory in the forms that it is taken away in: data, lines, a picture.

The command line and the pages give the same file for the same answer, because both take it here.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.odds import covariance
from croupier.odds import data_shape as data
from croupier.odds.counting import Counting
from croupier.odds.counting import formatting as counting
from croupier.odds.covariance import Covariances
from croupier.odds.pictures import odds_picture, report_picture, strategy_picture
from croupier.odds.results import GameOdds, Strategy, plain
from croupier.odds.risk import Risk, Takings
from croupier.odds.risk_formatting import risk_picture
from croupier.odds.simulation.report import SimulationReport
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from croupier.odds.pictures import Picture
    from croupier.odds.question import Question
    from croupier.odds.results import Choices, Effect

    Row = dict[str, Any]


class AnswerForms(NamedTuple):
    """An answer in each of its forms, made when it is asked for."""

    data: Callable[[], Any]
    lines: Callable[[], str]
    picture: Callable[[], Picture] | None = None


_FORMS: dict[type, tuple[Callable[[Any], Iterable[Row]], Callable[[Any], Picture] | None]] = {
    GameOdds: (data.odds_rows, odds_picture),
    Strategy: (data.strategy_rows, strategy_picture),
    SimulationReport: (data.report_rows, report_picture),
    Risk: (data.risk_rows, risk_picture),
    Takings: (data.takings_rows, None),
    Counting: (counting.rows, counting.counting_picture),
    Covariances: (covariance.rows, None),
}
"""The lines of every answer that carries its table, and what is drawn of it."""


def is_drawn(kind: Any) -> bool:
    """Whether there is a picture of such an answer."""
    return kind in _FORMS and _FORMS[kind][1] is not None


def forms_of(answer: Any) -> AnswerForms:
    """The forms of an answer that carries its table."""
    rows, draw = _FORMS[type(answer)]
    return AnswerForms(
        data=partial(data.as_data, answer),
        lines=lambda: data.lines(data.table_columns(answer), rows(answer)),
        picture=None if draw is None else partial(draw, answer),
    )


def effect_forms(asked: Question, effects: Iterable[Effect]) -> AnswerForms:
    """The forms of what the options of a table do."""
    found = tuple(effects)
    return AnswerForms(
        data=lambda: {**data.table_data(asked), "effects": plain(found)},
        lines=lambda: data.lines(data.columns_of(asked), data.effect_rows(found)),
    )


def choice_forms(asked: Question, cards: Mapping[str, str], choices: Choices) -> AnswerForms:
    """The forms of one decision with the cards that it is made with, by place."""
    shown = {place: given for place, given in cards.items() if given}
    return AnswerForms(
        data=lambda: {**data.table_data(asked), **shown, **plain(choices)},
        lines=lambda: data.lines({**data.columns_of(asked), **shown}, data.choice_rows(choices)),
    )


def grid_forms(instrument: str, rows: Sequence[Row]) -> AnswerForms:
    """The forms of a grid, each row of which carries its table."""
    return AnswerForms(
        data=lambda: {"version": __version__, "instrument": instrument, "grid": rows},
        lines=lambda: data.lines({}, rows),
    )
