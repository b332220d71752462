"""What a play is worth, against the round itself played over every order of a tiny shoe."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.odds.blackjack_by_hand import STAKE, mean, results, shoe_of, table_of
from tests.odds.splits_in_pairs import mean_square

from croupier.cards import Card
from croupier.game_rules import rules_for
from croupier.games.blackjack.asks_and_answers import Choice, Insure, MoveOn, Stand
from croupier.games.blackjack.hands import Box, MainWager
from croupier.games.blackjack.odds import analyse
from croupier.games.blackjack.odds.against_up_card import PlayAgainstUpCard
from croupier.games.blackjack.odds.hand_terms import ladder_chances, terms_of
from croupier.games.blackjack.odds.kernels.playing import STAND
from croupier.games.blackjack.odds.outcomes import Scale, chances_of_results, split_chances
from croupier.games.blackjack.odds.play_by_cards import best_play, split_value, worth_of
from croupier.games.blackjack.odds.play_by_totals import best_column
from croupier.games.blackjack.odds.solver import solve
from croupier.games.blackjack.round import Round
from croupier.odds.shoe_composition import Composition
from croupier.table.facts import Settled

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.odds.blackjack_by_hand import Table

    from croupier.games.blackjack.odds.against_up_card import Against
    from croupier.games.blackjack.rules import BlackjackRules

ACT_2006, ACT_2018 = "act-blackjack-2006", "act-blackjack-2018"
NSW = "nsw-blackjack-challenge"
ROUNDING = 1e-12


def by_chart(against: Against) -> PlayAgainstUpCard:
    return best_column(against, best_play(against)).play


def splitting_everything(against: Against) -> PlayAgainstUpCard:
    best = best_play(against)
    return PlayAgainstUpCard(best.dealt, best.split, (True,) * 10)


def splitting_nothing(against: Against) -> PlayAgainstUpCard:
    best = best_play(against)
    return PlayAgainstUpCard(best.dealt, best.split, (False,) * 10)


def value_of(shoe: Composition, table: Table) -> float:
    return sum(
        shoe.by_points[card] / shoe.total * worth_of(against, play).value
        for card, (against, play) in table.items()
    )


@pytest.mark.parametrize("play", [best_play, by_chart, splitting_everything])
@pytest.mark.parametrize(
    ("instrument", "options", "cards"),
    [
        (ACT_2006, {}, "A:2 8:8 T:8"),
        (ACT_2018, {"soft_17": "hit"}, "A:2 7:7 T:7"),
        (ACT_2018, {"soft_17": "stand", "double_on": "any_cards"}, "4:6 9:8 T:6"),
        (NSW, {}, "6:9 9:7 T:5"),
        (NSW, {"dealer_blackjack_collects": "OBBO"}, "7:9 8:7 T:5"),
    ],
)
def test_a_whole_game(
    instrument: str,
    options: dict[str, object],
    cards: str,
    play: Callable[[Against], PlayAgainstUpCard],
) -> None:
    rules, shoe = rules_for(instrument, options), shoe_of(cards)
    table = table_of(rules, shoe, play)
    found = results(rules, shoe, table)
    assert sum(found.values()) == 1
    assert value_of(shoe, table) == pytest.approx(float(mean(found)), abs=ROUNDING)


@pytest.mark.parametrize("collects", ["BB+1", "OBO_total_cap", "OBBO"])
@pytest.mark.parametrize(
    ("cards", "dealt"),
    [("A:4 8:7 T:7", "8S TS 8S"), ("A:6 T:8", "AS TS AS"), ("A:4 T:9", "TS AS TS")],
)
def test_a_split_in_challenge_loses_to_a_dealers_blackjack_what_the_table_says(
    cards: str, dealt: str, collects: str
) -> None:
    rules = rules_for(NSW, {"dealer_blackjack_collects": collects})
    shoe = shoe_of(cards)
    table = table_of(rules, shoe, splitting_everything)
    first, up_card, _ = map(Card, dealt.split())
    against, play = table[up_card.points - 1]
    card = first.points - 1
    expected = mean(results(rules, shoe, table, dealt))
    assert split_value(against, card, play.split[card]) == pytest.approx(
        float(expected), abs=ROUNDING
    )


@pytest.mark.parametrize("dealt", ["3S TS 3S 3S 3S", "5S TS 3S 3S", "3S TS 5S"])
def test_five_cards_and_a_21_are_paid_in_challenge_whatever_the_dealer_gets(dealt: str) -> None:
    """A fifth card, a third or fourth that makes 21, and all ways to both from two small cards."""
    rules, shoe = rules_for(NSW), shoe_of("A:2 3:6 5:5 T:7")
    table = table_of(rules, shoe, splitting_nothing)
    against, play = table[9]
    found = mean(results(rules, shoe, table, dealt))
    first, _, *more = (Card(card).points - 1 for card in dealt.split())
    hand = against.hands.number(first, *more)
    values, _ = against.values()
    assert play.dealt[hand] != STAND
    assert values[hand, play.dealt[hand]] == pytest.approx(float(found), abs=ROUNDING)
    act = table_of(rules_for(ACT_2006), shoe, splitting_nothing)[9][0]
    assert act.values()[0][act.hands.number(first, *more)].max() < float(found)


@pytest.mark.parametrize(("instrument", "cards"), [(ACT_2006, "A:3 8:8 T:8"), (NSW, "6:9 9:7 T:5")])
def test_each_card_of_the_dealers_is_worth_what_its_rounds_bring(
    instrument: str, cards: str
) -> None:
    rules, shoe = rules_for(instrument), shoe_of(cards)
    table = table_of(rules, shoe, best_play)
    for up_card in (Card(f"{part[0]}S") for part in cards.split()):
        left = shoe.without([up_card])
        total = sum(
            ways * mean(results(rules, shoe, table, f"{first}S {up_card}"))
            for first, ways in left.by_rank.items()
            if ways
        )
        against, play = table[up_card.points - 1]
        expected = float(total / left.total)
        assert worth_of(against, play).value == pytest.approx(expected, abs=ROUNDING)


def test_ranks_of_tens_count_in_the_ladder_and_even_out() -> None:
    """Against a king the player's tens rank lower, against a ten they rank no lower."""
    rules, shoe = rules_for(NSW), shoe_of("A:6 T:5 K:3")
    table = table_of(rules, shoe, splitting_everything)
    ten, king = (mean(results(rules, shoe, table, f"AS {card} AS")) for card in ("TS", "KS"))
    assert ten > king
    against, play = table[9]
    assert split_value(against, 0, play.split[0]) == pytest.approx(
        float((5 * ten + 3 * king) / 8), abs=ROUNDING
    )


@pytest.mark.parametrize(
    ("dealt", "cards"), [("6S 6S 6S", "A:3 6:9 T:8"), ("AS 9S AS", "A:4 9:6 T:8")]
)
def test_a_split_in_the_act_up_to_four_hands_and_one_card_on_aces(dealt: str, cards: str) -> None:
    rules, shoe = rules_for(ACT_2006), shoe_of(cards)
    table = table_of(rules, shoe, splitting_everything)
    first, up_card, _ = map(Card, dealt.split())
    against, play = table[up_card.points - 1]
    card = first.points - 1
    found = results(rules, shoe, table, dealt)
    assert split_value(against, card, play.split[card]) == pytest.approx(
        float(mean(found)), abs=ROUNDING
    )
    assert min(found) == (-2 if first.is_ace else -7)
    square = sum((net**2 * chance for net, chance in found.items()), Fraction())
    assert mean_square(against, card, play.split[card]) == pytest.approx(
        float(square), abs=ROUNDING
    )


@pytest.mark.parametrize(
    ("instrument", "cards"), [(ACT_2018, "A:3 5:6 9:6 T:6"), (NSW, "A:3 8:6 T:4 J:2 K:3")]
)
def test_the_chances_of_results_are_those_of_the_round_where_nothing_is_split(
    instrument: str, cards: str
) -> None:
    rules, shoe = rules_for(instrument), shoe_of(cards)
    table = table_of(rules, shoe, splitting_nothing)
    terms = terms_of(rules, shoe)
    tiers = zip(terms.ladder, ladder_chances(shoe), strict=True) if terms.ladder else ()
    scale = Scale(terms, tuple(tiers))
    chances = sum(
        shoe.by_points[card] / shoe.total * chances_of_results(against, play, scale)
        for card, (against, play) in table.items()
    )
    expected = results(rules, shoe, table)
    for place, chance in enumerate(np.asarray(chances)):
        assert chance == pytest.approx(float(expected[scale.net(place)]), abs=ROUNDING)
    assert sum(expected.values()) == 1


def test_the_spread_of_splits_is_off_by_as_much_as_is_said() -> None:
    """Hands of a split are not quite independent: every two of them are dealt from one shoe."""
    rules, shoe = rules_for(ACT_2018), Composition.full(8)
    solution = solve(rules, shoe)
    main, _ = analyse(rules, shoe)
    scale = Scale(solution.terms, ())
    nets = np.array([float(scale.net(place)) for place in range(2 * scale.middle + 1)])
    too_much = 0.0
    for up in solution.up_cards:
        for card in np.flatnonzero(up.best.splits).tolist():
            actions = up.best.split[card]
            square = split_chances(up.against, card, actions, scale) @ nets**2
            exact = mean_square(up.against, card, actions)
            too_much += up.chance * up.against.of_pair(card) * (square - exact)
    exactly = (main.standard_deviation**2 - too_much) ** 0.5
    assert round(main.standard_deviation - exactly, 5) == 0.00002
    assert any("0.00002 to 0.00005" in said for said in main.assumptions)


def test_insurance_through_the_round() -> None:
    """An ace shown, and every two cards of the box with every second card of the dealer's."""
    rules = rules_for(ACT_2006)
    cards = [Card(f"{rank}S") for rank in "A999TTTTTT" * 6]
    expected = odds_of_insurance(rules, Composition.of([Card("AS"), *cards]))
    pairs = Counter(permutations(cards, 3))
    net = sum(ways * insured(rules, *dealt) for dealt, ways in pairs.items())
    assert net / pairs.total() == expected


def odds_of_insurance(rules: BlackjackRules, shoe: Composition) -> Fraction:
    _, insurance = analyse(rules, shoe)
    assert insurance.exact is not None
    return -insurance.exact


def insured(rules: BlackjackRules, first: Card, second: Card, dealers: Card) -> Fraction:
    """What a unit of insurance brings in a round whose box stands."""
    game = Round(rules, [Box(1, (MainWager("P", STAKE),))])
    for card in (first, Card("AS"), second):
        game.deal(card)
    game.answer(Insure(player="P", box=1, amount=STAKE // 2))
    game.answer(MoveOn())
    while isinstance(game.due, Choice):
        game.answer(Stand(box=1, hand=1))
    game.deal(dealers)
    (net,) = (
        Fraction(fact.net, fact.stake)
        for fact in game.facts
        if isinstance(fact, Settled) and fact.wager == "insurance"
    )
    return net


def test_even_money_is_taken_where_tens_are_many() -> None:
    rules, shoe = rules_for(ACT_2006), shoe_of("A:8 9:3 T:14")
    table = table_of(rules, shoe, splitting_nothing)
    found = mean(results(rules, shoe, table, "AS AS TS"))
    assert found == 1
    assert table[0][0].waiting() < 1
    assert value_of(shoe, table) == pytest.approx(
        float(mean(results(rules, shoe, table))), abs=ROUNDING
    )
