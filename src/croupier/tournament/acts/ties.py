"""Telling equals apart: additional rounds, and a draw of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards import Card
from croupier.rulebook.citing import Clauses, Refused
from croupier.table.commands import Command
from croupier.table.roles import Role
from croupier.table.tournament_law import Ties
from croupier.tournament import ballot
from croupier.tournament.acting import Acts
from croupier.tournament.acts.ending import find_tie, go_on, key, look_for_prize_ties
from croupier.tournament.acts.seating import checked_secret, tell_secret
from croupier.tournament.facts import TieDecided
from croupier.tournament.ranking import cut_at, groups
from croupier.tournament.state import Phase, Tie

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.table.roles import Person
    from croupier.tournament.acting import Effect
    from croupier.tournament.tournament import Tournament

acts = Acts()

RANKS = "23456789TJQKA"
"""Cards from the lowest to the highest; suits are equal."""


def _next_tie(tournament: Tournament, how: Ties) -> Tie:
    clauses = tournament.law.session_ties.clauses
    tournament.must_be(Phase.TIES, clauses)
    tie = tournament.ties[0]
    if tie.how is not how:
        raise Refused(f"{', '.join(tie.players)} are told apart by a {tie.how}", clauses)
    return tie


class PlayOffRound(Command, frozen=True, tag="play-off-round"):
    """An additional round between players who are equal, and what each has after it."""

    chips: dict[str, int]


@acts.act(PlayOffRound, Role.DEALER)
def play_off_round(tournament: Tournament, command: PlayOffRound, by: Person) -> Effect:
    law = tournament.law
    tie = _next_tie(tournament, Ties.PLAY_OFF)
    if set(command.chips) != set(tie.players):
        raise Refused(
            f"chips: of {', '.join(tie.players)} and nobody else", law.session_ties.clauses
        )
    if any(amount < 0 for amount in command.chips.values()):
        raise Refused("chips: nothing or more", law.chips_untouched)
    return lambda: _decide(tournament, tie, command.chips, {})


class DrawCards(Command, frozen=True, tag="draw-cards"):
    """Each of the players who are equal draws a card; those with equal ranks draw again."""

    secret: str


@acts.act(DrawCards, Role.TOURNAMENT_DIRECTOR)
def draw_cards(tournament: Tournament, command: DrawCards, by: Person) -> Effect:
    clauses = tournament.law.prize_ties.clauses
    tie = _next_tie(tournament, Ties.DRAW)
    secret = checked_secret(tournament, command.secret, clauses)
    purpose = f"{tournament.name}, cards after {len(tournament.entries)}"

    def effect() -> None:
        tell_secret(tournament, command.secret, purpose, clauses)
        cards = ballot.cards_drawn(tie.players, secret, purpose)
        ranks = {name: RANKS.index(card.rank) for name, card in cards.items()}
        _decide(tournament, tie, ranks, cards)

    return effect


def _decide(
    tournament: Tournament, tie: Tie, score: Mapping[str, int], cards: dict[str, Card]
) -> None:
    for name in tie.players:
        entrant = tournament.entrants[name]
        entrant.tie_break = (*entrant.tie_break, score[name])
        if not cards:
            entrant.chips = score[name]
    law = tournament.law
    rule = law.prize_ties if tie.for_prizes else law.session_ties
    order = groups({name: (score[name],) for name in tie.players})
    clauses = Clauses((*rule.clauses, *law.tie_choices.get(tie.how, ())))
    tournament.state(
        TieDecided(order=tuple(tuple(equal) for equal in order), cards=cards, clauses=clauses)
    )
    if tie.for_prizes:
        look_for_prize_ties(tournament)
    else:
        _go_over_the_line(tournament, tie)


def _go_over_the_line(tournament: Tournament, tie: Tie) -> None:
    del tournament.ties[0]
    found = cut_at(groups({n: key(tournament.entrants[n]) for n in tie.players}), tie.places)
    tournament.session.through += found.through
    tournament.session.cut += found.cut
    if found.tied:
        find_tie(tournament, Tie(tuple(found.tied), found.places, tie.how, for_prizes=False))
    elif not tournament.ties:
        go_on(tournament)
