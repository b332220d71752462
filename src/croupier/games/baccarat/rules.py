"""What the rules of baccarat say, by name: each value with its clause.

Code asks for a rule by the name it has here and never by number. `law.py` holds the numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.money import Odds
from croupier.quick_enums import quick
from croupier.rulebook.citations import NOTHING, Cited, Clauses
from croupier.rulebook.settlement_tables import Limb

if TYPE_CHECKING:
    from croupier.games.baccarat.settlement import Ruling
    from croupier.rulebook.instruments import Instrument
    from croupier.table.law import TableLaw


class Method(StrEnum):
    """How winning wagers on banker are paid."""

    A = "A"
    B = "B"


class PairsPerPatron(StrEnum):
    PER_HAND = "per_hand"
    ONE = "one"


class LimitBasis(StrEnum):
    PER_OPTION = "per_option"
    AGGREGATE = "aggregate"


class DifferentialPolicy(StrEnum):
    AT_CLOSE_LIFO = "at_close_lifo"
    AT_PLACEMENT = "at_placement"


class FaceOfCards(StrEnum):
    FACE_UP = "face_up"
    FACE_DOWN = "face_down"


class ExposureTest(StrEnum):
    ANY_CARD = "any_card"
    MISPLACED_CARD = "misplaced_card"


class Lookback(StrEnum):
    SHOE = "shoe"
    UNLIMITED = "unlimited"


@quick
class WagerChange(StrEnum):
    """What a supervisor may let patrons do while no card of a coup has been seen."""

    MOVE = "move"
    AMOUNT = "amount"
    NEW = "new"
    WITHDRAW = "withdraw"


@quick
class Event(StrEnum):
    """What a pay table pays for."""

    PLAYER = "player"
    BANKER = "banker"
    BANKER_WITH_SIX = "banker with 6"
    TIE = "tie"
    MIXED_PAIR = "mixed pair"
    COLOURED_PAIR = "coloured pair"
    PERFECT_PAIR = "perfect pair"
    PAIR = "pair"


PayTable = Mapping[Event, Cited[Odds]]
"""Odds by event, in the order of the instrument."""


@quick
class Suits(StrEnum):
    """How the suits of two cards of one rank lie to each other."""

    MIXED = "red and black"
    RED = "both red"
    BLACK = "both black"
    SUITED = "one suit"


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerLaw:
    """One thing that may be bet on: when it may, and how such a wager comes out."""

    window: Clauses
    wins: Clauses
    loses: Clauses = NOTHING
    """Of a wager on a pair; when others lose or stand off, the limbs say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowLaw:
    """One row of the banker's tableau: the third cards of the player's hand it draws against.

    They are known by their points; `None` is no third card, where the player's hand stood.
    """

    draws_against: Cited[frozenset[int | None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodLaw:
    """One method of settlement: what every winning wager is paid."""

    settlement: Clauses
    pays: PayTable
    commission: Cited[Fraction] | None = None
    """The per cent of a win on banker that the house keeps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairsLaw:
    """One of the pairs options; what it pays stands in the pay table of its name."""

    procedure: Clauses


@dataclass(frozen=True, slots=True, kw_only=True)
class BaccaratLaw:
    """The clauses of a coup and of the wagers on it, in the order of the instrument."""

    # The cards in use
    pre_shuffled: Clauses
    face_up_or_down: Clauses
    unchecked: Clauses

    # Cards and totals
    number_value: Clauses
    no_value: Clauses
    ace_value: Clauses
    hand_total: Clauses
    natural: Clauses

    # Limits
    personal_limit: Clauses
    multiples: Clauses
    under_minimum: Clauses
    over_maximum: Clauses
    differential: Clauses
    differential_changed: Clauses

    # Wagers and no-bet coups
    chips_in_the_box: Clauses
    kinds_of_wager: Clauses
    pairs_offered: Clauses
    shared_box: Clauses
    one_of_each: Clauses
    no_bet_asked_for: Clauses
    no_bet_agreed: Clauses
    no_bet_without_patrons: Clauses
    no_bet_coup: Clauses

    # The shoe
    shuffle_after_cutting_card: Clauses
    shuffle_directed: Clauses
    riffle: Clauses
    burn_unseen: Clauses
    burn_shown: Clauses
    burn_by_points: Clauses
    burn_ten: Clauses
    one_more_round: Clauses

    # The initial deal
    initial_deal: Clauses
    first_cards: Clauses
    second_cards: Clauses
    turned: Clauses
    natural_ends: Clauses

    # Third cards
    third_cards: Clauses
    player_draws: Cited[frozenset[int]]
    player_stands: Clauses
    banker_tableau: dict[int, RowLaw]

    # Settlement
    method_determined: Clauses
    method_changed: Clauses
    pairs_determined: Clauses
    tie: Clauses
    wagers: dict[str, WagerLaw]
    limbs: Mapping[str, Mapping[str, Limb]]
    """The limbs by which wagers on banker, player and tie are settled."""
    methods: dict[Method, MethodLaw]

    # Pairs
    pairs_alone: Clauses
    number_face: Clauses
    court_face: Clauses
    collect_pairs: Clauses
    pay_pairs: Clauses
    after_pairs: Clauses
    side_bets: dict[str, PairsLaw]
    pay_tables: Mapping[str, Mapping[str, Limb]]
    """The rows of each of the pairs options."""

    # Irregularities
    drawn_to_player: Clauses
    excess_exposed: Clauses
    excess_unseen: Clauses
    misplaced: Clauses
    reopened: Clauses
    reopened_for: dict[WagerChange, Clauses]
    all_withdrawn: Clauses
    shoe_exhausted: Clauses
    burn_forgotten: Clauses


@dataclass(frozen=True, slots=True, kw_only=True)
class BaccaratRules:
    """One table's rules: the instrument's law with the table's options decided."""

    instrument: Instrument
    law: BaccaratLaw
    table_law: TableLaw
    options: dict[str, Any]

    decks: int
    method: MethodLaw
    pairs: PairsLaw | None
    """The pairs that the table offers, if any."""
    pairs_table: str = ""
    """The pay table of the pairs that the table offers."""
    pairs_per_patron: PairsPerPatron
    limit_basis: LimitBasis
    differential: int | None
    differential_policy: DifferentialPolicy
    dealing: FaceOfCards

    rulings: dict[tuple[object, ...], Ruling] = field(
        default_factory=dict, repr=False, compare=False
    )
    """Rulings already worked out: by wager and totals, or by wager and what two cards make."""
    _fractions: dict[str, tuple[Cited[Odds], ...]] = field(
        init=False, default_factory=dict, repr=False, compare=False
    )

    def odds(self, event: str) -> Cited[Odds]:
        """Return what the table's method of settlement pays for an event."""
        law = self.method
        return law.pays[Event(event)]

    def table_for(self, wager: str) -> Mapping[str, Limb]:
        """Return the limbs or rows by which a wager is settled."""
        law = self.law
        if wager in law.limbs:
            return law.limbs[wager]
        return law.pay_tables[self.pairs_table] if self.pairs else {}

    def fractions_on(self, wager: str) -> tuple[Cited[Odds], ...]:
        """Return odds that pay a part of a wager, such as 19 to 20."""
        fractions = self._fractions.get(wager)
        if fractions is None:
            every = (pays for _, pays in self.winning_odds(wager))
            fractions = tuple(pays for pays in every if pays.value.stake != 1)
            self._fractions[wager] = fractions
        return fractions

    def winning_odds(self, wager: str) -> Iterator[tuple[Limb, Cited[Odds]]]:
        """Yield each limb or row by which a wager wins, with what it pays."""
        for limb in self.table_for(wager).values():
            if isinstance(limb.pays, str):
                yield limb, self.odds(limb.pays)
            elif limb.pays is not None:
                yield limb, limb.pays
