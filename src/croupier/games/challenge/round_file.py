"""Round files of Blackjack Challenge: those of blackjack, with what its tables do otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from croupier.adjudication.laying import lay_down
from croupier.adjudication.script_from_record import entry_of
from croupier.adjudication.table_run import DEALER, SUPERVISOR
from croupier.aggregate.acts import tag_of
from croupier.durations import SECOND
from croupier.game_rules import game_of
from croupier.games.blackjack.asks_and_answers import MoveOn
from croupier.games.blackjack.game import Blackjack
from croupier.games.blackjack.round_file import PART as BLACKJACK
from croupier.games.blackjack.round_file import at_table
from croupier.games.blackjack.round_file import export as recorded_entries
from croupier.games.challenge.acts import (
    decisions,
    limits,
    overlooked_wagers,
    shuffling,
    void_rounds,
)
from croupier.games.challenge.game import Challenge
from croupier.games.challenge.round import ChallengeAtTable
from croupier.games.challenge.table_law import law_of
from croupier.games.challenge.table_state import shoe_of, state_of
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.opening import CheckCards
from croupier.table.acts.patrons import Sit
from croupier.table.acts.several_boxes import PermitSeveralBoxes
from croupier.table.acts.stray_cards import BurntInError
from croupier.table.table import Phase
from croupier.table.wagers import MAIN, Markers, why_not_place

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.round_file.format import BlackjackFile
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.rulebook.citations import Refused
    from croupier.rulebook.instruments import Instrument
    from croupier.table.game_protocol import GameAtTable, Overlooked
    from croupier.table.table import Table
    from croupier.table.wagers import Admitted, Wager

    Entry = dict[str, Any]


class WagersAsDealt(Challenge):
    """The game of a plain file, whose wagers lie as they were when the first card came.

    Rules 6.2 and 6.3 decide about each that is outside the limits, and nobody turned it away.
    """

    def why_not_place(self, table: Table, new: Wager) -> Refused | None:
        rules = self.rules
        return why_not_place(
            table.law, table.sign, table.wagers, new, offered=rules.side_bets, markers=Markers(),
            needs_own_main=rules.side_bet_needs_own_main,
            approved_amounts=rules.approved_amounts.get(new.wager, ()), readings=rules.readings,
            main_called="Blackjack",
        )  # fmt: skip

    def close_betting(self, table: Table, overlooked: Overlooked) -> list[Admitted]:
        return Blackjack.close_betting(self, table, overlooked)


def game_at(book: Instrument, rules: BlackjackRules, *, is_plain: bool) -> GameAtTable:
    return WagersAsDealt(rules) if is_plain else game_of(book)(rules)


def lay_wagers(table: Table, file: BlackjackFile, *, strict: bool) -> None:
    at_table.lay_wagers(table, file, strict=strict, lay=_lay, why_not_lay=_why_not_lay)


def _why_not_lay(table: Table, wager: Wager) -> Refused | None:
    """A short wager that a file lays was overlooked, and is valid as it lies."""
    refusal = table.game.why_not_place(table, wager)
    if refusal is not None and wager.wager == MAIN and refusal.clauses == _within_limits(table):
        state_of(table).overlooked.add((wager.player, wager.box))
        return None
    return refusal


def _within_limits(table: Table) -> object:
    return law_of(table).within_limits


def _lay(table: Table, wager: Wager) -> None:
    if wager.wager == MAIN:
        state_of(table).since[wager.player, wager.box] = len(table.wagers)
    lay_down(table, wager)


def offer(table: Table) -> Command | None:
    """Beside an election: the refund that a failed device opens."""
    if isinstance(table.round, ChallengeAtTable) and table.round.refunds:
        return MoveOn() if table.phase is Phase.DEALING else None
    return at_table.offer(table)


def mending(table: Table) -> tuple[Command, Person] | None:
    """What the cards need before they are shuffled: to be collected, verified, checked."""
    if table.phase is not Phase.BETTING:
        return None
    shoe = shoe_of(table)
    if shoe.wrong_cards:
        return void_rounds.VerifyDecks(result="whole"), SUPERVISOR
    if shoe.dropped:
        return shuffling.VerifyCollected(), SUPERVISOR
    if not table.cards_checked:
        return CheckCards(), DEALER
    return None


# --- out of a record


def lying(table: Table) -> tuple[list[Entry], list[Entry]]:
    """The wagers as they lie; where one was overlooked, the script lays them all in their order."""
    overlooked = state_of(table).overlooked
    if not overlooked:
        return recorded_entries.lying(table)
    players = dict.fromkeys(wager.player for wager in table.wagers)
    opening: list[Entry] = [entry_of(PermitSeveralBoxes(player=name)) for name in players]
    opening += (
        entry_of(Sit(player=player, box=box))
        for box, player in table.patrons.seats.items()
        if player in players
    )
    for wager in sorted(table.wagers, key=lambda wager: wager.wager != MAIN):
        laid = {"player": wager.player, "box": wager.box, "amount": wager.amount}
        if wager.wager == MAIN and (wager.player, wager.box) in overlooked:
            opening.append({"do": tag_of(overlooked_wagers.OverlookWager), **laid})
        else:
            opening.append({"do": tag_of(PlaceWager), **laid, "wager": wager.wager})
    return [], opening


def in_force(table: Table, players: Iterable[str]) -> list[Entry]:
    """Limits of their own that players have by a sign; and a card that was burnt just before."""
    shoe = shoe_of(table)
    burnt = []
    if shoe.has_just_burnt:
        burnt = [entry_of(BurntInError(card=shoe.rack[shoe.burnt_in_error_place]))]
    return burnt + [
        {
            "do": tag_of(limits.PlacePersonalSign), "player": player, "minimum": own.minimum,
            "maximum": own.maximum,
        }
        for player, own in state_of(table).personal.items()
        if player in players
    ]  # fmt: skip


def first(command: Command, options: Mapping[str, Any]) -> list[Entry]:
    """Before a player is said not to have decided, the time for it goes by."""
    seconds = options.get("decision_timer")
    if isinstance(command, decisions.NoDecision) and not command.refuses and seconds:
        return [{"wait": seconds * SECOND}]
    return []


PART = replace(
    BLACKJACK, game_at=game_at, lay_wagers=lay_wagers, offer=offer, mending=mending,
    lying=lying, in_force=in_force, first=first,
)  # fmt: skip
