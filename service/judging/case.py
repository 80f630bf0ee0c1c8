"""The data that judges' screens show about a disputed entry: the case, the rules in question, and proposals for a ruling.

Screens and pages draw these data.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from domain.corrected_history import state_found
from domain.entries import action_parts
from domain.game import AnyGame, Command
from domain.judging import Appealed, Appointed, Disputed, Ruled
from domain.names import fold_name
from domain.payload import Role
from domain.procedure.docket import Docket
from domain.procedure.guide import infractions
from domain.replay import AnyHistory
from domain.rules import Rule
from domain.seats import JUDGE, GameState, Viewpoint
from domain.timeline import Address
from service.errors import UsageProblem
from service.judging.judge_actions import AnyDocket
from service.judging.report import Case, case_of
from service.reading.explanations import Explanation, explain
from service.reading.rulebook import searched_text
from service.reading.styled_text import clean
from service.reading.wordsearch import WordSearch


class RulingProposal(Struct, frozen=True, kw_only=True):
    """Proposed values for the next ruling of a case. The judge may change them."""

    about: int
    """The entry of the claim or appeal that waits for a ruling; 0 if none waits."""
    appeal: bool
    """True if an appeal waits. Its ruling upholds, modifies or overturns the first ruling."""
    error: int
    """The point of error: the first disputed entry with a recorded violation, or else the first disputed entry."""
    rules: tuple[str, ...]
    """First the rules with recorded violations, then the other rules that check the disputed actions."""
    text: str
    """The recorded violations of the disputed entries; empty if there are none."""
    ties: bool
    """True if an official declared ties to a player. That official may rule only if all players consent."""
    roles: Mapping[str, Role]
    """Name of an official appointed for this match, folded by `fold_name` -> role of that official."""

    def role_of(self, official: str) -> Role:
        """Return the role of an official in a ruling: the appointed role, or judge without an appointment."""
        return self.roles.get(fold_name(official), "judge")


class Hearing(Struct, frozen=True, kw_only=True):
    """A case, limited to what a viewpoint may see."""

    case: Case
    version: int
    """The version of the match."""
    asked: tuple[Explanation | str, ...]
    """For each disputed action: the result of its rule checks, or the reason why there is none."""
    proposal: RulingProposal
    to_undo: tuple[int, int]
    """The entry of a ruling whose rewind is not recorded yet, and the point of error; zeros if there is none."""


def hearing_of(history: AnyHistory, entry: int, viewpoint: Viewpoint = JUDGE) -> Hearing:
    """Return the case of an entry: a claim, or a ruling or appeal about one. Raises UsageProblem for other entries."""
    docket: AnyDocket = Docket(history.match, history.entries)
    case = case_of(history, _claim_of(docket, entry), viewpoint)
    return Hearing(
        case=case,
        version=history.match.version,
        asked=tuple(_asked(history, case, viewpoint)),
        proposal=_proposal(history, docket, case),
        to_undo=next(
            (
                (answer.entry, ruled.error)
                for answer in case.answers
                if isinstance(ruled := docket.acts[answer.entry], Ruled) and docket.waits(answer.entry)
            ),
            (0, 0),
        ),
    )


def states_of(history: AnyHistory, case: Case) -> tuple[GameState, GameState]:
    """Return the recorded states before and after the disputed entries."""
    return history.match.states[case.first - 1], history.match.states[case.last]


def citable(game: AnyGame) -> Mapping[str, Rule]:
    """Return rule id -> rule, for all rules that a ruling may cite: those of the game, then those of the infraction guide."""
    return {**game.rules, **{one.id: one.rule for one in infractions().values()}}


def rules_found(game: AnyGame, typed: str, proposed: tuple[str, ...] = ()) -> tuple[Rule, ...]:
    """Search the rules that a ruling may cite. The search tolerates spelling mistakes and sorts matches in ids and titles first.
    Without words, return all rules, the proposed ones first."""
    words, known = typed.casefold().split(), citable(game)
    if not words:
        first = [known[rule] for rule in proposed if rule in known]
        return (*first, *(rule for rule in known.values() if rule not in first))
    found = WordSearch({rule.id: searched_text(rule) for rule in known.values()}).find(typed)
    read = (found.read_as or typed).casefold().split()
    rules = [known[key] for key in found.keys]
    return tuple(sorted(rules, key=lambda rule: any(w not in f"{rule.id} {rule.title}".casefold() for w in read)))


def _claim_of(docket: AnyDocket, entry: int) -> int:
    """Return the entry of the claim to which an official's entry belongs. Raises UsageProblem if there is no claim."""
    act = docket.acts.get(entry)
    while act is not None and not isinstance(act, Disputed):
        entry, act = act.about, docket.acts.get(act.about)
    if act is None:
        raise UsageProblem("the entry belongs to no claim: use 'matchbook ruling' or 'matchbook penalise'")
    return entry


def _asked(history: AnyHistory, case: Case, viewpoint: Viewpoint) -> Iterator[Explanation | str]:
    match = history.match
    for action in match.all_actions:
        if case.first <= action.address.version <= case.last and action.parent is not None:
            try:
                yield explain(match.game, state_found(match, action), action.command, viewpoint)
            except UsageProblem as problem:
                yield str(problem)


def _proposal(history: AnyHistory, docket: AnyDocket, case: Case) -> RulingProposal:
    disputed = range(case.first, case.last + 1)
    broken = [(v, one) for v in disputed for one in action_parts(history.entries[v - 1].payload)[2]]
    named = [
        rule
        for v in disputed
        if (act := _act(history, v)) is not None
        for rule in sorted(type(act).rule_ids(), key=lambda rule: (rule not in act.rules, rule))
    ]
    waiting = docket.open_claims()
    appeals = (e for answer in case.answers for e in docket.about(answer.entry, Appealed) if e in waiting)
    about = case.entry if case.entry in waiting else next(appeals, 0)
    return RulingProposal(
        about=about,
        appeal=about not in (0, case.entry),
        error=broken[0][0] if broken else case.first,
        rules=tuple(dict.fromkeys((*(one.rule for _, one in broken), *named))),
        text="; ".join(clean(one.text) for _, one in broken),
        ties=any(act.conflicts for act in docket.of(Appointed).values()),
        roles={fold_name(one.official): docket.ruling_role(one.official) for one in docket.of(Appointed).values()},
    )


def _act(history: AnyHistory, version: int) -> Command | None:
    standing = history.match.standing(Address(version))
    return None if standing is None else standing.command
