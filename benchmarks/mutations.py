"""Which breaks of a clause its tests notice: what enforces it is changed, one place at a time.

    python -m benchmarks.mutations [INSTRUMENT ...] [--clause uth:7.3] [--breaks 6] [--workers 2]
    python -m benchmarks.mutations --clause uth:7.3 --show  # its breaks, its tests, what was missed
    python -m benchmarks.mutations --report                 # of what was tried so far
    python -m benchmarks.mutations --others                 # who else notices what was missed
    python -m benchmarks.mutations --options                # options that change nothing
    python -m benchmarks.mutations --settlement holdem      # each change to one part, all its tests
    python -m benchmarks.mutations --compare                # with the stored figures of each clause
    python -m benchmarks.mutations --store                  # put the figures in place of those

For each enforceable clause what enforces it is broken in a few ways: in the law (a value moved, an
entry dropped, a role widened, an option's bound or default moved; `mutation/law.py`) and in the
source (the conditions and results that its citations depend on; `mutation/enforcement.py`). Only
the tests that claim the clause are run, and one that fails has caught the break. With `--others`
all tests in the files that claim clauses of the instrument are asked about what was missed: if one
notices, it may lack a mark. A clause of which no test notices any break is cited and not enforced.

What changes nothing is not counted: `mutation/source.py` says by which rules such breaks are left
out, and `mutation/equivalent.json` lists those that somebody has looked at, each with the reason.

What was tried is kept (`--kept FILE`), so that a run which was interrupted goes on, and only what
has changed since, in the broken file or in the tests, is tried again.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import filterfalse
from pathlib import Path
from typing import Any

from benchmarks.figures import MUTATIONS, read_figures, write_figures
from benchmarks.mutation.baseline import count_breaks, find_lower, totals
from benchmarks.mutation.findings import Found, Key, keeper, read, report, show, told
from benchmarks.mutation.source import ROOT, Mutant, mutants, part_of, sources
from benchmarks.mutation.trials import Declared, Ignored, Trial, try_out

KEPT = ROOT / "build" / "mutations.jsonl"
EQUIVALENT = Path(__file__).parent / "mutation" / "equivalent.json"
SETTLEMENTS: dict[str, tuple[str, ...]] = {
    "baccarat": (
        "baccarat/test_rule_08_settlement.py", "baccarat/test_worked_examples.py",
        "baccarat/test_rules_09_to_11_pairs.py", "baccarat/test_exact_counts.py",
        "baccarat/test_explain.py", "baccarat/test_property_coups.py",
    ),
    "blackjack": (
        "act_blackjack/test_rule_13_final_settlement.py", "worked_examples/test_main_game.py",
        "act_blackjack/test_rule_08_interim_settlement.py", "challenge/test_rules_13_to_15.py",
        "challenge/test_worked_examples.py", "act_blackjack/test_rule_11_doubling.py",
        "act_blackjack/test_rule_12_dealers_hand.py", "act_blackjack/test_property_rounds.py",
    ),
    "holdem": (
        "holdem/test_rule_09_settlement.py", "holdem/test_worked_examples.py",
        "holdem/test_rule_13_irregularities.py", "holdem/test_rule_05_limits.py",
        "holdem/test_worked_limits_and_irregularities.py", "holdem/test_adjudication.py",
        "holdem/test_property_rounds.py",
    ),
}  # fmt: skip
"""The tests of each game's settlement, those first that find the most."""
SHARED = ("table", "tournament", "promotion")
"""Tests of what all games share, of which some claim no clause."""
ENOUGH = 2
"""So many breaks of a clause say something about its tests."""
SLOW = ("tests/e2e", "tests/web", "tests/casino", "tests/odds", "tests/school")
"""Tests that are not asked about what others missed: they tell of rules, or run in a server."""


@dataclass(frozen=True)
class Plan:
    """What is to be tried, and the clauses that were looked at for it."""

    trials: list[Trial]
    clauses: list[tuple[str, str]]


def planned(asked: argparse.Namespace) -> Plan:
    """The trials of the clauses that were asked for."""
    if asked.settlement:
        settled = [trial for game in asked.settlement for trial in _settlement(game)]
        return Plan(settled, [("settlement", game) for game in asked.settlement])
    if asked.options:
        return _options(asked.instruments)
    from croupier.cli.coverage import PREFIXES, collect
    from croupier.rulebook.instruments import Kind, instruments

    clauses = {_of_instrument(text, PREFIXES) for text in asked.clause or ()}
    named = {instrument for instrument, _ in clauses if instrument}
    wanted = asked.instruments or [name for name in instruments() if not named or name in named]
    plan = Plan([], [])
    for instrument, covered in collect(ROOT / "tests", wanted).instruments.items():
        rows = [
            row
            for row in covered.clauses
            if ({(instrument, row.clause), ("", row.clause)} & clauses)
            or (not clauses and (asked.all_kinds or row.kind == Kind.ENFORCEABLE))
        ]
        files = (test.partition("::")[0] for row in covered.clauses for test in row.tests)
        every = tuple(sorted({file for file in files if not file.startswith(SLOW)}))
        for row in rows:
            plan.clauses.append((instrument, row.clause))
            others = every if asked.others else ()
            for each in _chosen(instrument, row.clause, asked.breaks):
                plan.trials.append(
                    Trial.of(instrument, row.clause, each, tuple(_in_process(row.tests)), others)
                )
    return plan


def _settlement(game: str) -> Iterator[Trial]:
    from croupier.source_parts import Part, PartKind

    part = Part(game, PartKind.SETTLEMENT)
    tests = tuple(f"tests/{file}" for file in SETTLEMENTS[game])
    for path in (path for path in sources() if part_of(path) == part):
        for mutant in mutants(path):
            yield Trial.of("settlement", game, mutant, tests)


def _options(wanted: Sequence[str]) -> Plan:
    """Each option with the tests that speak of it, of the instrument's own and of both."""
    from croupier.cli.coverage import collect
    from croupier.rulebook.instruments import instruments, load

    plan = Plan([], [])
    names = wanted or list(instruments())
    for instrument, covered in collect(ROOT / "tests", names).instruments.items():
        claimed = (test.partition("::")[0] for row in covered.clauses for test in row.tests)
        shared = (path for name in SHARED for path in (ROOT / "tests" / name).glob("test_*.py"))
        every = {*claimed, *(path.relative_to(ROOT).as_posix() for path in shared)}
        files = sorted(file for file in every if not file.startswith(SLOW))
        texts = {file: (ROOT / file).read_text("utf-8") for file in files}
        for option in load(instrument).options:
            if not option.fixed:
                where = f"option {option.name}"
                speaking = tuple(file for file in files if option.name in texts[file])
                plan.clauses.append((instrument, where))
                broken = Ignored(instrument, option.name, where)
                plan.trials.append(Trial.of(instrument, where, broken, speaking))
    return plan


def _of_instrument(text: str, prefixes: dict[str, str]) -> tuple[str, str]:
    prefix, _, clause = text.partition(":")
    return (prefixes[prefix], clause) if prefix in prefixes else ("", text)


def _in_process(tests: Sequence[str]) -> Iterator[str]:
    """Those that run in the process which is broken: a browser's server is another."""
    return (test for test in tests if not test.startswith("tests/e2e"))


def _chosen(instrument: str, clause: str, number: int) -> list[Mutant | Declared]:
    """Some breaks of a clause: half at most in what is declared, the rest from all places in turn.

    Where there are not two, it is broken where the law is chosen that carries it, and in functions
    that are given it; and only where there are none of these either, by not citing it.
    """
    from benchmarks.mutation.enforcement import breaks_in_source, breaks_where_given
    from benchmarks.mutation.law import carried, changes, chosen

    declared = [
        Declared(instrument, clause, place, each.where, each.change)
        for place, each in enumerate(changes(instrument, clause))
    ]
    is_known = partial(_is_equivalent, instrument, clause)
    citing = [each for each in declared if each.change.startswith("does not cite")]
    values = [each for each in declared if each not in citing and not is_known(each)]
    valued = values[: max(1, number // 2)]
    found: dict[Mutant | Declared, None] = dict.fromkeys(valued)
    for look, named in (
        (breaks_in_source, carried),
        (breaks_in_source, chosen),
        (breaks_where_given, carried),
    ):
        places = look(named(instrument, clause)) if len(found) < ENOUGH else []
        queues = [list(filterfalse(is_known, place)) for place in places]
        while len(found) < number and any(queues):
            for queue in queues:
                if queue and len(found) < number:
                    found.setdefault(queue.pop(0))
    return list(found) if len(found) >= ENOUGH else [*found, *citing]


def _is_equivalent(instrument: str, clause: str, broken: Mutant | Declared) -> bool:
    """Whether somebody has found that it changes nothing, or nothing in its function does.

    A change that can be made in several functions is known with the one that was looked at.
    """
    return isinstance(broken, Mutant) and any(
        instrument in each.get("instruments", [instrument])
        and clause in each.get("clauses", [clause])
        and each.get("change", broken.change) == broken.change
        for each in _equivalents().get((str(part_of(broken.path)), broken.function), ())
    )


@cache
def _equivalents() -> dict[tuple[str, str], list[dict[str, Any]]]:
    """Return the breaks that change nothing, by part and function."""
    known: defaultdict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for each in json.loads(EQUIVALENT.read_text("utf-8")):
        known[each["part"], each["function"]].append(each)
    return dict(known)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("instruments", nargs="*")
    parser.add_argument("--clause", action="append", help="only this one, whatever its kind")
    parser.add_argument("--all-kinds", action="store_true", help="also clauses of other kinds")
    parser.add_argument("--breaks", type=int, default=6, help="of each clause, at most")
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--kept", type=Path, default=KEPT)
    parser.add_argument("--again", action="store_true", help="try again what nothing caught")
    parser.add_argument("--others", action="store_true", help="ask all tests about what was missed")
    parser.add_argument("--options", action="store_true", help="that change nothing, to any test")
    parser.add_argument("--settlement", nargs="+", choices=[*SETTLEMENTS])
    parser.add_argument("--list", action="store_true", help="show the breaks and run nothing")
    parser.add_argument("--report", action="store_true", help="show what was found so far")
    parser.add_argument("--show", action="store_true", help="every break, caught or not")
    parser.add_argument("--store", action="store_true", help=f"write the figures to {MUTATIONS}")
    parser.add_argument("--compare", action="store_true", help="exit with 1 if a figure is lower")
    asked = parser.parse_args()
    if (asked.store or asked.compare) and (asked.options or asked.settlement or asked.all_kinds):
        parser.error("only the figures of enforceable clauses are stored")
    plan = _in_a_process(lambda: planned(asked))
    trials = plan.trials
    if asked.list:
        for trial in trials:
            print(trial.instrument, trial.clause, *told(trial.mutant), sep="  ")
        return
    known = read(asked.kept)

    def is_left(trial: Trial) -> bool:
        found = known.get(trial.key)
        if found is None:
            return True
        return not found.by and (asked.again or (bool(trial.others) and not found.asked_others))

    left = [] if asked.report else [trial for trial in trials if is_left(trial)]
    if left:
        print(f"{len(trials)} breaks, {len(left)} to try", file=sys.stderr, flush=True)
        _side_by_side(left, asked)
        known = read(asked.kept)
    found = [known[trial.key] for trial in trials if trial.key in known]
    if asked.store or asked.compare:
        sys.exit(_store_or_compare(asked, plan, known))
    if asked.show:
        show(found, trials)
    else:
        report(found, plan.clauses)


def _store_or_compare(asked: argparse.Namespace, plan: Plan, known: Mapping[Key, Found]) -> int:
    """Store the figures of the chosen clauses, or compare them. Return the exit status."""
    now, stored = count_breaks(plan.clauses, plan.trials, known), read_figures(MUTATIONS)
    if asked.clause:  # the other clauses of the instrument keep their figures
        now = {name: stored.get(name, {}) | rows for name, rows in now.items()}
    untried = sum(trial.key not in known for trial in plan.trials)
    lower = list(find_lower(now, stored)) if asked.compare else []
    print(*lower, *totals(now, stored), sep="\n")
    if untried:
        print(f"{untried} of {len(plan.trials)} breaks were not tried")
    if asked.store:
        write_figures(MUTATIONS, stored | now)
    return int(bool(lower or untried)) if asked.compare else 0


def _side_by_side(trials: Sequence[Trial], asked: argparse.Namespace) -> None:
    workers = []
    # neighbours share their tests, and so a worker
    number = min(asked.workers, len(trials))
    size = -(-len(trials) // number)
    for at in range(0, len(trials), size):
        worker = os.fork()
        if not worker:
            try_out(trials[at : at + size], keeper(asked.kept))
            os._exit(0)
        workers.append(worker)
    wanted = {trial.key for trial in trials}
    lines = asked.kept.stat().st_size if asked.kept.exists() else 0
    while workers:
        done, _ = os.waitpid(-1, os.WNOHANG)
        workers = [worker for worker in workers if worker != done]
        time.sleep(0.2)
        if sys.stderr.isatty() and asked.kept.exists():
            with asked.kept.open() as fresh:
                fresh.seek(lines)
                count = sum(1 for _ in fresh)
            print(f"\r{count} of {len(wanted)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def _in_a_process(does: Callable[[], Plan]) -> Plan:
    """What it gives in a process of its own: nothing of the program is loaded into this one."""
    come, go = os.pipe()
    child = os.fork()
    if not child:
        with open(go, "wb") as out:
            pickle.dump(does(), out)
        os._exit(0)
    os.close(go)
    with open(come, "rb") as told_by:
        given = told_by.read()
    if os.waitpid(child, 0)[1]:
        sys.exit("the breaks could not be chosen")
    plan: Plan = pickle.loads(given)
    return plan


if __name__ == "__main__":
    main()
