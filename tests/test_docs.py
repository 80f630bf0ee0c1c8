"""The documents cannot rot: their commands are run, their links lead somewhere, generated pages are up to date."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from _pytest.mark.structures import ParameterSet

from domain.games.tabletop.import_parts import _BUILT_IN
from domain.games.tabletop.load import read_kit
from matchbook.kit_reference import BUILT_IN_WORDS
from projections.publishing import BOOKKEEPING
from service.failures import Kind
from tests.shown import not_printed
from tests.started import matchbook_in

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```(?:console\n|toml\n# (\w+\.toml)\n)(.*?)^```", re.MULTILINE | re.DOTALL)
"""Commands, or a file with its name in the first line."""
KINDS_OF_ERRORS = get_args(Kind)
WRITTEN = ("effects.md", "game_api.md", "glossary.md", "http_api.md", "match_file.md", "open_data.md")
"""Reference pages that people write."""
REFERENCE = sorted(page.name for page in (ROOT / "docs" / "reference").iterdir() if page.name not in WRITTEN)
GENERATED = [f"reference/{name}" for name in REFERENCE]
EMPTY = re.compile(r"^\| `.*\|\s*\|$", re.MULTILINE)
CODE = re.compile(r"`([a-z-]+)`")
PROBLEM = re.compile(r'Problem\([^,]+, "([a-z-]+)"')
CODE_SHOWN = re.compile(r" +# exit code (\d)")
SHOWN = str(ROOT / "tests" / "shown.py")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def _script(page: Path) -> str:
    """All console blocks of a page as one shell script. A command that shows an error must fail with it, one with a remark `# exit
    code N` must end with that code; all others must not fail. Other output that is shown must be printed: each line, in this order,
    with `…` for anything; a chart is the one that is shown. Files are written as shown. (Folders are left out.)"""
    lines = []
    for file, block in BLOCK.findall(page.read_text(encoding="utf-8")):
        if file:
            lines.append(f"printf %s {shlex.quote(block)} > {file}")
            continue
        for part in f"\n{block}".split("\n$ ")[1:]:
            command, _, output = part.partition("\n")
            lines.append(_checked(command, output.strip("\n")))
    return "\n".join(lines)


def _checked(command: str, output: str) -> str:
    """The command as a line of the script, which ends where the output or the exit code is another."""
    if output.startswith("matchbook: error:"):
        said = f'sed "s|$PWD/||g" said | diff - <(echo {shlex.quote(output.strip())})'
        return f"! {{ {command}; }} 2> said && {said} || exit 99"
    if "--chart" in command and output:
        return f"diff <({command} 2> /dev/null) <(echo {shlex.quote(output)}) || exit 96"
    code = CODE_SHOWN.search(command)
    command, expected = (command[: code.start()], int(code[1])) if code else (command, 0)
    if not output:
        return f"{command}; [ $? = {expected} ] || exit {97 if code else 98}"
    compared = f"python {shlex.quote(SHOWN)} {shlex.quote(output)} < said || exit 95"
    return f"{{ {command}; }} > said 2>&1; [ $? = {expected} ] || exit 97; {compared}"


SHORT = ("operations.md", "durability.md", "viewpoints.md")
"""Pages whose commands take about a second."""


def _with_commands() -> Iterator[ParameterSet]:
    for page in PAGES:
        if _script(page):
            name = str(page.relative_to(ROOT).with_suffix(""))
            yield pytest.param(page, id=name, marks=() if page.name in SHORT else pytest.mark.slow)


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder in which `matchbook` is found."""
    with matchbook_in(tmp_path_factory.mktemp("programs") / "bin") as folder:
        yield folder


@pytest.mark.parametrize("page", _with_commands())
def test_commands_on_the_page_work(page: Path, tmp_path: Path, programs: Path) -> None:
    """Every command of the page runs, in order, and those that show an error fail."""
    environment = {
        **os.environ,
        "PATH": os.pathsep.join((str(programs), str(Path(sys.executable).parent), os.environ["PATH"])),
        "MATCHBOOK_STORE": f"sqlite:///{tmp_path / 'docs.db'}",
    }
    script = f"set -u\ncd {tmp_path}\n{_script(page)}\n"
    done = subprocess.run(
        ["bash", "-c", script], env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, f"{script}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if page.parent.name in ("tutorials", "how-to")],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_tutorials_and_guides_speak_to_the_reader_and_give_examples(page: Path) -> None:
    """At least six of a thousand words are "you" or "your", and at least 1.5 announce an example."""
    text = page.read_text(encoding="utf-8")
    thousands = len(text.split()) / 1000
    assert len(re.findall(r"\byou(?:r|rs|rself)?\b", text, re.IGNORECASE)) >= 6 * thousands
    assert len(re.findall(r"\bfor\s+example\b|\bsuch\s+as\b", text, re.IGNORECASE)) >= 1.5 * thousands


@pytest.mark.parametrize(
    ("shown", "missing"),
    [
        ("    2  roll 6", ""),
        ("    2  roll 6\n       2.2 die: 6\nhead of …/2: …", ""),
        ("…", ""),
        ("    2  roll 5", "    2  roll 5"),
        ("2  roll 6", "2  roll 6"),
        ("       2.2 die: 6\n    2  roll 6", "    2  roll 6"),
        ("head of …/3: …", "head of …/3: …"),
    ],
)
def test_shown_output_must_be_printed_in_this_order(shown: str, missing: str) -> None:
    """A page leaves lines out, and parts of a line by `…`, but all shown lines are printed by the program."""
    printed = "    2  roll 6\n       2.1 Ada: roll 6\n       2.2 die: 6\nhead of nwp6/2: -lFe\n"
    assert not_printed(shown, printed) == missing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link of the page names a file of the project."""
    targets = [t for t in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in t]
    missing = [t for t in targets if not (page.parent / t).exists()]
    assert missing == []


def test_all_that_can_stand_in_a_kit_has_a_meaning() -> None:
    """Each key, argument, step and value of a condition on the kits' page has one."""
    page = (ROOT / "docs/reference/kits.md").read_text(encoding="utf-8")
    assert "| `move WHAT ZONE" in page
    assert EMPTY.findall(page) == []


def test_the_examples_on_the_kits_page_are_one_kit() -> None:
    """Each table of a kit has an example; below the keys of the first one they make a kit that can be read."""
    page = (ROOT / "docs/reference/kits.md").read_text(encoding="utf-8")
    examples = [
        block for block in re.findall(r"```toml\n(.*?)```", page, re.DOTALL) if 'game = "tabletop"' not in block
    ]
    shown = {re.sub(r"\.\w+", "", block.partition("\n")[0]) for block in examples}
    assert {*re.findall(r"^## `(\[.*\])`$", page, re.MULTILINE)} <= shown
    assert read_kit("\n".join(examples).replace('kit = "tally"', 'kit = "tally"\nround = "deal"'), "page.toml")


def test_the_words_on_the_kits_page_are_those_that_are_built_in() -> None:
    """Importers know them, and the seat."""
    assert set(BUILT_IN_WORDS) == {*_BUILT_IN, "seat"}


def test_every_type_of_problem_stands_on_the_page() -> None:
    """Programs decide by the kind of a problem: each that the service can answer with is in the table, and the address of its type
    is there."""
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "web_service").rglob("*.py")]
    named = {kind for text in sources for kind in PROBLEM.findall(text)} | set(KINDS_OF_ERRORS)
    rows = (
        (ROOT / "docs/reference/http_api.md")
        .read_text(encoding="utf-8")
        .partition("| kind | status | |")[2]
        .partition("\n\n")[0]
    )
    assert "not-found" in named
    assert {kind for row in rows.splitlines() for kind in CODE.findall(row.split("|")[1] if row else "")} == named
    assert set(re.findall(r'<a id="([a-z-]+)"></a>', rows)) == named


def test_the_page_on_installing_lists_every_environment_variable() -> None:
    """The table has exactly the variables that the program reads."""
    packages = ("domain", "storage", "projections", "service", "replay_tui", "web_service", "matchbook")
    sources = [path.read_text("utf-8") for name in packages for path in (ROOT / name).rglob("*.py")]
    read = {name for text in sources for name in re.findall(r"\bMATCHBOOK_[A-Z_]+\b", text)}
    section = (ROOT / "docs/start/install.md").read_text("utf-8").partition("## Environment variables")[2]
    rows = [row.split("|")[1] for row in section.partition("\n## ")[0].splitlines() if row.startswith("| `")]
    assert {name for row in rows for name in re.findall(r"MATCHBOOK_[A-Z_]+", row)} == read


def test_the_page_on_open_data_names_the_tables_that_are_left_out() -> None:
    """The bookkeeping tables of the page are those that are not published."""
    page = (ROOT / "docs/reference/open_data.md").read_text("utf-8")
    named = page.partition("without the bookkeeping tables:\n")[2].partition(".")[0]
    assert set(re.findall(r"`(\w+)`", named)) == set(BOOKKEEPING)


def test_generated_pages_are_there_and_up_to_date(tmp_path: Path) -> None:
    """`python -m matchbook.reference docs` would write exactly these pages, with unchanged content."""
    command = [sys.executable, "-m", "matchbook.reference", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    written = sorted(str(page.relative_to(tmp_path)) for page in tmp_path.rglob("*") if page.is_file())
    assert written == sorted(GENERATED)
    assert [name for name in written if (ROOT / "docs" / name).read_bytes() != (tmp_path / name).read_bytes()] == []


def test_guides_and_explanations_fit_an_evening() -> None:
    """At most 30,000 words without the reference and the decisions: a new page needs room made on others."""
    read = [page for page in (ROOT / "docs").rglob("*.md") if not {"reference", "adr"} & set(page.parts)]
    assert sum(len(page.read_text("utf-8").split()) for page in read) <= 30_000
