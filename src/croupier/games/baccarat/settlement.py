"""Rule 8: what wagers on player, banker and tie are worth when the hands are complete."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.games.baccarat.facts import CoupEnded, Stage, Winner
from croupier.games.baccarat.rules import Event
from croupier.rulebook.citations import Clauses
from croupier.table.facts import Outcome, Settled

if TYPE_CHECKING:
    from croupier.games.baccarat.hands import Bet
    from croupier.games.baccarat.round_state import RoundState
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.money import Odds


@dataclass(frozen=True, slots=True)
class Ruling:
    """How a wager comes out, at what odds, under which clauses."""

    outcome: Outcome
    odds: Odds | None
    clauses: Clauses


def ends_shoe(won: Winner | None, *, one_more: bool) -> bool:
    """Whether the shoe is over after a round, its cutting card being out.

    A tie asks for one more round, and what comes out of that one for none.
    """
    return one_more or won is not Winner.TIE


def winner(player: int, banker: int) -> Winner:
    """The higher total wins; equal totals are a tie."""
    if player == banker:
        return Winner.TIE
    return Winner.PLAYER if player > banker else Winner.BANKER


def rule_on(rules: BaccaratRules, wager: str, player: int, banker: int) -> Ruling:
    """What becomes of a wager on banker, player or tie, by the two totals."""
    law = rules.law.wagers[wager]
    won = winner(player, banker)
    if won == wager:
        with_six = won is Winner.BANKER and banker == 6
        return win(rules, law.wins, Event.BANKER_WITH_SIX if with_six else Event(won))
    if won is Winner.TIE and law.stands_off is not None:
        return Ruling(Outcome.PUSH, None, law.stands_off)
    return Ruling(Outcome.LOSE, None, law.loses)


def win(rules: BaccaratRules, clauses: Clauses, event: Event) -> Ruling:
    """A winning wager, paid as the table's method of settlement says."""
    law = rules.method
    pays = law.pays[event]
    return Ruling(Outcome.WIN, pays.value, Clauses((*clauses, *pays.clauses)))


def settle(round: RoundState) -> None:
    rules, player, banker = round.rules, round.player.total, round.banker.total
    declare(round, player, banker)
    waiting = [bet for bet in round.bets if bet.open]
    if not waiting:
        return
    law, known = rules.method, rules.rulings
    round.begin(Stage.SETTLEMENT, law.settlement)
    for bet in waiting:
        key = (bet.wager, player, banker)
        found = known.get(key)
        if found is None:
            found = known[key] = rule_on(rules, bet.wager, player, banker)
        settle_bet(round, bet, found)


def declare(round: RoundState, player: int, banker: int) -> None:
    """Say who won, as it is also said of a no-bet coup."""
    won = winner(player, banker)
    law = round.law.wagers[won]
    clauses = law.wins
    if won is Winner.TIE:
        clauses = Clauses((*round.law.tie, *clauses))
    round.facts.append(CoupEnded(winner=won, player=player, banker=banker, clauses=clauses))


def settle_bet(round: RoundState, bet: Bet, result: Ruling) -> None:
    stake = bet.stake
    if result.odds is not None:
        net = result.odds.on(stake)
    else:
        net = -stake if result.outcome is Outcome.LOSE else 0
    bet.open = False
    round.facts.append(
        Settled(
            player=bet.player, box=bet.box, hand=None, wager=bet.wager, stake=stake,
            outcome=result.outcome, net=net, clauses=result.clauses,
        )
    )  # fmt: skip
