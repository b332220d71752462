"""Rounds of recorded evenings, written as round files: adjudicated, they settle as they did."""

from __future__ import annotations

import json
import os
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.adjudication.irregular_evenings import IrregularEvening
from tests.baccarat import evenings as baccarat
from tests.casino.evenings import INSTRUMENTS, Evening
from tests.casino.forgers import rehashed
from tests.challenge.table_support import open_table as challenge_table
from tests.table import evenings as blackjack
from tests.table_support import DEALER, SUPERVISOR, open_table, player

from croupier.adjudication import Answer, RoundAnswer, Settlement, adjudicate
from croupier.adjudication.export import BeyondTheFormat, one_line, round_file, round_files
from croupier.aggregate.record_lines import RecordError
from croupier.cards import Card
from croupier.games.challenge.acts.conduct import FindProhibitedDevice
from croupier.games.challenge.acts.limits import RaiseMinimumAtOnce
from croupier.games.challenge.acts.overlooked_wagers import FindOverMaximum, OverlookWager
from croupier.games.challenge.acts.void_rounds import InvalidateGame
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.conduct import RaiseDispute, RuleOnDispute
from croupier.table.acts.patrons import StepAway
from croupier.table.acts.stray_cards import (
    BurntInError,
    DealerOverdrew,
    FaceUpCard,
    TakeFromRack,
)
from croupier.table.acts.voiding import VoidRound, VoidWager
from croupier.table.facts import ChipsMoved, Outcome, Settled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.table.table import Table


def exported(table: Table) -> dict[int, dict[str, Any]]:
    """The files of all rounds, each of which says what the record says."""
    told = {}
    for number, file in round_files(table.record.lines):
        assert not isinstance(file, BeyondTheFormat), file
        told[number] = file
    return told


def adjudicated(file: dict[str, Any]) -> Answer:
    answer = adjudicate(one_line(file))
    assert isinstance(answer, Answer)
    assert not answer.contested
    return answer


def shown(answer: Answer) -> list[tuple[object, ...]]:
    return [(s.player, s.wager, s.on, s.stake, s.outcome, s.net) for s in answer.settlements]


def won(table: Table) -> dict[str, int]:
    """What everybody has won at a table, counted in chips and not in settlements."""
    won = Counter(table.chips.racks)
    for wager in table.wagers:
        won[wager.player] += wager.amount
    for entry in table.record.entries:
        for fact in entry.facts:
            if isinstance(fact, ChipsMoved) and fact.player is not None:
                won[fact.player] -= fact.amount
    return {name: cents for name, cents in won.items() if cents}


# --- what can be told


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_every_round_of_an_evening_settles_as_it_did(instrument: str) -> None:
    table = Evening(instrument, seed=3).play(15).table
    told = exported(table)
    assert list(told) == [*range(1, 16)]
    answers = [adjudicated(file) for file in told.values()]
    for file, answer in zip(told.values(), answers, strict=True):
        assert answer.settlements
        assert answer.cards_used == len(file["cards"])
        assert answer.assumed == ()
    assert _sum(answers) == won(table)


@pytest.mark.parametrize("instrument", INSTRUMENTS)
@given(seed=st.integers(0, 100_000), trouble=st.sampled_from([0.1, 0.3, 0.6]))
@settings(max_examples=int(os.environ.get("CROUPIER_EVENINGS", "6")), deadline=None)
def test_whatever_went_wrong_live_table_and_file_agree(
    instrument: str, seed: int, trouble: float
) -> None:
    """To the cent by the chips that everybody has, and to the clause by what the record states."""
    table = IrregularEvening(instrument, seed, trouble=trouble).play(6).table
    stated = {
        fact for entry in table.record.entries for fact in entry.facts if isinstance(fact, Settled)
    }
    answers = []
    for file in exported(table).values():
        answer = adjudicated(file)
        first = next(iter(answer.rounds.values()), None)
        assert first is not None
        answers.append(first)
        undone = (Outcome.VOID, Outcome.RETURNED)
        assert all(_is_stated(s, stated) for s in first.settlements if s.outcome not in undone)
    assert _sum(answers) == won(table)


def _is_stated(settlement: Settlement, stated: set[Settled]) -> bool:
    return any(
        (s.player, s.wager, s.stake, s.outcome, s.net, s.on, s.clauses)
        == (
            settlement.player, settlement.wager, settlement.stake, settlement.outcome,
            settlement.net, settlement.on, settlement.clauses,
        )
        for s in stated
    )  # fmt: skip


def _sum(answers: Iterable[Answer | RoundAnswer]) -> dict[str, int]:
    net: Counter[str] = Counter()
    for answer in answers:
        for name, cents in answer.net.items():
            net[name] += cents
    return {name: cents for name, cents in net.items() if cents}


def test_promotional_tokens_are_settled_as_chips_are() -> None:
    table = Evening("nsw-blackjack-challenge", seed=2, trouble=0.3).play(10).table
    assert table.chips.tokens_taken
    assert len(exported(table)) == 10


def test_an_evening_of_doubles_splits_and_insurance() -> None:
    told = exported(blackjack.dealt(rounds=30).table)
    done = {each["action"] for file in told.values() for each in file["script"]}
    assert done == {"double", "split", "insurance", "even-money"}


def test_a_file_states_every_option_and_where_it_comes_from() -> None:
    table = blackjack.dealt(rounds=1).table
    data = json.loads(round_file(table.record.lines, 1))
    assert data["instrument"] == "act-blackjack-2018"
    assert data["options"] == {**table.options, "limits": data["options"]["limits"]}
    assert data["options"]["limits"] == {"main": [10_00, 500_00], "perfect-pairs": [5_00, 50_00]}
    assert data["boxes"] == len(table.boxes)
    assert data["source"] == {
        "record": table.name, "round": 1, "rulebook": table.game.instrument.fingerprint,
        "head": table.head,
    }  # fmt: skip
    assert data["wagers"][0] == {
        "box": 1, "player": "ana", "wager": "main", "amount": 20_00, "seated": True,
    }  # fmt: skip
    assert {"box": 1, "player": "bob", "wager": "main", "amount": 10_00} in data["wagers"]


def test_whoever_is_away_is_said_to_be_away() -> None:
    at = open_table("act-blackjack-2018", "ana bob")
    at.bet("ana", 1, 20)
    at.bet("bob", 2, 20)
    at.no_more_bets()
    at.do(StepAway(player="bob"), player("bob"))
    at.deal("TS 5H TC 7S 4D")
    at.stand(1)
    at.deal("2D 6S 7C")
    at.settle()
    assert json.loads(round_file(at.table.record.lines, 1))["script"] == [
        {"do": "no-more-bets"},
        {"do": "step-away", "player": "bob"},
        {"action": "stand", "box": 1, "hand": 1},
    ]


@pytest.mark.clause("nsw:6.5.1")
def test_nsw_6_5_1_a_minimum_that_rises_in_mid_round_does_not_bear_on_the_round() -> None:
    at = challenge_table("P Q", limits={"main": [10_00, 100_00]})
    at.bet("P", 1, 10)
    at.deal("10S 7D")
    at.do(RaiseMinimumAtOnce(minimum=25_00), SUPERVISOR)
    at.deal("10H")
    at.stand(1)
    at.settle("10C")
    (file,) = exported(at.table).values()
    assert file["options"]["limits"] == {"main": [10_00, 100_00]}
    assert "raise-minimum-at-once" not in {entry.get("do") for entry in file["script"]}
    assert adjudicated(file).rounds["1"].net == {"P": 10_00}


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
    answer = adjudicated(exported(at.table)[1])
    assert answer.net == {"P": 190_00, "Q": 10_00}
    assert ("Q", "main", None, 15_00, "returned", 0) in shown(answer)


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
    answer = adjudicated(exported(at.table)[1])
    assert answer.net == {"P": 100_00, "Q": 100_00}
    assert [each[3] for each in shown(answer)] == [100_00, 50_00, 100_00, 50_00]


@pytest.mark.clause("nsw:6.3")
def test_nsw_6_3_what_was_irregular_before_the_stakes_were_put_right_is_not_left_out() -> None:
    at = challenge_table("P Q", limits={"main": [10_00, 100_00]})
    at.do(OverlookWager(player="P", box=1, amount=150_00), DEALER)
    at.deal("10S 7D 10H")
    at.do(FaceUpCard(card=Card("5C")), DEALER)
    at.do(FindOverMaximum(box=1), DEALER)
    at.stand(1)
    at.settle("10S")
    file = exported(at.table)[1]
    assert {"do": "face-up-card", "card": "5C"} in file["script"]
    assert {"do": "find-over-maximum", "box": 1} in file["script"]
    assert adjudicated(file).net == {"P": 100_00}


@pytest.mark.clause("nsw:16.2", "nsw:16.16")
def test_nsw_16_2_16_16_of_cards_burnt_in_error_those_that_were_taken_back_are_told() -> None:
    """One stays burnt unseen, one is seen and taken back, one is taken back and never dealt."""
    at = challenge_table("P")
    at.bet("P", 1, 10)
    at.deal("10S 7D 6H")
    at.do(BurntInError(), DEALER)
    at.do(BurntInError(card=Card("4H")), DEALER)
    at.do(TakeFromRack(), DEALER)
    at.hit(1)
    at.deal("4H")
    at.do(BurntInError(), DEALER)
    at.do(TakeFromRack(), DEALER)
    at.do(InvalidateGame(ground="disturbance", reason="fire"), SUPERVISOR)
    file = exported(at.table)[1]
    burnt = [entry for entry in file["script"] if entry.get("do") == "burnt-in-error"]
    assert burnt == [{"do": "burnt-in-error", "card": "4H"}]
    assert [entry.get("do") for entry in file["script"]].count("take-from-rack") == 1
    assert adjudicated(file).net == {"P": 0}


@pytest.mark.clause("nsw:10.3", "nsw:16.6")
def test_nsw_10_3_who_doubles_along_is_told_though_a_card_was_drawn_in_error_meanwhile() -> None:
    at = challenge_table("P Q")
    at.bet("P", 1, 20)
    at.bet("Q", 1, 10)
    at.deal("5S 7D 6H")
    at.double(1, 20)
    at.do(DealerOverdrew(), DEALER)
    at.elect("Q", 1, 5)
    at.deal("9C")
    assert at.settle("10C") == {"P": 40, "Q": 15}
    assert adjudicated(exported(at.table)[1]).net == {"P": 40_00, "Q": 15_00}


@pytest.mark.clause("nsw:18.4.2", "nsw:18.5")
@pytest.mark.parametrize("rounds", [0, 1])
def test_nsw_18_4_2_a_round_in_which_fraud_was_found_later_is_void_in_its_file(rounds: int) -> None:
    at = challenge_table("P Q")
    at.play(("P", 1, 20), ("Q", 2, 10))
    for _ in range(rounds):
        at.play(("Q", 2, 10))
    found = InvalidateGame(ground="fraud", reason="marked cards", forfeits=("P",), round=1)
    at.do(found, SUPERVISOR)
    answer = adjudicated(exported(at.table)[1])
    assert answer.rounds["1"].net == {"P": -20_00, "Q": 0}


@pytest.mark.clause("nsw:16.2")
def test_nsw_16_2_an_unseen_card_that_was_taken_back_is_dealt_in_the_file_as_it_was() -> None:
    at = challenge_table("P")
    at.bet("P", 1, 10)
    at.deal("10S 7D 6H")
    at.do(BurntInError(), DEALER)
    at.do(TakeFromRack(), DEALER)
    at.hit(1)
    at.deal("4H")
    at.stand(1)
    assert at.settle("10C") == {"P": 10}
    assert adjudicated(exported(at.table)[1]).net == {"P": 10_00}


def test_a_wager_that_was_void_is_void_in_the_file() -> None:
    told = exported(baccarat.irregular().table)
    assert ("Y", "tie", None, 10_00, "void", 0) in shown(adjudicated(told[14]))


def test_terms_that_changed_between_rounds_are_those_of_the_round() -> None:
    told = exported(baccarat.irregular().table)
    assert {file["options"]["settlement"] for file in told.values()} == {"A", "B"}


def test_a_round_that_was_void_later_is_void_in_its_file() -> None:
    """Rounds 1 to 4 of this evening: void under 14.5, rebuilt twice, void in mid-round."""
    told = exported(blackjack.irregular().table)
    rounds = {number: adjudicated(file).rounds["1"] for number, file in told.items()}
    void = {n: {s.outcome for s in round.settlements} for n, round in rounds.items()}
    assert void[1] == void[4] == {Outcome.VOID}
    assert set(rounds[1].net.values()) == {0}
    assert "14.5" in rounds[1].settlements[0].clauses
    assert {"do": "void-earlier-round", "round": 1, "reason": "so it was then"} in told[1]["script"]


def test_a_short_wager_of_somebody_who_was_told_goes_back_in_the_file_too() -> None:
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
    told = exported(at.table)
    assert "before" not in told[1]
    assert told[2]["before"] == [{"warned": "ana"}]
    assert ("ana", "main", None, 5_00, "returned", 0) in shown(adjudicated(told[2]))


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


@pytest.mark.parametrize("instrument", ["act-blackjack-2006", "act-blackjack-2018"])
def test_a_complete_round_that_a_ruling_voids_is_written_with_its_dispute(instrument: str) -> None:
    """The earlier dispute is about something else: in the file the ruling is on the first."""
    at = open_table(instrument)
    at.bet("P", 1, 10)
    at.do(RaiseDispute(player="R", about="the noise"), player("R"))
    at.deal("10S 9D KH")
    at.stand(1)
    at.deal("10C")
    at.do(RaiseDispute(player="P", about="the payment", round=1), player("P"))
    at.do(RuleOnDispute(number=1, decision="noted"), SUPERVISOR)
    at.do(RuleOnDispute(number=2, decision="void it", stands=False), SUPERVISOR)
    at.do(VoidRound(ground="impractical", reason="as decided"), SUPERVISOR)
    answer = adjudicated(exported(at.table)[1])
    assert answer.net == {"P": 0}


def test_a_wager_voided_later_is_written_with_the_prohibited_device() -> None:
    at = challenge_table("P R")
    at.play(("P", 1, 10), ("R", 2, 10))
    at.do(FindProhibitedDevice(person="P", apparatus="a phone"), SUPERVISOR)
    at.do(VoidWager(player="P", box=1, reason="a phone", round=1), SUPERVISOR)
    answer = adjudicated(exported(at.table)[1])
    assert answer.net == {"P": 0, "R": 1000}
