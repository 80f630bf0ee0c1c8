"""A state with the knowledge of later entries. Replays normally show only what was known at the time."""

from domain.replay import AnyHistory
from domain.seats import GameState
from domain.table.tokens import cards_on_table, with_names


def hindsight(history: AnyHistory, state: GameState, version: int) -> GameState:
    """Return a state of entry `version` with its unknown cards named if later entries name them.

    The result is not redacted; the board hides from its viewpoint what it may not see.
    """
    unknown = {number for number, card in cards_on_table(state) if card is None}
    learnt: dict[int, str] = {}
    seen: set[int] = set()
    for later in _later(history, version):
        if not unknown:
            break
        for number, card in cards_on_table(history.match.states[later], seen):
            if card is not None and number in unknown:
                learnt[number] = card
                unknown.discard(number)
    return with_names(state, learnt)


def _later(history: AnyHistory, version: int) -> list[int]:
    """Return the later entries on the same timeline. Others do not count, because numbers of physical cards are reused after a
    take-back."""
    undone = history.match.undone
    end = undone.get(version, history.match.version + 1)
    return [later for later in range(version + 1, end) if undone.get(later) == undone.get(version)]
