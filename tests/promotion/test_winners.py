"""Rules 20.8 and 20.7.10: winners are told in time and in a way that counts; results."""

from __future__ import annotations

import pytest
from tests.promotion.cases import (
    DAN,
    DRAW,
    HOUR,
    INA,
    RUNNING,
    SUE,
    Desk,
    drawn,
    running,
    when,
)

from croupier.promotion.acts.draws import MarkPresent, WinByChance
from croupier.promotion.acts.winners import PublishResults, TellWinner
from croupier.promotion.facts import ResultsPublished, WinnerTold
from croupier.promotion.terms import Channel, DecidedBy, milliseconds
from croupier.promotion.views import DeskView, InspectorView

DUE = DRAW + 48 * HOUR


def tell(channel: Channel = Channel.TELEPHONE, win: int = 1, reached: bool = True) -> TellWinner:
    return TellWinner(win=win, channel=channel, reached=reached)


def owed(desk: Desk, at: int) -> list[tuple[str, int | None, bool]]:
    """What the desk has still to do."""
    view = desk.promotion.view(SUE, at)
    assert isinstance(view, DeskView)
    return [(duty.what, duty.by, duty.overdue) for duty in view.duties]


@pytest.mark.clause("nsw:20.8", "nsw:20.8.1", "nsw:20.8.2", "nsw:20.8.3", "nsw:20.8.4")
def test_20_8_winners_are_told_in_one_of_four_ways() -> None:
    ways = {
        Channel.FACE_TO_FACE: "20.8.1",
        Channel.MAIL: "20.8.2",
        Channel.TELEPHONE: "20.8.3",
        Channel.E_MAIL: "20.8.4",
    }
    for channel, clause in ways.items():
        desk = drawn()
        desk.by(SUE, tell(channel), DUE)
        told = desk.the(WinnerTold)
        assert told.counts
        assert told.clauses == ("20.8", clause)
        assert desk.promotion.state.wins[0].told


@pytest.mark.clause("nsw:20.8")
@pytest.mark.parametrize("channel", [Channel.SMS, Channel.APP, Channel.ANNOUNCEMENT])
def test_20_8_other_ways_are_recorded_and_do_not_count(channel: Channel) -> None:
    desk = drawn()
    desk.by(SUE, tell(channel), DRAW)
    assert not desk.the(WinnerTold).counts
    assert ("tell ana of win 1", DUE, False) in owed(desk, DUE)
    assert ("tell ana of win 1", DUE, True) in owed(desk, DUE + 1)


@pytest.mark.clause("nsw:20.8")
def test_20_8_an_attempt_is_what_is_owed_and_within_two_days() -> None:
    desk = drawn()
    desk.by(SUE, tell(reached=False), DUE)
    assert desk.the(WinnerTold).counts
    late = drawn()
    late.by(SUE, tell(), DUE + 1)
    assert not late.the(WinnerTold).counts
    assert ("tell ana of win 1", DUE, True) in owed(late, DUE + 1)
    late.award(late.claim(at=DUE + 1), at=DUE + 1)
    assert owed(late, DUE + 1) == []  # who has the prize is not told of it any more


def test_20_8_by_the_other_reading_there_is_time_until_the_second_day_ends() -> None:
    desk = drawn(options={"notify_window": "second_day"})
    midnight = milliseconds(when(23, 0))
    assert ("tell ana of win 1", midnight - 1, False) in owed(desk, DUE + 1)
    desk.by(SUE, tell(), midnight - 1)
    assert desk.the(WinnerTold).counts


@pytest.mark.clause("nsw:20.7.9")
def test_20_8_where_one_has_to_be_there_the_terms_say_how_winners_are_told() -> None:
    desk = running(presence=True)
    desk.enter("ana")
    desk.by(DAN, MarkPresent(player="ana"), DRAW)
    desk.draw()
    assert ("tell ana of win 1", None, False) in owed(desk, DUE + 1)
    desk.by(SUE, tell(Channel.ANNOUNCEMENT), DUE + 1)
    told = desk.the(WinnerTold)
    assert (told.counts, told.clauses) == (True, ("20.7", "20.7.9"))


def test_20_8_is_about_draws() -> None:
    desk = running(decided_by=DecidedBy.CHANCE)
    desk.by(DAN, WinByChance(player="ana", prize=1, chance="x"), RUNNING)
    assert ("tell ana of win 1", None, False) in owed(desk, DUE)


@pytest.mark.parametrize("win", [0, 2, -1])
def test_only_a_winner_is_told(win: int) -> None:
    assert "win: " in drawn().refused(SUE, tell(win=win), DRAW).reason


@pytest.mark.clause("nsw:20.7.10")
def test_20_7_10_the_results_are_published() -> None:
    desk = running()
    desk.enter("ana")
    publish = PublishResults(where="the website")
    assert desk.refused(SUE, publish, DRAW).reason == "nobody has won yet"
    desk.draw()
    assert ("publish the results", None, False) in owed(desk, DRAW)
    assert desk.promotion.view(None).winners == ()
    desk.by(SUE, publish, DRAW)
    assert desk.the(ResultsPublished).clauses == ("20.7", "20.7.10")
    (winner,) = desk.promotion.view(None).winners
    assert (winner.prize, winner.player) == ("a prize", "ana")
    assert all("results" not in what for what, _, _ in owed(desk, DRAW))


def test_the_inspector_sees_what_is_overdue() -> None:
    desk = drawn()
    view = desk.promotion.view(INA, DUE + 1)
    assert isinstance(view, InspectorView)
    (overdue,) = (duty for duty in view.duties if duty.overdue)
    assert (overdue.what, overdue.clauses) == ("tell ana of win 1", ("20.8",))
