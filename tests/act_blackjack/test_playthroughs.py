"""Playthroughs of ACT Blackjack: rounds told fact by fact."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from tests.act_blackjack.cases import said
from tests.support import play_round

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
from croupier.table.facts import Reversed, Settled, TokensMoved
from croupier.testing import Playthroughs
from croupier.testing.playthroughs import Head, account_in_words, settled_in_words, signed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.games.blackjack.facts import RoundFact


class _Playthroughs(Playthroughs):
    folder = Path(__file__).parent.parent / "playthroughs"

    def play(self, head: Head) -> Iterator[str]:
        case = play_round(
            self.instrument,
            head.take("wagers"),
            head.take("cards"),
            said(head.take("decisions", "")),
            absent=head.take("absent", "").split(),
            **head.options(),
        )
        assert case.round.over, "the round is not over"
        nets = {player: round(net * 100) for player, net in case.net().items()}
        yield from account_in_words(case.round.facts, words, nets, stage=StageBegan, width=60)
        if case.left:
            yield from ("", f"left in the shoe: {' '.join(case.left)}")


class TestAct2006(_Playthroughs):
    instrument = "act-blackjack-2006"


class TestAct2018(_Playthroughs):
    instrument = "act-blackjack-2018"


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
            return f"{wager(fact)}: {settled_in_words(fact, push='stands off')}"
        case Reversed():
            return f"{wager(fact)}: {signed(-fact.net)} put right"
        case TokensMoved():
            back = f"{fact.player} has {dollars(fact.returned)} in tokens back"
            return f"{back}, the house {dollars(fact.lost + fact.kept)}"
    assert_never(fact)


def wager(fact: Settled | Reversed) -> str:
    kind = "" if fact.wager == "main" else f" {fact.wager}"
    on = f" on {fact.on}'s" if fact.on not in (None, fact.player) else ""
    where = f"box {fact.box}" if fact.hand is None else place(fact.box or 0, fact.hand)
    return f"{fact.player},{kind}{on} {where}".replace(",  ", ", ")


def place(box: int, hand: int) -> str:
    if box == 0:
        return "the dealer"
    return f"box {box}" if hand == 1 else f"box {box}, hand {hand}"
