"""Every shipped kit, and random ones, keep all properties of the conformance suite."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from domain.cards import CardRecord, Catalogue
from domain.game import resolution
from domain.games.tabletop import GAME
from domain.games.tabletop.events.moves import Revealed
from domain.games.tabletop.load import read_kit
from matchbook.conformance.suite import GAME_CHECKS, MATCH_CHECKS, suite_of
from tests.campaigns import WHOLE, some, tries
from tests.games.tabletop.tables import KITS, parts, shipped

RANDOM = tries("MATCHBOOK_RANDOM_KITS", few=3, many=60)
MATCHES = tries("MATCHBOOK_KIT_MATCHES", few=1, many=3)


QUICK = () if WHOLE else tuple(check for check in (*MATCH_CHECKS, *GAME_CHECKS) if check != "counts_alike")
"""The checks without that of the analytics, which takes as long as all others; a campaign runs it too."""
EVERYTHING = parts('begin = ["deal 1 stock hand@each"]', "[[end]]\nwhen = 'points >= target'")


def problems(catalogue: Catalogue[CardRecord], matches: int, checks: Sequence[str] = ()) -> dict[str, list[str]]:
    """The findings of the suite, by property."""
    suite = suite_of(GAME, catalogue, matches=matches, checks=checks)  # type: ignore[arg-type]
    return {check: found for check in suite.checks if (found := suite.problems(check))}


@pytest.mark.slow
@pytest.mark.parametrize("kit", [*some(KITS, 2), "everything"])
def test_shipped_kits_conform(kit: str) -> None:
    """A kit of the program, and one with something of each part, keeps every property."""
    assert problems(EVERYTHING if kit == "everything" else shipped(kit), MATCHES) == {}


def test_a_kit_of_everything_conforms() -> None:
    """A kit with something of each part keeps the other properties, also where it ends by itself."""
    assert problems(EVERYTHING, 3 * MATCHES, QUICK) == {}


ZONES = (
    ("back", ""),
    ("side", "of = 'player', "),
    ("heap", "kind = 'stack', "),
    ("shelf", "of = 'player', kind = 'stack', "),
)
COLOURS = (
    "colour = { one_of = ['red', 'blue'] }",
    "colour = { of = 'player', see = 'owner', one_of = ['red', 'blue'] }",
)


def random_kit(seed: int) -> str:
    """A valid kit of at most twelve parts, put together by chance."""
    rng = Random(seed)
    zones = ["stock = { kind = 'stack' }", "hand = { of = 'player' }"]
    further = [f"{name} = {{ {kind}see = '{rng.choice(['all', 'none', 'owner'])}' }}" for name, kind in ZONES]
    zones += rng.sample(["row = { max = 3 }", "own = { of = 'player', kind = 'stack' }", *further], rng.randint(1, 4))
    names = [zone.split()[0] for zone in zones[1:]]
    counters = rng.sample(
        ["a = { max = 9 }", "b = { of = 'table', reset = 'turn' }", "c = { see = 'owner' }", "d = { min = 0 }"], 2
    )
    verbs = []
    for number in range(rng.randint(2, 5)):
        source, target, counter = rng.choice(names), rng.choice(names), rng.choice(counters)[0]
        face, turned = rng.choice(["", " face=up", " face=down"]), rng.choice(["up", "down"])
        kind = rng.choice(
            [
                ("card = 'card hand'", f"'move $card {target}'"),
                ("card = 'card stock'", f"'draw $card stock {target}'"),
                ("card = 'card stock|hand'", f"'move $card {target}{face}'"),
                (f"card = 'card {source}'", f"'turn $card {turned}', 'move $card {target}{face}', 'turn $card down'"),
                ("one = 'card hand', two = 'card hand|stock'", f"'move $one {source}', 'move $two {target}{face}'"),
                ("one = 'card any', two = 'card any'", "'name $one', 'name $two'"),
                (
                    "one = 'card hand', more = 'cards any'",
                    f"'move $one {target}', 'return $more hand', 'move $one stock'",
                ),
                ("cards = 'cards stock'", f"'move $cards {source}', 'gather stock', 'draw 1 stock {target}'"),
                (
                    "card = 'card hand', who = 'player'",
                    f"'move $card {target}', 'move $card hand@$who', 'remove $card if {counter} > 5'",
                ),
                ("cards = 'cards hand'", f"'move $cards {target}', 'add {counter} count($cards)'"),
                ("n = 'number 0-3'", f"'add {counter} $n if {counter} < 5'"),
                ("who = 'player'", "'move all(hand) hand@$who if count(hand) < 3'"),
                ("word = 'choice colour'", "'choose colour $word'"),
                ("die = 'dice die'", f"'roll die $die', 'set {counter} $die'"),
            ]
        )
        by = rng.choice(["", ", by = 'anyone'", ", by = 'named'", ", limit = '2 turn'"])
        ending = rng.choice(["", ", 'next'", ", 'gather stock'", ", 'next round'"])
        verbs.append(f"v{number} = {{ take = {{ {kind[0]} }}, does = [{kind[1]}{ending}]{by} }}")
    end = f"[[end]]\nwhen = '{counters[0][0]} >= 6'\nwin = '{rng.choice(['this', 'others', 'best', 'nobody'])}'"
    lines = [
        f"kit = 'kit{seed}'", "title = 'Chance'", f"players = '{rng.choice(['1-3', '2', '2-4'])}'", "simulate = 40",
        rng.choice(["", "round = 'round'\neach_round = ['deal 1 stock hand@each']", "order = 'together'"]),
        "[deck]\ncards = { into = 'stock', cards = { oak = 4, elm = 4, yew = 9 } }",
        "[dice]\ndie = {}", "[choice]", rng.choice(COLOURS),
        "[zone]", *zones, "[counter]", *counters, "[verb]", "done = { does = ['next'] }", *verbs,
        rng.choice(["", end]),
    ]  # fmt: skip
    return "\n".join(lines)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(RANDOM))
def test_random_kits_conform(seed: int) -> None:
    """Given any valid kit, then it plays, replays, hides and conserves cards as any game does."""
    text = random_kit(seed)
    assert problems(read_kit(text, f"kit{seed}.toml"), MATCHES, QUICK) == {}, text


DOWN = parts(
    tail='down = { take = { card = "card stock" }, does = ["name $card", "move $card row face=down", "name $card"] }'
)


def _again(state: Any, command: Any) -> Any:
    """The later commands, then one card gets another identity again."""
    out = resolution(state, command)
    for event in out.events:
        if isinstance(event, Revealed):
            out.add(Revealed(token=event.token, card="oak" if event.card != "oak" else "elm"))
            break
    return out


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"redact_between": lambda _, states: states}, "the narration and a board within it differ"),
        ({"resolution": _again}, "cards that turn out to be one card and then another"),
        ({"card_counts": lambda state: {"cards": state.acts}}, "the census was"),
        ({}, ""),
    ],
)
def test_what_a_verb_loses_or_tells_is_found(changes: dict[str, Any], found: str) -> None:
    """Verbs are tried with cards that are named: one that is told in passing, one that becomes another, one that is lost."""
    game = replace(GAME.for_catalogue(DOWN), specialise=None, **changes)
    problems = suite_of(game, DOWN, matches=4, checks=["plays_every_verb"]).problems("plays_every_verb")
    assert found in problems[0] if found else problems == []
