"""Fixtures: the next matches of a contest, opened as the contest has them. Keepers, carried decks and scores come along."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from domain.cards import DeckList
from domain.competition import league, series, tournament
from domain.competition.results import Result
from domain.game import AnyGame, Command, load_game
from domain.match import Strictness
from domain.names import fold_name
from domain.table import Seat, SeatSetup, TableSetup
from service.contests import Contests
from service.errors import UsageProblem
from service.recorder import Opening
from service.resources import load_catalogue, load_deck
from storage.records import AnyMatch

BONUSES: Final[Mapping[str, int]] = {"starting_hand": 1, "hand_limit": 1, "deck_reduction": 3}
"""League bonuses that the games know, and by how much each changes a match (PBL-L11)."""


class Wishes(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked for besides what the contest says."""

    players: tuple[str, ...] = ()
    """Empty: all of a series, the next pairing of a tournament."""
    options: Mapping[str, str] = {}
    decks: Mapping[int, str] = {}
    """Seat -> deck size, sample deck or file."""
    catalogue: str | None = None
    strictness: Strictness = "strict"


class _Fixture(msgspec.Struct):
    """A match being set up."""

    players: tuple[int, ...]
    options: dict[str, str]
    decks: dict[int, DeckList]
    """By seat in the match."""
    fields: dict[str, object]
    """What the opening command gets besides."""
    title: str


def next_match(contests: Contests, contest_id: str, wishes: Wishes) -> Opening:
    """The opening of a contest's next match.

    Raises UsageProblem: the contest names no game, the players do not meet, or something must be recorded first.
    """
    contest = contests.contest(contest_id)
    state = contest.state
    if isinstance(state, series.State):
        game, fixture = state.game, _series_game(contests, state, wishes)
    elif isinstance(state, tournament.State):
        game, fixture = state.game, _tournament_match(state, wishes)
    else:
        assert isinstance(state, league.State)
        game, fixture = state.terms.game, _league_match(state, wishes)
    if not game:
        raise UsageProblem("the contest names no game: open its matches with 'matchbook new'")
    return _opening(load_game(game), contest, fixture, wishes)


def _opening(game: AnyGame, contest: AnyMatch, fixture: _Fixture, wishes: Wishes) -> Opening:
    known = {name: value for name, value in fixture.options.items() if name in game.options.__struct_fields__}
    given = {seat: int(deck) if deck.isdigit() else load_deck(game, deck) for seat, deck in wishes.decks.items()}
    decks: dict[int, DeckList | int] = {**fixture.decks, **given}
    seats = tuple(
        SeatSetup(contest.state.seats[player].name, deck=decks.get(seat)) for seat, player in enumerate(fixture.players)
    )
    try:
        first, *others = game.open_table(TableSetup(seats, {**known, **wishes.options}))
    except ValueError as error:
        raise UsageProblem(str(error)) from error
    return Opening(
        game=game.name,
        commands=(_with(first, fixture.fields), *others),
        catalogue=load_catalogue(game, wishes.catalogue),
        title=fixture.title,
        tags=(f"{contest.game.name}:{contest.id}",),
        strictness=wishes.strictness,
    )


def _with(command: Command, fields: Mapping[str, object]) -> Command:
    """An opening command with further fields, as far as it has them."""
    known = {name: value for name, value in fields.items() if name in command.__struct_fields__}
    builtins = msgspec.to_builtins(command)
    assert isinstance(builtins, dict)
    return msgspec.convert({**builtins, **known}, type(command)) if known else command


def _chosen(seats: Sequence[Seat], wishes: Wishes) -> tuple[int, ...]:
    known = {fold_name(seat.name): player for player, seat in enumerate(seats)}
    if strangers := [name for name in wishes.players if fold_name(name) not in known]:
        raise UsageProblem(f"no player {strangers[0]!r}; players: {', '.join(seat.name for seat in seats)}")
    return tuple(known[fold_name(name)] for name in wishes.players)


def _tournament_match(state: tournament.State, wishes: Wishes) -> _Fixture:
    """The pairing of the players who are named, or the first that can be played (PBL-L01)."""
    waiting = [" - ".join(state.seats[player].name for player in pairing.players) for pairing in state.open]
    pairing = state.pairing_of(_chosen(state.seats, wishes)) if wishes.players else next(iter(state.open), None)
    if pairing is None:
        raise UsageProblem(f"they do not meet now; to play are {', '.join(waiting) or 'no matches'}")
    return _Fixture(pairing.players, {}, {}, {}, f"round {pairing.round}, match {pairing.number}")


def _league_match(state: league.State, wishes: Wishes) -> _Fixture:
    """Keepers are the inheritance, and those of all members are in no draft (PBL-L05, PBL-L06); bonuses as bought."""
    players = _chosen(state.seats, wishes)
    if len(players) < 2:
        raise UsageProblem("who plays? Name two players or more")
    title = f"season {state.season}, {' - '.join(state.seats[player].name for player in players)}"
    if state.terms.form == "plain":
        return _Fixture(players, {}, {}, {}, title)
    decks = {seat: DeckList(dict.fromkeys(state.members[p].cards, 1)) for seat, p in enumerate(players)}
    absent = tuple(c for p, member in enumerate(state.members) if p not in players for c in member.cards)
    fields: dict[str, object] = {"league_keepers": absent, "bonuses": tuple(_bonuses(state, players))}
    return _Fixture(players, {"setup": "keeper", "sides": str(len(players))}, decks, fields, title)


def _bonuses(state: league.State, players: Sequence[int]) -> list[dict[str, int]]:
    """Per side, those that the games know; others are the league's own business."""
    found = []
    for side, player in enumerate(players):
        bought = {name: BONUSES[name] for name in state.members[player].bonuses if name in BONUSES}
        if bought:
            found.append({"side": side, **bought})
    return found


def _series_game(contests: Contests, state: series.State, wishes: Wishes) -> _Fixture:
    """The next game: the score, who starts it, and after the first the decks and pilots of the game before."""
    if state.winner is not None:
        raise UsageProblem(f"the series is decided: {state.seats[state.winner].name} has won it")
    if wishes.players:
        raise UsageProblem("a series is played by all its players: name none")
    options = {
        "series": f"best_of_{state.best_of}",
        "game": str(state.number),
        "score": "-".join(map(str, state.wins)),
        "rotation": str(state.rotation),
        "previous_loser": str(0 if state.starter is None or state.rotation else state.starter + 1),
        "sides": str(len(state.seats)),
    }
    players = tuple(range(len(state.seats)))
    fixture = _Fixture(players, options, {}, {}, f"game {state.number}")
    game = load_game(state.game) if state.game else None
    if state.results and game is not None and "previous_loser" in game.options.__struct_fields__:
        fixture.options["setup"] = "carried_over"
        fixture.decks = _carried(contests, state, state.results[-1])
    return fixture


def _carried(contests: Contests, state: series.State, last: Result) -> dict[int, DeckList]:
    """Decks as recorded after the last game (PBL-V02), with robot and pilots as they were in it (PBL-V01)."""
    from domain.games.pbl_robots.state import State as RobotsState

    if missing := [seat.name for seat, deck in zip(state.seats, state.decks, strict=True) if not deck]:
        raise UsageProblem(f"record the decks of the next game first (take … record_decks): {', '.join(missing)}")
    before = contests.app.match(last.match).state
    decks = {}
    for player, deck in enumerate(state.decks):
        beside: dict[str, str] = {}
        if isinstance(before, RobotsState):
            name = fold_name(state.seats[player].name)
            side = before.sides[next(seat.side for seat in before.seats if fold_name(seat.name) == name)]
            starters = state.pilots[player] or tuple(pilot.card for pilot in side.pilots if not pilot.expert)
            beside = {f"starter {number}": card for number, card in enumerate(starters, start=1)}
            beside |= {f"used {number}": card for number, card in enumerate(state.used(player), start=1)}
            beside["robot"] = side.robot
        decks[player] = DeckList(dict(deck), beside=beside)
    return decks
