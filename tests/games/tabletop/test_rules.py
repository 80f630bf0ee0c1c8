"""Each rule of `tabletop`, on a small kit that has something of everything."""

import re

import pytest

from domain.board import Table
from domain.cards import Token
from domain.decision import ImpossibleCommand, decide
from domain.games.tabletop import GAME
from domain.games.tabletop.commands.acts import Act
from domain.games.tabletop.load import read_kit
from domain.notation import Names, NotationError, parse_command, print_command
from domain.seats import Seat, SeatSetup, TableSetup
from tests.games.tabletop.tables import parts, shipped, table
from tests.scenario import Scenario, as_played, cases, given, impossible, refused, then


def _with_last(state, number):  # type: ignore[no-untyped-def]
    return GAME.with_next_card_numbers(state, {0: number + 1})  # type: ignore[misc]


test_rules = cases(
    ("TT-OPEN: a table is opened once, and first",
     given(lambda: Scenario(GAME.for_catalogue(parts()), parts())), impossible("done", "TT-OPEN"), given(lambda: table(parts())),
     impossible("open_table Cy,Dee", "TT-OPEN")),
    ("TT-SEATS: as many players as the kit is for, and those who are named sit there",
     given(lambda: Scenario(GAME.for_catalogue(parts()), parts())), impossible("open_table Ada", "TT-SEATS"),
     given(lambda: table(parts())), impossible("act done by=@2 args={x=1}", "TT-ARGS"),
     impossible(Act(verb="done", by=3), "TT-SEATS"), impossible(Act(verb="lay", args={"card": "??"}, by=3), "TT-SEATS")),
    ("TT-NAME: a verb, card or counter is one of the kit's",
     given(lambda: table(parts())), impossible("act fly", "TT-NAME"),
     impossible('act gain {amount=1, "x"=2}', "TT-ARGS"), given(lambda: table(parts())),
     impossible("act take {card=fir}", "TT-NAME"), impossible("act write {box=middle, amount=2}", "TT-NAME")),
    ("TT-ARGS: a verb has its arguments, each of its kind and within its bounds",
     given(lambda: table(parts())), impossible("write low 12", "TT-ARGS"), impossible("act gain", "TT-ARGS"),
     impossible("act gain {amount=x}", "TT-ARGS")),
    ("TT-DICE: dice show what they can show, and no more are read than there are",
     given(lambda: table(parts())), impossible("roll 7,1", "TT-DICE"), impossible("roll 1,2,3", "TT-DICE"), "roll 25"),
    ("TT-CELL-NAME: a square is one of the grid's",
     given(lambda: table(parts())), impossible("put d4", "TT-CELL-NAME"), "put c3"),
    ("TT-WHERE: a card that is known to be elsewhere cannot be played; an unknown one of the hand is bound",
     given(lambda: table(parts())), "take oak", "take elm", impossible("lay yew", "TT-WHERE"), "lay oak", "take ??",
     "lay yew",
     then(lambda t: [token.card for token in t.state.pile(1, 1).tokens], [])),
    ("TT-EMPTY: no more is drawn than lies there",
     given(lambda: table(parts())), *["take ??"] * 6, impossible("take ??", "TT-EMPTY")),
    ("TT-TURN: who is to act acts; recorded as played, it is flagged",
     given(lambda: table(parts())), refused("done by=Bo", "TT-TURN"), as_played("done by=Bo", "TT-TURN")),
    ("TT-PHASE: a verb is used in its phases",
     given(lambda: table(parts())), refused("late", "TT-PHASE"), "on", "late"),
    ("TT-LIMIT: a verb is used as often as the kit lets a player, and again in the next turn",
     given(lambda: table(parts())), "roll 1,1", refused("roll 1,1", "TT-LIMIT"), "done", "roll 1,1", "done",
     "roll 2,2"),
    ("TT-OUT: who is out does not act, and is passed over",
     given(lambda: table(parts(), "Ada,Bo,Cy")), "out Bo", refused("be Bo fox", "TT-OUT"), "done",
     then(lambda t: t.state.seat, 2)),
    ("TT-OVER: after the end notes alone follow without a flag",
     given(lambda: table(parts())), "win Ada", 'note "well played"', refused("done", "TT-OVER")),
    ("TT-CAPACITY: a zone holds no more than its most",
     given(lambda: table(parts())), "take oak", "take elm", "take yew", "lay oak", "done", "lay elm", "done",
     refused("lay yew", "TT-CAPACITY"), as_played("lay yew", "TT-CAPACITY")),
    ("TT-RANGE: a counter stays within its least and most",
     given(lambda: table(parts())), refused("gain 13", "TT-RANGE"), as_played("gain 13", "TT-RANGE")),
    ("TT-BOX: a box is filled once",
     given(lambda: table(parts())), "write low 3", refused("write low 4", "TT-BOX"), "write high 4"),
    ("TT-COPIES: no more of a card come to light than its decks have",
     given(lambda: table(parts())), "take oak", "take oak", refused("take oak", "TT-COPIES"),
     as_played("take oak", "TT-COPIES")),
    ("TT-CELL: a square holds no more pieces than it may",
     given(lambda: table(parts())), "put b2", refused("put b2", "TT-CELL"), as_played("put b2", "TT-CELL")),
    ("A guard whose values are unknown holds, and an ending whose values are unknown does not",
     given(table, "crazy_eights"), "play ??", "play c4", refused("play h9", "CE-MATCH"),
     given(table, "werewolf", "A,B,C,D,E"), "role A villager", "role B villager", "role C villager", "role D villager",
     then(lambda t: t.state.result, None), "role E wolf",
     then(lambda t: t.state.result, None)),
    ("Behind @each stand the values of those players, not of the actor",
     given(table, "hearts", "N,E,S,W"), "set taken 3 by=E", "set taken 5 by=W", "deal",
     then(lambda t: t.state.counters[0], (0, 3, 0, 5)), then(lambda t: t.state.counters[1], (0, 0, 0, 0))),
    ("A card alone is the usual verb, two squares are one word, dice too; they are printed in full",
     given(table, "crazy_eights"), "hK", "play h9", given(table, "chess"), "e2e4",
     then(lambda t: t.state.turn, 2), given(table, "yacht"), "roll 13356", "write ones 1",
     then(lambda t: t.state.turn, 2)),
    ("A match begins in the middle: with its turn, cards, pieces and counters",
     given(lambda: Scenario(GAME.for_catalogue(parts()), parts())),
     "declare_position Ada,Bo turn=3 round=2 phase=second seat=@2 zones=[(zone=stock, count=4), (zone=hand, holder=@1, "
     "cards=[oak, ??])] values=[(name=points, holder=@1, value=7), (name=suit, word=red)]",
     then(lambda t: (t.state.turn, t.state.seat, t.state.counters[0]), (3, 1, (7, 0))), "late", "take ??",
     refused("lay oak by=Ada", "TT-TURN")),
    ("After the end no player is marked as the one to act",
     given(table, "chess"), "mates Ada",
     then(lambda t: any(panel.active for panel in t.game.board(t.state, "judge").panels), False)),
)  # fmt: skip


def test_numbers_of_cards() -> None:
    """TT-TOKENS: 999 cards of one owner have a number; after gathering, numbers restart."""
    scenario = table(parts()).do("take ??").given(lambda state: _with_last(state, 998))
    scenario.do("take ??").impossible("take ??", "TT-TOKENS").do("back", "take ??")
    assert scenario.state.pile(1, 0).tokens == (Token(1001),)


def test_own_guards_are_rules() -> None:
    """A kit's own guards are listed with their text, under its prefix."""
    rules = GAME.for_catalogue(shipped("hearts")).rules
    assert rules["H-FULL"].text == "a trick has four cards"


def test_card_ids_are_read_in_any_case() -> None:
    """With the verb or without, in lists, behind a copy's mark, in every kit with cards, squares or not."""
    for kit, line, meant in (
        ("hearts", "ck", "play cK"), ("hearts", "play CK", "play cK"), ("hearts", "ck#1", "play cK#1"),
        ("hearts", "give Bo E [ck, SQ]", "give Bo E [cK, sQ]"), ("hearts", "name #0-01=ck", "name #0-01=cK"),
        ("harvest", "move BARN built", "move barn built"), ("chess", "name #1-01=PAWN", "name #1-01=pawn"),
        ("conquest", "march ARMY peru", "march army peru"), ("chess", "move e2 e4", "move e2 e4"),
    ):  # fmt: skip
        catalogue = shipped(kit)
        names = Names(catalogue, (Seat("Bo", 0), Seat("E", 1)))
        assert parse_command(line, GAME.commands, names) == parse_command(meant, GAME.commands, names), line
        assert meant.split()[-1].strip("]") in print_command(parse_command(line, GAME.commands, names), names)


def test_card_ids_that_differ_by_case_alone_are_not_guessed() -> None:
    """The exact one is meant; any other writing of them is refused, and both are named."""
    head = (
        'kit = "twins"\ntitle = "Twins"\nplayers = "2"\nusual = ["play"]\n[zone]\nhand = { of = "player" }\nfelt = {}\n'
    )
    deck = "[deck]\nd = { into = 'felt', cards = { cK = 1, ck = 1, oak = 1 } }\n"
    twins = read_kit(head + deck + "[verb]\nplay = { take = { card = 'card felt' }, does = ['move $card hand'] }", "x")
    names = Names(twins)
    for line in ("cK", "ck", "play cK", "play ck"):
        told = parse_command(line, GAME.commands, names)
        assert print_command(told, names) == f"play {line.split()[-1]}"
    for line in ("CK", "play CK"):
        with pytest.raises(NotationError, match="may be cK or ck"):
            parse_command(line, GAME.commands, names)


def test_hidden_choices() -> None:
    """A hidden choice is seen by its owner and the judge until it is shown."""
    scenario = table(parts()).do("be Bo fox")
    game = scenario.game
    said = [game.narrate(scenario.state, event, 0) for event in scenario.events]
    assert not any("fox" in line for line in said)
    assert "fox" in game.narrate(scenario.state, scenario.events[0], 1)
    facts = [fact.value for panel in game.board(scenario.state, 0).panels for fact in panel.facts]
    assert "fox" not in facts
    scenario.do("reveal Bo")
    assert "fox" in [fact.value for panel in game.board(scenario.state, 0).panels for fact in panel.facts]


def test_adjusting() -> None:
    """Counters, choices, cards and turns are corrected by hand; a change without effect or target is impossible."""
    scenario = (
        table(parts())
        .do("take oak")
        .do(
            "adjust slip [set_counter(counter=points, holder=Bo, value=4), set_choice(choice=suit, word=red), "
            "put_card(card=oak, zone=hand, holder=Bo), set_turn(seat=Bo)]"
        )
    )
    assert (scenario.state.counters[0], scenario.state.choices[0], scenario.state.seat) == ((0, 4), ("red",), 1)
    assert scenario.state.pile(1, 1).tokens == (Token(1001, "oak"),)
    for change in ("set_counter(counter=points, holder=Bo, value=4)", "put_card(card=elm, zone=hand, holder=Bo)"):
        scenario.impossible(f"adjust slip [{change}]")


def test_own_decks_are_registered_shuffled_and_their_cards_turned() -> None:
    """A deck list is on record once it is handed in; a card is turned down and up; a shuffle and a change of direction are told.
    A list of more copies than there can be is refused."""
    kit = """
        kit = "brought"
        title = "Brought"
        players = "2-4"
        [deck]
        own = { into = "pile", own = true }
        [[card]]
        id = "fox"
        [zone]
        pile = { of = "player", kind = "stack" }
        row = {}
        [verb]
        show = { take = { card = "card pile" }, does = ["draw $card pile row", "shuffle pile", "turn $card down"] }
        flip = { take = { card = "card row" }, does = ["turn $card up", "reverse", "next"] }
        [[end]]
        when = "count(pile) = 0"
    """
    at = table(read_kit(kit, "brought.toml"), "Ada,Bo,Cy", "decks=[4, 4, 4]").do("register_deck Ada {fox=4}")
    assert at.state.lists[0] == (("fox", 4),)
    at.impossible("register_deck Bo {fox=1000}", "TT-NAME")
    shown = at.do("show fox").state
    assert (len(shown.down), shown.up) == (1, ())
    flipped = at.do("show fox", "flip fox").state
    assert (len(flipped.down), len(flipped.up), flipped.reversed, flipped.seat) == (1, 1, True, 2)


def test_a_move_is_told_once() -> None:
    """A piece is told by its name and square; what the sentence of the act says already has no sentence of its own."""
    opened = table("chess").do("e2e4", "d7d5")
    before = opened.state
    taken = opened.do("e4d5")
    state, said = before, []
    for event in taken.events:
        said.append(opened.game.narrate(state, event, "judge"))
        state = opened.game.evolve(state, event)
    assert said == ["Ada: pawn e4 to d5", "pawn from board to taken", "", "move 4: Bo"]


def test_the_prompt_is_what_is_usually_done() -> None:
    """The usual verbs of the phase are what is asked for; a kit without them says that somebody is to act."""
    for kit, asked in (("chess", "move"), ("pig", "to act")):
        scenario = table(kit)
        assert [prompt.text for prompt in scenario.game.board(scenario.state, "judge").prompts] == [asked]


def test_pieces_are_their_players() -> None:
    """Each square names the owner of its piece, an empty one is unowned."""
    scenario = table("chess")
    panel = scenario.game.board(scenario.state, "judge").panels[0]
    rows = next(part for part in panel.parts if isinstance(part, Table)).rows
    assert [row[1].seat for row in rows] == [1, 1, None, None, None, None, 0, 0]


def test_a_long_map_stands_side_by_side() -> None:
    """A map of many places fits a low screen; each place is there once."""
    scenario = table("conquest")
    panel = scenario.game.board(scenario.state, "judge").panels[0]
    rows = next(part for part in panel.parts if isinstance(part, Table)).rows
    names = [cell.text for row in rows for cell in row[::2]]
    assert len(rows) <= 14
    assert sorted(names) == sorted({name.replace("_", " ") for name in scenario.state.layout.cells[0]})


def test_a_draw_beyond_the_bound_is_refused_for_new_records_and_checks_clean_for_old_ones() -> None:
    """The number of an argument may be anything; an entry that an older program recorded is audited as it was."""
    kit = read_kit(
        'kit = "peek"\ntitle = "Peek"\nplayers = "2"\n[deck]\ncards = { into = "sea", pack = "french52" }\n'
        '[zone]\nsea = { kind = "stack" }\nhand = { of = "player", see = "owner" }\n'
        '[verb]\npick = { take = { n = "number" }, does = ["draw $n sea hand"] }\n',
        "x.toml",
    )
    at = table(kit)
    for number in (-1, 1000, 10_000):
        act = Act(verb="pick", args={"n": number})
        assert at.game.check(at.state, act) == ()
        with pytest.raises(ImpossibleCommand, match=f"TT-ARGS.* a step draws 0 to 999 cards, not {number}"):
            decide(at.game, at.state, act, as_played=True)
    assert decide(at.game, at.state, Act(verb="pick", args={"n": 0})).events


@pytest.mark.parametrize(
    ("begin", "why"),
    [
        ("draw 40 sea hand@each", "cannot draw 40 from sea, which has 12"),
        ("draw dealt sea hand", "a step draws 0 to 999 cards, not 5000"),
    ],
)
def test_a_beginning_that_cannot_be_done_is_refused_by_its_step(begin: str, why: str) -> None:
    """Also where an earlier step can be done."""
    text = (
        f'kit = "peek"\ntitle = "Peek"\nplayers = "2"\nbegin = ["shuffle sea", "{begin}"]\n'
        '[option]\ndealt = { value = 5000 }\n[deck]\ncards = { into = "sea", pack = "french52" }\n'
        '[zone]\nsea = { kind = "stack" }\nhand = { of = "player", see = "owner" }\n'
    )
    game = GAME.for_catalogue(read_kit(text, "x.toml"))
    with pytest.raises(ValueError, match=re.escape(f"begin[2], '{begin}', cannot be done with 2 players: {why}")):
        game.open_table(TableSetup((SeatSetup("Ada"), SeatSetup("Bo")), {}))
