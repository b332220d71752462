"""Round files that tell what went wrong: the guide's irregularities, and what the format promises.

Cards, wagers and results are those of the worked examples, whose ids are kept.
"""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.adjudication.files import HOUSE, decision, wager_entries
from tests.adjudication.generated import play

from croupier.adjudication import ROUND_FILES, Answer, Refusal, RoundFileError, adjudicate
from croupier.adjudication.table_run import TableRun
from croupier.game_rules import rules_for
from croupier.rulebook.instruments import load
from croupier.table.wagers import Sign

if TYPE_CHECKING:
    from collections.abc import Sequence

Entry = dict[str, Any]
CHALLENGE = "nsw-blackjack-challenge"


def script(
    wagers: str,
    cards: str,
    entries: Sequence[str | Entry],
    instrument: str = "act-blackjack-2018",
    **more: Any,
) -> Entry:
    """A file whose decisions are said in a few words and whose other entries are written out."""
    return {
        "instrument": instrument,
        "options": {**HOUSE, **more.pop("options", {})},
        "cards": cards.split(),
        "wagers": wager_entries(wagers) if wagers else [],
        "script": [decision(each) if isinstance(each, str) else each for each in entries],
        **more,
    }


def settled(file: Entry) -> Answer:
    answer = adjudicate(file)
    assert isinstance(answer, Answer), answer
    return answer


def clean(file: Entry) -> Answer:
    answer = settled(file)
    assert not answer.contested, answer.script
    return answer


def refusals(answer: Answer) -> dict[int, str]:
    assert answer.script
    return {
        place: each.refused.reason for place, each in enumerate(answer.script, 1) if each.refused
    }


EXAMPLE: Entry = {
    "instrument": "act-blackjack-2018", "options": {"decks": 6, "soft_17": "stand"},
    "cards": ["8S", "6D", "8H", "3C", "TC", "TD", "4D"],
    "wagers": [{"box": 1, "player": "ana", "wager": "main", "amount": 1000}],
    "script": [
        {"action": "split", "box": 1, "hand": 1, "players": ["ana"]},
        {"action": "hit", "box": 1, "hand": 1},
        {"deal": 1},
        {"do": "drawn-in-error", "card": "5C"},
        {"action": "stand", "box": 1, "hand": 2},
    ],
    "paid": [{"player": "ana", "box": 1, "hand": 1, "wager": "main", "net": 1500}],
}  # fmt: skip


def test_the_example_of_the_second_edition() -> None:
    answer = settled(EXAMPLE)
    assert [(s.hand, s.net) for s in answer.settlements] == [(1, 1000), (2, -1000)]
    assert refusals(answer) == {}
    assert answer.claims
    claim = answer.claims[0]
    assert (claim.right, claim.agrees) == (1000, False)
    assert answer.contested
    told = msgspec.to_builtins(answer)
    assert list(told)[4:] == [
        "instrument", "options", "assumed", "rulebook", "rounds", "script", "claims",
    ]  # fmt: skip
    assert set(told["assumed"]) == set(told["options"]) - {"decks", "soft_17"}
    assert told["rounds"]["1"] == {"settlements": told["settlements"], "net": told["net"]}


# --- the guide's irregularities

FACE_UP = {"do": "face-up-card", "card": "4H"}
ERROR = {"do": "drawn-in-error", "card": "4C"}


@pytest.mark.parametrize("instrument", ["act-blackjack-2006", "act-blackjack-2018"])
@pytest.mark.parametrize(
    ("wagers", "cards", "entries", "net"),
    [
        pytest.param("1 P 20", "9S KC 9D 7D", [{"deal": 1}, FACE_UP, "1 stand"],
                     {"P": 20}, id="W29"),
        pytest.param("1 P 10; 2 R 10", "10S 10H 10D 7C 6C 9C",
                     ["1 stand", ERROR, "2 hit", "2 stand"], {"P": -10, "R": 10}, id="W30a"),
        pytest.param("1 P 10; 2 R 10", "10S 10H 10D 7C 6C 9C", ["1 stand", ERROR, "2 stand"],
                     {"P": 10, "R": 10}, id="W30b"),
        pytest.param("1 P 10; 2 R 10", "10S 10H 10D 7C 6C 9C 5H 6S",
                     ["1 stand", {"do": "burnt-in-error", "card": "4C"}, "2 hit"],
                     {"P": -10, "R": -10}, id="W30c"),
        pytest.param("1 P 20; 2 R 20", "10S 10H 10D 6C 8C 7C",
                     ["1 stand", "2 stand", {"deal": 1}, {"do": "dealer-overdrew", "card": "5H"}],
                     {"P": -20, "R": 20}, id="W31a"),
        pytest.param("1 P 20", "10S AC 8H 7C",
                     ["P insures 1 for 10", {"do": "dealer-overdrew", "card": "KD"}, "1 stand"],
                     {"P": -10}, id="W31b"),
        pytest.param("1 P 10; 2 R 10", "10S 8C 5S 10H 7C",
                     [{"deal": 1}, {"do": "deal", "card": "9H", "laid_on": [0, 1]},
                      {"do": "deal", "card": "6D", "laid_on": [2, 1]}, {"deal": 2},
                      {"do": "reconstruct", "reason": "first cards exchanged"},
                      "1 stand", "2 stand"],
                     {"P": 10, "R": 10}, id="W32"),
        pytest.param("1 P 10", "4S 9D 3H 2C AH 10C", [{"do": "step-away", "player": "P"}],
                     {"P": 10}, id="W35"),
    ],
)  # fmt: skip
def test_the_irregularities_of_act_blackjack(
    instrument: str, wagers: str, cards: str, entries: list[str | Entry], net: dict[str, int]
) -> None:
    answer = clean(script(wagers, cards, entries, instrument))
    assert answer.net == {player: dollars * 100 for player, dollars in net.items()}
    assert answer.unused_cards == 0


def test_w33_a_round_found_faulty_after_the_next_began_is_void() -> None:
    entries: list[str | Entry] = [
        "1 stand", {"next": True},
        {"do": "place-wager", "player": "P", "box": 1, "amount": 1000}, {"deal": 1},
        {"do": "void-earlier-round", "round": 1, "reason": "a card lay on the wrong box"},
        "1 stand",
    ]  # fmt: skip
    file = script("1 P 50", "10S 9D 9H 8C 10H 7D 9C KC", entries)
    answer = clean({**file, "paid": [
        {"player": "P", "wager": "main", "round": 1, "net": 0},
        {"player": "P", "wager": "main", "net": 1000},
    ]})  # fmt: skip
    (void,) = answer.rounds["1"].settlements
    assert (void.outcome, void.net, void.clauses) == ("void", 0, ("14.5", "A:Void"))
    assert answer.rounds["2"].net == answer.net == {"P": 1000}


def test_w21_a_short_wager_stands_once_and_goes_back_from_who_was_told() -> None:
    """Minimum 10: X wins 5 with 20 against 19, and the second 5 goes back."""
    again: list[str | Entry] = [
        "1 stand", {"next": True},
        {"do": "place-wager", "player": "X", "box": 1, "amount": 500},
        {"do": "no-more-bets", "overlooked": [["X", 1]]}, {"deal": 3},
        {"do": "return-short-wager", "player": "X", "box": 1},
    ]  # fmt: skip
    answer = clean(script("1 X 5", "10S 10D 10H 9C KS 9D 9H", again))
    assert answer.rounds["1"].net == {"X": 500}
    assert [(s.outcome, s.net) for s in answer.settlements] == [("returned", 0)]
    told = script("1 X 5; 2 Y 10", "10S 9D 10H 9C 10C", ["2 stand"], before=[{"warned": "X"}])
    assert [(s.player, s.outcome) for s in clean(told).settlements] == [
        ("X", "returned"), ("Y", "win"),
    ]  # fmt: skip


BACCARAT: Entry = {
    "instrument": "act-mini-baccarat-2016",
    "wagers": [{"player": "ana", "wager": "banker", "amount": 5000, "box": 1}],
}


def test_a_misplaced_card_in_baccarat_is_put_right() -> None:
    """Cards 9S 2H KD 5C: player 9, banker 7. The second was laid on the player's hand."""
    entries = [
        {"deal": 1},
        {"do": "deal", "card": "2H", "laid_on": [0, 1]},
        {"deal": 2},
        {"do": "reconstruct", "reason": "it was the banker's"},
    ]
    answer = clean({**BACCARAT, "cards": ["9S", "KD", "5C"], "script": entries})
    assert [hand.cards for hand in answer.hands] == [("9S", "KD"), ("2H", "5C")]
    assert answer.net == {"ana": -5000}


def test_a_decision_in_baccarat_is_refused_and_the_script_goes_on() -> None:
    entries = [{"action": "hit"}, {"deal": "all"}]
    answer = settled({**BACCARAT, "cards": ["9S", "2H", "KD", "5C"], "script": entries})
    assert list(refusals(answer)) == [1]
    assert answer.net == {"ana": -5000}


def test_a_wrong_count_in_holdem_is_a_misdeal_and_the_next_round_is_dealt_anew() -> None:
    cards = ["KS", "7H", "5C", "3D", "2S", "AH", "KC", "AD", "TC"]
    laid = [
        {"box": 1, "player": "ana", "wager": wager, "amount": 1000} for wager in ("ante", "blind")
    ]
    entries = [
        {"deal": 9},
        {"do": "wrong-count", "whose": 1, "cards": 3},
        {"next": True},
        {"do": "place-wager", "player": "ana", "box": 1, "amount": 1000, "wager": "ante"},
        {"action": "fold", "box": 1},
    ]
    file = {"instrument": "act-ultimate-texas-holdem-2025", "wagers": laid, "script": entries}
    answer = clean({**file, "cards": [*cards, *cards]})
    assert {s.outcome for s in answer.rounds["1"].settlements} == {"void"}
    assert answer.net == {"ana": -2000}


def test_a_card_refused_in_challenge_goes_to_the_next_player() -> None:
    """16.3: P stands on 12 and so refuses the 9 that came out in error; R takes it."""
    entries: list[str | Entry] = [
        {"deal": 5}, {"do": "drawn-in-error", "card": "9D"}, "1 stand", "2 hit", "2 stand",
    ]  # fmt: skip
    answer = clean(script("1 P 10; 2 R 10", "10S 5H 7C 2D 6H 10H", entries, CHALLENGE,
                          options={"multiples": {}}))  # fmt: skip
    assert answer.hands[1].cards == ("5H", "6H", "9D")
    assert any(fact.__struct_config__.tag == "card-refused" for fact in answer.script[2].facts)  # type: ignore[index,union-attr]


# --- what the format promises


def test_cards_that_are_due_stay_dealt_if_a_decision_is_refused() -> None:
    answer = settled(script("1 P 20", "5S 10D 6H 9C 7C", ["1 stand", "1 hit", "1 stand"]))
    assert refusals(answer) == {1: "a hard total of 11 must draw to 12 or more, or double"}
    assert answer.net == {"P": 2000}


def test_a_deal_of_more_cards_than_are_due_deals_none() -> None:
    entries: list[str | Entry] = [{"deal": 4}, {"deal": 3}, {"deal": 1}, "1 stand"]
    answer = settled(script("1 P 20", "10S 10D 9H 7C", entries))
    assert refusals(answer) == {
        1: "deal: 3 cards are due, not 4; P decides about box 1, hand 1 (TS 9H, 19)",
        3: "deal: 0 cards are due, not 1; P decides about box 1, hand 1 (TS 9H, 19)",
    }
    assert answer.net == {"P": 2000}
    assert answer.script
    assert [fact.__struct_config__.tag for fact in answer.script[1].facts or ()].count("dealt") == 3


def test_next_is_refused_while_a_decision_is_owed_and_changes_nothing() -> None:
    answer = settled(script("1 P 20", "10S 10D 9H 7C", [{"next": True}, "1 stand"]))
    assert list(refusals(answer)) == [1]
    assert list(answer.rounds) == ["1"]


def test_a_double_is_taken_whole_or_not_at_all() -> None:
    """Q has no chips left to double with, so P's double is refused with it."""
    entries: list[str | Entry] = ["1 double P 20 Q 20", "1 double P 20", {"deal": "all"}]
    file = script("1 P 20; 1 Q 20", "6S 6D 5H 9C 10H 2C", entries, chips={"P": 4000, "Q": 2000})
    answer = settled(file)
    assert refusals(answer) == {1: "Q has 0 in chips"}
    assert answer.net == {"P": 4000, "Q": 2000}


def test_an_unseen_card_is_listed_where_it_is_drawn() -> None:
    entries: list[str | Entry] = ["1 stand", {"do": "drawn-in-error"}, "2 hit", "2 stand"]
    answer = clean(script("1 P 10; 2 R 10", "10S 10H 10D 7C 6C 4C 9C", entries))
    assert answer.net == {"P": -1000, "R": 1000}


def test_who_gives_a_command() -> None:
    """A player may not lay for another; a name that is no player's acts in the least role."""
    lay: Entry = {"do": "place-wager", "player": "P", "box": 1, "amount": 2000}
    entries: list[str | Entry] = [
        {**lay, "by": "Q"}, {"do": "face-up-card", "card": "2C", "by": "P"},
        {"do": "change-limits", "limits": {"main": [500, 50000]}, "by": "dealer"},
        {"do": "change-limits", "limits": {"main": [500, 50000]}, "by": "sue"},
        {**lay, "by": "dora"}, {"do": "arrive", "player": "Q"}, "1 stand",
    ]  # fmt: skip
    answer = settled(script("", "10S 10D 9H 7C", entries))
    assert list(refusals(answer)) == [1, 2, 3]
    assert answer.net == {"P": 2000}


def test_time_goes_by_only_when_the_script_says_so() -> None:
    entries: list[str | Entry] = [
        {"do": "announce-minimum", "minimum": 2000, "takes_effect": 1_200_000},
        {"do": "change-limits", "limits": {"main": [2000, 50000]}},
        {"wait": 1_199_000},
        {"do": "change-limits", "limits": {"main": [2000, 50000]}},
        {"do": "change-limits", "limits": {"main": [2000, 50000]}, "at": 1_200_000},
        "1 stand",
    ]
    answer = settled(script("1 P 20", "10S 10D 9H 7C", entries, "nsw-blackjack-challenge",
                            options={"multiples": {}}))  # fmt: skip
    assert list(refusals(answer)) == [2, 4]


def test_a_table_that_is_only_open_is_prepared_by_the_script() -> None:
    lay: Entry = {"do": "place-wager", "player": "P", "box": 1, "amount": 2000}
    ready: list[Entry] = [
        {"do": "check-cards"}, {"do": "shuffle"}, {"do": "cut", "player": "P", "at": 60},
        {"do": "insert-cutting-card", "from_back": 60},
    ]  # fmt: skip
    rest: list[Entry] = [lay, {"deal": 3}, decision("1 stand")]
    file = script("", "10S 10D 9H 7C", [*ready, *rest], prepared=False)
    assert clean(file).net == {"P": 2000}
    assert 2 in refusals(settled({**file, "script": rest, "stop": True}))


def test_a_file_that_ends_while_a_decision_is_owed_says_so_unless_it_stops() -> None:
    file = script("1 P 20", "10S 10D 9H", [{"deal": "all"}])
    with pytest.raises(RoundFileError, match=r"^script\[2\]: missing; P decides about box 1"):
        adjudicate(file)
    answer = clean({**file, "stop": True})
    assert (answer.settlements, answer.net) == ((), {"P": 0})
    assert [hand.cards for hand in answer.hands] == [("TS", "9H"), ("TD",)]


def test_a_wager_that_the_rules_refuse_ends_the_file() -> None:
    file = script("9 P 20", "10S 10D 9H 7C", ["9 stand"])
    answer = adjudicate(file)
    assert isinstance(answer, Refusal)
    assert (answer.refused.wager, answer.refused.reason) == (
        1, "box: there is no box 9 at a table of 7",
    )  # fmt: skip
    assert clean({**file, "boxes": 9}).net == {"P": 2000}


def test_a_command_before_the_round_that_is_refused_ends_the_file() -> None:
    before = [{"do": "place-marker", "player": "P", "box": 1, "limit": 1}]
    answer = adjudicate(script("1 P 20", "10S 10D 9H 7C", ["1 stand"], before=before))
    assert isinstance(answer, Refusal)
    assert answer.refused.before == 1


def test_a_marker_and_limits_of_before_hold_in_the_first_round() -> None:
    before = [
        {"do": "change-limits", "limits": {"main": [1000, 10000]}},
        {"do": "place-marker", "player": "P", "box": 1, "limit": 60000},
    ]
    file = script("1 P 600; 2 Q 300", "10S 9S 10D 9H 9D 7C", ["1 stand", "2 stand"])
    answer = clean({**file, "before": before})
    assert answer.net == {"P": 60000, "Q": 10000}


def test_a_source_of_another_rulebook_is_said_and_not_refused() -> None:
    file = script("1 P 20", "10S 10D 9H 7C", ["1 stand"])
    assert clean({**file, "source": {"rulebook": "0" * 64}}).warnings
    same = clean(file).rulebook
    assert not clean({**file, "source": {"rulebook": same, "round": 3}}).warnings


def test_surplus_cards_are_counted() -> None:
    assert clean(script("1 P 20", "10S 10D 9H 7C 2C 3C", ["1 stand"])).unused_cards == 2


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"decisions": []}, "script: a file has decisions or a script, not both"),
        ({"script": [{"do": "hti"}]}, 'script[1].do: "hti" is not a command of this table'),
        ({"script": [{"do": 3}]}, "script[1].do: 3 is not a command of this table"),
        ({"script": [{"do": "hit", "box": "one"}]}, "script[1].box: a whole number, not text"),
        ({"script": [{"do": "hit", "bx": 1}]}, "script[1].bx: there is no such field, only do"),
        ({"script": [{"do": "face-up-card", "card": "1X"}]}, "script[1].card: "),
        ({"script": [{"do": "hit", "box": 1, "by": 7}]}, "script[1].by: 7 is not a person"),
        ({"script": [{"action": "fold", "box": 1}]}, 'script[1].action: "fold" is not one of'),
        ({"script": [{"action": "hit", "box": 1}]}, "script[1].hand: missing"),
        ({"script": [{"action": "hit", "box": 1, "hand": 1, "at": -1}]}, "script[1].at: -1"),
        ({"script": [{"deal": 0}]}, 'script[1].deal: 0 is not a number of cards or "all"'),
        ({"script": [{"deal": True}]}, "script[1].deal: true is not"),
        ({"script": [{"deal": 1, "box": 1}]}, "script[1].box: there is no such field"),
        ({"script": [{"next": False}]}, "script[1].next: false is not true"),
        ({"script": [{"wait": 10**30}]}, "script[1].wait: 1000"),
        ({"script": [{}]}, "script[1]: an entry has one of action, deal, do, wait, next"),
        ({"script": [{"deal": 1, "next": True}]}, "script[1]: an entry has one of"),
        ({"script": ["hit"]}, 'script[1]: "hit" is not an object'),
        ({"script": [{"wait": 9}, {"deal": 1, "at": 3}]}, "script[2].at: 3 ms, and"),
        ({"before": [{"deal": 1}]}, "before[1]: there are only commands here"),
        ({"before": [{"warned": 5}]}, "before[1].warned: 5 is not the name of a player"),
        ({"boxes": 0}, "boxes: 0 is not a number of boxes from 1 to 12"),
        ({"chips": {"P": -1}}, "chips.P: -1 is not a whole number of cents"),
        ({"paid": [{"player": "P", "net": 5}]}, "paid[1].wager: missing"),
        ({"paid": [{"player": "P", "wager": "main", "net": 0.5}]}, "paid[1].net: 0.5 is not"),
        ({"source": {"round": 0}}, "source.round: 0 is not the number of a round"),
        ({"stop": 1}, "stop: 1 is not true or false"),
        ({"wagers": [{"box": 1, "player": "P", "wager": "mian", "amount": 5}]},
         'wagers[1].wager: "mian" is not one of main, perfect-pairs, pairs-play'),
        ({"wagers": [{"box": 1, "player": "P", "wager": "main", "amount": 2005}]},
         "wagers[1].amount: 3 to 2 on 20.05 is not a whole number of cents"),
        ({"cards": ["10S"] * 7}, "cards[7]: 6 decks do not hold TS 7 times"),
    ],
)  # fmt: skip
def test_a_malformed_script_names_the_field(change: Entry, says: str) -> None:
    file = script("1 P 20", "10S 10D 9H 7C", ["1 stand"], options={"multiples": {}})
    with pytest.raises(RoundFileError) as caught:
        adjudicate({**file, **change})
    assert str(caught.value).startswith(says)


def test_a_field_that_is_given_twice_is_an_error() -> None:
    text = json.dumps(EXAMPLE).replace('"card": "5C"', '"card": "5C", "card": "6C"')
    with pytest.raises(RoundFileError, match=r"^card: the field is given twice in one object$"):
        adjudicate(text)
    harmless = {**EXAMPLE, "source": {"record": 'a "b": and "b": once more'}}
    assert isinstance(adjudicate(json.dumps(harmless)), Answer)


HOSTILE: tuple[Entry, ...] = (
    {"do": "place-wager", "player": "P", "box": 10**40, "amount": 10**40},
    {"do": "place-wager", "player": "P", "box": -1, "amount": -5},
    {"do": "place-wager", "player": "\x1b[2J", "box": 1, "amount": 500},
    {"do": "void-earlier-round", "round": -(10**40), "reason": "x"},
    {"do": "deal", "card": "AS", "laid_on": [-1, 10**30]},
    {"do": "hit", "box": 99, "hand": -7},
    {"do": "collect"}, {"do": "shuffle"}, {"do": "close-table"}, {"do": "open-table"},
    {"do": "designate-for-tournament", "tournament": "cup"}, {"do": "reconstruct", "reason": ""},
    {"do": "fill-float", "amount": 10**40}, {"do": "set-hours", "opens": 0, "closes": 1},
    {"do": "exclude", "player": "P", "reason": "x"}, {"do": "leave", "player": "P"},
    {"do": "announce-closure", "rounds": 0}, {"do": "cut", "player": "supervisor", "at": 1},
    {"deal": 1}, {"deal": 5000}, {"deal": "all"}, {"next": True}, {"wait": 10**12},
    {"action": "double", "box": 1, "hand": 1, "stakes": {"nobody": 0}},
    {"action": "split", "box": 1, "hand": 1, "players": []},
    {"action": "insurance", "box": 100, "player": "nobody", "amount": 10**12},
)  # fmt: skip


@pytest.mark.parametrize("place", range(len(HOSTILE)))
def test_whatever_a_script_says_is_done_refused_or_an_error(place: int) -> None:
    """Each entry at every moment of a round, with the others after it."""
    for at in range(4):
        entries: list[Any] = ["1 hit", "1 stand", {"next": True}]
        entries.insert(at, HOSTILE[place])
        entries += HOSTILE[place:]
        file = script("1 P 20", "5S 10D 6H 5C 9C 7C", entries, stop=True, options={"multiples": {}})
        try:
            answer = adjudicate(file)
        except RoundFileError:
            continue
        assert isinstance(answer, Answer)
        assert len(answer.script or ()) == len(entries)


# --- one judge


@pytest.mark.parametrize("instrument", ["act-blackjack-2006", "act-blackjack-2018"])
def test_a_plain_file_is_worth_the_same_at_a_table(instrument: str) -> None:
    """As a plain file, with chips brought to the table, and as a script."""
    for seed in range(40):
        plain = play(Random(seed), instrument).file
        answer = settled(plain)
        assert settled({**plain, "chips": {}}) == answer
        decisions = {"script": plain["decisions"]}
        scripted = settled({k: v for k, v in plain.items() if k != "decisions"} | decisions)
        assert (scripted.hands, scripted.net) == (answer.hands, answer.net)


def test_insurance_is_refused_where_the_rules_have_none() -> None:
    insurance = {"action": "insurance", "player": "P", "box": 1, "amount": 500}
    even_money = {"action": "even-money", "player": "P", "box": 1}
    entries: list[str | Entry] = [insurance, even_money, "1 stand"]
    answer = settled(script("1 P 10", "10S AC 9H 8C", entries, CHALLENGE, options={}))
    reason = "there is no insurance at this table"
    assert refusals(answer) == {1: reason, 2: reason}


def test_a_second_wager_of_the_same_kind_is_refused_in_a_script_too() -> None:
    laid = [{"player": "P", "wager": "banker", "amount": 1000}] * 2
    file = {
        "instrument": "act-mini-baccarat-2016", "options": {}, "wagers": laid, "script": [],
        "cards": ["2H", "KC", "2D", "6S", "9S"],
    }  # fmt: skip
    answer = adjudicate(file)
    assert isinstance(answer, Refusal)
    assert (answer.refused.wager, answer.refused.clauses) == (2, ("4.5",))


def test_a_payment_in_part_cents_names_its_wager_in_a_file_with_chips() -> None:
    file = {
        "instrument": "act-blackjack-2018", "options": {"decks": 6}, "chips": {"P": 100, "Q": 101},
        "wagers": wager_entries("1 P 1; 2 Q 1.01"), "cards": ["10S", "AH", "5D", "9C", "KH"],
        "decisions": [{"action": "stand", "box": 1, "hand": 1}],
    }  # fmt: skip
    with pytest.raises(RoundFileError, match=r"^wagers\[2\]\.amount: 3 to 2 on 1\.01 is not"):
        adjudicate(file)


@pytest.mark.parametrize("instrument", [
    "act-blackjack-2006", "act-blackjack-2018", "nsw-blackjack-challenge",
    "act-mini-baccarat-2016", "act-ultimate-texas-holdem-2025",
])  # fmt: skip
def test_a_prepared_table_is_what_the_commands_of_the_dealer_leave(instrument: str) -> None:
    part, book = ROUND_FILES.of(instrument), load(instrument)
    file = part.decoder.decode(json.dumps({"instrument": instrument, "script": []}).encode())
    rules = rules_for(book)
    sign = Sign.from_options(rules.options)
    loaded = TableRun(part, book, rules, sign, file).table.shoe
    by_hand = TableRun(part, book, rules, sign, msgspec.structs.replace(file, prepared=False))
    by_hand.table.cards_checked = True
    while (preparation := by_hand._next_preparation()) is not None:
        by_hand.do(*preparation)
    by_hand._burn_unseen()
    for name, value in vars(loaded).items():
        if name not in ("offers", "cut_at"):
            assert getattr(by_hand.table.shoe, name) == value, name


def test_a_card_that_waits_is_dealt_whatever_the_file_lists() -> None:
    entries: list[str | Entry] = [{"do": "drawn-in-error", "card": "10S"}, "1 stand"]
    assert clean(script("1 P 20", "10D 9H 7C", entries)).net == {"P": 2000}


# --- partners who are away, burns, stops and claims


@pytest.mark.parametrize("instrument", ["act-blackjack-2006", "act-blackjack-2018"])
@pytest.mark.parametrize(
    ("cards", "entry", "clause"),
    [
        ("8S 6D 8H 3C TC TD 9D KH", "1 split P Q", "10.2"),
        ("5S 6D 6H 9C TD KH", "1 double P 20 Q 20", "11.2"),
    ],
)
def test_10_2_11_2_an_absent_partner_does_not_split_or_double(
    instrument: str, cards: str, entry: str, clause: str
) -> None:
    """The entry is refused whole; without the partner it is taken."""
    away: list[str | Entry] = [{"deal": "all"}, {"do": "step-away", "player": "Q"}]
    alone = entry.split(" Q", maxsplit=1)[0]
    file = script("1 P 20; 1 Q 20", cards, [*away, entry], instrument, stop=True)
    answer = settled(file)
    assert answer.script
    refused = answer.script[2].refused
    assert refused
    assert refused.clauses[0].startswith(clause)
    assert "Q is not present" in refused.reason
    assert len(answer.hands) == 2, "the hand lies as it was dealt"
    assert refusals(settled({**file, "script": [*file["script"][:2], decision(alone)]})) == {}


def test_a_partner_who_adds_nothing_may_be_away() -> None:
    away: list[str | Entry] = [{"deal": "all"}, {"do": "step-away", "player": "Q"}]
    file = script("1 P 20; 1 Q 20", "5S 6D 6H 9C TD KH", [*away, "1 double P 20 Q 0"])
    assert clean(file).net == {"P": 4000, "Q": 2000}


def test_a_scripted_burn_that_names_no_card_takes_one_of_the_list() -> None:
    """The 2C is burnt; then P has 19 against the dealer's 17."""
    entries: list[str | Entry] = [{"do": "burn"}, "1 stand"]
    assert clean(script("1 P 20", "2C 10S 10D 9H 7C", entries, CHALLENGE)).net == {"P": 2000}
    seen: list[str | Entry] = ["1 stand"]
    assert clean(script("1 P 20", "10S 10D 9H 7C", seen, CHALLENGE)).net == {"P": 2000}


@pytest.mark.parametrize("cards", ["", " 5C 6C 7C"])
def test_a_file_that_stops_after_the_cutting_card_begins_no_further_round(cards: str) -> None:
    """The first round is lost, 18 against 20; the wager for the second lies there."""
    lay: Entry = {"do": "place-wager", "player": "P", "box": 1, "amount": 3000}
    entries: list[str | Entry] = [
        "1 stand", {"deal": "all"}, {"do": "collect"}, lay, {"do": "no-more-bets"},
        {"do": "cutting-card-drawn"},
    ]  # fmt: skip
    answer = clean(script("1 P 20", f"10S 10D 8H 10C{cards}", entries, stop=True))
    assert list(answer.rounds) == ["1"]
    assert answer.net == {"P": -2000}
    assert answer.cards_used == 4


def test_a_file_that_stops_before_its_first_card_reports_no_net() -> None:
    entries: list[str | Entry] = [
        {"do": "no-more-bets"},
        {"do": "invalidate", "disturbance": "fire"},
    ]
    answer = clean(script("1 P 20", "10S 10D 8H 10C", entries, stop=True))
    assert (answer.rounds, answer.net, answer.settlements) == ({}, {}, ())


@pytest.mark.parametrize("nothing", [{"box": None}, {"hand": None}, {"box": None, "hand": None}])
def test_a_claim_takes_null_for_a_box_or_a_hand_as_answers_print_it(nothing: Entry) -> None:
    claim = {"player": "P", "wager": "main", "net": 2000, **nothing}
    answer = clean(script("1 P 20", "10S 10D 9H 7C", ["1 stand"], paid=[claim]))
    assert msgspec.to_builtins(answer.claims or ())[0] == {
        **claim, "right": 2000, "agrees": True, "clauses": answer.settlements[0].clauses,
    }  # fmt: skip
