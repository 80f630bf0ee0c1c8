"""The ruling form: rules cited by search, facts, remedy, penalty. Its effects are shown before storing."""

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from domain.match import AnyMatch
from domain.notation import NotationError
from domain.rules import Rule
from replay_tui.background import in_background
from replay_tui.keymap import bindings
from replay_tui.screens.help import KeyedScreen
from replay_tui.screens.ruling_preview import PreviewScreen
from replay_tui.widgets.choice import Choice
from replay_tui.widgets.key_footer import KeyFooter
from replay_tui.widgets.line_pad import LinePad
from replay_tui.widgets.lines import LineBar, LinesView, folded
from replay_tui.widgets.prompt import MOST_LETTERS
from replay_tui.widgets.text_line import TextLine
from service.errors import UsageProblem
from service.judging.case import Hearing, citable, rules_found
from service.judging.form import RulingField, blanks, idle, ruling_of
from service.judging.judging_service import JudgingService, PreparedRuling, trouble_of
from service.judging.rulings import Ruling
from service.reading.styled_text import Span, StyledLine, clean
from service.recording.match_service import names_of
from service.recording.recording_service import RecordingOutcome


class RuleSearch(TextLine):
    """The field that finds rules by words or id; the screen handles its keys."""

    BINDINGS = bindings("rule_search")


class RulingScreen(KeyedScreen[int]):
    """`enter` cites rules in the first field; in other fields it opens the preview, as `F2` does. The result is the
    stored entry."""

    BINDINGS = bindings("ruling")
    help_title = "Ruling"
    AUTO_FOCUS = "#search"
    keys_now: ClassVar = {
        "search.cite": "cite",
        "ruling.preview": "preview",
        "ruling.back": "back",
        "ruling.help": "help",
    }
    """Keys and labels of the footer."""

    def __init__(self, judging: JudgingService, match: AnyMatch, hearing: Hearing) -> None:
        super().__init__()
        self.judging = judging
        self.match = match
        self.hearing = hearing
        self.fields: dict[str, Input | Choice] = {}
        """Fields by name."""
        self.cited: tuple[str, ...] = ()
        self.found: tuple[Rule, ...] = ()
        """The rules found by the words, best first."""
        self.chosen = 0
        self._may_go: list[object] = []
        """Contents that `esc` drops without asking: the empty form, and one already asked about."""

    def compose(self) -> ComposeResult:
        """Compose the rules, then facts, then remedy and penalties."""
        yield LineBar(id="header")
        yield LineBar(id="cited")
        yield Horizontal(Static("find a rule"), RuleSearch(id="search", compact=True), classes="field")
        yield LinesView(id="found")
        for blank in blanks(self.hearing.proposal, self.judging.app.by, self.match.state.seats):
            self.fields[blank.name] = field = _widget(blank)
            yield Horizontal(Static(blank.label), field, id=f"{blank.name}-field", classes="field")
        yield LinePad(most=3, id="fault")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Find the proposed rules."""
        about = f"RULING {self.match.id} on entry {self.hearing.proposal.about}: "
        self.query_one("#header", LineBar).line = (Span(about, "strong"), Span(clean(self.hearing.case.text)))
        self.query_one(LinesView).can_focus = False
        self._show_what_matters()
        self._may_go.append(self._content)
        self.call_after_refresh(self._find)

    def on_resize(self) -> None:
        """Draw the rules for the new size."""
        self.call_after_refresh(self._list)

    # --- rules ---------------------------------------------------------------------------------------------------------

    @on(Input.Changed, "#search")
    def _find(self) -> None:
        self.found = rules_found(self.match.game, self.query_one(RuleSearch).value, self.hearing.proposal.rules)
        self.chosen = 0
        self._list()

    def _list(self) -> None:
        pane = self.query_one(LinesView)
        known = citable(self.match.game)
        pane.border_title = f"{len(self.found)} of {len(known)} rules and infractions"
        pane.show_lines(tuple(self._rows()))
        pane.show_from(max(0, self.chosen - pane.page + 1))
        said = ", ".join(f"[{rule}] {known[rule].title}" for rule in self.cited)
        cited = Span(clean(said), "good") if said else Span("no rule yet: ⏎ cites one", "warn")
        self.query_one("#cited", LineBar).line = (Span("cites ", "strong"), cited)

    def _rows(self) -> Iterator[StyledLine]:
        for number, rule in enumerate(self.found):
            here, sign = number == self.chosen, "✓" if rule.id in self.cited else " "
            head = Span(f"{'>' if here else ' '}{sign} {rule.id:<7} ", "strong" if here else "plain")
            yield (head, Span(clean(f"{rule.title}: "), "strong" if here else "plain"), Span(clean(rule.text), "dim"))

    # --- what is filled in ---------------------------------------------------------------------------------------------

    @property
    def filled(self) -> dict[str, str]:
        """The current values by field."""
        return {name: field.value for name, field in self.fields.items()}

    @property
    def _content(self) -> object:
        return self.cited, self.filled

    @on(Choice.Changed)
    def _show_what_matters(self) -> None:
        """Show the fields that matter for the chosen values."""
        nothing = idle(self.filled)
        for name in self.fields:
            self.query_one(f"#{name}-field").display = name not in nothing

    @on(Input.Changed)
    @on(Choice.Changed)
    def _forget_fault(self) -> None:
        """A complaint is about the form as it was."""
        self._complain("")

    @on(Input.Changed, "#official")
    def _take_role(self, event: Input.Changed) -> None:
        """Choose the role that was recorded for the official; another one can be chosen after it."""
        role, named = self.fields["role"], self.hearing.proposal.role_of(event.value.strip())
        if isinstance(role, Choice):
            role.choose(named)

    def _complain(self, text: str) -> None:
        pad = self.query_one(LinePad)
        pad.pieces = tuple(folded(text, self.size.width, "bad")) if text else ()
        if text:
            pad.call_after_refresh(pad.scroll_visible, animate=False)

    # --- keys ----------------------------------------------------------------------------------------------------------

    def action_cite(self) -> None:
        """Cite the rule under the cursor. Pressed again, it stays cited."""
        if self.found:
            self._cite(*self.cited, self.found[self.chosen].id)
            self.query_one("#search", Input).select_all()

    def action_uncite(self) -> None:
        """Remove the citation of the rule under the cursor."""
        if self.found:
            self._cite(*(rule for rule in self.cited if rule != self.found[self.chosen].id))

    def _cite(self, *rules: str) -> None:
        self.cited = tuple(dict.fromkeys(rules))
        self._complain("")
        self._list()

    def action_move(self, by: int) -> None:
        """Move among the rules."""
        self.chosen = min(max(self.chosen + by, 0), max(len(self.found) - 1, 0))
        self._list()

    @on(Input.Submitted)
    def action_preview(self) -> None:
        """Open the preview of the ruling, or report its first fault in one line."""
        try:
            ruling = ruling_of(self.hearing.proposal.about, self.cited, self.filled, names_of(self.match))
        except (UsageProblem, NotationError) as problem:
            self._complain(str(problem))
            return
        job = partial(self.judging.prepare, self.match.id, ruling)
        in_background(self, job, partial(self._prepared, ruling), group="save", exclusive=True)

    def _prepared(self, ruling: Ruling, found: PreparedRuling | RecordingOutcome) -> None:
        if not isinstance(found, PreparedRuling):
            self._complain(trouble_of(found))
            return
        self._complain("")
        store = partial(self.judging.rule, self.match.id, ruling, found.foresight.version)
        title, seats = f"{self.match.id}/{ruling.ruled.about}", self.match.state.seats
        preview = PreviewScreen(title, seats, found.foresight, found.checklist, store)
        self.app.push_screen(preview, self._stored)

    def _stored(self, version: int | None) -> None:
        if version is not None:
            self.dismiss(version)

    def action_back(self) -> None:
        """Return to the case; ask first if the form was filled in."""
        if self._content in self._may_go:
            self.app.pop_screen()
        else:
            self._may_go.append(self._content)
            self._complain("esc again throws away what you filled in; any other key goes on")


def _widget(blank: RulingField) -> Input | Choice:
    if blank.kind == "choice":
        return Choice(blank.values, blank.given, id=blank.name)
    several = " (name; name)" if blank.kind == "seat" and blank.many else ""
    return TextLine(
        blank.given,
        id=blank.name,
        compact=True,
        placeholder=clean(blank.hint + several),
        max_length=MOST_LETTERS,
        select_on_focus=False,
    )
