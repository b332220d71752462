"""Builds the documentation site from docs/ and the program: python docs/site/build.py OUT

The pages are those of docs/, as they are read in the repository. The reference is made from what it
describes: the commands from the command line itself, the HTTP API from its OpenAPI description, the
Python API from its docstrings. The site needs no server and no network, and its search works from
the files alone. A link that leads nowhere is an error.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import typer
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

import croupier
from croupier.cli.app import app as command_line
from croupier.version import __version__
from croupier.web.app import build as build_web
from croupier.web.openapi import complete
from croupier.web.settings import Settings

DOCS = Path(__file__).parents[1]
ROOT = DOCS.parent
# Each page of the site, by section: its name in the contents, and what it is for.
SECTIONS = {
    "Tutorials": {
        "tutorials/first-evening": (
            "Your first evening",
            "A casino, a seat, a record: begin here.",
        ),
        "tutorials/run-a-casino": (
            "Run a casino",
            "A floor, its people, and a program at a table.",
        ),
        "tutorials/settle-a-dispute": ("Settle a dispute", "From a complaint to a ruling."),
        "tutorials/work-out-an-edge": ("Work out an edge", "What wagers and rules cost."),
        "tutorials/train-an-agent": ("Train an agent", "Learning, and how far from the best."),
    },
    "How to": {
        "players": ("Players, in the browser", "Sitting down, wagers, decisions, and words."),
        "play": ("Players, in the terminal", "A table of any game, and its record."),
        "operators": (
            "Operators and dealers",
            "A live table: roles, powers and every irregularity.",
        ),
        "tournaments": ("Directors", "Tournaments, from conditions to prizes."),
        "school": ("The school for dealers", "Payout drills, exercises, and how they are judged."),
        "promotions": ("Promotional prizes", "Terms, draws and claims of Blackjack Challenge."),
        "inspectors": ("Inspectors", "Reading, replaying and verifying what a casino wrote down."),
        "serving": ("Serving it", "The server, its database, its settings and its limits."),
        "running": ("Running it for real", "Backup, upgrade, TLS, witness, keys, monitoring."),
        "python": ("Playing from Python", "Bots, studies and notebooks: one object, every game."),
        "odds": ("The odds laboratory", "What each wager costs, exactly, and the best play."),
        "learning": (
            "Learning environments",
            "The games for reinforcement learning, with the optimum to compare with.",
        ),
    },
    "Reference": {
        "command-line": ("Command line", "Every command with its options and examples."),
        "http-api": ("HTTP API", "Every operation of a running casino."),
        "python-api": ("Python API", "The names of `import croupier`."),
        "round-files": (
            "Round files",
            "A disputed round written down, settled and explained clause by clause.",
        ),
        "records": ("Records and formats", "Every line and file that is written, to the byte."),
        "stability": ("What stays", "Versions, formats, and how something is retired."),
        "changelog": ("Changelog", "What each version changed."),
    },
    "Explanation": {
        "fairness": (
            "A shuffle that neither side can choose",
            "How players take part in a shuffle, and how anybody checks it.",
        ),
        "reliability": (
            "What can be relied on",
            "Each promise, and the test that tries to break it.",
        ),
        "design": ("Design", "The ideas that carry the program, with a picture of the house."),
        "life-of-a-command": ("The life of a command", "A Hit, from the socket to every screen."),
        "instruments": (
            "Adding a game or an instrument",
            "A game of your own, a new edition, or an amendment.",
        ),
        "decisions/0001-amendments": (
            "The grammar of amendments",
            "A decision: the language of amendments, and the reasons for it.",
        ),
        "contributing": ("Contributing", "The first ten minutes, the house rules, a glossary."),
        "moved-files": ("Moved files", "New paths of the modules of version 1.2."),
    },
}
HTTP_API = """# The operations of the HTTP API

A running server describes them at `/schema`, as OpenAPI. What goes wrong is a problem
(`application/problem+json`) with a type, a status and a text. Programs show a token
(`Authorization: Bearer`), browsers a session.
"""
PYTHON_API = """# The front door in Python

`import croupier` gives these names and no others; each is loaded when it is first used. What stands
elsewhere in the package may change between any two versions.
"""
CONFIGURATION = {
    "project": "Croupier",
    "version": __version__,
    "release": __version__,
    "extensions": ["myst_parser", "sphinx.ext.autodoc"],
    "html_theme": "furo",
    "html_title": f"Croupier {__version__}",
    "html_copy_source": False,
    "html_show_sphinx": False,
    "myst_heading_anchors": 4,
    "myst_enable_extensions": ["colon_fence"],
    "autodoc_typehints": "description",
    "autodoc_member_order": "bysource",
    "python_use_unqualified_type_names": True,
    "suppress_warnings": ["misc.highlighting_failure"],  # console output is no program
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("out", type=Path)
    out = parser.parse_args().out
    if problems := build(out):
        sys.exit(f"{problems} problems; see above")
    print(out / "index.html")


def build(out: Path) -> int:
    """Write the site to `out`. How many problems there were; each is printed."""
    with tempfile.TemporaryDirectory() as work:
        source = Path(work) / "source"
        write_source(source)
        with patch_docutils(), docutils_namespace():
            site = Sphinx(
                srcdir=source,
                confdir=None,
                outdir=out,
                doctreedir=Path(work) / "doctrees",
                buildername="html",
                confoverrides=CONFIGURATION,
                status=None,
                freshenv=True,
            )
            site.build(force_all=True)
        return int(site._warncount)


def write_source(source: Path) -> None:
    """Everything that the site is made of, side by side."""
    shutil.copytree(DOCS, source, ignore=shutil.ignore_patterns("site", "*.py", "__pycache__"))
    (source / "changelog.md").write_text(outside_docs(ROOT / "CHANGELOG.md"))
    (source / "contributing.md").write_text(outside_docs(ROOT / "CONTRIBUTING.md"))
    with (source / "command-line.md").open("a") as page:
        page.write(command_line_reference())
    (source / "http-api.md").write_text(http_api_page())
    (source / "python-api.md").write_text(python_api_page())
    listed = {page for pages in SECTIONS.values() for page in pages}
    pages = {str(page.relative_to(source).with_suffix("")): page for page in source.rglob("*.md")}
    if missing := pages.keys() - listed:
        raise LookupError(f"No section of the site has {', '.join(sorted(missing))}")
    index = (DOCS / "site" / "index.md").read_text().replace("SECTIONS", sections())
    (source / "index.md").write_text(index)
    for page in pages.values():
        page.write_text(site_links(page.read_text(), page.parent))


def outside_docs(page: Path) -> str:
    return page.read_text().replace("](docs/", "](")


def site_links(text: str, beside: Path) -> str:
    """Links out of docs/ lead to the page that stands for the file here, or are no links."""
    text = re.sub(r"\]\(\.\./CHANGELOG\.md", "](changelog.md", text)
    text = re.sub(r"\]\(\.\./CONTRIBUTING\.md", "](contributing.md", text)
    return re.sub(
        r"\[([^\]]+)\]\(([^)#:]+)\)",
        lambda link: link[0] if (beside / link[2]).is_file() else link[1],
        text,
    )


def sections() -> str:
    """The table of contents, and on the first page what each section holds."""
    parts = []
    for title, pages in SECTIONS.items():
        entries = "\n".join(f"{name} <{page}>" for page, (name, _) in pages.items())
        tree = f"```{{toctree}}\n:caption: {title}\n:hidden:\n\n{entries}\n```"
        lines = [f"- [{name}]({page}.md): {says}" for page, (name, says) in pages.items()]
        parts.append("\n".join([f"## {title}", "", *lines, "", tree]))
    return "\n\n".join(parts)


def command_line_reference() -> str:
    """Each command with what `--help` says of it."""
    root = typer.main.get_command(command_line)
    lines = ["", "## Every command", "", "What `croupier COMMAND --help` prints.", ""]
    for path, command in walk(root, "croupier"):
        context = typer.Context(command, info_name=path)
        lines += [f"### {path}" if path != "croupier" else "### The program", "", "```text"]
        lines += [plain(command.get_help(context)), "```", ""]
    return "\n".join(lines)


def walk(command: Any, path: str) -> list[tuple[str, Any]]:
    found = [(path, command)]
    for name, below in getattr(command, "commands", {}).items():
        if not below.hidden:
            found += walk(below, f"{path} {name}")
    return found


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text).strip()


def http_api_page() -> str:
    """Every operation of the OpenAPI description, by its path."""
    app = build_web(Settings())
    described = app.openapi_schema.to_schema()
    complete(described, app, "session")
    lines = [HTTP_API]
    for path, item in sorted(described["paths"].items()):
        lines += [f"## {path}", ""]
        for method, operation in item.items():
            lines += operation_lines(method.upper(), path, operation)
    lines += ["## Forms", ""]
    for name, schema in sorted(described["components"]["schemas"].items()):
        lines += schema_lines(name, schema)
    return "\n".join(lines)


def operation_lines(method: str, path: str, operation: dict[str, Any]) -> list[str]:
    shown = [next(iter(way)) for way in operation.get("security", [])]
    who = " or ".join(shown) if shown else "nothing; anybody may ask"
    lines = [f"**{method}** `{path}`: {operation.get('summary', '')}", ""]
    if description := operation.get("description"):
        lines += [description, ""]
    lines += [f"- shows: {who}"]
    for parameter in operation.get("parameters", []):
        need = ", required" if parameter.get("required") else ""
        about = f": {parameter['description']}" if parameter.get("description") else ""
        lines += [f"- {parameter['in']} `{parameter['name']}`{need}{about}"]
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        lines += [f"- sends {kind}: {type_of(content.get('schema', {}))}"]
    for status, response in operation["responses"].items():
        kinds = [
            f"{kind}: {type_of(content.get('schema', {}))}"
            for kind, content in response.get("content", {}).items()
        ]
        lines += [f"- answers {status}: {', '.join(kinds) or 'no content'}"]
    return [*lines, ""]


def schema_lines(name: str, schema: dict[str, Any]) -> list[str]:
    lines = [f"### {name}", ""]
    if description := schema.get("description"):
        lines += [description, ""]
    required = schema.get("required", [])
    for field, of in schema.get("properties", {}).items():
        need = ", required" if field in required else ""
        lines += [f"- `{field}`{need}: {type_of(of)}"]
    if not schema.get("properties"):
        lines += [type_of(schema)]
    return [*lines, ""]


def type_of(schema: dict[str, Any]) -> str:
    """A JSON type in a few words."""
    if reference := schema.get("$ref"):
        name = reference.rsplit("/", 1)[-1]
        return f"[{name}](#{name.lower()})"
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(dict.fromkeys(type_of(one) for one in schema[several]))
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    if schema.get("type") == "array":
        return f"list of {type_of(schema.get('items', {}))}"
    kind = schema.get("type", "anything")
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


def python_api_page() -> str:
    """Every name of the front door, from its docstring and types."""
    lines = [PYTHON_API]
    for name in sorted(set(croupier.__all__) - {"__version__"}, key=str.lower):
        thing = getattr(croupier, name)
        lines += [f"## {name}", ""]
        if isinstance(thing, type):
            lines += directive("autoclass", f"croupier.{name}", ":members:")
        elif callable(thing) and not hasattr(thing, "__path__"):
            lines += directive("autofunction", f"croupier.{name}")
        else:
            lines += [(thing.__doc__ or "").strip().split("\n\n")[0], ""]
    return "\n".join(lines)


def directive(kind: str, name: str, *options: str) -> list[str]:
    return [
        "```{eval-rst}",
        f".. {kind}:: {name}",
        *(f"   {option}" for option in options),
        "```",
        "",
    ]


if __name__ == "__main__":
    os.environ.setdefault("TERM", "dumb")
    os.environ["COLUMNS"] = "100"
    main()
