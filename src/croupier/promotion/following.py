"""What follows from terms before anything has happened: who is told, until when, who chooses."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING

import msgspec

from croupier.chips import dollars
from croupier.promotion.telling import as_written, local
from croupier.promotion.terms import Cash, DecidedBy, milliseconds
from croupier.rulebook.citing import Clauses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.games.challenge.promotion_law import PromotionLaw
    from croupier.promotion.rules import PromotionRules
    from croupier.promotion.terms import Prize, Terms


class Consequence(msgspec.Struct, frozen=True):
    """Something that these terms make due."""

    says: str
    clauses: Clauses

    def __str__(self) -> str:
        return f"{self.says} ({', '.join(self.clauses)})"


def consequences(terms: Terms, rules: PromotionRules) -> tuple[Consequence, ...]:
    """What a promotion with these terms takes, if it keeps to its hours."""
    return (*_before(terms, rules), *_after(terms, rules), *_choices(terms, rules.law))


def _before(terms: Terms, rules: PromotionRules) -> Iterator[Consequence]:
    law = rules.law
    notice = law.terms_to_authority
    if terms.starts is not None:
        latest = as_written(terms.starts - timedelta(milliseconds=notice.value))
        yield Consequence(f"the Authority has the terms by {latest}", notice.clauses)
    if needs_scrutineer(terms, law):
        says = f"a scrutineer oversees the draw, for a prize is worth {dollars(terms.dearest)}"
        yield Consequence(says, law.scrutineer.clauses)


def _after(terms: Terms, rules: PromotionRules) -> Iterator[Consequence]:
    law = rules.law
    if is_owed_notice(terms) and terms.award_at is not None:
        last = winners_told_by(milliseconds(terms.award_at), terms.award_at, rules)
        *ways, way = law.channels
        until = as_written(local(last, terms.award_at))
        says = f"winners are told by {until}: {', '.join(ways)} or {way}"
        yield Consequence(says, law.winner_told.clauses)


def _choices(terms: Terms, law: PromotionLaw) -> Iterator[Consequence]:
    for number, prize in enumerate(terms.prizes, 1):
        which = prize.name or f"prize {number}"
        if chooses_payment(prize, law):
            says = f"{which}: the winner chooses how to be paid"
            yield Consequence(says, law.payment_choice.clauses)
        if prize.cash_alternative:
            says = f"{which}: the winner may take {dollars(prize.cash_alternative)} in cash instead"
            yield Consequence(says, law.cash_alternative)


def needs_scrutineer(terms: Terms, law: PromotionLaw) -> bool:
    return terms.decided_by is DecidedBy.DRAW and terms.dearest > law.scrutineer.value


def chooses_payment(prize: Prize, law: PromotionLaw) -> bool:
    """Whether the winner, and not the operator, says how a prize is paid."""
    return isinstance(prize, Cash) and (prize.value or 0) > law.payment_choice.value


def is_owed_notice(terms: Terms) -> bool:
    """Whether a winner of the draw may not be there, and has to be told in time."""
    return terms.decided_by is DecidedBy.DRAW and not terms.presence


def winners_told_by(drawn_at: int, clock: datetime, rules: PromotionRules) -> int:
    """Until when winners of a draw have to be told, on the clock of a moment in the terms."""
    window = rules.law.winner_told.value
    if rules.options["notify_window"] == "48h":
        return drawn_at + window
    last_day = local(drawn_at, clock).date() + timedelta(milliseconds=window)
    return milliseconds(datetime.combine(last_day, time.max, clock.tzinfo))
