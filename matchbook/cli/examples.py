"""An example of each command whose help text has none of its own: the last line of its help.

Tests run those about the match `7kq2`. The match `4xd9` has a ruling in entry 32, `cup1` and `day1` are competitions and events.
"""

from copy import copy
from typing import Final

import click

EXAMPLES: Final = {
    "demo": "-n 100 --no-replay",
    "tour": "",
    "new": "pig --player Ada --player Bo --option target=50",
    "record": "4xd9",
    "undo": '7kq2 --reason "the wrong card"',
    "redo": "7kq2 --to 12",
    "table-event": '7kq2 extra_time "judge call" --minutes 3',
    "official": "7kq2 Kim judge --ties-to Ada",
    "dispute": '7kq2/12 illegal "a second student" --claimant Bo',
    "plan": "7kq2/29",
    "rewind": "4xd9/32",
    "penalise": "4xd9/32 Ada warning",
    "appeal": '4xd9/32 Ada "the card was face up"',
    "confirm": "7kq2 Ada",
    "disputes": "7kq2",
    "merge": '7kq2 m3fa --take 7kq2 --reason "Kim\'s is complete"',
    "report": "7kq2 --format html -o report.html",
    "annotate": '7kq2/12 "a gamble" --glyph !?',
    "conclude": "7kq2 --winner Ada",
    "matches": '--player Ada --find "violations:>0"',
    "log": "7kq2 --as spectator",
    "replay": "7kq2",
    "fork": "7kq2/20",
    "compare": "f3k9",
    "diff": "7kq2 10 20",
    "series new": "--game frc_card_game --player Ada --player Bo",
    "series open": "cup1 --deck 1=30 --deck 2=30",
    "series record": "cup1 7kq2",
    "series show": "cup1",
    "series standings": "cup1",
    "series sync": "cup1",
    "tournament new": "--player Ana --player Bo --player Cleo --option bracket=swiss",
    "tournament seed": "cup1 --drawn",
    "tournament draw": "cup1",
    "tournament pair": "cup1",
    "tournament open": "cup1 Ana Bo",
    "tournament record": "cup1 table-1 --winner Ana --player Ana --player Bo",
    "tournament enter": "cup1 Finn",
    "tournament drop": "cup1 Cleo",
    "tournament show": "cup1",
    "tournament standings": "cup1",
    "tournament sync": "cup1",
    "league new": "--game pbl_robots --option form=salary --player Ana --player Bo",
    "league bid": "cup1 Ana 4 crest",
    "league sell": "cup1",
    "league fire": "cup1 Bo crest",
    "league keep": "cup1 Ana crest",
    "league exchange": "cup1 Ana crest shed",
    "league offer": "cup1 extra_card",
    "league order": "cup1 Bo Ana",
    "league season": "cup1 start",
    "league open": "cup1 Ana Bo",
    "league record": "cup1 7kq2",
    "league show": "cup1",
    "league standings": "cup1 --season 1",
    "league sync": "cup1",
    "league close": "cup1",
    "event-day new": "--scorekeeper Kim --tables 4 --minutes 50",
    "event-day add": "day1 cup1",
    "event-day round": "day1",
    "event-day clock": "day1 extend --minutes 3 --table 2",
    "event-day result": "day1 3 --winner Cleo",
    "event-day collect": "day1",
    "event-day show": "day1 --find dara",
    "games": "frc_tcg",
    "rules": "frc_card_game CG-C06",
    "cards check": "frc_card_game spring.toml",
    "cards list": "frc_card_game adas_gamble",
    "decks check": "duel bears.toml",
    "kits list": "",
    "kits check": "market.toml",
    "kits new": 'market -o market.toml --title "Night Market" --players 2-4 --with cards,counters',
    "kits show": "pig --toml",
    "new-game": 'heaps --title "Heaps"',
    "explain": "7kq2 play_student nia",
    "drift": "7kq2",
    "audit": "7kq2",
    "verify": "7kq2",
    "doctor": "",
    "init": "--account desk",
    "backup": "copies/",
    "restore": "copies/2026-03-14 --compare",
    "names list": "",
    "names forget": "Ada",
    "keys list": "",
    "keys new": "club.example --until 2031-01-01",
    "keys trust": "witness.example+7c3e1f0a+AaBb",
    "checkpoint": "4xd9 -o 4xd9.note",
    "slip": "7kq2",
    "prove": "7kq2/12 -o entry12.proof",
    "export": "7kq2 --as Ada -o ada.match.jsonl",
    "import": "archive.pgn --as chess --dry-run",
    "simulate": "frc_tcg -n 200 --seed 1 --record",
    "dataset compact": "sims/ compact/",
    "metrics list": "--game frc_tcg",
    "metrics explain": "win-rate",
    "sql": '"select game, count(*) as n from matches group by game"',
    "serve": "--port 8081 --delay 60s",
    "tokens list": "",
    "tokens new": '"Table 4" scorekeeper --tag cup',
    "tokens revoke": "3f9a",
    "looks": "7kq2",
    "project": "--rebuild",
}
"""Command -> what is typed after it."""


def with_examples(command: click.Command, path: str) -> click.Command:
    """Return a command, and those in it, with their examples at the end of their help. A list of commands shows each first
    sentence whole."""
    shown = copy(command)
    shown.short_help = " ".join((command.help or "").split()).partition(". ")[0].rstrip(".") + "."
    if path in EXAMPLES:
        shown.epilog = f"\b\nFor example:\n  {f'matchbook {path} {EXAMPLES[path]}'.rstrip()}"
    if isinstance(shown, click.Group):
        shown.commands = {name: with_examples(child, f"{path} {name}") for name, child in shown.commands.items()}
    return shown
