"""One question of the laboratory over a grid of tables: every combination of options and numbers.

A grid is told in words, `decks=4..8` and `soft_17=stand,hit`. Its points are worked out side by
side, in processes or on a Dask cluster. A point that is done is kept on the disk, so that a grid
that was interrupted goes on where it was.
"""

from __future__ import annotations

import re
import signal
from contextlib import contextmanager
from hashlib import sha256
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from croupier.odds import ODDS
from croupier.odds.data_shape import columns_of, odds_rows, report_rows, takings_rows
from croupier.odds.disk_cache import AnswerCache, fingerprint
from croupier.odds.parameters import every_table_parameter
from croupier.odds.sections import Section
from croupier.odds.simulation.simulated_games import SIMULATIONS
from croupier.odds.simulation.workers import connect, cores, must_be_workers
from croupier.rulebook.amendments import book_of
from croupier.rulebook.citations import did_you_mean
from croupier.rulebook.instruments import Amendment, load
from croupier.rulebook.options import read_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from multiprocessing.synchronize import Event
    from pathlib import Path

    from croupier.odds.question import Question
    from croupier.rulebook.instruments import Instrument

    Row = dict[str, Any]
    Watch = Callable[[int, int, str], object]

MOST_POINTS = 10_000
UNITS = {
    "odds": "Edges and standard deviations are parts of one initial wager; the data have the exact "
    "ratios.",
    "risk": "Chances are parts of one; amounts are in the unit of the initial wager.",
    "simulate": "Means, errors and deviations are parts of one initial wager.",
}
"""What the figures of each tool's grid are in, for whoever reads them."""
_TOLD_ELSEWHERE = ("version", "instrument", "options", "exact")
_WORDS = re.compile(r"(\w+)=(.+)")
_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)(?:\.\.(\d+))?")


class Axis(NamedTuple):
    """One thing that is varied, and its values as they were written."""

    name: str
    values: tuple[str, ...]


class Point(msgspec.Struct, frozen=True, kw_only=True):
    """One table of a grid, as it is sent to whoever works it out."""

    tool: str
    instrument: str
    amendment: Amendment | None
    asked: dict[str, Any]
    """What is the same for all points, by the names of the tool's parameters."""
    options: dict[str, Any]
    varied: dict[str, str]


def axes_of(words: Iterable[str]) -> list[Axis]:
    """The axes that words name; `4..8` is every whole number of them, `4..8..2` every second."""
    axes: dict[str, Axis] = {}
    for word in words:
        found = _WORDS.fullmatch(word)
        if found is None:
            raise ValueError(f"--grid: {word!r} is no NAME=VALUES such as decks=4..8")
        name, written = found.groups()
        if name in axes:
            raise ValueError(f"--grid: {name} is there twice")
        axes[name] = Axis(name, tuple(dict.fromkeys(_values(name, written))))
    if not axes:
        raise ValueError("--grid: say what is varied, such as decks=4..8")
    return [*axes.values()]


def _values(name: str, written: str) -> Iterator[str]:
    for part in written.split(","):
        found = _RANGE.fullmatch(part)
        if found is None:
            if not part:
                raise ValueError(f"--grid: {name}={written} has a value that is nothing")
            yield part
            continue
        first, last, step = (int(number) for number in found.groups("1"))
        if last < first or not step:
            raise ValueError(f"--grid: {name}={part} goes nowhere")
        if (last - first) // step >= MOST_POINTS:
            raise ValueError(f"--grid: {name}={part} has more than {MOST_POINTS:,} values")
        yield from map(str, range(first, last + 1, step))


def points_of(
    tool: str,
    book: str | Instrument,
    axes: Sequence[Axis],
    asked: Mapping[str, Any],
    options: Mapping[str, Any],
) -> list[Point]:
    """Every combination, in the order of the axes. One that the rules do not allow is refused."""
    instrument = load(book)
    count = 1
    for axis in axes:
        count *= len(axis.values)
    if count > MOST_POINTS:
        raise ValueError(f"--grid: {count:,} tables are more than {MOST_POINTS:,}")
    points = [
        Point(
            tool=tool,
            instrument=instrument.id,
            amendment=instrument.amendment,
            asked=dict(asked),
            options=dict(options),
            varied=dict(zip((axis.name for axis in axes), values, strict=True)),
        )
        for values in product(*(axis.values for axis in axes))
    ]
    for point in points:
        arguments_of(point)
    return points


def rows_of(
    points: Sequence[Point],
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    cache: AnswerCache | None = None,
    watch: Watch = lambda done, total, words: None,
) -> Iterator[Row]:
    """The rows of every point, point after point, as soon as each and all before it are done."""
    must_be_workers(workers)
    waiting = [msgspec.json.encode(point) for point in points]
    where = None if cache is None else cache.where / "grids"
    recompute = cache is not None and cache.recompute
    with _crew(workers, scheduler) as submit:
        futures = [submit(_work, encoded, where, recompute) for encoded in waiting]
        try:
            for done, (point, future) in enumerate(zip(points, futures, strict=True)):
                watch(done, len(points), ", ".join(f"{k} {v}" for k, v in point.varied.items()))
                yield from future.result()
        finally:
            for future in futures:
                future.cancel()


def rows_here(points: Sequence[Point], cache: AnswerCache | None) -> list[Row]:
    """The same one after the other, in this process."""
    where = None if cache is None else cache.where / "grids"
    encoded = (msgspec.json.encode(point) for point in points)
    return [row for each in encoded for row in _work(each, where, recompute=False)]


def heading_of(rows: Sequence[Row]) -> str:
    """The instrument, and what is the same at all of its tables."""
    first, *others = (str(row["options"]).split() for row in rows)
    fixed = [option for option in first if all(option in each for each in others)]
    return ", ".join([rows[0]["instrument"], *fixed])


def section_of(rows: Sequence[Row]) -> Section:
    """Rows as a table to be read: what is the same in all of them is told elsewhere."""
    names = [
        name
        for name in rows[0]
        if name not in _TOLD_ELSEWHERE and any(row[name] is not None for row in rows)
    ]
    return Section(
        "every table of the grid",
        tuple(name.replace("_", " ") for name in names),
        [tuple(_told(row[name]) for name in names) for row in rows],
    )


def _told(value: object) -> str:
    if value is None:
        return ""
    return f"{value:,.6g}" if isinstance(value, float) else str(value)


@contextmanager
def _crew(workers: int | None, scheduler: str | None) -> Iterator[Callable[..., Any]]:
    """What hands a point to somebody, and brings a future of its rows."""
    if scheduler is not None:
        client = connect(scheduler)
        try:
            yield lambda work, *arguments: client.submit(work, *arguments, pure=False)
        finally:
            client.close()
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # A process that is started anew has nothing of ours half-done; forked ones share our threads.
    context = get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(
        workers or cores(), mp_context=context, initializer=_listen_to, initargs=(stop,)
    )
    try:
        yield pool.submit
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


_stop: Event | None = None
"""In a process of ours, given by the pool's initializer: set when nobody waits for its rows."""


def _listen_to(stop: Event) -> None:
    """Leave Ctrl-C, which a terminal sends to all processes, to the one that gives us work."""
    global _stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stop = stop


def _must_go_on(*told: object) -> None:
    if _stop is not None and _stop.is_set():
        raise KeyboardInterrupt


def _work(encoded: bytes, where: Path | None, recompute: bool) -> list[Row]:
    """The rows of one point, or those that were worked out before from the same sources."""
    _must_go_on()
    point = msgspec.json.decode(encoded, type=Point)
    if where is None:
        return _worked_out(point, None)
    book = book_of(point)
    sources = "".join(
        map(fingerprint, (__name__, ODDS.source(book), SIMULATIONS.of(book).judge.__module__))
    )
    key = sha256(encoded + sources.encode() + book.fingerprint.encode())
    path = where / f"{key.hexdigest()}.json"
    cache = AnswerCache(where.parent, recompute=recompute)
    return cache.kept(path, list[dict[str, Any]], lambda: _worked_out(point, cache))


def _worked_out(point: Point, cache: AnswerCache | None) -> list[Row]:
    arguments = arguments_of(point)
    table = columns_of(_question(book_of(point), arguments))
    rows = TOOLS[point.tool].rows(book_of(point), arguments, cache)
    return [{**table, **point.varied, **row} for row in rows]


class Tool(NamedTuple):
    """A function of the laboratory: what it takes beside a table, and its rows at one point."""

    beside: Mapping[str, Callable[[str], Any]]
    rows: Callable[[Instrument, dict[str, Any], AnswerCache | None], list[Row]]


def _of_a_table() -> dict[str, Callable[[str], Any]]:
    """Return what is varied of a table beside its options, with how a word of it is read."""
    extras = {parameter.name: parameter.of_word for parameter in every_table_parameter()}
    return {"decks": int, "remove": str, **extras}


def arguments_of(point: Point) -> dict[str, Any]:
    """What the tool is called with: the fixed arguments, those varied, and the options."""
    book, tool = book_of(point), TOOLS[point.tool]
    arguments = {**point.asked, "options": dict(point.options)}
    numbers = {**_of_a_table(), **tool.beside}
    known = {option.name: option for option in book.options}
    for name, written in point.varied.items():
        if name in numbers:
            try:
                arguments[name] = numbers[name](written)
            except ValueError:
                raise ValueError(f"--grid: {name}={written} is no number") from None
        elif name in known:
            arguments["options"][name] = read_value(known[name], written)
        else:
            names = [*numbers, *(each for each in known if each not in numbers)]
            others = did_you_mean(name, names) or f", only {', '.join(names)}"
            raise LookupError(f"--grid: {name} cannot be varied{others}")
    _question(book, arguments)
    has_bankroll = arguments.get("bankroll") is not None
    _must_be_asked_for(point.varied, arguments, has_bankroll=has_bankroll)
    if arguments.get("target") is not None and not has_bankroll:
        raise ValueError("target: a target needs a bankroll")
    if arguments.get("drop") is not None and has_bankroll:
        raise ValueError("drop: it is asked of a table: leave out the bankroll")
    return arguments


def _must_be_asked_for(
    varied: Iterable[str], arguments: Mapping[str, Any], *, has_bankroll: bool
) -> None:
    """Refuse to vary what would change nothing."""
    for name in varied:
        if name in _OF_A_PLAYER and not has_bankroll:
            raise ValueError(f"--grid: {name} is asked of a player: give a bankroll")
        if name in _OF_A_TABLE and has_bankroll:
            raise ValueError(f"--grid: {name} is asked of a table: leave out the bankroll")
        if name == "ramp" and arguments.get("count") is None:
            raise ValueError("--grid: ramp is asked of somebody who counts: give a count")


def _question(book: Instrument, arguments: Mapping[str, Any]) -> Question:
    """The table of one point."""
    from croupier.odds.question import question

    named = (*_of_a_table(), "options")
    return question(book, **{name: arguments[name] for name in named if name in arguments})


def _odds(book: Instrument, arguments: dict[str, Any], cache: AnswerCache | None) -> list[Row]:
    from croupier.odds import odds

    return [*odds_rows(odds(book, cache=cache, **arguments))]


def _risk(book: Instrument, arguments: dict[str, Any], cache: AnswerCache | None) -> list[Row]:
    from croupier.odds.risk import risk_for, takings_for

    of_a_table = arguments.get("bankroll") is None
    others = _OF_A_PLAYER if of_a_table else _OF_A_TABLE
    asked = {name: value for name, value in arguments.items() if name not in others}
    if of_a_table:
        return [*takings_rows(takings_for(book, cache=cache, **asked))]
    fields = (
        "wager", "stake", "bankroll", "rounds", "target", "ruined", "reached", "playing", "mean",
        "standard_deviation",
    )  # fmt: skip
    return [_fields(risk_for(book, cache=cache, **asked), fields)]


def _simulate(book: Instrument, arguments: dict[str, Any], cache: AnswerCache | None) -> list[Row]:
    from croupier.odds import simulate
    from croupier.odds.simulation.shoe_cut import read_penetration

    arguments["penetration"] = read_penetration(arguments.get("penetration"))
    report = simulate(book, workers=1, cache=cache, partial=True, watch=_must_go_on, **arguments)
    if report.asked_for is not None:  # what was played is kept, and is no row yet
        raise KeyboardInterrupt
    return [*report_rows(report)]


def _fields(answer: object, names: Iterable[str]) -> Row:
    return {name: getattr(answer, name) for name in names}


_OF_A_PLAYER, _OF_A_TABLE = ("bankroll", "target", "cover"), ("drop", "confidence")
"""What is asked with a bankroll alone, and what without one alone."""
TOOLS = {
    "odds": Tool({}, _odds),
    "risk": Tool(
        {
            "rounds": int, "bankroll": float, "stake": float, "target": float,
            "wager": str, "cover": str, "drop": float, "confidence": float,
        },
        _risk,
    ),
    "simulate": Tool(
        {
            "rounds": int, "seed": int, "boxes": int, "penetration": str,
            "count": str, "ramp": str,
        },
        _simulate,
    ),
}  # fmt: skip
