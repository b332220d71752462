"""Coups that nobody thought of: any cards, wagers and options.

What a coup may do is said here a second time, in as few words as possible and from the rules
alone; nothing of the engine's judgement is used to judge it.
"""

from __future__ import annotations

import os
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.baccarat.stories import PATRONS, Story, stories

from croupier.cards import DECK, Card
from croupier.games.baccarat.facts import CoupEnded, Dealt, Stood
from croupier.games.baccarat.round import Round
from croupier.games.baccarat.settlement import void_everything
from croupier.games.baccarat.wager_rules import bets_in_play, differential, why_not_place
from croupier.table.facts import Outcome, Reversed, Settled
from croupier.table.wagers import Sign

if TYPE_CHECKING:
    from collections.abc import Sequence

# --- the rules once more


def worth(cards: Sequence[Card]) -> int:
    return sum("A23456789".find(card.rank) + 1 for card in cards) % 10


def by_the_rules(cards: Sequence[Card]) -> tuple[list[Card], list[Card]]:
    """Rules 6 and 7: the player's hand and the banker's."""
    player, banker, shoe = [cards[0], cards[2]], [cards[1], cards[3]], list(cards[4:])
    if worth(player) > 7 or worth(banker) > 7:
        return player, banker
    third = None
    if worth(player) < 6:
        player.append(shoe.pop(0))
        third = worth(player[2:])
    has = worth(banker)
    if third is None:
        draws = has < 6
    else:
        draws = has < 3 or third in {3: {0, 1, 2, 3, 4, 5, 6, 7, 9}, 4: {2, 3, 4, 5, 6, 7},
                                     5: {4, 5, 6, 7}, 6: {6, 7}}.get(has, set())  # fmt: skip
    if draws:
        banker.append(shoe.pop(0))
    return player, banker


def units(options: dict[str, Any], wager: str, hands: tuple[list[Card], list[Card]]) -> Fraction:
    """Rules 8 to 11: what one unit on a wager wins or loses."""
    player, banker = worth(hands[0]), worth(hands[1])
    if wager.endswith("-pair"):
        first, second = hands[wager == "banker-pair"][:2]
        if first.rank != second.rank:
            return Fraction(-1)
        if options["side_bets"] == ["canberra-pairs"]:
            return Fraction(11)
        if first.suit == second.suit:
            return Fraction(25)
        return Fraction(12 if {first.suit, second.suit} in ({"H", "D"}, {"S", "C"}) else 5)
    if wager == "tie":
        return Fraction(8 if player == banker else -1)
    ahead = (player - banker) * (1 if wager == "player" else -1)
    if ahead <= 0:
        return Fraction(-1 if ahead else 0)
    if wager == "player":
        return Fraction(1)
    if options["settlement"] == "A":
        return Fraction(19, 20)
    return Fraction(1, 2 if banker == 6 else 1)


# --- what holds for every coup

LONGER = int(os.environ.get("CROUPIER_FUZZ", "1"))
coups = settings(max_examples=60 * LONGER, deadline=None)


@coups
@given(stories())
def test_the_hands_are_drawn_as_the_rules_say(story: Story) -> None:
    game = story.play()
    player, banker = by_the_rules(story.cards)
    assert (game.player.cards, game.banker.cards) == (player, banker)
    dealt = [fact.card for fact in game.facts if isinstance(fact, Dealt)]
    assert dealt == story.cards[: len(player) + len(banker)]
    (ended,) = (fact for fact in game.facts if isinstance(fact, CoupEnded))
    assert (ended.player, ended.banker) == (worth(player), worth(banker))
    stood = {fact.hand.value for fact in game.facts if isinstance(fact, Stood)}
    short = {name for name, hand in (("player", player), ("banker", banker)) if len(hand) == 2}
    assert stood == short


@coups
@given(stories())
def test_every_wager_comes_out_once_and_as_the_rules_say(story: Story) -> None:
    game = story.play()
    hands = by_the_rules(story.cards)
    stands = {(a.wager.player, a.wager.wager): a.stands for a in story.close() if a.stands}
    settled = [fact for fact in game.facts if isinstance(fact, Settled)]
    assert Counter((fact.player, fact.wager) for fact in settled) == Counter(stands.keys())
    for fact in settled:
        assert fact.stake == stands[fact.player, fact.wager]
        assert fact.net == units(story.options, fact.wager, hands) * fact.stake
        assert (fact.net > 0) == (fact.outcome is Outcome.WIN)
        assert (fact.net < 0) == (fact.outcome is Outcome.LOSE)
        assert (fact.box, fact.hand, fact.on) == (None, None, None)
    assert not any(bet.open for bet in game.bets)


@coups
@given(stories(), st.lists(st.sampled_from(DECK), min_size=6, max_size=6))
def test_undealt_cards_change_nothing(story: Story, others: list[Card]) -> None:
    game = story.play()
    used = len(game.player.cards) + len(game.banker.cards)
    other = Story(story.options, story.wagers, [*story.cards[:used], *others][:6])
    assert other.play().facts == game.facts


@coups
@given(stories(), st.integers(0, 6))
def test_a_void_leaves_nobody_richer_or_poorer(story: Story, dealt: int) -> None:
    game = Round(story.rules, bets_in_play(story.close()))
    for card in story.cards[:dealt]:
        if not game.over:
            game.deal(card)
    void_everything(game, game.law.shoe_exhausted)
    net: Counter[tuple[str, str]] = Counter()
    for fact in game.facts:
        if isinstance(fact, Settled):
            net[fact.player, fact.wager] += fact.net
        elif isinstance(fact, Reversed):
            net[fact.player, fact.wager] -= fact.net
    assert set(net.values()) <= {0}
    assert net.keys() == {(bet.player, bet.wager) for bet in game.bets}
    assert game.over


# --- what holds whenever betting closes


@coups
@given(stories())
def test_no_chip_is_lost_when_betting_closes(story: Story) -> None:
    ruled = story.close()
    assert [each.wager for each in ruled] == story.wagers
    for each in ruled:
        assert each.stands + each.goes_back == each.wager.amount
        assert min(each.stands, each.goes_back) >= 0
        assert not (each.warned and each.stands == 0)


@coups
@given(stories())
def test_nothing_stands_over_a_maximum_or_the_differential(story: Story) -> None:
    ruled, limits = story.close(), story.options["limits"]
    most = story.options["differential"]
    assert most is None or abs(differential(ruled)) <= most
    for each in ruled:
        maximum = limits.get(each.wager.wager, (1, 10**9))[1]
        assert each.stands <= maximum
    if story.options["limit_basis"] == "aggregate":
        for patron in PATRONS:
            own = [a for a in ruled if a.wager.player == patron and "-" not in a.wager.wager]
            if own and all(a.wager.wager in limits for a in own):
                assert sum(a.stands for a in own) <= max(limits[a.wager.wager][1] for a in own)


@coups
@given(stories())
def test_the_differential_cuts_the_latest_wagers_of_a_side(story: Story) -> None:
    free = Story({**story.options, "differential": None}, story.wagers, story.cards)
    before, after = free.close(), story.close()
    for side in ("banker", "player"):
        cut = [
            a.stands < b.stands
            for a, b in zip(after, before, strict=True)
            if b.wager.wager == side and b.stands
        ]
        assert cut == sorted(cut), "an earlier wager was cut before a later one"
    assert all(a.stands <= b.stands for a, b in zip(after, before, strict=True))


@coups
@given(stories())
def test_what_is_refused_names_its_clause_and_the_rest_is_on_the_step(story: Story) -> None:
    table = story.rules
    sign = Sign.from_options(table.options)
    for place, wager in enumerate(story.wagers):
        refusal = why_not_place(table, sign, story.wagers[:place], wager)
        step = story.options["multiples"].get(wager.wager, 1)
        assert (refusal is None) == (wager.amount % step == 0)
        if refusal is not None:
            assert refusal.clauses == ("3.3",)
        twice = why_not_place(table, sign, story.wagers[: place + 1], wager)
        assert twice is not None
