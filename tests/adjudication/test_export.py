"""Rounds of recorded evenings, written as round files: adjudicated, they settle as they did."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.baccarat import evenings as baccarat
from tests.casino.evenings import INSTRUMENTS, Evening
from tests.casino.forgers import rehashed
from tests.challenge.table_support import open_table as challenge_table
from tests.table import evenings as blackjack
from tests.table_support import DEALER, open_table, player

from croupier.adjudication import Answer, adjudicate
from croupier.adjudication.export import round_file
from croupier.adjudication.recorded_round import BeyondTheFormat
from croupier.aggregate.record_lines import RecordError
from croupier.cards import Card
from croupier.games.challenge.acts.overlooked_wagers import FindOverMaximum, OverlookWager
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.patrons import StepAway
from croupier.table.acts.stray_cards import FaceUpCard
from croupier.table.facts import RoundEnded, Settled
from croupier.table.round_index import Rounds

if TYPE_CHECKING:
    from croupier.table.table import Table


def recorded(table: Table, number: int) -> list[tuple[object, ...]]:
    """The settlements of a round as the record states them, read without the exporter."""
    rounds, settled = Rounds(), []
    for entry in table.record.entries:
        rounds.take(entry)
    span = rounds.get(number)
    assert span is not None
    assert span.ends is not None
    for entry in table.record.entries[span.begins - 2 : span.ends - 1]:
        for fact in entry.facts:
            if isinstance(fact, RoundEnded):
                break
            if isinstance(fact, Settled):
                settled.append(
                    (fact.player, fact.wager, fact.on, fact.stake, fact.outcome, fact.net)
                )
    return sorted(settled, key=str)


def adjudicated(data: bytes) -> tuple[Answer, list[tuple[object, ...]]]:
    answer = adjudicate(data)
    assert isinstance(answer, Answer)
    settled = [(s.player, s.wager, s.on, s.stake, s.outcome, s.net) for s in answer.settlements]
    return answer, sorted(settled, key=str)


def exported(table: Table) -> tuple[dict[int, bytes], dict[int, str]]:
    """The rounds that a file can tell, and why it cannot tell the others."""
    told, beyond = {}, {}
    for number in range(1, table.number + 1):
        try:
            told[number] = round_file(table.record.lines, number)
        except BeyondTheFormat as error:
            beyond[number] = str(error)
    return told, beyond


# --- what can be told


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_every_round_of_an_evening_settles_as_it_did(instrument: str) -> None:
    table = Evening(instrument, seed=3).play(15).table
    told, beyond = exported(table)
    assert beyond == {}
    assert len(told) == 15
    for number, data in told.items():
        answer, settled = adjudicated(data)
        assert settled == recorded(table, number)
        assert settled
        assert answer.cards_used == len(json.loads(data)["cards"])


@pytest.mark.parametrize("instrument", INSTRUMENTS)
@given(seed=st.integers(0, 10_000), trouble=st.sampled_from([0.0, 0.05, 0.2]))
@settings(max_examples=6)
def test_a_round_is_told_as_it_was_or_not_at_all(
    instrument: str, seed: int, trouble: float
) -> None:
    table = Evening(instrument, seed, trouble=trouble).play(6).table
    told, beyond = exported(table)
    assert len(told) + len(beyond) == table.number
    for number, data in told.items():
        assert adjudicated(data)[1] == recorded(table, number)


def test_an_evening_of_doubles_splits_and_insurance() -> None:
    table = blackjack.dealt(rounds=30).table
    told, beyond = exported(table)
    assert beyond == {}
    done = {each["action"] for data in told.values() for each in json.loads(data)["decisions"]}
    assert done == {"double", "split", "insurance", "even-money"}


def test_a_file_names_what_is_not_usual_and_nothing_else() -> None:
    data = json.loads(round_file(blackjack.dealt(rounds=1).table.record.lines, 1))
    assert data["instrument"] == "act-blackjack-2018"
    assert data["options"] == {
        "decks": 6,
        "side_bets": ["perfect-pairs"],
        "limits": {"main": [10_00, 500_00], "perfect-pairs": [5_00, 50_00]},
        "multiples": {"main": 5_00},
    }
    assert data["wagers"][0] == {
        "box": 1, "player": "ana", "wager": "main", "amount": 20_00, "seated": True,
    }  # fmt: skip
    assert {"box": 1, "player": "bob", "wager": "main", "amount": 10_00} in data["wagers"]


def test_whoever_does_not_answer_is_written_as_what_the_rules_make_of_it() -> None:
    at = open_table("act-blackjack-2018", "ana bob")
    at.bet("ana", 1, 20)
    at.bet("bob", 2, 20)
    at.no_more_bets()
    at.do(StepAway(player="bob"), player("bob"))
    at.deal("TS 5H TC 7S 4D")
    at.stand(1)
    at.deal("2D 6S 7C")
    at.settle()
    decisions = json.loads(round_file(at.table.record.lines, 1))["decisions"]
    assert decisions == [
        {"action": "stand", "box": 1, "hand": 1},
        {"action": "hit", "box": 2, "hand": 1},
        {"action": "hit", "box": 2, "hand": 1},
        {"action": "stand", "box": 2, "hand": 1},
    ]


OVER_95 = [
    {"box": 1, "player": "P", "wager": "main", "amount": 95_00},
    {"box": 1, "player": "Q", "wager": "main", "amount": 20_00},
]


@pytest.mark.clause("nsw:6.3", "nsw:6.3.1", "nsw:6.1.2")
@pytest.mark.parametrize("when", ["as betting closes", "first card", "double", "settled"])
def test_nsw_6_3_a_share_of_the_maximum_is_paid_alike_live_and_from_its_file(when: str) -> None:
    """Limits 10 to 100: P has 95 of them, so of Q's 20 only 5 play, whenever it is found."""
    at = challenge_table("P Q", limits={"main": [10_00, 100_00]})
    at.bet("P", 1, 95)
    if when == "as betting closes":
        at.bet("Q", 1, 20)
    else:
        at.do(OverlookWager(player="Q", box=1, amount=20_00), DEALER)
    at.deal("6S 7D")
    find = FindOverMaximum(box=1)
    if when == "first card":
        at.do(find, DEALER)
    at.deal("5H")
    at.double(1, 95)
    at.elect("Q", 1, 20 if when in ("double", "settled") else 5)
    if when == "double":
        at.do(find, DEALER)
    at.deal("9H 10C")
    if when == "settled":
        at.do(find, DEALER)
    assert at.settle() == {"P": 190, "Q": 10}
    data = round_file(at.table.record.lines, 1)
    file = json.loads(data)
    assert file["wagers"] == OVER_95
    assert file["decisions"] == [
        {"action": "double", "box": 1, "hand": 1, "stakes": {"P": 95_00, "Q": 5_00}}
    ]
    answer, settled = adjudicated(data)
    assert answer.net == {"P": 190_00, "Q": 10_00}
    assert ("Q", "main", None, 15_00, "returned", 0) in settled


@pytest.mark.clause("nsw:6.3")
def test_nsw_6_3_two_boxes_whose_stakes_were_put_right_are_told_in_one_file() -> None:
    at = challenge_table("P Q", limits={"main": [10_00, 100_00]})
    for name, box in (("P", 1), ("Q", 2)):
        at.do(OverlookWager(player=name, box=box, amount=150_00), DEALER)
    at.deal("10S 10D 7D 10H 10C")
    at.do(FindOverMaximum(box=2), DEALER)
    at.stand(1)
    at.do(FindOverMaximum(box=1), DEALER)
    at.stand(2)
    assert at.settle("10S") == {"P": 100, "Q": 100}
    answer, settled = adjudicated(round_file(at.table.record.lines, 1))
    assert answer.net == {"P": 100_00, "Q": 100_00}
    assert [each[3] for each in settled] == [100_00, 50_00, 100_00, 50_00]


@pytest.mark.clause("nsw:6.3")
def test_nsw_6_3_what_was_irregular_before_the_stakes_were_put_right_is_not_left_out() -> None:
    at = challenge_table("P Q", limits={"main": [10_00, 100_00]})
    at.do(OverlookWager(player="P", box=1, amount=150_00), DEALER)
    at.deal("10S 7D 10H")
    at.do(FaceUpCard(card=Card("5C")), DEALER)
    at.do(FindOverMaximum(box=1), DEALER)
    at.stand(1)
    at.settle("10S")
    with pytest.raises(BeyondTheFormat, match=r"'burnt' under 16\.1"):
        round_file(at.table.record.lines, 1)


def test_terms_that_changed_between_rounds_are_those_of_the_round() -> None:
    table = baccarat.irregular().table
    told, _ = exported(table)
    methods = {json.loads(data)["options"].get("settlement", "A") for data in told.values()}
    assert methods == {"A", "B"}


# --- what cannot


def test_the_fact_that_is_beyond_the_format_is_named_with_its_line_and_clauses() -> None:
    _, beyond = exported(blackjack.irregular().table)
    start = "is beyond a round file"
    assert beyond == {
        1: f"round 1 {start}: line 85 states 'round-voided' under 14.5, A:Void",
        2: f"round 2 {start}: line 42 states 'reconstructed' under 14.4",
        3: f"round 3 {start}: line 64 states 'reconstructed' under 14.4",
        4: f"round 4 {start}: line 76 states 'round-voided' under 16.3, A:Void",
    }


def test_a_void_wager_is_beyond_the_format() -> None:
    _, beyond = exported(baccarat.irregular().table)
    assert beyond[14].endswith(
        "settles Y's tie of 10 on box 2 as void under 14.2(a), A:Void, and a file of it does not"
    )


def test_a_short_wager_that_went_back_is_beyond_the_format() -> None:
    at = open_table("act-blackjack-2018", "ana bob")
    for _ in range(2):
        at.bet("ana", 1, 5)
        at.bet("bob", 2, 20)
        at.no_more_bets()
        if at.table.number == 1:
            at.deal("TS 9H TC 7S 9D")
            at.stand(1)
        else:
            at.deal("TS TC 7S")
        at.stand(2)
        at.settle("KD")
    told, beyond = exported(at.table)
    assert set(told) == {1}
    assert "returns ana's main of 5 on box 1 under" in beyond[2]
    assert beyond[2].endswith("its owner was told earlier")


def test_a_round_in_play_is_not_told_yet() -> None:
    evening = blackjack.Evening()
    evening.load_by_hand()
    evening.bet(blackjack.ANA, 1, 20)
    evening.do(NoMoreBets(), blackjack.DAN)
    with pytest.raises(BeyondTheFormat, match="is still in play"):
        round_file(evening.table.record.lines, 1)


def test_a_round_that_is_not_there_is_asked_for_in_vain() -> None:
    lines = blackjack.dealt(rounds=2).table.record.lines
    with pytest.raises(LookupError, match="has rounds 1 to 2, not 3"):
        round_file(lines, 3)
    with pytest.raises(LookupError, match="has round 1 alone, not 2"):
        round_file(blackjack.dealt(rounds=1).table.record.lines, 2)
    with pytest.raises(LookupError, match="has no round yet, not 1"):
        round_file(lines[:3], 1)


def test_a_record_that_was_altered_gives_no_file() -> None:
    lines = list(blackjack.dealt(rounds=2).table.record.lines)
    lines[20] = lines[20].replace(b'"at":18', b'"at":17')
    with pytest.raises(RecordError, match="line 21"):
        round_file(lines, 1)


def test_a_record_that_plays_otherwise_gives_no_file() -> None:
    lines = [
        line.replace(b'"amount":2000', b'"amount":2500')
        for line in blackjack.dealt(rounds=2).table.record.lines
    ]
    with pytest.raises(BeyondTheFormat, match="played again, line"):
        round_file(rehashed(lines), 1)
