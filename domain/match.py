"""A match rebuilt from its entries.

Version n of a match is its state after entry n. Entries are never changed: a take-back is a new entry, and the entries that it
undoes stay visible.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TypeAlias, assert_never

from domain.cards import CardRecord, Catalogue
from domain.chain import first_head, write_head
from domain.corrections import Corrected, rewritten
from domain.entries import (
    ActionEntry,
    Annotated,
    Concluded,
    Entry,
    Envelope,
    Opened,
    Restored,
    Strictness,
    TableEvent,
    TakenBack,
)
from domain.folder import Folder
from domain.game import C, Command, E, Event, Game, S
from domain.judging import AnyJudging, Confirmed, Judging, Rewound
from domain.outcome import Outcome
from domain.seating import Q, Seats, moved, places_now, reseated, unknown_seat
from domain.seats import GameState
from domain.timeline import Action, Address, BrokenHistory, MatchTimeline, line_to, target_of


class Match(MatchTimeline[S, C, E]):
    """A match being rebuilt: mutable, with one immutable state per version.

    `states[n]` is the state after entry n (`states[0]` before the first).
    """

    __slots__ = (
        "__weakref__",
        "_folder",
        "_lazy",
        "_states",
        "all_actions",
        "command_ids",
        "corrections",
        "game",
        "head",
        "id",
        "notes",
        "official_entries",
        "opened",
        "redos",
        "rewinds",
        "seated",
        "step_states",
    )

    def __init__(self, match_id: str, game: Game[S, C, E], catalogue: Catalogue[CardRecord]) -> None:
        super().__init__()
        self.id = match_id
        self.game = game = game.for_catalogue(catalogue)
        self.head = write_head(first_head(match_id))
        self._folder = Folder(match_id, game)
        self._lazy = False
        self._states: list[S] = [game.initial(catalogue)]
        self.step_states: list[S] = []
        """The state after each event of the entry that was applied last, so that code which shows every step need not fold them
        again."""
        self.all_actions: list[Action[S, C, E]] = []
        """All actions, including undone ones and every corrected form, in the order of the entries that created them."""
        self.corrections: dict[int, list[Action[S, C, E]]] = {}
        """Version of a correction, even if undone -> the actions that it rewrote, in order."""
        self.redos: set[int] = set()
        """Versions of the entries that restored an earlier record."""
        self.rewinds: set[int] = set()
        """Versions of the entries with which officials undid play."""
        self.notes: dict[int, Address] = {}
        """Version of a note -> the action that it is about; both are undone together."""
        self.official_entries: set[int] = set()
        """Versions of the entries of officials and of the table: take-backs and rewinds do not undo them."""
        self.seated: dict[int, Seats] = {}
        """Version of an entry of officials, or of a conclusion -> who sat where when it was recorded."""
        self.opened: Opened[C, E] | None = None
        self.command_ids: dict[str, int] = {}

    @property
    def state(self) -> S:
        """The current state."""
        return self.actions[-1].state if self.actions else self._states[-1]

    @property
    def states(self) -> list[S]:
        """The state after each entry. States that a correction replaced are computed on first access, which raises
        BrokenHistory if their events do not fit."""
        found = self._states
        for version in range(len(found), len(self._snapshots)):
            action = self._snapshots[version][0]
            found.append(found[0] if action is None else action.state)
        return found

    def actions_after(self, version: int) -> list[Action[S, C, E]]:
        """Return the timeline as it was after an entry."""
        return line_to(self._snapshots[version][0])

    @property
    def strictness(self) -> Strictness:
        """Default handling of illegal commands."""
        return self.opened.strictness if self.opened is not None else "strict"

    @property
    def forked_from(self) -> str:
        """Address of the entry that a what-if branched from; empty for a match that was played."""
        return self.opened.forked_from if self.opened is not None else ""

    @property
    def concluded(self) -> Outcome | None:
        """Outcome that the players agreed instead of a regular ending."""
        return None if self.ended is None else self.ended[1]

    @property
    def outcome(self) -> Outcome | None:
        """The result of the match by the rules, or the one that the players agreed; `None` while it is in progress."""
        return self.concluded or self.game.outcome(self.state)

    def apply_all(self, entries: Sequence[Entry[C, E]], *, check_seats: bool = False) -> None:
        """Apply entries in order. If some are corrections, only the final timeline is folded at once; replaced ones are
        folded on first access. Raises BrokenHistory; the match is then in an undefined state."""
        self._lazy = any(isinstance(entry.payload, Corrected) for entry in entries)
        try:
            for entry in entries:
                self.apply(entry, check_seats=check_seats)
        finally:
            self._lazy = False
        if self.actions:
            self.actions[-1].find_state()

    def apply(self, entry: Entry[C, E], *, check_seats: bool = False, after: S | None = None) -> None:
        """Apply one entry. `check_seats`: check its events for seats that are not at the table (`has_unknown_seats`). `after`: the
        known state after its events, which are then not folded again; `step_states` then holds only that state. Raises
        BrokenHistory and leaves the match unchanged."""
        version = entry.envelope.version
        if version != len(self._snapshots):
            raise BrokenHistory(f"{self.id}: entry {version} follows entry {self.version}")
        if entry.envelope.match != self.id:
            raise BrokenHistory(f"{self.id}: entry {version} is of another match, {entry.envelope.match}")
        seat = entry.envelope.seat
        if seat is not None and (seat < 0 or (seat >= self._seated() and seat >= len(self.state.seats))):
            raise BrokenHistory(
                f"{self.id}: entry {version} was made in the turn of seat {seat + 1}, which is not at the table"
            )
        if isinstance(entry.payload, ActionEntry) and self.opened is not None:
            # Checked first because almost every entry is an action. Two separate types: `A | B` would build a union each time.
            self._act(version, entry.payload, entry.envelope, check_seats, after)
        else:
            self._take_in(version, entry, check_seats)
        self._snapshots.append((self.actions[-1], self.ended, self.undone, self.redoable))
        self.head = entry.head
        self.command_ids[entry.envelope.command_id] = version

    def cut(self, version: int) -> None:
        """Remove entry `version` and all later ones."""
        self.corrections = {made_by: actions for made_by, actions in self.corrections.items() if made_by < version}
        self.seated = {recorded: seats for recorded, seats in self.seated.items() if recorded < version}
        self.notes = {noted: about for noted, about in self.notes.items() if noted < version}
        for marked in (self.redos, self.rewinds, self.official_entries):
            marked.difference_update(range(version, len(self._snapshots)))
        del self._states[version:], self._snapshots[version:]
        self._stand_at(self._snapshots[-1])

    def seats_at(self, version: int) -> Seats:
        """Return the seating when an entry was recorded, for entries of officials and conclusions; else the current seating."""
        return self.seated.get(version, self.state.seats)

    def as_seated(self, version: int, payload: Q) -> Q:
        """Return an entry's payload with the current seats of the people it names. A penalty stays with its player when a
        correction of the opening changes the seats."""
        then, now = self.seats_at(version), self.state.seats
        return payload if then == now else reseated(payload, places_now(then, now))

    def _seated(self) -> int:
        """Return the number of seats. While the current state is not computed, use the seats of the opening."""
        if not self.actions:
            return len(self._states[0].seats)
        tip = self.actions[-1]
        known = tip.cached_state if tip.compute is None else self.actions[0].cached_state
        return 0 if known is None else len(known.seats)

    def _take_in(self, version: int, entry: Entry[C, E], check_seats: bool) -> None:
        payload = entry.payload
        if self.opened is None and not isinstance(payload, Opened):
            raise BrokenHistory(f"{self.id}: entry {version} comes before the match is opened")
        if isinstance(payload, Annotated | TableEvent | Judging):
            self._expect_remark(version, payload)
        if isinstance(payload, ActionEntry | Opened):
            self._act(version, payload, entry.envelope, check_seats)
        elif isinstance(payload, TakenBack | Rewound):
            self._go_back(version, payload)
        elif isinstance(payload, Concluded):
            self._conclude(version, payload)
        elif isinstance(payload, Restored):
            self._restore(version, payload)
        elif isinstance(payload, Corrected):
            self._correct(version, payload, check_seats)
        elif isinstance(payload, TableEvent | Judging):
            self.official_entries.add(version)
            # No redo after a confirmation: it would change the confirmed result.
            self.redoable = () if isinstance(payload, Confirmed) else self.redoable
        elif isinstance(payload, Annotated):
            self.notes[version] = Address(payload.about, payload.number)
        else:
            assert_never(payload)

    def _act(
        self,
        version: int,
        payload: ActionEntry[C, E] | Opened[C, E],
        envelope: Envelope,
        check_seats: bool,
        after: S | None = None,
    ) -> None:
        opening = None if isinstance(payload, ActionEntry) else payload
        if opening is not None and self.opened is not None:
            raise BrokenHistory(f"{self.id}: entry {version} opens the match again")
        parent, state, compute = self.actions[-1] if self.actions else None, None, None
        if self._lazy and parent is not None:
            compute, self.step_states = partial(self._folder.after, version, check_seats), []
        else:
            before = parent.state if parent is not None else self._states[0]
            if after is None:
                self.step_states = self._folder.step_states(f"entry {version}", before, payload.events, check_seats)
            else:
                self.step_states = [after]
            state = self.step_states[-1] if self.step_states else before
        self.opened = opening or self.opened
        action = Action(
            version, 0, version, payload.command, payload.events, payload.violations, envelope, state, parent, compute
        )
        self.actions.append(action)
        self.all_actions.append(action)
        self.redoable = ()

    def _go_back(self, version: int, payload: TakenBack | Rewound) -> None:
        to = target_of(payload)
        if strange := unknown_seat(payload, self.state.seats):
            raise BrokenHistory(f"{self.id}: entry {version} names {strange}, which is not at the table")
        stay, ended = self.goes_back_to(to)
        if not stay:
            raise BrokenHistory(f"{self.id}: entry {version} goes back to entry {to}, which was undone")
        if isinstance(payload, TakenBack) and (payload.asked is not None or payload.agreed):
            self.seated[version] = self.state.seats
        del self.actions[stay:]
        self.redoable = () if isinstance(payload, Rewound) else (version - 1, *self.redoable)
        self.undone = dict(self.undone)
        last = max(action.version for action in self.actions if not action.number)
        if self.ended is not None and ended:
            last = max(last, self.ended[0])
        for undone in range(last + 1, version):
            if self._goes_back(undone, last):
                self.undone.setdefault(undone, version)  # the entry that undid it first stays its cause
        if isinstance(payload, Rewound):
            self.rewinds.add(version)
            self.official_entries.add(version)
        if not ended:
            self.ended = None

    def _goes_back(self, version: int, last: int) -> bool:
        """Return True if an entry is undone together with the play after entry `last`."""
        kept = version in self.corrections or version in self.redos or version in self.official_entries
        return version > last and not kept and self.notes.get(version, Address(version)).version > last

    def _restore(self, version: int, payload: Restored) -> None:
        if not 0 < payload.to < version:
            raise BrokenHistory(f"{self.id}: entry {version} goes to entry {payload.to}, which is not before it")
        before = self.undone
        self._stand_at(self._snapshots[payload.to])
        self.redos.add(version)
        to = payload.to
        fallen = (v for v in range(to + 1, version) if self.notes.get(v, Address(v)).version > to)
        undone = {v: before.get(v, version) for v in fallen if v not in self.official_entries}
        self.undone = {**undone, **self.undone}

    def _correct(self, version: int, payload: Corrected[C, E], check_seats: bool) -> None:
        compute = partial(self._folder.after, version, check_seats)
        try:
            first, actions = rewritten(self.actions, payload, version, compute, self._states[0])
            line = self.actions[:first] + actions
            if not self._lazy:
                line[-1].find_state()
        except BrokenHistory as error:
            raise BrokenHistory(f"{self.id}: entry {version}: {str(error).removeprefix(f'{self.id}: ')}") from error
        if self.ended is not None and not first:
            outcome = moved(self.ended[1], self.actions[0].state.seats, line[0].state.seats)
            self.ended = None if outcome is None else (self.ended[0], outcome)
        self.actions = line
        self.all_actions += actions
        self.corrections[version] = actions
        struck = {one.address for one in payload.amended if one.how == "strike"}
        notes = [note for note, about in self.notes.items() if about in struck and note not in self.undone]
        fallen = [*(address.version for address in struck if not address.number), *notes]
        self.undone = {**self.undone, **dict.fromkeys(fallen, version)}
        self.redoable = ()

    def _expect_remark(self, version: int, payload: Annotated | TableEvent | AnyJudging) -> None:
        if not int(isinstance(payload, Annotated)) <= payload.about < version:
            raise BrokenHistory(f"{self.id}: entry {version} notes entry {payload.about}, which is not before it")
        if isinstance(payload, Judging) and (strange := unknown_seat(payload, self.state.seats)):
            raise BrokenHistory(f"{self.id}: entry {version} names {strange}, which is not at the table")
        if isinstance(payload, Judging):
            self.seated[version] = self.state.seats

    def _conclude(self, version: int, payload: Concluded) -> None:
        if strange := unknown_seat(payload.outcome, self.state.seats):
            raise BrokenHistory(f"{self.id}: entry {version} names {strange} a winner, which is not at the table")
        self.ended = version, payload.outcome
        self.redoable = ()
        self.seated[version] = self.state.seats


AnyMatch: TypeAlias = Match[GameState, Command, Event]
"""A match of any game."""


def fold(match: Match[S, C, E], entries: Iterable[Entry[C, E]]) -> Match[S, C, E]:
    """The match with these entries applied in order. Raises BrokenHistory."""
    for entry in entries:
        match.apply(entry)
    return match
