"""The first part of the generated pages of competitions: when to use one, a whole use with its output, and where to go on."""

from typing import Final

_SERIES: Final = """\
You record a series when the same sides play several games and the first to win more than half of them wins. For example, a
best of three:

```console
$ SERIES=$(matchbook series new --game frc_card_game --player Ada --player Bo)
$ GAME=$(matchbook series open $SERIES --deck 1=30 --deck 2=30)
$ matchbook conclude $GAME --winner Bo
$ matchbook series record $SERIES $GAME
       2.1 game 1 (match …): Bo wins
       2.2 0 : 1; Ada starts
$ matchbook series record $SERIES game2 --winner Ada
$ matchbook series record $SERIES game3 --winner Bo
       4.2 1 : 2
       4.3 Bo wins the series
$ matchbook take $SERIES 'amend_result game3 winners=[Ada]'
       5.1 game 3 is now: Ada wins
       5.2 2 : 1
       5.3 Ada wins the series
```

`game2` and `game3` are your names for games on paper. To change game 2 now, you would withdraw game 3 first:

```console
$ matchbook take $SERIES 'withdraw_result game2'
matchbook: error: [CT-R03] game 3 (match game3) is withdrawn first
```

| You want to | Type |
|---|---|
| open it, best of five | `matchbook series new --option best_of=5 --player Ada --player Bo` and other [options](#options) |
| open the next game, record it | `matchbook series open`, `series record` |
| see the score and who starts | `matchbook series show SERIES` |
| take over what changed in a match | `matchbook series sync SERIES` |
| do anything else | `matchbook take SERIES COMMAND`, with a [command](#commands) |

For example, the first game of a series of the kit Pig:

```console
$ PIGS=$(matchbook series new --game pig --player Ada --player Bo)
$ matchbook series open $PIGS
…
Pig, game 1: Ada · Bo
```

Next: [play a series](../how-to/play_a_series.md) step by step.

"""
_TOURNAMENT: Final = """\
You record a tournament to pair many players and rank them: single elimination, round robin or Swiss. For example, a
single elimination of four:

```console
$ CUP=$(matchbook tournament new --player Ana --player Bo --player Cleo --player Dara)
$ matchbook tournament seed $CUP Dara Ana Bo Cleo
$ matchbook tournament draw $CUP
       3.1 the bracket: 3 matches in 2 rounds
$ matchbook tournament record $CUP table-1 --winner Dara --player Dara --player Cleo
       4.3 Dara goes on to match 3
$ matchbook tournament record $CUP table-2 --winner Bo --player Ana --player Bo
$ matchbook tournament record $CUP final --winner Bo --player Bo --player Dara
       6.3 Bo wins the tournament
$ matchbook take $CUP 'amend_result final winners=[Dara] players=[Bo, Dara]'
       7.1 match final is now Bo - Dara: Dara wins
```

`table-1` is your name for a match on paper; of a match in the store you give the id.

| You want to | Type |
|---|---|
| open it, as a Swiss | `matchbook tournament new --option bracket=swiss` and other [options](#options) |
| seed the players | `matchbook tournament seed`, by lot with `--drawn` |
| pair: a bracket or round robin once, a Swiss each round | `matchbook tournament draw`, `tournament pair` |
| enter results, read the standings | `matchbook tournament record`, `tournament standings` |
| let a player leave or come late (Swiss) | `matchbook tournament drop`, `tournament enter` |
| do anything else | `matchbook take TOURNAMENT COMMAND`, with a [command](#commands) |

For example, the first match of a tournament of the kit Pig:

```console
$ PIGS=$(matchbook tournament new --game pig --player Ana --player Bo)
$ matchbook tournament draw $PIGS
$ matchbook tournament open $PIGS
…
Pig, round 1, match 1: Ana · Bo
```

Next: [run a knock-out](../how-to/run_a_knockout.md), or [run a small tournament](../tutorials/run_a_tournament.md) with
tables and a clock.

"""
_LEAGUE: Final = """\
You record a league when the same players meet over one or more seasons, and everybody may play everybody. For example, a
plain league with one season:

```console
$ LEAGUE=$(matchbook league new --game frc_card_game --player Ana --player Bo --player Cleo)
$ matchbook league season $LEAGUE start
$ matchbook league record $LEAGUE week-1 --winner Ana --player Ana --player Bo
$ matchbook league record $LEAGUE week-2 --drawn --player Ana --player Cleo
$ matchbook league standings $LEAGUE
place player games wins losses draws points
    1 Ana        2    1      0     1      4
    2 Cleo       1    0      0     1      1
    3 Bo         1    0      1     0      0
$ matchbook league season $LEAGUE end
$ matchbook take $LEAGUE close_league
       6.1 Ana wins the league
```

Results count only between the start and the end of a season:

```console
$ matchbook league record $LEAGUE week-3 --winner Bo --player Bo --player Cleo
matchbook: error: [CT-R04] no season is in progress: start one first (start_season)
```

| You want to | Type |
|---|---|
| open it, with keepers | `matchbook league new --option form=keeper` and other [options](#options) |
| start and end a season | `matchbook league season LEAGUE start`, or `end` |
| open a match of two players, record it | `matchbook league open`, `league record` |
| distribute keepers | keeper league: `league order`, `league keep`; salary league: `league bid`, `league sell`, `league fire` |
| read the standings, of one season or all | `matchbook league standings` |
| do anything else | `matchbook take LEAGUE COMMAND`, with a [command](#commands) |

For example, a match in a league of the kit Pig:

```console
$ PIGS=$(matchbook league new --game pig --player Ana --player Bo)
$ matchbook league season $PIGS start
$ matchbook league open $PIGS Bo Ana
…
Pig, season 1, Bo - Ana: Bo · Ana
```

Next: [run a league](../how-to/run_a_league.md) with keepers and an auction.

"""
_EVENT_DAY: Final = """\
You record an event day (its stored name is `gathering`) to seat the rounds of one or more tournaments at numbered tables, with a
clock and announcements. Players, pairings and results are in the [tournament](tournament.md). For example, one round:

```console
$ CUP=$(matchbook tournament new --option bracket=swiss --title Cup --player Ana --player Bo --player Cleo --player Dara)
$ EVENT=$(matchbook event-day new --scorekeeper Kim --tables 2 --minutes 50)
$ matchbook event-day add $EVENT $CUP
$ matchbook take $EVENT 'assign_scorekeeper Kim 1,2'
$ matchbook event-day round $EVENT
Cup, round 1: 2 tables
$ matchbook event-day clock $EVENT start
$ matchbook event-day result $EVENT 1 --winner Ana
$ matchbook event-day result $EVENT 2 --drawn
$ matchbook event-day clock $EVENT end
$ matchbook event-day show $EVENT
Cup · round 1 of 2 · …
table players            result   scorekeeper
    1 Ana (1) - Cleo (3) Ana wins Kim
    2 Bo (2) - Dara (4)  drawn    Kim
$ matchbook take $EVENT close_gathering
$ matchbook event-day round $EVENT
matchbook: error: [CT-R04] the event is closed
```

| You want to | Type |
|---|---|
| open it, add a tournament | `matchbook event-day new`, `event-day add` |
| pair and seat the next round, and open its matches | `matchbook event-day round` |
| start, pause, extend or end the clock | `matchbook event-day clock` |
| enter a slip, or collect results of recorded matches | `matchbook event-day result`, `event-day collect` |
| do anything else | `matchbook take EVENT COMMAND`, with a [command](#commands) |

After the end you can still correct results (`event-day result`) and announce; `matchbook undo EVENT` takes the closing back.

Next: [run a small tournament](../tutorials/run_a_tournament.md) step by step.

"""
INTRODUCTIONS: Final = {"series": _SERIES, "tournament": _TOURNAMENT, "league": _LEAGUE, "gathering": _EVENT_DAY}
"""Name of a competition -> the first part of its page."""
