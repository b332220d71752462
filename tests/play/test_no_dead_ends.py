"""Whatever the table offers: play never comes to a dead end, and money is conserved.

Options, seats, shared boxes, stakes and moves are drawn at random, for every instrument.
"""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING, Any

import pytest

import croupier
from croupier.rulebook.citations import Refused
from croupier.rulebook.options import OptionError
from croupier.table.facts import Outcome

if TYPE_CHECKING:
    from croupier.rulebook.instruments import Option

INSTRUMENTS = croupier.registry.registered()
TABLES = int(os.environ.get("CROUPIER_PLAY_TABLES", "25"))
"""How many tables of each instrument are tried."""
SEATS: list[Any] = [
    1, 2, 7, ["ana"], {1: ["ana", "ben"]}, {1: "ana", 4: "ana", 7: "ben"},
    {2: ["ana", "ben", "cho"], 3: ["cho", "ana"], 5: ["dee"]},
]  # fmt: skip


def drawn(option: Option, chance: random.Random) -> object:
    """Any value that an option may have, as far as it is a choice between a few."""
    if option.type == "flag":
        return chance.random() < 0.5
    if option.type == "list" and option.readings:
        return [name for name in option.readings if chance.random() < 0.5]
    if option.type in ("choice", "number") and option.readings:
        names = list(option.readings)
        return chance.choice(names if option.type == "choice" else [int(name) for name in names])
    if option.name == "decks":
        return chance.randint(option.minimum or 1, option.maximum or 8)
    if option.name == "burn_on_new_shoe":
        return chance.randint(0, 3)
    return option.default


def options_of(instrument: str, chance: random.Random) -> dict[str, object]:
    """Options at random that the instrument takes together."""
    book = croupier.load(instrument)
    while True:
        named = [option for option in book.options if not option.fixed and chance.random() < 0.5]
        options = {option.name: drawn(option, chance) for option in named}
        try:
            croupier.rules_for(instrument, options)
        except OptionError:
            continue
        return options


def stakes_of(wagers: tuple[str, ...], chance: random.Random) -> Any:
    if chance.random() < 0.3:
        return 2000
    main, *sides = wagers
    stakes: dict[str, Any] = {main: chance.choice([1000, (1000, 5000)])}
    for side in sides:
        if chance.random() < 0.6:
            stakes[side] = chance.choice([500, (500, 2000)])
    return stakes


def table_at_random(instrument: str, number: int) -> croupier.Game:
    chance = random.Random(f"{instrument} {number}")
    while True:
        options, seats = options_of(instrument, chance), chance.choice(SEATS)
        table = croupier.table_for(instrument, _as_opened(instrument, options))
        stakes = stakes_of(table.game.wagers, chance)
        depth: Any = chance.choice([0.5, "cut"]) if _is_cut(table) else "cut"
        try:
            return croupier.Game(
                instrument, options, seats=seats, stakes=stakes, seed=number, penetration=depth
            )
        except Refused:  # such as two players on a box of Hold'em
            continue


def _is_cut(table: croupier.Table) -> bool:
    return not table.shoe.machine and not table.shoe.face_down


def _as_opened(instrument: str, options: dict[str, object]) -> dict[str, object]:
    """With what a live table must choose, and a round may leave to its default."""
    required = [option for option in croupier.load(instrument).options if option.required]
    return {**{option.name: option.default for option in required}, **options}


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_any_legal_move_leads_on_to_the_end_of_the_round(instrument: str) -> None:
    dealt = shuffled = 0
    for number in range(TABLES):
        game, chance = table_at_random(instrument, number), random.Random(number)
        before = dict.fromkeys(game.seats, 0)
        for _ in game.rounds(60):
            asked = 0
            while game.turn:
                assert game.turn in game.seats
                moves = list(game.legal)
                assert moves, "somebody is asked, so there is a move"
                assert len(set(map(str, moves))) == len(moves)
                game.play(chance.choice(moves))
                asked += 1
                assert asked < 500
            assert game.over
            after = game.net
            _is_conserved(game, before, after)
            dealt += bool(game.view().hands)
            before = after
        shuffled += game.view().shuffles > 1
    assert dealt > 20 * TABLES
    assert shuffled


def _is_conserved(game: croupier.Game, before: dict[str, int], after: dict[str, int]) -> None:
    """What the round settled is what the accounts show, and nothing is left undecided."""
    nets = dict.fromkeys(game.seats, 0)
    for fact in game.settlements:
        nets[fact.player] += fact.net
        assert fact.clauses
        assert fact.net >= -fact.stake
        assert (fact.net < 0) == (fact.outcome is Outcome.LOSE) or fact.net == 0
    assert {seat: after[seat] - before[seat] for seat in game.seats} == nets
    assert not any(hand.stakes for hand in game.view().hands)
