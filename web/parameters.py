"""What may stand behind the question mark of an address. The limits stand in `QueryParameter`: the framework reads no others.
Where a parameter may be None it takes the word `null` for it: so each has a number that says nothing.
"""

from collections.abc import Callable
from functools import cache
from typing import Annotated, TypeAlias, get_args, get_type_hints

from litestar.params import QueryParameter

Number: TypeAlias = Annotated[int, QueryParameter(ge=1, le=10_000_000)]
Entry: TypeAlias = Annotated[int, QueryParameter(ge=0, le=10_000_000)]
"""0: the last one."""
Seen: TypeAlias = Annotated[int, QueryParameter(ge=-1, le=10_000_000)]
"""-1: nothing."""
Width: TypeAlias = Annotated[int, QueryParameter(ge=0, le=400)]
"""0: none is asked for."""
Name: TypeAlias = Annotated[str, QueryParameter(max_length=100)]
Word: TypeAlias = Annotated[str, QueryParameter(max_length=500)]
Long: TypeAlias = Annotated[str, QueryParameter(max_length=4_000)]


@cache
def asked_by(route: Callable[..., object]) -> tuple[str, ...]:
    """The names that may stand behind the question mark of a route's address."""
    hints = get_type_hints(route, include_extras=True)
    return tuple(
        name for name, hint in hints.items() if any(isinstance(mark, QueryParameter) for mark in get_args(hint))
    )
