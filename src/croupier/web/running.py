"""What the record says of the service itself: when it started, stopped, or was cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.casino.duties import Incident, Report
from croupier.casino.judging import ITSELF

if TYPE_CHECKING:
    from croupier.casino.floor import Floor
    from croupier.web.access.safe import Safe
    from croupier.web.program import Checked

RUNNING = b"running"


class Run:
    """From a start to a stop, at one address. A mark in the safe tells a stop from a failure."""

    def __init__(self, floor: Floor, safe: Safe, address: str) -> None:
        self._floor = floor
        self._safe = safe
        self._address = address
        # several may serve one database; a file is served by one, wherever it listens
        self._mark = f"running/{address}" if floor.store.shared else "running"

    async def start(self, program: Checked) -> Incident:
        """Report the start with the program that is served, and whether a stop came before it."""
        before = await self._safe.get(self._mark)
        incident = Incident.STARTED if before is None else Incident.RECOVERED
        report = Report(
            incident=incident,
            subject=self._address,
            after=f"version {program.manifest.version}, approved by {program.approved_by}",
            detail=str(program.manifest),
        )
        await self._floor.duty(report, ITSELF, safe={self._mark: RUNNING})
        return incident

    async def stop(self) -> None:
        report = Report(incident=Incident.STOPPED, subject=self._address)
        await self._floor.duty(report, ITSELF, safe={self._mark: None})
