"""Who may do what in a tournament and when: what a clause refuses, and to whom it is refused."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tournament.at_tables import NOW, three
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    DEALER,
    DIRECTOR,
    HEATS,
    HOLDEM,
    INSTRUMENTS,
    MANAGER,
    OPERATOR,
    OPTIONS,
    SEVEN,
    TWO_ROUNDS,
    Held,
    conditions_for,
    drafted,
    lacking,
    opened,
    player,
    playing,
    seated,
)

from croupier.aggregate.acts import Command
from croupier.aggregate.roles import Person, Role
from croupier.game_rules import table_for
from croupier.table.acts.tournament import (
    AllocatePosition,
    CollectTournamentChips,
    DesignateForTournament,
)
from croupier.table.acts.turns import DeductMinimum, PlayPassCard, TimeIsUp
from croupier.table.table import Table
from croupier.table.tournament_play import TableTerms
from croupier.tournament import law_of
from croupier.tournament.acts.buy_backs import BuyAddOn, BuyBack, DeclineBuyBack
from croupier.tournament.acts.conditions_approval import (
    DocumentConditions,
    NominateDirector,
    OpenEntries,
    TakeStep,
)
from croupier.tournament.acts.conduct import Breach, Disqualify, ReportBreach
from croupier.tournament.acts.entries import (
    AddReserve,
    CloseEntries,
    RefuseEntry,
    RequireAgreement,
    Withdraw,
)
from croupier.tournament.acts.prizes import AwardPlaces, CancelTournament
from croupier.tournament.acts.seating import TakeSeat
from croupier.tournament.acts.sessions import PayBuyIn, RecordRound
from croupier.tournament.acts.ties import PlayOffRound
from croupier.tournament.conditions_document import Statement, document
from croupier.tournament.facts import Eliminated, PlaceAwarded, SeatTaken, TieFound, Withdrawn
from croupier.tournament.state import Ground, Status, TournamentPhase
from croupier.tournament.tournament import Tournament

SUPERVISOR = Person("sue", Role.SUPERVISOR)
REBUY = {"offered": True, "most": 1, "method": "at once", "cost": 80_00, "chips": 800_00}
NO_PASS_CARDS = (ACT_2006, ACT_2018, BACCARAT, HOLDEM)


def only(held: Held, command: Command, *people: Person) -> None:
    """Of everybody there, these may and nobody else."""
    everybody = (player("A"), DEALER, SUPERVISOR, MANAGER, OPERATOR, DIRECTOR)
    for person in everybody:
        refusal = held.tournament.check(command, person, held.now)
        assert (refusal is None) == (person in people), (person.role, refusal)


def tied(instrument: str) -> Held:
    """A and B have as much at the end, and play on for it."""
    ties = {} if instrument in (ACT_2006, CHALLENGE) else {"prize_ties": "play-off"}
    held = playing(instrument, **TWO_ROUNDS, **ties)
    for _ in range(2):
        held.round({"A": 900, "B": 900, "C": 600, "D": 200})
    held.end()
    assert held.tournament.phase is TournamentPhase.TIES
    return held


def unused(instrument: str) -> Table:
    """A table that is no tournament's yet."""
    return table_for(instrument, OPTIONS[instrument], boxes=7)


# --- the rules of tournaments, and what conditions may say


@pytest.mark.clause("06:20.1", "18:19.1", "bac:15.1", "uth:16.1")
@pytest.mark.parametrize("instrument", NO_PASS_CARDS)
def test_conditions_are_written_under_the_instrument_of_the_tournament(instrument: str) -> None:
    other = ACT_2018 if instrument == ACT_2006 else ACT_2006
    held = Held(Tournament("Cup", instrument))
    document = DocumentConditions(conditions=conditions_for(other))
    assert held.refused(document, OPERATOR).clauses == law_of(instrument).applies
    held.do(DocumentConditions(conditions=conditions_for(instrument)), OPERATOR)


@pytest.mark.clause("06:20.1")
def test_06_20_1_no_agreement_in_writing_can_be_required() -> None:
    assert opened(ACT_2006).refused(RequireAgreement()).clauses == ("20.1",)
    opened(ACT_2018).do(RequireAgreement())


@pytest.mark.clause(
    "06:20.5", "18:19.1", "18:19.3(b)", "bac:15.1", "bac:15.3(b)", "uth:16.1", "uth:16.3(b)",
    "nsw:19.2", "nsw:19.2.1", "nsw:19.4.2(k)",
)  # fmt: skip
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_what_prevails_is_cited_where_conditions_differ_from_the_rules(instrument: str) -> None:
    """By 20.5 the conditions do, elsewhere the rules."""
    other = DesignateForTournament(
        tournament="Cup", terms=TableTerms(overrides={"blackjack_pays": "2:1"})
    )
    prevails = set(law_of(instrument).conditions_prevail.clauses)
    plain, at = unused(instrument), unused(instrument)
    (designated,) = plain.do(DesignateForTournament(tournament="Cup"), DIRECTOR, NOW)
    unsaid = {"20.5", "19.3(b)", "15.3(b)", "16.3(b)", "19.4.2(k)"}
    assert not unsaid & set(designated.clauses)
    if instrument == ACT_2006:
        (designated,) = at.do(other, DIRECTOR, NOW)
        assert prevails <= set(designated.clauses)
    else:
        refusal = at.check(other, DIRECTOR, NOW)
        assert refusal is not None
        assert set(refusal.clauses) == prevails


@pytest.mark.clause("06:20.1", "06:20.5", "18:19.1", "18:19.3(b)")
@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018])
def test_conditions_that_say_how_it_is_conducted_say_what_prevails(instrument: str) -> None:
    """The rules of tournaments come on top of the game's; by 20.5 the conditions prevail."""
    law, differs = law_of(instrument), {"blackjack_pays": "2:1"}

    def conduct(says_so: bool) -> list[Statement]:
        held = drafted(conditions_for(instrument, statement=says_so, overrides=differs))
        sections = document(held.tournament.conditions, law)
        lines = (each for section in sections for each in section.statements)
        return [each for each in lines if each.about == "Conduct"]

    (said,) = conduct(True)
    prevail = "conditions" if instrument == ACT_2006 else "rules"
    assert said.says.endswith(f"where they differ, the {prevail} prevail")
    assert said.clauses == (("20.1",) if instrument == ACT_2006 else ("19.3(b)",))
    if instrument == ACT_2006:  # which does not ask for it
        assert conduct(False) == []


@pytest.mark.clause(
    "18:19.3", "18:19.3(a)", "bac:15.3", "bac:15.3(a)", "uth:16.3", "uth:16.3(a)", "nsw:19.4.2"
)
@pytest.mark.parametrize("instrument", INSTRUMENTS[1:])
def test_conditions_are_not_written_anew_once_people_enter(instrument: str) -> None:
    held = opened(instrument)
    again = held.refused(DocumentConditions(conditions=conditions_for(instrument)), OPERATOR)
    assert "the tournament is" in again.reason
    assert again.clauses == law_of(instrument).must_contain.clauses


@pytest.mark.clause(
    "18:19.3", "18:19.3(a)", "bac:15.3", "bac:15.3(a)", "uth:16.3", "uth:16.3(a)", "nsw:19.4.2"
)
@pytest.mark.parametrize("instrument", INSTRUMENTS[1:])
def test_without_conditions_nothing_is_published_and_nobody_enters(instrument: str) -> None:
    held = Held(Tournament("Cup", instrument))
    held.do(NominateDirector(person=DIRECTOR.name), OPERATOR)
    law = law_of(instrument)
    step = TakeStep(step=list(law.gate)[-1], document="CR 7")
    for command, by in ((step, OPERATOR), (OpenEntries(), DIRECTOR)):
        refusal = held.refused(command, by)
        assert refusal.reason == "there are no conditions yet"
        assert refusal.clauses == law.must_contain.clauses


@pytest.mark.clause(
    "18:19.3(a)(i)", "bac:15.3(a)(i)", "uth:16.3(a)(i)", "nsw:19.4.2(h)", "nsw:19.4.2(h)(i)",
    "nsw:19.4.2(h)(iii)",
)  # fmt: skip
@pytest.mark.parametrize("instrument", INSTRUMENTS[1:])
def test_who_meets_the_conditions_enters_and_nobody_else(instrument: str) -> None:
    held = opened(instrument)
    barred = held.refused(held.entry("A", eligible=False))
    assert barred.reason == "A is not eligible"
    held.do(held.entry("B"))
    assert list(held.tournament.entrants) == ["B"]


@pytest.mark.clause(
    "18:19.2", "18:19.3(a)(ii)(D)", "bac:15.2", "bac:15.3(a)(ii)(d)", "uth:16.2",
    "uth:16.3(a)(iii)(E)",
)  # fmt: skip
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT, HOLDEM])
def test_another_game_may_be_played_in_some_sessions_and_not_in_all(instrument: str) -> None:
    ours = {"name": "one", "rounds": 2, "advance_in_all": 2}
    other = {"name": "two", "rounds": 2, "game": "roulette"}
    changes = {"progression": "two go on", "session_ties": "play-off"}
    conditions = conditions_for(instrument, sessions=[ours, other], **changes)
    Held(Tournament("Cup", instrument)).do(DocumentConditions(conditions=conditions), OPERATOR)
    refusal = lacking(instrument, sessions=[{**ours, "game": "poker"}, other], **changes)
    assert "one at least is of this game" in refusal.reason
    assert set(law_of(instrument).own_game_in_each_session.clauses) <= set(refusal.clauses)


# --- the minimum, and what takes its place


@pytest.mark.clause("06:20.14", "18:19.14", "bac:15.14", "uth:16.15")
@pytest.mark.parametrize("instrument", NO_PASS_CARDS)
def test_every_player_wagers_every_round_in_the_open(instrument: str) -> None:
    """No card takes the place of a wager, no paper and nobody else's hand."""
    must = law_of(instrument).must_wager
    at = three(instrument)
    assert at.refused(PlayPassCard(player="A"), player("A")).clauses == must
    assert at.refused(TimeIsUp(player="A"), SUPERVISOR).clauses == must
    assert at.refused(DeductMinimum(player="A")).clauses == must
    for terms in (TableTerms(pass_cards=1), TableTerms(undisclosed=1)):
        designate = DesignateForTournament(tournament="Cup", terms=terms)
        refusal = unused(instrument).check(designate, DIRECTOR, NOW)
        assert refusal is not None
        assert ("terms: " in refusal.reason, refusal.clauses) == (True, must)


# --- entries


@pytest.mark.clause("06:20.6", "18:19.6", "bac:15.6", "uth:16.6")
@pytest.mark.parametrize("instrument", NO_PASS_CARDS)
def test_the_director_keeps_the_list_of_entries(instrument: str) -> None:
    held = opened(instrument)
    held.enter("A", "B")
    only(held, AddReserve(player="R"), DIRECTOR)
    only(held, RefuseEntry(player="Z", reason="banned"), DIRECTOR)
    assert held.refused(held.entry("A")).clauses == law_of(instrument).one_entry


@pytest.mark.clause(
    "18:19.6", "bac:15.6", "uth:16.6", "nsw:19.4.2(g)", "nsw:19.3.2", "bac:15.3(a)(ii)(f)",
    "uth:16.3(a)(iii)(G)", "18:19.3(a)(ii)(F)",
)  # fmt: skip
@pytest.mark.parametrize("instrument", INSTRUMENTS[1:])
def test_who_buys_back_does_so_themselves_while_it_is_played_and_when_out(instrument: str) -> None:
    cited = law_of(instrument).buy_back
    back, decline = BuyBack(player="A", paid=80_00), DeclineBuyBack(player="A")
    held = opened(instrument, buy_back=REBUY)
    held.enter("A", "B", "C", "D")
    for command in (back, decline):
        early = held.refused(command)
        assert ("the tournament is" in early.reason, early.clauses) == (True, cited)
    held = playing(instrument, buy_back=REBUY)
    assert held.refused(decline).clauses == cited  # A is in
    held.round({"A": 0, "B": 0, "C": 2000, "D": 2000})
    for command in (back, decline):
        only(held, command, player("A"), DIRECTOR)
    held.do(back, player("A"))
    held.do(DeclineBuyBack(player="B"), player("B"))
    assert held.tournament.pool.total == 400_00 + 80_00


@pytest.mark.clause("06:20.6")
def test_06_20_6_nobody_enters_twice_by_buying_back() -> None:
    held = playing(ACT_2006)
    held.round({"A": 0, "B": 1000, "C": 1000, "D": 1000})
    back = BuyBack(player="A", paid=100_00)
    assert held.refused(back).clauses == ("20.6",)
    assert held.refused(DeclineBuyBack(player="A")).clauses == ("20.6",)
    assert held.refused(back, player("B")).clauses != ("20.6",)  # it is not B's to ask
    for command in (back, DeclineBuyBack(player="A")):
        assert "the tournament is" in opened(ACT_2006).refused(command).reason


# --- seats


@pytest.mark.clause("06:20.7", "18:19.7", "bac:15.7", "uth:16.9", "nsw:19.6.10")
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_nobody_gives_up_a_position_that_they_do_not_have(instrument: str) -> None:
    at = three(instrument)
    nowhere = at.refused(AllocatePosition(player="Z", box=None))
    assert nowhere.clauses == law_of(instrument).position


@pytest.mark.clause("06:20.13", "18:19.13", "bac:15.13", "uth:16.14", "nsw:19.6.5")
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_nobody_takes_chips_along_from_a_position(instrument: str) -> None:
    at = three(instrument)
    away = AllocatePosition(player="A", box=None)
    assert at.refused(away).clauses == law_of(instrument).chips_untouched
    at.do(CollectTournamentChips(player="A"), DEALER)
    at.do(away)


@pytest.mark.clause("06:20.9", "18:19.9", "bac:15.9")
@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, BACCARAT])
def test_a_seat_is_taken_by_its_player_before_it_is_too_late(instrument: str) -> None:
    late = law_of(instrument).late.clauses
    held = seated(instrument)
    sit = TakeSeat(player="C")
    held.do(sit, player("C"))
    taken = [fact for fact in held.tournament.facts if isinstance(fact, SeatTaken)]
    assert [(fact.player, fact.clauses) for fact in taken] == [
        ("A", late), ("B", late), ("C", late),
    ]  # fmt: skip
    held = seated(instrument)
    held.now = SEVEN - 1
    assert held.tournament.check(sit, player("C"), held.now) is None
    held.now = SEVEN
    in_time = held.tournament.check(sit, player("C"), held.now)
    assert (in_time is None) == (instrument == ACT_2006)  # where play has not begun
    early = opened(instrument)
    early.enter("A", "C")
    assert early.refused(sit, DEALER).clauses == late


@pytest.mark.clause("06:20.9", "18:19.9", "bac:15.9", "uth:16.10")
@pytest.mark.parametrize("instrument", NO_PASS_CARDS)
def test_seats_are_taken_before_play_and_not_in_it(instrument: str) -> None:
    refusal = playing(instrument).refused(TakeSeat(player="A"), DEALER)
    assert "the tournament is" in refusal.reason
    assert refusal.clauses == law_of(instrument).late.clauses


# --- chips


@pytest.mark.clause("06:20.13", "18:19.13", "bac:15.13", "nsw:19.6.5")
@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, BACCARAT, CHALLENGE])
def test_no_chips_are_added_before_play_or_in_it_nor_is_there_less_than_none(
    instrument: str,
) -> None:
    untouched = law_of(instrument).chips_untouched
    add = BuyAddOn(player="A", paid=50_00)
    held = opened(instrument)
    held.enter("A", "B")
    early = held.refused(add)
    assert ("the tournament is" in early.reason, early.clauses) == (True, untouched)
    held = playing(instrument)
    assert (held.refused(add).reason, held.refused(add).clauses) == (
        "no chips are added",
        untouched,
    )
    table = next(iter(held.tournament.session.tables))
    owing = RecordRound(table=table, chips={"A": -1, "B": 1000_00, "C": 1000_00, "D": 1000_00})
    assert held.refused(owing, DEALER).clauses == untouched


@pytest.mark.clause(
    "06:20.13", "18:19.13", "bac:15.13", "uth:16.14", "nsw:19.6.5", "bac:15.12", "bac:15.17",
    "nsw:19.6.7", "nsw:19.11.1",
)  # fmt: skip
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_what_players_may_not_do_is_reported_while_people_sit_and_play(instrument: str) -> None:
    """In Challenge the director has to expel whoever hides chips or adds to them."""
    law = law_of(instrument)
    for breach, clauses, expelled in (
        (Breach.CHIPS_MOVED, law.chips_untouched, False),
        (Breach.ADVICE, law.advice, False),
        (Breach.CONCEALED, law.concealment or law.chips_in_view, bool(law.concealment)),
        (Breach.INCREASED, law.chips_untouched, bool(law.concealment)),
    ):
        reported = ReportBreach(player="A", breach=breach)
        early = opened(instrument)
        early.enter("A", "B")
        assert early.refused(reported, DEALER).clauses == clauses
        for held in (seated(instrument), playing(instrument), tied(instrument)):
            (attested, *_) = held.do(reported, DEALER)
            assert attested.clauses == clauses
            assert bool(held.tournament.reported) == (instrument == CHALLENGE and expelled)


@pytest.mark.clause("18:19.3(a)(iv)", "bac:15.3(a)(iv)")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT])
def test_the_entry_fee_buys_the_chips_and_nobody_pays_for_them_again(instrument: str) -> None:
    pays = PayBuyIn(player="A", paid=100_00)
    cited = law_of(instrument).equal_chips
    for held in (opened(instrument), playing(instrument)):
        if not held.tournament.entrants:
            held.enter("A", "B")
        untimely = held.refused(pays, player("A"))
        assert ("the tournament is" in untimely.reason, untimely.clauses) == (True, cited)
    owed = seated(instrument).refused(pays, player("A"))
    assert (owed.reason, owed.clauses) == ("A owes no buy-in", cited)


# --- places and prizes


@pytest.mark.clause("06:20.20", "06:20.22", "18:19.19", "bac:15.20", "bac:15.21")
@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, BACCARAT])
def test_everybody_who_has_a_place_is_told_it_with_its_prize(instrument: str) -> None:
    """A and B go out in the same round and share the second and third prize of 120 and 80."""
    held = playing(instrument, sessions=[{"name": "final", "rounds": 2}])
    held.round({"A": 0, "B": 0, "C": 2000, "D": 2000})
    held.round({"C": 3000, "D": 0})
    law = law_of(instrument)
    out = [fact for fact in held.tournament.facts if isinstance(fact, Eliminated)]
    together, alone = [{f.player: f.clauses for f in out}[name] for name in "AD"]
    assert set(law.same_round.clauses) <= set(together)
    assert not set(law.same_round.clauses) & set(alone)
    held.end()
    held.do(AwardPlaces())
    awarded = [fact for fact in held.tournament.facts if isinstance(fact, PlaceAwarded)]
    assert {fact.player: (fact.place, fact.shared_by, fact.prize) for fact in awarded} == {
        "C": (1, 1, 200_00), "D": (2, 1, 120_00), "A": (3, 2, 40_00), "B": (3, 2, 40_00),
    }  # fmt: skip
    for fact in awarded:
        assert set(law.all_returned) <= set(fact.clauses)
        assert (fact.shared_by > 1) == (set(law.same_round.clauses) <= set(fact.clauses))


# --- chips on top, and chips of a table


@pytest.mark.clause("uth:16.3(a)(iii)(H)")
def test_16_3_a_iii_H_chips_on_top_are_bought_while_it_is_played() -> None:
    add_on = {"offered": True, "method": "at the break", "cost": 50_00, "chips": 500_00}
    held = opened(HOLDEM, add_on=add_on)
    held.enter("A", "B", "C")
    early = held.refused(BuyAddOn(player="A", paid=50_00))
    assert "the tournament is" in early.reason
    assert early.clauses == law_of(HOLDEM).add_on
    held = playing(HOLDEM, add_on=add_on)
    held.do(BuyAddOn(player="A", paid=50_00))
    assert held.chips()["A"] == 1500


# --- fees that stay, and fees that go back


@pytest.mark.clause("06:20.24", "18:19.21", "bac:15.23", "uth:16.23")
@pytest.mark.parametrize("instrument", NO_PASS_CARDS)
def test_no_fee_goes_back_to_who_is_put_out(instrument: str) -> None:
    law = law_of(instrument)
    held = playing(instrument)
    put_out = Disqualify(player="A", ground=Ground.BREACH, reason="took chips away", refund=True)
    assert set(law.no_refund) <= set(held.refused(put_out).clauses)
    held.do(Disqualify(player="A", ground=Ground.BREACH, reason="took chips away"))
    assert held.tournament.pool.fees == 400_00


@pytest.mark.clause("06:20.24", "18:19.21", "bac:15.23", "uth:16.23")
@pytest.mark.parametrize("instrument", NO_PASS_CARDS)
def test_who_is_put_out_is_so_whatever_is_left_of_the_pool(instrument: str) -> None:
    """All of it was won in the heat, and it takes none to put somebody out without their fee."""
    heat = {"name": "heat", "rounds": 1, "advance_per_table": 3, "prizes": ["100"]}
    held = playing(
        instrument,
        sessions=[heat, {"name": "final", "rounds": 1}],
        progression="the first three of each table",
        session_ties="play-off",
    )
    held.round({"A": 900, "B": 800, "C": 700, "D": 600})
    held.end()
    assert held.tournament.won_in_sessions == held.tournament.pool.total == 400_00
    with_the_fee = Disqualify(player="B", ground=Ground.BREACH, reason="hid chips", refund=True)
    assert set(law_of(instrument).no_refund) <= set(held.refused(with_the_fee).clauses)
    held.do(Disqualify(player="B", ground=Ground.BREACH, reason="hid chips"))
    assert {each.name for each in held.tournament.still_in()} == {"A", "C"}


@pytest.mark.clause("06:20.24", "18:19.21", "bac:15.23")
@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, BACCARAT])
def test_a_player_withdraws_themselves_and_the_operator_alone_calls_it_off(instrument: str) -> None:
    held = opened(instrument)
    held.enter("A", "B", "C")
    only(held, Withdraw(player="A"), player("A"), DIRECTOR)
    only(held, CancelTournament(reason="a flood"), OPERATOR)
    held.do(Withdraw(player="A"), player("A"))
    (gone,) = [fact for fact in held.tournament.facts if isinstance(fact, Withdrawn)]
    late = opened(instrument)
    late.enter("A", "B")
    late.now = SEVEN - 1
    late.do(Withdraw(player="A"))
    (too_late,) = [fact for fact in late.tournament.facts if isinstance(fact, Withdrawn)]
    assert too_late.clauses == law_of(instrument).no_refund
    assert gone.clauses == (law_of(instrument).withdraw or law_of(instrument).no_refund)
    assert late.tournament.entrants["A"].status is Status.WITHDRAWN


# --- what Challenge and baccarat have of their own


@pytest.mark.clause("nsw:19.6.10", "nsw:19.5.6")
def test_19_6_10_a_seat_is_taken_once_by_its_player_or_by_who_deals() -> None:
    held = seated(CHALLENGE)
    sit = TakeSeat(player="C")
    assert held.refused(sit, player("A")).clauses
    held.do(sit, player("C"))
    again = held.refused(sit, player("C"))
    assert (again.reason, again.clauses) == ("C sits already", ("19.6.10",))


@pytest.mark.clause("nsw:19.4.2(h)(ii)")
def test_19_4_2_h_ii_an_application_is_refused_while_entries_are_taken() -> None:
    reserved = {"entitled_only": True, "reserves_refusal": True, "may_refuse": True}
    refuse = RefuseEntry(player="Z", reason="banned")
    held = opened(CHALLENGE, eligibility=reserved)
    held.enter("A", "B")
    only(held, refuse, DIRECTOR)
    held.close()
    late = held.refused(refuse)
    assert ("the tournament is" in late.reason, late.clauses) == (True, ("19.4.2(h)(ii)",))


@pytest.mark.clause("bac:15.3(a)(v)", "nsw:19.4.2(i)")
@pytest.mark.parametrize(
    ("instrument", "item"), [(BACCARAT, "15.3(a)(v)"), (CHALLENGE, "19.4.2(i)")]
)
def test_as_many_enter_as_the_conditions_say(instrument: str, item: str) -> None:
    held = opened(instrument, minimum_players=2, maximum_players=3)
    held.enter("A")
    assert held.refused(CloseEntries()).clauses == (item,)
    held.enter("B", "C")
    assert held.refused(held.entry("D")).clauses == (item,)
    (closed,) = held.do(CloseEntries())
    assert closed.clauses == (item,)


@pytest.mark.clause("bac:15.3(a)(viii)(B)", "bac:15.3(a)(ix)(B)")
def test_15_3_equals_of_a_session_are_told_apart_by_another_item_than_those_of_the_prizes() -> None:
    def tie(**changes: Any) -> TieFound:
        held = playing(BACCARAT, **changes)
        for _ in range(2):
            held.round({"A": 900, "B": 600, "C": 600, "D": 200})
        held.end()
        (found,) = [fact for fact in held.tournament.facts if isinstance(fact, TieFound)]
        return found

    of_the_session, of_the_prizes = tie(**HEATS), tie(**TWO_ROUNDS, prize_ties="play-off")
    items = {"15.3(a)(viii)(B)", "15.3(a)(ix)(B)"}
    assert items <= set(of_the_session.clauses)
    assert not items & set(of_the_prizes.clauses)


@pytest.mark.clause("nsw:19.10.3")
def test_19_10_3_who_was_told_apart_by_a_play_off_shares_no_place() -> None:
    held = playing(CHALLENGE, **TWO_ROUNDS)
    for _ in range(2):
        held.round({"A": 900, "B": 900, "C": 600, "D": 200})
    held.end()
    (tie,) = [fact for fact in held.tournament.facts if isinstance(fact, TieFound)]
    assert "19.10.3" in tie.clauses
    held.do(PlayOffRound(chips={"A": 900_00, "B": 850_00}), DEALER)
    held.do(AwardPlaces())
    awarded = [fact for fact in held.tournament.facts if isinstance(fact, PlaceAwarded)]
    assert [(fact.player, fact.place, fact.shared_by) for fact in awarded] == [
        ("A", 1, 1), ("B", 2, 1), ("C", 3, 1), ("D", 4, 1),
    ]  # fmt: skip
    assert not any({"19.10.3", "19.10.4"} & set(fact.clauses) for fact in awarded)
