"""One player's session at a table: what is asked now, what may be done, and what happened.

No input and no output: the full screen and the plain lines both drive this. Everything goes through
the table's commands, so the table alone decides what is allowed. What a game asks of its player is
said by a session of that game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar

from croupier.aggregate.roles import Person, Role
from croupier.casino.opening_and_closing import close_house, open_house, opening_of
from croupier.cli.play_screen.history import TableHistory
from croupier.cli.play_screen.moves import Amounts, Move, WagerLaying
from croupier.cli.play_screen.scene import TableScene, look
from croupier.cli.play_screen.wording import HEARD, ToldLine
from croupier.commitment import Chain
from croupier.dealer import Dealer
from croupier.game_rules import signs, table_for
from croupier.money import dollars
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.chips_and_float import BringChips, TakeChips
from croupier.table.acts.patrons import Arrive, Leave, Sit, StepAway
from croupier.table.acts.seeding import BringTip
from croupier.table.acts.shuffling import Cut, DeclineCut
from croupier.table.facts import CutOffered
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase
from croupier.wording.teller import GAME_WORDS, Audience

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.cli.play_screen.felt import Felt
    from croupier.cli.play_screen.table_setup import Setting
    from croupier.rulebook.instruments import Instrument
    from croupier.table.facts import Settled

PLAYER = "Guest"
LINKS = 32
"""How many shuffles a chain of the player is for."""
PENETRATION = 2 / 3
"""How deep into the shoe the cutting card goes, between the least and the most allowed."""


class WaitsFor(StrEnum):
    """What the table waits for from the player."""

    CUT = "cut"
    WAGERS = "wagers"
    PLAY = "play"
    NEXT = "next round"
    NOTHING = "nothing"


class TableSession(ABC):
    """A player at an open table, from sitting down to leaving."""

    name: ClassVar[str]
    """What the game is called."""
    help: ClassVar[str]
    """How the game is played, and the keys of its decisions."""
    moments: ClassVar[tuple[type[Fact], ...]]
    """Facts that put or turn a card on the felt, and so deserve a moment."""
    told: ClassVar[tuple[type[Fact], ...]]
    """Facts of the game that its player is told; the record alone needs the others."""
    unusual: ClassVar[tuple[type[Fact], ...]] = ()
    """Those of them that the player should not overlook."""
    quiet: ClassVar[tuple[type[Fact], ...]] = ()
    """Facts of every table that are not told at this one."""
    most_boxes: ClassVar[int] = 1
    """How many boxes a player may have."""
    least_boxes: ClassVar[int] = 1
    """How many the table has, however few are played."""
    typed: ClassVar[str]
    """The words of its decisions, where they are typed."""

    def __init__(
        self,
        setting: Setting,
        *,
        entropy: Callable[[], bytes],
        clock: Callable[[], int],
        keep: Callable[[bytes], object] | None = None,
    ) -> None:
        self.setting = setting
        self._keep = keep
        self.me = Person(PLAYER, Role.PLAYER)
        self.clock = clock
        self.history = TableHistory()
        self.brought = 0
        self.table = table_for(
            setting.instrument,
            setting.options,
            name="terminal",
            boxes=max(self.least_boxes, setting.boxes),
            keep=self._recorded,
        )
        self.scene: TableScene = look(self.table, self.me)
        self._entropy = entropy
        self._chain = Chain(entropy(), LINKS)
        self.dealer = Dealer(
            self.table, entropy, ask_cut=None, penetration=PENETRATION, clock=clock, joint=True,
            ask_link=self._open_link,
        )  # fmt: skip
        self.wagering = WagerLaying(self.table, self.me, clock, self.kinds)
        self._sit_down()

    def _sit_down(self) -> None:
        at = self.clock()
        opening = opening_of(self.table, "play chips, in the terminal", at)
        open_house(self.table, self.dealer, opening, at)
        self._do(Arrive(player=PLAYER))
        self._do(BringTip(player=PLAYER, tip=self._chain.tip))
        self._do(Sit(player=PLAYER, box=1))
        self.seated()
        self.bring(self.setting.bankroll)
        self.go_on()

    # -- what a game says for itself

    @classmethod
    @abstractmethod
    def options(cls, least: int, most: int, side_bets: tuple[str, ...]) -> dict[str, Any]:
        """The options of a table in the terminal, between these limits."""

    def seated(self) -> None:  # noqa: B027 - most games want nothing
        """The player has sat down; whatever else the game wants before the first wager."""

    @abstractmethod
    def every_move(self) -> Iterable[Move]:
        """The decisions of the game, each judged now, in the order of its rules.

        Most belong to a round; one that belongs to the betting says so by being asked for then.
        """

    @abstractmethod
    def wait(self) -> str:
        """What the player is asked to decide about, in a few words."""

    @abstractmethod
    def if_left(self) -> str:
        """What becomes of the player's wagers if they leave in mid-round."""

    @property
    def level(self) -> str:
        """What a wager does that neither wins nor loses."""
        return GAME_WORDS.of(self.setting.instrument).LEVEL

    def audience(self, scene: TableScene) -> Audience:
        """The player, as facts are told to them."""
        return Audience(you=PLAYER, spoken=True, level=self.level)

    def hears(self, fact: Fact) -> bool:
        """Whether the player is told a fact."""
        if isinstance(fact, CutOffered):
            return fact.player is None  # or else they are asked
        return isinstance(fact, (*HEARD, *self.told)) and not isinstance(fact, self.quiet)

    @abstractmethod
    def where(self, scene: TableScene, settled: Settled) -> str:
        """The wager that was settled, and on what."""

    @abstractmethod
    def lying(self, scene: TableScene) -> Iterator[str]:
        """The hands on the table, one to a line."""

    @abstractmethod
    def felt(self) -> Felt:
        """The layout, to be drawn."""

    def moved(self, move: Move) -> None:  # noqa: B027 - most games remember nothing
        """A decision was made."""

    def play_on(self) -> None:
        """A round is in play: let the dealer work until the player is asked."""
        self.dealer.deal(card_by_card=True)

    def wager_name(self, wager: str) -> str:
        """A wager as the instrument writes it."""
        return signs.wager_name(self.book, wager)

    def sign(self) -> Iterator[ToldLine]:
        """Every line of the sign, with its clauses."""
        for said in signs.sign(self.table.game, self.table.sign.of):
            yield ToldLine(said.value, said.clauses)

    def printed(self) -> tuple[str, ...]:
        """What is printed on the felt."""
        return signs.printed(self.table.game)

    def spot_name(self, box: int, kind: str) -> str:
        """`box 2`, or `box 2, Perfect Pairs` for chips that lie on another spot of the box."""
        return f"box {box}" if kind == self.main else f"box {box}, {self.wager_name(kind)}"

    # -- what is asked, and what may be done

    @property
    def book(self) -> Instrument:
        return self.table.game.instrument

    @property
    def asked(self) -> WaitsFor:
        table = self.table
        if table.shoe.preparation is Preparation.OFFERING_CUT and table.phase is not Phase.CLOSED:
            return WaitsFor.CUT
        return {
            Phase.BETTING: WaitsFor.WAGERS,
            Phase.DEALING: WaitsFor.PLAY,
            Phase.SETTLED: WaitsFor.NEXT,
        }.get(table.phase, WaitsFor.NOTHING)

    @property
    def chips(self) -> int:
        return self.table.chips.rack(PLAYER)

    @property
    def main(self) -> str:
        """The first kind of wager, without which there is no round for the player."""
        return self.kinds[0]

    @property
    def minimum(self) -> int:
        return self.table.sign.of(self.main).minimum

    @property
    def least_stake(self) -> int:
        """The chips that the smallest round takes: a wager may bring another along."""
        return self.minimum

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of wager the table takes, the main one first."""
        return self.table.game.wagers

    @property
    def cut_range(self) -> range:
        """How many cards may lie in front of the cut that is offered."""
        return self.table.shoe.cuts

    def moves(self) -> tuple[Move, ...]:
        """What this moment asks for, each with the table's judgement."""
        asked = self.asked
        own = tuple(move for move in self.every_move() if move.asked)
        if asked is WaitsFor.PLAY:
            return own
        if asked is WaitsFor.WAGERS:
            return (self.judge("deal", "space", NoMoreBets(), by=self.dealer.by), *own)
        if asked is WaitsFor.CUT:
            allowed = self.cut_range
            return (
                self.judge("cut", "c", Cut(player=PLAYER, at=allowed[len(allowed) // 2])),
                self.judge("decline", "n", DeclineCut(player=PLAYER)),
            )
        return ()

    def legal(self) -> tuple[str, ...]:
        return tuple(move.name for move in self.moves() if move.legal)

    def judge(
        self, name: str, key: str, command: Command, *, by: Person | None = None, **more: Any
    ) -> Move:
        who = by or self.me
        return Move(name, key, command, who, self.table.check(command, who, self.clock()), **more)

    def judge_amount(self, name: str, key: str, amounts: Amounts, *, asked: bool = True) -> Move:
        """A move with an amount, judged at the most that it may be."""
        label = f"{name.capitalize()} {dollars(amounts.most)}"
        command = amounts.command(amounts.most)
        return self.judge(name, key, command, amounts=amounts, label=label, asked=asked)

    def amounts(self, most: int, step: int, command: Callable[[int], Command]) -> Amounts:
        """What may be staked: the whole, or as much of it as the player's chips allow."""
        affordable = min(most, self.chips) // step * step
        return Amounts(affordable or most or step, step, command)

    # -- decisions

    def play(self, name: str, amount: int | None = None) -> None:
        """Make a decision by its name, where it takes an amount for that much."""
        for move in self.every_move():
            if move.name == name:
                self.make(move, amount)
                return
        raise Refused(f"there is no {name} in this game", self.table.law.round_of_play)

    def make(self, move: Move, amount: int | None = None) -> None:
        command = move.command
        if move.amounts is not None and amount is not None:
            command = move.amounts.command(amount)
        self._do(command, move.by)
        self.moved(move)
        self.go_on()

    def deal(self) -> None:
        """No more bets: the round begins."""
        refusal = self.table.check(NoMoreBets(), self.dealer.by, self.clock())
        if refusal is not None:
            raise self._why_no_wager_stands() or refusal
        self.wagering.remember()
        self._do(NoMoreBets(), self.dealer.by)
        self.go_on()

    def _why_no_wager_stands(self) -> Refused | None:
        """The table says that none stands; this says why, where all are under the minimum."""
        mains = [w for w in self.table.wagers if w.wager == self.main]
        short = [w for w in mains if w.amount < self.minimum]
        if self.asked is not WaitsFor.WAGERS or not mains or len(short) < len(mains):
            return None
        return Refused(
            f"{dollars(short[0].amount)} is under the minimum of {dollars(self.minimum)}, and "
            f"{PLAYER} has been told",
            self.table.law.under_minimum,
        )

    # -- between rounds

    def cut(self, at: int) -> None:
        """Cut the shuffled cards so many from the front."""
        self._do(Cut(player=PLAYER, at=at))
        self.go_on()

    def decline_cut(self) -> None:
        self._do(DeclineCut(player=PLAYER))
        self.go_on()

    def next_round(self) -> None:
        """The cards are collected, and betting opens or, after the cutting card, the shuffle."""
        self.dealer.collect()
        self.go_on()

    def bring(self, amount: int) -> None:
        """More play chips from the player's pocket."""
        self._do(BringChips(player=PLAYER, amount=amount))
        self.brought += amount

    @property
    def is_short(self) -> bool:
        """Whether the player has not the chips for another round."""
        betting = self.asked is WaitsFor.WAGERS and not self.table.wagers
        return betting and self.chips < self.least_stake

    @property
    def shortage(self) -> str:
        """What the player has, and what the smallest round takes."""
        have, takes = dollars(self.chips), dollars(self.least_stake)
        return f"You have {have} in chips, and a round takes {takes}."

    def leave(self) -> None:
        """Get up and go; hands still in play are finished as for any player who is not there."""
        if self.asked is WaitsFor.NOTHING:
            return
        if self.table.phase is Phase.DEALING:
            self.walk_away()
            if self.asked is WaitsFor.CUT:
                self.decline_cut()
            self.go_on()
        if self.table.phase is Phase.SETTLED:
            self.dealer.collect()
        if self.table.wagers:
            self.wagering.clear()
        if self.chips:
            self._do(TakeChips(player=PLAYER, amount=self.chips))
        self._do(Leave(player=PLAYER))
        close_house(self.table, self.dealer, "the player has left", self.clock())

    def walk_away(self) -> None:
        """Leave in mid-round."""
        self._do(StepAway(player=PLAYER))

    # -- the table and its dealer

    def _open_link(self, player: str, tip: str) -> str | None:
        """The player's part in a shuffle; a chain that is used up is followed by another."""
        link = self._chain.link(tip)
        if link is not None and self._chain.link(link) is None:
            self._chain = Chain(self._entropy(), LINKS)
            self._do(BringTip(player=player, tip=self._chain.tip))
        return link

    def _do(self, command: Command, by: Person | None = None) -> None:
        self.table.do(command, by or self.me, self.clock())

    def _recorded(self, line: bytes) -> None:
        """A line of the record: whatever anybody does at the table passes here, once."""
        if self._keep is not None:
            self._keep(line)
        if hasattr(self, "table"):  # the first line is the table's own, before there is one
            facts = self.table.record.entries[-1].facts
            self.scene = self.history.note(self.table, self.me, facts)

    def go_on(self) -> None:
        """Let the dealer work until the player is asked something."""
        if self.table.phase is Phase.DEALING:
            self.play_on()
        if self.table.phase is Phase.BETTING:
            self.dealer.prepare()
