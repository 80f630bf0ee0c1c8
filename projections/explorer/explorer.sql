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
        when c.status <> 'finished' or s.seat is null or c.match in (select match from penalised) then null
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
select move, match, count(*) filter (result = 'won') as y, count(result) as x from rows group by move, match

-- [answer]
select
    r.move, r.n, r.matches, r.n / sum(r.n) over () as share, r.won, r.drawn, r.lost, q.ratio as win_rate,
    wilson_low(q.ratio * q.cases, q.cases) as low, wilson_high(q.ratio * q.cases, q.cases) as high, r.rating, r.last, r.links
from (
    select
        p.move, count(*) as n, count(distinct p.match) as matches, count(*) filter (p.result = 'won') as won,
        count(*) filter (p.result = 'drawn') as drawn, count(*) filter (p.result = 'lost') as lost, avg(b.rating) as rating,
        strftime(max(p.opened_at), '%Y-%m-%d') as last,
        list(address(p.match, p.version) order by p.opened_at desc, p.match, p.seat)[:3] as links
    from rows p
    left join rated_before b on b.match = p.match and b.seat = p.seat
    group by p.move
) r
left join (
    select
        move, sum(y) / sum(x) as ratio, count(*) as parted, sum(x) as total,
        greatest(0, sum(y * y) - 2 * ratio * sum(x * y) + ratio * ratio * sum(x * x)) as spread,
        case when ratio in (0, 1) then parted when spread = 0 then total else least(total, ratio * (1 - ratio) * total * total / spread) end as cases
    from parts
    where x > 0
    group by move
) q on q.move = r.move
where r.n >= $least
order by r.n desc, r.move
