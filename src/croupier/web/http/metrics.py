"""What the service counts, for Prometheus.

What is counted with every request is counted in plain numbers, and told in Prometheus' words when
somebody asks: its own counters take a lock and several calls for each.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Counts
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from prometheus_client.core import Metric

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Durations:
    """How long answers of one operation took: how many up to each bound, and in all."""

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts = [0] * (len(SECONDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(SECONDS, seconds)] += 1
        self.total += seconds

    def buckets(self) -> Iterator[tuple[str, float]]:
        """Each bound with how many took no longer."""
        so_far = 0
        for bound, count in zip((*map(str, SECONDS), "+Inf"), self.counts, strict=True):
            so_far += count
            yield bound, so_far


class Answers(Collector):
    """Requests that were answered and commands that were done, by what they were."""

    def __init__(self) -> None:
        self.by_status: Counts[tuple[str, str, int]] = Counts()
        self.took: dict[tuple[str, str], Durations] = {}
        self.commands: Counts[str] = Counts()
        """By the table, or `house`."""

    def collect(self) -> Iterator[Metric]:
        answers = CounterMetricFamily(
            "croupier_requests", "Requests answered.", labels=("method", "path", "status")
        )
        for (method, path, status), count in self.by_status.items():
            answers.add_metric((method, path, str(status)), count)
        yield answers
        seconds = HistogramMetricFamily(
            "croupier_request_seconds", "How long an answer took.", labels=("method", "path")
        )
        for operation, took in self.took.items():
            seconds.add_metric(operation, list(took.buckets()), took.total)
        yield seconds
        commands = CounterMetricFamily("croupier_commands", "Commands done.", labels=("kind",))
        for kind, count in self.commands.items():
            commands.add_metric((kind,), count)
        yield commands


class Metrics:
    """The counts of one application."""

    def __init__(self) -> None:
        self._all = CollectorRegistry()
        self._answers = Answers()
        self._all.register(self._answers)
        self.under_way = 0
        """Requests that are not answered yet."""
        self.watch("requests_under_way", "Requests not answered yet.", lambda: self.under_way)
        self.streams = Gauge("croupier_streams", "Streams open.", registry=self._all)
        self.streams_turned_away = Counter(
            "croupier_streams_turned_away",
            "Streams that were refused or ended because there were too many, by limit.",
            ("limit",),
            registry=self._all,
        )
        self.problems = Counter(
            "croupier_problems", "Answers that were problems, by kind.", ("kind",),
            registry=self._all,
        )  # fmt: skip
        self.log_ins = Counter(
            "croupier_log_ins", "Attempts to log in.", ("outcome",), registry=self._all
        )

    def answered(self, method: str, path: str, status: int, took: float) -> None:
        self._answers.by_status[method, path, status] += 1
        operation = method, path
        durations = self._answers.took.get(operation)
        if durations is None:
            durations = self._answers.took[operation] = Durations()
        durations.add(took)

    def commanded(self, kind: str) -> None:
        """A command was done at a table, or by the house."""
        self._answers.commands[kind] += 1

    def watch(self, name: str, what: str, value: Callable[[], float]) -> None:
        """A number that is looked up whenever somebody asks."""
        Gauge(f"croupier_{name}", what, registry=self._all).set_function(value)

    def text(self) -> bytes:
        return generate_latest(self._all)
