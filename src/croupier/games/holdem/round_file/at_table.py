"""A file of Hold'em at its table: the wagers it begins with, and decisions as commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.adjudication.answer import HandShown, Stopped
from croupier.adjudication.laying import lay_down, must_be_payable, must_have_chips, why_not_box
from croupier.adjudication.table_run import DEALER as BY_DEALER
from croupier.adjudication.table_run import SUPERVISOR
from croupier.game_rules import game_of
from croupier.games.holdem.acts.preparation import CheckDeck
from croupier.games.holdem.asks_and_answers import (
    Betting,
    CardDue,
    Check,
    Concede,
    Conceding,
    Fold,
    HandDue,
    PlayWager,
    TakeAndPay,
)
from croupier.games.holdem.facts import COMMUNAL, DEALER, Declared
from croupier.games.holdem.hands import ANTE, BLIND, PLAY, TRIPS
from croupier.games.holdem.legal_answers import why_not
from croupier.games.holdem.round_at_table import RoundAtTable
from croupier.games.holdem.round_file.format import CheckHand, ConcedeHand, FoldHand, PlayHand
from croupier.games.holdem.table_state import state_of
from croupier.games.holdem.wager_rules import why_not_alone, why_not_place
from croupier.rulebook.citations import Refused
from croupier.table.acts.burn_and_reveal import NewCards
from croupier.table.facts import Outcome
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase
from croupier.table.wagers import Wager

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.adjudication.answer import HandShown, Settlement
    from croupier.adjudication.table_run import TableRun
    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.games.holdem.asks_and_answers import Answer
    from croupier.games.holdem.round import Round
    from croupier.games.holdem.round_file.format import AnyDecision, FileWager, HoldemFile
    from croupier.games.holdem.rules import HoldemRules
    from croupier.rulebook.citations import Refused
    from croupier.rulebook.instruments import Instrument
    from croupier.table.game_protocol import GameAtTable, GameRound
    from croupier.table.table import Table
    from croupier.table.wagers import Sign

unnamed_wager = ANTE  # and its blind with it
has_decisions = True
reshuffles_in_mid_round = False


# --- wagers


def game_at(book: Instrument, rules: HoldemRules, *, is_plain: bool) -> GameAtTable:
    return game_of(book)(rules)


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


def why_not_beside(
    rules: HoldemRules, sign: Sign, wagers: Sequence[Wager], place: int
) -> Refused | None:
    """Why a wager of a file is not taken beside those before it."""
    new, beside = wagers[place], [*wagers[:place]]
    for w in beside:
        if w.box == new.box and w.player == new.player and w.wager == new.wager:
            return Refused(f"box {new.box} has its {new.wager} already", rules.law.one_wager_each)
    if new.wager == TRIPS:  # it may stand before the ante and the blind that it goes with
        beside += [w for w in wagers[place + 1 :] if (w.box, w.player) == (new.box, new.player)]
    return why_not_place(rules, sign, beside, new)


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


def unpayable(table: Table, wagers: Sequence[FileWager]) -> int:
    """Find the blind that cannot be paid in whole cents."""
    round = _round(table)
    assert round is not None
    box = next(box for box in reversed(round.boxes) if box.turned_up and BLIND in box.stakes)
    return next(
        place
        for place, wager in enumerate(wagers)
        if (wager.box, wager.wager) == (box.number, BLIND)
    )


def card_due(table: Table, *, in_script: bool) -> str:
    due = _asks(table)
    if isinstance(due, CardDue) and isinstance(due.to, int):
        return f"box {due.to} is due a card"
    if isinstance(due, CardDue) and due.to == COMMUNAL:
        return "the middle is due a card" if in_script else "a communal card is due"
    return "the dealer is due a card"


def by_itself(table: Table) -> Command | None:
    return None


def wants_betting_closed(command: Command) -> bool:
    return False


def mending(table: Table) -> tuple[Command, Person] | None:
    """What the deck needs before it is shuffled: to be checked, or changed."""
    if table.phase is not Phase.BETTING:
        return None
    if state_of(table).in_doubt:
        return CheckDeck(whole=True), BY_DEALER
    if table.shoe.preparation is Preparation.NEEDS_NEW_CARDS:
        return NewCards(checked_by_supervisor="supervisor", checked_by_dealer="dealer"), SUPERVISOR
    return None


# --- decisions


def rank(decision: AnyDecision) -> int | None:
    return None


def is_decided(table: Table) -> bool:
    return False


def why_over(table: Table, decision: AnyDecision) -> Refused | None:
    return None


def first_refused(
    table: Table, decisions: Sequence[AnyDecision], place: int, refusal: Refused
) -> tuple[int, Refused]:
    return place, refusal


def decide(run: TableRun, decision: AnyDecision) -> None:
    due = _asks(run.table)
    closes_offer = run.in_script or not isinstance(due, Conceding)
    if isinstance(due, HandDue) or (closes_offer and not isinstance(decision, ConcedeHand)):
        run.go_on_without_answers()
    round, answer = _round(run.table), as_answer(decision)
    if round is not None and run.table.phase is Phase.SETTLED:
        refusal = why_not(round, answer)
        if refusal is not None:
            raise refusal
    run.do(answer)


def as_answer(decision: AnyDecision) -> Answer:
    if isinstance(decision, FoldHand):
        return Fold(box=decision.box)
    if isinstance(decision, CheckHand):
        return Check(box=decision.box)
    if isinstance(decision, PlayHand):
        return PlayWager(box=decision.box, amount=decision.amount)
    return Concede(box=decision.box)


# --- as it is answered


def hands(game_round: GameRound) -> Iterator[HandShown]:
    assert isinstance(game_round, RoundAtTable)
    return hands_of(game_round.round)


def hands_of(round: Round) -> Iterator[HandShown]:
    made = {fact.whose: fact.poker_hand for fact in round.facts if isinstance(fact, Declared)}
    for box in round.boxes:
        hand = made.get(box.number)
        yield HandShown(box.number, 1, tuple(box.cards), poker_hand=hand)
    yield HandShown(DEALER, 1, tuple(round.dealer), poker_hand=made.get(DEALER))
    yield HandShown(COMMUNAL, 1, tuple(round.communal))


def in_order(
    settlements: Sequence[Settlement], wagers: Sequence[tuple[str, str]]
) -> list[Settlement]:
    return sorted(settlements, key=place_in_answer)


_ORDER = (ANTE, BLIND, PLAY, TRIPS)


def place_in_answer(settlement: Settlement) -> tuple[int, bool, int]:
    """Box by box; what only goes back comes last."""
    returned, wager = settlement.outcome is Outcome.RETURNED, settlement.wager
    return settlement.box or 0, returned, _ORDER.index(wager) if wager in _ORDER else len(_ORDER)
