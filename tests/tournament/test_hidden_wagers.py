"""Undisclosed wagers: on paper until the round is over, and what they are then taken to be."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tournament.at_tables import SUPERVISOR, AtTable
from tests.tournament.support import ACT_2018, CHALLENGE, DEALER, INSPECTOR, player

from croupier.cards import Card
from croupier.casino.disclosure import Moment, told_of_table
from croupier.games.blackjack.asks_and_answers import Double, Hit, Stand
from croupier.games.challenge.acts.conduct import FindProhibitedDevice
from croupier.games.challenge.acts.void_rounds import InvalidateGame, VoidMisdeal
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.hidden_wagers import (
    AnnounceWagers,
    ExamineForms,
    InspectForm,
    ReturnForm,
    WriteWager,
    deem,
)
from croupier.table.acts.misplaced_cards import Reconstruct
from croupier.table.acts.voiding import VoidWager
from croupier.table.chip_ledger import holdings
from croupier.table.facts import FormReturned, HiddenAnnounced, Settled
from croupier.table.tournament_law import TournamentReadings
from croupier.table.tournament_play import WagerForm, undisclosed
from croupier.table_replay import replay
from croupier.tournament import law_of

LOSES = "10S 6C 9S", "KC 5D"
"""Nineteen against twenty-one."""
WINS = "10S 6C 9S", "KC 10D"
"""Nineteen against a bust."""
BLACKJACK = "AS 6C KS", ""


def written(stack: float, form: WagerForm, *, opened: float = 0, **terms: Any) -> AtTable:
    """A at box 1, with a form that the supervisor has let pass, from 10 to 200."""
    chosen: dict[str, Any] = {"undisclosed": 2, "limits": (10, 200)}
    at = AtTable(CHALLENGE, {1: ("A", stack), 2: ("B", 1000)}, **chosen | terms)
    if opened:
        at.bet("A", opened)
    at.do(WriteWager(player="A", amount=form.amount, type=form.type), player("A"))
    at.bet("B", 10)
    at.do(ExamineForms(), SUPERVISOR)
    return at


def play(at: AtTable, cards: tuple[str, str]) -> float:
    """The round, the announcement, and what A has won or lost by it."""
    before = sum(1 for _ in at.facts(HiddenAnnounced))
    first, rest = cards
    mine, up, second = first.split()
    at.close()
    at.deal(f"{mine} 10H {up} {second} 9H")
    round = at.table.round
    assert round is not None
    while not round.over:
        for box in (1, 2):
            stand = Stand(box=box)
            if at.table.check(stand, DEALER, 0) is None:
                at.do(stand, DEALER)
        at.deal(rest or "KC KD")
        rest = ""
    assert at.refused(Collect(), DEALER).clauses == ("19.8.2.6",)
    at.do(AnnounceWagers(), SUPERVISOR)
    assert sum(1 for _ in at.facts(HiddenAnnounced)) == before + 1
    at.collect()
    assert at.table.chips.balances
    return at.chips()["A"]


@pytest.mark.clause(
    "nsw:19.8", "nsw:19.8.1", "nsw:19.8.2", "nsw:19.8.2.1", "nsw:19.8.2.2", "nsw:19.8.2.3",
    "nsw:19.8.2.4", "nsw:19.8.2.5", "nsw:19.8.2.6", "nsw:19.1.1:undisclosed wager",
)  # fmt: skip
def test_19_8_2_a_wager_is_written_examined_played_and_announced() -> None:
    at = AtTable(CHALLENGE, {1: ("A", 500), 2: ("B", 500)}, undisclosed=1)
    form = WriteWager(player="A", amount=100_00, type="main")
    plain = AtTable(CHALLENGE, {1: ("A", 500)})
    refusal = plain.refused(form, player("A"))
    assert refusal.clauses == ("19.8", "19.8.1", "19.1.1:undisclosed wager")
    less = WriteWager(player="A", amount=-1, type="main")
    assert at.refused(less, player("A")).clauses == ("19.8.2.3",)
    at.do(form, player("A"))
    at.bet("B", 25)
    at.shuffle()
    assert at.refused(NoMoreBets(), DEALER).clauses == ("19.8.2.5",)
    at.do(ReturnForm(player="A", reason="the amount is not legible"), SUPERVISOR)
    (returned,) = at.facts(FormReturned)
    assert returned.reason == "the amount is not legible"
    assert returned.clauses == ("19.8.2.5", "19.8.2.3", "19.8.2.4")
    at.do(form, player("A"))
    at.do(ExamineForms(), SUPERVISOR)
    assert "no form" in at.refused(ExamineForms(), SUPERVISOR).reason
    assert "not over" in at.refused(AnnounceWagers(), SUPERVISOR).reason
    assert play(at, WINS) == 600
    refusal = at.refused(form, player("A"))  # one was all there was
    assert refusal.clauses == ("19.8", "19.8.1", "19.1.1:undisclosed wager")


@pytest.mark.clause("nsw:19.8.2.5", "nsw:19.8.2.1", "nsw:19.9.6")
def test_19_8_2_5_a_form_that_is_given_back_is_put_right_whatever_turn_it_is() -> None:
    at = AtTable(CHALLENGE, {1: ("A", 1000), 2: ("B", 1000)}, undisclosed=2, order=True)
    assert at.ask() == "A"
    at.do(WriteWager(player="A", amount=5_00, type="main"), player("A"))
    assert at.ask() == "B"
    at.bet("B", 25)
    right = WriteWager(player="A", amount=50_00, type="main")
    at.do(ReturnForm(player="A", reason="it is under the minimum"), SUPERVISOR)
    assert at.no_bet("A", 50).clauses == ("19.9.6",), "it is the form that is put right"
    at.do(right, player("A"))
    assert at.refused(right, player("A")).clauses == ("19.8.2", "19.8.2.1")
    at.do(ExamineForms(), SUPERVISOR)
    at.close()


def test_only_challenge_has_forms() -> None:
    at = AtTable(ACT_2018, {1: ("A", 500)})
    with pytest.raises(TypeError, match="not a command"):
        at.do(WriteWager(player="A", amount=1, type="main"), player("A"))


@pytest.mark.clause("nsw:19.8.2.3", "nsw:19.8.2.4")
def test_19_8_2_4_beside_an_open_wager_it_comes_out_of_the_same_chips() -> None:
    at = written(500, WagerForm(50_00, "main"), opened=50)
    assert play(at, WINS) == 600
    (told,) = at.facts(HiddenAnnounced)
    assert (told.amount, told.clauses) == (50_00, ("19.8.2.6", "19.8.2.3", "19.8.2.4"))


CORRECTED: list[tuple[float, WagerForm, float, tuple[str, str], float, int, str]] = [
    (500, WagerForm(5_00, "main"), 0, LOSES, 490, 10_00, "19.8.3.1"),
    (500, WagerForm(10_00, "main"), 0, LOSES, 490, 10_00, "19.8.2.3"),  # the minimum itself
    (500, WagerForm(200_00, "main"), 0, WINS, 700, 200_00, "19.8.2.3"),  # the maximum itself
    (500, WagerForm(250_00, "main"), 0, WINS, 700, 200_00, "19.8.3.2"),
    (150, WagerForm(180_00, "main"), 0, BLACKJACK, 450, 150_00, "19.8.3.3"),
    (150, WagerForm(250_00, "main"), 0, WINS, 300, 150_00, "19.8.3.3"),
    (150, WagerForm(150_00, "main"), 0, WINS, 300, 150_00, "19.8.2.3"),  # all there is
    (500, WagerForm(None, "main"), 0, BLACKJACK, 490, 10_00, "19.8.3.4"),
    (500, WagerForm(100_00, ""), 0, WINS, 490, 10_00, "19.8.3.4"),
    (500, WagerForm(None, "main"), 50, WINS, 540, 10_00, "19.8.3.4"),
    (150, WagerForm(120_00, "main"), 60, LOSES, 0, 90_00, "19.8.3.3"),
    (500, WagerForm(55_00, "main"), 0, WINS, 550, 50_00, "19.8.2.3"),
    (500, WagerForm(180_00, "main"), 100, WINS, 700, 100_00, "19.8.3.2"),
    (500, WagerForm(5_00, "main"), 200, WINS, 700, 0, "19.8.3.2"),  # the open wager is the maximum
    (500, WagerForm(5_00, "main"), 195, WINS, 700, 5_00, "19.8.3.1"),
    (137, WagerForm(180_00, "main"), 0, WINS, 274, 137_00, "19.8.3.3"),  # to the last chip
    (500, WagerForm(100_00, "red dogs"), 0, WINS, 490, 10_00, "19.8.3.4"),  # there is no such wager
    (500, WagerForm(100_00, "any-pairs"), 50, WINS, 540, 10_00, "19.8.3.4"),
    (500, WagerForm(100_00, " Main "), 0, WINS, 600, 100_00, "19.8.2.3"),
]


@pytest.mark.clause(
    "nsw:19.8.3", "nsw:19.8.3.1", "nsw:19.8.3.2", "nsw:19.8.3.3", "nsw:19.8.3.4", "nsw:19.8.2.3"
)
def test_19_8_3_what_a_form_counts_for() -> None:
    for stack, form, opened, cards, ends, counts, clause in CORRECTED:
        at = written(stack, form, opened=opened)
        assert play(at, cards) == ends, form
        (told,) = at.facts(HiddenAnnounced)
        assert (told.written, told.amount) == (form.amount, counts)
        assert clause in told.clauses
        if clause == "19.8.2.3":  # it is as it was written
            assert "19.8.3.2" not in told.clauses
        won_by_b = {WINS: 1010, BLACKJACK: 1010, LOSES: 990}[cards]
        assert at.chips()["B"] == won_by_b, form


@given(
    st.none() | st.integers(0, 10_000), st.sampled_from(["", "main"]), st.integers(1, 50),
    st.integers(0, 500), st.integers(0, 5000), st.booleans(), st.booleans(),
)  # fmt: skip
def test_a_form_never_counts_for_more_than_the_limit_or_the_chips(
    amount: int | None, type: str, minimum: int, over: int, chips: int, floor: bool, both: bool
) -> None:
    law = law_of(CHALLENGE).hidden
    assert law is not None
    readings = TournamentReadings(hidden_floor_units=floor, hidden_combined_max=both)
    maximum, opened = minimum + over, min(minimum, chips)
    counts, clauses = deem(
        law, readings, WagerForm(amount, type), minimum=minimum, maximum=maximum, chips=chips,
        opened=opened,
    )  # fmt: skip
    assert clauses
    if amount is None or not type:
        assert (counts, clauses) == (minimum, law.incomplete)
        return
    assert 0 <= counts <= maximum
    assert counts <= chips - opened
    if both:
        assert opened + counts <= maximum
    if max(amount, minimum) > chips - opened and not both:
        assert counts == min(chips - opened, maximum)


def test_what_a_form_counts_for_is_as_the_table_reads_the_rule() -> None:
    """470 on the form beside 100 in the box, of 500 at most in steps of 25."""
    law = law_of(CHALLENGE).hidden
    assert law is not None
    for options, counts in (
        ({}, 400_00),
        ({"hidden_combined_max": False}, 450_00),
        ({"hidden_combined_max": False, "hidden_floor_units": False}, 470_00),
    ):
        play = AtTable(CHALLENGE, {}, options=options, undisclosed=1).table.tournament
        assert play is not None
        found, _ = deem(
            law, play.readings, WagerForm(470_00, "main"), minimum=25_00, maximum=500_00,
            chips=5000_00, opened=100_00,
        )  # fmt: skip
        assert found == counts, options


@pytest.mark.clause("nsw:19.8.4")
def test_19_8_4_the_form_is_shown_to_who_asks_until_the_next_round() -> None:
    at = written(500, WagerForm(100_00, "main"))
    look = InspectForm(player="B", of="A")
    assert at.refused(look, player("B")).clauses == ("19.8.4",)
    play(at, WINS)
    (seen,) = at.do(look, player("B"))
    assert msgspec.to_builtins(seen)["written"] == 100_00
    assert at.refused(InspectForm(player="Z", of="A"), player("Z")).clauses == ("19.8.4",)
    at.bet("A", 10)
    at.bet("B", 10)
    at.close()
    assert at.refused(look, player("B")).clauses == ("19.8.4",)


def bytes_of(at: AtTable, name: str | None) -> bytes:
    viewer = None if name is None else player(name)
    return msgspec.json.encode(at.table.view(viewer))


def test_what_is_written_changes_nothing_that_another_player_sees() -> None:
    """Byte for byte, in every moment until it is announced."""
    small, large = (
        written(500, WagerForm(amount, "main"), opened=20) for amount in (10_00, 150_00)
    )

    def same(who: str | None) -> bool:
        return bytes_of(small, who) == bytes_of(large, who)

    for step in ("written", "dealt", "doubled"):
        assert same("B"), step
        assert same(None), step
        assert not same("A"), step  # who sees what is left in front of them
        for at in (small, large):
            if step == "written":
                at.close()
                at.deal("6S 10H 6C 5S 9H")
            elif step == "dealt":
                stake = at.table.wagers[0].amount
                at.do(Double(box=1, amount=stake), DEALER)
                at.deal("2S")
    assert small.table.view(None).tournament is not None
    floor = msgspec.json.encode(small.table.view(INSPECTOR))
    assert floor != msgspec.json.encode(large.table.view(INSPECTOR))


def test_a_void_round_gives_the_form_back() -> None:
    at = written(500, WagerForm(100_00, "main"))
    at.close()
    at.deal("10S 10H")
    at.do(VoidMisdeal(error="a card too many", why_not_rebuilt="nobody saw it"), SUPERVISOR)
    assert at.chips()["A"] == 500
    assert at.table.tournament is not None
    assert at.table.tournament.forms_left["A"] == 2


def test_a_record_with_forms_replays() -> None:
    at = written(500, WagerForm(100_00, "main"))
    play(at, WINS)
    assert replay(at.table.record.lines).same


def told(at: AtTable, name: str | None) -> list[bytes]:
    """What a player, or the public, is told of everything that happened at the table."""
    viewer = None if name is None else player(name)
    with_hidden_wagers = undisclosed(at.table)
    moments = [Moment(e.n, e.at, e.facts) for e in at.table.record.entries]
    heard = (told_of_table(at.table.game, moment, viewer, with_hidden_wagers) for moment in moments)
    return [msgspec.json.encode(moment) for moment in heard]


def test_nobody_else_is_told_of_the_chips_that_it_moves() -> None:
    """Paid at once as a Blackjack is: not a word of it before the announcement."""
    small, large = (written(500, WagerForm(amount, "main")) for amount in (10_00, 150_00))
    for at in (small, large):
        at.close()
        at.deal("AS 10H 6C KS 9H")
    for name in ("B", None):
        assert told(small, name) == told(large, name)
    assert told(small, "A") != told(large, "A")
    for at in (small, large):
        at.do(Stand(box=2), DEALER)
        at.deal("KC KD")
        at.do(AnnounceWagers(), SUPERVISOR)
    assert told(small, "B") != told(large, "B")


# --- the type of wager


def paired(form: WagerForm, *, opened: float = 0, **terms: Any) -> AtTable:
    """A has 20 open on the hand, and a form; Any Pairs is from 10 to 50."""
    limits = {"main": [10_00, 200_00], "any-pairs": [10_00, 50_00]}
    options = {"side_bets": ["any-pairs"], "limits": limits}
    at = AtTable(
        CHALLENGE, {1: ("A", 500), 2: ("B", 1000)}, undisclosed=1, options=options, **terms
    )  # fmt: skip
    at.bet("A", 20)
    if opened:
        at.bet("A", opened, "any-pairs")
    at.do(WriteWager(player="A", amount=form.amount, type=form.type), player("A"))
    at.bet("B", 10)
    at.do(ExamineForms(), SUPERVISOR)
    return at


def announced(at: AtTable) -> HiddenAnnounced:
    """The round to its end: seventeen and nineteen against twenty-one."""
    at.close()
    at.deal("9S 10H 6C 8H 9D")
    for box in (1, 2):
        at.do(Stand(box=box), DEALER)
    at.deal("KC 5D")
    at.do(AnnounceWagers(), SUPERVISOR)
    (said,) = at.facts(HiddenAnnounced)
    assert at.table.chips.balances
    return said


@pytest.mark.clause("nsw:19.8.2.1", "nsw:19.8.2.6")
def test_19_8_2_1_a_form_is_staked_on_the_wager_that_it_names() -> None:
    at = paired(WagerForm(30_00, "any-pairs"))
    lying = {(wager.player, wager.wager): wager.amount for wager in at.table.wagers}
    assert lying == {("A", "main"): 20_00, ("A", "any-pairs"): 30_00, ("B", "main"): 10_00}
    at.close()
    at.deal("9S 10H 6C 9H 9D")  # a pair of nines: mixed, five to one
    (won,) = [f for f in at.table.facts if isinstance(f, Settled) and f.wager == "any-pairs"]
    assert (won.player, won.stake) == ("A", 30_00)
    for box in (1, 2):
        at.do(Stand(box=box), DEALER)
    at.deal("KC 5D")  # twenty-one
    at.do(AnnounceWagers(), SUPERVISOR)
    (told,) = at.facts(HiddenAnnounced)
    assert (told.type, told.amount) == ("any-pairs", 30_00)
    at.collect()
    assert at.chips()["A"] == 500 - 20 + won.net / 100
    assert at.table.chips.balances
    assert replay(at.table.record.lines).same


@pytest.mark.clause("nsw:19.8.3", "nsw:19.8.3.1", "nsw:19.8.3.2", "nsw:19.8.2.3")
def test_19_8_3_the_limits_are_those_of_the_wager_that_is_named() -> None:
    for written, opened, counts, clause in (
        (5_00, 0, 10_00, "19.8.3.1"),
        (80_00, 0, 50_00, "19.8.3.2"),
        (80_00, 30, 20_00, "19.8.3.2"),
        (30_00, 0, 30_00, "19.8.2.3"),
    ):
        said = announced(paired(WagerForm(written, "any-pairs"), opened=opened))
        assert (said.type, said.amount) == ("any-pairs", counts)
        assert clause in said.clauses


@pytest.mark.clause("nsw:19.8.2.1", "nsw:19.6.4")
def test_19_8_2_1_a_form_for_a_side_bet_goes_with_a_wager_on_the_hand() -> None:
    limits = {"main": [10_00, 200_00], "any-pairs": [10_00, 50_00]}
    options = {"side_bets": ["any-pairs"], "limits": limits}
    at = AtTable(CHALLENGE, {1: ("A", 500)}, undisclosed=1, options=options)
    form = WriteWager(player="A", amount=30_00, type="any-pairs")
    assert at.refused(form, player("A")).clauses == ("19.8.2", "19.8.2.1", "19.6.4")
    at.bet("A", 20)
    at.do(form, player("A"))
    assert at.no_bet("A", 0).clauses == ("19.8.2", "19.8.2.1")


@pytest.mark.clause("nsw:19.8.2.6", "nsw:19.8.3.3")
def test_19_8_3_3_chips_that_lie_on_a_side_bet_are_not_there_for_the_form() -> None:
    limits = {"main": [10_00, 900_00], "any-pairs": [10_00, 50_00]}
    options = {"side_bets": ["any-pairs"], "limits": limits}
    at = AtTable(CHALLENGE, {1: ("A", 500), 2: ("B", 1000)}, undisclosed=1, options=options)
    at.bet("A", 20)
    at.bet("A", 50, "any-pairs")
    at.do(WriteWager(player="A", amount=480_00, type="main"), player("A"))
    at.bet("B", 10)
    at.do(ExamineForms(), SUPERVISOR)
    assert at.chips()["A"] == 0
    said = announced(at)
    assert said.amount == 430_00
    assert "19.8.3.3" in said.clauses


def test_the_type_that_is_written_changes_nothing_that_another_player_sees_or_is_told() -> None:
    """A form for the hand and one for a side bet, byte for byte, until they are announced."""
    hand, pairs = (paired(WagerForm(30_00, kind)) for kind in ("main", "any-pairs"))

    def same(who: str | None) -> bool:
        seen = bytes_of(hand, who) == bytes_of(pairs, who)
        return seen and told(hand, who)[-1] == told(pairs, who)[-1]

    for step in ("written", "dealt", "doubled"):
        for who in ("B", None):
            assert same(who), (step, who)
        for at in (hand, pairs):
            if step == "written":
                at.close()
                at.deal("5S 10H 6C 6S 9H")
            elif step == "dealt":
                at.do(Double(box=1, amount=20_00), DEALER)
                at.deal("2S")


def test_an_open_side_bet_beside_a_form_is_seen_as_it_lies() -> None:
    at = paired(WagerForm(100_00, "main"), opened=30)
    (box, *_) = at.table.view(player("B")).boxes
    assert [(each.wager, each.amount) for each in box.wagers] == [
        ("main", 20_00), ("any-pairs", 30_00),
    ]  # fmt: skip


@pytest.mark.clause("nsw:19.6.14")
def test_19_6_14_a_form_is_for_whole_minimums_as_an_open_wager_is() -> None:
    at = AtTable(CHALLENGE, {1: ("A", 500)}, limits=(10, 200))
    at.bet("A", 55)
    at.shuffle()
    assert at.refused(NoMoreBets(), DEALER).clauses == ("19.6.14",)
    at = written(500, WagerForm(55_00, "main"))
    assert play(at, WINS) == 550
    (told,) = at.facts(HiddenAnnounced)
    assert (told.written, told.amount) == (55_00, 50_00)


# --- an incomplete form in a round that is void, or is built again

VOID = VoidMisdeal(error="a card fell", why_not_rebuilt="nobody saw where it lay")
NO_AMOUNT = WagerForm(None, "main")


def assert_the_record_agrees(at: AtTable) -> None:
    assert at.table.chips.balances
    assert not replay(at.table.record.lines).differences
    assert holdings(at.table.record).racks == at.table.chips.racks


@pytest.mark.clause("nsw:19.8.3.4", "nsw:16.8")
@pytest.mark.parametrize("cards", [WINS, LOSES, BLACKJACK])
@pytest.mark.parametrize(
    ("form", "opened"), [(NO_AMOUNT, 0), (WagerForm(50_00, ""), 0), (NO_AMOUNT, 50)]
)
def test_19_8_3_4_a_void_round_returns_what_an_incomplete_form_cost(
    cards: tuple[str, str], form: WagerForm, opened: float
) -> None:
    """All monies of a void round are returned, and in a tournament interim payments go back."""
    at = written(500, form, opened=opened)
    play(at, cards)
    at.do(VOID, SUPERVISOR)
    assert at.chips() == {"A": 500, "B": 1000}
    assert_the_record_agrees(at)


@pytest.mark.clause("nsw:19.8.3.4", "nsw:16.8")
def test_19_8_3_4_a_round_that_is_void_once_the_form_is_announced_costs_nothing() -> None:
    at = written(500, NO_AMOUNT)
    at.close()
    at.deal("10S 10H 6C 9S 9H")
    for box in (1, 2):
        at.do(Stand(box=box), DEALER)
    at.deal("KC 10D")
    at.do(AnnounceWagers(), SUPERVISOR)
    assert at.chips() == {"A": 490, "B": 1010}
    at.do(VOID, SUPERVISOR)
    assert at.chips() == {"A": 500, "B": 1000}
    assert_the_record_agrees(at)


@pytest.mark.clause("nsw:19.8.3.4", "nsw:18.4.2", "nsw:18.5")
def test_19_8_3_4_an_invalid_outcome_refunds_what_an_incomplete_form_cost() -> None:
    """A later round has been played, so that only the outcome of the first is invalidated."""
    at = written(500, NO_AMOUNT)
    play(at, WINS)
    at.bet("A", 10)
    at.bet("B", 10)
    at.close()
    at.deal("10S 10H 6C 9S 9H")
    for box in (1, 2):
        at.do(Stand(box=box), DEALER)
    at.deal("KC 10D")
    at.collect()
    assert at.chips() == {"A": 500, "B": 1020}
    at.do(InvalidateGame(ground="fraud", reason="a marked card", round=1), SUPERVISOR)
    assert at.chips() == {"A": 510, "B": 1010}
    assert_the_record_agrees(at)


@pytest.mark.clause("nsw:19.8.3.4", "nsw:18.3.1")
@pytest.mark.parametrize("announced_first", [True, False])
def test_18_3_1_a_void_wager_costs_nothing_though_its_form_is_incomplete(
    announced_first: bool,
) -> None:
    at = written(500, NO_AMOUNT)
    at.close()
    at.deal("10S 10H 6C 9S 9H")
    for box in (1, 2):
        at.do(Stand(box=box), DEALER)
    at.deal("KC 10D")
    at.do(FindProhibitedDevice(person="A", apparatus="a phone"), SUPERVISOR)
    if announced_first:
        at.do(AnnounceWagers(), SUPERVISOR)
        assert at.chips()["A"] == 490
    at.do(VoidWager(player="A", box=1, reason="a phone"), SUPERVISOR)
    if not announced_first:
        at.do(AnnounceWagers(), SUPERVISOR)
        assert not [f for f in at.facts(HiddenAnnounced) if f.written is not None]
    assert at.chips() == {"A": 500, "B": 1010}
    assert_the_record_agrees(at)


@pytest.mark.clause("nsw:19.8.3.4", "nsw:16.8")
@pytest.mark.parametrize("collected", [True, False])
def test_19_8_3_4_an_incomplete_form_costs_the_minimum_once_in_a_reconstructed_round(
    collected: bool,
) -> None:
    """B should have 9H 5S and the dealer 6D: the round goes on, and ends against a bust."""
    at = written(500, NO_AMOUNT)
    at.close()
    at.deal("10S")
    at.do(Deal(card=Card("9H"), laid_on=(0, 1)), DEALER)
    at.do(Deal(card=Card("6D"), laid_on=(2, 1)), DEALER)
    at.deal("9S 5S")
    at.do(Stand(box=1), DEALER)
    at.do(Hit(box=2), DEALER)
    at.deal("10C 8C")  # B has 21; the dealer's 17 loses to A
    at.do(AnnounceWagers(), SUPERVISOR)
    if collected:
        at.collect()
    assert at.chips() == {"A": 490, "B": 1010}
    at.do(Reconstruct(reason="first cards exchanged"), SUPERVISOR)
    for box in (1, 2):
        at.do(Stand(box=box), DEALER)
    at.deal("10C 8C")  # the dealer busts with 24
    assert at.chips() == {"A": 510, "B": 1010}
    assert at.refused(Collect(), DEALER).clauses == ("19.8.2.6",)
    at.do(AnnounceWagers(), SUPERVISOR)
    at.collect()
    assert at.chips() == {"A": 490, "B": 1010}
    assert_the_record_agrees(at)


@pytest.mark.clause("nsw:19.8.3.4", "nsw:16.8")
def test_19_8_3_4_a_collected_round_that_is_complete_as_rebuilt_costs_the_minimum_once() -> None:
    """The second cards of A and B were exchanged, and the dealer's cards stay the same."""
    at = written(500, NO_AMOUNT)
    at.close()
    at.deal("10S 10H 6C")
    at.do(Deal(card=Card("AS"), laid_on=(2, 1)), DEALER)
    at.do(Deal(card=Card("AH"), laid_on=(1, 1)), DEALER)
    at.do(AnnounceWagers(), SUPERVISOR)
    at.collect()
    assert at.chips() == {"A": 490, "B": 1020}
    at.do(Reconstruct(reason="second cards exchanged"), SUPERVISOR)
    assert at.chips() == {"A": 490, "B": 1020}
    assert_the_record_agrees(at)
    at.do(VOID, SUPERVISOR)
    assert at.chips() == {"A": 500, "B": 1000}
    assert_the_record_agrees(at)
