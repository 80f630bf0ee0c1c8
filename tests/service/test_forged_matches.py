"""Matches that no program can have recorded, and yet are in a store, their chains in order: damaged up to an entry, and shown
as such by every command, without a traceback."""

import itertools
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import structs

from domain.chain import first_head, read_head, write_head
from domain.entries import ActionEntry, Concluded
from domain.outcome import Outcome
from service.recording.match_service import MatchService
from service.recording.recording_service import RecordingService
from storage.errors import ImportRejected
from storage.match_file import export_match, import_match, read_match_file, verify_file
from storage.records import AnyEntry, AnyPayload, Codecs, head_after, join, seal, split
from storage.store import MatchStore
from tests.campaigns import some
from tests.golden import FOLDER
from tests.service.conftest import CommandLine

CODECS = Codecs()
BAD = "forged"
GOOD = "series-1"

Forge = Callable[[AnyEntry], AnyPayload | bytes]
"""The replacement of an entry's payload."""


def _seat(entry: AnyEntry) -> AnyPayload:
    payload = entry.payload
    for number, event in enumerate(payload.events):
        if hasattr(event, "seat"):
            events = (*payload.events[:number], structs.replace(event, seat=9), *payload.events[number + 1 :])
            return structs.replace(payload, events=events)
    return payload


def _order(entry: AnyEntry) -> AnyPayload:
    payload = entry.payload
    if isinstance(payload, ActionEntry):
        started = [type(event).__name__ == "GameStarted" for event in payload.events]
        if any(started):
            at = started.index(True)
            events = (*payload.events[:at], structs.replace(payload.events[at], order=()), *payload.events[at + 1 :])
            return structs.replace(payload, events=events)
    return payload


MOMENTS: dict[str, dict[str, object]] = {
    "a turn before the first": {"turn": -5},
    "a turn that no database column holds": {"turn": 9_000_000_000_000_000},
    "a round before the first": {"round": -1},
}
FORGERIES: dict[str, Forge] = {
    "a seat that is not at the table": _seat,
    "a turn order of nobody, which folds": _order,
    "a winner who is not at the table": lambda _: Concluded(outcome=Outcome((9,), "agreed")),
    "a kind of entry that does not exist": lambda _: b'{"kind":"forged"}',
    "an undone entry that is not there": lambda _: b'{"kind":"taken_back","to":999}',
    **dict.fromkeys(MOMENTS, lambda entry: entry.payload),
}


def forged_rows(forge: Forge, match: str = BAD, **said: object) -> tuple[list[tuple[str, int, str, bytes]], object]:
    """A written match of PBL ROBOTS with its first forgeable entry from the eighth on forged, and
    what its envelope is `said` to hold, chain in order."""
    file = read_match_file((FOLDER / "matches" / "pbl_robots-written-2.match.jsonl").read_bytes(), CODECS)
    topic, head, rows, done = CODECS.topic("pbl_robots"), write_head(first_head(match)), [], False
    for entry in file.entries:
        envelope = structs.replace(entry.envelope, match=match)
        payload: AnyPayload | bytes = entry.payload
        if not done and envelope.version >= 8:
            payload = forge(entry)
            envelope = structs.replace(envelope, **said)
            done = bool(said) or payload != entry.payload
        sealed = seal(topic, envelope, entry.payload if isinstance(payload, bytes) else payload, head)
        parts = split(sealed.state)
        written = payload if isinstance(payload, bytes) else bytes(parts.payload)
        state = join(bytes(parts.envelope), written, parts.salt, "")
        head = write_head(head_after(read_head(head), topic, split(state)))
        rows.append((match, envelope.version, topic, join(bytes(parts.envelope), written, parts.salt, head)))
    assert done
    return rows, file.catalogue


@pytest.fixture(params=some(FORGERIES, 4))
def forged(request, store_path: Path) -> str:
    """A store with a forged match between two good ones; what is wrong with it. (`all_forged` has each kind in every run.)"""
    rows, catalogue = forged_rows(FORGERIES[request.param], **MOMENTS.get(request.param, {}))
    with MatchStore.open(str(store_path), create=True) as store:
        import_match(store, (FOLDER / "matches" / "frc_tcg-written-2.match.jsonl").read_bytes())
        store.append_rows(rows, [catalogue])
        import_match(store, (FOLDER / "matches" / f"{GOOD}.match.jsonl").read_bytes())
    return str(request.param)


@pytest.fixture
def all_forged(store_path: Path) -> dict[str, str]:
    """A store with a forged match of each kind between two good ones; what is wrong with which."""
    kinds = {f"forged-{number}": kind for number, kind in enumerate(FORGERIES)}
    with MatchStore.open(str(store_path), create=True) as store:
        import_match(store, (FOLDER / "matches" / "frc_tcg-written-2.match.jsonl").read_bytes())
        for match, kind in kinds.items():
            rows, catalogue = forged_rows(FORGERIES[kind], match, **MOMENTS.get(kind, {}))
            store.append_rows(rows, [catalogue])
        import_match(store, (FOLDER / "matches" / f"{GOOD}.match.jsonl").read_bytes())
    return kinds


READING = (
    ("show", BAD), ("show", BAD, "--json"), ("show", BAD, "--as", "spectator"), ("show", f"{BAD}/60"), ("log", BAD),
    ("log", BAD, "--json"), ("log", BAD, "--as", "spectator"), ("replay", BAD), ("audit", BAD), ("diff", BAD, "3", "60"),
    ("export", BAD, "--format", "html"), ("export", BAD, "--format", "text"), ("export", BAD, "--format", "svg"),
    ("export", BAD, "--as", "spectator"),
)  # fmt: skip
RECORDING = (
    ("take", BAD, "end_turn"), ("undo", BAD), ("annotate", f"{BAD}/3", "x"), ("conclude", BAD, "--drawn"),
    ("takeback", BAD, "--to", "3", "--reason", "x"), ("record", BAD, "--from", "/dev/null"), ("fork", BAD),
)  # fmt: skip
ALL = (
    ("matches",), ("matches", "--json"), ("stats", "results"), ("stats", "first-player"), ("sql", "from matches"),
    ("project",), ("project", "--rebuild"), ("doctor",), ("verify", "--all"),
)  # fmt: skip


def test_every_reading_command_shows_it_as_damaged(matchbook: CommandLine, forged: str) -> None:
    """Boards, logs and exports go as far as the record, and name the damaged entry with exit code 6."""
    for arguments in READING:
        ran = matchbook(*arguments)
        if "folds" in forged and arguments[0] not in ("log", "audit"):
            assert ran.code in (0, 6), (arguments, ran.err)
            continue
        assert ran.code == 6, (forged, arguments, ran.err)
        if arguments[0] != "audit":
            assert "damaged" in ran.err, (arguments, ran.err)
            assert ran.err.count("matchbook: error") == 1
    if "folds" not in forged:
        assert "told up to entry" in matchbook("log", BAD).err
        assert matchbook("log", f"{BAD}/3").out.startswith("    3  ")


def test_nothing_is_recorded_on_what_cannot_be_folded(matchbook: CommandLine, forged: str) -> None:
    """Every recording command names the damaged entry in one line."""
    if "folds" in forged:
        return
    before = matchbook("verify", BAD).out
    for arguments in RECORDING:
        ran = matchbook(*arguments)
        assert (ran.code, ran.err.count("\n")) == (6, 1), (forged, arguments, ran.err)
        assert "entry " in ran.err
    assert matchbook("verify", BAD).out == before


@pytest.mark.slow
def test_commands_on_all_matches_go_past_it(matchbook: CommandLine, all_forged: dict[str, str]) -> None:
    for arguments in (*ALL, *((command, match) for match in all_forged for command in ("verify", "export"))):
        assert matchbook(*arguments).code in (0, 1, 6), arguments
    every = {*all_forged, GOOD}
    listed = json.loads(matchbook("matches", "--json").out)
    assert every <= {row["id"] for row in listed}
    audited = json.loads(matchbook("audit", "--all", "--json").out)
    found = {report["match"]: report["findings"] for report in audited}
    assert every <= set(found)
    assert found[GOOD] == []
    for match, kind in all_forged.items():
        assert "folds" in kind or {finding["kind"] for finding in found[match]} & {"broken", "altered"}, kind


def test_such_a_file_is_not_imported(matchbook: CommandLine, forged: str, store_path: Path) -> None:
    with MatchStore.open(str(store_path)) as store, MatchStore.open(":memory:") as other:
        data = export_match(store, BAD)
        with pytest.raises(ImportRejected) as refusal:
            import_match(other, data)
        assert refusal.value.code in ("history", "content")
        assert other.match_ids() == []
    found = verify_file(data, CODECS).findings
    assert found[0].text.endswith(f"(line {refusal.value.line})")


def test_the_screens_open_what_there_is(forged: str, store_path: Path) -> None:
    """A replay opens up to the entry before; what is recorded later does not break it. Recording is refused."""
    with MatchService(MatchStore.open(str(store_path))) as app:
        history = app.history(BAD)
        assert len(history.entries) == history.match.version == len(history.last_frame_of) - 1
        assert app.refresh(history) == 0
        seats = range(len(history.match.state.seats))
        for frame, viewpoint in itertools.product(history.frames, ("judge", "spectator", *seats)):
            assert history.match.game.board(frame.state, viewpoint).title
            assert frame.event is None or history.match.game.narrate(frame.before, frame.event, viewpoint)
        assert "damaged" in history.damage
        if history.broken:
            with pytest.raises(ValueError, match="damaged from entry"):
                RecordingService(app).history(BAD)


def test_a_difference_is_reported_and_not_refused(matchbook: CommandLine, tmp_path: Path) -> None:
    """A file whose recorded rule breaches the rules of today see otherwise is imported; the audit tells."""
    file = read_match_file((FOLDER / "matches" / "pbl_robots-written-2.match.jsonl").read_bytes(), CODECS)
    flagged = structs.replace(file.entries[20].payload, reason="so it was played")
    assert isinstance(flagged, ActionEntry)

    def forge(entry: AnyEntry) -> AnyPayload:
        payload = entry.payload
        violation = next(iter(CODECS.find_game("pbl_robots").rules))
        if isinstance(payload, ActionEntry) and not payload.violations:
            from domain.rules import Violation

            return structs.replace(payload, violations=(Violation(violation, "seen otherwise then"),))
        return payload

    rows, catalogue = forged_rows(forge)
    with MatchStore.open(":memory:") as store:
        store.append_rows(rows, [catalogue])
        path = tmp_path / "differing.match.jsonl"
        path.write_bytes(export_match(store, BAD))
    assert matchbook("import", path).code == 0
    ran = matchbook("audit", BAD)
    assert ran.code == 1
    assert "disagreeing" in ran.out


def test_a_game_that_is_not_installed_is_said(tmp_path: Path) -> None:
    """Header, cards, chain and seal are verified; undecoded entries are a note. Import says which game it needs."""
    data = (FOLDER / "matches" / "pbl_robots-written-2.match.jsonl").read_bytes()
    unknown = data.replace(b"pbl_robots/", b"tic_tac_toe/").replace(b'"game":"pbl_robots"', b'"game":"tic_tac_toe"')
    lines = unknown.split(b"\n")
    cards = json.loads(lines[0])["catalogue"]["cards"]
    head = first_head("pbl_robots-written")
    for at in range(1 + cards, len(lines) - 2):
        state = b"{" + lines[at].partition(b",")[2]
        head = head_after(head, "tic_tac_toe/1", split(state))
        parts = split(state)
        whole = join(bytes(parts.envelope), bytes(parts.payload), parts.salt, write_head(head)[:4])
        lines[at] = b'{"topic":"tic_tac_toe/1",' + whole[1:]
    lines[-2] = json.dumps({"seal": {"entries": 68, "head": write_head(head)}}, separators=(",", ":")).encode()
    unknown = b"\n".join(lines)
    checked = verify_file(unknown, CODECS)
    assert (checked.findings, checked.head) == ((), write_head(head))
    assert any("tic_tac_toe" in note for note in checked.notes)
    assert verify_file(unknown.replace(b'"by":"kim"', b'"by":"eve"', 1), CODECS).findings
    with MatchStore.open(":memory:") as store, pytest.raises(ImportRejected, match="tic_tac_toe"):
        import_match(store, unknown)


@pytest.mark.slow
def test_statistics_go_past_an_impossible_moment(matchbook: CommandLine, store_path: Path) -> None:
    lengths = {}
    with MatchStore.open(str(store_path), create=True) as store:
        for number, said in enumerate(MOMENTS.values()):
            rows, catalogue = forged_rows(FORGERIES["a turn before the first"], f"moment-{number}", **said)
            store.append_rows(rows, [catalogue])
            lengths[f"moment-{number}"] = len(rows)
    ran = matchbook(
        "sql", "--format", "csv",
        "select d.match, d.version, (select count(*) from entries e where e.match = d.match) n from damaged d order by all",
    )  # fmt: skip
    assert ran.code == 0, ran.err
    assert ran.out.split()[1:] == [f"{match},8,{length - 1}" for match, length in lengths.items()]


@pytest.mark.parametrize(
    ("said", "code", "words"),
    [
        ({"turn": 7}, 1, "recorded as made in turn 7; it was made in turn "),
        ({"phase": "nowhere"}, 1, "recorded as made in phase nowhere; it was made in phase "),
        ({"seat": 1}, 1, "recorded as made in seat 2; it was made in seat "),
        ({"turn": -5}, 6, "envelope.turn: a whole number from 0 to 1000000 expected, found -5"),
    ],
)
def test_the_audit_compares_moments(
    matchbook: CommandLine, store_path: Path, said: dict[str, object], code: int, words: str
) -> None:
    rows, catalogue = forged_rows(lambda entry: entry.payload, **said)
    with MatchStore.open(str(store_path), create=True) as store:
        store.append_rows(rows, [catalogue])
    ran = matchbook("audit", BAD, "--json")
    assert ran.code == code, ran.out
    assert [words in finding["text"] for finding in json.loads(ran.out)["findings"]] == [True]


def _second_opening(entry: AnyEntry) -> AnyPayload:
    payload = entry.payload
    if isinstance(payload, ActionEntry):
        opening = read_match_file(
            (FOLDER / "matches" / "pbl_robots-written-2.match.jsonl").read_bytes(), CODECS
        ).entries[0]
        return structs.replace(payload, command=opening.payload.command)
    return payload


def _stranger_commanding(entry: AnyEntry) -> AnyPayload:
    payload = entry.payload
    if isinstance(payload, ActionEntry) and hasattr(payload.command, "player"):
        return structs.replace(payload, command=structs.replace(payload.command, player=9))
    return payload


@pytest.mark.parametrize(
    ("forge", "words"),
    [
        (_stranger_commanding, "names seat 10 (player), which is not at the table"),
        (_second_opening, "the match is already created"),
    ],
)
def test_the_audit_tells_commands_that_could_not_be_given(
    matchbook: CommandLine, store_path: Path, forge: Forge, words: str
) -> None:
    """A recorded command that a player could not have given, before possible events, is a difference (exit code 1), in words."""
    rows, catalogue = forged_rows(forge)
    with MatchStore.open(str(store_path), create=True) as store:
        store.append_rows(rows, [catalogue])
    ran = matchbook("audit", BAD, "--json")
    found = json.loads(ran.out)["findings"]
    assert (ran.code, {finding["kind"] for finding in found}) == (1, {"disagreeing"})
    assert words in found[0]["text"]
    assert "Error" not in ran.out
