"""Playthroughs: accounts of rounds that are stored as text, played again and compared.

    from pathlib import Path

    from croupier.testing import Playthroughs

    class TestPlaythroughs(Playthroughs):
        instrument = "my-instrument"
        folder = Path(__file__).parent / "playthroughs"

A file has a head, up to the first empty line, and an account. The head is a title and what is
played, as in `playthroughs/my-instrument/a-win.txt`; the engine writes the account:

    Ana splits eights
    seats: ana ben
    stakes: 1000
    cards: 8S 9C 6D 8H
    moves: split box=1; stand box=1

 To add a playthrough, write a file that has only a head.
`CROUPIER_REGENERATE=1 pytest -k playthrough` writes the accounts again; read the difference before
you commit it.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from croupier.money import dollars
from croupier.play.game import Game
from croupier.table.facts import ChipsMoved, Outcome
from croupier.table_replay import replay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    import pytest

    from croupier.aggregate.facts import Fact
    from croupier.table.facts import Settled
    from croupier.table.table import Table


class Head:
    """The head of a file: its title, and the lines that nothing has taken yet."""

    def __init__(self, text: str) -> None:
        self.title, *self.lines = text.splitlines()

    def take(self, name: str, default: str | None = None) -> str:
        """Remove the line `name: value`, and return its value."""
        for line in self.lines:
            if line.startswith(f"{name}: "):
                self.lines.remove(line)
                return line.removeprefix(f"{name}: ")
        assert default is not None, f"{self.title!r} does not say its {name}; write `{name}: …`"
        return default

    def options(self) -> dict[str, Any]:
        options: dict[str, Any] = json.loads(self.take("options", "{}"))
        return options

    def rest(self) -> list[str]:
        """Remove all lines that are left, and return them."""
        lines, self.lines = self.lines, []
        return lines


class Playthroughs:
    """The test of one game's playthroughs, which `croupier.Game` plays.

    pytest collects a subclass if it is a `Test`. A subclass may play its heads in another way.
    """

    instrument: ClassVar[str]
    """The id of the instrument under which the game is played."""
    folder: ClassVar[Path]
    """The folder that has a folder of playthroughs for each instrument."""
    at_least: ClassVar[int] = 8
    """The number of playthroughs below which some have been lost."""

    def play(self, head: Head) -> Iterable[str]:
        """Play what a head says, and return the lines of the account.

        A head says the `cards` and, where they are not the defaults of `croupier.Game`, the
        `options`, `seats` and `stakes`. Semicolons separate its `moves`.
        """
        game = Game(
            self.instrument,
            head.options(),
            seats=head.take("seats", "").split() or 1,
            stakes=json.loads(head.take("stakes", "null")),
            cards=head.take("cards"),
        )
        for move in filter(None, head.take("moves", "").split("; ")):
            game.play(move)
        assert game.turn is None, f"the round is not over: {game.turn} has a move"
        return [*game.story, "", *results(game.net)]

    @classmethod
    def files(cls) -> list[Path]:
        return sorted((cls.folder / cls.instrument).glob("*.txt"))

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Give each file a test of its own."""
        if "file" in metafunc.fixturenames:
            metafunc.parametrize("file", self.files(), ids=lambda file: file.stem)

    def test_playthrough(self, file: Path) -> None:
        text = file.read_text(encoding="utf-8").partition("\n\n")[0]
        head = Head(text)
        account = "\n".join([text, "", *self.play(head)]) + "\n"
        assert not head.lines, f"nothing is known about {head.lines}"
        if os.environ.get("CROUPIER_REGENERATE"):
            file.write_text(account, encoding="utf-8")
        assert file.read_text(encoding="utf-8") == account

    def test_all_playthroughs_are_there(self) -> None:
        assert len(self.files()) >= self.at_least


class TablePlaythroughs(Playthroughs):
    """Playthroughs of a live table. Each line of a head is a step: a word, and its arguments."""

    steps: ClassVar[Mapping[str, Callable[[Any, list[str]], object]]]
    """The steps by their words; each gets what `open_table` has returned, and the arguments."""
    amounts: ClassVar[frozenset[str]] = frozenset({"amount", "stake", "net"})
    """The fields of facts that are amounts of money."""
    width = 72

    def open_table(self, options: dict[str, Any]) -> Any:
        """Return an object whose `table` is open, with players who have chips."""
        raise NotImplementedError

    def fields_of(self, fact: Fact) -> dict[str, Any]:
        """Return the fields of a fact that the account shows."""
        fields: dict[str, Any] = msgspec.to_builtins(fact)
        return {
            name: dollars(value) if name in self.amounts else value
            for name, value in fields.items()
            if name != "clauses" and value not in (None, "", [])
        }

    def play(self, head: Head) -> Iterator[str]:
        at = self.open_table(head.options())
        for line in head.rest():
            word, *arguments = line.split()
            known = len(at.table.facts)
            self.steps[word](at, arguments)
            yield line
            yield from map(self._line, at.table.facts[known:])
        yield "won or lost"
        yield from (f"  {name} {dollars(net)}" for name, net in chips_won(at.table).items())
        check_record(at.table)

    def _line(self, fact: Fact) -> str:
        fields = self.fields_of(fact)
        what = " ".join([fields.pop("fact"), *map(_field, fields.items())])
        return cited(f"  {what:<{self.width - 2}}  ", fact)


def _field(field: tuple[str, Any]) -> str:
    name, value = field
    shown = ",".join(map(str, value)) if isinstance(value, (list, tuple)) else value
    return f"{name}={shown}".replace(" ", "_")


def cited(what: str, fact: Fact, width: int = 0) -> str:
    """Return a line of an account, with the clauses of its fact in a column of their own."""
    return f"{what:<{width}}{', '.join(fact.clauses)}"


def account_in_words(
    facts: Iterable[Fact],
    words: Callable[[Any], str | None],
    nets: Mapping[str, int],
    *,
    stage: type[Fact],
    width: int,
) -> Iterator[str]:
    """Return an account that has a heading for each stage of the round, and ends with the results.

    `words` returns the words of a fact, or None if the account leaves the fact out.
    """
    is_first = True
    for fact in facts:
        what = words(fact)
        if isinstance(fact, stage):
            if not is_first:
                yield ""
            is_first = False
        elif what is not None:
            what = f"  {what}"
        if what is not None:
            yield cited(what, fact, width)
    yield from ("", *results(nets))


def results(nets: Mapping[str, int]) -> list[str]:
    return ["results", *(f"  {name} {signed(net)}" for name, net in sorted(nets.items()))]


def settled_in_words(fact: Settled, *, push: str = "is a push") -> str:
    stake = dollars(fact.stake)
    if fact.outcome is Outcome.WIN:
        return f"{stake} wins {dollars(fact.net)}"
    words = {
        Outcome.LOSE: "loses",
        Outcome.PUSH: push,
        Outcome.VOID: "is void",
        Outcome.RETURNED: "goes back",
    }
    return f"{stake} {words[fact.outcome]}"


def signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def chips_won(table: Table) -> dict[str, int]:
    """Return the chips that each player has more, or less, than the player has brought."""
    brought = Counter[str]()
    for fact in table.facts:
        if isinstance(fact, ChipsMoved) and fact.player is not None:
            brought[fact.player] += fact.amount
    return {name: table.chips.rack(name) - brought[name] for name in table.patrons.arrived}


def check_record(table: Table) -> None:
    """Assert that a table's chips are conserved, and that its record replays to the same facts."""
    assert table.chips.balances
    assert replay(table.record.lines).same
