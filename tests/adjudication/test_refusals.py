"""What the rules refuse ends the file: at which entry, and under which clauses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.adjudication.files import ACT_BLACKJACK, round_file

from croupier.adjudication import Refusal, adjudicate

if TYPE_CHECKING:
    from collections.abc import Iterator

ACE = "10S AC 9H 9D"


@dataclass(frozen=True)
class Case:
    """A file and the entry, by its place from 1, that is refused."""

    id: str
    wagers: str
    cards: str
    decisions: str
    refused: str
    clauses: tuple[str, ...]
    only: str = ""
    options: dict[str, Any] = field(default_factory=dict)


REFUSED = (
    # --- cards and actions
    Case("W12-a fifth hand", "1 P 10", "8S 5D 8H 8C 8D 8S",
         "1 split P; 1 split P; 1 split P; 1 split P", "decision 4", ("10.3",)),
    Case("W17-stand on hard 11", "1 P 10", "5S 9D 6H", "1 stand", "decision 1", ("9.2(b)",)),
    Case("W17-stand on hard 9", "1 P 10", "2S 9D 3H 4C", "1 hit; 1 stand", "decision 2",
         ("9.2(b)",)),
    Case("W17-split of 9-8", "1 P 10", "9S 9D 8H", "1 split P", "decision 1", ("A:Split",)),
    Case("W17-double on a Blackjack", "1 P 10", "AS 9D KH", "1 double P 10", "decision 1",
         ("9.2(a)",)),
    Case("W17-double on 21 after a split", "1 P 10", "10S 9D KH AC", "1 split P; 1 double P 10",
         "decision 2", ("9.2(a)",)),
    Case("W17-double on split aces", "1 P 10", "AS 9D AH 5C 6C", "1 split P; 1 double P 10",
         "decision 2", ("10.5",)),
    Case("W17-split aces again", "1 P 10", "AS 9D AH AC 6C", "1 split P; 1 split P", "decision 2",
         ("10.5",)),
    Case("W17-a doubled hand again", "1 P 10", "5S 9D 6H 2C", "1 double P 10; 1 double P 10",
         "decision 2", ("11.2",)),
    Case("W17-double on three cards", "1 P 10", "2S 9D 3H 4C", "1 hit; 1 double P 10",
         "decision 2", ("A:Double/double down",)),
    Case("W17-double for more", "1 P 50", "5S 9D 6H", "1 double P 60", "decision 1",
         ("A:Double/double down",)),
    Case("W17-double for nothing", "1 P 50", "5S 9D 6H", "1 double P 0", "decision 1",
         ("A:Double/double down",)),
    Case("W17-double off the step", "1 P 50", "5S 9D 6H", "1 double P 7", "decision 1", ("3.3",)),
    Case("W17-a back bettor splits alone", "1 P 10; 1 Q 10", "8S 9D 8H", "1 split Q",
         "decision 1", ("10.1",)),
    Case("W17-a back bettor doubles alone", "1 P 10; 1 Q 10", "5S 9D 6H", "1 double Q 10",
         "decision 1", ("11.1",)),
    Case("hit after 21", "1 P 10", "7S 9D 6H 8C", "1 hit; 1 hit", "decision 2", ("9.2(a)",)),
    Case("hit after a bust", "1 P 10", "10S 9D 6H 8C", "1 hit; 1 hit", "decision 2",
         ("13.1(d)",)),
    Case("hit after standing", "1 P 10", "10S 9D 6H 8C", "1 stand; 1 hit", "decision 2",
         ("9.1(d)",)),
    Case("hit after a double", "1 P 10", "5S 9D 6H 2C 10D", "1 double P 10; 1 hit", "decision 2",
         ("11.2",)),
    Case("a finished hand while its sibling waits for a card", "1 P 10", "8S 9D 8H 10C",
         "1 split P; 1 stand; 1 stand", "decision 3", ("9.1(d)",)),
    Case("out of turn", "1 P 10; 2 R 10", "10S 10D 9D 8H 8C", "2 stand", "decision 1", ("9.1",)),
    Case("the second split hand before the first", "1 P 10", "8S 9D 8H 10C",
         "1 split P; 1.2 stand", "decision 2", ("9.1",)),
    Case("a hand that is not there", "1 P 10", "8S 9D 7H", "1.2 stand", "decision 1", ("9.1",)),
    Case("a box that is not there", "1 P 10", "8S 9D 7H", "4 stand", "decision 1", ("9.1",)),
    # --- shared boxes
    Case("the seated player must be among those who double", "1 P 10; 1 Q* 10", "5S 9D 6H",
         "1 double P 10", "decision 1", ("11.1",)),
    Case("the seated player must be among those who split", "1 P 10; 1 Q* 10", "8S 9D 8H",
         "1 split P", "decision 1", ("10.1",)),
    Case("nobody splits", "1 P 10", "8S 9D 8H", "1 split", "decision 1", ("10.1",)),
    Case("nobody doubles", "1 P 10", "5S 9D 6H", "1 double", "decision 1", ("11.1",)),
    Case("a stranger doubles", "1 P 10", "5S 9D 6H", "1 double P 10 Z 10", "decision 1",
         ("11.2",)),
    Case("a stranger splits", "1 P 10", "8S 9D 8H", "1 split P Z", "decision 1", ("10.2",)),
    Case("a rider doubles the second hand", "1 P 10; 1 Q 20", "8S 9D 8H 10C 3D",
         "1 split P; 1 stand; 1.2 double P 10 Q 10", "decision 3", ("11.2",)),
    Case("a back bettor doubles for more", "1 P 10; 1 Q 20", "5S 9D 6H", "1 double P 10 Q 25",
         "decision 1", ("A:Double/double down",)),
    # --- insurance and even money
    Case("W19-off the step", "1 P 15", ACE, "P insures 1 for 7", "decision 1",
         ("06:7.3", "18:7.4")),
    Case("W19-over the cap", "1 P 15", ACE, "P insures 1 for 8.75", "decision 1", ("7.1",)),
    Case("W19-over the cap in two parts", "1 P 15", ACE,
         "P insures 1 for 5; P insures 1 for 3.75", "decision 2", ("7.1",)),
    Case("W19-nothing", "1 P 15", ACE, "P insures 1 for 0", "decision 1", ("06:7.3", "18:7.4")),
    Case("W19-against a ten", "1 P 15", "10S KC 9H 9D", "P insures 1 for 5; 1 stand",
         "decision 1", ("7.1",)),
    Case("W19-another's wager in 2006", "1 P 20; 2 R 20", "10S 10H AC 9H 9D 9S",
         "R insures P on 1 for 5; 1 stand; 2 stand", "decision 1", ("06:7.1",), only="06"),
    Case("W19-another's wager that is insured", "1 A 100; 2 R 20", "10S 10H AC 9H 9D 9S",
         "R insures A on 1 for 10; A insures 1 for 10; 1 stand; 2 stand", "decision 1",
         ("18:7.2",), only="18"),
    Case("another's wager when every wager is insured", "1 A 100; 2 R 20", "10S 10H AC 9H 9D 9S",
         "A insures 1 for 10; R insures 2 for 5; R insures A on 1 for 10", "decision 3",
         ("18:7.2",), only="18"),
    Case("another's wager with even money", "1 A 100; 2 R 20", "10S 10H AC AH 9D 9S",
         "R insures A on 1 for 10; A even-money 1; 2 stand", "decision 1", ("18:7.2",), only="18"),
    Case("another's wager over the cap", "1 A 100; 2 R 20", "10S 10H AC 9H 9D 9S",
         "R insures A on 1 for 55", "decision 1", ("18:7.2",), only="18"),
    Case("another's wager over the cap in two parts", "1 A 100; 2 R 20", "10S 10H AC 9H 9D 9S",
         "R insures A on 1 for 40; R insures A on 1 for 15", "decision 2", ("18:7.2",), only="18"),
    Case("another's wager by somebody without one", "1 A 100", ACE, "Z insures A on 1 for 10",
         "decision 1", ("18:7.2",), only="18"),
    Case("another's wager where the table does not let it", "1 A 100; 2 R 20",
         "10S 10H AC 9H 9D 9S", "R insures A on 1 for 10", "decision 1", ("18:7.2",), only="18",
         options={"third_party_insurance": False}),
    Case("the first refused entry of two", "1 A 100; 2 R 20", "10S 10H AC 9H 9D 9S",
         "R insures A on 1 for 55; A insures 1 for 55", "decision 1", ("18:7.2",), only="18"),
    Case("no wager there to insure", "1 P 15; 2 R 20", "10S 10H AC 9H 9D 9S",
         "P insures 2 for 5", "decision 1", ("7.1",)),
    Case("W19-insurance after play has begun", "1 P 20; 2 R 20", "10S 10H AC 9H 9D 9S",
         "1 stand; R insures 2 for 10; 2 stand", "decision 2", ("06:7.2", "18:7.3")),
    Case("insurance after all hands are over", "1 P 20", "10S AC 9H 9D",
         "1 stand; P insures 1 for 10", "decision 2", ("06:7.2", "18:7.3")),
    Case("even money after play has begun", "1 P 20; 2 R 20", "10S 10H AC 9H AD 9S",
         "1 stand; R even-money 2", "decision 2", ("06:7.2", "18:7.3")),
    Case("even money without a Blackjack", "1 P 20", ACE, "P even-money 1; 1 stand",
         "decision 1", ("8.1(b)",)),
    Case("even money against a ten", "1 P 20", "AS KC 10H 9D", "P even-money 1", "decision 1",
         ("8.1(b)",)),
    Case("even money after insurance", "1 P 20", "AS AC 10H 9D",
         "P insures 1 for 10; P even-money 1", "decision 2", ("8.1(b)",)),
    Case("insurance after even money", "1 P 20", "AS AC 10H 9D",
         "P even-money 1; P insures 1 for 10", "decision 2", ("8.1(b)",)),
    Case("even money for the box by somebody else", "1 P 20; 1 Q 20", "AS AC 10H 9D",
         "Q even-money 1", "decision 1", ("8.1(b)",), options={"even_money_scope": "box"}),
    Case("W22e-insurance over half of what stands", "1 X 150", "10S AD 9H",
         "X insures 1 for 55", "decision 1", ("7.1",),
         options={"limits": {"main": [1000, 10000]}}),
    # --- wagers
    Case("W23-a fourth player on a box", "1 A 10; 1 B 10; 1 C 10; 1 D 10", "10S 9D 9H 10C",
         "1 stand", "wager 4", ("4.5",)),
    Case("off the step", "1 A 12", "10S 9D 9H 10C", "1 stand", "wager 1", ("3.3",)),
    Case("off the step where no limits are named", "1 A 12", "10S 9D 9H 10C", "1 stand",
         "wager 1", ("3.3",), options={"limits": {}}),
    Case("W27-a fourth side wager",
         "1 A 10 perfect-pairs 5; 1 B 10 perfect-pairs 5; 1 C 10 perfect-pairs 5;"
         "1 D perfect-pairs 5", "10S 9D 9H 10C", "1 stand", "wager 7", ("06:4.5", "18:17.6"),
         options={"side_bets": ("perfect-pairs",)}),
    Case("W27-a side wager on an empty box", "1 A 10; 2 A perfect-pairs 5", "10S 9D 9H 10C",
         "1 stand", "wager 2", ("18:17.8",), only="18", options={"side_bets": ("perfect-pairs",)}),
    Case("W27-pairs play on an empty box", "1 A 10; 2 A pairs-play 5", "10S 9D 9H 10C",
         "1 stand", "wager 2", ("18:17.20",), only="18", options={"side_bets": ("pairs-play",)}),
    Case("W27-Super Sevens in 2018", "1 A 10 super-sevens 5", "10S 9D 9H 10C", "1 stand",
         "wager 2", ("18:17.1",), only="18"),
    Case("Perfect Pairs where it is not offered", "1 A 10 perfect-pairs 5", "10S 9D 9H 10C",
         "1 stand", "wager 2", ("06:18.1", "18:17.1(a)")),
    Case("Super Sevens where it is not offered", "1 A 10 super-sevens 5", "10S 9D 9H 10C",
         "1 stand", "wager 2", ("06:17.1",), only="06"),
    Case("Super Sevens off the approved amount", "1 A 10 super-sevens 10", "10S 9D 9H 10C",
         "1 stand", "wager 2", ("06:17.4",), only="06", options={"side_bets": ("super-sevens",)}),
    Case("a side wager beside another's where one's own is needed",
         "1 A 10; 1 B perfect-pairs 5", "10S 9D 9H 10C", "1 stand", "wager 2", ("18:17.8",),
         only="18", options={"side_bets": ("perfect-pairs",), "side_bet_needs_own_main": True}),
)  # fmt: skip


def cases() -> Iterator[Any]:
    for case in REFUSED:
        for year, instrument in ACT_BLACKJACK.items():
            if case.only in ("", year):
                mark = pytest.mark.clause(*case.clauses)
                yield pytest.param(case, instrument, id=f"{case.id}-{year}", marks=mark)


@pytest.mark.parametrize(("case", "instrument"), list(cases()))
def test_refused(case: Case, instrument: str) -> None:
    answer = adjudicate(
        round_file(instrument, case.wagers, case.cards, case.decisions, **case.options)
    )
    assert isinstance(answer, Refusal), answer
    refused = answer.refused
    entry, place = case.refused.split()
    assert (refused.decision, refused.wager) == (
        (int(place), None) if entry == "decision" else (None, int(place))
    )
    year = instrument[-2:]
    named = [clause.removeprefix(f"{year}:") for clause in case.clauses]
    expected = {clause for clause in named if clause[:3] not in ("06:", "18:")}
    assert expected <= set(refused.clauses)
    assert refused.reason


def test_a_refusal_is_written_as_the_format_has_it() -> None:
    file = round_file("act-blackjack-2018", "1 P 10", "2S 9D 3H 4C", "1 hit; 1 stand")
    assert msgspec.json.encode(adjudicate(file)) == (
        b'{"refused":{"decision":2,"clauses":["9.2(b)"],'
        b'"reason":"a hard total of 9 must draw to 12 or more, or double"}}'
    )
    file = round_file("act-blackjack-2018", "1 P 12", "10S 9D 9H 10C", "1 stand")
    assert msgspec.json.encode(adjudicate(file)) == (
        b'{"refused":{"wager":1,"clauses":["3.3"],"reason":"12 is not a multiple of 5"}}'
    )
