"""Check that docstrings, comments and messages read plainly: `python docs/prose.py [FOLDER ...]`; exit code 1 above a limit.

Five habits make technical English hard to read: sentences with a What/Who clause as subject, fronted phrases, negations, verbs of
place instead of verbs of the trade ("the entry stands"), and bookish words. Each rate has a limit per package; messages may contain
more negations, because they report failures. Text in backticks is ignored. With `--list`, every finding is printed with its place.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

PACKAGES: Final = (
    "domain",
    "projections",
    "replay_tui",
    "service",
    "storage",
    "web_service",
    "matchbook",
    "benchmarks",
    "examples",
)
_VERB: Final = r"(?:is|are|comes?|counts?|goes|lies?|stands?)"
SENTENCES: Final = {
    "What/Who subjects": (re.compile(r"(?:What|Who(?:ever|se|m)?|Whatever|That which)\b(?!.*\?$)"), 0.5),
    "fronted phrases": (
        re.compile(rf"(?:Behind|Beside|For|From|How|In|Of|On|To|Where|With)\b[^,:;]{{2,60}}\b{_VERB}\b"),
        0.5,
    ),
}
"""Beginnings of sentences, with their limit in per cent of the sentences."""
WORDS: Final = {
    "negations": (r"nobody|nothing|(?<!')none(?!')|neither|nor|no one|(?:is|are|was) no|no other", 2.5),
    "verbs of place": (r"stands?|stood|lies?|lay|go(?:es|ne) along|comes to|becomes of|as it is|so far as", 0.5),
    "bookish words": (r"alone|anew|hereby|likewise|there(?:in|of)|whereof|wherever", 0.3),
}
"""Words, with their limit per thousand words."""
_NEGATIONS_OF_MESSAGES: Final = 5.0
_CODE: Final = re.compile(r"``?[^`]*``?")
_SQL: Final = re.compile(r"\b(?:select|from|where|insert|update|delete)\b")
_MARKER: Final = re.compile(r"^\s*# (?!noqa|type:|fmt:|pragma)(.+)$", re.MULTILINE)


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of more than three words, with code replaced by X."""
    text = _CODE.sub("X", re.sub(r"(?m)^(?: {4}|\t).*$", "", text))
    for paragraph in re.split(r"\n\s*\n|\n\s*[-*] ", text):
        parts = re.split(r"(?<=[.!?:;])\s+(?=[A-Z*])", " ".join(paragraph.split()))
        yield from (part for part in parts if len(part.split()) > 3)


def docstrings(tree: ast.Module, source: str) -> Iterator[tuple[int, str]]:
    """Yield docstrings of modules, classes, functions and attributes, and comments, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value
    for found in _MARKER.finditer(source):
        yield source.count("\n", 0, found.start(1)) + 1, found[1]


def messages(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield string literals of more than three words that are neither docstrings nor SQL, with their lines."""
    known = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    known |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "X" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in known:
            text = node.value
        else:
            continue
        if len(text.split()) > 3 and not _SQL.search(text):
            yield node.lineno, f"{text[0].upper()}{text[1:]}."


def rates(texts: Iterable[tuple[str, str]]) -> Iterator[tuple[str, float, list[str]]]:
    """Yield each habit with its rate in (place, text) pairs, and its findings as `place: sentence`."""
    parts = [(place, part) for place, text in texts for part in sentences(text)]
    words = sum(len(part.split()) for _, part in parts) or 1
    for habit, (pattern, _) in SENTENCES.items():
        found = [f"{place}: {part}" for place, part in parts if pattern.match(part)]
        yield habit, 100 * len(found) / (len(parts) or 1), found
    for habit, (words_of_habit, _) in WORDS.items():
        pattern = re.compile(rf"\b(?:{words_of_habit})\b", re.IGNORECASE)
        found = [f"{place}: {part}" for place, part in parts for _ in pattern.findall(part)]
        yield habit, 1000 * len(found) / words, found


def limit_of(habit: str, kind: str) -> float:
    """Return the highest accepted rate of a habit in docstrings or messages."""
    if habit == "negations" and kind == "messages":
        return _NEGATIONS_OF_MESSAGES
    return (SENTENCES | WORDS)[habit][1]


def main(folders: Iterable[str], *, listing: bool) -> int:
    """Print the rates above their limit; return the exit code."""
    failed = 0
    for folder in folders:
        texts: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for path in sorted(path for path in Path(folder).rglob("*.py") if ".venv" not in path.parts):
            source = path.read_text()
            tree = ast.parse(source)
            texts["docstrings"] += [(f"{path}:{line}", text) for line, text in docstrings(tree, source)]
            texts["messages"] += [(f"{path}:{line}", text) for line, text in messages(tree)]
        for kind, found in texts.items():
            for habit, rate, places in rates(found):
                if listing:
                    print(*places, sep="\n")
                if rate > limit_of(habit, kind):
                    failed = 1
                    print(f"{folder}, {kind}: {habit} {rate:.2f}, limit {limit_of(habit, kind):g}", file=sys.stderr)
    return failed


if __name__ == "__main__":
    arguments = sys.argv[1:]
    chosen = [argument for argument in arguments if argument != "--list"]
    raise SystemExit(main(chosen or PACKAGES, listing="--list" in arguments))
