/*
title = "The race for points"
meaning = "How often the side that was first to be that many points ahead won the match: points, prizes, victories."
formula = "share = won / n; Wilson interval"
unit = "matches; shares from 0 to 1"
sample = "matches with a winner in which a side came to be that far ahead"
recorded = "a lead that was taken back was never there"
bias = """\
Who is far ahead is near the end, whatever that lead is worth; where fewer points are played for, a lead weighs more. Matches \
of more than two sides, and those in which a position was declared, are left out."""
chart = "bars lead share by game against 0.5"
percent = ["share"]
intervals = { share = ["low", "high"] }

[columns]
game = "the game"
lead = "points ahead"
n = "matches with a winner in which a side came to be that far ahead"
won = "of these, won by the side that did so first"
share = "won / n"
turn = "median turn in which it did"
*/

-- [answer]
select
    game,
    lead,
    count(*) as n,
    count(*) filter (ahead = winner) as won,
    won / n as share,
    wilson_low(won, n) as low,
    wilson_high(won, n) as high,
    median(turn) as turn
from (
    select game, match, abs(lead) as lead, arg_min(case when lead > 0 then first_side else other_side end, place) as ahead,
        arg_min(turn, place) as turn, any_value(winner) as winner
    from (
        select
            m.game, p.match, p.turn, m.sides[1] as first_side, list_max(m.sides) + list_min(m.sides) - m.sides[1] as other_side,
            m.sides[m.winners[1] + 1] as winner, place_of(p.position, p.k) as place,
            sum(case when s.side = m.sides[1] then p.delta else -p.delta end) over (partition by p.match order by p.position, p.k) as lead
        from points p
        join chosen m on m.match = p.match
        join seats s on s.match = p.match and s.seat = p.seat
        where m.decided_by = 'play' and len(m.winners) > 0 and len(list_distinct(m.sides)) = 2
            and p.cause <> 'start' and not p.undone
            and m.match not in (select match from points where cause = 'declared' and not undone)
    )
    where lead <> 0
    group by game, match, abs(lead)
)
group by game, lead
having n >= $least
order by game, lead

-- [notes]
select counted(count(*), 'match', 'matches') || case decided_by when 'penalty' then ' decided by a penalty: left out' else ' ended by agreement: left out' end
from chosen where decided_by <> 'play'
group by decided_by
