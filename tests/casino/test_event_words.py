"""Significant events as people read them: amounts with their sign, wagers and offices in words."""

from __future__ import annotations

import pytest
from tests.casino.test_significant_events import of
from tests.table_support import SUPERVISOR, open_table

from croupier.casino.event_words import in_words
from croupier.casino.significant_events import EventDetails, EventKind
from croupier.table.acts.sign import ChangeLimits


def test_limits_are_in_dollars_and_their_wagers_in_words() -> None:
    at = open_table(
        "act-blackjack-2018", "ana", side_bets=["perfect-pairs"], multiples={"main": 5_00},
        limits={"main": [10_00, 1_500_00], "perfect-pairs": [2_50, 100_00]},
    )  # fmt: skip
    at.do(ChangeLimits(limits={"main": (20_00, 400_00)}), SUPERVISOR)
    shown, announced = of(at.table, EventKind.LIMITS)
    before = "main $10 to $1,500, in multiples of $5; perfect pairs $2.50 to $100"
    after = "main $20 to $400, in multiples of $5; perfect pairs $2.50 to $100"
    assert in_words(shown).after == before
    assert (in_words(announced).before, in_words(announced).after) == (before, after)
    assert announced.before == before.replace("$", "").replace("perfect pairs", "perfect-pairs")


@pytest.mark.parametrize(
    ("kind", "what", "said"),
    [
        (EventKind.CHIPS, "1,000 to the float", "$1,000 to the float"),
        (EventKind.CHIPS, "22.50 from the float", "$22.50 from the float"),
        (EventKind.CHIPS, "5,000 in chips issued", "$5,000 in chips issued"),
        (EventKind.CHIPS, "places awarded, 900 paid out", "places awarded, $900 paid out"),
        (EventKind.LARGE_WIN, "10,000 won in round 12", "$10,000 won in round 12"),
        (EventKind.NOTICE, "3 to the float", "3 to the float"),
    ],
)
def test_what_is_moved_and_won_is_in_dollars(kind: EventKind, what: str, said: str) -> None:
    assert in_words(EventDetails(kind=kind, what=what)).what == said


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        (EventKind.THRESHOLD, "10,000", "$10,000"),
        (EventKind.LIMITS, "main 10 to no maximum", "main $10 to no maximum"),
        (EventKind.LIMITS, "main from 25 at 21:30", "main from $25 at 21:30"),
        (EventKind.LIMITS, "what somebody wrote at 9", "what somebody wrote at 9"),
        (EventKind.ROLES, "gaming-manager, dealer", "gaming manager, dealer"),
        (EventKind.RULES, "method 1, differential 500", "method 1, differential $500"),
        (EventKind.RULES, "method 1, differential none", "method 1, differential none"),
        (EventKind.VERIFICATION, "1.2.0", "1.2.0"),
    ],
)
def test_what_was_and_is_reads_as_one_says_it(kind: EventKind, text: str, said: str) -> None:
    told = in_words(EventDetails(kind=kind, what="something", before=text, after=text))
    assert (told.before, told.after) == (said, said)
