"""A round of a recorded table, as whoever writes it down as a round file needs it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.games import rules_for
from croupier.table import facts
from croupier.table.acts.dealing import Deal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.facts import Fact
    from croupier.aggregate.restore import ReplayedCommand
    from croupier.cards import Card
    from croupier.rulebook.instruments import Instrument
    from croupier.table.facts import Settled
    from croupier.table.law import TableLaw
    from croupier.table.table import Table
    from croupier.table.wagers import Wager

ANYWHERE: tuple[type[Fact], ...] = (
    facts.Settled, facts.BettingClosed, facts.RoundEnded, facts.Controls, facts.Warned,
    facts.Notified, facts.Attested, facts.Exercised, facts.Seated, facts.Present, facts.ChipsMoved,
    facts.CuttingCardCame, facts.ShuffleDue, facts.Revealed, facts.Disputed,
)  # fmt: skip
"""Facts of any game that a round file says in its own way, or that do not bear on the round."""


class BeyondTheFormat(ValueError):
    """A round that a round file has no words for; the message names the fact and its line."""

    def __init__(self, number: int, what: str) -> None:
        super().__init__(f"round {number} is beyond a round file: {what}")


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """A finished round: on which terms and wagers betting closed, and every step from there on."""

    number: int
    instrument: Instrument
    terms: dict[str, Any]
    wagers: tuple[Wager, ...]
    steps: tuple[ReplayedCommand, ...]

    @property
    def options(self) -> msgspec.Raw:
        """The terms that are not those of a table that chose nothing."""
        usual = rules_for(self.instrument).options
        chosen = {name: value for name, value in self.terms.items() if value != usual[name]}
        return msgspec.Raw(msgspec.json.encode(chosen))

    @property
    def law(self) -> TableLaw:
        law: TableLaw = rules_for(self.instrument).table_law
        return law

    @property
    def cards(self) -> list[Card]:
        """Every card in the order in which it was dealt, seen or not."""
        return [step.command.card for step in self.steps if isinstance(step.command, Deal)]

    def stated(self) -> Iterator[tuple[int, Fact]]:
        """The facts of the round with their lines; what follows its end belongs to the next."""
        for step in self.steps:
            if self._is_about_another_round(step):
                continue
            for fact in step.facts:
                yield step.line, fact
                if isinstance(fact, facts.RoundEnded):
                    return

    def _is_about_another_round(self, step: ReplayedCommand) -> bool:
        """Whether an earlier round was declared void while this one went on."""
        return any(
            isinstance(fact, facts.RoundVoided) and fact.round != self.number for fact in step.facts
        )

    def settled(self) -> Iterator[tuple[int, Settled]]:
        for line, fact in self.stated():
            if isinstance(fact, facts.Settled):
                yield line, fact


def puts_stakes_right(fact: Fact, law: TableLaw) -> bool:
    """Whether a round goes on with every card and decision, and with no stake over the maximum.

    That is what its file comes to as well, for a file has the limits put right before the deal.
    """
    return (
        isinstance(fact, facts.Reconstructed)
        and fact.clauses == law.over_maximum
        and not fact.waiting
    )


def with_stakes_put_right(played: RecordedRound) -> tuple[ReplayedCommand, ...]:
    """The steps of a round without what it stated before its stakes were put right.

    The round is stated anew then, from its first card on, after what has gone back.
    """
    steps, law = played.steps, played.law
    found = [
        place
        for place, step in enumerate(steps)
        if any(puts_stakes_right(fact, law) for fact in step.facts)
    ]
    if not found:
        return steps
    told = [steps[0]]
    for place, step in enumerate(steps[1:], 1):
        if place > found[-1]:
            told.append(step)
        elif place == found[-1]:
            told.append(replace(step, facts=step.facts[1:]))
        else:
            back = takewhile(lambda fact: isinstance(fact, facts.Settled), step.facts[1:])
            told.append(replace(step, facts=tuple(back) if place in found else ()))
    return tuple(told)


def terms_of(table: Table) -> dict[str, Any]:
    """The options of a table as they are now, with its cards and what its sign says."""
    limits = table.sign.limits
    now = {
        **table.game.options,
        "decks": table.shoe.decks,
        "device": str(table.shoe.device),
        "limits": {
            wager: [shown.minimum, shown.maximum]
            for wager, shown in limits.items()
            if shown.maximum is not None
        },
        "multiples": {
            wager: shown.multiple for wager, shown in limits.items() if shown.multiple > 1
        },
    }
    return {name: value for name, value in now.items() if name in table.game.options}


def wagers_of(table: Table) -> tuple[Wager, ...]:
    """The wagers as they lie now, whatever becomes of them."""
    return tuple(replace(wager) for wager in table.wagers)
