"""Wagers that lie on the box: Super Sevens, Perfect Pairs, Pairs Play and Any Pairs.

They look at the cards in the order in which the box received them, and are not touched by how the
hand comes out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.blackjack.facts import Stage
from croupier.games.blackjack.settlement import rounded
from croupier.rulebook.citations import Cited, Clauses
from croupier.table.facts import Outcome, Settled

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.games.blackjack.hands import Box, SideWager
    from croupier.games.blackjack.round_state import RoundState
    from croupier.games.blackjack.rules import PairLaw, SevensLaw
    from croupier.money import Odds

PERFECT_PAIRS = "perfect-pairs"
PAIRS_PLAY = "pairs-play"
ANY_PAIRS = "any-pairs"
SUPER_SEVENS = "super-sevens"


def settle_on_the_initial_deal(round: RoundState) -> None:
    """Collect the losers and pay the winners that two cards decide, before anybody plays."""
    sevens = round.law.super_sevens
    laid = [side.wager for box in round.boxes if box.sides for side in box.sides]
    for wager in dict.fromkeys(laid) if laid else ():
        law = round.pair_law(wager)
        side_law = law or sevens
        if side_law is None:
            continue
        round.begin(Stage.SIDE_BETS, side_law.procedure)
        for box in round.boxes:
            for side in box.sides:
                if not side.open or side.wager != wager:
                    continue
                first, second = box.received[:2]
                if law is not None:
                    decide(round, box, side, *pair_result(law, first, second))
                elif sevens is not None and not first.rank == second.rank == "7":
                    decide(round, box, side, *sevens_result(sevens, [first]))


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
    law = round.law.super_sevens
    if law is None:
        return
    won, pays = sevens_result(law, cards)
    waits = pays is law.pays_three_suited and not round_over
    for side in box.sides:
        if side.open and side.wager == SUPER_SEVENS and not waits:
            splitting = law.after_a_split if len(box.hands) > 1 else ()
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


def pair_result(law: PairLaw, first: Card, second: Card) -> tuple[Clauses, Cited[Odds] | None]:
    """A pair is two cards of one printed rank: a ten and a king are none."""
    if first.rank != second.rank:
        return Clauses((*law.no_pair, *law.collect)), None
    if first.suit == second.suit:
        kind, pays = law.perfect, law.pays_perfect
    elif first.is_red == second.is_red:
        kind = law.coloured_red if first.is_red else law.coloured_black
        pays = law.pays_coloured
    else:
        kind, pays = law.mixed, law.pays_mixed
    printed = law.of_pictures if first.rank in "JQK" else law.of_numbers
    return Clauses((*kind, *(printed or ()), *pays.clauses, *law.pay)), pays


def sevens_result(law: SevensLaw, cards: list[Card]) -> tuple[Clauses, Cited[Odds] | None]:
    """The highest tier that the first one, two or three cards reach; never two tiers."""
    if cards[0].rank != "7":
        return Clauses((*law.no_seven, *law.collect)), None
    sevens = 0
    for card in cards:
        if card.rank != "7":
            break
        sevens += 1
    suited = len({card.suit for card in cards[:sevens]}) == 1
    suits = law.suited if suited else law.not_suited
    if sevens == 1:
        pays = law.pays_one
        return Clauses((*law.first_card, *pays.clauses, *law.pay_first_card)), pays
    if sevens == 2:
        won, pays = law.two_sevens, law.pays_two_suited if suited else law.pays_two
    else:
        won, pays = law.three_sevens, law.pays_three_suited if suited else law.pays_three
    return Clauses((*won, *pays.clauses, *suits, *law.pay_when_known)), pays
