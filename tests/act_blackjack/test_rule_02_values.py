"""Rule 2.5: what the cards count, and what a hand of them comes to."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import pytest

from croupier.cards import DECK, RANKS, Card, parse_cards
from croupier.game_rules import rules_for
from croupier.games.blackjack.hands import Count, count


def counted(instrument: str, cards: str, *, split: bool = False) -> Count:
    return count(rules_for(instrument).law, parse_cards(cards), split=split)


@pytest.mark.clause("2.5", "2.5(a)")
@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("AS", "soft 11"),
        ("AS 9H", "soft 20"),
        ("AS 9H 5C", "hard 15"),
        ("AS AH", "soft 12"),
        ("AS AH AD AC", "soft 14"),
        ("AS AH 9C", "soft 21"),
        ("AS AH KC", "hard 12"),
    ],
)
def test_2_5_a_an_ace_is_one_or_eleven(instrument: str, cards: str, words: str) -> None:
    assert counted(instrument, cards).words == words


@pytest.mark.clause("2.5", "2.5(b)")
@pytest.mark.parametrize("rank", "23456789")
def test_2_5_b_two_to_nine_count_their_face(instrument: str, rank: str) -> None:
    for suit in "SHDC":
        assert counted(instrument, rank + suit).words == f"hard {rank}"


@pytest.mark.clause("2.5", "2.5(c)")
@pytest.mark.parametrize("rank", ["10", "J", "Q", "K"])
def test_2_5_c_a_ten_and_the_court_cards_count_ten(instrument: str, rank: str) -> None:
    for suit in "SHDC":
        assert counted(instrument, rank + suit).words == "hard 10"


@pytest.mark.clause("2.5")
@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("AS KH", "Blackjack"),
        ("10S AH", "Blackjack"),
        ("7S 7H 7D", "hard 21"),
        ("AS 6H", "soft 17"),
        ("AS 6H KD", "hard 17"),
        ("10S 2H", "hard 12"),
        ("KS 7H 8D", "bust with 25"),
        ("KS QH AD", "hard 21"),
        ("KS QH AD AC", "bust with 22"),
    ],
)
def test_2_5_what_hands_come_to_in_words(instrument: str, cards: str, words: str) -> None:
    assert counted(instrument, cards).words == words


@pytest.mark.clause("2.5", "10.7")
def test_2_5_a_split_hand_of_ace_and_ten_is_a_soft_21(instrument: str) -> None:
    for cards in ("AS KH", "KH AS"):
        split = counted(instrument, cards, split=True)
        assert split.words == "soft 21"
        assert not split.blackjack
        assert "A:Blackjack" not in split.clauses


@pytest.mark.clause("10.7", "9.2(a)")
def test_10_7_is_cited_of_two_cards_that_would_be_a_blackjack_and_of_no_others(
    instrument: str,
) -> None:
    ten_and_ace = counted(instrument, "KH AS", split=True)
    assert {"10.7", "9.2(a)"} <= set(ten_and_ace.clauses)
    assert not ten_and_ace.blackjack
    others = [("KH 9S", True), ("8H 3S KD", True), ("KH AS", False), ("7H 7S 7D", False)]
    for cards, split in others:
        assert "10.7" not in counted(instrument, cards, split=split).clauses, cards
    assert counted(instrument, "KH AS").blackjack


@pytest.mark.clause("2.5(a)", "2.5(b)", "2.5(c)")
def test_2_5_a_count_cites_the_limbs_of_the_cards_that_are_there(instrument: str) -> None:
    def limbs(cards: str) -> set[str]:
        return {clause for clause in counted(instrument, cards).clauses if clause[:3] == "2.5"}

    assert limbs("AS") == {"2.5", "2.5(a)"}
    assert limbs("7S 9C") == {"2.5", "2.5(b)"}
    assert limbs("10S KC") == {"2.5", "2.5(c)"}
    assert limbs("AS 7S KC") == {"2.5", "2.5(a)", "2.5(b)", "2.5(c)"}


def test_2_5_every_hand_up_to_five_cards_counts_as_its_best_choice_of_aces(
    instrument: str,
) -> None:
    """Every way to count every ace, and of those the best that does not pass 21."""
    law = rules_for(instrument).law
    values = {"A": (1, 11)} | {rank: (int(rank),) for rank in "23456789"}
    values |= dict.fromkeys("TJQK", (10,))
    for size in (1, 2, 3, 4, 5):
        for ranks in combinations_with_replacement(RANKS, size):
            totals = {sum(ways) for ways in product(*(values[rank] for rank in ranks))}
            best = max((total for total in totals if total <= 21), default=min(totals))
            found = count(law, [Card(f"{rank}S") for rank in ranks])
            assert found.total == best, ranks
            assert found.soft == (best - 10 in totals), ranks
            assert found.bust == (best > 21), ranks
            assert found.blackjack == (size == 2 and best == 21), ranks


def test_2_5_the_suit_of_a_card_does_not_change_its_value(instrument: str) -> None:
    law = rules_for(instrument).law
    assert len({(card.rank, count(law, [card]).words) for card in DECK}) == 13
