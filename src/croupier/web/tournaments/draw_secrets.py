"""The secrets of draws: made by the house, kept in its safe, and told with the draw they decide."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from croupier.casino.record_names import TOURNAMENTS
from croupier.commitment import SECRET_BYTES
from croupier.tournament import ballot
from croupier.tournament.acts.seating import CommitBallot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.web.http.store_safe import Safe


async def commitment(safe: Safe, tournament: str) -> CommitBallot:
    """Commit to a new secret, which lies in the safe before anybody hears of it."""
    secret = secrets.token_bytes(SECRET_BYTES)
    committed = ballot.commit(secret)
    await safe.put({_place(tournament, committed): secret})
    return CommitBallot(commitments=(committed,))


async def next_secret(safe: Safe, tournament: str, commitments: Sequence[str]) -> str:
    """The secret of the next draw, or nothing if somebody else keeps it."""
    if not commitments:
        return ""
    secret = await safe.get(_place(tournament, commitments[0]))
    return "" if secret is None else secret.hex()


def _place(tournament: str, committed: str) -> str:
    return f"{TOURNAMENTS}{tournament}/ballots/{committed}"
