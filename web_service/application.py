"""The Litestar application: routes with their guards, limits and headers."""

from collections.abc import Sequence
from typing import Any, Final

from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import ImproperlyConfiguredException
from litestar.handlers import HTTPRouteHandler
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin

from service.permissions import GRANTS
from web_service import documentation, event_day_pages, pages, position_pages, statistics_page
from web_service.api import corrections, event_days, judging, matches, public, questions, recording, store, tokens
from web_service.app_state import AppState
from web_service.auth import allow, app_state_of, caller_of
from web_service.problems import HEADERS, answer, problem_of_request
from web_service.requests import MOST_BYTES

_MODULES: Final = (
    public,
    matches,
    recording,
    corrections,
    judging,
    event_days,
    questions,
    store,
    tokens,
    pages,
    event_day_pages,
    statistics_page,
    position_pages,
    documentation,
)
ROUTES: Final = tuple(
    route for module in _MODULES for route in vars(module).values() if isinstance(route, HTTPRouteHandler)
)
"""All routes that these modules define."""


class _Service(Litestar):
    """Use only msgspec for requests and responses. With pydantic installed, the framework would load it and
    try it on every handler, which takes a tenth of a second at each start."""

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]


def application(app_state: AppState, routes: Sequence[Any] = ROUTES) -> Litestar:
    """Return the application. Raises ImproperlyConfiguredException for a route without a right."""
    for handler in routes:
        if isinstance(handler, HTTPRouteHandler) and handler.opt.get("right") not in GRANTS:
            raise ImproperlyConfiguredException(f"{sorted(handler.paths)} names no right")
    return _Service(
        route_handlers=list(routes),
        guards=[allow],
        dependencies={
            "app_state": Provide(_app_state, sync_to_thread=False),
            "caller": Provide(_caller, sync_to_thread=False),
        },
        exception_handlers={Exception: _handled},
        after_request=_with_headers,
        state=State({"app_state": app_state}),
        openapi_config=None,
        request_max_body_size=MOST_BYTES,
        debug=False,
        logging_config=None,
    )


def _handled(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Return an error as JSON; for pages, as HTML."""
    problem = problem_of_request(error)
    if request.url.path.startswith(("/api/", "/assets/")) or "text/html" not in request.headers.get("accept", ""):
        return answer(problem)
    return pages.problem_page(request, problem)


def _app_state(request: Request[Any, Any, Any]) -> AppState:
    """Return the state of the application that serves the request."""
    return app_state_of(request.scope)


def _caller(request: Request[Any, Any, Any], app_state: NamedDependency[AppState]) -> Any:  # noqa: ARG001 (see below)
    """Return the caller. Dependencies are chained so that they are resolved one after the other: the framework resolves
    independent ones in parallel, at the cost of a task each."""
    return caller_of(request)


async def _with_headers(response: Response[Any]) -> Response[Any]:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response
