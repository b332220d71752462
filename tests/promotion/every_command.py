"""Random promotions in which everybody tries every command, the rare ones most often."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
from tests.promotion.cases import (
    CASH,
    CLOSE,
    DAN,
    DRAW,
    GOODS,
    HOUR,
    INA,
    OLGA,
    SAM,
    SENT,
    START,
    SUE,
    TRAVEL,
    complete,
    secret_of,
    worth,
)
from tests.promotion.way_home import HOUSE, brought_to_rest, closed_roll, onwards

from croupier.aggregate.roles import Person, Role
from croupier.commitment import Chain
from croupier.joint_draws import CloseRoll, VoidDraw
from croupier.promotion.acts import ACTS
from croupier.promotion.acts.awards import AwardPrize, ChoosePayment, TakeCash
from croupier.promotion.acts.claims import ClaimPrize, RefuseClaim
from croupier.promotion.acts.disputes import DecideDispute, DisputeTerms, NotSatisfied
from croupier.promotion.acts.draws import (
    CommitDraw,
    DrawWinners,
    MarkPresent,
    NominateScrutineer,
    WinByChance,
    WitnessDraw,
)
from croupier.promotion.acts.entries import Enter
from croupier.promotion.acts.integrity import CancelDraw, Postponable, Postpone, Validate
from croupier.promotion.acts.offered_terms import (
    AmendTerms,
    OfferPrizes,
    PublishTerms,
    SendTerms,
    StartPromotion,
)
from croupier.promotion.acts.winners import PublishResults, TellWinner
from croupier.promotion.draw import commit, roll_hash
from croupier.promotion.money import Payment, PaymentMethod, accounts
from croupier.promotion.promotion import Promotion
from croupier.promotion.state import PromotionPhase
from croupier.promotion.terms import Channel, DecidedBy
from croupier.table.acts.opening import Approval
from croupier.table.acts.seeding import BringTip, OpenLink

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.aggregate.acts import Command
    from croupier.promotion.state import PromotionState
    from croupier.promotion.terms import Prizes, Terms

    Asked = tuple[Command, Person]

LONGEST = 150
"""The number of steps after which a promotion is brought to rest by staff and winners."""
NAMES = ("ana", "bob", "cat", "don")
BY_TAG: dict[str, type[Command]] = {str(kind.__struct_config__.tag): kind for kind in ACTS}
WEIGHTS = {"cancel-draw": 0.1, "postpone": 0.5}
HOURS = (START, CLOSE + 1, DRAW)


def tag_of(command: Command) -> str:
    return str(command.__struct_config__.tag)


class EveryCommandPromotion:
    """One promotion, and everything that people ask of it."""

    def __init__(self, seed: int, used: Counter[str], refused: Counter[tuple[str, str]]) -> None:
        self.used, self.refused, self.now = used, refused, SENT
        self.chance = Random(f"every command {seed}")
        self.lines: list[bytes] = []
        self.promotion = Promotion("spring", keep=self.lines.append)
        self.terms = self._terms()
        self.chains: dict[str, list[Chain]] = {}

    @property
    def state(self) -> PromotionState:
        return self.promotion.state

    def _terms(self) -> Terms:
        chance = self.chance
        dear = chance.choice((50_00, 9_000_00, 12_000_00))
        kinds: tuple[Prizes, ...] = (
            worth(CASH, dear, quantity=2),
            worth(GOODS, dear, cash_alternative=40_00),
            worth(TRAVEL, dear, cash_alternative=4_000_00),
        )
        return complete(
            *chance.sample(kinds, chance.randint(1, 3)),
            presence=chance.random() < 0.5,
            one_prize_each=chance.random() < 0.3,
            decided_by=chance.choice((DecidedBy.DRAW, DecidedBy.DRAW, DecidedBy.CHANCE)),
        )

    # --- the course of a promotion

    def hold(self) -> None:
        """Play it as far as the steps last, and check its record; then bring it to rest."""
        for _ in range(LONGEST):
            self.now += self.chance.choice((1_000, HOUR // 2))
            if self.chance.random() < 0.5:
                self.offer()
            else:
                self.go_on()
            books = accounts(self.state)
            assert books.offered == books.not_won + books.owed + books.awarded
        again = Promotion.restore(self.lines)
        assert again.head == self.promotion.head
        assert again.state == self.state
        brought_to_rest(self.lines, self.now)

    def attempt(self, command: Command, by: Person) -> bool:
        """Return True if the command was accepted."""
        if self.promotion.check(command, by, self.now) is not None:
            return False
        self.promotion.do(command, by, self.now)
        self.used[tag_of(command)] += 1
        return True

    def go_on(self) -> None:
        """Do what the desk and the entrants do next."""
        state = self.state
        first: tuple[type[Command], ...] = ()
        if state.phase is PromotionPhase.DRAFT:
            first = (OfferPrizes, SendTerms)
        elif state.phase is PromotionPhase.RUNNING and len(state.tickets) + len(state.wins) < 3:
            first = (Enter, WinByChance)
        elif state.drawing.awaited is not None:
            first = (OpenLink, OpenLink, OpenLink, DrawWinners)
        elif state.claims and self.chance.random() < 0.5:
            first = (TakeCash, ChoosePayment)
        done = [self._attempt_one(kind) for kind in first]
        if any(done):
            return
        for asked in onwards(self.promotion, self.now):
            too_early = isinstance(asked[0], CancelDraw) and state.tickets
            if not too_early and self.attempt(*asked):
                return
        self.now = next((hour for hour in HOURS if hour > self.now), self.now + 12 * HOUR)

    def offer(self) -> None:
        """Try some command; one that was seldom accepted is the likelier choice."""
        tags = list(BY_TAG)
        (tag,) = self.chance.choices(tags, [self._weight(tag) for tag in tags])
        if not self._attempt_one(BY_TAG[tag]):
            self.refused[tag, self.state.phase] += 1

    def _weight(self, tag: str) -> float:
        refused = self.refused[tag, self.state.phase]
        return WEIGHTS.get(tag, 1) / (1 + self.used[tag]) / (1 + refused / 8)

    def _attempt_one(self, kind: type[Command]) -> bool:
        asked = [
            each
            for subject in (self._terms_and_entries, self._draw, self._prizes, self._doubts)
            for made in (subject().get(kind),)
            if made is not None
            for each in made()
        ]
        self.chance.shuffle(asked)
        return any(self.attempt(*each) for each in asked)

    # --- what may be asked

    def _terms_and_entries(self) -> dict[type[Command], Callable[[], Iterable[Asked]]]:
        approval = Approval("ILGA 7", "2026-11-17")
        terms = msgspec.structs.replace(self.state.terms or self.terms, manner="tickets are drawn")
        poster: dict[str, Any] = {"where": ("the cage",), "marketing": ("the poster",)}
        return {
            OfferPrizes: lambda: [(OfferPrizes(terms=self.terms), OLGA)],
            PublishTerms: lambda: [(PublishTerms(**poster), SUE)],
            SendTerms: lambda: [(SendTerms(), SUE)],
            StartPromotion: lambda: [(StartPromotion(), SUE)],
            AmendTerms: lambda: [(AmendTerms(terms=terms, approval=approval), SUE)],
            Enter: lambda: [(Enter(player=name, ground="member"), DAN) for name in NAMES],
            WinByChance: lambda: [
                (WinByChance(player=name, prize=prize, chance="three sevens"), DAN)
                for name in NAMES
                for prize in (1, 2, 3)
            ],
        }

    def _draw(self) -> dict[type[Command], Callable[[], Iterable[Asked]]]:
        state = self.state
        takers = [*(Person(name, Role.PLAYER) for name in NAMES), INA, SAM]
        alone = secret_of(len(state.commitments) - (state.draw is not None))
        secret = alone if state.drawing.awaited is None else HOUSE
        return {
            NominateScrutineer: lambda: [(NominateScrutineer(person=SAM.name), OLGA)],
            MarkPresent: lambda: [(MarkPresent(player=name), DAN) for name in NAMES],
            CommitDraw: lambda: [
                (CommitDraw(commitment=commit(alone, roll_hash(state.roll()))), SUE)
            ],
            WitnessDraw: lambda: [(WitnessDraw(word="kookaburra"), by) for by in (SAM, INA)],
            BringTip: lambda: [
                (BringTip(player=by.name, tip=self._chain(by.name).tip), by) for by in takers
            ],
            CloseRoll: lambda: [(closed_roll(self.promotion), SUE)],
            OpenLink: lambda: [
                (OpenLink(player=by.name, link=link), by)
                for by in takers
                if (link := self._link(by.name)) is not None
            ],
            VoidDraw: lambda: [(VoidDraw(reason=why), SUE) for why in ("", "it is lost")],
            DrawWinners: lambda: [(DrawWinners(secret=secret.hex()), SUE)],
        }

    def _chain(self, name: str) -> Chain:
        """Return another hash chain of a person, whose tip was shown nowhere."""
        start = sha256(f"{name} {self.chance.random()}".encode()).digest()
        chain = Chain(start, 8)
        self.chains.setdefault(name, []).append(chain)
        return chain

    def _link(self, name: str) -> str | None:
        awaited = self.state.drawing.awaited
        mine = awaited.of(name) if awaited is not None else None
        links = (each.link(mine.tip) for each in self.chains.get(name, ()) if mine is not None)
        return next((link for link in links if link is not None), None)

    def _prizes(self) -> dict[type[Command], Callable[[], Iterable[Asked]]]:
        state = self.state
        claims = [(each, Person(each.player, Role.PLAYER)) for each in state.claims]
        return {
            TellWinner: lambda: [
                (TellWinner(win=win.number, channel=channel, reached=True), SUE)
                for win in state.wins
                for channel in Channel
            ],
            PublishResults: lambda: [(PublishResults(where="the website"), SUE)],
            ClaimPrize: lambda: [
                (ClaimPrize(player=name, prize=prize), Person(name, Role.PLAYER))
                for name in NAMES
                for prize in (1, 2, 3)
            ],
            RefuseClaim: lambda: [
                (RefuseClaim(claim=each.number, reasons=("no card",), address="1 High St"), SUE)
                for each, _ in claims
            ],
            TakeCash: lambda: [
                (TakeCash(player=by.name, claim=each.number), by) for each, by in claims
            ],
            ChoosePayment: lambda: [
                (ChoosePayment(player=by.name, claim=each.number, payments=(paid,)), by)
                for each, by in claims
                for method in PaymentMethod
                for paid in (Payment(method=method, amount=each.of.value or 0, payee=by.name),)
            ],
            AwardPrize: lambda: [(AwardPrize(claim=each.number), SUE) for each, _ in claims],
        }

    def _doubts(self) -> dict[type[Command], Callable[[], Iterable[Asked]]]:
        state = self.state
        numbers = [each.number for each in state.disputes]
        return {
            Postpone: lambda: [
                (Postpone(what=each, reason="a doubt"), OLGA) for each in Postponable
            ],
            Validate: lambda: [(Validate(how="cleared"), OLGA)],
            CancelDraw: lambda: [(CancelDraw(reason="a doubt"), OLGA)],
            DisputeTerms: lambda: [
                (DisputeTerms(player=name, about="the order"), Person(name, Role.PLAYER))
                for name in NAMES
            ],
            DecideDispute: lambda: [
                (DecideDispute(number=n, decision="it stands"), OLGA) for n in numbers
            ],
            NotSatisfied: lambda: [
                (NotSatisfied(player=name, number=n), Person(name, Role.PLAYER))
                for name in NAMES
                for n in numbers
            ],
        }
