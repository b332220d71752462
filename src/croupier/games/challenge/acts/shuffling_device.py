"""Rule 17: the shuffling device fails, and what becomes of the round and its cards."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, CommandSignificance, Target
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.cards import Card
from croupier.games.challenge.acts.decisions import asking_anew
from croupier.games.challenge.round import ChallengeAtTable, ElectRefund, round_at
from croupier.games.challenge.table_law import card_law_of, of_challenge
from croupier.games.challenge.table_state import shoe_of
from croupier.rulebook.citations import Clauses, Refused
from croupier.shoe import Occasion
from croupier.table.acts.betting import reopen_betting
from croupier.table.acts.chips_and_float import note_debts
from croupier.table.acts.dealing import end_void_round
from croupier.table.facts import Exercised, Notified, RoundVoided
from croupier.table.law import together
from croupier.table.shoe_state import Device, Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.table import Table

acts: Acts[Table, BlackjackRules] = Acts()


class DeviceFailed(Command, frozen=True, tag="device-failed"):
    """The shuffling device cannot go on; what is known about it decides what happens."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.MALFUNCTION

    fault: Text
    disadvantaged: Text = ""
    """Whom it has left worse off, the casino or a player; nobody if empty."""
    spare_at_hand: bool = True
    transfer_practicable: bool = True
    damaged: tuple[Card, ...] = ()


@acts.act(
    DeviceFailed,
    Role.SUPERVISOR,
    clauses=of_challenge(
        lambda law: together(
            law.device_conditions, law.device_transferred, law.damaged_replaced,
            law.round_terminated, law.refund_offered, law.device_emptied,
            law.damaged_replaced_by_hand, law.malfunction_cut, law.malfunction_finish,
        )
    ),
)  # fmt: skip
def device_failed(table: Table, command: DeviceFailed, by: Person) -> Effect:
    law, shoe = card_law_of(table), shoe_of(table)
    table.must_be_open()
    table.refuse_unless(shoe.machine, "no shuffling device is in use", law.malfunction)
    table.refuse_unless(shoe.ready, "no cards are in the device", law.malfunction)
    table.refuse_unless(command.fault, "fault: say what is wrong", law.malfunction_meaning)
    for card, copies in Counter(command.damaged).items():
        if shoe.out[card] + copies > shoe.decks:
            raise Refused(f"damaged: {card} is not in the device so often", law.decks)
    if table.in_play and command.disadvantaged:  # settled or not, until the cards are collected
        return lambda: _terminate(table, command)
    if not table.in_play or table.phase is not Phase.DEALING:
        return lambda: _between_rounds(table, command)
    if _can_transfer(command):
        return lambda: _transfer(table, command)
    return lambda: _finish_from_a_shoe(table, command)


def _can_transfer(command: DeviceFailed) -> bool:
    return command.spare_at_hand and command.transfer_practicable


def _said(table: Table, about: str, command: DeviceFailed, clauses: Clauses) -> None:
    table.add_fact(Notified(to="floor", about=about, detail=command.fault, clauses=clauses))


def _between_rounds(table: Table, command: DeviceFailed) -> None:
    """No card of a round is out, or none is needed any more: nobody's wager is touched."""
    law, shoe = card_law_of(table), shoe_of(table)
    _said(table, "device failed between rounds", command, law.device_before_the_deal)
    if _can_transfer(command):
        _move_cards(table, command)
    elif table.phase is Phase.SETTLED:
        shoe.broken_down = True
    else:
        _use_a_shoe(table)
        shoe.preparation = Preparation.NEEDS_SHUFFLE
        shoe.occasion = Occasion.OTHERWISE
        if table.phase is Phase.DEALING:
            reopen_betting(table)


def _transfer(table: Table, command: DeviceFailed) -> None:
    law = card_law_of(table)
    _said(table, "device failed, nobody worse off", command, law.device_conditions)
    _move_cards(table, command)


def _move_cards(table: Table, command: DeviceFailed) -> None:
    """Damaged cards are replaced by the same from a new deck, so that the decks stay whole."""
    law = card_law_of(table)
    clauses = law.damaged_replaced if command.damaged else law.device_transferred
    if command.damaged:
        _replace(table, command.damaged, law.damaged_replaced)
    table.add_fact(
        Exercised(power="another device", subject=f"{table.shoe.remaining} cards", clauses=clauses)
    )


def _replace(table: Table, damaged: tuple[Card, ...], clauses: Clauses) -> None:
    table.add_fact(
        Exercised(power="replace damaged cards", subject=" ".join(damaged), clauses=clauses)
    )


def _terminate(table: Table, command: DeviceFailed) -> None:
    """Somebody was left worse off: the round ends here, with or without another device."""
    law, shoe = card_law_of(table), shoe_of(table)
    reason = f"{command.fault}; disadvantaged: {command.disadvantaged}"
    table.add_fact(RoundVoided(round=table.number, reason=reason, clauses=law.round_terminated))
    round_at(table).terminate(law.round_terminated)
    table.drain()
    note_debts(table, law.round_terminated)
    if _can_transfer(command):
        _move_cards(table, command)
    else:
        shoe.broken_down = True
    end_void_round(table)


def _finish_from_a_shoe(table: Table, command: DeviceFailed) -> None:
    law, shoe, at_table = card_law_of(table), shoe_of(table), round_at(table)
    clauses = Clauses((*law.malfunction_meaning, *law.malfunction_finish))
    _said(table, "device failed, no other to be had", command, clauses)
    if command.damaged:
        _replace(table, command.damaged, law.damaged_replaced_by_hand)
    shoe.broken_down = True
    shoe.preparation = Preparation.NEEDS_SHUFFLE
    shoe.occasion = Occasion.MACHINE_BREAKDOWN
    at_table.offer_refunds()
    for player, box in at_table.refunds:
        which = "all wagers" if box is None else f"wagers on box {box}"
        table.add_fact(
            Notified(to=player, about="refund offered", detail=which, clauses=law.refund_offered)
        )


@acts.act(ElectRefund, Role.PLAYER, clauses=of_challenge(lambda law: law.refund_offered))
def elect_refund(table: Table, command: ElectRefund, by: Person) -> Effect:
    law, at_table = card_law_of(table), table.round
    refund = (command.player, command.box)
    if not isinstance(at_table, ChallengeAtTable) or refund not in at_table.refunds:
        raise Refused(f"{command.player} is offered no such refund", law.refund_offered)

    def effect() -> None:
        at_table.answer_refund(refund, command.takes, law.refund_offered)
        table.add_fact(
            Notified(
                to="record", about="refund taken" if command.takes else "refund declined",
                detail=command.player, clauses=law.refund_offered,
            )
        )  # fmt: skip
        table.follow()
        note_debts(table, law.refund_offered)

    return asking_anew(table, effect)


def after_the_round(table: Table) -> None:
    """A round that a failed device began is over: a shoe takes its place."""
    law, shoe = card_law_of(table), shoe_of(table)
    if not shoe.broken_down:
        return
    _use_a_shoe(table)
    shoe.occasion = Occasion.OTHERWISE
    if not shoe.ready or not shoe.until_cutting_card:
        shoe.preparation = Preparation.NEEDS_SHUFFLE
    about = "no device, no play" if is_suspended(table) else "a shoe until a device is ready"
    clauses = law.low_limit_device if is_suspended(table) else law.device_awaited
    table.add_fact(Notified(to="floor", about=about, clauses=clauses))


def _use_a_shoe(table: Table) -> None:
    shoe = shoe_of(table)
    shoe.device, shoe.broken_down, shoe.awaits_device = Device.SHOE, False, True


def is_suspended(table: Table) -> bool:
    """Whether a low-limit table, which deals from a device alone, waits for one."""
    options = table.options
    carries_on = options["low_limit_shoe_fallback"] == "carry_on"
    return shoe_of(table).awaits_device and options["low_limit"] and not carries_on


class BringDevice(Command, frozen=True, tag="bring-device"):
    """A shuffling device is ready again and takes the place of the shoe."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE,)


@acts.act(BringDevice, Role.SUPERVISOR, clauses=of_challenge(lambda law: law.device_awaited))
def bring_device(table: Table, command: BringDevice, by: Person) -> Effect:
    law, shoe = card_law_of(table), shoe_of(table)
    table.must_be_open()
    table.refuse_unless(shoe.awaits_device, "no device is awaited", law.device_awaited)
    table.refuse_unless(table.phase is Phase.BETTING, "a round is in play", law.device_awaited)

    def effect() -> None:
        shoe.device, shoe.awaits_device = Device.SHUFFLER, False
        shoe.preparation = Preparation.NEEDS_SHUFFLE
        shoe.burns_due = 0
        table.add_fact(
            Exercised(power="device in use again", subject="", clauses=law.device_awaited)
        )

    return effect
