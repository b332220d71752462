"""A plugin of pytest that gathers what the tests make: records, and round files.

The tests drive every game, tournament and promotion into every corner that the rules have. While
they run, each record and round file is noted down if it shows something that was not seen often
before: a command with a fact that follows, a clause that is cited, an option. `choosing` then
takes the fewest that show it all.

    CROUPIER_GATHER=FOLDER pytest -p tests.compatibility.gathering tests/...
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from croupier import adjudication
from croupier.adjudication import round_file
from croupier.aggregate.record import Record
from croupier.aggregate.record_lines import split

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


OFTEN = 3
"""A feature that so many gathered records show is no reason to gather another."""
LONGEST_RECORD = 400_000
LONGEST_ROUND = 20_000
"""In bytes."""

_encode = msgspec.json.Encoder().encode


class Gathered(msgspec.Struct, frozen=True):
    """One record, or one round file, and the test that made it."""

    test: str
    lines: tuple[str, ...]
    features: frozenset[str] = frozenset()


def features_of(lines: Iterable[bytes]) -> frozenset[str]:
    """What a record shows: its options, and each command with the facts and clauses after it."""
    first, *rest = (msgspec.json.decode(_body(line)) for line in lines)
    law = first["instrument"]
    shown = {f"{law} {name}={value}" for name, value in first.get("options", {}).items()}
    for entry in rest:
        do = entry["command"]["do"]
        shown.add(f"{law} do {do}")
        for fact in entry["facts"]:
            shown.add(f"{law} do {do} {fact['fact']} {fact.get('about', '')}")
            shown |= {f"{law} clause {fact['fact']} {clause}" for clause in fact["clauses"]}
    return frozenset(shown)


def _body(line: bytes) -> bytes:
    parts = split(line)
    assert parts is not None
    return parts[1]


class Gatherer:
    """Watches records and round files being made, and writes them down after each test."""

    def __init__(self, folder: Path) -> None:
        self._records = folder / f"records-{os.getpid()}.jsonl"
        self._rounds = folder / f"rounds-{os.getpid()}.jsonl"
        self._seen: Counter[str] = Counter()
        self._heads: set[str] = set()
        self._chains: list[Record] = []
        self._files: set[bytes] = set()
        self._known: set[bytes] = set()

    def watch(self) -> None:
        made, given = Record.__init__, round_file.as_json

        def make(chain: Record, *args: Any, **kwargs: Any) -> None:
            made(chain, *args, **kwargs)
            self._chains.append(chain)

        def give(source: Any) -> bytes:
            data = given(source)
            if len(data) <= LONGEST_ROUND and data not in self._known:
                self._files.add(data)
            return data

        patch = pytest.MonkeyPatch()
        patch.setattr(Record, "__init__", make)
        patch.setattr(adjudication, "as_json", give)

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        with open(self._records, "ab") as file:
            for lines in self._lines():
                self._note(file, nodeid, lines)
        with open(self._rounds, "ab") as file:
            for data in sorted(self._files):
                text = data.decode("utf-8", "surrogateescape")
                if text.isprintable() or text.isascii():
                    file.write(_encode({"test": nodeid, "file": text}) + b"\n")
        self._known |= self._files
        self._files.clear()
        self._chains.clear()

    def _lines(self) -> Iterator[list[bytes]]:
        yield from (list(chain.lines) for chain in self._chains)

    def _note(self, file: Any, test: str, lines: list[bytes]) -> None:
        if len(lines) < 4 or sum(map(len, lines)) > LONGEST_RECORD:
            return
        head = lines[-1][9:73].decode()
        if head in self._heads:
            return
        try:
            shown = features_of(lines)
        except (KeyError, AssertionError, msgspec.DecodeError):
            return  # a test of what is no record
        if all(self._seen[each] >= OFTEN for each in shown):
            return
        self._heads.add(head)
        self._seen.update(shown)
        text = tuple(line.decode() for line in lines)
        file.write(_encode(Gathered(test, text, shown)) + b"\n")


def pytest_configure(config: pytest.Config) -> None:
    folder = Path(os.environ["CROUPIER_GATHER"])
    folder.mkdir(parents=True, exist_ok=True)
    gatherer = Gatherer(folder)
    gatherer.watch()
    config.pluginmanager.register(gatherer)
