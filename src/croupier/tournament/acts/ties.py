"""Telling equals apart: additional rounds, and a draw of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.roles import Role
from croupier.cards import Card
from croupier.rulebook.citations import Refused
from croupier.table.law import together
from croupier.table.tournament_law import SameRound, Ties
from croupier.tournament.acts.elimination import exit_of, forgo_play_off, same_round_rule
from croupier.tournament.acts.seating import opened_draw, tell_secret
from croupier.tournament.acts.session_places import decide
from croupier.tournament.facts import TieDecided
from croupier.tournament.ranking import groups
from croupier.tournament.state import NO_WAGER, Contest, Status, TournamentPhase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.tournament_law import TournamentLaw
    from croupier.tournament.ranking import Standing
    from croupier.tournament.state import Tie
    from croupier.tournament.tournament import Tournament

acts: Acts[Tournament, TournamentLaw] = Acts()

RANKS = "23456789TJQKA"
"""Cards from the lowest to the highest; suits are equal."""


PLAY_OFF = "play-off"
"""A table of additional rounds, which is none of the session's."""
PLAY_OFF_SEATS = 7
"""How many play an additional round at one table."""
ENOUGH = 10
"""How many times the minimum those get who cannot wager it any more."""


def stacks(tournament: Tournament) -> dict[str, int]:
    """The chips with which those who are equal begin an additional round, the same for each.

    Equal chips are played on with; who is equal in points alone begins as in a session.
    """
    tied = tournament.ties[0].players
    held = {tournament.entrants[name].chips for name in tied}
    each = held.pop() if len(held) == 1 else tournament.conditions.chips or 0
    least = tournament.stakes(PLAY_OFF)
    return dict.fromkeys(tied, each if each >= least else ENOUGH * least)


def play_off_groups(tournament: Tournament) -> dict[str, tuple[str, ...]]:
    """Who plays an additional round now, by what their tables are called."""
    if tournament.phase is not TournamentPhase.TIES or tournament.ties[0].how is not Ties.PLAY_OFF:
        return {}
    tied = tournament.ties[0].players
    number = 1 + sum(isinstance(fact, TieDecided) for fact in tournament.facts)
    parts = (tied[n : n + PLAY_OFF_SEATS] for n in range(0, len(tied), PLAY_OFF_SEATS))
    return {f"play-off {number}, table {n}": part for n, part in enumerate(parts, 1)}


def _next_tie(tournament: Tournament, how: Ties) -> Tie:
    clauses = tournament.law.session_ties.clauses
    tournament.must_be(TournamentPhase.TIES, clauses)
    tie = tournament.ties[0]
    if tie.how is not how:
        raise Refused(f"{', '.join(tie.players)} are told apart by a {tie.how}", clauses)
    return tie


class PlayOffRound(Command, frozen=True, tag="play-off-round"):
    """An additional round between players who are equal, and what each has after it."""

    chips: dict[str, int]
    wagered: dict[str, int] = {}
    taken: tuple[str, ...] = ()
    """Whose chips were taken, in the order in which they were."""
    no_wager: dict[str, bool] = {}
    """The players who made no wager for the round; true if they were there."""


@acts.act(
    PlayOffRound,
    Role.DEALER,
    clauses=lambda law: together(
        law.session_ties.clauses,
        law.prize_ties.clauses,
        law.tie_choices.get(Ties.PLAY_OFF),
        law.must_wager,
    ),
)
def play_off_round(tournament: Tournament, command: PlayOffRound, by: Person) -> Effect:
    law = tournament.law
    tie = _next_tie(tournament, Ties.PLAY_OFF)
    if set(command.chips) != set(tie.players):
        raise Refused(
            f"chips: of {', '.join(tie.players)} and nobody else", law.session_ties.clauses
        )
    if any(amount < 0 for amount in command.chips.values()):
        raise Refused("chips: nothing or more", law.chips_untouched)
    strangers = ", ".join(sorted(set(command.no_wager) - set(tie.players)))
    if strangers:
        raise Refused(f"no_wager: {strangers} does not play off", law.session_ties.clauses)

    def effect() -> None:
        for name, chips in command.chips.items():
            entrant = tournament.entrants[name]
            if entrant.before_play_off is None:
                entrant.before_play_off = entrant.chips
            entrant.chips = chips
        for name, there in command.no_wager.items():
            forgo_play_off(tournament, tournament.entrants[name], there=there)
        _tell_apart(tournament, tie, _scores(tournament, tie, command), {})

    return effect


def _scores(tournament: Tournament, tie: Tie, command: PlayOffRound) -> dict[str, Standing]:
    """Chips decide; between those whom the round puts out, what decides in any other round.

    Players who made no wager were out before the round, and come after all who played it.
    """
    least = tournament.minimum(PLAY_OFF)
    residual = same_round_rule(tournament) is SameRound.RESIDUAL
    scores: dict[str, Standing] = {}
    for name in tie.players:
        if name in command.no_wager:
            scores[name] = (NO_WAGER,)
            continue
        left = exit_of(name, command)
        out = residual and left.residual < least
        scores[name] = (left.residual, *((left.wagered, left.taken) if out else ()))
    return scores


class DrawCards(Command, frozen=True, tag="draw-cards"):
    """Each of the players who are equal draws a card; those with equal ranks draw again."""

    secret: str


@acts.act(
    DrawCards,
    Role.TOURNAMENT_DIRECTOR,
    clauses=lambda law: together(
        law.session_ties.clauses, law.prize_ties.clauses, *law.tie_choices.values()
    ),
)
def draw_cards(tournament: Tournament, command: DrawCards, by: Person) -> Effect:
    clauses = tournament.law.prize_ties.clauses
    tie = _next_tie(tournament, Ties.DRAW)
    draw = opened_draw(tournament, command.secret, clauses)

    def effect() -> None:
        tell_secret(tournament, draw, clauses)
        cards = draw.cards
        ranks = {name: (RANKS.index(card.rank),) for name, card in cards.items()}
        _tell_apart(tournament, tie, ranks, cards)

    return effect


def _tell_apart(
    tournament: Tournament, tie: Tie, score: Mapping[str, Standing], cards: dict[str, Card]
) -> None:
    """What was played or drawn is held against equals for good, and all is decided anew."""
    for name in tie.players:
        entrant = tournament.entrants[name]
        entrant.tie_break = (*entrant.tie_break, *score[name])
    law = tournament.law
    rule = law.prize_ties if tie.contest is Contest.PRIZES else law.session_ties
    gone = Status.DISQUALIFIED
    placed = [name for name in tie.players if tournament.entrants[name].status is not gone]
    order = groups({name: score[name] for name in placed})
    put_out = law.same_round.clauses if any(len(each) > 1 for each in score.values()) else ()
    clauses = together(rule.clauses, law.tie_choices.get(tie.how, ()), put_out)
    tournament.add_fact(
        TieDecided(order=tuple(tuple(equal) for equal in order), cards=cards, clauses=clauses)
    )
    decide(tournament)
