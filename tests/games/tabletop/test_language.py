"""Parts of the language of kits that single games need: who sees a hand, who sits out, pairs of players, captures, faces."""

import pytest

from domain.games.tabletop.conditions import read_condition
from domain.games.tabletop.context import Arg, EvalContext, Scope
from domain.games.tabletop.legal import obstacles
from domain.games.tabletop.load import KitErrors, read_kit
from domain.games.tabletop.visibility import sees_zone
from domain.seats import JUDGE, SPECTATOR
from tests.games.tabletop.tables import table

HEAD = 'kit = "x"\ntitle = "X"\nplayers = "2-4"\n'
ROUNDS = (
    HEAD
    + 'round = "round"\n[verb]\ndone = { does = ["next"] }\nfold = { does = ["rest me", "next"] }\non = { does = ["next round"] }\n'
)


def kit(text: str, players: str = "Ada,Bo,Cy"):  # type: ignore[no-untyped-def]
    """A table of a kit that is written here."""
    return table(read_kit(text, "x.toml"), players)


def test_a_hand_that_everyone_but_its_owner_sees() -> None:
    """As in Hanabi: spectators and the other players see it."""
    at = kit(HEAD + '[zone]\nhand = { of = "player", see = "others" }\n')
    seen = {who: sees_zone(at.state.layout, 0, 0, who) for who in (0, 1, SPECTATOR, JUDGE)}
    assert seen == {0: False, 1: True, SPECTATOR: True, JUDGE: True}


def test_a_player_who_rests_is_back_in_the_next_round() -> None:
    at = kit(ROUNDS).do("fold")
    assert (at.state.out, at.state.seat, at.state.remaining()) == ((0,), 1, (1, 2))
    at.do("done").do("done")
    assert at.state.seat == 1, "Ada sits this round out"
    at.do("on")
    assert (at.state.out, at.state.resting, at.state.round) == ((), (), 2)


def test_rest_needs_rounds() -> None:
    with pytest.raises(KitErrors, match="rest needs a kit with rounds"):
        kit(HEAD + '[verb]\nfold = { does = ["rest me"] }\n')


BY_COUNTER = """turns_by = "speed"
round = "round"
[counter]
speed = {}
[verb]
is = { take = { speed = "number" }, does = ["set speed $speed"], by = "named" }
done = { does = ["next"] }
on = { does = ["next round"] }
"""


def test_turns_go_down_a_counter_and_begin_again_with_the_next_round() -> None:
    """Equals go as they sit; behind the last player the next round begins."""
    at = kit(HEAD + BY_COUNTER).do("is Ada 5").do("is Bo 9").do("is Cy 5").do("on")
    order = []
    for _ in range(4):
        order.append((at.state.round, at.state.seat))
        at.do("done")
    assert order == [(2, 1), (2, 0), (2, 2), (3, 1)]


def test_turns_by_names_a_counter_of_players() -> None:
    with pytest.raises(KitErrors, match=r"turns_by: no counter of players 'sped'; did you mean speed"):
        kit(HEAD + BY_COUNTER.replace('"speed"\nround', '"sped"\nround', 1))


def test_a_number_for_each_pair_of_players() -> None:
    """Commander damage: 12 and 9 by one player are 21, 12 and 9 by two players are not; a counter that stops stays at zero."""
    at = table("life", "Ada,Bo,Cy,Dee")
    at.do("commands Ada Cy 12").do("commands Bo Cy 9")
    assert 2 not in at.state.out
    at.do("commands Ada Cy 9")
    assert 2 in at.state.out
    at.do("hits Ada Bo 99")
    slot = at.state.layout.slot_at["life"]
    assert (at.state.counters[slot][1], at.state.out) == (0, (2, 1))


@pytest.mark.parametrize("line", ["add damage 1", "add points 1 from=$who"])
def test_from_goes_with_counters_of_pairs_only(line: str) -> None:
    verb = f'hit = {{ take = {{ who = "player" }}, does = ["{line}"] }}'
    text = f"[counter]\ndamage = {{ pairs = true }}\npoints = {{}}\n[verb]\n{verb}\n"
    with pytest.raises(KitErrors, match="from="):
        kit(HEAD + text)


def test_pieces_begin_on_named_places() -> None:
    at = table("backgammon")
    pile = at.state.pile(0, 0)
    assert len(pile.tokens) == 30
    assert pile.at.count(at.state.layout.cell_at[0]["p24"]) == 2
    with pytest.raises(KitErrors, match="no square or place 'p25'"):
        kit(HEAD + '[zone.map]\ncells = ["p24"]\npieces = { p25 = "2 man@1" }\n')


def test_near_counts_own_pieces_on_the_hexagons_beside_one() -> None:
    """Rows are shifted by half a hexagon: b2 has six neighbours, the corner a1 three. Pieces of others do not count."""
    at = table("amber_isle").do("land b2")
    beside = at.state.layout.beside
    assert beside["b2"] == ("b1", "b3", "a1", "a2", "c2", "c3")
    assert beside["a1"] == ("a2", "b1", "b2")
    isle = {"at": Arg(name="at", kind="cell", of="isle")}
    near = read_condition("near($at) = 1", Scope(at.state.layout, isle))
    assert {cell for cell in beside if near(EvalContext(at.state, 0, {"at": cell}))} == set(beside["b2"])
    assert not any(near(EvalContext(at.state, 1, {"at": cell})) for cell in beside)


@pytest.mark.parametrize(("hexes", "said"), [("3-5", "one hexagon more or less"), ("3-", "hexes"), ("3-4", "")])
def test_rows_of_hexagons_differ_by_one(hexes: str, said: str) -> None:
    text = f'{HEAD}[zone]\nland = {{ hexes = "{hexes}" }}\n'
    if not said:
        assert kit(text).state.layout.cells == (("a1", "a2", "a3", "b1", "b2", "b3", "b4"),)
        return
    with pytest.raises(KitErrors) as error:
        kit(text)
    assert said in " ".join(error.value.lines)


def test_the_first_row_of_a_grid_is_at_the_top_if_its_kit_says_so() -> None:
    layout = table("go").state.layout
    cells = layout.cells[layout.zone_at["board"]]
    assert (cells[0], cells[-1]) == ("a1", "s19")


def test_groups_without_liberties_are_captured() -> None:
    """A group of two on the edge falls with its last liberty, and not before; a capture frees a stone without liberties."""
    at = table("go", "Ada,Bo")
    for move in ("a2", "a1", "b2", "b1"):
        at.do(f"play {move}")
    assert at.state.pile(0, 0).size == 0
    at.do("play c1")
    assert at.state.pile(at.state.layout.zone_at["taken"], 0).size == 2
    assert [at.state.standing(cell) for cell in ("a1", "b1")] == [None, None]


def test_a_blank_is_the_letter_that_is_played() -> None:
    """It counts as one of the blanks of the bag, and stays the letter on the board."""
    at = table("word_game", "Ada,Bo").do("holds Ada [blank, R]").do("play h8 across [blank_e, R] 2")
    board = at.state.pile(at.state.layout.zone_at["board"], 0)
    assert [token.card for token in board.tokens] == ["blank_e", "R"]
    at.refused("holds Bo [blank, blank_q]", "TT-COPIES")


def test_tiles_are_laid_on_the_empty_squares_of_a_row() -> None:
    at = table("word_game", "Ada,Bo").do("play b2 down [A, B] 1").do("play a3 across [C, D] 1")
    assert [at.state.standing(cell).card for cell in ("b2", "b3", "a3", "c3")] == ["A", "B", "C", "D"]
    at.impossible("play n15 across [E, F, G] 1", "TT-CELL-NAME")


def test_a_call_matches_the_highest_bet_as_far_as_the_stack_goes() -> None:
    """Texas hold'em: bets, a fold, and an all-in call without arithmetic in the kit."""
    at = table("holdem", "Ada,Bo,Cy").do("brings Bo 50").do("posts 1").do("posts 2").do("bet 80").do("fold").do("call")
    stack, bet, pot = (at.state.counters[at.state.layout.slot_at[name]] for name in ("stack", "bet", "pot"))
    assert (stack, bet, pot) == ((199, 0, 120), (0, 50, 80), (1,))


def test_an_eight_asks_for_the_suit() -> None:
    """Crazy Eights: an eight without a suit is refused; offered are four, one with each suit."""
    at = table("crazy_eights", "Ada,Bo").do("starter c5")
    at.refused("play h8", "CE-NAME")
    hand = at.state.pile(at.state.layout.zone_at["hand"], 0).tokens
    at.do(f'adjust "seen" [name_card(card=#{hand[0].id // 1000}-{hand[0].id % 1000:02}=h8)]')
    offered = {
        tuple(act.args.items()) for act in at.game.legal(at.state) if act.verb == "play" and act.args["card"] == "h8"
    }
    assert {dict(args).get("suit") for args in offered} == {"clubs", "diamonds", "hearts", "spades"}


def test_a_checked_action_is_resolved_from_the_same_run() -> None:
    """Given a check, then the resolution returns its events; another state or command runs again."""
    at = table("crazy_eights", "Ada,Bo").do("starter c5")
    act, other = at.command("play c9"), at.command("play c9")
    at.game.check(at.state, act)
    once, anew = at.game.resolution(at.state, act), at.game.resolution(at.state, other)
    assert (once.events, once.state) == (anew.events, anew.state)
    at.game.check(at.state, act)
    at.do("draw ??")
    assert at.game.resolution(at.state, act).state.acts == at.state.acts + 1


def test_where_all_players_are_out_the_verbs_say_so() -> None:
    """A kit whose verbs are of named players has an obstacle for each of them, also when nobody is left to be named."""
    at = kit(HEAD + "[verb]\nleave = { by = 'named', does = ['out me'] }", "Ada,Bo").do("leave Ada", "leave Bo")
    assert list(obstacles(at.state)) == ["leave: Ada is out"]
