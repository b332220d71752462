"""The clauses behind a table of Blackjack Challenge: people, layout, cards, wagers and limits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from croupier.durations import MINUTE
from croupier.games.challenge.tournament_law import tournaments
from croupier.rulebook.citations import Cited
from croupier.shoe import Occasion
from croupier.table.law import SideBetLaw, TableLaw

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.rulebook.citations import Clauses
    from croupier.rulebook.instruments import Instrument
    from croupier.table.law import Cite, TableRules
    from croupier.table.table import Table


"""In the milliseconds of a command's time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLaw(TableLaw):
    """What rules 3, 4, 7, 9 and 16 to 18 ask of a table that no other game's rules do."""

    # Rule 3: the cards
    checked_by_machine: Clauses
    preshuffled: Clauses
    preshuffled_by_maker: Clauses
    replaced_after_any_round: Clauses
    replaced_after_the_cutting_card: Clauses
    dealt_from_the_left: Clauses
    cards_handled: Clauses
    own_totals: Clauses

    # Rule 4: shuffle, cut and burn
    shuffled_by_hand_first: Clauses
    riffle: Clauses
    riffle_of_makers_cards: Clauses
    multishuffler: Clauses
    shuffled_before_play: Clauses
    shuffle_on_suspicion: Clauses
    cards_dropped: Clauses
    burn_from_device: Clauses
    burn_from_shoe: Clauses

    # Rules 7 and 9
    rack_into_device: Clauses
    signals: Clauses

    # Rule 16: irregularities
    check_for_faced_cards: Clauses
    card_refused: Clauses
    refused_by_all: Clauses
    unseen_card_waits: Clauses
    no_wagers: Clauses
    misdeal_void: Clauses
    not_cut: Clauses
    not_burnt: Clauses
    rack_waits: Clauses
    wrong_cards: Clauses
    wrong_cards_void: Clauses
    wrong_cards_checked: Clauses
    wrong_cards_notified: Clauses
    burnt_is_burnt: Clauses

    # Rule 17: the device
    device_before_the_deal: Clauses
    device_transferred: Clauses
    device_conditions: Clauses
    damaged_replaced: Clauses
    round_terminated: Clauses
    refund_offered: Clauses
    device_emptied: Clauses
    damaged_replaced_by_hand: Clauses
    device_awaited: Clauses
    low_limit_device: Clauses

    # Rule 18: general provisions
    prohibited_device: Clauses
    staff_exempt: Clauses
    exclude_from_casino: Clauses
    detain: Clauses
    fraud: Clauses
    refund_or_forfeit: Clauses
    closure_sign: Cited[int]
    refuse_wager: Clauses
    first_decision: Clauses
    operator_final: Clauses


def card_law_of(table: Table) -> CardLaw:
    """The law of the cards at a table of Blackjack Challenge."""
    assert isinstance(table.law, CardLaw)
    return table.law


def card_clauses(cite: Cite) -> dict[str, Any]:
    """Rules 3, 4, 7, 9 and 16 to 18, by name."""
    return _cards(cite) | _shuffle(cite) | _irregularities(cite) | _device(cite) | _general(cite)


def _cards(cite: Cite) -> dict[str, Any]:
    return dict(
        shoe=cite("1.1:card shoe"),
        new_shoe=cite("1.1:card shoe"),
        decks=cite("3.1"),
        decks_determined=cite("3.1"),
        cards_checked=cite("3.4"),
        checked_by_machine=cite("3.4", "1.1:deck-checking device"),
        preshuffled=cite("3.5"),
        preshuffled_by_maker=cite("3.5", "1.1:Angel pre-shuffled cards"),
        cards_replaced=cite("3.6"),
        replaced_after_any_round=cite("3.6", "3.6.1"),
        replaced_after_the_cutting_card=cite("3.6", "3.6.2"),
        dealt_from_the_left=cite("3.7"),
        cards_face_up=cite("3.8"),
        cards_handled=cite("3.9"),
        own_totals=cite("3.10"),
        rack_into_device=cite("7.2"),
        signals=cite("9.4"),
    )


def _shuffle(cite: Cite) -> dict[str, Any]:
    return dict(
        machine=cite("1.1:shuffling device"),
        machine_loaded=cite("4.1"),
        shuffled_by_hand_first=cite("4.2"),
        riffle=cite("4.3"),
        riffle_of_makers_cards=cite("4.3.1", "1.1:Angel pre-shuffled cards"),
        multishuffler=cite("1.1:multishuffler"),
        shuffle=cite("4.4"),
        shuffle_when=cite("4.4"),
        shuffled_before_play=cite("4.4", "4.4.1"),
        cutting_card_first=cite("4.4", "4.4.2"),
        cutting_card_in_round=cite("4.4", "4.4.3"),
        shuffle_on_suspicion=cite("4.4", "4.4.4"),
        offer_cut=cite("4.5"),
        cut_first_player=cite("4.5", "4.5.1"),
        cut_box_of_cutting_card=cite("4.5", "4.5.2"),
        cut_farthest_right=cite("4.5"),
        cut_farthest_right_on={
            Occasion.CUTTING_CARD_ON_DEALER: cite("4.5", "4.5.3"),
            Occasion.CUTTING_CARD_FIRST: cite("4.5", "4.5.4"),
            Occasion.CARDS_REPLACED: cite("4.5", "4.5.5"),
        },
        cut_first_to_accept=cite("4.6"),
        cut_by_supervisor=cite("4.6"),
        cards_dropped=cite("4.6.1"),
        cut=cite("4.7", "4.8"),
        burn=cite("1.1:burn/ed", "4.9"),
        burn_from_device=cite("1.1:burn/ed", "4.9", "4.9.1"),
        burn_from_shoe=cite("1.1:burn/ed", "4.9", "4.9.2"),
    )


def _irregularities(cite: Cite) -> dict[str, Any]:
    return dict(
        face_up_card=cite("16.1"),
        check_for_faced_cards=cite("16.1.1"),
        drawn_in_error=cite("16.2"),
        card_refused=cite("16.3"),
        refused_by_all=cite("16.4"),
        dealer_overdrew=cite("16.5"),
        unseen_card_waits=cite("16.6"),
        no_wagers=cite("16.7"),
        misplaced_in_round=cite("16.8"),
        card_not_due=cite("16.2", "16.5"),
        card_misnamed=cite("16.8"),
        misplaced_found_later=cite("16.8"),
        misdeal_void=cite("16.8", "16.8.1"),
        void_round=cite("16.8", "16.9"),
        shoe_exhausted=cite("16.9"),
        settled_hands_leave=cite("8.1.1", "9.5", "9.6", "9.7"),
        absent_player=cite("16.10"),
        not_cut=cite("16.11"),
        not_burnt=cite("16.12"),
        dealt_past_cutting_card=cite("16.13"),
        rack_waits=cite("16.14"),
        wrong_cards=cite("16.15", "16.15.1"),
        wrong_cards_void=cite("16.15.2"),
        wrong_cards_checked=cite("16.15.3"),
        wrong_cards_notified=cite("16.15.4"),
        burnt_is_burnt=cite("16.16"),
    )


def _device(cite: Cite) -> dict[str, Any]:
    return dict(
        low_limit_device=cite("6.7", "6.7.2"),
        malfunction=cite("17.1", "17.1.1"),
        malfunction_meaning=cite("17.1.2"),
        device_before_the_deal=cite("17.1", "17.1.2"),
        device_conditions=cite("17.1", "17.1.1", "17.1.2", "17.1.3", "17.1.4", "17.1.5"),
        device_transferred=cite("17.2"),
        damaged_replaced=cite("17.3", "17.3.1", "17.3.2", "17.3.3", "17.3.4"),
        round_terminated=cite("17.4"),
        refund_offered=cite("17.5", "17.5.1"),
        device_emptied=cite("17.5.2"),
        damaged_replaced_by_hand=cite("17.5.3"),
        malfunction_shuffle=cite("17.5.4"),
        malfunction_cut=cite("17.5.4"),
        malfunction_finish=cite("17.5", "17.5.5"),
        malfunction_manual_shoe=cite("17.5.5"),
        malfunction_new_cards=cite("17.5.6"),
        device_awaited=cite("17.5.6"),
    )


def _general(cite: Cite) -> dict[str, Any]:
    return dict(
        operator=cite("18.13"),
        prohibited_device=cite("18.1"),
        staff_exempt=cite("18.2"),
        breach=cite("18.3"),
        void_wager=cite("18.3.1"),
        exclude=cite("18.3.2"),
        exclude_from_casino=cite("18.3.3"),
        detain=cite("18.3.4"),
        disturbance=cite("18.4", "18.4.1"),
        fraud=cite("18.4", "18.4.2"),
        refund_or_forfeit=cite("18.5"),
        no_advice=cite("18.6"),
        conduct=cite("18.6"),
        no_influence=cite("18.7"),
        closure=cite("18.8"),
        closure_sign=Cited(20 * MINUTE, cite("18.8")),
        vacate_seat=Cited(3, cite("18.9")),
        positions_are_in_use=True,
        no_private_bets=cite("18.10"),
        refuse_wager=cite("18.11"),
        first_decision=cite("18.12", "1.1:gaming supervisor"),
        dispute=cite("18.12"),
        operator_final=cite("18.13", "1.1:inspector"),
        copy_of_rules=cite("18.14"),
    )


_SIDE_BETS = {"any-pairs": "13", "perfect-pairs": "14"}


@dataclass(frozen=True, slots=True, kw_only=True)
class RestrictionLaw:
    """How a side bet is left to players with a main wager of their own."""

    power: Clauses
    told: Clauses
    sign: Clauses


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeLaw(CardLaw):
    """What rules 1, 2, 5, 6, 13 and 14 ask of a table that no other game's rules do."""

    # People
    inspector: Clauses
    controlling_player: Clauses

    # The table
    places: Clauses
    boxes: Cited[range]
    inscriptions: dict[str, Clauses]
    side_bet_places: dict[str, Clauses]
    equipment: dict[str, Clauses]
    drop_box: Clauses

    # Wagers
    tokens: Clauses
    line: Clauses
    further_shoes: Clauses
    reserved: Clauses
    own_placement: Clauses
    notices: dict[str, Clauses]
    """What must be told before: the restrictions, by name."""

    # Limits
    within_limits: Clauses
    raise_minimum: Cited[int]
    """How long a sign must have been up, in milliseconds."""
    raise_at_once: Clauses
    marker: Clauses
    marker_removed: Clauses
    marker_place: Clauses
    end_of_kept_minimum: Clauses
    two_minimums: Clauses
    newcomers: Clauses
    low_limit: Clauses
    low_limit_no_tournament: Clauses

    side_bet_restrictions: dict[str, RestrictionLaw]


def law_of(table: Table) -> ChallengeLaw:
    """The law of a table at which Blackjack Challenge is played."""
    assert isinstance(table.law, ChallengeLaw)
    return table.law


def challenge_law(rules: TableRules) -> ChallengeLaw:
    """The law of a table in the rules of Blackjack Challenge."""
    assert isinstance(rules.table_law, ChallengeLaw)
    return rules.table_law


def of_challenge(read: Callable[[ChallengeLaw], Clauses]) -> Callable[[TableRules], Clauses]:
    """The clauses of something that is done at a table of Blackjack Challenge."""
    return lambda rules: read(challenge_law(rules))


def table_law(book: Instrument) -> ChallengeLaw:
    """The law of any table of Blackjack Challenge."""
    cite = book.cite
    return ChallengeLaw(
        **_people(cite),
        **_table(book),
        **_wagers(cite),
        **card_clauses(cite),
        side_bets={name: _side_bet(cite, rule) for name, rule in _SIDE_BETS.items()},
        tournament=tournaments(cite),
        side_bet_restrictions={name: _restriction(cite, rule) for name, rule in _SIDE_BETS.items()},
    )


def with_fixed_side_bets(law: TableLaw) -> TableLaw:
    """The law of a table whose sign names the one amount that a side bet takes."""
    fixed = {name: replace(bet, approved_amounts=bet.sign) for name, bet in law.side_bets.items()}
    return replace(law, side_bets=fixed)


def _people(cite: Cite) -> dict[str, Any]:
    return dict(
        supervisor=cite(
            "1.1:casino supervisor", "1.1:gaming supervisor", "1.1:Assistant Gaming Manager"
        ),
        dealer=cite("1.1:dealer"),
        gaming_manager=cite("1.1:Gaming Manager"),
        tournament_director=cite("19.1.1:Tournament Manager"),
        assistant_manager=cite("1.1:Assistant Gaming Manager"),
        inspector=cite("1.1:inspector"),
        controlling_player=cite("1.1:controlling player", "5.6"),
        round_of_play=cite("1.1:round of play", "15.2"),
        void=cite("1.1:void"),
        vocabulary=cite(
            "1.1",
            "1.1:Any Pair",
            "1.1:Perfect Pairs wager",
            "1.1:point total",
            "1.1:promotional prize(s)",
        ),
    )


def _table(book: Instrument) -> dict[str, Any]:
    cite, pays = book.cite, book.value("blackjack_pays", "2.2.2", "2.2.2.1")
    soft_17 = book.value("soft_17", "2.2.2", "2.2.2.2")
    dealer = "stands on 17 and draws to 16" if soft_17.value == "stand" else "draws on a soft 17"
    return dict(
        places=cite("2.1"),
        layout_approved=cite("2.2"),
        box=cite("2.2.1"),
        boxes=Cited(range(5, 8), cite("2.2.1")),
        inscriptions={
            f"blackjack pays {pays.value}": pays.clauses,
            f"dealer {dealer}": soft_17.clauses,
        },
        side_bet_places={
            "any-pairs": cite("2.2.3", "2.2.2.3"),
            "perfect-pairs": cite("2.2.3"),
        },
        equipment={
            "shuffling device or card shoe": cite("2.3", "2.3.1"),
            "discard rack": cite("2.3", "2.3.2"),
            "float tray": cite("2.3", "2.3.3", "1.1:float tray"),
        },
        drop_box=cite("2.4"),
        float=cite("1.1:float tray"),
    )


def _wagers(cite: Cite) -> dict[str, Any]:
    return dict(
        chips_in_the_box=cite("5.1"),
        tokens=cite("1.1:casino promotional token", "5.1"),
        betting_window=cite("5.2"),
        wagers_frozen=cite("5.3"),
        players_per_box=Cited(3, cite("5.4")),
        seated_decides=cite("5.5", "5.5.1"),
        largest_decides=cite("5.5", "5.5.2"),
        nearest_decides=cite("5.5", "5.5.3"),
        line=cite("5.7", "5.7.1", "5.7.2"),
        several_boxes=cite("5.8"),
        mid_shoe=cite("5.10"),
        mid_shoe_missed_first=cite("5.10"),
        mid_shoe_skipped=cite("5.10"),
        further_shoes=cite("5.11"),
        restricted=cite("5.12"),
        reserved=cite("5.13"),
        own_placement=cite("5.14"),
        notices={
            "further-shoes": cite("5.11"),
            "one-box": cite("5.12"),
            "any-pairs": cite("13.3.1"),
            "perfect-pairs": cite("14.4.1"),
        },
        limits_displayed=cite("6.1"),
        multiples=cite("6.1"),
        under_minimum=cite("6.2"),
        over_maximum=cite("6.3"),
        within_limits=cite("6.1", "6.4"),
        raise_minimum=Cited(20 * MINUTE, cite("6.5")),
        raise_at_once=cite("6.5.1"),
        marker=cite("6.5.1.1"),
        marker_removed=cite("6.5.1.2"),
        marker_place=cite("6.5.1.3"),
        end_of_kept_minimum=cite("6.5.2"),
        two_minimums=cite("6.5.3"),
        newcomers=cite("6.5.4"),
        personal_limit=cite("6.6"),
        personal_limit_is_the_players=True,
        low_limit=cite("6.7", "6.7.2"),
        low_limit_no_tournament=cite("6.7", "6.7.1"),
        no_more_bets=cite("7.1"),
        dealing=cite("3.7", "3.8", "7.1", "12.1", "12.2", "12.3"),
    )


def _side_bet(cite: Cite, rule: str) -> SideBetLaw:
    """Rules 13 and 14 say the same; the numbers of 14 run one ahead, since 14.1 comes before."""
    first = 1 if rule == "13" else 2

    def at(place: int) -> Clauses:
        return cite(f"{rule}.{first + place}")

    return SideBetLaw(
        offered=at(0) if rule == "13" else cite("14.1", "14.2"),
        layout=at(0),
        window=at(0),
        sign=at(1),
        needs_own_main=at(2),
        needs_main=at(3),
        void_without_main=False,
        most_per_box=Cited(3, at(4)),
    )


def _restriction(cite: Cite, rule: str) -> RestrictionLaw:
    power = f"{rule}.{3 if rule == '13' else 4}"
    return RestrictionLaw(
        power=cite(power), told=cite(power, f"{power}.1"), sign=cite(power, f"{power}.2")
    )
