"""Answers of the laboratory as files: data, comma-separated lines, pictures, the dossier."""

from __future__ import annotations

from base64 import b64decode
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from croupier.odds.answer_forms import (
    choice_forms,
    effect_forms,
    forms_of,
    grid_forms,
    is_drawn,
)
from croupier.odds.pictures import png, svg
from croupier.odds.question import question
from croupier.odds.simulation.report import SimulationReport
from croupier.rulebook.amendments import book_of
from croupier.web.laboratory.worker_orders import (
    ANSWERS,
    DecisionOrder,
    DossierOrder,
    EffectsOrder,
    GridOrder,
    SimulationOrder,
    TableOrder,
)

if TYPE_CHECKING:
    from croupier.odds.answer_forms import AnswerForms
    from croupier.odds.question import Question
    from croupier.web.laboratory.worker_orders import Order

JSON, CSV, SVG, DARK_SVG = "data.json", "lines.csv", "picture.svg", "picture-dark.svg"
PNG, DARK_PNG = "picture.png", "picture-dark.png"
HTML, PDF = "dossier.html", "dossier.pdf"
PICTURES = (SVG, DARK_SVG, PNG, DARK_PNG) if find_spec("PIL") else (SVG, DARK_SVG)
"""What a picture can be had as here: PNG is drawn by Pillow."""
MEDIA_TYPES = {
    JSON: "application/json", CSV: "text/csv; charset=utf-8", SVG: "image/svg+xml",
    DARK_SVG: "image/svg+xml", PNG: "image/png", DARK_PNG: "image/png",
    HTML: "text/html; charset=utf-8", PDF: "application/pdf",
}  # fmt: skip


class AnswerFile(NamedTuple):
    """A file to keep, its name saying what it is of."""

    name: str
    media_type: str
    content: bytes


def files_of(order: Order) -> tuple[str, ...]:
    """The files that an answer can be had as."""
    if isinstance(order, DossierOrder):
        return HTML, PDF
    if not isinstance(order, TableOrder):
        return ()
    answer = SimulationReport if isinstance(order, SimulationOrder) else ANSWERS[type(order)]
    return (CSV, JSON, *PICTURES) if is_drawn(answer) else (CSV, JSON)


def file_of(order: TableOrder, answer: Any, file: str) -> AnswerFile | None:
    """An answer as a file; a PDF is there only where something can set it."""
    name = "-".join((book_of(order).id, order.tool, *_chosen(order), file))
    content = (
        _dossier(answer, file) if isinstance(order, DossierOrder) else _form(order, answer, file)
    )
    return None if content is None else AnswerFile(name, MEDIA_TYPES[file], content)


def _dossier(answer: Any, file: str) -> bytes | None:
    if file == HTML:
        return bytes(answer.html.encode())
    return None if answer.pdf is None else b64decode(answer.pdf)


def _form(order: TableOrder, answer: Any, file: str) -> bytes | None:
    forms = _forms(order, answer)
    if file == JSON:
        return msgspec.json.format(msgspec.json.encode(forms.data()), indent=2) + b"\n"
    if file == CSV:
        return forms.lines().encode()
    assert forms.picture is not None
    if file in (PNG, DARK_PNG):
        return png(forms.picture(), dark=file == DARK_PNG)
    return svg(forms.picture(), dark=file == DARK_SVG).encode()


def _forms(order: TableOrder, answer: Any) -> AnswerForms:
    match order:
        case EffectsOrder():
            return effect_forms(asked(order), answer)
        case DecisionOrder():
            cards = {"hand": order.hand, "board": order.board, "dealer": order.dealer}
            return choice_forms(asked(order), cards, answer)
        case GridOrder():
            return grid_forms(book_of(order).id, answer)
        case SimulationOrder():
            return forms_of(answer.report)
        case _:
            return forms_of(answer)


def _chosen(order: TableOrder) -> list[str]:
    """The options in a file's name."""
    words = (f"{name}-{value}" for name, value in asked(order).named.items())
    return ["".join(c if c.isalnum() or c in "-_" else "-" for c in word) for word in words]


def asked(order: TableOrder) -> Question:
    """The table that an order is about."""
    return question(book_of(order), options=order.options, remove=order.remove, **order.extras)
