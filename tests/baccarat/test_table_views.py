"""Who sees what at a baccarat table: a card that lies face down is nowhere, for anybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.baccarat.cases import PERFECT
from tests.baccarat.table_support import Table, open_table
from tests.table_support import DEALER, INSPECTOR, OPERATOR, SUPERVISOR, player

from croupier.cards import DECK, Card
from croupier.games.baccarat.acts.wagering import PermitChanges
from croupier.games.baccarat.facts import Whose
from croupier.games.baccarat.rules import WagerChange
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.misplaced_cards import Reconstruct
from croupier.table.acts.stray_cards import DrawnInError
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.roles import Person

VIEWERS: list[Person | None] = [
    None, player("X"), player("Y"), DEALER, SUPERVISOR, OPERATOR, INSPECTOR,
]  # fmt: skip
BANKER_WINS = "5D 9C 3H KD"


def seen_by_all(at: Table) -> list[bytes]:
    """Everything that anybody sees or may do, and all that was stated so far."""
    views = [msgspec.json.encode(at.table.view(viewer)) for viewer in VIEWERS]
    return [*views, msgspec.json.encode(at.table.facts)]


def face_down(**options: Any) -> Table:
    at = open_table("X Y", dealing="face_down", side_bets=PERFECT, **options)
    at.name_turner(Whose.PLAYER, "X")
    at.bets("X player 100 player-pair 10; Y banker 100 tie 10")
    at.no_more_bets()
    return at


class Twins:
    """Two tables at which the same is done, but for one card that lies face down."""

    def __init__(self, cards: list[Card], place: int, other: Card) -> None:
        self.tables = (face_down(), face_down())
        self.cards = (cards, [*cards[:place], other, *cards[place + 1 :]])

    def alike(self) -> None:
        one, two = self.tables
        assert seen_by_all(one) == seen_by_all(two)

    def deal(self, place: int) -> None:
        for at, cards in zip(self.tables, self.cards, strict=True):
            at.do(Deal(card=cards[place]), DEALER)
        self.alike()

    def turn(self, hand: Whose, place: int) -> None:
        for at in self.tables:
            at.turn(hand, place, "X" if hand is Whose.PLAYER else None)
        self.alike()


@settings(max_examples=15)
@given(
    cards=st.lists(st.sampled_from(DECK), min_size=4, max_size=4, unique=True),
    place=st.integers(0, 3),
    other=st.sampled_from(DECK),
)
def test_nobody_can_tell_one_hidden_card_from_another(
    cards: list[Card], place: int, other: Card
) -> None:
    twins = Twins(cards, place, other)
    twins.alike()
    for each in range(4):
        twins.deal(each)
    for at in twins.tables:
        at.do(PermitChanges(changes=(WagerChange.WITHDRAW,), reason="jostled"), SUPERVISOR)
    twins.alike()
    turns = [(Whose.PLAYER, 1), (Whose.BANKER, 1), (Whose.PLAYER, 2), (Whose.BANKER, 2)]
    for number, (hand, at_place) in enumerate(turns):
        if number != place:
            twins.turn(hand, at_place)
    one = twins.tables[0]
    hand, at_place = turns[place]
    one.turn(hand, at_place, "X" if hand is Whose.PLAYER else None)
    assert str(cards[place]) in one.shown(hand)


@pytest.mark.parametrize("other", ["2C", "9S", "KH"])
def test_nor_a_hidden_third_card(other: str) -> None:
    tables = (face_down(), face_down())
    for at, third in zip(tables, ("9S", other), strict=True):
        at.lay_down("2H KC 2D 6S")
        for place in (1, 2):
            at.turn(Whose.PLAYER, place, "X")
            at.turn(Whose.BANKER, place)
        at.lay_down(third)
    assert seen_by_all(tables[0]) == seen_by_all(tables[1])


def test_nor_when_hands_are_laid_anew() -> None:
    tables = (face_down(), face_down())
    for at, second in zip(tables, ("9D", "2S"), strict=True):
        at.lay_down("9C")
        at.lay_on(Whose.PLAYER, second)
        at.do(Reconstruct(reason="two on one hand"), SUPERVISOR)
    assert seen_by_all(tables[0]) == seen_by_all(tables[1])


def test_a_card_drawn_unseen_has_no_name_while_it_waits() -> None:
    at = face_down()
    at.lay_down(BANKER_WINS)
    for place in (1, 2):
        at.turn(Whose.PLAYER, place, "X")
        at.turn(Whose.BANKER, place)
    at.do(DrawnInError(), DEALER)
    at.do(Collect(), DEALER)
    assert at.table.view(None).shoe.waiting == (None,)


def test_the_coup_as_everybody_sees_it() -> None:
    at = face_down()
    at.lay_down("5D 9C 3H")
    assert at.seen.due is not None
    assert (at.seen.due.what, at.seen.due.hands) == ("card", ("banker",))
    at.lay_down("KD")
    assert (at.seen.due.what, at.seen.due.hands) == ("turn", ("player", "banker"))
    assert (at.seen.player.turned_by, at.seen.banker.turned_by) == (("X",), ())
    assert (at.seen.player.total, at.seen.player.words) == (None, "")
    at.turn(Whose.BANKER, 1)
    at.turn(Whose.BANKER, 2)
    assert (at.seen.banker.total, at.seen.banker.words) == (9, "natural 9")
    assert [(s.player, s.wager, s.stake, s.open) for s in at.seen.stakes] == [
        ("X", "player", 100_00, True), ("X", "player-pair", 10_00, True),
        ("Y", "banker", 100_00, True), ("Y", "tie", 10_00, True),
    ]  # fmt: skip
    at.turn(Whose.PLAYER, 1, "X")
    at.turn(Whose.PLAYER, 2, "X")
    over = at.seen
    assert over.due is None
    assert (over.winner, over.stage) == ("banker", "over")
    assert at.table.phase is Phase.SETTLED


def test_the_scoreboard_shows_the_shoe_in_use() -> None:
    at = open_table("X", side_bets=PERFECT)
    at.coup("9H 4C 9H 6D", "X player 10")  # a pair, and 8 against 0
    at.coup("7H 7D KS QC", "X player 10")
    at.coup("5D 9C 3H KD", "X player 10")
    board = at.table.view(player("X")).scoreboard
    assert [(b.round, b.winner, b.player, b.banker) for b in board] == [
        (1, "player", 8, 0), (2, "tie", 7, 7), (3, "banker", 8, 9),
    ]  # fmt: skip
    assert [(b.player_pair, b.banker_pair) for b in board] == [
        (True, False), (False, False), (False, False),
    ]  # fmt: skip


def test_what_is_legal_is_offered_and_nothing_else() -> None:
    at = face_down()
    at.lay_down(BANKER_WINS)
    offered = {type(command).__name__ for command in at.table.legal(player("X"), at.now)}
    assert "Turn" in offered
    other = {type(command).__name__ for command in at.table.legal(player("Y"), at.now)}
    assert "Turn" not in other
    assert all(at.allowed(command, player("X")) for command in at.table.legal(player("X"), at.now))
