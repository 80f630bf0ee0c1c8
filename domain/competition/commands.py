"""Base classes for the commands of all competitions, and commands for match results."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Never, cast

from msgspec import Meta, Struct

from domain.cards import CardId, SeatIndex
from domain.competition.citing import cited
from domain.competition.results import Result
from domain.competition.state import CompetitionState
from domain.game import Command
from domain.payload import RecordRight
from domain.rules import Violation

Count = Annotated[int, Meta(ge=0, le=1_000_000)]


class Counts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """Statistics of one player in a match."""

    player: SeatIndex
    counts: dict[str, Count]
    """Name -> number, under the names that the game's tallies have."""


class KeptCards(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """Cards that a player keeps from match to match."""

    player: SeatIndex
    cards: tuple[CardId, ...]


class CompetitionCommand(Command, frozen=True, kw_only=True):
    """Base class for commands of a competition."""

    rules: ClassVar[tuple[str, ...]] = ("CT-R04",)
    opens: ClassVar[bool] = False

    def check(self, state: CompetitionState) -> tuple[Violation, ...]:
        """CT-R04: anything but an opening finds the competition open. Rules are cited as the game's rulebook has them."""
        if state.phase != "unopened":
            return tuple(cited(state.game, self.validate(cast("Never", state))))
        if not self.opens:
            text = f"the {state.word} is not open: start_{state.word} comes first"
            return (Violation("CT-R04", text, impossible=True),)
        return tuple(cited(getattr(self, "options").game, self.validate(cast("Never", state))))  # noqa: B009


class Reported(CompetitionCommand, frozen=True, kw_only=True):
    """How a match ended, in the competition's own players."""

    rules: ClassVar[tuple[str, ...]] = ("CT-R01", "CT-R02", "CT-R03")
    match: str
    """Id of the match."""
    winners: tuple[SeatIndex, ...] = ()
    """Empty for a draw or a double loss."""
    players: tuple[SeatIndex, ...] = ()
    """Players of the match; optional if all players of the competition took part."""
    version: Count = 0
    """Version of the match whose outcome this is; 0 where the match is not recorded."""
    statistics: tuple[Counts, ...] = ()
    double_loss: bool = False
    """All who played lost it."""

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
            double_loss=self.double_loss,
        )


class RecordResult(Reported, frozen=True, kw_only=True, tag="record_result"):
    """A match of the competition has ended."""

    title = "Record a result"


class AmendResult(Reported, frozen=True, kw_only=True, tag="amend_result"):
    """Amend the result of a match that was corrected, rewound or ruled on."""

    title = "Amend a result"


class WithdrawResult(CompetitionCommand, frozen=True, kw_only=True, tag="withdraw_result"):
    """The match has no outcome any more."""

    title = "Withdraw a result"
    rules: ClassVar[tuple[str, ...]] = ("CT-R03",)
    match: str
    reason: str = ""


def organised(commands: str) -> dict[str, RecordRight]:
    """The rights of a competition that only organisers keep, by its commands."""
    return dict.fromkeys(commands.split(), "organise")
