"""Lines for the preparation and the draft."""

from domain.games.pbl_robots import events as e
from domain.games.pbl_robots.numbers import side_name
from domain.games.pbl_robots.state import State
from domain.games.pbl_robots.views import sees_side
from domain.table import Viewpoint, seat_name
from domain.text import counted


def preparing_line(state: State, event: e.PblEvent, viewpoint: Viewpoint) -> str | None:
    """The line for an event before the first turn; None for other events."""
    text = _start_line(state, event)
    return _deck_line(state, event, viewpoint) if text is None else text


def _name(state: State, card: str | None) -> str:
    return state.catalogue.name_of(card)


def _start_line(state: State, event: e.PblEvent) -> str | None:  # noqa: C901 (an arm for each event)
    match event:
        case e.MatchCreated():
            return f"a match of {counted(len(event.sides), 'robot')}: {', '.join(seat.name for seat in event.seats)}"
        case e.DecksCarriedOver():
            return "the decks of the game before are used again"
        case e.CardDefined():
            return f"card defined: {event.card.name}"
        case e.BaseRobotChosen():
            return f"{side_name(state, event.side)} takes {_name(state, event.robot)}"
        case e.CelebritySet():
            return f"celebrity: {_name(state, event.card)}"
        case e.TalentPoolRevealed():
            return f"talent pool: {', '.join(_name(state, card) for card in event.pilots)}"
        case e.D20Rolled():
            return f"{side_name(state, event.side)} rolls {event.value} on the d20 ({event.purpose.replace('_', ' ')})"
        case e.StarterChosen():
            return f"{side_name(state, event.side)} chooses {_name(state, event.pilot.card)}"
        case e.BlowOffDeckFormed():
            return f"blow-off deck: {counted(event.count, 'card')}"
        case e.StartersRevealed():
            return f"pilots: {', '.join(_name(state, pilot.card) for pilot in event.pilots)}"
        case e.GameStarted():
            return f"{seat_name(state.seats, event.order[0])} starts"
        case _:
            return None


def _deck_line(state: State, event: e.PblEvent, viewpoint: Viewpoint) -> str | None:  # noqa: C901 (an arm for each event)
    match event:
        case e.InheritanceDealt():
            return f"inheritances of {', '.join(str(count) for count in event.counts)} cards"
        case e.StarterCommitted():
            visible = event.pilot is not None and sees_side(state, viewpoint, event.side)
            return f"{side_name(state, event.side)} selects {_name(state, event.pilot) if visible else 'a pilot'}"
        case e.QuickPlayDealt():
            return f"decks dealt: {', '.join(str(count) for count in event.counts)} cards"
        case e.ShopDeckFormed():
            return f"{counted(event.count, 'card')} into the shop deck"
        case e.DraftStarted():
            return f"the draft begins; {side_name(state, event.drafter)} looks first"
        case e.PilePassed():
            return f"{side_name(state, event.side)} puts pile {event.pile} back"
        case e.PileTaken():
            return f"{side_name(state, event.side)} takes pile {event.pile} ({counted(event.count, 'card')})"
        case e.PilesRestocked():
            return f"one card on each of {counted(event.piles, 'pile')}"
        case e.DraftEnded():
            return f"the draft is over; {counted(event.count, 'card')} join the shop deck"
        case e.ChallengeCardPlayed():
            return f"{side_name(state, event.side)} selects {_name(state, event.card)}"
        case e.CommunityDeckFormed():
            return f"community deck: {counted(event.count, 'card')}"
        case e.DeckReduced():
            return f"{side_name(state, event.side)} takes {counted(len(event.cards), 'card')} out of the deck"
        case e.OpeningHandsDealt():
            return f"{seat_name(state.seats, event.seat)} deals two opening hands"
        case e.OpeningHandKept():
            return f"{seat_name(state.seats, event.seat)} keeps a hand of {len(event.hand)}"
        case _:
            return None
