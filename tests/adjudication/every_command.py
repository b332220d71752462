"""Evenings on which every command of a game is tried, the rare ones most often."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from enum import StrEnum
from functools import cache
from hashlib import sha256
from itertools import count
from random import Random
from types import UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from tests.adjudication.irregular_evenings import IrregularEvening
from tests.baccarat.table_support import open_table as open_baccarat
from tests.casino.evenings import NAMES, player
from tests.nonsense import values_of
from tests.table_support import DEALER
from tests.tournament.at_tables import NOW, AtTable
from tests.tournament.support import CHALLENGE

from croupier.aggregate.acts import OneOf
from croupier.aggregate.roles import Person, Role, who_may
from croupier.cards import DECK, Card
from croupier.commitment import Chain
from croupier.dealer import Dealer
from croupier.games.baccarat.acts.irregularities import OutOfCards
from croupier.rulebook.citations import Refused
from croupier.shoe.card_sources import CuttingCardInFront, NotOut, ShoeEmpty
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.burn_and_reveal import Reveal
from croupier.table.acts.dealing import Deal, DealRun
from croupier.table.acts.opening import Approval
from croupier.table.acts.shuffling import Shuffle
from croupier.table.acts.shuffling_machine import FeedMachine, LoadMachine
from croupier.table.acts.tournament import ReleaseTable
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase
from croupier.table.tournament_play import order_of_wagering, players_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.table.table import Table
    from croupier.table.wagers import Wager

GUESTS = ("dee", "eve")
"""Players who may be shown out without the evening coming to its end."""
AMOUNTS = (5_00, 10_00, 20_00, 50_00, 100_00, 150_00)
TEXTS = ("because", "a word too many", "inspector", "surveillance", "players")
HELD_BACK = frozenset(
    {
        "burn", "burnt-in-error", "close-table", "collect", "commit-shuffle", "cut", "deal",
        "deal-run", "dealer-overdrew", "designate-for-tournament", "drawn-in-error",
        "exchange-voucher", "face-up-card", "feed-machine", "insert-cutting-card", "load-machine",
        "no-more-bets", "open-link", "open-table", "place-tokens", "shuffle", "take-from-rack",
        "void-shuffle",
    }
)  # fmt: skip
"""Commands that the dealer of the evening gives in their order, that bring cards which this dealer
does not have, or that end an evening."""
CARDS_BY_HAND = frozenset(
    {"bring-preshuffled", "dealt-to-nobody", "introduce-pre-shuffled", "riffle"}
)
"""Commands that name cards; the order of a committed shoe says which cards come."""
PREPARING = (
    "introduce-pre-shuffled", "bring-preshuffled", "ask-for-riffle", "approve-riffle", "riffle",
    "shuffle-by-hand-first", "miss-cut", "forget-burn", "burn-forgotten", "drop-cards",
    "verify-collected", "decline-cut",
)  # fmt: skip
"""Commands for the time in which the cards are got ready, in their order."""


FULL_TABLES = frozenset({"act-ultimate-texas-holdem-2025"})
"""Games at which both guests sit on every evening: seldom are all seats in use for three rounds."""


class Cards(StrEnum):
    """How the order of the cards comes about at a table."""

    COMMITTED = "committed"
    JOINT = "joint"
    BY_HAND = "by hand"


DISPUTED = ("raise-dispute", "rule-on-dispute", "decide-dispute")
REVIEWED = (*DISPUTED, "request-review", "review-decision", "review-dispute")
BEFORE: dict[str, tuple[str, ...]] = {
    "rule-on-dispute": DISPUTED[:1],
    "decide-dispute": DISPUTED[:1],
    "request-review": DISPUTED,
    "review-dispute": REVIEWED[:-2],
    "review-decision": REVIEWED[:-2],
    "not-satisfied": REVIEWED,
    "decide-finally": (*REVIEWED, "not-satisfied"),
    "carry-out-ruling": DISPUTED,
    "exclude": ("record-breach",),
    "void-wager": ("record-breach",),
    "exclude-from-casino": ("find-prohibited-device",),
    "hand-over": ("find-prohibited-device", "exclude-from-casino", "detain"),
    "detain": ("find-prohibited-device", "exclude-from-casino"),
    "sanction-collusion": ("report-collusion",),
    "lift-marker": ("place-marker",),
    "lift-restriction": ("restrict", "require-minimum", "restrict-to-one-box"),
    "lift-side-bet-restriction": ("restrict-side-bet",),
    "remove-personal-sign": ("place-personal-sign",),
    "count-cards": ("instruct-count",),
    "check-deck": ("wrong-deck",),
    "move-wager": ("permit-changes",),
    "elect-refund": ("device-failed",),
    "bring-device": ("device-failed",),
    "verify-collected": ("drop-cards",),
    "verify-decks": ("find-wrong-cards",),
    "end-kept-minimum": ("raise-minimum-at-once", "change-limits"),
    "approve-riffle": ("ask-for-riffle",),
    "riffle": ("ask-for-riffle", "approve-riffle"),
    "replace-machine": ("machine-failed",),
    "arrange-wagers": ("place-wager",),
    "excess-card-seen": ("found-between-rounds",),
}
"""Commands that have to come before another one, if it is to be accepted."""
OTHER_OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "act-blackjack-2006": (
        {"device": "shuffler"}, {"decks": 4},
        {"side_bets": ["super-sevens"], "super_sevens_amounts": [5_00]},
        {"burn_on_new_shoe": 1},
    ),
    "act-blackjack-2018": (
        {"device": "shuffler"}, {"decks": 4},
        {
            "side_bets": ["pairs-play"],
            "limits": {"main": [10_00, 100_00], "pairs-play": [5_00, 50_00]},
        },

        {"burn_on_new_shoe": 1},
    ),
    "nsw-blackjack-challenge": (
        {"device": "shuffler"},
        {
            "side_bets": ["any-pairs"],
            "limits": {"main": [10_00, 100_00], "any-pairs": [5_00, 50_00]},
        },
        {"device": "shuffler", "low_limit": True}, {"preshuffled_satisfies_4_4_1": False},
    ),
    "act-mini-baccarat-2016": (
        {"settlement": "A"}, {"burn_method": "a"}, {"dealing": "face_up"}, {},
    ),
    "act-ultimate-texas-holdem-2025": (
        {"device": "shoe"}, {"decision_timer": 20}, {"action_order": "free"}, {},
    ),
}  # fmt: skip
"""What tables have that offer other commands than the usual table."""


class PatientDealer(Dealer):
    """A dealer who lets others act between the steps of getting the cards ready."""

    by_hand = False
    between: Callable[[], None] | None = None
    after_deal: Callable[[], None] | None = None
    forgets_to_burn: Callable[[], bool] = staticmethod(lambda: False)

    def _do(self, command: Command, by: Person | None = None) -> None:
        if self.by_hand:
            if isinstance(command, Reveal):
                return
            if getattr(command, "commitment", None) is not None:
                command = msgspec.structs.replace(command, commitment=None)
        if self.between is not None and self.table.phase is Phase.BETTING:
            self.between()
        is_mixed = self.table.shoe.preparation is not Preparation.NEEDS_SHUFFLE
        if self.by_hand and is_mixed and isinstance(command, Shuffle | LoadMachine):
            return  # the cards have been mixed otherwise meanwhile
        super()._do(command, by)
        if self.after_deal is not None and isinstance(command, Deal | DealRun):
            self.after_deal()

    def deal(self, *, card_by_card: bool = False) -> list[Fact]:
        return super().deal(card_by_card=card_by_card or self.by_hand)

    def _prepare(self) -> None:
        if not self.forgets_to_burn():
            super()._prepare()
        elif not self.table.shoe.ready:
            self._prepare_anew()

    def _load(self) -> None:
        held = self._held
        held.stack = held.stack or self._all_cards  # other cards came, by hand
        if self.by_hand:  # many aces and pictures lie in front, to insure against
            at = self.table.shoe.cut_at
            high = [card for card in held.stack if card.rank in "ATJQK"]
            low = [card for card in held.stack if card.rank not in "ATJQK"]
            order = [*high[: len(high) // 3], *low, *high[len(high) // 3 :]]
            held.stack = (*order[-at:], *order[:-at])
        super()._load()

    def _feed(self) -> None:
        try:
            super()._feed()
        except NotOut:  # a card was named wrongly before, and the machine knows it by its name
            if not self.by_hand:
                raise
            self._do(FeedMachine())


class Offers:
    """Tries commands at a table; `may` and `tries` say whether one was accepted."""

    table: Table
    chance: Random
    now: int
    dealer: Dealer
    used: Counter[str]
    refused: Counter[tuple[str, Phase]]
    """How often a command was refused in a phase since it was accepted there."""
    focus: dict[str, Any]
    """Values of fields that several commands share."""
    cards = Cards.COMMITTED
    people: tuple[str, ...] = (*NAMES, *GUESTS)

    def may(self, command: Command, by: Person) -> bool:
        raise NotImplementedError

    def tries(self, do: str, by: Person | None = None, **fields: Any) -> bool:
        raise NotImplementedError

    def offer(self, times: int) -> None:
        """Try some commands; one that was seldom accepted is the likelier choice."""
        held_back = HELD_BACK if self.cards is Cards.BY_HAND else HELD_BACK | CARDS_BY_HAND
        kinds = [kind for kind in self.table.game.acts.by_command if _tag(kind) not in held_back]
        weights = [self._weight(_tag(kind)) for kind in kinds]
        known = {_tag(kind): kind for kind in kinds}
        for kind in self.chance.choices(kinds, weights, k=times):
            self._give_notices(_tag(kind))
            leads = [known[tag] for tag in BEFORE.get(_tag(kind), ()) if tag in known]
            name = self.chance.choice(self.people)
            self.focus = dict.fromkeys(("player", "person", "on", "of"), name) if leads else {}
            for each in leads:
                if self._tries(each):
                    self.used[_tag(each)] += 1
            where = _tag(kind), self.table.phase
            if self._tries(kind):
                self.used[_tag(kind)] += 1
                self.refused[where] = 0
            else:
                self.refused[where] += 1
            self.focus = {}

    def _weight(self, tag: str) -> float:
        """What was seldom accepted is tried more often, but not where it is always refused."""
        return 1 / (1 + self.used[tag]) / (1 + self.refused[tag, self.table.phase] / 8)

    def _give_notices(self, tag: str) -> None:
        """Tell those who have to know before a restriction."""
        of = {"restrict-to-one-box": "one-box", "require-minimum-further": "further-shoes"}
        for to in ("inspector", "surveillance"):
            for name in self.people if tag in of else ():
                self.tries("give-notice", to=to, of=of[tag], player=name)
            if tag in ("restrict-side-bet", "lift-side-bet-restriction"):
                for wager in self.table.game.wagers:
                    self.tries("give-notice", to=to, of=wager)

    def _tries_tag(self, tag: str) -> None:
        if tag in CARDS_BY_HAND and self.cards is not Cards.BY_HAND:
            return
        for kind in self.table.game.acts.by_command:
            if _tag(kind) == tag and self._tries(kind):
                self.used[tag] += 1

    def _tries(self, kind: type[Command]) -> bool:
        return any(self._try(kind) for _ in range(6))

    def _try(self, kind: type[Command]) -> bool:
        acts = self.table.game.acts
        listed = {name: [*values(self.table)] for name, values in acts[kind].lists.items()}
        fields = {
            name: self.chance.choice(listed.get(name) or [self._value(name, hint)])
            for name, hint, required in _fields(kind)
            if required or self.chance.random() < 0.7
        }
        command = kind(**fields)
        needs = acts[kind].needs
        assert needs is not None
        role = self.chance.choice(who_may(needs)) if needs is not Role.DEALER else needs
        by = Person(self.chance.choice((str(role), f"another {role}")), role)
        if needs is Role.PLAYER:
            named = fields.get("player")
            by = player(named) if isinstance(named, str) else self.dealer.by
        return self.may(command, by)

    def _value(self, name: str, hint: Any) -> Any:
        table, pick = self.table, self.chance.choice
        kinds = _alternatives(hint)
        if name in self.focus and str in kinds and self.chance.random() < 0.9:
            return self.focus[name]
        if isinstance(hint, OneOf):
            return pick(hint.values)
        people = [*table.patrons.arrived, *self.people[-2:]]
        clauses = table.game.instrument.clauses
        known: dict[str, list[Any]] = {
            "player": people, "person": people, "on": people, "of": people, "for_player": people,
            "box": list(table.boxes), "hand": [1, 2], "to_box": list(table.boxes),
            "number": [len(table.disputes), len(table.disputes), 1], "place": [1, 2, 3],
            "round": [table.number, max(table.number - 1, 1)], "amount": [*AMOUNTS, *[None] * 6],
            "minimum": [10_00, 20_00], "maximum": [100_00, 200_00], "limit": [300_00],
            "wager": list(table.game.wagers), "clause": [each.id for each in clauses],
            "takes_effect": [self.now + 1_800_000], "closes": [self.now + 10**9],
            "opens": [self.now - 1], "limits": [_limits(self)], "about": ["rules", "a card"],
            "checked_by_supervisor": ["supervisor"], "checked_by_dealer": ["dealer"],
            "tip": [sha256(f"{self.now}".encode()).hexdigest()], "seconds": [5, 20],
            "draw": list(range(1, 20)), "said": [12, 17], "cards": [1, 3],
        }  # fmt: skip
        fits = [each for each in known.get(name, ()) if type(each) in kinds]
        if fits or name == "limits":
            return pick(fits or known[name])
        if kinds & {Approval}:
            return Approval("CR 7", "2020-01-01")
        if Card in kinds:
            return Card(pick("A23456789TJQK") + pick("SHDC"))
        if str in kinds:
            return None if name == "commitment" else pick(TEXTS)
        return pick(values_of(hint, name))


class EveryCommandEvening(IrregularEvening, Offers):
    """An evening that offers the table any command, and counts in `used` what it accepts."""

    waits = False
    """True if people had to act before the dealer could go on."""
    preparing = False
    short: str | None = None
    """A player who wagers less than the minimum again and again."""

    def __init__(self, instrument: str, seed: int = 1, **more: Any) -> None:
        self.number = seed
        self.cards = (Cards.COMMITTED, Cards.BY_HAND, Cards.JOINT)[seed % 3]
        self.chains = {
            name: Chain(sha256(f"{name} {seed}".encode()).digest(), 40)
            for name in (*NAMES, *GUESTS)
        }
        self.used, self.refused, self.focus = Counter(), Counter(), {}
        super().__init__(instrument, seed, **more)

    def options_of(self, instrument: str) -> dict[str, Any]:
        others = ({}, *OTHER_OPTIONS[instrument])
        return others[self.number // 3 % len(others)]

    def dealer_with(self, entropy: Callable[[], bytes]) -> Dealer:
        joint = self.cards is Cards.JOINT
        dealer = PatientDealer(
            self.table, entropy, joint=joint, ask_cut=self.cut, clock=self.tick,
            ask_link=self.link if joint else None,
            penetration=self.chance.choice((0.1, 0.1, 1.0)),
        )  # fmt: skip
        dealer.by_hand = self.cards is Cards.BY_HAND
        dealer.between = self.between_steps
        dealer.after_deal = self.after_a_card
        dealer.alone = True
        dealer.forgets_to_burn = lambda: self.number % 7 == 3 and self.chance.random() < 0.7
        return dealer

    def cut(self, name: str, allowed: range) -> int | None:
        return None if self.chance.random() < 0.3 else self.chance.choice(allowed)

    def link(self, name: str, tip: str) -> str | None:
        return None if self.chance.random() < 0.2 else self.chains[name].link(tip)

    def after_a_card(self) -> None:
        if self.cards is Cards.BY_HAND and self.chance.random() < 0.03:
            self._tries_tag("correct-last-card")
        if self.chance.random() < 0.02:
            self.offer(1)
        if self.chance.random() < 0.1:
            self._reopen_betting()
        if "let-stand" in self._tags() and self.chance.random() < 0.1:
            with suppress(Refused):
                self._swap()

    def between_steps(self) -> None:
        cut = self.table.shoe.preparation is Preparation.OFFERING_CUT
        if self.preparing or self.chance.random() > (1 if cut else 0.5):
            return
        self.preparing = True  # what is tried now may ask the dealer for something
        try:
            self.offer(2)
            for tag in PREPARING:
                if self.chance.random() < (0.9 if self.used[tag] < 20 else 0.3):
                    self._tries_tag(tag)
        finally:
            self.preparing = False

    # --- the course of the evening

    def play_all(
        self, rounds: int, used: Counter[str], refused: Counter[tuple[str, Phase]] | None = None
    ) -> EveryCommandEvening:
        self.used = used
        if refused is not None:
            self.refused = refused
        if self.chance.random() < 0.4:
            self.short = self.chance.choice(NAMES)
        for box, name in enumerate(GUESTS, 4):
            self.tries("arrive", player=name)
            if self.number % 2 or self.table.game.instrument.id in FULL_TABLES:
                self.tries("sit", player=name, box=box)
        for _ in range(rounds):
            self._goes_on(lambda: self.play(1))
            if self.chance.random() < 0.3:
                self.now += 1_800_000
            for name in GUESTS:
                self.tries("vacate-seat", player=name)
                for box in (4, 5):
                    for other in NAMES:
                        self.tries("give-up-box", player=other, box=box, for_player=name)
        if self.chance.random() < 0.5 and self.table.phase is Phase.BETTING:
            self.tries("display-closing-sign", closes=self.now + 3_600_000)
            self.now += 7_200_000
            for wager in [*self.table.wagers]:
                where: dict[str, Any] = {"box": wager.box, "wager": wager.wager}
                self.tries("withdraw-wager", player=wager.player, **where)
                self.tries("place-wager", player=wager.player, amount=0, **where)
            self._goes_on(self.close)
        for entry in self.table.record.entries:
            used[_tag(type(entry.command))] += 1
        return self

    def _goes_on(self, with_what: Callable[[], object]) -> None:
        """Do it, or try other things where the dealer waits for people who check the cards."""
        try:
            with_what()
        except Refused:
            self.waits = True
            self.offer(20)
        except (ShoeEmpty, RuntimeError):  # cards by hand that were named wrongly are lost count of
            if self.cards is not Cards.BY_HAND:
                raise

    def bet(self, box: int, name: str) -> None:
        self.tries("arrive", player=name)
        self.tries("sit", player=name, box=box)
        if name not in self.table.patrons.arrived:
            return
        if self.cards is Cards.JOINT and self.chance.random() < 0.5:
            self.tries("bring-tip", player=name, tip=self.chains[name].tip)
        if name == self.short:
            self.tries("bring-chips", player=name, amount=100_00)
            for wager in self.table.game.wagers:
                self.tries("place-wager", player=name, box=box, amount=5_00, wager=wager)
        else:
            super().bet(box, name)
        if self.chance.random() < (0.2 if self.number % 2 else 0.5):
            for wager in self.table.game.wagers[:1]:
                other = self.chance.choice((4, 5))
                self.tries("permit-several-boxes", player=name)
                self.tries("place-wager", player=name, box=other, amount=20_00, wager=wager)
        if self.number % 9 == 8:
            voucher = f"{name} {self.now}"
            self.tries("exchange-voucher", player=name, voucher=voucher, amount=20_00)
            self.tries("place-tokens", player=name, box=box, amount=20_00)
        if self.chance.random() < 0.02:
            self.tries("direct-no-bet-coup")
            for each in list(self.table.patrons.arrived):
                self.tries("ask-for-no-bet-coup", player=each)
                self.tries("answer-no-bet-coup", player=each, agrees=True)
            self.tries("direct-no-bet-coup")
        self.offer(2)

    def decide(self) -> None:
        """Something else is tried first, and a seldom answer is the likelier one."""
        if self.chance.random() < 0.7:
            self.offer(1)
        table = self.table
        if table.phase is Phase.DEALING and table.round is not None and self.chance.random() < 0.4:
            for name in NAMES:
                for answer in table.round.candidates(name):
                    if self.used[_tag(type(answer))] < 40 and self.may(answer, player(name)):
                        self.used[_tag(type(answer))] += 1
                        return
        super().decide()

    def may(self, command: Command, by: Person) -> bool:
        """A dealer who has told a player does not notice the next short wager."""
        if not isinstance(command, NoMoreBets):
            return super().may(command, by)
        short = tuple(
            (wager.player, wager.box)
            for wager in self.table.wagers
            if wager.wager not in ("trips", "blind", "tie") and wager.amount < 10_00
        )
        overlooks = bool(short) and self.chance.random() < 0.6
        said = overlooks and super().may(NoMoreBets(overlooked=short), by)
        if not said and not super().may(command, by):
            return False
        self.tries("burn-forgotten")
        if overlooks:
            for wager in [*self.table.wagers]:
                where: dict[str, Any] = _names(wager)
                self.tries("return-short-wager", **where)
        for box in self.table.boxes if self.chance.random() < 0.3 else ():
            self.tries("find-over-maximum", box=box)
        return True

    def _reopen_betting(self) -> None:
        """Betting goes on for a moment, if the rules have that and no card was seen."""
        changes = ["amount", "withdraw", "move", "new"]
        if self.tries("permit-changes", changes=changes, reason="they wish"):
            for wager in [*self.table.wagers]:
                to = self.chance.choice(self.table.game.wagers)
                where: dict[str, Any] = _names(wager)
                self.tries("move-wager", **where, to=to)

    def exhaust(self) -> None:
        """Nearly all cards of the shoe go into the rack by mistake."""
        with suppress(Refused, NotOut, TypeError, CuttingCardInFront):
            while self.table.shoe.remaining > self.chance.choice((1, 2, 3)):
                self.dealer.burn_in_error(seen=False)

    def round(self) -> None:
        if self.dealer.waits_for_somebody:
            self.dealer.alone = True
        if self.table.seeding.awaited is not None and self.chance.random() < 0.5:
            self.dealer.void("a link is missing")
        super().round()

    def mishap(self) -> bool:
        self.offer(8)
        if self.chance.random() < 0.01:
            self.exhaust()
        due = self.table.round.card_due_to if self.table.round is not None else None
        if due is not None and self.chance.random() < 0.3:
            where = self.chance.choice(((1, 1), (2, 1), (0, 1), (0, 2), (3, 1)))
            with suppress(Refused, NotOut, CuttingCardInFront):
                self.dealer.misplace(*where)
            self.offer(4)
        with suppress(Refused, NotOut, TypeError, CuttingCardInFront):
            if self.chance.random() < 0.1:
                self.dealer.burn_in_error(seen=self.chance.random() < 0.5)
                self.dealer.take_from_rack()
            if self.chance.random() < 0.1:
                self.dealer.find_face_up()
                self._tries_tag("check-for-faced-cards")
        if self.table.phase is not Phase.DEALING:
            return self.table.phase is Phase.BETTING
        return super().mishap()

    def _tags(self) -> set[str]:
        return {_tag(kind) for kind in self.table.game.acts.by_command}

    def _swap(self) -> None:
        """Two hands have each other's card, and the right number of cards."""
        due = self.table.round.card_due_to if self.table.round is not None else None
        boxes = sorted({wager.box for wager in self.table.wagers})
        if due is None or due[0] not in boxes[:-1]:
            return
        second = boxes[boxes.index(due[0]) + 1]
        self.dealer.misplace(second)
        other = self.table.round.card_due_to if self.table.round is not None else None
        if other is not None and other[0] == second:
            self.dealer.misplace(due[0])
        self.dealer.deal()
        self.tries("let-stand", reason="nobody has seen a card")

    def after_the_round(self) -> None:
        self.offer(6)
        super().after_the_round()


def _limits(evening: Offers) -> dict[str, Any]:
    """The sign of the table, or one with a lower maximum, as a command states it."""
    most = evening.chance.choice((100_00, 200_00))
    return dict.fromkeys(evening.table.sign.limits, (10_00, most))


def _names(wager: Wager) -> dict[str, Any]:
    return {"player": wager.player, "box": wager.box, "wager": wager.wager}


def _alternatives(hint: Any) -> set[Any]:
    return set(get_args(hint)) if get_origin(hint) in (Union, UnionType) else {hint}


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any, bool], ...]:
    """Of every field its name, its type or what it is one of, and whether it is required."""
    plain, full = get_type_hints(kind), get_type_hints(kind, include_extras=True)
    found = []
    for field in msgspec.structs.fields(kind):
        extras = getattr(full[field.name], "__metadata__", ())
        listed = next((each for each in extras if isinstance(each, OneOf)), None)
        found.append((field.name, listed or plain[field.name], field.required))
    return tuple(found)


def _tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


def to_the_last_card(seed: int) -> Table:
    """Mini-Baccarat from a shoe of which nobody sees the cutting card go by."""
    at = open_baccarat("X Y")
    table, chance = at.table, Random(seed)
    cards = list(DECK * table.shoe.decks)
    for card, copies in table.shoe.out.items():
        for _ in range(copies):
            cards.remove(card)
    chance.shuffle(cards)
    while True:
        at.bet("X", chance.choice(("banker", "player", "tie")), 10)
        at.no_more_bets()
        while table.phase is Phase.DEALING:
            if not table.shoe.remaining:
                at.do(OutOfCards(), DEALER)
                return table
            at.deal(str(cards.pop()))
        at.settle()


class EveryCommandSession(Offers):
    """Rounds at a table of a tournament, where any command is offered too."""

    people = ("A", "B", "C", "D", "Z")

    def __init__(self, instrument: str, seed: int) -> None:
        self.chance, self.now = Random(seed), NOW
        self.used, self.refused, self.focus = Counter(), Counter(), {}
        terms: dict[str, Any] = {"order": bool(seed % 2), "seconds": (None, 30)[seed // 2 % 2]}
        if instrument == CHALLENGE:
            terms |= {"pass_cards": 1, "undisclosed": 2}
        seats = {box: (name, 500.0) for box, name in ((1, "A"), (2, "B"), (4, "C"), (5, "D"))}
        self.impatient = self.people[seed % 4]
        options = {"sitting_out": ("out", "minimum", "passed_over")[seed % 3]}
        at = AtTable(instrument, seats, options=options, **terms)
        self.table = at.table
        self.playing = False
        secrets = (sha256(f"{seed} {n}".encode()).digest() for n in count())
        self.dealer = Dealer(at.table, lambda: next(secrets), clock=self.tick)

    def tick(self) -> int:
        self.now += self.chance.choice((1_000, 5_000))
        return self.now

    def may(self, command: Command, by: Person) -> bool:
        if self.playing and isinstance(command, ReleaseTable):
            return False  # nobody would be asked for a wager any more
        try:
            self.table.do(command, by, self.tick())
        except (Refused, TypeError):
            return False
        return True

    def tries(self, do: str, by: Person | None = None, **fields: Any) -> bool:
        for kind, act in self.table.game.acts.items():
            if _tag(kind) == do:
                assert act.needs is not None
                named = fields.get("player")
                if by is None:
                    by = player(named) if act.needs is Role.PLAYER and named else None
                command = msgspec.convert({"do": do, **fields}, kind)
                return self.may(command, by or Person(str(act.needs), act.needs))
        return False

    def play_all(
        self, rounds: int, used: Counter[str], refused: Counter[tuple[str, Phase]]
    ) -> EveryCommandSession:
        self.used, self.refused = used, refused
        for number in range(rounds):
            self.offer(4)
            if self.table.tournament is None:
                break  # the table has been released
            self.tries("set-session", rounds=rounds + 1 - number)
            self.playing = True
            with suppress(Refused):
                self.round()
            self.playing = False
        self._clear_up()
        for entry in self.table.record.entries:
            used[_tag(type(entry.command))] += 1
        return self

    def round(self) -> None:
        self.dealer.prepare()
        assert self.table.tournament is not None
        all_away = self.chance.random() < 0.15
        for name in self.people if all_away else ():
            self.tries("step-away", player=name)
        early = self.table.tournament.positions.get(self.impatient)
        if early is not None and not all_away and self.chance.random() < 0.7:
            self._wager(self.impatient, early)
        for box in order_of_wagering(self.table):
            self.tries("ask-wager")
            self.offer(1)
            there = players_in(self.table).get(box)
            if there is None or all_away:
                continue
            if self.chance.random() < 0.5:
                for other in self.people:
                    self.tries("void-out-of-order", player=other, reason="the second time")
            if self.chance.random() < 0.15:
                self.now += 40_000  # the time is over
                self.tries("time-is-up", player=there)
                continue
            if self.chance.random() < 0.3:
                amount = self.chance.choice((25_00, 10_00, 400_00))
                self.tries("write-wager", player=there, amount=amount, type="main")
            if self.chance.random() < 0.2:
                self.tries("play-pass-card", player=there)
            self._wager(there, box)
        self.now += 40_000
        for tag in ("deduct-minimum", "rule-out"):
            for name in self.people if all_away or self.chance.random() < 0.5 else ():
                self.tries(tag, player=name)
        self.tries("examine-forms")
        overlooked = self._overlook_wagers() if self.chance.random() < 0.4 else False
        if self.chance.random() < 0.5:
            for name in self.people:
                self.tries("find-wager", player=name)
                self.tries("return-form", player=name, reason="not to be read")
        for tag in ("make-wagers-good", "everybody-passes", "no-more-bets"):
            self.tries(tag)
        for name in self.people:
            self.tries("come-back", player=name)
            if overlooked:
                self.dealer.deal()
                self.tries("find-wager", player=name)
        for _ in range(60):
            if self.table.phase is not Phase.DEALING:
                break
            self.offer(1)
            if self.table.phase is Phase.DEALING:
                self.dealer.deal()
                self._answer()
        self.tries("announce-wagers")
        for name in self.people:
            self.tries("inspect-form", player="A", of=name)
        if self.table.phase is Phase.SETTLED:
            self.dealer.collect()

    def _overlook_wagers(self) -> bool:
        """Close betting over wagers that nobody looked at, if the rules have that."""
        assert self.table.tournament is not None
        there = []
        for name, box in self.table.tournament.positions.items():
            amount = self.chance.choice((15_00, 510_00))
            if self.tries("overlook-wager", player=name, box=box, amount=amount):
                there.append((name, box))
        return bool(there) and self.may(NoMoreBets(overlooked=tuple(there)), self.dealer.by)

    def _wager(self, name: str, box: int) -> None:
        amount = self.chance.choice((25_00, 25_00, 50_00, 200_00))
        wager = self.table.game.wagers[0]
        self.tries("place-wager", player=name, box=box, amount=amount, wager=wager)

    def _clear_up(self) -> None:
        """The session is over: what lies on the layout goes back, and all chips are collected."""
        if self.table.phase is Phase.DEALING:
            for tag in ("void-round", "invalidate", "invalidate-game"):
                self._tries_tag(tag)
        if self.table.phase is Phase.SETTLED:
            with suppress(Refused):
                self.dealer.collect()
        for wager in [*self.table.wagers]:
            where: dict[str, Any] = _names(wager)
            self.tries("place-wager", **where, amount=0)
        for name in self.people:
            self.tries("collect-tournament-chips", player=name)
        self.tries("collect-tournament-chips")
        self.tries("release-table")

    def _answer(self) -> None:
        if self.table.phase is not Phase.DEALING or self.table.round is None:
            return
        for name in (*self.people, None):
            by = self.dealer.by if name is None else player(name)
            answers = [
                each
                for each in self.table.round.candidates(name)
                if self.table.check(each, by, self.now) is None
            ]
            if answers and self.may(self.chance.choice(answers), by):
                return
