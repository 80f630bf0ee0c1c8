"""All that is wrong with a command in a league."""

from collections.abc import Iterator

from domain.competition.league import commands as c
from domain.competition.league.check.keepers import check_preparing
from domain.competition.league.check.seasons import check_seasonal
from domain.competition.league.state import MOST_KEEPERS, State
from domain.competition.opening import check_choices
from domain.competition.reporting import check_players
from domain.rules import Violation

__all__ = ["check"]


def check(state: State, command: c.LeagueCommand) -> tuple[Violation, ...]:
    """Every broken rule; nothing for a legal command."""
    return tuple(_check(state, command))


def _check(state: State, command: c.LeagueCommand) -> Iterator[Violation]:
    if isinstance(command, c.StartLeague | c.DeclarePosition):
        if state.phase != "unopened":
            yield Violation("CT-R04", "the league is open already", impossible=True)
        if len(set(command.players)) < len(command.players):
            yield Violation("PBL-L03", "a player is in the league once", impossible=True)
        yield from check_players(command.players)
        yield from check_choices(command.options)
        if isinstance(command, c.DeclarePosition):
            yield from _check_position(state, command)
    elif state.phase == "unopened":
        yield Violation("CT-R04", "the league is not open: start_league comes first", impossible=True)
    elif isinstance(command, c.Preparing):
        yield from check_preparing(state, command)
    else:
        yield from check_seasonal(state, command)


def _check_position(state: State, command: c.DeclarePosition) -> Iterator[Violation]:
    players = [kept.player for kept in command.keepers]
    cards = [card for kept in command.keepers for card in kept.cards]
    if len(set(players)) < len(players) or not all(0 <= player < len(command.players) for player in players):
        yield Violation("CT-B01", "keepers are given once for each player", impossible=True)
    if len(set(cards)) < len(cards) or not all(card in state.catalogue for card in cards):
        yield Violation("CT-B01", "keepers are different cards of the catalogue", impossible=True)
    if any(len(kept.cards) > MOST_KEEPERS for kept in command.keepers):
        yield Violation("CT-B01", f"a player has {MOST_KEEPERS} keepers at most", impossible=True)
    if cards and command.options.form == "plain":
        yield Violation("CT-B01", "a plain league has no keepers", impossible=True)
