"""ACT Blackjack of 2006 and 2018: the clauses behind its tournaments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.aggregate.roles import Role
from croupier.rulebook.citations import Cited
from croupier.table.tournament_law import (
    BallotedSessions,
    ConditionsStep,
    Lateness,
    MarkerMoves,
    Ordering,
    SameRound,
    Ties,
    Topic,
    TournamentLaw,
    Vacancy,
    WagerOutOfTurn,
)
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from croupier.table.law import Cite


def tournaments_of_2006(cite: Cite) -> TournamentLaw:
    return TournamentLaw(
        applies=cite("20.1"),
        conditions_prevail=Cited(True, cite("20.5")),
        gate={ConditionsStep.APPROVED: cite("20.3")},
        must_contain=Cited(False, cite("20.4")),
        contents={
            Topic.START: cite("20.4(a)"),
            Topic.SESSIONS: cite("20.4(b)"),
            Topic.FEE: cite("20.4(c)"),
            Topic.CHIPS: cite("20.4(d)"),
            Topic.NUMBERS: cite("20.4(e)"),
            Topic.GROUPS: cite("20.4(f)"),
            Topic.LIMITS: cite("20.4(g)"),
            Topic.SIDE_BETS: cite("20.4(h)"),
            Topic.PRIZES: cite("20.4(i)"),
        },
        own_game=Cited(True, cite("20.3")),
        director=cite("20.2", "A:Tournament Director/Assistant"),
        nominated_by=Cited(Role.SHIFT_MANAGER, cite("20.2")),
        one_entry=cite("20.6"),
        ballot=Cited(BallotedSessions.EACH_SESSION, cite("20.7")),
        position=cite("20.7"),
        table_size=cite("20.8"),
        late=Cited(Lateness.COMMENCEMENT, cite("20.9")),
        forfeited_fee=cite("20.9"),
        reserve=Cited(Vacancy.TOURNAMENT, cite("20.10")),
        substitute=cite("20.11"),
        chips_in_view=cite("20.12"),
        chips_untouched=cite("20.13"),
        must_wager=cite("20.14"),
        cannot_wager=cite("20.14"),
        order=Cited(Ordering.ALWAYS, cite("20.15")),
        marker=Cited(MarkerMoves.NEXT_PLAYER, cite("20.15", "A:Starting Marker")),
        turn=cite("20.16"),
        out_of_order=Cited(WagerOutOfTurn.STANDS, cite("20.15")),
        fixed_at_once=Cited(False, cite("20.15", "20.16")),
        advice=cite("16.7"),
        breaks=cite("20.17"),
        pace=cite("20.18"),
        places=cite("20.19"),
        all_returned=cite("20.20"),
        session_ties=Cited(Ties.PLAY_OFF, cite("20.21")),
        prize_ties=Cited(Ties.PLAY_OFF, cite("20.21")),
        same_round=Cited(SameRound.SHARE, cite("20.22")),
        **_common(cite, pool="20.23", cancelled="20.24"),
    )


def tournaments_of_2018(cite: Cite) -> TournamentLaw:
    knock_out, points, ties = "19.3(a)(viii)", "19.3(a)(ix)", "19.3(a)(xi)"
    return TournamentLaw(
        applies=cite("19.1"),
        conditions_prevail=Cited(False, cite("19.3(b)", "19.1")),
        gate={
            ConditionsStep.DOCUMENTED: cite("19.2", "19.2(a)"),
            ConditionsStep.PUBLISHED: cite("19.2", "19.2(b)"),
            ConditionsStep.NOTIFIED: cite("19.2", "19.2(c)"),
        },
        must_contain=Cited(True, cite("19.3", "19.3(a)")),
        contents={
            Topic.START: cite("19.3(a)(i)"),
            Topic.ENTRY_METHOD: cite("19.3(a)(i)"),
            Topic.ELIGIBILITY: cite("19.3(a)(i)"),
            Topic.SESSIONS: cite("19.3(a)(ii)", "19.3(a)(ii)(A)"),
            Topic.TABLES: cite("19.3(a)(ii)(B)"),
            Topic.SIT_AND_GO: cite("19.3(a)(ii)(B)"),
            Topic.PROGRESSION: cite("19.3(a)(ii)(C)"),
            Topic.POINTS: cite("19.3(a)(ii)(D)"),
            Topic.REPECHAGE: cite("19.3(a)(ii)(E)"),
            Topic.BUY_BACK: cite("19.3(a)(ii)(F)"),
            Topic.FEE: cite("19.3(a)(iii)"),
            Topic.CHIPS: cite("19.3(a)(iv)"),
            Topic.NUMBERS: cite("19.3(a)(v)"),
            Topic.GROUPS: cite("19.3(a)(vi)"),
            Topic.LIMITS: cite("19.3(a)(vii)"),
            Topic.ELIMINATION: cite(knock_out, f"{knock_out}(A)"),
            Topic.SESSION_TIES: cite(knock_out, f"{knock_out}(B)"),
            Topic.POINTS_ELIMINATION: cite(points, f"{points}(A)"),
            Topic.POINTS_PLACES: cite(points, f"{points}(B)"),
            Topic.PRIZES: cite("19.3(a)(x)"),
            Topic.PRIZE_TIES: cite(ties, f"{ties}(A)", f"{ties}(B)", f"{ties}(C)", f"{ties}(D)"),
            Topic.DISTRIBUTION: cite(ties),
            Topic.STATEMENT: cite("19.3(b)"),
        },
        own_game=Cited(False, cite("19.2", "19.3(a)(ii)(D)")),
        director=cite("19.4", "A:Tournament Director/Assistant"),
        nominated_by=Cited(Role.SHIFT_MANAGER, cite("19.4")),
        agreement=cite("19.5"),
        one_entry=cite("19.6"),
        buy_back=cite("19.3(a)(ii)(F)", "19.6"),
        session_lengths=("rounds", "shoes"),
        ballot=Cited(BallotedSessions.EACH_SESSION, cite("19.7")),
        position=cite("19.7"),
        move_start=cite("19.7"),
        table_size=cite("19.8"),
        late=Cited(Lateness.SPECIFIED_TIME, cite("19.9")),
        forfeited_fee=cite("19.9"),
        reserve=Cited(Vacancy.PLAYER, cite("19.10")),
        substitute=cite("19.11"),
        chips_in_view=cite("19.12"),
        chips_untouched=cite("19.13"),
        must_wager=cite("19.14"),
        cannot_wager=cite("19.14"),
        order=Cited(Ordering.IF_PROVIDED, cite("19.1")),
        marker=Cited(MarkerMoves.NEXT_PLAYER, cite("A:Starting Marker")),
        turn=cite("19.1"),
        out_of_order=Cited(WagerOutOfTurn.STANDS, cite("19.1")),
        fixed_at_once=Cited(False, cite("19.1")),
        advice=cite("19.15"),
        breaks=cite("19.16"),
        pace=cite("19.17"),
        places=cite("19.18"),
        all_returned=cite("19.19"),
        session_ties=Cited(None, cite(f"{knock_out}(B)", f"{points}(B)")),
        prize_ties=Cited(None, cite(ties)),
        tie_choices={
            Ties.SHARE: cite(ties, f"{ties}(C)"),
            Ties.PLAY_OFF: cite(ties, f"{ties}(D)"),
        },
        same_round=Cited(None, cite(ties)),
        **_common(cite, pool="19.20", cancelled="19.21"),
    )


def _common(cite: Cite, *, pool: str, cancelled: str) -> dict[str, Any]:
    return dict(
        disqualify=cite("16.2", "16.2(b)"),
        session=cite("A:Session"),
        wagers=Cited((MAIN,), cite("4.1")),
        chips=cite("A:Tournament Chips"),
        equal_chips=cite("A:Tournament Chips"),
        fee=cite(pool),
        commission=Cited(True, cite(pool, "A:Tournament Commission")),
        commission_approved=cite(pool),
        pool=cite(pool),
        no_refund=cite(cancelled),
        cancellation=cite(cancelled),
    )
