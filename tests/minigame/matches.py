"""Simulated matches as stored entries: input for tests of everything that reads matches."""

from itertools import islice
from typing import Any

from domain.cards import CardRecord, Catalogue
from domain.chain import first_head, write_head
from domain.entries import ActionEntry, Entry, Envelope, Opened, Payload, with_moment
from domain.game import AnyGame, Game
from domain.simulation import simulate
from storage.records import seal
from tests.minigame import CATALOGUE, GAME

FIRST_INSTANT = 1_750_000_000_000_000
SECONDS = 1_000_000


def match_entries(
    seed: int = 0,
    *,
    game: Game[Any, Any, Any] = GAME,
    catalogue: Catalogue[CardRecord] = CATALOGUE,
    match_id: str = "",
    bots: tuple[str, ...] = (),
    options: dict[str, str] | None = None,
    title: str = "",
    tags: tuple[str, ...] = (),
    most: int | None = None,
) -> list[Entry[Any, Any]]:
    """One simulated match as its entries, three seconds apart, with a valid chain (`encode_entry` gives their bytes). `most`: the
    number of first commands to keep."""
    match_id = match_id or f"match-{seed}"
    entries: list[Entry[Any, Any]] = []
    for played in islice(simulate(game, catalogue, seed, options=options, bots=bots), most):
        payload: Payload[Any, Any] = (
            ActionEntry(command=played.command, events=played.events)
            if entries
            else Opened(
                game=game.name,
                rules_version=game.rules_version,
                catalogue=catalogue.digest,
                catalogue_name=catalogue.name,
                command=played.command,
                events=played.events,
                title=title,
                tags=tags,
            )
        )
        entries.append(next_entry(game, entries, payload, played.before, match_id))
    return entries


def next_entry(
    game: AnyGame | Game[Any, Any, Any],
    entries: list[Entry[Any, Any]],
    payload: Payload[Any, Any],
    state: Any,
    match_id: str = "",
) -> Entry[Any, Any]:
    """The entry that follows these, with its envelope, salt and head made up. `state` is the one before it."""
    version = len(entries) + 1
    match_id = match_id or entries[0].envelope.match
    envelope = Envelope(
        match=match_id,
        version=version,
        command_id=f"{match_id}-c{version}",
        recorded_at=FIRST_INSTANT + 3 * SECONDS * version,
        by="ada",
    )
    previous = entries[-1].head if entries else write_head(first_head(match_id))
    envelope = with_moment(game.turn_info(state), envelope)
    return seal(f"{game.name}/2", envelope, payload, previous, salt=f"salt{version:012d}").entry
