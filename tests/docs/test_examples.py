"""Every irregularity on the operators' page has a round file that settles as the page says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.adjudication.test_schema import VALIDATOR

from croupier.adjudication import Answer, ClaimAnswer, account_of
from croupier.adjudication.claims import is_meant

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "operators.md"
EXAMPLES = ROOT / "docs" / "examples"
IRREGULARITIES = EXAMPLES / "irregularities"
GAMES = ("ACT Blackjack", "Blackjack Challenge", "Mini-Baccarat", "Ultimate Texas Hold'em")


@dataclass(frozen=True)
class Row:
    """A row of one of the tables: what happened, its commands, what is made of it, its file."""

    game: str
    what: str
    commands: tuple[str, ...]
    made_of_it: str
    file: Path | None

    def __str__(self) -> str:
        return f"{self.game}: {self.what}"

    @property
    def clauses(self) -> list[str]:
        """The clauses in brackets; of `16.11 to 16.14` the first."""
        found = re.findall(r"\(([^()]*(?:\([a-z]\)|\[2\])?)\)", self.made_of_it)
        return [
            re.split(r" to ", clause)[0]
            for group in found
            for clause in re.split(r",\s*", group)
            if clause[:1].isdigit()
        ]


def rows() -> list[Row]:
    text = PAGE.read_text("utf-8")
    found = []
    for game in GAMES:
        part = text.split(f"### {game}\n")[1].split("\n## ")[0].split("\n### ")[0]
        for line in part.splitlines():
            if not line.startswith("| ") or line.startswith("| what happened"):
                continue
            what, commands, made_of_it, *rest = (
                cell.strip() for cell in line.strip("| ").split(" | ")
            )
            link = re.search(r"\((examples/[^)]+)\)", rest[0]) if rest else None
            found.append(
                Row(
                    game, what, tuple(re.findall(r"`([a-z-]+)`", commands)), made_of_it,
                    PAGE.parent / link[1] if link else None,
                )
            )  # fmt: skip
    return found


ROWS = rows()


def test_every_row_has_a_file_of_its_own_and_every_file_a_row() -> None:
    assert len(ROWS) >= 35
    assert [str(row) for row in ROWS if row.file is None] == []
    named = [row.file for row in ROWS]
    assert sorted(map(str, named)) == sorted(map(str, IRREGULARITIES.glob("*.json")))


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_it_settles_as_the_page_says(row: Row) -> None:
    assert row.file is not None
    source = row.file.read_bytes()
    given = msgspec.json.decode(source)
    done = {entry.get("do") for entry in given["script"]}
    assert {each for each in row.commands if each != "laid_on"} <= done
    account = account_of(source)
    answer = account.result
    assert isinstance(answer, Answer)
    assert not answer.contested, [told for told in account.told if told.refused]
    assert not answer.unused_cards
    assert _unclaimed(answer) == [], "the file says what every wager is worth"
    cited = {clause for told in account.told for fact in told.facts for clause in fact.clauses}
    met = [
        clause
        for clause in row.clauses
        if any(re.match(rf"{re.escape(clause)}($|[.(\[])", each) for each in cited)
    ]
    wanted = row.clauses[:1] if "by the option" in row.made_of_it else row.clauses
    assert [clause for clause in wanted if clause not in met] == []


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(EXAMPLES.rglob("*.json")) if b'"cards"' in path.read_bytes()],
    ids=lambda path: path.stem,
)
def test_every_round_file_under_the_examples_fits_the_schema(path: Path) -> None:
    VALIDATOR.validate(msgspec.json.decode(path.read_bytes()))


def _unclaimed(answer: Answer) -> list[Any]:
    """Settlements that no claim is about, in the rounds that claims are about."""
    last = max(answer.rounds, key=int)
    claims: dict[str, list[ClaimAnswer]] = {}
    for claim in answer.claims or ():
        claims.setdefault(str(claim.round or last), []).append(claim)
    return [
        (number, settled)
        for number, about in claims.items()
        for settled in answer.rounds[number].settlements
        if not any(is_meant(claim, settled) for claim in about)
    ]


def test_a_file_that_claims_otherwise_is_found_out() -> None:
    """The control: one cent more in any claim, and the file does not settle as it says."""
    row = ROWS[0]
    assert row.file is not None
    given = msgspec.json.decode(row.file.read_bytes())
    given["paid"][0]["net"] += 1
    answer = account_of(given).result
    assert isinstance(answer, Answer)
    assert answer.contested
