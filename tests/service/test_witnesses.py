"""Keys, checkpoints and proofs on the command line: who alters a record is found out, in one line."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from service.recording.match_service import MatchService
from service.witnessing.checkpoints import CheckpointWriter
from service.witnessing.keys import KeyRing
from storage.store import MatchStore
from tests.service.conftest import CommandLine, Ran
from tests.storage.forging import unguarded

NEW = ("new", "frc_card_game", "--player", "Ada", "--player", "Bo", "--deck", "1=30", "--deck", "2=30")


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of this device's keys."""
    monkeypatch.setenv("MATCHBOOK_CONFIG", str(tmp_path / "device"))
    return tmp_path / "device" / "keys"


@pytest.fixture
def match(matchbook: CommandLine, keys: Path) -> str:
    """A match of four entries, on a device with a key."""
    match = matchbook(*NEW).out.strip()
    for number in (1, 2, 3):
        matchbook("annotate", f"{match}/{number}", f"note {number}")
    assert matchbook("keys", "new", "desk-1").code == 0
    return match


@pytest.fixture
def note(matchbook: CommandLine, match: str, tmp_path: Path) -> Path:
    """A checkpoint after its four entries."""
    assert matchbook("checkpoint", match, "--out", tmp_path / "c.note").code == 0
    return tmp_path / "c.note"


def failed(ran: Ran, code: int, text: str) -> None:
    """One clear line, and the code."""
    assert (ran.code, ran.out) == (code, "")
    lines = [line for line in ran.err.splitlines() if not line.startswith("matchbook: warning")]
    assert len(lines) == 1, lines
    assert re.search(text, lines[0]), lines[0]


def test_keys_are_for_their_owner_alone_and_never_written_over(matchbook: CommandLine, keys: Path) -> None:
    """Only its owner can read the private half; creating it again is refused and leaves it unchanged."""
    public = matchbook("keys", "new", "desk-1", "--until", "2090-12-31").out.strip()
    file = keys / "desk-1.key"
    before = file.read_bytes()
    assert (file.stat().st_mode & 0o777, keys.stat().st_mode & 0o777) == (0o600, 0o700)
    failed(matchbook("keys", "new", "desk-1"), 2, "desk-1")
    (keys / "trusted.keys").unlink()
    failed(matchbook("keys", "new", "desk-1"), 2, "there already, and a key is never written over")
    assert file.read_bytes() == before
    assert matchbook("keys", "trust", public).code == 0
    [listed] = json.loads(matchbook("keys", "list", "--json").out)
    assert listed == {"name": "desk-1", "key": public, "until": "", "own": True}


def test_a_key_of_another_device_is_trusted_by_its_public_half(
    matchbook: CommandLine, match: str, note: Path, keys: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An unknown key is refused until it is trusted; a second key of the same name is not accepted."""
    public = (keys / "trusted.keys").read_text().strip()
    monkeypatch.setenv("MATCHBOOK_CONFIG", str(tmp_path / "other"))
    failed(matchbook("verify", match, "--checkpoint", note), 2, r"c\.note: signed by desk-1, a key that is not trusted")
    assert matchbook("keys", "trust", public).code == 0
    ran = matchbook("verify", match, "--checkpoint", note)
    assert (ran.code, "witnessed: desk-1 signed this after 4 entries" in ran.err) == (0, True)
    assert "to find out" not in ran.err
    monkeypatch.setenv("MATCHBOOK_CONFIG", str(tmp_path / "third"))
    impostor = matchbook("keys", "new", "desk-1").out.strip()
    monkeypatch.setenv("MATCHBOOK_CONFIG", str(tmp_path / "other"))
    failed(matchbook("keys", "trust", impostor), 2, "another key is trusted as desk-1")


def test_an_expired_key_neither_signs_nor_counts(matchbook: CommandLine, match: str, note: Path, keys: Path) -> None:
    """Signatures up to the key's last day count for ever, later ones never."""
    public = (keys / "trusted.keys").read_text().strip()
    assert matchbook("keys", "trust", public, "--until", "2020-12-31").code == 0
    failed(matchbook("verify", match, "--checkpoint", note), 2, "after the key desk-1 expired on 2020-12-31")
    failed(matchbook("checkpoint", match), 2, "the key desk-1 expired on 2020-12-31")
    assert matchbook("keys", "trust", public, "--until", "2099-12-31").code == 0
    assert matchbook("verify", match, "--checkpoint", note).code == 0


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        (("checkpoint",), 2, "name a match, or --all"),
        (("checkpoint", "MATCH", "--all"), 2, "name a match, or --all"),
        (("checkpoint", "nobody"), 5, "no match 'nobody'"),
        (("checkpoint", "MATCH", "--key", "desk-2"), 2, "no key desk-2; `matchbook keys new desk-2`"),
        (("checkpoint", "MATCH", "--venue", "a b"), 2, "'a b' cannot be used in a checkpoint"),
        (("checkpoint", "MATCH", "--out", "NOTE"), 2, "exists; --force overwrites it"),
        (("keys", "new", "a/b"), 2, "'a/b' cannot name a key"),
        (("keys", "new", "x", "--until", "soon"), 2, "'soon' is not a date; write it as 2027-12-31"),
        (("keys", "trust", "desk+1"), 2, "'desk.1' is not a verifier key"),
        (("verify", "MATCH", "--checkpoint", "NOWHERE"), 5, "no such file"),
        (("verify", "MATCH", "--checkpoint", "OTHER"), 2, "a checkpoint of the match .*; this is the match"),
        (("verify", "--all", "--checkpoint", "NOTE"), 2, "a checkpoint of the match .*; this is a whole store"),
        (("verify", "MATCH", "--checkpoint", "STORE"), 2, "a checkpoint of a whole store; this is the match"),
        (("verify", "MATCH", "--checkpoint", "FORGED"), 6, "forged or altered: desk-1 did not sign this"),
        (("verify", "MATCH", "--checkpoint", "KEY"), 2, "not a signed note"),
        (("verify", "MATCH", "--checkpoint", "NOTE", "--expect", "A" * 43), 2, "give one"),
        (("prove", "MATCH"), 2, "either an entry is proven, .*/N, or"),
        (("prove", "MATCH/2", "--from", "A" * 43), 2, "either an entry is proven"),
        (("prove", "MATCH/9"), 5, "no entry 9"),
        (("prove", "MATCH/0"), 5, "no entry 0"),
        (("prove", "MATCH/1", "--upto", "9"), 5, "has 4 entries, and no entry 9"),
        (("prove", "MATCH", "--from", "A" * 43), 2, "never had the head A"),
    ],
)
def test_bad_input_gets_one_line(
    matchbook: CommandLine,
    match: str,
    note: Path,
    keys: Path,
    tmp_path: Path,
    words: tuple[str, ...],
    code: int,
    text: str,
) -> None:
    other = matchbook(*NEW).out.strip()
    named = {"NOTE": note, "KEY": keys / "desk-1.key", "NOWHERE": tmp_path / "nowhere"}
    for name, what in (("OTHER", other), ("STORE", "--all")):
        named[name] = tmp_path / name
        matchbook("checkpoint", what, "--out", named[name])
    named["FORGED"] = tmp_path / "forged.note"
    named["FORGED"].write_bytes(note.read_bytes().replace(b"\n4\n", b"\n3\n"))
    asked = [str(named.get(word, word.replace("MATCH", match))) for word in words]
    failed(matchbook(*asked), code, text)
    assert matchbook("verify", match, "--checkpoint", note).code == 0


def test_a_damaged_key_file_is_named(matchbook: CommandLine, match: str, keys: Path) -> None:
    secret = (keys / "desk-1.key").read_text()
    (keys / "desk-1.key").write_text(secret[:-6])
    failed(matchbook("checkpoint", match), 2, "not a private key, or a damaged one")
    assert secret.strip()[-40:-20] not in matchbook("checkpoint", match).err
    (keys / "trusted.keys").write_text("desk-1+x\n")
    failed(matchbook("keys", "list"), 2, r"trusted\.keys, line 1: 'desk-1\+x' is not a verifier key")


def test_a_cut_tail_and_a_rewrite_are_found_by_a_checkpoint(
    matchbook: CommandLine, match: str, note: Path, store_path: Path
) -> None:
    """Without one the answer says how to find out; with one it names which of the two it is."""
    assert "give a head or checkpoint kept elsewhere" in matchbook("verify", match).err
    unguarded(store_path, "DELETE FROM stored_events WHERE originator_version = 4")
    assert matchbook("verify", match).code == 0
    ran = matchbook("verify", match, "--checkpoint", note)
    assert (ran.code, "3 now: the end was cut off" in ran.out) == (6, True)
    matchbook("annotate", f"{match}/1", "another note")
    ran = matchbook("verify", match, "--checkpoint", note)
    assert (ran.code, "another head after 4 entries" in ran.out) == (6, True)
    matchbook("annotate", f"{match}/1", "and another")
    assert matchbook("verify", match, "--checkpoint", note).code == 6


def test_a_deleted_match_is_found_by_a_checkpoint_of_the_store(
    matchbook: CommandLine, match: str, store_path: Path, tmp_path: Path
) -> None:
    """The store is witnessed as it goes on, and no longer once a match is gone from it."""
    gone = matchbook(*NEW).out.strip()
    matchbook("checkpoint", "--all", "--out", tmp_path / "store.note")
    matchbook("annotate", f"{match}/1", "later")
    assert matchbook("verify", "--all", "--checkpoint", tmp_path / "store.note").code == 0
    unguarded(store_path, f"DELETE FROM stored_events WHERE originator_id = '{gone}'")
    matchbook("annotate", f"{match}/1", "later still")
    assert matchbook("verify", "--all").code == 0
    ran = matchbook("verify", "--all", "--checkpoint", tmp_path / "store.note")
    assert (ran.code, "another head after 5 entries" in ran.out) == (6, True)


def test_proofs_are_held_against_checkpoints(matchbook: CommandLine, match: str, note: Path, tmp_path: Path) -> None:
    """An entry, and the later record, are proven to the holder of a checkpoint; a proof for another head is refused."""
    matchbook("annotate", f"{match}/1", "later")
    entry, earlier, onward = (tmp_path / name for name in ("entry.json", "earlier.json", "onward.json"))
    matchbook("prove", f"{match}/2", "--out", entry)
    matchbook("prove", f"{match}/2", "--upto", "4", "--out", earlier)
    head = matchbook("verify", earlier).out.strip()
    matchbook("prove", match, "--from", head, "--out", onward)
    for proof in (earlier, onward):
        ran = matchbook("verify", proof, "--checkpoint", note)
        assert (ran.code, "witnessed: desk-1" in ran.err) == (0, True)
    assert "to find out whether the proof is of another record" in matchbook("verify", entry).err
    ran = matchbook("verify", entry, "--checkpoint", note)
    assert (ran.code, "does not prove anything about the record with the head" in ran.out) == (6, True)
    latest = matchbook("verify", match).out.strip()
    assert matchbook("verify", entry, "--expect", latest).code == 0
    entry.write_bytes(entry.read_bytes().replace(b"note 1", b"note 7"))
    failed(matchbook("verify", entry, "--expect", latest), 6, r"entry\.json: altered or forged")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder into which checkpoints are written by themselves."""
    folder = tmp_path / "kept"
    folder.mkdir()
    monkeypatch.setenv("MATCHBOOK_CHECKPOINTS", str(folder))
    return folder


SHEET = Path(__file__).parents[2] / "domain/games/frc_card_game/match/adas_gamble.scoresheet"


def versions(kept: Path) -> list[int]:
    """After which entries checkpoints were written."""
    return sorted(int(note.stem.rpartition("-")[2]) for note in kept.iterdir())


def test_a_checkpoint_is_written_behind_each_turn(
    matchbook: CommandLine, keys: Path, kept: Path, store_path: Path, tmp_path: Path
) -> None:
    """And only after these actions; each of them is a witness."""
    matchbook("keys", "new", "desk-1")
    text = SHEET.read_text().splitlines()
    first = next(number for number, line in enumerate(text) if line and line[0] not in "@#")
    (tmp_path / "head.scoresheet").write_text("\n".join(text[: first + 1]) + "\n")
    match = matchbook("new", "--sheet", tmp_path / "head.scoresheet").out.strip()
    standing = CheckpointWriter(kept, KeyRing(keys), "hall", pytest.fail)
    with MatchService(MatchStore.open(f"sqlite:///{store_path}"), stored=standing) as app:
        for line in [line for line in text[first + 1 :] if line and line[0] not in "!#@"][:25]:
            app.take(match, line)
        turns = [entry.envelope.turn for entry in app.store.entries(match)]
        turns.append(app.match(match).game.turn_info(app.match(match).state).turn)
    ended = [number for number, (one, two) in enumerate(pairwise(turns), start=1) if one != two]
    assert len(ended) >= 2
    assert versions(kept) == ended
    for note in kept.iterdir():
        assert matchbook("verify", match, "--checkpoint", note).code == 0


def test_a_checkpoint_is_written_behind_rulings_confirmations_and_the_end(
    matchbook: CommandLine, match: str, kept: Path
) -> None:
    """And not behind a note."""
    matchbook("ruling", match, "marked sleeves", "--cite", "CG-D01", "--official", "Rin")
    matchbook("annotate", f"{match}/2", "nothing ends here")
    matchbook("conclude", match, "--winner", "Ada")
    matchbook("confirm", match, "Ada")
    assert versions(kept) == [5, 7, 8]


def test_a_match_recorded_at_once_has_its_last_checkpoint(matchbook: CommandLine, keys: Path, kept: Path) -> None:
    matchbook("keys", "new", "desk-1")
    match = matchbook("new", "--sheet", SHEET).out.strip()
    assert [note.name for note in kept.iterdir()] == [f"{match}-56.note"]


def test_nobody_is_kept_from_recording_by_a_checkpoint(
    matchbook: CommandLine, match: str, kept: Path, keys: Path, store_path: Path
) -> None:
    """Without a key, or a folder, the entry is recorded and one line says what was not written; an altered match is not
    signed."""
    kept.rmdir()
    ran = matchbook("conclude", match, "--winner", "Ada")
    assert (ran.code, f"warning: no checkpoint of {match}/5" in ran.err) == (0, True)
    kept.mkdir()
    (keys / "trusted.keys").unlink()
    ran = matchbook("confirm", match, "Bo")
    assert (ran.code, "no key on this device" in ran.err) == (0, True)
    assert versions(kept) == []
    matchbook("keys", "new", "desk-2")
    unguarded(store_path, "UPDATE stored_events SET topic = 'frc_card_game/1' WHERE originator_version = 3")
    assert matchbook("annotate", f"{match}/2", "settled", "--on-damaged", "it goes on").code == 0
    assert versions(kept) == []
