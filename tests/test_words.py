"""The words of the project: the glossary, and the check of how plainly it reads."""

import ast
import re
import shlex
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from docs.prose import main
from matchbook.cli.main import cli

ROOT = Path(__file__).resolve().parents[1]
GLOSSARY = ROOT / "docs" / "reference" / "glossary.md"


ANCHOR = re.compile(r'<a id="([a-z-]+)"></a>(.+)')


def _rows() -> list[list[str]]:
    lines = [
        line for line in GLOSSARY.read_text().splitlines() if line.startswith("| ") and not line.startswith("| Term")
    ]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def _terms() -> list[list[str]]:
    return [[ANCHOR.sub(r"\2", term), *others] for term, *others in _rows()]


def test_every_term_has_an_address() -> None:
    """The row of a term has an anchor in the words of the term, so that other pages can link to it."""
    for row in _rows():
        assert (found := ANCHOR.fullmatch(row[0])) is not None, row[0]
        assert found[1] == re.sub(r"\W+", "-", found[2].lower()).strip("-")


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


PACKAGES = ("domain", "matchbook", "projections", "replay_tui", "service", "storage", "web_service")
GAMES = re.compile(
    r"domain\.(?:games\.\w+(?:\.competitions\.\w+)?|competition\.(?:gathering|league|series|tournament)|competition)\b"
)
"""Packages with a vocabulary of their own: games, the competitions of games, and the kinds of competition."""
OF_EACH_GAME = {
    "Options": "the options of a match of the game",
    "Player": "a player's side of the table, as the game's state holds it",
    "RandomBot": "the bot that `bots.py` of every game has",
    "State": "the state that the game's events evolve",
    "TableDealer": "the chance that `deal.py` of a game with hidden decks supplies",
}
"""Classes that games have under one name, as they have files of one name; no module imports those of two games.
Commands, events and changes need no listing: each is named in the words of its rulebook, and told apart by its tag."""


class Named(NamedTuple):
    """The names in a module."""

    module: str
    classes: tuple[tuple[str, bool], ...]
    """Public classes, and whether a tag tells them apart. Messages inside a widget are named with it, and not looked at."""
    names: tuple[str, ...]
    """All classes, methods and functions."""


def _named(module: str, tree: ast.Module) -> Named:
    classes = (node for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_"))
    tagged = tuple((node.name, any(keyword.arg == "tag" for keyword in node.keywords)) for node in classes)
    return Named(module, tagged, tuple(_defined(tree)))


def _defined(node: ast.AST) -> Iterator[str]:
    """Names defined in statements; expressions do not define names."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
            if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield child.name
            yield from _defined(child)


@cache
def _modules() -> tuple[Named, ...]:
    """The modules of the packages, each read once."""
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    names = (".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in paths)
    return tuple(_named(name, ast.parse(path.read_text())) for name, path in zip(names, paths, strict=True))


def _repeated(modules: Iterable[Named]) -> dict[str, list[str]]:
    """Public classes of one name, with their modules."""
    found: defaultdict[str, list[tuple[str, bool]]] = defaultdict(list)
    for named in modules:
        for name, tagged in named.classes:
            found[name].append((named.module, tagged))
    return {name: [module for module, _ in places] for name, places in found.items() if not _apart(name, places)}


def _apart(name: str, places: list[tuple[str, bool]]) -> bool:
    """Whether classes of a name are one, or words of different games."""
    owners = [match.group() for module, _ in places if (match := GAMES.match(module))]
    return len(places) == 1 or (
        len(set(owners)) == len(places) and (name in OF_EACH_GAME or all(tagged for _, tagged in places))
    )


def test_no_two_public_classes_share_a_name() -> None:
    """A class name means one class, besides the words that each game has for itself."""
    assert _repeated(_modules()) == {}


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("domain.match", "service.kits", "class Row: ..."),
        ("domain.games.one.state", "domain.games.two.state", "class Row: ..."),
        ("domain.games.one.state", "domain.games.one.board", "class State: ..."),
        ("domain.games.one.events", "service.kits", "class Drawn(Event, tag='drawn'): ..."),
    ],
)
def test_a_repeated_class_name_is_found(first: str, second: str, same: str) -> None:
    """A name is refused in two modules outside games, twice in one game, and in a game and outside."""
    modules = [_named(module, ast.parse(same)) for module in (first, second)]
    assert set(chain.from_iterable(_repeated(modules).values())) == {first, second}


REPLACED = frozenset(
    [
        "acted",
        "bench",
        "census",
        "contest",
        "contested",
        "contests",
        "course",
        "crew",
        "desk",
        "enquiry",
        "faults",
        "house",
        "lift",
        "lifting",
        "lifts",
        "misfit",
        "misfits",
        "retelling",
        "scribe",
        "sight",
        "situation",
        "suspicious",
        "telling",
        "toned",
        "unfold",
        "unfolded",
        "unfolding",
        "untold",
        "veil",
        "veiled",
        "voluntary",
    ]
)
"""Words for which the project has one of the field, in the glossary; the last column of its tables names some of them."""
LEGITIMATE = {
    "crew": ("domain.games.pbl_robots", "cards of the game"),
    "lift": ("domain.games.frc_tcg", "the rulebook lifts an effect before its end"),
    "house": ("domain.games.frc_tcg", "house rules, as the rulebook calls them"),
}
"""Word -> where it is a word of the game, and why."""


def _words(name: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name)}


def _replaced_words(modules: Iterable[Named]) -> set[tuple[str, str]]:
    """Modules with public names of theirs (or the modules' own) that use a replaced word."""
    return {
        (module, name)
        for module, _, names in modules
        for name in (module.rpartition(".")[2], *(name for name in names if not name.startswith("_")))
        if any(not module.startswith(LEGITIMATE.get(word, (" ",))[0]) for word in _words(name) & REPLACED)
    }


def test_public_names_use_the_words_of_the_glossary() -> None:
    """No module, class or function is named with a word that the glossary replaces."""
    assert _replaced_words(_modules()) == set()


@pytest.mark.parametrize(
    ("module", "source", "name"),
    [
        ("service.bench", "", "bench"),
        ("service.kits", "class FormFaults: ...", "FormFaults"),
        ("service.kits", "class Kit:\n    def is_veiled(self): ...", "is_veiled"),
        ("service.kits", "def of_crew(): ...", "of_crew"),
    ],
)
def test_a_replaced_word_is_found(module: str, source: str, name: str) -> None:
    """Words are searched in names of modules, classes, methods and functions; cards of one game do not excuse another module."""
    assert _replaced_words([_named(module, ast.parse(source))]) == {(module, name)}


ACTIVITIES = frozenset(
    {
        "auditing",
        "binding",
        "closing",
        "decoding",
        "drawing",
        "gathering",
        "judging",
        "lasting",
        "opening",
        "publishing",
        "reading",
        "recording",
        "redacted",
        "rendering",
        "ruling",
        "scorekeeping",
        "scoring",
        "seating",
        "staging",
        "typing",
        "upcasting",
        "witnessing",
    }
)
"""Words in -ing and -ed that name a thing or a field's activity. A gerund such as `asking` could hold anything."""


def _activities(modules: Iterable[Named]) -> set[str]:
    """The last words of module names that end in -ing or -ed."""
    last = (named.module.rpartition(".")[2].rpartition("_")[2] for named in modules)
    return {word for word in last if re.fullmatch(r".+(?:ing|ed)", word)}


def test_modules_are_named_with_nouns() -> None:
    """Every module named in -ing or -ed is a listed noun, and every listed noun is in use."""
    assert _activities(_modules()) == ACTIVITIES


def test_a_module_named_with_a_gerund_is_found() -> None:
    """Gerunds and participles count as the last word of a name, also in names of several words."""
    modules = [
        _named(name, ast.parse("")) for name in ("service.asking", "replay_tui.looked", "service.record_merging")
    ]
    assert _activities(modules) == {"asking", "looked", "merging"}


def test_the_glossary_lists_no_replaced_word_as_a_term() -> None:
    """Replaced words are not terms, and every excuse is in use."""
    assert not REPLACED & {term.lower() for term, *_ in _terms()}
    used = {
        word
        for module, _, names in _modules()
        for word, (place, _) in LEGITIMATE.items()
        if module.startswith(place) and word in set().union(*map(_words, (*names, module.rpartition(".")[2])))
    }
    assert used == set(LEGITIMATE)
