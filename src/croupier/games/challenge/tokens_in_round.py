"""Promotional tokens in a round: where they go when the wager they lie on is settled."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from croupier.games.blackjack.round_at_table import RoundAtTable
from croupier.table.facts import Outcome, Reversed, Settled, TokensMoved
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.cards import Card
    from croupier.games.blackjack.facts import RoundFact
    from croupier.games.blackjack.round import Sent
    from croupier.games.blackjack.round_reconstruction import Misread
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.rulebook.citations import Clauses
    from croupier.table.wagers import Admitted

    Place = tuple[str, int | None, str]
    """A player, a box and a kind of wager."""


@dataclass(frozen=True, slots=True)
class TokenStake:
    """Tokens on a wager, and whether the house keeps them though the wager wins."""

    amount: int
    kept_on_a_win: bool = False


class TokensAtTable(RoundAtTable):
    """A round that tells apart what of a stake was tokens.

    Only first wagers are made in tokens, and they stay on the first hand of their box. What was
    added by doubling or splitting is chips: a hand that loses only a part loses the tokens first,
    and a part is never less than the first wager.
    """

    def __init__(
        self, rules: BlackjackRules, admitted: list[Admitted], absent: frozenset[str]
    ) -> None:
        super().__init__(rules, admitted, absent)
        self.token_stakes: dict[Place, TokenStake] = {}
        self.tokens_rule: Clauses
        self._settled: dict[Place, tuple[Settled, TokensMoved]] = {}
        self._read = 0

    def stake_tokens(self, stakes: dict[Place, TokenStake], rule: Clauses) -> None:
        self.token_stakes, self.tokens_rule = stakes, rule

    @property
    def facts(self) -> list[RoundFact]:
        """What the round has stated, and after it where its tokens went."""
        facts = self.round.facts
        if self.token_stakes and self._read < len(facts):
            fresh, self._read = facts[self._read :], len(facts)
            for fact in fresh:
                if isinstance(fact, Settled):
                    self._settle(fact)
                elif isinstance(fact, Reversed):
                    self._reverse(fact)
        return facts

    def _settle(self, fact: Settled) -> None:
        place = (fact.player, fact.box, fact.wager)
        stake = self.token_stakes.get(place)
        first_hand = fact.wager != MAIN or fact.hand in (None, 1)
        if stake is None or not first_hand:
            return
        if place in self._settled:
            self._forfeit_tokens(fact, self._settled[place][1])
            return
        lost = kept = 0
        if fact.outcome is Outcome.LOSE:
            lost = stake.amount
        elif fact.outcome is Outcome.WIN and stake.kept_on_a_win:
            kept = stake.amount
        moved = TokensMoved(
            player=fact.player, returned=stake.amount - lost - kept, lost=lost, kept=kept,
            clauses=self.tokens_rule,
        )  # fmt: skip
        self._settled[place] = fact, moved
        self._state(moved)

    def _forfeit_tokens(self, fact: Settled, moved: TokensMoved) -> None:
        """A wager that was paid is forfeited: its tokens go, and not chips for them."""
        amount = moved.returned + moved.kept
        if fact.outcome is Outcome.LOSE and not fact.stake and amount:
            forfeited = TokensMoved(
                player=fact.player, returned=-amount, lost=amount, clauses=self.tokens_rule
            )
            self._state(forfeited)

    def _reverse(self, fact: Reversed) -> None:
        again = self.given_back_with(fact)
        if again is not None:
            self._state(again)

    def given_back_with(self, fact: Reversed) -> TokensMoved | None:
        """Tokens that a settlement took are their player's again when it is undone."""
        settled = self._settled.get((fact.player, fact.box, fact.wager))
        if settled is None or not fact.undoes(settled[0]):
            return None
        moved = settled[1]
        if not (moved.lost or moved.kept):
            return None
        return TokensMoved(
            player=fact.player, returned=moved.lost + moved.kept, lost=-moved.lost,
            kept=-moved.kept, clauses=fact.clauses,
        )  # fmt: skip

    def _state(self, moved: TokensMoved) -> None:
        self.round.facts.append(moved)
        self._read += 1

    def rebuilt_on(
        self,
        admitted: list[Admitted],
        answers: Iterable[tuple[Sent, tuple[Card, ...]]] | None = None,
        misread: Misread | None = None,
    ) -> tuple[Self, list[Card], int]:
        again, cards, kept = super().rebuilt_on(admitted, answers, misread)
        if self.token_stakes:
            stands: dict[Place, int] = {
                (each.wager.player, each.wager.box, each.wager.wager): each.stands
                for each in admitted
            }
            left = {
                place: replace(stake, amount=min(stake.amount, stands.get(place, stake.amount)))
                for place, stake in self.token_stakes.items()
            }
            again.stake_tokens(left, self.tokens_rule)
        return again, cards, kept
