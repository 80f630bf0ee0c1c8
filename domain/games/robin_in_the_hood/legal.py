"""Every legal command of a state, for menus and bots.

Left out, though they may be legal: `place_card` (its two kinds are offered), `change_option` and `define_card`,
`resolve_card_effect`, `reveal_card`, `adjust`, `declare_position`, `abandon_tournament` (they need words), announced
results, recorded orders of a Draw pile, and drawn cards by name. A new Active set is offered with its list open.
"""

from collections.abc import Iterator

from domain.cards import Token, format_token, unseen
from domain.game import Command
from domain.games.robin_in_the_hood.cards import CharacterCard, ModifierCard, is_card
from domain.games.robin_in_the_hood.commands import rounds
from domain.games.robin_in_the_hood.commands.battles import ResolveBattles
from domain.games.robin_in_the_hood.commands.hand_end import DrawCard, EndHand
from domain.games.robin_in_the_hood.commands.placements import PlaceCharacter, PlayModifier
from domain.games.robin_in_the_hood.commands.record import ConcedeTournament
from domain.games.robin_in_the_hood.commands.setup import OpenTournament, StakeAnte
from domain.games.robin_in_the_hood.state import (
    AGILITY,
    Player,
    State,
    cannot_place,
    is_ready,
    must_draw,
    seats_to_place,
    zoned_tokens,
)
from domain.games.robin_in_the_hood.whereabouts import check_identity


def legal(state: State) -> Iterator[Command]:
    """Yield the legal commands; conceding comes last."""
    if state.phase == "unopened":
        yield OpenTournament(players=("Ann", "Ben"), victories_to_win=1)
        return
    if state.phase == "finished":
        return
    yield from _of_phase(state)
    for seat in (0, 1):
        yield ConcedeTournament(player=seat)


def _of_phase(state: State) -> Iterator[Command]:
    if state.phase in ("setup", "between_rounds"):
        yield from _before_a_round(state)
    elif state.phase == "opening_draw":
        yield from _opening_draws(state)
    elif state.phase == "placing":
        yield from _placements(state)
    elif state.phase == "battles":
        yield ResolveBattles()
    elif state.phase == "aftermath":
        yield EndHand()
    elif state.phase == "refill":
        yield from (DrawCard(player=seat) for seat in (0, 1) if must_draw(state.players[seat]))


def _before_a_round(state: State) -> Iterator[Command]:
    declared = all(player.set_size for player in state.players)
    staked = not state.options.ante or state.phase != "setup" or all(p.ante is not None for p in state.players)
    if declared and staked:
        yield rounds.StartRound()
    for seat, player in enumerate(state.players):
        if state.phase == "setup" and state.options.ante and player.ante is None:
            cards = (record.card_id for record in state.catalogue if is_card(state.catalogue, record.card_id))
            yield from (StakeAnte(player=seat, card=card) for card in cards)
        if player.set_size == 0 or (state.phase == "between_rounds" and not player.new_set):
            yield rounds.DeclareActiveSet(player=seat)


def _opening_draws(state: State) -> Iterator[Command]:
    for seat, player in enumerate(state.players):
        if not player.shuffled:
            yield rounds.ShuffleDrawPile(player=seat)
        elif not player.hand_drawn:
            yield rounds.DrawPlayingHand(player=seat)
        elif not is_ready(player):
            yield DrawCard(player=seat)


def _placements(state: State) -> Iterator[Command]:
    if cannot_place(state):
        yield EndHand()
    for seat in seats_to_place(state):
        player = state.players[seat]
        for token in _choices(state, player):
            command = _placement(state, seat, token)
            if command is not None:
                yield command


def _choices(state: State, player: Player) -> Iterator[Token]:
    """Yield the known cards of the playing hand, and candidates for unknown ones."""
    yield from dict.fromkeys(t for t in player.playing_hand if t.card is not None)
    unknown = next((t for t in player.playing_hand if t.card is None), None)
    if unknown is None:
        return
    known = {t.card for t in player.playing_hand}
    for card in _candidates(state, player):
        if card not in known:
            yield Token(unknown.id, card)


def _candidates(state: State, player: Player) -> list[str]:
    """Return the possible identities of an unknown card: the list less the cards seen, or any card without a list."""
    if player.active_set is None:
        return [record.card_id for record in state.catalogue]
    copies = {card: player.active_set.count(card) for card in dict.fromkeys(player.active_set)}
    left = unseen(copies, (t.card for _, t in zoned_tokens(player) if t.card is not None))
    return [card for card, count in left.items() if count > 0]


def _placement(state: State, seat: int, token: Token) -> Command | None:
    assert token.card is not None
    if any(check_identity(state, seat, token, newly_known=False)):
        return None
    player = state.players[seat]
    same = [t for t in player.playing_hand if t.card == token.card]
    ref = token.card if len(same) <= 1 else format_token(token.id)
    record = state.catalogue.get(token.card)
    if isinstance(record, CharacterCard) and player.stages[AGILITY] is None:
        return PlaceCharacter(player=seat, card=ref)
    return PlayModifier(player=seat, card=ref) if isinstance(record, ModifierCard) else None
