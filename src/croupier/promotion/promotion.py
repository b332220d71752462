"""A promotion: its terms, tickets, draw, winners and claims, changed only by commands.

Like a table it judges what it is asked, does it whole or refuses it, and keeps a record: playing
the record again makes the same promotion.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from croupier.aggregate.acts import Acts, Stated
from croupier.aggregate.roles import Person, Role
from croupier.games.challenge.promotion_law import INSTRUMENT
from croupier.promotion.acts import (
    awarding,
    claiming,
    disputes,
    drawing,
    entering,
    integrity,
    offering,
    winners,
)
from croupier.promotion.rules import promotion_book, promotion_rules
from croupier.promotion.state import State
from croupier.rulebook.citing import Refused
from croupier.rulebook.corrections import BeforeCorrection, not_following
from croupier.rulebook.instruments import fingerprint
from croupier.rulebook.options import as_made
from croupier.table.chain import bodies
from croupier.table.commanded import Judging
from croupier.table.record import START, link
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from croupier.aggregate.acts import Act, Command
    from croupier.aggregate.facts import Fact
    from croupier.games.challenge.promotion_law import PromotionLaw
    from croupier.promotion.views import PromotionView
    from croupier.rulebook.instruments import Correction

FORMAT = "croupier-promotion/1"

ACTS: Acts[Promotion, PromotionLaw] = Acts(
    offering.acts,
    entering.acts,
    drawing.acts,
    winners.acts,
    claiming.acts,
    awarding.acts,
    integrity.acts,
    disputes.acts,
)

_encode = msgspec.json.Encoder().encode


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: which promotion, and under which version its facts were made."""

    format: str
    promotion: str
    instrument: str
    options: dict[str, Any]
    prescribed: tuple[str, ...]
    version: str
    rulebook: str


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One accepted command: which, when, by whom, in what role, and what followed."""

    n: int
    at: int
    by: str
    role: Role
    command: Command
    facts: tuple[Fact, ...]


class _Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry whose facts need not be understood to be compared."""

    n: int
    at: int
    by: str
    role: Role
    command: msgspec.Raw
    facts: msgspec.Raw


B = TypeVar("B", Header, _Body)

COMMANDS: Any = ACTS.commands
"""The union of the commands, for decoding; `do` says which one it is."""


class Promotion(Judging):
    """`do` judges a command, carries it out and records it; `check` only judges.

    `keep` is handed every line of the record as it is made, to be stored somewhere.
    """

    def __init__(
        self,
        name: str,
        options: Mapping[str, object] | None = None,
        *,
        prescribed: Iterable[str] = (),
        keep: Callable[[bytes], object] | None = None,
    ) -> None:
        self.name = name
        self.rules = promotion_rules(options, prescribed)
        self.law = self.rules.law
        self.state = State()
        self.at = 0
        """The moment of the last command."""
        self.now = 0
        """The moment of the command that is being judged."""
        self.facts: list[Fact] = []
        self.head = START
        self.length = 0
        self.keep = keep
        self._record(
            Header(
                FORMAT, name, INSTRUMENT, self.rules.options, self.rules.prescribed, __version__,
                fingerprint(INSTRUMENT),
            )
        )  # fmt: skip

    def foresee(self, command: Command, by: Person, at: int = 0) -> tuple[Fact, ...]:
        """The facts that would follow from a command, or raise `Refused`. Nothing is changed."""
        return self._judge(command, by, at)

    def do(self, command: Command, by: Person, at: int = 0) -> tuple[Fact, ...]:
        """Carry out a command and return the facts that follow, or raise `Refused`."""
        facts = self._judge(command, by, at)
        self._record(Entry(self.length, self.now, by.name, by.role, command, facts))
        self.at = self.now
        for fact in facts:
            self.apply(fact)
        self.facts += facts
        return facts

    def apply(self, fact: Fact) -> None:
        self.state.follow(fact, self.at)

    def _judge(self, command: Command, by: Person, at: int) -> tuple[Fact, ...]:
        act = ACTS.get(type(command))
        if act is None:
            raise TypeError(f"{type(command).__name__} is not a command of a promotion")
        self._must_be_allowed(act, command, by)
        self.now = max(at, self.at)  # a clock that was set back gives nobody a second chance
        effect = act.judge(self, command, by)
        assert isinstance(effect, Stated)
        return effect.facts

    def _must_be_allowed(
        self, act: Act[Promotion, PromotionLaw], command: Command, by: Person
    ) -> None:
        if by.role not in act.open_to:
            raise Refused(
                f"it takes the role {act.needs}, and {by.name} acts as {by.role}",
                self.law.may_offer,
            )
        if by.role is Role.PLAYER:
            player = getattr(command, "player", by.name)
            if player != by.name:
                raise Refused(f"player: {by.name} cannot act for {player}", self.law.may_offer)

    def _record(self, entry: Header | Entry) -> None:
        """What cannot be written down or kept has not happened."""
        body = _encode(entry)
        head = link(self.head, body)
        if self.keep is not None:
            self.keep(b'{"hash":"%b","entry":%b}\n' % (head.encode(), body))
        self.head = head
        self.length += 1

    def view(self, viewer: Person | None, at: int | None = None) -> PromotionView:
        """What a person may see of it, or with nobody named what everybody may."""
        from croupier.promotion.views import view

        return view(self, viewer, self.at if at is None else at)

    # -- playing a record again

    @classmethod
    def restore(cls, lines: Iterable[bytes]) -> Promotion:
        """The promotion that a record tells of. A line that does not follow is a `ValueError`:
        `BeforeCorrection`, if that comes from a correction of the rules.
        """
        read = bodies(lines)
        line, body = next(read)
        header = _decoded(line, body, Header)
        if header.format != FORMAT:
            raise ValueError(f"line 1: its format is {header.format}, and only {FORMAT} is known")
        book = promotion_book()
        options = as_made(book, header.options, header.version)
        promotion = cls(header.promotion, options, prescribed=header.prescribed)
        promotion.head = link(START, body)  # it may have been made under another version
        listed = book.corrected_since(header.version)
        for line, body in read:
            try:
                promotion._repeat(line, _decoded(line, body, _Body), listed)
            except BeforeCorrection as older:
                deque(read, maxlen=0)  # what comes after it must still follow by its hashes
                older.so_far = promotion
                raise
        return promotion

    def _repeat(self, line: int, entry: _Body, listed: Iterable[Correction]) -> None:
        recorded = bytes(entry.facts)
        found: bytes | Refused
        try:
            command = msgspec.json.decode(entry.command, type=COMMANDS)
            found = _encode(self.do(command, Person(entry.by, entry.role), entry.at))
        except msgspec.DecodeError as error:
            raise ValueError(f"line {line}: it is no command of a promotion: {error}") from None
        except Refused as refusal:
            found = refusal
        if found != recorded:
            raise not_following(line, listed, bytes(entry.command), recorded, found)


def _decoded(line: int, body: bytes, kind: type[B]) -> B:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"line {line}: it is not a line of a promotion: {error}") from None
