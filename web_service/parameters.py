"""Query parameters of routes. Their limits are in `QueryParameter`, the only ones that the framework reads.
A parameter that may be `None` would accept the word `null`, so each has a number as its default instead.
"""

from collections.abc import Callable
from functools import cache
from typing import Annotated, TypeAlias, get_args, get_type_hints

from litestar.di import NamedDependency
from litestar.params import QueryParameter

from web_service.app_state import AppState
from web_service.permissions import Caller

State: TypeAlias = NamedDependency[AppState]
Who: TypeAlias = NamedDependency[Caller]
"""The caller."""
Number: TypeAlias = Annotated[int, QueryParameter(ge=1, le=10_000_000)]
Entry: TypeAlias = Annotated[int, QueryParameter(ge=0, le=10_000_000)]
"""0: the last one."""
Seen: TypeAlias = Annotated[int, QueryParameter(ge=-1, le=10_000_000)]
"""-1: not given."""
Width: TypeAlias = Annotated[int, QueryParameter(ge=0, le=400)]
"""0: not requested."""
Name: TypeAlias = Annotated[str, QueryParameter(max_length=100)]
Word: TypeAlias = Annotated[str, QueryParameter(max_length=500)]
Long: TypeAlias = Annotated[str, QueryParameter(max_length=4_000)]
Typed: TypeAlias = Annotated[
    str, QueryParameter(max_length=4_000, description="The beginning of a line, for example `move rook`.")
]


@cache
def asked_by(route: Callable[..., object]) -> tuple[str, ...]:
    """Return the names of a route's query parameters."""
    hints = get_type_hints(route, include_extras=True)
    return tuple(
        name for name, hint in hints.items() if any(isinstance(mark, QueryParameter) for mark in get_args(hint))
    )
