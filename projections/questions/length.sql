/*
title = "Length of matches"
meaning = "How long ended matches were, in turns, actions and minutes."
formula = "median and 90th percentile (interpolated) over matches"
unit = """\
turns (pairs of round and turn); actions that stand, the opening among them; minutes of table time from the first to the \
last of them"""
sample = "ended matches"
recorded = "a match is as long as the line that stands; the table matches has all entries and take-backs"
bias = """\
Matches in progress are left out, and they are the long ones. Table times are the scorekeeper's: matches entered \
afterwards with one time alone have no minutes, nor have simulated ones. After a declared position the turns count from it."""
chart = "bars game turns"

[columns]
game = "the game"
n = "ended matches"
turns = "median of turns"
turns_90 = "90th percentile of turns"
actions = "median of actions"
actions_90 = "90th percentile of actions"
minutes = "median of minutes"
minutes_90 = "90th percentile of minutes"
*/

-- [answer]
select
    game,
    count(*) as n,
    median(turns) as turns,
    quantile_cont(turns, 0.9) as turns_90,
    median(actions) as actions,
    quantile_cont(actions, 0.9) as actions_90,
    median(minutes) as minutes,
    quantile_cont(minutes, 0.9) as minutes_90
from chosen
where status <> 'running'
group by game
order by game

-- [matches]
select match from chosen where status <> 'running' and game = $row_game

-- [notes]
select counted(count(*), 'match', 'matches') || ' still in progress: left out' from chosen where status = 'running' having count(*) > 0
union all
select counted(count(*), 'match', 'matches') || ' begun in the record with a declared position: turns count from it'
from chosen where status <> 'running' and from_turn > 0
having count(*) > 0
