from __future__ import annotations

from tests.support import Double, Hit, Split, Stand, play_round


def test_W01_a_drawn_21_loses_to_a_dealer_blackjack(instrument: str) -> None:
    case = play_round(instrument, "1 P 50", "7S KD 6H 8C AS", [Hit(box=1)])
    assert case.net() == {"P": -50}


def test_W06_dealer_blackjack_takes_split_and_double(instrument: str) -> None:
    case = play_round(
        instrument,
        "1 P 20",
        "8S AD 8H 3C 10D 10C KC",
        [Split(box=1), Double(box=1, amount=2000), Stand(box=1, hand=2)],
    )
    assert case.net() == {"P": -60}
