"""Rules 3 and 7 to 9: values, the initial deal, early settlement, playing the hands."""

from __future__ import annotations

import pytest
from tests.act_blackjack.cases import (
    allowed,
    dealt,
    ended,
    facts,
    go_on,
    hand,
    refusal,
    stage_of,
    stages,
)
from tests.challenge.cases import challenge, nets

from croupier.cards import parse_cards
from croupier.game_rules import rules_for
from croupier.games.blackjack.asks_and_answers import Insure, MoveOn, TakeEvenMoney
from croupier.games.blackjack.facts import Ended, HandEnded, Stage
from croupier.games.blackjack.hands import count
from croupier.rulebook.citations import Refused
from croupier.table.facts import Outcome

LAW = rules_for("nsw-blackjack-challenge").law

# --- what cards count


@pytest.mark.clause("nsw:3.2", "nsw:3.2.1", "nsw:3.2.2", "nsw:3.2.3", "nsw:1.1:point total")
@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("AS 2D KC", "hard 13"), ("AS AD 10H JC QD", "bust with 32"), ("AS 6D", "soft 17"),
        ("AS AD", "soft 12"), ("AS 5D 10C", "hard 16"),
    ],
)  # fmt: skip
def test_3_2_what_cards_count(cards: str, words: str) -> None:
    assert count(LAW, parse_cards(cards)).words == words
    count(LAW, parse_cards("AS 2D KC"))


@pytest.mark.clause("nsw:1.1:blackjack")
@pytest.mark.parametrize(
    ("cards", "split", "is_one"),
    [
        ("AS 10D", False, True), ("KD AS", False, True), ("AS QD", True, True),
        ("JS AD", True, True), ("AS 5D 5C", False, False), ("7S 7D 7C", False, False),
    ],
)  # fmt: skip
def test_1_1_a_blackjack_is_an_ace_and_a_ten_split_or_not(
    cards: str, split: bool, is_one: bool
) -> None:
    assert count(LAW, parse_cards(cards), split=split).blackjack is is_one
    assert count(LAW, parse_cards("AS KS")).blackjack


# --- rule 7


@pytest.mark.clause("nsw:7.1", "nsw:3.8", "nsw:1.1:round of play")
def test_7_1_a_card_to_each_box_one_to_the_dealer_and_another_to_each_box() -> None:
    case = challenge("2 P 10; 5 Q 10", "2S 3S 4S 5S 6S")
    assert dealt(case) == list(zip((2, 5, 0, 2, 5), parse_cards("2S 3S 4S 5S 6S"), strict=True))


# --- rule 8


@pytest.mark.clause("nsw:8.1", "nsw:8.1.1")
@pytest.mark.parametrize("up", ["2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D"])
def test_8_1_1_against_two_to_nine_a_blackjack_is_paid_two_to_one_at_once(up: str) -> None:
    case = challenge("1 P 10; 1 Q 30; 2 R 10", f"AS 9S {up} KS 9H")
    assert [(fact.player, fact.net) for fact in case.settled()] == [("P", 2000), ("Q", 6000)]
    assert {stage_of(case, fact) for fact in case.settled()} == {Stage.INTERIM_SETTLEMENT}


@pytest.mark.clause("nsw:8.1", "nsw:8.1.2")
@pytest.mark.parametrize("up", ["10D", "JD", "QD", "KD", "AD"])
def test_8_1_2_against_an_ace_or_a_ten_it_waits(up: str) -> None:
    case = challenge("1 P 10; 2 R 10", f"AS 9S {up} KS 9H")
    assert case.settled() == []
    go_on(case, "2 stand")
    (how,) = (fact for fact in facts(case, HandEnded) if fact.box == 1)
    assert (how.how, "8.1.2" in how.clauses) == (Ended.BLACKJACK, True)


@pytest.mark.clause("nsw:5.3")
def test_there_is_no_insurance_and_no_even_money() -> None:
    case = challenge("1 P 10; 2 R 10", "AS 9S AD KS 9H")
    assert Stage.INSURANCE not in stages(case)
    for answer in (Insure(player="P", box=1, amount=500), TakeEvenMoney(player="P", box=1)):
        with pytest.raises(Refused) as refused:
            case.round.answer(answer)
        assert refused.value.clauses == ("5.3",)
    with pytest.raises(Refused):
        case.round.answer(MoveOn())


# --- rule 9


@pytest.mark.clause("nsw:9.1", "nsw:9.1.1", "nsw:9.1.2", "nsw:9.1.3", "nsw:9.1.4", "nsw:9.4")
def test_9_1_hands_are_played_from_the_left_by_double_split_stand_or_draw() -> None:
    case = challenge("1 P 10; 2 Q 10; 3 R 10", "9S 8S 6S 9D 2S 8H 5H 3D 4C 7C 10C 8C 8D")
    assert all(allowed(case, f"1 {act}") for act in ("hit", "double 10"))
    assert not allowed(case, "2 split"), "it is not their turn"
    go_on(case, "1 hit; 1 stand; 2 split; 2 hit; 2 stand; 2.2 stand; 3 double 10")
    assert [len(hand(case, place)) for place in ("1", "2.1", "2.2", "3")] == [3, 3, 2, 3]
    assert case.round.over


@pytest.mark.clause("nsw:9.2")
def test_9_2_under_12_a_hand_must_draw() -> None:
    case = challenge("1 P 10", "2S 9D 3S")
    assert refusal(case, "1 stand").clauses == ("9.2",)
    case.left += parse_cards("6S 5S")
    go_on(case, "1 hit")
    assert refusal(case, "1 stand").clauses == ("9.2",), "11 is not enough"
    go_on(case, "1 hit")
    assert allowed(case, "1 stand")
    assert [fact.clauses for fact in case.round.facts if getattr(fact, "action", "") == "hit"] == [
        ("9.2",), ("9.2",)
    ]  # fmt: skip


@pytest.mark.clause("nsw:9.3")
def test_9_3_no_card_at_21() -> None:
    case = challenge("1 P 10; 2 Q 10", "AS 9S KD KS 9H")
    assert refusal(case, "1 hit").clauses == ("9.3",)
    assert ended(case, "1") is Ended.BLACKJACK
    assert allowed(case, "2 hit")  # who is asked, for nobody is about a Blackjack


@pytest.mark.clause("nsw:9.5")
@pytest.mark.parametrize("decided", ["1 hit", "1 double 10"])
def test_9_5_past_21_everything_on_the_hand_is_lost_at_once(decided: str) -> None:
    case = challenge("1 P* 10; 1 Q 20; 2 R 10", "10S 9S 9D 6S 9H KS", decided)
    assert ended(case, "1") is Ended.BUST
    lost = 2000 if "double" in decided else 1000
    assert [(fact.player, fact.net) for fact in case.settled()] == [("P", -lost), ("Q", -2000)]


@pytest.mark.clause("nsw:9.6")
@pytest.mark.parametrize("up", ["5D", "KD", "AD"])
@pytest.mark.parametrize(
    ("cards", "decided", "won"),
    [
        ("5S 6S KS", "1 hit", 10),
        ("AS 5S 5H", "1 hit", 10),
        ("5S 6S KS", "1 double 10", 20),
        ("4S 4H 3S KS", "1 hit; 1 hit", 10),
    ],
)
def test_9_6_any_other_21_is_paid_at_once(up: str, cards: str, decided: str, won: int) -> None:
    first, second, *drawn = cards.split()
    case = challenge("1 P 10; 2 Q 10", f"{first} 9S {up} {second} 9H {' '.join(drawn)}", decided)
    (paid,) = case.settled()
    assert (paid.net, paid.clauses) == (won * 100, ("9.6",))
    assert ended(case, "1") is Ended.TWENTY_ONE


@pytest.mark.clause("nsw:9.7")
def test_9_7_five_cards_in_a_hand_are_paid_at_once() -> None:
    case = challenge("1 P 10; 1 Q 20", "2S AD 3S 4S 2D 5S KD", "1 hit; 1 hit; 1 hit")
    assert [(fact.player, fact.net) for fact in case.settled()] == [("P", 1000), ("Q", 2000)]
    assert ended(case, "1") is Ended.FIVE_CARDS
    assert "9.7" in refusal(case, "1 hit").clauses
    assert case.left == list(parse_cards("KD")), "nothing is left for the dealer to decide"


@pytest.mark.clause("nsw:9.7")
def test_9_7_counts_the_card_that_a_split_hand_began_with() -> None:
    case = challenge("1 P 10", "2S KD 2D 3S 2C 4S 3C 10H 9C", "1 split; 1 hit; 1 hit; 1 hit")
    assert hand(case, "1.1") == list(parse_cards("2S 3S 2C 4S 3C"))
    assert ended(case, "1.1") is Ended.FIVE_CARDS
    assert case.settled()[0].net == 1000


@pytest.mark.clause("nsw:16.10")
def test_16_10_for_an_absent_player_the_dealer_draws_past_11() -> None:
    case = challenge("1 P 10", "2S KD 2D 3S 3C 9C 8D", absent=["P"])
    assert hand(case, "1") == list(parse_cards("2S 2D 3S 3C 9C")), "five cards, 19"
    assert ended(case, "1") is Ended.FIVE_CARDS
    assert nets(case) == {"P": 10}
    other = challenge("1 P 30; 1 Q 10", "9S KD 7D 7C", "1 stand", absent=["P"])
    assert nets(other) == {"P": -30, "Q": -10}
    alone = challenge("1 P 30; 1 Q 10", "9S KD 7D 7C", absent=["P"], absent_decider="draw_to_12")
    assert nets(alone) == {"P": -30, "Q": -10}
    under = challenge("1 P 10", "2S KD 3D 8C 7D", absent=["P"])
    assert "16.10" in under.cited()
    assert all(fact.outcome is Outcome.LOSE for fact in under.settled())
