"""Whether an answer is what the round is waiting for: the one check behind every decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.holdem import actions
from croupier.games.holdem.asks import (
    Check,
    Concede,
    Conceding,
    HandDue,
    NoAnswer,
    OverlookedPlay,
    PlayWager,
    TakeAndPay,
)
from croupier.games.holdem.facts import Ended, Stage
from croupier.rulebook.citing import Clauses, Refused

if TYPE_CHECKING:
    from croupier.games.holdem.asks import Answer, Decision
    from croupier.games.holdem.hands import Box
    from croupier.games.holdem.round import Round


def why_not(round: Round, answer: Answer) -> Refused | None:
    """Why the round does not take this answer now; nothing is changed by asking."""
    law = round.law
    if isinstance(answer, TakeAndPay):
        if isinstance(round.due, (Conceding, HandDue)):
            return None
        return Refused("there is no hand to take and pay now", law.settlement)
    box = round.find(answer.box)
    if box is None:
        return Refused(
            f"box {answer.box} has no hand in this round", round.rules.deal_law.first_card
        )
    if box.ended is not None:
        return _done(round, box, box.ended)
    if isinstance(answer, Concede):
        return _concession(round)
    return _decision(round, box, answer)


def _done(round: Round, box: Box, ended: Ended) -> Refused:
    law = round.law
    why: dict[Ended, tuple[str, Clauses]] = {
        Ended.FOLDED: ("has folded, and its cards cannot come back", law.folded),
        Ended.CONCEDED: ("has conceded", law.concede),
        Ended.VOID: ("is void in this round", law.void),
        Ended.SETTLED: ("is settled", law.settlement),
    }
    reason, clauses = why[ended]
    return Refused(f"box {box.number} {reason}", clauses)


def _concession(round: Round) -> Refused | None:
    law = round.law
    if isinstance(round.due, Conceding):
        return None
    if round.stage is Stage.SETTLEMENT:
        return Refused(
            "the dealer has begun to take and pay", Clauses((*law.concede, *law.settlement))
        )
    return Refused("a hand is conceded once the dealer's hand is declared", law.concede)


def _decision(round: Round, box: Box, answer: Decision) -> Refused | None:
    rules, law = round.rules, round.betting_law
    if law is None:
        if round.stage is Stage.DEAL:
            opens = round.law.before_the_flop.opens
            return Refused("players decide when all cards are dealt", opens)
        return Refused("betting is over; a hand may only be conceded", round.law.concede)
    if box.played is not None:
        return _has_played(round, box, answer)
    if box.checked is round.stage:
        before = round.stage is Stage.BEFORE_THE_FLOP
        clauses = round.law.flop if before else round.law.turn_and_river
        return Refused(f"box {box.number} has checked, and others are to answer", clauses)
    if isinstance(answer, Check):
        return actions.why_not_check(law)
    if isinstance(answer, PlayWager):
        return actions.why_not_play(rules, law, box, answer.amount)
    if isinstance(answer, OverlookedPlay):
        return actions.why_not_overlooked(rules, law, box, answer.amount)
    return None


def _has_played(round: Round, box: Box, answer: Decision) -> Refused:
    law = round.betting_law
    assert law is not None
    if isinstance(answer, NoAnswer):
        return Refused(f"box {box.number} owes no answer", round.law.no_answer)
    clauses = round.law.one_play_wager if box.played is round.stage else law.opens
    return Refused(f"box {box.number} has its play wager and no more to decide", clauses)
