"""Test vectors of match files, for other implementations: `python -m tests.golden.vectors` writes `docs/vectors/`.

Each file has a row in `expected.json`: its kind, the verdict (`sound` or `damaged`), the number of entries and the last head; and
for match files the turn after each action, the rules that were broken, and the position after the last action, as the command
that declares it.
"""

import json
import sys
from itertools import count, islice
from pathlib import Path
from typing import Any, Final

import msgspec

from domain.games.tabletop.commands.acts import Act
from domain.judging import Ruled
from domain.registry import load_game
from domain.simulation import simulate
from service.auditing.audit import verify_file
from service.exchange.files import export_match, export_view, import_file
from service.judging.judge_actions import rule
from service.judging.rulings import Ruling
from service.recording.correction_requests import CorrectionRequest, RequestedEdit, correct
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService
from service.resources import load_catalogue
from storage.errors import ImportRejected
from storage.store import MatchStore

FOLDER: Final = Path(__file__).parents[2] / "docs" / "vectors"
KITS: Final = (
    "pig", "yacht", "darts", "life", "bowling", "backgammon", "chess", "crazy_eights", "go_fish", "hearts", "holdem", "skat",
    "word_game",
)  # fmt: skip
HIDDEN: Final = ("crazy_eights", "go_fish", "hearts", "holdem", "skat", "spades", "cribbage", "word_game")
_ACTIONS: Final = 9


def _recorded(kit: str, kind: str, seed: int) -> dict[str, bytes]:
    """A match of a kit in the form that a kind of vector has, by file name."""
    numbers, name = count(1), f"{kind}_{kit}"
    with MatchService(
        MatchStore.open(":memory:", create=True), clock=lambda: 1_760_000_000_000_000 + next(numbers) * 1_000_000,
        recorder="vectors", random_text=lambda size: f"{next(numbers):0{size * 4 // 3}x}",
    ) as app:  # fmt: skip
        cards = load_catalogue(load_game("tabletop"), kit)
        match = f"{sum(map(ord, name)) * 7919 + seed:012x}"
        batch = app.new_batch(Opening(game="tabletop", catalogue=cards, title=name), match_id=match)
        for one in islice(simulate(load_game("tabletop").for_catalogue(cards), cards, seed), _ACTIONS):
            batch.act(one.command, unattended=True)
        batch.store()
        if kind == "illegal":
            for verb in ("stop", "pass"):
                app.take(match, Act(verb=verb), as_played=True)
        elif kind == "unknown":
            app.take(match, Act(verb="note", args={"text": "cards that nobody saw"}))
        elif kind == "takeback":
            app.undo(match, reason="taken back at the table")
        elif kind == "correction":
            edit = RequestedEdit(app.match(match).actions[-1].address, "replace", 'note "as it was"')
            correct(app, CorrectionRequest(match=match, changes=(edit,), reason="mistyped", as_played=True))
        elif kind == "ruling":
            rule(app, match, Ruling(ruled=Ruled(official="Kim", role="judge", rules=("TT-TURN",), text="play goes on")))
        if kind == "redacted":
            history = app.history(match)
            views = {who: export_view(app, history, who, telling=who != "spectator") for who in ("1", "spectator")}
            return {f"{name}_{'public' if who == 'spectator' else 'seat1'}": data for who, data in views.items()}
        return {name: export_match(app, match)}


def _damages(data: bytes) -> dict[str, bytes]:
    """A sound match file, damaged in each way that a reader must find."""
    lines = data.splitlines(keepends=True)
    first = next(n for n, line in enumerate(lines) if line.startswith(b'{"topic"'))
    found = {
        "last_line_is_gone": lines[:-1], "an_entry_is_gone": [*lines[: first + 2], *lines[first + 3 :]],
        "an_entry_is_there_twice": [*lines[: first + 2], lines[first + 1], *lines[first + 2 :]],
        "entries_are_exchanged": [*lines[: first + 1], lines[first + 2], lines[first + 1], *lines[first + 3 :]],
        "a_card_is_gone": [lines[0], *lines[2:]], "header_is_gone": lines[1:], "a_line_follows_the_seal": [*lines, lines[-1]],
        "seal_counts_wrongly": [*lines[:-1], lines[-1].replace(b'"entries":', b'"entries":1')],
    }  # fmt: skip
    texts = {
        "payload_is_altered": data.replace(b'"roll"', b'"hold"', 1), "time_is_altered": data.replace(b"17600", b"17601", 1),
        "kit_is_altered": data.replace(b"next if $die = 1", b"next if $die = 2", 1),
        "line_ends_are_crlf": data.replace(b"\n", b"\r\n"),
        "last_line_has_no_end": data[:-1],
    }  # fmt: skip
    return {f"damaged_{name}": b"".join(part) for name, part in found.items()} | {
        f"damaged_{name}": text for name, text in texts.items()
    }


def expected(path: Path) -> dict[str, Any]:
    """The verdict on a file, and its states."""
    row: dict[str, Any] = {"kind": path.name.partition("_")[0]}
    try:
        verified = verify_file(None, path)
    except ImportRejected:
        return {**row, "verdict": "damaged"}
    row |= {"verdict": "damaged" if verified.findings else "sound", "entries": verified.entries, "head": verified.head}
    if row["verdict"] == "sound" and row["kind"] != "redacted":
        with MatchService(MatchStore.open(":memory:", create=True)) as app:
            import_file(app, path)
            match = app.history(verified.match).match
            game = match.game
            row["turns"] = [msgspec.to_builtins(game.turn_info(action.state)) for action in match.actions]
            row["violations"] = [violation.rule for action in match.actions for violation in action.violations]
            row["position"] = msgspec.to_builtins(game.position(match.state)) if game.position else None
    return json.loads(json.dumps(row))  # type: ignore[no-any-return]


def vectors() -> dict[str, bytes]:
    """All files, by name."""
    found: dict[str, bytes] = {}
    for kind, kits in (
        ("legal", KITS), ("illegal", KITS), ("unknown", HIDDEN), ("takeback", KITS), ("correction", KITS), ("ruling", KITS),
        ("redacted", HIDDEN),
    ):  # fmt: skip
        for kit in kits:
            found |= _recorded(kit, kind, seed=3)
    return found | _damages(found["legal_pig"])


def main(folder: Path = FOLDER) -> None:
    """Write the files and what is expected of each."""
    folder.mkdir(exist_ok=True)
    rows = {}
    for name, data in vectors().items():
        path = folder / f"{name}.match.jsonl"
        path.write_bytes(data)
        rows[name] = expected(path)
    (folder / "expected.json").write_text(
        "{\n"
        + ",\n".join(f"{json.dumps(name)}: {json.dumps(row, sort_keys=True)}" for name, row in sorted(rows.items()))
        + "\n}\n"
    )


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
