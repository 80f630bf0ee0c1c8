"""What happens of itself between commands: hands that begin, cards that are turned up, tournaments that are won."""

from typing import Literal

from domain.games.robin_in_the_hood.events.base import RobinCourse
from domain.games.robin_in_the_hood.events.modifiers import ModifierReplaced
from domain.games.robin_in_the_hood.events.placing import PlacementsRevealed, ShownChoice
from domain.games.robin_in_the_hood.events.rounds import AnteAwarded, TournamentWon
from domain.games.robin_in_the_hood.events.setup import HandStarted
from domain.games.robin_in_the_hood.state import FINISHED, OPENING_DRAW, REFILL, Player, State, is_ready, other


def start_hand(story: RobinCourse) -> None:
    """The next hand begins, whoever won the last Agility stage placing first (RH-T05, RH-C11)."""
    state = story.state
    order = state.agility_winner if state.phase != OPENING_DRAW else state.order
    story.add(HandStarted(hand_no=state.hand_no + 1, order=order))


def start_hand_when_ready(story: RobinCourse) -> None:
    """The next hand begins once both players hold their cards (RH-T08)."""
    state = story.state
    if state.phase in (OPENING_DRAW, REFILL) and all(is_ready(player) for player in state.players):
        start_hand(story)


def reveal_choices(story: RobinCourse) -> None:
    """Choices made at the same time are turned up together, and modifiers replace others then (RH-Q14, RH-Q27)."""
    hidden = [
        ShownChoice(player=seat, token=choice.token, card=choice.card)
        for seat, player in enumerate(story.state.players)
        for choice in player.chosen
        if choice.hidden
    ]
    if hidden:
        story.add(PlacementsRevealed(cards=tuple(hidden)))
        for seat in (0, 1):
            replace_modifiers(story, seat)


def replace_modifiers(story: RobinCourse, seat: int) -> None:
    """The modifier that a player chose in this hand puts the one in play aside (RH-C09, RH-Q14)."""
    for token, card in _replaced(story.state, story.state.players[seat]):
        story.add(ModifierReplaced(player=seat, token=token, card=card))


def _replaced(state: State, player: Player) -> list[tuple[int, str]]:
    chosen = {choice.token for choice in player.chosen}
    new = [m for m in player.modifier_pile if m.token in chosen]
    if not new:
        return []
    if state.options.modifier_replace == "lasting_only" and all(m.duration != "lasting" for m in new):
        return []
    return [(m.token, m.card) for m in player.modifier_pile if m.token not in chosen]


def win_when_reached(story: RobinCourse) -> None:
    """Whoever has the agreed number of victories has won at once (RH-E09)."""
    goal = story.state.options.victories_to_win
    if goal is None or story.state.phase == FINISHED:
        return
    for seat, player in enumerate(story.state.players):
        if player.victories >= goal:
            win_tournament(story, seat, "victories")
            return


def win_tournament(story: RobinCourse, winner: int, reason: Literal["victories", "concession"]) -> None:
    """The tournament is won, and the antes change hands (RH-E09, RH-E10, RH-E12)."""
    scores = tuple(player.victories for player in story.state.players)
    story.add(TournamentWon(winner=winner, scores=scores, reason=reason))
    _award_antes(story, winner)


def _award_antes(story: RobinCourse, winner: int) -> None:
    """The winner takes the own stake back and keeps the opponent's (RH-E10)."""
    players = story.state.players
    cards = tuple(a for a in (players[winner].ante, players[other(winner)].ante) if a is not None)
    if cards:
        story.add(AnteAwarded(player=winner, cards=cards))
