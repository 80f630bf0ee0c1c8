"""High Card matches as sealed entries."""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.chain import first_head, write_head
from domain.entries import Annotated, Envelope
from domain.game import AnyGame
from domain.match import AnyMatch
from domain.registry import UnknownGame
from storage.records import Sealed, seal
from storage.store import MatchStore
from tests.minigame import CATALOGUE, GAME
from tests.minigame.matches import match_entries

TOPIC = "high_card/2"


def find_game(name: str) -> AnyGame:
    if name != GAME.name:
        raise UnknownGame(f"no game {name!r}")
    return GAME  # type: ignore[return-value]


def sealed_match(seed: int = 0, match_id: str = "", rounds: int = 3) -> list[Sealed]:
    """A simulated match, sealed: the same bytes for the same arguments."""
    entries = match_entries(seed, match_id=match_id, options={"rounds": str(rounds)})
    head = write_head(first_head(entries[0].envelope.match))
    sealed = []
    for entry in entries:
        sealed.append(seal(TOPIC, entry.envelope, entry.payload, head, salt=f"salt{entry.envelope.version:012d}"))
        head = sealed[-1].entry.head
    return sealed


def note(match: AnyMatch, text: str = "a note", command_id: str = "", by: str = "ada", version: int = 0) -> Sealed:
    """The next entry of a match: a note on its first. `version` gives it a wrong number."""
    version = version or match.version + 1
    envelope = Envelope(match.id, version, command_id or f"{match.id}-{by}-{version}", 1_760_000_000_000_000, by=by)
    return seal(TOPIC, envelope, Annotated(about=1, text=text), match.head)


def notes(match: AnyMatch, texts: Sequence[str], by: str = "ada") -> list[Sealed]:
    """The next entries of a match: notes on its first."""
    head, sealed = match.head, []
    for version, text in enumerate(texts, start=match.version + 1):
        envelope = Envelope(match.id, version, f"{match.id}-{by}-{version}", 1_760_000_000_000_000, by=by)
        sealed.append(seal(TOPIC, envelope, Annotated(about=1, text=text), head))
        head = sealed[-1].entry.head
    return sealed


def record(store: MatchStore, seed: int = 0, match_id: str = "", rounds: int = 3) -> AnyMatch:
    """A simulated match in a store."""
    sealed = sealed_match(seed, match_id, rounds)
    match = store.create(sealed[:1], CATALOGUE)
    store.append(match, sealed[1:])
    return match


def resent(sealed: Sealed, command_id: str) -> Sealed:
    """The same entry from another command."""
    entry = sealed.entry
    envelope = replace(entry.envelope, command_id=command_id)
    return seal(sealed.topic, envelope, entry.payload, sealed.previous, entry.salt)
