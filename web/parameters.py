"""What may stand behind the question mark of an address. The limits stand in `QueryParameter`: the framework reads no others.
Where a parameter may be None it takes the word `null` for it: so each has a number that says nothing.
"""

from typing import Annotated, TypeAlias

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
