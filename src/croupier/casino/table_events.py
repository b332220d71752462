"""The significant events of one table, drawn from its record entry by entry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.casino.happened import Happened, Kind
from croupier.chips import Limits, dollars
from croupier.games.baccarat.facts import Determined, Ruled
from croupier.games.holdem.facts import HandVoided
from croupier.rulebook.citing import Clauses
from croupier.table.facts import (
    BettingClosed,
    ChipsMoved,
    Disputed,
    Exercised,
    Notified,
    Opened,
    Reconstructed,
    Reversed,
    RoundEnded,
    RoundVoided,
    Settled,
    SignDisplayed,
    TableClosed,
)
from croupier.table.tournament_facts import Designated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.table.record import Entry

MALFUNCTIONS = frozenset({"machine-failed", "device-failed"})
CHANGES_OF_CARDS = frozenset({"new-cards", "replace-card", "replace-cards", "wrong-deck"})
IRREGULARITIES = frozenset(
    {
        "face-up-card", "drawn-in-error", "burnt-in-error", "dealer-overdrew", "take-from-rack",
        "dealt-to-nobody", "dealt-past-cutting-card", "reconstruct", "cannot-reconstruct",
        "found-between-rounds", "card-exposed", "burn-forgotten", "forget-burn", "miss-cut",
        "drop-cards", "misstate-total", "overlook-wager", "find-over-maximum", "overlooked-wager",
        "overlooked-play", "find-wrong-cards", "wrong-count", "card-shown", "players-card-shown",
        "wager-missing", "level-wagers", "let-stand", "out-of-cards", "return-short-wager",
        "permit-changes", "remove-wager",
    }
)  # fmt: skip
"""Commands, by their names in a record, that say that something went wrong or was put right."""

_ANNOUNCED = frozenset({"limits", "new minimum"})
_TOLD = frozenset({"inspector", "surveillance", "commission"})
_REASONS = ("reason", "fault", "error", "detail")
_EXCLUSIONS = ("exclude", "detain", "hand over")


class TableEvents:
    """Follows the entries of a table's record; it knows what the sign said and who won what."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._sign = ""
        self._terms = _terms_at_first(options)
        self._round = 0
        self._for_tournament = False
        """Whether what is won are tournament chips, which are worth nothing elsewhere."""
        self._won: dict[str, int] = {}
        """What each player has won in the round in play, or lost."""
        self._paid: dict[str, list[str]] = {}
        """The clauses under which they won."""

    def take(self, entry: Entry, large_win: int) -> Iterator[Happened]:
        """What an entry has to tell; from `large_win` on, a win is large."""
        yield from _commanded(entry)
        about = self._round
        for fact in entry.facts:
            if isinstance(fact, Designated):
                self._for_tournament = True
            elif isinstance(fact, (Settled, Reversed)):
                if about == self._round and not self._for_tournament:
                    self._pay(fact)
            elif isinstance(fact, BettingClosed):
                about = self._begin(fact.round)
            elif isinstance(fact, RoundEnded):
                yield from self._large_wins(large_win)
                self._begin(self._round)
            else:
                if isinstance(fact, RoundVoided):
                    about = fact.round
                elif isinstance(fact, (Reconstructed, Ruled)):  # it is settled anew
                    self._begin(fact.round)
                yield from self._stated(fact)

    # -- wins

    def _begin(self, number: int) -> int:
        self._round = number
        self._won, self._paid = {}, {}
        return number

    def _pay(self, fact: Settled | Reversed) -> None:
        player = fact.player
        net = fact.net if isinstance(fact, Settled) else -fact.net
        self._won[player] = self._won.get(player, 0) + net
        if net > 0:
            self._paid.setdefault(player, []).extend(fact.clauses)

    def _large_wins(self, large_win: int) -> Iterator[Happened]:
        for player, won in self._won.items():
            if won >= large_win:
                yield Happened(
                    kind=Kind.LARGE_WIN, what=f"{dollars(won)} won in round {self._round}",
                    subject=player, clauses=_once(self._paid[player]),
                )  # fmt: skip

    # -- facts

    def _stated(self, fact: Fact) -> Iterator[Happened]:
        if isinstance(fact, SignDisplayed):
            yield from self._limits(fact)
        elif isinstance(fact, Determined):
            yield from self._determined(fact)
        elif isinstance(fact, Exercised):
            yield _exercised(fact)
        elif isinstance(fact, Notified):
            yield from self._notice(fact)
        elif isinstance(fact, RoundVoided):
            yield Happened(
                kind=Kind.VOID, what="a round is void", subject=f"round {fact.round}",
                detail=fact.reason, clauses=fact.clauses,
            )  # fmt: skip
        elif isinstance(fact, HandVoided):
            yield Happened(
                kind=Kind.VOID, what="a hand is void", subject=f"box {fact.box}",
                detail=fact.reason, clauses=fact.clauses,
            )  # fmt: skip
        elif isinstance(fact, Opened):
            decks = "1 deck" if fact.decks == 1 else f"{fact.decks} decks"
            detail = f"layout {fact.layout}, shoe {fact.shoe}, {decks}"
            yield Happened(
                kind=Kind.OPENING, what="the table opens", detail=detail, clauses=fact.clauses
            )
        elif isinstance(fact, TableClosed):
            yield Happened(
                kind=Kind.CLOSING, what="the table closes", detail=fact.reason, clauses=fact.clauses
            )
        elif isinstance(fact, Disputed):
            yield Happened(
                kind=Kind.DISPUTE, what=f"a dispute is {fact.stage}",
                subject=f"dispute {fact.number}", detail=fact.text, clauses=fact.clauses,
            )  # fmt: skip
        elif isinstance(fact, Ruled):
            yield Happened(
                kind=Kind.DISPUTE, what=f"the ruling on a round: {fact.ruling}",
                subject=f"round {fact.round}", detail=fact.reason, clauses=fact.clauses,
            )  # fmt: skip
        elif isinstance(fact, ChipsMoved) and fact.player is None:
            way = "to" if fact.amount > 0 else "from"
            yield Happened(
                kind=Kind.CHIPS, what=f"{dollars(abs(fact.amount))} {way} the float",
                clauses=fact.clauses,
            )  # fmt: skip

    def _limits(self, fact: SignDisplayed) -> Iterator[Happened]:
        shown = "; ".join(f"{wager} {Limits(*limit)}" for wager, limit in fact.limits.items())
        if shown != self._sign:
            what = "limits change" if self._sign else "limits are shown"
            yield Happened(
                kind=Kind.LIMITS, what=what, before=self._sign, after=shown, clauses=fact.clauses
            )
        self._sign = shown

    def _determined(self, fact: Determined) -> Iterator[Happened]:
        before, self._terms = self._terms, _terms(fact)
        if self._terms != before:
            yield Happened(
                kind=Kind.RULES, what="rules change", before=before, after=self._terms,
                clauses=fact.clauses,
            )  # fmt: skip

    def _notice(self, fact: Notified) -> Iterator[Happened]:
        if fact.about in _ANNOUNCED:
            yield Happened(
                kind=Kind.LIMITS, what=f"{fact.about} announced", before=self._sign,
                after=fact.detail, clauses=fact.clauses,
            )  # fmt: skip
        elif fact.to in _TOLD:
            yield Happened(
                kind=Kind.NOTICE, what=f"the {fact.to} is told: {fact.about}", subject=fact.to,
                detail=fact.detail, clauses=fact.clauses,
            )  # fmt: skip


# --- facts and commands that need nothing remembered


def _terms(fact: Determined) -> str:
    apart = "none" if fact.differential is None else dollars(fact.differential)
    dealing = str(fact.dealing).replace("_", " ")
    return (
        f"method {fact.settlement}, pairs {fact.pairs or 'none'}, dealt {dealing}, "
        f"differential {apart}"
    )


def _terms_at_first(options: Mapping[str, Any]) -> str:
    """What a table whose operator may change its terms begins with."""
    if "differential" not in options:
        return ""
    pairs = next(iter(options["side_bets"]), None)
    return _terms(
        Determined(
            settlement=options["settlement"], pairs=pairs, dealing=options["dealing"],
            differential=options["differential"], clauses=Clauses(()),
        )
    )  # fmt: skip


def _exercised(fact: Exercised) -> Happened:
    kind = Kind.POWER
    if fact.power.startswith(_EXCLUSIONS):
        kind = Kind.EXCLUSION
    elif fact.power.startswith("breach recorded"):
        kind = Kind.BREACH
    return Happened(
        kind=kind, what=fact.power, subject=fact.subject, detail=fact.reason, clauses=fact.clauses
    )


def _commanded(entry: Entry) -> Iterator[Happened]:
    """What the command itself says; its clauses are those of all that followed from it."""
    command = entry.command
    tag = str(command.__struct_config__.tag)
    kind = None
    if tag in MALFUNCTIONS:
        kind = Kind.MALFUNCTION
    elif tag in CHANGES_OF_CARDS:
        kind = Kind.CARDS
    elif tag in IRREGULARITIES:
        kind = Kind.IRREGULARITY
    elif getattr(command, "laid_on", None) is not None:
        kind, tag = Kind.IRREGULARITY, "a card laid on another hand than the one it was due to"
    if kind is not None:
        cited = _once(clause for fact in entry.facts for clause in fact.clauses)
        yield Happened(
            kind=kind, what=tag.replace("-", " "), subject=_subject(command),
            detail=_reason(command), clauses=cited,
        )  # fmt: skip


def _once(clauses: Iterable[str]) -> Clauses:
    return Clauses(tuple(dict.fromkeys(clauses)))


def _subject(command: Command) -> str:
    player, box = getattr(command, "player", None), getattr(command, "box", None)
    return player or (f"box {box}" if box else "")


def _reason(command: Command) -> str:
    return next((said for name in _REASONS if (said := getattr(command, name, ""))), "")
