"""Rule 1: the table and its layout, with what the layout says of a soft 17."""

from __future__ import annotations

import pytest
from tests.act_blackjack.table_support import moment, stays_shut
from tests.table_support import ACT_2006, ACT_2018, APPROVAL, At, open_table

from croupier.game_rules import rules_for
from croupier.games.blackjack.facts import DealerEnded
from croupier.rulebook.options import OptionError
from croupier.table.acts.opening import Approval
from croupier.table.facts import Opened


@pytest.mark.clause("1.1", "A:Approved")
@pytest.mark.parametrize(
    "layout",
    [
        pytest.param(None, id="none"),
        pytest.param(Approval("", "2019-05-01"), id="a bare yes"),
        pytest.param(Approval("CR 7", ""), id="no date"),
        pytest.param(Approval("CR 7", "1 May 2019"), id="not a date"),
    ],
)
def test_1_1_a_layout_without_a_written_approval_is_not_used(
    instrument: str, layout: Approval | None
) -> None:
    assert stays_shut(At(instrument), layout=layout).clauses == ("1.1", "A:Approved")


@pytest.mark.clause("1.1")
def test_1_1_it_is_approved_before_it_is_used(instrument: str) -> None:
    at = At(instrument, at=moment("2027-01-15 23:59"))
    tomorrow = Approval("CR 9", "2027-01-16")
    assert stays_shut(at, layout=tomorrow).clauses == ("1.1", "A:Approved")
    at.now = moment("2027-01-16 00:00")
    at.open(layout=tomorrow)
    assert at.last(Opened).layout == "CR 9 of 2027-01-16"


@pytest.mark.clause("1.1")
def test_1_1_nobody_bets_at_a_table_that_has_not_opened(instrument: str) -> None:
    at = At(instrument)
    at.arrive("P")
    assert at.no_bet("P", 1, 10).clauses == ("1.1",)
    at.open()
    at.bet("P", 1, 10)


@pytest.mark.clause("1.1")
def test_1_1_a_table_that_is_open_is_not_opened_on_another_layout(instrument: str) -> None:
    at = open_table(instrument)
    assert stays_shut(at, layout=Approval("CR 9", "2019-05-02")).clauses == ("1.1",)


# --- 12.1 of 2018: the inscription


@pytest.mark.clause("18:12.1")
@pytest.mark.parametrize(
    ("plays", "inscribed"), [("stand", None), ("stand", "hit"), ("hit", None), ("hit", "stand")]
)
def test_18_12_1_the_table_plays_what_is_inscribed_on_its_layout(
    plays: str, inscribed: str | None
) -> None:
    """No layout is silent about it, and no shift decides otherwise."""
    at = At(ACT_2018, soft_17=plays)
    assert stays_shut(at, inscription=inscribed).clauses == ("12.1",)
    at.open(inscription=plays)


@pytest.mark.clause("18:12.1", "18:12.1(a)", "18:12.1(b)")
def test_18_12_1_one_layout_is_for_tables_that_draw_and_one_for_those_that_stand() -> None:
    for plays, limb, cards in [("stand", "12.1(a)", "6C"), ("hit", "12.1(b)", "6C 4C")]:
        at = At(ACT_2018, soft_17=plays)
        other = "stand" if plays == "hit" else "hit"
        assert stays_shut(at, inscription=other).clauses == ("12.1",)
        at = open_table(ACT_2018, soft_17=plays)
        at.bet("P", 1, 20)
        at.deal("10S AD 8H")
        at.move_on()
        at.stand(1)
        at.deal(cards)
        assert at.last(DealerEnded).clauses == ("12.1", limb)


@pytest.mark.clause("18:12.1")
@pytest.mark.parametrize(("inscribed", "result"), [("stand", 20), ("hit", -20)])
def test_18_12_1_and_the_dealer_draws_by_it(inscribed: str, result: int) -> None:
    """The table of W18: 18 against ace and six, with a four to follow."""
    at = open_table(ACT_2018, soft_17=inscribed)
    at.bet("P", 1, 20)
    at.deal("10S AD 8H")
    at.move_on()
    at.stand(1)
    at.deal("6C" if inscribed == "stand" else "6C 4C")
    assert at.settle() == {"P": result}


def test_06_12_1_leaves_nothing_to_an_inscription() -> None:
    """In 2006 a soft 17 stands whatever anybody wrote on a layout."""
    with pytest.raises(OptionError, match=r"soft_17.*12\.1"):
        rules_for(ACT_2006, {"soft_17": "hit"})
    at = At(ACT_2006)
    at.open(inscription=None)
    assert at.last(Opened).layout == str(APPROVAL)
