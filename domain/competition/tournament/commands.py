"""What is entered into a tournament."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.cards import Seat
from domain.competition.commands import AmendResult, RecordResult, WithdrawResult
from domain.competition.tournament.options import Options
from domain.game import Command


class StartTournament(Command, frozen=True, kw_only=True, tag="start_tournament"):
    """Opens a tournament."""

    players: tuple[str, ...]
    options: Options = Options()


class SeedPlayers(Command, frozen=True, kw_only=True, tag="seed_players"):
    """All players, the best first: as given, as drawn by lot, or as ranked by league games (PBL-L02)."""

    order: tuple[Seat, ...]
    source: Literal["given", "drawn", "ranks"] = "given"


class DrawBracket(Command, frozen=True, kw_only=True, tag="draw_bracket"):
    """Pairs the players by their seeds."""


class AddPoints(Struct, frozen=True, kw_only=True, tag_field="change", tag="add_points", forbid_unknown_fields=True):
    """Points (or, below 0, a penalty) in a round robin."""

    player: Seat
    points: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]


class SetPairing(Struct, frozen=True, kw_only=True, tag_field="change", tag="set_pairing", forbid_unknown_fields=True):
    """Puts other players into a match that has not been played."""

    pairing: int
    first: Seat
    second: Seat


Change = AddPoints | SetPairing


class Adjust(Command, frozen=True, kw_only=True, tag="adjust"):
    """Follows the organiser where no other command can."""

    reason: str
    changes: tuple[Change, ...]


class DeclarePosition(Command, frozen=True, kw_only=True, tag="declare_position"):
    """Opens a tournament with its bracket drawn: the players stand in the order of their seeds."""

    players: tuple[str, ...]
    options: Options = Options()


InTournament = SeedPlayers | DrawBracket | RecordResult | AmendResult | WithdrawResult | Adjust
TournamentCommand = StartTournament | DeclarePosition | InTournament
