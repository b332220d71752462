"""The game of a baccarat table: what its rules do in their own way at the table."""

from __future__ import annotations

from collections import Counter
from itertools import takewhile
from typing import TYPE_CHECKING, Any, ClassVar

from croupier.aggregate.acts import Acts
from croupier.aggregate.roles import Role
from croupier.games.baccarat.acts import (
    card_checks,
    dealing,
    determinations,
    irregularities,
    no_bet_coups,
    shuffling,
    wagering,
)
from croupier.games.baccarat.acts.card_checks import ApproveRiffle, AskForRiffle, Riffle
from croupier.games.baccarat.acts.dealing import Turn
from croupier.games.baccarat.acts.determinations import change_if_due
from croupier.games.baccarat.acts.irregularities import (
    ExcessCardSeen,
    OutOfCards,
    RemoveWager,
    ResumeRound,
    clear_for_an_excess_card,
    is_out_of_cards,
)
from croupier.games.baccarat.acts.no_bet_coups import (
    AnswerNoBetCoup,
    AskForNoBetCoup,
    DirectNoBetCoup,
)
from croupier.games.baccarat.acts.shuffling import BurnForgotten, deal_one_more, shuffle_now
from croupier.games.baccarat.acts.wagering import must_be_ruled_on
from croupier.games.baccarat.facts import Determined, NoBetCoup
from croupier.games.baccarat.hands import BANKER, BANKER_PAIR, MAINS, PLAYER, PLAYER_PAIR, TIE
from croupier.games.baccarat.round_at_table import RoundAtTable
from croupier.games.baccarat.settlement import ends_shoe
from croupier.games.baccarat.table_state import (
    BaccaratShoe,
    BaccaratState,
    markers_of,
    no_bet_clauses,
    no_bet_door,
    state_of,
    turners_of,
)
from croupier.games.baccarat.views import beads
from croupier.games.baccarat.wager_rules import (
    bets_in_play,
    close_betting,
    why_not_pay,
    why_not_place,
    why_too_far_apart,
)
from croupier.money import dollars
from croupier.rulebook.citations import Clauses, Refused
from croupier.shoe import CutClaim, CutOffer
from croupier.table.acts import misnamed_cards, misplaced_cards, opening
from croupier.table.acts.betting import PlaceWager, ReturnShortWager, warning_reach
from croupier.table.acts.burn_and_reveal import Burn, NewCards, ReplaceCard
from croupier.table.acts.closing import CloseTable
from croupier.table.acts.dealing import Deal, DealRun
from croupier.table.acts.every_table import EVERY_TABLE
from croupier.table.acts.misplaced_cards import Reconstruct, VoidEarlierRound
from croupier.table.acts.opening import AskDeterminations
from croupier.table.acts.shuffling import Shuffle
from croupier.table.acts.voiding import Invalidate, VoidRound
from croupier.table.facts import Settled
from croupier.table.game_protocol import Asking, OrdinaryGame

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.games.baccarat.views import Bead
    from croupier.table.acts.opening import Approval, OpenTable
    from croupier.table.game_protocol import Overlooked
    from croupier.table.table import Table
    from croupier.table.wagers import Admitted, Wager

ACTS: Acts[Table, BaccaratRules] = Acts(
    EVERY_TABLE.without( AskDeterminations, PlaceWager, ReturnShortWager, Shuffle, Burn,
    ReplaceCard, NewCards, Deal, DealRun, VoidRound, Invalidate, CloseTable, ),
    misplaced_cards.acts.without(Reconstruct, VoidEarlierRound),
    misnamed_cards.acts.without(misnamed_cards.CorrectBurntCard),
    determinations.acts,
    card_checks.acts, wagering.acts, no_bet_coups.acts, shuffling.acts, dealing.acts,
    irregularities.acts,
)  # fmt: skip


class Baccarat(OrdinaryGame):
    """The game of a baccarat table. Its operator may change some of its terms between rounds."""

    acts: ClassVar[Acts[Table, BaccaratRules]] = ACTS
    hides_cards: ClassVar[bool] = False
    shows_past_cards: ClassVar[bool] = True

    def __init__(self, rules: BaccaratRules) -> None:
        self._house = BaccaratState(rules)

    @property
    def rules(self) -> BaccaratRules:
        return self._house.rules

    @classmethod
    def terms_at_first(cls, options: Mapping[str, Any]) -> str:
        first = Determined(
            settlement=options["settlement"], pairs=next(iter(options["side_bets"]), None),
            dealing=options["dealing"], differential=options["differential"], clauses=Clauses(()),
        )  # fmt: skip
        return first.table_terms

    @property
    def wagers(self) -> tuple[str, ...]:
        mains = (BANKER, PLAYER, TIE)
        return mains if self.rules.pairs is None else (*mains, BANKER_PAIR, PLAYER_PAIR)

    @property
    def terms(self) -> dict[str, str]:
        rules = self.rules
        most = rules.differential
        return {
            "settlement": f"method {rules.options['settlement']}",
            "pairs": ", ".join(rules.options["side_bets"]) or "none",
            "dealing": rules.dealing.replace("_", " "),
            "table differential": "none" if most is None else dollars(most),
        }

    # -- the table and its cards

    def why_not_open(self, command: OpenTable) -> Refused | None:
        return None

    def opening(self, table: Table, approval: Approval, float: int) -> Command:
        return opening.on_approval(table, approval, float)

    def new_shoe(self) -> BaccaratShoe:
        by_points = self.options["burn_method"] == "b"
        return BaccaratShoe(self.rules.decks, shows_first_burn=by_points)

    def new_state(self) -> BaccaratState:
        return self._house

    def cut_offers(self, table: Table) -> tuple[CutOffer[str], ...]:
        """To every player, those with a seat first; with none, or none willing, a supervisor."""
        seats = table.patrons.seats
        seated = {seats[box]: box for box in sorted(seats)}
        standing = dict.fromkeys(player for player in table.patrons.arrived if player not in seated)
        offers = [
            CutOffer(CutClaim.IN_TURN, player, box) for player, box in (seated | standing).items()
        ]
        return (*offers, CutOffer(CutClaim.SUPERVISOR, None))

    def cutting_card_depths(self, cards: int) -> range:
        return range(self.options["cutting_card_depth"], cards)

    def burns_on_new_shoe(self) -> int:
        return 1  # where it is shown, its points say how many more

    # -- wagers

    def amounts(self, wager: str, least: int) -> tuple[int, ...]:
        return ()

    def why_not_stake(self, wager: str, amount: int) -> Refused | None:
        return why_not_pay(self.rules, wager, amount)

    def why_not_place(self, table: Table, new: Wager) -> Refused | None:
        old = table.wager_of(new.player, new.box, new.wager)
        others = table.wagers
        if old is not None:
            others = [wager for wager in others if wager is not old]
        return why_not_place(self.rules, table.sign, others, new, markers=markers_of(table))

    def falls_with(self, table: Table, gone: Wager) -> Iterable[tuple[Wager, Clauses]]:
        return ()

    def close_betting(self, table: Table, overlooked: Overlooked) -> list[Admitted]:
        return close_betting(
            self.rules,
            table.sign,
            table.wagers,
            markers=markers_of(table),
            warned=table.patrons.warned,
            reach=warning_reach(table),
            overlooked=overlooked,
        )

    def why_not_deal(self, table: Table, ruled: Sequence[Admitted]) -> Refused | None:
        must_be_ruled_on(table)
        standing = [each for each in ruled if each.stands]
        if not standing and no_bet_door(table) is None:
            return Refused("no wager stands, nor is it a no-bet coup", table.law.no_more_bets)
        for each in () if table.takes_any_stake else standing:
            unpayable = why_not_pay(self.rules, each.wager.wager, each.stands)
            if unpayable is not None:
                return unpayable
        return why_too_far_apart(self.rules, before=(), after=standing)

    def takes_part(self, wager: str) -> bool:
        return True

    def start(self, table: Table, ruled: Sequence[Admitted]) -> RoundAtTable:
        house, door = state_of(table), no_bet_door(table)
        if house.pre_shuffled:  # which are not checked when gaming is over either
            table.closing_check_due = house.check_was_due
        house.sent_back = {
            fact.player
            for fact in table.fresh
            if isinstance(fact, Settled) and set(self.rules.law.differential) <= set(fact.clauses)
        }
        if door is not None:
            clauses = no_bet_clauses(table, door)
            table.add_fact(NoBetCoup(round=table.number, door=door, clauses=clauses))
        return RoundAtTable(self.rules, bets_in_play(ruled), house.turners)

    def dealers_turn(self, table: Table) -> Command | None:
        """To turn hands that nobody else was named for, and to say that no card is left."""
        if is_out_of_cards(table):
            return OutOfCards()
        coup = table.round
        if not isinstance(coup, RoundAtTable):
            return None
        for hand in coup.hands_to_turn:
            if not turners_of(table, hand):
                return Turn(hand=hand, place=coup.hidden(hand)[0])
        return None

    def asking(self, table: Table) -> Asking | None:
        """Named patrons turn cards, and all may remove wagers; then the dealer does it for them."""
        coup = table.round
        assert isinstance(coup, RoundAtTable)
        if coup.removal_open:
            return Asking((table.number, "removal"), (), (ResumeRound(),))
        for hand in coup.hands_to_turn:
            named = turners_of(table, hand)
            if named:
                turn = Turn(hand=hand, place=coup.hidden(hand)[0], player=named[0])
                return Asking((table.number, len(coup.cards), hand), tuple(named), (turn,))
        return None

    def between_rounds(self, table: Table) -> None:
        state_of(table).forget_wishes()
        self._end_of_the_shoe(table)
        if table.shoe.ready:
            clear_for_an_excess_card(table)
        change_if_due(table)

    def _end_of_the_shoe(self, table: Table) -> None:
        """The cutting card is out: the shuffle comes now, or after one more round."""
        house, law, shoe = state_of(table), self.rules.law, table.shoe
        if not shoe.shuffle_due or not shoe.ready:
            return
        coup = table.round
        won = coup.winner if isinstance(coup, RoundAtTable) else None
        if house.shuffle_directed:
            shuffle_now(table, law.shuffle_directed)
        elif not ends_shoe(won, one_more=house.one_more):
            deal_one_more(table)
        else:
            house.last_round = None if house.one_more else table.number
            shuffle_now(table, law.shuffle_after_cutting_card)

    def scoreboard(self, table: Table) -> tuple[Bead, ...]:
        """The results of the shoe in use, in their order."""
        first = state_of(table).first_round
        of_this_shoe = takewhile(lambda past: past.number >= first, reversed(table.rounds))
        return beads(reversed([*of_this_shoe]))

    def candidates(self, table: Table, person: Person) -> Iterator[Command]:
        """Each of them without words; which are legal is for the table to judge."""
        if person.role is Role.PLAYER:
            yield AskForNoBetCoup(player=person.name)
            yield AnswerNoBetCoup(player=person.name)
            yield AnswerNoBetCoup(player=person.name, agrees=False)
            yield AskForRiffle(player=person.name)
            yield from _on_the_coup(table, person.name)
        elif person.is_staff:
            yield DirectNoBetCoup()
            yield ApproveRiffle()
            yield Riffle()
            yield BurnForgotten()
            yield ExcessCardSeen()
            yield OutOfCards()
            yield ResumeRound()
            yield from _on_the_coup(table, None)

    # -- tournaments

    def at_risk(self, wagers: Sequence[Wager]) -> int:
        """Return the most that wagers can lose together.

        Wagers on both sides risk no more than what the winning one fails to make up for. Pairs
        may be lost whoever wins.
        """
        staked = Counter[str]()
        for wager in wagers:
            staked[wager.wager] += wager.amount
        pairs = sum(staked[wager] for wager in staked.keys() - MAINS)
        won = (pays.value.on(staked[BANKER]) for _, pays in self.rules.winning_odds(BANKER))
        nets = (
            staked[PLAYER] - staked[BANKER] - staked[TIE],
            min(won) - staked[PLAYER] - staked[TIE],
            0,
        )
        return pairs - min(nets)


def _on_the_coup(table: Table, player: str | None) -> Iterator[Command]:
    """Hands to turn, wagers to remove or withdraw: one's own, or with no name anybody's."""
    coup = table.round
    if not isinstance(coup, RoundAtTable):
        return
    for hand in coup.hands_to_turn:
        for place in coup.hidden(hand):
            for turner in coup.turners.get(hand, ()):
                if player in (None, turner):
                    yield Turn(hand=hand, place=place, player=turner)
            if player is None:
                yield Turn(hand=hand, place=place)
    if coup.removal_open or coup.permitted:
        for bet in coup.round.bets:
            if bet.open and bet.box is not None and player in (None, bet.player):
                yield RemoveWager(player=bet.player, box=bet.box, wager=bet.wager)
                yield PlaceWager(player=bet.player, box=bet.box, amount=0, wager=bet.wager)
