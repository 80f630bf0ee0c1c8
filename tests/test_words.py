"""The words of the project: plain sentences, one name for one thing, and the glossary's words in public names."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs.prose import PACKAGES, main

ROOT = Path(__file__).resolve().parents[1]
GLOSSARY = ROOT / "docs" / "reference" / "glossary.md"
OURS = [package for package in PACKAGES if package not in ("benchmarks", "examples")]
"""Packages of the installed program."""


def _terms() -> list[list[str]]:
    lines = [
        line for line in GLOSSARY.read_text().splitlines() if line.startswith("| ") and not line.startswith("| Term")
    ]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def _public_names() -> Iterator[tuple[str, str, bool]]:
    """Yield the module, the name and whether it is a class, of all public definitions at the top of modules."""
    for package in OURS:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.parse(path.read_text()).body:
                if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
                    yield str(path.relative_to(ROOT)), node.name, isinstance(node, ast.ClassDef)


def test_every_term_has_a_meaning_and_an_example() -> None:
    """The glossary has at least sixty terms in alphabetical tables, each with one sentence and one example."""
    terms = _terms()
    assert len(terms) >= 60
    assert len({term for term, *_ in terms}) == len(terms)
    for term, meaning, example, _ in terms:
        assert re.fullmatch(r"[A-Z].*\.", meaning), term
        assert example, term


def test_no_two_public_classes_of_a_package_share_a_name() -> None:
    """Within the shared packages each class name is unique; each game has its own classes for its own cards and events."""
    modules = defaultdict(set)
    for path, name, is_class in _public_names():
        if is_class and not path.startswith("domain/games/"):
            modules[name].add(path)
    assert {name: paths for name, paths in modules.items() if len(paths) > 1} == {}


def test_public_names_use_the_words_of_the_glossary() -> None:
    """Words that the glossary replaces occur in no public name."""
    replaced = {word.strip() for *_, words in _terms() for word in words.split(",") if word.strip()}
    parts = {(path, name): set(re.findall(r"[A-Z]?[a-z]+", name)) for path, name, _ in _public_names()}
    assert [where for where, words in parts.items() if {word.casefold() for word in words} & replaced] == []


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


def test_plain_sentences_pass(tmp_path: Path) -> None:
    """Idiomatic sentences pass the prose check."""
    (tmp_path / "module.py").write_text('"""Return the entry at a position; `None` for an unknown position."""\n')
    assert main([str(tmp_path)], listing=False) == 0
