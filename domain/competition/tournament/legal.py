"""Commands that are legal in a state of a tournament."""

from collections.abc import Iterator

from domain.competition.commands import CompetitionCommand
from domain.competition.results import free_name
from domain.competition.tournament import commands as c
from domain.competition.tournament.state import State


def legal(state: State) -> Iterator[CompetitionCommand]:
    """Seeding and the draw, then a result for every match that can be played."""
    if state.phase == "seeding":
        if not state.seeded:
            yield c.SeedPlayers(order=state.seeds, source="drawn")
        yield from _rounds(state) if state.bracket == "swiss" else (c.DrawBracket(),)
        return
    yield from _rounds(state)
    match = free_name(state.results)
    for pairing in state.open:
        players = pairing.players
        if len({*players}) < len(players):
            continue  # put there twice by hand: somebody else comes in before it is played
        yield c.RecordResult(match=match, players=players)
        for winner in players:
            yield c.RecordResult(match=match, players=players, winners=(winner,))


def _rounds(state: State) -> Iterator[CompetitionCommand]:
    if state.between_rounds:
        pairs, bye = state.next_round()
        players = [player for pair in pairs for player in pair]
        yield c.PairRound(players=(*players, *(() if bye is None else (bye,))))
