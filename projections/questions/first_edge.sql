-- title: First player's edge among equals
-- meaning: How often the side that goes first would win against one of the same strength: matches of two sides are compared with others
--    in which the same difference of ratings sat at the table, and the other side went first.
-- formula: Mantel and Haenszel's odds ratio over bands of 100 points of Glicko-2 (the ratings with which the sides sat down; named by the
--    players' names, not by who went first), with the variance of Robins, Breslow and Greenland; its root is the odds of going
--    first, share = odds / (1 + odds)
-- unit: matches; shares from 0 to 1
-- recorded: a match has one result, that of the line that stands
-- needs: ratings
-- bias: Ratings of newcomers say little, so what strength does is taken out in part alone. Where a game records throws for the first
--    turn, only matches in which one was thrown count: in the others the rules chose who begins (pilot speed, the loser).
-- chart: bars game share against 0.5
-- percent: share crude
-- interval share: low high
-- column game: the game
-- column n: matches of two sides that play decided
-- column crude: share of them that the first side won, strength not taken out
-- column bands: bands in which either side went first
-- column compared: matches in these bands
-- column share: what the first side would win among equals
-- column low: lower end of its 95 % interval
-- column high: upper end
-- column verdict: whether the interval leaves a half out; of fewer than 30 matches that can be compared nothing is said

-- [answer]
with thrown as (select match, game from dice where purpose = 'first_turn' and not undone),
played as (
    select
        m.game, m.match, m.kind, sides[first_seat + 1] as first, sides[winners[1] + 1] as winner,
        list_min(list_zip(players, sides))[2] as named, players, sides
    from chosen m
    where status = 'finished' and first_seat is not null and len(winners) > 0 and len(list_distinct(sides)) = 2
        and len(list_distinct(list_transform(winners, lambda w: sides[w + 1]))) = 1
        and match not in (
            select match from judging where kind = 'penalised' and penalty in ('game_loss', 'match_loss', 'disqualification') and not undone
        )
        and (match in (select match from thrown) or split_part(m.game, ':', 1) not in (select game from thrown))
),
before as (
    select match, player, lag(glicko, 1, 1500) over (partition by game, kind, player order by number) as glicko from ratings
),
matched as (
    select
        any_value(p.game) as game, p.match, any_value(first = named) as is_first, any_value(winner = named) as is_won,
        greatest(-5, least(5, round(coalesce(
            avg(b.glicko) filter (s.side = p.named) - avg(b.glicko) filter (s.side <> p.named), 0
        ) / 100))) as band
    from played p
    join seats s on s.match = p.match
    left join before b on b.match = p.match and b.player = s.player
    group by p.match
),
tables as (
    select
        game, band, count(*) as n, count(*) filter (is_first and is_won) as a, count(*) filter (is_first and not is_won) as b,
        count(*) filter (not is_first and is_won) as c, count(*) filter (not is_first and not is_won) as d
    from matched
    group by game, band
),
pooled as (
    select
        game, sum(n)::bigint as n, sum(a + d) / sum(n) as crude,
        count(*) filter (a + b > 0 and c + d > 0) as bands, coalesce(sum(n) filter (a + b > 0 and c + d > 0), 0)::bigint as compared,
        sum(a * d / n) as r, sum(b * c / n) as s, sum((a + d) * a * d / (n * n)) as pr, sum((a + d) * b * c / (n * n)) as ps,
        sum((b + c) * a * d / (n * n)) as qr, sum((b + c) * b * c / (n * n)) as qs
    from tables
    group by game
)
select
    game, n, crude, bands, compared, 1 / (1 + exp(-middle)) as share, 1 / (1 + exp(reach - middle)) as low, 1 / (1 + exp(-reach - middle)) as high,
    case
        when middle is null or compared < 30 then 'too few matches to compare'
        when low > 0.5 then 'first player favoured'
        when high < 0.5 then 'first player at a disadvantage'
        else 'no evidence of an edge'
    end as verdict
from (
    select
        *, case when r > 0 and s > 0 then ln(r / s) / 2 end as middle,
        1.959963984540054e0 / 2 * sqrt(pr / (2 * r * r) + (ps + qr) / (2 * r * s) + qs / (2 * s * s)) as reach
    from pooled
)
where n >= $least
order by game

-- [notes]
select counted(count(*), 'match', 'matches') || ' of ' || game || ' in which no throw decided who goes first: left out'
from chosen
where status = 'finished' and split_part(game, ':', 1) in (select game from dice where purpose = 'first_turn' and not undone)
    and match not in (select match from dice where purpose = 'first_turn' and not undone)
group by game
