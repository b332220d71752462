"""A simulation that is interrupted: how it ends, and what it had played, kept until it goes on."""

from __future__ import annotations

import signal
import threading
from collections import Counter
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.odds.disk_cache import fingerprint, replace_file
from croupier.odds.simulation.tally import CountedTally, Tally, WagerTally

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import FrameType

    from croupier.odds.disk_cache import AnswerCache


@dataclass
class Interruption:
    """Whether somebody has asked that it end, and whether that may wait for a shard to be done."""

    may_wait: bool = False
    asked: bool = False

    def ask(self) -> None:
        """End it with the shards under way; at once before there are any, or if asked twice."""
        if self.asked or not self.may_wait:
            raise KeyboardInterrupt
        self.asked = True


@contextmanager
def interruptible(*, by_signal: bool) -> Iterator[Interruption]:
    """While this lasts, Ctrl-C and SIGTERM do not break into the adding up of shards.

    Also where a shell had SIGINT ignored, as for what a script starts in the background: whoever
    sends it to this process means it. Only a main thread hears signals; elsewhere nothing changes.
    """
    interruption = Interruption()
    if not by_signal or threading.current_thread() is not threading.main_thread():
        yield interruption
        return

    def heard(number: int, frame: FrameType | None) -> None:
        interruption.ask()

    before = {number: signal.signal(number, heard) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield interruption
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@dataclass
class Kept:
    """Whole shards that were played before, and the file that they are kept in."""

    path: Path | None = None
    numbers: set[int] = field(default_factory=set)
    tally: Tally = field(default_factory=Tally.nothing)
    seconds: float = 0.0
    left_alone: bool = False
    """Whether the file has more than is asked for now, and stays when this is done."""

    @classmethod
    def of(cls, cache: AnswerCache | None, table: bytes, seed: int, source: str) -> Kept:
        """Return what is there of a table and a seed; nothing if it cannot be read.

        `source` is the module that plays the rounds of the table's game.
        """
        if cache is None:
            return cls()
        played_by = fingerprint("croupier.odds.simulation.shards") + fingerprint(source)
        key = sha256(table + f" {seed} {played_by}".encode()).hexdigest()
        found = cls(cache.where / "simulations" / f"{key}.json")
        if not cache.recompute and found.path is not None:
            with suppress(OSError, ValueError, KeyError, TypeError):
                found._read(msgspec.json.decode(found.path.read_bytes()))
        return found

    def add(self, number: int, tally: Tally) -> None:
        """A whole shard more."""
        self.numbers.add(number)
        self.tally += tally

    def keep(self) -> None:
        """Write it down, for whoever asks the same again."""
        if self.path is None or not self.numbers:
            return
        with suppress(OSError):  # what cannot be kept is played again
            replace_file(self.path, msgspec.json.encode(self._plain()))

    def forget(self) -> None:
        if self.path is not None and not self.left_alone:
            self.path.unlink(missing_ok=True)

    def _plain(self) -> dict[str, Any]:
        counted = self.tally.counted
        return {
            "numbers": sorted(self.numbers),
            "seconds": self.seconds,
            "rounds": self.tally.rounds,
            "wagers": {
                name: {
                    "results": {str(net): times for net, times in wagered.results.items()},
                    "sums": [str(wagered.squares), str(wagered.products), str(wagered.sizes)],
                }
                for name, wagered in self.tally.wagers.items()
            },
            "crossed": {name: str(each) for name, each in self.tally.crossed.items()},
            "counted": counted
            and {
                "by_true_count": [
                    [true, rounds, str(net), str(square)]
                    for true, (rounds, net, square) in counted.by_true_count.items()
                ],
                "by_shoe": [str(each) for each in counted.by_shoe],
            },
        }

    def _read(self, plain: Any) -> None:
        wagers = {
            name: WagerTally(
                Counter({Fraction(net): times for net, times in each["results"].items()}),
                *map(Fraction, each["sums"]),
            )
            for name, each in plain["wagers"].items()
        }
        counted = plain["counted"] and CountedTally(
            {
                true: (rounds, Fraction(net), Fraction(square))
                for true, rounds, net, square in plain["counted"]["by_true_count"]
            },
            tuple(map(Fraction, plain["counted"]["by_shoe"])),
        )
        crossed = {name: Fraction(each) for name, each in plain["crossed"].items()}
        self.tally = Tally(plain["rounds"], wagers, counted or None, crossed)
        self.numbers, self.seconds = set(plain["numbers"]), plain["seconds"]
