/*
title = "Points by turn"
meaning = """\
What the players had at the end of each turn (of each round, where the game has rounds), first player against the others, in \
the matches that reached it."""
formula = "median and quartiles over seats; a seat's number stays until it changes"
unit = "points, victories or prizes, as the game counts"
sample = "matches that reached it"
bias = """\
The further on, the fewer matches: those that ended early are gone, so the line is not the fate of one match. Where a \
position was declared, nothing is known of the turns before it, and they are not in it."""
chart = "lines turn first,others by game"
intervals = { first = ["first_low", "first_high"], others = ["others_low", "others_high"] }

[columns]
game = "the game"
turn = "the turn or round"
n = "matches that reached it"
first = "median of the player who went first"
first_low = "their lower quartile"
first_high = "their upper quartile"
others = "median of the others"
others_low = "their lower quartile"
others_high = "their upper quartile"
*/

-- [answer]
select
    game, turn, n,
    firsts[2] as first, firsts[1] as first_low, firsts[3] as first_high,
    others[2] as others, others[1] as others_low, others[3] as others_high
from (
    select
        game, turn,
        count(*) filter (seat = 0 or $player is not null) as n,
        quantile_cont(after, [0.25, 0.5, 0.75]) filter (is_first) as firsts,
        quantile_cont(after, [0.25, 0.5, 0.75]) filter (not is_first) as others
    from (
        -- Each number stands from the turn in which it came up until the turn before the next one.
        select
            game, is_first, seat,
            coalesce(after, sum(delta) over (partition by line order by turn)) as after,
            unnest(range(greatest(turn, began, 1), coalesce(lead(turn) over (partition by line order by turn), last + 1))) as turn
        from (
            select
                m.game, p.seat, p.seat = m.first_seat as is_first, m.first_position * 100 + p.seat as line,
                last_played(m.round, m.turn) as last,
                case when m.round > 0 then m.from_round else m.from_turn end as began,
                case when m.round > 0 then p.round else p.turn end as turn,
                arg_max(p.after, place_of(p.position, p.k)) as after, sum(p.delta) as delta
            from points p
            join chosen m on m.match = p.match
            where ($recorded or not p.undone) and of_player($player, m.players, p.seat)
            group by all
        )
    )
    group by game, turn
)
where n >= $least
order by game, turn

-- [matches]
select m.match
from chosen m
join points p on p.match = m.match and of_player($player, m.players, p.seat) and ($recorded or not p.undone)
where m.game = $row_game and last_played(m.round, m.turn) >= $row_turn
    and coalesce(case when m.round > 0 then m.from_round else m.from_turn end, 0) <= $row_turn
    and case when m.round > 0 then p.round else p.turn end <= $row_turn

-- [notes]
select counted(count(*), 'match', 'matches') || ' of ' || game || ': points are not counted turn by turn'
from chosen
where match not in (select match from points where $recorded or not undone)
group by game
having count(*) > 0
union all
select counted(count(*), 'match', 'matches') || ' before the first turn: nothing to tell'
from chosen
where last_played(round, turn) = 0 and match in (select match from points where $recorded or not undone)
having count(*) > 0
union all
select counted(count(*), 'match', 'matches') || ' with unknown first player: in neither column'
from chosen
where first_seat is null and last_played(round, turn) > 0
    and match in (select match from points where $recorded or not undone)
having count(*) > 0
union all
select counted(count(*), 'match', 'matches') || ' begun in the record with a declared position: nothing is told of the turns before it'
from chosen
where from_turn > 0
having count(*) > 0
union all
select 'rows of fewer than ' || $least || ' matches: left out' where $least > 1
