"""What a form offers where it is known what may stand in a field: people, boxes, wagers, cards.

A list has a name, and its values with what each is called. Which list belongs to a field goes by
the field's name. What the rules themselves list is declared with the command (`OneOf`) or with its
act (`Act.lists`), under the name of the field. A list is there to choose from: what else somebody
may send is for the rules to refuse.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from croupier.casino.floor.house_policy import CHECKED_BY
from croupier.casino.house_views import list_staff
from croupier.casino.references import BY_PERSON, PEOPLE, STAFF
from croupier.money import money
from croupier.rulebook.instruments import load
from croupier.table.facts import Outcome
from croupier.table.table import Phase
from croupier.web.felt.game_pages import PAGES
from croupier.web.html.cited_lines import wager_name
from croupier.web.html.template_environment import words
from croupier.web.http.naming import in_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.casino.floor import Floor
    from croupier.table.facts import Settled
    from croupier.table.views import PublicView
    from croupier.web.felt.layout import CardOnFelt

Listed = Mapping[str, Mapping[str, str]]
"""By the name of a list or of a field its values, each with what it is called."""

PEOPLE_LIST, WAGERS, BOXES, HANDS = "people", "wagers", "boxes", "hands"
LYING, LYING_TOGETHER, LAST_ROUND = "lying", "lying together", "of the last round"
ROUNDS, PLACES, DRAWS = "rounds", "places in a hand", "draws"
DISPUTES, CLAUSE = "disputes", "clause"
_OF_FIELD = {
    **dict.fromkeys(PEOPLE, PEOPLE_LIST),
    "wager": WAGERS, "wagers": WAGERS, "box": BOXES, "boxes": BOXES, "to_box": BOXES,
    "pairs": WAGERS, "hand": HANDS, "number": DISPUTES, "table": "tables", "claim": "claims",
    "prize": "prizes", "win": "wins", "round": ROUNDS, "place": PLACES, "draw": DRAWS,
    **{field: field for field in STAFF},
}  # fmt: skip
OF_ANYBODY = frozenset({"person"})
"""Fields that name anybody at all; a player is one of those who are there, unless the act says that
it may be another (`Act.names_anybody`).
"""
_BY_WAGER = frozenset({"limits", "multiples", "side_bet_layouts", "side_bet_amounts"})
"""Fields that say something of each of several wagers."""
MIDDLE = 2
"""How many hands lie in no box: the dealer's and the shared one, or the two of baccarat."""
MOST_ROUNDS = 40
"""How many rounds are listed, the newest first; an older one is typed."""
_PLACES = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)
LONGEST = 70
"""How much of a clause stands in a list."""


def list_of(field: str) -> str:
    """The name of the list that belongs to a field of a form, if one does."""
    first, last = field.partition(".")[0], field.rpartition(".")[2]
    if last == "key":
        return PEOPLE_LIST if first in BY_PERSON else WAGERS if first in _BY_WAGER else ""
    return _OF_FIELD.get(last, "")


def at_table(view: PublicView, wagers: Iterable[str]) -> dict[str, dict[str, str]]:
    """What is known at a table, as one viewer sees it."""
    called = {wager: wager_name(view.instrument, wager) for wager in wagers}
    people = {
        *view.players,
        *(wager.player for box in view.boxes for wager in box.wagers),
        *(each.player for name in ("markers", "restrictions") for each in getattr(view, name, ())),
        *(seat.player for seat in (view.tournament.positions if view.tournament else ())),
    }
    return {
        PEOPLE_LIST: people_list(people),
        WAGERS: called,
        BOXES: {
            str(box.number): f"box {box.number}" + (f", {box.seat}" if box.seat else "")
            for box in view.boxes
        },
        HANDS: hands(_most_hands(view)),
        ROUNDS: _rounds(view),
        PLACES: {
            str(place): f"the {_PLACES[place - 1]} card"
            for place in sorted({min(card.place, len(_PLACES)) for card in cards_on_felt(view)})
        },
        LYING: {
            lying(box.number, wager.wager, wager.player): f"{wager.player}, box {box.number}: "
            f"{called.get(wager.wager, wager.wager)}, {money(wager.amount)}"
            for box in view.boxes
            for wager in box.wagers
        },
        LYING_TOGETHER: {
            lying(box.number, "", player): f"{player}, box {box.number}: every wager"
            for box in view.boxes
            for player, laid in Counter(wager.player for wager in box.wagers).items()
            if laid > 1
        },
        DISPUTES: {
            str(each.number): f"{each.number}: {each.player}, {each.about}"
            for each in getattr(view, "disputes", ())
        },
    }


def last_round(instrument: str, number: int, came_to: Iterable[Settled]) -> dict[str, str]:
    """The wagers of the round whose cards were collected last, as choices like those that lie."""
    staked = Counter[tuple[int, str, str]]()
    for each in came_to:
        if each.box is not None and each.outcome not in (Outcome.VOID, Outcome.RETURNED):
            staked[each.box, each.wager, each.player] += each.stake
    return {
        lying(box, wager, player, number): f"round {number}, {player}, box {box}: "
        f"{wager_name(instrument, wager)}, {money(stake)}"
        for (box, wager, player), stake in staked.items()
    }


def cards_on_felt(view: PublicView) -> Iterable[CardOnFelt]:
    """Return the cards of the round as a viewer sees them; the game says where they lie."""
    return () if view.round is None else PAGES.of(view.instrument).cards(view.round)


def _rounds(view: PublicView) -> dict[str, str]:
    last = view.number
    note = ", in play" if view.phase in (Phase.DEALING, Phase.SETTLED) else ", the last"
    return {
        str(number): f"round {number}{note if number == last else ''}"
        for number in range(last, max(0, last - MOST_ROUNDS), -1)
    }


def staff_list(field: str, floor: Floor) -> dict[str, str]:
    """List those whom the house takes for having checked something."""
    return people_list(list_staff(floor, CHECKED_BY[field]))


def people_list(people: Iterable[str]) -> dict[str, str]:
    """People in the order of their names."""
    return {person: person for person in sorted(people, key=in_text)}


def of_rules(instrument: str, field: str, values: Iterable[str]) -> dict[str, str]:
    """What the rules list for a field: clauses with what they say, wagers as they are called."""
    if field == CLAUSE:
        return clauses(instrument, values)
    if list_of(field) == WAGERS:
        return {value: wager_name(instrument, value) for value in values}
    return {value: words(value) for value in values}


def hands(most: int) -> dict[str, str]:
    return {str(hand): f"hand {hand}" for hand in range(1, most + 1)}


def places(known: Listed, *, cards_on_boxes: bool) -> dict[str, Mapping[str, str]]:
    """Boxes and hands where a card may lie by mistake, the dealer's side among them."""
    most = max(len(known.get(HANDS, ())), MIDDLE)
    boxes = known.get(BOXES, {}) if cards_on_boxes else {}
    return {
        "box": {"0": "no box: the dealer's hand, or one in the middle", **boxes},
        "hand": hands(most),
    }


def _most_hands(view: PublicView) -> int:
    """The most hands that any box has, after splits."""
    boxes = getattr(view.round, "boxes", None) or ()
    return max((len(getattr(box, "hands", ())) for box in boxes), default=0) or 1


def lying(box: int | str, wager: str, player: str, round: int | None = None) -> str:
    """A wager on the layout as the value of a choice, or with no wager all of a player's on a box.

    One that is no longer there is told by its round. Only a player's name may have blanks.
    """
    return f"{'' if round is None else f'{round}:'}{box} {wager} {player}"


def told_apart(chosen: str) -> dict[str, str]:
    """Whose wager was chosen, on which box, and which; of which round, if it is over."""
    where, _, rest = chosen.partition(" ")
    wager, _, player = rest.partition(" ")
    round, _, box = where.rpartition(":")
    return {"box": box, "wager": wager, "player": player, "round": round}


def clauses(instrument: str, first: Iterable[str]) -> dict[str, str]:
    """The clauses of an instrument with what they say, some of them first."""
    says = {each.id: each.says for each in load(instrument).clauses}
    order: Iterable[Any] = dict.fromkeys((*first, *says))
    return {clause: f"{clause}: {_short(says[clause])}" for clause in order if clause in says}


def _short(says: str) -> str:
    return says if len(says) <= LONGEST else f"{says[:LONGEST].rsplit(' ', 1)[0]} …"
