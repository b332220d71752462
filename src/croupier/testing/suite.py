"""The suite: what is promised of every game, whatever its rules."""

from __future__ import annotations

import os
from collections import Counter
from enum import Enum
from html.parser import HTMLParser
from importlib.util import find_spec
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

import msgspec
import pytest

from croupier.adjudication import Answer, adjudicate
from croupier.adjudication.export import BeyondTheFormat, one_line, round_files
from croupier.aggregate.roles import Person, Role
from croupier.decoding_errors import UNREADABLE
from croupier.game_parts import games
from croupier.game_rules import RULES, facts_of, game_of, table_for
from croupier.play.game import Game
from croupier.registry import registered
from croupier.rulebook.citations import Refused
from croupier.rulebook.instruments import load
from croupier.rulebook.settlement_tables import flaws
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.conduct import RaiseDispute
from croupier.table.acts.patrons import Leave
from croupier.table.facts import ChipsMoved, Outcome, Reversed, RoundVoided, Settled, TokensMoved
from croupier.table.redaction import TURNS, disguise
from croupier.table.table import Phase
from croupier.table.views import PlayerView
from croupier.table_replay import codec_of, replay
from croupier.testing.random_commands import command_at
from croupier.testing.random_table import DEALER, RandomTable, options_at_random
from croupier.testing.table_state import observe
from croupier.wording import table as table_words
from croupier.wording.commands import clauses_of, first_line
from croupier.wording.teller import GAME_WORDS, audience_of, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.cli.play_screen.session import TableSession
    from croupier.game_parts import GameParts
    from croupier.table.table import Table

SEATS: tuple[Any, ...] = (
    1,
    2,
    7,
    ["ana"],
    ["ana", "ben and co"],
    {1: ["ana", "ben"]},
    {1: "ana", 4: "ana", 7: "ben"},
    {2: ["ana", "ben", "cho"], 3: ["cho", "ana"], 5: ["dee"]},
)
LONGER = int(os.environ.get("CROUPIER_FUZZ", "1"))
"""The factor by which more tables are driven."""


class _Round(Protocol):
    @property
    def over(self) -> bool: ...


A = TypeVar("A")
R = TypeVar("R", bound=_Round)


class GameSuite:
    """The tests of one game. A subclass names the instrument; pytest collects it if it is a `Test`.

    `CROUPIER_FUZZ=20` drives twenty times as many tables. A table is named by its seed, and the
    same seed gives the same table again.
    """

    instrument: ClassVar[str]
    """The id of the instrument under which the game is played."""
    tables: ClassVar[int] = 16
    """The number of tables that are driven at random."""
    steps: ClassVar[int] = 120
    """The number of steps that each table is driven before it finishes its round."""

    # -- what a game may add

    def holds(self, at: RandomTable, facts: tuple[Fact, ...]) -> None:
        """Assert what holds at tables of this game alone; called after every command."""

    def likely(self, at: RandomTable) -> Sequence[Command]:
        """Return commands that may well be legal now and that chance seldom finds."""
        return ()

    def bets(self, at: RandomTable) -> Sequence[Command]:
        """Return commands by which players bet otherwise than with chips on a kind of wager."""
        return ()

    def void_round(self, at: RandomTable, fact: RoundVoided, won: Counter[str]) -> None:
        """Assert what a void round leaves; if nothing else is said, nobody has won or lost."""
        assert not any(won.values()), f"round {fact.round} is void: {won}"

    # -- how it is run

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Give the tests that drive a table a seed for each table."""
        if "seed" in metafunc.fixturenames:
            part = getattr(metafunc.function, "part", 1)
            metafunc.parametrize("seed", range(metafunc.cls.tables * LONGER // part))

    @property
    def parts(self) -> GameParts:
        return games()[self.instrument]

    def needs(self, part: str, *packages: str) -> None:
        """Skip a test of a part that the game does not have, or of a package that is not here."""
        if getattr(self.parts, part) is None:
            pytest.skip(f"{self.parts.name} has no part `{part}`")
        for package in packages:
            if find_spec(package) is None:
                pytest.skip(f"{package} is not installed")

    def table(self, seed: int, **more: Any) -> RandomTable:
        """Return a table on options of the seed, at which everybody has chips."""
        chance = Random(f"{self.instrument} {seed}")
        options = options_at_random(self.instrument, chance)
        return RandomTable(
            self.instrument,
            options,
            seed=seed,
            also=self.look,
            likely=self.likely,
            bets=self.bets,
            **more,
        )

    def look(self, at: RandomTable, facts: tuple[Fact, ...]) -> None:
        for fact in facts:
            if isinstance(fact, RoundVoided):
                self.void_round(at, fact, at.won_in(fact.round, facts))
            elif isinstance(fact, Settled):
                assert (fact.outcome is Outcome.LOSE) >= (fact.net < 0), fact
        self.holds(at, facts)

    # -- the parts

    def test_every_part_loads(self) -> None:
        parts = self.parts
        for name in type(parts).__dataclass_fields__:
            value = getattr(parts, name)
            if callable(value):
                assert value() is not None, name

    def test_every_case_of_a_settlement_table_has_one_limb(self) -> None:
        for place, domain in RULES.of(self.instrument).domains(load(self.instrument)).items():
            assert [str(flaw) for flaw in flaws(domain)] == [], place

    def test_every_fact_has_words(self) -> None:
        told = {*table_words.WORDS, *GAME_WORDS.of(self.instrument).WORDS}
        stated = {kind.__name__ for kind in facts_of(self.instrument)}
        assert not stated - {kind.__name__ for kind in told}

    def test_every_command_has_words_and_clauses_that_exist(self) -> None:
        table = self.table(0).table
        known = set(load(self.instrument).by_id)
        for kind, act in table.game.acts.items():
            assert first_line(kind), f"{kind.__name__} does not say what it does"
            assert set(clauses_of(act, table.game.rules, self.instrument)) <= known, kind

    # -- tables at random

    def test_a_table_driven_at_random(self, seed: int) -> None:
        """Chips, cards, citations, views, restarts, shoes and replay, whatever goes wrong."""
        at = self.table(seed, virtual=seed % 2 == 0)
        trouble = at.chance.choice((0.1, 0.3, 0.5))
        for part in range(3):
            at.run(self.steps // 3, trouble)
            if part == 1:
                self.facts_can_be_told(at.table)
                self.what_is_offered_is_taken(at)
                at.restart()
                self.hidden_cards_change_nothing(at)
        at.finish()
        at.prove_the_shoes()
        at.replay()

    def facts_can_be_told(self, table: Table) -> None:
        to = audience_of(self.instrument)
        for entry in table.record.entries[-40:]:
            for fact in entry.facts:
                assert say(fact, to), fact

    def what_is_offered_is_taken(self, at: RandomTable) -> None:
        """Each command that is listed is legal, and looking at the list changes nothing."""
        before = observe(at.table)
        for by in (Person(at.names[0], Role.PLAYER), DEALER):
            for command in at.table.legal(by, at.now):
                assert at.table.check(command, by, at.now) is None
        assert observe(at.table) == before

    def hidden_cards_change_nothing(self, at: RandomTable) -> None:
        """A view stays the same if every card that its viewer may not see is another."""
        if at.table.round is None:
            return
        for viewer in (None, Person(at.names[0], Role.PLAYER), DEALER):
            before = msgspec.json.encode(at.table.view(viewer))
            for turn in TURNS:
                again = replay(at.table.record.lines).table
                if disguise(again, viewer, turn):
                    assert msgspec.json.encode(again.view(viewer)) == before, viewer

    def test_a_table_at_which_nothing_goes_wrong(self, seed: int) -> None:
        """Rounds follow one another, and each is told by a file that settles as the table did."""
        at = self.table(seed, virtual=seed % 2 == 0)
        at.run(self.steps // 2, 0.0)
        at.finish()
        assert at.table.rounds, "not a single round came to its end"
        assert {fact.outcome for past in at.table.rounds for fact in past.settled()}
        self.files_settle_alike(at.table)

    def test_rounds_with_trouble_are_exported_and_adjudicated(self, seed: int) -> None:
        at = self.table(1_000 + seed, virtual=seed % 2 == 0)
        at.run(self.steps // 2, 0.15)
        at.finish()
        self.files_settle_alike(at.table)

    test_a_table_at_which_nothing_goes_wrong.part = 4  # type: ignore[attr-defined]
    test_rounds_with_trouble_are_exported_and_adjudicated.part = 4  # type: ignore[attr-defined]

    def files_settle_alike(self, table: Table) -> None:
        """The files of all rounds, adjudicated, pay what the table has paid."""
        net: Counter[str] = Counter()
        for number, file in round_files(table.record.lines):
            if isinstance(file, BeyondTheFormat):
                return  # the format says so itself, and nothing is compared
            answer = adjudicate(one_line(file))
            assert isinstance(answer, Answer), answer
            assert not answer.contested, answer
            told = answer.rounds[str(file["source"]["round"] - number + 1)]
            net.update(told.net)
        assert _without_zeros(net) == _won(table)

    # -- malformed input

    def test_malformed_commands_are_refused_by_the_name_of_their_field(self) -> None:
        at = self.table(0)
        read = codec_of(self.instrument).read_command
        before = observe(at.table)
        for kind in at.table.game.acts:
            command = command_at(at.table, kind, at.names, at.chance)
            text = msgspec.json.encode(command)
            assert read(text) == command
            said = msgspec.json.decode(text)
            for name, wrong in _wrong_values(kind, said):
                with pytest.raises(UNREADABLE) as refused:
                    read(msgspec.json.encode({**said, name: wrong}))
                assert name in str(refused.value)
            with pytest.raises(UNREADABLE):
                read(text[:-1])
            for field in msgspec.structs.fields(kind):
                if field.required:
                    less = {key: value for key, value in said.items() if key != field.encode_name}
                    with pytest.raises(UNREADABLE, match=field.encode_name):
                        read(msgspec.json.encode(less))
        for text in (b"", b"[]", b"null", b'"deal"', b"{}", b'{"do":null}', b'{"do":"levitate"}'):
            with pytest.raises(UNREADABLE):
                read(text)
        tags = {_tag(kind) for kind in at.table.game.acts}
        for other in registered():
            for kind in game_of(other).acts:
                if _tag(kind) not in tags:
                    with pytest.raises(UNREADABLE):
                        read(msgspec.json.encode({"do": _tag(kind)}))
        assert observe(at.table) == before

    def test_nonsense_is_refused_by_everybody_everywhere(self) -> None:
        """Refuse each command in several forms, from several people, before a round and in one."""
        for seed in range(2):
            at = self.table(seed, virtual=False)
            at.run(20 + 15 * seed, 0.0)
            for kind in at.table.game.acts:
                for by in at.people()[:: 3 + seed]:
                    command = at.some_command(kind)
                    if at.table.check(command, by, at.now) is not None:
                        at.attempt(command, by, closely=0.02)

    # -- the browser and the terminal

    def test_pages_render_in_every_phase_with_a_button_for_every_decision(self) -> None:
        for seed in range(2):
            self.pages_render(self.table(seed, virtual=True))

    def pages_render(self, at: RandomTable) -> None:
        from croupier.web.html.command_forms import read_command, value
        from croupier.web.tables.page_model import render_table

        phases = set[Phase]()
        for step in range(200):
            if step % 8 == 0 or at.table.phase not in phases:
                phases.add(at.table.phase)
                for viewer in (None, DEALER):
                    _Page.of(render_table(at.table.view(viewer), at.table.game))
                for name in at.names[:2]:
                    view = at.table.view(Person(name, Role.PLAYER))
                    assert isinstance(view, PlayerView)
                    page = _Page.of(render_table(view, at.table.game))
                    _buttons_are_the_legal_commands(page, view)
                    for command in view.legal:
                        again = read_command({"command": value(command)}, view)
                        assert msgspec.json.encode(again) == msgspec.json.encode(command)
            at.step()
            if {Phase.BETTING, Phase.DEALING, Phase.SETTLED} <= phases and step > 40:
                return
        raise AssertionError(f"no table was in every phase, only in {phases}")

    def test_a_session_in_the_terminal(self) -> None:
        from croupier.cli.play_screen.session import WaitsFor
        from croupier.cli.play_screen.table_setup import session_of, setting

        chance = Random(self.instrument)
        session: TableSession = session_of(self.instrument)(
            setting(self.instrument),
            entropy=lambda: chance.randbytes(32),
            clock=lambda: 1_800_000_000_000,
        )
        for _ in range(150):
            assert session.felt() is not None
            assert all(isinstance(line, str) for line in session.lying(session.scene))
            asked = session.asked
            if asked is WaitsFor.CUT:
                session.cut(chance.choice(session.cut_range))
            elif asked is WaitsFor.WAGERS and not session.table.wagers:
                if session.is_short:
                    session.bring(1_000_00)
                least = session.minimum
                named = session.table.game.amounts(session.main, least) or (least,)
                session.wagering.make(1, named[0], session.main)
                session.deal()
            elif asked is WaitsFor.NEXT:
                session.next_round()
            elif asked is not WaitsFor.NOTHING:
                assert session.wait()
                session.play(chance.choice(session.legal()))
        assert session.table.number > 3
        session.leave()
        assert replay(session.table.record.lines).same

    # -- playing from Python

    def game(self, chance: Random, **more: Any) -> Game:
        """Return a game with seats and stakes at random."""
        return Game(self.instrument, **{"seats": chance.randint(1, 3), "seed": 1, **more})

    def choices(self) -> dict[str, tuple[int, ...]]:
        """Return stakes of which each seat chooses one, so that wagering is a move."""
        table = table_for(self.instrument, options_at_random(self.instrument, Random(0)))
        return {table.game.wagers[0]: (10_00, 20_00)}

    def any_game(self, number: int) -> Game:
        """Return a game with options, seats, stakes and depth of the shoe at random."""
        chance = Random(f"{self.instrument} {number}")
        while True:
            options = options_at_random(self.instrument, chance)
            table = table_for(self.instrument, options)
            main, *sides = table.game.wagers
            stakes: dict[str, Any] = {main: chance.choice((10_00, (10_00, 50_00)))}
            stakes |= {side: chance.choice((5_00, (5_00, 20_00))) for side in sides[::2]}
            is_cut = not table.shoe.machine and not table.shoe.face_down
            depth: Any = chance.choice((0.5, "cut")) if is_cut else "cut"
            try:
                return Game(
                    self.instrument,
                    options,
                    seats=chance.choice(SEATS),
                    seed=number,
                    stakes=chance.choice((stakes, 20_00)),
                    penetration=depth,
                )
            except Refused:  # such as two players on a box that takes one
                continue

    def test_any_legal_move_leads_on_to_the_end_of_the_round(self) -> None:
        """Moves are printed and parsed back, and what is settled is what is paid."""
        dealt = shuffled = 0
        for number in range(12):
            game, chance = self.any_game(number), Random(number)
            before = dict.fromkeys(game.seats, 0)
            for _ in game.rounds(50):
                asked = 0
                while game.turn:
                    assert game.turn in game.seats
                    moves = list(game.legal)
                    assert moves, "somebody is asked, so there is a move"
                    assert len(set(map(str, moves))) == len(moves)
                    if number < 2:
                        assert all(game.parse(str(move)) == move for move in moves)
                    game.play(chance.choice(moves))
                    asked += 1
                    assert asked < 500
                _is_conserved(game, before)
                before = game.net
                dealt += bool(game.view().hands)
            assert game.over
            assert game.instrument == self.instrument
            shuffled += game.view().shuffles > 1
        assert dealt > 200
        assert shuffled

    def test_shoes_do_not_depend_on_what_is_played(self) -> None:
        """The first cards of the second shoe are the same, however the first one was played."""
        seen = set()
        for number in range(3):
            game, chance = Game(self.instrument, seed=9), Random(number)
            while game.view().shuffles < 2:
                game.next_round() if game.over else game.play(chance.choice(game.legal))
            seen.add(game.view().seen[:3])
        assert len(seen) == 1

    def test_the_same_seed_has_the_same_game(self) -> None:
        def play(seed: int, moves: int) -> list[Settled]:
            game, chance, settled = self.game(Random(5), seed=seed), Random(moves), list[Settled]()
            for _ in game.rounds(30):
                while game.turn:
                    game.play(chance.choice(game.legal))
                settled += game.settlements
            return settled

        assert play(5, 1) == play(5, 1)
        assert play(5, 1) != play(6, 1)

    def test_a_clone_goes_its_own_way_and_undo_takes_moves_back(self) -> None:
        chance = Random(8)
        game = Game(self.instrument, seats=2, seed=4, stakes=self.choices())
        states: list[tuple[object, ...]] = []
        for _ in range(120):
            if game.over:
                game.next_round()
                continue
            states.append((game.round, repr(game), game.view(), game.net, game.facts))
            if chance.random() < 0.3:
                twin = game.clone()
                assert (twin.round, repr(twin), twin.view(), twin.net, twin.facts) == states[-1]
                while not twin.over:
                    twin.play(chance.choice(twin.legal))
                assert (game.round, repr(game), game.view(), game.net, game.facts) == states[-1]
            game.play(chance.choice(game.legal))
        while states:
            game.undo()
            assert (game.round, repr(game), game.view(), game.net, game.facts) == states.pop()
        with pytest.raises(RuntimeError, match="no move to take back"):
            game.undo()

    def test_refused_moves_change_nothing(self) -> None:
        chance = Random(3)
        game = Game(self.instrument, seats=2, seed=2, stakes=self.choices())
        moves, refused = set[Any](), 0
        for _ in range(150):
            if game.over:
                game.next_round()
                continue
            legal = list(game.legal)
            before = game.view(), game.facts, game.moves
            for move in moves:
                if not game.can(move) and move not in legal:
                    with pytest.raises((Refused, ValueError)):
                        game.play(move)
                    refused += 1
                    assert (game.view(), game.facts, game.moves) == before
            moves = {*legal, *list(moves)[:6]}
            game.play(chance.choice(legal))

    def test_a_round_in_which_nobody_wagers_is_over_with_nothing_dealt(self) -> None:
        game = Game(self.instrument, seats=2, seed=1, stakes=self.choices())
        game.play("pass")
        game.play("pass")
        assert game.over
        assert game.settlements == ()
        assert game.view().hands == ()
        game.next_round()
        assert game.turn is not None

    # -- learning environments

    def test_the_environment_passes_the_checker_of_gymnasium(self) -> None:
        self.needs("environment", "gymnasium", "numba")
        import warnings

        from gymnasium.utils.env_checker import check_env

        from croupier.environments.single import CroupierEnv

        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.filterwarnings("ignore", ".*not having a spec.*")
            check_env(CroupierEnv(self.instrument), skip_render_check=True)

    def test_the_environment_passes_the_tests_of_pettingzoo(self) -> None:
        self.needs("environment", "gymnasium", "numba", "pettingzoo")
        import warnings

        from pettingzoo.test import api_test, seed_test

        from croupier.environments.pettingzoo import env

        with warnings.catch_warnings():
            warnings.simplefilter("error")
            # Observations are dictionaries here, as those of the single environments are.
            warnings.filterwarnings("ignore", "Observation is not a NumPy array")
            warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
            warnings.filterwarnings("ignore", ".*[Aa]ction mask.*")
            for seats in (1, 3, 7):
                api_test(env(self.instrument, seats=seats, rounds=3), num_cycles=60)
        seed_test(lambda: env(self.instrument, seats=3, rounds=5), num_cycles=60)


def leaves(
    play: Callable[[tuple[A, ...]], R], ways: Callable[[R], Iterable[Sequence[A]]]
) -> Iterator[R]:
    """Yield the end of every way through a round.

    A round cannot be copied, so `play` plays each from the start: it gives answers to a new round,
    and returns it where it is over or asks for more. `ways` lists the ways from there; each is one
    or several answers.
    """
    waiting: list[tuple[A, ...]] = [()]
    while waiting:
        answers = waiting.pop()
        round = play(answers)
        if round.over:
            yield round
            continue
        more = [(*answers, *way) for way in ways(round)]
        assert more, f"the round is not over after {answers}, and nothing is allowed"
        waiting += more


def _is_conserved(game: Game, before: dict[str, int]) -> None:
    """Assert that the accounts show what the round settled, and nothing is left undecided."""
    nets = dict.fromkeys(game.seats, 0)
    for fact in game.settlements:
        nets[fact.player] += fact.net
        assert fact.clauses
        assert fact.net >= -fact.stake
        assert (fact.net < 0) == (fact.outcome is Outcome.LOSE) or fact.net == 0
    after = game.net
    assert {seat: after[seat] - before[seat] for seat in game.seats} == nets
    assert not any(hand.stakes for hand in game.view().hands)


def _won(table: Table) -> dict[str, int]:
    """Return what everybody has won at a table, counted in chips and not in settlements.

    Tokens are not chips: where any have moved, settlements are counted.
    """
    facts = [fact for entry in table.record.entries for fact in entry.facts]
    won: Counter[str] = Counter()
    if any(isinstance(fact, TokensMoved) for fact in facts):
        for fact in facts:
            if isinstance(fact, Settled):
                won[fact.player] += fact.net
            elif isinstance(fact, Reversed):
                won[fact.player] -= fact.net
        return _without_zeros(won)
    won.update(table.chips.racks)
    for wager in table.wagers:
        won[wager.player] += wager.amount
    for fact in facts:
        if isinstance(fact, ChipsMoved) and fact.player is not None:
            won[fact.player] -= fact.amount
    return _without_zeros(won)


def _tag(kind: type[Command]) -> str:
    return str(kind.__struct_config__.tag)


def _without_zeros(net: Counter[str]) -> dict[str, int]:
    return {name: cents for name, cents in net.items() if cents}


def _wrong_values(kind: type[msgspec.Struct], said: dict[str, Any]) -> list[tuple[str, Any]]:
    """Return values that no field of a command takes, and a field that no command has."""
    wrong: list[tuple[str, Any]] = [("levitate", True)]
    for field in msgspec.structs.fields(kind):
        name = field.encode_name
        wrong += [(name, [{"no": "such"}]), (name, 10.5)]
        if field.type is int:
            wrong += [(name, True), (name, "7"), (name, None)]
        elif field.type is str:
            wrong += [(name, 7), (name, None)]
        elif isinstance(field.type, type) and issubclass(field.type, Enum):
            wrong += [(name, "11H"), (name, None)]
    return wrong


class _Page(HTMLParser):
    """A page, with the values of its buttons; an element that is closed wrongly is an error."""

    VOID = frozenset({"meta", "link", "input", "br", "use", "path", "rect", "circle", "hr", "img"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.buttons: set[bytes] = set()
        self.forms: set[str] = set()

    @classmethod
    def of(cls, text: str) -> _Page:
        page = cls()
        page.feed(text)
        page.close()
        assert not page.open, f"never closed: {page.open}"
        return page

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        assert len(named) == len(attrs), f"<{tag}> has an attribute twice: {attrs}"
        if tag == "button" and named.get("name") == "command" and "disabled" not in named:
            self.buttons.add((named.get("value") or "").encode())
        elif tag == "form":
            self.forms.add(named.get("action") or "")
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Nothing is open after it."""

    def handle_endtag(self, tag: str) -> None:
        last = self.open.pop()
        assert last == tag, f"<{last}> is closed by </{tag}>"


def _buttons_are_the_legal_commands(page: _Page, view: PlayerView) -> None:
    """Assert that each legal command has a button, each wager a spot, and no button says more."""
    read = codec_of(view.instrument).read_command
    shown = [
        command for command in map(read, page.buttons) if not isinstance(command, RaiseDispute)
    ]
    legal = {msgspec.json.encode(command) for command in view.legal}
    buttons = {msgspec.json.encode(command) for command in shown}
    assert buttons <= legal
    spots = {(c.box, c.wager) for c in shown if isinstance(c, PlaceWager) and c.amount}
    for command in view.legal:
        if isinstance(command, PlaceWager) and command.amount:
            assert (command.box, command.wager) in spots, command
        elif isinstance(command, Leave):
            assert f"/tables/{view.table}/leave" in page.forms
        else:
            assert msgspec.json.encode(command) in buttons, command
