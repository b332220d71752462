"""The best chart as a strategy to read: what to do by total, by pair, and with a Blackjack."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from croupier.games.blackjack.odds.analysis import LEAST, UP_CARDS
from croupier.games.blackjack.odds.assumptions import TABLE
from croupier.games.blackjack.odds.hands import ACE, TEN
from croupier.games.blackjack.odds.kernels.playing import DOUBLE, HIT, STAND
from croupier.games.blackjack.odds.play_by_cards import split_value
from croupier.games.blackjack.odds.play_by_totals import cells, counts_cards
from croupier.games.blackjack.odds.solver import solve
from croupier.odds.results import Cell, Chart, Strategy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.games.blackjack.odds.hands import NumberedHands
    from croupier.games.blackjack.odds.solver import BlackjackSolution, UpCard
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.odds.array_types import Flags
    from croupier.odds.shoe_composition import Composition

ACTIONS = {
    "S": "stand",
    "H": "hit",
    "D": "double, or hit where that is not allowed",
    "Ds": "double, or stand where that is not allowed",
    "P": "split, and split again",
    "W": "wait for the dealer's second card",
    "E": "take even money",
    "I": "insure",
    "N": "do not insure",
}
_ACROSS = "dealer's card"
_IN_WORDS = {2: "two", 3: "three", 4: "four"}
_CHOICES = {STAND: "stand", HIT: "hit", DOUBLE: "double"}


def strategy(rules: BlackjackRules, shoe: Composition) -> Strategy:
    """Charts of totals, of pairs, and of what a Blackjack or an ace asks for."""
    shoe.needs(LEAST, "a round of blackjack")
    solution = solve(rules, shoe)
    return Strategy(
        instrument=rules.instrument.id,
        options=rules.options,
        actions=ACTIONS,
        charts=charts_of(solution),
        notes=tuple(_notes(solution)),
    )


def charts_of(solution: BlackjackSolution) -> tuple[Chart, ...]:
    return (*_of_totals(solution), _of_pairs(solution), *_against_an_ace(solution))


def _notes(solution: BlackjackSolution) -> Iterator[str]:
    edge = -solution.chart_worth.value
    yield f"played by these charts, the house keeps {100 * edge:.4f} % of the wager"
    yield (
        "a value is what the choice is worth over the hands of its cell as often as they arise, "
        "split hands too, all further choices by the chart; doubling counts with what is played "
        "where it is not allowed, and a pair that is not split is played as its total"
    )
    yield from TABLE


def in_order(solution: BlackjackSolution) -> list[UpCard]:
    """The dealer's cards as charts have them: two to ten, then the ace."""
    return sorted(solution.up_cards, key=lambda up: (up.card == ACE, up.card))


# --- totals


def _of_totals(solution: BlackjackSolution) -> Iterator[Chart]:
    for name, held in _kinds_of_totals(solution.up_cards[0].against.hands):
        yield _totals(solution, name, held)


def _kinds_of_totals(hands: NumberedHands) -> Iterator[tuple[str, Flags]]:
    """The charts of totals by name, with the hands that each is about."""
    sizes = range(2, hands.terms.most_cards) if counts_cards(hands) else (None,)
    for cards in sizes:
        for soft in (False, True):
            held = (hands.soft == soft) & ~hands.ended & (hands.size >= 2)
            if cards is not None:
                held &= hands.size == cards
            named = f", {_IN_WORDS[cards]} cards" if cards else ""
            yield f"{'soft' if soft else 'hard'} totals{named}", held


def _totals(solution: BlackjackSolution, name: str, held: Flags) -> Chart:
    hands = solution.up_cards[0].against.hands
    totals = sorted({int(total) for total in hands.total[held]}, reverse=True)
    columns = [_column(up, held, totals) for up in in_order(solution)]
    return Chart(
        name=name,
        across=_ACROSS,
        columns=tuple(UP_CARDS[up.card] for up in in_order(solution)),
        rows=tuple(str(total) for total in totals),
        cells=tuple(zip(*columns, strict=True)),
    )


def _column(up: UpCard, held: Flags, totals: list[int]) -> Iterator[Cell]:
    """The cells of some totals against one card, with the means of what each choice is worth."""
    hands, worths = up.against.hands, up.chart.worths
    for total in totals:
        at = held & (hands.total == total)
        place = cells(hands)[at][0]
        often = worths.often[place]
        may = {
            "stand": often > 0 and not hands.must_draw[at].any(),
            "hit": often > 0,
            "double": worths.may_double[place],
        }
        worth = {"stand": worths.stand, "hit": worths.hit, "double": worths.double}
        means = {word: float(worth[word][place] / often) for word in worth if may[word]}
        yield Cell(action=_action(up, at), values=means)


def _action(up: UpCard, at: Flags) -> str:
    """What the chart says of the cell that these hands are in."""
    hands = up.against.hands
    place = cells(hands)[at][0]
    draws = up.chart.plays[place] == HIT
    if up.chart.doubles[place] and hands.may_double[at].any():
        return "D" if draws else "Ds"
    return "H" if draws else "S"


# --- pairs


def _of_pairs(solution: BlackjackSolution) -> Chart:
    order = (ACE, *range(9, 0, -1))
    return Chart(
        name="pairs",
        across=_ACROSS,
        columns=tuple(UP_CARDS[up.card] for up in in_order(solution)),
        rows=tuple(f"{UP_CARDS[card]}-{UP_CARDS[card]}" for card in order),
        cells=tuple(tuple(_pair(up, card) for up in in_order(solution)) for card in order),
    )


def _pair(up: UpCard, card: int) -> Cell | None:
    """Whether a pair is split; if not, it is played as its total, and that is the other value."""
    against, hands, play = up.against, up.against.hands, up.chart.play
    if not against.of_pair(card):
        return None
    pair = hands.number(card, card)
    values, _ = against.values(play.dealt)
    as_its_total = play.dealt[pair]
    return Cell(
        action="P" if play.splits[card] else _action(up, np.arange(len(values)) == pair),
        values={
            _CHOICES[as_its_total]: float(values[pair, as_its_total]),
            "split": float(split_value(against, card, play.split[card])),
        },
    )


# --- a Blackjack, and insurance


def _against_an_ace(solution: BlackjackSolution) -> Iterator[Chart]:
    """What even money and insurance are worth, where there is an ace and the rules have them."""
    terms = solution.terms
    if terms.even_money is None or terms.insurance_pays is None:
        return
    for up in solution.up_cards:
        if up.card == ACE:
            even, waits = float(terms.even_money), up.against.waiting()
            ten = float(up.against.rest[-1] / up.against.rest.sum())
            insured = ten * (1 + float(terms.insurance_pays)) - 1
            yield Chart(
                name="against an ace",
                across=_ACROSS,
                columns=(UP_CARDS[ACE],),
                rows=("a Blackjack", "insurance"),
                cells=(
                    (Cell(action="E" if even > waits else "W",
                          values={"even money": even, "wait": waits}),),
                    (Cell(action="I" if insured > 0 else "N",
                          values={"insure": insured, "do not insure": 0.0}),),
                ),
            )  # fmt: skip


# --- how often


def frequencies(solution: BlackjackSolution) -> dict[tuple[str, str, str], float]:
    """How often each cell of the charts arises in a round, by chart, row and column."""
    found: dict[tuple[str, str, str], float] = {}
    hands = solution.up_cards[0].against.hands
    for up in solution.up_cards:
        column = UP_CARDS[up.card]
        for card in range(10):
            row = f"{UP_CARDS[card]}-{UP_CARDS[card]}"
            found["pairs", row, column] = up.chance * up.against.of_pair(card)
        place = cells(hands)
        for name, held in _kinds_of_totals(hands):
            for total in {int(total) for total in hands.total[held]}:
                at = place[held & (hands.total == total)][0]
                often = float(up.chart.worths.often[at])
                found[name, str(total), column] = up.chance * often
        if up.card == ACE:
            blackjack = float(up.against.deals[hands.number(ACE, TEN)])
            found["against an ace", "a Blackjack", column] = up.chance * blackjack
            found["against an ace", "insurance", column] = up.chance
    return found
