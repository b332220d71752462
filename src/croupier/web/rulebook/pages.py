"""The pages of the rulebook. They are open to everybody and change nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from litestar import MediaType, Response, Router, get
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Redirect
from litestar.status_codes import HTTP_200_OK, HTTP_404_NOT_FOUND

from croupier.rulebook.citations import UnknownClause
from croupier.rulebook.instruments import (
    Clause,
    Instrument,
    comparisons,
    instruments,
    load,
)
from croupier.rulebook.wording import (
    KINDS,
    choice,
    dates,
    depth,
    label,
    of_part,
    said,
    springing_from,
)
from croupier.web.felt.game_pages import cloth
from croupier.web.http.policies import ANYBODY, OPT
from croupier.web.rulebook import evidence
from croupier.web.rulebook.comparing import answering, side_by_side
from croupier.web.rulebook.links import anchor, clause_url, instrument_url
from croupier.web.rulebook.searching import LONGEST_SEARCH, Search, found

Page = Response[str]
Words = Annotated[str, QueryParameter(name="q", max_length=2 * LONGEST_SEARCH)]

BEFORE, AFTER = comparisons()[0]
"""The two instruments that are laid side by side if nobody names others."""

WORDS: dict[str, Any] = {
    "anchor": anchor,
    "choice": choice,
    "clause_url": clause_url,
    "cloth": cloth,
    "covered": evidence.covered,
    "dates": dates,
    "depth": depth,
    "instrument_url": instrument_url,
    "kinds": KINDS,
    "label": label,
    "no_search": Search(),
    "of_part": of_part,
    "said": said,
    "statuses": evidence.STATUSES,
    "tally": evidence.tally,
}
"""What the templates of the rulebook call by name."""


@get("/", name="rules", sync_to_thread=True)
def index(words: Words = "") -> Page:
    """The instruments, and what is found in all of them."""
    search = Search.of(words)
    books = [load(name) for name in instruments()]
    hits = [(book, found(search, book)) for book in books] if search else []
    return _page(
        "index.html",
        books=books,
        a=BEFORE,
        b=AFTER,
        wrong={},
        search=search,
        words=words,
        hits=[(book, clauses) for book, clauses in hits if clauses],
        number=sum(len(clauses) for _, clauses in hits),
    )


@get("/coverage", sync_to_thread=True)
def coverage() -> Page:
    """What may be claimed of every clause of every instrument, and what is open."""
    return _page("coverage.html", books=[load(name) for name in instruments()])


@get("/compare", sync_to_thread=True)
def compare(a: FromQuery[str] = BEFORE, b: FromQuery[str] = AFTER) -> Page:
    """What differs between two instruments."""
    books = [load(name) for name in instruments()]
    wrong = {field: _unknown(name) for field, name in (("a", a), ("b", b)) if _unknown(name)}
    both = None if wrong else side_by_side(load(a), load(b))
    status = HTTP_404_NOT_FOUND if wrong else HTTP_200_OK
    return _page("compare.html", status, books=books, a=a, b=b, wrong=wrong, both=both)


@get("/{instrument:str}", sync_to_thread=True)
def whole(
    instrument: FromPath[str],
    words: Words = "",
    kind: FromQuery[str] = "",
    status: FromQuery[str] = "",
) -> Page:
    """An instrument clause by clause, or what is found in it."""
    if message := _unknown(instrument):
        return _nothing(message)
    book = load(instrument)
    search = Search.of(words, kind, status)
    return _page(
        "instrument.html",
        book=book,
        search=search,
        words=words,
        hits=found(search, book) if search else [],
    )


@get("/{instrument:str}/{clause:path}", sync_to_thread=True)
def one(instrument: FromPath[str], clause: FromPath[Path]) -> Page | Redirect:
    """One clause: what it asks, how it is enforced, what tests it, what it leaves open."""
    asked = str(clause).removeprefix("/")
    if message := _unknown(instrument):
        return _nothing(message)
    book = load(instrument)
    if asked in book.parts:
        return Redirect(f"{instrument_url(instrument)}#part-{asked}")
    try:
        found_clause = book.clause(asked)
    except UnknownClause as error:
        return _nothing(str(error), book)
    row = evidence.covered(instrument)[asked]
    return _page(
        "clause.html",
        book=book,
        clause=found_clause,
        row=row,
        above=_above(found_clause, book),
        items=book.items(asked),
        options=springing_from(found_clause, book),
        corrections=[each for each in book.corrections if asked in each.clauses],
        places=evidence.places(row),
        tests=evidence.held_by(row),
        rules=sorted(evidence.rule_names(instrument).get(asked, ())),
        elsewhere=answering(found_clause, book),
        neighbours=_neighbours(found_clause, book),
    )


def _above(clause: Clause, book: Instrument) -> list[Clause]:
    """The clauses that a clause stands under, the outermost first."""
    above: list[Clause] = []
    parent = clause.parent
    while parent:
        above.insert(0, book.clause(parent))
        parent = above[0].parent
    return above


def _neighbours(clause: Clause, book: Instrument) -> tuple[Clause | None, Clause | None]:
    place = book.clauses.index(clause)
    before = book.clauses[place - 1] if place else None
    after = book.clauses[place + 1] if place + 1 < len(book.clauses) else None
    return before, after


def _unknown(instrument: str) -> str | None:
    """Why there is no such instrument."""
    try:
        load(instrument)
    except LookupError as error:
        return str(error)
    return None


def _nothing(message: str, book: Instrument | None = None) -> Page:
    return _page("nothing.html", HTTP_404_NOT_FOUND, message=message, book=book)


def _page(template: str, status: int = HTTP_200_OK, **context: Any) -> Page:
    # The templates of the tables link to clauses, so their environment knows the rulebook's links.
    from croupier.web.html.environment import render

    text = render(f"rulebook/{template}", **WORDS, **context)
    return Response(text, media_type=MediaType.HTML, status_code=status)


router = Router(
    "/rules",
    route_handlers=[index, coverage, compare, whole, one],
    opt={OPT: ANYBODY},
    tags=["rulebook"],
)
