"""Which cards on the table the arguments of an act mean, found for all of them together."""

from typing import Any

import pytest

from domain.audit import recheck
from domain.cards import Token
from domain.games.tabletop.events.acts import ActionTaken
from domain.games.tabletop.events.moves import Moved, Revealed
from tests.domain.test_audit import forged
from tests.games.tabletop.tables import parts, table

KIT = parts(
    'begin = ["deal 2 stock hand@each", "draw 1 stock row"]',
    """
pair = { take = { one = "card hand", two = "card hand" }, does = ["move $one won", "move $two won"] }
wide = { take = { one = "card row|hand", two = "card row" }, does = ["move $one won", "move $two won"] }
many = { take = { one = "card hand", more = "cards hand" }, does = ["move $one won", "move $more won"] }
says = { take = { one = "card hand", two = "card hand" }, does = ["name $one", "name $two"] }
both = { take = { one = "card stock", two = "card stock" }, does = ["move $one hand", "move $two hand"] }
set = { take = { one = "card board", two = "card board" }, does = ["remove $one", "remove $two"] }
[zone.won]
""",
)
"""Each player holds two cards (#1-01 and #1-02 are Ada's), one is in the row (#0-01), one in the stock."""


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("pair oak elm", {"#1-01": "oak", "#1-02": "elm"}),
        ("pair ?? ??", {"#1-01": None, "#1-02": None}),
        ("pair ?? #1-01", {"#1-01": None, "#1-02": None}),
        ("pair oak #1-01=elm", {"#1-01": "elm", "#1-02": "oak"}),
        ("many oak [elm]", {"#1-01": "oak", "#1-02": "elm"}),
        ("many oak [#1-01]", {"#1-01": None, "#1-02": "oak"}),
        ("wide oak elm", {"#0-01": "elm", "#1-01": "oak"}),
    ],
)
def test_every_argument_has_a_card_of_its_own(line: str, meant: dict[str, str | None]) -> None:
    """Unknown cards are shared out among all arguments: each serves one of them, and an argument without another card gets it."""
    one = table(KIT).do(line)
    won = one.state.pile(one.state.layout.zone_at["won"], 0).tokens
    assert {f"#{token.id // 1000}-{token.id % 1000:02}": token.card for token in won} == meant
    assert [type(event) for event in one.events].count(Moved) == 2


@pytest.mark.parametrize(
    ("before", "line", "rule", "words"),
    [
        ((), "pair #1-01 #1-01", "TT-WHERE", "#1-01 is given twice"),
        (("says oak elm",), "pair oak oak", "TT-WHERE", "oak is given twice"),
        (("says oak elm",), "many oak [elm, oak]", "TT-WHERE", "oak is given twice"),
        (("put b2",), "set b2 b2", "TT-WHERE", "b2 is given twice"),
        ((), "both oak elm", "TT-EMPTY", "stock has 1 card"),
    ],
)
def test_a_card_that_is_given_twice_is_impossible(before: tuple[str, ...], line: str, rule: str, words: str) -> None:
    """TT-WHERE, TT-EMPTY: each card serves one argument, whether it is on the table or the last of a stack."""
    one = table(KIT).do(*before)
    [found] = one.game.check(one.state, one.command(line))
    assert (found.rule, found.impossible, words in found.text) == (rule, True, True)


def test_cards_that_are_named_together_are_told_once_each() -> None:
    """`name $one`, `name $two`: each of two unknown cards is one of the two named."""
    one = table(KIT).do("says oak elm")
    assert [event for event in one.events if isinstance(event, Revealed)] == [
        Revealed(token=1001, card="oak"),
        Revealed(token=1002, card="elm"),
    ]


def test_an_audit_finds_a_card_that_was_moved_twice() -> None:
    """A record in which two arguments were one card, and the other card was lost, disagrees with what follows today."""
    was, one = {"source": "hand", "source_seat": 0, "target": "won", "action": "played"}, Token(1001, "elm")
    lost: tuple[Any, ...] = (
        ActionTaken(verb="pair", seat=0, args={"one": "oak", "two": "elm"}, card="oak"),
        Revealed(token=1001, card="oak"),
        Revealed(token=1001, card="elm"),
        Moved(tokens=(one,), **was),  # type: ignore[arg-type]
        Moved(tokens=(one,), source="won", target="won"),
    )
    game = table(KIT).game
    for told, found in (((), []), (lost, [(2, "disagreeing", "token")])):
        entries = forged(game, KIT, [("open_table [Ada, Bo]", ()), ("pair oak elm", told)], "1")
        assert [
            (one.version, one.kind, "token" * ("in token" in one.text)) for one in recheck(game, KIT, entries)
        ] == found
