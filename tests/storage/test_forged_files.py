"""Forged match files: what import refuses is what `verify` finds, and what the verifier of the documents finds too."""

import subprocess
import sys
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from storage.errors import ImportRejected
from storage.match_file import import_match, verify_file
from storage.records import Codecs
from storage.store import MatchStore
from tests.campaigns import some, tries
from tests.golden import FOLDER
from tests.storage import forged_files

CODECS = Codecs()
MATCHES = sorted((FOLDER / "matches").glob("*.match.jsonl"))
SAMPLES = tries("MATCHBOOK_FORGED_FILES", few=12, many=40)
VERIFIER = Path(__file__).parents[2] / "docs" / "verify.py"
PLAIN: dict[str, object] = {"__name__": "verifier"}
exec(compile(VERIFIER.read_text(), str(VERIFIER), "exec"), PLAIN)


def refused(data: bytes) -> str:
    """Why import refuses a file; empty where it takes it."""
    with MatchStore.open(":memory:") as store:
        try:
            import_match(store, data)
        except ImportRejected as refusal:
            assert store.match_ids() == []
            assert store.recorder.select_catalogues() == []
            return str(refusal)
    return ""


def found(data: bytes, expect: str = "") -> str:
    """What `verify` finds."""
    try:
        checked = verify_file(data, CODECS, expect)
    except ImportRejected as refusal:
        return str(refusal)
    assert bool(checked.head) is not bool(checked.findings)
    return "; ".join(map(str, checked.findings))


def found_plainly(data: bytes, expect: str = "") -> str:
    """The findings of the documents' verifier."""
    try:
        PLAIN["verify"](data, expect)  # type: ignore[operator]
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        return str(error) or repr(error)
    return ""


@pytest.fixture(params=some(MATCHES, 12), ids=lambda file: file.name.removesuffix(".match.jsonl"))
def golden(request):
    """A frozen match file."""
    return request.param.read_bytes()


@pytest.fixture(params=some(MATCHES, 6), ids=lambda file: file.name.removesuffix(".match.jsonl"))
def forged(request):
    """A frozen match file that is forged in many ways."""
    return request.param.read_bytes()


def test_a_file_that_is_as_it_was_written_is_taken(golden):
    """A frozen file is imported, verified and verified by the verifier of the documents; all three come to one head."""
    assert refused(golden) == found(golden) == found_plainly(golden) == ""
    assert verify_file(golden, CODECS).head == PLAIN["verify"](golden)  # type: ignore[operator]


def test_what_import_refuses_verify_finds(forged):
    """Given any change to a file's header, beginning, end or lines, then import refuses it, and `verify` and the
    documents' verifier find it (C10)."""
    rng = Random(len(forged))
    moved = list(forged_files.with_lines_moved(forged))
    forgeries = chain(
        forged_files.with_header_changed(forged),
        forged_files.with_ends_changed(forged),
        rng.sample(moved, min(SAMPLES, len(moved))),
        rng.sample(list(forged_files.with_bytes_changed(forged, rng, 1)), SAMPLES),
    )
    name = forged.index(b'"name":"')
    unbound = range(name + 8, forged.index(b'"', name + 8) + 1)
    for what, data in forgeries:
        if data == forged or _only_within(unbound, forged, data):
            continue
        assert refused(data), what
        assert found(data), what
        assert found_plainly(data), what


def _only_within(place: range, old: bytes, new: bytes) -> bool:
    """Return True if two files differ only in the name that an older file gives its catalogue."""
    tail = len(old) - place.stop
    return old[: place.start] == new[: place.start] and old[place.stop - 1 :] == new[-tail - 1 :]


def test_every_line_that_is_moved_is_found():
    """In one file, every line dropped, doubled, exchanged with the next, and every stranger put in anywhere."""
    golden = min(MATCHES, key=lambda file: file.stat().st_size).read_bytes()
    for what, data in forged_files.with_lines_moved(golden):
        if data != golden:
            assert (bool(refused(data)), bool(found(data)), bool(found_plainly(data))) == (True,) * 3, what


def test_the_name_of_a_catalogue_is_bound_from_now_on(new_file):
    """A new file's header cannot give the catalogue another name; for an older file a note says that the name is not
    protected."""
    renamed = forged_files.with_header(new_file, lambda header: header["catalogue"].update(name="another"))
    assert refused(renamed)
    assert found(renamed)
    assert found_plainly(renamed)
    assert verify_file(new_file, CODECS).notes == ()
    old = MATCHES[0].read_bytes()
    assert any("the name of its card definitions is not verified" in note for note in verify_file(old, CODECS).notes)


def test_a_rewrite_is_found_by_a_witness_alone(forged):
    """A file rewritten from the beginning is internally valid; a head from outside reveals it."""
    head = verify_file(forged, CODECS).head
    anew = forged_files.rewritten(
        forged, lambda number, payload: payload.update(reason="so") if payload["kind"] == "action" else 0
    )
    assert found(anew) == found_plainly(anew) == ""
    assert found(anew, head)
    assert found_plainly(anew, head)
    assert found(forged, head) == found_plainly(forged, head) == ""


def test_the_verifier_is_short_and_needs_nothing(tmp_path):
    """It has 140 lines at most, runs without any package, prints the head, and says in one line what is wrong."""
    assert len(VERIFIER.read_text().splitlines()) <= 140
    command = [sys.executable, "-I", "-S", str(VERIFIER)]
    ran = subprocess.run([*command, str(MATCHES[0])], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout.strip()) == (0, verify_file(MATCHES[0].read_bytes(), CODECS).head)
    file = tmp_path / "forged.jsonl"
    file.write_bytes(MATCHES[0].read_bytes() + b"more\n")
    ran = subprocess.run([*command, str(file)], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (1, "", 1)


@pytest.fixture
def new_file():
    """A match file of today."""
    from service.exchange.files import export_match
    from service.recording.match_service import MatchService
    from service.resources import load_catalogue
    from service.simulation.matches import SimulationPlan, run_plan

    game = CODECS.find_game("frc_card_game")
    with MatchService(MatchStore.open(":memory:", create=True)) as app:
        [played] = run_plan(game, load_catalogue(game), SimulationPlan(game=game.name, matches=1, seed=1), app)
        return export_match(app, played.match)


@pytest.mark.parametrize("match", ["", "../../etc", "a b", "a\nb", "a\x1b[2J", "\u202eabc", "--all", "a" * 65, "ü"])
def test_a_match_id_that_nobody_can_type_is_refused(new_file, match):
    data = forged_files.rewritten(
        forged_files.with_header(new_file, lambda header: header.update(match=match)), lambda *_: None, match
    )
    said = "not a match id" if match.isprintable() else "cannot be in it"
    assert said in refused(data)
    assert said in found(data)


def test_a_schema_number_has_one_spelling(new_file):
    data = forged_files.rewritten(new_file.replace(b'/3","envelope"', b'/03","envelope"'), lambda *_: None)
    assert "is not a topic" in refused(data)
    assert "is not a topic" in found(data)
    assert found_plainly(data)
