"""What the service counts, for Prometheus."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from collections.abc import Callable

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The counts of one application."""

    def __init__(self) -> None:
        self._all = CollectorRegistry()
        self.requests = Counter(
            "croupier_requests", "Requests answered.", ("method", "path", "status"),
            registry=self._all,
        )  # fmt: skip
        self.latency = Histogram(
            "croupier_request_seconds", "How long an answer took.", ("method", "path"),
            buckets=SECONDS, registry=self._all,
        )  # fmt: skip
        self.under_way = Gauge(
            "croupier_requests_under_way", "Requests not answered yet.", registry=self._all
        )
        self.streams = Gauge("croupier_streams", "Streams open.", registry=self._all)
        self.commands = Counter(
            "croupier_commands", "Commands done.", ("kind",), registry=self._all
        )
        self.problems = Counter(
            "croupier_problems", "Answers that were problems, by kind.", ("kind",),
            registry=self._all,
        )  # fmt: skip
        self.log_ins = Counter(
            "croupier_log_ins", "Attempts to log in.", ("outcome",), registry=self._all
        )

    @lru_cache(maxsize=1000)  # noqa: B019 - as long as the application lives
    def _of(self, method: str, path: str, status: int) -> tuple[Counter, Histogram]:
        """The counts of one kind of answer; looking them up by name takes longer than counting."""
        counter = self.requests.labels(method, path, str(status))
        return counter, self.latency.labels(method, path)

    def answered(self, method: str, path: str, status: int, took: float) -> None:
        counter, latency = self._of(method, path, status)
        counter.inc()
        latency.observe(took)

    @lru_cache(maxsize=1000)  # noqa: B019 - as long as the application lives
    def commands_at(self, kind: str) -> Counter:
        """The commands of one table, or of the house."""
        return self.commands.labels(kind)

    def watch(self, name: str, what: str, value: Callable[[], float]) -> None:
        """A number that is looked up whenever somebody asks."""
        Gauge(f"croupier_{name}", what, registry=self._all).set_function(value)

    def text(self) -> bytes:
        return generate_latest(self._all)
