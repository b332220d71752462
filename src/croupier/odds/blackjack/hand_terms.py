"""What the rules of a table mean for the value of a hand: the pay table and the bounds of play."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.games.blackjack.rules import DoubleOn, Soft17
from croupier.games.blackjack.settlement import Showing, rule_on
from croupier.table.facts import Outcome

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.games.blackjack.rules import BlackjackRules, DealerBlackjackCollects
    from croupier.games.blackjack.settlement import Ruling
    from croupier.money import Odds
    from croupier.odds.shoe_composition import Composition

BUST, FIVE_CARDS, BLACKJACK, EVEN_MONEY = 22, 23, 24, 25
"""How a hand may end beside on a total: rows of the pay table after those of 0 to 21."""
ROWS = 26
STANDING = slice(0, 21)
"""Rows of hands that wait for the dealer where a 21 does not."""

DEALER = (
    *(Showing(total, False) for total in range(17, 22)),
    Showing(21, True),
    Showing(22, False),
)
"""How the dealer may end, in the order in which chances and pay tables have it."""
DEALER_BLACKJACK = 5

_DOUBLED_UP_TO = {DoubleOn.TWO_CARDS: 2, DoubleOn.TWO_OR_THREE_CARDS: 3, DoubleOn.ANY_CARDS: 21}
_TEN_RANKS = "TJQK"


@dataclass(frozen=True)
class HandTerms:
    """The rules as far as they bear on the value of a box with one player on it."""

    hit_soft_17: bool
    most_cards: int
    """A hand of so many cards is over."""
    doubled_up_to: int
    """The most cards that a hand may hold when it is doubled."""
    most_hands: int
    one_card_on_aces: bool
    blackjack_after_split: bool
    collects: DealerBlackjackCollects | None
    """What the dealer's Blackjack takes from who doubled or split; all if None."""
    insurance_pays: Fraction | None
    even_money: Fraction | None
    ladder: tuple[Fraction, Fraction, Fraction] | None
    """What a Blackjack pays against another of a lower, the same or a higher rank."""
    pays: tuple[tuple[tuple[Fraction, ...], ...], ...]
    """Net by single or doubled stake, by how the hand ended, by how the dealer did."""


def terms_of(rules: BlackjackRules, shoe: Composition, shown: Card | None = None) -> HandTerms:
    """The terms for whoever knows what the shoe holds, and the dealer's card if it is shown."""
    law = rules.law
    ladder = None
    if law.higher_blackjack and law.same_blackjack and law.lower_blackjack:
        tiers = law.higher_blackjack, law.same_blackjack, law.lower_blackjack
        ladder = _won(tiers[0].value), _won(tiers[1].value), _won(tiers[2].value)
    tied = _mean(ladder, shoe, shown) if ladder else None
    return HandTerms(
        hit_soft_17=rules.soft_17 is Soft17.HIT,
        most_cards=5 if law.five_card_trick else 21,
        doubled_up_to=_DOUBLED_UP_TO[rules.double_on],
        most_hands=law.most_hands.value,
        one_card_on_aces=law.one_card_on_aces is not None,
        blackjack_after_split=law.no_blackjack_after_split is None,
        collects=rules.dealer_blackjack_collects,
        insurance_pays=_won(law.insurance.insurance_pays.value) if law.insurance else None,
        even_money=_won(law.insurance.even_money.value) if law.insurance else None,
        ladder=ladder,
        pays=tuple(tuple(_row(rules, row, stake, tied) for row in range(ROWS)) for stake in (1, 2)),
    )


def _row(
    rules: BlackjackRules, row: int, stake: int, tied: Fraction | None
) -> tuple[Fraction, ...]:
    """What a stake brings when the hand ends so, for each way the dealer may end.

    `tied` is what a Blackjack wins against another, where it wins.
    """
    law = rules.law
    if row == BUST:
        return (Fraction(-stake),) * len(DEALER)
    at_once = None
    if row == 21:
        at_once = law.pays_21
    elif row == FIVE_CARDS:
        at_once = law.five_card_trick
    elif row == EVEN_MONEY and law.insurance:
        at_once = law.insurance.even_money
    if at_once or row in (FIVE_CARDS, EVEN_MONEY):
        won = _won(at_once.value) * stake if at_once else Fraction()
        return (won,) * len(DEALER)
    shows = Showing(21, True) if row == BLACKJACK else Showing(row, False)
    nets = [_net(rule_on(law, shows, dealer, rules.limbs), stake) for dealer in DEALER]
    if row == BLACKJACK and tied is not None:
        nets[DEALER_BLACKJACK] = stake * tied
    elif rules.dealer_blackjack_collects:  # from who doubled, no more than the original wager
        nets[DEALER_BLACKJACK] = max(nets[DEALER_BLACKJACK], Fraction(-1))
    return tuple(nets)


def _won(odds: Odds) -> Fraction:
    return Fraction(odds.win, odds.stake)


def _net(ruling: Ruling, stake: int) -> Fraction:
    if ruling.outcome is Outcome.WIN and ruling.odds is not None:
        return _won(ruling.odds) * stake
    return Fraction(-stake if ruling.outcome is Outcome.LOSE else 0)


def ladder_chances(
    shoe: Composition, shown: Card | None = None
) -> tuple[Fraction, Fraction, Fraction]:
    """How likely a ten-value card of the player's is to rank above the dealer's, with it, below it.

    Unless the dealer's is shown, either may be the higher: they are two cards of the shoe that
    nobody chose by rank.
    """
    held = [shoe.by_rank[rank] for rank in _TEN_RANKS]
    if shown is not None and shown.rank in _TEN_RANKS:
        place = _TEN_RANKS.index(shown.rank)
        held[place] -= 1
        tens = sum(held)
        if not tens:
            return Fraction(0), Fraction(1), Fraction(0)
        above, below = sum(held[place + 1 :]), sum(held[:place])
        return Fraction(above, tens), Fraction(held[place], tens), Fraction(below, tens)
    pairs = sum(held) * (sum(held) - 1)
    same = Fraction(sum(copies * (copies - 1) for copies in held), pairs) if pairs else Fraction(1)
    return (1 - same) / 2, same, (1 - same) / 2


def _mean(
    ladder: tuple[Fraction, Fraction, Fraction], shoe: Composition, shown: Card | None
) -> Fraction:
    chances = ladder_chances(shoe, shown)
    return sum((odds * often for odds, often in zip(ladder, chances, strict=True)), Fraction())
