"""How a casino is served, by default and by the environment: `CROUPIER_PORT=8080` and the like."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from croupier.decoding_errors import mistake_in

if TYPE_CHECKING:
    from collections.abc import Mapping

PREFIX = "CROUPIER_"

Network = IPv4Network | IPv6Network
Positive = Annotated[int, msgspec.Meta(ge=1)]
Named = Annotated[str, msgspec.Meta(min_length=1)]


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Times are in seconds, sizes in bytes, rates a second."""

    database: Named = "casino.db"
    """A file, or postgresql://…"""
    host: Named = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8000
    """0 takes any that is free."""
    https: bool | None = None
    """Whether browsers come by https, to this server or to a proxy before it; left out, unless the
    host is this machine alone."""
    origin: str = ""
    """Where browsers see the casino, such as https://casino.example; left out, at the host that
    they ask."""
    trusted_proxies: str = ""
    """Addresses and networks whose word about their clients is taken, with commas between them."""

    seal: str = ""
    """The file with the private key that signs checkpoints; left out, beside the database. It is
    made when there is none."""
    keys: str = ""
    """The file with the keys that mark the lines of the records and encrypt the safe; left out,
    beside the seal. They are made when there are none."""
    head: str = ""
    """The file with the last head that was signed; left out, beside the seal. On another disk or
    machine it shows more."""
    checkpoint: Positive = 10 * 60
    """How often a checkpoint is made."""

    idle: Positive = 30 * 60
    """A session ends after this time without a request."""
    session: Positive = 12 * 60 * 60
    """And in any case after this time."""
    failures: Positive = 5
    """How many wrong passwords lock an account at the address that they come from."""
    failures_by_address: Positive = 20
    """How many wrong passwords, for any account, lock an address out."""
    failures_by_account: Positive = 50
    """How many wrong passwords, from addresses where nobody has logged in to it before, slow an
    account down for all such addresses."""
    lock: Positive = 15 * 60
    """For how long, the first time, and for how long a wrong password counts."""

    guests: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """How many guests may play at once with play chips and without an account; left out, 60 in the
    demonstration and none elsewhere."""
    guests_by_address: Positive = 10
    """The most guests from one address in an hour, and the most who keep their account in a day."""
    guests_by_day: Positive = 1_000
    """The most guests that may come in a day; each is an account in the house's record."""

    best_play: bool = False
    """Whether a player who has left a table may ask what the best play of their rounds there would
    have been. The rules have nobody advised at a table, and no tournament has it."""

    largest_body: Positive = 64 * 1024
    rate: Positive = 50
    """Requests of one account a second."""
    rate_by_address: Positive = 500
    connections: Positive = 4_000
    """How many may be open at once; more are turned away, unless one that is idle makes room."""
    connections_by_address: Positive = 256
    """The same for one address; those of trusted proxies have no such limit."""
    stranger_streams: Positive = 1_000
    """Streams that people without an account may have open, and at most half as many as there are
    connections."""
    stranger_streams_by_address: Positive = 64
    """The same for one address."""
    streams_by_account: Positive = 64
    """Streams that one account may have open; a guest has eight."""
    burst: Positive = 4
    """For how many seconds of a rate may come at once."""
    open_metrics: bool = False
    """Whether anybody may read the metrics."""
    patience: Positive = 10
    """How long a stop waits for requests under way."""
    log_requests: bool = True

    @property
    def secure(self) -> bool:
        return not _is_this_machine(self.host) if self.https is None else self.https

    @property
    def proxies(self) -> tuple[Network, ...]:
        """The trusted proxies; an address is a network of one. A `ValueError` for anything else."""
        named = (each.strip() for each in self.trusted_proxies.split(","))
        return tuple(_network(each) for each in named if each)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str], **given: Any) -> Settings:
        """What the environment says; what is given and not None goes before it."""
        said: dict[str, Any] = {
            name: environment[variable]
            for name in cls.__struct_fields__
            if (variable := PREFIX + name.upper()) in environment
        }
        said.update((name, value) for name, value in given.items() if value is not None)
        try:
            settings = msgspec.convert(said, cls, strict=False)
        except msgspec.ValidationError as error:
            mistake = mistake_in(error, cls)
            raise ValueError(f"{PREFIX}{mistake.field.upper()}: {mistake.wrong}") from None
        _ = settings.proxies  # which have to be addresses
        return settings


def _network(named: str) -> Network:
    try:
        return ip_network(named)
    except ValueError:
        variable = f"{PREFIX}TRUSTED_PROXIES"
        raise ValueError(f"{variable}: {named} is no address and no network") from None


def _is_this_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
