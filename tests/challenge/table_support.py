"""Live tables of Blackjack Challenge written as cases; see `tests/table_support.py`."""

from __future__ import annotations

from typing import Any

from tests.table_support import DEALER, SUPERVISOR, At

from croupier.aggregate.roles import Person, Role
from croupier.games.challenge.acts.notices import GiveNotice
from croupier.games.challenge.acts.opening import DIAGRAMS, OpenChallenge
from croupier.games.challenge.acts.player_restrictions import RestrictToOneBox
from croupier.table.acts.burn_and_reveal import Burn

NSW = "nsw-blackjack-challenge"
GAMING_MANAGER = Person("gil", Role.GAMING_MANAGER)
ASSISTANT_MANAGER = Person("ann", Role.ASSISTANT_MANAGER)


def conventions(**options: Any) -> dict[str, Any]:
    """A table from 10 to 500 with six decks, with these options instead of its own."""
    side_bets = options.get("side_bets", [])
    chosen: dict[str, Any] = {
        "decks": 6,
        "limits": {"main": [10_00, 500_00], **{wager: [5_00, 100_00] for wager in side_bets}},
        "smallest_chip": 2_50,
    }
    return chosen | options


class ChallengeAt(At):
    """One table of Blackjack Challenge and what people do at it."""

    conventions = staticmethod(conventions)

    def papers(self, **changes: Any) -> OpenChallenge:
        side_bets = self.table.options["side_bets"]
        drawn = [name for name, places in DIAGRAMS.items() if set(places) & set(side_bets)]
        complete: dict[str, Any] = {
            "diagram": " and ".join(drawn) or "A",
            "inscriptions": ("blackjack pays 2 to 1", "dealer stands on 17 and draws to 16"),
            "equipment": ("shuffling device or card shoe", "discard rack", "float tray"),
            "drop_box": True,
            "float": 1_000_000_00,
        }
        return OpenChallenge(**complete | changes)

    def load(self, *, at: int | None = None, from_back: int | None = None) -> None:
        super().load(at=at, from_back=from_back)
        self.do(Burn(), DEALER)


def open_table(
    players: str = "P Q R",
    *,
    boxes: int = 7,
    loaded: bool = True,
    chips: float = 10_000,
    **options: Any,
) -> ChallengeAt:
    """An open table with checked cards in the shoe; the players stand at it with chips."""
    return ChallengeAt(NSW, boxes=boxes, **options).opened(players, loaded=loaded, chips=chips)


def one_box(at: ChallengeAt, name: str) -> None:
    """A player is held to one box from now on."""
    at.do(GiveNotice(to="inspector", of="one-box", player=name), SUPERVISOR)
    at.do(RestrictToOneBox(player=name, reason="pattern of play"), GAMING_MANAGER)


def table_of_25(players: str = "P Q R", **options: Any) -> ChallengeAt:
    """One from 25 to 500."""
    return open_table(players, limits={"main": [25_00, 500_00]}, **options)
