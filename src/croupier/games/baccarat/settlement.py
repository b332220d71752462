"""Rule 8: what wagers on player, banker and tie are worth when the hands are complete."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.games.baccarat.cases import case_of
from croupier.games.baccarat.cases import winner as winner
from croupier.games.baccarat.facts import CoupEnded, Stage, Winner
from croupier.rulebook.citations import Clauses
from croupier.rulebook.settlement_tables import decide, odds_of
from croupier.table.facts import Outcome, Settled

if TYPE_CHECKING:
    from croupier.games.baccarat.hands import Bet
    from croupier.games.baccarat.round_state import RoundState
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.money import Odds
    from croupier.rulebook.settlement_tables import Limb


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


def rule_on(rules: BaccaratRules, wager: str, player: int, banker: int) -> Ruling:
    """What becomes of a wager on banker, player or tie, by the two totals."""
    limb = limb_for(rules, wager, player, banker)
    outcome = Outcome(limb.outcome)
    if outcome is not Outcome.WIN:
        return Ruling(outcome, None, limb.clauses)
    pays = odds_of(limb, rules.odds)
    return Ruling(outcome, pays.value, pays.clauses)


def limb_for(rules: BaccaratRules, wager: str, player: int, banker: int) -> Limb:
    """Return the limb that decides a wager on banker, player or tie."""
    return decide(rules.law.limbs[wager], case_of(player, banker))


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
