"""Match files: size, content, older versions, imports of several files."""

import json
import lzma
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.codecs import FileFormat, ImportedMatch, Remark
from domain.entries import Annotated
from domain.judging import Confirmed
from domain.outcome import Outcome
from domain.registry import game_names, load_game
from domain.seats import JUDGE, SeatSetup, TableSetup
from service.auditing.audit import audit_match, verify_file
from service.errors import UsageProblem
from service.exchange.files import export_match, import_file
from service.exchange.game_formats import adopt, source_of
from service.reading.log import receipt_lines
from service.reading.record_acts import record_act_text
from service.recording.match_service import MatchService
from service.resources import load_catalogue
from service.simulation.matches import SimulationPlan, run_plan
from storage.match_file import read_match_file
from storage.records import Codecs
from storage.store import MatchStore
from storage.strict_json import MAX_LINE
from tests.golden import FOLDER
from tests.service.conftest import CommandLine
from tests.web_service.tables import opened

GAMES = [name for name in game_names() if load_game(name).kind == "game"]
MOST = 60
"""Bytes of an entry in a compressed match file."""


def recorded(app: MatchService, name: str, matches: int) -> list[bytes]:
    """The match files of simulated matches, with the ids, salts and times that recording gives them."""
    game = load_game(name)
    plan = SimulationPlan(game=name, matches=matches, seed=1)
    return [export_match(app, played.match) for played in run_plan(game, load_catalogue(game), plan, app)]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.promise(id="N3")
def test_an_entry_takes_60_bytes_compressed(name: str) -> None:
    """Measured with xz over whole matches, without the cards of the file."""
    entries = size = 0
    with MatchService(MatchStore.open(":memory:", create=True)) as app:
        for data in recorded(app, name, 2):
            lines = data.splitlines(keepends=True)
            head = 1 + json.loads(lines[0])["catalogue"]["cards"]
            entries += len(lines) - head - 1
            size += len(lzma.compress(data)) - len(lzma.compress(b"".join(lines[:head])))
    assert size / entries <= MOST


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.promise(id="N3")
def test_a_file_explains_itself(
    name: str, matchbook: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file names its rules version and brings its cards and options; it is verified, and replayed, where no store ever was."""
    file = tmp_path / "one.match.jsonl"
    with MatchService(MatchStore.open(":memory:", create=True)) as app:
        file.write_bytes(recorded(app, name, 1)[0])
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    cards = lines[0]["catalogue"]["cards"]
    opened = lines[1 + cards]["payload"]
    assert lines[0]["rules_version"] == opened["rules_version"] == load_game(name).rules_version
    brought = {card["card_id"] for card in lines[1 : 1 + cards]}
    assert brought - {"@kit"} == {c.card_id for c in load_catalogue(load_game(name))}
    assert ("@kit" in brought) is (name == "tabletop")
    assert opened["catalogue"] == lines[0]["catalogue"]["digest"]
    monkeypatch.setenv("MATCHBOOK_STORE", f"sqlite:///{tmp_path / 'nowhere' / 'no.db'}")
    ran = matchbook("verify", file)
    assert (ran.code, lines[-1]["seal"]["head"] in ran.out) == (0, True), ran
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.promise(id="N3")
def test_one_changed_byte_is_named(matchbook: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "one.match.jsonl"
    with MatchService(MatchStore.open(":memory:", create=True)) as app:
        data = recorded(app, "frc_card_game", 1)[0]
    lines = data.splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines) if b'"play_student"' in line)
    version = json.loads(lines[number])["envelope"]["version"]
    lines[number] = lines[number].replace(b'"recorded_at":1', b'"recorded_at":2')
    file.write_bytes(b"".join(lines))
    ran = matchbook("verify", file)
    assert ran.code == 6
    assert f"{version} does not follow from the entry before it" in ran.out


FIRST = [path for path in sorted((FOLDER / "matches").iterdir()) if b'"format_version":1,' in path.read_bytes()[:60]]


@pytest.mark.parametrize("path", FIRST, ids=lambda path: path.name)
@pytest.mark.promise(id="N3")
def test_files_of_the_first_version_are_read(path: Path) -> None:
    """A file written with whole heads is imported; exported today, it holds the same entries with shortened heads."""
    with MatchService(MatchStore.open(":memory:", create=True)) as app:
        taken = import_file(app, path)
        data = export_match(app, taken.match)
    old, new = (read_match_file(text, Codecs()) for text in (path.read_bytes(), data))
    assert (old.rows, old.catalogue) == (new.rows, new.catalogue)
    assert len(data) == path.stat().st_size - 39 * len(new.rows)


def test_what_is_recorded_comes_back_from_a_file(tmp_path: Path) -> None:
    """The longest accepted entry can be exported and imported as a match file; one byte more is refused."""
    file = tmp_path / "one.match.jsonl"
    with MatchService(MatchStore.open(":memory:", create=True)) as app:
        match = opened(app, lines=0)
        app.annotate(match, Annotated(about=1, text="x"))
        *_, (version, topic, state) = app.store.raw(match)
        longest = 1 + MAX_LINE - len(topic) - len(state)
        with pytest.raises(UsageProblem, match=r"1,000,001 bytes is too large: the limit is 1,000,000; .*not recorded"):
            app.annotate(match, Annotated(about=1, text="x" * (longest + 1)))
        assert app.match(match).version == version
        app.annotate(match, Annotated(about=1, text="x" * longest))
        file.write_bytes(export_match(app, match))
    with MatchService(MatchStore.open(":memory:", create=True)) as other:
        assert import_file(other, file).added == version + 1


GOLDEN = Path(__file__).parents[1] / "golden/matches"
HOUR = 3_600_000_000


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    """A match file between an empty file and an invalid one."""
    paths = (tmp_path / "empty.jsonl", GOLDEN / "frc_card_game-2.match.jsonl", tmp_path / "noise.jsonl")
    paths[0].write_text("")
    paths[2].write_text("noise\n")
    return paths


def test_a_file_that_cannot_be_read_keeps_no_other_out(matchbook: CommandLine, files: tuple[Path, ...]) -> None:
    done = matchbook("import", *files)
    assert done.code == 1
    first, taken, last = done.out.splitlines()
    assert (first.startswith("not taken: "), last.startswith("not taken: ")) == (True, True)
    assert ("empty.jsonl" in first, "noise.jsonl" in last, "entries new" in taken) == (True, True, True)
    assert len(matchbook("matches").out.splitlines()) >= 1


@pytest.mark.slow
def test_a_dry_run_stores_nothing_and_says_the_same(matchbook: CommandLine, files: tuple[Path, ...]) -> None:
    for _ in range(2):
        dry = matchbook("import", "--dry-run", *files)
        assert "nothing was stored" in dry.err
        assert dry.out == matchbook("import", "--dry-run", *files).out
        assert matchbook("import", *files).out == dry.out


def test_the_plug_in_for_an_ending_is_named(matchbook: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_text("1. e4 *\n")
    done = matchbook("import", file)
    assert (done.code, "no installed game reads pgn; install the plug-in matchbook-chess" in done.err) == (2, True)


def test_times_notes_and_contradictions_of_a_file_are_kept(tmp_path: Path) -> None:
    """In any form: each command has its time, notes follow, and an end that the play contradicts is said."""
    game = load_game("robin_in_the_hood")
    setup = TableSetup((SeatSetup("Ada"), SeatSetup("Bo")))

    def read(data: bytes) -> Iterator[ImportedMatch]:  # type: ignore[type-arg]
        yield ImportedMatch(
            line=1, text=data.decode(), setup=setup, notes=(Remark(0, "so", "!?"),), happened_at=HOUR,
            concluded=Outcome((0,), "result"), remarks=("odd",), left_out=("2 signs",),
        )  # fmt: skip

    from dataclasses import replace

    formats = {"txt": FileFormat("Text", read, lambda match: "")}
    file = tmp_path / "a.txt"
    file.write_text("x")
    with MatchService(MatchStore.open(":memory:", create=True)) as app:
        changed = replace(game, formats=formats)
        [dry] = adopt(app, file, source_of(changed, "txt"), dry_run=True)
        assert not app.store.match_ids()
        [one] = adopt(app, file, source_of(changed, "txt"))
        assert one == dry
        entries = app.store.entries(one.match)
        assert record_act_text(entries[-1].payload, ()) == f"note on {len(entries) - 2}: !? so"
        seats, end = app.match(one.match).state.seats, entries[-2].payload
        assert record_act_text(end, seats) == "concluded: Ada wins (result): as its file says (Text)", (
            "nobody confirmed it"
        )
        assert not any(isinstance(entry.payload, Confirmed) for entry in entries)
        [again] = adopt(app, file, source_of(changed, "txt"), dry_run=True)
        assert (again.added, again.remarks, again.left_out) == (0, ("odd",), ("2 signs",))


OPENED: Counter[str] = Counter()
sys.addaudithook(lambda event, found: OPENED.update((str(found[0]),)) if event == "open" else None)


@pytest.fixture
def stored(matchbook: CommandLine, store_path: Path) -> tuple[MatchService, str]:
    """A simulated match in a store, opened by a program that did not record it."""
    matchbook("simulate", "frc_card_game", "-n", "1", "--seed", "5", "--record")
    app = MatchService(MatchStore.open(f"sqlite:///{store_path}"), recorder="tess")
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


def test_a_file_is_read_once(stored: tuple[MatchService, str], decoded: Counter[str], tmp_path: Path) -> None:
    """To be verified, and to be imported, a match file is opened once, and each of its entries is decoded once."""
    app, match_id = stored
    file = tmp_path / "one.match.jsonl"
    file.write_bytes(export_match(app, match_id))
    entries = app.match(match_id).version
    with MatchStore.open(f"sqlite:///{tmp_path / 'other.db'}", create=True) as store:
        for read in (lambda: verify_file(None, file), lambda: import_file(MatchService(store, recorder="tess"), file)):
            OPENED.clear()
            decoded.clear()
            assert read().entries == entries
            assert OPENED[str(file)] == 1
            assert decoded["entries"] == entries


def test_a_stored_match_is_read_once_to_be_audited(stored: tuple[MatchService, str], decoded: Counter[str]) -> None:
    """An audit looks at the bytes, the rules and what can be told of a match, and decodes each entry once."""
    app, match_id = stored
    report = audit_match(app, match_id)
    assert (report.findings, decoded["entries"]) == ((), report.entries)


def test_a_receipt_is_told_from_memory(stored: tuple[MatchService, str], decoded: Counter[str]) -> None:
    """It is told as the log tells it after the store is closed, from entries that were decoded once."""
    app, match_id = stored
    entries = app.match(match_id).version
    decoded.clear()
    receipt = app.undo(match_id)
    app.close()
    assert list(receipt_lines(receipt.match_after, receipt.entry, JUDGE)) == [
        f"  {receipt.version:>3}  back to entry {receipt.version - 2}: undo"
    ]
    assert decoded["entries"] == entries + 3
