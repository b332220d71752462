"""A game is registered once: nothing else knows an instrument by its id, and no part is missing."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec import structs

import croupier
from croupier import registry
from croupier.adjudication import ROUND_FILES, Answer, adjudicate
from croupier.cli.play_screen.table_setup import TERMINAL
from croupier.environments.table_setup import ENVIRONMENTS
from croupier.game_parts import GameParts, Slot
from croupier.game_rules import GAMES, RULES, game_of, rules_for, table_for
from croupier.game_rules.signs import SIGNS
from croupier.games.baccarat import parts as baccarat
from croupier.odds import ODDS
from croupier.odds.simulation.simulated_games import SIMULATIONS
from croupier.play import PLAY
from croupier.rulebook.instruments import instruments, load
from croupier.tournament.simulation.decisions import SIMULATED_PLAYERS
from croupier.web.felt.game_pages import PAGES
from croupier.web.laboratory.pages import tools_for
from croupier.wording.teller import GAME_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = Path(croupier.__file__).parent
ID = re.compile("|".join(map(re.escape, instruments())))
MAY_NAME = {
    "casino/demo.py": "opens a table under each instrument for the demonstration",
    "cli/arguments.py": "what the command line takes if no instrument is named",
}
SLOTS: tuple[Slot[Any], ...] = (
    RULES, GAMES, SIGNS, ROUND_FILES, ODDS, SIMULATIONS, PAGES, PLAY, SIMULATED_PLAYERS, TERMINAL,
    ENVIRONMENTS, GAME_WORDS,
)  # fmt: skip
WHOLE = baccarat.PARTS


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
def test_every_part_can_be_loaded_and_is_loaded_once(slot: Slot[Any]) -> None:
    assert slot.instruments == registry.registered()
    for instrument in slot.instruments:
        assert slot.of(instrument) is slot.of(instrument)


def test_a_game_without_one_of_its_parts_does_not_pass_the_type_checker() -> None:
    """Strict mypy says that an ignored error is unused, as soon as it is none."""
    with pytest.raises(TypeError, match="words"):
        GameParts(  # type: ignore[call-arg]
            name="incomplete", rules=WHOLE.rules, game=WHOLE.game, sign=WHOLE.sign,
            round_file=WHOLE.round_file, page=WHOLE.page, terminal=WHOLE.terminal, play=WHOLE.play,
        )  # fmt: skip


def test_a_part_of_the_wrong_shape_does_not_pass_the_type_checker() -> None:
    wrong = replace(WHOLE, words=WHOLE.sign)  # type: ignore[arg-type]
    assert wrong.words != WHOLE.words


def test_another_instrument_is_registered_with_the_parts_of_a_game() -> None:
    approved = load("act-mini-baccarat-2016")
    other = structs.replace(approved, id="mini-baccarat-elsewhere", title="Elsewhere")
    registry.register(other, registry.parts_of(approved.id))
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


@pytest.fixture
def without_odds() -> Iterator[str]:
    """An instrument whose game lacks every part that a game may lack."""
    approved = load("act-mini-baccarat-2016")
    other = structs.replace(approved, id="baccarat-without-odds", title="Without odds")
    bare = replace(WHOLE, odds=None, simulation=None, simulated_players=None, environment=None)
    registry.register(other, bare)
    try:
        yield other.id
    finally:
        registry.unregister(other.id)


def test_a_missing_part_is_an_error_that_says_what_cannot_be_done(without_odds: str) -> None:
    for slot, cannot in (
        (ODDS, "so nobody has worked out its odds"),
        (SIMULATIONS, "so its rounds cannot be simulated"),
        (ENVIRONMENTS, "so it is not a learning environment"),
        (SIMULATED_PLAYERS, "Its package can add the part as GameParts.simulated_players"),
    ):
        with pytest.raises(LookupError, match=cannot) as missing:
            slot.of(without_odds)
        assert without_odds in str(missing.value)
    with pytest.raises(LookupError, match="no game is registered for poker, only for act-"):
        ODDS.of("poker")


def test_a_game_without_odds_and_simulation_is_played_from_python(without_odds: str) -> None:
    needed = {each.name: each.default for each in load(without_odds).options if each.required}
    game = croupier.Game(without_odds, needed, stakes={"player": 10_00}, seed=1)
    assert sum(1 for _ in game.rounds(100)) == 100


def test_the_laboratory_leaves_out_a_game_without_odds(without_odds: str) -> None:
    assert tools_for(without_odds) == []
    assert set(tools_for("act-mini-baccarat-2016")) >= {"odds", "simulation", "dossier"}
