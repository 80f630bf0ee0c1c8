"""The promises page and the tests that are marked with its rows."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = HERE / "promises.md"
_ROW = re.compile(r"^\| (?P<number>[RHNV]\d+|Convention \d+) \|", re.MULTILINE)
_MARK = re.compile(r"^ *(?:@|pytestmark = )pytest\.mark\.promise\(id=\"(?P<number>[^\"]+)\"\)$", re.MULTILINE)


def promised() -> list[str]:
    """Return the numbers on the page: `R3`, `Convention 9`."""
    return [found["number"] for found in _ROW.finditer(PAGE.read_text("utf-8"))]


def proved() -> set[str]:
    """Return the numbers that tests are marked with."""
    return {found["number"] for path in HERE.rglob("test_*.py") for found in _MARK.finditer(path.read_text("utf-8"))}


@pytest.mark.parametrize("number", promised())
def test_a_test_is_marked_with_each_promise(number: str) -> None:
    """A promise without a test is only a wish."""
    assert number in proved()


def test_tests_are_marked_only_with_promises_of_the_page() -> None:
    """A marker names a row of the page."""
    assert proved() <= set(promised())
