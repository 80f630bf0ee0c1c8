"""Entries that were stored once: read, written again and folded as on the day they were frozen, for every installed game."""

import shutil
from pathlib import Path
from typing import get_args, get_origin

import pytest

from domain.audit import recheck
from domain.cards import catalogue_from_json
from domain.digest import digest_of
from domain.entries import Annotated
from domain.match import Match, fold
from domain.registry import installed_games
from domain.upcasting import GRAMMAR, parse_topic, schema_in
from service.backups import read_manifest
from service.recording.match_service import MatchService
from storage.match_file import FORMAT_VERSION, read_match_file
from storage.proofs import check_proof
from storage.records import AnyPayload, Codecs, encode_entry, split
from storage.redacted_file import verify_view
from storage.schema import FILE_FORMAT
from storage.signed_notes import open_note, read_public_key
from storage.store import MatchStore
from storage.verify import verify_store
from tests.golden import FOLDER, Ended, ended_matches, golden_lines, read_golden, shown, wanted, write_golden
from tests.golden.renew import Unreadable, add, came_to, lacking

CODECS = Codecs()
GAMES = installed_games()
LINES = [(game, number, line) for game in GAMES for number, line in enumerate(golden_lines(game), start=1)]


@pytest.mark.parametrize(
    ("game", "number", "line"), LINES, ids=lambda value: None if isinstance(value, bytes) else str(value)
)
def test_reads_and_writes_the_same(game: str, number: int, line: bytes) -> None:
    """A frozen entry can be read; one that no upcaster changes is written again byte for byte."""
    topic, state = read_golden(line)
    entry = CODECS.decode(topic, state)
    assert parse_topic(topic)[0] == game
    assert write_golden(topic, state) == line + b"\n"
    if _unchanged(topic, game):
        assert encode_entry(entry) == state, f"{game}.jsonl, line {number}"


def _unchanged(topic: str, game: str) -> bool:
    """Return True if an entry of a schema is read without an upcaster."""
    try:
        return CODECS.decode_list((topic, CODECS.topic(game)), b"[]") == []
    except LookupError:
        return False


@pytest.mark.parametrize("game", GAMES)
def test_every_type_is_frozen(game: str) -> None:
    """Each command, event and kind of record has a frozen entry; a new one is added by `python -m tests.golden.renew`."""
    seen = {what for line in golden_lines(game) for what in shown(CODECS.decode(*read_golden(line)))}
    assert wanted(GAMES[game]) - seen == set()
    assert seen - wanted(GAMES[game]) == set()


@pytest.mark.parametrize("ended", ended_matches(), ids=lambda ended: ended.file)
def test_whole_matches(ended: Ended) -> None:
    """A frozen match file is accepted, and folds to the state, head and outcome that are on record."""
    file = read_match_file((FOLDER / "matches" / ended.file).read_bytes(), CODECS)
    game = GAMES[file.header.game]
    catalogue = catalogue_from_json(file.catalogue.body, game.cards.record, file.catalogue.name)
    match = fold(Match(file.header.match, game, catalogue), file.entries)
    assert came_to(ended.file, match) == ended
    assert digest_of(match.state) != digest_of(match.states[0])


@pytest.mark.parametrize(
    ("game", "left"), [("frc_card_game", {"CG-C01"}), ("frc_tcg", {"TCG-A12"})], ids=["frc_card_game", "frc_tcg"]
)
def test_effects_of_older_records_audit_as_they_did(game: str, left: set[str]) -> None:
    """Every old form of a lasting change is upcast: the audit finds only the rule that was broken on record."""
    data = (FOLDER / "matches" / f"{game}-effects.match.jsonl").read_bytes()
    file = read_match_file(data, CODECS)
    catalogue = catalogue_from_json(file.catalogue.body, GAMES[game].cards.record, file.catalogue.name)
    old = (
        b"stat_modified",
        b"score_ability_changed",
        b"allowance_changed",
        b"max_hp",
        b"effect_added",
        b"effect_lifted",
    )
    assert sum(b'"change":"%b"' % change in data for change in old) == 3
    found = list(recheck(GAMES[game], catalogue, file.entries))
    assert {(finding.kind, finding.rule) for finding in found} == {("violated", rule) for rule in left}


def test_what_is_frozen() -> None:
    """Each game has two whole matches at least, each with its line. Every format has whole stores, every schema matches and every
    grammar entries of all versions ever stored, and every kind of entry occurs in a match."""
    names = [ended.file for ended in ended_matches()]
    assert sorted(names) == sorted(path.name for path in (FOLDER / "matches").iterdir())
    assert all(sum(name.startswith(f"{game}-") for name in names) >= 2 for game in GAMES)
    names = {path.name for path in (FOLDER / "stores").iterdir()}
    assert names >= {f"format-{number}.db" for number in range(1, FILE_FORMAT + 1)}
    seen = {
        type(entry.payload)
        for ended in ended_matches()
        for entry in read_match_file((FOLDER / "matches" / ended.file).read_bytes(), CODECS).entries
    }
    assert {get_origin(kind) or kind for kind in get_args(AnyPayload)} - seen == set()
    topics = {
        schema_in(line.partition(b'"topic":"')[2].partition(b'"')[0].decode())[1:]
        for path in (FOLDER / "matches").iterdir()
        for line in path.read_bytes().splitlines()
        if line.startswith(b'{"topic":')
    }
    assert {schema for schema, _ in topics} == set(
        range(1, max(parse_topic(CODECS.topic(game))[1] for game in GAMES) + 1)
    )
    assert {grammar for _, grammar in topics} == set(range(GRAMMAR + 1))


@pytest.mark.parametrize("frozen", sorted((FOLDER / "stores").iterdir()), ids=lambda path: path.stem)
def test_whole_stores(frozen: Path, tmp_path: Path) -> None:
    """A frozen store opens, verifies without a finding, and its matches fold to the states and heads on record."""
    path = tmp_path / frozen.name
    shutil.copy(frozen, path)
    ended = {file_match(one): one for one in ended_matches()}
    with MatchStore.open(str(path)) as store:
        assert [verified for verified in verify_store(store) if verified.findings] == []
        assert len(store.match_ids()) > len(GAMES)
        for match_id in store.match_ids():
            assert came_to(ended[match_id].file, store.rebuild(match_id)) == ended[match_id]


def test_a_frozen_store_is_recorded_on(tmp_path: Path) -> None:
    """Today's entries follow those stored then, whose bytes stay unchanged."""
    shutil.copy(FOLDER / "stores" / "format-1.db", path := tmp_path / "store.db")
    with MatchService(MatchStore.open(str(path))) as app:
        before = {match: list(app.store.raw(match)) for match in app.store.match_ids()}
        for match in before:
            app.annotate(match, Annotated(about=1, text="years later"))
        assert {match: list(app.store.raw(match))[:-1] for match in before} == before
        assert [verified for verified in verify_store(app.store) if verified.findings] == []


FILES = FOLDER / "files"


def test_files_outside_of_stores() -> None:
    """A checkpoint is still signed by its key, proofs and the copy for a spectator are still about the head that they were
    about, the manifest of a backup is read."""
    frozen = (FOLDER / "matches" / "frc_card_game-officials.match.jsonl").read_bytes()
    match = read_match_file(frozen, CODECS)
    head, key = match.entries[-1].head, read_public_key((FILES / "key.pub").read_text("utf-8"))
    checkpoint, signer = open_note((FILES / "checkpoint.note").read_bytes(), [key])
    assert (signer, checkpoint.match, checkpoint.head) == (key, match.header.match, head)
    shown = [check_proof((FILES / f"{name}.proof").read_bytes()) for name in ("entry", "continued")]
    assert [(one.match, one.version, one.head) for one in shown] == [(match.header.match, 5, head), ("", 0, head)]
    copy = verify_view((FILES / "spectator.view.jsonl").read_bytes())
    assert (copy.match, copy.head, copy.findings) == (match.header.match, head, ())
    assert read_manifest(FILES).matches[match.header.match].head == head


def file_match(ended: Ended) -> str:
    """The id of the match in a frozen file."""
    return read_match_file((FOLDER / "matches" / ended.file).read_bytes(), CODECS).header.match


@pytest.mark.parametrize("version", range(1, FORMAT_VERSION + 1))
def test_every_version_of_match_files_is_frozen(version: int) -> None:
    """There are whole matches in each format that was ever written."""
    first_lines = (path.read_bytes().partition(b"\n")[0] for path in (FOLDER / "matches").iterdir())
    assert any(b'"format_version":%d,' % version in line for line in first_lines)


def test_lines_are_only_added(tmp_path: Path) -> None:
    """Renewing appends a missing entry, and leaves every earlier line unchanged."""
    game = next(iter(GAMES.values()))
    lines = golden_lines(game.name)
    only = next(n for n, line in enumerate(lines) if _missing_without(tmp_path, game.name, n))
    path = tmp_path / f"{game.name}.jsonl"
    before = path.read_bytes()
    assert add(game, [], tmp_path) == lacking(game, tmp_path) != frozenset()
    assert path.read_bytes() == before == b"\n".join([*lines[:only], *lines[only + 1 :]]) + b"\n"


def _missing_without(folder: Path, game: str, number: int) -> bool:
    """Whether something is not shown any more when that line is left out of the copy in this folder."""
    lines = golden_lines(game)
    (folder / f"{game}.jsonl").write_bytes(b"".join(line + b"\n" for line in (*lines[:number], *lines[number + 1 :])))
    return bool(lacking(GAMES[game], folder))


def test_renewing_stops_at_a_line_that_cannot_be_read(tmp_path: Path) -> None:
    """An unreadable entry is named; entries are not added to hide it."""
    game = next(iter(GAMES.values()))
    path = tmp_path / f"{game.name}.jsonl"
    shutil.copy(FOLDER / path.name, path)
    topic, state = read_golden(golden_lines(game.name)[0])
    kind = bytes(split(state).payload).partition(b'"kind":"')[2].partition(b'"')[0]
    renamed = write_golden(topic, state.replace(b'"kind":"%b"' % kind, b'"kind":"forgotten"'))
    path.write_bytes(renamed + path.read_bytes())
    before = path.read_bytes()
    with pytest.raises(Unreadable, match=r"line 1: .*upcaster"):
        add(game, [], tmp_path)
    assert path.read_bytes() == before
