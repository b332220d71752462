"""Make the fixtures of a version: `python -m tests.compatibility.make v0_1_0`.

Those of 0.1.0 were made with 0.1.0. Run it only to add those of a new version, into a folder of its
own and with that version's program: what an earlier version left behind cannot be made again, and
the tests are there to see that it can still be read.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw
import msgspec
from tests.adjudication.irregular_evenings import IrregularEvening
from tests.casino.evenings import INSTRUMENTS, OPTIONS, Evening
from tests.casino.floor.floors import Hands, open_floor
from tests.casino.postgresql_server import Server
from tests.compatibility import casinos, choosing
from tests.compatibility.fixtures import (
    HERE,
    LEFT,
    Casino,
    Kept,
    Manifest,
)
from tests.compatibility.supplements import supplements
from tests.compatibility.taking_home import casino_emptied, chips_taken_home
from tests.compressed_files import pack, pack_lines, unpack
from tests.promotion.cases import HOUR, SENT

from croupier.adjudication.export import BeyondTheFormat, round_file
from croupier.casino.house_keys import HouseKeys
from croupier.casino.signing_key import Seal
from croupier.casino.store import open_store
from croupier.game_rules import table_for
from croupier.rulebook.citations import Refused
from croupier.rulebook.instruments import load
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

    from croupier.casino.store.contract import Store
    from croupier.rulebook.instruments import Option

ROOT = HERE.parents[1]
GATHERED_FROM = (
    "table", "act_blackjack", "worked_examples", "challenge", "baccarat", "holdem", "tournament",
    "promotion", "adjudication", "casino/test_meters.py", "casino/test_past_rounds.py",
    "casino/test_significant_events.py",
)  # fmt: skip
"""The tests that drive tables, tournaments and promotions into their corners."""
EVENINGS, IRREGULAR, ROUNDS = 4, 2, 10
"""How many evenings of every instrument there are, how many more with rulings and every other
irregularity, and rounds in each."""
TROUBLE = 0.3
REGULAR = 120
"""How many settled rounds of every instrument there are besides those that are chosen."""

_encode = msgspec.json.Encoder().encode


def main(folder: Path, gathered: Path | None) -> None:
    records = [*_evenings(folder)]
    rounds = _rounds_of_evenings(folder, records)
    records += _supplements(folder)
    with tempfile.TemporaryDirectory() as scratch:
        if gathered is None:
            gathered = Path(scratch) / "gathered"
            gather(gathered)
        records += _chosen(folder, gathered)
        files = _rounds(folder, gathered, rounds)
        made = _casinos(folder, Path(scratch))
    manifest = Manifest(__version__, records, files, made)
    (folder / "manifest.json").write_bytes(_laid_out(manifest))


def _laid_out(manifest: Manifest) -> bytes:
    """JSON with a line for each record."""
    records = b",\n".join(_encode(each) for each in manifest.records)
    return b'{"version":"%b",\n"records":[\n%b\n],\n"rounds":%b,\n"casinos":%b}\n' % (
        manifest.version.encode(), records,
        _encode(manifest.rounds), msgspec.json.format(_encode(manifest.casinos), indent=1),
    )  # fmt: skip


# --- records


def gather(folder: Path) -> None:
    """Run the tests, and note down what they make."""
    subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.compatibility.gathering", "-n", "0",
         *(f"tests/{each}" for each in GATHERED_FROM)],
        check=True, cwd=ROOT, env={**os.environ, "CROUPIER_GATHER": str(folder)},
    )  # fmt: skip


def _chosen(folder: Path, gathered: Path) -> Iterator[Kept]:
    for group, found in choosing.records(gathered).items():
        file = f"records/{group}.jsonl.gz"
        bundle = []
        for n, one in enumerate(found, 1):
            lines = [line.encode() for line in one.lines]
            bundle += lines
            yield kept(f"{group}/{n:03}", file, one.test, lines)
        pack(folder / file, b"".join(bundle))


def kept(name: str, file: str, made_by: str, lines: list[bytes]) -> Kept:
    """A record with what it is compared with when it is read again."""
    kind = msgspec.json.decode(lines[0])["entry"]["format"].split("/")[0].split("-")[1]
    left, home = LEFT[kind](lines), chips_taken_home(lines) if kind == "table" else {}
    head = lines[-1][9:73].decode()
    return Kept(name, kind, file, made_by, len(lines), head, left, home)


# --- evenings


def _evenings(folder: Path) -> Iterator[Kept]:
    """Evenings with trouble, as `croupier play --record` leaves them: a file for each."""
    for instrument in INSTRUMENTS:
        for n in range(1, EVENINGS + 1):
            lines = _evening(instrument, n)
            file = f"evenings/{instrument}-{n}.jsonl.gz"
            pack(folder / file, b"".join(lines))
            yield kept(f"evenings/{instrument}/{n}", file, "tests.casino.evenings", lines)
        for n in range(EVENINGS + 1, EVENINGS + IRREGULAR + 1):
            evening = IrregularEvening(instrument, n, trouble=TROUBLE, name=f"pit {n}")
            lines = list(evening.play(ROUNDS).table.record.lines)
            file = f"evenings/{instrument}-{n}.jsonl.gz"
            pack(folder / file, b"".join(lines))
            made_by = "tests.adjudication.irregular_evenings"
            yield kept(f"evenings/{instrument}/{n}", file, made_by, lines)


def _evening(instrument: str, n: int) -> list[bytes]:
    """Half of them with every option read in another way, and every other one closed."""
    with _options(instrument, otherwise=n > EVENINGS // 2):
        evening = Evening(instrument, n, trouble=TROUBLE, name=f"pit {n}")
        evening.play(ROUNDS)
        if n % 2:
            casinos.close(evening)
    return list(evening.table.record.lines)


def _supplements(folder: Path) -> Iterator[Kept]:
    file, bundle = "records/supplements.jsonl.gz", []
    for name, table in supplements():
        lines = list(table.record.lines)
        bundle += lines
        yield kept(f"supplements/{name}", file, "tests.compatibility.supplements", lines)
    pack(folder / file, b"".join(bundle))


@contextmanager
def _options(instrument: str, *, otherwise: bool) -> Iterator[None]:
    """The options of evenings, or as many of them as a table can have in their last reading."""
    usual = OPTIONS[instrument]
    for option in load(instrument).options if otherwise else ():
        reading = _other_reading(option)
        if reading is not None and option.name not in usual:
            tried = {**OPTIONS[instrument], option.name: reading}
            if _plays(instrument, tried):
                OPTIONS[instrument] = tried
    try:
        yield
    finally:
        OPTIONS[instrument] = usual


def _other_reading(option: Option) -> Any:
    """The last that is not the default, where there is a choice."""
    if option.type == "flag":
        return not option.default
    others = [each for each in option.readings if each != option.default]
    return others[-1] if option.type == "choice" and others else None


def _plays(instrument: str, options: dict[str, Any]) -> bool:
    """Whether an evening can be played with these options."""
    before = OPTIONS[instrument]
    OPTIONS[instrument] = options
    try:
        table_for(instrument, options)
        Evening(instrument, 1).play(2)
    except (ValueError, Refused, AssertionError):
        return False
    finally:
        OPTIONS[instrument] = before
    return True


# --- round files


def _rounds_of_evenings(folder: Path, records: list[Kept]) -> dict[str, list[tuple[str, str]]]:
    """Every round of the evenings that a round file can tell."""
    found: dict[str, list[tuple[str, str]]] = {}
    for each in records:
        instrument = each.id.split("/")[1]
        lines = unpack(folder / each.file).splitlines(keepends=True)
        for number in range(1, each.left["rounds"] + 1):
            try:
                file = round_file(lines, number).decode()
            except (BeyondTheFormat, LookupError):
                continue
            found.setdefault(instrument, []).append((f"{each.id} round {number}", file))
    return found


def _rounds(
    folder: Path, gathered: Path, regular: dict[str, list[tuple[str, str]]]
) -> dict[str, int]:
    files = {}
    for name, chosen in choosing.rounds(gathered, regular, REGULAR).items():
        file = f"rounds/{name}.jsonl.gz"
        pack_lines(folder / file, chosen)
        files[file] = len(chosen)
    return files


# --- casinos


def _casinos(folder: Path, scratch: Path) -> dict[str, Casino]:
    """Make casinos: one under keys, one without, and one under keys in PostgreSQL."""
    made = {}
    for name, make, has_keys in (("house", casinos.house, True), ("cups", casinos.cups, False)):
        path = scratch / f"{name}.db"
        left = _made(str(path), str(path), make, has_keys=has_keys)
        _compact(path)
        pack(folder / f"casinos/{name}.db.gz", path.read_bytes())
        made[name] = _casino(folder, f"casinos/{name}.db.gz", str(path), str(path), left)
    server = Server()
    try:
        where, beside = server.empty_database(), str(scratch / "postgresql.db")
        left = _made(where, beside, casinos.small_house, has_keys=True)
        pack(folder / "casinos/postgresql.sql.gz", dumped(server))
        made["postgresql"] = _casino(folder, "casinos/postgresql.sql.gz", where, beside, left)
    finally:
        server.remove()
    return made


def _made(
    where: str,
    beside: str,
    make: Callable[..., Coroutine[Any, Any, dict[str, Any]]],
    *,
    has_keys: bool,
) -> dict[str, Any]:
    """Make a casino whose files have names that begin with `beside`, as a server lays them."""
    seal = Seal.new()
    seal.save(Path(f"{beside}.seal"))
    keys = HouseKeys.new() if has_keys else None
    with open_store(where, keys=keys) as store:
        left = asyncio.run(make(store, Hands(SENT - 25 * HOUR), seal, beside))
    if keys is not None:
        keys.save(f"{beside}.keys", msgspec.structs.replace(keys.file, in_use=True))
    return left


def _casino(folder: Path, file: str, where: str, beside: str, left: dict[str, Any]) -> Casino:
    """Describe a casino, after emptying the database that has just been put away."""
    files = {
        suffix: Path(f"{beside}{suffix}").read_text()
        for suffix in (".seal", ".keys", ".head", ".witness/heads.jsonl")
        if Path(f"{beside}{suffix}").exists()
    }
    beside_it = f"{file.partition('.')[0]}.files.json.gz"
    pack(folder / beside_it, _encode(files))
    keys = HouseKeys.load(f"{beside}.keys") if ".keys" in files else None
    with open_store(where, keys=keys) as store:
        records = {each.record: (each.lines, each.head) for each in store.records()}
        home = asyncio.run(_emptied(store, left["at"]))
    return Casino(file, casinos.PASSWORD, records, left, home, beside_it)


async def _emptied(store: Store, at: int) -> dict[str, int]:
    hands = Hands(at)
    async with open_floor(store, hands) as floor:
        return await casino_emptied(floor, hands)


def _compact(path: Path) -> None:
    """One file, as small as it can be."""
    db = apsw.Connection(str(path))
    db.pragma("journal_mode", "delete")
    db.execute("VACUUM")
    db.close()


_NOT_FOR_EVERY_SERVER = re.compile(
    rb"^(--.*|SET .*;|SELECT pg_catalog\.set_config.*|\\.*|)\n", re.M
)


def dumped(server: Server) -> bytes:
    """The database as plain SQL that any server takes, without anybody's name."""
    options = ("--no-owner", "--no-privileges", "--inserts", "--rows-per-insert=500")
    return _NOT_FOR_EVERY_SERVER.sub(b"", server.dumped(*options))


if __name__ == "__main__":
    main(HERE / sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else None)
