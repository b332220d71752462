"""Everything that a casino knows, as one hash, whoever works it out and wherever it is stored.

Run as a script with the addresses of stores, it prints the hash of each, and at last the names of a
set in the order in which this process happens to have them.
"""

from __future__ import annotations

import sys
from hashlib import sha256

from croupier.casino.floor import Floor
from croupier.casino.store import open_store
from croupier.testing.table_state import state_of

NAMES = {"ana", "ben", "chloe", "dora", "sid", "ines", "operator"}


def state_hash(where: str) -> str:
    """Of the heads of all records, of the books, and of every table as its record leads to it."""
    with open_store(where) as store:
        floor = Floor(store)
        people = {name: sorted(roles) for name, roles in floor.house.people.items()}
        digest = sha256(repr((store.records(), floor.house.books.places, people)).encode())
        for name, live in floor.tables.items():
            assert not live.out_of_order, live.out_of_order
            digest.update(repr((name, state_of(live.table), live.dealer.state())).encode())
        return digest.hexdigest()


if __name__ == "__main__":
    for where in sys.argv[1:]:
        print(state_hash(where))
    print(*NAMES)
