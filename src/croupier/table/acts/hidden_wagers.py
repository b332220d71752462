"""Wagers made good before the deal, and wagers written down that nobody else is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import structs

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.money import dollars
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts.betting import place, take_back
from croupier.table.acts.tournament import must_be_a_tournaments
from croupier.table.acts.turns import (
    end_if_nobody_is_left,
    lose,
    must_be_in_turn,
    must_have_the_minimum,
    must_not_have_lost_the_minimum,
    put_out,
)
from croupier.table.facts import (
    FormHandedIn,
    FormInspected,
    FormReturned,
    HiddenAnnounced,
    HiddenStaked,
    MadeGood,
    Notified,
    Reversed,
    Settled,
    standing,
)
from croupier.table.law import of_tournaments, together
from croupier.table.table import Phase
from croupier.table.tournament_play import (
    FormDeduction,
    Hidden,
    WagerForm,
    chips_of,
    law_at,
    minimum_of,
    play_at,
    players_in,
)
from croupier.table.wagers import Wager

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.law import TableRules
    from croupier.table.table import Table
    from croupier.table.tournament_law import HiddenLaw, TournamentReadings

acts: Acts[Table, TableRules] = Acts()


def _declared_for_forms(read: Callable[[HiddenLaw], Clauses]) -> Callable[[TableRules], Clauses]:
    """The clauses of something that is done with the forms of undisclosed wagers."""

    def clauses(rules: TableRules) -> Clauses:
        law = rules.table_law.tournament.hidden
        assert law is not None
        return read(law)

    return clauses


# --- open wagers


def open_mains(table: Table) -> list[Wager]:
    """Main wagers that lie open in the boxes, without what is hidden in them."""
    kinds, hidden = law_at(table).wagers.value, play_at(table).this_round.hidden
    return [w for w in table.wagers if w.wager in kinds and w.player not in hidden]


def proper(table: Table, wager: Wager) -> int:
    """What a wager should be: the minimum at least, the maximum at most, in whole minimums.

    Nothing, if its owner cannot make it up to the minimum.
    """
    limits, amount = table.sign.of(wager.wager), wager.amount
    if amount < limits.minimum:
        short = limits.minimum - amount
        return limits.minimum if table.chips.rack(wager.player) >= short else 0
    if limits.maximum is not None:
        amount = min(amount, limits.maximum)
    return amount - amount % limits.minimum


class MakeWagersGood(Command, frozen=True, tag="make-wagers-good"):
    """Wagers outside the limits are made what they should be, before the cards are dealt."""


@acts.act(MakeWagersGood, Role.DEALER, clauses=of_tournaments(lambda law: law.made_good))
def make_wagers_good(table: Table, command: MakeWagersGood, by: Person) -> Effect:
    law = law_at(table)
    must_be_a_tournaments(table)
    if not law.made_good:
        raise Refused("wagers outside the limits are not taken", law.must_wager)
    if table.phase is not Phase.BETTING:
        raise Refused("betting is not open", table.law.no_more_bets)
    wrong = [(w, proper(table, w)) for w in open_mains(table) if proper(table, w) != w.amount]
    table.refuse_unless(wrong, "every wager is as it should be", law.made_good)

    def effect() -> None:
        for wager, amount in wrong:
            fact = MadeGood(
                player=wager.player, was=wager.amount, amount=amount, clauses=law.made_good
            )
            table.add_fact(fact)
            if amount:
                place(table, wager, amount)
            else:
                take_back(table, wager, law.made_good)
                _put_out_if_unable(table, wager.player, fact.was)
        end_if_nobody_is_left(table)

    return effect


def _put_out_if_unable(table: Table, player: str, wagered: int) -> None:
    """A wager could not be made up; chips may have come back with it that suffice for another."""
    if chips_of(table, player) < minimum_of(table):
        put_out(table, player, wagered=wagered, clauses=law_at(table).made_good)


# --- undisclosed wagers


def _hidden_law(table: Table) -> HiddenLaw:
    law = law_at(table)
    play = must_be_a_tournaments(table)
    if law.hidden is None:
        raise Refused("wagers lie in the box", law.must_wager)
    if not play.terms.undisclosed:
        raise Refused("this tournament has no undisclosed wagers", law.hidden.offered)
    return law.hidden


class WriteWager(Command, frozen=True, tag="write-wager"):
    """A player writes down a wager and hands it to the supervisor; a part may be left out."""

    brings_into_play: ClassVar[bool] = True

    player: str
    amount: int | None = None
    type: str = ""


@acts.act(
    WriteWager,
    Role.PLAYER,
    clauses=_declared_for_forms(
        lambda law: together(law.offered, law.form, law.responsible, law.within, law.together)
    ),
    lists={"type": lambda table: table.game.wagers},
)
def write_wager(table: Table, command: WriteWager, by: Person) -> Effect:
    law, player = _hidden_law(table), command.player
    play = play_at(table)
    if table.phase is not Phase.BETTING or player not in players_in(table).values():
        raise Refused(f"{player} cannot wager now", law.form)
    if play.forms_left.get(player, 0) < 1:
        raise Refused(f"{player} has no undisclosed wager left", law.offered)
    if player in play.this_round.forms or player in play.this_round.passing:
        raise Refused(f"{player} has chosen already", law.form)
    must_have_the_minimum(table, player)
    must_not_have_lost_the_minimum(table, player)
    if player in play.this_round.held_to_it:
        raise Refused(f"{player} is held to the minimum", law_at(table).timed_out)
    if command.amount is not None and command.amount < 0:
        raise Refused("amount: nothing or more", law.within)
    main = law_at(table).wagers.value[0]
    opened = table.wager_of(player, play.positions[player], main)
    if type_of(table, command.type) not in (None, main) and opened is None:
        clauses = Clauses((*law.form, *law_at(table).must_wager))
        raise Refused("type: a wager on the hand comes first", clauses)
    if player not in play.this_round.returned:
        must_be_in_turn(table, player)

    def effect() -> None:
        play.this_round.returned.discard(player)
        play.this_round.forms[player] = WagerForm(command.amount, command.type)
        play.forms_left[player] -= 1
        play.this_round.written.add(player)
        clauses = Clauses((*law.form, *law.responsible))
        table.add_fact(FormHandedIn(player=player, clauses=clauses))

    return effect


def type_of(table: Table, written: str) -> str | None:
    """The kind of wager that a form names, if the table has it."""
    named = "-".join(written.casefold().split())
    return named if named in table.game.wagers else None


def needs_a_main(table: Table, player: str) -> bool:
    """Whether a player's form is for another wager than the one on the hand."""
    kind = type_of(table, play_at(table).this_round.forms[player].type)
    return kind is not None and kind not in law_at(table).wagers.value


class ReturnForm(Command, frozen=True, tag="return-form"):
    """The supervisor sees before the deal that a form is not as the rules want it."""

    player: str
    reason: Text


@acts.act(
    ReturnForm,
    Role.SUPERVISOR,
    clauses=_declared_for_forms(lambda law: together(law.within, law.together, law.examined)),
)
def return_form(table: Table, command: ReturnForm, by: Person) -> Effect:
    law, player = _hidden_law(table), command.player
    play = play_at(table)
    if (
        player not in play.this_round.forms
        or player in play.this_round.hidden
        or table.phase is not Phase.BETTING
    ):
        raise Refused(f"there is no form of {player} to give back", law.examined)
    table.refuse_unless(command.reason, "reason: say what is wrong", law.examined)

    def effect() -> None:
        del play.this_round.forms[player]
        play.this_round.written.discard(player)
        play.this_round.returned.add(player)
        play.forms_left[player] += 1
        clauses = Clauses((*law.examined, *law.within, *law.together))
        table.add_fact(FormReturned(player=player, reason=command.reason, clauses=clauses))

    return effect


class ExamineForms(Command, frozen=True, tag="examine-forms"):
    """The supervisor has seen the forms; indicators show who has an undisclosed wager."""


@acts.act(ExamineForms, Role.SUPERVISOR, clauses=_declared_for_forms(lambda law: law.examined))
def examine_forms(table: Table, command: ExamineForms, by: Person) -> Effect:
    law = _hidden_law(table)
    play = play_at(table)
    if table.phase is not Phase.BETTING:
        raise Refused("betting is not open", law.examined)
    new = [player for player in play.this_round.forms if player not in play.this_round.hidden]
    table.refuse_unless(new, "there is no form to examine", law.examined)

    def effect() -> None:
        for player in new:
            _stake(table, player, law)

    return effect


def _stake(table: Table, player: str, law: HiddenLaw) -> None:
    """The wager is in the round from here on, and stays unsaid until it is announced."""
    play = play_at(table)
    form, box = play.this_round.forms[player], play.positions[player]
    kind = type_of(table, form.type) or law_at(table).wagers.value[0]
    lying = table.wager_of(player, box, kind)
    opened = lying.amount if lying is not None else 0
    counts, clauses = deemed(table, player, form, kind, opened)
    # With a part missing the open wager is played alone, and the minimum is lost in the end.
    amount = 0 if opened and _is_incomplete(table, form) else counts
    play.this_round.hidden[player] = Hidden(
        kind, amount, counts, clauses, in_front=table.chips.rack(player)
    )
    if lying is not None:
        lying.amount += amount
    elif amount:
        table.wagers.append(Wager(box, player, kind, amount, seated=True))
    table.add_fact(
        HiddenStaked(player=player, box=box, wager=kind, amount=amount, clauses=law.examined)
    )


def _is_incomplete(table: Table, form: WagerForm) -> bool:
    """Whether a form does not show an amount, or which of the table's wagers it is for."""
    return form.amount is None or type_of(table, form.type) is None


def deemed(
    table: Table, player: str, form: WagerForm, kind: str, opened: int
) -> tuple[int, Clauses]:
    """What an undisclosed wager of a kind counts for beside an open one, and by which rule."""
    law, readings = law_at(table).hidden, play_at(table).readings
    assert law is not None
    limits, side = table.sign.of(kind), table.law.side_bets.get(kind)
    one_amount = side is not None and side.approved_amounts
    return deem(
        law, readings, WagerForm(form.amount, type_of(table, form.type) or ""),
        minimum=limits.minimum, maximum=limits.minimum if one_amount else limits.maximum,
        chips=table.chips.rack(player) + opened, opened=opened,
    )  # fmt: skip


def deem(
    law: HiddenLaw,
    readings: TournamentReadings,
    form: WagerForm,
    *,
    minimum: int,
    maximum: int | None,
    chips: int,
    opened: int,
) -> tuple[int, Clauses]:
    """The corrections, one after the other: what is missing, the limits, the chips there are.

    What is corrected is what the rule says, to the chip; whole minimums are asked of the others.
    """
    if form.amount is None or not form.type:
        return minimum, law.incomplete
    amount, clauses = form.amount, Clauses((*law.within, *law.together)) if opened else law.within
    most = maximum
    if most is not None and readings.hidden_combined_max:
        most -= opened
    corrected: list[Clauses] = []
    if amount < minimum:
        amount = minimum
        corrected.append(law.under_minimum)
    if most is not None and amount > most:
        amount = most
        corrected.append(law.over_maximum)
    if amount > chips - opened:
        amount = chips - opened
        corrected = [law.over_chips]
    if corrected:
        return amount, together(*corrected)
    if readings.hidden_floor_units:
        amount -= amount % minimum
    return amount, clauses


class AnnounceWagers(Command, frozen=True, tag="announce-wagers"):
    """The round is over: type and amount of every undisclosed wager are announced."""

    bears_on_round: ClassVar[bool] = False
    bears_on_later_rounds: ClassVar[bool] = True


@acts.act(
    AnnounceWagers,
    Role.SUPERVISOR,
    clauses=_declared_for_forms(
        lambda law: together(
            law.announced, law.under_minimum, law.over_maximum, law.over_chips, law.incomplete
        )
    ),
)
def announce_wagers(table: Table, command: AnnounceWagers, by: Person) -> Effect:
    law = _hidden_law(table)
    play = play_at(table)
    table.refuse_unless(play.this_round.hidden, "there is no undisclosed wager", law.announced)
    if table.phase is not Phase.SETTLED:
        raise Refused("the round is not over", law.announced)

    def effect() -> None:
        for player, wager in play.this_round.hidden.items():
            _announce(table, player, wager, law)
        play.shown = dict(play.this_round.forms)
        play.this_round.forms.clear()
        play.this_round.hidden.clear()

    return effect


def _announce(table: Table, player: str, wager: Hidden, law: HiddenLaw) -> None:
    form = play_at(table).this_round.forms[player]
    if _is_incomplete(table, form) and not _is_void(table, player, wager):
        _deduct_for_form(table, player, form, wager)
    table.add_fact(
        HiddenAnnounced(
            player=player, written=form.amount, type=form.type, amount=wager.counts,
            clauses=Clauses((*law.announced, *wager.clauses)),
        )
    )  # fmt: skip
    table.add_fact(
        Notified(
            to="players", about=f"undisclosed wager of {player}", detail=dollars(wager.counts),
            clauses=law.announced,
        )
    )  # fmt: skip


def _is_void(table: Table, player: str, hidden: Hidden) -> bool:
    """True if the wager was given back during the round, for a breach or for another reason."""
    assert table.round is not None
    box = play_at(table).positions[player]
    return not table.round.can_void(player, box, hidden.wager)


def _deduct_for_form(table: Table, player: str, form: WagerForm, hidden: Hidden) -> None:
    """Take the minimum, whatever the cards; the result of what was staked is undone."""
    play, law = play_at(table), law_at(table).hidden
    assert table.round is not None
    assert law is not None
    undone: list[Settled] = []
    if hidden.staked:
        settled = standing(table.round.facts)
        undone = [f for f in settled if (f.player, f.wager) == (player, hidden.wager) and f.net]
    for fact in undone:
        table.add_fact(Reversed.of(fact, law.incomplete))
    held = table.chips.rack(player)
    lost = lose(table, player, min(held, minimum_of(table)), "undisclosed", law.incomplete)
    found = play.form_deductions.setdefault(table.number, {})
    found[player] = FormDeduction(lost, tuple(undone), form, hidden)


def undo_form_deductions(
    table: Table, number: int, only: str | None = None
) -> dict[str, FormDeduction]:
    """Give back what incomplete forms cost in a round, and let the results count again.

    Whatever is done to the round afterwards finds it as its cards have it.
    """
    play, law = play_at(table), law_at(table).hidden
    found = play.form_deductions.get(number, {})
    undone = {name: each for name, each in found.items() if only in (None, name)}
    for name, each in undone.items():
        assert law is not None
        del found[name]
        table.add_fact(Reversed.of(each.lost, law.incomplete))
        for fact in each.instead_of:
            undone_before = Reversed.of(fact, law.incomplete)
            table.add_fact(structs.replace(undone_before, stake=-fact.stake, net=-fact.net))
    return undone


def hide_again(table: Table, deductions: Mapping[str, FormDeduction]) -> None:
    """The round goes on: incomplete forms count when it is over, and are announced then."""
    this_round = play_at(table).this_round
    for player, each in deductions.items():
        this_round.forms[player] = each.form
        this_round.hidden[player] = each.hidden


def deduct_again(table: Table, deductions: Mapping[str, FormDeduction]) -> None:
    """The round is complete as it was built again: incomplete forms cost the minimum in it."""
    for player, each in deductions.items():
        _deduct_for_form(table, player, each.form, each.hidden)


class InspectForm(Command, frozen=True, tag="inspect-form"):
    """A player asks to see the form of another, before the next round begins."""

    bears_on_round: ClassVar[bool] = False

    player: str
    of: str


@acts.act(InspectForm, Role.PLAYER, clauses=_declared_for_forms(lambda law: law.inspected))
def inspect_form(table: Table, command: InspectForm, by: Person) -> Effect:
    law = _hidden_law(table)
    play = play_at(table)
    if command.player not in play.positions:
        raise Refused(f"{command.player} does not play in the tournament", law.inspected)
    form = play.shown.get(command.of)
    if form is None or table.phase not in (Phase.SETTLED, Phase.BETTING):
        raise Refused(f"no form of {command.of} is open to inspection", law.inspected)

    def effect() -> None:
        table.add_fact(
            FormInspected(
                player=command.player, of=command.of, written=form.amount, type=form.type,
                clauses=law.inspected,
            )
        )  # fmt: skip

    return effect
