"""The generated pages for officials: the infraction guide with its remedies and penalties, and the rules of procedure."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.judging import GOING_BACK, LADDER, LOSING, PERSONAL, Penalty, Remedy
from domain.procedure.docket import FROM_THE_ERROR
from domain.procedure.guide import infractions
from domain.registry import rules_of_procedure
from matchbook.game_reference import cell, rule_text

_REMEDIES: Final[Mapping[Remedy, tuple[str, str]]] = {
    "none": ("Play goes on as it is.", "The error changed nothing, or it cannot be repaired."),
    "simple_backup": (
        "Undoes play back to the point of error.",
        "One decision is undone that revealed nothing to anybody.",
    ),
    "rewind": (
        "Undoes play back to the point of error, with a checklist for the table.",
        "Cards and dice can be put back as they were, and little was decided since.",
    ),
    "partial_fix": (
        "Keeps later play. Your commands (`--line`) repair the error.",
        "Something was missed, for example a draw.",
    ),
    "adjustment": (
        "Keeps later play. Your commands change points, cards or the like.",
        "The table is to be as it should be.",
    ),
    "reshuffle": (
        "Keeps later play. Your commands shuffle the random part of a pile.",
        "A player saw cards of a hidden pile.",
    ),
    "replay_game": ("Undoes everything since the opening.", "The game cannot be repaired."),
}
_PENALTIES: Final[Mapping[Penalty, str]] = {
    "caution": "None in the game; the ledger does not forget it.",
    "warning": "None in the game. A repeat at the same event gives the next step of the guide.",
    "score_adjustment": "The player loses the amount, for example `--penalty Ada=score_adjustment:100`. "
    "Where the game has no such effect, you give it with `--effect COMMAND`.",
    "game_loss": "The match ends, and the other side wins. With more than two sides you give the effect.",
    "match_loss": "As a game loss; the log and the ledger show the heavier step. If both sides lose, it is a double loss.",
    "disqualification": "As a match loss; a Swiss tournament also drops the player.",
}
_USE: Final = """\
You cite an infraction instead of a rule of the game: `matchbook ruling MATCH TEXT --infraction ID`. The first penalty is for
the first time at an event, the next for each repeat; the last one stays. You may give another one.

For example, Bo saw the top card of the deck in entry 3, for the first time. Kim warns Bo and has the deck shuffled:

```text
matchbook ruling MATCH "saw the top card" --infraction hidden-information --penalty Bo --official Kim \\
  --remedy reshuffle --error 3 --line 'resolve_card_effect nia "reshuffle" changes=[deck_shuffled(player=Bo)]'
    4  ruled, point of error 3 hidden-information: saw the top card; remedy: reshuffle (Kim, judge)
    5  resolve_card_effect nia text=reshuffle changes=[deck_shuffled(player=Bo)]
       5.1 Ada carries out Nia: reshuffle
       5.2 Bo's deck is shuffled
    6  penalty by 4: Bo: warning
```

*Class* says what an infraction concerns: play, pace, information, equipment, the record, conduct, or the integrity of the
event. [Procedure](procedure.md) has the rules for your own acts.

"""


def infractions_page(notice: str) -> str:
    """Return the infraction guide: a table of infractions, one of remedies and one of penalties."""
    return "".join(_infractions(notice))


def _infractions(notice: str) -> Iterator[str]:
    yield f"# Infraction guide\n\n{notice}\n{_USE}"
    yield "| id | class | infraction | penalties | of people who do not play | remedy |\n|---|---|---|---|---|---|\n"
    for one in infractions().values():
        what = f"**{cell(one.title)}.** {cell(one.text)}"
        remedy = "none" if one.remedy == "none" else f"`{one.remedy}`"
        yield f"| `{one.id}` | {one.group} | {what} | {one.steps(plays=True)} | {one.steps(plays=False)} | {remedy} |\n"
    yield "\n## Remedies\n\n`--error ENTRY` names the point of error: the first entry that is wrong.\n\n"
    yield "| remedy | what it does | when | who | needs `--error` |\n|---|---|---|---|---|\n"
    for remedy, (effect, when) in _REMEDIES.items():
        who = "head judge" if remedy in GOING_BACK and remedy != "simple_backup" else "any judge"
        yield f"| `{remedy}` | {effect} | {when} | {who} | {'yes' if remedy in FROM_THE_ERROR else ''} |\n"
    yield "\n## Penalties\n\n| penalty | effect | who gives it | to people who do not play |\n|---|---|---|---|\n"
    for penalty in LADDER:
        who = "head judge (JP-P02)" if penalty in LOSING else "any judge"
        yield f"| `{penalty}` | {_PENALTIES[penalty]} | {who} | {'yes' if penalty in PERSONAL else 'no'} |\n"


def procedure_page(notice: str) -> str:
    """Return the page of the rules of procedure."""
    return (
        f"# Procedure for officials\n\n{notice}\n"
        "You find the rules here that Matchbook checks when you dispute, rule, penalise, appeal or withdraw, whatever the game.\n"
        "An error names them: for example, `[JP-P02]` if a judge who is not the head judge gives a game loss. `matchbook rules\n"
        "GAME JP-P02` prints one. [Rule on a claim](../how-to/rule_in_the_terminal.md) shows the steps.\n\n"
        "## Rules\n\n" + "".join(map(rule_text, rules_of_procedure().values()))
    ).rstrip() + "\n"
