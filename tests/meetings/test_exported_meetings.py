"""The meetings played at tables with a record: exported and adjudicated, they settle as they did.

A table of meetings is a list of round files. Here the same commands go to a table as in the casino,
whose record is played again, exported and adjudicated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.challenge.table_support import ChallengeAt
from tests.meetings.table import Meeting, meetings, round_file
from tests.table_support import DEALER, At, player

from croupier.adjudication import Answer, account_of, adjudicate
from croupier.adjudication.export import BeyondTheFormat, one_line, round_files
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.burn_and_reveal import Burn
from croupier.table.acts.dealing import Collect
from croupier.table.acts.patrons import Sit
from croupier.table.table import Table
from croupier.table_replay import replay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from _pytest.mark import ParameterSet

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person

Done = tuple[Table, "Command", "Person", int]

TABLES = {
    "act-blackjack-2006": At,
    "act-blackjack-2018": At,
    "nsw-blackjack-challenge": ChallengeAt,
}
_OF_ANOTHER_TIME = ("display-closing-sign", "announce-minimum")
"""Commands with a time of day, which a file counts from its own beginning."""


def _cases() -> Iterator[ParameterSet]:
    for instrument in TABLES:
        for place, (file, meeting) in enumerate(meetings(instrument), 1):
            said = " ".join(map(str, meeting.script))
            limits_changed_first = any("change-limits" in str(each) for each in meeting.before)
            if (
                file.endswith(".table")
                and not (meeting.cannot or meeting.test or meeting.until)
                and not limits_changed_first  # at a table they hold from the next round
                and not any(tag in said for tag in _OF_ANOTHER_TIME)
            ):
                name = f"{instrument}-{place}: {', '.join(meeting.pairs)}"
                yield pytest.param(instrument, meeting, id=name)


@pytest.mark.parametrize(("case_of", "meeting"), list(_cases()))
def test_the_record_of_a_meeting_is_exported_as_it_was_settled(
    case_of: str, meeting: Meeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, _ = round_file(meeting, case_of)
    done = _watch(monkeypatch)
    account = account_of(file)
    assert isinstance(account.result, Answer)
    lines = _play(case_of, file, [each for each in done if each[0] is account.table])
    assert replay(lines).fits
    found = {}
    for number, exported in round_files(lines):
        assert not isinstance(exported, BeyondTheFormat), exported
        answer = adjudicate(one_line(exported))
        assert isinstance(answer, Answer)
        assert not answer.contested
        # A file that stops has begun the next round, after which a fault was found.
        found[str(number)] = answer.rounds["1"].net if "stop" in exported else answer.net
    assert found == {number: each.net for number, each in account.result.rounds.items()}


def _watch(monkeypatch: pytest.MonkeyPatch) -> list[Done]:
    """Return the list to which every command that a table takes is added."""
    done: list[Done] = []
    do = Table.do

    def watched(self: Table, command: Command, by: Person, at: int) -> tuple[Fact, ...]:
        facts = do(self, command, by, at)
        done.append((self, command, by, at))
        return facts

    monkeypatch.setattr(Table, "do", watched)
    return done


def _play(instrument: str, file: dict[str, Any], done: list[Done]) -> list[bytes]:
    """Do the same at a table with a record, and return its lines."""
    wagers, before = file.get("wagers", ()), len(file.get("before", ()))
    at = TABLES[instrument](instrument, **file["options"])
    at.opened(" ".join(_players(file, done[:before])), loaded=True, chips=100_000)
    for _, command, by, _ in done[:before]:
        at.do(command, by)
    for wager in wagers:
        if wager.get("seated") and wager["wager"] == "main":
            at.do(Sit(player=wager["player"], box=wager["box"]), player(wager["player"]))
    for wager in sorted(wagers, key=lambda each: each["wager"] != "main"):
        laid = {field: wager[field] for field in ("player", "box", "amount", "wager")}
        at.do(PlaceWager(**laid), player(wager["player"]))
    began = at.now
    for _, command, by, when in done[before:]:
        at.now = max(at.now, began + when)
        if isinstance(command, NoMoreBets):
            at.wait_for_wagers()
        if at.table.check(command, by, at.now) and not at.table.check(Burn(), DEALER, at.now):
            at.do(Burn(), DEALER)  # which a file does by itself
        at.do(command, by)
    if at.table.check(Collect(), DEALER, at.now) is None:
        at.do(Collect(), DEALER)
    return list(at.table.record.lines)


def _players(file: dict[str, Any], before: list[Done]) -> list[str]:
    """Return the players who are at the table from the start."""
    laid = [wager["player"] for wager in file.get("wagers", ())]
    named = [entry["player"] for entry in file["script"] if "player" in entry]
    named += [name for done in before if (name := getattr(done[1], "player", None))]
    late = {entry["player"] for entry in file["script"] if entry.get("do") == "arrive"}
    return [name for name in dict.fromkeys([*laid, *named]) if name in laid or name not in late]
