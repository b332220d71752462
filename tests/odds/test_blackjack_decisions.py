"""One decision of blackjack: against plain recursion, the round itself, and the value of a card."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, Any

import pytest
from tests.odds.blackjack_by_hand import ByHand, mean, results, shoe_of, table_of

from croupier.cards import Card, parse_cards
from croupier.game_rules import rules_for
from croupier.games.blackjack import odds as blackjack
from croupier.games.blackjack.odds.against_up_card import PlayAgainstUpCard
from croupier.games.blackjack.odds.play_by_cards import best_play
from croupier.odds import decision_for, odds
from croupier.odds.shoe_composition import Composition

if TYPE_CHECKING:
    from croupier.games.blackjack.odds.against_up_card import Against
    from croupier.odds.results import Decision

ACT_2006, ACT_2018 = "act-blackjack-2006", "act-blackjack-2018"
NSW = "nsw-blackjack-challenge"
ROUNDING = 1e-12
HIT_17: dict[str, object] = {"soft_17": "hit"}


def decided(
    instrument: str, options: dict[str, Any], shoe: Composition, hand: str, dealer: str
) -> Decision:
    return blackjack.decide(
        rules_for(instrument, options), shoe, parse_cards(hand), dealer=parse_cards(dealer)
    )


# --- single hands

FEW_RANKS = "A:8 2:8 3:8 6:12 9:8 T:16"
HANDS = [
    (ACT_2006, {}, "TS 6S", "TS", ["stand", "hit", "double"]),
    (ACT_2006, {}, "6S 3S", "9S", ["hit", "double"]),
    (ACT_2018, HIT_17, "AS 6S", "6S", ["stand", "hit", "double"]),
    (ACT_2018, {"double_on": "any_cards"}, "2S 2S 6S", "6S", ["hit", "double"]),
    (ACT_2018, {}, "2S 2S 6S 2S", "AS", ["stand", "hit"]),
    (NSW, {}, "6S 2S 2S", "6S", ["hit", "double"]),
    (NSW, {}, "AS 2S 3S", "9S", ["stand", "hit", "double"]),
    (NSW, {}, "2S 3S 3S 6S", "6S", ["stand", "hit"]),
    (NSW, {}, "TS 9S", "TS", ["stand", "hit", "double"]),
    (NSW, {"dealer_blackjack_collects": "OBBO"}, "6S 3S 2S", "AS", ["hit", "double"]),
]


@pytest.mark.parametrize(("instrument", "options", "hand", "dealer", "choices"), HANDS)
def test_every_choice_is_worth_what_plain_recursion_says(
    instrument: str, options: dict[str, Any], hand: str, dealer: str, choices: list[str]
) -> None:
    shoe = shoe_of(FEW_RANKS)
    found = decided(instrument, options, shoe, hand, dealer)
    up_card = Card(dealer).points - 1
    by_hand = ByHand(rules_for(instrument, options), shoe, up_card)
    held = tuple(card.points - 1 for card in parse_cards(hand))
    assert list(found.values) == choices
    for choice, worth in found.values.items():
        assert worth == pytest.approx(float(by_hand.value(held, choice)), abs=ROUNDING)
    assert found.values[found.best] == max(found.values.values())


def test_the_cards_of_a_hand_count_and_not_only_their_total() -> None:
    two, five = (decision_for(ACT_2018, hand, dealer="TH") for hand in ("TS,6D", "4S,2D,3C,3S,4D"))
    assert (two.best, five.best) == ("hit", "stand")


def test_cards_that_are_removed_count() -> None:
    assert decision_for(ACT_2018, "TS,6D", dealer="TH").best == "hit"
    fives = ",".join(["5S"] * 8)
    assert decision_for(ACT_2018, "TS,6D", dealer="TH", remove=fives).best == "stand"


def test_a_fifth_card_is_worth_drawing_in_challenge() -> None:
    four, three = (decision_for(NSW, hand, dealer="6D") for hand in ("2S,4D,3C,5C", "2S,7D,5C"))
    assert (four.best, three.best) == ("hit", "stand")


# --- splits


def splitting(against: Against) -> PlayAgainstUpCard:
    best = best_play(against)
    return PlayAgainstUpCard(best.dealt, best.split, (True,) * 10)


@pytest.mark.parametrize(
    ("instrument", "cards", "hand", "dealer"),
    [
        (ACT_2006, "7:26 9:12 T:16", "9S 9S", "7S"),
        (NSW, "7:26 9:12 T:16", "9S 9S", "7S"),
        (NSW, "8:26 A:10 T:18", "8S 8S", "TS"),
    ],
)
def test_a_split_is_worth_what_the_round_pays(
    instrument: str, cards: str, hand: str, dealer: str
) -> None:
    rules, shoe = rules_for(instrument), shoe_of(cards)
    first, second = hand.split()
    table = table_of(rules, shoe, splitting)
    expected = mean(results(rules, shoe, table, f"{first} {dealer} {second}"))
    found = decided(instrument, {}, shoe, hand, dealer)
    assert found.values["split"] == pytest.approx(float(expected), abs=ROUNDING)


@pytest.mark.parametrize("dealer", ["TS", "KS"])
def test_aces_are_split_against_the_rank_of_the_dealers_ten(dealer: str) -> None:
    """A Blackjack from a split is paid by the ladder, and the dealer's ten is in sight."""
    rules, shoe = rules_for(NSW), shoe_of("A:6 T:28 K:20")
    table = table_of(rules, shoe, splitting)
    expected = mean(results(rules, shoe, table, f"AS {dealer} AS"))
    found = decided(NSW, {}, shoe, "AS AS", dealer)
    assert found.values["split"] == pytest.approx(float(expected), abs=ROUNDING)


# --- a Blackjack, and insurance


def test_a_blackjack_against_an_ace() -> None:
    found = decision_for(ACT_2006, "AS,KD", dealer="AD")
    assert found.best == "wait"
    assert found.values["even money"] == 1
    assert found.values["wait"] == pytest.approx(1.5 * (1 - 127 / 413), abs=ROUNDING)
    assert found.beside == {"insurance": Fraction(3 * 127, 413) - 1}


def test_insurance_is_told_before_a_third_card_and_against_an_ace_only() -> None:
    assert decision_for(ACT_2018, "5S,6D", dealer="AD").beside == {
        "insurance": Fraction(3 * 128, 413) - 1
    }
    assert decision_for(ACT_2018, "5S,6D,2S", dealer="AD").beside == {}
    assert decision_for(ACT_2018, "5S,6D", dealer="KD").beside == {}
    assert decision_for(NSW, "5S,6D", dealer="AD").beside == {}


# --- all of them together


@pytest.mark.parametrize(("instrument", "dealer"), [(ACT_2018, "6"), (NSW, "6"), (NSW, "9")])
def test_the_best_choices_of_all_hands_make_up_the_value_of_a_card(
    instrument: str, dealer: str
) -> None:
    """Two cards of the shoe as often as they are dealt, each hand by its best choice."""
    rules, shoe = rules_for(instrument), Composition.full(8)
    left = shoe.without([Card(f"{dealer}S")]).by_points
    blackjack_pays = rules.law.blackjack_pays.value
    value = Fraction()
    for first, second in combinations_with_replacement(range(10), 2):
        ways = comb(left[first], 2) if first == second else left[first] * left[second]
        if (first, second) == (0, 9):
            value += ways * Fraction(blackjack_pays.win, blackjack_pays.stake)
            continue
        hand = f"{'A23456789T'[first]}H,{'A23456789T'[second]}D"
        found = decision_for(instrument, hand, dealer=f"{dealer}S")
        value += ways * Fraction(found.values[found.best])
    main = odds(instrument)["main"]
    assert main.by_up_card is not None
    assert float(value / comb(sum(left), 2)) == pytest.approx(main.by_up_card[dealer], abs=ROUNDING)


# --- what is said beside the figures


def test_a_decision_says_what_it_takes_for_granted() -> None:
    single, pair = (decision_for(NSW, hand, dealer="KD") for hand in ("TS,6D", "8S,8D"))
    assert not any("split is played" in note for note in single.notes)
    assert any("reckoning to lose to a dealer's Blackjack" in note for note in pair.notes)
    assert not any(
        "by their rank" in note for note in decision_for(NSW, "AS,AD", dealer="KD").notes
    )
    assert any("by their rank" in note for note in decision_for(NSW, "KS,QD", dealer="AD").notes)


def test_a_decision_prints_itself_and_shows_itself_in_a_notebook() -> None:
    found = decision_for(ACT_2018, "AS,KD", dealer="AD")
    lines = str(found).splitlines()
    assert lines[:4] == [
        "choice                    worth",
        "wait               +1.038740920",
        "even money         +1.000000000",
        "insurance, a unit  -0.077481840",
    ]
    assert lines[5:] == list(found.notes)
    html = found._repr_html_()
    assert html.count("<tr>") == 4
    assert '<td style="text-align:left">wait</td><td>+1.038740920</td>' in html
    assert html.count("<li>") == len(found.notes)
