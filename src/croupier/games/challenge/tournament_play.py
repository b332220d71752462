"""Rule 19.2 and 19.9.3: what a tournament changes of a round of Blackjack Challenge."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec import structs

from croupier.table.tournament import marker_box, play_at
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.games.blackjack.views import BoxView, HandView, RoundView, SideView, StakeView
    from croupier.table.table import Table
    from croupier.table.tournament import Hidden


def tournament_rules(table: Table, rules: BlackjackRules) -> BlackjackRules:
    """Doubles are whole minimums, a void round leaves nothing paid, and the marker may begin."""
    play, law = play_at(table), table.law.tournament
    in_units = play.readings.double_in_units
    return replace(
        rules,
        double_multiple=table.sign.of(MAIN).minimum if in_units else rules.double_multiple,
        double_units=law.made_good if in_units else None,
        void_claws_back=law.void_claws_back,
        first_box=marker_box(table) if play.readings.deal_from_marker else 1,
    )


def conceal(shown: RoundView, unsaid: Mapping[str, Hidden]) -> RoundView:
    """The round without what these players have staked undisclosed, doubled or not."""
    boxes = tuple(_box_without(box, unsaid) for box in shown.boxes)
    return structs.replace(shown, boxes=boxes)


def _box_without(box: BoxView, unsaid: Mapping[str, Hidden]) -> BoxView:
    hands = tuple(_hand_without(hand, unsaid) for hand in box.hands)
    sides = tuple(open for side in box.sides if (open := _side_without(side, unsaid)) is not None)
    return structs.replace(box, hands=hands, sides=sides)


def _hand_without(hand: HandView, unsaid: Mapping[str, Hidden]) -> HandView:
    stakes = tuple(_stake_without(stake, unsaid) for stake in hand.stakes)
    return structs.replace(hand, stakes=stakes)


def _stake_without(stake: StakeView, unsaid: Mapping[str, Hidden]) -> StakeView:
    """Nor is a double told: it is shown of nobody, whatever their form is for."""
    hidden = unsaid.get(stake.player)
    if hidden is None:
        return stake
    unseen = hidden.staked if hidden.wager == MAIN else 0
    return structs.replace(stake, stake=stake.stake - unseen, double=0)


def _side_without(side: SideView, unsaid: Mapping[str, Hidden]) -> SideView | None:
    """A side bet as far as it lies there for everybody to see."""
    hidden = unsaid.get(side.player)
    if hidden is None or hidden.wager != side.wager:
        return side
    amount = side.amount - hidden.staked
    return structs.replace(side, amount=amount) if amount else None
