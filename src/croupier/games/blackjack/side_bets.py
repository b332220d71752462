"""Wagers that lie on the box: Super Sevens, Perfect Pairs, Pairs Play and Any Pairs.

They look at the cards in the order in which the box received them, and are not touched by how the
hand comes out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.game_rules.pair_cases import case_of
from croupier.games.blackjack.cases import THREE_SUITED_SEVENS
from croupier.games.blackjack.cases import case_of_sevens as case_of_sevens
from croupier.games.blackjack.facts import Stage
from croupier.games.blackjack.rules import ANY_PAIRS as ANY_PAIRS
from croupier.games.blackjack.rules import PAIRS_PLAY as PAIRS_PLAY
from croupier.games.blackjack.rules import PERFECT_PAIRS as PERFECT_PAIRS
from croupier.games.blackjack.rules import SUPER_SEVENS as SUPER_SEVENS
from croupier.games.blackjack.settlement import rounded
from croupier.rulebook.citations import Cited, Clauses, NoRuling
from croupier.rulebook.settlement_tables import row_for
from croupier.table.facts import Outcome, Settled

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.games.blackjack.hands import Box, SideWager
    from croupier.games.blackjack.round_state import RoundState
    from croupier.games.blackjack.rules import BlackjackLaw
    from croupier.money import Odds


def settle_on_the_initial_deal(round: RoundState) -> None:
    """Collect the losers and pay the winners that two cards decide, before anybody plays."""
    sevens = round.law.super_sevens
    laid = [side.wager for box in round.boxes if box.sides for side in box.sides]
    for wager in dict.fromkeys(laid) if laid else ():
        pairs = round.law.pair_law(wager)
        side_law = pairs or sevens
        if side_law is None:
            continue
        round.begin(Stage.SIDE_BETS, side_law.procedure)
        for box in round.boxes:
            for side in box.sides:
                if not side.open or side.wager != wager:
                    continue
                first, second = box.received[:2]
                if pairs is not None:
                    decide(round, box, side, *pair_result(round.law, wager, first, second))
                elif sevens is not None and not first.rank == second.rank == "7":
                    decide(round, box, side, *sevens_result(round.law, [first]))


def settle_on_the_third_card(round: RoundState, box: Box) -> None:
    """Two sevens wait for the third card the box receives, split or not."""
    settle_sevens(round, box, box.received[:3])


def settle_when_the_box_is_done(round: RoundState, box: Box) -> None:
    """Two sevens that stood have had their result; three suited ones wait for the round's end."""
    if box.sides and len(box.received) == 2:
        settle_sevens(round, box, box.received[:2])


def pay_after_the_round(round: RoundState) -> None:
    """Three suited sevens are paid once the round is complete."""
    for box in round.boxes:
        if box.sides and len(box.received) >= 3:
            settle_sevens(round, box, box.received[:3], round_over=True)


def settle_sevens(
    round: RoundState, box: Box, cards: list[Card], *, round_over: bool = False
) -> None:
    sevens = round.law.super_sevens
    if sevens is None:
        return
    won, pays = sevens_result(round.law, cards)
    waits = case_of_sevens(cards) == THREE_SUITED_SEVENS and not round_over
    for side in box.sides:
        if side.open and side.wager == SUPER_SEVENS and not waits:
            splitting = sevens.after_a_split if len(box.hands) > 1 else ()
            decide(round, box, side, Clauses((*won, *splitting)), pays)


def decide(
    round: RoundState, box: Box, side: SideWager, clauses: Clauses, pays: Cited[Odds] | None
) -> None:
    side.open = False
    net = -side.amount
    if pays is not None:
        net = pays.value.on(side.amount)
        if round.law.rounding_up is not None:
            net, clauses = rounded(round, side.player, pays.value, side, clauses)
    round.facts.append(
        Settled(
            player=side.player, box=box.number, hand=None, wager=side.wager, stake=side.amount,
            outcome=Outcome.LOSE if pays is None else Outcome.WIN, net=net, clauses=clauses,
        )
    )  # fmt: skip


# --- what the cards are worth


def pair_result(
    law: BlackjackLaw, wager: str, first: Card, second: Card
) -> tuple[Clauses, Cited[Odds] | None]:
    """Return what a side bet on a pair is paid, if it has won, and the clauses that say so."""
    side_law = law.pair_law(wager)
    if side_law is None:
        raise NoRuling(f"{wager} is not a side bet on a pair")
    row = row_for(law.pay_tables[wager], case_of(first, second))
    if row is None:
        return Clauses((*side_law.no_pair, *side_law.collect)), None
    printed = side_law.of_pictures if first.rank in "JQK" else side_law.of_numbers
    pays = law.row_odds(row)
    return Clauses((*row.clauses, *(printed or ()), *pays.clauses, *side_law.pay)), pays


def sevens_result(law: BlackjackLaw, cards: list[Card]) -> tuple[Clauses, Cited[Odds] | None]:
    """The highest tier that the first one, two or three cards reach; never two tiers."""
    sevens, case = law.super_sevens, case_of_sevens(cards)
    if sevens is None:
        raise NoRuling("Super Sevens is not among the side bets")
    row = row_for(law.pay_tables[SUPER_SEVENS], case)
    if row is None:
        return Clauses((*sevens.no_seven, *sevens.collect)), None
    pays = law.row_odds(row)
    if case["sevens"] == 1:
        return Clauses((*row.clauses, *pays.clauses, *sevens.pay_first_card)), pays
    suits = sevens.suited if case["suited"] else sevens.not_suited
    return Clauses((*row.clauses, *pays.clauses, *suits, *sevens.pay_when_known)), pays
