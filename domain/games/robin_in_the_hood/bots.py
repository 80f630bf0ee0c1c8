"""Bots for simulated tournaments. They use only information that a player at the table can see."""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from domain.cards import Token
from domain.game import Command
from domain.games.robin_in_the_hood.cards import STAGES, CharacterCard, ModifierCard
from domain.games.robin_in_the_hood.commands.placements import PlaceCharacter, PlayModifier
from domain.games.robin_in_the_hood.commands.record import ConcedeTournament
from domain.games.robin_in_the_hood.commands.rounds import DeclareActiveSet, StartRound
from domain.games.robin_in_the_hood.levels import levels_of
from domain.games.robin_in_the_hood.state import AGILITY, InPlay, State, other, with_player, with_stage
from domain.games.robin_in_the_hood.whereabouts import find_card

NEW_SET_ONE_IN = 4
"""A new Active set is chosen between rounds once in this many times, on average."""
MODIFIER_VALUE = 1.5
"""The gain in levels from which on a modifier is worth losing Agility."""


def _own(commands: Sequence[Command]) -> list[Command]:
    """Return the commands of the first player to act, with giving up only as a last resort. If both may act, each bot
    acts for one seat."""
    playing = [c for c in commands if not isinstance(c, ConcedeTournament)] or commands
    seat = getattr(playing[0], "player", None)
    return [c for c in playing if getattr(c, "player", None) == seat]


def _between_rounds(commands: Sequence[Command], rng: Random) -> Command | None:
    """Return the command that starts the round, sometimes a new Active set first."""
    start = next((c for c in commands if isinstance(c, StartRound)), None)
    if start is None:
        return None
    declarations = [c for c in commands if isinstance(c, DeclareActiveSet)]
    return rng.choice(declarations) if declarations and rng.randrange(NEW_SET_ONE_IN) == 0 else start


class RandomBot:
    """Plays any legal command except conceding, with the same probability."""

    def choose(self, state: State, commands: Sequence[Command], rng: Random) -> Command:  # noqa: ARG002
        """Return one of the legal commands."""
        return _between_rounds(commands, rng) or rng.choice(_own(commands))


class Tactician:
    """Wins Agility with the weakest sufficient character, or loses its weakest one."""

    def choose(self, state: State, commands: Sequence[Command], rng: Random) -> Command:
        """Return the placement with the highest value."""
        between = _between_rounds(commands, rng)
        if between is not None:
            return between
        own = _own(commands)
        placements = [c for c in own if isinstance(c, PlaceCharacter | PlayModifier)]
        if not placements:
            return own[0]
        return max(placements, key=lambda c: (_promise(state, c), rng.random()))


def _promise(state: State, command: PlaceCharacter | PlayModifier) -> float:
    seat = command.player
    token = find_card(state.players[seat], "playing_hand", command.card)
    record = state.catalogue.get(token.card) if token is not None else None
    if isinstance(record, ModifierCard):
        return MODIFIER_VALUE + _balance_with(state, seat, record.card_id)
    if token is None or not isinstance(record, CharacterCard) or not isinstance(command, PlaceCharacter):
        return 0.0
    later = sum(record.skills.on(stage).score for stage in STAGES[1:]) / 3
    if state.players[other(seat)].stages[AGILITY] is None:
        return record.skills.agility.score * 2.0 + later * 0.5
    return _against(state, command, token, later)


def _against(state: State, command: PlaceCharacter, token: Token, later: float) -> float:
    """Return the value of a character against an open card: a win that saves strength for later stages, a draw, or the
    cheapest loss."""
    seat = command.player
    player = state.players[seat]
    there = with_player(state, seat, replace(player, stages=with_stage(player.stages, AGILITY, token)))
    levels = {level.player: level.final for level in levels_of(there) if level.stage == "agility"}
    mine, theirs = levels.get(seat, 0), levels.get(other(seat), 0)
    if mine > theirs:
        return 20.0 + later - (mine - theirs) * 0.5
    return 12.0 + later if mine == theirs else 6.0 - later


def _balance_with(state: State, seat: int, card: str) -> float:
    """Return the effect of a modifier: the change of one's own levels less that of the opponent's."""

    def balance(at: State) -> int:
        return sum(level.final if level.player == seat else -level.final for level in levels_of(at))

    player = state.players[seat]
    in_force = InPlay(token=0, card=card, duration="hand", hand_no=state.hand_no)
    with_it = with_player(state, seat, replace(player, modifier_pile=(*player.modifier_pile, in_force)))
    return 2.0 * (balance(with_it) - balance(state))
