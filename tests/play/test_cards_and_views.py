"""Where a game's cards come from, what becomes of a shoe, and who may see them."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

import croupier
from croupier.cards import DECK
from croupier.moves import Double, Hit, Move, Split, Stand
from croupier.play.card_supply import FedDevice, LongOrder, Order

BLACKJACK = "act-blackjack-2018"
HOLDEM = "act-ultimate-texas-holdem-2025"
BACCARAT = "act-mini-baccarat-2016"
CHALLENGE = "nsw-blackjack-challenge"


# --- the order of the cards


@pytest.mark.parametrize("kind", [Order, LongOrder])
def test_every_card_is_as_likely_at_any_place(kind: type[Order]) -> None:
    """Chi square over 52 cards at the first, the fifth and the twentieth place."""
    places = {place: Counter[str]() for place in (0, 4, 19)}
    shuffles = 5200
    for number in range(shuffles):
        order = kind(DECK, f"test {number}")
        while order.settle():
            pass
        assert sorted(order.cards) == sorted(DECK)
        for place, counted in places.items():
            counted[order.cards[place]] += 1
    for counted in places.values():
        expected = shuffles / 52
        square = sum((counted[card] - expected) ** 2 / expected for card in DECK)
        assert 20 < square < 100  # 51 degrees of freedom: all but 2 in 100,000 lie there


@pytest.mark.parametrize("kind", [Order, LongOrder])
def test_cards_in_front_stay_there(kind: type[Order]) -> None:
    in_front = DECK[40:45]
    order = kind((*DECK[:40], *DECK[45:]), "test", in_front)
    while order.settle():
        pass
    assert tuple(order.cards[:5]) == in_front
    assert sorted(order.cards) == sorted(DECK)


# --- the shoe


def stand_pat(game: croupier.Game) -> None:
    """Play a round with as few cards as may be."""
    while game.turn:
        game.play(game.legal[-1])


@pytest.mark.parametrize("instrument", ["act-blackjack-2006", BLACKJACK, CHALLENGE, BACCARAT])
def test_a_shoe_is_dealt_to_its_cutting_card_and_no_further(instrument: str) -> None:
    """Cards are dealt in turn; when the cutting card has come, the round is the last."""
    game = croupier.Game(instrument, {"decks": 6} if instrument != BACCARAT else {}, seed=5)
    cards = 8 * 52 if instrument == BACCARAT else 6 * 52
    behind = 12 if instrument == BACCARAT else 52
    left: list[int] = []
    for _ in game.rounds(400):
        stand_pat(game)
        view = game.view()
        left.append(view.cards_left)
        assert len(view.seen) <= cards - view.cards_left
        assert max(view.gone.values()) <= cards // 52
    ends = [before for before, after in pairwise(left) if after > before]
    assert len(ends) >= 3
    assert all(end <= behind for end in ends)  # the cutting card was reached
    if instrument == BACCARAT:
        assert all(end > behind - 14 for end in ends)
    else:
        assert all(end > behind - 30 for end in ends)
    kept = [before for before, after in pairwise(left) if after < before]
    assert all(before > behind or instrument == BACCARAT for before in kept)


def test_betting_opens_again_when_the_cutting_card_comes_before_the_first_card() -> None:
    """5.4(a): no round has begun, so nobody's wager is frozen, and the new shoe is shuffled."""
    reopened = 0
    for seed in range(4):
        game = croupier.Game(BLACKJACK, {"decks": 4}, seed=seed, stakes={"main": (1000, 2000)})
        for _ in game.rounds(300):
            shuffles, asked = game.view().shuffles, 0
            while game.stage == "betting":
                game.play("place-wager amount=1000" if asked else "place-wager amount=2000")
                asked += 1
            stand_pat(game)
            if asked == 2:
                reopened += 1
                assert game.view().shuffles == shuffles + 1
                assert {s.stake for s in game.settlements if s.wager == "main"} <= {1000, 2000}
                assert game.moves[1].amount == 1000  # type: ignore[attr-defined]
                assert len(game.view().seen) == sum(len(hand.cards) for hand in game.view().hands)
    assert reopened >= 3


def test_a_tie_at_the_end_of_a_shoe_brings_one_more_coup() -> None:
    """5.8 of baccarat, and no other way does a coup begin behind the cutting card."""
    extended = 0
    for seed in range(60):
        game = croupier.Game(BACCARAT, seed=seed)
        before = 416
        for _ in game.rounds(160):
            view = game.view()
            if before <= 11 and view.cards_left < before:
                extended += 1
            before = view.cards_left
    assert extended


def test_cards_are_burnt_by_the_points_of_the_first_where_the_table_does_so() -> None:
    for seed in range(8):
        game = croupier.Game(BACCARAT, {"burn_method": "b"}, seed=seed)
        view = game.view()
        shown, dealt = view.seen[0], [card for hand in view.hands for card in hand.cards]
        assert 416 - view.cards_left == 1 + shown.points + len(dealt)
        assert Counter(view.seen[1:]) == Counter(dealt)


def test_the_shuffling_machine_has_all_cards_in_every_round() -> None:
    game = croupier.Game(BLACKJACK, {"device": "shuffler", "decks": 4}, seed=2)
    for _ in game.rounds(30):
        stand_pat(game)
        view = game.view()
        assert view.cards_left == 4 * 52 - len(view.seen)
        assert Counter(view.seen) == Counter(c for hand in view.hands for c in hand.cards)


def test_a_device_of_challenge_gets_the_last_round_when_the_next_is_dealt() -> None:
    """The cards in the rack cannot come in the initial deal, and can right after it."""
    device, rack, came_back = FedDevice(DECK, 1), list[croupier.Card](), 0
    for _ in range(200):
        device.prepare()
        device.begin_round(5)
        dealt = list[croupier.Card]()
        for number in range(15):
            if device.position == device.order.settled:
                assert number >= 5 or number == 0
                assert device.settle(lambda cards=dealt: cards)  # type: ignore[misc]
            dealt.append(device.order.cards[device.position])
            device.position += 1
        assert len(set(dealt)) == 15
        assert not set(dealt[:5]) & set(rack)
        came_back += len(set(dealt[5:]) & set(rack))
        device.end_round(lambda cards=dealt: cards, lambda _: False)  # type: ignore[misc]
        rack = dealt
    assert 450 < came_back < 820  # 3.2 of every ten, on average


def test_challenge_is_dealt_from_such_a_device() -> None:
    game = croupier.Game(CHALLENGE, {"device": "shuffler"}, seats=3, seed=1)
    left = []
    for _ in game.rounds(50):
        stand_pat(game)
        left.append(game.view().cards_left)
        assert left[-1] >= 8 * 52 - 2 * 60
    assert len(set(left)) > 3


def test_a_shoe_that_runs_out_is_filled_with_the_cards_of_earlier_rounds() -> None:
    """Blackjack Challenge lets the cutting card lie at the very back."""
    ran_out = 0
    for seed in range(10):
        game = croupier.Game(
            CHALLENGE, {"decks": 6}, seats=7, seed=seed, penetration=(6 * 52 - 1) / (6 * 52)
        )
        for _ in game.rounds(12):
            shuffles = game.view().shuffles
            while game.turn:
                game.play("hit" if game.can("hit") else game.legal[0])
            dealt = Counter(c for hand in game.view().hands for c in hand.cards)
            assert max(dealt.values()) <= 6
            ran_out += game.view().shuffles > shuffles
    assert ran_out


# --- cards that are named


def test_named_cards_come_as_they_are_named_round_after_round() -> None:
    game = croupier.Game(BLACKJACK, cards="TS 9D TH 8C  AS")
    stand_pat(game)
    assert game.over
    game.next_round()
    assert game.card_due == "dealer"
    game.deal("7D KH")
    assert [s.net for s in game.settlements] == [1500]
    game.undo()
    assert (game.round, game.card_due) == (2, "dealer")
    game.undo()
    assert (game.round, game.turn) == (1, "p1")


def test_what_follows_named_cards_follows_from_the_seed() -> None:
    first, again = (croupier.Game(BLACKJACK, cards="5S 9D 6H", seed=seed) for seed in (1, 2))
    assert str(first.hand) == str(again.hand) == "5S 6H (hard 11)"
    drawn = set()
    for seed in range(20):
        game = croupier.Game(BLACKJACK, cards="5S 9D 6H", seed=seed)
        game.play("hit")
        drawn.add(game.view().seen[3])
    assert len(drawn) > 10


def test_in_hold_em_a_card_may_be_named_once_in_a_round() -> None:
    game = croupier.Game(HOLDEM, cards="KS 7H 5C 3D 2S AH KC KD TC")
    with pytest.raises(ValueError, match="every king of spades is already out"):
        game.deal("KS")


# --- settled alike by the adjudicator, which drives the same rounds from a file


@pytest.mark.parametrize("instrument", [BLACKJACK, "act-blackjack-2006", CHALLENGE])
def test_rounds_settle_as_their_round_files_do(instrument: str) -> None:
    chance, compared = random.Random(4), 0
    game = croupier.Game(instrument, {"decks": 6}, seed=8)
    for _ in game.rounds(250):
        while game.turn:
            playing = [m for m in game.legal if isinstance(m, Split | Double | Hit | Stand)]
            game.play(chance.choice(playing) if playing else game.legal[-1])
        answer: Any = croupier.adjudicate(
            {
                "instrument": instrument,
                "options": {"decks": 6},
                "cards": _dealt(game),
                "wagers": [{"box": 1, "player": "p1", "wager": "main", "amount": 1000}],
                "decisions": [written for m in game.moves if (written := _written(m))],
            }
        )
        assert answer.net["p1"] == sum(settled.net for settled in game.settlements)
        assert len(answer.settlements) == len(game.settlements)
        compared += 1
    assert compared == 250


def _dealt(game: croupier.Game) -> list[str]:
    """The cards of the round in the order in which they came."""
    return [str(fact.card) for fact in game.facts if hasattr(fact, "card")]


def _written(move: Move) -> dict[str, object] | None:
    """A move as a round file has it."""
    match move:
        case Hit() | Stand():
            tag = "hit" if isinstance(move, Hit) else "stand"
            return {"action": tag, "box": 1, "hand": move.hand}
        case Double():
            return {"action": "double", "box": 1, "hand": move.hand, "stakes": {"p1": move.amount}}
        case Split():
            return {"action": "split", "box": 1, "hand": move.hand, "players": ["p1"]}
    return None


# --- what a seat may know


def test_cards_that_a_seat_may_not_see_change_nothing_of_its_view() -> None:
    """Everything but Ana's cards and the flop is another card, and she cannot tell."""
    board, ana, ben, dealer = "KS 7H 5C", "AH", "KC", "QD"
    shown = f"{board} {{}} {{}} {ana} {ben} {dealer} KD {{}} {{}}"
    games = [
        croupier.Game(HOLDEM, seats=["ana", "ben"], cards=shown.format(*hidden))
        for hidden in (("3D", "2S", "TC", "9H"), ("8D", "8S", "4C", "4H"))
    ]
    for stage in ("before the flop", "after the flop"):
        views = [game.view("ana") for game in games]
        assert views[0].stage == stage
        assert views[0] == views[1]
        assert str(views[0]) == str(views[1])
        assert views[0]._repr_html_() == views[1]._repr_html_()
        assert repr(games[0]) == repr(games[1])
        assert games[0]._repr_html_() == games[1]._repr_html_()
        assert list(games[0].legal) == list(games[1].legal)
        assert games[0].story == games[1].story
        assert games[0].view("ben") != games[1].view("ben")
        for game in games:
            game.play("check")
            game.play("check")
    assert games[0].view("ana") != games[1].view("ana")  # the river is open


def test_a_view_stays_as_it_was() -> None:
    game = croupier.Game(BLACKJACK, seed=1)
    view = game.view()
    before = str(view), view.seen, view.hands
    stand_pat(game)
    game.next_round()
    assert (str(view), view.seen, view.hands) == before


def test_with_several_seats_and_nobody_to_move_it_is_what_everybody_sees() -> None:
    game = croupier.Game(HOLDEM, seats=2, seed=3)
    assert game.view().seat == "p1"
    game.play("fold")
    game.play("fold")
    view = game.view()
    assert (view.seat, view.net) == (None, 0)
    assert all(card is None for hand in view.hands[:2] for card in hand.cards)


def test_a_notebook_shows_cards_hands_and_money_and_escapes_names() -> None:
    game = croupier.Game(BLACKJACK, seats=["<ana>"], cards="TS 9D 9H 8C")
    html = game._repr_html_()
    assert "10\N{BLACK SPADE SUIT}" in html
    assert "hard 19" in html
    assert "&lt;ana&gt; main 10" in html
    assert "<code>stand box=1</code>" in html
    assert "<ana>" not in html
    game.play("stand")
    html = game._repr_html_()
    assert "win" in html
    assert "+10" in html
    assert "13.1(b)" in html


def test_it_prints_where_it_stands() -> None:
    game = croupier.Game(BLACKJACK, seats=["ana"], cards="TS 9D 2H")
    assert repr(game) == (
        "<Game act-blackjack-2018, round 1, subsequent deal: ana to move with TS 2H (hard 12) "
        "against 9D (hard 9)>"
    )
    game.play("hit")
    assert repr(game) == "<Game act-blackjack-2018, round 1: box 1 is due a card>"
    game.deal("KC")
    assert repr(game) == "<Game act-blackjack-2018, round 1: over, ana -10.00>"
    assert any(line.startswith("ana's main $10 on box 1 ") for line in game.story)


@pytest.mark.parametrize(
    ("instrument", "first"),
    [
        (BLACKJACK, "6S 7S 7C 8C 6D"),
        (BACCARAT, "7S 7C 8C 6D 3H"),
        (CHALLENGE, "7S 7C 8C 6D 3H"),
        (HOLDEM, "QS 7H 2S 6D 4H"),
    ],
)
def test_a_seed_has_the_same_cards_in_every_version(instrument: str, first: str) -> None:
    """Studies name their seed: whoever repeats one later is dealt the same."""
    game = croupier.Game(instrument, seed=7)
    stand_pat(game)
    seen = game.board.cards if game.board is not None else game.view().seen[:5]
    assert seen == croupier.parse_cards(first)


def test_a_notebook_shows_tables_in_the_colour_of_its_page() -> None:
    """Also where the page does not say that it is HTML 5: tables there are black by themselves."""
    game = croupier.Game("act-blackjack-2018", seats=["ana"], cards="TS 6D TH 9C KH")
    game.play("stand")
    shown = game._repr_html_()
    tables = shown.split("<table")[1:]
    assert len(tables) == 2
    assert all("color:inherit;font:inherit" in table.partition(">")[0] for table in tables)


def test_a_game_is_printed_with_what_was_paid_and_why() -> None:
    game = croupier.Game("act-blackjack-2018", seats=["ana", "ben"], cards="TS 9S 6D KS 8H QD 9D")
    assert "main 10.00" in str(game)
    assert "(13" not in str(game), "nothing is settled before the round is over"
    for _ in game.seats:
        game.play("stand")
    assert game.over
    assert str(game).splitlines()[-2:] == [
        "  box 1    ana main 10.00               win +10.00 (13.1(a), 13.2(b))",
        "  box 2    ben main 10.00               win +10.00 (13.1(a), 13.2(b))",
    ]
