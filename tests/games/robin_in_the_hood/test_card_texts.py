"""Card texts that the shared words record: without a violation or an adjustment, and with the right table afterwards."""

from tests.games.robin_in_the_hood.tables import Table, fight, mat, place, playing
from tests.scenario import cases, given, impossible, refused, then


def drawn(table: Table) -> None:
    """Both players draw up to five cards."""
    while table.state.phase == "refill":
        seat = next(n for n, player in enumerate(table.state.players) if len(player.playing_hand) < 5)
        table.do(f"draw_card @{seat + 1}")


test_card_texts = cases(
    ("RH-T05: 'you place first in the next hand', whoever won Agility; the hand after follows the rules again",
     given(lambda: fight(playing("", [], []), "dunstan", "ned")),
     'resolve_card_effect Ann dunstan "first" changes=[goes_first(player=Ben)]', "end_hand", drawn,
     then(lambda t: (t.state.order, t.state.lasting), (1, ()))),
    ("RH-C02: 'the opposing winner does not advance'",
     given(lambda: fight(playing("", [], []), "dunstan", "ned")),
     'resolve_card_effect Ben ned "hold" changes=[prevent(what=advance, scope=opposing, until=end_of_turn)]', "end_hand",
     then(lambda t: mat(t, 0), "dunstan|-|-|-")),
    ("RH-T03: 'Ben may not place in the next hand': Ann places alone, and the battles follow",
     given(lambda: fight(playing("", [], []), "dunstan", "ned")),
     'resolve_card_effect Ann dunstan "wait" changes=[forbid(action=place, player=Ben, turns=2)]', "end_hand", drawn,
     refused("place_card Ben odo", "RH-A05", "RH-T05"), "place_card Ann alys", "resolve_battles", "end_hand", drawn,
     then(lambda t: t.state.lasting, ())),
    ("RH-A05: a card justifies a deviation while it is in play; a card that is not there does not",
     given(lambda: place(playing("", [], []), "dunstan", "ned")), refused("draw_card Ann", "RH-T08"),
     "draw_card Ann because=dunstan", impossible("draw_card Ann because=joan", "RH-A05")),
    ("RH-A05: an effect ends with a word, and what is allowed and forbidden together contradicts itself",
     given(lambda: fight(playing("", [], []), "dunstan", "ned")),
     'resolve_card_effect Ann dunstan "wait" changes=[forbid(action=place, player=Ben, turns=2)]',
     'resolve_card_effect Ann dunstan "no" changes=[end(name=place)]', then(lambda t: t.state.lasting, ()),
     impossible('resolve_card_effect Ann dunstan "no" changes=[end(name=place)]', "RH-A05"),
     impossible('resolve_card_effect Ann dunstan "x" changes=[allow(action=place, player=Ben), '
         'forbid(action=place, player=Ben)]', "RH-A05")),
)  # fmt: skip
