"""Where rounds lie in a record, whatever became of them."""

from __future__ import annotations

from tests.table.evenings import ANA, BOB, DAN, SUE, Evening, dealt, irregular

from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.voiding import VoidRound
from croupier.table.facts import BettingClosed, Reversed, RoundEnded, Settled
from croupier.table.round_index import Rounds, Span


def rounds_of(evening: Evening) -> Rounds:
    rounds = Rounds()
    for entry in evening.table.record.entries:
        rounds.take(entry)
    return rounds


def test_a_round_lies_from_no_more_bets_to_its_end() -> None:
    evening = dealt(rounds=3)
    entries = evening.table.record.entries
    rounds = rounds_of(evening)
    assert [span.number for span in rounds] == [1, 2, 3]
    for span in rounds:
        assert span.ends is not None
        first, last = entries[span.begins - 2], entries[span.ends - 2]
        assert any(isinstance(fact, BettingClosed) for fact in first.facts)
        assert any(isinstance(fact, RoundEnded) for fact in last.facts)
        assert span.at == first.at
        assert (span.players, span.boxes, span.void) == (
            frozenset(("ana", "bob")),
            frozenset((1, 2)),
            False,
        )


def test_the_entry_with_which_a_round_ends_says_so() -> None:
    rounds, ended = Rounds(), []
    for entry in dealt(rounds=3).table.record.entries:
        span = rounds.take(entry)
        if span is not None:
            ended.append(span)
    assert ended == list(rounds)


def test_rounds_after_and_before_one() -> None:
    rounds = rounds_of(dealt(rounds=5))
    assert [span.number for span in rounds.after(3)] == [4, 5]
    assert [span.number for span in rounds.before(3)] == [2, 1]
    assert list(rounds.after(5)) == list(rounds.before(1)) == []
    assert list(reversed(rounds)) == list(rounds.before(6)) == list(rounds)[::-1]
    assert [rounds.get(number) for number in range(7)] == [None, *rounds, None]


def test_a_round_in_play_has_no_end() -> None:
    evening = Evening()
    evening.load_by_hand()
    evening.bet(ANA, 1, 20)
    evening.do(NoMoreBets(), DAN)
    span = rounds_of(evening).get(1)
    assert span is not None
    assert span.ends is None


def test_betting_that_opens_again_was_no_round() -> None:
    evening = Evening()
    evening.load_by_hand()
    evening.bet(ANA, 1, 20)
    evening.bet(BOB, 2, 20)
    evening.do(NoMoreBets(), DAN)
    evening.do(VoidRound(ground="impractical", reason="the lights went out"), SUE)
    assert list(rounds_of(evening)) == []
    evening.do(NoMoreBets(), DAN)
    (span,) = rounds_of(evening)
    assert isinstance(span, Span)
    assert (span.number, span.begins) == (1, len(evening.table.record.entries) + 1)


def test_void_rounds_and_one_that_was_played_on() -> None:
    evening = irregular()
    rounds = {span.number: span for span in rounds_of(evening)}
    assert {number for number, span in rounds.items() if span.void} == {1, 3, 4}
    ended = [
        (fact.round, entry.n + 1)
        for entry in evening.table.record.entries
        for fact in entry.facts
        if isinstance(fact, RoundEnded)
    ]
    assert [number for number, _ in ended] == [1, 2, 3, 3, 4, 5]
    assert {number: span.ends for number, span in rounds.items()} == dict(ended)


def test_of_earlier_rounds_a_table_keeps_what_can_be_undone_and_no_more() -> None:
    evening = dealt(rounds=4)
    *earlier, last = evening.table.rounds
    for past in earlier:
        stated = [
            fact
            for span in rounds_of(evening)
            if span.number == past.number and span.ends is not None
            for entry in evening.table.record.entries[span.begins - 2 : span.ends - 1]
            for fact in entry.facts
        ]
        lasting = [fact for fact in stated if isinstance(fact, Settled | Reversed)]
        assert list(past.facts) == lasting
        assert past.settled()
        assert past.cards == ()
    assert len(last.facts) > 2 * len(last.settled())
    assert last.cards
