"""Bad use gets an error that says what is wrong, and nothing is half-done."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier.moves import Double, Fold, Hit, Insure, PlaceWager
from croupier.rulebook.citations import Refused

BLACKJACK = "act-blackjack-2018"


def eleven() -> croupier.Game:
    """Ana has a hard eleven against a nine."""
    return croupier.Game(BLACKJACK, seats=["ana"], cards="5S 9D 6H")


@pytest.mark.parametrize(
    ("move", "said", "clauses"),
    [
        ("stand", "a hard total of 11 must draw to 12 or more, or double", ("9.2(b)",)),
        ("split", "only two cards of equal value may be split", ("A:Split",)),
        ("insure", "the dealer's first card is not an ace", None),
        ("even-money", "the dealer's first card is not an ace", ("8.1(b)",)),
        (Double(box=1, amount=2000), "a double of $20 is over the initial wager of $10", None),
        (Hit(box=3), "there is no hand 1 on box 3", None),
        ("hit box=1 hand=2", "there is no hand 2 on box 1", None),
        ("pass", "nobody may pass now", None),
        (PlaceWager(player="ana", box=1, amount=500), "no more bets", None),
        ("elect amount=0", "the controlling player has neither split nor doubled", None),
    ],
)
def test_a_move_that_is_not_legal_is_refused_with_its_clause(
    move: Any, said: str, clauses: tuple[str, ...] | None
) -> None:
    game = eleven()
    before = repr(game), game.facts, game.moves
    with pytest.raises(Refused) as refused:
        game.play(move)
    assert refused.value.reason == said
    assert refused.value.clauses == (clauses or refused.value.clauses)
    assert refused.value.clauses
    assert (repr(game), game.facts, game.moves) == before
    assert not game.can(move)
    refusal = game.why_not(move)
    assert refusal is not None
    assert refusal.clauses == refused.value.clauses


@pytest.mark.parametrize(
    ("move", "error", "said"),
    [
        ("hti", ValueError, "move: 'hti' is no move of this game, only .*; did you mean hit?"),
        (Fold(box=1), ValueError, "move: fold box=1 is no move of act-blackjack-2018, only"),
        (7, TypeError, "move: a move or its text, such as 'hit', not 7"),
        (None, TypeError, "move: a move or its text, such as 'hit', not None"),
        ("hit bocks=1", ValueError, "move: hit has box, hand, as in bocks=…, and no 'bocks=1'"),
        ("hit box=one", ValueError, "move: box of hit is a whole number, not 'one'"),
        ("", ValueError, "move: '' is no move, such as"),
        ("hit 'box=1", ValueError, "is no move, such as"),
        (Double(box=1, amount=10.5), TypeError, "move: amount of Double: an amount is a whole"),  # type: ignore[arg-type]
        (Hit(box="1"), TypeError, r"Hit\.box: a whole number, and amounts in cents, not '1'"),  # type: ignore[arg-type]
        (Hit(box=1, hand=2.5), TypeError, r"Hit\.hand: a whole number, .*, not 2\.5"),  # type: ignore[arg-type]
        (Insure(player="ana", box=1, amount=True), TypeError, "amount of Insure: .* not True"),
    ],
)
def test_what_is_no_move_says_so(move: Any, error: type[Exception], said: str) -> None:
    game = eleven()
    with pytest.raises(error, match=said):
        game.play(move)
    assert game.moves == ()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"decks": 6}, r'decks: an option of the table: write options={"decks": 6}'),
        (
            {"soft_17": "hit", "decks": 6},
            r"""soft_17: an option of the table: write options={"soft_17": 'hit', "decks": 6}""",
        ),
        ({"seat": 2}, "seat: a game takes options, seats, .*, not this; did you mean seats?"),
        ({"zzz": 2, "decks": 6}, "zzz: a game takes options, seats, .*, not this$"),
    ],
)
def test_an_argument_that_there_is_not_is_named(arguments: Any, said: str) -> None:
    with pytest.raises(TypeError, match=said.replace("?", ".")):
        croupier.Game(BLACKJACK, **arguments)
    with pytest.raises(TypeError, match=said.replace("?", ".")):
        croupier.Game(croupier.rules_for(BLACKJACK), **arguments)


def test_a_mistyped_word_is_no_move_that_merely_is_not_legal_now() -> None:
    """A move of another game is not legal here; what is no move of any is a mistake."""
    game = eleven()
    assert not game.can("fold")
    for word in ("insurance", "dubble", "", "Hit"):
        with pytest.raises(ValueError, match=f"move: '{word}' is no move of this game, only "):
            game.can(word)
    with pytest.raises(ValueError, match=r"'dubble' .*; did you mean double"):
        game.can("dubble amount=1000")


def test_a_text_is_among_the_legal_moves_if_it_can_be_played() -> None:
    """Whoever looks for a word there is not told that nothing can be done."""
    game = eleven()
    legal: Any = game.legal  # a type checker would rather have a move
    texts = ["double", "hit box=1", "stand", "fold"]
    assert [text in legal for text in texts] == [True, True, False, False]
    assert 7 not in legal
    for nothing in (None, 7):
        with pytest.raises(TypeError, match="move: a move or its text, such as 'hit', not"):
            game.can(nothing)  # type: ignore[arg-type]


def test_what_cannot_be_taken_back_is_not_taken_back_in_part() -> None:
    game = eleven()
    game.deal("2C 3C 4C")
    game.play("hit")
    game.play("hit")
    before = repr(game), game.moves, game.facts
    with pytest.raises(RuntimeError, match="there are only 3 moves to take back"):
        game.undo(4)  # the cards that were named are the first
    with pytest.raises(ValueError, match="count: so many moves to take back, not -1"):
        game.undo(-1)
    game.undo(0)
    assert (repr(game), game.moves, game.facts) == before
    game.undo(2)
    assert game.moves == ()


def test_a_text_that_may_mean_several_moves_says_which() -> None:
    game = croupier.Game("act-ultimate-texas-holdem-2025", seed=1)
    with pytest.raises(ValueError, match="may mean play box=1 amount=3000 or play box=1 amount=4"):
        game.play("play")
    assert game.can("play")
    assert game.can("play amount=4000")
    assert not game.can("play amount=1000")
    game.play("play amount=3000")


@pytest.mark.parametrize("instrument", croupier.registry.registered())
def test_a_decision_when_none_is_due(instrument: str) -> None:
    game = croupier.Game(instrument, seats=["ana"], seed=3)
    while game.turn:
        game.play(game.legal[-1])
    move = "hit" if "blackjack" in instrument else "check"
    if "baccarat" in instrument:
        with pytest.raises(ValueError, match="'check' is no move of this game, only pass, place-"):
            game.play(move)
        return
    with pytest.raises(Refused, match="nobody is to move: round 1 is over, and next_round"):
        game.play(f"{move} box=1")


def test_a_decision_before_the_card_that_is_due_is_named() -> None:
    game = croupier.Game(BLACKJACK, cards="5S 9D")
    assert (game.turn, game.over, game.card_due) == (None, False, "box 1")
    with pytest.raises(RuntimeError, match="hit box=1: box 1 is due a card, to be named with deal"):
        game.play(Hit(box=1))
    with pytest.raises(RuntimeError, match="round 1 is not over: box 1 is due a card"):
        game.next_round()


def test_the_next_round_waits_for_the_end_of_this_one() -> None:
    with pytest.raises(RuntimeError, match="round 1 is not over: ana is to move"):
        eleven().next_round()


def test_a_seat_that_is_not_there() -> None:
    game = croupier.Game(BLACKJACK, seats=["ana", "ben"], seed=1)
    with pytest.raises(LookupError, match="there is no seat 'anna', only ana, ben; did you mean"):
        game.view("anna")
    with pytest.raises(TypeError, match="seat: the name of a seat, not 1; the seats are ana, ben"):
        game.view(1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        (0, "seats: a table has 1 to 12 boxes, not 0"),
        (13, "seats: a table has 1 to 12 boxes, not 13"),
        ([], "seats: a table has 1 to 12 boxes, not 0"),
        ("ana", r"seats: a list of names, such as \['ana'\], not one text"),
        (["ana", "ana"], "seats: 'ana' is named twice; who plays several boxes is named by box"),
        ({1: ["ana", "ana"]}, "seats: ana is named twice for box 1"),
        ({1: []}, "seats: nobody is named for box 1"),
        ({0: "ana"}, "seats: a box is a number from 1 to 12, not 0"),
        ([7], "seats: a seat is a name, not 7"),
        (2.0, "seats: a number, names, or names by box, not 2.0"),
        ({"ana", "ben"}, "seats: names in their order, such as .*, and a set has none"),
    ],
)
def test_seats_that_are_none(seats: Any, said: str) -> None:
    with pytest.raises((TypeError, ValueError), match=said):
        croupier.Game(BLACKJACK, seats=seats)


@pytest.mark.parametrize(
    ("stakes", "said"),
    [
        (10.5, "stakes: an amount is a whole number of cents, not 10.5; 10.5 dollars are 1050"),
        ("10", "stakes: an amount is a whole number of cents, not '10'"),
        (0, "stakes: 0 is no stake"),
        (-500, "stakes: -5 is no stake"),
        ({"main": 10.0}, "stakes.main: an amount is a whole number of cents, not 10.0"),
        ({"main": ()}, "stakes.main: no amount to choose from"),
        ({"mian": 1000}, r"stakes.mian: neither a wager of this table \(main\) nor a seat \(ana,"),
        ({"anna": 1000}, "did you mean ana"),
        ({"perfect-pairs": 1000}, "stakes.perfect-pairs: neither a wager of this table"),
        ({"ana": {"mian": 1}, "ben": 1}, "stakes.ana.mian: no such wager at this table, only main"),
        ({"main": 1000, "ana": 500}, "stakes.ana: no such wager at this table, only main"),
        ({"ana": 1000}, "stakes: nothing is said of ben"),
    ],
)
def test_stakes_that_are_none(stakes: Any, said: str) -> None:
    with pytest.raises((TypeError, ValueError), match=said):
        croupier.Game(BLACKJACK, seats=["ana", "ben"], stakes=stakes)


@pytest.mark.parametrize(
    ("instrument", "options", "table", "said"),
    [
        (BLACKJACK, {"limits": {"main": [500, 2000]}}, {"stakes": 5000}, "stakes.main: 50 is not"),
        (BLACKJACK, {"limits": {"main": [500, 2000]}}, {"stakes": 100}, "the limits are 5 to 20"),
        (BLACKJACK, {}, {"stakes": 1001}, "3 to 2 on 10.01 is not a whole number of cents"),
        (BLACKJACK, {}, {"seats": {1: ["a", "b", "c", "d"]}}, "box 1 holds 3 players already"),
        (
            "act-ultimate-texas-holdem-2025", {}, {"seats": {1: ["ana", "ben"]}},
            "stakes.ante: box 1 has its ante already",
        ),
    ],
)  # fmt: skip
def test_stakes_that_the_rules_refuse_cite_their_clauses(
    instrument: str, options: dict[str, Any], table: dict[str, Any], said: str
) -> None:
    with pytest.raises(Refused, match=said) as refused:
        croupier.Game(instrument, options, **table)
    assert refused.value.clauses


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        ({"seed": "7"}, TypeError, "seed: a whole number, not '7'"),
        ({"penetration": 2}, ValueError, "penetration: a part of the shoe between 0 and 1, 'cut'"),
        (
            {"penetration": 0.95},
            ValueError,
            "0.95 leaves 21 cards behind .* 52 to 208",
        ),
        ({"cards": "5S 9X"}, ValueError, "9X"),
        ({"cards": "AS " * 9}, ValueError, "every ace of spades is already out of the shoe"),
    ],
)
def test_cards_that_cannot_come(given: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        croupier.Game(BLACKJACK, **given)


def test_unknown_instruments_and_options() -> None:
    with pytest.raises(LookupError, match="act-blackjack-2018"):
        croupier.Game("act-blackjack-2081")
    with pytest.raises(ValueError, match=r"options\.deks: .* did you mean decks"):
        croupier.Game(BLACKJACK, {"deks": 6})
    with pytest.raises(TypeError, match=r"instrument: the id of an instrument, .* not 2018"):
        croupier.Game(2018)  # type: ignore[arg-type]
    for make in (croupier.Game, croupier.rules_for, croupier.table_for):
        with pytest.raises(TypeError, match=r"options: values by name, .* not \['decks'\]"):
            make(BLACKJACK, ["decks"])  # type: ignore[arg-type]


def test_nothing_more_is_named_in_a_game_that_deals_itself() -> None:
    game = croupier.Game(BLACKJACK, seed=1)
    with pytest.raises(RuntimeError, match="follow from its seed"):
        game.deal("5S")


def test_a_penetration_where_there_is_no_cutting_card() -> None:
    for instrument, options in (
        ("act-ultimate-texas-holdem-2025", {}),
        (BLACKJACK, {"device": "shuffler"}),
    ):
        with pytest.raises(ValueError, match="no cutting card is used at this table"):
            croupier.Game(instrument, options, penetration=0.7)


@pytest.mark.parametrize("role", ["superviser", "Dealer", 3, None])
def test_a_role_given_as_a_wrong_text(role: Any) -> None:
    with pytest.raises((TypeError, ValueError), match=r"role: .* is not one of player, dealer"):
        croupier.Person("sue", role)


def test_a_role_given_as_its_text_is_that_role() -> None:
    person = croupier.Person("sue", "supervisor")  # type: ignore[arg-type]
    assert person.role is croupier.Role.SUPERVISOR
    assert person.is_staff


def test_a_float_where_a_table_wants_cents() -> None:
    from croupier.table.acts.betting import PlaceWager

    table = croupier.table_for(BLACKJACK, {"decks": 6, "soft_17": "stand"})
    ana = croupier.Person("ana", croupier.Role.PLAYER)
    with pytest.raises(TypeError, match=r"PlaceWager\.amount: a whole number"):
        table.do(PlaceWager(player="ana", box=1, amount=10.5), ana, 0)  # type: ignore[arg-type]


@pytest.mark.parametrize("move", ["hit", "stand", "double", "hit box=1", "pass"])
def test_a_word_when_nobody_is_to_move_is_told_that_the_round_is_over(move: str) -> None:
    game = croupier.Game("act-blackjack-2018", seed=1)
    while game.turn:
        game.play(game.legal[-1])
    with pytest.raises(croupier.Refused, match="nobody is to move: round 1 is over") as refused:
        game.play(move)
    assert refused.value.clauses


def test_what_is_no_card_and_no_round_file_is_called_so() -> None:
    game = croupier.Game("act-blackjack-2018", seats=["ana"], cards="5S 9D 6H")
    with pytest.raises(TypeError, match=r"cards: cards, or their names as in 'AS TD', not 1\.5"):
        game.deal(1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a round file: JSON as bytes or text, or a mapping, not 5"):
        croupier.adjudicate(5)  # type: ignore[arg-type]
