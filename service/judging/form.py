"""The ruling form: what is written into its fields, and the ruling that it means."""

from typing import Literal

from msgspec import Struct

from domain.judging import Decision, Penalty, Remedy, Ruled
from domain.payload import Role
from service.errors import UsageProblem
from service.judging.desk import Given, Ruling


class Form(Struct, frozen=True, kw_only=True):
    """The fields as they were filled in; numbers and lines are still text."""

    about: int
    official: str
    role: Role
    rules: tuple[str, ...]
    text: str
    error: str = ""
    remedy: Remedy = "none"
    by_hand: str = ""
    """Commands that the remedy changes by hand, with semicolons between them."""
    infraction: str = ""
    penalty: Penalty | Literal[""] = ""
    seat: int = 0
    amount: str = ""
    decision: Decision = ""


def ruling_of(form: Form) -> Ruling:
    """The ruling that a form means; the procedure is asked when it is foreseen or stored. Raises UsageProblem."""
    adjusts = form.penalty == "score_adjustment"
    given = form.penalty and Given(
        seat=form.seat, penalty=form.penalty, amount=_number("amount", form.amount) if adjusts else 0
    )
    return Ruling(
        ruled=Ruled(
            about=form.about,
            error=_number("point of error", form.error),
            official=form.official.strip(),
            role=form.role,
            rules=form.rules,
            text=form.text.strip(),
            infraction=form.infraction.strip(),
            remedy=form.remedy,
            decision=form.decision,
        ),
        lines=tuple(line.strip() for line in form.by_hand.split(";") if line.strip()),
        penalties=(given,) if given else (),
    )


def _number(name: str, text: str) -> int:
    text = text.strip()
    if text and not (text.isascii() and text.isdigit() and len(text) < 8):
        raise UsageProblem(f"{name}: {text} is no number")
    return int(text or 0)
