"""A process whose children write until they are killed.

Run as a script with the address of a store. For each line `LAST` on standard input it forks a child
that asks again for what came after request LAST, goes on from there, and prints the number of every
request that was acknowledged. When the child is dead, it prints `dead`. With `hasty` as a second
word its children acknowledge what they are yet to store.
"""

from __future__ import annotations

import os
import sys

import msgspec

from croupier.aggregate.record_lines import chained
from croupier.casino.store import open_store
from croupier.casino.store.contract import Addition, KeyedRequest, Store, Writing

RECORDS = ("house", "tables/1")


class Note(msgspec.Struct):
    n: int
    text: str


def ask(store: Store, number: int) -> bool:
    """Make a request that adds a line to both records; true if it had been made before."""
    additions = []
    for record in RECORDS:
        standing = store.standing(record)
        note = Note(standing.lines, f"request {number} " + "x" * (number * 37 % 900))
        additions.append(Addition(record, standing.lines, chained(standing.head, [note])))
    request = KeyedRequest.of(f"r{number}", b"%d" % number)
    writing = Writing(additions=tuple(additions), request=request, answer=b"%d" % number)
    return store.add(writing).repeated


def live(where: str, last: int) -> None:
    store = open_store(where)
    while True:
        last += 1
        said = "again" if ask(store, last) else "new"
        os.write(1, f"{last} {said}\n".encode())


def live_hastily(where: str, last: int) -> None:
    """What nobody should do."""
    store = open_store(where)
    while True:
        last += 1
        os.write(1, f"{last} new\n".encode())
        ask(store, last)


def main(where: str, how: str = "") -> None:
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            (live_hastily if how == "hasty" else live)(where, int(line))
        os.write(1, f"born {child}\n".encode())
        os.waitpid(child, 0)
        os.write(1, b"dead\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
