"""`croupier adjudicate`: its exit statuses, its streams, one file and many lines."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from tests.adjudication.files import round_file

if TYPE_CHECKING:
    from pathlib import Path

SETTLED = round_file("act-blackjack-2018", "1 P 15", "AH 9D JC")
REFUSED = round_file("act-blackjack-2018", "1 P 10", "5S 9D 6H", "1 stand")
NO_ROUND = {**SETTLED, "cards": ["AH", "1X"]}


def run(*words: str, given: str | bytes = "") -> tuple[int, str, str]:
    """Exit status, standard output and standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "croupier", "adjudicate", *words],
        input=given.encode() if isinstance(given, str) else given,
        env={**os.environ, "COLUMNS": "100"},
        capture_output=True,
        check=False,
        timeout=60,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "round.json"


def test_a_settled_round(path: Path) -> None:
    path.write_text(json.dumps(SETTLED))
    status, out, err = run(str(path))
    assert (status, err) == (0, "")
    assert json.loads(out)["net"] == {"P": 2250}
    assert '\n    {"box": 1, "hand": 1, "cards": ["AH", "JC"], "total": 21},\n' in out


def test_a_refused_round_is_an_answer(path: Path) -> None:
    path.write_text(json.dumps(REFUSED))
    status, out, err = run(str(path))
    assert (status, err) == (1, "")
    assert json.loads(out)["refused"] == {
        "decision": 1,
        "clauses": ["9.2(b)"],
        "reason": "a hard total of 11 must draw to 12 or more, or double",
    }


def test_a_file_that_is_no_round_is_one_line_of_error(path: Path) -> None:
    path.write_text(json.dumps(NO_ROUND))
    assert run(str(path)) == (2, "", 'croupier: cards[2]: "1X" is not a card\n')


def test_a_file_that_is_not_there(path: Path) -> None:
    assert run(str(path)) == (2, "", f"croupier: {path}: No such file or directory\n")


def test_standard_input() -> None:
    status, out, _ = run("-", given=json.dumps(SETTLED))
    assert (status, json.loads(out)["net"]) == (0, {"P": 2250})


@pytest.mark.parametrize("explain", [False, True])
def test_a_file_that_never_ends_is_not_read_to_its_end(explain: bool) -> None:
    words = ("-", "--explain") if explain else ("-",)
    status, out, err = run(*words, given=b"[" * 3_000_000)
    assert (status, out) == (2, "")
    assert err == "croupier: a round of more than 1,000,000 bytes is too long\n"


# --- one round on each line


def lines(*rounds: Any) -> str:
    return "".join(f"{json.dumps(each) if each else ''}\n" for each in rounds)


def test_each_line_has_its_answer_and_the_highest_status_wins() -> None:
    given = lines(SETTLED, NO_ROUND, None, REFUSED, SETTLED)
    status, out, err = run("-", "--lines", given=given)
    assert (status, err) == (2, "")
    answers = [json.loads(line) for line in out.splitlines()]
    assert [answer.pop("line") for answer in answers] == [1, 2, 4, 5]
    assert answers[0] == answers[3]
    assert answers[1] == {"error": 'cards[2]: "1X" is not a card'}
    assert answers[2]["refused"]["clauses"] == ["9.2(b)"]
    assert len(answers) == 4


@pytest.mark.parametrize(("rounds", "status"), [((SETTLED,), 0), ((REFUSED, SETTLED), 1), ((), 0)])
def test_the_status_of_lines(path: Path, rounds: tuple[Any, ...], status: int) -> None:
    path.write_text(lines(*rounds))
    assert run(str(path), "--lines")[0] == status


def test_bad_lines_stop_nothing() -> None:
    bad = [b"{", b"\xff\xfe", b"[" * 2_500_000, b"null", b'{"instrument": "\\ud800"}', b"\x00"]
    given = b"\n".join([*bad, json.dumps(SETTLED).encode()])
    status, out, err = run("-", "--lines", given=given)
    assert (status, err) == (2, "")
    answers = [json.loads(line) for line in out.splitlines()]
    assert [list(answer) for answer in answers[:-1]] == [["error", "line"]] * len(bad)
    assert answers[-1]["net"] == {"P": 2250}


def test_answers_come_while_the_input_is_still_open() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "croupier", "adjudicate", "-", "--lines"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as croupier:
        assert croupier.stdin is not None
        assert croupier.stdout is not None
        for each in (SETTLED, REFUSED):
            croupier.stdin.write(lines(each))
            croupier.stdin.flush()
            assert json.loads(croupier.stdout.readline())
        croupier.stdin.close()
        assert croupier.wait(timeout=60) == 1


# --- the readable account


def test_explained(path: Path) -> None:
    path.write_text(json.dumps(SETTLED))
    status, out, err = run(str(path), "--explain")
    assert (status, err) == (0, "")
    assert "P's main $15 on box 1 wins $22.50" in out
    assert "A player's Blackjack is paid 3 to 2 at once" in out


def test_an_explained_refusal_keeps_its_status(path: Path) -> None:
    path.write_text(json.dumps(REFUSED))
    status, out, _ = run(str(path), "--explain")
    assert status == 1
    assert "decision 1: a hard total of 11 must draw to 12 or more, or double" in out


def test_an_explained_file_that_is_no_round(path: Path) -> None:
    path.write_text(json.dumps(NO_ROUND))
    assert run(str(path), "--explain") == (2, "", 'croupier: cards[2]: "1X" is not a card\n')


def test_explained_lines_are_parted_by_a_blank_line() -> None:
    status, out, _ = run("-", "--lines", "--explain", given=lines(SETTLED, NO_ROUND, REFUSED))
    assert status == 2
    title = "Casino Control (Blackjack) Approval 2018 (No 1), NI2018-568\n"
    assert out.startswith(title)
    assert f'\n\nLine 2 is not a round: cards[2]: "1X" is not a card\n\n{title}' in out
    assert out.endswith("\n")
    assert not out.endswith("\n\n")


@pytest.mark.parametrize(("form", "begins"), [("html", b"<!doctype html>"), ("pdf", b"%PDF-1.7")])
def test_a_report_is_written_beside_the_answer_and_the_same_again(
    path: Path, form: str, begins: bytes
) -> None:
    path.write_text(json.dumps(REFUSED))
    report = path.with_suffix(f".{form}")
    status, out, err = run(str(path), "--report", str(report))
    assert (status, err) == (1, "")
    assert json.loads(out)["refused"]["decision"] == 1
    first = report.read_bytes()
    assert first.startswith(begins)
    assert report.stat().st_mode & 0o077 == 0, "there are names in it"
    _, told, _ = run(str(path), "--report", str(report), "--explain")
    assert told.startswith("Casino Control (Blackjack) Approval 2018")
    assert report.read_bytes() == first


def test_a_report_that_cannot_be_is_refused_before_anything_is_done(path: Path) -> None:
    path.write_text(json.dumps(SETTLED))
    for words, says in (
        (["--report", "x.doc"], "--report x.doc: its name ends in .html or .pdf"),
        (["--lines", "--report", "x.pdf"], "--report: one file has one report; leave out --lines"),
    ):
        status, out, err = run(str(path), *words)
        assert (status, out, err) == (2, "", f"croupier: {says}\n")
    path.write_text(json.dumps(NO_ROUND))
    report = path.with_suffix(".html")
    assert run(str(path), "--report", str(report))[0] == 2
    assert not report.exists()
