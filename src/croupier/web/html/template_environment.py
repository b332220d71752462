"""Jinja with everything escaped, and the few words that templates call by name."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, PrefixLoader, StrictUndefined
from jinja2.filters import do_urlencode
from markupsafe import Markup, escape

from croupier.cards import RANKS, SUITS, Card
from croupier.casino.house.acts import LONGEST_NAME, LONGEST_TEXT
from croupier.money import money
from croupier.promotion.rules import INSTRUMENT
from croupier.tournament.acts.conduct import LONGEST_DISPUTE
from croupier.web.html import command_forms as posting
from croupier.web.http.naming import in_text
from croupier.web.rulebook.links import clause_url
from croupier.web.rulebook.search import LONGEST_SEARCH
from croupier.wording.teller import came_to, noted, sentence

if TYPE_CHECKING:
    from typing import Any

    from croupier.aggregate.acts import Command


STEPS = (
    ("Prepare the shoe", "prepare", "p"),
    ("Deal a card", "deal-one", "d"),
    ("Deal on", "deal-on", "o"),
    ("Collect the cards", "collect", "x"),
)
"""What the hands of somebody who deals from a virtual shoe do: words, step and key."""


SUBJECTS = (
    "accounts",
    "cage", "console", "html", "inspectors_desk", "laboratory", "lobby", "office",
    "override_commands",
    "past_rounds", "promotions", "round_files", "rulebook", "school", "tables", "tournaments",
)  # fmt: skip
"""The packages with templates: `tables/page.html` is `page.html` of `croupier.web.tables`."""


LONGEST = {
    "name": LONGEST_NAME,
    "text": LONGEST_TEXT,
    "dispute": LONGEST_DISPUTE,
    "search": LONGEST_SEARCH,
}
"""How many letters a field takes at most, by what is written in it."""


@cache
def environment() -> Environment:
    made = Environment(
        loader=PrefixLoader({each: PackageLoader(f"croupier.web.{each}") for each in SUBJECTS}),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_named,
    )
    made.filters.update(
        money=money,
        came_to=came_to,
        command=_command,
        noted=noted,
        sentence=sentence,
        called=called,
        headed=headed,
        words=words,
        urlencode=_in_url,
    )
    made.globals.update(
        longest=LONGEST,
        form=posting.FORM,
        token_field=posting.TOKEN,
        post_to=posting.post_to,
        stream_of=posting.stream_of,
        clause_url=clause_url,
        promotion_clause_url=partial(clause_url, INSTRUMENT),
        steps=STEPS,
        keypad=tuple(tuple(Card(rank + suit) for rank in RANKS) for suit in SUITS),
    )
    return made


def called(table: str) -> str:
    """A table as one would say it. What the house wrote with capitals or spaces stays as it is."""
    if re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", table):
        return table.replace("-", " ").capitalize()
    return table


def words(tag: str) -> str:
    """A tag as one would say it; the hyphen of a word such as e-mail belongs to it."""
    return re.sub("(?<=[^-_]{2})[-_](?=[^-_]{2})", " ", tag)


def headed(table: str, game: str) -> tuple[str, str]:
    """A table over its page, and the game beside it where the one does not say the other."""
    name = called(table)
    plain, known = (re.sub(r"\W", "", each).casefold() for each in (name, game))
    if plain in known:
        return game, ""
    return (name, "") if known in plain else (name, game)


def _named(value: object) -> object:
    """Text as it is shown, with names in the place of references."""
    return in_text(value) if value.__class__ is str else value


def _in_url(value: str | dict[str, Any]) -> Markup:
    """Part of an address, where references stay: addresses are written down by others."""
    return escape(do_urlencode(value))


def _command(command: Command) -> Markup:
    """What a button says, to be taken by its word."""
    return escape(posting.value(command))


def render(template: str, **context: Any) -> str:
    return environment().get_template(template).render(context)
