"""Search results, one entry each, in readable form: when it happened, what was done, and how to open it."""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct

from domain.corrected_history import act_frames
from domain.replay import AnyHistory, visible_frames
from domain.seats import JUDGE, SPECTATOR, Viewpoint
from domain.timeline import Address
from projections.answers import Answer
from service.reading.log import command_text, event_text, told_texts, turn_text
from service.reading.styled_text import clean

_GONE: Final = "damaged record: this cannot be told"


class FoundEntry(Struct, frozen=True):
    """An entry that fits a search."""

    match: str
    version: int
    number: int
    """Number of the action that the correction in this entry inserted; 0: the action of the entry itself."""
    game: str
    title: str
    round: int
    turn: int
    phase: str
    player: str | None
    """The player to act."""
    action: str
    moment: str
    sentence: str
    replay: str
    """The shell command that opens it."""


def found_in(answer: Answer, history_of: Callable[[str], AnyHistory], viewpoint: str) -> Iterator[FoundEntry]:
    """Yield the entries of a search result, narrated for a viewpoint: `judge`, `spectator`, or a player's name. A player is a
    spectator in matches of others."""
    histories: dict[str, AnyHistory] = {}
    for row in answer.rows:
        said = dict(zip(answer.columns, row, strict=True))
        match, version, number = str(said["match"]), int(str(said["version"])), int(str(said["number"]))
        if match not in histories:
            histories = {match: history_of(match)}
        history = histories[match]
        sentence, moment = _told(history, Address(version, number), viewpoint_in(history, viewpoint))
        yield FoundEntry(
            match=match,
            version=version,
            number=number,
            game=str(said["game"]),
            title=str(said["title"]),
            round=int(str(said["round"])),
            turn=int(str(said["turn"])),
            phase=str(said["phase"] or ""),
            player=None if said["player"] is None else str(said["player"]),
            action=str(said["action"]),
            moment=moment,
            sentence=sentence,
            replay=f"matchbook replay {match}/{version}",
        )


def viewpoint_in(history: AnyHistory, viewpoint: str) -> Viewpoint:
    """Return a person's viewpoint in a match: judge or spectator, the seat of a player, else spectator."""
    if viewpoint == JUDGE:
        return JUDGE
    seats = [seat.name.casefold() for seat in history.match.state.seats]
    return seats.index(viewpoint.casefold()) if viewpoint.casefold() in seats else SPECTATOR


def _told(history: AnyHistory, address: Address, viewpoint: Viewpoint) -> tuple[str, str]:
    """Return the current form of an action, its effects and its time."""
    match = history.match
    if address.version > match.version:
        return _GONE, ""
    action = match.standing(address)
    before = match.states[address.version - 1] if action is None or action.parent is None else action.parent.state
    moment = turn_text(match.game, match.game.turn_info(before), before.seats or match.state.seats)
    if action is None or (action.by == action.version and not action.number):
        return "; ".join(told_texts(history, address.version, viewpoint)), moment
    seen = visible_frames(match.game, tuple(act_frames(match, action, history.entries)), viewpoint)
    told = [event_text(match.game, frame, viewpoint) for _, frame in seen]
    sentence = "; ".join(filter(None, told)) or command_text(match, action, viewpoint, history.note_damage)
    return clean(sentence), moment
