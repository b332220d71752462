"""Every game of this program passes the suite, with what holds at its tables alone."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from croupier.cards import DECK
from croupier.games.baccarat.acts import irregularities, no_bet_coups, wagering
from croupier.games.baccarat.facts import LateRuling
from croupier.games.baccarat.round_at_table import RoundAtTable as BaccaratRound
from croupier.games.baccarat.rules import WagerChange
from croupier.games.blackjack.round_at_table import RoundAtTable as BlackjackRound
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
    void_rounds,
)
from croupier.games.challenge.table_state import KEPT, state_of
from croupier.games.holdem.acts import misdeals
from croupier.games.holdem.acts.conduct import SanctionCollusion
from croupier.games.holdem.acts.wagering import OverlookedWager
from croupier.games.holdem.asks_and_answers import OverlookedPlay
from croupier.games.holdem.round_at_table import RoundAtTable as HoldemRound
from croupier.registry import registered
from croupier.table.acts.conduct import RecordBreach
from croupier.table.acts.misplaced_cards import VoidEarlierRound
from croupier.table.acts.player_restrictions import LiftRestriction, RequireMinimum
from croupier.table.acts.voiding import VoidRound, VoidWager
from croupier.table.facts import (
    BettingClosed,
    Outcome,
    Reversed,
    RoundVoided,
    Settled,
    Staking,
    TokensMoved,
)
from croupier.table.table import Phase
from croupier.table.wagers import MAIN
from croupier.testing import GameSuite, RandomTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact


def layout_of(at: RandomTable) -> int | None:
    """What lies on the layout while a round is in play."""
    in_play = at.table.phase in (Phase.DEALING, Phase.SETTLED)
    return at.table.chips.layout if in_play else None


def somewhere(at: RandomTable) -> tuple[str, int]:
    """A player and a box; those of a wager that lies there, if any does."""
    if at.table.wagers:
        wager = at.chance.choice(at.table.wagers)
        return wager.player, wager.box
    return at.chance.choice(at.names), at.chance.choice(at.table.boxes)


class _Blackjack(GameSuite):
    def holds(self, at: RandomTable, facts: tuple[Fact, ...]) -> None:
        if (layout := layout_of(at)) is not None:
            assert isinstance(at.table.round, BlackjackRound)
            assert layout == sum(stake.amount for stake in open_stakes(at.table.round.round))


class _ActBlackjack(_Blackjack):
    def holds(self, at: RandomTable, facts: tuple[Fact, ...]) -> None:
        super().holds(at, facts)
        command = at.table.record.entries[-1].command
        if isinstance(command, VoidWager):
            _has_come_to_nothing(at, command)
        staked = at.notes.setdefault("staked", {})
        for fact in facts:
            if isinstance(fact, BettingClosed):
                staked[fact.round] = Counter[str]()
                for wager in at.table.wagers:
                    staked[fact.round][wager.player] += wager.amount
        if any(isinstance(fact, BettingClosed) for fact in facts) or not at.table.rounds:
            return
        past = at.table.rounds[-1]
        if at.table.phase is Phase.BETTING and past.number in staked:
            _is_settled_once(Counter(staked[past.number]), past.facts)


def _has_come_to_nothing(at: RandomTable, command: VoidWager) -> None:
    """A void wager of the round in play has neither won nor lost."""
    is_open = at.table.phase is Phase.BETTING and command.round is None
    if is_open or at.table.round is None:
        return
    net = 0
    for fact in at.table.round.facts:
        if isinstance(fact, (Settled, Reversed)):
            mine = (fact.player, fact.box) == (command.player, command.box)
            if mine and fact.wager == (command.wager or fact.wager):
                net += fact.net if isinstance(fact, Settled) else -fact.net
    assert net == 0, f"{command} left {net}"


def _is_settled_once(staked: Counter[str], facts: Sequence[Fact]) -> None:
    """In a finished round each owner's stakes are settled whole, and no loss is larger."""
    settled, net = Counter[str](), Counter[str]()
    for fact in facts:
        if isinstance(fact, Staking):
            staked[fact.player] += fact.amount
        elif isinstance(fact, Settled):
            settled[fact.player] += fact.stake
            net[fact.player] += fact.net
            assert fact.net == -fact.stake if fact.outcome is Outcome.LOSE else fact.net >= 0
        elif isinstance(fact, Reversed):
            net[fact.player] -= fact.net
    assert +staked == +settled
    assert all(net[name] >= -staked[name] for name in net)


class TestActBlackjack2006(_ActBlackjack):
    instrument = "act-blackjack-2006"


class TestActBlackjack2018(_ActBlackjack):
    instrument = "act-blackjack-2018"


class TestBlackjackChallenge(_Blackjack):
    instrument = "nsw-blackjack-challenge"
    tables = 28

    def void_round(self, at: RandomTable, fact: RoundVoided, won: Counter[str]) -> None:
        """A void round takes from nobody, unless losses stand or a wager is forfeited."""
        if "18.5" not in fact.clauses and at.table.options["void_restores_collected_losses"]:
            assert all(each >= 0 for each in won.values()), f"round {fact.round} is void: {won}"

    def holds(self, at: RandomTable, facts: tuple[Fact, ...]) -> None:
        super().holds(at, facts)
        moved = sum(fact.issued for fact in facts if isinstance(fact, TokensMoved))
        at.notes["issued"] = at.notes.get("issued", 0) + moved
        self.tokens_are_conserved(at)
        self.no_box_plays_over_its_maximum(at)

    def tokens_are_conserved(self, at: RandomTable) -> None:
        """Tokens are with players, with the house, or on wagers that nothing has decided."""
        table = at.table
        if table.phase is Phase.BETTING:
            lying = sum(wager.tokens for wager in table.wagers)
            held = table.chips.tokens
            assert all(amount >= 0 for amount in held.values())
            assert sum(held.values()) + table.chips.tokens_taken + lying == at.notes["issued"]

    def no_box_plays_over_its_maximum(self, at: RandomTable) -> None:
        table, floor = at.table, state_of(at.table)
        most = table.sign.of(MAIN).maximum
        if table.phase is not Phase.DEALING or floor.overlooked or floor.personal or most is None:
            return
        least, by_box = table.sign.of(MAIN).minimum, Counter[int]()
        for wager in table.wagers:  # one under the minimum stands because nobody noticed it
            by_box[wager.box] += (
                wager.amount if wager.wager == MAIN and wager.amount >= least else 0
            )
        assert all(total <= most for total in by_box.values())

    def bets(self, at: RandomTable) -> list[Command]:
        """Promotional tokens, which players get for vouchers, on their main wagers."""
        chance = at.chance
        found: list[Command] = []
        for wager in at.table.wagers:
            if wager.wager == MAIN and chance.random() < 0.4:
                voucher = promotional_tokens.ExchangeVoucher(
                    player=wager.player, voucher=str(chance.random()), amount=50_00
                )
                amount = chance.choice((2_50, 7_50, 20_00))
                tokens = promotional_tokens.PlaceTokens(
                    player=wager.player, box=wager.box, amount=amount
                )
                found += [voucher, tokens]
        return found

    def likely(self, at: RandomTable) -> list[Command]:
        chance, why, table = at.chance, "because", at.table
        name, box = somewhere(at)
        there = [w.player for w in table.wagers if w.box == box and w.wager == MAIN]
        notice = {"to": chance.choice(("inspector", "surveillance")), "player": name}
        return [
            overlooked_wagers.OverlookWager(
                player=name, box=box, amount=chance.choice((5_00, 90_00))
            ),
            overlooked_wagers.FindOverMaximum(box=box),
            shared_boxes.ArrangeWagers(box=box, players=tuple(reversed(there))),
            shared_boxes.LimitPlayers(most=chance.randint(1, 3)),
            shared_boxes.ReserveBoxes(player=name, boxes=chance.choice(((), (box,)))),
            player_restrictions.RequireMinimumFurther(player=name, reason=why),
            player_restrictions.RestrictToOneBox(player=name, reason=why),
            RequireMinimum(player=name, reason=why),
            LiftRestriction(player=name),
            limits.RaiseMinimumAtOnce(minimum=chance.choice((15_00, 20_00))),
            limits.AnnounceMinimum(minimum=20_00, takes_effect=at.now, wager=KEPT),
            limits.EndKeptMinimum(),
            limits.PlacePersonalSign(player=name, minimum=10_00, maximum=200_00),
            limits.RemovePersonalSign(player=name),
            side_bets.RestrictSideBet(wager="any-pairs", sign=why),
            side_bets.LiftSideBetRestriction(wager="any-pairs"),
            conduct.FindProhibitedDevice(person=name, apparatus=why),
            conduct.RefuseWager(player=name, box=box, grounds=why),
            VoidWager(player=name, box=box, reason=why),
            shuffling_device.DeviceFailed(fault=why, spare_at_hand=chance.random() < 0.5),
            shuffling_device.DeviceFailed(fault=why, disadvantaged=name),
            shuffling_device.BringDevice(),
            void_rounds.VoidMisdeal(error=why, why_not_rebuilt=why),
            void_rounds.FindWrongCards(missing=(chance.choice(DECK),)),
            void_rounds.VerifyDecks(result="complete"),
            decisions.NoDecision(player=name),
            *(notices.GiveNotice(of=of, **notice) for of in ("further-shoes", "one-box")),
            notices.GiveNotice(to=notice["to"], of="any-pairs"),
        ]  # fmt: skip


class TestMiniBaccarat(GameSuite):
    instrument = "act-mini-baccarat-2016"

    def likely(self, at: RandomTable) -> list[Command]:
        name, why, number = somewhere(at)[0], "because", at.table.number
        changes = tuple(at.chance.sample(list(WagerChange), 2))
        return [
            irregularities.FoundBetweenRounds(reason=why),
            irregularities.CannotReconstruct(reason=why),
            irregularities.RuleOnRound(
                round=number, ruling=at.chance.choice(list(LateRuling)), reason=why
            ),
            irregularities.ResumeRound(),
            VoidEarlierRound(round=number - at.chance.randint(0, 2), reason=why),
            wagering.PermitChanges(changes=changes, reason=why),
            no_bet_coups.AskForNoBetCoup(player=name),
            no_bet_coups.DirectNoBetCoup(),
        ]

    def holds(self, at: RandomTable, facts: tuple[Fact, ...]) -> None:
        if (layout := layout_of(at)) is not None:
            assert isinstance(at.table.round, BaccaratRound)
            assert layout == sum(bet.stake for bet in at.table.round.round.bets if bet.open)


class TestUltimateTexasHoldem(GameSuite):
    instrument = "act-ultimate-texas-holdem-2025"

    def likely(self, at: RandomTable) -> list[Command]:
        chance, why = at.chance, "because"
        name, box = somewhere(at)
        return [
            misdeals.WrongCount(whose=chance.choice(("dealer", "communal", box)), cards=3),
            misdeals.CardShown(whose=chance.choice(("dealer", "communal", box)), place=2),
            misdeals.PlayersCardShown(box=box, place=1, reason=why),
            misdeals.WagerMissing(box=box),
            misdeals.WrongDeck(found="a joker"),
            misdeals.CallMisdeal(reason=why),
            misdeals.LetStand(reason=why),
            misdeals.LevelWagers(box=box, reason=why),
            OverlookedWager(player=name, box=box, wager="ante", amount=10_00),
            OverlookedWager(player=name, box=box, wager="blind", amount=20_00),
            OverlookedPlay(box=box, amount=chance.choice((15_00, 70_00))),
            RecordBreach(person=name, clause="15.8", what=why),
            SanctionCollusion(player=name, sanction="exclude-from-round", reason=why),
            SanctionCollusion(player=name, sanction="void-round", reason=why),
            VoidWager(player=name, box=box, reason=why),
            VoidWager(player=name, box=box, reason=why, wager="trips"),
            VoidRound(ground="impractical", reason=why),
            VoidRound(ground="fraud", reason=why, round=at.table.number),
        ]

    def holds(self, at: RandomTable, facts: tuple[Fact, ...]) -> None:
        if (layout := layout_of(at)) is not None:
            assert isinstance(at.table.round, HoldemRound)
            assert layout == sum(sum(box.stakes.values()) for box in at.table.round.round.boxes)


def test_every_registered_game_is_here() -> None:
    suites = (each for kind in GameSuite.__subclasses__() for each in (kind, *_below(kind)))
    named = {suite.instrument for suite in suites if hasattr(suite, "instrument")}
    assert named >= set(registered())


def _below(kind: type[GameSuite]) -> list[type[GameSuite]]:
    return [each for sub in kind.__subclasses__() for each in (sub, *_below(sub))]
