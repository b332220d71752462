"""Promotional vouchers and tokens: 1.1 and 5.1."""

from __future__ import annotations

from typing import Any

import pytest
from tests.challenge.table_support import ChallengeAt, open_table
from tests.table_support import (
    DEALER,
    SUPERVISOR,
    cents,
    player,
)

from croupier.games.challenge.acts.conduct import FindProhibitedDevice, RefuseWager
from croupier.games.challenge.acts.overlooked_wagers import FindOverMaximum, OverlookWager
from croupier.games.challenge.acts.promotional_tokens import ExchangeVoucher, PlaceTokens
from croupier.games.challenge.acts.void_rounds import InvalidateGame, VoidMisdeal
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.dealing import Collect
from croupier.table.acts.voiding import VoidWager
from croupier.table.facts import Attested, Placed, TokensMoved
from croupier.table.views import FloorView, PlayerView
from croupier.table_replay import replay
from croupier.testing.table_state import replayed_as

TOKENS = ("1.1:casino promotional token", "5.1")


def with_tokens(dollars: float = 100, *, players: str = "P Q", **options: Any) -> ChallengeAt:
    """P has exchanged a voucher for this much in tokens."""
    at = open_table(players, limits={"main": [5_00, 500_00]}, smallest_chip=5_00, **options)
    exchange(at, "P", dollars)
    return at


def exchange(at: ChallengeAt, name: str, dollars: float, **conditions: Any) -> None:
    number = f"V{len(at.table.record.entries)}"
    voucher = ExchangeVoucher(player=name, voucher=number, amount=cents(dollars), **conditions)
    at.do(voucher, DEALER)


def tokens(at: ChallengeAt, name: str, box: int, dollars: float, wager: str = "main") -> None:
    command = PlaceTokens(player=name, box=box, amount=cents(dollars), wager=wager)
    at.do(command, player(name))


def held(at: ChallengeAt, name: str = "P") -> tuple[float, float]:
    """A player's chips and tokens, neither of them on the layout."""
    assert at.table.chips.balances
    lying = sum(wager.tokens for wager in at.table.wagers)
    issued = sum(fact.issued for fact in at.facts_of(TokensMoved))
    if not at.table.in_play:  # no token is anywhere else
        everywhere = sum(at.table.chips.tokens.values()) + at.table.chips.tokens_taken + lying
        assert everywhere == issued
    return at.chips(name), at.table.chips.tokens[name] / 100


@pytest.mark.clause("nsw:1.1:casino promotional token", "nsw:5.1")
def test_1_1_a_voucher_is_exchanged_for_its_value_in_tokens_on_its_conditions() -> None:
    at = with_tokens(40)
    assert held(at) == (10_000, 40)
    assert at.last(Attested).detail == "a winning token is returned"
    exchange(at, "Q", 20, after_win="taken", wagers=("main",))
    assert at.last(Attested).detail == "a winning token is taken; for main only"
    assert at.table.chips.tokens == {"P": 40_00, "Q": 20_00}


@pytest.mark.clause("nsw:1.1:casino promotional token", "nsw:5.1")
def test_1_1_a_voucher_is_exchanged_once_in_time_and_for_something() -> None:
    at = open_table("P Q")
    good: dict[str, Any] = {"player": "P", "voucher": "V", "amount": 10_00}
    for wrong in (
        {"amount": 0},
        {"voucher": ""},
        {"after_win": "eaten"},
        {"wagers": ("any-pairs",)},
        {"valid_until": at.now - 1},
    ):
        assert at.refused(ExchangeVoucher(**good | wrong), DEALER).clauses == TOKENS
    at.do(ExchangeVoucher(**good, valid_until=at.now), DEALER)
    assert at.refused(ExchangeVoucher(**good), DEALER).clauses == TOKENS
    others = ExchangeVoucher(player="P", voucher="W", amount=10_00, after_win="taken")
    assert at.refused(others, DEALER).clauses == TOKENS  # P's tokens are on other conditions


@pytest.mark.clause("nsw:5.1")
def test_5_1_a_wager_is_made_in_chips_and_tokens() -> None:
    at = with_tokens(40)
    at.bet("P", 1, 10)
    tokens(at, "P", 1, 15)
    assert (at.table.wagers[0].amount, at.table.wagers[0].tokens) == (25_00, 15_00)
    assert held(at) == (9_990, 25)
    at.bet("P", 1, 45)  # twenty more in chips
    assert held(at) == (9_970, 25)
    at.bet("P", 1, 20)  # chips come back first
    assert held(at) == (9_995, 25)
    at.bet("P", 1, 5)  # then tokens
    assert held(at) == (10_000, 35)
    tokens(at, "P", 1, 25)
    tokens(at, "P", 1, 10)
    assert held(at) == (10_000, 30)
    tokens(at, "P", 1, 0)
    assert (held(at), at.table.wagers) == ((10_000, 40), [])
    tokens(at, "P", 1, 10)
    at.bet("P", 1, 0)
    assert (held(at), at.last(Placed).total) == ((10_000, 40), 0)


@pytest.mark.clause("nsw:5.1", "nsw:6.1", "nsw:5.3", "nsw:7.1")
def test_5_1_tokens_are_staked_like_chips_by_who_has_them() -> None:
    at = with_tokens(40, side_bets=[])
    sit = PlaceTokens(player="P", box=1, amount=50_00)
    assert at.refused(sit, player("P")).clauses == TOKENS
    none = PlaceTokens(player="Q", box=1, amount=10_00)
    assert at.refused(none, player("Q")).clauses == TOKENS
    for amount in (0, -5_00):
        nothing = PlaceTokens(player="P", box=1, amount=amount)
        assert at.refused(nothing, player("P")).clauses == TOKENS
    short = PlaceTokens(player="P", box=1, amount=2_50)
    assert at.refused(short, player("P")).clauses == ("6.1", "6.4")
    nowhere = PlaceTokens(player="P", box=9, amount=10_00)
    assert at.refused(nowhere, player("P")).clauses == ("2.2.1",)
    at.bet("P", 1, 10)
    at.no_more_bets()
    more = PlaceTokens(player="P", box=1, amount=10_00)
    assert at.refused(more, player("P")).clauses == ("7.1",)
    at.deal("10S")
    assert at.refused(more, player("P")).clauses == ("5.3",)


def test_5_1_tokens_are_good_for_the_wagers_that_the_voucher_names() -> None:
    at = open_table("P", side_bets=["any-pairs"])
    exchange(at, "P", 40, wagers=("main",))
    tokens(at, "P", 1, 10)
    side = PlaceTokens(player="P", box=1, amount=5_00, wager="any-pairs")
    assert at.refused(side, player("P")).clauses == TOKENS


# --- what a round makes of them


def played(at: ChallengeAt, cards: str, last: str = "") -> tuple[float, float]:
    at.deal(cards)
    if last:
        at.stand(1)
        at.deal(last)
    at.settle()
    return held(at)


@pytest.mark.clause("nsw:1.1:casino promotional token", "nsw:5.9")
def test_1_1_winnings_are_paid_in_chips_and_the_token_comes_back() -> None:
    at = with_tokens(7.50)
    tokens(at, "P", 1, 7.50)
    assert played(at, "10S 7D 10H", "10C") == (10_010, 7.50)  # 7.50, rounded up to 10


@pytest.mark.clause("nsw:1.1:casino promotional token")
@pytest.mark.parametrize("after_win", ["returned", "taken"])
@pytest.mark.parametrize("by_voucher", [True, False])
def test_1_1_what_becomes_of_a_winning_token_is_the_vouchers_or_the_tables_to_say(
    after_win: str, by_voucher: bool
) -> None:
    said = {"after_win": after_win} if by_voucher else {}
    options: dict[str, Any] = {} if by_voucher else {"token_after_win": after_win}
    at = open_table("P", **options)
    exchange(at, "P", 20, **said)
    tokens(at, "P", 1, 20)
    chips, left = played(at, "10S 7D 10H", "10C")
    assert (chips, left) == (10_020, 20 if after_win == "returned" else 0)
    assert at.table.chips.tokens_taken == (0 if after_win == "returned" else 20_00)


def test_1_1_a_losing_token_is_taken() -> None:
    at = with_tokens(20)
    tokens(at, "P", 1, 20)
    float_before = at.table.chips.float
    assert played(at, "10S 10D 6H", "10C") == (10_000, 0)
    assert (at.table.chips.float, at.table.chips.tokens_taken) == (float_before, 20_00)


@pytest.mark.clause("nsw:10.4", "nsw:1.1:casino promotional token")
def test_10_4_the_dealers_blackjack_takes_the_token_and_leaves_the_doubling_chips() -> None:
    at = with_tokens(20)
    tokens(at, "P", 1, 20)
    at.deal("5S AD 6H")
    at.double(1, 20)
    at.deal("8C KD")
    at.settle()
    assert held(at) == (10_000, 0)


@pytest.mark.clause("nsw:11.6")
def test_11_6_of_split_hands_the_tokens_on_the_first_go_first() -> None:
    at = with_tokens(20)
    tokens(at, "P", 1, 20)
    at.deal("8S AD 8H")
    at.split(1)
    at.deal("10C")
    at.stand(1)
    at.deal("10H")
    at.stand(1, 2)
    at.deal("KD")
    at.settle()
    assert held(at) == (10_000, 0)


def test_11_6_a_token_hand_that_is_paid_already_is_the_players_own() -> None:
    at = with_tokens(20)
    tokens(at, "P", 1, 20)
    at.deal("8S AD 8H")
    at.split(1)
    at.deal("3C")
    at.hit(1)
    at.deal("10C")  # 21, paid at once
    at.deal("10H")
    at.stand(1, 2)
    at.deal("KD")
    at.settle()
    assert held(at) == (10_000, 20)  # twenty won in chips, twenty lost in chips


@pytest.mark.parametrize("after_win", ["returned", "taken"])
def test_1_1_the_tokens_wait_with_the_first_hand_whatever_becomes_of_the_second(
    after_win: str,
) -> None:
    at = open_table("P")
    exchange(at, "P", 20, after_win=after_win)
    tokens(at, "P", 1, 20)
    at.deal("8S 6D 8H")
    at.split(1)
    at.deal("10C")
    at.stand(1)
    at.deal("4C")
    at.hit(1, 2)
    at.deal("KD")  # the second hand, all chips, has bust
    assert (at.table.chips.tokens["P"], at.table.chips.tokens_taken) == (0, 0)
    at.settle("10H 10D")
    assert held(at) == (10_000, 20 if after_win == "returned" else 0)


def test_6_3_what_goes_back_over_the_maximum_is_chips_first() -> None:
    at = open_table("P", limits={"main": [5_00, 100_00]})
    exchange(at, "P", 80)
    at.bet("P", 1, 50)
    tokens(at, "P", 1, 80)
    at.no_more_bets()
    assert (at.table.wagers[0].amount, at.table.wagers[0].tokens) == (100_00, 80_00)
    assert at.chips("P") == 9_980
    at.deal("10S 10D 6H")
    at.stand(1)
    at.deal("10C")
    at.settle()
    assert held(at) == (9_980, 0)


def test_6_3_tokens_over_the_maximum_go_back_as_tokens() -> None:
    at = open_table("P", limits={"main": [5_00, 100_00]})
    exchange(at, "P", 150)
    tokens(at, "P", 1, 150)
    at.no_more_bets()
    assert (at.table.wagers[0].tokens, at.table.chips.tokens["P"]) == (100_00, 50_00)


def test_6_3_a_correction_in_the_round_keeps_tokens_and_chips_apart() -> None:
    at = open_table("P Q", limits={"main": [5_00, 100_00]})
    exchange(at, "P", 60)
    tokens(at, "P", 1, 60)
    at.do(OverlookWager(player="P", box=1, amount=150_00), DEALER)
    at.deal("AS 6D KH")
    at.do(FindOverMaximum(box=1), DEALER)
    at.settle()
    assert held(at) == (10_200, 60)


@pytest.mark.clause("nsw:1.1:casino promotional token", "nsw:6.3", "nsw:6.3.1")
@pytest.mark.parametrize(
    ("dealer", "chips", "tokens"), [("10C", 10_005, 100_00), ("4C 10D", 10_000, 95_00)]
)
def test_6_3_tokens_of_which_less_plays_are_won_and_lost_for_what_plays(
    dealer: str, chips: int, tokens: int
) -> None:
    """Of 20 in tokens and 5 in chips P leaves Q 5 of the maximum: that much is at stake."""
    at = open_table("P Q", limits={"main": [10_00, 100_00]})
    at.do(ExchangeVoucher(player="Q", voucher="V 1", amount=100_00), DEALER)
    at.bet("P", 1, 95)
    at.do(PlaceTokens(player="Q", box=1, amount=20_00), player("Q"))
    at.do(OverlookWager(player="Q", box=1, amount=25_00), DEALER)
    at.deal("10S 7D 10H")
    at.do(FindOverMaximum(box=1), DEALER)
    at.stand(1)
    at.settle(dealer)
    assert (at.chips("Q"), at.table.chips.tokens["Q"]) == (chips, tokens)
    assert at.table.chips.balances


def test_6_3_tokens_that_were_refused_before_the_deal_stay_with_their_player() -> None:
    at = open_table("P Q", limits={"main": [10_00, 100_00]})
    exchange(at, "Q", 50)
    at.do(OverlookWager(player="P", box=1, amount=150_00), DEALER)
    tokens(at, "Q", 2, 50)
    at.no_more_bets()
    at.do(RefuseWager(player="Q", box=2, grounds="a torn voucher"), SUPERVISOR)
    at.deal("10S 7D 10H")
    at.do(FindOverMaximum(box=1), DEALER)
    assert at.table.chips.tokens["Q"] == 50_00


@pytest.mark.parametrize("cards", ["10S 7D 10H", "10S 7D 6H 10C"])
def test_18_3_1_a_void_wager_gives_tokens_back_whether_decided_or_not(cards: str) -> None:
    at = with_tokens(20)
    tokens(at, "P", 1, 20)
    at.bet("Q", 2, 10)
    first, up, *rest = cards.split()
    at.deal(f"{first} 9S {up} {rest[0]} 9H")
    if len(rest) > 1:
        at.hit(1)
        at.deal(rest[1])  # bust, and the token taken
        assert at.table.chips.tokens_taken == 20_00
    at.do(FindProhibitedDevice(person="P", apparatus="a counter"), SUPERVISOR)
    at.do(VoidWager(player="P", box=1, reason="a device"), SUPERVISOR)
    assert (at.chips("P"), at.table.chips.tokens["P"]) == (10_000, 20_00)
    assert at.table.chips.tokens_taken == 0
    assert at.table.chips.balances


def test_a_record_with_tokens_is_played_again_to_the_same() -> None:
    at = with_tokens(40, side_bets=[])
    tokens(at, "P", 1, 20)
    at.do(PlaceWager(player="Q", box=2, amount=10_00), player("Q"))
    at.deal("10S 9S 6D 6H 9H")
    at.stand(1)
    at.stand(2)
    at.settle("10C 10D")
    again = replay(at.table.record.lines)
    assert again.same
    assert replayed_as(again.table, at.table)


def test_tokens_are_seen_by_their_player_and_by_the_floor() -> None:
    at = with_tokens(40)
    tokens(at, "P", 1, 15)
    own, floor = at.table.view(player("P")), at.table.view(SUPERVISOR)
    assert isinstance(own, PlayerView)
    assert isinstance(floor, FloorView)
    assert own.tokens == 25_00
    assert [(rack.player, rack.tokens) for rack in floor.racks] == [("P", 25_00), ("Q", 0)]


MISDEAL = VoidMisdeal(error="a card too many", why_not_rebuilt="the cards are mixed")


@pytest.mark.clause("nsw:16.8", "nsw:1.1:casino promotional token")
@pytest.mark.parametrize(
    ("cards", "dealers", "conditions"),
    [("10S 10D 7H", "9C", {}), ("10S 7D 10H", "10C", {"after_win": "taken"})],
    ids=["lost", "won and taken"],
)
def test_16_8_tokens_of_a_round_void_after_its_cards_were_collected_are_tokens_again(
    cards: str, dealers: str, conditions: dict[str, str]
) -> None:
    at = open_table("P Q")
    exchange(at, "P", 20, **conditions)
    before = held(at)
    tokens(at, "P", 1, 20)
    at.deal(cards)
    at.stand(1)
    at.deal(dealers)
    at.do(Collect(), DEALER)
    assert held(at) != before
    at.do(MISDEAL, SUPERVISOR)
    assert held(at) == before
    assert at.table.chips.balances
    assert at.table.chips.tokens_taken == 0
    assert replayed_as(replay(at.table.record.lines).table, at.table)


@pytest.mark.clause("nsw:18.4.2", "nsw:18.5")
@pytest.mark.parametrize("after_win", ["returned", "taken"])
def test_18_5_a_forfeited_wager_of_tokens_that_was_paid_costs_the_tokens_and_no_chips(
    after_win: str,
) -> None:
    at = open_table("P Q")
    exchange(at, "P", 20, after_win=after_win)
    chips, _ = held(at)
    tokens(at, "P", 1, 20)
    at.bet("Q", 2, 10)
    at.deal("AS 9H 7D KH 8H")  # a Blackjack, paid at once
    at.do(InvalidateGame(ground="fraud", reason="marked cards", forfeits=("P",)), SUPERVISOR)
    assert held(at) == (chips, 0)
    assert at.table.chips.tokens_taken == 20_00
    assert at.table.chips.balances


@pytest.mark.clause("nsw:18.4.2", "nsw:18.5", "nsw:1.1:casino promotional token")
@pytest.mark.parametrize("after_win", ["returned", "taken"])
@pytest.mark.parametrize(("cards", "dealers"), [("10S 10D 7H", "9C"), ("10S 7D 10H", "10C")])
@pytest.mark.parametrize("cheats", ["", "P"])
def test_18_4_2_tokens_of_a_finished_round_that_fraud_undoes_go_back_or_are_forfeited(
    cards: str, dealers: str, after_win: str, cheats: str
) -> None:
    at = open_table("P Q")
    exchange(at, "P", 20, after_win=after_win)
    chips, _ = held(at)
    tokens(at, "P", 1, 20)
    at.deal(cards)
    at.stand(1)
    at.deal(dealers)
    at.do(Collect(), DEALER)
    at.play(("Q", 1, 10))
    found = InvalidateGame(ground="fraud", reason="marked cards", forfeits=tuple(cheats), round=1)
    at.do(found, SUPERVISOR)
    assert held(at) == (chips, 0 if cheats else 20)
    assert at.table.chips.balances
    assert replayed_as(replay(at.table.record.lines).table, at.table)
