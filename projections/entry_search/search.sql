-- about: what searches are made of; each part may use those before it, the relations of metrics, and `chosen`, the matches in scope

-- [standing]
-- The entries that are looked through.
select e.*
from entries e
join chosen c on c.match = e.match
where $recorded or not e.undone

-- [rows]
-- What was done in them, with the match and who did it; result: won, lost, drawn or none.
select
    c.*, d.position, d.version, d.number, d.round as at_round, d.turn as at_turn, d.phase as at_phase, d.command, d.action, d.card, d.place,
    d.seat, c.players[d.seat + 1] as player, c.sides[d.seat + 1] + 1 as side,
    opponents_of(c.players, c.sides, d.seat) as opponents, went_first(c.sides, d.seat, c.first_seat) as is_first,
    result_of(if(c.status in ('finished', 'concluded'), 'ended', null), c.drawn, c.winners, d.seat) as result
from deeds d
join chosen c on c.match = d.match
where $recorded or not d.undone

-- [held]
-- What each seat counts, at each entry with which some count changed.
select c.match, c.position, s.seat, s.side, p.points
from (select distinct match, position from points where $recorded or not undone) c
join seats s on s.match = c.match
asof join (
    select match, seat, position, arg_max("after", k) as points from points where $recorded or not undone group by match, seat, position
) p on p.match = c.match and p.seat = s.seat and c.position >= p.position

-- [counts]
-- The same, and how far the seat is ahead of the best other side.
select h.match, h.position, h.seat, any_value(h.points) as points, any_value(h.points) - max(o.points) as lead
from held h
left join held o on o.match = h.match and o.position = h.position and o.side <> h.side
group by h.match, h.position, h.seat

-- [broken]
-- The rules that entries broke, and those that rulings cite.
select position, rule from violations where $recorded or not undone
union all
select position, unnest(rules) from judging where $recorded or not undone

-- [actions]
select distinct action
from (
    select distinct coalesce(command, kind) as action from entries
    union all
    select distinct type from events
    union all
    select distinct action from cards
)
where action is not null

-- [cards]
select distinct card from cards where card is not null
union select distinct card from deeds where card is not null
union select distinct unnest(cards) from decks

-- [players]
select distinct player from seats where player <> ''

-- [answer]
select
    e.match, e.version, e.number, c.game, c.title, e.round, e.turn, e.phase, c.players[e.seat + 1] as player, coalesce(e.command, e.kind) as action
from @found f
join entries e on e.position = f.position
join chosen c on c.match = e.match
order by c.opened_at desc, e.match, e.position
