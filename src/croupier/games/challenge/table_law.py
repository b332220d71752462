"""The clauses behind a table of Blackjack Challenge: people, layout, wagers and limits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from croupier.games.challenge.card_law import MINUTE, CardLaw, card_clauses
from croupier.games.challenge.tournament_law import tournaments
from croupier.rulebook.citing import Cited
from croupier.table.law import SideBetLaw

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.rulebook.citing import Clauses
    from croupier.rulebook.instruments import Instrument
    from croupier.table.law import Cite, TableLaw, TableRules
    from croupier.table.table import Table

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
