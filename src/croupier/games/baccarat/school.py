"""Exercises of baccarat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import tag_of
from croupier.games.baccarat.acts import dealing, wagering
from croupier.school.exercises import DEAL_ON, Mistake
from croupier.school.game_exercises import SchoolPart

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from croupier.school.by_chance import DrawnRound
    from croupier.school.exercises import Exercise


def _exposed_cards(played: DrawnRound, pause: int, chance: Random) -> Iterator[Exercise]:
    """Yield a round dealt face down in which a card turns over, wherever the round pauses."""
    hand, place = chance.choice(["player", "banker"]), chance.randint(1, 2)
    yield played.exercise(
        Mistake.EXPOSED_CARD,
        f"The hands are dealt face down. By accident card {place} of the {hand}'s hand "
        "turns over, for all to see.",
        [{"deal": 4}],
        [{"do": tag_of(dealing.CardExposed), "hand": hand, "place": place}],
        [DEAL_ON],
        options={"dealing": "face_down"},
    )


BACCARAT = SchoolPart(
    subjects=frozenset({"card checks", "irregularities", "wagering"}),
    exposed_cards=_exposed_cards,
    returns_short_wager=wagering.ReturnShortWager,
)
