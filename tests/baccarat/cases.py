"""Coups written as cases: who has what on what, the cards as they left the shoe, the result.

`coup("X player 100; Y banker 50 tie 10", "9C 5D KD 3H")`; amounts are in dollars.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from croupier.aggregate.facts import Fact
from croupier.cards import Card, parse_cards
from croupier.game_rules import rules_for
from croupier.games.baccarat.facts import CoupEnded, Dealt, Stood
from croupier.games.baccarat.round import Round
from croupier.games.baccarat.wager_rules import NO_BOX, bets_in_play, close_betting
from croupier.table.facts import Reversed, Settled
from croupier.table.wagers import Sign, Wager

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.table.wagers import Admitted

BACCARAT: Final = "act-mini-baccarat-2016"
PERFECT, CANBERRA = ["perfect-pairs"], ["canberra-pairs"]

F = TypeVar("F", bound=Fact)


def rules(**options: object) -> BaccaratRules:
    found: BaccaratRules = rules_for(BACCARAT, options)
    return found


def stakes(text: str) -> list[Wager]:
    """`"X player 100; Y banker 50 tie 10"`: patron, then what is bet on and dollars, in pairs."""
    wagers: list[Wager] = []
    for part in text.split(";"):
        patron, *words = part.split()
        for kind, amount in zip(words[::2], words[1::2], strict=True):
            wagers.append(Wager(NO_BOX, patron, kind, round(float(amount) * 100)))
    return wagers


def closed(
    wagers: str,
    *,
    markers: Mapping[str, int] | None = None,
    warned: tuple[str, ...] = (),
    **options: object,
) -> list[Admitted]:
    """The wagers as betting closes, under the sign that the options make."""
    table = rules(**options)
    sign = Sign.from_options(table.options)
    return close_betting(table, sign, stakes(wagers), markers=markers, warned=warned)


def standing(ruled: list[Admitted]) -> dict[str, float]:
    """What stands of each wager, in dollars: `{"X banker": 500}`."""
    return {f"{each.wager.player} {each.wager.wager}": each.stands / 100 for each in ruled}


@dataclass
class Case:
    """A coup dealt as far as its cards go."""

    round: Round
    left: list[Card]
    """Cards that were not drawn."""

    def facts(self, kind: type[F]) -> list[F]:
        return [fact for fact in self.round.facts if isinstance(fact, kind)]

    def net(self) -> dict[str, float]:
        """What each wager won or lost in dollars, undone settlements left out: `{"X tie": 80}`."""
        totals: dict[str, int] = {}
        for fact in self.round.facts:
            if isinstance(fact, Settled | Reversed):
                key = f"{fact.player} {fact.wager}"
                sign = 1 if isinstance(fact, Settled) else -1
                totals[key] = totals.get(key, 0) + sign * fact.net
        return {key: cents / 100 for key, cents in totals.items()}

    def settled(self, wager: str) -> Settled:
        (fact,) = (fact for fact in self.facts(Settled) if fact.wager == wager)
        return fact

    def ended(self) -> CoupEnded:
        (fact,) = self.facts(CoupEnded)
        return fact

    def result(self) -> tuple[str, int, int]:
        """Who won, the player's total and the banker's."""
        fact = self.ended()
        return fact.winner.value, fact.player, fact.banker

    def stood(self) -> dict[str, str]:
        """Which hands took no third card, and why."""
        return {fact.hand.value: fact.why.value for fact in self.facts(Stood)}

    def dealt(self) -> list[tuple[str, str]]:
        return [(fact.hand.value, str(fact.card)) for fact in self.facts(Dealt)]

    def cited(self) -> set[str]:
        return {clause for fact in self.round.facts for clause in fact.clauses}


def coup(
    wagers: str,
    cards: str,
    *,
    markers: Mapping[str, int] | None = None,
    warned: tuple[str, ...] = (),
    **options: object,
) -> Case:
    """Close the betting on these wagers and deal these cards; without wagers a no-bet coup."""
    ruled = closed(wagers, markers=markers, warned=warned, **options) if wagers else []
    case = Case(Round(rules(**options), bets_in_play(ruled)), list(parse_cards(cards)))
    deal_on(case)
    return case


def deal_on(case: Case) -> None:
    while case.left and not case.round.over:
        case.round.deal(case.left.pop(0))
