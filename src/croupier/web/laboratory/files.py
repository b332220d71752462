"""Answers of the laboratory as files: data, comma-separated lines, pictures, the dossier."""

from __future__ import annotations

from base64 import b64decode
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from croupier.odds import covariance
from croupier.odds import data_shape as data
from croupier.odds.counting import formatting as counting
from croupier.odds.pictures import odds_picture, strategy_picture, svg
from croupier.odds.question import question
from croupier.odds.results import plain
from croupier.odds.risk_formatting import risk_picture
from croupier.rulebook.amendments import book_of
from croupier.version import __version__
from croupier.web.laboratory.worker_orders import (
    CountOrder,
    CovarianceOrder,
    DecisionOrder,
    DossierOrder,
    EffectsOrder,
    GridOrder,
    OddsOrder,
    RiskOrder,
    SimulationOrder,
    StrategyOrder,
    TableOrder,
    TakingsOrder,
)

if TYPE_CHECKING:
    from croupier.odds.pictures import Picture
    from croupier.odds.question import Question
    from croupier.web.laboratory.worker_orders import Order

JSON, CSV, SVG, DARK_SVG = "data.json", "lines.csv", "picture.svg", "picture-dark.svg"
HTML, PDF = "dossier.html", "dossier.pdf"


class AnswerFile(NamedTuple):
    """A file to keep, its name saying what it is of."""

    name: str
    media_type: str
    content: bytes


def files_of(order: Order) -> tuple[str, ...]:
    """The files that an answer can be had as."""
    if isinstance(order, DossierOrder):
        return HTML, PDF
    if isinstance(order, OddsOrder | StrategyOrder | RiskOrder | CountOrder):
        return CSV, JSON, SVG, DARK_SVG
    return (CSV, JSON) if isinstance(order, TableOrder) else ()


def file_of(order: TableOrder, answer: Any, file: str) -> AnswerFile | None:
    """An answer as a file; a PDF is there only where something can set it."""
    name = "-".join((book_of(order).id, order.tool, *_chosen(order), file))
    match file:
        case "data.json":
            text = msgspec.json.format(msgspec.json.encode(_data(order, answer)), indent=2)
            return AnswerFile(name, "application/json", text + b"\n")
        case "lines.csv":
            return AnswerFile(name, "text/csv; charset=utf-8", _lines(order, answer).encode())
        case "picture.svg" | "picture-dark.svg":
            drawn = svg(picture_of(order, answer), dark=file == DARK_SVG)
            return AnswerFile(name, "image/svg+xml", drawn.encode())
        case "dossier.html":
            return AnswerFile(name, "text/html; charset=utf-8", answer.html.encode())
        case "dossier.pdf" if answer.pdf is not None:
            return AnswerFile(name, "application/pdf", b64decode(answer.pdf))
    return None


def _chosen(order: TableOrder) -> list[str]:
    """The options in a file's name."""
    words = (f"{name}-{value}" for name, value in asked(order).named.items())
    return ["".join(c if c.isalnum() or c in "-_" else "-" for c in word) for word in words]


def asked(order: TableOrder) -> Question:
    """The table that an order is about."""
    return question(
        book_of(order), options=order.options, remove=order.remove, trips=order.trips,
        ante=order.ante,
    )  # fmt: skip


def _data(order: TableOrder, answer: Any) -> Any:
    match order:
        case EffectsOrder():
            return {**data.table_data(asked(order)), "effects": plain(answer)}
        case DecisionOrder():
            shown = {"hand": order.hand, "board": order.board, "dealer": order.dealer}
            cards = {name: cards for name, cards in shown.items() if cards}
            return {**data.table_data(asked(order)), **cards, **plain(answer)}
        case GridOrder():
            return {"version": __version__, "instrument": book_of(order).id, "grid": answer}
        case SimulationOrder():
            return answer.report
        case _:
            return data.as_data(answer)


def _lines(order: TableOrder, answer: Any) -> str:
    match order:
        case OddsOrder():
            rows = data.odds_rows(answer)
        case StrategyOrder():
            rows = data.strategy_rows(answer)
        case EffectsOrder():
            return data.lines(data.columns_of(asked(order)), data.effect_rows(answer))
        case DecisionOrder():
            both = {**answer.values, **answer.beside}
            worths = (
                {"choice": name, "worth": worth, "exact": answer.exact.get(name)}
                for name, worth in both.items()
            )
            return data.lines(data.columns_of(asked(order)), worths)
        case GridOrder():
            return data.lines({}, answer)
        case SimulationOrder():
            return str(answer.lines)
        case RiskOrder():
            rows = data.risk_rows(answer)
        case TakingsOrder():
            rows = data.takings_rows(answer)
        case CovarianceOrder():
            rows = covariance.rows(answer)
        case _:
            return data.lines(data.table_columns(answer), counting.rows(answer))
    return data.lines(data.table_columns(answer), rows)


def picture_of(order: Order, answer: Any) -> Picture:
    """What is drawn of an answer."""
    match order:
        case StrategyOrder():
            return strategy_picture(answer)
        case RiskOrder():
            return risk_picture(answer)
        case CountOrder():
            return counting.counting_picture(answer)
        case _:
            return odds_picture(answer)
