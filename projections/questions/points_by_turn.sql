-- title: Points by turn
-- meaning: What the players had at the end of each turn (of each round, where the game has rounds), first player against
--    the others, in the matches that reached it.
-- formula: median and quartiles over seats; a seat's number stays until it changes
-- unit: points, victories or prizes, as the game counts
-- bias: The further on, the fewer matches: those that ended early are gone, so the line is not the fate of one match.
-- column game: the game
-- column turn: the turn or round
-- column n: matches that reached it
-- column first: median of the player who went first
-- column first_low: their lower quartile
-- column first_high: their upper quartile
-- column others: median of the others
-- column others_low: their lower quartile
-- column others_high: their upper quartile

-- [answer]
select
    reached.game, reached.turn,
    count(distinct reached.match) as n,
    median(after) filter (first) as first,
    quantile_cont(after, 0.25) filter (first) as first_low,
    quantile_cont(after, 0.75) filter (first) as first_high,
    median(after) filter (not first) as others,
    quantile_cont(after, 0.25) filter (not first) as others_low,
    quantile_cont(after, 0.75) filter (not first) as others_high
from (
    select m.match, m.game, s.seat, s.seat = m.first_seat as first, unnest(range(1, coalesce(nullif(m.round, 0), m.turn) + 1)) as turn
    from chosen m
    join seats s on s.match = m.match
) reached
asof join (
    select
        p.match, p.seat, case when m.round > 0 then p.round else p.turn end as turn,
        arg_max(p.after, p.position * 1000 + p.k) as after
    from points p
    join chosen m on m.match = p.match
    where p.after is not null and ($recorded or not p.undone)
    group by p.match, p.seat, case when m.round > 0 then p.round else p.turn end
) known on known.match = reached.match and known.seat = reached.seat and reached.turn >= known.turn
group by reached.game, reached.turn
having n >= $least
order by reached.game, reached.turn
limit $limit + 1
