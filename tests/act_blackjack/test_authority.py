"""Who may do what: every role against every command, and everything not allowed is refused."""

from __future__ import annotations

import pytest
from tests.table_support import (
    DEALER,
    DIRECTOR,
    INSPECTOR,
    MANAGER,
    OPERATOR,
    SUPERVISOR,
    At,
    open_table,
    player,
)

import croupier.games.blackjack.round_at_table  # noqa: F401 - declares the acts of its players
from croupier.aggregate.acts import Command
from croupier.aggregate.roles import Person, Role, one
from croupier.cards import Card
from croupier.games.blackjack.asks_and_answers import (
    DeclineInsurance,
    Double,
    Elect,
    Hit,
    Insure,
    MoveOn,
    Split,
    Stand,
    TakeEvenMoney,
)
from croupier.games.blackjack.game import ACTS
from croupier.table.acts.betting import NoMoreBets, PlaceWager, ReturnShortWager
from croupier.table.acts.burn_and_reveal import Burn, NewCards, ReplaceCard, Reveal
from croupier.table.acts.chips_and_float import BringChips, FillFloat, TakeChips
from croupier.table.acts.closing import AnnounceClosure, CloseTable, SetHours
from croupier.table.acts.conduct import (
    Advise,
    AskForRules,
    Attest,
    RaiseDispute,
    RecordBreach,
    RequestReview,
    ReviewDispute,
    RuleOnDispute,
)
from croupier.table.acts.cutting_card import CuttingCardDrawn, DealtPastCuttingCard
from croupier.table.acts.dealing import Collect, Deal, DealRun
from croupier.table.acts.dispute_rulings import CarryOutRuling
from croupier.table.acts.limit_markers import LiftMarker, PlaceMarker
from croupier.table.acts.misnamed_cards import CorrectBurntCard, CorrectCard, CorrectLastCard
from croupier.table.acts.misplaced_cards import Reconstruct, VoidEarlierRound
from croupier.table.acts.opening import AskDeterminations, CheckCards, OpenTable
from croupier.table.acts.patrons import Arrive, ComeBack, GetUp, Leave, Sit, StepAway, VacateSeat
from croupier.table.acts.player_restrictions import LiftRestriction, RequireMinimum, Restrict
from croupier.table.acts.seeding import BringTip, CommitShuffle, OpenLink, VoidShuffle
from croupier.table.acts.several_boxes import GiveUpBox, PermitSeveralBoxes
from croupier.table.acts.shuffling import Cut, DeclineCut, InsertCuttingCard, Shuffle
from croupier.table.acts.shuffling_machine import FeedMachine, LoadMachine, MachineFailed
from croupier.table.acts.sign import ChangeLimits
from croupier.table.acts.stray_cards import BurntInError, DealerOverdrew, DrawnInError, FaceUpCard
from croupier.table.acts.tournament import (
    AllocatePosition,
    CollectTournamentChips,
    DesignateForTournament,
    IssueTournamentChips,
    PlaceStartingMarker,
    ReleaseTable,
    SetSession,
    TakeCommission,
)
from croupier.table.acts.turns import (
    AskWager,
    DeductMinimum,
    EverybodyPasses,
    LimitTime,
    PlayPassCard,
    RuleOut,
    TimeIsUp,
    VoidOutOfOrder,
)
from croupier.table.acts.voiding import Exclude, Invalidate, VoidRound, VoidWager

OF_OTHER_INSTRUMENTS = {Role.ASSISTANT_MANAGER, Role.GAMING_MANAGER}

EVERYBODY = (player("P"), DEALER, SUPERVISOR, MANAGER, OPERATOR, DIRECTOR, INSPECTOR)

MATRIX = """
                          player  dealer  supervisor  manager  operator  director  inspector
open-table                  .       .         x          x        x         .          .
check-cards                 .       x         x          x        x         .          .
ask-determinations          x       x         x          x        x         .          .
change-limits               .       .         x          x        x         .          .
set-hours                   .       .         .          .        x         .          .
fill-float                  .       .         x          x        x         .          .
arrive                      x       x         x          x        x         .          .
leave                       x       x         x          x        x         .          .
sit                         x       x         x          x        x         .          .
get-up                      x       x         x          x        x         .          .
step-away                   x       x         x          x        x         .          .
come-back                   x       x         x          x        x         .          .
bring-chips                 x       x         x          x        x         .          .
take-chips                  x       x         x          x        x         .          .
place-wager                 x       x         x          x        x         .          .
no-more-bets                .       x         x          x        x         .          .
return-short-wager          .       x         x          x        x         .          .
shuffle                     .       x         x          x        x         .          .
bring-tip                   x       x         x          x        x         .          .
commit-shuffle              .       x         x          x        x         .          .
open-link                   x       x         x          x        x         .          .
void-shuffle                .       x         x          x        x         .          .
decline-cut                 x       x         x          x        x         .          .
cut                         x       x         x          x        x         .          .
insert-cutting-card         .       x         x          x        x         .          .
load-machine                .       x         x          x        x         .          .
feed-machine                .       x         x          x        x         .          .
machine-failed              .       .         x          x        x         .          .
burn                        .       x         x          x        x         .          .
replace-card                .       .         x          x        x         .          .
new-cards                   .       .         x          x        x         .          .
reveal                      .       x         x          x        x         .          .
announce-closure            .       .         x          x        x         .          .
close-table                 .       .         x          x        x         .          .
record-breach               .       x         x          x        x         .          .
advise                      .       x         x          x        x         .          .
attest                      .       x         x          x        x         .          .
ask-for-rules               x       x         x          x        x         .          .
raise-dispute               x       x         x          x        x         .          .
rule-on-dispute             .       .         x          x        x         .          .
request-review              x       x         x          x        x         .          .
review-dispute              .       .         .          .        .         .          x
carry-out-ruling            .       .         x          x        x         .          .
deal                        .       x         x          x        x         .          .
deal-run                    .       x         x          x        x         .          .
cutting-card-drawn          .       x         x          x        x         .          .
collect                     .       x         x          x        x         .          .
face-up-card                .       x         x          x        x         .          .
drawn-in-error              .       x         x          x        x         .          .
burnt-in-error              .       x         x          x        x         .          .
dealer-overdrew             .       x         x          x        x         .          .
correct-last-card           .       x         x          x        x         .          .
correct-card                .       .         x          x        x         .          .
correct-burnt-card          .       x         x          x        x         .          .
reconstruct                 .       .         x          x        x         .          .
void-earlier-round          .       .         x          x        x         .          .
dealt-past-cutting-card     .       x         x          x        x         .          .
place-marker                .       .         x          x        x         .          .
lift-marker                 .       .         x          x        x         .          .
permit-several-boxes        .       x         x          x        x         .          .
give-up-box                 .       x         x          x        x         .          .
require-minimum             .       .         x          x        x         .          .
restrict                    .       .         x          x        x         .          .
lift-restriction            .       .         x          x        x         .          .
vacate-seat                 .       .         x          x        x         .          .
void-wager                  .       .         x          x        x         .          .
exclude                     .       .         x          x        x         .          .
void-round                  .       .         x          x        x         .          .
invalidate                  .       .         x          x        x         .          .
set-session                 .       .         x          x        x         .          .
place-starting-marker       .       x         x          x        x         .          .
take-commission             .       .         x          x        x         .          .
designate-for-tournament    .       .         .          .        .         x          .
allocate-position           .       .         .          .        .         x          .
issue-tournament-chips      .       .         .          .        .         x          .
collect-tournament-chips    .       x         x          x        x         .          .
release-table               .       .         .          .        .         x          .
ask-wager                   .       x         x          x        x         .          .
void-out-of-order           .       .         .          .        .         x          .
play-pass-card              x       x         x          x        x         .          .
time-is-up                  .       .         x          x        x         .          .
limit-time                  .       .         .          .        .         x          .
deduct-minimum              .       .         .          .        .         x          .
rule-out                    .       .         .          .        .         x          .
everybody-passes            .       x         x          x        x         .          .
hit                         x       x         x          x        x         .          .
stand                       x       x         x          x        x         .          .
double                      x       x         x          x        x         .          .
split                       x       x         x          x        x         .          .
elect                       x       x         x          x        x         .          .
insure                      x       x         x          x        x         .          .
even-money                  x       x         x          x        x         .          .
decline-insurance           x       x         x          x        x         .          .
move-on                     .       x         x          x        x         .          .
"""
"""Whoever works for the house may do what those below may, and act for a player who says so."""

COMMANDS: tuple[Command, ...] = (
    OpenTable(),
    CheckCards(),
    AskDeterminations(player="P"),
    ChangeLimits(limits={"main": (10_00, 20_00)}),
    SetHours(opens=0, closes=2_000_000_000_000),
    FillFloat(amount=100_00),
    Arrive(player="P"),
    Leave(player="P"),
    Sit(player="P", box=1),
    GetUp(player="P"),
    StepAway(player="P"),
    ComeBack(player="P"),
    BringChips(player="P", amount=100),
    TakeChips(player="P", amount=100),
    PlaceWager(player="P", box=1, amount=10_00),
    NoMoreBets(),
    ReturnShortWager(player="P", box=1),
    Shuffle(),
    BringTip(player="P", tip="0" * 64),
    CommitShuffle(root="0" * 64, of="0" * 64),
    OpenLink(player="P", link="0" * 64),
    VoidShuffle(),
    DeclineCut(player="P"),
    Cut(player="P", at=100),
    InsertCuttingCard(from_back=60),
    LoadMachine(),
    FeedMachine(),
    MachineFailed(fault="smoke"),
    Burn(),
    ReplaceCard(card=Card("9H"), checked_by_supervisor="sue", checked_by_dealer="dan"),
    NewCards(checked_by_supervisor="sue", checked_by_dealer="dan"),
    Reveal(secret="", commitment=""),
    AnnounceClosure(rounds=3),
    CloseTable(),
    RecordBreach(person="Q", clause="16.7", what="signals"),
    Advise(player="P", about="rules", words="you may split"),
    Attest(duty="no-advice", statement="none was given"),
    AskForRules(player="P"),
    RaiseDispute(player="P", about="the count"),
    RuleOnDispute(number=1, decision="stands"),
    RequestReview(number=1, player="P"),
    ReviewDispute(number=1, outcome="upheld"),
    CarryOutRuling(number=1, how="paid"),
    Deal(card=Card("9H")),
    DealRun(cards=(Card("9H"), Card("8H"))),
    CuttingCardDrawn(),
    Collect(),
    FaceUpCard(card=Card("9H")),
    DrawnInError(card=Card("9H")),
    BurntInError(card=Card("9H")),
    DealerOverdrew(card=Card("9H")),
    CorrectLastCard(card=Card("9H")),
    CorrectCard(draw=1, card=Card("9H"), reason="seen on the felt"),
    CorrectBurntCard(card=Card("2C")),
    Reconstruct(reason="seen on tape"),
    VoidEarlierRound(round=1, reason="seen on tape"),
    DealtPastCuttingCard(),
    PlaceMarker(player="P", box=1, limit=900_00),
    LiftMarker(player="P", box=1),
    PermitSeveralBoxes(player="P"),
    GiveUpBox(player="P", box=1, for_player="Q"),
    RequireMinimum(player="P", reason="late"),
    Restrict(player="P", procedure="CP 4", tracked="file 9"),
    LiftRestriction(player="P"),
    VacateSeat(player="P"),
    VoidWager(player="P", box=1, reason="late"),
    Exclude(player="P", reason="late"),
    VoidRound(ground="impractical", reason="flood"),
    Invalidate(disturbance="fire"),
    SetSession(rounds=9),
    PlaceStartingMarker(box=1),
    TakeCommission(amount=100),
    DesignateForTournament(tournament="Cup"),
    AllocatePosition(player="P", box=1),
    IssueTournamentChips(amount=100_00),
    CollectTournamentChips(),
    ReleaseTable(),
    AskWager(),
    VoidOutOfOrder(player="P", reason="late"),
    PlayPassCard(player="P"),
    TimeIsUp(player="P"),
    LimitTime(seconds=30, notice="on the board"),
    DeductMinimum(player="P"),
    RuleOut(player="P"),
    EverybodyPasses(),
    Hit(box=1),
    Stand(box=1),
    Double(box=1, amount=10_00),
    Split(box=1),
    Elect(player="P", box=1, amount=10_00),
    Insure(player="P", box=1, amount=5_00),
    TakeEvenMoney(player="P", box=1),
    DeclineInsurance(player="P", box=1),
    MoveOn(),
)

POLICY = {
    name: tuple(cell == "x" for cell in cells)
    for name, *cells in (line.split() for line in MATRIX.strip().splitlines()[1:])
}
DEFINES = {
    Role.PLAYER: "4.1",
    Role.DEALER: "A:Dealer",
    Role.SUPERVISOR: "A:Casino Supervisor",
    Role.OPERATOR: "A:Casino Operator",
    Role.INSPECTOR: "16.4",
    Role.TOURNAMENT_DIRECTOR: "A:Tournament Director/Assistant",
}


def tag(command: type[Command] | Command) -> str:
    kind = command if isinstance(command, type) else type(command)
    return str(kind.__struct_config__.tag)


def needed(command: Command) -> Role:
    needs = ACTS[type(command)].needs
    assert needs is not None
    return needs


def for_their_role(at: At, command: Command, by: Person) -> bool:
    """Whether the role alone stands against it; anything else may too."""
    refusal = at.table.check(command, by, at.now)
    return refusal is not None and f"takes {one(needed(command))}," in refusal.reason


def test_every_command_has_a_row_and_every_row_a_command() -> None:
    assert [tag(command) for command in COMMANDS] == list(POLICY)
    assert {tag(kind) for kind in ACTS} == set(POLICY)
    assert all(len(row) == len(EVERYBODY) for row in POLICY.values())
    looks_on = {Role.SURVEILLANCE}
    assert {person.role for person in EVERYBODY} == set(Role) - OF_OTHER_INSTRUMENTS - looks_on


def test_surveillance_looks_on_and_has_no_part_in_play() -> None:
    assert not [kind for kind, act in ACTS.items() if Role.SURVEILLANCE in act.open_to]


@pytest.mark.parametrize("role", sorted(OF_OTHER_INSTRUMENTS))
def test_an_office_that_the_instrument_does_not_name_is_a_supervisors(role: Role) -> None:
    supervisors = {kind for kind, act in ACTS.items() if Role.SUPERVISOR in act.open_to}
    assert {kind for kind, act in ACTS.items() if role in act.open_to} == supervisors


@pytest.mark.parametrize("command", COMMANDS, ids=tag)
@pytest.mark.parametrize("at_table", ["not open", "betting", "dealing", "settled"])
def test_each_role_may_do_what_its_cell_says_and_nothing_else(
    instrument: str, command: Command, at_table: str
) -> None:
    at = table_at(instrument, at_table)
    for person, allowed in zip(EVERYBODY, POLICY[tag(command)], strict=True):
        assert for_their_role(at, command, person) is not allowed, (person.role, at_table)


def table_at(instrument: str, phase: str) -> At:
    if phase == "not open":
        return At(instrument)
    at = open_table(instrument, "P Q")
    if phase == "betting":
        return at
    at.bet("P", 1, 10)
    at.deal("10S 7D 9H")
    if phase == "settled":
        at.stand(1)
        at.deal("10C")
    return at


@pytest.mark.parametrize("command", COMMANDS, ids=tag)
def test_a_refusal_names_both_roles_and_the_clause_that_gives_the_office(
    instrument: str, command: Command
) -> None:
    at = open_table(instrument, "P Q")
    needs = needed(command)
    for person, allowed in zip(EVERYBODY, POLICY[tag(command)], strict=True):
        if allowed:
            continue
        refusal = at.refused(command, person)
        assert needs in refusal.reason
        assert person.role in refusal.reason
        assert DEFINES[needs] in refusal.clauses


@pytest.mark.clause("A:Tournament Director/Assistant")
def test_a_tournament_director_has_nothing_to_say_at_an_ordinary_table(instrument: str) -> None:
    at = open_table(instrument, "P Q")
    for command in COMMANDS:
        refusal = at.refused(command, DIRECTOR)
        assert "A:Tournament Director/Assistant" in refusal.clauses


@pytest.mark.clause("4.1")
def test_no_player_acts_for_another(instrument: str) -> None:
    at = open_table(instrument, "P Q")
    for command in COMMANDS:
        if getattr(command, "player", None) == "P" and POLICY[tag(command)][0]:
            refusal = at.refused(command, player("Q"))
            assert refusal.reason == "Q cannot act for P"
            assert refusal.clauses == ("4.1",)


@pytest.mark.clause("4.5", "4.5(a)")
@pytest.mark.parametrize(
    "decision", [Hit(box=1), Stand(box=1), Split(box=1), Double(box=1, amount=10_00)]
)
def test_no_player_decides_about_a_box_that_is_anothers(instrument: str, decision: Command) -> None:
    at = open_table(instrument, "P Q R")
    at.bet("P", 1, 10)
    at.bet("Q", 1, 10)
    at.bet("R", 2, 10)
    at.deal("8S 10H 7D 8H 9H")
    for other in ("Q", "R"):  # behind on the box, and on another
        refusal = at.refused(decision, player(other))
        assert refusal.clauses == ("4.5", "4.5(a)")
        assert "P makes the decisions" in refusal.reason
    assert at.allowed(decision, player("P"))
    assert at.allowed(decision, DEALER)  # who says what P said


def test_a_command_that_no_act_judges_is_no_command_of_a_table(instrument: str) -> None:
    class Levitate(Command, frozen=True, tag="levitate"):
        """Nobody may, because nobody has said who may."""

    at = open_table(instrument, "P")
    with pytest.raises(TypeError, match="Levitate is not a command of a table of this game"):
        at.do(Levitate(), OPERATOR)


@pytest.mark.clause("5.2")
def test_staff_may_cut_only_where_no_player_wished_to(instrument: str) -> None:
    at = open_table(instrument, "P", loaded=False)
    at.do(Shuffle(), DEALER)
    for by in (DEALER, SUPERVISOR, OPERATOR):
        assert at.refused(Cut(player=by.name, at=100), by).clauses == ("5.2",)
    at.do(DeclineCut(player="P"), player("P"))
    assert at.refused(Cut(player=DEALER.name, at=100), DEALER).clauses == ("5.2",)
    for by in (SUPERVISOR, MANAGER, OPERATOR):
        assert at.allowed(Cut(player=by.name, at=100), by)


@pytest.mark.clause("16.4")
def test_only_the_commissions_inspector_reviews(instrument: str) -> None:
    at = open_table(instrument, "P")
    at.do(RaiseDispute(player="P", about="the count"), player("P"))
    at.do(RuleOnDispute(number=1, decision="stands"), SUPERVISOR)
    at.do(RequestReview(number=1, player="P"), player("P"))
    for by in (SUPERVISOR, OPERATOR, player("P"), DIRECTOR):
        at.refused(ReviewDispute(number=1, outcome="upheld"), by)
    at.do(ReviewDispute(number=1, outcome="upheld"), INSPECTOR)
