"""One console for whatever is commanded: a table, a tournament or a promotion.

A command is chosen from a list, filled in in a form that is made from the command itself, with the
clauses that decide about it beside it; what would follow is shown first, and the same form does it.
What a console is about says what differs (`Console`); the pages around it are those of its subject.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from croupier.aggregate.acts import tag_of
from croupier.aggregate.roles import Role
from croupier.casino.override_commands import Unconfirmed, who_confirms
from croupier.casino.patron_acts import NeedsPatron
from croupier.rulebook.citations import Refused
from croupier.web.console import forms
from croupier.web.console.command_list import action_of, rules_of
from croupier.web.console.field_shapes import NotUnderstood
from croupier.web.html.cited_lines import refused, told
from croupier.web.http.patron_code import code_on_form
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.second_person import second_on_form, who_has_to_confirm

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from croupier.aggregate.acts import Act, Acts, Command
    from croupier.aggregate.facts import Fact
    from croupier.casino.floor.preview import Preview
    from croupier.web.console.command_list import Action
    from croupier.web.console.listed import Listed
    from croupier.web.http.request import Request

    Given = dict[str, list[str]]

OK, FORBIDDEN, CONFLICT, INVALID = 200, 403, 409, 422
DO = "do"
"""The button that does it; any other only asks."""
KEY = "key"
"""The field with the id of a form: pressing its button twice is asking once."""
MORE_UNTOLD = (
    "What else comes of it is seen when it is done: it may depend on what is hidden from you."
)
ALL_UNTOLD = (
    "What comes of it is seen when it is done: by chance, or depending on what is hidden from you."
)
TOO_LONG = "The record is too long to show what follows."


class Console(Protocol):
    """Something that is commanded, before one person who may ask something of it."""

    @property
    def name(self) -> str: ...
    @property
    def instrument(self) -> str: ...
    @property
    def base(self) -> str:
        """The address under which its commands are."""
        ...

    @property
    def acts(self) -> Acts[Any, Any]: ...
    async def listed(self, act: Act[Any, Any]) -> Listed:
        """What is known to stand in the fields of a command."""
        ...

    def clauses(self, act: Act[Any, Any]) -> Iterable[str]:
        """The clauses that decide about a command."""
        ...

    def hidden(self, kind: type[Command]) -> Collection[str]:
        """Fields that are not asked for: the house keeps what stands in them, or makes it."""
        ...

    def has_preview(self, kind: type[Command]) -> bool:
        """Whether anything may be known beforehand of what follows."""
        ...

    async def first_values(self, kind: type[Command]) -> Given:
        """What stands in the form before anybody has touched it."""
        ...

    async def first_refusal(self, kind: type[Command]) -> Refused | None:
        """What is in the way of the form as it stands at first, as far as that is known."""
        ...

    async def read(self, kind: type[Command], given: Given) -> Command:
        """The command that a form asks for, or `NotUnderstood`."""
        ...

    async def preview(self, command: Command) -> Preview: ...
    def patrons(self, command: Command) -> tuple[str, ...]:
        """Those whose own it is to do, and who have to confirm it."""
        ...

    async def do(
        self, command: Command, key: str | None, second: str | None, code: str | None
    ) -> Sequence[Fact]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsoleOutcome:
    """What came of choosing a command or sending its form."""

    status: int = OK
    action: Action | None = None
    """The form that is shown next, if one is."""
    command: Command | None = None
    """What the form asks for, if it could be read."""
    refusal: Refused | None = None
    wrong: str = ""
    """Which field cannot be read, and why."""
    preview: Preview | None = None
    done: Sequence[Fact] | None = None
    title: str = ""
    """Of what was done."""
    confirms: str = ""
    """In which roles somebody else has to confirm it, or may in a patron's place."""
    patrons: tuple[str, ...] = ()
    """Those whose own it is, and who have to confirm it."""


async def show(console: Console, do: str, known: Mapping[str, str] = {}) -> ConsoleOutcome:
    """A command to be filled in; `known` stands in its fields where it has such fields."""
    act = act_of(console, do)
    kind = act.command
    values = await console.first_values(kind)
    fields = kind.__struct_fields__
    values |= {name: [said] for name, said in known.items() if first_part(name) in fields}
    return ConsoleOutcome(
        action=await _action(console, act, values), refusal=await console.first_refusal(kind)
    )


async def ask(request: Request, console: Console, do: str) -> ConsoleOutcome:
    """Find out what would follow from a command, or do it."""
    act, given = act_of(console, do), await given_in(request)
    try:
        command = await console.read(act.command, given)
    except NotUnderstood as error:
        action = await _action(console, act, given, {first_part(error.field): error.wanted})
        return ConsoleOutcome(status=INVALID, action=action, wrong=forms.in_words(error))
    action = await _action(console, act, given)
    patrons = console.patrons(command)
    confirms = who_confirms(Role.SUPERVISOR) if patrons else who_has_to_confirm(request, command)
    try:
        if DO in given:
            second = await second_on_form(request, given, act.command)
            key, code = _key(request, command, given), code_on_form(given)
            done = await console.do(command, key, second, code)
            return ConsoleOutcome(done=done, title=action.title)
        preview = await console.preview(command)
    except (Unconfirmed, NeedsPatron) as refusal:
        return ConsoleOutcome(
            status=FORBIDDEN, action=action, command=command, refusal=refusal, confirms=confirms,
            patrons=patrons,
        )  # fmt: skip
    except Refused as refusal:
        return ConsoleOutcome(status=CONFLICT, action=action, command=command, refusal=refusal)
    return ConsoleOutcome(
        action=action, command=command, preview=preview, confirms=confirms, patrons=patrons
    )


def act_of(console: Console, do: str) -> Act[Any, Any]:
    """The act of a command by its name."""
    for act in console.acts.values():
        if tag_of(act.command) == do:
            return act
    raise HttpError(ProblemType.NOT_FOUND, f"{console.name} has no command {do!r}")


async def _action(
    console: Console,
    act: Act[Any, Any],
    values: Mapping[str, list[str]],
    errors: Mapping[str, str] = {},
) -> Action:
    return action_of(
        act,
        rules_of(console.instrument, console.clauses(act)),
        values,
        errors,
        await console.listed(act),
        hidden=console.hidden(act.command),
        shown=console.has_preview(act.command),
    )


async def given_in(request: Request) -> Given:
    """What stands in the fields of a form."""
    form = await request.form()
    return {name: [value for value in form.getall(name) if isinstance(value, str)] for name in form}


def first_part(field: str) -> str:
    """The field of a command that a field of the form belongs to."""
    return field.partition(".")[0].partition("[")[0]


def _key(request: Request, command: Command, given: Given) -> str | None:
    form = "".join(given.get(KEY, ()))
    if request.key is not None or not form:
        return request.key
    return sha256(form.encode(errors="replace") + msgspec.json.encode(command)).hexdigest()


# --- for the templates


def context(console: Console, outcome: ConsoleOutcome) -> dict[str, Any]:
    """What `console/part.html` is given, in words."""
    preview, refusal = outcome.preview, outcome.refusal
    return {
        "base": console.base,
        "instrument": console.instrument,
        "action": outcome.action,
        "wrong": outcome.wrong,
        "refusal": None if refusal is None else refused(console.instrument, refusal),
        "allowed": preview is not None,
        "follows": None if preview is None else told(console.instrument, preview.facts),
        "untold": "" if preview is None else _untold(preview),
        "done": None if outcome.done is None else told(console.instrument, outcome.done),
        "title": outcome.title,
        "confirms": outcome.confirms,
        "patrons": outcome.patrons,
        "asked": refusal.asks if isinstance(refusal, NeedsPatron) and not refusal.wrong else (),
    }


def _untold(preview: Preview) -> str:
    """What a page says of what it does not tell beforehand."""
    if preview.too_long:
        return TOO_LONG
    if preview.whole:
        return ""
    return MORE_UNTOLD if preview.facts else ALL_UNTOLD
