"""What a table keeps track of while it is a tournament's."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from croupier.table.facts import Settled
from croupier.table.tournament_law import (
    HedgeRule,
    HiddenInterim,
    MarkerMoves,
    MarkerOnEmpty,
    MinimumTest,
    Ordering,
    SittingOut,
    TournamentReadings,
    table_minimum,
)

if TYPE_CHECKING:
    from croupier.rulebook.citations import Clauses
    from croupier.table.facts import OutAtTable
    from croupier.table.table import Table
    from croupier.table.tournament_law import TournamentLaw
    from croupier.table.wagers import Sign, Wager


class AnnouncedLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The least and the most of a kind of wager, as conditions announce it for some rounds."""

    wager: str
    minimum: int
    maximum: int


class TableTerms(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What the conditions decide about play at a table."""

    order: bool = False
    pass_cards: int = 0
    undisclosed: int = 0
    seconds: int | None = None
    """How long a player has for a wager."""
    overrides: dict[str, str] = {}
    """Terms of the game that the conditions change, where conditions prevail."""
    third_party_insurance: bool = False
    announced: tuple[AnnouncedLimits, ...] = ()
    """All limits that there are by the conditions; none, where the conditions are not known."""


@dataclass(frozen=True, slots=True)
class WagerForm:
    """An undisclosed wager as it was written; either part may be missing."""

    amount: int | None
    type: str


@dataclass(frozen=True, slots=True)
class Hidden:
    """An undisclosed wager in the round: what is staked, what it counts for and by which rule."""

    wager: str
    """The kind of wager that the form is for."""
    staked: int
    counts: int
    clauses: Clauses
    in_front: int
    """What its owner had in front of them when it was examined."""


@dataclass(frozen=True, slots=True)
class FormDeduction:
    """The minimum taken from a player whose form was incomplete, in the place of a result."""

    lost: Settled
    instead_of: tuple[Settled, ...]
    """The settlements of the undisclosed wager that were undone for it."""
    form: WagerForm
    hidden: Hidden


@dataclass(frozen=True, slots=True)
class LastRound:
    """What the last round took from players besides their wagers, in case it is void after all."""

    marker: int | None
    """Where it lay in that round."""
    passed: frozenset[str]
    hidden: frozenset[str]
    deductions: tuple[Settled, ...]


@dataclass(slots=True)
class RoundOfWagers:
    """What players have done for the round to come or in play; each round has its own."""

    asked: list[int] = field(default_factory=list)
    """The boxes whose players have been asked for a wager, the last one's turn being open."""
    early: set[str] = field(default_factory=set)
    """Who wagered out of order."""
    excused: set[str] = field(default_factory=set)
    """Who need not wager: their wager was declared void, or the minimum was taken from them."""
    passing: set[str] = field(default_factory=set)
    """Who has played a pass card."""
    forms: dict[str, WagerForm] = field(default_factory=dict)
    """Undisclosed wagers as they were handed in, until they are announced."""
    written: set[str] = field(default_factory=set)
    """Who has handed in a form, announced by now or not."""
    returned: set[str] = field(default_factory=set)
    """Whose form was given back, and who may hand in another whatever turn it is."""
    hidden: dict[str, Hidden] = field(default_factory=dict)
    """Undisclosed wagers in play."""
    held_to_it: set[str] = field(default_factory=set)
    """Whose time was up, and for whom the minimum was staked."""
    deductions: dict[str, Settled] = field(default_factory=dict)
    """From whom the minimum was taken, because they make no wager."""


@dataclass(slots=True)
class TournamentPlay:
    """One table of a tournament."""

    name: str
    terms: TableTerms
    readings: TournamentReadings = field(default_factory=TournamentReadings)
    positions: dict[str, int] = field(default_factory=dict)
    """The box of every player allocated to the table."""
    substitutes: dict[str, str] = field(default_factory=dict)
    """The substitute of each player who was replaced."""
    came: set[str] = field(default_factory=set)
    """Who of them has been at the table."""
    out: set[str] = field(default_factory=set)
    """Who could not wager the minimum of a round, or did not wager it."""
    ruled_out: set[str] = field(default_factory=set)
    """Who of them is out whatever chips they have."""
    leaving: list[OutAtTable] = field(default_factory=list)
    """Who has gone out since the last round was over, and how."""
    exits: list[OutAtTable] = field(default_factory=list)
    """Who went out in the last round, and how."""
    this_round: RoundOfWagers = field(default_factory=RoundOfWagers)
    marker: int | None = None
    """Where it was placed or came to."""
    rounds: int = 0
    """Rounds that count, with the one in progress not among them."""
    out_of_order: Counter[str] = field(default_factory=Counter)
    """How often each wagered out of order."""
    passes: dict[str, int] = field(default_factory=dict)
    """How many pass cards each has left."""
    forms_left: dict[str, int] = field(default_factory=dict)
    """How many undisclosed wagers each may still make."""
    shown: dict[str, WagerForm] = field(default_factory=dict)
    """Forms of the last round, open to every player until the next begins."""
    form_deductions: dict[int, dict[str, FormDeduction]] = field(default_factory=dict)
    """From whom the minimum was taken for an incomplete form, by the number of the round."""
    to_announce_again: dict[str, FormDeduction] = field(default_factory=dict)
    """Players whose incomplete form counts again in a round that is being built again."""
    deducted: Counter[str] = field(default_factory=Counter)
    """For how many rounds the minimum was taken from each, who made no wager."""
    last_round: LastRound | None = None
    """The last round, as long as it counts."""
    issued: int = 0
    """Tournament chips that have come to the table and not gone back."""


def law_at(table: Table) -> TournamentLaw:
    return table.law.tournament


def play_at(table: Table) -> TournamentPlay:
    assert table.tournament is not None
    return table.tournament


def is_ordered(table: Table) -> bool:
    """Whether players wager in order here: by the rule, or because the conditions say so."""
    law = law_at(table)
    return law.order.value is Ordering.ALWAYS or play_at(table).terms.order


def players_in(table: Table) -> dict[int, str]:
    """Who plays on at the table, by box."""
    positions = sorted(play_at(table).positions.items(), key=lambda position: position[1])
    return {box: player for player, box in positions if not is_out(table, player)}


def is_out(table: Table, player: str) -> bool:
    """Whether a player did not wager, or could not and still cannot: chips may have come back."""
    play = play_at(table)
    short = player in play.out and chips_of(table, player) < stakes_of_a_round(table)
    return short or player in play.ruled_out


def is_there(table: Table, player: str) -> bool:
    return player in table.patrons.arrived and player not in table.patrons.away


def passes_over(table: Table) -> bool:
    """Whether rounds are played without those who are away, and nothing follows for them."""
    return play_at(table).readings.sitting_out is SittingOut.PASSED_OVER


def order_of_wagering(table: Table) -> list[int]:
    """The boxes whose players are asked, clockwise from the marker.

    Somebody who is away is asked as well: who has not wagered when the next is asked has let the
    opportunity pass.
    """
    first = marker_box(table)
    left_out = (
        table.patrons.away if passes_over(table) else play_at(table).this_round.deductions.keys()
    )
    boxes = [box for box, player in players_in(table).items() if player not in left_out]
    return sorted(boxes, key=lambda box: (box < first, box))


def goes_by_boxes(table: Table) -> bool:
    """Whether the number of the round says where the marker lies, whoever plays there."""
    by_boxes = law_at(table).marker.value is MarkerMoves.NEXT_BOX
    return by_boxes and play_at(table).readings.marker_on_empty is MarkerOnEmpty.BOX


def marker_box(table: Table) -> int:
    """Where the marker lies: where it was placed or came to, or at the first box in play."""
    play = play_at(table)
    if goes_by_boxes(table):
        return play.rounds % len(table.boxes) + 1
    if play.marker is not None:
        return play.marker
    return min(players_in(table), default=1)


def move_marker(table: Table) -> int | None:
    """A round is over: the marker goes to the next player clockwise, over empty seats."""
    if goes_by_boxes(table):
        return marker_box(table)
    here = marker_box(table)
    boxes = list(players_in(table))
    return next((box for box in boxes if box > here), boxes[0] if boxes else None)


def minimum_of(table: Table, sign: Sign | None = None) -> int:
    """What a player must have to stay in, by the sign as it is or by another."""
    every_stake = play_at(table).readings.tournament_min_test is MinimumTest.EVERY_STAKE
    return stakes_of_a_round(table, sign) if every_stake else _least_wager(table, sign)


def stakes_of_a_round(table: Table, sign: Sign | None = None) -> int:
    """What it takes to be dealt in, the stakes that go with a wager among it."""
    return _least_wager(table, sign) * law_at(table).stakes_for_the_minimum.value


def _least_wager(table: Table, sign: Sign | None) -> int:
    shown = sign or table.sign
    minimums = (shown.of(wager).minimum for wager in law_at(table).wagers.value)
    return table_minimum(play_at(table).readings, minimums, 1)


def chips_of(table: Table, player: str) -> int:
    """What a player has, on the layout or in front of them, before any card is dealt."""
    placed = sum(wager.amount for wager in table.wagers if wager.player == player)
    return table.chips.rack(player) + placed


def owing_a_wager(table: Table) -> list[str]:
    """Players who could wager or pass and have done neither, whether they are there or not."""
    owing = [p for p in players_in(table).values() if not has_acted(table, p)]
    if passes_over(table):
        owing = [player for player in owing if is_there(table, player)]
        return [player for player in owing if chips_of(table, player) >= stakes_of_a_round(table)]
    return [player for player in owing if not _is_short(table, player)]


def unable_to_wager(table: Table) -> list[str]:
    """Players who have not the chips to be dealt in and are not out yet."""
    if passes_over(table):
        return []
    idle = [player for player in players_in(table).values() if not has_acted(table, player)]
    return [player for player in idle if _is_short(table, player)]


def _is_short(table: Table, player: str) -> bool:
    play = play_at(table)
    saved = play.readings.pass_saves_from_19_6_13 and play.passes.get(player)
    return not saved and chips_of(table, player) < stakes_of_a_round(table)


def has_acted(table: Table, player: str) -> bool:
    """Whether a player has wagered and risks enough for the round, passes, or need do neither."""
    play = play_at(table)
    return (
        bool(_wagers_that_count(table, player)) and not risks_too_little(table, player)
    ) or player in play.this_round.excused | play.this_round.passing | play.this_round.forms.keys()


def _wagers_that_count(table: Table, player: str) -> list[Wager]:
    """Return the wagers that may make the minimum: all where any of them may lie alone."""
    law = law_at(table)
    mine = [wager for wager in table.wagers if wager.player == player]
    if law.any_wager_counts:
        return mine
    return [wager for wager in mine if wager.wager in law.wagers.value]


def risks_too_little(table: Table, player: str) -> bool:
    """True if the wagers of a player risk less than the minimum.

    They do if they make up for each other, or if those with a lower minimum do not reach it.
    """
    play, law = play_at(table), law_at(table)
    mine = _wagers_that_count(table, player)
    if not mine or not law.hedging:
        return False
    gross = play.readings.hedge_rule is HedgeRule.GROSS
    risked = sum(w.amount for w in mine) if gross else table.game.at_risk(mine)
    return risked < minimum_of(table)


def has_begun(table: Table) -> bool:
    """Whether anybody has wagered for the next round, or passed."""
    play = play_at(table)
    return bool(table.wagers or play.this_round.forms or play.this_round.passing)


def is_untouched(table: Table) -> bool:
    """Whether nobody has done anything for the next round, or has paid for doing nothing."""
    return not (has_begun(table) or play_at(table).this_round.excused)


def turn_is_over(table: Table, player: str) -> bool:
    """Whether a player was asked for a wager, and somebody else after them or nobody is left."""
    asked, box = play_at(table).this_round.asked, play_at(table).positions[player]
    left = [each for each in order_of_wagering(table) if each not in asked]
    return box in asked and (box != asked[-1] or not left)


def undisclosed(table: Table) -> frozenset[str]:
    """Who has an undisclosed wager in play, of which others are not to be told."""
    if table.tournament is None:
        return frozenset()
    hidden = frozenset(table.tournament.this_round.hidden)
    if table.tournament.readings.hidden_interim is HiddenInterim.AT_THE_END:
        return hidden
    return hidden - _settled_early(table)


def _settled_early(table: Table) -> set[str]:
    """Whose undisclosed wager has been paid or taken, in whole or in part."""
    facts = table.round.facts if table.round is not None and table.in_play else []
    hidden = {(player, each.wager) for player, each in play_at(table).this_round.hidden.items()}
    settled = (fact for fact in facts if isinstance(fact, Settled))
    return {fact.player for fact in settled if (fact.player, fact.wager) in hidden}
