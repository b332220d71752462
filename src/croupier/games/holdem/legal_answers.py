"""The answers that a round of Hold'em takes (rule 8): which there might be, and why not.

Each `why_not_…` is the only judge of its action: legal buttons, refusals and the round ask it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.holdem.asks_and_answers import (
    Betting,
    Check,
    Concede,
    Conceding,
    Fold,
    HandDue,
    NoAnswer,
    OverlookedPlay,
    PlayWager,
    TakeAndPay,
)
from croupier.games.holdem.facts import Ended, Stage
from croupier.games.holdem.rules import PlayBase
from croupier.money import money
from croupier.rulebook.citations import Clauses, Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.games.holdem.asks_and_answers import Answer, Decision
    from croupier.games.holdem.hands import Box
    from croupier.games.holdem.round import Round
    from croupier.games.holdem.rules import BettingLaw, HoldemRules


PLACED = PlayBase.PLACED


def play_amounts(rules: HoldemRules, law: BettingLaw, box: Box) -> dict[int, int]:
    """Every play wager that is taken now, to what stands of it.

    An ante over its limit counts up to the limit, and a play wager measured by the whole of it is
    taken too, with what is too much handed back; the right multiple of the lower one comes first.
    """
    multiples = law.multiples.value
    if rules.play_base is PLACED:
        amounts = {times * box.ante_placed: times * box.ante_placed for times in multiples}
    else:
        amounts = {times * box.ante: times * box.ante for times in multiples}
        for times in multiples:
            amounts.setdefault(times * box.ante_placed, times * box.ante)
    most = box.play_limits.maximum
    if most is not None:
        amounts = {placed: min(stands, most) for placed, stands in amounts.items()}
    return amounts


def offered_amounts(rules: HoldemRules, law: BettingLaw, box: Box) -> tuple[int, ...]:
    """The play wagers to offer: the right multiples, and nothing that would partly go back."""
    amounts = play_amounts(rules, law, box)
    return tuple(placed for placed, stands in amounts.items() if placed == stands)


def why_not_play(rules: HoldemRules, law: BettingLaw, box: Box, amount: int) -> Refused | None:
    if amount < 1:
        return Refused("a wager is made with chips", rules.law.chips_in_the_box)
    if amount not in play_amounts(rules, law, box):
        base = box.ante_placed if rules.play_base is PlayBase.PLACED else box.ante
        right = " or ".join(money(times * base) for times in law.multiples.value)
        return Refused(f"a play wager is {right} now, not {money(amount)}", law.multiples.clauses)
    return None


def why_not_overlooked(
    rules: HoldemRules, law: BettingLaw, box: Box, amount: int
) -> Refused | None:
    """Only a play wager against rule 8 can have been overlooked."""
    if amount < 1:
        return Refused("a wager is made with chips", rules.law.chips_in_the_box)
    if amount in play_amounts(rules, law, box):
        return Refused(f"{money(amount)} is a play wager like any", law.multiples.clauses)
    return None


def why_not_check(law: BettingLaw) -> Refused | None:
    if law.check is None:
        return Refused("on the river there is no third check, only fold or play", law.opens)
    return None


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
    if type(answer) is Check:
        return why_not_check(law)
    if type(answer) is PlayWager:
        return why_not_play(rules, law, box, answer.amount)
    if isinstance(answer, OverlookedPlay):
        return why_not_overlooked(rules, law, box, answer.amount)
    return None


def _has_played(round: Round, box: Box, answer: Decision) -> Refused:
    law = round.betting_law
    assert law is not None
    if isinstance(answer, NoAnswer):
        return Refused(f"box {box.number} owes no answer", round.law.no_answer)
    clauses = round.law.one_play_wager if box.played is round.stage else law.opens
    return Refused(f"box {box.number} has its play wager and no more to decide", clauses)


def candidates(round: Round, player: str | None, chips: int | None = None) -> Iterator[Answer]:
    """What a player might answer; with no name, what anybody might, and the dealer.

    Play wagers that cost more than the chips somebody has left are not among them.
    """
    due = round.due
    if isinstance(due, Betting):
        for box in round.owing:
            if player in (None, box.player):
                yield from choices(round, box, chips)
    elif isinstance(due, Conceding) and round.rules.offer_concession:
        for box in round.live:
            if player in (None, box.player):
                yield Concede(box=box.number)
    if player is None and isinstance(due, Conceding | HandDue):
        yield TakeAndPay()


def choices(round: Round, box: Box, chips: int | None = None) -> Iterator[Answer]:
    """The choices of a box that owes an answer, in the order of rule 8."""
    law = round.betting_law
    if law is None or not box.owes_an_answer(round.stage):
        return
    yield Fold(box=box.number)
    if law.check is not None:
        yield Check(box=box.number)
    for amount in offered_amounts(round.rules, law, box):
        if chips is None or amount <= chips:
            yield PlayWager(box=box.number, amount=amount)
