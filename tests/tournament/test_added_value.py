"""Cash that the operator adds is paid, to a place or to all; goods and services are not money."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tournament.books import gains
from tests.tournament.support import CHALLENGE, DEALER, HOLDEM, Held, playing

from croupier.tournament.acts.prizes import AwardPlaces
from croupier.tournament.acts.ties import PlayOffRound
from croupier.tournament.conditions import AddedForm, AddedValue
from croupier.tournament.facts import PlaceAwarded

EITHER = pytest.mark.parametrize("instrument", [HOLDEM, CHALLENGE])
ONE_ROUND: dict[str, Any] = {"sessions": [{"name": "final", "rounds": 1}]}


def played(instrument: str, chips: dict[str, float], added: list[dict[str, Any]]) -> Held:
    held = playing(instrument, "A B C", **ONE_ROUND, added_value=added)
    held.round(chips)
    held.end()
    return held


def goods(held: Held) -> dict[str, tuple[str, ...]]:
    awarded = (f for f in held.tournament.facts if isinstance(f, PlaceAwarded))
    return {fact.player: fact.goods for fact in awarded if fact.goods}


@EITHER
@pytest.mark.clause("uth:16.22", "nsw:19.3.1")
@pytest.mark.parametrize("form", [None, "goods", "services"])
def test_goods_without_a_place_are_not_money(instrument: str, form: str | None) -> None:
    """The pool is three fees of 100; the car goes to the first place."""
    car = {"what": "a car", "value": 30_000_00} | ({"form": form} if form else {})
    held = played(instrument, {"A": 900, "B": 800, "C": 700}, [car])
    assert held.tournament.pool.total == 300_00
    held.do(AwardPlaces())
    assert held.places() == {"A": (1, 150.0), "B": (2, 90.0), "C": (3, 60.0)}
    assert goods(held) == {"A": ("a car",)}
    assert gains(held) == {"A": 50, "B": -10, "C": -40, "cage": 0}


@EITHER
@pytest.mark.clause("uth:16.22", "nsw:19.3.1")
@pytest.mark.parametrize("added", [{"what": "cash"}, {"what": "a bonus", "form": "cash"}])
def test_cash_with_a_place_is_paid_to_it(instrument: str, added: dict[str, Any]) -> None:
    """The second has 30 % of 300, and 40 besides; the pool of 340 is paid in full."""
    bonus = {"value": 40_00, "place": 2} | added
    held = played(instrument, {"A": 900, "B": 800, "C": 700}, [bonus])
    held.do(AwardPlaces())
    assert held.places() == {"A": (1, 150.0), "B": (2, 130.0), "C": (3, 60.0)}
    assert goods(held) == {}
    assert gains(held) == {"A": 50, "B": 30, "C": -40, "cage": -40}


@pytest.mark.clause("uth:16.22", "uth:16.21(b)")
def test_uth_16_22_equals_share_the_cash_of_their_places() -> None:
    """B and C share 90 + 60 and the bonus of 40 for the second: 95 each."""
    bonus = {"what": "cash", "value": 40_00, "place": 2}
    held = played(HOLDEM, {"A": 900, "B": 800, "C": 800}, [bonus])
    held.do(AwardPlaces())
    assert held.places() == {"A": (1, 150.0), "B": (2, 95.0), "C": (2, 95.0)}


@pytest.mark.clause("nsw:19.10.3", "nsw:19.3.1")
def test_nsw_19_10_3_a_cash_bonus_alone_makes_a_tie_matter() -> None:
    changes: dict[str, Any] = {"prizes": [{"percent": ["34", "33", "33"]}]}
    bonus = {"what": "cash", "value": 40_00, "place": 2}
    held = playing(CHALLENGE, "A B C", **ONE_ROUND, **changes, added_value=[bonus])
    held.round({"A": 900, "B": 800, "C": 800})
    held.end()
    held.do(PlayOffRound(chips={"B": 700_00, "C": 900_00}), DEALER)
    held.do(AwardPlaces())
    assert held.places() == {"A": (1, 102.0), "C": (2, 139.0), "B": (3, 99.0)}


@pytest.mark.clause("uth:16.21(b)")
def test_uth_16_21_b_cash_for_a_place_that_nobody_took_is_divided_among_the_others() -> None:
    """340 in the proportion of 50, 30 and 20."""
    bonus = {"what": "cash", "value": 40_00, "place": 9}
    held = played(HOLDEM, {"A": 900, "B": 800, "C": 700}, [bonus])
    held.do(AwardPlaces())
    assert held.places() == {"A": (1, 170.0), "B": (2, 102.0), "C": (3, 68.0)}


def test_the_form_of_added_value_is_stated_or_follows_from_its_words() -> None:
    assert AddedValue(what="Cash from a sponsor", value=1).is_cash
    assert not AddedValue(what="cash", value=1, form=AddedForm.SERVICES).is_cash
    assert not AddedValue(what="a cashmere coat", value=1, place=1).is_cash
