"""Matches to branch off from: simulated ones, and the same as somebody records them who sees no draw."""

from collections.abc import Iterator, Mapping

from domain.decision import Decision, ImpossibleCommand, decide
from domain.game import AnyGame, Command, evolve_all, tag_of
from domain.match import AnyMatch
from domain.registry import load_game
from domain.seats import SPECTATOR, GameState
from domain.simulation import simulate
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService
from service.resources import load_catalogue

GAMES: Mapping[str, Mapping[str, str]] = {
    "frc_card_game": {},
    "frc_tcg": {},
    "pbl_robots": {"setup": "quick_play"},
    "robin_in_the_hood": {},
}
"""The games, with options under which deck lists are registered."""

_UNSEEN = {
    "deal_opening_hands",
    "discard_to_limit",
    "draw_card",
    "draw_opening_hand",
    "draw_playing_hand",
    "end_turn",
    "keep_opening_hand",
    "set_prize_cards",
    "shuffle_draw_pile",
    "swap_cards",
}
"""Commands that name cards which only their player sees."""


def record(app: MatchService, name: str, seed: int = 1, *, blind: bool = False) -> AnyMatch:
    """A simulated match in the store; `blind`: by a scorekeeper who sees no card that is drawn."""
    game = load_game(name)
    batch = app.new_batch(Opening(game=name, catalogue=load_catalogue(game)))
    if blind:
        for command, decision, _ in unseen_draws(name, seed):
            batch.record(command, decision.events, decision.violations)
    else:
        for step in simulate(game, load_catalogue(game), seed, options=GAMES.get(name, {})):
            batch.record(step.command, step.events)
    batch.store()
    return app.match(batch.match.id)


def unseen_draws(name: str, seed: int = 1) -> Iterator[tuple[Command, Decision, GameState]]:
    """A simulated match as recorded without seeing draws, each action with the state after it."""
    game: AnyGame = load_game(name)
    catalogue = load_catalogue(game)
    state = game.initial(catalogue)
    for step in simulate(game, catalogue, seed, options=GAMES[name]):
        command = game.redact(step.before, step.command, SPECTATOR) if tag_of(step.command) in _UNSEEN else step.command
        try:
            decision = decide(game, state, command, as_played=True)
        except ImpossibleCommand:
            return  # what was played shows a card to be elsewhere than the record has it
        state = evolve_all(game, state, decision.events)
        yield command, decision, state
