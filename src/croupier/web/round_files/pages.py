"""The pages of round files: paste one, or ask of a round what if something had been otherwise."""

from __future__ import annotations

import json
from base64 import b64decode
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Any

from litestar import Response, Router, get, post
from litestar.params import FromPath, FromQuery, QueryParameter
from markupsafe import Markup

from croupier.adjudication.export import BeyondTheFormat
from croupier.rulebook.instruments import instruments, load
from croupier.web.html.page_rendering import error_page, page
from croupier.web.http.naming import known
from croupier.web.http.policies import ANYBODY, SUPERVISORS
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.past_rounds.api import record_of
from croupier.web.round_files.adjudicator import TookTooLong, TooManyFiles, adjudicator_of
from croupier.web.round_files.changed_file import NotAFile, changed, form_of
from croupier.web.round_files.rulings import Form, RulingRequest, compared

if TYPE_CHECKING:
    from croupier.web.round_files.rulings import Ruling

LONGEST_FILE = 40_000
"""How many letters of a file may be pasted; `croupier adjudicate` takes more."""
BAD_REQUEST = 400

Session = Annotated[int | None, QueryParameter(ge=1, le=10**9)]

MEDIA = {Form.HTML: "text/html; charset=utf-8", Form.PDF: "application/pdf"}


@cache
def examples() -> dict[str, str]:
    """A file of each instrument in which something goes wrong, for whoever has none at hand."""
    return {
        each.name.removesuffix(".json"): each.read_text("utf-8")
        for each in files("croupier.web.round_files").joinpath("examples").iterdir()
        if each.name.endswith(".json")
    }


# --- pasted by anybody


@get("/round-files", policy=ANYBODY, include_in_schema=False, cost=5)
async def empty(request: Request, example: FromQuery[str] = "") -> Response[str]:
    """Where a file is pasted; an instrument's example is there to begin with."""
    return _pasted(request, examples().get(example, ""))


@post("/round-files", policy=ANYBODY, include_in_schema=False, status_code=200, cost=40)
async def paste(request: Request) -> Response[Any]:
    """The account of a file, or a report of it to keep."""
    given = await _given(request)
    file = given.get("file", "")
    if not file.strip():
        return _pasted(request, file, BAD_REQUEST, "There is nothing in it.")
    if len(file) > LONGEST_FILE:
        wrong = f"A file of more than {LONGEST_FILE:,} letters is too long for this page."
        return _pasted(request, file[:LONGEST_FILE], BAD_REQUEST, wrong)
    wants_document = given.get("as") == Form.HTML
    (ruling,) = await _rulings(
        request, RulingRequest(file, Form.HTML if wants_document else Form.ACCOUNT)
    )
    if ruling.error:
        return _pasted(request, file, BAD_REQUEST, ruling.error)
    if wants_document:
        return _document(ruling, Form.HTML, "adjudication")
    return _pasted(request, file, ruling=ruling)


def _pasted(
    request: Request,
    file: str,
    status: int = 200,
    wrong: str = "",
    ruling: Ruling | None = None,
) -> Response[str]:
    return page(
        request, "round_files/paste.html", status, file=file, wrong=wrong, ruling=ruling,
        account=Markup(ruling.account) if ruling else "", longest_file=LONGEST_FILE,
        books=[load(name) for name in instruments() if name in examples()],
    )  # fmt: skip


# --- what if something had been otherwise


@get(
    "/tables/{table:str}/rounds/{number:int}/what-if",
    policy=SUPERVISORS,
    include_in_schema=False,
    cost=20,
)
async def recorded(
    request: Request, table: FromPath[str], number: FromPath[int], session: Session = None
) -> Response[str]:
    """A round of a record, with every card, wager and entry in a field of its own."""
    original = await _recorded(request, table, number, session)
    (ruling,) = await _rulings(request, RulingRequest(original))
    shown = {"table": table, "number": number, "session": session, "original": original}
    return _what_if(request, json.loads(original), ruling, None, shown)


@post(
    "/tables/{table:str}/rounds/{number:int}/what-if",
    policy=SUPERVISORS,
    include_in_schema=False,
    status_code=200,
    cost=40,
)
async def what_if(
    request: Request, table: FromPath[str], number: FromPath[int], session: Session = None
) -> Response[Any]:
    """Both settlements side by side, or the changed file or a report of it to keep."""
    original = await _recorded(request, table, number, session)
    given = await _given(request)
    shown = {"table": table, "number": number, "session": session, "original": original}
    try:
        file = changed(json.loads(original), given)
    except NotAFile as error:
        (before,) = await _rulings(request, RulingRequest(original))
        return _what_if(request, json.loads(original), before, None, shown, str(error), given=given)
    text = json.dumps(file, ensure_ascii=False)
    name = f"{table}-round-{number}-changed"
    match given.get("as"):
        case "file":
            return _attached(text.encode(), "application/json", f"{name}.json")
        case Form.HTML | Form.PDF as form:
            (ruling,) = await _rulings(request, RulingRequest(text, Form(form)))
            if not ruling.error:
                return _document(ruling, Form(form), name)
    before, after = await _rulings(
        request, RulingRequest(original), RulingRequest(text, prefix="changed")
    )
    return _what_if(request, file, before, after, shown, after.error)


def _what_if(
    request: Request,
    file: dict[str, Any],
    before: Ruling,
    after: Ruling | None,
    shown: dict[str, Any],
    wrong: str = "",
    given: dict[str, str] | None = None,
) -> Response[str]:
    form = form_of(file, shown["original"])
    return page(
        request, "round_files/what_if.html", BAD_REQUEST if wrong else 200, **shown,
        query=f"?session={shown['session']}" if shown["session"] else "",
        fields=form, given=given or {}, wrong=wrong, before=before,
        after=after if after is not None and not after.error else None,
        rows=compared(before, after) if after is not None and not after.error else (),
        told_before=Markup(before.account), told_after=Markup(after.account) if after else "",
    )  # fmt: skip


async def _recorded(request: Request, table: str, number: int, session: int | None) -> str:
    """The round file of a round, with names for those who go by references in the record."""
    record = record_of(request, table, session)
    try:
        written = await request.services.archive.round_file(record, number)
    except BeyondTheFormat as error:
        raise HttpError(ProblemType.REFUSED, str(error)) from None
    except LookupError as error:
        raise HttpError(ProblemType.NOT_FOUND, str(error)) from None
    references = known.get()
    return (written if references is None else references.in_json(written)).decode()


# --- what both need


async def _given(request: Request) -> dict[str, str]:
    return {name: str(text) for name, text in (await request.form()).multi_items()}


async def _rulings(request: Request, *orders: RulingRequest) -> list[Ruling]:
    try:
        return await adjudicator_of(request.app).ask(*orders)
    except TooManyFiles:
        raise request.services.load.refusal() from None
    except TookTooLong:
        raise HttpError(
            ProblemType.INVALID, "the file takes too long to work out; croupier adjudicate does it"
        ) from None


def _document(ruling: Ruling, form: Form, name: str) -> Response[bytes]:
    return _attached(b64decode(ruling.document), MEDIA[form], f"{name}.{form}")


def _attached(data: bytes, media: str, name: str) -> Response[bytes]:
    plain = "".join(each if each.isalnum() and each.isascii() else "-" for each in name[:-5])
    disposition = f'attachment; filename="{plain}{name[-5:]}"'
    return Response(data, media_type=media, headers={"Content-Disposition": disposition})


router = Router(
    "/",
    route_handlers=[empty, paste, recorded, what_if],
    exception_handlers={Exception: error_page},
)
