"""Rules as rows: the list by sections, and one rule with its place, its kind and the entries that broke it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from domain.game import AnyGame
from domain.rules import Rule
from domain.text import pluralize
from replay_tui.browsers.scene import Scene
from replay_tui.browsers.text_rows import BLANK, text_rows
from replay_tui.widgets.link_list import Link, LinkRow
from service.reading.log import UNDONE_SIGN, VIOLATION_SIGN, action_text, moment_before, turn_text
from service.reading.rulebook import KIND_WORDS, Breach, RulebookSection
from service.reading.styled_text import Span, clean, pad

FOUND_SIGN: Final = "*"
_KIND: Final = 12
_KIND_ROOM: Final = 56
"""Minimum width of a list that shows the kinds, in cells."""


def list_rows(
    sections: Sequence[RulebookSection], broken: Mapping[str, tuple[Breach, ...]], hits: frozenset[str], width: int
) -> Iterator[LinkRow]:
    """Yield all rules under the headings of their sections."""
    longest = max((len(rule.id) for section in sections for rule in section.rules), default=0)
    for number, section in enumerate(sections):
        if number:
            yield BLANK
        yield LinkRow((Span(clean(section.title), "strong"), Span(f"  {len(section.rules)}", "dim")))
        for rule in section.rules:
            signs = (
                Span(VIOLATION_SIGN if rule.id in broken else " ", "bad"),
                Span(FOUND_SIGN if rule.id in hits else " ", "warn"),
            )
            kind = (Span(f" {rule.kind:<{_KIND}}", "dim"),) if width >= _KIND_ROOM else ()
            room = width - len(signs) - longest - 2 - (_KIND + 1 if kind else 0)
            title = pad((Span(clean(rule.title)),), max(room, 8))
            yield LinkRow((*signs, Span(f"{rule.id:<{longest}}  ", "strong"), *title, *kind), Link("rule", rule.id))


def rule_rows(game: AnyGame, rule: Rule, scene: Scene | None, breaches: Sequence[Breach], width: int) -> list[LinkRow]:
    """Return one rule in full."""
    return [
        *text_rows(f"{rule.id}  {rule.title}", width, "strong"),
        *text_rows(f"{rule.origin} · {game.rulebook}", width, "dim"),
        BLANK,
        *text_rows(rule.text, width),
        BLANK,
        *((*text_rows(rule.quoted, width, "dim"), BLANK) if rule.quote else ()),
        *(() if scene is None else (*_breach_rows(scene, breaches, width), BLANK)),
        *text_rows(f"{rule.kind}: {KIND_WORDS[rule.kind]}", width, "dim"),
    ]


def _breach_rows(scene: Scene, breaches: Sequence[Breach], width: int) -> Iterator[LinkRow]:
    if not breaches:
        yield from text_rows("not broken in this match", width, "dim")
        return
    yield from text_rows(f"Broken at {pluralize(len(breaches), 'entry', 'entries')} of this match", width, "strong")
    for breach in breaches:
        moment = moment_before(scene.history, breach.version)
        said = action_text(scene.history, breach.version, scene.viewpoint)
        line = (
            Span(f"{' ' if breach.stands else UNDONE_SIGN} {breach.version:>4}  "),
            Span(clean(said), "plain" if breach.stands else "dim"),
            Span(f" · {clean(turn_text(scene.game, moment, scene.state.seats))}", "dim"),
            Span(" · shown" if breach.version == scene.version else "", "dim"),
        )
        yield LinkRow(line, Link("entry", str(breach.version)))
