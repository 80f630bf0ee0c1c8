"""The clock of a round, made of recorded times: whoever looks at it says what time it is."""

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

Time = Annotated[int, Meta(ge=0, le=10**11)]
"""Seconds since 1970, UTC."""
Phase = Literal["running", "paused", "ended"]


class RoundClock(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """How long a round takes, and how it ran so far."""

    seconds: int
    """How long it takes, extensions included."""
    since: Time
    """When it last began to run, stopped or ended."""
    spent: int = 0
    """Seconds that had run by then."""
    phase: Phase = "running"

    def spent_at(self, now: int) -> int:
        """Seconds that have run."""
        return self.spent + (max(0, now - self.since) if self.phase == "running" else 0)

    def left(self, now: int) -> int:
        """Seconds that are left; below 0 the time is over."""
        return self.seconds - self.spent_at(now)

    @property
    def shown(self) -> str:
        """Minutes and seconds that were left when it was set: `49:59`."""
        left = self.left(self.since)
        return f"{'-' if left < 0 else ''}{abs(left) // 60}:{abs(left) % 60:02}"

    @property
    def ends_at(self) -> int | None:
        """Time at which the clock expires, in seconds since 1970; only set while the clock is running."""
        return self.since + self.seconds - self.spent if self.phase == "running" else None

    def turned(self, phase: Phase, at: int) -> "RoundClock":
        """Stopped, ended, or running again from that time on."""
        return replace(self, spent=self.spent_at(at), since=at, phase=phase)
