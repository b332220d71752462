"""The chips of a tray fit the sign, and the one that is chosen at first is a wager."""

from __future__ import annotations

import pytest

from croupier.casino.demo import TABLES
from croupier.table.views import LimitsView, SignView
from croupier.web.felt.chips import allows, tray

MAINS = {
    "blackjack-2018": {"main"}, "blackjack-2006": {"main"}, "challenge": {"main"},
    "baccarat": {"player", "banker"}, "holdem": {"ante"},
}  # fmt: skip


def sign_of(table: str) -> SignView:
    _, options = TABLES[table]
    limits = tuple(
        LimitsView(wager, least, most, options["multiples"].get(wager, 1))
        for wager, (least, most) in options["limits"].items()
    )
    return SignView(limits, (), (), 8, "shoe", (), "", None)


@pytest.mark.parametrize("table", TABLES)
def test_the_chosen_chip_is_a_wager_on_every_main_spot_of_the_demonstration(table: str) -> None:
    sign = sign_of(table)
    chosen = tray(sign, MAINS[table]).chosen
    assert all(allows(each, chosen) for each in sign.limits if each.wager in MAINS[table])


def test_an_amount_is_allowed_between_the_limits_and_in_steps() -> None:
    limits = LimitsView(wager="banker", minimum=10_00, maximum=100_00, multiple=10_00)
    assert [allows(limits, each) for each in (5_00, 10_00, 25_00, 100_00, 110_00)] == [
        False, True, False, True, False,
    ]  # fmt: skip
