"""Golden playthroughs: rounds told fact by fact in `tests/playthroughs`, compared byte for byte.

The head of a file, up to the first empty line, says what is played; the account below it is written
by a live table. To add a round, write a head. `CROUPIER_REGENERATE=1 pytest -k playthrough` writes
the accounts anew; read the difference before it is committed.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.holdem.cases import UTH
from tests.holdem.table_support import HoldemAt, open_table
from tests.table_support import SUPERVISOR, player

from croupier.games.holdem.facts import (
    Aborted,
    Announced,
    DealtFaceDown,
    Decided,
    Declared,
    Discarded,
    Exposed,
    Handled,
    HandVoided,
    PlayNoticed,
    Qualified,
    Spread,
    StageBegan,
    TurnedUp,
)
from croupier.games.holdem.game import ACTS
from croupier.money import dollars
from croupier.table.facts import Outcome, Reversed, RoundVoided, Settled, Warned
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.facts import Fact

FILES = sorted((Path(__file__).parent.parent / "playthroughs" / UTH).glob("*.txt"))
CLAUSES_AT = 64


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_playthrough(file: Path) -> None:
    head = file.read_text(encoding="utf-8").partition("\n\n")[0]
    told = f"{head}\n\n{account(head)}"
    if os.environ.get("CROUPIER_REGENERATE"):
        file.write_text(told, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == told


def test_playthroughs_are_there() -> None:
    assert len(FILES) >= 8


def account(head: str) -> str:
    """Play what the head of a file says, after its title, and tell what the table stated."""
    _, *lines = head.splitlines()
    told = dict(line.split(": ", 1) for line in lines)
    at = open_table("", **json.loads(told.pop("options", "{}")))
    bet(at, told.pop("wagers"))
    first = len(at.table.facts)
    hands = [hand.strip() for hand in told.pop("hands").split(";")]
    at.deal(told.pop("communal"), told.pop("dealer"), hands)
    for part in told.pop("then").split(";"):
        happen(at, part.strip())
    assert not told, f"nothing is known about {', '.join(told)}"
    if at.table.phase is Phase.DEALING:
        at.take_and_pay()
    assert at.table.phase is not Phase.DEALING, "the round is not over"
    account = [line for fact in at.table.facts[first:] for line in line_of(fact)]
    results = [f"  {name} {signed(net)}" for name, net in sorted(nets(at).items())]
    return "\n".join([*account, "", "results", *results]) + "\n"


def bet(at: HoldemAt, wagers: str) -> None:
    """`1 P 10 trips 5; 2 Q 20` puts an ante and a blind of 10 on box 1, and trips of 5."""
    for part in wagers.split(";"):
        box, name, ante, *trips = part.split()
        at.arrive(name)
        at.bet(name, int(box), float(ante), trips=float(trips[1]) if trips else 0)


def happen(at: HoldemAt, part: str) -> None:
    """Something that is said, or `{…}` a command of staff."""
    if part.startswith("{"):
        command = msgspec.json.decode(part, type=ACTS.commands)
        at.do(command, SUPERVISOR)
    elif part.endswith(" looks"):
        at.look(int(part.removesuffix(" looks")))
    else:
        at.say(part)


def nets(at: HoldemAt) -> dict[str, int]:
    return {name: at.table.chips.rack(name) - 10_000_00 for name in at.table.patrons.arrived}


# --- the account


def line_of(fact: Fact) -> Iterator[str]:
    """A fact as one line, its clauses in a column of their own."""
    what = words(fact)
    if what is None:
        return
    if isinstance(fact, StageBegan):
        if fact.stage != "deal":
            yield ""
    else:
        what = f"  {what}"
    yield f"{what:<{CLAUSES_AT}}{', '.join(fact.clauses)}"


def words(fact: Fact) -> str | None:
    match fact:
        case StageBegan():
            return str(fact.stage)
        case DealtFaceDown():
            return f"a card to {where(fact.to)}"
        case Spread():
            return "the communal cards are spread"
        case Handled():
            return f"{fact.player} looks"
        case Decided(action="play"):
            return f"{fact.player}, box {fact.box}: play with {dollars(fact.amount)}"
        case Decided():
            return f"{fact.player}, box {fact.box}: {fact.action}"
        case TurnedUp():
            return f"{' '.join(fact.cards)} turned up, {where(fact.whose)}"
        case Exposed():
            return f"{fact.card} shown by mistake, {where(fact.whose)}"
        case Announced():
            return f'"{fact.words}"'
        case Declared():
            return f"{where(fact.whose)}: {fact.words} ({' '.join(fact.five)})"
        case Qualified():
            return "the dealer qualifies" if fact.qualifies else "the dealer does not qualify"
        case PlayNoticed():
            return f"{fact.player}'s play of {dollars(fact.staked)} counts {dollars(fact.stands)}"
        case Discarded():
            return f"box {fact.box} is done"
        case HandVoided() | Aborted() | RoundVoided():
            return f"{fact.reason}"
        case Warned():
            return f"{fact.player} is told of the minimum"
        case Settled():
            return f"{fact.player}, {fact.wager}: {settled(fact)}"
        case Reversed():
            return f"{fact.player}, {fact.wager}: {signed(-fact.net)} put right"
    return None


def settled(fact: Settled) -> str:
    chips = dollars(fact.stake)
    if fact.outcome is Outcome.WIN:
        return f"{chips} wins {dollars(fact.net)}"
    came_out = {
        Outcome.LOSE: "loses",
        Outcome.PUSH: "is a push",
        Outcome.VOID: "is void",
        Outcome.RETURNED: "goes back",
    }
    return f"{chips} {came_out[fact.outcome]}"


def where(whose: int | str) -> str:
    if whose == "communal":
        return "the middle"
    return "the dealer" if whose == "dealer" else f"box {whose}"


def signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def test_a_player_who_is_named_in_a_head_comes_with_chips() -> None:
    at = open_table("")
    bet(at, "2 Q 20 trips 5")
    assert at.chips("Q") == 9_955
    assert at.table.wager_of(player("Q").name, 2, "trips") is not None
