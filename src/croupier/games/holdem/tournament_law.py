"""ACT Ultimate Texas Hold'em of 2025: the clauses behind its tournaments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.roles import Role
from croupier.games.holdem.hands import ANTE
from croupier.rulebook.citations import Cited
from croupier.table.law import NOTHING
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

_STRUCTURE = "16.3(a)(iii)"
_POINTS = f"{_STRUCTURE}(E)"


def tournaments(cite: Cite) -> TournamentLaw:
    return TournamentLaw(
        applies=cite("16.1"),
        conditions_prevail=Cited(False, cite("16.3(b)", "16.1")),
        gate={
            ConditionsStep.DOCUMENTED: cite("16.2", "16.2(a)"),
            ConditionsStep.PUBLISHED: cite("16.2", "16.2(b)"),
            ConditionsStep.NOTIFIED: cite("16.2", "16.2(c)"),
        },
        must_contain=Cited(True, cite("16.3", "16.3(a)")),
        contents=_contents(cite),
        own_game=Cited(False, cite("16.2", _POINTS)),
        director=cite("16.4", "A:Tournament Director/Assistant"),
        nominated_by=Cited(Role.SHIFT_MANAGER, cite("16.4")),
        agreement=cite("16.5"),
        one_entry=cite("16.6"),
        buy_back=cite(f"{_STRUCTURE}(G)", "16.6"),
        add_on=cite(f"{_STRUCTURE}(H)"),
        withdraw=cite("16.23"),
        no_chips=cite("16.7"),
        session=cite("A:Session", "A:Session(a)", "A:Session(b)"),
        session_lengths=("rounds", "minutes", "until_players"),
        ballot=Cited(BallotedSessions.FIRST_SESSION, cite("16.8")),
        position=cite("16.9"),
        table_size=cite("16.9"),
        break_tables=cite("16.9", f"{_STRUCTURE}(C)"),
        late=Cited(Lateness.SPECIFIED_TIME, cite("16.10")),
        forfeited_fee=cite("16.10"),
        reserve=Cited(Vacancy.PLAYER, cite("16.11")),
        substitute=cite("16.12"),
        chips=cite("A:Tournament Chips"),
        equal_chips=cite("16.3(a)(iv)", "A:Tournament Chips"),
        chips_in_view=cite("16.13"),
        chips_untouched=cite("16.14"),
        wagers=Cited((ANTE,), cite("16.15")),
        must_wager=cite("16.15"),
        cannot_wager=cite("16.15"),
        stakes_for_the_minimum=Cited(2, cite("16.15", "A:Blind")),
        order=Cited(Ordering.IF_PROVIDED, cite("16.16")),
        marker=Cited(MarkerMoves.NEXT_PLAYER, cite("16.16")),
        turn=cite("16.17"),
        out_of_order=Cited(WagerOutOfTurn.STANDS, cite("16.16")),
        fixed_at_once=Cited(False, cite("16.16", "16.17")),
        time_limit=cite(f"{_STRUCTURE}(C)"),
        advice=cite("15.8", "12.2"),
        disqualify=cite("15.3", "15.3(b)"),
        breaks=cite("16.18"),
        pace=cite("16.19"),
        places=cite("16.20"),
        session_ties=Cited(None, cite(f"{_POINTS}(II)", "16.3(a)(viii)(B)")),
        prize_ties=Cited(None, cite("16.3(a)(x)")),
        tie_choices={
            Ties.SHARE: cite(f"{_POINTS}(III)"),
            Ties.DRAW: cite(f"{_POINTS}(III)"),
            Ties.PLAY_OFF: NOTHING,  # beyond how the pool is distributed
        },
        points_tie_choices=(Ties.SHARE, Ties.DRAW),
        same_round=Cited(None, cite("16.3(a)(x)")),
        fee=cite("16.21"),
        commission=Cited(True, cite("16.21", "A:Tournament Commission")),
        pool=cite("16.21", "16.21(a)"),
        all_returned=cite("16.21", "16.21(b)"),
        added_value=cite("16.22"),
        guarantee=cite("16.22"),
        no_refund=cite("16.23"),
        refunds=cite("16.23"),
        cancellation=cite("16.24"),
    )


def _contents(cite: Cite) -> dict[Topic, Clauses]:
    knock_out = "16.3(a)(viii)"
    return {
        Topic.START: cite("16.3(a)(i)"),
        Topic.ENTRY_METHOD: cite("16.3(a)(i)"),
        Topic.ELIGIBILITY: cite("16.3(a)(i)"),
        Topic.FEE: cite("16.3(a)(ii)"),
        Topic.SESSIONS: cite(_STRUCTURE, f"{_STRUCTURE}(A)"),
        Topic.TABLES: cite(f"{_STRUCTURE}(B)"),
        Topic.SIT_AND_GO: cite(f"{_STRUCTURE}(B)"),
        Topic.PLAY: cite(f"{_STRUCTURE}(C)"),
        Topic.PROGRESSION: cite(f"{_STRUCTURE}(D)"),
        Topic.POINTS: cite(_POINTS),
        Topic.POINTS_ELIMINATION: cite(_POINTS, f"{_POINTS}(I)"),
        Topic.POINTS_PLACES: cite(_POINTS, f"{_POINTS}(II)"),
        Topic.POINTS_PRIZE_TIES: cite(_POINTS, f"{_POINTS}(III)"),
        Topic.REPECHAGE: cite(f"{_STRUCTURE}(F)"),
        Topic.BUY_BACK: cite(f"{_STRUCTURE}(G)"),
        Topic.BUY_BACK_COST: cite(f"{_STRUCTURE}(G)", "16.3(a)(iv)"),
        Topic.ADD_ON: cite(f"{_STRUCTURE}(H)"),
        Topic.CHIPS: cite("16.3(a)(iv)"),
        Topic.NUMBERS: cite("16.3(a)(v)"),
        Topic.GROUPS: cite("16.3(a)(vi)"),
        Topic.LIMITS: cite("16.3(a)(vii)"),
        Topic.ELIMINATION: cite(knock_out, f"{knock_out}(A)"),
        Topic.ADVANCING: cite(knock_out, f"{knock_out}(B)"),
        Topic.PRIZES: cite("16.3(a)(ix)"),
        Topic.DISTRIBUTION: cite("16.3(a)(x)"),
        Topic.STATEMENT: cite("16.3(b)"),
    }
