"""Tables of kits to play at in tests."""

from typing import Any, Final

from domain.cards import CardRecord, Catalogue
from domain.games.tabletop import GAME
from domain.games.tabletop.load import read_kit
from service.resources import catalogue_names, load_catalogue
from tests.scenario import Scenario

KITS: Final = catalogue_names(GAME)  # type: ignore[arg-type]
"""The kits that the program brings along."""


def shipped(name: str) -> Catalogue[CardRecord]:
    """A kit of the program."""
    return load_catalogue(GAME, name)  # type: ignore[arg-type]


def table(kit: str | Catalogue[CardRecord], players: str = "Ada,Bo", more: str = "") -> Scenario[Any, Any, Any]:
    """An open table of a kit."""
    catalogue = shipped(kit) if isinstance(kit, str) else kit
    return Scenario(GAME.for_catalogue(catalogue), catalogue).do(f"open_table {players} {more}")


PARTS: Final = """
kit = "parts"
title = "Parts"
players = "2-4"
round = "round"
phases = ["first", "second"]
score = "points"
{head}
[option]
target = {{ value = 10, min = 5, max = 20 }}
[deck]
cards = {{ into = "stock", cards = {{ oak = 2, elm = 2, yew = 2 }} }}
[dice]
die = {{ count = 2 }}
[zone]
stock = {{ kind = "stack" }}
hand = {{ of = "player" }}
row = {{ max = 2 }}
board = {{ grid = "3x3" }}
[counter]
points = {{ max = 12 }}
secret = {{ see = "owner", min = 0 }}
tapped = {{ of = "card", max = 1 }}
turn_total = {{ reset = "turn" }}
sheet = {{ boxes = ["low", "high"] }}
[choice]
suit = {{ one_of = ["red", "black"] }}
role = {{ of = "player", see = "owner", one_of = ["fox", "hen"] }}
[verb]
take = {{ take = {{ card = "card stock" }}, does = ["draw $card stock hand"] }}
lay = {{ take = {{ card = "card hand" }}, does = ["move $card row", "next"] }}
done = {{ does = ["next"] }}
on = {{ does = ["next phase"] }}
gain = {{ take = {{ amount = "number" }}, does = ["add points $amount"] }}
write = {{ take = {{ box = "counter sheet", amount = "number 0-9" }}, does = ["set $box $amount"] }}
roll = {{ take = {{ dice = "dice die" }}, does = ["roll die $dice", "add turn_total $dice"], limit = "1 turn" }}
late = {{ does = [], phase = ["second"] }}
put = {{ take = {{ at = "cell board" }}, does = ["make oak board at=$at"] }}
hide = {{ take = {{ amount = "number" }}, does = ["set secret $amount"] }}
tap = {{ take = {{ card = "card hand" }}, does = ["mark tapped $card 1"] }}
be = {{ take = {{ role = "choice role" }}, does = ["choose role $role"], by = "named" }}
reveal = {{ take = {{ who = "player" }}, does = ["show role@$who"], by = "table" }}
back = {{ does = ["gather stock"], by = "table" }}
{tail}
"""


def parts(head: str = "", tail: str = "") -> Catalogue[CardRecord]:
    """A kit with something of everything."""
    return read_kit(PARTS.format(head=head, tail=tail), "parts.toml")
