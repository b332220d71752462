"""Hold'em in a player's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from croupier.cli.play_screen.wording import spoken
from croupier.games.holdem.ranking import describe
from croupier.money import dollars

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.cards import Card
    from croupier.cli.play_screen.scene import TableScene
    from croupier.games.holdem.views import BoxView, RoundView
    from croupier.table.facts import Settled


def round_of(scene: TableScene) -> RoundView | None:
    return cast("RoundView | None", scene.round)


def mine(scene: TableScene) -> BoxView | None:
    round = round_of(scene)
    return round.boxes[0] if round else None


def seen(cards: Sequence[Card | None]) -> list[Card]:
    return [card for card in cards if card is not None]


def best(scene: TableScene) -> str:
    """What the player's own cards and those in the middle come to, of what can be seen."""
    round, box = round_of(scene), mine(scene)
    if round is None or box is None:
        return ""
    if box.words is not None:
        return box.words
    cards = [*seen(box.cards), *seen(round.communal)]
    return describe(cards) if len(seen(box.cards)) == 2 and len(cards) >= 5 else ""


def question(scene: TableScene) -> str:
    """Where the round stands, and what the player holds."""
    round, box = round_of(scene), mine(scene)
    if round is None or box is None:
        return ""
    if round.due is not None and round.due.what == "concessions":
        return f"The dealer has {round.dealers_hand}; you have {best(scene)}"
    held = " and ".join(f"the {card.spoken}" for card in seen(box.cards))
    return f"{round.stage.capitalize()}, you have {best(scene) or held}"


def where(scene: TableScene, settled: Settled) -> str:
    """The wager; play and trips say on which hand."""
    box = mine(scene)
    words = f", {box.words}" if box and box.words and settled.wager in ("ante", "trips") else ""
    return f"{settled.wager.capitalize()}{words}"


def lying(scene: TableScene) -> Iterator[str]:
    """The middle, the dealer and the player, as far as the player sees them."""
    round, box = round_of(scene), mine(scene)
    if round is None or box is None:
        return
    yield f"In the middle: {spoken(round.communal)}"
    yield f"Dealer: {spoken(round.dealer)}{_words(round.dealers_hand)}"
    yield f"You: {spoken(box.cards)}{_words(best(scene))}"
    yield ", ".join(f"{stake.wager} {dollars(stake.amount)}" for stake in box.stakes)


def _words(words: str | None) -> str:
    return f"; {words}" if words else ""
