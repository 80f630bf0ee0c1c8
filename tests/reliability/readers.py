"""Everything that reads bytes of strangers: how each is called, what it reads well, and what comes of any bytes at all."""

import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct

from domain.cards import deck_from_toml
from domain.notation import Names, parse_command
from domain.registry import load_game
from matchbook.cli.failures import explain
from service.backups import MANIFEST, back_up, read_manifest
from service.exchange.files import export_view
from service.kits import kit_files
from service.recording.correction_file import read_changes
from service.recording.match_service import MatchService
from service.resources import sample_sheets, text_of
from service.typing.printed_log import read_sheet
from service.typing.scoresheet import read_scoresheet
from storage.match_file import export_match, import_match, read_match_file
from storage.proofs import check_proof, prove_entry, write_proof
from storage.records import Codecs
from storage.redacted_file import verify_view
from storage.signed_notes import Checkpoint, PrivateKey, open_note, read_private_key, read_public_key, sign
from storage.store import MatchStore
from tests.golden import FOLDER
from tests.replay_tui.live import open_sheet

CORPUS: Final = Path(__file__).with_name("corpus")
"""A folder for each reader with bytes that once were trouble, or find a way into its code that no others find."""
KEY: Final = PrivateKey("desk", bytes(32))
GAME: Final = load_game("frc_card_game")
CODECS: Final = Codecs()


class Reader(Struct, frozen=True):
    """A reader of bytes."""

    read: Callable[[bytes], object]
    """Raises what a user is told in one line."""
    seeds: Callable[[], Iterator[bytes]]
    """Valid texts."""


def _matches() -> Iterator[bytes]:
    return (path.read_bytes() for path in sorted((FOLDER / "matches").iterdir()) if path.stat().st_size < 100_000)


@cache
def _one_match() -> bytes:
    return min((data for data in _matches() if b'"format_version":2' in data), key=len)


def _kits() -> Iterator[bytes]:
    return (file.read_bytes() for _, file in sorted(kit_files().items()))


def _catalogues() -> Iterator[bytes]:
    folder = Path(GAME.package.replace(".", "/"))
    return (file.read_bytes() for file in sorted((FOLDER.parent.parent / folder / "catalogue").glob("*.toml")))


def _decks() -> Iterator[bytes]:
    folder = Path(GAME.package.replace(".", "/"))
    return (file.read_bytes() for file in sorted((FOLDER.parent.parent / folder / "decks").glob("*.toml")))


def _sheets() -> Iterator[bytes]:
    return (file.read_bytes() for name in ("frc_card_game", "pbl_robots") for file in sample_sheets(load_game(name)))


def _proofs() -> Iterator[bytes]:
    with MatchStore.open(":memory:", create=True) as store:
        match = import_match(store, _one_match()).match
        yield write_proof(prove_entry(match, store.raw(match), 2))


def _views() -> Iterator[bytes]:
    with MatchService(MatchStore.open(":memory:", create=True)) as app:
        match = import_match(app.store, _one_match()).match
        yield export_view(app, app.history(match), "spectator")


def _notes() -> Iterator[bytes]:
    for match in ("", "7kq2"):
        yield sign(Checkpoint("cup", match, 42, "A" * 43, "2026-03-14T15:09:26Z"), KEY)


def _manifests() -> Iterator[bytes]:
    with tempfile.TemporaryDirectory() as folder, MatchStore.open(f"{folder}/m.db", create=True) as store:
        import_match(store, _one_match())
        back_up(store, Path(folder) / "copy")
        yield (Path(folder) / "copy" / MANIFEST).read_bytes()


def _manifest(data: bytes) -> object:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / MANIFEST).write_bytes(data)
        return read_manifest(Path(folder))


def _import(data: bytes) -> object:
    """A refused import leaves the store empty."""
    with MatchStore.open(":memory:", create=True) as store:
        try:
            match = import_match(store, data).match
        except BaseException:
            assert (store.match_ids(), store.recorder.select_catalogues()) == ([], [])
            raise
        assert export_match(store, match) == data


@cache
def _names() -> Names:
    with MatchService(MatchStore.open(":memory:", create=True)) as app:
        state = app.match(open_sheet(app, GAME.name, 6)).state
    return Names(state.catalogue, state.seats)


def _command(data: bytes) -> object:
    return parse_command(text_of(data, "line"), GAME.commands, _names())


def _lines() -> Iterator[bytes]:
    for sheet in (file.read_bytes() for file in sample_sheets(GAME)[:1]):
        yield from (line for line in sheet.splitlines() if line and line[0] not in b"@#!")


READERS: Final[dict[str, Reader]] = {
    "match_file": Reader(lambda data: read_match_file(data, CODECS), _matches),
    "import": Reader(_import, lambda: iter([_one_match()])),
    "view": Reader(verify_view, _views),
    "proof": Reader(check_proof, _proofs),
    "checkpoint": Reader(lambda data: open_note(data, [KEY.public]), _notes),
    "public_key": Reader(lambda data: read_public_key(text_of(data, "key")), lambda: iter([str(KEY.public).encode()])),
    "private_key": Reader(lambda data: read_private_key(text_of(data, "key")), lambda: iter([KEY.written().encode()])),
    "manifest": Reader(_manifest, _manifests),
    "kit": Reader(lambda data: load_game("tabletop").cards.read(text_of(data, "kit"), "kit"), _kits),
    "catalogue": Reader(lambda data: GAME.cards.read(text_of(data, "cards"), "cards"), _catalogues),
    "deck": Reader(lambda data: deck_from_toml(text_of(data, "deck"), "deck"), _decks),
    "scoresheet": Reader(lambda data: read_scoresheet(text_of(data, "sheet")), _sheets),
    "printed_log": Reader(lambda data: read_sheet(text_of(data, "log")), _sheets),
    "corrections": Reader(
        lambda data: read_changes(text_of(data, "changes"), "7kq2"),
        lambda: iter([b"# slips\n12 end_turn\n-13\n+14 end_turn\n"]),
    ),
    "command": Reader(_command, _lines),
}


def outcome(reader: Reader, data: bytes) -> str:
    """`read`, or the one line in which it is refused. Raises whatever else the reader raises: a fault of it."""
    try:
        reader.read(data)
    except Exception as error:
        told = explain(error)
        if told is None:
            raise
        assert told[0], "refused without a word"
        return told[0]
    return "read"


def kept(name: str) -> list[Path]:
    """The corpus of a reader."""
    return sorted((CORPUS / name).iterdir()) if (CORPUS / name).is_dir() else []
