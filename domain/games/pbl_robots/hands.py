"""Cards that leave a hand."""

from domain.cards import CardRef, Ref, Token, find, parse_ref
from domain.games.pbl_robots.events.base import PblBuffer
from domain.games.pbl_robots.events.turns import CardRevealed, HandForgotten
from domain.table.references import meant, meant_in_turn


def take_from_hand(out: PblBuffer, seat: int, ref: CardRef) -> Token | None:
    """Return the hand card of a reference, revealed to the record if it was unknown; `None` if it is not in the hand."""
    hand = out.state.people[seat].hand
    wanted = parse_ref(ref)
    if wanted == Ref():
        return find(hand, wanted)
    token = meant(hand, wanted)
    if token is not None and token.card is not None and token not in hand:
        out.add(CardRevealed(seat=seat, token=token.id, card=token.card))
    return token


def take_unseen(out: PblBuffer, seat: int, refs: tuple[CardRef, ...]) -> tuple[Token, ...]:
    """Return hand cards that are discarded face down. An unseen card from a known hand makes the hand unknown; named cards
    stay known."""
    hand = out.state.people[seat].hand
    named = [wanted for ref in refs if (wanted := parse_ref(ref)) != Ref()]
    unseen = len(refs) - len(named)
    taken = [token for token in meant_in_turn(hand, named) if token is not None]
    out.add(*(CardRevealed(seat=seat, token=t.id, card=t.card) for t in taken if t.card and t not in hand))
    gone = {token.id for token in taken}
    blank = sum(token.card is None for token in hand if token.id not in gone)
    if unseen > blank:
        out.add(HandForgotten(seat=seat))
        out.add(*(CardRevealed(seat=seat, token=token.id, card=token.card) for token in taken if token.card))
    rest = [token for token in out.state.people[seat].hand if token.card is None and token.id not in gone]
    return (*taken, *rest[:unseen])
