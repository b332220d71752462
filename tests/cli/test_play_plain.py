"""The table in plain lines: scripted through a pipe, and with cards that a seed decides."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest
from tests.cli.seated import (
    ACT_2006,
    has_a_pair,
    is_offered_insurance,
    may_stand,
    must_draw,
    seed_where,
    sit,
)

from croupier.cli.play_screen.plain_text import play
from croupier.cli.play_screen.session import WaitsFor

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.games.blackjack.terminal.session import BlackjackSession

AT_THE_TABLE = ("cut 208", "bet 25", "deal")


def piped(script: str, *words: str, plain: bool = True) -> subprocess.CompletedProcess[str]:
    """`croupier play` with its commands on standard input."""
    flag = ("--plain",) if plain else ()
    return subprocess.run(
        [sys.executable, "-m", "croupier", "play", *words, *flag],
        input=script,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )


def said(session: BlackjackSession, *commands: str) -> list[str]:
    """What the plain table says to these commands, each echoed as it is read."""
    lines: list[str] = []
    script = iter(commands)

    def read(prompt: str) -> str | None:
        command = next(script, None)
        if command is not None:
            lines.append(prompt + command)
        return command

    play(session, read, lines.append)
    return lines


def answer_to(lines: list[str], command: str) -> list[str]:
    """What follows the last time a command was given, up to the next one."""
    start = len(lines) - lines[::-1].index(f"> {command}")
    rest = lines[start:]
    end = next((n for n, line in enumerate(rest) if line.startswith("> ")), len(rest))
    return rest[:end]


# --- through a pipe


def test_a_session_through_a_pipe() -> None:
    answer = piped("cut 100\nbet 1 25\ndeal\nstand\nhit\nhit\nhit\nquit\n")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "NI2018-568" in answer.stdout
    assert "Blackjack pays 3 to 2 (13.2(a))" in answer.stdout
    assert "> cut 100\nYou cut at 100 (5.3)" in answer.stdout
    assert "Round 1: no more bets (6.2)" in answer.stdout
    assert " to the dealer" in answer.stdout
    assert "You brought 1,000 and leave with " in answer.stdout
    assert "\x1b" not in answer.stdout, "no colours in a pipe"


def test_no_terminal_means_plain_lines() -> None:
    answer = piped("quit\n", plain=False)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "Will you cut?" in answer.stdout


@pytest.mark.parametrize("script", ["", "no\n", "no\nbet 25\n", "no\nbet 25\ndeal\n", "no\nbet 25"])
def test_the_end_of_the_input_ends_the_session_politely(script: str) -> None:
    answer = piped(script)
    assert (answer.returncode, answer.stderr) == (0, "")
    last = answer.stdout.splitlines()[-1]
    assert "You brought 1,000 and leave with " in last


def test_an_interrupt_is_quiet_and_leaves_a_whole_record(tmp_path: Path) -> None:
    kept = tmp_path / "evening.jsonl"
    with subprocess.Popen(
        [sys.executable, "-m", "croupier", "play", "--plain", "--record", str(kept)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("Will you cut?"):
                break
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "")
    assert b'"do":"close-table"' in kept.read_bytes()


def test_a_reader_that_leaves_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        answer = subprocess.run(
            [sys.executable, "-m", "croupier", "play", "--plain"],
            input="no\n",
            stdout=writing,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            check=False,
            timeout=60,
        )
    finally:
        os.close(writing)
    assert (answer.returncode, answer.stderr) == (1, "")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("act-blackjack-2018", "--side-bet", "super-sevens"), "17.1"),
        (("act-blackjack-2018", "--decks", "3"), "2.1"),
        (("act-blackjack-2006", "--soft-17", "hit"), "12.1"),
        (("--boxes", "9"), "7 boxes"),
        (("--minimum", "7"), "chips"),
    ],
)
def test_a_table_that_cannot_be_is_one_line_and_status_2(words: tuple[str, ...], says: str) -> None:
    answer = piped("", *words)
    assert (answer.returncode, answer.stdout) == (2, "")
    (line,) = answer.stderr.splitlines()
    assert line.startswith("croupier: --")
    assert says in line


# --- the record


def test_the_record_is_a_chain_of_lines(tmp_path: Path) -> None:
    kept = tmp_path / "evening.jsonl"
    answer = piped("cut 100\nbet 25\ndeal\nstand\nhit\nhit\nquit\n", "--record", str(kept))
    assert (answer.returncode, answer.stderr) == (0, "")
    lines = kept.read_bytes().splitlines()
    previous = "0" * 64
    entries = []
    for line in lines:
        head, _, body = line.partition(b',"entry":')
        body = body.removesuffix(b"}")
        said = json.loads(line)
        assert head == b'{"hash":"%s"' % said["hash"].encode()
        assert said["hash"] == sha256(previous.encode() + body).hexdigest()
        previous = said["hash"]
        entries.append(said["entry"])
    header, *commands = entries
    assert header["instrument"] == "act-blackjack-2018"
    assert [each["n"] for each in commands] == list(range(1, len(commands) + 1))
    done = [each["command"]["do"] for each in commands]
    assert done[0] == "open-table"
    assert done[-2:] == ["close-table", "reveal"]
    assert {"shuffle", "cut", "place-wager", "no-more-bets", "deal", "collect"} <= set(done)


def test_each_line_is_in_the_file_before_the_next_thing_happens(tmp_path: Path) -> None:
    kept = tmp_path / "evening.jsonl"
    with subprocess.Popen(
        [sys.executable, "-m", "croupier", "play", "--plain", "--record", str(kept)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for command, after in (("no", "insert-cutting-card"), ("bet 25", "place-wager")):
            process.stdin.write(f"{command}\n")
            process.stdin.flush()
            for line in process.stdout:
                if line.startswith("Wagers: "):
                    break
            last = json.loads(kept.read_bytes().splitlines()[-1])
            assert last["entry"]["command"]["do"] == after
        process.kill()  # what was done is kept, whatever happens to the program
    assert kept.read_bytes().endswith(b"}\n")


def test_a_record_is_never_written_over(tmp_path: Path) -> None:
    kept = tmp_path / "evening.jsonl"
    kept.write_text("an evening to remember\n")
    answer = piped("quit\n", "--record", str(kept))
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr == (
        f"croupier: --record: {kept} exists and is never written over; name another file\n"
    )
    assert kept.read_text() == "an evening to remember\n"


def test_a_record_that_cannot_be_kept_is_said_at_once(tmp_path: Path) -> None:
    answer = piped("quit\n", "--record", str(tmp_path / "nowhere" / "evening.jsonl"))
    assert (answer.returncode, answer.stdout) == (2, "")
    assert "No such file or directory" in answer.stderr


def test_a_table_that_cannot_be_leaves_no_file(tmp_path: Path) -> None:
    kept = tmp_path / "evening.jsonl"
    assert piped("", "--side-bet", "trips", "--record", str(kept)).returncode == 2
    assert not kept.exists()


# --- the commands, with cards that a seed decides


def test_a_hand_is_played_and_settled_in_words() -> None:
    lines = said(sit(seed_where(may_stand)), *AT_THE_TABLE, "stand", "history", "why")
    assert any(line.endswith(": double up to 25, hit or stand") for line in lines)
    settled = answer_to(lines, "stand")
    assert settled[0] == "You stand on box 1 (9.1(d))"
    assert any(": wins $25 (13.1" in s or ": loses $25 (13.1" in s or "stand" in s for s in settled)
    assert any(line.startswith("Round 1: ") for line in settled)
    assert answer_to(lines, "history")[0].startswith("Round 1: staked 25, ")
    assert answer_to(lines, "why")[0] == "13  Settlement"


def test_a_refusal_names_its_clause_and_why_reads_it() -> None:
    lines = said(sit(seed_where(must_draw)), *AT_THE_TABLE, "stand", "why", "split", "double 30")
    assert answer_to(lines, "stand")[0].startswith("Refused: A hard total of ")
    assert answer_to(lines, "stand")[0].endswith("(9.2(b))")
    assert "9.2(b)" in " ".join(answer_to(lines, "why"))
    assert "Only two cards of equal value may be split" in answer_to(lines, "split")[0]
    assert "over the initial wager of $25" in answer_to(lines, "double 30")[0]


def test_doubling_for_less() -> None:
    lines = said(sit(seed_where(must_draw)), *AT_THE_TABLE, "double 10", "history")
    assert answer_to(lines, "double 10")[0].startswith("You double box 1 for $10 (9.1(b)")
    assert answer_to(lines, "history")[0].startswith("Round 1: staked 35, ")


def test_splitting_names_both_hands() -> None:
    lines = said(sit(seed_where(has_a_pair)), *AT_THE_TABLE, "split", "table")
    assert "You split box 1, hand 1 for $25 (9.1(a)" in answer_to(lines, "split")[0]
    assert any(" to box 1, hand 1" in line for line in lines)


def test_insurance_is_asked_for_and_answered() -> None:
    seed = seed_where(lambda s: is_offered_insurance(s) and "even money" not in s.legal())
    lines = said(sit(seed), *AT_THE_TABLE, "even", "insure 20", "insure 5", "no")
    assert "insure up to 12.50 or no" in answer_to(lines, "deal")[-1]
    assert "Even money is for a Blackjack" in answer_to(lines, "even")[0]
    assert "Insurance of $20 is over half of $25" in answer_to(lines, "insure 20")[0]
    assert answer_to(lines, "insure 5")[0].startswith("You insure box 1 for $5 (7.1")
    assert answer_to(lines, "no")[0].startswith("Refused: ")


def test_a_round_is_summed_up_box_by_box() -> None:
    seed = seed_where(lambda s: s.asked is WaitsFor.PLAY and s.turn[0] == 1, boxes=2)
    script = ["stand", "hit", "stand", "hit", "stand", "hit", "hit", "hit"]
    lines = said(sit(seed, boxes=2), "cut 208", "bet 25", "bet 2 25", "deal", *script)
    (summed,) = (line for line in lines if line.startswith("Round 1: box 1 "))
    assert "; together " in summed


def test_even_money() -> None:
    seed = seed_where(lambda s: is_offered_insurance(s) and "even money" in s.legal())
    lines = said(sit(seed), *AT_THE_TABLE, "even")
    assert "Box 1, Blackjack: wins $25 (8.1(b))" in answer_to(lines, "even")


def test_several_boxes_and_side_bets() -> None:
    session = sit(1, instrument=ACT_2006, boxes=2, side_bets=("super-sevens", "perfect-pairs"))
    lines = said(
        session,
        "no",
        "bet 1 25",
        "bet 2 50",
        "bet 2 super-sevens 5",
        "bet 1 perfect pairs 10",
        "bet 1 super-sevens 10",
        "bet 2 pairs-play 5",
        "bet 3 10",
        "undo",
        "clear",
        "deal",
    )
    assert "box 2 Super Sevens 5" in answer_to(lines, "bet 2 super-sevens 5")[-1]
    assert "box 1 Perfect Pairs 10" in answer_to(lines, "bet 1 perfect pairs 10")[-1]
    assert "approved amount of $5. (17.4)" in answer_to(lines, "bet 1 super-sevens 10")[0]
    assert "not offered at this table" in answer_to(lines, "bet 2 pairs-play 5")[0]
    assert "There is no box 3" in answer_to(lines, "bet 3 10")[0]
    assert "Perfect Pairs" not in answer_to(lines, "undo")[-1]
    assert answer_to(lines, "clear") == ["Wagers: none; 1,000 in chips. bet"]
    assert answer_to(lines, "deal")[0].startswith("Refused: No Blackjack wager stands")


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("?", "Wagers     bet 25                 on box 1"),
        ("dance", "There is no command 'dance'. Type help for those there are."),
        ("s", "Refused: No round is in play."),
        ("r", "There is no command 'r'. Type help for those there are."),
        ("bet", "bet 25, so many dollars"),
        ("bet x", "bet 25, so many dollars"),
        ("cut", "cut 100, so many cards from the front"),
        ("cut 12", "Refused: The cut lies between 52 and 364 cards from the front, not at 12."),
        ("double ten", "'ten' is not an amount in dollars such as 25 or 22.50"),
        ("chips", "chips 500, so many dollars"),
        ("rules", "rules 1.1, or another clause"),
        ("rules 13.1f", "act-blackjack-2018 has no clause 13.1f; did you mean 13.1(f)?"),
        ("rules a:box", "Dictionary"),
        ("why", "Nothing has been decided yet."),
        ("HELP", "Wagers     bet 25                 on box 1"),
        ("", "Will you cut? cut 52 to 364 cards from the front, or no"),
    ],
)
def test_whatever_is_typed_is_answered(command: str, answer: str) -> None:
    first = answer_to(said(sit(1), command), command)[0]
    assert first.splitlines()[0].startswith(answer)


def test_help_speaks_of_what_this_table_has() -> None:
    alone = "\n".join(answer_to(said(sit(1), "help"), "help"))
    assert "box 2" not in alone
    assert "perfect-pairs" not in alone
    more = sit(1, boxes=2, side_bets=("perfect-pairs",))
    told = "\n".join(answer_to(said(more, "help"), "help")).splitlines()
    assert told[1:3] == [
        "           bet 2 25               on box 2",
        "           bet 1 perfect-pairs 5  another wager, on box 1",
    ]


def test_a_wager_laid_while_the_cut_waits_is_told() -> None:
    lines = said(sit(1), "bet 25", "table")
    assert answer_to(lines, "bet 25")[0] == "Wagers: box 1 Blackjack 25; 975 in chips."
    assert answer_to(lines, "table")[0] == "No card is on the table."


def test_the_table_can_be_read() -> None:
    lines = said(sit(seed_where(may_stand)), *AT_THE_TABLE, "table", "sign", "shoe")
    dealer, box = answer_to(lines, "table")[:2]
    assert dealer.startswith("Dealer: ")
    assert box.endswith(", 25 on it")
    assert answer_to(lines, "sign")[0] == "Blackjack $10 to $500, steps of $5 (3.1)"
    assert answer_to(lines, "shoe")[0].startswith("Shoe 1: 413 cards left, the cutting card after")


def test_chips_run_out_and_more_are_brought() -> None:
    session = sit(2, bankroll=10_00)
    script = ["no"]
    for _ in range(30):
        script += ["bet 10", "deal", "no", "stand", "hit", "stand", "hit", "hit", "hit"]
    lines = said(session, *script, "clear", "chips 100")
    assert any("To bring more play chips: chips 500" in line for line in lines)
    assert answer_to(lines, "chips 100")[-1] != "Refused"
    assert session.brought == 110_00


def test_nothing_the_table_says_is_advice() -> None:
    lines = said(sit(seed_where(may_stand)), *AT_THE_TABLE, "help", "stand", "quit")
    words = " ".join(lines).lower()
    for advice in ("should", "best", "recommend", "strategy", "advise", "hint", "odds of"):
        assert advice not in words
