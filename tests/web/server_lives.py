"""A process whose children serve a casino until they are killed.

Run as a script with the address of a store, a port, and a file with keys if others serve the same
store. For each line on standard input it forks a
child that serves, prints `born PID`, and when the child is dead `dead`. The program is loaded once,
so that a life begins with opening the store.
"""

from __future__ import annotations

import os
import sys
from tempfile import TemporaryDirectory

from croupier.web.app import build
from croupier.web.server import serve
from croupier.web.settings import Settings

MANY = 1_000_000


def live(where: str, port: int, folder: str, keys: str) -> None:
    settings = Settings(
        database=where, port=port, seal=f"{folder}/seal", keys=keys, rate=MANY,
        rate_by_address=MANY, log_requests=False,
    )  # fmt: skip
    try:
        # Other tests may be changing the program, which is not the point here.
        serve(
            settings,
            demo=False,
            approve=True,
            new_seal=True,  # each process that shares a database has its own here
            announce=lambda *_: os.write(1, b"open\n"),
        )
    finally:
        os._exit(1)


def main(where: str, port: str, keys: str = "") -> None:
    build(Settings())  # which loads what is not loaded before
    with TemporaryDirectory() as folder:
        for _ in sys.stdin:
            child = os.fork()
            if child == 0:
                live(where, int(port), folder, keys)
            os.write(1, f"born {child}\n".encode())
            os.waitpid(child, 0)
            os.write(1, b"dead\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
