"""Checks of penalties and piles, as officials need them, at any point of a match."""

from collections.abc import Iterator

from domain.decision import ImpossibleCommand, decide
from domain.game import tag_of
from domain.seats import GameState
from matchbook.conformance.trial import Subject, Trial


def can_be_judged(subject: Subject, trial: Trial) -> Iterator[str]:
    """A game loss ends the game, a warning changes no state, and a pile's known cards are among its cards."""
    game = subject.game
    if unknown := set(game.judging.dice) - {tag_of(command) for command in game.commands}:
        yield f"judging: no command {min(unknown)!r} records dice"
        return
    for number in (number for number in trial.some(4, "judged") if number >= trial.opening):
        state = trial.steps[number].after
        if game.outcome(state) is not None or game.turn_info(state).turn == 0:
            continue
        for problem in _problems(subject, state, number % len(state.seats)):
            yield f"{trial.place(number)}: {problem}"
            return


def _problems(subject: Subject, state: GameState, seat: int) -> Iterator[str]:
    game, name = subject.game, state.seats[seat].name
    for pile in game.judging.random_part(state):
        if pile.cards < len(pile.known):
            yield f"{pile.name} has {pile.cards} cards, and more are known of it"
    if (fine := game.judging.penalty(state, seat, "warning", 0)) is not None:
        yield f"a warning does {tag_of(fine)}: it must not change the game"
    loss = game.judging.penalty(state, seat, "game_loss", 0)
    if loss is None:
        return
    try:
        after = decide(game, state, loss, as_played=True).after
    except ImpossibleCommand as error:
        yield f"a game loss of {name} is impossible: {error}"
        return
    outcome = game.outcome(after)
    if len({one.side for one in state.seats}) == 2 and outcome is None:
        yield f"{name} lost the game by a penalty, and it goes on"
    elif outcome is not None and seat in outcome.winners:
        yield f"{name} lost the game by a penalty, and wins it"
