"""Copies for one viewpoint: they verify like the whole record, and contain only its knowledge."""

import json
import re
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.json import decode

from domain.chain import first_head, write_head
from domain.registry import load_game
from domain.seats import SPECTATOR
from service.exchange.files import export_view
from service.recording.match_service import MatchService
from storage.errors import ImportRejected
from storage.records import head_after, join, split
from storage.redacted_file import ViewHeader, verify_view, write_view
from storage.store import MatchStore
from tests.rulebooks import RULEBOOKS
from tests.service.conftest import CommandLine
from tests.service.test_cli_bad_input import refused
from tests.service.test_noninterference import MATCH, acts_of, recorded
from tests.service.twins import twin

VERIFIER = Path(__file__).parents[2] / "docs" / "verify.py"
PLAIN: dict[str, object] = {"__name__": "verifier"}
exec(compile(VERIFIER.read_text(), str(VERIFIER), "exec"), PLAIN)
GAMES = RULEBOOKS
NEW = ("new", "frc_card_game", "--player", "Ada", "--player", "Bo", "--deck", "1=30", "--deck", "2=30")
LINES = ("play_team_card Ada red_alliance", "draw_opening_hand Ada [bram, ines, ??, ??]")


@pytest.fixture
def match(matchbook: CommandLine) -> str:
    """A match in which Ada drew two cards that only she saw."""
    match_id = matchbook(*NEW).out.strip()
    for line in LINES:
        assert matchbook("take", match_id, line).code == 0
    return match_id


def told(data: bytes) -> list[object]:
    """The text of a copy, without the random parts of every record: command ids, digests, heads."""
    lines = [json.loads(line) for line in data.splitlines()]
    for line in lines[1:-1]:
        del line["payload"], line["head"], line["envelope"]["command_id"]
    return [*lines[:-1], lines[-1]["seal"]["entries"]]


@pytest.mark.parametrize("telling", [True, False], ids=["players", "public"])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.promise(id="H3")
def test_a_copy_holds_nothing_hidden(name: str, telling: bool, tmp_path: Path) -> None:
    """Given two matches that differ only in hidden cards, then their copies are the same, line by line, in the same number of
    bytes."""
    game, acts = load_game(name), acts_of(load_game(name), 4)
    catalogue = acts[0].before.catalogue
    other = twin(game, catalogue, acts, SPECTATOR, Random(4))
    copies = []
    for number, commands in enumerate(([act.command for act in acts], other.commands)):
        url = f"sqlite:///{tmp_path / str(number)}.db"
        recorded(game, catalogue, commands, url)
        with MatchService(MatchStore.open(url)) as app:
            copies.append(export_view(app, app.history(MATCH), SPECTATOR, telling=telling))
            assert verify_view(copies[-1]).head == app.match(MATCH).head
            assert verify_view(copies[-1], app.match(MATCH).head).witnessed
    assert told(copies[0]) == told(copies[1])
    assert len(copies[0]) == len(copies[1])


@pytest.mark.promise(id="H3")
def test_a_players_copy_has_the_players_log(matchbook: CommandLine, match: str, tmp_path: Path) -> None:
    """Ada's copy names her cards, a spectator's does not; both verify without the store, to the head that the store has."""
    head = matchbook("verify", match).out.strip()
    for viewpoint, knows in (("Ada", True), ("Bo", False), ("spectator", False)):
        file = tmp_path / f"{viewpoint}.jsonl"
        assert matchbook("export", match, "--as", viewpoint, "-o", file).code == 0
        assert ("bram" in file.read_text()) is knows
        ran = matchbook("verify", file, "--expect", head)
        assert (ran.code, ran.out.strip()) == (0, head)


@pytest.mark.parametrize("level", ["players", "public"])
def test_a_redacted_export_still_verifies(matchbook: CommandLine, match: str, tmp_path: Path, level: str) -> None:
    """To the head of the record, by `verify` and by the verifier of the documents; each altered line is found by both."""
    matchbook("annotate", f"{match}/1", "Ada's sister watched")
    head, file = matchbook("verify", match).out.strip(), tmp_path / "redacted.jsonl"
    assert matchbook("export", match, "--redact", level, "-o", file).code == 0
    data = file.read_bytes()
    assert verify_view(data, head).witnessed
    assert PLAIN["verify"](data, head) == head  # type: ignore[operator]
    lines = data.splitlines(keepends=True)
    for number in range(1, len(lines) - 1):
        for forged in (
            [*lines[:number], *lines[number + 1 :]],
            [*lines[:number], lines[number], *lines[number:]],
            [*lines[:number], lines[number].replace(b'"recorded_at":1', b'"recorded_at":2'), *lines[number + 1 :]],
            [
                *lines[:number],
                lines[number].replace(b'"payload":"', b'"payload":"A')[:-1] + b"\n",
                *lines[number + 1 :],
            ],
        ):
            for check in (lambda text: bool(verify_view(text).findings), lambda text: not PLAIN["verify"](text)):  # type: ignore[operator]
                try:
                    assert check(b"".join(forged)), number
                except (ImportRejected, ValueError, LookupError, TypeError):
                    continue


def test_both_verifiers_refuse_a_copy_in_another_form(matchbook: CommandLine, match: str, store_path: Path) -> None:
    """Another game in the header, a wrong byte before the log lines and a field given twice are found."""
    data = matchbook("export", match, "--redact", "players").out.encode()
    head, rows = first_head(match), []
    with MatchStore.open(str(store_path)) as store:
        for version, topic, state in store.raw(match):
            parts = split(state.replace(b'{"envelope":{', b'{"envelope":{"version":9,', 1))
            head = head_after(head, topic, parts)
            rows.append(
                (version, topic, join(bytes(parts.envelope), bytes(parts.payload), parts.salt, write_head(head)))
            )
    header = decode(data.splitlines()[0], type=ViewHeader)
    for forged in (
        data.replace(b'"game":"frc_card_game"', b'"game":"frc_tcg"', 1),
        data.replace(b',"told":', b';"told":', 1),
        write_view(header, rows, lambda _: ()),
    ):
        assert forged != data
        with pytest.raises((ImportRejected, AssertionError)):
            assert not verify_view(forged).findings
        with pytest.raises(ValueError, match=r"entry 1|twice|Expecting"):
            PLAIN["verify"](forged)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("level", "held", "lacking"),
    [
        ("players", ("Ada", "red_alliance", "sister"), ("bram", "ines", '"salt"')),
        ("public", (), ("Ada", "red_alliance", "sister", "bram", "ines", '"salt"')),
    ],
)
def test_what_a_redacted_export_leaves_out(
    matchbook: CommandLine, match: str, tmp_path: Path, level: str, held: tuple[str, ...], lacking: tuple[str, ...]
) -> None:
    """For players what everybody at the table may read; for the public no player's name and no word of what happened."""
    matchbook("annotate", f"{match}/1", "Ada's sister watched")
    text = matchbook("export", match, "--redact", level).out
    assert [word for word in held if word.lower() not in text.lower()] == []
    without_digests = re.sub(r'"[\w+/=-]{40,}"', "", text).lower()
    assert [word for word in lacking if word.lower() in without_digests] == []


@pytest.mark.parametrize("words", [("--as", "Ada"), ("--format", "html"), ("--format", "text")])
def test_a_redacted_export_shows_nobodys_view(matchbook: CommandLine, match: str, words: tuple[str, ...]) -> None:
    ran = matchbook("export", match, "--redact", "public", *words)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_a_copy_proves_entries_and_is_not_imported(matchbook: CommandLine, match: str, tmp_path: Path) -> None:
    """Salt and payload of the whole file give the digest in the copy."""
    file = tmp_path / "copy.jsonl"
    matchbook("export", match, "--redact", "public", "-o", file)
    refused(matchbook("import", file), 2, "cannot be played back", "import the whole match file")
    from domain.chain import payload_digest, write_head

    whole, copy = matchbook("export", match).out, matchbook("export", match, "--as", "Bo").out
    entry = next(line for line in whole.splitlines() if '"draw_opening_hand"' in line)
    parts = msgspec.json.decode(entry, type=dict[str, msgspec.Raw])
    salt = msgspec.json.decode(parts["salt"], type=str)
    assert write_head(payload_digest(salt, bytes(parts["payload"]))) in copy
    assert "bram" not in copy


CHANGES = {
    "an envelope": (lambda text: text.replace('"by":"tess"', '"by":"bess"', 1), "chain"),
    "a digest": (
        lambda text: text.replace('"payload":"', '"payload":"A', 1),
        "content",
    ),
    "the seal": (lambda text: text.replace('"entries":3', '"entries":2'), "seal"),
    "an entry left out": (lambda text: "\n".join(text.split("\n")[:2] + text.split("\n")[3:]), "chain"),
    "no end": (lambda text: text[:-1], "truncated"),
    "no JSON": (lambda text: text.replace('{"topic"', "{topic", 1), "json"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_copy_is_found(matchbook: CommandLine, match: str, change: str) -> None:
    text = matchbook("export", match, "--as", "spectator").out
    alter, code = CHANGES[change]
    assert verify_view(text.encode()).findings == ()
    try:
        found = [finding.code for finding in verify_view(alter(text).encode()).findings]
    except ImportRejected as refusal:
        found = [refusal.code]  # type: ignore[list-item]
    assert code in found
