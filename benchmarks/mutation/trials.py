"""Trying breaks out: the tests are collected once, and each break is made in a forked process.

A break in a function exchanges the code of the function, one in a declaration changes the object.
Only a break at the top of a module has to be there when the module is loaded; its tests are
collected for it alone. Before anything is broken every test is run once as things are: how long it
takes, and which of the functions that will be broken it comes to. A test that never comes to a
function need not be run on its breaks.
"""

from __future__ import annotations

import ast
import builtins
import importlib.util
import json
import os
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from itertools import chain
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from hypothesis import Phase, settings

from .source import ROOT, SOURCE, Mutant, functions_of, parsed

SECONDS = 60
"""A break with which the tests compute for longer has been caught."""
BEGAN = time.time()
NOBODY, LATE = "", "it did not come to an end"
NOT_TRIED = "the break could not be made, and counts as missed:"


@dataclass(frozen=True)
class Declared:
    """One break of a clause in what is declared, by its number among them (`law.changes`)."""

    instrument: str
    clause: str
    number: int
    where: str
    change: str

    def __str__(self) -> str:
        return f"{self.where}  {self.change}"

    def make(self) -> None:
        """Break it, in this process."""
        from .law import changes

        changes(self.instrument, self.clause)[self.number].make()


@dataclass(frozen=True)
class Ignored:
    """An option that a table may choose, and that changes nothing."""

    instrument: str
    option: str
    where: str
    change: str = "always as by default"

    def make(self) -> None:
        """Break it, in this process."""
        from .law import ignore

        ignore(self.instrument, self.option)


@dataclass(frozen=True)
class Trial:
    """A break, and the tests that should notice it."""

    instrument: str
    clause: str
    mutant: Mutant | Declared | Ignored
    tests: tuple[str, ...]
    """`tests/…/test_x.py::test_y`, or a whole file."""
    others: tuple[str, ...] = ()
    """Tests that are asked if none of those notices."""
    source: str = ""
    """Of what the break and the tests are made: with other text it is another trial."""

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self.instrument, self.clause, self.where, self.source

    @classmethod
    def of(
        cls,
        instrument: str,
        clause: str,
        mutant: Mutant | Declared | Ignored,
        tests: tuple[str, ...],
        others: tuple[str, ...] = (),
    ) -> Trial:
        """A trial on the files as they are now."""
        files = sorted({ROOT / test.partition("::")[0] for test in tests})
        source = _digest((*_broken(mutant), *files))
        return cls(instrument, clause, mutant, tests, others, source)

    @property
    def is_stale(self) -> bool:
        """Whether the file has been changed since the break was chosen."""
        return any(path.stat().st_mtime > BEGAN for path in _broken(self.mutant))

    @property
    def where(self) -> str:
        if isinstance(self.mutant, Declared | Ignored):
            return f"{self.mutant.where}: {self.mutant.change}"
        where = self.mutant.path.relative_to(SOURCE).as_posix()
        return f"{where}:{self.mutant.place}:{self.mutant.way}"


def _broken(mutant: Mutant | Declared | Ignored) -> list[Path]:
    return [mutant.path] if isinstance(mutant, Mutant) else []


def _digest(paths: Iterable[Path]) -> str:
    return sha256("".join(map(_digest_of, paths)).encode()).hexdigest()[:12]


@cache
def _digest_of(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


Keep = Callable[[Trial, str, str, float], None]
"""What is done with a trial: the test among its own that noticed, or the one among others."""


def try_out(trials: Sequence[Trial], keep: Keep) -> None:
    """Every trial of one worker, those first whose breaks have to be there on loading."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # none is needed, and each takes its time
    inside = []
    for trial in trials:
        if trial.is_stale:
            continue
        if isinstance(trial.mutant, Mutant) and not trial.mutant.function:
            began = time.monotonic()
            keep(trial, *_noticed_on_loading(trial), time.monotonic() - began)
        else:
            inside.append(trial)
    if inside:
        every = (test for trial in inside for test in (*trial.tests, *trial.others))
        files = sorted({test.partition("::")[0] for test in every})
        said = os.dup(1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        pytest.main(_pytest_words(files), plugins=[_Tries(inside, keep)])
        os.dup2(said, 1)


class _Tries:
    """A pytest session that runs no tests itself, but some of them in each forked process."""

    def __init__(self, trials: Sequence[Trial], keep: Keep) -> None:
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

        def chosen(trial: Trial, tests: Sequence[str]) -> list[pytest.Item]:
            found = (item for test in tests for item in items[test])
            return [item for item in dict.fromkeys(found) if _may_notice(item, trial, tests)]

        own = {trial: chosen(trial, trial.tests) for trial in self.trials}
        others = {trial: chosen(trial, trial.others) for trial in self.trials}
        ways = _ways_to(self.trials)
        for path, _ in ways:  # what a test loads only when it runs would not be broken
            importlib.import_module(_module(Path(path)))
        functions = _live_functions()
        every = dict.fromkeys(chain.from_iterable([*own.values(), *others.values()]))
        took, reached = _sound(session, list(every), ways, functions)
        _read_the_source_once(self.trials)

        def asked(trial: Trial, among: Iterable[pytest.Item]) -> list[pytest.Item]:
            way = _way_to(trial)
            sound = (item for item in among if item in took)
            coming = (item for item in sound if way is None or way in reached[item])
            return sorted(coming, key=took.__getitem__)

        for trial in self.trials:
            if trial.is_stale:
                continue
            began = time.monotonic()
            by = _in_fork(partial(_noticed_by, session, asked(trial, own[trial]), trial, functions))
            other = NOBODY
            if not by and trial.others:
                rest = [item for item in others[trial] if item not in own[trial]]
                does = partial(_noticed_by, session, asked(trial, rest), trial, functions)
                other = _in_fork(does)
            self.keep(trial, by, other, time.monotonic() - began)
        return True


def _read_the_source_once(trials: Iterable[Trial]) -> None:
    """What is declared is found anew in each process, and the source is read for it."""
    from .law import changes

    for trial in trials:
        if isinstance(trial.mutant, Declared):
            changes(trial.instrument, trial.clause)


def _no_shrinking() -> None:
    """What fails need not be made small."""
    settings.register_profile("mutants", settings.get_profile("house"),
                              phases=(Phase.explicit, Phase.generate), database=None,
                              derandomize=True)  # fmt: skip
    settings.load_profile("mutants")


def _runs_under(item: pytest.Item, trial: Trial) -> bool:
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    return bool(parameters.get("instrument", trial.instrument) == trial.instrument)


def _claims(item: pytest.Item, trial: Trial) -> bool:
    """Whether it claims the clause itself: a mark may stand on some parameters of a test."""
    from croupier.cli.coverage import PREFIXES

    prefixes = (prefix for prefix, name in PREFIXES.items() if name == trial.instrument)
    said = {trial.clause, *(f"{prefix}:{trial.clause}" for prefix in prefixes)}
    return any(not said.isdisjoint(mark.args) for mark in item.iter_markers("clause"))


def _may_notice(item: pytest.Item, trial: Trial, tests: Sequence[str]) -> bool:
    """Whether it is asked: of a whole file every test is, else those that claim the clause."""
    by_name = any("::" in test for test in tests)
    return _runs_under(item, trial) and (not by_name or _claims(item, trial))


Functions = dict[tuple[str, str], list[FunctionType]]


def _live_functions() -> Functions:
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


def _noticed_by(
    session: pytest.Session, items: Sequence[pytest.Item], trial: Trial, functions: Functions
) -> str:
    if not items:
        return NOBODY
    if isinstance(trial.mutant, Declared | Ignored):
        trial.mutant.make()
    elif not _exchange(trial.mutant.path, trial.mutant.function, trial.mutant.tree(), functions):
        return "it would not even load"
    return _run(session, items)


def _exchange(path: Path, function: str, tree: ast.Module, functions: Functions) -> bool:
    """Give a function the code that it has in this tree."""
    code = _code_of(compile(tree, str(path), "exec", dont_inherit=True), function)
    for each in functions.get((str(path), function), ()):
        if each.__code__.co_freevars != code.co_freevars:
            return False  # a method without its class
        each.__code__ = code
    return True


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
    return NOBODY


# --- as things are

Way = tuple[str, str]
"""To a function: its file and name."""


def _way_to(trial: Trial) -> Way | None:
    """The function that is broken; None if it is a declaration, which may be read anywhere."""
    if isinstance(trial.mutant, Declared | Ignored):
        return None
    return str(trial.mutant.path), trial.mutant.function


def _ways_to(trials: Iterable[Trial]) -> list[Way]:
    return sorted({way for trial in trials if (way := _way_to(trial)) is not None})


def _sound(
    session: pytest.Session,
    items: Sequence[pytest.Item],
    ways: Sequence[Way],
    functions: Functions,
) -> tuple[dict[pytest.Item, float], dict[pytest.Item, set[Way]]]:
    """How long each test takes as things are, and which of the functions it comes to.

    Those that fail so are left out, and told.
    """
    come, go = os.pipe()

    def run_all() -> str:
        passed: set[int] = set()
        builtins._passes = passed.add  # type: ignore[attr-defined]
        for number, (path, function) in enumerate(ways):
            tree = _with_a_mark(Path(path), function, number)
            _exchange(Path(path), function, tree, functions)
        took = []
        for item, after in zip(items, [*items[1:], None], strict=True):
            began = time.monotonic()
            session.testsfailed = 0
            passed.clear()
            session.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            seconds = -1.0 if session.testsfailed else time.monotonic() - began
            took.append((seconds, sorted(passed)))
        with open(go, "w") as out:
            out.write(json.dumps(took))
        return NOBODY

    child = os.fork()
    if not child:
        os.close(come)
        _alone(run_all, 3600)
    os.close(go)
    with open(come) as told:
        said = told.read()
    os.waitpid(child, 0)
    if not said:
        sys.exit("the tests cannot be run as things are")
    took: dict[pytest.Item, float] = {}
    reached: dict[pytest.Item, set[Way]] = {}
    for item, (seconds, passed) in zip(items, json.loads(said), strict=True):
        if seconds < 0:
            print(f"fails without any break, and is left out: {item.nodeid}", file=sys.stderr)
            continue
        took[item] = seconds
        reached[item] = {ways[number] for number in passed}
    return took, reached


def _with_a_mark(path: Path, function: str, number: int) -> ast.Module:
    """The module, in which one function tells that it has been called."""
    tree = deepcopy(parsed(path))
    node = functions_of(tree)[function]
    mark = ast.parse(f"_passes({number})").body[0]
    node.body.insert(0, mark)
    return ast.fix_missing_locations(tree)


# --- processes


def _in_fork(does: Callable[[], str], seconds: int = SECONDS) -> str:
    """What it says in a process of its own."""
    come, go = os.pipe()
    child = os.fork()
    if not child:
        os.close(come)

        def told() -> str:
            try:
                said = does()
            except Exception as error:
                said = f"{NOT_TRIED} {error!r}"
            os.write(go, said.encode())
            return said

        _alone(told, seconds)
    os.close(go)
    with open(come) as told_by:
        said = told_by.read()
    status = os.waitpid(child, 0)[1]
    if said.startswith(NOT_TRIED):
        print(said, file=sys.stderr)
        return NOBODY
    return said or (LATE if status else NOBODY)


def _alone(does: Callable[[], str], seconds: int) -> None:
    """Do it, quietly and not for longer, and end this process."""
    try:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        signal.alarm(5 * seconds)
        does()
        os._exit(0)
    finally:
        os._exit(1)


# --- at the top of a module


class _Loader(SourceFileLoader):
    """Loads a mutant where the module was asked for."""

    def __init__(self, name: str, mutant: Mutant) -> None:
        super().__init__(name, str(mutant.path))
        self._tree = mutant.tree()

    def get_code(self, fullname: str) -> Any:
        return compile(self._tree, self.path, "exec", dont_inherit=True)

    def find_spec(self, name: str, *_: object) -> Any:
        return importlib.util.spec_from_loader(name, self) if name == self.name else None


def _module(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _noticed_on_loading(trial: Trial) -> tuple[str, str]:
    """Whether its own tests notice it, or else others."""
    mutant = trial.mutant
    assert isinstance(mutant, Mutant)
    name = _module(mutant.path)

    def run(tests: Sequence[str]) -> str:
        sys.meta_path.insert(0, _Loader(name, mutant))
        failed: list[str] = []

        class Only:
            def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
                _no_shrinking()
                items[:] = (item for item in items if _may_notice(item, trial, tests))

            def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
                if report.failed:
                    failed.append(report.nodeid)

        status = pytest.main([*_pytest_words(tests), "-x"], plugins=[Only()])
        return NOBODY if status in (0, 5) else next(iter(failed), "it would not even load")

    own = _in_fork(partial(run, trial.tests)) if trial.tests else NOBODY
    rest = [test for test in trial.others if test not in trial.tests]
    return own, _in_fork(partial(run, rest)) if rest and not own else NOBODY


def _pytest_words(tests: Iterable[str]) -> list[str]:
    plain = ["-q", "-p", "no:cacheprovider", f"--rootdir={ROOT}"]
    return [*plain, *(str(ROOT / test) for test in tests)]
