"""Records of officials: appointments, disputes, rulings, penalties, appeals, rewinds, confirmed results.

Only a rewind changes the state. The effects of a remedy or a penalty in the game are ordinary actions, recorded directly after
it. Without a server, roles are declared and not verified: the record shows which role a person claimed.
"""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from domain.cards import SeatIndex
from domain.payload import RecordedPayload, Role

ClaimKind: TypeAlias = Literal["misrecorded", "illegal", "missed", "interpretation", "conduct"]
"""`misrecorded`: the log differs from what was played. `illegal`: play broke a rule. `missed`: something required did not
happen. `interpretation`: the meaning of a rule. `conduct`: the behaviour of a person."""
Remedy: TypeAlias = Literal[
    "none", "simple_backup", "rewind", "partial_fix", "adjustment", "reshuffle", "replay_game"
]  # fmt: skip
"""`simple_backup`: undo one decision that revealed no information. `rewind`: undo play back to the point of error.
`partial_fix`: fix the error and keep later play. `adjustment`: change points, cards or the like. `reshuffle`: shuffle the
random part of a deck. `replay_game`: undo everything since the opening."""
Penalty: TypeAlias = Literal[
    "caution", "warning", "score_adjustment", "game_loss", "match_loss", "disqualification"
]  # fmt: skip
"""The ladder, mildest first."""
Decision: TypeAlias = Literal["", "upheld", "modified", "overturned"]
"""Result of an appeal; empty for a ruling that does not decide one."""
Dice: TypeAlias = Literal["", "keep", "reroll"]
"""Treatment of dice rolled after the point of error: keep the numbers, or roll again."""

GOING_BACK: Final[frozenset[Remedy]] = frozenset({"simple_backup", "rewind", "replay_game"})
"""Remedies that undo play."""
RULING_ROLES: Final[tuple[Role, ...]] = ("judge", "head_judge")
"""Roles that may make rulings."""
LADDER: Final[tuple[Penalty, ...]] = (
    "caution", "warning", "score_adjustment", "game_loss", "match_loss", "disqualification",
)  # fmt: skip

PERSONAL: Final[tuple[Penalty, ...]] = ("caution", "warning", "disqualification")
"""Penalties for people who do not play: they have no score and no game to lose."""
LOSING: Final[frozenset[Penalty]] = frozenset({"game_loss", "match_loss", "disqualification"})
"""Penalties that end the game."""
DOUBLE_LOSS: Final = "double_loss"
"""Reason of an outcome without winners, because every player lost by a penalty."""

MOST_AMOUNT: Final = 1_000_000
"""Largest amount of a score adjustment."""
MOST_MINUTES: Final = 1_440
"""Longest time extension: a day."""


class Judging(RecordedPayload, frozen=True, kw_only=True):
    """An entry by officials, or addressed to them (a dispute, an appeal, a confirmation)."""

    about: int = 0
    """The entry that this refers to; 0: not about a particular entry."""
    remark: str = ""
    """If the hash chain was already broken when this was recorded: the first damaged entry, and why it was recorded
    nevertheless."""


class Appointed(Judging, frozen=True, kw_only=True, tag="official"):
    """An official or another participant was registered, with their role and their conflicts of interest."""

    official: str
    role: Role
    conflicts: tuple[SeatIndex, ...] = ()
    """Seats of players with whom they have a declared conflict of interest."""


class Disputed(Judging, frozen=True, kw_only=True, tag="contested"):
    """A claim about the entries `about` to `upto`."""

    upto: int = 0
    """0: only the entry `about`."""
    claim: ClaimKind
    claimant: str
    role: Role = "player"
    text: str


class Ruled(Judging, frozen=True, kw_only=True, tag="ruled"):
    """A ruling: the facts found, the rules that they rest on, what is to be done. `about`: the claim or appeal that it
    answers; 0: an official stepped in unasked."""

    error: int = 0
    """The point of error: the first wrong entry; 0 if all entries are right."""
    official: str
    role: Role
    rules: tuple[str, ...] = ()
    """Ids of the rules cited from the game's rulebook. Empty only if the infraction is one of the guide, or outside the
    rulebook."""
    text: str
    """The facts found, and the ruling as it was explained."""
    infraction: str = ""
    """Id in the infraction guide (`domain.procedure.guide`); older records have the wording of another guide."""
    remedy: Remedy = "none"
    deviation: str = ""
    """Why the guide was not followed."""
    minutes: int = 0
    """Time extension."""
    consents: tuple[SeatIndex, ...] = ()
    """Seats that accept an official with a declared conflict."""
    decision: Decision = ""


class Penalised(Judging, frozen=True, kw_only=True, tag="penalised"):
    """A penalty given by the ruling in entry `about`. Its effect in the game, if any, is in the next entry."""

    seat: SeatIndex | None = None
    """The seat; `None` for people who do not play."""
    person: str = ""
    """Name of a person who does not play."""
    penalty: Penalty
    amount: int = 0
    """Amount of a score adjustment, in the game's own unit: points, prizes, victories."""
    effect: bool = False
    """True if the next entry is the effect of this penalty in the game."""


class Appealed(Judging, frozen=True, kw_only=True, tag="appealed"):
    """A player asks the head judge to look at the ruling in entry `about` again."""

    seat: SeatIndex
    text: str = ""


class PutBack(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """An unknown card that a rewind put back. The table chose it at random among the candidates."""

    seat: SeatIndex
    place: str
    """Where it went: deck top, under the second card of the deck …"""
    candidates: tuple[str, ...]
    chosen: str
    """One of the candidates, or ?? if it was not seen."""


class Rewound(Judging, frozen=True, kw_only=True, tag="rewound"):
    """The ruling in entry `about` undid play: the match continues from the state after the action of entry `to`."""

    to: int
    number: int = 0
    """Number of the action that the correction in entry `to` inserted; 0: the action of the entry itself."""
    dice: Dice = ""
    """Empty if no dice were rolled since."""
    put_back: tuple[PutBack, ...] = ()


class Confirmed(Judging, frozen=True, kw_only=True, tag="confirmed"):
    """A player confirms the result and the record before this entry. `head` is the head hash of the last entry confirmed."""

    seat: SeatIndex
    head: str


class Withdrawn(Judging, frozen=True, kw_only=True, tag="withdrawn"):
    """The claim, ruling, penalty or appeal in entry `about` is withdrawn: it belongs to another match or was a mistake."""

    official: str
    role: Role
    text: str
    """The reason."""


class Merged(Judging, frozen=True, kw_only=True, tag="merged"):
    """Another scorekeeper's record of the same match replaces this one, which does not count any more."""

    into: str
    """The id of that match."""


OFFICIALS_ACTS: Final = (Ruled, Penalised, Rewound, Withdrawn)
"""Records that only officials make, and that stay unchanged when play goes back to an earlier action."""
AnyJudging: TypeAlias = Appointed | Disputed | Ruled | Penalised | Appealed | Rewound | Confirmed | Merged | Withdrawn


class RandomPart(Struct, frozen=True, gc=False):
    """A pile in random order, except for known facts about it."""

    seat: SeatIndex | None
    """Owner of the pile; unset: shared by all players."""
    name: str
    cards: int
    """Number of cards in the pile."""
    known: tuple[str, ...] = ()
    """Known facts about its order, in words: `top: Dana`. A reshuffle keeps these cards in place."""
