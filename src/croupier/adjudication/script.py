"""The entries of a script: decisions, deals, commands of the table, time, and the next round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import msgspec

from croupier.adjudication.round_file import (
    LONGEST_NAME,
    MOST_CARDS,
    MOST_MILLISECONDS,
    RoundFileError,
    plain,
    shown,
    unfit_value,
)
from croupier.aggregate.acts import Command
from croupier.decoding_errors import mistake_in
from croupier.rulebook.citations import did_you_mean
from croupier.table.acts.betting import PlaceWager

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.aggregate.codec import Codec

KINDS = ("action", "deal", "do", "wait", "next")
"""The field that says what an entry is."""
ALL = 0
"""As many cards as are due, until the table waits for somebody or the round is over."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened, and when, if the script says it."""

    at: int | None = None


class Decides(Entry, frozen=True, kw_only=True):
    """A decision, of the game's own type."""

    decision: Any


class Deals(Entry, frozen=True, kw_only=True):
    """So many of the cards that are due."""

    cards: int


class Commands(Entry, frozen=True, kw_only=True):
    """A command of the table, and by whom, if the script says it."""

    command: Command
    by: str | None = None


class Waits(Entry, frozen=True, kw_only=True):
    """Time passes."""

    milliseconds: int


class Goes(Entry, frozen=True, kw_only=True):
    """On to the next round."""


class Warned(Entry, frozen=True, kw_only=True):
    """Only before the first round: a player has been told that short wagers go back."""

    player: str
    wager: str = ""
    """The kind of the short wager; left out, the player has been told of every kind."""


class EntryReader:
    """Reads the entries of one game's scripts."""

    def __init__(
        self, codec: Codec, decisions: Any, needs: Mapping[str, str], unnamed_wager: str
    ) -> None:
        self._commands = codec.any_command
        self._tags = {str(kind.__struct_config__.tag): kind for kind in codec.commands}
        self._decisions = decisions
        kinds = get_args(decisions) or (decisions,)
        self._actions = {str(kind.__struct_config__.tag): kind for kind in kinds}
        """The type of each decision by its action: a union is looked through at every use."""
        self._needs = needs
        self._unnamed_wager = unnamed_wager

    def script(self, entries: list[dict[str, Any]]) -> list[Entry]:
        return [self._entry(f"script[{place}]", each) for place, each in enumerate(entries, 1)]

    def before(self, entries: list[dict[str, Any]]) -> list[Entry]:
        """Commands, with the time between them; and who had been warned."""
        return [*self._before(entries)]

    def _before(self, entries: list[dict[str, Any]]) -> Iterator[Entry]:
        for place, each in enumerate(entries, 1):
            where = f"before[{place}]"
            if "warned" in each:
                yield self._warned(where, each)
                continue
            entry = self._entry(where, each)
            if not isinstance(entry, (Commands, Waits)):
                raise RoundFileError(f"{where}: there are only commands here, with do")
            yield entry

    def _warned(self, where: str, entry: dict[str, Any]) -> Warned:
        _only(where, entry, "warned", "wager")
        player, wager = entry["warned"], entry.get("wager", "")
        if not isinstance(player, str) or not 1 <= len(player) <= LONGEST_NAME:
            raise RoundFileError(f"{where}.warned: {shown(player)} is not the name of a player")
        if not isinstance(wager, str) or len(wager) > LONGEST_NAME:
            raise RoundFileError(f"{where}.wager: {shown(wager)} is not a kind of wager")
        return Warned(player=player, wager=wager)

    def _entry(self, where: str, given: dict[str, Any]) -> Entry:
        if "action" in given and "at" not in given:
            action = given["action"]
            decision = self._actions.get(action) if isinstance(action, str) else None
            try:
                return Decides(decision=msgspec.convert(given, decision or self._decisions))
            except msgspec.ValidationError:  # which is said below, as of any entry
                pass
        kinds = [kind for kind in KINDS if kind in given]
        if len(kinds) != 1:
            which = f"not {' and '.join(kinds)}" if kinds else f"not {shown(given)}"
            raise RoundFileError(f"{where}: an entry has one of {', '.join(KINDS)}, {which}")
        kind = kinds[0]
        entry = dict(given)
        at = self._at(where, entry) if "at" in entry and not self._is_ones_own(entry) else None
        if kind == "action":
            return Decides(decision=self._decision(where, entry), at=at)
        if kind == "do":
            by = entry.pop("by", None)
            if by is not None and not (isinstance(by, str) and 1 <= len(by) <= LONGEST_NAME):
                raise RoundFileError(f"{where}.by: {shown(by)} is not a person or a role")
            return Commands(command=self._command(where, entry), by=by, at=at)
        _only(where, entry, kind)
        if kind == "deal":
            return Deals(cards=_cards(where, entry["deal"]), at=at)
        if kind == "wait":
            return Waits(milliseconds=_milliseconds(f"{where}.wait", entry["wait"]), at=at)
        if entry["next"] is not True:
            raise RoundFileError(f"{where}.next: {shown(entry['next'])} is not true")
        return Goes(at=at)

    def _is_ones_own(self, entry: dict[str, Any]) -> bool:
        """Whether `at` is a field of the command itself: where somebody cuts."""
        command = self._tags.get(entry["do"]) if isinstance(entry.get("do"), str) else None
        return command is not None and "at" in command.__struct_fields__

    def _at(self, where: str, entry: dict[str, Any]) -> int:
        return _milliseconds(f"{where}.at", entry.pop("at"))

    def _decision(self, where: str, entry: dict[str, Any]) -> Any:
        try:
            return msgspec.convert(entry, self._decisions)
        except msgspec.ValidationError as error:
            mistake = mistake_in(error, self._decisions)
            if mistake.is_about_value:
                raise RoundFileError(
                    _placed(where, unfit_value(mistake, entry, self._needs, "decisions[]"))
                ) from None
            raise _unfit(where, error, self._decisions, entry) from None

    def _command(self, where: str, entry: dict[str, Any]) -> Command:
        tag = entry["do"]
        command = self._tags.get(tag) if isinstance(tag, str) else None
        if command is None:
            meant = did_you_mean(tag, self._tags) if isinstance(tag, str) else ""
            raise RoundFileError(f"{where}.do: {shown(tag)} is not a command of this table{meant}")
        if command is PlaceWager:
            entry.setdefault("wager", self._unnamed_wager)
        try:
            made: Command = msgspec.convert(entry, command)
        except msgspec.ValidationError as error:
            raise _unfit(where, error, command, entry) from None
        return made


def _placed(where: str, said: str) -> str:
    """What is said of an entry, with where it stands before it."""
    return (
        f"{where}{said.removeprefix('the round')}"
        if said.startswith("the round")
        else (f"{where}.{said}")
    )


def _unfit(
    where: str, error: msgspec.ValidationError, kind: Any, entry: dict[str, Any]
) -> RoundFileError:
    mistake = mistake_in(error, kind, msgspec.json.encode(entry))
    path = f".{plain(mistake.field)}" if mistake.path else ""
    return RoundFileError(f"{where}{path}: {plain(mistake.wrong)}")


def _only(where: str, entry: dict[str, Any], kind: str, *also: str) -> None:
    others = [name for name in entry if name not in (kind, *also)]
    if others:
        raise RoundFileError(f"{where}.{plain(others[0])}: there is no such field, only {kind}, at")


def _cards(where: str, value: object) -> int:
    if value == "all":
        return ALL
    if type(value) is not int or not 1 <= value <= MOST_CARDS:
        raise RoundFileError(f'{where}.deal: {shown(value)} is not a number of cards or "all"')
    return value


def _milliseconds(where: str, value: object) -> int:
    if type(value) is not int or not 0 <= value <= MOST_MILLISECONDS:
        raise RoundFileError(f"{where}: {shown(value)} is not a number of milliseconds")
    return value
