"""Style sheets, scripts and drawings, from the package itself and from no other host."""

from __future__ import annotations

from functools import cache
from gzip import compress
from hashlib import sha256
from importlib.resources import files
from mimetypes import guess_type
from typing import TYPE_CHECKING

from litestar import Response, Router, get
from litestar.params import FromPath

from croupier.web.http.policies import ANYBODY
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

FRESH = "public, max-age=300"
"""How long a browser need not ask whether a file has changed."""
PACKED = ("css", "js", "svg")
"""Text, which is a third as long when it is packed."""
TYPES = {
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "woff2": "font/woff2",
}


@cache
def _all() -> dict[str, tuple[bytes, str]]:
    """Every file by its name, with its content and its tag; the whole of them is small.

    A name is looked up here and nowhere else: one that is not there leaves nothing behind.
    """
    document = files("croupier.documents") / "document.css"  # how reports look, too
    return dict(
        (*_files_in(files("croupier.web") / "static", ""), ("document.css", _tagged(document)))
    )


def _files_in(place: Traversable, path: str) -> Iterator[tuple[str, tuple[bytes, str]]]:
    for each in place.iterdir():
        if each.name.startswith("."):
            continue
        if each.is_dir():
            yield from _files_in(each, f"{path}{each.name}/")
        else:
            yield path + each.name, _tagged(each)


def _tagged(file: Traversable) -> tuple[bytes, str]:
    content = file.read_bytes()
    return content, f'"{sha256(content).hexdigest()[:16]}"'


@get("/static/{name:path}", policy=ANYBODY, include_in_schema=False)
async def asset(request: Request, name: FromPath[str]) -> Response[bytes]:
    found = _all().get(str(name).strip("/"))
    if found is None:
        raise HttpError(ProblemType.NOT_FOUND, "there is no such file")
    content, tag = found
    headers = {"ETag": tag, "Cache-Control": FRESH, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    end = str(name).rpartition(".")[2]
    kind = TYPES.get(end) or guess_type(str(name))[0] or "application/octet-stream"
    if "gzip" in request.headers.get("accept-encoding", "") and end in PACKED:
        headers["Content-Encoding"] = "gzip"
        content = _packed(str(name).strip("/"))
    return Response(content, media_type=kind, headers=headers)


@cache
def _packed(name: str) -> bytes:
    """A file as it goes over the wire: no page's secret is in it, so it may be packed."""
    return compress(_all()[name][0], mtime=0)


router = Router("/", route_handlers=[asset])
