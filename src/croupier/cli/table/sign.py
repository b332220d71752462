"""The sign at the table: limits, cards, the dealer's rule, side bets and what everything pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.chips import dollars
from croupier.cli.table.wording import Line, wager_name
from croupier.games.blackjack.rules import DoubleOn, Soft17
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.cli.table.session import Session


def inscription(session: Session) -> tuple[str, str, str]:
    """What is printed on the felt: the Blackjack payout, the dealer's rule, insurance."""
    law = session.rules.law
    if session.rules.soft_17 is Soft17.HIT:
        dealer = "Dealer draws to 16 and on a soft 17"
    else:
        dealer = "Dealer draws to 16, stands on all 17s"
    return (
        f"Blackjack pays {law.blackjack_pays.value}",
        dealer,
        f"Insurance pays {law.insurance_pays.value}",
    )


def sign(session: Session) -> Iterator[Line]:
    """Every line of the sign, with its clauses."""
    rules = session.rules
    law, table_law = rules.law, rules.table_law
    blackjack, dealer, insurance = inscription(session)
    yield Line(f"Blackjack {_limits(session, MAIN)}", table_law.limits_displayed)
    yield Line(f"{rules.decks} decks", table_law.decks.clauses)
    dealers = law.dealer_hits_soft_17 if rules.soft_17 is Soft17.HIT else law.dealer_stands
    yield Line(dealer, dealers or law.dealer_draws)
    yield Line(blackjack, law.blackjack_pays.clauses)
    yield Line(insurance, law.insurance_pays.clauses)
    two = rules.double_on is DoubleOn.TWO_CARDS
    yield Line("Double on any two cards" if two else "Double on any cards", law.double)
    yield Line(f"Split up to {law.four_hands.value} hands", law.four_hands.clauses)
    for name in rules.options["side_bets"]:
        offered = table_law.side_bets[name].sign
        yield Line(f"{wager_name(rules.instrument, name)} {_limits(session, name)}", offered)
        yield Line(_pays(session, name), table_law.side_bets[name].offered)


def _limits(session: Session, kind: str) -> str:
    if session.rules.table_law.side_bets.get(kind) and kind not in session.table.sign.limits:
        amounts = session.rules.options.get("super_sevens_amounts", ())
        return " or ".join(dollars(amount) for amount in amounts)
    limits = session.table.sign.of(kind)
    most = f" to {dollars(limits.maximum)}" if limits.maximum is not None else " or more"
    return f"{dollars(limits.minimum)}{most}, steps of {dollars(limits.multiple)}"


def _pays(session: Session, name: str) -> str:
    options = session.rules.instrument.options
    says = next(option.readings[name] for option in options if option.name == "side_bets")
    text = says.partition(":")[2].strip().rstrip(".")
    return f"{text[:1].upper()}{text[1:]}"
