"""What can be asked of the house."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from croupier.aggregate.acts import Command
from croupier.aggregate.facts import Bar, Barring
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.casino.house.books import CAGE, Transfer, at_table, pocket
from croupier.money import money
from croupier.table.facts import ChipsMoved

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.aggregate.facts import Fact


_POWERS = "what somebody may do in the house changes at once"
_CHIPS = "there are more or fewer chips than before, as after a correction of the books"


class HouseCommand(Command, frozen=True):
    """Something that somebody asks the house to do. It does it whole or refuses it."""


class IssueChips(HouseCommand, frozen=True, tag="issue-chips"):
    """New chips come into the cage."""

    why_override: ClassVar[str] = _CHIPS

    amount: int


class RetireChips(HouseCommand, frozen=True, tag="retire-chips"):
    """Chips leave the cage for good."""

    why_override: ClassVar[str] = _CHIPS

    amount: int


class BuyIn(HouseCommand, frozen=True, tag="buy-in"):
    """Somebody gets chips from the cage."""

    why_patrons_own: ClassVar[str] = "it says that the patron paid for them"

    person: str
    amount: int


class ChipKind(StrEnum):
    """The worth of the chips of a house."""

    PLAY = "play"
    """Nothing: players may take some themselves."""
    MONEY = "money"
    """Money, which is paid at the cage: only staff sell them."""


class CageTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The terms on which the cage sells chips.

    The defaults are the terms of every house until its operator states others. Records depend on
    them: they never change.
    """

    chips: ChipKind = ChipKind.PLAY
    own_buy_in: int = 100_000_00
    """The chips that a player may buy in a day without staff, in cents; 0 if none."""
    kept_buy_in: int = 5_000_00
    """The same for an account that a guest has kept, of which anybody can make many."""
    reserve: int = 10
    """Percent of all chips that a buy-in must leave in the cage, for floats and payments."""

    def __str__(self) -> str:
        own = f"up to {money(self.own_buy_in)} a day" if self.own_buy_in else "nothing"
        kept = f"{money(self.kept_buy_in)} with an account that a guest kept"
        return (
            f"{self.chips} chips; a player buys {own} without staff"
            + (f", {kept}" if self.own_buy_in else "")
            + f"; the cage keeps {self.reserve} percent"
        )


MONEY_TERMS = CageTerms(chips=ChipKind.MONEY, own_buy_in=0, kept_buy_in=0)
"""The terms of a new house whose chips are backed by money."""


class SetCageTerms(HouseCommand, frozen=True, tag="set-cage-terms"):
    """The operator states what the cage gives out."""

    why_override: ClassVar[str] = "players can take more or fewer chips from the cage at once"

    terms: CageTerms


class BeginLimits(HouseCommand, frozen=True, tag="begin-limits"):
    """A house from before 1.3 begins to limit buy-ins and what new accounts may confirm."""


class CashOut(HouseCommand, frozen=True, tag="cash-out"):
    """Somebody brings chips back to the cage."""

    why_patrons_own: ClassVar[str] = "chips leave the patron's pocket"

    person: str
    amount: int


class FollowTable(HouseCommand, frozen=True, tag="follow-table"):
    """A table's command, stored with this one, concerns the house: chips moved between the two, or
    its staff used a power that holds in the whole casino.
    """

    table: str
    transfers: tuple[Transfer, ...]
    barrings: tuple[Barring, ...] = ()

    @classmethod
    def after(cls, table: str, facts: Iterable[Fact]) -> FollowTable | None:
        """What the house has to do after a table stated these facts, if anything."""
        facts = list(facts)
        transfers = [_transfer(table, fact) for fact in facts if isinstance(fact, ChipsMoved)]
        barrings = _barrings(facts)
        if not (transfers or barrings):
            return None
        return cls(table=table, transfers=tuple(transfers), barrings=barrings)

    @classmethod
    def barring(cls, table: str, facts: Iterable[Fact]) -> FollowTable | None:
        """The same for a table whose chips are not the house's but a tournament's."""
        barrings = _barrings(facts)
        return cls(table=table, transfers=(), barrings=barrings) if barrings else None


def _barrings(facts: Iterable[Fact]) -> tuple[Barring, ...]:
    return tuple([each for fact in facts if (each := fact.barring) is not None])


def _transfer(table: str, moved: ChipsMoved) -> Transfer:
    """To the table from a player's pocket, or for the float from the cage; or back."""
    place = CAGE if moved.player is None else pocket(moved.player)
    if moved.amount > 0:
        return Transfer(place, at_table(table), moved.amount)
    return Transfer(at_table(table), place, -moved.amount)


class FollowAffair(HouseCommand, frozen=True, tag="follow-affair"):
    """A tournament or promotion took chips or paid them, by a command stored with this one."""

    affair: str
    """Its record, and its account in the books."""
    transfers: tuple[Transfer, ...]


class LiftBar(HouseCommand, frozen=True, tag="lift-bar"):
    """Somebody may play again: an exclusion is lifted, or others have taken over from the staff."""

    person: str
    bar: Bar
    reason: Text


class Enrol(HouseCommand, frozen=True, tag="enrol"):
    """Somebody gets an account, with the roles they may act in."""

    why_override: ClassVar[str] = (
        "if it is more than a player, somebody new has powers in the house at once"
    )

    person: str
    roles: tuple[Role, ...]
    guest: bool = False
    """True for a guest's account, which has a fixed stake and ends with the guest's session."""

    @property
    def is_override(self) -> bool:
        return not set(self.roles) <= {Role.PLAYER}


class KeepAccount(HouseCommand, frozen=True, tag="keep-account"):
    """A guest has chosen a name and a password, and is a player like any other from now on."""

    person: str


class Appoint(HouseCommand, frozen=True, tag="appoint"):
    """Somebody may act in one more role."""

    why_override: ClassVar[str] = _POWERS

    person: str
    role: Role


class Dismiss(HouseCommand, frozen=True, tag="dismiss"):
    """Somebody may act in a role no longer."""

    why_override: ClassVar[str] = _POWERS

    person: str
    role: Role


class SetPassword(HouseCommand, frozen=True, tag="set-password"):
    """Somebody has another password; what proves it lies in the safe, not in the record."""

    why_override: ClassVar[str] = (
        "whoever gives another person a password in the place of theirs can act as them"
    )

    person: str


class ForgetPerson(HouseCommand, frozen=True, tag="forget-person"):
    """What is known of somebody apart from the records is removed, and their account is closed."""

    why_override: ClassVar[str] = "what is known of somebody is gone for good"

    person: str
    reason: Text


class RevokeToken(HouseCommand, frozen=True, tag="revoke-token"):
    """A program acts for somebody no longer. Tokens lie in the safe; the record has their ids."""

    why_staff_may: ClassVar[str] = "who has lost a token is safer without it"

    person: str
    token: str


class Dealing(StrEnum):
    """Who deals a table."""

    AUTOMATIC = "automatic"
    """The program, from a virtual shoe, by its own clock."""
    VIRTUAL = "virtual"
    """A person, step by step, from a virtual shoe."""
    REAL = "real"
    """A person, who names the cards of a real shoe."""


class Shuffles(StrEnum):
    """Whose chance the order of virtual cards comes of."""

    PLAYERS = "players"
    """The house's and that of everybody at the table who takes part; see `docs/fairness.md`."""
    HOUSE = "house"
    """The house's alone: committed, not player-seeded."""


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How long a table that is dealt by the program waits, in milliseconds."""

    betting: int = 15_000
    """After the first wager, for others."""
    decision: int = 20_000
    """For an answer; what the rules themselves allow comes first."""
    cut: int = 10_000
    """For a player who is offered the cut."""
    settled: int = 5_000
    """For everybody to see how the round came out."""
    links: int = 3_000
    """For those who take part in a shuffle to open their links; they have two seconds at least."""


class Belonging(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Whose a table is while a session of a tournament lasts."""

    tournament: str
    session: int
    table: str
    """What the tournament calls it."""
    play_off: bool = False
    """Whether it is for one additional round between equals."""


class SetUpTable(HouseCommand, frozen=True, tag="set-up-table"):
    """A table is set up on the floor. Whenever its name is used again, a new record begins."""

    table: str
    instrument: str
    options: dict[str, Any] = {}
    boxes: int = 7
    dealing: Dealing = Dealing.AUTOMATIC
    pace: Pace = Pace()
    float: int = 0
    """What a table that the program deals opens with; others are opened by those who deal them."""
    belongs: Belonging | None = None
    """The session of a tournament that it is set up for, by the program itself."""
    shuffles: Shuffles | None = None
    """Whose chance virtual cards come of. What was set up before players could take part says
    nothing of it, and is the house's alone.
    """
    secrets_after: int | None = None
    """Where cards stay hidden to the end, after how many milliseconds everybody is told the secret
    of a shuffle that is done; never, if it is left out. An inspector is told at once.
    """
    practice: bool = False
    """Whether it is there to learn at: with play chips, dealt by the program, and no tournament's.
    Where the house tells the best play of rounds at all, it tells it at this table too.
    """


def with_players(command: SetUpTable) -> SetUpTable:
    """A table as it is set up now, where nothing was said of its shuffles: players take part."""
    if command.shuffles is not None or command.dealing is Dealing.REAL:
        return command
    return msgspec.structs.replace(command, shuffles=Shuffles.PLAYERS)


class TakeDownTable(HouseCommand, frozen=True, tag="take-down-table"):
    """A table that holds no more chips leaves the floor; its record stays."""

    table: str


class CloseOut(HouseCommand, frozen=True, tag="close-out"):
    """What cannot go on ends where its record stands, and its chips go to whose they are by it.

    A round in play is not played to its end: every stake goes back.
    """

    why_override: ClassVar[str] = (
        "a table ends in the middle of a round, and chips go where its record says"
    )

    record: str
    """The table, tournament or promotion, by its record."""
    reason: Text
    transfers: tuple[Transfer, ...] = ()

    @property
    def paid_out(self) -> int:
        """What left its place in the books, less what came there for it."""
        left = sum(each.amount for each in self.transfers if each.source == self.record)
        return left - sum(each.amount for each in self.transfers if each.to == self.record)


class OpenTournament(HouseCommand, frozen=True, tag="open-tournament"):
    """A tournament under an instrument is begun; its conditions come next."""

    tournament: str
    instrument: str
    pace: Pace = Pace()
    """How long its tables wait."""
    shuffles: Shuffles | None = None
    """As of a table that is set up."""


class OpenPromotion(HouseCommand, frozen=True, tag="open-promotion"):
    """A promotion is begun; its terms come next."""

    promotion: str
    options: dict[str, Any] = {}
    """How the open places of the rules are read."""
    prescribed: tuple[Text, ...] = ()
    """What else the Authority has prescribed that no prize may be."""


class SetLargeWin(HouseCommand, frozen=True, tag="set-large-win"):
    """From this amount on, what a player wins in a round is a significant event."""

    amount: int


class RequireSecondPerson(HouseCommand, frozen=True, tag="require-second-person"):
    """From now on overrides take a second person who confirms them, or do so no longer."""

    why_override: ClassVar[str] = "overrides take no second person any more"

    required: bool


class DelegatePower(HouseCommand, frozen=True, tag="delegate-power"):
    """The operator says from which role on staff exercise a power that the rules give to it."""

    why_override: ClassVar[str] = _POWERS

    power: str
    role: Role


class Confirm(HouseCommand, frozen=True, tag="confirm"):
    """A second person stands behind an override of another, which is stored with this line."""

    override: str
    """What it is called in its record."""
    record: str
    line: int
    """Where it stands there."""
    asked_by: str
    needs: Role
    """The role that it takes, and that its confirmation takes too."""


class ConfirmedBy(StrEnum):
    """How it was confirmed that staff do something for a patron."""

    CODE = "code"
    """The patron read a code out that their page had shown them."""
    SESSION = "session"
    """The patron approved on their page that this person does it."""
    SECOND_PERSON = "second person"
    """Somebody else on the staff stands behind it, with their own password."""


class ConfirmForPatron(HouseCommand, frozen=True, tag="confirm-for-patron"):
    """The patron, or a second person, stands behind what somebody on the staff does for the patron.

    It is stored together with what is done.
    """

    person: str
    """The patron."""
    act: str
    """What is done, as it is called in its record."""
    record: str
    line: int
    """Where it stands there."""
    asked_by: str
    how: ConfirmedBy
    approval: str = ""
    """Which of the patron's approvals is used up by it."""


class AskPatrons(HouseCommand, frozen=True, tag="ask-patrons"):
    """A house from before goes on under a program in which nobody acts for somebody else.

    From then on an inspection misses the confirmations that are not there.
    """


class ApproveProgram(HouseCommand, frozen=True, tag="approve-program"):
    """The house is opened under a program that has changed."""

    why_override: ClassVar[str] = "the house plays on under a program that nobody has approved yet"

    program: str


class Incident(StrEnum):
    """What the program notices by itself."""

    FAILED_LOG_IN = "failed log-in"
    LOCKED_OUT = "locked out"
    CLOCK_CHANGED = "clock changed"
    VERIFICATION_FAILED = "verification failed"
    MALFUNCTION = "malfunction"
    STARTED = "started"
    STOPPED = "stopped"
    RECOVERED = "recovered"
    """It started again without having been stopped."""
    WRONG_CODES = "wrong codes"
    """Somebody tried to guess the code by which a patron confirms something."""
    FILES_EXPOSED = "files exposed"
    """Others than their owner had rights to files of the record."""
    NEW_RULES = "new rules"
    """Another instrument takes the place of that of a table which people have to close."""
    SEAL_CHANGED = "seal changed"
    """The house signs its checkpoints with another key than before."""
    KEYS_CHANGED = "keys changed"
    """The house marks its lines, or keeps its safe, under another key than before."""
    NAMED_TOO_SOON = "named too soon"
    """Somebody named a second person who may not confirm yet; `after` is who did."""
    LOSS_ACCEPTED = "loss accepted"
    """Two people went on from a record that lacks what was stored before: a new epoch began."""


def new_epoch(number: int) -> str:
    """What the report of an accepted loss is about."""
    return f"epoch {number}"


def epoch_in(subject: str) -> int:
    return int(subject.removeprefix("epoch ") or 0)


class Report(HouseCommand, frozen=True, tag="report"):
    """The program reports an incident, with whom or what it concerns and what it changed."""

    incident: Incident
    subject: str = ""
    before: str = ""
    after: str = ""
    detail: str = ""


class AcknowledgeNotice(HouseCommand, frozen=True, tag="acknowledge-notice"):
    """Somebody of the office that a notice is for has taken it."""

    notice: str
    """Its record, its line and its place in the line."""
    to: str
    """The office."""
