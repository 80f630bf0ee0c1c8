/*
title = "Leaderboard"
meaning = "How strong the players are by their results against each other: three rating systems, best first by what is certain."
formula = """\
rating, low, high = Glicko-2 with 1.96 deviations, which grow while a player is idle; openskill = mu - 3 sigma; gxe = chance \
to beat an average player (1500, deviation 350); Elo with K = 24"""
unit = "rating points; OpenSkill's own; a share"
sample = "matches rated"
place = "command line"
recorded = "a match has one result, that of the line that stands"
needs = ["ratings"]
bias = "All matches of the game and kind are rated, whatever the scope, which only says whose ratings are shown. Points alone say"
chart = "bars player rating by game against 1500"
percent = ["gxe"]
intervals = { rating = ["low", "high"] }

[columns]
game = "the game"
kind = "match or simulated: they are rated apart"
player = "the player"
n = "matches rated"
rating = "Glicko-2 rating"
low = "its lower end"
high = "its upper end"
gxe = "chance to beat an average player"
openskill = "OpenSkill's ordinal: mu - 3 sigma"
mu = "OpenSkill's mean"
sigma = "its deviation"
elo = "Elo"
last = "the day of the last match"
*/

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
