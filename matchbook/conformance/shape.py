"""Checks of the game as a whole: names, structs, options, rules."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from random import Random
from typing import Final, get_origin

import msgspec
from msgspec import Struct

from domain.decision import RuleViolation
from domain.decoding import converted
from domain.failure import belongs
from domain.fields import TypeSpec, fields_of
from domain.game import AnyGame, Command, Event, Phrase, tag_of
from domain.notation import spoken_words
from domain.plugin_checks import methods_left_out
from domain.registry import find_rule, installed_games
from domain.seats import JUDGE, SPECTATOR, SeatSetup, TableSetup
from domain.simulation import simulate, simulation_of
from domain.text import TITLE
from matchbook.conformance.trial import APART, Subject, failure
from matchbook.conformance.values import Values

_SNAKE: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


def is_well_formed(subject: Subject) -> Iterator[str]:
    """Names are snake_case and unique, structs frozen and strict; `adjust`, `declare_position` and a board exist."""
    game = subject.game
    if not _SNAKE.fullmatch(game.name):
        yield f"the name {game.name!r} is not snake_case"
    for kind in (game.commands, game.events):
        yield from _name_problems(kind)
        for struct in kind:
            yield from _struct_problems(struct)
    yield from _unlisted(game)
    yield from _lift_problems(game)
    if missing := sorted(APART - {tag_of(command) for command in game.commands}):
        yield f"no command {missing[0]}"
    bots = simulation_of(game).bots
    if not subject.walks and ("random" not in bots or len(bots) < 2):
        yield f"bots {', '.join(bots)}: `random` and one that plays to win are needed"
    sound = [kind for kind in game.commands if hasattr(kind, "grammar")]  # the other parts are reported above
    words = spoken_words(sound, subject.catalogue)
    yield from _quick_key_problems(game, words)
    yield from title_problems(phrase for _, phrase in words.values())
    for rule in game.rules.values():
        if not (rule.title and rule.text and (rule.place or rule.source != "rulebook")):
            yield f"rule {rule.id}: its title, text and place must all be given, the place where the rulebook says so"
    state = game.initial(subject.catalogue)
    game.turn_info(state)
    for viewpoint in (JUDGE, SPECTATOR):
        game.board(state, viewpoint)
    if game.outcome(state) is not None:
        yield "a match that is not open has an outcome"


def _unlisted(game: AnyGame) -> Iterator[str]:
    """Yield commands and events of the game's package that no game lists, because they could not be recorded."""
    listed = {kind for one in (game, *installed_games().values()) for kind in (*one.commands, *one.events)}
    for base, called in ((Command, "commands"), (Event, "events")):
        for kind in _leaves(base):
            if kind not in listed and belongs(kind.__module__, game.package):
                yield f"{kind.__name__} is not in its {called}"


def _leaves(kind: type) -> Iterator[type]:
    below: list[type] = kind.__subclasses__()
    if not below:
        yield kind
    for one in below:
        yield from _leaves(one)


def _lift_problems(game: AnyGame) -> Iterator[str]:
    """An upcaster returns unrelated JSON unchanged."""
    for upcaster in game.upcasters:
        other: dict[str, object] = {"type": "of_no_game"}
        try:
            if upcaster(dict(other)) != other:
                yield f"the upcaster {upcaster.__name__} changes JSON that is not the game's"
        except Exception as error:  # a game may fail in any way
            yield f"the upcaster {upcaster.__name__} fails on JSON that is not the game's: {failure(error)}"


def _quick_key_problems(game: AnyGame, words: Container[str]) -> Iterator[str]:
    letters = list(game.quick_keys.values())
    if strange := sorted(word for word in game.quick_keys if word not in words):
        yield f"a quick key for {strange[0]}, which is not a command"
    if len(set(letters)) < len(letters) or not all(letter.isalpha() for letter in letters):
        yield f"quick keys {' '.join(letters)}: letters are needed, and each belongs to one command"


def title_problems(phrases: Iterable[Phrase]) -> Iterator[str]:
    """Titles that are too long or too short, written like tags, or given to two commands."""
    for title, count in Counter(phrase.title for phrase in phrases).items():
        if not re.fullmatch(TITLE, title):
            yield f"the title {title!r}: write 2 to 40 characters, a capital first, and no _"
        if count > 1:
            yield f"{count} commands have the title {title!r}"


def _name_problems(structs: tuple[type[Struct], ...]) -> Iterator[str]:
    tags = Counter(tag_of(struct) for struct in structs)
    for tag, count in tags.items():
        if count > 1:
            yield f"{tag} is the name of {count} structs"
        if not _SNAKE.fullmatch(tag):
            yield f"{tag} is not snake_case"


def _struct_problems(struct: type[Struct]) -> Iterator[str]:
    config = struct.__struct_config__
    if not config.frozen:
        yield f"{tag_of(struct)} is not frozen"
    if config.tag_field != "type" or not config.forbid_unknown_fields:
        yield f"{tag_of(struct)} takes unknown fields, or its tag is not under `type`"
    for field in fields_of(struct):
        if not _SNAKE.fullmatch(field.name):
            yield f"{tag_of(struct)}: the field {field.name} is not snake_case"
        for part in _structs_in(field):
            yield from (f"{part.__name__} has no {method}" for method in methods_left_out(part))


def _structs_in(spec: TypeSpec) -> Iterator[type[Struct]]:
    """Yield the structs that a field holds, such as changes by hand."""
    if spec.struct is not None:
        yield get_origin(spec.struct) or spec.struct
    for one in spec.of:
        yield from _structs_in(one)


def evolves_every_event(subject: Subject) -> Iterator[str]:
    """`evolve` handles every event type, including those that no simulation produces."""
    game = subject.game
    state = game.initial(subject.catalogue)
    values = Values(state, Random(subject.seed))
    for kind in game.events:
        if kind in subject.seen.events:
            continue
        event = _sample(values, kind)
        if event is None:
            yield f"no value of {tag_of(kind)} could be made up"
            continue
        try:
            game.evolve(state, event)
        except (KeyError, NotImplementedError, AssertionError) as error:
            if error.args[:1] == (kind,) or isinstance(error, NotImplementedError | AssertionError):
                yield f"{tag_of(kind)} is not evolved"
        except Exception:  # noqa: S112 - it has a function; the made-up event does not fit the empty table
            continue


def _sample(values: Values, kind: type[Event]) -> Event | None:
    for _ in range(20):
        try:
            return converted(values.struct(kind), kind)
        except (msgspec.ValidationError, TypeError):
            continue
    return None


def names_its_options(subject: Subject) -> Iterator[str]:
    """Unknown options and values are refused by name; every default is accepted."""
    game = subject.game
    setup = simulation_of(game).sample_table(subject.catalogue, Random(subject.seed), {})
    problem = _refusal(subject, setup, "no_such_option", "x")
    if "no_such_option" not in problem:
        yield f"an unknown option is not refused by its name: {problem!r}"
    for field in fields_of(game.options):
        if "|" in field.expects and not _refusal(subject, setup, field.name, "nothing_such"):
            yield f"option {field.name} takes any word; its choices are {field.expects}"


def _refusal(subject: Subject, setup: TableSetup, name: str, value: str) -> str:
    """Return the refusal of an option by `open_table` or `check`; empty if it is accepted."""
    table = TableSetup(tuple(SeatSetup(s.name, s.side, s.deck) for s in setup.seats), {**setup.options, name: value})
    try:
        opening: Command = subject.game.open_table(table)[0]
    except ValueError as error:
        return str(error)
    violations = subject.check(subject.game.initial(subject.catalogue), opening)
    return "; ".join(str(v) for v in violations)


def plays_every_choice(subject: Subject) -> Iterator[str]:
    """A match can be simulated under every choice of every option. (Choices that the rules refuse on their own are
    listed.)"""
    game = subject.game
    for field in fields_of(game.options) if subject.matches else ():
        for choice in field.values:
            options = {**subject.options, field.name: choice}
            try:
                for _ in simulate(game, subject.catalogue, subject.seed, options=options):
                    pass
            except RuleViolation as refusal:
                subject.seen.refused[f"{field.name}={choice}"] = refusal.violations[0].rule
            except Exception as error:  # a defect of the game, whatever it raises
                yield f"{field.name}={choice}, seed {subject.seed}: {failure(error)}"


def raises_its_rules(subject: Subject) -> Iterator[str]:
    """The game lists every rule that `check` raises, and every rule that a command names. A command that names rules
    raises only those. (The raised rules are reported below.)"""
    game = subject.game
    for rule in sorted(rule for rule in subject.seen.raised if find_rule(game, rule) is None):
        yield f"{rule} is raised, but is not among the game's rules"
    if not any(command.rule_ids() for command in game.commands):
        return
    for name, rules in sorted(subject.seen.unnamed.items()):
        yield f"{name} raises {', '.join(sorted(rules))}, which it does not name"
    for command in game.commands:
        for rule in sorted(command.rule_ids() - set(game.rules)):
            yield f"{tag_of(command)} names {rule}, which is not among the game's rules"
