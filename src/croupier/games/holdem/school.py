"""Exercises of Hold'em."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.acts import tag_of
from croupier.games.holdem.acts import misdeals, wagering
from croupier.games.holdem.asks_and_answers import TakeAndPay
from croupier.school.exercises import WRONG_HAND, Mistake
from croupier.school.game_exercises import SchoolPart
from croupier.table.acts.dealing import Deal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from random import Random

    from croupier.school.by_chance import DrawnRound
    from croupier.school.exercises import Exercise

MOST_DRAWN = 10
"""How many cards are drawn in a place where somebody's own exercise says that more were found."""


def _exposed_cards(played: DrawnRound, pause: int, chance: Random) -> Iterator[Exercise]:
    before, rest = played.until(pause), played.after(pause)
    whose, place = chance.choice([("communal", 1), ("communal", 4), ("dealer", 1)])
    words = f"communal card {place}" if whose == "communal" else "the dealer's first card"
    shown = {"do": tag_of(misdeals.CardShown), "whose": whose, "place": place}
    told = f"By mistake the dealer turns up {words}, and all have seen it."
    yield played.exercise(Mistake.EXPOSED_CARD, told, before, [shown], rest)
    yield played.exercise(Mistake.EXPOSED_CARD, told, before, [shown], [])


def _excess_cards(played: DrawnRound, pause: int, chance: Random) -> Iterator[Exercise]:
    box = chance.randint(1, len(played.players))
    counted = {"do": tag_of(misdeals.WrongCount), "whose": box, "cards": 3}
    yield played.exercise(
        Mistake.EXCESS_CARD,
        f"{played.players[box - 1]} finds three cards on box {box}.",
        played.until(pause),
        [counted],
        [],
    )


def _misplaced_cards(played: DrawnRound) -> Iterator[Exercise]:
    card, cards = played.cards[5], played.cards[:5]
    wrong = {"do": tag_of(Deal), "card": str(card), "laid_on": [2, 1]}
    misdeal = {"do": tag_of(misdeals.CallMisdeal), "reason": "dealt to the wrong box"}
    yield played.exercise(
        Mistake.MISPLACED_CARD,
        f"{WRONG_HAND.format(card.spoken)} In the supervisor's opinion it is a misdeal.",
        [{"deal": 5}, wrong],
        [misdeal],
        (),
        cards=cards,
    )


def _round_before(round_view: Any, act: Mapping[str, Any]) -> Any:
    """Return a round with the cards that an act says somebody counted.

    The record has only the cards that were dealt.
    """
    if act.get("do") != tag_of(misdeals.WrongCount):
        return round_view
    return _with_so_many(round_view, act["whose"], act["cards"])


def _with_so_many(round_view: Any, whose: int | str, many: int) -> Any:
    """Return a round with another number of cards in a place: one too many is face down."""

    def so_many(cards: Sequence[Any]) -> tuple[Any, ...]:
        lie = min(many, MOST_DRAWN)
        return (*cards, *[None] * lie)[:lie]

    if isinstance(whose, str):
        return msgspec.structs.replace(round_view, **{whose: so_many(getattr(round_view, whose))})
    boxes = tuple(
        msgspec.structs.replace(box, cards=so_many(box.cards)) if box.number == whose else box
        for box in round_view.boxes
    )
    return msgspec.structs.replace(round_view, boxes=boxes)


HOLDEM = SchoolPart(
    subjects=frozenset({"decisions", "misdeals", "shuffling device", "wagering"}),
    exposed_cards=_exposed_cards,
    excess_cards=_excess_cards,
    misplaced_cards=_misplaced_cards,
    returns_short_wager=wagering.ReturnShortWager,
    pays=TakeAndPay,
    round_before=_round_before,
)
