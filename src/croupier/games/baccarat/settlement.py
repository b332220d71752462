"""Rule 8: what wagers on player, banker and tie are worth when the hands are complete.

A wager that is void is undone here too, one patron's or a whole coup's, as if it had not been made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.games.baccarat.cases import case_of
from croupier.games.baccarat.cases import winner as winner
from croupier.games.baccarat.facts import CoupEnded, Stage, Winner
from croupier.rulebook.citations import Clauses
from croupier.rulebook.settlement_tables import decide, odds_of
from croupier.table.facts import Outcome, Reversed, Settled

if TYPE_CHECKING:
    from croupier.games.baccarat.hands import Bet
    from croupier.games.baccarat.round import Round
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


def void_everything(round: Round, clauses: Clauses) -> None:
    """Reverse what was won and lost, commission and pairs included, and give open stakes back."""
    undone = Ruling(Outcome.VOID, None, clauses)
    for fact in _standing(round):
        round.facts.append(Reversed.of(fact, clauses))
    for bet in round.bets:
        if bet.open:
            settle_bet(round, bet, undone)
    round.stop()


def can_void(round: Round, player: str, box: int, wager: str | None) -> bool:
    """Whether there is anything of it that has not been given back or undone."""
    return any(bet.open and _concerns(bet, player, box, wager) for bet in round.bets) or any(
        _concerns(fact, player, box, wager) for fact in _standing(round)
    )


def take_back(
    round: Round, outcome: Outcome, player: str, box: int, wager: str | None, clauses: Clauses
) -> None:
    """One patron's wagers at a place on the layout go back, whatever became of them."""
    for fact in _standing(round):
        if _concerns(fact, player, box, wager):
            round.facts.append(Reversed.of(fact, clauses))
    for bet in round.bets:
        if bet.open and _concerns(bet, player, box, wager):
            settle_bet(round, bet, Ruling(outcome, None, clauses))


def _concerns(each: Bet | Settled, player: str, box: int, wager: str | None) -> bool:
    return each.player == player and each.box == box and wager in (None, each.wager)


def _standing(round: Round) -> list[Settled]:
    """Settlements that moved chips and have not been undone."""
    standing = [fact for fact in round.facts if isinstance(fact, Settled) and fact.net]
    for undone in round.facts:
        if isinstance(undone, Reversed):
            standing.remove(next(fact for fact in standing if undone.undoes(fact)))
    return standing
