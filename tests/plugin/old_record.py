"""Writes a match of Heaps into a store, as an older version of the package stored it: `python old_record.py STORE MATCH`."""

import sys
from typing import Any

import msgspec

from domain.chain import first_head, read_head, write_head
from domain.entries import ActionEntry, Envelope, Opened, with_moment
from domain.match import Match
from domain.registry import load_game
from domain.simulation import simulate
from service.resources import load_catalogue
from storage.records import head_after, join, split
from storage.store import MatchStore

TOPIC = "heaps/2"


def older(value: Any) -> Any:
    """A command or event in the form of schema 2."""
    if value["type"] in ("take", "stones_taken"):
        value["count"] = value.pop("stones")
    return {**value, "type": "stones_removed"} if value["type"] == "stones_taken" else value


def main(url: str, match_id: str) -> None:
    game = load_game("heaps")
    cards = load_catalogue(game)
    match, head, rows = Match(match_id, game, cards), write_head(first_head(match_id)), []
    for version, step in enumerate(simulate(game, cards, 5), start=1):
        envelope = with_moment(
            game.turn_info(match.state), Envelope(match_id, version, f"c{version}", 1_700_000_000_000_000)
        )
        done: dict[str, Any] = {"command": step.command, "events": step.events}
        opened = {"game": game.name, "rules_version": "1", "catalogue": cards.digest, "catalogue_name": cards.name}
        payload = msgspec.to_builtins(Opened(**opened, **done) if version == 1 else ActionEntry(**done))
        payload["command"] = older(payload["command"])
        payload["events"] = [older(event) for event in payload["events"]]
        first = join(msgspec.json.encode(envelope), msgspec.json.encode(payload), "s" * 11, head)
        head = write_head(head_after(read_head(head), TOPIC, split(first)))
        state = join(msgspec.json.encode(envelope), msgspec.json.encode(payload), "s" * 11, head)
        rows.append((match_id, version, TOPIC, state))
        match.states.append(step.after)
    with MatchStore.open(url, create=True) as store:
        store.save_catalogue(game.name, cards)
        store.append_rows(rows)


main(*sys.argv[1:])
