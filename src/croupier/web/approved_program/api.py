"""Which program serves the house, and whether it is the approved one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from litestar import Router, get, post

from croupier.web.http.policies import INSPECTORS, OPERATOR_IN_PERSON
from croupier.web.http.request import Request
from croupier.web.http.second_person import second_person

if TYPE_CHECKING:
    from croupier.web.approved_program.manifest import Manifest


class Shown(msgspec.Struct, frozen=True):
    """The hashes of the program on the disk, and what is not as it was approved."""

    version: str
    program: str
    rulebook: str
    approved_by: str
    differing: tuple[str, ...]
    play: str


@get("/api/program", policy=INSPECTORS, summary="Measure the program")
async def show(request: Request) -> Shown:
    """Every file is read and compared now. If one is another, play stops."""
    program = request.services.program
    checked = await program.check()
    play = f"stopped: {program.wrong}" if program.wrong else "goes on"
    return _shown(checked.manifest, checked.approved_by, play, checked.differing)


@post(
    "/api/program/approval",
    policy=OPERATOR_IN_PERSON,
    status_code=200,
    summary="Approve the program",
    overrides=True,
)
async def approve(request: Request) -> Shown:
    """The house is opened under the program as it is on the disk, from its next start on."""
    program = request.services.program
    approved = await program.approve(request.access.by, await second_person(request))
    play = "goes on after a restart" if program.wrong else "goes on"
    return _shown(approved.manifest, approved.by, play)


def _shown(manifest: Manifest, by: str, play: str, differing: tuple[str, ...] = ()) -> Shown:
    return Shown(manifest.version, manifest.program, manifest.rulebook, by, differing, play)


router = Router("/", route_handlers=[show, approve], tags=["program"])
