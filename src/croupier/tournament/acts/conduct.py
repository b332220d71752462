"""What the director says during play: breaks, pace, breaches, disqualification, disputes."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.durations import MINUTE
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.facts import Attested, Exercised, Notified
from croupier.table.law import together
from croupier.table.tournament_law import NoWager
from croupier.tournament.acts.elimination import answered, expel
from croupier.tournament.acts.seating import has_come
from croupier.tournament.acts.session_places import decide, move_up
from croupier.tournament.acts.sessions import stop_if_enough_are_out
from croupier.tournament.cashier import refund
from croupier.tournament.facts import Disputed
from croupier.tournament.prize_pool import PaidFor
from croupier.tournament.state import (
    Dispute,
    Ground,
    ReportedBreach,
    Status,
    TournamentPhase,
    WagerTime,
)

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.tournament_law import TournamentLaw
    from croupier.tournament.state import Entrant
    from croupier.tournament.tournament import Tournament

acts: Acts[Tournament, TournamentLaw] = Acts()

CAN_BE_EXPELLED = (Status.IN, Status.MAY_BUY_BACK, Status.OUT)
LONGEST_DISPUTE = 2_000
"""How many characters a player may dispute something in."""


class CallBreak(Command, frozen=True, tag="call-break"):
    """Players may take a break of so many minutes."""

    minutes: int


@acts.act(CallBreak, Role.TOURNAMENT_DIRECTOR, clauses=lambda law: law.breaks or law.director)
def call_break(tournament: Tournament, command: CallBreak, by: Person) -> Effect:
    law = tournament.law
    clauses = law.breaks or law.director
    tournament.must_be((TournamentPhase.SEATING, TournamentPhase.PLAYING), clauses)
    tournament.refuse_unless(command.minutes > 0, "minutes: say how long it is", clauses)

    def effect() -> None:
        tournament.break_until = tournament.now + command.minutes * MINUTE
        detail = f"{command.minutes} minutes"
        tournament.add_fact(Notified(to="players", about="break", detail=detail, clauses=clauses))

    return effect


class SetPace(Command, frozen=True, tag="set-pace"):
    """How fast play goes, and what players are told to do for it; with a time for each wager.

    The time holds at every table from its next round on.
    """

    direction: Text
    seconds: int | None = None


@acts.act(
    SetPace,
    Role.TOURNAMENT_DIRECTOR,
    clauses=lambda law: together(law.pace, law.time_limit) or law.director,
)
def set_pace(tournament: Tournament, command: SetPace, by: Person) -> Effect:
    law = tournament.law
    clauses = together(law.pace, law.time_limit) or law.director
    tournament.must_be((TournamentPhase.SEATING, TournamentPhase.PLAYING), clauses)
    tournament.refuse_unless(command.direction, "direction: say what players do", clauses)
    seconds = command.seconds
    tournament.refuse_unless(seconds is None or seconds > 0, "seconds: some", clauses)
    detail = command.direction if seconds is None else f"{command.direction}: {seconds} s"

    def effect() -> None:
        if seconds is not None:
            tournament.pace = WagerTime(seconds, command.direction)
        tournament.add_fact(Notified(to="players", about="pace", detail=detail, clauses=clauses))

    return effect


class Breach(StrEnum):
    """What players must not do, as far as only people can see it."""

    ADVICE = "advice given or sought"
    OUT_OF_VIEW = "chips out of view"
    CHIPS_MOVED = "chips removed, added or exchanged"
    CONCEALED = "chips concealed"
    INCREASED = "chips increased, or an attempt at it"


def _clauses_of(law: TournamentLaw, breach: Breach) -> Clauses:
    return {
        Breach.ADVICE: law.advice,
        Breach.OUT_OF_VIEW: law.chips_in_view,
        Breach.CHIPS_MOVED: law.chips_untouched,
        Breach.CONCEALED: law.concealment or law.chips_in_view,
        Breach.INCREASED: law.chips_untouched,
    }[breach]


def _is_punished(law: TournamentLaw, breach: Breach) -> bool:
    """Whether the rules leave the director no choice with a player who is found at it."""
    return bool(law.concealment) and breach in (Breach.CONCEALED, Breach.INCREASED)


class ReportBreach(Command, frozen=True, tag="report-breach"):
    """Somebody at the table saw a player do what the rules forbid.

    Where they have the player disqualified for it, that is due: nothing goes on to the next session
    or to the prizes before the director has done so, or has found that it was not so.
    """

    player: str
    breach: Breach
    detail: Text = ""


@acts.act(
    ReportBreach,
    Role.DEALER,
    clauses=lambda law: together(
        law.advice, law.chips_in_view, law.chips_untouched, law.concealment
    ),
)
def report_breach(tournament: Tournament, command: ReportBreach, by: Person) -> Effect:
    clauses = _clauses_of(tournament.law, command.breach)
    tournament.must_be(
        (TournamentPhase.SEATING, TournamentPhase.PLAYING, TournamentPhase.TIES), clauses
    )
    entrant = tournament.entrant(command.player, clauses)
    is_due = _is_punished(tournament.law, command.breach) and entrant.status in CAN_BE_EXPELLED

    def effect() -> None:
        if is_due:
            tournament.reported.append(ReportedBreach(command.player, command.breach, clauses))
        tournament.add_fact(
            Attested(
                what=f"{command.breach}: {command.player}", by=by.name, detail=command.detail,
                clauses=clauses,
            )
        )  # fmt: skip

    return effect


class DismissBreach(Command, frozen=True, tag="dismiss-breach"):
    """The director finds that a player did not do what was reported."""

    player: str
    reason: Text


@acts.act(
    DismissBreach,
    Role.TOURNAMENT_DIRECTOR,
    clauses=lambda law: together(law.director, law.chips_untouched, law.concealment),
)
def dismiss_breach(tournament: Tournament, command: DismissBreach, by: Person) -> Effect:
    of_the_player = [each for each in tournament.reported if each.player == command.player]
    clauses = together(*(each.clauses for each in of_the_player)) or tournament.law.director
    tournament.must_be(
        (
            TournamentPhase.SEATING,
            TournamentPhase.PLAYING,
            TournamentPhase.TIES,
            TournamentPhase.PLAYED,
        ),
        clauses,
    )
    tournament.refuse_unless(of_the_player, f"{command.player} has not been reported", clauses)
    tournament.refuse_unless(command.reason, "reason: say what was found", clauses)

    def effect() -> None:
        answered(tournament, command.player)
        tournament.add_fact(
            Exercised(
                power="report dismissed", subject=command.player, reason=command.reason,
                clauses=clauses,
            )
        )  # fmt: skip

    return effect


class AttestChips(Command, frozen=True, tag="attest-chips"):
    """All tournament chips lie in full view of players and staff."""

    table: str


@acts.act(AttestChips, Role.DEALER, clauses=lambda law: law.chips_in_view)
def attest_chips(tournament: Tournament, command: AttestChips, by: Person) -> Effect:
    clauses = tournament.law.chips_in_view
    tournament.must_be(TournamentPhase.PLAYING, clauses)
    return lambda: tournament.add_fact(
        Attested(what=f"chips in full view at {command.table}", by=by.name, clauses=clauses)
    )


def _grounds(law: TournamentLaw) -> dict[Ground, Clauses]:
    return {
        Ground.BREACH: law.disqualify,
        Ground.ABSENT: law.absent_disqualified,
        Ground.CONCEALED: law.concealment,
        Ground.INCREASED: law.chips_untouched if law.concealment else law.disqualify,
        Ground.NO_WAGER: law.must_wager if law.pass_cards else law.disqualify,
    }


class Disqualify(Command, frozen=True, tag="disqualify"):
    """A player is out of the tournament and of the prizes."""

    player: str
    ground: Ground
    reason: Text
    refund: bool = False


@acts.act(
    Disqualify,
    Role.TOURNAMENT_DIRECTOR,
    clauses=lambda law: together(law.disqualify, law.chips_untouched, law.concealment),
)
def disqualify(tournament: Tournament, command: Disqualify, by: Person) -> Effect:
    law = tournament.law
    clauses = _grounds(law)[command.ground]
    if not clauses:
        raise Refused(f"nobody is disqualified for that: {command.ground}", law.disqualify)
    tournament.must_be(
        (
            TournamentPhase.SEATING,
            TournamentPhase.PLAYING,
            TournamentPhase.TIES,
            TournamentPhase.PLAYED,
        ),
        clauses,
    )
    entrant = tournament.entrant(command.player)
    if entrant.status not in CAN_BE_EXPELLED:
        raise Refused(f"{entrant.name} is {entrant.status}", clauses)
    tournament.refuse_unless(command.reason, "reason: say what happened", clauses)
    if command.ground is Ground.NO_WAGER:
        _must_have_refused_to_wager(tournament, entrant)
    if command.ground is Ground.ABSENT:
        _must_be_able_to_be_absent(tournament, entrant, clauses)
    if command.refund and command.ground is not Ground.ABSENT:
        raise Refused("no fee is refunded", together(clauses, law.no_refund))
    fee = [p for p in tournament.payments_of(entrant) if p.what is PaidFor.ENTRY]
    left = tournament.pool.total - tournament.won_in_sessions
    if command.refund and left < sum(paid.amount for paid in fee):
        raise Refused("the fee has gone out in prizes of sessions", law.no_refund)

    def effect() -> None:
        seat = entrant.seat
        expel(tournament, entrant, command.ground, clauses)
        if command.refund:
            refund(tournament, fee, clauses)
        if tournament.phase is TournamentPhase.PLAYING:
            stop_if_enough_are_out(tournament)
        elif tournament.phase is TournamentPhase.SEATING:
            move_up(tournament, entrant, seat)
        else:
            decide(tournament)  # others may come to another place, or be tied no more

    return effect


def _must_have_refused_to_wager(tournament: Tournament, entrant: Entrant) -> None:
    """Who is not there is absent; who lets the time run out may be held to the minimum."""
    law = tournament.law
    if law.absent and not entrant.seated:
        raise Refused(f"{entrant.name} is not there", law.absent)
    limited = law.timed_out and tournament.seconds is not None
    if limited and tournament.readings.no_wager_precedence is NoWager.TIME_LIMIT:
        raise Refused(f"{entrant.name} is held to the minimum", law.timed_out)


def _must_be_able_to_be_absent(tournament: Tournament, entrant: Entrant, clauses: Clauses) -> None:
    """Who plays may be absent, and before that who has not sat down by the time that was told."""
    if entrant.status is not Status.IN or tournament.phase is TournamentPhase.PLAYED:
        raise Refused(f"{entrant.name} has no session to be absent from", clauses)
    if tournament.phase is TournamentPhase.SEATING:
        if entrant.seated:
            raise Refused(f"{entrant.name} has taken the seat", clauses)
        if not (tournament.session.drawn and has_come(tournament)):
            raise Refused(f"{entrant.name} has until the specified time to sit down", clauses)


class RaiseDispute(Command, frozen=True, tag="raise-dispute"):
    """Somebody disputes a rule or condition: a player, or staff for whoever does."""

    why_staff_may: ClassVar[str] = (
        "staff write down what is said; a complaint that is heard is never against the patron"
    )

    text: Text
    player: str = ""


@acts.act(
    RaiseDispute,
    Role.DEALER,
    oneself=True,
    clauses=lambda law: law.dispute or law.director,
    names_anybody=True,
)
def raise_dispute(tournament: Tournament, command: RaiseDispute, by: Person) -> Effect:
    clauses, player = tournament.law.dispute or tournament.law.director, command.player
    if player:
        tournament.entrant(player)
        if any(each.player == player for each in tournament.disputes):
            raise Refused(f"{player} has a dispute that is open", clauses)
        if len(command.text) > LONGEST_DISPUTE:
            raise Refused(f"text: no more than {LONGEST_DISPUTE} characters", clauses)
    tournament.refuse_unless(command.text, "text: say what is disputed", clauses)

    def effect() -> None:
        tournament.disputes.append(Dispute(command.text, player))
        tournament.add_fact(Disputed(text=command.text, player=player, clauses=clauses))

    return effect


class SettleDispute(Command, frozen=True, tag="settle-dispute"):
    """The director's decision is final, and play goes on."""

    decision: Text


@acts.act(SettleDispute, Role.TOURNAMENT_DIRECTOR, clauses=lambda law: law.dispute or law.director)
def settle_dispute(tournament: Tournament, command: SettleDispute, by: Person) -> Effect:
    clauses = tournament.law.dispute or tournament.law.director
    tournament.refuse_unless(tournament.disputes, "nothing is in dispute", clauses)
    tournament.refuse_unless(command.decision, "decision: say it", clauses)

    def effect() -> None:
        dispute = tournament.disputes.pop(0)
        tournament.resumed_at = tournament.now
        text, player, decision = dispute.text, dispute.player, command.decision
        tournament.add_fact(Disputed(text=text, player=player, settled=True, clauses=clauses))
        tournament.add_fact(
            Exercised(power="dispute decided", subject=text, reason=decision, clauses=clauses)
        )
        if player:
            tournament.add_fact(
                Notified(to=player, about=f"your dispute: {text}", detail=decision, clauses=clauses)
            )

    return effect
