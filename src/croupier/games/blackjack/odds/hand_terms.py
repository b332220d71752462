"""What the rules of a table mean for the value of a hand: the pay table and the bounds of play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from croupier.game_rules import RULES
from croupier.games.blackjack.rules import DoubleOn, Soft17
from croupier.games.blackjack.settlement import LEAST, Showing, rule_on
from croupier.rulebook.settlement_tables import (
    CannotAnalyse,
    Result,
    must_rule_alike,
    must_rule_as,
)
from croupier.table.facts import Outcome
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.games.blackjack.rules import BlackjackLaw, BlackjackRules, DealerBlackjackCollects
    from croupier.games.blackjack.settlement import Ruling
    from croupier.money import Odds
    from croupier.odds.shoe_composition import Composition
    from croupier.rulebook.instruments import Instrument
    from croupier.rulebook.settlement_tables import Case

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

LEAST_TO_STAND = 12
"""The least hard total on which a player may stand, in every analysis."""

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


@cache
def must_be_told_apart(book: Instrument) -> None:
    """Raise CannotAnalyse if a limb tells apart what the analyses of blackjack merge."""
    domain = RULES.of(book).domains(book)["limbs.main"]

    def merge(case: Case) -> tuple[object, ...]:
        if _is_bust(case):
            return ()  # a hand that has bust is collected, whatever the dealer gets
        total = min(int(case["dealer_total"]), BUST)
        return tuple({**case, "dealer_total": total}.values())

    busts = replace(domain, cases=lambda: filter(_is_bust, domain.cases()))
    must_rule_as(
        busts,
        lambda case: (Result.LOSE, None),
        assuming="the analyses of blackjack have every bust lose",
        wager=MAIN,
    )
    blackjacks = replace(domain, cases=lambda: filter(_is_unmatched, domain.cases()))
    must_rule_alike(
        blackjacks,
        lambda case: (),
        merging="the analyses of blackjack pay a Blackjack without waiting for the dealer's total",
        wager=MAIN,
    )
    must_rule_alike(
        domain,
        merge,
        merging="the analyses of blackjack treat every dealer total over 21 alike",
        wager=MAIN,
    )


def _is_bust(case: Case) -> bool:
    return int(case["player_total"]) > 21


def must_draw_as_built(law: BlackjackLaw) -> None:
    """Raise CannotAnalyse if a player may stand on another total than the analyses know."""
    least = law.must_draw_below
    if least.value != LEAST_TO_STAND:
        raise CannotAnalyse(
            f"the analyses of blackjack have players draw below a hard {LEAST_TO_STAND}; "
            f"must_draw_below is {least.value} ({', '.join(least.clauses)})"
        )


def _is_unmatched(case: Case) -> bool:
    return bool(case["player_blackjack"]) and not case["dealer_blackjack"]


def terms_of(rules: BlackjackRules, shoe: Composition, shown: Card | None = None) -> HandTerms:
    """The terms for whoever knows what the shoe holds, and the dealer's card if it is shown."""
    must_be_told_apart(rules.instrument)
    law = rules.law
    must_draw_as_built(law)
    ladder = _ladder(law)
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


def _ladder(law: BlackjackLaw) -> tuple[Fraction, Fraction, Fraction] | None:
    """Return what a Blackjack brings against another; None if their ranks make no difference."""
    ranks = ((1, 0), (0, 0), (0, 1))
    higher, same, lower = (
        net_of(rule_on(law, Showing(21, True, mine), Showing(21, True, other)), 1)
        for mine, other in ranks
    )
    return None if higher == same == lower else (higher, same, lower)


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
    shows = Showing(21, True) if row == BLACKJACK else Showing(max(row, LEAST), False)
    nets = [net_of(rule_on(law, shows, dealer), stake) for dealer in DEALER]
    if row == BLACKJACK and tied is not None:
        nets[DEALER_BLACKJACK] = stake * tied
    elif rules.dealer_blackjack_collects:  # from who doubled, no more than the original wager
        nets[DEALER_BLACKJACK] = max(nets[DEALER_BLACKJACK], Fraction(-1))
    return tuple(nets)


def _won(odds: Odds) -> Fraction:
    return Fraction(odds.win, odds.stake)


def net_of(ruling: Ruling, stake: int) -> Fraction:
    """Return what a stake brings under a ruling."""
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
