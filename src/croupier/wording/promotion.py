"""What a promotion states, in plain words, one sentence each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.money import money
from croupier.promotion import facts
from croupier.promotion.terms import as_written
from croupier.wording.draws import DRAW_WORDS
from croupier.wording.teller import names, noted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.promotion.money import Payment
    from croupier.promotion.terms import Terms
    from croupier.wording.teller import Audience, Words


def payments_in_words(payments: Iterable[Payment]) -> str:
    """`5,000 in cash and 8,000 by transfer`."""
    return names([f"{money(each.amount)} {_WAYS[each.method]}" for each in payments])


_WAYS = {"cash": "in cash", "crossed-cheque": "by crossed cheque", "transfer": "by transfer"}


def _prizes(terms: Terms) -> str:
    number = sum(prize.quantity for prize in terms.prizes)
    return f"{terms.name}, {number} {'prize' if number == 1 else 'prizes'}"


def _amended(fact: facts.Amended, _: Audience) -> str:
    approved = f", approved under {fact.approval}" if fact.approval is not None else ""
    return f"the terms are changed: {_prizes(fact.terms)}{approved}"


def _sent(fact: facts.TermsSent, _: Audience) -> str:
    time = "its time begins" if fact.time_begins else "its time goes on"
    return f"the Authority has the terms, {noted(fact.digest)}, and {time}"


def _entered(fact: facts.Entered, _: Audience) -> str:
    tickets = f"ticket {fact.first}"
    if fact.last > fact.first:
        tickets = f"tickets {fact.first} to {fact.last}"
    wagered = f", {money(fact.wagered)} wagered" if fact.wagered else ""
    return f"{fact.player} has {tickets}: {fact.ground}{wagered}"


def _won(fact: facts.Won, _: Audience) -> str:
    how = f"with ticket {fact.ticket}" if fact.ticket is not None else f"by chance: {fact.chance}"
    return f"{fact.player} has won prize {fact.prize} {how}"


def _told(fact: facts.WinnerTold, _: Audience) -> str:
    reached = "and was reached" if fact.reached else "and was not reached"
    counts = "" if fact.counts else "; it does not count"
    return f"the winner of win {fact.win} was told by {fact.channel}, {reached}{counts}"


def _awarded(fact: facts.Awarded, _: Audience) -> str:
    paid = f": {payments_in_words(fact.payments)}" if fact.payments else ""
    return f"{fact.player} has the prize of claim {fact.claim}{paid}"


def _validated(fact: facts.Validated, _: Audience) -> str:
    times = {"entries close": fact.entries_close, "the draw is": fact.award_at}
    moved = "".join(f"; {what} {as_written(at)}" for what, at in times.items() if at is not None)
    return f"it can be trusted again and goes on: {fact.how}{moved}"


WORDS: Words = {
    **DRAW_WORDS,
    facts.Offered: lambda f, _: f"terms are drawn up: {_prizes(f.terms)}",
    facts.TermsPublished: lambda f, _: (
        f"the terms can be had: {', '.join(f.where)}; "
        f"advertising refers to them: {', '.join(f.marketing)}"
    ),
    facts.TermsSent: _sent,
    facts.Started: lambda f, _: "the promotion has started",
    facts.Amended: _amended,
    facts.Entered: _entered,
    facts.ScrutineerNominated: lambda f, _: f"{f.person} is to oversee the draw",
    facts.Attended: lambda f, _: f"{f.player} is at the draw",
    facts.DrawCommitted: lambda f, _: (
        f"the draw of {f.tickets} tickets is committed to by {f.by}: {f.commitment}"
    ),
    facts.DrawWitnessed: lambda f, _: f"{f.by} adds the word {f.word}",
    facts.Drawn: lambda f, _: f"the secret of the draw is told: {f.secret}",
    facts.Won: _won,
    facts.WinnerTold: _told,
    facts.ResultsPublished: lambda f, _: f"the results are published: {f.where}",
    facts.Claimed: lambda f, _: f"{f.player} claims prize {f.prize}, as claim {f.claim}",
    facts.CashChosen: lambda f, _: f"claim {f.claim}: {money(f.amount)} in cash instead",
    facts.PaymentChosen: lambda f, _: f"claim {f.claim}: {payments_in_words(f.payments)}",
    facts.Awarded: _awarded,
    facts.ClaimRefused: lambda f, _: f"claim {f.claim} is refused: {'; '.join(f.reasons)}",
    facts.DenialRegistered: lambda f, _: (
        f"in the register of denied claims: {f.name}, {f.address}, {f.prize}, {money(f.value)}"
    ),
    facts.Postponed: lambda f, _: f"the {f.what} is postponed: {f.reason}",
    facts.Validated: _validated,
    facts.DrawCancelled: lambda f, _: f"the draw is cancelled: {f.reason}",
    facts.DisputeRaised: lambda f, _: f"dispute {f.number}, by {f.player}: {f.about}",
    facts.DisputeDecided: lambda f, _: f"dispute {f.number} is decided: {f.decision}",
}
