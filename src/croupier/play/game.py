"""A game that deals itself: the one way to play every instrument from Python."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.acts import Command, not_whole, whole_numbers
from croupier.cards import DECK, Card, parse_cards
from croupier.game_rules import game_of, rules_asked_for
from croupier.play import PLAY, Asked, rules_at
from croupier.play.betting import BettingPhase, table_of
from croupier.play.card_supply import NamedSupply, supply_for
from croupier.play.moves import Legal, Pass, by_tag, no_such_word, parse
from croupier.play.seat_views import BOARD, DEALER, SeatView
from croupier.play.seats_and_stakes import UNLESS_SAID, must_be_cents, read_places, read_stakes
from croupier.rulebook.citations import Refused, did_you_mean
from croupier.rulebook.instruments import Instrument, load
from croupier.shoe import NamedCards
from croupier.table.acts.betting import PlaceWager
from croupier.table.facts import Settled

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Never, NoReturn, Self

    from croupier.aggregate.facts import Fact
    from croupier.game_rules import Rules
    from croupier.odds.simulation.shoe_cut import Penetration
    from croupier.play.seat_views import HandSeen
    from croupier.play.seats_and_stakes import Seats, Stakes

ROUNDS_KEPT = 100
"""How many rounds `undo` goes back at most."""
BETTING = "betting"
_NOTHING = object()
_ARGUMENTS = ("options", "seats", "stakes", "seed", "cards", "penetration")
_LAYING: frozenset[type[Command]] = frozenset({PlaceWager, Pass})


class _RoundStart(msgspec.Struct, frozen=True, gc=False):
    """Everything that a round follows from, but for the moves in it."""

    number: int
    shoe: tuple[Any, ...]
    net: dict[str, int]
    memory: Any
    log: list[Command | tuple[Card, ...]]
    """The moves, and the cards that were named, in their order."""


class Game:
    """Rounds of one instrument, dealt one after the other to the same seats.

    >>> game = Game("act-blackjack-2018", seats=["ana", "ben"], seed=7)
    >>> game.turn, list(map(str, game.legal))
    ('ana', ['double box=1 amount=1000', 'hit box=1', 'stand box=1'])

    The first round begins at once, `next_round` begins another, and a game deals whatever is due
    by itself: shuffles, burns, cutting cards and betting that opens again are seen to.

    `seats` are so many seats, or their names, or the names on each box, as in
    `{1: ["ana", "ben"], 2: ["ana"]}`; the first on a box decides for it. `stakes` are cents: the
    main wager of every round, or stakes by wager; several to choose from, as in
    `{"main": (1000, 5000), "perfect-pairs": (500,)}`, make wagering a move; and seats that differ
    are told apart by their names, as in `{"ana": 1000, "ben": {"main": 2000}}`. Left out, it is the
    minimum of the sign, or ten dollars.

    The cards follow from `seed`, which is drawn if it is left out. With `cards`, the first cards
    are those, and what comes after them follows from the seed, or, if none is given, is named with
    `deal`. The shoe is dealt to a cutting card as deep as the rules let it go in; `penetration`
    puts it elsewhere, as a part of the shoe, and `None` has every round dealt from a fresh one.
    """

    __slots__ = (
        "_asked",
        "_betting",
        "_card_due",
        "_instrument",
        "_is_betting",
        "_is_fresh",
        "_is_over",
        "_judge",
        "_kinds",
        "_layout",
        "_legal",
        "_looked",
        "_moves",
        "_net",
        "_part",
        "_passed",
        "_round",
        "_seats",
        "_seed",
        "_shoe",
        "_start",
        "_starts",
        "_with_amount",
    )

    def __init__(
        self,
        instrument: str | Instrument | Rules,
        options: Mapping[str, object] | None = None,
        *,
        seats: Seats = 1,
        stakes: Stakes | None = None,
        seed: int | None = None,
        cards: Iterable[Card] | str | None = None,
        penetration: Penetration = "cut",
        **unknown: Never,
    ) -> None:
        if unknown:
            raise _no_argument(instrument, unknown)
        rules = rules_asked_for(instrument, options)
        book: Instrument = rules.instrument
        places = read_places(seats)
        named = None if cards is None else _read_cards(cards)
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
            raise TypeError(f"seed: a whole number, not {seed!r}")
        self._instrument = book
        self._part = PLAY.of(book)
        self._card_due = self._part.CARD_DUE
        self._moves = self._part.MOVES
        self._kinds = by_tag(self._moves | _LAYING)
        self._judge = self._part.why_not
        self._with_amount = {kind for kind in self._moves if "amount" in kind.__struct_fields__}
        self._seats = tuple(dict.fromkeys(place.seat for place in places))
        table = table_of(game_of(book)(rules), places)
        if stakes is None:
            main = table.game.wagers[0]
            stakes = table.sign.of(main).minimum if main in table.sign.limits else UNLESS_SAID
        laid = read_stakes(stakes, self._seats, table.game.wagers)
        self._betting = BettingPhase(table, self._part, places, laid)
        self._seed = secrets.randbits(64) if seed is None else seed
        in_order = named is not None and seed is None
        self._shoe = supply_for(table, self._part, self._seed, named, in_order, penetration)
        self._net = dict.fromkeys(self._seats, 0)
        self._layout: Any = None
        """What every round begins with, where nobody wagers anew."""
        self._round: Any = None
        self._asked: Asked | None = None
        self._passed: set[Asked] = set()
        self._legal: Legal | None = None
        self._starts: deque[_RoundStart] = deque(maxlen=ROUNDS_KEPT)
        self._is_betting = self._looked = False
        self._is_over = self._is_fresh = True
        self._begin(1)

    # -- what it is

    @property
    def instrument(self) -> str:
        """The id of the instrument."""
        return self._instrument.id

    @property
    def rules(self) -> Any:
        """The rules of the table, with every option decided."""
        return rules_at(self._betting.table)

    @property
    def options(self) -> dict[str, Any]:
        """Every option with its value, those that were left to their default too."""
        return dict(self._betting.table.options)

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays."""
        return self._seats

    @property
    def seed(self) -> int:
        """What the cards follow from: a game with the same seed has the same shoes."""
        return self._seed

    # -- where it stands

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return self._start.number

    @property
    def stage(self) -> str:
        """The part of the round, as in `betting`, `subsequent deal` or `on the river`."""
        round = self._round
        return BETTING if round is None else round.stage

    @property
    def turn(self) -> str | None:
        """The seat that is to move; nobody once the round is over."""
        asked = self._asked
        return None if asked is None else asked.seat

    @property
    def over(self) -> bool:
        """Whether the round is over and everything in it settled."""
        return self._is_over

    @property
    def card_due(self) -> str | None:
        """Whose card is to be named next, with `deal`, if one is."""
        if self._asked is not None or self._is_over:
            return None
        due = self._round.due
        box, hand = getattr(due, "box", None), getattr(due, "hand", None)
        if box is not None and hand is not None:
            return f"box {box.number}" if hand.place == 1 else f"box {box.number}.{hand.place}"
        to = getattr(due, "to", None) or getattr(hand, "whose", "dealer")
        return f"box {to}" if isinstance(to, int) else str(to)

    @property
    def net(self) -> dict[str, int]:
        """What each seat has won or lost in all rounds that are over, in cents."""
        return dict(self._net)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Everything that has happened in the round, in order, each with its clauses.

        They say no more than everybody at the table could see.
        """
        happened = () if self._round is None else self._round.facts
        return (*self._betting.back, *happened)

    @property
    def settlements(self) -> tuple[Settled, ...]:
        """What has been settled in the round: whose wager, how it came out, under which clauses."""
        return tuple(fact for fact in self.facts if type(fact) is Settled)

    @property
    def story(self) -> list[str]:
        """The same in words, a sentence for each fact, with its clauses."""
        from croupier.wording.teller import audience_of, say

        to = audience_of(self._instrument)
        return [f"{say(fact, to)} ({', '.join(fact.clauses)})" for fact in self.facts]

    @property
    def moves(self) -> tuple[Command, ...]:
        """The moves of the round, in order."""
        return tuple(move for move in self._start.log if isinstance(move, Command))

    @property
    def hand(self) -> HandSeen | None:
        """The hand that is decided about, as the seat whose turn it is sees it."""
        asked, round = self._asked, self._round
        return None if asked is None or round is None else self._part.hand(round, asked)

    @property
    def dealer(self) -> HandSeen | None:
        """The dealer's hand as everybody sees it; baccarat has none."""
        return self._common(DEALER)

    @property
    def board(self) -> HandSeen | None:
        """The communal cards of Hold'em as everybody sees them."""
        return self._common(BOARD)

    def _common(self, of: str) -> HandSeen | None:
        hands = () if self._round is None else self._part.common(self._round)
        return next((hand for hand in hands if hand.of == of), None)

    def view(self, seat: str | None = None) -> SeatView:
        """What a seat may know.

        Left out, it is the seat whose turn it is, or the only one; with several seats and nobody to
        move, it is what everybody sees.
        """
        if seat is None:
            asked = self._asked
            if asked is not None:
                seat = asked.seat
            elif len(self._seats) == 1:
                seat = self._seats[0]
        elif seat not in self._net:
            raise self._no_seat(seat)
        part, round, shoe, asked = self._part, self._round, self._shoe, self._asked
        hides = self._betting.table.shoe.face_down
        return SeatView(
            seat,
            self._start.number,
            self.stage,
            None if asked is None else asked.seat,
            () if round is None else (*part.boxes(round, seat, asked), *part.common(round)),
            shoe.left,
            shoe.number,
            0 if seat is None else self._net[seat],
            0 if seat is None else self._betting.staked(seat),
            None if hides else shoe.seen,
        )

    # -- moves

    @property
    def legal(self) -> Legal:
        """The moves of the seat whose turn it is; none when nobody is asked."""
        legal = self._legal
        if legal is None:
            legal = self._legal = Legal(self._find_legal, self._is_legal)
        return legal

    def _find_legal(self, legal: Legal) -> list[Command]:
        if legal is not self._legal:
            raise RuntimeError("these were the legal moves of a turn that is over: ask again")
        asked = self._asked
        if asked is None:
            return []
        if self._is_betting:
            return list(self._betting.candidates(asked))
        round, why_not = self._round, self._part.why_not
        found = [m for m in self._part.candidates(round, asked) if why_not(round, m) is None]
        if self._part.may_pass(round):
            found.append(Pass(player=asked.seat))
        return found

    def _is_legal(self, move: object) -> bool:
        if isinstance(move, str):
            return self.can(move)
        return isinstance(move, Command) and self.why_not(move) is None

    def parse(self, text: str) -> Command:
        """The move that a text names: `str(move)`, or as much of it as only one move can mean."""
        asked = self._asked
        known: dict[str, Any] = {}
        candidates: list[Command] = []
        if asked is not None:
            known = {"player": asked.seat, "box": asked.box or 1, "hand": asked.hand, "amount": 1}
            candidates = self._candidates(asked)
            legal = [move for move in candidates if self.why_not(move) is None]
            candidates = legal + [
                other for other in candidates if type(other) not in {type(move) for move in legal}
            ]
        return parse(text, self._kinds, candidates, known)

    def _candidates(self, asked: Asked) -> list[Command]:
        """What whoever is asked might do, before the rules are asked."""
        if self._is_betting:
            return list(self._betting.candidates(asked))
        return [*self._part.candidates(self._round, asked), Pass(player=asked.seat)]

    def can(self, move: Command | str) -> bool:
        """Whether a move is legal now, or of those that a text may mean, any; `can("double")`.

        A move of another game is not; a word that is no move of any game is an error.
        """
        if not isinstance(move, str):
            return self.why_not(move) is None
        tag, _, said = move.partition(" ")
        kind, asked = self._kinds.get(tag), self._asked
        if kind is None and not any(tag in by_tag(PLAY.of(id).MOVES) for id in PLAY.instruments):
            raise no_such_word(tag, self._kinds)
        if kind is None or asked is None:
            return False
        if said:
            return self.why_not(move) is None
        might = (other for other in self._candidates(asked) if type(other) is kind)
        return any(self.why_not(other) is None for other in might)

    def why_not(self, move: Command | str) -> Refused | None:
        """Why a move is not taken now, with the clauses; nothing if it is legal."""
        if isinstance(move, str):
            move = self.parse(move)
        asked, kind = self._asked, type(move)
        if kind not in self._moves and kind not in _LAYING:
            raise self._no_move(move)
        _must_be_in_cents(move)
        _must_be_whole(move)
        if self._is_betting:
            assert asked is not None
            return self._betting.why_not(move, asked)
        law = self._betting.table.law
        if kind is PlaceWager:
            return Refused("no more bets", law.no_more_bets)
        if self._round is None:
            return Refused("no wager stands, so nothing was dealt", law.no_more_bets)
        if kind is Pass:
            if asked is not None and self._part.may_pass(self._round):
                return None
            return Refused("nobody may pass now", law.no_more_bets)
        return self._part.why_not(self._round, move)

    def play(self, move: Command | str) -> None:
        """Make a move for the seat whose turn it is, and deal until somebody is asked again.

        A move that the rules refuse raises `Refused`, with its clauses, and changes nothing.
        """
        kind = type(move)
        if kind in self._moves and self._asked is not None and not self._is_betting:
            if kind in self._with_amount:
                _must_be_in_cents(move)
            round = self._round
            refusal = self._judge(round, move)  # no text is a move
            if refusal is not None:
                _must_be_whole(move)  # type: ignore[arg-type]
                raise refusal
            round.send(move)
            self._start.log.append(move)  # type: ignore[arg-type]
            self._legal = None
            self._go_on()
        else:
            self._play_otherwise(move)

    def _play_otherwise(self, move: Command | str) -> None:
        """A move by its text, a wager, a pass, or one that is not to be made."""
        if isinstance(move, str):
            self.play(self.parse(move) if self._asked is not None else self._at_no_turn(move))
            return
        asked = self._asked
        if asked is None:
            raise self._nobody_asked(move)
        refusal = self.why_not(move)
        if refusal is not None:
            raise refusal
        self._changed(move)
        if self._is_betting:
            self._betting.lay(move, asked)
            self._go_on_betting()
        else:
            self._passed.add(asked)
            self._go_on()

    def _at_no_turn(self, text: str) -> Command:
        """The move of a text when nobody is asked, so that it can be said why it is not made."""
        known = {"player": self._seats[0], "box": 1, "hand": 1, "amount": 1, "wager": ""}
        return parse(text, self._kinds, [], known)

    def _changed(self, entry: Command | tuple[Card, ...]) -> None:
        self._start.log.append(entry)
        self._legal = None

    def deal(self, cards: Iterable[Card] | str) -> None:
        """Name the next cards, in a game whose cards are named."""
        supply = self._shoe
        if not isinstance(supply, NamedSupply):
            raise RuntimeError("the cards of this game follow from its seed: nobody names them")
        named = _read_cards(cards)
        every_round = self._part.SHUFFLED_EVERY_ROUND
        out = supply.order.cards[self._start.shoe[2] if every_round else 0 :]
        NamedCards(len(supply.pack) // len(DECK), (*out, *named))  # refuses the impossible
        supply.name(named)
        self._changed(named)
        if not self._is_over and not self._is_betting and self._asked is None:
            self._go_on()

    # -- rounds

    def next_round(self) -> None:
        """Begin the next round: it is dealt until somebody is asked, or to its end."""
        if not self._is_over:
            waits = f"{self.turn} is to move" if self._asked else f"{self.card_due} is due a card"
            raise RuntimeError(f"round {self.round} is not over: {waits}")
        self._begin(self._start.number + 1)
        self._is_fresh = False

    def rounds(self, count: int) -> Iterator[int]:
        """So many rounds, one after the other, by their numbers; each is to be played to its end.

        The round that a new game begins with is the first of them.
        """
        for _ in range(count):
            if self._is_fresh and not self._start.log:
                self._is_fresh = False
            else:
                self.next_round()
            yield self.round

    def _begin(self, number: int) -> None:
        betting, shoe = self._betting, self._shoe
        memory = betting.memory() if betting.is_choice else None
        self._start = start = _RoundStart(number, shoe.mark(), self._net.copy(), memory, [])
        self._starts.append(start)
        self._open()

    def _open(self) -> None:
        """The cards are made ready and wagers made, once or again."""
        betting, shoe = self._betting, self._shoe
        self._legal = self._round = None
        self._is_over = False
        if betting.is_choice:
            shuffles = shoe.number
            shoe.prepare()
            if shoe.number != shuffles:
                betting.new_shoe()
            betting.open()
            self._is_betting = True
            self._go_on_betting()
            return
        shoe.prepare()
        if self._layout is None:
            betting.open()
            self._layout = self._lay_out()
        self._deal_round(self._layout)

    def _go_on_betting(self) -> None:
        betting = self._betting
        self._asked = betting.asked()
        if self._asked is None:
            self._is_betting = False
            self._deal_round(self._lay_out())

    def _lay_out(self) -> Any:
        """What rounds begin with; nothing where no round is dealt."""
        ruled = self._betting.close()
        return self._part.lay_out(self._betting.table, ruled) if ruled else _NOTHING

    def _deal_round(self, layout: Any) -> None:
        if layout is _NOTHING:
            self._is_over = True
            return
        shoe = self._shoe
        if shoe.comes_to_its_end():
            self._open()  # no round has begun, so betting opens again on a new shoe
            return
        if self._betting.is_choice:
            self._betting.begin_round()
        self._round = round = self._part.begin(layout)
        self._looked = False
        if shoe.is_fed:
            shoe.begin_round(self._part.cards_of_the_deal(round))
        self._go_on()

    def _go_on(self) -> None:
        """Deal whatever is due until somebody is asked, a card has to be named, or all is over."""
        round, shoe, card_due, part = self._round, self._shoe, self._card_due, self._part
        order, position = shoe.order, shoe.position
        cards, settled = order.cards, order.settled
        deal = round.send
        while True:
            due = round.due
            if type(due) is card_due:
                if position == settled:
                    shoe.position = position
                    if not shoe.settle(self._dealt):
                        self._asked = None
                        return
                    order, position = shoe.order, shoe.position
                    cards, settled = order.cards, order.settled
                deal(cards[position])
                position += 1
            elif due is None:
                shoe.position = position
                self._finish()
                return
            else:
                if not self._looked:
                    self._looked = True
                    part.when_dealt(round)
                asked = part.asked(round, self._passed)
                if asked is not None:
                    shoe.position = position
                    self._asked = asked
                    return
                round.answer(part.go_on(round))
                if self._passed:
                    self._passed.clear()

    def _dealt(self) -> Iterable[Card]:
        return self._part.dealt(self._round)

    def _ends_shoe(self, extended: bool) -> bool:
        return self._part.ends_shoe(self._round, extended)

    def _finish(self) -> None:
        self._asked = None
        self._is_over = True
        if self._passed:
            self._passed.clear()
        shoe, net = self._shoe, self._net
        if shoe.position > shoe.told_after:
            shoe.end_round(self._dealt, self._ends_shoe)
        for fact in [each for each in self._round.facts if type(each) is Settled]:
            net[fact.player] += fact.net

    # -- going back, and trying out

    def undo(self, count: int = 1) -> None:
        """Take back the last move, or so many; in a game of named cards also what was named last.

        Rounds since then in which nobody moved are taken back with it. A game knows its last
        hundred rounds; if it does not know so many moves, nothing is taken back.
        """
        if count < 0:
            raise ValueError(f"count: so many moves to take back, not {count}")
        known = sum(len(start.log) for start in self._starts)
        if count > known:
            moves = "move" if known == 1 else "moves"
            there = f"there are only {known} {moves}" if known else "there is no move"
            raise RuntimeError(f"{there} to take back")
        if not count:
            return
        while count > len(self._starts[-1].log):
            count -= len(self._starts.pop().log)
        start = self._starts[-1]
        self._replay(start, start.log[:-count])

    def clone(self) -> Self:
        """The same game, to be played on apart from this one: the same cards come in it."""
        twin = object.__new__(type(self))
        for name in Game.__slots__:
            setattr(twin, name, getattr(self, name))
        twin._shoe = self._shoe.copy()
        twin._net = dict(self._net)
        twin._passed = set()
        twin._starts = self._starts.copy()
        if self._betting.is_choice:
            twin._betting = self._betting.copy()
        twin._replay(self._start, self._start.log)
        twin._is_fresh = self._is_fresh
        return twin

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a game is not pickled: send its seed and its moves, and play them again")

    def _replay(self, start: _RoundStart, log: list[Command | tuple[Card, ...]]) -> None:
        """Stand at the beginning of a round, and let all that happened then happen again."""
        self._shoe.back(start.shoe)
        self._net = start.net.copy()
        if start.memory is not None:
            self._betting.take_up(start.memory)
        self._passed.clear()
        self._asked = None
        self._is_betting = False
        self._start = msgspec.structs.replace(start, log=[])
        self._starts[-1] = self._start  # a clone may have the other one too
        self._open()
        for entry in log:
            if isinstance(entry, Command):
                self.play(entry)
            else:
                self.deal(entry)

    # -- what is wrong

    def _no_seat(self, seat: object) -> Exception:
        seats = ", ".join(self._seats)
        if not isinstance(seat, str):
            return TypeError(f"seat: the name of a seat, not {seat!r}; the seats are {seats}")
        near = did_you_mean(seat, self._seats)
        return LookupError(f"seat: there is no seat {seat!r}, only {seats}{near}")

    def _no_move(self, move: object) -> Exception:
        if not isinstance(move, Command):
            return TypeError(f"move: a move or its text, such as 'hit', not {move!r}")
        kinds = ", ".join(sorted(self._kinds))
        return ValueError(f"move: {move} is no move of {self.instrument}, only {kinds}")

    def _nobody_asked(self, move: Command) -> Exception:
        if type(move) not in self._moves and type(move) not in _LAYING:
            return self._no_move(move)
        if not self._is_over:
            return RuntimeError(f"{move}: {self.card_due} is due a card, to be named with deal()")
        why = self.why_not(move)
        said = f"nobody is to move: round {self.round} is over, and next_round() begins another"
        return RuntimeError(said) if why is None else Refused(f"{said}; {why.reason}", why.clauses)

    # -- as it is shown

    def __repr__(self) -> str:
        where = f"{self.instrument}, round {self.round}"
        if self._is_over:
            return f"<Game {where}: over, {_money(self._net)}>"
        if self._asked is None:
            return f"<Game {where}: {self.card_due} is due a card>"
        view = self.view()
        hand = "" if view.hand is None else f" with {view.hand}"
        against = "" if view.dealer is None else f" against {view.dealer}"
        return f"<Game {where}, {self.stage}: {self.turn} to move{hand}{against if hand else ''}>"

    def __str__(self) -> str:
        return "\n".join([str(self.view()), *map(_settlement, self.settlements)])

    def _repr_html_(self) -> str:
        from croupier.play.notebook import html_of

        return html_of(self)


def _must_be_in_cents(move: object) -> None:
    amount = getattr(move, "amount", None)
    if amount is not None:
        must_be_cents(amount, f"move: amount of {type(move).__name__}")


def _must_be_whole(move: Command) -> None:
    """Refuse a text or a float for a box, say, of which the rules would only say that it is not
    there.
    """
    for name in whole_numbers(type(move)):
        value = getattr(move, name)
        if value is not None and type(value) is not int:
            raise not_whole(move, name)


def _no_argument(instrument: str | Instrument | Rules, given: Mapping[str, object]) -> TypeError:
    """An argument that a game has not got; an option of the table has its place among `options`."""
    book = load(instrument) if isinstance(instrument, str | Instrument) else instrument.instrument
    known = {option.name for option in book.options}
    for name in given:
        if name not in known:
            near = did_you_mean(name, (*_ARGUMENTS, *known))
            return TypeError(f"{name}: a game takes {', '.join(_ARGUMENTS)}, not this{near}")
    meant = ", ".join(f'"{name}": {value!r}' for name, value in given.items())
    return TypeError(f"{next(iter(given))}: an option of the table: write options={{{meant}}}")


def _settlement(fact: Settled) -> str:
    """What a wager came to, with its clauses."""
    place = "" if fact.box is None else f"box {fact.box}"
    place += "" if fact.hand in (None, 1) else f".{fact.hand}"
    staked = f"{fact.player} {fact.wager} {fact.stake / 100:,.2f}"
    came_to = f"{fact.outcome} {fact.net / 100:+,.2f}"
    return f"  {place:<8} {staked:<28} {came_to} ({', '.join(fact.clauses)})"


def _money(net: Mapping[str, int]) -> str:
    return ", ".join(f"{seat} {cents / 100:+,.2f}" for seat, cents in net.items())


def _read_cards(cards: Iterable[Card] | str) -> tuple[Card, ...]:
    if isinstance(cards, str):
        return parse_cards(cards)
    if not isinstance(cards, Iterable):
        raise TypeError(f"cards: cards, or their names as in 'AS TD', not {cards!r}")
    return tuple(Card(card) for card in cards)
