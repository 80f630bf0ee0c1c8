"""The documentation as a website under `/docs`, from the folder that `make site` builds."""

import re
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path
from typing import Any, Final

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Redirect

from service.reading.page import content_policy, inline_hash
from web_service.app_state import AppState
from web_service.parameters import State
from web_service.problems import Problem

_INLINE: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_MISSING: Final = (
    "The documentation is not on this server. Build it with `make site`, and start `matchbook serve --docs build/site`."
)


@get("/docs", right="public")
async def docs_start(app_state: State) -> Redirect:
    """Redirect to the first page."""
    _folder(app_state)
    return Redirect("/docs/index.html")


@get("/docs/{path:path}", right="public")
async def docs_file(app_state: State, path: FromPath[str]) -> Response[Any]:
    """Return a page of the documentation, or a file that pages load."""
    found = _files(_folder(app_state)).get(path.strip("/"))
    if found is None:
        raise Problem(404, "not-found", "No such page", detail="The documentation begins at /docs.")
    body = await app_state.read(found.read_bytes)
    headers = {"Cache-Control": "public, max-age=600"}
    if found.suffix == ".html":
        headers["Content-Security-Policy"] = _policy(body.decode())
    return Response(body, media_type=guess_type(found.name)[0] or "application/octet-stream", headers=headers)


def _folder(app_state: AppState) -> Path:
    if app_state.docs is None:
        raise Problem(404, "not-found", "No documentation here", detail=_MISSING)
    return app_state.docs


@lru_cache(1)
def _files(folder: Path) -> dict[str, Path]:
    """Return the site's files by address. Only these files can be requested."""
    return {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}


@lru_cache(200)
def _policy(page: str) -> str:
    """Return the policy of a page: it loads files of the site, and runs only the scripts that were built into it."""
    scripts = " ".join(f"'{inline_hash(script)}'" for script in dict.fromkeys(_INLINE.findall(page)))
    return content_policy(
        f"script-src 'self' {scripts}",
        "style-src 'self' 'unsafe-inline'",
        *(f"{kind}-src 'self'" for kind in ("connect", "worker")),
        "img-src 'self' data:",
        "font-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
