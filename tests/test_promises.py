"""The promises page and the tests that are named after its rows."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "promises.md"
_ROW = re.compile(r"^\| (?P<number>[RHNV]\d+|Convention \d+) \|", re.MULTILINE)
_TEST = re.compile(r"^ *(?:async )?def test_(?P<number>[rhnv]\d+|convention_\d+)_", re.MULTILINE)


def promised() -> list[str]:
    """The numbers on the page, as test names write them: `r3`, `convention_9`."""
    return [found["number"].lower().replace(" ", "_") for found in _ROW.finditer(PAGE.read_text("utf-8"))]


def proved() -> set[str]:
    """The numbers that tests are named after."""
    return {found["number"] for path in HERE.rglob("test_*.py") for found in _TEST.finditer(path.read_text("utf-8"))}


@pytest.mark.parametrize("number", promised())
def test_a_test_is_named_after_each_promise(number: str) -> None:
    """A promise that no test is named after is only a wish."""
    assert number in proved()


def test_no_test_is_named_after_a_promise_that_is_not_made() -> None:
    """A number in a test's name is one of the page's."""
    assert proved() <= set(promised())
