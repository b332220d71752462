"""A casino on the open internet: behind nginx with the configuration that the manual ships."""

from __future__ import annotations

import asyncio
import json
import re
import select
import signal
import socket
import ssl
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from tests.debian import Unavailable
from tests.web.casinos import OLGA, PASSWORD, enrol, give_password
from tests.web.http.test_security_headers import missing
from tests.web.proxies import EXAMPLE, HOST, PATIENCE, PROXY, Behind, Proxy, own_network

from croupier.aggregate.roles import Role
from croupier.casino.demo import TABLES
from croupier.casino.floor import Floor
from croupier.casino.house.commands import Enrol, IssueChips, SetUpTable
from croupier.casino.store import open_store
from croupier.web.http.connections import ConnectionLimits
from croupier.web.http.security_headers import HEADERS, HSTS, NOT_CACHED
from croupier.web.http.streaming import HEARTBEAT
from croupier.web.server import KEEP_ALIVE
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

RATE, BURST = 25, 4
ISSUE = "/api/chips/buy-in"
LONG_ENOUGH = 2.0
"""Seconds in which something would have come that comes at once otherwise."""
STREAM = "/api/tables/holdem/stream"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A directory, in a network with nobody else in it."""
    try:
        with own_network():
            yield tmp_path_factory.mktemp("proxy")
    except Unavailable as reason:
        pytest.skip(str(reason))


async def found(database: Path) -> None:
    """A house with a table, and with people whose passwords take no time to prove."""
    with open_store(str(database)) as store:
        async with Floor(store) as floor:
            await floor.command_house(Enrol(person="olga", roles=(Role.OPERATOR,)), OLGA)
            await give_password(floor, "olga")
            await enrol(floor, {"ana": (Role.PLAYER,), "bob": (Role.PLAYER,)})
            await floor.command_house(IssueChips(amount=1_000_000_00), OLGA)
            instrument, options = TABLES["holdem"]
            set_up = SetUpTable(table="holdem", instrument=instrument, options=options)
            await floor.command_house(set_up, OLGA)


@pytest.fixture(scope="module")
def casino(home: Path) -> Iterator[Behind]:
    asyncio.run(found(home / "casino.db"))
    rates = {"CROUPIER_RATE_BY_ADDRESS": str(RATE), "CROUPIER_BURST": str(BURST)}
    casino = Behind(home / "casino.db", CROUPIER_OPEN_METRICS="true", **rates)
    yield casino
    casino.stop()


@pytest.fixture(scope="module")
def proxy(home: Path, casino: Behind) -> Iterator[Proxy]:
    try:
        proxy = Proxy(home / "nginx")
    except Unavailable as reason:
        pytest.skip(str(reason))
    yield proxy
    proxy.stop()


@contextmanager
def logged_in(proxy: Proxy, person: str, address: str) -> Iterator[httpx.Client]:
    shown = {"person": person, "password": PASSWORD}
    with proxy.client(address) as client:
        answer = client.post("/api/session", json=shown)
        assert answer.status_code == 201, answer.text
        client.headers["x-csrf-token"] = answer.json()["csrf_token"]
        yield client


# -- the way in


def test_http_leads_to_https_and_nothing_is_done_on_the_way(proxy: Proxy, casino: Behind) -> None:
    with proxy.client("127.0.1.1", "http") as client:
        answer = client.get("/tables/holdem?seat=1")
        assert answer.status_code == 301
        assert answer.headers["location"] == f"https://{HOST}/tables/holdem?seat=1"
        shown = {"person": "ana", "password": PASSWORD}
        posted = client.post("/api/session", json=shown)
        assert (posted.status_code, "set-cookie" in posted.headers) == (301, False)


def test_https_is_for_the_name_of_the_casino_and_speaks_http_2(proxy: Proxy) -> None:
    trust = proxy.trust
    trust.set_alpn_protocols(["h2", "http/1.1"])
    with trust.wrap_socket(socket.create_connection((PROXY, 443)), server_hostname=HOST) as secure:
        assert secure.selected_alpn_protocol() == "h2"
        assert secure.version() in ("TLSv1.2", "TLSv1.3")
    with pytest.raises(ssl.SSLError, match=r"(?i)unrecognized"):
        trust.wrap_socket(socket.create_connection((PROXY, 443)), server_hostname="other.example")
    with pytest.raises(ssl.SSLCertVerificationError):  # who does not know the certificate
        ssl.create_default_context().wrap_socket(
            socket.create_connection((PROXY, 443)), server_hostname=HOST
        )
    with (
        proxy.client("127.0.1.2") as client,
        pytest.raises(httpx.RemoteProtocolError),
    ):
        client.get("/", headers={"host": "other.example"})


# -- sessions


def test_a_session_is_kept_to_https_and_to_this_host(proxy: Proxy, casino: Behind) -> None:
    assert f"open at https://{HOST}" in casino.said
    with logged_in(proxy, "ana", "127.0.2.1") as ana:
        (cookie,) = ana.cookies.jar
        assert (cookie.name, cookie.secure, cookie.path) == ("__Host-croupier", True, "/")
        assert not cookie.domain_specified
        shown = {"person": "ana", "password": PASSWORD}
        said = ana.post("/api/session", json=shown).headers["set-cookie"].lower()
        assert all(word in said for word in ("httponly", "samesite=strict", "secure"))
        assert ana.get("/api/me").json()["person"] == "ana"
        assert ana.get("/schema").json()["components"]["securitySchemes"]["session"]["name"] == (
            "__Host-croupier"
        )
        elsewhere = ana.get("/desk", headers={"accept": "text/html"})
        assert elsewhere.headers.get("location", "/").startswith("/")  # wherever the browser is
    with proxy.client("127.0.2.1") as other:
        assert other.get("/api/me").status_code == 401


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"origin": f"https://{HOST}", "sec-fetch-site": "same-origin"}, 200),
        ({"origin": f"http://{HOST}"}, 403),
        ({"origin": f"http://{PROXY}:8000"}, 403),
        ({"origin": f"https://{HOST}.elsewhere.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"x-csrf-token": "0" * 64}, 403),
    ],
)
def test_only_pages_of_the_casino_have_something_done(
    proxy: Proxy, casino: Behind, headers: dict[str, str], status: int
) -> None:
    with logged_in(proxy, "ana", "127.0.2.2") as ana:
        before = ana.get("/api/me").json()["chips"]
        assert ana.post(ISSUE, json={"amount": 100}, headers=headers).status_code == status
        assert ana.get("/api/me").json()["chips"] == before + (100 if status == 200 else 0)


# -- addresses


def flood(client: httpx.Client, **headers: str) -> int:
    """How many of more requests than an address has are answered."""
    statuses = [client.get("/health", headers=headers).status_code for _ in range(2 * RATE * BURST)]
    assert set(statuses) <= {200, 429}
    return statuses.count(200)


def test_everybody_behind_the_proxy_is_counted_by_their_own_address(
    proxy: Proxy, casino: Behind
) -> None:
    with proxy.client("127.0.3.1") as loud, proxy.client("127.0.3.2") as other:
        assert flood(loud) < 2 * RATE * BURST
        assert other.get("/health").status_code == 200


def test_a_network_of_ipv6_counts_as_one_address(home: Path, casino: Behind, proxy: Proxy) -> None:
    """nginx is told the addresses of its clients, for there is no other IPv6 on this machine."""
    told = b"set_real_ip_from 127.0.0.1;\nreal_ip_header X-Test-Address;\n"
    limit = b"limit_conn croupier_addresses 2;"
    shipped = EXAMPLE.read_bytes()
    assert b"limit_conn croupier_addresses 256;" in shipped
    few = told + shipped.replace(b"limit_conn croupier_addresses 256;", limit)
    proxy.stop()
    other = Proxy(home / "ipv6", few)
    try:
        with ExitStack() as held, other.client(PROXY) as client:

            def status(address: str) -> int:
                headers = {"x-test-address": address}
                return held.enter_context(client.stream("GET", STREAM, headers=headers)).status_code

            assert [status(f"2001:db8:0:a::{end}") for end in ("1", "ffff:1:2", "a0a")] == [
                200, 200, 503,
            ]  # fmt: skip
            assert status("2001:db8:0:b::1") == 200
            assert [status(f"192.0.2.{end}") for end in (1, 1, 1, 2)] == [200, 200, 503, 200]
            # a byte of the network that ends lines elsewhere
            assert [status(f"2001:db8:a0a:a0a::{end}") for end in (1, 2, 3)] == [200, 200, 503]
    finally:
        other.stop()
        proxy.start()


def test_nobody_hides_behind_an_address_that_they_name(proxy: Proxy, casino: Behind) -> None:
    """Neither through the proxy nor past it; only the proxy itself is believed."""
    names = iter(range(10**6))

    def answered(client: httpx.Client) -> int:
        many = 2 * RATE * BURST
        return sum(
            client.get(
                "/health",
                headers={"x-forwarded-for": f"10.0.{(n := next(names)) // 256}.{n % 256}"},
            ).status_code == 200
            for _ in range(many)
        )  # fmt: skip

    def direct(address: str) -> httpx.Client:
        transport = httpx.HTTPTransport(local_address=address)
        return httpx.Client(transport=transport, base_url=f"http://{PROXY}:8000")

    with proxy.client("127.0.3.3") as client:
        assert answered(client) < 2 * RATE * BURST
    with direct("127.0.3.4") as client:
        assert answered(client) < 2 * RATE * BURST
    with direct(PROXY) as client:  # what the proxy says is taken
        assert answered(client) == 2 * RATE * BURST


def test_the_log_names_the_address_of_the_client(proxy: Proxy, casino: Behind, home: Path) -> None:
    with proxy.client("127.0.3.5") as client:
        client.get("/api/meters", headers={"x-forwarded-for": "192.0.2.77, 127.0.0.1"})
        client.get("/health")
    lines = [json.loads(line) for line in (home / "casino.log").read_text("utf-8").splitlines()]
    asked = {(line.get("path"), line.get("address")) for line in lines}
    assert ("/api/meters", "127.0.3.5") in asked
    assert not [each for each in asked if each[1] == "192.0.2.77"]


# -- limits and headers


@pytest.mark.parametrize("path", ["/", "/log-in", "/static/base.css", "/nowhere", "/api/me"])
def test_answers_have_the_security_headers_once(proxy: Proxy, path: str) -> None:
    with proxy.client("127.0.4.1") as client:
        assert not [
            one for one in missing(client.get(path).headers.multi_items()) if one[0].isupper()
        ]


def own(answer: httpx.Response) -> list[str]:
    """What an answer of the proxy's own lacks of what it is to have."""
    names = ("Strict-Transport-Security", "X-Content-Type-Options", "X-Frame-Options",
             "Referrer-Policy", "Cache-Control")  # fmt: skip
    wanted = {name: (HEADERS | HSTS | NOT_CACHED)[name] for name in names}
    found = [name for name, value in wanted.items() if answer.headers.get(name) != value]
    if "frame-ancestors 'none'" not in answer.headers.get("content-security-policy", ""):
        found.append("content-security-policy")
    return found


def test_a_body_is_as_long_as_the_casino_takes_it(proxy: Proxy) -> None:
    largest = Settings().largest_body
    with proxy.client("127.0.4.2") as client:
        kind = {"content-type": "application/json"}
        fits = client.post("/api/session", content=b" " * largest, headers=kind)
        assert (fits.status_code, "server" in fits.headers) == (400, True)
        too_long = client.post("/api/session", content=b" " * (largest + 1), headers=kind)
    assert too_long.status_code == 413
    assert too_long.headers["content-type"] == "application/problem+json"
    assert too_long.json()["type"] == "urn:croupier:problem:too-large"
    assert not own(too_long)


def test_headers_are_limited_before_they_reach_the_casino(proxy: Proxy) -> None:
    with proxy.client("127.0.4.3") as client:
        answer = client.get("/health", headers={"x-long": "a" * 40_000})
    assert answer.status_code == 400
    assert not own(answer)


# -- streams


class Stream:
    """A stream of events, read as it comes."""

    def __init__(self, proxy: Proxy, address: str, path: str = STREAM, last: str = "") -> None:
        plain = socket.create_connection((PROXY, 443), source_address=(address, 0))
        self.socket = proxy.trust.wrap_socket(plain, server_hostname=HOST)
        self.socket.settimeout(PATIENCE)
        resumed = f"last-event-id: {last}\r\n" if last else ""
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nhost: {HOST}\r\n{resumed}\r\n".encode())
        self.read = b""

    def until(self, wanted: bytes, times: int = 1) -> bytes:
        while self.read.count(wanted) < times:
            more = self.socket.recv(65536)
            if not more:
                raise EOFError(self.read[-300:])
            self.read += more
        return self.read

    @property
    def last(self) -> int:
        ids = re.findall(rb"^id: (\d+)", self.read, re.MULTILINE)
        return max((int(each) for each in ids), default=0)


def test_a_stream_is_not_held_back(proxy: Proxy, casino: Behind) -> None:
    """An event is there while the stream goes on, with the headers of every answer."""
    with logged_in(proxy, "ana", "127.0.5.1") as ana:
        stream = Stream(proxy, "127.0.5.2")
        head = stream.until(b"event: look")
        assert b"text/event-stream" in head
        assert head.lower().count(b"strict-transport-security:") == 1
        arrive = {"command": {"do": "arrive", "player": "ana"}}
        assert ana.post("/api/tables/holdem/commands", json=arrive).status_code == 200
        stream.until(b"event: look", 2)
        stream.socket.close()


def test_a_proxy_that_holds_streams_back_is_found(home: Path, proxy: Proxy) -> None:
    """The control: told to buffer them, the same proxy delivers nothing."""
    place, setting = b"location / {", b"proxy_ignore_headers X-Accel-Buffering;"
    held = EXAMPLE.read_bytes().replace(place, place + setting)
    proxy.stop()
    other = Proxy(home / "holding", held)
    try:
        stream = Stream(other, "127.0.5.3")
        assert not select.select([stream.socket], [], [], LONG_ENOUGH)[0]
        stream.socket.close()
    finally:
        other.stop()
        proxy.start()


def streams(client: httpx.Client) -> float:
    found = re.search(r"^croupier_streams (\S+)$", client.get("/metrics").text, re.MULTILINE)
    assert found is not None
    return float(found[1])


def test_the_casino_learns_that_a_listener_has_gone(proxy: Proxy, casino: Behind) -> None:
    with httpx.Client(base_url=f"http://{PROXY}:8000") as client:
        many = [Stream(proxy, f"127.0.5.{10 + number}") for number in range(5)]
        for stream in many:
            stream.until(b"event: look")
        assert streams(client) >= len(many)
        for stream in many:
            stream.socket.close()
        watched = iter(range(10_000))
        while streams(client) > 0:
            assert next(watched, None) is not None, "streams of nobody are left"
            select.select([], [], [], 0.1)


# -- the casino is away


def test_while_the_casino_is_away_the_proxy_says_so_and_nobody_misses_anything(
    proxy: Proxy, casino: Behind
) -> None:
    with logged_in(proxy, "bob", "127.0.6.1") as bob:
        stream = Stream(proxy, "127.0.6.2")
        stream.until(b"event: look")
        casino.stop(signal.SIGKILL)
        with pytest.raises(EOFError):
            stream.until(b"never said")
        away = bob.get("/api/tables")
        assert (away.status_code, away.headers["retry-after"]) == (503, "5")
        assert away.json()["type"] == "urn:croupier:problem:unavailable"
        assert not own(away)
        casino.start()
        assert bob.get("/api/me").json()["person"] == "bob"  # the session goes on
        again = Stream(proxy, "127.0.6.2", last=str(stream.last))
        arrive = {"command": {"do": "arrive", "player": "bob"}}
        assert bob.post("/api/tables/holdem/commands", json=arrive).status_code == 200
        while again.last <= stream.last:
            again.until(b"\n\n", again.read.count(b"\n\n") + 1)
        again.socket.close()


# -- what both sides have to agree on


def said(name: str) -> list[str]:
    """What the example sets something to, wherever it does."""
    text = re.sub(r"#.*", "", EXAMPLE.read_text("utf-8"))
    return re.findall(rf"\b{name}\s+([^;]+);", text)


def seconds(name: str) -> list[float]:
    return [float(each.removesuffix("s")) for each in said(name)]


def test_the_example_fits_the_limits_of_the_casino() -> None:
    settings: Any = Settings()
    assert said("client_max_body_size") == [f"{settings.largest_body // 1024}k"]
    assert said("limit_conn") == [f"croupier_addresses {settings.connections_by_address}"]
    assert max(seconds("keepalive_timeout")) < min(KEEP_ALIVE, ConnectionLimits().arrival)
    assert min(seconds("proxy_read_timeout")) >= 3 * HEARTBEAT
    for name in ("client_header_timeout", "client_body_timeout", "send_timeout"):
        assert max(seconds(name)) <= 20
    text = EXAMPLE.read_text("utf-8")
    assert f'"{HSTS["Strict-Transport-Security"]}"' in text
