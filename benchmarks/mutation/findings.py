"""What came of the trials: kept line by line, and told by clause."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from .source import SOURCE, Mutant
from .trials import Declared, Ignored, Trial

Key = tuple[str, str, str, str]


@dataclass(frozen=True)
class Found:
    """What came of a trial, as it is kept."""

    instrument: str
    clause: str
    where: str
    source: str
    place: str
    """Where a person finds it: a file and line, or what is declared."""
    change: str
    by: str
    """The test among those that claim the clause which noticed; empty if none did."""
    other: str
    """The one among the rest, if they were asked."""
    asked_others: bool
    seconds: float

    @property
    def key(self) -> Key:
        return self.instrument, self.clause, self.where, self.source

    @property
    def verdict(self) -> str:
        if self.by:
            return "caught"
        if self.other:
            return "by others"
        return "by none" if self.asked_others else "missed"


def read(path: Path) -> dict[Key, Found]:
    """What was tried, the last of each."""
    if not path.exists():
        return {}
    found = (Found(**json.loads(line)) for line in path.read_text("utf-8").splitlines())
    return {each.key: each for each in found}


def keeper(path: Path) -> Callable[[Trial, str, str, float], None]:
    path.parent.mkdir(parents=True, exist_ok=True)
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def keep(trial: Trial, by: str, other: str, seconds: float) -> None:
        found = Found(
            *trial.key, *told(trial.mutant), by, other, bool(trial.others), round(seconds, 3)
        )
        os.write(file, json.dumps(vars(found)).encode() + b"\n")

    return keep


def told(broken: Mutant | Declared | Ignored) -> tuple[str, str]:
    """Where a break is, and what it is."""
    if isinstance(broken, Mutant):
        return f"{broken.path.relative_to(SOURCE)}:{broken.line}", broken.change
    return broken.where, broken.change


def report(found: Iterable[Found], clauses: Iterable[tuple[str, str]]) -> None:
    """Every break that was not caught, then each instrument in figures.

    `clauses` are all that were looked at: one without any break is told too.
    """
    by_clause: defaultdict[tuple[str, str], list[Found]] = defaultdict(list)
    for each in found:
        by_clause[each.instrument, each.clause].append(each)
    looked_at = list(clauses)
    for instrument, clause in looked_at:
        tried = by_clause[instrument, clause]
        for each in tried:
            if not each.by:
                print(f"{instrument} {clause}  {_line(each)}")
        if not tried:
            print(f"{instrument} {clause}  nothing to break")
    print()
    for instrument in dict.fromkeys(name for name, _ in looked_at):
        rows = [by_clause[key] for key in looked_at if key[0] == instrument]
        every = [each for row in rows for each in row]
        verdicts = [each.verdict for each in every]
        caught = verdicts.count("caught")
        held = sum(any(each.by for each in row) for row in rows)
        share = f"{caught / len(every):.1%}" if every else "none"
        print(
            f"{instrument}: {caught} of {len(every)} breaks caught, {share}; "
            f"{held} of {len(rows)} clauses with a break that was caught"
            + "".join(
                f"; {verdicts.count(other)} {words}"
                for other, words in (
                    ("by others", "caught by other tests"),
                    ("by none", "by no test"),
                )
                if other in verdicts
            )
        )


def show(found: Iterable[Found], trials: Iterable[Trial]) -> None:
    """Each clause with the tests that claim it, and each of its breaks with who noticed."""
    known = {each.key: each for each in found}
    by_clause: defaultdict[tuple[str, str], list[Trial]] = defaultdict(list)
    for trial in trials:
        by_clause[trial.instrument, trial.clause].append(trial)
    for (instrument, clause), tried in by_clause.items():
        print(f"\n{instrument} {clause}")
        for test in tried[0].tests:
            print(f"  claimed by {test}")
        for trial in tried:
            each = known.get(trial.key)
            if each is None:
                print("  not tried ", "  ".join(told(trial.mutant)))
            else:
                print(f"  {each.verdict:10}{_line(each)}")
                if each.by or each.other:
                    print(f"            {each.by or each.other}")


def _line(each: Found) -> str:
    also = f"  [{each.verdict}]" if each.verdict in ("by others", "by none") else ""
    return f"{each.place}  {each.change[:200]}{also}"
