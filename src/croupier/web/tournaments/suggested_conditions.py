"""Conditions to begin with: all that an instrument asks for, but for what only people know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.games import table_for
from croupier.table.tournament_law import Ties, Topic
from croupier.tournament import law_of
from croupier.tournament.conditions import (
    AddOn,
    BuyBack,
    Conditions,
    Eligibility,
    PrizeScale,
    SessionPlan,
    Wagering,
)
from croupier.web.office import table_form as setting_up

if TYPE_CHECKING:
    from croupier.table.tournament_law import TournamentLaw

FEE, CHIPS = 100_00, 1000_00
LIMITS = (25_00, 500_00)
FEWEST, MOST = 4, 56


def suggested(instrument: str) -> Conditions:
    """Heats and a final; name, beginning and the table's own options are left to be said."""
    law = law_of(instrument)
    return Conditions(
        name="",
        instrument=instrument,
        how_to_enter="at the tournament desk, or on this page",
        eligibility=Eligibility(entitled_only=True),
        groups="none",
        minimum_players=FEWEST,
        maximum_players=MOST,
        entry_fee=FEE,
        chips=CHIPS,
        buy_back=BuyBack(offered=False),
        sessions=(
            SessionPlan(name="heats", rounds=10, advance_per_table=2),
            SessionPlan(name="final", rounds=15, fresh_chips=True),
        ),
        tables="as many as it takes for the players and seats of each session",
        progression="as each session says, by the chips at its end",
        elimination="who cannot wager the minimum, and who does not go on",
        session_ties=law.session_ties.value or Ties.PLAY_OFF,
        limits=dict.fromkeys(_wagers(instrument), LIMITS),
        compulsory_wager="the table minimum, every round",
        prizes=(PrizeScale(percent=("50", "30", "20")),),
        prize_ties=law.prize_ties.value or Ties.SHARE,
        distribution="by bank cheque at the end of the final",
        **_where_asked_for(law),
    )


def _wagers(instrument: str) -> tuple[str, ...]:
    """The wagers of a table that offers no side bets, each with limits on its sign."""
    options = setting_up.options_in(instrument, setting_up.start(instrument))
    return table_for(instrument, options).game.wagers


def _where_asked_for(law: TournamentLaw) -> dict[str, Any]:
    """What not every instrument lists."""
    asked = law.contents
    return {
        "add_on": AddOn(offered=False) if Topic.ADD_ON in asked else None,
        "side_bets": () if Topic.SIDE_BETS in asked else None,
        "wagering": Wagering(allocation="by ballot") if Topic.WAGERING in asked else None,
        "statement": Topic.STATEMENT in asked,
    }
