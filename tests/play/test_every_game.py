"""One program plays every instrument: what it promises whatever the game."""

from __future__ import annotations

import copy
import pickle
import random
from pathlib import Path

import pytest

import croupier
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


def test_a_game_without_a_seed_can_be_played_again() -> None:
    game = croupier.Game("act-blackjack-2018")
    assert game.seed != croupier.Game("act-blackjack-2018").seed
    again = croupier.Game("act-blackjack-2018", seed=game.seed)
    assert game.view() == again.view()


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
