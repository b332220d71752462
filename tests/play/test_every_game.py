"""One program plays every instrument: what it promises whatever the game."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from pathlib import Path

import pytest

import croupier
from croupier.moves import Move
from croupier.rulebook.amendments import amended
from croupier.rulebook.citations import Refused
from croupier.table.facts import Outcome, Settled

INSTRUMENTS = croupier.registry.registered()


def play(game: croupier.Game, rounds: int, chance: int = 1) -> list[Settled]:
    """Random play; everything that was settled."""
    source, settled = random.Random(chance), list[Settled]()
    for _ in game.rounds(rounds):
        while game.turn:
            game.play(source.choice(game.legal))
        settled += game.settlements
    return settled


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_the_same_program_plays_every_instrument(instrument: str) -> None:
    game = croupier.Game(instrument, seats=3, seed=1)
    settled = play(game, 400)
    assert game.round == 400
    assert game.over
    assert game.turn is None
    nets = Counter[str]()
    for fact in settled:
        nets[fact.player] += fact.net
        assert fact.clauses
    assert dict(nets) == game.net
    assert {fact.player for fact in settled} == set(game.seats)
    assert {Outcome.WIN, Outcome.LOSE} <= {fact.outcome for fact in settled}


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_the_same_seed_has_the_same_game(instrument: str) -> None:
    first, again, other = (croupier.Game(instrument, seed=seed) for seed in (5, 5, 6))
    assert play(first, 60) == play(again, 60)
    assert play(croupier.Game(instrument, seed=5), 60) != play(other, 60)


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_shoes_do_not_depend_on_what_is_played(instrument: str) -> None:
    """The first cards of the second shoe are the same, however the first one was played."""
    seen = set()
    for chance in range(3):
        game = croupier.Game(instrument, seed=9)
        source = random.Random(chance)
        while game.view().shuffles < 2:
            game.next_round() if game.over else game.play(source.choice(game.legal))
        seen.add(game.view().seen[:3])
    assert len(seen) == 1


def test_a_game_without_a_seed_can_be_played_again() -> None:
    game = croupier.Game("act-blackjack-2018")
    assert game.seed != croupier.Game("act-blackjack-2018").seed
    again = croupier.Game("act-blackjack-2018", seed=game.seed)
    assert game.view() == again.view()


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_moves_are_printed_and_parsed_back(instrument: str) -> None:
    game = croupier.Game(
        instrument, seats=["ana", "ben and co"], seed=2, stakes=_chosen(instrument)
    )
    source, kinds = random.Random(3), set[type[Move]]()
    for _ in game.rounds(150):
        while game.turn:
            for move in game.legal:
                assert game.parse(str(move)) == move
                assert move in game.legal
                kinds.add(type(move))
            game.play(str(source.choice(game.legal)))
    assert len(kinds) >= 2


def _chosen(instrument: str) -> dict[str, tuple[int, ...]]:
    main = {"act-mini-baccarat-2016": "banker", "act-ultimate-texas-holdem-2025": "ante"}
    return {main.get(instrument, "main"): (1000, 2000)}


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_a_clone_goes_its_own_way_on_the_same_cards(instrument: str) -> None:
    game = croupier.Game(instrument, seats=2, seed=4, stakes=_chosen(instrument))
    source = random.Random(8)
    for _ in range(300):
        if game.over:
            game.next_round()
            continue
        before = repr(game), game.view(), game.net, game.facts
        twin = game.clone()
        assert (repr(twin), twin.view(), twin.net, twin.facts) == before
        while not twin.over:
            twin.play(source.choice(twin.legal))
        assert (repr(game), game.view(), game.net, game.facts) == before
        game.play(source.choice(game.legal))


def test_a_copy_is_a_clone_and_nothing_is_pickled_in_silence() -> None:
    game = croupier.Game("act-blackjack-2018", seed=1)
    for twin in (copy.copy(game), copy.deepcopy(game)):
        assert twin.view() == game.view()
        twin.play(twin.legal[-1])
        assert game.moves == ()
    with pytest.raises(TypeError, match="send its seed and its moves"):
        pickle.dumps(game)


def test_an_amended_instrument_is_played_like_any_other() -> None:
    six_to_five = amended(Path(__file__).parents[2] / "docs" / "examples" / "six-to-five.toml")
    game = croupier.Game(six_to_five, seats=["ana"], cards="AS 9D KH")
    assert [settled.net for settled in game.settlements] == [1200]
    assert game.instrument == "blackjack-six-to-five"
    again = croupier.Game(game.rules, cards="AS 9D KH")
    assert [settled.net for settled in again.settlements] == [1200]


def test_a_game_of_many_rounds_keeps_no_more_than_its_last_hundred() -> None:
    game = croupier.Game("act-ultimate-texas-holdem-2025", seed=1)
    play(game, 130)
    for _ in range(1000):
        try:
            game.undo()
        except RuntimeError:
            break
    assert 20 <= game.round <= 40


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_undo_takes_back_moves_one_by_one_across_rounds(instrument: str) -> None:
    game = croupier.Game(instrument, seats=2, seed=4, stakes=_chosen(instrument))
    source = random.Random(8)
    states: list[tuple[object, ...]] = []
    while len(states) < 120:
        if game.over:
            game.next_round()
        else:
            states.append((game.round, repr(game), game.view(), game.net, game.facts))
            game.play(source.choice(game.legal))
    while states:
        game.undo()
        assert (game.round, repr(game), game.view(), game.net, game.facts) == states.pop()
    with pytest.raises(RuntimeError, match="no move to take back"):
        game.undo()


def test_what_was_legal_before_is_not_offered_as_legal_now() -> None:
    game = croupier.Game("act-blackjack-2018", cards="5S 9D 6H 2C 3C TD TH KS")
    looked_at, kept = game.legal, game.legal
    assert [*map(str, looked_at)] == ["double box=1 amount=1000", "hit box=1"]
    unread = croupier.Game("act-blackjack-2018", cards="5S 9D 6H 2C 3C TD TH KS")
    stale = unread.legal
    unread.play("hit")
    with pytest.raises(RuntimeError, match="ask again"):
        len(stale)
    game.play("hit")
    assert len(kept) == 2


def test_legal_holds_what_the_rules_take_and_lists_whole_amounts() -> None:
    game = croupier.Game("act-blackjack-2018", cards="5S 9D 6H")
    assert croupier.moves.Double(box=1, amount=300) in game.legal
    assert croupier.moves.Double(box=1, amount=1001) not in game.legal
    assert [game.can(text) for text in ("double", "hit", "stand", "split", "fold")] == [
        True, True, False, False, False,
    ]  # fmt: skip
    assert repr(game.legal) == "<Legal: double box=1 amount=1000, hit box=1>"


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_a_round_in_which_nobody_wagers_is_over_with_nothing_dealt(instrument: str) -> None:
    game = croupier.Game(instrument, seats=2, seed=1, stakes=_chosen(instrument))
    game.play("pass")
    game.play("pass")
    assert game.over
    assert game.settlements == ()
    assert game.view().hands == ()
    game.next_round()
    assert game.turn == "p1"


def test_settlements_cite_the_instrument_in_force() -> None:
    game = croupier.Game("act-blackjack-2018", cards="AS 9D KH TC")
    assert [(s.net, s.outcome, s.clauses) for s in game.settlements] == [
        (1500, Outcome.WIN, ("8.1(a)",))
    ]


def test_refused_moves_change_nothing() -> None:
    game = croupier.Game("act-blackjack-2018", cards="5S 9D 6H")
    before = game.view(), game.facts, game.moves
    with pytest.raises(Refused, match="must draw to 12") as refused:
        game.play("stand")
    assert refused.value.clauses == ("9.2(b)",)
    assert (game.view(), game.facts, game.moves) == before


def test_a_seat_may_be_called_like_a_wager() -> None:
    game = croupier.Game(
        "act-mini-baccarat-2016", seats=["banker", "player"], stakes={"banker": 1000}, seed=1
    )
    laid = {(settled.player, settled.wager) for settled in game.settlements}
    assert laid == {("banker", "banker"), ("player", "banker")}
