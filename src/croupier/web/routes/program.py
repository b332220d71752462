"""Which program serves the house, and whether it is the approved one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from litestar import Router, get, post

from croupier.aggregate.roles import Role
from croupier.web.access.policy import Policy, needs
from croupier.web.access.second_person import second_person
from croupier.web.asking import Asked

if TYPE_CHECKING:
    from croupier.web.manifest import Manifest

INSPECTORS = needs(Role.INSPECTOR, Role.OPERATOR)
OPERATOR_IN_PERSON = Policy(needs(Role.OPERATOR).roles, in_person=True)


class Shown(msgspec.Struct, frozen=True):
    """The hashes of the program on the disk, and what is not as it was approved."""

    version: str
    program: str
    rulebook: str
    approved_by: str
    differing: tuple[str, ...]
    play: str


@get("/api/program", policy=INSPECTORS, summary="Measure the program")
async def show(request: Asked) -> Shown:
    """Every file is read and compared now. If one is another, play stops."""
    program = request.reception.program
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
async def approve(request: Asked) -> Shown:
    """The house is opened under the program as it is on the disk, from its next start on."""
    program = request.reception.program
    approved = await program.approve(request.access.by, await second_person(request))
    play = "goes on after a restart" if program.wrong else "goes on"
    return _shown(approved.manifest, approved.by, play)


def _shown(manifest: Manifest, by: str, play: str, differing: tuple[str, ...] = ()) -> Shown:
    return Shown(manifest.version, manifest.program, manifest.rulebook, by, differing, play)


router = Router("/", route_handlers=[show, approve], tags=["program"])
