"""Match files of real matches: how large they are, what they say by themselves, and that older ones are still read."""

import json
import lzma
from pathlib import Path

import pytest

from domain.entries import Annotated
from domain.registry import game_names, load_game
from service.errors import UsageProblem
from service.exchange.files import export_match, import_file
from service.recording.matchbook import Matchbook
from service.resources import load_catalogue
from service.simulation.matches import Plan, run_plan
from storage.match_file import read_match_file
from storage.records import Codecs
from storage.store import MatchStore
from storage.strict_json import MAX_LINE
from tests.golden import FOLDER
from tests.service.conftest import CommandLine
from tests.web.tables import opened

GAMES = [name for name in game_names() if load_game(name).kind == "game"]
MOST = 60
"""Bytes of an entry in a compressed match file."""


def recorded(app: Matchbook, name: str, matches: int) -> list[bytes]:
    """The match files of simulated matches, with the ids, salts and times that recording gives them."""
    game = load_game(name)
    plan = Plan(game=name, matches=matches, seed=1)
    return [export_match(app, played.match) for played in run_plan(game, load_catalogue(game), plan, app)]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.promise(id="N3")
def test_an_entry_takes_60_bytes_compressed(name: str) -> None:
    """Over whole matches, what each entry adds to an xz-compressed file (its cards apart, which stand in it once) is 60
    bytes at most."""
    entries = size = 0
    with Matchbook(MatchStore.open(":memory:", create=True)) as app:
        for data in recorded(app, name, 4):
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
    with Matchbook(MatchStore.open(":memory:", create=True)) as app:
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
    """A file in which one time was changed does not verify, and the entry is named."""
    file = tmp_path / "one.match.jsonl"
    with Matchbook(MatchStore.open(":memory:", create=True)) as app:
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
    with Matchbook(MatchStore.open(":memory:", create=True)) as app:
        taken = import_file(app, path)
        data = export_match(app, taken.match)
    old, new = (read_match_file(text, Codecs()) for text in (path.read_bytes(), data))
    assert (old.rows, old.catalogue) == (new.rows, new.catalogue)
    assert len(data) == path.stat().st_size - 39 * len(new.rows)


def test_what_is_recorded_comes_back_from_a_file(tmp_path: Path) -> None:
    """The longest entry that is taken stands in a match file that can be imported; one byte more, and nothing is recorded."""
    file = tmp_path / "one.match.jsonl"
    with Matchbook(MatchStore.open(":memory:", create=True)) as app:
        match = opened(app, lines=0)
        app.annotate(match, Annotated(about=1, text="x"))
        *_, (version, topic, state) = app.store.raw(match)
        longest = 1 + MAX_LINE - len(topic) - len(state)
        with pytest.raises(UsageProblem, match=r"1,000,001 bytes, and 1,000,000 is the most: .*; nothing was recorded"):
            app.annotate(match, Annotated(about=1, text="x" * (longest + 1)))
        assert app.match(match).version == version
        app.annotate(match, Annotated(about=1, text="x" * longest))
        file.write_bytes(export_match(app, match))
    with Matchbook(MatchStore.open(":memory:", create=True)) as other:
        assert import_file(other, file).added == version + 1
