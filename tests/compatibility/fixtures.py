"""What earlier versions left behind, a folder for each version: records, round files, casinos.

`manifest.json` says what each fixture held when it was made: its lines, its head, and who had
which chips.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from tests.compressed_files import unpack, unpack_lines

from croupier.promotion.promotion import Promotion
from croupier.table_replay import replay
from croupier.tournament.tournament import Tournament

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parent
FOLDERS = sorted(path.parent for path in HERE.glob("v*/manifest.json"))
"""Of every version that there are fixtures of."""


class Kept(msgspec.Struct, frozen=True):
    """One record, as it stood when it was made."""

    id: str
    kind: str
    """`table`, `tournament` or `promotion`."""
    file: str
    """The file that holds it, with others of its kind one after the other."""
    made_by: str
    """The test or the program that it comes from."""
    lines: int
    head: str
    left: dict[str, Any]
    """How it was left: phase, rounds, and where the chips lay."""
    home: dict[str, int] = {}
    """What every player took home from the table."""


class Round(msgspec.Struct, frozen=True):
    """A round file and what it was answered; an error is the answer to what is no round."""

    id: str
    made_by: str
    file: str
    answer: msgspec.Raw


class Casino(msgspec.Struct, frozen=True):
    """A casino's database, as it stood when it was made."""

    file: str
    password: str
    """Everybody's, with their name in it."""
    records: dict[str, tuple[int, str]]
    """The lines and the head of every record."""
    left: dict[str, Any]
    """The state of the house, its tables and affairs."""
    home: dict[str, int]
    """What every player had when all their chips were brought to the cage."""
    files: str | None = None
    """The file with the texts of those that lie beside the database: seal, keys, head, witness."""


class Manifest(msgspec.Struct, frozen=True):
    """All the fixtures of a version."""

    version: str
    records: list[Kept]
    rounds: dict[str, int]
    """The files of rounds, and how many are in each."""
    casinos: dict[str, Casino]


class Shelf:
    """The fixtures of one version."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest = msgspec.json.decode((folder / "manifest.json").read_bytes(), type=Manifest)
        self._files: dict[str, list[bytes]] = {}

    def lines_of(self, kept: Kept) -> list[bytes]:
        """The lines of a record; in its file it comes after those that are listed before it."""
        first = 0
        for each in self.manifest.records:
            if each.id == kept.id:
                break
            first += each.lines if each.file == kept.file else 0
        if kept.file not in self._files:
            self._files[kept.file] = unpack(self.folder / kept.file).splitlines(keepends=True)
        return self._files[kept.file][first : first + kept.lines]

    def rounds_of(self, file: str) -> list[Round]:
        return list(unpack_lines(self.folder / file, Round))

    def files_beside(self, casino: Casino) -> dict[str, str]:
        """Return the texts of the files beside a casino's database, by the end of their names."""
        if casino.files is None:
            return {}
        return msgspec.json.decode(unpack(self.folder / casino.files), type=dict[str, str])


SHELVES = [Shelf(folder) for folder in FOLDERS]


# --- how things are left


def table_left(lines: list[bytes]) -> dict[str, Any]:
    """How the table of a record was left."""
    table = replay(lines).table
    return {
        "phase": str(table.phase), "rounds": table.number, "float": table.chips.float,
        "layout": table.chips.layout, "racks": _some(table.chips.racks),
        "tokens": _some(table.chips.tokens),
    }  # fmt: skip


def tournament_left(lines: list[bytes]) -> dict[str, Any]:
    """How the tournament of a record was left."""
    tournament = Tournament.restore(lines)
    entrants = tournament.entrants.values()
    return {
        "phase": str(tournament.phase), "session": tournament.session.number,
        "chips": _some({each.name: each.chips for each in entrants}),
        "prizes": _some({each.name: each.prize for each in entrants}),
        "pool": tournament.pool.total if tournament.has_conditions else 0,
    }  # fmt: skip


def promotion_left(lines: list[bytes]) -> dict[str, Any]:
    """How the promotion of a record was left."""
    promotion = Promotion.restore(lines)
    wins = [f"{each.player} {each.prize}" for each in promotion.state.wins]
    return {"length": promotion.length, "wins": wins, "claims": len(promotion.state.claims)}


LEFT: dict[str, Callable[[list[bytes]], dict[str, Any]]] = {
    "table": table_left,
    "tournament": tournament_left,
    "promotion": promotion_left,
}
"""By the kind of a record, how to find what it leaves."""


def _some(amounts: dict[str, int]) -> dict[str, int]:
    return {name: amount for name, amount in sorted(amounts.items()) if amount}
