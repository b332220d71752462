"""Shards, workers, files and figures of a simulation, whatever is played."""

from __future__ import annotations

import json
import math
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.odds import simulate as simulate_in_laboratory
from croupier.odds import strategy_for
from croupier.odds.pictures import Rectangle, report_picture
from croupier.odds.question import question
from croupier.odds.results import encode, plain
from croupier.odds.simulation import shards, simulate
from croupier.odds.simulation.report import drifting, ruin
from croupier.odds.simulation.shoe_cut import CUT, place_of
from croupier.odds.simulation.strategy_files import Unplayable, read_strategy
from croupier.odds.simulation.tally import Tally, WagerTally

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.odds.simulation import SimulationReport

ACT, NEWER = "act-blackjack-2006", "act-blackjack-2018"
BACCARAT = "act-mini-baccarat-2016"


def counted(report: SimulationReport) -> dict[str, object]:
    """The report without who played it and how long it took."""
    told = dict(plain(report))
    del told["seconds"], told["workers"]
    return told


@pytest.fixture
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "SHARD", 1_000)


@pytest.mark.usefixtures("small_shards")
def test_the_number_of_workers_changes_nothing() -> None:
    alone, together = (simulate(ACT, 10_500, seed=5, workers=workers) for workers in (1, 3))
    assert counted(alone) == counted(together)
    assert alone.rounds == 10_500


@pytest.mark.usefixtures("small_shards")
def test_another_seed_deals_other_cards() -> None:
    one, other = (simulate(BACCARAT, 5_000, seed=seed) for seed in (1, 2))
    assert one.distribution != other.distribution


def test_shards_differ_from_each_other() -> None:
    table = encode(
        shards.ShardTable(
            instrument=BACCARAT, options={}, removed=(), strategy=None, boxes=1, cut=0
        )
    )  # fmt: skip
    first, second, again = (shards.play_shard(table, 1, number, 2_000) for number in (0, 1, 0))
    assert first == again
    assert first.wagers != second.wagers
    assert (first + second) == (second + first)
    assert Tally.nothing() + first == first


def test_a_shoe_has_an_effect_on_the_error_only_through_its_rounds() -> None:
    """Seven boxes share one dealer, so that their mean errs more than that of as many rounds."""
    report = simulate(ACT, 200_000, boxes=7)
    wagers = 7 * report.rounds
    assert sum(result.count for result in report.distribution) == wagers
    assert report.standard_error is not None
    assert report.standard_deviation is not None
    alone = report.standard_deviation / math.sqrt(wagers)
    assert 1.3 * alone < report.standard_error < math.sqrt(7) * alone


def test_a_shoe_that_is_dealt_deep_costs_the_player_who_bets_flat() -> None:
    report = simulate(ACT, 3_000_000, penetration=0.9, boxes=1, options={"decks": 4})
    assert report.cut_card_effect is not None
    assert report.cut_card_effect.standard_error is not None
    assert report.cut_card_effect.mean < 2 * report.cut_card_effect.standard_error
    assert report.penetration == 187 / 208


def test_a_shoe_that_runs_out_is_an_error() -> None:
    with pytest.raises(ValueError, match="penetration: the shoe ran out"):
        simulate(ACT, 10_000, penetration=0.99, boxes=7, options={"decks": 4})


# --- figures


@given(
    mean=st.floats(-0.5, 0.5), deviation=st.floats(0.1, 5), bankroll=st.floats(1, 500),
    rounds=st.integers(1, 10**6),
)  # fmt: skip
def test_ruin_is_a_chance_and_comes_no_sooner_than_in_the_end(
    mean: float, deviation: float, bankroll: float, rounds: int
) -> None:
    found = drifting(mean, deviation, bankroll, rounds)
    assert 0 <= found.within <= 1
    assert found.within <= found.ever + 1e-9
    assert drifting(mean, deviation, bankroll, 2 * rounds).within >= found.within - 1e-9


def test_ruin_goes_by_results_and_not_by_their_spread_alone() -> None:
    """Who loses 1 a round but for one time in a hundred is ruined by fifty losses in a row."""
    lottery = WagerTally.one_by_one(Counter({Fraction(-1): 9_900, Fraction(99): 100}))
    found = ruin(lottery, 50, 50)
    assert found.within == pytest.approx(0.99**50)
    assert lottery.deviation is not None
    assert drifting(0, lottery.deviation, 50, 50).within < 0.5


def test_ruin_of_a_fair_coin_is_that_of_the_reflection() -> None:
    """Without drift, half of the paths that reach the bankroll are below it at the end."""
    found = drifting(0.0, 1.0, 20, 400)
    assert found.within == pytest.approx(math.erfc(1 / math.sqrt(2)))
    assert found.ever == 1


@pytest.mark.parametrize("rounds", [1, 2, 29])
def test_too_few_rounds_do_not_say_how_sure_they_are(rounds: int) -> None:
    report = simulate(BACCARAT, rounds)
    told = plain(report)
    for figure in ("standard_error", "standard_deviation", "n0", "risk_of_ruin"):
        assert told[figure] is None
    assert all(side.standard_error is None for side in report.side_bets)
    text = str(report)
    assert "± an unknown error" in text
    assert "not known: that takes 30 shoes or more" in text
    assert "risk of ruin" not in text


def test_rounds_of_one_shoe_do_not_say_how_sure_they_are_however_many() -> None:
    """They depend on each other, so that it is shoes that count."""
    report = simulate(BACCARAT, 60, penetration=CUT)
    assert report.standard_error is None
    assert report.cut_card_effect is not None
    assert report.cut_card_effect.standard_error is None
    assert simulate(BACCARAT, 60).standard_error is not None


def test_a_wager_that_was_never_won_does_not_say_how_sure_its_mean_is() -> None:
    lost, one_won = Counter({Fraction(-1): 999}), Counter({Fraction(-1): 999, Fraction(25): 1})
    assert WagerTally.one_by_one(lost).error is None
    assert WagerTally.one_by_one(one_won).error is not None


@given(sizes=st.lists(st.integers(1, 9), min_size=1, max_size=80))
def test_shoes_are_counted_by_their_share_of_the_wagers(sizes: list[int]) -> None:
    """Half of each shoe's wagers win, so that only the number of shoes can be too small."""
    results = Counter({Fraction(1): sum(sizes), Fraction(-1): sum(sizes)})
    squares = sum((2 * size) ** 2 for size in sizes)
    wagered = WagerTally(results, Fraction(squares), Fraction(0), Fraction(squares))
    assert (wagered.error is None) == (sum(sizes) ** 2 < 30 * sum(size**2 for size in sizes))


def test_a_mean_that_may_be_a_gain_or_a_loss_is_marked() -> None:
    few, many = simulate(BACCARAT, 100, seed=3), simulate(BACCARAT, 1_000_000)
    assert any("may be a gain or a loss" in said for said in few.assumptions)
    assert not any("may be a gain or a loss" in said for said in many.assumptions)


# --- strategies from files


def test_a_strategy_is_read_back_from_both_forms(tmp_path: Path) -> None:
    best = strategy_for(ACT)
    (tmp_path / "best.json").write_bytes(encode(best))
    csv = CliRunner().invoke(app, ["strategy", ACT, "--csv"]).stdout
    (tmp_path / "best.csv").write_text(csv)
    reports = [
        simulate(ACT, 20_000, strategy=read_strategy(str(tmp_path / name), ACT))
        for name in ("best.json", "best.csv")
    ]
    assert counted(reports[0]) == counted(reports[1]) == counted(simulate(ACT, 20_000))


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("hard totals,16,10,H", "hard totals,16,10,X", "hard totals, 16 against 10 says 'X'"),
        ("hard totals,16,10,H", "hard totals,96,10,H", "hard totals, 16 against 10 says nothing"),
        ("hard totals,8,10,H", "hard totals,8,10,S", "stands on 8 against 10"),
        ("chart,row", "table,row", "is no strategy .*: it has no column 'chart'"),
    ],
)
def test_a_strategy_that_cannot_be_played_is_refused(
    tmp_path: Path, before: str, after: str, message: str
) -> None:
    csv = CliRunner().invoke(app, ["strategy", ACT, "--csv"]).stdout
    assert before in csv
    (tmp_path / "bad.csv").write_text(csv.replace(before, after, 1))
    with pytest.raises(Unplayable, match=message):
        simulate(ACT, 10, strategy=read_strategy(str(tmp_path / "bad.csv"), ACT))


# --- the command


def test_the_command_prints_json() -> None:
    words = ["simulate", ACT, "--rounds", "2000", "--seed", "4", "--boxes", "2", "--json"]
    told = json.loads(CliRunner().invoke(app, words).stdout)
    assert told["rounds"] == 2000
    assert set(told) >= {"seconds", "mean", "standard_error", "standard_deviation", "distribution"}
    assert sum(result["count"] for result in told["distribution"]) == 4000
    mean = sum(result["net"] * result["share"] for result in told["distribution"])
    assert told["mean"] == pytest.approx(mean)


def test_the_command_prints_a_table() -> None:
    told = CliRunner().invoke(app, ["simulate", BACCARAT, "--rounds", "2000"]).stdout
    assert "2,000 rounds" in told
    assert "mean of banker" in told


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--rounds", "0"], "rounds: 0"),
        (["--rounds", "-3"], "rounds: -3"),
        (
            ["--rounds", "1000000000001"],
            "rounds: 1000000000001 is not a number of rounds from 1 to",
        ),
        (["--rounds", "9", "--session", "9" * 400], f"session: {'9' * 400} is not a number"),
        (["--rounds", "9", "--trips", "1e9999999999"], "trips: '1e9999999999' is no number"),
        (["--rounds", "9", "--workers", "0"], "workers: 0"),
        (["--rounds", "9", "--workers", "1001"], "workers: 1001"),
        (["--rounds", "9", "--boxes", "8"], "boxes: 8"),
        (["--rounds", "9", "--penetration", "1.5"], "penetration: 1.5"),
        (["--rounds", "9", "--penetration", "deep"], "penetration: deep is no part"),
        (["--rounds", "9", "--trips", "1"], "trips"),
        (["--rounds", "900000000000", "--picture", "it.gif"], "it.gif: the file's name ends"),
        (["--rounds", "9", "--decks", "9"], "decks"),
        (["--rounds", "9", "--option", "colour=red"], "colour"),
        (["--rounds", "9", "--bankroll", "0"], "bankroll: 0 is not"),
        (["--rounds", "9", "--bankroll", "nan"], "bankroll: nan is not"),
        (["--rounds", "9", "--session", "0"], "session: 0 is not"),
    ],
)
def test_bad_input_gets_a_message(words: list[str], message: str) -> None:
    answer = CliRunner().invoke(app, ["simulate", ACT, *words])
    assert answer.exit_code != 0
    assert message in str(answer.exception)


@pytest.mark.parametrize(
    ("name", "data", "wrong"),
    [
        ("x.csv", b"", "there is nothing in it"),
        ("x.csv", b"chart,row,column,action\n", "there is nothing in it"),
        ("x.csv", b"\xff\xfe", "it is not text"),
        ("x.csv", b"chart,row\nhard totals,5\n", "it has no column 'action'"),
        ("x.json", b"", "not JSON: there is nothing in it"),
        ("x.json", b"[]", "it: an object, not a list"),
        ("x.json", b"{}", "instrument: missing"),
        ("x.json", b'{"options": {"a": ' + b"[" * 100_000, "not JSON that can be read: it is nes"),
    ],
)
def test_a_file_that_is_no_strategy_is_told_why(
    tmp_path: Path, name: str, data: bytes, wrong: str
) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(Unplayable) as error:
        read_strategy(str(tmp_path / name), ACT)
    assert f"{tmp_path / name} is no strategy as" in str(error.value)
    assert f" writes it: {wrong}" in str(error.value)


def test_baccarat_has_one_hand_for_all_and_nothing_to_decide() -> None:
    with pytest.raises(ValueError, match="boxes: 2, but the wagers of a coup"):
        simulate(BACCARAT, 10, boxes=2)
    with pytest.raises(ValueError, match=f"strategy: {BACCARAT} leaves nothing to decide"):
        simulate(BACCARAT, 10, strategy=strategy_for(ACT))


def test_a_strategy_of_another_instrument_is_refused(tmp_path: Path) -> None:
    best = strategy_for(ACT)
    with pytest.raises(ValueError, match=f"strategy: it is one for {ACT}, not for {NEWER}"):
        simulate(NEWER, 10, strategy=best)
    (tmp_path / "best.json").write_bytes(encode(best))
    words = ["simulate", NEWER, "--rounds", "10", "--strategy", str(tmp_path / "best.json")]
    assert f"is a strategy for {ACT}" in str(CliRunner().invoke(app, words).exception)


# --- the cutting card


@pytest.mark.parametrize(
    ("instrument", "options", "place"),
    [
        (ACT, {}, 364),
        (ACT, {"decks": 4}, 156),
        ("nsw-blackjack-challenge", {"decks": 6}, 260),
        (BACCARAT, {}, 404),
        (BACCARAT, {"cutting_card_depth": 16}, 400),
    ],
)
def test_the_cut_is_as_deep_as_the_rules_allow(
    instrument: str, options: dict[str, object], place: int
) -> None:
    asked = question(instrument, options=options)
    assert place_of(asked, CUT) == place
    report = simulate(instrument, 5_000, options=options, penetration=CUT)
    assert report.penetration == place / asked.shoe.total
    assert report.cut_card_effect is not None


def test_a_shuffling_machine_has_no_cutting_card() -> None:
    with pytest.raises(ValueError, match="penetration: an automated shuffling shoe"):
        simulate(ACT, 10, penetration=0.5, options={"device": "shuffler"})


# --- pictures and notebooks


@pytest.mark.parametrize(("name", "begins"), [("it.svg", b"<svg"), ("it.png", b"\x89PNG")])
def test_the_command_draws_the_distribution(tmp_path: Path, name: str, begins: bytes) -> None:
    words = ["simulate", BACCARAT, "--rounds", "2000", "--picture", str(tmp_path / name)]
    assert CliRunner().invoke(app, words).stdout == ""
    assert (tmp_path / name).read_bytes().startswith(begins)


def test_a_picture_has_a_bar_for_every_result() -> None:
    report = simulate(ACT, 20_000, options={"side_bets": ["perfect-pairs"]})
    bars = [shape for shape in report_picture(report).shapes if isinstance(shape, Rectangle)]
    (pairs,) = report.side_bets
    assert len(bars) == len(report.distribution) + len(pairs.distribution)
    likeliest = max(report.distribution, key=lambda result: result.share)
    assert bars[report.distribution[::-1].index(likeliest)].width == max(bar.width for bar in bars)


def test_a_report_shows_itself() -> None:
    report = simulate_in_laboratory(BACCARAT, 2_000, options={"side_bets": ["perfect-pairs"]})
    text, html = str(report), report._repr_html_()
    for words in ("2,000 rounds", "mean of banker", "risk of ruin", "player-pair"):
        assert words in text
        assert words in html
    assert "█" in text
    assert "<svg" in html
    assert html.count("<table>") == html.count("</table>") == 1
