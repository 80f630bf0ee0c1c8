"""The words of the project: the glossary, and the check of how plainly it reads."""

import re
import shlex
from pathlib import Path

import click
import pytest

from docs.prose import main
from matchbook.cli.main import cli

ROOT = Path(__file__).resolve().parents[1]
GLOSSARY = ROOT / "docs" / "reference" / "glossary.md"


def _terms() -> list[list[str]]:
    lines = [
        line for line in GLOSSARY.read_text().splitlines() if line.startswith("| ") and not line.startswith("| Term")
    ]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_term_has_a_meaning_and_an_example() -> None:
    """The glossary has at least sixty terms in alphabetical tables, each with one sentence and one example."""
    terms = _terms()
    assert len(terms) >= 60
    assert len({term for term, *_ in terms}) == len(terms)
    for term, meaning, example, _ in terms:
        assert re.fullmatch(r"[A-Z].*\.", meaning), term
        assert example, term


EXAMPLES = [cell[1:-1] for _, _, cell, _ in _terms() if cell.startswith("`matchbook ")]


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_name_commands_and_options_that_there_are(example: str) -> None:
    """The commands of the glossary can be typed; their options are among those of the command."""
    _, name, *words = shlex.split(example)
    command = cli.get_command(click.Context(cli), name)
    while isinstance(command, click.Group):
        command = command.get_command(click.Context(command), words.pop(0))
    assert command is not None, name
    known = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= known


@pytest.mark.parametrize(
    "text",
    [
        '"""What is damaged has no head."""',
        '"""Nobody and nothing is told."""',
        '"""The entry stands where it lies, likewise."""',
        'raise ValueError("nothing stands there, and nobody is asked")',
    ],
)
def test_hard_sentences_are_found(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The prose check fails for each habit, in docstrings and in messages."""
    (tmp_path / "module.py").write_text(f"{text}\n")
    assert main([str(tmp_path)], listing=False) == 1
    assert "limit" in capsys.readouterr().err


def test_hard_sentences_on_a_page_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each page keeps the limits by itself; code and tables do not count."""
    monkeypatch.chdir(tmp_path)
    Path("docs").mkdir()
    (page := Path("docs/page.md")).write_text(
        "# Page\n\n| nobody | nothing |\n\n```text\nnobody\n```\n\nYou record a match.\n"
    )
    assert main(["docs"], listing=False) == 0
    page.write_text("# Page\n\nNobody and nothing is told, likewise.\n")
    assert main(["docs"], listing=False) == 1


def test_plain_sentences_pass(tmp_path: Path) -> None:
    """Idiomatic sentences pass the prose check."""
    (tmp_path / "module.py").write_text('"""Return the entry at a position; `None` for an unknown position."""\n')
    assert main([str(tmp_path)], listing=False) == 0
