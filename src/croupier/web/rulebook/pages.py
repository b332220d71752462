"""The pages of the rulebook. They are open to everybody, change nothing and are made once."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from litestar import MediaType, Request, Response, Router, get
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
from croupier.web.http.page_cache import page_cache_of
from croupier.web.http.policies import ANYBODY, MADE_ONCE, OPT
from croupier.web.rulebook import evidence
from croupier.web.rulebook.comparison import answering, side_by_side
from croupier.web.rulebook.links import anchor, clause_url, instrument_url
from croupier.web.rulebook.search import LONGEST_SEARCH, Search, found

if TYPE_CHECKING:
    from collections.abc import Callable

Asked = Request[Any, Any, Any]
Page = Response[bytes]
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


@get("/", name="rules", cost=15)
async def index(request: Asked, words: Words = "") -> Page:
    """The instruments, and what is found in all of them."""
    return await _answer(request, ("index",), Search.of(words), partial(_index, words))


def _index(words: str) -> str:
    search = Search.of(words)
    books = [load(name) for name in instruments()]
    hits = [(book, found(search, book)) for book in books] if search else []
    return _drawn(
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


@get("/coverage", cost=10)
async def coverage(request: Asked) -> Page:
    """What may be claimed of every clause of every instrument, and what is open."""
    return await _kept(request, ("coverage",), _coverage)


def _coverage() -> str:
    return _drawn("coverage.html", books=[load(name) for name in instruments()])


@get("/compare", cost=60)
async def compare(request: Asked, a: FromQuery[str] = BEFORE, b: FromQuery[str] = AFTER) -> Page:
    """What differs between two instruments."""
    wrong = {field: _unknown(name) for field, name in (("a", a), ("b", b)) if _unknown(name)}
    if wrong:
        books = [load(name) for name in instruments()]
        return _page(
            "compare.html", HTTP_404_NOT_FOUND, books=books, a=a, b=b, wrong=wrong, both=None
        )
    return await _kept(request, ("compare", a, b), partial(_compared, a, b))


def _compared(a: str, b: str) -> str:
    books = [load(name) for name in instruments()]
    both = side_by_side(load(a), load(b))
    return _drawn("compare.html", books=books, a=a, b=b, wrong={}, both=both)


@get("/{instrument:str}", cost=25)
async def whole(
    request: Asked,
    instrument: FromPath[str],
    words: Words = "",
    kind: FromQuery[str] = "",
    status: FromQuery[str] = "",
) -> Page:
    """An instrument clause by clause, or what is found in it."""
    if message := _unknown(instrument):
        return _nothing(message)
    search = Search.of(words, kind, status)
    make = partial(_whole, instrument, words, search)
    return await _answer(request, ("whole", instrument), search, make)


def _whole(instrument: str, words: str, search: Search) -> str:
    book = load(instrument)
    hits = found(search, book) if search else []
    return _drawn("instrument.html", book=book, search=search, words=words, hits=hits)


@get("/{instrument:str}/{clause:path}", cost=5)
async def one(request: Asked, instrument: FromPath[str], clause: FromPath[Path]) -> Page | Redirect:
    """One clause: what it asks, how it is enforced, what tests it, what it leaves open."""
    asked = str(clause).removeprefix("/")
    if message := _unknown(instrument):
        return _nothing(message)
    book = load(instrument)
    if asked in book.parts:
        return Redirect(f"{instrument_url(instrument)}#part-{asked}")
    try:
        book.clause(asked)
    except UnknownClause as error:
        return _nothing(str(error), book)
    return await _kept(request, ("clause", instrument, asked), partial(_one, instrument, asked))


def _one(instrument: str, asked: str) -> str:
    book = load(instrument)
    clause = book.clause(asked)
    row = evidence.covered(instrument)[asked]
    return _drawn(
        "clause.html",
        book=book,
        clause=clause,
        row=row,
        above=_above(clause, book),
        items=book.items(asked),
        options=springing_from(clause, book),
        corrections=[each for each in book.corrections if asked in each.clauses],
        places=evidence.places(row),
        tests=evidence.held_by(row),
        rules=sorted(evidence.rule_names(instrument).get(asked, ())),
        elsewhere=answering(clause, book),
        neighbours=_neighbours(clause, book),
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


async def _answer(
    request: Asked, key: tuple[str, ...], search: Search, make: Callable[[], str]
) -> Page:
    """A page that is kept, or one of the many that may be searched for, which are not."""
    if search:
        return await page_cache_of(request.app).make(request, make)
    return await _kept(request, key, make)


async def _kept(request: Asked, key: tuple[str, ...], make: Callable[[], str]) -> Page:
    return await page_cache_of(request.app).get(request, ("rulebook", *key), make)


def _page(template: str, status: int = HTTP_200_OK, **context: Any) -> Page:
    text = _drawn(template, **context)
    return Response(text.encode(), media_type=MediaType.HTML, status_code=status)


def _drawn(template: str, **context: Any) -> str:
    # The templates of the tables link to clauses, so their environment knows the rulebook's links.
    from croupier.web.html.template_environment import render

    return render(f"rulebook/{template}", **WORDS, **context)


router = Router(
    "/rules",
    route_handlers=[index, coverage, compare, whole, one],
    opt={OPT: ANYBODY, MADE_ONCE: True},
    include_in_schema=False,
)
