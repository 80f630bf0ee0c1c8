/*
title = "Spread of lengths"
meaning = "How many ended matches took how many turns."
formula = """\
matches counted in steps of turns; the step is the least of 1, 2, 5, 10, 20, 50 … with which the longest match lies within \
twenty-five of them; share = matches / n"""
unit = "matches; turns are pairs of round and turn; shares from 0 to 1"
sample = "ended matches of the game"
recorded = "a match is as long as the line that stands"
bias = """\
Matches in progress are left out, and they are the long ones. Different rules, decks and players are in one heap: two \
humps may be two kinds of match."""
chart = "histogram turns matches by game"
percent = ["share"]

[columns]
game = "the game"
turns = "first number of turns of the step"
to = "last one"
n = "ended matches of the game"
matches = "of these, so long"
share = "matches / n"
*/

-- [answer]
select
    steps.game, steps.turns, steps.turns + any_value(steps.step) - 1 as "to", any_value(steps.n) as n,
    count(ended.turns) as matches, count(ended.turns) / any_value(steps.n) as share
from (
    select game, n, step, unnest(range(least // step * step, most + 1, step)) as turns
    from (
        select
            game, count(*) as n, min(turns) as least, max(turns) as most,
            list_min(list_filter([1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, most], lambda s: s * 25 > most)) as step
        from chosen where status <> 'running' and turns is not null group by game
    )
) steps
left join (select game, turns from chosen where status <> 'running') ended
    on ended.game = steps.game and ended.turns >= steps.turns and ended.turns < steps.turns + steps.step
where steps.n >= $least
group by steps.game, steps.turns
order by steps.game, steps.turns

-- [matches]
select match from chosen where status <> 'running' and game = $row_game and turns between $row_turns and $row_to

-- [notes]
select counted(count(*), 'match', 'matches') || ' still in progress: left out' from chosen where status = 'running' having count(*) > 0
union all
select counted(count(*), 'match', 'matches') || ' begun in the record with a declared position: turns count from it'
from chosen where status <> 'running' and from_turn > 0
having count(*) > 0
