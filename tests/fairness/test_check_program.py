"""The single file that checks a shuffle from published values, and imports nothing of Croupier."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.fairness.support import Evening
from tests.fairness.test_draws import Ballot
from tests.fairness.test_draws import secret as house_secret

from croupier.casino.shuffle_proofs import JointShuffles, kept_secret, told_secret
from croupier.joint_draws import published as joint_draw

if TYPE_CHECKING:
    from collections.abc import Callable

PROGRAM = Path("docs/examples/check_shuffle.py")
SECRET = house_secret()


def published(evening: Evening) -> Any:
    """What a casino would say of the last shuffle of an evening."""
    lines = evening.table.record.lines
    shuffles = JointShuffles(lambda after: lines[after:])
    shuffles.catch_up()
    check = shuffles.find(None)
    secret, told = kept_secret(evening.dealer.secrets, check), shuffles.revealed(check)
    if secret is None and told is not None:
        secret = told_secret(told[0], int(shuffles.header.options["decks"]))
    said = shuffles.published(check, secret, seen=None, tells_secret=True)
    return json.loads(msgspec.json.encode(said))


def run(folder: Path, said: Any, *more: str) -> tuple[int, str]:
    (folder / "shuffle.json").write_text(json.dumps(said))
    words = [sys.executable, "-I", str(PROGRAM), str(folder / "shuffle.json"), *more]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_it_imports_nothing_of_croupier() -> None:
    tree = ast.parse(PROGRAM.read_text())
    named = {
        each.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for each in node.names
    }
    assert named == {"argparse", "hashlib", "hmac", "json", "sys"}
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(tree))


@pytest.mark.parametrize("options", [{}, {"device": "shuffler"}])
@pytest.mark.parametrize("closed", [False, True])
def test_it_proves_every_card_of_a_shoe_and_of_a_machine(
    tmp_path: Path, options: dict[str, Any], closed: bool
) -> None:
    evening = Evening(**options)
    evening.bring_tips()
    evening.play(4)
    if closed:
        evening.close()
    said = published(evening)
    assert len(said["proofs"]) == said["drawn"]
    seen = ["--link", said["brought"][0]["link"]]
    cut = ""
    if not options:
        seen += ["--cut", str(said["cut"])]
        cut = ", cut before any link was opened"
    status, told = run(tmp_path, said, *seen)
    assert status == 0, told
    assert told.count("fits card") == said["drawn"]
    assert ("the pack was complete" in told) is closed
    assert f"seeded by P, Q{cut}; everything fits" in told


def _card(said: Any) -> None:
    said["proofs"][0]["card"] = "AS" if said["proofs"][0]["card"] != "AS" else "2S"


def _link(said: Any) -> None:
    said["brought"][0]["link"] = "0" * 64


def _two_cards(said: Any) -> None:
    one, other = said["proofs"][:2]
    one["draw"], other["draw"] = other["draw"], one["draw"]


def _cut(said: Any) -> None:
    said["cut"] += 1


def _secret(said: Any) -> None:
    said["secret"] = "0" * 64


def _number(said: Any) -> None:
    said["number"] += 1


@pytest.mark.parametrize("change", [_card, _link, _two_cards, _cut, _secret, _number])
def test_it_finds_whatever_was_changed(tmp_path: Path, change: Callable[[Any], None]) -> None:
    evening = Evening()
    evening.bring_tips()
    evening.play(2)
    evening.close()
    said = published(evening)
    change(said)
    status, told = run(tmp_path, said)
    assert status == 1
    assert "DOES NOT FIT" in told


def test_who_took_part_sees_whether_their_link_counted(tmp_path: Path) -> None:
    evening = Evening()
    evening.bring_tips()
    evening.play(1)
    status, told = run(tmp_path, published(evening), "--link", "0" * 64)
    assert status == 1
    assert "DOES NOT FIT your link is among them" in told


def test_who_took_part_sees_whether_the_cut_is_the_one_that_they_were_shown(tmp_path: Path) -> None:
    evening = Evening()
    evening.bring_tips()
    evening.play(1)
    said = published(evening)
    status, told = run(tmp_path, said, "--cut", str(said["cut"] + 1))
    assert status == 1
    assert "DOES NOT FIT the cut is the one that you were shown" in told


@pytest.mark.parametrize("change", [None, "link", "drawn", "commitment", "lines", "secret"])
def test_a_ballot_is_checked_too(tmp_path: Path, change: str | None) -> None:
    at = Ballot()
    at.bring("ina", "ana")
    at.close(SECRET)
    at.open()
    at.draw(SECRET)
    said = json.loads(msgspec.json.encode(joint_draw(at.drawing.find(None), None, names=True)))
    if change == "link":
        said["brought"][0]["link"] = "0" * 64
    elif change == "drawn":
        said["drawn"][:2] = reversed(said["drawn"][:2])
    elif change == "lines":
        said["lines"][0]["name"] = "zoe"
    elif change is not None:
        said[change] = "0" * 64
    status, told = run(
        tmp_path, said, *(("--link", said["brought"][1]["link"]) if not change else ())
    )
    assert status == (1 if change else 0), told
    assert ("everything fits" in told) is (change is None)
    assert "seeded by ina, ana" in told
