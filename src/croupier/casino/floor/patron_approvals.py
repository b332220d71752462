"""What a patron lets staff do: a code to read out, one of the staff by name, or what they ask for.

On their own page, and in a session of their own, a patron approves one act of staff: where, for how
much from their pocket at most, and either by whom or by whoever is told a code. Or staff have asked
already, and the patron agrees to that very command. It holds for two minutes and for one act. Which
approval an act has used up is in the record of the house, together with the act, so that none is
used twice, by whichever process.
"""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.roles import Person, Role
from croupier.casino.house.acts import ITSELF
from croupier.casino.house.commands import ConfirmedBy, Incident, Report
from croupier.casino.override_commands import name_of
from croupier.casino.patron_acts import AS_ASKED, OF_THE_HOUSE, cost_of, is_patrons_own
from croupier.casino.record_names import HOUSE, TABLES
from croupier.casino.store.contract import Writing
from croupier.durations import MINUTE
from croupier.promotion.acts import ACTS as PROMOTION_ACTS
from croupier.rulebook.citations import Clauses, Refused
from croupier.tournament.acts import ACTS as TOURNAMENT_ACTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from croupier.aggregate.acts import Act, Command
    from croupier.casino.floor.floor import Floor
    from croupier.casino.house.house import House

LASTS = 2 * MINUTE
"""For how long a patron's approval holds, and what staff ask for stands, in milliseconds."""
DIGITS = 6
MOST_WRONG = 3
"""After so many wrong codes an approval holds no longer."""
MOST_ASKED = 5
"""How much stands at once of what staff ask a patron for."""
CAGE = "cage"
"""The place where chips are bought and brought back."""


class PatronApproval(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a patron lets staff do once, as it lies in the safe."""

    id: str
    place: str
    most: int
    """What it may take from their pocket, in cents."""
    until: int
    staff: str = ""
    """Who may do it without a code; nobody in particular, if it takes one."""
    digest: str = ""
    """What shows that a code is right."""
    wrong: int = 0
    """How many wrong codes were tried."""
    command: str = ""
    """What shows that a command is the one that was asked for, if it is one only."""
    act: str = ""
    """What kind of command it is for, if the patron has said so."""

    def covers(self, command: Command, record: str, at: int) -> bool:
        """Whether it is for a command in a record."""
        place, anything = place_of(record), () if isinstance(command, AS_ASKED) else ("",)
        return (
            self.place == place
            and cost_of(command) <= self.most
            and at <= self.until
            and self.act in ("", name_of(type(command)))
            and self.command in (*anything, _digest(place, msgspec.json.encode(command)))
        )


class AskedFor(msgspec.Struct, frozen=True):
    """What somebody on the staff would do for a patron, as it lies in the safe."""

    id: str
    by: str
    place: str
    command: msgspec.Raw
    cost: int
    """What it takes from the patron's pocket, in cents."""
    until: int


@dataclass(frozen=True, slots=True)
class Consent:
    """An approval that whoever asks may use."""

    how: ConfirmedBy
    approval: PatronApproval


@dataclass(frozen=True, slots=True)
class Backing:
    """What came with a command to confirm it."""

    second: str | None = None
    """A second person whose password proved right."""
    code: str | None = None
    consents: Mapping[str, Consent] = field(default_factory=dict)
    """By patron."""


UNBACKED = Backing()


def place_of(record: str) -> str:
    """Where something happens, as a patron is asked for it: a table is one whenever it is open."""
    if record == HOUSE:
        return CAGE
    return record.rpartition("/")[0] if record.startswith(TABLES) else record


def staff_roles(house: House, person: str) -> frozenset[Role]:
    """The roles of somebody in which they are staff."""
    return frozenset(role for role in house.people.get(person, ()) if Person(person, role).is_staff)


# --- what a patron says of their own accord


async def approve(
    floor: Floor, patron: str, place: str, most: int, staff: str, act: str = ""
) -> tuple[str, int]:
    """Let staff do one thing; a code for whoever is told it, unless one person is named.

    With it comes until when it holds. What was approved before holds no longer.
    """
    known = acts_at(floor, place)
    if act and act not in known:
        raise Refused(f"act: one of {', '.join(known)} at {place}, not {act!r}", Clauses(()))
    staff = floor.references.person_called(staff)
    if most < 0:
        raise Refused("most: nothing, or an amount in cents", Clauses(()))
    if staff and (staff == patron or not staff_roles(floor.house, staff)):
        raise Refused(f"staff: {staff!r} is nobody on the staff", Clauses(()))
    id, code = secrets.token_hex(8), "" if staff else _new_code()
    until = floor.clock() + LASTS
    digest = _digest(id, code.encode()) if code else ""
    async with floor.approving:
        await _put(floor, patron, PatronApproval(id, place, most, until, staff, digest, act=act))
    return code, until


async def withdraw(floor: Floor, patron: str) -> None:
    """Nothing is approved any more."""
    async with floor.approving:
        await _put(floor, patron, None)


def acts_at(floor: Floor, place: str) -> list[str]:
    """What is a patron's own to do at a place, by the names of commands; refused if it is none."""
    if place == CAGE:
        return sorted(name_of(kind) for kind in OF_THE_HOUSE if kind not in AS_ASKED)
    acts: dict[str, Mapping[Any, Act[Any, Any]]] = {
        TABLES + name: live.table.game.acts for name, live in floor.tables.items()
    }
    acts |= {affair.record: TOURNAMENT_ACTS for affair in floor.tournaments.values()}
    acts |= {affair.record: PROMOTION_ACTS for affair in floor.promotions.values()}
    if place not in acts:
        raise Refused(
            f"place: {CAGE}, or a table, tournament or promotion as in tables/bj-1, not {place!r}",
            Clauses(()),
        )
    own = (act.command for act in acts[place].values() if is_patrons_own(act))
    return sorted(name_of(kind) for kind in own if not kind.after_the_time)


# --- what staff ask a patron for


async def ask(
    floor: Floor, patrons: Sequence[str], record: str, command: Command, by: Person
) -> None:
    """Have patrons find on their page what somebody would do for them."""
    asked = AskedFor(
        id=secrets.token_hex(8), by=by.name, place=place_of(record),
        command=msgspec.Raw(msgspec.json.encode(command)), cost=cost_of(command),
        until=floor.clock() + LASTS,
    )  # fmt: skip
    async with floor.approving:
        for patron in patrons:
            others = [
                each
                for each in await asked_of(floor, patron)
                if (each.by, each.place, bytes(each.command))
                != (asked.by, asked.place, bytes(asked.command))
            ]
            await _put_asked(floor, patron, [*others, asked][-MOST_ASKED:])
    now = floor.clock()
    floor.asked_until = {who: until for who, until in floor.asked_until.items() if until >= now}
    floor.asked_until |= dict.fromkeys(patrons, asked.until)


def is_asked(floor: Floor, patron: str) -> bool:
    """Whether staff ask something of a patron now, as far as this process knows."""
    return floor.asked_until.get(patron, 0) >= floor.clock()


async def asked_of(floor: Floor, patron: str) -> list[AskedFor]:
    """What a patron is asked for now, the oldest first."""
    content = await asyncio.to_thread(floor.store.safe, _asked_in_safe(patron))
    asked = [] if content is None else msgspec.json.decode(content, type=list[AskedFor])
    return [each for each in asked if floor.clock() <= each.until]


async def agree(floor: Floor, patron: str, id: str) -> int | None:
    """Let somebody do what they asked for, and nothing else; until when, if it was asked."""
    async with floor.approving:
        asked = await _taken(floor, patron, id)
        if asked is None:
            return None
        command = _digest(asked.place, bytes(asked.command))
        until = floor.clock() + LASTS
        approval = PatronApproval(
            asked.id, asked.place, asked.cost, until, staff=asked.by, command=command
        )
        await _put(floor, patron, approval)
    return until


async def decline(floor: Floor, patron: str, id: str) -> bool:
    """Have nothing more to do with what was asked; whether it was."""
    async with floor.approving:
        return await _taken(floor, patron, id) is not None


async def _taken(floor: Floor, patron: str, id: str) -> AskedFor | None:
    """Take something out of what a patron is asked for."""
    asked = {each.id: each for each in await asked_of(floor, patron)}
    found = asked.pop(id, None)
    if found is not None:
        await _put_asked(floor, patron, list(asked.values()))
    if not asked:
        floor.asked_until.pop(patron, None)
    return found


# --- what staff may use of it


async def find_consents(
    floor: Floor, patrons: Sequence[str], by: Person, code: str | None
) -> dict[str, Consent]:
    """What patrons have approved that somebody may use, by patron.

    A code that is nobody's counts against every approval that takes one.
    """
    found: dict[str, Consent] = {}
    guessed: list[tuple[str, PatronApproval]] = []
    async with floor.approving:
        for patron in patrons:
            approval = await _approved_by(floor, patron)
            if approval is None or approval.id in floor.house.used_approvals:
                continue
            if approval.staff:
                if approval.staff == by.name:
                    found[patron] = Consent(ConfirmedBy.SESSION, approval)
            elif code is not None:
                shown = _digest(approval.id, code.strip().encode(errors="replace"))
                if compare_digest(shown, approval.digest):
                    found[patron] = Consent(ConfirmedBy.CODE, approval)
                else:
                    guessed.append((patron, approval))
        if any(each.how is ConfirmedBy.CODE for each in found.values()):
            return found
        spent = [
            patron for patron, approval in guessed if await _has_spent(floor, patron, approval)
        ]
    for patron in spent:
        detail = f"{MOST_WRONG} wrong codes, the last from {by.name}"
        report = Report(incident=Incident.WRONG_CODES, subject=patron, detail=detail)
        await floor.command_house(report, ITSELF)
    return found


async def _approved_by(floor: Floor, patron: str) -> PatronApproval | None:
    """What a patron approves now."""
    content = await asyncio.to_thread(floor.store.safe, _in_safe(patron))
    approval = None if content is None else msgspec.json.decode(content, type=PatronApproval)
    return None if approval is None or floor.clock() > approval.until else approval


async def _has_spent(floor: Floor, patron: str, approval: PatronApproval) -> bool:
    """Count a wrong code, and say whether it was the last."""
    wrong = approval.wrong + 1
    left = msgspec.structs.replace(approval, wrong=wrong) if wrong < MOST_WRONG else None
    await _put(floor, patron, left)
    return left is None


# --- the safe


async def _put(floor: Floor, patron: str, approval: PatronApproval | None) -> None:
    content = None if approval is None else msgspec.json.encode(approval)
    await floor.write(Writing(additions=(), safe={_in_safe(patron): content}))


async def _put_asked(floor: Floor, patron: str, asked: list[AskedFor]) -> None:
    content = msgspec.json.encode(asked) if asked else None
    await floor.write(Writing(additions=(), safe={_asked_in_safe(patron): content}))


def _in_safe(patron: str) -> str:
    return f"people/{patron}/approval"


def _asked_in_safe(patron: str) -> str:
    return f"people/{patron}/asked"


def _new_code() -> str:
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


def _digest(about: str, said: bytes) -> str:
    return sha256(about.encode() + b":" + said).hexdigest()
