"""Twins of a match: records that differ only in facts hidden from one viewpoint.

The hidden cards of a table are listed here a second time, by command and field, apart from the games' `redact` and `board`: the
cards drawn, set out or put away face down, and deck lists. A twin swaps such cards, as long as they have not been named in another
entry.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

from domain.cards import CardRecord, Catalogue, Token, parse_ref
from domain.game import AnyGame, Command, Event, evolve_all, tag_of
from domain.seats import GameState, Viewpoint
from matchbook.conformance.values import Values

SECRETS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "frc_card_game": {
        "start_match": ("players",),
        "draw_opening_hand": ("cards",),
        "draw_card": ("card",),
    },
    "frc_tcg": {
        "register_deck": ("cards",),
        "draw_opening_hand": ("cards",),
        "set_prize_cards": ("cards",),
        "end_turn": ("drawn",),
        "swap_cards": ("put_down", "drawn", "refill"),
    },
    "pbl_robots": {
        "deal_inheritance": ("hands",),
        "deal_quick_play": ("decks",),
        "pass_pile": ("cards",),
        "take_pile": ("cards",),
        "reduce_deck": ("cards",),
        "deal_opening_hands": ("first", "second"),
        "keep_opening_hand": ("cards",),
        "discard_to_limit": ("cards",),
        "draw_card": ("card",),
        "add_bombs": ("cards",),
        "add_shields": ("cards",),
        "roll_attack": ("cards",),
        "roll_defense": ("cards",),
        "arrange_deck": ("order",),
        **dict.fromkeys(("play_action", "blast_crew", "build_armor", "play_crew", "build_hangar"), ("drawn",)),
    },
    "robin_in_the_hood": {
        "declare_active_set": ("cards", "set_aside"),
        "shuffle_draw_pile": ("order",),
        "draw_playing_hand": ("cards",),
        "draw_card": ("card",),
    },
}
"""Game -> command -> the fields whose cards only its player may know."""

_BY_SEAT: Final = ("players",)
_BY_SIDE: Final = ("hands", "decks")
"""Fields that hold one part for each seat, for each side."""

_ENOUGH: Final = 30
"""Swapped cards; each swap plays the match again."""
_TRIES: Final = 12

_LEFT_OUT: Final = frozenset({"declare_position", "define_card", "start_match", "create_match", "open_tournament"})
"""Commands that restart."""

Path: TypeAlias = tuple[str | int, ...]


class Twin(Struct, frozen=True):
    """Another match that looks the same."""

    commands: list[Command]
    swapped: frozenset[str]
    """The cards that are others than they were."""


class Act(Struct, frozen=True):
    """An action of a record."""

    before: GameState
    command: Command
    events: tuple[Event, ...]


def played(game: AnyGame, catalogue: Catalogue[CardRecord], commands: Sequence[Command]) -> list[Act] | None:
    """The actions of legal commands; `None` if one of them is not."""
    state, acts = game.initial(catalogue), []
    for command in commands:
        if game.check(state, command):
            return None
        events = game.resolve(state, command)
        acts.append(Act(state, command, events))
        for event in events:
            state = game.evolve(state, event)
    return acts


def twin(
    game: AnyGame, catalogue: Catalogue[CardRecord], acts: Sequence[Act], viewpoint: Viewpoint, rng: Random
) -> Twin | None:
    """Another match that looks the same to a viewpoint; `None` if it sees every card."""
    secrets = [list(_secrets(game, act, viewpoint)) for act in acts]
    named = _named(acts, secrets) | _captured(acts, viewpoint)
    commands = [act.command for act in acts]
    kinds = [_kinds(act) for act in acts]
    hidden = sorted(
        (owner, card) for owner, card in _hidden(commands, secrets) if card in catalogue and card not in named
    )
    others = [record.card_id for record in catalogue if record.card_id not in named]
    swapped: set[str] = set()
    for owner, card in rng.sample(hidden, len(hidden)):
        for other in rng.sample(others, min(_TRIES, len(others))):
            if swapped & {card, other}:
                continue
            changed = [_swapped(c, places, owner, card, other) for c, places in zip(commands, secrets, strict=True)]
            if changed == commands:
                continue
            again = played(game, catalogue, changed)
            if again is not None and [_kinds(act) for act in again] == kinds:
                commands = changed
                swapped |= {card, other}
                break
        if len(swapped) > _ENOUGH:
            break
    return Twin(commands, frozenset(swapped)) if swapped else None


def _kinds(act: Act) -> tuple[type, ...]:
    return tuple(type(event) for event in act.events)


def _secrets(game: AnyGame, act: Act, viewpoint: Viewpoint) -> Iterator[tuple[int, Path]]:
    """The owners of cards in a command, out of the viewpoint's sight."""
    command = act.command
    if _lies_open(act):
        return
    actor = getattr(command, "player", None)
    actor = game.turn_info(act.before).seat if actor is None else actor
    for field in SECRETS[game.name].get(tag_of(command), ()):
        if field in (*_BY_SEAT, *_BY_SIDE):
            for number in range(len(getattr(command, field))):
                seat = number if field in _BY_SEAT else _first_of(act, number)
                if _apart(act, seat, viewpoint):
                    yield seat, (field, number)
        elif actor is not None and _apart(act, actor, viewpoint):
            yield actor, (field,)


def _first_of(act: Act, side: int) -> int:
    return next(seat for seat, one in enumerate(act.before.seats) if one.side == side)


def _lies_open(act: Act) -> bool:
    """A card out of an open row, prize cards that are set out face up."""
    tag = tag_of(act.command)
    if tag == "set_prize_cards":
        return getattr(getattr(act.before, "options", None), "prizes_face", "") == "up"
    return tag == "draw_card" and bool(getattr(act.command, "slot", 0))


def _apart(act: Act, seat: int, viewpoint: Viewpoint) -> bool:
    """Return True if a seat keeps its secrets from the viewpoint (a team has no secrets among its own)."""
    if not isinstance(viewpoint, int) or not act.before.seats:
        return seat != viewpoint
    return act.before.seats[seat].side != act.before.seats[viewpoint].side


def _hidden(commands: Sequence[Command], secrets: Sequence[list[tuple[int, Path]]]) -> set[tuple[int, str]]:
    found: set[tuple[int, str]] = set()
    for command, places in zip(commands, secrets, strict=True):
        builtins = msgspec.to_builtins(command)
        for owner, path in places:
            found.update((owner, text) for place, text in _texts(builtins, ()) if place[: len(path)] == path)
    return found


def _named(acts: Sequence[Act], secrets: Sequence[list[tuple[int, Path]]]) -> set[str]:
    """All cards that a command names elsewhere, by id or by token."""
    named: set[str] = set()
    for act, places in zip(acts, secrets, strict=True):
        paths = [path for _, path in places]
        for path, text in _texts(msgspec.to_builtins(act.command), ()):
            if not any(path[: len(p)] == p for p in paths):
                named.update(_meant(act.before, text))
    return named


def _captured(acts: Sequence[Act], viewpoint: Viewpoint) -> set[str]:
    """Prize cards that the viewpoint took: it has seen them."""
    events = [event for act in acts for event in act.events if tag_of(event) == "prize_card_captured"]
    return {str(getattr(event, "card", "")) for event in events if getattr(event, "by", None) == viewpoint}


def _meant(state: GameState, text: str) -> Iterator[str]:
    ref = parse_ref(text)
    if ref.card is not None:
        yield ref.card
    if ref.token is not None:
        yield from (token.card for token in _tokens(state) if token.id == ref.token and token.card)


def _tokens(part: object) -> Iterator[Token]:
    if isinstance(part, Token):
        yield part
    elif isinstance(part, Struct):
        yield from (token for name in part.__struct_fields__ for token in _tokens(getattr(part, name)))
    elif isinstance(part, tuple):
        yield from (token for item in part for token in _tokens(item))


def _texts(part: object, path: Path) -> Iterator[tuple[Path, str]]:
    """Every text in a command's plain values, keys of tables among them."""
    if isinstance(part, str):
        yield path, part
    elif isinstance(part, dict):
        for key, item in part.items():
            yield (*path, "(key)"), str(key)
            yield from _texts(item, (*path, key))
    elif isinstance(part, list | tuple):
        for number, item in enumerate(part):
            yield from _texts(item, (*path, number))


def _swapped(command: Command, places: list[tuple[int, Path]], owner: int, one: str, other: str) -> Command:
    """The command with two cards of one owner in each other's place."""
    names = {one: other, other: one}
    paths = [path for whose, path in places if whose == owner]
    if not paths:
        return command
    return msgspec.convert(_exchanged(msgspec.to_builtins(command), (), paths, names), type(command))


def _exchanged(part: object, path: Path, paths: list[Path], names: dict[str, str]) -> object:
    inside = any(path[: len(p)] == p for p in paths)
    if isinstance(part, str):
        return names.get(part, part) if inside else part
    if isinstance(part, dict):
        return {
            names.get(key, key) if inside else key: _exchanged(item, (*path, key), paths, names)
            for key, item in part.items()
        }
    if isinstance(part, list | tuple):
        return [_exchanged(item, (*path, number), paths, names) for number, item in enumerate(part)]
    return part


def odd_commands(
    game: AnyGame, one: GameState, other: GameState, swapped: frozenset[str], rng: Random
) -> Iterator[Command]:
    """Unusual commands, possible on both tables equally: they break the same rules, do not name a swapped card, and do not end the
    match."""
    while True:
        command = Values(one, rng, existing=True).command(rng.choice(game.commands))
        if command is None or tag_of(command) in _LEFT_OUT or _mentions(command, (one, other), swapped):
            continue
        worlds = [_world(game, state, command) for state in (one, other)]
        if worlds[0] is None or worlds[1] is None or worlds[0].alike != worlds[1].alike:
            continue
        if game.outcome(worlds[0].after) is None:
            one, other = worlds[0].after, worlds[1].after
            yield command


class _World(Struct, frozen=True):
    alike: tuple[list[str], list[type]]
    """The rules that were broken, and what happened."""
    after: GameState


def _world(game: AnyGame, state: GameState, command: Command) -> _World | None:
    """The result of a command; `None` if the state cannot hold it."""
    violations = game.check(state, command)
    if any(violation.impossible for violation in violations):
        return None
    events = game.resolve(state, command)
    alike = [violation.rule for violation in violations], [type(event) for event in events]
    return _World(alike, evolve_all(game, state, events))


def _mentions(command: Command, states: tuple[GameState, ...], cards: frozenset[str]) -> bool:
    """Whether a command names one of these cards, or takes a prize card, which shows it."""
    texts = [text for _, text in _texts(msgspec.to_builtins(command), ())]
    return "prize" in texts or any(card in cards for text in texts for state in states for card in _meant(state, text))
