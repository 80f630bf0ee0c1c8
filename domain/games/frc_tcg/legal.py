"""The legal commands of a state, without adjustments, card texts resolved by hand and reveals, which are always
possible."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final

from domain.cards import UNKNOWN, CardRef, unseen
from domain.games.frc_tcg.abilities import abilities, is_active, open_places
from domain.games.frc_tcg.cards import records
from domain.games.frc_tcg.cards.decks import DECK_SIZE, type_limit
from domain.games.frc_tcg.commands import setup
from domain.games.frc_tcg.commands.agreements import AgreeDraw, Concede, SettlePrizeCards
from domain.games.frc_tcg.commands.base import TcgCommand
from domain.games.frc_tcg.commands.by_hand import EndEnhancement
from domain.games.frc_tcg.commands.combat import Attack
from domain.games.frc_tcg.commands.moves import GoOutForCoffee, RetreatRobot
from domain.games.frc_tcg.commands.plays import PlayAward, PlayComponent, PlayItem, PlayMentor, PlayRobot
from domain.games.frc_tcg.commands.seasons import DevolveRobot, EvolveRobot, is_far_enough
from domain.games.frc_tcg.commands.turn import DeclareNoMove, EndTurn, SwapCards
from domain.games.frc_tcg.options import SETTLEMENTS
from domain.games.frc_tcg.references import hand_limit, known_cards, stack_ref
from domain.games.frc_tcg.state import (
    DRAWN,
    HAND,
    PRIZES_SET,
    REGISTERED,
    SHUFFLED,
    UNREGISTERED,
    SeatedStack,
    State,
    all_stacks,
    stacks_of,
)
from domain.games.frc_tcg.vocabulary import VOCABULARY

WHEN_PLAYED: Final = ("on_play", "while_in_play")


def legal(state: State) -> Iterator[TcgCommand]:
    """Yield the legal commands, with optional parameters at their defaults and without draws and coin flips."""
    if state.status == "setup":
        yield from _setup(state)
    elif state.running:
        yield from (command for command in _moves(state) if not command.check(state))
        yield from _swaps(state)
        yield from _agreements(state)
    elif state.over and not state.settlement:
        yield from (SettlePrizeCards(mode=mode) for mode in SETTLEMENTS)


def _setup(state: State) -> Iterator[TcgCommand]:
    steps = [player.step for player in state.players]
    for seat, step in enumerate(steps):
        if step == UNREGISTERED:
            yield setup.RegisterDeck(player=seat, size=DECK_SIZE)
    if UNREGISTERED in steps:
        return
    if state.first < 0:
        yield from (setup.DetermineFirstPlayer(player=s, method="coin_flip") for s in range(len(steps)))
        return
    for seat, step in enumerate(steps):
        if step in (REGISTERED, PRIZES_SET):
            yield setup.ShuffleDeck(player=seat)
        elif step == SHUFFLED:
            yield setup.DrawOpeningHand(player=seat, cards=(UNKNOWN,) * HAND)
        elif step == DRAWN:
            yield setup.SetPrizeCards(player=seat, cards=(UNKNOWN,) * state.options.prize_count)
    yield from (command for command in (setup.StartMatch(),) if not command.check(state))


def _agreements(state: State) -> Iterator[TcgCommand]:
    still_in = tuple(seat for seat, player in enumerate(state.players) if not player.out)
    yield from (Concede(player=seat) for seat in still_in)
    yield AgreeDraw(players=still_in)


def _moves(state: State) -> Iterator[TcgCommand]:
    """Yield the active player's candidate commands; the caller removes illegal ones."""
    seat = state.active
    if not state.record.attacks:
        for card in hand_names(state, seat):
            yield from _plays(state, seat, card)
        yield from _devolutions(state, seat)
    yield from _attacks(state, seat)
    own = stacks_of(state, (seat,))
    yield from (RetreatRobot(robot=stack_ref(own, placed)) for placed in own)
    if state.players[seat].mentors:
        yield from (GoOutForCoffee(opponent=other) for other in state.opponents(seat))
    for owner, player in enumerate(state.players):
        for enhancement in (*player.mentors, *player.awards):
            if enhancement.duration == "manual":
                yield EndEnhancement(card=enhancement.card, player=owner)
    yield from _turn_ends(state, seat)


def hand_names(state: State, seat: int) -> list[str]:
    """Return the card ids that the hand may contain: known cards, and candidates for unknown ones."""
    pit = state.players[seat].pit
    known = dict.fromkeys(card.card for card in pit if card.card is not None)
    if any(card.card is None for card in pit):
        known |= dict.fromkeys(candidates(state, seat))
    return list(known)


def candidates(state: State, seat: int) -> list[str]:
    """Return what an unknown card may be: the deck list less the cards seen; without a list, cards that the profile
    allows (any card with boosters)."""
    player = state.players[seat]
    if player.deck_list:
        listed = dict(player.deck_list)
        return [card for card, left in unseen(listed, known_cards(state, seat, listed)).items() if left > 0]
    if state.options.boosters == "on":
        return [card.card_id for card in state.catalogue]
    seen = known_cards(state, seat, state.catalogue)
    types = [records.type_of(card) for card in map(state.catalogue.get, seen) if card is not None]
    full = {kind for kind in set(types) if types.count(kind) >= type_limit(player.profile, kind)}
    return [card.card_id for card in state.catalogue if records.type_of(card) not in full]


def _plays(state: State, seat: int, card: str) -> Iterator[TcgCommand]:
    match state.catalogue.get(card):
        case records.Robot():
            yield PlayRobot(card=card)
        case records.Component() as record:
            yield from _component_plays(state, seat, record)
        case records.Item(effects=effects):
            for targets in _choices(state, seat, records.effects_with_choice(effects, WHEN_PLAYED)):
                yield PlayItem(card=card, targets=targets)
        case records.Mentor(effects=effects):
            for targets in _choices(state, seat, records.effects_with_choice(effects, WHEN_PLAYED)):
                yield PlayMentor(card=card, targets=targets)
        case records.Award(effects=effects):
            for targets in _choices(state, seat, records.effects_with_choice(effects, WHEN_PLAYED)):
                yield PlayAward(card=card, targets=targets)
        case records.Kickoff():
            yield from _evolutions(state, seat, card)


def _component_plays(state: State, seat: int, record: records.Component) -> Iterator[TcgCommand]:
    own = stacks_of(state, (seat,))
    if state.record.components >= state.record.allowed("components"):
        return
    for stack, ability in open_places(state, seat, record):
        yield PlayComponent(card=record.card_id, robot=stack_ref(own, SeatedStack(seat, stack)), ability=ability.name)
    if state.options.surplus_components == "allowed":
        yield from (PlayComponent(card=record.card_id, robot=stack_ref(own, p), ability="surplus") for p in own)


def _evolutions(state: State, seat: int, kickoff: str) -> Iterator[TcgCommand]:
    own = stacks_of(state, (seat,))
    for card in hand_names(state, seat):
        new = state.catalogue.get(card)
        for placed in own if isinstance(new, records.Robot) else ():
            old = state.catalogue.get(placed.stack.top.card)
            if isinstance(old, records.Robot) and isinstance(new, records.Robot) and old.team == new.team:
                yield EvolveRobot(kickoff=kickoff, robot_card=card, onto=stack_ref(own, placed))


def _devolutions(state: State, seat: int) -> Iterator[TcgCommand]:
    own, other = stacks_of(state, (seat,)), stacks_of(state, state.opponents(seat))
    for placed in own:
        if is_far_enough(state, placed.stack):
            for target in other:
                if target.stack.stage >= 2:
                    yield DevolveRobot(own=stack_ref(own, placed), target=stack_ref(other, target))


def _attacks(state: State, seat: int) -> Iterator[TcgCommand]:
    own = stacks_of(state, (seat,))
    for placed in own:
        for ability in abilities(state, placed.stack):
            if is_active(state, placed.stack, ability):
                yield from _uses(state, seat, stack_ref(own, placed), ability)


def _uses(state: State, seat: int, robot: CardRef, ability: records.Ability) -> Iterator[TcgCommand]:
    opposing = stacks_of(state, state.opponents(seat))
    refs = [stack_ref(opposing, placed) for placed in opposing]
    sizes = range(1, min(ability.max_targets, len(refs)) + 1) if ability.damage is not None else (0,)
    for size in sizes:
        for targets in combinations(refs, size):
            for chosen in _choices(state, seat, records.effects_with_choice(ability.effects, ("on_attack",))):
                yield Attack(robot=robot, ability=ability.name, targets=targets, effect_targets=chosen)


def _choices(state: State, seat: int, effects: Sequence[records.CardEffect]) -> Iterator[tuple[CardRef, ...]]:
    """Yield every way to choose the targets of these effects; one empty choice if an effect has no possible target."""
    found = [_targets(state, seat, effect) for effect in effects]
    yield from product(*(refs for refs in found if refs)) if all(found) else ((),)


def _targets(state: State, seat: int, effect: records.CardEffect) -> list[CardRef]:
    if isinstance(effect, records.ReturnFromShop):
        return list(dict.fromkeys(card.card for card in state.players[seat].shop if card.card is not None))
    own, opposing = stacks_of(state, (seat,)), stacks_of(state, state.opponents(seat))
    if effect.target == "own_robot":
        return [stack_ref(own, placed) for placed in own]
    if effect.target == "opposing_robot":
        return [stack_ref(opposing, placed) for placed in opposing]
    refs = [stack_ref(opposing, placed) for placed in opposing]
    elsewhere = [p for p in all_stacks(state, seat) if p not in opposing]
    taken = {placed.stack.top.card for placed in opposing}
    return refs + [stack_ref(elsewhere, p) for p in elsewhere if p.stack.top.card not in taken]


def _turn_ends(state: State, seat: int) -> Iterator[TcgCommand]:
    player = state.players[seat]
    names = [card.card or UNKNOWN for card in player.pit]
    over = max(0, len(names) - hand_limit(state, seat)) if state.options.hand_cap == "trim_at_turn_end" else 0
    named = [name for name in names if name != UNKNOWN] + candidates(state, seat)[:over]
    if state.record.moves or state.record.no_move:
        yield EndTurn(trimmed=tuple(named[-over:]) if over else ())
    else:
        yield DeclareNoMove()


def _swaps(state: State) -> Iterator[TcgCommand]:
    """Yield a swap of any two hand cards before a card was played or an attack made. Checks one for all, because they
    are many."""
    names = [card.card or UNKNOWN for card in state.players[state.active].pit]
    if state.record.cards or state.record.attacks or len(names) > hand_limit(state, state.active):
        return
    swaps = [SwapCards(put_down=pair) for pair in dict.fromkeys(combinations(names, 2))]
    if swaps and any(violation.rule == VOCABULARY.rule for violation in swaps[0].check(state)):
        return  # an effect forbids swaps of any cards
    yield from swaps
