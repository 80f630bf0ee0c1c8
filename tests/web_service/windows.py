"""Windows of a real browser."""

import re
from typing import Any, Final, Self

from tests.service.browsing import PHONE, WIDE
from tests.web_service.serving import Served

__all__ = ["PHONE", "TABLET", "WIDE", "Window", "expect", "is_recorded"]
TABLET: Final = (1024, 768)


def expect(found: Any) -> Any:
    """Waits for what is asserted of a part of a page. The library is loaded when a page is first looked at."""
    from playwright.sync_api import expect

    return expect(found)


def is_recorded(entry: int) -> re.Pattern[str]:
    """What the recording page says of an entry, before and after its sentence comes with the board."""
    return re.compile(rf"^Recorded {entry}(\.$|: .)")


class Window:
    """A browser window, and what went wrong in it."""

    def __init__(self, browser: Any, size: tuple[int, int], **more: Any) -> None:
        self.context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **more)
        self.context.set_default_timeout(60_000)
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.asked: list[str] = []
        """Questions that were answered with yes."""
        self.page.on(
            "console", lambda said: self.wrong.append(said.text) if said.type in ("error", "warning") else None
        )
        self.page.on("dialog", lambda asked: (self.asked.append(asked.message), asked.accept()))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))

    def at(self, served: Served, path: str, role: str = "") -> Self:
        """The window on a page of a service, signed in where a role is named."""
        if role:
            self.sign_in(served, role)
        self.page.goto(f"{served.url}{path}")
        return self

    def sign_in(self, served: Served, role: str) -> None:
        self.page.goto(f"{served.url}/enter#{served.token(role, role.title())}")
        self.page.wait_for_url(f"{served.url}/")

    @property
    def sideways(self) -> int:
        """By how much the page is wider than its window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - innerWidth"))
