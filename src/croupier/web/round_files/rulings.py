"""What the worker is asked and answers: a file in, and out what the rules make of it.

Two rulings are compared wager by wager.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from enum import StrEnum

import msgspec

from croupier.adjudication import Answer, RoundFileError, account_of
from croupier.adjudication.account import came_out, wager_of
from croupier.adjudication.report import report
from croupier.documents import html
from croupier.documents.pdf import NotInstalled, pdf

CARDS = "/static/cards.svg"
"""Where pages have their cards."""
LONGEST_ACCOUNT = 1_000_000
"""Letters of an account that a page has room for."""


class Form(StrEnum):
    """As what somebody wants the ruling."""

    ACCOUNT = "account"
    """To stand on a page."""
    HTML = "html"
    PDF = "pdf"


class RulingRequest(msgspec.Struct, frozen=True):
    """One file to be adjudicated."""

    file: str
    form: Form = Form.ACCOUNT
    prefix: str = "part"
    """How the parts of the account are named, where several stand on a page."""
    about: str = ""
    """Which round of which table it was and when, as the report says it."""


class WagerWorth(msgspec.Struct, frozen=True):
    """One wager on one hand of one round, and what it is worth."""

    round: int
    wager: str
    stake: int
    result: str
    net: int
    clauses: tuple[str, ...]


class Ruling(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of an order."""

    error: str = ""
    """Why the file is no round."""
    refused: str = ""
    """What the rules refuse, if that ended the file."""
    contested: bool = False
    """Whether an entry was refused or a claim does not agree."""
    worth: tuple[WagerWorth, ...] = ()
    net: dict[str, int] = {}
    """By player, over all rounds of the file."""
    account: str = ""
    document: str = ""
    """A whole document in base 64."""


def rule(order: RulingRequest) -> Ruling:
    """The ruling on a file."""
    source = order.file.encode("utf-8", "surrogatepass")
    try:
        account = account_of(source)
    except RoundFileError as error:
        return Ruling(error=str(error))
    document = report(account, source, order.about)
    if order.form is Form.HTML:
        return Ruling(document=_packed(html.page(document).encode()))
    if order.form is Form.PDF:
        try:
            return Ruling(document=_packed(pdf(document)))
        except NotInstalled as error:
            return Ruling(error=str(error))
    told = "\n".join(html.body(document, top=2, cards=CARDS, prefix=order.prefix))
    if len(told) > LONGEST_ACCOUNT:
        told = "<p>The account is too long for a page. The report to download has all of it.</p>"
    result = account.result
    if not isinstance(result, Answer):
        return Ruling(refused=result.refused.reason, contested=True, account=told)
    net: dict[str, int] = {}
    for played in result.rounds.values():
        for player, cents in played.net.items():
            net[player] = net.get(player, 0) + cents
    return Ruling(
        contested=result.contested,
        worth=tuple(
            WagerWorth(
                int(number),
                wager_of(each, stake=False),
                each.stake,
                came_out(each),
                each.net,
                each.clauses,
            )
            for number, played in result.rounds.items()
            for each in played.settlements
        ),
        net=net,
        account=told,
    )


def _packed(data: bytes) -> str:
    return b64encode(data).decode()


# --- two rulings side by side


@dataclass(frozen=True, slots=True)
class Row:
    """One wager in both; where one does not have it, nothing."""

    round: int
    wager: str
    before: WagerWorth | None
    after: WagerWorth | None

    @property
    def differs(self) -> bool:
        return _worth(self.before) != _worth(self.after)


def compared(before: Ruling, after: Ruling) -> tuple[Row, ...]:
    """Every wager of both, those of the first in their order."""
    first, second = _by_wager(before), _by_wager(after)
    return tuple(
        Row(key[0], key[1], first.get(key), second.get(key))
        for key in dict.fromkeys((*first, *second))
    )


def _by_wager(ruling: Ruling) -> dict[tuple[int, str, int], WagerWorth]:
    """Wagers by round and name; where two have one name, in their order."""
    found: dict[tuple[int, str, int], WagerWorth] = {}
    for worth in ruling.worth:
        again = 0
        while (worth.round, worth.wager, again) in found:
            again += 1
        found[worth.round, worth.wager, again] = worth
    return found


def _worth(worth: WagerWorth | None) -> tuple[int, str, int] | None:
    return None if worth is None else (worth.stake, worth.result, worth.net)
