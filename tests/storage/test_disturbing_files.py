"""Every text of a match file that would disturb a screen or a list is refused."""

import json
import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import cycle
from typing import Any

import pytest

from domain.chain import first_head, next_head, payload_digest, read_head, write_head
from storage.errors import ImportRejected
from storage.file_chain import LENGTH
from storage.match_file import MatchFile, read_match_file, verify_file
from storage.records import Codecs, join
from tests.golden import FOLDER

CODECS = Codecs()
FILES = sorted((FOLDER / "matches").glob("*-written*.match.jsonl"))
EVILS = ("\n", "\t", "\x1b[2J", "\x7f", "\u009b", "\u202e", "\u2028", "\udcff")
ENTRIES = 8
"""Entries of each file that are tried."""

Path = tuple[str | int, ...]


def texts(tree: object, path: Path = ()) -> Iterator[Path]:
    """The places of texts in a tree."""
    if isinstance(tree, str):
        yield path
    elif isinstance(tree, dict):
        for key, value in tree.items():
            yield from texts(value, (*path, key))
    elif isinstance(tree, list):
        for number, value in enumerate(tree):
            yield from texts(value, (*path, number))


def changed(tree: Any, path: Path, evil: str) -> Any:
    """The tree with something added to one of its texts."""
    if not path:
        return tree + evil
    copy = tree.copy()
    copy[path[0]] = changed(tree[path[0]], path[1:], evil)
    return copy


def forged(data: bytes, file: MatchFile, number: int, tree: Any, cards: Sequence[bytes] = ()) -> bytes:
    """The file up to entry `number`, which is this tree instead, with these cards, and digest, chain and seal in order."""
    lines = data.split(b"\n")
    above = lines[: 1 + file.header.catalogue.cards]
    if cards:
        digest = sha256(b"[" + b",".join(cards) + b"]").hexdigest()
        above = [lines[0].replace(file.catalogue.digest.encode(), digest.encode()), *cards]
        tree = {**tree, "payload": {**tree["payload"], "catalogue": digest}}
    topic, salt = file.rows[number - 1][2], file.entries[number - 1].salt
    envelope, payload = (json.dumps(tree[part], separators=(",", ":")).encode() for part in ("envelope", "payload"))
    before = read_head(file.entries[number - 2].head) if number > 1 else first_head(file.header.match)
    head = write_head(next_head(before, topic, envelope, payload_digest(salt, payload)))
    shown = head if file.header.format_version == 1 else head[:LENGTH]
    entry = b'{"topic":"%b",%b' % (topic.encode(), join(envelope, payload, salt, shown)[1:])
    seal = json.dumps({"seal": {"entries": number, "head": head}}, separators=(",", ":")).encode()
    return b"\n".join([*above, *lines[len(above) : len(above) + number - 1], entry, seal, b""])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".match.jsonl"))
def test_every_text_of_an_entry(file: Any) -> None:
    """Given any text of any entry (envelope, command, events, other fields) with a disturbing character, then the file is refused
    at that entry; for free texts the message names entry and field. `verify` finds it too."""
    whole = file.read_bytes()
    read = read_match_file(whole, CODECS)
    tried: set[str] = set()
    named = 0
    evils = cycle(EVILS)
    for number, (_, _, _, state) in enumerate(read.rows[:ENTRIES], start=1):
        tree = {part: value for part, value in json.loads(state).items() if part in ("envelope", "payload")}
        for path in texts(tree):
            kind = re.sub(r"\d+", "", f"{tree['payload'].get('command', {}).get('type')} {path}")
            if kind in tried or path[-1] in ("type", "kind"):
                continue
            tried.add(kind)
            evil = next(evils)
            data = forged(whole, read, number, changed(tree, path, evil))
            with pytest.raises(ImportRejected) as refused:
                read_match_file(data, CODECS)
            assert refused.value.code in ("text", "content"), (path, evil, refused.value)
            assert refused.value.line == 1 + read.header.catalogue.cards + number, (path, evil)
            if refused.value.code == "text":
                named += 1
                assert refused.value.message.startswith(f"entry {number}, {path[0]}."), (path, refused.value)
            assert verify_file(data, CODECS).findings[0].version == number
    assert named > 10


@pytest.mark.parametrize("evil", EVILS)
@pytest.mark.parametrize("field", ["match", "game", "rules_version", "digest", "name"])
def test_every_text_of_a_header(field: str, evil: str) -> None:
    """So it is with each text of the header."""
    lines = FILES[0].read_bytes().split(b"\n")
    header = json.loads(lines[0])
    (header["catalogue"] if field in header["catalogue"] else header)[field] += evil
    lines[0] = json.dumps(header, separators=(",", ":"), ensure_ascii=evil == "\udcff").encode()
    with pytest.raises(ImportRejected) as refused:
        read_match_file(b"\n".join(lines), CODECS)
    assert (refused.value.code, refused.value.line) == ("text", 1)
    assert f"{field}: " in refused.value.message


@pytest.mark.parametrize("evil", EVILS)
@pytest.mark.parametrize("field", ["card_id", "name", "effect_text"])
def test_every_text_of_a_card(field: str, evil: str) -> None:
    """Names and ids of cards are free of such characters; their other texts may have only line breaks and tabs."""
    whole = (FOLDER / "matches" / "frc_card_game-written-2.match.jsonl").read_bytes()
    read = read_match_file(whole, CODECS)
    cards = json.loads(read.catalogue.body)
    at = next(n for n, card in enumerate(cards) if field in card)
    cards[at][field] += evil
    tree = {part: json.loads(read.rows[0][3])[part] for part in ("envelope", "payload")}
    data = forged(whole, read, 1, tree, [json.dumps(card, separators=(",", ":")).encode() for card in cards])
    if evil in ("\n", "\t") and field not in ("card_id", "name"):
        assert len(read_match_file(data, CODECS).entries) == 1
        return
    with pytest.raises(ImportRejected) as refused:
        read_match_file(data, CODECS)
    if evil != "\udcff":
        assert (refused.value.code, refused.value.line) == ("text", 2 + at)
        assert f"{field}: " in refused.value.message
