"""Blackjack Challenge in the browser: the page of blackjack, with the commands of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from croupier.games.blackjack.page import BLACKJACK, BUTTONS
from croupier.games.challenge.acts import (
    card_checks,
    conduct,
    decisions,
    limits,
    overlooked_wagers,
    shared_boxes,
    shuffling,
    shuffling_device,
    stray_cards,
    void_rounds,
)
from croupier.games.challenge.round import ElectRefund
from croupier.table.acts.conduct import RaiseDispute, RecordBreach, RequestReview
from croupier.table.acts.cutting_card import DealtPastCuttingCard
from croupier.table.acts.dispute_rulings import CarryOutRuling
from croupier.table.acts.misplaced_cards import Reconstruct
from croupier.table.acts.stray_cards import TakeFromRack
from croupier.table.acts.voiding import VoidWager
from croupier.web.felt.game_pages import Button, Weight

if TYPE_CHECKING:
    from croupier.web.felt.game_pages import Buttons, CommandOrder


def _refund(command: Any) -> str:
    return "Take the refund" if command.takes else "Play on"


CHALLENGE_BUTTONS: Buttons = {
    **BUTTONS,
    ElectRefund: Button(_refund),
    card_checks.AskForRiffle: Button("Ask for a riffle", weight=Weight.QUIET, at_any_time=True),
    card_checks.ApproveRiffle: Button("Approve riffle"),
    card_checks.Riffle: Button("Riffle"),
    card_checks.CheckByMachine: Button("Check by machine"),
    shuffling.ShuffleByHandFirst: Button("Shuffle by hand first"),
    shuffling.VerifyCollected: Button("Verify collected"),
    shuffling.ForgetBurn: Button("Forget burn"),
    shuffling_device.BringDevice: Button("Bring device"),
    limits.EndKeptMinimum: Button("End kept minimum"),
    overlooked_wagers.FindOverMaximum: Button("Find over maximum"),
}
HAPPENS_AFTER: CommandOrder = {
    Reconstruct: (void_rounds.VoidMisdeal, card_checks.MisstateTotal),
    TakeFromRack: (shuffling.ForgetBurn, shuffling.MissCut),
    DealtPastCuttingCard: (
        shuffling.DropCards,
        shuffling.VerifyCollected,
        stray_cards.CheckForFacedCards,
        void_rounds.FindWrongCards,
        void_rounds.VerifyDecks,
        shuffling_device.DeviceFailed,
        shuffling_device.BringDevice,
        card_checks.ReplaceCards,
        shuffling.DirectShuffle,
        card_checks.ApproveRiffle,
        overlooked_wagers.OverlookWager,
        overlooked_wagers.FindOverMaximum,
        overlooked_wagers.FindWager,
        conduct.RefuseWager,
    ),
    VoidWager: (shared_boxes.ArrangeWagers, decisions.NoDecision),
    RecordBreach: (conduct.NoteInfluence, conduct.FindProhibitedDevice),
    RaiseDispute: (conduct.DecideDispute,),
    RequestReview: (conduct.ReviewDecision, conduct.DecideFinally, conduct.NotSatisfied),
    CarryOutRuling: (void_rounds.InvalidateGame, stray_cards.DealtToNobody),
}

CHALLENGE = replace(
    BLACKJACK,
    name="Blackjack Challenge",
    cloth="felt-challenge",
    hand=("7S", "7H", "7D"),
    buttons=CHALLENGE_BUTTONS,
    happens_after=HAPPENS_AFTER,
)
