"""Commands that all contests share: the results of matches."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from domain.cards import CardId, SeatIndex
from domain.competition.results import Result
from domain.game import Command

Count = Annotated[int, Meta(ge=0, le=1_000_000)]


class Counts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """What one player did in a match, counted (PBL-L12)."""

    player: SeatIndex
    counts: dict[str, Count]
    """Name -> number: terminations, blow_offs_made, blow_offs_suffered …"""


class Kept(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A player's keepers."""

    player: SeatIndex
    cards: tuple[CardId, ...]


class Reported(Command, frozen=True, kw_only=True):
    """How a match ended, in the contest's own players."""

    match: str
    """Id of the match."""
    winners: tuple[SeatIndex, ...] = ()
    """Nobody: a draw."""
    players: tuple[SeatIndex, ...] = ()
    """Who played; left out where all players of the contest did."""
    version: Count = 0
    """Version of the match whose outcome this is; 0 where the match is not recorded."""
    statistics: tuple[Counts, ...] = ()

    def result(self, players: Sequence[int], part: int, loser: int | None = None) -> Result:
        """The result that it reports. `players` are those who played."""
        if loser is None and len(self.winners) == 1 and len(players) == 2:
            loser = next(player for player in players if player not in self.winners)
        return Result(
            match=self.match,
            part=part,
            version=self.version,
            players=tuple(sorted(players)),
            winners=tuple(sorted(self.winners)),
            loser=loser,
            counts=tuple(sorted((one.player, tuple(sorted(one.counts.items()))) for one in self.statistics)),
        )


class RecordResult(Reported, frozen=True, kw_only=True, tag="record_result"):
    """A match of the contest has ended."""


class AmendResult(Reported, frozen=True, kw_only=True, tag="amend_result"):
    """The match stands otherwise than it was recorded: it was corrected, gone back over, or ruled on."""


class WithdrawResult(Command, frozen=True, kw_only=True, tag="withdraw_result"):
    """The match has no outcome any more."""

    match: str
    reason: str = ""
