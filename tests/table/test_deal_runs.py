"""Cards that nobody decides between are one command; each of them is a fact as it was alone."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.table.evenings import EVENING, secrets

from croupier.adjudication.export import round_files
from croupier.aggregate.roles import Person, Role
from croupier.cards import Card, parse_cards
from croupier.casino.opening_and_closing import open_house, opening_of
from croupier.dealer import Dealer
from croupier.game_rules import table_for
from croupier.rulebook.citations import Refused
from croupier.rulebook.instruments import instruments
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.dealing import Deal, DealRun, cards_dealt
from croupier.table.acts.patrons import Arrive
from croupier.table.acts.stray_cards import DrawnInError
from croupier.table.shuffle_verification import Verdict, check_shoes
from croupier.table.table import Phase
from croupier.table_replay import replay

if TYPE_CHECKING:
    from croupier.aggregate.facts import Fact
    from croupier.table.table import Table

ANA = Person("ana", Role.PLAYER)
OPTIONS: dict[str, dict[str, object]] = {
    "act-blackjack-2006": {"decks": 6, "limits": {"main": [10_00, 500_00]}},
    "act-blackjack-2018": {"decks": 6, "soft_17": "hit", "limits": {"main": [10_00, 500_00]}},
    "nsw-blackjack-challenge": {
        "decks": 6,
        "device": "shuffler",
        "limits": {"main": [10_00, 500_00]},
    },
    "act-mini-baccarat-2016": {
        "burn_method": "b",
        "settlement": "A",
        "limits": {wager: [10_00, 500_00] for wager in ("banker", "player", "tie")},
    },
    "act-ultimate-texas-holdem-2025": {
        "device": "shuffler",
        "limits": {wager: [10_00, 500_00] for wager in ("ante", "trips")},
    },
}


def begun(instrument: str) -> tuple[Table, Dealer]:
    """A table with a wager on each of three boxes, when betting has been closed."""
    table = table_for(instrument, OPTIONS[instrument])
    dealer = Dealer(table, secrets(3), clock=lambda: EVENING)
    open_house(table, dealer, opening_of(table, "play chips", EVENING, 10_000_000_00), EVENING)
    for player in ("ana", "bob", "cat"):
        own = Person(player, Role.PLAYER)
        table.do(Arrive(player=player), own, EVENING)
        table.do(BringChips(player=player, amount=1_000_000_00), own, EVENING)
    return table, dealer


def close_betting(table: Table, dealer: Dealer) -> None:
    dealer.prepare()
    for box, player in enumerate(("ana", "bob", "cat"), 1):
        own = Person(player, Role.PLAYER)
        main = table.game.wagers[0]
        wager = PlaceWager(player=player, box=box, amount=10_00, wager=main)
        table.do(wager, own, EVENING)
    table.do(NoMoreBets(), dealer.by, EVENING)


def play(instrument: str, rounds: int, *, in_runs: bool) -> Table:
    """Rounds in which players decide at random, the same cards dealt in one way or the other."""
    table, dealer = begun(instrument)
    choose = random.Random(7).choice
    for _ in range(rounds):
        close_betting(table, dealer)
        while table.phase is not Phase.SETTLED:
            if table.phase is Phase.BETTING:  # the cutting card came first
                dealer.prepare()
                table.do(NoMoreBets(), dealer.by, EVENING)
            if in_runs:
                dealer.deal()
            else:
                while dealer.step():
                    pass
            asking = table.game.asking(table) if table.phase is Phase.DEALING else None
            if asking is not None:
                assert table.round is not None
                player = asking.players[0] if asking.players else None
                own = Person(player, Role.PLAYER) if player else dealer.by
                said = [
                    each
                    for each in table.round.candidates(player)
                    if table.check(each, own, EVENING) is None
                ]
                table.do(choose(said), own, EVENING)
        dealer.collect()
    dealer.prepare()
    return table


@pytest.mark.parametrize("instrument", instruments())
def test_the_same_follows_card_by_card_and_in_runs(instrument: str) -> None:
    one_by_one, in_runs = (play(instrument, 40, in_runs=each) for each in (False, True))
    assert in_runs.facts == one_by_one.facts
    assert in_runs.chips.racks == one_by_one.chips.racks
    assert in_runs.length < 0.8 * one_by_one.length
    dealt = [
        [card for entry in table.record.entries for card in cards_dealt(entry.command)]
        for table in (one_by_one, in_runs)
    ]
    assert dealt[0] == dealt[1]
    assert told(in_runs) == told(one_by_one)


def told(table: Table) -> list[dict[str, object]]:
    """The round files of a record, but for the hash that says which record it was."""
    files = [file for _, file in round_files(table.record.lines) if isinstance(file, dict)]
    assert len(files) == table.number
    return [{name: value for name, value in file.items() if name != "source"} for file in files]


@pytest.mark.parametrize("instrument", instruments())
def test_a_record_of_runs_plays_again_and_proves_its_shuffles(instrument: str) -> None:
    table = play(instrument, 10, in_runs=True)
    again = replay(table.record.lines)
    assert again.same, again.differences
    assert again.table.head == table.head
    verdicts = {check.verdict for check in check_shoes(table.record)}
    assert verdicts <= {Verdict.PROVED, Verdict.NOT_REVEALED}


def as_it_stands(table: Table) -> tuple[int, bytes, list[Fact], dict[Card, int]]:
    shown = msgspec.json.encode(table.view(None))
    return table.length, shown, list(table.facts), dict(table.shoe.out)


@pytest.mark.parametrize("instrument", instruments())
def test_a_run_that_is_not_due_is_refused_and_changes_nothing(instrument: str) -> None:
    table, dealer = begun(instrument)
    close_betting(table, dealer)
    assert table.round is not None
    many = parse_cards("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH 2H 3H 4H 5H")
    most = len(table.round.run_of(iter(many)))
    before = as_it_stands(table)
    for cards in ((), tuple(many[: most + 1]), (Card.AS,) * (table.shoe.decks + 1)):
        assert isinstance(table.check(DealRun(cards=cards), dealer.by, EVENING), Refused)
        with pytest.raises(Refused):
            table.do(DealRun(cards=cards), dealer.by, EVENING)
        assert as_it_stands(table) == before
    table.do(DealRun(cards=tuple(many[:most])), dealer.by, EVENING)
    assert table.length == before[0] + 1
    assert [card for card in many[:most] if table.shoe.out[card] != 1] == []


def test_a_card_that_waits_is_dealt_by_itself() -> None:
    table, dealer = begun("act-blackjack-2018")
    close_betting(table, dealer)
    dealer.step()
    table.do(DrawnInError(card=Card.S9), dealer.by, EVENING)
    with pytest.raises(Refused, match="drawn in error"):
        table.do(DealRun(cards=(Card.S9, Card.S8)), dealer.by, EVENING)
    before = table.record.length
    dealer.deal()
    first, second = (entry.command for entry in table.record.entries[before : before + 2])
    assert first == Deal(card=Card.S9)
    assert isinstance(second, DealRun)
    assert len(second.cards) == 5  # of seven in the initial deal
