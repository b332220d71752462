"""Settling described rounds: what every wager is worth, and under which clause.

`adjudicate` takes a round file (JSON, or the same as a mapping) and gives the settlement or the
refusal; `explain` gives the readable account. A file that is not a round raises `RoundFileError`.
With `under`, an amended instrument decides the rounds of its own id and of what it amends.

Every file is played at a table (`table_run.py`), as any table plays. Tests hold the settlements of
plain files to a driver of their own, which plays the round alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.adjudication import account_as_text, claims
from croupier.adjudication.answer import (
    Answer,
    ClaimAnswer,
    EntryAnswer,
    EntryRefused,
    HandShown,
    Refusal,
    Refused,
    Result,
    RoundAnswer,
    Settlement,
    Stopped,
    as_promised,
)
from croupier.adjudication.round_file import (
    FileHeading,
    RoundFileError,
    as_json,
    check_decks,
    must_name_fields_once,
    must_name_options_once,
    read,
    rules_of,
    shown,
)
from croupier.adjudication.script import Decides, EntryReader
from croupier.adjudication.story import Adjudication
from croupier.adjudication.table_run import TableRun, Told
from croupier.game_parts import Slot
from croupier.game_rules import rules_for
from croupier.rulebook.citations import did_you_mean
from croupier.rulebook.instruments import load
from croupier.rulebook.options import with_settled_readings
from croupier.table.wagers import Sign
from croupier.table_replay import codec_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from croupier.adjudication.round_file import RoundFile
    from croupier.adjudication.script import Entry
    from croupier.adjudication.story import Chapter, Follower
    from croupier.adjudication.table_run import Watch
    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person
    from croupier.rulebook.citations import Refused as RulesRefused
    from croupier.rulebook.instruments import Instrument
    from croupier.table.game_protocol import GameAtTable, GameRound
    from croupier.table.table import Table
    from croupier.table.wagers import Admitted

__all__ = [
    "Answer",
    "ClaimAnswer",
    "EntryAnswer",
    "HandShown",
    "Refusal",
    "Refused",
    "RoundAnswer",
    "RoundFileError",
    "Settlement",
    "Told",
    "account_of",
    "adjudicate",
    "explain",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFilePart:
    """The part of a game that adjudication needs.

    Files and their decisions are of the game's own types, so they are `Any` here.
    """

    has_boxes: bool
    """True if a wager is on a box's own hand."""
    NEEDS: Mapping[str, str]
    """The value that each field takes, for the message where something else is given."""
    decoder: msgspec.json.Decoder[Any]
    """The decoder of its files."""
    decisions: Any
    """The type of a decision."""
    unnamed_wager: str
    """What `place-wager` lays in a script that does not say which wager."""
    has_decisions: bool
    """True if players decide anything in a round."""
    reshuffles_in_mid_round: bool
    """True if a shoe that runs out is shuffled again, so that the round can go on."""
    wager_names: Callable[[Any], tuple[str, ...]]
    """The wagers that may be made before the first card under an instrument."""
    check_entries: Callable[[Any], None]
    """Refuse what no single field shows."""

    # -- a file at its table
    tell: Callable[[Any, Sequence[Admitted], Any], list[Chapter]]
    """Tell the only round of a plain file, as far as it came."""
    follow: Callable[[Any], Follower]
    """Whoever tells the facts of a table to a reader."""
    game_at: Callable[..., GameAtTable]
    """Return the game for the table of a file."""
    wagers_of: Callable[[Any], Sequence[Any]]
    """What the file lays; a script may lay more."""
    lay_wagers: Callable[..., None]
    """Lay the wagers of the file, or raise `Stopped`; strictly, none that cannot be paid."""
    betting_opens: Callable[[Table], None]
    """What was announced before betting opened holds now."""
    rank: Callable[[Any], int | None]
    """When the rules take a decision of an unbroken run, if not in the order of the file."""
    decide: Callable[[TableRun, Any], None]
    """Give the table what was decided; if any part of it is refused, raise `Refused`."""
    is_decided: Callable[[Table], bool]
    """Return True if no player has anything left to decide, though cards are due."""
    why_over: Callable[[Table, Any], RulesRefused | None]
    """Why a decision is refused whatever is due: what it is about is over."""
    first_refused: Callable[[Table, Sequence[Any], int, RulesRefused], tuple[int, RulesRefused]]
    """Return the place of the decision that ends a file without a script, and why.

    The decision at `place`, from 0, was refused first in the order of the rules.
    """
    offer: Callable[[Table], Command | None]
    """What closes an offer that is open and that nobody has to answer."""
    unpayable: Callable[[Table, Sequence[Any]], int]
    """Return the place, from 0, of the wager that cannot be paid in whole cents."""
    owed: Callable[[Table], str | None]
    """Who has to decide about what before the round goes on, in words."""
    card_due: Callable[..., str]
    """Say that a card is due, and where."""
    by_itself: Callable[[Table], Command | None]
    """What the dealer does in a round beside dealing, when a file does not say who does it."""
    wants_betting_closed: Callable[[Command], bool]
    """True if a command is given only when betting is over, so that it closes by itself."""
    mending: Callable[[Table], tuple[Command, Person] | None]
    """What is done about the cards before they are shuffled, after something went wrong."""
    hands: Callable[[GameRound], Iterable[HandShown]]
    """Return the hands as an answer shows them."""
    in_order: Callable[[Sequence[Settlement], Sequence[tuple[str, str]]], Iterable[Settlement]]
    """Settlements in the order of an answer; the wagers are given by player and kind."""

    # -- out of a record
    shows_unseen: str
    """The command with which a card that was drawn unseen is seen, if the game has one."""
    lying: Callable[[Table], tuple[list[dict[str, Any]], list[dict[str, Any]]]]
    """The wagers of a file as they lie now, and what its script has to begin with."""
    in_force: Callable[[Table, Iterable[str]], list[dict[str, Any]]]
    """What is in force for these players, as commands that are given before the round."""
    happens_by_itself: Callable[[Command], bool]
    """True if a file that is silent comes to the same."""
    as_decision: Callable[[Command, Sequence[Fact]], dict[str, Any] | None]
    """A command that was a decision, as a file writes it."""
    joins: Callable[[dict[str, Any], Command], bool]
    """True if a command belongs to the decision before it, which then says so."""
    first: Callable[[Command, Mapping[str, Any]], list[dict[str, Any]]]
    """What comes before a command at a table where time stands still."""
    commencing: Callable[[Sequence[dict[str, Any]], Mapping[str, Any]], dict[str, Any]]
    """A wager on which the round after one with these wagers can commence."""


ROUND_FILES: Slot[RoundFilePart] = Slot("round_file", lambda parts: parts.round_file)

_heading = msgspec.json.Decoder(FileHeading)


def adjudicate(
    source: bytes | str | Mapping[str, Any], *, under: Instrument | None = None
) -> Answer | Refusal:
    """What every wager of the round is worth, or what the rules refuse in it."""
    return account_of(source, under=under).result


def explain(
    source: bytes | str | Mapping[str, Any], width: int = 100, *, under: Instrument | None = None
) -> str:
    """The round told clause by clause, as plain text."""
    return account_as_text.explain(account_of(source, under=under), width)


def account_of(
    source: bytes | str | Mapping[str, Any],
    *,
    under: Instrument | None = None,
    watch: Watch | None = None,
) -> Adjudication:
    """The adjudicated round: its result, and on request its story.

    Whoever watches a file with a script is shown its table before each entry, by its place from 1,
    and once more after the last one.
    """
    try:
        data = as_json(source)
        heading = read(data, _heading)
        instrument, options = heading.instrument, bytes(heading.options)
        must_name_options_once(options)
        must_name_fields_once(data.replace(options, b"{}", 1))
        if under is not None:
            if instrument not in (under.id, under.basis):
                raise RoundFileError(
                    f"instrument: {shown(instrument)} is not {under.id}, nor {under.basis}, "
                    "which it amends"
                )
            return _adjudicated(under, data, watch)
        if instrument not in ROUND_FILES:
            raise RoundFileError(
                f"instrument: {shown(instrument)} is not an instrument that can be adjudicated"
                f"{did_you_mean(instrument, ROUND_FILES.instruments)}; "
                f"known: {', '.join(ROUND_FILES.instruments)}"
            )
        return _adjudicated(load(instrument), data, watch)
    except RecursionError:
        raise RoundFileError("the JSON is nested too deeply for a round") from None


def _adjudicated(book: Instrument, data: bytes, watch: Watch | None) -> Adjudication:
    game = ROUND_FILES.of(book)
    file = read(data, game.decoder, _needs_of(book))
    _must_be_of_one_edition(file)
    options = b"{}" if file.options is msgspec.UNSET else bytes(file.options)
    terms = _terms_of(book, options)
    game.check_entries(file)
    if file.is_plain:
        check_decks(file.cards or (), terms.rules.decks)
    account = _played_at_a_table(game, book, terms, file, watch)
    result = account.result
    if book.not_approved is not None:
        result = msgspec.structs.replace(result, not_approved=book.not_approved)
        account = replace(account, result=result)
    return account


@lru_cache(maxsize=32)
def _needs_of(book: Instrument) -> dict[str, str]:
    """What each field takes; a wager, one of those that this instrument has."""
    game, rules = ROUND_FILES.of(book), rules_for(book)
    names = game.wager_names(rules)
    return {**game.NEEDS, "wagers[].wager": f"one of {', '.join(names)}"}


def _must_be_of_one_edition(file: RoundFile) -> None:
    scripted = file.script is not msgspec.UNSET
    if scripted and file.decisions is not msgspec.UNSET:  # type: ignore[attr-defined]
        raise RoundFileError("script: a file has decisions or a script, not both")
    for name in ("cards", "wagers"):
        if not scripted and getattr(file, name) is msgspec.UNSET:
            raise RoundFileError(f"{name}: missing")


class Terms(msgspec.Struct, frozen=True):
    """What a file's options come to: the rules, every option in its place, and the rest assumed."""

    rules: Any
    sign: Sign
    options: dict[str, Any]
    assumed: tuple[str, ...]


@lru_cache(maxsize=256)
def _terms_of(book: Instrument, options: bytes) -> Terms:
    """The terms of an instrument with the options of a file; kept, since files come in series."""
    rules = rules_of(options, partial(_rules_of_file, book))
    given = msgspec.json.decode(options)
    assumed = tuple(name for name in rules.options if name not in given)
    return Terms(rules, Sign.from_options(rules.options), rules.options, assumed)


def _rules_of_file(book: Instrument, given: Mapping[str, object]) -> Any:
    """Return the rules of a file; a list of readings has those that the text settles in any case.

    Files were written before the program knew that the text settles them, and stay valid.
    """
    return rules_for(book, with_settled_readings(book, given))


# --- a file at its table


def _played_at_a_table(
    game: RoundFilePart,
    book: Instrument,
    terms: Terms,
    file: RoundFile,
    watch: Watch | None,
) -> Adjudication:
    given, before, script = _entries(book, file)
    new_run = partial(TableRun, game, book, terms.rules, terms.sign, file, before, script)
    run: TableRun | None = None
    result: Answer | Refusal
    try:
        run = new_run()
        run.run(script, given, watch)
    except Stopped as stopped:
        result = stopped.refusal
    else:
        result = _answer_of(run, book, terms, file)
    if file.is_plain:
        tell = partial(_tell_of_round, game, terms.rules, run, new_run)
        return Adjudication(book, terms.options, result, tell, file)
    told = run.told if run is not None else []
    follow = partial(game.follow, terms.rules)
    table = run.table if run is not None else None
    return Adjudication(book, terms.options, result, list, file, told, follow, table)


def _tell_of_round(
    game: RoundFilePart, rules: Any, run: TableRun | None, new_run: Callable[[], TableRun]
) -> list[Chapter]:
    """Tell the only round of a plain file, with what the limits made of the wagers before it."""
    if run is None:
        return game.tell(rules, (), None)
    table = new_run().table
    places = {id(wager): place for place, wager in enumerate(table.wagers)}
    ruled = table.game.close_betting(table, ())
    in_their_order = sorted(ruled, key=lambda each: places[id(each.wager)])
    return game.tell(rules, in_their_order, getattr(run.table.round, "round", None))


def _entries(
    book: Instrument, file: RoundFile
) -> tuple[Sequence[dict[str, Any]], Sequence[Entry], Sequence[Entry]]:
    """Return the entries of a file: as they are written, those before its round, and the others.

    The decisions of a file without a script are entries too. Those of a plain file are not told
    one by one, so nobody asks how they are written.
    """
    before = _reader(book).before(file.before) if file.before else ()
    if file.script is not msgspec.UNSET:
        return file.script, before, _reader(book).script(file.script)
    decisions = file.decisions or ()  # type: ignore[attr-defined]
    given = () if file.is_plain else msgspec.to_builtins(decisions)
    return given, before, [Decides(decision=decision) for decision in decisions]


@lru_cache(maxsize=32)
def _reader(book: Instrument) -> EntryReader:
    game = ROUND_FILES.of(book)
    return EntryReader(codec_of(book.basis), game.decisions, game.NEEDS, game.unnamed_wager)


def _answer_of(run: TableRun, book: Instrument, terms: Terms, file: RoundFile) -> Answer:
    in_script = file.script is not msgspec.UNSET
    rounds = run.rounds.answers(run.part.in_order, note_short=not in_script)
    last = run.rounds.last
    hands: tuple[HandShown, ...] = ()
    if last is None:
        this = run.given_back()
        if file.is_plain:
            rounds = {"1": this}
    else:
        this = rounds[str(last.number)]
        if run.table.round is not None and last.wagers is not None:
            hands = tuple(run.part.hands(run.table.round))
    played = Result(run.used, hands, this.settlements, this.net)
    answer = _answer(book, terms, file, played, rounds, run.used)
    if in_script:
        told = {each.place: each for each in run.told}
        script = tuple(_entry_answer(told[place]) for place in range(1, len(told)))
        return msgspec.structs.replace(answer, script=script)
    return answer


def _entry_answer(told: Told) -> EntryAnswer:
    if told.refused is not None:
        return EntryAnswer(
            refused=EntryRefused(as_promised(told.refused.reason), told.refused.clauses)
        )
    return EntryAnswer(facts=told.facts)


def _answer(
    book: Instrument,
    terms: Terms,
    file: RoundFile,
    played: Result,
    rounds: dict[str, RoundAnswer],
    used: int,
) -> Answer:
    claimed: tuple[ClaimAnswer, ...] | msgspec.UnsetType = msgspec.UNSET
    if file.paid is not msgspec.UNSET:
        last = max(rounds, key=int) if rounds else None
        claimed = claims.judged(file.paid, rounds, last)
    return Answer(
        played.cards_used, played.hands, played.settlements, played.net,
        book.id, terms.options, terms.assumed, book.fingerprint, rounds,
        unused_cards=len(file.cards or ()) - used, claims=claimed,
        warnings=_warnings(book, file),
    )  # fmt: skip


def _warnings(book: Instrument, file: RoundFile) -> tuple[str, ...]:
    source = file.source
    if source is None or source.rulebook in ("", book.fingerprint):
        return ()
    return (
        f"source.rulebook: the file was written under rulebook {source.rulebook[:12]}, "
        f"and is settled under {book.fingerprint[:12]}",
    )
