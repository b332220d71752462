"""The worked examples of a round, written as round files."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from tests.adjudication.files import ACT_BLACKJACK, cents, round_file

from croupier.adjudication import Answer, adjudicate

if TYPE_CHECKING:
    from collections.abc import Iterator

PAIRS = ("perfect-pairs",)
SEVENS = ("super-sevens",)


@dataclass(frozen=True)
class Worked:
    """A round and what it is worth, in dollars."""

    id: str
    wagers: str
    cards: str
    decisions: str
    net: str
    entries: str = ""
    """Settlements that must be there and no others: `P main.1 -40; P insurance 40`."""
    clauses: tuple[str, ...] = ()
    left: int = 0
    """How many of the cards are not needed."""
    only: str = ""
    options: dict[str, Any] = field(default_factory=dict)


WORKED = (
    Worked(
        "W01-drawn 21 against a dealer Blackjack",
        "1 P 50", "7S KD 6H 8C AS", "1 hit", "P -50",
        clauses=("9.2(a)", "13.1(f)"),
    ),
    Worked(
        "W02-lone Blackjack, the dealer stops at 15",
        "1 P 30", "AS 10C QH 5D 6H", "", "P 45",
        clauses=("12.2", "13.1(c)", "13.2(a)"), left=1,
    ),
    Worked(
        "W03-Blackjack before a drawn 21",
        "1 P 30; 2 R 20", "AS KH 10C QH QD 5D 6H", "2 stand", "P 45; R -20",
        clauses=("13.1(c)", "13.1(e)"),
    ),
    Worked(
        "W04-a court card is a ten",
        "1 P 20", "AH KD JC AC", "", "P 0",
        clauses=("13.1(g)",),
    ),
    Worked(
        "W05-paid at the interim",
        "1 P 15", "AH 9D JC 4C", "", "P 22.50",
        clauses=("8.1(a)", "12.2"), left=1,
    ),
    Worked(
        "W06-dealer Blackjack takes split and double",
        "1 P 20", "8S AD 8H 3C 10D 10C KC", "1 split P; 1 double P 20; 1.2 stand", "P -60",
        entries="P main.1 -40; P main.2 -20",
        clauses=("10.4", "11.3", "13.1(f)"),
    ),
    Worked(
        "W07-insurance at the cap",
        "1 P 40", "10S AC 9H QD", "P insures 1 for 20; 1 stand", "P 0",
        entries="P main.1 -40; P insurance 40",
        clauses=("7.1", "06:7.4", "06:7.5(b)", "18:7.5", "18:7.6(b)", "13.1(f)"),
    ),
    Worked(
        "W08a-bust with open insurance that loses",
        "1 P 40", "10S AC 6H KD 5C 9D", "P insures 1 for 20; 1 hit", "P -60",
        entries="P main.1 -40; P insurance -20",
        clauses=("06:7.5(a)", "18:7.6(a)", "12.2", "13.1(d)"), left=1,
    ),
    Worked(
        "W08b-bust with open insurance that wins",
        "1 P 40", "10S AC 6H KD JD", "P insures 1 for 20; 1 hit", "P 0",
        clauses=("06:7.5(b)", "18:7.6(b)", "13.1(d)"),
    ),
    Worked(
        "W08c-bust without insurance",
        "1 P 40", "10S AC 6H KD JD", "1 hit", "P -40",
        clauses=("12.2", "13.1(d)"), left=1,
    ),
    Worked(
        "W09a-even money",
        "1 P 25", "AS AD KH 10C", "P even-money 1", "P 25",
        clauses=("8.1(b)", "12.2"), left=1,
    ),
    Worked(
        "W09b-a Blackjack insured against a Blackjack",
        "1 P 25", "AS AD KH 10C", "P insures 1 for 12.50", "P 25",
        entries="P main.1 0; P insurance 25",
        clauses=("7.1", "13.1(g)"),
    ),
    Worked(
        "W09c-a Blackjack insured for nothing",
        "1 P 25", "AS AD KH 5C 9D", "P insures 1 for 12.50", "P 25",
        entries="P main.1 37.50; P insurance -12.50",
        clauses=("12.2", "13.1(c)"), left=1,
    ),
    Worked(
        "W09d-even money is each owner's own",
        "1 P 25; 1 Q 10", "AS AD KH 10C", "P even-money 1", "P 25; Q 0",
        clauses=("8.1(b)", "13.1(g)"),
    ),
    Worked(
        "W10-ten and king split but are no pair",
        "1 P 20 perfect-pairs 5", "10H 6S KD AC 5C 10S 9C", "1 split P; 1.2 stand", "P 35",
        entries="P main.1 20; P main.2 20; P perfect-pairs -5",
        clauses=("A:Split", "10.7", "13.1(a)", "13.2(b)", "06:18.11(d)", "18:17.9(d)"),
        options={"side_bets": PAIRS},
    ),
    Worked(
        "W11-split aces",
        "1 P 20", "AS 7C AH KD AC 10S", "1 split P", "P 0",
        entries="P main.1 20; P main.2 -20",
        clauses=("10.3", "10.5", "10.7"),
    ),
    Worked(
        "W12-four hands",
        "1 P 10", "8S 5D 8H 8C 8D 8S 3C 9H 10D 2S KS 10C 4H",
        "1 split P; 1 split P; 1 split P; 1 stand; 1.2 double P 10; 1.3 stand; 1.4 double P 10",
        "P 20",
        entries="P main.1 -10; P main.2 20; P main.3 -10; P main.4 20",
        clauses=("10.4", "11.3"),
    ),
    Worked(
        "W13-double for less, the back bettor declines",
        "1 P 50; 1 Q 30", "6S 6D 5H 9C 10H 2C", "1 double P 20", "P 70; Q 30",
        clauses=("A:Double/double down", "11.2"),
    ),
    Worked(
        "W14a-a double that ends under 12 wins",
        "1 P 10; 1 Q 20", "6S 5C 2H 2D 10S 10D", "1 double P 10", "P 20; Q 20",
        clauses=("11.2", "13.1(a)"),
    ),
    Worked(
        "W14b-a double that ends under 12 loses",
        "1 P 10; 1 Q 20", "6S 5C 2H 2D 10S 3D", "1 double P 10", "P -20; Q -20",
        clauses=("11.2", "13.1(e)"),
    ),
    Worked(
        "W15-three bettors, split and double",
        "1 P 20; 1 Q 50; 1 R 10", "9S 8D 9H 2C 10C 7D KD",
        "1 split P R; 1 double P 20 Q 25; 1.2 stand",
        "P 20; Q 75; R 0",
        entries="P main.1 40; Q main.1 75; R main.1 10; P main.2 -20; R main.2 -10",
        clauses=("10.2", "10.2(a)", "10.2(b)", "11.2", "11.3"),
    ),
    Worked(
        "W16-a rider gets ten and ace",
        "1 P 10; 1 Q 40", "QS 5C JH AD 6C 10D 3S", "1 split P; 1.2 stand", "P 0; Q 40",
        clauses=("10.2(b)", "10.7"),
    ),
    Worked("W17-stand on A-A", "1 P 10", "AS 9D AH 10C", "1 stand", "P -10", clauses=("9.1(d)",)),
    Worked("W17-stand on A-5", "1 P 10", "AS 9D 5H 10C", "1 stand", "P -10", clauses=("9.1(d)",)),
    Worked("W17-stand on 6-6", "1 P 10", "6S 9D 6H 10C", "1 stand", "P -10", clauses=("9.1(d)",)),
    Worked(
        "W17-split of 4-4",
        "1 P 10", "4S 9D 4H 10S 10H 10C", "1 split P; 1 stand; 1.2 stand", "P -20",
        clauses=("9.1(a)",),
    ),
    Worked(
        "W17-split of Q-10",
        "1 P 10", "QS 9D 10H 10S 10H 10C", "1 split P; 1 stand; 1.2 stand", "P 20",
        clauses=("9.1(a)",),
    ),
    Worked("W17-double on A-2", "1 P 10", "AS 9D 2H 8C 10C", "1 double P 10", "P 20"),
    Worked("W17-double on 10-10", "1 P 10", "10S 9D 10H AC 10C", "1 double P 10", "P 20"),
    Worked("W17-double on 5-6", "1 P 10", "5S 9D 6H 9C 10C", "1 double P 10", "P 20"),
    Worked(
        "W17-double on 8-3 after a split",
        "1 P 10", "8S 9D 8H 3C 10D 10S 10C", "1 split P; 1 double P 10; 1.2 stand", "P 10",
        entries="P main.1 20; P main.2 -10", clauses=("11.3",),
    ),
    Worked(
        "W17-double on three cards where the table lets it",
        "1 P 10", "2S 9D 3H 6C 10D 10C", "1 hit; 1 double P 10", "P 20",
        clauses=("9.1(b)",), options={"double_on": "any_cards"},
    ),
    Worked("W17-double of 5", "1 P 50", "5S 9D 6H 9C 10C", "1 double P 5", "P 55"),
    Worked(
        "W18a-soft 17 stands",
        "1 P 20", "10S AD 8H 6C 4C", "1 stand", "P 20", clauses=("12.1",), left=1,
    ),
    Worked(
        "W18b-soft 17 hits",
        "1 P 20", "10S AD 8H 6C 4C", "1 stand", "P -20",
        clauses=("18:12.1(b)",), only="18", options={"soft_17": "hit"},
    ),
    Worked(
        "W18c-hard 17 stops",
        "1 P 20", "10S AD 8H 6C KC 2D", "1 stand", "P 20",
        clauses=("18:12.1(b)",), left=1, only="18", options={"soft_17": "hit"},
    ),
    Worked(
        "W18d-three cards to a soft 17",
        "1 P 20", "10S AD 8H AC 5H 3C", "1 stand", "P 20", clauses=("12.1",), left=1,
    ),
    Worked(
        "W18e-three cards to a soft 17 that hits",
        "1 P 20", "10S AD 8H AC 5H 3C", "1 stand", "P -20",
        clauses=("18:12.1(b)",), only="18", options={"soft_17": "hit"},
    ),
    *(
        Worked(
            f"W19-insurance of {amount}",
            "1 P 15", "10S AC 9H 9D", f"P insures 1 for {amount}; 1 stand",
            f"P {-15 - amount}",
            entries=f"P main.1 -15; P insurance {-amount}",
            clauses=("7.1",),
        )
        for amount in (1.25, 6.25, 7.50)
    ),
    Worked(
        "W20a-third parties, the dealer has a Blackjack",
        "1 E 20; 2 C 20; 3 A 100; 3 B 40; 4 D 60", "10C 10S 10D 9H AC 7S 10H 9S 9D KH",
        "D insures A on 3 for 50; C insures A on 3 for 50; B insures 3 for 20;"
        "C insures E on 1 for 10; B insures A on 3 for 20;"
        "1 stand; 2 stand; 3 stand; 4 stand",
        "A -100; B 40; C 0; D 0; E -20",
        clauses=("18:7.2(a)", "18:7.2(b)", "18:7.2(c)", "18:7.5", "18:7.6(b)"),
        only="18",
    ),
    Worked(
        "W20b-third parties, the dealer has 18",
        "1 E 20; 2 C 20; 3 A 100; 3 B 40; 4 D 60", "10C 10S 10D 9H AC 7S 10H 9S 9D 7H",
        "B insures 3 for 20; C insures E on 1 for 10; B insures A on 3 for 20;"
        "C insures A on 3 for 50; D insures A on 3 for 50;"
        "1 stand; 2 stand; 3 stand; 4 stand",
        "A 100; B 0; C 10; D -30; E -20",
        entries=(
            "E main.1 -20; C main.1 20; A main.1 100; B main.1 40; D main.1 0; B insurance -20;"
            "C insurance -10; B insurance -20; D insurance -30; C insurance 0; D insurance 0"
        ),
        clauses=("18:7.2(a)", "18:7.2(b)", "18:7.2(c)", "18:7.6(a)"),
        only="18",
    ),
    Worked(
        "W22a-over the maximum, a Blackjack",
        "1 X 150", "AS 6D KH", "", "X 150", entries="X main.1 150; X main.1 0",
        clauses=("3.5", "8.1(a)"), options={"limits": {"main": [1000, 10000]}},
    ),
    Worked(
        "W22b-over the maximum, lost",
        "1 X 150", "10S QD 9H KC", "1 stand", "X -100", entries="X main.1 -100; X main.1 0",
        clauses=("3.5",), options={"limits": {"main": [1000, 10000]}},
    ),
    Worked(
        "W22c-over the maximum, a stand-off",
        "1 X 150", "10S QD 9H 9C", "1 stand", "X 0",
        clauses=("3.5",), options={"limits": {"main": [1000, 10000]}},
    ),
    Worked(
        "W22d-over the maximum, doubled",
        "1 X 150", "6S QD 5H 9C 9D", "1 double X 100", "X 200",
        clauses=("3.5",), options={"limits": {"main": [1000, 10000]}},
    ),
    Worked(
        "W22e-over the maximum, insured",
        "1 X 150", "10S AD 9H 9C", "X insures 1 for 50; 1 stand", "X -150",
        clauses=("3.5", "7.1"), options={"limits": {"main": [1000, 10000]}},
    ),
    *(
        Worked(
            f"W25-{cards}",
            "1 P 10 super-sevens 5", f"{cards} 9D", decisions, f"P {main + sevens}",
            entries=f"P main.1 {main}; P super-sevens {sevens}",
            clauses=clauses, left=left, only="06", options={"side_bets": SEVENS},
        )
        for cards, decisions, main, sevens, left, clauses in (
            ("9C 10S 7H", "1 stand", -10, -5, 0, ("06:17.6(d)",)),
            ("7H 10S 9C 7D", "1 hit", -10, 15, 1, ("06:17.6(a)", "06:17.7")),
            ("7H 10S 7D", "1 stand", -10, 250, 0, ("06:17.6(b)", "06:17.9")),
            ("7H 10S 7D 2C", "1 hit; 1 stand", -10, 250, 0, ("06:17.6(b)", "06:17.9")),
            ("7H 10S 7H", "1 stand", -10, 500, 0, ("06:17.6(b)", "06:A:Suited")),
            ("7H 10S 7D 7H", "1 hit", 10, 2500, 0, ("06:17.6(c)", "06:A:Not suited")),
            ("7H 10S 7H 7H", "1 hit", 10, 25000, 0, ("06:17.6(c)", "06:A:Suited")),
        )
    ),
    Worked(
        "W25-no main wager of one's own",
        "1 M 10; 1 N super-sevens 5", "7H 10S 7H 9D", "1 stand", "M -10; N 0",
        entries="M main.1 -10; N super-sevens 0",
        clauses=("06:17.5",), only="06", options={"side_bets": SEVENS},
    ),
    Worked(
        "W26a-the third seven on the first split hand",
        "1 P 10 super-sevens 5; 1 Q 20 super-sevens 5", "7H 10S 7D 7C 10C 9D",
        "1 split P; 1 stand; 1.2 stand", "P 2480; Q 2480",
        clauses=("06:17.7", "06:17.10", "10.2(b)", "10.4"),
        only="06", options={"side_bets": SEVENS},
    ),
    Worked(
        "W26b-the third seven on the second split hand",
        "1 P 10 super-sevens 5; 1 Q 20 super-sevens 5", "7H 10S 7D 9C 7H 9D",
        "1 split P; 1 stand; 1.2 stand", "P 230; Q 230",
        clauses=("06:17.7", "06:17.10", "10.2(b)", "10.4"),
        only="06", options={"side_bets": SEVENS},
    ),
    *(
        Worked(
            f"W27-{wager} on {first} {second}",
            f"1 P 10 {wager} 10", f"{first} 9D {second} 10C", "1 stand", f"P {10 + won}",
            entries=f"P main.1 10; P {wager} {won}",
            clauses=clauses, only=only, options={"side_bets": (wager,)},
        )
        for first, second, pairs, clauses_for_pairs in (
            ("QH", "QS", 60, ("06:18.14(a)", "18:17.12(a)")),
            ("QH", "QD", 120, ("06:18.14(b)", "18:17.12(b)")),
            ("10S", "10C", 120, ("06:18.14(b)", "18:17.12(b)")),
            ("QH", "QH", 250, ("06:18.14(c)", "18:17.12(c)")),
            ("10H", "KH", -10, ("06:18.11(d)", "18:17.9(d)")),
        )
        for wager, won, only, clauses in (
            ("perfect-pairs", pairs, "", clauses_for_pairs),
            (
                "pairs-play", 110 if pairs > 0 else -10, "18",
                ("18:17.23",) if pairs > 0 else ("18:17.21(b)",),
            ),
        )
    ),
    Worked(
        "W27-a side wager beside another's main wager, 2018",
        "1 M 10; 1 N perfect-pairs 10", "QH 9D QS 10C", "1 stand", "M 10; N 60",
        only="18", options={"side_bets": PAIRS},
    ),
    Worked(
        "W27-a side wager beside another's main wager, 2006",
        "1 M 10; 1 N perfect-pairs 10", "QH 9D QS 10C", "1 stand", "M 10; N 0",
        clauses=("06:18.10",), only="06", options={"side_bets": PAIRS},
    ),
    Worked(
        "W28-the pair is paid, the main wager lost",
        "1 P 20 perfect-pairs 5", "5C KD 5C 4H AC", "1 double P 20", "P 85",
        entries="P main.1 -40; P perfect-pairs 125",
        clauses=("06:18.13", "06:18.14(c)", "18:17.11", "18:17.12(c)", "13.1(f)"),
        options={"side_bets": PAIRS},
    ),
    Worked(
        "W35-an absent player as the rules play the hand",
        "1 P 10", "4S 9D 3H 2C AH 10C", "1 hit; 1 hit; 1 stand", "P 10",
        clauses=("9.2(b)", "13.1(b)"),
    ),
)  # fmt: skip


def cases() -> Iterator[Any]:
    for case in WORKED:
        for year, instrument in ACT_BLACKJACK.items():
            if case.only in ("", year):
                marks = [pytest.mark.clause(*case.clauses)] if case.clauses else []
                yield pytest.param(case, instrument, id=f"{case.id}-{year}", marks=marks)


@pytest.mark.parametrize(("case", "instrument"), list(cases()))
def test_adjudicate(case: Worked, instrument: str) -> None:
    file = round_file(instrument, case.wagers, case.cards, case.decisions, **case.options)
    answer = adjudicate(file)
    assert isinstance(answer, Answer), answer
    assert answer.net == {
        player: cents(dollars) for player, dollars in (one.split() for one in _parts(case.net))
    }
    assert answer.cards_used == len(file["cards"]) - case.left
    if case.entries:
        assert Counter(
            (s.player, s.wager if s.hand is None else f"{s.wager}.{s.hand}", s.net)
            for s in answer.settlements
        ) == Counter(
            (player, wager, cents(dollars))
            for player, wager, dollars in (one.split() for one in _parts(case.entries))
        )


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(";")]
