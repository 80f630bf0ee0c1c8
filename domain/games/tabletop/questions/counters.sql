/*
title = "Counters"
meaning = """\
The values of a kit's counters: at the end of matches, for each seat and for the table, and at the end of each turn (or round, if \
the kit has rounds) in the matches that reached it; also for winners and the others."""
formula = """\
median and quartiles (interpolated) over seats; a value stays until it changes, and begins with the start value of the kit"""
unit = "as the kit counts"
sample = "seats in the row; matches for counters of the table"
bias = """\
Later turns have fewer matches, so the rows do not show how one match develops. A box that stays empty counts as 0. A counter \
that never changed in any match is left out. After a declared position, the turns before it are left out."""
intervals = { median = ["lower", "upper"] }

[columns]
game = "the game, with its kit"
counter = "the counter, or the box of a score sheet"
turn = "the turn or round; empty for the end of the match"
seat = "the seat, from 1; all; or table, for counters of the table"
n = "seats in the row; matches for counters of the table"
median = "median"
lower = "lower quartile"
upper = "upper quartile"
won = "median of winners"
others = "median of the other players, in matches with a winner"
*/

-- [answer]
with changes as (
    select
        m.match, m.catalogue, c.counter, c.seat, case when m.round > 0 then c.round else c.turn end as turn,
        coalesce(c.after, 0) as after, coalesce(c.after, 0) - c.delta as before, place_of(c.position, c.k) as place
    from tabletop.counters c
    join chosen m on m.match = c.match
    where $recorded or not c.undone
),
starts as (
    select catalogue, counter, seat is null as is_shared, any_value(start) as start
    from (select catalogue, counter, seat, arg_min(before, place) as start from changes group by match, catalogue, counter, seat)
    group by catalogue, counter, seat is null
),
holders as (
    select
        m.match, m.game, m.players, s.counter, s.start, unnest(case when s.is_shared then [null] else range(len(m.players)) end)::integer as seat,
        m.winners, m.status, last_played(m.round, m.turn) as last, case when m.round > 0 then m.from_round else m.from_turn end as began
    from chosen m
    join starts s on s.catalogue = m.catalogue
),
lines as (
    select
        h.*, coalesce(c.turn, 0) as turn, coalesce(c.after, h.start) as after,
        case when h.seat is not null and len(h.winners) > 0 then list_contains(h.winners, h.seat) end as is_won
    from holders h
    left join (
        select match, counter, seat, turn, arg_max(after, place) as after from changes group by match, counter, seat, turn
        union all
        select match, counter, seat, 0, start from holders
        where (match, counter, seat is null, coalesce(seat, 0)) not in (select (match, counter, seat is null, coalesce(seat, 0)) from changes where turn = 0)
    ) c on c.match = h.match and c.counter = h.counter and c.seat is not distinct from h.seat
    where of_player($player, h.players, h.seat)
),
standing as (
    select game, counter, turn, case when seat is null then 'table' else 'all' end as seat, after, is_won
    from (
        select
            game, counter, seat, after, is_won,
            unnest(range(greatest(turn, began, 1), coalesce(lead(turn) over (partition by match, counter, seat order by turn), last + 1))) as turn
        from lines
    )
    union all
    select game, counter, null, coalesce((seat + 1)::varchar, 'table'), arg_max(after, turn), any_value(is_won)
    from lines
    where status <> 'running'
    group by match, game, counter, seat
)
select
    game, counter, turn, seat, count(*) as n, spread[2] as median, spread[1] as lower, spread[3] as upper,
    median(after) filter (is_won) as won, median(after) filter (not is_won) as others,
from (select *, quantile_cont(after, [0.25, 0.5, 0.75]) over (partition by game, counter, turn, seat) as spread from standing)
group by game, counter, turn, seat, spread
having n >= $least
order by game, counter, turn nulls first, seat

-- [notes]
select counted(count(*), 'match', 'matches') || ' still in progress: not in the rows for the end' from chosen where status = 'running' having count(*) > 0
union all
select counted(count(*), 'match', 'matches') || ' with a declared position at the start: turns before it are left out'
from chosen where from_turn > 0
having count(*) > 0
