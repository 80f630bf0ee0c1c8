"""Visibility of information, and names of cards for one viewpoint."""

from collections.abc import Iterable, Sequence

from domain.cards import UNKNOWN, Token
from domain.effects.lasting import Key, Lasting, each_text
from domain.effects.vocabulary import sentence
from domain.games.frc_card_game.state import OPEN_PLACES, Place, State
from domain.games.frc_card_game.vocabulary import VOCABULARY
from domain.games.frc_card_game.zones import all_cards
from domain.narration import Narrator
from domain.seats import JUDGE, Viewpoint
from domain.text import join_words


def knows_move(viewpoint: Viewpoint, origin: Place | None, side: int, to: Place, player: int) -> bool:
    """Return True if a viewpoint knows a card that goes from one hidden zone to another. The judge does, and so does the player
    whose hand it leaves or enters or, within a deck, the player on whose side the deck is."""
    holders = [seat for place, seat in ((origin, side), (to, player)) if place == "hand"]
    return viewpoint in (JUDGE, *(holders or [side]))


def open_card(narrator: Narrator[State], token: Key | None) -> str:
    """Return the name of a public card by its token."""
    found = (f for f in all_cards(narrator.state) if f.token.id == token and f.place in OPEN_PLACES)
    return next((narrator.card(f.token.card) for f in found), UNKNOWN)


def reach_text(narrator: Narrator[State], effect: Lasting) -> str:
    """Return a lasting effect in words: `Krabby has +300 offense`, `the opponents' robots may not score`."""
    says = sentence(effect, VOCABULARY)
    if effect.scope == "card":
        return f"{open_card(narrator, effect.target)} {says}"
    if effect.scope == "player":
        return f"{narrator.seat(effect.seat)} {says}"
    named = VOCABULARY.names.get(effect.name)
    many = "player" if named is not None and named.of == "player" else "card"
    kinds = [one for one in effect.only if one in VOCABULARY.kinds] or (named.kinds if named is not None else ())
    states = " ".join(one.replace("_", " ") for one in effect.only if one not in VOCABULARY.kinds)
    what = f"{states} {kinds[0] if len(kinds) == 1 else many}".lstrip()
    return f"{each_text(effect, what, narrator.seat(effect.owner))} {says}"


def open_cards(narrator: Narrator[State], tokens: Iterable[Token]) -> str:
    """Return the names of public cards."""
    return join_words(narrator.card(token.card) for token in tokens)


def acting_now(narrator: Narrator[State], tokens: Sequence[int]) -> str:
    """Return a reminder, for example "Coach May acts in this phase", for cards whose effects are resolved by hand."""
    return f"{join_words(open_card(narrator, token) for token in tokens)} {'acts' if len(tokens) == 1 else 'act'} in this phase"


def lies_open(state: State, token: int | None) -> bool:
    """Return True for a token that everyone sees."""
    return token is not None and any(f.token.id == token and f.place in OPEN_PLACES for f in all_cards(state))
