"""Blackjack Challenge: the clauses behind its tournaments, rule 19 from end to end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.aggregate.roles import Role
from croupier.rulebook.citations import Cited
from croupier.table.tournament_law import (
    BallotedSessions,
    ConditionsStep,
    HiddenLaw,
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


def tournaments(cite: Cite) -> TournamentLaw:
    return TournamentLaw(
        applies=cite("19.1", "19.1.1", "19.2", "19.2.1"),
        **_entries(cite),
        **_conduct(cite),
        **_wagers(cite),
        **_places(cite),
    )


def _entries(cite: Cite) -> dict[str, Any]:
    return dict(
        conditions_prevail=Cited(False, cite("19.4.2(k)", "19.2.1")),
        gate={ConditionsStep.PUBLISHED: cite("19.4", "19.4.1")},
        must_contain=Cited(True, cite("19.4.2")),
        not_with={"low_limit": cite("6.7", "6.7.1")},
        contents={
            Topic.FEE: cite("19.4.2(a)"),
            Topic.CHIPS: cite("19.4.2(b)"),
            Topic.COMPULSORY_WAGER: cite("19.4.2(c)"),
            Topic.LIMITS: cite("19.4.2(d)"),
            Topic.SESSIONS: cite("19.4.2(e)"),
            Topic.TABLES: cite("19.4.2(e)"),
            Topic.PROGRESSION: cite("19.4.2(e)"),
            Topic.REPECHAGE: cite("19.4.2(e)"),
            Topic.WAGERING: cite("19.4.2(f)"),
            Topic.BUY_BACK: cite("19.4.2(g)"),
            Topic.ENTITLED: cite("19.4.2(h)", "19.4.2(h)(i)"),
            Topic.MAY_REFUSE: cite("19.4.2(h)", "19.4.2(h)(ii)"),
            Topic.CRITERIA: cite("19.4.2(h)", "19.4.2(h)(iii)"),
            Topic.ENTRY_METHOD: cite("19.4.2(i)"),
            Topic.ENTRY_TERMS: cite("19.4.2(i)"),
            Topic.NUMBERS: cite("19.4.2(i)"),
            Topic.PRIZES: cite("19.4.2(j)"),
            Topic.DISTRIBUTION: cite("19.4.2(j)"),
            Topic.STATEMENT: cite("19.4.2(k)"),
            Topic.ADVANCING: cite("19.10.1"),
        },
        own_game=Cited(True, cite("19.1.1:tournament")),
        director=cite("19.1.1:Tournament Manager", "19.4.2(k)"),
        nominated_by=Cited(Role.OPERATOR, cite("19.1.1:Tournament Manager")),
        entry=cite("19.1.1:tournament"),
        agreement=cite("19.4.3"),
        copy_for_each=cite("19.4.1"),
        one_entry=cite("19.1.1:tournament", "19.6.10"),
        buy_back=cite("19.4.2(g)"),
        refuse_entry=cite("19.4.2(h)(ii)"),
        withdraw=cite("19.4.2(i)", "19.3.2"),
        reserve=Cited(Vacancy.PLAYER, cite("19.5.6.2", "19.5.4")),
        substitute=cite("19.5.4"),
        fee=cite("19.3", "19.3.1"),
        commission=Cited(False, cite("19.3.2")),
        pool=cite("19.3.2"),
        all_returned=cite("19.3.2"),
        added_value=cite("19.3.1"),
        guarantee=cite("19.3.3"),
        no_refund=cite("19.3.2"),
        refunds=cite("19.3.2"),
        cancellation=cite("19.3.4"),
    )


def _conduct(cite: Cite) -> dict[str, Any]:
    return dict(
        session=cite("19.1.1:session"),
        ballot=Cited(BallotedSessions.DIRECTORS_METHOD, cite("19.5", "19.5.4")),
        position=cite("19.6.10"),
        designate=cite("19.5.1", "19.5.2"),
        table_size=cite("19.5.4"),
        move_start=cite("19.5.3"),
        late=Cited(Lateness.DIRECTORS_CHOICE, cite("19.5.6")),
        forfeited_fee=cite("19.5.6.2"),
        absent=cite("19.5.6"),
        absent_deduction=Cited(3, cite("19.5.6", "19.5.6.1")),
        absent_disqualified=cite("19.5.6", "19.5.6.2"),
        early_end=cite("19.5.5", "19.5.5.1"),
        early_end_agreed=cite("19.5.5", "19.5.5.2"),
        disqualify=cite("19.5.7", "19.11.4"),
        chip_count=cite("19.5.8", "19.11.3"),
        chips_returned=cite("19.5.9", "19.6.9"),
        advice=cite("19.11", "19.11.1"),
        dispute=cite("19.11.2"),
    )


def _wagers(cite: Cite) -> dict[str, Any]:
    return dict(
        chips=cite("19.6", "19.6.1", "19.6.8", "19.1.1:tournament chips"),
        equal_chips=cite("19.6.2"),
        chips_each_session=cite("19.6.2", "19.6.9"),
        buy_in=cite("19.6.2", "19.6.3", "19.1.1:buy-in"),
        wagers=Cited((MAIN,), cite("19.6.4")),
        must_wager=cite("19.6.4"),
        no_wager_disqualifies=True,
        chips_untouched=cite("19.6.5"),
        chips_in_view=cite("19.6.6"),
        concealment=cite("19.6.7"),
        time_limit=cite("19.6.11"),
        timed_out=cite("19.6.12"),
        cannot_wager=cite("19.6.13"),
        made_good=cite("19.6.14"),
        limit_changes=cite("19.6.15"),
        pass_cards=cite("19.7", "19.7.1", "19.1.1:pass card"),
        hidden=HiddenLaw(
            offered=cite("19.8", "19.8.1", "19.1.1:undisclosed wager"),
            form=cite("19.8.2", "19.8.2.1"),
            responsible=cite("19.8.2.2"),
            within=cite("19.8.2.3"),
            together=cite("19.8.2.4"),
            examined=cite("19.8.2.5"),
            announced=cite("19.8.2.6"),
            corrected=cite("19.8.3"),
            under_minimum=cite("19.8.3", "19.8.3.1"),
            over_maximum=cite("19.8.3", "19.8.3.2"),
            over_chips=cite("19.8.3", "19.8.3.3"),
            incomplete=cite("19.8.3", "19.8.3.4"),
            inspected=cite("19.8.4"),
        ),
        order=Cited(Ordering.IF_PROVIDED, cite("19.9", "19.9.1")),
        marker=Cited(MarkerMoves.NEXT_BOX, cite("19.9.2", "19.1.1:marker")),
        deal_from_marker=cite("19.9.3"),
        turn=cite("19.9.4"),
        out_of_order=Cited(WagerOutOfTurn.REMOVED, cite("19.9.5")),
        fixed_at_once=Cited(True, cite("19.9.6")),
        void_claws_back=cite("19.2.2", "19.2.2.1"),
    )


def _places(cite: Cite) -> dict[str, Any]:
    return dict(
        places=cite("19.5.8", "19.10", "19.10.2"),
        advancing=cite("19.10.1"),
        placegetters_go_on=cite("19.10.1", "19.10.4"),
        session_ties=Cited(Ties.PLAY_OFF, cite("19.10.3", "19.1.1:play-off", "19.1.1:tie")),
        prize_ties=Cited(Ties.PLAY_OFF, cite("19.10.3", "19.1.1:tie")),
        same_round=Cited(SameRound.RESIDUAL, cite("19.10.4")),
    )
