"""Style sheets, scripts and drawings, from the package itself and from no other host."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from mimetypes import guess_type

from litestar import Response, Router, get
from litestar.params import FromPath

from croupier.web.http.policies import ANYBODY
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request

FRESH = "public, max-age=300"
"""How long a browser need not ask whether a file has changed."""
TYPES = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8"}


@cache
def _file(name: str) -> tuple[bytes, str] | None:
    """A file's content and its tag; the whole of them is small."""
    place = files("croupier.web") / "static"
    for part in name.strip("/").split("/"):
        if not part or part.startswith("."):
            return None
        place = place / part
    if not place.is_file():
        return None
    content = place.read_bytes()
    return content, f'"{sha256(content).hexdigest()[:16]}"'


@get("/static/{name:path}", policy=ANYBODY, include_in_schema=False)
async def asset(request: Request, name: FromPath[str]) -> Response[bytes]:
    found = _file(str(name))
    if found is None:
        raise HttpError(ProblemType.NOT_FOUND, f"there is no file {name}")
    content, tag = found
    headers = {"ETag": tag, "Cache-Control": FRESH}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    end = str(name).rpartition(".")[2]
    kind = TYPES.get(end) or guess_type(str(name))[0] or "application/octet-stream"
    return Response(content, media_type=kind, headers=headers)


router = Router("/", route_handlers=[asset])
