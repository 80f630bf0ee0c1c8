"""Background jobs: blocking work runs in a thread. Its result is handled in the main thread, unless the screen was
left."""

from collections.abc import Callable
from typing import Any, TypeVar

from textual.dom import DOMNode

from service.reading.styled_text import clean

T = TypeVar("T")


def in_background(
    node: DOMNode,
    job: Callable[[], T],
    done: Callable[[T], None],
    failed: Callable[[Exception], None] | None = None,
    *,
    group: str,
    exclusive: bool = False,
) -> None:
    """Start a job of a screen, or of the program. In an exclusive group, an earlier one is cancelled.

    A job without `failed` must not raise; an exception ends the program.
    """

    def tell(told: Callable[[Any], None], what: object) -> None:
        if node.is_running:
            told(what)

    def work() -> None:
        try:
            came = job()
        except Exception as error:
            if failed is None:
                raise
            node.app.call_from_thread(tell, failed, error)
        else:
            node.app.call_from_thread(tell, done, came)

    node.run_worker(work, thread=True, exclusive=exclusive, group=group)


def trouble_text(error: Exception) -> str:
    """Return an error as one printable line."""
    return clean(str(error) or type(error).__name__)
