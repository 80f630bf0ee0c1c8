/*
title = "Pilot points by turn"
meaning = """\
Pilot points of winning and losing robots at the end of each turn, in the matches that reached that turn."""
formula = "median and quartiles over robots; a robot's number stays until it changes"
unit = "pilot points"
sample = "matches that reached the turn"
bias = """\
Later turns have fewer matches, so a line does not show how one match develops. Blown-off limbs count as pilot points, so losing \
robots get them, too. Drawn and unfinished matches, and those not decided by play, are left out of both columns."""
chart = "lines turn winners,losers"
intervals = { winners = ["winners_low", "winners_high"], losers = ["losers_low", "losers_high"] }

[columns]
turn = "number of the turn"
n = "matches that reached the turn"
winners = "median of winning robots"
winners_low = "lower quartile of winning robots"
winners_high = "upper quartile of winning robots"
losers = "median of losing robots"
losers_low = "lower quartile of losing robots"
losers_high = "upper quartile of losing robots"
*/

-- [answer]
select
    turn, count(distinct match)::bigint as n,
    quantile_cont(points, 0.5) filter (is_won) as winners,
    quantile_cont(points, 0.25) filter (is_won) as winners_low, quantile_cont(points, 0.75) filter (is_won) as winners_high,
    quantile_cont(points, 0.5) filter (not is_won) as losers,
    quantile_cont(points, 0.25) filter (not is_won) as losers_low, quantile_cont(points, 0.75) filter (not is_won) as losers_high
from (
    -- Each number applies from the turn of its change until the turn before the next change.
    select
        match, points, list_contains(winners, side) as is_won,
        unnest(range(greatest(turn, 1), coalesce(lead(turn) over (partition by match, side order by turn), last + 1))) as turn
    from (
        select
            m.match, p.side, p.turn, m.turn as last, arg_max(p.after, place_of(p.position, p.k)) as points,
            any_value(case
                when m.decided_by = 'play' and len(m.winners) > 0 then list_transform(m.winners, lambda w: m.sides[w + 1])
            end) as winners
        from pbl_robots.pilot_points p
        join chosen m on m.match = p.match
        where ($recorded or not p.undone) and of_side($player, m.players, m.sides, p.side)
        group by m.match, p.side, p.turn, m.turn
    )
)
group by turn
having n >= $least
order by turn
