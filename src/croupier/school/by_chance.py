"""Exercises by chance: a round that the engine deals, and one mistake that is possible in it.

An exercise follows from the instrument, a seed and a number, and from nothing else. A round is
played at random first. Then something is put into it that can go wrong at a table with its
commands; whatever the table's judge would not take there is thrown away, and something else is
tried.
"""

from __future__ import annotations

import random
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from croupier.adjudication import ROUND_FILES, Answer, Settlement, account_of
from croupier.aggregate.acts import Command, tag_of
from croupier.cards import DECK, Card
from croupier.game_rules import game_of, rules_for
from croupier.money import money
from croupier.play.game import Game
from croupier.rulebook.citations import did_you_mean
from croupier.rulebook.instruments import load
from croupier.school.checking import check
from croupier.school.exercises import (
    DEAL_ON,
    WRONG_HAND,
    Exercise,
    Mistake,
    NotAnExercise,
    catalogue,
)
from croupier.school.game_exercises import SCHOOL, SchoolPart
from croupier.school.payout_drills import STAKES, decision
from croupier.school.practice_table import TRAINER
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.conduct import RaiseDispute
from croupier.table.acts.dealing import Deal
from croupier.table.acts.misplaced_cards import Reconstruct
from croupier.table.acts.stray_cards import DealerOverdrew, DrawnInError, FaceUpCard
from croupier.table.table import Phase
from croupier.table_replay import codec_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from croupier.rulebook.instruments import Instrument
    from croupier.school.exercises import Entry
    from croupier.table.table import Table

PLAYERS = ("ana", "ben")
LATE = "cleo"
"""Who comes when betting is over."""
CHIPS = 1_000_000_00
ROUNDS = 40
"""In how many rounds a mistake is looked for a place before any other will do."""
CARDS = 60
NAME = re.compile(r"chance-(\d{1,18})-(\d{1,9})")
"""What an exercise by chance is called, with its seed and its number."""

T = TypeVar("T")


def name_of(seed: int, number: int) -> str:
    return f"chance-{seed}-{number}"


def by_chance(instrument: str | Instrument, seed: int, number: int) -> Exercise:
    """The exercise of that number; every mistake that the game knows comes up as often."""
    return _drawn(load(instrument), seed, number)


def find(instrument: str | Instrument, name: str) -> Exercise:
    """The exercise of that name: of those that come with the program, or by chance."""
    book = load(instrument)
    found = catalogue(book).get(name)
    if found is not None:
        return found
    drawn = NAME.fullmatch(name)
    if drawn is None:
        near = did_you_mean(name, catalogue(book))
        raise LookupError(f"{book.id} has no exercise {name!r}{near}")
    return by_chance(book, int(drawn[1]), int(drawn[2]))


@lru_cache(maxsize=256)
def _drawn(book: Instrument, seed: int, number: int) -> Exercise:
    chance = random.Random(f"{book.id}/{seed}/{number}/exercise")
    makes = _MAKERS[chance.choice([*_MAKERS])]
    for tried in range(ROUNDS + 1):
        played = DrawnRound(book, chance)
        for made in (makes if tried < ROUNDS else _wrong_payment)(played, chance):
            try:
                return check(msgspec.structs.replace(made, name=name_of(seed, number)))
            except NotAnExercise:  # it is not possible there
                continue
    raise AssertionError("every round has a wager that can be paid wrongly")


# --- a round


class DrawnRound:
    """A round played at random, with everything that happened in it as a round file has it."""

    def __init__(self, book: Instrument, chance: random.Random) -> None:
        self.part = ROUND_FILES.of(book)
        self.school = SCHOOL.of(book) if book in SCHOOL else SchoolPart()
        self.players = PLAYERS
        self.book = book
        rules = rules_for(book)
        self.decks = int(rules.decks)
        names = tuple(game_of(book)(rules).wagers)
        self.cards = chance.sample(list(DECK) * self.decks, min(CARDS, 52 * self.decks))
        self.main = {player: self._main(names, chance) for player in PLAYERS}
        self.stakes = {player: chance.choice(STAKES) for player in PLAYERS}
        game = Game(
            book, {}, seats=list(PLAYERS), cards=self.cards,
            stakes={name: {self.main[name]: self.stakes[name]} for name in PLAYERS},
        )  # fmt: skip
        self.decisions: list[Entry] = []
        while game.turn:
            move, seen = decision(game.legal, chance), len(game.facts)
            game.play(move)
            entry = self.part.as_decision(move, game.facts[seen:])
            if entry is not None:
                self.decisions.append(entry)
        laid = {settled.wager for settled in game.settlements}
        together = laid.intersection(self.part.wager_names(rules)) - set(names)
        self.wagers = [
            {"player": player, "wager": wager, "amount": self.stakes[player]}
            | ({"box": box} if self.part.has_boxes else {})
            for box, player in enumerate(PLAYERS, 1)
            for wager in (self.main[player], *sorted(together))
        ]
        self.commands = frozenset[type[Command]](codec_of(book.basis).commands)

    def _main(self, names: Sequence[str], chance: random.Random) -> str:
        """Where there are no boxes, players choose what they bet on."""
        return names[0] if self.part.has_boxes else chance.choice(names[:3])

    def file(self, script: Sequence[Entry], cards: Sequence[Card], **more: Any) -> dict[str, Any]:
        return {
            "instrument": self.book.id, "options": {}, "boxes": len(PLAYERS) + 1,
            "cards": [str(card) for card in cards], "wagers": self.wagers,
            "script": list(script), **more,
        }  # fmt: skip

    def limits(self, least: int) -> dict[str, list[int]]:
        """What the sign says of the wagers in play, as an option."""
        return {name: [least, 100 * least] for name in self.main.values()}

    def finished(self) -> list[Entry]:
        """Until all is paid: in some games the dealer goes from one box to the next for that."""
        script = [*self.decisions, DEAL_ON]
        if self.school.pays is not None:
            while not self._seen_after(script, lambda table: table.phase is Phase.SETTLED):
                script.append({"do": tag_of(self.school.pays)})
        return script

    def result(self, script: Sequence[Entry]) -> Answer:
        """The round as it stands after this."""
        result = account_of(self.file(script, self.cards, stop=True)).result
        assert isinstance(result, Answer)
        return result

    def pauses(self, chance: random.Random) -> list[int]:
        """After how many decisions somebody has to decide, in any order."""
        return chance.sample(range(len(self.decisions) + 1), len(self.decisions) + 1)

    def until(self, decisions: int) -> list[Entry]:
        return [*self.decisions[:decisions], DEAL_ON]

    def after(self, decisions: int) -> list[Entry]:
        return [*self.decisions[decisions:], DEAL_ON]

    def used_by(self, script: Sequence[Entry]) -> int:
        """How many cards were dealt by then, and not one more."""
        return self._seen_after(script, lambda table: sum(table.shoe.out.values()))

    def lying_after(self, script: Sequence[Entry]) -> frozenset[tuple[int, int]]:
        """Box and place of the hands that still lie there: one that is settled is collected."""

        def look(table: Table) -> frozenset[tuple[int, int]]:
            return frozenset(
                (box.number, hand.place)
                for box in table.view(TRAINER).round.boxes
                for hand in box.hands
                if any(stake.open for stake in hand.stakes)
            )

        return self._seen_after(script, look)

    def _seen_after(self, script: Sequence[Entry], look: Callable[[Table], T]) -> T:
        """What is to be seen of the table when all of a script was done, and nothing more."""
        seen: list[T] = []

        def watch(place: int, table: Table) -> None:
            if place == len(script) + 1:
                seen.append(look(table))

        account_of(self.file(script, self.cards, stop=True), watch=watch)
        return seen[0]

    def exercise(
        self,
        mistake: Mistake,
        told: str,
        until: Sequence[Entry],
        acts: Sequence[Entry],
        rest: Sequence[Entry],
        *,
        cards: Sequence[Card] | None = None,
        tried: Entry | None = None,
        **more: Any,
    ) -> Exercise:
        file = self.file([*until, *acts, *rest], self.cards if cards is None else cards, **more)
        return Exercise(
            name="", mistake=mistake, told=told, file=file, act=len(until) + 1, acts=len(acts),
            tried=tried,
        )  # fmt: skip


# --- what can go wrong in it


def _paid(settlements: Sequence[Settlement], **changed: int) -> list[dict[str, Any]]:
    return [
        {
            name: value
            for name, value in (
                ("player", each.player), ("box", each.box), ("hand", each.hand),
                ("wager", each.wager), ("on", each.on),
                ("net", changed.get(str(place), each.net)),
            )
            if value is not None
        }
        for place, each in enumerate(settlements)
    ]  # fmt: skip


def _settled(played: DrawnRound) -> tuple[Settlement, ...]:
    return played.result(played.finished()).settlements


def _likely(each: Settlement) -> list[int]:
    """What a dealer might give instead: the odds of another wager, or no heed to who won."""
    stake = each.stake
    likely = {stake, 0, -stake, 2 * stake, stake * 3 // 2, stake * 95 // 100, 3 * stake}
    if each.net > stake:
        likely |= {each.net + stake, each.net - stake}
    return sorted(likely - {each.net})


_OVER = "The round is over. The dealer has paid and taken as it says here."


def _wrong_payment(played: DrawnRound, chance: random.Random) -> Iterator[Exercise]:
    settlements = _settled(played)
    place = chance.randrange(len(settlements))
    wrong = _paid(settlements, **{str(place): chance.choice(_likely(settlements[place]))})
    yield played.exercise(
        Mistake.WRONG_PAYMENT, _OVER, played.finished(), (), (), paid=wrong
    )  # fmt: skip


def _nothing(played: DrawnRound, chance: random.Random) -> Iterator[Exercise]:
    yield played.exercise(
        Mistake.NOTHING, _OVER, played.finished(), (), (), paid=_paid(_settled(played))
    )


def _dispute(played: DrawnRound, chance: random.Random) -> Iterator[Exercise]:
    settlements = _settled(played)
    about = chance.choice(settlements)
    too_little = [net for net in _likely(about) if net < about.net]  # nobody disputes the rest
    is_wrong = bool(too_little and chance.getrandbits(1))
    net = chance.choice(too_little) if is_wrong else about.net
    did = f"was paid {money(net)}" if net > 0 else f"lost {money(-net)}" if net else "got it back"
    hand = f", hand {about.hand}" if about.hand is not None and played.part.has_boxes else ""
    where = f" on box {about.box}{hand}" if about.box is not None else ""
    raised = {
        "do": tag_of(RaiseDispute),
        "player": about.player,
        "about": "what my wager came to",
        "round": 1,
    }
    decides = played.school.decides_dispute
    ruling = {"do": tag_of(decides), "number": 1, "decision": "as the rules say"}
    yield played.exercise(
        Mistake.DISPUTE,
        f"The round is over. {about.player} had {money(about.stake)} on {about.wager}"
        f"{where}, {did}, and disputes it. You decide for the house.",
        [*played.finished(), raised], [{**ruling, "stands": not is_wrong}], (),
        paid=_paid([about], **{"0": net}),
    )  # fmt: skip


def _late_wager(played: DrawnRound, chance: random.Random) -> Iterator[Exercise]:
    wager = played.main[PLAYERS[0]]
    amount = chance.choice(STAKES)
    tried = {
        "do": tag_of(PlaceWager), "player": LATE, "box": len(PLAYERS) + 1, "amount": amount,
        "wager": wager,
    }  # fmt: skip
    where = f"box {len(PLAYERS) + 1}" if played.part.has_boxes else f"the {wager}"
    before = [{"deal": chance.randint(1, 3)}]
    yield played.exercise(
        Mistake.LATE_WAGER,
        f"Cards are being dealt. {LATE} now puts {money(amount)} on {where}.",
        before, (), [DEAL_ON, *played.finished()], tried=tried,
        chips=dict.fromkeys((*PLAYERS, LATE), CHIPS),
    )  # fmt: skip


def _short_wager(played: DrawnRound, chance: random.Random) -> Iterator[Exercise]:
    """Under the minimum again, and overlooked; or under it before the first card."""
    short, other = PLAYERS
    returns = played.school.returns_short_wager
    if returns is not None and played.stakes[short] < played.stakes[other]:
        yield from _short_again(played, returns, short, played.stakes[other])
    least = min(played.stakes.values())
    amount, wager = least - 1_00, played.main[short]
    tried = {
        "do": tag_of(PlaceWager), "player": LATE, "box": len(PLAYERS) + 1, "amount": amount,
        "wager": wager,
    }  # fmt: skip
    where = f"box {len(PLAYERS) + 1}" if played.part.has_boxes else f"the {wager}"
    yield played.exercise(
        Mistake.SHORT_WAGER,
        f"The minimum is {money(least)}. Betting is open, and {LATE} puts {money(amount)} on "
        f"{where}.",
        [{"wait": 0}], (), played.finished(), tried=tried,
        options={"limits": played.limits(least)}, chips=dict.fromkeys((*PLAYERS, LATE), CHIPS),
    )  # fmt: skip


def _short_again(
    played: DrawnRound, returns: type[Command], short: str, least: int
) -> Iterator[Exercise]:
    back: Entry = {"do": tag_of(returns), "player": short, "box": 1}
    for named in ({}, {"wager": played.main[short]}):
        yield played.exercise(
            Mistake.SHORT_WAGER,
            f"The minimum is {money(least)}. {short} was told before that short wagers go back. "
            f"The {money(played.stakes[short])} were overlooked, and only now does the dealer "
            "see them.",
            [{"do": tag_of(NoMoreBets), "overlooked": [[short, 1]]}, {"deal": 1}],
            [{**back, **named}],
            [DEAL_ON, *(each for each in played.decisions if each.get("box") != 1), DEAL_ON],
            before=[{"warned": short}], options={"limits": played.limits(least)},
        )  # fmt: skip


def _exposed_card(played: DrawnRound, chance: random.Random) -> Iterator[Exercise]:
    for pause in played.pauses(chance):
        before, rest = played.until(pause), played.after(pause)
        if FaceUpCard in played.commands:
            card = chance.choice(DECK)
            yield played.exercise(
                Mistake.EXPOSED_CARD,
                f"The dealer sees that the next card in the shoe, the {card.spoken}, "
                "lies face up in it.",
                before, [{"do": tag_of(FaceUpCard), "card": str(card)}], rest,
            )  # fmt: skip
        yield from played.school.exposed_cards(played, pause, chance)


def _excess_card(played: DrawnRound, chance: random.Random) -> Iterator[Exercise]:
    for pause in played.pauses(chance):
        before, rest = played.until(pause), played.after(pause)
        used = played.used_by(before) if played.decks > 1 else 0
        cards = [*played.cards[:used], *played.cards[used + 1 :]]
        card = played.cards[used]
        over = pause == len(played.decisions)
        kinds = (DealerOverdrew, DrawnInError) if over else (DrawnInError,)
        for kind in kinds:
            if kind in played.commands and played.decks > 1:
                when = "No more cards are due, and" if over else "Nobody is due a card, and"
                yield played.exercise(
                    Mistake.EXCESS_CARD,
                    f"{when} the dealer draws another one all the same: the {card.spoken}, "
                    "face up.",
                    before, [{"do": tag_of(kind), "card": str(card)}], [] if over else rest,
                    cards=cards,
                )  # fmt: skip
        yield from played.school.excess_cards(played, pause, chance)


def _misplaced_card(played: DrawnRound, chance: random.Random) -> Iterator[Exercise]:
    right = {"do": tag_of(Reconstruct), "reason": "the card is put where it was due"}
    for pause in played.pauses(chance)[:4]:
        if not 0 < pause <= len(played.decisions) or played.decks == 1:
            continue
        decided = played.decisions[:pause]
        used = played.used_by(played.until(pause - 1))
        card = played.cards[used]
        cards = [*played.cards[:used], *played.cards[used + 1 :]]
        lying = played.lying_after(decided)
        for box in range(1, len(PLAYERS) + 1):
            if decided[-1].get("box") != box and (box, 1) in lying:
                wrong = {"do": tag_of(Deal), "card": str(card), "laid_on": [box, 1]}
                yield played.exercise(
                    Mistake.MISPLACED_CARD, WRONG_HAND.format(card.spoken), [*decided, wrong],
                    [right], played.after(pause), cards=cards,
                )  # fmt: skip
    first, others = played.cards[0], played.cards[1:]
    begins: list[Entry] = [{"do": tag_of(NoMoreBets)}]
    if not played.part.has_boxes:
        wrong = {"do": tag_of(Deal), "card": str(first), "laid_on": [0, 2]}
        yield played.exercise(
            Mistake.MISPLACED_CARD, WRONG_HAND.format(first.spoken), [*begins, wrong], [right],
            [DEAL_ON], cards=others,
        )  # fmt: skip
    yield from played.school.misplaced_cards(played)


_MAKERS: dict[Mistake, Callable[[DrawnRound, random.Random], Iterator[Exercise]]] = {
    Mistake.WRONG_PAYMENT: _wrong_payment,
    Mistake.EXPOSED_CARD: _exposed_card,
    Mistake.EXCESS_CARD: _excess_card,
    Mistake.MISPLACED_CARD: _misplaced_card,
    Mistake.LATE_WAGER: _late_wager,
    Mistake.SHORT_WAGER: _short_wager,
    Mistake.DISPUTE: _dispute,
    Mistake.NOTHING: _nothing,
}
"""What makes exercises of each mistake: there is a place for it in the rounds of every game."""
