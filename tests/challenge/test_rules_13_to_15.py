"""Rules 13 to 15, pairs and settlement; and what rules 5 and 6 make of wagers and wins."""

from __future__ import annotations

import pytest
from tests.act_blackjack.cases import stage_of
from tests.challenge.cases import admitted, challenge, nets, placing

from croupier.game_rules import rules_for
from croupier.games.blackjack.cases import Showing, case_of
from croupier.games.blackjack.facts import Stage
from croupier.games.blackjack.settlement import rule_on
from croupier.rulebook.citations import NoRuling
from croupier.rulebook.options import OptionError
from croupier.rulebook.settlement_tables import Result, decide, holding, prevailing
from croupier.table.facts import Outcome

# --- rules 13 and 14


def pair(wager: str, first: str, second: str) -> tuple[int, tuple[str, ...]]:
    """What a side bet of one dollar wins in cents, and its clauses."""
    case = challenge(f"1 P 10 {wager} 1", f"{first} 9D {second}", side_bets=[wager])
    (paid,) = case.settled(wager)
    assert stage_of(case, paid) is Stage.SIDE_BETS
    return paid.net, paid.clauses


@pytest.mark.clause(
    "nsw:13.6", "nsw:13.6.1", "nsw:13.6.2", "nsw:13.7", "nsw:13.8", "nsw:1.1:Any Pair"
)
def test_13_6_any_two_cards_of_one_printed_rank_pay_eleven_to_one() -> None:
    for rank in "A23456789T":
        assert pair("any-pairs", f"{rank}S", f"{rank}D") == (
            1100,
            ("13.6", "13.6.1", "13.7", "13.8"),
        )
    for rank in "JQK":
        assert pair("any-pairs", f"{rank}S", f"{rank}D") == (
            1100,
            ("13.6", "13.6.2", "13.7", "13.8"),
        )
    for suit in "SC":  # the same suit, and another of the same colour
        assert pair("any-pairs", "KS", f"K{suit}")[0] == 1100
    for other in ("TS", "JS", "QS"):
        assert pair("any-pairs", "KS", other) == (-100, ("13.6", "13.8"))


@pytest.mark.clause("nsw:13.6")
def test_13_6_a_later_split_changes_nothing() -> None:
    case = challenge("1 P 10 any-pairs 5", "8S 9D 8H 8C", "1 split", side_bets=["any-pairs"])
    assert [fact.net for fact in case.settled("any-pairs")] == [5500]


@pytest.mark.clause(
    "nsw:14.7", "nsw:14.7.1", "nsw:14.7.2", "nsw:14.8", "nsw:14.8.1", "nsw:14.8.2", "nsw:14.8.3",
    "nsw:14.9", "nsw:1.1:Perfect Pairs wager",
)  # fmt: skip
def test_14_8_one_kind_of_pair_is_paid() -> None:
    paid = {
        "S": (3000, "14.8.3"), "C": (1000, "14.8.2"), "H": (500, "14.8.1"), "D": (500, "14.8.1")
    }  # fmt: skip
    for suit, (won, clause) in paid.items():
        net, clauses = pair("perfect-pairs", "KS", f"K{suit}")
        assert (net, clause in clauses, "14.7.2" in clauses) == (won, True, True)
    assert pair("perfect-pairs", "5H", "5D")[0] == 1000, "red suits are one colour too"
    assert pair("perfect-pairs", "KS", "QS") == (-100, ("14.7", "14.9"))


@pytest.mark.clause("nsw:13.4", "nsw:14.5")
def test_13_4_a_side_bettor_needs_somebodys_main_wager_on_the_box() -> None:
    for wager, clause in (("any-pairs", "13.4"), ("perfect-pairs", "14.5")):
        refused = placing(f"1 P 10; 2 Q {wager} 5", side_bets=[wager])
        assert refused is not None
        assert refused.clauses == (clause,)
        case = challenge(f"1 P 10; 1 Q {wager} 5", "8S 9D 8H", side_bets=[wager])
        (paid,) = case.settled(wager)
        assert (paid.player, paid.net > 0) == ("Q", True)


@pytest.mark.clause("nsw:13.3", "nsw:14.4")
def test_13_3_under_a_restriction_the_own_main_wager() -> None:
    for wager, clause in (("any-pairs", "13.3"), ("perfect-pairs", "14.4")):
        options = {"side_bets": [wager], "side_bet_needs_own_main": True}
        refused = placing(f"1 P 10; 2 Q 10; 1 Q {wager} 5", **options)
        assert refused is not None
        assert refused.clauses == (clause,)
        anywhere = {**options, "restriction_same_area": False}
        assert placing(f"1 P 10; 2 Q 10; 1 Q {wager} 5", **anywhere) is None
        assert placing(f"1 P 10; 2 Q 10; 3 Q {wager} 5", **anywhere) is not None, "no hand there"


@pytest.mark.clause("nsw:13.5", "nsw:14.6")
def test_13_5_three_side_bets_for_a_box() -> None:
    for wager, clause in (("any-pairs", "13.5"), ("perfect-pairs", "14.6")):
        three = "1 P 10; " + "; ".join(f"1 S{n} {wager} 5" for n in (1, 2, 3))
        refused = placing(f"{three}; 1 S4 {wager} 5", side_bets=[wager])
        assert refused is not None
        assert refused.clauses == (clause,)


@pytest.mark.clause("nsw:13.2", "nsw:14.3")
def test_13_2_one_amount_where_the_sign_names_one() -> None:
    for wager, clause in (("any-pairs", "13.2"), ("perfect-pairs", "14.3")):
        options = {
            "side_bets": [wager], "side_bet_amount": "fixed", "limits": {wager: [500, 5000]}
        }  # fmt: skip
        assert placing(f"1 P 10; 1 P {wager} 5", **options) is None
        refused = placing(f"1 P 10; 1 P {wager} 10", **options)
        assert refused is not None
        assert refused.clauses == (clause,)


@pytest.mark.clause("nsw:13.1", "nsw:14.1", "nsw:14.2")
def test_13_1_a_side_bet_that_is_not_offered_is_not_taken() -> None:
    for wager, clause in (("any-pairs", "13.1"), ("perfect-pairs", "14.2")):
        refused = placing(f"1 P 10; 1 P {wager} 5")
        assert refused is not None
        assert clause in refused.clauses
    with pytest.raises(OptionError):
        rules_for("nsw-blackjack-challenge", {"side_bets": ["any-pairs", "perfect-pairs"]})


# --- rule 15


RANKS = {"K": 4, "Q": 3, "J": 2, "10": 1}


@pytest.mark.clause(
    "nsw:3.3", "nsw:15.1", "nsw:15.1.1", "nsw:15.1.1.2", "nsw:15.1.1.2.1", "nsw:15.1.1.2.2",
    "nsw:15.1.1.2.3",
)  # fmt: skip
def test_15_1_1_2_blackjacks_are_compared_by_their_ten_value_cards() -> None:
    cited: set[str] = set()
    for player, high in RANKS.items():
        for dealer, low in RANKS.items():
            for up, second in ((f"{dealer}D", "AD"), ("AD", f"{dealer}D")):
                case = challenge("1 P 10", f"AS {up} {player}S {second}")
                assert nets(case) == {"P": 50 if high > low else 40 if high == low else 30}
                cited |= case.cited()
    assert {"3.3", "15.1.1.2.1", "15.1.1.2.2", "15.1.1.2.3"} <= cited


@pytest.mark.clause("nsw:15.1.1", "nsw:15.1.1.1")
@pytest.mark.parametrize("then", ["5S 6S", "9S", "2S 5S"])
def test_15_1_1_1_two_to_one_where_the_dealer_has_none(then: str) -> None:
    case = challenge("1 P 10; 2 Q 10", f"AS 9S KD QS 9H {then} 9C", "2 stand")
    assert nets(case)["P"] == 20


@pytest.mark.clause("nsw:15.1.2", "nsw:15.1.4")
@pytest.mark.parametrize(
    ("player", "dealer", "won"),
    [
        ("10S 10H", "KD 9S", 10), ("10S 9H", "KD 9S", -10), ("10S 8H", "KD 9S", -10),
        ("10S 7H", "KD 7S", -10), ("10S 10H", "KD QS", -10), ("10S 2H", "KD 7S", -10),
    ],
)  # fmt: skip
def test_15_1_2_more_than_the_dealer_wins_and_equal_totals_lose(
    player: str, dealer: str, won: float
) -> None:
    first, second = player.split()
    up, then = dealer.split()
    assert nets(challenge("1 P 10", f"{first} {up} {second} {then}", "1 stand")) == {"P": won}
    both = challenge("1 P 10; 2 Q 10", "10S 10C KD 10H 9C 9S", "1 stand; 2 stand")
    assert nets(both) == {"P": 10, "Q": -10}


@pytest.mark.clause("nsw:15.1.3")
def test_15_1_3_a_dealer_past_21_pays_every_hand() -> None:
    case = challenge("1 P 10; 2 Q 10", "10S 10C KD 2H 9C 6S KS", "1 stand; 2 stand")
    assert nets(case) == {"P": 10, "Q": 10}


def by_the_law(player: Showing, dealer: Showing) -> tuple[str, int]:
    """The limb of 15.1 that decides, and what a wager of one wins by it."""
    if player.blackjack and dealer.blackjack:
        if player.rank == dealer.rank:
            return "15.1.1.2.2", 4
        return ("15.1.1.2.1", 5) if player.rank > dealer.rank else ("15.1.1.2.3", 3)
    if player.blackjack:
        return "15.1.1.1", 2
    if dealer.total > 21:
        return "15.1.3", 1
    return ("15.1.2", 1) if player.total > dealer.total else ("15.1.4", -1)


@pytest.mark.clause(
    "nsw:15.1.1", "nsw:15.1.1.1", "nsw:15.1.1.2", "nsw:15.1.1.2.1", "nsw:15.1.1.2.2",
    "nsw:15.1.1.2.3", "nsw:15.1.2", "nsw:15.1.3", "nsw:15.1.4",
)  # fmt: skip
def test_15_1_every_hand_that_can_come_here_meets_exactly_one_limb() -> None:
    """There is no stand-off, and no Blackjack that loses."""
    law = rules_for("nsw-blackjack-challenge").law
    players = [Showing(total, False) for total in range(4, 21)]
    players += [Showing(21, True, rank) for rank in range(4)]
    dealers = [Showing(total, False) for total in range(17, 27)]
    dealers += [Showing(21, True, rank) for rank in range(4)]
    for player in players:
        for dealer in dealers:
            ruling = rule_on(law, player, dealer)
            limb, won = by_the_law(player, dealer)
            assert limb in ruling.clauses, (player, dealer)
            assert ruling.outcome is (Outcome.WIN if won > 0 else Outcome.LOSE)
            assert ruling.odds is None if won < 0 else ruling.odds.on(1) == won  # type: ignore[union-attr]


def test_15_1_4_in_its_own_words_takes_blackjacks_and_has_to_give_way() -> None:
    table = rules_for("nsw-blackjack-challenge").law.limbs["main"]
    for dealer in (Showing(21, False), Showing(21, True, 3)):
        limbs = holding(table, case_of(Showing(21, True, 1), dealer))
        assert "no_more_than_dealer" in [limb.name for limb in limbs]
        assert prevailing(limbs).outcome is Result.WIN
    with pytest.raises(NoRuling):
        decide(table, case_of(Showing(21, False), Showing(20, False)))


# --- 5.9


@pytest.mark.clause("nsw:5.9")
@pytest.mark.parametrize(
    ("unit", "won"), [("hand_per_player", 15), ("wager", 20), ("player_total", 15)]
)
def test_5_9_what_is_rounded_up(unit: str, won: float) -> None:
    """7.50 and a double of 6 win 13.50 together, 7.50 and 6 apart."""
    case = challenge(
        "1 P 7.50", "6S 9D 5S 8C 7D KD", "1 double 6", smallest_chip=500, rounding_unit=unit
    )
    assert nets(case) == {"P": won}


@pytest.mark.clause("nsw:5.9")
def test_5_9_a_players_whole_win_may_be_rounded_once() -> None:
    wagers, cards = "1 P 7.50; 2 P 7.50", "10S 10C 9D 10H 10D 9C"
    decided = "1 stand; 2 stand"
    apart = challenge(wagers, cards, decided, smallest_chip=500)
    once = challenge(wagers, cards, decided, smallest_chip=500, rounding_unit="player_total")
    assert (nets(apart), nets(once)) == ({"P": 20}, {"P": 15})
    assert "5.9" in once.cited()


@pytest.mark.clause("nsw:6.1")
def test_6_1_steps_are_counted_from_the_minimum() -> None:
    options = {"limits": {"main": [2500, 50000]}, "multiples": {"main": 1000}}
    for amount in ("25", "35", "45", "20"):
        assert placing(f"1 P {amount}", **options) is None
    refused = placing("1 P 40", **options)
    assert refused is not None
    assert refused.clauses == ("6.1",)


@pytest.mark.clause("nsw:6.2")
def test_6_2_the_minimum_is_each_players_or_the_boxs() -> None:
    limits = {"limits": {"main": [2500, 50000]}}
    each = admitted(rules_for("nsw-blackjack-challenge", limits), "1 P 20; 1 Q 10")
    assert [one.clauses for one in each] == [("6.2",), ("6.2",)]
    together = rules_for("nsw-blackjack-challenge", {**limits, "minimum_scope": "area"})
    assert [one.clauses for one in admitted(together, "1 P 20; 1 Q 10")] == [("5.2",), ("5.2",)]


@pytest.mark.clause("nsw:6.1.1", "nsw:6.1.2", "nsw:6.1.3", "nsw:6.3", "nsw:6.3.1")
def test_6_3_a_shared_box_fills_its_maximum_in_order() -> None:
    rules = rules_for("nsw-blackjack-challenge", {"limits": {"main": [100, 10000]}})

    def shares(wagers: str) -> list[tuple[int, tuple[str, ...]]]:
        return [(each.stands // 100, each.clauses) for each in admitted(rules, wagers)]

    assert shares("1 P 120") == [(100, ("6.3",))]
    assert shares("1 P 60; 1 Q 30; 1 R 20") == [
        (60, ("5.2",)), (30, ("5.2",)), (10, ("6.3", "6.3.1", "6.1.3"))
    ]  # fmt: skip
    assert shares("1 P 30; 1 Q 40; 1 R* 80") == [
        (20, ("6.3", "6.3.1", "6.1.2")), (0, ("6.3", "6.3.1", "6.1.3")), (80, ("5.2",))
    ]  # fmt: skip
    assert shares("1 P 30; 1 Q 140") == [
        (0, ("6.3", "6.3.1", "6.1.2")), (100, ("6.3", "6.3.1", "6.1.1"))
    ]  # fmt: skip


@pytest.mark.clause("nsw:5.1", "nsw:5.4")
def test_5_4_three_players_bet_on_a_box() -> None:
    assert placing("1 P 10; 1 Q 10; 1 R 10") is None
    refused = placing("1 P 10; 1 Q 10; 1 R 10; 1 S 10")
    assert refused is not None
    assert refused.clauses == ("5.4",)
    nothing = placing("1 P 0")
    assert nothing is not None
    assert nothing.clauses == ("5.1",)


@pytest.mark.clause("nsw:5.2")
def test_5_2_a_wager_that_lies_in_its_place_stands() -> None:
    (stands,) = admitted(rules_for("nsw-blackjack-challenge"), "1 P 10")
    assert (stands.stands, stands.clauses) == (1000, ("5.2",))
