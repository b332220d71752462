"""nginx before a casino, as the manual has it: in a network of its own, so with its own ports.

The network belongs to the thread that makes it, and to what that thread starts. It has a loopback
device alone, on which every address that begins with 127 is somebody's.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import re
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import sys
import time
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from tests.debian import Unavailable, found_or_installed

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "nginx.conf"
HOST = "casino.example"
PROXY = "127.0.0.1"
PATIENCE = 120
CLONE_NEWNET = 0x4000_0000
SIOCSIFFLAGS, IFF_UP, IFF_RUNNING = 0x8914, 0x1, 0x40
MAIN = """
pid nginx.pid;
error_log error.log;
daemon off;
worker_processes 1;
events { }
http {
    access_log off;
    include conf.d/*.conf;
}
"""
"""What of Debian's nginx.conf matters here."""


@contextmanager
def own_network() -> Iterator[None]:
    """Everything that this thread does or starts is in a network with nobody else in it."""
    libc = ctypes.CDLL(None, use_errno=True)
    before = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
    try:
        if libc.unshare(CLONE_NEWNET) != 0:
            raise Unavailable(f"no network of our own: {os.strerror(ctypes.get_errno())}")
        try:
            with socket.socket() as any_socket:
                flags = struct.pack("16sh14x", b"lo", IFF_UP | IFF_RUNNING)
                fcntl.ioctl(any_socket, SIOCSIFFLAGS, flags)
            yield
        finally:
            libc.setns(before, CLONE_NEWNET)
    finally:
        os.close(before)


def nginx() -> str:
    return found_or_installed("nginx-light", lambda: shutil.which("nginx", path=_path()))


def _path() -> str:
    return os.environ.get("PATH", "") + ":/usr/sbin"


def make_certificate(folder: Path) -> None:
    """A certificate for the casino's name, signed by nobody but itself, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )  # fmt: skip
    folder.mkdir(parents=True)
    (folder / "fullchain.pem").write_bytes(certificate.public_bytes(Encoding.PEM))
    (folder / "privkey.pem").write_bytes(
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    )


class Proxy:
    """nginx under the example as it is in the manual, or under another configuration."""

    def __init__(self, home: Path, configuration: bytes | None = None) -> None:
        self.home = home
        make_certificate(home / "casino")
        (home / "conf.d").mkdir()
        (home / "conf.d" / "croupier.conf").write_bytes(configuration or EXAMPLE.read_bytes())
        (home / "nginx.conf").write_text(MAIN, "utf-8")
        self._program = nginx()
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            [self._program, "-p", self.home, "-c", self.home / "nginx.conf"],
            stderr=subprocess.PIPE,
        )
        must_listen(443, self._process)

    @property
    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.home / "casino" / "fullchain.pem")

    def client(self, address: str, scheme: str = "https", **more: Any) -> httpx.Client:
        """Somebody who comes from an address to the casino by its name."""
        transport = ByName(verify=self.trust, local_address=address)
        return httpx.Client(
            transport=transport, base_url=f"{scheme}://{HOST}", timeout=PATIENCE, **more
        )

    def stop(self) -> None:
        self._process.terminate()
        self._process.communicate()


class ByName(httpx.HTTPTransport):
    """Finds every name at the proxy."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        extensions = {**request.extensions, "sni_hostname": request.url.host}
        there = httpx.Request(
            request.method, request.url.copy_with(host=PROXY), headers=request.headers,
            stream=request.stream, extensions=extensions,
        )  # fmt: skip
        return super().handle_request(there)


class Behind:
    """`croupier serve` behind a proxy, with the settings that the example names."""

    def __init__(self, database: Path, **settings: str) -> None:
        self._database = database
        said = re.search(r"^#   (CROUPIER_.*)$", EXAMPLE.read_text("utf-8"), re.MULTILINE)
        assert said is not None
        self._settings = dict(each.split("=", 1) for each in said[1].split()) | settings
        self.start()

    def start(self) -> None:
        outside = {name: value for name, value in os.environ.items() if "CROUPIER" not in name}
        self._log = self._database.with_suffix(".log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "croupier", "serve", "--approve", "--database", self._database],
            stdout=subprocess.PIPE, stderr=self._log, text=True, env=outside | self._settings,
        )  # fmt: skip
        assert self.process.stdout is not None
        said = ""
        for line in self.process.stdout:
            said += line
            if "open at" in line:
                break
        self.said = said

    def stop(self, how: int = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.communicate()
        self._log.close()


def must_listen(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if process.poll() is not None:
            said = process.stderr.read().decode() if process.stderr else ""
            raise AssertionError(f"it ended: {said}")
        try:
            socket.create_connection((PROXY, port)).close()
        except ConnectionRefusedError:
            time.sleep(0.01)
        else:
            return
    raise AssertionError(f"nobody listens at {port}")
