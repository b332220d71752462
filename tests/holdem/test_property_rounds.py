"""Rounds that nobody thought of: random cards, wagers, options and decisions, legal and not.

What a round may do is said here a second time, in as few words as possible and from the rules
alone; nothing of the engine's judgement is used to judge it.
"""

from __future__ import annotations

import os
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.holdem.stories import Story, played, stories

from croupier.adjudication import Answer, adjudicate
from croupier.games.holdem import round_irregularities
from croupier.games.holdem.facts import Abort, Announced, Decided, Ended
from croupier.games.holdem.legal_answers import candidates, why_not
from croupier.rulebook.citations import Refused
from croupier.table.chip_ledger import ChipLedger
from croupier.table.facts import Outcome, Reversed, Settled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.cards import Card
    from croupier.games.holdem.round import Round

LONGER = int(os.environ.get("CROUPIER_FUZZ", "1"))
rounds = settings(max_examples=60 * LONGER, deadline=None)

BLIND_PAYS = {9: 500, 8: 50, 7: 10, 6: 3, 5: 1.5, 4: 1}
TRIPS_PAYS = {9: 50, 8: 40, 7: 30, 6: 8, 5: 7, 4: 4, 3: 3}


# --- rule 3, said again: the kind of five cards from 9 for a royal flush, and what breaks ties


def five(cards: Sequence[Card]) -> tuple[int, list[int]]:
    ranks = sorted(("23456789TJQKA".index(card.rank) for card in cards), reverse=True)
    many = Counter(ranks)
    order = sorted(many, key=lambda rank: (many[rank], rank), reverse=True)
    shape = sorted(many.values(), reverse=True)
    flush = len({card.suit for card in cards}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        ranks = order = [3, 2, 1, 0, -1]
    straight = len(many) == 5 and ranks[0] - ranks[4] == 4
    if straight and flush:
        return (9 if ranks[0] == 12 else 8), order
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    made = kinds.get(tuple(shape), 0)
    return max(made, 5 * flush, 4 * straight), order


def best(cards: Sequence[Card]) -> tuple[int, list[int]]:
    return max(five(chosen) for chosen in combinations(cards, 5))


# --- rules 9 and 10, said again


def wins(wager: str, player: tuple[int, list[int]], dealer: tuple[int, list[int]]) -> float:
    """What one unit on a wager wins or loses."""
    ahead = (player > dealer) - (player < dealer)
    if wager == "trips":
        return TRIPS_PAYS.get(player[0], -1)
    if wager == "ante":
        return ahead if dealer[0] >= 1 else 0
    if wager == "blind":
        return BLIND_PAYS.get(player[0], 0) if ahead > 0 else ahead
    return ahead


def settled(game: Round) -> list[Settled]:
    return [fact for fact in game.facts if isinstance(fact, Settled)]


# --- what holds for every round


@rounds
@given(stories())
def test_every_wager_comes_out_as_the_rules_say(story: Story) -> None:
    game = played(story)
    cap = story.options["blind_payout_cap"]
    dealer = best([*game.dealer, *game.communal])
    blinds: list[tuple[int, float]] = []
    for fact in settled(game):
        box = game.box(fact.box or 0)
        if fact.outcome is Outcome.RETURNED:
            continue
        if box.ended is not Ended.SETTLED:
            assert fact.net == -fact.stake
            continue
        player = best([*box.cards, *game.communal])
        expected = fact.stake * wins(fact.wager, player, dealer)
        if fact.wager == "blind" and expected > 0 and cap is not None:
            blinds.append((fact.net, expected))
        else:
            assert fact.net == expected
    if cap is None or not blinds:
        return
    assert isinstance(cap, int)
    if story.options["blind_cap_scope"] == "hand":
        assert all(net == min(expected, cap) for net, expected in blinds)
    else:
        total = sum(expected for _, expected in blinds)
        assert sum(net for net, _ in blinds) == min(total, cap)
        cut = min(1, cap / total)
        assert all(abs(net - expected * cut) < 1 for net, expected in blinds)


@rounds
@given(stories())
def test_every_stake_that_was_put_down_is_settled_once(story: Story) -> None:
    game = played(story)
    down: Counter[tuple[str, int | None, str]] = Counter()
    for box in game.boxes:
        opening = {"ante": box.ante, "blind": box.blind, "trips": box.trips}
        for wager, amount in opening.items():
            down[box.player, box.number, wager] += amount
    for fact in game.facts:
        if isinstance(fact, Decided):
            down[fact.player, fact.box, "play"] += fact.amount
    taken_up: Counter[tuple[str, int | None, str]] = Counter()
    for fact in settled(game):
        taken_up[fact.player, fact.box, fact.wager] += fact.stake
    assert +taken_up == +down
    assert all(box.stakes == {} and box.ended for box in game.boxes)


@rounds
@given(stories())
def test_nobody_loses_more_than_was_staked(story: Story) -> None:
    for fact in settled(played(story)):
        assert fact.net >= -fact.stake
        assert (fact.net > 0) == (fact.outcome is Outcome.WIN)
        assert (fact.net < 0) == (fact.outcome is Outcome.LOSE)


@rounds
@given(stories(), st.integers(0, 40))
def test_chips_leave_one_place_for_another(story: Story, steps: int) -> None:
    """Players, layout and float always hold together what was brought."""
    game = played(story, steps)
    ledger = ChipLedger()
    ledger.fill(10_000_000)
    for box in game.boxes:
        ledger.bring(box.player, 1_000_000 - sum((box.ante, box.blind, box.trips)))
        ledger.layout += (opening := box.ante + box.blind + box.trips)
        ledger.brought += opening
    for fact in game.facts:
        ledger.apply(fact)
    assert ledger.balances
    assert ledger.layout == sum(sum(box.stakes.values()) for box in game.boxes)


@rounds
@given(stories(), st.integers(0, 40))
def test_whatever_is_listed_as_legal_is_taken(story: Story, steps: int) -> None:
    game = played(story, steps)
    for player in (None, *story.players):
        for answer in candidates(game, player):
            assert why_not(game, answer) is None


@rounds
@given(stories(), st.integers(0, 40), st.sampled_from(Abort))
def test_a_round_without_a_result_leaves_everybody_as_they_came(
    story: Story, steps: int, how: Abort
) -> None:
    game = played(story, steps)
    try:
        round_irregularities.abort(game, how, "a test", game.law.wrong_number_of_cards)
    except Refused:
        assert game.over
        return
    net: Counter[str] = Counter()
    for fact in game.facts:
        if isinstance(fact, Settled):
            net[fact.player] += fact.net
        elif isinstance(fact, Reversed):
            net[fact.player] -= fact.net
    assert not any(net.values())
    assert all(box.stakes == {} for box in game.boxes)


@rounds
@given(stories(), st.integers(0, 40), st.integers(0, 2))
def test_a_void_hand_costs_its_player_nothing_and_the_round_comes_to_its_end(
    story: Story, steps: int, which: int
) -> None:
    game = played(story, steps)
    box = game.boxes[which % len(game.boxes)]
    try:
        round_irregularities.void_hand(game, box.number, "a test", game.law.void)
    except Refused:
        assert game.over
        return
    net = sum(fact.net for fact in settled(game) if fact.box == box.number)
    undone = sum(f.net for f in game.facts if isinstance(f, Reversed) and f.box == box.number)
    assert net == undone
    assert box not in game.owing
    while (answer := next(candidates(game, None), None)) is not None:
        game.answer(answer)
    assert game.over or game.stage == "deal"


@rounds
@given(stories())
def test_a_file_of_the_round_is_worth_the_same(story: Story) -> None:
    game = played(story)
    if any(box.overlooked for box in game.boxes):
        return  # a round file has no irregularities
    decisions: list[dict[str, object]] = []
    for fact in game.facts:
        if isinstance(fact, Decided):
            amount = {"amount": fact.amount} if fact.amount else {}
            decisions.append({"box": fact.box, "action": fact.action, **amount})
        elif isinstance(fact, Announced) and fact.box is not None:
            decisions.append({"box": fact.box, "action": "concede"})
    answer = adjudicate(
        {
            "instrument": "act-ultimate-texas-holdem-2025",
            "options": story.options,
            "cards": story.cards,
            "wagers": [
                {"box": w.box, "player": w.player, "wager": w.wager, "amount": w.amount}
                for w in story.wagers
            ],
            "decisions": decisions,
        }
    )
    assert isinstance(answer, Answer), answer
    net = Counter(dict.fromkeys(story.players, 0))
    for settlement in settled(game):
        net[settlement.player] += settlement.net
    assert answer.net == dict(net)
    laid = sum(w.amount for w in story.wagers) + sum(
        f.amount for f in game.facts if isinstance(f, Decided)
    )
    assert sum(settlement.stake for settlement in answer.settlements) == laid
