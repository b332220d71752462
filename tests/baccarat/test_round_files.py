"""Round files of Mini-Baccarat: what every wager is worth, what is refused, what is no round."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.baccarat.cases import BACCARAT, CANBERRA
from tests.baccarat.files import EXAMPLE, round_file, told
from tests.baccarat.stories import stories

from croupier.adjudication import Answer, Refusal, RoundFileError, adjudicate, explain
from croupier.rulebook.instruments import load
from croupier.table.facts import Outcome, Settled

if TYPE_CHECKING:
    from tests.baccarat.stories import Story

    from croupier.adjudication import Settlement


def settled(file: dict[str, Any]) -> Answer:
    answer = adjudicate(file)
    assert isinstance(answer, Answer), answer
    return answer


def shown(entry: Settlement) -> tuple[object, ...]:
    return entry.player, entry.wager, entry.stake, entry.outcome.value, entry.net


# --- the answer


def test_the_example_of_the_format() -> None:
    answer = msgspec.json.decode(msgspec.json.encode(adjudicate(EXAMPLE)))
    coloured = ["9.5", "9.5(a)", "10.3", "10.3(a)", "9.9(b)", "10.6(b)", "8.9(d)", "8.9(d)[2]"]
    assert {name: answer[name] for name in ("cards_used", "hands", "settlements", "net")} == {
        "cards_used": 5,
        "hands": [
            {"box": "player", "hand": 1, "cards": ["2H", "2D", "9S"], "total": 3},
            {"box": "banker", "hand": 1, "cards": ["KC", "6S"], "total": 6},
        ],
        "settlements": [
            {
                "player": "ana", "box": None, "hand": None, "wager": "banker", "stake": 5000,
                "outcome": "win", "net": 2500, "clauses": ["8.4(a)", "8.9(b)"],
            },
            {
                "player": "ben", "box": None, "hand": None, "wager": "player-pair", "stake": 1000,
                "outcome": "win", "net": 12000, "clauses": ["9.8(b)", "8.7(a)", *coloured],
            },
            {
                "player": "ben", "box": None, "hand": None, "wager": "tie", "stake": 500,
                "outcome": "lose", "net": -500, "clauses": ["8.6(b)"],
            },
        ],
        "net": {"ana": 2500, "ben": 11500},
    }  # fmt: skip


def test_where_the_file_is_silent_the_method_is_A_and_there_are_no_pairs() -> None:
    file = round_file("X banker 50", "2H KC 2D 6S 9S")
    assert settled(file).net == {"X": 4750}
    del file["options"]
    assert settled(file).net == {"X": 4750}


def test_a_stand_off_is_a_push_and_cards_left_over_are_not_used() -> None:
    answer = settled(round_file("X banker 50 tie 5", "7H 7D KS QC 2S 3S"))
    assert answer.cards_used == 4
    assert [shown(entry) for entry in answer.settlements] == [
        ("X", "banker", 5000, "push", 0),
        ("X", "tie", 500, "win", 4000),
    ]


def test_a_box_and_a_seat_may_be_written_and_make_no_difference() -> None:
    file = round_file("X banker 50", "2H KC 2D 6S 9S")
    file["wagers"][0] |= {"box": 3, "seated": True}
    answer = settled(file)
    assert (answer.settlements[0].box, answer.net) == (None, {"X": 4750})


def test_what_is_over_the_maximum_is_a_second_entry() -> None:
    answer = settled(
        round_file("X player 700; Y tie 10", "9C 5D KD 3H", limits={"player": [2500, 50000]})
    )
    assert [shown(entry) for entry in answer.settlements] == [
        ("X", "player", 50000, "win", 50000),
        ("X", "player", 20000, "returned", 0),
        ("Y", "tie", 1000, "lose", -1000),
    ]
    assert answer.settlements[1].clauses == ("3.5",)


def test_a_wager_under_the_minimum_is_its_owners_first() -> None:
    answer = settled(round_file("X banker 10", "5D 9C 3H KD", limits={"banker": [2500, 50000]}))
    (entry,) = answer.settlements
    assert shown(entry) == ("X", "banker", 1000, "win", 950)
    assert entry.clauses == ("8.4(a)", "8.8(b)", "3.4")


def test_E42_in_a_file() -> None:
    limits = {kind: [10000, 10000000] for kind in ("banker", "player", "tie")}
    file = round_file(
        "X banker 2000; Y player 1000; Z banker 1000; W tie 300",
        "5D 9C 3H KD",
        limits=limits,
        differential=150000,
    )
    answer = settled(file)
    assert answer.net == {"X": 190000, "Y": -100000, "Z": 47500, "W": -30000}
    assert shown(answer.settlements[3]) == ("Z", "banker", 50000, "returned", 0)
    assert answer.settlements[3].clauses == ("3.6", "A:Table Differential")


@pytest.mark.parametrize("policy", ["at_close_lifo", "at_placement"])
def test_many_wagers_are_settled_at_once(policy: str) -> None:
    wagers = "; ".join(f"P{n} {'banker' if n % 2 else 'player'} 10" for n in range(500))
    file = round_file(
        wagers, "2H KC 2D 6S 9S", differential=1000, differential_policy=policy, settlement="B"
    )
    assert sum(settled(file).net.values()) == 250 * (500 - 1000)


def test_where_no_wager_stands_nothing_is_dealt() -> None:
    file = round_file(
        "X banker 100", "5D 9C 3H KD", limits={"banker": [9000, 90000]}, differential=5000
    )
    answer = settled(file)
    assert (answer.cards_used, answer.hands, answer.net) == (0, (), {"X": 0})
    assert [shown(entry) for entry in answer.settlements] == [("X", "banker", 10000, "returned", 0)]
    assert "nothing stands" in explain(file)


@settings(max_examples=60, deadline=None)
@given(stories())
def test_a_file_is_worth_what_the_coup_is_worth(story: Story) -> None:
    file = {
        "instrument": BACCARAT,
        "options": story.options,
        "cards": [str(card) for card in story.cards],
        "wagers": [
            {"player": wager.player, "wager": wager.wager, "amount": wager.amount}
            for wager in story.wagers
        ],
        "decisions": [],
    }
    steps = story.options["multiples"]
    if not story.wagers:
        assert message(file) == "wagers: nobody has bet"
        return
    off = [place for place, w in enumerate(story.wagers, 1) if w.amount % steps.get(w.wager, 1)]
    if off:
        refused = refusal(file)
        assert (refused.refused.wager, refused.refused.clauses) == (off[0], ("3.3",))
        return
    answer = settled(file)
    net = dict.fromkeys((wager.player for wager in story.wagers), 0)
    if any(each.stands for each in story.close()):
        for fact in story.play().facts:
            if isinstance(fact, Settled):
                net[fact.player] += fact.net
    assert answer.net == net
    staked = sum(entry.stake for entry in answer.settlements)
    assert staked == sum(wager.amount for wager in story.wagers)
    assert all(player in explain(file) for player in net)
    for entry in answer.settlements:
        assert entry.outcome is not Outcome.RETURNED or entry.net == 0
        assert set(entry.clauses) <= set(load(BACCARAT).by_id)


# --- what the rules refuse


def refusal(file: dict[str, Any]) -> Refusal:
    answer = adjudicate(file)
    assert isinstance(answer, Refusal), answer
    return answer


@pytest.mark.parametrize(
    ("wagers", "options", "place", "clauses"),
    [
        ("X banker 10; X tie 5; X banker 20", {}, 3, ("4.5",)),
        ("X player-pair 10", {}, 1, ("4.3(d)", "8.2")),
        ("X banker 10; Y banker-pair 10", {}, 2, ("4.3(d)", "8.2")),
        (
            "X player-pair 10 banker-pair 10",
            {"side_bets": CANBERRA, "pairs_per_patron": "one"},
            2,
            ("4.5",),
        ),
        ("X banker 10; Y tie 7", {"multiples": {"tie": 500}}, 2, ("3.3",)),
        (
            "X banker 10; Y banker 10",
            {"differential": 1000, "differential_policy": "at_placement"},
            2,
            ("3.6", "A:Table Differential"),
        ),
    ],
)
def test_a_wager_that_is_refused(
    wagers: str, options: dict[str, Any], place: int, clauses: tuple[str, ...]
) -> None:
    refused = refusal(round_file(wagers, "2H KC 2D 6S 9S", **options)).refused
    assert (refused.wager, refused.decision, refused.clauses) == (place, None, clauses)


@pytest.mark.parametrize(
    "decision",
    [
        {"action": "hit", "box": 1, "hand": 1},
        {"action": "stand"},
        {"action": "fold", "box": 1},
        {"action": "play", "box": 1, "amount": 100},
        {"action": "insurance", "player": "X", "box": 1, "amount": 100},
    ],
)
def test_a_decision_is_refused_whatever_it_is(decision: dict[str, Any]) -> None:
    file = {**round_file("X banker 10", "2H KC 2D 6S 9S"), "decisions": [decision]}
    refused = refusal(file).refused
    assert (refused.decision, refused.wager, refused.clauses) == (1, None, ("7.1", "A:Tableau"))
    assert told(explain(file)) == [
        "Wagers",
        "X has banker $10 | 4.1, 4.3, 4.3(a)",
        "Refused",
        f"decision 1: {refused.reason} | 7.1, A:Tableau",
    ]


# --- what is no round


def message(file: Any) -> str:
    with pytest.raises(RoundFileError) as caught:
        adjudicate(file)
    return str(caught.value)


WAGERS = "is not one of banker, player, tie, banker-pair, player-pair"


def bet(**fields: object) -> dict[str, Any]:
    """A file whose only wager is 5 on tie, but for these fields."""
    return {"wagers": [{"player": "X", "wager": "tie", "amount": 500, **fields}]}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"wagers": []}, "wagers: nobody has bet"),
        ({"cards": []}, "cards[1]: missing; the player's hand is due a card"),
        ({"cards": ["2H"]}, "cards[2]: missing; the banker's hand is due a card"),
        ({"cards": ["2H", "KC", "2D"]}, "cards[4]: missing; the banker's hand is due a card"),
        ({"cards": ["2H", "KC", "2D", "6S"]}, "cards[5]: missing; the player's hand is due a card"),
        ({"cards": ["2H", "1X"]}, 'cards[2]: "1X" is not a card'),
        ({"cards": ["2H"] * 9}, "cards[9]: 8 decks do not hold 2H 9 times"),
        ({"options": {"decks": 6}}, "options.decks: 6 is not allowed, it is always 8 (2.1)"),
        ({"options": {"settlement": "C"}}, 'options.settlement: "C" is not one of A, B'),
        ({"options": {"side_bets": ["pairs"]}}, 'options.side_bets: "pairs" is not one of'),
        ({"options": []}, "options: [] is not an object"),
        ({"options": {"soft_17": "hit"}}, f"options.soft_17: {BACCARAT} has no such option"),
        (bet(wager="main"), f'wagers[1].wager: "main" {WAGERS}'),
        (bet(amount=0), "wagers[1].amount: 0 is not a whole number of cents"),
        (bet(box=0), "wagers[1].box: 0 is not the number of a box"),
        (bet(player=""), 'wagers[1].player: "" is not a name'),
        ({"wagers": [{"player": "X", "wager": "tie"}]}, "wagers[1].amount: missing"),
        ({"decisions": [{"box": 1}]}, "decisions[1].action: missing"),
        ({"decisions": [{"action": "draw"}]}, 'decisions[1].action: "draw" is not one of hit'),
        ({"decisions": ["hit"]}, 'decisions[1]: "hit" is not an object'),
        ({"seats": 7}, "seats: there is no such field"),
    ],
)
def test_the_message_names_the_field(change: dict[str, Any], says: str) -> None:
    file = {**round_file("X banker 10", "2H KC 2D 6S 9S"), **change}
    assert message(file).startswith(says)


def test_a_payment_that_is_not_a_whole_cent() -> None:
    file = round_file("X tie 1; Y banker 10; Z banker 10", "5D 9C 3H KD")
    file["wagers"][2]["amount"] = 1010
    assert message(file) == "wagers[3].amount: 19 to 20 on 10.10 is not a whole number of cents"
    assert settled({**file, "cards": ["9C", "5D", "KD", "3H"]}).net["Z"] == -1010


# --- files that nobody meant


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_mutated_file_is_answered_or_refused_or_no_round(data: st.DataObject) -> None:
    file = json.loads(EXAMPLE)
    values = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4)
    values |= st.sampled_from(["tie", "banker", "hit", "AS", [], {}, [{}], {"a": 1}, -1, 10**20])
    for _ in range(data.draw(st.integers(1, 3))):
        containers: list[Any] = [file]
        for one in containers:
            inner = one.values() if isinstance(one, dict) else one
            containers += [value for value in inner if isinstance(value, dict | list) and value]
        container = data.draw(st.sampled_from(containers))
        keys = list(container) if isinstance(container, dict) else list(range(len(container)))
        if not keys:
            break
        container[data.draw(st.sampled_from(keys))] = data.draw(values)
    try:
        answer: object = adjudicate(file)
        said = explain(file)
    except RoundFileError as error:
        answer, said = None, str(error)
    assert msgspec.json.encode(answer)
    assert said.replace("\n", "" if answer else "\n").isprintable()


# --- on the command line


def test_many_rounds_on_the_command_line() -> None:
    good = json.loads(EXAMPLE)
    files = [good, {**good, "decisions": [{"action": "hit"}]}, {**good, "cards": ["2H"]}, good]
    done = subprocess.run(
        [sys.executable, "-m", "croupier", "adjudicate", "--lines", "-"],
        input="\n".join(json.dumps(file) for file in files),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (2, "")
    settled, refused, no_round, again = (json.loads(line) for line in done.stdout.splitlines())
    assert settled["net"] == again["net"] == {"ana": 2500, "ben": 11500}
    assert refused["refused"]["decision"] == 1
    assert no_round["error"] == "cards[2]: missing; the banker's hand is due a card"
