"""Significant events as people read them: amounts with their sign, wagers and offices in words.

An event itself keeps what programs read: its texts are those of every version.
"""

from __future__ import annotations

import re

import msgspec

from croupier.casino.significant_events import EventDetails, EventKind
from croupier.wording.teller import noted

_AMOUNT = r"\d[\d,]*(?:\.\d\d)?"
_LIMITS = re.compile(
    rf"(?P<wager>[a-z-]+) (?P<least>{_AMOUNT} to )(?P<most>no maximum|{_AMOUNT})"
    rf"(?P<step>, in multiples of {_AMOUNT})?"
)
_NEW_MINIMUM = re.compile(rf"(?P<wager>[a-z-]+) from (?P<least>{_AMOUNT}) at (?P<time>.*)")
_MOVED = re.compile(rf"^{_AMOUNT}(?= (?:to|from) the float| in chips | won in )")
_PAID_OUT = re.compile(rf"{_AMOUNT}(?= paid out$)")
_APART = re.compile(rf"(?<= differential ){_AMOUNT}$")


def in_words(told: EventDetails) -> EventDetails:
    """The same event in the words of people."""
    before, after = (_state(told.kind, each) for each in (told.before, told.after))
    what = told.what
    if told.kind in (EventKind.CHIPS, EventKind.LARGE_WIN):
        what = _with_sign(_PAID_OUT, _with_sign(_MOVED, what))
    subject, detail = noted(told.subject), noted(told.detail)
    return msgspec.structs.replace(
        told, what=what, subject=subject, detail=detail, before=before, after=after
    )


def _state(kind: EventKind, text: str) -> str:
    """What something was before or is after."""
    if kind is EventKind.LIMITS:
        return "; ".join(map(_limits, text.split("; ")))
    if kind is EventKind.THRESHOLD:
        return _with_sign(re.compile(_AMOUNT), text)
    if kind is EventKind.RULES:
        return _with_sign(_APART, text)
    if kind in (EventKind.ACCOUNT, EventKind.ROLES):
        return text.replace("-", " ")
    return text


def _limits(text: str) -> str:
    """The limits of one wager, or its minimum to come; what is neither stays as it is."""
    amounts = re.compile(_AMOUNT)
    if found := _LIMITS.fullmatch(text):
        limits = f"{found['least']}{found['most']}{found['step'] or ''}"
        return f"{_wager(found['wager'])} {_with_sign(amounts, limits)}"
    if found := _NEW_MINIMUM.fullmatch(text):
        least = _with_sign(amounts, found["least"])
        return f"{_wager(found['wager'])} from {least} at {found['time']}"
    return text


def _wager(slug: str) -> str:
    return slug.replace("-", " ")


def _with_sign(amounts: re.Pattern[str], text: str) -> str:
    return amounts.sub(lambda amount: f"${amount[0]}", text)
