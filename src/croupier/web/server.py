"""Serving a casino: the store, the floor and the application on one socket, until a signal.

On SIGTERM or SIGINT no more connections are taken, streams end, requests under way are answered,
and what was done is in the store before the process ends.
"""

from __future__ import annotations

import asyncio
import ctypes
import errno
import gc
import secrets
import signal
import socket
import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import uvicorn

from croupier.aggregate.roles import Person, Role
from croupier.casino.cage import cage_of
from croupier.casino.checkpoints import known_keys, with_key
from croupier.casino.demo import DemoAccount
from croupier.casino.demo import found as found_demo
from croupier.casino.floor import Floor, out_of_order
from croupier.casino.floor.maintenance import report
from croupier.casino.house.acts import ITSELF
from croupier.casino.house.commands import (
    MONEY_TERMS,
    ChipKind,
    Enrol,
    Incident,
    Report,
    RequireSecondPerson,
    SetCageTerms,
    SetPassword,
)
from croupier.casino.house_views import has_people, needs_second_person
from croupier.casino.passwords import in_safe, prove
from croupier.casino.store.contract import Writing
from croupier.casino.store.file_lock import lock_file
from croupier.web.app import create_app
from croupier.web.house_files import HouseFiles
from croupier.web.http.connections import Connection, ConnectionLimits, Connections
from croupier.web.http.logs import set_up
from croupier.web.http.security_headers import security_headers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import FrameType

    from litestar import Litestar

    from croupier.casino.signing_key import Seal
    from croupier.web.approved_program.approval import CheckedProgram, Program
    from croupier.web.http.store_safe import Safe
    from croupier.web.services import Services
    from croupier.web.settings import Settings

    Announce = Callable[["OpenedServer"], object]
    """Told once that the doors are open."""
    Founding = Callable[[], object]
    """Told that a new house is being founded: passwords take their time."""

KEEP_ALIVE = 15
"""How many seconds a connection may be idle."""
WAITING_CONNECTIONS = 512
OTHER_FILES = 256
"""What is open beside connections: the record, its log, what is served from the disk."""
TURN = 0.000_5
"""For how many seconds the floor may keep the batch writer waiting, as it does often."""
COLLECTED_AFTER = 20_000
"""How many more things there have to be before Python looks for cycles among the youngest."""
M_ARENA_MAX = -8
"""What glibc calls the number of its heaps."""
RUNNING = b"running"
OPERATOR = Person("operator", Role.OPERATOR)
"""Who a house begins with that has nothing in it."""


@dataclass(frozen=True, slots=True)
class OpenedServer:
    """What whoever started it has to know."""

    where: str
    accounts: Sequence[DemoAccount]
    """Those that are new, with their passwords."""
    wrong: str
    """Why nobody plays, if so."""
    out_of_order: Mapping[str, str]
    """The tables at which nobody can play, and why."""
    closed_out: Mapping[str, str]
    """What could not go on and has been paid out, and why."""
    exposed: Sequence[str]
    """The files that others had rights to, and what those were; they have none any more."""
    damage: Sequence[str]
    """What is damaged in the files of the record."""
    guests: int
    """How many guests it has places for."""
    chips: ChipKind
    """The kind of its chips."""


LOG_GONE = "no write-ahead log: a program that closed the file took it in, or what it held is lost"


class Run:
    """From a start to a stop, at one address. A mark in the safe tells a stop from a failure."""

    def __init__(self, floor: Floor, safe: Safe, address: str) -> None:
        self._floor = floor
        self._safe = safe
        self._address = address
        # several may serve one database; a file is served by one, wherever it listens
        self._mark = f"running/{address}" if floor.store.shared else "running"

    async def start(self, program: CheckedProgram) -> Incident:
        """Report the start with the program that is served, and whether a stop came before it."""
        before = await self._safe.get(self._mark)
        incident = Incident.STARTED if before is None else Incident.RECOVERED
        lost = before is not None and not self._floor.store.had_log
        report = Report(
            incident=incident,
            subject=self._address,
            before=LOG_GONE if lost else "",
            after=f"version {program.manifest.version}, approved by {program.approved_by}",
            detail=str(program.manifest),
        )
        await self._floor.command_house(report, ITSELF, safe={self._mark: RUNNING})
        await asyncio.to_thread(self._floor.store.write_back)  # the mark outlasts a log
        return incident

    async def stop(self) -> None:
        report = Report(incident=Incident.STOPPED, subject=self._address)
        await self._floor.command_house(report, ITSELF, safe={self._mark: None})


class Server(uvicorn.Server):
    """Stops the streams before it waits for requests, and leaves the rest of the process alone."""

    def __init__(
        self, config: uvicorn.Config, services: Services, opened: Callable[[], object]
    ) -> None:
        super().__init__(config)
        self._reception = services
        self._opened = opened

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; if somebody insists, without waiting. The signal goes no further."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._reception.end_streams()
        await super().shutdown(sockets)


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What whoever starts a casino wants of it, and how they are told what comes of that."""

    demo: bool
    """Whether a new house begins with tables and people, or with an operator alone."""
    approve: bool
    """Whether the house is opened under this program, though it changed."""
    alone: bool
    """Whether nobody has to confirm overrides any more."""
    new_casino: bool
    """Whether a casino is founded though its seal is there already."""
    new_seal: bool
    """Whether checkpoints are signed with another seal than before."""
    though_damaged: bool
    """Whether the record is opened though its files are damaged."""
    any_port: bool
    """Whether any free port will do if the usual one is taken."""
    chips: ChipKind | None = None
    """The kind of chips of a new house; None for play chips, or for those that the house has."""
    founding: Founding
    announce: Announce


@dataclass(frozen=True, slots=True)
class Service:
    """One casino on one socket."""

    settings: Settings
    floor: Floor
    seal: Seal | None
    """None if none was made for this casino yet."""
    listening: socket.socket
    files: HouseFiles
    wrong: tuple[str, ...] = ()
    """What the record does not have as it should, if it was opened though it is damaged."""

    async def run(self, start: Start) -> None:
        """Get the house ready, and serve it until somebody stops it."""
        floor, settings = self.floor, self.settings
        async with floor:
            seal = self.seal or self.files.new_seal()
            app = create_app(floor, settings, seal=seal, head=self.files.head)
            services: Services = app.state.services
            accounts = await _get_ready(floor, services.program, start)
            run = Run(floor, services.safe, self.address)
            await run.start(await services.program.check())
            await _report_opening(floor, seal, self.wrong)
            await services.sealing.keep_head()
            if floor.store.protection is not None:
                self.files.note_in_use(floor.store.protection.keys)

            guests = await services.guests.allowed()

            def opened() -> None:
                start.announce(self._opened(accounts, services.program.wrong, guests))

            _collect_less_often()
            upkeep = asyncio.create_task(services.upkeep.run())
            heads = asyncio.create_task(services.sealing.run())
            server = Server(
                _config(app, settings, _connections(settings, services)), services, opened
            )
            await server.serve(sockets=[self.listening])
            await upkeep
            await heads
            await run.stop()
            await services.sealing.close()

    @property
    def address(self) -> str:
        """Where browsers find it."""
        settings = self.settings
        if settings.origin:
            return settings.origin
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        scheme = "https" if settings.https else "http"
        return f"{scheme}://{host}:{self.listening.getsockname()[1]}"

    def _opened(self, accounts: Sequence[DemoAccount], wrong: str, guests: int) -> OpenedServer:
        return OpenedServer(
            self.address, accounts, wrong, out_of_order(self.floor, ITSELF), self.floor.closed_out,
            self.floor.store.exposed, self.floor.store.accepted_damage, guests,
            cage_of(self.floor).terms.chips,
        )  # fmt: skip


def serve(
    settings: Settings,
    *,
    demo: bool,
    approve: bool = False,
    alone: bool = False,
    new_casino: bool = False,
    new_seal: bool = False,
    though_damaged: bool = False,
    any_port: bool = False,
    chips: ChipKind | None = None,
    founding: Founding = lambda: None,
    announce: Announce,
) -> None:
    """Serve until somebody stops it."""
    start = Start(
        demo=demo, approve=approve, alone=alone, new_casino=new_casino, new_seal=new_seal,
        though_damaged=though_damaged, any_port=any_port, chips=chips, founding=founding,
        announce=announce,
    )  # fmt: skip
    files = HouseFiles.of(settings)
    if files.database_is_missing:  # before there is a file that looks like a casino's
        files.must_have_no_seal(new_casino=new_casino)
    set_up()
    sys.setswitchinterval(TURN)
    _allocate_from_one_heap()
    listening = _listen(settings, start)
    with (
        listening,
        lock_file(settings.database),
        files.opened(
            new_casino=new_casino, new_seal=new_seal, though_damaged=though_damaged
        ) as opened,
        _runner() as runner,
    ):
        service = Service(
            settings, Floor(opened.store), opened.seal, listening, files, opened.wrong
        )
        runner.run(service.run(start))


async def _get_ready(floor: Floor, program: Program, start: Start) -> list[DemoAccount]:
    """Found the house if it is new, and do to it what the start wants; the accounts it made."""
    accounts: list[DemoAccount] = []
    if not has_people(floor):
        start.founding()
        if start.demo and start.chips is ChipKind.MONEY:
            raise ValueError("the demonstration has play chips; add --empty for chips for money")
        accounts = await (found_demo if start.demo else _found_empty)(floor)
        if start.chips is ChipKind.MONEY:
            await floor.command_house(SetCageTerms(terms=MONEY_TERMS), ITSELF)
    elif start.chips not in (None, cage_of(floor).terms.chips):
        raise ValueError(
            f"this casino has {cage_of(floor).terms.chips} chips; the operator changes the kind on "
            "the page of the cage"
        )
    if start.approve:
        await program.approve(ITSELF)
    if start.alone and needs_second_person(floor):
        await floor.command_house(RequireSecondPerson(required=False), ITSELF)
    return accounts


async def _found_empty(floor: Floor) -> list[DemoAccount]:
    """The operator's password is returned and kept nowhere."""
    password = secrets.token_urlsafe(9)
    roles = (OPERATOR.role,)
    await floor.command_house(Enrol(person=OPERATOR.name, roles=roles), OPERATOR)
    safe = {in_safe(OPERATOR.name): prove(password)}
    await floor.command_house(SetPassword(person=OPERATOR.name), OPERATOR, safe=safe)
    return [DemoAccount(OPERATOR.name, roles, password)]


def _collect_less_often() -> None:
    """What is there by now stays, and need not be looked through all the time. What comes later
    hardly ever leaves a cycle behind, and a few thousand things are about with every command."""
    gc.freeze()
    gc.set_threshold(COLLECTED_AFTER)


def _allocate_from_one_heap() -> None:
    """Only one thread of Python runs at a time; heaps of their own would lie about half empty."""
    with suppress(AttributeError, OSError, TypeError):  # only glibc has this
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


async def _report_opening(floor: Floor, seal: Seal, wrong: Sequence[str]) -> None:
    """What was not as it should be with the files of the casino, and what it is sealed with."""
    store = floor.store
    for file in store.exposed:
        await report(floor, Incident.FILES_EXPOSED, file, "now its owner's alone")
    for damage in (*store.accepted_damage, *wrong):
        await report(floor, Incident.VERIFICATION_FAILED, "the files of the record", damage)
    known = await asyncio.to_thread(known_keys, store)
    safe = await asyncio.to_thread(with_key, store, seal.public)
    if known and seal.public not in known:
        await report(
            floor, Incident.SEAL_CHANGED, "the seal of the house", before=known[-1],
            after=seal.public, safe=safe,
        )  # fmt: skip
    else:
        await floor.write(Writing(additions=(), safe=dict(safe)))


def _connections(settings: Settings, services: Services) -> Connections:
    """Nobody connected yet; the metrics tell of them."""
    limits = ConnectionLimits(
        by_address=settings.connections_by_address, in_all=settings.connections
    )
    headers = security_headers(secure=settings.secure)
    connections = Connections(limits, settings.proxies, headers)
    watch = services.metrics.watch
    watch("connections", "Connections that are open.", lambda: connections.open)
    watch("connections_refused", "Connections there was no room for.", lambda: connections.refused)
    watch("connections_dropped", "Connections that took too long.", lambda: connections.dropped)
    watch(
        "connections_made_room",
        "Connections ended while in use, because others were needed.",
        lambda: connections.made_room,
    )
    _allow_open_files(settings.connections + OTHER_FILES)
    return connections


def _allow_open_files(wanted: int) -> None:
    """Each connection is a file to the system, whose usual limit is lower than what is served."""
    with suppress(ImportError, OSError, ValueError):  # only Unix has this, and not all of it
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


def _config(app: Litestar, settings: Settings, connections: Connections) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=cast("type[asyncio.Protocol]", partial(Connection, connections=connections)),
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=[str(each) for each in settings.proxies],
        backlog=WAITING_CONNECTIONS,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=settings.patience,
    )


def _runner() -> asyncio.Runner:
    """With uvloop where there is one."""
    if not _has("uvloop"):
        return asyncio.Runner()
    import uvloop

    return asyncio.Runner(loop_factory=uvloop.new_event_loop)


def _has(module: str) -> bool:
    from importlib.util import find_spec

    return find_spec(module) is not None


def _listen(settings: Settings, start: Start) -> socket.socket:
    try:
        return _socket(settings.host, settings.port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            wrong = error.strerror or error
            raise OSError(f"{settings.host} port {settings.port}: {wrong}") from None
    if start.any_port:
        return _socket(settings.host, 0)
    raise OSError(
        f"{settings.host} port {settings.port}: something else listens there; --port takes another "
        "(0: any that is free)"
    )


def _socket(host: str, port: int) -> socket.socket:
    family: Any = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=WAITING_CONNECTIONS)
