"""The fixtures are whole: no file is lost or altered, and each kind of fixture is there."""

from __future__ import annotations

import os
from hashlib import sha256

import msgspec
from tests.compatibility.fixtures import HERE, SHELVES

from croupier.rulebook.instruments import instruments, load

DIGESTS = HERE / "digests.json"
CORRECTED = ("corrected.json", "corrected_rounds.json")
"""Lists that grow with the corrections of the rules."""
(SHELF,) = (shelf for shelf in SHELVES if shelf.folder.name == "v1_2_0")


def test_no_fixture_is_lost_or_altered() -> None:
    """`CROUPIER_REGENERATE=1` adds the files of a new version and alters no digest."""
    found = {
        path.relative_to(HERE).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(HERE.glob("v*/**/*"))
        if path.is_file() and path.name not in CORRECTED
    }
    known = msgspec.json.decode(DIGESTS.read_bytes()) if DIGESTS.exists() else {}
    if os.environ.get("CROUPIER_REGENERATE"):
        known = found | known
        DIGESTS.write_bytes(msgspec.json.format(msgspec.json.encode(known, order="sorted")) + b"\n")
    assert found == known


def test_1_2_0_left_records_of_every_instrument() -> None:
    left = {(each.kind, each.file.split("/")[-1].split(".")[0]) for each in SHELF.manifest.records}
    for instrument in instruments():
        assert ("table", instrument) in left
        assert ("tournament", instrument) in left
        assert {("table", f"{instrument}-{number}") for number in range(1, 7)} <= left
        if load(instrument).promotion_options:
            assert ("promotion", instrument) in left


def test_1_2_0_left_casinos_in_both_stores_with_keys_heads_and_a_witness() -> None:
    casinos = SHELF.manifest.casinos
    assert {name: casino.file.split(".", 1)[1] for name, casino in casinos.items()} == {
        "house": "db.gz", "cups": "db.gz", "postgresql": "sql.gz",
    }  # fmt: skip
    for name in ("house", "postgresql"):
        beside = SHELF.files_beside(casinos[name])
        assert set(beside) == {".seal", ".keys", ".head", ".witness/heads.jsonl"}, name
        assert all(text.strip() for text in beside.values()), name


def test_1_2_0_left_round_files_of_both_editions() -> None:
    for file in SHELF.manifest.rounds:
        if file != "rounds/errors.jsonl.gz":
            second = [b'"script"' in each.file.encode() for each in SHELF.rounds_of(file)]
            assert set(second) == {False, True}, file
