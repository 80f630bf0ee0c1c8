"""Fixtures: the next matches of a competition, opened with its settings, including carried decks."""

from collections.abc import Mapping, Sequence

import msgspec

from domain.cards import CardRecord, Catalogue, DeckList
from domain.competition.league import State as League
from domain.competition.series import State as Series
from domain.competition.tournament.pairings import Pairing
from domain.competition.tournament.state import State as Tournament
from domain.deciding import RuleViolation
from domain.decoding import converted
from domain.game import AnyGame, Command
from domain.match import AnyMatch
from domain.names import fold_name
from domain.registry import load_game
from domain.seats import CarriedOver, Seat, SeatSetup, TableSetup
from domain.text import first_of, pluralize
from service.competitions.results import Competitions, players_of, state_of
from service.errors import UsageProblem
from service.recording.entry_batch import Opening
from service.resources import deck_names, load_catalogue, load_deck


class FixtureSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Settings besides those of the competition."""

    players: tuple[str, ...] = ()
    """Empty: all of a series, the next pairing of a tournament."""
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
    """The card definitions; `None`: the game's sample."""


def next_match(competitions: Competitions, competition_id: str, wishes: FixtureSettings) -> Opening:
    """The opening of a competition's next match.

    Raises UsageProblem: the competition names no game, the players do not meet, or something must be recorded first.
    """
    competition = competitions.competition(competition_id)
    state = state_of(competition)
    if isinstance(state, Series):
        fixture = _series_game(competitions, competition, state, wishes)
    elif isinstance(state, Tournament):
        pairing = _next_pairing(state, wishes)
        fixture, wishes = _of_pairing(state, pairing), _lacking(state, pairing, wishes)
    else:
        assert isinstance(state, League)
        fixture = _league_match(state, wishes)
    if not state.game:
        raise UsageProblem("the competition names no game: open its matches with 'matchbook new'")
    return _opening(load_game(state.game), competition, fixture, wishes)


def _opening(
    game: AnyGame, competition: AnyMatch, fixture: _Fixture, wishes: FixtureSettings, entrants: Sequence[Seat] = ()
) -> Opening:
    given = _given(game, wishes)
    if strangers := [seat + 1 for seat in given if seat >= len(fixture.players)]:
        raise UsageProblem(f"a deck for seat {strangers[0]}, but only {pluralize(len(fixture.players), 'player')}")
    decks: dict[int, DeckList | int] = {**fixture.brought.decks, **given}
    before = fixture.catalogue if wishes.catalogue is None else None
    catalogue = load_catalogue(game, wishes.catalogue) if before is None else before
    game = game.for_catalogue(catalogue)
    seats = tuple(
        SeatSetup((entrants or competition.state.seats)[player].name, deck=decks.get(seat))
        for seat, player in enumerate(fixture.players)
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


def named(refusal: RuleViolation, *names: str, place: str = "") -> RuleViolation:
    """Return a refusal that names whose match it is: of the place and all names, where its text has none of them."""
    whose = f"{place}{' - '.join(names)}: "
    told = (
        one if any(name in one.text for name in names) else msgspec.structs.replace(one, text=whose + one.text)
        for one in refusal.violations
    )
    return type(refusal)(tuple(told), {rule.id: rule for rule in refusal.rules})


def _given(game: AnyGame, wishes: FixtureSettings) -> dict[int, DeckList | int]:
    return {seat: int(deck) if deck.isdigit() else load_deck(game, deck) for seat, deck in wishes.decks.items()}


def _with(command: Command, fields: Mapping[str, object]) -> Command:
    """An opening command with further fields, as far as it has them."""
    known = {name: value for name, value in fields.items() if name in command.__struct_fields__}
    builtins, others = msgspec.to_builtins(command), msgspec.to_builtins(known)
    return converted({**builtins, **others}, type(command)) if known else command


def _chosen(seats: Sequence[Seat], wishes: FixtureSettings) -> tuple[int, ...]:
    known = {fold_name(seat.name): player for player, seat in enumerate(seats)}
    if strangers := [name for name in wishes.players if fold_name(name) not in known]:
        raise UsageProblem(f"no player {strangers[0]!r}; players: {first_of([seat.name for seat in seats])}")
    return tuple(known[fold_name(name)] for name in wishes.players)


def _next_pairing(state: Tournament, wishes: FixtureSettings) -> Pairing:
    """The pairing of the players who are named, or the first that can be played."""
    pairing = state.pairing_of(_chosen(state.seats, wishes)) if wishes.players else next(iter(state.open), None)
    if pairing is None:
        waiting = [" - ".join(state.seats[player].name for player in one.players) for one in state.open]
        raise UsageProblem(f"they do not meet now; to play are {first_of(waiting) or 'no matches'}")
    return pairing


def _of_pairing(state: Tournament, pairing: Pairing) -> _Fixture:
    kit = load_catalogue(load_game(state.game), state.kit) if state.game and state.kit else None
    return _Fixture(pairing.players, f"round {pairing.round}, match {pairing.number}", catalogue=kit)


def _lacking(state: Tournament, pairing: Pairing, wishes: FixtureSettings) -> FixtureSettings:
    """Wishes with the decks that the tournament knows: a size, or a name among the game's. Raises UsageProblem."""
    known = {seat: state.deck_of(player) for seat, player in enumerate(pairing.players) if state.deck_of(player)}
    names = deck_names(load_game(state.game)) if state.game and known else ()
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
    """The opening of the match of a pairing, recorded or not, of a tournament that names its game; `state`: of one that is not
    stored yet. Raises UsageProblem."""
    known = state or state_of(competition)
    assert isinstance(known, Tournament)
    fixture = _of_pairing(known, pairing)
    return _opening(load_game(known.game), competition, fixture, _lacking(known, pairing, wishes), known.seats)


def _league_match(state: League, wishes: FixtureSettings) -> _Fixture:
    """A match of those who are named, with what they bring along."""
    players = _chosen(state.seats, wishes)
    if len(players) < 2:
        raise UsageProblem("name two players or more")
    title = f"season {state.season}, {' - '.join(state.seats[player].name for player in players)}"
    return _Fixture(players, title, state.fixture(players))


def _series_game(competitions: Competitions, competition: AnyMatch, state: Series, wishes: FixtureSettings) -> _Fixture:
    """The next game: the score, who starts it, and after the first the decks and pilots of the game before."""
    if state.winner is not None:
        raise UsageProblem(f"the series is decided: {state.seats[state.winner].name} has won it")
    if wishes.players:
        raise UsageProblem("all players take part in a series: leave the names out")
    players = tuple(range(len(state.seats)))
    if state.starter is not None and load_game(state.game).competition.seats_starter:
        players = (*players[state.starter :], *players[: state.starter])
    brought = state.fixture(players)
    if state.results and state.game:
        carried = _carried(competitions, competition, state, wishes)
        brought = CarriedOver({**carried.options, **brought.options}, carried.fields)
    return _Fixture(players, f"game {state.number}", brought, _catalogue_before(competitions, state))


def _catalogue_before(competitions: Competitions, state: Series) -> Catalogue[CardRecord] | None:
    """Return the card definitions of the previous game, with the cards added during it; `None` if the store does not have it."""
    last = state.results[-1].match if state.results else ""
    return competitions.app.match(last).state.catalogue if last and competitions.app.store.exists(last) else None


def _carried(competitions: Competitions, competition: AnyMatch, state: Series, wishes: FixtureSettings) -> CarriedOver:
    """Return the settings that the previous game passes on, with decks as given, or as recorded after it."""
    game, last = load_game(state.game), state.results[-1].match
    decks: dict[int, DeckList | int] = {**competitions.decks_since(competition), **_given(game, wishes)}
    sides = tuple(range(len(state.seats)))
    before = competitions.app.match(last) if competitions.app.store.exists(last) else None
    if before is not None:
        seats = before.state.seats
        of_player = {player: seat.side for player, seat in zip(players_of(state.seats, seats), seats, strict=True)}
        sides = tuple(of_player[player] for player in sides)
    given = tuple(decks.get(player) for player in range(len(state.seats)))
    carried = game.competition.carry_over(before.state if before is not None else None, sides, given)
    if carried.unknown:
        names = ", ".join(state.seats[side].name for side in carried.unknown)
        way = f"--deck {carried.unknown[0] + 1}=FILE"
        raise UsageProblem(f"match {last} does not tell the decks of the next game: give that of {names} ({way})")
    return carried
