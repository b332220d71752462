"""Random rounds are worth in the file what they are worth at the table; other files do no harm."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.adjudication.generated import play

from croupier.adjudication import Answer, Refusal, RoundFileError, adjudicate, explain
from croupier.table.facts import Outcome

if TYPE_CHECKING:
    from random import Random

INSTRUMENTS = st.sampled_from(["act-blackjack-2006", "act-blackjack-2018"])
RANDOM = st.randoms(use_true_random=False)
SLOW = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])


def settled(file: dict[str, Any]) -> Answer:
    answer = adjudicate(file)
    assert isinstance(answer, Answer), answer
    return answer


@SLOW
@given(RANDOM, INSTRUMENTS)
def test_the_file_is_worth_what_the_round_is_worth(rng: Random, instrument: str) -> None:
    played = play(rng, instrument)
    answer = settled(played.file)
    assert answer.net == played.net()
    assert answer.cards_used == len(played.file["cards"])
    dealt = [tuple(hand.cards) for box in played.round.boxes for hand in box.hands]
    dealers = [tuple(played.round.dealer.cards)] if played.round.boxes else []
    assert [hand.cards for hand in answer.hands] == dealt + dealers
    assert all(player in explain(played.file) for player in answer.net)


@SLOW
@given(RANDOM, INSTRUMENTS)
def test_the_money_adds_up(rng: Random, instrument: str) -> None:
    file = play(rng, instrument).file
    answer = settled(file)
    net: Counter[str] = Counter()
    staked: Counter[tuple[str, int | None, str]] = Counter()
    for entry in answer.settlements:
        net[entry.player] += entry.net
        staked[entry.player, entry.box, entry.wager] += entry.stake
        if entry.outcome is Outcome.LOSE:
            assert entry.net == -entry.stake
        else:
            assert (entry.net > 0) == (entry.outcome is Outcome.WIN)
        assert entry.clauses
    assert answer.net == {player: net[player] for player in answer.net}
    assert +staked == +_put_down(file, answer)


def _put_down(file: dict[str, Any], answer: Answer) -> Counter[tuple[str, int | None, str]]:
    """Every chip that the file lays on the table, and nothing else."""
    chips: Counter[tuple[str, int | None, str]] = Counter()
    for wager in file["wagers"]:
        chips[wager["player"], wager["box"], wager["wager"]] += wager["amount"]
    back = {
        (s.player, s.box): s.stake
        for s in answer.settlements
        if s.wager == "main" and s.outcome is Outcome.RETURNED
    }
    initial = {key: amount - back.get(key[:2], 0) for key, amount in chips.items()}
    for decision in file["decisions"]:
        box = decision["box"]
        for player in decision.get("players", ()):
            chips[player, box, "main"] += initial[player, box, "main"]
        for player, amount in decision.get("stakes", {}).items():
            chips[player, box, "main"] += amount
        if decision["action"] == "insurance":
            chips[decision["player"], box, "insurance"] += decision["amount"]
    return chips


@SLOW
@given(RANDOM, INSTRUMENTS, st.data())
def test_a_round_cut_short_says_what_is_missing(
    rng: Random, instrument: str, data: st.DataObject
) -> None:
    played = play(rng, instrument)
    file = played.file
    if file["cards"]:
        cards = data.draw(st.integers(0, len(file["cards"]) - 1), "cards")
        with pytest.raises(RoundFileError, match=rf"^cards\[{cards + 1}\]: missing"):
            adjudicate({**file, "cards": file["cards"][:cards]})
    if len(file["decisions"]) > played.insured:
        decisions = data.draw(st.integers(played.insured, len(file["decisions"]) - 1), "decisions")
        with pytest.raises(RoundFileError, match=rf"^decisions\[{decisions + 1}\]: missing"):
            adjudicate({**file, "decisions": file["decisions"][:decisions]})


@SLOW
@given(RANDOM, INSTRUMENTS, st.integers(1, 7), st.sampled_from(["hit", "stand"]))
def test_a_decision_too_many_is_refused(
    rng: Random, instrument: str, box: int, action: str
) -> None:
    file = play(rng, instrument).file
    file["decisions"].append({"action": action, "box": box, "hand": 1})
    answer = adjudicate(file)
    assert isinstance(answer, Refusal)
    assert answer.refused.decision == len(file["decisions"])


# --- files that nobody meant


WORDS = st.sampled_from(
    ["main", "AS", "ana", "hit", "split", "insurance", "act-blackjack-2006", "total", ""]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=4,
)
FIELDS = st.sampled_from(
    ["box", "hand", "amount", "player", "wager", "action", "stakes", "players", "on", "seated", "x"]
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every entry of every object and list, as the container and the key."""
    found: list[tuple[Any, Any]] = []
    if isinstance(value, dict | list):
        keys = list(value) if isinstance(value, dict) else range(len(value))
        for key in keys:
            found += [(value, key), *places(value[key])]
    return found


def check(source: Any) -> None:
    try:
        answer: Answer | Refusal | None = adjudicate(source)
        said = explain(source)
    except RoundFileError as error:
        answer, said = None, str(error)
    assert said.replace("\n", "" if answer else "\n").isprintable()
    assert msgspec.json.encode(answer)


@settings(deadline=None, max_examples=400, suppress_health_check=[HealthCheck.too_slow])
@given(RANDOM, INSTRUMENTS, st.data())
def test_a_mutated_file_is_answered_or_refused_or_no_round(
    rng: Random, instrument: str, data: st.DataObject
) -> None:
    file = play(rng, instrument).file
    for _ in range(data.draw(st.integers(1, 3), "changes")):
        entries = places(file)
        container, key = entries[data.draw(st.integers(0, len(entries) - 1), "place")]
        change = data.draw(st.sampled_from(["set", "delete", "add", "repeat"]), "change")
        if change == "delete":
            del container[key]
        elif change == "repeat" and isinstance(container, list):
            container.insert(key, container[data.draw(st.integers(0, len(container) - 1))])
        elif change == "add" and isinstance(container, dict):
            container[data.draw(FIELDS)] = data.draw(VALUES)
        else:
            container[key] = data.draw(VALUES)
        if not places(file):
            break
    check(file)


@settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(RANDOM, INSTRUMENTS, st.lists(st.tuples(st.integers(0), st.integers(0, 255)), min_size=1))
def test_flipped_bytes_are_answered_or_refused_or_no_round(
    rng: Random, instrument: str, flips: list[tuple[int, int]]
) -> None:
    text = bytearray(json.dumps(play(rng, instrument).file).encode())
    for place, byte in flips:
        text[place % len(text)] = byte
    check(bytes(text))


@given(st.binary(max_size=60) | VALUES.map(lambda value: json.dumps(value).encode()))
def test_noise_is_no_round(noise: bytes) -> None:
    with pytest.raises(RoundFileError):
        adjudicate(noise)
