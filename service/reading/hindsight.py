"""A moment with what came to light later. Replays show what was known then; this is for those who ask for more."""

from domain.replay import AnyHistory
from domain.seats import GameState
from domain.table.tokens import cards_on_table, with_names


def hindsight(history: AnyHistory, state: GameState, version: int) -> GameState:
    """A state of entry `version`, its unknown cards named where the rest of the record names them.

    Whose eyes it is seen with is up to the board that is made of it: what a viewpoint may not see stays out of that, named or not.
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
    """The entries that go on from an entry: after a take-back, numbers of physical cards are given again."""
    undone = history.match.undone
    end = undone.get(version, history.match.version + 1)
    return [later for later in range(version + 1, end) if undone.get(later) == undone.get(version)]
