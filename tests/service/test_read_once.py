"""What is recorded or looked at is read once: receipts from memory, match files and stored matches for their check."""

import sys
from collections import Counter
from pathlib import Path

import pytest

from domain.table import JUDGE
from service.exchange.files import export_match, import_file
from service.reading.audit import audit_match, verify_file
from service.reading.log import receipt_lines
from service.recording.matchbook import Matchbook
from storage.records import Codecs
from storage.store import MatchStore
from tests.service.conftest import CommandLine

OPENED: Counter[str] = Counter()
sys.addaudithook(lambda event, found: OPENED.update((str(found[0]),)) if event == "open" else None)


@pytest.fixture
def recorded(matchbook: CommandLine, store_path: Path) -> tuple[Matchbook, str]:
    """A simulated match in a store, opened by a program that did not record it."""
    matchbook("simulate", "frc_card_game", "-n", "1", "--seed", "5", "--record")
    app = Matchbook(MatchStore.open(f"sqlite:///{store_path}"), recorder="tess")
    return app, app.store.match_ids()[0]


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many entries were decoded, one by one or as whole matches."""
    counts: Counter[str] = Counter()
    one, many = Codecs.decode, Codecs.decode_list

    def counted_one(self: Codecs, topic: str, state: bytes):
        counts["entries"] += 1
        return one(self, topic, state)

    def counted_many(self: Codecs, topics: tuple[str, ...], states: bytes):
        entries = many(self, topics, states)
        counts["entries"] += len(entries)
        return entries

    monkeypatch.setattr(Codecs, "decode", counted_one)
    monkeypatch.setattr(Codecs, "decode_list", counted_many)
    return counts


def test_a_file_is_read_once(recorded: tuple[Matchbook, str], decoded: Counter[str], tmp_path: Path) -> None:
    """To be verified, and to be imported, a match file is opened once, and each of its entries is decoded once."""
    app, match_id = recorded
    file = tmp_path / "one.match.jsonl"
    file.write_bytes(export_match(app, match_id))
    entries = app.match(match_id).version
    with MatchStore.open(f"sqlite:///{tmp_path / 'other.db'}", create=True) as store:
        for read in (lambda: verify_file(None, file), lambda: import_file(Matchbook(store, recorder="tess"), file)):
            OPENED.clear()
            decoded.clear()
            assert read().entries == entries
            assert OPENED[str(file)] == 1
            assert decoded["entries"] == entries


def test_a_stored_match_is_read_once_to_be_audited(recorded: tuple[Matchbook, str], decoded: Counter[str]) -> None:
    """An audit looks at the bytes, the rules and what can be told of a match, and decodes each entry once."""
    app, match_id = recorded
    report = audit_match(app, match_id)
    assert (report.findings, decoded["entries"]) == ((), report.entries)


def test_a_receipt_is_told_from_memory(recorded: tuple[Matchbook, str], decoded: Counter[str]) -> None:
    """What was recorded, read back once before it was stored, is told as the log tells it, after the store is closed.

    Going back looks once through the record for what officials ordered, and at the two entries that it goes between."""
    app, match_id = recorded
    entries = app.match(match_id).version
    decoded.clear()
    receipt = app.undo(match_id)
    app.close()
    assert list(receipt_lines(receipt.stands, receipt.entry, JUDGE)) == [
        f"  {receipt.version:>3}  back to entry {receipt.version - 2}: undo"
    ]
    assert decoded["entries"] == entries + 3
