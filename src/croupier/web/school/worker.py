"""Makes questions of the school and judges answers: `python -m croupier.web.school.worker`.

Orders come in by standard input and answers go out by standard output, one a line; the first line
out says that it is ready. It stands back behind the tables, and ends when its input does.

A question is a function of its name, so nothing is kept between asking and judging: everything is
about tables that were made for the question and are thrown away.
"""

from __future__ import annotations

import msgspec

from croupier.adjudication import RoundFileError
from croupier.school.checking import of_round_file
from croupier.school.exercises import Mistake, NotAnExercise
from croupier.web.console import forms
from croupier.web.console.field_shapes import NotUnderstood
from croupier.web.round_files.worker import serve_lines
from croupier.web.school.data_parts import data_part
from croupier.web.school.orders import DATA_ORDERS, ORDERS, FileOrder, SchoolAnswer
from croupier.web.school.page_parts import page_part


def answer(order: ORDERS) -> SchoolAnswer:
    """What becomes of an order; whatever is wrong with it is said in the answer."""
    try:
        if isinstance(order, FileOrder):
            return _own_exercise(order)
        return data_part(order) if isinstance(order, DATA_ORDERS) else page_part(order)
    except NotUnderstood as error:
        said = str(error) if isinstance(order, DATA_ORDERS) else forms.in_words(error)
        return SchoolAnswer(error=said, field=error.field)
    except LookupError as error:
        return SchoolAnswer(error=str(error.args[0]), missing=True)
    except (NotAnExercise, RoundFileError) as error:
        return SchoolAnswer(error=str(error.args[0]))


def _own_exercise(order: FileOrder) -> SchoolAnswer:
    """An instructor's own, out of a round file."""
    if order.mistake not in set(Mistake):
        raise NotUnderstood("mistake", "say what is wrong")
    try:
        file = msgspec.json.decode(order.file)
    except msgspec.DecodeError as error:
        raise NotUnderstood("file", f"it is not JSON: {error}") from None
    if not isinstance(file, dict):
        raise NotUnderstood("file", "a round file is an object")
    made = of_round_file(
        file, name=order.name, mistake=Mistake(order.mistake), told=order.told, act=order.act
    )
    own = msgspec.json.encode(made).decode()
    return SchoolAnswer(own=own, instrument=made.instrument, mistake=made.mistake)


def main() -> None:
    serve_lines(msgspec.json.Decoder(ORDERS), answer, SchoolAnswer())


if __name__ == "__main__":
    main()
