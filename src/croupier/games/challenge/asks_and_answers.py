"""What a round of Blackjack Challenge is told besides the decisions about its hands."""

from __future__ import annotations

from croupier.aggregate.acts import Command


class ElectRefund(Command, frozen=True, tag="elect-refund"):
    """A player takes wagers back because the device failed, or leaves them in the round."""

    player: str
    takes: bool
    box: int | None = None
    """The box it is about, where each is asked about by itself."""
