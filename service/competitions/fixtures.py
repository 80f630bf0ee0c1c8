"""Fixtures: the next matches of a competition, opened with its settings, including carried decks."""

from collections.abc import Mapping, Sequence

import msgspec

from domain.cards import CardRecord, Catalogue, DeckList
from domain.competition.league import State as League
from domain.competition.record import CompetitionState
from domain.competition.series import State as Series
from domain.competition.tournament.pairings import Pairing
from domain.competition.tournament.state import State as Tournament
from domain.decision import RuleViolation
from domain.decoding import converted
from domain.game import AnyGame, Command
from domain.match import AnyMatch
from domain.names import fold_name
from domain.registry import load_game
from domain.seats import CarriedOver, Seat, SeatSetup, TableSetup
from domain.text import first_of, pluralize
from service.competitions.results import Competitions, players_of, state_of
from service.errors import UsageProblem
from service.kits import load_kit, meant_game
from service.recording.entry_batch import Opening
from service.resources import deck_names, load_catalogue, load_deck


class FixtureSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Settings besides those of the competition."""

    players: tuple[str, ...] = ()
    """Empty: all players of a series, or the next pairing of a tournament."""
    options: Mapping[str, str] = {}
    decks: Mapping[int, str] = {}
    """Seat -> deck size, sample deck or file."""
    catalogue: str | None = None


class _Fixture(msgspec.Struct, frozen=True):
    """A match being set up."""

    players: tuple[int, ...]
    title: str
    brought: CarriedOver = CarriedOver()
    """Options, decks by seat in the match, and additional arguments of the opening command."""
    catalogue: Catalogue[CardRecord] | None = None
    """The card definitions; `None`: those of the competition's kit, or the game's sample."""


def next_match(competitions: Competitions, competition_id: str, wishes: FixtureSettings) -> Opening:
    """Return the opening of a competition's next match.

    Raises UsageProblem if the competition does not name its game, if the players do not meet, or if something must be recorded
    first.
    """
    competition = competitions.competition(competition_id)
    state = state_of(competition)
    _expect_game(state)
    if isinstance(state, Tournament):
        return match_of_pairing(competition, _next_pairing(state, wishes), wishes)
    if isinstance(state, Series):
        return _opening(competition, state, _series_game(competitions, competition, state, wishes), wishes)
    assert isinstance(state, League)
    return _opening(competition, state, _league_match(state, wishes), wishes)


def _opening(competition: AnyMatch, state: CompetitionState, fixture: _Fixture, wishes: FixtureSettings) -> Opening:
    game = load_game(state.game)
    given = _given(game, wishes)
    if strangers := [seat + 1 for seat in given if seat >= len(fixture.players)]:
        raise UsageProblem(f"a deck for seat {strangers[0]}, but only {pluralize(len(fixture.players), 'player')}")
    decks: dict[int, DeckList | int] = {**fixture.brought.decks, **given}
    catalogue = _cards(game, state, fixture, wishes)
    game = game.for_catalogue(catalogue)
    seats = tuple(
        SeatSetup(state.seats[player].name, deck=decks.get(seat)) for seat, player in enumerate(fixture.players)
    )
    known = {name: value for name, value in fixture.brought.options.items() if name in game.options.__struct_fields__}
    try:
        first, *others = game.open_table(TableSetup(seats, {**known, **wishes.options}))
    except ValueError as error:
        raise UsageProblem(str(error)) from error
    return Opening(
        game=game.name,
        commands=(_with(first, fixture.brought.fields), *others),
        catalogue=catalogue,
        title=fixture.title,
        tags=(f"{competition.game.name}:{competition.id}",),
    )


def _expect_game(state: CompetitionState) -> None:
    """Raise UsageProblem if a competition does not name its game."""
    if not state.game:
        ways = f"open its matches with 'matchbook new', then enter them with 'matchbook {state.word} record'"
        raise UsageProblem(f"the {state.word} names no game: {ways}")


def _cards(game: AnyGame, state: CompetitionState, fixture: _Fixture, wishes: FixtureSettings) -> Catalogue[CardRecord]:
    """Return the card definitions of a match. Raises UsageProblem if a match of a kit is to be opened, but which is unknown."""
    if wishes.catalogue is not None:
        return load_catalogue(*meant_game(game.name, wishes.catalogue))
    if fixture.catalogue is not None:
        return fixture.catalogue
    if state.kit:
        return load_kit(state.kit)
    if game.kits is not None:
        ways = "choose one with --catalogue KIT; 'matchbook kits list' names them"
        raise UsageProblem(f"the {state.word} names no kit: {ways}")
    return load_catalogue(game)


def named(refusal: RuleViolation, *names: str, place: str = "") -> RuleViolation:
    """Return a refusal with the players (and `place`) of the match added, unless its text already names one of them."""
    whose = f"{place}{' - '.join(names)}: "
    told = (
        one if any(name in one.text for name in names) else msgspec.structs.replace(one, text=whose + one.text)
        for one in refusal.violations
    )
    return type(refusal)(tuple(told), {rule.id: rule for rule in refusal.rules})


def _given(game: AnyGame, wishes: FixtureSettings) -> dict[int, DeckList | int]:
    return {seat: int(deck) if deck.isdigit() else load_deck(game, deck) for seat, deck in wishes.decks.items()}


def _with(command: Command, fields: Mapping[str, object]) -> Command:
    """Return an opening command with those of the fields that it has."""
    known = {name: value for name, value in fields.items() if name in command.__struct_fields__}
    builtins, others = msgspec.to_builtins(command), msgspec.to_builtins(known)
    return converted({**builtins, **others}, type(command)) if known else command


def _chosen(seats: Sequence[Seat], wishes: FixtureSettings) -> tuple[int, ...]:
    known = {fold_name(seat.name): player for player, seat in enumerate(seats)}
    if strangers := [name for name in wishes.players if fold_name(name) not in known]:
        raise UsageProblem(f"no player {strangers[0]!r}; players: {first_of([seat.name for seat in seats])}")
    return tuple(known[fold_name(name)] for name in wishes.players)


def _next_pairing(state: Tournament, wishes: FixtureSettings) -> Pairing:
    """Return the pairing of the named players, or the first one that can be played."""
    pairing = state.pairing_of(_chosen(state.seats, wishes)) if wishes.players else next(iter(state.open), None)
    if pairing is None:
        waiting = [" - ".join(state.seats[player].name for player in one.players) for one in state.open]
        raise UsageProblem(f"they do not meet now; to play are {first_of(waiting) or 'no matches'}")
    return pairing


def _lacking(state: Tournament, pairing: Pairing, wishes: FixtureSettings) -> FixtureSettings:
    """Return settings with missing decks filled in from the tournament: a size, or the name of a sample deck. Raises
    UsageProblem."""
    known = {seat: state.deck_of(player) for seat, player in enumerate(pairing.players) if state.deck_of(player)}
    names = deck_names(load_game(state.game)) if known else ()
    for seat, deck in known.items():
        if not (deck.isascii() and deck.isdigit()) and deck not in names:
            player = state.seats[pairing.players[seat]].name
            raise UsageProblem(
                f"the deck of {player}: no {deck!r}; give a size, or one of {', '.join(names) or 'none'}"
            )
    return msgspec.structs.replace(wishes, decks={**wishes.decks, **known})


def match_of_pairing(
    competition: AnyMatch, pairing: Pairing, wishes: FixtureSettings, state: Tournament | None = None
) -> Opening:
    """Return the opening of a pairing's match. `state`: the tournament with a pairing that is not stored yet. Raises
    UsageProblem."""
    known = state or state_of(competition)
    assert isinstance(known, Tournament)
    _expect_game(known)
    fixture = _Fixture(pairing.players, f"round {pairing.round}, match {pairing.number}")
    return _opening(competition, known, fixture, _lacking(known, pairing, wishes))


def _league_match(state: League, wishes: FixtureSettings) -> _Fixture:
    """Return a match of the named players, with the cards that they bring from the league."""
    players = _chosen(state.seats, wishes)
    if len(players) < 2:
        raise UsageProblem("name two players or more")
    title = f"season {state.season}, {' - '.join(state.seats[player].name for player in players)}"
    return _Fixture(players, title, state.fixture(players))


def _series_game(competitions: Competitions, competition: AnyMatch, state: Series, wishes: FixtureSettings) -> _Fixture:
    """Return the next game of a series: score, starting player and, after the first game, decks and pilots of the game
    before."""
    if state.winner is not None:
        raise UsageProblem(f"the series is decided: {state.seats[state.winner].name} has won it")
    if (unready := state.unready) is not None:
        raise RuleViolation([unready], competition.game.rules)
    if wishes.players:
        raise UsageProblem("all players take part in a series: leave the names out")
    players = tuple(range(len(state.seats)))
    if state.starter is not None and load_game(state.game).competition.seats_starter:
        players = (*players[state.starter :], *players[: state.starter])
    brought, last = state.fixture(players), state.results[-1].match if state.results else ""
    before = competitions.app.match(last) if last and competitions.app.store.exists(last) else None
    if last:
        decks = {**competitions.decks_since(competition), **_given(load_game(state.game), wishes)}
        carried = _carried(state, before, decks)
        brought = CarriedOver({**carried.options, **brought.options}, carried.fields)
    # Cards that were added during the game before stay.
    return _Fixture(players, f"game {state.number}", brought, before.state.catalogue if before is not None else None)


def _carried(state: Series, before: AnyMatch | None, decks: Mapping[int, DeckList | int]) -> CarriedOver:
    """Return the settings that the previous game (`None`: the store does not have it) passes on, with decks as given, or as
    recorded after it."""
    sides = tuple(range(len(state.seats)))
    if before is not None:
        seats = before.state.seats
        of_player = {player: seat.side for player, seat in zip(players_of(state.seats, seats), seats, strict=True)}
        sides = tuple(of_player[player] for player in sides)
    given = tuple(decks.get(player) for player in range(len(state.seats)))
    carried = load_game(state.game).competition.carry_over(before.state if before is not None else None, sides, given)
    if carried.unknown:
        names = ", ".join(state.seats[side].name for side in carried.unknown)
        way = f"--deck {carried.unknown[0] + 1}=FILE"
        last = state.results[-1].match
        raise UsageProblem(f"match {last} does not tell the decks of the next game: give that of {names} ({way})")
    return carried
