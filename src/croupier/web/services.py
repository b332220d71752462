"""The services: the floor behind it, and everything that stands between it and those who ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.casino import passwords
from croupier.casino.cage import cage_of, chips_in_pocket
from croupier.casino.floor.maintenance import Sealing, Upkeep
from croupier.casino.floor.record_queries import Archive, Noticeboard
from croupier.casino.floor.verification_in_background import Verifier
from croupier.casino.house.commands import ForgetPerson, RevokeToken, SetPassword
from croupier.casino.house_views import count_passwords, tables_set_up
from croupier.durations import SECOND
from croupier.web.accounts.guests import Guests
from croupier.web.approved_program.approval import Program
from croupier.web.http.authorization import Authorizer
from croupier.web.http.failed_log_ins import FailedLogIns
from croupier.web.http.load import Load
from croupier.web.http.log_in import Authenticator, Passwords
from croupier.web.http.metrics import Metrics
from croupier.web.http.problems import HttpError
from croupier.web.http.rate_limits import RateLimit
from croupier.web.http.sessions import Sessions
from croupier.web.http.store_safe import Safe
from croupier.web.http.streaming import OpenStreams
from croupier.web.http.tokens import Tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person, Role
    from croupier.casino.floor import Floor
    from croupier.casino.floor.command_answers import Answered
    from croupier.casino.house.commands import HouseCommand
    from croupier.casino.signing_key import Seal
    from croupier.web.approved_program.manifest import Manifest
    from croupier.web.settings import Settings


class Services:
    """One for each application. Other routers find what they need here: `request.services`."""

    def __init__(
        self,
        floor: Floor,
        settings: Settings,
        clock: Callable[[], int],
        measured: Callable[[], Manifest],
        seal: Seal,
        head: Path | None = None,
    ) -> None:
        self.floor = floor
        self.settings = settings
        self.clock = clock
        self.metrics = Metrics()
        safe = Safe(floor.store)
        self.passwords = Passwords()
        self.sessions = Sessions(safe, settings, clock)
        self.tokens = Tokens(safe, clock, lambda person: count_passwords(floor, person))
        self.failures = FailedLogIns(safe, settings, clock)
        self.authenticator = Authenticator(
            floor, safe, self.sessions, self.failures, self.passwords
        )
        self.address_limit = RateLimit(settings.rate_by_address, settings.burst, clock)
        account_limit = RateLimit(settings.rate, settings.burst, clock)
        stranger_limit = RateLimit(settings.rate, settings.burst, clock)
        self.load = Load(lambda: floor.to_be_written)
        self.program = Program(floor, safe, measured)
        self.authorizer = Authorizer(
            floor, self.program, self.sessions, self.tokens, account_limit, stranger_limit, settings
        )
        self.streams = OpenStreams(floor, self.authorizer, settings, self.metrics)
        self.safe = safe
        self.guests = Guests(self, clock)
        self.noticeboard = Noticeboard(floor)
        self.archive = Archive(floor.store)
        self.sealing = Sealing(floor, seal, head)
        self.verifier = Verifier(floor, seal.public, lambda: self.sealing.head)
        self.upkeep = Upkeep(
            floor, self.sealing, settings.checkpoint * SECOND, lambda: self.program.wrong
        )
        watch = self.metrics.watch
        watch("tables", "Tables on the floor.", lambda: len(tables_set_up(floor)))
        watch("rounds", "Rounds dealt at them.", lambda: floor.rounds)
        watch("loop_lag_seconds", "How far behind the event loop is.", lambda: self.load.lag)
        watch("commands_under_way", "Commands not answered yet.", lambda: self.load.commands)
        watch("writings_waiting", "What waits for the disk.", lambda: floor.to_be_written)
        watch("strangers_waiting", "Strangers in the line.", lambda: self.load.waiting)
        watch("stranger_streams", "Streams of strangers.", lambda: self.streams.strangers)
        watch("turned_away", "Requests turned away.", lambda: self.load.turned_away)
        watch("chips_issued", "All the chips, in cents.", self._issued)
        watch("cage_chips", "Chips in the cage, in cents.", lambda: cage_of(floor).held)
        watch("cage_reserve", "Chips that buy-ins leave in it.", lambda: cage_of(floor).reserve)

    async def log_in(self, person: str, password: str, address: str) -> str:
        """A new session; its secret, for the cookie."""
        try:
            secret = await self.authenticator.log_in(person, password, address)
        except HttpError as http_error:
            self.metrics.log_ins.labels(http_error.kind.slug).inc()
            raise
        self.metrics.log_ins.labels("welcome").inc()
        return secret

    async def command_house(
        self,
        command: HouseCommand,
        by: Person,
        key: str | None = None,
        second: str | None = None,
        code: str | None = None,
    ) -> Answered:
        """Have the house do something; `second` or a patron's `code` confirms it."""
        answered = await self.floor.command_house(command, by, key, second=second, code=code)
        self.metrics.commanded("house")
        return answered

    async def play(
        self,
        table: str,
        command: Command,
        by: Person,
        key: str | None = None,
        second: str | None = None,
        code: str | None = None,
    ) -> Answered:
        """Have something done at a table, for a page and for a program alike."""
        answered = await self.floor.do(table, command, by, key, second, code)
        self.metrics.commanded(table)
        return answered

    async def enrol(
        self,
        name: str,
        roles: tuple[Role, ...],
        password: str,
        by: Person,
        key: str | None,
        second: str | None = None,
    ) -> str:
        """An account for somebody; how the casino calls them, which is not by their name."""
        person = await self.floor.enrol(name, roles, by, key, second)
        self.metrics.commanded("house")
        await self.set_password(person, password, by, key and f"{key}/password")
        return person

    async def set_password(
        self,
        person: str,
        password: str,
        by: Person,
        key: str | None,
        second: str | None = None,
        address: str = "",
    ) -> None:
        """Another password for somebody, who has given the one before at an address, or has not.

        It ends their sessions, tokens and streams, and all locks on their account.
        """
        proof = await self.passwords.prove(password, self.floor.references.in_text(person))
        command = SetPassword(person=person)

        async def put(gone: Mapping[str, bytes | None]) -> None:
            safe = {**gone, passwords.in_safe(person): proof}
            await self.floor.command_house(command, by, key, safe=safe, second=second)

        await self.tokens.revoke_all(person, put)
        self.sessions.forget(person)
        await self.failures.begin_anew(person, address)

    async def revoke_token(self, person: str, token: str, by: Person, key: str | None) -> None:
        """A token of somebody's is worth nothing any more, and the record says so."""
        command = RevokeToken(person=person, token=token)

        async def put(safe: Mapping[str, bytes | None]) -> None:
            await self.floor.command_house(command, by, key, safe=safe)

        await self.tokens.revoke(person, token, put)

    async def forget_person(
        self, person: str, reason: str, by: Person, key: str | None, second: str | None = None
    ) -> None:
        """Remove what is known of somebody apart from the records, and close their account."""
        command = ForgetPerson(person=person, reason=reason)

        async def put(gone: Mapping[str, bytes | None]) -> None:
            await self.floor.command_house(command, by, key, safe=gone, second=second)

        async def put_with_tokens(gone: Mapping[str, bytes | None]) -> None:
            await self.tokens.revoke_all(person, lambda tokens: put({**gone, **tokens}))

        await self.sessions.end_all(person, put_with_tokens)

    async def log_out(self, person: str, secret: str) -> None:
        """End a session and what is streamed to it."""
        await self.sessions.end(secret)
        await self.streams.check(person)
        if self.guests.is_guest(person):
            await self.guests.leave(person)

    def chips_of(self, person: str) -> int:
        """What is in somebody's pocket, in cents."""
        return chips_in_pocket(self.floor, person)

    def _issued(self) -> int:
        return cage_of(self.floor).issued

    def end_streams(self) -> None:
        """Whoever watches a table is told that it is over."""
        self.floor.is_open = False
        self.floor.wake()
        self.floor.notify_of_notices()

    def close(self) -> None:
        self.passwords.close()
