"""What a table tells its tournament of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.table.facts import Settled, Staking
from croupier.table.shoe_state import Preparation
from croupier.table.tournament_play import is_out, play_at
from croupier.table.tournament_rules import last_stake
from croupier.tournament.acts.sessions import RecordRound

if TYPE_CHECKING:
    from croupier.table.table import Table
    from croupier.tournament.state import Entrant, TableState
    from croupier.tournament.tournament import Tournament


def report_of(tournament: Tournament, table: Table, called: str = "") -> RecordRound:
    """What the round that a table has just finished means for the tournament.

    `called` is what the tournament calls the table, if that is not the table's own name.
    """
    called = called or table.name
    state = tournament.session.tables[called]
    counts = play_at(table).rounds > state.rounds
    chips = {each.name: _chips_of(table, each) for each in tournament.at_table(called)}
    exits = [fact for fact in play_at(table).exits if fact.player in chips]
    stakes = {fact.player: (fact.wagered, fact.taken) for fact in exits}
    for name, left in chips.items():  # the limits of the next round may put out others too
        if counts and name not in stakes and left < tournament.minimum(called, ahead=1):
            stakes[name] = last_stake(table, name)
    taken = sorted((place, name) for name, (_, place) in stakes.items() if place)
    before = [name for name in _lost_before_the_deal(table) if not stakes.get(name, (0, 1))[1]]
    return RecordRound(
        table=called,
        chips=chips,
        wagered={name: wagered for name, (wagered, _) in stakes.items()},
        taken=(*before, *(name for _, name in taken)),
        counts=counts,
        ends_shoe=table.shoe.stage is Preparation.NEEDS_SHUFFLE,
        begun=state.over,
        number=table.number if counts else None,
        voids=None if counts else _found_void(table, state),
        no_wager={fact.player: fact.there for fact in exits if fact.no_wager},
        pass_cards=_pass_cards(table, chips, tournament.minimum(called, ahead=counts)),
    )


def _lost_before_the_deal(table: Table) -> list[str]:
    """From whom the minimum was taken for the round, in the order in which it was."""
    last = play_at(table).last_round
    return [] if last is None else [lost.player for lost in last.deductions]


def _found_void(table: Table, state: TableState) -> int | None:
    """A round that was recorded as one of the session, and is void since."""
    void = (past.number for past in table.rounds if past.void)
    return next((number for number in void if number in state.numbers), None)


def _pass_cards(table: Table, chips: dict[str, int], least: int) -> dict[str, int]:
    """The pass cards of those who are short of the minimum, where such a card keeps them in."""
    play = play_at(table)
    if not play.readings.pass_saves_from_19_6_13:
        return {}
    short = [name for name, held in chips.items() if held < least and play.passes.get(name)]
    return {name: play.passes[name] for name in short}


def _chips_of(table: Table, entrant: Entrant) -> int:
    """What somebody has after a round; who took no part in it may have chips still to come."""
    play, name = play_at(table), entrant.name
    took_part = not is_out(table, name) or any(fact.player == name for fact in play.exits)
    if name not in play.positions or not took_part:
        return entrant.chips
    return table.chips.rack(name) + _at_stake(table, name)


def _at_stake(table: Table, player: str) -> int:
    """What lies on the layout for a player: an earlier round may be void while one is played."""
    placed = sum(wager.amount for wager in table.wagers if wager.player == player)
    facts = table.round.facts if table.round is not None and table.in_play else ()
    added = sum(f.amount for f in facts if isinstance(f, Staking) and f.player == player)
    settled = sum(f.stake for f in facts if isinstance(f, Settled) and f.player == player)
    return placed + added - settled
