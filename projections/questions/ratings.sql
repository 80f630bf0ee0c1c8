-- title: Leaderboard
-- meaning: How strong the players are by their results against each other: three rating systems, best first by what is certain.
-- formula: rating, low, high = Glicko-2 with 1.96 deviations, which grow while a player is idle; openskill = mu - 3 sigma;
--    gxe = chance to beat an average player (1500, deviation 350); Elo with K = 24
-- unit: rating points; OpenSkill's own; a share
-- place: command line
-- recorded: a match has one result, that of the line that stands
-- needs: ratings
-- bias: All matches of the game and kind are rated, whatever the scope, which only says whose ratings are shown. Points alone say
--    little of who played few matches: read the interval. What-ifs and what was typed in twice are not rated; agreed results are.
-- chart: bars player rating by game against 1500
-- percent: gxe
-- interval rating: low high
-- column game: the game
-- column kind: match or simulated: they are rated apart
-- column player: the player
-- column n: matches rated
-- column rating: Glicko-2 rating
-- column low: its lower end
-- column high: its upper end
-- column gxe: chance to beat an average player
-- column openskill: OpenSkill's ordinal: mu - 3 sigma
-- column mu: OpenSkill's mean
-- column sigma: its deviation
-- column elo: Elo
-- column last: the day of the last match

-- [answer]
select
    game, kind, player, n, glicko as rating, glicko - 1.959963984540054e0 * spread as low, glicko + 1.959963984540054e0 * spread as high,
    glicko_chance(glicko, spread, 1500, 350) as gxe, mu - 3 * sigma as openskill, mu, sigma, elo, strftime(ended_at, '%Y-%m-%d') as last
from (
    select
        *, least(350, sqrt(deviation * deviation + pow(volatility * 173.7178e0, 2)
            * epoch_us(max(ended_at) over (partition by game, kind) - ended_at) / 604800e6)) as spread
    from (
        select
            game, kind, player, count(*) as n, max(ended_at) as ended_at, arg_max(glicko, number) as glicko,
            arg_max(deviation, number) as deviation, arg_max(volatility, number) as volatility, arg_max(mu, number) as mu,
            arg_max(sigma, number) as sigma, arg_max(elo, number) as elo
        from ratings
        group by game, kind, player
    )
)
where n >= $least and ($player is null or lower(player) = lower($player))
    and (game, kind, player) in (select (game, kind, unnest(players)) from chosen)
order by game, kind, low desc, player

-- [matches]
select match from chosen
where match in (select match from ratings where game = $row_game and kind = $row_kind and player = $row_player)
