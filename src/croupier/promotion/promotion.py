"""A promotion: its terms, tickets, draw, winners and claims, changed only by commands.

Like a table it judges what it is asked, does it whole or refuses it, and keeps a record: playing
the record again makes the same promotion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from croupier.aggregate.acts import Stated
from croupier.aggregate.aggregate import Aggregate
from croupier.aggregate.codec import Codec
from croupier.aggregate.record import Header, Record
from croupier.aggregate.restore import AggregateKind, restore
from croupier.aggregate.roles import Person, Role
from croupier.joint_draws import JointFact
from croupier.promotion.acts import ACTS
from croupier.promotion.facts import FACTS
from croupier.promotion.rules import INSTRUMENT, promotion_book, promotion_rules
from croupier.promotion.state import PromotionState
from croupier.rulebook.citations import Refused
from croupier.rulebook.instruments import fingerprint
from croupier.rulebook.options import as_made

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from croupier.aggregate.acts import Act, Command
    from croupier.aggregate.facts import Fact
    from croupier.promotion.law import PromotionLaw
    from croupier.promotion.views import PromotionView


class Promotion(Aggregate):
    """`do` judges a command, carries it out and records it; `check` only judges.

    `keep` is handed every line of the record as it is made, to be stored somewhere.
    """

    called = "a promotion"

    def __init__(
        self,
        name: str,
        options: Mapping[str, object] | None = None,
        *,
        prescribed: Iterable[str] = (),
        keep: Callable[[bytes], object] | None = None,
    ) -> None:
        rules = promotion_rules(options, prescribed)
        header = Header.begun(
            "promotion", name, instrument=INSTRUMENT, options=rules.options,
            prescribed=rules.prescribed, rulebook=fingerprint(INSTRUMENT),
        )  # fmt: skip
        super().__init__(ACTS, Record(header, keep))
        self.only_forward = True  # a clock that was set back gives nobody a second chance
        self.name = name
        self.rules = rules
        self.law = self.rules.law
        self.state = PromotionState()

    def foresee(self, command: Command, by: Person, at: int = 0) -> tuple[Fact, ...]:
        """The facts that would follow from a command, or raise `Refused`. Nothing is changed."""
        _, effect = self._judge(command, by, at)
        assert isinstance(effect, Stated)
        return effect.facts

    def apply(self, fact: Fact, command: Command) -> None:
        if isinstance(fact, JointFact):
            self.state.follow_joint(fact, self.name, self.at)
        else:
            self.state.follow(fact, self.at)

    @property
    def law_of_acts(self) -> PromotionLaw:
        return self.law

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

    def view(self, viewer: Person | None, at: int | None = None) -> PromotionView:
        """What a person may see of it, or with nobody named what everybody may."""
        from croupier.promotion.views import view

        return view(self, viewer, self.at if at is None else at)

    @classmethod
    def restore(cls, lines: Iterable[bytes]) -> Promotion:
        """The promotion that a record tells of. A line that does not follow is a `ValueError`:
        `BeforeCorrection`, if that comes from a correction of the rules.
        """
        return restore(KIND, lines)


def _begin(header: Header) -> Promotion:
    options = as_made(promotion_book(), header.options, header.version)
    return Promotion(header.promotion, options, prescribed=header.prescribed)


_CODEC = Codec(ACTS, get_args(FACTS))
KIND: AggregateKind[Promotion] = AggregateKind(
    name="promotion", begin=_begin, codec=lambda _: _CODEC, book=lambda _: promotion_book()
)
