"""Corrections: rules that came out otherwise before, listed, and told from alterations."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.game_rules import game_of
from croupier.promotion.acts import ACTS as PROMOTION_ACTS
from croupier.rulebook.citations import Clauses, Refused
from croupier.rulebook.corrections import correction_behind
from croupier.rulebook.instruments import (
    Correction,
    Instrument,
    instruments,
    load,
    made_of,
    read_data,
)
from croupier.rulebook.options import as_made, resolve
from croupier.tournament.acts import ACTS as TOURNAMENT_ACTS
from croupier.version import __version__, numbers

LATER = Correction(
    version="0.3.0", clauses=("13.1", "13.2"), before="it lost", now="it wins",
    commands=("deal",), refused=("hit",), moved=("17.1",),
)  # fmt: skip
LOST: dict[str, Any] = {"fact": "settled", "net": -1000, "clauses": ["13.1"]}
WON: dict[str, Any] = {"fact": "settled", "net": 1000, "clauses": ["13.2"]}
DEALT: dict[str, Any] = {"fact": "dealt", "card": "AS", "clauses": ["6.1"]}


def behind(command: str, recorded: list[Any], found: list[Any] | Refused) -> Correction | None:
    said = msgspec.json.encode({"do": command, "card": "AS"})
    now = found if isinstance(found, Refused) else msgspec.json.encode(found)
    return correction_behind([LATER], said, msgspec.json.encode(recorded), now)


def test_what_differs_by_a_corrected_clause_after_its_command_is_explained() -> None:
    assert behind("deal", [DEALT, LOST], [DEALT, WON]) is LATER
    assert behind("deal", [DEALT], [DEALT, WON]) is LATER
    assert behind("deal", [DEALT, LOST], [DEALT]) is LATER
    assert behind("hit", [LOST], Refused("now it is refused", Clauses(("13.2",)))) is LATER
    beside = {"fact": "stage", "boxes": [2], "clauses": ["7.1"]}
    assert behind("deal", [LOST], [WON, beside]) is LATER, "something else may follow from it"


def test_other_clauses_and_commands_are_not_explained() -> None:
    assert behind("split", [LOST], [WON]) is None
    assert behind("deal", [DEALT, LOST], [LOST]) is None, "the card is no matter of 13.1"
    assert behind("deal", [DEALT], Refused("there is no such box", Clauses(("4.1",)))) is None
    assert behind("deal", [DEALT, WON], [WON, DEALT]) is None, "only the order is another"
    paid = {"fact": "settled", "net": 500, "clauses": ["7.4"]}
    assert behind("deal", [LOST, paid], [WON]) is None, "money is explained by its own clauses"
    assert behind("hit", [LOST], [WON]) is None, "it is refused, and nothing else"
    assert behind("deal", [LOST], Refused("it is not", Clauses(("13.1",)))) is None


def test_what_comes_at_another_time_is_explained_and_another_payment_is_not() -> None:
    pair: dict[str, Any] = {
        "fact": "settled", "player": "ana", "box": 1, "wager": "pairs", "net": 500,
        "clauses": ["17.1"],
    }  # fmt: skip
    assert behind("deal", [DEALT], [DEALT, pair]) is LATER
    assert behind("deal", [DEALT, pair], [DEALT]) is LATER
    assert behind("deal", [pair], [{**pair, "net": 5000}]) is None
    other = {**pair, "player": "bob"}
    assert behind("deal", [pair], [other]) is LATER, "each comes at another time"
    assert behind("deal", [pair], [{**pair, "clauses": ["7.4"], "net": 0}]) is None


def test_what_cannot_be_read_is_not_explained() -> None:
    assert correction_behind([LATER], b"[]", b"[]", b"[]") is None
    assert correction_behind([LATER], b'{"do":"deal"}', b'{"fact":1}', b"[]") is None
    assert correction_behind([LATER], b'{"do":"\xff"}', b"[]", b"[]") is None


@pytest.mark.parametrize("instrument", instruments())
def test_every_listed_correction_names_commands_that_exist_and_a_version_that_was(
    instrument: str,
) -> None:
    commands = {*game_of(instrument).acts, *TOURNAMENT_ACTS, *PROMOTION_ACTS}
    known = {str(command.__struct_config__.tag) for command in commands}
    for correction in load(instrument).corrections:
        assert {*correction.commands, *correction.refused} <= known
        assert numbers("0.1.0") < numbers(correction.version) <= numbers(__version__)
        assert correction.clauses
        assert correction.before != correction.now


REFUSED_SINCE = [
    ("act-blackjack-2006", "replace-card", "2.4"),
    ("act-blackjack-2018", "new-cards", "2.4"),
    ("act-mini-baccarat-2016", "new-cards", "2.3"),
    ("act-ultimate-texas-holdem-2025", "replace-machine", "11.2"),
    ("nsw-blackjack-challenge", "accept-signal", "9.4"),
]


@pytest.mark.parametrize(("instrument", "command", "clause"), REFUSED_SINCE)
def test_a_command_that_a_correction_refuses_is_listed_as_refused(
    instrument: str, command: str, clause: str
) -> None:
    """Cards checked by a player of the table, or a signal with a second meaning, in a record."""
    said, now = msgspec.json.encode({"do": command}), Refused("not any more", Clauses((clause,)))
    explained = correction_behind(load(instrument).corrections, said, b"[]", now)
    assert explained is not None
    assert clause in explained.clauses


FALLS_WITH = [
    ("act-blackjack-2006", "no-more-bets", "3.5", "17.5"),
    ("act-blackjack-2006", "no-more-bets", "3.5", "18.10"),
    ("act-blackjack-2018", "no-more-bets", "3.5", "17.8"),
    ("act-blackjack-2018", "no-more-bets", "3.5", "17.20"),
    ("nsw-blackjack-challenge", "no-more-bets", "6.3", "13.3"),
    ("nsw-blackjack-challenge", "no-more-bets", "6.3", "14.4"),
    ("nsw-blackjack-challenge", "find-over-maximum", "6.3", "10.4"),
    ("nsw-blackjack-challenge", "find-over-maximum", "6.3", "11.6"),
]


@pytest.mark.parametrize(("instrument", "command", "main", "other"), FALLS_WITH)
def test_what_came_of_other_wagers_with_a_corrected_one_is_explained(
    instrument: str, command: str, main: str, other: str
) -> None:
    """A side bet goes back with the wager that it needs; a hand was split or doubled on it."""
    back = [{"fact": "settled", "net": 0, "clauses": [clause]} for clause in (main, other)]
    said = msgspec.json.encode({"do": command})
    listed = load(instrument).corrections
    assert correction_behind(listed, said, msgspec.json.encode(back), b"[]") is not None


def test_only_later_corrections_concern_a_record() -> None:
    book = msgspec.structs.replace(load("act-blackjack-2018"), corrections=(LATER,))
    assert book.corrected_since("0.2.9") == (LATER,)
    assert book.corrected_since("0.3.0") == book.corrected_since("0.10.0") == ()


def _book(**changed: Any) -> Instrument:
    data = json.loads(read_data("act-blackjack-2018"))
    return made_of(json.dumps({**data, **changed}).encode())


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"clauses": ("99.9",)}, "a correction of act-blackjack-2018 cites no clause: 99.9"),
        ({"version": "next"}, "'next' is not a version"),
    ],
)
def test_a_correction_that_cannot_be_is_an_error(changed: dict[str, Any], said: str) -> None:
    wrong = msgspec.to_builtins(msgspec.structs.replace(LATER, **changed))
    with pytest.raises(ValueError, match=said):
        _book(corrections=[wrong])


def test_an_option_that_came_later_has_what_older_records_were_played_with() -> None:
    data = json.loads(read_data("act-blackjack-2018"))
    later = {
        "name": "reading", "says": "How an open place is read.", "clauses": ["13.1"],
        "readings": {"then": "As it was.", "now": "As it is."}, "default": "now",
        "since": "0.3.0", "before": "then",
    }  # fmt: skip
    book = _book(options=[*data["options"], later])
    assert resolve(book, as_made(book, {"decks": 6}, "0.2.0"))["reading"] == "then"
    assert resolve(book, as_made(book, {"decks": 6}, "0.3.0"))["reading"] == "now"
    assert resolve(book, as_made(book, {"reading": "now"}, "0.2.0"))["reading"] == "now"


# --- croupier corrections


def corrections(*words: str) -> str:
    answer = CliRunner().invoke(app, ["corrections", *words], env={"COLUMNS": "80"})
    assert answer.exit_code == 0, answer.exception
    return answer.stdout


def test_the_list_says_clause_version_before_and_now(monkeypatch: pytest.MonkeyPatch) -> None:
    book = msgspec.structs.replace(load("act-blackjack-2018"), corrections=(LATER,))
    monkeypatch.setattr(
        "croupier.cli.rulebook.load", lambda id: book if id == book.id else load(id)
    )
    told = corrections("act-blackjack-2018").split()
    assert told == [
        "act-blackjack-2018",
        "13.1,",
        "13.2",
        "0.3.0",
        "before",
        "it",
        "lost",
        "now",
        "it",
        "wins",
    ]
    assert corrections("act-blackjack-2018", "--since", "0.3.0").split()[0] == "No"
    data = json.loads(corrections("act-blackjack-2018", "--json"))
    assert data["corrections"] == [
        {"instrument": book.id, **json.loads(msgspec.json.encode(LATER))}
    ]


def test_everything_listed_is_printed() -> None:
    told = " ".join(corrections().split())
    listed = json.loads(corrections("--json"))["corrections"]
    for each in listed:
        assert " ".join(each["clauses"][0].split()) in told
    assert [each["instrument"] for each in listed] == sorted(each["instrument"] for each in listed)


def test_an_unknown_instrument_or_version_is_named() -> None:
    answer = CliRunner().invoke(app, ["corrections", "act-blackjack"])
    assert "there is no instrument act-blackjack" in str(answer.exception)
    answer = CliRunner().invoke(app, ["corrections", "act-blackjack-2018", "--since", "soon"])
    assert "'soon' is not a version" in str(answer.exception)
