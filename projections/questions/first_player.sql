-- title: First player's edge
-- meaning: How often the side that went first won.
-- formula: share = won by the first side / matches with a winner; Wilson interval
-- unit: matches; shares from 0 to 1
-- bias: Strength is not taken out: where the stronger player goes first more often (pilot speed, loser starts), the edge is
--    theirs too. A true 55 % needs some 400 matches before the interval leaves 50 % out, 60 % some 100, 52 % some 2,400.
-- chart: bars game share against 0.5
-- percent: share
-- interval share: low high
-- column game: the game
-- column n: two-sided matches that ended by the rules with a winner
-- column first_won: of these, won by the side that went first
-- column drawn: draws beside them
-- column share: first_won / n
-- column low: lower end of its 95 % interval
-- column high: upper end
-- column verdict: whether the interval leaves 50 % out

-- [answer]
select
    game,
    count(*) filter (not is_drawn) as n,
    count(*) filter (not is_drawn and is_first) as first_won,
    count(*) filter (is_drawn) as drawn,
    first_won / nullif(n, 0) as share,
    wilson_low(first_won, n) as low,
    wilson_high(first_won, n) as high,
    case
        when n = 0 then 'no decided matches'
        when low > 0.5 then 'first player favoured'
        when high < 0.5 then 'first player at a disadvantage'
        else 'no evidence of an edge'
    end as verdict
from (
    select game, drawn as is_drawn,
        list_contains(list_transform(winners, lambda w: sides[w + 1]), sides[first_seat + 1]) as is_first
    from chosen
    where status = 'finished' and first_seat is not null and len(list_distinct(sides)) = 2
        and (drawn or len(winners) > 0)
)
group by game
order by game

-- [notes]
select count(*) || ' matches ended by agreement are left out'
from chosen where status = 'concluded'
having count(*) > 0
union all
select count(*) || ' ended matches do not say who went first and are left out'
from chosen where status = 'finished' and first_seat is null
having count(*) > 0
