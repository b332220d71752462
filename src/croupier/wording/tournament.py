"""What a tournament states, in plain words, one sentence each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.money import dollars, money
from croupier.tournament import facts
from croupier.wording.draws import DRAW_WORDS
from croupier.wording.teller import moment, names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.wording.teller import Audience, Words


def _step(fact: facts.StepTaken, _: Audience) -> str:
    to = f" to {fact.to}" if fact.to else ""
    return f"the conditions are {fact.step}{to}: {fact.document}"


def _term(fact: facts.TermRuled, _: Audience) -> str:
    winner = "the conditions" if fact.conditions_prevail else "the rules"
    return f"{fact.term.replace('_', ' ')} {fact.value}: {winner} prevail"


def _start_moved(fact: facts.StartMoved, _: Audience) -> str:
    return f"session {fact.session} starts at {moment(fact.starts)} UTC: {fact.notice}"


def _issued(fact: facts.ChipsIssued, _: Audience) -> str:
    way = "gets" if fact.amount > 0 else "hands back"
    return f"{fact.player} {way} {dollars(abs(fact.amount))} in tournament chips: {fact.why}"


def _round(fact: facts.RoundRecorded, _: Audience) -> str:
    return f"{fact.table}, round {fact.round}: {_each(fact.chips)}"


def _other_game(fact: facts.OtherGamePlayed, _: Audience) -> str:
    scores = ", ".join(f"{name} {score}" for name, score in fact.scores.items())
    return f"session {fact.session} of {fact.game}: {scores}"


def _each(chips: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {dollars(amount)}" for name, amount in chips.items())


def _limits(fact: facts.LimitsChanged, _: Audience) -> str:
    limits = (f"{w} {dollars(low)} to {dollars(most)}" for w, (low, most) in fact.limits.items())
    return f"the limits are {', '.join(limits)}"


def _eliminated(fact: facts.Eliminated, _: Audience) -> str:
    left = f" with {dollars(fact.residual)} left" if fact.residual else ""
    return f"{fact.player} is out in session {fact.session}{left}"


def _returned(fact: facts.ChipsReturned, _: Audience) -> str:
    missing = ", ".join(f"{number} of {chip}" for chip, number in fact.missing.items())
    return f"the chips of {fact.table} are back" + (f", but for {missing}" if missing else "")


def _tie(fact: facts.TieFound, _: Audience) -> str:
    places = "a place" if fact.places == 1 else f"{fact.places} places"
    return f"{names(fact.players)} are equal for {places}: {fact.how}"


def _tie_decided(fact: facts.TieDecided, _: Audience) -> str:
    order = "; then ".join(names(equal) for equal in fact.order)
    cards = ", ".join(f"{name} draws {card.spoken}" for name, card in fact.cards.items())
    return f"{cards}: {order}" if cards else order


def _place(fact: facts.PlaceAwarded, _: Audience) -> str:
    shared = f", shared by {fact.shared_by}" if fact.shared_by > 1 else ""
    prize = f", {money(fact.prize)}" if fact.prize else ""
    goods = f" and {', '.join(fact.goods)}" if fact.goods else ""
    where = f" of session {fact.session}" if fact.session is not None else ""
    return f"{fact.player} has place {fact.place}{where}{shared}{prize}{goods}"


def _dispute(fact: facts.Disputed, _: Audience) -> str:
    by = f" by {fact.player}" if fact.player else ""
    return f"{'settled' if fact.settled else 'in dispute'}{by}: {fact.text}"


WORDS: Words = {
    **DRAW_WORDS,
    facts.StepTaken: _step,
    facts.DirectorNominated: lambda f, _: f"{f.person} is nominated as director",
    facts.TermRuled: _term,
    facts.EntriesOpened: lambda f, _: "entries are taken from now on",
    facts.EntriesClosed: lambda f, _: f"no more entries are taken: {f.entries} players",
    facts.Entered: lambda f, _: f"{f.player} has entered as number {f.number}",
    facts.Reserved: lambda f, _: f"{f.player} is a reserve",
    facts.MoneyPaid: lambda f, _: f"{f.player} pays {money(f.amount)}: {f.what}",
    facts.ChipsCashed: lambda f, _: f"{f.player} is paid {money(f.amount)} for chips",
    facts.MoneyRefunded: lambda f, _: f"{f.player} gets {money(f.amount)} back: {f.what}",
    facts.Withdrawn: lambda f, _: f"{f.player} withdraws",
    facts.Substituted: lambda f, _: f"{f.player} plays on in the place of {f.instead_of}",
    facts.BallotCommitted: lambda f, _: f"a draw to come is committed to: {f.commitment}",
    facts.BallotDrawn: lambda f, _: (
        f"the draw for {f.purpose} is made with the secret {f.secret}"
        f"{f', seeded by {names(f.seeded_by)}' if f.seeded_by else ''}"
        f"{', committed to when the names were known' if f.late else ''}"
    ),
    facts.SeatAllocated: lambda f, _: f"{f.player} has box {f.box} at {f.table}",
    facts.SeatTaken: lambda f, _: f"{f.player} sits down",
    facts.PositionForfeited: lambda f, _: f"{f.player} was not there in time and has lost the seat",
    facts.StartMoved: _start_moved,
    facts.SessionStarted: lambda f, _: f"session {f.session} begins with {f.players} players",
    facts.ChipsIssued: _issued,
    facts.RoundRecorded: _round,
    facts.OtherGamePlayed: _other_game,
    facts.Reinstated: lambda f, _: f"{f.player} is back in: {f.reason}",
    facts.LimitsChanged: _limits,
    facts.MayBuyBack: lambda f, _: f"{f.player} is out unless they buy back",
    facts.Eliminated: _eliminated,
    facts.Disqualified: lambda f, _: f"{f.player} is disqualified: {f.ground}",
    facts.TableBroken: lambda f, _: f"{f.table} is broken",
    facts.TableConcluded: lambda f, _: f"play at {f.table} ends before its time",
    facts.ChipsCounted: lambda f, _: f"the chips at {f.table} are counted: {_each(f.chips)}",
    facts.ChipsReturned: _returned,
    facts.SessionEnded: lambda f, _: f"session {f.session} is over",
    facts.TieFound: _tie,
    facts.TieDecided: _tie_decided,
    facts.Advanced: lambda f, _: f"{f.player} goes on to session {f.session}",
    facts.PointsAwarded: lambda f, _: f"{f.player} gets {f.points} points for session {f.session}",
    facts.PlaceAwarded: _place,
    facts.Disputed: _dispute,
    facts.Cancelled: lambda f, _: f"the tournament is called off: {f.reason}",
    facts.Finished: lambda f, _: (
        f"the tournament is over: all of the pool, {money(f.pool)}, is paid"
    ),
}
