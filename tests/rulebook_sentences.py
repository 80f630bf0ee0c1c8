"""The sentences of the rulebooks, by their digests: what `quote` of a rule may say, without the books themselves, which are their
authors'.

`python -m tests.rulebook_sentences GAME BOOK.txt` makes the digests of a game from its rulebook as text, a line a sentence.
"""

import re
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "sentences"
_BREAK: Final = re.compile(
    r"\n\s*(?:[-•●*]\s*|#+\s+|\d+[.)]\s+|o\s+)|\n\s*\n(?=\s*[\"“(*#\d]*[A-Z])|(?<=[\w):])\n(?=[A-Z])"
)
_LIST: Final = re.compile(r"\n\s*(?:[-•●*]\s*|#+\s+)")
_END: Final = re.compile(r"(?<=[.!?])[\"”’)*]*\s+(?=[\"“(*]*[A-Z0-9])")


def normalised(sentence: str) -> str:
    """A sentence by its letters and digits: line breaks, marks and punctuation do not matter."""
    return " ".join(re.findall(r"[^\W_]+", sentence.lower()))


def sentences(text: str) -> list[str]:
    """A text in sentences: split at full stops and list signs; and again at headings and lines that begin with a capital, since a
    heading has no mark after it."""
    parts = [
        " ".join(part.split()) for sign in (_BREAK, _LIST) for block in sign.split(text) for part in _END.split(block)
    ]
    return list(dict.fromkeys(part for part in parts if normalised(part)))


def digest(sentence: str) -> str:
    """The identity of a sentence."""
    return sha256(normalised(sentence).encode()).hexdigest()[:16]


def known(game: str) -> frozenset[str]:
    """The digests of a game's rulebook."""
    return frozenset((FOLDER / f"{game}.txt").read_text("utf-8").split())


if __name__ == "__main__":
    found = dict.fromkeys(map(digest, sentences(Path(sys.argv[2]).read_text("utf-8"))))
    (FOLDER / f"{sys.argv[1]}.txt").write_text("".join(f"{one}\n" for one in found), "utf-8")
