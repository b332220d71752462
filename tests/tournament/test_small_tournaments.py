"""Small tournaments of every instrument by conditions drawn at random, through the real tables.

Chips that were issued come back, the pool is paid to the cent, places follow one another or are
declared ties, and the record replays to the same places.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.tournament.support import (
    HOLDEM,
    INSTRUMENTS,
    OPTIONS,
    conditions_for,
)

from croupier.rulebook.instruments import load
from croupier.table.tournament_law import (
    SameRound,
    SittingOut,
    Ties,
    TournamentLaw,
    TournamentReadings,
)
from croupier.tournament import law_of
from croupier.tournament.conditions import Conditions
from croupier.tournament.conditions_review import objections
from croupier.tournament.facts import MoneyPaid, PlaceAwarded
from croupier.tournament.prize_pool import PaidFor
from croupier.tournament.simulation import Simulation
from croupier.tournament.state import Status, TournamentPhase
from croupier.tournament.tournament import Tournament

EXAMPLES = int(os.environ.get("CROUPIER_SMALL_TOURNAMENTS", "8"))
"""How many are held under each instrument."""


@st.composite
def sessions(draw: st.DrawFn, law: TournamentLaw) -> list[dict[str, Any]]:
    """One to three sessions; those before the last let somebody through."""
    number = draw(st.integers(1, 3))
    plans = []
    for n in range(1, number + 1):
        plan: dict[str, Any] = {"name": f"session {n}", "seats": draw(st.integers(2, 5))}
        measures = [each for each in ("rounds", "minutes") if each in law.session_lengths]
        plan[draw(st.sampled_from(measures))] = draw(st.integers(1, 4))
        if n < number:
            plan[draw(st.sampled_from(["advance_per_table", "advance_in_all"]))] = 2
        if 1 < n < number:
            plan["repechage"] = draw(st.booleans())
        plan["fresh_chips"] = draw(st.booleans())
        plan["prizes"] = draw(st.sampled_from([[], ["10"], ["7.5", "0.333"]]))
        plans.append(plan)
    return plans


@st.composite
def percentages(draw: st.DrawFn) -> list[str]:
    """Shares of places that add up to all of the pool, as odd as they may be."""
    weights = draw(st.lists(st.integers(0, 9), min_size=1, max_size=4).filter(any))
    return [f"{weight * 100}/{sum(weights)}" for weight in weights]


@st.composite
def readings(draw: st.DrawFn, instrument: str) -> dict[str, Any]:
    """Any reading of every place that the tournament rules leave open."""
    chosen = dict(OPTIONS[instrument])
    for option in load(instrument).options:
        if option.name in TournamentReadings.__struct_fields__:
            named = [reading for reading in option.readings if reading != SittingOut.PASSED_OVER]
            values = [True, False] if option.type == "flag" else named
            chosen[option.name] = draw(st.sampled_from(values))
    return chosen


@st.composite
def conditions(draw: st.DrawFn, instrument: str) -> Conditions:
    law = law_of(instrument)
    plans = draw(sessions(law))
    chosen: dict[str, Any] = {
        "sessions": plans,
        "options": draw(readings(instrument)),
        "entry_fee": draw(st.integers(0, 100_01)),
        "chips": draw(st.sampled_from([100_00, 150_00, 400_00])),
        "prizes": [{"percent": draw(percentages())}],
        "progression": "as each session says",
        "repechage": "everybody who is out",
        "same_round": draw(st.sampled_from([None, *SameRound]))
        if not law.same_round.value
        else None,
    }
    if law.session_ties.value is None:
        chosen["session_ties"] = draw(st.sampled_from([Ties.PLAY_OFF, Ties.SHARE]))
        chosen["prize_ties"] = draw(st.sampled_from([*law.tie_choices]))
    if draw(st.booleans()):
        for plan in plans:
            plan["points"] = draw(st.lists(st.integers(0, 5), min_size=1, max_size=4))
        fixed = [law.session_ties.value] if law.session_ties.value else list(Ties)
        ties = draw(st.sampled_from(fixed))
        choices = law.points_tie_choices or tuple(law.tie_choices) or (Ties.SHARE,)
        prize_ties = draw(st.sampled_from(choices))
        chosen["points"] = {"elimination": "none", "ties": ties, "prize_ties": prize_ties}
    if law.commission.value and draw(st.booleans()):
        chosen["commission"] = {"percent": draw(st.sampled_from(["10", "3.7"])), "approval": "CR 7"}
    if law.buy_back and draw(st.booleans()):
        terms = {"offered": True, "method": "at once", "most": 2, "until_session": len(plans)}
        chosen["buy_back"] = {**terms, "cost": draw(st.integers(1, 99_99)), "chips": 100_00}
    if law.buy_in and draw(st.booleans()):
        chosen["buy_in"] = 20_00
    if instrument == HOLDEM:
        chosen["wagering"] = {"order": draw(st.booleans()), "balancing": "as tables empty"}
    return conditions_for(instrument, **chosen)


def must_be_in_order(simulation: Simulation) -> None:
    result, tournament = simulation.run(), simulation.tournament
    assert tournament.phase is TournamentPhase.FINISHED
    assert result.chips_issued == result.chips_returned
    assert {each.chips for each in tournament.entrants.values()} == {0}
    _money_must_add_up(tournament)
    _places_must_follow(tournament)
    again = Tournament.restore(tournament.lines)
    assert again.record.head == tournament.record.head
    assert [(e.name, e.place, e.prize) for e in again.entrants.values()] == [
        (e.name, e.place, e.prize) for e in tournament.entrants.values()
    ]


def _money_must_add_up(tournament: Tournament) -> None:
    paid_in = sum(
        fact.amount
        for fact in tournament.facts
        if isinstance(fact, MoneyPaid) and fact.what is not PaidFor.BUY_IN
    )
    paid_out = sum(fact.prize for fact in tournament.facts if isinstance(fact, PlaceAwarded))
    assert paid_out + tournament.pool.commission == paid_in
    assert paid_out == sum(each.prize for each in tournament.entrants.values())


def _places_must_follow(tournament: Tournament) -> None:
    """Everybody who was not shut out has one; equals have the same, and say how many they are."""
    final = [
        fact for fact in tournament.facts if isinstance(fact, PlaceAwarded) and not fact.session
    ]
    assert {fact.player for fact in final} == {
        each.name for each in tournament.entrants.values() if each.status is not Status.FORFEITED
    }
    taken = Counter(fact.place for fact in final)
    expected = 1
    for place in sorted(taken):
        assert place == expected
        expected += taken[place]
    assert all(fact.shared_by == taken[fact.place] for fact in final)


@pytest.mark.parametrize("instrument", INSTRUMENTS)
@settings(max_examples=EXAMPLES, suppress_health_check=[*HealthCheck])
@given(data=st.data(), players=st.integers(2, 9), seed=st.binary(min_size=32, max_size=32))
def test_chips_come_back_the_pool_is_paid_and_the_places_follow(
    instrument: str, data: st.DataObject, players: int, seed: bytes
) -> None:
    document = data.draw(conditions(instrument))
    assert objections(document, law_of(instrument)) == []
    must_be_in_order(Simulation(document, players, seed))
