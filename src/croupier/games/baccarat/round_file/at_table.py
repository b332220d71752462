"""A file of baccarat at its table: the wagers it begins with, and what happens by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from croupier.adjudication.answer import HandShown, Stopped
from croupier.adjudication.laying import lay_down, must_be_payable, must_have_chips, why_not_box
from croupier.game_rules import game_of
from croupier.games.baccarat.acts import dealing, determinations, irregularities
from croupier.games.baccarat.round_at_table import RoundAtTable
from croupier.games.baccarat.rules import FaceOfCards
from croupier.games.baccarat.table_state import markers_of, state_of, turners_of
from croupier.games.baccarat.wager_rules import NO_BOX, why_not_place
from croupier.rulebook.citations import Refused
from croupier.table.facts import Outcome
from croupier.table.table import Phase
from croupier.table.wagers import MAIN, Wager

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.adjudication.answer import HandShown, Settlement
    from croupier.adjudication.table_run import TableRun
    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.games.baccarat.round import Round
    from croupier.games.baccarat.round_file.format import BaccaratFile, FileDecision, FileWager
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.rulebook.instruments import Instrument
    from croupier.table.game_protocol import GameAtTable, GameRound
    from croupier.table.table import Table

unnamed_wager = MAIN  # which there is none of: a script says which
has_decisions = False
reshuffles_in_mid_round = False
FIRST_BOX = 1
"""Where a wager lies of which the file does not say it; it makes no difference to what it wins.

The wagers of a plain file lie in no box, as its account tells them.
"""


# --- wagers


def game_at(book: Instrument, rules: BaccaratRules, *, is_plain: bool) -> GameAtTable:
    """Return a game that deals face up: a plain file does not say how its cards lay."""
    if is_plain and rules.dealing is FaceOfCards.FACE_DOWN:
        rules = replace(rules, dealing=FaceOfCards.FACE_UP)
    return game_of(book)(rules)


def wagers_of(file: BaccaratFile) -> Sequence[FileWager]:
    return file.wagers or ()


def lay_wagers(table: Table, file: BaccaratFile, *, strict: bool) -> None:
    for at, entry in enumerate(wagers_of(file)):
        box = NO_BOX if file.is_plain else entry.box or FIRST_BOX
        if entry.seated and box:
            table.patrons.seats[box] = entry.player
        wager = Wager(box, entry.player, entry.wager, entry.amount, entry.seated)
        refusal = (why_not_box(table, box) if box else None) or why_not_place(
            state_of(table).rules, table.sign, table.wagers, wager, markers=markers_of(table)
        )
        if refusal is not None:
            raise Stopped("wager", at + 1, refusal)
        if strict:
            must_be_payable(table, at, wager)
        must_have_chips(table, at, wager)
        lay_down(table, wager)


def betting_opens(table: Table) -> None:
    """What was determined before holds for the first round."""
    determinations.change_if_due(table)


# --- where the coup stands


def _coup(table: Table) -> RoundAtTable | None:
    if table.phase is not Phase.DEALING or not isinstance(table.round, RoundAtTable):
        return None
    return table.round


def offer(table: Table) -> Command | None:
    """What ends the choice of removing a wager from a coup whose cards were laid anew."""
    coup = _coup(table)
    return irregularities.ResumeRound() if coup is not None and coup.removal_open else None


def owed(table: Table) -> str | None:
    coup = _coup(table)
    return "a card lies on the wrong hand" if coup is not None and coup.astray else None


def unpayable(table: Table, wagers: Sequence[FileWager]) -> int:
    """Find the wager at which the table could not pay in whole cents."""
    assert isinstance(table.round, RoundAtTable)
    stopped_at = next(bet for bet in table.round.round.bets if bet.open)
    return next(
        place
        for place, wager in enumerate(wagers)
        if (wager.player, wager.wager) == (stopped_at.player, stopped_at.wager)
    )


def card_due(table: Table, *, in_script: bool) -> str:
    coup = _coup(table)
    return f"the {coup.due}'s hand is due a card" if coup is not None else "a hand is due a card"


def by_itself(table: Table) -> Command | None:
    """Cards that lie face down are turned when what follows depends on them."""
    coup = _coup(table)
    if coup is None or not coup.hands_to_turn:
        return None
    hand = coup.hands_to_turn[0]
    named = turners_of(table, hand)
    return dealing.Turn(hand=hand, place=coup.hidden(hand)[0], player=named[0] if named else None)


def wants_betting_closed(command: Command) -> bool:
    """That the burn was forgotten is said when betting is over."""
    return command.says_burn_was_forgotten


def mending(table: Table) -> tuple[Command, Person] | None:
    return None


# --- decisions


def rank(decision: Any) -> int | None:
    return None


def is_decided(table: Table) -> bool:
    return False


def why_over(table: Table, decision: Any) -> Refused | None:
    return None


def first_refused(
    table: Table, decisions: Sequence[FileDecision], place: int, refusal: Refused
) -> tuple[int, Refused]:
    return place, refusal


def decide(run: TableRun, decision: Any) -> None:
    """Refuse a decision, whatever it is: the tableau leaves nobody a choice."""
    law = state_of(run.table).rules.law
    raise Refused("the tableau draws the cards, and nobody decides anything", law.third_cards)


# --- as it is answered


def hands(game_round: GameRound) -> tuple[HandShown, ...]:
    assert isinstance(game_round, RoundAtTable)
    return hands_of(game_round.round)


def hands_of(round: Round) -> tuple[HandShown, ...]:
    return tuple(
        HandShown(str(hand.whose), 1, tuple(hand.cards), hand.total)
        for hand in (round.player, round.banker)
    )


def in_order(
    settlements: Sequence[Settlement], wagers: Sequence[tuple[str, str]]
) -> list[Settlement]:
    """In the order of the wagers; what a limit hands back comes after what stood of the wager."""
    places = {wager: place for place, wager in enumerate(wagers)}
    last = len(places)
    return sorted(
        settlements,
        key=lambda each: (
            places.get((each.player, each.wager), last),
            each.outcome is Outcome.RETURNED,
        ),
    )
