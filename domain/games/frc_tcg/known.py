"""Knowledge of the cards: identities found out, and the cards that a deck can still contain (TCG-D07)."""

from collections.abc import Container, Iterable, Iterator, Sequence

from domain.cards import CardRef, copies_in, parse_ref, token_owner
from domain.games.frc_tcg.cards.decks import type_limit
from domain.games.frc_tcg.cards.records import type_of
from domain.games.frc_tcg.state import Enhancement, Mounted, PlayerState, StackLevel, State
from domain.rules import Violation, impossible


def known_cards(state: State, seat: int, among: Container[str]) -> list[str]:
    """Return the card ids of a player's cards in all zones that are known to be one of these."""
    player = state.players[seat]
    lying = [*player.deck, *player.pit, *player.shop, *player.playing, *filter(None, player.prize_cards)]
    in_play: list[StackLevel | Mounted | Enhancement] = [*player.mentors, *player.awards]
    for holder in state.players:
        lying += holder.captured
    for stack in player.alliance:
        in_play += stack.levels
        in_play += stack.mounted
        for level in stack.levels:
            if level.kickoff is not None:
                lying.append(level.kickoff)
    found = [c.card for c in lying if c.card is not None and c.card in among and token_owner(c.id) == seat]
    return found + [c.card for c in in_play if c.card in among and token_owner(c.token) == seat]


def comes_to_light(state: State, seat: int, cards: Iterable[str]) -> Iterator[Violation]:
    """Whether a player's deck can hold more of these cards than are known already (TCG-D07)."""
    player, new = state.players[seat], list(cards)
    if not new:
        return
    if player.deck_list:
        known = known_cards(state, seat, set(new)) + new
        for card in dict.fromkeys(new):
            has, listed = known.count(card), copies_in(player.deck_list, card)
            if has > listed:
                name = state.catalogue.name_of(card)
                yield Violation("TCG-D07", f"{name} number {has} of {listed}: the list has {listed}")
    elif state.options.boosters == "off":
        known = known_cards(state, seat, state.catalogue) + new
        for card in dict.fromkeys(new):
            yield from _over_profile(state, player, known, card)


def _over_profile(state: State, player: PlayerState, known: list[str], card: str) -> Iterator[Violation]:
    record = state.catalogue.get(card)
    if record is None:
        return
    kind = type_of(record)
    has = sum(isinstance(r, type(record)) for r in map(state.catalogue.get, known))
    limit = type_limit(player.profile, kind)
    if has > limit:
        yield Violation("TCG-D07", f"{kind} number {has} of {limit}: the profile has {limit}")


def identities_fit(state: State, seat: int, cards: Sequence[CardRef]) -> Iterator[Violation]:
    """Whether the cards named as drawn can be those on top of the deck."""
    new: list[str] = []
    for top, text in zip(state.players[seat].deck, cards, strict=False):
        card = parse_ref(text).card
        if card is None or card == top.card:
            continue
        if card not in state.catalogue:
            yield impossible("TCG-D07", f"no card {card} in the catalogue: define_card first")
        elif top.card is not None:
            name = state.catalogue.name_of(top.card)
            yield Violation("TCG-D07", f"the card drawn is known to be {name}")
        else:
            new.append(card)
    if new:
        yield from comes_to_light(state, seat, new)
