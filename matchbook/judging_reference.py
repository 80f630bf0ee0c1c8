"""The generated pages for officials: the infraction guide with its remedies and penalties, and the rules of procedure."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.judging import GOING_BACK, LADDER, LOSING, PERSONAL, Penalty, Remedy
from domain.procedure.docket import FROM_THE_ERROR
from domain.procedure.guide import infractions
from domain.registry import rules_of_procedure
from matchbook.game_reference import cell
from matchbook.remedies import rule_table

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

For example, Ada's die fell from the table, and she counted it. You rule on the error, take the points off, and give the
guide's penalty:

```console
$ MATCH=$(matchbook new pig --player Ada --player Bo)
$ matchbook take $MATCH "roll 6"
$ FIX='adjust "the 6 does not count" [set_counter(counter=total, holder=Ada, value=0)]'
$ matchbook ruling $MATCH "the die fell" --infraction play-error --penalty Ada --remedy partial_fix --error 2 --line "$FIX"
    3  ruled, point of error 2 play-error: the die fell; remedy: partial fix (…, judge)
    4  adjust "the 6 does not count" …
       4.1 total of Ada 0
    5  penalty by 3: Ada: warning
the guide's penalty for Ada, error in play: warning
```

A game loss or more needs the head judge. For somebody who does not play, write `person NAME`:

```console
$ matchbook ruling $MATCH "took advice" --infraction outside-assistance --penalty Ada --official Kim
matchbook: error: [JP-P02] a match loss needs the head judge
$ matchbook ruling $MATCH "told Ada what to play" --infraction outside-assistance --penalty "person Zoe" --official Kim
    7  penalty by 6: Zoe (no player): warning
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


_PROCEDURE: Final = """\
You look up a rule here if Matchbook refuses a dispute, ruling, penalty, appeal or withdrawal. These rules hold for every game,
and an error names them. For example, Ada held and then rolled twice more, in Bo's turn. Bo disputes the first of these rolls,
entry 4. Kim undoes both, so that Bo rolls:

```console
$ MATCH=$(matchbook new pig --player Ada --player Bo)
$ matchbook take $MATCH "roll 6"
$ matchbook take $MATCH hold
$ matchbook take $MATCH "roll 3"
$ matchbook take $MATCH "roll 4"
$ matchbook dispute $MATCH/4 illegal "Ada rolled in my turn" --claimant Bo
    6  disputed: entry 4, illegal: Ada rolled in my turn (Bo, player)
$ matchbook ruling $MATCH/6 "Bo rolls" --infraction play-error --remedy rewind --error 4 --official Kim
matchbook: error: [JP-R04] rewind needs the head judge
$ matchbook ruling $MATCH/6 "Bo rolls" --infraction play-error --remedy rewind --error 4 --official Kim --role head_judge
    7  ruled on 6, point of error 4 play-error: Bo rolls; remedy: rewind (Kim, head judge)
    8  rewound to entry 3 by ruling 7
$ matchbook ruling $MATCH/6 "once more" --infraction play-error --official Lou
matchbook: error: [JP-R07] entry 6 was ruled on in entry 7: it can be appealed against
$ matchbook appeal $MATCH/7 Ada "Bo gave me the die"
    9  appeal of Ada against 7: Bo gave me the die
$ matchbook ruling $MATCH/9 "the ruling holds" --infraction play-error --official Mo --role head_judge --decision upheld
   10  appeal upheld on 9 play-error: the ruling holds (Mo, head judge)
$ matchbook take $MATCH "roll 5"
       11.1 Bo: roll 5
```

| You want to | Type | Who |
|---|---|---|
| claim that an entry is wrong | `matchbook dispute MATCH/ENTRY` | players, officials |
| rule on a claim, or without one | `matchbook ruling MATCH/CLAIM`, `matchbook ruling MATCH` | judge, head judge |
| appeal, decide it | `matchbook appeal MATCH/RULING PLAYER`, `matchbook ruling MATCH/APPEAL --decision …` | player, head judge |
| take a claim, ruling or penalty back | `matchbook withdraw MATCH/ENTRY REASON` | an equal or higher role |
| see the open ones | `matchbook disputes MATCH` | |
| read one rule | `matchbook rules GAME JP-P02` | |

Next: [rule on a claim](../how-to/rule_in_the_terminal.md) in the terminal program, the [infraction guide](infractions.md) with
penalties and remedies, or [withdraw a ruling](../how-to/withdraw_a_ruling.md).

"""


def procedure_page(notice: str) -> str:
    """Return the page of the rules of procedure."""
    return (
        f"# Procedure for officials\n\n{notice}\n"
        f"{_PROCEDURE}## Rules\n\n{''.join(rule_table(rules_of_procedure().values()))}"
    ).rstrip() + "\n"
