"""Campaigns of hours, in pieces that can be stopped and gone on with: each piece is a row of `pieces.jsonl`, each failing seed a
file in `tests/kept`, which the normal run replays."""

import multiprocessing
import resource
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from typing import Final

import msgspec
from msgspec import Struct

from benchmarks.campaign.goals import FOLDER, ROOT
from domain.registry import game_names, load_game
from matchbook.conformance.suite import open_suite
from service.resources import catalogue_names
from tests.service.record_batches import failing

PIECES: Final = FOLDER / "pieces.jsonl"
KEPT: Final = ROOT / "tests" / "kept"
TABLE: Final = ROOT / "benchmarks" / "CAMPAIGNS.md"
_MOST_KEPT: Final = 5
_CHECK: Final = "makes_changes_by_hand"
_HEAD: Final = """# Campaigns

Seeds that were tried, written by `python -m benchmarks.campaign pieces NAME`. The latest run of a seed counts.

| campaign | what holds | seeds | of | processor time | version | day | result |
|---|---|---|---|---|---|---|---|
"""


class Campaign(Struct, frozen=True):
    """A claim, tried with each seed from 0 on."""

    name: str
    claim: str
    failing: Callable[[Sequence[int]], dict[int, str]]
    """Returns the problems by seed; empty if all hold."""
    piece: int
    size: int = 10_000


class Piece(Struct, frozen=True):
    """Seeds that were tried together."""

    campaign: str
    first: int
    size: int
    version: str
    """Commit; with `+` if files were changed since."""
    day: str
    seconds: float
    """Of processor time."""
    failing: tuple[int, ...] = ()


def campaigns() -> dict[str, Campaign]:
    """By name: random records, and changes by hand in each game and kit."""
    found = [Campaign("records", "random records agree with the model", failing, 200)]
    for name in game_names():
        game = load_game(name)
        if game.kind != "game":
            continue
        for kit in catalogue_names(game) if game.kits else (None,):
            said = f"`{name}:{kit}`" if kit else f"`{name}`"
            found.append(
                Campaign(
                    f"changes-{kit or name}",
                    f"changes by hand in matches of {said} take effect and keep all cards, or are refused",
                    partial(_failing_changes, name, kit),
                    250,
                )
            )
    return {one.name: one for one in found}


def _failing_changes(game: str, kit: str | None, seeds: Sequence[int]) -> dict[int, str]:
    suite = open_suite(game, catalogue=kit, matches=len(seeds), seed=seeds[0], checks=[_CHECK])
    said = "\n".join(suite.problems(_CHECK))
    if not said or len(seeds) == 1:
        return {seeds[0]: said} if said else {}
    return {seed: alone for one in seeds for seed, alone in _failing_changes(game, kit, [one]).items()} or {
        seeds[0]: said
    }


def go_on(campaign: Campaign, deadline: float) -> Iterator[Piece]:
    """Try pieces that were not tried yet, or failed with another version, each in a process of its own, until a moment of the
    monotonic clock."""
    version, first = _version(), 0
    while first < campaign.size:
        done = pieces().get((campaign.name, first))
        if done is not None and (not done.failing or done.version == version):
            first += done.size
            continue
        if time.monotonic() >= deadline:
            return
        size = min(campaign.piece, campaign.size - first)
        before = _seconds()
        wrong = _apart(campaign, range(first, first + size))
        piece = Piece(
            campaign.name,
            first,
            size,
            version,
            datetime.now(UTC).date().isoformat(),
            round(_seconds() - before, 1),
            (*wrong,),
        )
        keep(campaign, piece, wrong)
        with PIECES.open("ab") as file:
            file.write(msgspec.json.encode(piece) + b"\n")
        yield piece
        first += size


def pieces() -> dict[tuple[str, int], Piece]:
    """The last run of each piece, by campaign and first seed."""
    lines = PIECES.read_bytes().splitlines() if PIECES.exists() else []
    found = (msgspec.json.decode(line, type=Piece) for line in lines)
    return {(one.campaign, one.first): one for one in found}


def keep(campaign: Campaign, piece: Piece, wrong: dict[int, str]) -> None:
    """Write files of failing seeds, the first few: of each that fails by itself, else of the whole piece."""
    folder = KEPT / campaign.name
    for seed, said in islice(wrong.items(), _MOST_KEPT):
        folder.mkdir(parents=True, exist_ok=True)
        alone = _apart(campaign, [seed])
        name = f"{seed}" if alone else f"{piece.first}+{piece.size}"
        (folder / f"{name}.txt").write_text(alone.get(seed, said) + "\n", "utf-8")


def kept() -> Iterator[tuple[str, range]]:
    """Campaign and seeds of each file that was kept."""
    for file in sorted(KEPT.glob("*/*.txt")):
        first, _, size = file.stem.partition("+")
        yield file.parent.name, range(int(first), int(first) + int(size or 1))


def write_table() -> None:
    """Write the table: a row for each range of seeds of one campaign, version and day with the same kind of result."""
    known, rows = campaigns(), []
    tried = sorted(pieces().values(), key=lambda one: ([*known].index(one.campaign), one.first))
    ranges: list[list[Piece]] = []
    for piece in tried:
        last = ranges[-1][-1] if ranges else None
        if last is not None and _goes_on(last, piece):
            ranges[-1].append(piece)
        else:
            ranges.append([piece])
    for found in ranges:
        first, last, campaign = found[0], found[-1], known[found[0].campaign]
        wrong = ", ".join(str(seed) for one in found for seed in one.failing)
        rows.append(
            f"| `{campaign.name}` | {campaign.claim} | {first.first:,} to {last.first + last.size - 1:,} | {campaign.size:,} "
            f"| {sum(one.seconds for one in found):,.0f} s | {first.version} | {first.day} "
            f"| {f'**fails: {wrong}**' if wrong else 'holds'} |\n"
        )
    TABLE.write_text(_HEAD + "".join(rows), "utf-8")


def _goes_on(last: Piece, piece: Piece) -> bool:
    """Whether a piece belongs in the same row as the one before it."""
    here, there = ((one.campaign, one.version, one.day, bool(one.failing)) for one in (last, piece))
    return here == there and last.first + last.size == piece.first


def _apart(campaign: Campaign, seeds: Sequence[int]) -> dict[int, str]:
    """Return the problems of seeds, tried in a fork: a piece leaves nothing in memory for the next."""
    fork = multiprocessing.get_context("fork")
    here, there = fork.Pipe(duplex=False)
    process = fork.Process(target=lambda: there.send(campaign.failing(seeds)))
    process.start()
    there.close()
    try:
        return dict(here.recv())
    except EOFError:
        return dict.fromkeys(seeds, "the process ended before it had tried them")
    finally:
        process.join()


def _seconds() -> float:
    """Processor time of the pieces so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _version() -> str:
    """The commit that is tried; with `+` if files of the program were changed since."""
    said = partial(subprocess.run, cwd=ROOT, capture_output=True, text=True, check=True)
    commit = said(["git", "rev-parse", "--short=8", "HEAD"]).stdout.strip()
    changed = said(
        ["git", "status", "--porcelain", "--untracked-files=no", "--", ":!benchmarks", ":!tests/kept"]
    ).stdout
    return commit + ("+" if changed else "")
