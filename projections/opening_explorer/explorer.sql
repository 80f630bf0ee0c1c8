-- about: what was played from positions ($keys), over `chosen`: the matches that the filters let through; see `__init__.py`

-- [beginnings]
select distinct before_key from steps where game = $game and begins order by all

-- [moves]
select move, list_sort(list(distinct after_key))
from steps
where game = $game and before_key in (select unnest($keys))
group by move
order by count(*) desc, move

-- [here]
-- Each move from there once for each match and seat.
create or replace temp table here as
select match, seat, move, min(version) as version, min(turn) as at_turn
from steps
where game = $game and before_key in (select unnest($keys))
group by match, seat, move

-- [rows]
-- Those in scope, with what came of it where play decided the match. result: won, lost or drawn.
select
    c.*, s.move, s.seat, s.version, s.at_turn, c.players[s.seat + 1] as player, c.sides[s.seat + 1] + 1 as side,
    list_filter(c.players, lambda _, place: c.sides[place] <> c.sides[s.seat + 1]) as opponents,
    c.sides[s.seat + 1] = c.sides[c.first_seat + 1] as is_first,
    case
        when c.decided_by is distinct from 'play' or s.seat is null then null
        when c.drawn then 'drawn' when list_contains(c.winners, s.seat) then 'won' when len(c.winners) > 0 then 'lost'
    end as result
from here s
join chosen c on c.match = s.match

-- [behind]
select match from (select r.match, max(r.opened_at) as opened_at from rows r where r.move = $row_move group by r.match) order by opened_at desc, match

-- [rated_before]
-- The Glicko-2 rating with which a player sat down.
select match, seat, lag(glicko, 1, 1500) over (partition by kind, player order by number) as rating
from ratings
where game = $game

-- [parts]
-- What each match adds.
select
    r.move, r.match, count(*) as n, count(*) filter (r.result = 'won') as won, count(*) filter (r.result = 'drawn') as drawn,
    count(*) filter (r.result = 'lost') as lost, count(r.result) as x, list(b.rating order by r.seat) as ratings,
    any_value(r.opened_at) as opened_at, list(address(r.match, r.version) order by r.seat) as links
from rows r
left join rated_before b on b.match = r.match and b.seat = r.seat
group by r.move, r.match

-- [answer]
select
    move, n, matches, n / sum(n) over () as share, won, drawn, lost, win_rate, wilson_low(win_rate * cases, cases) as low,
    wilson_high(win_rate * cases, cases) as high, rating, last, links
from (
    select
        p.move, sum(p.n)::bigint as n, count(*) as matches, sum(p.won)::bigint as won, sum(p.drawn)::bigint as drawn,
        sum(p.lost)::bigint as lost, sum(p.won) / nullif(sum(p.x), 0) as win_rate,
        greatest(0, sum(p.won * p.won) - 2 * win_rate * sum(p.x * p.won) + win_rate * win_rate * sum(p.x * p.x)) as spread,
        worth(win_rate, sum(p.x), spread, count(*) filter (p.x > 0)) as cases,
        -- In an order of their own: sums of fractions depend on it.
        list_avg(flatten(list(p.ratings order by p.opened_at desc, p.match))) as rating,
        strftime(max(p.opened_at), '%Y-%m-%d') as last,
        flatten(list(p.links order by p.opened_at desc, p.match))[:3] as links
    from parts p
    group by p.move
)
where n >= $least
order by n desc, move
