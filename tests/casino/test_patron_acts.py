"""Whose each command is that names a person: decided by hand, command by command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from croupier.casino.house import acts as house
from croupier.casino.override_commands import name_of
from croupier.casino.patron_acts import OF_THE_HOUSE, is_patrons_own
from croupier.game_rules import GAMES, game_of
from croupier.promotion.acts import ACTS as PROMOTION_ACTS
from croupier.tournament.acts import ACTS as TOURNAMENT_ACTS

if TYPE_CHECKING:
    from croupier.aggregate.acts import Acts

PATRONS_OWN = {
    "tables": """
        arrive bring-chips take-chips sit get-up leave cut
        place-wager place-tokens move-wager remove-wager write-wager play-pass-card
        overlook-wager overlooked-wager overlooked-play
        hit stand double split elect elect-refund insure decline-insurance even-money show-signal
        check concede fold play look-at-cards turn inspect-form answer-no-bet-coup
        """,
    "tournaments": """
        enter withdraw take-seat pay-buy-in buy-back decline-buy-back buy-add-on
        seat-reserve substitute conclude-table
        """,
    "promotions": "claim-prize take-cash choose-payment",
    "house": "buy-in cash-out set-password",
}
"""Whose money, place, decision or claim it is, they give it, or somebody confirms it."""
AFTER_THE_TIME = {
    "tables": "step-away no-answer no-decision time-is-up deduct-minimum rule-out",
    "tournaments": "",
    "promotions": "",
    "house": "",
}
"""What befalls a patron who does not answer, and does so once the time is over."""
STAFF_MAY = {
    "tables": """
        come-back decline-cut bring-tip open-link
        ask-for-rules ask-determinations ask-for-riffle ask-for-no-bet-coup
        raise-dispute request-review not-satisfied say wager-missing
        """,
    "tournaments": "raise-dispute bring-tip open-link",
    "promotions": "dispute-terms not-satisfied bring-tip open-link",
    "house": "revoke-token",
}
"""What staff write down that a patron says or shows, or do in their favour."""
POWERS = {
    "tables": """
        advise give-notice record-breach note-influence report-collusion report-device
        find-prohibited-device sanction-collusion device-failed invalidate-game
        exclude exclude-from-casino detain hand-over restrict restrict-to-one-box lift-restriction
        require-minimum require-minimum-further vacate-seat give-up-box reserve-boxes
        permit-several-boxes arrange-wagers name-turners
        place-marker lift-marker place-personal-sign remove-personal-sign exchange-voucher
        refuse-wager return-short-wager return-form void-wager void-out-of-order find-wager
        allocate-position issue-tournament-chips collect-tournament-chips
        """,
    "tournaments": """
        add-reserve allocate-seats refuse-entry nominate-director set-table-size move-player
        reinstate refund
        report-breach dismiss-breach disqualify
        count-chips record-round record-other-game play-off-round
        """,
    "promotions": "enter mark-present win-by-chance nominate-scrutineer",
    "house": """
        enrol keep-account appoint dismiss forget-person lift-bar confirm-for-patron
        ask-exercise mark-answer
        """,
}
"""What the rules, or the house, give staff to decide about people."""
NAMES_PEOPLE = frozenset({
    "player", "players", "person", "agreed", "instead_of", "for_player", "disadvantaged", "chips",
    "scores", "forfeits", "refund",
})  # fmt: skip
"""The fields in which somebody is named."""


def acts_of(where: str) -> list[Acts[Any, Any]]:
    every: dict[str, list[Acts[Any, Any]]] = {
        "tables": [game_of(each).acts for each in GAMES.instruments],
        "tournaments": [TOURNAMENT_ACTS],
        "promotions": [PROMOTION_ACTS],
        "house": [house.acts],
    }
    return every[where]


@pytest.mark.parametrize("where", PATRONS_OWN)
def test_every_command_that_names_somebody_is_one_of_four(where: str) -> None:
    found: dict[str, set[str]] = {"own": set(), "after": set(), "may": set(), "power": set()}
    for acts in acts_of(where):
        for kind, act in acts.items():
            if kind.after_the_time:
                group = "after"
            elif kind.why_staff_may:
                group = "may"
            elif is_patrons_own(act):
                group = "own"
            elif NAMES_PEOPLE & {field.name for field in msgspec.structs.fields(kind)}:
                group = "power"
            else:
                continue
            found[group].add(name_of(kind))
    by_hand = (PATRONS_OWN, AFTER_THE_TIME, STAFF_MAY, POWERS)
    for group, listed in zip(found, by_hand, strict=True):
        assert found[group] == set(listed[where].split()), group


def test_what_is_after_the_time_is_a_patrons_own_until_then() -> None:
    for acts in acts_of("tables"):
        assert all(is_patrons_own(act) for kind, act in acts.items() if kind.after_the_time)


def test_each_that_is_no_players_to_ask_for_says_why() -> None:
    """What follows from the role needs no reason, and has none; the rest has one, and one only."""
    for where in PATRONS_OWN:
        for acts in acts_of(where):
            for kind, act in acts.items():
                said = bool(kind.why_staff_may) + bool(kind.why_patrons_own) + kind.after_the_time
                assert said <= 1, kind
                of_players = str(act.needs) == "player" or act.oneself
                if kind.why_patrons_own and kind not in OF_THE_HOUSE:
                    assert not of_players, kind
