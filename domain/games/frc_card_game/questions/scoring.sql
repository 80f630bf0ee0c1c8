/*
title = "Scoring"
meaning = "Score attempts by target: how many succeeded, failed or tied, and how many points they cost each side."
formula = """\
share = attempts that retired the target or were direct / n, with Wilson's interval for the effective number of independent \
attempts (by the spread over matches); points = points lost by the opponent / n; own = points lost by the attacker / n"""
unit = "attempts; points; shares from 0 to 1"
sample = "attempts"
bias = "Players choose attempts that they expect to win, so the share is higher than for random attempts."
chart = "bars target share"
percent = ["share"]
intervals = { share = ["low", "high"] }

[columns]
target = "direct, the position of the target (offensive or defensive), or all"
n = "attempts"
succeeded = "attempts that retired the target or were direct"
failed = "attempts that retired the attacker"
tied = "attempts that retired no robot"
share = "succeeded / n"
points = "mean points that the other side lost"
own = "mean points that the attacker's side lost"
*/

-- [answer]
select
    target, sum(x)::bigint as n, sum(y)::bigint as succeeded, sum(f)::bigint as failed, sum(x - y - f)::bigint as tied, succeeded / n as share,
    wilson_low(share * cases_of(y, x), cases_of(y, x)) as low, wilson_high(share * cases_of(y, x), cases_of(y, x)) as high,
    sum(taken) / n as points, sum(given) / n as own
from (
    select
        a.aim as target, a.match, count(*) as x,
        count(*) filter (outcome in ('target_retired', 'direct')) as y, count(*) filter (outcome = 'attacker_retired') as f,
        coalesce(sum(points_lost) filter (points_seat <> a.seat), 0) as taken, coalesce(sum(points_lost) filter (points_seat = a.seat), 0) as given
    from (
        select *, unnest([coalesce(target_position, 'direct'), 'all']) as aim
        from frc_card_game.score_attempts
        where $recorded or not undone
    ) a
    join chosen m on m.match = a.match
    where of_player($player, m.players, a.seat)
    group by a.aim, a.match
)
group by target
having n >= $least
order by n desc, target

-- [matches]
select match from frc_card_game.score_attempts
where match in (select match from chosen) and $row_target in (coalesce(target_position, 'direct'), 'all') and ($recorded or not undone)
