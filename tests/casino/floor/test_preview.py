"""A preview tells nothing that is hidden from whoever asks for it, whatever they ask.

Two tables differ in nothing but what a viewer may not see: previews of every command are the same
there byte for byte, refusals with their reasons among them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.baccarat import table_support as baccarat
from tests.holdem.table_support import two_dealt
from tests.holdem.test_table_views import STEPS, Evening, _exchanged, permitted
from tests.nonsense import anything
from tests.table_support import DEALER, INSPECTOR, NOW, SUPERVISOR, player
from tests.tournament.at_tables import AtTable
from tests.tournament.support import CHALLENGE, DIRECTOR

from croupier.cards import DECK, Card
from croupier.casino.floor.preview import UNTOLD, Preview, preview_from_lines
from croupier.games.baccarat.acts.dealing import Turn
from croupier.games.baccarat.facts import Whose
from croupier.games.holdem.acts.misdeals import CardShown
from croupier.games.holdem.asks_and_answers import Check, Fold, TakeAndPay
from croupier.games.holdem.facts import Exposed
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.dealing import Deal
from croupier.table.acts.hidden_wagers import AnnounceWagers, ExamineForms, WriteWager
from croupier.table.redaction import TURNS, disguise
from croupier.table.tournament_play import WagerForm, play_at
from croupier.table.views import FloorView, FormView
from croupier.table_replay import replay

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.games.holdem.facts import Place
    from croupier.table.table import Table

STAFF = (DEALER, SUPERVISOR, INSPECTOR, DIRECTOR)
PLACES: list[tuple[Place, int]] = [
    ("communal", 1), ("communal", 2), ("communal", 3), ("communal", 4), ("communal", 5),
    ("dealer", 1), ("dealer", 2),
]  # fmt: skip


def told(table: Table, command: Command, by: Person) -> object:
    """All that a preview of a command says."""
    try:
        found = preview_from_lines(table.record.lines, command, by, NOW)
    except Refused as refusal:
        return type(refusal), refusal.reason, refusal.clauses
    return msgspec.json.encode(found.facts), found.whole


def some_commands(table: Table, by: Person, chance: Random, count: int) -> list[Command]:
    """Some that could be given now, and as many that make little sense."""
    legal = [*table.legal(by)]
    kinds = sorted(table.game.acts, key=str)
    sensible = chance.sample(legal, min(count, len(legal)))
    return sensible + [anything(chance.choice(kinds), chance) for _ in range(count)]


# --- Hold'em: cards of boxes, of the dealer, and in the middle


def evening(seed: int) -> Evening:
    chance = Random(seed)
    picks = tuple((chance.randrange(40), chance.randrange(10)) for _ in range(STEPS))
    return Evening({"device": "shoe"}, tuple(chance.sample(DECK, 52)), picks)


@pytest.mark.parametrize("seed", range(10))
def test_cards_that_lie_face_down_leave_every_preview_as_it_is(seed: int) -> None:
    chance, one = Random(seed), evening(seed)
    steps = chance.randrange(9, STEPS)
    at = one.after(steps)
    for by in STAFF:
        seen = permitted(at.round.round, by)
        other = replace(one, deck=_exchanged(one.deck, seen, chance)).after(steps)
        whose, place = chance.choice(PLACES)
        commands: list[Command] = [CardShown(whose=whose, place=place), TakeAndPay(), Check(box=1)]
        commands += some_commands(at.table, by, chance, 4)
        for command in commands:
            assert told(at.table, command, by) == told(other.table, command, by), command


@pytest.mark.parametrize(("whose", "place"), PLACES)
def test_a_card_that_would_be_shown_by_mistake_is_not_named_before(
    whose: Place, place: int
) -> None:
    at = two_dealt()
    shown = CardShown(whose=whose, place=place)
    found = preview_from_lines(at.table.record.lines, shown, DEALER, NOW)
    assert not found.whole
    assert not cards_in(found)
    facts = at.do(shown, DEALER)
    assert any(isinstance(fact, Exposed) for fact in facts)  # which it does say once it is done


def test_what_follows_is_told_up_to_the_first_card_that_would_be_turned() -> None:
    at = two_dealt("1 check")
    found = preview_from_lines(at.table.record.lines, Check(box=2), DEALER, NOW)
    done = at.do(Check(box=2), DEALER)
    assert not found.whole
    assert found.facts == done[: len(found.facts)]
    assert 0 < len(found.facts) < len(done)
    assert not cards_in(found)


def test_what_no_card_has_to_do_with_is_told_whole() -> None:
    at = two_dealt()
    found = preview_from_lines(at.table.record.lines, Fold(box=1), DEALER, NOW)
    assert found == Preview(at.do(Fold(box=1), DEALER), whole=True)


def test_no_card_can_be_found_by_naming_one_after_the_other() -> None:
    at = Evening({"device": "shoe"}, tuple(DECK), ()).after(7)
    other = Evening({"device": "shoe"}, tuple(reversed(DECK)), ()).after(7)
    for by in (DEALER, SUPERVISOR):
        for card in DECK:
            said = told(at.table, Deal(card=card), by)
            assert said == told(other.table, Deal(card=card), by)


def cards_in(found: Preview) -> set[str]:
    return set(re.findall(r'"([A2-9TJQK][SHDC])"', msgspec.json.encode(found.facts).decode()))


# --- baccarat: hands that are turned by their players


def face_down(cards: str) -> baccarat.Table:
    at = baccarat.open_table(dealing="face_down")
    at.bet("X", "player", 100)
    at.bet("Y", "banker", 100)
    at.no_more_bets()
    for card in cards.split():
        at.do(Deal(card=Card(card)), DEALER)
    return at


def test_a_hand_that_is_not_turned_leaves_every_preview_as_it_is() -> None:
    one, other = face_down("5D 9C 3H KD"), face_down("AS 2C 7H 8D")
    chance = Random(3)
    turns = [Turn(hand=whose, place=place) for whose in Whose for place in (1, 2)]
    for by in STAFF:
        for command in [*turns, *some_commands(one.table, by, chance, 5)]:
            assert told(one.table, command, by) == told(other.table, command, by), command


# --- undisclosed wagers of a tournament


def written(amount: int | None, *, examined: bool = False) -> AtTable:
    seats = {1: ("Ana", 1000.0), 2: ("Ben", 1250.0)}
    at = AtTable(CHALLENGE, seats, undisclosed=1)
    at.shuffle()
    at.do(WriteWager(player="Ana", amount=amount, type="main"), player("Ana"))
    at.bet("Ben", 50)
    if examined:
        at.do(ExamineForms(), SUPERVISOR)
    return at


@pytest.mark.clause("nsw:19.8.2.1", "nsw:19.8.2.5")
def test_19_8_2_1_a_form_that_one_has_not_read_leaves_every_preview_as_it_is() -> None:
    one, other = written(225_00), written(75_00)
    chance = Random(5)
    for by in (DEALER, DIRECTOR):
        commands = [ExamineForms(), NoMoreBets(), *some_commands(one.table, by, chance, 12)]
        for command in commands:
            assert told(one.table, command, by) == told(other.table, command, by), command


@pytest.mark.clause("nsw:19.8.2.5")
def test_19_8_2_5_whoever_examines_a_form_reads_it_and_sees_what_follows() -> None:
    at = written(225_00)
    examining, dealing = at.table.view(SUPERVISOR), at.table.view(DEALER)
    assert isinstance(examining, FloorView)
    assert isinstance(dealing, FloorView)
    assert examining.forms == (FormView("Ana", 225_00, "main"),)
    assert dealing.forms == ()
    found = preview_from_lines(at.table.record.lines, ExamineForms(), SUPERVISOR, NOW)
    assert found == Preview(at.do(ExamineForms(), SUPERVISOR), whole=True)


def test_players_are_told_nothing_beforehand_while_others_have_undisclosed_wagers() -> None:
    at = written(225_00, examined=True)
    ben = player("Ben")
    found = preview_from_lines(at.table.record.lines, AnnounceWagers(), ben, NOW)
    assert found == UNTOLD


# --- what is exchanged


def disguised(lines: Iterable[bytes], viewer: Person | None, turn: int) -> tuple[Table, bool]:
    table = replay(lines, forgetful=True).table
    return table, disguise(table, viewer, turn)


@pytest.mark.parametrize("seed", range(3))
def test_exchanging_what_is_hidden_changes_nothing_that_is_seen(seed: int) -> None:
    one, chance = evening(seed), Random(seed)
    for steps in chance.sample(range(5, STEPS), 4):
        at = one.after(steps)
        for viewer in (None, player("P"), player("Q"), *STAFF):
            seen = msgspec.json.encode(at.table.view(viewer))
            for turn in TURNS:
                table, _ = disguised(at.table.record.lines, viewer, turn)
                assert msgspec.json.encode(table.view(viewer)) == seen


def test_two_turns_have_another_card_at_every_hidden_place() -> None:
    at = two_dealt()
    tables = [disguised(at.table.record.lines, DEALER, turn) for turn in TURNS]
    first, second = (_lying(table) for table, _ in tables)
    assert all(changed for _, changed in tables)
    assert len(first) == 11
    assert all(card is not other for card, other in zip(first, second, strict=True))
    for table, _ in tables:
        assert sorted(table.shoe.layout) == sorted(_lying(table))
        assert table.shoe.out.total() == 11


def test_a_form_is_exchanged_for_those_who_have_not_read_it() -> None:
    at = written(225_00)
    for viewer, reads in ((DEALER, False), (DIRECTOR, False), (SUPERVISOR, True), (None, False)):
        tables = [disguised(at.table.record.lines, viewer, turn)[0] for turn in TURNS]
        first, second = (play_at(table).this_round.forms["Ana"] for table in tables)
        assert (first == second) is reads
        assert (WagerForm(225_00, "main") in (first, second)) is reads


def _lying(table: Any) -> list[Card]:
    round = table.round.round
    return [*round.communal, *round.dealer, *(card for box in round.boxes for card in box.cards)]
