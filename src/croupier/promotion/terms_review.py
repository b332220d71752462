"""Terms before anything has happened: what the rules object to, and what the terms make due.

Every objection has its field and its clauses.
"""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING

import msgspec

from croupier.money import money
from croupier.promotion.terms import (
    YEARS,
    Cash,
    CasinoDollars,
    Content,
    DecidedBy,
    Machinery,
    RealEstate,
    SlotsDollars,
    Travel,
    Vehicle,
    as_written,
    local,
    milliseconds,
)
from croupier.rulebook.citations import Clauses, Objection, Refused

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.promotion.law import PromotionLaw
    from croupier.promotion.rules import PromotionRules
    from croupier.promotion.terms import Document, Prize, Terms

LONGEST_NAME = 100
LONGEST_WORDS = 2_000


def objections(terms: Terms, rules: PromotionRules) -> tuple[Objection, ...]:
    """Everything that keeps these terms from being sent to the Authority."""
    return (*not_allowed(terms, rules), *_missing(terms, rules), *_at_odds(terms, rules.law))


def not_allowed(terms: Terms, rules: PromotionRules) -> tuple[Objection, ...]:
    """What no promotion may be or offer, however completely it is described."""
    return (
        *_no_promotion(terms, rules.law),
        *_out_of_time(terms, rules.law),
        *_cash_alternatives(terms, rules.law),
        *_prohibited(terms, rules),
    )


# --- 20.1: what is a promotional prize at all


def _no_promotion(terms: Terms, law: PromotionLaw) -> Iterator[Objection]:
    if terms.decided_by is DecidedBy.MERIT:
        says = "a promotional prize is won by chance; what is earned is outside these rules"
        yield Objection("decided_by", says, law.promotional_prize)


def _out_of_time(terms: Terms, law: PromotionLaw) -> Iterator[Objection]:
    for field in ("award_at", "entries_close", "starts"):
        moment = getattr(terms, field)
        if moment is not None and moment.year not in YEARS:
            says = f"in a year from {YEARS[0]} to {YEARS[-1]}"
            yield Objection(field, says, law.particulars[field])


# --- 20.3: cash instead of a prize in kind


def _cash_alternatives(terms: Terms, law: PromotionLaw) -> Iterator[Objection]:
    for place, prize in _prizes(terms):
        if prize.cash_alternative is None:
            continue
        if isinstance(prize, Cash):
            says = "a cash prize has no alternative in cash"
        elif isinstance(prize, SlotsDollars | CasinoDollars):
            says = "slots dollars and casino dollars have no alternative in cash"
        elif not prize.cash_alternative:
            says = "more than nothing"
        else:
            continue
        yield Objection(f"{place}.cash_alternative", says, law.cash_alternative)


# --- 20.5: what no prize may hold


def _prohibited(terms: Terms, rules: PromotionRules) -> Iterator[Objection]:
    law = rules.law
    prescribed = {_plain(item) for item in rules.prescribed}
    for place, prize in _prizes(terms):
        for number, item in enumerate(prize.contents, 1):
            at = f"{place}.contents[{number}]"
            if item.content in law.prohibited:
                says = f"{item.what} is {item.content.replace('-', ' ')}, which no prize may hold"
                yield Objection(at, says, law.prohibited[item.content])
            if _plain(item.what) in prescribed:
                yield Objection(at, _not_by_regulation(item.what), law.prescribed)
        if _plain(prize.name) in prescribed:
            yield Objection(f"{place}.name", _not_by_regulation(prize.name), law.prescribed)
    yield from _too_much_liquor(terms, rules)


def _plain(words: str) -> str:
    return words.strip().casefold()


def _not_by_regulation(what: str) -> str:
    return f"the regulations do not allow {what.strip()} in a prize"


def _too_much_liquor(terms: Terms, rules: PromotionRules) -> Iterator[Objection]:
    most = rules.law.most_liquor
    each = {place: _liquor(prize) for place, prize in _prizes(terms)}
    if rules.options["liquor_scope"] == "per_promotion":
        each = {"prizes": sum(_liquor(prize) * prize.quantity for prize in terms.prizes)}
    for place, volume in each.items():
        if volume > most.value:
            says = f"{_litres(volume)} of liquor, and {_litres(most.value)} are the most"
            yield Objection(place, says, most.clauses)


def _liquor(prize: Prize) -> int:
    return sum(item.millilitres for item in prize.contents if item.content is Content.LIQUOR)


def _litres(volume: int) -> str:
    return f"{volume / 1_000:g} litres"


# --- 20.7: what the terms contain


def _missing(terms: Terms, rules: PromotionRules) -> Iterator[Objection]:
    law = rules.law
    if not terms.gaming.strip():
        yield Objection("gaming", "say which gaming it goes with", law.promotional_prize)
    if terms.decided_by is None:
        yield Objection("decided_by", "say what decides who wins", law.promotional_prize)
    yield from _left_out(terms, "", law.particulars)
    if terms.wager is not None and not terms.wager.amount:
        says = f"there is a {terms.wager.kind} wager, so say how much"
        yield Objection("wager.amount", says, law.wager_named)
    for place, prize in _prizes(terms):
        yield from _left_out(prize, f"{place}.", law.prize_particulars)
        yield from _left_out(prize, f"{place}.", _of_its_kind(prize, law))
        yield from _unmeasured(prize, place, law)
        if rules.options["contents_declared"]:
            yield from _undeclared(prize, place, law)


def _unmeasured(prize: Prize, place: str, law: PromotionLaw) -> Iterator[Objection]:
    """Liquor of which nobody says how much it is, so that nobody can say it is not too much."""
    for number, item in enumerate(prize.contents, 1):
        if item.content is Content.LIQUOR and not item.millilitres:
            field = f"{place}.contents[{number}].millilitres"
            yield Objection(field, "say how much liquor it is", law.most_liquor.clauses)


def _undeclared(prize: Prize, place: str, law: PromotionLaw) -> Iterator[Objection]:
    """A thing of which nobody says that it is none of those which no prize may be."""
    if isinstance(prize, Cash | SlotsDollars | CasinoDollars) or prize.nothing_barred:
        return
    says = "declare that nothing is in it which no prize may hold"
    if prize.nothing_barred is False:
        says = "a prize that holds something barred is none"
    yield Objection(f"{place}.nothing_barred", says, law.barred)


def _of_its_kind(prize: Prize, law: PromotionLaw) -> Mapping[str, Clauses]:
    """What is asked of a prize of this kind only."""
    match prize:
        case Machinery():
            return law.machinery
        case Vehicle():
            return law.vehicle
        case Travel():
            return law.travel
        case RealEstate():
            return law.real_estate
    return {}


def _left_out(
    part: Document, place: str, particulars: Mapping[str, Clauses]
) -> Iterator[Objection]:
    for field, clauses in particulars.items():
        if not _is_said(getattr(part, field)):
            yield Objection(f"{place}{field}", "missing", clauses)


def _is_said(value: object) -> bool:
    """Whether a field says something: no is an answer, a blank is none."""
    return bool(value.strip()) if isinstance(value, str) else value is False or bool(value)


def _at_odds(terms: Terms, law: PromotionLaw) -> Iterator[Objection]:
    """Particulars that are there and cannot all be kept."""
    starts, close, award = terms.starts, terms.entries_close, terms.award_at
    if starts and close and close <= starts:
        clauses = law.particulars["entries_close"]
        yield Objection("entries_close", "before the promotion starts", clauses)
    if close and award and award < close:
        yield Objection("award_at", "before entries close", law.particulars["award_at"])
    if terms.presence is False and terms.notification and not _reaches(terms, law):
        says = f"one of {', '.join(law.channels)}, since winners need not be at the draw"
        clauses = Clauses((*law.particulars["notification"], *law.winner_told.clauses))
        yield Objection("notification", says, clauses)


def _reaches(terms: Terms, law: PromotionLaw) -> bool:
    return any(channel in law.channels for channel in terms.notification)


def _prizes(terms: Terms) -> Iterator[tuple[str, Prize]]:
    """Each with its place as people count: `prizes[1]` is the first."""
    for number, prize in enumerate(terms.prizes, 1):
        yield f"prizes[{number}]", prize


def must_be_name(field: str, name: str, clauses: Clauses) -> None:
    """A name that can be told from another, and written on one line."""
    if not (0 < len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip()):
        raise Refused(
            f"{field}: {name[:40]!r} is not a name of 1 to {LONGEST_NAME} characters", clauses
        )


def must_be_said(field: str, words: str, clauses: Clauses) -> None:
    """Words where the rules want some."""
    if not words.strip():
        raise Refused(f"{field}: say something", clauses)
    if len(words) > LONGEST_WORDS:
        raise Refused(f"{field}: no more than {LONGEST_WORDS} characters", clauses)


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
        says = f"a scrutineer oversees the draw, for a prize is worth {money(terms.dearest)}"
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
            says = f"{which}: the winner may take {money(prize.cash_alternative)} in cash instead"
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
