"""Binding of an action's arguments to the table: cards become tokens, and seats, squares and words are checked."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from msgspec import Struct

from domain.cards import UNKNOWN, Ref, Token, parse_ref
from domain.games.tabletop.context import Arg, Bound, Cards, EvalContext, Piece, holders_of, pieces_at, piles_in
from domain.games.tabletop.events.base import Argument
from domain.games.tabletop.interpreter import Verb
from domain.games.tabletop.layout import KitLayout
from domain.games.tabletop.operations import Group
from domain.games.tabletop.state import State
from domain.rules import Violation, impossible
from domain.text import pluralize


class Binding(Struct):
    """The bound arguments, and the violations that make them impossible."""

    args: dict[str, Bound] = {}
    stacks: dict[str, Group] = {}
    """The hidden stack that the cards of an argument come from, by argument."""
    revealed: list[Piece] = []
    """Tokens that the arguments identify."""
    violations: list[Violation] = []
    most: int = 1
    """The highest number of cards that are named. No card needs more tokens than that to choose from."""


class _Wish(Struct, frozen=True):
    """A card that a command names, with the tokens that it can be, likely ones first, or the stack that it is drawn from."""

    arg: Arg
    ref: str
    tokens: tuple[Token, ...]
    stack: Group | None
    lying: Sequence[Token]
    """The tokens in the argument's zones before the action."""


def specialise(state: State, verb: Verb, given: Mapping[str, Argument], actor: int) -> Binding:
    """Return the arguments bound to the table. Cards of all arguments are assigned together, so that no token is used twice."""
    binding = Binding()
    context = EvalContext(state, actor, binding.args)
    wishes: list[_Wish] = []
    for name in given:
        if name not in verb.named:
            known = ", ".join(verb.named) or "nothing"
            binding.violations.append(
                impossible("TT-ARGS", f"{verb.part.name} has no argument {name}; arguments: {known}")
            )
    if verb.takes_cards:
        binding.most = sum([len(value) if isinstance(value, tuple) else 1 for value in given.values()])
    for arg in verb.args:
        if arg.name in given:
            wishes += _bind_one(context, verb, arg, given[arg.name], binding)
        elif not arg.optional:
            binding.violations.append(impossible("TT-ARGS", f"{verb.part.name} needs {arg.name}"))
    if wishes:
        _bind_cards(context, wishes, binding)
    return binding


def _bind_one(context: EvalContext, verb: Verb, arg: Arg, value: Argument, binding: Binding) -> Sequence[_Wish]:
    """Bind an argument; for cards, return the cards that must be found instead."""
    if arg.kind in ("card", "cards"):
        refs = value if isinstance(value, tuple) else (value,)
        if isinstance(value, tuple) is not (arg.kind == "cards") or not all(isinstance(ref, str) for ref in refs):
            what = "a list of cards" if arg.kind == "cards" else "a card"
            binding.violations.append(impossible("TT-ARGS", f"{arg.name}: {what} is expected"))
            return ()
        binding.args[arg.name] = Cards(())
        return _wishes(context, verb, arg, tuple(map(str, refs)), binding)
    violations = () if value in arg.allowed else tuple(_violations(context.state, arg, value))
    binding.violations += violations
    if not violations:
        binding.args[arg.name] = tuple([int(v) for v in value]) if isinstance(value, tuple) else value
    return ()


def _violations(state: State, arg: Arg, value: Argument) -> Iterator[Violation]:
    """Yield the violations that make a non-card argument impossible."""
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
                yield impossible("TT-SEATS", f"seat {item + 1} does not exist")
    elif arg.kind == "dice":
        yield from _dice_violations(arg, items)
    elif arg.kind == "number":
        number = items[0]
        if isinstance(number, int) and not (arg.least if arg.least is not None else number) <= number <= (
            arg.most if arg.most is not None else number
        ):
            yield impossible("TT-ARGS", f"{arg.name} must be {arg.least} to {arg.most}, not {number}")
    else:
        yield from _word_violations(state, arg, str(items[0]))


def _dice_violations(arg: Arg, items: tuple[int | str, ...]) -> Iterator[Violation]:
    if len(items) > arg.count or not items:
        yield impossible("TT-DICE", f"{pluralize(len(items), 'die', 'dice')} given; the kit has {arg.count}")
    for item in items:
        if isinstance(item, int) and not 1 <= item <= (arg.most or 6):
            yield impossible("TT-DICE", f"a die shows 1 to {arg.most}, not {item}")


def _word_violations(state: State, arg: Arg, word: str) -> Iterator[Violation]:
    layout = state.layout
    if arg.kind == "cell":
        zone = layout.zone_at[arg.of]
        if word not in layout.cell_at[zone]:
            cells = layout.cells[zone]
            yield impossible("TT-CELL-NAME", f"{arg.of} has no {word}; it has {cells[0]} to {cells[-1]}")
    elif word not in arg.words and (arg.words or arg.kind in ("counter", "sort", "zone")):
        rule = "TT-ARGS" if arg.kind == "word" else "TT-NAME"
        yield impossible(
            rule, f"{arg.name}: {word or 'an empty word'} is not one of {', '.join(arg.words[:12]) or 'this kit'}"
        )


# --- cards --------------------------------------------------------------------------------------------------------------


def _wishes(context: EvalContext, verb: Verb, arg: Arg, refs: tuple[str, ...], binding: Binding) -> list[_Wish]:
    """Return the possible tokens of each card of an argument. A card missing from the kit is recorded as a violation."""
    wishes, layout = list[_Wish](), context.state.layout
    lying: list[Token] = []
    stack = _stack(context, arg) if arg.stacks else None
    for ref in refs:
        parsed = parse_ref(ref)
        zone = None if parsed.card is None else layout.cell_zone.get(parsed.card)
        if zone is not None and (not arg.places or any(place.zone == zone for place in arg.places)):  # a square
            tokens = tuple(pieces_at(context, parsed.card or "")[::-1][: binding.most])
            wishes.append(_Wish(arg, ref, tokens, stack, ()))
        elif parsed.card is not None and parsed.card not in context.state.catalogue:
            binding.violations.append(impossible("TT-NAME", f"no card {parsed.card!r} in this kit"))
        else:
            lying = lying or [token for _, pile in piles_in(context, arg.places) for token in pile.tokens]
            tokens = _possible(layout, parsed, lying, binding.most, renames=verb.renames)
            wishes.append(_Wish(arg, ref, tokens, stack if parsed.token is None else None, lying))
    return wishes


def _bind_cards(context: EvalContext, wishes: Sequence[_Wish], binding: Binding) -> None:
    """Assign tokens to the cards of all arguments, each token to one card only."""
    state = context.state
    drawn: dict[Group, int] = {}
    pieces: dict[str, list[Piece]] = {}
    for wish, token in zip(wishes, _assigned([wish.tokens for wish in wishes]), strict=True):
        piece, stack = Piece(), wish.stack
        if token is not None:
            piece = Piece(token.id, token.card)
            if token.card is not None and wish.lying and token not in wish.lying:
                binding.revealed.append(piece)
        elif stack is None:
            binding.violations.append(impossible("TT-WHERE", _elsewhere(context, wish, wishes)))
            continue
        elif drawn.get(stack, 0) == (held := state.pile(stack.zone, stack.holder).count):
            zone = state.layout.zones[stack.zone].name
            binding.violations.append(impossible("TT-EMPTY", f"{zone} has {pluralize(held, 'card')}"))
            continue
        else:
            drawn[stack] = drawn.get(stack, 0) + 1
            piece = Piece(None, parse_ref(wish.ref).card)
            binding.stacks[wish.arg.name] = stack
        pieces.setdefault(wish.arg.name, []).append(piece)
    binding.args.update([(name, Cards(tuple(some))) for name, some in pieces.items()])


def _assigned(wishes: Sequence[Sequence[Token]]) -> list[Token | None]:
    """Return a different token for each wish, if possible the likeliest one; `None` for wishes without a token."""
    if len(wishes) == 1:
        return [next(iter(wishes[0]), None)]
    given: list[Token | None] = [None] * len(wishes)
    holder: dict[int, int] = {}

    def give(place: int, asked: set[int]) -> bool:
        free = next((token for token in wishes[place] if token.id not in holder), None)
        if free is not None:
            holder[free.id], given[place] = place, free
            return True
        for token in wishes[place]:
            if token.id not in asked:
                asked.add(token.id)
                if give(holder[token.id], asked):
                    holder[token.id], given[place] = place, token
                    return True
        return False

    for place, tokens in enumerate(wishes):
        if tokens and tokens[0].id not in holder:
            holder[tokens[0].id], given[place] = place, tokens[0]
        else:
            give(place, set())
    return given


def _stack(context: EvalContext, arg: Arg) -> Group | None:
    """Return the hidden stack that the cards of an argument come from; `None` if there is none."""
    for place in arg.stacks:
        for holder in holders_of(context, place):
            return Group(place.zone, holder)
    return None


def _possible(layout: KitLayout, ref: Ref, lying: Sequence[Token], most: int, *, renames: bool) -> tuple[Token, ...]:
    """Return up to `most` tokens that a reference can mean, likely ones first, with the identity that it gives them."""
    card = ref.card
    if ref.token is not None:
        fits = [t for t in lying if t.id == ref.token and (renames or t.card is None or card in (None, t.card))]
        return tuple([Token(t.id, card or t.card) for t in fits])
    known = [] if card is None else [token for token in lying if token.card == card]
    place = min(ref.copy, len(known)) - 1
    found = known[place:] + known[: max(place, 0)]
    face_of = layout.face_of
    if face_of and card is not None and len(found) < most:  # a blank can have another face, or none yet
        base = face_of.get(card, card)
        faces = [t for t in lying if t.card is not None and t.card != card and face_of.get(t.card, t.card) == base]
        found += [Token(t.id, card) for t in faces]
    if len(found) < most:
        found += [Token(t.id, card) for t in islice((t for t in lying if t.card is None), most)]
    return tuple(found[:most])


def _elsewhere(context: EvalContext, wish: _Wish, wishes: Sequence[_Wish]) -> str:
    if 0 < len(wish.tokens) < sum(one.ref == wish.ref for one in wishes):
        return f"{wish.ref} is given twice: each card can be used once"
    zones = context.layout.zones
    where = " or ".join(zones[place.zone].name for place in wish.arg.places) or "any zone"
    lying = [token for _, pile in piles_in(context, wish.arg.places) for token in pile.tokens]
    held = ", ".join(token.card or UNKNOWN for token in lying[:12]) or "nothing"
    if wish.tokens:
        return f"{wish.ref} is one card too many: {where} contains {held}"
    return f"{wish.ref} is not in {where}, which contains {held}"
