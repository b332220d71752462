"""Rounds that nobody thought of: random cards, wagers, options and decisions, legal and not.

What a round may do is said here a second time, in as few words as possible and from the rules
alone; nothing of the engine's judgement is used to judge it.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.act_blackjack.cases import snapshot

from croupier.cards import DECK, Card
from croupier.game_rules import rules_for
from croupier.games.blackjack import legal_answers
from croupier.games.blackjack.asks_and_answers import (
    CardDue,
    Choice,
    DeclineInsurance,
    Double,
    Elect,
    Election,
    Hit,
    InsuranceWindow,
    Insure,
    MoveOn,
    Split,
    Stand,
    TakeEvenMoney,
)
from croupier.games.blackjack.facts import Chose, DealerEnded, Dealt, Elected, Insured
from croupier.games.blackjack.round import Round
from croupier.games.blackjack.round_state import boxes_in_play
from croupier.rulebook.citations import Refused
from croupier.table.facts import Outcome, Settled
from croupier.table.wagers import MAIN, BoxMaxScope, Markers, Sign, Wager, close_betting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.games.blackjack.asks_and_answers import Answer
    from croupier.games.blackjack.hands import Hand

ACT_2006, ACT_2018 = "act-blackjack-2006", "act-blackjack-2018"
PLAYERS = ("P", "Q", "R", "S")
STARTS: list[tuple[Card | None, Card | None]] = [
    (None, None),
    (Card.S8, Card.H8),
    (Card.TS, Card.KH),
    (Card.H7, Card.H7),
    (Card.H7, Card.D7),
    (Card.AS, Card.AH),
    (Card.AS, Card.KH),
    (Card.QS, Card.AH),
]
"""First two cards of a box: any, or such as a whole deck would deal too seldom."""


# --- a round at random


@dataclass(frozen=True)
class Story:
    """What a random round is made of; the same story always makes the same round."""

    instrument: str
    options: dict[str, object]
    wagers: list[Wager]
    cards: list[Card]
    answers: list[tuple[int, int, int, int]]
    absent: frozenset[str]


@st.composite
def stories(draw: st.DrawFn) -> Story:
    instrument = draw(st.sampled_from([ACT_2006, ACT_2018]))
    options: dict[str, object] = {
        "decks": 8,
        "double_on": draw(st.sampled_from(["two_cards", "any_cards"])),
        "collect_busts": draw(st.sampled_from(["at_bust", "at_end"])),
        "even_money_scope": draw(st.sampled_from(["owner", "box"])),
        "allow_insurance_with_even_money": draw(st.booleans()),
        "absent_decider": draw(st.sampled_from(["next_bettor", "draw_to_12"])),
        "smallest_chip": draw(st.sampled_from([1, 250, 500])),
    }
    if instrument == ACT_2006:
        options["side_bets"] = sides = ["super-sevens", "perfect-pairs"]
    else:
        options["soft_17"] = draw(st.sampled_from(["stand", "hit"]))
        options["third_party_cap"] = draw(st.sampled_from(["shared", "single_winner"]))
        options["third_party_insurance"] = draw(st.booleans())
        options["side_bets"] = sides = [draw(st.sampled_from(["perfect-pairs", "pairs-play"]))]
    wagers: list[Wager] = []
    for box in draw(st.lists(st.integers(1, 7), min_size=1, max_size=3, unique=True)):
        seated = draw(st.sampled_from([*PLAYERS, None]))
        for player in draw(st.lists(st.sampled_from(PLAYERS), min_size=1, max_size=3, unique=True)):
            stake = draw(st.integers(1, 8)) * 500
            wagers.append(Wager(box, player, MAIN, stake, player == seated))
            wagers += [Wager(box, player, side, 500) for side in sides if draw(st.booleans())]
    cards = draw(st.lists(st.sampled_from(DECK), min_size=24, max_size=24))
    boxes = len({wager.box for wager in wagers})
    for box in range(boxes):
        first, second = draw(st.sampled_from(STARTS))
        cards[box], cards[boxes + 1 + box] = first or cards[box], second or cards[boxes + 1 + box]
    cards[boxes] = draw(st.sampled_from([Card.AD, Card.KD, cards[boxes], cards[boxes]]))
    pick = st.tuples(*[st.integers(0, 11)] * 4)
    picks = draw(st.lists(pick, min_size=20, max_size=20))
    absent = draw(st.frozensets(st.sampled_from(PLAYERS), max_size=1))
    return Story(instrument, options, wagers, cards, picks, absent)


def tell(story: Story) -> Round:
    """Play the story to its end; where it runs out, cards are tens and everybody passes."""
    rules = rules_for(story.instrument, story.options)
    admitted = close_betting(
        rules.table_law,
        Sign(),
        story.wagers,
        markers=Markers(),
        scope=BoxMaxScope.TOTAL,
        needs_own_main=rules.side_bet_needs_own_main,
    )
    game = Round(rules, boxes_in_play(admitted), absent=story.absent)
    cards, picks = iter(story.cards), iter(story.answers)
    while (due := game.due) is not None:
        if isinstance(due, CardDue):
            game.deal(next(cards, Card.TS))
            continue
        if isinstance(due, Choice):
            assert set(legal_answers.legal_actions(game.rules, due.box, due.hand)) == may(game, due)
        pick = next(picks, None)
        answer = passing(game) if pick is None else picked(game, *pick)
        refusal = legal_answers.why_not(game, answer)
        if refusal is None:
            game.answer(answer)
            continue
        before = snapshot(game)
        with pytest.raises(Refused) as refused:
            game.answer(answer)
        assert snapshot(game) == before, f"{answer} was refused and yet changed something"
        assert refused.value.clauses, "a refusal names its clause"
    return game


def passing(game: Round) -> Answer:
    """What lets the round go on without a choice of anybody's."""
    due = game.due
    if not isinstance(due, Choice):
        return MoveOn()
    stands = "stand" in legal_answers.legal_actions(game.rules, due.box, due.hand)
    box, place = due.box.number, due.hand.place
    return Stand(box=box, hand=place) if stands else Hit(box=box, hand=place)


def picked(game: Round, kind: int, who: int, where: int, how_much: int) -> Answer:
    """An answer for what is asked or, one time in four, for something else."""
    due = game.due
    boxes = [box.number for box in game.boxes]
    player, box, place = PLAYERS[who % 4], boxes[where % len(boxes)], 1 + where % 4
    amount = (0, 125, 250, 251, 500, 625, 750, 1000, 1500, 2000, 3500, 4000)[how_much]
    if kind % 4 and isinstance(due, Choice):
        box, place = due.box.number, due.hand.place
        stake = due.hand.own_bet(due.player).stake
        acts: tuple[Answer, ...] = (
            Split(box=box, hand=place),
            Split(box=box, hand=place),
            Hit(box=box, hand=place),
            Hit(box=box, hand=place),
            Stand(box=box, hand=place),
            Double(box=box, hand=place, amount=max(1, stake * how_much // 11)),
        )
        return acts[who % 6]
    if kind % 4 and isinstance(due, Election):
        player = due.waiting[who % len(due.waiting)]
        stake = due.hand.own_bet(player).stake
        joins = (0, stake, stake, max(1, stake // 2))[how_much % 4]
        return Elect(player=player, box=due.box.number, hand=due.hand.place, amount=joins)
    if kind % 4 and isinstance(due, InsuranceWindow):
        owners = [(box.number, main) for box in game.boxes for main in box.mains]
        number, main = owners[where % len(owners)]
        half = main.amount // (2 if how_much % 2 else 4)
        asked: tuple[Answer, ...] = (
            Insure(player=main.player, box=number, amount=half),
            Insure(player=player, box=number, amount=half, on=main.player),
            Insure(player=player, box=number, amount=half, on=main.player),
            TakeEvenMoney(player=main.player, box=number),
            DeclineInsurance(player=main.player, box=number),
            MoveOn(),
        )
        return asked[(who // 2 + how_much) % 6]
    anything: tuple[Answer, ...] = (
        Hit(box=box, hand=place),
        Stand(box=box, hand=place),
        Double(box=box, hand=place, amount=amount),
        Split(box=box, hand=place, amount=amount),
        Elect(player=player, box=box, hand=place, amount=amount),
        Insure(player=player, box=box, amount=amount),
        Insure(player=player, box=box, amount=amount, on=PLAYERS[how_much % 4]),
        TakeEvenMoney(player=player, box=box),
        DeclineInsurance(player=player, box=box),
        Hit(box=0),
        Stand(box=9, hand=7),
        MoveOn(),
    )
    return anything[how_much]


# --- the rules once more


def worth(cards: Sequence[Card]) -> tuple[int, bool]:
    """Rule 2.5: the best total and whether it is soft."""
    ones = sum(min(10, "A23456789TJQK".index(card.rank) + 1) for card in cards)
    soft = any(card.rank == "A" for card in cards) and ones + 10 <= 21
    return ones + 10 * soft, soft


def natural(cards: Sequence[Card], split: bool = False) -> bool:
    return not split and len(cards) == 2 and worth(cards)[0] == 21


def may(game: Round, due: Choice) -> set[str]:
    """Rules 9 to 11: what the controlling player may do with a hand under 21."""
    cards = due.hand.cards
    total, soft = worth(cards)
    legal = {"hit"}
    if total >= 12 or soft:
        legal.add("stand")
    if len(cards) == 2 or game.rules.options["double_on"] == "any_cards":
        legal.add("double")
    if len(cards) == 2 and worth(cards[:1]) == worth(cards[1:]) and len(due.box.hands) < 4:
        legal.add("split")
    return legal


def units(player: int, player_bj: bool, dealer: int, dealer_bj: bool) -> float:
    """Rule 13: what one unit on a hand wins or loses."""
    if player > 21:
        return -1
    if player_bj or dealer_bj:
        return 1.5 * player_bj * (not dealer_bj) - (not player_bj)
    if dealer > 21:
        return 1
    return (player > dealer) - (player < dealer)


Final = tuple[int, bool]


@cache
def finals(ones: int, ace: bool, cards: int, hits_soft_17: bool) -> frozenset[Final]:
    """Rule 12.1: every total, and Blackjack or not, that a dealer's hand can still end with."""
    soft = ace and ones <= 11
    total = ones + 10 * soft
    if cards > 1 and total >= 17 and not (total == 17 and soft and hits_soft_17):
        return frozenset({(total, cards == 2 and total == 21)})
    ends = (finals(ones + p, ace or p == 1, min(cards + 1, 3), hits_soft_17) for p in range(1, 11))
    return frozenset().union(*ends)


def a_card_could_matter(game: Round, dealer: Sequence[Card], insured: bool) -> bool:
    """Rule 12.2: whether what the dealer draws could change any wager that is still open."""
    if len(dealer) == 1 and insured:
        return True
    ones = sum(card.points for card in dealer)
    ace, hits = any(card.rank == "A" for card in dealer), game.rules.options["soft_17"] == "hit"
    reachable = finals(ones, ace, min(len(dealer), 3), hits)
    return any(
        len(
            {
                units(worth(hand.cards)[0], natural(hand.cards, hand.split), *end)
                for end in reachable
            }
        )
        > 1
        for hand in open_hands(game)
    )


def open_hands(game: Round) -> list[Hand]:
    """Hands whose wagers the interim settlement of rule 8 did not pay."""
    upcard = game.dealer.cards[0]
    return [
        hand
        for box in game.boxes
        for hand in box.hands
        if not natural(hand.cards, hand.split)
        or (
            upcard.points in (1, 10)
            and any((main.player, box.number) not in game.even_money for main in box.mains)
        )
    ]


def side_units(wager: str, cards: Sequence[Card]) -> int:
    """Rules 17 and 18 of 2006, rule 17 of 2018: what one unit on a side bet wins or loses."""
    ranks, suits = [card.rank for card in cards], [card.suit for card in cards]
    if wager == "super-sevens":
        if ranks[0] != "7":
            return -1
        sevens = 3 if ranks[:3] == ["7"] * 3 else 2 if ranks[:2] == ["7"] * 2 else 1
        return {1: (3, 3), 2: (50, 100), 3: (500, 5000)}[sevens][len(set(suits[:sevens])) == 1]
    if ranks[0] != ranks[1]:
        return -1
    if wager == "pairs-play":
        return 11
    if suits[0] == suits[1]:
        return 25
    return 12 if (suits[0] in "HD") == (suits[1] in "HD") else 6


# --- what holds for every round

LONGER = int(os.environ.get("CROUPIER_FUZZ", "1"))
rounds = settings(max_examples=60 * LONGER, deadline=None)


@rounds
@given(stories())
def test_a_round_comes_to_its_end_and_forms_at_most_four_hands_a_box(story: Story) -> None:
    game = tell(story)
    for box in game.boxes:
        assert 1 <= len(box.hands) <= 4
        if box.hands[0].split and box.hands[0].cards[0].is_ace:
            assert [len(hand.cards) for hand in box.hands] == [2, 2]


@rounds
@given(stories())
def test_every_stake_that_was_put_down_is_settled_once(story: Story) -> None:
    game = tell(story)
    down: Counter[tuple[str, int | None, str, str | None]] = Counter()
    for wager in story.wagers:
        down[wager.player, wager.box, wager.wager, None] += wager.amount
    for fact in game.facts:
        if isinstance(fact, Chose | Elected):
            down[fact.player, fact.box, MAIN, None] += fact.amount
        elif isinstance(fact, Insured):
            down[fact.player, fact.box, "insurance", fact.on] += fact.amount
    taken_up: Counter[tuple[str, int | None, str, str | None]] = Counter()
    for fact in game.facts:
        if isinstance(fact, Settled):
            taken_up[fact.player, fact.box, fact.wager, fact.on] += fact.stake
    assert taken_up == down


@rounds
@given(stories())
def test_nobody_loses_more_than_was_staked(story: Story) -> None:
    game = tell(story)
    for fact in game.facts:
        if isinstance(fact, Settled):
            assert fact.net >= -fact.stake
            assert (fact.net > 0) == (fact.outcome is Outcome.WIN)
            assert (fact.net < 0) == (fact.outcome is Outcome.LOSE)


@rounds
@given(stories())
def test_every_wager_comes_out_as_the_rules_say(story: Story) -> None:
    game = tell(story)
    dealer = game.dealer.cards
    ends = worth(dealer)[0], natural(dealer)
    for fact in game.facts:
        if not isinstance(fact, Settled) or fact.outcome is Outcome.RETURNED:
            continue
        box = next(box for box in game.boxes if box.number == fact.box)
        if fact.wager == "insurance":
            expected = 2.0 if dealer[1].rank in "TJQK" else -1.0
        elif fact.wager != MAIN:
            dealt = [f.card for f in game.facts if isinstance(f, Dealt) and f.box == fact.box]
            expected = side_units(fact.wager, dealt)
        elif (fact.player, fact.box) in game.even_money:
            expected = 1.0
        else:
            assert fact.hand is not None
            hand = box.hands[fact.hand - 1]
            expected = units(worth(hand.cards)[0], natural(hand.cards, hand.split), *ends)
        assert fact.net == expected * fact.stake


@rounds
@given(stories())
def test_the_dealer_draws_every_card_that_matters_and_no_other(story: Story) -> None:
    game = tell(story)
    insured = any(
        isinstance(fact, Settled)
        and fact.wager == "insurance"
        and fact.outcome is not Outcome.RETURNED
        for fact in game.facts
    )
    dealer = game.dealer.cards
    hits = game.rules.options["soft_17"] == "hit"

    def must_draw(so_far: Sequence[Card]) -> bool:
        total, soft = worth(so_far)
        by_total = len(so_far) == 1 or total < 17 or (total == 17 and soft and hits)
        return by_total and a_card_could_matter(game, so_far, insured)

    for drawn in range(1, len(dealer)):
        assert must_draw(dealer[:drawn]), "a needless card"
    assert not must_draw(dealer), "a card too few"
    (stopped,) = (fact for fact in game.facts if isinstance(fact, DealerEnded))
    assert stopped.total == worth(dealer)[0]


@rounds
@given(stories())
def test_nothing_is_dealt_to_the_dealer_before_the_last_decision(story: Story) -> None:
    game = tell(story)
    acts = [fact for fact in game.facts if isinstance(fact, Dealt | Chose)]
    to_dealer = [
        place for place, fact in enumerate(acts) if isinstance(fact, Dealt) and not fact.box
    ]
    others = [place for place, fact in enumerate(acts) if place not in to_dealer]
    assert all(place > others[-1] for place in to_dealer[1:])
