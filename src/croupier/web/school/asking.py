"""Asking the worker of the school, from the server: it is begun when it is first asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar import Response

from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.round_files.adjudicator import LineWorker, TookTooLong, TooManyFiles
from croupier.web.school.orders import SchoolAnswer

if TYPE_CHECKING:
    import msgspec
    from litestar import Litestar

    from croupier.web.http.request import Request
    from croupier.web.school.orders import DATA_ORDERS

WORKER = "croupier.web.school.worker"
_KEY = "school"


async def asked(request: Request, order: msgspec.Struct) -> SchoolAnswer:
    """What the worker makes of an order."""
    app = request.app
    found: LineWorker[SchoolAnswer] | None = app.state.get(_KEY)
    if found is None:
        found = app.state[_KEY] = LineWorker(WORKER, SchoolAnswer)
    try:
        (answer,) = await found.ask(order)
    except TooManyFiles:
        raise request.services.load.refusal() from None
    except TookTooLong:
        raise HttpError(ProblemType.INVALID, "the question takes too long to work out") from None
    return answer


async def asked_for_data(request: Request, order: DATA_ORDERS) -> SchoolAnswer:
    """The same for a program: what is wrong with the order is a problem of its request."""
    answer = await asked(request, order)
    if answer.missing:
        raise HttpError(ProblemType.NOT_FOUND, answer.error)
    if answer.error:
        said = answer.error.removeprefix(f"{answer.field}: ")
        raise HttpError(ProblemType.INVALID, said, field=answer.field or None)
    return answer


async def data_response(request: Request, order: DATA_ORDERS) -> Response[Any]:
    """What the worker makes of an order, sent on as it is."""
    answer = await asked_for_data(request, order)
    return Response(answer.data.encode(), media_type="application/json")


async def close(app: Litestar) -> None:
    """End the worker of an application, if it has one."""
    found: LineWorker[SchoolAnswer] | None = app.state.get(_KEY)
    if found is not None:
        await found.close()
