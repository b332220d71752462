"""Which breaks of a clause its tests notice: code that cites it is changed, one place at a time.

    python benchmarks/mutations.py [INSTRUMENT ...] [--clause 13.1(f)] [--breaks 6] [--workers 2]
    python benchmarks/mutations.py --report            # of what was tried so far
    python benchmarks/mutations.py --settlement holdem # every change to a settlement, all its tests

For each enforceable clause the code that cites it is changed in a few ways that alter what it does
(an exception dropped, a refusal not made, a boundary moved, a role or an amount swapped), and only
the tests that claim the clause are run. One that fails has caught the break. The tests are
collected once; each break is put in place in a process forked from that one. What was tried is
kept (`--kept FILE`), so that a run which was interrupted goes on, and only what has changed since
is tried again; `--again` tries those again that nothing caught.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import pickle
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from itertools import chain
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import Phase, settings

if TYPE_CHECKING:
    from benchmarks.mutants import Mutant, mutants, spans_at
else:
    from mutants import Mutant, mutants, spans_at

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
KEPT = ROOT / "build" / "mutations.jsonl"
SECONDS = 60
"""A break with which the tests compute for longer has been caught."""
TELLING = (
    "web", "adjudication", "wording", "cli", "documents", "dossier", "odds", "play", "school",
    "environments",
)  # fmt: skip
"""Layers that tell of rules: code there is broken only where no other cites a clause."""
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


@dataclass(frozen=True)
class Trial:
    """A break, and the tests that should notice it."""

    instrument: str
    clause: str
    mutant: Mutant
    tests: tuple[str, ...]
    """`tests/…/test_x.py::test_y`, or a whole file."""

    @property
    def key(self) -> tuple[str, ...]:
        where = f"{self.mutant.path.relative_to(SOURCE)}:{self.mutant.place}:{self.mutant.way}"
        return self.instrument, self.clause, where, _fingerprint(self.mutant.path)


@lru_cache
def _fingerprint(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()[:12]


# --- which breaks


def planned(asked: argparse.Namespace) -> list[Trial]:
    """The trials of the clauses that were asked for."""
    if asked.settlement:
        return [trial for game in asked.settlement for trial in _settlement(game)]
    from croupier.cli.coverage import collect
    from croupier.games import laws_of
    from croupier.rulebook.coverage import fields_by_clause
    from croupier.rulebook.instruments import Kind, instruments

    found: list[Trial] = []
    wanted = asked.instruments or list(instruments())
    for instrument, covered in collect(ROOT / "tests", wanted).instruments.items():
        named = fields_by_clause(laws_of(instrument))
        for row in covered.clauses:
            if asked.clause and row.clause not in asked.clause:
                continue
            if not asked.clause and row.kind != Kind.ENFORCEABLE:
                continue
            tests = tuple(test for test in row.tests if not test.startswith("tests/e2e"))
            chosen = _chosen(_at(row.code), named[row.clause], asked.breaks)
            found += (Trial(instrument, row.clause, mutant, tests) for mutant in chosen)
    return found


def _settlement(game: str) -> Iterator[Trial]:
    path = SOURCE / "croupier" / "games" / game / "settlement.py"
    tests = tuple(f"tests/{file}" for file in SETTLEMENTS[game])
    return (Trial("settlement", game, mutant, tests) for mutant in mutants(path))


def _at(places: Sequence[str]) -> list[tuple[Path, int]]:
    acting = [
        place for place in places if place.split("/")[1] not in TELLING and "/sign.py" not in place
    ]
    split = (place.rsplit(":", 1) for place in acting or places)
    return [(SOURCE / file, int(line)) for file, line in split]


def _chosen(
    places: Iterable[tuple[Path, int]], rules: Collection[str], number: int
) -> list[Mutant]:
    """Some of the breaks nearest to each place, taken from all places in turn.

    At every other place what it depends on is broken before what it does.
    """
    queues = [_near(path, line, rules) for path, line in places]
    for queue in queues[1::2]:
        queue.reverse()
    chosen: dict[Mutant, None] = {}
    while len(chosen) < number and any(queues):
        for queue in queues:
            if queue and len(chosen) < number:
                chosen.setdefault(queue.pop(0))
    return list(chosen)


def _near(path: Path, line: int, rules: Collection[str]) -> list[Mutant]:
    """The breaks around a line where rules are read, the nearest first."""
    every = [each for each in _mutants(path) if not _is_of_others(each, rules)]
    found: dict[Mutant, None] = {}
    for begin, end in spans_at(path, line):
        if len(found) >= 2:
            break
        found.update(dict.fromkeys(each for each in every if begin <= each.line <= end))
    return list(found)[:6]


def _is_of_others(mutant: Mutant, rules: Collection[str]) -> bool:
    """Whether it leaves out the citation of another rule."""
    out = mutant.left_out
    return ("law" in out or "Limb(" in out) and not any(rule in out for rule in rules)


@lru_cache
def _mutants(path: Path) -> list[Mutant]:
    return list(mutants(path))


# --- trying them


class Tries:
    """A pytest session that runs no tests itself, but some of them in each forked process."""

    def __init__(self, trials: Sequence[Trial], keep: Callable[[Trial, bool, float], None]) -> None:
        self.trials = trials
        self.keep = keep

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        _no_shrinking()
        items: defaultdict[str, list[pytest.Item]] = defaultdict(list)
        for item in session.items:
            file = item.nodeid.partition("::")[0]
            items[file].append(item)
            items[f"{file}::{getattr(item, 'originalname', item.name)}"].append(item)
        chosen = {
            trial: [
                item for test in trial.tests for item in items[test] if _runs_under(item, trial)
            ]
            for trial in self.trials
        }
        functions = _live_functions()
        took = _timed(session, list(dict.fromkeys(chain.from_iterable(chosen.values()))))
        for trial, tests in chosen.items():
            sound = sorted({item for item in tests if item in took}, key=took.__getitem__)
            began = time.monotonic()
            caught = _in_fork(partial(_notices, session, sound, trial, functions))
            self.keep(trial, caught, time.monotonic() - began)
        return True


def _no_shrinking() -> None:
    """What fails need not be made small."""
    settings.register_profile("mutants", settings.get_profile("house"),
                              phases=(Phase.explicit, Phase.generate), database=None,
                              derandomize=True)  # fmt: skip
    settings.load_profile("mutants")


def _runs_under(item: pytest.Item, trial: Trial) -> bool:
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    return bool(parameters.get("instrument", trial.instrument) == trial.instrument)


def _live_functions() -> dict[tuple[str, str], list[FunctionType]]:
    """Every function of the program that was loaded, by its file and name."""
    import gc

    gc.unfreeze()
    found: defaultdict[tuple[str, str], list[FunctionType]] = defaultdict(list)
    inside = str(SOURCE)
    for each in gc.get_objects():
        if type(each) is FunctionType and each.__code__.co_filename.startswith(inside):
            found[each.__code__.co_filename, each.__code__.co_qualname].append(each)
    gc.freeze()
    return found


def _notices(
    session: pytest.Session,
    items: Sequence[pytest.Item],
    trial: Trial,
    functions: dict[tuple[str, str], list[FunctionType]],
) -> bool:
    mutant = trial.mutant
    changed = compile(mutant.tree(), str(mutant.path), "exec", dont_inherit=True)
    code = _code_of(changed, mutant.function)
    for function in functions.get((str(mutant.path), mutant.function), ()):
        if function.__code__.co_freevars != code.co_freevars:
            return True  # a method without its class: it would not even load
        function.__code__ = code
    return _run(session, items) != ""


def _code_of(module: CodeType, function: str) -> CodeType:
    waiting = [module]
    while waiting:
        for each in waiting.pop().co_consts:
            if isinstance(each, CodeType):
                if each.co_qualname == function:
                    return each
                waiting.append(each)
    raise LookupError(f"there is no {function} in {module.co_filename}")


def _run(session: pytest.Session, items: Sequence[pytest.Item]) -> str:
    """The test that failed first."""
    session.testsfailed = 0
    for item, after in zip(items, [*items[1:], None], strict=True):
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        if session.testsfailed:
            return item.nodeid
    return ""


def _timed(session: pytest.Session, items: Sequence[pytest.Item]) -> dict[pytest.Item, float]:
    """How long each test takes as things are; those that fail so are left out, and told."""
    come, go = os.pipe()

    def time_all() -> bool:
        took = []
        for item, after in zip(items, [*items[1:], None], strict=True):
            began = time.monotonic()
            session.testsfailed = 0
            session.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            took.append(-1.0 if session.testsfailed else time.monotonic() - began)
        with open(go, "w") as out:
            out.write(json.dumps(took))
        return False

    if _in_fork(time_all, seconds=3600):
        sys.exit("the tests cannot be run as things are")
    os.close(go)
    with open(come) as told:
        took = json.loads(told.read())
    for item, seconds in zip(items, took, strict=True):
        if seconds < 0:
            print(f"fails without any break, and is left out: {item.nodeid}", file=sys.stderr)
    return {item: seconds for item, seconds in zip(items, took, strict=True) if seconds >= 0}


def _in_fork(does: Callable[[], bool], seconds: int = SECONDS) -> bool:
    """What it says in a process of its own; one that does not come to an end says yes."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] != 0
    try:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        signal.alarm(5 * seconds)
        os._exit(int(does()))
    finally:
        os._exit(1)


class Loader(SourceFileLoader):
    """Loads a mutant where the module was asked for."""

    def __init__(self, name: str, mutant: Mutant) -> None:
        super().__init__(name, str(mutant.path))
        self._tree = mutant.tree()

    def get_code(self, fullname: str) -> Any:
        return compile(self._tree, self.path, "exec", dont_inherit=True)

    def find_spec(self, name: str, *_: object) -> Any:
        return importlib.util.spec_from_loader(name, self) if name == self.name else None


def noticed_on_loading(trial: Trial) -> bool:
    """The same for a break at the top of a module, which has to be there when it is loaded."""
    module = trial.mutant.path.relative_to(SOURCE).with_suffix("")
    name = ".".join(module.parts[:-1] if module.name == "__init__" else module.parts)

    def run() -> bool:
        sys.meta_path.insert(0, Loader(name, trial.mutant))

        class Only:
            def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
                _no_shrinking()
                items[:] = (item for item in items if _runs_under(item, trial))

        return pytest.main([*_pytest_words(trial.tests), "-x"], plugins=[Only()]) not in (0, 5)

    return _in_fork(run)


def _pytest_words(tests: Iterable[str]) -> list[str]:
    return [
        "-q",
        "-p",
        "no:cacheprovider",
        f"--rootdir={ROOT}",
        *(str(ROOT / test) for test in tests),
    ]


def try_out(trials: Sequence[Trial], keep: Callable[[Trial, bool, float], None]) -> None:
    """Every trial of one worker, those first whose breaks can be put in place while it runs."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # none is needed, and each takes its time
    on_loading = [trial for trial in trials if not trial.mutant.function]
    for trial in on_loading:
        began = time.monotonic()
        keep(trial, noticed_on_loading(trial), time.monotonic() - began)
    inside = [trial for trial in trials if trial.mutant.function]
    if inside:
        files = sorted({test.partition("::")[0] for trial in inside for test in trial.tests})
        said = os.dup(1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        pytest.main(_pytest_words(files), plugins=[Tries(inside, keep)])
        os.dup2(said, 1)


# --- what was found


@dataclass(frozen=True)
class Found:
    """What came of a trial, as it is kept."""

    instrument: str
    clause: str
    where: str
    source: str
    line: int
    change: str
    caught: bool
    tests: int
    seconds: float


def read(path: Path) -> dict[tuple[str, ...], Found]:
    """What was tried, the last of each."""
    if not path.exists():
        return {}
    found = (Found(**json.loads(line)) for line in path.read_text("utf-8").splitlines())
    return {(each.instrument, each.clause, each.where, each.source): each for each in found}


def keeper(path: Path) -> Callable[[Trial, bool, float], None]:
    path.parent.mkdir(parents=True, exist_ok=True)
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def keep(trial: Trial, caught: bool, seconds: float) -> None:
        instrument, clause, where, source = trial.key
        found = Found(instrument, clause, where, source, trial.mutant.line, trial.mutant.change,
                      caught, len(trial.tests), round(seconds, 3))  # fmt: skip
        os.write(file, json.dumps(vars(found)).encode() + b"\n")

    return keep


def report(found: Iterable[Found]) -> None:
    """By instrument and clause: what was caught, and every break that was not."""
    by_clause: defaultdict[tuple[str, str], list[Found]] = defaultdict(list)
    for each in found:
        by_clause[each.instrument, each.clause].append(each)
    for (instrument, clause), tried in by_clause.items():
        missed = [each for each in tried if not each.caught]
        for each in missed:
            where = each.where.split(":")[0]
            print(f"{instrument} {clause}  {where}:{each.line}  {each.change[:160]}")
    print()
    for instrument in dict.fromkeys(name for name, _ in by_clause):
        rows = [tried for (name, _), tried in by_clause.items() if name == instrument]
        count = sum(map(len, rows))
        caught = sum(each.caught for tried in rows for each in tried)
        held = sum(any(each.caught for each in tried) for tried in rows)
        print(f"{instrument}: {caught} of {count} breaks caught, {caught / count:.1%}; "
              f"{held} of {len(rows)} clauses with a break that was caught")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("instruments", nargs="*")
    parser.add_argument("--clause", action="append", help="only this one, whatever its kind")
    parser.add_argument("--breaks", type=int, default=6, help="of each clause, at most")
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--kept", type=Path, default=KEPT)
    parser.add_argument("--again", action="store_true", help="try again what nothing caught")
    parser.add_argument("--settlement", nargs="+", choices=[*SETTLEMENTS])
    parser.add_argument("--list", action="store_true", help="show the breaks and run nothing")
    parser.add_argument("--report", action="store_true", help="show what was found so far")
    asked = parser.parse_args()
    trials = _in_a_process(lambda: planned(asked))
    if asked.list:
        for trial in trials:
            print(trial.instrument, trial.clause, trial.mutant)
        return
    if not asked.report:
        known = read(asked.kept)
        left = [
            trial
            for trial in trials
            if trial.key not in known or (asked.again and not known[trial.key].caught)
        ]
        print(f"{len(trials)} breaks, {len(left)} to try", file=sys.stderr, flush=True)
        _side_by_side(left, asked)
    known = read(asked.kept)
    report(known[trial.key] for trial in trials if trial.key in known)


def _side_by_side(trials: Sequence[Trial], asked: argparse.Namespace) -> None:
    workers = []
    for number in range(min(asked.workers, len(trials))):
        worker = os.fork()
        if not worker:
            try_out(trials[number :: asked.workers], keeper(asked.kept))
            os._exit(0)
        workers.append(worker)
    wanted = {trial.key for trial in trials}
    before = len(read(asked.kept).keys() & wanted)
    while workers:
        done, _ = os.waitpid(-1, os.WNOHANG)
        workers = [worker for worker in workers if worker != done]
        time.sleep(1)
        count = len(read(asked.kept).keys() & wanted) - (0 if asked.again else before)
        print(f"\r{count} of {len(trials)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def _in_a_process(does: Callable[[], list[Trial]]) -> list[Trial]:
    """What it gives in a process of its own: nothing of the program is loaded into this one."""
    come, go = os.pipe()
    child = os.fork()
    if not child:
        with open(go, "wb") as out:
            pickle.dump(does(), out)
        os._exit(0)
    os.close(go)
    with open(come, "rb") as told:
        given = told.read()
    if os.waitpid(child, 0)[1]:
        sys.exit("the breaks could not be chosen")
    return list(pickle.loads(given))


if __name__ == "__main__":
    main()
