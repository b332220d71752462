"""Going out: who is out by a round, who may buy back, and where they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from croupier.rulebook.citations import NOTHING
from croupier.table.law import together
from croupier.table.tournament_law import SameRound
from croupier.tournament.cashier import cash, issue
from croupier.tournament.facts import Disqualified, Eliminated, MayBuyBack
from croupier.tournament.ranking import Exit, standings_of_exits
from croupier.tournament.state import Ground, Status

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from croupier.rulebook.citations import Clauses
    from croupier.tournament.conditions import BuyBack
    from croupier.tournament.state import Entrant
    from croupier.tournament.tournament import Tournament


class ChipReport(Protocol):
    """What a round has made of chips."""

    @property
    def chips(self) -> Mapping[str, int]: ...
    @property
    def wagered(self) -> Mapping[str, int]: ...
    @property
    def taken(self) -> Sequence[str]: ...


def exit_of(player: str, report: ChipReport) -> Exit:
    """How somebody goes out by a round."""
    taken = report.taken.index(player) + 1 if player in report.taken else 0
    return Exit(player, report.chips[player], report.wagered.get(player, 0), taken)


def same_round_rule(tournament: Tournament) -> SameRound:
    """How players are placed who go out in the same round."""
    law, conditions = tournament.law, tournament.conditions
    return law.same_round.value or conditions.same_round or SameRound.SHARE


def go_out(tournament: Tournament, exits: list[Exit], *, for_good: Container[str] = ()) -> None:
    """Players are out by the same round; some for good, others as far as they do not buy back."""
    law = tournament.law
    tournament.exits += 1
    number, rule = tournament.session.number, same_round_rule(tournament)
    found = standings_of_exits(number, tournament.exits, exits, rule)
    for each in exits:
        entrant = tournament.entrants[each.player]
        entrant.standing, entrant.residual = found[each.player], each.residual
        if each.player not in for_good and may_buy_back(tournament, entrant):
            entrant.status = Status.MAY_BUY_BACK
            tournament.add_fact(
                MayBuyBack(player=each.player, residual=each.residual, clauses=law.buy_back)
            )
        else:
            leave(tournament, entrant, law.same_round.clauses if len(exits) > 1 else NOTHING)


def rule_out(tournament: Tournament, no_wager: Mapping[str, bool]) -> None:
    """Players had made no wager when a round began, some of whom were there, some not.

    They were out before the round, all alike whatever chips they had.
    """
    law = tournament.law
    if not law.no_wager_disqualifies:
        able = [player for player in no_wager if _could_wager(tournament, player)]
        if no_wager:
            go_out(tournament, [Exit(player, 0) for player in no_wager], for_good=able)
        return
    for player, there in no_wager.items():
        ground = Ground.NO_WAGER if there else Ground.ABSENT
        clauses = together(NOTHING if there else law.absent_disqualified, law.must_wager)
        expel(tournament, tournament.entrants[player], ground, clauses)


def forgo_play_off(tournament: Tournament, entrant: Entrant, *, there: bool) -> None:
    """Put out a player who made no wager for an additional round.

    The place stands as the session left it. Only equals who did wager come before the player.
    """
    law = tournament.law
    if law.no_wager_disqualifies:
        rule_out(tournament, {entrant.name: there})
        return
    entrant.chips = 0
    if entrant.status is Status.IN:
        clauses = together(law.must_wager, law.cannot_wager)
        entrant.status, entrant.seat = Status.OUT, None
        tournament.add_fact(
            Eliminated(player=entrant.name, session=tournament.session.number, clauses=clauses)
        )


def _could_wager(tournament: Tournament, player: str) -> bool:
    """Whether somebody had the chips to be dealt in, and did not wager them."""
    entrant = tournament.entrants[player]
    return entrant.seat is not None and entrant.chips >= tournament.stakes(entrant.seat[0])


def expel(tournament: Tournament, entrant: Entrant, ground: Ground, clauses: Clauses) -> None:
    """A player is disqualified; who was absent keeps what chips are worth.

    Nothing is left to be found about what the player was reported for.
    """
    entrant.status = Status.DISQUALIFIED
    answered(tournament, entrant.name)
    tournament.add_fact(Disqualified(player=entrant.name, ground=ground, clauses=clauses))
    if entrant.chips:
        if ground is Ground.ABSENT:
            cash(tournament, [entrant], clauses)
        issue(tournament, entrant, -entrant.chips, "disqualified")
    if entrant.has_played:
        entrant.seat = None


def answered(tournament: Tournament, player: str) -> None:
    """What a player was reported for has been acted on, or found not to be so."""
    tournament.reported = [each for each in tournament.reported if each.player != player]


def leave(tournament: Tournament, entrant: Entrant, also: Clauses = NOTHING) -> None:
    """A player is out: the seat is free and what chips are left have no use any more."""
    law, residual = tournament.law, entrant.chips
    why = law.no_chips if law.no_chips and not residual else law.cannot_wager
    entrant.status, entrant.seat = Status.OUT, None
    tournament.add_fact(
        Eliminated(
            player=entrant.name, session=tournament.session.number, residual=residual,
            clauses=together(why, also),
        )
    )  # fmt: skip
    if residual:
        cash(tournament, [entrant], law.early_end_agreed)
        issue(tournament, entrant, -residual, "out of the tournament")


def may_buy_back(tournament: Tournament, entrant: Entrant) -> bool:
    """Whether there is play to come back into, and coming back is offered for it."""
    terms, session = tournament.conditions.buy_back, tournament.session
    if not tournament.law.buy_back or terms is None or not terms.offered:
        return False
    state = session.tables.get(entrant.seat[0]) if entrant.seat else None
    if state is None or state.over:
        return False
    return is_in_time(terms, session.number, state.rounds) and entrant.buy_backs < terms.most


def is_in_time(terms: BuyBack, session: int, rounds: int) -> bool:
    """Whether coming back is still offered when so many rounds of a session are played."""
    last = terms.until_session
    return session < last or (
        session == last and (terms.until_round is None or rounds <= terms.until_round)
    )
