"""How long a card was held: the past of a physical card, derived from the record once its identity is known.

Only the judge and the holder see it, because the time at which a card of a hand was drawn is the holder's secret.
"""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import UNKNOWN, Token, format_token
from domain.corrections import Corrected
from domain.entries import Restored, TakenBack
from domain.judging import Rewound
from domain.replay import AnyHistory, visible_frames
from domain.seats import JUDGE, GameState, Viewpoint, seat_name
from domain.table.tokens import cards_on_table
from service.reading.log import event_text, frames_of, moment_before, turn_text
from service.reading.styled_text import clean


class HandStay(Struct, frozen=True):
    """A card's stay in a hand that an entry ended or revealed."""

    seat: int
    token: int
    card: str | None
    """Card id; `None` if unknown."""
    since: int
    """The entry that brought it into the hand."""
    known_since: int | None
    """The entry that recorded its identity; `None` if not recorded yet."""
    fate: Literal["left", "known", "forgotten"]
    """`left`: moved to a place where it can be identified; `known`: still there; `forgotten`: it can no longer be
    identified, because it was shuffled away."""


def stays(history: AnyHistory, version: int, viewpoint: Viewpoint) -> Iterator[HandStay]:
    """Yield the stays in hands that entry `version` ended or revealed, as far as the viewpoint may know."""
    game, before, after = history.match.game, history.match.states[version - 1], history.match.states[version]
    if isinstance(history.entries[version - 1].payload, TakenBack | Rewound | Restored | Corrected):
        return
    for seat in range(len(before.seats)):
        held, now = game.hidden.hand(before, seat), {token.id: token for token in game.hidden.hand(after, seat)}
        for token in held if viewpoint in (JUDGE, seat) else ():
            later = now.get(token.id)
            if later is None or later.card != token.card:
                yield _stay(history, version, seat, token, later)


def _stay(history: AnyHistory, version: int, seat: int, token: Token, later: Token | None) -> HandStay:
    since, known = _past(history, version - 1, seat, token)
    card = token.card or _identity(history, version, seat, token.id)
    if card is not None and known is None:
        known = version
    there = later is not None or _holds(history.match.states[version], token.id)
    fate: Literal["left", "known", "forgotten"] = "left" if later is None else "known"
    if not there or (later is not None and later.card is None):
        fate = "forgotten"
    return HandStay(seat, token.id, card, since, known, fate)


def _past(history: AnyHistory, version: int, seat: int, token: Token) -> tuple[int, int | None]:
    """Return the entry that brought a card into the hand in which it is after `version`, and the entry that made it
    known. Undone entries are skipped."""
    hand, states = history.match.game.hidden.hand, history.match.states
    held, named = hand(states[version], seat), token.card is not None
    known = version if named else None
    while version > 1:
        payload = history.entries[version - 1].payload
        earlier = payload.to if isinstance(payload, TakenBack | Rewound | Restored) else version - 1
        if (held_then := hand(states[earlier], seat)) is not held:
            held = held_then
            same = next((one for one in held if one.id == token.id), None)
            if same is None:
                break
            named = same.card is not None
        if known == version and named:
            known = earlier
        version = earlier
    return version, known


def _identity(history: AnyHistory, version: int, seat: int, token: int) -> str | None:
    """Return the identity that an entry gave to a formerly unknown card."""
    hand = history.match.game.hidden.hand
    states = [frame.state for frame in frames_of(history, version)]
    held = (one.card for state in states for one in hand(state, seat) if one.id == token)
    elsewhere = (card for number, card in cards_on_table(history.match.states[version]) if number == token)
    return next((card for card in (*held, *elsewhere) if card is not None), None)


def _holds(state: GameState, token: int) -> bool:
    return any(number == token for number, _ in cards_on_table(state))


def stay_text(history: AnyHistory, version: int, stay: HandStay, viewpoint: Viewpoint) -> str:
    """`Dana: in Ada's hand since turn 2 (entry 5), known only now`."""
    match = history.match
    moment = replace(moment_before(history, stay.since), seat=None)
    when = turn_text(match.game, moment, ()) if moment.turn or moment.round else "the opening"
    who = seat_name(match.state.seats, stay.seat)
    name = match.state.catalogue.name_of(stay.card) if stay.card else f"{UNKNOWN} ({format_token(stay.token)})"
    text = f"{name}: in {who}'s hand since {when} (entry {stay.since})"
    if stay.known_since == version:
        text += ", known only now"
    elif stay.known_since is not None and stay.known_since > stay.since:
        text += f", known since entry {stay.known_since}"
    if stay.fate == "forgotten":
        seen = visible_frames(match.game, frames_of(history, version), viewpoint)
        told = [event_text(match.game, frame, viewpoint) for _, frame in seen]
        text += f"; forgotten: {'; '.join(filter(None, told))}"
    return clean(text)


def hand_lines(history: AnyHistory, version: int, viewpoint: Viewpoint) -> tuple[str, ...]:
    """Return a line for each card that an entry took out of a hand, identified, or shuffled away: since when it was
    held."""
    return tuple(stay_text(history, version, stay, viewpoint) for stay in stays(history, version, viewpoint))
