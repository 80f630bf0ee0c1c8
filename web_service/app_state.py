"""Resources of the service: the store and its analytics, the tokens, followers, and the threads that read and write."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from functools import partial
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeVar
from weakref import WeakSet

from msgspec.structs import replace

from domain.competition.gathering.state import State as EventDay
from domain.judging import Confirmed
from domain.memo import Memo
from domain.replay import AnyHistory
from domain.seats import SPECTATOR, Seat, Viewpoint
from service.access import Access, AccessToken
from service.competitions.event_days import EventDays, seat_now
from service.delay import AT_ONCE, Delay, delayed_history
from service.errors import UsageProblem
from service.exchange.shared_store import EntryGate, SharedStore
from service.looks import LookLog
from service.permissions import Right, refusal
from service.reading.viewpoints import viewpoint_name
from service.recording.match_service import MatchService
from service.store_tail import StoreTail
from web_service.broadcast import Channel, ChannelKey, Subscriber, event
from web_service.drawings import Drawings
from web_service.event_days import EventDayViews
from web_service.feeds import Feeds
from web_service.limits import PAYER, SAVED, STREAM, Limits, Timed, Turns
from web_service.permissions import Caller, tags_of
from web_service.problems import LOG, busy, not_here, problem_of, too_many
from web_service.public_address import AS_ASKED, PublicAddress
from web_service.writer import Writer, call_in_loop

if TYPE_CHECKING:
    from domain.match import AnyMatch
    from service.analysis.statistics import StatisticsService
    from service.reading.match_list import OpenAnalytics

T = TypeVar("T")

POLL: Final = 0.01
"""Seconds between checks for delayed entries that become visible, while any are waiting."""
WARDEN: Final = 0.25
"""Seconds between checks of the tokens of open streams, and of the end of the log without notifications."""
_READERS: Final = 4
_MATCHES: Final = 1_000
"""Matches of which the server remembers whether a player confirmed them, and how large they are."""
_CHANNELS: Final = 32
"""Most channels without followers that are kept for returning clients; a channel takes 4 to 16 KB per entry."""
STREAMS_EACH: Final = 20
STREAMS_FROM: Final = 200
STREAMS_OPEN: Final = 500
"""Most open streams of one token, of one network's callers without a token, and of all callers without a token."""

MOST_RECORD: Final = 4 * 1024 * 1024
"""Most bytes of a match's entries; after that only organisers record play. Rulings, disputes and confirmations may use twice as
many. Its pages and files take forty times as much memory while they are drawn."""


class AppState:
    """The shared state of the service, one per process."""

    overview: object = None
    """Created by `web_service.pages` at the first request."""
    _waiting = False
    """True if the follower thread must wake by itself: a delayed entry becomes visible, or a channel is to be read again."""
    _closing = False

    def __init__(
        self,
        analytics: "OpenAnalytics",
        service_as: Callable[[str], MatchService],
        access: Access,
        *,
        delay: Delay = AT_ONCE,
        private: bool = False,
        insecure: bool = False,
        docs: Path | None = None,
        address: PublicAddress = AS_ASKED,
    ) -> None:
        """`service_as` returns the application service that records under a name. `delay` applies to callers without a
        token; `private` refuses them. `insecure` accepts tokens over unencrypted connections from other machines.
        `docs` is the folder of the documentation."""
        self.docs = docs
        self.address = address
        self.analytics = analytics
        self.service_as = service_as
        self.access = access
        self.delay, self.private, self.insecure = delay, private, insecure
        self.limits = Limits()
        self.app = service_as("")
        self.looks = LookLog(self.app.store.recorder.sidecar("looks"), self.app.clock)
        self.readers = ThreadPoolExecutor(_READERS, "reader")
        self.feeds = Feeds()
        self.turns = Turns(saved=SAVED)
        self.drawings = Drawings(self._beside, self.turns)
        self.keepers: dict[Subscriber, SharedStore] = {}  # of terminals that record from another machine
        self.event_days = EventDayViews(self)
        self._confirmed = Memo(self._is_confirmed, _MATCHES)  # by match and version
        self._sizes: OrderedDict[str, tuple[int, int]] = OrderedDict()
        """Match -> the last entry that was counted, and the bytes up to it; for the writer's thread."""
        self._followers: WeakSet[Subscriber] = WeakSet()  # all open streams
        self._channels: dict[ChannelKey, Channel] = {}
        self._shared: dict[str, SharedStore] = {}  # by token
        self._behind: set[Channel] = set()  # to be refreshed later; used only by the follower thread
        self._mutex, self._making = Lock(), Lock()  # `_making` is held while a channel is created
        self._news = Event()
        self.writer = Writer(self._news.set, self.turns)
        self._tail = StoreTail(self.app, self._news.set)
        self._thread = Thread(target=self._follow, name="follower", daemon=True)
        self._thread.start()

    @property
    def statistics(self) -> "StatisticsService":
        """The service that answers questions about all matches. The first use may wait for the disk."""
        from service.analysis.statistics import StatisticsService

        return StatisticsService(self.analytics())

    async def read(self, work: Callable[[], T]) -> T:
        """Run work that may wait for the disk in a reader thread, and charge its processor time to the sender of the request."""
        if not (payer := PAYER.get()):
            return await self._beside(work)
        timed = Timed(work)
        try:
            return await self._beside(timed)
        finally:
            self.turns.charge(payer, timed.spent)

    async def _beside(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.readers, work)

    async def holder(self, secret: str) -> AccessToken | None:
        """Return the token of a secret; `None` if it is unknown or expired."""
        return self.access.known(secret) or await self.read(lambda: self.access.holder(secret))

    async def caller(self, token: AccessToken) -> Caller:
        """Return the caller with a token."""
        return await self.read(lambda: self.seated(token)) if token.whole_event else Caller(token)

    def seated(self, token: AccessToken) -> Caller:
        """Return the caller with a player's code for an event, at the table where the player sits now. Raises Problem."""
        assert token.seat is not None
        try:
            found = seat_now(self.app, token.match, token.tag.partition(":")[2], token.seat)
        except UsageProblem:
            found = None
        except Exception as error:
            raise problem_of(error, whole=False) from error
        match, seat = found or (token.match, None)
        return Caller(replace(token, tag="", match=match, seat=seat), code=token)

    def service_for(self, caller: Caller, full: str = "") -> MatchService:
        """Return the application in the caller's name, limited to the entries that the caller's role may record. `full`: the
        reason why no entry may be recorded (`why_full`); empty if entries may."""
        return self.service_as(caller.name).limited(
            lambda game, payload: full or refusal(caller.standing, game, payload)
        )

    # --- matches -------------------------------------------------------------------------------------------------------

    def match(self, caller: Caller, right: Right, match_id: str, *, fresh: bool = True) -> "AnyMatch":
        """Return a match if the caller has the right to use it now; a player who left the table during the request no longer has
        it. `fresh` False: the match may lack the latest entries. Raises Problem; matches out of scope count as missing."""
        if self.private and caller.token is None:
            raise not_here()
        try:
            match = self.app.match(match_id) if fresh else self.app.store.known(match_id)
        except Exception as error:
            if caller.reach(right) in ("own", "seat") and not self._owns_unread(caller, match_id):
                raise not_here() from error
            raise problem_of(error, whole=caller.sees_all) from error
        reach = caller.reach(right)
        if caller.code is not None and self.seated(caller.code) != caller:
            raise not_here()
        if not reach or (reach in ("own", "seat") and not caller.owns(match.id, tags_of(match.opened))):
            raise not_here()
        return match

    def _owns_unread(self, caller: Caller, match_id: str) -> bool:
        """Whether a match that cannot be read is in the caller's scope, judged by the tags in its first entry, if that can be
        read."""
        tags: tuple[str, ...] = ()
        with suppress(Exception):
            [first] = self.app.store.entries(match_id, 0, 1)
            tags = tags_of(first.payload)
        return caller.owns(match_id, tags)

    def why_final(self, caller: Caller, match: "AnyMatch") -> str:
        """Return why only officials may change a match whose result is final; empty for officials, and for matches that
        others may still change."""
        if caller.judges or match.outcome is None:
            return ""
        if isinstance(match.state, EventDay):
            return "The event is closed: a judge changes its results."
        if match.game.kind == "competition":
            return ""
        if self._confirmed[match.id, self.app.store.recorder.last_version(match.id)]:
            return "A player confirmed this result: a judge changes it."
        return "The round of this match is over: a judge changes it." if EventDays(self.app).is_over(match) else ""

    def why_full(self, caller: Caller, match_id: str, right: Right, more: int = 0) -> str:
        """Return why the match is too large for `more` further bytes from this caller; empty if it is not. Only for the writer's
        thread."""
        if caller.reach("organise"):
            return ""
        version, size = self._sizes.pop(match_id, (0, 0))
        rows = self.app.store.recorder.select_rows(match_id, version)
        size += sum(len(state) for _, _, state in rows)
        self._sizes[match_id] = version + len(rows), size
        if len(self._sizes) > _MATCHES:
            self._sizes.popitem(last=False)
        most = MOST_RECORD * (1 if right == "record" else 2)
        if size + more <= most:
            return ""
        return f"Match {match_id} would have {size + more:,} bytes; at most {most:,} are allowed: organisers can record more."

    def _is_confirmed(self, at: tuple[str, int]) -> bool:
        """Return True if a player confirmed the match, up to a version."""
        match, version = at
        return any(isinstance(entry.payload, Confirmed) for entry in self.app.store.entries(match, upto=version))

    def looked(
        self, caller: Caller, match_id: str, viewpoint: Viewpoint, way: str, seats: tuple[Seat, ...] = ()
    ) -> None:
        """Log a look at hidden information. Looks of players at their own seat are not logged."""
        if caller.token is None or not caller.sees_all or viewpoint == SPECTATOR:
            return
        if problem := self.looks.note(caller.name, caller.standing, match_id, viewpoint_name(viewpoint, seats), way):
            LOG.warning("the look of %s at %s is not logged: %s", caller.name, match_id or "the store", problem)

    def history(self, caller: Caller, match_id: str) -> AnyHistory:
        """Return the match with its frames; with a delay, only the part that is visible to the caller."""
        if self.lags(caller):
            return delayed_history(self.app, match_id, self.delay, self.app.clock())
        return self.app.history(match_id)

    def delay_for(self, caller: Caller) -> Delay:
        """Return the delay of the caller."""
        return self.delay if caller.delayed else AT_ONCE

    def lags(self, caller: Caller) -> bool:
        """Return True if the caller sees matches with a delay."""
        return self.delay_for(caller) != AT_ONCE

    def shared(self, caller: Caller) -> SharedStore:
        """Return the store limited to the entries that this caller (with a token) may read and record."""
        assert caller.token is not None
        with self._mutex:
            if (found := self._shared.get(caller.key)) is None:
                keeper = EntryGate(
                    name=caller.name,
                    refusal=partial(refusal, caller.standing),
                    judges=caller.judges,
                    trusted=caller.reach("backup") == "all",
                    whole=not (caller.token.tag or caller.token.match),
                    tag=caller.token.tag,
                    owns=caller.owns,
                    strange_tag=caller.token.strange_tag,
                )
                found = self._shared[caller.key] = SharedStore(self.app, keeper)
            return found

    # --- streams -------------------------------------------------------------------------------------------------------

    def channel(self, caller: Caller, match_id: str, viewpoint: Viewpoint) -> Channel:
        """Return the channel of a match for the caller's viewpoint and delay. Raises the errors of reading the match."""
        key = ChannelKey(match_id, viewpoint, self.delay_for(caller))
        with nullcontext() if key in self._channels else self._making:
            found = self._channels.get(key) or Channel(self.app, key)
            with self._mutex:
                found = self._channels.pop(key, found)  # another thread may have created it meanwhile
                self._channels[key] = found
                self._forget()
        found.refresh()
        if found.due_at is not None:
            self._news.set()
        return found

    def _forget(self) -> None:
        unused = [key for key, channel in self._channels.items() if not channel.followers]
        for key in unused[: max(0, len(self._channels) - _CHANNELS)]:
            del self._channels[key]

    def followers(self) -> list[Subscriber]:
        """Return all open streams."""
        with self._mutex:
            return list(self._followers)

    def follower(self, caller: Caller) -> Subscriber:
        """Return a new stream; it counts until `left` is called. Raises Problem if the caller, or all callers without a
        token, have too many."""
        counts = Counter(follower.key for follower in self.followers())
        if counts[caller.key] >= (STREAMS_EACH if caller.token else STREAMS_FROM):
            raise too_many(5)
        if caller.token is None and sum(follower.token is None for follower in self.followers()) >= STREAMS_OPEN:
            raise busy(5)
        self.turns.charge(caller.key, STREAM)
        new = Subscriber(asyncio.get_running_loop(), caller.token, caller.key)
        with self._mutex:
            self._followers.add(new)
        return new

    def left(self, follower: Subscriber) -> None:
        """Stop counting a stream that ended. (The object may exist until the garbage collector runs: cancelled tasks
        refer to themselves.)"""
        with self._mutex:
            self._followers.discard(follower)
        self.keepers.pop(follower, None)

    def end_streams(self) -> None:
        """Notify all followers that the server stops, and end their streams."""
        for follower in self.followers():
            call_in_loop(follower.loop, follower.offer, event("bye", {}))
            call_in_loop(follower.loop, follower.offer, None)

    def _follow(self) -> None:
        """Run the follower thread: send new entries, and entries whose delay has passed; end streams whose token expired."""
        looked, said = 0.0, ""
        while not self._closing:
            woken = self._news.wait(POLL if self._waiting else WARDEN)
            self._news.clear()
            try:
                late = monotonic() - looked > WARDEN
                self._send(self._tail.news() if woken or late else set())  # a lost wake-up only delays the next round
                if late:
                    looked = monotonic()
                    self._end_revoked()
                said = ""
            except Exception as error:
                # The thread survives disk errors; the next round tries again.
                if str(error) != said:
                    LOG.warning("following: %s", said := str(error))
                self._news.wait(1)
                self._news.set()

    def _send(self, changed: set[str]) -> None:
        now = self.app.clock()
        if changed:
            self.feeds.wake()
        with self._mutex:
            channels = list(self._channels.values())
        for keeper, shared in tuple(self.keepers.items()) if changed else ():
            if any(map(shared.has, changed)):
                call_in_loop(keeper.loop, keeper.offer, event("news", {}))
        self._behind.intersection_update(channels)
        for channel in channels:
            due, waited = channel.due_at, channel in self._behind
            if waited or (channel.key.match in changed and channel.followers) or (due is not None and due <= now):
                if channel.rests_until > monotonic():
                    self._behind.add(channel)
                    continue
                try:
                    channel.refresh()
                    self._behind.discard(channel)
                except Exception as error:
                    # A failed read is repeated in the next round.
                    self._behind.add(channel)
                    if not waited:
                        LOG.warning("following %s: %s", channel.key.match, error)
        self._waiting = bool(self._behind) or any(channel.due_at is not None for channel in channels)

    def _end_revoked(self) -> None:
        self.access.look()
        for follower in self.followers():
            if follower.token is not None and not self.access.holds(follower.token):
                call_in_loop(follower.loop, follower.offer, None)

    def close(self) -> None:
        """Close everything; queued entries are recorded first."""
        self._closing = True
        self._news.set()
        self._thread.join()
        self._tail.close()
        self.writer.close()
        self.readers.shutdown()
