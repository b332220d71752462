"""Verification of the whole store while the floor is open, in a thread, one at a time."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from croupier.casino.floor.maintenance import report
from croupier.casino.house.commands import Incident
from croupier.casino.store_verification import Finding, Protected, inspect
from croupier.table.shuffle_verification import ShoeVerified

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.casino.floor.floor import Floor
    from croupier.casino.heads import SignedHead
    from croupier.casino.store_verification import Inspected, Inspection


class RecordVerified(msgspec.Struct, frozen=True, kw_only=True):
    """What one record shows."""

    record: str
    sound: bool
    lines: int
    sealed: int
    """How many of its lines the last checkpoint vouches for."""
    head: str
    unbroken: bool
    findings: tuple[Finding, ...]
    differences: tuple[str, ...]
    """Where it comes out otherwise when it is played again."""
    made_before: str
    """The first of them, if a later correction of the rules explains it."""
    shoes: tuple[ShoeVerified, ...]
    unfair: tuple[str, ...]
    """Those of them that do not fit, in words."""


class Verified(msgspec.Struct, frozen=True, kw_only=True):
    """What the store showed at a moment."""

    at: int
    sound: bool
    lines: int
    unsealed: int
    """How many lines came after the last checkpoint."""
    checkpoints: int
    keys: tuple[str, ...]
    findings: tuple[Finding, ...]
    records: tuple[RecordVerified, ...]
    protected: bool = False
    """Whether it is kept under the house's keys, and tags, safe and requests were checked."""
    untagged: int = 0
    """How many lines are from before there were keys."""
    after_head: int | None = None
    """How many lines came after the head that is kept outside, if there is one."""


class Verifier:
    """Verifying goes on by itself, whoever waits for it; `last` is what it found."""

    def __init__(
        self, floor: Floor, key: str, head: Callable[[], SignedHead | None] = lambda: None
    ) -> None:
        self._floor = floor
        self._key = key
        self._head = head
        """The last head that was kept outside."""
        self._under_way: asyncio.Task[Verified] | None = None
        self.last: Verified | None = None
        self.inspected = self.lines = 0
        """How many of how many lines are inspected."""

    @property
    def is_under_way(self) -> bool:
        return self._under_way is not None and not self._under_way.done()

    @property
    def failed(self) -> str:
        """Why it came to no result, if so."""
        task = self._under_way
        if task is None or not task.done() or task.cancelled():
            return ""
        error = task.exception()
        return "" if error is None else str(error) or type(error).__name__

    async def verify(self) -> Verified:
        """Inspect the store, and wait for the result."""
        return await asyncio.shield(self.begin())

    def begin(self) -> asyncio.Task[Verified]:
        """Inspect the store, unless that is being done: then its result is that for everybody."""
        if self._under_way is None or self._under_way.done():
            self.inspected = self.lines = 0
            self._under_way = asyncio.create_task(self._verify())
        return self._under_way

    def hear(self, inspected: int, lines: int) -> None:
        self.inspected, self.lines = inspected, lines

    async def _verify(self) -> Verified:
        at, store = self._floor.clock(), self._floor.store
        head = self._head()
        heads = () if head is None else (head,)
        look = partial(inspect, store, keys=(self._key,), heads=heads, tell=self.hear)
        found = await asyncio.to_thread(look)
        self.last = verified = _verified(found, at)
        if not verified.sound:
            await report(
                self._floor, Incident.VERIFICATION_FAILED, "the records", _first_of(verified)
            )
        return verified


def _verified(found: Inspection, at: int) -> Verified:
    return Verified(
        at=at,
        sound=found.sound,
        lines=found.lines,
        unsealed=found.unsealed,
        checkpoints=found.checkpoints,
        keys=found.keys,
        findings=tuple(found.findings),
        records=tuple(_record(record) for record in found.records),
        protected=found.protected is Protected.YES,
        untagged=found.untagged,
        after_head=found.after_head,
    )


def _record(record: Inspected) -> RecordVerified:
    differences = () if record.replay is None else record.replay.differences
    return RecordVerified(
        record=record.record,
        sound=record.sound,
        lines=record.chain.lines,
        sealed=record.sealed,
        head=record.chain.head,
        unbroken=record.chain.unbroken,
        findings=record.findings,
        differences=tuple(map(str, differences)),
        made_before=record.made_before,
        shoes=tuple(shoe.verified for shoe in record.shoes),
        unfair=tuple(str(shoe) for shoe in record.shoes if not shoe.fair),
    )


def _first_of(verified: Verified) -> str:
    """What is wrong first, in words."""
    wrong = next((record for record in verified.records if not record.sound), None)
    findings = (*verified.findings, *(() if wrong is None else wrong.findings))
    if findings:
        return str(findings[0])
    assert wrong is not None
    told = (*wrong.differences, *wrong.unfair)
    return f"{wrong.record}: {told[0] if told else 'it cannot be played again'}"
