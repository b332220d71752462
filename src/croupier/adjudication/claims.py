"""What a table is said to have paid, held against what the rules give."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.adjudication.answer import ClaimAnswer
from croupier.rulebook.citations import Clauses

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.adjudication.answer import RoundAnswer, Settlement
    from croupier.adjudication.round_file import Claim


_ANY = (None, msgspec.UNSET)
"""A box or a hand that a claim does not name."""


def judged(
    claims: Iterable[Claim], rounds: Mapping[str, RoundAnswer], last: str | None
) -> tuple[ClaimAnswer, ...]:
    """The verdict on each claim; one that names no round is about the last."""
    return tuple(_judged(claim, rounds, last) for claim in claims)


def _judged(claim: Claim, rounds: Mapping[str, RoundAnswer], last: str | None) -> ClaimAnswer:
    number = last if claim.round is msgspec.UNSET else str(claim.round)
    round = rounds.get(number) if number is not None else None
    found = [each for each in round.settlements if is_meant(claim, each)] if round else []
    right = sum(each.net for each in found) if found else None
    clauses = dict.fromkeys(clause for each in found for clause in each.clauses)
    return ClaimAnswer(
        player=claim.player, box=claim.box, hand=claim.hand, wager=claim.wager, on=claim.on,
        round=claim.round, net=claim.net, right=right, agrees=right == claim.net,
        clauses=Clauses(tuple(clauses)),
    )  # fmt: skip


def is_meant(claim: Claim | ClaimAnswer, settlement: Settlement) -> bool:
    """What a claim leaves out may be anything; where there are no boxes its box is not asked."""
    return (
        claim.player == settlement.player
        and claim.wager == settlement.wager
        and (claim.box in _ANY or settlement.box in (None, claim.box))
        and (claim.hand in _ANY or claim.hand == settlement.hand)
        and (claim.on is msgspec.UNSET or claim.on == settlement.on)
    )
