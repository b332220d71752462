"""The example of docs/instruments.md, built from outside the package: Blackjack that pays 6 to 5.

An amended instrument is adjudicated, analysed, simulated and played like an approved one.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.table_support import At, open_table
from typer.testing import CliRunner

import croupier
from croupier.adjudication import Answer, Refusal, RoundFileError, explain
from croupier.adjudication.export import round_file
from croupier.cli.app import app
from croupier.game_rules.rules_copy import copy_of
from croupier.odds import simulate, strategy_for
from croupier.rulebook.amendments import amended
from croupier.table.facts import Settled
from croupier.table.views import view
from croupier.table_replay import read_record, replay

FILE = Path(__file__).parents[2] / "docs" / "examples" / "six-to-five.toml"
BASIS = "act-blackjack-2018"
NOT_APPROVED = f"Not an approved instrument: it amends {BASIS}"
EARLY, LATE = ("AS 9D KH", ""), ("AS 10D KH", "7C")
"""A Blackjack that is paid at once, and one that waits for the dealer's second card."""


def variant() -> Any:
    return amended(FILE)


def round_of(cards: str, instrument: str = BASIS) -> dict[str, Any]:
    wager = {"box": 1, "player": "ana", "wager": "main", "amount": 2000}
    return {
        "instrument": instrument, "options": {"decks": 6}, "cards": cards.split(),
        "wagers": [wager], "decisions": [],
    }  # fmt: skip


# --- adjudicate


@pytest.mark.parametrize(
    ("cards", "clauses"),
    [(EARLY, ("8.1(a)",)), (LATE, ("13.1(c)", "13.2(a)"))],
)
@pytest.mark.parametrize("named", [BASIS, "blackjack-six-to-five"])
def test_a_blackjack_is_adjudicated_at_6_to_5_in_both_places(
    cards: tuple[str, str], clauses: tuple[str, ...], named: str
) -> None:
    file = round_of(" ".join(cards).strip(), named)
    answer = croupier.adjudicate(file, under=variant())
    assert isinstance(answer, Answer)
    assert answer.net == {"ana": 2400}
    assert answer.settlements[0].clauses == clauses
    assert answer.not_approved == NOT_APPROVED
    assert "not an approved instrument" in explain(file, under=variant())


def test_without_the_amendment_the_round_is_as_it_was() -> None:
    answer = croupier.adjudicate(round_of(EARLY[0]))
    assert isinstance(answer, Answer)
    assert (answer.net, answer.not_approved) == ({"ana": 3000}, None)


def test_another_instrument_is_not_adjudicated_under_it() -> None:
    with pytest.raises(
        RoundFileError, match="is not blackjack-six-to-five, nor act-blackjack-2018"
    ):
        croupier.adjudicate(round_of(EARLY[0], "act-blackjack-2006"), under=variant())


# --- odds


def test_the_edge_moves_by_what_a_blackjack_is_paid_less() -> None:
    """Counted here card by card, from 8 decks: nothing else of the game depends on it.

    Against an ace a player takes even money where it is worth more than waiting.
    """
    shoe = {"A": 32, "T": 128, "other": 256}

    def worth(pays: Fraction) -> Fraction:
        """What Blackjacks bring, for each wager on the box."""
        total = Fraction(0)
        for up, held in shoe.items():
            left = {**shoe, up: held - 1}
            blackjack = 2 * Fraction(left["A"], 415) * Fraction(left["T"], 414)
            others = {"A": left["A"] - 1, "T": left["T"] - 1}
            ten, ace = Fraction(others["T"], 413), Fraction(others["A"], 413)
            paid = {"A": max(Fraction(1), pays * (1 - ten)), "T": pays * (1 - ace), "other": pays}
            total += Fraction(held, 416) * blackjack * paid[up]
        return total

    approved, cheaper = croupier.odds(BASIS), croupier.odds(variant())
    expected = worth(Fraction(3, 2)) - worth(Fraction(6, 5))
    moved = cheaper["main"].house_edge - approved["main"].house_edge
    assert moved == pytest.approx(float(expected), abs=1e-12)
    assert float(expected) == pytest.approx(0.01298, abs=1e-5)
    assert cheaper["insurance"].house_edge == approved["insurance"].house_edge


def test_compare_says_what_an_amendment_does_to_rules_and_edges() -> None:
    run = CliRunner().invoke(app, ["compare", BASIS, "--amend", str(FILE), "--json"])
    found = json.loads(run.stdout)
    assert (found["from"], found["to"]) == (BASIS, "blackjack-six-to-five")
    assert found["not_approved"] == [f"blackjack-six-to-five: {NOT_APPROVED}"]
    (changed,) = found["values"]
    assert changed["name"] == "blackjack_pays"
    assert (changed["from"]["value"], changed["to"]["value"]) == ("3 to 2", "6 to 5")
    assert found["options"] == []
    moved = {row["wager"]: row["change"] for row in found["edges"] if row["change"]}
    assert moved == {"main": pytest.approx(0.01298, abs=1e-5)}
    shown = CliRunner().invoke(app, ["compare", BASIS, "--amend", str(FILE)]).stdout
    assert "3 to 2 (8.1(a), 13.2(a))" in shown
    assert "Not an approved instrument" in shown


def test_compare_takes_another_instrument_or_an_amendment() -> None:
    alone = CliRunner().invoke(app, ["compare", BASIS])
    assert alone.exit_code == 2
    assert "--amend FILE" in alone.output
    other = CliRunner().invoke(app, ["compare", "act-blackjack-2006", "--amend", str(FILE)])
    assert isinstance(other.exception, ValueError)
    assert "amends act-blackjack-2018, not act-blackjack-2006" in str(other.exception)


def test_odds_strategy_and_simulation_say_that_nobody_approved_it() -> None:
    book = variant()
    found = croupier.odds(book), strategy_for(book), simulate(book, 100_000, workers=1)
    for answer in found:
        assert (answer.instrument, answer.not_approved) == ("blackjack-six-to-five", NOT_APPROVED)
    assert NOT_APPROVED in str(found[0])
    report = found[2]
    assert report.standard_error is not None
    assert abs(report.mean + found[0]["main"].house_edge) < 5 * report.standard_error


# --- a table


def played(cards: tuple[str, str]) -> At:
    at = open_table(variant())
    at.bet("P", 1, 20)
    at.deal(cards[0])
    at.settle(cards[1])
    return at


@pytest.mark.parametrize(
    ("cards", "clauses"), [(EARLY, ("8.1(a)",)), (LATE, ("13.1(c)", "13.2(a)"))]
)
def test_a_natural_at_a_table_is_paid_6_to_5_and_the_record_replays(
    cards: tuple[str, str], clauses: tuple[str, ...]
) -> None:
    at = played(cards)
    lines = at.table.record.lines
    record = read_record(lines)
    paid = [fact for entry in record.entries for fact in entry.facts if isinstance(fact, Settled)]
    assert [(fact.net, fact.clauses) for fact in paid] == [(24_00, clauses)]
    again = replay(lines)
    assert again.same
    assert again.warnings == ()
    assert again.table.game.instrument is variant()
    file = round_file(lines, 1)
    answer = croupier.adjudicate(file, under=variant())
    assert isinstance(answer, Answer)
    assert answer.net == {"P": 24_00}


def test_the_table_and_its_record_say_that_nobody_approved_it() -> None:
    at = open_table(variant())
    header = json.loads(at.table.record.lines[0])["entry"]
    assert header["instrument"] == "blackjack-six-to-five"
    assert header["amendment"] == {
        "amends": BASIS,
        "id": "blackjack-six-to-five",
        "title": "Blackjack that pays 6 to 5",
        "change": [{"rule": "blackjack_pays", "clauses": ["8.1(a)", "13.2(a)"], "value": "6 to 5"}],
    }
    seen = view(at.table, None)
    assert (seen.sign.terms[0].name, seen.sign.terms[0].says) == ("instrument", NOT_APPROVED)
    copy = copy_of(at.table)
    assert copy.title == "Blackjack that pays 6 to 5 (not an approved instrument)"
    assert (copy.sign[0].says, copy.sign[0].clauses) == (NOT_APPROVED, ("8.1(a)", "13.2(a)"))
    assert "Blackjack pays 6 to 5" in [said.says for said in copy.sign]


def test_a_record_of_an_approved_table_names_no_amendment() -> None:
    assert "amendment" not in json.loads(open_table(BASIS).table.record.lines[0])["entry"]


# --- the command line


def said(*words: str) -> str:
    answer = CliRunner().invoke(app, [*words, "--amend", str(FILE)], env={"COLUMNS": "100"})
    assert answer.exit_code == 0, answer.output
    return answer.stdout


def test_the_commands_take_the_file(tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(round_of(EARLY[0])))
    assert json.loads(said("adjudicate", str(path)))["not_approved"] == NOT_APPROVED
    assert json.loads(said("odds", BASIS, "--json"))["not_approved"] == NOT_APPROVED
    assert NOT_APPROVED in said("values", BASIS)
    assert "pays 6 to 5" in said("rules", BASIS, "13.2(a)")
    record = tmp_path / "record.jsonl"
    assert NOT_APPROVED in said("play", "--plain", "--record", str(record))
    assert replay(record.read_bytes().splitlines(keepends=True)).same


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("odds", "act-blackjack-2006"), "six-to-five.toml amends act-blackjack-2018, not act-"),
        (("play", "act-blackjack-2006"), "six-to-five.toml amends act-blackjack-2018, not act-"),
    ],
)
def test_a_file_for_another_instrument_is_refused(words: tuple[str, ...], message: str) -> None:
    answer = CliRunner().invoke(app, [*words, "--amend", str(FILE)])
    assert answer.exit_code != 0
    assert message in str(answer.exception)


# --- a number that only the table uses


def two_on_a_box() -> Any:
    change = {"rule": "players_per_box", "clauses": ["4.5"], "value": 2}
    return amended({"amends": BASIS, "id": "two-on-a-box", "title": "Two", "change": [change]})


def test_a_third_player_finds_the_box_full_at_a_table_and_in_a_round_file() -> None:
    book = two_on_a_box()
    at = open_table(book)
    for name in ("P", "Q"):
        at.bet(name, 2, 10)
    refused = at.no_bet("R", 2, 10)
    assert (refused.clauses, refused.reason) == (("4.5",), "box 2 holds 2 players already")
    wagers = [
        {"box": 1, "player": player, "wager": "main", "amount": 2000}
        for player in ("ana", "ben", "cat")
    ]
    file = {**round_of(EARLY[0]), "wagers": wagers}
    answer = croupier.adjudicate(file, under=book)
    assert isinstance(answer, Refusal)
    assert (answer.refused.wager, answer.refused.clauses) == (3, ("4.5",))
    assert isinstance(croupier.adjudicate(file), Answer)


def test_texts_and_the_copy_of_the_rules_say_two_players() -> None:
    book = two_on_a_box()
    assert book.clause("4.5").says.startswith("Two players at most may bet on a box")
    assert "Two players at most may bet on a box" in copy_of(open_table(book).table).text
