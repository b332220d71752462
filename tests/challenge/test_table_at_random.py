"""Tables of Blackjack Challenge driven at random, by everybody at once, with errors.

Chips and tokens are conserved to the cent; every card is somewhere; asking and doing agree; a
refused command changes nothing; every fact and refusal cites clauses that exist; no box plays over
its maximum; and the record plays again to the same facts and the same table.

CROUPIER_FUZZ=20 drives twenty times as many tables.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.challenge.table_support import GAMING_MANAGER, NSW, conventions
from tests.table_support import (
    DEALER,
    INSPECTOR,
    NOW,
    OPERATOR,
    SUPERVISOR,
    player,
)

from croupier.aggregate.acts import Command
from croupier.aggregate.roles import Person
from croupier.cards import DECK
from croupier.dealer import Dealer
from croupier.game_rules import table_for
from croupier.games.blackjack.asks_and_answers import MoveOn
from croupier.games.blackjack.round_at_table import RoundAtTable
from croupier.games.blackjack.voiding import open_stakes
from croupier.games.challenge.acts import (
    conduct,
    decisions,
    limits,
    notices,
    overlooked_wagers,
    player_restrictions,
    promotional_tokens,
    shared_boxes,
    shuffling_device,
    side_bets,
    stray_cards,
    void_rounds,
)
from croupier.games.challenge.acts.opening_and_closing import DIAGRAMS, OpenChallenge
from croupier.games.challenge.acts.shuffling import VerifyCollected
from croupier.games.challenge.game import Challenge
from croupier.games.challenge.table_law import law_of
from croupier.games.challenge.table_state import KEPT, state_of
from croupier.rulebook.citations import Refused
from croupier.table.acts import (
    betting,
    burn_and_reveal,
    chips_and_float,
    closing,
    cutting_card,
    dealing,
    misplaced_cards,
    opening,
    patrons,
    several_boxes,
    shuffling,
    shuffling_machine,
    sign,
    voiding,
)
from croupier.table.acts import stray_cards as any_stray_cards
from croupier.table.acts.player_restrictions import LiftRestriction, RequireMinimum
from croupier.table.facts import Notified, TokensMoved
from croupier.table.shoe_state import Preparation
from croupier.table.shuffle_verification import Verdict, check_shoes
from croupier.table.table import Phase
from croupier.table.tournament_play import TableTerms
from croupier.table.wagers import MAIN
from croupier.table_replay import replay
from croupier.testing.table_state import replayed_as, tried

if TYPE_CHECKING:
    from collections.abc import Callable

LONGER = int(os.environ.get("CROUPIER_FUZZ", "1"))
NAMES = ("ana", "bob", "cat", "don")
BOXES = 5
PEOPLE = [*map(player, NAMES), DEALER, SUPERVISOR, GAMING_MANAGER, OPERATOR, INSPECTOR]
AMOUNTS = (0, 2_50, 5_00, 10_00, 15_00, 20_00, 50_00, 120_00, 12_34, -10_00)

OPTIONS = st.fixed_dictionaries(
    {
        "device": st.sampled_from(["shoe", "shoe", "shuffler"]),
        "side_bets": st.sampled_from([[], ["any-pairs"], ["perfect-pairs"]]),
        "minimum_scope": st.sampled_from(["player", "area"]),
        "second_bettor_order": st.sampled_from(["line", "time"]),
        "grandfather_scope": st.sampled_from(["boxes_at_change", "marked_box", "all_boxes"]),
        "restriction_same_area": st.booleans(),
        "side_bet_amount": st.sampled_from(["fixed", "range"]),
        "rounding_unit": st.sampled_from(["hand_per_player", "wager", "player_total"]),
        "token_after_win": st.sampled_from(["returned", "taken"]),
        "limits_apply_to_additional": st.booleans(),
        "min_double": st.sampled_from(["smallest_chip", "table_minimum"]),
        "dealer_blackjack_collects": st.sampled_from(["BB+1", "OBO_total_cap", "OBBO"]),
        "rejoin_on_resplit": st.booleans(),
        "interim_scope": st.sampled_from(["all_payments_before_final", "rule_8_only"]),
        "void_restores_collected_losses": st.booleans(),
        "burned_in_error": st.sampled_from(["reuse_if_immediate", "always_burned"]),
        "seen_between_rounds": st.sampled_from(["next_card", "burned"]),
        "refusal_scope": st.sampled_from(["player", "area", "hand"]),
        "absent_decider": st.sampled_from(["next_bettor", "draw_to_12"]),
        "election_scope": st.sampled_from(["all_stakes", "unsettled"]),
        "election_unit": st.sampled_from(["player", "area"]),
    }
)

_VALUES: dict[str, list[Any]] = {
    "player": [*NAMES, "zed", ""],
    "person": [*NAMES, "zed"],
    "for_player": [*NAMES, "zed"],
    "players": [(), ("ana",), ("ana", "bob"), ("bob", "ana")],
    "box": [-1, 0, 1, 2, 3, 6],
    "boxes": [(), (1,), (1, 2), (9,)],
    "hand": [0, 1, 2, 3],
    "amount": [*AMOUNTS],
    "minimum": [*AMOUNTS],
    "maximum": [*AMOUNTS, 400_00],
    "most": [0, 1, 2, 3, 4],
    "float": [0, 1_000_00, -1],
    "wager": [MAIN, "any-pairs", "perfect-pairs", KEPT],
    "wagers": [(), (MAIN,), ("keno",)],
    "after_win": [None, "returned", "taken", "eaten"],
    "valid_until": [None, NOW - 1, NOW + 10**9],
    "takes_effect": [NOW, NOW + 10**9],
    "closes": [NOW, NOW + 10**9],
    "to": ["inspector", "surveillance", "police", ""],
    "of": ["further-shoes", "one-box", "any-pairs", "tea"],
    "card": [*DECK],
    "cards": [(), (DECK[0],), (DECK[0], DECK[20])],
    "damaged": [(), (DECK[5],)],
    "missing": [(), (DECK[7],)],
    "foreign": [(), ("joker",)],
    "forfeits": [(), ("ana",)],
    "draw": [0, 1, 3, 5, 40],
    "laid_on": [None, (0, 1), (1, 1), (2, 1), (2, 2), (9, 1)],
    "overlooked": [()],
    "number": [0, 1, 2],
    "round": [None, 0, 1, 2, 3],
    "rounds": [-1, 0, 1, 5],
    "at": [0, 52, 156, 300],
    "said": [0, 17, 21],
    "from_back": [0, 1, 52, 300],
    "commitment": [None, "x", "0" * 64],
    "secret": ["", "00" * 32],
    "pack": [None],
    "occasion": ["opening", "closing", "lunch"],
    "ground": ["impractical", "fraud", "fire", "boredom"],
    "clause": ["5.3", "18.10", "99.9"],
    "about": ["rules", "how to play", ""],
    "chips": ["gaming", "cash"],
    "device": [None, "shoe", "shuffler"],
    "diagram": ["A", "B", "Z"],
    "inscriptions": [()],
    "equipment": [()],
    "terms": [TableTerms(), TableTerms(pass_cards=2)],
    "seconds": [0, 10],
    "limits": [{}, {MAIN: (10_00, 60_00)}, {MAIN: (20_00, 60_00)}, {"keno": (1, 2)}],
    "multiples": [{}, {MAIN: 5_00}, {MAIN: 0}],
}  # fmt: skip
_FLAGS = [False, True]
_OF_CARDS = {
    each.__name__ for each in (burn_and_reveal, cutting_card, shuffling, shuffling_machine, dealing)
}
_NEVER = (closing.CloseTable, conduct.Detain)
"""What would end the evening."""
_KINDS = sorted((kind for kind in Challenge.acts if kind not in _NEVER), key=str)


def anything(chance: Random) -> Command:
    """Any command at all, well formed and mostly out of place."""
    kind = chance.choice(_KINDS)
    said: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        values = _FLAGS if field.type is bool else _VALUES.get(field.name, ["", "because"])
        said[field.name] = chance.choice(values)
    if kind is shuffling_device.DeviceFailed:
        said["damaged"] = ()
    return kind(**said)


class Floor:
    """One table, everybody at it, and a dealer with a virtual shoe or with cards named by hand."""

    def __init__(self, options: dict[str, Any], seed: int, *, virtual: bool) -> None:
        self.chance = Random(seed)
        limits = {MAIN: [10_00, 60_00], **{name: [5_00, 20_00] for name in options["side_bets"]}}
        self.options = conventions(**options, limits=limits)
        self.table = table_for(NSW, self.options, boxes=BOXES)
        self.known = set(self.table.game.instrument.by_id)
        self.trouble = self.chance.choice((0.1, 0.25, 0.5))
        self.now = NOW
        self.owing: set[str] = set()
        self.looked_at = self.issued = 0
        self.dealer: Dealer | None = None
        if virtual:
            self.dealer = Dealer(
                self.table, lambda: self.chance.randbytes(32), clock=lambda: self.now
            )
        self.open()
        for name in NAMES:
            self.must(patrons.Arrive(player=name), player(name))
            self.must(chips_and_float.BringChips(player=name, amount=400_00), player(name))
            voucher = promotional_tokens.ExchangeVoucher(player=name, voucher=name, amount=50_00)
            self.must(voucher, DEALER)
        self.must(several_boxes.PermitSeveralBoxes(player="ana"), DEALER)
        self.must(patrons.Sit(player="bob", box=2), player("bob"))

    def open(self) -> None:
        law, sides = law_of(self.table), set(self.options["side_bets"])
        drawn = [name for name, places in DIAGRAMS.items() if set(places) & sides]
        papers = OpenChallenge(
            diagram=drawn[0] if drawn else "A",
            inscriptions=tuple(law.inscriptions),
            equipment=tuple(law.equipment),
            drop_box=True,
            float=100_000_00,
        )
        self.must(papers, SUPERVISOR)
        self.must(opening.CheckCards(), DEALER)

    # -- the one way to do anything

    def attempt(self, command: Command, by: Person) -> bool:
        closely = self.chance.random() < 0.08
        facts = tried(self.table, command, by, self.now, closely=closely, refusals=closely)
        if facts is None:
            return False
        self.look()
        return True

    def must(self, command: Command, by: Person) -> None:
        assert self.attempt(command, by), (command, self.table.check(command, by, self.now))

    def by_dealer(self, act: Callable[[], object]) -> bool:
        """Something the virtual dealer does, which the table may refuse."""
        refusal: Refused | None = None
        try:
            act()
        except Refused as error:
            refusal = error
        self.look()
        assert refusal is None or refusal.clauses
        return refusal is None

    # -- the game goes on

    def go_on(self, steps: int) -> None:
        for _ in range(steps):
            self.now += self.chance.choice((0, 1_000, 600_000))
            if self.chance.random() < self.trouble:
                self.mishap()
            else:
                self.step()

    def step(self) -> None:
        """Whatever the table waits for."""
        table = self.table
        if table.phase is Phase.CLOSED:
            self.open()
        elif table.phase is Phase.SETTLED:
            self.collect()
        elif table.phase is Phase.BETTING:
            self.bet() if not table.wagers else self.close_betting()
        elif table.round is not None and table.round.card_due_to is not None:
            self.deal()
        elif table.round is not None and table.round.astray:
            self.put_right()
        else:
            self.decide()

    def bet(self) -> None:
        chance = self.chance
        for name in NAMES:
            if name not in self.table.patrons.arrived:
                self.attempt(patrons.Arrive(player=name), player(name))
            if self.table.chips.rack(name) < 200_00:
                self.attempt(chips_and_float.BringChips(player=name, amount=400_00), player(name))
            box, amount = chance.randint(1, BOXES), chance.choice((10_00, 10_00, 20_00, 50_00))
            self.attempt(betting.PlaceWager(player=name, box=box, amount=amount), player(name))
            if chance.random() < 0.1:
                unseen = overlooked_wagers.OverlookWager(player=name, box=box, amount=90_00)
                self.attempt(unseen, DEALER)
            if chance.random() < 0.3:
                amount = chance.choice((2_50, 7_50, 20_00))
                put = promotional_tokens.PlaceTokens(player=name, box=box, amount=amount)
                self.attempt(put, player(name))
            for side in self.options["side_bets"]:
                box = chance.randint(1, BOXES)
                put_side = betting.PlaceWager(player=name, box=box, amount=5_00, wager=side)
                self.attempt(put_side, player(name))

    def close_betting(self) -> None:
        self.prepare()
        if self.table.rounds_left == 0:
            self.must(closing.AnnounceClosure(rounds=9), SUPERVISOR)
        if not self.attempt(betting.NoMoreBets(), DEALER):
            self.unblock()
            for wager in list(self.table.wagers):
                if wager in self.table.wagers:
                    self.take_off(wager.player, wager.box, wager.wager)

    def take_off(self, name: str, box: int, wager: str) -> None:
        back = betting.PlaceWager(player=name, box=box, amount=0, wager=wager)
        self.attempt(back, DEALER)

    def unblock(self) -> None:
        """What may keep a table from its next round until somebody sees to it."""
        self.attempt(void_rounds.VerifyDecks(result="complete"), SUPERVISOR)
        self.attempt(shuffling_device.BringDevice(), DEALER)
        self.attempt(opening.CheckCards(), DEALER)
        self.prepare()

    def prepare(self) -> None:
        self.attempt(VerifyCollected(), SUPERVISOR)
        if self.dealer is not None:
            self.by_dealer(self.dealer.prepare)
            return
        shoe = self.table.shoe
        if shoe.machine:
            self.attempt(shuffling_machine.LoadMachine(), DEALER)
        elif not shoe.ready:
            self.attempt(shuffling.Shuffle(), DEALER)
            if shoe.preparation is Preparation.OFFERING_CUT:
                self.cut()
            if shoe.preparation is Preparation.CUT:
                back = min(52, shoe.remaining // 2)
                self.must(shuffling.InsertCuttingCard(from_back=back), DEALER)
        if shoe.burns_due:
            self.attempt(burn_and_reveal.Burn(), DEALER)

    def cut(self) -> None:
        to, at = self.table.shoe.offer.player, self.table.shoe.remaining // 2
        if to is None:
            self.must(shuffling.Cut(player=SUPERVISOR.name, at=at), SUPERVISOR)
        else:
            self.must(shuffling.Cut(player=to, at=at), player(to))

    def deal(self) -> None:
        shoe = self.table.shoe
        if self.dealer is not None:
            if not self.by_dealer(self.dealer.deal):
                self.give_up()
            return
        card = shoe.pending[0] if shoe.pending else None
        if card is None and not shoe.pending and (not shoe.ready or shoe.burns_due):
            self.prepare()
            return
        left = [each for each in DECK if not shoe.all_out(each)]
        laid_on = None
        if self.chance.random() < self.trouble / 8:
            laid_on = (self.chance.randint(0, BOXES), 1)
        named = card or self.chance.choice(left)
        if self.attempt(dealing.Deal(card=named, laid_on=laid_on), DEALER):
            return
        if not self.attempt(dealing.Deal(card=named), DEALER):
            self.prepare()
            if not self.attempt(dealing.Deal(card=named), DEALER):
                self.attempt(shuffling_machine.FeedMachine(), DEALER)

    def collect(self) -> None:
        if self.dealer is not None:
            if not self.by_dealer(self.dealer.collect):
                self.put_right()
        elif not self.attempt(dealing.Collect(), DEALER):
            self.put_right()

    def put_right(self) -> None:
        if not self.attempt(misplaced_cards.Reconstruct(reason="it has to be"), SUPERVISOR):
            self.give_up()

    def give_up(self) -> None:
        void = void_rounds.VoidMisdeal(error="a card", why_not_rebuilt="it cannot be")
        if not self.attempt(void, SUPERVISOR):
            lost = void_rounds.InvalidateGame(ground="disturbance", reason="it cannot go on")
            self.attempt(lost, SUPERVISOR)

    def decide(self) -> None:
        table = self.table
        for _, box in sorted(state_of(table).overlooked):
            if self.chance.random() < 0.3:
                self.attempt(overlooked_wagers.FindOverMaximum(box=box), DEALER)
                return
        words = [*table.round.candidates(None)] if table.round is not None else []
        legal = [word for word in words if table.check(word, DEALER, self.now) is None]
        if legal:
            self.must(self.chance.choice(legal), DEALER)
        elif not self.attempt(MoveOn(), DEALER):
            self.give_up()

    def mishap(self) -> None:
        chance, because = self.chance, "because"
        if chance.random() < 0.5:
            self.try_out(anything(chance), chance.choice(PEOPLE))
            return
        name, box = chance.choice(NAMES), chance.randint(1, BOXES)
        if self.table.wagers and chance.random() < 0.7:
            wager = chance.choice(self.table.wagers)
            name, box = wager.player, wager.box
        many: list[Command] = [
            overlooked_wagers.OverlookWager(
                player=name, box=box, amount=chance.choice((5_00, 90_00))
            ),
            overlooked_wagers.FindOverMaximum(box=box),
            shared_boxes.ArrangeWagers(box=box, players=self.players_on(box)),
            player_restrictions.RequireMinimumFurther(player=name, reason=because),
            player_restrictions.RestrictToOneBox(player=name, reason=because),
            RequireMinimum(player=name, reason=because),
            LiftRestriction(player=name),
            limits.RaiseMinimumAtOnce(minimum=chance.choice((15_00, 20_00))),
            limits.AnnounceMinimum(minimum=20_00, takes_effect=self.now, wager=KEPT),
            limits.EndKeptMinimum(),
            limits.PlacePersonalSign(player=name, minimum=10_00, maximum=200_00),
            limits.RemovePersonalSign(player=name),
            shared_boxes.LimitPlayers(most=chance.randint(1, 3)),
            shared_boxes.ReserveBoxes(player=name, boxes=chance.choice([(), (box,)])),
            side_bets.RestrictSideBet(wager="any-pairs", sign=because),
            side_bets.LiftSideBetRestriction(wager="any-pairs"),
            promotional_tokens.ExchangeVoucher(
                player=name, voucher=str(chance.random()), amount=10_00
            ),
            conduct.FindProhibitedDevice(person=name, apparatus=because),
            voiding.VoidWager(player=name, box=box, reason=because),
            conduct.RefuseWager(player=name, box=box, grounds=because),
            shuffling_device.DeviceFailed(fault=because, spare_at_hand=chance.random() < 0.5),
            shuffling_device.DeviceFailed(fault=because, disadvantaged=name),
            void_rounds.VoidMisdeal(error=because, why_not_rebuilt=because),
            void_rounds.FindWrongCards(missing=(chance.choice(DECK),)),
            decisions.NoDecision(player=name),
            patrons.StepAway(player=name),
            patrons.ComeBack(player=name),
            patrons.Leave(player=name),
            sign.ChangeLimits(limits={MAIN: (10_00, chance.choice((40_00, 60_00)))}),
        ]  # fmt: skip
        for to in ("inspector", "surveillance") if chance.random() < 0.4 else ():
            for of in ("further-shoes", "one-box"):
                self.attempt(notices.GiveNotice(to=to, of=of, player=name), SUPERVISOR)
            self.attempt(notices.GiveNotice(to=to, of="any-pairs"), SUPERVISOR)
        allowed = [c for c in many if self.table.check(c, GAMING_MANAGER, self.now) is None]
        self.try_out(chance.choice(allowed or many), GAMING_MANAGER)

    def players_on(self, box: int) -> tuple[str, ...]:
        """Everybody with a main wager on a box, in another order."""
        there = [w.player for w in self.table.wagers if w.box == box and w.wager == MAIN]
        return tuple(reversed(there))

    def try_out(self, command: Command, by: Person) -> None:
        kind = type(command)
        of_cards = kind.__module__ in _OF_CARDS or kind in _HOLDS_CARDS
        if self.dealer is not None and of_cards:
            return  # a virtual dealer does these itself, because it holds the cards
        excludes = isinstance(command, voiding.Exclude | conduct.ExcludeFromCasino)
        if excludes and self.table.patrons.excluded:
            return  # somebody has to play on
        self.attempt(command, by)

    # -- what holds

    def look(self) -> None:
        """After every command: what was stated, and where chips and cards are."""
        for entry in self.table.record.entries[self.looked_at :]:
            for fact in entry.facts:
                assert fact.clauses, f"{fact} cites nothing"
                assert set(fact.clauses) <= self.known, fact
                if isinstance(fact, Notified) and fact.about == "owed to the house":
                    self.owing.add(fact.detail.partition(":")[0])
                elif isinstance(fact, TokensMoved):
                    self.issued += fact.issued
        self.looked_at = len(self.table.record.entries)
        self.chips_are_conserved()
        self.tokens_are_conserved()
        self.every_card_is_somewhere()
        self.no_box_plays_over_its_maximum()
        if self.chance.random() < 0.02:
            for person in (player("ana"), DEALER):
                for command in self.table.legal(person, self.now):
                    assert self.table.check(command, person, self.now) is None

    def chips_are_conserved(self) -> None:
        table = self.table
        assert table.chips.balances
        for name, held in table.chips.racks.items():
            assert held >= 0 or name in self.owing, f"{name} has {held}"
        if table.phase in (Phase.DEALING, Phase.SETTLED):
            assert isinstance(table.round, RoundAtTable)
            staked = sum(stake.amount for stake in open_stakes(table.round.round))
        else:
            staked = sum(wager.amount for wager in table.wagers)
        assert table.chips.layout == staked

    def tokens_are_conserved(self) -> None:
        """Tokens are with players, with the house, or on wagers that nothing has decided."""
        if self.table.phase is not Phase.BETTING:
            return
        lying = sum(wager.tokens for wager in self.table.wagers)
        held = self.table.chips.tokens
        assert all(amount >= 0 for amount in held.values())
        assert sum(held.values()) + self.table.chips.tokens_taken + lying == self.issued

    def every_card_is_somewhere(self) -> None:
        shoe = self.table.shoe
        if shoe.preparation in (Preparation.NEEDS_SHUFFLE, Preparation.NEEDS_NEW_CARDS):
            return  # on their way together
        lying = shoe.remaining + len(shoe.rack) + len(shoe.layout) + len(shoe.pending)
        assert lying + shoe.for_next_round == 6 * 52
        assert not Counter(self.table.cleared) - Counter(shoe.layout)
        seen = Counter(card for card in (*shoe.rack, *shoe.layout, *shoe.pending) if card)
        assert +shoe.out == +seen

    def no_box_plays_over_its_maximum(self) -> None:
        table, floor = self.table, state_of(self.table)
        most = table.sign.of(MAIN).maximum
        if table.phase is not Phase.DEALING or floor.overlooked or floor.personal or most is None:
            return
        by_box: Counter[int] = Counter()
        for wager in table.wagers:
            by_box[wager.box] += wager.amount if wager.wager == MAIN else 0
        assert all(total <= most for total in by_box.values())

    def the_shoes_are_proved(self) -> None:
        if self.dealer is not None:
            verdicts = {check.verdict for check in check_shoes(self.table.record)}
            assert Verdict.WRONG not in verdicts

    def the_record_gives_the_same_again(self) -> None:
        again = replay(self.table.record.lines)
        assert again.same, again.differences
        assert replayed_as(again.table, self.table)


_HOLDS_CARDS = (
    any_stray_cards.FaceUpCard, any_stray_cards.DrawnInError, any_stray_cards.BurntInError,
    any_stray_cards.DealerOverdrew, any_stray_cards.TakeFromRack, stray_cards.DealtToNobody,
)  # fmt: skip


@settings(max_examples=8 * LONGER, deadline=None)
@given(options=OPTIONS, seed=st.integers(0, 2**32), virtual=st.booleans())
def test_tables_driven_at_random(options: dict[str, Any], seed: int, virtual: bool) -> None:
    floor = Floor(options, seed, virtual=virtual)
    floor.go_on(90)
    floor.trouble = 0.0
    floor.go_on(60)
    assert floor.table.rounds, "not a single round came to its end"
    floor.the_shoes_are_proved()
    floor.the_record_gives_the_same_again()
