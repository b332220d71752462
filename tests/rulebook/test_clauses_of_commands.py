"""The clauses of every command, against a list written by hand from the instruments."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from croupier.aggregate.acts import Acts, tag_of
from croupier.casino.house.acts import acts as of_the_house
from croupier.game_rules import game_of, rules_for
from croupier.promotion.acts import ACTS as PROMOTION_ACTS
from croupier.promotion.rules import promotion_law
from croupier.rulebook.instruments import instruments, load
from croupier.tournament.acts import ACTS as TOURNAMENT_ACTS
from croupier.wording.commands import clauses_of

LISTS = Path(__file__).parent / "clauses_of_commands"
PROMOTIONS = ("nsw-blackjack-challenge",)


def by_hand(instrument: str) -> dict[str, dict[str, list[str]]]:
    """What is commanded, by command, with its clauses."""
    listed = tomllib.loads((LISTS / f"{instrument}.toml").read_text(encoding="utf-8"))
    return {
        what: {command: clauses.split(", ") for command, clauses in commands.items()}
        for what, commands in listed.items()
    }


def declared(instrument: str) -> dict[str, dict[str, list[str]]]:
    """The same, as the acts declare it."""
    rules = rules_for(instrument)
    acts: dict[str, tuple[Acts[Any, Any], object]] = {
        "table": (game_of(instrument).acts, rules),
        "tournament": (TOURNAMENT_ACTS, rules.table_law.tournament),
    }
    if instrument in PROMOTIONS:
        acts["promotion"] = (PROMOTION_ACTS, promotion_law())
    return {
        what: {
            tag_of(act.command): list(clauses_of(act, law, instrument)) for act in these.values()
        }
        for what, (these, law) in acts.items()
    }


def test_every_instrument_has_its_list() -> None:
    assert sorted(path.stem for path in LISTS.iterdir()) == sorted(instruments())


@pytest.mark.parametrize("instrument", instruments())
def test_every_command_declares_the_clauses_that_are_listed(instrument: str) -> None:
    acts, listed = declared(instrument), by_hand(instrument)
    assert {what: sorted(these) for what, these in acts.items()} == {
        what: sorted(these) for what, these in listed.items()
    }
    for what, these in acts.items():
        for command, clauses in these.items():
            assert clauses == listed[what][command], f"{command}, of a {what}"


def test_a_hit_goes_by_drawing_and_its_limits_and_not_by_tournament_chips() -> None:
    hit = declared("act-blackjack-2018")["table"]["hit"]
    assert {"9.1(c)", "9.2"} <= set(hit)
    assert "A:Tournament Chips" not in hit


def test_the_house_goes_by_no_clauses() -> None:
    assert all(act.clauses is None for act in of_the_house.values())


@pytest.mark.parametrize("instrument", instruments())
def test_every_listed_clause_exists_and_stands_in_its_place(instrument: str) -> None:
    order = [clause.id for clause in load(instrument).clauses]
    for commands in by_hand(instrument).values():
        for command, clauses in commands.items():
            assert sorted(set(clauses), key=order.index) == clauses, command
