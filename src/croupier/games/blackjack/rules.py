"""What the rules of blackjack say, by name: each value with its clause, each instrument's numbers.

Code asks for a rule by the name it has here and never by number, so one implementation serves
instruments that number the same rule differently. The `law.py` of each game holds the numbers.
A rule that an instrument does not have is `None`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from croupier.money import Odds
from croupier.quick_enums import quick
from croupier.rulebook.citations import NOTHING, Cited, Clauses, NoRuling
from croupier.rulebook.settlement_tables import Limb
from croupier.table.wagers import LimitReadings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.games.blackjack.settlement import Ruling
    from croupier.rulebook.instruments import Instrument
    from croupier.table.law import TableLaw

PERFECT_PAIRS = "perfect-pairs"
PAIRS_PLAY = "pairs-play"
ANY_PAIRS = "any-pairs"
SUPER_SEVENS = "super-sevens"


@quick
class Soft17(StrEnum):
    STAND = "stand"
    HIT = "hit"


class DoubleOn(StrEnum):
    TWO_CARDS = "two_cards"
    TWO_OR_THREE_CARDS = "two_or_three_cards"
    ANY_CARDS = "any_cards"


class EvenMoneyScope(StrEnum):
    OWNER = "owner"
    BOX = "box"


class EvenMoneyUntil(StrEnum):
    OWNERS_ANSWER = "owners_answer"
    SUBSEQUENT_DEAL = "subsequent_deal"


class ThirdPartyCap(StrEnum):
    SHARED = "shared"
    SINGLE_WINNER = "single_winner"


@quick
class CollectBusts(StrEnum):
    AT_BUST = "at_bust"
    AT_END = "at_end"


@quick
class AbsentDecider(StrEnum):
    NEXT_BETTOR = "next_bettor"
    DRAW_TO_12 = "draw_to_12"


@quick
class DealerBlackjackCollects(StrEnum):
    """What the dealer's Blackjack takes from who doubled or split, on top of what has bust."""

    BUSTS_AND_ONE = "BB+1"
    ONE_IN_ALL = "OBO_total_cap"
    ONE_FOR_EACH_HAND = "OBBO"


@quick
class RoundingUnit(StrEnum):
    HAND = "hand_per_player"
    WAGER = "wager"
    PLAYER_TOTAL = "player_total"


@dataclass(frozen=True, slots=True, kw_only=True)
class InsuranceLaw:
    """Wagers that the dealer, showing an ace, gets a Blackjack."""

    insurance: Clauses
    insurance_window: Clauses
    insurance_multiples: Clauses
    insurance_pays: Cited[Odds]
    insurance_loses: Clauses
    insurance_wins: Clauses
    insurance_on_others: Clauses | None
    preference_same_box: Clauses | None
    preference_nearest: Clauses | None
    preference_least_insured: Clauses | None
    even_money: Cited[Odds]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairLaw:
    """A side bet on the first two cards being a pair; the pay table of its name has its rows."""

    procedure: Clauses
    collect: Clauses
    pay: Clauses
    no_pair: Clauses
    of_numbers: Clauses | None = None
    of_pictures: Clauses | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SevensLaw:
    """Super Sevens: the first card decides, and one row is paid."""

    procedure: Clauses
    collect: Clauses
    pay_first_card: Clauses
    no_seven: Clauses
    suited: Clauses
    not_suited: Clauses
    pay_when_known: Clauses
    after_a_split: Clauses


@dataclass(frozen=True, slots=True, kw_only=True)
class BlackjackLaw:
    """The clauses of one round, in the order of the instrument."""

    # Cards and totals
    ace_value: Clauses
    number_value: Clauses
    ten_value: Clauses
    picture_value: Clauses
    hard_total: Clauses
    soft_total: Clauses
    blackjack: Clauses
    blackjack_ends_the_hand: Clauses

    # The initial deal
    initial_deal: Clauses
    first_card: Clauses
    dealers_card: Clauses
    second_card: Clauses

    insurance: InsuranceLaw | None = None

    # Interim settlement
    interim_settlement: Clauses
    interim_blackjack: Cited[Odds]
    blackjack_waits: Clauses | None = None
    """Why a Blackjack against an ace or a ten is not paid yet, where even money is unknown."""

    # Subsequent deal
    subsequent_deal: Clauses
    may_split: Clauses
    may_double: Clauses
    may_draw: Clauses
    may_stand: Clauses
    no_card_at_21: Clauses
    must_draw_below: Cited[int]
    pays_21: Cited[Odds] | None = None
    """At once, for any 21 that is no Blackjack."""
    five_card_trick: Cited[Odds] | None = None

    # Splitting
    decider_declined_split: Clauses
    others_may_split: Clauses
    others_stay_on_first_hand: Clauses
    most_hands: Cited[int]
    hands_in_turn: Clauses
    one_card_on_aces: Clauses | None = None
    no_blackjack_after_split: Clauses | None = None
    blackjack_after_split: Clauses | None = None
    split: Clauses
    split_stake: Clauses
    split_again: Clauses
    no_split_after_drawing: Clauses

    # Doubling
    decider_declined_double: Clauses
    others_may_double: Clauses
    double_after_split: Clauses
    double: Clauses
    one_card_on_double: Clauses

    # The dealer's hand
    dealer_draws: Clauses
    dealer_stands: Clauses
    soft_17: Cited[Soft17] | None = None
    """The dealer's play of a soft 17, where the instrument leaves the table no choice."""
    dealer_hits_soft_17: Clauses | None = None
    no_needless_cards: Clauses

    # Final settlement
    settlement: Clauses
    limbs: Mapping[str, Mapping[str, Limb]]
    """The limbs of the settlement rule, by wager; `cases.py` says what they may ask."""
    player_bust: Clauses
    no_more_than_dealer: Clauses | None = None
    """The reason for the dealer's Blackjack to take a wager where there is no stand-off."""
    higher_blackjack: Cited[Odds] | None = None
    same_blackjack: Cited[Odds] | None = None
    lower_blackjack: Cited[Odds] | None = None
    """What a Blackjack pays against another, by the rank of their ten-value cards."""
    blackjack_pays: Cited[Odds]
    win_pays: Cited[Odds]
    original_after_double: Clauses | None = None
    original_after_split: Clauses | None = None
    """The dealer's Blackjack takes no more than the original wager."""
    rounding_up: Clauses | None = None

    # What the dealer says: the total of a hand whose player is asked
    announces: Clauses | None = None
    announces_after_a_card: Clauses | None = None
    announces_after_a_split: Clauses | None = None

    # Irregularities and powers that reach into a round
    absent_player: Clauses
    absent_player_stops_over: Cited[int]

    # Wagers
    largest_decides: Clauses | None = None
    """Of players who do not sit at the box, the largest wager decides before the nearest."""

    maximum_shared: dict[int, Clauses] | None = None
    """What the first, second and third player on a box may bet of its maximum."""

    perfect_pairs: PairLaw
    pairs_play: PairLaw | None = None
    any_pairs: PairLaw | None = None
    super_sevens: SevensLaw | None = None
    pay_tables: Mapping[str, Mapping[str, Limb]]
    """The rows of each side bet."""

    @property
    def side_bets_ruled(self) -> tuple[str, ...]:
        """The side bets that the law has rules for."""
        pairs = (each for each in (PERFECT_PAIRS, PAIRS_PLAY, ANY_PAIRS) if self.pair_law(each))
        return (*pairs, *((SUPER_SEVENS,) if self.super_sevens is not None else ()))

    def pair_law(self, wager: str) -> PairLaw | None:
        """Return the law of a pair side bet by its name."""
        known = {
            PERFECT_PAIRS: self.perfect_pairs,
            PAIRS_PLAY: self.pairs_play,
            ANY_PAIRS: self.any_pairs,
        }
        return known.get(wager)

    def row_odds(self, row: Limb) -> Cited[Odds]:
        """Return what a row pays, under the clauses of its odds alone."""
        if row.pays is None:
            raise NoRuling(f"{row.cited} wins and names no odds")
        return self.odds(row.pays) if isinstance(row.pays, str) else row.pays

    def events(self, wager: str) -> Iterator[tuple[str, Cited[Odds]]]:
        """Yield what each side bet is paid for: rows of one event and the same odds are one."""
        seen: dict[str, Odds] = {}
        for row in self.pay_tables[wager].values():
            pays = self.row_odds(row)
            event = row.event
            if event in seen and seen[event] != pays.value:
                event = row.name.replace("_", " ")
            if event not in seen:
                seen[event] = pays.value
                yield event, pays

    def odds(self, rule: str) -> Cited[Odds]:
        """Return the odds of a rule by its name, as a limb names it."""
        found = getattr(self, rule, None)
        if not isinstance(found, Cited) or not isinstance(found.value, Odds):
            raise LookupError(f"there is no rule {rule} that says what is paid")
        return found

    def names_of_odds(self) -> tuple[str, ...]:
        """Return the names of the rules that say what is paid."""
        rules = ((each.name, getattr(self, each.name)) for each in fields(self))
        cited = ((name, rule) for name, rule in rules if isinstance(rule, Cited))
        return tuple(name for name, rule in cited if isinstance(rule.value, Odds))


@dataclass(frozen=True, slots=True, kw_only=True)
class BlackjackRules:
    """One table's rules: the instrument's law with the table's options decided."""

    instrument: Instrument
    law: BlackjackLaw
    table_law: TableLaw
    options: dict[str, Any]

    decks: int
    soft_17: Soft17
    double_on: DoubleOn
    even_money_scope: EvenMoneyScope
    even_money_until: EvenMoneyUntil
    insurance_with_even_money: bool
    third_party_insurance: bool
    third_party_cap: ThirdPartyCap
    collect_busts: CollectBusts
    absent_decider: AbsentDecider
    side_bets: frozenset[str]
    side_bet_needs_own_main: bool
    smallest_chip: int
    double_multiple: int
    double_units: Clauses | None = None
    """What wants doubles in whole units, where it is not what the sign says."""
    least_double: int = 1
    dealer_blackjack_collects: DealerBlackjackCollects | None = None
    rounding_unit: RoundingUnit = RoundingUnit.HAND
    rejoin_on_resplit: bool = False
    most_on_a_box: int | None = None
    """The maximum of a box where doubled and split stakes count towards it."""
    approved_amounts: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """Side bets that take certain amounts only."""
    readings: LimitReadings = field(default_factory=LimitReadings)
    first_box: int = 1
    """Where the deal begins: it goes on clockwise and comes round to the boxes before."""
    void_claws_back: Clauses = NOTHING
    """What makes players give back what they were paid in a round that is void."""
    rulings: dict[tuple[int, bool, int, bool, int, int], Ruling] = field(
        default_factory=dict, repr=False, compare=False
    )
    """Settlement rulings already worked out, by what player and dealer show."""
