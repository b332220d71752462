"""A new edition of an instrument is one data file, and no code knows a clause by its number."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.casino.evenings import OPTIONS, Evening
from tests.cli.test_play_games import do_anything, sit
from tests.compatibility.choosing import answer_to
from tests.compressed_files import unpack_lines
from tests.frozen.outputs import Output
from tests.frozen.round_file_answers import round_files_path
from tests.table_support import DEALER, SUPERVISOR, open_table
from tests.tournament.support import OPERATOR, Held, conditions_for, drafted
from tests.web.casinos import OLGA, Watch, opened
from tests.web.offices import AT_ONCE, play, sit_down
from typer.testing import CliRunner

import croupier
from croupier import registry
from croupier.adjudication.export import BeyondTheFormat, one_line
from croupier.adjudication.export import round_files as exported
from croupier.casino.demo import FLOAT
from croupier.casino.house.commands import IssueChips, SetUpTable
from croupier.cli.app import app
from croupier.dossier.chapters import document
from croupier.dossier.findings import find
from croupier.money import Odds
from croupier.rulebook import instruments as data_files
from croupier.rulebook.instruments import instruments, load, made_of, read_data
from croupier.school.by_chance import by_chance
from croupier.school.payout_drills import judge, question
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.limit_markers import PlaceMarker
from croupier.table.facts import Settled
from croupier.table.tournament_law import ConditionsStep
from croupier.tournament import law_of
from croupier.tournament.acts.conditions_approval import OpenEntries, TakeStep
from croupier.tournament.acts.prizes import AwardPlaces

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PLAIN, IRREGULAR = 100, 60
"""How many round files of each kind are settled under the new edition."""


def id_of(instrument: str) -> str:
    """Return the id of the edition, which is another for each instrument."""
    return f"renumbered-{instrument}"


def renumber(clause: str) -> str:
    """Return the number of a clause in the edition: rule 13 is rule 113."""
    return re.sub(r"^\d+", lambda found: str(int(found[0]) + 100), clause)


def renumbered(data: Any, clauses: frozenset[str]) -> Any:
    """Return data with every clause renumbered, wherever one stands alone as a text."""
    if isinstance(data, str):
        return renumber(data) if data in clauses else data
    if isinstance(data, list):
        return [renumbered(each, clauses) for each in data]
    if isinstance(data, dict):
        return {key: renumbered(each, clauses) for key, each in data.items()}
    return data


def edition_of(instrument: str, data: dict[str, Any] | None = None, **heading: str) -> bytes:
    """Return the data file of an instrument in which every rule has another number."""
    data = data or msgspec.json.decode(read_data(instrument))
    assert data is not None
    clauses = frozenset(clause["id"] for clause in data["clauses"])
    values = {value["name"]: value["value"] for value in data["values"]}
    edition = renumbered(data, clauses)
    edition["values"] = [{**value, "value": values[value["name"]]} for value in edition["values"]]
    for name in ("options", "promotion_options"):  # a reading that is called after a clause stays
        for option, was in zip(edition.get(name, ()), data.get(name, ()), strict=True):
            option |= {field: was[field] for field in ("default", "always") if field in was}
    edition["parts"] = {renumber(part): heading for part, heading in data["parts"].items()}
    edition |= {"id": id_of(instrument), "title": "A renumbered edition", "mark": "", "life": {}}
    edition |= heading
    return msgspec.json.encode(edition)


@pytest.fixture(params=instruments())
def instrument(request: pytest.FixtureRequest) -> Iterator[str]:
    """An instrument whose renumbered edition is registered."""
    of: str = request.param
    registry.register(made_of(edition_of(of)), registry.parts_of(of))
    try:
        yield of
    finally:
        registry.unregister(id_of(of))


def round_files(instrument: str) -> Iterator[dict[str, Any]]:
    for kind, most in (("plain", PLAIN), ("irregular", IRREGULAR)):
        for file in islice(unpack_lines(round_files_path(instrument, kind), Output), most):
            yield msgspec.json.decode(file.text)


def comparable(answer: bytes, instrument: str) -> Any:
    """Return an answer without the rulebook's digest and id; of an error, only that it is one."""
    whole = msgspec.json.decode(answer.decode().replace(id_of(instrument), instrument))
    if "error" in whole:
        return "error"
    return {name: each for name, each in whole.items() if name not in ("rulebook", "options")}


def test_rounds_are_settled_under_the_new_numbers(instrument: str) -> None:
    clauses = frozenset(clause.id for clause in load(instrument).clauses)
    for file in round_files(instrument):
        before = comparable(answer_to(msgspec.json.encode(file).decode()), instrument)
        edition = renumbered(file, clauses) | {"instrument": id_of(instrument)}
        if "options" in file:  # a reading may be called after a clause, and keeps its name
            edition["options"] = file["options"]
        after = comparable(answer_to(msgspec.json.encode(edition).decode()), instrument)
        assert after == renumbered(before, clauses)


def test_the_edition_is_played_from_python(instrument: str) -> None:
    game = croupier.Game(id_of(instrument), seats=["ana"], seed=7)
    assert game.rules.instrument.id == id_of(instrument)
    assert game.facts


def test_edges_are_those_of_the_basis() -> None:
    basis = "act-mini-baccarat-2016"
    edition = made_of(edition_of(basis))
    registry.register(edition, registry.parts_of(basis))
    try:
        edges = {wager.wager: wager.exact for wager in croupier.odds(basis).wagers}
        assert {wager.wager: wager.exact for wager in croupier.odds(edition.id).wagers} == edges
    finally:
        registry.unregister(edition.id)


# --- editions of 2027, each one file in a folder


BASES = {
    "act-blackjack-2027": "act-blackjack-2018",
    "act-mini-baccarat-2027": "act-mini-baccarat-2016",
    "act-ultimate-texas-holdem-2027": "act-ultimate-texas-holdem-2025",
}
PAIRS_PLAY = re.compile(r"(A:Pairs Play|17\.1\(b\)|17\.(1[4-9]|2[0-4])(\(.*)?)$")
"""The clauses of the side bet that is gone."""


ACES: dict[str, Any] = {
    "when": {"pair": "perfect", "rank": "A"},
    "pays": {"value": "30 to 1", "clauses": ["17.12", "17.12(c)"]},
    "clauses": ["17.9", "17.9(c)"],
    "over": ["perfect"],
    "called": "perfect pair of aces",
}
"""The payout row that is new."""


def blackjack_2027(data: dict[str, Any]) -> None:
    """Change the data of 2018: two players on a box, soft 17 fixed, Pairs Play gone, aces paid."""
    gone = {clause["id"] for clause in data["clauses"] if PAIRS_PLAY.match(clause["id"])}
    data["clauses"] = [each for each in data["clauses"] if each["id"] not in gone]
    data["values"] = [each for each in data["values"] if not each["name"].startswith("pairs_play")]
    value = {each["name"]: each for each in data["values"]}
    value["players_per_box"]["value"] = 2
    del data["law"]["round"]["pairs_play"]
    tables = data["law"]["round"]["pay_tables"]
    del tables["pairs-play"]
    tables["perfect-pairs"]["aces"] = ACES
    del data["law"]["table"]["side_bets"]["pairs-play"]
    vocabulary = data["law"]["table"]["vocabulary"]
    vocabulary.remove("A:Pairs Play")
    for option in data["options"]:
        option["clauses"] = [id for id in option["clauses"] if id not in gone]
        option.get("readings", {}).pop("pairs-play", None)
        if option["name"] == "side_bets":
            del option["exclusive"]
        if option["name"] == "soft_17":
            option |= {"fixed": True, "required": False}
            del option["readings"]["hit"]
    data["corrections"] = []


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the three data files; the environment names it."""
    where = tmp_path_factory.mktemp("instruments")
    for id, basis in BASES.items():
        data = msgspec.json.decode(read_data(basis))
        if id == "act-blackjack-2027":
            blackjack_2027(data)
        file = edition_of(basis, data, id=id, title=f"{id}, an edition for tests")
        (where / f"{id}.json").write_bytes(file)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(data_files.FOLDERS, str(where))
        data_files._files.cache_clear()
        for id, basis in BASES.items():
            registry.register(id, registry.parts_of(basis))
            patch.setitem(OPTIONS, id, {**OPTIONS[basis], **CHOSEN.get(id, {})})
        yield where
        for id in BASES:
            registry.unregister(id)
    data_files._files.cache_clear()


CHOSEN = {"act-blackjack-2027": {"soft_17": "stand"}}
"""The options of a table that its edition has otherwise."""


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('"id":"act-blackjack-2027"', '"id":"act-blackjack-2018"', "a file is named after its id"),
        ('"2 to 1"', "2 to 1", r"act-blackjack-2027\.json, line 1: JSON is malformed"),
        ('"2 to 1"', '"2-1"', 'value insurance_pays of act-blackjack-2027: "2-1" is not odds'),
    ],
)
def test_a_slip_in_the_file_of_an_edition_is_told_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str, after: str, says: str
) -> None:
    file = edition_of("act-blackjack-2018", id="act-blackjack-2027").decode()
    assert before in file
    (tmp_path / "act-blackjack-2027.json").write_text(file.replace(before, after, 1))
    monkeypatch.setenv(data_files.FOLDERS, str(tmp_path))
    data_files._files.cache_clear()
    try:
        with pytest.raises((LookupError, ValueError), match=says):
            data_files._approved.__wrapped__("act-blackjack-2027")
    finally:
        data_files._files.cache_clear()


@pytest.fixture(params=BASES)
def edition(request: pytest.FixtureRequest, folder: Path) -> str:
    id: str = request.param
    return id


def run(*words: str) -> str:
    """Return the output of a command that succeeds."""
    answer = CliRunner().invoke(app, words)
    assert answer.exit_code == 0, answer.output
    return answer.stdout


def test_the_file_of_an_edition_is_found(edition: str) -> None:
    assert edition in instruments()
    assert all(
        not clause.id[0].isdecimal() or int(clause.part) > 100 for clause in load(edition).clauses
    )
    assert edition in run("instruments")
    assert "108." in run("rules", edition)
    assert run("values", edition)
    assert run("options", edition)


def test_a_new_process_knows_the_edition_by_its_file_alone(folder: Path) -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "croupier", "rules", "act-blackjack-2027", "104.5", "--json"],
        env={**os.environ, data_files.FOLDERS: str(folder)},
        capture_output=True,
        check=True,
    )
    assert b"Two players at most" in answer.stdout


def test_blackjack_2027_is_what_its_file_says(folder: Path) -> None:
    rules = croupier.rules_for("act-blackjack-2027", {"side_bets": ["perfect-pairs"]})
    assert rules.table_law.players_per_box.value == 2
    assert "Two players at most" in rules.instrument.clause("104.5").says
    assert set(rules.table_law.side_bets) == {"perfect-pairs"}
    assert rules.law.pay_tables["perfect-pairs"]["aces"].pays.value == Odds(30, 1)
    pairs = croupier.odds("act-blackjack-2027", options={"side_bets": ["perfect-pairs"]})[
        "perfect-pairs"
    ]
    (aces,) = (each for each in pairs.outcomes if each.outcome == "perfect pair of aces")
    assert aces.exact == Fraction(32 * 7, 416 * 415)
    for chosen in ({"soft_17": "hit"}, {"side_bets": ["pairs-play"]}):
        with pytest.raises(ValueError, match="options"):
            croupier.rules_for("act-blackjack-2027", chosen)


def test_an_evening_at_its_table_is_settled_again_from_its_round_files(edition: str) -> None:
    evening = Evening(edition, 3).play(6)
    files = [
        one_line(file)
        for _, file in exported(evening.table.record.lines)
        if not isinstance(file, BeyondTheFormat)
    ]
    assert len(files) >= 4
    known = load(edition).by_id
    for file in files:
        answer = json.loads(answer_to(file.decode() if isinstance(file, bytes) else file))
        assert "error" not in answer
        cited = {id for each in answer["settlements"] for id in each["clauses"]}
        assert cited
        assert cited <= known.keys()


def test_it_is_played_in_the_terminal(edition: str) -> None:
    session, source = sit(edition, {}), Random(1)
    for _ in range(60):
        do_anything(session, source)
    assert session.table.number >= 2


def test_drills_ask_about_the_new_row_and_judge_it_by_its_own_odds(folder: Path) -> None:
    id, paid = "act-blackjack-2027", set()
    for number in range(40):
        asked = question(id, 5, number, "perfect-pairs")
        due = judge(id, 5, number, 0, "perfect-pairs").due
        paid.add(Fraction(due, asked.stake))
        (hand,) = (each.cards for each in asked.hands if each.is_asked)
        assert (due == 30 * asked.stake) is (hand[0] == hand[1] and hand[0].rank == "A")
    assert paid == {-1, 6, 12, 25, 30}


def test_random_exercises_are_made_of_its_rounds(folder: Path) -> None:
    for number in range(6):
        exercise = by_chance("act-blackjack-2027", 3, number)
        assert exercise.file["instrument"] == "act-blackjack-2027"


def test_the_terminal_shows_the_new_row_beside_the_others(folder: Path) -> None:
    session = sit("act-blackjack-2027", {"side_bets": ("perfect-pairs",)})
    shown = [str(line) for line in session.sign()]
    assert any("6, 12 or 25 to 1; perfect pair of aces 30 to 1" in line for line in shown)


def test_its_table_stands_on_the_floor_and_in_the_browser(edition: str, tmp_path: Path) -> None:
    asyncio.run(visit(edition, tmp_path))


async def visit(edition: str, where: Path) -> None:
    """Open a table, play a round there, and look at the table, its rules and its clauses."""
    async with opened(where / "casino.db", Watch()) as casino:
        await casino.floor.command_house(IssueChips(amount=FLOAT), OLGA)
        options = {**OPTIONS[edition], "side_bets": []}
        known = {option.name for option in load(edition).options}
        options = {name: each for name, each in options.items() if name in known}
        if "betting_seconds" in known:
            options["betting_seconds"] = 0
        set_up = SetUpTable(
            table="new", instrument=edition, options=options, float=FLOAT, pace=AT_ONCE
        )
        await casino.floor.command_house(set_up, OLGA)
        ana = await casino.let_in("ana")
        await sit_down(casino, ana, "ana", "new", 1)
        await play(casino, ana, "ana", "new", 1)
        for address in ("/tables/new", "/", "/rules", f"/rules/{edition}", "/laboratory"):
            page = await ana.get(address)
            assert page.status_code == 200, (address, page.text)
            assert "<title>" in page.text
        book = load(edition)
        clause = next(each.id for each in book.clauses if each.id.startswith("11"))
        page = await ana.get(f"/rules/{edition}/{clause}")
        assert page.status_code == 200, page.text
        assert clause in page.text


def test_its_figures_are_worked_out(edition: str) -> None:
    found = json.loads(run("odds", edition, *CHEAP[edition], "--json"))
    assert found["instrument"] == edition
    assert found["wagers"]


def test_rounds_of_it_are_simulated(edition: str) -> None:
    assert edition in run("simulate", edition, "--rounds", "200", "--seed", "1")


CHEAP: dict[str, tuple[str, ...]] = {
    "act-blackjack-2027": (),
    "act-mini-baccarat-2027": (),
    "act-ultimate-texas-holdem-2027": (
        "--remove", ",".join(f"{rank}{suit}" for rank in "234567" for suit in "SHDC"),
    ),
}  # fmt: skip
"""A table whose odds are worked out in no time."""


def test_a_tournament_is_held(edition: str) -> None:
    conditions = conditions_for(BASES[edition], sessions=[{"name": "final", "rounds": 2}])
    options = {**conditions.options, **CHOSEN.get(edition, {})}
    held = drafted(msgspec.structs.replace(conditions, instrument=edition, options=options))
    open_entries(held, edition)
    held.seat(*"ABCD")
    for _ in range(2):
        held.round({"A": 800, "B": 1000, "C": 900, "D": 700})
    held.end()
    held.do(AwardPlaces())
    assert held.places()["B"] == (1, 200)
    assert held.replayed().entrants.keys() == held.tournament.entrants.keys()


def open_entries(held: Held, edition: str) -> None:
    for step in law_of(edition).gate:
        if step is not ConditionsStep.DOCUMENTED:
            held.do(TakeStep(step=step, document="CR 7 of 2027"), OPERATOR)
    held.do(OpenEntries())


def test_a_dossier_cites_its_clauses(folder: Path) -> None:
    id = "act-mini-baccarat-2027"
    findings = find(id, rounds=500, seed=1, cache=None, watch=lambda _: None)
    text = msgspec.json.encode(document(findings, ())).decode()
    assert id in text
    assert "108.8" in text


def test_its_coverage_is_shown(folder: Path) -> None:
    shown = run("coverage", "act-ultimate-texas-holdem-2027")
    assert "110.1:T1" in shown


# --- readings and options that a data file alone adds


READ_OTHERWISE = "act-blackjack-read-otherwise"


@pytest.fixture
def read_otherwise(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The instrument of 2018 with other options, and nothing else changed.

    A marker may raise the maximum of the whole box, as it may under the instrument of 2006. The
    shoe has six decks or more. A hand may be doubled at any time. Nobody insures for others.
    """
    data = msgspec.json.decode(read_data("act-blackjack-2018"))
    data |= {"id": READ_OTHERWISE, "title": "Read otherwise", "mark": "", "life": {}}
    option = {each["name"]: each for each in data["options"]}
    before = msgspec.json.decode(read_data("act-blackjack-2006"))
    (marker,) = (each for each in before["options"] if each["name"] == "marker_total_limit")
    del option["marker_total_limit"]["fixed"]
    option["marker_total_limit"] |= {"readings": marker["readings"], "default": "marker"}
    option["decks"]["minimum"] = 6
    option["double_on"] |= {"default": "any_cards", "fixed": True}
    option["third_party_insurance"] |= {"default": False, "fixed": True}
    registry.register(
        made_of(msgspec.json.encode(data)),
        registry.parts_of("act-blackjack-2018"),
    )
    try:
        yield READ_OTHERWISE
    finally:
        registry.unregister(READ_OTHERWISE)


def test_a_reading_of_another_instrument_of_the_game_works_at_the_table(
    read_otherwise: str,
) -> None:
    """P has a marker for 500 at box 2, where Q has 250: the marker counts, not the sign's 100."""
    at = open_table(read_otherwise, limits={"main": [10_00, 100_00]})
    for name, dollars in (("Q", 250), ("P", 300)):
        at.bet(name, 2, dollars)
    at.do(PlaceMarker(player="P", box=2, limit=500_00), SUPERVISOR)
    assert at.no_bet("R", 2, 10).clauses == ("4.6",)
    at.bet("R", 3, 250)
    at.do(NoMoreBets(), DEALER)
    back = {fact.player: fact.stake for fact in at.facts_of(Settled)}
    assert back == {"Q": 50_00, "R": 150_00}


def test_a_bounded_and_a_fixed_option_hold_at_the_table(read_otherwise: str) -> None:
    with pytest.raises(ValueError, match=r"options.decks: 5 is not between 6 and 8"):
        croupier.table_for(read_otherwise, {"decks": 5})
    with pytest.raises(ValueError, match=r"options.double_on: .* always any_cards"):
        croupier.table_for(read_otherwise, {"double_on": "two_cards"})
    with pytest.raises(ValueError, match=r"options.third_party_insurance: .* always false"):
        croupier.table_for(read_otherwise, {"third_party_insurance": True})


def test_the_readings_hold_in_a_round_file(read_otherwise: str) -> None:
    """2 and 3 and a drawn 4 are doubled: 9 and a 9 are 18, and the dealer has 17."""
    file: dict[str, Any] = {
        "instrument": read_otherwise,
        "cards": ["2S", "TS", "3H", "4C", "9H", "7D"],
        "wagers": [{"box": 1, "player": "P", "wager": "main", "amount": 5000}],
        "decisions": [
            {"action": "hit", "box": 1, "hand": 1},
            {"action": "double", "box": 1, "hand": 1, "stakes": {"P": 5000}},
        ],
    }
    answer = json.loads(answer_to(json.dumps(file)))
    assert answer["net"] == {"P": 10000}
    file["instrument"] = "act-blackjack-2018"
    assert json.loads(answer_to(json.dumps(file)))["refused"]["decision"] == 2
    file |= {"instrument": read_otherwise, "options": {"decks": 4}}
    assert "4 is not between 6 and 8" in str(json.loads(answer_to(json.dumps(file)))["error"])


def test_the_readings_hold_at_a_table_whose_rounds_are_exported(
    read_otherwise: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {**OPTIONS["act-blackjack-2018"], **ITS_OWN}
    monkeypatch.setitem(OPTIONS, read_otherwise, options)
    evening = Evening(read_otherwise, 5).play(4)
    files = [
        one_line(file)
        for _, file in exported(evening.table.record.lines)
        if not isinstance(file, BeyondTheFormat)
    ]
    assert files
    for file in files:
        answer = json.loads(answer_to(file.decode() if isinstance(file, bytes) else file))
        assert answer["options"]["double_on"] == "any_cards"


ITS_OWN = {
    "decks": 8, "double_on": "any_cards", "third_party_insurance": False,
    "marker_total_limit": "marker",
}  # fmt: skip
"""The options of a table that reads otherwise."""


def test_a_reading_that_no_code_has_is_refused_by_the_file(read_otherwise: str) -> None:
    """A data file selects among procedures, and cannot invent one."""
    rules = croupier.rules_for(read_otherwise, {})
    option = next(each for each in rules.instrument.options if each.name == "double_on")
    invented = msgspec.structs.replace(
        option, readings={"after_a_split": "Split hands alone."}, default="after_a_split"
    )
    others = [each for each in rules.instrument.options if each.name != "double_on"]
    book = msgspec.structs.replace(rules.instrument, options=(*others, invented))
    with pytest.raises(ValueError, match=r"options.double_on: blackjack has no procedure for the"):
        croupier.rules_for(book, {})
