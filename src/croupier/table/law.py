"""What the rules ask of any table, by name. Each game's instruments supply the numbers.

A rule that an instrument does not have cites `NOTHING`, and no act that needs it is among the acts
of that instrument's tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

from croupier.aggregate.roles import Role
from croupier.rulebook.citations import NOTHING, Cited, Clauses
from croupier.rulebook.law_reader import read_law
from croupier.shoe import Occasion
from croupier.table.tournament_law import NO_TOURNAMENTS, TournamentLaw

if TYPE_CHECKING:
    from croupier.rulebook.instruments import Instrument

Law = TypeVar("Law")
AnyTableLaw = TypeVar("AnyTableLaw", bound="TableLaw")
NO_NUMBER = Cited(0, NOTHING)


def together(*rules: Iterable[str] | None) -> Clauses:
    """What several rules cite, each clause once; a rule that an instrument lacks may be None."""
    return Clauses(tuple(dict.fromkeys(chain.from_iterable(filter(None, rules)))))


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBetLaw:
    """What the rules ask of the table before a side bet is taken."""

    offered: Clauses
    layout: Clauses
    window: Clauses
    sign: Clauses
    needs_main: Clauses
    needs_own_main: Clauses = NOTHING
    """Where it takes a restriction to ask for the side bettor's own main wager."""
    void_without_main: bool
    """Taken and void (2006), or not taken at all (2018)."""
    most_per_box: Cited[int]
    approved_amounts: Clauses | None = None

    def asks_for_main(self, *, own: bool) -> Clauses:
        """What wants a main wager on the box: anybody's, or the side bettor's own."""
        return (own and self.needs_own_main) or self.needs_main


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLaw:
    """The clauses behind what a table does, in the order of the instrument."""

    # The instrument and its dictionary
    identity: Clauses = NOTHING
    commencement: Clauses = NOTHING
    approved: Clauses = NOTHING
    box: Clauses
    burn: Clauses = NOTHING
    operator: Clauses = NOTHING
    supervisor: Clauses
    dealer: Clauses
    gaming_manager: Clauses = NOTHING
    assistant_manager: Clauses = NOTHING
    tournament_director: Clauses = NOTHING
    float: Clauses = NOTHING
    new_shoe: Clauses = NOTHING
    round_of_play: Clauses
    shoe: Clauses
    session: Clauses = NOTHING
    starting_marker: Clauses = NOTHING
    tournament_chips: Clauses = NOTHING
    tournament_commission: Clauses = NOTHING
    void: Clauses
    vocabulary: Clauses = NOTHING
    """Terms that only name things: suits, the insurance line, the side bets."""

    # The table and its cards
    layout_approved: Clauses
    decks: Clauses
    cards_checked: Clauses
    determinations: Clauses = NOTHING
    decks_determined: Clauses = NOTHING
    shuffle_determined: Clauses = NOTHING
    cards_replaced: Clauses

    # Limits
    limits_displayed: Clauses
    personal_limit: Clauses
    personal_limit_is_the_players: bool = False
    """Whether the marker raises a player's limit (2018) or a box's for its player (2006)."""
    multiples: Clauses
    under_minimum: Clauses
    over_maximum: Clauses

    # Wagers
    betting_window: Clauses
    chips_in_the_box: Clauses
    wagers_frozen: Clauses
    several_boxes: Clauses = NOTHING
    players_per_box: Cited[int] = NO_NUMBER
    seated_decides: Clauses = NOTHING
    largest_decides: Clauses = NOTHING
    """Where the largest wager decides before the nearest."""
    nearest_decides: Clauses = NOTHING
    marker_box_total: Clauses = NOTHING
    mid_shoe: Clauses = NOTHING
    no_wager_in_first_round: Clauses = NOTHING
    wager_declined_later: Clauses = NOTHING
    restricted: Clauses = NOTHING
    restricted_again: Clauses = NOTHING

    # Shuffle and cut
    shuffle: Clauses
    offer_cut: Clauses = NOTHING
    cut_first_player: Clauses = NOTHING
    cut_box_of_cutting_card: Clauses = NOTHING
    cut_farthest_right: Clauses = NOTHING
    cut_farthest_right_on: Mapping[Occasion, Clauses] = field(default_factory=dict)
    """Where several limbs give the cut to the player farthest right, by what led to the shuffle."""
    cut_first_to_accept: Clauses = NOTHING
    cut_by_supervisor: Clauses = NOTHING
    cut: Clauses = NOTHING
    shuffle_when: Clauses = NOTHING
    cutting_card_first: Clauses = NOTHING
    cutting_card_in_round: Clauses = NOTHING
    last_rounds: Cited[int] = NO_NUMBER
    cards_face_up: Clauses = NOTHING
    no_more_bets: Clauses
    dealing: Clauses
    """How the cards of a round are dealt, from the first to the last."""

    # Irregularities
    face_up_card: Clauses = NOTHING
    drawn_in_error: Clauses = NOTHING
    dealer_overdrew: Clauses = NOTHING
    misplaced_in_round: Clauses = NOTHING
    misplaced_found_later: Clauses = NOTHING
    card_misnamed: Clauses = NOTHING
    """A card that lies there was told under another name: what lies there decides."""
    card_not_due: Clauses = NOTHING
    """Where a card goes that would not have been drawn on the card that really lies there."""
    shoe_exhausted: Clauses = NOTHING
    settled_hands_leave: Clauses = NOTHING
    """Cards of a hand that is settled before the others go to the discard rack at once."""
    absent_player: Clauses = NOTHING
    dealt_past_cutting_card: Clauses = NOTHING

    # Closure and general provisions
    hours: Clauses = NOTHING
    closure: Clauses
    disturbance: Clauses
    breach: Clauses
    void_wager: Clauses
    exclude: Clauses
    void_round: Clauses
    dispute: Clauses
    conduct: Clauses = NOTHING
    no_advice: Clauses
    no_advantage: Clauses = NOTHING
    approved_procedures: Clauses = NOTHING
    vacate_seat: Cited[int]
    positions_are_in_use: bool = False
    """Whether a box where somebody wagers standing is in use, as a seat is."""
    no_influence: Clauses
    no_private_bets: Clauses
    copy_of_rules: Clauses

    # The automated shuffling shoe
    machine: Clauses = NOTHING
    machine_replaces: Clauses = NOTHING
    """Which rules have no effect while it is used."""
    machine_loaded: Clauses = NOTHING
    malfunction: Clauses = NOTHING
    malfunction_finish: Clauses = NOTHING
    malfunction_shuffle: Clauses = NOTHING
    malfunction_cut: Clauses = NOTHING
    malfunction_manual_shoe: Clauses = NOTHING
    malfunction_new_cards: Clauses = NOTHING
    malfunction_meaning: Clauses = NOTHING

    side_bets: dict[str, SideBetLaw] = field(default_factory=dict)

    tournament: TournamentLaw

    @property
    def side_bets_offered(self) -> Clauses:
        """What a table needs to offer side bets."""
        bets = self.side_bets.values()
        return together(*(rule for bet in bets for rule in (bet.offered, bet.layout, bet.sign)))

    @property
    def side_bet_signs(self) -> Clauses:
        """What the sign says of side bets."""
        return together(*(bet.sign for bet in self.side_bets.values()))

    @property
    def side_wagers(self) -> Clauses:
        """When and by whom a side bet may be made, and for how much."""
        return together(
            *(
                rule
                for bet in self.side_bets.values()
                for rule in (
                    bet.window, bet.sign, bet.needs_main, bet.needs_own_main,
                    bet.most_per_box.clauses,
                )
            )
        )  # fmt: skip


def definition_of(law: TableLaw, role: Role) -> Clauses:
    """Where the instrument says what a role is for; those who play or look on need none."""
    return {
        Role.PLAYER: law.betting_window,
        Role.DEALER: law.dealer,
        Role.SUPERVISOR: law.supervisor,
        Role.ASSISTANT_MANAGER: law.assistant_manager or law.supervisor,
        Role.GAMING_MANAGER: law.gaming_manager or law.supervisor,
        Role.SHIFT_MANAGER: law.operator,
        Role.OPERATOR: law.operator,
        Role.TOURNAMENT_DIRECTOR: law.tournament_director,
        Role.INSPECTOR: law.dispute,
        Role.SURVEILLANCE: law.operator,
    }[role]


class TableRules(Protocol):
    """The rules of a table, whatever the game: each game's own have its own law beside this one."""

    @property
    def table_law(self) -> TableLaw: ...


def of_table(read: Callable[[TableLaw], Clauses]) -> Callable[[TableRules], Clauses]:
    """The clauses of something that is done at a table, by what any table's law says."""
    return lambda rules: read(rules.table_law)


def of_tournaments(read: Callable[[TournamentLaw], Clauses]) -> Callable[[TableRules], Clauses]:
    """The clauses of something that is done at a table of a tournament."""
    return lambda rules: read(rules.table_law.tournament)


def read_table_law(book: Instrument, kind: type[AnyTableLaw]) -> AnyTableLaw:
    """Return the law of an instrument's tables, with that of its tournaments if it has any."""
    tournament = NO_TOURNAMENTS
    if "tournament" in book.law:
        tournament = read_law(book, "tournament", TournamentLaw)
    return read_law(book, "table", kind, tournament=tournament)


class Laws(NamedTuple, Generic[Law]):
    """What an instrument says, by name: of the round of its game, and of its tables."""

    law: Law
    table_law: TableLaw
