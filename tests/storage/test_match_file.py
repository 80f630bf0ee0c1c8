import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.entries import TakenBack
from storage.errors import DamagedEntry, Fork, ImportRejected, MatchNotFound
from storage.file_chain import shorten
from storage.match_file import export_match, import_match, match_file_schema, read_match_file, verify_file
from storage.records import Codecs, seal
from storage.store import MatchStore
from tests.campaigns import tries
from tests.minigame import CATALOGUE, GAME
from tests.storage.forged_files import rewritten
from tests.storage.tables import TOPIC, find_game, note, record, sealed_match

CODECS = Codecs(find_game)
FIRST = 1 + len(CATALOGUE)
"""Index of the first entry's line."""


@pytest.fixture
def other():
    with MatchStore.open(":memory:", find_game=find_game) as opened:
        yield opened


@pytest.fixture(scope="module")
def exported() -> bytes:
    with MatchStore.open(":memory:", find_game=find_game) as store:
        record(store)
        return export_match(store, "match-0")


def rejected(data: bytes) -> ImportRejected:
    with pytest.raises(ImportRejected) as refusal:
        read_match_file(data, CODECS)
    return refusal.value


def with_line(data: bytes, index: int, line: bytes) -> bytes:
    lines = data.split(b"\n")
    lines[index] = line
    return b"\n".join(lines)


def line(data: bytes, index: int) -> bytes:
    return data.split(b"\n")[index]


def test_export_import_export_is_the_same_bytes(other):
    """A match file written from an imported match is the file that was imported, byte for byte."""
    with MatchStore.open(":memory:", find_game=find_game) as store:
        for seed in range(10):
            match = record(store, seed)
            data = export_match(store, match.id)
            import_match(other, data)
            assert export_match(other, match.id) == data
            assert other.load(match.id).state == match.state


def test_lines_of_a_file(exported):
    """A file is a header, the card definitions, the entries as stored with their topic, and a seal. The JSON Schema names all of
    them, the entries with every command and event of the game."""
    lines = [json.loads(text) for text in exported.splitlines()]
    assert (lines[0]["format"], lines[0]["match"], lines[0]["catalogue"]["cards"]) == (
        "matchbook",
        "match-0",
        len(CATALOGUE),
    )
    assert [card["card_id"] for card in lines[1:FIRST]] == sorted(card.card_id for card in CATALOGUE)
    assert [list(entry) for entry in lines[FIRST:-1]] == [["topic", "envelope", "payload", "salt", "head"]] * 17
    assert all(len(entry["head"]) == 4 for entry in lines[FIRST:-1])
    assert lines[-1]["seal"]["entries"] == 17
    assert lines[-1]["seal"]["head"].startswith(lines[-2]["head"])
    schema = match_file_schema(GAME)
    text = json.dumps(schema)
    assert len(schema["oneOf"]) == 4
    assert "domain." not in text  # names of types, not of modules
    for kind in (*GAME.commands, *GAME.events):
        assert f'"{kind.__struct_config__.tag}"' in text


def test_import_of_what_is_there_and_of_a_continuation(store, other, exported):
    """Importing the same entries again leaves the store unchanged; a file that continues where the store ends appends the new
    ones."""
    assert [import_match(other, exported).appended for _ in range(2)] == [17, 0]
    match = record(store)
    store.append(match, [note(match)])
    imported = import_match(other, export_match(store, "match-0"))
    assert (imported.entries, imported.appended, other.head_position()) == (18, 1, 18)
    assert import_match(other, exported).appended == 0


def test_import_of_a_fork(store, other, exported):
    """Two copies continued apart are recognised at their first different entry, and never merged."""
    import_match(other, exported)
    ours, theirs = record(store), other.load("match-0")
    store.append(ours, [note(ours, "here")])
    other.append(theirs, [note(theirs, "there")])
    with pytest.raises(Fork, match="different entries 18") as fork:
        import_match(other, export_match(store, "match-0"))
    assert (fork.value.version, other.load("match-0").version) == (18, 18)


def test_export_of_damage(store, path):
    """A match that cannot be read back is not exported as if it could."""
    record(store)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TRIGGER stored_events_no_update")
        connection.execute("UPDATE stored_events SET state = x'7b' WHERE originator_version = 17")
    with pytest.raises(DamagedEntry):
        export_match(store, "match-0")
    with pytest.raises(MatchNotFound):
        export_match(store, "nobody")


# hostile and mistyped files ------------------------------------------------------------------------------------------


def deep(levels: int) -> bytes:
    return b'{"topic":' + b"[" * levels + b"]" * levels + b"}"


def swapped(index: int, old: bytes, new: bytes) -> Any:
    """Puts one text of a line in the place of another."""
    return lambda data: with_line(data, index, line(data, index).replace(old, new))


def put(index: int, text: bytes) -> Any:
    return lambda data: with_line(data, index, text)


HOSTILE = {
    "byte_order_mark": (lambda d: b"\xef\xbb\xbf" + d, 1),
    "line_ends": (lambda d: d.replace(b"\n", b"\r\n"), 1),
    "line_ends, mixed": (lambda d: d.replace(b"}\n", b"}\r\n", 3).replace(b"\r", b"", 2), 3),
    "truncated": (lambda d: d[:-1], FIRST + 18),
    "truncated, empty": (lambda _: b"", 1),
    "truncated, short": (lambda d: line(d, 0) + b"\n", 1),
    "truncated, cards alone": (lambda d: b"".join(d.splitlines(keepends=True)[:FIRST]), FIRST),
    "truncated, a card less": (lambda d: b"".join(d.splitlines(keepends=True)[: FIRST - 1]), FIRST - 1),
    "json": (put(FIRST + 3, b"{"), FIRST + 4),
    "json, empty line": (put(FIRST + 3, b""), FIRST + 4),
    "json, header": (lambda d: b"season,points\n" + d, 1),
    "encoding": (put(FIRST + 3, b'{"topic":"\xff"}'), FIRST + 4),
    "duplicate_key": (swapped(FIRST, b'"version":1', b'"version":1,"version":1'), FIRST + 1),
    "duplicate_key, card": (put(3, b'{"type":"number","type":"number"}'), 4),
    "number": (swapped(FIRST + 1, b'"version":2', b'"version":NaN'), FIRST + 2),
    "number, infinite": (put(0, b'{"format":1e999}'), 1),
    "integer": (swapped(FIRST + 1, b'"version":2', b'"version":9007199254740993'), FIRST + 2),
    "integer, huge": (put(0, b'{"format":' + b"9" * 100_000 + b"}"), 1),
    "too_deep": (put(FIRST + 1, deep(65)), FIRST + 2),
    "too_deep, very": (put(0, b"[" * 400_000), 1),
    "line_too_long": (put(FIRST + 1, b'{"topic":"' + b"x" * 1_000_000), FIRST + 2),
    "content": (swapped(FIRST + 1, b'"payload":{', b'"payload":{"luck":1,'), FIRST + 2),
    "content, header": (swapped(0, b'"game"', b'"sport":1,"game"'), 1),
    "text, half a character": (swapped(0, b'"game":"', b'"game":"\\ud800'), 1),
    "content, half a character in a name": (swapped(0, b'"game"', b'"\\ud800":1,"game"'), 1),
    "content, half a character in an entry": (swapped(FIRST + 1, b'"by":"', b'"by":"\\ud800'), FIRST + 2),
    "content, order": (put(FIRST + 1, b'{"salt":"x"}'), FIRST + 2),
    "version": (swapped(0, b'"format_version":2', b'"format_version":3'), 1),
    "game": (swapped(0, b"high_card", b"low_card"), 1),
    "schema": (swapped(FIRST + 1, b"high_card/2", b"high_card/3"), FIRST + 2),
    "catalogue": (swapped(1, b"Acorn", b"Acron"), 2),
    "misfiled": (lambda d: d.replace(b'"match":"match-0","game"', b'"match":"match-9","game"'), FIRST + 1),
    "misfiled, missing entry": (lambda d: d.replace(line(d, FIRST + 4) + b"\n", b""), FIRST + 5),
    "chain": (lambda d: d.replace(b'"by":"ada"', b'"by":"eve"', 6).replace(b'"by":"eve"', b'"by":"ada"', 5), FIRST + 6),
    "form": (swapped(FIRST + 1, b',"payload"', b', "payload"'), FIRST + 2),
    "seal": (lambda d: d.replace(b'{"seal":{"entries":17', b'{"seal":{"entries":16'), FIRST + 18),
    "seal, cut": (lambda d: with_line(d, FIRST + 16, line(d, -2)).rsplit(b"\n", 2)[0] + b"\n", FIRST + 17),
    "history, other rules": (lambda d: d.replace(b'"rules_version":"1"', b'"rules_version":"2"', 1), FIRST + 1),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_files_are_rejected(exported, case):
    """A file that is damaged, mistyped or hostile is rejected by a code, at the line concerned."""
    change, number = HOSTILE[case]
    changed = change(exported)
    assert changed != exported
    refusal = rejected(changed)
    assert (refusal.code, refusal.line) == (case.partition(",")[0], number), str(refusal)
    assert refusal.column >= 1
    assert "\n" not in str(refusal)


def sealed_file(exported: bytes, payload) -> bytes:
    """The file with another entry at its end, chain and seal in order."""
    last = sealed_match()[-1].entry
    envelope = msgspec.structs.replace(last.envelope, version=18, command_id="c18")
    sealed = seal(TOPIC, envelope, payload, last.head)
    entry = b'{"topic":"high_card/2",' + shorten(sealed.state)[1:]
    seal_line = msgspec.json.encode({"seal": {"entries": 18, "head": sealed.entry.head}})
    return exported.rsplit(b"\n", 2)[0] + b"\n" + entry + b"\n" + seal_line + b"\n"


def test_impossible_history_is_rejected(exported):
    """A file whose chain is in order but whose story cannot have happened, or that does not begin at the beginning, is rejected,
    whatever the game's code makes of it."""
    first_action = sealed_match()[3].entry.payload
    broken_event = msgspec.structs.replace(first_action.events[0], seat=99)
    for payload in (
        TakenBack(to=40),
        msgspec.structs.replace(first_action, events=(broken_event,)),
        sealed_match()[0].entry.payload,
    ):
        refusal = rejected(sealed_file(exported, payload))
        assert (refusal.code, refusal.line) == ("history", FIRST + 18)
    sealed = sealed_match()[0]
    opening = seal(TOPIC, sealed.entry.envelope, note_payload(), sealed.previous)
    lines = exported.splitlines()
    seal_line = msgspec.json.encode({"seal": {"entries": 1, "head": opening.entry.head}})
    refusal = rejected(
        b"\n".join([*lines[:FIRST], b'{"topic":"high_card/2",' + shorten(opening.state)[1:], seal_line]) + b"\n"
    )
    assert (refusal.code, refusal.line) == ("history", FIRST + 1)


def test_a_long_note_is_no_hostile_file(exported):
    """Sixteen digits, brackets in texts and signs of any script are fine in a note."""
    annotated = msgspec.structs.replace(note_payload(), text="{[{[" * 40 + ' 99999999999999999999 "ß" \\ 札 \U0001f0cf')
    data = sealed_file(exported, annotated)
    assert read_match_file(data, CODECS).entries[-1].payload == annotated


def note_payload():
    with MatchStore.open(":memory:", find_game=find_game) as store:
        return note(record(store)).entry.payload


@settings(max_examples=tries("MATCHBOOK_EXAMPLES", few=100, many=400), deadline=None)
@given(data=st.data())
def test_mutated_files_are_rejected_or_the_same(exported, data):
    """A file with bytes changed, cut out or repeated is rejected as such, or tells the same match."""
    start = data.draw(st.integers(0, len(exported) - 1))
    end = data.draw(st.integers(start, min(len(exported), start + 40)))
    middle = data.draw(
        st.sampled_from([b"", b"0", b"\n", b'"', b"{", b"}", b"null", b"\x00", b"\xff", exported[start:end] * 2])
    )
    changed = exported[:start] + middle + exported[end:]
    try:
        read = read_match_file(changed, CODECS)
    except ImportRejected:
        return
    assert read.rows == read_match_file(exported, CODECS).rows


def test_every_single_byte_matters(exported):
    """No byte of a file can be changed unnoticed: not one of the names that its header gives either."""
    rng = Random(3)
    for _ in range(tries("MATCHBOOK_DAMAGES", few=100, many=400)):
        at = rng.randrange(len(exported))
        rejected(exported[:at] + bytes([exported[at] ^ 1]) + exported[at + 1 :])


# checking a file without importing it --------------------------------------------------------------------------------


def test_verify_a_file(exported):
    """A whole file has no findings, and its last head is its fingerprint. A damaged one is read as far as it can be: each bad entry
    is named, and the missing seal. A file without a header is not a match file."""
    checked = verify_file(exported, CODECS)
    assert (checked.findings, checked.entries, checked.head) == ((), 17, sealed_match()[-1].entry.head)
    damaged = with_line(exported, FIRST + 4, line(exported, FIRST + 4).replace(b"ada", b"eve"))
    damaged = with_line(damaged, FIRST + 9, b"garbage")
    damaged = damaged.rsplit(b"\n", 2)[0] + b"\n"
    found = {(f.version, f.code) for f in verify_file(damaged, CODECS).findings}
    assert found == {(5, "chain"), (10, "json"), (0, "seal")}
    with pytest.raises(ImportRejected):
        verify_file(exported[20:], CODECS)


@pytest.mark.parametrize(("behind", "code"), [(b"", "json"), (b'"envelope":7}', "content"), (b"[" * 9000, "too_deep")])
def test_verify_survives_garbage(exported, behind, code):
    """A line that only looks like an entry is a finding on that entry."""
    damaged = with_line(exported, FIRST + 4, b'{"topic":"high_card/2",' + behind)
    assert {(f.version, f.code) for f in verify_file(damaged, CODECS).findings} == {(5, code)}


def test_verify_a_file_against_a_witness(exported):
    """A file cut and sealed again is found by a head from outside."""
    head = sealed_match()[-1].entry.head
    lines = exported.splitlines()
    cut_head = sealed_match()[-2].entry.head
    cut = b"\n".join([*lines[:-2], b'{"seal":{"entries":16,"head":"%b"}}' % cut_head.encode()]) + b"\n"
    assert verify_file(cut, CODECS).findings == ()
    assert [f.code for f in verify_file(cut, CODECS, expect=head).findings] == ["head"]


@pytest.mark.parametrize("forged", [0, 14, 17])
def test_an_import_draws_only_what_the_game_does_not_derive_itself(exported: bytes, forged: int) -> None:
    """A sound file is imported without a single board; from the first entry on whose events the game does not derive from its
    command, every entry is drawn, and one that cannot be is refused at its line."""
    drawn: list[object] = []

    def board(state: object, viewpoint: object) -> object:
        drawn.append(state)
        raise KeyError("boom")

    def forge(number: int, payload: dict[str, Any]) -> None:
        if number == forged == 14:
            payload["command"]["player"] = 0
        elif number == forged:
            payload["events"][1]["values"] = [3, 8]

    data = rewritten(exported, forge)
    with MatchStore.open(":memory:", find_game=lambda _: replace(GAME, board=board)) as store:
        if not forged:
            assert import_match(store, data).appended == 17
            assert drawn == []
            return
        with pytest.raises(ImportRejected, match=r"cannot be drawn or told as judge: KeyError: 'boom'") as refusal:
            import_match(store, data)
    assert refusal.value.line == FIRST + forged
    assert len(drawn) == 1
