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
    from croupier.games.blackjack.views import BoxView, HandView, RoundView, StakeView
    from croupier.table.table import Table


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


def conceal(shown: RoundView, unsaid: Mapping[str, int]) -> RoundView:
    """The round without what these players have staked undisclosed, doubled or not."""
    boxes = tuple(_box_without(box, unsaid) for box in shown.boxes)
    return structs.replace(shown, boxes=boxes)


def _box_without(box: BoxView, unsaid: Mapping[str, int]) -> BoxView:
    return structs.replace(box, hands=tuple(_hand_without(hand, unsaid) for hand in box.hands))


def _hand_without(hand: HandView, unsaid: Mapping[str, int]) -> HandView:
    stakes = tuple(_stake_without(stake, unsaid) for stake in hand.stakes)
    return structs.replace(hand, stakes=stakes)


def _stake_without(stake: StakeView, unsaid: Mapping[str, int]) -> StakeView:
    if stake.player not in unsaid:
        return stake
    return structs.replace(stake, stake=stake.stake - unsaid[stake.player], double=0)
