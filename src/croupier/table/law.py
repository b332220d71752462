"""What the rules ask of any table, by name. Each game's instruments supply the numbers.

A rule that an instrument does not have is `None`; code that needs it then refuses or leaves it out.
"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.rulebook.citing import Cited, Clauses


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBetLaw:
    """What the rules ask of the table before a side bet is taken."""

    offered: Clauses
    layout: Clauses
    window: Clauses
    sign: Clauses
    needs_main: Clauses
    void_without_main: bool
    """Taken and void (2006), or not taken at all (2018)."""
    most_per_box: Cited[int]
    approved_amounts: Clauses | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLaw:
    """The clauses behind what a table does, in the order of the instrument."""

    # The instrument and its dictionary
    identity: Clauses
    commencement: Clauses
    approved: Clauses
    box: Clauses
    burn: Clauses
    operator: Clauses
    supervisor: Clauses
    dealer: Clauses
    tournament_director: Clauses
    float: Clauses
    new_shoe: Clauses
    round_of_play: Clauses
    shoe: Clauses
    session: Clauses
    starting_marker: Clauses
    tournament_chips: Clauses
    tournament_commission: Clauses
    void: Clauses
    vocabulary: Clauses
    """Terms that only name things: suits, the insurance line, the side bets."""

    # The table and its cards
    layout_approved: Clauses
    decks: Cited[range]
    cards_checked: Clauses
    determinations: Clauses
    decks_determined: Clauses
    shuffle_determined: Clauses
    cards_replaced: Clauses

    # Limits
    limits_displayed: Clauses
    personal_limit: Clauses
    personal_limit_is_the_players: bool
    """Whether the marker raises a player's limit (2018) or a box's for its player (2006)."""
    multiples: Clauses
    under_minimum: Clauses
    over_maximum: Clauses

    # Wagers
    betting_window: Clauses
    chips_in_the_box: Clauses
    wagers_frozen: Clauses
    several_boxes: Clauses
    players_per_box: Cited[int]
    seated_decides: Clauses
    nearest_decides: Clauses
    marker_box_total: Clauses
    mid_shoe: Clauses
    mid_shoe_missed_first: Clauses
    mid_shoe_skipped: Clauses
    restricted: Clauses
    restricted_again: Clauses

    # Shuffle and cut
    shuffle: Clauses
    offer_cut: Clauses
    cut_first_player: Clauses
    cut_box_of_cutting_card: Clauses
    cut_farthest_right: Clauses
    cut_first_to_accept: Clauses
    cut: Clauses
    shuffle_when: Clauses
    cutting_card_first: Clauses
    cutting_card_in_round: Clauses
    last_rounds: Cited[int]
    cards_face_up: Clauses
    no_more_bets: Clauses

    # Irregularities
    face_up_card: Clauses
    drawn_in_error: Clauses
    dealer_overdrew: Clauses
    misplaced_in_round: Clauses
    misplaced_found_later: Clauses
    shoe_exhausted: Clauses
    absent_player: Clauses
    dealt_past_cutting_card: Clauses

    # Closure and general provisions
    hours: Clauses
    closure: Clauses
    disturbance: Clauses
    breach: Clauses
    void_wager: Clauses
    exclude: Clauses
    void_round: Clauses
    dispute: Clauses
    conduct: Clauses
    no_advice: Clauses
    no_advantage: Clauses
    approved_procedures: Clauses
    vacate_seat: Cited[int]
    no_influence: Clauses
    no_private_bets: Clauses
    copy_of_rules: Clauses

    # The automated shuffling shoe
    machine: Clauses
    machine_loaded: Clauses
    malfunction: Clauses
    malfunction_finish: Clauses
    malfunction_shuffle: Clauses
    malfunction_cut: Clauses
    malfunction_manual_shoe: Clauses
    malfunction_new_cards: Clauses
    malfunction_meaning: Clauses

    side_bets: dict[str, SideBetLaw]
