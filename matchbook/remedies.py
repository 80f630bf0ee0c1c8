"""For the generated pages: an error that each checked rule of competitions and of procedure gives, and what to do about it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from domain.rules import Rule

REMEDIES: Final[Mapping[str, tuple[str, str]]] = {
    "CT-S01": ("two players are called Ana: give each a different name", "Add an initial: `--player 'Ana K.'`."),
    "CT-S02": (
        "option bracket: one of single, round_robin, swiss expected, found 'swis'",
        "Take a value of the table of [options](#options).",
    ),
    "CT-R01": (
        "Ana is named as a winner, but not as a player",
        "Name all who played, the winner too: `--winner Ana --player Ana --player Bo`.",
    ),
    "CT-R02": (
        "match t1 has a result already; amend_result changes it",
        "Amend it (`amend_result`), or give this match another name.",
    ),
    "CT-R03": (
        "match final (Ana and Bo) was played on it: withdraw that first",
        "Withdraw the later result (`withdraw_result final`), change this one, then record the later one again.",
    ),
    "CT-R04": ("the bracket is not drawn yet", "Do the named step first, for example `matchbook tournament draw`."),
    "CT-B01": ("change 1 repeats the present value", "Give the value that is to hold from now on."),
    "CT-T01": (
        "seeds name each of the 4 players once",
        "Name all players, the best first, or seed by lot with `--drawn`.",
    ),
    "CT-T05": (
        "Ana and Bo are not paired; to play are Ana and Dara, Bo and Cleo",
        "Check the slip: only the named pairs can report. `set_pairing(…)` changes a pair that has not played.",
    ),
    "CT-W01": ("round 1 is not over: to play are Cleo and Finn", "Enter the named results, then pair again."),
    "CT-W02": (
        "a round names each of the 3 players who are in once",
        "Name everybody who has not dropped; an odd last one has the bye. Or `pair` without names.",
    ),
    "CT-W03": (
        "Bo and Dara met before",
        "Pair them otherwise, or `pair` without names. To pair them all the same: `matchbook take … --as-played`.",
    ),
    "CT-W04": ("Cleo dropped before", "`enter_player` brings a player back; who is in need not enter."),
    "CT-V01": ("the series is decided", "Withdraw or amend a result if one is wrong; no further game counts."),
    "CT-V02": ("the deck of Ada loses Crest", "List all cards of the earlier deck, and those acquired since."),
    "CT-V03": ("Bo starts game 2", 'Record who starts by agreement: `adjust "agreed" [set_starter(player=Ada)]`.'),
    "PBL-V09": ("draft the pilots before the first game", "`draft_pilots`, once for each side, with three pilots."),
    "PBL-V10": (
        "select and reveal the pilots of this game first",
        "`reveal_pilots` with one unused pilot of each side.",
    ),
    "PBL-V13": ("each side drafts 5 pilots, not 3", "`draft_pilots` with five pilots."),
    "PBL-L03": ("a player is named twice", "Give each player a different name."),
    "PBL-L04": ("Bo selects now", "Record the selections in turn; `league show` names the next player."),
    "PBL-L05": ("Ana must begin with their keepers: Crest", "Open the match with `league open`, which deals them."),
    "PBL-L06": (
        "Crest cannot be drafted: Bo keeps it",
        "Replace the card in the draft; `league open` leaves keepers out.",
    ),
    "PBL-L07": ("2 of 3 games played in this season", "Exchange later, or agree on another `games_before_exchange`."),
    "PBL-L08": (
        "a bid of 3 is too low: bid more than 4",
        "Bid more than the last bid and at most what the player has.",
    ),
    "PBL-L09": ("Bo has no keeper; one to five are needed", "Buy or select a keeper, then start the season."),
    "PBL-L10": ("keepers are fired only between seasons", "End the season first: `league season … end`."),
    "PBL-L11": ("hand_limit is already sold", "Offer and sell another bonus."),
    "CT-G01": ("no card or bonus is up for auction", "Place a bid first; sell each lot before the next."),
    "CT-E01": (
        "somebody plays at table 2: seat them elsewhere",
        "Move the pairing (`seat_round`), then change the tables.",
    ),
    "CT-E02": ("table 3 does not exist; there are 1-2", "Name tables that exist, or add one with `set_tables(…)`."),
    "CT-E03": ("cup1 plays here already", "The tournament is part of the event: start its round."),
    "CT-E04": (
        "table 1 is named twice",
        "Give each pairing a table of its own. If another tournament plays there, end its round or take a free table.",
    ),
    "CT-E05": ("table 3 does not play in this round", "Take a table and a round of `event-day show`."),
    "CT-E06": ("announcement 2 does not exist", "Count the announcements from 1, in the order in which you made them."),
    "JP-A01": ("give the name of the official", "`matchbook official MATCH Kim judge`."),
    "JP-C01": (
        "a claim needs a claimant, and a text that says what is wrong",
        "Say what happened and who claims it: `--claimant Bo`.",
    ),
    "JP-R01": (
        "cite a rule or an infraction of the guide; only the head judge rules that neither covers the case",
        "`--cite` a rule (`matchbook rules GAME` lists them) or `--infraction` one of the [guide](infractions.md).",
    ),
    "JP-R02": ("say what was found and why", "Write what you found as the text of the ruling."),
    "JP-R03": (
        "Kim was named player for this match",
        "Let a judge rule, or name the official again with `matchbook official`.",
    ),
    "JP-R04": (
        "rewind needs the head judge",
        "Call the head judge: `--official NAME --role head_judge`. Or choose `simple_backup`.",
    ),
    "JP-R05": ("only the head judge deviates from the guide", "Give the guide's penalty, or call the head judge."),
    "JP-R06": (
        "Kim has declared ties to a player: Ada and Bo must consent",
        "Ask both players and add `--consent Ada --consent Bo`, or let another judge rule.",
    ),
    "JP-R07": (
        "entry 5 was ruled on in entry 6: it can be appealed against",
        "`matchbook appeal MATCH/6 Bo`; or withdraw the ruling if it was a mistake.",
    ),
    "JP-R08": (
        "name the point of error: the first entry that is wrong",
        "`--error ENTRY`, an entry that counts; `matchbook log` marks undone ones with `x`.",
    ),
    "JP-P01": ("entry 2 is not a ruling", "Rule first; then name the entry of the ruling."),
    "JP-P02": ("a game loss needs the head judge", "Call the head judge: `--official NAME --role head_judge`."),
    "JP-P03": (
        "a score adjustment has an amount from 1 on; other penalties have none",
        "`Ada=score_adjustment:100`, but `Ada=warning` without a number.",
    ),
    "JP-L01": (
        "entry 8 decides an appeal: it is final",
        "Name the entry of a first ruling; each is appealed against once.",
    ),
    "JP-L02": (
        "an appeal is decided by the head judge: upheld, modified or overturned",
        "Rule on the entry of the appeal, with `--role head_judge --decision upheld`.",
    ),
    "JP-W01": ("entry 5 is not a ruling that undoes play", "Name the entry of a ruling with the remedy `rewind`."),
    "JP-W02": (
        "entry 4 is not before the point of error, entry 3",
        "`--to` an action before the error, or leave `--to` out.",
    ),
    "JP-W03": ("dice rolled in entry 3: keep or reroll?", "Say what you announced: `--dice keep` or `--dice reroll`."),
    "JP-W04": (
        "all players confirmed the result by entry 9: amend it by a ruling",
        "Rule with the remedy `adjustment` (`--line COMMAND`); take back an agreed end first (`takeback --official NAME`).",
    ),
    "JP-W05": ("Wes is not one of Nia and Ada", "In `--put-back`, name a card of the candidates."),
    "JP-D01": (
        "the head judge withdraws it, by name",
        "`--official NAME --role head_judge`: an equal or higher role than that of the entry.",
    ),
    "JP-U01": (
        "this concerns what officials and players put on record in entry 6: the head judge orders it, by name",
        "Add `--official NAME --role head_judge` to `undo`, `takeback`, `redo` or `correct`.",
    ),
    "JP-U02": (
        "entry 4 names Ada, who would not be at the table any more",
        "Keep these people in the corrected opening, or withdraw the entry first.",
    ),
    "JP-F01": (
        "the match is in progress: it has no result to confirm",
        "Play to the end, or `conclude` the match, then confirm.",
    ),
    "JP-M01": (
        "a record goes on in one other record, and is merged once",
        "Name two records of the match that were not merged.",
    ),
}
"""Rule -> the text of an error, and the remedy."""
OWN: Final[Mapping[tuple[str, str], tuple[str, str]]] = {
    ("series", "CT-S02"): (
        "option starts: one of loser, free expected, found 'winner'",
        "Take a value of the table of [options](#options).",
    ),
    ("series", "CT-R01"): ("every side plays every game of a series", "Leave `players=` out, or name all sides."),
    ("series", "CT-R03"): (
        "game 3 (match game3) is withdrawn first",
        "Withdraw the later game (`withdraw_result game3`), change this one, then record the later one again.",
    ),
    ("series", "CT-R04"): ("the series is open already", "Go on with the series; `series new` opens another."),
    ("league", "CT-S02"): (
        "option form: one of plain, keeper, salary expected, found 'salry'",
        "Take a value of the table of [options](#options).",
    ),
    ("league", "CT-R03"): ("match t9 has no result here", "Take the id or name of the match that `league show` lists."),
    ("league", "CT-R04"): (
        "no season is in progress: start one first (start_season)",
        "`matchbook league season LEAGUE start`.",
    ),
    ("gathering", "CT-S01"): (
        "two players are called Kim: give each a different name",
        "Name each scorekeeper differently.",
    ),
    ("gathering", "CT-S02"): ("", "The error names the option and the values that it takes."),
    ("gathering", "CT-R04"): ("the event is closed", "`matchbook undo EVENT` takes the closing back."),
}
"""Competition and rule -> the same, where the errors of one competition are others than in most."""
_RESULTS: Final = ("CT-R01", "CT-R02", "CT-R03")
"""Rules on results, which an event day leaves to its tournaments."""


def rule_table(rules: Iterable[Rule], game: str = "") -> Iterator[str]:
    """Yield a table of rules, each with an error that cites it and the remedy. `game`: the competition, if it is one."""
    yield "An error begins with the id of its rule. Rules without an error are applied by the program.\n\n"
    yield "| rule | what it says | an error, for example | what you do |\n|---|---|---|---|\n"
    for rule in rules:
        if game == "gathering" and rule.id in _RESULTS:
            continue
        error, remedy = OWN.get((game, rule.id)) or REMEDIES.get(_shared(rule), ("", ""))
        shown = f"`[{rule.id}] {error}`" if error else ""
        source = f" *({rule.place.partition(',')[0]})*" if rule.source == "rulebook" else ""
        yield f"| {rule.id} | **{rule.title}.** {rule.text}{source} | {shown} | {remedy} |\n"


def _shared(rule: Rule) -> str:
    """Return the id under which the remedy is listed: a rulebook's rule of series has that of all series."""
    own = f"CT-{rule.id.partition('-')[2]}"
    return rule.id if rule.id in REMEDIES else own
