"""What stored matches would be under today's rules and cards. Nothing is changed: a record keeps what was true when it was made."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from typing import Final

from msgspec import Struct

from domain.audit import recheck
from domain.cards import CardRecord, Catalogue
from domain.game import AnyGame
from domain.match import BrokenHistory, Opened
from domain.registry import UnknownGame, load_game
from service.recording.matchbook import Matchbook, history_game
from service.resources import catalogue_names, load_catalogue
from storage.errors import StorageError
from storage.store import MatchStore

_ALONE: Final = 50
"""Matches up to which other processes would take longer to start than the work takes."""


class Drift(Struct, frozen=True):
    """One difference between what is recorded and what would follow today."""

    match: str
    version: int
    rule: str
    text: str


def drift_of(app: Matchbook, match_id: str) -> tuple[Drift, ...]:
    """How a match differs from what would follow today; one that cannot be checked, or was altered since, says so."""
    try:
        entries = app.store.entries(match_id)
        game, recorded = history_game(entries, app.store)
    except (StorageError, BrokenHistory, UnknownGame) as error:
        return (Drift(match_id, getattr(error, "version", 0), "", str(error)),)
    opened = entries[0].payload
    cards = _today(game, recorded, opened.catalogue_name) if isinstance(opened, Opened) else recorded
    found = [Drift(match_id, f.version, f.rule, f.text) for f in recheck(game, cards, entries) if f.kind != "violated"]
    if found and cards != recorded:
        found.insert(0, Drift(match_id, 1, "", f"the cards {cards.name!r} are others today than in this match"))
    if trouble := app.trouble_with(match_id):
        found.insert(0, Drift(match_id, 0, "", trouble.removeprefix(f"{match_id}: ")))
    return tuple(found)


def drifts(app: Matchbook, url: str, matches: Sequence[str], jobs: int | None = None) -> Iterator[tuple[Drift, ...]]:
    """The differences of each match, in that order; many matches are shared out over the cores."""
    jobs = jobs or os.cpu_count() or 1
    if jobs == 1 or (len(matches) <= _ALONE):
        yield from (drift_of(app, match) for match in matches)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn"), _open, (url,)) as pool:
        yield from pool.map(_drift, matches, chunksize=16)


_opened: list[Matchbook] = []
"""The store of a process that was started for this alone."""


def _open(url: str) -> None:
    _opened.append(Matchbook(MatchStore.open(url, read_only=True), recorder="drift"))


def _drift(match: str) -> tuple[Drift, ...]:
    return drift_of(_opened[0], match)


def _today(game: AnyGame, recorded: Catalogue[CardRecord], name: str) -> Catalogue[CardRecord]:
    """The card definitions that a game brings today under a name; those of the record where it brings none. A record names no
    file: whatever it says, nothing else is read."""
    return next((cards for cards in _brought(game.name) if name and cards.name == name), recorded)


@cache
def _brought(game: str) -> tuple[Catalogue[CardRecord], ...]:
    found = load_game(game)
    return tuple(load_catalogue(found, name) for name in catalogue_names(found))
