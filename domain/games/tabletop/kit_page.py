"""The description of a kit as text, and warnings about its parts."""

import re
from collections.abc import Iterator, Mapping

from domain.capabilities import CHECKED_WORDS, Checks, KitFacts
from domain.cards import CardRecord, Catalogue
from domain.games.tabletop.commands.phrases import phrases_of
from domain.games.tabletop.interpreter import Verb
from domain.games.tabletop.layout import KitLayout, cells_of, layout_of
from domain.games.tabletop.program import prefix_of, program_of
from domain.games.tabletop.schema import KitRecord
from domain.text import pluralize

_WORD = re.compile(r"[A-Za-z_]\w*")


def kit_facts(catalogue: Catalogue[CardRecord]) -> KitFacts:
    """Return the facts that lists of kits show."""
    kit = layout_of(catalogue).kit
    head, own = kit.head, kit.verbs[: len(kit.verbs) - kit.built_in]
    return KitFacts(
        head.kit,
        head.title,
        head.version,
        head.players,
        tuple(verb.name for verb in own),
        {one.name: one.faces for one in kit.dice},
        head.checks or ("partly" if kit.guards else "entered"),
        verb_checks(kit),
    )


def verb_checks(kit: KitRecord) -> dict[str, Checks]:
    """Return how much of the rules of each verb the kit checks, without built-in verbs."""
    guarded = {name for guard in kit.guards for name in guard.on}
    return {
        verb.name: verb.checked
        or kit.head.checks
        or ("partly" if verb.phase or verb.limit or verb.name in guarded else "entered")
        for verb in kit.verbs[: len(kit.verbs) - kit.built_in]
    }


def kit_page(catalogue: Catalogue[CardRecord]) -> Iterator[str]:
    """Yield the contents of the kit: verbs with their arguments and keys, rules, endings."""
    layout, program = layout_of(catalogue), program_of(catalogue)
    head, kit = layout.head, layout.kit
    yield f"{head.title} ({head.kit}, version {head.version}), for {head.players}"
    if head.source:
        yield f"  from {head.source}"
    yield from _course(layout)
    yield ""
    yield from _things(layout)
    yield ""
    checked = verb_checks(kit)
    for verb in program.verbs.values():
        if not verb.built_in:
            words = [f"<{arg.name}>" if not arg.optional else f"[{arg.name}=]" for arg in verb.args]
            who = {"named": " <player>", "table": "", "anyone": "", "turn": ""}[verb.by]
            written = f"{verb.part.name}{who} {' '.join(words)}".rstrip()
            key = f"   key {verb.part.key}" if verb.part.key else ""
            checks = CHECKED_WORDS[checked[verb.part.name]]
            yield f"  {written}   {phrases_of(catalogue)[verb.part.name].title}{key}   {checks}"
            yield from (f"      {line}" for line in verb.part.does)
    yield f"  and in every kit: {', '.join(name for name, verb in program.verbs.items() if verb.built_in)}"
    yield ""
    for guard in kit.guards:
        yield f"  [{prefix_of(layout)}-{guard.id}] {', '.join(guard.on)}: {guard.text}"
    for end in kit.ends:
        yield f"  ends when {end.when}, checked after each {end.at}; wins: {end.win}"


def _whose(holder: str) -> str:
    return "the table" if holder == "table" else f"each {holder}"


def _things(layout: KitLayout) -> Iterator[str]:
    kit = layout.kit
    for option in kit.options:
        yield f"  option   {option.name} = {option.value}" + (
            f" ({option.min} to {option.max})" if option.max is not None else ""
        )
    for deck in kit.decks:
        copies = [f"{count} {card}" for card, count in deck.cards]
        own = ", one for each player" if deck.own else ""
        yield f"  deck     {deck.name}: {', '.join(filter(None, (deck.pack, *copies))) or 'as recorded'}, into {deck.into}{own}"
    for trait in kit.traits:
        yield f"  trait    {trait.name}: {', '.join(f'{card} {value}' for card, value in trait.values)}"
    for zone in kit.zones:
        what = (
            f"grid {zone.grid}"
            if zone.grid
            else pluralize(len(cells), "place")
            if (cells := cells_of(zone))
            else zone.kind
        )
        yield f"  zone     {zone.name}: {what} of {_whose(zone.of)}, seen by {zone.seen_by}" + (
            f", at most {zone.max}" if zone.max else ""
        )
    for part in kit.counters:
        yield f"  counter  {part.name}: of {_whose(part.of)}" + (
            f", boxes {', '.join(part.boxes)}" if part.boxes else f", from {part.start}"
        )
    for choice in kit.choices:
        yield f"  choice   {choice.name}: {', '.join(choice.one_of) or 'any text'}"
    for dice in kit.dice:
        yield f"  dice     {dice.name}: {pluralize(dice.count, 'die', 'dice')} with {dice.faces} faces"


def _course(layout: KitLayout) -> Iterator[str]:
    head = layout.head
    order = "each in turn" if head.order == "turns" else "all together"
    yield f"  {order}, {head.turn} after {head.turn}" + (f", in rounds called {head.round}" if head.round else "")
    if head.phases:
        yield f"  phases of each {head.phases_in}: {', '.join(head.phases)}"
    for when in ("begin", "each_round", "each_turn"):
        if steps := getattr(head, when):
            yield f"  {when.replace('_', ' ')}: {', then '.join(steps)}"


def kit_warnings(catalogue: Catalogue[CardRecord]) -> Iterator[str]:
    """Yield warnings: unused parts, zones that cards cannot reach, a match that cannot end."""
    layout, program = layout_of(catalogue), program_of(catalogue)
    kit, head = layout.kit, layout.head
    lines = [*head.begin, *head.each_round, *head.each_turn, head.score, head.turns_by]
    for verb in kit.verbs[: len(kit.verbs) - kit.built_in]:
        lines += [*verb.does, *(kind for _, kind in verb.take)]
    lines += [guard.needs for guard in kit.guards] + [f"{end.when} {end.win}" for end in kit.ends]
    lines += [deck.into for deck in kit.decks] + [zone.name for zone in kit.zones if zone.setup or zone.pieces]
    used = {word for line in lines for word in _WORD.findall(line)}
    for table, parts in (("zone", kit.zones), ("counter", kit.counters), ("choice", kit.choices)):
        for part in parts:
            boxes = part.boxes if table == "counter" and hasattr(part, "boxes") else ()
            if not used & {part.name, *boxes}:
                yield f"{table}.{part.name}: never used"
    own = kit.verbs[: len(kit.verbs) - kit.built_in]
    if not kit.ends and not any(line.split()[0] in ("win", "tie", "end") for verb in own for line in verb.does):
        yield "the kit has no end: add win, tie, stop or conclude"
    yield from _lost_cards(layout)
    yield from _drawn_and_moved(program.verbs)
    for number, guard in enumerate(kit.guards, 1):
        if all(program.verbs[name].built_in for name in guard.on):
            yield f"guard[{number}]: it guards only built-in verbs"
    targets = {word for line in lines if line.split()[:1] != ["gather"] for word in _WORD.findall(line)}
    for zone in kit.zones:
        if zone.name in used and zone.name not in targets:
            yield f"zone.{zone.name}: always empty, because no step puts a card into it"


def _lost_cards(layout: KitLayout) -> Iterator[str]:
    """Yield a warning for each step without effect, because an earlier step puts its cards on a stack."""
    for verb in layout.kit.verbs[: len(layout.kit.verbs) - layout.kit.built_in]:
        lost: dict[str, str] = {}
        for number, line in enumerate(verb.does, 1):
            name, *given = line.split()
            what = given[0] if given else ""
            if name in ("move", "return", "remove", "turn", "name") and what in lost:
                yield f"verb.{verb.name}.does[{number}]: no effect, because {what} is already in the face-down stack {lost[what]}"
            target = given[1].partition("@")[0] if name in ("move", "return") and len(given) > 1 else ""
            known = target in layout.zone_at and layout.hidden_stacks[layout.zone_at[target]]
            if known and what.startswith("$") and " if " not in line:
                lost[what] = target


def _drawn_and_moved(verbs: Mapping[str, Verb]) -> Iterator[str]:
    """Yield a warning for each move of cards from a stack, which is recorded as two events, a draw and a move."""
    for verb in verbs.values():
        stacks = {f"${arg.name}": arg.name for arg in verb.args if arg.stacks and len(arg.places) == 1}
        for number, line in enumerate(() if verb.built_in else verb.part.does, 1):
            name, *given = line.partition(" if ")[0].split()
            if name == "move" and given[0] in stacks and not any(one.startswith(("at=", "face=")) for one in given[2:]):
                source = dict(verb.part.take)[stacks[given[0]]].split()[1]
                instead = " ".join(("draw", given[0], source, *given[1:]))
                place = f"verb.{verb.part.name}.does[{number}]"
                yield f"{place}: {source} is a stack, so this is recorded as two events; write {instead!r} for one"
