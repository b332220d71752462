"""The table's judge settles plain files as a driver does that plays the round alone.

The driver is in `plain_driver`. It shares the game's rules with the table and nothing of what a
table does around a round, so that a mistake of the table's shows as a difference.
"""

from __future__ import annotations

import json
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from tests.adjudication.generated import play
from tests.adjudication.plain_driver import settle
from tests.compressed_files import unpack_lines
from tests.frozen.outputs import Output
from tests.frozen.round_file_answers import round_files_path

from croupier.adjudication import Answer, RoundFileError, adjudicate
from croupier.adjudication.answer import Result
from croupier.rulebook.instruments import instruments

if TYPE_CHECKING:
    from collections.abc import Callable

File = dict[str, Any]

EVERY = 15
"""One in so many of the stored files is tried as it is, and changed at random."""
PLAYERS = ("ana", "ben", "cat", "zoe")
AMOUNTS = (1, 3, 50, 99, 150, 333, 1000, 2500, 1_000_000, 1_000_000_000)
LIMITS = ([100, 500], [1000, 100_000], [2500, 3000])


def plain_files(instrument: str) -> list[File]:
    """Return plain files of an instrument, most of which are a round."""
    stored = unpack_lines(round_files_path(instrument, "plain"), Output)
    return [json.loads(each.text) for each in islice(stored, 0, None, EVERY)]


def without_a_table(file: File) -> str:
    """Return what the driver says of a file, as text."""
    return _said(lambda: settle(file))


def at_a_table(file: File) -> str:
    """Return what the table's judge says of a file, as far as the driver says it too."""
    return _said(lambda: _result(adjudicate(file)))


def _result(answer: Any) -> Any:
    if not isinstance(answer, Answer):
        return answer
    assert [*answer.rounds] == ["1"]
    return Result(answer.cards_used, answer.hands, answer.settlements, answer.net)


def _said(settle: Callable[[], object]) -> str:
    try:
        return str(settle())
    except RoundFileError as error:
        return str(error)


def must_be_settled_alike(file: File) -> bool:
    """Compare what the two say of a file. Return True if it is a round."""
    try:
        expected = without_a_table(file)
    except ValueError:  # it cannot even be read
        with pytest.raises(RoundFileError):
            adjudicate(file)
        return False
    assert at_a_table(file) == expected, file
    return expected.startswith("Result")


@pytest.mark.parametrize("instrument", instruments())
def test_a_plain_file_is_settled_as_without_a_table(instrument: str) -> None:
    rng = Random(instrument)
    tried = [
        each
        for file in plain_files(instrument)
        for each in (file, changed(rng, file), changed(rng, file))
    ]
    rounds = sum(must_be_settled_alike(file) for file in tried)
    assert rounds > 150
    assert len(tried) - rounds > 100


@pytest.mark.parametrize("instrument", ["act-blackjack-2006", "act-blackjack-2018"])
def test_a_random_round_is_settled_as_without_a_table(instrument: str) -> None:
    for seed in range(60):
        file = play(Random(seed), instrument).file
        assert must_be_settled_alike(file)
        must_be_settled_alike(changed(Random(seed), file))


# --- files with something changed


def changed(rng: Random, file: File) -> File:
    """Return a file with one to three things changed at random."""
    file = json.loads(json.dumps(file))
    file.setdefault("decisions", [])
    for _ in range(rng.choice((1, 1, 2, 3))):
        rng.choice(_CHANGES)(rng, file)
    return file


def _change_cards(rng: Random, file: File) -> None:
    cards = file["cards"]
    place = rng.randrange(len(cards) + 1)
    if rng.random() < 0.5:
        del cards[place:]
    else:
        cards[place : place + 1] = [rng.choice("23456789TJQKA") + rng.choice("SHDC")]


def _change_wager(rng: Random, file: File) -> None:
    wagers = file["wagers"]
    if not wagers:
        return
    wager = rng.choice(wagers)
    match rng.randrange(5):
        case 0:
            wager["amount"] = rng.choice(AMOUNTS)
        case 1:
            wager["box"] = rng.randrange(1, 10)
        case 2:
            wager["player"] = rng.choice(PLAYERS)
        case 3:
            wagers.remove(wager)
        case _:
            wagers.append(dict(wager, amount=rng.choice(AMOUNTS)))


def _change_order(rng: Random, file: File) -> None:
    rng.shuffle(file["decisions"])


def _remove_decision(rng: Random, file: File) -> None:
    if file["decisions"]:
        file["decisions"].pop(rng.randrange(len(file["decisions"])))


def _add_decision(rng: Random, file: File) -> None:
    box, player, other = rng.randrange(1, 7), rng.choice(PLAYERS), rng.choice(PLAYERS)
    of_blackjack = [
        {"action": "hit", "box": box, "hand": 1},
        {"action": "stand", "box": box, "hand": 1},
        {"action": "insurance", "box": box, "player": player, "amount": 500},
        {"action": "insurance", "box": box, "player": player, "on": other, "amount": 500},
        {"action": "even-money", "box": box, "player": player},
        {"action": "split", "box": box, "hand": 1, "players": [player]},
        {"action": "double", "box": box, "hand": 1, "stakes": {player: 1000}},
    ]
    of_holdem = [
        {"action": "fold", "box": box},
        {"action": "check", "box": box},
        {"action": "play", "box": box, "amount": 2000},
        {"action": "concede", "box": box},
    ]
    new = rng.choice(of_holdem if "holdem" in file["instrument"] else of_blackjack)
    file["decisions"].insert(rng.randrange(len(file["decisions"]) + 1), new)


def _change_limits(rng: Random, file: File) -> None:
    kinds = {wager["wager"] for wager in file["wagers"]} - {"blind"} or {"main"}
    kind = rng.choice(sorted(kinds))
    file["options"] = {**file.get("options", {}), "limits": {kind: rng.choice(LIMITS)}}


_CHANGES = (
    _change_cards, _change_wager, _change_wager, _change_order, _remove_decision, _add_decision,
    _change_limits,
)  # fmt: skip
