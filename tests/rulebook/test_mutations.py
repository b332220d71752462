"""The tool that breaks clauses (`benchmarks/mutations.py`): what it breaks, and who notices."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest
from benchmarks.figures import MUTATIONS, read_figures, write_figures
from benchmarks.mutation import enforcement
from benchmarks.mutation.baseline import count_breaks, find_lower, totals
from benchmarks.mutation.findings import Found, read
from benchmarks.mutation.law import carried, changes, chosen
from benchmarks.mutation.source import ROOT, SOURCE, mutants, part_of, sources
from benchmarks.mutation.trials import Declared, Trial

from croupier.rulebook.instruments import Kind, instruments, load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

EQUIVALENT = json.loads((ROOT / "benchmarks/mutation/equivalent.json").read_text("utf-8"))
DOOR = '''
"""Who is let in."""

def may_enter(age, guest, law):
    """Adults, and guests of the house."""
    if law.over is None:
        return True
    if age < 18 and not guest:
        return False
    return True
'''
TRIED_OUT = """
import sys
from pathlib import Path
from benchmarks.mutation.findings import keeper
from benchmarks.mutation.source import mutants
from benchmarks.mutation.trials import Trial, try_out

kept, path, change, *tests = sys.argv[1:]
(broken,) = [each for each in mutants(Path(path)) if each.change.startswith(change)]
trials = [
    Trial.of("act-blackjack-2006", clause, broken, (test,))
    for clause, _, test in (text.partition(" ") for text in tests)
]
try_out(trials, keeper(Path(kept)))
"""


@pytest.fixture
def door(tmp_path: Path) -> Path:
    (tmp_path / "door.py").write_text(DOOR, "utf-8")
    return tmp_path / "door.py"


def test_a_boundary_is_moved_an_exception_dropped_a_refusal_not_made(door: Path) -> None:
    """Whether there is a rule at all is not asked: where its clause can be cited, there is."""
    assert [each.change for each in mutants(door)] == [
        "return True  ->  pass",
        "True  ->  False",
        "age < 18 and (not guest)  ->  age < 18 or not guest",
        "age < 18 and (not guest)  ->  not guest",
        "age < 18 and (not guest)  ->  age < 18",
        "age < 18  ->  age <= 18",
        "not guest  ->  guest",
        "return False  ->  pass",
        "False  ->  True",
        "True  ->  False",
    ]


def test_each_change_is_made_to_the_module_alone(door: Path) -> None:
    class Law:
        over = 18

    def lets_in(tree: Any) -> list[bool]:
        module = ModuleType("door")
        exec(compile(tree, str(door), "exec"), module.__dict__)
        return [
            bool(module.may_enter(age, guest, Law)) for age in (17, 18) for guest in (False, True)
        ]

    found = {each.change: lets_in(each.tree()) for each in mutants(door)}
    assert found["age < 18  ->  age <= 18"] == [False, True, False, True]
    assert found["age < 18 and (not guest)  ->  age < 18"] == [False, False, True, True]
    assert found["return False  ->  pass"] == [True, True, True, True]
    assert lets_in(ast.parse(DOOR)) == [False, True, True, True]


def test_a_flag_of_one_of_two_like_objects_is_broken_and_an_order_is_reversed(
    tmp_path: Path,
) -> None:
    source = """
def split(left, right, law):
    left.natural = right.natural = law.after_split is None
    for hand in (left, right):
        hand.deal()
"""
    (tmp_path / "hands.py").write_text(source, "utf-8")
    told = [each.change for each in mutants(tmp_path / "hands.py")]
    flags = "left.natural = right.natural = law.after_split is None"
    none = "law.after_split is None"
    assert told[:3] == [
        f"{flags}  ->  left.natural, right.natural = ({none}, not {none})",
        f"{flags}  ->  left.natural, right.natural = (not {none}, {none})",
        "for hand in (left, right)  ->  for hand in (right, left)",
    ]


@pytest.mark.parametrize("instrument", ["act-blackjack-2006", "act-blackjack-2018"])
def test_the_second_hand_of_a_split_is_made_a_blackjack(
    instrument: str, only_in: Callable[..., None]
) -> None:
    only_in("games/blackjack/round.py")
    every = enforcement.breaks_in_source(carried(instrument, "10.7"))
    told = [each.change for queue in every for each in queue]
    assert any(each.endswith("not law.no_blackjack_after_split is None)") for each in told)


@pytest.mark.parametrize(
    ("instrument", "source", "reverse"),
    [
        (
            "act-mini-baccarat-2016",
            "games/baccarat/round.py",
            "for hand in (round.banker, round.player)",
        ),
        (
            "act-blackjack-2018",
            "games/blackjack/round.py",
            "for box in reversed(round.boxes)",
        ),
    ],
)
def test_cards_are_dealt_in_reverse(
    instrument: str, source: str, reverse: str, only_in: Callable[..., None]
) -> None:
    only_in(source)
    every = enforcement.breaks_in_source(carried(instrument, "6.2(a)"))
    told = [each.change for queue in every for each in queue]
    assert any(each.endswith(reverse) for each in told)


def test_a_role_is_widened_in_the_law_and_in_its_acts() -> None:
    """Either of them alone refuses a supervisor."""
    first = changes("act-blackjack-2018", "19.4")[0]
    assert first.where.endswith("nominated_by")
    assert first.change == "gaming-shift-manager  ->  supervisor, in its acts too"


def test_what_a_clause_states_is_moved_where_it_is_declared() -> None:
    told = [f"{each.where}: {each.change}" for each in changes("act-blackjack-2018", "2.1")]
    assert told[:2] == ["option decks: minimum 4  ->  3", "option decks: maximum 8  ->  9"]


@pytest.fixture
def only_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Which files are looked at: to read all of the source takes seconds."""
    read_once = (
        enforcement._by_name, enforcement._functions, enforcement._returned,
        enforcement._entries_read,
    )  # fmt: skip

    def only(*files: str) -> None:
        paths = [SOURCE / "croupier" / file for file in files]
        monkeypatch.setattr(enforcement, "sources", lambda: paths)
        for each in read_once:
            each.cache_clear()

    yield only
    for each in read_once:
        each.cache_clear()


def test_what_an_instrument_never_comes_to_is_not_broken_for_it(
    only_in: Callable[..., None],
) -> None:
    """Chips on top are sold under the rules of hold'em, and refused by the others before that."""
    only_in("tournament/acts/buy_backs.py")

    def sells(instrument: str, clause: str) -> bool:
        every = enforcement.breaks_in_source(carried(instrument, clause))
        return any("PaidFor.ADD_ON" in each.change for queue in every for each in queue)

    assert sells("act-ultimate-texas-holdem-2025", "16.21")
    assert not sells("act-blackjack-2006", "20.23")


def test_a_rule_of_the_same_name_in_another_law_is_left_alone(only_in: Callable[..., None]) -> None:
    """A wager under the minimum: in the boxes of a table, and on a form that nobody else sees."""
    open_wagers, forms = "games/challenge/acts/limits.py", "table/acts/hidden_wagers.py"
    at_closing = "table/wagers/betting_close.py"
    only_in(open_wagers, at_closing, forms, "games/challenge/table_law.py")

    def broken(clause: str) -> set[str]:
        every = enforcement.breaks_in_source(carried("nsw-blackjack-challenge", clause))
        places = (each.path.relative_to(SOURCE / "croupier") for queue in every for each in queue)
        return set(map(Path.as_posix, places))

    assert broken("6.2") == {open_wagers, at_closing}
    assert broken("19.8.3.1") == {forms}


def test_what_a_class_calls_its_own_law_is_the_law_of_its_name(
    only_in: Callable[..., None],
) -> None:
    """Baccarat's law has wagers, and its law of tournaments those that one has to make."""
    only_in("tournament/tournament.py")

    def is_broken(clause: str) -> bool:
        return bool(enforcement.breaks_in_source(carried("act-mini-baccarat-2016", clause)))

    assert is_broken("15.14")
    assert not enforcement.breaks_in_source(chosen("act-mini-baccarat-2016", "8.4(b)"))


def test_a_law_is_not_chosen_where_all_are_named_or_another_field_of_it_is_read(
    only_in: Callable[..., None],
) -> None:
    """How a wager loses is said where it is settled, and not where it is placed."""
    placing, settling = "games/baccarat/wager_rules.py", "games/baccarat/pairs.py"
    only_in(placing, settling, "games/baccarat/rules.py")

    def broken(clause: str) -> set[str]:
        every = enforcement.breaks_in_source(chosen("act-mini-baccarat-2016", clause))
        places = (each.path.relative_to(SOURCE / "croupier") for queue in every for each in queue)
        return set(map(Path.as_posix, places))

    assert broken("9.8(c)") == {settling}
    assert placing in broken("4.3(a)")


def test_an_entry_that_a_caller_asks_for_is_no_other_entrys(only_in: Callable[..., None]) -> None:
    """Groups and numbers of players are read by one function, for whoever names them."""
    only_in("tournament/acts/entries.py")

    def is_broken(clause: str, said: str) -> bool:
        declared = carried("act-mini-baccarat-2016", clause)
        every = enforcement.breaks_where_given(declared)
        return any(said in each.change for queue in every for each in queue)

    assert is_broken("15.3(a)(v)", "which is the most")
    assert not is_broken("15.3(a)(vi)", "which is the most")
    assert is_broken("15.3(a)(vi)", "groups_kept")
    assert not is_broken("15.3(a)(v)", "groups_kept")


def test_a_judge_that_a_game_has_its_own_for_is_not_broken_for_it(
    only_in: Callable[..., None],
) -> None:
    """Hold'em lays an ante with its blind, by a judge of its own."""
    only_in("table/acts/betting.py")

    def is_broken(instrument: str, clause: str) -> bool:
        every = enforcement.breaks_in_source(carried(instrument, clause))
        return any(each.function == "place_wager" for queue in every for each in queue)

    assert is_broken("act-blackjack-2018", "4.3")
    assert not is_broken("act-ultimate-texas-holdem-2025", "4.6")


def test_a_clause_that_is_only_handed_on_is_broken_in_the_function_that_is_given_it(
    only_in: Callable[..., None],
) -> None:
    only_in("games/holdem/settlement.py")
    declared = carried("act-ultimate-texas-holdem-2025", "9.3(b)")
    assert enforcement.breaks_in_source(declared) == []
    (told, *_), *_ = enforcement.breaks_where_given(declared)
    assert told.function == "declare"
    assert told.change.startswith("round.facts.append(Declared(")


def test_an_act_is_broken_where_it_is_judged(only_in: Callable[..., None]) -> None:
    """What yields facts is judged through a function that all such acts share."""
    only_in("promotion/acts/awards.py")
    every = enforcement.breaks_in_source(carried("nsw-blackjack-challenge", "20.3"))
    assert any("no cash instead" in each.change for queue in every for each in queue)


def test_an_entry_that_a_law_reads_itself_is_no_other_entrys(only_in: Callable[..., None]) -> None:
    """Limits change as the conditions say, by the item of the list that is about limits."""
    only_in("casino/floor/house_policy.py", "table/tournament_law.py")

    def is_broken(clause: str) -> bool:
        every = enforcement.breaks_in_source(carried("act-ultimate-texas-holdem-2025", clause))
        return any("limits change here" in each.change for queue in every for each in queue)

    assert is_broken("16.3(a)(vii)")
    assert not is_broken("16.3(a)(ii)")


def test_a_law_within_a_law_is_broken_where_it_is_chosen() -> None:
    """Each of hold'em's devices has a law of its own, and the table's device says which holds."""
    every = chosen("act-ultimate-texas-holdem-2025", "2.2(a)")
    assert "from_the_shuffler" in every.keys
    assert "HoldemLaw" in every.owners
    assert not chosen("act-ultimate-texas-holdem-2025", "9.3(b)").keys
    assert not chosen("act-ultimate-texas-holdem-2025", "16.3(a)(viii)(A)").keys


def test_a_break_is_caught_by_the_test_that_looks_and_by_no_other(tmp_path: Path) -> None:
    file, kept = "tests/act_blackjack/test_instrument.py", tmp_path / "kept.jsonl"
    looks = f"I:2 {file}::test_06_I_2_no_table_opens_before_1_may_2006"
    looks_away = f"I:3 {file}::test_I_3_and_4_what_was_approved_is_the_schedule_as_signed"
    claims_another = f"I:4 {file}::test_06_I_2_no_table_opens_before_1_may_2006"
    path = SOURCE / "croupier/table/acts/opening.py"
    run = subprocess.run(
        [sys.executable, "-c", TRIED_OUT, str(kept), str(path), "raise NotYet",
         looks, looks_away, claims_another],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    caught = {found.clause: found.verdict for found in read(kept).values()}
    assert caught == {"I:2": "caught", "I:3": "missed", "I:4": "missed"}


@pytest.mark.parametrize("part", sorted({each["part"] for each in EQUIVALENT}))
def test_what_is_said_to_change_nothing_is_still_there_to_be_broken(part: str) -> None:
    paths = [path for path in sources() if str(part_of(path)) == part]
    every = [broken for path in paths for broken in mutants(path)]
    for each in EQUIVALENT:
        if each["part"] == part:
            change, function = each.get("change"), each["function"]
            where = {
                broken.path
                for broken in every
                if change in (None, broken.change) and function == broken.function
            }
            said = f"{part}, {function}: {change}"
            assert where, f"{said}: there is no such break"
            assert len(where) == 1, f"{said}: several modules have such a break: {where}"
            assert each["why"], said


NOT_MADE = """
from benchmarks.mutation.trials import _in_fork

def break_it():
    raise LookupError("there is no such function")

print(repr(_in_fork(break_it)))
"""


def test_a_break_that_cannot_be_made_is_told_and_not_taken_for_caught() -> None:
    """In a process of its own, since it forks."""
    ran = subprocess.run(
        [sys.executable, "-c", NOT_MADE], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "''\n"
    assert "LookupError('there is no such function')" in ran.stderr


# --- compared with the stored figures


def figure(tried: int, caught: int, *missed: str) -> dict[str, Any]:
    every = [{"part": "toy: round", "function": "play", "change": change} for change in missed]
    return {"tried": tried, "caught": caught, "missed": every}


def test_breaks_are_counted_by_clause_and_missed_ones_are_named_without_their_file() -> None:
    path = SOURCE / "croupier/games/holdem/settlement.py"
    in_source, another, *_ = mutants(path)
    declared = Declared("toy", "1.2", 0, "option decks", "minimum 4  ->  3")
    trials = [
        Trial("toy", clause, broken, ())
        for clause, broken in (("1.1", in_source), ("1.1", another), ("1.2", declared))
    ]
    known = {
        trial.key: Found(*trial.key, "", "", by, "", False, 0.0)
        for trial, by in zip(trials, ("a test", "", ""), strict=True)
    }
    clauses = [("toy", "1.1"), ("toy", "1.2"), ("toy", "1.3")]
    missed = {
        "part": "holdem: settlement", "function": another.function, "change": another.change,
    }  # fmt: skip
    missed_option = {"part": "declaration", "function": "option decks", "change": declared.change}
    assert count_breaks(clauses, trials, known) == {
        "toy": {
            "1.1": {"tried": 2, "caught": 1, "missed": [missed]},
            "1.2": {"tried": 1, "caught": 0, "missed": [missed_option]},
            "1.3": {"tried": 0, "caught": 0, "missed": []},
        }
    }


def test_a_clause_is_lower_if_a_smaller_share_of_its_breaks_is_caught() -> None:
    stored = {
        "toy": {
            "same": figure(3, 2, "a"), "fewer": figure(4, 2, "a", "b"), "lower": figure(3, 2, "a"),
            "gone": figure(1, 1), "never": figure(0, 0),
        }
    }  # fmt: skip
    now = {
        "toy": {
            "same": figure(3, 2, "b"), "fewer": figure(2, 1, "a"), "lower": figure(4, 2, "a", "b"),
            "never": figure(0, 0), "new": figure(2, 0, "a", "b"),
        }
    }  # fmt: skip
    assert list(find_lower(now, stored)) == [
        "toy lower: 2 of 4 breaks caught, stored 2 of 3",
        "  missed: toy: round, play: b",
        "toy gone: 0 of 0 breaks caught, stored 1 of 1",
    ]
    assert list(totals(now, stored)) == ["toy: 5 of 11 breaks caught, stored 7 of 11"]


def test_figures_are_stored_with_a_line_for_each_clause(tmp_path: Path) -> None:
    figures = {"toy": {"1.1": figure(3, 2, "a"), "1.2": figure(1, 1)}}
    write_figures(tmp_path / "figures.json", figures)
    assert read_figures(tmp_path / "figures.json") == figures
    assert len((tmp_path / "figures.json").read_text("utf-8").splitlines()) == 6


def test_figures_are_stored_for_every_enforceable_clause() -> None:
    enforceable = {
        name: {clause.id for clause in load(name).clauses if clause.kind == Kind.ENFORCEABLE}
        for name in instruments()
    }
    assert {name: set(rows) for name, rows in read_figures(MUTATIONS).items()} == enforceable
