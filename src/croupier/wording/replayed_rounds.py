"""The rounds of a table as its record is played again: in words, short or full, and as data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.money import money
from croupier.rulebook.amendments import book_of
from croupier.table.acts.voiding import VoidWager
from croupier.table.facts import BettingClosed, Placed, Reversed, RoundEnded, RoundVoided, Settled
from croupier.table.table import Phase
from croupier.wording.options import chosen
from croupier.wording.teller import GAME_WORDS, Audience, audience_of, moment, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.aggregate.facts import Fact
    from croupier.aggregate.record import Header
    from croupier.aggregate.restore import ReplayedCommand
    from croupier.rulebook.instruments import Instrument
    from croupier.table.table import Table
    from croupier.wording.teller import GameWords

DIFFERS = "DIFFERS"
_SHOWN_OTHERWISE = (RoundEnded, Placed, BettingClosed)
"""Facts that an account leaves out because it shows them in another way."""


@dataclass(slots=True)
class ReplayedRound:
    """One round: what led to it since the round before, its play, and what was said of it later."""

    number: int
    before: list[ReplayedCommand] = field(default_factory=list)
    played: list[ReplayedCommand] = field(default_factory=list)
    later: list[ReplayedCommand] = field(default_factory=list)
    wagers: str = ""
    chips: dict[str, int] = field(default_factory=dict)
    float: int = 0

    @property
    def steps(self) -> list[ReplayedCommand]:
        return [*self.before, *self.played, *self.later]


class ReplayedRounds:
    """Watches a replay and keeps its rounds; with a number, that round alone."""

    def __init__(self, only: int | None = None) -> None:
        self._rounds: dict[int, ReplayedRound] = {}
        self._only = only
        self._phase: Phase = Phase.NOT_OPEN
        self._number = 0

    @property
    def rounds(self) -> list[ReplayedRound]:
        return [self._rounds[number] for number in sorted(self._rounds)]

    def watch(self, step: ReplayedCommand, table: Table) -> None:
        number = self._round_of(table)
        account = self._account(number)
        if any(isinstance(fact, BettingClosed) for fact in step.facts):
            account.wagers = ", ".join(_wagers(table))
            account.played.append(step)
        else:
            (account.played if account.played else account.before).append(step)
        account.chips, account.float = dict(table.chips.racks), table.chips.float
        for undone in _undone(step) - {number}:
            self._account(undone).later.append(step)
        self._phase, self._number = table.phase, table.number

    def _account(self, number: int) -> ReplayedRound:
        if self._only not in (None, number):
            return ReplayedRound(number)
        return self._rounds.setdefault(number, ReplayedRound(number))

    def _round_of(self, table: Table) -> int:
        """The round that a step belongs to: the one in progress before or after it, or the next."""
        if table.phase in (Phase.DEALING, Phase.SETTLED):
            return table.number
        if self._phase in (Phase.DEALING, Phase.SETTLED):
            return self._number
        return table.number + 1


def _undone(step: ReplayedCommand) -> set[int]:
    """The rounds that are void by a step, or of which it declares a wager void."""
    rounds = {fact.round for fact in step.facts if isinstance(fact, RoundVoided)}
    if isinstance(step.command, VoidWager) and step.command.round is not None:
        rounds.add(step.command.round)
    return rounds


def _wagers(table: Table) -> Iterator[str]:
    for wager in sorted(table.wagers, key=lambda wager: wager.box):
        kind = "" if wager.wager == "main" else f" {wager.wager}"
        yield f"box {wager.box} {wager.player} {money(wager.amount)}{kind}"


# --- in words


def heading(header: Header) -> Iterator[str]:
    """Which table it was, under what, and what was chosen for it."""
    instrument = book_of(header)
    yield f"{header.table}: {instrument.title}, {instrument.number} ({instrument.id})"
    made = f"made by croupier {header.version}, rulebook {header.rulebook[:12]}"
    yield f"{header.boxes} {'box' if header.boxes == 1 else 'boxes'}, {made}"
    yield chosen(instrument, header.options)


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def in_short(account: ReplayedRound, instrument: str | Instrument) -> Iterator[str]:
    """A round in a few lines: wagers, cards, decisions, settlements, chips."""
    words = GAME_WORDS.of(instrument)
    before = [*_short(account.before, words)]
    if before:
        yield f"Before round {account.number}" if account.played else "After the last round"
        yield from before
    if account.played:
        yield f"Round {account.number}, {moment(account.played[0].at)}"
        yield f"  wagers: {account.wagers}"
        yield from _short(account.played, words)
        yield f"  chips: {_chips(account)}"
    if account.later:
        yield f"  later, in line {', '.join(str(step.line) for step in account.later)}:"
        yield from (f"  {line}" for line in _short(account.later, words))


def _short(steps: Iterable[ReplayedCommand], words: GameWords) -> Iterator[str]:
    cards: list[str] = []
    for step in steps:
        for fact in step.facts:
            if (card := words.card_of(fact)) is not None:
                cards.append(card)
            elif not isinstance(fact, (*_SHOWN_OTHERWISE, *words.LEFT_OUT)):
                yield from _cards(cards)
                yield f"  {_told(fact, Audience(level=words.LEVEL))}"
        if step.difference is not None:
            yield from _cards(cards)
            yield f"  {DIFFERS} {step.difference}"
    yield from _cards(cards)


def _told(fact: Fact, to: Audience) -> str:
    if isinstance(fact, (Settled, Reversed, RoundVoided)):
        return f"{say(fact, to)}  [{', '.join(fact.clauses)}]"
    return say(fact, to)


def _cards(cards: list[str]) -> Iterator[str]:
    if cards:
        yield f"  cards: {', '.join(cards)}"
        cards.clear()


def _chips(account: ReplayedRound) -> str:
    racks = (f"{player} {money(chips)}" for player, chips in sorted(account.chips.items()))
    return f"{', '.join(racks)}; float {money(account.float)}"


def in_full(account: ReplayedRound, instrument: str | Instrument) -> Iterator[str]:
    """A round with every command and every fact, each with its clauses."""
    yield f"Round {account.number}"
    to = audience_of(instrument)
    yield from _full([*account.before, *account.played], to)
    yield f"  chips: {_chips(account)}"
    yield from _full(account.later, to)


def _full(steps: Iterable[ReplayedCommand], to: Audience) -> Iterator[str]:
    for step in steps:
        asked = msgspec.to_builtins(step.command)
        what = asked.pop("do")
        words = " ".join(f"{name}={_plain(value)}" for name, value in asked.items() if value)
        by = f"{step.by.name} ({step.by.role})"
        yield f"  line {step.line}  {moment(step.at)}  {by}: {what} {words}".rstrip()
        for fact in step.facts:
            yield f"    {say(fact, to)}  [{', '.join(fact.clauses)}]"
        if step.difference is not None:
            yield f"    {DIFFERS} {step.difference}"


# --- as data


def as_data(accounts: Iterable[ReplayedRound]) -> list[dict[str, Any]]:
    return [
        {
            "round": account.number,
            "wagered": bool(account.played),
            "chips": account.chips,
            "float": account.float,
            "entries": [
                {
                    "line": step.line,
                    "at": step.at,
                    "by": step.by.name,
                    "role": step.by.role,
                    "command": step.command,
                    "facts": step.facts,
                }
                for step in account.steps
            ],
        }
        for account in accounts
    ]
