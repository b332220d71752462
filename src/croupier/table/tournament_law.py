"""What the rules ask of tournaments, by name. Each instrument supplies one value.

A rule that an instrument does not have cites nothing; where the rules leave a choice to somebody,
its value says to whom, and the conditions or the director make it. At the end stand the readings
of its open places: options of the rulebook, by their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import msgspec

from croupier.aggregate.roles import Role
from croupier.quick_enums import quick
from croupier.rulebook.citations import NOTHING, Cited, Clauses


class ConditionsStep(StrEnum):
    """What must have happened to the conditions before entries are taken."""

    DOCUMENTED = "documented"
    APPROVED = "approved"
    PUBLISHED = "published"
    NOTIFIED = "notified"


class Topic(StrEnum):
    """What conditions speak of, as the instruments list it."""

    START = "starts"
    ENTRY_METHOD = "how_to_enter"
    ELIGIBILITY = "eligibility"
    ENTITLED = "eligibility.entitled_only"
    MAY_REFUSE = "eligibility.may_refuse"
    CRITERIA = "eligibility.criteria"
    ENTRY_TERMS = "withdraw_until"
    SESSIONS = "sessions"
    TABLES = "tables"
    SIT_AND_GO = "sit_and_go"
    PLAY = "play"
    PROGRESSION = "progression"
    POINTS = "points"
    REPECHAGE = "repechage"
    BUY_BACK = "buy_back"
    BUY_BACK_COST = "buy_back.cost"
    ADD_ON = "add_on"
    FEE = "entry_fee"
    CHIPS = "chips"
    NUMBERS = "players"
    GROUPS = "groups"
    LIMITS = "limits"
    SIDE_BETS = "side_bets"
    COMPULSORY_WAGER = "compulsory_wager"
    WAGERING = "wagering"
    ELIMINATION = "elimination"
    ADVANCING = "sessions.advance"
    SESSION_TIES = "session_ties"
    POINTS_ELIMINATION = "points.elimination"
    POINTS_PLACES = "points.ties"
    POINTS_PRIZE_TIES = "points.prize_ties"
    PRIZES = "prizes"
    PRIZE_TIES = "prize_ties"
    DISTRIBUTION = "distribution"
    STATEMENT = "statement"


class Lateness(StrEnum):
    """When a player who has not taken the seat has lost it."""

    COMMENCEMENT = "play begins"
    SPECIFIED_TIME = "the specified time"
    DIRECTORS_CHOICE = "the director decides"


class BallotedSessions(StrEnum):
    """Which sessions begin with a ballot for seats."""

    EACH_SESSION = "each session"
    FIRST_SESSION = "a player's first session"
    DIRECTORS_METHOD = "as the director determines"


class Vacancy(StrEnum):
    """Whose first session must not have begun for a reserve to have the seat."""

    TOURNAMENT = "the first session"
    PLAYER = "the player's first session"


class Ordering(StrEnum):
    """When players wager in order. Rules that say nothing of it leave it to the conditions."""

    ALWAYS = "always"
    IF_PROVIDED = "if the conditions provide for it"


class WagerOutOfTurn(StrEnum):
    """What becomes of a wager placed before its owner's turn."""

    STANDS = "stands, and its owner is warned"
    REMOVED = "is taken back until the turn comes"


class MarkerMoves(StrEnum):
    NEXT_PLAYER = "to the next player"
    NEXT_BOX = "to the next box"


@quick
class Ties(StrEnum):
    """How players who come out equal are told apart, if they are."""

    PLAY_OFF = "play-off"
    SHARE = "share"
    DRAW = "draw of cards"


class SameRound(StrEnum):
    """How players who go out in the same round are placed."""

    SHARE = "share"
    RESIDUAL = "residual chips, then the larger wager, then who lost the chips later"


LENGTHS = ("rounds", "shoes", "minutes", "until_players")
"""What sessions are measured by: so many rounds or shoes, a time, or until so many are left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenLaw:
    """Wagers that are written down and shown when the round is over."""

    offered: Clauses
    form: Clauses
    responsible: Clauses
    within: Clauses
    together: Clauses
    examined: Clauses
    announced: Clauses
    corrected: Clauses
    under_minimum: Clauses
    over_maximum: Clauses
    over_chips: Clauses
    incomplete: Clauses
    inspected: Clauses


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentLaw:
    """The clauses behind a tournament, in the order in which one is held."""

    applies: Clauses
    conditions_prevail: Cited[bool]
    """Whether approved conditions displace the rules of the game, or the rules the conditions."""

    # The conditions
    gate: Mapping[ConditionsStep, Clauses]
    contents: Mapping[Topic, Clauses]
    must_contain: Cited[bool]
    not_with: Mapping[str, Clauses] = field(default_factory=dict)
    """Options of a table that rule tournaments out."""
    own_game_in_each_session: Cited[bool]
    """Whether it is played in every session, or only in one at least, beside other games."""
    director: Clauses
    nominated_by: Cited[Role]

    # Entries
    entry: Clauses = NOTHING
    agreement: Clauses = NOTHING
    copy_for_each: Clauses = NOTHING
    one_entry: Clauses = NOTHING
    buy_back: Clauses = NOTHING
    add_on: Clauses = NOTHING
    refuse_entry: Clauses = NOTHING
    withdraw: Clauses = NOTHING
    """Where conditions may let players withdraw without penalty."""
    reserve: Cited[Vacancy]
    substitute: Clauses = NOTHING

    # Seats and sessions
    session: Clauses
    session_lengths: tuple[str, ...] = LENGTHS
    """What a session may be measured by."""
    ballot: Cited[BallotedSessions]
    position: Clauses
    designate: Clauses = NOTHING
    table_size: Clauses
    break_tables: Clauses = NOTHING
    move_start: Clauses = NOTHING
    late: Cited[Lateness]
    forfeited_fee: Clauses = NOTHING
    absent: Clauses = NOTHING
    absent_deduction: Cited[int] = field(default_factory=lambda: Cited(0, NOTHING))
    """For how many rounds the minimum is taken from a player who is not there."""
    absent_disqualified: Clauses = NOTHING

    # Chips
    chips: Clauses
    equal_chips: Clauses
    chips_each_session: Clauses = NOTHING
    """Where every session begins with the same chips for all."""
    buy_in: Clauses = NOTHING
    chips_in_view: Clauses
    chips_untouched: Clauses
    concealment: Clauses = NOTHING
    chip_count: Clauses = NOTHING
    chips_returned: Clauses = NOTHING

    # Wagers
    wagers: Cited[tuple[str, ...]]
    """The wagers of which the minimum is asked every round."""
    must_wager: Clauses
    no_wager_disqualifies: bool = False
    """Whether who makes no wager is disqualified, and not only eliminated."""
    cannot_wager: Clauses
    no_chips: Clauses = NOTHING
    stakes_for_the_minimum: Cited[int] = field(default_factory=lambda: Cited(1, NOTHING))
    """How many minimums it takes to be dealt in."""
    any_wager_counts: Clauses = NOTHING
    """Where a side wager may lie alone, and makes the minimum as any other does."""
    hedging: Clauses = NOTHING
    """Where opposite wagers could make a minimum that risks nothing."""
    made_good: Clauses = NOTHING
    """Wagers outside the limits are topped up, cut down or void; elsewhere they are not taken."""
    limit_changes: Clauses = NOTHING
    order: Cited[Ordering]
    marker: Cited[MarkerMoves]
    turn: Clauses = NOTHING
    out_of_order: Cited[WagerOutOfTurn]
    wager_final_when_made: Cited[bool] = field(default_factory=lambda: Cited(False, NOTHING))
    """Whether a wager is fixed when it is made in turn, or when the next player is asked."""
    deal_from_marker: Clauses = NOTHING
    time_limit: Clauses = NOTHING
    timed_out: Clauses = NOTHING
    pass_cards: Clauses = NOTHING
    hidden: HiddenLaw | None = None
    void_claws_back: Clauses = NOTHING

    # Conduct
    advice: Clauses
    breaks: Clauses = NOTHING
    pace: Clauses = NOTHING
    dispute: Clauses = NOTHING
    disqualify: Clauses = NOTHING

    # Places
    places: Clauses
    advancing: Clauses = NOTHING
    placegetters_go_on: Clauses = NOTHING
    """Where those out of a session are still placed in it, and take what places are left."""
    early_end: Clauses = NOTHING
    early_end_agreed: Clauses = NOTHING
    session_ties: Cited[Ties | None]
    """How equal chips at the end of a session are decided; None leaves it to the conditions."""
    prize_ties: Cited[Ties | None]
    tie_choices: Mapping[Ties, Clauses] = field(default_factory=dict)
    """What conditions may choose for players contesting the same prize."""
    points_tie_choices: tuple[Ties, ...] = ()
    """Which of these there are for equal points, where not all of them are."""
    same_round: Cited[SameRound | None]

    # Money
    fee: Clauses
    commission: Cited[bool]
    """Whether a commission may be kept out of the fees."""
    commission_approved: Clauses = NOTHING
    pool: Clauses
    all_returned: Clauses
    added_value: Clauses = NOTHING
    guarantee: Clauses = NOTHING
    no_refund: Clauses
    refunds: Clauses = NOTHING
    """Where conditions may permit refunds in other cases."""
    cancellation: Clauses

    @property
    def are_held(self) -> bool:
        """True if the instrument has rules for tournaments."""
        return bool(self.applies)

    @property
    def limits_announced(self) -> Clauses:
        """By which limits change only as players were told before the tournament."""
        return self.limit_changes or self.contents[Topic.LIMITS]


NO_TOURNAMENTS = TournamentLaw(
    applies=NOTHING,
    conditions_prevail=Cited(False, NOTHING),
    gate={},
    contents={},
    must_contain=Cited(False, NOTHING),
    own_game_in_each_session=Cited(False, NOTHING),
    director=NOTHING,
    nominated_by=Cited(Role.OPERATOR, NOTHING),
    reserve=Cited(Vacancy.TOURNAMENT, NOTHING),
    session=NOTHING,
    ballot=Cited(BallotedSessions.EACH_SESSION, NOTHING),
    position=NOTHING,
    table_size=NOTHING,
    late=Cited(Lateness.COMMENCEMENT, NOTHING),
    chips=NOTHING,
    equal_chips=NOTHING,
    chips_in_view=NOTHING,
    chips_untouched=NOTHING,
    wagers=Cited((), NOTHING),
    must_wager=NOTHING,
    cannot_wager=NOTHING,
    order=Cited(Ordering.IF_PROVIDED, NOTHING),
    marker=Cited(MarkerMoves.NEXT_PLAYER, NOTHING),
    out_of_order=Cited(WagerOutOfTurn.STANDS, NOTHING),
    advice=NOTHING,
    places=NOTHING,
    session_ties=Cited(None, NOTHING),
    prize_ties=Cited(None, NOTHING),
    same_round=Cited(None, NOTHING),
    fee=NOTHING,
    commission=Cited(False, NOTHING),
    pool=NOTHING,
    all_returned=NOTHING,
    no_refund=NOTHING,
    cancellation=NOTHING,
)
"""The law of an instrument without rules for tournaments: no table of it is used for one."""


class HedgeRule(StrEnum):
    """What must reach the minimum where a player bets on both sides."""

    WORST_LOSS = "worst_loss"
    GROSS = "gross"


class TableMinimum(StrEnum):
    """The minimum of a table where wagers have different ones."""

    LOWEST = "lowest"
    HIGHEST = "highest"


class EarlyWager(StrEnum):
    """Until when a wager that was placed out of order may be changed."""

    UNTIL_ASKED = "until_asked"
    """It stands until its owner is asked, who may change it in the turn."""
    FOR_GOOD = "for_good"
    UNTIL_TURN_ENDS = "until_turn_ends"


class VacatedPlace(StrEnum):
    """The place of a player who is disqualified after going on to a session."""

    STAYS_EMPTY = "stays_empty"
    NEXT_MOVES_UP = "next_moves_up"


class MinimumTest(StrEnum):
    """What a player must be able to stake to be dealt in."""

    EVERY_STAKE = "ante_and_blind"
    ONE_STAKE = "ante"


class NoWager(StrEnum):
    """What follows when a player who is there and has the chips makes no wager."""

    TIME_LIMIT = "time_limit"
    DISQUALIFICATION = "disqualification"


class SittingOut(StrEnum):
    """What follows when a round is to begin and a player has made no wager for it."""

    OUT = "out"
    MINIMUM = "minimum"
    PASSED_OVER = "passed_over"


class HiddenInterim(StrEnum):
    """When others learn of an undisclosed wager that is settled before the round is over."""

    AT_THE_END = "freeze_until_reveal"
    AT_ONCE = "settle_at_once"


class MarkerOnEmpty(StrEnum):
    """Where the marker goes if nobody plays at the next box."""

    BOX = "box_index"
    PLAYER = "next_player"


class EliminationWager(StrEnum):
    """Which wager tells apart players who go out in the same round."""

    TOTAL = "total_round"
    INITIAL = "initial"


class BuyBackFee(StrEnum):
    """What the money for buying back is."""

    ENTRY_FEE = "entry_fee"
    POOL = "pool"


class TournamentReadings(msgspec.Struct, frozen=True, kw_only=True):
    """The readings of one tournament.

    An instrument that leaves a place closed has no such option, and its value is never looked at.
    """

    tournament_min_test: MinimumTest = MinimumTest.EVERY_STAKE
    hedge_rule: HedgeRule = HedgeRule.WORST_LOSS
    table_minimum: TableMinimum = TableMinimum.LOWEST
    count_no_bet: bool = False
    buy_back_fee: BuyBackFee = BuyBackFee.POOL
    sitting_out: SittingOut = SittingOut.OUT
    out_of_order_wager: EarlyWager = EarlyWager.UNTIL_TURN_ENDS
    disqualified_qualifier: VacatedPlace = VacatedPlace.STAYS_EMPTY
    double_in_units: bool = True
    no_wager_precedence: NoWager = NoWager.TIME_LIMIT
    pass_saves_from_19_6_13: bool = False
    all_pass_counts_as_round: bool = True
    hidden_interim: HiddenInterim = HiddenInterim.AT_THE_END
    hidden_floor_units: bool = True
    hidden_combined_max: bool = True
    marker_on_empty: MarkerOnEmpty = MarkerOnEmpty.BOX
    deal_from_marker: bool = False
    finish_round_at_clock: bool = True
    elimination_wager: EliminationWager = EliminationWager.TOTAL


def table_minimum(readings: TournamentReadings, minimums: Iterable[int], default: int) -> int:
    """Return the minimum of a table that shows these; the default if it shows none."""
    pick = max if readings.table_minimum is TableMinimum.HIGHEST else min
    return pick(minimums, default=default)


def readings_of(options: Mapping[str, Any]) -> TournamentReadings:
    """What these options of a table or of conditions say, every option having its value."""
    return msgspec.convert(options, TournamentReadings)
