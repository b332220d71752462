"""Works out one answer in a process of its own: `python -m croupier.web.laboratory.worker`.

The order comes in by the first line of standard input, words go out by standard output, one a line.
Input that ends is the end of the server, and so of the work. A compiled analysis keeps a core busy
for minutes; here it takes no time from the tables, and can be stopped at any moment.
"""

from __future__ import annotations

import os
import sys
import time
from threading import Thread
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.odds import decision_for, effects_for, odds, strategy_for
from croupier.odds.counting import count_for
from croupier.odds.covariance import covariance_for
from croupier.odds.disk_cache import AnswerCache, directory
from croupier.odds.edge_changes import edge_changes
from croupier.odds.grids import rows_here as grid_rows
from croupier.odds.risk import risk_for, takings_for
from croupier.rulebook.amendments import book_of
from croupier.web.laboratory.worker_orders import (
    AnyOrder,
    ChangesOrder,
    CountOrder,
    CovarianceOrder,
    DecisionOrder,
    DossierFiles,
    DossierOrder,
    EffectsOrder,
    Frequency,
    GridOrder,
    HouseTakingsOrder,
    OddsOrder,
    ReviewOrder,
    RiskOrder,
    Simulated,
    SimulationOrder,
    Situation,
    StrategyOrder,
    TakingsOrder,
    WorkerAnswer,
    WorkerProgress,
    WorkerRefusal,
)

if TYPE_CHECKING:
    from croupier.casino.expected_takings import ExpectedLine
    from croupier.odds.results import Choices
    from croupier.odds.simulation.report import SimulationReport
    from croupier.odds.simulation.tally import Tally
    from croupier.web.laboratory.worker_orders import TableOrder, Watch, Word

PATIENT = 10
"""How far the work stands back behind the tables."""
DOSSIER_ROUNDS = 1_000_000
"""Rounds that are simulated for a dossier; it says so itself."""
EVERY = 0.2
"""Seconds between two words about how far it has come."""


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(PATIENT)
    order = msgspec.json.decode(sys.stdin.buffer.readline(), type=AnyOrder)
    Thread(target=_leave_with_the_server, daemon=True).start()
    try:
        _say(WorkerAnswer.of(answer(order, _say)))
    except (LookupError, ValueError) as error:
        _say(WorkerRefusal(reason=str(error)))


def answer(order: AnyOrder, watch: Watch) -> object:
    """The answer in the cache, or a new one."""
    cache = AnswerCache(directory())
    match order:
        case OddsOrder():
            return odds(book_of(order), **_asked(order), cache=cache)
        case StrategyOrder():
            return strategy_for(book_of(order), **_asked(order), cache=cache)
        case DecisionOrder():
            return _decided(order, order)
        case ReviewOrder():
            return tuple(_decided(order, each) for each in order.situations)
        case EffectsOrder():
            return effects_for(book_of(order), **_asked(order), cache=cache)
        case GridOrder():
            return grid_rows(order.points(), cache)
        case ChangesOrder():
            return edge_changes(order.before, order.after, cache)
        case SimulationOrder():
            return _simulated(order, cache, watch)
        case RiskOrder():
            return risk_for(
                book_of(order), bankroll=order.bankroll, rounds=order.rounds, stake=order.stake,
                target=order.target, wager=order.wager, cover=order.cover, cache=cache,
                **_asked(order),
            )  # fmt: skip
        case TakingsOrder():
            return takings_for(
                book_of(order), rounds=order.rounds, stake=order.stake, wager=order.wager,
                drop=order.drop, confidence=order.confidence, cache=cache, **_asked(order),
            )  # fmt: skip
        case CountOrder():
            return count_for(
                book_of(order), count=order.count, shoes=order.shoes, seed=order.seed,
                penetration=order.penetration, cache=cache, **_asked(order),
            )  # fmt: skip
        case CovarianceOrder():
            return covariance_for(book_of(order), cache=cache, **_asked(order))
        case DossierOrder():
            return _dossier(order, cache)
        case HouseTakingsOrder():
            return _house_takings(order, cache)


def _house_takings(order: HouseTakingsOrder, cache: AnswerCache) -> tuple[ExpectedLine, ...]:
    from croupier.casino.expected_takings import Analyses, expected_lines, staked_in_store
    from croupier.casino.store import open_store

    with open_store(order.database, read_only=True) as store:
        tables = [*staked_in_store(store)]
    return tuple(expected_lines(tables, Analyses(cache), since=order.since))


def _dossier(order: DossierOrder, cache: AnswerCache) -> DossierFiles:
    from base64 import b64encode

    from croupier.documents.html import page
    from croupier.documents.pdf import NotInstalled, pdf
    from croupier.dossier import dossier
    from croupier.web.approved_program.manifest import measure

    made = dossier(
        book_of(order), rounds=DOSSIER_ROUNDS, program=measure().hashes, cache=cache,
        **_asked(order),
    )  # fmt: skip
    try:
        file = b64encode(pdf(made)).decode()
    except NotInstalled:
        file = None
    return DossierFiles(title=made.title, table=made.subtitle, html=page(made), pdf=file)


def _decided(order: TableOrder, cards: DecisionOrder | Situation) -> Choices:
    return decision_for(
        book_of(order), cards.hand, cards.board, dealer=cards.dealer, **_asked(order)
    ).choices


def _asked(order: TableOrder) -> dict[str, Any]:
    """Return what every analysis of a table is asked with."""
    return {"options": order.options, "remove": order.remove, **order.extras}


def _simulated(order: SimulationOrder, cache: AnswerCache, watch: Watch) -> Simulated:
    from croupier.odds.simulation import simulate
    from croupier.odds.simulation.workers import cores

    said = 0.0

    def tell(tally: Tally) -> None:
        nonlocal said
        now = time.monotonic()
        if now - said >= EVERY:
            said = now
            watch(_step(tally))

    report = simulate(
        book_of(order), order.rounds, seed=order.seed, boxes=order.boxes,
        workers=max(1, cores() - 1), penetration=order.penetration, cache=cache, watch=tell,
        count=order.count, ramp=order.ramp, rounds_an_hour=order.rounds_an_hour, **_asked(order),
    )  # fmt: skip
    expected = None if report.counting else _expected(order, report, cache)
    return Simulated(report=report, expected=expected)


def _step(tally: Tally) -> WorkerProgress:
    main = tally.main
    return WorkerProgress(
        rounds=tally.rounds,
        mean=float(main.mean),
        error=main.error,
        frequencies=tuple(
            Frequency(net=float(net), share=count / main.count)
            for net, count in sorted(main.results.items())
            if count
        ),
    )


def _expected(order: SimulationOrder, report: SimulationReport, cache: AnswerCache) -> float:
    """The mean of the same play from a fresh shoe, counted and not sampled."""
    found = odds(book_of(order), **_asked(order), cache=cache)
    wager = found[report.wager]
    edge = wager.house_edge if wager.chart_house_edge is None else wager.chart_house_edge
    return -edge


def _say(word: Word) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(word) + b"\n")
    sys.stdout.buffer.flush()


def _leave_with_the_server() -> None:
    while os.read(sys.stdin.fileno(), 1):  # a buffered read would hold up the end of the work
        pass
    os._exit(1)


if __name__ == "__main__":
    main()
