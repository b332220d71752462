"""The dossier: complete, checked in its own run, and the same bytes for the same question."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.documents.html import page
from croupier.documents.model import Heading, Notice, Pairs, Paragraph, Picture, Table
from croupier.documents.pdf import pdf
from croupier.dossier.chapters import document
from croupier.dossier.chapters.evidence import rests_on
from croupier.dossier.chapters.numbered import Numbered
from croupier.dossier.findings import distribution_check, find, hit_frequency, mean_checks
from croupier.games.baccarat.simulation import part as baccarat
from croupier.odds.question import question
from croupier.odds.simulation import engine_check as judged
from croupier.rulebook.amendments import amended

if TYPE_CHECKING:
    from croupier.documents.model import Document
    from croupier.dossier.findings import Findings

BACCARAT, HOLDEM = "act-mini-baccarat-2016", "act-ultimate-texas-holdem-2025"
LOW = " ".join(f"{rank}{suit}" for rank in "234567" for suit in "SHDC")
"""Without these a deck of Hold'em is solved in no time."""
TABLES: dict[str, dict[str, Any]] = {
    "act-blackjack-2006": {"options": {"side_bets": ["super-sevens", "perfect-pairs"]}},
    "act-blackjack-2018": {"options": {"soft_17": "hit"}},
    "nsw-blackjack-challenge": {"options": {"side_bets": ["any-pairs"]}},
    BACCARAT: {},
    HOLDEM: {"remove": LOW, "trips": 1},
}
ROUNDS = 3_000


@cache
def found(instrument: str) -> Findings:
    return find(
        instrument, rounds=ROUNDS, seed=1, cache=None, watch=lambda _: None, **TABLES[instrument]
    )


def words(line: Any) -> str:
    return "".join(each.text for each in line)


def verdict(made: Document) -> Notice:
    (notice,) = (block for block in made.blocks if isinstance(block, Notice))
    return notice


@pytest.mark.parametrize("instrument", TABLES)
def test_a_dossier_has_every_chapter_and_its_checks_are_passed(instrument: str) -> None:
    findings = found(instrument)
    made = document(findings, ())
    chapters = [b.text for b in made.blocks if isinstance(b, Heading) and b.level == 1]
    assert chapters == [
        "1  Summary",
        "2  The rules of the table",
        "3  The wagers",
        "4  The best play",
        "5  What the options do",
        "6  What the house should win",
        "7  How the figures were obtained and checked",
        "8  The shuffle",
        "9  What this rests on",
        "Appendix: the clauses of the instrument",
    ]
    told = verdict(made)
    assert told.kind == "good"
    assert words(told.line).startswith("All checks of this run were passed.")
    assert f"{ROUNDS:,} simulated rounds" in words(told.line)
    tables = [block for block in made.blocks if isinstance(block, Table)]
    numbers = [table.caption.split(".")[0] for table in tables if table.caption[:5] == "Table"]
    assert numbers == [f"Table {number}" for number in range(1, len(numbers) + 1)]
    book = findings.asked.rules.instrument
    cited = {words(row[0]) for table in tables for row in table.rows}
    assert {clause.id for clause in book.clauses} <= cited
    assert f"--rounds {ROUNDS} --seed 1" in page(made)


@pytest.mark.parametrize("instrument", TABLES)
def test_every_outcome_has_its_exact_chance_as_a_ratio_where_there_is_one(instrument: str) -> None:
    findings = found(instrument)
    made = document(findings, ())
    shown = {
        words(row[2])
        for block in made.blocks
        if isinstance(block, Table) and "comes out" in block.caption
        for row in block.rows
    }
    exact = {
        str(outcome.exact)
        for wager in findings.odds.wagers
        for outcome in wager.outcomes
        if outcome.exact is not None
    }
    assert exact <= shown
    assert exact
    for wager in findings.odds.wagers:
        often, ratio = hit_frequency(wager)
        if wager.exact is not None:
            assert ratio is not None
            assert float(ratio) == pytest.approx(often)


def test_the_hit_frequency_of_baccarat_is_the_chance_to_win() -> None:
    player, banker, tie = found(BACCARAT).odds.wagers
    # Of all orders of six cards from eight decks, so many are won by the player's hand.
    assert hit_frequency(player)[1] == Fraction(2_230_518_282_592_256, 4_998_398_275_503_360)
    assert hit_frequency(tie)[1] == Fraction(475_627_426_473_216, 4_998_398_275_503_360)
    whole = sum(ratio for wager in (player, banker, tie) if (ratio := hit_frequency(wager)[1]))
    assert whole == 1


@pytest.mark.parametrize("instrument", TABLES)
def test_charts_are_drawn_where_there_is_something_to_decide(instrument: str) -> None:
    made = document(found(instrument), ())
    drawn = [block.caption for block in made.blocks if isinstance(block, Picture)]
    figures = [caption.split(".")[0] for caption in drawn]
    assert figures == [f"Figure {number}" for number in range(1, len(figures) + 1)]
    charts = [caption for caption in drawn if "8 decks" in caption or "1 deck" in caption]
    assert bool(charts) is (instrument != BACCARAT)


def test_the_same_question_gives_the_same_bytes() -> None:
    first, again = (
        document(
            find(BACCARAT, rounds=ROUNDS, seed=1, cache=None, watch=lambda _: None),
            (),
        )
        for _ in range(2)
    )
    assert page(first) == page(again)
    assert pdf(first) == pdf(again)
    other = find(BACCARAT, rounds=ROUNDS, seed=2, cache=None, watch=lambda _: None)
    assert page(document(other, ())) != page(first)


# --- controls: what is wrong is said on the first page


def test_a_simulation_that_does_not_agree_is_said() -> None:
    findings = found(BACCARAT)
    wrong = msgspec.structs.replace(findings.simulation, mean=findings.simulation.mean + 0.1)
    told = verdict(document(replace(findings, simulation=wrong), ()))
    assert told.kind == "bad"
    assert "player was simulated" in words(told.line)


def test_a_kernel_that_settles_otherwise_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    findings = found(BACCARAT)  # before the kernel's judge is broken
    monkeypatch.setattr(baccarat, "_play_coup", lambda *_: Counter({("player", Fraction(1)): 1}))
    wrong = judged.engine_check(question(BACCARAT), None, rounds=50, seed=1)
    assert wrong.differing == 50
    told = verdict(document(replace(findings, engine=wrong), ()))
    assert "50 rounds came out otherwise in engine and kernel" in words(told.line)


def test_a_shuffle_outside_its_band_twice_is_said_and_once_is_not() -> None:
    findings = found(BACCARAT)
    scores = {**findings.shuffle_scores, "runs": (9.0, 0.1)}
    assert verdict(document(replace(findings, shuffle_scores=scores), ())).kind == "good"
    scores["runs"] = (9.0, -3.0)
    told = verdict(document(replace(findings, shuffle_scores=scores), ()))
    assert "the shuffle is outside its band twice by runs" in words(told.line)


def test_a_distribution_that_does_not_fit_has_a_high_score() -> None:
    findings = found(BACCARAT)
    right = distribution_check(findings)
    assert right is not None
    assert abs(right.score) < 3
    swapped = [
        msgspec.structs.replace(each, count=findings.simulation.distribution[-1 - place].count)
        for place, each in enumerate(findings.simulation.distribution)
    ]
    report = msgspec.structs.replace(findings.simulation, distribution=tuple(swapped))
    wrong = distribution_check(replace(findings, simulation=report))
    assert wrong is not None
    assert wrong.score > right.score


def test_means_are_compared_as_the_hands_were_played() -> None:
    (both,) = mean_checks(found(HOLDEM))
    assert both.wager == "ante+trips"
    main, pairs = mean_checks(found("nsw-blackjack-challenge"))
    chart = found("nsw-blackjack-challenge").odds["main"].chart_house_edge
    assert chart is not None
    assert main.exact == -chart
    assert pairs.wager == "any-pairs"
    assert [check.wager for check in mean_checks(found("act-blackjack-2006"))] == [
        "main", "perfect-pairs",
    ]  # fmt: skip


def test_a_side_bet_that_depends_on_the_play_is_told_beside_its_ways() -> None:
    findings = found("act-blackjack-2006")
    told = [words(b.line) for b in document(findings, ()).blocks if isinstance(b, Paragraph)]
    (said,) = (each for each in told if each.startswith("Super-sevens depends on how"))
    (side,) = (each for each in findings.simulation.side_bets if each.wager == "super-sevens")
    assert f"{100 * side.mean:+.5f} % was simulated" in said
    for wager in findings.odds.wagers:
        if wager.wager == "super-sevens":
            assert f"{-100 * wager.house_edge:+.5f} % {wager.played}" in said


def test_an_amended_instrument_says_that_nobody_approved_it() -> None:
    book = amended(Path("docs/examples/six-to-five.toml"))
    findings = find(book, rounds=200, seed=1, cache=None, watch=lambda _: None)
    notices = [b for b in document(findings, ()).blocks if isinstance(b, Notice)]
    assert "Not an approved instrument" in words(notices[0].line)
    assert notices[0].kind == "bad"


# --- as a command


def test_the_command_writes_a_page(tmp_path: Path) -> None:
    file = tmp_path / "baccarat.html"
    asked = ["dossier", BACCARAT, "--option", "settlement=B", "--rounds", "500", "-o", str(file)]
    answer = CliRunner().invoke(app, asked)
    assert answer.exit_code == 0, answer.output
    text = file.read_text("utf-8")
    assert "<title>Mathematics of Casino Control (Mini Baccarat)" in text
    assert f"{BACCARAT}, 8 decks, settlement=B" in text
    assert "--option settlement=B --rounds 500 --seed 1 -o FILE" in text


def test_the_command_that_a_dossier_ends_with_makes_it_again(tmp_path: Path) -> None:
    """Whatever makes the table another one is in it, its limits too, as a shell takes it."""
    first, again = tmp_path / "first.html", tmp_path / "again.html"
    asked = [
        "dossier", BACCARAT, "--option", 'limits={"player":[500,50000]}', "--option",
        "side_bets=perfect-pairs", "--remove", "4S,4S", "--rounds", "500", "-o", str(first),
    ]  # fmt: skip
    assert CliRunner().invoke(app, asked).exit_code == 0
    text = first.read_text("utf-8")
    told = re.search(r"croupier dossier .* -o FILE", unescape(text))
    assert told is not None
    _, *words = shlex.split(told[0].replace("FILE", str(again)))
    answer = CliRunner().invoke(app, words)
    assert answer.exit_code == 0, answer.output
    assert again.read_bytes() == first.read_bytes()


def test_an_ante_is_told_to_the_shell_as_dollars() -> None:
    findings = found(HOLDEM)
    asked = replace(findings.asked, extras={**findings.asked.extras, "ante": 2_250})
    (*_, told) = rests_on(replace(findings, asked=asked), Numbered(), ())
    assert "--trips 1 --ante 22.50 --remove 2C," in words(told.line)  # type: ignore[union-attr] # a paragraph


@pytest.mark.parametrize(
    ("name", "message"),
    [("it.doc", "ends in .pdf or .html"), ("nowhere/it.pdf", "there is no such directory")],
)
def test_a_file_that_cannot_be_is_refused_before_anything_is_worked_out(
    name: str, message: str
) -> None:
    answer = CliRunner().invoke(app, ["dossier", HOLDEM, "-o", name])
    assert answer.exit_code != 0
    assert message in f"{answer.output} {answer.exception}"


def test_what_the_summary_says_of_the_instrument() -> None:
    made = document(found(HOLDEM), ())
    pairs = next(block for block in made.blocks if isinstance(block, Pairs))
    said = {name: words(value) for name, value in pairs.rows}
    assert said["table"].startswith(f"{HOLDEM}, 1 deck, trips=1, without ")
