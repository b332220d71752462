"""A game is registered once: nothing else knows an instrument by its id, and no part is missing."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec import structs

import croupier
from croupier import registry
from croupier.adjudication import ROUND_FILES, Answer, RoundFilePart, adjudicate
from croupier.cli.play_screen.table_setup import TERMINAL
from croupier.game_parts import Slot
from croupier.game_rules import GAMES, RULES, GameKind, RulesPart, game_of, rules_for, table_for
from croupier.game_rules.signs import SIGNS, SignPart
from croupier.odds import ODDS, OddsPart
from croupier.odds.simulation.simulated_games import SIMULATIONS, SimulationPart
from croupier.play import PLAY, PlayPart
from croupier.rulebook.instruments import instruments, load
from croupier.tournament.simulation.decisions import SIMULATED_PLAYERS, SimulatedPlayers
from croupier.web.felt.game_pages import PAGES, PagePart

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = Path(croupier.__file__).parent
ID = re.compile("|".join(map(re.escape, instruments())))
MAY_NAME = {
    "casino/demo.py": "opens a table under each instrument for the demonstration",
    "cli/arguments.py": "what the command line takes if no instrument is named",
}
SLOTS: dict[Slot[Any], type] = {
    RULES: RulesPart,
    GAMES: GameKind,
    SIGNS: SignPart,
    ROUND_FILES: RoundFilePart,
    ODDS: OddsPart,
    SIMULATIONS: SimulationPart,
    PAGES: PagePart,
    PLAY: PlayPart,
    SIMULATED_PLAYERS: SimulatedPlayers,
}


def named(path: Path) -> Iterator[str]:
    """Where a source names an instrument, but for examples in comments and docstrings."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        text = re.sub(r'""".*?"""', "", text, flags=re.S)
        text = re.sub(r"#.*", "", text)
    yield from ID.findall(text)


def test_no_source_but_the_registry_names_an_instrument() -> None:
    sources = (path for path in SOURCE.rglob("*") if path.suffix in (".py", ".html", ".js"))
    found = {str(path.relative_to(SOURCE)) for path in sources if any(named(path))}
    assert found == set(MAY_NAME)


def test_a_game_is_registered_for_every_instrument_of_the_rulebook() -> None:
    assert sorted(registry.registered()) == sorted(instruments())


@pytest.mark.parametrize("slot", SLOTS, ids=lambda slot: str(slot.name))
@pytest.mark.parametrize("instrument", registry.registered())
def test_every_part_has_what_its_layer_asks_for(slot: Slot[Any], instrument: str) -> None:
    kind, part = SLOTS[slot], slot.of(instrument)
    if is_dataclass(kind):
        assert isinstance(part, kind)
        return
    asked = {*vars(kind), *vars(kind).get("__annotations__", ())}
    asked = {name for name in asked if not name.startswith("_")}
    assert {name for name in asked if not hasattr(part, name)} == set()


def test_every_part_can_be_loaded() -> None:
    for field in fields(registry.Parts):
        slot: Slot[Any] = Slot(field.name)
        for instrument in slot.instruments:
            assert slot.of(instrument) is slot.of(instrument)
    assert TERMINAL.instruments == registry.registered()


def test_another_instrument_is_registered_with_the_parts_of_a_game() -> None:
    approved = load("act-mini-baccarat-2016")
    other = structs.replace(approved, id="mini-baccarat-elsewhere", title="Elsewhere")
    registry.register(other, replace(registry.parts_of(approved.id), marks=()))
    try:
        assert other.id in instruments()
        assert rules_for(other.id).instrument is other
        assert game_of(other.id) is game_of(approved.id)
        needed = {each.name: each.default for each in other.options if each.required}
        assert table_for(other.id, needed).game.instrument is other
        file = {
            "instrument": other.id,
            "cards": ["9S", "2H", "KD", "5C", "3S"],
            "wagers": [{"player": "P", "wager": "player", "amount": 10_00}],
        }
        elsewhere, here = adjudicate(file), adjudicate({**file, "instrument": approved.id})
        assert isinstance(elsewhere, Answer)
        assert isinstance(here, Answer)
        assert (elsewhere.hands, elsewhere.rounds) == (here.hands, here.rounds)
        assert PAGES.of(other.id).name == "Mini-Baccarat"
        with pytest.raises(ValueError, match="registered"):
            registry.register(other, registry.parts_of(approved.id))
    finally:
        registry.unregister(other.id)
    assert other.id not in instruments()
    with pytest.raises(LookupError, match="elsewhere"):
        rules_for(other.id)
