"""Hold'em solved: the published figures, its own sums, and whole small decks dealt by hand."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.odds.holdem_by_hand import UTH, ByHand, rules

from croupier.cards import DECK, parse_cards
from croupier.game_rules import rules_asked_for
from croupier.games.holdem import odds as holdem
from croupier.games.holdem.odds.analysis import game
from croupier.games.holdem.odds.board_shapes import shapes
from croupier.games.holdem.odds.chart import hands_of
from croupier.games.holdem.odds.rank_tables import CARDS, number
from croupier.games.holdem.odds.seven_cards import seven_cards
from croupier.games.holdem.odds.solver import solve
from croupier.games.holdem.ranking import PokerHand, kind, rank
from croupier.odds import decision_for, odds
from croupier.odds.shoe_composition import Composition
from croupier.rulebook.amendments import amended
from croupier.rulebook.instruments import AmendedValue, Amendment
from croupier.rulebook.instruments import load as load_instrument

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.cards import Card
    from croupier.games.holdem.odds.solver import HoldemSolution
    from croupier.games.holdem.rules import HoldemRules
    from croupier.odds.results import WagerOdds

FULL = Composition.full(1)
SEVENS = {
    PokerHand.HIGH_CARD: 23_294_460,
    PokerHand.ONE_PAIR: 58_627_800,
    PokerHand.TWO_PAIRS: 31_433_400,
    PokerHand.THREE_OF_A_KIND: 6_461_620,
    PokerHand.STRAIGHT: 6_180_020,
    PokerHand.FLUSH: 4_047_644,
    PokerHand.FULL_HOUSE: 3_473_184,
    PokerHand.FOUR_OF_A_KIND: 224_848,
    PokerHand.STRAIGHT_FLUSH: 37_260,
    PokerHand.ROYAL_FLUSH: 4_324,
}
"""The hands of seven cards, by kind."""


@pytest.fixture(scope="module")
def solved() -> HoldemSolution:
    return solve(rules(), FULL)


@pytest.fixture(scope="module")
def wagers() -> dict[str, WagerOdds]:
    found = holdem.analyse(rules(), FULL, trips=Fraction(1))
    return {wager.wager: wager for wager in found}


def pair(cards: Iterable[Card]) -> int:
    first, second = sorted(map(number, cards), reverse=True)
    return first * (first - 1) // 2 + second


def start(solution: HoldemSolution, cards: str) -> tuple[float, float]:
    """What four antes and a check are worth to a hand."""
    hold, play, check = solution.start(pair(parse_cards(cards)))
    return float(hold + 4 * play), float(check)


# --- the whole deck


def test_every_deal_is_counted_once(solved: HoldemSolution) -> None:
    assert solved.deals == 1326 * 19_600 * 1_081 * 990
    assert solved.counted.sum() == solved.deals
    assert (solved.deck.weights.sum(), len(solved.deck.flops)) == (22_100, 1_755)
    assert len(solved.sizes) == 169


def test_seven_cards_fall_into_their_kinds(solved: HoldemSolution) -> None:
    # a hand of seven is dealt as hole cards, flop, turn and river in 21 x 10 ways
    each = comb(7, 2) * comb(5, 3) * 990
    by_kind = solved.counted.sum(axis=(0, 2)).tolist()
    assert {kind: by_kind[kind] // each for kind in PokerHand} == SEVENS
    assert not any(many % each for many in by_kind)


def test_the_value_is_that_of_the_deals_it_leads_to(
    solved: HoldemSolution, wagers: dict[str, WagerOdds]
) -> None:
    assert solved.value == Fraction(-50_643_648_973, 2_317_817_502_000)
    assert wagers["ante"].exact == -solved.value


def test_the_published_figures(wagers: dict[str, WagerOdds]) -> None:
    ante = wagers["ante"]
    assert round(ante.house_edge, 5) == 0.02185
    assert ante.element_of_risk is not None
    assert round(ante.element_of_risk, 5) == 0.00526
    assert ante.average_wager is not None
    assert round(ante.average_wager, 2) == 4.15
    assert round(ante.standard_deviation, 2) == 4.94


def test_how_often_each_choice_is_made(
    solved: HoldemSolution, wagers: dict[str, WagerOdds]
) -> None:
    actions = wagers["ante"].actions
    assert actions is not None
    assert list(actions) == ["4x", "3x", "2x", "1x", "fold"]
    assert sum(actions.values()) == pytest.approx(1)
    raised = [hand for hand in range(1326) if solved.play.raises[hand]]
    assert actions["4x"] == len(raised) / 1326 == 500 / 1326
    assert actions["3x"] == 0


def test_offsuit_ace_king(solved: HoldemSolution) -> None:
    raised, checked = start(solved, "AC KS")
    assert (round(raised, 9), round(checked, 9)) == (1.171913502, 0.568927692)
    assert start(solved, "AH KD") == (raised, checked)
    assert start(solved, "AH KH") > (raised, checked)


def test_whoever_raises_does_so_with_four_antes(solved: HoldemSolution) -> None:
    for hand in range(1326):
        hold, play, check = solved.start(hand)
        assert hold + 3 * play <= max(hold + 4 * play, check)


def test_the_starting_hands_that_raise() -> None:
    (chart,) = holdem.strategy(rules(), FULL).charts
    raised = {
        row + column
        for row, cells in zip(chart.rows, chart.cells, strict=True)
        for column, cell in zip(chart.columns, cells, strict=True)
        if cell is not None and cell.action == "4x"
    }
    pairs = {rank * 2 for rank in "AKQJT9876543"}
    suited = {"A" + rank for rank in "KQJT98765432"} | {"K" + rank for rank in "QJT98765432"}
    suited |= {"Q" + rank for rank in "JT9876"} | {"J" + rank for rank in "T98"}
    off_suit = {rank + "A" for rank in "KQJT98765432"} | {rank + "K" for rank in "QJT98765"}
    off_suit |= {rank + "Q" for rank in "JT98"} | {"TJ"}
    assert raised == pairs | suited | off_suit


def test_the_cells_of_the_chart_are_all_hands() -> None:
    cells = Counter(
        hand for row in range(13) for column in range(13) for hand in hands_of(row, column)
    )
    assert cells == Counter(range(1326))


def test_workers_change_nothing(solved: HoldemSolution) -> None:
    again = solve(rules(), FULL, workers=3)
    assert (again.sums == solved.sums).all()
    assert (again.counted == solved.counted).all()


# --- every decision, one by one


def test_the_solved_flops_decide_alike(solved: HoldemSolution) -> None:
    source = random.Random(5)
    for _ in range(15):
        place = source.randrange(len(solved.deck.flops))
        flop = [CARDS[card] for card in solved.deck.flops[place]]
        hand = source.sample([card for card in DECK if card not in flop], 2)
        raises = solved.play.flop_raises[place, pair(hand)]
        assert holdem.decide(rules(), FULL, hand, flop).best == ("2x" if raises else "check")


def test_the_solved_rivers_decide_alike(solved: HoldemSolution) -> None:
    boards = {tuple(board): place for place, board in enumerate(shapes().boards.tolist())}
    source = random.Random(6)
    for _ in range(300):
        cards = source.sample(DECK, 7)
        board = [card.suit for card in cards[2:]]
        suit = next((suit for suit in "SHDC" if board.count(suit) >= 3), None)
        kinds = [number(card) % 13 + 13 * (card.suit != suit) for card in cards]
        low, high = sorted(kinds[:2])
        place = boards[tuple(sorted(kinds[2:]))]
        bets = solved.play.river_bets[0, place, high * (high + 1) // 2 + low]
        assert holdem.decide(rules(), FULL, cards[:2], cards[2:]).best == ("1x" if bets else "fold")


# --- trips


def test_trips_alone(wagers: dict[str, WagerOdds]) -> None:
    trips = wagers["trips"]
    assert trips.exact == Fraction(233_985, 6_689_228)
    assert {outcome.outcome: outcome.net for outcome in trips.outcomes}["full house"] == 8


def test_trips_on_the_table_costs_more_than_alone(wagers: dict[str, WagerOdds]) -> None:
    ante, trips, both = wagers["ante"], wagers["trips"], wagers["ante+trips"]
    assert ante.exact is not None
    assert trips.exact is not None
    assert both.exact is not None
    # a fold loses it, but whoever never folds on its account loses no more than both together
    assert ante.exact + trips.exact < both.exact
    assert ante.actions is not None
    assert both.actions is not None
    assert both.actions["fold"] < ante.actions["fold"]
    assert both.actions["4x"] == ante.actions["4x"]


def test_what_cannot_be_counted_is_refused() -> None:
    with pytest.raises(ValueError, match="rounder amounts"):
        solve(rules(), FULL, trips=Fraction(1, 1_000_003))
    with pytest.raises(ValueError, match="trips: a wager of -1 antes"):
        holdem.analyse(rules(), FULL, trips=Fraction(-1))


# --- the maximum payout


def test_a_maximum_payout_costs_what_the_royal_flushes_lose(solved: HoldemSolution) -> None:
    # at 100 antes only royal flushes are cut, which nobody folds or plays in another way for
    table = rules(blind_payout_cap=100_000)
    cut = solve(table, FULL, ante=1000)
    royals = int(solved.counted[:3, PokerHand.ROYAL_FLUSH, :2].sum())
    assert solved.value - cut.value == Fraction(400 * royals, solved.deals)


def test_a_maximum_payout_above_what_is_paid_changes_nothing() -> None:
    small = Composition.of(parse_cards(SMALL["two suits alike"]))
    plain = solve(rules(), small).value
    assert solve(rules(blind_payout_cap=50_000), small, ante=100).value == plain
    assert solve(rules(blind_payout_cap=49_999), small, ante=100).value < plain


def test_a_maximum_payout_needs_an_ante() -> None:
    with pytest.raises(ValueError, match=r"blind_payout_cap: .*limits for the ante"):
        holdem.analyse(rules(blind_payout_cap=100_000), FULL)


def test_the_least_ante_of_the_sign_is_taken() -> None:
    table = rules(blind_payout_cap=100_000, limits={"ante": [1000, 10_000]})
    small = Composition.of(parse_cards(SMALL["two suits alike"]))
    ante, _ = holdem.analyse(table, small)
    assert ante.exact == -solve(table, small, ante=1000).value
    assert any("an ante of 10," in said and " 1,000 " in said for said in ante.assumptions)


def test_any_ante_decides_what_a_maximum_payout_takes() -> None:
    """Antes of 2, 4 and 5 dollars: royal flushes are paid 500, 250 and 200 for one."""
    small = parse_cards(SMALL["two suits alike"])
    removed = [card for card in DECK if card not in small]
    options = {"blind_payout_cap": 100_000}
    edges = []
    for ante in (200, 400, 500):
        found = odds(UTH, options=options, remove=removed, ante=ante)["ante"]
        assert found.exact == -solve(rules(**options), Composition.of(small), ante=ante).value
        assert f"one hand with an ante of {ante // 100}, whose blind" in found.assumptions[-1]
        edges.append(found.exact)
    assert edges[0] == odds(UTH, remove=removed)["ante"].exact
    assert edges == sorted(set(edges))


def test_the_ante_of_a_decision() -> None:
    royal = "AS,KS", "QS,JS,TS,9H,9D"
    for ante, blind in ((100, 500), (1000, 100), (1001, Fraction(100_000, 1001))):
        found = decision_for(UTH, *royal, options={"blind_payout_cap": 100_000}, ante=ante)
        # every dealer is beaten, and every dealer has the pair on the board
        assert found.values["1x"] == 2 + blind


# --- small decks, dealt by hand

SMALL = {
    "two suits alike": "AS KS QS JS TS AH KH QH JH TH",
    "one suit and a card": "2S 3S 4S 5S 6S 7S 8S 9S 9H",
    "a wheel, a six and fours": "AS 2S 3S 4S 5S 6H 4H 4D 4C",
}


def check_by_hand(
    cards: Sequence[Card], trips: Fraction, played: HoldemRules | None = None
) -> None:
    table = played or rules()
    by_hand = ByHand(cards, trips, table)
    solution = solve(table, Composition.of(cards), trips=trips)
    for hand, (raised, checked) in by_hand.all_hands().items():
        hold, play, check = solution.start(pair(hand))
        assert (hold + 4 * play, check) == (raised, checked)
    found, whole = game(table, solution, "game", None), by_hand.outcomes.total()
    outcomes, actions = Counter[float](), Counter[str]()
    for (play_wager, net), deals in by_hand.outcomes.items():
        outcomes[net / by_hand.unit] += deals
        actions[f"{play_wager}x" if play_wager else "fold"] += deals
    counted = Counter[float]()
    for outcome in found.outcomes:
        assert outcome.exact is not None
        counted[outcome.net] += int(outcome.exact * whole)
    assert counted == outcomes
    assert found.actions == {choice: actions[choice] / whole for choice in found.actions or ()}


@pytest.mark.parametrize("cards", SMALL.values(), ids=SMALL)
def test_a_small_deck_is_played_as_by_hand(cards: str) -> None:
    check_by_hand(parse_cards(cards), Fraction(0))


@pytest.mark.parametrize("cards", SMALL.values(), ids=SMALL)
def test_another_blind_is_played_as_by_hand(cards: str) -> None:
    """So dear that decks of straights and flushes are played otherwise than by the instrument."""
    paid = {"royal_flush": 7, "straight_flush": 20, "four_of_a_kind": 2, "flush": 9, "straight": 5}
    book = load_instrument(UTH)
    changes = tuple(
        AmendedValue(rule=value.name, clauses=value.clauses, value=f"{pays} to 1")
        for name, pays in paid.items()
        for value in book.values
        if value.name == f"blind_{name}"
    )
    other = Amendment(amends=UTH, id="another-blind", title="Another blind", changes=changes)
    check_by_hand(parse_cards(cards), Fraction(0), rules_asked_for(amended(other), {}))


def test_a_small_deck_with_trips_is_played_as_by_hand() -> None:
    check_by_hand(parse_cards("7S 7H 7D 2S 2H 9C KD 3C 4D"), Fraction(1, 3))


@given(st.randoms(use_true_random=False), st.sampled_from(["SH", "SHD", "SHDC"]))
@settings(max_examples=5, deadline=None)
def test_any_nine_cards_are_played_as_by_hand(source: random.Random, suits: str) -> None:
    cards = source.sample([card for card in DECK if card.suit in suits], 9)
    check_by_hand(cards, source.choice([Fraction(0), Fraction(1, 4), Fraction(2)]))


def test_removed_cards_are_dealt_to_nobody() -> None:
    solution = solve(rules(), FULL.without(parse_cards("AS AH AD AC")))
    assert solution.deals == comb(48, 2) * comb(46, 3) * comb(43, 2) * comb(41, 2)
    assert solution.counted.sum() == solution.deals
    assert not solution.counted[:, PokerHand.ROYAL_FLUSH].any()


def test_seven_cards_of_a_whole_deck_fall_into_their_kinds() -> None:
    assert dict(zip(PokerHand, seven_cards(FULL).tolist(), strict=True)) == SEVENS


@given(st.randoms(use_true_random=False), st.sampled_from(["S", "SH", "SHDC"]))
@settings(max_examples=10, deadline=None)
def test_any_seven_of_some_cards_are_of_the_kind_that_they_rank_as(
    source: random.Random, suits: str
) -> None:
    there = [card for card in DECK if card.suit in suits]
    cards = source.sample(there, min(13, len(there)))
    kinds = Counter(kind(rank(seven)) for seven in combinations(cards, 7))
    found = seven_cards(Composition.of(cards)).tolist()
    assert found == [kinds[each] for each in PokerHand]


def test_edges_alone_are_those_of_the_whole_analysis() -> None:
    deck = Composition.of(parse_cards(SMALL["two suits alike"]))
    whole = holdem.analyse(rules(), deck, trips=Fraction(1))
    edges = holdem.exact_edges(rules(), deck, trips=Fraction(1))
    assert edges == {wager.wager: wager.exact for wager in whole}


def test_a_hand_that_is_not_there_has_no_cell() -> None:
    (chart,) = holdem.strategy(
        rules(), Composition.of(parse_cards(SMALL["two suits alike"]))
    ).charts
    assert chart["9", "9"] is None
    assert chart["A", "2"] is None
    assert chart["A", "K"] is not None


def test_suits_are_but_names() -> None:
    few = [card for card in DECK if card.rank in "A2345"]
    one, other = (
        solve(rules(), Composition.of(few).without(parse_cards(card))) for card in ("5S", "5C")
    )
    assert one.value == other.value
    assert np.array_equal(one.counted, other.counted)
    assert one.start(pair(parse_cards("4S AC"))) == other.start(pair(parse_cards("4C AS")))
    assert one.start(pair(parse_cards("4S AC"))) != other.start(pair(parse_cards("4S AC")))


def test_a_deck_too_short_or_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="8 cards are left"):
        solve(rules(), Composition.of(DECK[:8]))
    with pytest.raises(ValueError, match="one deck"):
        solve(rules(), Composition.full(2))
