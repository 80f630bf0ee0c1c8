"""Errors as `application/problem+json` (RFC 9457). Texts depend on the kind of an error and contain no paths."""

import logging
from collections.abc import Mapping
from typing import Final

import msgspec
from litestar import Response
from litestar.exceptions import HTTPException
from msgspec import Struct

from domain.decision import RuleViolation
from domain.game import AnyGame
from domain.registry import find_rule
from domain.rules import Violation
from service.errors import EndedInPlay, LineRefused
from service.failures import Kind, kind_of
from service.permissions import GRANTS, MEANINGS, ROLES, Right
from service.reading.page import content_policy

LOG: Final = logging.getLogger("matchbook.web")
MEDIA: Final = "application/problem+json"
EXPLAINED: Final = "/docs/reference/http_api.html"
"""The page of the documentation with a section for each kind of problem."""
HEADERS: Final = {
    "Content-Security-Policy": content_policy(
        *(f"{kind}-src 'self'" for kind in ("script", "style", "connect")),
        "img-src 'self' data:",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
"""Headers of every response."""


class Problem(Exception):
    """The reason why a request failed. Programs decide by `kind`."""

    def __init__(
        self, status: int, kind: str, title: str, headers: Mapping[str, str] | None = None, **more: object
    ) -> None:
        super().__init__(title)
        self.status = status
        self.kind = kind
        self.headers = dict(headers or {})
        about = {"type": f"{EXPLAINED}#{kind}", "kind": kind, "title": title, "status": status}
        self.body: dict[str, object] = {**about, **more}


class ProblemBody(Struct, frozen=True):
    """The body of every error response; some kinds have further members."""

    type: str
    """Address of its explanation, on this server."""
    kind: str
    """The kind of the error for programs, for example `conflict`."""
    title: str
    status: int
    detail: str = ""


class BrokenRule(Struct, frozen=True):
    """A rule that an action breaks."""

    rule: str
    title: str
    text: str = ""
    """The full reason. It may reveal cards in hands, so only some callers get it."""


def unknown() -> Problem:
    """Return the problem of a missing or invalid token."""
    return Problem(401, "unknown", "Sign in with a token.", {"WWW-Authenticate": "Bearer"})


def not_here() -> Problem:
    """Return the problem of a missing resource, or of one that is hidden from the caller; the two cannot be told
    apart."""
    return Problem(404, "not-found", "This name is unknown here.")


def forbidden(what: str, detail: str = "") -> Problem:
    """Return the problem of a known caller without permission."""
    more = {"detail": detail} if detail else {}
    return Problem(403, "forbidden", what, None, **more)


def lacking(right: Right) -> Problem:
    """Return the problem of a known caller whose role does not have a right."""
    holders = ", ".join(role for role, reach in zip(ROLES, GRANTS[right], strict=True) if reach)
    needed = f"It needs the right {right!r} ({MEANINGS[right]}): {holders}."
    return forbidden("This token does not give access to this.", detail=needed)


def unreadable(why: str) -> Problem:
    """Return the problem of a malformed request."""
    return Problem(400, "unreadable", "The request cannot be read.", detail=why)


def busy(seconds: int = 1, *, close: bool = False) -> Problem:
    """Return the problem of a busy server: nothing was recorded, and the client may try again. `close`: on a new
    connection."""
    headers = {"Retry-After": str(seconds), **({"Connection": "close"} if close else {})}
    return Problem(503, "busy", "Too much at once; not recorded. Send it again.", headers)


def too_many(seconds: int) -> Problem:
    """Return the problem of an exceeded rate limit."""
    return Problem(429, "too-many", "Too many requests; wait a little.", {"Retry-After": str(max(1, seconds))})


def too_large(what: str = "body", detail: str = "") -> Problem:
    """Return the problem of a request with too many bytes or lines."""
    more = {"detail": detail} if detail else {}
    status = 431 if what == "headers" else 413
    return Problem(status, "too-large", f"Too large: the {what} of the request.", None, **more)


def too_slow() -> Problem:
    """Return the problem of a request that did not arrive in time."""
    return Problem(408, "too-slow", "The request did not arrive in time; send it again.")


_TEXTS: Final[dict[Kind, tuple[int, str]]] = {
    "forbidden": (403, "This token may not record that."),
    "reused": (422, "This command_id belongs to another request; not recorded."),
    "impossible": (422, "This is impossible at the table, so it cannot be recorded."),
    "refused": (422, "A rule forbids it."),
    "conflict": (409, "Someone else recorded first. Look at the new entry, then send yours again."),
    "outcome-unknown": (503, "The outcome is unknown. Send it again with the same id: it is stored only once."),
    "unwritable": (507, "The store refuses writes at present; not recorded."),
    "damaged": (409, "This record is damaged; the organiser can say more."),
}


def problem_of(error: Exception, *, whole: bool, game: AnyGame | None = None) -> Problem:
    """Return the problem for an error of a use case. `whole`: include reasons, which may reveal hidden cards; `game`:
    the game of its rules."""
    kind, told = kind_of(error), str(error)
    line = {"detail": told} if whole and isinstance(error, LineRefused) else {}
    if isinstance(error, LineRefused):
        error = error.cause
    if kind == "not-found":
        return not_here()
    if kind == "busy":
        return busy()
    if kind == "unreadable":
        told += f" (at /m/{error.match}/record)" if isinstance(error, EndedInPlay) else ""
        return unreadable(told if whole else "The request has an unexpected form, or names something unknown.")
    if kind not in _TEXTS:
        LOG.error("defect", exc_info=error)
        return Problem(500, "defect", "Something is wrong here; it was written to the log.")
    status, title = _TEXTS[kind]
    if kind in ("outcome-unknown", "unwritable", "damaged"):
        LOG.error("%s: %s", kind, error)
    headers = {"Retry-After": "1"} if status == 503 else {}
    return Problem(status, kind, title, headers, **line, **_more(error, kind, game, whole=whole))


def _more(error: Exception, kind: Kind, game: AnyGame | None, *, whole: bool) -> dict[str, object]:
    """Return the details of a kind of problem."""
    if isinstance(error, RuleViolation):
        return {"broken": broken_rules(error.violations, game, whole=whole)}
    if kind == "conflict":
        return {"by": getattr(error, "by", ""), "version": getattr(error, "version", 0)}
    if kind == "outcome-unknown":
        return {"sent_again_is_safe": True}
    if kind == "reused":
        said = {"detail": str(error)} if whole else {}  # it names the command that was recorded
        return {"version": getattr(error, "version", 0), **said}
    return {"detail": str(error)} if kind == "forbidden" else {}


def broken_rules(violations: tuple[Violation, ...], game: AnyGame | None, *, whole: bool) -> list[BrokenRule]:
    """Return the broken rules, with full reasons if `whole`."""
    return [
        BrokenRule(one.rule, rule_title(game, one.rule) if game else "", one.text if whole else "")
        for one in violations
    ]


def rule_title(game: AnyGame, rule: str) -> str:
    """Return the title of a rule that a match may cite; empty if it is unknown."""
    return known.title if (known := find_rule(game, rule)) else ""


def answer(problem: Problem) -> Response[bytes]:
    """Return the response for a problem."""
    return Response(
        msgspec.json.encode(problem.body),
        status_code=problem.status,
        media_type=MEDIA,
        headers={**HEADERS, "Cache-Control": "no-store", **problem.headers},
    )


def problem_of_request(error: Exception) -> Problem:
    """Return the problem for an exception that leaves a handler."""
    if isinstance(error, Problem):
        return error
    return _of_litestar(error) if isinstance(error, HTTPException) else problem_of(error, whole=False)


def _of_litestar(error: HTTPException) -> Problem:
    if error.status_code == 404:
        return not_here()
    if error.status_code == 405:
        return Problem(405, "method", "This address does not have this method.", error.headers)
    if error.status_code == 413:
        return too_large()
    if error.status_code < 500:
        named = ", ".join(str(one["key"]) for one in error.extra or () if isinstance(one, dict) and "key" in one)
        return unreadable(f"{named or 'a parameter'}: missing, of the wrong type, or out of range")
    if error.detail == "client disconnected prematurely":
        return too_slow()
    LOG.error("defect", exc_info=error)
    return Problem(500, "defect", "Something is wrong here; it was written to the log.")
