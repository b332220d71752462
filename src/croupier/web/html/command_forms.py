"""How a page asks a table for something: the one place where forms are made and read.

A button carries its whole command. A chip that is chosen in the tray is added to the wager that
lies on the spot, and an amount that is chosen or written beside a button takes the place of the
command's, as do the words of a dispute.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec

from croupier.decoding_errors import UNREADABLE, decoding_problem
from croupier.money import cents
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.conduct import RaiseDispute
from croupier.table.views import PlayerView
from croupier.table_replay import codec_of
from croupier.web.http.request import MOST_DIGITS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.aggregate.acts import Command
    from croupier.table.views import TableView

FORM = "commands"
"""The id of the form that the buttons of a page belong to."""
COMMAND, CHIP, AMOUNT, TOKEN = "command", "chip", "amount", "csrf_token"
DOLLARS = "dollars"
ABOUT = "about"
"""What a player disputes, in their own words."""
MOST_CENTS = 10**12
"""Ten thousand million dollars at once will do."""
LONGEST_QUOTED = 40
"""How much of what is wrong is said again."""


class NotACommand(ValueError):
    """What a form says cannot be read as a command; the message names the field."""


def amount_of(text: str) -> int:
    """An amount of dollars that somebody wrote in a field, in cents."""
    amount = cents(text)
    if amount is None or amount > MOST_CENTS:
        raise ValueError(f"{text!r} is not an amount of dollars")
    return amount


def post_to(table: str) -> str:
    """Where a table takes its commands."""
    return f"/tables/{quote(table, safe='')}/commands"


def stream_of(table: str) -> str:
    """Where a table's page is sent anew whenever something happens."""
    return f"/tables/{quote(table, safe='')}/stream"


def value(command: Command) -> str:
    """What a button says to the table."""
    return msgspec.json.encode(command).decode()


def read_command(fields: Mapping[str, str], view: TableView) -> Command:
    """The command that a form of this view's page was sent with."""
    try:
        command = codec_of(view.instrument).read_command(fields.get(COMMAND, "").encode())
    except UNREADABLE as error:
        raise NotACommand(f"{COMMAND}: {decoding_problem(error)}") from None
    if isinstance(command, PlaceWager) and isinstance(view, PlayerView):
        return _with_chip(view, command, fields.get(CHIP))
    if isinstance(command, RaiseDispute):
        return msgspec.structs.replace(command, about=fields.get(ABOUT, "").strip())
    if DOLLARS in fields and hasattr(command, AMOUNT):
        return msgspec.structs.replace(command, amount=_dollars(fields[DOLLARS]))
    if AMOUNT in fields and hasattr(command, AMOUNT):
        return msgspec.structs.replace(command, amount=_cents(AMOUNT, fields[AMOUNT]))
    return command


def _with_chip(view: PlayerView, command: PlaceWager, chip: str | None) -> PlaceWager:
    """One chip more on the spot, unless the wager is taken back."""
    if chip is None or command.amount == 0:
        return command
    return msgspec.structs.replace(command, amount=_lying(view, command) + _cents(CHIP, chip))


def _lying(view: PlayerView, command: PlaceWager) -> int:
    """What the player has on the spot already."""
    return sum(
        wager.amount
        for box in view.boxes
        if box.number == command.box
        for wager in box.wagers
        if (wager.player, wager.wager) == (view.player, command.wager)
    )


def _dollars(text: str) -> int:
    amount = cents(text)
    if amount is None:
        raise NotACommand(f"{DOLLARS}: an amount, not {text[:LONGEST_QUOTED]!r}")
    return amount


def _cents(field: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
        raise NotACommand(f"{field}: whole cents, not {text[:LONGEST_QUOTED]!r}")
    return int(text)
