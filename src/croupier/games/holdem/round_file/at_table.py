"""A file of Hold'em at its table: the wagers it begins with, and decisions as commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.adjudication.answer import Stopped
from croupier.adjudication.laying import lay_down, must_be_payable, must_have_chips, why_not_box
from croupier.adjudication.table_run import DEALER, SUPERVISOR
from croupier.games.holdem.acts.preparation import CheckDeck
from croupier.games.holdem.asks_and_answers import Betting, CardDue, Conceding, HandDue, TakeAndPay
from croupier.games.holdem.facts import COMMUNAL
from croupier.games.holdem.hands import ANTE
from croupier.games.holdem.legal_answers import why_not
from croupier.games.holdem.round_at_table import RoundAtTable
from croupier.games.holdem.round_file.format import ConcedeHand
from croupier.games.holdem.round_file.playback import (
    as_answer,
    hands_of,
    place_in_answer,
    why_not_beside,
)
from croupier.games.holdem.table_state import state_of
from croupier.games.holdem.wager_rules import why_not_alone
from croupier.table.acts.burn_and_reveal import NewCards
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase
from croupier.table.wagers import Wager

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.adjudication.answer import HandShown, Settlement
    from croupier.adjudication.table_run import TableRun
    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.games.holdem.round import Round
    from croupier.games.holdem.round_file.format import AnyDecision, FileWager, HoldemFile
    from croupier.rulebook.citations import Refused
    from croupier.table.game_protocol import GameRound
    from croupier.table.table import Table

unnamed_wager = ANTE  # and its blind with it
reshuffles_in_mid_round = False


# --- wagers


def wagers_of(file: HoldemFile) -> Sequence[FileWager]:
    return file.wagers or ()


def lay_wagers(table: Table, file: HoldemFile, *, strict: bool) -> None:
    """Lay the wagers of a file, in which ante and blind are listed apart."""
    entries, rules = wagers_of(file), state_of(table).rules
    table.patrons.seats.update({entry.box: entry.player for entry in entries if entry.seated})
    wagers = [Wager(w.box, w.player, w.wager, w.amount, w.seated) for w in entries]
    for at, wager in enumerate(wagers):
        refusal = (
            why_not_box(table, wager.box)
            or why_not_beside(rules, table.sign, wagers, at)
            or why_not_alone(rules.law, wagers, wager)
        )
        if refusal is not None:
            raise Stopped("wager", at + 1, refusal)
        if strict:
            must_be_payable(table, at, wager)
    for at, wager in enumerate(wagers):
        must_have_chips(table, at, wager)
        lay_down(table, wager)


def betting_opens(table: Table) -> None:
    """Nothing is determined anew but what the sign says."""


# --- where the round stands


def _round(table: Table) -> Round | None:
    at_table = table.round
    return at_table.round if isinstance(at_table, RoundAtTable) else None


def _asks(table: Table) -> Any:
    round = _round(table)
    return None if round is None or table.phase is not Phase.DEALING else round.due


def offer(table: Table) -> Command | None:
    """What ends the chance to concede."""
    return TakeAndPay() if isinstance(_asks(table), Conceding) else None


def owed(table: Table) -> str | None:
    round = _round(table)
    if round is None or not isinstance(_asks(table), Betting):
        return None
    box = round.owing[0]
    return f"{box.player} decides about box {box.number} {round.stage} ({' '.join(box.cards)})"


def due_to(table: Table) -> str:
    due = _asks(table)
    if isinstance(due, CardDue) and isinstance(due.to, int):
        return f"box {due.to}"
    return "the middle" if isinstance(due, CardDue) and due.to == COMMUNAL else "the dealer"


def by_itself(table: Table) -> Command | None:
    return None


def wants_betting_closed(command: Command) -> bool:
    return False


def mending(table: Table) -> tuple[Command, Person] | None:
    """What the deck needs before it is shuffled: to be checked, or changed."""
    if table.phase is not Phase.BETTING:
        return None
    if state_of(table).in_doubt:
        return CheckDeck(whole=True), DEALER
    if table.shoe.preparation is Preparation.NEEDS_NEW_CARDS:
        return NewCards(checked_by_supervisor="supervisor", checked_by_dealer="dealer"), SUPERVISOR
    return None


# --- decisions


def rank(decision: AnyDecision) -> int | None:
    return None


def why_over(table: Table, decision: AnyDecision) -> Refused | None:
    return None


def decide(run: TableRun, decision: AnyDecision) -> None:
    due = _asks(run.table)
    if isinstance(due, HandDue) or not isinstance(decision, ConcedeHand):
        run.go_on_without_answers()
    round, answer = _round(run.table), as_answer(decision)
    if round is not None and run.table.phase is Phase.SETTLED:
        refusal = why_not(round, answer)
        if refusal is not None:
            raise refusal
    run.do(answer)


# --- as it is answered


def hands(game_round: GameRound) -> Iterator[HandShown]:
    assert isinstance(game_round, RoundAtTable)
    return hands_of(game_round.round)


def in_order(
    settlements: Sequence[Settlement], wagers: Sequence[tuple[str, str]]
) -> list[Settlement]:
    return sorted(settlements, key=place_in_answer)
