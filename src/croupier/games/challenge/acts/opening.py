"""Rule 2: the layout and what belongs to the table, before it is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role, who_may
from croupier.games.challenge.acts.side_bets import must_be_restrictable
from croupier.games.challenge.table_law import law_of, of_challenge
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts.chips_and_float import fill
from croupier.table.acts.opening import open_on
from croupier.table.acts.sign import display, must_be_complete, must_be_payable
from croupier.table.facts import Attested, Exercised, Opened
from croupier.table.law import together
from croupier.table.table import Phase
from croupier.table.wagers import Sign

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.table import Table

acts: Acts[Table, BlackjackRules] = Acts()

DIAGRAMS = {"A": (), "B": ("any-pairs",), "C": ("perfect-pairs",)}
"""The side bets that each of the drawn layouts has a place for."""


class OpenChallenge(Command, frozen=True, tag="open-table"):
    """Open the table on its layout, with all that belongs to it in its place."""

    opens_table: ClassVar[bool] = True

    diagram: str
    """The drawing that the layout follows, or two of them where it has both side bets: `B and C`"""
    inscriptions: tuple[Text, ...] = ()
    equipment: tuple[Text, ...] = ()
    drop_box: bool = False
    float: int = 0


@acts.act(
    OpenChallenge,
    Role.SUPERVISOR,
    clauses=of_challenge(
        lambda law: together(
            law.places, law.layout_approved, law.boxes.clauses, *law.inscriptions.values(),
            *law.side_bet_places.values(), *law.equipment.values(), law.drop_box,
            law.decks, law.machine, law.shoe, law.limits_displayed, law.low_limit,
            law.side_bets_offered,
        )
    ),
)  # fmt: skip
def open_table(table: Table, command: OpenChallenge, by: Person) -> Effect:
    law = law_of(table)
    if table.phase not in (Phase.NOT_OPEN, Phase.CLOSED):
        raise Refused("the table is open already", law.layout_approved)
    _must_be_laid_out(table, command)
    _must_be_equipped(table, command)
    _must_be_restrictable(table, by)
    sign = Sign.from_options(table.options)
    must_be_complete(table, sign)
    for name in table.options["side_bets"]:
        table.refuse_unless(
            name in sign.limits, f"no sign shows the amount of {name}", law.side_bets[name].sign
        )
    must_be_payable(table, sign)
    table.refuse_unless(command.float >= 0, "a float is not negative", law.float)

    def effect() -> None:
        open_on(table, sign)
        table.add_fact(
            Opened(
                layout=f"diagram {command.diagram}", shoe=table.shoe.device, shuffle="",
                decks=table.shoe.decks,
                clauses=Clauses(
                    (
                        *law.places, *law.layout_approved, *law.boxes.clauses, *law.decks,
                        *(law.machine if table.shoe.machine else law.shoe),
                        *(clause for said in law.inscriptions.values() for clause in said),
                    )
                ),
            )
        )  # fmt: skip
        _attest_equipment(table, by)
        for name in table.options["side_bets"]:
            side = law.side_bets[name]
            table.add_fact(
                Exercised(
                    power="offer a side bet", subject=name,
                    clauses=Clauses(
                        (*law.side_bet_places[name], *side.offered, *side.window, *side.sign)
                    ),
                )
            )  # fmt: skip
        table.game.opened(table)
        if table.options["low_limit"]:
            table.add_fact(Exercised(power="low limit gaming", subject="", clauses=law.low_limit))
        display(table, sign, law.limits_displayed)
        fill(table, command.float)

    return effect


def _must_be_laid_out(table: Table, command: OpenChallenge) -> None:
    law = law_of(table)
    if len(table.boxes) not in law.boxes.value:
        few, many = law.boxes.value[0], law.boxes.value[-1]
        raise Refused(f"the layout has {few} to {many} boxes", law.boxes.clauses)
    drawn = command.diagram.split(" and ")
    unknown = [name for name in drawn if name not in DIAGRAMS]
    if unknown or len(set(drawn)) < len(drawn):
        raise Refused("diagram: the layout follows A, B or C", law.layout_approved)
    places = [side for name in drawn for side in DIAGRAMS[name]]
    for side in table.options["side_bets"]:
        if side not in places:
            wanted = Clauses((*law.side_bet_places[side], *law.side_bets[side].layout))
            raise Refused(f"the layout has no place for {side}", wanted)
    for words, clauses in law.inscriptions.items():
        table.refuse_unless(words in command.inscriptions, f"no inscription: {words}", clauses)


def _must_be_equipped(table: Table, command: OpenChallenge) -> None:
    law = law_of(table)
    for thing, clauses in law.equipment.items():
        table.refuse_unless(thing in command.equipment, f"the table has no {thing}", clauses)
    table.refuse_unless(command.drop_box, "the table has no drop box", law.drop_box)

    if table.options["low_limit"] and not table.shoe.machine:
        raise Refused("low limit gaming takes a shuffling device", law.low_limit)


def _must_be_restrictable(table: Table, by: Person) -> None:
    """A table that opens with its side bets left to main bettors is opened by who may do so."""
    if not table.options["side_bet_needs_own_main"]:
        return
    for name in table.options["side_bets"]:
        must_be_restrictable(table, name)
        if by.role not in who_may(Role.GAMING_MANAGER):
            power = law_of(table).side_bet_restrictions[name].power
            raise Refused("a Gaming Manager restricts a side bet", power)


def _attest_equipment(table: Table, by: Person) -> None:
    law = law_of(table)
    for thing, clauses in {**law.equipment, "drop box": law.drop_box}.items():
        table.add_fact(Attested(what=thing, by=by.name, clauses=clauses))


def on_approval(table: Table, float: int) -> OpenChallenge:
    """What opens a table at which nothing is staked but play chips."""
    law, bets = law_of(table), set(table.options["side_bets"])
    drawn = [name for name, sides in DIAGRAMS.items() if bets & set(sides)] or ["A"]
    return OpenChallenge(
        diagram=" and ".join(drawn),
        inscriptions=tuple(law.inscriptions),
        equipment=tuple(law.equipment),
        drop_box=True,
        float=float,
    )
