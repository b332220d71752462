"""Where the tournament rules can be read in two ways, the option says which, and both are kept."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from tests.tournament.at_tables import NOW, SUPERVISOR, AtTable
from tests.tournament.support import (
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    DEALER,
    HOLDEM,
    INSTRUMENTS,
    opened,
    player,
)

from croupier.cards import parse_cards
from croupier.games.baccarat.acts.no_bet_coups import DirectNoBetCoup
from croupier.games.blackjack.asks_and_answers import Double, Stand
from croupier.games.challenge.acts.shuffling_device import DeviceFailed
from croupier.games.challenge.acts.stray_cards import DealtToNobody
from croupier.games.challenge.acts.void_rounds import FindWrongCards, VoidMisdeal
from croupier.rulebook.instruments import load
from croupier.rulebook.options import OptionError, as_made, resolve
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.hidden_wagers import ExamineForms, WriteWager
from croupier.table.acts.patrons import StepAway
from croupier.table.acts.turns import (
    DeductMinimum,
    EverybodyPasses,
    PlayPassCard,
    RuleOut,
    TimeIsUp,
)
from croupier.table.facts import OutAtTable
from croupier.table.tournament_law import TournamentReadings, readings_of
from croupier.table.tournament_play import marker_box, minimum_of, order_of_wagering
from croupier.tournament.table_setup import terms_of

USUAL: dict[str, object] = {
    "double_in_units": True,
    "hidden_interim": "freeze_until_reveal",
    "elimination_wager": "total_round",
}
"""How Challenge is read where a table says nothing."""


def challenge(seats: dict[int, tuple[str, float]], option: str, value: object, **terms: Any) -> Any:
    """A table that reads the rules so; what is usual it need not say."""
    options = {} if USUAL.get(option) == value else {option: value}
    return AtTable(CHALLENGE, seats, options=options, **terms)


def play(at: AtTable, cards: str, *stands: int, then: str = "") -> None:
    """A round with these cards; these boxes stand, and the dealer draws the rest."""
    at.close()
    at.deal(cards)
    for box in stands:
        at.do(Stand(box=box), DEALER)
    at.deal(then)
    at.collect()


def test_every_reading_is_an_option_of_some_rulebook_and_has_its_default_there() -> None:
    found: dict[str, set[object]] = {name: set() for name in TournamentReadings.__struct_fields__}
    for instrument in INSTRUMENTS:
        for name, value in resolve(load(instrument), {}).items():
            if name in found:
                found[name].add(value)
    usual = msgspec.to_builtins(TournamentReadings())
    for name, defaults in found.items():
        assert usual[name] in defaults, name


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_every_value_that_the_rulebook_lists_is_understood(instrument: str) -> None:
    book = load(instrument)
    for option in book.options:
        if option.name in TournamentReadings.__struct_fields__:
            values = [True, False] if option.type == "flag" else list(option.readings)
            for value in values:
                read = readings_of(resolve(book, {option.name: value}))
                assert msgspec.to_builtins(getattr(read, option.name)) == value


# --- the order of wagering


@pytest.mark.clause("nsw:19.9.2", "nsw:19.9.4")
def test_19_9_2_the_marker_goes_to_the_next_box_or_to_the_next_player() -> None:
    seats = {1: ("A", 1000.0), 2: ("B", 1000.0), 5: ("E", 1000.0)}
    markers: dict[str, list[int]] = {"box_index": [], "next_player": []}
    for value, seen in markers.items():
        at = challenge(seats, "marker_on_empty", value, order=True, boxes=6)
        while len(seen) < 4:
            seen.append(marker_box(at.table))
            order = order_of_wagering(at.table)
            for _ in order:
                at.bet(at.ask(), 25)
            play(at, "10S 10H 10D 6C 9S 9H 9D", *sorted(order), then="KC KD")
    assert markers == {"box_index": [1, 2, 3, 4], "next_player": [1, 2, 5, 1]}


# --- doubling


@pytest.mark.clause("nsw:19.6.14", "nsw:10.1")
def test_19_6_14_doubling_is_in_whole_minimums_or_not() -> None:
    for value, allowed in ((True, {25, 50}), (False, {25, 30, 50})):
        at = challenge({1: ("A", 1000)}, "double_in_units", value)
        at.bet("A", 50)
        at.close()
        at.deal("6S 6C 5S")
        doubles = {n: Double(box=1, amount=n * 100) for n in (25, 30, 50)}
        refusals = {n: at.table.check(double, DEALER, NOW) for n, double in doubles.items()}
        assert {n for n, refusal in refusals.items() if refusal is None} == allowed
        assert {str(r) for r in refusals.values() if r} <= {
            "$30 is not a multiple of $25 (19.6.14)"
        }
        at.do(doubles[25], DEALER)


# --- who makes no wager


@pytest.mark.clause("nsw:19.6.12", "nsw:19.6.4")
def test_19_6_12_who_lets_the_time_run_out_is_held_to_the_minimum_or_disqualified() -> None:
    at = challenge({1: ("A", 1000)}, "no_wager_precedence", "time_limit", seconds=30)
    at.do(TimeIsUp(player="A"), SUPERVISOR)
    assert at.table.wagers[0].amount == 25_00
    at = challenge({1: ("A", 1000)}, "no_wager_precedence", "disqualification", seconds=30)
    assert at.refused(TimeIsUp(player="A"), SUPERVISOR).clauses == ("19.6.4",)


@pytest.mark.clause("nsw:19.6.13")
def test_19_6_13_a_pass_card_saves_who_is_short_or_does_not() -> None:
    seats = {1: ("A", 40.0), 2: ("B", 500.0)}
    for at, out in (
        (AtTable(CHALLENGE, seats, pass_cards=1), ["A"]),  # as the text has it
        (challenge(seats, "pass_saves_from_19_6_13", True, pass_cards=1), []),
    ):
        at.bet("A", 25)
        at.bet("B", 25)
        play(at, "10S 10H 6C 9S 9H", 1, 2, then="KC 5D")
        assert [fact.player for fact in at.facts(OutAtTable)] == out
        if not out:
            at.do(PlayPassCard(player="A"), player("A"))
            at.bet("B", 25)
            play(at, "10H 6C 9H", 2, then="KC 5D")
            assert [fact.player for fact in at.facts(OutAtTable)] == ["A"]


@pytest.mark.clause("nsw:19.7.1", "nsw:16.7")
def test_19_7_1_a_round_in_which_all_pass_counts_or_does_not() -> None:
    by_default: Any = AtTable(CHALLENGE, {1: ("A", 500)}, pass_cards=1)
    never = challenge({1: ("A", 500)}, "all_pass_counts_as_round", False, pass_cards=1)
    for at, rounds, left in ((by_default, 1, 0), (never, 0, 1)):
        at.do(PlayPassCard(player="A"), player("A"))
        at.do(EverybodyPasses(), DEALER)
        assert at.table.tournament.rounds == rounds
        assert at.table.tournament.passes == {"A": left}
    by_default.shuffle()
    by_default.do(DealtToNobody(cards=parse_cards("KC 2D")), DEALER)  # which is void
    assert by_default.table.tournament.rounds == 1


# --- undisclosed wagers


@pytest.mark.clause("nsw:8.1.1")
def test_19_8_2_6_what_is_settled_early_is_said_in_the_end_or_at_once() -> None:
    """A Blackjack of A's is paid while B still plays: does B see for how much?"""
    for value, told in (("freeze_until_reveal", False), ("settle_at_once", True)):
        seen = []
        for amount in (25_00, 150_00):
            seats = {1: ("A", 500.0), 2: ("B", 500.0)}
            at = challenge(seats, "hidden_interim", value, undisclosed=1)
            at.do(WriteWager(player="A", amount=amount, type="main"), player("A"))
            at.bet("B", 25)
            at.do(ExamineForms(), SUPERVISOR)
            before = msgspec.json.encode(at.table.view(player("B")))
            at.close()
            at.deal("AS 10H 6C KS 9H")
            seen.append((before, msgspec.json.encode(at.table.view(player("B")))))
        (one, one_paid), (other, other_paid) = seen
        assert one == other  # before it is paid nobody is told
        assert (one_paid != other_paid) == told


# --- who goes out


def test_19_10_4_the_wager_is_all_that_was_staked_or_the_first() -> None:
    for value, wagered in (("total_round", 100_00), ("initial", 50_00)):
        at = challenge({1: ("A", 100), 2: ("B", 500)}, "elimination_wager", value)
        at.bet("A", 50)
        at.bet("B", 25)
        at.close()
        at.deal("6S 10H 6C 5S 9H")
        at.do(Double(box=1, amount=50_00), DEALER)
        at.deal("2S")
        at.do(Stand(box=2), DEALER)
        at.deal("KC 5D")
        at.collect()
        assert [fact.wagered for fact in at.facts(OutAtTable)] == [wagered]


def test_who_goes_out_before_the_deal_is_among_those_of_the_round() -> None:
    at = AtTable(CHALLENGE, {1: ("A", 25), 2: ("B", 500)})
    at.do(StepAway(player="A"), player("A"))
    at.do(DeductMinimum(player="A"))
    at.bet("B", 25)
    play(at, "10H 6C 9H", 2, then="KC 5D")
    assert at.table.tournament is not None
    assert [out.player for out in at.table.tournament.exits] == ["A"]


@pytest.mark.clause("uth:16.15")
def test_16_15_it_takes_an_ante_and_a_blind_or_an_ante() -> None:
    for value, least in (("ante_and_blind", 50_00), ("ante", 25_00)):
        at = AtTable(HOLDEM, {1: ("A", 40), 2: ("B", 500)}, options={"tournament_min_test": value})
        assert minimum_of(at.table) == least
        at.bet("B", 25, "ante")
        at.shuffle()
        assert "A cannot wager" in at.refused(NoMoreBets(), DEALER).reason
        at.do(RuleOut(player="A"))  # who cannot stake both, and is not waited for
        (out,) = at.facts(OutAtTable)
        assert (out.player, out.residual, out.clauses) == ("A", 40_00, ("16.15",))
        at.do(NoMoreBets(), DEALER)


# --- rounds that are none


@pytest.mark.clause("nsw:19.2.2", "nsw:19.2.2.1")
def test_19_2_2_1_which_voids_take_back_what_was_paid() -> None:
    """P has been paid a Blackjack of 50 when the round is void.

    19.2.2 names 16.15.2. Nothing is ever paid in a round under 16.7, which it names too.
    """
    voids = {
        "16.8": VoidMisdeal(error="a card too many", why_not_rebuilt="nobody saw it"),
        "16.15.2": FindWrongCards(foreign=("a joker",)),
        "17.4": DeviceFailed(fault="it shows the next card", disadvantaged="the casino"),
    }
    for kept in voids:
        for clause, void in voids.items():
            device = {"device": "shuffler"} if clause == "17.4" else {}
            at = AtTable(
                CHALLENGE, {1: ("P", 500), 2: ("Q", 500)},
                options={"void_clawback": list({kept: 1, "16.15.2": 1}), **device},
            )  # fmt: skip
            at.bet("P", 50)
            at.bet("Q", 50)
            at.close()
            at.deal("AS 10H 5D KS 6H")
            assert at.chips()["P"] == 600
            at.do(void, SUPERVISOR)
            taken = clause in (kept, "16.15.2")
            assert at.chips()["P"] == (500 if taken else 600), (kept, clause)


@pytest.mark.clause("nsw:19.2.2")
@pytest.mark.parametrize("without", [[], ["16.8"], ["16.8", "17.4"]])
def test_19_2_2_a_round_with_wrong_cards_always_takes_back_what_was_paid(
    without: list[str],
) -> None:
    book = load(CHALLENGE)
    with pytest.raises(OptionError, match=r"16\.15\.2 is always among them \(.*19\.2\.2"):
        resolve(book, {"void_clawback": without})
    then = as_made(book, {"void_clawback": without}, "1.2.0")
    assert resolve(book, then)["void_clawback"] == [*without, "16.15.2"]
    at = AtTable(CHALLENGE, {1: ("P", 500)}, options={"void_clawback": ["16.15.2"]})
    at.bet("P", 50)
    at.close()
    at.deal("AS 5D KS")
    at.do(FindWrongCards(foreign=("a joker",)), SUPERVISOR)
    assert at.chips() == {"P": 500}


def test_15_14_a_coup_without_wagers_is_a_round_of_the_session_or_not() -> None:
    for value, rounds in ((False, 0), (True, 1)):
        at = AtTable(BACCARAT, {}, options={"count_no_bet": value})
        at.do(DirectNoBetCoup(), SUPERVISOR)
        at.close()
        at.deal("2S 3S 7H 6H")
        at.collect()
        assert at.table.tournament is not None
        assert at.table.tournament.rounds == rounds


def test_others_insure_a_hand_in_a_tournament_only_where_its_conditions_say_so() -> None:
    for options, allowed in (({}, False), ({"third_party_insurance": True}, True)):
        held = opened(ACT_2018, options=options).tournament
        assert terms_of(held.conditions, held.law).third_party_insurance is allowed
