"""The clauses of every command, against a list written by hand from the instruments."""

import tomllib
from pathlib import Path

import pytest

from croupier.games import game_of
from croupier.promotion.promotion import ACTS as OF_PROMOTIONS
from croupier.rulebook.instruments import instruments, load
from croupier.tournament.acts import ACTS as OF_TOURNAMENTS

LISTS = Path(__file__).parent / "clauses_of_commands"
PROMOTIONS = ("nsw-blackjack-challenge",)


def by_hand(instrument: str) -> dict[str, dict[str, list[str]]]:
    """What is commanded, by command, with its clauses."""
    listed = tomllib.loads((LISTS / f"{instrument}.toml").read_text(encoding="utf-8"))
    return {
        what: {command: clauses.split(", ") for command, clauses in commands.items()}
        for what, commands in listed.items()
    }


def commanded(instrument: str) -> dict[str, set[str]]:
    """What is commanded under an instrument, and by which commands."""
    acts = {"table": [*game_of(instrument).acts], "tournament": [*OF_TOURNAMENTS]}
    if instrument in PROMOTIONS:
        acts["promotion"] = [*OF_PROMOTIONS]
    return {
        what: {str(command.__struct_config__.tag) for command in commands}
        for what, commands in acts.items()
    }


def test_every_instrument_has_its_list() -> None:
    assert sorted(path.stem for path in LISTS.iterdir()) == sorted(instruments())


@pytest.mark.parametrize("instrument", instruments())
def test_every_command_is_listed(instrument: str) -> None:
    listed = by_hand(instrument)
    assert {what: set(commands) for what, commands in listed.items()} == commanded(instrument)


@pytest.mark.parametrize("instrument", instruments())
def test_every_listed_clause_exists_and_stands_in_its_place(instrument: str) -> None:
    order = [clause.id for clause in load(instrument).clauses]
    for commands in by_hand(instrument).values():
        for command, clauses in commands.items():
            assert sorted(set(clauses), key=order.index) == clauses, command
