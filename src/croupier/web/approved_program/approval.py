"""Whether the program that serves the house is the one that the house was opened under."""

from __future__ import annotations

from asyncio import to_thread
from typing import TYPE_CHECKING

import msgspec

from croupier.casino.house.acts import ITSELF
from croupier.casino.house.commands import ApproveProgram, Incident, Report
from croupier.web.approved_program.manifest import IN_SAFE, Manifest, in_words
from croupier.web.http.problems import HttpError, ProblemType

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.roles import Person
    from croupier.casino.floor import Floor
    from croupier.web.http.store_safe import Safe


class Approved(msgspec.Struct, frozen=True):
    """A program that the house is opened under, and who said so."""

    manifest: Manifest
    by: str


class CheckedProgram(msgspec.Struct, frozen=True):
    """The program as it is on the disk, and the files that are not as they were approved."""

    manifest: Manifest
    differing: tuple[str, ...]
    approved_by: str


class Program:
    """`check` measures and compares; from the first difference on, nobody plays."""

    def __init__(self, floor: Floor, safe: Safe, measured: Callable[[], Manifest]) -> None:
        self._floor = floor
        self._safe = safe
        self._measured = measured
        self.checked: CheckedProgram | None = None
        """What the last look at the disk showed."""
        self.wrong = ""
        """Why nobody plays, if so."""

    async def check(self) -> CheckedProgram:
        """Measure the program, and compare it with the one that was approved.

        A house that was never opened is opened under this program.
        """
        now = await to_thread(self._measured)
        approved = await self._approved()
        if approved is None:
            approved = Approved(now, "the first to open the house")
            await self._safe.put({IN_SAFE: msgspec.json.encode(approved)})
        differing = approved.manifest.differences(now)
        if differing and not self.wrong:
            await self._stop(approved.manifest, now, in_words(differing))
        self.checked = CheckedProgram(now, differing, approved.by)
        return self.checked

    async def approve(self, by: Person, second: str | None = None) -> Approved:
        """Open the house under the program as it is; play goes on when it is served anew."""
        named = "whoever started it" if by == ITSELF else by.name
        approved = Approved(await to_thread(self._measured), named)
        safe = {IN_SAFE: msgspec.json.encode(approved)}
        command = ApproveProgram(program=str(approved.manifest))
        await self._floor.command_house(command, by, safe=safe, second=second)
        return approved

    def must_play(self) -> None:
        if self.wrong:
            raise HttpError(ProblemType.STOPPED, self.wrong)

    async def _stop(self, approved: Manifest, now: Manifest, differing: str) -> None:
        self.wrong = reason = f"the program is not the one that was approved: {differing}"
        report = Report(
            incident=Incident.VERIFICATION_FAILED,
            subject="the program",
            before=str(approved),
            after=str(now),
            detail=differing,
        )
        await self._floor.command_house(report, ITSELF)
        self._floor.stop(reason)

    async def _approved(self) -> Approved | None:
        content = await self._safe.get(IN_SAFE)
        return None if content is None else msgspec.json.decode(content, type=Approved)
