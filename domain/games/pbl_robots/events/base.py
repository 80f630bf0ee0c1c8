"""Base classes of the game's events, and texts that several events use."""

from abc import abstractmethod
from typing import TypeAlias

from domain.cards import Token
from domain.event_buffer import EventBuffer
from domain.game import Event
from domain.games.pbl_robots.cards import SlotName
from domain.games.pbl_robots.state import State
from domain.narration import Narrator
from domain.text import join_words, pluralize


def words(name: str) -> str:
    """Return a slot, place or reason in words."""
    return name.replace("_", " ")


def limb_text(narrator: Narrator[State], side: int, slot: SlotName) -> str:
    """Return a limb or shoulder as the subject of a sentence: `Ana's left arm is`, `Ana's legs are`."""
    return f"{narrator.side(side)}'s {words(slot)} {'are' if slot == 'legs' else 'is'}"


def place_text(narrator: Narrator[State], side: int, place: str) -> str:
    """Return a place of a side in words, for example `the top of Ana's deck`."""
    whose = f"{narrator.side(side)}'s"
    places = {
        "deck_top": f"the top of {whose} deck",
        "deck_bottom": f"the bottom of {whose} deck",
        "face_down": f"{whose} face-down scrap",
        "shop_deck": "the shop deck",
        "out_of_game": "the cards out of the game",
    }
    return places.get(place, f"{whose} {words(place)}")


def dealt_text(narrator: Narrator[State], counts: tuple[int, ...]) -> str:
    """Return the number of cards that each side gets: `10 cards for Ana and 12 cards for Bo`."""
    return join_words(f"{pluralize(count, 'card')} for {narrator.side(side)}" for side, count in enumerate(counts))


def dice_text(dice: tuple[int, ...]) -> str:
    """Return dice as rolled, in words; `no dice` if empty."""
    return " ".join(str(die) for die in dice) or "no dice"


def cards_text(narrator: Narrator[State], tokens: tuple[Token, ...], *, visible: bool) -> str:
    """Return the number of cards and, if `visible`, the names of the known ones."""
    known = [narrator.card(token.card) for token in tokens if visible and token.card]
    count = pluralize(len(tokens), "card")
    return f"{count} ({join_words(known)})" if known else count


class PblEvent(Event, frozen=True, kw_only=True):
    """Something that happened in a match of PBL ROBOTS."""

    formats = {"dealt": dealt_text, "dice": lambda _, dice: dice_text(dice)}  # noqa: RUF012 (a constant)

    @abstractmethod
    def evolve(self, state: State) -> State:
        """Return the state after the event. Reads only the state and the event, and accepts every recorded event, legal or
        not."""


class PblNarrativeEvent(PblEvent, frozen=True, kw_only=True):
    """An event that describes a fact and leaves the state unchanged; its consequences are separate events."""

    def evolve(self, state: State) -> State:
        return state


PblBuffer: TypeAlias = EventBuffer[State, PblEvent]
"""The event buffer of this game."""
