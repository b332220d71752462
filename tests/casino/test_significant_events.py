"""Significant events: every kind with who, what, when, before and after, and its clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import pytest
from tests.baccarat.table_support import open_table as baccarat_table
from tests.casino.chains import Chain, writing
from tests.casino.evenings import INSTRUMENTS, Evening
from tests.casino.test_house import ANA, DAN, OLGA, SUE, opened, refusal
from tests.holdem.table_support import two_dealt
from tests.table import evenings as blackjack
from tests.table_support import SUPERVISOR, open_table

from croupier.aggregate.acts import CommandSignificance
from croupier.aggregate.facts import Bar, Barring
from croupier.aggregate.record_lines import RecordError, split
from croupier.aggregate.roles import Person, Role
from croupier.casino.house.acts import ITSELF
from croupier.casino.house.commands import (
    AcknowledgeNotice,
    Appoint,
    ApproveProgram,
    AskPatrons,
    BeginLimits,
    BuyIn,
    CageTerms,
    CloseOut,
    Confirm,
    ConfirmedBy,
    ConfirmForPatron,
    DelegatePower,
    Dismiss,
    Enrol,
    FollowTable,
    ForgetPerson,
    HouseCommand,
    Incident,
    KeepAccount,
    LiftBar,
    OpenPromotion,
    OpenTournament,
    Report,
    RequireSecondPerson,
    RetireChips,
    RevokeToken,
    SetCageTerms,
    SetLargeWin,
    SetPassword,
    SetUpTable,
    TakeDownTable,
)
from croupier.casino.house.facts import FACTS, ChipsTransferred
from croupier.casino.house.house import read_entry
from croupier.casino.record_names import HOUSE
from croupier.casino.significant_events import (
    EventDetails,
    EventKind,
    HouseEvents,
    SignificantEvent,
    TableEvents,
    Watch,
    significant_events,
)
from croupier.casino.store.contract import Addition, StoredLine
from croupier.game_rules import game_of
from croupier.games.baccarat.acts.determinations import ChangeSettlement
from croupier.table.acts.burn_and_reveal import NewCards
from croupier.table.acts.chips_and_float import FillFloat
from croupier.table.acts.conduct import RecordBreach
from croupier.table.acts.sign import ChangeLimits
from croupier.table.acts.voiding import Exclude, VoidWager

if TYPE_CHECKING:
    from croupier.casino.store.contract import Store
    from croupier.table.table import Table

INSPECTING = Appoint(person="olga", role=Role.INSPECTOR)


def events_of(table: Table, *, large_win: int = 10_000_00) -> list[SignificantEvent]:
    header = table.record.header
    watch = TableEvents(game_of(header.instrument).terms_at_first(header.options))
    return [
        SignificantEvent(
            at=entry.at, by=entry.by, role=entry.role, record="tables/one", line=entry.n + 1,
            happened=happened,
        )
        for entry in table.record.entries
        for happened in watch.take(entry, large_win)
    ]  # fmt: skip


def of(table: Table, kind: EventKind, **terms: int) -> list[EventDetails]:
    return [each.happened for each in events_of(table, **terms) if each.happened.kind is kind]


def housed(*commands: tuple[HouseCommand, Person]) -> list[SignificantEvent]:
    """What is significant in a house that is given these commands."""
    lines: list[bytes] = []
    house = opened(lines)
    before = len(lines)
    for at, (command, by) in enumerate(commands, 100):
        house.do(command, by, at)
    return [event for event in _read(lines) if event.line > before]


def _read(lines: list[bytes]) -> list[SignificantEvent]:
    watch, found = HouseEvents(), []
    for number, line in enumerate(lines[1:], 2):
        parts = split(line)
        assert parts is not None
        entry = read_entry(parts[1])
        found += [
            SignificantEvent(
                at=entry.at, by=entry.by, role=entry.role, record=HOUSE, line=number, happened=each
            )
            for each in watch.take(entry)
        ]
    return found


# --- what the program reports by itself


@pytest.mark.parametrize(
    ("incident", "kind", "said"),
    [
        (
            Incident.FAILED_LOG_IN,
            EventKind.FAILED_LOG_IN,
            {"subject": "ana", "detail": "3 in a row"},
        ),
        (Incident.LOCKED_OUT, EventKind.LOCKED_OUT, {"subject": "ana", "after": "until 20:15"}),
        (Incident.CLOCK_CHANGED, EventKind.CLOCK, {"before": "20:00:00", "after": "21:00:00"}),
        (
            Incident.VERIFICATION_FAILED,
            EventKind.VERIFICATION,
            {"subject": "tables/one", "detail": "x"},
        ),
        (
            Incident.MALFUNCTION,
            EventKind.MALFUNCTION,
            {"subject": "the disk", "detail": "it is full"},
        ),
        (Incident.STARTED, EventKind.RUNNING, {"after": "version 1"}),
        (Incident.STOPPED, EventKind.RUNNING, {}),
        (Incident.RECOVERED, EventKind.RECOVERY, {"detail": "3 tables, one round in play"}),
        (Incident.SEAL_CHANGED, EventKind.SEAL, {"before": "ab12", "after": "cd34"}),
        (Incident.KEYS_CHANGED, EventKind.SEAL, {"subject": "the key of the safe"}),
        (Incident.LOSS_ACCEPTED, EventKind.RECOVERY, {"subject": "epoch 1", "detail": "x"}),
        (Incident.FILES_EXPOSED, EventKind.FILES, {"subject": "casino.db (0644)"}),
        (Incident.NEW_RULES, EventKind.RULES, {"subject": "table one", "detail": "x"}),
        (Incident.WRONG_CODES, EventKind.PATRON, {"subject": "ana"}),
    ],
)
def test_an_incident_that_the_program_reports(
    incident: Incident, kind: EventKind, said: dict[str, Any]
) -> None:
    (event,) = housed((Report(incident=incident, **said), ITSELF))
    assert (event.at, event.by, event.record) == (100, "croupier", "house")
    assert event.happened == EventDetails(kind=kind, what=incident, **said)


def test_every_incident_is_significant() -> None:
    for incident in Incident:
        assert len(housed((Report(incident=incident), ITSELF))) == 1


def test_nobody_else_reports_incidents() -> None:
    house = opened()
    for by in (OLGA, SUE, ANA):
        said = refusal(house, Report(incident=Incident.STARTED), by)
        assert said == "the program itself reports what it notices"


def test_a_name_that_nobody_has_is_not_kept_with_a_failed_log_in() -> None:
    house = opened()
    for incident in (Incident.FAILED_LOG_IN, Incident.LOCKED_OUT):
        typed = Report(incident=incident, subject="my secret password")
        assert "has no account" in refusal(house, typed, ITSELF)


def test_a_report_is_one_line_of_some_length() -> None:
    house = opened()
    for text in ("a\nb", "x" * 401):
        said = refusal(house, Report(incident=Incident.MALFUNCTION, detail=text), ITSELF)
        assert said == "detail: one line of up to 400 characters"


# --- people, chips and the floor


def test_a_new_account_and_changed_roles() -> None:
    first, second = housed(
        (Appoint(person="ana", role=DAN.role), OLGA), (Dismiss(person="ana", role=ANA.role), OLGA)
    )
    assert (first.by, first.role) == ("olga", OLGA.role)
    assert first.happened == EventDetails(
        kind=EventKind.ROLES,
        what="other roles",
        subject="ana",
        before="player",
        after="player, dealer",
    )
    assert (second.happened.before, second.happened.after) == ("player, dealer", "dealer")
    lines: list[bytes] = []
    opened(lines)
    made = [event.happened for event in _read(lines) if event.happened.kind is EventKind.ACCOUNT]
    assert made[1] == EventDetails(
        kind=EventKind.ACCOUNT, what="a new account", subject="sue", after="supervisor"
    )


def test_a_changed_password() -> None:
    (event,) = housed((SetPassword(person="ana"), ANA))
    assert (event.by, event.happened) == (
        "ana", EventDetails(kind=EventKind.PASSWORD, what="a new password", subject="ana"),
    )  # fmt: skip


def test_chips_that_are_issued_and_retired_but_not_those_that_only_move() -> None:
    (event,) = housed((BuyIn(person="ana", amount=5_00), ANA), (RetireChips(amount=10_00), OLGA))
    assert event.happened == EventDetails(kind=EventKind.CHIPS, what="10 in chips retired")


def test_tables_that_are_set_up_and_taken_down() -> None:
    up = SetUpTable(table="bj-1", instrument="act-blackjack-2018", options=blackjack.OPTIONS)
    said = [event.happened for event in housed((up, OLGA), (TakeDownTable(table="bj-1"), OLGA))]
    assert said == [
        EventDetails(kind=EventKind.FLOOR, what="a table is set up", subject="bj-1/1"),
        EventDetails(kind=EventKind.FLOOR, what="a table is taken down", subject="bj-1/1"),
    ]


def test_a_notice_that_is_acknowledged() -> None:
    inspector = Person("olga", Role.INSPECTOR)
    taken = AcknowledgeNotice(notice="tables/one/1:9:1", to="commission")
    *_, event = housed((Appoint(person="olga", role=Role.INSPECTOR), OLGA), (taken, inspector))
    assert (event.by, event.role) == ("olga", Role.INSPECTOR)
    assert event.happened == EventDetails(
        kind=EventKind.NOTICE, what="a notice is acknowledged", subject="commission",
        detail="tables/one/1:9:1",
    )  # fmt: skip


def test_another_threshold_for_large_wins() -> None:
    (event,) = housed((SetLargeWin(amount=500_00), OLGA))
    assert event.happened == EventDetails(
        kind=EventKind.THRESHOLD, what="what counts as a large win", before="10,000", after="500"
    )
    house = opened()
    assert "takes a" in refusal(house, SetLargeWin(amount=500_00), SUE)
    assert refusal(house, SetLargeWin(amount=0), OLGA) == "amount: more than nothing"
    assert refusal(house, SetLargeWin(amount=10_000_00), OLGA).startswith("amount: it is")


def test_overrides_that_take_a_second_person_and_who_confirmed_one() -> None:
    otto = Person("otto", Role.OPERATOR)
    required = RequireSecondPerson(required=True)
    confirm = Confirm(
        override="void-round", record="tables/one/1", line=9, asked_by="sue", needs=Role.SUPERVISOR
    )
    _, second, confirmed = housed(
        (Enrol(person="otto", roles=(Role.OPERATOR,)), OLGA), (required, OLGA), (confirm, otto)
    )
    assert second.happened == EventDetails(
        kind=EventKind.OVERRIDE, what="people that an override takes", before="one", after="two"
    )
    assert (confirmed.by, confirmed.role) == ("otto", Role.OPERATOR)
    assert confirmed.happened == EventDetails(
        kind=EventKind.OVERRIDE, what="void-round is confirmed", subject="sue",
        detail="tables/one/1 line 9",
    )  # fmt: skip


def test_a_program_that_is_approved() -> None:
    (event,) = housed((ApproveProgram(program="version 2"), OLGA))
    assert event.happened == EventDetails(
        kind=EventKind.VERIFICATION, what="a program is approved", after="version 2"
    )
    assert "takes an operator" in refusal(opened(), ApproveProgram(program="version 2"), SUE)


def test_every_event_of_the_house_is_significant_or_only_moves_chips() -> None:
    told: set[type[Any]] = set()
    lines: list[bytes] = []
    house = opened(lines)
    up = SetUpTable(table="bj-1", instrument="act-blackjack-2018", options=blackjack.OPTIONS)
    for command in (
        SetPassword(person="ana"), RevokeToken(person="ana", token="x"), up,
        Enrol(person="ann", roles=(Role.PLAYER,)), ForgetPerson(person="ann", reason="asked to"),
        TakeDownTable(table="bj-1"), SetLargeWin(amount=1),
        DelegatePower(power="void-rounds", role=Role.OPERATOR),
        SetCageTerms(terms=CageTerms(reserve=20)),
        CloseOut(record="tournaments/cup", reason="its record leads elsewhere"),
        OpenTournament(tournament="cup", instrument="act-blackjack-2018"),
        OpenPromotion(promotion="raffle"), ApproveProgram(program="version 2"),
        Enrol(person="otto", roles=(Role.OPERATOR,)), RequireSecondPerson(required=True),
    ):  # fmt: skip
        told |= {type(fact) for fact in house.do(command, OLGA)}
    house.asks_patrons = False  # as in a house from before
    house.do(Enrol(person="gast", roles=(Role.PLAYER,), guest=True), ITSELF)
    told |= {type(fact) for fact in house.do(KeepAccount(person="gast"), Person("gast", ANA.role))}
    house.cage_terms = None
    for said in (Report(incident=Incident.STARTED), AskPatrons(), BeginLimits()):
        told |= {type(fact) for fact in house.do(said, ITSELF)}
    barring = Barring(person="ana", bar=Bar.EXCLUDED, reason="order 12")
    follow = FollowTable(table="bj-1/1", transfers=(), barrings=(barring,))
    told |= {type(fact) for fact in house.do(follow, ITSELF)}
    lift = LiftBar(person="ana", bar=Bar.EXCLUDED, reason="revoked")
    told |= {type(fact) for fact in house.do(lift, OLGA)}
    for asked in (Appoint(person="ana", role=DAN.role), INSPECTING):
        confirm = Confirm(
            override="appoint", record=HOUSE, line=house.length + 2, asked_by="olga",
            needs=Role.OPERATOR,
        )  # fmt: skip
        told |= {type(fact) for fact in house.do(confirm, Person("otto", Role.OPERATOR))}
        told |= {type(fact) for fact in house.do(asked, OLGA)}
    for_ana = ConfirmForPatron(
        person="ana", act="cash-out", record=HOUSE, line=house.length + 2, asked_by="olga",
        how=ConfirmedBy.SECOND_PERSON,
    )  # fmt: skip
    told |= {type(fact) for fact in house.do(for_ana, Person("otto", Role.OPERATOR))}
    taken = AcknowledgeNotice(notice="tables/one/1:9:1", to="inspector")
    told |= {type(fact) for fact in house.do(taken, Person("olga", Role.INSPECTOR))}
    significant = {*get_args(FACTS)} - {ChipsTransferred}
    assert told == significant
    assert len(_read(lines)) == len(lines) - 1


# --- tables


def test_opening_and_closing() -> None:
    table = blackjack.dealt(rounds=1).table
    (opens,), (closes,) = of(table, EventKind.OPENING), of(table, EventKind.CLOSING)
    assert (opens.what, closes.what) == ("the table opens", "the table closes")
    assert closes.clauses == table.law.closure
    event = next(each for each in events_of(table) if each.happened == opens)
    assert event.line == 2
    assert (event.by, event.role, event.at) == ("sue", "supervisor", blackjack.EVENING + 1000)


def test_limits_that_are_announced_and_then_change() -> None:
    at = open_table("act-blackjack-2018", "ana", limits={"main": [10_00, 500_00]})
    at.do(ChangeLimits(limits={"main": (20_00, 400_00)}), SUPERVISOR)
    at.play(("ana", 1, 20))
    shown, announced, changed = of(at.table, EventKind.LIMITS)
    old, new = shown.after, changed.after
    assert old != new
    assert "20 to 400" in new
    assert (shown.what, shown.before) == ("limits are shown", "")
    assert (announced.what, announced.before, announced.after) == ("limits announced", old, new)
    assert (changed.what, changed.before) == ("limits change", old)
    assert set(at.table.law.limits_displayed) <= set(changed.clauses)


def test_rules_that_change() -> None:
    at = baccarat_table("X")
    at.do(ChangeSettlement(method="B"), SUPERVISOR)
    at.coup("KC 6S 9S 2H", "X banker 10")
    *_, change = of(at.table, EventKind.RULES)
    assert change.what == "rules change"
    assert change.before.startswith("method A")
    assert change.after.startswith("method B")
    assert change.clauses


def test_a_large_win_is_what_a_player_wins_in_a_round() -> None:
    at = open_table("act-blackjack-2018", "ana bob", limits={"main": [10_00, 500_00]})
    at.bet("ana", 1, 300)
    at.bet("bob", 2, 295)
    at.no_more_bets()
    at.deal("TS TH 7C 9D 9S")
    at.stand(1)
    at.stand(2)
    at.settle("TC")
    assert of(at.table, EventKind.LARGE_WIN) == []
    assert of(at.table, EventKind.LARGE_WIN, large_win=300_01) == []
    (win,) = of(at.table, EventKind.LARGE_WIN, large_win=300_00)
    assert (win.subject, win.what) == ("ana", "300 won in round 1")
    assert set(win.clauses) <= set(at.table.game.instrument.by_id)
    assert win.clauses


def test_a_win_that_is_void_is_no_win() -> None:
    table = blackjack.irregular().table
    rounds = {each.what for each in of(table, EventKind.LARGE_WIN, large_win=1)}
    assert not any(said.endswith("round 4") for said in rounds)


def test_a_void_round() -> None:
    voids = of(blackjack.irregular().table, EventKind.VOID)
    assert [(each.subject, each.detail) for each in voids] == [
        ("round 4", "drink over the layout"),
        ("round 3", "a card of the layout was missing"),
        ("round 1", "so it was then"),
    ]
    assert all(each.clauses for each in voids)


def test_a_void_hand_and_an_exclusion() -> None:
    at = two_dealt()
    (first, second) = (box.player for box in at.round.round.boxes)
    assert (first, second) == ("P", "Q")
    at.do(RecordBreach(person="Q", clause="15.8", what="advised P"), SUPERVISOR)
    at.do(Exclude(player="Q", reason="advised P"), SUPERVISOR)
    (void,), (out,) = of(at.table, EventKind.VOID), of(at.table, EventKind.EXCLUSION)
    assert (void.what, void.subject) == ("a hand is void", "box 2")
    assert (out.subject, out.detail) == ("Q", "advised P")
    (breach,) = of(at.table, EventKind.BREACH)
    assert breach.subject == "Q"
    assert "15.8" in breach.clauses


def test_a_malfunction() -> None:
    (broke,) = of(blackjack.breakdown().table, EventKind.MALFUNCTION)
    assert (broke.what, broke.detail) == ("machine failed", "the drum is stuck")
    assert broke.clauses


def test_irregularities() -> None:
    table = blackjack.irregular().table
    said = [each.what for each in of(table, EventKind.IRREGULARITY)]
    assert said == [
        "face up card", "drawn in error", "burnt in error", "dealer overdrew",
        "a card laid on another hand than the one it was due to", "reconstruct", "drawn in error",
        "a card laid on another hand than the one it was due to", "reconstruct",
    ]  # fmt: skip
    rebuilt = of(table, EventKind.IRREGULARITY)[5]
    assert rebuilt.detail == "bob's first card lay on box 1"
    assert "14.4" in rebuilt.clauses


def test_other_cards() -> None:
    (cards,) = of(blackjack.breakdown().table, EventKind.CARDS)
    assert cards.what == "new cards"
    assert NewCards in game_of("act-blackjack-2018").acts


def test_powers() -> None:
    at = open_table("act-blackjack-2018", "ana")
    at.bet("ana", 1, 20)
    at.do(RecordBreach(person="ana", clause="16.6", what="touched a wager"), SUPERVISOR)
    at.do(VoidWager(player="ana", box=1, reason="touched it again"), SUPERVISOR)
    (power,) = of(at.table, EventKind.POWER)
    assert (power.what, power.subject) == ("void a wager", "ana on box 1")
    assert power.detail == "touched it again"


def test_disputes() -> None:
    said = [each.what for each in of(blackjack.irregular().table, EventKind.DISPUTE)]
    assert said == [
        "a dispute is raised", "a dispute is decided", "a review of a dispute is asked for",
        "a dispute is reviewed",
    ]  # fmt: skip


def test_the_float() -> None:
    at = open_table("act-blackjack-2018", "ana")
    at.do(FillFloat(amount=100_00), SUPERVISOR)
    at.do(FillFloat(amount=-50_00), SUPERVISOR)
    said = [each.what for each in of(at.table, EventKind.CHIPS)]
    assert said[-2:] == ["100 to the float", "50 from the float"]


def test_notices_to_those_who_watch() -> None:
    said = of(blackjack.irregular().table, EventKind.NOTICE)
    assert all(each.subject in ("commission", "inspector", "surveillance") for each in said)
    assert said


# --- all of it, out of a store


def test_events_come_in_the_order_of_the_store_with_the_threshold_of_their_time(
    store: Store,
) -> None:
    lines: list[bytes] = []
    house = opened(lines)
    store.add(writing(Addition(HOUSE, 0, tuple(lines))))
    evening = Evening("act-blackjack-2018", seed=3)
    evening.play(12)
    record = evening.table.record.lines
    half = len(record) // 2
    store.add(writing(Addition("tables/one/1", 0, tuple(record[:half]))))
    house.do(SetLargeWin(amount=1_00), OLGA, 5)
    store.add(writing(Addition(HOUSE, len(lines) - 1, (lines[-1],)), Chain("notes").next("a")))
    store.add(writing(Addition("tables/one/1", half, tuple(record[half:]))))
    events = list(significant_events(store))
    wins = [event for event in events if event.happened.kind is EventKind.LARGE_WIN]
    assert wins
    assert all(event.line > half for event in wins)
    assert {event.record for event in events} == {"house", "tables/one/1"}
    of_table = [event.line for event in events if event.record != "house"]
    assert of_table == sorted(of_table)


def test_records_of_other_things_are_passed_over(store: Store) -> None:
    store.add(writing(Chain("notes").next("a", "b")))
    assert list(significant_events(store)) == []


def test_what_is_no_line_is_named() -> None:
    with pytest.raises(RecordError, match="line 7 is not a line"):
        list(Watch().take(StoredLine(1, "house", 7, b"junk\n")))


def test_each_kind_of_command_that_is_significant_is_declared_by_some_game() -> None:
    declared = {
        command.significance for instrument in INSTRUMENTS for command in game_of(instrument).acts
    }
    assert declared - {None} == set(CommandSignificance)
    kinds = [EventKind(each) for each in CommandSignificance]
    assert kinds == [EventKind.MALFUNCTION, EventKind.CARDS, EventKind.IRREGULARITY]
