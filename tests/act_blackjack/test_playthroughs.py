"""Golden playthroughs: rounds told fact by fact in `tests/playthroughs`, compared byte for byte.

The head of a file, up to the first empty line, says what is played; the account below it is written
by the engine. To add a round, write a head. `CROUPIER_REGENERATE=1 pytest -k playthrough` writes
the accounts anew; read the difference before it is committed.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, assert_never

import pytest
from tests.act_blackjack.cases import said
from tests.support import Case, play_round

from croupier.games.blackjack.facts import (
    Chose,
    DealerEnded,
    Dealt,
    Elected,
    HandEnded,
    InsuranceServed,
    Insured,
    StageBegan,
)
from croupier.money import dollars
from croupier.table.facts import Outcome, Reversed, Settled, TokensMoved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.games.blackjack.facts import RoundFact

PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"
FILES = sorted(PLAYTHROUGHS.glob("act-blackjack-*/*.txt"))
CLAUSES_AT = 60


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_playthrough(file: Path) -> None:
    head = file.read_text(encoding="utf-8").partition("\n\n")[0]
    told = f"{head}\n\n{account(played(file.parent.name, head))}"
    if os.environ.get("CROUPIER_REGENERATE"):
        file.write_text(told, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == told


def test_playthroughs_of_every_instrument_are_there(instrument: str) -> None:
    assert sum(file.parent.name == instrument for file in FILES) >= 8


def played(instrument: str, head: str) -> Case:
    """Play what the head of a file says, after its title."""
    _, *lines = head.splitlines()
    told = dict(line.split(": ", 1) for line in lines)
    options: dict[str, Any] = json.loads(told.pop("options", "{}"))
    absent = told.pop("absent", "").split()
    case = play_round(
        instrument,
        told.pop("wagers"),
        told.pop("cards"),
        said(told.pop("decisions", "")),
        absent=absent,
        **options,
    )
    assert not told, f"nothing is known about {', '.join(told)}"
    assert case.round.over, "the round is not over"
    return case


# --- the account


def account(case: Case) -> str:
    lines = [*(line for fact in case.round.facts for line in told(fact)), "", "results"]
    lines += [
        f"  {player} {signed(round(net * 100))}" for player, net in sorted(case.net().items())
    ]
    if case.left:
        lines += ["", f"left in the shoe: {' '.join(case.left)}"]
    return "\n".join(lines) + "\n"


def told(fact: RoundFact) -> Iterator[str]:
    """A fact as one line, its clauses in a column of their own."""
    what = words(fact)
    if isinstance(fact, StageBegan):
        if fact.stage != "initial deal":
            yield ""
    else:
        what = f"  {what}"
    yield f"{what:<{CLAUSES_AT}}{', '.join(fact.clauses)}"


def words(fact: RoundFact) -> str:
    match fact:
        case StageBegan():
            return str(fact.stage)
        case Dealt():
            return f"{fact.card} to {place(fact.box, fact.hand)}"
        case Chose(amount=0):
            return f"{fact.player}, {place(fact.box, fact.hand)}: {fact.action}"
        case Chose():
            with_chips = f"{fact.action} with {dollars(fact.amount)}"
            return f"{fact.player}, {place(fact.box, fact.hand)}: {with_chips}"
        case Elected(amount=0):
            out = "rides on the first hand" if fact.on == "split" else "does not double"
            return f"{fact.player} {out}"
        case Elected():
            return f"{fact.player} joins the {fact.on} with {dollars(fact.amount)}"
        case Insured():
            whose = "own" if fact.on == fact.player else f"{fact.on}'s"
            chips = dollars(fact.amount)
            return f"{fact.player} puts {chips} on the line for {whose} wager on box {fact.box}"
        case InsuranceServed():
            return f"{fact.player} is served {dollars(fact.amount)} of {fact.on}'s wager"
        case HandEnded():
            return f"{place(fact.box, fact.hand)} ends with {fact.total}: {fact.how}"
        case DealerEnded():
            return f"the dealer stops with {fact.total}"
        case Settled():
            return settled(fact)
        case Reversed():
            return f"{wager(fact)}: {signed(-fact.net)} put right"
        case TokensMoved():
            back = f"{fact.player} has {dollars(fact.returned)} in tokens back"
            return f"{back}, the house {dollars(fact.lost + fact.kept)}"
    assert_never(fact)


def settled(fact: Settled) -> str:
    chips = dollars(fact.stake)
    if fact.outcome is Outcome.WIN:
        return f"{wager(fact)}: {chips} wins {dollars(fact.net)}"
    came_out = {
        Outcome.LOSE: "loses",
        Outcome.PUSH: "stands off",
        Outcome.VOID: "is void",
        Outcome.RETURNED: "goes back",
    }
    return f"{wager(fact)}: {chips} {came_out[fact.outcome]}"


def wager(fact: Settled | Reversed) -> str:
    kind = "" if fact.wager == "main" else f" {fact.wager}"
    on = f" on {fact.on}'s" if fact.on not in (None, fact.player) else ""
    where = f"box {fact.box}" if fact.hand is None else place(fact.box or 0, fact.hand)
    return f"{fact.player},{kind}{on} {where}".replace(",  ", ", ")


def place(box: int, hand: int) -> str:
    if box == 0:
        return "the dealer"
    return f"box {box}" if hand == 1 else f"box {box}, hand {hand}"


def signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)
