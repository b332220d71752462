"""The evidence of a round: its record, what proves it, and the account of it, in one archive.

Everything in it is what the house hands out one by one: the lines of the record as they are kept,
the checkpoint and the head that were signed last, the proof of the shuffle where players took part
in it, the round file, and the account of it as a document.
"""

from __future__ import annotations

from asyncio import to_thread
from base64 import b64decode
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec
from litestar import Response, Router, get
from litestar.params import FromPath

from croupier.adjudication.export import BeyondTheFormat
from croupier.casino.checkpoints import read_line
from croupier.casino.floor import readable
from croupier.casino.floor.record_queries import published_shuffle
from croupier.version import __version__
from croupier.web.html.page_rendering import error_page
from croupier.web.html.template_environment import called
from croupier.web.http.naming import known
from croupier.web.http.policies import SUPERVISORS
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.past_rounds.api import Session, record_of
from croupier.web.round_files.adjudicator import TookTooLong, TooManyFiles, adjudicator_of
from croupier.web.round_files.rulings import Form, RulingRequest
from croupier.wording.teller import local_moment

if TYPE_CHECKING:
    from croupier.casino.past_rounds import History
    from croupier.table.round_index import Span

MOST_LINES = 100_000
"""Of a longer record the archive has none: `croupier export` and the backup have it."""


@get(
    "/tables/{table:str}/rounds/{number:int}/evidence",
    policy=SUPERVISORS,
    include_in_schema=False,
    cost=60,
)
async def evidence(
    request: Request, table: FromPath[str], number: FromPath[int], session: Session = None
) -> Response[bytes]:
    """An archive with all that there is about a round."""
    record = record_of(request, table, session)
    span = await _span(request, record, number)
    about = _about(table, span)
    files = await _files(request, record, number, about)
    files["READ-ME.txt"] = _contents(request, table, record, span, files)
    archive = await to_thread(_archive, files)
    plain = "".join(each if each.isalnum() and each.isascii() else "-" for each in table)
    name = f'attachment; filename="{plain}-round-{number}-evidence.zip"'
    return Response(archive, media_type="application/zip", headers={"Content-Disposition": name})


async def _span(request: Request, record: str, number: int) -> Span:
    def found(history: History) -> Span | None:
        return history.rounds().get(number)

    span = await request.services.archive.recall(record, found)
    if span is None or span.ends is None:
        raise HttpError(ProblemType.NOT_FOUND, f"no round {number} has ended")
    return span


async def _files(request: Request, record: str, number: int, about: str) -> dict[str, bytes]:
    services = request.services
    files: dict[str, bytes] = {}
    last = readable(services.floor, record)
    store = services.floor.store
    lines = await to_thread(store.page, record, 0, MOST_LINES if last is None else last)
    if len(lines) < MOST_LINES:
        files["record.jsonl"] = b"".join(each.line for each in lines)
    if (checkpoint := await services.sealing.last()) is not None:
        files["checkpoint.json"] = checkpoint.rstrip() + b"\n"
    if (head := services.sealing.head) is not None:
        files["head.json"] = head.public.rstrip() + b"\n"
    try:
        proof = await published_shuffle(
            services.floor, services.archive, record, None, request.access.viewer
        )
    except LookupError:
        pass  # the house shuffled alone: its commitments and secrets are in the record
    else:
        files["last-shuffle.json"] = msgspec.json.encode(proof) + b"\n"
    try:
        written = await services.archive.round_file(record, number)
    except BeyondTheFormat:
        return files
    except LookupError as error:
        raise HttpError(ProblemType.NOT_FOUND, str(error)) from None
    files["round.json"] = written
    references = known.get()
    named = (written if references is None else references.in_json(written)).decode()
    try:
        order = RulingRequest(named, Form.HTML, about=f"{about}.")
        (ruling,) = await adjudicator_of(request.app).ask(order)
    except TooManyFiles:
        raise services.load.refusal() from None
    except TookTooLong:
        return files
    if not ruling.error:
        files["account.html"] = b64decode(ruling.document)
    return files


WHAT = {
    "record.jsonl": "the record of the table as it is kept, a hash-chained line for each command",
    "checkpoint.json": "the last checkpoint of the house, with its signature",
    "head.json": "the last head of all records, with its signature",
    "last-shuffle.json": "the last shuffle that players took part in, with proofs of its cards",
    "round.json": "the round as a file for adjudication",
    "account.html": "the account of the round, wager by wager, with its clauses",
}


def _about(table: str, span: Span) -> str:
    return f"Round {span.number} at {called(table)}, betting closed {local_moment(span.at)}"


def _contents(
    request: Request, table: str, record: str, span: Span, files: dict[str, bytes]
) -> bytes:
    said = [
        _about(table, span),
        f"{record}, lines {span.begins} to {span.ends}; "
        f"handed out {local_moment(request.services.floor.clock())} by Croupier {__version__}",
        "",
        "Check it: croupier verify record.jsonl",
        "          croupier adjudicate round.json --explain",
        *_against_checkpoint(record, span, files),
        "Records go by references instead of names; the account has the names.",
        "",
        *(
            ()
            if "account.html" in files
            else ("There is no account of it here: croupier adjudicate round.json makes one.", "")
        ),
        *(
            f"{sha256(data).hexdigest()}  {name}  {WHAT[name]}"
            for name, data in sorted(files.items())
        ),
        "",
    ]
    return "\n".join(said).encode()


def _against_checkpoint(record: str, span: Span, files: dict[str, bytes]) -> list[str]:
    """How the record is held against what the house has signed, or why it cannot be yet."""
    another = "Make one at the desk, keep it elsewhere, and take this archive again."
    if "checkpoint.json" not in files:
        return ["", f"No checkpoint has been made: nothing signed vouches for the round. {another}"]
    _, checkpoint = read_line(files["checkpoint.json"])
    signed, at = checkpoint.head_of(record), local_moment(checkpoint.at)
    if signed is None or span.ends is None or signed.lines < span.ends:
        return ["", f"The last checkpoint, of {at}, is older than the end of the round. {another}"]
    return [
        f"          croupier verify record.jsonl --head {signed.head}",
        f"That is the head of line {signed.lines} in checkpoint.json, signed {at}.",
    ]


def _archive(files: dict[str, bytes]) -> bytes:
    """The same files give the same bytes."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            entry = ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, data)
    return made.getvalue()


router = Router("/", route_handlers=[evidence], exception_handlers={Exception: error_page})
