"""Playthroughs of Ultimate Texas Hold'em: rounds of a live table, told fact by fact."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
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
from croupier.table.facts import Reversed, RoundVoided, Settled, Warned
from croupier.table.table import Phase
from croupier.testing import Playthroughs
from croupier.testing.playthroughs import (
    Head,
    account_in_words,
    check_record,
    chips_won,
    settled_in_words,
    signed,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.facts import Fact


class TestPlaythroughs(Playthroughs):
    instrument = UTH
    folder = Path(__file__).parent.parent / "playthroughs"

    def play(self, head: Head) -> Iterator[str]:
        at = open_table("", **head.options())
        bet(at, head.take("wagers"))
        first = len(at.table.facts)
        hands = [hand.strip() for hand in head.take("hands").split(";")]
        at.deal(head.take("communal"), head.take("dealer"), hands)
        for part in head.take("then").split(";"):
            happen(at, part.strip())
        if at.table.phase is Phase.DEALING:
            at.take_and_pay()
        assert at.table.phase is not Phase.DEALING, "the round is not over"
        facts, nets = at.table.facts[first:], chips_won(at.table)
        yield from account_in_words(facts, words, nets, stage=StageBegan, width=64)
        check_record(at.table)


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
            return f"{fact.player}, {fact.wager}: {settled_in_words(fact)}"
        case Reversed():
            return f"{fact.player}, {fact.wager}: {signed(-fact.net)} put right"
    return None


def where(whose: int | str) -> str:
    if whose == "communal":
        return "the middle"
    return "the dealer" if whose == "dealer" else f"box {whose}"


def test_a_player_who_is_named_in_a_head_comes_with_chips() -> None:
    at = open_table("")
    bet(at, "2 Q 20 trips 5")
    assert at.chips("Q") == 9_955
    assert at.table.wager_of(player("Q").name, 2, "trips") is not None
