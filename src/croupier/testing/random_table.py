"""A table of any game that is driven at random, by everybody at once, with errors.

What must hold is looked at after every command: chips are conserved and lie where the wagers are,
every card is somewhere, every fact and every refusal cites clauses that exist, a refused command
changes nothing, and asking and doing agree.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

from croupier.aggregate.record import Entry
from croupier.aggregate.roles import Person, Role
from croupier.cards import DECK, parse_cards
from croupier.casino.floor.dealer_steps import (
    SLIPS,
    AnyDealerStep,
    BurnInError,
    DrawInError,
    FindFaceUp,
    Misplace,
    Overdraw,
    TakeBack,
    draws_cards,
    take,
)
from croupier.dealer import Dealer
from croupier.game_rules import table_for
from croupier.rulebook.citations import Refused
from croupier.rulebook.instruments import load
from croupier.rulebook.options import OptionError
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.burn_and_reveal import Burn, NewCards, Reveal
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.closing import AnnounceClosure, CloseTable, SetHours
from croupier.table.acts.cutting_card import CuttingCardDrawn
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.misnamed_cards import CorrectCard, CorrectLastCard
from croupier.table.acts.misplaced_cards import Reconstruct
from croupier.table.acts.opening import CheckCards, opening_of
from croupier.table.acts.patrons import Arrive, Leave
from croupier.table.acts.shuffling import Cut, DeclineCut
from croupier.table.acts.tournament import SetSession
from croupier.table.facts import Notified, Reversed, Settled
from croupier.table.shoe_state import Preparation
from croupier.table.shuffle_verification import check_shoes
from croupier.table.table import Phase
from croupier.table_replay import replay
from croupier.testing.random_commands import command_at
from croupier.testing.table_state import LAW_IS_MISSING, replayed_as, tried

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.record import Header
    from croupier.rulebook.instruments import Option
    from croupier.table.table import Table

NOW = 1_800_000_000_000
"""An evening in January 2027, in milliseconds since 1970."""
PLAYERS = ("ana", "bob", "cat", "don")
DEALER = Person("dan", Role.DEALER)
OPERATOR = Person("oz", Role.OPERATOR)
"""May do whatever any other member of staff may do."""
STAFF = (
    DEALER,
    Person("sue", Role.SUPERVISOR),
    Person("gus", Role.GAMING_MANAGER),
    Person("max", Role.SHIFT_MANAGER),
    OPERATOR,
)
OTHERS = (Person("ina", Role.INSPECTOR), Person("tom", Role.TOURNAMENT_DIRECTOR))
ENDS_THE_EVENING = (SetHours, SetSession)


def options_at_random(instrument: str, chance: Random) -> dict[str, Any]:
    """Return options on which a table of the instrument can open, with limits on its sign."""
    free = [option for option in load(instrument).options if not option.fixed]
    for _ in range(1_000):
        some = [it for it in free if it.required or it.type == "limits" or chance.random() < 0.5]
        options = {option.name: _value(option, chance) for option in some}
        try:
            table = table_for(instrument, options)
        except OptionError:
            continue
        if table.check(opening_of(table, "a test", NOW), OPERATOR, NOW) is None:
            return options
    raise AssertionError(f"{instrument}: no options were found on which a table opens")


def _value(option: Option, chance: Random) -> object:
    """Return a value that an option may have, as far as it is a choice between a few."""
    names = list(option.readings)
    match option.type:
        case "flag":
            return chance.random() < 0.5
        case "choice":
            return chance.choice(names)
        case "list":
            if not names:
                return chance.choice(([], [5_00]))
            return [name for name in names if chance.random() < 0.4]
        case "limits":
            most = chance.choice((100_00, 400_00))
            return {
                name: [5_00, most] for name in names if name == names[0] or chance.random() < 0.8
            }
        case "amount" if option.default is None:
            return chance.choice((None, 50_00))
        case "number" if names:
            return int(chance.choice(names))
        case "number" if option.minimum is not None and option.maximum is not None:
            return chance.choice((option.minimum, option.maximum))
    return option.default


class RandomTable:
    """One table, everybody at it, and a dealer with a virtual shoe or with cards named by hand."""

    def __init__(
        self,
        instrument: str,
        options: dict[str, Any],
        *,
        seed: int,
        virtual: bool = True,
        boxes: int = 5,
        also: Callable[[RandomTable, tuple[Fact, ...]], object] = lambda at, facts: None,
        likely: Callable[[RandomTable], Sequence[Command]] = lambda at: (),
        bets: Callable[[RandomTable], Sequence[Command]] = lambda at: (),
    ) -> None:
        """Open the table, and let everybody come with chips.

        `also` looks at the table after every command, with the facts that followed from it;
        `likely` gives commands for the operator that may well be legal, besides those at random;
        `bets` those that players lay their wagers with, besides chips on the kinds of wager.
        """
        self.chance = Random(seed)
        self.table: Table = table_for(instrument, options, boxes=boxes)
        self.known = set(self.table.game.instrument.by_id)
        self.now = NOW
        self.also = also
        self.likely = likely
        self.also_bets = bets
        self.owing: set[str] = set()
        """Players who owe the house what they were paid in error."""
        self.names = list(PLAYERS)
        self.accepted: Counter[type[Command]] = Counter()
        self.refused: Counter[type[Command]] = Counter()
        self.notes: dict[str, Any] = {}
        """Notes that `also` keeps about this table."""
        self._seen = 0
        self.dealer = self.new_dealer() if virtual else None
        self.open()
        for name in self.names:
            self.come(name)

    def new_dealer(self) -> Dealer:
        return Dealer(
            self.table,
            lambda: self.chance.randbytes(32),
            ask_cut=lambda _, where: self.chance.choice([None, where[0], where[-1]]),
            penetration=self.chance.choice((0.1, 0.5, 1.0)),
            clock=lambda: self.now,
        )

    # -- the one way to do anything

    def attempt(self, command: Command, by: Person, *, closely: float = 0.05) -> bool:
        """Ask, then do; a refusal is the same both times and changes nothing."""
        look = self.chance.random() < closely
        facts = tried(self.table, command, by, self.now, closely=look, refusals=look)
        (self.refused if facts is None else self.accepted)[type(command)] += 1
        if facts is None:
            return False
        self.look()
        return True

    def must(self, command: Command, by: Person) -> None:
        assert self.attempt(command, by), (command, self.table.check(command, by, self.now))

    def by_dealer(self, act: Callable[[], object]) -> bool:
        """Let the virtual dealer do something, which the table may refuse."""
        refusal: Refused | None = None
        try:
            act()
        except Refused as error:
            refusal = error
        self.look()
        assert refusal is None or refusal.clauses
        return refusal is None

    # -- coming and opening

    def open(self) -> None:
        table = self.table
        if table.closing_check_due:
            self.attempt(CheckCards(occasion="closing"), DEALER)
        self.must(opening_of(table, "a test", self.now), OPERATOR)
        self.attempt(CheckCards(), DEALER)

    def come(self, name: str) -> None:
        person = Person(name, Role.PLAYER)
        if name not in self.table.patrons.arrived and not self.attempt(Arrive(player=name), person):
            return
        if self.table.chips.rack(name) < 500_00:
            self.attempt(BringChips(player=name, amount=2_000_00), person)

    # -- the game goes on

    def run(self, steps: int, trouble: float) -> None:
        """Play on, and with this chance at every step let something go wrong instead."""
        for _ in range(steps):
            self.now += self.chance.choice((0, 1_000, 9_000))
            if self.chance.random() < trouble:
                self.go_wrong()
            else:
                self.step()

    def step(self) -> None:
        """Do whatever the table waits for; if it waits for something unusual, that."""
        before = len(self.table.record.entries)
        if self.table.phase in (Phase.CLOSED, Phase.NOT_OPEN):
            self.open()
        elif self.table.phase is Phase.SETTLED:
            if self.dealer is not None:
                self.by_dealer(self.dealer.collect)
            else:
                self.attempt(Collect(), DEALER)
        elif self.table.phase is Phase.BETTING:
            self.between_rounds()
        else:
            self.deal_or_decide()
        if len(self.table.record.entries) == before:
            self.unblock()

    def between_rounds(self) -> None:
        table, shoe, chance = self.table, self.table.shoe, self.chance
        if not shoe.ready or shoe.burns_due or not (shoe.remaining or shoe.pending or shoe.machine):
            self.prepare()
        elif table.wagers and self.attempt(NoMoreBets(overlooked=self.overlooked()), DEALER):
            return
        elif table.wagers and chance.random() < 0.5:
            self.unblock()
        elif table.wagers and chance.random() < 0.5:
            for wager in list(table.wagers):
                back = PlaceWager(player=wager.player, box=wager.box, amount=0, wager=wager.wager)
                self.attempt(back, DEALER)
        else:
            self.bet()

    def overlooked(self) -> tuple[tuple[str, int], ...]:
        """Return wagers under their minimum that the dealer has not noticed, now and then."""
        short = [
            (wager.player, wager.box)
            for wager in self.table.wagers
            if wager.wager == self.table.game.wagers[0]
            and wager.amount < self.table.sign.of(wager.wager).minimum
        ]
        return tuple(short) if self.chance.random() < 0.3 else ()

    def bet(self) -> None:
        here = [name for name in self.names if name not in self.table.patrons.excluded]
        if len(here) < 2:
            self.names.append(f"p{len(self.names) + 1}")
            here.append(self.names[-1])
        for box, name in enumerate(here, 1):
            self.come(name)
            main, *sides = self.table.game.wagers
            place = box if self.chance.random() < 0.7 else self.chance.choice(self.table.boxes)
            for wager in (main, *sides):
                if wager == main or self.chance.random() < 0.3:
                    amount = self.chance.choice(self.amounts(wager))
                    placed = PlaceWager(player=name, box=place, amount=amount, wager=wager)
                    self.attempt(placed, Person(name, Role.PLAYER))

        for command in self.also_bets(self):
            self.attempt(command, OPERATOR)

    def amounts(self, wager: str) -> tuple[int, ...]:
        limits = self.table.sign.of(wager)
        if named := self.table.game.amounts(wager, limits.minimum):
            return named
        least = max(limits.minimum, 5_00)
        least = -(-least // limits.multiple) * limits.multiple
        return (
            least,
            least,
            2 * least,
            4 * least,
            4 * least,
            least // 2,
            2 * (limits.maximum or least),
        )

    def prepare(self) -> None:
        needs_new = self.table.shoe.preparation is Preparation.NEEDS_NEW_CARDS
        if needs_new and NewCards in self.table.game.acts:
            both = NewCards(checked_by_supervisor="sue", checked_by_dealer="dan")
            if self.attempt(both, OPERATOR):
                return
        if self.dealer is not None:
            self.by_dealer(self.dealer.prepare)
            return
        shoe = self.table.shoe
        if shoe.preparation is Preparation.OFFERING_CUT and (to := shoe.offer.player) is not None:
            if not self.attempt(Cut(player=to, at=shoe.remaining // 2), Person(to, Role.PLAYER)):
                self.attempt(DeclineCut(player=to), DEALER)
            return
        if shoe.ready and shoe.burns_due:
            for card in (None, self.chance.choice(DECK)):
                if self.attempt(Burn(card=card), DEALER):
                    return
        ways = [c for c in self.table.legal(OPERATOR, self.now) if _prepares_cards(c)]
        if ways:
            self.must(self.chance.choice(ways), OPERATOR)

    def deal_or_decide(self) -> None:
        """Deal what is due, or let somebody answer who is asked."""
        table = self.table
        round = table.round
        assert round is not None
        if round.card_due_to is not None or table.game.dealers_turn(table) is not None:
            self.deal()
            return
        words = [
            (command, by)
            for by in (*(Person(name, Role.PLAYER) for name in self.names), DEALER)
            for command in round.candidates(by.name if by.role is Role.PLAYER else None)
            if table.check(command, by, self.now) is None
        ]
        if words:
            self.must(*self.chance.choice(words))

    def deal(self) -> None:
        table, shoe = self.table, self.table.shoe
        if self.dealer is not None:
            self.by_dealer(self.chance.choice((self.dealer.deal, self.dealer.step)))
            return
        move = table.game.dealers_turn(table)
        if move is not None:
            self.must(move, DEALER)
        elif shoe.pending:
            self.attempt(Deal(card=shoe.pending[0] or self.any_card()), DEALER)
        elif not shoe.ready or shoe.burns_due:
            self.prepare()
        elif self.chance.random() < 0.02 and CuttingCardDrawn in table.game.acts:
            self.attempt(CuttingCardDrawn(), DEALER)
        elif self.chance.random() < 0.06:
            place = (self.chance.choice((0, *table.boxes)), self.chance.choice((1, 1, 2)))
            self.attempt(Deal(card=self.any_card(), laid_on=place), DEALER)
        elif not self.attempt(Deal(card=self.any_card()), DEALER):
            self.prepare()

    def any_card(self) -> Any:
        return self.chance.choice([card for card in DECK if not self.table.shoe.all_out(card)])

    def unblock(self) -> None:
        """Let staff do what the table waits for besides the course of a round.

        They put a misplaced card right, choose among what is listed as legal, or try any command.
        """
        round = self.table.round
        is_astray = round is not None and round.astray and Reconstruct in self.table.game.acts
        if is_astray and self.attempt(Reconstruct(reason="it has to be"), OPERATOR):
            return
        if self.table.rounds_left == 0 and AnnounceClosure in self.table.game.acts:
            self.attempt(AnnounceClosure(rounds=9), OPERATOR)
        if self.chance.random() < 0.5:
            some = [c for c in self.likely(self) if self.may_try(c, goes_on=True)]
            legal = [c for c in some if self.table.check(c, OPERATOR, self.now) is None]
            if legal:
                self.must(self.chance.choice(legal), OPERATOR)
                return
        by = self.chance.choice(STAFF)
        ways = [c for c in self.table.legal(by, self.now) if self.may_try(c, goes_on=True)]
        if ways and self.chance.random() < 0.4:
            self.must(self.chance.choice(ways), by)
            return
        kinds = list(self.table.game.acts)
        self.chance.shuffle(kinds)
        for kind in kinds:
            command = self.some_command(kind)
            if self.may_try(command, goes_on=True) and self.attempt(command, OPERATOR):
                return

    def restart(self) -> None:
        """Go on with the table that its record gives, and the dealer that its state gives."""
        again = replay(self.table.record.lines)
        assert again.same, again.differences
        assert replayed_as(again.table, self.table)
        for viewer in (None, *self.people()):
            assert again.table.view(viewer) == self.table.view(viewer)
        self.table = again.table
        if self.dealer is not None:
            held = self.dealer.state()
            self.dealer = self.new_dealer()
            self.dealer.resume(held)

    # -- what goes wrong, and what nobody expects

    def go_wrong(self) -> None:
        chance = self.chance
        what = chance.random()
        if what < 0.2 and self.dealer is not None:
            self.slip()
        elif what < 0.3:
            by = chance.choice(self.people())
            offered = [c for c in self.table.legal(by, self.now) if self.may_try(c)]
            if offered:
                self.must(chance.choice(offered), by)
        else:
            self.try_something(self.chance.choice((1, 12)))

    def try_something(self, kinds: int) -> None:
        """Give any command at all: of several kinds the legal one that was accepted least often."""
        chance, acts = self.chance, list(self.table.game.acts)
        some = [(command, OPERATOR) for command in self.likely(self)] if kinds > 1 else []
        for kind in chance.sample(acts, min(kinds, len(acts))):
            by = self.somebody_for(kind)
            some += [(self.some_command(kind), by) for _ in range(3)]
        some = [each for each in some if self.may_try(each[0])]
        legal = [each for each in some if self.table.check(*each, self.now) is None]
        if legal:
            chance.shuffle(legal)
            self.attempt(*min(legal, key=lambda each: self.accepted[type(each[0])]))
        elif some:
            self.attempt(*chance.choice(some), closely=0.2)

    def slip(self) -> None:
        """Let the dealer make a mistake with a card of the shoe."""
        dealer, chance, seen = self.dealer, self.chance, self.chance.random() < 0.6
        round = self.table.round
        assert dealer is not None
        place = Misplace(chance.choice((0, *self.table.boxes)), chance.choice((1, 1, 2)))
        slips: tuple[AnyDealerStep, ...] = (
            FindFaceUp(),
            DrawInError(seen),
            BurnInError(seen),
            Overdraw(seen),
            TakeBack(),
            place,
        )
        card_due = self.table.phase is Phase.DEALING and round and round.card_due_to
        step = place if card_due and chance.random() < 0.5 else chance.choice(slips)
        if step is place and not card_due:
            return
        is_known = step is place or SLIPS[type(step)] in self.table.game.acts
        if is_known and not dealer.cutting_card_next:
            self.by_dealer(lambda: take(dealer, step))

    def some_command(self, kind: type[Command]) -> Command:
        return command_at(self.table, kind, self.names, self.chance)

    def people(self) -> list[Person]:
        return [*(Person(name, Role.PLAYER) for name in self.names), *STAFF, *OTHERS]

    def somebody_for(self, kind: type[Command]) -> Person:
        """Return a person who may give such a command, or now and then one who may not."""
        act = self.table.game.acts[kind]
        people = self.people()
        able = [person for person in people if person.role in act.open_to]
        return self.chance.choice(able if able and self.chance.random() < 0.85 else people)

    def may_try(self, command: Command, *, goes_on: bool = False) -> bool:
        """True if a command does not end the evening, nor say what the virtual dealer knows."""
        if isinstance(command, ENDS_THE_EVENING):
            return False
        is_corrected = isinstance(command, CorrectCard | CorrectLastCard)
        is_dealers = isinstance(command, Cut | DeclineCut | Collect)
        if self.dealer is not None and not is_corrected:
            is_dealers = is_dealers or draws_cards(type(command))
        if self.dealer is not None and is_dealers:
            return False
        return not (goes_on and isinstance(command, (Leave, NoMoreBets, CloseTable)))

    # -- what holds

    def look(self) -> None:
        """Look at what followed from the last commands, and at where chips and cards are."""
        entries = self.table.record.entries
        for entry in entries[self._seen :]:
            for fact in entry.facts:
                assert fact.clauses, f"{fact} cites nothing: {LAW_IS_MISSING}"
                assert set(fact.clauses) <= self.known, fact
                if isinstance(fact, Notified) and fact.about == "owed to the house":
                    self.owing.add(fact.detail.partition(":")[0])
            self.also(self, entry.facts)
        self._seen = len(entries)
        self.chips_are_conserved()
        self.every_card_is_somewhere()

    def chips_are_conserved(self) -> None:
        table = self.table
        assert table.chips.balances
        for name, held in table.chips.racks.items():
            assert held >= 0 or name in self.owing, f"{name} has {held}"
        if table.phase is Phase.BETTING:
            assert table.chips.layout == sum(wager.amount for wager in table.wagers)

    def every_card_is_somewhere(self) -> None:
        shoe = self.table.shoe
        if shoe.preparation in (Preparation.NEEDS_SHUFFLE, Preparation.NEEDS_NEW_CARDS):
            return  # on their way together
        out = (*shoe.rack, *shoe.layout, *shoe.pending)
        assert shoe.remaining + len(out) + shoe.for_next_round == shoe.decks * 52
        assert +shoe.out == +Counter(card for card in out if card)
        assert not Counter(self.table.cleared) - Counter(shoe.layout)
        assert all(0 <= copies <= shoe.decks for copies in shoe.out.values())

    # -- how it ends

    def finish(self) -> None:
        """Reach the next round with nothing more going wrong, wherever the table has got to."""
        for _ in range(400):
            if self.table.phase is Phase.BETTING and self.table.shoe.ready:
                return
            self.step()
        stuck = f"{self.table.phase}, {self.table.shoe.preparation}"
        raise AssertionError(f"the table cannot reach its next round: {stuck}")

    def prove_the_shoes(self) -> None:
        """Publish every secret; assert that each card that came out was the next of its shoe."""
        if self.dealer is None:
            return
        record = self.table.record
        secrets = [
            Reveal(commitment=commitment, secret=secret, pack=parse_cards(pack))
            for commitment, secret, pack in self.dealer.state().secrets
        ]
        entries = [Entry(0, 0, "dan", DEALER.role, each, ()) for each in secrets]
        told = _Told(record.header, [*record.entries, *entries])
        unfair = [str(check) for check in check_shoes(told) if not check.fair]
        assert unfair == [], unfair

    def replay(self) -> None:
        """Play the record again, to the same facts and the same table."""
        again = replay(self.table.record.lines)
        assert again.differences == []
        assert again.table.record.head == self.table.record.head
        assert replayed_as(again.table, self.table)

    def won_in(self, number: int, facts: tuple[Fact, ...]) -> Counter[str]:
        """Return what each player has won by a round, with what has just followed for it."""
        past = self.table.past_round(number)
        assert past is not None
        net: Counter[str] = Counter()
        for fact in {id(fact): fact for fact in (*past.facts, *facts)}.values():
            if isinstance(fact, Settled):
                net[fact.player] += fact.net
            elif isinstance(fact, Reversed):
                net[fact.player] -= fact.net
        return net


class _Told:
    """A record with the secrets of shoes that are still in use."""

    def __init__(self, header: Header, entries: list[Entry]) -> None:
        self.header = header
        self.entries = entries


def _prepares_cards(command: Command) -> bool:
    """True if a command is about the cards as they get into the shoe."""
    handles_cards = command.needs_cards_in_hand and not isinstance(command, Deal)
    return handles_cards or isinstance(command, Cut)
