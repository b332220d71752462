"""Rules 5.4 to 5.8 and 5.13: several players on a box, who decides, and boxes kept for one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, Target
from croupier.aggregate.roles import Role
from croupier.games.challenge.table_law import law_of, of_challenge
from croupier.games.challenge.table_state import state_of
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts import patrons, several_boxes
from croupier.table.acts.betting import take_back
from croupier.table.acts.patrons import Sit, must_be_here
from croupier.table.acts.several_boxes import GiveUpBox
from croupier.table.facts import Controls, Exercised, Notified
from croupier.table.law import together
from croupier.table.table import Phase
from croupier.table.wagers import MAIN, order_of_decision, who_decides

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.table import Table
    from croupier.table.wagers import Wager

acts: Acts[Table, BlackjackRules] = Acts(several_boxes.acts.without(GiveUpBox))


# --- 5.4: how many players


class LimitPlayers(Command, frozen=True, tag="limit-players"):
    """A casino supervisor lets fewer players wager on each box, or on one of them."""

    bears_on_round: ClassVar[bool] = False

    most: int
    box: int | None = None


@acts.act(
    LimitPlayers, Role.SUPERVISOR, clauses=of_challenge(lambda law: law.players_per_box.clauses)
)
def limit_players(table: Table, command: LimitPlayers, by: Person) -> Effect:
    law, most = table.law, law_of(table).players_per_box
    boxes = list(table.boxes) if command.box is None else [command.box]
    table.refuse_unless(boxes[0] in table.boxes, f"box: there is no box {boxes[0]}", law.box)
    if not 1 <= command.most <= most.value:
        raise Refused(f"most: from 1 to {most.value} players", most.clauses)

    def effect() -> None:
        state_of(table).most_players.update(dict.fromkeys(boxes, command.most))
        where = "every box" if command.box is None else f"box {command.box}"
        table.add_fact(
            Exercised(
                power="players on a box", subject=f"{where}: {command.most}", clauses=most.clauses
            )
        )
        for box in boxes:
            _send_away(table, box, command.most, most.clauses)

    return effect


def _send_away(table: Table, box: int, most: int, clauses: Clauses) -> None:
    """Of those who wager there already, the last give way; a round in play is played out."""
    if table.phase is Phase.BETTING and len(_mains(table, box)) > most:
        for wager in by_priority(table, box)[most:]:
            take_back(table, wager, clauses)


def send_all_away(table: Table) -> None:
    """Wagers lie there again, and fewer players may be let on their boxes since the call."""
    clauses = law_of(table).players_per_box.clauses
    for box, most in state_of(table).most_players.items():
        _send_away(table, box, most, clauses)


def why_full(table: Table, new: Wager) -> Refused | None:
    """A box on which as many players wager as the supervisor lets, or that is kept for one."""
    law = law_of(table)
    owner = table.patrons.reserved.get(new.box, new.player)
    if owner != new.player:
        return Refused(f"box {new.box} is reserved for {owner}", law.reserved)
    most = state_of(table).most_players.get(new.box)
    others = {w.player for w in _mains(table, new.box) if w.player != new.player}
    if new.wager == MAIN and most is not None and len(others) >= most:
        clauses = law.players_per_box.clauses
        return Refused(f"box {new.box} takes {most} players", clauses)
    return None


# --- 5.5 to 5.7: who decides, and how the chips lie


class ArrangeWagers(Command, frozen=True, tag="arrange-wagers"):
    """The chips on a box lie in this line, nearest the dealer first."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.BOX,)

    box: int
    players: tuple[str, ...]


@acts.act(ArrangeWagers, Role.DEALER, clauses=of_challenge(lambda law: law.line))
def arrange_wagers(table: Table, command: ArrangeWagers, by: Person) -> Effect:
    law = law_of(table)
    if table.phase is not Phase.BETTING:
        raise Refused("wagers are not moved now", law.wagers_frozen)
    there = {wager.player for wager in _mains(table, command.box)}
    if set(command.players) != there or len(command.players) != len(there):
        raise Refused("players: each player with a wager on the box, once", law.line)

    def effect() -> None:
        _put_in_line(table, command.box, command.players)

    return effect


def _mains(table: Table, box: int) -> list[Wager]:
    """The main wagers on a box as they lie, nearest the dealer first."""
    return [w for w in table.wagers if w.box == box and w.wager == MAIN]


def by_priority(table: Table, box: int) -> list[Wager]:
    """The controlling player's wager, then the others in line or as they were placed."""
    line = _mains(table, box)
    first, *others = (order_of_decision(line, largest_first=True)[0], *line)
    others.remove(first)
    if table.options["second_bettor_order"] == "time":
        since = state_of(table).since  # with no time noted, they were placed in this order
        others.sort(key=lambda wager: since.get((wager.player, box), 0))
    return [first, *others]


def line_up(table: Table, box: int) -> None:
    """Before the first card: who decides is fixed, and that wager is put nearest the dealer."""
    law, line = law_of(table), _mains(table, box)
    if len(line) < 2:
        return
    first, why = who_decides(law, line)
    clauses = Clauses((*why, *law.controlling_player))
    table.add_fact(Controls(player=first.player, box=box, clauses=clauses))
    behind = (wager.player for wager in line if wager is not first)
    _put_in_line(table, box, (first.player, *behind))


def _put_in_line(table: Table, box: int, players: tuple[str, ...]) -> None:
    """The chips on a box lie in this order from here on."""
    mains = _mains(table, box)
    others = [wager for wager in table.wagers if wager not in mains]
    table.wagers = others + sorted(mains, key=lambda wager: players.index(wager.player))
    table.add_fact(
        Notified(
            to="dealer", about=f"line of wagers on box {box}", detail=", ".join(players),
            clauses=law_of(table).line,
        )
    )  # fmt: skip


# --- 5.8 and 5.13: more than one box, and boxes for the sole use of one player


class ReserveBoxes(Command, frozen=True, tag="reserve-boxes"):
    """A casino supervisor keeps boxes for the sole use of one player; none ends it."""

    bears_on_round: ClassVar[bool] = False

    player: str
    boxes: tuple[int, ...]


@acts.act(ReserveBoxes, Role.SUPERVISOR, clauses=of_challenge(lambda law: law.reserved))
def reserve_boxes(table: Table, command: ReserveBoxes, by: Person) -> Effect:
    law, player, boxes = law_of(table), command.player, command.boxes
    must_be_here(table, player)
    if player in table.patrons.restricted and len(boxes) > 1:
        raise Refused(f"{player} is limited to one box", table.patrons.restricted[player])
    for box in boxes:
        table.refuse_unless(box in table.boxes, f"box: there is no box {box}", law.box)
        others = {w.player for w in table.wagers if w.box == box} - {player}
        seated = table.patrons.seats.get(box, player)
        owner = table.patrons.reserved.get(box, player)
        if others or seated != player or owner != player:
            raise Refused(f"another player has box {box}", law.reserved)

    def effect() -> None:
        if len(boxes) > 1:
            table.patrons.several_boxes.add(player)
        _reserve(table, player, boxes, law.reserved)

    return effect


def _reserve(table: Table, player: str, boxes: tuple[int, ...], clauses: Clauses) -> None:
    """These boxes are for the player's sole use now, and no others."""
    reserved = table.patrons.reserved
    for box in [box for box, owner in reserved.items() if owner == player]:
        del reserved[box]
    reserved.update(dict.fromkeys(boxes, player))
    subject = f"{player}: {', '.join(str(box) for box in boxes) or 'none'}"
    table.add_fact(Exercised(power="reserve boxes", subject=subject, clauses=clauses))


def reserve_no_more_than_one(table: Table, player: str, clauses: Clauses) -> None:
    """Who is held to one box has no others kept free: it is where they wager, sit, or the first."""
    boxes = [box for box, owner in table.patrons.reserved.items() if owner == player]
    if len(boxes) > 1:
        wagered = [w.box for w in table.wagers if w.player == player and w.wager == MAIN]
        places = [box for box in (*wagered, table.patrons.seat_of(player)) if box in boxes]
        one = (*places, min(boxes))[0]
        _reserve(table, player, (one,), Clauses((*clauses, *law_of(table).reserved)))


@acts.act(
    GiveUpBox,
    Role.DEALER,
    clauses=of_challenge(lambda law: together(law.several_boxes, law.reserved)),
)
def give_up_box(table: Table, command: GiveUpBox, by: Person) -> Effect:
    """The box itself is given up, and not only the decisions: the wagers go back."""
    law, player, box = law_of(table), command.player, command.box
    if table.patrons.reserved.get(box) == player:
        raise Refused(f"box {box} is reserved for {player}", law.reserved)
    effect = several_boxes.give_up_box(table, command, by)

    def given_up() -> None:
        for wager in [w for w in table.wagers if w.player == player and w.box == box]:
            if wager in table.wagers:  # a side bet may have gone with its main wager
                take_back(table, wager, law.several_boxes)
        effect()

    return given_up


def sit(table: Table, command: Sit, by: Person) -> Effect:
    owner = table.patrons.reserved.get(command.box, command.player)
    if owner != command.player:
        raise Refused(f"box {command.box} is reserved for {owner}", law_of(table).reserved)
    return patrons.sit(table, command, by)


acts.act(
    Sit,
    Role.PLAYER,
    clauses=of_challenge(lambda law: together(law.box, law.seated_decides, law.reserved)),
)(sit)
