"""ACT Mini-Baccarat, 2016: the clauses behind its tournaments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.roles import Role
from croupier.games.baccarat.hands import BANKER, PLAYER, TIE
from croupier.rulebook.citations import Cited
from croupier.table.tournament_law import (
    BallotedSessions,
    ConditionsStep,
    Lateness,
    MarkerMoves,
    Ordering,
    Ties,
    Topic,
    TournamentLaw,
    Vacancy,
    WagerOutOfTurn,
)

if TYPE_CHECKING:
    from croupier.rulebook.citations import Clauses
    from croupier.table.law import Cite

_TIES = "15.3(a)(xi)"
_KNOCK_OUT, _POINTS = "15.3(a)(viii)", "15.3(a)(ix)"


def tournaments(cite: Cite) -> TournamentLaw:
    return TournamentLaw(
        applies=cite("15.1"),
        conditions_prevail=Cited(False, cite("15.3(b)", "15.1")),
        gate={
            ConditionsStep.DOCUMENTED: cite("15.2", "15.2(a)"),
            ConditionsStep.PUBLISHED: cite("15.2", "15.2(b)"),
            ConditionsStep.NOTIFIED: cite("15.2", "15.2(c)"),
        },
        must_contain=Cited(True, cite("15.3", "15.3(a)")),
        contents=_contents(cite),
        own_game=Cited(False, cite("15.2", "15.3(a)(ii)(d)")),
        director=cite("15.4", "A:Tournament Director/Assistant"),
        nominated_by=Cited(Role.SHIFT_MANAGER, cite("15.4")),
        agreement=cite("15.5"),
        one_entry=cite("15.6"),
        buy_back=cite("15.3(a)(ii)(f)", "15.6"),
        session=cite("A:Session"),
        session_lengths=("rounds", "shoes"),
        ballot=Cited(BallotedSessions.EACH_SESSION, cite("15.7")),
        position=cite("15.7"),
        move_start=cite("15.7"),
        table_size=cite("15.8"),
        late=Cited(Lateness.SPECIFIED_TIME, cite("15.9")),
        forfeited_fee=cite("15.9"),
        reserve=Cited(Vacancy.PLAYER, cite("15.10")),
        substitute=cite("15.11"),
        chips=cite("A:Tournament Chips"),
        equal_chips=cite("15.3(a)(iv)", "A:Tournament Chips"),
        chips_in_view=cite("15.12"),
        chips_untouched=cite("15.13"),
        wagers=Cited((BANKER, PLAYER, TIE), cite("15.14")),
        must_wager=cite("15.14"),
        cannot_wager=cite("15.14"),
        hedging=cite("15.14"),
        order=Cited(Ordering.ALWAYS, cite("15.15")),
        marker=Cited(MarkerMoves.NEXT_PLAYER, cite("15.15", "A:Starting Marker")),
        turn=cite("15.16"),
        out_of_order=Cited(WagerOutOfTurn.STANDS, cite("15.15")),
        fixed_at_once=Cited(False, cite("15.15", "15.16")),
        advice=cite("15.17"),
        disqualify=cite("14.2", "14.2(b)"),
        breaks=cite("15.18"),
        pace=cite("15.19"),
        places=cite("15.20"),
        session_ties=Cited(None, cite(f"{_KNOCK_OUT}(B)", f"{_POINTS}(B)")),
        prize_ties=Cited(None, cite(_TIES)),
        tie_choices={
            Ties.SHARE: cite(_TIES, f"{_TIES}(C)"),
            Ties.PLAY_OFF: cite(_TIES, f"{_TIES}(D)"),
        },
        same_round=Cited(None, cite(_TIES)),
        fee=cite("15.22"),
        commission=Cited(True, cite("15.22", "A:Tournament Commission")),
        commission_approved=cite("15.22"),
        pool=cite("15.22"),
        all_returned=cite("15.21"),
        no_refund=cite("15.23"),
        cancellation=cite("15.23"),
    )


def _contents(cite: Cite) -> dict[Topic, Clauses]:
    return {
        Topic.START: cite("15.3(a)(i)"),
        Topic.ENTRY_METHOD: cite("15.3(a)(i)"),
        Topic.ELIGIBILITY: cite("15.3(a)(i)"),
        Topic.SESSIONS: cite("15.3(a)(ii)", "15.3(a)(ii)(a)"),
        Topic.TABLES: cite("15.3(a)(ii)(b)"),
        Topic.SIT_AND_GO: cite("15.3(a)(ii)(b)"),
        Topic.PROGRESSION: cite("15.3(a)(ii)(c)"),
        Topic.POINTS: cite("15.3(a)(ii)(d)"),
        Topic.REPECHAGE: cite("15.3(a)(ii)(e)"),
        Topic.BUY_BACK: cite("15.3(a)(ii)(f)"),
        Topic.FEE: cite("15.3(a)(iii)"),
        Topic.CHIPS: cite("15.3(a)(iv)"),
        Topic.NUMBERS: cite("15.3(a)(v)"),
        Topic.GROUPS: cite("15.3(a)(vi)"),
        Topic.LIMITS: cite("15.3(a)(vii)"),
        Topic.ELIMINATION: cite(_KNOCK_OUT, f"{_KNOCK_OUT}(A)"),
        Topic.SESSION_TIES: cite(_KNOCK_OUT, f"{_KNOCK_OUT}(B)"),
        Topic.POINTS_ELIMINATION: cite(_POINTS, f"{_POINTS}(A)"),
        Topic.POINTS_PLACES: cite(_POINTS, f"{_POINTS}(B)"),
        Topic.PRIZES: cite("15.3(a)(x)"),
        Topic.PRIZE_TIES: cite(
            _TIES, f"{_TIES}(A)", f"{_TIES}(B)", f"{_TIES}[link]", f"{_TIES}(C)", f"{_TIES}(D)"
        ),
        Topic.DISTRIBUTION: cite(_TIES),
        Topic.STATEMENT: cite("15.3(b)"),
    }
