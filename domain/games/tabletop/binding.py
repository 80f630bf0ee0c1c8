"""The arguments of an act, taken as what they mean at this table: cards found or bound, seats, squares, words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from domain.cards import UNKNOWN, Ref, Token, find_or_bind, parse_ref
from domain.games.tabletop.events.base import Argument
from domain.games.tabletop.play import Group, Verb
from domain.games.tabletop.scene import Arg, Bound, Cards, Piece, Scene, holders_of, pieces_at, piles_in
from domain.games.tabletop.state import State
from domain.rules import Violation, impossible
from domain.text import counted


@dataclass(slots=True)
class Binding:
    """What the arguments came to, and what is impossible about them."""

    args: dict[str, Bound] = field(default_factory=dict)
    stacks: dict[str, Group] = field(default_factory=dict)
    """Argument -> the hidden stack that its cards come from."""
    revealed: list[Piece] = field(default_factory=list)
    """Tokens that turn out to be a card."""
    faults: list[Violation] = field(default_factory=list)


def bind(state: State, verb: Verb, given: Mapping[str, Argument], actor: int) -> Binding:
    """Every argument as its kind says."""
    binding = Binding()
    scene = Scene(state, actor, binding.args)
    known = {arg.name for arg in verb.args}
    for name in given:
        if name not in known:
            binding.faults.append(
                impossible("TT-ARGS", f"{verb.part.name} takes {', '.join(known) or 'nothing'}, no {name}")
            )
    for arg in verb.args:
        if arg.name in given:
            _bind_one(scene, verb, arg, given[arg.name], binding)
        elif not arg.optional:
            binding.faults.append(impossible("TT-ARGS", f"{verb.part.name} needs {arg.name}"))
    return binding


def _bind_one(scene: Scene, verb: Verb, arg: Arg, value: Argument, binding: Binding) -> None:
    if arg.kind in ("card", "cards"):
        refs = value if isinstance(value, tuple) else (value,)
        wrong = not all(isinstance(ref, str) for ref in refs) or isinstance(value, tuple) is not (arg.kind == "cards")
        if wrong:
            binding.faults.append(
                impossible(
                    "TT-ARGS", f"{arg.name}: {'a list of cards' if arg.kind == 'cards' else 'a card'} is expected"
                )
            )
            return
        _bind_cards(scene, verb, arg, tuple(map(str, refs)), binding)
        return
    faults = tuple(_faults(scene.state, arg, value))
    binding.faults += faults
    if not faults:
        binding.args[arg.name] = tuple(int(v) for v in value) if isinstance(value, tuple) else value


def _faults(state: State, arg: Arg, value: Argument) -> Iterator[Violation]:
    """What is impossible about an argument that is no card."""
    items = value if isinstance(value, tuple) else (value,)
    if isinstance(value, tuple) is not (arg.kind == "players" or (arg.kind == "dice" and arg.count > 1)):
        yield impossible(
            "TT-ARGS", f"{arg.name}: {'a list' if arg.kind in ('players', 'dice') else 'one value'} is expected"
        )
        return
    numeric = arg.seated or arg.kind in ("number", "dice")
    if any(isinstance(item, int) is not numeric for item in items):
        yield impossible("TT-ARGS", f"{arg.name}: {'a number' if numeric else 'a word'} is expected")
    elif arg.seated:
        for item in items:
            if isinstance(item, int) and not 0 <= item < len(state.seats):
                yield impossible("TT-SEATS", f"there is no seat {item + 1}")
    elif arg.kind == "dice":
        yield from _dice_faults(arg, items)
    elif arg.kind == "number":
        number = items[0]
        if isinstance(number, int) and not (arg.least if arg.least is not None else number) <= number <= (
            arg.most if arg.most is not None else number
        ):
            yield impossible("TT-ARGS", f"{arg.name} is {arg.least} to {arg.most}, not {number}")
    else:
        yield from _word_faults(state, arg, str(items[0]))


def _dice_faults(arg: Arg, items: tuple[int | str, ...]) -> Iterator[Violation]:
    if len(items) > arg.count or not items:
        yield impossible("TT-DICE", f"{counted(len(items), 'die', 'dice')} shown; there are {arg.count}")
    for item in items:
        if isinstance(item, int) and not 1 <= item <= (arg.most or 6):
            yield impossible("TT-DICE", f"a die shows 1 to {arg.most}, not {item}")


def _word_faults(state: State, arg: Arg, word: str) -> Iterator[Violation]:
    layout = state.layout
    if arg.kind == "cell":
        cells = layout.cells[layout.zone_at[arg.of]]
        if word not in cells:
            yield impossible("TT-CELL-NAME", f"{arg.of} has no {word}: {cells[0]} to {cells[-1]}")
    elif arg.words and word not in arg.words:
        rule = "TT-ARGS" if arg.kind == "word" else "TT-NAME"
        yield impossible(rule, f"{arg.name}: {word or 'nothing'} is none of {', '.join(arg.words[:12])}")


# --- cards --------------------------------------------------------------------------------------------------------------


def _bind_cards(scene: Scene, verb: Verb, arg: Arg, refs: tuple[str, ...], binding: Binding) -> None:
    state = scene.state
    lying = [token for _, pile in piles_in(scene, arg.places) for token in pile.tokens]
    stack = _stack(scene, arg)
    pieces: list[Piece] = []
    drawn = 0
    renames = any(line.startswith("name ") for line in verb.part.does)
    for ref in refs:
        parsed = parse_ref(ref)
        if parsed.card is not None and parsed.card not in state.catalogue and not _square(scene, arg, parsed.card):
            binding.faults.append(impossible("TT-NAME", f"no card {parsed.card!r} in this kit"))
            continue
        left = lying
        if pieces:
            taken = {piece.number for piece in pieces}
            left = [token for token in lying if token.id not in taken]
        found = _found(scene, arg, parsed, left, renames=renames)
        if found is not None:
            pieces.append(Piece(found.id, found.card))
            now = state.find(found.id) if found.card is not None and found not in left else None
            if now is not None and now[1].card != found.card:
                binding.revealed.append(Piece(found.id, found.card))
        elif stack is not None and parsed.token is None and drawn < state.pile(stack.zone, stack.holder).count:
            drawn += 1
            pieces.append(Piece(None, parsed.card))
            binding.stacks[arg.name] = stack
        elif stack is not None:
            binding.faults.append(
                impossible(
                    "TT-EMPTY",
                    f"{state.layout.zones[stack.zone].name} has {counted(state.pile(stack.zone, stack.holder).count, 'card')}",
                )
            )
        else:
            binding.faults.append(impossible("TT-WHERE", _elsewhere(state, arg, ref, lying)))
    binding.args[arg.name] = Cards(tuple(pieces))


def _stack(scene: Scene, arg: Arg) -> Group | None:
    """The hidden stack that cards of an argument come from, where there is one."""
    for place in arg.places:
        if scene.layout.is_hidden_stack(place.zone):
            for holder in holders_of(scene, place):
                return Group(place.zone, holder)
    return None


def _square(scene: Scene, arg: Arg, text: str) -> bool:
    """Whether a reference is a square of one of the argument's zones."""
    zone = scene.layout.cell_zone.get(text)
    return zone is not None and (not arg.places or any(place.zone == zone for place in arg.places))


def _found(scene: Scene, arg: Arg, ref: Ref, lying: list[Token], *, renames: bool) -> Token | None:
    if ref.card is not None and _square(scene, arg, ref.card):
        there = pieces_at(scene, ref.card)
        return there[-1] if there else None
    found = find_or_bind(lying, ref)
    if found is not None and ref.card is not None and found.card != ref.card:
        return Token(found.id, ref.card) if renames else None
    return found


def _elsewhere(state: State, arg: Arg, ref: str, lying: list[Token]) -> str:
    where = " or ".join(state.layout.zones[place.zone].name for place in arg.places) or "any zone"
    held = ", ".join(token.card or UNKNOWN for token in lying[:12]) or "nothing"
    return f"{ref} is not in {where}, which holds {held}"
