"""The record of a tournament, and what each viewer sees."""

from __future__ import annotations

import msgspec
import pytest
from tests.tournament.support import (
    ACT_2018,
    DEALER,
    DIRECTOR,
    HOLDEM,
    INSPECTOR,
    INSTRUMENTS,
    MANAGER,
    OPERATOR,
    Held,
    opened,
    player,
)

from croupier.aggregate.acts import Command
from croupier.aggregate.record_lines import RecordError
from croupier.aggregate.roles import Person, Role
from croupier.rulebook.instruments import load
from croupier.table.acts.seeding import BringTip, OpenLink
from croupier.tournament.acts import ACTS
from croupier.tournament.acts.buy_backs import BuyBack
from croupier.tournament.acts.conduct import CallBreak
from croupier.tournament.acts.prizes import AwardPlaces, CancelTournament
from croupier.tournament.acts.seating import CommitBallot
from croupier.tournament.facts import MoneyPaid
from croupier.tournament.tournament import Tournament
from croupier.tournament.views import DirectorView, InspectorView, PlayerView, PublicView


def finished(instrument: str) -> Held:
    held = opened(instrument)
    held.seat("A", "B", "C", "D")
    for number in range(10):
        held.round({"A": 900 + number, "B": 800, "C": 700, "D": 600})
    held.end()
    held.do(AwardPlaces())
    return held


# --- the record


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_a_record_replays_to_the_same_places(instrument: str) -> None:
    held = finished(instrument)
    again = held.replayed()
    assert again.record.head == held.tournament.record.head
    assert again.view(INSPECTOR) == held.tournament.view(INSPECTOR)
    for part in range(1, len(held.tournament.lines)):
        assert (
            Tournament.restore(held.tournament.lines[:part]).lines == held.tournament.lines[:part]
        )


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_every_fact_cites_clauses_that_the_instrument_has(instrument: str) -> None:
    held = finished(instrument)
    known = load(instrument).by_id
    for fact in held.tournament.facts:
        assert fact.clauses, fact
        assert set(fact.clauses) <= set(known), fact


def test_every_line_is_kept_once_and_a_tournament_goes_on_from_its_record() -> None:
    kept: list[bytes] = []
    held = opened(ACT_2018)
    held.enter("A")
    again = Tournament.restore(held.tournament.lines, keep=kept.append)
    assert kept == []
    again.do(held.entry("B"), DIRECTOR, held.now)
    assert kept == again.lines[len(held.tournament.lines) :]


def test_a_record_that_was_touched_is_not_taken() -> None:
    lines = finished(ACT_2018).tournament.lines
    for wrong in (
        lines[1:],
        [*lines[:3], *lines[4:]],
        [*lines[:3], lines[3].replace(b"CR 7", b"CR 8"), *lines[4:]],
        [*lines[:-1], lines[-1][:-1]],
    ):
        with pytest.raises((RecordError, ValueError)):
            Tournament.restore(wrong)


def test_facts_that_do_not_follow_are_told_with_their_line() -> None:
    """A chain made anew over an altered fact."""
    from hashlib import sha256

    lines, head, forged = finished(ACT_2018).tournament.lines, b"0" * 64, []
    for number, line in enumerate(lines, 1):
        body = line[len(b'{"hash":"') + 64 + len(b'","entry":') : -2]
        if number == 8:
            assert b'"amount":10000' in body
            body = body.replace(b'"amount":10000', b'"amount":90000')
        head = sha256(head + body).hexdigest().encode()
        forged.append(b'{"hash":"%b","entry":%b}\n' % (head, body))
    with pytest.raises(ValueError, match="line 8: other facts follow from it"):
        Tournament.restore(forged)


def test_a_record_of_another_kind_is_not_a_tournaments() -> None:
    with pytest.raises(RecordError):
        Tournament.restore([])
    with pytest.raises(LookupError, match="there is no instrument"):
        Tournament("Cup", "act-roulette-2030")


# --- who may do what


def test_every_command_needs_a_role_and_is_refused_to_the_public() -> None:
    held = opened(ACT_2018)
    for command in ACTS:
        act = ACTS[command]
        assert Role.PLAYER not in act.open_to, command
        assert (Role.INSPECTOR in act.open_to) is (command in (BringTip, OpenLink)), command
    held.refused(CommitBallot(commitments=()), player("A"))
    held.refused(CommitBallot(commitments=()), MANAGER)
    held.refused(CancelTournament(reason="x"), DIRECTOR)
    other = Person("eve", Role.TOURNAMENT_DIRECTOR)
    assert "not been nominated" in held.refused(CommitBallot(commitments=()), other).reason


def test_a_command_of_a_table_is_none_of_a_tournament() -> None:
    class Levitate(Command, frozen=True, tag="levitate"):
        """Nobody may, because nobody has said who may."""

    with pytest.raises(TypeError, match="Levitate is not a command of a tournament"):
        opened(ACT_2018).do(Levitate(), OPERATOR)


# --- views


def test_each_viewer_has_a_view_of_their_own() -> None:
    held = opened(ACT_2018)
    held.seat("A", "B", "C")
    see = held.tournament.view
    assert type(see(None)) is PublicView
    assert type(see(player("A"))) is PlayerView
    assert type(see(player("Z"))) is PublicView
    assert type(see(DIRECTOR)) is type(see(DEALER)) is DirectorView
    assert type(see(INSPECTOR)) is InspectorView
    mine = see(player("A"))
    assert isinstance(mine, PlayerView)
    assert (mine.chips, mine.paid) == (1000_00, 100_00)


def test_what_others_paid_is_nothing_that_the_public_sees() -> None:
    rebuy = {"offered": True, "most": 9, "method": "at once", "cost": 10_00, "chips": 1000_00}
    held = opened(HOLDEM, buy_back=rebuy)
    held.seat("A", "B", "C")
    seen = msgspec.json.encode(held.tournament.view(player("B")))
    assert b"payments" not in seen
    assert b'"payments"' in msgspec.json.encode(held.tournament.view(DIRECTOR))
    held.round({"A": 0, "B": 1000, "C": 1000})
    held.do(BuyBack(player="A", paid=10_00))
    assert [f.amount for f in held.tournament.facts if isinstance(f, MoneyPaid)][-1] == 10_00


def test_the_leaderboard_goes_from_the_most_chips_to_who_went_out_first() -> None:
    held = opened(ACT_2018)
    held.seat("A", "B", "C", "D")
    held.round({"A": 900, "B": 1100, "C": 0, "D": 900})
    held.round({"A": 900, "B": 1100, "D": 0})
    board = held.tournament.view(None).leaderboard
    assert [(row.place, row.player) for row in board] == [(1, "B"), (2, "A"), (3, "D"), (4, "C")]


def test_a_draft_can_be_looked_at() -> None:
    tournament = Tournament("Cup", ACT_2018)
    public = tournament.view(None)
    assert (public.phase, public.pool, public.session) == ("draft", 0, None)
    assert isinstance(tournament.view(DIRECTOR), DirectorView)


def test_what_players_were_told_is_there_for_everybody() -> None:
    held = opened(ACT_2018)
    held.seat("A", "B")
    held.do(CallBreak(minutes=15))
    (notice,) = held.tournament.view(None).notices
    assert (notice.at, notice.about, notice.detail) == (held.now, "break", "15 minutes")
