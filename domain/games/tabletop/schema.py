"""The parts of a kit's file as structs, and the records pinned in a match (kits.md, 2 and 9).

A file names its parts by tables; a record holds arrays of named parts, because canonical JSON sorts keys and order matters.
"""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

FORMAT: Final = 1
"""The newest format of kit files that is read."""
KIT_ID: Final = "@kit"
"""The id of the record that is the kit itself."""

Text: TypeAlias = Annotated[str, Meta(max_length=500)]
Amount: TypeAlias = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
See: TypeAlias = Literal["all", "owner", "others", "none"]
"""Who sees the cards of a zone."""
Trait: TypeAlias = Amount | Text
Holder: TypeAlias = Literal["table", "player"]
Period: TypeAlias = Literal["turn", "phase", "round"]


class Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A named part of a kit."""

    name: str


class OptionPart(Part, frozen=True, kw_only=True):
    """A number on which the players agree before the match, such as a target. Conditions and steps use its name."""

    value: Amount
    """The default, if players do not agree on another value."""
    min: Amount | None = None
    """The least that may be agreed."""
    max: Amount | None = None
    """The most."""
    title: Text = ""
    """Its meaning, in words."""


class DeckPart(Part, frozen=True, kw_only=True):
    """Cards that are in a zone at the start of a match."""

    into: str
    """The zone where its cards begin: in a stack unseen, in a row or grid known."""
    pack: Literal["", "french32", "french52", "french54"] = ""
    """Ready cards: `h9`, `sQ`, `c10`, with the traits suit, rank, value and order."""
    cards: tuple[tuple[str, Annotated[int, Meta(ge=1, le=999)]], ...] = ()
    """Copies by card id."""
    own: bool = False
    """Each player brings a deck, a list or a size, when the match is opened."""


class TraitPart(Part, frozen=True, kw_only=True):
    """A value of cards, by their id or by the value of another trait: `points = { hearts = 1, sQ = 13, else = 0 }`."""

    values: tuple[tuple[str, Trait], ...]


class ZonePart(Part, frozen=True, kw_only=True):
    """A place for cards or pieces."""

    of: Holder = "table"
    """One of the table, or one of each player."""
    kind: Literal["row", "stack"] = "row"
    """`row`: cards side by side, each of which can be named and taken. `stack`: a hidden order, taken from the top and put on the
    top."""
    see: Literal["", "all", "owner", "others", "none"] = ""
    """Viewers of the cards. Default: `none` in stacks, the owner in a zone named hand, otherwise all. `others`: everyone but the
    owner."""
    max: Annotated[int, Meta(ge=1, le=5000)] | None = None
    """How many cards it holds."""
    max_at: Literal["act", "turn"] = "act"
    """Whether the capacity is checked after each action (`act`) or when the owner's turn ends."""
    grid: str = ""
    """Squares a1, b1 …: columns x rows, up to 26x26."""
    first_row: Literal["bottom", "top"] = "bottom"
    """The side of the picture where row 1 of a grid is."""
    cells: tuple[str, ...] = ()
    """Named places."""
    hexes: str = ""
    """Hexagons a1, a2 …, by the length of each row from the top: `3-4-5-4-3`. Rows next to each other differ by one."""
    setup: Annotated[str, Meta(max_length=2000)] = ""
    """A picture of the start: a line for each row, the signs with blanks between them, `.` for an empty square."""
    legend: tuple[tuple[str, str], ...] = ()
    """The meaning of the signs: `K = "king@1"` is a king of the first player."""
    pieces: tuple[tuple[str, Annotated[str, Meta(pattern=r"^([1-9]\d? )?[A-Za-z]\w*(@\d+)?$")]], ...] = ()
    """The start on squares or named places: `p24 = "2 checker@1"` are two checkers of the first player."""
    cell_max: Annotated[int, Meta(ge=1, le=999)] | None = None
    """Pieces on one square: by default 1 on grids, any number on named places."""

    @property
    def seen_by(self) -> See:
        """Return who sees its cards, by default as its kind and name say."""
        return self.see or ("none" if self.kind == "stack" else "owner" if self.name == "hand" else "all")


class CounterPart(Part, frozen=True, kw_only=True):
    """A number of each player, of the table, or on a card."""

    of: Literal["player", "table", "card"] = "player"
    """The owner of the number; on a card it is a mark."""
    start: Amount = 0
    """Where it begins."""
    min: Amount | None = None
    """Below it a line is refused, or recorded as played and flagged."""
    max: Amount | None = None
    """Beyond it a line is refused, or recorded as played and flagged."""
    stops: bool = False
    """The counter stops at `min` and `max`, and nothing is flagged: damage beyond zero leaves zero."""
    pairs: bool = False
    """A number for each pair of players, from 1 to the most players: a step says `from=$player`. Its value is the highest."""
    see: Literal["all", "owner"] = "all"
    """Who sees it."""
    reset: Literal["", "turn", "phase", "round"] = ""
    """It goes back to its start as one begins."""
    boxes: tuple[str, ...] = ()
    """A score sheet: each box is empty, then filled once; the counter is their sum."""


class ChoicePart(Part, frozen=True, kw_only=True):
    """A word that is set: trump, role, vote, bid."""

    of: Holder = "table"
    """One of the table, or one of each player."""
    one_of: tuple[Text, ...] = ()
    """The words; only `player` for one of the players, empty for any text."""
    see: Literal["all", "owner"] = "all"
    """Who sees it; `show` shows it to all."""
    reset: Literal["", "turn", "phase", "round"] = ""
    """It is taken away as one begins."""


class DicePart(Part, frozen=True, kw_only=True):
    """Dice of one kind, as read off the table."""

    count: Annotated[int, Meta(ge=1, le=20)] = 1
    """The number of dice thrown at once."""
    faces: Annotated[int, Meta(ge=2, le=100)] = 6
    """From 1 to so many."""


class VerbPart(Part, frozen=True, kw_only=True):
    """An action of the players: a word, its arguments, its steps."""

    take: tuple[tuple[str, Text], ...] = ()
    """Its [arguments](#arguments-of-verbs): name = kind."""
    does: tuple[Text, ...] = ()
    """Its [steps](#steps), done in order."""
    by: Literal["", "turn", "anyone", "named", "table"] = ""
    """The acting player. `turn`: only the player to act; `anyone`: the player to act unless `by=` names another; `named`: the
    player comes first on the line; `table`: the table itself. By default `turn`, or `named` if all act together."""
    phase: tuple[str, ...] = ()
    """The phases it belongs to; default: all."""
    limit: str = ""
    """How often a player may: `1 turn`, `2 phase`, `1 round` or `3 match`, with any number."""
    key: Annotated[str, Meta(pattern="^[a-z]?$")] = ""
    """A letter that brings it to the top of what is offered; else the program chooses."""
    title: Text = ""
    """The verb in words, for buttons and lists: `Play a card`, 2 to 40 characters. By default the words of its name."""
    say: Text = ""
    """The sentence in the log: `{by} bids {amount}`."""
    checked: Literal["", "enforced", "partly", "entered"] = ""
    """Which of its rules are checked: all, some, or none. By default as `checks` of the kit says; else `partly` with a guard, phase
    or limit, and `entered` (recorded as entered) without."""


class GuardPart(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule of the kit's own: what must hold for some verbs."""

    id: Annotated[str, Meta(pattern="^[A-Z][A-Z0-9-]{0,19}$")]
    """Capitals, digits and -, without the kit's prefix."""
    on: tuple[str, ...]
    """The verbs that it guards."""
    needs: Text
    """The [condition](#conditions) that must hold before the verb is done."""
    text: Text
    """The correct alternative, for a player whose action is refused."""


class EndPart(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """When the match is over, and who has won."""

    when: Text
    """The [condition](#conditions); it is asked of each player in turn."""
    at: Literal["act", "turn", "round"] = "act"
    """It is asked after each action (`act`), or as a turn or round ends."""
    win: Text = "this"
    """`this` (the player for whom the condition holds), `others`, `last` (all who are not out), `best` (by `score`),
    `highest COUNTER`, `lowest COUNTER`, `with CHOICE WORD`, `without CHOICE WORD` or `nobody`; all of them: a draw."""
    reason: Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,39}$")] = "points"
    """A word for how it ended, in lists and statistics."""


class KitHead(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The plain keys of a kit."""

    kit: str
    """Its name: a-z, digits and _."""
    title: Text
    """Shown in all places that show a game's title."""
    format: int = FORMAT
    """A newer one than the program knows is refused."""
    version: Text = "1"
    """The author's own; stored in the opening event."""
    source: Text = ""
    """The source of the rules, as a citation."""
    prefix: Annotated[str, Meta(pattern="^([A-Z]{1,4})?$")] = ""
    """Begins the ids of the kit's guards; by default the initials of its name."""
    players: str
    """`2` or `2-5`."""
    turn: Text = "turn"
    """The word for a turn."""
    round: Text = ""
    """The word for a round; default: a game without rounds, whose turns are counted through. A round ends only by the step
    `next round` or the line `next_round`; with `turns_by`, also after its last turn. Turns then begin at 1 again."""
    order: Literal["turns", "together"] = "turns"
    """`turns`: one player acts at a time; `together`: all do."""
    turns_by: str = ""
    """A counter of players: whoever has most of it begins each round, and turns follow by falling value. The next round
    begins after the last."""
    first: Literal["rotates", "same"] = "rotates"
    """The player who begins the next round."""
    phases: tuple[str, ...] = ()
    """In their order."""
    phases_in: Literal["turn", "round"] = "turn"
    """Whether each turn has them, or each round."""
    begin: tuple[Text, ...] = ()
    """Steps at the opening."""
    each_round: tuple[Text, ...] = ()
    """Steps as each round begins, the first too."""
    each_turn: tuple[Text, ...] = ()
    """Steps as each turn begins."""
    score: str = ""
    """The counter that is the result."""
    best: Literal["high", "low"] = "high"
    """Whether the highest or the lowest score wins."""
    usual: tuple[str, ...] = ()
    """Verbs that a line without a verb may mean."""
    checks: Literal["", "enforced", "partly", "entered"] = ""
    """How much of the rules the guards check; default: `partly` with guards, `entered` (recorded as entered) without."""
    simulate: Annotated[int, Meta(ge=1, le=5000)] = 300
    """Actions after which simulated matches stop."""


class KitRecord(
    Struct, frozen=True, kw_only=True, tag_field="type", tag="kit", forbid_unknown_fields=True, omit_defaults=True
):
    """The kit as pinned in a match, without the comments and layout of its file."""

    card_id: str
    name: str
    head: KitHead
    options: tuple[OptionPart, ...] = ()
    decks: tuple[DeckPart, ...] = ()
    traits: tuple[TraitPart, ...] = ()
    zones: tuple[ZonePart, ...] = ()
    counters: tuple[CounterPart, ...] = ()
    choices: tuple[ChoicePart, ...] = ()
    dice: tuple[DicePart, ...] = ()
    verbs: tuple[VerbPart, ...] = ()
    """The kit's own, then the built-in ones as they were when it was read."""
    built_in: int = 0
    """The number of built-in verbs."""
    guards: tuple[GuardPart, ...] = ()
    ends: tuple[EndPart, ...] = ()


class PieceRecord(
    Struct, frozen=True, kw_only=True, tag_field="type", tag="card", forbid_unknown_fields=True, omit_defaults=True
):
    """A card or piece of a kit."""

    card_id: str
    name: str
    text: Text = ""
    copies: tuple[tuple[str, int], ...] = ()
    """Deck and copies in it."""
    traits: tuple[tuple[str, Trait], ...] = ()
    """Sorted by name."""
    listed: bool = False
    """The file has a [[card]] of it."""
    face_of: str = ""
    """The card that it is a face of: a blank that stands for a letter."""


TABLES: Final[dict[str, tuple[str, type[Part]]]] = {
    "option": ("options", OptionPart),
    "deck": ("decks", DeckPart),
    "trait": ("traits", TraitPart),
    "zone": ("zones", ZonePart),
    "counter": ("counters", CounterPart),
    "choice": ("choices", ChoicePart),
    "dice": ("dice", DicePart),
    "verb": ("verbs", VerbPart),
}
"""Table of a file -> the field of the record, and the kind of its parts."""
PAIRED: Final = {"cards": "deck", "legend": "zone", "pieces": "zone", "take": "verb"}
"""Fields that are tables in a file and pairs in a record, so that their order is kept."""

LIMITS: Final = {
    "zone": 64, "counter": 200, "choice": 32, "verb": 100, "guard": 60, "end": 20, "dice": 12, "option": 32, "deck": 32,
    "trait": 32,
}  # fmt: skip
MOST_BYTES: Final = 64 * 1024
MOST_STEPS: Final = 12
MOST_ARGUMENTS: Final = 8
MOST_CELLS: Final = 100
MOST_CARDS: Final = 3000
MOST_COPIES: Final = 5000
MOST_PLAYERS: Final = 12

RESERVED: Final = frozenset({
    "turn", "round", "players", "none", "count", "top", "first", "at", "blank", "having", "without", "mine", "follows",
    "all", "each", "others", "next", "me", "table", "any",
})  # fmt: skip


def _built_in(name: str, does: str = "", **take: str) -> VerbPart:
    return VerbPart(name=name, take=tuple(take.items()), does=(does,) if does else (), by="anyone")


BUILT_IN: Final[tuple[VerbPart, ...]] = (
    _built_in("move", "move $card $to at=$at", card="card any", to="zone", at="text ?"),
    _built_in("draw", "draw $count $source $to", count="number 1-99", source="zone", to="zone"),
    _built_in("add", "add $counter $amount", counter="counter", amount="number"),
    _built_in("set", "set $counter $amount", counter="counter", amount="number"),
    _built_in("name", "name $card", card="card any"),
    _built_in("pass", "next"),
    _built_in("next_phase", "next phase"),
    _built_in("next_round", "next round"),
    _built_in("out", "out $who", who="player"),
    _built_in("win", "win $who", who="player"),
    _built_in("stop", "end"),
    _built_in("note", text="text"),
)
"""Verbs that every kit has unless it has one of that name; suggested only when they are typed."""
BUILT_IN_TITLES: Final = {
    "move": "Move a card", "draw": "Draw cards", "add": "Add to a counter", "set": "Set a counter", "name": "Name a card",
    "pass": "Pass the turn", "next_phase": "Begin the next phase", "next_round": "Begin the next round",
    "out": "Take a player out", "win": "Declare the winner", "stop": "Stop the match", "note": "Make a note",
}  # fmt: skip
"""The records that matches keep do not contain them."""
