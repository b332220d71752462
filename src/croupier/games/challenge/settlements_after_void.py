"""What of a round's settlements a void leaves as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.blackjack.facts import Stage, StageBegan
from croupier.rulebook.citations import Clauses
from croupier.table.facts import Settled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.aggregate.facts import Fact
    from croupier.games.blackjack.rules import BlackjackRules


def claws_back(rules: BlackjackRules, clauses: Clauses) -> Clauses:
    """The rule by which a tournament takes back what was paid in a round void by these clauses."""
    named = rules.options["void_clawback"]
    return rules.void_claws_back if any(clause in named for clause in clauses) else Clauses(())


def what_stands(rules: BlackjackRules, facts: Sequence[Fact], clauses: Clauses) -> list[Settled]:
    """Payments made to players before the final settlement, and losses that are not given back."""
    if claws_back(rules, clauses):
        return []
    rule_8_only = rules.options["interim_scope"] == "rule_8_only"
    restores_losses = rules.options["void_restores_collected_losses"]
    paid_by_rule_8 = set(rules.law.interim_blackjack.clauses)
    return [
        fact
        for fact in _interim(facts)
        if (fact.net > 0 and (not rule_8_only or paid_by_rule_8 <= set(fact.clauses)))
        or (fact.net < 0 and not restores_losses)
    ]


def paid_before_the_end(facts: Sequence[Fact]) -> list[Settled]:
    """What was paid to players before the final settlement."""
    return [fact for fact in _interim(facts) if fact.net > 0]


def _interim(facts: Sequence[Fact]) -> Iterator[Settled]:
    for fact in facts:
        if isinstance(fact, StageBegan) and fact.stage is Stage.FINAL_SETTLEMENT:
            return
        if isinstance(fact, Settled):
            yield fact
