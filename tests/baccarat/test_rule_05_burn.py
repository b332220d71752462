"""Rule 5: how many cards are burnt, and how deep the cutting card may lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.baccarat.cases import rules

from croupier.cards import Card
from croupier.games.baccarat.hands import points, to_burn
from croupier.rulebook.options import OptionError

if TYPE_CHECKING:
    from tests.conftest import Witness

LAW = rules().law


@pytest.mark.clause("bac:5.6")
@pytest.mark.parametrize(("card", "more"), [("AS", 1), ("2H", 2), ("7D", 7), ("9C", 9)])
def test_5_6_as_many_are_burnt_as_the_card_shown_counts(
    card: str, more: int, witness: Witness
) -> None:
    burn = to_burn(LAW, Card(card))
    assert (burn.value, burn.clauses) == (more, ("5.6",))
    assert points(Card(card)) == more
    witness.others.update(burn.clauses)


@pytest.mark.clause("bac:5.6", "bac:5.7")
@pytest.mark.parametrize("card", ["10S", "JH", "QD", "KC"])
def test_5_7_tens_and_court_cards_burn_ten_though_they_count_nothing(
    card: str, witness: Witness
) -> None:
    burn = to_burn(LAW, Card(card))
    assert (burn.value, burn.clauses) == (10, ("5.6", "5.7"))
    assert points(Card(card)) == 0
    witness.others.update(burn.clauses)


@pytest.mark.parametrize(("depth", "taken"), [(11, False), (12, True), (200, True)])
def test_5_4_twelve_cards_lie_behind_the_cutting_card(depth: int, taken: bool) -> None:
    if taken:
        assert rules(cutting_card_depth=depth).options["cutting_card_depth"] == depth
    else:
        with pytest.raises(OptionError, match=r"5\.4"):
            rules(cutting_card_depth=depth)
